//! Plays the scripts of files into records, one record for all games of a match that follow each
//! other.
//!
//! Knows no file format. For an impossible deed, returns the rule that it breaks.

mod kind;
mod result;
mod room;
mod start;

use std::ops::Range;

pub(super) use kind::shown as kind_shown;
pub(super) use result::result_of;

use self::room::Room;
use super::file_values;
use super::script::{Deed, GameScript, MAX_DEEDS, Script};
use super::{Backgammon, Dice, Move, Phase, Steps, plays};
use crate::games::annotation;
use crate::games::file::MAX_NESTING;
use crate::games::{
    Actor, GameResult, MoveText, NodeId, Reading, Record, Rules, Setup, Side, UnreadableMove,
};

/// A record as it was read.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    /// The games up to the first mistake.
    pub(super) record: Record,
    /// The numbers of these games in the script, from 0.
    pub(super) games: Range<usize>,
    /// Lines and their mistakes, each with the number of its game in the script, from 0.
    pub(super) faults: Vec<(usize, usize, String)>,
    /// Other wrong facts, in the form of `faults`, when all moves are good.
    pub(super) notes: Vec<(usize, usize, String)>,
    /// Notes that are left out because there are too many.
    pub(super) n_more: usize,
}

/// Plays a script, until the reading is cancelled. A game that does not follow from the one before
/// begins a new record.
pub(super) fn records(script: &Script, reading: &Reading) -> Vec<Recorded> {
    let silent = script.length == 0 && script.jacoby.is_none();
    let first = played(script, script.jacoby.unwrap_or(true), reading);
    let wrong = |one: &Recorded| one.faults.len() + one.notes.len() + one.n_more;
    let n_wrong = |all: &[Recorded]| all.iter().map(wrong).sum();
    let n_first: usize = n_wrong(&first);
    if !silent || n_first == 0 {
        return first;
    }
    // If the file does not name the rule, it follows from the points of the games.
    let second = played(script, false, reading);
    if reading.is_cancelled() || n_wrong(&second) >= n_first { first } else { second }
}

fn played(script: &Script, jacoby: bool, reading: &Reading) -> Vec<Recorded> {
    let mut records: Vec<Recorded> = Vec::new();
    let mut open: Option<Player> = None;
    let mut room = Room::of(script);
    for (idx, game) in script.games.iter().enumerate() {
        if reading.is_cancelled() {
            break;
        }
        let fits = |player: &Player| player.goes_on_with(game);
        let mut player = match open.take() {
            Some(player) if fits(&player) => player,
            other => {
                records.extend(other.map(|player| player.finish(&mut room)));
                match start::start(script, jacoby, idx) {
                    Ok(start) => Player::new(script, start, idx, &mut room),
                    Err(reason) => {
                        records.push(broken(script, idx, reason, &mut room));
                        continue;
                    }
                }
            }
        };
        player.games.end = idx + 1;
        player.play(game, reading);
        open = Some(player);
    }
    records.extend(open.map(|player| player.finish(&mut room)));
    records
}

/// A game whose beginning cannot be set up leaves a record without moves.
fn broken(script: &Script, idx: usize, reason: String, room: &mut Room) -> Recorded {
    let mut record = Record::new(Backgammon::INFO.name, Setup::default());
    record.tags = room.tags(script).unwrap_or_default();
    let faults = vec![(idx, script.games[idx].line, reason)];
    Recorded { record, games: idx..idx + 1, faults, notes: Vec::new(), n_more: 0 }
}

/// A place in the record to which the player comes back.
struct Place {
    pos: Backgammon,
    at: NodeId,
    rolled: Option<(Side, Dice)>,
    won: Option<(Side, u32)>,
    n_turns: usize,
}

