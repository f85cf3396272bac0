//! The list of moves: pairs of moves, comments and variations, one row below the other.
//!
//! Knows no rule: rows, marks and scores come ready from the snapshot.

use std::ops::Range;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Popup, Rect, Response, ScrollArea, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::moves::{about_move_ui, spoken_move};
use crate::app::board::NodeId;
use crate::app::{Command, GameCommand, MoveCell, TreeRow};
use crate::count::capital;
use crate::ui::board::cube_sample;
use crate::ui::kit::{Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets;

/// Room for the numbers before the moves.
const NUMBERS: f32 = 44.0;
const VARIATION: f32 = 24.0;

/// Shows the moves, filling `rect`; a click goes to one.
pub(super) fn list_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let rows = view.snapshot.game.rows.clone();
    if rows.is_empty() {
        light(ui, view, None);
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
    let mut layout = std::mem::take(&mut view.state.list_layout);
    let area = ScrollArea::vertical().id_salt("moves").auto_shrink([false, false]).animated(false);
    let (clicked, shown, lit, asked) = area
        .show_viewport(ui, |ui, seen| {
            let kit = view.kit(ui);
            let (clicked, lit, shown, asked) = (None, None, false, None);
            let mut list = List { kit, current, scroll, clicked, lit, shown, asked };
            let width = ui.max_rect().width();
            let origin = ui.max_rect().min;
            let zoom = ui.ctx().pixels_per_point();
            layout.renew(&rows, width, zoom, |row| list.height(row, width));
            let visible = layout.between(seen.min.y - 40.0, seen.max.y + 40.0);
            // The target of scrolling is shown where it is.
            let wanted = scroll.then(|| rows.iter().position(|row| holds(row, current))).flatten();
            let beyond = wanted.filter(|i| !visible.contains(i));
            for i in visible.chain(beyond) {
                let (y, height) = layout.row(i);
                let place = Rect::from_min_size(origin + vec2(0.0, y), vec2(width, height));
                list.row_ui(ui, &rows[i], place);
            }
            ui.allocate_space(vec2(width, layout.height()));
            if list.scroll && list.current == 0 {
                ui.scroll_to_rect(Rect::from_min_size(origin, Vec2::splat(1.0)), None);
                list.shown = true;
            }
            (list.clicked, list.shown, list.lit, list.asked)
        })
        .inner;
    view.state.list_layout = layout;
    light(ui, view, lit);
    if shown {
        view.state.scrolled_to = Some(current);
    }
    if let Some(node) = clicked {
        view.push(Command::Game(GameCommand::GoTo(node)));
    }
    if let Some(place) = asked {
        let (kit, ctx) = (view.kit(ui), ui.ctx().clone());
        widgets::context_menu(&place, kit.t, "About this move", 320.0, |ui| {
            about_move_ui(ui, view, &kit, &ctx);
        });
    }
}

/// The move after which this node stands is in the row.
fn holds(row: &TreeRow, node: NodeId) -> bool {
    match row {
        TreeRow::Pair { moves, .. } => moves.iter().flatten().any(|cell| cell.node == node),
        TreeRow::Variation { moves, .. } => moves.iter().any(|cell| cell.node == node),
        TreeRow::Game { .. } | TreeRow::Comment(_) => false,
    }
}

/// The layout of the rows of a list. Comments and variations take as many lines as they need, which
/// is costly to find out: that is done once for the same rows and width.
#[derive(Debug, Default)]
pub(in crate::ui) struct ListLayout {
    rows: Option<Arc<[TreeRow]>>,
    width: f32,
    /// Pixels of a point: letters are as wide as their pixels.
    zoom: f32,
    /// The lower edge of each row.
    ends: Vec<f32>,
}

impl ListLayout {
    /// Measures the rows, unless they are unchanged.
    fn renew(
        &mut self,
        rows: &Arc<[TreeRow]>,
        width: f32,
        zoom: f32,
        height: impl Fn(&TreeRow) -> f32,
    ) {
        let same = self.rows.as_ref().is_some_and(|known| Arc::ptr_eq(known, rows));
        let differs = |one: f32, other: f32| (one - other).abs() > f32::EPSILON;
        if same && !differs(self.width, width) && !differs(self.zoom, zoom) {
            return;
        }
        let mut end = 0.0;
        self.ends.clear();
        self.ends.extend(rows.iter().map(|row| {
            end += height(row);
            end
        }));
        (self.rows, self.width, self.zoom) = (Some(Arc::clone(rows)), width, zoom);
    }

    /// The rows that are at least partly between these heights.
    fn between(&self, top: f32, bottom: f32) -> Range<usize> {
        let first = self.ends.partition_point(|end| *end < top);
        let n_begun = self.ends.partition_point(|end| *end <= bottom) + 1;
        first..n_begun.clamp(first, self.ends.len().max(first))
    }

    /// Upper edge and height of a row.
    fn row(&self, idx: usize) -> (f32, f32) {
        let top = if idx == 0 { 0.0 } else { self.ends[idx - 1] };
        (top, self.ends[idx] - top)
    }

    fn height(&self) -> f32 {
        self.ends.last().copied().unwrap_or_default()
    }
}

/// The board highlights the cells of the move that the user points at in the list.
fn light(ui: &Ui, view: &mut View<'_>, lit: Option<String>) {
    let lit = lit.map(|mv| (view.snapshot.game.number, mv));
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
    /// Scroll the current move into view.
    scroll: bool,
    clicked: Option<NodeId>,
    /// The move that the pointer or the keyboard is on.
    lit: Option<String>,
    /// The current move has been scrolled into view.
    shown: bool,
    /// The move whose menu was asked for, or is open.
    asked: Option<Response>,
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
        // The menu is about the move shown, so the move that it was asked for at is shown.
        if response.clicked() || response.secondary_clicked() {
            self.clicked = Some(cell.node);
        }
        let menu = Popup::default_response_id(response);
        if response.secondary_clicked() || Popup::is_id_open(&response.ctx, menu) {
            self.asked = Some(response.clone());
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn rows_are_measured_once_and_only_those_that_are_seen_are_shown() {
        let rows: Arc<[TreeRow]> = (0..10_000).map(|n| TreeRow::Comment(n.to_string())).collect();
        let n_measured = Cell::new(0);
        let mut layout = ListLayout::default();
        let renew = |layout: &mut ListLayout, rows: &Arc<[TreeRow]>, width: f32, zoom: f32| {
            layout.renew(rows, width, zoom, |_| {
                n_measured.set(n_measured.get() + 1);
                20.0
            });
            n_measured.take()
        };
        assert_eq!(renew(&mut layout, &rows, 300.0, 1.0), 10_000);
        assert_eq!(renew(&mut layout, &rows, 300.0, 1.0), 0);
        assert_eq!(renew(&mut layout, &rows, 200.0, 1.0), 10_000);
        assert_eq!(renew(&mut layout, &rows, 200.0, 1.5), 10_000);
        assert_eq!(layout.between(-40.0, 50.0), 0..3);
        assert_eq!(layout.between(110.0, 150.0), 5..8);
        assert_eq!(layout.between(199_990.0, 300_000.0), 9_999..10_000);
        assert_eq!(layout.between(300_000.0, 400_000.0), 10_000..10_000);
        assert_eq!((layout.row(7), layout.height()), ((140.0, 20.0), 200_000.0));
        let fewer: Arc<[TreeRow]> = rows.iter().take(2).cloned().collect();
        assert_eq!(renew(&mut layout, &fewer, 200.0, 1.5), 2);
        assert_eq!(layout.between(0.0, 500.0), 0..2);
    }
}
