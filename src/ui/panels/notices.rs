//! Short messages, and the result of the game, in a place of their own that never moves anything.
//!
//! Does not decide how long a message stays; the application removes it.

use egui::accesskit::Role;
use egui::{Pos2, Rect, Response, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::{Command, GameCommand, Notice, NoticeKind, NoticeOffer};
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets::{self, Button};

/// Below this width a message shows no icon, in points.
const NARROW: f32 = 300.0;

/// Height of a message of one or two lines at the foot of a column, with the gap around it.
const FOOT: f32 = 62.0;

/// Least distance between the words and the frame above and below them, in points.
const PAD: f32 = 4.0;

/// Shows the newest message in the first of `places` that holds its words; a small cross dismisses
/// it. Returns the place it took; `None` if there is no message, or no place for it.
pub(in crate::ui) fn notices_ui(ui: &Ui, view: &mut View<'_>, places: &[Rect]) -> Option<Rect> {
    let notice = view.snapshot.notices.last()?;
    let kit = view.kit(ui);
    let words = notice.text.clone();
    let offer = buttons_width(&kit, notice, view.snapshot.notices.len());
    let fits = |rect: &&Rect| font_for(&kit, inner(**rect, offer), &words).is_some();
    let found = *places.iter().find(fits)?;
    let place = inner(found, offer);
    let points = font_for(&kit, place, &words).unwrap_or(font::SMALL);
    let frame = framed(&kit, found, place, &words, points);
    frame_ui(ui, view, notice, frame, found.center().y, None);
    let (shown, cut) = kit.block(place, &words, W::Medium, points, kit.t.text, 2);
    let response = spoken_ui(ui, notice, shown, &words);
    if let Some(all) = all_words(&view.snapshot.notices) {
        widgets::tip(response, kit.t, &all);
    } else if cut {
        widgets::tip(response, kit.t, &words);
    }
    Some(found)
}

/// Share of a column that a message takes at most; it is scrolled where it needs more.
const MOST: f32 = 0.6;
/// In a low column it covers what is above for its first lines, in points: it would say nothing else.
const LEAST: f32 = 84.0;

/// The buttons of a message stand below its words where those would have less room beside them, in points.
const BESIDE: f32 = 150.0;

/// How a message stands at the foot of a column.
#[derive(Clone, Copy, Debug)]
struct Foot {
    /// Room for the buttons beside the words, in points.
    offer: f32,
    /// Height of the words, and of the message with them, in points.
    words: f32,
    whole: f32,
    /// The buttons have a row of their own below the words.
    below: bool,
}

impl Foot {
    /// The foot of a column of this width, for a message that does not fit into the usual one.
    fn of(kit: &Kit<'_>, notice: &Notice, n_notices: usize, width: f32) -> Self {
        let offer = buttons_width(kit, notice, n_notices);
        let room = |offer: f32| {
            let column = Rect::from_min_size(Pos2::ZERO, vec2(width, 0.0));
            inner(column.shrink2(vec2(size::PAD, 0.0)), offer).width()
        };
        let below = offer > 0.0 && room(offer) < BESIDE;
        let offer = if below { 0.0 } else { offer };
        let font = W::Medium.id(font::SMALL);
        let galley = kit.p.layout(notice.text.clone(), font, kit.t.text, room(offer));
        let words = galley.size().y;
        let buttons = if below { size::CONTROL + PAD } else { 0.0 };
        Self { offer, words, whole: (words + buttons + 2.0 * (PAD + 6.0)).ceil(), below }
    }
}

/// The height that the newest message wants at the foot of a column of this width, in points: all of its
/// words, and its buttons.
pub(in crate::ui) fn notice_height(kit: &Kit<'_>, notices: &[Notice], width: f32) -> f32 {
    let Some(notice) = notices.last() else { return 0.0 };
    let column = Rect::from_min_size(Pos2::ZERO, vec2(width, FOOT)).shrink2(vec2(size::PAD, 0.0));
    let beside = inner(column, buttons_width(kit, notice, notices.len()));
    match font_for(kit, beside, &notice.text) {
        Some(_) => FOOT,
        None => Foot::of(kit, notice, notices.len(), width).whole,
    }
}

/// Shows the newest message at the foot of the column `r`, which it cuts off: all of it, however many
/// lines it has. One with an offer takes as much of the column as it wants.
pub(in crate::ui) fn notice_foot_ui(ui: &mut Ui, view: &mut View<'_>, r: &mut Rect) {
    let Some(notice) = view.snapshot.notices.last() else { return };
    let kit = view.kit(ui);
    let words = notice.text.clone();
    let place = |height: f32| r.with_min_y(r.bottom() - height).shrink2(vec2(size::PAD, 6.0));
    let usual = place(FOOT);
    let n_notices = view.snapshot.notices.len();
    let offer = buttons_width(&kit, notice, n_notices);
    if font_for(&kit, inner(usual, offer), &words).is_some() {
        notices_ui(ui, view, &[usual]);
        r.cut_bottom(FOOT);
        return;
    }
    let foot = Foot::of(&kit, notice, n_notices, r.width());
    let share = if notice.offer.is_some() { 1.0 } else { MOST };
    let whole = foot.whole.min((r.height() * share).max(LEAST));
    let rect = place(whole);
    let y = rect.top() + 18.0;
    let below = foot.below.then(|| rect.right_bottom() - vec2(10.0, PAD + size::CONTROL / 2.0));
    frame_ui(ui, view, notice, rect, y, below);
    let mut inner = inner(rect, foot.offer).shrink2(vec2(0.0, PAD));
    if foot.below {
        inner.cut_bottom(size::CONTROL + PAD);
    }
    widgets::area(ui, inner, "message", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let (_, at) = ui.allocate_space(vec2(inner.width(), foot.words));
            let kit = view.kit(ui);
            let (shown, _) = kit.block(at, &words, W::Medium, font::SMALL, kit.t.text, usize::MAX);
            let response = spoken_ui(ui, notice, shown, &words);
            if let Some(all) = all_words(&view.snapshot.notices) {
                widgets::tip(response, kit.t, &all);
            }
        });
    });
    r.cut_bottom(whole.min(r.height()));
}

