//! Procedural pictures of materials: wood, cloth, domed stones, turned discs, tiles, a soft
//! shadow.
//!
//! Pure functions of a size in pixels; [`super::art`] keeps what they make.

use std::f32::consts::TAU;

use egui::{Color32, ColorImage};

/// A colour with parts from 0 to 1.
pub type Rgb = [f32; 3];

/// The same number between 0 and 1 for the same place.
#[must_use]
pub fn hash(x: i32, y: i32) -> f32 {
    let mixed = x.wrapping_mul(374_761_393).wrapping_add(y.wrapping_mul(668_265_263)) as u32;
    let mixed = (mixed ^ (mixed >> 13)).wrapping_mul(1_274_126_177);
    ((mixed ^ (mixed >> 16)) & 0xffff) as f32 / 65535.0
}

/// Smooth noise between 0 and 1 with a grain of one unit.
#[must_use]
pub fn noise(x: f32, y: f32) -> f32 {
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (i, j) = (x.floor() as i32, y.floor() as i32);
    let (fx, fy) = (smooth(x - x.floor()), smooth(y - y.floor()));
    let a = hash(i, j) + (hash(i + 1, j) - hash(i, j)) * fx;
    let b = hash(i, j + 1) + (hash(i + 1, j + 1) - hash(i, j + 1)) * fx;
    a + (b - a) * fy
}

fn fractal(x: f32, y: f32) -> f32 {
    [1.0, 2.0, 4.0, 8.0].map(|k| noise(x * k, y * k) / k).iter().sum::<f32>() / 1.875
}

