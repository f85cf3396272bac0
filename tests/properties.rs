//! What must hold of everything that comes from strangers, tried with damaged samples and with
//! bytes that mean nothing. The same properties are what `fuzz/` looks for with a fuzzer.

use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any};
use proptest::test_runner::{RngSeed, TestRunner};

#[path = "support/untrusted.rs"]
mod untrusted;

/// Files that are read without mistakes, and the formats of those.
const FILES: &[(&str, &str, &[u8])] = &[
    ("othello", "ggf", include_bytes!("data/othello/archive.ggf")),
    ("othello", "transcript", include_bytes!("data/othello/transcripts.txt")),
    ("draughts", "pdn", include_bytes!("data/draughts/games.pdn")),
    ("draughts", "pdn", include_bytes!("data/draughts/broken.pdn")),
    ("hive", "uhp", include_bytes!("data/hive/games.uhp")),
    ("hive", "pgn", include_bytes!("data/hive/game.pgn")),
    ("hive", "sgf", include_bytes!("data/hive/game.sgf")),
    ("backgammon", "mat", include_bytes!("data/backgammon/match.mat")),
    ("backgammon", "sgf", include_bytes!("data/backgammon/match.sgf")),
    ("backgammon", "snowie", include_bytes!("data/backgammon/position.snw.txt")),
];

/// Dialogues as they were recorded, to be damaged line by line.
const LINES: &[&str] = &[
    "id name=Scan version=3.1 author=\"Fabien Letouzey\"",
    "info depth=8 score=0.12 nodes=1 pv=\"32-28 19-23\"",
    "done move=32-28 ponder=19-23",
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28\"",
    "level moves=30 time=300.0",
    "setoption name=threads value=4",
    "searchInfo ply 12 score 3 time 1.5 nodes 4096 pv 32-28 19-23",
    "searchInfo neval 99 pv 37 32 0 m 21 26 0",
    "option 3 Hash_Table type 3 default 1 var off var 64K",
    "game white bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww 1 m 33 28 0",
    "=== F5/0.50/1.25",
    "set game (;GM[Othello]PC[NBoard]BO[8 --------------------------- *O------O*--------------------------- *];)",
    "search D3C5 0.12 0 12",
    "Base+MLP;InProgress;White[3];wG1;bG1 wG1-;wQ -wG1;bQ bG1-",
    "MaxTime;int;60;60;0;3600",
    "wS1;wG1 wQ/;pass",
    "position xgid -b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10",
    "position 0 0 0 2 0 0 0 0 -5 0 -3 0 0 0 5 -5",
    "bar/22(2)* 13/11",
    "play 1 8/5 6/5 equity 0.123 win 0.55",
    "bestmove 8/5 6/5",
];

/// Files of the program's own, each with the number by which `untrusted::own_file` knows its reader.
const OWN_FILES: &[(u8, &str)] = &[
    (0, include_str!("../engines.toml")),
    (0, include_str!("data/own/engines.toml")),
    (1, include_str!("data/own/settings.toml")),
    (2, include_str!("data/own/results.jsonl")),
    (3, include_str!("data/own/unfinished-game.json")),
    (4, include_str!("data/own/session.bundle.txt")),
    (4, include_str!("transcripts/hub/late_done.txt")),
    (5, "ahub\nbid name=Toy\nc warm\nb\nawait \n"),
];

/// One way to damage bytes; the numbers are places in proportion to the length.
#[derive(Clone, Debug)]
enum Damage {
    Set(u16, u8),
    Insert(u16, u8),
    Remove(u16, u8),
    Repeat(u16, u8, u8),
    Cut(u16),
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = || {
        let telling = b"[](){};:/*\\-+O.0189apPB\n\r \xff\0\"".to_vec();
        proptest::prop_oneof![any::<u8>(), proptest::sample::select(telling)]
    };
    proptest::prop_oneof![
        (any::<u16>(), byte()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        (any::<u16>(), byte()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        (any::<u16>(), 1_u8..40).prop_map(|(at, n)| Damage::Remove(at, n)),
        (any::<u16>(), 1_u8..40, 1_u8..30).prop_map(|(at, n, times)| Damage::Repeat(at, n, times)),
        any::<u16>().prop_map(Damage::Cut),
    ]
}

fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        let place = |at: u16| usize::from(at) * bytes.len() / (1 << 16);
        match *damage {
            _ if bytes.is_empty() => {}
            Damage::Set(at, byte) => {
                let at = place(at);
                bytes[at] = byte;
            }
            Damage::Insert(at, byte) => bytes.insert(place(at), byte),
            Damage::Remove(at, n) => {
                let at = place(at);
                let end = (at + usize::from(n)).min(bytes.len());
                bytes.drain(at..end);
            }
            Damage::Repeat(at, n, times) => {
                let at = place(at);
                let end = (at + usize::from(n)).min(bytes.len());
                let part = bytes[at..end].repeat(usize::from(times));
                bytes.splice(at..at, part);
            }
            Damage::Cut(at) => bytes.truncate(place(at)),
        }
    }
    bytes
}

