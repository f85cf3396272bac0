//! NBoard, the Othello protocol of Chris Welty's GUI of that name, version 2.
//!
//! Source: "NBoard Protocol", with the behaviour of its own GUI where the document is silent. The
//! halves are [`NBoardClient`] and [`NBoardServer`]; `message` has the lines. Knows no rules.
//!
//! # What the document leaves open
//!
//! * Evaluations and the values of `analysis` are in discs from the view of the side to move. Of a
//!   pair `a,b` the first counts under contempt above 0, the second below 0, else the mean.
//! * `hint` has no end. It is taken to be finished when, after a status that says the engine is at
//!   work and at least one move, the status is cleared or says `... is waiting`: the first is what
//!   the document's sample code and NTest do, the second is Edax. Otherwise it goes on until it is
//!   ended by the program.
//! * `analyze` has no end either, and `learn` may never be answered: neither is sent.
//! * A search without a depth of its own gets the option `depth`, 60 where that is not set: as deep
//!   as time allows. Of a `go` that has one, the smaller of both holds.
//!
//! # Time
//!
//! Engines obey the depth and most ignore the clock in the game. So the host keeps their time: a
//! `go` that has a time for its move asks for a depth that the engine is expected to finish in it,
//! by what its earlier searches took. Nothing is known before the first one, which is shallow.
//! Shortly before the time is used up the engine is told to move by `ping`, as much earlier as it
//! has been slow to react. Where it does not answer, its move is waited for until half of its clock
//! is used up (without a clock: until its time is); then the best line that it has sent counts, and
//! what it says later is ignored. An engine that does not end such a search before the next one has
//! waited too long is started again, and what it has shown of its speed is kept. Where it stops
//! without an answer and has sent no line, it is asked once more, for one ply.
//!
//! # Fences
//!
//! Position, settings, `ping n` and the order are written at one go, and nothing is believed before
//! `pong n`. Where a search is running it is ended by a `ping` of its own first, and nothing else
//! is sent before that is answered: never are two searches queued. The ping is repeated, because
//! one that is read just before the search begins is lost.
//!
//! # Dialects
//!
//! | name | value | meaning |
//! |---|---|---|
//! | `stop` | `no` | the engine answers a `ping` only when its search is finished |
//! | `deepen` | `yes` | the engine lists the moves of a `hint` only when it has finished (Edax) |
//! | `hint-end` | `none` | the status says nothing about the end of `hint` |
//! | `clock` | `engine` | the engine obeys the clock in the game: it divides its time itself |
//!
//! * `stop = no`, which the document permits: a search that is ended is waited for without a deadline,
//!   and [`Capabilities::stop`](crate::protocol::Capabilities::stop) is false. No `ping` is sent when
//!   the time for a move is used up: the depths are chosen so that the searches end by themselves.
//! * `deepen = yes`: an analysis is asked for depth by depth, so that there is something to see
//!   meanwhile.

mod client;
mod deviation;
mod message;
mod pace;
mod running;
mod sent_state;
mod server;
mod settings;
mod stopping;
mod timed;

pub use client::NBoardClient;
pub use message::{Best, Command, Evaluation, Played, Reply, Value, declared_version, names_depth};
pub use server::{NBoardServer, OrderId};
pub(super) use settings::{DIALECT, check_option};