/// `a` moved towards `b` by `t`.
#[must_use]
pub fn mix(a: Rgb, b: Rgb, t: f32) -> Rgb {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

/// 0 below `a`, 1 above `b`, smooth between.
#[must_use]
pub fn step(a: f32, b: f32, x: f32) -> f32 {
    let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Straight-grained wood at `(u, v)` in points, grain along `u`; `seed` picks the plank.
#[must_use]
pub fn wood(u: f32, v: f32, seed: f32, light: Rgb, dark: Rgb) -> Rgb {
    let (x, y) = (u / 260.0 + seed * 7.3, v / 60.0 + seed * 13.7);
    let warp = fractal(x * 1.2, y * 0.9) * 1.6;
    let ring = ((y * 2.6 + warp * 2.2) * TAU).sin() * 0.5 + 0.5;
    let fibre = noise(u / 22.0 + seed * 31.0, v * 0.95 + seed * 17.0);
    let fine = noise(u / 7.0, v * 2.1 + seed * 3.0);
    let pore = if noise(u / 9.0 + 40.0, v * 1.25 + seed * 5.0) > 0.88 { 0.965 } else { 1.0 };
    let t =
        0.42 * ring.powf(1.4) + 0.24 * fibre + 0.12 * fine + 0.22 * fractal(x * 0.7 + 3.0, y * 0.4);
    mix(light, dark, t.clamp(0.0, 1.0)).map(|c| (c * pore).clamp(0.0, 1.0))
}

/// An opaque picture with pixels from `colour`, at their middles in pixels.
#[must_use]
pub fn surface(px: [usize; 2], colour: impl Fn(f32, f32) -> Rgb) -> ColorImage {
    let [w, h] = px;
    let pixels = (0..w * h).map(|i| {
        let c = colour((i % w) as f32 + 0.5, (i / w) as f32 + 0.5).map(|c| (c * 255.0) as u8);
        Color32::from_rgb(c[0], c[1], c[2])
    });
    ColorImage::new(px, pixels.collect())
}

/// A round stone with a flat dome, `n` pixels wide: Othello.
#[must_use]
pub fn stone(n: usize, base: Rgb) -> ColorImage {
    let radius = |u: f32, v: f32| u.hypot(v);
    shaded(
        n,
        base,
        Finish { gloss: 0.42, grain: 0.0 },
        |u, v| radius(u, v) - 0.975,
        |u, v| {
            let r = radius(u, v);
            0.30 * (1.0 - (r / 0.99).powi(6)).max(0.0).sqrt() - 0.05 * r * r
        },
    )
}

/// A turned wooden disc with a rim and two grooves, `n` pixels wide: draughts.
#[must_use]
pub fn disc(n: usize, base: Rgb) -> ColorImage {
    let groove = |r: f32, at: f32, width: f32, depth: f32| {
        let from = (r - at) / width;
        -depth * (-from * from).exp()
    };
    shaded(
        n,
        base,
        Finish { gloss: 0.30, grain: 0.10 },
        |u, v| u.hypot(v) - 0.975,
        |u, v| {
            let r = u.hypot(v);
            0.15 * (1.0 - step(0.85, 0.985, r)) - 0.06 * (1.0 - step(0.64, 0.72, r))
                + groove(r, 0.80, 0.022, 0.02)
                + groove(r, 0.46, 0.03, 0.022)
        },
    )
}

/// A block with rounded edges, `n` pixels wide and high: a die, the doubling cube.
#[must_use]
pub fn die(n: usize, base: Rgb) -> ColorImage {
    let outside = |u: f32, v: f32| {
        let (x, y) = (u.abs() - 0.66, v.abs() - 0.66);
        x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - 0.30
    };
    shaded(n, base, Finish { gloss: 0.25, grain: 0.0 }, outside, |u, v| {
        0.13 * step(0.0, 0.24, -outside(u, v))
    })
}

/// Signed distance from a hexagon that stands on a corner, `apothem` from its middle to its edges,
/// its corners rounded by `round`; negative inside.
fn hexagon(u: f32, v: f32, apothem: f32, round: f32) -> f32 {
    const AWAY: [f32; 3] = [-0.866_025_4, 0.5, 0.577_350_3];
    let r = apothem - round;
    let (x, y) = (v.abs(), u.abs());
    let over = 2.0 * (AWAY[0] * x + AWAY[1] * y).min(0.0);
    let (x, y) = (x - over * AWAY[0], y - over * AWAY[1]);
    let (x, y) = (x - x.clamp(-AWAY[2] * r, AWAY[2] * r), y - r);
    x.hypot(y) * y.signum() - round
}

/// A hexagonal tile that stands on a corner, with a bevelled edge and a fine groove, `n` pixels
/// wide and high: Hive.
#[must_use]
pub fn tile(n: usize, base: Rgb) -> ColorImage {
    let outside = |u: f32, v: f32| hexagon(u, v, 0.85, 0.09);
    shaded(n, base, Finish { gloss: 0.36, grain: 0.05 }, outside, |u, v| {
        let depth = -outside(u, v);
        let from_groove = (depth - 0.15) / 0.014;
        0.11 * step(0.0, 0.10, depth) - 0.010 * (-from_groove * from_groove).exp()
    })
}

/// How a surface takes the light.
#[derive(Clone, Copy)]
struct Finish {
    /// Strength of the highlight.
    gloss: f32,
    /// How much the fibres show.
    grain: f32,
}

/// Height to normal to Lambert and Blinn, 3x3 samples a pixel, light from the upper left.
/// `outside` is positive outside the piece; both functions live on -1 to 1.
fn shaded(
    n: usize,
    base: Rgb,
    finish: Finish,
    outside: impl Fn(f32, f32) -> f32,
    height: impl Fn(f32, f32) -> f32,
) -> ColorImage {
    let unit = |v: Rgb| {
        let len = v.iter().map(|a| a * a).sum::<f32>().sqrt();
        v.map(|a| a / len)
    };
    let light = unit([-0.42, -0.62, 0.78]);
    let half = unit([light[0], light[1], light[2] + 1.0]);
    let e = 1.5 / n as f32;
    let lit = |u: f32, v: f32| -> Rgb {
        let dx = (height(u + e, v) - height(u - e, v)) / (2.0 * e);
        let dy = (height(u, v + e) - height(u, v - e)) / (2.0 * e);
        let normal = unit([-dx, -dy, 1.0]);
        let dot = |a: Rgb| (0..3).map(|k| normal[k] * a[k]).sum::<f32>().max(0.0);
        let (diffuse, shine) = (0.34 + 0.84 * dot(light), dot(half).powf(42.0) * finish.gloss);
        let fibre = match finish.grain {
            0.0 => 1.0,
            grain => 1.0 + (fractal(u * 2.0 + 7.0, v * 9.0) - 0.5) * grain,
        };
        base.map(|b| (b * diffuse * fibre + shine).min(1.0))
    };
    let pixels = (0..n * n).map(|i| {
        let mut sum = [0.0_f32; 4];
        for s in 0..9 {
            let place = |pixel: usize, sample: usize| {
                (pixel as f32 + sample as f32 / 3.0 + 1.0 / 6.0) / n as f32 * 2.0 - 1.0
            };
            let (u, v) = (place(i % n, s % 3), place(i / n, s / 3));
            if outside(u, v) > 0.0 {
                continue;
            }
            let c = lit(u, v);
            sum = [sum[0] + c[0], sum[1] + c[1], sum[2] + c[2], sum[3] + 1.0];
        }
        let c = sum.map(|part| (part / 9.0 * 255.0).round() as u8);
        Color32::from_rgba_premultiplied(c[0], c[1], c[2], c[3])
    });
    ColorImage::new([n, n], pixels.collect())
}

/// A soft black blob, to lie under a piece.
#[must_use]
pub fn shadow(n: usize) -> ColorImage {
    let pixels = (0..n * n).map(|i| {
        let place = |pixel: usize| pixel as f32 / n as f32 * 2.0 - 1.0;
        let r = place(i % n).hypot(place(i / n));
        Color32::from_black_alpha((150.0 * (1.0 - step(0.5, 1.0, r))) as u8)
    });
    ColorImage::new([n, n], pixels.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_is_round_lit_from_the_upper_left_and_the_same_every_time() {
        let image = stone(40, [0.9, 0.9, 0.9]);
        assert_eq!(image[(0, 0)], Color32::TRANSPARENT);
        assert_eq!(image[(20, 20)].a(), 255);
        assert!(image[(12, 10)].r() > image[(30, 33)].r());
        assert_eq!(image, stone(40, [0.9, 0.9, 0.9]));
    }

    #[test]
    fn a_disc_has_a_rim_that_is_lit_and_a_sunk_middle() {
        let image = disc(80, [0.5, 0.5, 0.5]);
        assert_eq!((image[(0, 0)], image[(40, 40)].a()), (Color32::TRANSPARENT, 255));
        // Along the light from the upper left: the rim is bright there and dark beyond.
        let rim = |part: f32| (40.0 + 0.92 * 40.0 * part * 0.707) as usize;
        assert!(image[(rim(-1.0), rim(-1.0))].r() > image[(rim(1.0), rim(1.0))].r() + 40);
        // The step down to the middle is turned the other way.
        let step = |part: f32| (40.0 + 0.68 * 40.0 * part * 0.707) as usize;
        assert!(image[(step(-1.0), step(-1.0))].r() < image[(step(1.0), step(1.0))].r());
    }

    #[test]
    fn a_tile_stands_on_a_corner_and_its_upper_left_bevel_is_lit() {
        let image = tile(80, [0.5, 0.5, 0.5]);
        // Higher than wide: opaque near the top and bottom, free at the sides.
        assert_eq!((image[(40, 3)].a(), image[(40, 76)].a()), (255, 255));
        assert_eq!((image[(2, 40)].a(), image[(77, 40)].a()), (0, 0));
        assert_eq!(image[(40, 40)].a(), 255);
        assert!(image[(20, 15)].r() > image[(60, 65)].r() + 30);
    }

    #[test]
    fn wood_stays_between_its_two_tones() {
        let (light, dark) = ([0.8, 0.7, 0.6], [0.4, 0.3, 0.2]);
        for i in 0..400 {
            let c = wood(i as f32 * 1.7, i as f32 * 0.9, 2.0, light, dark);
            assert!((0..3).all(|k| c[k] <= light[k] && c[k] >= dark[k] * 0.96), "{c:?}");
        }
    }
}