/// Tries a property on as many inputs; the same ones each time.
fn check(cases: u32, inputs: impl Strategy<Value = Vec<u8>>, property: fn(&[u8])) {
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20_261_120),
        failure_persistence: None,
        max_shrink_time: 20_000,
        ..ProptestConfig::default()
    };
    let tried = TestRunner::new(config).run(&inputs, |input| {
        property(&input);
        Ok(())
    });
    if let Err(error) = tried {
        panic!("{error}");
    }
}

/// A sample file after its number of a format, damaged in a few places.
fn files() -> impl Strategy<Value = Vec<u8>> {
    let number = |game, format| {
        let found = untrusted::formats().find(|(_, g, f)| (*g, *f) == (game, format));
        found.unwrap_or_else(|| panic!("{game} has no {format}")).0
    };
    let samples: Vec<(u8, &'static [u8])> =
        FILES.iter().map(|(game, format, bytes)| (number(game, format), *bytes)).collect();
    let any_format = 0..u8::try_from(untrusted::formats().count()).expect("there are few formats");
    (
        proptest::sample::select(samples),
        vec(damage(), 0..6),
        proptest::option::weighted(0.1, any_format),
    )
        .prop_map(|((number, bytes), damages, other)| {
            // The beginning of a long file is enough, and quicker.
            let bytes = bytes[..bytes.len().min(3_000)].to_vec();
            [vec![other.unwrap_or(number)], damaged(bytes, &damages)].concat()
        })
}

/// Lines of protocols, damaged.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    (proptest::sample::select(LINES), vec(damage(), 0..5))
        .prop_map(|(line, damages)| damaged(line.as_bytes().to_vec(), &damages))
}

/// Files of the program's own, each after the number of its reader in `untrusted::own_file`.
fn own_files() -> impl Strategy<Value = Vec<u8>> {
    let file = (proptest::sample::select(OWN_FILES), any::<bool>(), vec(damage(), 0..5));
    (vec(any::<u8>(), 16..17), file).prop_map(|(choices, ((number, text), has_cr, damages))| {
        let choices = if number == 0 { choices } else { Vec::new() };
        // As an editor of another system would have written it.
        let text = if has_cr { text.replace('\n', "\r\n") } else { text.to_owned() };
        [vec![number], choices, damaged(text.into_bytes(), &damages)].concat()
    })
}

fn bytes(n: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..n)
}

#[test]
fn a_damaged_file_gives_only_games_that_can_be_played_and_written() {
    check(600, files(), untrusted::file);
}

/// What the formats are made of, and letters that are hard to hold.
const WORDS: &[&str] = &[
    "Ada",
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "0",
    "1",
    "12",
    ":",
    ";",
    "#",
    ",",
    ".",
    "-",
    "+",
    "*",
    "=",
    "?",
    "!",
    "/",
    "\\",
    "\"",
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "%",
    "$1",
    "(;",
    ";)",
    "];",
    "\0",
    "\u{1b}",
    "\u{a0}",
    "\u{feff}",
    "\u{2028}",
    "é",
    "郭",
    "Game 1",
    "7 point match",
    " : 3  ",
    "1)",
    "21:",
    "Takes",
    "Wins 2 points",
    "Crawford",
    "Cube",
    "Jacoby",
    "Off",
    "On",
    "B[d3]",
    "GM[Othello]",
    "1-0",
    "2-0",
    "0-2",
    "1/2-1/2",
    "[Event \"x\"]",
    "GameType",
    "FEN",
    "SetUp",
    "Result",
    "Base+MLP",
    "wS1",
    "pass",
    "F5",
    "32-28",
    "13/11",
    "--",
    "...",
    "O",
    "P1",
    "id",
    "RU",
];

