//! A board as a picture in SVG: any game's [`Scene`]. Colours are the page's.
//!
//! Knows no game; what is not in the scene is not drawn.

use std::fmt::{self, Display};

use crate::games::{
    Area, Art, BackgammonExtras, Cell, Piece, Point, Scene, Surface, TileBug, Tone,
};

use super::Html;

/// Cells that are marked in the picture.
#[derive(Clone, Debug, Default)]
pub struct BoardMarks {
    /// Those of the move that was played.
    pub played: Vec<String>,
    /// Those of the move that would have been better.
    pub better: Vec<String>,
}

/// Pixels of a board unit in the picture's own scale: line widths and texts are chosen for it.
const UNIT: f32 = 40.0;

/// In board units: from one stack in hand to the next, the height of their row, and the size of a piece.
const HAND_STEP: f32 = 1.35;
const HAND_ROW: f32 = 1.3;
const HAND_PIECE: f32 = 0.8;

/// The colours of boards, in a page and in a picture of its own.
pub(super) const STYLE: &str = include_str!("board.css");
/// What a picture of its own has besides: many programs know no variables of a page.
const ALONE: &str = include_str!("alone.css");

/// A board as a file of its own, so many pixels wide; `label` is read to those who do not see it.
pub fn picture(scene: &Scene, width: u32, label: &str) -> String {
    let mut html = Html::default();
    let view = View::of(scene);
    let height = f64::from(width) * f64::from(view.height() / view.width());
    open_alone(&mut html, view, [f64::from(width), height.round()], label);
    content(&mut html, scene, &BoardMarks::default(), view);
    html.close("svg");
    html.raw("\n");
    html.into_text()
}

/// Begins a picture that stands for itself, so many pixels wide and high.
pub(super) fn open_alone(html: &mut Html, view: View, [width, height]: [f64; 2], label: &str) {
    html.open(
        "svg",
        &[
            ("class", &"board"),
            ("viewBox", &view),
            ("role", &"img"),
            ("aria-label", &label),
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("width", &width),
            ("height", &height),
        ],
    );
    html.element("title", &[], label);
    html.raw("\n<style>\n");
    html.raw(STYLE);
    html.raw(ALONE);
    html.raw("</style>\n");
}

/// Draws a board; `label` is read to those who do not see it.
pub fn board(html: &mut Html, scene: &Scene, marks: &BoardMarks, label: &str) {
    let view = View::of(scene);
    html.open(
        "svg",
        &[("class", &"board"), ("viewBox", &view), ("role", &"img"), ("aria-label", &label)],
    );
    html.element("title", &[], label);
    content(html, scene, marks, view);
    html.close("svg");
    html.raw("\n");
}

/// What of a plane is in a picture, in its own scale: corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View(pub(super) Area);

impl View {
    /// A board with its frame, and the pieces in hand above and below it.
    pub(super) fn of(scene: &Scene) -> Self {
        let Scene { origin, size, labels, hands, .. } = scene;
        // Labels stand half a frame outside.
        let frame = if labels.is_empty() { 0.2 } else { 1.0 };
        let n_stacks = hands.iter().map(Vec::len).max().unwrap_or(0);
        let (wide, high) = match n_stacks {
            0 => (0.0, 0.0),
            n => (((n as f32 * HAND_STEP - size.0) / 2.0).max(0.0), HAND_ROW),
        };
        let outside = (frame + wide, frame + high);
        let from = ((origin.0 - outside.0) * UNIT, (origin.1 - outside.1) * UNIT);
        let to = ((origin.0 + size.0 + outside.0) * UNIT, (origin.1 + size.1 + outside.1) * UNIT);
        Self(Area { from, to })
    }

    /// The least view that shows all that these two show.
    pub(super) fn with(self, other: Self) -> Self {
        let (Area { from, to }, other) = (self.0, other.0);
        Self(Area {
            from: (from.0.min(other.from.0), from.1.min(other.from.1)),
            to: (to.0.max(other.to.0), to.1.max(other.to.1)),
        })
    }

