//! The match of the window: starting and steering it, and taking in its news.
//!
//! Plays nothing: a task does. How the match stands is in `state`.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::excused::Excused;
use super::files::place_text;
use super::score::Score;
use super::state::MatchState;
use super::wall::Wall;
use crate::app::catalogue::Catalogue;
use crate::app::command::{MatchCommand, SeatChoice};
use crate::app::effect::{Effect, Outbox};
use crate::app::outside::Unkept;
use crate::app::shared::Shared;
use crate::app::to_open::OpenPlace;
use crate::app::to_play::{MatchToPlay, TermsToPlay, ToPlay};
use crate::app::views::{
    MatchGameState, MatchOutcome, MatchView, Mode, NoticeKind, TournamentDraft,
};
use crate::app::words::{engine_name, sentence};
use crate::games::{self, Setup};
use crate::hosting::{LateGames, Reported};
use crate::play::{
    EngineSpec, MatchConfig, MatchEnd, MatchEvent, MatchPlayer, MatchTerms, Tally, TimeControl,
    canonical_variant, title_of,
};
use crate::store::{SavedMatch, crowding, waits};

/// The match that runs or has run last.
#[derive(Debug, Default)]
pub(in crate::app) struct Contest {
    /// The desktop's program that opens files and folders; `None` where there is none.
    pub(super) opener: Option<PathBuf>,
    pub(super) matching: Option<MatchState>,
    /// The one before, which is shown again where the new one cannot begin.
    before: Option<MatchState>,
    pub(super) messages: Outbox,
    pub(super) effects: Vec<Effect>,
    /// The file of a tournament that was read for the form.
    pub(super) draft: Option<Shared<TournamentDraft>>,
    /// Matches since the program was started.
    n_matches: u64,
    /// Counts up with everything that happens.
    pub(super) revision: u64,
    /// What was shown last, at this revision, with or without numbers on the board.
    pub(super) drawn: Option<((u64, bool), Shared<MatchView>)>,
}

impl Contest {
    /// No match yet; files and folders are opened with this program of the desktop.
    pub(in crate::app) fn new(opener: Option<PathBuf>) -> Self {
        Self { opener, ..Self::default() }
    }

    /// A wish about the match. `catalogue` has the engines that can play.
    pub(in crate::app) fn handle_command(
        &mut self,
        command: MatchCommand,
        catalogue: &Catalogue,
        now: Instant,
    ) -> Vec<Effect> {
        self.steer_by(command, catalogue, now);
        self.take_effects()
    }

    /// There is news of the match in its inbox.
    pub(in crate::app) fn handle_news(&mut self, now: Instant) -> Vec<Effect> {
        self.take_news(now);
        self.take_effects()
    }

    /// The files of the match that runs are open.
    pub(in crate::app) fn handle_folder(&mut self, folder: PathBuf) {
        self.steer(|state| state.folder = Some(folder));
        self.revision += 1;
    }

    /// Something of the match could not be kept: that stays in its panel.
    pub(in crate::app) fn handle_trouble(&mut self, text: String, now: Instant) -> Vec<Effect> {
        if let Some(state) = &mut self.matching {
            state.trouble.get_or_insert_with(|| text.clone());
            state.last_below = None;
            self.revision += 1;
        }
        self.messages.problem(text, Vec::new(), None, now);
        self.messages.belongs_to(Mode::Match);
        self.take_effects()
    }

    /// The match has ended, and this of it could not be written.
    pub(in crate::app) fn handle_over(
        &mut self,
        result: Result<MatchEnd, String>,
        unkept: Unkept,
        now: Instant,
    ) -> Vec<Effect> {
        self.end_match(result, unkept, now);
        self.take_effects()
    }

    /// The program ends: so does the match.
    pub(in crate::app) fn handle_closing(&mut self) {
        self.steer(|state| state.control.stop_now());
    }

    /// There is a match: it runs, or its result is shown.
    pub(in crate::app) fn has_match(&self) -> bool {
        self.matching.is_some()
    }

    /// The title of the match for its tab, and whether it runs; `None` where there is no match.
    pub(in crate::app) fn title(&self) -> Option<(String, bool)> {
        let state = self.matching.as_ref()?;
        Some((state.tab_title(), state.is_running()))
    }