/// Every message, the newest first, where there are several: each can be read while it waits.
fn all_words(notices: &[Notice]) -> Option<String> {
    let texts = notices.iter().rev().map(|notice| notice.text.as_str());
    (notices.len() > 1).then(|| texts.collect::<Vec<_>>().join("\n\n"))
}

/// The frame of a message with its icon and the cross that dismisses it, both at the height `y`. Its buttons
/// end beside the cross, or at `below`.
fn frame_ui(
    ui: &Ui,
    view: &mut View<'_>,
    notice: &Notice,
    frame: Rect,
    y: f32,
    below: Option<Pos2>,
) {
    let kit = view.kit(ui);
    let t = kit.t;
    let (icon, ink) = match notice.kind {
        NoticeKind::Info => ("info", t.text2),
        NoticeKind::Refused => ("warn", t.warn),
        NoticeKind::Error => ("warn", t.danger),
    };
    kit.fill(frame, size::R_CONTROL, mix(t.card, ink, 0.10));
    kit.frame(frame, size::R_CONTROL, fade(ink, 0.4));
    if frame.width() >= NARROW {
        kit.icon(pos2(frame.left() + 16.0, y), icon, 15.0, ink);
    }
    let close = Rect::from_center_size(pos2(frame.right() - 18.0, y), vec2(24.0, 24.0));
    if Button::icon("close", text::DISMISS).show_in(ui, &kit, close).clicked() {
        view.push(Command::DismissNotice(notice.id));
    }
    let mut right = below.unwrap_or(close.left_center() - vec2(4.0, 0.0));
    match notice.offer {
        Some(NoticeOffer::Resume) => {
            let button = Button::words("play", text::RESUME_GAME).look(Look::Primary);
            let response = button.show_right(ui, &kit, right);
            right.x = response.rect.left() - 8.0;
            if response.clicked() {
                view.push(Command::DismissNotice(notice.id));
                view.push(Command::Game(GameCommand::UndoNew));
                view.push(Command::Game(GameCommand::Resume));
            }
        }
        None => {}
    }
    others_ui(ui, view, &kit, right);
}

