//! Matches of backgammon between UBGI engines: dice shared by the games of a pair, points and
//! matches counted, and engines that fail in the middle of a match to seven points. Whatever an
//! engine does, the game is recorded, the cause is named, the next game begins, and in the end no
//! process is left.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "support/processes.rs"]
mod processes;
#[expect(dead_code, reason = "the matches of Hive use the rest")]
#[path = "hive_matches/support.rs"]
mod support;

use std::time::{Duration, Instant};

use quintet::games::{self, Game, Outcome, Reading, Setup, Side};
use quintet::play::{
    DiceList, EngineSpec, GameReport, MatchConfig, MatchDice, MatchEnd, MatchSummary,
};
use quintet::protocol::Protocol;

use processes::alive;
use support::{moves, play, run};

fn backgammon() -> &'static dyn Game {
    games::find("backgammon").unwrap()
}

/// `scripted-engine --ubgi --rules`, called `name`, that behaves so.
fn engine(name: &str, args: &[&str]) -> EngineSpec {
    let mut spec = support::engine_with(name, &[&["--rules"], args].concat(), 0.1);
    spec.launch.protocol = Protocol::Ubgi;
    if let quintet::session::Target::Command { command, .. } = &mut spec.launch.target {
        command[1] = "--ubgi".to_owned();
    }
    spec
}

fn config(engines: [EngineSpec; 2], variant: &str, games: u32, time: &str) -> MatchConfig {
    let setup = Setup { variant: Some(variant.to_owned()), position: None };
    MatchConfig::with_setup(backgammon(), setup, engines, games, time.parse().unwrap()).unwrap()
}

fn play_all(config: MatchConfig) -> (MatchSummary, Vec<GameReport>) {
    let (summary, mut reports) = run(play(config));
    reports.sort_by_key(|report| report.pairing.number);
    (summary, reports)
}

/// The dice of a game in the order of their rolls; of an opening roll White's die comes first.
fn dice(report: &GameReport) -> Vec<String> {
    let nodes = report.record.main_line();
    let rolls = nodes.into_iter().map(|id| report.record.node(id));
    let rolls = rolls.filter(|node| node.side.is_none());
    rolls.map(|node| node.mv.as_ref().unwrap().0.clone()).collect()
}

/// The record can be played through and is read back from its text with the same moves and result.
fn is_whole(report: &GameReport) {
    report.record.replay(backgammon(), report.record.last()).expect("every move is legal");
    let json = serde_json::to_value(report.result_row(backgammon())).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), moves(report).len());
    let (format, text) = (json["format"].as_str().unwrap(), json["text"].as_str().unwrap());
    let again = backgammon().read_games(format, text.as_bytes(), &Reading::default());
    assert_eq!(again.problems, [], "{text}");
    let record = &again.records[0];
    let texts: Vec<String> = record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect();
    assert_eq!(texts, moves(report));
    let result = record.result.as_ref().map(|result| (result.outcome, result.margin));
    assert_eq!(result, Some((report.result.outcome, report.result.margin)), "{text}");
}

#[test]
fn both_games_of_a_pair_have_the_same_dice_and_points_are_counted_from_pairs() {
    let engines = [engine("Even-A", &[]), engine("Even-B", &[])];
    let mut config = config(engines, "cubeless", 8, "5s/move");
    config.concurrency = 2;
    let (summary, reports) = play_all(config);
    assert_eq!((summary.end, reports.len()), (MatchEnd::AllPlayed, 8));
    for pair in reports.chunks(2) {
        // The engines play alike, so the second game is the first one with names swapped.
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
        assert_eq!(pair[0].points_of(0), -pair[1].points_of(0));
        assert_ne!(pair[0].points_of(0), 0);
        pair.iter().for_each(is_whole);
    }
    assert_ne!(dice(&reports[0]), dice(&reports[2]));
    let json = serde_json::to_value(reports[2].result_row(backgammon())).unwrap();
    assert_eq!(json["dice_seed"], "1 1");
    let points = summary.tally.points.unwrap();
    assert_eq!((points.games(), points.sum(), points.mean()), (8, 0, Some(0.0)));
    // What the dice have decided is not taken for a difference between the engines: all pairs are
    // even, and the interval lies around no difference.
    let interval = points.interval().unwrap();
    assert!(interval.low < 0.0 && (interval.low + interval.high).abs() < 1e-9, "{interval:?}");
    assert!(alive("Even").is_empty());
}

#[test]
fn a_match_to_so_many_points_counts_as_won_or_lost() {
    let engines = [engine("Seven-A", &[]), engine("Seven-B", &[])];
    let (summary, reports) = play_all(config(engines, "7", 2, "5s/move"));
    assert_eq!(summary.tally.points, None);
    assert_eq!((summary.tally.standing.wins, summary.tally.standing.losses), (1, 1));
    for report in &reports {
        assert_eq!(report.result.reason, "match won");
        let last = report.record.replay(backgammon(), report.record.last()).unwrap();
        let Outcome::WonBy(winner) = report.result.outcome else { panic!("{:?}", report.result) };
        let points: Vec<u32> = Side::BOTH
            .map(|side| last.stock(side))
            .iter()
            .map(|stock| stock.split(", ").nth(1).unwrap().split(' ').next().unwrap())
            .map(|points| points.parse().unwrap())
            .collect();
        assert!(points[winner.idx()] >= 7 && points[winner.opponent().idx()] < 7, "{points:?}");
        is_whole(report);
    }
    assert!(alive("Seven").is_empty());
}

