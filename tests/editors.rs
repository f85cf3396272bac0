//! The position editors of all games: what steps make of a position, and what is said of it.
//!
//! Uses no window.

use quintet::games::{self, Edit, EditView, Game, SceneView, Setup, Side};

fn game(name: &str) -> &'static dyn Game {
    games::find(name).expect("a game of the program")
}

fn view(game: &dyn Game, setup: &Setup) -> EditView {
    game.edit_view(setup, &SceneView::default()).expect("the editor reads what it wrote")
}

/// A step as it stands in the tables below: `put white ant @ 0,0`, `move 6 > 5`, `cube = Cube 2`.
fn step(game: &dyn Game, setup: &Setup, text: &str) -> Edit {
    let brush = |title: &str| game.brushes().iter().position(|known| known.title == title);
    if let Some((title, cell)) = text.strip_prefix("put ").and_then(|rest| rest.split_once(" @ ")) {
        let brush = brush(title).unwrap_or_else(|| panic!("the brush {title:?}"));
        return Edit::Put { brush, cell: cell.to_owned() };
    }
    if let Some((from, to)) = text.strip_prefix("move ").and_then(|rest| rest.split_once(" > ")) {
        return Edit::Move { from: from.to_owned(), to: to.to_owned() };
    }
    if let Some((title, item)) = text.split_once(" = ") {
        let fields = view(game, setup).fields;
        let field = fields.iter().position(|field| field.title == title);
        let field = field.unwrap_or_else(|| panic!("the field {title:?} of {fields:?}"));
        let item = fields[field].items.iter().position(|known| known == item);
        let item = item.unwrap_or_else(|| panic!("{text:?}: {:?}", fields[field].items));
        return Edit::Choose { field, item };
    }
    match text {
        "clear" => Edit::Clear,
        "start" => Edit::Start,
        "swap" => Edit::Swap,
        "mirror" => Edit::Mirror,
        "first" => Edit::Turn(Side::First),
        "second" => Edit::Turn(Side::Second),
        _ => panic!("the step {text:?}"),
    }
}

/// The set-up after these steps, each on a line of its own.
fn after(game: &dyn Game, setup: Setup, steps: &[&str]) -> Setup {
    steps.iter().fold(setup, |setup, text| {
        let edit = step(game, &setup, text);
        game.edit(&setup, &edit).expect("the editor goes on from what it wrote")
    })
}

fn at(text: &str) -> Setup {
    Setup { variant: None, position: Some(text.to_owned()) }
}

/// The position's own text if it can be played; else what is wrong with it, after an exclamation mark.
fn said(game: &dyn Game, setup: &Setup) -> String {
    let problem = view(game, setup).problem;
    match (game.start(setup), problem) {
        (Ok(position), None) => position.to_text(),
        (Err(_), Some(problem)) | (Ok(_), Some(problem)) => format!("!{problem}"),
        (Err(error), None) => panic!("the editor sees nothing wrong: {error}"),
    }
}

/// White 8 away, Black 1 away, White to roll with the cube of 2 on its side.
const MATCH: &str = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:1:4:0:9:10";