    pub(super) fn width(self) -> f32 {
        self.0.to.0 - self.0.from.0
    }

    pub(super) fn height(self) -> f32 {
        self.0.to.1 - self.0.from.1
    }
}

/// As the attribute `viewBox` has it.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.0.from;
        write!(f, "{x:.1} {y:.1} {:.1} {:.1}", self.width(), self.height())
    }
}

/// Draws what is in the picture of a board of which this is seen.
pub(super) fn content(html: &mut Html, scene: &Scene, marks: &BoardMarks, view: View) {
    let mut picture = Picture { scene, html };
    picture.draw(marks);
    picture.hands(view);
}

struct Picture<'a> {
    scene: &'a Scene,
    html: &'a mut Html,
}

impl Picture<'_> {
    fn draw(&mut self, marks: &BoardMarks) {
        let Scene { origin, size, surface, .. } = self.scene;
        let field = Area { from: *origin, to: (origin.0 + size.0, origin.1 + size.1) };
        match surface {
            Surface::Felt => self.rect("felt", field),
            Surface::Planks => self.rect("plank-light", field),
            Surface::Table => self.rect("table", field),
            Surface::Plane => {}
        }
        if let Some(table) = &self.scene.table {
            self.rect("table-bar", table.bar);
            table.trays.iter().for_each(|tray| self.rect("table-bar", *tray));
        }
        for cell in &self.scene.cells {
            self.cell(cell);
        }
        self.scene.pieces.iter().for_each(|piece| self.piece(piece));
        if let Some(table) = &self.scene.table {
            self.extras(table);
        }
        self.outlines("better", &marks.better);
        self.outlines("played", &marks.played);
        for label in &self.scene.labels {
            self.text("edge", label.at, 0.36, &label.text);
        }
    }

    fn cell(&mut self, cell: &Cell) {
        let class = match (self.scene.surface, cell.tone) {
            (Surface::Felt, _) => "felt-cell",
            (_, Tone::Plain) => return,
            (Surface::Planks, Tone::Dark) => "plank-dark",
            (Surface::Planks, Tone::Light) => "plank-light",
            (Surface::Table, Tone::Dark) => "point-dark",
            (Surface::Table, Tone::Light) => "point-light",
            (Surface::Plane, Tone::Dark | Tone::Light) => "plane-cell",
        };
        self.polygon(class, &cell.outline);
        // On a plane it names the pieces.
        if self.scene.surface != Surface::Plane && !cell.corner.is_empty() {
            let [x, y] = [|at: &Point| at.0, |at: &Point| at.1]
                .map(|side| cell.outline.iter().map(side).fold(f32::INFINITY, f32::min));
            self.text("corner", (x + 0.19, y + 0.15), 0.2, &cell.corner);
        }
    }

    /// Draws a frame around every one of these cells that is on the board.
    fn outlines(&mut self, class: &'static str, names: &[String]) {
        let found = self.scene.cells.iter().filter(|cell| names.contains(&cell.name));
        for cell in found {
            self.polygon(class, &cell.outline);
        }
    }

    fn piece(&mut self, piece: &Piece) {
        let Piece { art, centre, diameter, level, .. } = *piece;
        let lift = 0.08 * f32::from(level);
        self.art(art, (centre.0 - lift, centre.1 - lift), diameter);
    }

    fn art(&mut self, art: Art, centre: Point, diameter: f32) {
        let of = |white: bool| if white { "piece-white" } else { "piece-black" };
        match art {
            Art::Stone { black } => self.circle(of(!black), centre, diameter / 2.0),
            Art::Man { white } | Art::Checker { white } => {
                self.circle(of(white), centre, diameter / 2.0);
                self.circle("ring", centre, diameter * 0.33);
            }
            Art::King { white } => {
                self.circle(of(white), centre, diameter / 2.0);
                let class = if white { "on-white" } else { "on-black" };
                self.polygon(class, &crown(centre, diameter * 0.3));
            }
            Art::Rim { white } => {
                let half = (diameter / 2.0, diameter * Art::RIM / 2.0);
                let from = (centre.0 - half.0, centre.1 - half.1);
                self.rect(of(white), Area { from, to: (centre.0 + half.0, centre.1 + half.1) });
            }
            Art::Tile { white, bug } => {
                self.polygon(of(white), &hexagon(centre, diameter / 2.0));
                let class = if white { "on-white" } else { "on-black" };
                self.text(class, centre, diameter * 0.5, letter(bug));
            }
        }
    }

    /// The pieces in hand: the first side's at the lower edge of the view, the other's at the upper one. A
    /// kind keeps its place when it is used up.
    fn hands(&mut self, view: View) {
        let Area { from, to } = view.0;
        let rows = [to.1 / UNIT - HAND_ROW / 2.0, from.1 / UNIT + HAND_ROW / 2.0];
        let scene = self.scene;
        for (hand, y) in scene.hands.iter().zip(rows) {
            for (place, stack) in (0_u8..).zip(hand).filter(|(_, stack)| stack.count > 0) {
                let x = from.0 / UNIT + (f32::from(place) + 0.4) * HAND_STEP;
                self.art(stack.art, (x, y), HAND_PIECE);
                if stack.count > 1 {
                    self.text("edge", (x + 0.62, y), 0.36, &stack.count.to_string());
                }
            }
        }
    }

    /// Dice and cube.
    fn extras(&mut self, table: &BackgammonExtras) {
        for die in &table.dice {
            let class = if die.white { "piece-white" } else { "piece-black" };
            self.rect(class, around(die.centre, die.size));
            let class = if die.white { "on-white" } else { "on-black" };
            self.text(class, die.centre, die.size * 0.7, &die.value.to_string());
        }
        if let Some(cube) = &table.cube {
            self.rect("cube", around(cube.centre, cube.size));
            // A cube that was never turned shows 64.
            let value = if cube.value == 1 { 64 } else { cube.value };
            self.text("on-white", cube.centre, cube.size * 0.5, &value.to_string());
        }
    }

    /// Each element has a line of its own: a terminal is given no longer ones.
    fn element(&mut self, name: &'static str, attributes: &[(&'static str, &dyn Display)]) {
        self.html.element(name, attributes, "");
        self.html.raw("\n");
    }

    fn rect(&mut self, class: &'static str, Area { from, to }: Area) {
        let [x, y, width, height] = [from.0, from.1, to.0 - from.0, to.1 - from.1].map(scaled);
        self.element(
            "rect",
            &[("class", &class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)],
        );
    }

    fn circle(&mut self, class: &'static str, centre: Point, radius: f32) {
        let [x, y, r] = [centre.0, centre.1, radius].map(scaled);
        self.element("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &r)]);
    }

    fn polygon(&mut self, class: &'static str, corners: &[Point]) {
        let points: Vec<String> =
            corners.iter().map(|(x, y)| format!("{},{}", scaled(*x), scaled(*y))).collect();
        self.element("polygon", &[("class", &class), ("points", &points.join(" "))]);
    }

    /// A text of this height around its middle.
    fn text(&mut self, class: &'static str, at: Point, height: f32, text: &str) {
        // Letters without descenders stand about a third of their size above the line.
        let [x, y] = [at.0, at.1 + height * 0.35].map(scaled);
        let size = format!("font-size:{}px", scaled(height));
        self.html.element(
            "text",
            &[
                ("class", &class),
                ("x", &x),
                ("y", &y),
                ("style", &size),
                ("text-anchor", &"middle"),
            ],
            text,
        );
        self.html.raw("\n");
    }
}

