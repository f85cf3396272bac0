//! A text without the marks that mail, forums and web pages put around it.
//!
//! Looks for no game.

mod chat;
mod spaced;

/// A text, and the kinds of marks that were taken out of it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Plain {
    /// What is left.
    pub(super) text: String,
    /// There were tags or entities of HTML.
    pub(super) html: bool,
    /// There were tags of a forum: `[pgn]`, `[code]`.
    pub(super) tags: bool,
    /// Lines began with the `>` of a quoted mail.
    pub(super) quotes: bool,
    /// It was in the code in which mails are sent: `=3D` for an equals sign, `=` where a line is broken.
    pub(super) codes: bool,
    /// Lines began with the times and names of a chat: `[20:14] <anna>`.
    pub(super) chat: bool,
}

/// Takes the marks out of a text.
pub(super) fn plain(text: &str) -> Plain {
    let text = text.trim_start_matches('\u{feff}');
    let mut plain = Plain { text: text.to_owned(), ..Plain::default() };
    if let Some(decoded) = without_codes(text) {
        plain.text = decoded;
        plain.codes = true;
    }
    let text = plain.text.clone();
    let text = text.as_str();
    if looks_like_html(text) {
        plain.text = without_html(text);
        plain.html = true;
    }
    if let Some(rest) = without_tags(&plain.text) {
        plain.text = rest;
        plain.tags = true;
    }
    if plain.text.lines().any(is_quoted) {
        let lines: Vec<&str> = plain.text.lines().map(unquoted).collect();
        plain.text = lines.join("\n");
        plain.quotes = true;
    }
    if let Some(rest) = chat::without_talkers(&plain.text) {
        plain.text = rest;
        plain.chat = true;
    }
    plain.text = spaced::joined(&plain.text).unwrap_or(plain.text);
    plain
}

/// A mail as it was sent, decoded (quoted-printable, RFC 2045, 6.7); `None` where the text is no such mail. An
/// XGID has its own `=`, so that a sign of the code is needed that no game has.
fn without_codes(text: &str) -> Option<String> {
    let has_code = text.contains("=3D") || text.lines().any(|line| line.ends_with("=20"));
    let is_said = text.to_ascii_lowercase().contains("quoted-printable");
    let is_coded = has_code || is_said && text.contains('=');
    let decode = || quoted_printable::decode(text, quoted_printable::ParseMode::Robust).ok();
    is_coded
        .then(decode)
        .flatten()
        .map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
}

fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// A line without the `>` before it, which may stand there several times: `> > 1. 32-28`.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(inner) = rest.trim_start().strip_prefix('>') {
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
    rest
}

/// No form of a game has these.
const HTML: [&str; 12] = [
    "</",
    "<br",
    "<p>",
    "<html",
    "<!doctype",
    "<pre",
    "&lt;",
    "&gt;",
    "&quot;",
    "&nbsp;",
    "&#",
    "&ndash;",
];

fn looks_like_html(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    HTML.iter().any(|mark| text.contains(mark))
}

/// Elements that begin on a line of their own.
const BLOCKS: [&str; 16] = [
    "p",
    "br",
    "div",
    "tr",
    "li",
    "ul",
    "ol",
    "pre",
    "table",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "section",
    "article",
];

/// Elements whose content is not shown.
const HIDDEN: [&str; 4] = ["script", "style", "head", "template"];

fn without_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = if rest.starts_with('<') { tag(rest, &mut out) } else { entity(rest, &mut out) };
    }
    out.push_str(rest);
    out
}

/// Reads a tag or a comment at the beginning of `rest`; returns what follows.
fn tag<'a>(rest: &'a str, out: &mut String) -> &'a str {
    let inner = &rest[1..];
    if let Some(comment) = inner.strip_prefix("!--") {
        return comment.split_once("-->").map_or("", |(_, after)| after);
    }
    let is_tag = inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
    let Some((content, after)) = inner.split_once('>').filter(|_| is_tag) else {
        out.push('<');
        return inner;
    };
    let name = content.trim_start_matches('/');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let name = name[..end].to_ascii_lowercase();
    if HIDDEN.contains(&name.as_str()) && !content.starts_with('/') {
        let closing = format!("</{name}");
        let at = after.to_ascii_lowercase().find(&closing).unwrap_or(after.len());
        return after[at..].split_once('>').map_or("", |(_, after)| after);
    }
    match name.as_str() {
        block if BLOCKS.contains(&block) => out.push('\n'),
        "td" | "th" => out.push(' '),
        _ => {}
    }
    after
}

