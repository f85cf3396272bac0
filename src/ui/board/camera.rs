//! The visible part of an endless plane: pan, zoom, fitting, and animated transitions.
//!
//! Moves only when the user moves it, or when a played piece would be out of sight. A growing field
//! is not a reason: what is drawn stays where it is.

use egui::{Pos2, Rect, Vec2, vec2};

use super::layout::Layout;
use crate::app::board::{Piece, Point, Scene};
use crate::ui::kit::Kit;

/// The largest scale, in points per board unit, of a fitted hive.
const FITTED_MOST: f32 = 96.0;
/// The smallest one: the longest hive fits into the smallest window.
const FITTED_LEAST: f32 = 5.0;
/// A field is fitted as if it were at least this large, in board units: a hive of usual size grows
/// without a change of scale.
const FITTED_FIELD: Vec2 = vec2(8.5, 6.6);
/// The range of zoom, in points per board unit.
const LEAST: f32 = 14.0;
const MOST: f32 = 220.0;
/// Seconds that a glide takes.
const GLIDE: f64 = 0.28;
/// One step of zooming by key or button.
const STEP: f32 = 1.25;
/// Two places are the same when they are nearer than this, in board units.
const NEAR: f32 = 0.05;

/// A view of a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    /// What lies in the middle, in board units.
    centre: Vec2,
    /// Points per board unit.
    unit: f32,
}

/// What the user wants.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    Fit,
    Zoom(f32),
}

/// The view of a plane, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Camera {
    look: Option<Look>,
    /// The visible game.
    game: Option<u64>,
    /// Where a glide began, and when.
    from: Option<(Look, f64)>,
    wish: Option<Wish>,
    /// The user has not panned or zoomed since it was fitted.
    fitted: bool,
    /// The part of the screen then.
    clear: Option<Rect>,
    /// The pieces that were seen last.
    pieces: Vec<Piece>,
    /// Where the pointer that drags the plane was last.
    dragged: Option<Pos2>,
}

impl Camera {
    /// Shows everything at the next frame.
    pub(super) fn fit(&mut self) {
        self.wish = Some(Wish::Fit);
    }

    /// Zooms in by this many steps at the next frame; zooms out by negative ones.
    pub(super) fn zoom(&mut self, steps: f32) {
        self.wish = Some(Wish::Zoom(STEP.powf(steps)));
    }

    /// Sets the game of the scene: another one is fitted again.
    pub(super) fn of_game(&mut self, game: u64) {
        if self.game.replace(game).is_some_and(|before| before != game) {
            *self = Self { game: self.game, ..Self::default() };
        }
    }

    /// Follows the scene: fits a game that was not seen before, turns with a board that is turned,
    /// glides to what was played out of sight. `clear` is the unobstructed part of the screen.
    pub(super) fn follow(&mut self, scene: &Scene, clear: Rect, time: f64, animate: bool) {
        let fitted = fitted(scene, clear);
        let Some(look) = self.look else {
            self.clear = Some(clear);
            self.put(fitted, scene);
            return;
        };
        let resized = self.clear.replace(clear).is_some_and(|old| old.size() != clear.size());
        if resized && self.fitted {
            // Everything around has moved as well; the middle stays while everything is visible.
            let kept = Look { unit: fitted.unit, ..look };
            let all = scene.pieces.iter().all(|piece| kept.sees(piece.centre, clear));
            let seen = all && !scene.pieces.is_empty();
            self.put(if seen { kept } else { fitted }, scene);
        }
        if scene.pieces != self.pieces {
            if scene.pieces.is_empty()
                && self.look.is_some_and(|look| !look.sees((0.0, 0.0), clear))
            {
                // The first piece of an empty plane goes to its middle, which was out of sight.
                self.fitted = true;
                self.glide(fitted, time);
            } else if let Some(times) = turned(&self.pieces, &scene.pieces) {
                let centre = (0..times).fold(look.centre, |p, _| turn(p));
                let turned = Look { centre, ..look };
                self.look = Some(if self.fitted { fitted } else { turned });
                self.from = None;
            } else {
                self.show_played(scene, clear, time);
            }
            self.pieces.clone_from(&scene.pieces);
        }
        match self.wish.take() {
            Some(Wish::Fit) => {
                self.fitted = true;
                self.glide(fitted, time);
            }
            Some(Wish::Zoom(by)) => {
                let look = self.look.unwrap_or(look);
                self.fitted = false;
                self.glide(Look { unit: (look.unit * by).clamp(LEAST, MOST), ..look }, time);
            }
            None => {}
        }
        if !animate {
            self.from = None;
        }
    }

