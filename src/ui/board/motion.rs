//! Animation of moves: pieces travel and take others on their way, discs turn, new pieces appear.
//!
//! Knows no game. If a scene has the way of its last move, the animation follows it, forwards when
//! the move was played and backwards when it was taken back; otherwise pieces of the same number
//! before and after are the same piece. Dice that were rolled and played too fast to see are shown
//! for a moment before the play.

use std::collections::VecDeque;

use egui::{Pos2, lerp, pos2, vec2};

use super::journey::Journey;
use super::layout::Layout;
use crate::app::board::{Art, BackgammonExtras, Die, Mark, Piece, Scene};

/// Seconds that a move takes on the screen.
pub(super) const DURATION: f64 = 0.18;
/// Seconds for each part of a move with several parts, and at most for all of them.
const LEG: f64 = 0.16;
const LONGEST: f64 = 1.2;
/// Seconds that dice are shown before their play.
const MOMENT: f64 = 0.5;
/// The number of rolls whose start of display is remembered.
const ROLLS: usize = 3;
/// The most changes that may wait for earlier ones to be shown; beyond that the oldest are skipped.
const WAITING: usize = 2;
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
    /// Height in its stack.
    pub(super) level: u8,
}

impl Shown {
    /// A piece at rest.
    pub(super) fn still(layout: &Layout, piece: &Piece) -> Self {
        let diameter = piece.diameter * layout.unit;
        let (centre, level) = (layout.place(piece), piece.level);
        Self { art: piece.art, centre, diameter, squeeze: 1.0, alpha: 1.0, level }
    }
}

/// A change of the pieces that is being shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Motion {
    before: Scene,
    now: Scene,
    /// The changes to be shown after it, the newest last.
    waiting: VecDeque<Scene>,
    running: Option<Running>,
    /// The dice that were shown last, and since when; the newest last.
    seen: VecDeque<(Roll, f64)>,
}

/// Whose dice, and what they show, in order.
type Roll = (bool, Vec<u8>);

#[derive(Clone, Debug)]
struct Running {
    /// When it begins: dice are shown before.
    started: f64,
    seconds: f64,
    journey: Option<Journey>,
}

impl Motion {
    /// Takes note of the pieces at `time`; starts an animation if one move's worth has changed. If
    /// a game is `followed` (with the board before its last move), moves that come during an
    /// animation wait for it. Returns whether an animation runs.
    pub(super) fn follow(
        &mut self,
        scene: &Scene,
        followed: Option<&Scene>,
        time: f64,
        animate: bool,
    ) -> bool {
        self.note_dice(scene, time);
        if self.differs(scene) {
            if !animate || self.now.pieces.is_empty() {
                self.put(scene);
            } else {
                if let Some(between) = self.step_between(scene, followed) {
                    self.waiting.push_back(between);
                }
                let last_dice = if followed.is_some() { last_dice(scene) } else { &[] };
                self.waiting.push_back(Scene { table: dice_only(last_dice), ..kept(scene) });
                self.pass_over(followed.is_some());
            }
        } else if self.newest().path != scene.path {
            let newest = self.waiting.back_mut().unwrap_or(&mut self.now);
            newest.path.clone_from(&scene.path);
        } else if self.is_idle() && last_dice(&self.now) != last_dice(scene) {
            self.now.table = dice_only(last_dice(scene));
        }
        self.advance(time, animate);
        self.running.is_some()
    }

    /// Shows these pieces at once and without animation.
    pub(super) fn put(&mut self, scene: &Scene) {
        self.waiting.clear();
        self.running = None;
        self.before = std::mem::replace(&mut self.now, kept(scene));
    }

    fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Remembers since when the dice of a roll lie there.
    fn note_dice(&mut self, scene: &Scene, time: f64) {
        let dice = scene.table.as_ref().map_or(&[][..], |table| &table.dice);
        let Some(roll) = roll(dice) else { return };
        if self.seen.back().is_none_or(|(known, _)| *known != roll) {
            self.seen.push_back((roll, time));
        }
        if self.seen.len() > ROLLS {
            self.seen.pop_front();
        }
    }

