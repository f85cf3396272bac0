//! The game being played is kept on disk, and offered again when the program ended in its middle.
//!
//! Writes no file itself; the store's thread does.

use std::time::Instant;

use super::document::{Board, Document};
use super::owner::{Outside, Owner};
use super::playing::sentence;
use super::seats::Seats;
use super::{NoticeKind, SeatChoice, TimeControl};
use crate::games::{self, Actor, Game, Reading, Record, Setup, Side};
use crate::play::{DiceList, DiceSource, Seed, Table};
use crate::store::{Autosave, SavedDice, SavedGame, SavedLine, SavedSeat};

impl Owner {
    /// Offers the game that was not finished last time, and keeps the games of this time.
    pub(super) fn begin_autosave(&mut self, now: Instant) {
        let Some(path) = self.places.autosave_file() else { return };
        match SavedGame::read(&path) {
            Ok(Some(saved)) => self.offer(&saved),
            Ok(None) => {}
            Err(error) => {
                let text = format!("{error}. The unfinished game in it cannot be offered.");
                self.messages.problem(sentence(&text), Vec::new(), None, now);
            }
        }
        let outside = self.outside.clone();
        self.autosave = Some(Autosave::start(path, move |error| {
            let text = format!("The game being played cannot be kept on disk: {error}.");
            // When the owner is gone nobody wants to know.
            let _gone = outside.blocking_send(Outside::Unsaved(text));
        }));
    }

    fn offer(&mut self, saved: &SavedGame) {
        let Some((table, seats)) = self.revive(saved) else { return };
        let n = table.ply();
        let id = self.new_position_id();
        let Ok(mut doc) = Document::new(table.game(), Board::Playing(Box::new(table)), id) else {
            return;
        };
        doc.dice = saved.dice.as_ref().and_then(dice_source);
        doc.chosen.clone_from(&saved.chosen);
        let names = doc.record().tags.players.join(" \u{2013} ");
        self.keep_for_undo(doc, seats);
        let text = format!(
            "The last game was not finished: {names}, {n} moves. File, \u{201c}Bring back the game before\u{201d} \
             puts it on the board."
        );
        self.messages.notice(NoticeKind::Info, text);
    }

    /// The game at its last move, paused, with the same seats and clocks.
    fn revive(&self, saved: &SavedGame) -> Option<(Table, Seats)> {
        let game = games::find(&saved.game)?;
        let read = game.read_games(&saved.format, saved.text.as_bytes(), &Reading::default());
        let record = exact(game, read.records.into_iter().next(), saved.line.as_ref())?;
        let control = |text: &String| text.parse::<TimeControl>().unwrap_or_default();
        let controls = [control(&saved.controls[0]), control(&saved.controls[1])];
        let choice = |seat: &SavedSeat| match seat {
            SavedSeat::Human(name) => SeatChoice::Human { name: name.clone() },
            SavedSeat::Engine(name, options) => {
                SeatChoice::Engine { name: name.clone(), options: options.clone() }
            }
        };
        let seats =
            Seats::new([choice(&saved.seats[0]), choice(&saved.seats[1])]).pondering(saved.ponder);
        let mut table = Table::resume(game, record, controls, self.history_rules(&seats)).ok()?;
        table.pause(Instant::now());
        Some((table, seats))
    }

    /// Tells the keeper how the game being played stands now.
    pub(super) fn keep_game(&self) {
        let (Some(autosave), Some(table)) = (&self.autosave, self.doc.table()) else { return };
        if table.is_over() {
            autosave.put(None);
        } else if table.ply() > 0 {
            let saved = saved(table, &self.seats).map(|saved| SavedGame {
                dice: self.doc.dice.as_ref().map(|source| saved_dice(source, table.n_rolls())),
                chosen: if self.doc.at_end() { self.doc.chosen.clone() } else { Vec::new() },
                ..saved
            });
            autosave.put(saved);
        }
    }
}

fn saved(table: &Table, seats: &Seats) -> Option<SavedGame> {
    let game = table.game();
    let format = game.formats().iter().find(|format| format.writes)?;
    let text = game.write_game(format.name, table.record()).ok()?;
    let seat = |choice: &SeatChoice| match choice {
        SeatChoice::Human { name } => SavedSeat::Human(name.clone()),
        SeatChoice::Engine { name, options } => SavedSeat::Engine(name.clone(), options.clone()),
    };
    let [first, second] = &seats.choices;
    let controls = Side::BOTH.map(|side| table.control(side).to_string());
    let seats_now = [seat(first), seat(second)];
    let saved = SavedGame::new(game.info().name, format.name, text, seats_now, controls);
    let Record { setup, .. } = table.record();
    let line = SavedLine {
        variant: setup.variant.clone(),
        position: setup.position.clone(),
        moves: moves_of(table.record()),
    };
    Some(SavedGame { ponder: seats.ponder, line: Some(line), ..saved })
}

fn moves_of(record: &Record) -> Vec<String> {
    record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect()
}

/// The record that was read, where it has all moves of the line; else one made of the line, with
/// the heading that was read.
fn exact(
    game: &'static dyn Game,
    read: Option<Record>,
    line: Option<&SavedLine>,
) -> Option<Record> {
    let Some(line) = line else { return read };
    let setup = Setup { variant: line.variant.clone(), position: line.position.clone() };
    let is_same = |read: &Record| read.setup == setup && moves_of(read) == line.moves;
    if read.as_ref().is_some_and(is_same) {
        return read;
    }
    let mut record = Record::new(game.info().name, setup);
    record.tags = read.map(|read| read.tags).unwrap_or_default();
    let mut position = game.start(&record.setup).ok()?;
    let mut at = Record::START;
    for text in &line.moves {
        let side = match position.actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Nobody(_) => None,
        };
        let mv = position.play(text).ok()?;
        at = record.add(at, mv, side);
    }
    Some(record)
}

fn saved_dice(source: &DiceSource, n_rolls: u64) -> SavedDice {
    match source {
        DiceSource::Seeded(seed) => SavedDice::Seed(seed.0.clone()),
        DiceSource::Listed(list) => {
            SavedDice::List(list.to_text(usize::try_from(n_rolls).unwrap_or(usize::MAX)))
        }
        DiceSource::ByHand => SavedDice::Hand,
    }
}

fn dice_source(saved: &SavedDice) -> Option<DiceSource> {
    Some(match saved {
        SavedDice::Seed(seed) => DiceSource::Seeded(Seed(seed.clone())),
        SavedDice::List(text) => DiceSource::Listed(DiceList::read(text).ok()?),
        SavedDice::Hand => DiceSource::ByHand,
    })
}
