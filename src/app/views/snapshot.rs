//! One moment of the application, whole and immutable: all that the window shows.
//!
//! Text comes ready to be shown, numbers as numbers. Nothing here changes anything.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::command::{Command, FileCommand};
use crate::app::shared::Shared;
use crate::app::views::{
    AnalysisView, BatchView, CheckView, DiceStudyView, DueView, ElsewhereView, EngineEntryView,
    FailureView, GameView, LookedFor, MatchView, Mode, PastedView, PracticeView, ProbeView,
    RatingsView, RemovedView, Settings, Suggestion, TournamentDraft,
};
use crate::games::{Brush, EditField, GameInfo, Opening, Scene, Side};

/// One moment of the application.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Counts up with every snapshot.
    pub version: u64,
    /// The system wants the program to end: the window is to close.
    pub closing: bool,
    /// Tabs with changes that are kept nowhere, and lost when the program ends.
    pub unkept: usize,
    /// All games the program knows.
    pub games: Vec<&'static GameInfo>,
    /// What the window is used for now.
    pub mode: Mode,
    /// The game on the board.
    pub game: Shared<GameView>,
    /// Engines that can be chosen.
    pub engines: Shared<Vec<EngineEntryView>>,
    /// Analysis.
    pub analysis: Shared<AnalysisView>,
    /// The match, if there is or was one.
    pub matching: Option<Shared<MatchView>>,
    /// The file of a tournament that was read last, for the form.
    pub tournament_draft: Option<Shared<TournamentDraft>>,
    /// Every session that runs, or has ended and is still shown.
    pub sessions: Shared<Vec<SessionView>>,
    /// The console that is watched.
    pub console: Option<ConsoleView>,
    /// What went wrong, newest last.
    pub problems: Shared<Vec<ProblemView>>,
    /// What is wrong now with the engines of the game and of the analysis, and can be put right.
    pub failures: Shared<Vec<FailureView>>,
    /// Short messages for the mode shown, oldest first.
    pub notices: Shared<Vec<Notice>>,
    /// Long work, if any.
    pub progress: Option<ProgressView>,
    /// The position editor, while it is open; it stands in the board's place.
    pub editor: Option<EditorView>,
    /// The practice, where the tab has one.
    pub practice: Option<Shared<PracticeView>>,
    /// Studies of the dice, in games with dice.
    pub dice_study: Option<Shared<DiceStudyView>>,
    /// What engines of other tabs say of the position shown, in Analyse.
    pub elsewhere: Vec<ElsewhereView>,
    /// What comes back in practice of the kind of game on the board.
    pub due: DueView,
    /// The user's ratings against the adaptive opponent.
    pub ratings: Shared<RatingsView>,
    /// Openings of the game and variant on the board.
    pub openings: &'static [Opening],
    /// The games of the opened file, when there are several.
    pub file_games: Arc<[String]>,
    /// The file that they are in.
    pub games_path: Option<PathBuf>,
    /// What kind of game they are, and the variant of the first.
    pub games_kind: Option<(&'static GameInfo, Option<String>)>,
    /// The reviews of many games that run, wait or have run, in the order in which they were begun.
    pub batches: Vec<BatchView>,
    /// What was found in the text that was pasted last.
    pub pasted: Option<Arc<PastedView>>,
    /// The file that was found last where something was to be saved unless one is there.
    pub in_the_way: Option<InTheWay>,
    /// Engines whose searches cannot be stopped.
    pub no_stop: NoStop,
    /// The probe that runs or has run last.
    pub probe: Option<ProbeView>,
    /// The program and the folder that were looked for last.
    pub looked_for: Option<LookedFor>,
    /// The checks of engines that run or have run last, at most one for an engine.
    pub checks: Shared<Vec<CheckView>>,
    /// The engine that was removed last from the list and can be had back.
    pub removed_engine: Option<RemovedView>,
    /// Engines that are known by name and can be had.
    pub suggestions: Arc<[Suggestion]>,
    /// Settings.
    pub settings: Shared<Settings>,
    /// The window that it is for: 0, or the number of the tab that has a window of its own.
    pub window: u64,
    /// What the windows of tabs show that have one of their own.
    pub windows: Vec<Arc<Snapshot>>,
    /// The tabs, from left to right.
    pub tabs: Vec<TabView>,
    /// A closed tab can be brought back.
    pub can_reopen_tab: bool,
}

/// A file that is there already.
#[derive(Clone, Debug, PartialEq)]
pub struct InTheWay {
    /// Counts up.
    pub number: u64,
    /// What would replace it.
    pub command: FileCommand,
}

