//! The stakes of a game with dice: the score, the cube, the source of the dice.
//!
//! Counts nothing: points, pips and rules come with the scene.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::candidates::{candidates_height, candidates_ui};
use super::moves::LEAST_MOVES;
use crate::app::board::{BackgammonExtras, CubeFace, Side, Stakes};
use crate::app::{Command, DiceChoice, DiceView, GameCommand, GameView, SeatView};
use crate::count::counted;
use crate::ui::board::{cube_sample, die_sample, side_disc};
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, MenuItem};

const SCORE: f32 = 132.0;
const CUBE: f32 = 84.0;
/// Longest match whose points are shown as steps.
const MOST_STEPS: u32 = 15;
/// Width of a step of the match, and of the gap after it.
const STEP: (f32, f32) = (10.0, 3.0);
/// Rolls side by side where they are entered by hand.
const ROLLS: usize = 6;

/// Title of the panel: the stakes, and the number of the game.
pub(super) fn stakes_head_ui(ui: &Ui, kit: &Kit<'_>, head: Rect, stakes: &Stakes) {
    let at = head.left_center();
    let ink = kit.t.text;
    let title = &stakes.title;
    let end = widgets::label(ui, kit, at, L, title, W::Semi, font::STRONG, ink, 220.0).right();
    if !stakes.game.is_empty() {
        let at = pos2(end + 9.0, head.center().y);
        let max = (head.right() - end - 92.0).max(0.0);
        let ink = kit.t.text3;
        widgets::label(ui, kit, at, L, &stakes.game, W::Regular, font::BODY, ink, max);
    }
}

/// Shows the cards from the top of `p` on, and takes their room away. In a low window they scroll:
/// the moves below them keep theirs.
pub(super) fn stakes_ui(ui: &mut Ui, view: &mut View<'_>, p: &mut Rect, table: &BackgammonExtras) {
    let height = SCORE + CUBE + 2.0 * size::GAP + candidates_height(view) + rolls_room(view);
    let room = (p.height() - LEAST_MOVES).max(0.0);
    if height <= room {
        return cards_ui(ui, view, p, table);
    }
    let place = p.cut_top(room);
    widgets::area(ui, place, "stakes", |ui| {
        let area = ScrollArea::vertical().id_salt("stakes").auto_shrink([false, false]);
        area.animated(false).show(ui, |ui| {
            let (_, mut inner) = ui.allocate_space(vec2(place.width(), height));
            cards_ui(ui, view, &mut inner, table);
        });
    });
}

/// The stakes, the cube, what an engine would play, dice to be entered.
fn cards_ui(ui: &mut Ui, view: &mut View<'_>, p: &mut Rect, table: &BackgammonExtras) {
    let kit = view.kit(ui);
    let game = &view.snapshot.game;
    let card = p.cut_top(SCORE).shrink2(vec2(size::PAD, 0.0));
    score_ui(ui, &kit, card, game, &table.stakes);
    p.cut_top(size::GAP);
    let card = p.cut_top(CUBE).shrink2(vec2(size::PAD, 0.0));
    cube_ui(ui, view, &kit, card, table);
    p.cut_top(size::GAP);
    candidates_ui(ui, view, p);
    rolls_card_ui(ui, view, p);
}

