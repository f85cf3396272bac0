//! UHP, the Universal Hive Protocol of Jon Thysell.
//!
//! Source: "UniversalHiveProtocol", draft proposal, in the wiki of Mzinga. The halves are
//! [`UhpClient`] and [`UhpServer`]; `message` and `reply` have the lines. Knows no rules.
//!
//! # What the document leaves open
//!
//! * One command is in flight at a time, and its answer ends at `ok`. After an `ok` without the due
//!   answer the client waits for a second, in case it was one too many. An answer that begins with
//!   `id` belongs to `info` and to nothing else, and one that is a move belongs to a search: after
//!   `play` or `newgame` it is not accepted. There is no fence: an extra move that comes after
//!   `bestmove` was sent looks like its answer.
//! * An engine that has not introduced itself after 2 s is sent `info`, once.
//! * The engine is brought to a position by `undo` and `play` if it is a few moves away, otherwise
//!   by `newgame GameString`, and if that fails by `newgame GameTypeString` and all moves. The
//!   returned GameString must be of the same game type and have as many moves; its spelling and its
//!   head may differ, and the referee judges them ([`Event::GameState`](crate::protocol::Event)).
//! * There is no stop. A search is ended by starting the engine again
//!   ([`Client::poll_restart`](crate::protocol::Client::poll_restart)), unless it ends by itself
//!   soon; options and position are sent again. Searches without an end of their own (analyses, and
//!   searches without any limit) go deeper step by step, `bestmove depth 1, 2, 3...`, or, if the
//!   engine refuses that, `bestmove time` of 1, 2, 4... s.
//! * A finished game is not searched: engines fail on it. No search is ordered for zero time
//!   either.
//! * `bestmove` takes either a time, in whole seconds, or a depth; if both are wanted, the time
//!   holds. There are no clocks: `play` has a time manager for that, and if less than a second is
//!   left it orders a depth of 1. An engine that refuses that depth is given one second. One that
//!   declares the option [`FRACTIONAL_TIME`] is given milliseconds, once the option is on.
//! * Lines before the last move of an answer may have the form `move;depth;score`; output in the
//!   manner of nokamute on the error output is read too. Values that were not given stay unknown.
//!
//! # Roots of searches
//!
//! [`Root::start`](crate::protocol::Root::start) is the GameTypeString, or a GameString if the game
//! goes on from a position; a move's identity and its step are its canonical MoveString, and
//! [`Root::full`](crate::protocol::Root::full) is the GameString.
//!
//! # Dialects
//!
//! | name | value | meaning |
//! |---|---|---|
//! | `position` | `whole` | every position is sent as a whole game, never by `play` and `undo` |
//! | `analysis` | `time` | analyses go on by time, not depth by depth |
//! | `finished` | `ignored` | the engine's word that a game is over is not accepted |

mod client;
mod deviation;
mod effort;
mod game_string;
mod known_game;
mod message;
mod reply;
mod running;
mod server;
mod setting;
mod settings;

pub use client::UhpClient;
pub use game_string::{GameHead, GameKind, GameState, GameString, is_move_string};
pub use message::{Command, Effort, FRACTIONAL_TIME, NewGame};
pub use reply::{Reply, Thought};
pub use server::{Refusal, Task, UhpServer};
pub use setting::Setting;
pub(super) use settings::{DIALECT, check_option, check_text};
