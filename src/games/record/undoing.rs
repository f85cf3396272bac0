//! Changes of a record turned back, without what was said in it since they were made.
//!
//! Keeps no changes.

use super::{Node, NodeId, Record};

impl Record {
    /// This record, in which what was changed about moves between `to` and `from` is as in `to`
    /// again. What is said besides, and the moves, stay.
    #[must_use]
    pub fn say_back(&self, from: &Self, to: &Self) -> Self {
        let mut back = self.clone();
        for [own, theirs, target] in alike([self, from, to]) {
            let known = (&from.nodes[theirs], &to.nodes[target]);
            back.say_at(own, known, &self.nodes[own]);
        }
        back
    }

    /// This record, the moves of which were changed to those of `from`, with what was said since
    /// then about the moves that it has: `now` is what became of `from`.
    #[must_use]
    pub fn say_on(&self, from: &Self, now: &Self) -> Self {
        let mut back = self.clone();
        for [own, theirs, new] in alike([self, from, now]) {
            let known = (&from.nodes[theirs], &self.nodes[own]);
            back.say_at(own, known, &now.nodes[new]);
        }
        back
    }

    fn say_at(&mut self, id: NodeId, (from, to): (&Node, &Node), now: &Node) {
        let said = turned_back(from, to, now);
        // A node is not touched for nothing: it may be shared with copies of the record.
        let own = &self.nodes[id];
        let said = Node { parent: own.parent, children: own.children.clone(), ..said };
        if *own != said {
            self.nodes[id] = said;
        }
    }
}

/// The nodes of the same moves in all three records, by their numbers in each.
fn alike(records: [&Record; 3]) -> Vec<[NodeId; 3]> {
    let [first, ..] = records;
    let mut found = vec![[Record::START; 3]];
    let mut next = 0;
    while let Some(&ids) = found.get(next) {
        next += 1;
        for child in &first.nodes[ids[0]].children {
            let mv = &first.nodes[*child].mv;
            let same = |idx: usize| {
                let record = records[idx];
                let children = &record.nodes[ids[idx]].children;
                children.iter().copied().find(|id| record.nodes[*id].mv == *mv)
            };
            if let Some((second, third)) = same(1).zip(same(2)) {
                found.push([*child, second, third]);
            }
        }
    }
    found
}

/// What is said about a move now, but as in `to` where `from` differs from that.
fn turned_back(from: &Node, to: &Node, now: &Node) -> Node {
    Node {
        comment: comment(&from.comment, &to.comment, &now.comment),
        commands: list(&from.commands, &to.commands, &now.commands),
        marks: list(&from.marks, &to.marks, &now.marks),
        elapsed: one(&from.elapsed, &to.elapsed, &now.elapsed),
        time_left: one(&from.time_left, &to.time_left, &now.time_left),
        evaluations: list(&from.evaluations, &to.evaluations, &now.evaluations),
        loss: one(&from.loss, &to.loss, &now.loss),
        luck: one(&from.luck, &to.luck, &now.luck),
        ..now.clone()
    }
}

fn one<T: Clone + PartialEq>(from: &T, to: &T, now: &T) -> T {
    if from == to { now } else { to }.clone()
}

/// What was added to it since, a remark of an engine, stays behind it.
fn comment(from: &str, to: &str, now: &str) -> String {
    if from == to {
        return now.to_owned();
    }
    match now.strip_prefix(from) {
        Some(rest) if to.is_empty() => rest.trim_start().to_owned(),
        Some(rest) => format!("{to}{rest}"),
        None => to.to_owned(),
    }
}

/// What the change added goes, and what it took away comes back, in its place.
fn list<T: Clone + PartialEq>(from: &[T], to: &[T], now: &[T]) -> Vec<T> {
    if from == to {
        return now.to_vec();
    }
    let since = now.iter().filter(|item| !from.contains(item) && !to.contains(item));
    let gone = |item: &&T| from.contains(item) && !now.contains(item);
    to.iter().filter(|item| !gone(item)).chain(since).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Evaluation, MoveText, Setup};

    fn mv(text: &str) -> MoveText {
        MoveText(text.to_owned())
    }

    fn two_moves() -> Record {
        let mut record = Record::new("othello", Setup::default());
        let f5 = record.add(Record::START, mv("f5"), None);
        record.add(f5, mv("d6"), None);
        record
    }

    fn judge(record: &mut Record, id: NodeId) {
        let node = record.node_mut(id);
        node.loss = Some(4.0);
        node.marks.push("?".to_owned());
        node.evaluations = vec![Evaluation { score: 2.0, ..Evaluation::default() }];
    }

    #[test]
    fn what_was_judged_after_a_change_of_moves_stays_when_that_is_undone_and_done_again() {
        let before = two_moves();
        let mut after = before.clone();
        let c3 = after.add(2, mv("c3"), None);
        let mut judged = after.clone();
        (1..=c3).for_each(|id| judge(&mut judged, id));
        let undone = before.say_on(&after, &judged);
        assert_eq!(undone.main_line(), [1, 2]);
        for id in 1..=2 {
            assert_eq!(undone.node(id).loss, Some(4.0));
            assert_eq!(undone.node(id).evaluations, judged.node(id).evaluations);
            assert_eq!(undone.node(id).marks, ["?"]);
        }
        assert_eq!(judged.say_on(&undone, &undone), judged);
    }

    #[test]
    fn a_word_is_taken_back_and_the_game_that_went_on_stays() {
        let before = two_moves();
        let mut after = before.clone();
        after.node_mut(1).marks.push("!".to_owned());
        after.node_mut(1).comment = "best".to_owned();
        let mut now = after.clone();
        judge(&mut now, 1);
        now.node_mut(1).comment.push_str("\nA: hm");
        now.add(2, mv("c3"), None);
        let undone = now.say_back(&after, &before);
        assert_eq!(undone.main_line(), [1, 2, 3]);
        let node = undone.node(1);
        assert_eq!(
            (&*node.comment, &node.marks[..], node.loss),
            ("A: hm", &["?".to_owned()][..], Some(4.0))
        );
    }
}
