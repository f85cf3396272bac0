//! One moment of the application, whole and immutable: all that the window shows.
//!
//! Text comes ready to be shown, numbers as numbers. Nothing here changes anything.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::command::{Command, FileCommand};
use crate::app::shared::Shared;
use crate::app::views::{
    AnalysisView, CandidatesView, CheckView, EngineEntryView, FailureView, LookedFor, MatchView,
    MistakeView, PlyView, ProbeView, RemovedView, RollsView, Suggestion,
};
use crate::games::{Brush, Counter, GameInfo, NodeId, Opening, Scene, Side};
use crate::play::TimeControl;

/// One moment of the application.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Counts up with every snapshot.
    pub version: u64,
    /// The system wants the program to end: the window is to close.
    pub closing: bool,
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
    /// Every session that runs, or has ended and is still shown.
    pub sessions: Shared<Vec<SessionView>>,
    /// The console that is watched.
    pub console: Option<ConsoleView>,
    /// What went wrong, newest last.
    pub problems: Shared<Vec<ProblemView>>,
    /// What is wrong now with the engines of the game and of the analysis, and can be mended.
    pub failures: Shared<Vec<FailureView>>,
    /// Short messages for the mode shown, oldest first.
    pub notices: Shared<Vec<Notice>>,
    /// Long work, if any.
    pub progress: Option<ProgressView>,
    /// The position editor, while it is open; it stands in the board's place.
    pub editor: Option<EditorView>,
    /// Openings of the game and variant on the board.
    pub openings: &'static [Opening],
    /// The games of the opened file, when there are several.
    pub file_games: Arc<[String]>,
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
    /// What can be put on a cell.
    pub brushes: &'static [Brush],
    /// The position in canonical text.
    pub text: String,
    /// A step can be undone.
    pub can_undo: bool,
}

/// What happens when a rule of the game allows a draw.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum DrawRules {
    /// The game ends.
    #[default]
    Automatic,
    /// A person is told and can claim it.
    Ask,
    /// Nothing.
    Off,
}

/// Whose word holds where the engine that keeps a game and the program's referee differ.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Judge {
    /// The referee's; differences are shown, and the game goes on.
    #[default]
    Referee,
    /// The engine's: only moves that it lists can be made, and what it says of the end holds.
    Engine,
}

/// Engines whose searches end early only by starting them anew: what is called stop elsewhere is an
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
    /// The user has given it its title.
    pub named: bool,
    /// Its engines go on analysing while it is not shown.
    pub pinned: bool,
}

/// What the window is used for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Mode {
    /// A game between seats.
    #[default]
    Play,
    /// Explaining positions.
    Analyse,
    /// Engines against engines.
    Match,
}

