//! Draughts: the battery, tables that others have counted, and the rules one by one.

use std::sync::Mutex;
use std::thread;

use quintet::games::draughts::{Counting, Draughts, KingRun, Variant, perft};
use quintet::games::testing::{check_rules, check_rules_from};
use quintet::games::{
    Actor, Art, Click, Edit, Ending, HistoryRules, Mark, MoveText, Outcome, PlayError, Position,
    Rules, SceneView, Setup, Side, Trace,
};

/// The position as it is set up from text.
#[track_caller]
fn draughts(variant: Variant, text: &str) -> Draughts {
    let setup = Setup { variant: Some(variant.name().to_owned()), position: Some(text.to_owned()) };
    Draughts::start(&setup).unwrap_or_else(|error| panic!("{error}"))
}

/// One row of `tests/data/draughts/perft.csv`.
struct Row<'a> {
    text: &'a str,
    pos: Draughts,
    counting: Counting,
    depth: u32,
    nodes: u64,
}

/// Rows above this are counted by `cargo bench --bench perft` only.
const MOST_NODES: u64 = 20_000_000;

fn perft_row(text: &str) -> Row<'_> {
    let (variant, rest) = text.split_once(',').expect("a variant");
    let (mode, rest) = rest.split_once(',').expect("a mode");
    let (fen, rest) = rest[1..].split_once("\",").expect("a position in quotes");
    let mut numbers = rest.split(',').map(|number| number.parse::<u64>());
    let mut number = || numbers.next().expect("depth and nodes").expect("a number");
    let counting = Counting { every_path: mode == "dup", king_limit: mode != "nowolf" };
    let variant = Variant::find(variant).expect("a variant of the program");
    Row { text, pos: draughts(variant, fen), counting, depth: number() as u32, nodes: number() }
}

