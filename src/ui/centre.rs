//! The centre: a board between its two strips, the evaluation bar, and a place for messages.
//!
//! Everything has its place before it has content, so nothing jumps.

use std::time::Instant;

use egui::{Key, Popup, Rect, Response, Ui, pos2, vec2};

use super::actions::LOW_WINDOW;
use super::arrows::{board_arrows, board_ghosts};
use super::board::{self, board_ui};
use super::drawing::{drawing_ui, drawn_arrows};
use super::editor::editor_ui;
use super::eval_bar::eval_bar_ui;
use super::hand;
use super::kit::{Cut, Kit, L, W};
use super::line_steps::board_steps;
use super::panels;
use super::plane_view;
use super::root::View;
use super::state::{Focus, PanelTab};
use super::strip::{StripSide, strip_with_hand_ui};
use super::theme::{fade, font, size};
use super::wall::{wall_button_ui, wall_ui};
use super::widgets::{self, MenuItem};
use crate::app::board::{Scene, Side, Surface};
use crate::app::{
    Chip, ChipTone, Command, DifferencesView, GameCommand, MatchBoard, MatchView, Mode,
    PointOfView, SeatChoice, SeatView, SlowStart, Snapshot,
};

/// Height of the row of buttons or words under the board, with the gap above it.
pub(super) const ROW: f32 = 36.0;
/// The minimum width of a strip.
const LEAST_STRIP: f32 = 250.0;
/// Distance of everything from the edges.
pub(super) const EDGE: f32 = 10.0;

/// How high a board is in a centre of this height, at most.
pub(super) fn board_height(height: f32) -> f32 {
    height - 2.0 * (size::STRIP + size::GAP + EDGE)
}

/// How wide the centre is around a board of this width.
pub(super) fn around_board(width: f32) -> f32 {
    width + 2.0 * EDGE + size::BAR + size::GAP
}

/// Shows the centre of the mode, filling `area`.
pub(super) fn centre_ui(ui: &mut Ui, view: &mut View<'_>, area: Rect) {
    let snapshot = view.snapshot;
    if let Some(editor) = snapshot.editor.as_ref().filter(|_| snapshot.mode != Mode::Match) {
        return editor_ui(ui, view, editor, area);
    }
    match snapshot.mode {
        Mode::Play | Mode::Analyse => game_ui(ui, view, area),
        Mode::Match => match_ui(ui, view, area),
    }
}

/// The parts of the board's column; all share left and right edges.
pub(super) struct Column {
    pub(super) strips: [Rect; 2],
    pub(super) bar: Rect,
    pub(super) board: Rect,
    pub(super) row: Option<Rect>,
}

fn column(area: Rect, scene: &Scene, bar: bool, row: bool) -> Column {
    if scene.surface == Surface::Plane {
        return plane_view::column(area, bar, row);
    }
    let beside = if bar { size::BAR + size::GAP } else { 0.0 };
    let below = if row { ROW } else { 0.0 };
    let height = board_height(area.height()) - below;
    let width = area.width() - 2.0 * EDGE - beside;
    let aspect = if scene.size.1 > 0.0 { scene.size.0 / scene.size.1 } else { 1.0 };
    let board = vec2(width.min(height * aspect), height.min(width / aspect)).floor();
    let whole = vec2(board.x + beside, board.y + 2.0 * (size::STRIP + size::GAP) + below);
    let centred = Rect::from_center_size(area.center(), whole);
    let mut r = Rect::from_min_size(centred.min.round(), whole);
    let strips = [r.cut_top(size::STRIP), r.cut_bottom(size::STRIP)];
    // Name and clock need room where the board has hardly any.
    let room = area.x_range().shrink(EDGE);
    let strips = strips.map(|strip| {
        let more = (LEAST_STRIP.min(room.span()) - strip.width()).max(0.0) / 2.0;
        strip.expand2(vec2(more.floor(), 0.0))
    });
    r = r.shrink2(vec2(0.0, size::GAP));
    let row = row.then(|| r.cut_bottom(ROW)).map(|row| row.with_min_y(row.top() + ROW - 28.0));
    let bar = r.cut_left(beside).with_max_x(r.left() - if bar { size::GAP } else { 0.0 });
    Column { strips, bar, board: r, row }
}