/// The game on the board.
#[derive(Clone, Debug)]
pub struct GameView {
    /// Which game.
    pub info: &'static GameInfo,
    /// Variant title; empty for none.
    pub variant: String,
    /// Variant name, where the game has variants.
    pub variant_name: Option<String>,
    /// The game's own number: another game on the board has another.
    pub number: u64,
    /// Changes whenever another position is shown; values with another number are never shown.
    pub position_id: u64,
    /// The board with its marks.
    pub scene: Arc<Scene>,
    /// The board before the last move, while the game being played is followed: where two moves
    /// come at once, the first can be shown as well.
    pub before: Option<Arc<Scene>>,
    /// The position in canonical text, for copying.
    pub position_text: String,
    /// The position in every form that people exchange it in, with the form's name.
    pub position_texts: Vec<(&'static str, String)>,
    /// What counting rules count in the position shown.
    pub counters: Vec<Counter>,
    /// The dice of the game being played; `None` where it has none.
    pub dice: Option<DiceView>,
    /// The draw that can be claimed, in words; empty when there is none.
    pub claim: String,
    /// The other side offers a draw.
    pub draw_offered: bool,
    /// The whole game in its native format, for copying.
    pub game_text: Arc<str>,
    /// First side first.
    pub seats: [SeatView; 2],
    /// First side first.
    pub clocks: [ClockView; 2],
    /// What each side is given, first side first; of a game that is only looked at, what its heading
    /// says, where that can be read.
    pub controls: Option<[TimeControl; 2]>,
    /// The side that is drawn below the board.
    pub bottom: Side,
    /// Whose turn it is in the position shown; `None` when the game is over there.
    pub turn: Option<Side>,
    /// The node shown.
    pub current: NodeId,
    /// The position shown is the end of the game being played.
    pub at_end: bool,
    /// A game is being played (clocks may run), as against looked at.
    pub playing: bool,
    /// It is paused.
    pub paused: bool,
    /// It is paused because an engine has failed, until it is chosen what becomes of it.
    pub waits: bool,
    /// A human may move in the position shown.
    pub can_move: bool,
    /// The moves, in rows.
    pub rows: Arc<[TreeRow]>,
    /// The move in the rows that led to the node shown, or to the dice that were rolled there.
    pub listed: NodeId,
    /// The games of a match or session that the record holds; none where it holds only one.
    pub parts: Arc<[GamePart]>,
    /// Number of the game of them that is shown.
    pub part: u32,
    /// Result in words with the reason: `Black wins 37-27: more discs`; empty while open.
    pub result: String,
    /// Points of the score graph, one series per engine name.
    pub graph: Arc<[GraphPoint]>,
    /// Names of the graph's series, in the order of the engine colours.
    pub series: Vec<String>,
    /// What the engines of these series call themselves; empty where that is not known.
    pub series_own_names: Vec<String>,
    /// Losses of moves, `(ply, loss)`, in the game's unit.
    pub losses: Arc<[(usize, f64)]>,
    /// Share of the first side in the evaluation bar, 0 to 1; 0.5 when unknown.
    pub bar: f32,
    /// The bar's text: `+2`; a dash when unknown.
    pub bar_text: String,
    /// Title, date, event and the like, for the page "Game info".
    pub facts: Vec<(String, String)>,
    /// Accuracy of each side in per cent after a whole-game analysis.
    pub accuracy: [Option<f64>; 2],
    /// What a decision of each side lost on average after a whole-game analysis, in thousandths of
    /// the game's unit; only in games with a cube, which count so.
    pub error_rates: [Option<f64>; 2],
    /// Number of mistakes marked.
    pub n_mistakes: usize,
    /// The moves marked as mistakes, in the order of play.
    pub mistakes: Arc<[MistakeView]>,
    /// The plies of the main line, the start first: what the numbers of the graph's points mean.
    pub plies: Arc<[PlyView]>,
    /// What was rolled; `None` in games without dice.
    pub rolls: Option<Arc<RollsView>>,
    /// The comment at the current node.
    pub comment: String,
    /// Where the game can be saved without a question: a file that holds this game and nothing else.
    pub path: Option<PathBuf>,
    /// The name to begin with where one is asked for: that of its file, with another ending where it
    /// cannot be written as it was read.
    pub save_as: Option<PathBuf>,
    /// File the game was opened from or saved to, be it one of many there.
    pub source: Option<PathBuf>,
    /// A replaced game can be brought back.
    pub can_undo_new: bool,
    /// The last move said for screen readers: `White plays f5`.
    pub announcement: String,
    /// The pass that a person must make by hand in the position shown.
    pub pass: Option<PassView>,
    /// What else than moving pieces a person may do in the position shown; `None` in games without
    /// dice.
    pub decisions: Option<DecisionsView>,
    /// What an engine would have played in a person's place; `None` in games without dice and where
    /// none is played.
    pub candidates: Option<CandidatesView>,
}

/// What a person may do in a game with dice beside moving pieces.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct DecisionsView {
    /// Moves in canonical text that no piece makes: `roll`, `double`, `take`, `drop`, `accept`,
    /// `reject`.
    pub moves: Vec<String>,
    /// Resignations that may be offered, in canonical text, the smallest first.
    pub resignations: Vec<String>,
    /// Part of a play has been made and can be taken back.
    pub has_part: bool,
    /// The whole play has been made and is to be confirmed.
    pub is_complete: bool,
}

/// A forced pass that waits for a person.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PassView {
    /// Why nothing else can be played.
    pub note: String,
    /// The move in canonical text.
    pub text: String,
}

/// The dice of a game.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct DiceView {
    /// A person enters them.
    pub by_hand: bool,
    /// The rolls that may be entered now; empty while none is waited for.
    pub rolls: Vec<String>,
    /// Where they come from, in words, with the seed after the game and its hash before.
    pub source: String,
    /// The same in few words: `Seed 7f3a-91c2…`.
    pub short: String,
    /// The seed or its hash; empty where the dice come from none.
    pub proof: String,
}

/// Somebody at a side.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatView {
    /// Name.
    pub name: String,
    /// The side's name: `Black`.
    pub side_name: &'static str,
    /// A person.
    pub human: bool,
    /// The state in words.
    pub chip: Option<Chip>,
    /// What the side has: `19 discs`.
    pub stock: String,
    /// Its own last evaluation: `+2.00`; empty when unknown.
    pub eval: String,
    /// The name of the engine in the list, for an engine's seat.
    pub engine: Option<String>,
    /// What that engine calls itself, with its version; empty where it has not said so.
    pub own_name: String,
    /// Guesses of an engine that thinks on the other's time: `(right, all)`; `None` when it does
    /// not.
    pub ponder: Option<(u32, u32)>,
    /// An engine on a clock that it does not obey: the host keeps its time.
    pub timed_by_host: bool,
}

