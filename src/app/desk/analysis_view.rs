//! The analyses as the window sees them: cards of engines and their lines.
//!
//! Changes nothing.

use std::time::Instant;

use super::parts::analysis::difference;
use super::parts::cards::Card;
use super::parts::threat::Threat;
use super::rows::seen;
use super::state::Desk;
use crate::app::engines::{Engine, State};
use crate::app::format;
use crate::app::views::{
    AnalysisView, CardLine, ChancesView, Chip, ChipTone, ComparedMove, ComparisonView,
    DifferencesView, EngineCardView, LockView, Mode, PointOfView, ThreatView,
};
use crate::games::{Actor, MoveText, Position, Side};
use crate::play::{AnalysisLine, ReviewEffort, depth_number};
use crate::protocol::{Bound, Chances};

impl Desk {
    pub(super) fn analysis_view(&self, now: Instant) -> AnalysisView {
        let info = self.doc.game.info();
        let view_text = match self.analysis.view {
            PointOfView::First => format!("{}\u{2019}s view", info.sides[0]),
            PointOfView::Mover => "Mover\u{2019}s view".to_owned(),
        };
        AnalysisView {
            cards: self
                .analysis
                .cards
                .iter()
                .filter_map(|card| self.card_view(card, now))
                .collect(),
            lines: self.analysis.lines,
            point_of_view: self.analysis.view,
            view_text,
            values: if self.mode == Mode::Match {
                Vec::new()
            } else {
                let differences = self.settings.aids.differences;
                self.analysis.values(&self.doc, self.settings.show_values, differences)
            },
            position_id: self.doc.position_id(),
            said: if self.mode == Mode::Analyse { self.said() } else { Vec::new() },
            pinned: self.pinned(),
            differences: self.differences_view(),
        }
    }

    /// Whose values are compared: those of the first two engines with lines about the position shown; as long as
    /// there are no two, those of the first two that follow it.
    fn differences_view(&self) -> DifferencesView {
        if !self.settings.aids.differences || self.mode != Mode::Analyse {
            return DifferencesView::Off;
        }
        if let Some(pair) = self.analysis.compared(&self.doc) {
            return DifferencesView::Of(pair.map(|card| self.card_name(card.engine)));
        }
        let shown = Some(self.doc.position_id());
        let cards = self.analysis.cards.iter();
        let follows = |card: &&Card| card.threat.is_none() && card.wanted_id(&self.doc) == shown;
        let mut names = cards.filter(follows).map(|card| self.card_name(card.engine));
        match (names.next(), names.next()) {
            (Some(first), Some(second)) => DifferencesView::Of([first, second]),
            (first, _) => DifferencesView::Alone(first),
        }
    }

    fn card_view(&self, card: &Card, now: Instant) -> Option<EngineCardView> {
        let engine = self.engines.get(card.engine)?;
        let follower = &card.follower;
        let fresh = card.is_fresh(&self.doc);
        let turned = card.threat.as_ref().and_then(|threat| threat.turned.as_ref().ok());
        let (pos, turn): (&dyn Position, _) = match (turned, &card.lock) {
            (Some(turned), _) => (&*turned.pos, Some(turned.side)),
            (None, Some(lock)) => (&*lock.pos, lock.turn()),
            (None, None) => (&**self.doc.position(), self.doc.turn()),
        };
        let lines = if fresh { follower.lines() } else { &[] };
        let best = lines.first().and_then(|line| line.score);
        let news = follower.news();
        let dash = || format::DASH.to_owned();
        let spent = match follower.comparison() {
            Some(search) => search.worked_for(now),
            None => engine.searching_for(now).or(news.time),
        };
        let spent = spent.filter(|_| fresh);
        let nodes = news.nodes.filter(|_| fresh);
        let speed = match (news.nodes_per_second, nodes, news.time.or(spent)) {
            (Some(rate), ..) => format!("{}/s", format::count(rate)),
            (None, Some(nodes), Some(time)) => format::speed(nodes, time),
            (None, ..) => dash(),
        };
        let comparison = self.comparison_view(card, engine);
        let n_picked = card.picked_here(&self.doc).len();
        let n_compared = comparison.as_ref().and_then(|comparison| match n_picked {
            0 => comparison.n_moves,
            n => u32::try_from(n).ok(),
        });
        let n_lines = n_compared.unwrap_or_else(|| self.lines_of(engine));
        let pair = self.compared_with(card);
        let has_heat = self.settings.show_values && lines.len() > 1;
        let lines: Vec<CardLine> = lines
            .iter()
            .take(usize::try_from(n_lines).unwrap_or(usize::MAX))
            .map(|line| {
                let shown = self.card_line(line, best, turn);
                let shown = if follower.compares() { with_depth(shown, line) } else { shown };
                let heat = self.heat(line, best).filter(|_| has_heat);
                CardLine { heat, differs: self.differs(pair, line), ..shown }
            })
            .collect();
        // Only where a line is missing: listing the moves takes time in some games.
        let is_short = !lines.is_empty() && (lines.len() as u64) < u64::from(n_lines);
        let has_all_moves = is_short && lines.len() >= pos.legal_moves().len();
        let is_over = matches!(pos.actor(), Actor::Over(_));
        let chip = if is_over && matches!(engine.state, State::Ready) {
            Chip { text: "the game is over".to_owned(), tone: ChipTone::Idle }
        } else if card.waits {
            let most = self.settings.most_analysing;
            let text = format!("waits: {most} analyse{} already", if most == 1 { "s" } else { "" });
            Chip { text, tone: ChipTone::Warn }
        } else {
            self.chip_of(card, engine, now)
        };
        Some(EngineCardView {
            id: engine.id,
            name: self.card_name(engine.id),
            own_name: engine.session.own_name().to_owned(),
            protocol: engine.launch.protocol,
            timed_by_host: engine.launch.protocol.tells_clocks()
                && engine.session.is_timed_by_host(),
            chip,
            running: card.wanted && !engine.has_ended(),
            can_restart: engine.has_ended(),
            has_window: !engine.has_ended() && engine.session.can(|able| able.window),
            score: lines.first().map_or_else(dash, |line| line.score.clone()),
            depth: news.depth.clone().filter(|_| fresh).unwrap_or_else(dash),
            nodes: nodes.map_or_else(dash, format::count),
            speed: if fresh { speed } else { dash() },
            time: spent.map_or_else(dash, format::spent),
            lines,
            n_lines,
            has_all_moves,
            status: engine.status.clone(),
            comparison,
            limit: card.limit,
            lock: card.lock.as_ref().map(|lock| LockView {
                title: lock.title.clone(),
                node: lock.node,
                position_text: lock.pos.to_text(),
                is_shown: lock.is_shown(&self.doc),
            }),
            threat: card.threat.as_ref().map(|threat| self.threat_view(threat)),
        })
    }

