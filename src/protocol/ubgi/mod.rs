//! UBGI, the Universal Backgammon Interface of Øystein Schønning-Johansen.
//!
//! Source: "Universal Backgammon Interface (UBGI) Protocol (Draft 0.01)", 2025. The halves are
//! [`UbgiClient`] and [`UbgiServer`]; `message`, `reply`, `action` and `analysis` have the lines. The
//! extension for analyses is ours: `docs/UBGI-ANALYSIS.md`. Knows no rules.
//!
//! # What the document leaves open
//!
//! * One question is asked at a time, and its answer is the next line that can be one: an action, a
//!   blank line or `sorry`. A blank line is an answer only where a play is asked for, and only when
//!   nothing follows it within 0.25 s.
//! * After `stop` the answer is waited for 1.5 s; then the engine is started again
//!   ([`Client::poll_restart`](crate::protocol::Client::poll_restart)). So is one whose `sorry` could
//!   belong to the `stop` or to the question: it is never guessed which. An engine that is silent when
//!   it is asked to rank is sent the position alone after 1 s; as it may answer both, it is started
//!   again before another position is sent, unless both answers, or a `sorry`, have come. One
//!   that was told to stop before that second had passed is started again at its end.
//! * After a `sorry` to a position, or an answer that the referee does not take, nothing shows which
//!   question the next answer belongs to: an engine without fences is started again before the next
//!   position. A first `sorry` about the cube is a word about the cube.
//! * Which question is asked lies in the position: dice, no dice, or a double (`rules.md` 5.4). The
//!   one who rolls, moves or doubles is always the bottom player, and turn is always 1.
//! * An engine that is sorry about the cube rolls. Other words for the same answers are read, and an
//!   answer that is not legal is the referee's business.
//! * Time, depth and the like cannot be told to an engine of the draft.
//!
//! # The later dialects
//!
//! Those of bungogood (v0.1, v0.2), known by their `ubgiok`; `option`, `key` and `proto` lines tell
//! which. There every step is fenced by `isready`: what is refused before `readyok` voids the step. The
//! one who decides is always `p0`. v0.1 is told session, score, cube and turn when they change, v0.2
//! has no words for them. Limits of `go` are optional: an engine that refuses them is asked without
//! them, from then on at once. What it complains of is told once. Dice are told for every search. Whether to take cannot be asked in either.
//! An engine of the draft that declares options or the extension is fenced, too; where it keeps to the
//! order (the extension) every question is, and an answer before `readyok` is not believed. An answer
//! too many of an engine without fences cannot be told from the answer to the question that follows.
//!
//! # Roots of searches
//!
//! [`Root::full`](crate::protocol::Root::full) holds [`PositionTexts`], one a line. There are no
//! moves: an engine knows only the position.
//!
//! # Dialects
//!
//! | name | value | meaning |
//! |---|---|---|
//! | `position` | `xgid`, `rawboard`, `gnubgid` | how positions are written; usual is XGID in the draft, which does not know the third, and `gnubgid` in the later ones, which do not know the second |
//! | `analysis` | `no` | the extension is not even tried |
//! | `stop` | `no` | the engine does not know `stop`: it is started again where a search must end |
//! | `go` | `role`, `plain` | `go role chequer` or `go chequer` in the later dialects; usual is what each document has |
//! | `take` | `drop` | what an engine decides that cannot be asked |
//! | `version` | `draft`, `v0.1`, `v0.2` | the document: which of the later dialects an engine means that ends its handshake by `ubgiok`, and what a check judges it by; usual is what the handshake shows |

mod action;
mod analysis;
mod client;
mod deviation;
mod message;
mod option;
mod peer;
mod position;
mod reply;
mod running;
mod server;
mod settings;

pub use action::Action;
pub use analysis::{AnalysisLine, AnalysisReply, AnalysisRequest};
pub use client::UbgiClient;
pub use message::{Command, Go};
pub use position::{PositionText, PositionTexts, Question};
pub(crate) use reply::may_mean_form;
pub use reply::{Best, Reply, Thought};
pub use server::{Identity, Task, UbgiServer};
pub(super) use settings::{DIALECT, check_option, check_text};
