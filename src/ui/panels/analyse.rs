//! The panel of analysis: its head, the engine cards, the moves.
//!
//! Starts no engine: it pushes commands.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::cards::{ONE_LINE, card_height, engine_card_ui, fold_running_cards};
use super::choosing::{engine_item_ui, first_choice};
use super::failures::failures_ui;
use super::moves::{EIGHT_ROWS, LEAST_MOVES, moves_panel_ui};
use super::pinned::{kept_height, kept_ui};
use super::said::said_ui;
use super::stakes::{rolls_card_ui, rolls_room};
use crate::app::{AnalysisCommand, Command, PointOfView, Snapshot};
use crate::count::counted;
use crate::ui::actions::{ActionId, action};
use crate::ui::kit::{C, Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, MenuItem};

/// Below this width the head says with an icon alone that an engine may be added.
const NARROW: f32 = 420.0;

/// Shows the panel, filling `rect`.
pub(in crate::ui) fn analyse_panel_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let mut p = rect;
    head_ui(ui, view, &kit, p.cut_top(44.0));
    failures_ui(ui, view, &mut p);
    said_ui(ui, view, &mut p, ONE_LINE + size::GAP + LEAST_MOVES);
    fold_running_cards(view.state, &view.snapshot.analysis.cards);
    let rolls = rolls_room(view);
    let room = (p.height() - LEAST_MOVES).max(0.0);
    let least = rolls + ONE_LINE + size::GAP;
    if rolls == 0.0 || least <= room {
        rolls_card_ui(ui, view, &mut p);
        engines_ui(ui, view, &mut p);
    } else {
        // All above the moves scrolls as one: they keep their room, and the field below them.
        view.state.cards_scroll = rolls + cards_height(view) + size::GAP > room;
        let place = p.cut_top(room);
        widgets::area(ui, place, "rolls and cards", |ui| {
            let area = ScrollArea::vertical().id_salt("above moves").auto_shrink([false, false]);
            area.animated(false).show(ui, |ui| {
                let height = rolls + cards_height(view) + size::GAP;
                let (_, mut inner) = ui.allocate_space(vec2(place.width(), height));
                rolls_card_ui(ui, view, &mut inner);
                let cards = inner.cut_top(cards_height(view));
                widgets::area(ui, cards, "cards", |ui| cards_ui(ui, view, cards, false));
            });
        });
    }
    moves_panel_ui(ui, view, p);
}

/// Height of the place where the first card will be.
const NO_CARD: f32 = 118.0;

/// Height of all cards of engines.
fn cards_height(view: &View<'_>) -> f32 {
    let cards = &view.snapshot.analysis.cards;
    if cards.is_empty() {
        return NO_CARD + kept_height(view);
    }
    let heights = cards.iter().map(|card| card_height(view.state, card) + size::GAP);
    heights.sum::<f32>() - size::GAP + kept_height(view)
}

/// Shows the cards of engines from the top of `p` on, and takes their room away. Where they would
/// leave too few rows of moves they scroll.
fn engines_ui(ui: &mut Ui, view: &mut View<'_>, p: &mut Rect) {
    let wanted = cards_height(view);
    let height = wanted.min((p.height() - size::GAP - EIGHT_ROWS).max(ONE_LINE));
    view.state.cards_scroll = wanted > height;
    let cards = p.cut_top(height);
    p.cut_top(size::GAP);
    widgets::area(ui, cards, "cards", |ui| cards_ui(ui, view, cards, wanted > height));
}

