//! The game on the board as the window sees it. It decides nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::views::{
    AdaptiveView, CandidatesView, MistakeView, PlyView, RollsView, SummaryView,
};
use crate::games::{BoardMark, Counter, GameInfo, NodeId, Region, Scene, Side, Trace};
use crate::play::{CoursePoint, TimeControl};

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
    /// The orientation that it is drawn in.
    pub orientation: u8,
    /// Regions of empty cells, where they are to be shown.
    pub regions: Vec<Region>,
    /// What the positions up to the one shown leave behind for rules of draws.
    pub history: Arc<[Trace]>,
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
    /// The time that moves took and the luck of rolls, by ply.
    pub course: Arc<[CoursePoint]>,
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
    /// What would have been better than the mistake shown; `None` where the position is of none.
    pub better: Option<BetterView>,
    /// How both sides played; `None` where no move was judged.
    pub summary: Option<Arc<SummaryView>>,
    /// The plies of the main line, the start first: what the numbers of the graph's points mean.
    pub plies: Arc<[PlyView]>,
    /// What was rolled; `None` in games without dice.
    pub rolls: Option<Arc<RollsView>>,
    /// What was drawn on the board in the position shown.
    pub drawn: Vec<BoardMark>,
    /// The comment at the current node.
    pub comment: String,
    /// What is said before the move that led to it.
    pub comment_before: String,
    /// Where the game can be saved without a question: a file that holds this game and nothing else.
    pub path: Option<PathBuf>,
    /// The name to begin with where one is asked for: that of its file, with another ending where it
    /// cannot be written as it was read.
    pub save_as: Option<PathBuf>,
    /// File the game was opened from or saved to, be it one of many there.
    pub source: Option<PathBuf>,
    /// A replaced game can be brought back.
    pub can_undo_new: bool,
    /// A change of the study can be undone.
    pub can_undo_edit: bool,
    /// A change of the study that was undone can be done again.
    pub can_redo_edit: bool,
    /// A branch was copied that can be pasted into this kind of game.
    pub can_paste_branch: bool,
    /// Text that was copied, for the system's clipboard.
    pub copied: Option<CopiedText>,
    /// The last move said for screen readers: `White plays f5`.
    pub announcement: String,
    /// The pass that a person must make by hand in the position shown.
    pub pass: Option<PassView>,
    /// What else than moving pieces a person may do in the position shown; `None` in games without
    /// dice.
    pub decisions: Option<DecisionsView>,
    /// The game is one against the adaptive opponent.
    pub adaptive: Option<AdaptiveView>,
    /// What the coach does or says; `None` where it has nothing to do.
    pub coach: Option<CoachView>,
    /// What an engine would have played in a person's place; `None` in games without dice and where
    /// none is played.
    pub candidates: Option<CandidatesView>,
}

/// A text for the system's clipboard.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CopiedText {
    /// Greater than that of any text that was copied before.
    pub number: u64,
    /// The text.
    pub text: Arc<str>,
}

/// A move in place of a mistake.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BetterView {
    /// The position that the mistake was made in, as text.
    pub position_text: String,
    /// The move, canonical.
    pub mv: String,
}

/// The coach, who looks at the last move of a person before the engine answers it.
#[derive(Clone, Debug, PartialEq)]
pub enum CoachView {
    /// It looks at the move; the game waits.
    Looks,
    /// The move lost much; the game waits for what the person decides.
    Advises {
        /// The move and what it lost, as a sentence.
        text: String,
        /// What was better and what is expected now, as sentences; `None` until it is asked for.
        why: Option<String>,
    },
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

/// The player of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatView {
    /// Name.
    pub name: String,
    /// The side's name: `Black`.
    pub side_name: &'static str,
    /// A person.
    pub human: bool,
    /// An engine made its moves: that on the seat, one of the match that the game is of, or one that the
    /// file of the game names.
    pub is_engine: bool,
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
}
