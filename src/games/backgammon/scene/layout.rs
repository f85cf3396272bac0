//! The layout of everything on the board.
//!
//! Knows no position, only places, corners and neighbours.

use crate::games::backgammon::place::Place;
use crate::games::{Area, Cell, Label, Point, Side, Tone};

use super::DISC;

/// Widths of a tray, of the bar, and of the whole board; the height of the board.
const TRAY: f32 = 1.3;
const BAR_WIDTH: f32 = 1.1;
const HEIGHT: f32 = 10.2;
/// Height of a point.
const POINT: f32 = 4.3;
/// Checkers that lie side by side; if there are more, they lie closer.
const SPREAD: f32 = 5.0;

/// The field.
pub(super) const SIZE: Point = (2.0 * TRAY + BAR_WIDTH + 12.0, HEIGHT);
/// The bar in the middle.
pub(super) const BAR_AREA: Area =
    Area { from: (TRAY + 6.0, 0.0), to: (TRAY + 6.0 + BAR_WIDTH, HEIGHT) };
/// Both trays, the left one first.
pub(super) const TRAYS: [Area; 2] =
    [Area { from: (0.0, 0.0), to: (TRAY, HEIGHT) }, Area { from: (SIZE.0 - TRAY, 0.0), to: SIZE }];

/// A way to look at the board: odd orientations have Black below, from 2 on home is at the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    below: Side,
    is_mirrored: bool,
}

impl Layout {
    pub(super) fn new(orientation: u8) -> Self {
        let below = if orientation % 2 == 1 { Side::Second } else { Side::First };
        Self { below, is_mirrored: orientation % 4 >= 2 }
    }

    /// The side whose home is below.
    pub(super) fn below(&self) -> Side {
        self.below
    }

    /// The column of a point (from 0 at the left) and whether it is in the upper row.
    fn column(&self, place: u8) -> (u8, bool) {
        let point = Place::Point(place).point_of(self.below).unwrap_or(place);
        let (column, upper) = if point <= 12 { (12 - point, false) } else { (point - 13, true) };
        (if self.is_mirrored { 11 - column } else { column }, upper)
    }

    /// Left edge of a column.
    fn left(column: u8) -> f32 {
        let bar = if column >= 6 { BAR_WIDTH } else { 0.0 };
        TRAY + f32::from(column) + bar
    }

    /// Middle of a checker that is number `n`, from 0, of `count` on a place.
    pub(super) fn spot(&self, place: Place, n: u8, count: u8) -> Point {
        let (x, upper) = match place {
            Place::Point(point) => {
                let (column, upper) = self.column(point);
                (Self::left(column) + 0.5, upper)
            }
            Place::Bar(side) => return self.on_bar(side, n, count),
            Place::Off(side) => return self.off(side, n),
        };
        let depth = DISC / 2.0 + f32::from(n) * gap(count);
        (x, if upper { depth } else { HEIGHT - depth })
    }

    /// On the bar the checkers grow from the middle towards their player.
    fn on_bar(&self, side: Side, n: u8, count: u8) -> Point {
        let x = SIZE.0 / 2.0;
        let depth = DISC * 1.1 + f32::from(n) * gap(count) * 0.8;
        let middle = HEIGHT / 2.0;
        (x, if side == self.below { middle + depth } else { middle - depth })
    }

    /// In the tray they stand on their rims, one on the other.
    fn off(&self, side: Side, n: u8) -> Point {
        let rim = DISC * crate::games::Art::RIM;
        let depth = rim * (f32::from(n) + 0.5) + 0.1;
        let x = if self.is_mirrored { TRAY / 2.0 } else { SIZE.0 - TRAY / 2.0 };
        (x, if side == self.below { HEIGHT - depth } else { depth })
    }

