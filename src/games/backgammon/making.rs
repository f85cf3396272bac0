//! A play in the making: the steps made so far with the dice, checked against the legal plays.
//!
//! Knows no board on the screen. Between clicks it is kept as the names of cells: `dice` if the
//! order of the dice was changed; two for every step; then the place of a checker that waits for
//! its target, or `dice` if the last step was made by a single click and may still be changed.

use super::board::{BAR, Board, Step};
use super::place::Place;
use super::why::broken_rule;
use super::{Backgammon, Dice, Move, Phase, Play, Steps, plays};
use crate::games::Side;

/// A play in the making.
#[derive(Clone, Debug)]
pub(super) struct Making {
    turn: Side,
    /// The board at the beginning of the turn.
    start: Board,
    /// All plays of the roll.
    legal: Vec<Play>,
    dice: Dice,
    /// The smaller die is played first.
    swapped: bool,
    /// The steps made so far, each with its die.
    steps: Vec<(Step, u8)>,
    /// The point whose checker waits for its goal; 25 is the bar.
    pub(super) held: Option<u8>,
    /// The last step was made by one click on its checker.
    pub(super) is_loose: bool,
}

impl Making {
    /// Reads the names kept from earlier clicks; invalid ones are dropped. `None` if there are no
    /// dice to play.
    pub(super) fn read(pos: &Backgammon, chosen: &[String]) -> Option<Self> {
        let Phase::Play(dice) = pos.phase else { return None };
        let mut making = Self {
            turn: pos.turn,
            start: pos.board,
            legal: plays(&pos.board, dice),
            dice,
            swapped: false,
            steps: Vec::new(),
            held: None,
            is_loose: false,
        };
        let point = |name: &String| Place::parse(name)?.point_of(pos.turn);
        let mut names = chosen;
        if let [first, rest @ ..] = names
            && first == "dice"
        {
            making.swapped = !dice.is_double();
            names = rest;
        }
        while let [from, to, rest @ ..] = names
            && let (Some(from), Some(to)) = (point(from), point(to))
        {
            making.add(Step { from, to });
            names = rest;
        }
        if let [last] = names {
            making.held = point(last);
            making.is_loose = last == "dice" && !making.steps.is_empty();
        }
        Some(making)
    }

    /// The names that [`Making::read`] reads back.
    pub(super) fn write(&self) -> Vec<String> {
        let name = |point: u8| Place::of(self.turn, point).name();
        let dice = || "dice".to_owned();
        let mut names = Vec::new();
        names.extend(self.swapped.then(dice));
        names.extend(self.steps.iter().flat_map(|(step, _)| [name(step.from), name(step.to)]));
        match self.held {
            Some(held) => names.push(name(held)),
            None => names.extend(self.is_loose.then(dice)),
        }
        names
    }

    /// The checkers after the steps made so far.
    pub(super) fn board(&self) -> Board {
        let mut board = self.start;
        for (step, _) in &self.steps {
            board.step(*step);
        }
        board
    }

    /// The board before the last step, and that step.
    pub(super) fn last_step(&self) -> Option<(Board, Step)> {
        let ((last, _), before) = self.steps.split_last()?;
        let mut board = self.start;
        for (step, _) in before {
            board.step(*step);
        }
        Some((board, *last))
    }

    /// Nothing has been done yet.
    pub(super) fn is_untouched(&self) -> bool {
        self.steps.is_empty() && self.held.is_none()
    }

    /// Steps made so far.
    pub(super) fn n_steps(&self) -> usize {
        self.steps.len()
    }

    /// Both dice show different numbers and neither has been played.
    pub(super) fn can_swap(&self) -> bool {
        self.steps.is_empty() && !self.dice.is_double()
    }

    /// Changes the order of the dice.
    pub(super) fn swap(&mut self) {
        self.swapped = !self.swapped;
        (self.held, self.is_loose) = (None, false);
    }

    /// The play that the steps are, if they are a whole one.
    pub(super) fn play(&self) -> Option<Move> {
        let board = self.board();
        let fits = |play: &&Play| play.board == board;
        let play = self.legal.iter().find(fits)?;
        // A checker may be borne off with one large die or with both; if more can be played, it
        // must be.
        let n = play.steps.as_slice().len();
        let is_whole = n == self.steps.len() || self.left().is_empty() || !self.can_go_on();
        is_whole.then_some(Move::Play(play.steps))
    }

    /// The dice in the order in which they are shown, and which of them are used up.
    pub(super) fn dice(&self) -> Vec<(u8, bool)> {
        let mut used: Vec<u8> = self.steps.iter().map(|(_, die)| *die).collect();
        let dead = self.play().is_some();
        self.all_dice()
            .into_iter()
            .map(|die| match used.iter().position(|spent| *spent == die) {
                Some(at) => {
                    used.remove(at);
                    (die, true)
                }
                None => (die, dead),
            })
            .collect()
    }

