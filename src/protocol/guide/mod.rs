//! GUIDE, the draughts protocol of Bert Tuyt and Michel Grimminck, version 0.5, over TCP.
//!
//! Source: "Graphical Universal Interface Draughts Engines, Version 0.5, May 2004". The halves are
//! [`GuideClient`] and [`GuideServer`]; `command` and `reply` have the messages, `notation` has the
//! parts of both. Knows no rules and no sockets: the session decides which side listens.
//!
//! # What the document leaves open
//!
//! * Nothing is sent before `engineok`, except `guide` once if the engine has not sent its name
//!   within 1 s. One that is still without a name at its `engineok` is sent `guide` then, since in
//!   the document `name` follows it. Then `capabilities`: no answer within 1 s means all except
//!   `offerdraw`, `enginemode` and `setcomment`. A command that an engine reports as not
//!   implemented is not sent again.
//! * Options are declared before the engine is ready; afterwards only known ones are declared
//!   again.
//! * If the engine answers `ping`, one stands as a fence between the messages that bring the engine
//!   to the position and `go`, so that the search begins when the engine is ready; and one after
//!   `halt 0`. A `move` that comes before the `pong` is dropped; the board is sent again, and the
//!   engine is asked for its board, with a fence of its own behind it. If it still has another
//!   board after it was sent the game move by move, the search is given up. An extra `move` that
//!   comes after the `pong`, or from an engine that has no `ping`, looks like the answer.
//! * An `error` between a board and the `pong` behind it that names no command besides the board's
//!   is taken for the refusal of the board, since the engine has the old board then: the board is
//!   sent once more, and the engine is asked for it. A second refusal ends the search.
//! * The current position of a `game` is its end. Within a game that the engine has, `forward` and
//!   `jumpto` are enough; a few moves at its end are sent one by one.
//! * A search that explains a position is ended by `halt 0` and has no answer; the analysis of a
//!   game ends likewise, or when the engine reported nothing on it for 30 s.
//! * Time is sent as the document wants it: the whole time once, and with each `go` the time that
//!   both sides have used. The client keeps the difference equal to the time on the clock.
//! * An engine that has no `halt` is started again if a search must end, unless the search is one
//!   for a move with an end of its own, and ends within 2 s. One without `levelsinfiniteanalysis`
//!   is given a day, or a depth that no search reaches.
//! * A level that an engine does not have, or refuses by name, is not sent again. Sudden death
//!   stands for several controls, a fixed time for a clock; for the rest the search has no end, and
//!   the host ends it by `halt 1` when its time is used up or its depth is reported.
//! * A search that a person has started in the console is ended by `halt 0` in front of the next
//!   board, and its move is dropped like one that crosses a `halt`.
//! * Pondering is a `go` after the expected reply, as the document hints. The move that it may end
//!   with is kept until the reply was made.
//! * `quit` is waited for at most 3 s.
//!
//! # Dialects
//!
//! | name | value | meaning |
//! |---|---|---|
//! | `score` | `white` | scores are from White's point of view, not from the side's to move |
//! | `game` | `jump` | after a `game` the engine stands at its start: a `jumpto` follows |
//! | `game` | `steps` | the engine does not take a `game`: `position` and `move` are sent |

mod abilities;
mod client;
mod command;
mod deviation;
mod notation;
mod pings;
mod reply;
mod running;
mod sent_setup;
mod server;
mod settings;

pub use client::GuideClient;
pub use command::{Command, EngineMode, Level, Opponents};
pub use notation::{Board, GameText, Move};
pub use reply::{OptionLine, OptionType, Reply, SearchInfo};
pub use server::{Assignment, GuideServer, Identity, OrderId, Task};
pub(super) use settings::{DIALECT, check_option};