    /// The match as it is written down; `None` where there is none, or its games are not kept.
    pub(in crate::app) fn saved(&self) -> Option<SavedMatch> {
        let state = self.matching.as_ref()?;
        let is_tournament = matches!(state.score, Score::Tournament(_));
        let folder = state.folder.clone()?;
        let (title, runs) = (state.tab_title(), state.is_running());
        let at_once = NonZeroU32::new(state.concurrency);
        Some(SavedMatch { title, folder, is_tournament, is_shown: true, runs, at_once })
    }

    /// A match runs.
    pub(in crate::app) fn is_running(&self) -> bool {
        self.matching.as_ref().is_some_and(MatchState::is_running)
    }

    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        self.revision += 1;
        let mut effects = std::mem::take(&mut self.effects);
        effects.extend(self.messages.take());
        effects
    }

    fn steer_by(&mut self, command: MatchCommand, catalogue: &Catalogue, now: Instant) {
        match command {
            MatchCommand::Start {
                game,
                variant,
                engines,
                games,
                time,
                concurrency,
                seed,
                ponder,
            } => {
                let player = match players(engines) {
                    Ok(player) => player,
                    Err(why) => return self.messages.notice(NoticeKind::Error, sentence(&why)),
                };
                let mut terms = MatchTerms::new(&game, player, time);
                (terms.variant, terms.games, terms.seed) = (variant, games, seed);
                (terms.concurrency, terms.ponder) = (concurrency.clamp(1, MOST_AT_ONCE), ponder);
                self.start_match(&terms, catalogue, now);
            }
            MatchCommand::StartTournament { text, place } => {
                self.start_tournament(text, place, catalogue, now);
            }
            MatchCommand::Resume(folder) => {
                self.resume(folder, LateGames::Count, None, catalogue, now);
            }
            MatchCommand::Lengthen(folder, games) => {
                self.resume(folder, LateGames::Count, Some(games), catalogue, now);
            }
            MatchCommand::ReplayLate(folder) => {
                self.resume(folder, LateGames::Replay, None, catalogue, now);
            }
            MatchCommand::ReadTournament(path) => self.read_file(path),
            MatchCommand::SaveTournament(path, text) => self.save_file(path, text),
            MatchCommand::PlayAtOnce(games) => {
                let games = NonZeroU32::new(games.min(MOST_AT_ONCE)).unwrap_or(NonZeroU32::MIN);
                self.steer(|state| state.play_at_once(games));
            }
            MatchCommand::FinishThenStop => self.steer(|state| {
                state.finishing = true;
                state.control.finish_then_stop();
            }),
            MatchCommand::GoOn => self.steer(|state| {
                state.finishing = false;
                state.control.go_on();
            }),
            MatchCommand::StopNow => self.steer(|state| {
                (state.finishing, state.stopping) = (true, true);
                state.control.stop_now();
            }),
            MatchCommand::Pause(paused) => self.steer(|state| {
                state.paused = paused;
                state.control.pause(paused);
                state.keep_time(now);
            }),
            MatchCommand::Report => self.write_report(),
            MatchCommand::ListGames => self.list_games(),
            MatchCommand::OpenOutside(path) => self.open_outside(path),
            MatchCommand::Show(number) => self.steer(|state| state.show(number)),
            MatchCommand::Open(number) => self.open_match_game(number, OpenPlace::Tab),
            MatchCommand::OpenBehind(number) => self.open_match_game(number, OpenPlace::Behind),
        }
    }

    fn steer(&mut self, steer: impl FnOnce(&mut MatchState)) {
        if let Some(state) = &mut self.matching {
            steer(state);
        }
    }

    /// A match runs, which is said: there is one at a time.
    pub(super) fn refuses_another(&mut self) -> bool {
        let is_running = self.is_running();
        if is_running {
            let text = "A match is running; stop it before you start another.";
            self.messages.notice(NoticeKind::Refused, text);
        }
        is_running
    }

    fn start_match(&mut self, terms: &MatchTerms, catalogue: &Catalogue, now: Instant) {
        if self.refuses_another() {
            return;
        }
        let config = match match_config(terms, catalogue) {
            Ok(config) => config,
            Err(reason) => return self.messages.notice(NoticeKind::Error, sentence(&reason)),
        };
        if let Some(threads) = config.n_threads_before()
            && threads as usize > n_processors()
        {
            self.messages.notice(NoticeKind::Info, crowded_text(threads));
        }
        let state = match_state(&config, now);
        let text = terms.to_text();
        self.begin(state, ToPlay::Match(Box::new(TermsToPlay { config, text, past: None })));
    }

    /// Plays what is to be played, and shows it.
    pub(super) fn begin(&mut self, mut state: MatchState, what: ToPlay) {
        // One that goes on is the same.
        if state.id == 0 {
            state.id = self.next_id();
        }
        let (control, inbox) = (state.control.clone(), state.inbox.clone());
        self.before = self.matching.replace(state);
        control.watch_all(true);
        self.effects.push(Effect::MatchBegins);
        self.effects.push(Effect::Play(Box::new(MatchToPlay { what, control, inbox })));
    }

    /// The number of another match.
    pub(super) fn next_id(&mut self) -> u64 {
        self.n_matches += 1;
        self.n_matches
    }

    /// Takes in what the match has to say; the first difference of each kind between an engine and
    /// the referee is a problem.
    fn take_news(&mut self, now: Instant) {
        let Some(state) = &mut self.matching else { return };
        let inbox = state.inbox.take();
        let mut differences = Vec::new();
        let mut excused = Excused::default();
        for event in inbox.news {
            if let MatchEvent::Crowded { threads } = event {
                self.messages.notice(NoticeKind::Info, crowded_text(threads));
                continue;
            }
            if let MatchEvent::Solving(solving) = &event {
                if solving.done == 0 {
                    self.messages.notice(NoticeKind::Info, sentence(&solving.to_string()));
                }
                continue;
            }
            if let MatchEvent::RefereeFailed { text } = &event {
                self.messages.problem(sentence(text), Vec::new(), None, now);
                continue;
            }
            if let MatchEvent::Finished(report) = &event {
                differences.extend(state.new_differences(report));
                excused.add(report);
            }
            self.effects.extend(state.ended_followed(&event));
            state.take(event);
        }
        let is_running = |number: &u32| {
            state.rows.get(number).is_none_or(|row| row.state == MatchGameState::Running)
        };
        let live: Vec<_> =
            inbox.live.into_values().filter(|live| is_running(&live.number)).collect();
        for mut live in live {
            self.effects.extend(state.followed(&mut live));
            state.see(live);
        }
        state.keep_time(now);
        if let Some(text) = excused.text() {
            self.messages.problem(text, Vec::new(), None, now);
            self.messages.belongs_to(Mode::Match);
        }
        for (name, text, found) in differences {
            self.messages.difference(&name, text, &found, now);
        }
    }

    fn end_match(&mut self, result: Result<MatchEnd, String>, unkept: Unkept, now: Instant) {
        self.take_news(now);
        let mut place = String::new();
        if let Some(state) = &mut self.matching {
            state.is_over = true;
            state.keep_time(now);
            state.show_newest();
            if let Some(folder) = &state.folder {
                place = place_text(folder, unkept);
            }
        }
        let played = self.matching.as_ref().map_or((0, 0), |state| {
            (state.score.n_finished(), state.score.n_games().unwrap_or(state.total))
        });
        let what = self.matching.as_ref().map_or("match", |state| state.score.kind_word());
        let outcome = match result {
            Ok(end) => match end {
                // Games that could not be written are still to be played.
                MatchEnd::AllPlayed | MatchEnd::Decided if unkept.games > 0 => {
                    MatchOutcome::Stopped
                }
                MatchEnd::AllPlayed | MatchEnd::Decided => MatchOutcome::Played,
                MatchEnd::Stopped => MatchOutcome::Stopped,
                MatchEnd::Unusable { engine, cause } => {
                    let names = self.matching.as_ref().map(|state| state.names[engine].clone());
                    let text = cause.said_of(&names.unwrap_or_default());
                    MatchOutcome::GivenUp(format!("{text}. The {what} was given up."))
                }
            },
            Err(reason) => MatchOutcome::GivenUp(sentence(&reason)),
        };
        if let Some(state) = &mut self.matching {
            state.outcome = Some(outcome.clone());
        }
        let has_begun = self.matching.as_ref().is_some_and(|state| state.has_begun);
        if let Some(before) = self.before.take()
            && !has_begun
            && matches!(outcome, MatchOutcome::GivenUp(_))
        {
            self.matching = Some(before);
        }
        match outcome {
            MatchOutcome::Played => {
                self.messages.notice(NoticeKind::Info, format!("The {what} is over.{place}"));
            }
            MatchOutcome::Stopped => {
                let (done, all) = played;
                let text = format!("The {what} was stopped after {done} of {all} games.{place}");
                self.messages.notice(NoticeKind::Info, text);
            }
            MatchOutcome::GivenUp(text) => self.messages.problem(text, Vec::new(), None, now),
        }
        self.messages.belongs_to(Mode::Match);
        self.effects.push(Effect::MatchIsOver);
    }
}

