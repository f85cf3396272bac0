//! Matches of Hive between UHP engines that write, count draws and fail in their own ways. Every
//! move is checked; whatever an engine does, the game is recorded, the cause is named, disagreements
//! with the referee are counted, the next game begins, and in the end no process is left.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "hive_matches/faults.rs"]
mod faults;
#[path = "support/processes.rs"]
mod processes;
#[path = "hive_matches/support.rs"]
mod support;

use std::time::Duration;

use quintet::games::{HistoryRules, Outcome, Reading, Setup};
use quintet::play::{GameReport, MatchConfig, MatchEnd};

use processes::alive;
use support::{Names, config, engine, hive, moves, play, run};

/// The two that differ in spelling, heads and the rule of repetition.
fn different(name: &str) -> Names {
    [
        engine(&format!("{name}-own"), &["--rules", "--own-place", "--repetition", "--seed", "7"]),
        engine(&format!("{name}-odd"), &["--rules", "--odd"]),
    ]
}

#[test]
fn engines_with_other_spellings_and_draw_rules_play_a_hundred_games() {
    let mut config = config(different("Hundred"), "Base+MLP", 100, "depth 1");
    config.concurrency = 2;
    let (summary, mut reports) = run(play(config));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    assert_eq!(summary.tally.standing.games(), 100);
    reports.sort_by_key(|report| report.pairing.number);
    assert_eq!(reports.len(), 100);
    let mut n_repetitions = 0;
    for report in &reports {
        assert_eq!(report.forfeit, None, "{:?}", report.result);
        is_whole(report);
        n_repetitions += u32::from(report.result.reason == "repetition");
        // Only one of them knows that rule, and engines need not know it.
        assert_eq!(report.disagreements, [], "game {}", report.pairing.number);
    }
    let reasons: Vec<&str> =
        summary.tally.reasons.iter().map(|reason| reason.text.as_str()).collect();
    assert_eq!(reasons[0], "queen surrounded");
    assert_eq!(summary.tally.reasons.iter().map(|reason| reason.count).sum::<u32>(), 100);
    assert_eq!(summary.tally.disagreements[0].total(), 0);
    assert_eq!(summary.tally.disagreements[1].total(), 0);
    assert_ne!(n_repetitions, 0);
    assert_eq!(alive("Hundred"), Vec::<String>::new());
}

/// The record can be played through, ends as it says, and is read back from its text.
fn is_whole(report: &GameReport) {
    let last = report.record.replay(hive(), report.record.last()).expect("every move is legal");
    if report.result.reason == "queen surrounded" {
        assert!(last.legal_moves().is_empty(), "played to the end");
    }
    let json = serde_json::to_value(report.result_row(hive())).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), moves(report).len());
    let (format, text) = (json["format"].as_str().unwrap(), json["text"].as_str().unwrap());
    let again = hive().read_games(format, text.as_bytes(), &Reading::default());
    assert_eq!(again.problems, [], "{text}");
    let record = &again.records[0];
    let texts: Vec<String> = record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect();
    assert_eq!(texts, moves(report));
    assert_eq!(record.result.as_ref().map(|result| result.outcome), Some(report.result.outcome));
}

/// Both queens walk to and fro, so that the position comes again and again.
const TO_AND_FRO: &str = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
const WHITE: &str = "wQ \\wS1,wQ -wS1,wQ \\wS1,wQ -wS1,wQ \\wS1,wQ -wS1,wQ \\wS1,wQ -wS1";
const BLACK: &str = "bQ bS1\\,bQ bS1-,bQ bS1\\,bQ bS1-,bQ bS1\\,bQ bS1-,bQ bS1\\,bQ bS1-";

/// One game in which nothing but the queens move; `claims` says who knows draws by repetition.
fn to_and_fro(name: &str, claims: [bool; 2], rules: HistoryRules) -> GameReport {
    repeated(name, TO_AND_FRO, [WHITE, BLACK], claims, rules)
}

/// One game from a position with these moves; `claims` says who knows draws by repetition.
fn repeated(
    name: &str,
    position: &str,
    moves: [&str; 2],
    claims: [bool; 2],
    rules: HistoryRules,
) -> GameReport {
    let walker = |side: &str, moves: &str, claims: bool| {
        let claim: &[&str] = if claims { &["--repetition"] } else { &[] };
        engine(&format!("{name}-{side}"), &[&["--rules", "--moves", moves], claim].concat())
    };
    let engines = [walker("white", moves[0], claims[0]), walker("black", moves[1], claims[1])];
    let setup = Setup { variant: None, position: Some(position.to_owned()) };
    let time = "depth 1".parse().unwrap();
    let mut config = MatchConfig::with_setup(hive(), setup, engines, 1, time).unwrap();
    config.opening_plies = 0;
    config.rules = rules;
    config.max_plies = Some(14);
    let (_, mut reports) = run(play(config));
    assert_eq!(alive(name), Vec::<String>::new());
    reports.pop().expect("one game")
}

