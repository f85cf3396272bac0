//! A line of moves in the panel of analysis: its value, its moves, how the game may end.
//!
//! Computes nothing: figures come as text.

use egui::accesskit::Role;
use egui::{Pos2, Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};

use super::cards::{FIGURES, HEAD};
use super::preview;
use crate::app::board::NodeId;
use crate::app::{AnalysisCommand, CardLine, Command, GameCommand};
use crate::ui::actions::line_text;
use crate::ui::board;
use crate::ui::kit::{Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::state::LineId;
use crate::ui::text;
use crate::ui::theme::{fade, font};
use crate::ui::widgets::{self, MenuItem};

/// Below this width lines do not say how the game may end, in points.
pub(super) const CHANCES_LEAST: f32 = 400.0;
/// Right edges of the columns of loss and chances, from the card's right edge.
const COLUMNS: [(&str, f32); 4] =
    [("diff", 146.0), ("win %", 102.0), ("g %", 66.0), ("bg %", 30.0)];

/// Room for the sign that a line goes on, before what stands at its right, in points.
const ELLIPSIS: f32 = 10.0;
/// Room for the number of a line where plays are ranked, in points.
const RANK: f32 = 18.0;

/// Headings of the columns of loss and chances, above the first line of the card `r`.
pub(super) fn chances_head(kit: &Kit<'_>, r: Rect) {
    for (words, right) in COLUMNS {
        let at = pos2(r.right() - right, r.top() + HEAD + FIGURES - 6.0);
        kit.text(at, R, words, W::Regular, 9.5, kit.t.text3);
    }
}

/// The columns of loss and chances of a line; returns where they begin.
fn chances_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, id: LineId, line: &CardLine) -> f32 {
    let y = row.center().y + 0.5;
    let dash = || text::DASH.to_owned();
    let won = line.chances.as_ref().map(|chances| chances.won.clone());
    let [win, gammon, backgammon] = won.unwrap_or_else(|| [dash(), dash(), dash()]);
    let loss = if line.loss.is_empty() { dash() } else { line.loss.clone() };
    let t = kit.t;
    let inks = [t.text2, t.text, t.text2, t.text3];
    for (((_, right), figure), ink) in
        COLUMNS.iter().zip([&loss, &win, &gammon, &backgammon]).zip(inks)
    {
        let at = pos2(row.right() - right, y);
        kit.text(at, R, figure, W::Medium, font::SMALL, ink);
    }
    let left = row.right() - COLUMNS[0].1 - 48.0;
    if let Some(chances) = &line.chances {
        let [_, lose_gammon, lose_backgammon] = &chances.lost;
        let words = format!(
            "Wins {win} %, gammons {gammon} %, backgammons {backgammon} %; loses {} %, gammons \
             {lose_gammon} %, backgammons {lose_backgammon} %",
            chances.lost[0]
        );
        let place = row.with_min_x(left).with_max_x(row.right() - 28.0);
        let response = ui.interact(place, ui.scope_id().with(("chances", id)), Sense::hover());
        let spoken = words.clone();
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
        widgets::tip(response, t, &words);
    }
    left
}

/// Width of a score in figures.
const SCORE: f32 = 52.0;

/// A line in its row.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineRow<'a> {
    /// Which line it is.
    pub(super) of: LineId,
    /// Its place among the lines of its card, from 0.
    pub(super) place: usize,
    /// Who says it.
    pub(super) who: &'a str,
    /// How deep that was searched; empty when unknown.
    pub(super) depth: &'a str,
    /// The node that it begins after; `None` for a line that cannot be played.
    pub(super) node: Option<NodeId>,
}

/// One line: a click on a move plays everything up to it as a variation, the arrow at the end all.
pub(super) fn line_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    of: &LineRow<'_>,
    line: &CardLine,
) {
    let t = kit.t;
    let hover = row.shrink2(vec2(5.0, 0.0));
    let name = format!("Line {} of {}: {} {}", of.place + 1, of.who, line.score, line.title());
    let is_playable = of.node.is_some() && !line.moves.is_empty();
    let whole = widgets::hit(ui, hover, ("line", of.of), is_playable);
    whole.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if whole.contains_pointer() {
        kit.fill(hover, 4.0, fade(t.text, 0.07));
    }
    kit.hline(row.left() + 8.0, row.right() - 8.0, row.top());
    widgets::ring(kit, &whole, hover, 4.0);
    let y = row.center().y + 0.5;
    let ink = if of.place == 0 { t.best } else { t.text2 };
    // Where plays are compared, what counts is which place a play has.
    let is_ranked = view.snapshot.game.info.has_dice && matches!(of.of, LineId::Card(..));
    let shift = if is_ranked { RANK } else { 0.0 };
    if is_ranked {
        let rank = (of.place + 1).to_string();
        kit.text(pos2(row.left() + 24.0, y), R, &rank, W::Regular, font::SMALL, t.text3);
    }
    // A result in words begins where the figures do, and pushes the moves aside.
    let beyond = (kit.width(&line.score, W::Semi, font::BODY) - SCORE).max(0.0);
    let at = pos2(row.left() + 59.0 + shift + beyond, y);
    heat_ui(kit, at, line);
    kit.text(at, R, &line.score, W::Semi, font::BODY, ink);
    let has_chances = is_ranked && row.width() > CHANCES_LEAST;
    let mut end =
        if has_chances { chances_ui(ui, kit, row, of.of, line) } else { row.right() - 30.0 };
    if !line.note.is_empty() {
        let at = pos2(end, y);
        end = kit.text(at, R, &line.note, W::Regular, font::SMALL, t.text3).left() - 8.0;
    }
    if !line.differs.is_empty() {
        let words = format!("\u{394} {}", line.differs);
        end = kit.text(pos2(end, y), R, &words, W::Medium, font::SMALL, t.warn).left() - 8.0;
    }
    let mut wish = whole.clicked().then_some(1);
    let words = moves_ui(
        ui,
        kit,
        Rect::from_x_y_ranges(row.left() + shift + beyond..=end - ELLIPSIS, row.y_range()),
        of.of,
        line,
    );
    wish = words.clicked.or(wish);
    let place = match words.asked {
        Some(word) => whole.union(word),
        None => whole.clone(),
    };
    line_menu_ui(view, kit, &place, of, line);
    if whole.contains_pointer() {
        preview::look_at(ui, view, of.of, &line.moves, words.pointed);
    }
    if is_playable {
        wish = all_ui(ui, kit, row, of.of).then_some(line.moves.len()).or(wish);
    }
    if let Some((n, node)) = wish.zip(of.node) {
        view.push(Command::Game(GameCommand::PlayLine(node, line.moves[..n].to_vec())));
    }
}

