//! The lower part of the panels: tabs, the move list, typed moves, navigation.
//!
//! Knows no rule: rows, marks and scores come ready from the snapshot.

use egui::accesskit::Role;
use egui::text::CCursorRange;
use egui::text_edit::TextEditState;
use egui::{Rect, Response, ScrollArea, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::{comments, mistakes, parts};
use crate::app::board::NodeId;
use crate::app::{AnalysisCommand, Command, GameCommand, Mode, MoveCell, TreeRow};
use crate::ui::actions::{ActionId, action};
use crate::ui::board::cube_sample;
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::state::{Focus, PanelTab};
use crate::ui::text;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets::{self, Button, FieldLook, MenuItem, Tab};

const HEAD: f32 = 36.0;
const NAV: f32 = 44.0;
const FOOT: f32 = 30.0;
const TYPED: f32 = 46.0;
/// Two rows of moves.
const LEAST_LIST: f32 = 56.0;
/// What the tabs, two rows and the field for a typed move need.
pub(super) const LEAST_MOVES: f32 = HEAD + LEAST_LIST + TYPED;
/// Room for the numbers before the moves.
const NUMBERS: f32 = 44.0;
const VARIATION: f32 = 24.0;

/// Shows tabs, moves, typed move, accuracy and navigation, filling `rect`.
pub(super) fn moves_panel_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let mut p = rect;
    kit.hline(p.left(), p.right(), p.top());
    let head = p.cut_top(HEAD);
    // In a low window the moves keep their room: what keys and menus do as well goes first.
    let spare = p.height() - TYPED - LEAST_LIST;
    let nav = (spare >= NAV).then(|| p.cut_bottom(NAV));
    let foot = (spare >= NAV + FOOT).then(|| p.cut_bottom(FOOT));
    let typed = p.cut_bottom(TYPED);
    head_ui(ui, view, &kit, head);
    p.min.y += 4.0;
    let inner = p.shrink2(vec2(4.0, 0.0));
    match shown_tab(view) {
        PanelTab::Moves => {
            widgets::area(ui, inner, "moves", |ui| list_ui(ui, view, inner));
        }
        PanelTab::Parts => {
            widgets::area(ui, inner, "parts", |ui| parts::parts_ui(ui, view));
        }
        PanelTab::Mistakes => {
            widgets::area(ui, inner, "mistakes", |ui| mistakes::mistakes_ui(ui, view, inner));
        }
        PanelTab::Comments => {
            widgets::area(ui, inner, "comments", |ui| comments::comments_ui(ui, view, inner));
        }
    }
    typed_ui(ui, view, &kit, typed);
    if let Some(foot) = foot {
        foot_ui(ui, view, &kit, foot);
    }
    if let Some(nav) = nav {
        nav_ui(ui, view, &kit, nav);
    }
}

/// The tab that is shown: one that the game on the board has.
fn shown_tab(view: &View<'_>) -> PanelTab {
    match view.state.panel_tab {
        PanelTab::Parts if view.snapshot.game.parts.is_empty() => PanelTab::Moves,
        tab => tab,
    }
}

fn head_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect) {
    kit.hline(head.left(), head.right(), head.bottom());
    let at = pos2(head.left() + size::PAD, head.center().y);
    let game = &view.snapshot.game;
    let mut tabs = vec![
        (PanelTab::Moves, Tab::new("", text::MOVES)),
        (PanelTab::Mistakes, Tab::new("", text::MISTAKES).count(game.n_mistakes)),
        (PanelTab::Comments, Tab::new("", text::COMMENTS)),
    ];
    if !game.parts.is_empty() {
        tabs.insert(1, (PanelTab::Parts, Tab::new("", text::PARTS).count(game.parts.len())));
    }
    let shown = shown_tab(view);
    let on = tabs.iter().position(|(tab, _)| *tab == shown).unwrap_or(0);
    let items: Vec<Tab<'_>> = tabs.iter().map(|(_, item)| *item).collect();
    let room = head.width() - 2.0 * size::PAD - size::CONTROL - 8.0;
    let (clicked, _) = widgets::tabs(ui, kit, at, head.bottom(), &items, on, room);
    if let Some(i) = clicked {
        view.state.panel_tab = tabs[i].0;
    }
    let right = pos2(head.right() - size::PAD, head.center().y);
    let more = Button::icon("more", "More about this move").show_right(ui, kit, right);
    let ctx = ui.ctx().clone();
    widgets::menu(&more, kit.t, "More about this move", 240.0, |ui| {
        for id in [ActionId::Promote, ActionId::Delete, ActionId::EditComment, ActionId::CopyGame] {
            let action = action(id);
            let enabled = action.is_enabled(view.snapshot);
            let item = MenuItem { icon: action.icon, enabled, ..MenuItem::new(action.words) };
            if item.show(ui, kit).clicked() {
                view.act(&ctx, id);
            }
        }
    });
}

