use super::*;
use crate::games::find;

/// What is found in each text of the table, as `docs` and the head of the file describe.
#[test]
fn every_text_of_the_table_is_read_as_it_says() {
    let table = include_str!("../../../tests/data/pasted.txt");
    let mut wrong = Vec::new();
    let mut n_cases = 0;
    for case in table.split("\n=== ").skip(1) {
        let (name, rest) = case.split_once('\n').unwrap();
        let (text, expected) = rest.split_once("\n--->\n").unwrap();
        let found = read_pasted(text, find("draughts").unwrap());
        if said(&found) != expected.trim_end() {
            wrong.push(format!("{name}: {}", said(&found)));
        }
        n_cases += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(n_cases > 15, "{n_cases}");
}

/// A line for each reading, those of one finding behind each other with `or`, and what was ignored.
fn said(found: &PastedText) -> String {
    let mut lines = Vec::new();
    for finding in &found.findings {
        for (idx, reading) in finding.readings.iter().enumerate() {
            let lead = if idx == 0 { format!("{}:", finding.line) } else { "  or".to_owned() };
            lines.push(format!("{lead} {}", reading.title()));
        }
    }
    lines.extend(found.ignored.words().map(|words| format!("ignored: {words}")));
    lines.extend(found.foreign.iter().map(|reason| format!("foreign: {reason}")));
    if found.findings.is_empty() {
        lines.push("nothing".to_owned());
    }
    lines.join("\n")
}

#[test]
fn what_two_games_can_read_is_of_the_likely_kind() {
    let text = "W:W31:B4";
    for likely in ["draughts", "othello", "hive", "backgammon"] {
        let found = read_pasted(text, find(likely).unwrap());
        assert_eq!(found.findings[0].readings[0].game.info().name, "draughts");
    }
}

#[test]
fn a_broken_game_is_named_with_its_line() {
    let text = "Hello,\n\n1. 32-28 19-23 2. 31-99 *\n\nBye\n";
    let found = read_pasted(text, find("draughts").unwrap());
    assert!(found.findings.is_empty());
    assert_eq!(found.problems.first().map(|problem| problem.line), Some(3), "{found:?}");
}

#[test]
fn a_text_without_any_game_has_no_finding() {
    for text in
        ["", "\n\n", "Meet me at 15:30, http://example.org/a=b;c", "> > hello", "<p></p>", "12-05"]
    {
        let found = read_pasted(text, find("othello").unwrap());
        assert!(found.findings.is_empty(), "{text}: {found:?}");
    }
}
