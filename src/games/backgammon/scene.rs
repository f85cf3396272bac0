//! The look of the board: points, bar, trays, dice and cube, in four orientations.
//!
//! Knows no colour and no pixel; a point is 1 wide. Cells are always named in White's numbering of
//! the points, so that a place never changes its name: `24` to `1`, `white bar`, `black bar`,
//! `white off`, `black off`, `dice`, `cube`. Painted and spoken numbers count from the player
//! below.

mod last;
mod layout;
mod words;

use super::board::{BAR, Board, OFF, Step};
use super::making::Making;
use super::place::Place;
use super::{Backgammon, Dice, Move, Phase};
use crate::games::{
    Art, BackgammonExtras, CubeFace, Die, HintRing, Mark, Piece, Rules, Scene, SceneView, Side,
    Surface, Target,
};

use layout::Layout;

/// Diameter of a checker, if a point is 1 wide.
const DISC: f32 = 0.86;
/// Length of a die's edges, and of the cube's.
const DIE: f32 = 0.72;
const CUBE: f32 = 0.78;

/// The board.
pub(super) fn scene(pos: &Backgammon, view: &SceneView<'_>) -> Scene {
    painted(&Picture::new(pos, view), view)
}

/// The board as it lies, without a play in the making; the position may be one that cannot occur.
pub(super) fn still(pos: &Backgammon, view: &SceneView<'_>) -> Scene {
    painted(&Picture::of(pos, view, None), view)
}

fn painted(picture: &Picture<'_>, view: &SceneView<'_>) -> Scene {
    Scene {
        size: layout::SIZE,
        surface: Surface::Table,
        cells: picture.cells(),
        pieces: picture.pieces(),
        marks: picture.marks(view),
        labels: picture.layout.labels(),
        moved: picture.moved(view),
        table: Some(picture.table()),
        ..Scene::default()
    }
}

/// The cells on which a move is shown: the ends of its steps, the cube, the dice.
pub(super) fn move_cells(pos: &Backgammon, mv: &Move) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    match mv {
        Move::Play(steps) => {
            for step in steps.as_slice() {
                for point in [step.from, step.to] {
                    let name = Place::of(pos.turn, point).name();
                    if !cells.contains(&name) {
                        cells.push(name);
                    }
                }
            }
        }
        Move::Double | Move::Take | Move::Drop => cells.push("cube".to_owned()),
        Move::Roll | Move::Rolled(_) | Move::Opening(..) => cells.push("dice".to_owned()),
        Move::Resign(_) | Move::Accept | Move::Reject => {}
    }
    cells
}

/// The ways of the checkers in a play; only the cell for other moves.
pub(super) fn move_steps(pos: &Backgammon, mv: &Move) -> Vec<[String; 2]> {
    let name = |point: u8| Place::of(pos.turn, point).name();
    match mv {
        Move::Play(steps) => {
            steps.as_slice().iter().map(|step| [name(step.from), name(step.to)]).collect()
        }
        Move::Opening(..)
        | Move::Rolled(_)
        | Move::Double
        | Move::Roll
        | Move::Take
        | Move::Drop
        | Move::Resign(_)
        | Move::Accept
        | Move::Reject => {
            move_cells(pos, mv).into_iter().map(|cell| [cell.clone(), cell]).collect()
        }
    }
}

/// A position from a viewer's point of view, with the steps made so far.
struct Picture<'a> {
    pos: &'a Backgammon,
    layout: Layout,
    making: Option<Making>,
    /// The current checkers, from the point of view of the side to move.
    board: Board,
    /// Points whose checkers can be moved, in the numbering of the player on turn.
    movable: Vec<u8>,
    targets: Vec<(u8, String)>,
    /// The last roll, and the side that rolled.
    rolled: Option<(Side, Dice)>,
    /// The hint, until a step is played.
    hint: Option<Move>,
    show_legal: bool,
}

impl<'a> Picture<'a> {
    fn new(pos: &'a Backgammon, view: &SceneView<'_>) -> Self {
        let making = Making::read(pos, view.chosen);
        Self::of(pos, view, making.filter(|_| pos.resigned.is_none()))
    }

    fn of(pos: &'a Backgammon, view: &SceneView<'_>, making: Option<Making>) -> Self {
        let board = making.as_ref().map_or(pos.board, Making::board);
        let movable = match (&making, view.show_legal) {
            (Some(making), true) => {
                (1..=BAR as u8).filter(|point| making.first_step(*point).is_some()).collect()
            }
            _ => Vec::new(),
        };
        let targets = match (&making, view.show_legal) {
            (Some(making), true) => making.targets(),
            _ => Vec::new(),
        };
        let rolled = view.rolled.and_then(|(side, text)| Some((side, read_dice(text)?)));
        let layout = Layout::new(view.orientation);
        let untouched = making.as_ref().is_none_or(Making::is_untouched);
        let hint = view.hint.filter(|_| untouched).and_then(|text| pos.read_move(text).ok());
        let show_legal = view.show_legal;
        Self { pos, layout, making, board, movable, targets, rolled, hint, show_legal }
    }

