//! Lines as the document, its sample session and recorded engines write them.

use super::*;

fn evaluation(pv: &[&str], discs: f64, depth: &str) -> Evaluation {
    Evaluation {
        pv: pv.iter().map(|mv| (*mv).to_owned()).collect(),
        eval: Some(Value::Discs(discs)),
        depth: depth.to_owned(),
        ..Evaluation::default()
    }
}

fn best(mv: &str, discs: Option<f64>, time_secs: Option<f64>) -> Reply {
    let mv = Some(mv.to_owned());
    Reply::Best(Best { mv, eval: discs.map(Value::Discs), time_secs })
}

fn chatter(line: &str) {
    assert_eq!(Reply::parse(line), Reply::Chatter(line.to_owned()));
}

#[test]
fn replies_of_the_documents_session_and_of_recorded_engines() {
    let padded = evaluation(&["D6"], -1.16, "6");
    let book = Evaluation {
        games: 3,
        text: "u  11 in    0 +    0 games".to_owned(),
        ..evaluation(&["d3"], -0.9, "11")
    };
    for (line, expected) in [
        ("set myname Edax6", Reply::MyName("Edax6".to_owned())),
        ("set myname  Edax 4.6 (x86) ", Reply::MyName("Edax 4.6 (x86)".to_owned())),
        ("pong 1", Reply::Pong(Some(1))),
        ("pong", Reply::Pong(None)),
        ("status Edax is thinking", Reply::Status("Edax is thinking".to_owned())),
        ("status", Reply::Status(String::new())),
        ("nodestats 35805 0.00", Reply::NodeStats { nodes: Some(35_805), secs: Some(0.0) }),
        ("nodestats  12  -nan", Reply::NodeStats { nodes: Some(12), secs: None }),
        ("=== d6 -1.00 0.0", best("d6", Some(-1.0), Some(0.0))),
        ("=== F5/-1.16/0.00", best("F5", Some(-1.16), Some(0.0))),
        ("=== A1//0.00", best("A1", None, Some(0.0))),
        ("=== PA", best("PA", None, None)),
        ("=== --", Reply::Best(Best::default())),
        ("=== F5/1e3/-4", best("F5", Some(1000.0), None)),
        ("=== f5 or so/0.50/1", best("f5", Some(0.5), Some(1.0))),
        ("===  ] =! ../", best("]", None, None)),
        ("search D6       -1.16 0   6", Reply::Search(padded)),
        ("search F5 +0.54 0 100%W", Reply::Search(evaluation(&["F5"], 0.54, "100%W"))),
        ("search F5d6C3 1 0 9", Reply::Search(evaluation(&["F5", "d6", "C3"], 1.0, "9"))),
        ("search F5-D6-C3 1 0 9", Reply::Search(evaluation(&["F5", "D6", "C3"], 1.0, "9"))),
        ("search PAF5pa 1 0 9", Reply::Search(evaluation(&["PA", "F5", "pa"], 1.0, "9"))),
        ("search F5Z9C3 1 0 9", Reply::Search(evaluation(&["F5"], 1.0, "9"))),
        ("search F5 1", Reply::Search(evaluation(&["F5"], 1.0, ""))),
        ("book d3 -0.90 3  11\tu  11 in    0 +    0 games", Reply::Book(book)),
        ("analysis 61 -2.5", Reply::Analysis { ply: 61, eval: Value::Discs(-2.5) }),
        ("learned", Reply::Learned),
        ("learn", Reply::Learned),
    ] {
        assert_eq!(Reply::parse(line), expected, "{line:?}");
    }
}

#[test]
fn other_lines_are_chatter() {
    for line in [
        "",
        " ",
        "pong x",
        "pong 1.5",
        "set",
        "set myname2 x",
        "search",
        "search F5",
        "search +1 d3",
        "book +1 d3",
        "search F 1 0 5",
        "search éé 1 0 5",
        "analysis",
        "analysis 1",
        "analysis x 1",
        "analysis -1 1",
        "learning",
        "learned it",
        "====",
        "=======",
        "==",
        "Status x",
        "warning",
    ] {
        chatter(line);
    }
}

