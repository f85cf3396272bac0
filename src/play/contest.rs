//! One game of a match, from the opening to the report.
//!
//! Does not choose the game nor the engines, and knows nothing of other games.

mod ending;
mod opinions;
mod starts;
mod timer;
mod verdicts;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::watch;
use tokio::time;
use tracing::{debug, info};

use timer::Timer;
use verdicts::Solver;

use super::adjudication::{AdjudicatedBy, Agreement, Decision};
use super::checking::Checker;
use super::delays::Delays;
use super::lateness::{Lateness, Watch};
use super::match_config::MatchConfig;
use super::match_control::Wish;
use super::match_engine::MatchEngine;
use super::match_runner::{LiveGame, MatchEvent, Progress};
use super::report::{GameReport, GameStop};
use super::schedule::Pairing;
use super::slow_start::StartWatch;
use super::viewer::Difference;
use super::{Cause, DiceSource, EnginePlayer, Patience, SeatNews, Table, TimeControl};
use crate::games::Side;
use crate::protocol::Event;
use crate::session::{News, SessionEvent};

/// The two engines of a game, in the order of the match.
pub(super) type MatchEngines = [MatchEngine; 2];

/// Plays one game, or as much of it as there was when the match was stopped.
pub(super) async fn play_game(
    config: Arc<MatchConfig>,
    pairing: Pairing,
    engines: &mut MatchEngines,
    wish: watch::Receiver<Wish>,
    progress: &Progress,
) -> GameReport {
    let began = (now(), SystemTime::now());
    let mut contest = Contest::new(&config, pairing, engines, wish, progress);
    contest.begin();
    let stopped = contest.run().await;
    if stopped.is_some() {
        contest.give_up_starts().await;
    }
    contest.settle().await;
    contest.resync();
    contest.compare_end().await;
    contest.report(began, stopped)
}

/// Shortest time between two reports of a game that is shown only in the overview.
const AT_A_GLANCE: Duration = Duration::from_millis(250);

/// So long after an engine was ended from outside the program may hear that it is to end, too.
const SAME_END: Duration = Duration::from_secs(1);

/// What ended a wait.
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and it is not kept")]
enum Turn {
    /// An event of an engine (0 or 1).
    Said(usize, SessionEvent),
    /// A deadline passed.
    Time,
    /// The caller has changed a wish.
    Wished,
}

struct Contest<'a> {
    config: &'a Arc<MatchConfig>,
    pairing: Pairing,
    engines: &'a mut MatchEngines,
    players: [EnginePlayer; 2],
    /// For engines that keep the game themselves.
    checkers: [Option<Checker>; 2],
    /// The next engine is asked when these have answered, or at this moment.
    held_until: Option<Instant>,
    /// The ply at which the engines were asked whether they claim a draw.
    heard_at: Option<usize>,
    /// Which engines were ready at some moment of the game.
    was_ready: [bool; 2],
    /// Which starts take long.
    starts: [StartWatch; 2],
    /// The last lines of the error output of engines whose session ended in the game.
    last_words: [Vec<String>; 2],
    table: Table,
    wish: watch::Receiver<Wish>,
    progress: &'a Progress,
    delays: [Delays; 2],
    timer: Timer,
    dice: DiceSource,
    /// When the state of the game was last reported.
    told: Option<Instant>,
    watches: [Watch; 2],
    lateness: Option<Lateness>,
    agreement: Agreement,
    /// What the engines' scores have decided and the referee engine is to confirm.
    referred: Option<Decision>,
    /// What the referee engine said of the positions after these plies.
    referee_scores: BTreeMap<usize, Option<f64>>,
    /// What ended the game, if a rule of the match did.
    adjudicated: Option<AdjudicatedBy>,
    /// What is to find a result before the next engine is asked.
    solver: Option<Solver>,
    /// The ply at which it has found that the result is not settled.
    unsettled_at: Option<usize>,
    /// An engine was ended by a signal as others send it.
    is_ended_by_others: bool,
}

