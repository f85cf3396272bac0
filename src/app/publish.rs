//! The state as a snapshot.
//!
//! Changes nothing but its own cache of what is costly to draw up.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::judged;
use super::owner::Owner;
use super::publish_engines::ConsoleCache;
use super::rows::{ListStyle, graph, rows, seen};
use super::seats::name_of;
use super::walk::walk;
use super::{
    AnalysisCommand, AnalysisView, ClockView, Command, DecisionsView, GamePart, GameView,
    GraphPoint, MistakeView, Mode, NoStop, PassView, PlyView, PointOfView, ProblemView,
    ProgressView, RollsView, SeatChoice, SeatView, Settings, Snapshot, TabView, TreeRow, format,
};
use crate::games::{
    self, Actor, Game, GameInfo, MoveText, NodeId, Outcome, Scene, SceneView, Side,
};
use crate::play::{TimeControl, accuracy, is_word};

/// What is drawn up once and kept while it holds.
#[derive(Debug, Default)]
pub(super) struct Cache {
    lists: Option<Lists>,
    /// Of this position, with or without what may be played.
    board: Option<(BoardKey, Arc<Scene>)>,
    /// Before this position.
    before: Option<(u64, Option<Arc<Scene>>)>,
    /// The console of this session, at this state of its log.
    pub(super) console: Option<ConsoleCache>,
}

/// What a board is drawn up for: the position, whether what may be played is marked, the moves that
/// may be played where not all of them may, and the one that is proposed.
type BoardKey = (u64, bool, Option<Vec<MoveText>>, Option<MoveText>);

#[derive(Clone, Debug)]
struct Lists {
    rows: Arc<[TreeRow]>,
    /// Nodes that have a cell in the rows.
    listed: Arc<BTreeSet<NodeId>>,
    parts: Arc<[GamePart]>,
    graph: Arc<[GraphPoint]>,
    series: Vec<String>,
    losses: Arc<[(usize, f64)]>,
    game_text: Arc<str>,
    mistakes: Arc<[MistakeView]>,
    plies: Arc<[PlyView]>,
    rolls: Option<Arc<RollsView>>,
    accuracy: [Option<f64>; 2],
    error_rates: [Option<f64>; 2],
}

impl Cache {
    pub(super) fn forget_lists(&mut self) {
        self.lists = None;
    }

    pub(super) fn forget_board(&mut self) {
        self.board = None;
        self.before = None;
    }

    pub(super) fn forget_all(&mut self) {
        self.forget_lists();
        self.forget_board();
    }
}

impl Snapshot {
    /// Nothing but an empty board: what the window shows before the application has begun.
    #[must_use]
    pub fn empty(info: &'static GameInfo, settings: Settings) -> Self {
        let seat = |side: Side| SeatView {
            name: info.sides[side.idx()].to_owned(),
            side_name: info.sides[side.idx()],
            human: true,
            chip: None,
            stock: String::new(),
            eval: String::new(),
            engine: None,
            own_name: String::new(),
            ponder: None,
            timed_by_host: false,
        };
        Self {
            version: 0,
            closing: false,
            games: games::GAMES.iter().map(|game| game.info()).collect(),
            mode: Mode::Play,
            game: GameView {
                info,
                variant: String::new(),
                variant_name: None,
                number: 0,
                position_id: 0,
                scene: Arc::default(),
                before: None,
                position_text: String::new(),
                position_texts: Vec::new(),
                counters: Vec::new(),
                dice: None,
                claim: String::new(),
                draw_offered: false,
                game_text: Arc::from(""),
                seats: Side::BOTH.map(seat),
                clocks: [ClockView::default(); 2],
                controls: None,
                bottom: Side::First,
                turn: None,
                current: 0,
                at_end: true,
                playing: false,
                paused: false,
                waits: false,
                can_move: false,
                rows: Arc::from([]),
                listed: 0,
                parts: Arc::from([]),
                part: 0,
                result: String::new(),
                graph: Arc::from([]),
                series: Vec::new(),
                series_own_names: Vec::new(),
                losses: Arc::from([]),
                bar: 0.5,
                bar_text: format::DASH.to_owned(),
                facts: Vec::new(),
                accuracy: [None, None],
                error_rates: [None, None],
                n_mistakes: 0,
                mistakes: Arc::from([]),
                plies: Arc::from([]),
                rolls: None,
                comment: String::new(),
                path: None,
                save_as: None,
                source: None,
                can_undo_new: false,
                announcement: String::new(),
                pass: None,
                decisions: None,
                candidates: None,
            },
            engines: Vec::new(),
            analysis: AnalysisView {
                cards: Vec::new(),
                lines: 5,
                point_of_view: PointOfView::First,
                view_text: String::new(),
                values: Vec::new(),
                position_id: 0,
            },
            matching: None,
            sessions: Vec::new(),
            console: None,
            problems: Vec::new(),
            failures: Vec::new(),
            notices: Vec::new(),
            no_stop: NoStop::default(),
            progress: None,
            editor: None,
            openings: &[],
            file_games: Arc::from([]),
            in_the_way: None,
            probe: None,
            checks: Vec::new(),
            looked_for: None,
            removed_engine: None,
            suggestions: Arc::from([]),
            settings,
            tabs: vec![TabView { title: info.title.to_owned(), live: false }],
        }
    }
}

