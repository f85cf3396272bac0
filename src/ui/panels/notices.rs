//! Short messages, and the result of the game, in a place of their own that never moves anything.
//!
//! Decides nothing about how long a message stays; the application takes it away.

use egui::{Rect, Ui, pos2, vec2};

use crate::app::{Command, NoticeKind};
use crate::ui::kit::{Kit, L, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets::{self, Button};

/// Below this width a message shows no icon, in points.
const NARROW: f32 = 300.0;

/// Least distance between the words and the frame above and below them, in points.
const PAD: f32 = 4.0;

/// Shows the newest message in the first of `places` that holds its words, else in the last; a
/// small cross dismisses it. Returns the place it took, if there is a message.
pub(in crate::ui) fn notices_ui(ui: &Ui, view: &mut View<'_>, places: &[Rect]) -> Option<Rect> {
    let notice = view.snapshot.notices.last()?;
    let kit = view.kit(ui);
    let words = match view.snapshot.notices.len() - 1 {
        0 => notice.text.clone(),
        n => format!("{}   (and {n} more)", notice.text),
    };
    let fits = |rect: &&Rect| font_for(&kit, inner(**rect), &words).is_some();
    let found = *places.iter().find(fits).or(places.last())?;
    // The last place lies over something else: no more of it is covered than the words need.
    let spare = inner(found).width() - kit.width(&words, W::Medium, font::BODY) - 4.0;
    let spare = if Some(&found) == places.last() { spare.min(found.width() - NARROW) } else { 0.0 };
    let rect = found.with_min_x(found.left() + spare.max(0.0).floor());
    let t = kit.t;
    let (icon, ink) = match notice.kind {
        NoticeKind::Info => ("info", t.text2),
        NoticeKind::Refused => ("warn", t.warn),
        NoticeKind::Error => ("warn", t.danger),
    };
    let place = inner(rect);
    let points = font_for(&kit, place, &words).unwrap_or(font::SMALL);
    let frame = framed(&kit, rect, &words, points);
    kit.fill(frame, size::R_CONTROL, mix(t.card, ink, 0.10));
    kit.frame(frame, size::R_CONTROL, fade(ink, 0.4));
    let y = rect.center().y;
    if rect.width() >= NARROW {
        kit.icon(pos2(rect.left() + 16.0, y), icon, 15.0, ink);
    }
    let (shown, cut) = kit.block(place, &words, W::Medium, points, t.text, 2);
    let id = ui.scope_id().with(("notice", notice.id));
    let response = ui.interact(shown, id, egui::Sense::hover());
    let spoken = words.clone();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Alert, true, &spoken));
    if cut {
        widgets::tip(response, t, &words);
    }
    let close = Rect::from_center_size(pos2(rect.right() - 18.0, y), vec2(24.0, 24.0));
    let id = notice.id;
    if Button::icon("close", text::DISMISS).show_in(ui, &kit, close).clicked() {
        view.push(Command::DismissNotice(id));
    }
    Some(found)
}

/// Where the words stand, between icon and cross.
fn inner(rect: Rect) -> Rect {
    let left = if rect.width() >= NARROW { 30.0 } else { 10.0 };
    Rect::from_x_y_ranges(rect.left() + left..=rect.right() - 34.0, rect.y_range())
}

/// The frame around the words: two rows need more height than one.
fn framed(kit: &Kit<'_>, rect: Rect, words: &str, size: f32) -> Rect {
    let galley =
        kit.p.layout(words.to_owned(), W::Medium.id(size), kit.t.text, inner(rect).width());
    let rows = galley.rows.len().min(2) as f32;
    let row = galley.size().y / galley.rows.len().max(1) as f32;
    let missing = rows * row + 2.0 * PAD - rect.height();
    rect.expand2(vec2(0.0, (missing / 2.0).max(0.0).ceil()))
}

/// The font in which these words fit: the usual one in one line, a smaller one in two.
fn font_for(kit: &Kit<'_>, place: Rect, words: &str) -> Option<f32> {
    if kit.width(words, W::Medium, font::BODY) <= place.width() {
        return Some(font::BODY);
    }
    let galley =
        kit.p.layout(words.to_owned(), W::Medium.id(font::SMALL), kit.t.text, place.width());
    (galley.rows.len() <= 2).then_some(font::SMALL)
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
