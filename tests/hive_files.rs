//! Hive's files: GameStrings, PGN and BoardSpace's SGF, good ones and broken ones.

use std::time::Duration;

use quintet::games::hive::{Hive, MAX_PLIES};
use quintet::games::testing::check_garbage;
use quintet::games::{
    Adapter, FileProblem, GameResult, GamesRead, MoveText, Outcome, Position, Reading, Recognised,
    Record, Rules, Setup, Side,
};

const PGN: &str = include_str!("data/hive/game.pgn");
const SGF: &str = include_str!("data/hive/game.sgf");
const STRINGS: &str = include_str!("data/hive/games.uhp");

fn read(format: &str, text: &str) -> GamesRead {
    Hive::read_games(format, text.as_bytes(), &Reading::default())
}

/// The only game of a text without a mistake.
#[track_caller]
fn one(format: &str, text: &str) -> Record {
    let GamesRead { mut records, problems, .. } = read(format, text);
    assert_eq!(problems, []);
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn moves(record: &Record) -> Vec<String> {
    record.moves_to(record.last()).into_iter().map(|MoveText(text)| text).collect()
}

/// The first game of a broken text: how many moves it kept, and the first thing wrong.
#[track_caller]
fn broken(format: &str, text: &str) -> (usize, String) {
    let GamesRead { records, problems, .. } = read(format, text);
    let kept = records.first().map_or(0, |record| record.main_line().len());
    (kept, problems.first().expect("a broken text has a problem").to_string())
}

#[test]
fn the_same_game_in_all_three_formats_is_the_same_game() {
    let (pgn, sgf) = (one("pgn", PGN), one("sgf", SGF));
    assert_eq!(moves(&sgf), moves(&pgn));
    assert_eq!(sgf.setup.variant, pgn.setup.variant);
    assert_eq!(sgf.tags.players, pgn.tags.players);
    assert_eq!(pgn.tags.players, ["Ada", "Béla"]);
    let text = Hive::write_game("uhp", &pgn).unwrap();
    assert_eq!(moves(&one("uhp", &text)), moves(&pgn));
    assert_eq!(read("uhp", STRINGS).records.len(), 3);
}

#[test]
fn a_variation_before_the_first_move_does_not_take_its_place() {
    for variation in ["1. wG1", "1. wS1 2. bG1 wS1-", "1. wG1 (1. wB1)"] {
        let text = format!("[GameType \"Base\"]\n\n({variation}) 1. wS1 2. bS1 wS1- *\n");
        let record = one("pgn", &text);
        assert_eq!(moves(&record), ["wS1", "bS1 wS1-"], "{text}");
        let again = one("pgn", &Hive::write_game("pgn", &record).unwrap());
        assert_eq!(moves(&again), moves(&record), "{text}");
        assert_eq!(again.n_nodes(), record.n_nodes(), "{text}");
    }
}

#[test]
fn boardspace_times_are_differences_of_what_was_used() {
    let record = one("sgf", SGF);
    let line = record.main_line();
    let elapsed: Vec<_> = line[..4].iter().map(|id| record.node(*id).elapsed).collect();
    assert_eq!(elapsed, [2_000, 4_000, 3_500, 5_000].map(|ms| Some(Duration::from_millis(ms))),);
}

#[test]
fn a_player_of_boardspace_may_change_his_mind_before_done() {
    let text = "(;GM[27]SU[Hive]P0[id \"a\"]P1[id \"b\"];P0[0 Start P0];P0[1 Pick W 0 wS1]\
                ;P0[2 Dropb wS1 N 13 .];P0[3 Pickb N 13 wS1];P0[4 Pick W 1 wA1]\
                ;P0[5 Dropb wA1 N 13 .];P0[6 Done];P1[7 Pick B 0 bG1];P1[8 Dropb bG1 M 13 -wA1]\
                ;P1[9 Dropb bG1 O 13 wA1-];P1[10 Done])";
    assert_eq!(moves(&one("sgf", text)), ["wA1", "bG1 wA1-"]);
}

/// Lower-case names without a colour (2013), `movedone` (robots), numbers behind the variant (2023).
#[test]
fn every_dialect_of_boardspace_is_read_and_an_offered_draw_is_no_pass() {
    let record = one("sgf", include_str!("data/hive/boardspace_dialects.sgf"));
    assert_eq!(record.setup.variant, one("sgf", SGF).setup.variant);
    let played = moves(&record);
    assert_eq!(played, moves(&one("sgf", SGF))[..7]);
    let result = record.result.as_ref().unwrap();
    assert_eq!((result.outcome, &*result.reason), (Outcome::Draw, "The game is a draw"));
}

#[test]
fn a_game_of_boardspace_without_a_told_result_ends_as_the_players_said() {
    let text = |said: &str, told: &str| {
        format!(
            "(;GM[27]SU[Hive]{told}P0[id \"Ada\"]P1[id \"Bot\"];P0[1 Move W wA1 N 13 .]\
             ;P0[2 Done];P1[3 Move B bG1 O 13 wA1-];P1[4 Done];{said})"
        )
    };
    let ended = |said: &str, told: &str| {
        let record = one("sgf", &text(said, told));
        assert_eq!(moves(&record), ["wA1", "bG1 wA1-"], "{said}");
        record.result.map(|result| (result.outcome, result.reason))
    };
    let won = |side, reason: &str| Some((Outcome::WonBy(side), reason.to_owned()));
    let resigned = "P0[5 resign];P0[6 Done]";
    assert_eq!(ended(resigned, ""), won(Side::Second, "White resigned"));
    let agreed = "P0[5 offerdraw];P0[6 done];P1[7 acceptdraw];P1[8 done]";
    assert_eq!(ended(agreed, ""), Some((Outcome::Draw, "draw agreed".to_owned())));
    assert_eq!(ended("P0[5 offerdraw];P0[6 done];P1[7 declinedraw];P1[8 done]", ""), None);
    // Other languages name the winner only.
    let swedish = "RE[Bot vann spelet]";
    assert_eq!(ended(resigned, swedish), won(Side::Second, "Bot vann spelet"));
    assert_eq!(ended("", "RE[Partiet blev remi]"), None);
}

#[test]
fn what_is_left_out_of_a_game_of_boardspace_is_named_once_per_kind() {
    let text = "(;GM[27]TC[None]SU[Hive]P0[id \"a\"]P0[ranking 1500]P1[id \"b\"]P1[rank x]GC[a fine game]\n\
                ;P0[0 Start P0];P0[1 Move W wA1 N 13 .];P0[2 Done]C[hello]\n\
                ;P1[3 wink]C[hi];P1[4 Move B bG1 O 13 wA1-];P1[5 Done];P0[time 0:01])";
    let all = read("sgf", text);
    let told: Vec<String> = all.problems.iter().map(ToString::to_string).collect();
    let expected = [
        "game 1, line 1: P1 \"rank\" is left out at node 1",
        "game 1, line 1: the property GC is left out at node 1",
        "game 1, line 2: the property C is left out 2 times, first at node 4",
        "game 1, line 3: P0 \"time\" is left out at node 8",
        "game 1, line 3: the action \"wink\" is left out at node 5",
    ];
    assert_eq!(told, expected);
    assert_eq!(moves(&all.records[0]), ["wA1", "bG1 wA1-"]);
    assert_eq!(all.records[0].tags.ratings[0], "1500");
}

#[test]
fn what_is_no_piece_of_boardspace_is_named_and_no_pass() {
    let text = "(;GM[27]SU[Hive]P0[id \"a\"]P1[id \"b\"];P0[1 Move W wX1 N 13 .];P0[2 Done])";
    let expected = "game 1, line 1: move 1: \"1 Move W wX1 N 13 .\": \"wX1\" is not a piece";
    assert_eq!(broken("sgf", text), (0, expected.to_owned()));
}

#[test]
fn a_game_of_boardspace_that_is_cut_off_is_read_and_said_to_be() {
    let text = "(;GM[27]SU[Hive]P0[id \"a\"]P1[id \"b\"];P0[1 Move W wA1 N 13 .];P0[2 Done]\n;P1[3 Move B \
                bG1 O 13 wA1-];P1[4 Done])\n";
    assert_eq!(moves(&one("sgf", text)), ["wA1", "bG1 wA1-"]);
    let cut = |at: &str| broken("sgf", &text[..text.find(at).unwrap()]);
    let reason = "the file ends in the middle of the game: no `)` closes it";
    assert_eq!(cut(")"), (2, format!("game 1, line 2: {reason}")));
    assert_eq!(cut(" 13 wA1-"), (1, format!("game 1, line 2: {reason}")));
    assert_eq!(cut(";P1"), (1, format!("game 1, line 1: {reason}")));
}

#[test]
fn pgn_keeps_everything_that_a_record_holds() {
    let record = one("pgn", PGN);
    let at = record.main_line()[2];
    assert_eq!(record.node(at).comment, "a queen in good time");
    assert_eq!(record.node(at).marks, ["!"]);
    assert_eq!(record.node(at).evaluations[0].score, 1.5);
    assert_eq!(record.node(record.main_line()[1]).children.len(), 2, "a variation");
    let text = Hive::write_game("pgn", &record).unwrap();
    assert_eq!(one("pgn", &text), record);
}

#[test]
fn commands_of_other_programs_are_kept_in_pgn_and_are_no_part_of_the_comment() {
    let text = "[GameType \"Base\"]\n\n1. wS1 {[%drgnode 7 8] well [%x]}\n2. bS1 wS1-\n*\n";
    let record = one("pgn", text);
    let node = record.node(record.main_line()[0]);
    assert_eq!(
        (&*node.comment, node.commands.join(" ")),
        ("well", "[%drgnode 7 8] [%x]".to_owned())
    );
    let again = Hive::write_game("pgn", &record).unwrap();
    assert!(again.contains("{[%drgnode 7 8] [%x] well}"), "{again}");
    assert_eq!(one("pgn", &again), record);
}

#[test]
fn a_game_from_a_position_keeps_its_start() {
    let start = "Base+M;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let setup = Setup { variant: None, position: Some(start.to_owned()) };
    let mut record = Record::new("hive", setup);
    record.add(Record::START, MoveText("wM \\wQ".to_owned()), Some(Side::First));
    let again = one("pgn", &Hive::write_game("pgn", &record).unwrap());
    assert_eq!(moves(&again), ["wM \\wQ"]);
    assert_eq!(again.setup.position.as_deref(), Some(start));
    assert_eq!(again.setup.variant.as_deref(), Some("Base+M"));
    let whole = Hive::write_game("uhp", &record).unwrap();
    assert_eq!(whole, "Base+M;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wM \\wQ\n");
}

#[test]
fn a_resigned_game_keeps_its_result_and_its_reason() {
    let mut record = one("pgn", PGN);
    record.result = Some(GameResult {
        outcome: Outcome::WonBy(Side::Second),
        margin: Some(-1),
        reason: "White resigned".to_owned(),
    });
    let again = one("pgn", &Hive::write_game("pgn", &record).unwrap());
    assert_eq!(again.result, record.result);
}

/// The PGN standard, 8.1.1: the seven tags are always there.
#[test]
fn what_is_not_known_of_a_game_is_a_question_mark_in_pgn() {
    let record = one("pgn", "[GameType \"Base\"]\n\n1. wS1\n");
    let text = Hive::write_game("pgn", &record).unwrap();
    for key in ["Event", "Site", "Round", "White", "Black"] {
        assert!(text.contains(&format!("[{key} \"?\"]\n")), "{key}: {text}");
    }
    assert!(text.contains("[Date \"????.??.??\"]\n"), "{text}");
    assert_eq!(one("pgn", &text).tags, record.tags);
}

#[test]
fn a_false_header_is_reported_and_the_moves_believed() {
    let text = "Base;WhiteWins;Black[7];wS1;bS1 wS1-";
    let games = read("uhp", text);
    let reasons: Vec<String> = games.problems.iter().map(FileProblem::to_string).collect();
    assert_eq!(
        reasons,
        [
            "game 1, line 1: the header says \"WhiteWins\", but by its moves it is InProgress",
            "game 1, line 1: the header says \"Black[7]\", but by its moves it is White[2]",
        ],
    );
    assert_eq!(moves(&games.records[0]), ["wS1", "bS1 wS1-"]);
    assert_eq!(games.records[0].result, None);
    let Ok(Some(Recognised::Game { what, record, .. })) = Hive::recognise(text) else {
        panic!("a false header spoils no game");
    };
    assert_eq!(record.main_line().len(), 2);
    assert!(what.starts_with("GameString; the header says \"WhiteWins\""), "{what}");
    let pgn = "[GameType \"Base\"]\n[Result \"Draw\"]\n\n1. wS1\n2. bS1 wS1-\n";
    assert_eq!(one("pgn", pgn).result.map(|result| result.outcome), Some(Outcome::Draw));
}

#[test]
fn a_broken_game_names_the_move_and_the_rule_and_keeps_what_came_before() {
    for (text, kept, reason) in [
        (
            "Base;;;wS1;bS1 wS1-;wQ bS1-",
            2,
            "move 3: \"wQ bS1-\": a new piece must not touch a piece of Black",
        ),
        ("Base;;;wQ", 0, "move 1: \"wQ\": the queen must not be placed on a player's first turn"),
        (
            "Base;;;wS1;bS1 wS1-;wM -wS1",
            2,
            "move 3: \"wM -wS1\": Base is played without the mosquito",
        ),
        ("Base;;;wS1;bS1 wS1-;wA2 -wS1", 2, "move 3: \"wA2 -wS1\": wA1 must be placed before wA2"),
        (
            "Base;;;wS1;bS1 wS1-;wS1 \\bS1",
            2,
            "move 3: \"wS1 \\bS1\": White's queen must be placed before any piece is moved",
        ),
        (
            "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wS1 \\bS1",
            4,
            "move 5: \"wS1 \\bS1\": moving it would break the hive",
        ),
        ("Base;;;wS1;bS1 wS1-;wQ -wA1", 2, "move 3: \"wQ -wA1\": wA1 has not been placed"),
        (
            "Base;;;wS1;bS1 wS1-;pass",
            2,
            "move 3: \"pass\": White has another move, so it must not pass",
        ),
        ("Base;;;wS1;bS1 wS1-;hello there", 2, "move 3: \"hello there\" is not a move"),
        ("Base;;;wS1;bS1 wS1-;bQ bS1-", 2, "move 3: \"bQ bS1-\": it is White's turn"),
    ] {
        let want = (kept, format!("game 1, line 1: {reason}"));
        assert_eq!(broken("uhp", text), want, "{text}");
        let numbered: String = text
            .split(';')
            .skip(3)
            .enumerate()
            .map(|(idx, mv)| format!("{}. {mv}\n", idx + 1))
            .collect();
        let pgn = format!("[GameType \"Base\"]\n\n{numbered}");
        let line = 3 + kept;
        assert_eq!(broken("pgn", &pgn), (kept, format!("game 1, line {line}: {reason}")), "{pgn}");
        let error = Hive::recognise(text).unwrap_err();
        assert_eq!(error.reason, reason);
    }
    let sgf = "(;GM[27]SU[Hive];P0[1 Move W wS1 N 13 .];P0[2 Done]\n;P1[3 Move B bQ N 15 wS1/])\
               ;P1[4 Done])";
    let (kept, problem) = broken("sgf", &sgf.replace("])\\", "]"));
    assert_eq!(kept, 1);
    assert_eq!(
        problem,
        "game 1, line 2: move 2: \"bQ wS1/\": the queen must not be placed on a player's first turn"
    );
}

#[test]
fn what_is_not_closed_in_pgn_is_told_and_what_came_before_is_kept() {
    let comment = "[GameType \"Base\"]\n\n1. wS1\n2. bS1 wS1-\n{ nobody ends it\n3. wQ -wS1\n";
    assert_eq!(broken("pgn", comment), (2, "game 1, line 5: a comment is not closed".to_owned()));
    let variation = "[GameType \"Base\"]\n\n1. wS1\n2. bS1 wS1-\n(\n2. bG1 wS1-\n3. wQ -wS1\n";
    let problem = "a variation is not closed";
    assert_eq!(broken("pgn", variation), (2, format!("game 1, line 5: {problem}")));
    // Where a mistake ends a variation, too; and the next game is read.
    let two = format!("{variation}4. wQ wQ-\n( 4. x )\n\n[GameType \"Base\"]\n\n1. wG1\n");
    let games = read("pgn", &two);
    let problems: Vec<(usize, &str)> =
        games.problems.iter().map(|problem| (problem.line, problem.reason.as_str())).collect();
    assert!(matches!(problems[..], [(8, _), (5, what)] if what == problem), "{problems:?}");
    assert_eq!(moves(&games.records[1]), ["wG1"]);
    let both = format!("{variation}{{ and a comment");
    let problems = read("pgn", &both).problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
}

#[test]
fn a_comment_before_a_move_of_a_game_or_variation_is_said_before_it() {
    let text = "[GameType \"Base\"]\n\n{start}\n1. {plan} wS1\n2. bS1 wS1- {behind}\n({or} 2. {this} bG1 wS1-)\n3. {none}\n";
    let record = one("pgn", text);
    let said: Vec<(String, String)> = (0..record.n_nodes())
        .map(|id| (record.node(id).comment_before(), record.node(id).comment.clone()))
        .collect();
    let expected = [("", "start"), ("plan", ""), ("", "behind\nnone"), ("or\nthis", "")];
    assert_eq!(said, expected.map(|(before, behind)| (before.to_owned(), behind.to_owned())));
    let again = one("pgn", &Hive::write_game("pgn", &record).unwrap());
    assert_eq!(again.node(3).comment_before(), "or\nthis");
}

#[test]
fn a_mark_may_stand_right_behind_its_move() {
    let record =
        one("pgn", "[GameType \"Base\"]\n\n1. wS1!\n2. bS1 wS1-?!\n3. wQ -wS1??, 4. bQ bS1/ ?");
    let marks: Vec<&str> =
        (1..record.n_nodes()).map(|id| record.node(id).marks[0].as_str()).collect();
    assert_eq!(marks, ["!", "?!", "??", "?"]);
}

#[test]
fn a_semicolon_begins_a_comment_to_the_end_of_its_line() {
    let record = one("pgn", "[GameType \"Base\"]\n\n1. wS1 ; first (of 2)\n2. bS1 wS1- ;last");
    let comments = [1, 2].map(|id| record.node(id).comment.as_str());
    assert_eq!((moves(&record).len(), comments), (2, ["first (of 2)", "last"]));
}

#[test]
fn a_comment_before_the_tags_belongs_to_the_start_of_their_game() {
    let text = "{ intro }\n[GameType \"Base\"]\n\n1. wS1\n2. bS1 wS1-\n";
    let record = one("pgn", text);
    assert_eq!((moves(&record).len(), record.node(Record::START).comment.as_str()), (2, "intro"));
    assert!(
        matches!(Hive::recognise(text), Ok(Some(Recognised::Game { what, .. })) if what == "Hive PGN game")
    );
    let (kept, problem) = broken("pgn", &format!("{text}3. wQ wQ-\n"));
    assert!(kept == 2 && problem.starts_with("game 1, line 6: "), "{problem}");
    // After tags without moves a comment is what the game has instead of them.
    let two = "[White \"x\"]\n{ none }\n[White \"y\"]\n\n1. wS1\n";
    assert_eq!(read("pgn", two).records.len(), 2);
}

#[test]
fn a_game_without_an_end_is_read_up_to_a_limit() {
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let circle = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
    let moves: Vec<&str> =
        opening.into_iter().chain(circle.into_iter().cycle()).take(60_000).collect();
    let string = format!("Base;;;{}", moves.join(";"));
    let too_many = "move 10001: a game has at most 10000 moves";
    assert_eq!(broken("uhp", &string), (MAX_PLIES, format!("game 1, line 1: {too_many}")));
    assert_eq!(Hive::recognise(&string).unwrap_err().reason, too_many);
    let pgn = format!("[GameType \"Base\"]\n{}\n", moves.join("\n"));
    assert_eq!(broken("pgn", &pgn), (MAX_PLIES, format!("game 1, line 10002: {too_many}")));
    let setup = Setup { variant: None, position: Some(string) };
    let error = Hive::start(&setup).unwrap_err().to_string();
    assert!(error.ends_with("a game has at most 10000 moves"), "{}", &error[error.len() - 100..]);
    let setup =
        Setup { variant: None, position: Some(format!("Base;;;{}", moves[..MAX_PLIES].join(";"))) };
    assert_eq!(Hive::start(&setup).unwrap().moves().count(), MAX_PLIES);
}

#[test]
fn mzingas_pgn_is_read_in_other_layouts_too() {
    let want = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    for text in [
        "[GameType \"Base\"]\r\n\r\n1. wS1\r\n2. bS1 wS1-\r\n3. wQ -wS1\r\n4. bQ bS1-\r\n",
        "[GameType \"Base\"] \n1.wS1 2.bS1 wS1- 3.wQ -wS1 4.bQ bS1- *",
        "1. wS1\n2. bS1 wS1-\n3. wQ -wS1 ! {so} $1\n4. bQ bS1-",
        "wS1\nbS1 wS1-\nwQ -wS1\nbQ bS1-\n",
    ] {
        assert_eq!(moves(&one("pgn", text)), want, "{text}");
    }
}

#[test]
fn every_spelling_of_a_move_is_read_as_the_same_move() {
    let text = "Base+M;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-;wB1 wQ";
    let mut pos = Hive::start(&Setup { variant: None, position: Some(text.to_owned()) }).unwrap();
    for spelling in ["bB1 bQ", "BB1 BQ", "bb1 bS1-", " bB1  bQ ", "bB1 -bB1", "bB1 bQ"] {
        assert_eq!(Position::resolve(&pos, spelling), Ok(MoveText("bB1 bQ".to_owned())));
    }
    Position::play(&mut pos, "bB1 bQ").unwrap();
    // wB1 lies on wQ: a covered piece is a reference as good as the one on top.
    for spelling in ["wA1 \\wB1", "wA1 \\wQ", "WA1 \\WQ", "wA1 \\\\wQ"] {
        assert_eq!(Position::resolve(&pos, spelling), Ok(MoveText("wA1 \\wB1".to_owned())));
    }
    for nonsense in ["", "wA4 wQ-", "wQ2 wS1-", "wA1 -wQ-", "wA1 wQ+", "x", "wA1 wQ- bS1"] {
        assert!(pos.read_move(nonsense).is_err(), "{nonsense:?}");
    }
}

#[test]
fn game_types_are_found_with_their_letters_in_any_order() {
    for (text, name) in [
        ("base", "Base"),
        ("BASE+pml", "Base+MLP"),
        ("Base+LMP", "Base+MLP"),
        ("Base+LM", "Base+ML"),
        ("base+pl", "Base+LP"),
    ] {
        assert_eq!(Hive::INFO.find_variant(text).map(|found| found.name), Some(name));
        let pos = Hive::start(&Setup { variant: Some(text.to_owned()), position: None }).unwrap();
        assert_eq!(Rules::to_text(&pos), format!("{name};NotStarted;White[1]"));
    }
    for text in ["Base+", "Base+X", "Base+MM", "Hive", ""] {
        assert_eq!(Hive::INFO.find_variant(text), None, "{text:?}");
        let setup = Setup { variant: Some(text.to_owned()), position: None };
        assert!(Hive::start(&setup).is_err(), "{text:?}");
    }
    let setup = Setup {
        variant: Some("Base+M".to_owned()),
        position: Some("Base;NotStarted;White[1]".to_owned()),
    };
    let error = Hive::start(&setup).unwrap_err().to_string();
    assert!(error.ends_with("its game type is Base, not Base+M"), "{error}");
}

#[test]
fn pasted_texts_are_recognised_by_what_they_are() {
    let what = |text: &str| match Hive::recognise(text) {
        Ok(Some(Recognised::Game { what, record, .. })) => (what, record.main_line().len()),
        Ok(Some(Recognised::Position { what, .. })) => (what, 0),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(what("Base+PLM;InProgress;White[2];wS1;bS1 wS1-"), ("GameString".into(), 2));
    assert_eq!(what("Base+MLP;NotStarted;White[1]"), ("GameString".into(), 0));
    assert_eq!(what(STRINGS).0, "GameString, the first of 3");
    assert_eq!(what(PGN).0, "Hive PGN game");
    assert_eq!(what(SGF).0, "BoardSpace game");
    assert_eq!(what("wS1;bP wS1-;wQ -wS1"), ("list of 3 moves".into(), 3));
    for text in ["", "f5d6c3", "1. 32-28 19-23", "[Event \"x\"]\n\n1. e4 e5", "(;GM[1]SZ[19])"] {
        assert_eq!(Hive::recognise(text), Ok(None), "{text}");
    }
}

#[test]
fn damaged_files_harm_nobody() {
    let samples: [(&str, &[u8]); 3] =
        [("pgn", PGN.as_bytes()), ("uhp", STRINGS.as_bytes()), ("sgf", SGF.as_bytes())];
    check_garbage::<Hive>(&samples, 400);
}

#[test]
fn the_records_of_files_can_be_played_through() {
    for record in [one("pgn", PGN), one("sgf", SGF)] {
        let game = &Adapter::<Hive>::NEW;
        assert!(record.replay(game, record.last()).is_ok());
    }
}
