//! Reviews that the end of the program has interrupted: kept with their game, and offered again.
//!
//! Starts no engine: that waits for the user.

use super::state::Desk;
use crate::app::command::ReviewWish;
use crate::games::Side;
use crate::store::SavedReview;

impl Desk {
    /// The review that is not done, as it is kept with the game.
    pub(super) fn saved_review(&self) -> Option<SavedReview> {
        let (wish, progress) = self.analysis.reviews.unfinished()?;
        let ReviewWish { engines, side, plies, from_end, variations } = wish;
        let written = |(name, effort): &(String, _)| {
            let effort = serde_json::to_value(effort).expect("a limit is a number with its kind");
            (name.clone(), effort)
        };
        Some(SavedReview {
            engines: engines.iter().map(written).collect(),
            side: side.map(Side::idx),
            plies: (*plies.start(), *plies.end()),
            from_end: *from_end,
            variations: *variations,
            progress,
        })
    }

    /// The review of the game on the board was not done when the program ended: it is offered.
    pub(super) fn offer_review(&mut self, saved: &SavedReview) {
        let read = |(name, effort): &(String, serde_json::Value)| {
            Some((name.clone(), serde_json::from_value(effort.clone()).ok()?))
        };
        let engines: Vec<_> = saved.engines.iter().filter_map(read).collect();
        // A newer program may know other limits.
        if engines.is_empty() {
            return;
        }
        let (first, last) = saved.plies;
        let wish = ReviewWish {
            engines,
            side: saved.side.and_then(|idx| Side::BOTH.get(idx).copied()),
            plies: first..=last,
            from_end: saved.from_end,
            variations: saved.variations,
        };
        self.analysis.reviews.set_interrupted(wish, saved.progress);
        let (done, all) = saved.progress;
        let text = format!(
            "The analysis of the game was at {done} of {all} when the program ended. \u{201c}Resume \
             this work\u{201d} above the list of moves begins it again."
        );
        self.messages.lasting(text);
    }
}
