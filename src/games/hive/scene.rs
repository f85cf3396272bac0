//! The look of the board in six orientations, and the meaning of clicks on it.
//!
//! Knows no colour and no pixel. A hexagon is 1 wide; the middle of the first piece's place is at
//! `(0, 0)`, however the hive grows, so that nothing on the plane ever jumps.

use super::hex::{Cell, Hex, Way};
use super::movegen::{destinations, legal_moves, placeable, placements};
use super::piece::{Bug, Piece, PieceSet};
use super::{BoardMove, Hive, Move, moves};
use crate::games::{
    Art, Cell as Place, HandPiece, Mark, MoveText, Piece as Shown, Point, Rules, Scene, SceneView,
    Side, Surface, TileBug, Tone,
};

/// The distance from a hexagon's middle to its corners, if it is 1 wide: one over the root of
/// three.
const RADIUS: f32 = 0.577_350_26;
/// The distance from one row's middles to the next.
const ROW: f32 = 1.5 * RADIUS;

/// The hive with everything around it.
pub(super) fn scene(pos: &Hive, view: &SceneView<'_>) -> Scene {
    painted(pos, view, &Picture::new(pos, view))
}

/// The tiles as they lie, even where no rule allows it: nothing is movable.
pub(super) fn still(pos: &Hive, view: &SceneView<'_>) -> Scene {
    painted(pos, view, &Picture::still(pos, view))
}

fn painted(pos: &Hive, view: &SceneView<'_>, picture: &Picture<'_>) -> Scene {
    let marks = marks(view, picture);
    let (origin, size) = picture.field();
    Scene {
        origin,
        size,
        surface: Surface::Plane,
        cells: picture.places(),
        pieces: picture.pieces(),
        marks,
        labels: Vec::new(),
        path: picture.path(),
        hands: Side::BOTH.map(|side| hand(pos, view, side)),
        ..Scene::default()
    }
}

/// The name of the stack of one kind in a side's hand: `hand wA`.
pub(super) fn hand_name(side: Side, bug: Bug) -> String {
    let letter = match side {
        Side::First => 'w',
        Side::Second => 'b',
    };
    format!("hand {letter}{}", bug.letter())
}

/// Every place that can be clicked: those of the hive and all empty ones beside it, in the order of
/// their coordinates.
pub(super) fn places(pos: &Hive) -> Vec<Hex> {
    if pos.board().in_play().is_empty() {
        return vec![Hex::ORIGIN];
    }
    let mut places: Vec<Hex> = Vec::with_capacity(80);
    for piece in pos.board().in_play() {
        let Some(at) = pos.place(piece) else { continue };
        places.push(at);
        places.extend(Way::ALL.map(|way| at.step(way)));
    }
    places.sort_unstable_by_key(|hex| (hex.r, hex.q));
    places.dedup();
    places
}

/// The targets of the pieces that the first chosen cell means.
pub(super) fn targets(pos: &Hive, chosen: &[String]) -> Vec<Hex> {
    let Some(piece) = chosen.first().and_then(|name| meant(pos, name)) else { return Vec::new() };
    let board = pos.board();
    let cells = if board.in_play().contains(piece) {
        destinations(board, piece)
    } else if placeable(board).contains(piece) && !board.is_over() {
        placements(board)
    } else {
        return Vec::new();
    };
    cells.iter().map(|cell| pos.hex(cell)).collect()
}

/// The piece that a click on a name means: the next in hand of its kind, or the top of a stack.
pub(super) fn meant(pos: &Hive, name: &str) -> Option<Piece> {
    if let Some((side, bug)) = in_hand(name) {
        return pos.board().next_in_hand(side, bug);
    }
    let hex = Hex::parse(name)?;
    let top = pos.board().top(Cell::of(hex))?;
    (pos.place(top) == Some(hex)).then_some(top)
}

/// Reads the name of a stack in hand.
pub(super) fn in_hand(name: &str) -> Option<(Side, Bug)> {
    Side::BOTH
        .into_iter()
        .flat_map(|side| Bug::ALL.map(|bug| (side, bug)))
        .find(|(side, bug)| hand_name(*side, *bug) == name)
}

/// The cells of a move: the piece's origin, if it was on the board, and its target.
pub(super) fn move_cells(pos: &Hive, mv: Move) -> Vec<String> {
    let Move::Play { piece, to } = mv else { return Vec::new() };
    let from = pos.place(piece).filter(|from| *from != to);
    from.into_iter().chain([to]).map(Hex::name).collect()
}

fn hand(pos: &Hive, view: &SceneView<'_>, side: Side) -> Vec<HandPiece> {
    let kinds = Bug::ALL.into_iter().filter(|bug| pos.game_type().has(*bug));
    kinds
        .map(|bug| {
            let count = pos.board().hand(side).and(PieceSet::of_bug(bug)).len() as u8;
            let name = hand_name(side, bug);
            let words = format!("{} {}", colour(side), bug.title());
            let spoken = match count {
                0 => format!("{words}, none in hand"),
                n => format!("{words}, {n} in hand"),
            };
            let chosen = view.chosen.contains(&name);
            HandPiece { art: art(side, bug), name, spoken, count, chosen }
        })
        .collect()
}

