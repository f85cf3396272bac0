//! Arrows over the board for what the engines would play.
//!
//! Knows no rule: which cells a move is shown on is asked once for each position and move.

use super::board::Arrow;
use super::root::View;
use crate::app::preview;
use crate::app::{AnalysisView, EngineCardView, Mode};

/// The arrows made last, and for what.
#[derive(Clone, Debug, Default)]
pub(super) struct MadeArrows {
    of: Option<(u64, Vec<String>)>,
    arrows: Vec<Arrow>,
}

/// More would hide the board.
const MOST: usize = 3;

/// The moves worth an arrow: the first engine's best, its second, then the other engines' best.
fn wished(analysis: &AnalysisView) -> Vec<String> {
    let first_move = |card: &EngineCardView, line: usize| {
        card.lines.get(line).and_then(|line| line.moves.first()).cloned()
    };
    let mut moves = Vec::new();
    let first = analysis.cards.first();
    let both = [0, 1].into_iter().filter_map(|line| first_move(first?, line));
    let others = analysis.cards.iter().skip(1).filter_map(|card| first_move(card, 0));
    for mv in both.chain(others) {
        if !moves.contains(&mv) && moves.len() < MOST {
            moves.push(mv);
        }
    }
    moves
}

/// The arrows over the board of the game: in analysis, where a move goes from cell to cell.
pub(super) fn board_arrows(view: &mut View<'_>) -> Vec<Arrow> {
    let snapshot = view.snapshot;
    let (game, analysis) = (&snapshot.game, &snapshot.analysis);
    let fresh = analysis.position_id == game.position_id;
    if game.info.values_on_cells || !fresh {
        return Vec::new();
    }
    if snapshot.mode != Mode::Analyse || !snapshot.settings.show_values {
        // What a hint says: where it goes.
        let ring = |cell: &String| Arrow { from: cell.clone(), to: cell.clone(), best: true };
        return analysis.values.iter().map(|value| ring(&value.cell)).collect();
    }
    let moves = wished(analysis);
    let of = (game.position_id, moves);
    if view.state.arrows.of.as_ref() != Some(&of) {
        let variant = game.variant_name.as_deref();
        let made = of.1.iter().enumerate().filter_map(|(i, mv)| {
            let cells = preview::move_cells(game.info.name, variant, &game.position_text, mv);
            let (from, to) = (cells.first()?.clone(), cells.last()?.clone());
            Some(Arrow { from, to, best: i == 0 })
        });
        let mut arrows: Vec<Arrow> = made.collect();
        // The best lies above the others.
        arrows.reverse();
        view.state.arrows = MadeArrows { of: Some(of), arrows };
    }
    view.state.arrows.arrows.clone()
}