fn scaled(units: f32) -> String {
    format!("{:.1}", units * UNIT)
}

fn around(centre: Point, size: f32) -> Area {
    let half = size / 2.0;
    Area { from: (centre.0 - half, centre.1 - half), to: (centre.0 + half, centre.1 + half) }
}

/// A hexagon that stands on a corner, whose edges are `half_width` from its middle.
fn hexagon(centre: Point, half_width: f32) -> Vec<Point> {
    let radius = half_width / 30_f32.to_radians().cos();
    (0..6_u8)
        .map(|idx| {
            let angle = (60.0 * f32::from(idx) - 90.0).to_radians();
            (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
        })
        .collect()
}

/// A crown with five points, `half` wide to either side.
fn crown(centre: Point, half: f32) -> Vec<Point> {
    const CORNERS: [(f32, f32); 11] = [
        (-0.8, 0.75),
        (-1.0, -0.4),
        (-0.5, 0.1),
        (-0.45, -0.75),
        (-0.1, 0.0),
        (0.0, -0.9),
        (0.1, 0.0),
        (0.45, -0.75),
        (0.5, 0.1),
        (1.0, -0.4),
        (0.8, 0.75),
    ];
    CORNERS.map(|(x, y)| (centre.0 + x * half, centre.1 + y * half)).to_vec()
}

/// The letter of an insect in the notation of Hive.
fn letter(bug: TileBug) -> &'static str {
    match bug {
        TileBug::Queen => "Q",
        TileBug::Spider => "S",
        TileBug::Beetle => "B",
        TileBug::Grasshopper => "G",
        TileBug::Ant => "A",
        TileBug::Mosquito => "M",
        TileBug::Ladybug => "L",
        TileBug::Pillbug => "P",
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{GAMES, SceneView, Setup};

    use super::*;

    #[test]
    fn every_piece_of_every_game_is_drawn_inside_the_picture_of_its_board() {
        for game in GAMES {
            let mut pos = game.start(&Setup::default()).unwrap();
            for _ in 0..4 {
                let mv = pos.legal_moves().first().map_or("31".to_owned(), |mv| mv.0.clone());
                pos.play(&mv).unwrap();
            }
            let scene = pos.scene(&SceneView::default());
            let mut html = Html::default();
            board(&mut html, &scene, &BoardMarks::default(), "a <board>");
            let text = html.into_text();
            let name = game.info().name;
            assert!(!text.contains("NaN") && text.contains("a &lt;board&gt;"), "{name}: {text}");
            let drawn = text.matches("class=\"piece-").count();
            assert!(scene.pieces.len() <= drawn && drawn > 0, "{name}: {drawn}");
        }
    }

    #[test]
    fn pieces_in_hand_stand_beside_the_plane_with_their_numbers() {
        let game = GAMES.iter().find(|game| game.info().name == "hive").unwrap();
        let pos = game.start(&Setup::default()).unwrap();
        let scene = pos.scene(&SceneView::default());
        let text = picture(&scene, 400, "x");
        let kinds: usize = scene.hands.iter().map(Vec::len).sum();
        assert_eq!(text.matches("class=\"piece-").count(), kinds, "{text}");
        // Base has three ants, three grasshoppers, two beetles and two spiders for each side.
        assert_eq!(text.matches(">3</text>").count() + text.matches(">2</text>").count(), 8);
        let view = View::of(&scene);
        let ys: Vec<f32> = text
            .split("<polygon class=\"piece-white\" points=\"")
            .skip(1)
            .flat_map(|rest| {
                let corners = rest.split('"').next().unwrap().split(' ');
                corners.map(|corner| corner.split_once(',').unwrap().1.parse().unwrap())
            })
            .collect();
        assert!(ys.iter().all(|y| *y > 0.0 && *y < view.0.to.1), "below, and inside: {ys:?}");
    }

    #[test]
    fn the_cells_of_both_moves_are_framed() {
        let game = GAMES.iter().find(|game| game.info().name == "othello").unwrap();
        let scene = game.start(&Setup::default()).unwrap().scene(&SceneView::default());
        let mut html = Html::default();
        let marks = BoardMarks {
            played: vec!["f5".to_owned()],
            better: vec!["d3".to_owned(), "x".to_owned()],
        };
        board(&mut html, &scene, &marks, "x");
        let text = html.into_text();
        assert_eq!(text.matches("class=\"played\"").count(), 1);
        assert_eq!(text.matches("class=\"better\"").count(), 1, "a cell that is not there");
    }
}
