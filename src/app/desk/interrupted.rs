//! Reviews over the end of the program: what engines have said is kept with the game, and those that
//! were interrupted are offered again.
//!
//! Starts no engine: that waits for the user.

use serde::Deserialize as _;

use super::state::Desk;
use crate::app::reviewing::{kept_wish, saved_wish};
use crate::play::{KnownPosition, KnownReviews};
use crate::store::{SavedKnown, SavedReview};

impl Desk {
    /// The review that is not done, as it is kept with the game.
    pub(super) fn saved_review(&self) -> Option<SavedReview> {
        let (wish, progress) = self.analysis.reviews.unfinished()?;
        Some(saved_wish(wish, progress))
    }

    /// What engines have said in reviews, as it is kept with the game.
    pub(super) fn saved_known(&self) -> Vec<SavedKnown> {
        let known = self.analysis.reviews.known_so_far(self.doc.record());
        let written = |position: &KnownPosition| {
            serde_json::to_value(position).expect("texts and numbers can be written as JSON")
        };
        let saved = |((engine, options), known): (_, KnownReviews)| {
            let positions = known.positions().iter().map(written).collect();
            SavedKnown { engine, options, positions }
        };
        known.into_iter().map(saved).collect()
    }

    /// Takes up again what engines had said in reviews of the game on the board.
    pub(super) fn know_again(&mut self, saved: &[SavedKnown]) {
        for SavedKnown { engine, options, positions } in saved {
            let mut known = KnownReviews::default();
            // A newer program may write some of them in another form.
            let read = |value: &serde_json::Value| KnownPosition::deserialize(value).ok();
            for KnownPosition { id, engine, limit, review } in positions.iter().filter_map(read) {
                known.add(id, &engine, limit, review);
            }
            self.analysis.reviews.know_again((engine.clone(), options.clone()), known);
        }
    }

    /// The review of the game on the board was not done when the program ended: it is offered.
    pub(super) fn offer_review(&mut self, saved: &SavedReview) {
        let Some(wish) = kept_wish(saved) else { return };
        self.analysis.reviews.set_interrupted(wish, saved.progress);
        let (done, all) = saved.progress;
        let text = format!(
            "The analysis of the game was at {done} of {all} when the program ended. \u{201c}Resume \
             this work\u{201d}, beside the progress below the moves, goes on with it."
        );
        self.messages.lasting(text);
    }
}
