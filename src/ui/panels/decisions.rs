//! Decisions other than moving checkers: rolling, the cube, confirming a play, resigning.
//!
//! Knows no rule: the snapshot has the possible actions.

use egui::{Rect, Response, Ui, pos2, vec2};

use super::play::{play_buttons_ui, play_buttons_width};
use crate::app::board::BackgammonExtras;
use crate::app::{DecisionsView, GameView};
use crate::ui::actions::{Action, ActionId, action};
use crate::ui::kit::{Kit, Look, R, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, MenuItem};

/// Distance between two buttons.
const GAP: f32 = 8.0;
/// Below this width the advice on what to do next is not shown, in points.
const LEAST_WORDS: f32 = 90.0;

/// The visible part of a button.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Show {
    Icon,
    Word,
    Both,
}

impl Show {
    /// Icon and words as they are seen where words are: a single one is enough to tell what decides.
    fn of(self, action: &Action) -> (&'static str, &'static str) {
        match self {
            Self::Word => ("", action.words.split(' ').next().unwrap_or(action.words)),
            Self::Icon | Self::Both => (action.icon, action.words),
        }
    }
}

/// Shows the buttons in `row`, undo and questions at the left and decisions at the right, and
/// between them what to do next. Returns the place between them.
pub(in crate::ui) fn decisions_ui(ui: &Ui, view: &mut View<'_>, row: Rect) -> Rect {
    let kit = view.kit(ui);
    let undo = action(ActionId::UndoPart);
    // In a very narrow row the deciding buttons have words without icons, and the board is turned
    // by key or menu only.
    let left = |n_icons: f32| n_icons * (size::CONTROL + GAP);
    let is_tight = left(4.0) > row.width() - decide_width(view, &kit, false);
    let room = row.width() - decide_width(view, &kit, is_tight);
    let words =
        kit.button_width(undo.icon, undo.words) + GAP + play_buttons_width(view, &kit, true);
    let at = row.left_center();
    let show = if words > room { Show::Icon } else { Show::Both };
    let undo = show_action(ui, view, &kit, at, ActionId::UndoPart, (Look::Plain, show));
    let beside = Rect::from_x_y_ranges(undo.right() + GAP..=row.left() + room, row.y_range());
    let left = play_buttons_ui(ui, view, beside, left(4.0) <= room);
    let right = decide_ui(ui, view, &kit, row, is_tight);
    let rest = Rect::from_x_y_ranges(left + 4.0..=right - 4.0, row.y_range());
    let game = &view.snapshot.game;
    let max = rest.width() - 12.0;
    let forms = advice(game);
    // The shortest form is cut off where even that does not fit.
    let fits = |words: &&String| kit.width(words, W::Regular, font::BODY) <= max;
    let words = forms.iter().find(fits).or(forms.last()).cloned().unwrap_or_default();
    // After the game its result stands there.
    let is_free = game.result.is_empty() && view.snapshot.notices.is_empty();
    if !words.is_empty() && is_free && rest.width() > LEAST_WORDS {
        let at = rest.right_center() - vec2(6.0, 0.0);
        widgets::label(ui, &kit, at, R, &words, W::Regular, font::BODY, kit.t.text2, max);
    }
    rest
}

/// A button of an action with the middle of its left edge at `left`; returns where it stands.
fn show_action(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    left: egui::Pos2,
    id: ActionId,
    (look, show): (Look, Show),
) -> Rect {
    let action = action(id);
    let tooltip = action.tooltip();
    let why_not = action.why_not(view.snapshot);
    // A disabled button must not be the brightest thing on the screen.
    let look = if why_not.is_none() { look } else { Look::Plain };
    let button = match show {
        Show::Icon => Button::icon(action.icon, action.words),
        Show::Word | Show::Both => {
            let (icon, words) = show.of(action);
            Button::words(icon, words).name(action.words)
        }
    };
    let button = button.tooltip(&tooltip).look(look);
    let response = button.unless(why_not).show(ui, kit, left);
    if response.clicked() {
        view.act(ui.ctx(), id);
    }
    response.rect
}

