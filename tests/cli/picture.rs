//! `quintet picture`: boards of all games as files; `quintet film`: games as films.

use std::path::Path;

use super::{empty_folder, quintet};

#[test]
fn a_board_of_every_game_is_a_file_of_its_own() {
    let folder = empty_folder();
    for (game, position) in [
        ("othello", "f5d6c3"),
        ("draughts", "W:W31-50:B1-20"),
        ("hive", "Base+MLP;InProgress;White[2];wS1;bG1 wS1-"),
        ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"),
    ] {
        let path = folder.path().join(format!("{game}.svg"));
        let to = path.to_str().unwrap();
        quintet(&["picture", game, position, "--width", "300", "--out", to]).succeeds();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("<svg "), "{game}: {text}");
        for part in ["xmlns=\"http://www.w3.org/2000/svg\"", "width=\"300\"", "<style>", "</svg>"] {
            assert!(text.contains(part), "{game}: no {part}");
        }
        // A colour of the pieces comes with the file.
        assert!(text.contains(".piece-white { fill"), "{game}");
        assert!(text.contains("class=\"piece-"), "{game}");
    }
}

#[test]
fn a_board_can_be_seen_from_its_other_side_and_no_other_way() {
    let start = quintet(&["picture", "draughts", "--numbers"]).succeeds().out;
    let turned = quintet(&["picture", "draughts", "--numbers", "--turned", "1"]).succeeds().out;
    assert_ne!(start, turned);
    let numbers = |text: &str| text.matches("class=\"corner\"").count();
    let plain = quintet(&["picture", "draughts"]).succeeds().out;
    assert_eq!([&start, &turned, &plain].map(|text| numbers(text)), [50, 50, 0]);
    assert!(plain.ends_with("</svg>\n"), "nothing is cut");
    let refused = quintet(&["picture", "draughts", "--turned", "9"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("ways to see its board"), "{}", refused.err);
    let refused = quintet(&["picture", "othello", "no board"]);
    assert_eq!(refused.code, Some(2), "{}", refused.err);
}

#[test]
fn a_picture_of_what_is_no_position_says_so_and_writes_nothing() {
    let folder = empty_folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(at("game.pdn"), "1. 32-28 19-23 *\n").unwrap();
    let board = at("board.png");
    let broken = "[White \"a\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 99-98 10-14 *";
    for (position, words) in [
        (at("game.pdn").as_str(), "quintet film"),
        (at("missing.pdn").as_str(), "quintet film"),
        (at("").as_str(), "quintet film"),
        (broken, "move 5: \"99-98\""),
        ("", "it is empty"),
    ] {
        let refused = quintet(&["picture", "draughts", position, "--out", &board]);
        assert_eq!(refused.code, Some(2), "{position}: {}", refused.err);
        assert!(refused.err.contains(words), "{position}: {}", refused.err);
        assert!(!Path::new(&board).exists(), "{position}");
    }
}

#[test]
fn a_film_of_a_file_without_a_game_says_why_and_writes_nothing() {
    let folder = empty_folder();
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(at("empty.pdn"), "\n").unwrap();
    std::fs::write(at("bytes.pdn"), [7, 0, 200, 1, 0, 99]).unwrap();
    let board = at("board.png");
    for (file, words) in [
        ("empty.pdn", "it is empty"),
        ("bytes.pdn", "it is not text"),
        ("", "it is a folder"),
        ("missing.pdn", "no such file"),
    ] {
        let refused = quintet(&["film", &at(file), "--out", &board]);
        assert_eq!(refused.code, Some(2), "{file}: {}", refused.err);
        assert!(refused.err.contains(words), "{file}: {}", refused.err);
        assert!(!Path::new(&board).exists(), "{file}");
    }
}

/// Width and height in the head of a file of PNG.
fn png_size(file: &[u8]) -> [u32; 2] {
    assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"), "{:?}", &file[..8]);
    [16, 20].map(|at| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()))
}