#[test]
fn checkers_cube_score_and_dice_are_edited_and_said_as_xgid() {
    let backgammon = game("backgammon");
    let start = "XGID=-b----E-C---eE---c-e----B-";
    let cases: &[(&str, &[&str], &str)] = &[
        (MATCH, &[], MATCH),
        // A checker comes out of its tray, and goes back there.
        (MATCH, &["put take one away @ 6"], "XGID=-b----D-C---eE---c-e----B-:1:1:1:00:1:4:0:9:10"),
        (
            MATCH,
            &["put take one away @ 6", "put white checker @ 5"],
            "XGID=-b---AD-C---eE---c-e----B-:1:1:1:00:1:4:0:9:10",
        ),
        (
            MATCH,
            &["move 6 > white off", "move white off > white bar"],
            "XGID=-b----D-C---eE---c-e----BA:1:1:1:00:1:4:0:9:10",
        ),
        // The other side's checkers make room, and on a bar a checker lies on its own side.
        (
            MATCH,
            &[
                "put black checker @ 6",
                "put take one away @ 12",
                "put take one away @ 12",
                "put black checker @ white bar",
            ],
            "XGID=ab----a-C---cE---c-e----B-:1:1:1:00:1:4:0:9:10",
        ),
        (MATCH, &["move 6 > 6"], MATCH),
        (MATCH, &["put white checker @ 99", "move 99 > 6", "put white checker @ white off"], MATCH),
        (MATCH, &["second"], "XGID=-b----E-C---eE---c-e----B-:1:1:-1:00:1:4:0:9:10"),
        (MATCH, &["Owner of the cube = Black\u{2019}s cube", "second"], {
            "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:1:4:0:9:10"
        }),
        (MATCH, &["Cube = Cube 8"], "XGID=-b----E-C---eE---c-e----B-:3:1:1:00:1:4:0:9:10"),
        (
            MATCH,
            &["put white checker @ cube"],
            "XGID=-b----E-C---eE---c-e----B-:2:1:1:00:1:4:0:9:10",
        ),
        (
            MATCH,
            &["put take one away @ cube"],
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:1:4:0:9:10",
        ),
        (MATCH, &["Dice = Rolled 6-4"], "XGID=-b----E-C---eE---c-e----B-:1:1:1:64:1:4:0:9:10"),
        (MATCH, &["Dice = Doubled"], "XGID=-b----E-C---eE---c-e----B-:1:1:1:D:1:4:0:9:10"),
        (MATCH, &["Match = Match to 5"], "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:1:4:0:5:10"),
        (MATCH, &["Match = Money game"], "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:1:0:10"),
        (
            MATCH,
            &["Match = Money game", "Jacoby rule = No Jacoby rule"],
            "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10",
        ),
        (
            MATCH,
            &["Match = Money game", "Cube = No cube"],
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:0",
        ),
        (
            MATCH,
            &["Match = Match to 5", "Cube = Cube 1", "Crawford rule = Crawford game"],
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:1:4:1:5:10",
        ),
        // Another score is no Crawford game any more.
        (
            MATCH,
            &[
                "Match = Match to 5",
                "Cube = Cube 1",
                "Crawford rule = Crawford game",
                "Black\u{2019}s score = Black: 2",
            ],
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:1:2:0:5:10",
        ),
        // The normal start is the opening roll; another board is none.
        (MATCH, &["start"], &format!("{start}:0:0:1:00:1:4:0:9:10 opening")),
        (MATCH, &["start", "move 6 > 5"], "XGID=-b---AD-C---eE---c-e----B-:0:0:1:00:1:4:0:9:10"),
        (MATCH, &["mirror"], MATCH),
        // Each side gets the other's checkers, cube and score.
        (
            "XGID=-b----E-C---eE---c-e---AA-:1:1:1:63:1:4:0:9:10",
            &["swap"],
            "XGID=-aa---E-C---eE---c-e----B-:1:-1:-1:63:4:1:0:9:10",
        ),
        // What cannot be played is said.
        (MATCH, &["clear"], "!White has no checker left: the game is over"),
        (
            MATCH,
            &["put white checker @ 6", "put white checker @ 6"],
            "!White has 17 checkers; 15 is the most",
        ),
        (
            MATCH,
            &["clear", "put white checker @ 1", "put black checker @ 24"],
            "XGID=-A----------------------a-:1:1:1:00:1:4:0:9:10",
        ),
        (
            MATCH,
            &["Match = Match to 5", "Cube = Cube 2", "Crawford rule = Crawford game"],
            "!in the Crawford game the cube is not turned",
        ),
        (
            MATCH,
            &[
                "Owner of the cube = Cube in the middle",
                "Dice = Doubled",
                "Owner of the cube = Black\u{2019}s cube",
            ],
            "!who doubled has no access to the cube",
        ),
    ];
    for (text, steps, expected) in cases {
        let setup = after(backgammon, at(text), steps);
        assert_eq!(said(backgammon, &setup), *expected, "{steps:?}");
    }
    // Too many checkers can be taken away again.
    let many = after(backgammon, at(MATCH), &["put white checker @ 6", "put take one away @ 13"]);
    assert_eq!(said(backgammon, &many), "XGID=-b----F-C---eD---c-e----B-:1:1:1:00:1:4:0:9:10");
}