/// The buttons that decide, ending at the right edge of `row`; returns where they begin. There are
/// two at most; the primary one comes last.
fn decide_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, row: Rect, is_tight: bool) -> f32 {
    let mut right = row.right();
    let Some(found) = &view.snapshot.game.decisions else { return right };
    let offered = offered(found, moves_checkers(view));
    for (id, look) in offered.into_iter().rev() {
        let action = action(id);
        let show = decides(is_tight);
        let (icon, words) = show.of(action);
        let width = kit.button_width(icon, words);
        let left = pos2((right - width).round(), row.center().y);
        right = show_action(ui, view, kit, left, id, (look, show)).left() - GAP;
    }
    right
}

/// How the buttons that decide are shown.
fn decides(is_tight: bool) -> Show {
    if is_tight { Show::Word } else { Show::Both }
}

/// What the buttons that decide take of the row.
fn decide_width(view: &View<'_>, kit: &Kit<'_>, is_tight: bool) -> f32 {
    let found = view.snapshot.game.decisions.as_ref();
    let offered = found.map(|found| offered(found, moves_checkers(view)));
    let width = |(id, _): (ActionId, Look)| {
        let (icon, words) = decides(is_tight).of(action(id));
        kit.button_width(icon, words) + GAP
    };
    offered.unwrap_or_default().into_iter().map(width).sum()
}

/// Plays are made and confirmed here: in a game, or in a practice.
fn moves_checkers(view: &View<'_>) -> bool {
    view.snapshot.game.playing || view.snapshot.practice.is_some()
}

fn offered(found: &DecisionsView, playing: bool) -> Vec<(ActionId, Look)> {
    let known = [
        ("double", ActionId::Double, Look::Plain),
        ("roll", ActionId::Roll, Look::Primary),
        ("drop", ActionId::Drop, Look::Plain),
        ("take", ActionId::Take, Look::Primary),
        ("reject", ActionId::Reject, Look::Plain),
        ("accept", ActionId::Accept, Look::Primary),
    ];
    let is_legal = |mv: &str| found.moves.iter().any(|legal| legal == mv);
    let legal: Vec<(ActionId, Look)> =
        known.into_iter().filter(|(mv, ..)| is_legal(mv)).map(|(_, id, look)| (id, look)).collect();
    if legal.is_empty() && playing {
        // Its place is kept while checkers are moved.
        return vec![(ActionId::ConfirmPlay, Look::Primary)];
    }
    legal
}

/// What to do next, in words, the longest form first; empty if the user is not to act.
fn advice(game: &GameView) -> Vec<String> {
    let (Some(found), Some(table)) = (&game.decisions, &game.scene.table) else {
        return Vec::new();
    };
    let can = |mv: &str| found.moves.iter().any(|known| known == mv);
    let forms: &[&str] = match game.can_move {
        false => &[],
        true if can("double") => &["Roll, or double first"],
        true if can("roll") => &["Roll the dice"],
        true if can("take") => {
            &["Take the double, or drop it and lose the game", "Take the double, or drop"]
        }
        true if can("accept") => &["The other side resigns the game", "Accept or reject"],
        true if found.is_complete => &["The play is complete"],
        true if !table.targets.is_empty() => return goals(table),
        true if table.dice.is_empty() => &[],
        true if found.has_part => &["Click the next checker"],
        true => &[
            "Click a checker to move it, or the dice to change their order",
            "Click a checker, or the dice to swap them",
            "Click a checker",
        ],
    };
    forms.iter().map(|words| (*words).to_owned()).collect()
}

/// `The ringed checker may go 2, 5 or 7 points`.
fn goals(table: &BackgammonExtras) -> Vec<String> {
    let mut pips: Vec<&str> = table.targets.iter().map(|target| target.text.as_str()).collect();
    let last = pips.pop().unwrap_or_default();
    let first = pips.join(", ");
    let or = if first.is_empty() { "" } else { " or " };
    let pips = format!("{first}{or}{last}");
    vec![format!("The ringed checker may go {pips} points"), format!("Go {pips} points")]
}

/// How much to resign for, under the button that resigns.
pub(super) fn resign_menu_ui(button: &Response, view: &mut View<'_>, kit: &Kit<'_>) {
    let ids = [ActionId::ResignSingle, ActionId::ResignGammon, ActionId::ResignBackgammon];
    widgets::menu(button, kit.t, "Resign", 240.0, |ui| {
        for id in ids {
            let action = action(id);
            let why_not = action.why_not(view.snapshot);
            let item = MenuItem { icon: action.icon, why_not, ..MenuItem::new(action.words) };
            if item.show(ui, kit).clicked() {
                let ctx = ui.ctx().clone();
                view.act(&ctx, id);
            }
        }
    });
}
