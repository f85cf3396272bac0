//! What the cards ask their engines about the position on the board, and hints.
//!
//! Searches nothing itself: the layer below asks the engines and keeps their lines apart by
//! position. Which engines have a card is decided in `cards`.

use std::time::Instant;

use super::parts::analysis::Hint;
use super::parts::cards::{Card, Picked};
use super::parts::follower::{Followed, Follower};
use super::parts::threat::{Threat, Turned};
use super::rows::seen;
use super::state::Desk;
use crate::app::command::AnalysisCommand;
use crate::app::effect::Topic;
use crate::app::engines::{Engine, Role};
use crate::app::format;
use crate::app::views::{NoticeKind, ValueMark};
use crate::app::words::sentence;
use crate::games::{Link, MoveText, Position, SceneView, Side};
use crate::play::{Analyst, CandidateSearch, ReviewEffort, next_search_id};
use crate::protocol::{Event, Limits, Request, Search};
use crate::session::{News, SessionEvent};
use crate::store::Uncounted;

/// Lines that can be asked for.
const MAX_LINES: u32 = 20;

/// How deep an engine looks for a hint: a second or two on any machine.
const HINT_DEPTH: u32 = 12;

impl Desk {
    pub(super) fn handle_analysis(&mut self, command: AnalysisCommand, now: Instant) {
        match command {
            AnalysisCommand::AddEngine(name) => self.add_card(&name, now),
            AnalysisCommand::RemoveEngine(id) => self.stop_engine(id),
            AnalysisCommand::SetRunning(id, on) => self.set_running(id, on, now),
            AnalysisCommand::SetLines(lines) => self.set_lines(lines),
            AnalysisCommand::CompareMoves(id, n) => self.analysis.compare_moves(id, n),
            AnalysisCommand::Limit(id, limit) => self.limit_card(id, limit, now),
            AnalysisCommand::PickMoves(id, moves) => self.pick_moves(id, moves),
            AnalysisCommand::Lock(id, on) => self.analysis.lock(id, on, &self.doc),
            AnalysisCommand::Threat(id, on) => self.show_threat(id, on),
            AnalysisCommand::Pin(id, moves) => self.pin_line(id, &moves),
            AnalysisCommand::Unpin(id) => self.analysis.pins.remove(id),
            AnalysisCommand::SetPointOfView(view) => {
                self.analysis.view = view;
            }
            AnalysisCommand::Rollout(command) => self.handle_rollout(command),
            AnalysisCommand::WholeGame => self.review_game(None, now),
            AnalysisCommand::Review(wish) => self.review_game(Some(wish), now),
            AnalysisCommand::PauseWholeGame(paused) => self.pause_review(paused, now),
            AnalysisCommand::StopWholeGame => self.stop_review(now),
        }
    }

    fn set_lines(&mut self, lines: u32) {
        self.analysis.lines = lines.clamp(1, MAX_LINES);
        self.ask_cards_again();
    }

    /// The engines are asked again, as for another position.
    pub(super) fn ask_cards_again(&mut self) {
        let id = self.new_position_id();
        self.doc.ask_again(id);
        for lock in self.analysis.cards.iter_mut().filter_map(|card| card.lock.as_mut()) {
            lock.id = self.positions.next();
        }
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
        self.analysis.drop_lost_locks(&self.doc);
        let mut line = None;
        let n_lines = self.lines_asked();
        let (may_analyse, allowance) = (self.may_analyse(), self.allowance());
        let mut n_active = 0;
        self.fit_followers(now);
        self.turn_threats();
        for card in &mut self.analysis.cards {
            let Some(engine) = self.engines.get_mut(card.engine) else { continue };
            let (is_fresh, can_stop) = (card.is_fresh(&self.doc), can_stop(engine));
            // What an engine needs to start is not its time.
            if engine.session.capabilities().is_none() {
                card.began = card.began.map(|_| now);
            }
            let is_over = is_fresh && card.time_ends(can_stop).is_some_and(|end| end <= now);
            let is_wanted = may_analyse && card.wanted && !engine.has_ended() && !is_over;
            card.waits = is_wanted && n_active >= allowance;
            let active = is_wanted && !card.waits;
            n_active += usize::from(active);
            let wanted = card.wanted_id(&self.doc).filter(|_| active);
            let limits = card.limits(can_stop);
            let follower = &mut card.follower;
            let request = match wanted {
                None => follower.halt(),
                Some(_) if is_fresh && !follower.is_halted() => follower.poll_request(now),
                Some(id) => {
                    let turned =
                        card.threat.as_ref().and_then(|threat| threat.turned.as_ref().ok());
                    let (line, pos) = match (turned, &card.lock) {
                        (Some(turned), _) => (&turned.line, &*turned.pos),
                        (None, Some(lock)) => (&lock.line, &*lock.pos),
                        (None, None) => {
                            let shown = &**self.doc.position();
                            (&*line.get_or_insert_with(|| self.doc.told()), shown)
                        }
                    };
                    card.began = Some(now);
                    follower.follow(Followed { id, line, pos, n_lines, limits, can_stop }, now)
                }
            };
            if let Some(request) = request {
                engine.send(request, now);
            }
        }
    }

