//! The beginning of what a value holds, for the program's own log: a game or a list may be large.
//!
//! Formats nothing before it is shown.

use std::fmt::{self, Debug, Display, Write};

/// Bytes that are shown.
const MAX_SHOWN: usize = 160;

/// The value as `Debug` shows it, up to [`MAX_SHOWN`] bytes.
pub(super) fn brief(value: &impl Debug) -> impl Display {
    fmt::from_fn(move |f| {
        let mut shown = Shown { to: f, left: MAX_SHOWN };
        match write!(shown, "{value:?}") {
            Err(_full) if shown.left == 0 => f.write_str("..."),
            written => written,
        }
    })
}

struct Shown<'a, 'b> {
    to: &'a mut fmt::Formatter<'b>,
    left: usize,
}

impl Write for Shown<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let fitting = &text[..text.floor_char_boundary(self.left)];
        self.to.write_str(fitting)?;
        if fitting.len() < text.len() {
            self.left = 0;
            return Err(fmt::Error);
        }
        self.left -= fitting.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_of_a_large_value_is_shown() {
        assert_eq!(brief(&Some(7)).to_string(), "Some(7)");
        let long = brief(&vec!["é"; 1000]).to_string();
        assert!(long.starts_with("[\"é\", ") && long.ends_with("..."), "{long}");
        assert!(long.len() <= MAX_SHOWN + 3, "{long}");
    }
}
