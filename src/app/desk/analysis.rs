//! What the cards ask their engines about the position on the board, and hints.
//!
//! Searches nothing itself: the layer below asks the engines and keeps their lines apart by
//! position. Which engines have a card is decided in `cards`.

use std::time::Instant;

use super::Desk;
use super::cards::{Card, Shelf};
use super::document::Document;
use super::remarks::Remarking;
use super::rows::seen;
use crate::app::command::AnalysisCommand;
use crate::app::effect::Topic;
use crate::app::engines::{Engine, Role};
use crate::app::format;
use crate::app::views::{NoticeKind, PointOfView, ValueMark};
use crate::app::words::sentence;
use crate::games::{Link, MoveText, Position, SceneView, Side};
use crate::play::{ReviewDriver, next_search_id};
use crate::protocol::{Event, Limits, Request, Search, SearchId};
use crate::session::{News, SessionEvent};

/// Lines that can be asked for.
const MAX_LINES: u32 = 20;
/// How deep an engine looks for a hint: a second or two on any machine.
const HINT_DEPTH: u32 = 12;

/// A hint that was asked for or found.
#[derive(Clone, Debug)]
struct Hint {
    search: SearchId,
    position_id: u64,
    /// The move; `None` while it is looked for.
    mv: Option<MoveText>,
    /// Its cells, where marks on cells say enough.
    values: Vec<ValueMark>,
}

/// Analysis of the position on the board and of its game.
#[derive(Debug)]
pub(super) struct Analysis {
    /// Those of the game on the board.
    pub(super) cards: Vec<Card>,
    /// Cards that were put away with their games.
    pub(super) shelf: Shelf,
    pub(super) lines: u32,
    pub(super) view: PointOfView,
    /// The engine that goes through the game, which has no card, and how far it is.
    pub(super) review: Option<(u64, ReviewDriver)>,
    /// The engine that comments on the game.
    pub(super) remarking: Option<Remarking>,
    hint: Option<Hint>,
}

impl Analysis {
    /// Nothing is analysed yet; these cards wait for their games.
    pub(super) fn with(shelf: Shelf) -> Self {
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
            review: None,
            remarking: None,
            hint: None,
        }
    }
}

impl Analysis {
    /// This engine analyses, but was told by hand to rest.
    pub(super) fn is_unwanted(&self, engine: u64) -> bool {
        self.cards.iter().any(|card| card.engine == engine && !card.wanted)
    }

    /// An engine was started again under another number.
    pub(super) fn restarted(&mut self, old: u64, new: u64) {
        for card in self.cards.iter_mut().filter(|card| card.engine == old) {
            card.engine = new;
            card.analyst.restarted();
        }
        if let Some((engine, _)) = self.review.as_mut().filter(|(engine, _)| *engine == old) {
            *engine = new;
        }
    }

    /// A person has started an engine again: it goes on with the analysis that it was in when it ended.
    pub(super) fn go_on(&mut self, id: u64) {
        for card in self.cards.iter_mut().filter(|card| card.engine == id) {
            card.wanted |= std::mem::take(&mut card.cut_off);
        }
    }

    /// An engine is wanted for analysis.
    pub(super) fn wants(&self, id: u64) -> bool {
        self.cards.iter().any(|card| card.engine == id && card.wanted)
    }

    /// This engine goes through the game, or rests on its way.
    pub(super) fn reviews(&self, id: u64) -> bool {
        self.review.as_ref().is_some_and(|(engine, _)| *engine == id)
    }

    /// Lets an engine go on with its analysis.
    pub(super) fn want(&mut self, id: u64) {
        self.cards.iter_mut().filter(|card| card.engine == id).for_each(|card| card.wanted = true);
    }

    /// Another game is on the board: nothing that was found about the old one holds.
    pub(super) fn forget_game(&mut self) {
        self.review = None;
        self.remarking = None;
        self.hint = None;
    }

    /// The move that was found for a hint in this position.
    pub(super) fn hinted(&self, position_id: u64) -> Option<&MoveText> {
        self.hint.as_ref().filter(|hint| hint.position_id == position_id)?.mv.as_ref()
    }

    /// The values to write on the board: the hint, which was asked for, else, where values are to be
    /// shown, those of the first card that has any.
    pub(super) fn values(&self, doc: &Document, show: bool) -> Vec<ValueMark> {
        let id = doc.position_id();
        let hint = self.hint.as_ref().filter(|hint| hint.position_id == id);
        if let Some(hint) = hint.filter(|hint| !hint.values.is_empty() || !show) {
            return hint.values.clone();
        }
        if !show {
            return Vec::new();
        }
        let cards = self.cards.iter().filter(|card| card.analyst.position_id() == Some(id));
        cards
            .map(|card| card_values(card, doc, self.view))
            .find(|values| !values.is_empty())
            .unwrap_or_default()
    }
}

