//! Paints an endless plane with tiles on it: honeycomb, stacks, ghosts, marks, the card of a stack.
//!
//! Takes no input and knows no rule.

use std::sync::Arc;

use egui::{Color32, Mesh, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use super::layout::Layout;
use super::motion::Shown;
use super::paint::focus_strokes;
use super::tiles::{self, RADIUS};
use super::{Arrow, Overlay, bugs};
use crate::app::board::{Art, Cell, Mark, Scene};
use crate::ui::kit::{C, Kit, L, R, W};
use crate::ui::theme::{fade, font, mix, size};

/// From one row's middles to the next, in board units.
const ROW: f32 = 1.5 * RADIUS;
/// Hexagons narrower than this show no honeycomb, in points.
const GRID_LEAST: f32 = 28.0;
/// Hexagons narrower than this show no number of a stack's pieces, in points.
const BADGE_LEAST: f32 = 22.0;
/// The gold around the piece that moved last, and the dark line that separates it from ivory.
const GOLD: Color32 = Color32::from_rgb(255, 196, 46);
const GOLD_EDGE: Color32 = Color32::from_rgba_premultiplied(24, 16, 0, 150);
/// Opacity of a piece that could be put somewhere, and of the one under the pointer.
const GHOST: f32 = 0.42;
const GHOST_POINTED: f32 = 0.8;

/// A faint honeycomb over `area`, so that the plane is seen to be endless: one mesh, rebuilt only
/// when the plane has moved.
pub(super) fn grid(kit: &Kit<'_>, place: egui::Id, layout: &Layout, area: Rect) {
    if layout.unit < GRID_LEAST {
        return;
    }
    let strength = ((layout.unit - GRID_LEAST) / GRID_LEAST).clamp(0.0, 1.0);
    let ink = mix(kit.t.canvas, kit.t.text3, if kit.t.dark { 0.14 } else { 0.22 } * strength);
    let of = (area, layout.zero, layout.unit, ink, kit.ppp());
    let made = Made::default();
    let made = kit.p.ctx().data_mut(|data| {
        let made = data.get_temp_mut_or(place.with("honeycomb"), made);
        if made.of != Some(of) {
            let mesh = honeycomb(layout, area, ink, 1.0 / kit.ppp());
            *made = Made { of: Some(of), mesh: Arc::new(mesh) };
        }
        Arc::clone(&made.mesh)
    });
    kit.p.add(Shape::Mesh(made));
}

/// The honeycomb that was painted last, and for what.
#[derive(Clone, Debug, Default)]
struct Made {
    of: Option<(Rect, Pos2, f32, Color32, f32)>,
    mesh: Arc<Mesh>,
}

/// Hexagons of hairlines that fade out over a pixel on both sides.
fn honeycomb(layout: &Layout, area: Rect, ink: Color32, pixel: f32) -> Mesh {
    let unit = layout.unit;
    let mut mesh = Mesh::default();
    let first = ((area.top() - layout.zero.y) / (ROW * unit)).floor() as i32 - 1;
    let last = ((area.bottom() - layout.zero.y) / (ROW * unit)).ceil() as i32 + 1;
    for r in first..=last {
        let half = r as f32 / 2.0;
        let left = ((area.left() - layout.zero.x) / unit - half).floor() as i32;
        let right = ((area.right() - layout.zero.x) / unit - half).ceil() as i32;
        for q in left..=right {
            let centre = layout.at((q as f32 + half, r as f32 * ROW));
            let base = mesh.vertices.len() as u32;
            for (wider, colour) in
                [(-pixel, Color32::TRANSPARENT), (0.0, ink), (pixel, Color32::TRANSPARENT)]
            {
                for corner in corners(centre, unit * 0.97 + 2.0 * wider) {
                    mesh.colored_vertex(corner, colour);
                }
            }
            for ring in [0, 6] {
                for i in 0..6 {
                    let next = (i + 1) % 6;
                    let [a, b] = [base + ring + i, base + ring + next];
                    mesh.add_triangle(a, b, a + 6);
                    mesh.add_triangle(a + 6, b, b + 6);
                }
            }
        }
    }
    mesh
}

/// The corners of a hexagon that is `width` points wide.
pub(super) fn hexagon(centre: Pos2, width: f32) -> Vec<Pos2> {
    corners(centre, width).to_vec()
}

fn corners(centre: Pos2, width: f32) -> [Pos2; 6] {
    let (r, x) = (width * RADIUS, width / 2.0);
    let corners = [(0.0, -r), (x, -r / 2.0), (x, r / 2.0), (0.0, r), (-x, r / 2.0), (-x, -r / 2.0)];
    corners.map(|(x, y)| centre + vec2(x, y))
}

fn outline(kit: &Kit<'_>, centre: Pos2, width: f32, stroke: Stroke) {
    kit.p.add(Shape::closed_line(hexagon(centre, width), stroke));
}

fn dashed(kit: &Kit<'_>, centre: Pos2, width: f32, stroke: Stroke) {
    let mut corners = hexagon(centre, width);
    corners.push(corners[0]);
    let dash = (width * 0.06).clamp(2.5, 7.0);
    kit.p.extend(Shape::dashed_line(&corners, stroke, dash, dash * 0.7));
}

/// The middle of the highest piece on a cell, and how many lie there.
fn top(layout: &Layout, scene: &Scene, cell: &Cell) -> (Pos2, u8) {
    let height = stack(layout, scene, cell).map(|piece| piece.level + 1).max().unwrap_or(0);
    (layout.centre(cell) + layout.lift(height.saturating_sub(1)), height)
}

/// The pieces on a cell, in the order of the scene: the lowest first.
fn stack<'s>(
    layout: &Layout,
    scene: &'s Scene,
    cell: &Cell,
) -> impl Iterator<Item = &'s crate::app::board::Piece> {
    let (centre, near) = (layout.centre(cell), layout.unit * 0.3);
    let layout = *layout;
    scene.pieces.iter().filter(move |piece| layout.at(piece.centre).distance(centre) < near)
}