fn game_ui(ui: &mut Ui, view: &mut View<'_>, area: Rect) {
    let snapshot = view.snapshot;
    let game = &snapshot.game;
    let kit = view.kit(ui);
    let low = ui.ctx().content_rect().height() < LOW_WINDOW;
    // Decisions other than moving pieces are made there.
    let decides = game.decisions.is_some();
    let has_legend = snapshot.analysis.differences != DifferencesView::Off;
    let row = match snapshot.mode {
        Mode::Play => !low || decides,
        Mode::Analyse => has_legend,
        Mode::Match => false,
    };
    let column = column(area, &game.scene, true, row);
    let sides = [game.bottom.opponent(), game.bottom];
    let fresh = snapshot.analysis.position_id == game.position_id;
    let wanted = snapshot.mode == Mode::Play || snapshot.settings.show_values;
    let values = if fresh && wanted { snapshot.analysis.values.as_slice() } else { &[] };
    let values = if game.info.values_on_cells { values } else { &[] };
    let steps = board_steps(view);
    // The moves of one line stand for what else the engines would play.
    let is_line = !steps.is_empty();
    let arrows = if is_line { drawn_arrows(view) } else { board_arrows(view) };
    let ghosts = if is_line { Vec::new() } else { board_ghosts(view) };
    // The list of moves says what is viewed; if it is hidden, nothing is.
    let listed = view.state.panel_tab == PanelTab::Moves;
    let lit = view.state.lit_move.as_ref().filter(|(number, _)| listed && *number == game.number);
    let lit = lit.map(|(_, mv)| board::cells_of(&game.scene, mv)).unwrap_or_default();
    let overlay = board::Overlay {
        values,
        arrows: &arrows,
        ghosts: &ghosts,
        lit: &lit,
        steps: &steps,
        regions: &game.regions,
    };
    focus_asked_for(ui, view);
    let state = &mut view.state.board;
    // What is painted over a plane comes after it.
    let plane = game.scene.surface == Surface::Plane;
    let place = if plane { area } else { column.board };
    if plane {
        plane_view::clear(state, &column);
    }
    state.animate = snapshot.settings.animate;
    state.before.clone_from(&game.before);
    state.game = game.number;
    if !plane {
        // The board's shadow falls on the bar.
        eval_bar_ui(ui, &kit, column.bar, game);
    }
    let state = &mut view.state.board;
    let clicked = board_ui(ui, &kit, place, &game.scene, &overlay, state, game.can_move);
    drawing_ui(ui, view, place);
    // Also if no move is possible now: the answer says why.
    if let Some(cell) = clicked {
        view.push(Command::Game(GameCommand::Click(cell)));
    }
    if plane {
        plane_view::buttons_ui(ui, view, &column);
    }
    plane_view::pass_ui(ui, view, column.board);
    if plane {
        eval_bar_ui(ui, &kit, column.bar, game);
    }
    let mut strips = column.strips.into_iter().zip(sides).collect::<Vec<_>>();
    // The Tab key comes first to what the side to move has in hand.
    strips.sort_by_key(|(_, side)| game.turn != Some(*side));
    for (strip, side) in strips {
        seat_strip_ui(ui, view, strip, side);
    }
    let Some(row) = column.row else {
        view.state.notice_in_panel = true;
        return;
    };
    if has_legend {
        view.state.notice_in_panel = true;
        return differences_ui(ui, &kit, row, snapshot);
    }
    let (rest, longer) = if decides {
        let rest = panels::decisions_ui(ui, view, row);
        (rest, rest)
    } else {
        let rest = row.with_min_x(panels::play_buttons_ui(ui, view, row, true) + 4.0);
        (rest, rest.with_max_x(area.right() - EDGE))
    };
    let found = panels::notices_ui(ui, view, &[rest, longer]);
    // A message covers neither the board nor a strip: if its row is too short, the panel shows it.
    view.state.notice_in_panel = found.is_none();
    if found.is_none() {
        panels::banner_ui(ui, view, rest);
    }
}

/// Says whose values are compared in the cards and on the board, and in whose favour a difference is; or
/// what is missing for that.
fn differences_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, snapshot: &Snapshot) {
    let game = &snapshot.game;
    let side = match snapshot.analysis.point_of_view {
        PointOfView::First => Side::First,
        PointOfView::Mover => game.turn.unwrap_or(Side::First),
    };
    let side = game.info.sides[side.idx()];
    let words = match &snapshot.analysis.differences {
        DifferencesView::Off => return,
        DifferencesView::Of([first, second]) => {
            let [plus, minus] = match game.info.values_on_cells {
                true => ["blue +", "orange \u{2212}"],
                false => ["+", "\u{2212}"],
            };
            format!(
                "\u{394} = {first} less {second}: {plus} where {first} sees more for {side}, \
                 {minus} where {second} does"
            )
        }
        DifferencesView::Alone(Some(only)) => format!(
            "\u{394} compares two engines, and only {only} is at work here: add another one to the cards."
        ),
        DifferencesView::Alone(None) => {
            "\u{394} compares two engines, and none is at work here: add two to the cards."
                .to_owned()
        }
    };
    widgets::note(ui, kit, row, &words, font::BODY, kit.t.warn, 2);
}