    /// The dice that are shown at `time` before the play that was made with them.
    fn rolled(&self, time: f64) -> Option<&[Die]> {
        let is_to_come = self.running.as_ref().is_some_and(|running| time < running.started);
        is_to_come.then(|| last_dice(&self.now))
    }

    /// These pieces are not those of the last time.
    pub(super) fn differs(&self, scene: &Scene) -> bool {
        self.newest().pieces != scene.pieces
    }

    /// Two moves have led to `scene` at once: the board between them.
    pub(super) fn step_between(&self, scene: &Scene, followed: Option<&Scene>) -> Option<Scene> {
        let between = followed?;
        let newest = self.newest();
        let one = |a, b| Journey::between(a, b).is_some() || one_tile(a, b);
        let two = !one(newest, scene) && one(newest, between) && one(between, scene);
        two.then(|| kept(between))
    }

    /// The board shown while `scene` has to wait: the move marked as the last one, and the dice,
    /// are those which are shown at `time`.
    pub(super) fn lagging(&self, scene: &Scene, time: f64) -> Option<Scene> {
        let rolled = self.rolled(time);
        if self.waiting.is_empty() && rolled.is_none() {
            return None;
        }
        let is_last = |mark: &&Mark| matches!(mark, Mark::LastMove(_));
        let marks = scene.marks.iter().filter(|mark| !is_last(mark));
        let shown = if rolled.is_some() { &self.before } else { &self.now };
        let marks = marks.chain(shown.marks.iter().filter(is_last)).cloned().collect();
        let mut table = scene.table.clone();
        match (&mut table, rolled) {
            (Some(table), Some(rolled)) => {
                table.dice = rolled.iter().map(|die| Die { used: false, ..*die }).collect();
                table.last_dice.clear();
                table.targets.clear();
                table.is_complete = false;
            }
            (Some(table), None) => table.last_dice = last_dice(&self.now).to_vec(),
            (None, _) => {}
        }
        Some(Scene { marks, table, ..scene.clone() })
    }

    fn newest(&self) -> &Scene {
        self.waiting.back().unwrap_or(&self.now)
    }

    /// Skips changes that wait too long: if the game is not followed, all but the newest.
    fn pass_over(&mut self, followed: bool) {
        if !followed {
            self.running = None;
        }
        let most = |running: bool| if followed { WAITING + usize::from(!running) } else { 1 };
        while self.waiting.len() > most(self.running.is_some())
            && let Some(next) = self.waiting.pop_front()
        {
            self.now = next;
            self.running = None;
        }
    }

    /// Ends animations that are over, and begins the next waiting one.
    fn advance(&mut self, time: f64, animate: bool) {
        let over = |running: &Running| !animate || time - running.started >= running.seconds;
        if self.running.as_ref().is_some_and(over) {
            self.running = None;
        }
        while self.running.is_none()
            && let Some(next) = self.waiting.pop_front()
        {
            self.before = std::mem::replace(&mut self.now, next);
            self.running = if animate { self.start(time) } else { None };
        }
    }

    /// When the next play begins to be shown: at once, unless its dice must be shown for a moment
    /// first.
    fn begin(&self, time: f64) -> f64 {
        let dice = last_dice(&self.now);
        let Some(roll) = roll(dice).filter(|_| dice != last_dice(&self.before)) else {
            return time;
        };
        let known = self.seen.iter().rev().find(|(known, _)| *known == roll);
        let since = known.map_or(time, |(_, since)| *since);
        time.max(since + MOMENT)
    }

    fn start(&self, time: f64) -> Option<Running> {
        let time = self.begin(time);
        let journey = Journey::between(&self.before, &self.now);
        if let Some(journey) = journey {
            let legs = journey.n_legs();
            let seconds = if legs > 1 { (LEG * legs as f64).min(LONGEST) } else { DURATION };
            return Some(Running { started: time, seconds, journey: Some(journey) });
        }
        let moves = (1..=AT_MOST).contains(&self.changed());
        moves.then_some(Running { started: time, seconds: DURATION, journey: None })
    }

