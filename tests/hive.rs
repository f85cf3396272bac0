//! Hive: the battery, tables that others have counted, and the rules one by one.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use quintet::games::hive::{GameType, Hive, Move, perft};
use quintet::games::testing::check_rules;
use quintet::games::{
    Actor, Art, Cell, Click, Ending, HistoryRules, LinkedGame, LinkedMove, Mark, MoveText, Outcome,
    PlayError, Position, Rules, Scene, SceneView, Setup, Side, TileBug, Trace,
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
        want.iter().map(|text| Position::resolve(pos, text).expect("a legal move").0).collect();
    assert_eq!(found, want);
}

#[test]
fn the_battery_finds_nothing_in_all_game_types() {
    check_rules::<Hive>(1, 60);
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
        let mut field = || fields.next().expect("a GameString, a number and moves");
        let (text, n) = (field(), field());
        let moves = fields.next().unwrap_or_default();
        (text, n.parse().expect("a number"), moves.split(';').filter(|mv| !mv.is_empty()).collect())
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
    let setup = Setup { variant, position: None };
    let mut pos = Hive::start(&setup).expect("a game type");
    let mut line = vec![Rules::trace(&pos)];
    for mv in parts.skip(2) {
        Position::play(&mut pos, mv).expect("a legal move");
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
fn both_queens_surrounded_at_once_is_a_draw() {
    let pos = hive(
        "Base;Draw;White[11];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \\bQ;wG1 bQ\\;bG2 bQ/;\
         wA1 wQ\\;bA1 bG2/;wA1 bG2\\;bA1 \\bG2;wQ \\wS1;bG1 wA1/;wQ -bQ;bA1 \\wQ;wB1 -wS1;\
         bG3 bG1-;wB1 /bA1;bG3 -bG2",
    );
    let ending = Ending { outcome: Outcome::Draw, margin: 0, reason: "both queens surrounded" };
    assert_eq!(Rules::actor(&pos), Actor::Over(ending));
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

/// White's pillbug lies between the queens; Black's ant has just come to its side.
const PILLBUG: &str = "Base+P;;;wP;bS1 wP-;wQ -wP;bQ bS1-;wA1 -wQ;bA1 bQ-;wA2 -wA1;bA1 \\wP";

#[test]
fn what_moved_last_is_not_thrown_and_what_was_thrown_rests_for_one_turn() {
    let mut pos = hive(PILLBUG);
    assert_eq!(moves_of(&pos, "bA1"), [] as [&str; 0], "it moved last");
    assert_eq!(refusal(&pos, &["0,-1"]), "bA1 was moved last turn, so it must not be thrown");
    for mv in ["wA2 \\wA1", "bA2 bQ-"] {
        Position::play(&mut pos, mv).unwrap();
    }
    // The pillbug holds the hive together and does not move itself, but it throws.
    assert_eq!(moves_of(&pos, "wP"), [] as [&str; 0]);
    check_moves_of(&pos, "bA1", &["bA1 wP/", "bA1 /wP", "bA1 wP\\"]);
    Position::play(&mut pos, "bA1 wP\\").unwrap();
    assert_eq!(moves_of(&pos, "bA1"), [] as [&str; 0], "it was thrown");
    let rests = "bA1 was thrown last turn, so it must rest";
    assert_eq!(refusal(&pos, &["0,1"]), rests);
    for mv in ["bA3 bA2-", "wA2 \\wQ"] {
        Position::play(&mut pos, mv).unwrap();
    }
    assert!(!moves_of(&pos, "bA1").is_empty(), "it has rested");
}

#[test]
fn a_throw_is_two_clicks_the_thrown_piece_and_its_goal() {
    let mut pos = hive(PILLBUG);
    for mv in ["wA2 \\wA1", "bA2 bQ-"] {
        Position::play(&mut pos, mv).unwrap();
    }
    let first = Rules::click(&pos, &[], "0,-1");
    assert_eq!(first, Click::Partial(vec!["0,-1".to_owned()]));
    let chosen = ["0,-1".to_owned()];
    assert_eq!(Rules::click(&pos, &chosen, "0,1"), Click::Complete("bA1 wP\\".to_owned()));
    assert_eq!(Rules::click(&pos, &chosen, "0,-1"), Click::Partial(Vec::new()), "taken back");
    let other = Click::Partial(vec!["hand wS".to_owned()]);
    assert_eq!(Rules::click(&pos, &chosen, "hand wS"), other, "another piece");
    assert_eq!(
        refusal(&pos, &["0,-1", "2,-1"]),
        "a thrown piece must come down on an empty place beside the pillbug"
    );
}

#[test]
fn a_wrong_click_tells_the_rule_that_it_breaks() {
    let pos = hive("Base;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wA1 -wQ;bA1 bQ-;wB1 \\wQ;bB1 bQ/");
    for (clicks, reason) in [
        (&["hand bA"][..], "it is White's turn"),
        (&["hand wQ"], "no queen is left in hand"),
        (&["hand wA", "2,1"], "a new piece must not touch a piece of Black"),
        (&["hand wA", "0,0"], "a new piece must be placed on an empty place"),
        (&["0,-1"], "choose a piece first: one in hand, or one on the board"),
        (&["0,0"], "moving it would break the hive"),
        (&["2,0"], "bQ is Black's, and it is White's turn"),
        (&["-2,0", "1,0"], "only a beetle, or a mosquito as one, may end on another piece"),
        (&["-1,-1", "1,-1"], "the beetle moves one place"),
        (&["-1,-1", "0,-2"], "it would lose touch with the hive on its way"),
        (&["9,9"], "there is no place \"9,9\""),
        (&["nowhere"], "there is no place \"nowhere\""),
    ] {
        assert_eq!(refusal(&pos, clicks), reason, "{clicks:?}");
    }
    let start = Hive::new(GameType::default());
    let click = Rules::click(&start, &["hand wB".to_owned()], "0,0");
    assert_eq!(click, Click::Complete("wB1".to_owned()));
}

fn cell<'a>(scene: &'a Scene, name: &str) -> &'a Cell {
    scene.cells.iter().find(|cell| cell.name == name).expect("a place of the scene")
}

#[test]
fn every_place_is_told_in_words() {
    let pos = hive("Base;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wB1 \\wQ;bA1 bQ-;wB1 wQ;bA2 bA1-");
    let scene = Rules::scene(&pos, &SceneView::default());
    assert_eq!(cell(&scene, "-1,0").spoken, "white beetle 1 on white queen, height 2, movable");
    assert_eq!(cell(&scene, "0,0").spoken, "white grasshopper 1");
    assert_eq!(cell(&scene, "0,-1").spoken, "empty, north-west of white grasshopper 1");
    let chosen = ["-1,0".to_owned()];
    let view = SceneView { chosen: &chosen, show_legal: true, ..SceneView::default() };
    let scene = Rules::scene(&pos, &view);
    assert_eq!(cell(&scene, "0,0").spoken, "white grasshopper 1, legal");
    let legal = scene.marks.iter().filter(|mark| matches!(mark, Mark::Legal(_))).count();
    assert_eq!(legal, 6, "down on five sides and over to the grasshopper: {:?}", scene.marks);
    let spoken: Vec<&str> = scene.hands[0].iter().map(|piece| piece.spoken.as_str()).collect();
    assert_eq!(
        spoken,
        [
            "white queen, none in hand",
            "white spider, 2 in hand",
            "white beetle, 1 in hand",
            "white grasshopper, 2 in hand",
            "white ant, 3 in hand",
        ]
    );
    assert_eq!(
        Rules::stock(&pos, Side::Second),
        "2 spiders, 2 beetles, 2 grasshoppers, 1 ant in hand"
    );
}

#[test]
fn nothing_on_the_plane_moves_when_the_hive_grows() {
    let mut pos = hive("Base;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-");
    let before = Rules::scene(&pos, &SceneView::default());
    let first = before.pieces.iter().find(|piece| piece.centre == (0.0, 0.0));
    let bug = TileBug::Grasshopper;
    assert_eq!(first.map(|piece| piece.art), Some(Art::Tile { white: true, bug }));
    assert_eq!(before.size.0, 6.0, "four pieces and a place on either side");
    let mv = Position::play(&mut pos, "wB1 -wQ").unwrap();
    let after = Rules::scene(&pos, &SceneView { last_move: Some(&mv.0), ..SceneView::default() });
    for piece in &before.pieces {
        let again = after.pieces.iter().find(|other| other.id == piece.id).expect("still there");
        assert_eq!(again.centre, piece.centre);
    }
    assert_eq!((after.origin.0, after.size.0), (before.origin.0 - 1.0, before.size.0 + 1.0));
    assert_eq!(after.marks, [Mark::LastMove("-2,0".to_owned())]);
    assert_eq!(after.path, [], "it came from the hand");
    for mv in ["bB1 bQ-", "wB1 wQ"] {
        Position::play(&mut pos, mv).unwrap();
    }
    let view = SceneView { last_move: Some("wB1 wQ"), orientation: 3, ..SceneView::default() };
    let turned = Rules::scene(&pos, &view);
    assert_eq!(turned.path, [(2.0, 0.0), (1.0, 0.0)], "upside down");
    let beetle = turned.pieces.last().expect("the top piece comes last");
    assert_eq!((beetle.level, beetle.centre), (1, (1.0, 0.0)));
    assert_eq!(
        turned.marks,
        [Mark::LastMove("-2,0".to_owned()), Mark::LastMove("-1,0".to_owned())]
    );
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

#[test]
fn an_engine_is_told_the_game_as_newgame_and_play_take_it() {
    let link = Hive::link("uhp").expect("Hive is played over UHP");
    let played = ["wS1", "bS1 wS1-"].map(|mv| LinkedMove::new(MoveText(mv.to_owned()), None, None));
    let game = LinkedGame {
        start: "",
        variant: Some("Base+PL"),
        players: ["a", "b"],
        clocks: [None, None],
        moves: &played,
        now: None,
    };
    let root = link.root(&game);
    assert_eq!(root.start, "Base+LP");
    assert_eq!(root.full, "Base+LP;InProgress;White[2];wS1;bS1 wS1-");
    assert_eq!(&*root.moves[1].step, "bS1 wS1-");
    assert_eq!(link.variant_text(Some("base+pl")).as_deref(), Some("Base+LP"));
    let pos = hive(&root.full);
    // The position at hand gives what playing the game again gives.
    let at_hand = LinkedGame { now: Some(&pos), ..game.clone() };
    assert_eq!(link.root(&at_hand), root);
    assert_eq!(link.full(&at_hand), root.full);
    let start = hive("Base+LP");
    let at_start = LinkedGame { now: Some(&start), moves: &[], ..game };
    assert_eq!(link.full(&at_start), "Base+LP");
    assert_eq!(link.root(&at_start).full, "Base+LP");
    let read = link.read_move(&pos, "wQ \\bS1;3;-12.5");
    assert_eq!(read, Err(PlayError::Illegal { mv: "wQ \\bS1".to_owned() }));
    let read = link.read_move(&pos, "WQ -wS1;3;-12.5");
    assert_eq!(read, Ok(MoveText("wQ -wS1".to_owned())));
}
