//! One moment of the application, whole and immutable: all that the window shows.
//!
//! Text comes ready to be shown, numbers as numbers. Nothing here changes anything.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Command;
use super::judged_views::{MistakeView, PlyView, RollsView};
use crate::games::{Brush, Counter, GameInfo, NodeId, Opening, Scene, Side};
use crate::protocol::OptionKind;
use crate::store::RestartPolicy;

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
    pub game: GameView,
    /// Engines that can be chosen.
    pub engines: Vec<EngineEntryView>,
    /// Analysis.
    pub analysis: AnalysisView,
    /// The match, if there is or was one.
    pub matching: Option<MatchView>,
    /// Every running session by number and name: for the console's picker.
    pub sessions: Vec<(u64, String)>,
    /// The console that is watched.
    pub console: Option<ConsoleView>,
    /// What went wrong, newest last.
    pub problems: Vec<ProblemView>,
    /// Short messages on the board, oldest first.
    pub notices: Vec<Notice>,
    /// Long work, if any.
    pub progress: Option<ProgressView>,
    /// The position editor, while it is open; it stands in the board's place.
    pub editor: Option<EditorView>,
    /// Openings of the game and variant on the board.
    pub openings: &'static [Opening],
    /// The games of the opened file, when there are several.
    pub file_games: Arc<[String]>,
    /// Engines whose searches cannot be stopped.
    pub no_stop: NoStop,
    /// The probe that runs or has run last.
    pub probe: Option<ProbeView>,
    /// The checks of engines that run or have run last, at most one for an engine.
    pub checks: Vec<super::CheckView>,
    /// The engine that was removed last from the list and can be had back.
    pub removed_engine: Option<String>,
    /// Engines that are known by name and can be had.
    pub suggestions: Arc<[Suggestion]>,
    /// Settings.
    pub settings: Settings,
    /// Tabs; the first is the one shown.
    pub tabs: Vec<TabView>,
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
#[derive(Clone, Debug, PartialEq)]
pub struct TabView {
    /// Its title.
    pub title: String,
    /// Something is running in it.
    pub live: bool,
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
    /// File the game was opened from or saved to.
    pub path: Option<PathBuf>,
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
    /// Guesses of an engine that thinks on the other's time: `(right, all)`; `None` when it does
    /// not.
    pub ponder: Option<(u32, u32)>,
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

/// An engine of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineEntryView {
    /// Its name, unique in the list.
    pub name: String,
    /// `NBoard`.
    pub protocol: &'static str,
    /// Comes with the program.
    pub builtin: bool,
    /// Games it plays, by short name.
    pub games: Vec<String>,
    /// Command or address, for people.
    pub target: String,
    /// What it needs is not installed: a sentence that says so, and how to get it.
    pub missing: Option<String>,
    /// Variants it plays, by name, where its protocol or its entry limits them; `None` for all.
    pub variants: Option<Vec<String>>,
    /// Options that may be set before a game (levels).
    pub options: Vec<OptionView>,
    /// Options that it has declared, once it has run.
    pub declared: Option<Arc<[DeclaredOption]>>,
    /// It can think on the other's time; `None` while unknown.
    pub can_ponder: Option<bool>,
    /// State of its sessions in words.
    pub chip: Chip,
    /// Numbers of its running sessions, which may call themselves otherwise.
    pub sessions: Vec<u64>,
    /// How it is started and treated.
    pub details: EngineDetails,
}

/// How an engine of the list is started and treated, for changing it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineDetails {
    /// It stands in the user's own list; one that comes with the program does once it was changed.
    pub own: bool,
    /// The engine it is a profile of.
    pub profile_of: Option<String>,
    /// Words that people find it by.
    pub tags: Vec<String>,
    /// The program and its arguments; empty for a socket.
    pub command: Vec<String>,
    /// Working directory; empty for the folder of the program.
    pub dir: String,
    /// The environment's additions.
    pub env: Vec<(String, String)>,
    /// `host:port` of a socket; empty for a program.
    pub address: String,
    /// What all deadlines are multiplied by.
    pub timeouts: f64,
    /// What becomes of it when it has failed.
    pub restart: RestartPolicy,
    /// The deadlines in seconds: to start, to say that it is ready, to answer a stop, to quit.
    pub deadlines: [f64; 4],
    /// The dialect settings of its protocol.
    pub dialect: Vec<DialectView>,
}

