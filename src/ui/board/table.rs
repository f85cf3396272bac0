//! The backgammon table: points, checkers on their rims, dice and cube.
//!
//! Takes no input and knows no rule: the scene says what is where. The cloth and the wood are
//! [`super::materials`]'.

use egui::{Color32, Id, Mesh, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::layout::Layout;
use super::motion::Shown;
use crate::app::board::{
    Area, Art, BackgammonExtras, Cell, CubeFace, Die, HintRing, Mark, Piece, Scene, Tone,
};
use crate::ui::kit::{C, Kit, UV, W};
use crate::ui::textures::{self, Rgb};
use crate::ui::theme::{fade, mix};

const SAND: Color32 = Color32::from_rgb(203, 183, 148);
const CLAY: Color32 = Color32::from_rgb(142, 72, 52);
const BONE: Rgb = [0.95, 0.92, 0.86];
const COAL: Rgb = [0.20, 0.18, 0.175];
const CUBE: Rgb = [0.93, 0.90, 0.84];
const CUBE_INK: Color32 = Color32::from_rgb(120, 30, 26);
const DARK_PIP: Color32 = Color32::from_rgb(40, 36, 36);
const LIGHT_PIP: Color32 = Color32::from_rgb(240, 232, 216);
/// What stays free on each side of a point, where it is 1 wide.
const MARGIN: f32 = 0.05;
/// A die that is used up lies back.
const USED: f32 = 0.42;
/// The dice of the turn before are to be read.
const LAST: f32 = 0.62;

/// The points and the dark lines around both halves.
pub(super) fn points(kit: &Kit<'_>, layout: &Layout, scene: &Scene) {
    if let Some(table) = &scene.table {
        let halves = halves(table);
        let edge =
            Stroke::new((layout.unit * 0.035).clamp(1.0, 2.0), Color32::from_black_alpha(120));
        for half in halves {
            kit.p.rect_stroke(rect(layout, half), 2.0, edge, StrokeKind::Outside);
        }
    }
    for cell in scene.cells.iter().filter(|cell| cell.outline.len() == 3) {
        point(kit, layout, cell);
    }
}

/// The parts of the cloth left and right of the bar.
fn halves(table: &BackgammonExtras) -> [Area; 2] {
    let [left, right] = table.trays;
    [
        Area { from: (left.to.0, left.from.1), to: (table.bar.from.0, left.to.1) },
        Area { from: (table.bar.to.0, right.from.1), to: (right.from.0, right.to.1) },
    ]
}

fn rect(layout: &Layout, area: Area) -> Rect {
    Rect::from_two_pos(layout.at(area.from), layout.at(area.to))
}

/// A point: a triangle on which the light falls off towards the tip.
fn point(kit: &Kit<'_>, layout: &Layout, cell: &Cell) {
    let colour = match cell.tone {
        Tone::Dark => CLAY,
        Tone::Light | Tone::Plain => SAND,
    };
    let middle = layout.centre(cell).x;
    let narrow = |at: Pos2| pos2(middle + (at.x - middle) * (1.0 - 2.0 * MARGIN), at.y);
    let corners: Vec<Pos2> = layout.outline(cell).into_iter().map(narrow).collect();
    let edge = Stroke::new(1.0, Color32::from_black_alpha(70));
    kit.p.add(Shape::convex_polygon(corners.clone(), colour, edge));
    let mut light = Mesh::default();
    for at in corners {
        let tip = (at.x - middle).abs() < 0.01;
        let shade = if tip { Color32::from_black_alpha(60) } else { Color32::from_white_alpha(14) };
        light.colored_vertex(at, shade);
    }
    light.add_triangle(0, 1, 2);
    kit.p.add(Shape::mesh(light));
}

/// A checker in the tray, standing on its rim.
pub(super) fn rim(kit: &Kit<'_>, piece: &Shown, white: bool) {
    let size = vec2(piece.diameter, piece.diameter * Art::RIM - 1.0);
    let min = kit.snap_pos(piece.centre - size / 2.0);
    let place = Rect::from_min_size(min, size);
    let colour = super::materials::swatch(
        if white { "White" } else { "Black" },
        crate::app::board::Surface::Table,
    );
    // Black must not sink into the dark of the tray.
    let colour = if white { colour } else { mix(colour, Color32::WHITE, 0.22) };
    kit.fill(place, 2.0, fade(colour, piece.alpha));
    let shine =
        Rect::from_min_size(min + vec2(1.0, 1.0), vec2(size.x - 2.0, (size.y * 0.22).max(1.0)));
    kit.fill(shine, 1.0, fade(mix(colour, Color32::WHITE, 0.25), piece.alpha));
    let groove = Rect::from_min_size(min + vec2(1.0, size.y * 0.55), vec2(size.x - 2.0, 1.0));
    kit.fill(groove, 0.0, fade(Color32::from_black_alpha(60), piece.alpha));
    if !white {
        let stroke = Stroke::new(1.0, fade(Color32::from_white_alpha(110), piece.alpha));
        kit.p.rect_stroke(place, 2.0, stroke, StrokeKind::Inside);
    }
}

/// What is painted over the checkers and beside them: the ring of the chosen one, targets, dice,
/// cube.
pub(super) fn over(kit: &Kit<'_>, place: Id, layout: &Layout, scene: &Scene) {
    let Some(table) = &scene.table else { return };
    for mark in &scene.marks {
        let Mark::Chosen(name) = mark else { continue };
        let Some(piece) = upper_piece(scene, name) else { continue };
        let radius = piece.diameter * layout.unit / 2.0 - 0.5;
        let stroke = Stroke::new((layout.unit * 0.05).clamp(2.0, 4.0), kit.t.select);
        kit.p.circle_stroke(layout.place(piece), radius, stroke);
    }
    for hint in &table.hints {
        hint_ring(kit, layout, hint);
    }
    for target in &table.targets {
        let (at, radius) = (layout.at(target.at), layout.unit * 0.38);
        let stroke = Stroke::new((layout.unit * 0.035).clamp(1.5, 3.0), kit.t.target);
        kit.p.circle(at, radius, fade(kit.t.target, 0.28), stroke);
        kit.text(at, C, &target.text, W::Bold, (layout.unit * 0.25).max(8.0), Color32::WHITE);
    }
    let asks = |name: &str| {
        scene.marks.iter().any(|mark| matches!(mark, Mark::Legal(legal) if legal == name))
    };
    for die in &table.last_dice {
        draw_die(kit, place, layout, die, LAST, false);
    }
    for die in &table.dice {
        let alpha = if die.used { USED } else { 1.0 };
        draw_die(kit, place, layout, die, alpha, asks("dice") && table.is_complete);
    }
    if table.dice.is_empty() && asks("dice") {
        roll_button(kit, layout, scene);
    }
    if let Some(cube) = &table.cube {
        draw_cube(kit, place, layout, cube);
    }
}

/// Around a checker that a hint moves; at its target the ring is filled.
fn hint_ring(kit: &Kit<'_>, layout: &Layout, hint: &HintRing) {
    let width = (layout.unit * 0.06).clamp(2.0, 4.5);
    let radius = hint.diameter * layout.unit / 2.0 - width / 2.0;
    let ground = if hint.lands { fade(kit.t.arrow, 0.34) } else { Color32::TRANSPARENT };
    kit.p.circle(layout.at(hint.at), radius, ground, Stroke::new(width, kit.t.arrow));
}

/// The checker of a cell that is moved from it: the one that was laid there last.
fn upper_piece<'s>(scene: &'s Scene, name: &str) -> Option<&'s Piece> {
    let cell = scene.cells.iter().find(|cell| cell.name == name)?;
    let xs = || cell.outline.iter().map(|corner| corner.0);
    let ys = || cell.outline.iter().map(|corner| corner.1);
    let (left, right) = (xs().fold(f32::MAX, f32::min), xs().fold(f32::MIN, f32::max));
    let (top, bottom) = (ys().fold(f32::MAX, f32::min), ys().fold(f32::MIN, f32::max));
    let holds = |piece: &&Piece| {
        let (x, y) = piece.centre;
        x > left && x < right && y > top && y < bottom
    };
    scene.pieces.iter().rfind(holds)
}

