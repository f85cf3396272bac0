//! In a match: compares the opinion of engines that keep the game with the referee's.
//!
//! Decides nothing: the referee does. [`super::viewer`] compares; here engines are asked at every
//! turn, and differences are counted.

use std::borrow::Cow;
use std::fmt;

use super::viewer::{Difference, Disagreement, Ruling, compare_game, compare_moves};
use super::{Table, next_search_id};
use crate::games::{Link, Outcome, counted};
use crate::protocol::{Event, Request, Root, SearchId, quoted};

/// A way in which an engine disagreed with the referee in a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Disagreed {
    /// Which engine (0 or 1).
    pub engine: usize,
    /// How often in this game.
    pub count: u32,
    /// Moves made before it was first seen.
    pub ply: usize,
    /// The first of its kind.
    pub first: Disagreement,
}

/// Watches one engine through one game.
#[derive(Debug)]
pub(super) struct Checker {
    engine: usize,
    link: &'static dyn Link,
    asked: Option<SearchId>,
    /// The position that it was last asked of, after so many moves of the game.
    root: Option<(usize, Root)>,
    /// How the game has ended according to the engine, and the position it said that of.
    ended: Option<(Outcome, String)>,
    /// Its last complaint while it was asked.
    complaint: Option<String>,
    /// It did not list its moves, and is not asked for them again.
    is_mute: bool,
    /// One for each kind.
    found: Vec<Disagreed>,
}

impl Checker {
    /// For an engine behind `link`; `None` if in its protocol engines do not keep games. A mute
    /// engine has not listed its moves before, and is not asked for them.
    pub(super) fn new(engine: usize, link: &'static dyn Link, is_mute: bool) -> Option<Self> {
        let (asked, root, ended, complaint, found) = (None, None, None, None, Vec::new());
        let checker = Self { engine, link, asked, root, ended, complaint, is_mute, found };
        link.keeps_games().then_some(checker)
    }

    /// The next question to an idle engine: its game or its moves.
    pub(super) fn ask(&mut self, table: &Table) -> Request {
        let id = next_search_id();
        self.asked = Some(id);
        self.complaint = None;
        let root = self.link.root(&table.linked());
        self.root = Some((table.ply(), root.clone()));
        if self.is_mute {
            Request::GameState { id, root }
        } else {
            Request::ValidMoves { id, root }
        }
    }

    /// The current position as its engine is told it, if it was asked of it.
    pub(super) fn root(&self, table: &Table) -> Option<&Root> {
        let (_, root) = self.root.as_ref().filter(|(ply, _)| *ply == table.ply())?;
        Some(root)
    }

    /// The answer is on its way.
    pub(super) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// Its session has ended: there will be no answer.
    pub(super) fn restarted(&mut self) {
        self.asked = None;
    }

    /// It considers the current position a draw.
    pub(super) fn sees_draw(&self, table: &Table) -> bool {
        let ended = self.ended.as_ref().filter(|(outcome, _)| *outcome == Outcome::Draw);
        ended.is_some_and(|(_, told)| *told == *self.told(table))
    }

    /// Takes the engine's answers about the current position; returns the first disagreement of
    /// each kind, to be reported.
    pub(super) fn handle(&mut self, event: &Event, table: &Table) -> Option<&Disagreement> {
        let found = if let Event::GameState { told, game } = event {
            if *told != *self.told(table) {
                return None;
            }
            if game == told && !table.is_over() {
                // The same game, with the same head: there is nothing to compare.
                self.ended = None;
                return None;
            }
            let said = self.link.read_head(game).and_then(|said| said.outcome);
            self.ended = said.map(|outcome| (outcome, told.clone()));
            compare_game(self.link, told, game, &Ruling::of(table)?)
        } else if let Event::ValidMoves { id, moves } = event {
            self.asked.take_if(|asked| asked == id)?;
            // For a finished game some engines list moves, and some do not.
            if table.is_over() || self.ended.is_some() || self.is_mute {
                return None;
            }
            match moves {
                Some(moves) => compare_moves(
                    self.link,
                    table.position(),
                    || self.told(table).into_owned(),
                    moves,
                ),
                None => {
                    self.is_mute = true;
                    Some(self.silence(table))
                }
            }
        } else if let Event::Complaint(text) = event {
            self.complaint = self.asked.map(|_| text.clone());
            None
        } else {
            None
        };
        self.count(found?, table.ply())
    }

    /// It was asked for its moves and listed none.
    fn silence(&mut self, table: &Table) -> Disagreement {
        let complaint = self.complaint.take();
        Disagreement {
            what: Difference::NoAnswer,
            referee: counted(table.position().legal_moves().len(), "legal move"),
            engine: complaint.as_ref().map_or_else(|| "nothing".to_owned(), quoted),
            told: self.told(table).into_owned(),
            came: complaint.unwrap_or_default(),
        }
    }

    fn told(&self, table: &Table) -> Cow<'_, str> {
        match self.root(table) {
            Some(root) => Cow::Borrowed(&root.full),
            None => Cow::Owned(self.link.full(&table.linked())),
        }
    }

    fn count(&mut self, disagreement: Disagreement, ply: usize) -> Option<&Disagreement> {
        let what = disagreement.what;
        if let Some(known) = self.found.iter_mut().find(|known| known.first.what == what) {
            known.count += 1;
            return None;
        }
        self.found.push(Disagreed { engine: self.engine, count: 1, ply, first: disagreement });
        self.found.last().map(|disagreed| &disagreed.first)
    }

    /// All disagreements.
    pub(super) fn into_found(self) -> Vec<Disagreed> {
        self.found
    }
}

/// How often an engine disagreed with the referee, by kind, most often first.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Disagreements(Vec<(Difference, u32)>);

impl Disagreements {
    /// Counts so many differences of this kind.
    pub fn add(&mut self, what: Difference, count: u32) {
        match self.0.iter_mut().find(|(known, _)| *known == what) {
            Some((_, sum)) => *sum += count,
            None => self.0.push((what, count)),
        }
        self.0.sort_by_key(|(what, count)| (std::cmp::Reverse(*count), *what));
    }

    /// All of them.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// Each kind and how often.
    #[must_use]
    pub fn kinds(&self) -> &[(Difference, u32)] {
        &self.0
    }
}

/// `valid moves 11, result 1`.
impl fmt::Display for Disagreements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.0.iter().map(|(what, count)| format!("{} {count}", what.name()));
        f.write_str(&texts.collect::<Vec<_>>().join(", "))
    }
}