    fn changed(&self) -> usize {
        let (before, now) = (&self.before.pieces, &self.now.pieces);
        let differs = |piece: &&Piece| find(before, piece.id) != Some(piece);
        let gone = |piece: &&Piece| find(now, piece.id).is_none();
        now.iter().filter(differs).count() + before.iter().filter(gone).count()
    }

    /// The pieces as they look at `time`, the one that lies above the others last.
    #[must_use]
    pub(super) fn shown(&self, layout: &Layout, time: f64) -> Vec<Shown> {
        let pieces = &self.now.pieces;
        let Some(running) = &self.running else {
            return pieces.iter().map(|piece| Shown::still(layout, piece)).collect();
        };
        if time < running.started {
            let before = self.before.pieces.iter();
            return before.map(|piece| Shown::still(layout, piece)).collect();
        }
        let part = ((time - running.started) / running.seconds).clamp(0.0, 1.0) as f32;
        if let Some(journey) = &running.journey {
            return journey.shown(layout, pieces, part);
        }
        let eased = part * part * (3.0 - 2.0 * part);
        let all = pieces.iter().map(|piece| self.piece(layout, piece, eased));
        if !layout.lifts {
            return all.collect();
        }
        // A piece moving over tiles is above all of them.
        let is_lying = |(shown, piece): &(Shown, &Piece)| *shown == Shown::still(layout, piece);
        let (mut all, moving): (Vec<_>, Vec<_>) = all.zip(pieces).partition(is_lying);
        all.extend(moving);
        all.into_iter().map(|(shown, _)| shown).collect()
    }

    fn piece(&self, layout: &Layout, piece: &Piece, part: f32) -> Shown {
        let still = Shown::still(layout, piece);
        if part >= 1.0 {
            return still;
        }
        let came = self.now.moved.iter().find(|(_, now)| *now == piece.id);
        let id = came.map_or(piece.id, |(before, _)| *before);
        let Some(old) = find(&self.before.pieces, id) else {
            let diameter = still.diameter * lerp(1.18..=1.0, part);
            return Shown { diameter, alpha: (part * 2.0).min(1.0), ..still };
        };
        let (from, to) = (layout.place(old), still.centre);
        let centre = pos2(lerp(from.x..=to.x, part), lerp(from.y..=to.y, part));
        if layout.lifts && from != to {
            // A tile is lifted, carried and put down.
            let height = (std::f32::consts::PI * part).sin();
            let centre = centre - vec2(0.0, height * layout.unit * 0.22);
            let diameter = still.diameter * (1.0 + 0.06 * height);
            return Shown { centre, diameter, level: still.level.max(1), ..still };
        }
        let turns = matches!((old.art, piece.art), (Art::Stone { .. }, Art::Stone { .. }));
        if old.art == piece.art || !turns {
            return Shown { centre, ..still };
        }
        let art = if part < 0.5 { old.art } else { piece.art };
        let squeeze = (std::f32::consts::PI * part).cos().abs().max(0.06);
        Shown { art, centre, squeeze, ..still }
    }
}

/// What is remembered of a scene.
fn kept(scene: &Scene) -> Scene {
    Scene {
        pieces: scene.pieces.clone(),
        path: scene.path.clone(),
        marks: scene.marks.clone(),
        moved: scene.moved.clone(),
        ..Scene::default()
    }
}

fn last_dice(scene: &Scene) -> &[Die] {
    scene.table.as_ref().map_or(&[], |table| &table.last_dice)
}

/// What is remembered of a table.
fn dice_only(last_dice: &[Die]) -> Option<BackgammonExtras> {
    let last_dice = last_dice.to_vec();
    (!last_dice.is_empty()).then(|| BackgammonExtras { last_dice, ..BackgammonExtras::default() })
}

