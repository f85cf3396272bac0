//! Vector drawings as text, turned into coverage at an exact pixel size.
//!
//! Knows no colour: a drawing is white and is tinted when it is painted.
//!
//! A drawing is a list of marks separated by `;`, in a square of side `side`:
//!
//! | mark | meaning |
//! |---|---|
//! | `L x y x y ..` | open line |
//! | `Z x y ..` | closed line |
//! | `C x y r` | ring |
//! | `A x y r from to` | arc, in degrees |
//! | `F x y ..` | filled polygon |
//! | `O x y r` | filled disc |
//! | `E x y rx ry turn` | filled ellipse, turned by degrees |
//! | `W n` | line width from here on |
//! | `T a` | opacity from here on |
//! | `M` | mirror the next mark at the vertical axis as well |
//! | `X` | the next mark cuts out |

use std::f32::consts::PI;

type P = [f32; 2];

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Line(Vec<P>, bool),
    Ring(P, f32),
    Disc(P, f32),
    Ellipse(P, P, f32),
    Fill(Vec<P>),
}

#[derive(Clone, Debug, PartialEq)]
struct Mark {
    shape: Shape,
    width: f32,
    cut: bool,
    alpha: f32,
}

/// A parsed drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    marks: Vec<Mark>,
    side: f32,
}

impl Drawing {
    /// Reads a drawing in a square of side `side`, with lines `width` wide at first.
    ///
    /// Marks that cannot be read are left out: drawings are part of the program and tested.
    #[must_use]
    pub fn parse(text: &str, side: f32, width: f32) -> Self {
        let (mut marks, mut width, mut alpha) = (Vec::new(), width, 1.0);
        let (mut mirror, mut cut) = (false, false);
        for part in text.split(';') {
            let mut words = part.split_whitespace();
            let Some(op) = words.next() else { continue };
            let n: Vec<f32> = words.filter_map(|word| word.parse().ok()).collect();
            match op {
                "W" => width = n.first().copied().unwrap_or(width),
                "T" => alpha = n.first().copied().unwrap_or(alpha),
                "M" => mirror = true,
                "X" => cut = true,
                _ => {
                    let Some(shape) = parse_shape(op, &n) else { continue };
                    if mirror {
                        marks.push(Mark { shape: mirrored(&shape, side), width, cut, alpha });
                    }
                    marks.push(Mark { shape, width, cut, alpha });
                    (mirror, cut) = (false, false);
                }
            }
        }
        Self { marks, side }
    }

    /// Coverage (0 to 1) of each pixel of a picture `px` wide and high, row by row.
    #[must_use]
    pub fn coverage(&self, px: usize) -> Vec<f32> {
        let k = self.side / px as f32;
        let mut out = vec![0.0_f32; px * px];
        for (i, value) in out.iter_mut().enumerate() {
            let at = [((i % px) as f32 + 0.5) * k, ((i / px) as f32 + 0.5) * k];
            for mark in &self.marks {
                let c = (0.5 - distance(&mark.shape, mark.width, at) / k).clamp(0.0, 1.0);
                if mark.cut {
                    *value *= 1.0 - c;
                } else {
                    *value = value.max(c * mark.alpha);
                }
            }
        }
        out
    }
}

fn parse_shape(op: &str, n: &[f32]) -> Option<Shape> {
    let points = || n.chunks_exact(2).map(|c| [c[0], c[1]]).collect::<Vec<_>>();
    Some(match (op, n) {
        ("L", [_, _, _, _, ..]) => Shape::Line(points(), false),
        ("Z", [_, _, _, _, ..]) => Shape::Line(points(), true),
        ("F", [_, _, _, _, _, _, ..]) => Shape::Fill(points()),
        ("C", &[x, y, r]) => Shape::Ring([x, y], r),
        ("O", &[x, y, r]) => Shape::Disc([x, y], r),
        ("E", &[x, y, rx, ry, turn]) => Shape::Ellipse([x, y], [rx, ry], turn * PI / 180.0),
        ("A", &[x, y, r, from, to]) => {
            let at = |i: usize| {
                let turn = (from + (to - from) * i as f32 / 24.0) * PI / 180.0;
                [x + r * turn.cos(), y + r * turn.sin()]
            };
            Shape::Line((0..=24).map(at).collect(), false)
        }
        _ => return None,
    })
}