fn cards_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, scrolls: bool) {
    let width = rect.width() - 2.0 * size::PAD;
    if view.snapshot.analysis.cards.is_empty() {
        let mut place =
            Rect::from_min_size(rect.min + vec2(size::PAD, 0.0), vec2(width, rect.height()));
        let kept = place.cut_bottom(kept_height(view));
        empty_ui(ui, view, place);
        return kept_ui(ui, view, kept);
    }
    let all = |ui: &mut Ui, view: &mut View<'_>| {
        let mut at = pos2(rect.left() + size::PAD, ui.max_rect().top());
        let height = cards_height(view);
        for (i, card) in view.snapshot.analysis.cards.iter().enumerate() {
            let place = Rect::from_min_size(at, vec2(width, card_height(view.state, card)));
            if ui.is_rect_visible(place) {
                engine_card_ui(ui, view, place, i);
            }
            at.y = place.bottom() + size::GAP;
        }
        let top = pos2(at.x, at.y - size::GAP);
        kept_ui(ui, view, Rect::from_min_size(top, vec2(width, kept_height(view))));
        ui.allocate_space(vec2(rect.width(), height));
    };
    if scrolls {
        let area = ScrollArea::vertical().id_salt("cards").auto_shrink([false, false]);
        area.animated(false).show(ui, |ui| all(ui, view));
    } else {
        all(ui, view);
    }
}

/// The place of the first card before any engine analyses.
fn empty_ui(ui: &Ui, view: &mut View<'_>, place: Rect) {
    let kit = view.kit(ui);
    kit.card(place);
    let c = place.center();
    let (first, second) = (c - vec2(0.0, 30.0), c - vec2(0.0, 10.0));
    let max = place.width() - 24.0;
    let t = kit.t;
    let words = text::NO_ENGINE_YET;
    widgets::label(ui, &kit, first, C, words, W::Semi, font::STRONG, t.text, max);
    let words = text::NO_ENGINE_HOW;
    widgets::label(ui, &kit, second, C, words, W::Regular, font::BODY, t.text3, max);
    let Some(entry) = first_choice(view.snapshot) else {
        let at = c + vec2(0.0, 16.0);
        let words = text::NO_ENGINE_LEFT;
        widgets::label(ui, &kit, at, C, words, W::Regular, font::BODY, t.warn, max);
        return;
    };
    let words = format!("Start {}", entry.name);
    let w = kit.button_width("play", &words);
    let at = pos2((c.x - w / 2.0).round(), c.y + 22.0);
    if Button::words("play", &words).look(Look::Primary).show(ui, &kit, at).clicked() {
        let name = entry.name.clone();
        view.push(Command::Analysis(AnalysisCommand::AddEngine(name)));
    }
}

/// Why no further engine can analyse, if so.
pub(in crate::ui) fn no_more_engines(snapshot: &Snapshot) -> Option<&'static str> {
    (snapshot.analysis.cards.len() >= 4).then_some("At most four engines can analyse at once.")
}

fn head_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect) {
    let y = head.center().y;
    let t = kit.t;
    let at = pos2(head.left() + size::PAD, y);
    let words = text::ANALYSIS;
    let end = widgets::label(ui, kit, at, L, words, W::Semi, font::STRONG, t.text, 100.0).right();
    let n = view.snapshot.analysis.cards.len();
    let count = counted(n, "engine");
    let add = if head.width() < NARROW {
        Button::icon("plus", text::ADD_ENGINE)
    } else {
        Button::words("plus", text::ADD_ENGINE)
    };
    let add = add.unless(no_more_engines(view.snapshot));
    let add = add.show_right(ui, kit, pos2(head.right() - size::PAD, y));
    add_menu(&add, view, kit);
    let left = lines_ui(ui, view, kit, pos2(add.rect.left() - 6.0, y));
    let left = view_ui(ui, view, kit, pos2(left - 4.0, y), head.width() < NARROW);
    if end + 9.0 + kit.width(&count, W::Regular, font::BODY) < left {
        kit.text(pos2(end + 9.0, y), L, &count, W::Regular, font::BODY, t.text3);
    }
}

