//! UBGI, the Universal Backgammon Interface of Øystein Schønning-Johansen.

mod action;
mod analysis;
mod message;
mod option;
mod position;
mod server;

pub use action::Action;
pub use analysis::{AnalysisLine, AnalysisReply, AnalysisRequest};
pub use message::{Command, Go};
pub use position::{PositionText, PositionTexts, Question};
pub use server::{Identity, Task, UbgiServer};