    /// Shows what the other side would play, or the position as it is again.
    fn show_threat(&mut self, id: u64, on: bool) {
        let mut cards = self.analysis.cards.iter();
        let Some(idx) = cards.position(|card| card.engine == id) else { return };
        let threat = on.then(|| self.threat_of(&self.analysis.cards[idx]));
        if let Some(Err(why)) = threat.as_ref().map(|threat| &threat.turned) {
            let text = format!("There is no threat to show: {why}.");
            return self.messages.notice(NoticeKind::Refused, text);
        }
        self.analysis.cards[idx].threat = threat;
    }

    /// Turns the positions of the cards that show threats, where others are looked at by now.
    fn turn_threats(&mut self) {
        for idx in 0..self.analysis.cards.len() {
            let card = &self.analysis.cards[idx];
            let base = card.threat.as_ref().map(|threat| threat.base);
            if base.is_some_and(|base| base != card.base_id(&self.doc)) {
                let threat = self.threat_of(card);
                self.analysis.cards[idx].threat = Some(threat);
            }
        }
    }

    pub(super) fn threat_of(&self, card: &Card) -> Threat {
        let pos = card.lock.as_ref().map_or(self.doc.position(), |lock| &lock.pos);
        let (game, record) = (self.doc.game, self.doc.record());
        let turned = Turned::of(game, record, &**pos, self.positions.next());
        Threat { base: card.base_id(&self.doc), turned }
    }

    /// Lets each engine explain the position or compare its moves, as is wanted and as it can.
    fn fit_followers(&mut self, now: Instant) {
        let info = self.doc.game.info();
        let n_lines = self.analysis.lines;
        for idx in 0..self.analysis.cards.len() {
            let card = &self.analysis.cards[idx];
            let Some(engine) = self.engines.get(card.engine) else { continue };
            let has_one_line = self.most_lines(engine) <= 1;
            let picked = card.picked_here(&self.doc).to_vec();
            let n_picked = (!picked.is_empty()).then_some(picked.len() as u32);
            let n_compared = n_picked.or(card.n_compared).filter(|_| has_one_line);
            let Some(link) = self.link_of(card.engine) else { continue };
            let card = &mut self.analysis.cards[idx];
            if let (Follower::Compares(search), Some(n)) = (&mut card.follower, n_compared) {
                search.want_moves(n as usize);
                search.pick(&picked);
            }
            if card.follower.compares() == n_compared.is_some() {
                continue;
            }
            let rest = card.follower.rest();
            card.follower = match n_compared {
                Some(n) => {
                    let mut search = CandidateSearch::new(info, link, n as usize);
                    search.pick(&picked);
                    Follower::Compares(Box::new(search))
                }
                None => Follower::Explains(Analyst::new(link, n_lines)),
            };
            // A comparison follows it at once, unless the card rests.
            if let Some((request, engine)) = rest.zip(self.engines.get_mut(card.engine)) {
                engine.send(request, now);
            }
        }
    }

