//! Tiles on the plane without a history, and the text that the editor keeps them in.
//!
//! Judges nothing.

use std::fmt;

use super::At;
use crate::games::Rules;
use crate::games::Side;
use crate::games::hive::board::BoardMove;
use crate::games::hive::hex::{Cell, Hex, Way};
use crate::games::hive::line::Line;
use crate::games::hive::piece::{Bug, Piece};
use crate::games::hive::{Board, GameType, Hive};

/// Places that a hive is wide, at most; two places farther apart have the same [`Cell`].
const MOST_WIDE: i16 = 28;

/// Tiles in their places, and the side to move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Placed {
    pub(super) game_type: GameType,
    pub(super) turn: Side,
    /// In a stack the lower one comes first.
    pub(super) pieces: Vec<At>,
}

impl Placed {
    /// No tile at all.
    pub(super) fn new(game_type: GameType) -> Self {
        Self { game_type, turn: Side::First, pieces: Vec::new() }
    }

    /// The tiles of a position.
    pub(super) fn of(pos: &Hive) -> Self {
        let board = pos.board();
        let level = |piece: Piece| {
            std::iter::successors(board.below(piece), |piece| board.below(*piece)).count()
        };
        let all = board.in_play().filter_map(|piece| Some((piece, pos.place(piece)?)));
        let mut pieces: Vec<At> = all.collect();
        pieces.sort_by_key(|(piece, _)| level(*piece));
        Self { game_type: pos.game_type(), turn: pos.turn(), pieces }
    }

    /// A position with these tiles that has no history: only for looking at it.
    pub(super) fn hive(&self) -> Hive {
        let mut places = [Hex::ORIGIN; Piece::COUNT];
        for (piece, hex) in &self.pieces {
            places[piece.idx()] = *hex;
        }
        Hive { board: self.board(0), places, came_from: None, line: Line::default() }
    }

    /// The board after so many plies; more are played if there are more tiles. No piece rests.
    pub(super) fn board(&self, n_plies: u32) -> Board {
        let mut board = Board::new(self.game_type);
        for (piece, hex) in &self.pieces {
            board.play(BoardMove::Play { piece: *piece, to: Cell::of(*hex) });
        }
        while board.n_plies() < n_plies {
            board.play(BoardMove::Pass);
        }
        board.let_all_move();
        board
    }

