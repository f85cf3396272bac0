//! Finds the line of a program's last words that says why it ended.
//!
//! Guesses by words, only for quoting; decides nothing by it.

/// Words for something missing, and words that only report a failure.
const MISSING: [&str; 13] = [
    "no such file",
    "not found",
    "cannot open",
    "can't open",
    "could not open",
    "couldn't open",
    "unable to open",
    "cannot load",
    "could not load",
    "failed to load",
    "failed to open",
    "permission denied",
    "no module named",
];
const FAILED: [&str; 12] = [
    "error",
    "fatal",
    "cannot",
    "can't",
    "could not",
    "couldn't",
    "unable to",
    "failed",
    "missing",
    "panicked",
    "exception",
    "invalid",
];

/// The line that names the reason: the first one that says what is missing, else the first one that
/// reports a failure, else the one that begins a usage, else the last one. A line that explains an
/// option of a usage never counts. Where a program of Rust panicked its reason is in the next line:
/// both are given.
#[must_use]
pub fn reason_in(lines: &[String]) -> Option<String> {
    let said: Vec<&str> =
        lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    let is_plain = |line: &&str| !line.starts_with('-');
    let naming = |words: &[&str]| {
        said.iter().position(|line| {
            let small = line.to_lowercase();
            is_plain(line) && words.iter().any(|word| small.contains(word))
        })
    };
    let found = naming(&MISSING)
        .or_else(|| naming(&FAILED))
        .or_else(|| said.iter().position(|line| line.to_lowercase().starts_with("usage")))
        .or_else(|| said.iter().rposition(is_plain))
        .or(said.len().checked_sub(1))?;
    let line = said[found];
    let is_panic = line.contains("panicked at ") && line.ends_with(':');
    let next = said.get(found + 1).filter(|_| is_panic);
    Some(next.map_or_else(|| line.to_owned(), |next| format!("{line} {next}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_names_the_reason_is_found_among_others() {
        let cases: [(&[&str], Option<&str>); 10] = [
            (&[], None),
            (&["hello", "  bye  ", ""], Some("bye")),
            (
                &[
                    "Engine 4.6",
                    "cannot open data/eval.dat",
                    "usage: engine",
                    "-e  error log",
                    "Bye.",
                ],
                Some("cannot open data/eval.dat"),
            ),
            (
                &[
                    "thread 'main' panicked at src/a.rs:3:5:",
                    "x: No such file or directory",
                    "note: y",
                ],
                Some("x: No such file or directory"),
            ),
            (
                &["Traceback (most recent call last):", "  import torch", "ImportError: it is old"],
                Some("ImportError: it is old"),
            ),
            (&["error: one", "error: two"], Some("error: one")),
            (
                &["thread 'main' panicked at src/a.rs:3:5:", "index 7 of 3", "note: y"],
                Some("thread 'main' panicked at src/a.rs:3:5: index 7 of 3"),
            ),
            (
                &["thread 'main' panicked at src/a.rs:3:5:"],
                Some("thread 'main' panicked at src/a.rs:3:5:"),
            ),
            (
                &["usage: mine [-p] FILE", "  -p   protocol", "See it."],
                Some("usage: mine [-p] FILE"),
            ),
            (&["mine 1.0", "  -p   protocol"], Some("mine 1.0")),
        ];
        for (lines, reason) in cases {
            let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            assert_eq!(reason_in(&lines).as_deref(), reason, "{lines:?}");
        }
    }
}