/// The engines of a match that is wished for; why they cannot play one.
fn players(engines: [SeatChoice; 2]) -> Result<[MatchPlayer; 2], String> {
    let player = |choice| match choice {
        SeatChoice::Engine { name, options } => Ok(MatchPlayer { engine: name, options }),
        SeatChoice::Human { .. } => Err("a match is played between engines".to_owned()),
    };
    let [one, other] = engines;
    Ok([player(one)?, player(other)?])
}

/// The configuration of a match; why it cannot be played.
pub(super) fn match_config(
    terms: &MatchTerms,
    catalogue: &Catalogue,
) -> Result<MatchConfig, String> {
    let game =
        games::find(&terms.game).ok_or_else(|| format!("there is no game {:?}", terms.game))?;
    if terms.games == 0 {
        return Err("a match has at least one game".to_owned());
    }
    if terms.time == TimeControl::Unlimited {
        return Err("a match needs a time or a depth".to_owned());
    }
    let variant = canonical_variant(game.info(), terms.variant.as_deref())
        .map_err(|error| error.to_string())?;
    let spec = |player: &MatchPlayer| {
        let MatchPlayer { engine, options } = player;
        let (launch, _) = catalogue
            .launch_for(engine, options, game, variant.as_deref())
            .map_err(|cause| cause.said_of(engine))?;
        Ok::<_, String>(EngineSpec::new(engine_name(engine, options), launch))
    };
    let mut engines = [spec(&terms.player[0])?, spec(&terms.player[1])?];
    if engines[0].name == engines[1].name {
        engines[0].name.push_str(" A");
        engines[1].name.push_str(" B");
    }
    let setup = Setup { variant, position: None };
    let mut config = MatchConfig::with_setup(game, setup, engines, terms.games, terms.time)
        .map_err(|error| error.to_string())?;
    config.check_limits().map_err(|error| error.to_string())?;
    config.concurrency = terms.concurrency.max(1);
    config.seed = terms.seed;
    config.ponder = terms.ponder;
    config.crowding = crowding;
    config.waits = waits;
    Ok(config)
}

