//! A match for each way in which UHP engines are known to fail.

use std::time::{Duration, Instant};

use quintet::games::Outcome;
use quintet::play::{GameReport, MatchControl, MatchEnd, MatchEvent, run_match};

use super::processes::alive;
use super::support::{config, engine, engine_with, moves, play, run};

/// Plays two games of a good engine against one that does this.
fn two_games(name: &str, faults: &[&str], time: &str) -> Vec<GameReport> {
    let good = engine(&format!("{name}-good"), &["--rules"]);
    let bad = engine_with(name, &[&["--rules"], faults].concat(), 0.1);
    let mut config = config([good, bad], "Base+MLP", 2, time);
    config.max_plies = Some(30);
    let (summary, reports) = run(play(config));
    assert_eq!(summary.end, MatchEnd::AllPlayed, "{faults:?}");
    assert_eq!(reports.len(), 2, "{faults:?}");
    assert_eq!(alive(name), Vec::<String>::new(), "{faults:?}");
    reports
}

/// What the second engine saw otherwise, by name.
fn seen(report: &GameReport) -> Vec<&str> {
    report
        .disagreements
        .iter()
        .map(|found| {
            assert_eq!(found.engine, 1, "{found:?}");
            found.first.what.name()
        })
        .collect()
}

#[test]
fn faults_that_harm_no_game_are_lived_with() {
    for (name, faults, expected) in [
        ("Fine", &[][..], &[][..]),
        ("Bannerless", &["--no-banner"], &[]),
        (
            "Junk",
            &["say=Licence\\n\\n@start", "say=50%\\r\\n@newgame", "say=\\xff\\0\\n@bestmove"],
            &[],
        ),
        ("Carriage", &["--crlf"], &[]),
        ("Refuser", &["--no-cr"], &[]),
        ("Doubler", &["--duplicates"], &["moves listed twice"]),
        ("Hider", &["--hides-moves"], &["valid moves"]),
        ("Speaker", &["--jargon"], &["unreadable moves"]),
        ("Dumb", &["instead=err no idea@validmoves"], &["moves not told"]),
        ("Speller", &["--odd"], &[]),
        ("Mover", &["--own-place"], &[]),
        ("Headless", &["--wrong-head"], &["header"]),
        ("Halver", &["--no-whole-games"], &[]),
        ("Depthless", &["--no-depth"], &[]),
        ("Aloud", &["--thinks-aloud"], &[]),
        ("Twice", &["twice@options"], &[]),
        ("Allocator", &["late=160@newgame"], &[]),
        ("Stayer", &["deaf@exit"], &[]),
        ("Panicker", &["--panics"], &[]),
    ] {
        // Less than a second is one ply, and no search is waited for.
        for report in two_games(name, faults, "0.9s/move") {
            assert_eq!(report.forfeit, None, "{name}: {}", report.result.reason);
            let game_over = ["result"]
                .iter()
                .filter(|_| name == "Headless" && report.result.reason != "move limit");
            let expected: Vec<&str> = expected.iter().chain(game_over).copied().collect();
            // What is not told is not asked for again in the next game.
            let is_later = name == "Dumb" && report.pairing.number > 1;
            let expected = if is_later { Vec::new() } else { expected };
            assert_eq!(seen(&report), expected, "{name}: {:?}", report.disagreements);
        }
    }
}

#[test]
fn faults_that_cost_a_game_are_named() {
    for (name, faults, cause) in [
        ("Liar", &["instead=bQ wQ/@bestmove"][..], "illegal move bQ wQ/"),
        ("Jumper", &["instead=wS1 bS1-@bestmove"], "illegal move wS1 bS1-"),
        ("Placeless", &["instead=wA1@bestmove"], "illegal move wA1"),
        (
            "Objector",
            &["instead=invalidmove never@bestmove"],
            "bad output: answered bestmove with “invalidmove never”",
        ),
        (
            "Drawler",
            &["instead=well, well@bestmove"],
            "bad output: answered bestmove with “well, well”",
        ),
        ("Empty", &["instead=@bestmove"], "bad output: no move in its answer"),
        ("Hanging", &["stall@play:2"], "stalled (did not answer play within 1.5 s)"),
        (
            "Babbler",
            &["instead=err no idea@bestmove"],
            "bad output: answered bestmove with “err no idea”",
        ),
        (
            "Basic",
            &["--base-only"],
            "bad output: refused the position: it plays Base instead of Base+MLP",
        ),
        ("Crasher", &["exit=101@bestmove:2"], "crashed (exit 101)"),
        ("Killed", &["die=9@play:3"], "crashed (signal 9, killed)"),
        ("Mute", &["close-output@bestmove:2", "deaf@eof"], "closed its output"),
        ("Endless", &["stall@bestmove:2"], "lost on time"),
        ("Forker", &["fork=hold@bestmove:2", "stall@bestmove:2"], "lost on time"),
    ] {
        let began = Instant::now();
        for report in two_games(name, faults, "0.9s/move") {
            let engine = report.forfeit.as_ref().map(|(engine, _)| *engine);
            assert_eq!((engine, report.cause_text().as_str()), (Some(1), cause), "{name}");
            assert_eq!(report.result.outcome, Outcome::WonBy(report.pairing.seat_of(0)), "{name}");
            let n_played = moves(&report).len() - report.pairing.opening.len();
            assert!(n_played <= 6, "{name}: what was played is kept: {n_played}");
        }
        assert!(began.elapsed() < Duration::from_secs(8), "{name}: {:?}", began.elapsed());
    }
}

