//! The engine of a game that waits for a choice.
//!
//! Judges no engine.

use crate::app::words::sentence;
use crate::games::Side;
use crate::play::Cause;
use crate::store::SavedFailure;

/// The engine of a game that waits for a choice.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app::desk) struct Unsettled {
    pub(in crate::app::desk) side: Side,
    pub(in crate::app::desk) cause: Cause,
    /// As its seat is called.
    pub(in crate::app::desk) name: String,
}

impl Unsettled {
    /// What happened, in a sentence.
    pub(in crate::app::desk) fn said(&self) -> String {
        sentence(&self.cause.said_of(&self.name))
    }

    /// As it is kept with its game.
    pub(in crate::app::desk) fn saved(&self) -> SavedFailure {
        SavedFailure {
            seat: self.side.idx(),
            name: self.name.clone(),
            kind: self.cause.kind().to_owned(),
            detail: self.cause.detail().into_owned(),
            error_output: self.cause.error_output().to_vec(),
        }
    }

    /// As it was kept; `None` where it makes no sense.
    pub(in crate::app::desk) fn of_saved(saved: &SavedFailure) -> Option<Self> {
        let side = *Side::BOTH.get(saved.seat)?;
        let name = saved.kind.parse().ok()?;
        let cause = Cause::named(name, &saved.detail, &saved.error_output);
        Some(Self { side, cause, name: saved.name.clone() })
    }
}
