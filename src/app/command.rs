//! What the window may ask for. It changes nothing itself.

mod batch;
mod edit;
mod matches;
mod practice;
mod review;
mod settings;

use std::path::{Path, PathBuf};

use super::choices::{CoachWish, Mode, MoveMark, PointOfView};
use crate::games::{BoardMark, MoveText, NodeId, Side};
use crate::play::{ReviewEffort, TimeControl};
use crate::store::EngineChange;
pub use batch::BatchCommand;
pub use edit::EditCommand;
pub use matches::{MatchCommand, TournamentPlace};
pub use practice::PracticeCommand;
pub use review::{MOST_REVIEWERS, ReviewWish};
pub use settings::SettingsCommand;

/// A wish of the person at the screen, by subject.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The tabs of the window.
    Tab(TabCommand),
    /// A wish in the window of the tab of this number: what is about a board is about that tab.
    At(u64, Box<Command>),
    /// The game on the board.
    Game(GameCommand),
    /// Engines and their consoles.
    Engine(EngineCommand),
    /// Analysis of the position or of the game.
    Analysis(AnalysisCommand),
    /// A review of many games.
    Batch(BatchCommand),
    /// Practising positions.
    Practice(PracticeCommand),
    /// Matches between engines.
    Match(MatchCommand),
    /// Files and the clipboard.
    File(FileCommand),
    /// Settings that are kept.
    Settings(SettingsCommand),
    /// Begin again with the rating in this variant of the game with this short name: what was played
    /// before does not count any more.
    ResetRating(String, Option<String>),
    /// Dismiss the notice with this number.
    DismissNotice(u64),
    /// End the program.
    Quit,
}

/// About tabs. Tabs are named by the numbers of their desks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TabCommand {
    /// Open a tab with a new game of the kind that is shown, and show it.
    New,
    /// Show this tab.
    Show(u64),
    /// Show the tab to the right; from the last one the first.
    Next,
    /// Show the tab to the left; from the first one the last.
    Previous,
    /// Merge the game of this tab into the one that is shown.
    Merge(u64),
    /// Close this tab. Its game pauses and its engines end.
    Close(u64),
    /// Bring back the tab that was closed last.
    Reopen,
    /// Put this tab in this place, from 0.
    Move(u64, usize),
    /// Give this tab a name; an empty one gives it that of its players.
    Rename(u64, String),
    /// Let the engines of this tab go on analysing while it is not shown.
    Pin(u64, bool),
    /// Move this tab into a window of its own, or back.
    Float(u64, bool),
}

/// Who sits at a side.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SeatChoice {
    /// A person at this screen.
    Human {
        /// Shown and written into the game.
        name: String,
    },
    /// An engine of the list.
    Engine {
        /// Its name in the list.
        name: String,
        /// Values for its options, by name; `level` where the engine has levels.
        options: Vec<(String, String)>,
    },
}

/// A new game as the dialog asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The game's short name.
    pub game: String,
    /// Variant, where the game has variants.
    pub variant: Option<String>,
    /// First side first.
    pub seats: [SeatChoice; 2],
    /// First side first.
    pub clocks: [TimeControl; 2],
    /// Start position in any form that the game reads; empty for the normal start.
    pub position: String,
    /// Moves made at once from the start, canonical: an opening.
    pub opening: Vec<String>,
    /// Engines that can think on the other's time do so.
    pub ponder: bool,
    /// Where the dice come from, in games with dice.
    pub dice: DiceChoice,
    /// The engine that comes with the program on this side plays at the level that suits the user: the
    /// adaptive opponent. Nothing comes of it where no person sits at the other side.
    pub adaptive: Option<Side>,
}

/// Where the dice of a game come from.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum DiceChoice {
    /// Rolled by the program, from a seed that cannot be guessed.
    #[default]
    Fresh,
    /// Rolled by the program, from this seed.
    Seed(String),
    /// From this list, in order: digits from 1 to 6, two of them a throw.
    List(String),
    /// A person enters them.
    ByHand,
}

