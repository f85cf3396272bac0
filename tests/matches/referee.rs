//! A third engine confirms what the scores of the players decide, or does not.

use std::sync::Arc;
use std::time::Duration;

use quintet::games::{self, Outcome, Side};
use quintet::play::{
    AdjudicatedBy, GameReport, MatchControl, MatchEnd, MatchEvent, Referee, run_match,
};

use super::{config, run, scripted};

/// Two games with these rules; both players and the referee say these scores for Black. The reports, and
/// what was said of the referee.
fn games(rule: &str, players: &str, referee: &[&str]) -> (Vec<GameReport>, Vec<String>) {
    let engines = ["Judged-A", "Judged-B"].map(|name| scripted(name, &["--score", players]));
    let mut config = config(engines, 2, "20s");
    match rule.split_once(' ') {
        Some(("draw", rule)) => config.adjudication.draw = Some(rule.parse().unwrap()),
        Some((_, rule)) => config.adjudication.resign = Some(rule.parse().unwrap()),
        None => panic!("{rule}"),
    }
    let spec = scripted("Judge", referee);
    let othello = games::find("othello").unwrap();
    let judge = Referee::new(othello, None, spec, Referee::USUAL_TIME).unwrap();
    config.referee = Some(Arc::new(judge));
    let (mut reports, mut said) = (Vec::new(), Vec::new());
    let summary = run(run_match(config, &MatchControl::new(), |event| match event {
        MatchEvent::Finished(report) => reports.push(*report),
        MatchEvent::RefereeFailed { text } => said.push(text),
        MatchEvent::Started { .. }
        | MatchEvent::Complaint { .. }
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::Live(_)
        | MatchEvent::AllOver
        | MatchEvent::Stopped { .. } => {}
    }));
    assert_eq!(summary.unwrap().end, MatchEnd::AllPlayed);
    assert!(reports.iter().all(|report| report.forfeit.is_none()), "no engine is charged");
    (reports, said)
}

fn n_moves(report: &GameReport) -> usize {
    report.record.moves_to(report.record.last()).len()
}

#[test]
fn a_game_ends_by_scores_only_if_the_referee_agrees() {
    let win = "resign score=10 plies=4";
    for (rule, players, referee, by) in [
        (win, "12", "11", Some(AdjudicatedBy::ResignWithReferee)),
        (win, "-12", "-11", Some(AdjudicatedBy::ResignWithReferee)),
        (win, "12", "9", None),
        (win, "12", "-40", None),
        ("draw score=0.5 plies=4", "0", "0.25", Some(AdjudicatedBy::DrawWithReferee)),
        ("draw score=0.5 plies=4", "0", "2", None),
    ] {
        let (reports, said) = games(rule, players, &["--score", referee]);
        assert_eq!(said, Vec::<String>::new());
        for report in reports {
            assert_eq!(report.adjudicated, by, "{rule}, {players}, {referee}");
            let Some(by) = by else {
                assert!(n_moves(&report) > 40, "it is played to its end");
                continue;
            };
            // The opening has eight plies.
            assert_eq!((n_moves(&report), report.result.reason.as_str()), (12, by.reason()));
            let expected = match (by, players) {
                (AdjudicatedBy::DrawWithReferee, _) => Outcome::Draw,
                (_, "12") => Outcome::WonBy(Side::First),
                (_, _) => Outcome::WonBy(Side::Second),
            };
            assert_eq!(report.result.outcome, expected);
        }
    }
}

#[test]
fn a_referee_must_agree_about_each_move_that_counts() {
    // The opening leaves 12 discs, and the row of four moves is complete with 16.
    for (doubted, moves) in [("16=9", 16), ("15=9", 15), ("14=9", 14), ("13=9", 13), ("12=9", 12)] {
        let (reports, _) =
            games("resign score=10 plies=4", "12", &["--score", "12", "--score-at", doubted]);
        for report in reports {
            assert_eq!(n_moves(&report), moves, "it doubts the position with {doubted}");
            assert_eq!(report.adjudicated, Some(AdjudicatedBy::ResignWithReferee));
        }
    }
    // Of a one-sided rule the loser's moves count: White's, after which 14 and 16 discs are there.
    for (doubted, moves) in [("16=9", 16), ("15=9", 12), ("14=9", 14)] {
        let judge = ["--score", "12", "--score-at", doubted];
        let (reports, _) = games("resign score=10 plies=2 one-sided", "12", &judge);
        assert_eq!(n_moves(&reports[0]), moves, "it doubts the position with {doubted}");
    }
}

#[test]
fn a_referee_that_takes_long_to_start_is_reported_until_it_is_ready() {
    let engines = ["Judged-A", "Judged-B"].map(|name| scripted(name, &["--score", "12"]));
    let mut config = config(engines, 1, "20s");
    config.adjudication.resign = Some("score=10 plies=4".parse().unwrap());
    let spec = scripted("Sleepy-judge", &["--score", "12", "late=5500@ping:1"]);
    let othello = games::find("othello").unwrap();
    let judge = Referee::new(othello, None, spec, Referee::USUAL_TIME).unwrap();
    config.referee = Some(Arc::new(judge));
    let mut seen = Vec::new();
    let summary = run(run_match(config, &MatchControl::new(), |event| {
        if let MatchEvent::SlowStart(start) = event {
            seen.push(start);
        }
    }));
    assert_eq!(summary.unwrap().end, MatchEnd::AllPlayed);
    let [waits, ready] = &seen[..] else { panic!("{seen:?}") };
    assert_eq!((waits.number, waits.engine, waits.name.as_str()), (1, None, "Sleepy-judge"));
    assert_eq!((waits.took, waits.since), (None, ready.since));
    assert!(ready.took >= Some(Duration::from_millis(5500)), "{ready:?}");
}

#[test]
fn a_referee_that_fails_costs_no_engine_anything_and_is_soon_left_alone() {
    for fault in ["exit=3@go", "instead=nonsense@go", "exit=1@start"] {
        let (reports, said) = games("resign score=10 plies=4", "12", &[fault]);
        assert!(reports.iter().all(|report| report.adjudicated.is_none()), "{fault}");
        let [first, second] = said.as_slice() else { panic!("{fault}: {said:?}") };
        assert!(first.starts_with("Judge ") && first.ends_with("(the referee)"), "{first}");
        assert!(second.ends_with("(the referee), and is not asked any more"), "{second}");
    }
    // A referee that says no score agrees with nothing.
    let (reports, said) = games("resign score=10 plies=4", "12", &[]);
    assert!(reports.iter().all(|report| report.adjudicated.is_none()));
    assert_eq!(said, Vec::<String>::new());
}
