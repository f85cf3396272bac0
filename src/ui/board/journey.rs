//! The way of one piece over the board, and the pieces it takes as it passes them.
//!
//! Knows no clock: it takes a fraction between 0 and 1.

use egui::{Pos2, Vec2, pos2, vec2};

use super::layout::Layout;
use super::motion::Shown;
use crate::app::board::{Art, Piece, Point, Scene};

/// Two places are the same when they are nearer than this, in board units.
const NEAR: f32 = 0.05;
/// A piece lies on the way when it is nearer to it than this, in board units.
const ON_THE_WAY: f32 = 0.3;
/// The fraction of the journey in which a captured piece fades.
const FADE: f32 = 0.12;

/// A piece on its way.
#[derive(Clone, Debug)]
pub(super) struct Journey {
    /// Where it goes, in board units; two points at least.
    way: Vec<Point>,
    /// What it looks like until it has arrived.
    art: Art,
    /// Taken pieces, and the part of the journey after which each is taken.
    taken: Vec<(Piece, f32)>,
    /// It goes back: captured pieces reappear.
    back: bool,
}

impl Journey {
    /// The journey that leads from one scene to another, if the way in either of them explains all
    /// differences.
    pub(super) fn between(before: &Scene, now: &Scene) -> Option<Self> {
        let forth = along(&now.path, &before.pieces, &now.pieces);
        if let Some((mover, taken)) = forth {
            return Some(Self { way: now.path.clone(), art: mover.art, taken, back: false });
        }
        // Seen from the other end: the effect of a move on the position now shown.
        let (mover, taken) = along(&before.path, &now.pieces, &before.pieces)?;
        let way: Vec<Point> = before.path.iter().rev().copied().collect();
        let taken = taken.into_iter().map(|(piece, part)| (piece, 1.0 - part)).collect();
        Some(Self { way, art: mover.art, taken, back: true })
    }

    /// The number of straight parts of the way.
    pub(super) fn n_legs(&self) -> usize {
        self.way.len() - 1
    }

    /// The pieces of the new position as they look at `part` of the journey; the mover comes last.
    pub(super) fn shown(&self, layout: &Layout, pieces: &[Piece], part: f32) -> Vec<Shown> {
        let end = self.way[self.n_legs()];
        let mut shown = Vec::with_capacity(pieces.len() + self.taken.len());
        let mut mover = None;
        for piece in pieces {
            let still = Shown::still(layout, piece);
            if near(piece.centre, end) {
                let art = if part < 1.0 { self.art } else { piece.art };
                mover = Some(Shown { art, centre: self.at(layout, part), ..still });
                continue;
            }
            let comes = self.taken.iter().find(|(taken, _)| self.back && taken == piece);
            let alpha = comes.map_or(1.0, |(_, from)| faded(part, *from));
            shown.push(Shown { alpha, ..still });
        }
        if !self.back {
            shown.extend(self.taken.iter().map(|(piece, from)| {
                let alpha = 1.0 - faded(part, *from);
                Shown { alpha, ..Shown::still(layout, piece) }
            }));
        }
        shown.extend(mover);
        shown
    }

    /// Each part of the way begins and ends softly and takes as long as any other.
    fn at(&self, layout: &Layout, part: f32) -> Pos2 {
        let legs = self.n_legs();
        let along = part.clamp(0.0, 1.0) * legs as f32;
        let leg = (along as usize).min(legs - 1);
        let t = along - leg as f32;
        let t = t * t * (3.0 - 2.0 * t);
        let (a, b) = (layout.at(self.way[leg]), layout.at(self.way[leg + 1]));
        a + (b - a) * t
    }
}

/// The piece that went along `path`, and the pieces it took with the part of the way after which it
/// had passed each; `None` when that does not make `after` of `before`.
fn along(path: &[Point], before: &[Piece], after: &[Piece]) -> Option<(Piece, Vec<(Piece, f32)>)> {
    let (from, to) = (*path.first()?, *path.last()?);
    if path.len() < 2 {
        return None;
    }
    // Tiles lie on each other and keep their numbers: these are more reliable than places.
    let is_no_tile = |piece: &&Piece| !matches!(piece.art, Art::Tile { .. });
    let mover = before.iter().find(|piece| near(piece.centre, from)).filter(is_no_tile)?;
    after.iter().find(|piece| near(piece.centre, to))?;
    if !near(from, to) && after.iter().any(|piece| near(piece.centre, from)) {
        return None;
    }
    let known = |piece: &Piece| {
        before.iter().any(|old| near(old.centre, piece.centre) && old.art == piece.art)
    };
    if after.iter().any(|piece| !near(piece.centre, to) && !known(piece)) {
        return None;
    }
    let gone = before.iter().filter(|piece| {
        !near(piece.centre, from) && !after.iter().any(|new| near(new.centre, piece.centre))
    });
    let mut taken = Vec::new();
    for piece in gone {
        taken.push((piece.clone(), passed(path, piece.centre)?));
    }
    Some((mover.clone(), taken))
}

/// The part of the way after which a place has been passed; `None` when it does not lie on it.
fn passed(path: &[Point], place: Point) -> Option<f32> {
    let legs = path.len() - 1;
    let p = pos2(place.0, place.1);
    path.windows(2).enumerate().find_map(|(leg, ends)| {
        let (a, b) = (pos2(ends[0].0, ends[0].1), pos2(ends[1].0, ends[1].1));
        let way: Vec2 = b - a;
        let t = ((p - a).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
        let away = (a + way * t - p).length();
        (away < ON_THE_WAY).then(|| (leg as f32 + t) / legs as f32)
    })
}

fn near(a: Point, b: Point) -> bool {
    vec2(a.0 - b.0, a.1 - b.1).length() < NEAR
}

fn faded(part: f32, from: f32) -> f32 {
    // The last one has faded when the journey ends.
    let from = from.min(1.0 - FADE);
    ((part - from) / FADE).clamp(0.0, 1.0)
}
