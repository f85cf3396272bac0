//! The table of all steps as the documentation prints it.

use std::fmt::Write as _;

use super::steps;
use crate::protocol::Protocol;

/// The tables of `docs/CONFORMANCE.md`, in Markdown, from the steps themselves.
#[must_use]
pub fn document() -> String {
    let mut text = String::new();
    for &protocol in Protocol::ALL {
        let title = protocol.title();
        let written =
            write!(text, "## {title}\n\n| step | what is asked | paragraph |\n|---|---|---|\n");
        written.expect("a text takes everything");
        for step in steps(protocol) {
            let (name, asks, paragraph) = (step.name, step.asks, step.paragraph);
            writeln!(text, "| `{name}` | {asks} | {paragraph} |").expect("a text takes everything");
        }
        text.push('\n');
    }
    text
}
