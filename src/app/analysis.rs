//! Cards that follow the position on the board, and hints.
//!
//! Searches nothing itself; the layer below asks the engines and keeps their lines apart by
//! position.

use std::time::Instant;

use super::document::Document;
use super::engines::{Engine, Role};
use super::owner::Owner;
use super::playing::sentence;
use super::remarks::Remarking;
use super::rows::seen;
use super::{AnalysisCommand, Mode, NoticeKind, PointOfView, ValueMark, format};
use crate::games::{Link, Position, SceneView, Side};
use crate::play::{Analyst, Cause, GameLine, Review, next_search_id, title_of};
use crate::protocol::{Event, Limits, Request, Search, SearchId};
use crate::session::{News, SessionEvent};

/// Engines that can analyse at once.
const MAX_CARDS: usize = 4;
/// Lines that can be asked for.
const MAX_LINES: u32 = 20;
/// How deep an engine looks for a hint: a second or two on any machine.
const HINT_DEPTH: u32 = 12;

/// A card: an engine that follows the position on the board.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) engine: u64,
    pub(super) analyst: Analyst,
    /// The person wants it to search.
    pub(super) wanted: bool,
    /// It searched when it ended: whoever restarts it wants it to go on.
    cut_off: bool,
    /// What it was started for: game and variant.
    fitted: (&'static str, Option<String>),
    /// Why it cannot explain what is on the board.
    pub(super) unfit: Option<String>,
}

/// A hint that was asked for or found.
#[derive(Clone, Debug)]
struct Hint {
    search: SearchId,
    position_id: u64,
    values: Vec<ValueMark>,
}

/// Analysis of the position on the board and of its game.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) cards: Vec<Card>,
    pub(super) lines: u32,
    pub(super) view: PointOfView,
    /// The engine that values the game, and how far it is.
    pub(super) review: Option<(u64, Review)>,
    /// The engine that comments on the game.
    pub(super) remarking: Option<Remarking>,
    hint: Option<Hint>,
}