fn list_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let rows = view.snapshot.game.rows.clone();
    if rows.is_empty() {
        let kit = view.kit(ui);
        let at = rect.min + vec2(12.0, 16.0);
        widgets::label(
            ui,
            &kit,
            at,
            L,
            text::NO_MOVES,
            W::Regular,
            font::BODY,
            kit.t.text3,
            rect.width(),
        );
        return;
    }
    // A list that became lower or higher shows the current move again.
    if (view.state.list_height - rect.height()).abs() > 0.5 {
        view.state.list_height = rect.height();
        view.state.scrolled_to = None;
    }
    let current = view.snapshot.game.listed;
    let scroll = view.state.scrolled_to != Some(current);
    let area = ScrollArea::vertical().id_salt("moves").auto_shrink([false, false]).animated(false);
    let (clicked, shown, lit) = area
        .show_viewport(ui, |ui, seen| {
            let mut list = List {
                kit: view.kit(ui),
                current,
                scroll,
                clicked: None,
                lit: None,
                shown: false,
                number: 0,
            };
            let width = ui.max_rect().width();
            let origin = ui.max_rect().min;
            let mut y = 0.0;
            for row in rows.iter() {
                let height = list.height(row, width);
                let visible = y + height >= seen.min.y - 40.0 && y <= seen.max.y + 40.0;
                if visible || list.scroll {
                    let place = Rect::from_min_size(origin + vec2(0.0, y), vec2(width, height));
                    list.row_ui(ui, row, place);
                }
                y += height;
            }
            ui.allocate_space(vec2(width, y));
            if list.scroll && list.current == 0 {
                ui.scroll_to_rect(Rect::from_min_size(origin, Vec2::splat(1.0)), None);
                list.shown = true;
            }
            (list.clicked, list.shown, list.lit)
        })
        .inner;
    light(ui, view, lit);
    if shown {
        view.state.scrolled_to = Some(current);
    }
    if let Some(node) = clicked {
        view.push(Command::Game(GameCommand::GoTo(node)));
    }
}

/// The board lights up what the move is about that somebody looks at in the list.
fn light(ui: &Ui, view: &mut View<'_>, lit: Option<String>) {
    if lit != view.state.lit_move {
        // The board is painted before the list.
        ui.ctx().request_repaint();
        view.state.lit_move = lit;
    }
}

/// The move list while it is shown.
struct List<'a> {
    kit: Kit<'a>,
    current: NodeId,
    /// The current move shall be scrolled into view.
    scroll: bool,
    clicked: Option<NodeId>,
    /// The move that the pointer or the keyboard is on.
    lit: Option<String>,
    /// The current move has been scrolled into view.
    shown: bool,
    number: usize,
}