/// A dialect setting.
#[derive(Clone, Debug, PartialEq)]
pub struct DialectView {
    /// Its name.
    pub name: &'static str,
    /// What it may be; the first holds without it.
    pub values: &'static [&'static str],
    /// What is set.
    pub value: Option<String>,
}

/// An engine that is known by name and can be had.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Suggestion {
    /// Its name.
    pub name: &'static str,
    /// `NBoard`.
    pub protocol: &'static str,
    /// Title of its game.
    pub game: &'static str,
    /// By whom it is, or what is special about it.
    pub about: &'static str,
    /// Where it comes from.
    pub site: &'static str,
    /// How it is installed.
    pub install: &'static str,
}

/// Finding out what an engine is.
#[derive(Clone, Debug)]
pub struct ProbeView {
    /// What was asked for: the text, or the command of an engine of the list.
    pub source: String,
    /// The engine of the list: the one that is probed, or the one that was added.
    pub entry: Option<String>,
    /// It is not over.
    pub running: bool,
    /// The ways that are tried, in order.
    pub tries: Vec<ProbeTryView>,
    /// The transcript: the last lines of all tries.
    pub lines: Arc<[ConsoleLine]>,
    /// Lines of the transcript in all.
    pub n_lines: usize,
    /// How long it takes, or took.
    pub elapsed: Duration,
    /// What came of it, once it is over.
    pub verdict: Option<VerdictView>,
    /// The programs of a folder, one of which has to be chosen.
    pub choices: Vec<String>,
}

/// One way in which an engine is spoken to.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeTryView {
    /// `NBoard`.
    pub protocol: &'static str,
    /// What became of it.
    pub state: ProbeState,
    /// What is started, or where.
    pub target: String,
}

/// What became of one way to speak to an engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ProbeState {
    /// It has not been tried.
    Waiting,
    /// It is being tried.
    Running,
    /// It did not work, for this reason.
    Failed(String),
    /// It worked.
    Found,
}

/// What came of a probe.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictView {
    /// An engine was found.
    pub good: bool,
    /// What was found, or why nothing was, in one sentence.
    pub text: String,
    /// What is to be known besides.
    pub notes: Vec<String>,
}

/// An option that an engine has declared.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredOption {
    /// Its name, as it is sent.
    pub name: String,
    /// What it may be.
    pub kind: OptionKind,
    /// Its value when the engine starts.
    pub default: String,
    /// What is set in its place; `None` for the default.
    pub value: Option<String>,
}

/// An option to choose before a game.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionView {
    /// Name.
    pub name: String,
    /// Value now.
    pub value: String,
    /// Values to choose from; empty for free text.
    pub choices: Vec<String>,
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

/// Analysis.
#[derive(Clone, Debug)]
pub struct AnalysisView {
    /// Cards, at most four.
    pub cards: Vec<EngineCardView>,
    /// Lines wanted.
    pub lines: u32,
    /// Whose point of view scores have.
    pub point_of_view: PointOfView,
    /// In words: `Black's view`.
    pub view_text: String,
    /// Values on the board; they belong to `position_id`.
    pub values: Vec<ValueMark>,
    /// The position the values and lines belong to.
    pub position_id: u64,
}

/// A value on a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueMark {
    /// The cell's name.
    pub cell: String,
    /// Value in the game's unit from the mover's point of view: greater is better for the mover.
    pub score: f64,
    /// Loss against the best, 0 for the best.
    pub loss: f64,
    /// What is written: the value from the chosen point of view.
    pub text: String,
}

/// An engine at work, as a card.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineCardView {
    /// Session number.
    pub id: u64,
    /// What it calls itself.
    pub name: String,
    /// `NBoard`.
    pub protocol: &'static str,
    /// State in words.
    pub chip: Chip,
    /// It is searching or wants to.
    pub running: bool,
    /// It can be restarted (it has ended or does not answer).
    pub can_restart: bool,
    /// It may have a window of its own, to be shown or hidden.
    pub has_window: bool,
    /// The best score: `+2.00`; a dash when unknown.
    pub score: String,
    /// `24`; a dash when unknown.
    pub depth: String,
    /// `98.7 M`.
    pub nodes: String,
    /// `15.9 M/s`.
    pub speed: String,
    /// `0:06.2`.
    pub time: String,
    /// Lines, best first; at most as many as wanted. The window pads with dashes.
    pub lines: Vec<CardLine>,
    /// What it says of itself (`status`); empty for nothing.
    pub status: String,
}

