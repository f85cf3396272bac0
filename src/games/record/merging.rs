//! Branches of a record, copied, and put into other records with all that is said about them.
//!
//! Writes no file format.

use super::{Node, NodeId, Record, RecordError};
use crate::games::{Actor, BoxPosition, Game, MoveText, PlayError, Setup};

/// What became of moves that were put into a record.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Joined {
    /// Number of moves that the record did not have before.
    pub n_added: usize,
    /// The moves that are not legal at their place. What follows them is left out, too.
    pub refused: Vec<RefusedMove>,
}

/// A move that is not legal where it was to be put.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RefusedMove {
    /// The moves before it, from where the first was to be put.
    pub after: Vec<MoveText>,
    /// The move, as the other record has it.
    pub mv: MoveText,
    /// The reason.
    pub error: PlayError,
}

impl Record {
    /// A record of the move that leads to `id` and of everything after it, with all that is said
    /// about them. It starts from `setup`, the position before that move.
    ///
    /// # Panics
    ///
    /// When `id` is not of this record.
    #[must_use]
    pub fn branch(&self, id: NodeId, setup: Setup) -> Self {
        let mut branch = Self::new(&self.game, setup);
        branch.tags.players.clone_from(&self.tags.players);
        let node = &self.nodes[id];
        let top = match node.mv.clone() {
            None => Self::START,
            Some(mv) => branch.add(Self::START, mv, node.side),
        };
        let own = &mut branch.nodes[top];
        *own = Node { parent: own.parent, children: Vec::new(), ..node.clone() };
        branch.graft_at(top, self, id, None);
        branch
    }

    /// Puts the moves of `other` behind `own`: those that are there already stay once, with what
    /// both records say about them; the others become variations. A line of `other` that only makes
    /// the main line longer brings its result.
    ///
    /// # Errors
    ///
    /// When the position at `own` cannot be set up.
    ///
    /// # Panics
    ///
    /// When `own` is not of this record.
    pub fn join(
        &mut self,
        game: &dyn Game,
        own: NodeId,
        other: &Self,
    ) -> Result<Joined, RecordError> {
        let position = self.replay(game, own)?;
        self.close();
        let mut joined = Joined::default();
        let their_last = other.last();
        let mut end = (their_last == Self::START).then_some(own);
        self.nodes[own].say_too(&other.nodes[Self::START]);
        let mut pairs: Vec<(NodeId, NodeId, BoxPosition)> = vec![(own, Self::START, position)];
        while let Some((own, theirs, position)) = pairs.pop() {
            // The last of them is taken first from the stack.
            let from = pairs.len();
            for child in &other.nodes[theirs].children {
                let node = &other.nodes[*child];
                let Some(mv) = &node.mv else { continue };
                let side = match position.actor() {
                    Actor::Player(side) => Some(side),
                    Actor::Chance | Actor::Over(_) => None,
                };
                let mut after = position.boxed_clone();
                let mv = match after.play(&mv.0) {
                    Ok(mv) => mv,
                    Err(error) => {
                        let (after, mv) = (other.moves_to(theirs), mv.clone());
                        joined.refused.push(RefusedMove { after, mv, error });
                        continue;
                    }
                };
                let n_nodes = self.nodes.len();
                let id = self.add(own, mv, side);
                joined.n_added += usize::from(id == n_nodes);
                self.nodes[id].say_too(node);
                if *child == their_last {
                    end = Some(id);
                }
                pairs.push((id, *child, after));
            }
            pairs[from..].reverse();
        }
        if self.result.is_none() && end == Some(self.last()) {
            self.result.clone_from(&other.result);
            self.close();
        }
        Ok(joined)
    }
}

impl Node {
    /// Says of its move, too, what another node says of the same one. A judgement of the move that
    /// is here already stays the only one.
    fn say_too(&mut self, other: &Self) {
        let own = self.comment.clone();
        let is_new = |line: &&str| !own.lines().any(|known| known.trim() == line.trim());
        if own.trim().is_empty() {
            self.comment.clone_from(&other.comment);
        } else {
            for line in other.comment.trim().lines().filter(is_new) {
                self.comment = format!("{}\n{line}", self.comment.trim_end());
            }
        }
        let new = other.commands.iter().filter(|known| !self.commands.contains(known));
        let new: Vec<String> = new.cloned().collect();
        self.commands.extend(new);
        let is_judged = self.marks.iter().any(|mark| is_judgement(mark));
        for mark in &other.marks {
            let judges_again = is_judged && is_judgement(mark);
            if !judges_again && !self.marks.contains(mark) {
                self.marks.push(mark.clone());
            }
        }
        for evaluation in &other.evaluations {
            let is_known = self.evaluations.iter().any(|known| known.engine == evaluation.engine);
            if !is_known {
                self.evaluations.push(evaluation.clone());
            }
        }
        self.elapsed = self.elapsed.or(other.elapsed);
        self.time_left = self.time_left.or(other.time_left);
        self.loss = self.loss.or(other.loss);
        self.luck = self.luck.or(other.luck);
    }
}

