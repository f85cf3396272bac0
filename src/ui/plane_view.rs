//! The layout around and over an endless plane: strips, rows, buttons and hands.
//!
//! The plane itself is a board like any other; see [`super::board`].

use egui::{Pos2, Rect, Ui, pos2, vec2};

use super::actions::{ActionId, action};
use super::board::{self, BoardState};
use super::centre::{Column, EDGE, ROW};
use super::hand::{self, Deed};
use super::kit::{Kit, L, Look, W};
use super::root::View;
use super::theme::{fade, font, size};
use super::widgets::{self, Button};
use crate::app::board::{HandPiece, Scene};
use crate::app::{Command, GameCommand};

/// The buttons at the right edge of the plane, from the top.
const BUTTONS: [ActionId; 4] =
    [ActionId::BoardNearer, ActionId::BoardFarther, ActionId::Turn, ActionId::BoardFit];
/// Width and height of such a button, in points.
const BUTTON: f32 = 32.0;

/// The parts of the centre if the board is a plane: it fills everything, the others are over it.
pub(super) fn column(area: Rect, bar: bool, row: bool) -> Column {
    let mut r = area.shrink(EDGE);
    let height = size::STRIP + 4.0;
    let upper = Rect::from_min_size(r.min, vec2(r.width(), height));
    let lower = Rect::from_min_max(pos2(r.left(), r.bottom() - height), r.max);
    r = Rect::from_min_max(
        pos2(r.left(), upper.bottom() + size::GAP),
        pos2(r.right(), lower.top() - size::GAP),
    );
    let row = row.then(|| r.with_min_y(r.bottom() - ROW + size::GAP));
    if let Some(row) = row {
        r.max.y = row.top() - size::GAP;
    }
    let bar = r.with_max_x(r.left() + if bar { size::BAR } else { 0.0 });
    let beside = if bar.width() > 0.0 { size::GAP } else { 0.0 };
    Column { strips: [upper, lower], bar, board: r.with_min_x(bar.right() + beside), row }
}

/// Tells the board its unobstructed part, and shows it in all of `area`.
pub(super) fn clear(state: &mut BoardState, column: &Column) {
    let buttons = BUTTON + size::GAP;
    state.clear = Some(column.board.with_max_x(column.board.right() - buttons));
}

/// The buttons that zoom, turn and fit, at the right edge of the plane.
pub(super) fn buttons_ui(ui: &Ui, view: &mut View<'_>, column: &Column) {
    let kit = view.kit(ui);
    let height = BUTTON * BUTTONS.len() as f32;
    let place = column.board;
    let min = pos2(place.right() - BUTTON, place.center().y - height / 2.0);
    let card = Rect::from_min_size(kit.snap_pos(min), vec2(BUTTON, height));
    kit.fill(card, size::R_CARD, fade(kit.t.card, 0.94));
    kit.frame(card, size::R_CARD, kit.t.line0);
    for (i, id) in BUTTONS.into_iter().enumerate() {
        let action = action(id);
        let tooltip = action.tooltip();
        let centre = pos2(card.center().x, card.top() + BUTTON * (i as f32 + 0.5));
        let rect = Rect::from_center_size(centre, vec2(size::CONTROL, size::CONTROL));
        let icon = if id == ActionId::Turn { "reset" } else { action.icon };
        let button = Button::icon(icon, action.words).tooltip(&tooltip);
        if button.show_in(ui, &kit, rect).clicked() {
            view.act(ui.ctx(), id);
        }
    }
}

/// Says that the user must pass and why, with the button for it, at the lower edge of `board`.
pub(super) fn pass_ui(ui: &Ui, view: &mut View<'_>, board: Rect) {
    let Some(pass) = &view.snapshot.game.pass else { return };
    let kit = view.kit(ui);
    let action = action(ActionId::Pass);
    let button = kit.button_width(action.icon, action.words);
    let words = kit.width(&pass.note, W::Medium, font::BODY);
    let size = vec2((words + button + 44.0).min(board.width()), 40.0);
    let min = pos2(board.center().x - size.x / 2.0, board.bottom() - size.y);
    let card = Rect::from_min_size(kit.snap_pos(min), size);
    kit.soft_shadow(card, size::R_CARD as u8, 24, 120);
    kit.fill(card, size::R_CARD, kit.t.raised);
    kit.frame(card, size::R_CARD, kit.t.select);
    let (at, room) = (card.left_center() + vec2(16.0, 0.0), size.x - button - 40.0);
    let ink = kit.t.text;
    widgets::label(ui, &kit, at, L, &pass.note, W::Medium, font::BODY, ink, room);
    let right = card.right_center() - vec2(8.0, 0.0);
    let tooltip = action.tooltip();
    let button = Button::words(action.icon, action.words).tooltip(&tooltip).look(Look::Primary);
    if button.show_right(ui, &kit, right).clicked() {
        view.act(ui.ctx(), ActionId::Pass);
    }
}

/// Shows a side's pieces in hand in `rect`, and plays with them.
pub(super) fn hand_ui(ui: &Ui, view: &mut View<'_>, rect: Rect, hand: &[HandPiece]) {
    let kit = view.kit(ui);
    let game = &view.snapshot.game;
    let analysis = &view.snapshot.analysis;
    let fresh = analysis.position_id == game.position_id;
    let hinted =
        |piece: &HandPiece| fresh && analysis.values.iter().any(|value| value.cell == piece.name);
    let Some((i, deed)) = hand::hand_ui(ui, &kit, rect, hand, &hinted, game.can_move) else {
        return;
    };
    let piece = &hand[i];
    let scene = game.scene.clone();
    match deed {
        Deed::Clicked { by_key } => {
            view.push(Command::Game(GameCommand::Click(piece.name.clone())));
            if by_key && !piece.chosen {
                view.state.board.seek_target();
            }
        }
        Deed::Dragged(at) => {
            if view.state.held_hand.as_ref() != Some(&piece.name) {
                view.state.held_hand = Some(piece.name.clone());
                if !piece.chosen {
                    view.push(Command::Game(GameCommand::Click(piece.name.clone())));
                }
            }
            held_ui(ui, &kit, &view.state.board, piece, at);
        }
        Deed::Dropped(at) => {
            view.state.held_hand = None;
            if let Some(cell) = dropped_on(&view.state.board, &scene, at).filter(|_| piece.chosen) {
                view.push(Command::Game(GameCommand::Click(cell)));
            }
        }
    }
}

/// The dragged piece, above everything.
fn held_ui(ui: &Ui, kit: &Kit<'_>, board: &BoardState, piece: &HandPiece, at: Pos2) {
    let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("held piece"));
    let above = Kit { p: ui.ctx().layer_painter(layer), ..kit.clone() };
    let width = board.unit().unwrap_or(60.0);
    above.blob(at + vec2(2.0, 6.0), width * 0.7, 0.8);
    board::piece_sample(&above, egui::Id::unique("held"), piece.art, at, width, 0.95);
}

fn dropped_on(board: &BoardState, scene: &Scene, at: Pos2) -> Option<String> {
    board.cell_at(scene, at)
}
