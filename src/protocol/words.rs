//! The parts of the lines of all protocols: words, fields between separators, numbers, and values
//! behind their keys, in quotes or not.
//!
//! Total functions; knows no protocol's words. A blank is any white space.

use nom::IResult;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_till1, take_until, take_while};
use nom::character::complete::{char, digit0};
use nom::combinator::{eof, not, opt, recognize, verify};
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded, separated_pair};

/// The next word; blanks before it are skipped.
pub(super) fn word(text: &str) -> IResult<&str, &str> {
    preceded(take_while(char::is_whitespace), take_till1(char::is_whitespace)).parse(text)
}

/// The first word, and the rest without blanks around it. Both may be empty.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    match word(text) {
        Ok((rest, word)) => (word, rest.trim()),
        Err(_no_word) => ("", ""),
    }
}

/// The words of a text, one after the other.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (after, word) = word(rest).ok()?;
        rest = after;
        Some(word)
    })
}

/// The words with one blank between them.
pub(super) fn joined(text: &str) -> String {
    words(text).collect::<Vec<_>>().join(" ")
}

/// The texts between separators, without blanks around them; an empty text has one empty field.
pub(super) fn fields(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<&str> {
    each_field(text, is_separator).collect()
}

/// [`fields`] one after the other: a long text is read only as far as they are asked for.
pub(super) fn each_field(
    text: &str,
    is_separator: impl Fn(char) -> bool,
) -> impl Iterator<Item = &str> {
    text.split(is_separator).map(str::trim)
}

/// The lines of what a person has typed, as they are: a control character ends a line, and one of
/// blanks is none.
pub(super) fn typed_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(|ch| ch < ' ').filter(|line| word(line).is_ok())
}

/// The text before the first `separator`, and the text behind it; `None` without one.
pub(super) fn split_at<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let before = take_until::<_, _, nom::error::Error<&str>>(separator);
    let pair = separated_pair(before, tag(separator), nom::combinator::rest).parse(text);
    pair.ok().map(|(_, pair)| pair)
}

/// The text before the first of these `ends`; `None` without any. Each is looked for only as far as
/// it could come before those that were found: a long text with an early end costs little.
pub(super) fn before<'a>(text: &'a str, ends: &[&str]) -> Option<&'a str> {
    let mut found: Option<&str> = None;
    for end in ends {
        let far = found.map_or(text.len(), |found| found.len() + end.len());
        let within = text.get(..far).unwrap_or(text);
        let nearer = split_at(within, end).map(|(before, _)| before);
        found = match (found, nearer) {
            (Some(found), Some(nearer)) if found.len() <= nearer.len() => Some(found),
            (found, nearer) => nearer.or(found),
        };
    }
    found
}

/// A word without the number of a move before it: `32-28` for `1.32-28`; nothing for `1...`.
pub(super) fn unnumbered(word: &str) -> &str {
    let number = (digit0::<&str, nom::error::Error<&str>>, char('.'));
    many0_count(number).parse(word).map_or(word, |(rest, _)| rest)
}

/// The text up to the first word that is a key, without blanks around it; and the rest from there
/// on.
pub(super) fn up_to_key(text: &str, is_key: impl Fn(&str) -> bool) -> (&str, &str) {
    let plain = verify(word, |word: &str| !is_key(word));
    let parsed = recognize(many0_count(plain)).parse(text);
    parsed.map_or((text, ""), |(rest, value)| (value.trim(), rest.trim_start()))
}

/// Words with values: the first word, and each one that is a key, with the text up to the next key;
/// the value of the last one is the rest of the text.
pub(super) fn keyed(
    text: &str,
    is_key: impl Fn(&str) -> bool,
    is_last: impl Fn(&str) -> bool,
) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (key, after) = split_word(rest);
        let (value, next) = if is_last(key) { (after, "") } else { up_to_key(after, &is_key) };
        rest = next;
        (!key.is_empty()).then_some((key, value))
    })
}

/// An argument of a line: `name=value`, or a flag without a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Argument<'a> {
    pub(super) name: &'a str,
    /// The value without its quotes; `None` for a flag.
    pub(super) value: Option<&'a str>,
    /// The value stood in quotes.
    pub(super) is_quoted: bool,
}

/// The next argument. Fails only at the end of the line; otherwise it always reads something.
pub(super) fn argument(text: &str) -> IResult<&str, Argument<'_>> {
    let (text, ()) = preceded(take_while(char::is_whitespace), not(eof)).parse(text)?;
    let (text, name) = take_till(|c: char| c.is_whitespace() || c == '=').parse(text)?;
    let (text, value) = opt(preceded(char('='), alt((quoted, bare)))).parse(text)?;
    let (value, is_quoted) = value.map_or((None, false), |(value, quoted)| (Some(value), quoted));
    Ok((text, Argument { name, value, is_quoted }))
}

