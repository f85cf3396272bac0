//! The materials of boards and pieces: colours that no theme changes.
//!
//! Marks on a board are themed; see [`crate::ui::theme`].

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{Color32, ColorImage, Id, Pos2, Rect, Stroke, TextureId, pos2};

use super::layout::Layout;
use crate::app::board::{Art, Scene, Surface, Tone};
use crate::ui::kit::Kit;
use crate::ui::textures::{self, Rgb};

const MAPLE: (Rgb, Rgb) = ([0.905, 0.805, 0.640], [0.815, 0.690, 0.500]);
const WALNUT: (Rgb, Rgb) = ([0.520, 0.350, 0.225], [0.395, 0.250, 0.150]);
const FRAME: (Rgb, Rgb) = ([0.300, 0.190, 0.120], [0.200, 0.120, 0.075]);
const BLACK_STONE: Rgb = [0.115, 0.118, 0.128];
const WHITE_STONE: Rgb = [0.935, 0.935, 0.915];
const IVORY: Rgb = [0.95, 0.88, 0.75];
const EBONY: Rgb = [0.19, 0.16, 0.155];

/// Lines on cloth.
pub(super) const LINE: Color32 = Color32::from_rgba_premultiplied(5, 38, 23, 210);
/// The number of a square, on the darker planks.
pub(super) const NUMBER: Color32 = Color32::from_rgba_premultiplied(120, 113, 101, 120);
/// The dot on the piece that moved last.
pub(super) const LAST_DOT: Color32 = Color32::from_rgb(255, 140, 60);

/// The colour of a side's pieces, for the dot beside a name. Sides are called by their colour.
#[must_use]
pub fn swatch(side_name: &str, surface: Surface) -> Color32 {
    let black = side_name.eq_ignore_ascii_case("black");
    match (surface, black) {
        (Surface::Planks | Surface::Table, true) => Color32::from_rgb(38, 34, 33),
        (Surface::Planks | Surface::Table, false) => Color32::from_rgb(240, 226, 196),
        (Surface::Felt, true) => Color32::from_rgb(34, 34, 37),
        (Surface::Felt, false) => Color32::from_rgb(246, 246, 242),
        (Surface::Plane, true) => Color32::from_rgb(40, 41, 46),
        (Surface::Plane, false) => Color32::from_rgb(240, 230, 204),
    }
}

/// A disc in a side's colour that stands for it in a panel. One that is dark on a dark ground is seen
/// by its rim.
pub(in crate::ui) fn side_disc(
    kit: &Kit<'_>,
    at: Pos2,
    radius: f32,
    side_name: &str,
    surface: Surface,
) {
    let colour = swatch(side_name, surface);
    let is_lost = kit.t.dark && colour.intensity() < 0.5;
    let rim = if is_lost { kit.t.text3 } else { kit.t.line2 };
    kit.p.circle(at, radius, colour, Stroke::new(1.0, rim));
}

/// A crown on a grid of 24; the language of [`crate::ui::glyph`].
pub(super) const CROWN: &str = "F 5.4 16.4 3.6 7.6 8.6 11.2 12 5 15.4 11.2 20.4 7.6 18.6 16.4; \
     F 5.6 18 18.4 18 18.4 20.2 5.6 20.2; O 3.6 6.4 1.5; O 12 3.9 1.6; O 20.4 6.4 1.5";

/// Colours of the crown cut into a king: its ink, the lit edge and the edge in shadow.
pub(super) fn crown(white: bool) -> [Color32; 3] {
    if white {
        [
            Color32::from_rgb(122, 74, 36),
            Color32::from_white_alpha(190),
            Color32::from_black_alpha(90),
        ]
    } else {
        [
            Color32::from_rgb(226, 186, 104),
            Color32::from_white_alpha(46),
            Color32::from_black_alpha(200),
        ]
    }
}

