//! `[Key "value"]`, as in PGN and the formats that follow it.
//!
//! Knows no key. A tag is on one line, and a line may have several.

/// A tag in a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::games) struct Tag<'a> {
    /// Everything before the value, including blanks.
    pub(in crate::games) key: &'a str,
    /// The value as it was written, including escapes.
    pub(in crate::games) value: &'a str,
    /// Bytes of the whole tag, with its brackets.
    pub(in crate::games) len: usize,
    /// False for one whose value goes on to the end of the line because it has no end of quote and
    /// bracket.
    pub(in crate::games) is_closed: bool,
}

/// Finds tags. A line of many brackets would take for ever if each of them searched it again, so
/// the finder remembers its last result.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::games) struct TagFinder {
    line_end: Seen,
    quote: Seen,
    /// A quote that is followed by a bracket, and that no backslash makes part of the value.
    end: Seen,
    /// A quote followed by a bracket, whatever is before it.
    any_end: Seen,
}

/// The first match of its kind at or behind a place.
#[derive(Clone, Copy, Debug, Default)]
struct Seen(Option<Found>);

#[derive(Clone, Copy, Debug)]
struct Found {
    /// The search began here.
    from: usize,
    /// Its place; the end of the line if there is none.
    at: usize,
    /// The place behind the bracket that follows it, if there is one.
    behind: usize,
}

impl Seen {
    /// The first match from `from` on; `find` searches for it and returns [`Found::at`] and
    /// [`Found::behind`].
    fn at_or_behind(&mut self, from: usize, find: impl FnOnce() -> (usize, usize)) -> Found {
        match self.0 {
            Some(found) if found.from <= from && from <= found.at => found,
            Some(_) | None => {
                let (at, behind) = find();
                let found = Found { from, at, behind };
                self.0 = Some(found);
                found
            }
        }
    }
}

impl TagFinder {
    /// The end of the line of byte `at`.
    pub(in crate::games) fn line_end(&mut self, text: &str, at: usize) -> usize {
        let find = || {
            let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
            (end, end)
        };
        self.line_end.at_or_behind(at, find).at
    }

    /// The tag that begins with the `[` at byte `at` of a text; `None` if no quote follows on its
    /// line.
    ///
    /// The value ends at the first quote before a bracket, so that quotes in it need no backslash.
    /// A backslash before such a quote makes it part of the value, unless the value ends nowhere
    /// else.
    pub(in crate::games) fn tag<'a>(&mut self, text: &'a str, at: usize) -> Option<Tag<'a>> {
        let line_end = self.line_end(text, at);
        let line = &text[..line_end];
        let find = || (line[at..].find('"').map_or(line_end, |n| at + n), line_end);
        let quote = self.quote.at_or_behind(at, find).at;
        if quote == line_end {
            return None;
        }
        let (key, start) = (&line[at + 1..quote], quote + 1);
        let find = |is_end: fn(&str) -> bool| {
            let mut quotes = line[start..].match_indices('"').map(|(n, _)| start + n);
            let ends = |quote: usize| {
                let behind = quote + 1 + closing(&line[quote + 1..])?;
                is_end(&line[..quote]).then_some((quote, behind))
            };
            quotes.find_map(ends).unwrap_or((line_end, line_end))
        };
        let mut end = self.end.at_or_behind(start, || find(|before| !is_escaped(before)));
        if end.at == line_end {
            end = self.any_end.at_or_behind(start, || find(|_before| true));
        }
        let is_closed = end.at < line_end;
        Some(Tag { key, value: &line[start..end.at], len: end.behind - at, is_closed })
    }
}

/// The bytes up to the bracket, with it, that closes a tag behind a quote.
fn closing(after_quote: &str) -> Option<usize> {
    let bracket = after_quote.trim_start_matches([' ', '\t']);
    bracket.starts_with(']').then(|| after_quote.len() - bracket.len() + 1)
}