#[test]
fn the_referee_decides_on_repetition_and_a_claim_is_accepted() {
    let on = HistoryRules::default();
    let off = HistoryRules { repetition: false, ..on };
    for (claims, rules, reason, n_plies, disagreed) in [
        // It is the referee's rule: engines need not know it.
        ([true, true], on, "repetition", 8, &[][..]),
        ([true, false], on, "repetition", 8, &[]),
        ([false, false], on, "repetition", 8, &[]),
        // It is not, but an engine that knows it may claim it, whichever side moved last.
        ([true, false], off, "repetition", 8, &[0]),
        ([false, true], off, "repetition", 8, &[1]),
        ([true, true], off, "repetition", 8, &[0, 1]),
        // Neither engine knows it.
        ([false, false], off, "move limit", 14, &[]),
    ] {
        let case = format!("{claims:?}, {rules:?}");
        let report = to_and_fro("Walker", claims, rules);
        assert_eq!(
            (report.result.reason.as_str(), report.forfeit.as_ref()),
            (reason, None),
            "{case}"
        );
        assert_eq!(report.result.outcome, Outcome::Draw, "{case}");
        assert_eq!(moves(&report).len(), n_plies, "{case}");
        let seen: Vec<usize> = report.disagreements.iter().map(|found| found.engine).collect();
        assert_eq!(seen, disagreed, "{case}: {:?}", report.disagreements);
    }
}

#[test]
fn a_draw_can_be_claimed_before_the_program_makes_a_forced_pass() {
    // Seen in a match: the pass was made at once, and refused by an engine whose game was over.
    let position = include_str!("data/hive/passes_at_repetition.uhp").trim();
    let white = "wB1 wG3,wB1 wG3\\,wB1 /wG3,wB1 wG3\\,wB1 wG3-,wB1 wG3\\,wB1 /wG3";
    let off = HistoryRules { repetition: false, ..HistoryRules::default() };
    for claims in [[true, false], [false, true], [true, true]] {
        let report = repeated("Passer", position, [white, ""], claims, off);
        let (reason, forfeit) = (report.result.reason.as_str(), report.forfeit.as_ref());
        assert_eq!((reason, forfeit), ("repetition", None), "{claims:?}");
        assert_eq!(moves(&report).len(), 11, "{claims:?}: {:?}", moves(&report));
    }
}

#[test]
fn a_claim_that_the_referee_cannot_follow_is_named() {
    // It takes any game of four moves or more for drawn.
    let engines = [engine("Claimer-good", &["--rules"]), engine("Claimer", &["--draws"])];
    let (summary, reports) = run(play(config(engines, "Base", 2, "depth 1")));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    for report in &reports {
        assert_eq!(report.cause_text(), "disagreed about the state: it says Draw");
        let json = serde_json::to_value(report.result_row(hive())).unwrap();
        let found = &json["disagreements"][0];
        assert_eq!((&found["engine"], &found["what"]), (&"Claimer".into(), &"result".into()));
        assert_eq!(found["engine_says"], "Draw");
        assert_eq!(json["cause"], "disagreed");
    }
    assert_eq!(summary.tally.disagreements[1].total(), 2);
    assert!(alive("Claimer").is_empty());
}

#[test]
fn engines_that_use_all_their_time_do_not_lose_on_it() {
    for (time, n_plies) in [("1s/move", 4), ("2.6s", 8), ("0.3s/move", 12)] {
        let engines = ["Slow-A", "Slow-B"].map(|name| engine(name, &["--rules", "--keeps-time"]));
        let mut config = config(engines, "Base+M", 1, time);
        config.opening_plies = 0;
        config.max_plies = Some(n_plies + opening_len(&config));
        let (_, reports) = run(play(config));
        let report = &reports[0];
        assert_eq!(
            (report.forfeit.as_ref(), report.result.reason.as_str()),
            (None, "move limit"),
            "{time}"
        );
        let longest =
            report.record.main_line().into_iter().filter_map(|id| report.record.node(id).elapsed);
        let longest = longest.max().expect("moves were made");
        let is_timed = longest >= Duration::from_secs(1);
        assert_eq!(is_timed, !time.starts_with("0.3"), "{time}: {longest:?}");
    }
    assert!(alive("Slow").is_empty());
}

/// Plies of the first game's opening.
fn opening_len(config: &MatchConfig) -> u32 {
    let mut shortest = config.clone();
    shortest.max_plies = Some(1);
    let (_, reports) = run(play(shortest));
    u32::try_from(reports[0].pairing.opening.len()).unwrap()
}
