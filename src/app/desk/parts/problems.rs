//! Problems with engines that the user has seen.
//!
//! Words none.

use crate::games::Side;

/// A problem with an engine that was told.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::app::desk) struct ToldProblem {
    /// The seat of the engine (0 is the first side).
    pub(in crate::app::desk) seat: Option<usize>,
    /// The session that can be started again.
    pub(in crate::app::desk) session: Option<u64>,
    /// The number of its bundle, which `attach` gives.
    pub(in crate::app::desk) bundle: Option<u64>,
}

impl ToldProblem {
    /// A problem with the engine on this seat.
    pub(in crate::app::desk) fn at_seat(side: Side, session: Option<u64>) -> Self {
        Self { seat: Some(side.idx()), session, bundle: None }
    }

    /// A problem with an engine on no seat.
    pub(in crate::app::desk) fn of_session(session: Option<u64>) -> Self {
        Self { session, ..Self::default() }
    }
}