    fn all_dice(&self) -> Vec<u8> {
        let (high, low) = (self.dice.high(), self.dice.low());
        match (self.dice.is_double(), self.swapped) {
            (true, _) => vec![high; 4],
            (false, false) => vec![high, low],
            (false, true) => vec![low, high],
        }
    }

    /// The dice not used yet, in their order.
    fn left(&self) -> Vec<u8> {
        self.steps.iter().fold(self.all_dice(), |left, (_, die)| without(&left, *die))
    }

    /// A step of one die that can be continued to a legal play, and its die. A larger die may bear
    /// a checker off, so the die may be larger than the distance.
    fn die_of(&self, step: Step) -> Option<u8> {
        let mut left = self.left();
        left.dedup();
        left.into_iter().find(|die| reaches(step, *die) && self.leads_on(step, *die))
    }

    /// After this step a legal play can still be made.
    fn leads_on(&self, step: Step, die: u8) -> bool {
        after(&self.board(), step, die)
            .is_some_and(|board| can_be_finished(&board, &without(&self.left(), die), &self.legal))
    }

    /// Makes a step, if it belongs to a legal play. Returns true if it was made.
    pub(super) fn add(&mut self, step: Step) -> bool {
        let Some(die) = self.die_of(step) else { return false };
        self.steps.push((step, die));
        (self.held, self.is_loose) = (None, false);
        true
    }

    /// The step of a checker by the first die that it can be moved with.
    pub(super) fn first_step(&self, from: u8) -> Option<Step> {
        let mut left = self.left();
        left.dedup();
        left.into_iter().find_map(|die| {
            let step = Step { from, to: from.saturating_sub(die) };
            let stands = from > 0 && self.board().own[usize::from(from)] > 0;
            (stands && self.leads_on(step, die)).then_some(step)
        })
    }

    /// The ways of one checker from a point, each ending at its goal: with one die, then with more.
    pub(super) fn ways(&self, from: u8) -> Vec<Vec<Step>> {
        let mut ways: Vec<Vec<Step>> = Vec::new();
        let mut open = vec![(self.clone(), Vec::new(), from)];
        while let Some((making, way, at)) = open.pop() {
            let mut left = making.left();
            left.dedup();
            for die in left {
                let step = Step { from: at, to: at.saturating_sub(die) };
                if at == 0
                    || making.board().own[usize::from(at)] == 0
                    || !making.leads_on(step, die)
                {
                    continue;
                }
                let mut next = making.clone();
                next.steps.push((step, die));
                let mut longer: Vec<Step> = way.clone();
                longer.push(step);
                open.push((next, longer.clone(), step.to));
                ways.push(longer);
            }
        }
        ways.sort_by_key(Vec::len);
        ways
    }

    /// The point whose checker the next click may send somewhere: one that is held, or the one that
    /// a single click has just moved.
    pub(super) fn chosen(&self) -> Option<u8> {
        let loose = || self.steps.last().filter(|_| self.is_loose).map(|(step, _)| step.from);
        self.held.or_else(loose)
    }

    /// A checker is held: it was chosen, and has not moved.
    pub(super) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// The points to which the chosen checker may go, with the pips that takes. A step made by a
    /// single click counts as not made.
    pub(super) fn targets(&self) -> Vec<(u8, String)> {
        let Some(from) = self.chosen() else { return Vec::new() };
        let mut before = self.clone();
        let made = if self.held.is_none() { before.undo() } else { None };
        let mut targets: Vec<(u8, String)> = Vec::new();
        for way in before.ways(from) {
            let to = way[way.len() - 1].to;
            let is_new = targets.iter().all(|(known, _)| *known != to);
            // A click there would move a checker from there.
            let is_free = made.is_none_or(|made| made.to != to && self.first_step(to).is_none());
            if is_new && is_free {
                targets.push((to, (from - to).to_string()));
            }
        }
        targets
    }

    /// The shortest way of a checker from one point to another; of two equally short ones, the one
    /// that plays the first die first.
    pub(super) fn way(&self, from: u8, to: u8) -> Option<Vec<Step>> {
        let fits = |way: &&Vec<Step>| way.last().is_some_and(|step| step.to == to);
        let ways = self.ways(from);
        let shortest = ways.iter().filter(fits).map(Vec::len).min()?;
        let first = self.left().first().copied();
        let of_first = |way: &&Vec<Step>| way[0].from.checked_sub(way[0].to) == first;
        let mut fitting = ways.iter().filter(fits).filter(|way| way.len() == shortest);
        let any = fitting.clone().next();
        fitting.find(of_first).or(any).cloned()
    }

