//! What the window sees of a match between engines.
//!
//! Plain data; the contest fills it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::app::views::{ClockView, TournamentView};
use crate::games::{GameInfo, Scene};
use crate::play::SlowStart;

/// A match.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// `Edax against Quintet level 10`.
    pub title: String,
    /// Which game.
    pub info: &'static GameInfo,
    /// The variant's short name, where the game has variants.
    pub variant_name: Option<String>,
    /// `1m + 1s, openings by seed 7`.
    pub conditions: String,
    /// Games wanted.
    pub total: u32,
    /// Games finished.
    pub finished: u32,
    /// Games running.
    pub running: u32,
    /// New games are held back.
    pub paused: bool,
    /// No new game starts.
    pub finishing: bool,
    /// It was stopped at once, which cannot be taken back.
    pub stopping: bool,
    /// All is over.
    pub over: bool,
    /// How it ended; `None` while it runs.
    pub outcome: Option<MatchOutcome>,
    /// Time since the start.
    pub elapsed: Duration,
    /// Estimate of what is left; `None` when unknown.
    pub left: Option<Duration>,
    /// A test may end it before that time.
    pub left_is_most: bool,
    /// Games are worth different points, so that points a game count and not Elo.
    pub counts_points: bool,
    /// What stands below the table.
    pub below: Arc<BelowTable>,
    /// The two engines' standing; of a tournament nothing.
    pub standing: [SideStanding; 2],
    /// The table of a tournament; `None` for a match.
    pub tournament: Option<Arc<TournamentView>>,
    /// How balanced its openings turned out to be.
    pub openings: Arc<OpeningsView>,
    /// Where its games are kept; `None` where they cannot be, or the folder is not open yet.
    pub folder: Option<PathBuf>,
    /// The desktop has a program that opens files and folders.
    pub opens_outside: bool,
    /// Games at once, as is wished now.
    pub at_once: u32,
    /// Why games were lost, `(reason, how often, is a failure)`, most often first.
    pub reasons: Vec<(String, u32, bool)>,
    /// Delay added by the host per engine, `(name, median, 99th percentile)`.
    pub delays: Vec<(String, Duration, Duration)>,
    /// Games that were lost on time while the machine was late, and count.
    pub late: u32,
    /// Why they cannot be played again, as a sentence; `None` where they can.
    pub keeps_late: Option<String>,
    /// Engines that saw the game otherwise than the referee: name, how often, and in what.
    pub disagreements: Vec<(String, u32, String)>,
    /// Engines of running games whose start takes long: they are waited for.
    pub slow_starts: Vec<SlowStart>,
    /// Games, newest first.
    pub games: Vec<MatchGameRow>,
    /// The game shown, as far as it is known.
    pub board: Option<MatchBoard>,
    /// Number of the game shown.
    pub shown: Option<u32>,
    /// Games as small boards, where several run at once: each has its place until another game takes
    /// it, so that boards stay where they are, also after the last one has ended.
    pub wall: Vec<WallBoard>,
    /// Running games that have no place on the wall.
    pub wall_left_out: u32,
}

/// What stands below the table of a match or tournament.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BelowTable {
    /// What two players made against each other; `None` before there is a game, and with more players.
    pub duel: Option<DuelView>,
    /// Sentences: repeated and late games, withdrawn players and the like.
    pub notes: Vec<String>,
}

/// What one of two players made against the other.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelView {
    /// Whose score is counted.
    pub name: String,
    /// Games are worth different points: a game is worth so many to the player. Otherwise it is its share
    /// of the points.
    pub counts_points: bool,
    /// What a game is worth: `75.0 %`, `+0.125`.
    pub worth: String,
    /// Its interval of 95 %, or why there is none.
    pub interval: String,
    /// The difference in Elo with its interval; `None` of points.
    pub elo: Option<String>,
    /// The difference in normalized Elo with its interval; `None` with too few pairs, and of points.
    pub normalised: Option<String>,
    /// How many games and pairs were even; `None` of points.
    pub draws: Option<String>,
    /// How likely the player is the stronger one, from 0 to 1, as far as that is known.
    pub superiority: Option<f64>,
    /// Pairs of games, by the half points that the player made in both: 0 to 4, or by the points, in the
    /// ranges of [`crate::play::PAIR_POINTS`]. Both games of a pair have one opening or the same dice, with
    /// sides swapped. `None` before there is a pair.
    pub pairs: Option<[u32; 5]>,
    /// All of it in sentences.
    pub lines: Vec<String>,
}

