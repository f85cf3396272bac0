//! The engine's best line, from all its reports on a search.
//!
//! Asks nothing and decides nothing.

use crate::protocol::Info;

/// The newest opinion of the engine on the running search.
#[derive(Clone, Debug, Default)]
pub(super) struct Best {
    pub(super) mv: Option<String>,
    pub(super) score: Option<f64>,
    pub(super) depth: String,
    pub(super) nodes: Option<u64>,
    line: Vec<String>,
}

impl Best {
    /// Takes a line that is deeper than the known one, or as deep and not worse: lines of several
    /// moves come in any order, and each may be repeated for each depth.
    pub(super) fn take_line(&mut self, mv: &str, info: &Info) {
        let depth = info.depth.as_deref().unwrap_or_default();
        let same = self.mv.as_deref() == Some(mv);
        let newer = match depth_number(depth).cmp(&depth_number(&self.depth)) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => same || info.score >= self.score,
            std::cmp::Ordering::Less => false,
        };
        if newer {
            self.mv = Some(mv.to_owned());
            self.score = info.score;
            self.depth = depth.to_owned();
            self.nodes = info.nodes.or(self.nodes);
            self.line.clone_from(&info.pv);
        }
    }

    /// The moves that it expects, if they begin with the move that it has made.
    pub(super) fn line_with(&mut self, mv: &str) -> Vec<String> {
        let line = std::mem::take(&mut self.line);
        if line.first().is_some_and(|first| first == mv) { line } else { Vec::new() }
    }
}

/// The number a depth begins with (`12`, `100%W`); 0 without one.
pub(crate) fn depth_number(depth: &str) -> u32 {
    let digits = depth.trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}
