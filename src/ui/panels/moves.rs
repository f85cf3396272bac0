//! The lower part of the panels: tabs, typed moves, accuracy, navigation.
//!
//! Knows no rule: marks and scores come ready from the snapshot; the moves are `move_list`'s.

use egui::accesskit::Role;
use egui::{Rect, Sense, Ui, WidgetInfo, pos2, vec2};

use super::notices::{notice_foot_ui, notice_height};
use super::{comments, mistakes, move_list, parts};
use crate::app::{AnalysisCommand, Command, GameCommand, Mode, MoveCell};
use crate::ui::actions::{ActionId, action};
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::selection::select_all;
use crate::ui::state::{Focus, PanelTab};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook, MenuItem, Tab};

const HEAD: f32 = 36.0;
const NAV: f32 = 44.0;
const FOOT: f32 = 30.0;
const TYPED: f32 = 46.0;
/// The fields for what is said before a move and after it, which has two lines.
const LEAST_COMMENTS: f32 = GAP + 104.0;
/// Two rows of moves.
const LEAST_LIST: f32 = 56.0;
/// The height of the tabs, two rows and the field for a typed move.
pub(super) const LEAST_MOVES: f32 = HEAD + LEAST_LIST + TYPED;
/// The height of the whole panel with eight rows of moves.
pub(super) const EIGHT_ROWS: f32 = HEAD + GAP + 8.0 * size::ROW_MOVES + TYPED + FOOT + NAV;
/// Distance between the tabs and what they show.
const GAP: f32 = 4.0;

/// Shows tabs, moves, typed move, accuracy and navigation, filling `rect`.
pub(super) fn moves_panel_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let mut p = rect;
    kit.hline(p.left(), p.right(), p.top());
    let head = p.cut_top(HEAD);
    // In a low window the moves keep their room: controls that also have keys and menus are left
    // out first.
    let spare = p.height() - TYPED - LEAST_LIST;
    let nav = (spare >= NAV).then(|| p.cut_bottom(NAV));
    let foot = (spare >= NAV + FOOT).then(|| p.cut_bottom(FOOT));
    if view.state.focus == Some(Focus::TypedMove) && p.height() - TYPED < LEAST_COMMENTS {
        // Its field has no room beside a comment.
        view.state.panel_tab = PanelTab::Moves;
    }
    let is_comment = shown_tab(view) == PanelTab::Comments;
    let has_typed = !is_comment || p.height() - TYPED >= LEAST_COMMENTS;
    // An offer, such as to go on with a game, takes the place of a field that no one writes in yet, and in the
    // lowest windows of the tabs, too.
    let notices = &view.snapshot.notices;
    let offered = notices.last().is_some_and(|notice| notice.offer.is_some());
    let wanted = match offered && view.state.notice_in_panel {
        true => notice_height(&kit, notices, p.width()),
        false => 0.0,
    };
    if wanted > p.height() {
        let mut column = rect;
        return widgets::area(ui, rect, "message", |ui| notice_foot_ui(ui, view, &mut column));
    }
    let has_typed = has_typed && wanted <= p.height() - TYPED;
    let typed = has_typed.then(|| p.cut_bottom(TYPED));
    head_ui(ui, view, &kit, head);
    if view.state.notice_in_panel {
        // Below the list: no control moves.
        let mut column = p;
        widgets::area(ui, p, "message", |ui| notice_foot_ui(ui, view, &mut column));
        p.max.y = column.bottom().max(p.top() + GAP);
    }
    p.min.y += GAP;
    let inner = p.shrink2(vec2(4.0, 0.0));
    match shown_tab(view) {
        PanelTab::Moves => {
            widgets::area(ui, inner, "moves", |ui| move_list::list_ui(ui, view, inner));
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
    if let Some(typed) = typed {
        typed_ui(ui, view, &kit, typed);
    }
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
    widgets::menu(&more, kit.t, "More about this move", 320.0, |ui| {
        about_move_ui(ui, view, kit, &ctx);
    });
}

/// What can be done about the move shown.
const ABOUT_MOVE: [ActionId; 7] = [
    ActionId::Promote,
    ActionId::Demote,
    ActionId::CopyBranch,
    ActionId::PasteBranch,
    ActionId::Delete,
    ActionId::EditComment,
    ActionId::CopyGame,
];

/// The entries of a menu about the move shown.
pub(super) fn about_move_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, ctx: &egui::Context) {
    for id in ABOUT_MOVE {
        let action = action(id);
        let (key, why_not) = (action.key_text(), action.why_not(view.snapshot));
        let item =
            MenuItem { icon: action.icon, right: &key, why_not, ..MenuItem::new(action.words) };
        if item.show(ui, kit).clicked() {
            view.act(ctx, id);
        }
    }
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
        "!?" => "interesting move",
        "\u{25a1}" => "only move",
        "=" => "equal",
        "\u{221e}" => "unclear",
        "+=" => "the first side stands slightly better",
        "=+" => "the second side stands slightly better",
        "\u{b1}" => "the first side stands better",
        "-/+" => "the second side stands better",
        "+-" => "the first side wins",
        "-+" => "the second side wins",
        "N" => "new move",
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
        // A refused text is replaced by what is typed now.
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
    let why_not = next.why_not(view.snapshot);
    let enabled = why_not.is_none();
    let cap = kit.key(pos2(foot.right() - size::PAD, foot.center().y), &next.key_text());
    let ink = if enabled { kit.t.accent_text } else { kit.t.text3 };
    let at = pos2(cap.left() - 8.0, foot.center().y);
    let words = kit.text(at, R, next.words, W::Medium, 12.0, ink);
    let response = widgets::hit(ui, words.expand2(vec2(4.0, 4.0)), "next mistake", enabled);
    widgets::ring(kit, &response, words.expand2(vec2(4.0, 3.0)), 4.0);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, next.words));
    if widgets::tip_unless(response, kit.t, "", why_not).clicked() {
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
        return progress_ui(ui, view, kit, nav.with_min_x(x + 8.0).with_max_x(right.x));
    }
    let (id, words) = match view.snapshot.mode {
        Mode::Play => (ActionId::TakeBack, text::TAKE_BACK),
        Mode::Analyse | Mode::Match => (ActionId::WholeGame, "Analyse game"),
    };
    let action = action(id);
    let tooltip = action.tooltip();
    // If there is no room for its label, the icon alone is shown.
    let fits = right.x - kit.button_width(action.icon, words) >= x + 4.0;
    let button = if fits {
        Button::words(action.icon, words).name(action.words)
    } else {
        Button::icon(action.icon, action.words)
    };
    let button = button.tooltip(&tooltip).unless(action.why_not(view.snapshot)).look(Look::Plain);
    if button.show_right(ui, kit, right).clicked() {
        view.act(ui.ctx(), id);
    }
}

