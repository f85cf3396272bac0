//! UBGI, the Universal Backgammon Interface of Øystein Schønning-Johansen.
//!
//! Source: "Universal Backgammon Interface (UBGI) Protocol (Draft 0.01)", 2025. The halves are
//! [`UbgiClient`] and [`UbgiServer`]; `message`, `reply`, `action` and `analysis` have the lines.
//! The extension for analyses is ours: `docs/UBGI-ANALYSIS.md`. Knows no rules.
//!
//! # What the document leaves open
//!
//! * The client asks one question at a time, and its answer is the next line that can be one: an
//!   action, a blank line or `sorry`. A blank line is an answer only to the question for a play,
//!   and only when nothing follows it within 0.25 s.
//! * After `stop` the client waits 1.5 s for the answer; then it has the engine started again
//!   ([`Client::poll_restart`](crate::protocol::Client::poll_restart)). It also restarts an engine
//!   whose `sorry` could belong to the `stop` or to the question: it never guesses which. An engine
//!   that is silent when it is asked to rank is sent the position alone after 1 s; as it may answer
//!   both, it is started again before another position is sent, unless both answers, or a `sorry`,
//!   have come. One that was told to stop before that second had passed is started again at its
//!   end.
//! * After a `sorry` to a position, or an answer that the referee does not take, nothing shows
//!   which question the next answer belongs to: an engine without fences is started again before
//!   the next position. A first `sorry` about the cube only means that the engine does not know the
//!   cube.
//! * The position contains the question: dice, no dice, or a double (`rules.md` 5.4). The one who
//!   rolls, moves or doubles is always the bottom player, and turn is always 1.
//! * An engine that is sorry about the cube rolls. Other words for the same answers are read, and
//!   the referee handles an answer that is not legal.
//! * The draft has no words for time, depth or other limits.
//!
//! # The later dialects
//!
//! Those of bungogood (v0.1, v0.2), recognised by their `ubgiok`; `option`, `key` and `proto` lines
//! show which one it is. There every step is fenced by `isready`: a refusal before `readyok` voids
//! the step. The one who decides is always `p0`. v0.1 is sent session, score, cube and turn when
//! they change; v0.2 has no words for them. Limits of `go` are optional: an engine that refuses
//! them is asked without them, and from then on it never gets them. Each complaint is reported
//! once. Dice are sent for every search. Neither dialect has the question whether to take. An
//! engine of the draft that declares options or the extension is fenced, too; if it keeps to the
//! order (the extension), every question is fenced, and an answer before `readyok` is not accepted.
//! An extra answer of an engine without fences looks like the answer to the next question.
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
//! | `stop` | `no` | the engine does not know `stop`: it is started again if a search must end |
//! | `go` | `role`, `plain` | `go role chequer` or `go chequer` in the later dialects; usual is the form of each document |
//! | `take` | `drop` | the decision of an engine that cannot be asked |
//! | `version` | `draft`, `v0.1`, `v0.2` | the document: the later dialect of an engine that ends its handshake by `ubgiok`, and the standard for a check; usual is the one that the handshake shows |

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
