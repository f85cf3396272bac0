//! Texts of engines in sentences for people.
//!
//! Changes nothing that is sent, kept or read again.

/// The most characters of a text that are shown.
const MAX_TOLD: usize = 80;

/// A text as an engine wrote it, in typographic quotes: a character that moves the cursor becomes a
/// blank, the end of a line becomes a sign, and a long text is cut to its beginning.
///
/// ```
/// assert_eq!(quintet::protocol::quoted("wQ zzz\nok"), "\u{201c}wQ zzz\u{2424}ok\u{201d}");
/// ```
#[must_use]
pub fn quoted(text: impl AsRef<str>) -> String {
    let plain = |ch: char| match ch {
        '\n' => '\u{2424}',
        ch if ch.is_control() => ' ',
        ch => ch,
    };
    let text = text.as_ref().trim_end();
    let mut told = String::from('\u{201c}');
    told.extend(text.chars().take(MAX_TOLD).map(plain));
    if text.chars().nth(MAX_TOLD).is_some() {
        told.push('\u{2026}');
    }
    told.push('\u{201d}');
    told
}

/// A name as an engine gave it, for lists and files: without characters that do something
/// ([`is_active`]), and without blanks around it.
///
/// ```
/// assert_eq!(quintet::protocol::plain_name("\u{1b}[1mEdax\u{7} 4 "), "[1mEdax 4");
/// ```
#[must_use]
pub fn plain_name(text: &str) -> String {
    let plain: String = text.chars().filter(|ch| !is_active(*ch)).collect();
    plain.trim().to_owned()
}

/// A terminal, or a program in it, acts on this character: controls (C0, DEL, C1), line separators,
/// marks and overrides of direction (Unicode standard annex 9), invisible characters and tags.
#[must_use]
pub fn is_active(ch: char) -> bool {
    ch.is_control()
        || matches!(
            ch,
            '\u{61c}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_wrote_is_quoted_on_one_line_and_cut() {
        assert_eq!(quoted("error message=\"what?\""), "“error message=\"what?\"”");
        assert_eq!(quoted("a\tb\r\nc\u{1b}[2J\n"), "“a b ␤c [2J”");
        assert_eq!(quoted("é".repeat(81)), format!("“{}…”", "é".repeat(80)));
        assert_eq!(quoted("é".repeat(80)), format!("“{}”", "é".repeat(80)));
        assert_eq!(quoted(""), "“”");
    }
}
