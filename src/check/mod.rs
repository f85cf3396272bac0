//! Conformance: does an engine do what its protocol's document says?
//!
//! A checker talks raw lines, because it must see what a protocol client would smooth over. It uses
//! the sessions for processes and sockets and the games for rules, and never a client machine. It
//! plays no games and decides nothing about an engine: it reports.
//!
//! [`run`] checks one engine; [`steps`] lists what is asked of engines of a protocol, which is also
//! the table in `docs/CONFORMANCE.md` ([`document`]).

mod bench;
mod board;
mod document;
mod guide;
mod hub;
mod nboard;
mod report;
mod ubgi;
mod uhp;
mod wire;

pub use document::document;
pub use report::{Progress, Report, StepInfo, StepReport, Verdict};

use crate::protocol::Protocol;
use crate::session::Launch;
use bench::Bench;

/// Who is told how a check goes on.
pub type Sink<'a> = &'a mut (dyn FnMut(Progress<'_>) + Send);

/// Checks an engine from its start to its end, several starts included, and tells `sink` of every
/// step as it begins and ends. Must run in a tokio runtime with IO and time enabled.
///
/// Never fails: an engine that cannot be started gives a report that says so
/// ([`Report::not_started`]). Dropping the future ends the engine. `launch.config.timeouts_scale`
/// multiplies all limits. The options of the list are sent to Hub engines only (where they decide
/// whether the engine can start); engines of the other protocols are checked as they start.
pub async fn run(launch: Launch, sink: Sink<'_>) -> Report {
    run_steps(launch, &[], sink).await
}

/// As [`run`], with the steps of these names only, besides the handshake, without which the others
/// make no sense. Names that the protocol has not are nothing; no names at all are all steps.
pub async fn run_steps(launch: Launch, only: &[String], sink: Sink<'_>) -> Report {
    let protocol = launch.protocol;
    let bench = Bench::new(launch, only.to_vec());
    match protocol {
        Protocol::Hub => hub::check(bench, sink).await,
        Protocol::Guide => guide::check(bench, sink).await,
        Protocol::NBoard => nboard::check(bench, sink).await,
        Protocol::Uhp => uhp::check(bench, sink).await,
        Protocol::Ubgi => ubgi::check(bench, sink).await,
    }
}

/// What is asked of the engines of a protocol, in order.
#[must_use]
pub fn steps(protocol: Protocol) -> Vec<StepInfo> {
    match protocol {
        Protocol::Hub => bench::infos(hub::STEPS),
        Protocol::Guide => bench::infos(guide::STEPS),
        Protocol::NBoard => bench::infos(nboard::STEPS),
        Protocol::Uhp => bench::infos(uhp::STEPS),
        Protocol::Ubgi => bench::infos(ubgi::STEPS),
    }
}