/// Least width of a meter that says something.
const LEAST_METER: f32 = 40.0;

/// The progress of long work, and the buttons to pause and stop it, at the right end of `row`.
/// Where the row is too narrow for the words, they are in the tooltip.
pub(super) fn progress_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, row: Rect) {
    let Some(progress) = &view.snapshot.progress else { return };
    let mut end = row.right_center();
    if let Some(cancel) = &progress.cancel {
        let button = Button::icon("stop", text::STOP_WORK).look(Look::Plain);
        let response = button.show_right(ui, kit, end);
        if response.clicked() {
            view.commands.push(cancel.clone());
        }
        end.x = response.rect.left() - 4.0;
    }
    if let Some(paused) = progress.paused {
        let (icon, words) =
            if paused { ("play", text::GO_ON_WORK) } else { ("pause", text::PAUSE_WORK) };
        let button = Button::icon(icon, words).look(Look::Plain);
        let response = button.show_right(ui, kit, end);
        if response.clicked() {
            let command = AnalysisCommand::PauseWholeGame(!paused);
            view.commands.push(Command::Analysis(command));
        }
        end.x = response.rect.left() - 4.0;
    }
    let room = (end.x - 6.0 - row.left()).max(LEAST_METER);
    let words = kit.width(&progress.text, W::Medium, font::SMALL);
    let fits = words <= room;
    let width = if fits { words.max(150.0_f32.min(room)) } else { room.min(150.0) };
    let meter_y = if fits { end.y + 5.0 } else { end.y - 2.0 };
    let meter = Rect::from_min_size(pos2(end.x - 6.0 - width, meter_y), vec2(width, 4.0));
    if fits {
        let at = pos2(meter.right(), end.y - 7.0);
        kit.text(at, R, &progress.text, W::Medium, font::SMALL, kit.t.text2);
    }
    kit.meter(meter, progress.part.unwrap_or(0.0), kit.t.accent);
    let all = Rect::from_center_size(meter.center(), vec2(width, size::CONTROL));
    let response = ui.interact(all, ui.scope_id().with("progress"), Sense::hover());
    let part = f64::from(progress.part.unwrap_or(0.0));
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, &progress.text);
        info.value = Some(part);
        info
    });
    widgets::tip(response, kit.t, &progress.text);
}
