//! The form of a text file: the mark at its beginning, and its line ends.
//!
//! Does not interpret the text.

/// The mark that some editors begin every file with (U+FEFF).
const MARK: char = '\u{feff}';

/// The form in which a text was read, and is written again.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct TextForm {
    has_mark: bool,
    /// Every line ends in CR LF. If only some do, all end in LF afterwards.
    has_cr: bool,
}

impl TextForm {
    /// The form of a text, and the text without it: no mark, lines that end in LF.
    pub(super) fn taken_from(text: &str) -> (Self, String) {
        let plain = text.strip_prefix(MARK);
        let has_mark = plain.is_some();
        let text = plain.unwrap_or(text);
        let n_ends = text.matches('\n').count();
        let n_both = text.matches("\r\n").count();
        (Self { has_mark, has_cr: 0 < n_both && n_both == n_ends }, text.replace("\r\n", "\n"))
    }

    /// The text in this form.
    pub(super) fn given_to(self, text: &str) -> String {
        let text = if self.has_cr { text.replace('\n', "\r\n") } else { text.to_owned() };
        if self.has_mark { format!("{MARK}{text}") } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_in_the_form_that_it_was_read_in() {
        for text in ["", "a", "a\nb\n", "a\r\nb\r\n", "\u{feff}a\r\n\r\n", "\u{feff}", "a\rb"] {
            let (form, plain) = TextForm::taken_from(text);
            assert!(!plain.contains(MARK) && !plain.contains("\r\n"), "{plain:?}");
            assert_eq!(form.given_to(&plain), text);
        }
        let (form, plain) = TextForm::taken_from("a\r\nb\n");
        assert_eq!(form.given_to(&plain), "a\nb\n", "a mixture is none");
    }
}