/// These dice in any order; `None` if there are no dice.
fn roll(dice: &[Die]) -> Option<Roll> {
    let white = dice.first()?.white;
    let mut values: Vec<u8> = dice.iter().map(|die| die.value).collect();
    values.sort_unstable();
    Some((white, values))
}

/// One tile has been placed or moved, or one has gone back into a hand, and nothing else.
fn one_tile(before: &Scene, now: &Scene) -> bool {
    let (before, now) = (&before.pieces, &now.pieces);
    let mut all = before.iter().chain(now);
    if !all.all(|piece| matches!(piece.art, Art::Tile { .. })) {
        return false;
    }
    let differs = |piece: &&Piece| find(before, piece.id) != Some(piece);
    let gone = |piece: &&Piece| find(now, piece.id).is_none();
    now.iter().filter(differs).count() + before.iter().filter(gone).count() == 1
}

fn find(pieces: &[Piece], id: u32) -> Option<&Piece> {
    pieces.iter().find(|piece| piece.id == id)
}

#[cfg(test)]
mod tests {
    use egui::{Rect, vec2};

    use super::*;
    use crate::app::board::Point;

    fn stones(list: impl IntoIterator<Item = (u32, bool)>) -> Scene {
        let piece = |(id, black): (u32, bool)| {
            let centre = (id as f32 + 0.5, 0.5);
            Piece { art: Art::Stone { black }, centre, diameter: 0.8, level: 0, id }
        };
        Scene { pieces: list.into_iter().map(piece).collect(), ..Scene::default() }
    }

    /// Men at these squares of a row, and the way of the last move.
    fn men(list: &[(f32, Art)], path: &[f32]) -> Scene {
        let piece = |(x, art): &(f32, Art)| Piece {
            art: *art,
            centre: (*x, 0.5),
            diameter: 0.8,
            level: 0,
            id: *x as u32,
        };
        let path: Vec<Point> = path.iter().map(|x| (*x, 0.5)).collect();
        Scene { pieces: list.iter().map(piece).collect(), path, ..Scene::default() }
    }

    const WHITE: Art = Art::Man { white: true };
    const KING: Art = Art::King { white: true };
    const BLACK: Art = Art::Man { white: false };

    fn layout() -> Layout {
        let field = Rect::from_min_size(Pos2::ZERO, vec2(80.0, 10.0));
        let zero = field.min;
        Layout { field, outer: field, unit: 10.0, edge: 0.0, zero, lifts: false }
    }

    #[test]
    fn a_disc_turns_over_its_edge_and_then_rests() {
        let mut motion = Motion::default();
        let start = stones([(0, true)]);
        assert!(!motion.follow(&start, None, 0.0, true), "the first picture stands still");
        let after = stones([(0, false), (1, false)]);
        assert!(motion.follow(&after, None, 1.0, true));
        let early = motion.shown(&layout(), 1.0 + DURATION * 0.2);
        assert_eq!(early[0].art, Art::Stone { black: true });
        assert!(early[0].squeeze < 1.0 && early[1].alpha < 1.0);
        let late = motion.shown(&layout(), 1.0 + DURATION * 0.8);
        assert_eq!(late[0].art, Art::Stone { black: false });
        assert!(!motion.follow(&after, None, 1.01 + DURATION, true));
        let rest = motion.shown(&layout(), 1.01 + DURATION);
        assert_eq!((rest[0].squeeze, rest[1].alpha), (1.0, 1.0));
    }

    #[test]
    fn another_position_or_a_switch_shows_at_once() {
        let few = stones((0..4).map(|id| (id, true)));
        let many = stones((0..40).map(|id| (id, false)));
        let mut motion = Motion::default();
        motion.follow(&few, None, 0.0, true);
        assert!(!motion.follow(&many, None, 1.0, true));
        assert!(!motion.follow(&stones((0..39).map(|id| (id, false))), None, 2.0, false));
        assert_eq!(motion.shown(&layout(), 2.0).len(), 39);
    }