/// The rounded block of a die or of the cube, with its shadow; returns its place.
fn block(kit: &Kit<'_>, place: Id, at: Pos2, side: f32, base: Rgb, alpha: f32) -> Rect {
    kit.blob(at + vec2(0.045, 0.085) * side, side * 0.66, 0.9 * alpha);
    let px = kit.px(side);
    let tag = base.iter().fold(0_u64, |tag, part| tag * 256 + (part * 255.0) as u64);
    let id = kit
        .art
        .picture(place.with(("block", tag)), [px, px], tag, move |px| textures::die(px[0], base));
    let size = Vec2::splat(px as f32 / kit.ppp());
    let lies = Rect::from_min_size(kit.snap_pos(at - size / 2.0), size);
    kit.p.image(id, lies, UV, Color32::from_white_alpha((alpha * 255.0) as u8));
    lies
}

fn draw_die(kit: &Kit<'_>, place: Id, layout: &Layout, die: &Die, alpha: f32, asks: bool) {
    let side = die.size * layout.unit;
    let (base, ink) = if die.white { (BONE, DARK_PIP) } else { (COAL, LIGHT_PIP) };
    let lies = block(kit, place, layout.at(die.centre), side, base, alpha);
    for (x, y) in pips(die.value) {
        let at = lies.center() + vec2(x, y) * side * 0.24;
        kit.p.circle_filled(at, side * 0.089, fade(ink, alpha));
    }
    if asks {
        outline(kit, lies, side);
    }
}

