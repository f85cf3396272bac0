//! The desk as the window sees it.
//!
//! Changes nothing but what it keeps of the pictures it has drawn up.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::judged::better_move;
use super::rows::seen;
use super::state::Desk;
use crate::app::command::{AnalysisCommand, Command, SeatChoice};
use crate::app::engines::Watched;
use crate::app::format;
use crate::app::views::{
    BetterView, DecisionsView, DeskView, GameView, MistakeView, Mode, NoStop, PassView,
    ProgressView, RunningEngine,
};
use crate::app::words::name_of;
use crate::games::{Actor, Game, GameInfo, NodeId, Outcome, Region, SceneView, Side};
use crate::play::{TimeControl, is_word};

impl Desk {
    /// The desk as the window sees it; the same picture as before where nothing has happened since and
    /// nothing runs.
    pub(in crate::app) fn view(&mut self, now: Instant) -> DeskView {
        let key = (self.revision, self.is_ticking());
        if let Some((known, view)) = &self.drawn.view
            && *known == key.0
            && !key.1
        {
            return view.clone();
        }
        let view = DeskView {
            id: self.id,
            mode: self.mode,
            game: self.game_view(now).into(),
            analysis: self.analysis_view(now).into(),
            sessions: self.session_views().into(),
            failures: self.failures(now).into(),
            no_stop: self.no_stop(),
            progress: self.progress_view(),
            editor: self.editor_view(),
            practice: self.practice_view().map(Into::into),
            dice_study: self.dice_study_view().map(Into::into),
            openings: self.doc.game.openings(self.doc.variant()),
        };
        self.drawn.view = Some((key.0, view.clone()));
        view
    }

    /// What is shown of it changes with time alone.
    pub(in crate::app) fn is_ticking(&self) -> bool {
        self.engines.is_ticking()
    }

    /// Sessions that were offered to be started again, where that still helps.
    pub(in crate::app) fn worth_a_restart(&self) -> impl Iterator<Item = u64> {
        let ids = self.engines.iter().map(|engine| engine.id);
        ids.filter(|id| self.is_worth_a_restart(*id))
    }

    /// What runs, as the list of engines shows it.
    pub(in crate::app) fn running(&self, now: Instant) -> impl Iterator<Item = RunningEngine> {
        self.engines.running_views(now)
    }

    /// What is known of one of its sessions beside its log.
    pub(in crate::app) fn watched(&self, id: u64) -> Option<Watched> {
        let engine = self.engines.get(id)?;
        Some(Watched {
            name: self.called(engine),
            own_name: engine.session.own_name().to_owned(),
            alive: !engine.has_ended(),
        })
    }

    /// The game and variant on the board.
    pub(in crate::app) fn on_board(&self) -> (&'static dyn Game, Option<&str>) {
        (self.doc.game, self.doc.variant())
    }

    fn no_stop(&self) -> NoStop {
        let engines = self.engines.iter().filter(|engine| engine.cannot_stop());
        let sessions = engines.map(|engine| engine.id).collect();
        NoStop { sessions, seats: Side::BOTH.map(|side| self.seat_cannot_stop(side)) }
    }

    /// A search of the engine on a seat cannot be stopped, as it says itself, or as is usual with its
    /// protocol while it has not been started or is not ready.
    fn seat_cannot_stop(&self, side: Side) -> bool {
        let SeatChoice::Engine { name, .. } = &self.seats.choices[side.idx()] else { return false };
        let running = self.engines.on_seat(side).and_then(|engine| engine.session.capabilities());
        let known = self.catalogue.known.get(name).map(|known| known.capabilities);
        if let Some(capabilities) = running.or(known) {
            return !capabilities.stop;
        }
        let entry = self.catalogue.list.entries.iter().find(|entry| entry.name == *name);
        entry.is_some_and(|entry| !entry.protocol.has_stop())
    }

