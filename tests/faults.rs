//! Every fault of an engine in every state of every protocol: the program names it, the record of the
//! game is whole, the next game starts, no process is left, and memory stays bounded.
//!
//! The engines are `scripted-engine` (`tests/engines`), which fails as it is told; the faults and the
//! causes expected are tables (`tests/faults/table.rs`). Matches are played several at a time.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "faults/arena.rs"]
mod arena;
#[path = "faults/table.rs"]
mod table;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use quintet::protocol::Protocol;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use arena::{Case, Told, memory, n_descriptors};
use table::{ANYWHERE, HEAVY, OWN, Phase, moments};

/// Matches at once: nearly all of them wait.
const AT_ONCE: usize = 12;
/// No test takes longer; a quiet machine needs a fraction of it.
const LIMIT: Duration = Duration::from_secs(400);

/// Plays all cases, `at_once` of them at a time; what did not go as expected, one line each.
fn play_all(cases: Vec<Case>, at_once: usize) -> String {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    let mut told: Vec<Told> = runtime.block_on(async {
        let seats = Arc::new(Semaphore::new(at_once));
        let mut running = JoinSet::new();
        for case in cases {
            let seats = Arc::clone(&seats);
            running.spawn(async move {
                let _seat = seats.acquire_owned().await.unwrap();
                case.play().await
            });
        }
        tokio::time::timeout(LIMIT, running.join_all()).await.expect("in time")
    });
    told.sort_by(|a, b| a.case.cmp(&b.case));
    let mut problems = String::new();
    for told in told.iter().filter(|told| !told.problems.is_empty()) {
        writeln!(problems, "{}: {}", told.case, told.problems.join("; ")).unwrap();
    }
    problems
}

/// A case for each row and each moment that it is for.
fn anywhere(protocol: Protocol) -> Vec<Case> {
    let mut cases = Vec::new();
    for (phase, moment) in moments(protocol) {
        for row in ANYWHERE {
            let expected = match phase {
                Phase::Starting => row.starting,
                Phase::Playing => row.playing,
                Phase::Ending => row.ending,
            };
            let faults = row.faults.iter().map(|fault| format!("{fault}@{moment}")).collect();
            cases.push(Case::new(protocol, faults, expected).also(row.also));
        }
    }
    cases
}

fn owned(faults: &[&str]) -> Vec<String> {
    faults.iter().map(|fault| (*fault).to_owned()).collect()
}

#[test]
fn every_fault_in_every_state_of_every_protocol_is_named_and_survived() {
    let mut cases: Vec<Case> = Protocol::ALL.iter().copied().flat_map(anywhere).collect();
    cases.extend(
        OWN.iter()
            .map(|(protocol, faults, expected)| Case::new(*protocol, owned(faults), expected)),
    );
    assert!(cases.len() > 300, "{}", cases.len());
    let (memory_before, descriptors_before) = (memory(), n_descriptors());
    let problems = play_all(cases, AT_ONCE);
    assert!(problems.is_empty(), "\n{problems}");
    let grown = memory().saturating_sub(memory_before);
    assert!(grown < 100 << 20, "{} MB more than before", grown >> 20);
    assert!(n_descriptors() <= descriptors_before + 4, "{descriptors_before} before");
}

#[test]
fn floods_and_endless_lines_cost_little_memory() {
    let mut cases = Vec::new();
    for protocol in Protocol::ALL {
        for (fault, expected) in HEAVY {
            for (phase, moment) in moments(*protocol) {
                // One state of each kind is enough: what counts is that somebody reads.
                if phase == Phase::Playing && (moment.starts_with("go") || moment.contains("move"))
                    || moment == "position:2" && *protocol == Protocol::Ubgi
                {
                    let faults = vec![format!("{fault}@{moment}")];
                    cases.push(Case::new(*protocol, faults, expected));
                }
            }
        }
    }
    let before = memory();
    let problems = play_all(cases, 2);
    assert!(problems.is_empty(), "\n{problems}");
    let grown = memory().saturating_sub(before);
    assert!(grown < 100 << 20, "{} MB more than before", grown >> 20);
}
