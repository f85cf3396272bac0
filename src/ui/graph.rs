//! The score graph: value over moves for each engine, bars for losses, a cursor, strips for time and luck.
//!
//! Computes no value; a click reports the position.

mod strips;

use egui::accesskit::Role;
use egui::{Color32, Mesh, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use self::strips::{Strip, height_of, strips_of};
use super::kit::{C, Kit, L, R, W};
use super::theme::{fade, font};
use super::widgets;
use crate::app::board::NodeId;
use crate::app::{GameView, GraphPoint, PlyView, forced_winner};

/// Width of a dash in the legend, with the gaps at its sides.
const KEY: f32 = 34.0;
/// The largest and the smallest width of a name in the legend.
const MOST_NAME: f32 = 160.0;
const LEAST_NAME: f32 = 40.0;
/// Between two numbers of moves, at least.
const BETWEEN: f32 = 8.0;
/// Between two lines of the scale, so that their numbers do not touch.
const LEAST_STEP: f32 = 14.0;
/// Width that the label of a move number needs, in points.
const LABEL: f32 = 56.0;
/// Series after the first are dashed, so that colour is not the only sign: dash and gap.
const DASHES: [(f32, f32); 4] = [(0.0, 0.0), (5.0, 3.0), (2.0, 3.0), (8.0, 4.0)];

/// Shows the graph of a game in `r`, whose moves are marked from these losses on, and returns the position
/// of a click or a drag.
pub fn graph_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    r: Rect,
    game: &GameView,
    loss_marks: [f64; 3],
) -> Option<NodeId> {
    let axes = Axes::new(r, game);
    let id = ui.scope_id().with("score graph");
    let foot = r.bottom() - height_of(&axes.strips);
    let active = axes.plot.expand(4.0);
    let active = if axes.strips.is_empty() { active } else { active.with_max_y(r.bottom()) };
    let response = ui.interact(active, id, Sense::CLICK | Sense::DRAG);
    let current = axes.nodes.iter().position(|node| *node == game.current);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken(game, current)));

    scale(kit, &axes, game);
    bars(kit, &axes, game, loss_marks);
    strips::strips(kit, &axes, foot, &game.course);
    for series in (0..game.series.len()).rev() {
        line(kit, &axes, game, series);
    }
    let pointed = response.hover_pos().or(response.interact_pointer_pos());
    let pointed = pointed.map(|pos| axes.ply_at(pos.x));
    if let Some(ply) = current {
        cursor(kit, &axes, game, ply, kit.t.text2);
    }
    if let Some(ply) = pointed.filter(|ply| Some(*ply) != current) {
        cursor(kit, &axes, game, ply, kit.t.line2);
    }
    if let Some(ply) = pointed.or(current) {
        tag(kit, &axes, game, ply);
    }
    if game.graph.is_empty() {
        let at = axes.plot.center();
        let hint = "Scores appear here as engines value the moves";
        let fits = kit.width(hint, W::Regular, font::BODY) <= axes.plot.width() - 16.0;
        let hint = if fits { hint } else { "No scores yet" };
        // The line of the move shown does not strike it through.
        let ground = vec2(kit.width(hint, W::Regular, font::BODY) + 16.0, LEAST_STEP + 8.0);
        kit.fill(Rect::from_center_size(at, ground), 0.0, kit.t.panel);
        kit.text(at, C, hint, W::Regular, font::BODY, kit.t.text3);
    }
    let asked = response.clicked() || response.is_pointer_button_down_on();
    let node = pointed.filter(|_| asked).and_then(|ply| axes.nodes.get(ply).copied())?;
    (node != game.current).then_some(node)
}

/// The width in which the keys of all lines of a game have their whole names, and what is said of the strips
/// below them has room.
pub(super) fn legend_width(kit: &Kit<'_>, game: &GameView, strips: &str) -> f32 {
    let width = |words: &str| kit.width(words, W::Regular, font::SMALL);
    let names = game.series.iter().map(|name| width(name).clamp(LEAST_NAME, MOST_NAME) + KEY);
    names.sum::<f32>() + if strips.is_empty() { 0.0 } else { width(strips) + KEY }
}

/// Says what the strips below a graph of this height show, and whose bars are which; empty where there are
/// none.
pub(super) fn strips_words(game: &GameView, height: f32) -> String {
    strips::legend(&strips_of(&game.course, height), game.info.sides)
}

