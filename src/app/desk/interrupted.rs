//! Reviews that the end of the program has interrupted: kept with their game, and offered again.
//!
//! Starts no engine: that waits for the user.

use super::state::Desk;
use crate::app::reviewing::{kept_wish, saved_wish};
use crate::store::SavedReview;

impl Desk {
    /// The review that is not done, as it is kept with the game.
    pub(super) fn saved_review(&self) -> Option<SavedReview> {
        let (wish, progress) = self.analysis.reviews.unfinished()?;
        Some(saved_wish(wish, progress))
    }

    /// The review of the game on the board was not done when the program ended: it is offered.
    pub(super) fn offer_review(&mut self, saved: &SavedReview) {
        let Some(wish) = kept_wish(saved) else { return };
        self.analysis.reviews.set_interrupted(wish, saved.progress);
        let (done, all) = saved.progress;
        let text = format!(
            "The analysis of the game was at {done} of {all} when the program ended. \u{201c}Resume \
             this work\u{201d} above the list of moves begins it again."
        );
        self.messages.lasting(text);
    }
}
