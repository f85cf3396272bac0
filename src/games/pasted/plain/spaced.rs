//! Moves of draughts with blanks around their sign, as tables and old books have them: `32 - 28`, `28 x 19`.
//!
//! Knows no rules: what has this shape a few times in a text is taken for moves.

/// Signs between the squares of a move.
const SIGNS: [&str; 5] = ["-", "x", ":", "\u{2013}", "\u{d7}"];
/// Fewer of them may be a score in a sentence.
const FEWEST: usize = 3;

/// The text with these moves as one word each; `None` if there are too few of them.
pub(super) fn joined(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut n_joined = 0;
    for (idx, line) in text.split('\n').enumerate() {
        out.push_str(if idx == 0 { "" } else { "\n" });
        let mut rest = line;
        while let Some(gap) = rest.find(' ') {
            let (before, behind) = rest.split_at(gap);
            out.push_str(before);
            let sign = SIGNS.iter().find_map(|sign| {
                let square = behind[1..].strip_prefix(sign)?.strip_prefix(' ')?;
                (ends_in_square(&out) && begins_square(square)).then_some((sign, square))
            });
            match sign {
                Some((sign, square)) => {
                    out.push_str(sign);
                    n_joined += 1;
                    rest = square;
                }
                None => {
                    out.push(' ');
                    rest = &behind[1..];
                }
            }
        }
        out.push_str(rest);
    }
    (n_joined >= FEWEST).then_some(out)
}

fn begins_square(text: &str) -> bool {
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&n_digits) && !text[n_digits..].starts_with(char::is_alphabetic)
}

fn ends_in_square(text: &str) -> bool {
    let n_digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let before = &text[..text.len() - n_digits];
    let is_begun = |c: char| c.is_whitespace() || "(.-x:\u{2013}\u{d7}".contains(c);
    (1..=2).contains(&n_digits) && (before.is_empty() || before.ends_with(is_begun))
}