impl List<'_> {
    fn height(&self, row: &TreeRow, width: f32) -> f32 {
        match row {
            TreeRow::Pair { .. } => size::ROW_MOVES,
            TreeRow::Game { .. } => size::ROW_GAMES,
            TreeRow::Comment(words) => {
                let (font, wrap) = (W::Regular.id(12.5), width - NUMBERS - 24.0);
                let galley = self.kit.p.layout(words.clone(), font, self.kit.t.text2, wrap);
                galley.size().y + 16.0
            }
            TreeRow::Variation { lead, moves, depth, .. } => {
                self.flow(lead, moves, *depth, width).1
            }
        }
    }

    fn row_ui(&mut self, ui: &Ui, row: &TreeRow, place: Rect) {
        match row {
            TreeRow::Pair { number, moves } => {
                self.number = *number;
                self.pair_ui(ui, *number, moves, place);
            }
            TreeRow::Game { number, node, text } => self.game_ui(ui, *number, *node, text, place),
            TreeRow::Comment(words) => {
                let kit = &self.kit;
                let left = place.left() + NUMBERS;
                let ground = place.with_min_x(left).shrink2(vec2(0.0, 3.0));
                let ground = ground.with_max_x(place.right() - 6.0);
                kit.fill(ground, 5.0, fade(kit.t.raised, 0.55));
                let wrap = place.width() - NUMBERS - 24.0;
                let at = pos2(left + 9.0, place.top() + 8.0);
                let rect = kit.para(at, words, W::Regular, 12.5, kit.t.text2, wrap);
                widgets::say(ui, rect, words);
            }
            TreeRow::Variation { lead, moves, depth, last } => {
                self.variation_ui(ui, lead, moves, *depth, *last, place);
            }
        }
    }

    /// The heading of a game; a click goes to where it begins.
    fn game_ui(&mut self, ui: &Ui, number: u32, node: NodeId, text: &str, place: Rect) {
        let kit = &self.kit;
        let inner = place.shrink2(vec2(6.0, 2.0));
        let response = widgets::hit(ui, inner, ("game", number), true);
        if response.hovered() {
            kit.fill(inner, 5.0, fade(kit.t.text, 0.06));
        }
        widgets::ring(kit, &response, inner, 5.0);
        let words = format!("Game {number}");
        let name = format!("{words}: {text}");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let at = pos2(place.left() + 12.0, place.center().y);
        let end = kit.text(at, L, &words, W::Semi, 12.5, kit.t.text).right();
        let at = pos2(end + 10.0, place.center().y);
        let max = place.right() - at.x - 12.0;
        let end = kit.fit(at, L, text, W::Regular, font::SMALL, kit.t.text3, max).right();
        kit.hline(end + 10.0, place.right() - 12.0, place.center().y);
        if response.clicked() {
            self.clicked = Some(node);
        }
    }

    fn pair_ui(&mut self, ui: &Ui, number: usize, moves: &[Option<MoveCell>; 2], place: Rect) {
        let kit = &self.kit;
        let at = pos2(place.left() + NUMBERS - 14.0, place.center().y);
        kit.text(at, R, &number.to_string(), W::Regular, font::SMALL, kit.t.text3);
        let col = (place.width() - NUMBERS) / 2.0;
        for (side, cell) in moves.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let left = place.left() + NUMBERS + col * side as f32;
            let q = Rect::from_min_size(pos2(left, place.top()), vec2(col - 6.0, place.height()));
            let dots = if side == 0 { "." } else { "\u{2026}" };
            let name = format!("{number}{dots} {}", spoken_move(cell));
            self.cell_ui(ui, q, cell, &name);
        }
    }

    fn cell_ui(&mut self, ui: &Ui, q: Rect, cell: &MoveCell, name: &str) {
        let response = widgets::hit(ui, q, ("move", cell.node), true);
        self.finish_move(ui, &response, cell, name);
        let kit = &self.kit;
        let inner = q.shrink2(vec2(0.0, 1.0));
        if cell.node == self.current {
            kit.fill(inner, 5.0, kit.t.accent_soft);
            kit.frame(inner, 5.0, fade(kit.t.accent, 0.55));
        } else if response.hovered() {
            kit.fill(inner, 5.0, fade(kit.t.text, 0.06));
        }
        widgets::ring(kit, &response, inner, 5.0);
        let quality = kit.quality(&cell.mark);
        let ink = if cell.pass {
            kit.t.text3
        } else if cell.mark.is_empty() {
            kit.t.text
        } else {
            mix(quality, kit.t.text, 0.25)
        };
        let y = q.center().y;
        let mut x = q.left() + 9.0;
        let (dice, words) = dice_and_play(&cell.text);
        // A word among moves of figures begins as a sentence does.
        let capital = cell.cube.map(|_| capital(words));
        let words = capital.as_deref().unwrap_or(words);
        if !dice.is_empty() {
            let at = pos2(x, y);
            x = kit.text(at, L, &text::dice(dice), W::Regular, font::SMALL, kit.t.text3).right();
            x += 6.0;
        }
        if let Some(cube) = cell.cube {
            cube_sample(kit, Rect::from_center_size(pos2(x + 8.0, y), Vec2::splat(16.0)), cube);
            x += 22.0;
        }
        // A score and a mark have room of their own where there are any; a score that would cut the
        // move off is left out.
        let taken = |score: &str| match (score.is_empty(), cell.mark.is_empty()) {
            (true, true) => 4.0,
            (true, false) => 24.0,
            (false, true) => 46.0,
            (false, false) => 62.0,
        };
        let whole = kit.width(words, W::Medium, font::BODY);
        let has_room = whole <= q.right() - taken(&cell.score) - x;
        let score = if has_room { cell.score.as_str() } else { "" };
        let taken = taken(score);
        let max = (q.right() - taken - x).max(24.0);
        let end = kit.fit(pos2(x, y), L, words, W::Medium, font::BODY, ink, max).right();
        if !cell.mark.is_empty() {
            let at = pos2(end + 4.0, q.center().y);
            kit.text(at, L, &cell.mark, W::Bold, font::BODY, quality);
        }
        let at = pos2(q.right() - 10.0, q.center().y);
        kit.text(at, R, score, W::Regular, font::SMALL, kit.t.text3);
    }

    fn finish_move(&mut self, ui: &Ui, response: &Response, cell: &MoveCell, name: &str) {
        let on = cell.node == self.current;
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, name));
        if response.clicked() {
            self.clicked = Some(cell.node);
        }
        if response.hovered() || response.has_focus() && self.lit.is_none() {
            self.lit = Some(cell.text.clone());
        }
        if on && self.scroll {
            ui.scroll_to_rect(response.rect.expand2(vec2(0.0, 4.0)), None);
            self.shown = true;
        }
    }

    /// Where the words of a variation stand within its row (the lead first), and the row's height.
    fn flow(&self, lead: &str, moves: &[MoveCell], depth: usize, width: f32) -> (Vec<Rect>, f32) {
        let left = NUMBERS + 24.0 + 12.0 * (depth.saturating_sub(1).min(4)) as f32;
        let (mut x, mut y) = (left, 0.0);
        let words = std::iter::once(lead.to_owned()).chain(moves.iter().map(variation_word));
        let mut places = Vec::with_capacity(moves.len() + 1);
        for (i, word) in words.enumerate() {
            let w = self.kit.width(&word, if i < 2 { W::Medium } else { W::Regular }, 12.5);
            if x + w > width - 12.0 && x > left {
                (x, y) = (left, y + VARIATION);
            }
            places.push(Rect::from_min_size(pos2(x, y), vec2(w, VARIATION)));
            x += w + if i == 0 { 4.0 } else { 8.0 };
        }
        (places, y + VARIATION)
    }

    fn variation_ui(
        &mut self,
        ui: &Ui,
        lead: &str,
        moves: &[MoveCell],
        depth: usize,
        last: bool,
        place: Rect,
    ) {
        let (places, height) = self.flow(lead, moves, depth, place.width());
        let kit = self.kit.clone();
        let x = place.left() + NUMBERS + 9.0 + 12.0 * (depth.saturating_sub(1).min(4)) as f32;
        let foot = if last { place.top() + 12.0 } else { place.top() + height };
        let upright = Rect::from_min_max(pos2(x, place.top()), pos2(x + 1.0, foot));
        kit.fill(upright, 0.0, kit.t.line2);
        let arm = Rect::from_min_size(pos2(x, place.top() + 12.0), vec2(9.0, 1.0));
        kit.fill(arm, 0.0, kit.t.line2);
        let offset = place.min.to_vec2();
        if let Some(at) = places.first() {
            let at = at.translate(offset).left_center();
            kit.text(at, L, lead, W::Medium, 12.5, kit.t.text);
        }
        for (i, (cell, q)) in moves.iter().zip(places.iter().skip(1)).enumerate() {
            let q = q.translate(offset);
            let inner = q.expand2(vec2(4.0, -2.0));
            let response = widgets::hit(ui, inner, ("move", cell.node), true);
            let name = format!("{lead} variation {}", spoken_move(cell));
            self.finish_move(ui, &response, cell, &name);
            if cell.node == self.current {
                kit.fill(inner, 4.0, kit.t.accent_soft);
                kit.frame(inner, 4.0, fade(kit.t.accent, 0.55));
            } else if response.hovered() {
                kit.fill(inner, 4.0, fade(kit.t.text, 0.06));
            }
            widgets::ring(&kit, &response, inner, 4.0);
            let (weight, ink) =
                if i == 0 { (W::Medium, kit.t.text) } else { (W::Regular, kit.t.text3) };
            let ink = if cell.mark.is_empty() { ink } else { kit.quality(&cell.mark) };
            kit.text(q.left_center(), L, &variation_word(cell), weight, 12.5, ink);
        }
    }
}