/// A state in words.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Chip {
    /// `thinking 3.2 s`.
    pub text: String,
    /// Its colour.
    pub tone: ChipTone,
}

/// Colour of a chip.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ChipTone {
    /// Ready.
    Ok,
    /// Working; to move.
    Busy,
    /// Slow, wants attention.
    Warn,
    /// Crashed, lost.
    Danger,
    /// Not started.
    Idle,
}

/// A clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClockView {
    /// The game is played with a clock for this side.
    pub shown: bool,
    /// Time left at `as_of`.
    pub left: Duration,
    /// It runs since then: the time to show is `left - (now - as_of)`.
    pub running_since: Option<Instant>,
    /// With less left than this the side is in danger of losing on time.
    pub danger_below: Duration,
}

impl ClockView {
    /// What to show at `now`.
    #[must_use]
    pub fn at(&self, now: Instant) -> Duration {
        self.running_since.map_or(self.left, |since| {
            self.left.saturating_sub(now.saturating_duration_since(since))
        })
    }
}

/// One game of a match or session within a record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GamePart {
    /// Its number, from 1.
    pub number: u32,
    /// The node it begins at.
    pub node: NodeId,
    /// Points before it, first side first.
    pub score: [u32; 2],
    /// What the cube shows at its end, or now.
    pub cube: u32,
    /// Who has won how many points; `None` while it is played.
    pub won: Option<(Side, u32)>,
    /// What is special about it: `Crawford game`; empty for nothing.
    pub note: &'static str,
}

/// A row of the move list.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeRow {
    /// A move of each side under one number.
    Pair {
        /// The number.
        number: usize,
        /// First side, second side.
        moves: [Option<MoveCell>; 2],
    },
    /// A game of several begins: the number of it, the node it begins at, and how it stands, in
    /// words.
    Game {
        /// The number.
        number: u32,
        /// Where it begins.
        node: NodeId,
        /// `White 3, Black 2`, and what is special about it.
        text: String,
    },
    /// A comment on the move before.
    Comment(String),
    /// A variation in one line; `moves` can be clicked one by one.
    Variation {
        /// Number and dots before its first move: `6…`.
        lead: String,
        /// Its moves.
        moves: Vec<MoveCell>,
        /// How deep it is nested, from 1.
        depth: usize,
        /// The last one at its place.
        last: bool,
    },
}

/// A move in the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveCell {
    /// The node after it.
    pub node: NodeId,
    /// The move.
    pub text: String,
    /// `?!` and the like; empty for none.
    pub mark: String,
    /// Its value: `+2`; empty when unknown.
    pub score: String,
    /// It is a forced pass.
    pub pass: bool,
    /// What the doubling cube shows, at a double and its answer.
    pub cube: Option<u32>,
}

/// A point of the score graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphPoint {
    /// Index into `series`.
    pub series: usize,
    /// Ply, from 0 (the start): index into `plies`.
    pub ply: usize,
    /// Value from the first side's point of view, in the game's unit.
    pub score: f64,
    /// The node it belongs to.
    pub node: NodeId,
    /// Seconds the move took, where known.
    pub secs: Option<f64>,
}

/// Whose point of view scores have.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum PointOfView {
    /// The first player's.
    #[default]
    First,
    /// The side to move.
    Mover,
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

/// Settings that are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Theme.
    pub theme: Theme,
    /// Zoom, 0.75 to 2.0.
    pub zoom: f32,
    /// Mark legal moves on the board.
    pub show_legal: bool,
    /// Write values on the squares in analysis.
    pub show_values: bool,
    /// Write the numbers of the cells on them.
    pub show_numbers: bool,
    /// What happens when a rule allows a draw.
    pub draw_rules: DrawRules,
    /// Whose word holds where an engine keeps the game and differs from the referee.
    pub judge: Judge,
    /// Make the only play that dice leave at once.
    pub play_forced: bool,
    /// Say what an engine would have played once a person has, in games with dice.
    pub candidates: bool,
    /// Animate moves.
    pub animate: bool,
    /// Sounds.
    pub sounds: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            zoom: 1.0,
            show_legal: true,
            show_values: true,
            show_numbers: true,
            draw_rules: DrawRules::Automatic,
            judge: Judge::Referee,
            play_forced: true,
            candidates: true,
            animate: true,
            sounds: false,
        }
    }
}

/// Colours of the window.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Theme {
    /// As the system wishes.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
    /// High contrast.
    Contrast,
}