    fn threat_view(&self, threat: &Threat) -> ThreatView {
        match &threat.turned {
            Ok(turned) => ThreatView {
                title: format!(
                    "Threat: what {} would play",
                    self.doc.game.info().sides[turned.side.idx()]
                ),
                position_text: turned.pos.to_text(),
            },
            Err(why) => {
                ThreatView { title: format!("No threat here: {why}"), position_text: String::new() }
            }
        }
    }

    /// The engine's state in words. A comparison is one search after the other: it says for how long all
    /// have been going on.
    fn chip_of(&self, card: &Card, engine: &Engine, now: Instant) -> Chip {
        let chip = engine.chip(now);
        if let Some(text) = self.limit_reached(card, engine) {
            return Chip { text, ..chip };
        }
        let search = card.follower.comparison().filter(|_| engine.searching_for(now).is_some());
        match search.and_then(|search| search.worked_for(now)) {
            Some(time) => Chip { text: format!("comparing {}", format::secs(time)), ..chip },
            None => chip,
        }
    }

    /// Says that the engine has come to the limit of its card in the position there, and rests.
    fn limit_reached(&self, card: &Card, engine: &Engine) -> Option<String> {
        let limit = card.limit?;
        let rests = matches!(engine.state, State::Ready) && card.is_fresh(&self.doc);
        let line = card.follower.lines().first().filter(|_| rests)?;
        match limit {
            ReviewEffort::Depth(limit) => {
                let news = card.follower.news().depth.as_deref();
                let depth = if line.depth.is_empty() { news? } else { &line.depth };
                (limit <= depth_number(depth)).then(|| format!("depth {limit} reached"))
            }
            ReviewEffort::Nodes(_) => Some("nodes used up".to_owned()),
            ReviewEffort::Time(_) => Some("time used up".to_owned()),
        }
    }

    /// How the moves of an engine are compared that reports one line.
    fn comparison_view(&self, card: &Card, engine: &Engine) -> Option<ComparisonView> {
        if self.most_lines(engine) > 1 {
            return None;
        }
        let picked = card.picked_here(&self.doc);
        let is_on = card.n_compared.is_some() || !picked.is_empty();
        let search = card.follower.comparison().filter(|_| is_on);
        let state = search.map(|search| match search.progress() {
            _ if search.is_mute() => "it gives no values: there is nothing to compare".to_owned(),
            (known, all) if known < all => format!("first look: {known} of {all} moves"),
            (_, _) if !picked.is_empty() => "the moves you picked".to_owned(),
            (_, _) => "each by a search of its own".to_owned(),
        });
        let (n_moves, moves) = (card.n_compared, self.compared_moves(card));
        Some(ComparisonView { n_moves, state: state.unwrap_or_default(), moves })
    }