/// The piece that is chosen, on the board or in a hand.
fn chosen(layout: &Layout, scene: &Scene) -> Option<Art> {
    let in_hand = scene.hands.iter().flatten().find(|piece| piece.chosen).map(|piece| piece.art);
    in_hand.or_else(|| {
        let cell = scene.marks.iter().find_map(|mark| match mark {
            Mark::Chosen(name) => named(scene, name),
            Mark::LastMove(_) | Mark::Legal(_) | Mark::Movable(_) => None,
        })?;
        stack(layout, scene, cell).max_by_key(|piece| piece.level).map(|piece| piece.art)
    })
}

fn named<'s>(scene: &'s Scene, name: &str) -> Option<&'s Cell> {
    scene.cells.iter().find(|cell| cell.name == name)
}

/// Where the last move came from, if it came from the board.
fn origin(layout: &Layout, scene: &Scene) -> Option<Pos2> {
    let [first, .., last] = scene.path[..] else { return None };
    (first != last).then(|| layout.at(first))
}

/// What is painted on the plane under the pieces: where the last move came from, and translucent
/// pieces where the chosen one may go.
pub(super) fn under(
    kit: &Kit<'_>,
    place: egui::Id,
    layout: &Layout,
    scene: &Scene,
    pointed: Option<usize>,
) {
    if let Some(from) = origin(layout, scene) {
        dashed(kit, from, layout.unit * 0.84, Stroke::new(line(layout, 1.5), kit.t.select));
    }
    let art = chosen(layout, scene);
    for mark in &scene.marks {
        let Mark::Legal(name) = mark else { continue };
        let Some(idx) = scene.cells.iter().position(|cell| cell.name == *name) else { continue };
        let cell = &scene.cells[idx];
        let (centre, height) = top(layout, scene, cell);
        if height > 0 {
            continue;
        }
        let alpha = if pointed == Some(idx) { GHOST_POINTED } else { GHOST };
        if let Some(Art::Tile { white, bug }) = art {
            tiles::tile(kit, place, (white, bug), centre, layout.unit, alpha);
        }
        let stroke = Stroke::new(line(layout, 1.5), fade(kit.t.target, 0.9));
        outline(kit, centre, layout.unit * 0.93, stroke);
    }
}