/// A match of which nothing was played.
pub(super) fn match_state(config: &MatchConfig, now: Instant) -> MatchState {
    let names = config.names();
    let score = Score::Match(Box::new(Tally::of(config)));
    MatchState {
        variant: config.setup().variant.clone(),
        title: format!("{} against {}", names[0], names[1]),
        time: config.time[0],
        conditions: conditions_of(config),
        total: config.games,
        concurrency: config.concurrency,
        reported: Some(Arc::new(Reported::of_match(config))),
        wall: Wall::new(config.concurrency.min(config.games)),
        ..MatchState::new(config.game, names.into(), score, now)
    }
}

/// `Frisian, 1m + 1s, 158 openings, seed 7, pondering`
fn conditions_of(config: &MatchConfig) -> String {
    let variant = config.setup().variant.as_deref();
    let mut parts: Vec<String> = Vec::new();
    // The first variant is what everybody expects.
    if variant != config.game.info().variants.first().map(|first| first.name) {
        parts.push(title_of(config.game.info(), variant).to_owned());
    }
    parts.push(config.time[0].to_string());
    parts.push(config.openings_text());
    if config.ponder {
        parts.push("pondering".to_owned());
    }
    parts.join(", ")
}

/// The most games at once in the window.
const MOST_AT_ONCE: u32 = 64;

fn n_processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What to do where more threads of engines think at once than there are processors.
fn crowded_text(threads: u32) -> String {
    let processors = n_processors();
    format!(
        "{threads} threads of engines think at once on {processors} processors: games may be lost on \
         time. Fewer games at once or fewer threads help."
    )
}
