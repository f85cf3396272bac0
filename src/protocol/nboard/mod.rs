//! NBoard, the Othello protocol of Chris Welty's GUI of that name, version 2.
//!
//! Source: "NBoard Protocol", with the behaviour of its own GUI for details that it leaves open.
//! The halves are [`NBoardClient`] and [`NBoardServer`]; `message` has the lines. Knows no rules.
//!
//! # What the document leaves open
//!
//! * Evaluations and the values of `analysis` are in discs from the point of view of the side to
//!   move. Of a pair `a,b` the first counts under contempt above 0, the second below 0, else the
//!   mean.
//! * `hint` has no end. It is taken to be finished when, after a status that says the engine is at
//!   work and at least one move, the status is cleared or says `... is waiting`: the document's
//!   sample code and NTest do the former, Edax does the latter. Otherwise it goes on until the
//!   program ends it.
//! * `analyze` has no end either, and `learn` may never be answered: neither is sent.
//! * A search without a depth of its own gets the option `depth`, or 60 if that is not set: as deep
//!   as time allows. If a `go` has a depth of its own, the smaller of both holds.
//!
//! # Time
//!
//! Engines obey the depth and most ignore the clock in the game. So the host keeps their time: a
//! `go` that has a time for its move gets a depth that the engine is expected to finish in it, by
//! the times of its earlier searches. Nothing is known before the first one, which is shallow.
//! Shortly before the time is used up the host tells the engine to move by `ping`, as much earlier
//! as it has been slow to react. If it does not answer, the host waits for its move until half of
//! its clock is used up (without a clock: until its time is); then the best line that it has sent
//! counts, and its later lines are ignored. An engine that does not end such a search before the
//! next one has waited too long is started again, and the client keeps what it knows of its speed.
//! If it stops without an answer and has sent no line, it is asked once more, for one ply.
//!
//! # Fences
//!
//! Position, settings, `ping n` and the order are written at one go, and reports before `pong n`
//! are not accepted. A running search is ended by a `ping` of its own first, and nothing else is
//! sent before that is answered: two searches are never queued. The ping is repeated, because one
//! that is read just before the search begins is lost.
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
//! * `stop = no`, which the document permits: the client waits for the end of a search without a
//!   deadline, and [`Capabilities::stop`](crate::protocol::Capabilities::stop) is false. No `ping`
//!   is sent when the time for a move is used up: the depths are chosen so that the searches end by
//!   themselves.
//! * `deepen = yes`: the client requests an analysis depth by depth, so that there is something to
//!   see meanwhile.

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