/// A record in the making.
struct Player {
    record: Record,
    /// The result, if the rules do not decide it.
    told_result: Option<GameResult>,
    pos: Backgammon,
    at: NodeId,
    /// The places where the open lines began.
    open: Vec<Place>,
    /// A line has just ended here: the next one is a variation.
    is_after_line: bool,
    /// The number of lines that were open when a variation began.
    variation: Option<usize>,
    /// The place where the main line of this game ended.
    main_end: Option<Place>,
    /// The games of the script that are in the record; the last one is being played.
    games: Range<usize>,
    /// Unplayed dice, and the side that rolled them.
    rolled: Option<(Side, Dice)>,
    /// The winner and the points of a game that ended by its moves.
    won: Option<(Side, u32)>,
    /// Number of the last roll or cube action in its game, for messages.
    n_turns: usize,
    faults: Vec<(usize, usize, String)>,
    notes: Vec<(usize, usize, String)>,
    /// The number of notes that can still be kept.
    notes_left: usize,
    n_more: usize,
}

impl Player {
    fn new(script: &Script, start: Backgammon, game: usize, room: &mut Room) -> Self {
        let mut record = Record::new(Backgammon::INFO.name, start.setup());
        let tags = room.tags(script);
        let has_tags = tags.is_some();
        record.tags = tags.unwrap_or_default();
        let mut player = Self {
            record,
            told_result: script.result.as_ref().filter(|_| has_tags).cloned(),
            pos: start,
            at: Record::START,
            open: Vec::new(),
            is_after_line: false,
            variation: None,
            main_end: None,
            games: game..game + 1,
            rolled: None,
            won: None,
            n_turns: 0,
            faults: Vec::new(),
            notes: Vec::new(),
            notes_left: room.notes,
            n_more: 0,
        };
        if !has_tags {
            let why = "the heading is not kept with this game: it is long, and the games are many";
            player.note(script.games[game].line, why.to_owned());
        }
        player
    }

    /// The game can follow in this record.
    fn goes_on_with(&self, game: &GameScript) -> bool {
        self.faults.is_empty()
            && self.pos.phase == Phase::Opening
            && self.at != Record::START
            && game.start.is_none()
            && game.score.is_none_or(|score| score == self.pos.score)
            && game.is_crawford.is_none_or(|crawford| crawford == self.pos.is_crawford)
    }

    /// Plays one game up to its first mistake, or until the reading is cancelled.
    fn play(&mut self, game: &GameScript, reading: &Reading) {
        (self.won, self.rolled, self.n_turns) = (None, None, 0);
        game.notes.iter().for_each(|(line, note)| self.note(*line, note.clone()));
        self.deeds(&game.deeds, reading);
        if let (Some((line, reason)), true) = (&game.fault, self.faults.is_empty()) {
            self.fault(*line, reason.clone());
        }
        self.end_lines();
        // Dice that wait at the end were rolled, whatever happened to them.
        if self.pass_waiting().is_err() {
            self.rolled = None;
        }
    }

    fn deeds(&mut self, deeds: &[(usize, Deed)], reading: &Reading) {
        // Depth of the lines to skip after a mistake in a variation.
        let mut skipped = 0_usize;
        for (n, (line, deed)) in deeds.iter().enumerate() {
            if reading.is_cancelled() {
                break;
            }
            match deed {
                Deed::Open if skipped > 0 => skipped += 1,
                Deed::Close if skipped > 0 => skipped -= 1,
                Deed::Open
                | Deed::Close
                | Deed::Dice { .. }
                | Deed::Play(_)
                | Deed::Double { .. }
                | Deed::Take(_)
                | Deed::Drop(_)
                | Deed::Wins { .. }
                | Deed::Comment(_)
                | Deed::Mark(_)
                | Deed::Told(_)
                | Deed::Exactly(_) => {}
            }
            if skipped > 0 {
                continue;
            }
            let done = if n < MAX_DEEDS {
                self.act(*line, deed)
            } else {
                Err(format!("a game of more than {MAX_DEEDS} moves and remarks"))
            };
            let Err(reason) = done else { continue };
            let reason = match self.n_turns {
                0 => reason,
                n => format!("turn {n}: {reason}"),
            };
            if self.variation.is_some() && n < MAX_DEEDS {
                self.note(*line, format!("the rest of a variation is passed over: {reason}"));
                skipped = 1;
                continue;
            }
            self.fault(*line, reason);
            break;
        }
    }

    /// Goes back to the end of the main line.
    fn end_lines(&mut self) {
        if let Some(end) = self.main_end.take() {
            self.go_to(end);
        }
        self.open.clear();
        (self.variation, self.is_after_line) = (None, false);
    }

