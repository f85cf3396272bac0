//! A match in the form of a file, game by game, not checked yet.
//!
//! Knows no format and no rule: readers of files fill it in, [`super::recording`] plays it.

use crate::games::{GameResult, Side, Tags};

use super::position_fields::PositionFields;

/// The most deeds that are read of a game; longer games do not occur.
pub(super) const MAX_DEEDS: usize = 20_000;
pub(super) use crate::games::file::MAX_PROBLEMS;

/// A match or a money session, as in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    /// Points that win the match; 0 is money play.
    pub(super) length: u32,
    /// True if gammons count only with a turned cube; `None` if the file does not say.
    pub(super) jacoby: Option<bool>,
    /// True if the Crawford rule is used; `None` if the file does not say.
    pub(super) crawford: Option<bool>,
    /// The power of two of the largest cube; 0 if there is no cube.
    pub(super) max_log2: Option<u8>,
    /// The heading.
    pub(super) tags: Tags,
    /// The result if the rules do not decide it: on time, by agreement.
    pub(super) result: Option<GameResult>,
    /// The games in the order of the file.
    pub(super) games: Vec<GameScript>,
    /// Lines with mistakes before any game.
    pub(super) faults: Vec<(usize, String)>,
    /// The variant of backgammon that we do not have, and the line that names it.
    pub(super) foreign: Option<(usize, String)>,
    /// Problems that are reported neither in `faults` nor in the notes of the games, because there
    /// are too many.
    pub(super) n_more: usize,
}

/// One game of a match.
#[derive(Clone, Debug, Default)]
pub(super) struct GameScript {
    /// Line of its beginning.
    pub(super) line: usize,
    /// Points before it, the first side's first.
    pub(super) score: Option<[u32; 2]>,
    /// It is the Crawford game; `None` if the file does not say.
    pub(super) is_crawford: Option<bool>,
    /// The position it starts from, if that is not the opening one.
    pub(super) start: Option<PositionFields>,
    /// The position it starts from in our own canonical text; it goes before all else.
    pub(super) exact_start: Option<String>,
    /// The events, each with its line.
    pub(super) deeds: Vec<(usize, Deed)>,
    /// The reason why the file cannot be read further in this game.
    pub(super) fault: Option<(usize, String)>,
    /// Lines, and the text that was skipped there.
    pub(super) notes: Vec<(usize, String)>,
    /// Lines, and the facts there that a record has no place for.
    pub(super) left_out: Vec<(usize, String)>,
}

/// An event of a game. Without a side it is the side to move.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    /// Two dice were rolled.
    Dice {
        /// The side that rolled.
        side: Option<Side>,
        /// Both dice in the order of the file.
        dice: [u8; 2],
    },
    /// The dice were played; empty if that is impossible according to the file.
    Play(String),
    /// A double was offered.
    Double {
        /// The side that doubled.
        side: Option<Side>,
        /// The new value of the cube, if given.
        value: Option<u32>,
    },
    /// The double was taken.
    Take(Option<Side>),
    /// The double was refused.
    Drop(Option<Side>),
    /// The game is over.
    Wins {
        /// The winner.
        side: Option<Side>,
        /// The points; `None` if not given.
        points: Option<u32>,
    },
    /// A remark on the last event.
    Comment(String),
    /// A judgement of the last event: `?!`.
    Mark(&'static str),
    /// What the file itself says of the last event.
    Told(Told),
    /// A move in its canonical text.
    Exactly(String),
    /// Another line begins here; the first one at a place is the main line.
    Open,
    /// It ends, and the next move continues from the place where it began.
    Close,
}

/// What a file itself has of plays, rolls and the cube.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Told {
    /// Of a play: its equity, what it lost, for the side that made it, and how deep that was looked at.
    Play {
        /// Of the play.
        equity: f64,
        /// Against the best play; `None` where it was the only one.
        loss: Option<f64>,
        /// As the file writes it.
        depth: String,
    },
    /// Of the cube before a roll, a double or an answer to one, for the side that may double, in units of the
    /// cube before it.
    Cube {
        /// The equity without a double.
        no_double: f64,
        /// With a double that is taken.
        take: f64,
        /// As the file writes it.
        depth: String,
    },
    /// The luck of the roll that was played last, for the side that played it.
    Luck(f64),
}
