//! The trees in an SGF text, cut into nodes, properties and branches.
//!
//! Knows no game. Holds no stack; a tree that is nested deeper than anybody nests one is read up to
//! there.

use crate::games::file::MAX_NESTING;

/// Bytes that are kept of a comment.
const MAX_COMMENT: usize = 1_000_000;
/// Bytes that are kept of any other value.
const MAX_VALUE: usize = 10_000;
/// Nodes, properties, values and brackets of one tree that are read; a game that was analysed at
/// length has some thousands.
const MAX_PARTS: usize = 200_000;

/// One property of a node: `W[62xrrp]`, `AW[a][b]`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Property {
    /// Its name; letters in lower case, which old files have between, are left out.
    pub(super) key: String,
    /// Its values, unescaped.
    pub(super) values: Vec<String>,
    /// Line of its name.
    pub(super) line: usize,
}

/// A part of a tree.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Token {
    /// A node begins.
    Node,
    /// A property of the node.
    Property(Property),
    /// A branch begins.
    Open,
    /// It ends.
    Close,
}

/// One tree.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Tree {
    /// Line of its beginning.
    pub(super) line: usize,
    /// Its parts in order, with the line of each; its own brackets are left out.
    pub(super) tokens: Vec<(usize, Token)>,
    /// Line and words for what is broken; nothing after it was read.
    pub(super) fault: Option<(usize, String)>,
    /// Lines, and what was cut there.
    pub(super) notes: Vec<(usize, String)>,
    /// Where the next tree may begin.
    pub(super) end: usize,
}

/// The next tree of `text` from byte `from`, where line `line` is; `None` at the end.
pub(super) fn tree(text: &str, from: usize, line: usize) -> Option<Tree> {
    let before = text[from..].find('(')?;
    let start = from + before;
    let line = line + text[from..start].matches('\n').count();
    let mut lexer = Lexer { text, at: start + 1, line, n_parts: 0, notes: Vec::new() };
    let mut tree = Tree { line, ..Tree::default() };
    let mut depth = 1_usize;
    while depth > 0 {
        let line = lexer.line;
        match lexer.token(depth) {
            Ok(None) => {}
            Ok(Some(token)) => {
                match token {
                    Token::Open => depth += 1,
                    Token::Close => depth -= 1,
                    Token::Node | Token::Property(_) => {}
                }
                // Its own bracket is no part of it.
                tree.tokens.extend((depth > 0).then_some((line, token)));
            }
            Err(Fault { line, reason, is_too_much }) => {
                if is_too_much {
                    lexer.leave(depth);
                } else {
                    let rest = &text[lexer.at..];
                    lexer.at = rest.find("(;").map_or(text.len(), |idx| lexer.at + idx);
                }
                tree.fault = Some((line, reason));
                break;
            }
        }
    }
    (tree.end, tree.notes) = (lexer.at, lexer.notes);
    Some(tree)
}

/// Why a tree is not read to its end.
struct Fault {
    line: usize,
    reason: String,
    /// Its brackets are as they should be, and there is only too much of it.
    is_too_much: bool,
}