/// Shows [`strips_words`], ending at `right`, where they have room from `left` on.
pub(super) fn strips_legend_ui(ui: &Ui, kit: &Kit<'_>, (left, right): (f32, Pos2), words: &str) {
    if !words.is_empty() && left + kit.width(words, W::Regular, font::SMALL) <= right.x {
        widgets::label(ui, kit, right, R, words, W::Regular, font::SMALL, kit.t.text3, f32::MAX);
    }
}

/// Keys of the graph's lines, from right to left, between `left` and `right`; returns the left end.
/// Names share the room; where it is too short for words the dashes stand alone. What the engines
/// call themselves, one `own_names` for each series, is shown in tooltips.
pub fn legend_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    (left, right): (f32, Pos2),
    series: &[String],
    own_names: &[String],
) -> f32 {
    let mut x = right.x;
    // Those without any room are left out with their dashes.
    let each = (right.x - left) / series.len().max(1) as f32 - KEY;
    let most = if each < LEAST_NAME { 0.0 } else { each.min(MOST_NAME) };
    for (idx, name) in series.iter().enumerate().rev() {
        if x - most - KEY < left {
            break;
        }
        let at = pos2(x, right.y);
        let r = match most > 0.0 {
            true => kit.fit(at, R, name, W::Regular, font::SMALL, kit.t.text2, most),
            false => Rect::from_center_size(at, vec2(0.0, font::SMALL)),
        };
        let own_name = own_names.get(idx).map_or("", String::as_str);
        let is_cut = kit.width(name, W::Regular, font::SMALL) > most;
        widgets::engine_tip(ui, kit, r.with_min_x(r.left() - 24.0), (name, own_name), is_cut);
        let (dash_left, y) = (r.left() - 24.0, right.y - 1.0);
        let dashes: &[(f32, f32)] =
            if idx == 0 { &[(0.0, 17.0)] } else { &[(0.0, 7.0), (10.0, 7.0)] };
        for (from, width) in dashes {
            let dash = Rect::from_min_size(pos2(dash_left + from, y), vec2(*width, 2.0));
            kit.fill(dash, 1.0, kit.t.engine(idx));
        }
        x = r.left() - KEY;
    }
    x
}

/// The scales of plies and values.
struct Axes {
    plot: Rect,
    /// Plies of the line, the start not counted; at least 1.
    plies: usize,
    /// Value at the upper edge.
    range: f64,
    /// The node of each ply.
    nodes: Vec<NodeId>,
    /// What is shown below the plot.
    strips: Vec<Strip>,
}

impl Axes {
    fn new(r: Rect, game: &GameView) -> Self {
        let strips = strips_of(&game.course, r.height());
        let plot = Rect::from_min_max(
            pos2(r.left() + 44.0, r.top() + 12.0),
            pos2(r.right() - 16.0, r.bottom() - 22.0 - height_of(&strips)),
        );
        let nodes: Vec<NodeId> = game.plies.iter().map(|ply| ply.node).collect();
        let plies = nodes.len().saturating_sub(1).max(1);
        Self { plot, plies, range: range(game), nodes, strips }
    }

    fn x(&self, ply: usize) -> f32 {
        self.plot.left() + self.plot.width() * ply as f32 / self.plies as f32
    }

    fn y(&self, score: f64) -> f32 {
        let part = (score / self.range).clamp(-1.0, 1.0) as f32;
        self.plot.center().y - self.plot.height() / 2.0 * part
    }

    fn ply_at(&self, x: f32) -> usize {
        let part = ((x - self.plot.left()) / self.plot.width().max(1.0)).clamp(0.0, 1.0);
        (part * self.plies as f32).round() as usize
    }
}

/// The smallest of 1, 2, 4, 10, 20, 40 .. that holds every value, at least a tenth of the game's
/// range; beyond that range hardly more than the greatest value, and never more than the limit.
fn range(game: &GameView) -> f64 {
    let top = game.graph.iter().map(|point| point.score.abs()).fold(0.0, f64::max);
    let full = game.info.score_range.max(0.1);
    range_for(top.min(game.info.graph_limit().max(full)), full)
}