impl Owner {
    pub(super) fn snapshot(&mut self, version: u64, now: Instant) -> Snapshot {
        let game = self.game_view(now);
        let title = format!("{} \u{2013} {}", game.seats[0].name, game.seats[1].name);
        let live = game.playing && !game.paused;
        Snapshot {
            version,
            closing: self.closing,
            games: games::GAMES.iter().map(|game| game.info()).collect(),
            mode: self.mode,
            engines: self.list.entries.iter().map(|entry| self.entry_view(entry, now)).collect(),
            analysis: self.analysis_view(now),
            matching: self.match_view(now),
            sessions: self.session_views(),
            console: self.console_view(),
            problems: self.problems(),
            failures: self.failures(now),
            no_stop: self.no_stop(),
            notices: self.messages.notices(self.mode),
            progress: self.progress_view(),
            editor: self.editor_view(),
            openings: self.doc.game.openings(self.doc.variant()),
            file_games: Arc::clone(&self.file_titles),
            in_the_way: self.in_the_way.clone(),
            probe: self.probe_view(),
            checks: self.checks.views(),
            looked_for: self.looking.found.clone(),
            removed_engine: self.removed_view(),
            suggestions: super::list::suggestions(),
            settings: self.settings.clone(),
            tabs: vec![TabView { title, live }],
            game,
        }
    }

    /// The problems; bundles that are not kept any more are not offered, nor restarts that would
    /// change nothing.
    fn problems(&self) -> Vec<ProblemView> {
        let mut problems = self.messages.problems();
        for problem in &mut problems {
            problem.bundle = problem.bundle.filter(|id| self.bundles.has(*id));
            problem.restart = problem.restart.filter(|id| self.is_worth_a_restart(*id));
        }
        problems
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
        let running = self.engines.on_seat(side).and_then(|engine| engine.capabilities);
        let known = self.known.get(name).map(|known| known.capabilities);
        if let Some(capabilities) = running.or(known) {
            return !capabilities.stop;
        }
        let entry = self.list.entries.iter().find(|entry| entry.name == *name);
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
            before,
            variant_name: doc.variant().map(str::to_owned),
            position_text: doc.position().to_text(),
            position_texts: doc.position().position_texts(),
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
            bar,
            bar_text,
            facts: self.facts(),
            accuracy: lists.accuracy,
            error_rates: lists.error_rates,
            n_mistakes: lists.mistakes.len(),
            mistakes: lists.mistakes,
            plies: lists.plies,
            rolls: lists.rolls,
            comment: node.comment.clone(),
            path: doc.path().filter(|path| is_written(doc.game, path)).map(Path::to_owned),
            save_as: doc.path().map(|path| written_as(doc.game, path)),
            source: doc.source.clone(),
            can_undo_new: !self.undo.is_empty() || doc.can_undo_edit(),
            announcement: self.announcement.clone(),
            pass: self.pass_by_hand(),
            decisions: self.decisions(),
            candidates: self.candidates_view(),
        }
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

    fn scene(&mut self) -> Arc<Scene> {
        let id = self.doc.position_id();
        let show_legal = self.settings.show_legal && self.can_move();
        let key = (id, show_legal, self.only_listed(), self.analysis.hinted(id).cloned());
        if let Some((known, scene)) = &self.cache.board
            && *known == key
            && self.doc.chosen.is_empty()
        {
            return Arc::clone(scene);
        }
        let node = self.doc.record().node(self.doc.current());
        let view = SceneView {
            last_move: node.mv.as_ref().map(|mv| mv.0.as_str()),
            chosen: &self.doc.chosen,
            show_legal,
            orientation: self.doc.orientation,
            numbers: self.settings.show_numbers,
            rolled: self.doc.rolled(),
            only: key.2.as_deref(),
            hint: key.3.as_ref().map(|mv| mv.0.as_str()),
        };
        let scene = Arc::new(self.doc.position().scene(&view));
        self.cache.board = Some((key, Arc::clone(&scene)));
        scene
    }

