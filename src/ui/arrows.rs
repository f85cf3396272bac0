//! Arrows over the board for what the engines would play.
//!
//! Knows no rule: it asks once for each position and move for the cells of the move.

use super::board::{Arrow, ArrowKind};
use super::drawing::drawn_arrows;
use super::root::View;
use crate::app::board::{Art, Scene};
use crate::app::preview;
use crate::app::{AnalysisView, BetterView, EngineCardView, Mode};

/// The arrows made last, and for what.
#[derive(Clone, Debug, Default)]
pub(super) struct MadeArrows {
    of: Option<(u64, Vec<(String, ArrowKind)>)>,
    arrows: Vec<Arrow>,
    /// The move of a threat with the position that it is made in, and its arrows.
    threat: Option<((String, String), Vec<Arrow>)>,
    /// What would have been better than the mistake shown, and its arrows.
    better: Option<(BetterView, Vec<Arrow>)>,
    /// Pieces from a hand, with the cells they would be put on.
    ghosts: Vec<(Art, String)>,
}

/// More would hide the board.
const MOST: usize = 3;

/// The best move of every engine that runs, in its colour.
fn of_engines(analysis: &AnalysisView) -> Vec<(String, ArrowKind)> {
    let cards = analysis.cards.iter().enumerate();
    let running = cards.filter(|(_, card)| card.running && card.is_about_shown());
    let best = running.filter_map(|(idx, card)| {
        Some((card.lines.first()?.moves.first()?.clone(), ArrowKind::Engine(idx)))
    });
    best.collect()
}

/// The moves worth an arrow: the first engine's best, its second, then the other engines' best.
fn wished(analysis: &AnalysisView) -> Vec<(String, ArrowKind)> {
    let first_move = |card: &EngineCardView, line: usize| {
        card.lines.get(line).and_then(|line| line.moves.first()).cloned()
    };
    let mut moves: Vec<(String, ArrowKind)> = Vec::new();
    let mut cards = analysis.cards.iter().filter(|card| card.is_about_shown());
    let first = cards.next();
    let both = [0, 1].into_iter().filter_map(|line| first_move(first?, line));
    let others = cards.filter_map(|card| first_move(card, 0));
    for mv in both.chain(others) {
        if moves.iter().all(|(known, _)| *known != mv) && moves.len() < MOST {
            let kind = if moves.is_empty() { ArrowKind::Best } else { ArrowKind::Other };
            moves.push((mv, kind));
        }
    }
    moves
}

/// The arrows over the board of the game: the best moves in analysis, what was better, then threats, and
/// what the user has drawn on top.
pub(super) fn board_arrows(view: &mut View<'_>) -> Vec<Arrow> {
    let mut arrows = best_arrows(view);
    arrows.extend(better_arrows(view));
    arrows.extend(threat_arrows(view));
    arrows.extend(drawn_arrows(view));
    arrows
}

/// What would have been better than the mistake shown.
fn better_arrows(view: &mut View<'_>) -> Vec<Arrow> {
    let snapshot = view.snapshot;
    let game = &snapshot.game;
    let Some(better) = game.better.as_ref().filter(|_| snapshot.mode == Mode::Analyse) else {
        return Vec::new();
    };
    let made = &mut view.state.arrows.better;
    if made.as_ref().is_none_or(|(known, _)| known != better) {
        let (name, variant) = (game.info.name, game.variant_name.as_deref());
        let steps = preview::move_steps(name, variant, &better.position_text, &better.mv);
        let arrow = |[from, to]: [String; 2]| Arrow { from, to, kind: ArrowKind::Better };
        *made = Some((better.clone(), steps.into_iter().map(arrow).collect()));
    }
    made.as_ref().map(|(_, arrows)| arrows.clone()).unwrap_or_default()
}

