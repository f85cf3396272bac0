//! What is analysed at a desk: its cards, the review, the hint.
//!
//! Asks no engine.

use super::cards::{Card, Shelf};
use super::document::Document;
use super::lock::Lock;
use super::pins::Pins;
use super::practice::Reviewed;
use super::remarking::Remarking;
use super::reviews::Reviews;
use crate::app::desk::rows::seen;
use crate::app::format;
use crate::app::views::{PointOfView, ValueMark};
use crate::games::MoveText;
use crate::play::AnalysisLine;
use crate::protocol::{Bound, SearchId};

/// How many moves can be compared, at least and at most.
const MOVES_COMPARED: [u32; 2] = [2, 8];

/// A hint that was asked for or found.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Hint {
    pub(in crate::app::desk) search: SearchId,
    pub(in crate::app::desk) position_id: u64,
    /// The move; `None` while it is looked for.
    pub(in crate::app::desk) mv: Option<MoveText>,
    /// Its cells, where marks on cells say enough.
    pub(in crate::app::desk) values: Vec<ValueMark>,
}

/// Analysis of the position on the board and of its game.
#[derive(Debug)]
pub(in crate::app::desk) struct Analysis {
    /// Those of the game on the board.
    pub(in crate::app::desk) cards: Vec<Card>,
    /// Cards that were put away with their games.
    pub(in crate::app::desk) shelf: Shelf,
    pub(in crate::app::desk) lines: u32,
    pub(in crate::app::desk) view: PointOfView,
    /// Lines that the user keeps.
    pub(in crate::app::desk) pins: Pins,
    /// The engines that go through the game, which have no cards.
    pub(in crate::app::desk) reviews: Reviews,
    /// What the review found of marked moves that was made last of the game on the board.
    pub(in crate::app::desk) reviewed: Option<Reviewed>,
    /// The engine that comments on the game.
    pub(in crate::app::desk) remarking: Option<Remarking>,
    pub(in crate::app::desk) hint: Option<Hint>,
}

impl Analysis {
    /// Nothing is analysed yet; these cards wait for their games.
    pub(in crate::app::desk) fn with(shelf: Shelf) -> Self {
        Self { shelf, ..Self::default() }
    }
}

impl Default for Analysis {
    fn default() -> Self {
        Self {
            cards: Vec::new(),
            shelf: Shelf::default(),
            lines: 5,
            view: PointOfView::First,
            pins: Pins::default(),
            reviews: Reviews::default(),
            reviewed: None,
            remarking: None,
            hint: None,
        }
    }
}

impl Analysis {
    /// This engine analyses, but was told by hand to rest.
    pub(in crate::app::desk) fn is_unwanted(&self, engine: u64) -> bool {
        self.cards.iter().any(|card| card.engine == engine && !card.wanted)
    }

    /// An engine was started again under another number.
    pub(in crate::app::desk) fn restarted(&mut self, old: u64, new: u64) {
        for card in self.cards.iter_mut().filter(|card| card.engine == old) {
            card.engine = new;
            card.follower.restarted();
        }
        self.reviews.restarted(old, new);
    }

    /// A person has started an engine again: it goes on with the analysis that it was in when it ended.
    pub(in crate::app::desk) fn go_on(&mut self, id: u64) {
        for card in self.cards.iter_mut().filter(|card| card.engine == id) {
            card.wanted |= std::mem::take(&mut card.cut_off);
        }
    }

    /// An engine is wanted for analysis.
    pub(in crate::app::desk) fn wants(&self, id: u64) -> bool {
        self.cards.iter().any(|card| card.engine == id && card.wanted)
    }

    /// This engine goes through the game, or rests on its way.
    pub(in crate::app::desk) fn reviews(&self, id: u64) -> bool {
        self.reviews.iter().any(|review| review.engine == id)
    }

    /// Lets an engine go on with its analysis.
    pub(in crate::app::desk) fn want(&mut self, id: u64) {
        self.cards.iter_mut().filter(|card| card.engine == id).for_each(|card| card.wanted = true);
    }

    /// So many moves of this card are to be compared, where its engine reports one line; `None` for
    /// none.
    pub(in crate::app::desk) fn compare_moves(&mut self, engine: u64, n: Option<u32>) {
        let n = n.map(|n| n.clamp(MOVES_COMPARED[0], MOVES_COMPARED[1]));
        self.cards.iter_mut().filter(|card| card.engine == engine).for_each(|card| {
            card.n_compared = n;
        });
    }

    /// Lets the engine of this card stay at the position shown, or follow the board again.
    pub(in crate::app::desk) fn lock(&mut self, engine: u64, on: bool, doc: &Document) {
        self.cards.iter_mut().filter(|card| card.engine == engine).for_each(|card| {
            card.lock = on.then(|| Lock::here(doc));
        });
    }

