//! The paths that a source file names, resolved as far as the file itself can tell.

use std::path::Path;

use super::tokens::{Token, tokens};

/// A path such as `crate::games::Scene` or `Instant::now`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct NamedPath {
    /// Its segments; the first is `crate` where the path is one of this crate. The last may be `*`.
    pub(crate) segments: Vec<String>,
    /// Where it begins.
    pub(crate) line: usize,
    /// It stands in code that is compiled for tests only.
    pub(crate) in_tests: bool,
}

/// All paths of two or more segments, and all of `use`. `below_src` is the file's path from `src`.
pub(crate) fn named_paths(below_src: &Path, text: &str) -> Vec<NamedPath> {
    let file_module = module_of(below_src);
    let is_test_file = file_module.iter().any(|name| name == "tests");
    let tokens = tokens(text);
    let mut reader = Reader {
        tokens: &tokens,
        file_module,
        is_test_file,
        depth: 0,
        inner: Vec::new(),
        found: Vec::new(),
    };
    let mut at = 0;
    while at < tokens.len() {
        at = reader.step(at);
    }
    reader.found
}

fn module_of(below_src: &Path) -> Vec<String> {
    let mut names: Vec<String> = below_src
        .with_extension("")
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if names.last().is_some_and(|name| name == "mod") {
        names.pop();
    }
    names
}

/// A module written inside the file.
struct InnerModule {
    name: String,
    is_test: bool,
    /// Depth of braces outside it.
    depth: usize,
}

struct Reader<'a> {
    tokens: &'a [Token],
    file_module: Vec<String>,
    is_test_file: bool,
    depth: usize,
    inner: Vec<InnerModule>,
    found: Vec<NamedPath>,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    /// Reads what begins at this token and returns where to go on.
    fn step(&mut self, at: usize) -> usize {
        match self.text(at) {
            "{" => self.depth += 1,
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                if self.inner.last().is_some_and(|module| module.depth == self.depth) {
                    self.inner.pop();
                }
            }
            "mod" if self.text(at + 2) == "{" => {
                let name = self.text(at + 1).to_owned();
                let is_test = self.follows_cfg_test(at);
                self.inner.push(InnerModule { name, is_test, depth: self.depth });
                return at + 2;
            }
            // `use<'a>` in a return type is no item.
            "use" if self.text(at + 1) != "<" => {
                let start = if self.text(at + 1) == "::" { at + 2 } else { at + 1 };
                return self.use_tree(start, &[]);
            }
            _ if self.begins_path(at) => return self.path(at),
            _ => {}
        }
        at + 1
    }

    /// `#[cfg(test)]` stands right before this `mod` (a `pub` may stand between).
    fn follows_cfg_test(&self, at: usize) -> bool {
        let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
        (0..=4).any(|between| {
            let Some(end) = at.checked_sub(between) else { return false };
            let Some(start) = end.checked_sub(attribute.len()) else { return false };
            let is_between =
                |token: &Token| ["pub", "(", "crate", ")"].contains(&token.text.as_str());
            self.tokens[end..at].iter().all(is_between)
                && self.tokens[start..end].iter().map(|token| token.text.as_str()).eq(attribute)
        })
    }

    fn begins_path(&self, at: usize) -> bool {
        let is_continued = at >= 2
            && self.text(at - 1) == "::"
            && (self.tokens[at - 2].is_name() || self.text(at - 2) == ">");
        self.tokens[at].is_name() && self.text(at + 1) == "::" && !is_continued
    }

    /// A path in an expression, a type, an attribute or a macro.
    fn path(&mut self, start: usize) -> usize {
        let mut segments = vec![self.text(start).to_owned()];
        let mut at = start + 1;
        while self.text(at) == "::" && self.tokens.get(at + 1).is_some_and(Token::is_name) {
            segments.push(self.text(at + 1).to_owned());
            at += 2;
        }
        self.add(segments, start);
        at
    }

    /// A tree of `use`: `a::b`, `a::{b, c::*}`, `a as b`. Returns where it ends.
    fn use_tree(&mut self, start: usize, before: &[String]) -> usize {
        let mut segments = before.to_vec();
        let mut at = start;
        loop {
            match self.text(at) {
                "{" => {
                    at += 1;
                    while !["}", ""].contains(&self.text(at)) {
                        at = if self.text(at) == "," {
                            at + 1
                        } else {
                            self.use_tree(at, &segments)
                        };
                    }
                    return at + 1;
                }
                "::" => at += 1,
                "self" if !segments.is_empty() => at += 1,
                "as" => at += 2,
                "*" => {
                    segments.push("*".to_owned());
                    at += 1;
                }
                _ if self.tokens.get(at).is_some_and(Token::is_name) => {
                    segments.push(self.text(at).to_owned());
                    at += 1;
                }
                _ => break,
            }
        }
        self.add(segments, start);
        // Always go on, also where the source is not what was expected.
        at.max(start + 1).min(self.tokens.len().max(start + 1))
    }

    fn add(&mut self, segments: Vec<String>, at: usize) {
        let Some(token) = self.tokens.get(at) else { return };
        let in_tests = self.is_test_file || self.inner.iter().any(|module| module.is_test);
        let segments = self.resolved(segments);
        self.found.push(NamedPath { segments, line: token.line, in_tests });
    }

    /// `self` and `super` become the module they mean.
    fn resolved(&self, segments: Vec<String>) -> Vec<String> {
        let is_relative = segments.first().is_some_and(|name| name == "self" || name == "super");
        if !is_relative {
            return segments;
        }
        let inner = self.inner.iter().map(|module| module.name.clone());
        let mut module: Vec<String> = self.file_module.iter().cloned().chain(inner).collect();
        let mut rest = segments.as_slice();
        while let [first, more @ ..] = rest {
            match first.as_str() {
                "super" => drop(module.pop()),
                "self" => {}
                _ => break,
            }
            rest = more;
        }
        ["crate".to_owned()].into_iter().chain(module).chain(rest.iter().cloned()).collect()
    }
}