    fn put(&mut self, look: Look, scene: &Scene) {
        self.look = Some(look);
        self.from = None;
        self.fitted = true;
        self.pieces.clone_from(&scene.pieces);
    }

    fn glide(&mut self, to: Look, time: f64) {
        if let Some(now) = self.at(time).filter(|now| *now != to) {
            self.from = Some((now, time));
        }
        self.look = Some(to);
    }

    /// Glides only if a piece that was placed or moved is out of sight, or the place of the first
    /// one.
    fn show_played(&mut self, scene: &Scene, clear: Rect, time: f64) {
        let Some(look) = self.look else { return };
        let moved = scene.pieces.iter().filter(|piece| !self.pieces.contains(piece));
        let first = scene.pieces.is_empty().then_some((0.0, 0.0));
        let played = moved.map(|piece| piece.centre).chain(first);
        let hidden: Vec<Point> = played.filter(|at| !look.sees(*at, clear)).collect();
        if hidden.is_empty() {
            return;
        }
        let to = if self.fitted {
            fitted(scene, clear)
        } else {
            hidden.iter().fold(look, |look, at| look.with(*at, clear))
        };
        self.glide(to, time);
    }

    /// Brings the focused place into view.
    pub(super) fn show(&mut self, at: Point, clear: Rect, time: f64) {
        let inner = |look: &Look| !look.sees(at, clear.expand(look.unit * 0.35));
        if let Some(look) = self.look.filter(inner) {
            self.glide(look.with(at, clear), time);
        }
    }

    /// Follows a pointer that drags the plane from where it was pressed to where it is. The way to
    /// the press does not count, though both may come in one frame: of a pen, or over a network.
    pub(super) fn drag(&mut self, (pressed, now): (Option<Pos2>, Option<Pos2>)) {
        let Some(now) = now else { return };
        let before = self.dragged.replace(now).or(pressed);
        self.pan(before.map_or(Vec2::ZERO, |before| now - before));
    }

    /// The plane is not being dragged any more.
    pub(super) fn let_go(&mut self) {
        self.dragged = None;
    }

    /// Moves the plane by so many points.
    fn pan(&mut self, by: Vec2) {
        if let Some(look) = &mut self.look
            && by != Vec2::ZERO
        {
            look.centre -= by / look.unit;
            self.from = None;
            self.fitted = false;
        }
    }

    /// Zooms in by this factor; what is under `pos` stays there.
    pub(super) fn zoom_at(&mut self, kit: &Kit<'_>, pos: Pos2, by: f32, clear: Rect) {
        let Some(look) = &mut self.look else { return };
        let from = whole(kit, look.unit);
        look.unit = (look.unit * by).clamp(LEAST, MOST);
        let away = pos - clear.center();
        look.centre += away / from - away / whole(kit, look.unit);
        self.from = None;
        self.fitted = false;
    }

    /// The current place of the plane on the screen; `area` is its whole visible area.
    pub(super) fn layout(&self, kit: &Kit<'_>, area: Rect, clear: Rect, time: f64) -> Layout {
        let look = self.at(time).unwrap_or(Look { centre: Vec2::ZERO, unit: FITTED_MOST });
        let unit = whole(kit, look.unit);
        let zero = clear.center() - look.centre * unit;
        Layout { field: area, outer: area, unit, edge: 0.0, zero: kit.snap_pos(zero), lifts: true }
    }

    /// An animation is running.
    pub(super) fn is_moving(&self, time: f64) -> bool {
        self.from.is_some_and(|(_, began)| time - began < GLIDE)
    }

    fn at(&self, time: f64) -> Option<Look> {
        let to = self.look?;
        let Some((from, began)) = self.from else { return Some(to) };
        let part = ((time - began) / GLIDE).clamp(0.0, 1.0) as f32;
        let part = part * part * (3.0 - 2.0 * part);
        let centre = from.centre + (to.centre - from.centre) * part;
        Some(Look { centre, unit: from.unit + (to.unit - from.unit) * part })
    }
}

impl Look {
    /// A hexagon at `at` is completely in the unobstructed part of the screen.
    fn sees(self, at: Point, clear: Rect) -> bool {
        let pos = clear.center() + (vec2(at.0, at.1) - self.centre) * self.unit;
        clear.shrink(self.unit * 0.58).contains(pos)
    }