    #[test]
    fn a_capture_takes_men_one_by_one_and_the_man_becomes_king_at_the_end() {
        let before = men(&[(0.5, WHITE), (1.5, BLACK), (3.5, BLACK), (7.5, BLACK)], &[]);
        let after = men(&[(4.5, KING), (7.5, BLACK)], &[0.5, 2.5, 4.5]);
        let mut motion = Motion::default();
        motion.follow(&before, None, 0.0, true);
        assert!(motion.follow(&after, None, 1.0, true));
        let at = |part: f64| motion.shown(&layout(), 1.0 + part * 2.0 * LEG);
        let black = |shown: &[Shown]| -> Vec<f32> {
            shown.iter().filter(|s| s.art == BLACK && s.alpha > 0.0).map(|s| s.centre.x).collect()
        };
        assert_eq!(black(&at(0.1)), [75.0, 15.0, 35.0]);
        assert_eq!(black(&at(0.6)), [75.0, 35.0], "the first is passed, the second is not");
        assert_eq!(black(&at(0.99)), [75.0]);
        let mover = |part: f64| *at(part).last().expect("the mover lies above");
        assert_eq!(mover(0.5).centre.x, 25.0);
        assert_eq!((mover(0.5).art, mover(1.0).art), (WHITE, KING));
        assert!(!motion.follow(&after, None, 1.01 + 2.0 * LEG, true));
    }

    #[test]
    fn a_move_that_is_taken_back_runs_backwards() {
        let before = men(&[(0.5, WHITE), (1.5, BLACK)], &[]);
        let after = men(&[(2.5, WHITE)], &[0.5, 2.5]);
        let mut motion = Motion::default();
        motion.follow(&after, None, 0.0, true);
        assert!(motion.follow(&before, None, 1.0, true));
        let early = motion.shown(&layout(), 1.0 + 0.1 * DURATION);
        assert!(early[0].alpha < 0.01 && early[1].centre.x > 20.0, "{early:?}");
        let late = motion.shown(&layout(), 1.0 + 0.99 * DURATION);
        assert!(late[0].alpha > 0.99 && late[1].centre.x < 6.0, "{late:?}");
    }

    #[test]
    fn a_way_that_does_not_explain_the_change_is_not_followed() {
        let before = men(&[(0.5, WHITE), (1.5, BLACK), (5.5, WHITE)], &[]);
        // The man on 5.5 is gone, too, and lay not on the way.
        let after = men(&[(2.5, WHITE)], &[0.5, 2.5]);
        assert!(Journey::between(&before, &after).is_none());
        let mut motion = Motion::default();
        motion.follow(&before, None, 0.0, true);
        motion.follow(&after, None, 1.0, true);
        let early = motion.shown(&layout(), 1.0 + 0.1 * DURATION);
        assert_eq!(early.len(), 1);
    }

    /// A man takes one, a second man of the other colour takes it back.
    fn exchange() -> [Scene; 3] {
        let start = men(&[(0.5, WHITE), (1.5, BLACK), (3.5, BLACK), (6.5, WHITE)], &[]);
        let mine = men(&[(2.5, WHITE), (3.5, BLACK), (6.5, WHITE)], &[0.5, 2.5]);
        let reply = men(&[(1.5, BLACK), (6.5, WHITE)], &[3.5, 1.5]);
        [start, mine, reply]
    }

    fn mover(motion: &Motion, time: f64) -> (Art, f32) {
        let shown = motion.shown(&layout(), time);
        let last = shown.last().expect("the mover lies above");
        (last.art, last.centre.x)
    }

