//! Reviews over the end of the program: what engines have said is kept with the game, and those that
//! were interrupted are offered again.
//!
//! Starts no engine: that waits for the user.

use serde::Deserialize as _;

use super::state::Desk;
use crate::app::command::ReviewWish;
use crate::games::Side;
use crate::play::{KnownPosition, KnownReviews};
use crate::store::{SavedKnown, SavedReview};

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
             this work\u{201d}, beside the progress below the moves, goes on with it."
        );
        self.messages.lasting(text);
    }
}
