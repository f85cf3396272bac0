//! The main lines of the trees in an SGF text.
//!
//! Knows no game. Holds no stack, so that no nesting is too deep.

/// Letters that are kept of a value.
const MAX_VALUE: usize = 20_000;

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

/// The main line of one tree.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Tree {
    /// Line of its beginning.
    pub(super) line: usize,
    /// The properties of all nodes in order.
    pub(super) properties: Vec<Property>,
    /// Variations that were passed over.
    pub(super) n_variations: usize,
    /// Line and words for what is broken; nothing after it was read.
    pub(super) fault: Option<(usize, String)>,
    /// Where the next tree may begin.
    pub(super) end: usize,
}

/// The next tree of `text` from byte `from`, where line `line` is; `None` at the end.
pub(super) fn tree(text: &str, from: usize, line: usize) -> Option<Tree> {
    let before = text[from..].find('(')?;
    let start = from + before;
    let line = line + text[from..start].matches('\n').count();
    let mut lexer = Lexer { text, at: start + 1, line };
    let mut tree = Tree { line, ..Tree::default() };
    let (mut depth, mut skipped) = (1_usize, None);
    while depth > 0 {
        let Some(letter) = lexer.peek() else {
            tree.fault = Some((lexer.line, "the file ends in the middle of a game".to_owned()));
            break;
        };
        match letter {
            '(' => {
                // The first branch goes on; another one after it is a variation.
                let is_branch = text[..lexer.at].trim_end().ends_with(')');
                depth += 1;
                if is_branch && skipped.is_none() {
                    skipped = Some(depth);
                    tree.n_variations += 1;
                }
                lexer.bump();
            }
            ')' => {
                if skipped == Some(depth) {
                    skipped = None;
                }
                depth -= 1;
                lexer.bump();
            }
            'A'..='Z' | 'a'..='z' => match lexer.property() {
                Ok(property) if skipped.is_none() => tree.properties.push(property),
                Ok(_) => {}
                Err(fault) => {
                    tree.fault = Some(fault);
                    break;
                }
            },
            letter if letter == ';' || letter.is_whitespace() => lexer.bump(),
            letter => {
                tree.fault = Some((lexer.line, format!("{letter:?} stands outside any property")));
                break;
            }
        }
    }
    tree.end = match &tree.fault {
        None => lexer.at,
        Some(_) => text[lexer.at..].find("(;").map_or(text.len(), |idx| lexer.at + idx),
    };
    Some(tree)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
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

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    fn property(&mut self) -> Result<Property, (usize, String)> {
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
        while self.peek() == Some('[') {
            self.bump();
            property.values.push(self.value()?);
            self.skip_blanks();
        }
        if property.values.is_empty() {
            return Err((property.line, format!("{name:?} has no value in brackets")));
        }
        Ok(property)
    }

    fn value(&mut self) -> Result<String, (usize, String)> {
        let line = self.line;
        let mut value = String::new();
        while let Some(letter) = self.peek() {
            self.bump();
            let letter = match letter {
                ']' => return Ok(value),
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
            if value.len() < MAX_VALUE {
                value.push(letter);
            }
        }
        Err((line, "a bracket is not closed".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(tree: &Tree) -> Vec<String> {
        tree.properties.iter().map(|p| format!("{}{:?}", p.key, p.values)).collect()
    }

    #[test]
    fn the_first_branch_is_the_main_line() {
        let text = "x(;GM[6]\n(;W[a](;B[b];W[c])(;B[d]))(;W[e](;B[f])))\n(;GM[6])";
        let first = tree(text, 0, 1).unwrap();
        assert_eq!(keys(&first), ["GM[\"6\"]", "W[\"a\"]", "B[\"b\"]", "W[\"c\"]"]);
        assert_eq!((first.n_variations, &first.fault, first.line), (2, &None, 1));
        let second = tree(text, first.end, 2).unwrap();
        assert_eq!((keys(&second).len(), second.line), (1, 3));
        assert_eq!(tree(text, second.end, 3), None);
    }

    #[test]
    fn values_are_unescaped_and_may_be_many() {
        let tree = tree("(;Comment[a\\]b\\\\c\\\nd] AW[a]\n [b:c])", 0, 1).unwrap();
        assert_eq!(keys(&tree), ["C[\"a]b\\\\cd\"]", "AW[\"a\", \"b:c\"]"]);
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
            let (at, reason) = tree.fault.expect(text);
            assert_eq!((at, tree.end), (line, end), "{text}: {reason}");
            assert!(reason.contains(words), "{reason}");
            assert_eq!(tree.properties[0].key, "GM");
        }
    }

    #[test]
    fn a_million_brackets_are_read_in_a_moment() {
        let text = "(;W[a]".repeat(1_000_000);
        let tree = tree(&text, 0, 1).unwrap();
        assert_eq!(tree.properties.len(), 1_000_000);
        assert!(tree.fault.is_some());
    }
}
