//! The table of all steps for the documentation.

use std::fmt::Write as _;

use super::{StepInfo, documents};
use crate::protocol::Protocol;

/// The tables of `docs/CONFORMANCE.md`, in Markdown, from the steps themselves.
#[must_use]
pub fn document() -> String {
    let mut text = String::new();
    for &protocol in Protocol::ALL {
        for document in documents(protocol) {
            let title = format!("{} {}", protocol.title(), document.version);
            let title = title.trim_end();
            let head = "| step | what is asked | at worst | paragraph |\n|---|---|---|---|";
            writeln!(text, "## {title}\n\n{head}").expect("a text takes everything");
            for step in document.steps {
                let StepInfo { name, asks, paragraph, at_worst } = step;
                let row = format!("| `{name}` | {asks} | {} | {paragraph} |", at_worst.word());
                writeln!(text, "{row}").expect("a text takes everything");
            }
            text.push('\n');
        }
    }
    text
}
