//! What the players expected of the game: the lines that they wrote down with their last moves before
//! the position shown.
//!
//! Searches nothing and asks no engine.

use super::rows::seen;
use super::state::Desk;
use crate::app::format;
use crate::app::views::{CardLine, SaidLine};
use crate::games::{Evaluation, NodeId, Position};

/// Of a longer line the end is left out.
const MOST_MOVES: usize = 16;

impl Desk {
    /// What each player said with its last move before the position shown, the last mover first.
    pub(super) fn said(&self) -> Vec<SaidLine> {
        let record = self.doc.record();
        let path = record.path(self.doc.current());
        let moves = path.into_iter().rev().filter(|node| record.node(*node).side.is_some());
        let mut said: Vec<SaidLine> = Vec::new();
        for node in moves.take(2) {
            if let Some(line) = self.said_with(node).filter(|new| is_new(&said, new)) {
                said.push(line);
            }
        }
        said
    }

    fn said_with(&self, node: NodeId) -> Option<SaidLine> {
        let record = self.doc.record();
        let made = record.node(node);
        let (side, before, mv) = (made.side?, made.parent?, made.mv.as_ref()?);
        let player = &record.tags.players[side.idx()];
        let own = |eval: &&Evaluation| eval.engine.is_empty() || eval.engine == *player;
        let eval = made.evaluations.iter().find(own)?;
        let position = self.doc.position_at(before).ok()?;
        let mut moves = shown_moves(&*position, eval.line.iter().map(String::as_str));
        if moves.is_empty() {
            moves = shown_moves(&*position, [mv.0.as_str()]);
        }
        let info = self.doc.game.info();
        let score = format::score(seen(eval.score, Some(side), self.analysis.view), info);
        let title = info.sides[side.idx()];
        let note = match eval.depth.as_str() {
            "" => title.to_owned(),
            // Some engines write words: `100%`, `book`.
            depth if depth.parse::<f32>().is_err() => format!("{title}, {depth}"),
            depth => format!("{title}, depth {depth}"),
        };
        Some(SaidLine {
            side: side.idx(),
            node: before,
            position_text: position.to_text(),
            line: CardLine { score, moves, note, ..CardLine::default() },
        })
    }
}

fn is_new(said: &[SaidLine], new: &SaidLine) -> bool {
    said.iter().all(|line| line.side != new.side)
}

/// The moves from a position as people read them, as far as they are legal.
fn shown_moves<'a>(from: &dyn Position, line: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut position = from.boxed_clone();
    let steps = line.into_iter().take(MOST_MOVES);
    let shown = steps.map_while(|text| position.step(text).ok().map(|step| step.shown));
    shown.take_while(|shown| !shown.is_empty()).collect()
}