    fn game_view(&mut self, now: Instant) -> GameView {
        let scene = self.scene();
        let before = self.before();
        let lists = self.lists();
        let doc = &self.doc;
        let info = doc.game.info();
        let table = doc.table();
        let node = doc.record().node(doc.current());
        let result = doc.record().result.as_ref();
        let (bar, bar_text) = self.bar();
        GameView {
            info,
            variant: variant_title(info, doc.variant()),
            number: doc.id,
            position_id: doc.position_id(),
            scene,
            orientation: doc.orientation,
            regions: self.regions_shown(),
            history: doc.history(),
            before,
            variant_name: doc.variant().map(str::to_owned),
            position_text: doc.position().to_text(),
            position_texts: doc.position_texts(),
            counters: doc.counters().to_vec(),
            dice: self.dice_view(),
            claim: self.claim_text(),
            draw_offered: self.draw_is_offered(),
            game_text: lists.game_text,
            seats: Side::BOTH.map(|side| self.seat_view(side, now)),
            clocks: Side::BOTH.map(|side| self.clock_view(side, node, now)),
            controls: self.controls(),
            bottom: self.side_below(),
            turn: doc.to_move(),
            current: doc.current(),
            at_end: doc.at_end(),
            playing: table.is_some_and(|table| !table.is_over()),
            paused: table.is_some_and(|table| table.is_paused() && !table.is_over()),
            waits: self.unsettled().is_some(),
            can_move: self.can_move(),
            listed: self.listed(&lists.listed),
            rows: lists.rows,
            part: doc.position().stage().map_or(0, |stage| stage.game),
            parts: lists.parts,
            result: result.map(|result| format::result(result, info)).unwrap_or_default(),
            graph: lists.graph,
            series_own_names: lists
                .series
                .iter()
                .map(|name| self.own_name_of_series(name))
                .collect(),
            series: lists.series,
            losses: lists.losses,
            course: lists.course,
            bar,
            bar_text,
            facts: self.facts(),
            accuracy: lists.accuracy,
            summary: lists.summary,
            error_rates: lists.error_rates,
            n_mistakes: lists.mistakes.len(),
            better: self.better_shown(&lists.mistakes),
            mistakes: lists.mistakes,
            plies: lists.plies,
            rolls: lists.rolls,
            drawn: node.board_marks(),
            comment: node.comment.clone(),
            comment_before: node.comment_before(),
            path: doc.path().filter(|path| is_written(doc.game, path)).map(Path::to_owned),
            save_as: doc.path().map(|path| written_as(doc.game, path)),
            source: doc.source.clone(),
            can_undo_new: !self.undo.is_empty(),
            can_paste_branch: self.can_paste_branch(),
            copied: self.copied.clone(),
            can_undo_edit: doc.can_undo_edit() && !self.practises(),
            can_redo_edit: doc.can_redo_edit() && !self.practises(),
            announcement: self.announcement.clone(),
            pass: self.pass_by_hand(),
            decisions: self.decisions(),
            candidates: self.candidates_view(),
            adaptive: self.adaptive_view(),
            coach: self.coach_view(),
        }
    }

    /// Regions of empty cells, where they are to be shown.
    fn regions_shown(&self) -> Vec<Region> {
        match self.settings.aids.regions && self.mode == Mode::Analyse {
            true => self.doc.position().regions(),
            false => Vec::new(),
        }
    }

    /// What would have been better than the mistake shown.
    fn better_shown(&self, mistakes: &[MistakeView]) -> Option<BetterView> {
        let doc = &self.doc;
        let mistake = mistakes.iter().find(|mistake| mistake.shown == doc.current())?;
        let better = better_move(doc.record(), mistake.node, &self.judging())?;
        let before = match mistake.shown == mistake.node {
            true => doc.position_before()?,
            false => doc.position(),
        };
        let mv = doc.record().node(better).mv.as_ref()?.0.clone();
        Some(BetterView { position_text: before.to_text(), mv })
    }

    /// What a person may do beside moving pieces, where there are dice.
    fn decisions(&self) -> Option<DecisionsView> {
        if !self.doc.game.info().has_dice {
            return None;
        }
        let position = self.doc.position();
        if !self.can_move() || self.doc.turn().is_none() {
            return Some(DecisionsView::default());
        }
        let legal = |text: &str| position.resolve(text).ok().map(|mv| mv.0);
        let moves = position.legal_moves().into_iter().filter(is_word).map(|mv| mv.0);
        let view = SceneView { chosen: &self.doc.chosen, ..SceneView::default() };
        let scene = position.scene(&view);
        Some(DecisionsView {
            moves: moves.collect(),
            resignations: (1..=3).filter_map(|n| legal(&format!("resign {n}"))).collect(),
            has_part: !self.doc.chosen.is_empty(),
            is_complete: scene.table.is_some_and(|table| table.is_complete),
        })
    }

    /// The pass that a person must make by hand in the position shown.
    fn pass_by_hand(&self) -> Option<PassView> {
        let position = self.doc.position();
        if !self.asks_for_passes() || !self.can_move() {
            return None;
        }
        let note = position.forced_note()?;
        let text = position.legal_moves().into_iter().next()?.0;
        Some(PassView { note, text })
    }

    /// The move in the list that stands for the node shown: its own, or the last one before it,
    /// where dice have been rolled since.
    fn listed(&self, listed: &BTreeSet<NodeId>) -> NodeId {
        let record = self.doc.record();
        let mut node = self.doc.current();
        while !listed.contains(&node) {
            let Some(parent) = record.node(node).parent else { break };
            node = parent;
        }
        node
    }

    /// How the game has ended, where no one can play on from what is shown.
    fn end_shown(&self) -> Option<Outcome> {
        let is_over = matches!(self.doc.position().actor(), Actor::Over(_));
        self.outcome_shown().filter(|_| is_over || self.mode == Mode::Play)
    }