/// A line of analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct CardLine {
    /// `+2.00`.
    pub score: String,
    /// The moves as people read them, the first one first; the game reads them back.
    pub moves: Vec<String>,
    /// `100%`, `book`; empty for an estimate.
    pub note: String,
    /// How much it is behind the best line: `-0.031`; empty for the best one and where that is not
    /// known. What the other side would not let happen may be before it: `+0.412`.
    pub loss: String,
    /// How the game may end, where the engine says so.
    pub chances: Option<ChancesView>,
}

impl CardLine {
    /// What the line is about: its first move, and of a double the answer that it counts on.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.moves[..] {
            [] => String::new(),
            [first, answer, ..] if first == "double" => format!("{first}, {answer}"),
            [first, ..] => first.clone(),
        }
    }
}

/// What an engine would have played where a person has played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CandidatesView {
    /// They are wanted.
    pub on: bool,
    /// Why there are none, in words; empty where nothing is in the way.
    pub problem: String,
    /// The engine that ranks the plays; empty before it is needed.
    pub engine: String,
    /// The dice that were played; empty where the cube was decided about, or nothing yet.
    pub dice: String,
    /// What the person played last; empty while nothing has been played.
    pub of: String,
    /// How good that was: `3rd of 14, −0.042`.
    pub verdict: String,
    /// The position it was played in.
    pub node: Option<NodeId>,
    /// The best plays and the person's own, best first.
    pub lines: Vec<CandidateLine>,
}

/// A play with its place among all.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateLine {
    /// From 1, the best.
    pub rank: usize,
    /// It is what the person played.
    pub is_own: bool,
    /// What the engine says of it, from the person's point of view.
    pub line: CardLine,
}

/// Chances in per cent, as the chosen point of view has it: at least a single game, a gammon, a
/// backgammon; a dash where it was not said.
#[derive(Clone, Debug, PartialEq)]
pub struct ChancesView {
    /// Of winning.
    pub won: [String; 3],
    /// Of losing.
    pub lost: [String; 3],
}

/// A console.
#[derive(Clone, Debug)]
pub struct ConsoleView {
    /// Session number.
    pub session: u64,
    /// Whose it is.
    pub name: String,
    /// The last lines, oldest first.
    pub lines: Arc<[ConsoleLine]>,
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
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Direction {
    /// To the engine.
    Sent,
    /// From the engine.
    Received,
    /// Its error output.
    Error,
    /// A remark of the program.
    Note,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemView {
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

/// A match.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// `Edax against Quintet level 10`.
    pub title: String,
    /// Which game.
    pub info: &'static GameInfo,
    /// Title of the variant; empty where the game has none.
    pub variant: String,
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
    /// All is over.
    pub over: bool,
    /// Time since the start.
    pub elapsed: Duration,
    /// Estimate of what is left; `None` when unknown.
    pub left: Option<Duration>,
    /// Games are worth different points, so that points a game count and not Elo.
    pub counts_points: bool,
    /// The two engines' standing.
    pub standing: [SideStanding; 2],
    /// Why games were lost, `(reason, how often, is a failure)`, most often first.
    pub reasons: Vec<(String, u32, bool)>,
    /// Delay added by the host per engine, `(name, median, 99th percentile)`.
    pub delays: Vec<(String, Duration, Duration)>,
    /// Engines that saw the game otherwise than the referee: name, how often, and in what.
    pub disagreements: Vec<(String, u32, String)>,
    /// Games, newest first.
    pub games: Vec<MatchGameRow>,
    /// The game shown, as far as it is known.
    pub board: Option<MatchBoard>,
    /// Number of the game shown.
    pub shown: Option<u32>,
    /// Running games as small boards, by number, where several run.
    pub wall: Vec<WallBoard>,
}

/// A running game among others.
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
    /// `move 12`.
    pub length: String,
}

/// The board of a match's game.
#[derive(Clone, Debug)]
pub struct MatchBoard {
    /// The board with its marks.
    pub scene: Arc<Scene>,
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
    /// points and one has been played.
    pub per_game: Option<(f64, Option<f64>)>,
    /// Elo difference to the other, and the half-width of its 95 % interval; `None` when unknown
    /// or without bound.
    pub elo: Option<(f64, f64)>,
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
    /// `1-0`, `0-1`, `½-½`; `running`; `stopped`.
    pub result: String,
    /// Why.
    pub reason: String,
    /// The reason is a failure of an engine.
    pub failure: bool,
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