/// About the game on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    /// Start a new game; the old one can be had back with [`GameCommand::UndoNew`].
    New(Box<NewGame>),
    /// Bring back the game that `New`, `Open` or `Paste` replaced.
    UndoNew,
    /// Undo the last change of the study on the board: a move, a comment, a mark, what `Delete` or
    /// `Promote` did.
    UndoEdit,
    /// Do the change again that was undone last.
    RedoEdit,
    /// Change mode.
    SetMode(Mode),
    /// A click on the named cell.
    Click(String),
    /// Let go of what was clicked for a move in the making.
    LetGo,
    /// A typed move, in any spelling the game reads.
    Type(String),
    /// Show the position after this node.
    GoTo(NodeId),
    /// To the start.
    First,
    /// One move back.
    Previous,
    /// One move on, along the current line.
    Next,
    /// To the end of the current line.
    Last,
    /// To the next move marked as a mistake.
    NextMistake,
    /// To the one before.
    PreviousMistake,
    /// Take back the last move, or the last two when the other side is an engine.
    TakeBack,
    /// The engine to move shall move now.
    MoveNow,
    /// The side to move, or the only human, resigns.
    Resign,
    /// The engine on this seat (0 is the first side) has failed, or does not answer: it loses.
    Forfeit(usize),
    /// End the game as the draw that the rules allow to be claimed.
    ClaimDraw,
    /// Offer a draw to the other side: an engine that understands it decides, a person is asked.
    OfferDraw,
    /// Where the dice come from, from the next roll on.
    SetDice(DiceChoice),
    /// Dice entered by hand: `31`.
    Roll(String),
    /// Open the position editor, close it, or work in it.
    Edit(EditCommand),
    /// Stop the clocks and the engines of the game.
    Pause,
    /// Go on after `Pause`.
    Resume,
    /// Show what an engine would play.
    Hint,
    /// Put another player on a seat, also in the middle of a game (0 is the first side). An engine that
    /// cannot play what is on the board is refused.
    SetSeat(usize, SeatChoice),
    /// Look at the board another way, counted around the game's orientations.
    Turn,
    /// Write a comment at this node.
    Comment(NodeId, String),
    /// Say this before the move that led to this node.
    CommentBefore(NodeId, String),
    /// About the move that the coach advises against.
    Coach(CoachWish),
    /// Put this mark on the move that led to this node, in place of another; the same one again is
    /// taken away, and so is any by `None`.
    Mark(NodeId, Option<MoveMark>),
    /// Draw a mark or an arrow on the board after this node; the same again is taken away.
    Draw(NodeId, BoardMark),
    /// Take away what was drawn on the board after this node.
    EraseDrawn(NodeId),
    /// Make the line through this node the main line (undone by [`GameCommand::UndoEdit`]).
    Promote(NodeId),
    /// Let the line through this node change places with the one after it (undone by
    /// [`GameCommand::UndoEdit`]).
    Demote(NodeId),
    /// Copy the move that led to this node and all after it, of the start the whole game: for
    /// [`GameCommand::PasteBranch`], and as text for other programs ([`super::CopiedText`]).
    CopyBranch(NodeId),
    /// Put what was copied by [`GameCommand::CopyBranch`] behind this node, in whatever tab it was.
    /// Moves that are not legal there are left out, which is said.
    PasteBranch(NodeId),
    /// Remove this node and all after it (undone by [`GameCommand::UndoEdit`]).
    Delete(NodeId),
    /// Play these moves as a variation from the position after this node.
    PlayLine(NodeId, Vec<String>),
    /// Write these moves into the tree as a variation from the position after this node; the board
    /// stays where it is.
    InsertLine(NodeId, Vec<String>),
}