    /// Part and text of the evaluation bar.
    fn bar(&self) -> (f32, String) {
        let info = self.doc.game.info();
        if let Some(outcome) = self.end_shown() {
            return format::bar_at_end(outcome);
        }
        let live = self.analysis.cards.iter().filter_map(|card| {
            let best = card.follower.lines().first();
            best.filter(|_| card.is_about_shown(&self.doc))?.first_score
        });
        let kept = self.doc.record().shown_evaluation(self.doc.current()).map(|eval| eval.score);
        let playing = self.seats.evals.iter().flatten().next().copied();
        let playing = playing.filter(|_| self.mode == Mode::Play && self.doc.at_end());
        match live.into_iter().next().or(kept).or(playing) {
            Some(score) => {
                let mover = self.doc.turn();
                let shown = seen(score, mover, self.analysis.view);
                (format::bar(score, info), format::bar_text(score, shown, info))
            }
            None => (0.5, format::DASH.to_owned()),
        }
    }

    /// What each side is given.
    fn controls(&self) -> Option<[TimeControl; 2]> {
        if let Some(table) = self.doc.table() {
            return Some(Side::BOTH.map(|side| table.control(side)));
        }
        let control = self.doc.record().tags.clocks[0].parse().ok()?;
        Some([control; 2])
    }

    fn facts(&self) -> Vec<(String, String)> {
        let record = self.doc.record();
        let info = self.doc.game.info();
        let tags = &record.tags;
        let title = match variant_title(info, self.doc.variant()).as_str() {
            "" => info.title.to_owned(),
            variant => format!("{} ({variant})", info.title),
        };
        let mut facts = vec![("Game".to_owned(), title)];
        for side in Side::BOTH {
            let rating = &tags.ratings[side.idx()];
            let rating = if rating.is_empty() { String::new() } else { format!(" ({rating})") };
            let name = name_of(&self.seats.choices[side.idx()]);
            facts.push((info.sides[side.idx()].to_owned(), format!("{name}{rating}")));
        }
        facts.extend(self.kept_fact());
        let clock = |table: &crate::play::Table| {
            let [first, second] = Side::BOTH.map(|side| table.control(side).to_string());
            if first == second { first } else { format!("{first} against {second}") }
        };
        let clocks = self.doc.table().map_or_else(|| tags.clocks[0].clone(), clock);
        let timed = Side::BOTH.into_iter().filter(|side| self.is_timed_by_host(*side));
        let timed: Vec<_> = timed
            .map(|side| {
                let title = format!("Clock of {}", info.sides[side.idx()]);
                (title, "kept by Quintet: a limit for each move".to_owned())
            })
            .collect();
        let moves = record.path(self.doc.record().last()).len().to_string();
        let path = self.doc.source.as_ref().map(|path| path.display().to_string());
        let result = record.result.as_ref().map(|result| format::result(result, info));
        for (name, value) in [
            ("Time", clocks),
            ("Place", tags.place.clone()),
            ("Date", tags.date.clone()),
            ("Plies", moves),
            ("Result", result.unwrap_or_default()),
            ("File", path.unwrap_or_default()),
        ] {
            if !value.is_empty() {
                facts.push((name.to_owned(), value));
            }
        }
        facts.extend(timed);
        let fact = |(name, value): (&String, &String)| {
            let mut sides = Side::BOTH.into_iter();
            let engine = sides.find(|side| info.engine_key(*side) == *name);
            let engine = engine.map(|side| format!("{}\u{2019}s engine", info.sides[side.idx()]));
            let dice = || super::parts::dice::fact_name(name).map(str::to_owned);
            (engine.or_else(dice).unwrap_or_else(|| name.clone()), value.clone())
        };
        facts.extend(tags.other.iter().map(fact));
        facts
    }

    fn progress_view(&self) -> Option<ProgressView> {
        let stop = || Some(Command::Analysis(AnalysisCommand::StopWholeGame));
        if let Some(text) = self.remarks_text() {
            return Some(ProgressView { text, part: None, cancel: stop(), paused: None });
        }
        let reviews = &self.analysis.reviews;
        let interrupted = || reviews.interrupted().map(|(_, at)| at);
        let (done, all) = reviews.progress().or_else(interrupted)?;
        #[expect(clippy::cast_precision_loss, reason = "a share for a bar on the screen")]
        let part = done as f32 / all.max(1) as f32;
        let text = format!("Analysing game  {done} of {all}");
        let paused = Some(reviews.n_active() == 0);
        Some(ProgressView { text, part: Some(part), cancel: stop(), paused })
    }
}

/// A game can be written to a file of this name.
fn is_written(game: &dyn Game, path: &Path) -> bool {
    let Some(ending) = path.extension() else { return true };
    let mut endings = game.formats().iter().filter(|format| format.writes());
    endings.any(|format| format.extensions.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// The same name, with the usual ending where the game is not written as its file was.
fn written_as(game: &dyn Game, path: &Path) -> PathBuf {
    let usual = game.formats().iter().filter(|format| format.writes());
    let usual = usual.flat_map(|format| format.extensions).next();
    match usual.filter(|_| !is_written(game, path)) {
        Some(ending) => path.with_extension(ending),
        None => path.to_owned(),
    }
}

/// Title of a variant; empty where there is none.
pub(super) fn variant_title(info: &GameInfo, name: Option<&str>) -> String {
    let variant = name.and_then(|name| info.variants.iter().find(|variant| variant.name == name));
    variant.map(|variant| variant.title.to_owned()).unwrap_or_default()
}
