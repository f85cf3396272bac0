//! Whether players can all be paired: perfect matchings in a graph.
//!
//! Edmonds' algorithm (J. Edmonds, "Paths, trees, and flowers", 1965), in the form that looks for
//! augmenting paths breadth first and shrinks blossoms by their base.

use std::collections::VecDeque;

/// All of `n` players can be paired so that each pair is allowed. `is_allowed` is symmetric.
pub(super) fn can_pair_all(n: usize, is_allowed: impl Fn(usize, usize) -> bool) -> bool {
    n.is_multiple_of(2) && n_unpaired(n, is_allowed) == 0
}

/// How many of `n` players are left over at least if each pair is allowed. `is_allowed` is symmetric.
pub(super) fn n_unpaired(n: usize, is_allowed: impl Fn(usize, usize) -> bool) -> usize {
    let mut matching = Matching {
        neighbours: (0..n)
            .map(|one| (0..n).filter(|other| one != *other && is_allowed(one, *other)).collect())
            .collect(),
        mates: vec![None; n],
    };
    // A greedy start leaves little to do.
    for one in 0..n {
        let free = |other: &&usize| matching.mates[**other].is_none();
        if matching.mates[one].is_none()
            && let Some(other) = matching.neighbours[one].iter().find(free).copied()
        {
            matching.mates[one] = Some(other);
            matching.mates[other] = Some(one);
        }
    }
    // A root without a path to a free node stays free in some largest matching.
    (0..n).filter(|root| matching.mates[*root].is_none() && !matching.augment(*root)).count()
}

struct Matching {
    neighbours: Vec<Vec<usize>>,
    mates: Vec<Option<usize>>,
}

/// The search for an augmenting path from a root.
struct Search {
    /// The node from which each was reached over an edge outside the matching.
    parents: Vec<Option<usize>>,
    /// The base of the blossom that each is in.
    bases: Vec<usize>,
    reached: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Matching {
    /// Matches the root and one more; false if no path leads to a free node. Then no perfect
    /// matching exists, since an unmatched root stays unmatched in some maximum matching.
    fn augment(&mut self, root: usize) -> bool {
        let n = self.mates.len();
        let mut search = Search {
            parents: vec![None; n],
            bases: (0..n).collect(),
            reached: vec![false; n],
            queue: VecDeque::from([root]),
        };
        search.reached[root] = true;
        while let Some(from) = search.queue.pop_front() {
            for idx in 0..self.neighbours[from].len() {
                let to = self.neighbours[from][idx];
                if search.bases[from] == search.bases[to] || self.mates[from] == Some(to) {
                    continue;
                }
                let is_outer =
                    to == root || self.mates[to].is_some_and(|mate| search.parents[mate].is_some());
                if is_outer {
                    self.shrink(&mut search, from, to);
                } else if search.parents[to].is_none() {
                    search.parents[to] = Some(from);
                    let Some(mate) = self.mates[to] else {
                        self.flip(&search, to);
                        return true;
                    };
                    search.reached[mate] = true;
                    search.queue.push_back(mate);
                }
            }
        }
        false
    }

    /// The last common base on the ways from two nodes to the root.
    fn common_base(&self, search: &Search, one: usize, other: usize) -> usize {
        let mut is_on_way = vec![false; self.mates.len()];
        let mut node = one;
        loop {
            node = search.bases[node];
            is_on_way[node] = true;
            let Some(next) = self.mates[node].and_then(|mate| search.parents[mate]) else { break };
            node = next;
        }
        let mut node = search.bases[other];
        while !is_on_way[node] {
            let next = self.mates[node].and_then(|mate| search.parents[mate]);
            node = search.bases[next.expect("the root is on both ways")];
        }
        node
    }

    /// Makes one node of the odd circle that the edge between two outer nodes closes.
    fn shrink(&self, search: &mut Search, one: usize, other: usize) {
        let base = self.common_base(search, one, other);
        let mut is_inside = vec![false; self.mates.len()];
        for (start, across) in [(one, other), (other, one)] {
            let (mut node, mut child) = (start, across);
            while search.bases[node] != base {
                let mate = self.mates[node].expect("only the root has no mate");
                is_inside[search.bases[node]] = true;
                is_inside[search.bases[mate]] = true;
                search.parents[node] = Some(child);
                child = mate;
                node = search.parents[mate].expect("the way leads to the root");
            }
        }
        for node in 0..self.mates.len() {
            if is_inside[search.bases[node]] {
                search.bases[node] = base;
                if !search.reached[node] {
                    search.reached[node] = true;
                    search.queue.push_back(node);
                }
            }
        }
    }

    /// Swaps matched and unmatched edges on the way from a free node to the root.
    fn flip(&mut self, search: &Search, end: usize) {
        let mut node = Some(end);
        while let Some(one) = node {
            let other = search.parents[one].expect("the way leads to the root");
            node = self.mates[other];
            self.mates[one] = Some(other);
            self.mates[other] = Some(one);
        }
    }
}