#[test]
fn an_engine_that_does_not_play_the_game_type_is_not_asked_to() {
    let able = "say=id Unable\\nMosquito;\\nok\\n@info";
    let good = engine("Unable-good", &["--rules"]);
    let bad = engine_with("Unable", &["--no-banner", able, "deaf@info"], 0.1);
    let (summary, reports) = run(play(config([good, bad], "Base+MLP", 9, "0.9s/move")));
    let MatchEnd::Unusable { engine: 1, cause } = summary.end else { panic!("{:?}", summary.end) };
    assert!(cause.to_string().ends_with("it does not play Base+MLP, only Base+M"), "{cause}");
    assert_eq!((reports.len(), summary.tally.standing.games()), (1, 0), "it is no loss");
    assert!(alive("Unable").is_empty());
}

#[test]
fn an_engine_that_writes_errors_without_end_after_its_input_is_closed_is_ended() {
    let faults = ["deaf@exit", "flood-noise=0@eof", "deaf@eof"];
    let began = Instant::now();
    for report in two_games("Looper", &faults, "0.9s/move") {
        assert_eq!(report.forfeit, None);
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

/// One game of a good engine against one that does this and has 3 s to get ready.
fn slow_game(name: &str, faults: &[&str]) -> (GameReport, Vec<String>) {
    let good = engine(&format!("{name}-good"), &["--rules"]);
    let slow = engine_with(name, &[&["--rules"], faults].concat(), 0.2);
    let mut config = config([good, slow], "Base+MLP", 1, "0.3s/move");
    config.max_plies = Some(16);
    let mut reports = Vec::new();
    let mut complaints = Vec::new();
    let summary = run(run_match(config, &MatchControl::new(), |event| match event {
        MatchEvent::Finished(report) => reports.push(*report),
        MatchEvent::Complaint { text, .. } => complaints.push(text),
        MatchEvent::Started { .. }
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. }
        | MatchEvent::Live(_)
        | MatchEvent::AllOver
        | MatchEvent::Stopped { .. } => {}
    }));
    assert_eq!(summary.map(|summary| summary.end), Ok(MatchEnd::AllPlayed));
    assert_eq!(alive(name), Vec::<String>::new(), "{faults:?}");
    (reports.pop().expect("one game"), complaints)
}

#[test]
fn getting_ready_slowly_and_answering_a_question_late_costs_no_game() {
    let slow = ["late=1700@newgame:1", "late=1700@play:3", "late=1700@validmoves:3"];
    let (report, complaints) = slow_game("Latecomer", &slow);
    assert_eq!((report.forfeit.as_ref(), seen(&report)), (None, vec![]), "{:?}", report.result);
    assert_eq!(complaints, Vec::<String>::new());
    let nodes = report.record.main_line();
    let longest = nodes.into_iter().filter_map(|id| report.record.node(id).elapsed).max();
    assert!(longest.is_some_and(|time| time < Duration::from_secs(1)), "{longest:?}");

    let (report, complaints) = slow_game("Deaf", &["stall@validmoves"]);
    assert_eq!(report.forfeit, None, "{:?}", report.result);
    assert_eq!(report.result.reason, "move limit");
    assert_eq!(seen(&report), ["moves not told"]);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert_eq!(complaints[0], "it did not answer validmoves within 3 s");
    assert!(complaints[1].starts_with("moves not told: "), "{complaints:?}");
}
