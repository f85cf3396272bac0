//! A board as a picture in SVG: any game's [`Scene`]. Colours are the page's.
//!
//! Knows no game; what is not in the scene is not drawn.

use std::fmt::Display;

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

/// The colours of boards, in a page and in a picture of its own.
pub(super) const STYLE: &str = include_str!("board.css");

/// A board as a file of its own, so many pixels wide; `label` is read to those who do not see it.
pub fn picture(scene: &Scene, width: u32, label: &str) -> String {
    let mut html = Html::default();
    let picture = Picture { scene, html: &mut html };
    picture.draw(&BoardMarks::default(), label, Some(width));
    html.into_text()
}

/// Draws a board; `label` is read to those who do not see it.
pub fn board(html: &mut Html, scene: &Scene, marks: &BoardMarks, label: &str) {
    let picture = Picture { scene, html };
    picture.draw(marks, label, None);
}

struct Picture<'a> {
    scene: &'a Scene,
    html: &'a mut Html,
}

impl Picture<'_> {
    /// Draws it; with a width it stands for itself, and not in a page.
    fn draw(mut self, marks: &BoardMarks, label: &str, alone: Option<u32>) {
        let Scene { origin, size, labels, surface, .. } = self.scene;
        // Labels stand half a frame outside.
        let frame = if labels.is_empty() { 0.2 } else { 1.0 };
        let [width, height] = [size.0, size.1].map(|side| (side + 2.0 * frame) * UNIT);
        let view = format!(
            "{:.1} {:.1} {width:.1} {height:.1}",
            (origin.0 - frame) * UNIT,
            (origin.1 - frame) * UNIT
        );
        let pixels = alone.map(|pixels| (pixels, f64::from(pixels) * f64::from(height / width)));
        let pixels = pixels.map(|(width, height)| (width.to_string(), format!("{height:.0}")));
        let mut attributes: Vec<(&'static str, &dyn Display)> =
            vec![("class", &"board"), ("viewBox", &view), ("role", &"img"), ("aria-label", &label)];
        if let Some((width, height)) = &pixels {
            attributes.extend([
                ("xmlns", &"http://www.w3.org/2000/svg" as &dyn Display),
                ("width", width),
                ("height", height),
            ]);
        }
        self.html.open("svg", &attributes);
        self.html.element("title", &[], label);
        if pixels.is_some() {
            self.html.raw("\n<style>\n.board text { font-family: system-ui, sans-serif; }\n");
            self.html.raw(STYLE);
            self.html.raw("</style>\n");
        }
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
        self.html.close("svg");
        self.html.raw("\n");
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
        let centre = (centre.0 - lift, centre.1 - lift);
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
                self.text(class, centre, diameter * 0.62, "\u{265b}");
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

    fn element(&mut self, name: &'static str, attributes: &[(&'static str, &dyn Display)]) {
        self.html.element(name, attributes, "");
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