/// Moves the keyboard focus to the board, or to the pieces in hand: the latter if the board is
/// empty or already has the focus.
fn focus_asked_for(ui: &Ui, view: &mut View<'_>) {
    let game = &view.snapshot.game;
    if view.state.begins_after.is_some_and(|before| before != game.number) {
        view.state.begins_after = None;
        view.state.focus = Some(Focus::Board);
    }
    if view.state.focus != Some(Focus::Board) {
        return;
    }
    view.state.focus = None;
    let hand = game.turn.map_or(&[][..], |side| &game.scene.hands[side.idx()]);
    let board = &mut view.state.board;
    match hand.iter().find(|piece| piece.count > 0) {
        Some(piece) if game.scene.pieces.is_empty() || board.has_focus() => {
            let id = hand::stack_id(ui, piece);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        Some(_) | None => board.take_focus(),
    }
}

fn seat_strip_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, side: Side) {
    let game = &view.snapshot.game;
    let i = side.idx();
    let kit = view.kit(ui);
    let turn = game.turn == Some(side);
    let (seat, clock, surface) = (&game.seats[i], &game.clocks[i], game.scene.surface);
    let shown = StripSide { seat, clock, turn, surface, now: view.cx.now };
    let hand = &game.scene.hands[i];
    let strip = strip_with_hand_ui(ui, &kit, rect, &shown, hand);
    seat_menu_ui(ui, view, &strip.whole, i);
    if let Some(chip) = strip.chip {
        panels::waited_for_ui(ui, view, chip, i);
    }
    plane_view::hand_ui(ui, view, strip.hand, hand);
}

/// A click on a strip changes the player, also in the middle of a game.
fn seat_menu_ui(ui: &Ui, view: &mut View<'_>, strip: &Response, idx: usize) {
    let kit = view.kit(ui);
    let snapshot = view.snapshot;
    let seat = &snapshot.game.seats[idx];
    let game = snapshot.game.info.name;
    let name = format!("Who plays {}", seat.side_name);
    open_if_wanted(ui, view, strip, idx);
    widgets::menu(strip, kit.t, &name, 280.0, |ui| {
        let person = MenuItem { on: Some(seat.human), icon: "person", ..MenuItem::new("Person") };
        if person.show(ui, &kit).clicked() && !seat.human {
            let choice = SeatChoice::Human { name: "You".to_owned() };
            view.commands.push(Command::Game(GameCommand::SetSeat(idx, choice)));
        }
        let plays = snapshot.engines.iter().filter(|e| e.games.iter().any(|g| g == game));
        for entry in plays {
            let on = seat.engine.as_ref() == Some(&entry.name);
            if panels::engine_item_ui(ui, &kit, entry, Some(on)) && !on {
                let options =
                    entry.options.iter().map(|o| (o.name.clone(), o.value.clone())).collect();
                let choice = SeatChoice::Engine { name: entry.name.clone(), options };
                view.commands.push(Command::Game(GameCommand::SetSeat(idx, choice)));
            }
        }
    });
}

/// Opens the menu of a strip on a request from elsewhere: not in the frame of that click, which
/// would close it again.
fn open_if_wanted(ui: &Ui, view: &mut View<'_>, strip: &Response, idx: usize) {
    if view.state.wants_seat != Some(idx) {
        return;
    }
    if ui.input(|input| input.pointer.any_click() || input.key_pressed(Key::Enter)) {
        ui.request_repaint();
        return;
    }
    view.state.wants_seat = None;
    strip.request_focus();
    Popup::open_id(ui, Popup::default_response_id(strip));
}

