//! The syntax of a Hub line: a command and its arguments, with and without quotes.
//!
//! Total functions; knows no command by name.

use std::fmt::{self, Write as _};

use crate::protocol::words::{Argument, argument, split_word, words};

/// The arguments of one line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Args<'a>(Vec<Argument<'a>>);

impl<'a> Args<'a> {
    /// The first value of that name; the value of a flag is empty, as the document permits.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        let arg = self.0.iter().find(|arg| arg.name == name)?;
        Some(arg.value.unwrap_or_default())
    }

    /// The value of that name if it is not empty.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.value(name).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// Returns true if there is a flag (or an argument) of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|arg| arg.name == name)
    }

    /// A list of moves. If the engine forgot the quotes, the moves after the first one look like
    /// flags; no flag begins with a digit.
    pub(super) fn moves(&self, name: &str) -> Vec<String> {
        let Some(idx) = self.0.iter().position(|arg| arg.name == name) else { return Vec::new() };
        let arg = self.0[idx];
        let moves = words(arg.value.unwrap_or_default());
        let stray = self.0[idx + 1..]
            .iter()
            .take_while(|next| {
                !arg.is_quoted && next.value.is_none() && begins_with_digit(next.name)
            })
            .map(|next| next.name);
        moves.chain(stray).map(str::to_owned).collect()
    }
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// A line as its command and its arguments. The command of a blank line is empty.
pub(super) fn parse_line(line: &str) -> (&str, Args<'_>) {
    let (command, mut rest) = split_word(line);
    let mut args = Vec::new();
    while let Ok((after, arg)) = argument(rest) {
        rest = after;
        if !arg.name.is_empty() {
            args.push(arg);
        }
    }
    (command, Args(args))
}

/// Returns true if a value can be written at all: a `"` inside a value cannot be escaped, and a
/// value must fit in one line.
pub(super) fn is_writable(value: &str) -> bool {
    !value.contains(|c: char| c == '"' || c.is_control())
}

/// Writes a line argument by argument.
#[derive(Debug)]
pub(super) struct LineWriter(String);

impl LineWriter {
    pub(super) fn new(command: &str) -> Self {
        Self(command.to_owned())
    }

    /// Writes `name=value`, in quotes if the document demands them. Characters that cannot be
    /// written in a value are replaced: callers that must not change a value ask [`is_writable`]
    /// first.
    pub(super) fn arg(self, name: &str, value: impl fmt::Display) -> Self {
        let value = value.to_string();
        let must = value.is_empty()
            || value.contains(|c: char| c == '=' || c.is_whitespace() || c.is_control());
        self.write(name, &value, if must { "\"" } else { "" })
    }

    /// Writes an argument in quotes, whatever its value.
    pub(super) fn quoted(self, name: &str, value: &str) -> Self {
        self.write(name, value, "\"")
    }

    fn write(mut self, name: &str, value: &str, quote: &str) -> Self {
        let clean: String = value
            .chars()
            .map(|c| match c {
                '"' => '\'',
                c if c.is_control() => ' ',
                c => c,
            })
            .collect();
        write!(self.0, " {name}={quote}{clean}{quote}").expect("a string takes everything");
        self
    }

    /// Writes an argument if there is a value.
    pub(super) fn opt(self, name: &str, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.arg(name, value),
            None => self,
        }
    }

    pub(super) fn flag(mut self, name: &str) -> Self {
        self.0.push(' ');
        self.0.push_str(name);
        self
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// A number as it is written: at most `digits` decimals, without useless zeros.
pub(super) fn decimal(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    if !text.contains('.') {
        return text;
    }
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (String, Vec<(String, Option<String>)>) {
        let (command, args) = parse_line(line);
        let args = args.0.iter().map(|arg| (arg.name.to_owned(), arg.value.map(str::to_owned)));
        (command.to_owned(), args.collect())
    }

    #[test]
    fn every_line_is_a_command_and_arguments() {
        let flag = |name: &'static str| (name, None);
        let arg = |name: &'static str, value: &'static str| (name, Some(value));
        for (line, command, expected) in [
            ("", "", &[][..]),
            (" \t ", "", &[]),
            ("wait", "wait", &[]),
            ("  wait\r", "wait", &[]),
            ("level infinite", "level", &[flag("infinite")]),
            ("id name=Scan author=\"F L\"", "id", &[arg("name", "Scan"), arg("author", "F L")]),
            ("a b=\"\" c=  d", "a", &[arg("b", ""), arg("c", ""), flag("d")]),
            ("a\tb=1\t\tc=2 ", "a", &[arg("b", "1"), arg("c", "2")]),
            ("a b=c=d", "a", &[arg("b", "c=d")]),
            ("a b=\"c=d e\"f=g", "a", &[arg("b", "c=d e"), arg("f", "g")]),
            ("a b=\"never closed d=e", "a", &[arg("b", "never closed d=e")]),
            ("a b=c\"d\"", "a", &[arg("b", "c\"d\"")]),
            ("a =b = \"c\"", "a", &[flag("\"c\"")]),
            ("é\u{a0}ü=ö", "é", &[arg("ü", "ö")]),
        ] {
            let (got, args) = read(line);
            let args: Vec<_> =
                args.iter().map(|(name, value)| (name.as_str(), value.as_deref())).collect();
            assert_eq!((got.as_str(), &args[..]), (command, expected), "{line:?}");
        }
    }

    #[test]
    fn moves_without_their_quotes_are_found() {
        for (line, expected) in [
            ("info pv=31-27", "31-27"),
            ("info pv=\"31-27 17-21\" 33", "31-27 17-21"),
            ("info pv=31-27 17-21 28x19x23 nps=3", "31-27 17-21 28x19x23"),
            ("info pv=31-27 fast 17-21", "31-27"),
            ("info pv= depth=1", ""),
            ("info depth=1", ""),
        ] {
            let (_, args) = parse_line(line);
            assert_eq!(args.moves("pv").join(" "), expected, "{line:?}");
        }
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        for (value, expected) in [
            ("a", "x v=a"),
            ("", "x v=\"\""),
            ("a b", "x v=\"a b\""),
            ("a=b", "x v=\"a=b\""),
            ("a\tb", "x v=\"a b\""),
            ("a\"b\nquit", "x v=\"a'b quit\""),
        ] {
            let line = LineWriter::new("x").arg("v", value).finish();
            assert_eq!(line, expected);
            let clean = value.replace('"', "'").replace(['\n', '\t'], " ");
            assert_eq!(parse_line(&line).1.value("v"), Some(clean.as_str()));
            assert_eq!(is_writable(value), clean == value);
        }
    }

    #[test]
    fn numbers_are_written_without_useless_digits() {
        for (number, digits, expected) in [
            (60.0, 3, "60"),
            (0.3, 3, "0.3"),
            (291.5871, 3, "291.587"),
            (-0.001, 2, "0"),
            (100.0, 0, "100"),
        ] {
            assert_eq!(decimal(number, digits), expected);
        }
    }
}
