//! The openings in the form for a tournament: their file, order and length.
//!
//! Reads no file.

use std::path::PathBuf;

use egui::Ui;

use super::match_form::{caption, row};
use super::tournament_form::{TournamentForm, number};
use super::tournament_rules::field;
use crate::app::OpeningOrder;
use crate::ui::dialogs::{PathUse, ask_path};
use crate::ui::kit::{Cut, Kit};
use crate::ui::root::View;
use crate::ui::widgets::{self, Button, FieldLook};

/// The orders of the openings of a file, the usual one first.
const ORDERS: [(OpeningOrder, &str); 2] =
    [(OpeningOrder::InOrder, "As in the file"), (OpeningOrder::Random, "Random, by the seed")];

/// Shows the file with the openings, which can be chosen, and how they are used.
pub(super) fn openings_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    p: &mut egui::Rect,
    form: &mut TournamentForm,
) {
    let mut r = row(p);
    caption(ui, kit, &mut r, "Openings");
    let choose = Button::icon("open", "Choose the file with the openings");
    let choose = choose.show_right(ui, kit, r.right_center());
    r.set_right(choose.rect.left() - 6.0);
    let hint = "by the seed, or a file";
    let name = "Openings: value";
    widgets::text_field(ui, kit, r, &mut form.openings_file, name, hint, FieldLook::Plain);
    if choose.clicked() {
        let named = form.openings_file.trim();
        let suggestion = (!named.is_empty()).then(|| PathBuf::from(named));
        ask_path(ui.ctx(), view.state, PathUse::Openings, suggestion);
    }
    if form.openings_file.trim().is_empty() {
        return;
    }
    let mut r = row(p);
    caption(ui, kit, &mut r, "Their order");
    let on = ORDERS.iter().position(|(order, _)| Some(*order) == form.openings_order);
    let items = ORDERS.map(|(_, words)| (words, ""));
    let cell = r.cut_left(r.width().min(220.0));
    let chosen = widgets::choice(ui, kit, cell, "Order of the openings", &items, on.unwrap_or(0));
    if let Some(i) = chosen {
        form.openings_order = Some(ORDERS[i].0);
    }
    let ok = number(&form.opening_plies, "plies").is_ok();
    let hint = "of longer games; empty for all";
    field(ui, kit, p, "Their plies", &mut form.opening_plies, hint, ok);
}
