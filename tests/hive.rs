//! Hive: the battery, tables that others have counted, and the rules one by one.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use quintet::games::hive::{Bug, GameType, Hive, Move, Piece, perft};
use quintet::games::testing::check_rules;
use quintet::games::{
    Actor, Click, Ending, HistoryRules, Mark, Outcome, PlayError, Position, Rules, Scene,
    SceneView, Setup, SetupError, Side, Trace,
};

/// The position at the end of a GameString.
#[track_caller]
fn hive(text: &str) -> Hive {
    let setup = Setup { variant: None, position: Some(text.to_owned()) };
    Hive::start(&setup).unwrap_or_else(|error| panic!("{error}"))
}

/// The canonical texts of the legal moves of one piece, by its short name.
fn moves_of(pos: &Hive, piece: &str) -> Vec<String> {
    let all = Position::legal_moves(pos);
    let own = all.into_iter().map(|mv| mv.0).filter(|mv| mv.split(' ').next() == Some(piece));
    own.collect()
}

#[track_caller]
fn check_moves_of(pos: &Hive, piece: &str, want: &[&str]) {
    let found: BTreeSet<String> = moves_of(pos, piece).into_iter().collect();
    let want: BTreeSet<String> =
        want.iter().map(|text| Position::resolve(pos, text).unwrap().0).collect();
    assert_eq!(found, want);
}

#[test]
fn the_battery_finds_nothing_in_all_game_types() {
    check_rules::<Hive>(1, 24);
}

#[test]
fn every_row_of_the_perft_table_to_depth_five_is_counted_right() {
    let table = include_str!("data/hive/perft.csv");
    let rows = table.lines().filter(|row| row.starts_with("Base")).map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        (row, fields[0], fields[1].parse::<u32>().unwrap(), fields[2].parse::<u64>().unwrap())
    });
    let rows: Vec<_> = rows.filter(|row| row.2 <= 5).collect();
    assert_eq!(rows.len(), 48, "eight game types to depth 5");
    let (rows, wrong) = (Mutex::new(rows), Mutex::new(Vec::new()));
    let count = || {
        loop {
            let Some((row, name, depth, nodes)) = rows.lock().unwrap().pop() else { break };
            let setup = Setup { variant: Some(name.to_owned()), position: None };
            let counted = perft(Hive::start(&setup).unwrap().board(), depth);
            if counted != nodes {
                wrong.lock().unwrap().push(format!("{counted} instead of {row}"));
            }
        }
    };
    let n_threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| (0..n_threads).for_each(|_| drop(scope.spawn(count))));
    assert_eq!(wrong.into_inner().unwrap(), [] as [String; 0]);
}

/// Rows of `tests/data/hive/positions.tsv`: GameString, number of moves, moves.
fn positions() -> impl Iterator<Item = (&'static str, usize, Vec<&'static str>)> {
    let table = include_str!("data/hive/positions.tsv");
    table.lines().filter(|row| !row.starts_with('#')).map(|row| {
        let mut fields = row.split('\t');
        let (text, n) = (fields.next().unwrap(), fields.next().unwrap());
        let moves = fields.next().unwrap_or_default();
        (text, n.parse().unwrap(), moves.split(';').filter(|mv| !mv.is_empty()).collect())
    })
}

#[test]
fn every_set_of_legal_moves_is_as_two_engines_have_it() {
    let (mut n_rows, mut n_passes, mut n_ended) = (0, 0, 0);
    for (text, n, moves) in positions() {
        let pos = hive(text);
        let found: BTreeSet<Move> = Rules::legal_moves(&pos).into_iter().collect();
        assert_eq!(found.len(), n, "{text}");
        // The table has MzingaCpp's own spelling, which need not be the canonical one.
        let want: BTreeSet<Move> = moves.iter().map(|mv| pos.read_move(mv).unwrap()).collect();
        assert_eq!(found, want, "{text}");
        assert_eq!(pos.board().is_over(), n == 0, "{text}");
        assert_eq!(Rules::forced_note(&pos).is_some(), moves == ["pass"], "{text}");
        n_rows += 1;
        n_passes += usize::from(moves == ["pass"]);
        n_ended += usize::from(n == 0);
    }
    assert_eq!((n_rows, n_passes, n_ended), (337, 2, 12));
}

#[test]
fn moves_are_written_as_mzinga_writes_them() {
    for (text, ..) in positions() {
        let pos = hive(text);
        let header = text.split(';').take(3).collect::<Vec<_>>().join(";");
        assert!(Rules::to_text(&pos).starts_with(&header), "{text}");
        let written: Vec<&str> = pos.moves().collect();
        let read: Vec<&str> = text.split(';').skip(3).collect();
        assert_eq!(written, read, "{text}");
    }
}

fn traces(text: &str) -> Vec<Trace> {
    let mut parts = text.split(';');
    let variant = parts.next().map(str::to_owned);
    let mut pos = Hive::start(&Setup { variant, position: None }).unwrap();
    let mut line = vec![Rules::trace(&pos)];
    for mv in parts.skip(2) {
        Position::play(&mut pos, mv).unwrap();
        line.push(Rules::trace(&pos));
    }
    line
}

