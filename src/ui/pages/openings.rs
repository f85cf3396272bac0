//! The openings of the game on the board: a list, one of them on a small board.
//!
//! Plays none: it requests a new game.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::board::{Opening, Scene};
use crate::app::{
    Command, DiceChoice, GameCommand, Mode, NewGame, SeatChoice, TimeControl, preview,
};
use crate::count::counted;
use crate::ui::board;
use crate::ui::dialogs;
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::state::Page;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// What the page keeps between frames.
#[derive(Debug, Default)]
pub struct OpeningsState {
    /// Shows only openings whose name or moves contain this.
    pub filter: String,
    /// The chosen one, counted in the whole list.
    pub chosen: usize,
    /// The board after an opening, and which one: game, variant, number.
    scene: Option<(&'static str, Option<String>, usize, Option<Scene>)>,
}

const ROW: f32 = 30.0;
const SIDE: f32 = 400.0;

/// Shows the page, filling `rect`.
pub(in crate::ui) fn openings_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let (t, openings) = (kit.t, view.snapshot.openings);
    let mut r = rect.shrink2(vec2(24.0, 0.0));
    let head = r.cut_top(64.0);
    let at = head.left_center();
    let words = text::RAIL_OPENINGS;
    let end = widgets::label(ui, &kit, at, L, words, W::Semi, 20.0, t.text, 300.0).right();
    let game = &view.snapshot.game;
    let title = game.info.listed(game.variant_name.as_deref());
    let about = format!("{title}, {}", counted(openings.len(), "opening"));
    let at = pos2(end + 12.0, head.center().y + 2.0);
    widgets::label(ui, &kit, at, L, &about, W::Regular, font::BODY, t.text3, 360.0);
    kit.hline(rect.left(), rect.right(), head.bottom());
    if openings.is_empty() {
        let at = r.min + vec2(0.0, 24.0);
        let words = if game.info.has_dice {
            "There is no list of openings: the dice make the games differ."
        } else {
            "There is no list of openings for this game."
        };
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, t.text3, r.width());
        return;
    }
    r.cut_top(size::GAP + 4.0);
    let side = r.cut_right(SIDE.min(rect.width() * 0.45));
    r.cut_right(20.0);
    let find = r.cut_top(size::CONTROL);
    let mut filter = std::mem::take(&mut view.state.openings.filter);
    let (name, hint) = ("Filter of openings", "Filter by name or moves");
    widgets::text_field(ui, &kit, find, &mut filter, name, hint, FieldLook::Plain);
    view.state.openings.filter = filter;
    r.cut_top(size::GAP);
    widgets::area(ui, r, "list", |ui| list_ui(ui, view, openings));
    chosen_ui(ui, view, &kit, side, openings);
}

fn moves_text(opening: &Opening) -> String {
    opening.moves.iter().map(|mv| mv.0.as_str()).collect::<Vec<_>>().join(" ")
}

fn list_ui(ui: &mut Ui, view: &mut View<'_>, openings: &'static [Opening]) {
    let filter = view.state.openings.filter.trim().to_lowercase();
    let matches = |opening: &Opening| {
        filter.is_empty()
            || opening.name.to_lowercase().contains(&filter)
            || moves_text(opening).to_lowercase().contains(&filter)
    };
    let shown: Vec<usize> = (0..openings.len()).filter(|i| matches(&openings[*i])).collect();
    let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
    area.show_rows(ui, ROW, shown.len(), |ui, range| {
        for i in &shown[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
            let kit = view.kit(ui);
            let t = kit.t;
            let opening = &openings[*i];
            let on = view.state.openings.chosen == *i;
            let name = format!("Opening {}: {}", i + 1, opening.name);
            if widgets::row_button(ui, &kit, row.shrink(1.0), i, &name, on).clicked() {
                view.state.openings.chosen = *i;
            }
            let number = (i + 1).to_string();
            let at = row.left_center() + vec2(40.0, 0.0);
            kit.text(at, R, &number, W::Regular, font::SMALL, t.text3);
            let at = row.left_center() + vec2(54.0, 0.0);
            let max = row.width() - 66.0;
            kit.fit(at, L, &opening.name, W::Medium, font::BODY, t.text, max);
        }
    });
}

fn chosen_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    side: Rect,
    openings: &'static [Opening],
) {
    let i = view.state.openings.chosen.min(openings.len() - 1);
    let opening = &openings[i];
    let game = &view.snapshot.game;
    let (name, variant) = (game.info.name, game.variant_name.clone());
    let known = view.state.openings.scene.as_ref();
    if known.is_none_or(|(g, v, n, _)| (*g, v, *n) != (name, &variant, i)) {
        let scene = preview::opening_scene(name, variant.as_deref(), opening);
        view.state.openings.scene = Some((name, variant, i, scene));
    }
    let mut r = side;
    let square = r.cut_top(side.width().min(side.height() - 130.0).max(80.0));
    if let Some((_, _, _, Some(scene))) = &view.state.openings.scene {
        board::thumbnail(kit, square, scene, "opening");
    }
    r.cut_top(12.0);
    let words = moves_text(opening);
    let para = r.cut_top(44.0);
    widgets::note(ui, kit, para, &words, font::BODY, kit.t.text2, 2);
    let row = r.cut_top(size::CONTROL);
    let play = Button::words("play", "Play from here\u{2026}").look(Look::Primary);
    let play = play.show(ui, kit, row.left_center());
    let at = play.rect.right_center() + vec2(8.0, 0.0);
    let analyse = Button::words("graph", "Analyse").name("Analyse the opening");
    if play.clicked() {
        dialogs::ask_new_game_from(view.snapshot, view.state, i);
    } else if analyse.show(ui, kit, at).clicked() {
        analyse_from(view, opening);
    }
}

/// Puts the opening on the board without players, and shows the page of analysis.
fn analyse_from(view: &mut View<'_>, opening: &Opening) {
    let game = &view.snapshot.game;
    let person = |side: &str| SeatChoice::Human { name: side.to_owned() };
    let new = NewGame {
        game: game.info.name.to_owned(),
        variant: game.variant_name.clone(),
        seats: game.info.sides.map(person),
        clocks: [TimeControl::default(), TimeControl::default()],
        position: String::new(),
        opening: opening.moves.iter().map(|mv| mv.0.clone()).collect(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    };
    view.push(Command::Game(GameCommand::New(Box::new(new))));
    view.push(Command::Game(GameCommand::SetMode(Mode::Analyse)));
    view.state.page = Page::Board;
}