fn score_ui(ui: &Ui, kit: &Kit<'_>, r: Rect, game: &GameView, stakes: &Stakes) {
    let t = kit.t;
    kit.card(r);
    let spoken =
        |seat: &SeatView, n: u32, noun| format!("{}: {}", seat.name, counted(n as usize, noun));
    for (i, seat) in game.seats.iter().enumerate() {
        let y = r.top() + 24.0 + 40.0 * i as f32;
        side_disc(kit, pos2(r.left() + 21.0, y), 7.0, seat.side_name, game.scene.surface);
        let (figure, said) = match stakes.points {
            Some(points) => (points[i], spoken(seat, points[i], "point")),
            None => (stakes.pips[i], spoken(seat, stakes.pips[i], "pip")),
        };
        let at = pos2(r.right() - 14.0, y);
        let end = kit.text(at, R, &figure.to_string(), W::Figure, font::FIGURE, t.text);
        widgets::say(ui, end, &said);
        let left = match stakes.points {
            Some(points) => steps_ui(kit, pos2(r.right() - 56.0, y), points[i], stakes.length),
            None => {
                let at = pos2(end.left() - 8.0, y + 2.0);
                kit.text(at, R, "pips", W::Regular, font::SMALL, t.text3).left()
            }
        };
        let at = pos2(r.left() + 38.0, y);
        kit.fit(at, L, &seat.name, W::Medium, font::BODY, t.text, left - at.x - 8.0);
    }
    let y = r.bottom() - 20.0;
    kit.hline(r.left() + 12.0, r.right() - 12.0, y - 18.0);
    let at = pos2(r.left() + 14.0, y);
    let max = r.width() - 28.0;
    if !game.result.is_empty() {
        widgets::label(ui, kit, at, L, &game.result, W::Semi, 12.5, t.text, max);
        return;
    }
    let [stands, rule] = &stakes.notes;
    let end = widgets::label(ui, kit, at, L, stands, W::Medium, font::SMALL, t.text2, max).right();
    let at = pos2(r.right() - 14.0, y);
    let max = (at.x - end - 12.0).max(0.0);
    widgets::label(ui, kit, at, R, rule, W::Regular, font::SMALL, t.text3, max);
}

/// The points as steps towards the end of the match, ending at `right`; returns where they begin.
fn steps_ui(kit: &Kit<'_>, right: egui::Pos2, points: u32, length: u32) -> f32 {
    if !(1..=MOST_STEPS).contains(&length) {
        return right.x;
    }
    // Long matches have narrow steps.
    let scale = (7.0 / length as f32).min(1.0);
    let (w, gap) = (STEP.0 * scale, STEP.1 * scale.max(0.5));
    let left = right.x - length as f32 * (w + gap) + gap;
    for i in 0..length {
        let x = left + i as f32 * (w + gap);
        let step = Rect::from_min_size(pos2(x, right.y - 4.0), vec2(w, 8.0));
        kit.fill(step, 2.0, if i < points { kit.t.accent } else { kit.t.raised });
    }
    left
}

fn cube_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, r: Rect, table: &BackgammonExtras) {
    let t = kit.t;
    let game = &view.snapshot.game;
    kit.card(r);
    let y = r.top() + 28.0;
    let max = r.width() - 70.0;
    let (words, note) = match &table.cube {
        Some(cube) => {
            let face = Rect::from_center_size(pos2(r.left() + 30.0, y), vec2(32.0, 32.0));
            cube_sample(kit, face, cube.value);
            // After the game neither side doubles.
            let note = if game.result.is_empty() { cube_note(cube) } else { "" };
            let words = owner_words(cube, game.seats.each_ref().map(|seat| seat.name.as_str()));
            let fits = kit.width(&words, W::Semi, font::BODY) <= max;
            let short = || owner_words(cube, game.seats.each_ref().map(|seat| seat.side_name));
            (if fits { words } else { short() }, note)
        }
        None => ("No cube in this game".to_owned(), ""),
    };
    let at = pos2(r.left() + 58.0, y - if note.is_empty() { 0.0 } else { 9.0 });
    widgets::label(ui, kit, at, L, &words, W::Semi, font::BODY, t.text, max);
    if !note.is_empty() {
        let at = pos2(r.left() + 58.0, y + 9.0);
        widgets::label(ui, kit, at, L, note, W::Regular, font::SMALL, t.text2, max);
    }
    let y = r.bottom() - 15.0;
    kit.hline(r.left() + 12.0, r.right() - 12.0, y - 14.0);
    dice_ui(ui, view, kit, Rect::from_x_y_ranges(r.x_range(), y - 13.0..=y + 13.0), table);
}

/// The source of the dice, how to change it, and who leads.
fn dice_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, r: Rect, table: &BackgammonExtras) {
    let y = r.center().y;
    let mut right = r.right() - 12.0;
    let lead = lead_words(table.stakes.pips, &view.snapshot.game.seats);
    let at = pos2(right, y);
    let ink = kit.t.text2;
    right = widgets::label(ui, kit, at, R, &lead, W::Medium, font::SMALL, ink, 130.0).left();
    let Some(dice) = &view.snapshot.game.dice else { return };
    let choose = Button::icon("settings", text::CHOOSE_DICE);
    let choose = choose.show(ui, kit, pos2(r.left() + 8.0, y));
    dice_menu_ui(&choose, view, kit, dice);
    let left = choose.rect.right() + 4.0;
    let place = Rect::from_x_y_ranges(left..=right - 10.0, y - 8.0..=y + 8.0);
    let words = format!("Dice {}", dice.short);
    let response = widgets::note(ui, kit, place, &words, font::SMALL, kit.t.text3, 1);
    let whole = format!("Dice {}", dice.source);
    if whole != words {
        widgets::tip(response, kit.t, &whole);
    }
}