/// A line's width that becomes thinner on small hexagons.
fn line(layout: &Layout, width: f32) -> f32 {
    (width * (layout.unit / 70.0).clamp(0.5, 1.25)).max(1.0)
}

/// Tiles, the lowest first. Shadows on the plane come before every tile, so that none falls on a
/// neighbour; a tile on another one throws its own.
pub(super) fn pieces(kit: &Kit<'_>, place: egui::Id, pieces: &[Shown]) {
    let offset = |piece: &Shown| vec2(1.5, 4.0) * (piece.diameter / 90.0).clamp(0.25, 1.3);
    let depth = if kit.t.dark { 0.75 } else { 0.5 };
    for piece in pieces.iter().filter(|piece| piece.level == 0) {
        let radius = piece.diameter * RADIUS;
        kit.blob(piece.centre + offset(piece), radius * 1.22, depth * piece.alpha);
    }
    for piece in pieces {
        let Art::Tile { white, bug } = piece.art else { continue };
        if piece.level > 0 {
            let radius = piece.diameter * RADIUS;
            kit.blob(piece.centre + offset(piece), radius * 1.12, 0.9 * piece.alpha);
        }
        tiles::tile(kit, place, (white, bug), piece.centre, piece.diameter, piece.alpha);
    }
}

/// What is painted over the pieces: the last move, the chosen piece, where it may climb, numbers of
/// stacks.
pub(super) fn over(
    kit: &Kit<'_>,
    place: egui::Id,
    layout: &Layout,
    scene: &Scene,
    overlay: &Overlay<'_>,
) {
    let goal = scene.path.last().map(|goal| layout.at(*goal));
    for mark in &scene.marks {
        let (Mark::LastMove(name) | Mark::Legal(name) | Mark::Movable(name) | Mark::Chosen(name)) =
            mark;
        let Some(cell) = named(scene, name) else { continue };
        let (centre, height) = top(layout, scene, cell);
        let ring = |width: f32, ink: Color32| outlined(kit, layout, centre, width, ink);
        match mark {
            Mark::LastMove(_) if height == 0 => {}
            Mark::LastMove(_) => {
                let is_goal =
                    goal.is_none_or(|goal| goal.distance(layout.centre(cell)) < layout.unit * 0.3);
                if is_goal {
                    ring(6.0, GOLD_EDGE);
                    ring(3.0, GOLD);
                } else {
                    let stroke = Stroke::new(line(layout, 2.0), GOLD);
                    dashed(kit, centre, layout.unit * 0.9, stroke);
                }
            }
            Mark::Legal(_) if height == 0 => {}
            Mark::Legal(_) | Mark::Movable(_) => {
                ring(5.0, Color32::from_black_alpha(130));
                ring(2.5, kit.t.target);
            }
            Mark::Chosen(_) => {
                ring(6.5, Color32::from_black_alpha(150));
                ring(3.5, kit.t.target);
            }
        }
    }
    for cell in overlay.lit.iter().filter_map(|name| named(scene, name)) {
        let centre = middle(layout, scene, cell);
        outlined(kit, layout, centre, 7.0, Color32::from_black_alpha(150));
        outlined(kit, layout, centre, 4.0, kit.t.accent);
    }
    badges(kit, layout, scene);
    for (i, (art, name)) in overlay.ghosts.iter().enumerate() {
        let (Some(cell), Art::Tile { white, bug }) = (named(scene, name), *art) else { continue };
        let (centre, height) = top(layout, scene, cell);
        let centre = if height > 0 { centre + layout.lift(1) } else { centre };
        let (centre, part) = goal_of_ghost(layout, overlay, i, centre);
        // It must be as visible as a large one, even when small and next to another one.
        let alpha = if part < 1.0 { 0.85 } else { 0.5 };
        tiles::tile(kit, place, (white, bug), centre, layout.unit * part, alpha);
    }
}

/// How many moves of the overlay put a piece on a cell, and how many lead a piece there.
fn n_goals(overlay: &Overlay<'_>, name: &str) -> (usize, usize) {
    let ghosts = overlay.ghosts.iter().filter(|(_, cell)| cell == name).count();
    let (rings, arrows): (Vec<_>, Vec<_>) =
        overlay.arrows.iter().filter(|arrow| arrow.to == name).partition(|arrow| arrow.is_ring());
    (ghosts.max(rings.len()), arrows.len())
}

