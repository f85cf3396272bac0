//! What a contest wants played, with all that its task needs.
//!
//! Plays nothing: a task does.

use std::path::PathBuf;

use super::inbox::SharedInbox;
use crate::hosting::LateGames;
use crate::play::tournament::Tournament;
use crate::play::{MatchConfig, MatchControl, MatchPast};

/// A match or tournament that is to be played.
#[derive(Debug)]
pub(super) struct MatchToPlay {
    /// Which.
    pub(super) what: ToPlay,
    /// How it is steered.
    pub(super) control: MatchControl,
    /// Where its news is put.
    pub(super) inbox: SharedInbox,
}

/// What is to be played.
#[derive(Debug)]
pub(super) enum ToPlay {
    /// A match of these terms.
    Match(Box<TermsToPlay>),
    /// A tournament.
    Tournament(Box<TournamentToPlay>),
}

/// A match that is to be played.
#[derive(Debug)]
pub(super) struct TermsToPlay {
    /// Its terms.
    pub(super) config: MatchConfig,
    /// The same as a file ([`crate::play::MatchTerms`]).
    pub(super) text: String,
    /// Its folder, and what was played of it before; `None` where it begins.
    pub(super) past: Option<(PathBuf, MatchPast)>,
}

/// A tournament that is to be played.
#[derive(Debug)]
pub(super) struct TournamentToPlay {
    /// The tournament, without its openings.
    pub(super) tournament: Tournament,
    /// Its file.
    pub(super) text: String,
    /// Where its games are kept.
    pub(super) keep: KeepIn,
}

/// The folder of a tournament.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum KeepIn {
    /// A new one below the folder of the matches.
    Matches,
    /// The one that belongs to this file.
    FolderOf(PathBuf),
    /// One in which a tournament was begun, which goes on; this becomes of its late games.
    Begun(PathBuf, LateGames),
    /// The same, and its file is replaced by a longer one.
    Extended(PathBuf),
}
