//! What boards and pieces are made of: colours that no theme changes.
//!
//! Marks on a board are themed; see [`crate::ui::theme`].

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{Color32, ColorImage, Id, Rect, TextureId, pos2};

use super::layout::Layout;
use crate::app::board::{Art, Scene, Surface, Tone};
use crate::ui::kit::Kit;
use crate::ui::textures::{self, Rgb};

const MAPLE: (Rgb, Rgb) = ([0.905, 0.805, 0.640], [0.815, 0.690, 0.500]);
const WALNUT: (Rgb, Rgb) = ([0.520, 0.350, 0.225], [0.395, 0.250, 0.150]);
const FRAME: (Rgb, Rgb) = ([0.300, 0.190, 0.120], [0.200, 0.120, 0.075]);
const BLACK_STONE: Rgb = [0.115, 0.118, 0.128];
const WHITE_STONE: Rgb = [0.935, 0.935, 0.915];

/// Lines on cloth.
pub(super) const LINE: Color32 = Color32::from_rgba_premultiplied(5, 38, 23, 210);
/// The dot on the piece that moved last.
pub(super) const LAST_DOT: Color32 = Color32::from_rgb(255, 140, 60);

/// The colour of a side's pieces, for the dot beside a name. Sides are called by their colour.
#[must_use]
pub fn swatch(side_name: &str) -> Color32 {
    if side_name.eq_ignore_ascii_case("black") {
        Color32::from_rgb(34, 34, 37)
    } else {
        Color32::from_rgb(246, 246, 242)
    }
}

/// The picture of a piece `px` pixels wide, kept at `place`.
pub(super) fn piece(kit: &Kit<'_>, place: Id, art: Art, px: usize) -> TextureId {
    match art {
        Art::Man { white } | Art::King { white } => {
            piece(kit, place, Art::Stone { black: !white }, px)
        }
        Art::Stone { black } => {
            let base = if black { BLACK_STONE } else { WHITE_STONE };
            kit.art.picture(place.with(("stone", black)), [px, px], 0, move |px| {
                textures::stone(px[0], base)
            })
        }
    }
}

/// A cell with a tone of its own, in points from the field's corner.
#[derive(Clone, Copy)]
struct Plank {
    rect: Rect,
    light: bool,
}

/// All that the picture of a board depends on; lengths in points.
#[derive(Clone)]
struct Recipe {
    surface: Surface,
    /// The whole with its frame.
    size: [f32; 2],
    /// The field in it.
    field: Rect,
    planks: Vec<Plank>,
}

/// The picture of the field with its frame, for its exact size in pixels, kept at `place`.
pub(super) fn board(kit: &Kit<'_>, place: Id, layout: &Layout, scene: &Scene) -> TextureId {
    let outer = layout.outer;
    let planks = scene.cells.iter().filter_map(|cell| {
        let light = match cell.tone {
            Tone::Light => true,
            Tone::Dark => false,
            Tone::Plain => return None,
        };
        let rect = layout.bounds(cell).translate(-layout.field.min.to_vec2());
        Some(Plank { rect, light })
    });
    let recipe = Recipe {
        surface: scene.surface,
        size: [outer.width(), outer.height()],
        field: layout.field.translate(-outer.min.to_vec2()),
        planks: planks.collect(),
    };
    let px = [kit.px(outer.width()), kit.px(outer.height())];
    kit.art.picture(place.with("board"), px, recipe.tag(), move |px| recipe.picture(px))
}

impl Recipe {
    fn tag(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.surface as u8).hash(&mut hasher);
        let [w, h] = self.size;
        let f = self.field;
        [w, h, f.left(), f.top(), f.right(), f.bottom()].map(f32::to_bits).hash(&mut hasher);
        for plank in &self.planks {
            let r = plank.rect;
            ([r.left(), r.top(), r.right()].map(f32::to_bits), plank.light).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn picture(&self, px: [usize; 2]) -> ColorImage {
        let (kx, ky) = (self.size[0] / px[0] as f32, self.size[1] / px[1] as f32);
        let f = self.field;
        textures::surface(px, |x, y| {
            let (u, v) = (x * kx, y * ky);
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
            Surface::Table | Surface::Plane => {
                let n = textures::noise(u * 1.4, v * 1.4) * 0.03
                    + textures::noise(u / 60.0, v / 60.0) * 0.03;
                [0.205 + n, 0.262 + n, 0.245 + n]
            }
        }
    }

    /// Each cell is its own plank.
    fn plank(&self, u: f32, v: f32) -> Rgb {
        let Some(plank) = self.planks.iter().find(|plank| plank.rect.contains(pos2(u, v))) else {
            return textures::wood(u, v, 1.0, MAPLE.0, MAPLE.1);
        };
        let (min, width) = (plank.rect.min, plank.rect.width().max(1.0));
        let cell = ((min.x / width).round() as i32, (min.y / width).round() as i32);
        let seed = textures::hash(cell.0, cell.1) * 9.0;
        let (light, dark) = if plank.light { MAPLE } else { WALNUT };
        textures::wood(u - min.x, v - min.y, seed, light, dark)
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
