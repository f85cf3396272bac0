//! A second look at a move that seems to have lost something: the position after the engine's own choice,
//! searched as deep as that after the move played.
//!
//! A search from the next position looks one ply deeper than one from here, or more, and the values of one depth
//! and the next differ: by chance, and in some games odd depths see other values than even ones. Two positions
//! side by side, searched alike, have the same error. Blunders are not looked at again.
//!
//! Where there are dice one list has all moves, and nothing is compared here.

use super::depth::plies;
use super::{Question, Review, ReviewEffort, Value, Worth, lost, value_of_end};
use crate::games::{Actor, BoxPosition, LinkedMove, Side};
use crate::play::line::GameLine;
use crate::protocol::{Limits, Protocol, Request};

/// So many only moves in a row are followed.
const MOST_FORCED: usize = 12;

/// What is known of the position that the engine's own choice leads to, in place of a move.
#[derive(Clone, Debug, Default)]
pub(super) enum Comparison {
    /// Nothing, and nobody has asked.
    #[default]
    Open,
    /// It was asked for, or is not to be: its value, if the engine gave one.
    Settled(Option<Value>),
}

impl Comparison {
    fn value(&self) -> Option<&Value> {
        match self {
            Self::Settled(value) => value.as_ref(),
            Self::Open => None,
        }
    }

    /// The engine's answer, as far as it counts something. That it is proved says nothing more here.
    pub(super) fn answered(value: Option<Value>) -> Self {
        let counted = value.filter(|value| value.counts);
        Self::Settled(counted.map(|value| Value { proof: None, ..value }))
    }
}

impl Review {
    /// Asks for the first comparison that is due, before anything else.
    pub(super) fn take_up_comparison(&mut self) {
        if self.is_given_up {
            return;
        }
        let Some(ply) = (1..self.nodes.len()).find(|ply| self.is_comparison_due(*ply)) else {
            return;
        };
        self.comparisons[ply] = Comparison::Settled(None);
        let asked_last = self.at.checked_sub(1).map(|last| self.questions[last].ply());
        let counted_to = asked_last.unwrap_or(ply);
        self.questions.insert(self.at, Question::OwnChoice { instead_of: ply, counted_to });
    }

    /// The move that led to this ply would be marked, though not as a blunder, by values that are not to
    /// change any more.
    fn is_comparison_due(&self, ply: usize) -> bool {
        let is_open = matches!(self.comparisons[ply], Comparison::Open) && !self.info.has_dice;
        if !is_open || !self.wanted.has(ply) || !self.free[ply - 1] || self.is_own_choice(ply) {
            return false;
        }
        let both = self.values[ply - 1].as_ref().zip(self.values[ply].as_ref());
        let is_certain = |value| self.is_certain(value);
        if both.is_none_or(|(before, after)| is_certain(before) && is_certain(after)) {
            return false;
        }
        let [least, _, blunder] = self.info.loss_marks;
        let seems = self.side_at(ply - 1).and_then(|side| self.lost_between(ply, side));
        let is_marked = seems.is_some_and(|lost| least <= lost && lost < blunder);
        let is_asked = |question: &Question| match question {
            Question::Position(of) => *of == ply || *of + 1 == ply,
            Question::OwnChoice { .. } | Question::Glance(_) | Question::Roll(..) => false,
        };
        is_marked && !self.questions[self.at..].iter().any(is_asked)
    }

    /// The engine is still to be asked for the comparison about the move that led to this ply.
    pub(super) fn awaits_comparison(&self, ply: usize) -> bool {
        let is_for = |question: &Question| match question {
            Question::OwnChoice { instead_of, .. } => *instead_of == ply,
            Question::Position(_) | Question::Glance(_) | Question::Roll(..) => false,
        };
        let is_due = ply < self.nodes.len() && !self.is_done() && self.is_comparison_due(ply);
        is_due || self.questions[self.at..].iter().any(is_for)
    }