    /// Checkers of a side by its own points.
    fn checkers(&self, side: Side) -> [u8; 26] {
        if side == self.pos.turn { self.board.own } else { self.board.opp }
    }

    /// Checker number `n` (from 0) of `side` on its point with `count` checkers.
    fn piece(&self, side: Side, point: u8, n: u8, count: u8) -> Piece {
        let place = Place::of(side, point);
        let white = side == Side::First;
        let art =
            if usize::from(point) == OFF { Art::Rim { white } } else { Art::Checker { white } };
        let centre = self.layout.spot(place, n, count);
        Piece { art, centre, diameter: DISC, level: 0, id: number(side, point, n) }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(30);
        for side in Side::BOTH {
            for (point, count) in (0..).zip(self.checkers(side)) {
                pieces.extend((0..count).map(|n| self.piece(side, point, n, count)));
            }
        }
        pieces
    }

    fn marks(&self, view: &SceneView<'_>) -> Vec<Mark> {
        let turn = self.pos.turn;
        let name = |point: u8| Place::of(turn, point).name();
        let mut marks: Vec<Mark> = Vec::new();
        let untouched = self.making.as_ref().is_none_or(Making::is_untouched);
        if let (Some(text), true) = (view.last_move, untouched) {
            marks.extend(last::cells(self.pos, text).into_iter().map(Mark::LastMove));
        }
        let mut legal: Vec<String> = self.targets.iter().map(|(point, _)| name(*point)).collect();
        if view.show_legal {
            legal.extend(self.clickable().map(str::to_owned));
        }
        legal.dedup();
        marks.extend(legal.into_iter().map(Mark::Legal));
        let chosen = self.making.as_ref().and_then(Making::chosen);
        marks.extend(chosen.map(|point| Mark::Chosen(name(point))));
        marks
    }