/// A mark that says how good a move is: `!`, `?!`.
fn is_judgement(mark: &str) -> bool {
    !mark.is_empty() && mark.chars().all(|c| matches!(c, '!' | '?'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Outcome, Side, find};

    fn mv(text: &str) -> MoveText {
        MoveText(text.to_owned())
    }

    /// A record of Othello with these lines from the start.
    fn lines(lines: &[&str]) -> Record {
        let mut record = Record::new("othello", Setup::default());
        for line in lines {
            let mut at = Record::START;
            for (idx, text) in line.split(' ').enumerate() {
                at = record.add(at, mv(text), Some(Side::BOTH[idx % 2]));
            }
        }
        record
    }

    fn texts(record: &Record) -> Vec<String> {
        let ends = record.ends().into_iter();
        let line = |id| record.moves_to(id).iter().map(ToString::to_string).collect::<Vec<_>>();
        ends.map(|id| line(id).join(" ")).collect()
    }

    #[test]
    fn games_are_merged_with_common_moves_once_and_what_both_say() {
        let othello = find("othello").unwrap();
        let mut own = lines(&["f5 d6 c3 d3"]);
        let mut other = lines(&["f5 d6 c4 d3", "f5 f6"]);
        let (d6, c4) = (own.path(own.last())[1], other.last());
        own.node_mut(d6).comment = "usual".to_owned();
        own.node_mut(d6).marks = vec!["!".to_owned()];
        let theirs = other.path(c4)[1];
        other.node_mut(theirs).comment = "good".to_owned();
        other.node_mut(theirs).marks = vec!["?".to_owned(), "N".to_owned()];
        other.node_mut(c4).comment = "a try".to_owned();
        let joined = own.join(othello, Record::START, &other).unwrap();
        assert_eq!((joined.n_added, joined.refused.len()), (3, 0));
        assert_eq!(texts(&own), ["f5 d6 c3 d3", "f5 d6 c4 d3", "f5 f6"]);
        assert_eq!(own.node(d6).comment, "usual\ngood");
        assert_eq!(own.node(d6).marks, ["!", "N"]);
        let tried = own.node_after(&["f5", "d6", "c4", "d3"].map(str::to_owned));
        assert_eq!(own.node(tried).comment, "a try");
        let again = own.join(othello, Record::START, &other).unwrap();
        assert_eq!((again.n_added, &*own.node(d6).comment), (0, "usual\ngood"));
    }

    #[test]
    fn lines_of_comments_are_compared_one_by_one() {
        for (own, theirs, both) in [
            ("not good here", "good", "not good here\ngood"),
            ("a comment", "a comment\nanother", "a comment\nanother"),
            ("a\nb", "b\nc", "a\nb\nc"),
            ("", "a\nb", "a\nb"),
        ] {
            let node = |comment: &str| Node { comment: comment.to_owned(), ..Node::default() };
            let mut joined = node(own);
            joined.say_too(&node(theirs));
            assert_eq!(joined.comment, both);
        }
    }

    #[test]
    fn moves_that_are_not_legal_are_refused_with_their_place() {
        let othello = find("othello").unwrap();
        let mut own = lines(&["f5"]);
        let other = lines(&["d6 a1 c3", "d6 c3"]);
        let at = own.last();
        let joined = own.join(othello, at, &other).unwrap();
        assert_eq!(texts(&own), ["f5 d6 c3"]);
        let [refused] = joined.refused.as_slice() else { panic!("{joined:?}") };
        assert_eq!((&refused.after, &refused.mv), (&vec![mv("d6")], &mv("a1")));
    }

    #[test]
    fn a_game_that_only_goes_on_brings_its_result_and_another_line_does_not() {
        let othello = find("othello").unwrap();
        let mut other = lines(&["f5 d6 c3"]);
        let reason = "White resigned".to_owned();
        let result =
            crate::games::GameResult { outcome: Outcome::WonBy(Side::First), margin: None, reason };
        other.result = Some(result.clone());
        let mut shorter = lines(&["f5 d6"]);
        shorter.join(othello, Record::START, &other).unwrap();
        assert_eq!(shorter.result, Some(result));
        let mut parted = lines(&["f5 f6"]);
        parted.join(othello, Record::START, &other).unwrap();
        assert_eq!((parted.result.as_ref(), parted.main_line().len()), (None, 2));
    }

    #[test]
    fn a_branch_holds_a_move_with_all_after_it() {
        let mut own = lines(&["f5 d6 c3 d3", "f5 d6 c4", "f5 f6"]);
        let d6 = own.path(own.last())[1];
        own.node_mut(d6).comment = "from here".to_owned();
        let branch = own.branch(d6, Setup::default());
        assert_eq!(texts(&branch), ["d6 c3 d3", "d6 c4"]);
        assert_eq!(branch.node(branch.path(branch.last())[0]).comment, "from here");
    }

    #[test]
    fn a_line_changes_places_with_the_one_after_it() {
        let mut own = lines(&["f5 d6", "f5 f6 e6", "f5 f4"]);
        let (d6, e6) = (own.last(), own.node_after(&["f5", "f6", "e6"].map(str::to_owned)));
        assert!(own.demote(d6));
        assert_eq!(texts(&own), ["f5 f6 e6", "f5 d6", "f5 f4"]);
        assert!(own.demote(d6) && !own.demote(d6));
        assert_eq!(texts(&own), ["f5 f6 e6", "f5 f4", "f5 d6"]);
        assert!(own.demote(e6) && own.is_main(own.last()));
        assert_eq!(texts(&own), ["f5 f4", "f5 f6 e6", "f5 d6"]);
        let start = own.path(e6)[0];
        assert!(!own.demote(start), "no other line begins there");
    }
}
