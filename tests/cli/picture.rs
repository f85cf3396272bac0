//! `quintet picture`: boards of all games as files.

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
    let refused = quintet(&["picture", "draughts", "--turned", "9"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("ways to see its board"), "{}", refused.err);
    let refused = quintet(&["picture", "othello", "no board"]);
    assert_eq!(refused.code, Some(2), "{}", refused.err);
}
