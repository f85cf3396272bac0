//! Short messages, and the result of the game, in a place of their own that never moves anything.
//!
//! Decides nothing about how long a message stays; the application takes it away.

use egui::{Rect, Ui, pos2, vec2};

use crate::app::{Command, NoticeKind};
use crate::ui::kit::{L, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets::{self, Button};

/// Shows the newest message in `rect`; a small cross dismisses it. Returns whether there is one.
pub(in crate::ui) fn notices_ui(ui: &Ui, view: &mut View<'_>, rect: Rect) -> bool {
    let Some(notice) = view.snapshot.notices.last() else { return false };
    let kit = view.kit(ui);
    let t = kit.t;
    let (icon, ink) = match notice.kind {
        NoticeKind::Info => ("info", t.text2),
        NoticeKind::Refused => ("warn", t.warn),
        NoticeKind::Error => ("warn", t.danger),
    };
    kit.fill(rect, size::R_CONTROL, mix(t.card, ink, 0.10));
    kit.frame(rect, size::R_CONTROL, fade(ink, 0.4));
    let y = rect.center().y;
    kit.icon(pos2(rect.left() + 16.0, y), icon, 15.0, ink);
    let more = view.snapshot.notices.len() - 1;
    let words = match more {
        0 => notice.text.clone(),
        n => format!("{}   (and {n} more)", notice.text),
    };
    let max = rect.width() - 70.0;
    let at = pos2(rect.left() + 30.0, y);
    let shown = kit.fit(at, L, &words, W::Medium, font::BODY, t.text, max);
    let place = ui.interact(
        Rect::from_min_max(shown.min, pos2(rect.right() - 36.0, shown.max.y)),
        ui.scope_id().with(("notice", notice.id)),
        egui::Sense::hover(),
    );
    let spoken = words.clone();
    place.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Alert, true, &spoken));
    if shown.width() >= max - 4.0 {
        widgets::tip(place, t, &words);
    }
    let close = Rect::from_center_size(pos2(rect.right() - 18.0, y), vec2(24.0, 24.0));
    let id = notice.id;
    if Button::icon("close", text::DISMISS).show_in(ui, &kit, close).clicked() {
        view.push(Command::DismissNotice(id));
    }
    true
}

/// Shows the result of the game in `rect`, if it is over. Returns whether it is.
pub(in crate::ui) fn banner_ui(ui: &Ui, view: &View<'_>, rect: Rect) -> bool {
    let result = &view.snapshot.game.result;
    if result.is_empty() {
        return false;
    }
    let kit = view.kit(ui);
    let at = pos2(rect.left() + 30.0, rect.center().y);
    kit.icon(pos2(rect.left() + 14.0, at.y), "flag", 15.0, kit.t.accent_text);
    let max = rect.width() - 36.0;
    widgets::label(ui, &kit, at, L, result, W::Semi, font::BODY, kit.t.text, max);
    true
}
