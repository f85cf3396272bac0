//! The live view in terminals of several sizes, beside the pictures of `view_cases.txt`.

use super::*;

/// `== 20 players, 80 x 24` and then the view, line by line. What is expected was looked at.
const CASES: &str = include_str!("view_cases.txt");

fn scene(n_players: usize) -> Scene {
    let met = |own: usize, other: usize| {
        let halves = u32::try_from((own + 2 * other) % 5).unwrap();
        // The last two have not met.
        (own != other && own + other != 2 * n_players - 3 || n_players == 2)
            .then_some(if own < other { [halves, 2] } else { [4 - halves, 2] })
    };
    let line = |own: usize| SceneLine {
        name: match own {
            1 => "エンジン 将棋 of a very long name".to_owned(),
            2 => "a\x1b[2Jb".to_owned(),
            _ => format!("Quintet Othello (level {own})"),
        },
        games: 38,
        score: format!("{}.5", 30 - own),
        elo: format!("{:+} ({:+} to {:+})", 85 - 9 * own as i32, 40 - 9 * own as i32, 130),
        met: (0..n_players).map(|other| met(own, other)).collect(),
    };
    let bounds = [-2.94, 2.94];
    let test = SprtState { pairs: 190, llr: 1.25, bounds, verdict: None };
    Scene {
        played: 380,
        games: 400,
        at_once: 4,
        most_at_once: 256,
        test: (n_players == 2).then_some(test),
        lines: (0..n_players).map(line).collect(),
    }
}

fn seen() -> Seen {
    let game = |number: u32| LastGame {
        number,
        players: ["Quintet Othello (level 1)", "Quintet Othello (level 10)"].map(str::to_owned),
        result: "1-0".to_owned(),
        reason: "more discs".to_owned(),
    };
    Seen {
        pace: Pace::Playing,
        at_once: 4,
        running: 4,
        elapsed: Duration::from_secs(3_700),
        starting: Vec::new(),
        mean: Some(Duration::from_secs(40)),
        causes: vec![("level 1 lost on time".to_owned(), 3), ("level 2 crashed".to_owned(), 1)],
        delays: Some([Duration::from_micros(12), Duration::from_micros(31)]),
        last: (373..=380).map(game).collect(),
        has_keys: true,
    }
}

#[test]
fn the_view_fits_into_terminals_of_all_sizes() {
    let mut made = String::new();
    for (n_players, columns, rows) in [
        (2, 60, 24),
        (2, 80, 24),
        (2, 120, 40),
        (20, 60, 24),
        (20, 80, 40),
        (20, 110, 40),
        (20, 120, 40),
        (20, 80, 8),
        (2, 24, 5),
    ] {
        let size = Size { columns, rows };
        let lines = lines(&scene(n_players), &seen(), size);
        assert!(lines.len() < rows, "{size:?}: {lines:?}");
        for line in &lines {
            assert!(line.width() <= columns, "{size:?}: {line}");
            assert!(!line.chars().any(char::is_control), "{size:?}: {line}");
        }
        made += &format!("== {n_players} players, {columns} x {rows}\n{}\n", lines.join("\n"));
    }
    assert!(made == CASES, "the views are now:\n{made}");
}

#[test]
fn the_second_line_says_what_the_user_has_asked_for() {
    let seen_at = |pace| Seen { pace, running: 2, ..seen() };
    for (pace, said) in [
        (Pace::Playing, "4 at once, 2 running; 1 h 01 min, about 3 min 20 s left"),
        (Pace::Paused, "paused: no new game starts, 2 running; 1 h 01 min"),
        (Pace::Finishing, "finishing, then stopping: 2 running; 1 h 01 min"),
        (Pace::Stopping, "stopping; 1 h 01 min"),
    ] {
        assert_eq!(state(&scene(3), &seen_at(pace)), said);
    }
    // With a test there may be fewer games; the last ones cannot all be played at once.
    let last = Scene { games: 381, ..scene(2) };
    assert!(state(&last, &seen()).ends_with("at most 40 s left"), "{}", state(&last, &seen()));
}

#[test]
fn a_view_without_any_game_is_a_view() {
    let size = Size { columns: 80, rows: 24 };
    let lines = lines(&Scene::default(), &Seen::default(), size);
    assert!(lines[0].ends_with("0 of 0 games") && lines.len() < 24, "{lines:?}");
}
