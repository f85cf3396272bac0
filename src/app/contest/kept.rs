//! Matches and tournaments of an earlier time, as their folders have them: read for the tab that showed
//! them, and to go on with.
//!
//! Plays nothing and writes nothing. Reading is work that is done outside of the rooms.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::files::{TERMS_FILE, has_match};
use super::openings::Openings;
use super::score::{Score, TournamentScore};
use super::state::{MAX_ROWS, MatchState};
use super::steering::{Contest, match_config, match_state};
use super::stopwatch::Spans;
use super::tournament::{prepared, tournament_state};
use crate::app::catalogue::Catalogue;
use crate::app::effect::{Effect, Work};
use crate::app::outside::Outside;
use crate::app::to_play::{KeepIn, TermsToPlay, ToPlay, TournamentToPlay};
use crate::app::views::{MatchOutcome, Mode, NoticeKind};
use crate::games::counted;
use crate::hosting::{LateGames, MATCH_GAMES, Reported, changed_keys, each_game, each_match_game};
use crate::play::tournament::{GameRow as _, TournamentFile};
use crate::play::{
    GameReport, LossKind, MatchConfig, MatchPast, MatchTerms, OpeningScores, ResultRow,
};
use crate::store::{SavedMatch, TournamentFolder, read_text};

/// A match or tournament that was played before.
#[derive(Debug)]
pub(in crate::app) struct Kept {
    state: Box<MatchState>,
    /// What is to be played when it goes on.
    rest: ToPlay,
}

/// What a folder was read for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::app) enum KeptFor {
    /// To be shown in the tab that showed it when the program ended.
    Tab(SavedMatch),
    /// To go on with it.
    Resume(PathBuf),
}

impl Contest {
    /// The match or tournament that was shown when the program ended is to be shown again.
    pub(in crate::app) fn handle_restore(
        &mut self,
        saved: SavedMatch,
        catalogue: &Catalogue,
        now: Instant,
    ) -> Vec<Effect> {
        let catalogue = catalogue.clone();
        self.effects.push(Effect::Work(Work::new(move || {
            let read = match saved.is_tournament {
                true => read_tournament(&saved.folder, LateGames::Count, &catalogue, now),
                false => read_match(&saved.folder, LateGames::Count, None, &catalogue, now),
            };
            Outside::MatchKept(KeptFor::Tab(saved), read.map(Box::new))
        })));
        self.take_effects()
    }

    /// Reads the match or tournament of a folder, to go on with it; a match until it has `longer` games
    /// in all, where given.
    pub(super) fn resume(
        &mut self,
        folder: PathBuf,
        late: LateGames,
        longer: Option<u32>,
        catalogue: &Catalogue,
        now: Instant,
    ) {
        if self.refuses_another() {
            return;
        }
        let catalogue = catalogue.clone();
        self.effects.push(Effect::Work(Work::new(move || {
            let read = match has_match(&folder) {
                _ if !folder.is_dir() => Err("that folder is not there".to_owned()),
                true => read_match(&folder, late, longer, &catalogue, now),
                false => read_tournament(&folder, late, &catalogue, now),
            };
            Outside::MatchKept(KeptFor::Resume(folder), read.map(Box::new))
        })));
    }

    /// A match or tournament was read.
    pub(in crate::app) fn handle_kept(
        &mut self,
        kept_for: KeptFor,
        read: Result<Box<Kept>, String>,
        now: Instant,
    ) -> Vec<Effect> {
        match (kept_for, read) {
            (KeptFor::Tab(saved), read) => self.show_kept(&saved, read, now),
            (KeptFor::Resume(_), Ok(kept)) => self.go_on(*kept, now),
            (KeptFor::Resume(folder), Err(why)) => {
                let text = format!("The games in {} cannot go on: {why}.", folder.display());
                self.messages.notice(NoticeKind::Error, text);
            }
        }
        self.take_effects()
    }