#[test]
fn every_row_of_the_perft_table_is_counted_right() {
    let table = include_str!("data/draughts/perft.csv");
    let rows = table.lines().filter(|row| !row.starts_with('#')).skip(1).map(perft_row);
    let mut rows: Vec<Row<'_>> = rows.filter(|row| row.nodes <= MOST_NODES).collect();
    assert_eq!(rows.len(), 575, "the table has as many rows");
    rows.sort_by_key(|row| row.nodes);
    let (rows, wrong) = (Mutex::new(rows), Mutex::new(Vec::new()));
    let count = || {
        loop {
            let Some(row) = rows.lock().unwrap().pop() else { break };
            let counted = perft(&row.pos, row.depth, row.counting);
            if counted != row.nodes {
                wrong.lock().unwrap().push(format!("{counted} instead of {}", row.text));
            }
        }
    };
    let n_threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| (0..n_threads).for_each(|_| drop(scope.spawn(count))));
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_list_of_legal_moves_is_as_others_have_it() {
    let table = include_str!("data/draughts/movelists.tsv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let variant = Variant::find(fields[0]).expect("a variant of the program");
        let pos = draughts(variant, fields[1]);
        assert_eq!(draughts(variant, fields[2]), pos, "{row}");
        let mut moves: Vec<String> =
            Position::legal_moves(&pos).into_iter().map(|mv| mv.0).collect();
        moves.sort();
        assert_eq!(moves.join(" "), fields[4], "{row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 625);
}

/// Plays moves, and gives the traces of all positions with the last one.
#[track_caller]
fn played(variant: Variant, text: &str, moves: &str) -> (Draughts, Vec<Trace>) {
    let mut pos = draughts(variant, text);
    let mut line = vec![Rules::trace(&pos)];
    for mv in moves.split_whitespace() {
        Position::play(&mut pos, mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        line.push(Rules::trace(&pos));
    }
    (pos, line)
}

fn judged(line: &[Trace]) -> Option<&'static str> {
    Draughts::judge(line, HistoryRules::default()).map(|ending| ending.reason)
}

#[test]
fn every_game_of_the_draw_table_ends_with_its_last_move_and_not_before() {
    let table = include_str!("data/draughts/draw_rules.tsv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let variant = Variant::find(fields[0]).expect("a variant of the program");
        let (pos, line) = played(variant, fields[1], fields[4]);
        assert_eq!(pos.board(), draughts(variant, fields[5]).board(), "{row}");
        assert_eq!(line.len(), 1 + fields[3].parse::<usize>().unwrap(), "{row}");
        for n in 1..line.len() {
            assert_eq!(judged(&line[..n]), None, "after {} plies: {row}", n - 1);
        }
        let reason = judged(&line).unwrap_or_else(|| panic!("no draw: {row}"));
        let word = match (fields[2], variant) {
            ("is_5_moves_rule", Variant::Frisian) => "2 moves",
            ("is_5_moves_rule", _) => "5 moves",
            ("is_16_moves_rule", _) => "16 moves",
            ("is_25_moves_rule", _) => "25 moves",
            _ => "third time",
        };
        assert!(reason.contains(word), "{reason}: {row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 38);
}

/// Traces of a game of `n` plies in which kings go to and fro, and the last position is `last`.
fn to_and_fro(variant: Variant, n: usize, one: &str, other: &str, last: &str) -> Vec<Trace> {
    let trace = |text: &str| Rules::trace(&draughts(variant, text));
    let mut line: Vec<Trace> =
        (0..n).map(|ply| trace(if ply % 2 == 0 { one } else { other })).collect();
    line.push(trace(last));
    line
}

const COUNTING: HistoryRules = HistoryRules { repetition: false, counting: true };

#[test]
fn a_win_with_the_last_allowed_move_is_a_win() {
    let (one, other) = ("W:WK47,K48,K49:BK1", "B:WK36,K48,K49:BK1");
    // Black's king in the corner is blocked by two kings in a row.
    let line = to_and_fro(Variant::International, 32, one, other, "B:WK37,K41,K49:BK46");
    assert_eq!(Draughts::judge(&line, COUNTING), None);
    let blocked = draughts(Variant::International, "B:WK37,K41,K49:BK46");
    let won = Ending { outcome: Outcome::WonBy(Side::First), margin: 1, reason: "no legal move" };
    assert_eq!(Rules::actor(&blocked), Actor::Over(won));
    let line = to_and_fro(Variant::International, 32, one, other, "B:WK37,K42,K49:BK46");
    assert!(Draughts::judge(&line, COUNTING).is_some());
    assert_eq!(Draughts::judge(&line[1..], COUNTING), None, "one ply fewer");
}

#[test]
fn a_capture_leaves_what_remains_of_the_sixteen_moves() {
    let three = ("W:WK47,K48,K49:BK1", "B:WK36,K48,K49:BK1");
    let two = ("W:WK47,K48:BK1", "B:WK36,K48:BK1");
    let count = |n_three: usize, n_two: usize| {
        let mut line = to_and_fro(Variant::International, n_three - 1, three.0, three.1, three.1);
        line.extend(to_and_fro(Variant::International, n_two - 1, two.0, two.1, two.1));
        Draughts::judge(&line, COUNTING).map(|ending| ending.reason.split_once(' ').unwrap().0)
    };
    assert_eq!(count(29, 3), None);
    assert_eq!(count(29, 4), Some("16"));
    assert_eq!(count(3, 10), None);
    assert_eq!(count(3, 11), Some("5"));
}

#[test]
fn each_variant_has_draws_of_its_own() {
    let (one, other) = ("W:WK47,K48:BK1", "B:WK36,K48:BK1");
    let first_draw = |variant: Variant, rules: HistoryRules| {
        (1..60).find(|n| {
            let line = to_and_fro(variant, *n, one, other, [one, other][n % 2]);
            Draughts::judge(&line, rules).is_some()
        })
    };
    let repetition = HistoryRules { repetition: true, counting: false };
    let off = HistoryRules { repetition: false, counting: false };
    let kings = [Variant::International, Variant::Frisian, Variant::Killer, Variant::Losing];
    for (variant, plies) in kings.into_iter().zip([Some(10), Some(14), Some(50), None]) {
        assert_eq!(first_draw(variant, COUNTING), plies, "{variant:?}");
        assert_eq!(first_draw(variant, repetition), Some(4), "{variant:?}");
        assert_eq!(first_draw(variant, off), None, "{variant:?}");
    }
}

#[test]
fn running_counts_are_shown_in_moves() {
    let counters = |variant, text, moves| {
        let (pos, line) = played(variant, text, moves);
        let counters = Rules::counters(&pos, &line).into_iter();
        let texts = counters.map(|c| format!("{} {}/{}", c.title, c.value, c.limit));
        texts.collect::<Vec<String>>().join(", ")
    };
    let two_kings = "W:WK47,K48:BK1";
    assert_eq!(counters(Variant::International, two_kings, ""), "5-move rule 0/5");
    let moves = "48-43 1-6 43-48 6-1 48-43";
    let both = "5-move rule 2/5, 25-move rule 2/25";
    assert_eq!(counters(Variant::International, two_kings, moves), both);
    // The game went on after the draw: the rule is reached, no more.
    let on = ["48-43 1-6 43-48 6-1"; 4].join(" ");
    let reached = "5-move rule 5/5, 25-move rule 8/25";
    assert_eq!(counters(Variant::International, two_kings, &on), reached);
    assert_eq!(counters(Variant::Killer, two_kings, moves), "25-move rule 2/25");
    assert_eq!(counters(Variant::Frisian, two_kings, moves), "7-move rule 2/7");
    assert_eq!(counters(Variant::Losing, two_kings, moves), "");
    let start = "W:W31-50:B1-20";
    assert_eq!(counters(Variant::International, start, "32-28 19-23"), "");
    let king = counters(Variant::Frisian, "W:WK47,45:B1,6", "47-42 6-11 42-47 11-16");
    assert_eq!(king, "White's king on 47 in a row 2/3");
}

/// White's king has gone to and fro three times.
const LIMITED: (&str, &str) = ("W:WK47,45:B1,6", "47-42 6-11 42-47 11-16 47-42 1-7");

#[test]
fn a_king_makes_three_moves_in_a_row_and_not_a_fourth_in_frisian() {
    let (mut pos, _) = played(Variant::Frisian, LIMITED.0, LIMITED.1);
    let moves = |pos: &Draughts| -> Vec<String> {
        Position::legal_moves(pos).into_iter().map(|mv| mv.0).collect()
    };
    assert_eq!(moves(&pos), ["45-40"]);
    assert_eq!(pos.king_runs()[0], Some(KingRun { square: 41, moves: 3 }));
    let text = Rules::to_text(&pos);
    assert_eq!(draughts(Variant::Frisian, &text), pos, "{text}");
    let (other, _) = played(Variant::International, LIMITED.0, LIMITED.1);
    assert!(moves(&other).len() > 5);
    assert_ne!(pos.key(), draughts(Variant::Frisian, "W:WK42,45:B7,16").key());
    Position::play(&mut pos, "45-40").unwrap();
    assert_eq!(pos.king_runs(), &[None; 2]);
}

#[test]
fn who_can_only_move_a_king_at_its_limit_loses_in_frisian() {
    let three = [Some(KingRun { square: 40, moves: 3 }), None];
    // White's man on 35 is blocked by two men in a row.
    let pos = draughts(Variant::Frisian, "W:WK41,35:B30,24,2").with_king_runs(three);
    let lost = Ending { outcome: Outcome::WonBy(Side::Second), margin: 1, reason: "no legal move" };
    assert_eq!(Rules::actor(&pos), Actor::Over(lost));
    let two = [Some(KingRun { square: 40, moves: 2 }), None];
    assert_eq!(Rules::actor(&pos.with_king_runs(two)), Actor::Player(Side::First));
}

#[track_caller]
fn ends(variant: Variant, text: &str, side: Side, reason: &str) {
    let Actor::Over(ending) = Rules::actor(&draughts(variant, text)) else {
        panic!("{variant:?} {text} goes on");
    };
    assert_eq!((ending.outcome, ending.reason), (Outcome::WonBy(side), reason), "{text}");
}

#[test]
fn each_variant_has_an_end_of_its_own() {
    let (white, black) = (Side::First, Side::Second);
    ends(Variant::International, "B:W28:B", white, "no pieces left");
    ends(Variant::Losing, "B:W28:B", black, "all its pieces are gone");
    ends(Variant::International, "B:W50:B45", white, "no legal move");
    ends(Variant::Losing, "B:W50:B45", black, "it has no legal move");
    ends(Variant::Breakthrough, "B:WK3:B20", white, "a man has become a king");
}

#[track_caller]
fn clicked(pos: &Draughts, clicks: &str) -> String {
    let mut chosen = Vec::new();
    let mut last = String::new();
    for cell in clicks.split(' ') {
        last = match Rules::click(pos, &chosen, cell) {
            Click::Complete(text) => text,
            Click::Refused(reason) | Click::Kept { reason, .. } => reason,
            Click::Partial(cells) => {
                let joined = cells.join("+");
                chosen = cells;
                format!("+{joined}")
            }
        };
    }
    last
}

#[track_caller]
fn check_clicks(variant: Variant, text: &str, cases: &[(&str, &str)]) {
    let pos = draughts(variant, text);
    for (clicks, result) in cases {
        assert_eq!(clicked(&pos, clicks), *result, "{text}: {clicks}");
    }
}

#[test]
fn a_typed_move_that_is_not_legal_is_refused_with_its_reason() {
    let check = |variant: Variant, text: &str, cases: &[(&str, &str)]| {
        let pos = draughts(variant, text);
        for (mv, reason) in cases {
            let refusal = Rules::refusal(&pos, mv);
            assert_eq!(refusal.unwrap_or_default(), *reason, "{text}: {mv}");
        }
    };
    check(
        Variant::International,
        "W:W31-50:B1-20",
        &[
            ("32-28", ""),
            ("32 28", ""),
            ("no move", ""),
            ("28x19", "there is no piece of yours on 28"),
            ("32-37", "37 is occupied"),
            ("46-41", "the man on 46 is blocked"),
            ("46-27", "the man on 46 is blocked"),
            ("20-25", "the piece on 20 is Black's, and White is to move"),
            ("32-23", "a man moves one square forward along a diagonal"),
            ("32x23", "there is nothing to capture"),
        ],
    );
    let three = "capture of 3 is compulsory";
    check(
        Variant::International,
        "W:W48,45,K50:B42,32,22,1",
        &[("45-50", three), ("45-40", three), ("46-41", "there is no piece of yours on 46")],
    );
    check(Variant::International, "B:W28:B", &[("28-22", "the game is over: no pieces left")]);
}

#[test]
fn a_move_is_two_clicks_or_one_where_only_one_piece_can_go() {
    check_clicks(
        Variant::International,
        "W:W31-50:B1-20",
        &[
            ("32", "+32"),
            ("32 28", "32-28"),
            ("32 32", "+"),
            ("32 33", "+33"),
            ("32 33 29", "33-29"),
            ("26", "31-26"),
            ("28", "several pieces can go to 28: click the piece first"),
            ("24", "no piece can go to 24"),
            ("32 24", "a man moves one square forward along a diagonal"),
            ("32 37", "37 is occupied"),
            ("20", "the piece on 20 is Black's, and White is to move"),
            ("51", "there is no square \"51\""),
        ],
    );
}

#[test]
fn a_capture_is_clicked_by_its_end_or_by_a_square_that_decides() {
    check_clicks(
        Variant::International,
        "W:W31,45,48:B27,18,9,40",
        &[
            ("31 4", "31x4x9x18x27"),
            ("31 22", "31x4x9x18x27"),
            ("4", "31x4x9x18x27"),
            ("31 26", "capture of 3 is compulsory"),
            ("31 45", "capture of 3 is compulsory"),
            ("48", "capture of 3 is compulsory"),
            ("43", "capture of 3 is compulsory"),
        ],
    );
    // The diagram of the PDN standard: two ways from 47 to 36.
    check_clicks(
        Variant::International,
        "W:WK47:B14,19,29,31,42",
        &[
            ("47 36", "2 captures end on 36: a square on the way decides"),
            ("36", "+47"),
            ("47 38", "+47+38"),
            ("47 38 36", "2 captures end on 36: a square on the way decides"),
            ("47 24", "47x36x19x29x31x42"),
            ("47 38 20", "47x36x14x29x31x42"),
            ("47 9", "47x36x14x29x31x42"),
        ],
    );
    let pos = draughts(Variant::International, "W:WK47:B14,19,29,31,42");
    let chosen = ["47".to_owned()];
    let view = SceneView { show_legal: true, chosen: &chosen, ..SceneView::default() };
    let legal = |mark: &Mark| match mark {
        Mark::Legal(cell) => Some(cell.clone()),
        Mark::LastMove(_) | Mark::Movable(_) | Mark::Chosen(_) => None,
    };
    let marked: Vec<String> = Rules::scene(&pos, &view).marks.iter().filter_map(legal).collect();
    assert_eq!(marked, ["9", "13", "20", "24", "38"]);
}

#[test]
fn only_moves_that_are_permitted_make_a_square_movable() {
    let start = draughts(Variant::International, "W:W31-50:B1-20");
    let movable = |only: Option<&[MoveText]>| -> Vec<String> {
        let scene = Rules::scene(&start, &SceneView { only, ..SceneView::default() });
        let movable = scene.cells.into_iter().filter(|cell| cell.spoken.ends_with(", movable"));
        movable.map(|cell| cell.name).collect()
    };
    assert_eq!(movable(None), ["31", "32", "33", "34", "35"]);
    assert_eq!(movable(Some(&[MoveText("32-28".to_owned())])), ["32"]);
    assert!(movable(Some(&[])).is_empty());
}

#[test]
fn a_circular_capture_ends_where_it_began() {
    let pos = draughts(Variant::International, "W:W33,50:B28,18,19,29");
    let moves = Position::legal_moves(&pos);
    assert_eq!(moves, [MoveText("33x33x18x19x28x29".to_owned())]);
    assert_eq!(clicked(&pos, "33 33"), "33x33x18x19x28x29");
    assert_eq!(clicked(&pos, "33 22"), "33x33x18x19x28x29");
    let mut after = pos;
    Position::play(&mut after, "33x33").unwrap();
    let board = after.board();
    assert_eq!((board.men[0], board.men[1]), (1 << 32 | 1 << 49, 0));
    let view = SceneView { last_move: Some("33x33x18x19x28x29"), ..SceneView::default() };
    let scene = Rules::scene(&after, &view);
    assert_eq!(scene.path.len(), 5);
    assert_eq!(scene.path[0], scene.path[4]);
    assert_eq!(scene.marks, [Mark::LastMove("33".to_owned())]);
}

#[test]
fn the_rule_that_forbids_a_move_is_said() {
    let one = "capture is compulsory";
    check_clicks(
        Variant::International,
        "W:W32,42:B28",
        &[("42", one), ("32 27", one), ("38", one)],
    );
    let first = "the king captures before a man of equal value";
    check_clicks(Variant::Frisian, "W:WK36,45:B27,40", &[("45", first), ("36 22", "36x22x27")]);
    check_clicks(Variant::Frisian, "W:W32,50:BK28", &[("50", "capture of 1 king is compulsory")]);
    let stop = "a king that takes a king last must stop right behind it";
    check_clicks(Variant::Killer, "W:WK46:BK28,1", &[("46 19", stop), ("46 23", "46x23x28")]);
    check_clicks(Variant::International, "W:WK46:BK28,1", &[("46 19", "46x19x28")]);
    let (pos, _) = played(Variant::Frisian, LIMITED.0, LIMITED.1);
    assert_eq!(clicked(&pos, "42"), "king 42 has made 3 moves in a row; move another piece");
    let far = "a king moves along a diagonal as far as it is free";
    check_clicks(Variant::International, "W:WK46,28:B1", &[("46 5", far), ("46 32", "46-32")]);
    let over = "the game is over: no pieces left";
    check_clicks(Variant::International, "B:W28:B", &[("28", over)]);
}

#[test]
fn a_piece_that_is_jumped_blocks_until_the_move_is_over() {
    // Coup turc: from 44 the king would take 33 as well if 28, which it took first, were gone.
    let pos = draughts(Variant::International, "W:WK46:B28,30,33,40");
    let moves = Position::legal_moves(&pos);
    assert_eq!(moves, ["46x44x28x30x40", "46x49x28x30x40"].map(|mv| MoveText(mv.to_owned())));
}

#[test]
fn a_man_that_only_passes_the_last_row_stays_a_man() {
    // 12x3 over 8, then back over 9: the man ends on 14.
    let mut pos = draughts(Variant::International, "W:W12,50:B8,9,20");
    let moves = Position::legal_moves(&pos);
    assert_eq!(moves, [MoveText("12x25x8x9x20".to_owned())]);
    Position::play(&mut pos, "12x25").unwrap();
    assert_eq!(pos.board().kings, [0; 2]);
    let mut pos = draughts(Variant::Breakthrough, "W:W12:B8,20");
    Position::play(&mut pos, "12x3").unwrap();
    assert_eq!(pos.board().kings[0], 1 << 2);
    assert!(matches!(Rules::actor(&pos), Actor::Over(_)));
}

#[test]
fn moves_are_read_in_every_spelling() {
    let resolve = |text: &str, mv: &str| {
        Position::resolve(&draughts(Variant::International, text), mv).map(|mv| mv.0)
    };
    let start = "W:W31-50:B1-20";
    for text in ["32-28", " 32 - 28 ", "32 28", "32\u{2013}28", "032-28"] {
        assert_eq!(resolve(start, text).as_deref(), Ok("32-28"), "{text}");
    }
    for text in ["32x", "51-46", "0-5", "32-28-23", "32", "x", "32x28-23", "-", "32+28"] {
        assert!(matches!(resolve(start, text), Err(PlayError::Unreadable { .. })), "{text}");
    }
    for text in ["20-25", "32x28", "32-27-"] {
        assert!(resolve(start, text).is_err(), "{text}");
    }
    let two_ways = "W:WK47:B14,19,29,31,42";
    let first = "47x36x19x29x31x42";
    for text in [
        first,
        "47x36x42x31x29x19",
        "47x38x24x13x36",
        "47:38:24:13:36",
        "47 x 24 x 36",
        "47X36X19X31X29X42",
    ] {
        assert_eq!(resolve(two_ways, text).as_deref(), Ok(first), "{text}");
    }
    assert_eq!(resolve(two_ways, "47x38x20x9x36").as_deref(), Ok("47x36x14x29x31x42"));
    for text in ["47x36", "47-36", "47x36x19", "47x38x36"] {
        assert!(matches!(resolve(two_ways, text), Err(PlayError::Illegal { .. })), "{text}");
    }
    assert_eq!(resolve("W:W32,42:B28", "32-23").as_deref(), Ok("32x23x28"));
    let pos = draughts(Variant::International, two_ways);
    assert_eq!(Position::show_move(&pos, first), "47x38x24x13x36");
    assert_eq!(Position::show_move(&pos, "47x38x20x9x36"), "47x38x20x9x36");
    let pos = draughts(Variant::International, "W:W31,45,48:B27,18,9,40");
    assert_eq!(Position::show_move(&pos, "31x4"), "31x4");
}

#[test]
fn squares_are_spoken_and_numbered_and_edges_have_labels() {
    let pos = draughts(Variant::International, "W:W32,42,K48:B28,K5");
    let view = SceneView { numbers: true, show_legal: true, ..SceneView::default() };
    let scene = Rules::scene(&pos, &view);
    let cell = |number: usize| &scene.cells[number - 1];
    assert_eq!(cell(32).spoken, "square 32, white man, movable");
    assert_eq!(cell(48).spoken, "square 48, white king");
    assert_eq!(cell(5).spoken, "square 5, black king");
    assert_eq!(cell(27).spoken, "square 27, empty");
    assert_eq!((cell(27).name.as_str(), cell(27).corner.as_str()), ("27", "27"));
    assert_eq!(scene.marks, [Mark::Movable("32".to_owned())]);
    let edges = |orientation: u8| {
        let view = SceneView { orientation, ..SceneView::default() };
        let scene = Rules::scene(&pos, &view);
        assert!(scene.cells.iter().all(|cell| cell.corner.is_empty()));
        let at = |x: f32| {
            let mut labels: Vec<_> = scene.labels.iter().filter(|label| label.at.0 == x).collect();
            labels.sort_by(|a, b| a.at.1.total_cmp(&b.at.1));
            labels.iter().map(|label| label.text.clone()).collect::<Vec<String>>().join(" ")
        };
        [at(-0.5), at(10.5)]
    };
    assert_eq!(edges(0), ["6 16 26 36 46", "5 15 25 35 45"]);
    assert_eq!(edges(1), ["45 35 25 15 5", "46 36 26 16 6"]);
}

#[test]
fn pieces_are_counted_in_words() {
    let pos = draughts(Variant::International, "W:W32,42,K50:BK5");
    assert_eq!(Rules::stock(&pos, Side::First), "2 men, 1 king");
    assert_eq!(Rules::stock(&pos, Side::Second), "1 king");
    let pos = draughts(Variant::International, "B:W32:B");
    assert_eq!(Rules::stock(&pos, Side::First), "1 man");
    assert_eq!(Rules::stock(&pos, Side::Second), "no pieces");
}

/// The set-up after these steps from the normal start.
fn edited(variant: Variant, steps: &[Edit]) -> Setup {
    let start = Setup { variant: Some(variant.name().to_owned()), position: None };
    steps
        .iter()
        .fold(start, |setup, step| Draughts::edit(&setup, step).expect("a start that exists"))
}

fn put(brush: &str, cell: u8) -> Edit {
    let brush = Draughts::brushes().iter().position(|known| known.title == brush).expect("a brush");
    Edit::Put { brush, cell: cell.to_string() }
}

#[test]
fn the_editor_says_why_a_position_cannot_be_played() {
    let problem = |variant, steps: &[Edit]| {
        let setup = edited(variant, steps);
        let view = Draughts::edit_view(&setup, &SceneView::default()).unwrap();
        assert_eq!(Draughts::start(&setup).is_ok(), view.problem.is_none(), "{:?}", view.problem);
        view.problem.unwrap_or_default()
    };
    let normal = Variant::International;
    assert_eq!(problem(normal, &[]), "");
    assert_eq!(problem(normal, &[put("white man", 3)]), "a White man on 3 would be a king");
    assert_eq!(problem(normal, &[put("white man", 25)]), "White has 21 pieces; 20 is the most");
    let clear = [Edit::Clear, put("white king", 3)];
    assert_eq!(problem(normal, &clear), "Black has no piece, so White cannot be to move");
    let both = [Edit::Clear, put("white king", 3), put("black man", 30)];
    assert_eq!(problem(normal, &both), "");
    let won = "White has a king already, so it has won and is not to move";
    assert_eq!(problem(Variant::Breakthrough, &both), won);
}

#[test]
fn the_editor_puts_and_takes_away_pieces() {
    let view = |setup: &Setup| Draughts::edit_view(setup, &SceneView::default()).unwrap();
    let king = [Edit::Clear, put("black king", 3), Edit::Turn(Side::Second)];
    let setup = edited(Variant::Killer, &king);
    assert_eq!(setup.variant.as_deref(), Some("killer"));
    let shown = view(&setup);
    assert_eq!((shown.turn, shown.scene.pieces.len()), (Side::Second, 1));
    assert_eq!(shown.scene.pieces[0].art, Art::King { white: false });
    let again = Draughts::edit(&setup, &put("black king", 3)).unwrap();
    assert_eq!(view(&again).scene.pieces, []);
    let other = Draughts::edit(&setup, &put("white man", 3)).unwrap();
    assert_eq!(view(&other).scene.pieces[0].art, Art::Man { white: true });
    let gone = Draughts::edit(&setup, &put("empty", 3)).unwrap();
    assert_eq!(view(&gone).scene.pieces, []);
    let nowhere = Edit::Put { brush: 0, cell: "99".to_owned() };
    assert_eq!(Draughts::edit(&setup, &nowhere).as_ref(), Ok(&setup));
    let start = Draughts::edit(&setup, &Edit::Start).unwrap();
    assert_eq!(Draughts::start(&start), Ok(Draughts::start_of(Variant::Killer)));
    let text = Setup { variant: None, position: Some("nonsense".to_owned()) };
    assert!(Draughts::edit(&text, &Edit::Clear).is_err());
    assert_eq!(Draughts::edit_view(&text, &SceneView::default()), None);
}

#[test]
fn draughts_keeps_every_promise_in_every_variant() {
    check_rules::<Draughts>(4, 140);
}

#[test]
fn draughts_keeps_every_promise_from_other_starts() {
    for (variant, text) in [
        // Kings at their limit, kings that meet kings, a last man about to become a king, an end.
        (Variant::Frisian, "W:WK42,45:B1,K6:+0+342"),
        (Variant::Frisian, "B:WK46,40:BK4,9,12:+204+146"),
        (Variant::Killer, "W:WK46,K47:BK5,K50,12"),
        (Variant::Breakthrough, "W:W12,13,50:B39,38,1"),
        (Variant::Losing, "B:W28,K50:BK1,12"),
        (Variant::International, "W:WK47,20:B14,19,29,31,42"),
        (Variant::International, "B:W28:B"),
    ] {
        let variant = Some(variant.name().to_owned());
        let setup = Setup { variant, position: Some(text.to_owned()) };
        check_rules_from::<Draughts>(&setup, 2, 40);
    }
}