fn range_for(top: f64, full: f64) -> f64 {
    let wanted = top.max(full / 10.0);
    if wanted > full {
        let unit = 0.2 * 10.0_f64.powf(wanted.log10().floor());
        // A little less, so that what is a multiple stays what it is.
        return (wanted / unit - 1e-6).ceil() * unit;
    }
    let power = 10.0_f64.powf(wanted.log10().floor());
    let round = [1.0, 2.0, 4.0, 10.0].map(|digit| digit * power);
    round.into_iter().find(|range| *range >= wanted).unwrap_or(full).min(full)
}

/// Lines and numbers of the axes; without values the line at zero is left out for words in its
/// place.
fn scale(kit: &Kit<'_>, axes: &Axes, game: &GameView) {
    let plot = axes.plot;
    let zero = !game.graph.is_empty();
    let parts: &[f64] = match plot.height() / 4.0 {
        step if step >= LEAST_STEP => &[-1.0, -0.5, 0.0, 0.5, 1.0],
        step if step * 2.0 >= LEAST_STEP => &[-1.0, 0.0, 1.0],
        _ => &[0.0],
    };
    for part in parts.iter().copied() {
        let value = axes.range * part;
        let line = Rect::from_min_size(
            pos2(plot.left(), kit.snap(axes.y(value))),
            vec2(plot.width(), 1.0),
        );
        if part != 0.0 {
            kit.fill(line, 0.0, kit.t.line0);
        } else if zero {
            kit.fill(line, 0.0, kit.t.line2);
        }
        let text = if part == 0.0 { "0".to_owned() } else { signed(value) };
        let at = pos2(plot.left() - 8.0, axes.y(value));
        kit.text(at, R, &text, W::Regular, font::MICRO, kit.t.text3);
    }
    numbers(kit, axes, game);
}

/// Numbers of moves at the first ply that has them, thinned out to whole fives and tens where it is
/// crowded.
fn numbers(kit: &Kit<'_>, axes: &Axes, game: &GameView) {
    let number = |ply: &PlyView| -> Option<usize> {
        ply.number.trim_end_matches(['.', '\u{2026}']).parse().ok()
    };
    let mut firsts: Vec<(usize, usize)> = Vec::new();
    for (ply, view) in game.plies.iter().enumerate() {
        let Some(number) = number(view) else { continue };
        if firsts.last().is_none_or(|(_, last)| *last != number) {
            firsts.push((ply, number));
        }
    }
    let each = axes.plot.width() / firsts.len().max(1) as f32;
    let step = [1, 2, 5, 10, 20, 50].into_iter().find(|step| *step as f32 * each >= LABEL);
    let step = step.unwrap_or(100);
    let mut end = f32::NEG_INFINITY;
    for (ply, number) in
        firsts.into_iter().filter(|(_, number)| number.saturating_sub(1) % step == 0)
    {
        let at = pos2(axes.x(ply), axes.plot.bottom() + 11.0);
        let text = number.to_string();
        let half = kit.width(&text, W::Regular, font::MICRO) / 2.0;
        // A game whose numbers start from one again, or a long one.
        if at.x - half < end + BETWEEN {
            continue;
        }
        end = at.x + half;
        kit.text(at, C, &text, W::Regular, font::MICRO, kit.t.text3);
    }
}

/// Bars for lost value stand on the foot, with their sign.
fn bars(kit: &Kit<'_>, axes: &Axes, game: &GameView, loss_marks: [f64; 3]) {
    let [inaccuracy, mistake, blunder] = loss_marks;
    for (ply, loss) in game.losses.iter() {
        if *loss < inaccuracy * 0.25 {
            continue;
        }
        let (mark, colour) = if *loss >= blunder {
            ("??", kit.t.blunder)
        } else if *loss >= mistake {
            ("?", kit.t.mistake)
        } else if *loss >= inaccuracy {
            ("", kit.t.inaccuracy)
        } else {
            ("", fade(kit.t.neutral, 0.7))
        };
        let (x, foot) = (axes.x(*ply), axes.plot.bottom());
        let part = (loss / axes.range).min(0.9) as f32;
        let height = (part * axes.plot.height() * 0.5).max(2.0);
        let bar = Rect::from_min_max(
            pos2(kit.snap(x - 3.0), foot - height),
            pos2(kit.snap(x + 3.0), foot),
        );
        kit.fill(bar, 1.0, colour);
        if !mark.is_empty() {
            kit.text(pos2(x, foot - height - 8.0), C, mark, W::Bold, font::MICRO, colour);
        }
    }
}

