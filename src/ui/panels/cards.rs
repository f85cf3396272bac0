//! An engine at work: name, state, figures and lines in rows that exist before there is data.
//!
//! Computes nothing: figures come as text, a missing one as a dash.

use egui::accesskit::Role;
use egui::epaint::RectShape;
use egui::{CornerRadius, Rect, Sense, Ui, WidgetInfo, pos2, vec2};

use super::card_menu::more_menu;
use super::comparison::comparison_ui;
use super::lines::{CHANCES_LEAST, LineRow, chances_head, line_ui};
use super::lock::{lock_button_ui, lock_ui};
use super::threat::threat_ui;
use crate::app::board::NodeId;
use crate::app::{AnalysisCommand, CardLine, Command, EngineCardView, GameCommand};
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::state::{LineId, UiState};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button};

/// Below this width a card leaves out what is needed least, in points.
const NARROW: f32 = 300.0;

/// Heights of a card's parts, in points: name and state, figures, the space below the lines.
pub(super) const HEAD: f32 = 36.0;
pub(super) const FIGURES: f32 = 40.0;
pub(super) const FOOT: f32 = 6.0;

/// Height of an unfolded card with one line, in points.
pub(super) const ONE_LINE: f32 = HEAD + FIGURES + size::ROW + FOOT;

/// Height of a card, in points: as many rows as its engine can give lines. An idle one is folded,
/// unless the user has unfolded it.
pub(super) fn card_height(state: &UiState, card: &EngineCardView) -> f32 {
    if is_folded(state, card) {
        return HEAD;
    }
    let rows = [card.comparison.is_some(), card.lock.is_some(), card.threat.is_some()];
    let n_rows = card.n_lines + rows.map(u32::from).iter().sum::<u32>();
    HEAD + FIGURES + n_rows as f32 * size::ROW + FOOT
}

fn is_folded(state: &UiState, card: &EngineCardView) -> bool {
    !card.running && !state.unfolded_cards.contains(&card.id)
}

/// Forgets that cards were unfolded which are gone or run again.
pub(super) fn fold_running_cards(state: &mut UiState, cards: &[EngineCardView]) {
    let rests = |id: &u64| cards.iter().any(|card| card.id == *id && !card.running);
    state.unfolded_cards.retain(rests);
}

/// Shows the card with this index, filling `r`.
pub(super) fn engine_card_ui(ui: &mut Ui, view: &mut View<'_>, r: Rect, idx: usize) {
    let snapshot = view.snapshot;
    let analysis = &snapshot.analysis;
    let Some(card) = analysis.cards.get(idx) else { return };
    // An identity of its own: buttons are known by their words, which two cards may share.
    let salt = format!("card {}", card.id);
    widgets::area(ui, r, &salt, |ui| card_ui(ui, view, r, idx, card));
}

fn card_ui(ui: &mut Ui, view: &mut View<'_>, r: Rect, idx: usize, card: &EngineCardView) {
    let snapshot = view.snapshot;
    let analysis = &snapshot.analysis;
    // Discards answers to other positions: they are not shown even briefly.
    let fresh = card.lock.is_some() || analysis.position_id == snapshot.game.position_id;
    let kit = view.kit(ui);
    kit.card(r);
    let edge = r.with_max_x(r.left() + 3.0);
    let shape = RectShape::filled(r, CornerRadius::same(8), kit.t.engine(idx));
    kit.clipped(edge).p.add(shape);
    head_ui(ui, view, &kit, r, card, fresh);
    if is_folded(view.state, card) {
        return;
    }
    figures_ui(ui, &kit, r, card, fresh);
    let has_chances = snapshot.game.info.has_dice && r.width() > CHANCES_LEAST;
    if has_chances {
        chances_head(&kit, r);
    }
    let lines: &[CardLine] = if fresh { &card.lines } else { &[] };
    for i in 0..card.n_lines as usize {
        let y = r.top() + HEAD + FIGURES + i as f32 * size::ROW;
        let row = Rect::from_min_size(pos2(r.left() + 3.0, y), vec2(r.width() - 3.0, size::ROW));
        match lines.get(i) {
            Some(line) => {
                let of = LineId::Card(card.id, i);
                let node = node_of(card, view);
                line_ui(
                    ui,
                    view,
                    &kit,
                    row,
                    &LineRow { of, place: i, who: &card.name, depth: &card.depth, node },
                    line,
                );
            }
            None if card.has_all_moves && fresh => no_line(ui, &kit, row, i == lines.len()),
            None => empty_line(&kit, row),
        }
    }
    let mut rest = r.with_min_x(r.left() + 3.0).with_max_y(r.bottom() - FOOT);
    if let Some(threat) = &card.threat {
        threat_ui(ui, view, &kit, rest.cut_bottom(size::ROW), card, threat);
    }
    if let Some(lock) = &card.lock {
        lock_ui(ui, view, &kit, rest.cut_bottom(size::ROW), card, lock);
    }
    if let Some(comparison) = &card.comparison {
        comparison_ui(ui, view, &kit, rest.cut_bottom(size::ROW), card, comparison);
    }
}