/// An engine that is to be added to the list.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NewEngine {
    /// A file, a folder, `host:port`, or a command line.
    pub text: String,
    /// The folder that it is started in; empty for its own, or one near it that has what it needs.
    pub folder: String,
    /// The short name of the protocol that it speaks, where that is known.
    pub protocol: Option<String>,
}

impl NewEngine {
    /// An engine in a folder that is found by itself.
    #[must_use]
    pub fn new(text: impl Into<String>, protocol: Option<&str>) -> Self {
        let protocol = protocol.map(str::to_owned);
        Self { text: text.into(), folder: String::new(), protocol }
    }
}

/// About engines.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineCommand {
    /// Start the engine of this name for analysis.
    Start(String),
    /// End this session in good order.
    Stop(u64),
    /// Start it again as it was.
    Restart(u64),
    /// Kill it.
    Kill(u64),
    /// Send a line as typed.
    Send(u64, String),
    /// Show this session's console; `None` shows none.
    Watch(Option<u64>),
    /// Read `engines.toml` again.
    Reload,
    /// Find out the options that the engine of this name declares, by starting it for a moment
    /// where it does not run.
    AskOptions(String),
    /// Set options of the engine of this name, by their names; those not named have their defaults
    /// again. Kept in the user's list of engines; running sessions take them at once where they can, and
    /// are started again otherwise.
    SetOptions(String, Vec<(String, String)>),
    /// Show or hide the window of the engine of this session.
    ShowWindow(u64, bool),
    /// Probe this, in its protocol only where one is named, and add what is found to the list. Refused
    /// while a probe runs.
    Add(NewEngine),
    /// Add this to the list, whether it answers or not; nothing happens where it names no protocol.
    AddUnprobed(NewEngine),
    /// Probe the engine of this name. Refused while a probe runs.
    Probe(String),
    /// Stop the probe that runs.
    StopProbe,
    /// The page that shows the probe was left: stop it, and say so.
    LeaveProbe,
    /// See whether the program of this command and this working directory (empty for none) are there.
    LookFor(Vec<String>, String),
    /// Check the engine of this name against the document of its protocol.
    Check(String),
    /// Stop the check of this engine.
    StopCheck(String),
    /// Change the engine of this name in the user's list; one that comes with the program gets an
    /// entry there that says what is different. All changes hold, or none.
    Change(String, Vec<EngineChange>),
    /// Add a profile of the engine of this name: the same once more, to be set otherwise.
    Duplicate(String),
    /// Remove the engine of this name from the user's list.
    Remove(String),
    /// Bring back the engine that was removed last, or what was changed of one that is as it came; the
    /// next time the one before.
    UndoRemove,
}

impl EngineCommand {
    /// The session that it is about, where it is about one.
    #[must_use]
    pub fn session(&self) -> Option<u64> {
        match self {
            Self::Stop(id)
            | Self::Restart(id)
            | Self::Kill(id)
            | Self::Send(id, _)
            | Self::ShowWindow(id, _) => Some(*id),
            Self::Start(_)
            | Self::Watch(_)
            | Self::Reload
            | Self::AskOptions(_)
            | Self::SetOptions(..)
            | Self::Add(_)
            | Self::AddUnprobed(_)
            | Self::Probe(_)
            | Self::StopProbe
            | Self::LeaveProbe
            | Self::LookFor(..)
            | Self::Check(_)
            | Self::StopCheck(_)
            | Self::Change(..)
            | Self::Duplicate(_)
            | Self::Remove(_)
            | Self::UndoRemove => None,
        }
    }
}