    /// The tiles on a place, the lowest first.
    pub(super) fn stack(&self, hex: Hex) -> impl DoubleEndedIterator<Item = Piece> + '_ {
        self.pieces.iter().filter(move |(_, at)| *at == hex).map(|(piece, _)| *piece)
    }

    /// A side's tiles.
    pub(super) fn of_side(&self, side: Side) -> impl Iterator<Item = Piece> + '_ {
        self.pieces.iter().map(|(piece, _)| *piece).filter(move |piece| piece.side() == side)
    }

    /// The places with tiles form one group.
    pub(super) fn is_one_hive(&self) -> bool {
        let Some((_, first)) = self.pieces.first() else { return true };
        let mut reached = vec![*first];
        let mut next = 0;
        while let Some(hex) = reached.get(next).copied() {
            next += 1;
            for beside in Way::ALL.map(|way| hex.step(way)) {
                let is_new = !reached.contains(&beside);
                if is_new && self.stack(beside).next().is_some() {
                    reached.push(beside);
                }
            }
        }
        self.pieces.iter().all(|(_, hex)| reached.contains(hex))
    }

    /// Places the next tile of a kind in a side's hand: beetles and mosquitoes go on top of what lies
    /// there, others take the place of the highest tile.
    pub(super) fn put(&mut self, side: Side, bug: Bug, hex: Hex) {
        let before = self.clone();
        if !matches!(bug, Bug::Beetle | Bug::Mosquito) {
            self.lift(hex);
        }
        let in_play = |piece: &Piece| self.pieces.iter().any(|(known, _)| known == piece);
        let mut hand = (1..=bug.count()).filter_map(|number| Piece::new(side, bug, number));
        let next = hand.find(|piece| !in_play(piece)).filter(|_| self.game_type.has(bug));
        match next {
            Some(piece) => self.pieces.push((piece, hex)),
            None => *self = before.clone(),
        }
        if !self.is_narrow() {
            *self = before;
        }
    }

    /// Takes the highest tile of a stack away.
    pub(super) fn lift(&mut self, hex: Hex) {
        let Some(idx) = self.pieces.iter().rposition(|(_, at)| *at == hex) else { return };
        let (piece, _) = self.pieces.remove(idx);
        // Tiles of a kind are placed in the order of their numbers.
        let (side, bug) = (piece.side(), piece.bug());
        let alike = |other: &Piece| other.side() == side && other.bug() == bug;
        let last = self.pieces.iter_mut().filter(|(other, _)| alike(other));
        if let Some((other, _)) = last.max_by_key(|(other, _)| other.number())
            && other.number() > piece.number()
        {
            *other = piece;
        }
    }

    /// Moves the highest tile of a stack onto what lies elsewhere.
    pub(super) fn carry(&mut self, from: Hex, to: Hex) {
        let before = self.clone();
        let Some(idx) = self.pieces.iter().rposition(|(_, at)| *at == from) else { return };
        let (piece, _) = self.pieces.remove(idx);
        self.pieces.push((piece, to));
        if !self.is_narrow() {
            *self = before;
        }
    }

    /// Left and right are exchanged.
    pub(super) fn mirror(&mut self) {
        for (_, hex) in &mut self.pieces {
            *hex = Hex { q: -hex.q - hex.r, r: hex.r };
        }
    }

    pub(super) fn swap(&mut self) {
        self.turn = self.turn.opponent();
        for (piece, _) in &mut self.pieces {
            let other = Piece::new(piece.side().opponent(), piece.bug(), piece.number());
            *piece = other.unwrap_or(*piece);
        }
    }

    /// Other tiles are in use; those that are not any more leave the board.
    pub(super) fn set_game_type(&mut self, game_type: GameType) {
        self.game_type = game_type;
        self.pieces.retain(|(piece, _)| game_type.has(piece.bug()));
    }

    fn is_narrow(&self) -> bool {
        let span = |of: fn(&Hex) -> i16| {
            let all = || self.pieces.iter().map(|(_, hex)| of(hex));
            all().max().unwrap_or_default() - all().min().unwrap_or_default()
        };
        let spans = [span(|hex| hex.q), span(|hex| hex.r), span(|hex| hex.q + hex.r)];
        spans.into_iter().all(|span| span < MOST_WIDE)
    }
}

/// Tiles, with a GameString that leads to them if one was found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Written {
    pub(super) placed: Placed,
    pub(super) way: Option<String>,
}

/// Before the GameString.
const WAY: &str = " = ";

impl fmt::Display for Written {
    /// `Base+M, White to move: wS1 0,0; bQ 1,0 = Base+M;InProgress;...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placed { game_type, turn, pieces } = &self.placed;
        write!(f, "{}, {} to move:", game_type.name(), Hive::INFO.sides[turn.idx()])?;
        for (idx, (piece, hex)) in pieces.iter().enumerate() {
            let comma = if idx > 0 { ";" } else { "" };
            write!(f, "{comma} {piece} {}", hex.name())?;
        }
        match &self.way {
            Some(way) => write!(f, "{WAY}{way}"),
            None => Ok(()),
        }
    }
}

impl Written {
    /// Reads the text; `None` if it has another form, or names a tile twice or one that is not in use.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (text, way) = match text.split_once(WAY) {
            Some((text, way)) => (text, Some(way.trim().to_owned())),
            None => (text, None),
        };
        let (head, list) = text.split_once(':')?;
        let (game_type, turn) = head.split_once(',')?;
        let game_type = GameType::find(game_type)?;
        let turn = turn.trim().strip_suffix("to move")?.trim();
        let turn = Side::BOTH
            .into_iter()
            .find(|side| Hive::INFO.sides[side.idx()].eq_ignore_ascii_case(turn))?;
        let mut placed = Placed { game_type, turn, pieces: Vec::new() };
        for part in list.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (piece, hex) = part.split_once(' ')?;
            let (piece, hex) = (piece.parse::<Piece>().ok()?, Hex::parse(hex.trim())?);
            let is_known = placed.pieces.iter().any(|(known, _)| *known == piece);
            let is_near = hex.q.abs() < 100 && hex.r.abs() < 100;
            if is_known || !is_near || !game_type.has(piece.bug()) {
                return None;
            }
            placed.pieces.push((piece, hex));
        }
        placed.is_narrow().then_some(Self { placed, way })
    }
}
