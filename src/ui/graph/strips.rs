//! Strips below the score graph, on its axis of plies: the time that moves took, and the luck of rolls.
//!
//! Measures nothing.

use egui::{Rect, pos2};

use super::{Axes, signed};
use crate::app::CoursePoint;
use crate::app::board::Side;
use crate::ui::kit::{Kit, R, W};
use crate::ui::theme::{fade, font};

/// Height of a strip, with the gap above it.
const STRIP: f32 = 22.0;
const GAP: f32 = 4.0;
/// A graph is not made lower than this for them.
const LEAST_GRAPH: f32 = 96.0;
/// Half the width of a bar.
const HALF: f32 = 2.5;

/// What a strip shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Strip {
    Time,
    Luck,
}

impl Strip {
    fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Luck => "luck",
        }
    }

    fn value(self, point: &CoursePoint) -> Option<f64> {
        match self {
            Self::Time => point.secs,
            Self::Luck => point.luck,
        }
    }
}

/// The strips for which there is something to show, and room in a graph of this height.
pub(super) fn strips_of(course: &[CoursePoint], height: f32) -> Vec<Strip> {
    let has = |strip: &Strip| course.iter().any(|point| strip.value(point).is_some());
    let all: Vec<Strip> = [Strip::Luck, Strip::Time].into_iter().filter(has).collect();
    let n = (((height - LEAST_GRAPH) / STRIP).max(0.0) as usize).min(all.len());
    all[..n].to_vec()
}

/// `luck, time: White strong, Black faint`; empty where there are no strips.
pub(super) fn legend(strips: &[Strip], [first, second]: [&str; 2]) -> String {
    if strips.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = strips.iter().map(|strip| strip.name()).collect();
    format!("{}: {first} strong, {second} faint", names.join(", "))
}

/// The room that they take.
pub(super) fn height_of(strips: &[Strip]) -> f32 {
    strips.len() as f32 * STRIP
}

/// Draws them from `top` down.
pub(super) fn strips(kit: &Kit<'_>, axes: &Axes, top: f32, course: &[CoursePoint]) {
    for (idx, strip) in axes.strips.iter().enumerate() {
        let top = top + idx as f32 * STRIP + GAP;
        let place = Rect::from_min_max(
            pos2(axes.plot.left(), top),
            pos2(axes.plot.right(), top + STRIP - GAP),
        );
        let at = pos2(place.left() - 8.0, place.center().y);
        kit.text(at, R, strip.name(), W::Regular, font::MICRO, kit.t.text3);
        let values = || course.iter().filter_map(|point| Some((point, strip.value(point)?)));
        let most = values().map(|(_, value)| value.abs()).fold(f64::EPSILON, f64::max);
        let foot = if *strip == Strip::Luck { place.center().y } else { place.bottom() };
        kit.hline(place.left(), place.right(), foot);
        for (point, value) in values() {
            let part = (value / most) as f32;
            let tip = foot - part * (foot - place.top());
            let x = axes.x(point.ply);
            let bar = Rect::from_two_pos(pos2(x - HALF, foot), pos2(x + HALF, tip));
            let strength = if point.side == Side::First { 0.9 } else { 0.5 };
            kit.fill(bar, 0.0, fade(kit.t.text2, strength));
        }
    }
}

/// `3.2 s  luck +0.61`, after two spaces; empty where neither is known.
pub(super) fn words(course: &[CoursePoint], ply: usize) -> String {
    let Some(point) = course.iter().find(|point| point.ply == ply) else { return String::new() };
    let secs = point.secs.map(|secs| format!("  {secs:.1} s")).unwrap_or_default();
    let luck = point.luck.map(|luck| format!("  luck {}", signed((luck * 1e3).round() / 1e3)));
    secs + &luck.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(secs: Option<f64>, luck: Option<f64>) -> CoursePoint {
        CoursePoint { ply: 3, side: Side::First, secs, luck }
    }

    #[test]
    fn what_is_known_has_a_strip_where_there_is_room() {
        let both = [point(Some(1.5), Some(-0.25))];
        assert_eq!(strips_of(&both, 300.0), [Strip::Luck, Strip::Time]);
        assert_eq!(strips_of(&both, LEAST_GRAPH + STRIP), [Strip::Luck]);
        assert_eq!(strips_of(&both, LEAST_GRAPH), []);
        assert_eq!(strips_of(&[point(Some(1.0), None)], 300.0), [Strip::Time]);
        assert_eq!(words(&both, 3), "  1.5 s  luck \u{2212}0.25");
        assert_eq!(words(&both, 4), "");
        let of = |strips: &[Strip]| legend(strips, ["White", "Black"]);
        assert_eq!(of(&[Strip::Luck, Strip::Time]), "luck, time: White strong, Black faint");
        assert_eq!(of(&[]), "");
    }
}
