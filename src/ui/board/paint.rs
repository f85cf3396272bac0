//! Paints a scene: field, marks, values, pieces, arrows.
//!
//! Takes no input; [`super::board_ui`] does.

use egui::epaint::RectShape;
use egui::{Color32, CornerRadius, Id, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::layout::Layout;
use super::motion::Shown;
use super::{Arrow, ArrowKind, Overlay, materials, plane, steps, table, values};
use crate::app::board::{Art, Cell, Mark, MarkColour, Piece, Scene, Surface};
use crate::ui::kit::{C, Kit, L, UV, W};
use crate::ui::theme::{Theme, fade};

/// Cells narrower than this carry no labels and no lines of text.
const SMALL: f32 = 24.0;
/// Cells narrower than this carry no number.
const NUMBERED: f32 = 32.0;
/// The offset of a king's upper and lower disc from its middle, in diameters.
const LIFT: Vec2 = vec2(-0.028, -0.058);

/// The field, its frame, lines and labels.
pub(super) fn field(kit: &Kit<'_>, place: Id, layout: &Layout, scene: &Scene) {
    match scene.surface {
        Surface::Felt | Surface::Planks | Surface::Table => framed(kit, place, layout, scene),
        Surface::Plane => plane::grid(kit, place, layout, layout.outer),
    }
    match scene.surface {
        Surface::Felt => lines(kit, layout, scene),
        Surface::Table => table::points(kit, layout, scene),
        Surface::Planks | Surface::Plane => {}
    }
    if layout.unit < SMALL {
        return;
    }
    let most = match scene.surface {
        Surface::Planks => 10.0,
        Surface::Felt | Surface::Plane | Surface::Table => 11.0,
    };
    let size = (layout.edge * 0.62).min(most);
    for label in &scene.labels {
        let at = layout.label(label.at);
        kit.text(at, C, &label.text, W::Medium, size, kit.t.label);
    }
}

fn framed(kit: &Kit<'_>, place: Id, layout: &Layout, scene: &Scene) {
    kit.soft_shadow(layout.outer, 6, 28, if kit.t.dark { 130 } else { 70 });
    // Each material has pictures of its own: until one is ready no other game's is stretched there.
    let place = place.with(("material", scene.surface as u8));
    let [left, right, top, bottom, field] = materials::board(kit, place, layout, scene);
    const ROUND: u8 = 5;
    let no = CornerRadius::ZERO;
    let corners = [
        (left, CornerRadius { nw: ROUND, sw: ROUND, ..no }),
        (right, CornerRadius { ne: ROUND, se: ROUND, ..no }),
        (top, CornerRadius { nw: ROUND, ne: ROUND, ..no }),
        (bottom, CornerRadius { sw: ROUND, se: ROUND, ..no }),
    ];
    // Each side has both its corners: where two lie on each other they show the same.
    for ((rect, id), corner) in corners {
        kit.p.add(RectShape::filled(rect, corner, Color32::WHITE).with_texture(id, UV));
    }
    kit.p.image(field.1, field.0, UV, Color32::WHITE);
}

/// Lines between the cells, and the four dots of an Othello board.
fn lines(kit: &Kit<'_>, layout: &Layout, scene: &Scene) {
    let f = layout.field;
    let (w, h) = (scene.size.0.round() as i32, scene.size.1.round() as i32);
    for i in 0..=w {
        let x = f.left() + kit.snap(i as f32 * layout.unit) - 0.5;
        let line = Rect::from_min_size(pos2(x, f.top()), vec2(1.0, f.height()));
        kit.fill(line, 0.0, materials::LINE);
    }
    for i in 0..=h {
        let y = f.top() + kit.snap(i as f32 * layout.unit) - 0.5;
        let line = Rect::from_min_size(pos2(f.left(), y), vec2(f.width(), 1.0));
        kit.fill(line, 0.0, materials::LINE);
    }
    if w < 6 || h < 6 {
        return;
    }
    let radius = (layout.unit * 0.062).clamp(1.0, 3.5);
    for x in [2, w - 2] {
        for y in [2, h - 2] {
            let at = layout.at((x as f32, y as f32));
            kit.p.circle_filled(at, radius, materials::LINE);
        }
    }
}

fn cell<'s>(scene: &'s Scene, name: &str) -> Option<&'s Cell> {
    scene.cells.iter().find(|cell| cell.name == name)
}

