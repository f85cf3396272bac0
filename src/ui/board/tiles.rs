//! Tiles of Hive: bevelled hexagons with an engraved insect, all sixteen in one picture.
//!
//! One picture means one draw call for a whole hive. Paints single tiles; knows no stack.

use egui::{Color32, ColorImage, Id, Pos2, Rect, Shape, Stroke, Vec2, pos2};

use super::bugs;
use super::plane::hexagon;
use crate::app::board::TileBug;
use crate::ui::glyph::Drawing;
use crate::ui::kit::Kit;
use crate::ui::textures::{self, Rgb};
use crate::ui::theme::fade;

const IVORY: Rgb = [0.925, 0.875, 0.760];
const BLACK: Rgb = [0.195, 0.198, 0.220];
/// Columns and rows of the picture.
const GRID: usize = 4;
/// From a hexagon's middle to its corner, where it is 1 wide.
pub(super) const RADIUS: f32 = 0.577_350_26;
/// A tile's radius as part of its cell's: a thin gap stays between neighbours.
const IN_CELL: f32 = 0.985;
/// A tile's radius as part of half its picture: the picture leaves a thin edge free.
const IN_PICTURE: f32 = 0.981;
/// Width of the insect's square, in radii of the tile.
const INSECT: f32 = 1.12;

/// A tile as wide as a cell of `width` points, its middle at `centre`.
pub(super) fn tile(
    kit: &Kit<'_>,
    place: Id,
    (white, bug): (bool, TileBug),
    centre: Pos2,
    width: f32,
    alpha: f32,
) {
    let px = kit.px(width * RADIUS * IN_CELL / IN_PICTURE * 2.0).clamp(4, MOST);
    // Half a pixel around each would do; a whole one keeps neighbours out at any stretch.
    let id = kit.art.picture(place.with("tiles"), [px * GRID; 2], 0, atlas);
    let side = width * RADIUS * IN_CELL / IN_PICTURE * 2.0;
    let side = (side * kit.ppp()).round() / kit.ppp();
    let at = usize::from(!white) * bugs::COUNT + bugs::index(bug);
    let cell = 1.0 / GRID as f32;
    let corner = pos2((at % GRID) as f32 * cell, (at / GRID) as f32 * cell);
    let uv = Rect::from_min_size(corner, Vec2::splat(cell));
    let rect =
        Rect::from_min_size(kit.snap_pos(centre - Vec2::splat(side / 2.0)), Vec2::splat(side));
    kit.p.image(id, rect, uv, Color32::from_white_alpha((alpha * 255.0) as u8));
    if kit.t.canvas == Color32::BLACK {
        // In high contrast a black tile must not end where the ground begins.
        let stroke = Stroke::new(1.0, fade(kit.t.line, alpha));
        kit.p.add(Shape::closed_line(hexagon(rect.center(), width * IN_CELL), stroke));
    }
}

/// No tile is drawn in more pixels than this; larger ones are stretched.
const MOST: usize = 480;

/// The picture of all tiles: the ivory ones first, in the order of [`bugs::ALL`].
fn atlas(px: [usize; 2]) -> ColorImage {
    let side = (px[0] / GRID).max(1);
    let grounds = [IVORY, BLACK].map(|base| textures::tile(side, base));
    let insect = ((side as f32 * IN_PICTURE * INSECT / 2.0) as usize).max(1);
    let mut all = ColorImage::filled([side * GRID; 2], Color32::TRANSPARENT);
    for (i, bug) in bugs::ALL.into_iter().enumerate() {
        let ink = Drawing::parse(bugs::drawing(bug), bugs::SIDE, 4.0).coverage(insect);
        let engraving = Engraving { ink, side: insect };
        for (ground, white) in grounds.iter().zip([true, false]) {
            let at = usize::from(!white) * bugs::COUNT + i;
            let corner = [at % GRID * side, at / GRID * side];
            engrave(&mut all, corner, ground, &engraving, white, bugs::ink(bug, white));
        }
    }
    all
}

/// The insect's coverage on a square.
struct Engraving {
    ink: Vec<f32>,
    side: usize,
}

impl Engraving {
    /// Coverage at a place in pixels, which may lie between pixels or outside.
    fn at(&self, x: f32, y: f32) -> f32 {
        let (i, j) = (x.floor(), y.floor());
        let (fx, fy) = (x - i, y - j);
        let pixel = |di: f32, dj: f32| {
            let (i, j) = (i + di, j + dj);
            let inside = i >= 0.0 && j >= 0.0 && i < self.side as f32 && j < self.side as f32;
            if inside { self.ink[j as usize * self.side + i as usize] } else { 0.0 }
        };
        let upper = pixel(0.0, 0.0) * (1.0 - fx) + pixel(1.0, 0.0) * fx;
        let lower = pixel(0.0, 1.0) * (1.0 - fx) + pixel(1.0, 1.0) * fx;
        upper * (1.0 - fy) + lower * fy
    }
}

/// Draws a tile with its insect into the common picture: the drawing in light a little to the lower
/// right, in shadow to the upper left, then in ink, so that it looks cut in.
fn engrave(
    all: &mut ColorImage,
    corner: [usize; 2],
    ground: &ColorImage,
    engraving: &Engraving,
    white: bool,
    ink: Color32,
) {
    let side = ground.size[0];
    // A thirtieth of the tile's radius, one pixel at least where a tile is small.
    let depth = (side as f32 * IN_PICTURE / 2.0 / 44.0).max(0.6);
    let (light, shade) = if white { (0.59, 0.24) } else { (0.18, 0.67) };
    let from = (side as f32 - engraving.side as f32) / 2.0;
    let ink: [f32; 3] = [ink.r(), ink.g(), ink.b()].map(f32::from);
    for y in 0..side {
        for x in 0..side {
            let mut c = ground[(x, y)].to_array().map(f32::from);
            let (u, v) = (x as f32 - from.floor(), y as f32 - from.floor());
            let mut lay = |colour: [f32; 3], alpha: f32| {
                for k in 0..3 {
                    c[k] += (colour[k] - c[k]) * alpha;
                }
            };
            lay([255.0; 3], engraving.at(u - depth, v - depth) * light);
            lay([0.0; 3], engraving.at(u + depth, v + depth) * shade);
            lay(ink, engraving.at(u, v));
            let [r, g, b, a] = c.map(|part| part.round() as u8);
            all[(corner[0] + x, corner[1] + y)] = Color32::from_rgba_premultiplied(r, g, b, a);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_holds_every_tile_of_both_colours() {
        let side = 40;
        let all = atlas([side * GRID; 2]);
        assert_eq!(all.size, [side * GRID; 2]);
        let tile = |i: usize| -> Vec<Color32> {
            let corner = (i % GRID * side, i / GRID * side);
            let at = |k: usize| all[(corner.0 + k % side, corner.1 + k / side)];
            (0..side * side).map(at).collect()
        };
        let middle_row = |tile: &[Color32]| -> u32 {
            let row = &tile[side * (side / 2)..][..side];
            row.iter().map(|c| u32::from(c.r()) + u32::from(c.g()) + u32::from(c.b())).sum()
        };
        for i in 0..16 {
            assert_eq!(tile(i)[0], Color32::TRANSPARENT, "tile {i} leaves its corners free");
            for k in i + 1..16 {
                assert_ne!(tile(i), tile(k), "tiles {i} and {k}");
            }
        }
        assert!((0..8).all(|i| middle_row(&tile(i)) > middle_row(&tile(i + 8))));
    }
}
