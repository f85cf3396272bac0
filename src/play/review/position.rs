//! What a review has found out of one position: to be kept, shown, and taken up again.
//!
//! Asks no engine.

use serde::{Deserialize, Serialize};

use super::chance::luck;
use super::class::MoveClass;
use super::decision::{Decision, Valued};
use super::{Comparison, Judged, NoValue, NotJudged, Question, Review, ReviewRow, Value};
use crate::games::{Actor, MoveText, NodeId, Proof, Record, Side};

/// What one engine says of a position and of the move that was played there. Values are in the
/// game's unit and from the first player's point of view.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct PositionReview {
    /// What the position is worth; `None` where the engine did not say so, or was not asked.
    pub value: Option<f64>,
    /// What is proved of it. Where only the winner is, the value is that of the deepest search which counted
    /// something, on the winner's side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proof>,
    /// Why there is no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<NoValue>,
    /// Depth as the engine wrote it; empty when unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub depth: String,
    /// Positions that were searched for it, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What the engine expects from here, canonical; the first is its best move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Where there are dice: the moves that the engine looked at closely, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveValue>,
    /// Where there are dice: all moves, valued without looking ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glance: Vec<MoveValue>,
    /// Before a roll: what every roll is worth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<RollValue>,
    /// The move or roll that was played, canonical; `None` at the end of the game.
    pub played: Option<String>,
    /// What it lost, never negative; `None` where nothing was decided or known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The class of the move; `None` where its loss is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<MoveClass>,
    /// The engine's own choice, searched like the position after the move that was played, where the values
    /// before and after it alone would have marked that: the loss is by this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<MoveValue>,
    /// Why the move was not judged although both values are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_judged: Option<NotJudged>,
    /// There was nothing to decide.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// By how much the roll was better than the mean of all, for the side that plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
}

/// What an engine would have played in place of a move that lost as much as a mistake does.
#[derive(Clone, Debug, PartialEq)]
pub struct BetterLine {
    /// The node of the position that it begins in.
    from: NodeId,
    moves: Vec<(MoveText, Option<Side>)>,
}

/// Plies of a line that is added to a game, at most.
const MOST_PLIES: usize = 8;

/// A move and its value.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct MoveValue {
    /// The move, canonical.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth to the side to move.
    pub value: f64,
    /// Depth as the engine wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub depth: String,
}

/// A roll and its value.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct RollValue {
    /// The two dice: `31`.
    pub roll: String,
    /// What the position after it is worth; `None` where the engine did not say so.
    pub value: Option<f64>,
}

impl Review {
    /// See [`super::ReviewDriver::is_complete`].
    pub(super) fn is_complete(&self, ply: usize) -> bool {
        if self.awaits_comparison(ply + 1) {
            return false;
        }
        let is_from_end = self.plies.len() > 1 && self.plies.is_sorted_by(|one, other| one > other);
        match self.ply_at().filter(|_| is_from_end) {
            // What follows it is dealt with.
            Some(at) => at < ply,
            None => ply < self.n_complete(),
        }
    }

    /// Of so many positions at the beginning everything is known.
    pub(super) fn n_complete(&self) -> usize {
        let n_plies = self.values.len();
        if self.is_done() {
            return n_plies;
        }
        // From the end on nothing is complete before the start is reached.
        let Some(at) = self.ply_at().filter(|_| self.plies.is_sorted()) else { return 0 };
        if self.info.has_dice || at == n_plies {
            return at;
        }
        // A move is judged by the value of the position after it, which may still come from that
        // after a forced move.
        let mut n = at.saturating_sub(1);
        while 0 < n && self.values[n].is_none() && !self.free[n] {
            n -= 1;
        }
        n
    }

    /// Engines that are asked for a move say nothing where there is only one: such a position is
    /// worth what the next one is.
    pub(super) fn fill_forced(&mut self) {
        if self.info.has_dice {
            return;
        }
        for ply in (0..self.values.len() - 1).rev() {
            let next = self.values[ply + 1].clone().filter(|_| !self.free[ply]);
            if let (None, Some(next)) = (&self.values[ply], next) {
                let line = self.played_from(ply).into_iter().chain(next.line).collect();
                self.values[ply] = Some(Value { line, ..next });
            }
        }
    }

