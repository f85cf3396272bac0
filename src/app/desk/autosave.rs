//! Games that are not finished are kept on disk, and offered again when the program ended in their
//! middle.
//!
//! Writes no file itself; the store's thread does.

use std::collections::BTreeMap;
use std::time::Instant;

use super::parts::adaptive::Adaptive;
use super::parts::document::{Board, Document};
use super::parts::seats::Seats;
use super::parts::unsettled::Unsettled;
use super::state::Desk;
use crate::app::command::SeatChoice;
use crate::app::effect::Effect;
use crate::app::views::NoticeOffer;
use crate::games::{
    self, Actor, BoxPosition, Evaluation, Game, GameResult, HistoryRules, Node, NodeId, Proof,
    Reading, Record, Setup, Side, counted,
};
use crate::play::{DiceList, DiceSource, Seed, Table, TimeControl};
use crate::store::{
    SavedDice, SavedGame, SavedLine, SavedNote, SavedSeat, SavedStudy, SavedVariation,
};

impl Desk {
    /// Offers games of the last time; the number of each, where it can be gone on with.
    pub(super) fn offer_unfinished(&mut self, found: &[SavedGame]) -> Vec<Option<u64>> {
        let revived: Vec<_> = found.iter().map(|saved| self.revive(saved)).collect();
        let numbers = revived.iter().map(|game| game.as_ref().map(|(doc, _)| doc.id)).collect();
        self.offer(revived.into_iter().flatten().collect());
        numbers
    }

    /// Games to be had back, the newest last.
    fn offer(&mut self, games: Vec<(Document, Seats)>) {
        let Some((newest, _)) = games.last() else { return };
        let names = newest.record().tags.players.join(" \u{2013} ");
        let n = newest.table().map_or(0, Table::ply);
        let others = match games.len() - 1 {
            0 => String::new(),
            1 => " An older one comes after it.".to_owned(),
            n => format!(" {n} older ones come after it."),
        };
        let failure = newest.unsettled.as_ref().map(|failure| format!(" {}", failure.said()));
        let failure = failure.unwrap_or_default();
        let moves = counted(n, "move");
        let text = format!("The last game was not finished: {names}, {moves}.{failure}{others}");
        for (doc, seats) in games {
            self.keep_for_undo(doc, seats);
        }
        self.messages.offer(text, NoticeOffer::Resume);
    }

    /// The game at its last move, paused, with the same seats and clocks.
    pub(super) fn revive(&mut self, saved: &SavedGame) -> Option<(Document, Seats)> {
        let game = games::find(&saved.game)?;
        let seats = Seats::new(saved.seats.each_ref().map(choice_of)).pondering(saved.ponder);
        let seats = Seats { adaptive: saved.rating.and_then(Adaptive::of_saved), ..seats };
        let mut table = unfinished_game(saved, self.history_rules(&seats))?;
        table.pause(Instant::now());
        let id = self.new_position_id();
        let mut doc = Document::new(game, Board::Playing(Box::new(table)), id).ok()?;
        if let Some(key) = &saved.key {
            doc.key.clone_from(key);
        }
        doc.dice = saved.dice.as_ref().and_then(dice_source);
        doc.chosen.clone_from(&saved.chosen);
        doc.unsettled = saved.failure.as_ref().and_then(Unsettled::of_saved);
        if let Some(study) = &saved.study {
            let record = exact(game, None, Some(&study.line), None)?;
            let id = self.new_position_id();
            doc.study_again(&record, &study.shown, id);
        }
        Some((doc, seats))
    }

    /// Has the game being played kept as it stands now, and what is on the board.
    pub(super) fn keep_game(&mut self) {
        self.keep_last_game();
        let Some(table) = self.doc.played() else { return };
        if table.is_over() {
            self.effects.push(Effect::Keep(self.doc.id, None));
        } else if table.ply() > 0 {
            self.effects.extend(kept(&self.doc, &self.seats));
        }
    }

    /// Has every game kept that is being played: their seats are called otherwise.
    pub(super) fn keep_all_games(&mut self) {
        let before = self.undo.iter().map(|(doc, seats)| (doc, seats));
        let games = before.chain([(&self.doc, &self.seats)]);
        self.effects.extend(games.filter_map(|(doc, seats)| kept(doc, seats)));
    }
}