/// `"a b"`. A quote that is never closed holds the rest of the line.
fn quoted(text: &str) -> IResult<&str, (&str, bool)> {
    let inside = take_till(|c| c == '"');
    let (text, value) = delimited(char('"'), inside, opt(char('"'))).parse(text)?;
    Ok((text, (value, true)))
}

fn bare(text: &str) -> IResult<&str, (&str, bool)> {
    let (text, value) = take_till(char::is_whitespace).parse(text)?;
    Ok((text, (value, false)))
}

/// A finite number that is the whole text, blanks apart: `12`, `+0.35`, `1e6`; not `nan`, not
/// `inf`.
pub(super) fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// A count that an engine wrote as a number of any kind: never below zero.
pub(super) fn count(number: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and a count below zero is taken for zero"
    )]
    let count = number as u64;
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_is_told_from_the_rest() {
        for (text, expected) in [
            ("", ("", "")),
            (" \t", ("", "")),
            ("go", ("go", "")),
            ("  play   wG1   wS1/ \r", ("play", "wG1   wS1/")),
            ("a\tb", ("a", "b")),
            ("é\u{a0}ü", ("é", "ü")),
        ] {
            assert_eq!(split_word(text), expected, "{text:?}");
        }
        assert_eq!(words(" a  b\tc ").collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(joined("  six \t men "), "six men");
    }

    #[test]
    fn fields_stand_between_separators() {
        let is_semicolon = |ch| ch == ';';
        assert_eq!(fields("", is_semicolon), [""]);
        assert_eq!(fields("a", is_semicolon), ["a"]);
        assert_eq!(fields(" a; b c ;;d;", is_semicolon), ["a", "b c", "", "d", ""]);
        assert_eq!(fields("a;b,c", |ch| matches!(ch, ';' | ',')), ["a", "b", "c"]);
        assert_eq!(split_at("name A B value c", " value "), Some(("name A B", "c")));
        assert_eq!(split_at("a..b..c", ".."), Some(("a", "b..c")));
        assert_eq!(split_at("a.b", ".."), None);
        assert_eq!(before("a]W[b]B[c", &["]B[", "]W["]), Some("a"));
        assert_eq!(before("a]", &["]B[", "]W["]), None);
        assert_eq!(before("a]W[b]B[c", &["]B[", "]W[", "];)"]), Some("a"));
        assert_eq!(before("a;b]B[;", &["]B[", ";", "b]"]), Some("a"));
        assert_eq!(before("\u{e9}\u{e9}]B[\u{e9}]W[", &["]W[", "]B["]), Some("\u{e9}\u{e9}"));
    }

    #[test]
    fn typed_lines_are_kept_as_they_are() {
        let lines = |text| typed_lines(text).collect::<Vec<_>>();
        assert_eq!(lines(" go \r\n\n  \nhalt 0"), [" go ", "halt 0"]);
        assert_eq!(lines("\t \n"), Vec::<&str>::new());
    }

    #[test]
    fn the_number_of_a_move_is_left_out() {
        for (word, expected) in [
            ("32-28", "32-28"),
            ("1.32-28", "32-28"),
            ("12...", ""),
            ("1.", ""),
            ("1", "1"),
            ("", ""),
            ("pv.", "pv."),
        ] {
            assert_eq!(unnumbered(word), expected, "{word}");
        }
    }

    #[test]
    fn a_value_goes_on_to_the_next_key() {
        let is_key = |word: &str| ["ply", "pv", "text"].contains(&word);
        let all = |text| keyed(text, is_key, |word| word == "text").collect::<Vec<_>>();
        assert_eq!(all(""), []);
        assert_eq!(all("ply 3 pv 31-27  17-21"), [("ply", "3"), ("pv", "31-27  17-21")]);
        assert_eq!(all("odd 1 ply pv"), [("odd", "1"), ("ply", ""), ("pv", "")]);
        assert_eq!(all("ply 3 text ply 4 pv "), [("ply", "3"), ("text", "ply 4 pv")]);
        assert_eq!(up_to_key(" six  men ply 3", is_key), ("six  men", "ply 3"));
        assert_eq!(up_to_key("pv", is_key), ("", "pv"));
    }

    #[test]
    fn numbers_are_finite() {
        assert_eq!(finite(" +0.35 "), Some(0.35));
        for text in ["", "x", "nan", "-inf", "1e999", "1 2"] {
            assert_eq!(finite(text), None, "{text}");
        }
        assert_eq!((count(1.9e3), count(-2.0), count(1e300)), (1900, 0, u64::MAX));
    }
}