impl Default for Analysis {
    fn default() -> Self {
        Self {
            cards: Vec::new(),
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
        if let Some((engine, review)) = self.review.as_mut().filter(|(engine, _)| *engine == old) {
            *engine = new;
            review.restarted();
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
    fn reviews(&self, id: u64) -> bool {
        self.review.as_ref().is_some_and(|(engine, _)| *engine == id)
    }

    /// This engine goes through the game now.
    pub(super) fn is_reviewing(&self, id: u64) -> bool {
        let going = self.review.as_ref().filter(|(_, review)| !review.is_paused());
        going.is_some_and(|(engine, _)| *engine == id)
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

    /// The values to write on the board: those of the first card that has any, or the hint.
    pub(super) fn values(&self, doc: &Document) -> Vec<ValueMark> {
        let id = doc.position_id();
        let hint = self.hint.as_ref().filter(|hint| hint.position_id == id);
        if let Some(hint) = hint.filter(|hint| !hint.values.is_empty()) {
            return hint.values.clone();
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

impl Owner {
    pub(super) fn handle_analysis(&mut self, command: AnalysisCommand, now: Instant) {
        match command {
            AnalysisCommand::AddEngine(name) => self.add_card(&name, now),
            AnalysisCommand::RemoveEngine(id) => self.stop_engine(id),
            AnalysisCommand::SetRunning(id, on) => self.set_running(id, on, now),
            AnalysisCommand::SetLines(lines) => self.set_lines(lines),
            AnalysisCommand::SetPointOfView(view) => {
                self.analysis.view = view;
                self.cache.forget_lists();
            }
            AnalysisCommand::WholeGame => self.review_game(now),
            AnalysisCommand::PauseWholeGame(paused) => self.pause_review(paused, now),
            AnalysisCommand::StopWholeGame => self.stop_review(now),
        }
    }

    /// Starts an engine of the list for analysis.
    pub(super) fn add_card(&mut self, name: &str, now: Instant) {
        if self.analysis.cards.len() >= MAX_CARDS {
            let text = format!("At most {MAX_CARDS} engines analyse at once; remove one first.");
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let entry = self.list.entries.iter().find(|entry| entry.name == name);
        let other = entry.filter(|entry| !entry.plays(self.doc.game.info().name));
        if let Some(unfit) = other.and_then(|entry| self.unfit_for_board(entry)) {
            let text = format!("{name} {unfit}.");
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let (launch, link) = match self.launch(name, &[]) {
            Ok(found) => found,
            Err(Cause::WrongProtocol(reason)) => {
                return self.messages.notice(NoticeKind::Error, format!("{name}: {reason}."));
            }
            Err(cause) => {
                let text = sentence(&cause.said_of(name));
                return self.messages.problem(text, Vec::new(), None, now);
            }
        };
        let engine = self.engines.start(name, Vec::new(), launch, Role::Card, now);
        let analyst = Analyst::new(link, self.analysis.lines);
        let fitted = self.on_board();
        self.analysis.cards.push(Card {
            engine,
            analyst,
            wanted: true,
            cut_off: false,
            fitted,
            unfit: None,
        });
        // Elsewhere it would rest, and nobody would see it.
        if self.mode != Mode::Analyse {
            self.handle_game(super::GameCommand::SetMode(Mode::Analyse), now);
        }
    }

    /// Ends an engine and takes its card away.
    pub(super) fn stop_engine(&mut self, id: u64) {
        self.analysis.cards.retain(|card| card.engine != id);
        if self.analysis.reviews(id) {
            self.drop_review("its engine was removed", Instant::now());
        }
        self.analysis.remarking.take_if(|remarking| remarking.engine == id);
        let seat = self.engines.get(id).map(|engine| engine.role);
        if let Some(Role::Seat(_)) = seat {
            self.pause_table(Instant::now());
            self.let_seats_go();
        }
        self.engines.remove(id);
    }

    fn set_running(&mut self, id: u64, on: bool, now: Instant) {
        let ended = self.engines.get(id).is_some_and(Engine::has_ended);
        let restarted = if on && ended { self.restart_engine(id, now) } else { None };
        let id = restarted.unwrap_or(id);
        for card in self.analysis.cards.iter_mut().filter(|card| card.engine == id) {
            card.wanted = on;
            card.cut_off = false;
        }
        if on {
            return;
        }
        // Whoever tells it to rest means all that it does.
        if self.analysis.reviews(id) {
            self.pause_review(true, now);
        }
        if self.analysis.remarking.as_ref().is_some_and(|remarking| remarking.engine == id) {
            self.stop_remarks(now);
            self.ask_cards_anew();
        }
    }

    fn set_lines(&mut self, lines: u32) {
        self.analysis.lines = lines.clamp(1, MAX_LINES);
        self.ask_cards_anew();
    }

    /// The engines are asked anew, as for another position.
    pub(super) fn ask_cards_anew(&mut self) {
        let id = self.new_position_id();
        self.doc.ask_anew(id);
    }

    /// How many moves the engines are to explain: where values are written on the board, all.
    fn lines_asked(&self) -> u32 {
        let all = self.doc.game.info().values_on_cells && self.settings.show_values;
        let n_legal = if all { self.doc.position().legal_moves().len() } else { 0 };
        self.analysis.lines.max(u32::try_from(n_legal).unwrap_or(u32::MAX))
    }

    fn on_board(&self) -> (&'static str, Option<String>) {
        (self.doc.game.info().name, self.doc.variant().map(str::to_owned))
    }

    /// Another game or variant is on the board: engines that must be told of it before they start
    /// are started again, and those that cannot play it rest.
    pub(super) fn fit_cards(&mut self, now: Instant) {
        let now_on = self.on_board();
        for idx in 0..self.analysis.cards.len() {
            if self.analysis.cards[idx].fitted == now_on {
                continue;
            }
            self.analysis.cards[idx].fitted.clone_from(&now_on);
            self.fit_card(idx, now);
        }
    }

    fn fit_card(&mut self, idx: usize, now: Instant) {
        let id = self.analysis.cards[idx].engine;
        let Some(engine) = self.engines.get(id) else { return };
        let title = title_of(self.doc.game.info(), self.doc.variant());
        let entry = self.list.entries.iter().find(|entry| entry.name == engine.entry);
        let unfit = entry.and_then(|entry| self.misfit(entry));
        let fitting = self.launch(&engine.entry, &engine.options);
        let old = engine.launch.clone();
        let card = &mut self.analysis.cards[idx];
        let rest = card.analyst.rest();
        if let Some((request, engine)) = rest.zip(self.engines.get_mut(id)) {
            engine.send(request, now);
        }
        let Ok((launch, link)) = fitting else {
            card.unfit = Some(unfit.unwrap_or_else(|| format!("does not play {title}")));
            return;
        };
        card.unfit = None;
        card.analyst = Analyst::new(link, self.analysis.lines);
        // Its options may have been set while it could not play.
        let restart = launch != old;
        let Some(engine) = self.engines.get_mut(id).filter(|_| restart) else { return };
        engine.launch = launch;
        if !engine.has_ended() {
            let text = format!("{} is started again for {title}.", engine.name);
            self.restart_engine(id, now);
            self.messages.notice(NoticeKind::Info, text);
        }
    }

    /// Lets every card follow the position on the board, or rest.
    pub(super) fn drive_analysis(&mut self, now: Instant) {
        if self.mode == Mode::Analyse {
            self.fit_cards(now);
        }
        self.drive_review(now);
        let shown = self.doc.position_id();
        let reviewing = self.analysis.review.as_ref().filter(|(_, review)| !review.is_paused());
        let reviewer = reviewing.map(|(engine, _)| *engine);
        let remarker = self.analysis.remarking.as_ref().map(|remarking| remarking.engine);
        let mut line = None;
        let n_lines = self.lines_asked();
        for card in &mut self.analysis.cards {
            let Some(engine) = self.engines.get_mut(card.engine) else { continue };
            let active = self.mode == Mode::Analyse
                && card.wanted
                && card.unfit.is_none()
                && !engine.has_ended()
                && reviewer != Some(card.engine)
                && remarker != Some(card.engine);
            let request = if !active {
                card.analyst.halt()
            } else if card.analyst.position_id() == Some(shown) && !card.analyst.is_halted() {
                None
            } else {
                card.analyst.want_lines(n_lines);
                card.analyst.has_one_line(engine.capabilities.is_some_and(|able| able.lines <= 1));
                let line = line.get_or_insert_with(|| line_shown(&self.doc));
                line.as_ref()
                    .and_then(|line| card.analyst.follow(shown, line, &**self.doc.position()))
            };
            if let Some(request) = request {
                engine.send(request, now);
            }
        }
    }

    pub(super) fn analysis_deadline(&self) -> Option<Instant> {
        self.analysis.review.as_ref().and_then(|(_, review)| review.poll_timeout())
    }

    /// Cards rest outside of Analyse mode; what they found is forgotten with the position. An engine
    /// that goes through the game rests, too, and can go on.
    pub(super) fn rest_cards(&mut self, now: Instant) {
        self.stop_remarks(now);
        self.rest_review(now);
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
        self.hear_review(id, event);
    }

    /// Asks an engine what it would play in the position shown.
    pub(super) fn hint(&mut self, now: Instant) {
        if self.doc.turn().is_none() {
            let text = "The game is over: there is no move to hint at.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let Some(id) = self.hint_engine(now) else { return };
        let Some(link) = self.link_of(id) else { return };
        let Some(line) = line_shown(&self.doc) else { return };
        let search = next_search_id();
        let limits = Limits { depth: Some(HINT_DEPTH), ..Limits::default() };
        let root = link.root(&line.linked());
        let mode = crate::protocol::Mode::Play;
        if let Some(engine) = self.engines.get_mut(id) {
            engine.send(Request::Search(Search { id: search, root, limits, mode }), now);
        }
        self.analysis.hint =
            Some(Hint { search, position_id: self.doc.position_id(), values: Vec::new() });
        self.messages.withdraw(FOUND);
        self.messages.notice(NoticeKind::Info, LOOKING);
    }

    /// An engine that gives hints: one that comes with the program, at its full strength.
    fn hint_engine(&mut self, now: Instant) -> Option<u64> {
        let running = |engine: &&Engine| engine.role == Role::Hint && !engine.has_ended();
        if let Some(engine) = self.engines.iter().find(running) {
            return Some(engine.id);
        }
        let mut entries = self.list.entries.iter();
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
            format::score(seen(first, turn, self.analysis.view), self.doc.game.info())
        });
        let mut cells = position.move_cells(&mv.0);
        if !self.doc.game.info().has_dice {
            // Where one piece goes, from where and to where says enough.
            cells = from_and_to(&**position, &mv.0, cells);
        }
        let mark = |cell| ValueMark {
            cell,
            score: answer.score.unwrap_or_default(),
            loss: 0.0,
            text: text.clone().unwrap_or_else(|| "!".to_owned()),
        };
        hint.values = cells.into_iter().map(mark).collect();
        let score = text.map(|text| format!(" ({text})")).unwrap_or_default();
        let shown = Some(position.show_move(&mv.0)).filter(|shown| !shown.is_empty());
        let shown = shown.unwrap_or(mv.0);
        self.messages.withdraw(LOOKING);
        self.messages.notice(NoticeKind::Info, format!("{FOUND}{shown}{score}"));
    }
}

/// How what is said of a hint begins.
const FOUND: &str = "Hint: ";
/// What is said while a hint is looked for.
const LOOKING: &str = "Looking for a hint\u{2026}";

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

/// The moves that lead to the position shown.
fn line_shown(doc: &Document) -> Option<GameLine> {
    GameLine::to_node(doc.game, doc.record(), doc.current()).ok().map(|(line, _)| line)
}