/// The position editor.
#[derive(Clone, Debug)]
pub struct EditorView {
    /// Which game.
    pub info: &'static GameInfo,
    /// The variant's short name, where the game has variants.
    pub variant: Option<String>,
    /// The board.
    pub scene: Arc<Scene>,
    /// Who is to move.
    pub turn: Side,
    /// Why the position cannot be played, in words; `None` where it can.
    pub problem: Option<String>,
    /// What is being written in the text field in its place, which was not taken over yet.
    pub typed: Option<TypedView>,
    /// What can be set beside the pieces and the side to move.
    pub fields: Vec<EditField>,
    /// Why a position of this game has no mirror image, as a sentence; `None` where it has one.
    pub no_mirror: Option<&'static str>,
    /// The position in every text form, each with the form's name; empty while it has a problem.
    pub texts: Vec<(&'static str, String)>,
    /// What can be put on a cell.
    pub brushes: &'static [Brush],
    /// The position in canonical text.
    pub text: String,
    /// A step can be undone.
    pub can_undo: bool,
    /// A step that was undone can be done again.
    pub can_redo: bool,
}

/// What a written position is that the editor does not show.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TypedView {
    /// Nothing: the position stays as it is.
    Empty,
    /// It can be played.
    Playable,
    /// It cannot, for this reason.
    Unplayable(String),
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// Engines whose searches end early only by starting them again: what is called stop elsewhere is an
/// interruption for them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NoStop {
    /// By session number.
    pub sessions: Vec<u64>,
    /// By seat, first side first.
    pub seats: [bool; 2],
}

/// A tab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TabView {
    /// The number of its desk.
    pub id: u64,
    /// Its title.
    pub title: String,
    /// It is the one that is shown.
    pub shown: bool,
    /// Something is running in it.
    pub live: bool,
    /// A game runs there in which it is the user's turn.
    pub own_turn: bool,
    /// It is the user's turn, and the user's clock runs.
    pub own_clock: bool,
    /// A game that was begun there pauses.
    pub paused: bool,
    /// The user has given it its title.
    pub named: bool,
    /// Its engines go on analysing while it is not shown.
    pub pinned: bool,
}

/// A session of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionView {
    /// Its number.
    pub id: u64,
    /// The engine's name in the list, with what tells it from the other sessions.
    pub name: String,
    /// What the engine calls itself; empty where it has not said so.
    pub own_name: String,
}

/// A console.
#[derive(Clone, Debug)]
pub struct ConsoleView {
    /// Session number.
    pub session: u64,
    /// Whose it is, by its name in the list.
    pub name: String,
    /// What that engine calls itself; empty where it has not said so.
    pub own_name: String,
    /// The lines that are kept, oldest first.
    pub lines: Arc<[ConsoleLine]>,
    /// Number of the first of them; it grows as lines make room for others.
    pub first: u64,
    /// Lines that were dropped for want of room.
    pub dropped: u64,
    /// It can be written to.
    pub alive: bool,
}

/// A line of a console.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsoleLine {
    /// Seconds since the session began.
    pub secs: f64,
    /// Where it went.
    pub direction: Direction,
    /// The line.
    pub text: Arc<str>,
}

/// Direction of a console line.
pub use crate::session::Direction;

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemView {
    /// Counts up, also when old problems are forgotten.
    pub number: u64,
    /// The name in the list of the engine that has failed.
    pub engine: Option<String>,
    /// What happened, to whom, and what can be done, in one or two sentences.
    pub text: String,
    /// More, such as the last lines of an error output.
    pub details: Vec<String>,
    /// When, as seconds since the program began.
    pub secs: f64,
    /// The session that can be restarted.
    pub restart: Option<u64>,
    /// The seat (0 is the first side) of the engine of the game that it is about: besides a restart
    /// one may wait, kill it, let it lose, or go on as analysis.
    pub seat: Option<usize>,
    /// The bundle that can be saved ([`crate::app::FileCommand::SaveBundle`]).
    pub bundle: Option<u64>,
}

/// A short message.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Number, for dismissing.
    pub id: u64,
    /// Its kind.
    pub kind: NoticeKind,
    /// The message.
    pub text: String,
    /// What a button beside it does.
    pub offer: Option<NoticeOffer>,
}

/// What can be done at once about a short message.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NoticeOffer {
    /// The game that it speaks of is put on the board and goes on.
    Resume,
}

/// Kind of a notice.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NoticeKind {
    /// For information (a pass, what was pasted).
    Info,
    /// A refused move, with the rule.
    Refused,
    /// Something went wrong.
    Error,
}

/// Long work.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgressView {
    /// What is being done.
    pub text: String,
    /// How far, 0 to 1; `None` when unknown.
    pub part: Option<f32>,
    /// What cancels it; `None` when it cannot be cancelled.
    pub cancel: Option<Command>,
    /// It can rest; whether it does.
    pub paused: Option<bool>,
}