/// What is painted under the pieces: marks of the game, values.
pub(super) fn under(kit: &Kit<'_>, layout: &Layout, scene: &Scene, overlay: &Overlay<'_>) {
    let valued = |name: &str| overlay.values.iter().any(|value| value.cell == name);
    for mark in &scene.marks {
        let (Mark::LastMove(name) | Mark::Legal(name) | Mark::Movable(name) | Mark::Chosen(name)) =
            mark;
        let Some(cell) = cell(scene, name) else { continue };
        match mark {
            Mark::LastMove(_) => last_square(kit, layout, scene, cell),
            Mark::Legal(_) if valued(name) => {}
            // A table has targets of its own, and a ring around the checker chosen.
            Mark::Legal(_) | Mark::Chosen(_) if scene.surface == Surface::Table => {}
            Mark::Legal(_) => {
                let (at, r) = (layout.centre(cell), layout.unit * 0.13);
                let stroke = Stroke::new((r * 0.26).max(1.0), fade(kit.t.target, 0.9));
                kit.p.circle(at, r, fade(kit.t.target, 0.28), stroke);
            }
            // A ring around the piece is painted over it.
            Mark::Movable(_) => {}
            Mark::Chosen(_) => {
                let stroke = Stroke::new(3.0, kit.t.select);
                kit.p.add(Shape::closed_line(layout.outline(cell), stroke));
            }
        }
    }
    numbers(kit, layout, scene, overlay);
    for value in overlay.values {
        let cell = cell(scene, &value.cell);
        if let Some(cell) = cell.filter(|cell| !steps::hides(layout, overlay, cell)) {
            values::paint(kit, layout.bounds(cell), value);
        }
    }
}

/// Numbers in the free corners of cells, if they are large enough to read.
fn numbers(kit: &Kit<'_>, layout: &Layout, scene: &Scene, overlay: &Overlay<'_>) {
    if layout.unit < NUMBERED {
        return;
    }
    let half = layout.unit / 2.0;
    for cell in scene.cells.iter().filter(|cell| !cell.corner.is_empty()) {
        let centre = layout.centre(cell);
        let stands = |piece: &Piece| layout.at(piece.centre).distance(centre) < half;
        let valued = overlay.values.iter().any(|value| value.cell == cell.name);
        if valued || scene.pieces.iter().any(stands) {
            continue;
        }
        let at = centre - vec2(half - 4.0, half - 9.0);
        kit.text(at, L, &cell.corner, W::Medium, 9.5, materials::NUMBER);
    }
}

fn last_square(kit: &Kit<'_>, layout: &Layout, scene: &Scene, cell: &Cell) {
    match scene.surface {
        // There a dot on the disc marks it.
        Surface::Felt => {}
        Surface::Planks | Surface::Plane | Surface::Table => {
            let corners = layout.outline(cell);
            kit.p.add(Shape::convex_polygon(corners, kit.t.last_move, Stroke::NONE));
        }
    }
}

/// Shadows first, so that none falls on a neighbour; then the pieces.
pub(super) fn pieces(kit: &Kit<'_>, place: Id, pieces: &[Shown]) {
    if pieces.iter().any(|piece| matches!(piece.art, Art::Tile { .. })) {
        return plane::pieces(kit, place, pieces);
    }
    for piece in pieces.iter().filter(|piece| !matches!(piece.art, Art::Rim { .. })) {
        let strength = match piece.art {
            Art::Stone { .. } => 0.9,
            Art::Man { .. }
            | Art::King { .. }
            | Art::Checker { .. }
            | Art::Rim { .. }
            | Art::Tile { .. } => 0.95,
        };
        let offset = vec2(1.5, 3.5) * (piece.diameter / 47.0).min(1.0);
        let lower = lower(piece);
        kit.blob(lower + offset, piece.diameter * 0.60, strength * piece.alpha);
    }
    for shown in pieces {
        piece(kit, place, shown);
    }
}

/// The middle of the disc that lies on the board.
fn lower(piece: &Shown) -> Pos2 {
    match piece.art {
        Art::Stone { .. }
        | Art::Man { .. }
        | Art::Checker { .. }
        | Art::Rim { .. }
        | Art::Tile { .. } => piece.centre,
        Art::King { .. } => piece.centre - LIFT * piece.diameter,
    }
}

/// One piece of any kind: a king is a disc on a disc, with a crown.
pub(super) fn piece(kit: &Kit<'_>, place: Id, piece: &Shown) {
    let white = match piece.art {
        Art::King { white } => white,
        Art::Tile { .. } => return plane::pieces(kit, place, std::slice::from_ref(piece)),
        Art::Rim { white } => return table::rim(kit, piece, white),
        Art::Stone { .. } | Art::Man { .. } | Art::Checker { .. } => {
            return disc(kit, place, piece, piece.centre);
        }
    };
    let upper = piece.centre + LIFT * piece.diameter;
    disc(kit, place, piece, lower(piece));
    kit.blob(upper + vec2(0.5, 1.0), piece.diameter * 0.54, 0.55 * piece.alpha);
    disc(kit, place, piece, upper);
    if piece.diameter < SMALL / 2.0 {
        return;
    }
    let px = kit.px(piece.diameter * 0.56);
    let id = kit.art.glyph(materials::CROWN, 24.0, 1.75, px);
    let side = Vec2::splat(px as f32 / kit.ppp());
    let min = kit.snap_pos(upper - side / 2.0);
    let pixel = Vec2::splat((piece.diameter / 60.0).max(1.0 / kit.ppp()));
    let [ink, light, dark] = materials::crown(white);
    for (offset, tint) in [(pixel, light), (-pixel, dark), (Vec2::ZERO, ink)] {
        let tint = tint.gamma_multiply(piece.alpha);
        kit.p.image(id, Rect::from_min_size(min + offset, side), UV, tint);
    }
}