fn dice_menu_ui(button: &egui::Response, view: &mut View<'_>, kit: &Kit<'_>, dice: &DiceView) {
    let choices = [
        ("Rolled by the program", !dice.by_hand, DiceChoice::Fresh),
        ("Entered by hand", dice.by_hand, DiceChoice::ByHand),
    ];
    widgets::menu(button, kit.t, text::CHOOSE_DICE, 220.0, |ui| {
        for (words, on, choice) in choices {
            let item = MenuItem { on: Some(on), ..MenuItem::new(words) };
            if item.show(ui, kit).clicked() && !on {
                view.push(Command::Game(GameCommand::SetDice(choice)));
            }
        }
        if !dice.proof.is_empty() {
            widgets::menu_line(ui, kit);
            let item = MenuItem { icon: "copy", ..MenuItem::new(text::COPY_SEED) };
            if item.show(ui, kit).clicked() {
                ui.copy_text(dice.proof.clone());
            }
        }
    });
}

/// The room that the card which asks for the dice takes now, with the gap below it.
pub(super) fn rolls_room(view: &View<'_>) -> f32 {
    view.snapshot.game.dice.as_ref().map_or(0.0, rolls_height)
}

/// The room that the card which asks for these dice takes, with the gap below it.
fn rolls_height(dice: &DiceView) -> f32 {
    if dice.rolls.is_empty() {
        return 0.0;
    }
    let rows = dice.rolls.len().div_ceil(ROLLS) as f32;
    36.0 + rows * (size::CONTROL + 4.0) + 8.0 + size::GAP
}

/// Shows the card that asks for the dice from the top of `p` on, where they are awaited, and takes
/// its room away.
pub(super) fn rolls_card_ui(ui: &Ui, view: &mut View<'_>, p: &mut Rect) {
    let dice = view.snapshot.game.dice.as_ref();
    let Some(dice) = dice.filter(|dice| !dice.rolls.is_empty()) else { return };
    let kit = view.kit(ui);
    let card = p.cut_top(rolls_height(dice) - size::GAP).shrink2(vec2(size::PAD, 0.0));
    rolls_ui(ui, view, &kit, card, dice);
    p.cut_top(size::GAP);
}

/// The rolls that may be entered, as buttons.
fn rolls_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, r: Rect, dice: &DiceView) {
    kit.card(r);
    let at = pos2(r.left() + 14.0, r.top() + 18.0);
    let words = match is_ordered(dice) {
        true => format!(
            "Which dice were rolled? {}\u{2019}s is the left one.",
            view.snapshot.game.info.sides[0]
        ),
        false => "Which dice were rolled?".to_owned(),
    };
    widgets::label(ui, kit, at, L, &words, W::Semi, font::BODY, kit.t.text, r.width() - 28.0);
    let width = (r.width() - 24.0 - 4.0 * (ROLLS - 1) as f32) / ROLLS as f32;
    for (i, roll) in dice.rolls.iter().enumerate() {
        let (column, row) = ((i % ROLLS) as f32, (i / ROLLS) as f32);
        let x = r.left() + 12.0 + column * (width + 4.0);
        let y = r.top() + 36.0 + row * (size::CONTROL + 4.0);
        let place = Rect::from_min_size(pos2(x, y), vec2(width, size::CONTROL));
        let name = roll_name(dice, roll, view.snapshot.game.info.sides);
        if Button::words("", " ").name(&name).show_in(ui, kit, place).clicked() {
            view.push(Command::Game(GameCommand::Roll(roll.clone())));
        }
        let digits = roll.bytes().filter_map(|c| c.checked_sub(b'0'));
        for (value, aside) in digits.zip([-1.0, 1.0]) {
            let at = place.center() + vec2(aside * 9.5, 0.0);
            die_sample(kit, Rect::from_center_size(at, vec2(16.0, 16.0)), value);
        }
    }
}

