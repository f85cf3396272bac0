//! Conformance: checks whether an engine does what its protocol's document says.
//!
//! A checker talks raw lines, because it must see what a protocol client would smooth over. It uses
//! the sessions for processes and sockets and the games for rules, and never a client machine. It
//! plays no games and takes no action about an engine: it reports.
//!
//! [`run`] checks one engine; [`steps`] lists the checks of a protocol, which is also the table in
//! `docs/CONFORMANCE.md` ([`document`]).

mod board;
mod document;
mod guide;
mod hub;
mod limits;
mod listening;
mod nboard;
mod report;
mod test_bench;
mod ubgi;
mod uhp;
mod values;
mod wire;

pub use document::document;
pub use report::{Progress, Report, StepInfo, StepReport, Verdict};

use crate::protocol::Protocol;
pub use crate::session::Crowding;
use crate::session::Launch;
use test_bench::TestBench;

/// The receiver of a check's events.
pub type Sink<'a> = &'a mut (dyn FnMut(Progress<'_>) + Send);

/// Checks an engine from its start to its end, several starts included, and reports every step to
/// `sink` as it begins and ends. Must run in a tokio runtime with IO and time enabled.
///
/// Never fails: an engine that cannot be started gives a report that says so
/// ([`Report::not_started`]). Dropping the future ends the engine. `launch.config.timeouts_scale`
/// multiplies all limits. The options of the list are sent to Hub engines only (where they decide
/// whether the engine can start); engines of the other protocols are checked as they start.
pub async fn run(launch: Launch, sink: Sink<'_>) -> Report {
    run_steps(launch, &[], sink).await
}

/// As [`run`], with the steps of these names only, besides the handshake, without which the others
/// make no sense. Unknown names are ignored; an empty list means all steps.
pub async fn run_steps(launch: Launch, only: &[String], sink: Sink<'_>) -> Report {
    run_crowded(launch, only, || 1.0, sink).await
}

/// As [`run_steps`] on a machine that other programs use, too: time limits grow with the load.
pub async fn run_crowded(
    launch: Launch,
    only: &[String],
    crowding: Crowding,
    sink: Sink<'_>,
) -> Report {
    let protocol = launch.protocol;
    let bench = TestBench::new(launch, only.to_vec(), crowding);
    match protocol {
        Protocol::Hub => hub::check(bench, sink).await,
        Protocol::Guide => guide::check(bench, sink).await,
        Protocol::NBoard => nboard::check(bench, sink).await,
        Protocol::Uhp => uhp::check(bench, sink).await,
        Protocol::Ubgi => ubgi::check(bench, sink).await,
    }
}

/// The steps of a protocol, in order; if it has several documents, those of the first.
#[must_use]
pub fn steps(protocol: Protocol) -> Vec<StepInfo> {
    documents(protocol).into_iter().next().map(|document| document.steps).unwrap_or_default()
}

/// A document by which engines are judged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Document {
    /// As named in [`Report::version`]; empty if a protocol has only one.
    pub version: &'static str,
    /// Its steps, in order.
    pub steps: Vec<StepInfo>,
}

/// The documents of a protocol. UBGI has three: which one is meant shows in the handshake, unless the
/// dialect setting `version` says so.
#[must_use]
pub fn documents(protocol: Protocol) -> Vec<Document> {
    let only = |steps| vec![Document { version: "", steps }];
    match protocol {
        Protocol::Hub => only(test_bench::infos(hub::STEPS)),
        Protocol::Guide => only(test_bench::infos(guide::STEPS)),
        Protocol::NBoard => only(test_bench::infos(nboard::STEPS)),
        Protocol::Uhp => only(test_bench::infos(uhp::STEPS)),
        Protocol::Ubgi => ubgi::Document::ALL
            .map(|document| Document {
                version: document.version(),
                steps: test_bench::infos(document.steps()),
            })
            .to_vec(),
    }
}
