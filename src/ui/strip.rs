//! Player strips: one side of the game, above or below the board.
//!
//! Runs no clock: it shows the current value of a [`ClockView`], and requests the next frame when
//! the figures change, not earlier. Its height never changes.

use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};

use super::board::side_disc;
use super::hand;
use super::kit::{Kit, L, R, W};
use super::text;
use super::theme::{fade, font, size};
use super::widgets;
use crate::app::board::{HandPiece, Surface};
use crate::app::{ClockView, SeatView};
use crate::time_left::{TENTHS, clock_text};

/// Size of the clock's figures.
const CLOCK: f32 = 19.0;

/// One side, as a strip shows it.
#[derive(Clone, Copy, Debug)]
pub struct StripSide<'a> {
    /// The player.
    pub seat: &'a SeatView,
    /// The side's clock.
    pub clock: &'a ClockView,
    /// It is this side's turn.
    pub turn: bool,
    /// What the board is made of: the side's colour is that of its pieces.
    pub surface: Surface,
    /// The moment that is shown.
    pub now: Instant,
}

/// Shows one side in `r`. The response is that of the whole strip, so that a click or a menu can
/// change the player.
pub fn strip_ui(ui: &mut Ui, kit: &Kit<'_>, r: Rect, side: &StripSide<'_>) -> Response {
    strip_with_hand_ui(ui, kit, r, side, &[]).whole
}

/// A strip that was shown.
pub(super) struct ShownStrip {
    /// All of it.
    pub(super) whole: Response,
    /// Where the pieces in hand have room.
    pub(super) hand: Rect,
    /// The place of the state, if there is one.
    pub(super) chip: Option<Rect>,
}

/// As [`strip_ui`], with room for the pieces in hand.
pub(super) fn strip_with_hand_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    r: Rect,
    side: &StripSide<'_>,
    hand: &[HandPiece],
) -> ShownStrip {
    let &StripSide { seat, clock, turn, surface, now } = side;
    let left = clock.at(now);
    if clock.shown && clock.running_since.is_some() && !left.is_zero() {
        ui.ctx().request_repaint_after(until_change(left));
    }
    let id = ui.scope_id().with(("strip", seat.side_name));
    let response = ui.interact(r, id, Sense::click());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, spoken(seat, clock.shown.then_some(left), turn))
    });
    kit.card(r);
    if turn {
        kit.frame(r, size::R_CARD, fade(kit.t.accent, 0.75));
    } else if response.hovered() {
        kit.frame(r, size::R_CARD, kit.t.line2);
    }
    if response.has_focus() {
        kit.focus_ring(r, size::R_CARD);
    }
    let shown = clock.shown.then_some((left, left < clock.danger_below));
    let right = clock_ui(kit, r, shown, turn);
    let Parts { row, place, least } = parts(kit, r, right, seat, hand);
    let right = if place.width() > 0.0 && row == r { place.left() - 10.0 } else { right };
    // Visible pieces need no words.
    let stock = if hand.is_empty() { seat.stock.as_str() } else { "" };
    let room = figures(kit, row, seat, stock, right, least);
    let (room, timed) = timed_ui(kit, row, seat, room, least);
    let (name, state) = who(kit, row, seat, surface, (room, least));
    let (chip, is_cut) = state.unzip();
    let whole = match is_cut {
        // A cut text is complete in the tooltip.
        Some(true) => {
            widgets::tip(response, kit.t, seat.chip.as_ref().map_or("", |chip| &chip.text))
        }
        Some(false) | None => response,
    };
    // After the strip, which would take the pointer from it.
    let name_cut = kit.width(&seat.name, W::Semi, font::STRONG) > name.width() + 1.0;
    widgets::engine_tip(ui, kit, name, (&seat.name, &seat.own_name), name_cut);
    if let Some(place) = timed {
        let id = ui.scope_id().with(("time kept", seat.side_name));
        let response = ui.interact(place, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text::TIME_KEPT));
        widgets::tip(response, kit.t, text::TIME_KEPT_TIP);
    }
    ShownStrip { whole, hand: place, chip }
}