    /// See [`super::ReviewDriver::position`].
    pub(super) fn position(&self, record: &Record, ply: usize) -> PositionReview {
        let value = self.values[ply].clone();
        let score = value.as_ref().filter(|value| value.counts).map(|value| rounded(value.score));
        let unknown = score.is_none().then(|| self.why_unknown(ply));
        let proved = value.as_ref().and_then(|value| value.proof);
        let (depth, line, nodes) = match value {
            Some(Value { depth, line, nodes, .. }) => (depth, line, nodes),
            None => (String::new(), Vec::new(), None),
        };
        let played = self.played_from(ply);
        let judged = played.as_ref().and_then(|_| self.judge_move(record, ply + 1));
        let class = judged.as_ref().filter(|judged| !judged.forced).map(|judged| {
            let is_first = self.best_from(ply) == played.as_ref();
            MoveClass::of(judged.loss, is_first, &self.info)
        });
        let throws = &self.throws[ply];
        let is_played = played.is_some() && self.wanted.has(ply + 1);
        let rolled = played.as_ref().filter(|_| !throws.is_empty());
        let luck = rolled.and_then(|mv| luck(throws, mv, &*self.positions()[ply + 1]));
        let rolls = throws.iter().filter(|throw| throw.score.is_some() || rolled.is_some());
        let Decision { looked, glanced } = &self.decisions[ply];
        // Elsewhere the only move of the list is that of the line.
        let looked = looked.iter().filter(|_| self.info.has_dice);
        PositionReview {
            value: score,
            proved,
            unknown,
            depth,
            nodes,
            line: line.into_iter().map(|mv| mv.0).collect(),
            moves: looked.map(MoveValue::of).collect(),
            glance: glanced.iter().map(MoveValue::of).collect(),
            rolls: rolls
                .map(|throw| RollValue { roll: throw.mv.0.clone(), value: throw.score })
                .collect(),
            played: played.map(|mv| mv.0),
            loss: class.and(judged.as_ref()).map(|judged| rounded(judged.loss)),
            class,
            compared: if is_played { self.compared_at(ply) } else { None },
            not_judged: if is_played { self.why_not_judged(ply + 1) } else { None },
            forced: judged.is_some_and(|judged| judged.forced),
            luck: luck.map(rounded),
        }
    }

    /// The engine's own choice after so many plies, as far as it was compared with the move played there.
    fn compared_at(&self, ply: usize) -> Option<MoveValue> {
        let choice = self.own_choice(ply + 1)?;
        let (mv, side) = (self.best_from(ply)?, self.side_at(ply)?);
        let value = if side == Side::First { choice.score } else { -choice.score };
        Some(MoveValue { mv: mv.0.clone(), value: rounded(value), depth: choice.depth.clone() })
    }

    /// What an earlier review has compared with the move that was played here, if it was the same move.
    fn restore_comparison(&mut self, ply: usize, known: &PositionReview) {
        let is_same = known.played == self.played_from(ply).map(|mv| mv.0);
        let Some(side) = self.side_at(ply).filter(|_| is_same && known.class.is_some()) else {
            return;
        };
        let choice = known.compared.as_ref().map(|choice| Value {
            score: if side == Side::First { choice.value } else { -choice.value },
            proof: None,
            counts: true,
            depth: choice.depth.clone(),
            line: Vec::new(),
            nodes: None,
        });
        if let Some(comparison) = self.comparisons.get_mut(ply + 1) {
            *comparison = Comparison::Settled(choice);
        }
    }

    fn why_unknown(&self, ply: usize) -> NoValue {
        match self.unknown[ply] {
            _ if self.values[ply].is_some() => NoValue::OnlyWinner,
            Some(why) => why,
            None if !self.throws[ply].is_empty() => NoValue::AwaitsDice,
            None => NoValue::NotNeeded,
        }
    }

    /// The move that was made after so many plies is to be judged.
    pub(super) fn is_to_be_judged(&self, ply: usize) -> bool {
        self.wanted.has(ply + 1)
    }

    /// Some position has no value though the engine named a move there.
    pub(super) fn names_moves(&self) -> bool {
        self.unknown.contains(&Some(NoValue::NoScore))
    }

    /// The move that the engine would make in the position after so many plies.
    pub(super) fn best_from(&self, ply: usize) -> Option<&MoveText> {
        match self.info.has_dice {
            true => self.decisions[ply].best_move(),
            false => self.values[ply].as_ref()?.line.first(),
        }
    }

    /// The ids of the positions of the line ([`ReviewRow::id_of`]).
    pub(super) fn ids(&self, record: &Record) -> Vec<String> {
        let end = self.nodes.last().copied().unwrap_or(Record::START);
        ReviewRow::ids_to(record, end)
    }

    /// The engine was asked about this position, and said something; or that was known before.
    pub(super) fn was_answered(&self, ply: usize) -> bool {
        let is_asked = |question: &Question| question.ply() == ply;
        if self.questions[self.at..].iter().any(is_asked) {
            return false;
        }
        let throws = &self.throws[ply];
        match throws.is_empty() {
            true => self.values[ply].is_some(),
            false => throws.iter().any(|throw| throw.score.is_some()),
        }
    }