    /// Middles of the dice: each player's in the right half from that player's point of view, in
    /// the order in which they are played.
    pub(super) fn dice(&self, side: Side, n_dice: usize) -> Vec<Point> {
        let Area { from, to } = self.dice_area(side);
        let middle = (from.0 + to.0) / 2.0;
        let first = middle - (n_dice as f32 - 1.0) / 2.0;
        (0..n_dice).map(|n| (first + n as f32, HEIGHT / 2.0)).collect()
    }

    /// The places of the dice.
    pub(super) fn dice_area(&self, side: Side) -> Area {
        let is_right = (side == self.below) != self.is_mirrored;
        let left = if is_right { BAR_AREA.to.0 } else { TRAY };
        let half = (HEIGHT - 2.0 * POINT) / 2.0;
        let middle = HEIGHT / 2.0;
        Area { from: (left + 0.9, middle - half * 0.9), to: (left + 5.1, middle + half * 0.9) }
    }

    /// Middle of the cube: before its owner, or half-way.
    pub(super) fn cube(&self, owner: Option<Side>) -> Point {
        let x = if self.is_mirrored { SIZE.0 - TRAY / 2.0 } else { TRAY / 2.0 };
        let y = match owner {
            None => HEIGHT / 2.0,
            Some(side) if side == self.below => HEIGHT - 0.8,
            Some(_) => 0.8,
        };
        (x, y)
    }

    /// Middle of a cube that was offered to `side`.
    pub(super) fn offered_cube(&self, side: Side) -> Point {
        let is_right = (side == self.below) != self.is_mirrored;
        let x = if is_right { BAR_AREA.to.0 + 3.0 } else { TRAY + 3.0 };
        (x, HEIGHT / 2.0)
    }

    /// All cells, without spoken names: the upper row, the middle, the lower row, each from left to
    /// right.
    pub(super) fn cells(&self, has_cube: bool) -> Vec<Cell> {
        let mut cells = self.row(true);
        if has_cube {
            cells.push(cell("cube".to_owned(), around(self.cube(None), 1.0), Tone::Plain));
        }
        cells.push(cell("dice".to_owned(), self.dice_area(self.below), Tone::Plain));
        cells.extend(self.row(false));
        cells
    }

    /// One row with its bar and its tray.
    fn row(&self, upper: bool) -> Vec<Cell> {
        let side = if upper { self.below.opponent() } else { self.below };
        let mut cells: Vec<Cell> = Vec::with_capacity(14);
        for column in 0..12 {
            if column == 6 {
                cells.push(cell(Place::Bar(side).name(), half(BAR_AREA, upper), Tone::Plain));
            }
            cells.push(self.point_cell(column, upper));
        }
        let tray = TRAYS[usize::from(!self.is_mirrored)];
        let off = cell(Place::Off(side).name(), half(tray, upper), Tone::Plain);
        if self.is_mirrored {
            cells.insert(0, off);
        } else {
            cells.push(off);
        }
        cells
    }

    fn point_cell(&self, column: u8, upper: bool) -> Cell {
        let place = (1..=24).find(|place| self.column(*place) == (column, upper)).unwrap_or(1);
        let left = Self::left(column);
        let (base, tip) = if upper { (0.0, POINT) } else { (HEIGHT, HEIGHT - POINT) };
        let outline = if upper {
            vec![(left, base), (left + 1.0, base), (left + 0.5, tip)]
        } else {
            vec![(left, base), (left + 0.5, tip), (left + 1.0, base)]
        };
        let tone = if column.is_multiple_of(2) == upper { Tone::Dark } else { Tone::Light };
        Cell { outline, ..cell(Place::Point(place).name(), BAR_AREA, tone) }
    }

    /// The numbers of the points in the numbering of the player below.
    pub(super) fn labels(&self) -> Vec<Label> {
        let label = |place: u8| {
            let (column, upper) = self.column(place);
            let point = Place::Point(place).point_of(self.below)?;
            let y = if upper { -0.5 } else { HEIGHT + 0.5 };
            Some(Label { text: point.to_string(), at: (Self::left(column) + 0.5, y) })
        };
        (1..=24).filter_map(label).collect()
    }
}