impl<'a> Contest<'a> {
    fn new(
        config: &'a Arc<MatchConfig>,
        pairing: Pairing,
        engines: &'a mut MatchEngines,
        wish: watch::Receiver<Wish>,
        progress: &'a Progress,
    ) -> Self {
        let seats = [pairing.engine_at(Side::First), pairing.engine_at(Side::Second)];
        let mut table = Table::new(
            config.game,
            config.setup_of(&pairing),
            seats.map(|engine| config.time[engine]),
            config.rules,
        )
        .expect("the start was set up when the openings were made")
        .with_margins(seats.map(|engine| config.margin_of(engine)));
        table.name_players(seats.map(|engine| config.engines[engine].name.clone()));
        for mv in &pairing.opening {
            table.play(&mv.0, now(), None).expect("openings are made of legal moves");
        }
        let players = [0, 1].map(|engine| {
            let match_engine = &mut engines[engine];
            match_engine.prepare(config.start_slack());
            let (name, link) = (&match_engine.spec.name, config.links[engine]);
            EnginePlayer::new(name, link, Patience::MATCH).with_pondering(config.ponders(engine))
        });
        let checkers = [0, 1].map(|engine| {
            let is_mute = engines[engine].disagreed.contains(&Difference::NoAnswer);
            Checker::new(engine, config.links[engine], is_mute)
        });
        let was_ready = [0, 1].map(|engine| engines[engine].state().capabilities().is_some());
        let dice = config.dice_of(pairing.pair);
        let delays = [Delays::default(), Delays::default()];
        let timer = Timer::new();
        Self {
            config,
            pairing,
            engines,
            players,
            checkers,
            held_until: None,
            heard_at: None,
            was_ready,
            starts: Default::default(),
            last_words: [Vec::new(), Vec::new()],
            table,
            wish,
            progress,
            delays,
            timer,
            dice,
            told: None,
            watches: Default::default(),
            lateness: None,
            agreement: Agreement::default(),
            referred: None,
            referee_scores: BTreeMap::new(),
            adjudicated: None,
            solver: None,
            unsettled_at: None,
            is_ended_by_others: false,
        }
    }

    fn begin(&mut self) {
        let number = self.pairing.number;
        let players = self.table.record().tags.players.clone();
        debug!(game = number, ?players, "begins");
        self.progress.tell(MatchEvent::Started { number, players });
        self.next_turn(None);
        self.show();
    }

    /// Plays to the end; what stopped the game before that.
    async fn run(&mut self) -> Option<GameStop> {
        while !self.table.is_over() {
            if let Some(solver) = self.solver.take() {
                match self.solve(solver).await {
                    Some(stopped) => return Some(stopped),
                    None => continue,
                }
            }
            match self.wait().await {
                Turn::Said(engine, event) => self.hear(engine, &event),
                Turn::Time => self.check_time(),
                Turn::Wished => {
                    let stopped = self.stopped_by_wish();
                    if stopped.is_some() {
                        return stopped;
                    }
                    self.show();
                }
            }
        }
        self.show();
        if self.is_ended_by_others { self.stopped_soon().await } else { None }
    }

    /// What stops the game, as is wished now. The last games are played to their ends, but one whose
    /// engines are not ready yet has not begun: nothing is lost with it.
    fn stopped_by_wish(&mut self) -> Option<GameStop> {
        let wish = self.wish.borrow_and_update();
        let is_starting = self.was_ready.contains(&false);
        wish.stopped.or((wish.finishing && is_starting).then_some(GameStop::User))
    }

    /// What stops the match within a moment: a scheduler that ends a job ends the engines of a game with
    /// the program, and the program may hear of theirs first. No engine has lost such a game.
    async fn stopped_soon(&mut self) -> Option<GameStop> {
        let stopped = self.wish.wait_for(|wish| wish.stopped.is_some());
        let found = time::timeout(SAME_END, stopped).await;
        found.ok().and_then(Result::ok).and_then(|wish| wish.stopped)
    }

    /// Waits for an event of an engine, a deadline, or another wish of the caller.
    async fn wait(&mut self) -> Turn {
        let players = [0, 1].map(|engine| (&self.players[engine], self.engines[engine].state()));
        let deadlines = players.map(|(player, state)| player.poll_timeout(state, &self.table));
        let starts = [0, 1].map(|engine| self.slow_start_at(engine));
        let deadlines = deadlines.into_iter().chain(starts).flatten();
        let deadline = deadlines.chain(self.held_until).min();
        let [one, other] = &mut *self.engines;
        tokio::select! {
            biased;
            event = one.event() => Turn::Said(0, event),
            event = other.event() => Turn::Said(1, event),
            Ok(()) = self.wish.changed() => Turn::Wished,
            () = self.timer.until(deadline) => Turn::Time,
        }
    }

