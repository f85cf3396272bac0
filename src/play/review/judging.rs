//! What the values of a review make of the moves: losses, marks, luck, written into the record.
//!
//! Asks no engine.

use super::class::mark_of;
use super::{Review, Value, chance};
use crate::games::{Evaluation, NodeId, Record, Side};

/// What became of a move, judged by the values before and after it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// The node of the move.
    pub(super) node: NodeId,
    /// Number of the move from the start, from 1.
    pub(super) ply: usize,
    /// Who made it.
    pub(super) side: Side,
    /// What it lost in the game's unit, never negative.
    pub(super) loss: f64,
    /// `?!`, `?`, `??`, or empty.
    pub(super) mark: &'static str,
    /// There was nothing to decide: the only legal move, or no player would think of another one.
    pub(super) forced: bool,
}

impl Review {
    /// What became of every move whose values are known so far. Dice are no side's moves.
    #[must_use]
    pub(super) fn judged(&self, record: &Record) -> Vec<Judged> {
        (1..self.nodes.len()).filter_map(|ply| self.judge_move(record, ply)).collect()
    }

    pub(super) fn judge_move(&self, record: &Record, ply: usize) -> Option<Judged> {
        if !self.wanted.has(ply) {
            return None;
        }
        let node = self.nodes[ply];
        let side = record.node(node).side?;
        let (lost, forced) = if self.info.has_dice {
            let mv = &self.told.moves[ply - 1].mv;
            let lost = self.decisions[ply - 1].lost_by(mv)?;
            (lost, !self.is_open(ply))
        } else {
            let before = self.values[ply - 1].as_ref()?;
            // What the engine itself would have played is no mistake by its own word: it only looks
            // deeper from the next position.
            let lost = if before.line.first() == Some(&self.told.moves[ply - 1].mv) {
                0.0
            } else {
                self.lost_by_move(ply, side)?
            };
            (lost, !self.free[ply - 1])
        };
        // An only move loses nothing; what the values differ is the engine's own uncertainty.
        let loss = if forced { 0.0 } else { lost.max(0.0) };
        Some(Judged { node, ply, side, loss, mark: mark_of(loss, &self.info), forced })
    }

    /// Where there are dice: a side had to decide about the move that led to this ply.
    fn is_open(&self, ply: usize) -> bool {
        let (pos, mv) = (&*self.positions()[ply - 1], &self.told.moves[ply - 1].mv);
        let near = self.info.loss_marks[2];
        self.free[ply - 1] && self.decisions[ply - 1].is_decision(pos, mv, near)
    }

    /// What the position after a move is worth: where there are dice, by what the engine says of
    /// the move itself.
    fn value_after(&self, record: &Record, ply: usize) -> Option<Value> {
        let side = record.node(self.nodes[ply]).side.filter(|_| self.info.has_dice);
        let Some(side) = side else { return self.values[ply].clone() };
        let mv = &self.told.moves[ply - 1].mv;
        if !self.free[ply - 1] {
            return self.values[ply - 1].clone();
        }
        if !self.is_open(ply) {
            return None;
        }
        let (score, depth) = self.decisions[ply - 1].worth(mv)?;
        let score = if side == Side::First { score } else { -score };
        Some(Value { score, proof: None, counts: true, depth, line: Vec::new(), nodes: None })
    }

    /// Writes values, losses, marks and luck into the record it was made from; those of earlier
    /// reviews (see [`crate::games::Node::judge`]), and this engine's earlier values, are replaced. Its values stand before those of
    /// other engines, behind the player's own.
    pub(super) fn apply(&self, record: &mut Record) {
        self.write_values(record, true);
        self.apply_judgement(record);
    }

    /// Writes only losses, marks and luck.
    pub(super) fn apply_judgement(&self, record: &mut Record) {
        for judged in self.judged(record) {
            let loss = (!judged.forced).then_some(judged.loss);
            record.node_mut(judged.node).judge(loss, judged.mark);
        }
        for (ply, throws) in self.throws.iter().enumerate().filter(|(_, all)| !all.is_empty()) {
            let Some(rolled) = self.told.moves.get(ply) else { continue };
            if let Some(luck) = chance::luck(throws, &rolled.mv, &*self.positions()[ply + 1]) {
                record.node_mut(self.nodes[ply + 1]).luck = Some(luck);
            }
        }
    }

    /// Writes only the values of the positions, which stand behind those of other engines.
    pub(super) fn apply_values(&self, record: &mut Record) {
        self.write_values(record, false);
    }

    fn write_values(&self, record: &mut Record, judges: bool) {
        for ply in 1..self.nodes.len() {
            let Some(value) = self.value_after(record, ply) else { continue };
            self.write_value(record, self.nodes[ply], value, judges);
        }
    }

    fn write_value(&self, record: &mut Record, node: NodeId, value: Value, judges: bool) {
        let side = record.node(node).side;
        let player = side.map(|side| record.tags.players[side.idx()].clone());
        let evaluations = &mut record.node_mut(node).evaluations;
        // The player's own evaluation stays first, also when the same engine played.
        let own = evaluations.first().is_some_and(|eval| Some(&eval.engine) == player.as_ref());
        let mut rest = evaluations.split_off(usize::from(own));
        let place = rest.iter().position(|eval| eval.engine == self.engine);
        rest.retain(|eval| eval.engine != self.engine);
        let place = if judges { 0 } else { place.unwrap_or(rest.len()) };
        let eval = Evaluation {
            score: value.score,
            proof: value.proof,
            depth: value.depth,
            engine: self.engine.clone(),
            ..Evaluation::default()
        };
        rest.insert(place, eval);
        evaluations.append(&mut rest);
    }
}