fn variation_word(cell: &MoveCell) -> String {
    match (cell.mark.as_str(), cell.score.as_str()) {
        ("", "") => cell.text.clone(),
        (mark, "") => format!("{} {mark}", cell.text),
        ("", score) => format!("{} {score}", cell.text),
        (mark, score) => format!("{} {mark} {score}", cell.text),
    }
}

/// The dice that a move answers, and the move: `52` and `13/8 13/11` of `52: 13/8 13/11`.
fn dice_and_play(text: &str) -> (&str, &str) {
    let is_dice = |dice: &str| dice.len() == 2 && dice.bytes().all(|c| c.is_ascii_digit());
    text.split_once(": ").filter(|(dice, _)| is_dice(dice)).unwrap_or(("", text))
}

/// `Double` for `double`.
fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A move with its mark in words.
pub(super) fn spoken_move(cell: &MoveCell) -> String {
    match cell.mark.as_str() {
        "" => cell.text.clone(),
        mark => format!("{}, {}", cell.text, spoken_mark(mark)),
    }
}

/// A mark in words.
pub(super) fn spoken_mark(mark: &str) -> &str {
    match mark {
        "?!" => "inaccuracy",
        "?" => "mistake",
        "??" => "blunder",
        "!" => "good move",
        "!!" => "very good move",
        other => other,
    }
}