/// The names, the tags and the remarks of one record, out of the numbers of [`WORDS`].
fn reworded(input: &[u8]) {
    let (file, rest) = input.split_first().expect("made below");
    let (game, format, bytes) = FILES[usize::from(*file) % FILES.len()];
    let game = quintet::games::find(game).expect("a game of the program");
    let read = game.read_games(format, bytes, &quintet::games::Reading::default());
    let mut record = read.records.into_iter().next().expect("the samples have games");
    let words: Vec<String> = rest
        .split(|n| usize::from(*n) >= WORDS.len())
        .map(|numbers| numbers.iter().map(|n| WORDS[usize::from(*n)]).collect())
        .collect();
    let word = |idx: usize| words.get(idx).cloned().unwrap_or_default();
    record.tags.players = [word(0), word(1)];
    record.tags.place = word(2);
    record.tags.date = word(3);
    record.tags.ratings = [word(4), word(5)];
    record.tags.clocks = [word(6), word(7)];
    record.tags.other.insert(word(8), word(9));
    record.tags.other.insert(word(10), word(11));
    let last = record.last();
    record.node_mut(last).comment = word(12);
    record.node_mut(quintet::games::Record::START).comment = word(13);
    untrusted::check_record(game, &record);
}

#[test]
fn names_tags_and_remarks_of_any_letters_leave_the_moves_as_they_are() {
    let file = 0..u8::try_from(FILES.len()).expect("there are few");
    let n_words = u8::try_from(WORDS.len()).expect("there are few");
    let inputs = (file, vec(0..n_words + 20, 0..60));
    check(1_000, inputs.prop_map(|(file, words)| [vec![file], words].concat()), reworded);
}

#[test]
fn what_is_pasted_is_refused_or_can_be_used() {
    check(300, files().prop_map(|file| file[1..].to_vec()), untrusted::pasted);
    check(400, lines(), untrusted::pasted);
}

#[test]
fn a_typed_move_that_is_understood_is_legal() {
    check(
        300,
        (bytes(45), lines()).prop_map(|(before, line)| [before, line].concat()),
        untrusted::typed_move,
    );
}

#[test]
fn every_parser_of_lines_bears_every_line() {
    check(1_500, lines(), untrusted::line);
    check(500, bytes(60), untrusted::line);
}

#[test]
fn lines_do_not_depend_on_how_the_bytes_arrive() {
    let telling = proptest::sample::select(b"ab\r\n\n\r\0\xc3\xa9\xff".to_vec());
    check(500, vec(telling, 0..300), untrusted::portions);
}

#[test]
fn every_dialogue_ends_whatever_happens_in_it() {
    check(800, bytes(900), untrusted::dialogue);
}

#[test]
fn files_of_the_program_s_own_are_refused_or_can_be_used_and_changed() {
    check(500, own_files(), untrusted::own_file);
    check(
        300,
        (0_u8..6, bytes(200)).prop_map(|(n, rest)| [vec![n], rest].concat()),
        untrusted::own_file,
    );
}

