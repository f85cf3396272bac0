//! A record split into its games, as in files: rolls with their plays, the cube, results.
//!
//! Writes no format. No format has refused resignations, so they are left out; an accepted one
//! shows in the points won. The comment on a move that is left out goes to the next one.

use std::mem::take;

use super::board::Step;
use super::position_fields::PositionFields;
use super::{Backgammon, Dice, Move, Phase};
use crate::games::{Node, Record, Rules, Side};

/// One game.
#[derive(Clone, Debug)]
pub(super) struct RecordedGame {
    /// Its number, from 1.
    pub(super) number: u32,
    /// Points before it, the first side's first.
    pub(super) score: [u32; 2],
    /// The cube must not be turned in it.
    pub(super) is_crawford: bool,
    /// The position it starts from, if that is not the opening one.
    pub(super) start: Option<PositionFields>,
    /// It ended by a resignation.
    pub(super) was_resigned: bool,
    /// The events, each with its comment.
    pub(super) deeds: Vec<(Happened, String)>,
}

impl RecordedGame {
    fn of(pos: &Backgammon) -> Self {
        Self {
            number: pos.game,
            score: pos.score,
            is_crawford: pos.is_crawford,
            start: (pos.phase != Phase::Opening).then(|| PositionFields::of(pos)),
            was_resigned: false,
            deeds: Vec::new(),
        }
    }
}

/// An event in a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Happened {
    /// Unplayed dice: the game was resigned, or is not finished.
    Rolled {
        /// The side that rolled.
        side: Side,
        /// The roll.
        dice: Dice,
    },
    /// A roll and its play.
    Played {
        /// The side that played.
        side: Side,
        /// The roll.
        dice: Dice,
        /// The steps, each with true if it hit; empty if no step was possible.
        steps: Vec<(Step, bool)>,
    },
    /// A double was offered.
    Doubled {
        /// The side that doubled.
        side: Side,
        /// The value that the cube would show.
        value: u32,
    },
    /// This side took the double.
    Took(Side),
    /// This side refused the double.
    Dropped(Side),
    /// The game is over.
    Won {
        /// The winner.
        side: Side,
        /// The points.
        points: u32,
        /// The match is over with it.
        ends_match: bool,
    },
}

/// Cuts the main line into games; the second result has at least one. The first is the start.
///
/// # Errors
///
/// Returns the move that cannot be played.
pub(super) fn games(record: &Record) -> Result<(Backgammon, Vec<RecordedGame>), String> {
    let start = Backgammon::start(&record.setup).map_err(|err| err.to_string())?;
    let games = vec![RecordedGame::of(&start)];
    let mut teller = Teller { pos: start, games, rolled: None, said: String::new() };
    for (idx, id) in record.main_line().into_iter().enumerate() {
        let node = record.node(id);
        let text = node.mv.as_ref().map_or("", |mv| mv.0.as_str());
        let mv = teller.pos.read_move(text).ok();
        let legal = |mv: &Move| teller.pos.moves().contains(mv) || teller.pos.also_legal(mv);
        let mv = mv.filter(legal);
        let mv = mv.ok_or_else(|| format!("move {}: {text:?} cannot be played", idx + 1))?;
        teller.tell(&mv, &words_of(node));
    }
    let said = take(&mut teller.said);
    teller.settle();
    let mut games = teller.games;
    // The last game ended, and the next one has not been begun.
    if games.len() > 1 && games.last().is_some_and(|game| game.deeds.is_empty()) {
        games.pop();
    }
    if let Some((_, comment)) = games.last_mut().and_then(|game| game.deeds.last_mut()) {
        *comment = joined(comment, &said);
    }
    Ok((start, games))
}

struct Teller {
    pos: Backgammon,
    games: Vec<RecordedGame>,
    /// Unplayed dice, the side that rolled them, and the comment on them.
    rolled: Option<(Side, Dice, String)>,
    /// The comments on moves that are left out, since the last written one.
    said: String,
}

impl Teller {
    fn tell(&mut self, mv: &Move, comment: &str) {
        let before = self.pos;
        self.pos.play_unchecked(mv);
        let (turn, opponent) = (before.turn, before.turn.opponent());
        match mv {
            Move::Opening(..) | Move::Rolled(_) => {
                if let Phase::Play(dice) = self.pos.phase {
                    let comment = joined(&take(&mut self.said), comment);
                    self.rolled = Some((self.pos.turn, dice, comment));
                }
            }
            Move::Play(steps) => {
                let Phase::Play(dice) = before.phase else { return };
                let on_dice = self.rolled.take().map_or(String::new(), |(.., said)| said);
                let said = joined(&on_dice, &take(&mut self.said));
                let mut board = before.board;
                let steps = steps.as_slice().iter();
                let steps = steps.map(|step| (*step, board.step(*step))).collect();
                let comment = joined(&said, comment);
                self.push(Happened::Played { side: turn, dice, steps }, comment);
            }
            Move::Double => {
                let value = before.cube.value() * 2;
                self.push(Happened::Doubled { side: turn, value }, comment.to_owned());
            }
            Move::Take => self.push(Happened::Took(opponent), comment.to_owned()),
            Move::Drop => self.push(Happened::Dropped(opponent), comment.to_owned()),
            Move::Accept => {
                let said = joined(&take(&mut self.said), comment);
                self.settle();
                self.said = said;
                if let Some(game) = self.games.last_mut() {
                    game.was_resigned = true;
                }
            }
            Move::Roll | Move::Resign(_) | Move::Reject => self.said = joined(&self.said, comment),
        }
        self.end_game(&before);
    }

    fn end_game(&mut self, before: &Backgammon) {
        let ends_match = matches!(self.pos.phase, Phase::Over { .. });
        if self.pos.game == before.game && !ends_match {
            return;
        }
        let won = Side::BOTH.map(|side| self.pos.score[side.idx()] - before.score[side.idx()]);
        let side = if won[0] > 0 { Side::First } else { Side::Second };
        let ends_match = ends_match && self.pos.terms.length > 0;
        let points = won[side.idx()];
        self.push(Happened::Won { side, points, ends_match }, String::new());
        if !matches!(self.pos.phase, Phase::Over { .. }) {
            self.games.push(RecordedGame::of(&self.pos));
        }
    }

    /// Unplayed dice are written as such.
    fn settle(&mut self) {
        if let Some((side, dice, comment)) = self.rolled.take() {
            self.push(Happened::Rolled { side, dice }, comment);
        }
    }

    fn push(&mut self, happened: Happened, comment: String) {
        let comment = joined(&take(&mut self.said), &comment);
        let game = self.games.last_mut().expect("there is a game from the start");
        game.deeds.push((happened, comment));
    }
}

/// The comment on a move, with the commands of other programs before it.
pub(super) fn words_of(node: &Node) -> String {
    joined(&node.commands.join(" "), &node.comment)
}

/// Two comments as one.
pub(super) fn joined(one: &str, other: &str) -> String {
    match (one.is_empty(), other.is_empty()) {
        (true, _) => other.to_owned(),
        (false, true) => one.to_owned(),
        (false, false) => format!("{one}\n{other}"),
    }
}
