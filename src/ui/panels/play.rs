//! The panel of play: both players with their pieces, the turn, the moves.
//!
//! Referees nothing.

use egui::{Pos2, Rect, Ui, pos2, vec2};

use super::coach::{coach_sign_ui, coach_ui};
use super::decisions::resign_menu_ui;
use super::failures::failures_ui;
use super::moves::moves_panel_ui;
use super::stakes::{stakes_head_ui, stakes_ui};
use crate::app::board::Counter;
use crate::app::{Command, GameCommand, GameView, Snapshot};
use crate::ui::actions::{ActionId, LOW_WINDOW, action, engine_to_move, only_interrupts};
use crate::ui::board::side_disc;
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button};

/// Distance between two buttons.
const BETWEEN: f32 = 8.0;
/// Height of the card of both players.
const SCORE: f32 = 132.0;
/// Least room for buttons and moves below it.
const MOVES_LEAST: f32 = 120.0;

/// Shows the panel, filling `rect`.
pub(in crate::ui) fn play_panel_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let game = &view.snapshot.game;
    let mut p = rect;
    let head = p.cut_top(44.0).shrink2(vec2(size::PAD, 0.0));
    let t = kit.t;
    let at = head.left_center();
    if let Some(table) = game.scene.table.as_ref() {
        let stakes = &table.stakes;
        stakes_head_ui(ui, &kit, head, stakes);
        let right = pause_ui(ui, view, &kit, head);
        coach_sign_ui(ui, view, &kit, right);
        failures_ui(ui, view, &mut p);
        coach_ui(ui, view, &mut p);
        rating_row_ui(ui, view, &mut p);
        stakes_ui(ui, view, &mut p, table);
        return moves_panel_ui(ui, view, p);
    }
    let title = game.info.title;
    let end = widgets::label(ui, &kit, at, L, title, W::Semi, font::STRONG, t.text, 200.0).right();
    let at = pos2(end + 9.0, head.center().y);
    kit.fit(at, L, &game.variant, W::Regular, font::BODY, t.text3, head.right() - end - 92.0);
    let right = pause_ui(ui, view, &kit, head);
    coach_sign_ui(ui, view, &kit, right);
    failures_ui(ui, view, &mut p);
    coach_ui(ui, view, &mut p);
    rating_row_ui(ui, view, &mut p);
    let is_low = ui.ctx().content_rect().height() < LOW_WINDOW;
    let offer = offer(view.snapshot);
    // If a failure, or the words about the rating in a low window, leave no room for it, the strips
    // beside the board show the same.
    let gives_way = is_low && game.adaptive.is_some() && offer.is_none();
    if p.height() >= SCORE + MOVES_LEAST && !gives_way {
        let card = p.cut_top(SCORE).shrink2(vec2(size::PAD, 0.0));
        let at = card.right_bottom() - vec2(6.0, 20.0);
        let taken = offer.as_ref().map_or(0.0, |(icon, words, _)| kit.button_width(icon, words));
        score_card_ui(ui, &kit, card, game, taken);
        if let Some((icon, words, command)) = offer
            && Button::words(icon, words).show_right(ui, &kit, at).clicked()
        {
            view.push(command);
        }
        p.cut_top(size::GAP);
    }
    if is_low {
        let row = p.cut_top(size::CONTROL).shrink2(vec2(size::PAD, 0.0));
        play_buttons_ui(ui, view, row, false);
        p.cut_top(size::GAP);
    }
    moves_panel_ui(ui, view, p);
}

/// Whether a game against the adaptive opponent counts, and what it has changed.
fn rating_row_ui(ui: &Ui, view: &mut View<'_>, p: &mut Rect) {
    let Some(adaptive) = view.snapshot.game.adaptive.clone() else { return };
    let kit = view.kit(ui);
    let mut row = p.cut_top(36.0).shrink2(vec2(size::PAD, 0.0));
    let at = row.cut_right(size::CONTROL).right_center();
    row.cut_right(8.0);
    widgets::note(ui, &kit, row, &adaptive.text, font::SMALL, kit.t.text2, 2);
    if Button::icon("graph", text::YOUR_RATING).show_right(ui, &kit, at).clicked() {
        view.act(ui.ctx(), ActionId::Rating);
    }
    p.cut_top(size::GAP);
}