impl Fault {
    fn broken(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into(), is_too_much: false }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    n_parts: usize,
    notes: Vec<(usize, String)>,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        if let Some(letter) = self.peek() {
            self.line += usize::from(letter == '\n');
            self.at += letter.len_utf8();
        }
    }

    /// The next part of a tree at a place that lies so many brackets deep in it; `None` for a blank.
    fn token(&mut self, depth: usize) -> Result<Option<Token>, Fault> {
        let line = self.line;
        let token = match self.peek() {
            None => return Err(Fault::broken(line, "the file ends in the middle of a game")),
            Some('(') if depth > MAX_NESTING => {
                let reason = format!("variations are nested more than {MAX_NESTING} deep");
                return Err(Fault { line, reason, is_too_much: true });
            }
            Some('(') => Token::Open,
            Some(')') => Token::Close,
            Some(';') => Token::Node,
            Some('A'..='Z' | 'a'..='z') => return self.property().map(Token::Property).map(Some),
            Some(letter) if letter.is_whitespace() => {
                self.bump();
                return Ok(None);
            }
            Some(letter) => {
                let reason = format!("{letter:?} stands outside any property");
                return Err(Fault::broken(line, reason));
            }
        };
        self.count()?;
        self.bump();
        Ok(Some(token))
    }

    /// Counts a part that is about to be read.
    fn count(&mut self) -> Result<(), Fault> {
        self.n_parts += 1;
        if self.n_parts <= MAX_PARTS {
            return Ok(());
        }
        let reason = format!("it has more than {MAX_PARTS} parts");
        Err(Fault { line: self.line, reason, is_too_much: true })
    }

    /// Goes to the end of the tree from a place that lies so many brackets deep in it.
    fn leave(&mut self, mut depth: usize) {
        let (mut is_value, mut is_escaped) = (false, false);
        while let Some(letter) = self.peek().filter(|_| depth > 0) {
            match letter {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = is_value,
                '[' => is_value = true,
                ']' => is_value = false,
                '(' if !is_value => depth += 1,
                ')' if !is_value => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    fn property(&mut self) -> Result<Property, Fault> {
        self.count()?;
        let mut property = Property { line: self.line, ..Property::default() };
        let mut name = String::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_alphanumeric) {
            if !letter.is_ascii_lowercase() {
                property.key.push(letter);
            }
            if name.len() < 20 {
                name.push(letter);
            }
            self.bump();
        }
        self.skip_blanks();
        let most = if property.key == "C" { MAX_COMMENT } else { MAX_VALUE };
        while self.peek() == Some('[') {
            self.count()?;
            self.bump();
            property.values.push(self.value(&name, most)?);
            self.skip_blanks();
        }
        if property.values.is_empty() {
            let reason = format!("{name:?} has no value in brackets");
            return Err(Fault::broken(property.line, reason));
        }
        Ok(property)
    }

    /// The rest of a value of the property that is called so; so many bytes of it are kept.
    fn value(&mut self, name: &str, most: usize) -> Result<String, Fault> {
        let line = self.line;
        let (mut value, mut n_bytes) = (String::new(), 0);
        while let Some(letter) = self.peek() {
            self.bump();
            let letter = match letter {
                ']' => {
                    if n_bytes > most {
                        let kept = format!("the first {most} are kept");
                        let note = format!("of {name:?} with {n_bytes} bytes {kept}");
                        self.notes.push((line, note));
                    }
                    return Ok(value);
                }
                '\\' => match self.peek() {
                    // An escaped line break is none.
                    Some('\n') => {
                        self.bump();
                        continue;
                    }
                    Some(letter) => {
                        self.bump();
                        letter
                    }
                    None => break,
                },
                '\r' => continue,
                letter => letter,
            };
            n_bytes += letter.len_utf8();
            if n_bytes <= most {
                value.push(letter);
            }
        }
        Err(Fault::broken(line, "a bracket is not closed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tree: &Tree) -> String {
        let parts = tree.tokens.iter().map(|(_, token)| match token {
            Token::Node => ";".to_owned(),
            Token::Property(property) => format!("{}{:?}", property.key, property.values),
            Token::Open => "(".to_owned(),
            Token::Close => ")".to_owned(),
        });
        parts.collect()
    }

    #[test]
    fn trees_are_cut_into_nodes_and_branches() {
        let text = "x(;GM[6]\n(;W[a](;B[b]))(;W[e]))\n(;GM[6])";
        let first = tree(text, 0, 1).unwrap();
        assert_eq!(shown(&first), ";GM[\"6\"](;W[\"a\"](;B[\"b\"]))(;W[\"e\"])");
        assert_eq!((&first.fault, first.line, first.tokens[2].0), (&None, 1, 2));
        let second = tree(text, first.end, 2).unwrap();
        assert_eq!((shown(&second).as_str(), second.line), (";GM[\"6\"]", 3));
        assert_eq!(tree(text, second.end, 3), None);
    }

    #[test]
    fn values_are_unescaped_and_may_be_many() {
        let tree = tree("(;Comment[a\\]b\\\\c\\\nd] AW[a]\n [b:c])", 0, 1).unwrap();
        assert_eq!(shown(&tree), ";C[\"a]b\\\\cd\"]AW[\"a\", \"b:c\"]");
    }

    #[test]
    fn broken_trees_say_where_and_let_the_next_one_be_read() {
        for (text, line, words, end) in [
            ("(;GM[6]\n;W[21]", 2, "ends in the middle", 14),
            ("(;GM[6]\n;W;(;GM[6])", 2, "no value", 11),
            ("(;GM[6]\n;W[21\n", 2, "not closed", 14),
            ("(;GM[6] * (;x", 1, "'*'", 10),
        ] {
            let tree = tree(text, 0, 1).unwrap();
            let (at, reason) = tree.fault.clone().expect(text);
            assert_eq!((at, tree.end), (line, end), "{text}: {reason}");
            assert!(reason.contains(words), "{reason}");
            assert!(shown(&tree).starts_with(";GM"));
        }
    }

    #[test]
    fn a_tree_that_is_nested_too_deep_is_refused_and_the_next_one_read() {
        let mut text = "(;GM[6]".to_owned();
        text.push_str(&"(;B[52lqac]C[(((\\](]".repeat(1_000_000));
        text.push_str(&")".repeat(1_000_001));
        text.push_str("\n(;W[62xrrp])");
        let first = tree(&text, 0, 1).unwrap();
        assert_eq!(first.fault, Some((1, "variations are nested more than 500 deep".to_owned())));
        assert!(first.tokens.len() < 3000);
        let next = tree(&text, first.end, 1).unwrap();
        assert_eq!((shown(&next).as_str(), next.fault), (";W[\"62xrrp\"]", None));
        assert_eq!(tree(&text, next.end, 2), None);
    }
}