/// The place of a translucent piece, and its share of a hexagon: several moves with the same target
/// share it.
fn goal_of_ghost(layout: &Layout, overlay: &Overlay<'_>, idx: usize, centre: Pos2) -> (Pos2, f32) {
    let name = &overlay.ghosts[idx].1;
    let before = overlay.ghosts[..idx].iter().filter(|(_, cell)| cell == name).count();
    let (put, led) = n_goals(overlay, name);
    shared(layout, centre, before, put + led)
}

/// The same for an arrow, or for the ring around a translucent piece.
pub(super) fn goal_of_arrow(
    layout: &Layout,
    overlay: &Overlay<'_>,
    idx: usize,
    centre: Pos2,
) -> (Pos2, f32) {
    let arrow = &overlay.arrows[idx];
    let same = |other: &&Arrow| other.to == arrow.to && other.is_ring() == arrow.is_ring();
    let before = overlay.arrows[..idx].iter().filter(same).count();
    let (put, led) = n_goals(overlay, &arrow.to);
    shared(layout, centre, if arrow.is_ring() { before } else { put + before }, put + led)
}

/// The place of one of `of` things that share a hexagon, and its size in hexagons.
fn shared(layout: &Layout, centre: Pos2, number: usize, of: usize) -> (Pos2, f32) {
    if of < 2 {
        return (centre, 1.0);
    }
    let (away, part) = if of == 2 { (0.235, 0.46) } else { (0.25, 0.42) };
    let turn = std::f32::consts::TAU * number as f32 / of as f32;
    (centre - Vec2::angled(turn) * (away * layout.unit), part)
}

/// The height of a stack, if it is more than one piece.
fn badges(kit: &Kit<'_>, layout: &Layout, scene: &Scene) {
    if layout.unit < BADGE_LEAST {
        return;
    }
    let radius = (layout.unit * 0.10).clamp(6.0, 12.0);
    for cell in &scene.cells {
        let (centre, height) = top(layout, scene, cell);
        if height < 2 {
            continue;
        }
        let at = centre + vec2(0.56, -0.52) * (layout.unit * RADIUS);
        kit.p.circle(at, radius, kit.t.window, Stroke::new(1.5, kit.t.select));
        kit.text(at, C, &height.to_string(), W::Bold, radius * 1.15, kit.t.text);
    }
}

/// The middle of a cell's highest piece.
pub(super) fn middle(layout: &Layout, scene: &Scene, cell: &Cell) -> Pos2 {
    top(layout, scene, cell).0
}

/// A hexagonal ring `width` points thick on a hexagon 70 points wide.
pub(super) fn outlined(kit: &Kit<'_>, layout: &Layout, centre: Pos2, width: f32, ink: Color32) {
    ring(kit, layout, (centre, 1.0), width, ink);
}

/// The same on a part of a hexagon.
pub(super) fn ring(
    kit: &Kit<'_>,
    layout: &Layout,
    (centre, part): (Pos2, f32),
    width: f32,
    ink: Color32,
) {
    outline(kit, centre, layout.unit * 0.91 * part, Stroke::new(line(layout, width * part), ink));
}

/// The cell under the pointer.
pub(super) fn hovered(kit: &Kit<'_>, layout: &Layout, scene: &Scene, cell: &Cell) {
    let corners = hexagon(middle(layout, scene, cell), layout.unit * 0.96);
    let ink =
        if kit.t.dark { Color32::from_white_alpha(16) } else { Color32::from_black_alpha(14) };
    kit.p.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
}

/// The cell that has the keyboard.
pub(super) fn focused(kit: &Kit<'_>, layout: &Layout, scene: &Scene, cell: &Cell) {
    let width = layout.unit * 1.02;
    let centre = middle(layout, scene, cell);
    for stroke in focus_strokes(kit.t) {
        outline(kit, centre, width, stroke);
    }
}