#[test]
fn a_position_of_hive_is_made_of_tiles_and_said_as_the_moves_that_lead_there() {
    let hive = game("hive");
    let empty = Setup { variant: Some("Base+MLP".to_owned()), position: None };
    let two = ["put white spider @ 0,0", "put black spider @ 1,0"];
    let cases: &[(&[&str], &str)] = &[
        (&[], "Base+MLP;NotStarted;White[1]"),
        (
            &["second"],
            "!White has 0 tiles and Black 0 tiles, which cannot be with Black to move: a side \
                       without its queen places a tile every turn",
        ),
        (&["put white spider @ 0,0", "second"], "Base+MLP;InProgress;Black[1];wS1"),
        (&two, "Base+MLP;InProgress;White[2];wS1;bS1 wS1-"),
        // The same, from another place of the plane, and mirrored.
        (
            &["put white spider @ 7,-3", "put black spider @ 8,-3"],
            "Base+MLP;InProgress;White[2];wS1;bS1 wS1-",
        ),
        (
            &["put white spider @ 0,0", "put black spider @ 1,0", "mirror"],
            "Base+MLP;InProgress;White[2];wS1;bS1 -wS1",
        ),
        (
            &["put white queen @ 0,0", "second"],
            "!White has only its queen; it is never the first tile",
        ),
        (
            &["put white spider @ 0,0", "put black spider @ 2,0"],
            "!the hive is in parts; all tiles must hang together",
        ),
        (
            &[
                "put white spider @ 0,0",
                "put black ant @ 1,0",
                "put white beetle @ 1,0",
                "put white ant @ 1,0",
            ],
            "!wA1 lies on bA1; only beetles and mosquitoes climb",
        ),
        (
            &[
                "put white spider @ 0,0",
                "put white ant @ -1,0",
                "put white ant @ -2,0",
                "put white ant @ -3,0",
            ],
            "!White has 4 tiles without its queen; it comes by turn 4",
        ),
        // All tiles of the kind are on the board: no more is put.
        (
            &["put white queen @ 0,0", "put white queen @ 1,0", "second"],
            "!White has only its queen; it is never the first tile",
        ),
        // The mosquito leaves the board with its game type.
        (
            &[
                "put white mosquito @ 0,0",
                "put black spider @ 1,0",
                "Pieces in use = Base",
                "put white spider @ 0,0",
            ],
            "Base;InProgress;White[2];wS1;bS1 wS1-",
        ),
        // A tile that is lifted leaves its number to the last of its kind.
        (
            &[
                "put white ant @ 0,0",
                "put white ant @ 1,0",
                "put lift the top tile @ 0,0",
                "put black ant @ 0,0",
            ],
            "Base+MLP;InProgress;White[2];wA1;bA1 -wA1",
        ),
    ];
    for (steps, expected) in cases {
        let setup = after(hive, empty.clone(), steps);
        assert_eq!(said(hive, &setup), *expected, "{steps:?}");
    }
}

/// Games with a comment line before each.
const GAMES: &str = include_str!("data/hive/games.uhp");

#[test]
fn positions_of_played_games_of_hive_are_found_again_from_their_tiles_alone() {
    let hive = game("hive");
    let (mut n_found, mut missed) = (0, Vec::new());
    for text in GAMES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = text.split(';').collect();
        for n in (4..=parts.len().min(43)).step_by(3) {
            let played = hive.start(&at(&parts[..n].join(";"))).expect("a game by the rules");
            let played = at(&played.to_text());
            let EditView { turn, problem, .. } = view(hive, &played);
            if problem.is_some() {
                continue;
            }
            // A step that changes nothing takes the moves away, and looks for others.
            let setup = hive.edit(&played, &Edit::Turn(turn)).expect("a position");
            match hive.start(&setup) {
                Err(_) => missed.push(played.position.unwrap_or_default()),
                Ok(again) => {
                    let stacks = |setup: &Setup| {
                        let mut names: Vec<String> =
                            view(hive, setup).scene.cells.into_iter().map(|c| c.corner).collect();
                        names.sort();
                        names
                    };
                    assert_eq!(stacks(&at(&again.to_text())), stacks(&played), "{played:?}");
                    n_found += 1;
                }
            }
        }
    }
    assert_eq!((n_found, missed), (18, Vec::new()));
}

