//! Wishes for reviews, of one game and of many: as they are kept on disk, and what no engine can do.
//!
//! Starts no engine.

use super::command::ReviewWish;
use crate::games::Side;
use crate::play::ReviewEffort;
use crate::protocol::Protocol;
use crate::store::SavedReview;

/// The wish as it is kept, with how far it is.
pub(super) fn saved_wish(wish: &ReviewWish, progress: (usize, usize)) -> SavedReview {
    let ReviewWish { engines, side, plies, from_end, variations } = wish;
    let written = |(name, effort): &(String, _)| {
        let effort = serde_json::to_value(effort).expect("a limit is a number with its kind");
        (name.clone(), effort)
    };
    SavedReview {
        engines: engines.iter().map(written).collect(),
        side: side.map(Side::idx),
        plies: (*plies.start(), *plies.end()),
        from_end: *from_end,
        variations: *variations,
        progress,
    }
}

/// The wish that was kept; `None` where no engine of it is known: a newer program may have other limits.
pub(super) fn kept_wish(saved: &SavedReview) -> Option<ReviewWish> {
    let read = |(name, effort): &(String, serde_json::Value)| {
        Some((name.clone(), serde_json::from_value(effort.clone()).ok()?))
    };
    let engines: Vec<_> = saved.engines.iter().filter_map(read).collect();
    let (first, last) = saved.plies;
    let side = saved.side.and_then(|idx| Side::BOTH.get(idx).copied());
    let (from_end, variations) = (saved.from_end, saved.variations);
    let wish = ReviewWish { engines, side, plies: first..=last, from_end, variations };
    (!wish.engines.is_empty()).then_some(wish)
}

/// Why an engine cannot keep to this limit, as a sentence.
pub(super) fn limit_fault(name: &str, effort: ReviewEffort, protocol: Protocol) -> Option<String> {
    let cannot = matches!(effort, ReviewEffort::Nodes(_)) && !protocol.may_limit_nodes();
    cannot.then(|| {
        format!(
            "{name} cannot be limited to nodes: {protocol} has no such limit. Give it a time or a depth."
        )
    })
}
