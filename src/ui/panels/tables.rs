//! Tables with a column for each side, and places for them beside or below each other.
//!
//! Counts nothing: texts come ready from the snapshot.

use egui::{Pos2, Rect, Ui, Vec2, pos2, vec2};

use crate::app::StatisticView;
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::theme::{fade, font};
use crate::ui::widgets;

/// Height of a line.
pub(super) const LINE: f32 = 19.0;
/// Columns of a table: names, one for each side, what is expected.
const NAMES: f32 = 140.0;
const VALUES: f32 = 98.0;
const EXPECTED: f32 = 66.0;

/// Places side by side, or below each other if there is no room.
pub(super) struct Flow {
    origin: Pos2,
    width: f32,
    at: Pos2,
    /// Lower edge of all places.
    pub(super) bottom: f32,
    /// Right edge of all places.
    pub(super) right: f32,
}

impl Flow {
    /// Between two places.
    const GAP: Vec2 = vec2(28.0, 12.0);
    /// Below this width sentences stand below all else.
    const LEAST: f32 = 220.0;

    pub(super) fn new(origin: Pos2, width: f32) -> Self {
        Self { origin, width, at: origin, bottom: origin.y, right: origin.x }
    }

    pub(super) fn place(&mut self, size: Vec2) -> Rect {
        let is_full = self.at.x + size.x > self.origin.x + self.width;
        if is_full && self.at.x > self.origin.x {
            self.at = pos2(self.origin.x, self.bottom + Self::GAP.y);
        }
        let place = Rect::from_min_size(self.at, size);
        self.at.x = place.right() + Self::GAP.x;
        self.bottom = self.bottom.max(place.bottom());
        self.right = self.right.max(place.right());
        place
    }

    /// What is left of the last row, or a new one.
    pub(super) fn rest(&mut self) -> Rect {
        let end = self.origin.x + self.width;
        if end - self.at.x < Self::LEAST {
            self.at = pos2(self.origin.x, self.bottom + Self::GAP.y);
        }
        let right = end.max(self.at.x + Self::LEAST);
        Rect::from_min_max(self.at, pos2(right, self.at.y))
    }
}

/// The size of a table with these rows; `expected` is the heading of its last column, where it has one.
pub(super) fn table_size(rows: &[StatisticView], expected: Option<&str>) -> Vec2 {
    let last = expected.map_or(0.0, |_| EXPECTED);
    vec2(NAMES + 2.0 * VALUES + last, LINE * (rows.len() + 1) as f32)
}

/// Shows a table.
pub(super) fn table_ui(
    ui: &Ui,
    view: &View<'_>,
    kit: &Kit<'_>,
    place: Rect,
    rows: &[StatisticView],
    expected: Option<&str>,
) {
    let columns = [NAMES + VALUES, NAMES + 2.0 * VALUES, NAMES + 2.0 * VALUES + EXPECTED];
    let columns = columns.map(|x| place.left() + x - 8.0);
    let sides = view.snapshot.game.info.sides;
    let head = [sides[0], sides[1], expected.unwrap_or_default()];
    let mut p = place;
    let row = p.cut_top(LINE);
    for (x, words) in columns.iter().zip(head) {
        let at = pos2(*x, row.center().y);
        kit.text(at, R, words, W::Semi, font::SMALL, kit.t.text3);
    }
    kit.hline(place.left(), place.right(), row.bottom());
    for (i, line) in rows.iter().enumerate() {
        let row = p.cut_top(LINE);
        if i % 2 == 1 {
            kit.fill(row, 3.0, fade(kit.t.text, 0.03));
        }
        let y = row.center().y;
        let at = pos2(row.left() + 4.0, y);
        kit.text(at, L, &line.name, W::Regular, font::BODY, kit.t.text2);
        for (x, words) in columns.iter().zip(&line.values) {
            kit.text(pos2(*x, y), R, words, W::Medium, font::BODY, kit.t.text);
        }
        let at = pos2(columns[2], y);
        kit.text(at, R, &line.expected, W::Regular, font::BODY, kit.t.text3);
        let [one, other] = &line.values;
        let mut words = format!("{}: {} {one}, {} {other}", line.name, sides[0], sides[1]);
        if !line.expected.is_empty() {
            words.push_str(&format!(", expected {}", line.expected));
        }
        widgets::say(ui, row, &words);
    }
}

/// Sentences below each other; returns where they end.
pub(super) fn notes_ui(ui: &Ui, kit: &Kit<'_>, place: Rect, notes: &[String]) -> f32 {
    let mut y = place.top();
    for note in notes {
        let at = pos2(place.left(), y);
        let para = kit.para(at, &grouped(note), W::Regular, font::BODY, kit.t.text2, place.width());
        widgets::say(ui, para, note);
        y = para.bottom() + 6.0;
    }
    y
}

/// A long word, such as a hash, in groups of eight characters: lines may end between them.
fn grouped(text: &str) -> String {
    let word = |word: &str| {
        let chars: Vec<char> = word.chars().collect();
        if chars.len() < 48 {
            return word.to_owned();
        }
        let groups: Vec<String> = chars.chunks(8).map(|group| group.iter().collect()).collect();
        groups.join(" ")
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