    /// Lets the engine of this card search within this limit; it begins again with the position.
    fn limit_card(&mut self, id: u64, limit: Option<ReviewEffort>, now: Instant) {
        const DEEPEST: u32 = 60;
        let limit = limit.map(|limit| match limit {
            ReviewEffort::Depth(depth) => ReviewEffort::Depth(depth.clamp(1, DEEPEST)),
            ReviewEffort::Nodes(_) | ReviewEffort::Time(_) => limit,
        });
        let able = self.engines.get(id).and_then(|engine| engine.session.capabilities());
        let fault = match limit.zip(able) {
            Some((ReviewEffort::Depth(_), able)) if !able.depth => "search to a given depth",
            Some((ReviewEffort::Nodes(_), able)) if !able.nodes => "search a given number of nodes",
            Some(_) | None => "",
        };
        if !fault.is_empty() {
            let text = format!("{} cannot {fault}.", self.called_by_id(id));
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let Some(card) = self.analysis.cards.iter_mut().find(|card| card.engine == id) else {
            return;
        };
        if card.limit == limit {
            return;
        }
        card.limit = limit;
        if let Some((request, engine)) = card.follower.rest().zip(self.engines.get_mut(id)) {
            engine.send(request, now);
        }
    }

    /// Lets the engine of this card compare just these moves of its position. Those that are not legal
    /// there are left out.
    fn pick_moves(&mut self, id: u64, moves: Vec<MoveText>) {
        let Some(card) = self.analysis.cards.iter_mut().find(|card| card.engine == id) else {
            return;
        };
        let pos = card.lock.as_ref().map_or(self.doc.position(), |lock| &lock.pos);
        let legal = pos.legal_moves();
        let moves: Vec<MoveText> = moves.into_iter().filter(|mv| legal.contains(mv)).collect();
        let path = self.doc.record().moves_to(card.base_node(&self.doc));
        card.picked = (!moves.is_empty()).then_some(Picked { path, moves });
    }

    pub(super) fn analysis_deadline(&self) -> Option<Instant> {
        let reviews = self.analysis.reviews.iter();
        let reviews = reviews.filter_map(|review| review.driver.poll_timeout());
        let cards = self.analysis.cards.iter();
        let ends = cards.clone().filter(|card| card.wanted && !card.follower.is_halted());
        let ends = ends.filter_map(|card| card.time_ends(can_stop(self.engines.get(card.engine)?)));
        let questions = cards.filter_map(|card| card.follower.poll_timeout());
        reviews.chain(questions).chain(ends).min()
    }

    /// Cards rest outside of Analyse mode; what they found is forgotten with the position. The engine
    /// that goes through the game is another one, and goes on.
    pub(super) fn rest_cards(&mut self, now: Instant) {
        for card in &mut self.analysis.cards {
            if let Some((request, engine)) =
                card.follower.rest().zip(self.engines.get_mut(card.engine))
            {
                engine.send(request, now);
            }
        }
    }

    pub(super) fn handle_card_event(&mut self, id: u64, event: &SessionEvent) {
        let Some(engine) = self.engines.get(id) else { return };
        for card in self.analysis.cards.iter_mut().filter(|card| card.engine == id) {
            card.follower.handle(event, &engine.session);
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
        self.uncount(Uncounted::Hint);
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
            differs: None,
            text: text.clone().unwrap_or_else(|| "!".to_owned()),
        };
        hint.values = cells.into_iter().map(mark).collect();
        hint.mv = Some(mv.clone());
        let score = text.map(|text| format!(" ({text})")).unwrap_or_default();
        let shown = format::mentioned(&**position, &mv.0);
        self.messages.withdraw(Topic::LookingForHint);
        self.messages.notice_about(Topic::Hint, format!("Hint: {shown}{score}"));
    }
}

/// The engine obeys when its search is no longer wanted; before it is ready, as is usual with its
/// protocol.
fn can_stop(engine: &Engine) -> bool {
    let said = engine.session.capabilities().map(|able| able.stop);
    said.unwrap_or_else(|| engine.launch.protocol.has_stop())
}

/// Where a move begins and ends; one that puts a piece on the board begins in the hand.
pub(super) fn from_and_to(
    position: &dyn Position,
    mv: &str,
    mut cells: Vec<String>,
) -> Vec<String> {
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