    fn hear(&mut self, engine: usize, event: &SessionEvent) {
        self.pass_on(engine, event);
        self.note_start(engine, now());
        self.compare(engine, event);
        self.was_ready[engine] |= matches!(event.what, News::Event(Event::Ready { .. }));
        if !is_merged(&event.what) {
            self.watches[engine].note(now().saturating_duration_since(event.at));
        }
        let news =
            self.players[engine].handle(event, self.engines[engine].state(), &mut self.table);
        if let Some(news) = news {
            self.act(engine, news, event.at);
        }
        if matches!(event.what, News::Event(Event::DrawOffered)) {
            self.offer_draw(engine);
        }
        if let News::Ended(exit) = &event.what {
            self.is_ended_by_others |= exit.status.is_ended_by_others();
            // An engine that crashes while its opponent thinks loses, too, even if it did not use
            // that time: engines of a match must keep running.
            let cause = Cause::of_exit(exit).unwrap_or(Cause::ClosedOutput);
            self.players[engine].restarted();
            self.table.forfeit(self.pairing.seat_of(engine), cause);
        }
    }

    /// Passes a complaint on, and keeps the last words of an engine whose session ended.
    fn pass_on(&mut self, engine: usize, event: &SessionEvent) {
        match &event.what {
            News::Event(Event::Ready { options, capabilities, .. }) => {
                let ready = MatchEvent::Ready { engine, options: options.clone() };
                self.progress.tell(ready);
                if let Some(text) = self.config.time[engine].limit_note(*capabilities) {
                    self.progress.tell(MatchEvent::Complaint { engine, text });
                }
            }
            News::Event(Event::Complaint(text)) => {
                let complaint = MatchEvent::Complaint { engine, text: text.clone() };
                self.progress.tell(complaint);
            }
            News::Ended(exit) => self.last_words[engine].clone_from(&exit.stderr),
            News::Event(_) | News::Infos(_) => {}
        }
    }

    fn act(&mut self, engine: usize, news: SeatNews, at: Instant) {
        match news {
            SeatNews::Thinking => {
                self.watch(engine);
                // The clock has started: viewers see it.
                self.show();
            }
            SeatNews::Moved(_) => {
                self.weigh_scores(engine);
                self.next_turn(Some(at));
                // After the opponent was asked: this causes no delay.
                let state = self.engines[engine].state();
                if let Some(request) = self.players[engine].ponder(state, &self.table) {
                    self.engines[engine].request(request);
                }
                self.show();
            }
            SeatNews::Send(request) => self.engines[engine].request(request),
            SeatNews::Lost => self.note_lateness(at),
            SeatNews::Settled
            | SeatNews::Unruly
            | SeatNews::Refused { .. }
            | SeatNews::Interrupted => {}
        }
    }

    /// The engine's clock runs from now on. Without a clock nothing is lost on time.
    fn watch(&mut self, engine: usize) {
        let each_move = match self.config.time[engine] {
            TimeControl::Unlimited | TimeControl::Depth { .. } | TimeControl::Nodes { .. } => {
                return;
            }
            TimeControl::PerMove { .. } => true,
            TimeControl::SuddenDeath { .. }
            | TimeControl::MovesInTime { .. }
            | TimeControl::Fischer { .. } => false,
        };
        let observed = self.engines[engine].observed();
        self.watches[engine].begin_move(observed, each_move, self.config.waits, now());
    }

    /// If the game was lost on time: how late the program and the machine were.
    fn note_lateness(&mut self, at: Instant) {
        let Some((side, Cause::LostOnTime)) = self.table.forfeited() else { return };
        let engine = self.pairing.engine_at(*side);
        let used = match self.config.time[engine] {
            TimeControl::PerMove { .. } => self.table.spent(at)[side.idx()],
            _ => self.table.limits_for(*side).elapsed[0],
        };
        let observed = self.engines[engine].observed();
        let late = self.watches[engine].found(used, observed, self.config.waits);
        let (game, name) = (self.pairing.number, &self.config.engines[engine].name);
        info!(game, engine = name, ?used, ?late, "lost on time");
        self.lateness = Some(late);
    }