fn typed_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, row: Rect) {
    let rect = Rect::from_min_size(
        row.min + vec2(size::PAD, 8.0),
        vec2(row.width() - 2.0 * size::PAD, 30.0),
    );
    let info = view.snapshot.game.info;
    let hint = format!("Type a move, such as {}", info.move_example);
    let mut typed = std::mem::take(&mut view.state.typed);
    let position = view.snapshot.game.position_id;
    if view.state.typed_at.is_some_and(|at| at != position) {
        view.state.typed_at = None;
        typed.clear();
    }
    let look = FieldLook::Plain;
    let field = widgets::text_field(ui, kit, rect, &mut typed, "Typed move", &hint, look);
    if typed.is_empty() {
        kit.key(rect.right_center() - vec2(8.0, 0.0), &action(ActionId::TypeMove).key_text());
    }
    if view.state.focus == Some(Focus::TypedMove) {
        view.state.focus = None;
        field.request_focus();
        // What was refused before is replaced by what is typed now.
        select_all(ui, &field, &typed);
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if entered && !typed.trim().is_empty() {
        view.push(Command::Game(GameCommand::Type(typed.trim().to_owned())));
        view.state.typed_at = Some(position);
        field.request_focus();
        select_all(ui, &field, &typed);
    } else if field.changed() {
        view.state.typed_at = None;
    }
    view.state.typed = typed;
}

/// Selects the whole text, so that the next key replaces it.
fn select_all(ui: &Ui, field: &Response, text: &str) {
    let Some(mut state) = TextEditState::load(ui.ctx(), field.id) else { return };
    state.cursor.set_char_range(Some(CCursorRange::select_all_str(text)));
    state.store(ui.ctx(), field.id);
}

fn foot_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, foot: Rect) {
    kit.hline(foot.left(), foot.right(), foot.top());
    let game = &view.snapshot.game;
    let by_rate = game.info.has_cube;
    let percent = |i: usize| match (game.accuracy[i], game.error_rates[i]) {
        (_, Some(rate)) if by_rate => format!("{} {rate:.1}", game.info.sides[i]),
        (Some(value), _) if !by_rate => format!("{} {value:.1} %", game.info.sides[i]),
        _ => format!("{} {}", game.info.sides[i], text::DASH),
    };
    let words = format!("{}   {}", percent(0), percent(1));
    let at = pos2(foot.left() + size::PAD, foot.center().y);
    let caption = if by_rate { text::ERROR_RATE } else { text::ACCURACY };
    let caption = if foot.width() < 400.0 { "" } else { caption };
    let gap = if caption.is_empty() { 0.0 } else { 10.0 };
    let end = kit.text(at, L, caption, W::Regular, 12.0, kit.t.text3).right() + gap;
    let max = foot.right() - end - 140.0;
    widgets::label(
        ui,
        kit,
        pos2(end, at.y),
        L,
        &words,
        W::Medium,
        12.0,
        kit.t.text2,
        max.max(60.0),
    );
    let next = action(ActionId::NextMistake);
    let enabled = next.is_enabled(view.snapshot);
    let cap = kit.key(pos2(foot.right() - size::PAD, foot.center().y), &next.key_text());
    let ink = if enabled { kit.t.accent_text } else { kit.t.text3 };
    let at = pos2(cap.left() - 8.0, foot.center().y);
    let words = kit.text(at, R, next.words, W::Medium, 12.0, ink);
    let response = widgets::hit(ui, words.expand2(vec2(4.0, 4.0)), "next mistake", enabled);
    widgets::ring(kit, &response, words.expand2(vec2(4.0, 3.0)), 4.0);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, next.words));
    if response.clicked() {
        view.act(ui.ctx(), ActionId::NextMistake);
    }
}