fn outline(kit: &Kit<'_>, lies: Rect, side: f32) {
    let stroke = Stroke::new((side * 0.05).clamp(1.5, 3.0), kit.t.accent);
    kit.p.rect_stroke(lies.expand(side * 0.06), side * 0.18, stroke, StrokeKind::Outside);
}

/// Middles of the pips of a face, in steps from its middle.
fn pips(value: u8) -> Vec<(f32, f32)> {
    let mut pips = Vec::with_capacity(6);
    if value % 2 == 1 {
        pips.push((0.0, 0.0));
    }
    if value >= 2 {
        pips.extend([(-1.0, 1.0), (1.0, -1.0)]);
    }
    if value >= 4 {
        pips.extend([(-1.0, -1.0), (1.0, 1.0)]);
    }
    if value == 6 {
        pips.extend([(-1.0, 0.0), (1.0, 0.0)]);
    }
    pips
}

/// Says where to click for a roll.
fn roll_button(kit: &Kit<'_>, layout: &Layout, scene: &Scene) {
    let Some(cell) = scene.cells.iter().find(|cell| cell.name == "dice") else { return };
    let size = vec2(layout.unit * 1.9, layout.unit * 0.72);
    let place = Rect::from_center_size(layout.bounds(cell).center(), size);
    kit.fill(place, layout.unit * 0.16, fade(kit.t.accent, 0.9));
    kit.text(place.center(), C, "Roll", W::Semi, (layout.unit * 0.28).max(9.0), kit.t.on_accent);
}

/// Paints the cube with this face, filling `rect`.
pub(in crate::ui) fn cube_sample(kit: &Kit<'_>, rect: Rect, value: u32) {
    let side = rect.width().min(rect.height());
    let lies =
        block(kit, Id::unique(("cube sample", kit.px(side))), rect.center(), side, CUBE, 1.0);
    face(kit, lies, value);
}

/// Paints a small flat die with this value, filling `rect`.
pub(in crate::ui) fn die_sample(kit: &Kit<'_>, rect: Rect, value: u8) {
    let rect = Rect::from_min_size(kit.snap_pos(rect.min), rect.size());
    let side = rect.width();
    kit.fill(rect, (side * 0.2).round(), kit.t.text);
    for (x, y) in pips(value) {
        let at = rect.center() + vec2(x, y) * side * 0.26;
        kit.p.circle_filled(at, side * 0.1, kit.t.card);
    }
}

/// The face of the cube; at a value of 1 its highest face is up.
fn face(kit: &Kit<'_>, lies: Rect, value: u32) {
    let shown = if value == 1 { 64 } else { value };
    let text = shown.to_string();
    let height = lies.height() * if text.len() > 2 { 0.34 } else { 0.48 };
    kit.text(lies.center(), C, &text, W::Bold, height, CUBE_INK);
}

fn draw_cube(kit: &Kit<'_>, place: Id, layout: &Layout, cube: &CubeFace) {
    let side = cube.size * layout.unit;
    let lies = block(kit, place, layout.at(cube.centre), side, CUBE, 1.0);
    face(kit, lies, cube.value);
    if cube.legal {
        outline(kit, lies, side);
    }
}