#[test]
fn king_moves_that_frisian_draughts_counts_are_kept_set_and_turned_with_the_board() {
    let draughts = game("draughts");
    let at = |text: &str, variant: &str| Setup { variant: Some(variant.to_owned()), ..at(text) };
    let counted = "W:W31,K48:BK2,20:+0+248";
    for (variant, steps, expected) in [
        ("frisian", &["put white man @ 32"][..], "W:W31,32,K48:BK2,20:+0+248"),
        ("frisian", &["move 48 > 47"], "W:W31,K47:BK2,20"),
        ("frisian", &["move 31 > 48"], "W:W48:BK2,20"),
        ("frisian", &["swap"], "B:W31,K49:BK3,20:+203+0"),
        (
            "frisian",
            &["White\u{2019}s king moves = White: no king moves counted"],
            "W:W31,K48:BK2,20",
        ),
        (
            "frisian",
            &["Black\u{2019}s king moves = Black\u{2019}s king on 2: 1 move in a row"],
            "W:W31,K48:BK2,20:+102+248",
        ),
        ("international", &["put white man @ 32"], "W:W31,32,K48:BK2,20"),
    ] {
        let setup = after(draughts, at(counted, variant), steps);
        assert_eq!(said(draughts, &setup), expected, "{variant}, {steps:?}");
    }
    let titles = |text: &str, variant: &str| {
        let fields = view(draughts, &at(text, variant)).fields;
        fields.iter().map(|field| (field.title, field.on, field.items.len())).collect::<Vec<_>>()
    };
    let (white, black) = ("White\u{2019}s king moves", "Black\u{2019}s king moves");
    assert_eq!(titles(counted, "frisian"), [(white, 2, 4), (black, 0, 4)]);
    assert_eq!(titles("W:W31,K47,K48:BK2", "frisian"), [(white, 0, 7)], "Black has no man");
    assert_eq!(titles(counted, "killer"), []);
}

#[test]
fn a_square_board_is_mirrored_and_its_sides_exchanged() {
    let othello = game("othello");
    let steps = ["clear", "put black disc @ a1", "put white disc @ b1", "put black disc @ c1"];
    let made = after(othello, Setup::default(), &steps);
    let names = |setup: &Setup| {
        let scene = view(othello, setup).scene;
        let middle = |piece: &games::Piece| (piece.centre.0 as u8, piece.centre.1 as u8);
        scene.pieces.iter().map(|piece| (piece.art, middle(piece))).collect::<Vec<_>>()
    };
    let black = games::Art::Stone { black: true };
    let white = games::Art::Stone { black: false };
    assert_eq!(names(&made), [(black, (0, 0)), (white, (1, 0)), (black, (2, 0))]);
    let mirrored = after(othello, made.clone(), &["mirror"]);
    assert_eq!(names(&mirrored), [(black, (5, 0)), (white, (6, 0)), (black, (7, 0))]);
    let swapped = after(othello, made, &["swap", "move a1 > h8", "move d4 > e5"]);
    assert_eq!(names(&swapped), [(black, (1, 0)), (white, (2, 0)), (white, (7, 7))]);
    assert_eq!(view(othello, &swapped).turn, Side::Second);
    let draughts = game("draughts");
    let setup = after(draughts, at("W:WK1,31:B20"), &["swap"]);
    assert_eq!(said(draughts, &setup), "B:W31:B20,K50");
    assert!(view(draughts, &setup).no_mirror.is_some());
    let setup = after(draughts, setup, &["move 50 > 31", "move 7 > 8"]);
    assert_eq!(said(draughts, &setup), "!White has no piece, so Black cannot be to move");
}
