//! The graph of a game: the values of all engines, the mistakes, luck and time used.
//!
//! Values nothing.

use super::{GamePage, ShownMove};
use crate::page::{self, Html};
use crate::play::{CoursePoint, MoveClass, course};

/// Height of the bars of luck or time.
const STRIP: f64 = 40.0;

/// Height of the line that says what the dots are.
const LEGEND: f64 = 20.0;

/// What a strip shows of a ply.
type Quantity = fn(&CoursePoint) -> Option<f64>;

fn luck_of(point: &CoursePoint) -> Option<f64> {
    point.luck
}

fn secs_of(point: &CoursePoint) -> Option<f64> {
    point.secs
}

impl GamePage<'_> {
    pub(super) fn graph(&self, html: &mut Html) {
        const WIDTH: f64 = 720.0;
        const HEIGHT: f64 = 220.0;
        const LEFT: f64 = 48.0;
        const RIGHT: f64 = 708.0;
        const TOP: f64 = 12.0;
        let values = |engine: usize| {
            let moves = self.moves.iter();
            moves.filter_map(move |shown| Some((shown.ply + 1, self.value(shown, engine)?.score)))
        };
        let engines = 0..self.page.engines.len();
        let most =
            engines.clone().flat_map(values).fold(0.0_f64, |most, (_, at)| most.max(at.abs()));
        if self.moves.len() < 2 || most == 0.0 {
            return;
        }
        let range = most.min(self.info.graph_limit()).max(self.info.loss_marks[1]);
        let step = page::step_of(2.0 * range);
        let range = (range / step).ceil() * step;
        let x = |ply: usize| LEFT + (RIGHT - LEFT) * ply as f64 / self.moves.len() as f64;
        let y =
            |value: f64| TOP + (HEIGHT - TOP) * (0.5 - value.clamp(-range, range) / (2.0 * range));
        let label = format!("Values after each move in {}", self.info.score_unit);
        let course = course(self.record);
        let has = |value: Quantity| course.iter().any(|point| value(point).is_some());
        let strips: Vec<(&str, Quantity)> =
            [("Luck", luck_of as Quantity), ("Time", secs_of as Quantity)]
                .into_iter()
                .filter(|(_, value)| has(*value))
                .collect();
        let legend = if self.has_lost() { LEGEND } else { 0.0 };
        let below = legend + STRIP * strips.len() as f64;
        page::begin(html, [WIDTH, HEIGHT + 42.0 + below], &label);
        let n_steps = (range / step).round() as i32;
        let digits = if step >= 1.0 { 0 } else { 2 };
        for idx in -n_steps..=n_steps {
            let value = f64::from(idx) * step;
            let class = if idx == 0 { "axis" } else { "grid" };
            page::line(html, class, [LEFT, y(value), RIGHT, y(value)]);
            let text = format!("{value:+.digits$}");
            let text = if idx == 0 { "0" } else { &text };
            page::label(html, "end", [LEFT - 6.0, y(value) + 4.0], text);
        }
        for (ply, number) in marks(&self.moves) {
            page::label(html, "middle", [x(ply), HEIGHT + 16.0], &number.to_string());
        }
        for engine in engines.clone() {
            let points =
                values(engine).map(|(ply, value)| format!("{:.1},{:.1}", x(ply), y(value)));
            let points = points.collect::<Vec<_>>().join(" ");
            let class = format!("series engine-{}", engine + 1);
            html.element("polyline", &[("class", &class), ("points", &points)], "");
        }
        self.graph_losses(html, &x, &y);
        for (engine, name) in self.page.engines.iter().enumerate() {
            let left = LEFT + (RIGHT - LEFT) / self.page.engines.len() as f64 * engine as f64;
            let at = HEIGHT + 33.0;
            let class = format!("series engine-{}", engine + 1);
            let points = format!("{left:.1},{at:.1} {:.1},{at:.1}", left + 24.0);
            html.element("polyline", &[("class", &class), ("points", &points)], "");
            page::label(html, "start", [left + 30.0, at + 4.0], name);
        }
        if let Some(judge) = self.page.engines.first().filter(|_| legend > 0.0) {
            let at = HEIGHT + 33.0 + legend;
            dot(html, [LEFT + 12.0, at], "");
            let words = format!("a mistake or a blunder, as {judge} judges");
            page::label(html, "start", [LEFT + 30.0, at + 4.0], &words);
        }
        for (idx, (name, value)) in strips.into_iter().enumerate() {
            let top = HEIGHT + 46.0 + legend + STRIP * idx as f64;
            page::label(html, "end", [LEFT - 6.0, top + STRIP / 2.0], name);
            self.strip(html, &course, value, (top, [LEFT, RIGHT]), &x);
        }
        html.close("svg");
        html.raw("\n");
    }

    /// Bars over the axis of plies: up where it is good for the first side, or a time.
    fn strip(
        &self,
        html: &mut Html,
        course: &[CoursePoint],
        value: Quantity,
        (top, [left, right]): (f64, [f64; 2]),
        x: &dyn Fn(usize) -> f64,
    ) {
        let height = STRIP - 8.0;
        let values = || course.iter().filter_map(|point| Some((point, value(point)?)));
        let most = values().map(|(_, value)| value.abs()).fold(f64::EPSILON, f64::max);
        let is_signed = values().any(|(_, value)| value < 0.0);
        let foot = if is_signed { top + height / 2.0 } else { top + height };
        page::line(html, "grid", [left, foot, right, foot]);
        for (point, value) in values() {
            let tip = foot - value / most * (foot - top);
            let [x, y, height] = [x(point.ply) - 2.0, foot.min(tip), (foot - tip).abs()]
                .map(|at| format!("{at:.1}"));
            html.open(
                "rect",
                &[("class", &"strip"), ("x", &x), ("y", &y), ("width", &"4"), ("height", &height)],
            );
            html.element("title", &[], format!("{value:.3}"));
            html.close("rect");
        }
    }

    /// The moves in which the first engine saw a mistake, with what is to be said of them and their values.
    fn lost(&self) -> impl Iterator<Item = (&ShownMove, MoveClass, f64)> {
        self.moves.iter().filter_map(|shown| {
            let class = self.judged(0, shown.ply)?.class;
            let class = class.filter(|class| *class >= MoveClass::Mistake)?;
            Some((shown, class, self.value(shown, 0)?.score))
        })
    }

    fn has_lost(&self) -> bool {
        self.lost().next().is_some()
    }

    /// Dots where the first engine saw a mistake.
    fn graph_losses(&self, html: &mut Html, x: &dyn Fn(usize) -> f64, y: &dyn Fn(f64) -> f64) {
        for (shown, class, value) in self.lost() {
            let (number, text, mark) = (&shown.number, &shown.text, class.mark());
            let title = format!("{number} {text} {mark}");
            dot(html, [x(shown.ply + 1), y(value)], &title);
        }
    }
}

