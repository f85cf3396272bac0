//! A tournament with its folder open: begun, or continued after a break.
//!
//! Plays nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::book::{BookFault, opening_book, openings_of};
use super::changes::{Change, changes};
use super::games::LateGames;
use super::writer::TournamentWriter;
use crate::play::Seed;
use crate::play::tournament::{Past, Player, Tournament, TournamentFile};
use crate::store::{FileError, TournamentFolder, origin_of_all};

/// A tournament that can be played, and its open folder.
#[derive(Debug)]
pub struct Hosted {
    /// The tournament, with its openings.
    pub tournament: Tournament,
    /// Its folder; no other program plays it while this value lives.
    pub folder: TournamentFolder,
    /// Stores its games.
    pub writer: TournamentWriter,
    /// What was played before.
    pub past: Past,
    /// Time controls of players that were others in games before: no reason to refuse, but to say.
    pub changed: Vec<Change>,
}

/// Why a tournament cannot be begun or continued.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// A file of its folder.
    #[error(transparent)]
    File(#[from] FileError),
    /// Its openings.
    #[error(transparent)]
    Book(#[from] BookFault),
    /// Its file was changed so that its games would be others.
    #[error(
        "{}: {change}; change it back, or begin another tournament with it",
        path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// What has changed.
        change: Box<Change>,
    },
}

impl Hosted {
    /// Begins a tournament in a folder that has no games yet. `text` is its file, and `from` the place of
    /// that file, from which it names its openings.
    ///
    /// # Errors
    ///
    /// When the openings cannot be read, or the folder cannot be written or has games.
    pub fn begin(
        mut tournament: Tournament,
        folder: &Path,
        text: &str,
        from: &Path,
    ) -> Result<Self, HostError> {
        let openings = openings_of(&tournament.file, from);
        add_book(&mut tournament, openings.as_ref())?;
        let share = tournament.shard.map(|shard| shard.to_string());
        let folder = TournamentFolder::create(folder, text, share.as_deref())?;
        if let Some(openings) = &openings {
            folder.keep_openings(openings)?;
        }
        Self::with_past(tournament, folder, text, LateGames::Count)
    }

    /// Continues the tournament of a folder that was opened, whose file is the tournament's.
    ///
    /// # Errors
    ///
    /// When the openings or games in it cannot be read, or a game is not one of the tournament or was
    /// played with other settings.
    pub fn resume(tournament: Tournament, folder: TournamentFolder) -> Result<Self, HostError> {
        Self::resume_with(tournament, folder, LateGames::Count)
    }

    /// As [`Hosted::resume`]; with [`LateGames::Replay`] the games that were lost on time while the
    /// machine was late are played again, which only a tournament whose pairings are fixed can do.
    ///
    /// # Errors
    ///
    /// As [`Hosted::resume`].
    pub fn resume_with(
        tournament: Tournament,
        folder: TournamentFolder,
        late: LateGames,
    ) -> Result<Self, HostError> {
        let text = folder.file_text()?;
        Self::resume_by(tournament, folder, &text, late)
    }

    /// Continues the tournament of a folder by another file, `text`, which makes it longer. The folder
    /// has the new file only if all of its games are games of it.
    ///
    /// # Errors
    ///
    /// As [`Hosted::resume`], and when the file cannot be written.
    pub fn extend(
        tournament: Tournament,
        folder: TournamentFolder,
        text: &str,
    ) -> Result<Self, HostError> {
        let hosted = Self::resume_by(tournament, folder, text, LateGames::Count)?;
        hosted.folder.write_file(text)?;
        Ok(hosted)
    }

    /// Continues the tournament of a folder by its file, whose text this is.
    fn resume_by(
        mut tournament: Tournament,
        folder: TournamentFolder,
        text: &str,
        late: LateGames,
    ) -> Result<Self, HostError> {
        let named = tournament.file.openings_file.as_ref();
        let openings = named.map(|named| folder.openings_path(named));
        add_book(&mut tournament, openings.as_ref())?;
        let hosted = Self::with_past(tournament, folder, text, late)?;
        hosted.folder.note_played(text)?;
        Ok(hosted)
    }

    fn with_past(
        mut tournament: Tournament,
        folder: TournamentFolder,
        text: &str,
        late: LateGames,
    ) -> Result<Self, HostError> {
        let has_env = |player: &Player| !player.spec.launch.target.env().is_empty();
        let has_env = tournament.players.iter().any(has_env);
        let prints = folder.fingerprints(has_env, || Seed::fresh().0)?;
        let changed = changes(&tournament, &folder, &prints).map_err(|change| {
            HostError::Changed { path: folder.file_path(), change: change.into() }
        })?;
        let mut writer = TournamentWriter::open(&tournament, &folder)?;
        let past = writer.past(&tournament, &folder, text, late)?;
        let targets: Vec<_> =
            tournament.players.iter().map(|player| &player.spec.launch.target).collect();
        tournament.origin = origin_of_all(&targets, &prints);
        Ok(Self { tournament, folder, writer, past, changed })
    }
}

fn add_book(tournament: &mut Tournament, path: Option<&PathBuf>) -> Result<(), BookFault> {
    if let Some(path) = path {
        tournament.book = Some(Arc::new(opening_book(tournament, path)?));
    }
    Ok(())
}

/// The folder for the results of the file of a tournament, which is at `path`: the one that it names, or
/// the one of its own name.
#[must_use]
pub fn folder_of(path: &Path, file: &TournamentFile) -> PathBuf {
    match &file.results {
        Some(results) => path.parent().unwrap_or(Path::new("")).join(results),
        // A file without an ending would have the name of its folder.
        None if path.extension().is_none() => path.with_extension("results"),
        None => path.with_extension(""),
    }
}