    /// The view, moved as little as possible, in which the hexagon at `at` and its neighbour are
    /// visible.
    fn with(self, at: Point, clear: Rect) -> Self {
        let room = (clear.size() / 2.0 / self.unit - Vec2::splat(1.2)).max(Vec2::ZERO);
        let away = vec2(at.0, at.1) - self.centre;
        let over =
            vec2(away.x - away.x.clamp(-room.x, room.x), away.y - away.y.clamp(-room.y, room.y));
        Self { centre: self.centre + over, ..self }
    }
}

/// Whole physical pixels per board unit.
fn whole(kit: &Kit<'_>, unit: f32) -> f32 {
    ((unit * kit.ppp()).round() / kit.ppp()).max(1.0)
}

/// The view that shows the whole field in `clear`.
fn fitted(scene: &Scene, clear: Rect) -> Look {
    let size = vec2(scene.size.0, scene.size.1);
    let room = clear.size() / size.max(FITTED_FIELD);
    let unit = room.min_elem().clamp(FITTED_LEAST, FITTED_MOST);
    Look { centre: vec2(scene.origin.0, scene.origin.1) + size / 2.0, unit }
}

/// A sixth of a turn clockwise about the first place.
fn turn(p: Vec2) -> Vec2 {
    let (sin, cos) = (std::f32::consts::FRAC_PI_3).sin_cos();
    vec2(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
}

/// How many sixths of a turn lead from one picture of the same pieces to the other.
fn turned(before: &[Piece], now: &[Piece]) -> Option<u8> {
    let away = |piece: &Piece| vec2(piece.centre.0, piece.centre.1);
    let same = before.len() == now.len() && before.iter().zip(now).all(|(a, b)| a.id == b.id);
    if !same || before.iter().all(|piece| away(piece).length() < NEAR) {
        return None;
    }
    (1..6).find(|times| {
        before.iter().zip(now).all(|(a, b)| {
            let to = (0..*times).fold(away(a), |p, _| turn(p));
            (to - away(b)).length() < NEAR
        })
    })
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;
    use crate::app::board::{Art, TileBug};

    const CLEAR: Rect = Rect { min: Pos2::ZERO, max: pos2(800.0, 600.0) };

    /// A hive of these middles.
    fn hive(places: &[Point]) -> Scene {
        let piece = |(i, at): (usize, &Point)| Piece {
            art: Art::Tile { white: true, bug: TileBug::Ant },
            centre: *at,
            diameter: 1.0,
            level: 0,
            id: i as u32,
        };
        // Before the first piece there is one place.
        let used = if places.is_empty() { &[(0.0, 0.0)] } else { places };
        let all = used.iter().map(|at| pos2(at.0, at.1)).collect::<Vec<_>>();
        let field = Rect::from_points(&all).expand(1.5);
        Scene {
            origin: (field.left(), field.top()),
            size: (field.width(), field.height()),
            pieces: places.iter().enumerate().map(piece).collect(),
            ..Scene::default()
        }
    }

    fn shown(places: &[&[Point]]) -> Camera {
        let mut camera = Camera::default();
        for (i, places) in places.iter().enumerate() {
            camera.follow(&hive(places), CLEAR, i as f64, true);
        }
        camera
    }

    #[test]
    fn the_longest_hive_is_fitted_whole_in_a_narrow_place() {
        let places: Vec<Point> = (0..28).map(|i| (i as f32, 0.0)).collect();
        let narrow = Rect::from_min_size(pos2(30.0, 100.0), vec2(230.0, 200.0));
        let look = fitted(&hive(&places), narrow);
        assert!(places.iter().all(|at| look.sees(*at, narrow)), "{look:?}");
    }

    #[test]
    fn what_is_drawn_stays_where_it_is_while_the_hive_grows_in_sight() {
        let first = shown(&[&[(0.0, 0.0)]]);
        let later = shown(&[
            &[(0.0, 0.0)],
            &[(0.0, 0.0), (1.0, 0.0)],
            &[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)],
        ]);
        assert_eq!(first.look, later.look);
        assert!(!later.is_moving(3.0));
    }

    #[test]
    fn a_change_around_the_board_does_not_move_the_middle_while_all_is_seen() {
        let mut camera = shown(&[&[], &[(0.0, 0.0)], &[(0.0, 0.0), (0.5, 0.866)]]);
        let before = camera.look.expect("a look");
        let less = CLEAR.with_max_y(CLEAR.bottom() - 40.0);
        camera.follow(&hive(&[(0.0, 0.0), (0.5, 0.866)]), less, 3.0, true);
        assert_eq!(camera.look.expect("a look").centre, before.centre);
        let far: Vec<Point> = (0..9).map(|i| (i as f32 * 0.8, 0.0)).collect();
        camera.follow(&hive(&far), less.with_max_x(300.0), 4.0, true);
        assert_ne!(camera.look.expect("a look").centre, before.centre, "not all would be seen");
    }

    #[test]
    fn a_window_that_has_its_scale_from_the_second_picture_on_shows_the_whole_hive() {
        let wide: Vec<Point> = (0..9).map(|i| (i as f32, 0.0)).collect();
        let mut camera = shown(&[&wide]);
        let small = Rect::from_min_size(CLEAR.min, CLEAR.size() / 2.0);
        camera.follow(&hive(&wide), small, 1.0, true);
        let look = camera.look.expect("a look");
        assert!(wide.iter().all(|at| look.sees(*at, small)), "{look:?}");
    }

    #[test]
    fn a_piece_that_is_played_out_of_sight_is_followed_gently() {
        let far: Vec<Point> = (0..14).map(|i| (i as f32, 0.0)).collect();
        let camera = shown(&[&far[..8], &far]);
        assert!(camera.is_moving(1.0));
        let (start, end) = (camera.at(1.0).expect("a look"), camera.at(2.0).expect("a look"));
        assert_eq!(Some(start), shown(&[&far[..8]]).look, "it begins where it was");
        assert!(end.sees((13.0, 0.0), CLEAR) && end.sees((0.0, 0.0), CLEAR));
    }

    #[test]
    fn who_has_zoomed_keeps_his_zoom_when_a_piece_is_played_out_of_sight() {
        let mut camera = shown(&[&[(0.0, 0.0), (1.0, 0.0)]]);
        camera.zoom(6.0);
        camera.follow(&hive(&[(0.0, 0.0), (1.0, 0.0)]), CLEAR, 1.0, false);
        let unit = camera.look.expect("a look").unit;
        camera.follow(&hive(&[(0.0, 0.0), (1.0, 0.0), (9.0, 0.0)]), CLEAR, 2.0, false);
        let look = camera.look.expect("a look");
        assert_eq!(look.unit, unit);
        assert!(look.sees((9.0, 0.0), CLEAR));
    }

    #[test]
    fn two_first_pieces_that_come_at_once_move_nothing() {
        let answered = shown(&[&[], &[(0.0, 0.0), (0.5, 0.866)]]);
        assert_eq!(answered.look, shown(&[&[]]).look);
        assert!(!answered.is_moving(1.0));
        let back = shown(&[&[(0.0, 0.0), (0.5, 0.866)], &[], &[(0.0, 0.0)]]);
        assert_eq!(back.look, shown(&[&[(0.0, 0.0), (0.5, 0.866)]]).look);
    }

    #[test]
    fn a_new_game_and_another_game_are_fitted_at_once() {
        let one: &[Point] = &[(0.0, 0.0), (1.0, 0.0), (0.5, 0.866)];
        let mut camera = shown(&[one]);
        camera.of_game(1);
        camera.pan(vec2(300.0, 0.0));
        camera.of_game(2);
        camera.follow(&hive(&[]), CLEAR, 5.0, true);
        let fresh = shown(&[&[]]);
        assert_eq!((camera.look, camera.is_moving(5.0)), (fresh.look, false));
        camera.pan(vec2(300.0, 0.0));
        let panned = camera.look;
        camera.of_game(2);
        camera.follow(&hive(&[(0.0, 0.0)]), CLEAR, 6.0, true);
        assert_eq!(camera.look, panned, "the same game goes on");
    }

    #[test]
    fn a_board_that_is_turned_turns_about_the_middle_of_the_view() {
        let places: &[Point] = &[(0.0, 0.0), (3.0, 0.0)];
        let mut camera = shown(&[places]);
        camera.pan(vec2(40.0, 10.0));
        let centre = camera.look.expect("a look").centre;
        let turned: Vec<Point> =
            places.iter().map(|p| turn(vec2(p.0, p.1))).map(|p| (p.x, p.y)).collect();
        camera.follow(&hive(&turned), CLEAR, 1.0, true);
        let look = camera.look.expect("a look");
        assert!((look.centre - turn(centre)).length() < 1e-4);
        assert!(!camera.is_moving(1.0));
    }
}
