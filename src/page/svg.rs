//! The parts of pictures in SVG. Colours are the page's.
//!
//! Draws what it is told.

use super::Html;

/// Begins a picture of this size, which is read to those who do not see it as `label`.
pub fn begin(html: &mut Html, [width, height]: [f64; 2], label: &str) {
    let view = format!("0 0 {width} {height:.0}");
    html.open("svg", &[("viewBox", &view), ("role", &"img"), ("aria-label", &label)]);
    html.element("title", &[], label);
}

/// A line between two points.
pub fn line(html: &mut Html, class: &'static str, [x1, y1, x2, y2]: [f64; 4]) {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|at| format!("{at:.1}"));
    html.element(
        "line",
        &[("class", &class), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)],
        "",
    );
}

/// A text; `anchor` is what of it stands at the point: `start`, `middle` or `end`.
pub fn label(html: &mut Html, anchor: &'static str, [x, y]: [f64; 2], text: &str) {
    let [x, y] = [x, y].map(|at| format!("{at:.1}"));
    html.element("text", &[("x", &x), ("y", &y), ("text-anchor", &anchor)], text);
}

/// A step of a scale: 1, 2 or 5 times a power of ten, at most about ten in the span.
pub fn step_of(span: f64) -> f64 {
    let power = 10_f64.powf((span / 10.0).max(1e-9).log10().floor());
    let fits = |factor: &&f64| span / (power * **factor) <= 10.0;
    power * [1.0, 2.0, 5.0].iter().find(fits).copied().unwrap_or(10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_round_steps() {
        for (span, step) in
            [(10.0, 1.0), (37.0, 5.0), (100.0, 10.0), (450.0, 50.0), (1900.0, 200.0)]
        {
            assert!((step_of(span) - step).abs() < 1e-9, "{span}: {}", step_of(span));
        }
    }
}
