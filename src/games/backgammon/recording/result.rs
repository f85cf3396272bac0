//! How a match or a session ended, in the words of a record.
//!
//! Judges nothing that the rules do not say.

use crate::games::backgammon::{Backgammon, Phase};
use crate::games::{GameResult, Outcome, Side};

/// How the match or session ended, as a record has it; `None` while it goes on.
pub(in crate::games::backgammon) fn result_of(pos: &Backgammon) -> Option<GameResult> {
    let Phase::Over { .. } = pos.phase else { return None };
    let ending = pos.ending();
    let margin = ending.margin as i32;
    let margin = match ending.outcome {
        Outcome::WonBy(Side::First) => margin,
        Outcome::WonBy(Side::Second) => -margin,
        Outcome::Draw => 0,
    };
    let reason = ending.reason.to_owned();
    Some(GameResult { outcome: ending.outcome, margin: Some(margin), reason })
}