#[test]
fn dice_of_a_list_are_those_that_are_rolled_and_their_end_is_a_draw() {
    let engines = [engine("Listed-A", &[]), engine("Listed-B", &[])];
    let mut config = config(engines, "cubeless", 4, "5s/move");
    let lists = DiceList::read_all("31 65 44\n\n22 12 33 61").unwrap();
    config.dice = Some(MatchDice::Listed { name: "rolls.txt".to_owned(), lists });
    assert_eq!(config.openings_text(), "dice of rolls.txt");
    let (summary, reports) = play_all(config);
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    for report in &reports {
        let expected: &[&str] =
            if report.pairing.pair == 0 { &["31", "65", "44"] } else { &["12", "33", "61"] };
        assert_eq!(dice(report), expected);
        assert_eq!(
            (report.result.outcome, &*report.result.reason),
            (Outcome::Draw, "no dice left")
        );
        let json = serde_json::to_value(report.result_row(backgammon())).unwrap();
        assert_eq!(json["dice_seed"], serde_json::Value::Null);
        assert_eq!(json["dice_file"], "rolls.txt");
    }
    assert_eq!(summary.tally.points.unwrap().sum(), 0);
}

/// Plays two games of a good engine against one that does this, in this variant.
fn two_games(name: &str, faults: &[&str], variant: &str) -> (MatchSummary, Vec<GameReport>) {
    let good = engine(&format!("{name}-good"), &[]);
    let config = config([good, engine(name, faults)], variant, 2, "0.4s/move");
    let (summary, reports) = play_all(config);
    assert_eq!(summary.end, MatchEnd::AllPlayed, "{faults:?}");
    assert_eq!(reports.len(), 2, "{faults:?}");
    assert_eq!(alive(name), Vec::<String>::new(), "{faults:?}");
    reports.iter().for_each(is_whole);
    (summary, reports)
}

#[test]
fn an_engine_that_fails_in_mid_match_loses_the_match_and_the_next_one_begins() {
    for (name, faults, cause) in [
        ("Crasher", &["exit=139@position:60"][..], "crashed (exit 139)"),
        ("Killed", &["die=9@position:60"], "crashed (signal 9, killed)"),
        ("Mute", &["close-output@position:60", "deaf@eof"], "closed its output"),
        ("Endless", &["stall@position:60"], "lost on time"),
        ("Forker", &["fork=hold@position:60", "stall@position:60"], "lost on time"),
        ("Flooder", &["flood=0@position", "deaf@position"], "lost on time"),
        ("Liar", &["instead=24/23 24/18 1/off@position"], "illegal move 24/23 24/18 1/off"),
        // The double itself is legal and taken; doubling instead of playing the dice is not.
        ("Doubler", &["instead=double@position"], "illegal move double"),
        ("Taker", &["instead=take@position"], "illegal move take"),
        ("Dropper", &["instead=drop@position"], "illegal move drop"),
        ("Sorry", &["instead=sorry@position"], "bad output: refused the position: sorry"),
        // What the protocol does not know is passed over.
        ("Babbler", &["instead=well, well@position"], "lost on time"),
    ] {
        let began = Instant::now();
        let (summary, reports) = two_games(name, faults, "7");
        for report in &reports {
            let engine = report.forfeit.as_ref().map(|(engine, _)| *engine);
            assert_eq!(engine, Some(1), "{name}: {}", report.result.reason);
            assert!(report.cause_text().starts_with(cause), "{name}: {}", report.cause_text());
            assert_eq!(report.result.outcome, Outcome::WonBy(report.pairing.seat_of(0)), "{name}");
            assert_eq!(report.result.margin, None, "{name}: the match is lost, not some points");
        }
        assert_eq!(summary.tally.standing.wins, 2, "{name}");
        assert!(began.elapsed() < Duration::from_secs(20), "{name}: {:?}", began.elapsed());
    }
}

#[test]
fn a_money_game_that_is_not_finished_costs_what_could_still_be_lost() {
    // Without Jacoby rule and with all checkers on the board a backgammon could be lost.
    for (variant, points) in [("money", 1), ("money-nojacoby", 3), ("cubeless", 3)] {
        let (summary, reports) = two_games("Quitter", &["exit=1@position:3"], variant);
        for report in &reports {
            assert_eq!(report.cause_text(), "crashed (exit 1)");
            assert_eq!(report.points_of(0), points, "{variant}");
        }
        let found = summary.tally.points.unwrap();
        assert_eq!((found.games(), found.sum()), (2, i64::from(2 * points)), "{variant}");
        assert_eq!(summary.tally.wins[0], [("forfeit".to_owned(), 2)]);
    }
}

/// Six games of a good engine against one that does this; which of them that one has not lost by a
/// failure.
fn six_games(name: &str, faults: &[&str]) -> Vec<bool> {
    let good = engine(&format!("{name}-good"), &[]);
    let config = config([good, engine(name, faults)], "cubeless", 6, "2s/move");
    let (summary, reports) = play_all(config);
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    assert_eq!(alive(name), Vec::<String>::new());
    reports.iter().for_each(is_whole);
    reports.iter().map(|report| report.forfeit.is_none()).collect()
}

/// Issue 14, point 2: bgci's engines refuse `go role chequer movetime 1000`.
#[test]
fn an_engine_that_takes_no_limits_is_asked_without_them_and_loses_no_game_by_that() {
    assert_eq!(six_games("Limitless", &["--later", "--no-limits"]), [true; 6]);
}

/// Issue 14, point 3: after a `sorry` all answers come late by one.
#[test]
fn an_engine_that_is_out_of_step_loses_one_game_and_not_six() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("slipped");
    let file = file.to_str().unwrap();
    let played = six_games("Slipping", &["--draft", "--silent", "--slips", file]);
    assert_eq!(played, [false, true, true, true, true, true]);
}