    fn here(&self) -> Place {
        let Self { pos, at, rolled, won, n_turns, .. } = *self;
        Place { pos, at, rolled, won, n_turns }
    }

    fn go_to(&mut self, place: Place) {
        Place {
            pos: self.pos,
            at: self.at,
            rolled: self.rolled,
            won: self.won,
            n_turns: self.n_turns,
        } = place;
    }

    fn open(&mut self) -> Result<(), String> {
        if self.open.len() >= MAX_NESTING {
            return Err(format!("variations are nested more than {MAX_NESTING} deep"));
        }
        if self.is_after_line && self.variation.is_none() {
            self.variation = Some(self.open.len());
        }
        self.open.push(self.here());
        Ok(())
    }

    fn close(&mut self) {
        let _possible = self.pass_waiting();
        if self.main_end.is_none() {
            self.main_end = Some(self.here());
        }
        if let Some(place) = self.open.pop() {
            self.go_to(place);
        }
        if self.variation.is_some_and(|depth| self.open.len() <= depth) {
            self.variation = None;
        }
    }

    fn act(&mut self, line: usize, deed: &Deed) -> Result<(), String> {
        let was_after_line = std::mem::replace(&mut self.is_after_line, *deed == Deed::Close);
        match deed {
            Deed::Open => {
                self.is_after_line = was_after_line;
                let opened = self.open();
                self.is_after_line = false;
                opened
            }
            Deed::Close => {
                self.close();
                Ok(())
            }
            Deed::Exactly(text) => self.exactly(text),
            Deed::Mark(mark) => {
                self.record.node_mut(self.at).marks.push((*mark).to_owned());
                Ok(())
            }
            Deed::Told(told) => {
                file_values::write(&mut self.record, self.at, told);
                Ok(())
            }
            Deed::Dice { side, dice } => self.roll(*side, *dice),
            Deed::Play(text) => self.steps(text),
            Deed::Double { side, value } => {
                self.before_cube(*side)?;
                self.double()?;
                let shown = self.pos.cube.value() * 2;
                if let Some(value) = value.filter(|value| *value != shown) {
                    self.note(line, format!("the cube goes to {shown}, not to {value}"));
                }
                Ok(())
            }
            Deed::Take(side) => self.answer(*side, Move::Take),
            Deed::Drop(side) => self.answer(*side, Move::Drop),
            Deed::Wins { side, points } => self.wins(line, *side, *points),
            Deed::Comment(text) => {
                self.comment(text);
                Ok(())
            }
        }
    }

    /// Clocks and evaluations in a comment go to their places.
    fn comment(&mut self, text: &str) {
        self.settle_dice();
        let players = self.record.tags.players.clone();
        annotation::add(&mut self.record, self.at, &players, text);
    }

    /// Plays a move in our own text.
    fn exactly(&mut self, text: &str) -> Result<(), String> {
        // A pass is written as a move: a player who resigns now has not played the dice.
        self.settle_dice();
        let mv = self.pos.read_move(text).ok();
        let mv = mv.filter(|mv| self.pos.moves().contains(mv) || self.pos.also_legal(mv));
        let mv = mv.ok_or_else(|| format!("{text:?} is not legal here"))?;
        self.push(&mv);
        Ok(())
    }

    /// Takes the dice up; they count when a play is made with them, or no play is possible.
    fn roll(&mut self, side: Option<Side>, dice: [u8; 2]) -> Result<(), String> {
        self.n_turns += 1;
        let dice_read = Dice::new(dice[0], dice[1]);
        let is_first = self.pos.phase == Phase::Opening;
        // If each of several lines begins with the dice, they are repeated.
        let is_again = self.rolled.is_none()
            && side == Some(self.pos.turn)
            && dice_read.is_some_and(|dice| self.pos.phase == Phase::Play(dice));
        // The opening roll of a game is replaced if a program was given other dice.
        if !is_first && !is_again {
            self.pass_waiting()?;
        }
        let Some(rolled) = dice_read else {
            return Err(format!("{}{} are no dice", dice[0], dice[1]));
        };
        let turn = match self.pos.phase {
            Phase::Opening if rolled.is_double() => {
                return Err(format!("the first roll of a game cannot be {rolled}"));
            }
            Phase::Opening => side.unwrap_or(Side::First),
            Phase::Decide | Phase::Roll => self.pos.turn,
            Phase::Play(told) if told == rolled => self.pos.turn,
            Phase::Play(told) => return Err(format!("the roll is {told}, not {rolled}")),
            Phase::Doubled => return Err("the double was neither taken nor dropped".to_owned()),
            Phase::Over { .. } => return Err("the match is over".to_owned()),
        };
        if side.is_some_and(|side| side != turn) {
            return Err(format!("{rolled}: it is {}'s turn", name(turn)));
        }
        if self.won.is_some() {
            return Err("the game is over".to_owned());
        }
        self.rolled = Some((turn, rolled));
        Ok(())
    }

