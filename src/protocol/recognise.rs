//! Which protocol a line is of, where only one of them has such lines.
//!
//! Judges single lines; does not know who said them or when.

use super::Protocol;

/// The protocol whose engines, and no others, say a line like this; `None` for all that several
/// might say, or none. The lines are those of handshakes and of complaints about another protocol's
/// commands (field notes: `ok` ends every answer of UHP, `sorry` is how UBGI refuses).
#[must_use]
pub fn spoken(line: &str) -> Option<Protocol> {
    let line = line.trim();
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| rest.starts_with(prefix));
    match word {
        "ok" | "invalidmove" | "err" if word != "ok" || rest.is_empty() => Some(Protocol::Uhp),
        "ubgiok" | "readyok" | "sorry" if rest.is_empty() => Some(Protocol::Ubgi),
        "engineok" => Some(Protocol::Guide),
        "wait" if rest.is_empty() => Some(Protocol::Hub),
        "id" | "param" if starts(&["name="]) => Some(Protocol::Hub),
        "error" if starts(&["message="]) => Some(Protocol::Hub),
        "pong" if !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(Protocol::NBoard)
        }
        "set" if starts(&["myname "]) => Some(Protocol::NBoard),
        "===" => Some(Protocol::NBoard),
        _ => None,
    }
}

/// The protocol that an engine speaks instead of the one it was spoken to in, by its first lines:
/// `None` where any of them is of that one, or none is of another.
#[must_use]
pub fn spoken_instead<'a>(
    expected: Protocol,
    lines: impl IntoIterator<Item = &'a str>,
) -> Option<Protocol> {
    let mut other = None;
    for found in lines.into_iter().filter_map(spoken) {
        if found == expected {
            return None;
        }
        other = other.or(Some(found));
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_protocol_is_known_by_its_words() {
        for (line, protocol) in [
            ("id name=Scan version=3.1 author=\"Fabien Letouzey\"", Protocol::Hub),
            ("param name=book value=true type=bool", Protocol::Hub),
            ("wait", Protocol::Hub),
            ("error message=\"bad command\"", Protocol::Hub),
            ("engineok", Protocol::Guide),
            ("set myname Edax", Protocol::NBoard),
            ("pong 1", Protocol::NBoard),
            ("ok", Protocol::Uhp),
            ("err Unrecognized command", Protocol::Uhp),
            ("ubgiok", Protocol::Ubgi),
            ("readyok\r", Protocol::Ubgi),
            ("sorry", Protocol::Ubgi),
        ] {
            assert_eq!(spoken(line), Some(protocol), "{line}");
        }
        for line in [
            "",
            "id nokamute 1.0",
            "id name gnubg",
            "error unknown",
            "ok then",
            "pong",
            "name Toy",
            "wait for it",
            "sorry, no",
        ] {
            assert_eq!(spoken(line), None, "{line}");
        }
    }

    #[test]
    fn an_engine_that_says_one_word_of_its_own_protocol_speaks_no_other() {
        let uhp = ["id nokamute 1.0.3", "Mosquito;Ladybug;Pillbug", "ok"];
        assert_eq!(spoken_instead(Protocol::Hub, uhp), Some(Protocol::Uhp));
        assert_eq!(spoken_instead(Protocol::Uhp, uhp), None);
        assert_eq!(spoken_instead(Protocol::Hub, ["id name=A", "ok"]), None);
        assert_eq!(spoken_instead(Protocol::NBoard, ["hello", "loading"]), None);
    }
}
