//! What keeps a card at one position: the button for it, and the row that says which position it is.
//!
//! Follows nothing: it pushes commands.

use egui::accesskit::Role;
use egui::{Pos2, Rect, Ui, WidgetInfo, pos2, vec2};

use crate::app::{AnalysisCommand, Command, EngineCardView, GameCommand, LockView};
use crate::ui::kit::{Kit, L, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, size};
use crate::ui::widgets::{self, Button};

/// The button that locks the card to the position shown, with its right edge at `right`.
pub(super) fn lock_button_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    right: Pos2,
    card: &EngineCardView,
) {
    let on = card.lock.is_some();
    let name = match on {
        true => format!("Let {} follow the board again", card.name),
        false => format!("Lock {} to this position", card.name),
    };
    let icon = if on { "lock" } else { "unlock" };
    let button = Button { on: Some(on), tooltip: text::LOCK_TIP, ..Button::icon(icon, &name) };
    if button.show(ui, kit, right).clicked() {
        view.push(Command::Analysis(AnalysisCommand::Lock(card.id, !on)));
    }
}

/// Shows the row; a click goes to the position.
pub(super) fn lock_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    card: &EngineCardView,
    lock: &LockView,
) {
    let t = kit.t;
    kit.hline(row.left() + 8.0, row.right() - 8.0, row.top());
    let words = match lock.is_shown {
        true => format!("Locked here, at {}", lock.title),
        false => format!("Locked at {}", lock.title),
    };
    let w = (kit.width(&words, W::Medium, font::SMALL) + 34.0).min(row.width() - 16.0);
    let at = pos2(row.left() + 6.0, row.center().y - 10.0);
    let place = Rect::from_min_size(at, vec2(w, 20.0));
    let response = widgets::hit(ui, place, ("locked", card.id), !lock.is_shown);
    kit.fill(place, size::R_CONTROL, fade(t.hover, widgets::lift(&response)));
    let ink = if lock.is_shown { t.text2 } else { t.accent_text };
    kit.icon(place.left_center() + vec2(13.0, 0.0), "lock", 12.0, ink);
    kit.fit(
        place.left_center() + vec2(25.0, 0.5),
        L,
        &words,
        W::Medium,
        font::SMALL,
        ink,
        w - 30.0,
    );
    widgets::ring(kit, &response, place, size::R_CONTROL);
    let spoken = format!("{}: {words}", card.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let response = widgets::tip(response, t, text::LOCKED_TIP);
    if response.clicked() {
        view.push(Command::Game(GameCommand::GoTo(lock.node)));
    }
}