    /// Shows what was read, unless another match was begun meanwhile.
    fn show_kept(&mut self, saved: &SavedMatch, read: Result<Box<Kept>, String>, now: Instant) {
        let SavedMatch { title, folder, runs, .. } = saved;
        let text = match read {
            Ok(mut kept) if self.matching.is_none() => {
                kept.state.id = self.next_id();
                if let Some(games) = saved.at_once {
                    kept.state.play_at_once(games);
                }
                let state = &kept.state;
                let done = state.score.n_finished();
                let is_over = state.outcome == Some(MatchOutcome::Played);
                let text = (*runs && !is_over).then(|| {
                    let all = counted(state.total as usize, "game");
                    format!(
                        "\u{201c}{title}\u{201d} was interrupted when the program ended, after {done} of {all}. \u{201c}Go \
                         on\u{201d} in mode Match plays the rest."
                    )
                });
                self.matching = Some(*kept.state);
                text
            }
            Ok(_) => None,
            Err(why) => {
                let interrupted =
                    if *runs { "was interrupted when the program ended, and " } else { "" };
                let folder = folder.display();
                Some(format!(
                    "\u{201c}{title}\u{201d} {interrupted}cannot be shown: {why}. Its finished games are in {folder}."
                ))
            }
        };
        if let Some(text) = text {
            self.messages.lasting(text.clone());
            // A message goes by; here it can be read later.
            self.messages.keep(text, Vec::new(), None, now);
            self.messages.belongs_to(Mode::Match);
        }
    }

    /// Shows a match or tournament of which nothing is left to play; one that is shown stays as it is.
    fn show_whole(&mut self, mut state: MatchState) {
        let text = match &state.score {
            Score::Match(_) => "All games of this match were played.",
            Score::Tournament(_) => "All games of this tournament were played.",
        };
        self.messages.notice(NoticeKind::Info, text);
        if self.matching.as_ref().is_none_or(|shown| shown.folder != state.folder) {
            state.id = self.next_id();
            self.matching = Some(state);
        }
        self.effects.push(Effect::ShowMatch);
    }

    /// Plays the rest of a match or tournament.
    fn go_on(&mut self, kept: Kept, now: Instant) {
        if self.refuses_another() {
            return;
        }
        let Kept { mut state, rest } = kept;
        if state.outcome == Some(MatchOutcome::Played) {
            return self.show_whole(*state);
        }
        if let Some(shown) = self.matching.as_ref().filter(|shown| shown.folder == state.folder) {
            state.id = shown.id;
            // Its folder has the games, but not what is known of them besides.
            state.told.clone_from(&shown.told);
            state.score.take_delays(&shown.score);
            // As it was when it stopped, whatever it was begun with.
            if let Some(games) = NonZeroU32::new(shown.concurrency) {
                state.play_at_once(games);
            }
        }
        state.run_again(now);
        self.begin(*state, rest);
    }
}

/// Reads the match of a folder, which is to have `longer` games if that is more than it has; why it cannot be
/// read, as the end of a sentence.
fn read_match(
    folder: &Path,
    late: LateGames,
    longer: Option<u32>,
    catalogue: &Catalogue,
    now: Instant,
) -> Result<Kept, String> {
    let text = read_text(&folder.join(TERMS_FILE)).map_err(|error| error.to_string())?;
    let mut terms = MatchTerms::read(&text)
        .map_err(|error| format!("{}: {error}", folder.join(TERMS_FILE).display()))?;
    let text = match longer.filter(|games| *games > terms.games) {
        Some(games) => {
            terms.games = games;
            terms.to_text()
        }
        None => text,
    };
    let config = match_config(&terms, catalogue)?;
    let mut past = MatchPast::new(&config);
    let shared = Arc::new(config.clone());
    let mut games = Games::new();
    let path = folder.join(MATCH_GAMES);
    if path.exists() {
        let read = each_match_game(&path, late, |row: ResultRow| {
            let report = row.to_report(&shared, &[])?;
            past.add(&row, &report);
            games.add(row, report);
            Ok(())
        });
        read.map_err(|error| error.to_string())?;
    }
    let mut state = match_state(&config, now);
    state.score = Score::Match(Box::new(past.tally().clone()));
    state.finished_before = past.n_done();
    state.folder = Some(folder.to_owned());
    let span = games.fill(&mut state);
    state.rest(span, past.n_done() >= config.games);
    let rest = TermsToPlay { config, text, past: Some((folder.to_owned(), past)) };
    Ok(Kept { state: Box::new(state), rest: ToPlay::Match(Box::new(rest)) })
}

