//! Hub's lines, read as strictly as the document writes them.
//!
//! Knows no commands.

/// A line in its parts.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Line {
    pub(super) command: String,
    /// Names and values; a flag has none.
    pub(super) args: Vec<(String, Option<String>)>,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// What breaks the syntax.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (command, mut rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut args = Vec::new();
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(Self { command: command.to_owned(), args });
            }
            let end = rest.find([' ', '=']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            let Some(after) = after.strip_prefix('=') else {
                args.push((name.to_owned(), None));
                rest = after;
                continue;
            };
            let value;
            (value, rest) = parse_value(name, after)?;
            args.push((name.to_owned(), Some(value.to_owned())));
        }
    }

    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let found = self.args.iter().find(|(known, _)| known == name);
        found.and_then(|(_, value)| value.as_deref())
    }

    /// The first argument without a value.
    pub(super) fn flag(&self) -> Option<&str> {
        let flag = self.args.iter().find(|(_, value)| value.is_none());
        flag.map(|(name, _)| name.as_str())
    }

    /// The first flag that looks like a part of a value that should have been quoted.
    pub(super) fn stray(&self) -> Option<&str> {
        let flags = self.args.iter().filter(|(_, value)| value.is_none());
        let mut flags = flags.map(|(name, _)| name.as_str());
        flags.find(|name| name.starts_with(|ch: char| ch.is_ascii_digit() || ch == '"'))
    }
}

fn parse_value<'a>(name: &str, text: &'a str) -> Result<(&'a str, &'a str), String> {
    if let Some(quoted) = text.strip_prefix('"') {
        let end = quoted.find('"').ok_or_else(|| format!("the quote after {name}= has no end"))?;
        return Ok((&quoted[..end], &quoted[end + 1..]));
    }
    let end = text.find(' ').unwrap_or(text.len());
    let (value, rest) = text.split_at(end);
    if value.is_empty() {
        return Err(format!("the empty value of {name}= is not in quotes"));
    }
    if value.contains(['=', '"']) {
        return Err(format!("the value of {name}= has special characters and no quotes"));
    }
    Ok((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_quotes_and_without() {
        let line = Line::parse("info  depth=3 pv=\"32-28 17-21\" flag x=\"\"").unwrap();
        assert_eq!(line.command, "info");
        assert_eq!(line.value("depth"), Some("3"));
        assert_eq!(line.value("pv"), Some("32-28 17-21"));
        assert_eq!(line.value("x"), Some(""));
        assert_eq!((line.value("flag"), line.stray()), (None, None));
        assert_eq!(line.flag(), Some("flag"));
    }

    #[test]
    fn what_should_have_been_quoted_is_seen() {
        assert_eq!(Line::parse("info pv=32-28 17-21").unwrap().stray(), Some("17-21"));
        for line in ["id name=\"Scan", "param name=x value= type=string", "id name=a=b"] {
            assert!(Line::parse(line).is_err(), "{line}");
        }
    }
}