fn dot(html: &mut Html, at: [f64; 2], title: &str) {
    let [cx, cy] = at.map(|at| format!("{at:.1}"));
    html.open("circle", &[("class", &"lost"), ("cx", &cx), ("cy", &cy), ("r", &"3.5")]);
    if !title.is_empty() {
        html.element("title", &[], title);
    }
    html.close("circle");
}

/// The places below the graph that have a number, and the number: that of the table of moves, where the move
/// begins that has it. There are about twelve.
fn marks(moves: &[ShownMove]) -> Vec<(usize, usize)> {
    let mut before = 0;
    let begins = moves.iter().filter_map(|shown| {
        let is_new = shown.counted != before && shown.counted > 0;
        before = shown.counted;
        is_new.then_some((shown.ply + 1, shown.counted))
    });
    let begins: Vec<(usize, usize)> = begins.collect();
    let every = begins.len().div_ceil(12).max(1);
    begins.into_iter().step_by(every).collect()
}

#[cfg(test)]
mod tests {
    use super::super::turns::moves;
    use super::*;
    use crate::games::{MoveText, Record, Setup, Side};

    #[test]
    fn the_graph_is_numbered_as_the_table_of_moves() {
        let game = crate::games::find("othello").unwrap();
        let mut record = Record::new("othello", Setup::default());
        let mut at = Record::START;
        let line = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 g6 f8 f7 h6 c5";
        for (mv, side) in line.split(' ').zip([Side::First, Side::Second].into_iter().cycle()) {
            at = record.add(at, MoveText(mv.to_owned()), Some(side));
        }
        let moves = moves(game, &record);
        assert_eq!(marks(&moves)[..3], [(1, 1), (3, 2), (5, 3)]);
        for (ply, number) in marks(&moves) {
            assert_eq!(moves[ply - 1].number, format!("{number}."));
        }
    }
}