    #[test]
    fn a_reply_waits_until_the_move_before_it_has_been_shown() {
        let [start, mine, reply] = exchange();
        // The reply comes while the capture is shown, and together with it.
        for at_once in [false, true] {
            let mut motion = Motion::default();
            motion.follow(&start, None, 0.0, true);
            if !at_once {
                assert!(motion.follow(&mine, Some(&start), 1.0, true));
            }
            assert!(motion.follow(&reply, Some(&mine), 1.0, true));
            assert_eq!(mover(&motion, 1.0), (WHITE, 5.0), "{at_once}");
            assert!(motion.lagging(&reply, 1.0).is_some());
            assert_eq!(mover(&motion, 1.0 + DURATION), (WHITE, 25.0), "{at_once}");
            let then = 1.01 + DURATION;
            assert!(motion.follow(&reply, Some(&mine), then, true), "{at_once}");
            assert!(motion.lagging(&reply, then).is_none());
            assert_eq!(mover(&motion, then), (BLACK, 35.0), "{at_once}");
            assert!(!motion.follow(&reply, Some(&mine), 0.01 + then + DURATION, true), "{at_once}");
        }
    }

    /// A checker at `x`, and the dice it was played with.
    fn played(x: f32, values: [u8; 2], lie: bool) -> Scene {
        let die = |value| Die { centre: (0.0, 0.0), size: 1.0, value, white: true, used: !lie };
        let dice = values.map(die).to_vec();
        let table = if lie {
            BackgammonExtras { dice, ..BackgammonExtras::default() }
        } else {
            BackgammonExtras { last_dice: dice, ..BackgammonExtras::default() }
        };
        Scene { table: Some(table), ..men(&[(x, WHITE)], &[]) }
    }

    #[test]
    fn dice_that_nobody_has_seen_are_shown_before_what_is_played_with_them() {
        let before = men(&[(0.5, WHITE)], &[]);
        let after = played(4.5, [3, 1], false);
        let dice = |motion: &Motion, time: f64| {
            let looks = motion.lagging(&after, time)?.table?;
            Some(looks.dice.iter().map(|die| (die.value, die.used)).collect::<Vec<_>>())
        };
        let mut motion = Motion::default();
        motion.follow(&before, None, 0.0, true);
        assert!(motion.follow(&after, Some(&before), 1.0, true));
        assert_eq!(dice(&motion, 1.4), Some(vec![(3, false), (1, false)]));
        assert_eq!(mover(&motion, 1.4).1, 5.0, "the checker waits");
        assert_eq!(dice(&motion, 1.51), None);
        assert!(!motion.follow(&after, Some(&before), 1.01 + MOMENT + DURATION, true));
        assert_eq!(mover(&motion, 1.01 + MOMENT + DURATION).1, 45.0);
        // The same dice, seen long enough, and a game that is only stepped through.
        let rolled = played(0.5, [3, 1], true);
        for (seen, followed) in [(true, Some(&before)), (false, None)] {
            let mut motion = Motion::default();
            motion.follow(if seen { &rolled } else { &before }, None, 0.0, true);
            assert!(motion.follow(&after, followed, 1.0, true));
            assert_eq!(dice(&motion, 1.01), None, "{seen}");
        }
    }

    #[test]
    fn who_steps_through_a_game_sees_the_newest_position_at_once() {
        let [start, mine, reply] = exchange();
        let mut motion = Motion::default();
        motion.follow(&start, None, 0.0, true);
        motion.follow(&mine, None, 1.0, true);
        assert!(motion.follow(&reply, None, 1.05, true));
        assert_eq!(mover(&motion, 1.05), (BLACK, 35.0));
    }

    #[test]
    fn moves_that_come_too_quickly_are_passed_over() {
        let at = |x: f32| men(&[(x, WHITE)], &[x - 1.0, x]);
        let mut motion = Motion::default();
        motion.follow(&at(0.5), None, 0.0, true);
        for x in [1.5, 2.5, 3.5, 4.5, 5.5] {
            assert!(motion.follow(&at(x), Some(&at(x - 1.0)), 1.0, true));
        }
        assert!(motion.waiting.len() <= WAITING);
        assert_eq!(mover(&motion, 1.0), (WHITE, 25.0));
        assert!(!motion.follow(&at(6.5), Some(&at(5.5)), 1.0, false));
        assert_eq!(mover(&motion, 1.0), (WHITE, 65.0));
    }
}