/// Reads the tournament of a folder; why it cannot be read, as the end of a sentence.
fn read_tournament(
    folder: &Path,
    late: LateGames,
    catalogue: &Catalogue,
    now: Instant,
) -> Result<Kept, String> {
    let said = |error: crate::store::FileError| error.to_string();
    let found = TournamentFolder::look_at(folder).map_err(said)?;
    let text = found.file_text().map_err(said)?;
    let file = TournamentFile::read(&text)
        .map_err(|why| format!("{}: {why}", found.file_path().display()))?;
    let tournament = prepared(file, catalogue)?;
    late.check(&tournament).map_err(|error| error.to_string())?;
    let mut score = TournamentScore::new(&tournament);
    let changed = changed_keys(&found, &text).map_err(said)?;
    score.past = score.past.with_changed(changed);
    let replayed: Vec<LossKind> = tournament.file.replay.clone();
    let mut configs: HashMap<[usize; 2], Arc<MatchConfig>> = HashMap::new();
    let mut games = Games::new();
    let read = each_game(&found, &tournament.plan, late, |row: ResultRow| {
        let players = score.past.players([&row.first, &row.second])?;
        let config = match configs.get(&players) {
            Some(config) => Arc::clone(config),
            None => {
                let config = tournament.config(players).map_err(|error| error.to_string())?;
                Arc::clone(configs.entry(players).or_insert(Arc::new(config)))
            }
        };
        let report = row.to_report(&config, &replayed)?;
        score.add_kept(&row, &report)?;
        games.add(row, report);
        Ok(())
    });
    read.map_err(said)?;
    let is_over = score.past.is_over();
    let mut state = tournament_state(&tournament, now);
    state.reported = Some(Arc::new(Reported::of_tournament(&tournament)));
    state.total = score.past.course.n_games();
    state.finished_before = score.past.course.results().n_games();
    state.score = Score::Tournament(Box::new(score));
    state.folder = Some(folder.to_owned());
    let span = games.fill(&mut state);
    state.rest(span, is_over);
    let keep = KeepIn::Begun(folder.to_owned(), late);
    let rest = ToPlay::Tournament(Box::new(TournamentToPlay { tournament, text, keep }));
    Ok(Kept { state: Box::new(state), rest })
}

/// The games of a folder that the list of the window shows: the newest.
struct Games {
    newest: VecDeque<(ResultRow, GameReport)>,
    openings: OpeningScores,
    /// The numbers of those that were lost late.
    late: BTreeSet<u32>,
    spans: Spans,
}

impl Games {
    fn new() -> Self {
        let (openings, late) = (OpeningScores::default(), BTreeSet::new());
        Self { newest: VecDeque::new(), openings, late, spans: Spans::default() }
    }

    fn add(&mut self, row: ResultRow, report: GameReport) {
        self.openings.add_report(&report);
        if row.counts() && row.is_late() {
            self.late.insert(row.number);
        }
        self.spans.add(report.began, report.duration);
        if self.newest.len() == MAX_ROWS {
            self.newest.pop_front();
        }
        self.newest.push_back((row, report));
    }

    /// Puts them into the list, and the last into view; how long they took.
    fn fill(self, state: &mut MatchState) -> Duration {
        state.openings = Openings::of(self.openings);
        state.late = self.late;
        let mut last = None;
        for (row, mut report) in self.newest {
            report.record = row.to_record(state.game);
            last = Some(row.number);
            state.list(report);
        }
        if let Some(number) = last {
            state.show(number);
        }
        self.spans.total()
    }
}