    fn check_time(&mut self) {
        let now = now();
        if self.held_until.take_if(|until| *until <= now).is_some() {
            self.next_turn(None);
        }
        [0, 1].into_iter().for_each(|engine| self.note_start(engine, now));
        for engine in [0, 1] {
            let (player, state) = (&mut self.players[engine], self.engines[engine].state());
            let due = player.poll_timeout(state, &self.table);
            if let Some(news) = player.handle_timeout(state, now, &mut self.table) {
                let delay = due.map(|due| now.saturating_duration_since(due));
                self.watches[engine].note(delay.unwrap_or_default());
                self.act(engine, news, now);
            }
        }
    }

    /// Rolls the dice, makes forced passes, and asks the engine whose turn it is then. `since` is
    /// when the answer that gave it the turn was read.
    fn next_turn(&mut self, since: Option<Instant>) {
        loop {
            if self.awaits_claims() || self.awaits_solver() {
                return;
            }
            self.end_decided_race();
            // A pass or roll that the program makes is a ply, too.
            if self.config.max_plies.is_some_and(|most| most as usize <= self.table.ply()) {
                return self.draw_by(AdjudicatedBy::MaxPlies);
            }
            let forced = if self.table.awaits_dice() {
                match self.dice.roll(self.table.position(), self.table.n_rolls()) {
                    Ok(roll) => roll,
                    Err(_end) => return self.draw_by(AdjudicatedBy::NoDice),
                }
            } else {
                let pass = self.table.forced_pass().map(|pass| pass.mv);
                pass.or_else(|| self.table.unasked())
            };
            let Some(mv) = forced else { break };
            self.table.play(&mv.0, now(), None).expect("the rules listed this move as legal");
        }
        self.ask_mover(since);
    }

    /// Asks the engine whose turn it is for its move.
    fn ask_mover(&mut self, since: Option<Instant>) {
        let Some(side) = self.table.turn() else { return };
        let engine = self.pairing.engine_at(side);
        if self.config.compares {
            self.ask_opinions(&[engine]);
        }
        let root = self.checkers[engine].as_ref().and_then(|checker| checker.root(&self.table));
        let (player, state) = (&mut self.players[engine], self.engines[engine].state());
        let Some(request) = player.ask_at(root, state, &self.table, now()) else { return };
        self.engines[engine].request(request);
        if let Some(since) = since {
            self.delays[engine].add(now().saturating_duration_since(since));
        }
    }

    /// Reports the state of the game, if it is watched.
    fn show(&mut self) {
        let now = now();
        let number = self.pairing.number;
        let (is_shown, is_followed, watches_all) = {
            let wish = self.wish.borrow();
            (wish.shown == Some(number), wish.followed.contains(&number), wish.watches_all)
        };
        let is_due = self.told.is_none_or(|told| told + AT_A_GLANCE <= now);
        let is_glanced_at = watches_all && (is_due || self.table.is_over());
        if !is_shown && !is_followed && !is_glanced_at {
            return;
        }
        self.told = Some(now);
        let record = self.table.record();
        let live = LiveGame {
            number,
            players: record.tags.players.clone(),
            position: self.table.position().boxed_clone(),
            before: self.table.positions().iter().nth_back(1).map(|pos| pos.boxed_clone()),
            last_move: record.node(self.table.node()).mv.clone(),
            ply: self.table.ply(),
            turn: self.table.turn(),
            clocks: Side::BOTH.map(|side| self.table.clock(side, now)),
            record: is_followed.then(|| Box::new(record.clone())),
        };
        self.progress.tell(MatchEvent::Live(Box::new(live)));
    }
}

/// The session keeps such news for a while on purpose, to report newer ones with them.
fn is_merged(news: &News) -> bool {
    matches!(news, News::Infos(_) | News::Event(Event::Status(_) | Event::Renamed(_)))
}

/// Tokio's clock, so that tests with paused time are seen here too.
pub(super) fn now() -> Instant {
    time::Instant::now().into_std()
}
