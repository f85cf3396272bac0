//! Processes that a test has started, found by a mark in their environment, which their children
//! inherit.
//!
//! Finds processes of this run only: the mark holds this process's number, so that two runs at the same
//! time do not see each other's. Finds nothing where there is no `/proc`.

use std::fs;

/// Name of the variable.
const MARK: &str = "QUINTET_TEST_PROCESS";

/// The variable and its value, to be set in the environment of what is started as `name`.
pub(crate) fn mark(name: &str) -> (String, String) {
    (MARK.to_owned(), format!("{}-{name}", std::process::id()))
}

/// The living processes whose names begin so, children included: each its number and its program.
pub(crate) fn alive(name: &str) -> Vec<String> {
    let (variable, value) = mark(name);
    let wanted = format!("{variable}={value}");
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let marked = processes.filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|pair| pair.starts_with(wanted.as_bytes()))
    });
    let described = marked.map(|entry| {
        let program = fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
        format!("{} {}", entry.file_name().to_string_lossy(), program.trim())
    });
    described.collect()
}