#[test]
fn the_third_occurrence_is_a_draw_where_the_rule_is_on() {
    let table = include_str!("data/hive/positions.tsv");
    let mut n_lines = 0;
    for row in table.lines().filter_map(|row| row.strip_prefix("#REPETITION")) {
        let (_, text) = row.split_once(": ").unwrap();
        let line = traces(text);
        let on = HistoryRules { repetition: true, counting: true };
        let off = HistoryRules { repetition: false, counting: true };
        let ending = Ending { outcome: Outcome::Draw, margin: 0, reason: "repetition" };
        assert_eq!(Hive::judge(&line, on), Some(ending), "{text}");
        assert_eq!(Hive::judge(&line, off), None, "{text}");
        for n in 0..line.len() {
            assert_eq!(Hive::judge(&line[..n], on), None, "too early, after {n}: {text}");
        }
        n_lines += 1;
    }
    assert_eq!(n_lines, 8);
}

#[test]
fn a_hive_that_has_wandered_as_a_whole_is_the_same_position() {
    // The same six pieces, one place further to the east after twelve plies of walking would be
    // long; two openings that differ in the first piece only show it as well.
    let one = hive("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-");
    let other =
        hive("Base;;;wQ;bS1 wS1-".replace("wQ;bS1 wS1-", "wS1;bS1 wS1-;wQ -wS1;bQ bS1-").as_str());
    assert_eq!(Rules::trace(&one), Rules::trace(&other));
}

#[test]
fn both_queens_surrounded_at_once_is_a_draw() {
    let pos = hive(
        "Base;Draw;White[11];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;\
         wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bG1 wA1/;wQ -bQ;bA1 \\wQ;wB1 -wS1;\
         bG3 bG1-;wB1 /bA1;bG3 -bG2",
    );
    let ending = Ending { outcome: Outcome::Draw, margin: 0, reason: "both queens surrounded" };
    assert_eq!(Rules::actor(&pos), Actor::Nobody(ending));
    assert_eq!(pos.state(), "Draw");
    assert_eq!(Rules::legal_moves(&pos), []);
    assert_eq!(perft(pos.board(), 3), 0);
}

const FORCED_PASS: &str = "Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;\
     bA1 bS1\\;wQ -wA1;bA2 bQ\\;wQ \\wA1;bA1 \\wQ;wG1 /wQ;bA2 /wG1";

#[test]
fn a_pass_is_forced_where_nothing_else_can_be_done_and_forbidden_elsewhere() {
    let mut pos = hive(FORCED_PASS);
    assert_eq!(Rules::legal_moves(&pos), [Move::Pass]);
    let note = Rules::forced_note(&pos);
    assert_eq!(note.as_deref(), Some("White can neither place nor move a piece"));
    Position::play(&mut pos, "PASS").unwrap();
    assert_eq!(pos.board().last_moved(), None, "a pass lets a stunned piece go");
    assert!(Rules::to_text(&pos).ends_with(";bA2 /wG1;pass"));
    assert_eq!(Position::play(&mut pos, "pass"), Err(PlayError::Illegal { mv: "pass".into() }));
}

#[test]
fn the_mosquito_throws_the_pillbug_that_it_touches() {
    let pos = hive(
        "Base+MLP;InProgress;White[11];wM;bP \\wM;wS1 /wM;bB1 bP/;wB1 -wS1;bM \\bB1;wQ wM\\;\
         bQ /bM;wG1 /wB1;bG1 -bM;wP -wG1;bM bB1;wQ /bP;bG2 bG1/;wP wP\\;bB2 -bG1;wB2 wB1\\;\
         wQ bM\\;wA1 -wB1;bA1 bM/",
    );
    assert_eq!(Rules::legal_moves(&pos).len(), 96);
    check_moves_of(&pos, "bP", &["bP wQ\\", "bP wM\\", "bP /bP"]);
}

#[test]
fn the_queen_comes_neither_first_nor_after_the_fourth_turn() {
    let start = Hive::new(GameType::default());
    assert!(moves_of(&start, "wQ").is_empty());
    let second = hive("Base;;;wS1");
    assert!(moves_of(&second, "bQ").is_empty());
    let fourth = hive("Base;;;wS1;bS1 wS1-;wS2 -wS1;bS2 bS1-;wA1 -wS2;bA1 bS2-");
    let moves: Vec<String> = Position::legal_moves(&fourth).into_iter().map(|mv| mv.0).collect();
    assert!(!moves.is_empty() && moves.iter().all(|mv| mv.starts_with("wQ ")), "{moves:?}");
    assert_eq!(refusal(&fourth, &["hand wA"]), "the queen must be placed by turn 4");
    assert_eq!(
        refusal(&start, &["hand wQ"]),
        "the queen must not be placed on a player's first turn"
    );
}

#[test]
fn a_beetle_is_stopped_by_two_higher_stacks_and_by_nothing_lower() {
    // wB1 on the ground between two stacks of two: it may not go through between them.
    let pos = hive(
        "Base;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ;wB1 wG1;bB1 bG1;\
         wB2 -wQ;bB2 bQ-;wA1 /wQ;bA1 bQ\\",
    );
    let here: BTreeSet<String> = moves_of(&pos, "wB1").into_iter().collect();
    assert!(here.contains("wB1 bB1"), "from one stack onto the other: {here:?}");
    assert!(here.contains("wB1 wQ"), "down from the stack: {here:?}");
}

/// The reason why the last of these clicks is refused.
#[track_caller]
fn refusal(pos: &Hive, clicks: &[&str]) -> String {
    let mut chosen = Vec::new();
    for (idx, name) in clicks.iter().enumerate() {
        match Rules::click(pos, &chosen, name) {
            Click::Partial(now) => chosen = now,
            Click::Refused(reason) if idx + 1 == clicks.len() => return reason,
            other => panic!("{name} after {chosen:?}: {other:?}"),
        }
    }
    panic!("{clicks:?} leave {chosen:?}");
}