fn disc(kit: &Kit<'_>, place: Id, piece: &Shown, centre: Pos2) {
    let px = kit.px(piece.diameter);
    let id = materials::piece(kit, place, piece.art, px);
    let side = px as f32 / kit.ppp();
    let size = vec2(side * piece.squeeze, side);
    let min = kit.snap_pos(centre - Vec2::splat(side) / 2.0);
    let rect = Rect::from_center_size(min + Vec2::splat(side) / 2.0, size);
    kit.p.image(id, rect, UV, Color32::from_white_alpha((piece.alpha * 255.0) as u8));
}

/// What is painted over the pieces: the dot of the last move, translucent pieces, arrows.
pub(super) fn over(
    kit: &Kit<'_>,
    place: Id,
    layout: &Layout,
    scene: &Scene,
    overlay: &Overlay<'_>,
) {
    for cell in overlay.lit.iter().filter_map(|name| cell(scene, name)) {
        let stroke = Stroke::new((layout.unit * 0.05).clamp(1.5, 4.0), kit.t.accent);
        kit.p.add(Shape::closed_line(layout.outline(cell), stroke));
    }
    for mark in &scene.marks {
        match (mark, scene.surface) {
            (Mark::LastMove(name), Surface::Felt) => {
                let Some(cell) = cell(scene, name) else { continue };
                let radius = (layout.unit * 0.07).clamp(1.5, 4.0 * (layout.unit / 56.0).max(1.0));
                kit.p.circle_filled(layout.centre(cell), radius, materials::LAST_DOT);
            }
            (Mark::Movable(name), _) => {
                let Some(cell) = cell(scene, name) else { continue };
                let width = (layout.unit * 0.045).clamp(1.5, 4.0);
                let stroke = Stroke::new(width, kit.t.target);
                kit.p.circle_stroke(layout.centre(cell), layout.unit * 0.45, stroke);
            }
            (Mark::LastMove(_) | Mark::Legal(_) | Mark::Chosen(_), _) => {}
        }
    }
    for (art, name) in overlay.ghosts {
        let Some(cell) = cell(scene, name) else { continue };
        let diameter = layout.unit * 0.84;
        let centre = layout.centre(cell);
        let ghost = Shown { art: *art, centre, diameter, squeeze: 1.0, alpha: 0.45, level: 0 };
        piece(kit, place, &ghost);
    }
    if scene.surface == Surface::Table {
        table::over(kit, place, layout, scene);
    }
    arrows(kit, layout, scene, overlay);
}

/// Arrows, and rings for moves without an origin.
pub(super) fn arrows(kit: &Kit<'_>, layout: &Layout, scene: &Scene, overlay: &Overlay<'_>) {
    for (i, arrow) in overlay.arrows.iter().enumerate() {
        let ends = (cell(scene, &arrow.from), cell(scene, &arrow.to));
        let (Some(from), Some(to)) = ends else { continue };
        let middle = |cell: &Cell| match scene.surface {
            Surface::Plane => plane::middle(layout, scene, cell),
            Surface::Felt | Surface::Planks | Surface::Table => layout.centre(cell),
        };
        let (a, b) = (middle(from), middle(to));
        let goal = match scene.surface {
            Surface::Plane => plane::goal_of_arrow(layout, overlay, i, b),
            Surface::Felt | Surface::Planks | Surface::Table => (b, 1.0),
        };
        arrow_between(kit, layout, a, goal, (arrow, below(overlay, i)));
    }
    engine_numbers(kit, layout, scene, overlay);
}

/// How many arrows of other engines lie on this one: it is seen beside them.
fn below(overlay: &Overlay<'_>, idx: usize) -> usize {
    let arrow = &overlay.arrows[idx];
    let same = |other: &&Arrow| {
        matches!(other.kind, ArrowKind::Engine(_))
            && (&other.from, &other.to) == (&arrow.from, &arrow.to)
    };
    overlay.arrows[idx + 1..].iter().filter(same).count()
}

