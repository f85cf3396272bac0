//! What can still be used of a list of engines that is damaged.
//!
//! Loses nothing: what cannot be read stays where it stands as a comment that says why, and the
//! damaged file itself is kept by whoever writes the rest.

use toml_edit::{DocumentMut, Item};

/// Stands for what is no text in a text of bytes.
pub(super) const STRAY: char = char::REPLACEMENT_CHARACTER;

/// The [`parts`] of the text that can be read alone, and the others as comments. Where what stands
/// before the first entry cannot be read, `head` stands above it. What is no entry becomes a comment
/// in the other parts: two of them might say the same, and could then not be read together.
///
/// With `has_strays` the text was bytes of which some are no text.
pub(super) fn readable_parts(text: &str, has_strays: bool, head: &str) -> String {
    let mut whole = String::new();
    for (idx, part) in parts(text).into_iter().enumerate() {
        let part = match (readable(part, has_strays), idx) {
            (Ok(_), 0) => part.to_owned(),
            (Ok(read), _) => entry_alone(part, read),
            (Err(why), 0) => format!("{head}\n{}", commented(part, "This", &why)),
            (Err(why), _) => commented(part, "This entry", &why),
        };
        if !whole.is_empty() && !whole.ends_with('\n') {
            whole.push('\n');
        }
        whole.push_str(&part);
    }
    whole
}

/// The part, where it can be read alone; else why not.
fn readable(part: &str, has_strays: bool) -> Result<DocumentMut, String> {
    if has_strays && has_stray(part) {
        return Err(format!("bytes that are not UTF-8, which stand as {STRAY} here"));
    }
    let read: DocumentMut = part.parse().map_err(|error: toml_edit::TomlError| {
        error.message().split_whitespace().collect::<Vec<_>>().join(" ")
    })?;
    match read.get("engine").is_none_or(Item::is_array_of_tables) {
        true => Ok(read),
        false => Err("it must be written [[engine]], with two brackets".to_owned()),
    }
}

/// Something that is no text stands in the part, and not only in its comments.
pub(super) fn has_stray(part: &str) -> bool {
    let in_values = || part.parse::<toml::Table>().map(|read| read.to_string().contains(STRAY));
    part.contains(STRAY) && in_values().unwrap_or(true)
}

/// A part with nothing but its entry, and the rest as a comment.
fn entry_alone(part: &str, mut read: DocumentMut) -> String {
    let others = read.iter().map(|(key, _)| key.to_owned()).filter(|key| key != "engine");
    let others: Vec<String> = others.collect();
    if others.is_empty() {
        return part.to_owned();
    }
    let mut rest = DocumentMut::new();
    for key in &others {
        if let Some((key, item)) = read.remove_entry(key) {
            rest.insert_formatted(&key, item);
        }
    }
    let mut text = read.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text + &commented(&rest.to_string(), "This", "it is no entry of the list")
}

/// The part as a comment below one that says why. The empty lines and comments at its end, which
/// may be about what comes next, stay as they are.
fn commented(part: &str, what: &str, why: &str) -> String {
    // Blank is for TOML only what a person sees as blank, too.
    let is_said = |line: &str| {
        let line = clean(line);
        let line = line.trim_matches([' ', '\t']);
        !line.is_empty() && !line.starts_with('#')
    };
    let lines: Vec<&str> = part.lines().collect();
    let n_said = lines.iter().rposition(|line| is_said(line)).map_or(0, |last| last + 1);
    let n_blank = lines[..n_said].iter().take_while(|line| line.trim().is_empty()).count();
    let mut text = "\n".repeat(n_blank);
    if n_said > 0 {
        let why = why.trim_end_matches('.');
        text += &clean(&format!(
            "# {what} could not be read: {why}.\n# Set right, it is read again without the signs \
             before its lines.\n"
        ));
    }
    for line in &lines[n_blank..n_said] {
        text += &clean(format!("# {line}").trim_end());
        text.push('\n');
    }
    for line in &lines[n_said..] {
        text += &clean(line);
        text.push('\n');
    }
    text
}

/// Without the control characters that no comment may have.
fn clean(line: &str) -> String {
    line.replace(|c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n'), &STRAY.to_string())
}

/// The text in parts: what stands before the first entry, then each entry up to the next, as far as
/// the lines that begin them tell. A slip of the pen in such a line begins an entry, too.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut begins = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let begin: String = line.chars().filter(|c| !c.is_whitespace()).take(8).collect();
        if begin.starts_with("[[") || begin == "[engine]" {
            begins.push(at);
        }
        at += line.len();
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(begin, end)| &text[*begin..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "version = 1\n\n# mine\n[[engine]]\nname = 'Edax\ncommand = [\"x\", # fast\n\n  \"y\"]\n\n# ---- draughts ----\n\n# Scan\n[[engine]]\nname = \"Scan\"\n";

    #[test]
    fn what_cannot_be_read_stays_in_its_place_as_a_comment_that_says_why() {
        let kept = readable_parts(LIST, false, "");
        let said: Vec<&str> =
            kept.lines().filter(|line| line.contains("could not be read")).collect();
        assert_eq!(said.len(), 1, "{kept}");
        assert!(said[0].starts_with("# This entry could not be read: "), "{kept}");
        let as_comment = "# [[engine]]\n# name = 'Edax\n# command = [\"x\", # fast\n#\n#   \"y\"]\n\n\
                          # ---- draughts ----\n\n# Scan\n[[engine]]\nname = \"Scan\"\n";
        assert!(
            kept.starts_with("version = 1\n\n# mine\n# This") && kept.ends_with(as_comment),
            "{kept}"
        );
        // Without the signs it is what it was.
        let signs = kept.replace(
            "# [[engine]]\n# name = 'Edax\n# command",
            "[[engine]]\nname = 'Edax\ncommand",
        );
        let signs = signs.replace("#\n#   ", "\n  ");
        let without: Vec<&str> = signs
            .lines()
            .filter(|line| !line.starts_with("# This") && !line.starts_with("# Set"))
            .collect();
        assert_eq!(without, LIST.lines().collect::<Vec<_>>());
        assert_eq!(readable_parts(&kept, false, ""), kept, "it is sound now");
    }

    #[test]
    fn whatever_a_damaged_list_says_it_can_be_read_as_comments() {
        for text in [
            "\u{0}\r\u{7f}",
            "[",
            "[[engine]]\n\u{1b}x = \"\n[[engine]]\nname = ",
            "a = 1\na = 2\n",
            "[[engine]]\nname = \n\u{b}# a comment\n\u{a0}# another\n\u{c}\n",
        ] {
            let kept = readable_parts(text, false, "version = 1\n");
            assert!(kept.parse::<DocumentMut>().is_ok(), "{text:?}: {kept}");
        }
        let kept = readable_parts(
            "# caf\u{fffd}\nversion = 1\n[[engine]]\nname = \"\u{fffd}\"\n",
            true,
            "",
        );
        assert!(kept.starts_with("# caf\u{fffd}\nversion = 1\n# This entry"), "{kept}");
    }
}
