//! The small board beside the line of analysis under the pointer; the wheel steps through the line,
//! with Shift where it scrolls the cards.
//!
//! Plays nothing in the game: the position comes from the text of the visible position and the
//! line.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use egui::{Area, Event, Id, MouseWheelUnit, Order, Rect, Ui, Vec2, pos2, vec2};

use crate::app::board::Scene;
use crate::app::{CardLine, Snapshot, preview};
use crate::ui::board;
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::line_steps::board_steps;
use crate::ui::root::View;
use crate::ui::state::{LineId, LinePreview};
use crate::ui::theme::{font, size};
use crate::ui::widgets;

const WIDTH: f32 = 272.0;
const HEIGHT: f32 = 304.0;
/// Height of a row with what a rule of draws counts.
const COUNT: f32 = 18.0;
/// The small board is not higher than this.
const TOP: f32 = 60.0;
/// A trackpad scrolls by points: this many are one step.
const POINTS_A_LINE: f32 = 40.0;

/// The small board that was made last, and for what.
#[derive(Clone, Debug)]
pub(in crate::ui) struct PreviewScene {
    of: (u64, LineId, Vec<String>),
    scene: Option<Scene>,
    /// What rules of draws count at its end.
    counts: Vec<String>,
}

/// Notes that the pointer is on this line, on its move number `word` if on any; a wheel steps on
/// from there.
pub(super) fn look_at(
    ui: &Ui,
    view: &mut View<'_>,
    of: LineId,
    moves: &[String],
    word: Option<usize>,
) {
    let before = view.state.preview.filter(|p| {
        // While an engine thinks, the line under the pointer may change.
        let same = moves.get(..p.n_moves).is_some_and(|moves| digest(moves) == p.played);
        p.of == of && same
    });
    let mut at = before.map_or(moves.len(), |p| p.n_moves);
    let seen = before.and_then(|p| p.word);
    if let Some(word) = word.filter(|_| word != seen) {
        at = word.min(moves.len());
    }
    let mut turned = before.map_or(0.0, |p| p.turned) + wheel(ui, view.state.cards_scroll);
    while turned.abs() >= 1.0 {
        at = if turned > 0.0 { at.saturating_sub(1) } else { (at + 1).min(moves.len()) };
        turned -= turned.signum();
    }
    let pass = ui.ctx().cumulative_pass_nr();
    let played = digest(&moves[..at]);
    let word = word.or(seen);
    if before.is_none_or(|before| before.n_moves != at) {
        // The board shows the line, too, and comes before the panel.
        ui.ctx().request_repaint();
    }
    view.state.preview = Some(LinePreview { of, n_moves: at, word, played, turned, pass });
}

/// Distinguishes lines of moves.
fn digest(moves: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    moves.hash(&mut hasher);
    hasher.finish()
}

/// The wheel movement in this frame, in lines; nothing else scrolls by it. Where it counts only
/// `with_shift`, the wheel alone scrolls what is under the pointer.
fn wheel(ui: &Ui, with_shift: bool) -> f32 {
    ui.input_mut(|input| {
        if !with_shift {
            input.smooth_scroll_delta = egui::Vec2::ZERO;
        }
        let lines = |event: &Event| match event {
            Event::MouseWheel { modifiers, .. } if with_shift && !modifiers.shift => 0.0,
            // With Shift, some systems turn the wheel sideways.
            Event::MouseWheel { delta, unit: MouseWheelUnit::Point, .. } => {
                (delta.x + delta.y) / POINTS_A_LINE
            }
            Event::MouseWheel { delta, .. } => delta.x + delta.y,
            _ => 0.0,
        };
        input.events.iter().map(lines).sum()
    })
}