/// Values on the board, where a move is a cell; elsewhere several moves may end on the same one.
fn card_values(card: &Card, doc: &Document, view: PointOfView) -> Vec<ValueMark> {
    if !doc.game.info().values_on_cells {
        return Vec::new();
    }
    let best = card.analyst.best().and_then(|line| line.score);
    let Some(best) = best else { return Vec::new() };
    let lines = card.analyst.lines().iter();
    let marks = lines.filter_map(|line| {
        let score = line.score?;
        let cell = doc.position().move_cells(&line.first_move().0).pop()?;
        let shown = seen(line.first_score?, doc.turn(), view);
        let text = format::score(shown, doc.game.info());
        Some(ValueMark { cell, score, loss: (best - score).max(0.0), text })
    });
    marks.collect()
}

impl Desk {
    pub(super) fn handle_analysis(&mut self, command: AnalysisCommand, now: Instant) {
        match command {
            AnalysisCommand::AddEngine(name) => self.add_card(&name, now),
            AnalysisCommand::RemoveEngine(id) => self.stop_engine(id),
            AnalysisCommand::SetRunning(id, on) => self.set_running(id, on, now),
            AnalysisCommand::SetLines(lines) => self.set_lines(lines),
            AnalysisCommand::SetPointOfView(view) => {
                self.analysis.view = view;
            }
            AnalysisCommand::WholeGame => self.review_game(now),
            AnalysisCommand::PauseWholeGame(paused) => self.pause_review(paused, now),
            AnalysisCommand::StopWholeGame => self.stop_review(now),
        }
    }

    fn set_lines(&mut self, lines: u32) {
        self.analysis.lines = lines.clamp(1, MAX_LINES);
        self.ask_cards_again();
    }

    /// The engines are asked anew, as for another position.
    pub(super) fn ask_cards_again(&mut self) {
        let id = self.new_position_id();
        self.doc.ask_again(id);
    }

    /// How many moves the engines are to explain: where values are written on the board, all.
    fn lines_asked(&self) -> u32 {
        let all = self.doc.game.info().values_on_cells && self.settings.show_values;
        let n_legal = if all { self.doc.position().legal_moves().len() } else { 0 };
        self.analysis.lines.max(u32::try_from(n_legal).unwrap_or(u32::MAX))
    }

    /// Lets every card follow the position on the board, or rest.
    pub(super) fn drive_analysis(&mut self, now: Instant) {
        self.fit_cards(now);
        self.drive_review(now);
        let shown = self.doc.position_id();
        let mut line = None;
        let n_lines = self.lines_asked();
        let (may_analyse, allowance) = (self.may_analyse(), self.allowance());
        let mut n_active = 0;
        for card in &mut self.analysis.cards {
            let Some(engine) = self.engines.get_mut(card.engine) else { continue };
            let is_wanted = may_analyse && card.wanted && !engine.has_ended();
            card.waits = is_wanted && n_active >= allowance;
            let active = is_wanted && !card.waits;
            n_active += usize::from(active);
            let request = if !active {
                card.analyst.halt()
            } else if card.analyst.position_id() == Some(shown) && !card.analyst.is_halted() {
                None
            } else {
                card.analyst.want_lines(n_lines);
                card.analyst.has_one_line(engine.capabilities.is_some_and(|able| able.lines <= 1));
                let line = line.get_or_insert_with(|| self.doc.told());
                card.analyst.follow(shown, line, &**self.doc.position())
            };
            if let Some(request) = request {
                engine.send(request, now);
            }
        }
    }

    pub(super) fn analysis_deadline(&self) -> Option<Instant> {
        self.analysis.review.as_ref().and_then(|(_, review)| review.poll_timeout())
    }

    /// Cards rest outside of Analyse mode; what they found is forgotten with the position. The engine
    /// that goes through the game is another one, and goes on.
    pub(super) fn rest_cards(&mut self, now: Instant) {
        for card in &mut self.analysis.cards {
            if let Some((request, engine)) =
                card.analyst.rest().zip(self.engines.get_mut(card.engine))
            {
                engine.send(request, now);
            }
        }
    }

    pub(super) fn handle_card_event(&mut self, id: u64, event: &SessionEvent) {
        for card in self.analysis.cards.iter_mut().filter(|card| card.engine == id) {
            card.analyst.handle(event);
            if matches!(event.what, News::Ended(_)) {
                card.cut_off = card.wanted;
                card.wanted = false;
            }
        }
        self.hear_remark(id, event);
    }

