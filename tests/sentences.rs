//! State is typed: above `games` no code decides by comparing or taking apart a text that is written
//! for people.
//!
//! Reads the sources line by line. A comparison with a literal that has letters in it is an error
//! unless the table below names it with a reason: words of a file, of a command line, of another
//! program or of a move, which are no sentences of ours.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers that must decide by types.
const LAYERS: &[&str] = &["session", "play", "store", "app", "ui"];

/// What takes a text apart or compares it, before the literal.
const COMPARES: &[&str] = &[
    "== ",
    "!= ",
    ".starts_with(",
    ".ends_with(",
    ".contains(",
    ".strip_prefix(",
    ".strip_suffix(",
    ".split_once(",
    ".rsplit_once(",
    ".trim_start_matches(",
    ".trim_end_matches(",
    ".eq_ignore_ascii_case(",
];

/// File below `src`, literal or constant, and why it is no sentence of ours.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("session/affinity.rs", "Cpus_allowed_list:", "a line of the system"),
    ("session/log.rs", "UNFINISHED", "the mark behind a line of a transcript"),
    ("session/start_failure.rs", "COULD_NOT_START", "how a file keeps a failure"),
    ("session/tape.rs", "UNFINISHED", "the mark behind a line of a transcript"),
    ("session/tape.rs", "<eof>", "a line of a transcript"),
    ("session/tape.rs", "RESTART", "a line of a transcript"),
    ("session/tape.rs", "END", "a line of a transcript"),
    ("session/tape.rs", "CLOSED", "a line of a transcript"),
    ("session/tape.rs", "CRASHED", "a line of a transcript"),
    ("session/tape.rs", "ClosedOutput", "a line of an older transcript"),
    ("session/tape.rs", "Crashed ", "a line of an older transcript"),
    ("session/tape.rs", " bytes more]", "a line of a transcript"),
    ("session/tape.rs", "pong ", "a line of an engine"),
    ("session/tape.rs", "ping ", "a line for an engine"),
    ("session/last_words.rs", "usage", "a line of a program"),
    ("session/last_words.rs", "panicked at ", "a line of a program"),
    ("play/match_config.rs", "THREADS", "the name of an option"),
    ("play/time_control.rs", "none", "how a time control is written"),
    ("play/time_control.rs", "depth", "how a time control is written"),
    ("play/time_control.rs", "nodes", "how a time control is written"),
    ("play/time_control.rs", "move", "how a time control is written"),
    ("app/files/pasting.rs", "file://", "the form of an address"),
    ("app/files/pasting.rs", "localhost", "a part of an address"),
    ("store/engines/edit/apply.rs", "MAIN_SEPARATOR", "a mark in paths"),
    ("store/engines/form.rs", "MARK", "a mark at the beginning of a file"),
    ("store/engines/formatting.rs", "\\n\\n", "empty lines of a file"),
    ("store/paths.rs", "engine", "a word of a command"),
    ("store/engines/mod.rs", "level", "the name of a choice in engines.toml"),
    ("store/engines/read/base.rs", "choices", "a key of engines.toml"),
    ("store/engines/read/fields.rs", "quintet", "a word of engines.toml"),
    ("store/engines/read/fields.rs", "command", "a key of engines.toml"),
    ("store/engines/read/fields.rs", "port", "a word of engines.toml"),
    ("store/engines/read/fields.rs", "options", "a key of engines.toml"),
    ("store/engines/read.rs", "{quintet}", "a word of engines.toml"),
    ("store/engines/read.rs", "MAIN_SEPARATOR", "a mark in paths"),
    ("store/engines/read.rs", "{port}", "a word of engines.toml"),
    ("store/engines/read.rs", "-guide", "an argument of engines"),
    ("store/engines/there.rs", "MAIN_SEPARATOR", "a mark in paths"),
    ("store/known.rs", ".exe", "the ending of a program's name"),
    ("store/origin.rs", "+changes", "how a commit is written"),
    ("store/tournaments.rs", "TEXTS", "the name of a file"),
    ("store/system.rs", "SigIgn:", "a line of Linux"),
    ("app/views/analysis.rs", "double", "a move"),
    ("app/desk/rows.rs", "pass", "a move"),
    ("ui/board/materials.rs", "black", "the name of a material"),
    ("ui/board/table.rs", "dice", "the name of a cell"),
    ("ui/dialogs/options/row.rs", "true", "the value of an option"),
    ("ui/failure.rs", "glutin configs", "words of a library that has no type for this"),
    ("ui/failure.rs", ".rs:", "words of a library that has no type for this"),
    ("ui/panels/stakes.rs", "you", "the grammar of a name that the user chose"),
    ("ui/shell.rs", "zoom", "the name of an icon"),
    ("ui/widgets.rs", "plus", "the name of an icon"),
];