/// `white` or `black`.
fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "white",
        Side::Second => "black",
    }
}

fn art(side: Side, bug: Bug) -> Art {
    let bug = match bug {
        Bug::Queen => TileBug::Queen,
        Bug::Spider => TileBug::Spider,
        Bug::Beetle => TileBug::Beetle,
        Bug::Grasshopper => TileBug::Grasshopper,
        Bug::Ant => TileBug::Ant,
        Bug::Mosquito => TileBug::Mosquito,
        Bug::Ladybug => TileBug::Ladybug,
        Bug::Pillbug => TileBug::Pillbug,
    };
    Art::Tile { white: side == Side::First, bug }
}

fn marks(view: &SceneView<'_>, picture: &Picture<'_>) -> Vec<Mark> {
    // The origin of a piece may now be isolated.
    let last = picture.last.iter().filter(|hex| picture.places.contains(hex));
    let mut marks: Vec<Mark> = last.map(|hex| Mark::LastMove(hex.name())).collect();
    if view.show_legal {
        marks.extend(picture.targets.iter().map(|hex| Mark::Legal(hex.name())));
    }
    // A stack in hand shows itself that it is chosen.
    let on_board = view.chosen.iter().filter(|name| in_hand(name).is_none());
    marks.extend(on_board.cloned().map(Mark::Chosen));
    marks
}

/// A position from a viewer's point of view.
struct Picture<'a> {
    pos: &'a Hive,
    orientation: u8,
    places: Vec<Hex>,
    targets: Vec<Hex>,
    movable: PieceSet,
    /// The origin of the last move, if it was on the board, and its target.
    last: Vec<Hex>,
}

impl<'a> Picture<'a> {
    fn new(pos: &'a Hive, view: &SceneView<'_>) -> Self {
        let mut list = Vec::new();
        legal_moves(pos.board(), &mut list);
        let only = view.only.map(|only| read_all(pos, only));
        let may =
            |piece, to| only.as_ref().is_none_or(|all| all.contains(&Move::Play { piece, to }));
        let mut movable = PieceSet::EMPTY;
        for mv in list {
            if let BoardMove::Play { piece, to } = mv
                && may(piece, pos.hex(to))
            {
                movable.insert(piece);
            }
        }
        let places = places(pos);
        let chosen = view.chosen.first().and_then(|name| meant(pos, name));
        let mut targets = targets(pos, view.chosen);
        targets.retain(|to| chosen.is_some_and(|piece| may(piece, *to)));
        targets.sort_unstable();
        let last = match view.last_move {
            Some(text) => last_way(pos, text),
            None => Vec::new(),
        };
        Self { pos, orientation: view.orientation % 6, places, targets, movable, last }
    }

    fn still(pos: &'a Hive, view: &SceneView<'_>) -> Self {
        let (places, movable) = (places(pos), PieceSet::EMPTY);
        let orientation = view.orientation % 6;
        // A tile can be put on each free place that is there, whatever the rules say.
        let is_free = |hex: &&Hex| pos.board().top(Cell::of(**hex)).is_none();
        let targets = places.iter().filter(is_free).copied().collect();
        Self { pos, orientation, places, targets, movable, last: Vec::new() }
    }

    /// The middle of a place on the board.
    fn centre(&self, hex: Hex) -> Point {
        let Hex { q, r } = turned(hex, self.orientation);
        (f32::from(q) + f32::from(r) / 2.0, f32::from(r) * ROW)
    }