#[test]
fn a_board_is_drawn_in_pixels_where_the_file_is_to_be_png() {
    let folder = empty_folder();
    for game in ["othello", "draughts", "hive", "backgammon"] {
        let path = folder.path().join(format!("{game}.PNG"));
        quintet(&["picture", game, "--width", "200", "--out", path.to_str().unwrap()]).succeeds();
        let [width, _] = png_size(&std::fs::read(&path).unwrap());
        assert_eq!(width, 200, "{game}");
    }
    let [jpg, gif] = ["x.jpg", "x.gif"].map(|name| folder.path().join(name));
    let refused = quintet(&["picture", "othello", "--out", jpg.to_str().unwrap()]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("name the file *.svg, *.png or *.gif"), "{}", refused.err);
    let refused = quintet(&["picture", "othello", "--out", gif.to_str().unwrap()]);
    assert!(refused.err.contains("quintet film FILE --out FILE.gif"), "{}", refused.err);
    assert!(!jpg.exists() && !gif.exists());
}

/// Three moves with clocks and values, and the end on time.
const GGF: &str = "(;GM[Othello]PC[here]PB[Ada]PW[Bert]RE[64.000]TI[5:00]TY[8]BO[8 \
    -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
    B[f5/1.00/10]W[d6/-1.50/12]B[c3/2.00/3];)";

#[test]
fn a_film_of_a_broken_game_shows_what_could_be_read_and_is_a_failure() {
    let folder = empty_folder();
    let [game, to] = ["game.ggf", "game.gif"].map(|name| folder.path().join(name));
    std::fs::write(&game, GGF.replace(";)", "B[A1];)")).unwrap();
    let run = quintet(&["film", game.to_str().unwrap(), "--out", to.to_str().unwrap()]);
    run.fails(1, "1 problem, see above; the rest is written");
    assert!(to.exists());
}

#[test]
fn a_game_becomes_a_film_and_each_of_its_positions_a_picture() {
    let folder = empty_folder();
    let game = folder.path().join("game.ggf");
    std::fs::write(&game, GGF).unwrap();
    let film = |name: &str, args: &[&str]| {
        let to = folder.path().join(name);
        let given =
            ["film", game.to_str().unwrap(), "--width", "160", "--out", to.to_str().unwrap()];
        (quintet(&[&given, args].concat()), to)
    };
    let (made, to) = film("game.gif", &["--pace", "0.5"]);
    made.succeeds();
    let file = std::fs::read(to).unwrap();
    assert!(file.starts_with(b"GIF89a"));
    assert_eq!(u16::from_le_bytes([file[6], file[7]]), 160);
    // The start and three moves.
    let mut decoder = gif::Decoder::new(file.as_slice()).unwrap();
    let mut times = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        times.push(frame.delay);
    }
    assert_eq!(times, [50, 50, 50, 150]);
    let (made, to) = film("second.svg", &["--ply", "2"]);
    made.succeeds();
    let text = std::fs::read_to_string(to).unwrap();
    for word in [">Ada<", ">Bert<", "1\u{2026} d6"] {
        assert!(text.contains(word), "no {word}: {text}");
    }
    let (made, to) = film("end.png", &[]);
    made.succeeds();
    assert_eq!(png_size(&std::fs::read(to).unwrap())[0], 160);
    for (name, args, why) in [
        ("x.png", ["--ply", "4"], "--ply 4: game 1 has 3 plies"),
        ("x.gif", ["--ply", "1"], "a film shows all moves"),
        ("x.gif", ["--game", "2"], "none of the games asked for is there; the file has 1 game"),
        ("x.gif", ["--turned", "8"], "ways to see its board"),
        ("x.gif", ["--pace", "0"], "seconds from 0.05 to 60"),
        ("x.mp4", ["--pace", "1"], "a film is *.gif; one of its positions is *.png or *.svg"),
    ] {
        let (refused, to) = film(name, &args);
        assert_eq!(refused.code, Some(2), "{args:?}");
        assert!(refused.err.contains(why), "{args:?}: {}", refused.err);
        assert!(!to.exists(), "{args:?}");
    }
}