/// Width of the list of all messages, in points.
const LIST: f32 = 420.0;

/// The button that ends at `right` says how many other messages there are, and opens the list of all, the
/// newest first, where each can be dismissed.
fn others_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, right: Pos2) {
    let notices = view.snapshot.notices.clone();
    let Some(words) = others_words(notices.len()) else { return };
    let button = Button::words("", &words).tooltip(text::ALL_MESSAGES);
    let response = button.show_right(ui, kit, right);
    widgets::lasting_menu(&response, kit.t, text::ALL_MESSAGES, LIST, |ui| {
        for notice in notices.iter().rev() {
            let width = ui.available_width() - 46.0;
            let font = W::Regular.id(font::BODY);
            let galley = kit.p.layout(notice.text.clone(), font, kit.t.text, width);
            let height = galley.size().y.ceil() + 12.0;
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), height));
            let kit = kit.on(ui);
            let place = Rect::from_min_size(row.min + vec2(10.0, 0.0), vec2(width, height));
            let words = &notice.text;
            let (shown, _) =
                kit.block(place, words, W::Regular, font::BODY, kit.t.text, usize::MAX);
            widgets::say(ui, shown, words);
            let name = format!("{}: {words}", text::DISMISS);
            let close = pos2(row.right() - 16.0, row.top() + 16.0);
            let close = Rect::from_center_size(close, vec2(24.0, 24.0));
            let button = Button::icon("close", &name).tooltip(text::DISMISS);
            if button.show_in(ui, &kit, close).clicked() {
                view.push(Command::DismissNotice(notice.id));
            }
        }
    });
}

/// What the button says that opens the list of all messages; `None` where there is only one.
fn others_words(n_notices: usize) -> Option<String> {
    (n_notices > 1).then(|| format!("{} more", n_notices - 1))
}

/// Room for the buttons of a message, as far as it has some.
fn buttons_width(kit: &Kit<'_>, notice: &Notice, n_notices: usize) -> f32 {
    let offer = match notice.offer {
        Some(NoticeOffer::Resume) => kit.button_width("play", text::RESUME_GAME) + 8.0,
        None => 0.0,
    };
    offer + others_words(n_notices).map_or(0.0, |words| kit.button_width("", &words) + 8.0)
}

/// The spoken words of a message.
fn spoken_ui(ui: &Ui, notice: &Notice, shown: Rect, words: &str) -> Response {
    let id = ui.scope_id().with(("notice", notice.id));
    let response = ui.interact(shown, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, words));
    response
}

/// The place of the words, between the icon and an offer of this width with the cross.
fn inner(rect: Rect, offer: f32) -> Rect {
    let left = if rect.width() >= NARROW { 30.0 } else { 10.0 };
    Rect::from_x_y_ranges(rect.left() + left..=rect.right() - 34.0 - offer, rect.y_range())
}

/// The frame around the words: two rows need more height than one.
fn framed(kit: &Kit<'_>, rect: Rect, place: Rect, words: &str, size: f32) -> Rect {
    let galley = kit.p.layout(words.to_owned(), W::Medium.id(size), kit.t.text, place.width());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_messages_each_can_be_read_the_newest_first() {
        let notice = |id: u64, text: &str| {
            let (kind, text) = (NoticeKind::Info, text.to_owned());
            Notice { id, kind, text, offer: None }
        };
        let both = [notice(1, "One."), notice(2, "Two.")];
        assert_eq!(others_words(2).as_deref(), Some("1 more"));
        assert_eq!(others_words(1), None);
        assert_eq!(all_words(&both).as_deref(), Some("Two.\n\nOne."));
        assert_eq!(all_words(&both[..1]), None);
    }
}