fn match_ui(ui: &mut Ui, view: &mut View<'_>, area: Rect) {
    let snapshot = view.snapshot;
    let kit = view.kit(ui);
    let found = snapshot.matching.as_deref();
    if let Some(found) = found.filter(|found| found.wall.len() > 1 && view.state.match_wall) {
        return wall_ui(ui, view, area, found);
    }
    let Some((found, MatchBoard { scene, players: names, stocks, last_move: last, clocks, .. })) =
        found.and_then(|found| Some((found, found.board.as_ref()?)))
    else {
        let words = panels::boardless_words(found);
        let c = area.center();
        kit.icon(c - vec2(0.0, 30.0), "match", 40.0, fade(kit.t.text3, 0.6));
        let ink = kit.t.text3;
        let room = area.width() - 2.0 * EDGE;
        let wide = kit.width(&words, W::Regular, font::STRONG).min(room);
        let place = Rect::from_center_size(c + vec2(0.0, 6.0), vec2(wide + 1.0, 36.0));
        widgets::note(ui, &kit, place, &words, font::STRONG, ink, 2);
        let width = (area.width() - 2.0 * EDGE).min(460.0);
        let rest = Rect::from_center_size(c + vec2(0.0, 60.0), vec2(width, 32.0));
        view.state.notice_in_panel = panels::notices_ui(ui, view, &[rest]).is_none();
        return;
    };
    let column = column(area, scene, false, true);
    let plane = scene.surface == Surface::Plane;
    let state = &mut view.state.match_board;
    state.animate = snapshot.settings.animate;
    state.game = found.shown.map_or(0, u64::from);
    if plane {
        plane_view::clear(state, &column);
    }
    let overlay = board::Overlay::default();
    let place = if plane { area } else { column.board };
    if view.state.focus == Some(Focus::Board) {
        view.state.focus = None;
        state.take_focus();
    }
    // The user does not play on the board of a match.
    let _ = board_ui(ui, &kit, place, scene, &overlay, state, false);
    if plane {
        plane_view::buttons_ui(ui, view, &column);
    }
    for (strip, i) in column.strips.into_iter().zip([1, 0]) {
        let seat = SeatView {
            ponder: None,
            timed_by_host: false,
            name: names[i].clone(),
            side_name: found.info.sides[i],
            human: false,
            is_engine: true,
            chip: starting_chip(found, &names[i], view.cx.now),
            stock: stocks[i].clone(),
            eval: String::new(),
            engine: None,
            own_name: own_name(found, &names[i]),
        };
        let turn = clocks[i].running_since.is_some();
        let surface = scene.surface;
        let now = view.cx.now;
        let shown = StripSide { seat: &seat, clock: &clocks[i], turn, surface, now };
        let hand = &scene.hands[i];
        let place = strip_with_hand_ui(ui, &kit, strip, &shown, hand).hand;
        let _ = hand::hand_ui(ui, &kit, place, hand, &|_| false, false);
    }
    if let Some(row) = column.row {
        match_row_ui(ui, view, area, row, found, last);
    }
}

/// That this player of the game that is shown takes long to start.
fn starting_chip(found: &MatchView, name: &str, now: Instant) -> Option<Chip> {
    let is_it = |start: &&SlowStart| {
        Some(start.number) == found.shown && start.engine.is_some() && start.name == name
    };
    let start = found.slow_starts.iter().find(is_it)?;
    let text = format!("starting {} s", start.lasts(now).as_secs());
    Some(Chip { text, tone: ChipTone::Warn })
}

/// The own name of this engine in a match.
fn own_name(found: &MatchView, name: &str) -> String {
    let side = found.standing.iter().find(|side| side.name == name);
    side.map(|side| side.own_name.clone()).unwrap_or_default()
}

fn match_row_ui(
    ui: &Ui,
    view: &mut View<'_>,
    area: Rect,
    row: Rect,
    found: &MatchView,
    last: &str,
) {
    let kit = view.kit(ui);
    let number = found.shown.map(|n| format!("Game {n}")).unwrap_or_default();
    let end = wall_button_ui(ui, view, row, found) - 8.0;
    let width = (end - row.left()).clamp(60.0, 200.0);
    let note = Rect::from_min_size(row.min, vec2(width, 28.0));
    kit.fill(note, size::R_CONTROL, fade(kit.t.card, 0.94));
    let at = note.left_center() + vec2(12.0, 0.0);
    let last = format!("   {last}");
    let runs = [(number.as_str(), W::Semi, kit.t.text), (last.as_str(), W::Regular, kit.t.text2)];
    let shown = kit.runs(at, L, &runs, 12.5, width - 20.0);
    widgets::say(ui, shown, &format!("{number}, last move{last}"));
    let rest = Rect::from_min_max(pos2(note.right() + 8.0, row.top()), row.max).with_max_x(end);
    let whole =
        Rect::from_x_y_ranges(area.x_range().shrink(EDGE), row.expand2(vec2(0.0, 2.0)).y_range());
    view.state.notice_in_panel = panels::notices_ui(ui, view, &[rest, whole]).is_none();
}