/// Shows the small board left of the panel while the pointer is on a line.
pub(in crate::ui) fn preview_ui(ui: &Ui, view: &mut View<'_>, panel: Rect) {
    let Some(look) = view.state.preview else { return };
    if look.pass != ui.ctx().cumulative_pass_nr() {
        view.state.preview = None;
        view.state.preview_scene = None;
        ui.ctx().request_repaint();
        return;
    }
    let snapshot = view.snapshot;
    let Some((position_text, line)) = line_of(snapshot, look.of) else { return };
    let n = look.n_moves.min(line.moves.len());
    let of = (snapshot.game.position_id, look.of, line.moves[..n].to_vec());
    if view.state.preview_scene.as_ref().is_none_or(|made| made.of != of) {
        let game = &snapshot.game;
        let variant = game.variant_name.as_deref();
        let scene = preview::scene_after(game.info.name, variant, position_text, &of.2);
        // Only of the position shown it is known what was played before.
        let history = if position_text == game.position_text { &*game.history } else { &[] };
        let counts = preview::counts_after(game.info.name, variant, position_text, history, &of.2);
        view.state.preview_scene = Some(PreviewScene { of, scene, counts });
    }
    let covered = match view.state.board.layout() {
        Some(layout) => board::covered(&layout, &board_steps(view)),
        None => Vec::new(),
    };
    let Some(made) = view.state.preview_scene.as_ref() else { return };
    let Some(scene) = made.scene.as_ref() else { return };
    let height = HEIGHT + made.counts.len() as f32 * COUNT;
    let y = ui.input(|input| input.pointer.hover_pos()).map_or(panel.top(), |p| p.y);
    let right = Rect::from_x_y_ranges(
        panel.left() - WIDTH - 12.0..=panel.left() - 12.0,
        TOP..=(panel.bottom() - 12.0).max(TOP + height),
    );
    let rect = free_place(right, vec2(WIDTH, height), y - height / 3.0, &covered);
    let area = Area::new(Id::unique("line preview")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(rect.min).show(ui.ctx(), |ui| {
        ui.allocate_space(rect.size());
        let kit = view.kit(ui);
        kit.soft_shadow(rect, 10, 32, 170);
        kit.fill(rect, 10.0, kit.t.raised);
        kit.frame(rect, 10.0, kit.t.line2);
        let mut inner = rect.shrink(size::PAD);
        board::thumbnail(&kit, inner.cut_top(248.0), scene, "line");
        for words in made.counts.iter().rev() {
            let row = inner.cut_bottom(COUNT);
            let at = pos2(row.left() + 2.0, row.center().y);
            let ink = kit.t.text2;
            widgets::label(ui, &kit, at, L, words, W::Regular, font::SMALL, ink, row.width() - 4.0);
        }
        foot_ui(&kit, inner, &line.moves, n, view.state.cards_scroll);
    });
}

/// The place for a board of this size in the column `right`, as near to `top` as it can be: where it covers
/// least of what is `covered` already, in that column or in that at the left edge of the window.
fn free_place(right: Rect, room: Vec2, top: f32, covered: &[Rect]) -> Rect {
    let highest = right.bottom() - room.y;
    let at_left = (size::RAIL + 12.0).min(right.left());
    let tops = [top.clamp(right.top(), highest), right.top(), highest];
    let places = [right.left(), at_left].into_iter().flat_map(|x| tops.map(|y| pos2(x, y)));
    let places = places.map(|min| Rect::from_min_size(min, room));
    let hidden = |place: &Rect| -> f32 {
        let common = covered.iter().map(|rect| rect.intersect(*place));
        common.filter(|common| common.is_positive()).map(|common| common.area()).sum()
    };
    let best = places.min_by(|one, other| hidden(one).total_cmp(&hidden(other)));
    best.unwrap_or(right)
}

/// The line, and the position that it begins in.
fn line_of(snapshot: &Snapshot, of: LineId) -> Option<(&str, &CardLine)> {
    let analysis = &snapshot.analysis;
    match of {
        LineId::Card(id, idx) => {
            let card = analysis.cards.iter().find(|card| card.id == id)?;
            let turned = card.threat.as_ref().map(|threat| &threat.position_text);
            let own = turned.or(card.lock.as_ref().map(|lock| &lock.position_text));
            Some((own.unwrap_or(&snapshot.game.position_text), card.lines.get(idx)?))
        }
        LineId::Said(side) => {
            let said = analysis.said.iter().find(|said| said.side == side)?;
            Some((&said.position_text, &said.line))
        }
        LineId::Pinned(id) => {
            let pinned = analysis.pinned.iter().find(|pinned| pinned.id == id)?;
            Some((&pinned.position_text, &pinned.line))
        }
        LineId::Elsewhere(idx) => {
            Some((&snapshot.game.position_text, &snapshot.elsewhere.get(idx)?.line))
        }
    }
}

fn foot_ui(kit: &Kit<'_>, rect: Rect, moves: &[String], n: usize, with_shift: bool) {
    let y = rect.center().y + 4.0;
    let last = n.checked_sub(1).map_or("position shown", |i| moves[i].as_str());
    let count = format!("   move {n} of {}", moves.len());
    let runs = [(last, W::Semi, kit.t.text), (count.as_str(), W::Regular, kit.t.text3)];
    kit.runs(pos2(rect.left() + 2.0, y), L, &runs, 12.5, 170.0);
    let at = pos2(rect.right() - 2.0, y);
    if moves.len() < 2 {
        return;
    }
    let words = if with_shift { "Shift+wheel: step" } else { "wheel: step" };
    kit.text(at, R, words, W::Regular, font::SMALL, kit.t.text3);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_board_gives_way_to_what_the_line_shows_on_the_board() {
        let right = Rect::from_min_max(pos2(600.0, TOP), pos2(872.0, 800.0));
        let room = vec2(272.0, 304.0);
        let place = |covered: &[Rect]| free_place(right, room, 200.0, covered).min;
        assert_eq!(place(&[]), pos2(600.0, 200.0));
        let ghost = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), Vec2::splat(60.0));
        assert_eq!(place(&[ghost(400.0, 300.0)]), pos2(600.0, 200.0), "none is in its way");
        assert_eq!(place(&[ghost(700.0, 450.0)]), pos2(600.0, TOP));
        assert_eq!(place(&[ghost(700.0, 300.0)]), pos2(600.0, 496.0));
        let both = [ghost(700.0, 300.0), ghost(700.0, 600.0)];
        assert_eq!(place(&both), pos2(size::RAIL + 12.0, 200.0));
    }
}