    /// Moves of the position that a card is about which can be picked.
    fn compared_moves(&self, card: &Card) -> Vec<ComparedMove> {
        /// As many as a menu holds.
        const MOST: usize = 16;
        if card.threat.is_some() {
            return Vec::new();
        }
        let pos = card.lock.as_ref().map_or(self.doc.position(), |lock| &lock.pos);
        let record = self.doc.record();
        let after = &record.node(card.base_node(&self.doc)).children;
        let in_tree: Vec<MoveText> =
            after.iter().filter_map(|node| record.node(*node).mv.clone()).collect();
        let picked = card.picked_here(&self.doc);
        let valued = card.follower.lines().iter().filter(|_| card.is_fresh(&self.doc));
        let valued = valued.map(|line| line.first_move().clone());
        let legal = pos.legal_moves();
        let mut moves: Vec<MoveText> = Vec::new();
        let all = in_tree.iter().cloned().chain(picked.iter().cloned()).chain(valued);
        for mv in all.chain(legal.iter().cloned()) {
            if moves.len() < MOST && legal.contains(&mv) && !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let view = |mv: MoveText| ComparedMove {
            shown: pos.show_move(&mv.0),
            is_picked: picked.contains(&mv),
            is_in_tree: in_tree.contains(&mv),
            mv,
        };
        moves.into_iter().map(view).collect()
    }

    /// How many of the lines wanted an engine can give.
    fn lines_of(&self, engine: &Engine) -> u32 {
        self.analysis.lines.min(self.most_lines(engine)).max(1)
    }

    /// How many lines an engine can give: by its own word, by that of an earlier session, else as its
    /// protocol can have them.
    pub(super) fn most_lines(&self, engine: &Engine) -> u32 {
        let known = self.catalogue.known.get(&engine.entry).map(|known| known.capabilities);
        match engine.session.capabilities().or(known) {
            Some(capabilities) => capabilities.lines,
            None if engine.launch.protocol.has_several_lines() => u32::MAX,
            None => 1,
        }
    }

    /// This card and another one, where their values are to be compared.
    fn compared_with(&self, card: &Card) -> Option<[&Card; 2]> {
        let pair = self.analysis.compared(&self.doc).filter(|_| self.settings.aids.differences)?;
        pair.iter().any(|one| one.engine == card.engine).then_some(pair)
    }

    /// What two cards differ by about the move that this line begins with; empty where they are not
    /// compared.
    fn differs(&self, pair: Option<[&Card; 2]>, line: &AnalysisLine) -> String {
        let found = pair.and_then(|pair| difference(pair, line, &self.doc, self.analysis.view));
        found.map(|by| format::score_fine(by, self.doc.game.info())).unwrap_or_default()
    }

    /// What the first move of a line loses against the best, in losses of a mistake.
    fn heat(&self, line: &AnalysisLine, best: Option<f64>) -> Option<f64> {
        let mistake = self.doc.game.info().loss_marks[1];
        best.zip(line.score).map(|(best, score)| (best - score).max(0.0) / mistake)
    }

    /// A line as text, of a position in which this side is to move; `best` is the value of the best
    /// one.
    pub(super) fn card_line(
        &self,
        line: &AnalysisLine,
        best: Option<f64>,
        turn: Option<Side>,
    ) -> CardLine {
        self.line_seen(line, best, turn, self.analysis.view)
    }

    /// The same from a point of view.
    pub(super) fn line_seen(
        &self,
        line: &AnalysisLine,
        best: Option<f64>,
        turn: Option<Side>,
        view: PointOfView,
    ) -> CardLine {
        let score = line
            .first_score
            .map(|score| (seen(score, turn, view), seen(score, turn, PointOfView::Mover)));
        let sure = match line.bound {
            Bound::Exact => "exact",
            Bound::WinLossDraw => "win, loss or draw",
            Bound::Estimate => "",
        };
        let info = self.doc.game.info();
        let played_out = line.std_error.map(|error| format!("\u{b1}{error:.3}"));
        let note = if line.book { "book" } else { sure }.to_owned();
        let flips = view == PointOfView::First && turn == Some(Side::Second);
        CardLine {
            score: score.map_or_else(
                || format::DASH.to_owned(),
                |(seen, own)| format::proved(seen, own, line.bound, info),
            ),
            moves: line.shown.clone(),
            note: played_out.unwrap_or(note),
            loss: match (best, line.score) {
                // What the other side would not allow stands behind the best and may be worth more.
                (Some(best), Some(score)) if (best - score).abs() > 0.0 => {
                    format::score_fine(score - best, info)
                }
                _ => String::new(),
            },
            chances: line.chances.map(|chances| chances_view(chances, flips)),
            ..CardLine::default()
        }
    }
}

/// Says how deep the search of this one move came: each has another.
fn with_depth(shown: CardLine, line: &AnalysisLine) -> CardLine {
    match shown.note.is_empty() && !line.depth.is_empty() {
        true => CardLine { note: format!("depth {}", line.depth), ..shown },
        false => shown,
    }
}

/// Chances in per cent, of the side to move or, where it `flips`, of the other one.
pub(super) fn chances_view(chances: Chances, flips: bool) -> ChancesView {
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    let won = [Some(win), win_gammon, win_backgammon];
    let lost = [Some(1.0 - win), lose_gammon, lose_backgammon];
    let (won, lost) = if flips { (lost, won) } else { (won, lost) };
    let text =
        |chance: Option<f64>| chance.map_or_else(|| format::DASH.to_owned(), format::per_cent);
    ChancesView { won: won.map(text), lost: lost.map(text) }
}