#[test]
fn numbers_that_are_none() {
    for text in ["nan", "-nan", "NaN", "-nan(ind)", "inf", "-Infinity", "1.#QNAN", "-1.#IND00"] {
        assert_eq!(number(text), Some(None), "{text}");
    }
    for text in ["", "-", "x", "1,5", "0x1F", "1 2"] {
        assert_eq!(number(text), None, "{text:?}");
    }
    for (text, expected) in [("+0.54", 0.54), ("-.5", -0.5), ("7", 7.0), ("1e2", 100.0)] {
        assert_eq!(number(text), Some(Some(expected)), "{text}");
    }
}

#[test]
fn a_pair_of_values_depends_on_contempt() {
    let pair = Value::parse("4.00,-2.00").unwrap().unwrap();
    assert_eq!(pair, Value::Draws { to_black: 4.0, to_white: -2.0 });
    for (contempt, expected) in [(1, 4.0), (100, 4.0), (0, 1.0), (-1, -2.0)] {
        let got = pair.discs(contempt);
        assert!((got - expected).abs() < f64::EPSILON, "{contempt}: {got}");
    }
    assert_eq!(Value::parse("4.00,nan"), Some(None));
    assert_eq!(Value::parse("4.00,"), None);
}

#[test]
fn commands_of_the_document_and_of_version_1() {
    let played =
        |mv: &str, eval, time_secs| Command::Move(Played { mv: mv.to_owned(), eval, time_secs });
    for (line, expected) in [
        ("nboard 2", Command::NBoard(2)),
        ("set depth 6", Command::SetDepth(6)),
        ("set game (;GM[Othello];)", Command::SetGame("(;GM[Othello];)".to_owned())),
        ("set contempt -50", Command::SetContempt(-50)),
        ("set contempt 1000.0", Command::SetContempt(100)),
        ("move F5", played("F5", None, None)),
        ("move D6//", played("D6", None, None)),
        ("move E3/0.50/1.25", played("E3", Some(0.5), Some(1.25))),
        ("move E3//1.25", played("E3", None, Some(1.25))),
        ("move PA", played("PA", None, None)),
        ("move pass/x/-3", played("pass", None, None)),
        ("F5", played("F5", None, None)),
        ("pa", played("pa", None, None)),
        ("hint 3", Command::Hint(3)),
        ("hint", Command::Hint(1)),
        ("go", Command::Go),
        ("ping 17", Command::Ping(17)),
        ("ping -5", Command::OddPing("-5".to_owned())),
        ("ping 007", Command::OddPing("007".to_owned())),
        ("ping 4294967296", Command::OddPing("4294967296".to_owned())),
        ("learn", Command::Learn),
        ("analyze", Command::Analyze),
        ("quit\r", Command::Quit),
        ("  go  ", Command::Go),
    ] {
        assert_eq!(Command::parse(line), expected, "{line:?}");
    }
    for line in [
        "",
        "new",
        "F9",
        "F5 D6",
        "move",
        "move F9",
        "move F5x",
        "ping",
        "ping x",
        "ping -",
        "ping 1.5",
        "set",
        "set depth",
        "set depth -1",
        "set game",
        "set contempt nan",
        "set colour black",
        "GO",
        "nboard two",
    ] {
        assert_eq!(Command::parse(line), Command::Ignored(line.to_owned()), "{line:?}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    for line in [
        "nboard 2",
        "set depth 60",
        "set game (;GM[Othello]BO[8 x];)",
        "set contempt -100",
        "move F5",
        "move F5/0.50",
        "move F5//1.25",
        "move F5/-0.50/1.25",
        "hint 60",
        "go",
        "ping 4294967295",
        "ping -12345678901234567890",
        "learn",
        "analyze",
        "quit",
        "something else",
    ] {
        assert_eq!(Command::parse(line).to_string(), line);
    }
    for line in [
        "pong 3",
        "pong",
        "status",
        "status Thinking",
        "set myname Quintet 1",
        "nodestats 12345 0.50",
        "search F5d6C3 -1.50 0 12",
        "search F5 nan 0 12",
        "search F5 4.00,-2.00 0 100%W 12 s",
        "book F5D6 0.00 17 21 main line",
        "=== F5/-1.16/0.25",
        "=== F5//0.25",
        "=== F5/-1.16",
        "=== F5/2.00,-2.00",
        "=== --",
        "=== PA",
        "analysis 0 2.50",
        "learned",
        "something else",
    ] {
        assert_eq!(Reply::parse(line).to_string(), line);
    }
}
