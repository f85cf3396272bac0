//! The next moves of a line as numbered steps over the board: of the line under the pointer, else of the
//! main line, where that is to be followed.
//!
//! Knows no rule: it asks once for each position and line.

use super::root::View;
use super::state::LineId;
use crate::app::preview;
use crate::app::{LineStep, Mode, Snapshot};

/// The steps made last, and for what.
#[derive(Clone, Debug, Default)]
pub(super) struct MadeSteps {
    of: Option<Line>,
    steps: Vec<LineStep>,
}

/// Moves from the position shown.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    position_id: u64,
    position_text: String,
    orientation: u8,
    moves: Vec<String>,
}

/// More would hide the board.
const MOST: usize = 4;

/// The steps to be shown over the board of the game.
pub(super) fn board_steps(view: &mut View<'_>) -> Vec<LineStep> {
    let Some(of) = wished(view) else { return Vec::new() };
    let made = &mut view.state.steps;
    if made.of.as_ref() != Some(&of) {
        let game = &view.snapshot.game;
        let (name, variant) = (game.info.name, game.variant_name.as_deref());
        made.steps =
            preview::line_steps(name, variant, &of.position_text, of.orientation, &of.moves);
        made.of = Some(of);
    }
    made.steps.clone()
}

fn wished(view: &View<'_>) -> Option<Line> {
    let snapshot = view.snapshot;
    if snapshot.mode != Mode::Analyse {
        return None;
    }
    let pointed = view.state.preview.and_then(|look| {
        let (position, moves) = line_here(snapshot, look.of)?;
        Some((position, &moves[..look.n_moves.min(moves.len())]))
    });
    let main = || main_line(snapshot).filter(|_| snapshot.settings.aids.main_line);
    let (position, moves) = pointed.or_else(main)?;
    let moves: Vec<String> = moves.iter().take(MOST).cloned().collect();
    let game = &snapshot.game;
    (!moves.is_empty()).then(|| Line {
        position_id: game.position_id,
        position_text: position.to_owned(),
        orientation: game.orientation,
        moves,
    })
}

/// The best line of the first card about the position shown.
fn main_line(snapshot: &Snapshot) -> Option<(&str, &[String])> {
    let (game, analysis) = (&snapshot.game, &snapshot.analysis);
    let cards = analysis.cards.iter().filter(|card| card.is_about_shown());
    let line = cards.filter_map(|card| card.lines.first()).next()?;
    let is_fresh = analysis.position_id == game.position_id;
    is_fresh.then_some((game.position_text.as_str(), &line.moves))
}

/// A line that begins with what is on the board, and the position that it begins in: that of a threat has
/// the other side to move.
fn line_here(snapshot: &Snapshot, of: LineId) -> Option<(&str, &[String])> {
    let (game, analysis) = (&snapshot.game, &snapshot.analysis);
    let shown = game.position_text.as_str();
    match of {
        LineId::Card(id, idx) => {
            let card = analysis.cards.iter().find(|card| card.id == id && card.is_at_shown())?;
            let turned = card.threat.as_ref().map(|threat| threat.position_text.as_str());
            Some((turned.unwrap_or(shown), &card.lines.get(idx)?.moves))
        }
        LineId::Said(side) => {
            let said = analysis.said.iter().find(|said| said.side == side)?;
            (said.node == game.current).then_some((shown, &said.line.moves))
        }
        LineId::Pinned(id) => {
            let pinned = analysis.pinned.iter().find(|pinned| pinned.id == id)?;
            pinned.is_shown.then_some((shown, &pinned.line.moves))
        }
        LineId::Elsewhere(idx) => Some((shown, &snapshot.elsewhere.get(idx)?.line.moves)),
    }
}