fn points(game: &GameView, series: usize) -> impl Iterator<Item = &GraphPoint> {
    game.graph.iter().filter(move |point| point.series == series)
}

fn line(kit: &Kit<'_>, axes: &Axes, game: &GameView, series: usize) {
    let at = |point: &&GraphPoint| pos2(axes.x(point.ply), axes.y(point.score));
    let colour = kit.t.engine(series);
    let known: Vec<&GraphPoint> = points(game, series).collect();
    for run in runs(&known, game.info.has_dice) {
        let path: Vec<Pos2> = run.iter().map(at).collect();
        if let [only] = path[..] {
            kit.p.circle_filled(only, 2.0, colour);
            continue;
        }
        let path = smooth(&path);
        if series == 0 {
            area(kit, axes, &path, colour);
        }
        let (dash, gap) = DASHES[series % DASHES.len()];
        if dash > 0.0 {
            kit.p.extend(Shape::dashed_line(&path, Stroke::new(1.6, colour), dash, gap));
        } else {
            kit.p.add(Shape::line(path, Stroke::new(2.0, colour)));
        }
    }
}

/// The points in parts between which moves have no value: there the line has a gap. Where each player
/// writes down values of its own moves alone, its points are a move of both sides apart.
fn runs<'a, 'b>(
    points: &'a [&'b GraphPoint],
    has_dice: bool,
) -> impl Iterator<Item = &'a [&'b GraphPoint]> {
    // A roll is a ply, too.
    let apart = if has_dice { 4 } else { 2 };
    points.chunk_by(move |one, next| next.ply <= one.ply + apart)
}

/// The soft ground between a line and zero.
fn area(kit: &Kit<'_>, axes: &Axes, path: &[Pos2], colour: Color32) {
    let mut mesh = Mesh::default();
    for (i, at) in path.iter().enumerate() {
        mesh.colored_vertex(pos2(at.x, axes.y(0.0)), fade(colour, 0.02));
        mesh.colored_vertex(*at, fade(colour, 0.26));
        if i > 0 {
            let b = 2 * i as u32;
            mesh.add_triangle(b - 2, b - 1, b);
            mesh.add_triangle(b - 1, b, b + 1);
        }
    }
    kit.p.add(Shape::mesh(mesh));
}

/// A curve through the points that does not rise above or fall below its neighbours.
fn smooth(p: &[Pos2]) -> Vec<Pos2> {
    let mut out = Vec::with_capacity(p.len() * 6);
    for i in 0..p.len() - 1 {
        let before = p[i.saturating_sub(1)];
        let (b, c) = (p[i], p[i + 1]);
        let after = p[(i + 2).min(p.len() - 1)];
        for s in 0..6 {
            let t = s as f32 / 6.0;
            let eased = t * t * (3.0 - 2.0 * t);
            let (into, out_of) = ((c.y - before.y) * 0.25, (after.y - b.y) * 0.25);
            let bend = into * t * (1.0 - t) * (1.0 - t) - out_of * t * t * (1.0 - t);
            out.push(pos2(b.x + (c.x - b.x) * t, b.y + (c.y - b.y) * eased + bend));
        }
    }
    out.extend(p.last());
    out
}

fn cursor(kit: &Kit<'_>, axes: &Axes, game: &GameView, ply: usize, colour: Color32) {
    let x = kit.snap(axes.x(ply));
    let line =
        Rect::from_min_max(pos2(x - 0.5, axes.plot.top() - 4.0), pos2(x + 0.5, axes.plot.bottom()));
    kit.fill(line, 0.0, colour);
    for series in (0..game.series.len()).rev() {
        if let Some(point) = points(game, series).find(|point| point.ply == ply) {
            let at = pos2(x, axes.y(point.score));
            kit.p.circle(at, 4.0, kit.t.engine(series), Stroke::new(2.0, kit.t.panel));
        }
    }
}