fn mirrored(shape: &Shape, side: f32) -> Shape {
    let flip = |p: &P| [side - p[0], p[1]];
    match shape {
        Shape::Line(points, closed) => Shape::Line(points.iter().map(flip).collect(), *closed),
        Shape::Fill(points) => Shape::Fill(points.iter().map(flip).collect()),
        Shape::Ring(c, r) => Shape::Ring(flip(c), *r),
        Shape::Disc(c, r) => Shape::Disc(flip(c), *r),
        Shape::Ellipse(c, r, turn) => Shape::Ellipse(flip(c), *r, -turn),
    }
}

fn length(a: P, b: P) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Signed distance from `p` to the mark; negative inside.
fn distance(shape: &Shape, width: f32, p: P) -> f32 {
    match shape {
        Shape::Line(q, closed) => {
            let n = if *closed { q.len() } else { q.len() - 1 };
            let nearest =
                (0..n).map(|i| segment(p, q[i], q[(i + 1) % q.len()])).fold(f32::MAX, f32::min);
            nearest - width / 2.0
        }
        Shape::Ring(c, r) => (length(p, *c) - r).abs() - width / 2.0,
        Shape::Disc(c, r) => length(p, *c) - r,
        Shape::Ellipse(c, r, turn) => ellipse(p, *c, *r, *turn),
        Shape::Fill(q) => polygon(p, q),
    }
}

fn ellipse(p: P, c: P, r: P, turn: f32) -> f32 {
    let (x, y) = (p[0] - c[0], p[1] - c[1]);
    let (x, y) = (x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin());
    let k0 = (x / r[0]).hypot(y / r[1]);
    let k1 = (x / r[0] / r[0]).hypot(y / r[1] / r[1]);
    if k1 < 1e-6 { -r[0].min(r[1]) } else { k0 * (k0 - 1.0) / k1 }
}

fn polygon(p: P, q: &[P]) -> f32 {
    let (mut nearest, mut inside) = (f32::MAX, false);
    for i in 0..q.len() {
        let (a, b) = (q[i], q[(i + 1) % q.len()]);
        nearest = nearest.min(segment(p, a, b));
        let crosses = (a[1] > p[1]) != (b[1] > p[1]);
        if crosses && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0] {
            inside = !inside;
        }
    }
    if inside { -nearest } else { nearest }
}

fn segment(p: P, a: P, b: P) -> f32 {
    let (pa, ba) = ([p[0] - a[0], p[1] - a[1]], [b[0] - a[0], b[1] - a[1]]);
    let len = ba[0] * ba[0] + ba[1] * ba[1];
    let part = (pa[0] * ba[0] + pa[1] * ba[1]) / len;
    let part = if len > 0.0 { part.clamp(0.0, 1.0) } else { 0.0 };
    (pa[0] - ba[0] * part).hypot(pa[1] - ba[1] * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_covers_its_area() {
        let ink: f32 = Drawing::parse("O 12 12 6", 24.0, 1.0).coverage(48).iter().sum();
        let area = PI * 12.0 * 12.0;
        assert!((ink - area).abs() < 2.0, "{ink} pixels, {area} wanted");
    }

    #[test]
    fn a_cut_takes_away_and_a_mirrored_mark_stands_on_both_sides() {
        let cut = Drawing::parse("O 12 12 8; X; O 12 12 4", 24.0, 1.0).coverage(24);
        assert_eq!(cut[12 * 24 + 12], 0.0);
        assert_eq!(cut[12 * 24 + 6], 1.0);
        let pair = Drawing::parse("M; O 6 12 3", 24.0, 1.0).coverage(24);
        assert_eq!((pair[12 * 24 + 6], pair[12 * 24 + 17]), (1.0, 1.0));
        assert_eq!(pair[12 * 24 + 12], 0.0);
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert!(Drawing::parse("L 1; Q 1 2; O 1", 24.0, 1.0).marks.is_empty());
    }
}