    /// A checker has come to `point`.
    pub(super) fn has_arrived(&self, point: u8) -> bool {
        self.steps.iter().any(|(step, _)| step.to == point)
    }

    /// Takes this step back. Returns true if it was made and the others stay possible without it.
    pub(super) fn take_back(&mut self, step: Step) -> bool {
        self.without_last(|made| made == step)
    }

    /// Takes back the last step that ended on `point`; otherwise the last one that began there.
    pub(super) fn take_back_at(&mut self, point: u8) -> bool {
        self.without_last(|made| made.to == point) || self.without_last(|made| made.from == point)
    }

    fn without_last(&mut self, is_it: impl Fn(Step) -> bool) -> bool {
        let Some(at) = self.steps.iter().rposition(|(step, _)| is_it(*step)) else { return false };
        let mut rest = Self { steps: Vec::new(), ..self.clone() };
        let mut others = self.steps.iter().enumerate().filter(|(idx, _)| *idx != at);
        if !others.all(|(_, (step, _))| rest.add(*step)) {
            return false;
        }
        self.steps = rest.steps;
        (self.held, self.is_loose) = (None, false);
        true
    }

    /// Takes back the last step.
    pub(super) fn undo(&mut self) -> Option<Step> {
        (self.held, self.is_loose) = (None, false);
        self.steps.pop().map(|(step, _)| step)
    }

    /// Some step can still be made.
    pub(super) fn can_go_on(&self) -> bool {
        points(&self.board()).any(|from| self.first_step(from).is_some())
    }

    /// There is no legal play.
    pub(super) fn must_pass(&self) -> bool {
        matches!(&self.legal[..], [play] if play.steps == Steps::NONE)
    }

    /// The reason why a checker cannot be moved from `from`, to `to` if given; also for a typed
    /// play.
    pub(super) fn why_not(&self, from: u8, to: Option<u8>) -> String {
        let left = self.left();
        if left.is_empty() || !self.can_go_on() {
            return "all dice are played: confirm the play, or take a part of it back".to_owned();
        }
        if let Some(reason) = broken_rule(self.turn, &self.board(), &left, from, to) {
            return reason;
        }
        if self.dice.is_double() || self.legal[0].steps.as_slice().len() > 1 {
            UNFINISHED.to_owned()
        } else {
            "only one die can be played, and it must be the larger".to_owned()
        }
    }
}

/// The fault of an incomplete play.
pub(super) const UNFINISHED: &str = "as many dice as possible must be played";

/// The dice without one of this number.
fn without(dice: &[u8], die: u8) -> Vec<u8> {
    let at = dice.iter().position(|other| *other == die);
    dice.iter().enumerate().filter(|(idx, _)| Some(*idx) != at).map(|(_, die)| *die).collect()
}

/// The board after a step, if the rules of a single step allow it.
fn after(board: &Board, step: Step, die: u8) -> Option<Board> {
    let mut next = *board;
    is_open(board, step, die).then(|| next.step(step))?;
    Some(next)
}

/// The board is that of a legal play, or steps with the dice that are left lead to one.
fn can_be_finished(board: &Board, left: &[u8], legal: &[Play]) -> bool {
    if legal.iter().any(|play| play.board == *board) {
        return true;
    }
    let mut dice = left.to_vec();
    dice.dedup();
    dice.into_iter().any(|die| {
        let rest = without(left, die);
        points(board).any(|from| {
            let step = Step { from, to: from.saturating_sub(die) };
            after(board, step, die).is_some_and(|next| can_be_finished(&next, &rest, legal))
        })
    })
}

/// Points with checkers of the mover, from the bar down.
fn points(board: &Board) -> impl Iterator<Item = u8> {
    let own = board.own;
    (1..=BAR as u8).rev().filter(move |point| own[usize::from(*point)] > 0)
}

/// A die takes a checker this far; off the board with any die that is large enough.
fn reaches(step: Step, die: u8) -> bool {
    step.from > 0 && step.to == step.from.saturating_sub(die)
}

/// The rules of a single step: the bar first, no point of the opponent's, bearing off.
fn is_open(board: &Board, step: Step, die: u8) -> bool {
    let Step { from, to } = step;
    if board.own[usize::from(from)] == 0 || board.own[BAR] > 0 && usize::from(from) != BAR {
        return false;
    }
    if to > 0 {
        return board.opp[usize::from(25 - to)] < 2;
    }
    let home = board.own[7..=BAR].iter().all(|n| *n == 0);
    let behind = board.own[usize::from(from) + 1..=6].iter().any(|n| *n > 0);
    home && (from == die || !behind)
}