/// What the other side would play, by the first engine that shows it.
fn threat_arrows(view: &mut View<'_>) -> Vec<Arrow> {
    let snapshot = view.snapshot;
    let (game, analysis) = (&snapshot.game, &snapshot.analysis);
    let cards = analysis.cards.iter().filter(|card| card.is_at_shown());
    let moves = cards.filter_map(|card| {
        let mv = card.lines.first()?.moves.first()?;
        Some((card.threat.as_ref()?.position_text.clone(), mv.clone()))
    });
    let is_wanted = snapshot.mode == Mode::Analyse && analysis.position_id == game.position_id;
    let Some(of) = moves.into_iter().next().filter(|_| is_wanted) else { return Vec::new() };
    if view.state.arrows.threat.as_ref().is_none_or(|(known, _)| *known != of) {
        let variant = game.variant_name.as_deref();
        let (name, shown) = (game.info.name, &game.position_text);
        let steps = preview::threat_steps(name, variant, shown, &of.0, &of.1);
        let arrow = |[from, to]: [String; 2]| Arrow { from, to, kind: ArrowKind::Threat };
        let arrows = steps.into_iter().map(arrow).collect();
        view.state.arrows.threat = Some((of, arrows));
    }
    view.state.arrows.threat.as_ref().map(|(_, arrows)| arrows.clone()).unwrap_or_default()
}

/// Each engine has an arrow of its own.
fn by_engine(view: &View<'_>) -> bool {
    view.snapshot.mode == Mode::Analyse && view.snapshot.settings.aids.engine_arrows
}

/// The engines' best moves, where a move goes from cell to cell.
fn best_arrows(view: &mut View<'_>) -> Vec<Arrow> {
    let snapshot = view.snapshot;
    let (game, analysis) = (&snapshot.game, &snapshot.analysis);
    let fresh = analysis.position_id == game.position_id;
    let by_engine = by_engine(view);
    if game.info.values_on_cells && !by_engine || !fresh {
        return Vec::new();
    }
    if snapshot.mode == Mode::Play && game.scene.table.is_some() {
        // The scene has rings for each checker.
        return Vec::new();
    }
    if snapshot.mode != Mode::Analyse || !snapshot.settings.show_values && !by_engine {
        // The target of a hint.
        let ring =
            |cell: &String| Arrow { from: cell.clone(), to: cell.clone(), kind: ArrowKind::Best };
        return analysis.values.iter().map(|value| ring(&value.cell)).collect();
    }
    let moves = if by_engine { of_engines(analysis) } else { wished(analysis) };
    let of = (game.position_id, moves);
    if view.state.arrows.of.as_ref() != Some(&of) {
        let variant = game.variant_name.as_deref();
        let (mut arrows, mut ghosts) = (Vec::new(), Vec::new());
        for (mv, kind) in &of.1 {
            let steps = preview::move_steps(game.info.name, variant, &game.position_text, mv);
            if let ([[from, to]], Some(art)) = (&steps[..], from_hand(&game.scene, mv))
                && from == to
            {
                ghosts.push((art, to.clone()));
            }
            for [from, to] in steps {
                let arrow = Arrow { from, to, kind: *kind };
                // Each placed piece has its own ring.
                if arrow.from == arrow.to || !arrows.contains(&arrow) {
                    arrows.push(arrow);
                }
            }
        }
        // The best one is on top.
        arrows.reverse();
        ghosts.reverse();
        let MadeArrows { threat, better, .. } = std::mem::take(&mut view.state.arrows);
        view.state.arrows = MadeArrows { of: Some(of), arrows, ghosts, threat, better };
    }
    view.state.arrows.arrows.clone()
}

/// The pieces from a hand that the same moves place on the board, translucent.
pub(super) fn board_ghosts(view: &View<'_>) -> Vec<(Art, String)> {
    let (snapshot, made) = (view.snapshot, &view.state.arrows);
    let of = made.of.as_ref().map(|(position, _)| *position);
    let fresh = snapshot.analysis.position_id == snapshot.game.position_id
        && of == Some(snapshot.game.position_id);
    let wanted = snapshot.settings.show_values || by_engine(view);
    if !fresh || snapshot.mode != Mode::Analyse || !wanted {
        return Vec::new();
    }
    made.ghosts.clone()
}

/// The piece that a move takes from a hand: the kind that its text begins with.
fn from_hand(scene: &Scene, mv: &str) -> Option<Art> {
    let kind = |name: &'_ str| name.rsplit(' ').next().unwrap_or_default().to_owned();
    let mut hands = scene.hands.iter().flatten().filter(|piece| piece.count > 0);
    hands.find(|piece| mv.starts_with(&kind(&piece.name))).map(|piece| piece.art)
}
