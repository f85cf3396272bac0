//! Hub, the draughts protocol of Fabien Letouzey, version 2.
//!
//! Source: "Hub protocol for draughts, version 2 (used by Scan 3.1 and Hub 2.1)" of 2019-07-06.
//! The halves are [`HubClient`] and [`HubServer`]; `message` has the lines. Knows no rules.
//!
//! # What the document leaves open
//!
//! * Every search is sent whole: `pos`, `level`, `go`. In Scan both `pos` and the search clear the
//!   level.
//! * An engine answers `go` with exactly one `done`, also after `stop` and in an analysis; it does
//!   not answer a `stop` that finds no search. So `done` is counted: no position is sent before the
//!   `done` of the search before it. `done` has no number, and an engine may send one twice, or
//!   late; so a `ping` is sent between `level` and `go`, without waiting, and reports that come
//!   before its `pong` are not accepted. The client finds out once, after `ready`, whether an
//!   engine answers `ping`: one that does not within the deadline for `stop`, or within 0.25 s of
//!   an `error`, is not sent it again unless its `pong` comes late.
//! * A fence cannot detect every extra `done`. It misses one from an engine that has no `ping`,
//!   unless it comes while the engine has nothing to do; and one that comes after the `pong` (from
//!   a search that an engine goes on with although it has answered it). Such a `done` is taken for
//!   the answer.
//! * An engine may end any search by itself. An analysis is then over, and its reports stay; when
//!   the engine ponders, its answer waits for `ponder-hit`.
//! * An `error` does not say what it is about. One between `pos` and `done` makes the answer void:
//!   the engine kept its old position, or does not take the `level`. If every form of `level` of
//!   the search has ended a search before, the error is about the position. Otherwise the search is
//!   ordered once more, with a `ping` behind each line (without `ping`: once more without `level`).
//!   A form that is refused is not sent again: the host divides the clock, and ends the search by
//!   `stop` when its time is used up, or its depth or nodes are reported.
//! * A `stop` or a `ponder-hit` may cross the `done`, and be answered by an `error`, too: after
//!   those a `ping` goes before `pos` as well, and an error that comes before its `pong` is only
//!   reported.
//! * The engine adds the increment before it moves, so the clock is sent without it.
//! * Scores are in men from the point of view of the side to move; over 90 a win is in sight. `nps`
//!   is in millions, unless it is too large for that.
//! * Values are checked against their declaration before they are sent, and only those that differ
//!   are sent, all before `init`: another value means another start of the engine. `variant` is set
//!   from the game; an engine that does not declare it plays the international game only.
//!
//! # Roots of searches
//!
//! [`Root::start`](crate::protocol::Root::start) is the position the game began with (51 letters),
//! each move's `step` is Hub's notation, and [`Root::full`](crate::protocol::Root::full) holds the
//! arguments of `pos` for the history that matters: `pos=... moves="..."` from the last move that
//! cannot be taken back.
//!
//! # Dialects
//!
//! | name | value | meaning |
//! |---|---|---|
//! | `history` | `full` | the game is sent from its start, not from the last irreversible move |
//! | `captures` | `short` | captures of one piece are sent as `28x19`, not `28x19x23`; not set: as soon as the engine itself writes so |
//! | `score` | `white` | scores are from White's view |
//! | `ping` | `no` | no `ping` is ever sent |
//! | `info` | `think` | the engine shows something only in `go think`: analyses are asked for so |

mod client;
mod deviation;
mod levels;
mod message;
mod param;
mod running;
mod server;
mod settings;
mod syntax;

pub use client::HubClient;
pub use message::{Command, Done, GoMode, Id, Level, LevelClock, Place, Reply, Thought};
pub use param::{CheckedValue, Param, ParamKind};
pub use server::{HubServer, Order, OrderId, Task};
pub(super) use settings::{DIALECT, check_option, check_text};