/// How a strip is shared out.
struct Parts {
    /// The row of name and state.
    row: Rect,
    /// Where the pieces in hand lie.
    place: Rect,
    /// What name and state need at least.
    least: f32,
}

/// Shares out the strip up to `right`. If name and pieces do not fit side by side, the pieces are
/// below.
fn parts(kit: &Kit<'_>, r: Rect, right: f32, seat: &SeatView, hand: &[HandPiece]) -> Parts {
    let least = least(kit, seat);
    let name = kit.width(&seat.name, W::Semi, font::STRONG);
    let whole = least + (name - LEAST_NAME).max(0.0);
    let room = right - r.left() - 12.0;
    if room - whole.min(LEAST_BESIDE) < hand::clear_width(hand) && !hand.is_empty() {
        let row = r.with_max_y(r.top() + ROW_ABOVE);
        let left = r.left() + 10.0;
        let in_hand = hand::width(hand, right - left);
        let x = left..=(left + in_hand).min(right);
        return Parts {
            row,
            place: Rect::from_x_y_ranges(x, row.bottom()..=r.bottom()),
            least: whole,
        };
    }
    let in_hand = hand::width(hand, room - least);
    let place = Rect::from_x_y_ranges(right - in_hand..=right, r.y_range());
    Parts { row: r, place, least }
}

/// Height of the row of name and state where pieces lie below it.
const ROW_ABOVE: f32 = 21.0;
/// So much of a long name and its state makes no second row.
const LEAST_BESIDE: f32 = 200.0;
/// The visible width of the longest name, in points.
const LEAST_NAME: f32 = 70.0;
/// Before the name: colour and icon.
const HEAD: f32 = 57.0;

/// What name and state need at least.
fn least(kit: &Kit<'_>, seat: &SeatView) -> f32 {
    let name = kit.width(&seat.name, W::Semi, font::STRONG).min(LEAST_NAME);
    let chip = seat.chip.as_ref().map_or(0.0, |chip| kit.chip_width(&chip.text) + 12.0);
    HEAD + name + chip
}

/// Name, side and state, up to `room`; the side is left out first if `least` would not be left for
/// the others. Returns the place of the name and of the state, and whether the state was cut off.
fn who(
    kit: &Kit<'_>,
    r: Rect,
    seat: &SeatView,
    surface: Surface,
    (room, least): (f32, f32),
) -> (Rect, Option<(Rect, bool)>) {
    let y = r.center().y;
    side_disc(kit, pos2(r.left() + 19.0, y), 8.0, seat.side_name, surface);
    let x = r.left() + 36.0;
    let icon = if seat.is_engine { "engine" } else { "person" };
    kit.icon(pos2(x + 7.0, y), icon, 15.0, kit.t.text3);

    // A human without a name is called by the side, which is shown only once.
    let side = if seat.name == seat.side_name { "" } else { seat.side_name };
    let note = kit.width(side, W::Regular, font::SMALL) + 7.0;
    let chip = seat.chip.as_ref().map_or(0.0, |chip| kit.chip_width(&chip.text) + 12.0);
    let (side, note) = if least + note > room - r.left() { ("", 0.0) } else { (side, note) };
    let name = (room - x - 21.0 - note - chip).max(24.0);
    let at = pos2(x + 21.0, y);
    let words = shortened(&seat.name, |words| kit.width(words, W::Semi, font::STRONG) <= name);
    let shown = kit.fit(at, L, &words, W::Semi, font::STRONG, kit.t.text, name);
    let mut x = shown.right();
    if !side.is_empty() {
        let at = pos2(x + 7.0, y);
        x = kit.text(at, L, side, W::Regular, font::SMALL, kit.t.text3).right();
    }
    let Some(chip) = &seat.chip else { return (shown, None) };
    let max = room - x - 12.0;
    let right = kit.chip_within(pos2(x + 12.0, y), &chip.text, kit.t.tone(chip.tone), max);
    let place = Rect::from_min_max(pos2(x + 12.0, y - 10.0), pos2(right, y + 10.0));
    (shown, Some((place, kit.chip_width(&chip.text) > max)))
}