/// It matters whose die is which: every roll can also come the other way round, as a different
/// roll.
fn is_ordered(dice: &DiceView) -> bool {
    let turned = |roll: &String| roll.chars().rev().collect::<String>();
    dice.rolls.iter().any(|roll| turned(roll) != *roll && dice.rolls.contains(&turned(roll)))
}

/// The label of a roll's button: `Roll 31`, or each player's die if that matters.
fn roll_name(dice: &DiceView, roll: &str, sides: [&str; 2]) -> String {
    let [first, second] = sides;
    match roll.split_at_checked(1).filter(|_| is_ordered(dice)) {
        Some((one, other)) => format!("{first} {one}, {second} {other}"),
        None => format!("Roll {roll}"),
    }
}

/// A name as the subject of a sentence, and whether it is "you".
fn subject(name: &str) -> (&str, bool) {
    (name, name.eq_ignore_ascii_case("you"))
}

fn owner_words(cube: &CubeFace, names: [&str; 2]) -> String {
    match (cube.owner.map(|side| subject(names[side.idx()])), cube.offered) {
        (None, _) => "The cube is in the middle".to_owned(),
        (Some((name, true)), false) => format!("{name} own the cube"),
        (Some((name, false)), false) => format!("{name} owns the cube"),
        (Some((name, true)), true) => format!("{name} are offered {}", cube.value),
        (Some((name, false)), true) => format!("{name} is offered {}", cube.value),
    }
}

fn cube_note(cube: &CubeFace) -> &'static str {
    match (cube.offered, cube.legal, cube.owner) {
        (true, ..) => "Take it, or drop and lose the game",
        (false, true, None) => "Doubling is possible now",
        (false, true, Some(_)) => "Redoubling is possible now",
        (false, false, _) if cube.dead => "Dead: it is high enough to win the match",
        (false, false, None) => "Both may double before their roll",
        (false, false, Some(_)) => "Redoubling is possible before a roll",
    }
}

/// `You lead by 8 pips`.
fn lead_words(pips: [u32; 2], seats: &[SeatView; 2]) -> String {
    let lead = pips[0].abs_diff(pips[1]);
    let side = if pips[0] < pips[1] { Side::First } else { Side::Second };
    match (lead, subject(&seats[side.idx()].name)) {
        (0, _) => "equal pips".to_owned(),
        (1, (_, true)) => "lead of 1 pip".to_owned(),
        (_, (_, true)) => format!("lead of {lead} pips"),
        (_, (_, false)) => format!("{} leads by {lead}", seats[side.idx()].side_name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats() -> [SeatView; 2] {
        ["You", "GNU Backgammon"].map(|name| SeatView {
            timed_by_host: false,
            name: name.to_owned(),
            side_name: if name == "You" { "White" } else { "Black" },
            human: name == "You",
            is_engine: name != "You",
            chip: None,
            stock: String::new(),
            eval: String::new(),
            engine: None,
            own_name: String::new(),
            ponder: None,
        })
    }

    #[test]
    fn the_cube_is_spoken_of_with_its_owner() {
        let cube = CubeFace {
            centre: (0.0, 0.0),
            size: 1.0,
            value: 2,
            offered: false,
            legal: false,
            owner: None,
            dead: false,
        };
        let words = |cube: &CubeFace| owner_words(cube, ["You", "GNU Backgammon"]);
        assert_eq!(words(&cube), "The cube is in the middle");
        assert_eq!(words(&CubeFace { owner: Some(Side::First), ..cube }), "You own the cube");
        let other = CubeFace { owner: Some(Side::Second), ..cube };
        assert_eq!(words(&other), "GNU Backgammon owns the cube");
        let offered = CubeFace { offered: true, owner: Some(Side::First), ..cube };
        assert_eq!(words(&offered), "You are offered 2");
        assert_eq!(cube_note(&CubeFace { dead: true, ..cube }).split(':').next(), Some("Dead"));
    }

    #[test]
    fn who_has_fewer_pips_leads() {
        assert_eq!(lead_words([154, 162], &seats()), "lead of 8 pips");
        assert_eq!(lead_words([162, 154], &seats()), "Black leads by 8");
        assert_eq!(lead_words([10, 10], &seats()), "equal pips");
    }
}
