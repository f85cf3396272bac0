//! The values of `quintet analyse` beside what the engine itself wrote: both are read here, one from the
//! rows, the other from a copy of the engine's output.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{empty_folder, quintet};

/// A protocol, a game for it, and how deep each position is searched.
struct Case {
    protocol: &'static str,
    game: &'static str,
    name: &'static str,
    text: &'static str,
    depth: &'static str,
    /// More of the engine's entry in the list.
    more: &'static str,
    /// The last value for the side to move among lines of one answer.
    value: fn(&str) -> Option<f64>,
    /// Whether a line ends an answer.
    is_end: fn(&str) -> bool,
}

fn between(line: &str, key: &str) -> Option<f64> {
    line.split_once(key)?.1.split([' ', '"']).next()?.parse().ok()
}

const CASES: [Case; 4] = [
    Case {
        protocol: "hub",
        game: "draughts",
        name: "a.pdn",
        text: "[White \"Ada\"]\n[Black \"Bert\"]\n[Result \"*\"]\n\
            1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-29 4. 33x24 20x29 5. 34x23 18x29 *\n",
        depth: "4",
        more: "",
        value: |line| between(line, "score="),
        is_end: |line| line.starts_with("done"),
    },
    Case {
        protocol: "nboard",
        game: "othello",
        name: "a.ggf",
        text: "(;GM[Othello]PB[Ada]PW[Bert]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4]W[F4]B[F6];)\n",
        depth: "5",
        more: "",
        value: |line| line.strip_prefix("search ")?.split_whitespace().nth(1)?.parse().ok(),
        is_end: |line| line == "status",
    },
    Case {
        protocol: "uhp",
        game: "hive",
        name: "a.pgn",
        text: "[GameType \"Base+MLP\"]\n[White \"Ada\"]\n[Black \"Bert\"]\n\n1. wS1\n2. bG1 wS1-\n3. wQ -wS1\n4. bQ bG1-\n5. wB1 -wQ\n",
        depth: "3",
        more: "options = { ReportIntermediateBestMoves = true }\n",
        value: |line| {
            let mut parts = line.split(';').skip(1);
            parts.next()?.parse::<u32>().ok()?;
            parts.next()?.parse().ok()
        },
        is_end: |line| line == "ok",
    },
    Case {
        protocol: "ubgi",
        game: "backgammon",
        name: "a.mat",
        text: " 3 point match\n\n Game 1\n Ada : 0              Bert : 0\n  1) 21: 13/11 24/23             41: 6/2* 2/1* \n  2) 32: 25/22 25/23\n",
        depth: "1",
        more: "",
        value: |line| line.contains("analysis line 1 ").then(|| between(line, "equity ")).flatten(),
        is_end: |line| line == "analysis end",
    },
];

/// The last value of each answer that has one.
fn said(case: &Case, output: &str) -> Vec<f64> {
    let mut all = Vec::new();
    let mut last = None;
    for line in output.lines() {
        last = (case.value)(line).or(last);
        if (case.is_end)(line) {
            all.extend(last.take());
        }
    }
    all
}

/// Copies what the engine writes into `copy`; gives the rows.
fn rows(case: &Case, folder: &Path, copy: &Path) -> Vec<Value> {
    let [game, list] = [case.name, "engines.toml"].map(|name| folder.join(name));
    fs::write(&game, case.text).unwrap();
    let quintet_program = env!("CARGO_BIN_EXE_quintet");
    let command = format!(
        "'{quintet_program}' engine {} --level 10 | tee '{}'",
        case.protocol,
        copy.display()
    );
    let entry = format!(
        "version = 1\n[[engine]]\nname = \"Copied\"\nprotocol = {:?}\ngames = [{:?}]\n\
         command = [\"sh\", \"-c\", {command:?}]\n{}",
        case.protocol, case.game, case.more
    );
    fs::write(&list, entry).unwrap();
    let [game, list] = [&game, &list].map(|path| path.to_str().unwrap());
    let args = ["--engines", list, "--engine", "Copied", "--depth", case.depth, "--json"];
    let run = quintet(&[&["analyse", game][..], &args].concat()).succeeds();
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_values_of_a_review_are_those_that_the_engine_wrote() {
    for case in &CASES {
        let folder = empty_folder();
        let copy = folder.path().join("said.txt");
        let rows = rows(case, folder.path(), &copy);
        let said = said(case, &fs::read_to_string(&copy).unwrap());
        // Rows are from the view of the side that begins; engines speak for the side to move.
        let begins = rows.iter().find_map(|row| row["side"].as_str()).unwrap();
        let mut values = Vec::new();
        for (ply, row) in rows.iter().enumerate() {
            let value = row["value"].as_f64();
            values.extend(value.map(|value| if row["side"] == begins { value } else { -value }));
            // After the position behind a move that seemed to lose, that after the engine's own choice, in which
            // the other side moves.
            let before = ply.checked_sub(1).map(|before| &rows[before]["compared"]["value"]);
            values.extend(before.and_then(serde_json::Value::as_f64).map(|choice| -choice));
        }
        assert!(values.len() > 4, "{}: {rows:?}", case.protocol);
        let is_same = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-6;
        if case.game != "backgammon" {
            let all_same = values.len() == said.len() && values.iter().zip(&said).all(is_same);
            assert!(all_same, "{}: {values:?} and {said:?}", case.protocol);
            continue;
        }
        // Rolls that were not thrown are asked about between the positions, which keep their order.
        let mut left = said.iter();
        for value in &values {
            assert!(left.any(|said| is_same((value, said))), "{value} of {values:?} in {said:?}");
        }
    }
}