/// The picture of a piece `px` pixels wide, kept at `place`.
pub(super) fn piece(kit: &Kit<'_>, place: Id, art: Art, px: usize) -> TextureId {
    match art {
        // A king is two of these; the painter lays one on the other. Tiles are painted elsewhere.
        Art::Man { white }
        | Art::King { white }
        | Art::Checker { white }
        | Art::Rim { white }
        | Art::Tile { white, .. } => {
            let base = if white { IVORY } else { EBONY };
            kit.art.picture(place.with(("disc", white)), [px, px], 0, move |px| {
                textures::disc(px[0], base)
            })
        }
        Art::Stone { black } => {
            let base = if black { BLACK_STONE } else { WHITE_STONE };
            kit.art.picture(place.with(("stone", black)), [px, px], 0, move |px| {
                textures::stone(px[0], base)
            })
        }
    }
}

/// Everything that the picture of a board depends on; lengths in points.
#[derive(Clone)]
struct Recipe {
    surface: Surface,
    /// The whole with its frame.
    size: [f32; 2],
    /// The field in it.
    field: Rect,
    /// What the picture shows of it.
    part: Rect,
    /// Width of a square.
    unit: f32,
    /// Squares in a row.
    columns: usize,
    /// The darker squares, row by row.
    dark: Vec<bool>,
    /// Bar and trays of a table, in points from the field's corner.
    table: Option<[Rect; 3]>,
}

/// A part of a board: its place on the screen and the picture that fills it.
pub(super) type Part = (Rect, TextureId);

/// The pictures of the frame's four sides and, last, of the field, for their exact sizes in pixels,
/// kept at `place`. Each is a picture of its own: while the size changes old ones are stretched,
/// and the squares must lie under the pieces even then.
pub(super) fn board(kit: &Kit<'_>, place: Id, layout: &Layout, scene: &Scene) -> [Part; 5] {
    let (outer, field) = (layout.outer, layout.field);
    let recipe = Recipe::new(layout, scene);
    let sides = [
        ("left", outer.with_max_x(field.left())),
        ("right", outer.with_min_x(field.right())),
        ("top", outer.with_max_y(field.top())),
        ("bottom", outer.with_min_y(field.bottom())),
        ("field", field),
    ];
    sides.map(|(name, rect)| {
        let recipe = Recipe { part: rect.translate(-outer.min.to_vec2()), ..recipe.clone() };
        let px = [kit.px(rect.width()), kit.px(rect.height())];
        let place = place.with(name);
        (rect, kit.art.picture(place, px, recipe.tag(), move |px| recipe.picture(px)))
    })
}

impl Recipe {
    /// The whole board.
    fn new(layout: &Layout, scene: &Scene) -> Self {
        let outer = layout.outer;
        let (columns, rows) = (scene.size.0.ceil() as usize, scene.size.1.ceil() as usize);
        let mut dark = vec![false; columns * rows];
        for cell in scene.cells.iter().filter(|cell| cell.tone == Tone::Dark) {
            let n = cell.outline.len().max(1) as f32;
            let middle =
                cell.outline.iter().fold((0.0, 0.0), |m, p| (m.0 + p.0 / n, m.1 + p.1 / n));
            let idx = middle.1 as usize * columns + middle.0 as usize;
            dark.get_mut(idx).into_iter().for_each(|square| *square = true);
        }
        Self {
            surface: scene.surface,
            size: [outer.width(), outer.height()],
            field: layout.field.translate(-outer.min.to_vec2()),
            part: outer.translate(-outer.min.to_vec2()),
            unit: layout.unit,
            columns,
            dark,
            table: scene.table.as_ref().map(|table| {
                let [left, right] = table.trays;
                [table.bar, left, right].map(|area| {
                    let corner = |(x, y): (f32, f32)| pos2(x * layout.unit, y * layout.unit);
                    Rect::from_two_pos(corner(area.from), corner(area.to))
                })
            }),
        }
    }