/// About analysis.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisCommand {
    /// Add an engine of the list as a card (at most four).
    AddEngine(String),
    /// Remove a card.
    RemoveEngine(u64),
    /// Let this card search, or rest.
    SetRunning(u64, bool),
    /// Lines wanted, 1 to 20.
    SetLines(u32),
    /// Let the engine of this session, which reports one line, compare so many moves by a search of
    /// each, 2 to 8; `None` for none.
    CompareMoves(u64, Option<u32>),
    /// Let the engine of this session search each position within this limit (a depth from 1 to 60);
    /// `None` for without one. Counts at once.
    Limit(u64, Option<ReviewEffort>),
    /// Let the engine of this session, which reports one line, compare just these moves of the position
    /// that its card is about; none lets it look at all again.
    PickMoves(u64, Vec<MoveText>),
    /// Let the engine of this session stay at the position shown while others are looked at, or
    /// follow the board again.
    Lock(u64, bool),
    /// Let the engine of this session show what the other side would play, or the position as it is.
    Threat(u64, bool),
    /// Keep the line of these moves, as people read them, of the card of this session, while its engine
    /// goes on.
    Pin(u64, Vec<String>),
    /// Keep this line no longer.
    Unpin(u64),
    /// Whose point of view scores have.
    SetPointOfView(PointOfView),
    /// About the rollout of the position shown.
    Rollout(RolloutCommand),
    /// Value every position of the game with the first card's engine.
    WholeGame,
    /// Value the positions of the game as is said.
    Review(ReviewWish),
    /// Let the valuing of the game rest, or go on.
    PauseWholeGame(bool),
    /// Stop valuing the game.
    StopWholeGame,
}

/// About a rollout.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RolloutCommand {
    /// Begin one with so many of the best plays, in place of the one before.
    Begin(u32),
    /// Go on with it, or let it rest.
    Run(bool),
}

/// About files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Open this file.
    Open(PathBuf),
    /// These were dropped on the window: an engine to be added, or a file to be opened; on the page
    /// of engines (`true`) rather an engine.
    Drop(Vec<PathBuf>, bool),
    /// Save the game on the board there.
    Save(PathBuf),
    /// Something was pasted.
    Paste(String),
    /// Show what was found in the pasted text, read in this way: the numbers of finding and reading,
    /// from 0.
    TakePasted(usize, usize),
    /// Show everything that was found in the pasted text but the first, in tabs behind the board.
    TakeAllPasted,
    /// Merge the games of this file into the one on the board: common moves once, the rest as
    /// variations.
    Merge(PathBuf),
    /// Merge the pasted game into the one on the board.
    MergePasted(String),
    /// Open this game of the opened file (from 0), in a tab of its own.
    Choose(usize),
    /// The same in a tab behind the one that is shown.
    ChooseBehind(usize),
    /// Stop reading a long file; what was read so far is kept.
    CancelRead,
    /// Save the games of the review of many that has this number, annotated, in one file; as a page where the name ends in
    /// `.html`.
    SaveReviews(u64, PathBuf),
    /// Save this session's transcript.
    SaveTranscript(u64, PathBuf),
    /// Save the bundle of this number: what is needed to understand a problem elsewhere.
    SaveBundle(u64, PathBuf),
    /// Save the transcript of the probe that is shown.
    SaveProbe(PathBuf),
    /// Save the report of the check of this number.
    SaveCheck(u64, PathBuf),
    /// Save unless a file is there already, which [`super::Snapshot::in_the_way`] then names.
    UnlessThere(Box<FileCommand>),
}

impl FileCommand {
    /// The file that it writes.
    #[must_use]
    pub fn target(&self) -> Option<&Path> {
        match self {
            Self::Save(path)
            | Self::SaveReviews(_, path)
            | Self::SaveTranscript(_, path)
            | Self::SaveBundle(_, path)
            | Self::SaveProbe(path)
            | Self::SaveCheck(_, path) => Some(path),
            Self::UnlessThere(command) => command.target(),
            Self::Open(_)
            | Self::Drop(..)
            | Self::Paste(_)
            | Self::TakePasted(..)
            | Self::TakeAllPasted
            | Self::Merge(_)
            | Self::MergePasted(_)
            | Self::Choose(_)
            | Self::ChooseBehind(_)
            | Self::CancelRead => None,
        }
    }
}