/// The node that the lines of a card begin after; those of a threat are no moves of the game.
fn node_of(card: &EngineCardView, view: &View<'_>) -> Option<NodeId> {
    let node = card.lock.as_ref().map_or(view.snapshot.game.current, |lock| lock.node);
    card.threat.is_none().then_some(node)
}

/// Room for the buttons of a card of this width, in points.
fn buttons_room(width: f32) -> f32 {
    if width < NARROW { 98.0 } else { 126.0 }
}

/// Name, state and buttons; of a folded card what it has found, too.
fn head_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    r: Rect,
    card: &EngineCardView,
    fresh: bool,
) {
    let head = r.with_max_y(r.top() + HEAD);
    let y = head.center().y;
    let t = kit.t;
    let left = if card.running { 16.0 } else { fold_ui(ui, view, kit, head, card) };
    let at = pos2(r.left() + left, y);
    // In a narrow card the name stays readable; which protocol it speaks is not needed.
    let narrow = r.width() < NARROW;
    let badge = if narrow { 0.0 } else { 54.0 } + if card.timed_by_host { 20.0 } else { 0.0 };
    let room =
        r.width() - buttons_room(r.width()) - 12.0 - left - kit.chip_width(&card.chip.text) - badge;
    let room = if narrow { room.max(72.0) } else { room };
    let name = widgets::label(ui, kit, at, L, &card.name, W::Semi, font::STRONG, t.text, room);
    let is_cut = kit.width(&card.name, W::Semi, font::STRONG) > room;
    widgets::engine_tip(ui, kit, name, (&card.name, &card.own_name), is_cut);
    let x = name.right();
    let x = if narrow { x } else { kit.badge(pos2(x + 9.0, y), card.protocol.title()) };
    let x = if card.timed_by_host { timed_ui(ui, kit, pos2(x + 6.0, y), card) } else { x };
    let buttons = buttons_room(r.width());
    let max = r.right() - buttons - x;
    let end =
        widgets::chip(ui, kit, pos2(x + 8.0, y), &card.chip.text, t.tone(card.chip.tone), max);
    let chip = Rect::from_min_max(pos2(x + 8.0, y - 10.0), pos2(end, y + 10.0));
    let spoken = format!("{}: {}", card.name, card.chip.text);
    let response = ui.interact(chip, ui.scope_id().with(("chip", card.id)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    if !card.status.is_empty() {
        widgets::tip(response, t, &card.status);
    }
    if fresh && is_folded(view.state, card) {
        let room =
            Rect::from_min_max(pos2(end + 10.0, y - 10.0), pos2(r.right() - buttons, y + 10.0));
        found_ui(kit, room, card);
    }
    buttons_ui(ui, view, kit, pos2(r.right(), y), card);
    if r.width() >= NARROW {
        lock_button_ui(ui, view, kit, pos2(r.right() - 118.0, y), card);
    }
}

/// A sign that the host keeps the time of this engine; returns its right edge.
fn timed_ui(ui: &Ui, kit: &Kit<'_>, left: egui::Pos2, card: &EngineCardView) -> f32 {
    let place = Rect::from_min_size(left - vec2(0.0, 8.0), vec2(14.0, 16.0));
    kit.icon(place.center(), "clock", 14.0, kit.t.text3);
    let response = ui.interact(place, ui.scope_id().with(("time kept", card.id)), Sense::hover());
    let spoken = format!("{}: {}", card.name, text::TIME_KEPT);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    widgets::tip(response, kit.t, text::TIME_KEPT_TIP);
    place.right()
}

/// Makes the head of an idle card a button that folds or unfolds it; returns where the name begins,
/// from the left edge.
fn fold_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect, card: &EngineCardView) -> f32 {
    let folded = is_folded(view.state, card);
    let (icon, verb) = if folded { ("right", "Unfold") } else { ("down", "Fold") };
    let place = head.with_max_x(head.right() - buttons_room(head.width()));
    let response = widgets::hit(ui, place, ("fold", card.id), true);
    let name = format!("{verb} {}", card.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let ink = if response.hovered() { kit.t.text } else { kit.t.text3 };
    kit.icon(pos2(head.left() + 19.0, head.center().y), icon, 12.0, ink);
    widgets::ring(kit, &response, place, size::R_CARD);
    if response.clicked() {
        match folded {
            true => view.state.unfolded_cards.insert(card.id),
            false => view.state.unfolded_cards.remove(&card.id),
        };
    }
    31.0
}

/// The result of an idle engine, as far as there is room: value and move.
fn found_ui(kit: &Kit<'_>, room: Rect, card: &EngineCardView) {
    let Some(best) = card.lines.first() else { return };
    let (score, title) = (format!("{}  ", best.score), best.title());
    let needed = kit.width(&score, W::Semi, font::BODY) + kit.width(&title, W::Regular, font::BODY);
    if needed <= room.width() {
        let runs =
            [(score.as_str(), W::Semi, kit.t.text2), (title.as_str(), W::Regular, kit.t.text2)];
        kit.runs(room.left_center(), L, &runs, font::BODY, room.width());
    }
}

/// Insert, settings, start or stop, ending at `right`.
fn buttons_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    right: egui::Pos2,
    card: &EngineCardView,
) {
    let stop = match view.snapshot.no_stop.sessions.contains(&card.id) {
        true => text::INTERRUPT,
        false => "Stop",
    };
    let (icon, verb) = if card.running { ("stop", stop) } else { ("play", "Start") };
    let name = format!("{verb} {}", card.name);
    let start = Button::icon(icon, &name).show(ui, kit, right - vec2(34.0, 0.0));
    if start.clicked() {
        let command = AnalysisCommand::SetRunning(card.id, !card.running);
        view.push(Command::Analysis(command));
    }
    let name = format!("More about {}", card.name);
    let more = Button::icon("settings", &name).show(ui, kit, right - vec2(62.0, 0.0));
    more_menu(&more, view, kit, card);
    let best = card.lines.first().filter(|line| !line.moves.is_empty());
    let name = format!("Insert the best line of {}", card.name);
    let why_not = match node_of(card, view) {
        None => Some(text::THREAT_IS_NO_LINE),
        Some(_) => best.is_none().then_some("It has no line yet."),
    };
    let insert = Button::icon("plus", &name).unless(why_not);
    if insert.show(ui, kit, right - vec2(90.0, 0.0)).clicked()
        && let Some((line, node)) = best.zip(node_of(card, view))
    {
        view.push(Command::Game(GameCommand::InsertLine(node, line.moves.clone())));
    }
}

fn figures_ui(ui: &Ui, kit: &Kit<'_>, r: Rect, card: &EngineCardView, fresh: bool) {
    let t = kit.t;
    let y = r.top() + HEAD;
    let shown = |s: &str| match s {
        "" => text::DASH.to_owned(),
        _ if !fresh => text::DASH.to_owned(),
        s => s.to_owned(),
    };
    let at = pos2(r.left() + 16.0, y + 14.0);
    let score = shown(&card.score);
    // Words are longer than figures, and are not cut either.
    let scale = (98.0 / kit.width(&score, W::Figure, 26.0)).min(1.0);
    let rect = kit.text(at, L, &score, W::Figure, 26.0 * scale, t.text);
    widgets::say(ui, rect, &format!("Score {score}"));
    let first = r.left() + 128.0;
    // Half of them where they would touch: depth and speed.
    let col = (r.right() - 12.0 - first) / 4.0;
    let step = if r.width() < NARROW || kit.width(&card.speed, W::Medium, font::BODY) > col - 6.0 {
        2
    } else {
        1
    };
    let col = col * step as f32;
    let stats = [
        ("Depth", &card.depth),
        ("Nodes", &card.nodes),
        ("Speed", &card.speed),
        ("Time", &card.time),
    ];
    // As long as there are no figures, what it says of itself has their room.
    let is_bare = [&card.depth, &card.nodes].iter().all(|value| shown(value) == text::DASH);
    let says = is_bare && card.running && !card.status.is_empty();
    let n_taken = if says { 2 / step } else { 0 };
    for (i, (name, value)) in stats.into_iter().step_by(step).enumerate() {
        let x = first + col * i as f32;
        kit.text(pos2(x, y + 5.0), L, name, W::Regular, font::MICRO, t.text3);
        let value = shown(value);
        let at = pos2(x, y + 21.0);
        let rect = match i < n_taken {
            true => Rect::from_center_size(at, vec2(8.0, 16.0)),
            false => kit.fit(at, L, &value, W::Medium, font::BODY, t.text, col - 6.0),
        };
        widgets::say(ui, rect, &format!("{name} {value}"));
    }
    if says {
        let (at, max) = (pos2(first, y + 21.0), col * n_taken as f32 - 6.0);
        widgets::label(ui, kit, at, L, &card.status, W::Regular, font::SMALL, t.text2, max);
    }
}

/// The row of a line that cannot come, since every legal move has one; the first says so. The card
/// keeps its height: rows would jump from one position to the next.
fn no_line(ui: &Ui, kit: &Kit<'_>, row: Rect, is_first: bool) {
    if is_first {
        kit.hline(row.left() + 8.0, row.right() - 8.0, row.top());
        let at = pos2(row.left() + 73.0, row.center().y + 0.5);
        let words = text::NO_OTHER_MOVE;
        widgets::label(ui, kit, at, L, words, W::Regular, font::SMALL, kit.t.text3, row.width());
    }
}

fn empty_line(kit: &Kit<'_>, row: Rect) {
    kit.hline(row.left() + 8.0, row.right() - 8.0, row.top());
    let y = row.center().y + 0.5;
    let ink = kit.t.text3;
    kit.text(pos2(row.left() + 59.0, y), R, text::DASH, W::Regular, font::BODY, ink);
    kit.text(pos2(row.left() + 73.0, y), L, text::DASH, W::Regular, font::BODY, ink);
}