    /// See [`super::ReviewDriver::restore`].
    pub(super) fn restore(&mut self, ply: usize, known: &PositionReview) -> bool {
        let is_of = |question: &Question| question.ply() == ply;
        let asks_rolls =
            self.questions.iter().any(|q| matches!(q, Question::Roll(of, _) if *of == ply));
        let is_enough = match (self.info.has_dice, asks_rolls) {
            (true, true) => self.throws[ply].iter().all(|throw| {
                known.rolls.iter().any(|roll| roll.roll == throw.mv.0 && roll.value.is_some())
            }),
            (true, false) => !known.glance.is_empty(),
            (false, _) => known.value.is_some() || known.proved.is_some(),
        };
        let asked = self.questions.iter().any(is_of);
        if asked && !is_enough {
            return false;
        }
        if !asked && self.values[ply].is_some() {
            return true;
        }
        self.questions.retain(|question| !is_of(question));
        self.restore_comparison(ply, known);
        self.decisions[ply] = Decision {
            looked: known.moves.iter().map(MoveValue::valued).collect(),
            glanced: known.glance.iter().map(MoveValue::valued).collect(),
        };
        for throw in &mut self.throws[ply] {
            let found = known.rolls.iter().find(|roll| roll.roll == throw.mv.0);
            throw.score = found.and_then(|roll| roll.value);
        }
        let winner = known.proved.map(|proof| proof.least());
        self.values[ply] = known.value.or(winner).map(|score| Value {
            score,
            proof: known.proved,
            counts: known.value.is_some(),
            depth: known.depth.clone(),
            line: known.line.iter().map(|text| MoveText(text.clone())).collect(),
            nodes: known.nodes,
        });
        true
    }

    /// See [`super::ReviewDriver::better_lines`].
    pub(super) fn better_lines(&self, record: &Record) -> Vec<BetterLine> {
        let least = self.info.loss_marks[1];
        let lost = self.judged(record).into_iter().filter(|judged| least <= judged.loss);
        lost.filter_map(|Judged { ply, .. }| self.better_line(ply - 1)).collect()
    }

    /// The engine's line from the position after so many plies, as far as it can be played. A line that
    /// begins with the move of the game says nothing.
    fn better_line(&self, ply: usize) -> Option<BetterLine> {
        let best = self.best_from(ply).filter(|best| self.played_from(ply).as_ref() != Some(*best));
        let best = best.cloned()?;
        let line = self.values[ply].as_ref().map_or(&[][..], |value| &value.line);
        let rest = if line.first() == Some(&best) { &line[1..] } else { &[] };
        let mut pos = self.positions()[ply].boxed_clone();
        let mut moves = Vec::new();
        for mv in std::iter::once(&best).chain(rest).take(MOST_PLIES) {
            let side = match pos.actor() {
                Actor::Player(side) => Some(side),
                Actor::Chance => None,
                Actor::Over(_) => break,
            };
            let Ok(mv) = pos.play(&mv.0) else { break };
            moves.push((mv, side));
        }
        Some(BetterLine { from: self.nodes[ply], moves })
    }
}

impl BetterLine {
    /// Adds it to the record of the review, as a variation.
    pub fn add_to(&self, record: &mut Record) {
        let mut at = self.from;
        for (mv, side) in &self.moves {
            at = record.add(at, mv.clone(), *side);
        }
    }
}

impl PositionReview {
    /// The engine's best move, canonical: where there are dice by its lists, elsewhere the first of its
    /// line.
    #[must_use]
    pub fn best(&self) -> Option<&str> {
        let list = if self.moves.is_empty() { &self.glance } else { &self.moves };
        let best = list.iter().max_by(|one, other| one.value.total_cmp(&other.value));
        best.map(|best| best.mv.as_str()).or_else(|| self.line.first().map(String::as_str))
    }

    /// Something is said of the move that was played there.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.class.is_some() || self.not_judged.is_some() || self.forced
    }

    /// The same without what is said of the move that was played there.
    #[must_use]
    pub fn alone(self) -> Self {
        let judged = Self { played: None, loss: None, class: None, luck: None, ..self };
        Self { compared: None, not_judged: None, forced: false, ..judged }
    }

    /// What a move loses by the engine's lists; `None` where none has it, as in games without dice.
    #[must_use]
    pub fn lost_by(&self, mv: &str) -> Option<f64> {
        let valued = |list: &[MoveValue]| list.iter().map(MoveValue::valued).collect();
        let decision = Decision { looked: valued(&self.moves), glanced: valued(&self.glance) };
        decision.lost_by(&MoveText(mv.to_owned()))
    }
}

impl MoveValue {
    fn of(valued: &Valued) -> Self {
        let Valued { mv, score, depth } = valued;
        Self { mv: mv.0.clone(), value: *score, depth: depth.clone() }
    }

    fn valued(&self) -> Valued {
        Valued { mv: MoveText(self.mv.clone()), score: self.value, depth: self.depth.clone() }
    }
}

/// Without the noise of a difference of binary fractions.
fn rounded(number: f64) -> f64 {
    const MILLION: f64 = 1e6;
    let rounded = (number * MILLION).round() / MILLION;
    // No minus before nothing.
    if rounded == 0.0 { 0.0 } else { rounded }
}
