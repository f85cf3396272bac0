//! The states of engines in a match: what the host has just said, in every protocol.
//!
//! States that only analyses have (NBoard `hint`, `analyze` and `learn`, the extension of UBGI) are in
//! the tests of their protocols: there is no game record that could be whole.

use quintet::protocol::Protocol;

/// In which part of an engine's life something goes wrong.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Phase {
    /// Before it is ready.
    Starting,
    /// In the middle of a game, when no move is due.
    Playing,
    /// When its move is due.
    Answering,
    /// When it is sent home.
    Ending,
}

/// One state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineState {
    pub(crate) protocol: Protocol,
    pub(crate) phase: Phase,
    /// The word of the host that brings it about, and which time it is said; `start` before any.
    pub(crate) moment: &'static str,
    /// What the engine does to get there.
    pub(crate) before: &'static [&'static str],
    /// What it does after the fault, unless that is its end.
    pub(crate) after: &'static [&'static str],
    /// Causes that are as good here as those of the fault.
    pub(crate) lax: &'static str,
    /// The match is played with pondering.
    pub(crate) ponders: bool,
}

const fn state(protocol: Protocol, phase: Phase, moment: &'static str) -> EngineState {
    EngineState { protocol, phase, moment, before: &[], after: &[], lax: "", ponders: false }
}

impl EngineState {
    const fn before(self, before: &'static [&'static str]) -> Self {
        Self { before, ..self }
    }

    /// Reached by a search that does not end by itself: its answer is held back until it is stopped.
    const fn held(self, before: &'static [&'static str], after: &'static [&'static str]) -> Self {
        Self { before, after, lax: "lost on time", ..self }
    }

    const fn lax(self, lax: &'static str) -> Self {
        Self { lax, ..self }
    }

    /// The word of the host ends a search that has begun before, or begins one whose answer waits.
    pub(crate) fn ends_search(&self) -> bool {
        !self.after.is_empty() || self.ponders
    }

    /// On the time of the other, who plays what was expected.
    const fn pondering(self) -> Self {
        Self { ponders: true, ..self }
    }

    /// The same, and the other plays something else; in a game without a choice it may not come to it.
    const fn pondering_in_vain(self) -> Self {
        self.before(&["--misguess"]).lax("once").pondering()
    }
}

use Phase::{Answering, Ending, Playing, Starting};
use Protocol::{Guide, Hub, NBoard, Ubgi, Uhp};

/// An engine that says nothing to this question is ready all the same, and fails in its game.
const OPTIONAL: &str = "stalled|lost on time|crashed";

/// All states of all protocols. UHP has no word for stop: its client kills the engine.
pub(crate) const STATES: &[EngineState] = &[
    state(NBoard, Starting, "start"),
    state(NBoard, Starting, "hello"),
    state(NBoard, Starting, "set:1"),
    state(NBoard, Starting, "ping:1"),
    state(NBoard, Playing, "move:2"),
    state(NBoard, Playing, "ping:3"),
    state(NBoard, Answering, "go:2"),
    state(NBoard, Answering, "ping:4").held(&["hold@go:2"], &["release@ping:4"]),
    state(NBoard, Ending, "quit"),
    state(Hub, Starting, "start"),
    state(Hub, Starting, "hub"),
    state(Hub, Starting, "init"),
    state(Hub, Starting, "ping:1").lax(OPTIONAL),
    state(Hub, Playing, "new-game:2").lax("once"),
    state(Hub, Playing, "pos:2"),
    state(Hub, Playing, "level:2"),
    state(Hub, Playing, "ping:3"),
    state(Hub, Answering, "go:2"),
    state(Hub, Answering, "stop:1").held(&["hold@go:2"], &["release@stop:1"]),
    state(Hub, Answering, "go:2").pondering(),
    state(Hub, Answering, "ponder-hit:1").lax("once").pondering(),
    state(Hub, Playing, "stop:1").pondering_in_vain(),
    state(Hub, Ending, "quit"),
    state(Guide, Starting, "start"),
    state(Guide, Starting, "open"),
    state(Guide, Starting, "guide").before(&["--mute"]),
    state(Guide, Starting, "capabilities:1").lax(OPTIONAL),
    state(Guide, Playing, "ping:2"),
    state(Guide, Answering, "go:2"),
    state(Guide, Answering, "halt:1").held(&["hold@go:2"], &["release@halt:1"]),
    state(Guide, Answering, "go:2").pondering(),
    state(Guide, Playing, "halt:1").pondering_in_vain(),
    state(Guide, Ending, "quit"),
    state(Uhp, Starting, "start"),
    state(Uhp, Starting, "info").before(&["--no-banner"]),
    state(Uhp, Starting, "options:1"),
    state(Uhp, Playing, "newgame:1"),
    state(Uhp, Playing, "validmoves:2"),
    state(Uhp, Playing, "play:2"),
    state(Uhp, Answering, "bestmove:2"),
    state(Uhp, Ending, "exit"),
    state(Ubgi, Starting, "start"),
    state(Ubgi, Starting, "ubgi"),
    state(Ubgi, Playing, "isready:2"),
    state(Ubgi, Answering, "position:2"),
    state(Ubgi, Answering, "stop:1").held(&["hold@position:2"], &["release@stop:1"]),
    state(Ubgi, Ending, "quit"),
];