/// A name that ends in brackets keeps them where it does not fit: `Quintet dr… (GUIDE)`.
fn shortened(name: &str, fits: impl Fn(&str) -> bool) -> String {
    let Some(brackets) = name.rfind(" (").filter(|_| !fits(name)) else { return name.to_owned() };
    let (head, tail) = name.split_at(brackets);
    let cuts = head.char_indices().rev().map(|(at, _)| at).filter(|at| *at >= 4);
    let mut shorter = cuts.map(|at| format!("{}\u{2026}{tail}", head[..at].trim_end()));
    shorter.find(|words| fits(words)).unwrap_or_else(|| name.to_owned())
}

/// How often an engine guessed its opponent's move: `ponder 5/9`; empty when it does not guess.
fn ponder_text(seat: &SeatView) -> String {
    seat.ponder.map(|(right, all)| format!("ponder {right}/{all}")).unwrap_or_default()
}

/// Clock (and whether it is in danger) at the right; returns where what stands before it ends.
fn clock_ui(kit: &Kit<'_>, r: Rect, left: Option<(Duration, bool)>, turn: bool) -> f32 {
    let mut right = r.right() - if left.is_some() { 5.0 } else { 14.0 };
    if let Some((left, danger)) = left {
        let w = kit.width("00:00.0", W::Figure, CLOCK) + 20.0;
        let q = Rect::from_min_max(pos2(right - w, r.top() + 5.0), pos2(right, r.bottom() - 5.0));
        let (ground, ink) = if danger {
            (fade(kit.t.danger, 0.22), kit.t.danger)
        } else if turn {
            (kit.t.accent_soft, kit.t.text)
        } else {
            (kit.t.raised, kit.t.text2)
        };
        kit.fill(q, 5.0, ground);
        let at = q.right_center() - vec2(10.0, 0.0);
        kit.text(at, R, &clock_text(left), W::Figure, CLOCK, ink);
        right = q.left() - 14.0;
    }
    right
}

/// Evaluation, stock and guesses up to `right`, as far as `least` points are left; returns where
/// they begin.
fn figures(
    kit: &Kit<'_>,
    r: Rect,
    seat: &SeatView,
    stock: &str,
    mut right: f32,
    least: f32,
) -> f32 {
    let y = r.center().y;
    let ponder = ponder_text(seat);
    // Guesses are left out if the name does not fit completely.
    let name = kit.width(&seat.name, W::Semi, font::STRONG);
    let whole = least + (name - LEAST_NAME).max(0.0);
    let figures = [
        (seat.eval.as_str(), W::Semi, least),
        (stock, W::Medium, least),
        (&ponder, W::Regular, whole),
    ];
    for (text, w, least) in figures {
        let room = right - r.left() - kit.width(text, w, font::BODY) - 14.0;
        if !text.is_empty() && room >= least {
            let at = pos2(right, y);
            right = kit.text(at, R, text, w, font::BODY, kit.t.text2).left() - 14.0;
        }
    }
    right
}

/// Says that the host keeps the time of this engine, in words up to `right` as far as `least` points are
/// left for the name, else by a sign. Returns where it begins, and where it stands.
fn timed_ui(
    kit: &Kit<'_>,
    r: Rect,
    seat: &SeatView,
    right: f32,
    least: f32,
) -> (f32, Option<Rect>) {
    const SIGN: f32 = 14.0;
    if !seat.timed_by_host {
        return (right, None);
    }
    let words = kit.width(text::TIME_KEPT, W::Regular, font::SMALL);
    let name = kit.width(&seat.name, W::Semi, font::STRONG);
    let whole =
        least + (name - LEAST_NAME).max(0.0) + kit.width(seat.side_name, W::Regular, font::SMALL);
    let y = r.center().y;
    let has_words = right - r.left() - words - 21.0 - SIGN >= whole;
    let left = right - SIGN - if has_words { words + 5.0 } else { 0.0 };
    kit.icon(pos2(left + SIGN / 2.0, y), "clock", SIGN, kit.t.text3);
    if has_words {
        kit.text(pos2(right, y), R, text::TIME_KEPT, W::Regular, font::SMALL, kit.t.text3);
    }
    let place = Rect::from_min_max(pos2(left - 2.0, y - 10.0), pos2(right, y + 10.0));
    (left - 10.0, Some(place))
}