/// The content of a cell, from the top, in a card at the upper right of `clear`.
pub(super) fn stack_card(
    kit: &Kit<'_>,
    place: egui::Id,
    layout: &Layout,
    scene: &Scene,
    cell: &Cell,
    clear: Rect,
) {
    let mut pieces: Vec<_> = stack(layout, scene, cell).collect();
    if pieces.len() < 2 {
        return;
    }
    pieces.reverse();
    const STEP: f32 = 66.0;
    let width = (STEP * pieces.len() as f32 + 20.0).max(172.0);
    let size = vec2(width, 108.0);
    let min = pos2(clear.right() - size.x - 6.0, clear.top() + 6.0);
    let card = Rect::from_min_size(kit.snap_pos(min), size);
    kit.soft_shadow(card, size::R_CARD as u8, 24, if kit.t.dark { 150 } else { 80 });
    kit.fill(card, size::R_CARD, kit.t.raised);
    kit.frame(card, size::R_CARD, kit.t.select);
    let head = card.top() + 17.0;
    let title = format!("Stack of {}", pieces.len());
    kit.text(pos2(card.left() + 14.0, head), L, &title, W::Semi, font::SMALL, kit.t.text);
    let right = pos2(card.right() - 14.0, head);
    kit.text(right, R, "top first", W::Regular, font::SMALL, kit.t.text3);
    let names: Vec<&str> = cell.corner.split(' ').collect();
    let room = (width - 20.0) / pieces.len() as f32;
    for (i, piece) in pieces.iter().enumerate() {
        let Art::Tile { white, bug } = piece.art else { continue };
        let at = pos2(card.left() + 10.0 + room * (i as f32 + 0.5), card.top() + 54.0);
        tiles::tile(kit, place.with("card"), (white, bug), at, 44.0, 1.0);
        let name = names.get(i).filter(|name| !name.is_empty());
        let words = name.copied().unwrap_or(bugs::word(bug));
        let weight = if i == 0 { W::Semi } else { W::Regular };
        let ink = if i == 0 { kit.t.text } else { kit.t.text2 };
        kit.text(at + Vec2::new(0.0, 39.0), C, words, weight, font::SMALL, ink);
    }
}

/// One tile alone.
pub(in crate::ui) fn sample(
    kit: &Kit<'_>,
    place: egui::Id,
    art: Art,
    centre: Pos2,
    width: f32,
    alpha: f32,
) {
    let Art::Tile { white, bug } = art else { return };
    tiles::tile(kit, place, (white, bug), centre, width, alpha);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::board::TileBug;
    use crate::ui::board::ArrowKind;

    #[test]
    fn moves_with_the_same_goal_are_shown_beside_each_other() {
        let layout = Layout::of_hundred(true);
        let arrow = |from: &str, to: &str| Arrow {
            from: from.into(),
            to: to.into(),
            kind: ArrowKind::Other,
        };
        let tile = |bug| (Art::Tile { white: true, bug }, "a".to_owned());
        let ghosts = [tile(TileBug::Ant), tile(TileBug::Queen)];
        let arrows = [arrow("a", "a"), arrow("b", "a"), arrow("a", "a"), arrow("a", "c")];
        let overlay = Overlay { arrows: &arrows, ghosts: &ghosts, ..Overlay::default() };
        let centre = pos2(50.0, 50.0);
        let goal = |idx| goal_of_arrow(&layout, &overlay, idx, centre);
        let ghost = |idx| goal_of_ghost(&layout, &overlay, idx, centre);
        assert_eq!([goal(0), goal(2)], [ghost(0), ghost(1)], "a ring lies around its piece");
        assert_eq!(goal(3), (centre, 1.0), "alone it has the whole place");
        let all = [ghost(0), ghost(1), goal(1)];
        for (i, (one, part)) in all.iter().enumerate() {
            for (other, _) in &all[..i] {
                assert!(one.distance(*other) >= part * layout.unit, "{all:?}");
            }
        }
        let two = Overlay { ghosts: &ghosts, ..Overlay::default() };
        let both = [0, 1].map(|idx| goal_of_ghost(&layout, &two, idx, centre));
        assert!(both[0].0.distance(both[1].0) >= both[0].1 * layout.unit, "{both:?}");
    }
}
