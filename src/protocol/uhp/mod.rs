//! UHP, the Universal Hive Protocol of Jon Thysell.
//!
//! Source: "UniversalHiveProtocol", draft proposal, in the wiki of Mzinga. The halves are
//! [`UhpClient`] and [`UhpServer`]; `message` and `reply` have the lines. Knows no rules.
//!
//! # What the document leaves open
//!
//! * One command is in flight at a time, and its answer ends at `ok`. An `ok` without an answer
//!   where one is due is waited out for a second, in case it was one too many; an answer that
//!   begins with `id` belongs to `info` and to nothing else, and one that is a move to a search: after
//!   `play` or `newgame` it is not believed. There is no fence: a move too many that comes after
//!   `bestmove` was sent cannot be told from its answer.
//! * An engine that has not introduced itself after 2 s is asked `info`, once.
//! * The engine is brought to a position by `undo` and `play` where it is a few moves away, else by
//!   `newgame GameString`, and if that fails by `newgame GameTypeString` and all moves. The GameString
//!   that comes back must be of the same game type and have as many moves; its spelling and its head
//!   are its own, and the referee's business ([`Event::GameState`](crate::protocol::Event)).
//! * There is no stop. A search is ended by starting the engine again
//!   ([`Client::poll_restart`](crate::protocol::Client::poll_restart)), unless it ends by itself
//!   soon; options and position are told again. Searches without an end of their own (analyses, and
//!   searches without any limit) go deeper step by step, `bestmove depth 1, 2, 3...`, or where the
//!   engine refuses that `bestmove time` of 1, 2, 4... s.
//! * A finished game is not searched: engines fail on it. Neither is anything for zero time.
//! * `bestmove` takes either a time, in whole seconds, or a depth; where both are wanted, the time
//!   holds. There are no clocks: `play` has a time manager for that, and where less than a second
//!   is left it asks for a depth of 1. An engine that refuses that depth is given one second. One
//!   that declares the option [`FRACTIONAL_TIME`] is given milliseconds, once the option is on.
//! * Lines before the last move of an answer may say `move;depth;score`; what is printed on the
//!   error output in the manner of nokamute is read too. What is not said stays unknown.
//!
//! # Roots of searches
//!
//! [`Root::start`](crate::protocol::Root::start) is the GameTypeString, or a GameString where the game
//! goes on from a position; a move's identity and its
//! step are its canonical MoveString, and [`Root::full`](crate::protocol::Root::full) is the
//! GameString.
//!
//! # Dialects
//!
//! | name | value | meaning |
//! |---|---|---|
//! | `position` | `whole` | every position is sent as a whole game, never by `play` and `undo` |
//! | `analysis` | `time` | analyses go on by time, not depth by depth |
//! | `finished` | `ignored` | what the engine says of the end of a game is not believed |

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
pub use game_string::{GameKind, GameState, GameString, is_move_string};
pub use message::{Command, Effort, FRACTIONAL_TIME, NewGame};
pub use reply::{Reply, Thought};
pub use server::{Refusal, Task, UhpServer};
pub use setting::Setting;
pub(super) use settings::{DIALECT, check_option, check_text};