    fn before(&mut self) -> Option<Arc<Scene>> {
        let id = self.doc.position_id();
        if self.cache.before.as_ref().is_none_or(|(known, _)| *known != id) {
            self.cache.before = Some((id, self.scene_before()));
        }
        self.cache.before.as_ref().and_then(|(_, scene)| scene.clone())
    }

    fn lists(&mut self) -> Lists {
        if let Some(lists) = &self.cache.lists {
            return lists.clone();
        }
        let record = self.doc.record();
        let info = self.doc.game.info();
        let start = self.doc.game.start(&record.setup).ok();
        let (series, graph) = graph(record);
        let native = self.doc.game.formats().first();
        let game_text =
            native.and_then(|format| format.write_game(record).ok()).unwrap_or_default();
        let walk = walk(record, start);
        let rows = rows(record, ListStyle { info, view: self.analysis.view }, &walk);
        let lists = Lists {
            mistakes: judged::mistakes(record, &rows, info).into(),
            plies: judged::plies(record, &rows).into(),
            rolls: judged::rolls_view(self.doc.game, record, &rows, &self.doc.known_lines())
                .map(Arc::new),
            listed: Arc::new(cells(&rows)),
            rows: rows.into(),
            parts: walk.parts(record).into(),
            graph: graph.into(),
            series,
            losses: judged::losses(record).into(),
            game_text: game_text.into(),
            accuracy: Side::BOTH.map(|side| accuracy(record, side, info)),
            error_rates: judged::error_rates(record, info),
        };
        self.cache.lists = Some(lists.clone());
        lists
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

    /// How the game has ended, where nobody can play on from what is shown.
    fn end_shown(&self) -> Option<Outcome> {
        let is_over = matches!(self.doc.position().actor(), Actor::Nobody(_));
        self.outcome_shown().filter(|_| is_over || self.mode == Mode::Play)
    }

    /// Part and text of the evaluation bar.
    fn bar(&self) -> (f32, String) {
        let info = self.doc.game.info();
        if let Some(outcome) = self.end_shown() {
            return format::bar_at_end(outcome);
        }
        let shown = self.doc.position_id();
        let live = self.analysis.cards.iter().filter_map(|card| {
            let best = card.analyst.best().filter(|_| card.analyst.position_id() == Some(shown));
            best.and_then(|line| line.first_score)
        });
        let node = self.doc.record().node(self.doc.current());
        let kept = node.evaluations.last().map(|eval| eval.score);
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
            let dice = || super::dice::fact_name(name).map(str::to_owned);
            (engine.or_else(dice).unwrap_or_else(|| name.clone()), value.clone())
        };
        facts.extend(tags.other.iter().map(fact));
        facts
    }

    fn progress_view(&self) -> Option<ProgressView> {
        if let Some(text) = &self.file_work {
            return Some(self.file_progress(text));
        }
        let stop = || Some(Command::Analysis(AnalysisCommand::StopWholeGame));
        if let Some(text) = self.remarks_text() {
            return Some(ProgressView { text, part: None, cancel: stop(), paused: None });
        }
        let (_, review) = self.analysis.review.as_ref()?;
        let (done, all) = review.progress();
        #[expect(clippy::cast_precision_loss, reason = "a share for a bar on the screen")]
        let part = done as f32 / all.max(1) as f32;
        let text = format!("Analysing game  {done} of {all}");
        let paused = Some(review.is_paused());
        Some(ProgressView { text, part: Some(part), cancel: stop(), paused })
    }
}

/// The nodes that have a cell in the rows.
fn cells(rows: &[TreeRow]) -> BTreeSet<NodeId> {
    let of_row = |row: &TreeRow| -> Vec<NodeId> {
        match row {
            TreeRow::Pair { moves, .. } => moves.iter().flatten().map(|cell| cell.node).collect(),
            TreeRow::Variation { moves, .. } => moves.iter().map(|cell| cell.node).collect(),
            TreeRow::Game { .. } | TreeRow::Comment(_) => Vec::new(),
        }
    };
    rows.iter().flat_map(of_row).collect()
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

/// A game in the list of a file: players, result, date.
pub(super) fn record_title(record: &games::Record) -> String {
    let info = games::find(&record.game).map(games::Game::info);
    let name = |idx: usize| match record.tags.players[idx].as_str() {
        "" => info.map_or("?", |info| info.sides[idx]).to_owned(),
        name => name.to_owned(),
    };
    let result =
        record.result.as_ref().zip(info).map(|(result, info)| format::result(result, info));
    let mut parts = vec![format!("{} \u{2013} {}", name(0), name(1))];
    parts.extend(result);
    parts.extend(Some(record.tags.date.clone()).filter(|date| !date.is_empty()));
    parts.join(", ")
}