/// Reads an entity at the beginning of `rest`; returns what follows.
fn entity<'a>(rest: &'a str, out: &mut String) -> &'a str {
    /// The longest names that are known, with the signs around them.
    const LONGEST: usize = 10;
    let end = rest.bytes().take(LONGEST).position(|byte| byte == b';');
    if let Some(end) = end
        && let Some(c) = entity_char(&rest[1..end])
    {
        out.push(c);
        return &rest[end + 1..];
    }
    out.push('&');
    &rest[1..]
}

fn entity_char(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        // Moves have plain signs.
        "ndash" | "mdash" | "minus" | "hyphen" => '-',
        "times" => 'x',
        "frac12" => '\u{bd}',
        "lbrack" | "lsqb" => '[',
        "rbrack" | "rsqb" => ']',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            match char::from_u32(code)? {
                '\u{a0}' => ' ',
                '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
                '\u{d7}' => 'x',
                c => c,
            }
        }
    })
}

/// The tags of forums; those that show their content as it is, and those that only dress it.
const TAGS: [&str; 28] = [
    "pgn", "pdn", "code", "quote", "fen", "sgf", "ggf", "game", "pre", "spoiler", "xgid", "hive",
    "diagram", "list", "center", "table", "tr", "td", "b", "i", "u", "s", "url", "img", "color",
    "size", "font", "email",
];
/// Those that stand inside of a line.
const DRESS: [&str; 10] = ["b", "i", "u", "s", "url", "img", "color", "size", "font", "email"];

/// The text without the tags of a forum, where both the opening and the closing one are there;
/// `None` if there are none.
fn without_tags(text: &str) -> Option<String> {
    let mut rest = text.to_owned();
    for name in TAGS {
        let lower = rest.to_ascii_lowercase();
        let closing = format!("[/{name}]");
        if !lower.contains(&closing) {
            continue;
        }
        let mut gone: Vec<(usize, usize)> =
            lower.match_indices(&closing).map(|(at, tag)| (at, at + tag.len())).collect();
        let opening = format!("[{name}");
        let n_closing = gone.len();
        gone.extend(lower.match_indices(&opening).filter_map(|(at, tag)| {
            let after = &lower[at + tag.len()..];
            let is_tag = after.starts_with([']', '=']);
            let end = after.find(']').filter(|_| is_tag)?;
            Some((at, at + tag.len() + end + 1))
        }));
        if gone.len() == n_closing {
            continue;
        }
        if name == "list" {
            gone.extend(lower.match_indices("[*]").map(|(at, tag)| (at, at + tag.len())));
        }
        gone.sort_unstable();
        let gap = if DRESS.contains(&name) { "" } else { "\n" };
        let (mut kept, mut from) = (String::with_capacity(rest.len()), 0);
        for (start, end) in gone {
            kept.push_str(&rest[from..start.max(from)]);
            kept.push_str(gap);
            from = end.max(from);
        }
        kept.push_str(&rest[from..]);
        rest = kept;
    }
    (rest != text).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marks_of_mail_forums_and_web_pages_are_taken_out() {
        for (text, left) in [
            ("> > 1. 32-28\n>> 19-23", "1. 32-28\n19-23"),
            ("a[pgn]1. 32-28[/PGN]b", "a\n1. 32-28\nb"),
            ("[b]x[/b] [quote=\"Jan\"]y[/quote]", "x \ny\n"),
            ("<p>1. 32&ndash;28 &quot;a&quot; &#x2d;</p>", "\n1. 32-28 \"a\" -\n"),
            ("<script>1. 32-28</script>W<br/>B", "W\nB"),
            ("[list][*]a[*][url=http://x/y]b[/url][/list]", "\n\na\nb\n"),
            ("[20:14:03] <anna> 1. 32-28\n[20:14:10] <jan p.> 19-23", "1. 32-28\n19-23"),
            ("1. 32 - 28  19 - 23\n2. 28 x 19 x 10 a", "1. 32-28  19-23\n2. 28x19x10 a"),
            ("02.01.24, 20:14 - Anna: f5\n02.01.24, 20:15 - Jan P.: d6", "f5\nd6"),
            ("XGID=3D-b----E:0=\n:1=20\nJos=C3=A9", "XGID=-b----E:0:1 \nJos\u{e9}"),
        ] {
            assert_eq!(plain(text).text, left, "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_mark_stays() {
        for text in [
            "(;GM[1]TR[b][i];B[u])",
            "[Event \"pgn\"]\n1. 32-28 {a < b & c}",
            "[Code \"x\"] [/",
            "<-",
            "XGID=-b----E-C---eE---c-e----B-:0",
            "14:23 19:28\n12:23 17:28",
            "We won 12 - 8, and lost 9 - 11.",
            "  1) 31: 8/5 6/5   42: 8/4 6/4\n  2) 65: 24/13",
        ] {
            assert_eq!(plain(text), Plain { text: text.to_owned(), ..Plain::default() });
        }
    }
}
