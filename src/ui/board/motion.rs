//! Animation of moves: discs turn, new pieces appear, moved pieces slide.
//!
//! Knows no game: pieces of the same number before and after are the same piece.

use egui::{Pos2, lerp, pos2};

use super::layout::Layout;
use crate::app::board::{Art, Piece};

/// Seconds that a move takes on the screen.
pub(super) const DURATION: f64 = 0.18;
/// More pieces than these change at once only when another position is shown.
const AT_MOST: usize = 24;

/// A piece as it is painted at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shown {
    /// What it looks like.
    pub(super) art: Art,
    /// Its middle on the screen.
    pub(super) centre: Pos2,
    /// Its diameter in points.
    pub(super) diameter: f32,
    /// Width as part of the diameter, below 1 while it turns.
    pub(super) squeeze: f32,
    /// Opacity.
    pub(super) alpha: f32,
}

/// A change of the pieces that is being shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Motion {
    before: Vec<Piece>,
    now: Vec<Piece>,
    started: Option<f64>,
}

impl Motion {
    /// Takes note of the pieces at `time`; starts an animation when a move's worth has changed.
    /// Says whether one runs.
    pub(super) fn follow(&mut self, pieces: &[Piece], time: f64, animate: bool) -> bool {
        if self.now != pieces {
            let first = self.now.is_empty();
            self.before = std::mem::replace(&mut self.now, pieces.to_vec());
            let changed = self.changed();
            self.started = (animate && !first && (1..=AT_MOST).contains(&changed)).then_some(time);
        }
        if self.started.is_some_and(|started| !animate || time - started >= DURATION) {
            self.started = None;
        }
        self.started.is_some()
    }

    fn changed(&self) -> usize {
        let differs = |piece: &&Piece| find(&self.before, piece.id) != Some(piece);
        let gone = |piece: &&Piece| find(&self.now, piece.id).is_none();
        self.now.iter().filter(differs).count() + self.before.iter().filter(gone).count()
    }

    /// The pieces as they look at `time`.
    #[must_use]
    pub(super) fn shown(&self, layout: &Layout, time: f64) -> Vec<Shown> {
        let part =
            self.started.map_or(1.0, |started| ((time - started) / DURATION).min(1.0) as f32);
        let eased = part * part * (3.0 - 2.0 * part);
        self.now.iter().map(|piece| self.piece(layout, piece, eased)).collect()
    }

    fn piece(&self, layout: &Layout, piece: &Piece, part: f32) -> Shown {
        let to = layout.at(piece.centre);
        let diameter = piece.diameter * layout.unit;
        let still = Shown { art: piece.art, centre: to, diameter, squeeze: 1.0, alpha: 1.0 };
        if part >= 1.0 {
            return still;
        }
        let Some(old) = find(&self.before, piece.id) else {
            let diameter = diameter * lerp(1.18..=1.0, part);
            return Shown { diameter, alpha: (part * 2.0).min(1.0), ..still };
        };
        let from = layout.at(old.centre);
        let centre = pos2(lerp(from.x..=to.x, part), lerp(from.y..=to.y, part));
        if old.art == piece.art {
            return Shown { centre, ..still };
        }
        let art = if part < 0.5 { old.art } else { piece.art };
        let squeeze = (std::f32::consts::PI * part).cos().abs().max(0.06);
        Shown { art, centre, squeeze, ..still }
    }
}

fn find(pieces: &[Piece], id: u32) -> Option<&Piece> {
    pieces.iter().find(|piece| piece.id == id)
}

#[cfg(test)]
mod tests {
    use egui::{Rect, vec2};

    use super::*;

    fn stone(id: u32, black: bool) -> Piece {
        let centre = (id as f32 + 0.5, 0.5);
        Piece { art: Art::Stone { black }, centre, diameter: 0.8, level: 0, id }
    }

    fn layout() -> Layout {
        let field = Rect::from_min_size(Pos2::ZERO, vec2(80.0, 10.0));
        Layout { field, outer: field, unit: 10.0, edge: 0.0 }
    }

    #[test]
    fn a_disc_turns_over_its_edge_and_then_rests() {
        let mut motion = Motion::default();
        assert!(!motion.follow(&[stone(0, true)], 0.0, true), "the first picture stands still");
        let after = [stone(0, false), stone(1, false)];
        assert!(motion.follow(&after, 1.0, true));
        let early = motion.shown(&layout(), 1.0 + DURATION * 0.2);
        assert_eq!(early[0].art, Art::Stone { black: true });
        assert!(early[0].squeeze < 1.0 && early[1].alpha < 1.0);
        let late = motion.shown(&layout(), 1.0 + DURATION * 0.8);
        assert_eq!(late[0].art, Art::Stone { black: false });
        assert!(!motion.follow(&after, 1.01 + DURATION, true));
        let rest = motion.shown(&layout(), 1.01 + DURATION);
        assert_eq!((rest[0].squeeze, rest[1].alpha), (1.0, 1.0));
    }

    #[test]
    fn another_position_or_a_switch_shows_at_once() {
        let few: Vec<Piece> = (0..4).map(|id| stone(id, true)).collect();
        let many: Vec<Piece> = (0..40).map(|id| stone(id, false)).collect();
        let mut motion = Motion::default();
        motion.follow(&few, 0.0, true);
        assert!(!motion.follow(&many, 1.0, true));
        assert!(!motion.follow(&many[..39], 2.0, false));
        assert_eq!(motion.shown(&layout(), 2.0).len(), 39);
    }
}
