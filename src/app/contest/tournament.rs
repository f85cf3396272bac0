//! Tournaments of the window: reading and writing their files, starting and continuing them.
//!
//! Plays nothing, pairs no one and opens no file: what it wants of a disk it returns as work.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::openings::Openings;
use super::score::{Score, TournamentScore};
use super::state::MatchState;
use super::steering::Contest;
use super::wall::Wall;
use crate::app::catalogue::Catalogue;
use crate::app::command::TournamentPlace;
use crate::app::effect::{Effect, Work};
use crate::app::outside::{Outside, ReadFor, TournamentOpen};
use crate::app::shared::Shared;
use crate::app::to_play::{KeepIn, ToPlay, TournamentToPlay};
use crate::app::views::{NoticeKind, TournamentDraft};
use crate::app::words::sentence;
use crate::play::EngineSpec;
use crate::play::tournament::{
    PlayerWish, Tournament, TournamentFile, apply_wishes, engine_and_options,
};
use crate::store::{TournamentFolder, crowding, read_text, waits, write_atomically};

impl Contest {
    /// The file of a tournament that was read last, for the form.
    pub(in crate::app) fn draft(&self) -> Option<Shared<TournamentDraft>> {
        self.draft.clone()
    }

    /// The folder of the tournament that runs is open.
    pub(in crate::app) fn handle_tournament_open(&mut self, open: TournamentOpen) -> Vec<Effect> {
        let TournamentOpen { folder, past, openings, reported, changed } = open;
        if let Some(state) = &mut self.matching
            && let Score::Tournament(score) = &mut state.score
        {
            state.total = past.course.n_games();
            state.finished_before = past.course.results().n_games();
            state.folder = Some(folder);
            state.openings = Openings::of(openings);
            state.reported = Some(Arc::new(reported));
            score.continue_from(past);
            (state.last_table, state.last_below) = (None, None);
        }
        if !changed.is_empty() {
            let said: Vec<String> =
                changed.iter().map(|change| sentence(&change.to_string())).collect();
            self.messages.notice(NoticeKind::Info, said.join(" "));
        }
        self.take_effects()
    }

    /// The file of a tournament was read.
    pub(in crate::app) fn handle_read(
        &mut self,
        path: PathBuf,
        read_for: ReadFor,
        text: Result<String, String>,
    ) -> Vec<Effect> {
        let read = text.map_err(|why| sentence(&why)).and_then(|text| {
            let read = match read_for {
                ReadFor::Longer => TournamentFile::read(&text),
                ReadFor::Form => TournamentFile::read_named(&text, &path).map(|(file, _)| file),
            };
            read.map_err(|why| format!("{}: {why}", path.display()))
        });
        match (read, read_for) {
            (Err(why), _) => self.messages.notice(NoticeKind::Error, why),
            (Ok(file), ReadFor::Longer) => self.put_draft(file, TournamentPlace::Longer(path)),
            (Ok(file), ReadFor::Form) => self.put_draft(file, TournamentPlace::Beside(path)),
        }
        self.take_effects()
    }

    /// The file of a tournament was written.
    pub(in crate::app) fn handle_saved(
        &mut self,
        path: &Path,
        result: Result<(), String>,
    ) -> Vec<Effect> {
        match result {
            Ok(()) => {
                let text = format!("The tournament is saved in {}.", path.display());
                self.messages.notice(NoticeKind::Info, text);
            }
            Err(why) => self.messages.notice(NoticeKind::Error, sentence(&why)),
        }
        self.take_effects()
    }

    fn put_draft(&mut self, file: TournamentFile, place: TournamentPlace) {
        let number = self.draft.as_ref().map_or(0, |draft| draft.number) + 1;
        self.draft = Some(TournamentDraft { number, file, place }.into());
    }

    /// Reads the file of a tournament; where the path is a folder, the file in it.
    pub(super) fn read_file(&mut self, path: PathBuf) {
        self.effects.push(Effect::Work(Work::new(move || {
            let (text, read_for) = match TournamentFolder::look_at(&path) {
                Ok(folder) => (folder.file_text(), ReadFor::Longer),
                Err(_) => (read_text(&path), ReadFor::Form),
            };
            Outside::TournamentRead(path, read_for, text.map_err(|error| error.to_string()))
        })));
    }

