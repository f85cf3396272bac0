//! Makes the weights: positions from games of its own, values by search, weights by regression.