/// The distance from one checker's middle to the next: smaller if there are many on a place.
fn gap(count: u8) -> f32 {
    let n = f32::from(count.max(1));
    if n <= SPREAD { DISC } else { DISC * (SPREAD - 1.0) / (n - 1.0) }
}

fn cell(name: String, area: Area, tone: Tone) -> Cell {
    Cell {
        name,
        spoken: String::new(),
        outline: corners(area),
        tone,
        corner: String::new(),
        neighbours: [None; 4],
    }
}

/// The corners of a rectangle, clockwise.
pub(super) fn corners(area: Area) -> Vec<Point> {
    let Area { from, to } = area;
    vec![from, (to.0, from.1), to, (from.0, to.1)]
}

/// A square around a middle.
pub(super) fn around(middle: Point, size: f32) -> Area {
    let half = size / 2.0;
    Area { from: (middle.0 - half, middle.1 - half), to: (middle.0 + half, middle.1 + half) }
}

/// The upper or the lower part of a rectangle, without the middle for cube and dice.
fn half(area: Area, upper: bool) -> Area {
    let middle = HEIGHT / 2.0;
    if upper {
        Area { to: (area.to.0, middle - 0.5), ..area }
    } else {
        Area { from: (area.from.0, middle + 0.5), ..area }
    }
}

/// Cells of a row: twelve points, a bar and a tray.
const ROW: usize = 14;

/// Links cells for the arrow keys: along the rows, across them, and from the bar to the dice
/// between; from the dice to the cube, at its current place. The cells are those of
/// [`Layout::cells`] with their final outlines.
pub(super) fn link(cells: &mut [Cell]) {
    let Some(start) = cells.len().checked_sub(ROW) else { return };
    let dice = start - 1;
    let bar = cells.iter().take(ROW).position(|cell| cell.name.ends_with("bar"));
    for idx in 0..ROW {
        for row in [0, start] {
            let across = start - row + idx;
            let between = if Some(idx) == bar { dice } else { across };
            let [up, down] = if row == 0 { [None, Some(between)] } else { [Some(between), None] };
            let left = (idx > 0).then(|| row + idx - 1);
            let right = (idx + 1 < ROW).then_some(row + idx + 1);
            cells[row + idx].neighbours = [left, right, up, down];
        }
    }
    cells[dice].neighbours = [None, None, bar, bar.map(|bar| start + bar)];
    if dice > ROW {
        link_cube(cells, ROW, dice, start);
    }
}

/// The cube lies beside the dice or in a tray, high, low or half-way.
fn link_cube(cells: &mut [Cell], cube: usize, dice: usize, start: usize) {
    let middles: Vec<Point> = cells.iter().map(|cell| middle(&cell.outline)).collect();
    let (x, y) = middles[cube];
    let is_left = x < middles[dice].0;
    let [beside_cube, beside_dice] = if is_left { [1, 0] } else { [0, 1] };
    cells[cube].neighbours[beside_cube] = Some(dice);
    cells[dice].neighbours[beside_dice] = Some(cube);
    // The nearest places above and below it, in its columns.
    let near = |way: usize| {
        let fits = |idx: &usize| {
            let (at_x, at_y) = middles[*idx];
            (at_x - x).abs() < 1.5 && if way == 2 { at_y < y } else { at_y > y }
        };
        let rows = (0..ROW).chain(start..start + ROW);
        rows.filter(fits).min_by(|a, b| {
            let far = |idx: usize| (middles[idx].1 - y).abs() + (middles[idx].0 - x).abs();
            far(*a).total_cmp(&far(*b))
        })
    };
    [cells[cube].neighbours[2], cells[cube].neighbours[3]] = [near(2), near(3)];
}

fn middle(outline: &[Point]) -> Point {
    let n = outline.len().max(1) as f32;
    let (x, y) = outline.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (x / n, y / n)
}