    /// Writes the file of a tournament.
    pub(super) fn save_file(&mut self, path: PathBuf, text: String) {
        self.effects.push(Effect::Work(Work::new(move || {
            let written = write_atomically(&path, text.as_bytes());
            Outside::TournamentSaved(path, written.map_err(|error| error.to_string()))
        })));
    }

    /// Starts the tournament of a file.
    pub(super) fn start_tournament(
        &mut self,
        text: String,
        place: TournamentPlace,
        catalogue: &Catalogue,
        now: Instant,
    ) {
        let keep = match place {
            TournamentPlace::Matches => KeepIn::Matches,
            TournamentPlace::Beside(file) => KeepIn::FolderOf(file),
            TournamentPlace::Longer(folder) => KeepIn::Extended(folder),
        };
        match TournamentFile::read(&text) {
            Ok(file) => self.play_tournament(file, text, keep, catalogue, now),
            Err(why) => self.messages.notice(NoticeKind::Error, sentence(&why.to_string())),
        }
    }

    fn play_tournament(
        &mut self,
        file: TournamentFile,
        text: String,
        keep: KeepIn,
        catalogue: &Catalogue,
        now: Instant,
    ) {
        if self.refuses_another() {
            return;
        }
        let tournament = match prepared(file, catalogue) {
            Ok(tournament) => tournament,
            Err(why) => return self.messages.notice(NoticeKind::Error, sentence(&why)),
        };
        let mut state = tournament_state(&tournament, now);
        if let (KeepIn::Extended(folder), Some(before)) = (&keep, &self.matching)
            && before.folder.as_ref() == Some(folder)
        {
            state.take_over(before, now);
        }
        let what = TournamentToPlay { tournament, text, keep };
        self.begin(state, ToPlay::Tournament(Box::new(what)));
    }
}

/// A tournament of which nothing was played.
pub(super) fn tournament_state(tournament: &Tournament, now: Instant) -> MatchState {
    let file = &tournament.file;
    let score = Score::Tournament(Box::new(TournamentScore::new(tournament)));
    let total = tournament.plan.n_games();
    MatchState {
        variant: file.variant.clone(),
        title: file.name.clone(),
        time: file.time,
        conditions: tournament.terms(),
        total,
        concurrency: file.concurrency.get(),
        wall: Wall::new(file.concurrency.get().min(total)),
        ..MatchState::new(file.game, tournament.names(), score, now)
    }
}

/// The tournament of a file with engines of the list; why it cannot be played.
pub(super) fn prepared(file: TournamentFile, catalogue: &Catalogue) -> Result<Tournament, String> {
    let spec = |(idx, wish): (usize, &PlayerWish)| {
        listed(&wish.engine, &file, catalogue)
            .map_err(|why| format!("player {}: {why}; {LISTED_ONLY}", idx + 1))
    };
    let specs: Result<Vec<EngineSpec>, String> = file.player.iter().enumerate().map(spec).collect();
    let mut specs = specs?;
    apply_wishes(&mut specs, &file.player).map_err(|error| error.to_string())?;
    let referee = match &file.referee {
        Some(named) => Some(
            listed(named, &file, catalogue)
                .map_err(|why| format!("referee: {why}; {LISTED_ONLY}"))?,
        ),
        None => None,
    };
    let mut tournament = Tournament::new(file, specs).map_err(|error| error.to_string())?;
    if let Some(referee) = referee {
        tournament =
            tournament.with_referee(referee).map_err(|error| format!("referee: {error}"))?;
    }
    Ok(Tournament { crowding, waits, ..tournament })
}

/// What to do with an engine that is in no list: a file that comes from elsewhere starts no program here.
const LISTED_ONLY: &str = "the window plays engines of its list: add it on the page Engines, or play \
                           the file with `quintet tournament`";

/// The engine of the list that is named so in a file; why there is none.
fn listed(named: &str, file: &TournamentFile, catalogue: &Catalogue) -> Result<EngineSpec, String> {
    let (name, options) = engine_and_options(named)?;
    let found = catalogue.player(name, &options, file.game, file.variant.as_deref());
    found.map_err(|cause| cause.said_of(name))
}