/// How much the line loses, as a colour behind its value: the same as on boards where values stand on
/// cells.
pub(super) fn heat_ui(kit: &Kit<'_>, right: Pos2, line: &CardLine) {
    let Some(heat) = line.heat else { return };
    let (colour, alpha) = board::heat(heat as f32);
    let width = kit.width(&line.score, W::Semi, font::BODY) + 10.0;
    let place =
        Rect::from_center_size(pos2(right.x + 5.0 - width / 2.0, right.y - 0.5), vec2(width, 18.0));
    kit.fill(place, 4.0, fade(colour, alpha * 0.45));
}

/// What can be done with a line, behind the second button.
fn line_menu_ui(
    view: &mut View<'_>,
    kit: &Kit<'_>,
    place: &Response,
    of: &LineRow<'_>,
    line: &CardLine,
) {
    widgets::context_menu(place, kit.t, "About this line", 240.0, |ui| {
        let no_moves = line.moves.is_empty().then_some("It has no moves.");
        let why_not = of.node.is_none().then_some(text::THREAT_IS_NO_LINE).or(no_moves);
        match of.of {
            LineId::Card(id, _) => {
                let pin = MenuItem { icon: "pin", why_not, ..MenuItem::new(text::PIN_THIS_LINE) };
                if pin.show(ui, kit).clicked() {
                    let command = AnalysisCommand::Pin(id, line.moves.clone());
                    view.push(Command::Analysis(command));
                }
            }
            LineId::Pinned(id) => {
                let unpin = MenuItem { icon: "close", ..MenuItem::new(text::UNPIN_LINE) };
                if unpin.show(ui, kit).clicked() {
                    view.push(Command::Analysis(AnalysisCommand::Unpin(id)));
                }
            }
            LineId::Said(_) | LineId::Elsewhere(_) => {}
        }
        let copy = MenuItem { why_not: no_moves, ..MenuItem::new(text::COPY_THIS_LINE) };
        if copy.show(ui, kit).clicked() {
            ui.ctx().copy_text(line_text(of.who, of.depth, line));
        }
        let insert = MenuItem { icon: "plus", why_not, ..MenuItem::new(text::INSERT_THIS_LINE) };
        if let Some(node) = of.node.filter(|_| insert.show(ui, kit).clicked()) {
            view.push(Command::Game(GameCommand::InsertLine(node, line.moves.clone())));
        }
    });
}

/// The arrow at the end of a line; says whether it was clicked.
fn all_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, id: LineId) -> bool {
    let arrow = Rect::from_center_size(pos2(row.right() - 17.0, row.center().y), vec2(20.0, 22.0));
    let response = ui.interact(arrow, ui.scope_id().with(("line all", id)), Sense::CLICK);
    let ink = if response.hovered() { kit.t.text } else { kit.t.text3 };
    kit.icon(arrow.center(), "right", 12.0, ink);
    response.clicked()
}

/// Moves of a line, counted from 1.
#[derive(Clone, Debug, Default)]
struct Words {
    clicked: Option<usize>,
    pointed: Option<usize>,
    /// The one that the second button was pressed on.
    asked: Option<Response>,
}

/// The moves of a line as far as there is room.
fn moves_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, id: LineId, line: &CardLine) -> Words {
    let (t, y) = (kit.t, row.center().y + 0.5);
    let mut x = row.left() + 73.0;
    let mut words = Words::default();
    for (k, mv) in line.moves.iter().enumerate() {
        let (weight, ink) = if k == 0 { (W::Semi, t.text) } else { (W::Regular, t.text2) };
        let w = kit.width(mv, weight, font::BODY);
        if x + w > row.right() {
            kit.text(pos2(x, y), L, "\u{2026}", W::Regular, font::BODY, t.text2);
            break;
        }
        let word = Rect::from_min_max(pos2(x - 2.0, row.top()), pos2(x + w + 2.0, row.bottom()));
        // Reached by the pointer only: one stop of the Tab key a line is enough.
        let id = ui.scope_id().with(("line move", id, k));
        let response = ui.interact(word, id, Sense::CLICK);
        let ink = if response.hovered() { t.accent_text } else { ink };
        kit.text(pos2(x, y), L, mv, weight, font::BODY, ink);
        if response.clicked() {
            words.clicked = Some(k + 1);
        }
        if response.contains_pointer() {
            words.pointed = Some(k + 1);
        }
        if response.secondary_clicked() {
            words.asked = Some(response);
        }
        x += w + if k == 0 { 8.0 } else { 5.0 };
    }
    words
}
