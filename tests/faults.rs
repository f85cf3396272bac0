//! Every fault of an engine in every state of every protocol: the program names it, the record of the
//! game is whole, the next game starts, no process is left, and memory stays bounded.
//!
//! The engines are `scripted-engine` (`tests/engines`), which fails as it is told; the states
//! (`tests/faults/states.rs`) and the faults with the causes expected (`tests/faults/table.rs`) are
//! tables, in which no cell may be missing. Matches are played several at a time.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "faults/arena.rs"]
mod arena;
#[path = "faults/states.rs"]
mod states;
#[path = "faults/table.rs"]
mod table;

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quintet::protocol::Protocol;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use arena::{Case, CaseReport, memory, most_memory, n_descriptors};
use states::{EngineState, STATES};
use table::{Fault, LEFT_OUT, ROWS, Row, Spot};

/// Matches at once: nearly all of them wait.
const AT_ONCE: usize = 32;
/// The same where engines write as much as they can.
const HEAVY_AT_ONCE: usize = 3;
/// No test takes longer; a quiet machine needs a fraction of it.
const LIMIT: Duration = Duration::from_secs(500);
/// What both tests together may add to the memory of this process at any moment. The transcripts of
/// as many sessions as run at once are in it; a single line of 100 MB would not be.
const MOST_MEMORY: usize = 60 << 20;

/// Plays all cases, `at_once` of them at a time; what did not go as expected, one line each.
fn play_all(cases: Vec<Case>, at_once: usize) -> String {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    let mut told: Vec<CaseReport> = runtime.block_on(async {
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

/// The cases of the table, those that cost much or the others.
fn cases(are_heavy: bool) -> Vec<Case> {
    let rows = ROWS.iter().filter(|row| row.fault.is_heavy() == are_heavy);
    let placed = |row| STATES.iter().filter_map(move |state| case(row, state));
    rows.flat_map(placed).collect()
}

/// A row in one of its states.
fn case(row: &Row, state: &EngineState) -> Option<Case> {
    if !row.spot.holds(state) {
        return None;
    }
    let placed = |deed: &&str| match deed.contains('@') || deed.starts_with("--") {
        true => (*deed).to_owned(),
        false => format!("{deed}@{}", state.moment),
    };
    let way = |deeds: &'static [&'static str]| if row.is_whole { &[] } else { deeds };
    let deeds = [way(state.before), row.deeds, way(state.after)].concat();
    let expected = row.expected[state.phase as usize];
    let expected = match state.lax {
        "" => expected.to_owned(),
        lax => format!("{expected}|{lax}"),
    };
    let faults = deeds.iter().map(placed).collect();
    let case = Case::new(state.protocol, faults, expected).pondering(state.ponders);
    Some(case.heavy(row.fault.is_heavy()))
}

/// Plays them; memory and descriptors must be as few as before.
fn check(cases: Vec<Case>, at_once: usize) {
    // One after the other, so that none starves.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let (memory_before, descriptors_before) = (memory(), n_descriptors());
    let problems = play_all(cases, at_once);
    assert!(problems.is_empty(), "\n{problems}");
    let grown = most_memory().saturating_sub(memory_before);
    assert!(grown < MOST_MEMORY, "{} MB more than before", grown >> 20);
    assert!(n_descriptors() <= descriptors_before + 4, "{descriptors_before} before");
}

#[test]
fn no_cell_of_the_table_is_missing_but_for_a_reason() {
    let mut problems = String::new();
    for state in STATES {
        for fault in Fault::ALL.iter().copied() {
            let at = format!("{fault:?} at {} of {}", state.moment, state.protocol);
            let n_rows =
                ROWS.iter().filter(|row| row.fault == fault && row.spot.holds(state)).count();
            let reasons =
                LEFT_OUT.iter().filter(|(left, spot, _)| *left == fault && spot.holds(state));
            match (n_rows, reasons.count()) {
                (0, 0) => writeln!(problems, "{at} is missing").unwrap(),
                (0, 1) | (1.., 0) => {}
                (0, _) => writeln!(problems, "{at} is left out for several reasons").unwrap(),
                (1.., _) => writeln!(problems, "{at} is left out, and there").unwrap(),
            }
        }
    }
    let is_state = |spot: &Spot| STATES.iter().any(|state| spot.holds(state));
    for row in ROWS.iter().filter(|row| !is_state(&row.spot)) {
        writeln!(problems, "{:?} has a row for no state: {:?}", row.fault, row.deeds).unwrap();
    }
    for (fault, _, reason) in LEFT_OUT.iter().filter(|(_, spot, _)| !is_state(spot)) {
        writeln!(problems, "{fault:?} is left out nowhere: {reason}").unwrap();
    }
    for protocol in Protocol::ALL {
        let n_states = STATES.iter().filter(|state| state.protocol == *protocol).count();
        assert!(n_states >= 6, "{protocol} has {n_states} states");
    }
    assert!(problems.is_empty(), "\n{problems}");
}

#[test]
fn every_fault_in_every_state_of_every_protocol_is_named_and_survived() {
    let cases = cases(false);
    assert!(cases.len() > 900, "{}", cases.len());
    check(cases, AT_ONCE);
}

#[test]
fn floods_and_endless_lines_in_every_state_cost_little_memory() {
    let cases = cases(true);
    assert!(cases.len() >= 3 * STATES.len(), "{}", cases.len());
    check(cases, HEAVY_AT_ONCE);
}