#[test]
fn what_the_fuzzer_has_found_stays_mended() {
    for line in [
        // Each was read otherwise when it was written again.
        "===  ] =! ../",
        "searchInfo neval ;99 pv 37 315404. 2 0 m 21 2 ply ",
        "searchInfo ply 9 pv 37-32 1.pv 21x32 1.time 17-2",
        "go",
        "error",
        "error message=\"\"",
    ] {
        untrusted::line(line.as_bytes());
    }
    // A transcript has no sign for the forced pass at its end.
    let moves = "f5d6c3d3c4f4f6f3e3b4b5e6e7f2e2g5g6f7g3e1c5c6h4g4d2h6f8h5h7h3h2c1d1a4a6a5f1a7d7c7b6g1b3e8d8\
        g2pab7b8a8pa";
    let numbers = untrusted::formats().filter(|(_, game, _)| *game == "othello");
    for (number, ..) in numbers {
        untrusted::file(&[&[number], moves.as_bytes()].concat());
    }
    // Players who are called as something else in a file of backgammon looks.
    let game = "3 point match\n\n Game 1\n NAME : 0      Bob : 0\n  1) 21: 13/11 24/23\n";
    for (number, ..) in untrusted::formats().filter(|(_, game, _)| *game == "backgammon") {
        for name in [
            "Ada [19:04:11 GMT] ---------- the first of the name",
            "7;02;1;0;-2;0;0;0;0;5;0;3;0;0;0;-0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;gnubg",
            "; 1 point match",
        ] {
            let heading = format!("; [Player 1 \"{name}\"]\n; [Player 2 \"Bob\"]\n");
            untrusted::file(&[&[number], heading.as_bytes(), game.as_bytes()].concat());
            untrusted::file(&[&[number], game.replace("NAME", name).as_bytes()].concat());
        }
    }
    // Games whose beginnings cannot be set up, or not as they are told.
    let set_up = "AE[a:y]AW[a][a][f]AB[x][x][w]PL[B]";
    for (score, rest) in [
        ("length:5][ws:4][bs:2", format!("RU[Crawford:CrawfordGame];{set_up};B[31]")),
        ("length:5][ws:4][bs:2", format!("RU[Crawford];{set_up}CV[32768];B[31]")),
        ("length:5][ws:4][bs:2", format!("RU[NoCube];{set_up}CV[2]CP[b];B[double]")),
        ("length:0][ws:40000", ";W[31hefe]".to_owned()),
        ("length:0][ws:4294967295][bs:4294967295", ";W[31hefe]RE[W+3]".to_owned()),
    ] {
        let game = format!("(;GM[6]MI[{score}]{rest})");
        for (number, ..) in untrusted::formats().filter(|(.., format)| *format == "sgf") {
            untrusted::file(&[&[number], game.as_bytes()].concat());
        }
    }
    // A list that is told to count lines beyond any number.
    let missing = "1 -- 18446744073709551615 lines were not kept\n";
    untrusted::own_file(format!("\u{4}1 >> hub\n{missing}{missing}").as_bytes());
}

#[test]
fn nesting_of_a_million_is_refused_in_every_format() {
    for (number, ..) in untrusted::formats() {
        for opening in ["(", "[", "{", "(;", "(;B[", "1.", "\"", "\\"] {
            let depth = if opening == "(" { 1_000_000 } else { 50_000 };
            let mut file = vec![number];
            file.extend(opening.repeat(depth).bytes());
            untrusted::file(&file);
        }
    }
    for opening in ["(", "(;", "[", "{"] {
        untrusted::pasted(opening.repeat(1_000_000).as_bytes());
    }
}

#[test]
fn a_line_of_a_hundred_thousand_parts_is_read_in_every_format() {
    let king = "[FEN \"W:WK1:BK50\"] 1-7 50-44 ";
    for (head, part, n) in [
        ("", "[]", 100_000),
        ("", "[A \"b\"]", 50_000),
        ("", "[A \"b\\\"]", 50_000),
        (king, "[A", 100_000),
        (king, "(;A[;)", 50_000),
        ("(;GM[Othello]B[F5];)", "(;A[;)", 50_000),
        (king, "{}", 100_000),
        ("[FEN \"W:WK1:BK50\"] 1-7 50-44 *", "{}", 100_000),
        (king, "*{}", 50_000),
        (king, "$1 ", 100_000),
        ("[FEN \"W:WK47:B14,19,29,31,42\"]", "47x36 (", 20_000),
        ("[FEN \"W:WK47:B14,19,29,31,42\"]", "47x36 $1 (47x36) ", 20_000),
    ] {
        let line = head.to_owned() + &part.repeat(n);
        for (number, ..) in untrusted::formats() {
            untrusted::file(&[&[number], line.as_bytes()].concat());
        }
        untrusted::pasted(line.as_bytes());
    }
}

#[test]
fn a_list_of_engines_with_a_mistake_in_every_line_is_read_and_changed() {
    for line in ["=\n", "[[engine]]\n", "[[engine]]\nname=1\n"] {
        let mut file = b"\0\x03\x0c\0".to_vec();
        file.resize(17, 0);
        file.extend(line.repeat((1 << 17) / line.len()).bytes());
        untrusted::own_file(&file);
    }
}

#[test]
fn nothing_is_damaged_without_a_damage() {
    // The strategies above would test nothing were samples not read at all.
    let strategy = Just(());
    check(1, strategy.prop_map(|()| Vec::new()), |_| {
        for (game, format, bytes) in FILES {
            let game = quintet::games::find(game).unwrap();
            let read = game.read_games(format, bytes, &quintet::games::Reading::default());
            assert!(!read.records.is_empty(), "{format}");
        }
    });
}