/// The button that lets the game wait, at the right of `head`; returns the middle of what is free beside it.
fn pause_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect) -> Pos2 {
    let pause = action(ActionId::Pause);
    let right = head.right_center() + vec2(4.0, 0.0);
    if !pause.is_enabled(view.snapshot) {
        return right;
    }
    let paused = view.snapshot.game.paused;
    let (icon, words) = if paused { ("play", "Resume the game") } else { ("pause", text::PAUSE) };
    let tooltip = format!("{words}   {}", pause.key_text());
    let button = Button::icon(icon, words).tooltip(&tooltip).on(paused);
    let response = button.show_right(ui, kit, right);
    if response.clicked() {
        view.act(ui.ctx(), ActionId::Pause);
    }
    response.rect.left_center() - vec2(2.0, 0.0)
}

/// An action on the state of the game: icon, label, and command.
fn offer(snapshot: &Snapshot) -> Option<(&'static str, &'static str, Command)> {
    let game = &snapshot.game;
    if game.playing && game.draw_offered {
        let accept = Command::Game(GameCommand::OfferDraw);
        return Some(("handshake", text::ACCEPT_DRAW, accept));
    }
    let claim = || ("handshake", text::CLAIM_DRAW, Command::Game(GameCommand::ClaimDraw));
    (!game.claim.is_empty()).then(claim)
}

/// Both players and the state of the game with what counting rules count; `taken` points beside
/// the state belong to a button.
fn score_card_ui(ui: &Ui, kit: &Kit<'_>, r: Rect, game: &GameView, taken: f32) {
    let t = kit.t;
    kit.card(r);
    for (i, seat) in game.seats.iter().enumerate() {
        let y = r.top() + 24.0 + 40.0 * i as f32;
        side_disc(kit, pos2(r.left() + 21.0, y), 7.0, seat.side_name, game.scene.surface);
        let in_hand: u32 = game.scene.hands[i].iter().map(|piece| u32::from(piece.count)).sum();
        let in_hand = format!("{in_hand} in hand");
        // What the strip shows need not be listed here.
        let hands = !game.scene.hands[i].is_empty();
        let (figure, unit) = figure(if hands { &in_hand } else { &seat.stock });
        let end = kit.text(pos2(r.right() - 14.0, y), R, figure, W::Figure, font::FIGURE, t.text);
        widgets::say(ui, end, &format!("{}: {}", seat.side_name, seat.stock));
        let at = pos2(end.left() - 8.0, y + 2.0);
        let end = kit.text(at, R, unit, W::Regular, font::SMALL, t.text3);
        let at = pos2(r.left() + 38.0, y);
        let max = end.left() - at.x - 8.0;
        kit.fit(at, L, &seat.name, W::Medium, font::BODY, t.text, max);
    }
    let counts = counts(game);
    let y = r.bottom() - 20.0;
    kit.hline(r.left() + 12.0, r.right() - 12.0, y - 18.0);
    let up = if counts.is_empty() { 0.0 } else { 8.0 };
    let at = pos2(r.left() + 14.0, y - up);
    let max = r.width() - 28.0 - taken;
    let words = state_words(game);
    let (weight, ink) =
        if game.result.is_empty() { (W::Regular, t.text2) } else { (W::Semi, t.text) };
    widgets::label(ui, kit, at, L, &words, weight, 12.5, ink, max);
    if counts.is_empty() {
        return;
    }
    let place = Rect::from_min_size(pos2(at.x, y), vec2(max, 16.0));
    widgets::note(ui, kit, place, &counts, font::SMALL, t.text2, 1);
}

/// The second line of the state: what counting rules count, while the game goes on.
fn counts(game: &GameView) -> String {
    if !game.result.is_empty() {
        return String::new();
    }
    let counters: Vec<String> = game.counters.iter().map(counter_text).collect();
    counters.join(" \u{b7} ")
}

/// `19 discs` as figure and unit; anything without a single figure (`3 men, 1 king`) is all unit.
fn figure(stock: &str) -> (&str, &str) {
    let is_digit = |c: char| c.is_ascii_digit();
    match stock.split_once(' ') {
        Some((figure, unit)) if figure.starts_with(is_digit) && !unit.contains(is_digit) => {
            (figure, unit)
        }
        _ => ("", stock),
    }
}

/// `12 of 25  25-move rule`: the number first, which must not be cut.
pub(super) fn counter_text(counter: &Counter) -> String {
    format!("{} of {}  {}", counter.value, counter.limit, counter.title)
}