/// Move number and values beside the cursor.
fn tag(kit: &Kit<'_>, axes: &Axes, game: &GameView, ply: usize) {
    let text = tag_text(game, ply);
    let w = kit.width(&text, W::Medium, font::SMALL) + 14.0;
    let x = axes.x(ply);
    // Left of the cursor if there is no room at its right.
    let left = if x + 7.0 + w > axes.plot.right() { x - 7.0 - w } else { x + 7.0 };
    let q = Rect::from_min_size(pos2(left, axes.plot.top() - 6.0), vec2(w, 19.0));
    kit.fill(q, 4.0, kit.t.raised);
    kit.frame(q, 4.0, kit.t.line2);
    kit.text(q.left_center() + vec2(7.0, 0.0), L, &text, W::Medium, font::SMALL, kit.t.text);
}

/// `10…  +0.11  +0.18  3.2 s  luck +0.61`.
fn tag_text(game: &GameView, ply: usize) -> String {
    let number = game.plies.get(ply).map_or("", |ply| ply.number.as_str());
    let mut text = if number.is_empty() { "start" } else { number }.to_owned();
    for series in 0..game.series.len() {
        if let Some(point) = points(game, series).find(|point| point.ply == ply) {
            text.push_str("  ");
            let won = forced_winner(point.score, game.info);
            text.push_str(&won.unwrap_or_else(|| signed(point.score)));
        }
    }
    text + &strips::words(&game.course, ply)
}

/// With a sign and a true minus; whole numbers from ten on.
fn signed(value: f64) -> String {
    let text = if value == 0.0 {
        "0".to_owned()
    } else if value.abs() >= 10.0 || value.fract() == 0.0 {
        format!("{value:+.0}")
    } else if (value * 10.0).fract() == 0.0 {
        format!("{value:+.1}")
    } else {
        format!("{value:+.2}")
    };
    text.replace('-', "\u{2212}")
}

fn spoken(game: &GameView, current: Option<usize>) -> String {
    if game.graph.is_empty() {
        return "score graph, no scores yet".to_owned();
    }
    current.map_or_else(
        || "score graph".to_owned(),
        |ply| format!("score graph, ply {ply}: {}", tag_text(game, ply)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_passes_through_its_points_and_stays_between_them() {
        let points = [(0.0, 0.0), (10.0, 40.0), (20.0, 40.0), (30.0, -20.0), (40.0, -20.0)];
        let points = points.map(|(x, y)| pos2(x, y));
        let curve = smooth(&points);
        for point in points {
            assert!(curve.iter().any(|at| at.distance(point) < 1e-3), "{point:?}");
        }
        let flat = curve.iter().filter(|at| (10.0..=20.0).contains(&at.x));
        assert!(flat.clone().count() > 5 && flat.clone().all(|at| at.y < 46.0));
    }

    #[test]
    fn a_line_has_gaps_where_moves_have_no_value() {
        let points = [0, 1, 2, 4, 9, 10, 20].map(|ply| {
            let (series, score, node) = (0, 0.0, ply);
            GraphPoint { series, ply, score, node }
        });
        let points: Vec<&GraphPoint> = points.iter().collect();
        let parts = |has_dice| -> Vec<usize> { runs(&points, has_dice).map(<[_]>::len).collect() };
        assert_eq!(parts(false), [4, 2, 1]);
        assert_eq!(parts(true), [4, 2, 1]);
        assert_eq!(runs(&points[3..5], false).count(), 2);
        assert_eq!(runs(&points[3..5], true).count(), 2, "five plies");
        assert_eq!(runs(&[], false).count(), 0);
    }

    #[test]
    fn the_scale_holds_every_value_and_hardly_more() {
        let cases = [
            (0.0, 2.0),
            (3.0, 4.0),
            (20.0, 20.0),
            (21.0, 22.0),
            (48.0, 48.0),
            (64.0, 64.0),
            (80.0, 80.0),
        ];
        for (top, range) in cases {
            let found = range_for(top, 20.0);
            assert!((found - range).abs() < 1e-9, "{top}: {found}");
        }
        assert!((range_for(5.3, 5.0) - 5.4).abs() < 1e-9);
    }

    #[test]
    fn numbers_carry_a_sign_and_a_true_minus() {
        assert_eq!(signed(2.0), "+2");
        assert_eq!(signed(-0.5), "\u{2212}0.5");
        assert_eq!(signed(0.25), "+0.25");
        assert_eq!(signed(-32.0), "\u{2212}32");
        assert_eq!(signed(0.0), "0");
    }
}