/// The openings of a match or tournament.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpeningsView {
    /// The openings, the least balanced first.
    pub lines: Vec<OpeningLine>,
    /// Openings that are not in the list.
    pub n_left_out: usize,
}

/// The results of an opening, whatever the players.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningLine {
    /// Its start and its moves.
    pub name: String,
    /// Games that had it.
    pub games: u32,
    /// The share of the first side, from 0 to 1.
    pub score: f64,
    /// Games won by the first side, drawn, and won by the second side.
    pub results: [u32; 3],
    /// Pairs of games by the half points of the first side in both: 0 to 4.
    pub pairs: [u32; 5],
}

impl MatchView {
    /// What is played, as a word in a sentence.
    #[must_use]
    pub fn kind_word(&self) -> &'static str {
        kind_word(self.tournament.is_some())
    }
}

/// `match` or `tournament`
pub(in crate::app) fn kind_word(is_tournament: bool) -> &'static str {
    if is_tournament { "tournament" } else { "match" }
}

/// How a match ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MatchOutcome {
    /// All its games were played.
    Played,
    /// The user stopped it.
    Stopped,
    /// It could not go on: why, in a sentence.
    GivenUp(String),
}

/// A game among others that run or ran beside it.
#[derive(Clone, Debug)]
pub struct WallBoard {
    /// Its number.
    pub number: u32,
    /// The board.
    pub scene: Arc<Scene>,
    /// Names, first side first.
    pub players: [String; 2],
    /// What each side has, first side first: `12 discs`; `117 pips, 3 points`.
    pub stocks: [String; 2],
    /// `move 12`; once it is over, its result.
    pub length: String,
}

/// The board of a match's game.
#[derive(Clone, Debug)]
pub struct MatchBoard {
    /// The board with its marks.
    pub scene: Arc<Scene>,
    /// The position in canonical text, for copying.
    pub position_text: String,
    /// The position in every form that people exchange it in, with the form's name.
    pub position_texts: Vec<(&'static str, String)>,
    /// Names, first side first.
    pub players: [String; 2],
    /// What each side has, first side first: `12 discs`; `117 pips, 3 points`.
    pub stocks: [String; 2],
    /// The last move in canonical text; empty at the start.
    pub last_move: String,
    /// First side first.
    pub clocks: [ClockView; 2],
}

/// An engine's standing in a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideStanding {
    /// Name.
    pub name: String,
    /// What the engine calls itself; empty while that is not known.
    pub own_name: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Points (a draw is half a point); where games are worth different points, those won less
    /// those lost.
    pub points: f64,
    /// Points a game and the half-width of their 95 % interval, where games are worth different
    /// points and one has been played; without the half-width there are too few games.
    pub per_game: Option<(f64, Option<f64>)>,
    /// Elo difference to the other; `None` where there are too few games.
    pub elo: Option<EloView>,
}

/// A difference in Elo, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EloView {
    /// Both have made points.
    Around {
        /// The difference.
        value: f64,
        /// The lower end of its 95 % interval.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// The rating of the anchor, which was given.
    Fixed(f64),
    /// It has won every game: the lower end of the 95 % interval.
    Above(f64),
    /// It has lost every game: the upper end of the 95 % interval.
    Below(f64),
}

/// How far a game of a match is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MatchGameState {
    /// It is being played.
    Running,
    /// The user stopped it.
    Stopped,
    /// It was not begun: an engine was never ready.
    NotPlayed,
    /// It does not count, and is played again.
    Again,
    /// It is over, with this result: `1-0`, `½-½`, `1-0 +2`.
    Over(String),
}

impl MatchGameState {
    /// In the list of games.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::NotPlayed => "not played",
            Self::Again => "again",
            Self::Over(result) => result,
        }
    }
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchGameRow {
    /// Its number, from 1.
    pub number: u32,
    /// Names, first side first.
    pub players: [String; 2],
    /// `move 24`.
    pub length: String,
    /// How far it is.
    pub state: MatchGameState,
    /// Why.
    pub reason: String,
    /// The file with all that belongs to its failure, if there is one.
    pub bundle: Option<PathBuf>,
    /// The player (0 is the first side) whose failure is the reason; `None` for another reason.
    pub failed: Option<usize>,
    /// An engine was never ready: nothing was played, and no side has lost.
    pub unready: bool,
}