fn state_words(game: &GameView) -> String {
    if !game.result.is_empty() {
        return game.result.clone();
    }
    if game.waits {
        return "Waiting for you: what becomes of the game?".to_owned();
    }
    if game.playing && game.paused {
        let key = action(ActionId::Pause).key_text();
        return format!("Paused: {key} or the button above goes on");
    }
    if !game.claim.is_empty() {
        return format!("Draw: {}", game.claim);
    }
    match game.turn {
        Some(side) => {
            let seat = &game.seats[side.idx()];
            if game.playing && game.at_end && seat.human {
                format!("{} to move: your turn", seat.side_name)
            } else {
                format!("{} to move", seat.side_name)
            }
        }
        None => "The game is over here".to_owned(),
    }
}

/// The buttons of a game, and the width of each with its label. The width is fixed, so that later
/// ones do not move; the last is as wide as its label.
fn play_slots(view: &View<'_>, kit: &Kit<'_>, turn: bool) -> Vec<(ActionId, f32)> {
    let thinking = engine_to_move(view.snapshot);
    let over = !view.snapshot.game.playing;
    let help = if thinking { ActionId::MoveNow } else { ActionId::Hint };
    let end = if over { ActionId::NewGame } else { ActionId::Resign };
    let width = |ids: [ActionId; 2]| {
        ids.map(|id| kit.button_width(action(id).icon, action(id).words))
            .into_iter()
            .fold(0.0, f32::max)
    };
    let mut helps = width([ActionId::Hint, ActionId::MoveNow]);
    if view.snapshot.no_stop.seats.contains(&true) {
        helps = helps.max(kit.button_width(action(ActionId::MoveNow).icon, text::INTERRUPT));
    }
    if view.snapshot.practice.is_some() {
        // Help and the way on are those of the practice, in its panel.
        let turns = turn.then(|| (ActionId::Turn, width([ActionId::Turn; 2])));
        return turns.into_iter().collect();
    }
    let slots =
        [(help, helps), (ActionId::Turn, width([ActionId::Turn; 2])), (end, width([end; 2]))];
    slots.into_iter().filter(|(id, _)| turn || *id != ActionId::Turn).collect()
}

/// The room that [`play_buttons_ui`] needs to show words.
pub(super) fn play_buttons_width(view: &View<'_>, kit: &Kit<'_>, turn: bool) -> f32 {
    play_slots(view, kit, turn).iter().map(|(_, width)| width + BETWEEN).sum()
}

/// Hint (or Move now while an engine thinks), Turn board if `turn`, Resign (or New game when it is
/// over), from the left edge of `row`, icons alone where it has no room for words; returns where
/// they end.
pub(in crate::ui) fn play_buttons_ui(ui: &Ui, view: &mut View<'_>, row: Rect, turn: bool) -> f32 {
    let kit = view.kit(ui);
    let y = row.center().y;
    let narrow = play_buttons_width(view, &kit, turn) - BETWEEN > row.width();
    let mut x = row.left();
    for (id, w) in play_slots(view, &kit, turn) {
        let w = if narrow { size::CONTROL } else { w };
        let action = action(id);
        let interrupts = id == ActionId::MoveNow && only_interrupts(view.snapshot);
        let tooltip = if interrupts {
            format!("{}   {}", text::INTERRUPT_TIP, action.key_text())
        } else {
            action.tooltip()
        };
        let words = action.words_now(view.snapshot);
        let rect = Rect::from_min_size(pos2(x, y - size::CONTROL / 2.0), vec2(w, size::CONTROL));
        let look = if id == ActionId::NewGame { Look::On } else { Look::Plain };
        let button = match narrow {
            true => Button::icon(action.icon, words),
            false => Button::words(action.icon, words),
        };
        let why_not = action.why_not(view.snapshot);
        let button = button.tooltip(&tooltip).look(look).unless(why_not);
        let response = button.show_in(ui, &kit, rect);
        if id == ActionId::Resign && view.snapshot.game.decisions.is_some() {
            resign_menu_ui(&response, view, &kit);
        } else if response.clicked() {
            view.act(ui.ctx(), id);
        }
        x += w + BETWEEN;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_begins_with_its_number() {
        let counter =
            Counter { title: "White's king on 41 in a row".to_owned(), value: 3, limit: 3 };
        assert_eq!(counter_text(&counter), "3 of 3  White's king on 41 in a row");
    }

    #[test]
    fn a_single_figure_is_large_and_several_stay_together() {
        assert_eq!(figure("19 discs"), ("19", "discs"));
        assert_eq!(figure("3 men, 1 king"), ("", "3 men, 1 king"));
        assert_eq!(figure("nothing"), ("", "nothing"));
    }
}