    /// Lets cards follow the board again whose position is gone from the game, and lines go that begin in
    /// one that is.
    pub(in crate::app::desk) fn drop_lost_locks(&mut self, doc: &Document) {
        for card in &mut self.cards {
            card.lock.take_if(|lock| !lock.holds(doc));
        }
        self.pins.drop_lost(doc);
    }

    /// Another game is on the board: nothing that was found about the old one holds.
    pub(in crate::app::desk) fn forget_game(&mut self) {
        self.reviews.forget_game();
        self.forget_nodes();
    }

    /// The moves of the game have other numbers from now on: what was said of positions stays.
    pub(in crate::app::desk) fn forget_nodes(&mut self) {
        self.reviewed = None;
        self.remarking = None;
        self.hint = None;
    }

    /// The game has other moves than before: what was found of those that are gone is no longer
    /// known by their numbers.
    pub(in crate::app::desk) fn forget_lost(&mut self, doc: &Document) {
        if let Some(reviewed) = &mut self.reviewed {
            reviewed.positions.retain(|node, _| doc.record().has(*node));
        }
    }

    /// The move that was found for a hint in this position.
    pub(in crate::app::desk) fn hinted(&self, position_id: u64) -> Option<&MoveText> {
        self.hint.as_ref().filter(|hint| hint.position_id == position_id)?.mv.as_ref()
    }

    /// The first two cards with lines about the position shown: their values can be compared.
    pub(in crate::app::desk) fn compared(&self, doc: &Document) -> Option<[&Card; 2]> {
        let has_lines = |card: &&Card| !card.follower.lines().is_empty();
        let mut cards = self.cards.iter().filter(|card| card.is_about_shown(doc)).filter(has_lines);
        Some([cards.next()?, cards.next()?])
    }

    /// The values to write on the board: the hint, which was asked for, else, where values are to be
    /// shown, those of the first card that has any; or, with `differences`, what the second card's are
    /// less than those.
    pub(in crate::app::desk) fn values(
        &self,
        doc: &Document,
        show: bool,
        differences: bool,
    ) -> Vec<ValueMark> {
        let id = doc.position_id();
        let hint = self.hint.as_ref().filter(|hint| hint.position_id == id);
        if let Some(hint) = hint.filter(|hint| !hint.values.is_empty() || !show) {
            return hint.values.clone();
        }
        if !show {
            return Vec::new();
        }
        if let Some(pair) = self.compared(doc).filter(|_| differences) {
            return differing_values(pair, doc, self.view);
        }
        let cards = self.cards.iter().filter(|card| card.is_about_shown(doc));
        cards
            .map(|card| card_values(card, doc, self.view))
            .find(|values| !values.is_empty())
            .unwrap_or_default()
    }
}

/// Values on the board, where a move is a cell; elsewhere several moves may end on the same one.
pub(in crate::app::desk) fn card_values(
    card: &Card,
    doc: &Document,
    view: PointOfView,
) -> Vec<ValueMark> {
    if !doc.game.info().values_on_cells {
        return Vec::new();
    }
    let best = card.follower.lines().first().and_then(|line| line.score);
    let Some(best) = best else { return Vec::new() };
    let lines = card.follower.lines().iter();
    let marks = lines.filter_map(|line| {
        let score = line.score?;
        let cell = doc.position().move_cells(&line.first_move().0).pop()?;
        let shown = seen(line.first_score?, doc.turn(), view);
        let text = format::score(shown, doc.game.info());
        let loss = (best - score).max(0.0);
        Some(ValueMark { cell, score, loss, differs: None, text })
    });
    marks.collect()
}

/// By how much the first card's value of the move that this line begins with is above that of the second,
/// as the chosen point of view has it; `None` where one of them has none, or none that is an estimate.
pub(in crate::app::desk) fn difference(
    pair: [&Card; 2],
    line: &AnalysisLine,
    doc: &Document,
    view: PointOfView,
) -> Option<f64> {
    let info = doc.game.info();
    let value = |card: &Card| {
        let is_it = |other: &&AnalysisLine| {
            other.first_move() == line.first_move() && other.reply == line.reply
        };
        let found = card.follower.lines().iter().find(is_it)?;
        let is_estimate = found.bound != Bound::WinLossDraw;
        found.first_score.filter(|score| is_estimate && info.forced(*score).is_none())
    };
    let [first, second] = pair.map(value);
    Some(seen(first? - second?, doc.turn(), view))
}

/// What two cards differ by on the cells of the board, where a move is a cell.
fn differing_values(pair: [&Card; 2], doc: &Document, view: PointOfView) -> Vec<ValueMark> {
    if !doc.game.info().values_on_cells {
        return Vec::new();
    }
    let lines = pair[0].follower.lines().iter();
    let marks = lines.filter_map(|line| {
        let differs = difference(pair, line, doc, view)?;
        let cell = doc.position().move_cells(&line.first_move().0).pop()?;
        let text = format::difference(differs, doc.game.info());
        Some(ValueMark { cell, score: line.score?, loss: 0.0, differs: Some(differs), text })
    });
    marks.collect()
}
