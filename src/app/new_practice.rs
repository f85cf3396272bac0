//! A practice that is to begin.
//!
//! Begins none.

use crate::play::practice::Exercise;

/// What is to be practised.
#[derive(Clone, Debug)]
pub(super) struct NewPractice {
    /// What it is called: `Mistakes of White`.
    pub(super) title: String,
    /// In their order.
    pub(super) exercises: Vec<Exercise>,
    /// What could not be taken, in a sentence, and more of that.
    pub(super) problems: Option<(String, Vec<String>)>,
}