fn add_menu(button: &egui::Response, view: &mut View<'_>, kit: &Kit<'_>) {
    let game = view.snapshot.game.info.name;
    widgets::menu(button, kit.t, text::ADD_ENGINE, 280.0, |ui| {
        let plays = view.snapshot.engines.iter().filter(|e| e.games.iter().any(|g| g == game));
        let mut any = false;
        for entry in plays {
            any = true;
            if engine_item_ui(ui, kit, entry, None) {
                let command = AnalysisCommand::AddEngine(entry.name.clone());
                view.commands.push(Command::Analysis(command));
            }
        }
        if !any {
            let item = MenuItem {
                why_not: Some(text::NO_ENGINE_LEFT_HOW),
                ..MenuItem::new(text::NO_ENGINE_LEFT)
            };
            item.show(ui, kit);
        }
    });
}

const LINES: [u32; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20];

/// The picker of lines, ending at `right`; returns its left edge.
fn lines_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, right: egui::Pos2) -> f32 {
    let now = view.snapshot.analysis.lines;
    let words = format!("{} {now}", text::LINES);
    let w = kit.width(&words, W::Medium, font::BODY) + 34.0;
    let rect = Rect::from_min_size(
        pos2((right.x - w).round(), right.y - size::CONTROL / 2.0),
        vec2(w, size::CONTROL),
    );
    let response = widgets::hit(ui, rect, "lines", true);
    kit.fill(rect, size::R_CONTROL, crate::ui::theme::fade(kit.t.hover, widgets::lift(&response)));
    let at = rect.left_center() + vec2(10.0, 0.0);
    kit.text(at, L, &words, W::Medium, font::BODY, kit.t.text2);
    kit.icon(rect.right_center() - vec2(14.0, 0.0), "down", 13.0, kit.t.text2);
    widgets::ring(kit, &response, rect, size::R_CONTROL);
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::accesskit::Role::ComboBox, true, text::LINES)
    });
    widgets::menu(&response, kit.t, text::LINES, 160.0, |ui| {
        for n in LINES {
            let words = counted(n as usize, "line");
            let item = MenuItem { on: Some(n == now), ..MenuItem::new(&words) };
            if item.show(ui, kit).clicked() {
                view.commands.push(Command::Analysis(AnalysisCommand::SetLines(n)));
            }
        }
    });
    rect.left()
}

/// Whose view scores have, and where that is not the side to move.
fn view_tip(snapshot: &Snapshot) -> String {
    let what =
        format!("Whose point of view scores have   {}", action(ActionId::PointOfView).key_text());
    let first = snapshot.game.info.sides[0];
    match snapshot.analysis.point_of_view {
        PointOfView::First => what,
        PointOfView::Mover => format!(
            "{what}\nCards, board and bar: the side to move. List of moves: who made the move. Graph: always \
             {first}."
        ),
    }
}

/// The point of view of scores, ending at `right`; a click changes it. Returns its left edge.
fn view_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, right: egui::Pos2, is_narrow: bool) -> f32 {
    let words = view.snapshot.analysis.view_text.clone();
    let short = match view.snapshot.analysis.point_of_view {
        PointOfView::First => view.snapshot.game.info.sides[0],
        PointOfView::Mover => "Mover",
    };
    let shown = if is_narrow { short } else { words.as_str() };
    let w = kit.width(shown, W::Medium, font::BODY) + 16.0;
    let rect = Rect::from_min_size(
        pos2((right.x - w).round(), right.y - size::CONTROL / 2.0),
        vec2(w, size::CONTROL),
    );
    let response = widgets::hit(ui, rect, "view", true);
    kit.fill(rect, size::R_CONTROL, crate::ui::theme::fade(kit.t.hover, widgets::lift(&response)));
    let at = rect.right_center() - vec2(8.0, 0.0);
    kit.text(at, R, shown, W::Medium, font::BODY, kit.t.text2);
    widgets::ring(kit, &response, rect, size::R_CONTROL);
    let name = format!("Point of view: {words}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, &name));
    let response = widgets::tip(response, kit.t, &view_tip(view.snapshot));
    if response.clicked() {
        view.act(ui.ctx(), ActionId::PointOfView);
    }
    rect.left()
}
