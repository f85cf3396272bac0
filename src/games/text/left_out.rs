//! What a reader of SGF leaves out, once per kind, with its first node and its count.
//!
//! Does not decide what is left out.

/// Kinds that are named; of further ones only the number is told.
const MOST_KINDS: usize = 30;

/// What was left out of one game.
#[derive(Clone, Debug, Default)]
pub(in crate::games) struct LeftOut {
    kinds: Vec<Kind>,
    /// The line of the first thing of a kind that is not named, and how many there are.
    more: Option<(usize, usize)>,
}

#[derive(Clone, Debug)]
struct Kind {
    what: String,
    line: usize,
    node: usize,
    n: usize,
}

impl LeftOut {
    /// Counts one thing of the kind `what`, in this line and this node of the game, from 1.
    pub(in crate::games) fn add(&mut self, what: String, line: usize, node: usize) {
        if let Some(kind) = self.kinds.iter_mut().find(|kind| kind.what == what) {
            kind.n += 1;
        } else if self.kinds.len() < MOST_KINDS {
            self.kinds.push(Kind { what, line, node, n: 1 });
        } else {
            self.more.get_or_insert((line, 0)).1 += 1;
        }
    }

    /// A sentence for each kind, with the line where it stands first.
    pub(in crate::games) fn notes(self) -> impl Iterator<Item = (usize, String)> {
        let kinds = self.kinds.into_iter().map(|Kind { what, line, node, n }| match n {
            1 => (line, format!("{what} is left out at node {node}")),
            n => (line, format!("{what} is left out {n} times, first at node {node}")),
        });
        let more = self.more.map(|(line, n)| (line, format!("{n} more of other kinds left out")));
        kinds.chain(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_named_once_per_kind_with_its_count() {
        let mut left_out = LeftOut::default();
        for (what, line, node) in [("XX", 3, 2), ("YY", 4, 3), ("XX", 5, 4)] {
            left_out.add(what.to_owned(), line, node);
        }
        let notes: Vec<(usize, String)> = left_out.clone().notes().collect();
        let expected =
            [(3, "XX is left out 2 times, first at node 2"), (4, "YY is left out at node 3")];
        assert_eq!(notes, expected.map(|(line, note)| (line, note.to_owned())));
        (0..MOST_KINDS).for_each(|n| left_out.add(n.to_string(), 9, 9));
        let last = left_out.notes().last();
        assert_eq!(last, Some((9, "2 more of other kinds left out".to_owned())));
    }
}