fn nav_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, nav: Rect) {
    kit.hline(nav.left(), nav.right(), nav.top());
    let y = nav.center().y;
    let mut x = nav.left() + 8.0;
    for id in [ActionId::First, ActionId::Previous, ActionId::Next, ActionId::Last, ActionId::Turn]
    {
        if id == ActionId::Turn {
            x += 4.0;
        }
        let action = action(id);
        let tooltip = action.tooltip();
        let button = Button::icon(action.icon, action.words).tooltip(&tooltip);
        let response = button.show(ui, kit, pos2(x, y));
        if response.clicked() {
            view.act(ui.ctx(), id);
        }
        x = response.rect.right() + 2.0;
    }
    let right = pos2(nav.right() - size::PAD, y);
    if view.snapshot.progress.is_some() {
        progress_ui(ui, view, kit, right);
        return;
    }
    let (id, words) = match view.snapshot.mode {
        Mode::Play => (ActionId::TakeBack, text::TAKE_BACK),
        Mode::Analyse | Mode::Match => (ActionId::WholeGame, "Analyse game"),
    };
    let action = action(id);
    let tooltip = action.tooltip();
    // Where there is no room for its words the picture must do.
    let fits = right.x - kit.button_width(action.icon, words) >= x + 4.0;
    let button = if fits {
        Button::words(action.icon, words).name(action.words)
    } else {
        Button::icon(action.icon, action.words)
    };
    let button =
        button.tooltip(&tooltip).enabled(action.is_enabled(view.snapshot)).look(Look::Plain);
    if button.show_right(ui, kit, right).clicked() {
        view.act(ui.ctx(), id);
    }
}

fn progress_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, right: egui::Pos2) {
    let Some(progress) = &view.snapshot.progress else { return };
    let mut end = right.x;
    if let Some(cancel) = &progress.cancel {
        let button = Button::icon("stop", text::STOP_WORK).look(Look::Plain);
        let response = button.show_right(ui, kit, right);
        if response.clicked() {
            view.commands.push(cancel.clone());
        }
        end = response.rect.left() - 10.0;
    }
    if let Some(paused) = progress.paused {
        let (icon, words) =
            if paused { ("play", text::GO_ON_WORK) } else { ("pause", text::PAUSE_WORK) };
        let button = Button::icon(icon, words).look(Look::Plain);
        let response = button.show_right(ui, kit, pos2(end + 6.0, right.y));
        if response.clicked() {
            let command = AnalysisCommand::PauseWholeGame(!paused);
            view.commands.push(Command::Analysis(command));
        }
        end = response.rect.left() - 10.0;
    }
    let at = pos2(end, right.y - 7.0);
    widgets::label(ui, kit, at, R, &progress.text, W::Medium, font::SMALL, kit.t.text2, 190.0);
    let meter = Rect::from_min_size(pos2(end - 150.0, right.y + 5.0), vec2(150.0, 4.0));
    kit.meter(meter, progress.part.unwrap_or(0.0), kit.t.accent);
    let response = ui.interact(meter, ui.scope_id().with("progress"), Sense::hover());
    let part = f64::from(progress.part.unwrap_or(0.0));
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, &progress.text);
        info.value = Some(part);
        info
    });
}