/// How long the text of a running clock with so much left stays the same.
fn until_change(left: Duration) -> Duration {
    let unit = if left < TENTHS { 100_000_000 } else { 1_000_000_000 };
    let over = left.as_nanos() % unit;
    // One millisecond more, so that the frame falls behind the change and not upon it.
    Duration::from_nanos(u64::try_from(over).unwrap_or(0)) + Duration::from_millis(1)
}

fn spoken(seat: &SeatView, left: Option<Duration>, turn: bool) -> String {
    let mut parts = vec![seat.name.clone()];
    if seat.name != seat.side_name {
        parts.push(seat.side_name.to_owned());
    }
    if turn {
        parts.push("to move".to_owned());
    }
    parts.extend(seat.chip.iter().map(|chip| chip.text.clone()));
    // The chip may say the same.
    parts.dedup();
    parts.extend([&seat.stock, &seat.eval].into_iter().filter(|text| !text.is_empty()).cloned());
    parts.extend(seat.ponder.map(|(right, all)| format!("ponder {right} of {all} guessed right")));
    parts.extend(seat.timed_by_host.then(|| text::TIME_KEPT.to_owned()));
    parts.extend(left.map(|left| format!("{} left", spoken_time(left))));
    parts.join(", ")
}

/// `1 hour 2 minutes 5 seconds`, without zero parts.
fn spoken_time(time: Duration) -> String {
    let secs = time.as_secs();
    let parts = [(secs / 3600, "hour"), (secs / 60 % 60, "minute"), (secs % 60, "second")];
    let told = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| match n {
        1 => format!("1 {unit}"),
        n => format!("{n} {unit}s"),
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "0 seconds".to_owned() } else { told.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_frame_comes_when_the_figures_change() {
        for millis in [7, 100, 4_930, 119_999, 120_000, 121_250, 599_001, 3_600_500] {
            let left = Duration::from_millis(millis);
            let wait = until_change(left);
            let before = left.saturating_sub(wait.saturating_sub(Duration::from_millis(2)));
            assert_eq!(clock_text(before), clock_text(left), "{millis}: too late");
            let after = left.saturating_sub(wait);
            assert!(
                after.is_zero() || clock_text(after) != clock_text(left),
                "{millis}: too early"
            );
        }
    }

    #[test]
    fn a_long_name_is_cut_before_its_brackets() {
        let within = |n: usize| move |words: &str| words.chars().count() <= n;
        let name = "Quintet draughts (GUIDE)";
        assert_eq!(shortened(name, within(24)), name);
        assert_eq!(shortened(name, within(19)), "Quintet dr\u{2026} (GUIDE)");
        assert_eq!(shortened(name, within(17)), "Quintet\u{2026} (GUIDE)");
        assert_eq!(shortened(name, within(5)), name, "nothing but brackets is no name");
        assert_eq!(shortened("Scan 3.1", within(4)), "Scan 3.1");
    }

    #[test]
    fn a_seat_is_spoken_whole() {
        let seat = SeatView {
            ponder: None,
            timed_by_host: false,
            name: "Edax 4.6".into(),
            side_name: "White",
            human: false,
            is_engine: true,
            chip: None,
            stock: "19 discs".into(),
            eval: String::new(),
            engine: None,
            own_name: String::new(),
        };
        let left = Some(Duration::from_secs(92));
        let wanted = "Edax 4.6, White, to move, 19 discs, 1 minute 32 seconds left";
        assert_eq!(spoken(&seat, left, true), wanted);
        let time = |secs| spoken_time(Duration::from_secs(secs));
        assert_eq!([61, 120, 0].map(time), ["1 minute 1 second", "2 minutes", "0 seconds"]);
        assert_eq!(time(3725), "1 hour 2 minutes 5 seconds");
        let seat = SeatView { ponder: Some((5, 9)), ..seat };
        assert_eq!(ponder_text(&seat), "ponder 5/9");
        assert!(spoken(&seat, None, true).ends_with("ponder 5 of 9 guessed right"));
        let seat = SeatView { timed_by_host: true, ..seat };
        assert!(spoken(&seat, left, true).contains("time kept by Quintet, 1 minute"));
    }
}