    /// Asks an engine what it would play in the position shown.
    pub(super) fn hint(&mut self, now: Instant) {
        if self.doc.turn().is_none() {
            let text = "The game is over: there is no move to hint at.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let Some(id) = self.hint_engine(now) else { return };
        let Some(link) = self.link_of(id) else { return };
        let line = self.doc.told();
        let search = next_search_id();
        let limits = Limits { depth: Some(HINT_DEPTH), ..Limits::default() };
        let root = link.root(&line.linked());
        let mode = crate::protocol::Mode::Play;
        if let Some(engine) = self.engines.get_mut(id) {
            engine.send(Request::Search(Search { id: search, root, limits, mode }), now);
        }
        let position_id = self.doc.position_id();
        self.analysis.hint = Some(Hint { search, position_id, mv: None, values: Vec::new() });
        self.messages.withdraw(Topic::Hint);
        self.messages.notice_about(Topic::LookingForHint, "Looking for a hint\u{2026}");
    }

    /// An engine that gives hints: one that comes with the program, at its full strength.
    fn hint_engine(&mut self, now: Instant) -> Option<u64> {
        let running = |engine: &&Engine| engine.role == Role::Hint && !engine.has_ended();
        if let Some(engine) = self.engines.iter().find(running) {
            return Some(engine.id);
        }
        let mut entries = self.catalogue.list.entries.iter();
        let Some(entry) = entries.find(|entry| entry.shipped && self.fits_board(entry)) else {
            let text = "No engine that comes with the program plays this.";
            self.messages.notice(NoticeKind::Refused, text);
            return None;
        };
        let name = entry.name.clone();
        match self.launch(&name, &[]) {
            Ok((launch, _)) => Some(self.engines.start(&name, Vec::new(), launch, Role::Hint, now)),
            Err(cause) => {
                let text = sentence(&cause.said_of(&name));
                self.messages.problem(text, Vec::new(), None, now);
                None
            }
        }
    }

    fn link_of(&self, engine: u64) -> Option<&'static dyn Link> {
        self.doc.game.link(self.engines.get(engine)?.launch.protocol.name())
    }

    pub(super) fn handle_hint_event(&mut self, id: u64, event: &SessionEvent) {
        let News::Event(Event::Answer(answer)) = &event.what else { return };
        let Some(link) = self.link_of(id) else { return };
        let Some(hint) = &mut self.analysis.hint else { return };
        if hint.search != answer.search || hint.position_id != self.doc.position_id() {
            return;
        }
        let position = self.doc.position();
        let Some(Ok(mv)) = answer.mv.as_ref().map(|text| link.read_move(&**position, text)) else {
            return;
        };
        let turn = self.doc.turn();
        let text = answer.score.map(|score| {
            let first = if turn == Some(Side::Second) { -score } else { score };
            format::told(seen(first, turn, self.analysis.view), score, self.doc.game.info())
        });
        // With dice several pieces move from places that hold more of them: the board rings them.
        let cells = match self.doc.game.info().has_dice {
            true => Vec::new(),
            false => from_and_to(&**position, &mv.0, position.move_cells(&mv.0)),
        };
        let mark = |cell| ValueMark {
            cell,
            score: answer.score.unwrap_or_default(),
            loss: 0.0,
            text: text.clone().unwrap_or_else(|| "!".to_owned()),
        };
        hint.values = cells.into_iter().map(mark).collect();
        hint.mv = Some(mv.clone());
        let score = text.map(|text| format!(" ({text})")).unwrap_or_default();
        let shown = Some(position.show_move(&mv.0)).filter(|shown| !shown.is_empty());
        let shown = shown.unwrap_or(mv.0);
        self.messages.withdraw(Topic::LookingForHint);
        self.messages.notice_about(Topic::Hint, format!("Hint: {shown}{score}"));
    }
}

/// Where a move begins and ends; one that puts a piece on the board begins in the hand.
fn from_and_to(position: &dyn Position, mv: &str, mut cells: Vec<String>) -> Vec<String> {
    if cells.len() > 1 {
        cells.drain(1..cells.len() - 1);
        return cells;
    }
    let scene = position.scene(&SceneView::default());
    let mut hands = scene.hands.iter().flatten().filter(|piece| piece.count > 0);
    // The name of a stack ends in what the names of its pieces begin with: `hand wA`.
    let is_it = |name: &str| name.rsplit(' ').next().is_some_and(|kind| mv.starts_with(kind));
    let taken = hands.find(|piece| is_it(&piece.name)).map(|piece| piece.name.clone());
    taken.into_iter().chain(cells).collect()
}
