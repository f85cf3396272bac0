//! The trees in an SGF text, as nodes, properties and branches.
//!
//! Knows no property. Uses no recursion; an absurdly nested tree is read up to a limit.

use crate::games::file::MAX_NESTING;
use crate::games::text::Cursor;
use crate::games::text::sgf::{Kind, Part, Parts};

/// Bytes that are kept of a comment.
const MAX_COMMENT: usize = 1_000_000;
/// Bytes that are kept of any other value.
const MAX_VALUE: usize = 10_000;
/// Nodes, properties, values and brackets of one tree that are read; a game with a long
/// analysis has some thousands.
const MAX_PARTS: usize = 200_000;

/// One property of a node: `W[62xrrp]`, `AW[a][b]`.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Property {
    /// Its name; lower-case letters, which occur in it in old files, are left out.
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
    /// Line and reason of the mistake; the text after it was not read.
    pub(super) fault: Option<(usize, String)>,
    /// Lines, and the text that was cut there.
    pub(super) notes: Vec<(usize, String)>,
    /// The place where the next tree may begin.
    pub(super) end: usize,
}

/// The next tree of `text` from byte `from`, where line `line` is; `None` at the end.
pub(super) fn tree(text: &str, from: usize, line: usize) -> Option<Tree> {
    let before = text[from..].find('(')?;
    let start = from + before;
    let line = line + text[from..start].matches('\n').count();
    let place = Cursor::inside(text, start + 1, line);
    let mut reader = Reader { parts: Parts::from(place), n_parts: 0, notes: Vec::new() };
    let mut tree = Tree { line, ..Tree::default() };
    let mut depth = 1_usize;
    while depth > 0 {
        let before = reader.parts;
        match reader.token(depth) {
            Ok((line, token)) => {
                match token {
                    Token::Open => depth += 1,
                    Token::Close => depth -= 1,
                    Token::Node | Token::Property(_) => {}
                }
                // Its own bracket is not part of it.
                tree.tokens.extend((depth > 0).then_some((line, token)));
            }
            Err(fault) => {
                tree.end = match fault.broken_at {
                    None => behind(before, depth),
                    Some(at) => text[at..].find("(;").map_or(text.len(), |idx| at + idx),
                };
                tree.fault = Some((fault.line, fault.reason));
                tree.notes = reader.notes;
                return Some(tree);
            }
        }
    }
    (tree.end, tree.notes) = (reader.parts.place().at(), reader.notes);
    Some(tree)
}

/// The end of a tree, from parts this many brackets deep in it.
fn behind(mut parts: Parts<'_>, mut depth: usize) -> usize {
    while depth > 0
        && let Some(part) = parts.next()
    {
        match part.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            Kind::Node | Kind::Key(_) | Kind::Value(_) | Kind::Odd(_) => {}
        }
    }
    parts.place().at()
}

/// The reason why a tree is not read to its end.
struct Fault {
    line: usize,
    reason: String,
    /// The byte of the mistake; `None` if its brackets are correct, and it is only too large.
    broken_at: Option<usize>,
}

impl Fault {
    fn too_much(line: usize, reason: String) -> Self {
        Self { line, reason, broken_at: None }
    }

    fn broken(line: usize, at: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into(), broken_at: Some(at) }
    }

    fn outside(line: usize, at: usize, letter: char) -> Self {
        Self::broken(line, at, format!("{letter:?} stands outside any property"))
    }
}

struct Reader<'a> {
    parts: Parts<'a>,
    n_parts: usize,
    notes: Vec<(usize, String)>,
}

impl Reader<'_> {
    /// The next part of a tree at a place this many brackets deep in it, and its line.
    fn token(&mut self, depth: usize) -> Result<(usize, Token), Fault> {
        if self.parts.is_value_next() {
            // Its end is not searched for: perhaps nothing closes it, and the next tree may have
            // another.
            let here = self.parts.place();
            return Err(Fault::outside(here.line(), here.at(), '['));
        }
        let Some(Part { kind, line, at }) = self.parts.next() else {
            let end = self.parts.place();
            let reason = "the file ends in the middle of a game";
            return Err(Fault::broken(end.line(), end.at(), reason));
        };
        let token = match kind {
            Kind::Open if depth > MAX_NESTING => {
                let reason = format!("variations are nested more than {MAX_NESTING} deep");
                return Err(Fault::too_much(line, reason));
            }
            Kind::Open => Token::Open,
            Kind::Close => Token::Close,
            Kind::Node => Token::Node,
            Kind::Key(name) => match name.chars().next().filter(char::is_ascii_digit) {
                Some(digit) => return Err(Fault::outside(line, at, digit)),
                None => return Ok((line, Token::Property(self.property(name, line, at)?))),
            },
            Kind::Value(_) => return Err(Fault::outside(line, at, '[')),
            Kind::Odd(letter) => return Err(Fault::outside(line, at, letter)),
        };
        self.count(line)?;
        Ok((line, token))
    }

    /// Counts a part.
    fn count(&mut self, line: usize) -> Result<(), Fault> {
        self.n_parts += 1;
        if self.n_parts <= MAX_PARTS {
            return Ok(());
        }
        Err(Fault::too_much(line, format!("it has more than {MAX_PARTS} parts")))
    }

    /// A property, read from the text after its name, which is at this byte of this line.
    fn property(&mut self, name: &str, line: usize, at: usize) -> Result<Property, Fault> {
        self.count(line)?;
        let key: String = name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        let shown = &name[..name.len().min(20)];
        let most = if key == "C" { MAX_COMMENT } else { MAX_VALUE };
        let mut values = Vec::new();
        while let Some((line, value)) = self.parts.value() {
            self.count(line)?;
            if !value.is_closed {
                let end = self.parts.place().at();
                return Err(Fault::broken(line, end, "a bracket is not closed"));
            }
            let (value, n_bytes) = value.unescaped(most);
            if n_bytes > most {
                let kept = format!("the first {most} are kept");
                self.notes.push((line, format!("of {shown:?} with {n_bytes} bytes {kept}")));
            }
            values.push(value);
        }
        if values.is_empty() {
            let reason = format!("{shown:?} has no value in brackets");
            return Err(Fault::broken(line, at, reason));
        }
        Ok(Property { key, values, line })
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
    fn the_end_of_a_value_without_a_name_is_not_looked_for() {
        // If each tree took a time that grows with the text, this would take minutes.
        let text = "(;[".repeat(300_000);
        let (mut at, mut n_trees) = (0, 0);
        while let Some(tree) = tree(&text, at, 1) {
            assert_eq!(tree.fault, Some((1, "'[' stands outside any property".to_owned())));
            (at, n_trees) = (tree.end, n_trees + 1);
        }
        assert_eq!(n_trees, 300_000);
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