/// A document that is being played, to be kept on disk.
fn kept(doc: &Document, seats: &Seats) -> Option<Effect> {
    let is_begun = doc.played().is_some_and(|table| table.ply() > 0 && !table.is_over());
    let saved = saved_game(doc, seats).filter(|_| is_begun)?;
    Some(Effect::Keep(doc.id, Some(Box::new(saved))))
}

/// A game that was being played when the program ended, at its last move; `None` where it cannot be
/// played on.
#[must_use]
pub fn unfinished_game(saved: &SavedGame, rules: HistoryRules) -> Option<Table> {
    let game = games::find(&saved.game)?;
    let read = game.read_games(&saved.format, saved.text.as_bytes(), &Reading::default());
    let record = exact(game, read.records.into_iter().next(), saved.line.as_ref(), None)?;
    let control = |text: &String| text.parse::<TimeControl>().unwrap_or_default();
    let controls = [control(&saved.controls[0]), control(&saved.controls[1])];
    let mut table = Table::resume(game, record, controls, rules).ok()?;
    table.charge(saved.spent);
    Some(table)
}

/// Who sits at a side.
pub(super) fn choice_of(seat: &SavedSeat) -> SeatChoice {
    match seat {
        SavedSeat::Human(name) => SeatChoice::Human { name: name.clone() },
        SavedSeat::Engine(name, options) => {
            SeatChoice::Engine { name: name.clone(), options: options.clone() }
        }
    }
}

/// A game with who sits at its sides, and what they were given.
pub(super) fn saved_record(
    game: &'static dyn Game,
    record: &Record,
    seats: &Seats,
    controls: [TimeControl; 2],
) -> SavedGame {
    let native = game.formats().iter().find(|format| format.writes());
    let text = native.and_then(|format| Some((format.name, format.write_game(record).ok()?)));
    // The line says all that the program needs; the format adds the heading.
    let (format, text) = text.unwrap_or_default();
    let seat = |choice: &SeatChoice| match choice {
        SeatChoice::Human { name } => SavedSeat::Human(name.clone()),
        SeatChoice::Engine { name, options } => SavedSeat::Engine(name.clone(), options.clone()),
    };
    let [first, second] = &seats.choices;
    let controls = controls.map(|control| control.to_string());
    let saved =
        SavedGame::new(game.info().name, format, text, [seat(first), seat(second)], controls);
    SavedGame {
        ponder: seats.ponder,
        line: Some(saved_line(record)),
        rating: seats.adaptive.map(|adaptive| adaptive.saved()),
        ..saved
    }
}

/// The game of a document that is being played, or was left for a study of it.
pub(super) fn saved_game(doc: &Document, seats: &Seats) -> Option<SavedGame> {
    let table = doc.played()?;
    let controls = Side::BOTH.map(|side| table.control(side));
    let saved = saved_record(table.game(), table.record(), seats, controls);
    Some(SavedGame {
        key: Some(doc.key.clone()),
        dice: doc.dice.as_ref().map(|source| saved_dice(source, table.n_rolls())),
        chosen: if doc.at_end() { doc.chosen.clone() } else { Vec::new() },
        spent: table.spent(Instant::now()),
        failure: doc.unsettled.as_ref().map(Unsettled::saved),
        study: doc.has_left().then(|| saved_study(doc)),
        ..saved
    })
}

/// The study for which the game was left.
fn saved_study(doc: &Document) -> SavedStudy {
    let record = doc.record();
    let shown = record.moves_to(doc.current()).into_iter().map(|mv| mv.0).collect();
    SavedStudy { line: saved_line(record), shown }
}

fn saved_line(record: &Record) -> SavedLine {
    SavedLine {
        variant: record.setup.variant.clone(),
        position: record.setup.position.clone(),
        moves: moves_of(record),
        notes: record.main_line().into_iter().map(|id| note_of(record.node(id))).collect(),
        variations: variations_of(record),
    }
}

/// The moves beside the main line, each behind the one that it follows.
fn variations_of(record: &Record) -> Vec<SavedVariation> {
    let main = record.main_line();
    let mut written: BTreeMap<NodeId, usize> =
        std::iter::once(Record::START).chain(main).zip(0..).collect();
    let mut variations = Vec::new();
    let mut waiting: Vec<NodeId> = written.keys().copied().collect();
    while let Some(parent) = waiting.pop() {
        for id in &record.node(parent).children {
            let node = record.node(*id);
            let Some(mv) = node.mv.as_ref().filter(|_| !written.contains_key(id)) else { continue };
            let (after, mv) = (written[&parent], mv.0.clone());
            variations.push(SavedVariation { after, mv, note: note_of(node) });
            written.insert(*id, written.len());
            waiting.push(*id);
        }
    }
    variations
}