/// A comparison: the file below `src`, its line, and what is compared with.
#[derive(Debug)]
struct Found {
    file: String,
    line: usize,
    literal: String,
}

#[test]
fn no_code_above_the_games_decides_by_a_sentence() {
    let found = all();
    let is_allowed = |found: &&Found| {
        ALLOWED.iter().any(|(file, literal, _)| found.file == *file && found.literal == *literal)
    };
    let wrong: Vec<String> = found
        .iter()
        .filter(|found| !is_allowed(found))
        .map(|found| format!("src/{}:{}: {:?}", found.file, found.line, found.literal))
        .collect();
    assert!(
        wrong.is_empty(),
        "these compare a text: decide by a type, or say here why it is no sentence\n{}",
        wrong.join("\n")
    );
}

#[test]
fn every_exception_is_still_there() {
    let found = all();
    let known: BTreeSet<(&str, &str)> =
        found.iter().map(|found| (found.file.as_str(), found.literal.as_str())).collect();
    let gone: Vec<_> =
        ALLOWED.iter().filter(|(file, literal, _)| !known.contains(&(*file, *literal))).collect();
    assert!(gone.is_empty(), "nothing compares these any more: {gone:?}");
}

#[test]
fn a_comparison_with_a_sentence_is_found() {
    let text = "fn f(a: &str) {\n    // a == \"comment\"\n    a == \"running\" || a.starts_with(\"it \");\n    \
                a.starts_with(FOUND) || a.ends_with(['.', '!']) || a == \"-\" || a.contains(\"%\")\n}\n\
                #[cfg(test)]\nmod tests {\n    fn g() { a == \"tested\" }\n}\n";
    let found: Vec<(usize, String)> = comparisons(text).collect();
    let expected = [(3, "running"), (3, "it "), (4, "FOUND")];
    assert_eq!(found, expected.map(|(line, literal)| (line, literal.to_owned())));
}

fn all() -> Vec<Found> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    LAYERS.iter().for_each(|layer| collect(&src.join(layer), &mut files));
    assert!(files.len() > 100, "the layers are there");
    files.iter().flat_map(|path| in_file(&src, path)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "tests" {
                collect(&path, files);
            }
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            files.push(path);
        }
    }
}

fn in_file(src: &Path, path: &Path) -> Vec<Found> {
    let text = fs::read_to_string(path).unwrap();
    let file = path.strip_prefix(src).unwrap().display().to_string();
    comparisons(&text).map(|(line, literal)| Found { file: file.clone(), line, literal }).collect()
}

/// The literals with letters, and the constants, that this source compares with, and their lines.
fn comparisons(text: &str) -> impl Iterator<Item = (usize, String)> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let lines = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines.flat_map(|(idx, line)| in_line(line).into_iter().map(move |literal| (idx + 1, literal)))
}

fn in_line(line: &str) -> Vec<String> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for word in COMPARES {
        for (at, _) in line.match_indices(word) {
            let rest = line[at + word.len()..].trim_start_matches(['&', '*']);
            found.extend(compared(rest, word.starts_with('.')).map(|literal| (at, literal)));
        }
    }
    found.sort();
    found.into_iter().map(|(_, literal)| literal).collect()
}

/// What stands first in `rest`: a literal with letters in it, or, where texts alone can stand, a
/// constant.
fn compared(rest: &str, is_text: bool) -> Option<String> {
    let has_letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    if let Some(literal) = rest.strip_prefix('"') {
        let end = literal.find('"')?;
        return Some(literal[..end].to_owned()).filter(|text| has_letters(text));
    }
    let is_part = |c: char| c.is_ascii_uppercase() || c == '_';
    let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    let is_constant = is_text && has_letters(name) && rest[name.len()..].starts_with(')');
    is_constant.then(|| name.to_owned())
}
