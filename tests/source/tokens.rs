//! Rust sources as tokens: names and punctuation, without comments and literals.

/// A name or a mark, and the line it stands in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

impl Token {
    pub(crate) fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// All tokens. `::` is one token; every other mark is a token of one character.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { rest: text, line: 1, tokens: Vec::new() };
    while let Some(next) = lexer.rest.chars().next() {
        lexer.step(next);
    }
    lexer.tokens
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn skip(&mut self, n_bytes: usize) {
        let (gone, rest) = self.rest.split_at(n_bytes.min(self.rest.len()));
        self.line += gone.matches('\n').count();
        self.rest = rest;
    }

    fn push(&mut self, n_bytes: usize) {
        let text = self.rest[..n_bytes].to_owned();
        self.tokens.push(Token { text, line: self.line });
        self.skip(n_bytes);
    }

    fn step(&mut self, next: char) {
        if next.is_whitespace() {
            self.skip(next.len_utf8());
        } else if self.rest.starts_with("//") {
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if self.rest.starts_with("/*") {
            self.skip(block_comment(self.rest));
        } else if let Some(n_bytes) = text_literal(self.rest) {
            self.skip(n_bytes);
        } else if next == '\'' {
            self.skip(quote(self.rest));
        } else if next.is_alphanumeric() || next == '_' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            self.rest = self.rest.strip_prefix("r#").unwrap_or(self.rest);
            self.push(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len()));
        } else if self.rest.starts_with("::") {
            self.push(2);
        } else {
            self.push(next.len_utf8());
        }
    }
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Length of `"..."`, `b"..."`, `c"..."` or a raw form that begins here.
fn text_literal(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        text.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['"', '#']))
    })?;
    let body = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let n_hashes = body.find(|c| c != '#')?;
        let content = body[n_hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(n_hashes));
        let length = content.find(&end).map_or(content.len(), |at| at + end.len());
        return Some(prefix.len() + n_hashes + 1 + length);
    }
    let content = body.strip_prefix('"')?;
    let mut chars = content.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some(prefix.len() + 1 + at + 1),
            '\\' => drop(chars.next()),
            _ => {}
        }
    }
    Some(text.len())
}

/// Length of a character literal, or of the quote of a lifetime alone.
fn quote(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            let escaped = chars.next().map_or(2, |(at, c)| at + c.len_utf8());
            text[escaped..].find('\'').map_or(text.len(), |at| escaped + at + 1)
        }
        Some((at, c)) if text[at + c.len_utf8()..].starts_with('\'') => at + c.len_utf8() + 1,
        Some(_) | None => 1,
    }
}