    /// What the move that led to this ply lost: by the comparison with the engine's own choice where there is
    /// one, otherwise by the values before and after it. Negative where it gained.
    pub(super) fn lost_by_move(&self, ply: usize, side: Side) -> Option<f64> {
        let seems = self.lost_between(ply, side)?;
        let after = self.value_to_judge_by(ply)?;
        let choice = self.comparisons[ply].value().filter(|choice| self.is_alike(choice, after));
        let compared =
            choice.and_then(|choice| lost(Worth::of(choice), Worth::of(after), side, &self.info));
        Some(compared.unwrap_or(seems))
    }

    fn lost_between(&self, ply: usize, side: Side) -> Option<f64> {
        let (before, after) = (self.values[ply - 1].as_ref()?, self.value_to_judge_by(ply)?);
        lost(Worth::of(before), Worth::of(after), side, &self.info)
    }

    /// Who moves in the position after so many plies.
    pub(super) fn side_at(&self, ply: usize) -> Option<Side> {
        match self.positions()[ply].actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        }
    }

    /// What the engine said of its own choice in place of the move that led to this ply.
    pub(super) fn own_choice(&self, ply: usize) -> Option<&Value> {
        self.comparisons.get(ply)?.value()
    }

    /// Asks about the position after the engine's own choice; `None` where nothing can be asked there.
    pub(super) fn ask_own_choice(&mut self, ply: usize) -> Option<Request> {
        let (line, pos) = self.line_of_own_choice(ply)?;
        if let Some(value) = value_of_end(&*pos, &self.info) {
            self.comparisons[ply] = Comparison::answered(Some(value));
            return None;
        }
        let (id, limits) = (self.at as u64, self.limits_of_own_choice(ply));
        match self.asks_move() {
            true => self.analyst.ask_move(self.effort.limits(), id, &line, &*pos),
            false => self.analyst.follow_within(limits, id, &line, &*pos),
        }
    }

    /// The line with the engine's own choice at its end, and with the only moves behind it: engines have
    /// nothing to say of those. `None` where only moves follow each other on and on, as passes can.
    fn line_of_own_choice(&self, ply: usize) -> Option<(GameLine, BoxPosition)> {
        let mut line = self.told.clone();
        line.moves.truncate(ply - 1);
        let mut pos = self.positions()[ply - 1].boxed_clone();
        let mut next = self.best_from(ply - 1).cloned()?;
        for _ in 0..MOST_FORCED {
            let mv = pos.play(&next.0).ok()?;
            line.moves.push(LinkedMove::new(mv, None, None));
            match <[_; 1]>::try_from(pos.legal_moves()) {
                Ok([only]) => next = only,
                Err(_choice) => return Some((line, pos)),
            }
        }
        None
    }

    /// As deep as the position after the move was searched, where that is known and the engine ends by
    /// itself then; the time is watched beside that.
    fn limits_of_own_choice(&self, ply: usize) -> Limits {
        let (depth, told) = (self.depth_of_own_choice(ply), self.effort.told());
        let depth = depth.filter(|_| self.is_told_depths());
        Limits { depth: depth.or(told.depth), ..told }
    }

    fn depth_of_own_choice(&self, ply: usize) -> Option<u32> {
        let is_timed = matches!(self.effort, ReviewEffort::Time(_));
        let after = self.value_to_judge_by(ply).filter(|_| is_timed)?;
        plies(&after.depth)
    }

    fn is_told_depths(&self) -> bool {
        Protocol::find(self.link.protocol()).is_some_and(Protocol::ends_analyses)
    }

    /// The engine has come as deep as it was to, with the question at hand. One that is told the depth ends by
    /// itself.
    pub(super) fn is_deep_enough_to_compare(&self, reached: u32) -> bool {
        let Some(Question::OwnChoice { instead_of, .. }) = self.questions.get(self.at) else {
            return false;
        };
        let wanted = self.depth_of_own_choice(*instead_of);
        wanted.is_some_and(
            |depth| if self.is_told_depths() { depth < reached } else { depth <= reached },
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::tests::{
        BUDGET, NOTHING, at_depth, info, record, review, review_to_depth, search,
    };
    use crate::play::review::{MoveClass, MoveValue};
    use crate::protocol::{Bound, Request};

    /// Values of an opening in which nothing is lost, by an engine whose values of one depth and the next differ.
    #[test]
    fn a_move_that_seems_to_lose_is_compared_with_the_engines_own_choice_at_the_depth_of_its_own() {
        let record = record(&["f5"]);
        let mut asked = review(&record);
        let now = Instant::now();
        let (id, _) = search(asked.go_on(now));
        asked.handle(&at_depth("8", info(id, 1.0, "d3", Bound::Estimate, now)), &NOTHING);
        let (id, n_moves) = search(asked.handle_timeout(now + BUDGET));
        assert_eq!(n_moves, 1);
        asked.handle(&at_depth("7", info(id, 2.0, "d6", Bound::Estimate, now)), &NOTHING);
        // From +1 to -2 seems an inaccuracy.
        let Some(Request::Search(instead)) = asked.handle_timeout(now + 2 * BUDGET) else {
            panic!("nothing is compared");
        };
        let moves: Vec<&str> = instead.root.moves.iter().map(|mv| &*mv.mv).collect();
        assert_eq!((moves, instead.limits.depth), (vec!["D3"], Some(7)));
        assert!(!asked.is_done() && !asked.is_complete(0), "it is not judged yet");
        let answer = info(instead.id, 1.5, "c5", Bound::Estimate, now);
        asked.handle(&at_depth("7", answer), &NOTHING);
        asked.handle_timeout(now + 3 * BUDGET);
        assert!(asked.is_done());
        let said = asked.position(&record, 0);
        assert_eq!(
            (said.value, said.loss, said.class),
            (Some(1.0), Some(0.5), Some(MoveClass::Good))
        );
        let compared = MoveValue { mv: "d3".to_owned(), value: -1.5, depth: "7".to_owned() };
        assert_eq!(said.compared, Some(compared));
        // What is known of it is not asked again, and judges as before.
        let mut again = review(&record);
        for ply in [0, 1] {
            assert!(again.restore(ply, &asked.position(&record, ply)));
        }
        assert_eq!((again.go_on(now), again.is_done()), (None, true));
        assert_eq!(again.position(&record, 0), said);
        // One that knows the values alone compares.
        let mut older = review(&record);
        older.restore(0, &said.alone());
        older.restore(1, &asked.position(&record, 1));
        assert_eq!(search(older.go_on(now)).1, 1);
    }

    #[test]
    fn a_limit_of_depth_holds_for_the_engines_own_choice_too() {
        let record = record(&["f5"]);
        let mut review = review_to_depth(&record, 8);
        let now = Instant::now();
        let mut next = review.go_on(now);
        for (score, mv) in [(1.0, "d3"), (2.0, "d6")] {
            let (id, _) = search(next);
            review.handle(&at_depth("8", info(id, score, mv, Bound::Estimate, now)), &NOTHING);
            next =
                review.handle(&at_depth("9", info(id, score, mv, Bound::Estimate, now)), &NOTHING);
        }
        let Some(Request::Search(instead)) = next else { panic!("nothing is compared: {next:?}") };
        assert_eq!((instead.root.moves.len(), instead.limits.depth), (1, Some(8)));
    }

    #[test]
    fn a_loss_is_that_against_the_engines_own_choice_and_a_blunder_is_not_compared() {
        for (after, instead, loss) in
            [(2.0, Some(-1.5), 3.5), (2.0, Some(0.0), 2.0), (9.0, None, 10.0)]
        {
            let record = record(&["f5"]);
            let mut review = review(&record);
            let mut now = Instant::now();
            let mut next = review.go_on(now);
            let answers =
                [Some((1.0, "d3")), Some((after, "d6")), instead.map(|score| (score, "c5"))];
            for (score, mv) in answers.into_iter().flatten() {
                let (id, _) = search(next);
                review.handle(&at_depth("8", info(id, score, mv, Bound::Estimate, now)), &NOTHING);
                now += BUDGET;
                next = review.handle_timeout(now);
            }
            assert!(review.is_done());
            assert_eq!(review.position(&record, 0).loss, Some(loss), "{after} {instead:?}");
        }
    }
}