    /// Cells beside the points on which a click has an effect.
    fn clickable(&self) -> impl Iterator<Item = &'static str> {
        let is_free = self.pos.resigned.is_none();
        let decides = is_free && self.pos.phase == Phase::Decide;
        let doubled = is_free && self.pos.phase == Phase::Doubled;
        let confirms = self.making.as_ref().is_some_and(|making| making.play().is_some());
        let dice = (decides || confirms).then_some("dice");
        let cube = (decides && self.pos.can_double() || doubled).then_some("cube");
        dice.into_iter().chain(cube)
    }

    fn moved(&self, view: &SceneView<'_>) -> Vec<(u32, u32)> {
        match (&self.making, view.last_move) {
            (Some(making), _) if making.n_steps() > 0 => {
                let Some((before, step)) = making.last_step() else { return Vec::new() };
                last::moved(self.pos.turn, before, &[step])
            }
            (_, Some(text)) => last::moved_by(self.pos, text),
            (_, None) => Vec::new(),
        }
    }

    fn table(&self) -> BackgammonExtras {
        let making = self.making.as_ref();
        let targets = self.targets.iter().map(|(point, text)| {
            let place = Place::of(self.pos.turn, *point);
            let count = self.checkers(self.pos.turn)[usize::from(*point)];
            let at = self.layout.spot(place, count, count + 1);
            Target { cell: place.name(), at, text: text.clone() }
        });
        BackgammonExtras {
            bar: layout::BAR_AREA,
            trays: layout::TRAYS,
            dice: self.dice(),
            last_dice: self.last_dice(),
            cube: self.cube(),
            targets: targets.collect(),
            hints: self.hints(),
            lines: words::lines(self.pos),
            is_complete: making.is_some_and(|making| making.play().is_some()),
            stakes: words::stakes(self.pos),
        }
    }

    /// The checkers that the hint moves and their targets, or the cube.
    fn hints(&self) -> Vec<HintRing> {
        match &self.hint {
            Some(Move::Play(steps)) => self.hinted_steps(steps.as_slice()),
            Some(Move::Double | Move::Take) => {
                let ring = |cube: CubeFace| HintRing {
                    cell: "cube".to_owned(),
                    at: cube.centre,
                    diameter: cube.size * 1.3,
                    lands: false,
                };
                self.cube().map(ring).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// A checker that makes several steps is marked at its start and at its end.
    fn hinted_steps(&self, steps: &[Step]) -> Vec<HintRing> {
        let side = self.pos.turn;
        let lying = self.checkers(side);
        let mut ways: Vec<Step> = Vec::new();
        for step in steps {
            match ways.iter_mut().find(|way| way.to == step.from) {
                Some(way) => way.to = step.to,
                None => ways.push(*step),
            }
        }
        let ring = |point: u8, n: u8, count: u8, lands: bool| {
            let place = Place::of(side, point);
            let at = self.layout.spot(place, n, count);
            HintRing { cell: place.name(), at, diameter: DISC, lands }
        };
        let (mut left, mut come) = ([0_u8; 26], [0_u8; 26]);
        let mut rings = Vec::new();
        for Step { from, to } in ways {
            let (left, come) = (&mut left[usize::from(from)], &mut come[usize::from(to)]);
            let [from_n, to_n] = [from, to].map(|point| lying[usize::from(point)]);
            *left += 1;
            rings.push(ring(from, from_n.saturating_sub(*left), from_n, false));
            rings.push(ring(to, to_n + *come, to_n + *come + 1, true));
            *come += 1;
        }
        rings
    }

    fn dice(&self) -> Vec<Die> {
        let Some(making) = &self.making else { return self.waiting_dice() };
        let turn = self.pos.turn;
        let dice = making.dice();
        let places = self.layout.dice(turn, dice.len());
        dice.into_iter()
            .zip(places)
            .map(|((value, used), centre)| Die {
                centre,
                size: DIE,
                value,
                white: turn == Side::First,
                used,
            })
            .collect()
    }

    /// The dice while a resignation is pending: as rolled.
    fn waiting_dice(&self) -> Vec<Die> {
        let Phase::Play(dice) = self.pos.phase else { return Vec::new() };
        let white = self.pos.turn == Side::First;
        let places = self.layout.dice(self.pos.turn, 2);
        let values = [dice.high(), dice.low()].into_iter().zip(places);
        values.map(|(value, centre)| Die { centre, size: DIE, value, white, used: false }).collect()
    }

    /// The dice of the turn before, unless dice of the same player or an offered cube take their
    /// place.
    fn last_dice(&self) -> Vec<Die> {
        let plays = matches!(self.pos.phase, Phase::Play(_));
        let is_free =
            |side: Side| self.pos.phase != Phase::Doubled && !(plays && side == self.pos.turn);
        let Some((side, dice)) = self.rolled.filter(|(side, _)| is_free(*side)) else {
            return Vec::new();
        };
        let n_dice = if dice.is_double() { 4 } else { 2 };
        let values = [dice.high(), dice.low(), dice.high(), dice.low()];
        let places = self.layout.dice(side, n_dice);
        let white = side == Side::First;
        let die = |(value, centre)| Die { centre, size: DIE, value, white, used: true };
        values.into_iter().zip(places).map(die).collect()
    }

    fn cube(&self) -> Option<CubeFace> {
        if !words::has_cube(self.pos) {
            return None;
        }
        let offered = self.pos.phase == Phase::Doubled;
        let centre = match (offered, self.pos.cube.owner) {
            (true, _) => self.layout.offered_cube(self.pos.turn.opponent()),
            (false, owner) => self.layout.cube(owner),
        };
        let value = self.pos.cube.value() << u32::from(offered);
        let legal = self.show_legal && self.clickable().any(|cell| cell == "cube");
        let owner = if offered { Some(self.pos.turn.opponent()) } else { self.pos.cube.owner };
        let dead = !offered && self.pos.may_turn_cube() && !self.pos.can_double();
        Some(CubeFace { centre, size: CUBE, value, offered, legal, owner, dead })
    }

    fn cells(&self) -> Vec<crate::games::Cell> {
        let mut cells = self.layout.cells(words::has_cube(self.pos));
        let dice = self.layout.dice_area(self.pos.turn);
        let cube = self.cube().map(|cube| layout::around(cube.centre, CUBE));
        for cell in &mut cells {
            match (cell.name.as_str(), cube) {
                ("dice", _) => cell.outline = layout::corners(dice),
                ("cube", Some(cube)) => cell.outline = layout::corners(cube),
                _ => {}
            }
            cell.spoken = self.spoken(&cell.name);
        }
        layout::link(&mut cells);
        cells
    }

    fn spoken(&self, name: &str) -> String {
        let Some(place) = Place::parse(name) else {
            return match name {
                "cube" => words::cube(self.pos),
                _ => words::dice(self.pos, self.making.as_ref()),
            };
        };
        let mut words = words::place(place, self.layout.below(), |side, point| {
            self.checkers(side)[usize::from(point)]
        });
        let point = place.point_of(self.pos.turn);
        let making = self.making.as_ref();
        let is_chosen = point.is_some() && point == making.and_then(Making::chosen);
        if is_chosen {
            words.push_str(", chosen");
        }
        // A click on a checker that is held lets it go; beside one that has just moved it moves the
        // next one.
        let is_held = is_chosen && making.is_some_and(Making::is_held);
        if !is_held && point.is_some_and(|point| self.movable.contains(&point)) {
            words.push_str(", movable");
        }
        if point.is_some_and(|point| self.targets.iter().any(|(target, _)| *target == point)) {
            words.push_str(", legal");
        }
        if self.hints().iter().any(|ring| ring.cell == name) {
            words.push_str(", hint");
        }
        words
    }
}

/// `31`.
fn read_dice(text: &str) -> Option<Dice> {
    let [one, other] = <[u8; 2]>::try_from(text.as_bytes()).ok()?;
    Dice::new(one.checked_sub(b'0')?, other.checked_sub(b'0')?)
}

/// The number of a checker: that of its place, so that it is the same in every scene.
fn number(side: Side, point: u8, n: u8) -> u32 {
    (side.idx() as u32 * 26 + u32::from(point)) * 16 + u32::from(n)
}