    fn tag(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.surface as u8).hash(&mut hasher);
        let [w, h] = self.size;
        let (f, p) = (self.field, self.part);
        [w, h, f.left(), f.top(), f.right(), f.bottom()].map(f32::to_bits).hash(&mut hasher);
        [p.left(), p.top(), p.right(), p.bottom()].map(f32::to_bits).hash(&mut hasher);
        (self.unit.to_bits(), self.columns, &self.dark).hash(&mut hasher);
        hasher.finish()
    }

    fn picture(&self, px: [usize; 2]) -> ColorImage {
        let (f, part) = (self.field, self.part);
        let (kx, ky) = (part.width() / px[0] as f32, part.height() / px[1] as f32);
        textures::surface(px, |x, y| {
            let (u, v) = (part.left() + x * kx, part.top() + y * ky);
            if u < f.left() || u >= f.right() || v < f.top() || v >= f.bottom() {
                return self.frame(u, v);
            }
            let (u, v) = (u - f.left(), v - f.top());
            // The frame throws a shadow from the upper left.
            let shade = 0.72 + 0.28 * textures::step(0.0, 5.0, u.min(v));
            self.material(u, v).map(|c| c * shade)
        })
    }

    fn material(&self, u: f32, v: f32) -> Rgb {
        match self.surface {
            Surface::Felt => {
                let felt = 0.94
                    + 0.06 * textures::noise(u * 1.7, v * 1.7)
                    + 0.03 * textures::noise(u / 40.0, v / 40.0);
                [0.105 * felt, 0.430 * felt, 0.285 * felt]
            }
            Surface::Planks => self.plank(u, v),
            Surface::Table => self.table(u, v),
            Surface::Plane => {
                let n = textures::noise(u * 1.4, v * 1.4) * 0.03
                    + textures::noise(u / 60.0, v / 60.0) * 0.03;
                [0.205 + n, 0.262 + n, 0.245 + n]
            }
        }
    }

    /// Cloth, the wooden bar, and trays with a shelf for the cube half-way.
    fn table(&self, u: f32, v: f32) -> Rgb {
        let [bar, left, right] = self.table.unwrap_or([Rect::NOTHING; 3]);
        let at = pos2(u, v);
        let tray = [left, right].into_iter().find(|tray| tray.contains(at));
        let is_shelf = tray.is_some_and(|tray| (v - tray.center().y).abs() < self.unit * 0.58);
        if bar.contains(at) || is_shelf {
            return textures::wood(v, u, 3.0, FRAME.0, FRAME.1);
        }
        if tray.is_some() {
            let n = textures::noise(u, v * 1.3) * 0.02;
            return [0.115 + n, 0.095 + n, 0.085 + n];
        }
        let n =
            textures::noise(u * 1.4, v * 1.4) * 0.03 + textures::noise(u / 60.0, v / 60.0) * 0.03;
        [0.205 + n, 0.262 + n, 0.245 + n]
    }

    /// Each square is its own plank.
    fn plank(&self, u: f32, v: f32) -> Rgb {
        let (column, row) = ((u / self.unit) as usize, (v / self.unit) as usize);
        let dark = column < self.columns
            && self.dark.get(row * self.columns + column).copied().unwrap_or_default();
        let (light, deep) = if dark { WALNUT } else { MAPLE };
        let seed = textures::hash(column as i32, row as i32) * 9.0;
        let (u, v) = (u - column as f32 * self.unit, v - row as f32 * self.unit);
        textures::wood(u, v, seed, light, deep)
    }

    /// The wooden frame: lit from the upper left, a dark line at the field.
    fn frame(&self, u: f32, v: f32) -> Rgb {
        let [w, h] = self.size;
        let f = self.field;
        let beside = u.min(w - u) < v.min(h - v);
        let (along, across, seed) = if beside { (v, u, 2.0) } else { (u, v, 3.0) };
        let wood = textures::wood(along, across, seed, FRAME.0, FRAME.1);
        let from_edge = u.min(v).min(w - u).min(h - v);
        let from_field = (f.left() - u).max(u - f.right()).max((f.top() - v).max(v - f.bottom()));
        let lit = u.min(v) < (w - u).min(h - v);
        let bevel = match from_edge < 2.0 {
            true if lit => 1.45,
            true => 0.7,
            false => 1.0,
        };
        let groove = if from_field < 2.0 {
            0.45
        } else if from_field < 3.0 {
            1.25
        } else {
            1.0
        };
        wood.map(|c| c * bevel * groove)
    }
}