/// Paints an arrow from `a` that lies below so many others; the goal is a place, and how much of a cell it
/// has.
fn arrow_between(
    kit: &Kit<'_>,
    layout: &Layout,
    a: Pos2,
    (b, part): (Pos2, f32),
    (arrow, below): (&Arrow, usize),
) {
    let dir = (b - a).normalized() * layout.unit;
    let (width, colour) = match arrow.kind {
        ArrowKind::Engine(idx) => (0.10 + 0.10 * below as f32, kit.t.engine(idx)),
        ArrowKind::Best => (0.20, kit.t.arrow),
        ArrowKind::Other => (0.13, fade(kit.t.arrow2, 0.8)),
        ArrowKind::Better => (0.16, kit.t.ok),
        ArrowKind::Threat => (0.16, kit.t.danger),
        ArrowKind::Drawn(colour) => (0.16, drawn_colour(colour)),
    };
    if arrow.is_ring() && layout.lifts {
        return plane::ring(kit, layout, (b, part), width * 22.0, fade(colour, 0.95));
    }
    if arrow.is_ring() {
        // A move without an origin: a ring around its goal.
        let stroke = Stroke::new(width * layout.unit * 0.5, fade(colour, 0.9));
        kit.p.circle_stroke(a, layout.unit * 0.40, stroke);
        return;
    }
    kit.arrow(a + dir * 0.12, b + dir * 0.06, width * layout.unit, colour);
}

/// The numbers of engines at the beginnings of their arrows, so that colour is not the only sign.
fn engine_numbers(kit: &Kit<'_>, layout: &Layout, scene: &Scene, overlay: &Overlay<'_>) {
    for arrow in overlay.arrows {
        let ArrowKind::Engine(idx) = arrow.kind else { continue };
        let Some(from) = cell(scene, &arrow.from) else { continue };
        let aside = vec2(0.22 * idx as f32 - 0.33, -0.34) * layout.unit;
        let radius = (layout.unit * 0.11).clamp(5.0, 10.0);
        let at = layout.centre(from) + aside;
        kit.p.circle(at, radius, kit.t.window, Stroke::new(1.5, kit.t.engine(idx)));
        kit.text(at, C, &(idx + 1).to_string(), W::Bold, radius * 1.25, kit.t.text);
    }
}

/// The same in every theme: they lie on boards, which are the same, and must differ from each other.
fn drawn_colour(colour: MarkColour) -> Color32 {
    match colour {
        MarkColour::Green => Color32::from_rgb(0x5a, 0xd6, 0x4a),
        MarkColour::Red => Color32::from_rgb(0xf0, 0x4a, 0x3c),
        MarkColour::Blue => Color32::from_rgb(0x3d, 0x8b, 0xff),
        MarkColour::Yellow => Color32::from_rgb(0xff, 0xc8, 0x1e),
    }
}

/// The cell under the pointer.
pub(super) fn hovered(kit: &Kit<'_>, layout: &Layout, scene: &Scene, cell: &Cell) {
    // Dice and cube are clickable, not the ground under them.
    if scene.surface == Surface::Table && matches!(cell.name.as_str(), "dice" | "cube") {
        return;
    }
    let corners = layout.outline(cell);
    kit.p.add(Shape::convex_polygon(corners, Color32::from_white_alpha(20), Stroke::NONE));
}

/// The cell that has the keyboard.
pub(super) fn focused(kit: &Kit<'_>, layout: &Layout, cell: &Cell) {
    for stroke in focus_strokes(kit.t) {
        if cell.outline.len() == 4 {
            kit.p.rect_stroke(layout.bounds(cell).shrink(3.0), 2.0, stroke, StrokeKind::Middle);
        } else {
            kit.p.add(Shape::closed_line(layout.outline(cell), stroke));
        }
    }
}

/// The strokes around a cell that has the keyboard, the broader one first. One is dark and one is light, so
/// that one of them is seen on every board and every piece.
pub(super) fn focus_strokes(theme: &Theme) -> [Stroke; 2] {
    // The focus of a light theme is dark.
    let ink = if theme.dark { theme.focus } else { Color32::WHITE };
    [Stroke::new(5.0, Color32::BLACK), Stroke::new(2.5, ink)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Themes, contrast};

    #[test]
    fn the_frame_of_the_keyboard_is_seen_on_every_ground() {
        let themes = Themes::builtin();
        for theme in [&themes.dark, &themes.light, &themes.contrast] {
            let inks = focus_strokes(theme).map(|stroke| stroke.color);
            // WCAG 2.1, 1.4.11: at least 3 for what shows where the keyboard is.
            for grey in 0..=u8::MAX {
                let ground = Color32::from_gray(grey);
                let best = inks.map(|ink| contrast(ink, ground)).into_iter().fold(0.0, f64::max);
                assert!(best >= 3.0, "{ground:?}: {best}");
            }
        }
    }
}