/// The text before a quote ends with a backslash, which makes the quote part of the value.
fn is_escaped(before: &str) -> bool {
    before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// A value without the backslashes before its quotes and backslashes; other backslashes stay.
pub(in crate::games) fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    text
}

/// Writes a tag on its own line, so that [`TagFinder::tag`] and [`unescaped`] return the same
/// value.
pub(in crate::games) fn push(text: &mut String, key: &str, value: &str) {
    text.push('[');
    text.push_str(key);
    text.push_str(" \"");
    for letter in value.chars() {
        if matches!(letter, '"' | '\\') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push_str("\"]\n");
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// Every tag of a text as `key=value`, with a `?` behind one that has no end.
    fn found(text: &str) -> Vec<String> {
        let (mut finder, mut at, mut all) = (TagFinder::default(), 0, Vec::new());
        while let Some(n) = text[at..].find('[') {
            at += n;
            let Some(tag) = finder.tag(text, at) else {
                at += 1;
                continue;
            };
            let mark = if tag.is_closed { "" } else { "?" };
            all.push(format!("{}={}{mark}", tag.key.trim(), unescaped(tag.value)));
            at += tag.len;
        }
        all
    }

    #[test]
    fn tags_end_before_a_bracket_whatever_their_value_holds() {
        for (line, tags) in [
            (r#"[A "b"][C "d" ] [ E  "f"] x"#, &["A=b", "C=d", "E=f"][..]),
            (r#"[A "a [b] \"c\""]"#, &[r#"A=a [b] "c""#]),
            (r#"[A "a"b" c"] [B "x\\"]"#, &[r#"A=a"b" c"#, r"B=x\"]),
            (r#"[A "b\"] [C "d"]"#, &[r#"A=b"] [C "d"#]),
            (r#"[A "b\"] [C "d\"]"#, &[r"A=b\", r"C=d\"]),
            (r#"[A "c:\d"]"#, &[r"A=c:\d"]),
            (r#"[A ""] [] [a] [B "c"#, &["A=", "] [a] [B=c?"]),
            ("[] [a] [", &[]),
        ] {
            assert_eq!(found(line), tags, "{line}");
            let text = format!("{line}\n{line}\n\"]");
            let twice = [found(line), found(line)].concat();
            assert_eq!(found(&text), twice, "{text}");
        }
    }

    #[test]
    fn a_tag_is_read_as_it_was_written() {
        for value in ["", "a", "a \"b\"] c", "\\", "a\\\"", "\\\\\"]"] {
            let mut text = String::new();
            push(&mut text, "Key", value);
            assert_eq!(found(&text), [format!("Key={value}")]);
        }
    }

    /// Seconds for a byte, in the best of three runs, with a search for a tag at every bracket.
    fn cost(text: &str) -> f64 {
        let runs = (0..3).map(|_run| {
            let began = Instant::now();
            let mut finder = TagFinder::default();
            let n = text.match_indices('[').filter(|(at, _)| finder.tag(text, *at).is_some());
            assert!(n.count() <= text.len());
            began.elapsed().as_secs_f64() / text.len() as f64
        });
        runs.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn a_line_of_brackets_costs_no_more_than_some_times_one_of_tags() {
        let tags = cost(&"[a \"b\"]\n".repeat(20_000));
        let blanks = " ".repeat(500_000);
        for text in [
            "[".repeat(1_000_000),
            "[".repeat(500_000) + &blanks + "\"",
            "[a \"".repeat(200_000),
            "[a \"".repeat(200_000) + "x\"" + &blanks + "]",
            "[a \"\\\"] ".repeat(200_000),
            "[a \"".repeat(200_000) + &"\\".repeat(500_001) + "\"]",
        ] {
            // If each bracket searched through it again, the factor would be a thousand.
            let times = cost(&text) / tags;
            assert!(times < 200.0, "{times} times, {:?}...", &text[..8]);
        }
    }
}