    /// Puts the dice that wait into the record.
    fn settle_dice(&mut self) {
        let Some((side, dice)) = self.rolled.take() else { return };
        match self.pos.phase {
            Phase::Opening => {
                let (high, low) = (dice.high(), dice.low());
                let first = side == Side::First;
                let mv = if first { Move::Opening(high, low) } else { Move::Opening(low, high) };
                self.push(&mv);
            }
            Phase::Decide => {
                self.push(&Move::Roll);
                self.push(&Move::Rolled(dice));
            }
            Phase::Roll => self.push(&Move::Rolled(dice)),
            // Set up with the dice on the board.
            Phase::Play(_) | Phase::Doubled | Phase::Over { .. } => {}
        }
    }

    /// Dice that wait and leave no play are passed; others should have been played.
    fn pass_waiting(&mut self) -> Result<(), String> {
        // A remark on dice has put them into the record already.
        let is_told = self.at != Record::START && self.pos.must_pass();
        if self.rolled.is_none() && !is_told {
            return Ok(());
        }
        self.settle_dice();
        let Phase::Play(dice) = self.pos.phase else { return Ok(()) };
        if !self.pos.must_pass() {
            return Err(self.unplayed(dice));
        }
        self.push(&Move::Play(Steps::NONE));
        Ok(())
    }

    fn unplayed(&self, dice: Dice) -> String {
        let possible = plays(&self.pos.board, dice);
        let example = self.pos.write_move(&Move::Play(possible[0].steps));
        format!("{dice} is not played, but {example} is possible")
    }

    /// Plays the dice that wait.
    fn steps(&mut self, text: &str) -> Result<(), String> {
        self.settle_dice();
        let Phase::Play(dice) = self.pos.phase else {
            return Err(format!("{text:?} is played without dice"));
        };
        if text.trim().is_empty() {
            if !self.pos.must_pass() {
                return Err(self.unplayed(dice));
            }
            self.push(&Move::Play(Steps::NONE));
            return Ok(());
        }
        let mv = self.pos.read_move(text);
        let mv = mv.map_err(|UnreadableMove { text }| format!("{text:?} is not a play"))?;
        if !self.pos.moves().contains(&mv) {
            let why = Rules::refusal(&self.pos, text);
            let why = why.unwrap_or_else(|| "the rules do not allow it".to_owned());
            return Err(format!("{dice}: \"{}\": {why}", text.trim()));
        }
        self.push(&mv);
        Ok(())
    }