    /// The corner of the smallest field that holds every place, and its size.
    fn field(&self) -> (Point, Point) {
        let start = (f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
        let (left, top, right, bottom) =
            self.places.iter().map(|hex| self.centre(*hex)).fold(start, |all, (x, y)| {
                (all.0.min(x), all.1.min(y), all.2.max(x), all.3.max(y))
            });
        let origin = (left - 0.5, top - RADIUS);
        (origin, (right - left + 1.0, bottom - top + 2.0 * RADIUS))
    }

    fn places(&self) -> Vec<Place> {
        self.places.iter().map(|hex| self.place(*hex)).collect()
    }

    fn place(&self, hex: Hex) -> Place {
        let (x, y) = self.centre(hex);
        let half = RADIUS / 2.0;
        let corners =
            [(0.0, -RADIUS), (0.5, -half), (0.5, half), (0.0, RADIUS), (-0.5, half), (-0.5, -half)];
        Place {
            name: hex.name(),
            spoken: self.spoken(hex),
            outline: corners.map(|(dx, dy)| (x + dx, y + dy)).to_vec(),
            tone: Tone::Plain,
            corner: self.names(hex),
            neighbours: self.neighbours(hex),
        }
    }

    /// The pieces on a place, the highest first: `wB1 bQ`.
    fn names(&self, hex: Hex) -> String {
        let stack = self.pos.board().stack(Cell::of(hex));
        stack.map(|piece| piece.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// `white beetle 1 on black queen, height 2`; `empty, north-east of white ant 1, legal`.
    fn spoken(&self, hex: Hex) -> String {
        let (board, cell) = (self.pos.board(), Cell::of(hex));
        let mut words = match board.top(cell) {
            Some(_) => board.stack(cell).map(Piece::title).collect::<Vec<_>>().join(" on "),
            None => match first_beside(self.pos, cell) {
                Some((piece, way)) => format!("empty, {} of {}", way.title(), piece.title()),
                None => "empty plane".to_owned(),
            },
        };
        if board.height(cell) > 1 {
            words.push_str(&format!(", height {}", board.height(cell)));
        }
        if board.top(cell).is_some_and(|top| self.movable.contains(top)) {
            words.push_str(", movable");
        }
        if self.targets.binary_search(&hex).is_ok() {
            words.push_str(", legal");
        }
        words
    }

    /// To the left and the right in the row, across gaps too; up and down along a column that leans
    /// to the right and to the left by turns, or the other way if there is no place.
    fn neighbours(&self, hex: Hex) -> [Option<usize>; 4] {
        let Hex { q, r } = turned(hex, self.orientation);
        let at = |dq: i16, dr: i16| self.idx(Hex { q: q + dq, r: r + dr });
        let along = |step: i16| (1..=28).find_map(|n| at(n * step, 0));
        let is_even = r.rem_euclid(2) == 0;
        let (first_up, other_up) = if is_even { (1, 0) } else { (0, 1) };
        let (first_down, other_down) = if is_even { (0, -1) } else { (-1, 0) };
        [
            along(-1),
            along(1),
            at(first_up, -1).or_else(|| at(other_up, -1)),
            at(first_down, 1).or_else(|| at(other_down, 1)),
        ]
    }

    /// The index of a place, by its shown position.
    fn idx(&self, shown: Hex) -> Option<usize> {
        let Hex { q, r } = turned(shown, (6 - self.orientation) % 6);
        self.places.binary_search_by_key(&(r, q), |hex| (hex.r, hex.q)).ok()
    }

    /// The lowest first.
    fn pieces(&self) -> Vec<Shown> {
        let board = self.pos.board();
        let mut pieces: Vec<Shown> = board
            .in_play()
            .filter_map(|piece| {
                let below = std::iter::successors(board.below(piece), |piece| board.below(*piece));
                Some(Shown {
                    art: art(piece.side(), piece.bug()),
                    centre: self.centre(self.pos.place(piece)?),
                    diameter: 1.0,
                    level: below.count() as u8,
                    id: piece.idx() as u32,
                })
            })
            .collect();
        pieces.sort_by_key(|piece| piece.level);
        pieces
    }

    fn path(&self) -> Vec<Point> {
        match self.last[..] {
            [_, _] => self.last.iter().map(|hex| self.centre(*hex)).collect(),
            _ => Vec::new(),
        }
    }
}

/// A place turned clockwise about the first one by as many times 60 degrees.
fn turned(hex: Hex, times: u8) -> Hex {
    (0..times).fold(hex, |Hex { q, r }, _| Hex { q: -r, r: q + r })
}

/// The moves that these texts mean; others are left out.
fn read_all(pos: &Hive, texts: &[MoveText]) -> Vec<Move> {
    texts.iter().filter_map(|text| pos.read_move(&text.0).ok()).collect()
}

/// The top piece of the first stack around a cell, and the cell's direction from it.
fn first_beside(pos: &Hive, cell: Cell) -> Option<(Piece, Way)> {
    Way::ALL.into_iter().find_map(|way| {
        let top = pos.board().top(cell.step(way))?;
        Some((top, way.opposite()))
    })
}

/// The origin and target of the last move. The position knows them; the text only shows whether it
/// is that move.
fn last_way(pos: &Hive, text: &str) -> Vec<Hex> {
    let Some(moves::Spelled::First(piece) | moves::Spelled::Beside(piece, ..)) =
        moves::spelled(text)
    else {
        return Vec::new();
    };
    let Some(to) = pos.place(piece) else { return Vec::new() };
    let from = pos.came_from.filter(|_| pos.board().last_moved() == Some(piece));
    from.into_iter().chain([to]).collect()
}

/// The pieces that a side has yet to place, in words: `3 ants, 1 queen in hand`.
pub(super) fn stock(pos: &Hive, side: Side) -> String {
    let hand = pos.board().hand(side);
    let kinds: Vec<String> = Bug::ALL
        .into_iter()
        .filter_map(|bug| match hand.and(PieceSet::of_bug(bug)).len() {
            0 => None,
            1 => Some(format!("1 {}", bug.title())),
            n => Some(format!("{n} {}s", bug.title())),
        })
        .collect();
    match &kinds[..] {
        [] => format!("no pieces in hand of {}", Hive::INFO.sides[side.idx()]),
        kinds => format!("{} in hand", kinds.join(", ")),
    }
}
