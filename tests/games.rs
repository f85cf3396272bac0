//! Rules: every game through the battery, and each against tables of its own.

use quintet::games::othello::board::Board;
use quintet::games::othello::{Counting, Move, Othello, perft};
use quintet::games::testing::{Seeded, check_rules, check_rules_from};
use quintet::games::{
    Actor, Art, Click, Edit, Ending, GAMES, Mark, Outcome, PlayError, Position, Rules, SceneView,
    Setup, Side, find,
};

/// The position as it is set up from text.
#[track_caller]
fn othello(text: &str) -> Othello {
    let setup = Setup { variant: None, position: Some(text.to_owned()) };
    Othello::start(&setup).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn after(moves: &str) -> Othello {
    let mut pos = Othello::START;
    for mv in moves.split_whitespace() {
        Position::play(&mut pos, mv).unwrap_or_else(|error| panic!("{error}"));
    }
    pos
}

/// Black has no square, White has.
const BLACK_MUST_PASS: &str =
    "O*OOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOO* OOOOOO*- *";

#[test]
fn othello_keeps_every_promise() {
    check_rules::<Othello>(12, 200);
}

#[test]
fn othello_keeps_every_promise_from_other_starts() {
    for start in [
        // White to move from the normal squares; a start that is already over; a pass at once.
        "---------------------------O*------*O--------------------------- O",
        "---------------------------**------**--------------------------- O",
        "-*O------------------------------------------------------------- O",
        BLACK_MUST_PASS,
    ] {
        let setup = Setup { variant: None, position: Some(start.to_owned()) };
        check_rules_from::<Othello>(&setup, 3, 200);
    }
}

#[test]
fn every_game_is_found_by_its_name() {
    for game in GAMES {
        let name = game.info().name;
        assert_eq!(find(&name.to_uppercase()).map(|game| game.info().name), Some(name));
    }
    assert!(find("chess").is_none());
}

/// `tests/data/othello/perft.csv`, the rows of one convention up to depth 9.
#[track_caller]
fn check_perft(convention: &str, counting: Counting) {
    let table = include_str!("data/othello/perft.csv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| row.split(',').next() == Some(convention)) {
        let fields: Vec<&str> = row.split(',').collect();
        let number = |idx: usize| fields[idx].parse::<u64>().expect("the table has numbers");
        let (depth, nodes) = (number(1) as u32, number(2));
        if depth <= 9 {
            assert_eq!(perft(Board::START, depth, counting), nodes, "{row}");
            n_rows += 1;
        }
    }
    assert!(n_rows >= 9, "{n_rows} rows");
}

#[test]
fn perft_of_othello_where_a_pass_is_a_ply_and_ended_games_count() {
    check_perft("A", Counting { pass_is_ply: true, ended_count: true });
    assert_eq!(Rules::perft(&Othello::START, 9), 3_005_288);
}

#[test]
fn perft_of_othello_where_a_pass_is_a_ply_and_ended_games_do_not_count() {
    check_perft("B", Counting { pass_is_ply: true, ended_count: false });
}

#[test]
fn perft_of_othello_where_a_pass_is_no_ply_and_ended_games_count() {
    check_perft("C", Counting { pass_is_ply: false, ended_count: true });
}

#[test]
fn perft_of_othello_where_a_pass_is_no_ply_and_ended_games_do_not_count() {
    check_perft("D", Counting { pass_is_ply: false, ended_count: false });
}

#[test]
fn an_ended_game_counts_one_at_every_depth() {
    let over = othello(&format!("{} *", "*".repeat(64)));
    assert_eq!(Rules::perft(&over, 5), 1);
    let counting = Counting { pass_is_ply: true, ended_count: false };
    assert_eq!(perft(over.board, 5, counting), 0);
}

#[test]
fn black_begins_with_four_moves() {
    let pos = Othello::START;
    assert_eq!(Rules::actor(&pos), Actor::Player(Side::First));
    let moves: Vec<String> = Position::legal_moves(&pos).into_iter().map(|mv| mv.0).collect();
    assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
    assert_eq!(
        Rules::to_text(&pos),
        "---------------------------O*------*O--------------------------- *"
    );
}

#[test]
fn moves_are_read_in_every_spelling() {
    let pos = Othello::START;
    for text in ["f5", "F5", " f5\n"] {
        assert_eq!(Position::resolve(&pos, text).unwrap().0, "f5");
    }
    for text in ["pass", "PA", "pa", "--"] {
        let illegal = PlayError::Illegal { mv: text.to_owned() };
        assert_eq!(Position::resolve(&pos, text), Err(illegal), "{text}");
        assert_eq!(Position::resolve(&othello(BLACK_MUST_PASS), text).unwrap().0, "pass");
    }
    assert!(matches!(Position::resolve(&pos, "a1"), Err(PlayError::Illegal { .. })));
    assert!(matches!(Position::resolve(&pos, "i9"), Err(PlayError::Unreadable { .. })));
}

#[test]
fn a_forced_pass_is_a_move_with_a_reason() {
    let pos = othello(BLACK_MUST_PASS);
    assert_eq!(Rules::legal_moves(&pos), [Move::Pass]);
    assert_eq!(Rules::forced_note(&pos).as_deref(), Some("Black has no legal move"));
    assert_eq!(Rules::forced_note(&Othello::START), None);
    let mut after = pos;
    after.play_unchecked(&Move::Pass);
    assert_eq!(after.side, Side::Second);
    assert_eq!(after.black_white(), pos.black_white());
}

#[test]
fn empty_squares_go_to_the_winner() {
    // Neither side can move; black has 3 discs, white 1.
    let pos = othello(&format!("***-----{}O *", "-".repeat(55)));
    let ending = Ending { outcome: Outcome::WonBy(Side::First), margin: 62, reason: "more discs" };
    assert_eq!(Rules::actor(&pos), Actor::Over(ending));
}

#[test]
fn equal_discs_draw() {
    let pos = othello(&format!("*{}O O", "-".repeat(62)));
    let ending = Ending { outcome: Outcome::Draw, margin: 0, reason: "equal discs" };
    assert_eq!(Rules::actor(&pos), Actor::Over(ending));
}

#[test]
fn the_shortest_game_ends_after_nine_plies_with_no_white_disc_left() {
    // Nine plies is the least (rules.md 3.2, edax's table of finished games).
    let pos = after("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    let ending =
        Ending { outcome: Outcome::WonBy(Side::First), margin: 64, reason: "no discs left" };
    assert_eq!(Rules::actor(&pos), Actor::Over(ending));
    assert_eq!(Rules::stock(&pos, Side::First), "13 discs");
    assert_eq!(Rules::stock(&pos, Side::Second), "0 discs");
}

#[test]
fn positions_are_read_in_many_forms() {
    let start = Othello::START;
    for text in [
        "---------------------------O*------*O---------------------------",
        "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
        "...........................ox......xo........................... x",
        "---------------------------WB------BW--------------------------- Black to move",
        "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2\n3 - - - - - - - - 3\n\
         4 - - - O * - - - 4\n5 - - - * O - - - 5\n6 - - - - - - - - 6\n7 - - - - - - - - 7\n\
         8 - - - - - - - - 8\n  A B C D E F G H\n* to move",
    ] {
        assert_eq!(othello(text), start, "{text}");
    }
    let white = othello("---------------------------O*------*O--------------------------- white;");
    assert_eq!(white.side, Side::Second);
}

#[test]
fn a_broken_position_is_refused_in_words() {
    for (text, reason) in [
        ("", "0 squares; 64 are needed"),
        ("--O*", "4 squares; 64 are needed"),
        ("--O*z", "\"z\" after 4 squares; 64 are needed"),
        (&"-".repeat(64), "there is no disc on the board"),
        (&format!("{}?", "*".repeat(64)), "\"?\" after the 64 squares is not a side; write * or O"),
        (&"*".repeat(66), "66 squares; 64 are needed"),
    ] {
        let setup = Setup { variant: None, position: Some(text.to_owned()) };
        let error = Othello::start(&setup).unwrap_err().to_string();
        assert_eq!(error, format!("position {text:?}: {reason}"));
    }
    let variant = Setup { variant: Some("anti".to_owned()), position: None };
    let error = Othello::start(&variant).unwrap_err().to_string();
    assert_eq!(error, "unknown variant \"anti\"; othello has: none");
}

#[test]
fn every_legal_square_of_othello_is_one_click_and_marked() {
    let pos = after("f5 f6 e6 f4");
    let view = SceneView { show_legal: true, last_move: Some("f4"), ..SceneView::default() };
    let scene = Rules::scene(&pos, &view);
    assert!(scene.marks.contains(&Mark::LastMove("f4".to_owned())));
    for mv in Position::legal_moves(&pos) {
        assert_eq!(Rules::click(&pos, &[], &mv.0), Click::Complete(mv.0.clone()));
        assert!(scene.marks.contains(&Mark::Legal(mv.0.clone())), "{mv}");
    }
    assert_eq!(scene.marks.len(), 1 + Rules::legal_moves(&pos).len());
}

#[test]
fn a_click_that_cannot_be_meant_is_refused_with_the_rule() {
    for (cell, reason) in [
        ("a1", "a disc must be placed where it brackets at least one white disc"),
        ("d4", "a disc must be placed on an empty square"),
        ("z9", "there is no square \"z9\""),
    ] {
        let click = Rules::click(&Othello::START, &[], cell);
        assert_eq!(click, Click::Refused(reason.to_owned()));
    }
    let white = after("f5");
    let reason = "a disc must be placed where it brackets at least one black disc";
    assert_eq!(Rules::click(&white, &[], "a1"), Click::Refused(reason.to_owned()));
    let over = othello(&format!("{} *", "*".repeat(64)));
    let reason = "the game is over: neither side can place a disc";
    assert_eq!(Rules::click(&over, &[], "a1"), Click::Refused(reason.to_owned()));
}

#[test]
fn any_click_passes_where_a_pass_is_forced() {
    let pos = othello(BLACK_MUST_PASS);
    for cell in ["h8", "a1", "d4"] {
        assert_eq!(Rules::click(&pos, &[], cell), Click::Complete("pass".to_owned()));
    }
}

#[test]
fn squares_of_othello_are_spoken() {
    let scene = Rules::scene(&Othello::START, &SceneView::default());
    let spoken = |name: &str| {
        let cell = scene.cells.iter().find(|cell| cell.name == name).unwrap();
        cell.spoken.as_str()
    };
    assert_eq!(spoken("f5"), "square f5, empty, legal");
    assert_eq!(spoken("a1"), "square a1, empty");
    assert_eq!(spoken("d4"), "square d4, white");
    assert_eq!(spoken("e4"), "square e4, black");
}

#[test]
fn each_orientation_of_othello_shows_its_own_corner_first() {
    let top_left = |orientation: u8| {
        let view = SceneView { orientation, ..SceneView::default() };
        let scene = Rules::scene(&Othello::START, &view);
        let cell = scene.cells.iter().find(|cell| cell.outline[0] == (0.0, 0.0)).unwrap();
        let label = |at| scene.labels.iter().find(|label| label.at == at).unwrap().text.clone();
        (cell.name.clone(), label((0.5, -0.5)) + &label((-0.5, 0.5)))
    };
    let shown: Vec<(String, String)> = (0..8).map(top_left).collect();
    let expected = [
        ("a1", "a1"),
        ("h1", "h1"),
        ("a8", "a8"),
        ("h8", "h8"),
        ("a1", "1a"),
        ("h1", "1h"),
        ("a8", "8a"),
        ("h8", "8h"),
    ];
    assert_eq!(shown, expected.map(|(cell, labels)| (cell.to_owned(), labels.to_owned())));
}

/// Index of a brush of Othello's editor by its title, put on a cell.
fn put(brush: &str, cell: &str) -> Edit {
    let brush = Othello::brushes().iter().position(|known| known.title == brush).expect("a brush");
    Edit::Put { brush, cell: cell.to_owned() }
}

#[test]
fn the_editor_of_othello_puts_discs_and_says_what_cannot_be_played() {
    let after = |steps: &[Edit]| {
        let start = Setup::default();
        let setup = steps.iter().fold(start, |setup, step| Othello::edit(&setup, step).unwrap());
        let view = Othello::edit_view(&setup, &SceneView::default()).unwrap();
        (setup, view)
    };
    let (setup, view) = after(&[put("black disc", "a1"), Edit::Turn(Side::Second)]);
    let pos = Othello::start(&setup).unwrap();
    assert_eq!((view.problem, view.turn, view.scene.pieces.len()), (None, Side::Second, 5));
    assert_eq!(pos.black_white(), (Othello::START.black_white().0 | 1, (1 << 27) | (1 << 36)));
    let (setup, view) = after(&[Edit::Clear]);
    assert_eq!(view.problem.as_deref(), Some("there is no disc on the board"));
    assert!(Othello::start(&setup).is_err());
    let one = [Edit::Clear, put("white disc", "h8")];
    let over = "the game would be over: neither side can place a disc";
    assert_eq!(after(&one).1.problem.as_deref(), Some(over));
    let [clear, white] = one;
    let again = [clear.clone(), white.clone(), white.clone()];
    assert_eq!(after(&again).1.scene.pieces, []);
    let gone = [clear.clone(), white.clone(), put("empty", "h8"), put("empty", "z9")];
    assert_eq!(after(&gone).1.scene.pieces, []);
    let other = [clear, white, put("black disc", "h8")];
    assert_eq!(after(&other).1.scene.pieces[0].art, Art::Stone { black: true });
    let (setup, _) = after(&[Edit::Clear, Edit::Turn(Side::Second), Edit::Start]);
    assert_eq!(Othello::start(&setup), Ok(Othello::START));
}

/// What the last of these clicks is refused with; `None` where it is not, or an earlier one is.
fn reason_of_clicks(pos: &dyn Position, clicks: &[&str]) -> Option<String> {
    let mut chosen = Vec::new();
    for (idx, cell) in clicks.iter().enumerate() {
        match pos.click(&chosen, cell) {
            Click::Partial(now) => chosen = now,
            Click::Refused(reason) | Click::Kept { reason, .. } => {
                return Some(reason).filter(|_| idx + 1 == clicks.len());
            }
            Click::Complete(_) => return None,
        }
    }
    None
}

#[test]
fn a_typed_move_is_refused_with_the_reason_that_clicks_are_refused_with() {
    let rows = include_str!("data/refusals.tsv").lines().filter(|line| !line.starts_with('#'));
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let [game, variant, position, clicks, typed, reason] = fields[..] else {
            panic!("six fields are needed: {row}");
        };
        let setup = Setup {
            variant: Some(variant.to_owned()).filter(|name| !name.is_empty()),
            position: Some(position.to_owned()),
        };
        let pos = find(game).unwrap().start(&setup).unwrap_or_else(|err| panic!("{row}: {err}"));
        // The cells of Hive have a comma in their names.
        let cells: Vec<String> = match game {
            "hive" => hexes(clicks),
            _ => clicks.split(',').map(str::to_owned).collect(),
        };
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        assert_eq!(reason_of_clicks(&*pos, &cells).as_deref(), Some(reason), "clicked: {row}");
        assert_eq!(pos.refusal(typed).as_deref(), Some(reason), "typed: {row}");
    }
}

/// `hand wA,2,1` as `hand wA` and `2,1`.
fn hexes(clicks: &str) -> Vec<String> {
    let mut cells = Vec::new();
    let mut numbers = Vec::new();
    for part in clicks.split(',') {
        match part.parse::<i32>() {
            Ok(number) => numbers.push(number),
            Err(_) => cells.push(part.to_owned()),
        }
    }
    cells.extend(numbers.chunks(2).map(|pair| format!("{},{}", pair[0], pair[1])));
    cells
}

#[test]
fn every_wrong_move_from_square_to_square_is_refused_alike_clicked_and_typed() {
    let mut rng = Seeded::new(21);
    let variants = ["international", "frisian", "killer", "breakthrough", "losing"];
    let mut n_refused = 0;
    for variant in variants.into_iter().cycle().take(40) {
        let setup = Setup { variant: Some(variant.to_owned()), position: None };
        let mut pos = find("draughts").unwrap().start(&setup).unwrap();
        for _ in 0..rng.below(60) {
            let legal = pos.legal_moves();
            let Some(mv) = legal.get(rng.below(legal.len().max(1))) else { break };
            pos.play(&mv.0.clone()).unwrap();
        }
        for from in 1..=50_u8 {
            let from = from.to_string();
            // An empty square chooses no piece, but may be a goal.
            if pos.refusal(&format!("{from}-{from}")).is_none_or(|why| why.contains("no piece")) {
                continue;
            }
            for to in (1..=50_u8).map(|to| to.to_string()).filter(|to| *to != from) {
                let typed = pos.refusal(&format!("{from}-{to}"));
                let first = reason_of_clicks(&*pos, &[&from]);
                let clicked = first.or_else(|| reason_of_clicks(&*pos, &[&from, &to]));
                let Some(clicked) = clicked else { continue };
                n_refused += 1;
                assert_eq!(
                    typed.as_ref(),
                    Some(&clicked),
                    "{variant} {from}-{to} {}",
                    pos.to_text()
                );
            }
        }
    }
    assert!(n_refused > 10_000, "{n_refused}");
}