    fn before_cube(&mut self, side: Option<Side>) -> Result<(), String> {
        self.n_turns += 1;
        self.pass_waiting()?;
        let actor = match self.pos.phase {
            Phase::Doubled => self.pos.turn.opponent(),
            Phase::Opening | Phase::Decide | Phase::Roll | Phase::Play(_) | Phase::Over { .. } => {
                self.pos.turn
            }
        };
        match side {
            Some(side) if side != actor && self.won.is_none() => {
                Err(format!("it is {}'s turn", name(actor)))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn double(&mut self) -> Result<(), String> {
        let pos = &self.pos;
        if pos.phase == Phase::Decide && self.won.is_none() {
            self.push(&Move::Double);
            return Ok(());
        }
        let why = match pos.phase {
            _ if self.won.is_some() => "the game is over",
            Phase::Over { .. } => "the match is over",
            Phase::Opening => "the first roll of a game cannot be doubled",
            Phase::Play(_) => "the dice are rolled",
            Phase::Doubled => "there is a double already",
            Phase::Decide | Phase::Roll if pos.terms.max_log2 == 0 => "there is no cube",
            Phase::Decide | Phase::Roll if pos.is_crawford => "it is the Crawford game",
            Phase::Decide | Phase::Roll if pos.may_turn_cube() => "the cube is dead",
            Phase::Decide | Phase::Roll if pos.cube.log2 >= pos.terms.max_log2 => {
                "the cube is at its limit"
            }
            Phase::Decide | Phase::Roll => "the other player owns the cube",
        };
        Err(format!("{} cannot double: {why}", name(pos.turn)))
    }

    fn answer(&mut self, side: Option<Side>, mv: Move) -> Result<(), String> {
        self.before_cube(side)?;
        if self.pos.phase != Phase::Doubled {
            return Err("there is no double to be taken or dropped".to_owned());
        }
        self.push(&mv);
        Ok(())
    }

    /// The file says that the game is over: by its last move, or because the loser gave it up.
    fn wins(&mut self, line: usize, side: Option<Side>, points: Option<u32>) -> Result<(), String> {
        self.end_lines();
        if let Some((winner, won)) = self.won {
            let (side, points) = (side.unwrap_or(winner), points.unwrap_or(won));
            if (side, points) != (winner, won) {
                self.note(
                    line,
                    format!(
                        "{} is said to win {points}, but {} won {won}",
                        name(side),
                        name(winner)
                    ),
                );
            }
            return Ok(());
        }
        let Some(winner) = side else { return Err("no side has won the game yet".to_owned()) };
        let loser = winner.opponent();
        if self.rolled.is_some_and(|(roller, _)| roller == loser) {
            self.settle_dice();
        }
        self.rolled = None;
        let times = self.times(points)?;
        if self.pos.resigner() != Some(loser) {
            return Err(format!(
                "{} is said to win, but it is not {}'s turn to resign",
                name(winner),
                name(loser)
            ));
        }
        self.push(&Move::Resign(times));
        self.push(&Move::Accept);
        Ok(())
    }

    /// The multiple of the cube, for so many points.
    fn times(&self, points: Option<u32>) -> Result<u8, String> {
        let Some(points) = points else { return Ok(1) };
        let by_times =
            |times: &u8| self.pos.terms.points(self.pos.cube, super::Win::Resigned(*times));
        (1..=3).find(|times| by_times(times) == points).ok_or_else(|| {
            let cube = self.pos.cube.value();
            format!("{points} points cannot be won by resignation with the cube at {cube}")
        })
    }

    /// Index of the game that is being played in the script.
    fn game(&self) -> usize {
        self.games.end - 1
    }

    fn fault(&mut self, line: usize, reason: String) {
        self.faults.push((self.game(), line, reason));
    }

    fn note(&mut self, line: usize, note: String) {
        if self.notes_left == 0 {
            self.n_more += 1;
            return;
        }
        self.notes_left -= 1;
        self.notes.push((self.game(), line, note));
    }

    /// Plays a legal move.
    fn push(&mut self, mv: &Move) {
        let side = match self.pos.actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        };
        let text = MoveText(self.pos.write_move(mv));
        self.at = self.record.add(self.at, text, side);
        let (game, score) = (self.pos.game, self.pos.score);
        self.pos.play_unchecked(mv);
        let is_over = matches!(self.pos.phase, Phase::Over { .. });
        if self.pos.game != game || is_over {
            let won = Side::BOTH.map(|side| self.pos.score[side.idx()] - score[side.idx()]);
            let winner = if won[0] > 0 { Side::First } else { Side::Second };
            self.won = Some((winner, won[winner.idx()]));
        }
    }

    fn finish(mut self, room: &mut Room) -> Recorded {
        room.notes = self.notes_left;
        self.record.result = result_of(&self.pos).or(self.told_result);
        let Self { record, games, faults, notes, n_more, .. } = self;
        Recorded { record, games, faults, notes, n_more }
    }
}

/// `White` or `Black`.
pub(super) fn name(side: Side) -> &'static str {
    Backgammon::INFO.sides[side.idx()]
}
