//! What comes back from work that rooms had done outside: on disks, and in tasks of their own.
//!
//! Does nothing.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::command::FileCommand;
use super::contest::{Kept, KeptFor};
use super::new_practice::NewPractice;
use super::views::LookedFor;
use crate::check::{Report, StepInfo, StepReport};
use crate::games::{GamesRead, Reading, Record};
use crate::hosting::{Change, Reported};
use crate::play::dice_study::{CubeAdvice, DiceRollout, RollChart, StudyError};
use crate::play::tournament::Past;
use crate::play::{BatchEnd, MatchEnd, OpeningScores, ProbeNews};
use crate::protocol::Protocol;
use crate::store::{Dropped, EngineSource, Folders, ListFile, SourceError};

/// What has happened outside of the rooms.
#[derive(Debug)]
pub(super) enum Outside {
    /// What has become of work on a file.
    File(FileNews),
    /// Something cannot be kept on disk: what, and why, in a sentence.
    Unsaved(String),
    /// Something of the match could not be kept, as sentences.
    MatchTrouble(String),
    /// So many items were added to this list of the program, which holds these now.
    Added(ListFile, Vec<Value>, usize),
    /// The files of the match that runs are open, in this folder.
    MatchFolder(PathBuf),
    /// There is news of the match in its inbox.
    Match,
    /// There is news of the review of many games in its inbox.
    Reviews,
    /// How the run of this number of a review of many games ended; all that it has found out is kept.
    ReviewsOver(u64, Box<BatchEnd>),
    /// The folder of the tournament that runs is open.
    TournamentOpen(Box<TournamentOpen>),
    /// A match or tournament of an earlier time was read, for this.
    MatchKept(KeptFor, Result<Box<Kept>, String>),
    /// The file of a tournament was read, for this.
    TournamentRead(PathBuf, ReadFor, Result<String, String>),
    /// The file of a tournament was written.
    TournamentSaved(PathBuf, Result<(), String>),
    /// How the match or tournament ended, and what of it could not be written.
    MatchOver(Box<Result<MatchEnd, String>>, Unkept),
    /// The report of the match was written and shown, or why it could not be written.
    MatchReport(Result<Shown, String>),
    /// A file or folder of the match was to be opened.
    MatchShown(Shown),
    /// There is news of the probe of this number.
    Probing(u64, ProbingNews),
    /// What was looked for is there, or is not.
    Looked(Box<LookedFor>),
    /// There is news of the check of this number.
    Check(u64, CheckNews),
    /// There is news of a study of the dice on the desk of this number.
    DiceStudy(u64, Box<DiceStudyNews>),
    /// Positions to be practised were read for the desk of this number.
    Practice(u64, Box<Result<NewPractice, String>>),
}

/// A tournament whose folder is open.
#[derive(Debug)]
pub(super) struct TournamentOpen {
    /// Its folder.
    pub(super) folder: PathBuf,
    /// What was played before.
    pub(super) past: Past,
    /// The results of the openings until then.
    pub(super) openings: OpeningScores,
    /// What a report needs to know.
    pub(super) reported: Reported,
    /// Time controls of players that were others in games before.
    pub(super) changed: Vec<Change>,
}

/// What of a match or tournament could not be written.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Unkept {
    /// Games that are in no results: they are played again when it goes on.
    pub(super) games: u32,
    /// Other files and lines of games.
    pub(super) files: u32,
}

/// A file or folder that was to be opened by the desktop.
#[derive(Debug)]
pub(super) struct Shown {
    /// Which.
    pub(super) path: PathBuf,
    /// Why it could not be opened, as a sentence; `None` where it was.
    pub(super) fault: Option<String>,
}

/// What the file of a tournament was read for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ReadFor {
    /// For the form, as a file of the user's.
    Form,
    /// For the form, as that of a folder with games, which is to be longer.
    Longer,
}

/// What has become of work on a file.
#[derive(Debug)]
pub(super) enum FileNews {
    /// A file was read, as far as the reading was not cancelled.
    Opened(PathBuf, Arc<Reading>, Box<Result<Opened, String>>),
    /// The game of the document of this number was written, as it was after so many changes.
    Saved { path: PathBuf, document: u64, n_changes: u64, result: Result<(), String> },
    /// A file was read to be merged into the game of the desk of this number.
    ToMerge(PathBuf, u64, Result<Box<GamesRead>, String>),
    /// What this is was found out; it was dropped on the window.
    Dropped(PathBuf, Dropped),
    /// Whether a file is there that this would replace.
    Looked(FileCommand, bool),
    /// A transcript or a bundle was written.
    TranscriptSaved(PathBuf, Result<(), String>),
    /// The games of a review were written; what of them is not there, in words.
    ReviewsSaved(PathBuf, Result<Option<String>, String>),
}

/// The games of a file, and what could not be read of it.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) records: Arc<[Record]>,
    /// Drawn up where the file was read: there may be thousands.
    pub(super) titles: Arc<[String]>,
    pub(super) problems: Vec<String>,
    /// Some of them are mistakes in games; otherwise they only say what was left out.
    pub(super) is_faulty: bool,
    /// Games that were read; a match is one record of several.
    pub(super) n_read: usize,
    /// Games in the file, those that could not be read included; 0 where they were not counted.
    pub(super) n_games: usize,
    /// Another file was still being read when this one was opened, and is not any more.
    pub(super) replaces: bool,
    /// Only the list of its games is wanted: none of them is shown.
    pub(super) is_list: bool,
}

/// What has become of a probe.
#[derive(Debug)]
pub(super) enum ProbingNews {
    /// What was meant by the text.
    Source(Result<(EngineSource, Folders), SourceError>),
    /// What was meant by the text of an engine that is to be added as it was said.
    Unprobed(Protocol, Result<(EngineSource, Folders), SourceError>),
    /// The probe goes on.
    Probe(ProbeNews),
    /// Its transcript was written.
    Saved(PathBuf, Result<(), String>),
}

/// What has become of a study of a position with dice.
#[derive(Debug)]
pub(super) enum DiceStudyNews {
    /// A position was looked at: its rolls and its cube, or those of the position before it.
    Looked {
        position: String,
        chart: Option<RollChart>,
        cube: Option<Box<CubeAdvice>>,
        is_before: bool,
    },
    /// Games of the rollout of this number were played, or it cannot begin.
    Rolled { number: u64, rollout: Result<Box<DiceRollout>, StudyError> },
}

/// What has become of a check.
#[derive(Debug)]
pub(super) enum CheckNews {
    /// The step of this name begins.
    Begun(&'static str),
    /// A step has ended.
    Ended(Box<StepReport>),
    /// Its steps are these.
    Listed(Vec<StepInfo>),
    /// It is over.
    Over(Box<Report>),
    /// Its report was written.
    Saved(PathBuf, Result<(), String>),
}