fn note_of(node: &Node) -> SavedNote {
    let is_number = |eval: &&Evaluation| eval.score.is_finite();
    let eval = |eval: &Evaluation| (eval.score, eval.depth.clone(), eval.engine.clone());
    SavedNote {
        elapsed: node.elapsed,
        time_left: node.time_left,
        comment: node.comment.clone(),
        commands: node.commands.clone(),
        marks: node.marks.clone(),
        evaluations: node.evaluations.iter().filter(is_number).map(eval).collect(),
        proofs: node.evaluations.iter().filter(is_number).map(|eval| eval.proof).collect(),
        loss: node.loss,
        luck: node.luck,
    }
}

fn take_note(node: &mut Node, note: &SavedNote) {
    let proofs = note.proofs.iter().copied().chain(std::iter::repeat(None));
    let eval =
        |((score, depth, engine), proof): (&(f64, String, String), Option<Proof>)| Evaluation {
            score: *score,
            proof,
            depth: depth.clone(),
            engine: engine.clone(),
            ..Evaluation::default()
        };
    node.elapsed = note.elapsed;
    node.time_left = note.time_left;
    node.comment.clone_from(&note.comment);
    node.commands.clone_from(&note.commands);
    node.marks.clone_from(&note.marks);
    node.evaluations = note.evaluations.iter().zip(proofs).map(eval).collect();
    (node.loss, node.luck) = (note.loss, note.luck);
}

fn moves_of(record: &Record) -> Vec<String> {
    record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect()
}

/// The game as its line has it, with what was read besides: the heading, and where it is the same
/// game as far as it was read, variations. `result` stands for the one that was read.
pub(super) fn exact(
    game: &'static dyn Game,
    read: Option<Record>,
    line: Option<&SavedLine>,
    result: Option<GameResult>,
) -> Option<Record> {
    let Some(line) = line else { return read };
    let setup = Setup { variant: line.variant.clone(), position: line.position.clone() };
    let is_same = |read: &Record| read.setup == setup && line.moves.starts_with(&moves_of(read));
    let mut record = match read {
        Some(read) if is_same(&read) => read,
        other => {
            let tags = other.map(|read| read.tags).unwrap_or_default();
            let mut record = Record::new(game.info().name, setup);
            record.tags = tags;
            record
        }
    };
    let mut position = game.start(&record.setup).ok()?;
    let mut nodes = vec![Record::START];
    for (idx, text) in line.moves.iter().enumerate() {
        let at = add_move(&mut record, nodes[idx], &mut position, text)?;
        if let Some(note) = line.notes.get(idx) {
            take_note(record.node_mut(at), note);
        }
        nodes.push(at);
    }
    record.result = result.or(record.result);
    // What was tried behind the end is no part of the game.
    record.close();
    add_variations(game, &mut record, nodes, &line.variations);
    Some(record)
}

/// Adds a move behind `parent`, whose position this is; `None` where it is not legal.
fn add_move(
    record: &mut Record,
    parent: NodeId,
    position: &mut BoxPosition,
    text: &str,
) -> Option<NodeId> {
    let side = match position.actor() {
        Actor::Player(side) => Some(side),
        Actor::Chance | Actor::Over(_) => None,
    };
    let mv = position.play(text).ok()?;
    Some(record.add(parent, mv, side))
}

/// Adds the moves beside the main line, whose nodes these are, the start first. Ends at the first
/// that makes no sense: the main line is the game.
fn add_variations(
    game: &'static dyn Game,
    record: &mut Record,
    mut nodes: Vec<NodeId>,
    variations: &[SavedVariation],
) {
    // Most moves of a variation follow the one before.
    let mut newest: Option<(NodeId, BoxPosition)> = None;
    for SavedVariation { after, mv, note } in variations {
        let Some(parent) = nodes.get(*after).copied() else { return };
        let known = newest.take().filter(|(at, _)| *at == parent).map(|(_, position)| position);
        let position = known.or_else(|| record.replay(game, parent).ok());
        let Some(mut position) = position else { return };
        let Some(at) = add_move(record, parent, &mut position, mv) else { return };
        take_note(record.node_mut(at), note);
        nodes.push(at);
        newest = Some((at, position));
    }
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
