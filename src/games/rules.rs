//! The rules that a game must implement, statically typed.
//!
//! Does not know players, time, or the display of a position; draws by history are judged from
//! [`Trace`]s, never from state hidden in a position.

use std::fmt::Debug;
use std::hash::Hash;

use super::perft;
use super::{
    Brush, Click, Counter, Edit, EditView, FileProblem, Format, GameInfo, GamePhase, GamesRead,
    Link, Opening, Reading, Recognised, Record, Region, Scene, SceneView, WriteError,
};

/// One of the two players: the one that moves first from the normal start, and the other.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Side {
    /// Moves first from the normal start (White in draughts and Hive, Black in Othello), or is
    /// named first if the dice decide (White in backgammon).
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both sides, the first player first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second: an index into pairs.
    #[must_use]
    pub fn idx(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

/// The side that must act next.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Actor {
    /// A player chooses among the legal moves.
    Player(Side),
    /// The dice; the legal moves are then the possible rolls, and the caller rolls. A roll is read
    /// as two digits in the order of the dice, `12` or `21`; two that aren't a roll here (a tie in
    /// the opening) are not legal, and the dice are rolled again.
    Chance,
    /// No side: the position itself ends the game.
    Over(Ending),
}

/// The winner.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Outcome {
    /// This side won.
    WonBy(Side),
    /// A draw.
    Draw,
}

impl Outcome {
    /// A difference from the first player's point of view: negative if the second player has won by
    /// it.
    #[must_use]
    pub fn signed(self, margin: u32) -> i32 {
        let margin = i32::try_from(margin).unwrap_or(i32::MAX);
        match self {
            Self::WonBy(Side::First) => margin,
            Self::WonBy(Side::Second) => -margin,
            Self::Draw => 0,
        }
    }
}

/// The ending of a game by its own rules.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Ending {
    /// The winner.
    pub outcome: Outcome,
    /// The margin, in the game's own unit: disc difference in Othello (empties to the winner),
    /// points in backgammon, 1 if all wins are equal, 0 for a draw.
    pub margin: u32,
    /// The reason in words: `more discs`, `queen surrounded`, `repetition`.
    pub reason: &'static str,
}

/// The start of a game.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Setup {
    /// Name of the variant; `None` is the game's first one.
    pub variant: Option<String>,
    /// A position in the game's own text form, read leniently; `None` is the normal start.
    pub position: Option<String>,
}

/// A start that cannot be set up. The text quotes the input and states what is allowed.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SetupError {
    /// The game has no such variant.
    #[error("unknown variant {variant:?}; {game} has: {allowed}")]
    Variant {
        /// The requested variant.
        variant: String,
        /// The game's name.
        game: &'static str,
        /// The variants it has, joined by commas; `none` if it has no variants.
        allowed: String,
    },
    /// The position cannot be read or cannot occur.
    #[error("position {text:?}: {problem}")]
    Position {
        /// The input.
        text: String,
        /// The fault in it.
        problem: String,
    },
}

/// A text that isn't a move of this game at all. (A move that is not legal here is another error.)
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{text:?} is not a move of this game")]
pub struct UnreadableMove {
    /// The input.
    pub text: String,
}

/// The place of a position in a match or a session, in games that are played for points.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Stage {
    /// Number of the game in the record, from 1.
    pub game: u32,
    /// Points won so far, first side first; `None` if the record holds only one game.
    pub score: Option<[u32; 2]>,
    /// The cube's value: that of the game, or the offered one.
    pub cube: u32,
    /// The special condition of this game, in words: `Crawford game`; empty for none.
    pub note: &'static str,
}

/// The trace that a position leaves behind for rules that look at the history.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Trace {
    /// Equal exactly for positions that count as repeated (including side to move and counters).
    pub key: u64,
    /// No earlier position can occur again.
    pub irreversible: bool,
    /// Whatever else the game's counting rules need (material class, kind of the last move).
    pub tag: u32,
}

/// The history rules in force; each game reads those that concern it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct HistoryRules {
    /// Repetition of a position makes a draw.
    pub repetition: bool,
    /// Counting rules (25 moves and similar rules) make a draw.
    pub counting: bool,
}

impl Default for HistoryRules {
    fn default() -> Self {
        Self { repetition: true, counting: true }
    }
}

/// The rules of one game, statically typed.
///
/// This is all that a game implements; [`super::Adapter`] derives the object-safe traits from it.
/// A position has the facts that the next moves depend on (king counters, the cube, the last moved
/// piece); [`Rules::judge`] handles everything that depends on the whole history.
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    /// A move by its identity: from, to and the set of captured squares in draughts; piece and
    /// destination in Hive; the whole play in backgammon; a square or the pass in Othello.
    type Move: Clone + Debug + Eq + Hash + Ord + Send + Sync + 'static;

    /// The game as data.
    const INFO: &'static GameInfo;

    /// The count of a finished game in [`Rules::perft`] at every greater depth: 1 or 0, as in the
    /// published tables of the game.
    const ENDED_COUNTS: u64 = 1;

    /// The user makes a forced pass by hand, and so sees the reason; otherwise the program makes it
    /// at once.
    const PASSES_BY_HAND: bool = false;

    /// Sets up a start.
    ///
    /// # Errors
    ///
    /// When the variant does not exist or the position cannot be read or cannot occur.
    fn start(setup: &Setup) -> Result<Self, SetupError>;

    /// The set-up that leads to this position as a start: [`Rules::start`] reads it back to an
    /// equal one. It names no position if the variant's name is enough.
    fn setup(&self) -> Setup;

    /// What the position is played for and what games of this variant are played for, in words, if
    /// the two differ ([`GameInfo::position_holds_variant`]).
    fn other_stakes(&self, _variant: Option<&str>) -> Option<[String; 2]> {
        None
    }

    /// The side that acts.
    fn actor(&self) -> Actor;

    /// Legal moves, sorted, without duplicates; empty exactly when [`Actor::Over`] acts.
    /// A forced pass is a move and is listed.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// This move is legal here although [`Rules::legal_moves`] does not list it: a player may
    /// resign at any time (in backgammon), but code that just picks a move should not.
    /// [`super::Position::resolve`] and [`super::Position::play`] accept it like a listed one.
    fn also_legal(&self, _mv: &Self::Move) -> bool {
        false
    }

    /// Plays a move that [`Rules::legal_moves`] returned or [`Rules::also_legal`] allows.
    fn play_unchecked(&mut self, mv: &Self::Move);

    /// The canonical text of a legal move.
    fn write_move(&self, mv: &Self::Move) -> String;

    /// A legal move in the form for lists and game files, if that is shorter than the canonical
    /// text: `28x19` if no other move goes that way. Empty if it needs no mention, because the next
    /// move implies it (rolling).
    fn show_move(&self, mv: &Self::Move) -> String {
        self.write_move(mv)
    }

    /// Does the same as [`Rules::show_move`], if the caller already has the legal moves of this
    /// position.
    fn show_move_among(&self, mv: &Self::Move, _legal: &[Self::Move]) -> String {
        self.show_move(mv)
    }

    /// Reads a move leniently, in any spelling in use; it may be illegal here.
    ///
    /// # Errors
    ///
    /// When the text isn't a move of this game.
    fn read_move(&self, text: &str) -> Result<Self::Move, UnreadableMove>;

    /// Does the same as [`Rules::read_move`], if the caller already has the legal moves of this
    /// position.
    ///
    /// # Errors
    ///
    /// In the same cases as [`Rules::read_move`].
    fn read_move_among(
        &self,
        text: &str,
        _legal: &[Self::Move],
    ) -> Result<Self::Move, UnreadableMove> {
        self.read_move(text)
    }

    /// The position as canonical text; [`Setup::position`] reads it back to an equal position.
    fn to_text(&self) -> String;

    /// The position in every common text form, each with the form's name; the first is the usual
    /// one.
    fn position_texts(&self) -> Vec<(&'static str, String)> {
        vec![("Position", self.to_text())]
    }

    /// The fields of a written position that no rule needs and [`Rules::to_text`] therefore leaves out, such
    /// as the counters of another program. They stand after the canonical text, which is read with them as
    /// without; empty where there are none.
    fn kept_fields(_text: &str) -> String {
        String::new()
    }

    /// Balanced starts for matches and training, as lines of moves from the normal start of the
    /// variant; empty if the game has none.
    fn openings(_variant: Option<&str>) -> &'static [Opening] {
        &[]
    }

    /// The facts about this position that history rules need.
    fn trace(&self) -> Trace;

    /// Equal for positions from which the same games can be played: the same position, and those
    /// that are its mirror images, if the rules do not distinguish left and right.
    fn shape(&self) -> u64 {
        self.trace().key
    }

    /// Judges endings that only the history shows (repetition, counting rules), given the traces of
    /// all positions from the start to the current one.
    fn judge(_line: &[Trace], _rules: HistoryRules) -> Option<Ending> {
        None
    }

    /// The current counts of counting rules (25 moves and similar rules) and of rules that the
    /// position itself carries (Frisian king moves), given the traces as [`Rules::judge`] gets
    /// them; `self` is the last position of the line. Empty if nothing is being counted.
    fn counters(&self, _line: &[Trace]) -> Vec<Counter> {
        Vec::new()
    }

    /// The regions of empty cells, where [`GameInfo::has_regions`].
    fn regions(&self) -> Vec<Region> {
        Vec::new()
    }

    /// The brushes of the position editor; empty if the game has no editor.
    fn brushes() -> &'static [Brush] {
        &[]
    }

    /// Makes one step in the editor. `setup` is the result of an earlier step, or any start; the
    /// result may be a position that cannot occur, and its text is then only for this function and
    /// [`Rules::edit_view`].
    ///
    /// # Errors
    ///
    /// When the variant does not exist or the text of `setup` does not even have the form of a
    /// position.
    fn edit(setup: &Setup, _edit: &Edit) -> Result<Setup, SetupError> {
        Ok(setup.clone())
    }

    /// The place of the position in a match or session; `None` in games that are not played for
    /// points. When the game number grows, the game before has ended with the new score.
    fn stage(&self) -> Option<Stage> {
        None
    }

    /// How far the game has come.
    fn phase(&self) -> GamePhase;

    /// The editor's view; `None` if the game has no editor.
    fn edit_view(_setup: &Setup, _view: &SceneView<'_>) -> Option<EditView> {
        None
    }

    /// Number of leaves `depth` plies down; a finished game counts [`Rules::ENDED_COUNTS`] at every
    /// greater depth.
    /// A game may count faster than by this definition, never differently. With dice a ply is a
    /// roll together with the play that answers it, as in the published tables; the game's
    /// documentation has the details.
    fn perft(&self, depth: u32) -> u64 {
        perft(self, depth)
    }

    /// The number of leaves with every roll of the dice counted as often as it is thrown (36
    /// throws, not 21 rolls); `None` in games without dice.
    fn weighted_perft(&self, _depth: u32) -> Option<u64> {
        None
    }

    /// The side's material, in words: `19 discs`.
    fn stock(&self, side: Side) -> String;

    /// The reason why this side must pass now, if the rules force it: `White has no legal move`.
    fn forced_note(&self) -> Option<String> {
        None
    }

    /// The answer for a player whose engine has no word for the question (a resignation in
    /// backgammon), chosen so that it loses nothing; `None` if the engine is asked.
    fn unasked(&self) -> Option<Self::Move> {
        None
    }

    /// The cost of failing for this side, in [`GameInfo::score_unit`]: the most that it can still
    /// lose, so that no side gains by failing. `None` if games are only won or lost; the start has
    /// the value for all games of a match.
    fn stake(&self, _loser: Side) -> Option<u32> {
        None
    }

    /// The look of the board.
    fn scene(&self, view: &SceneView<'_>) -> Scene;

    /// The cells on which a move is shown: origin and goal, or just the goal.
    fn move_cells(&self, mv: &Self::Move) -> Vec<String>;

    /// The move from cell to cell, for arrows: a single step from the first to the last, unless the
    /// move has several; the same cell twice if it has only one.
    fn move_steps(&self, mv: &Self::Move) -> Vec<[String; 2]> {
        let cells = self.move_cells(mv);
        let ends = cells.first().cloned().zip(cells.last().cloned());
        ends.map(|(from, to)| [from, to]).into_iter().collect()
    }

    /// The same for a move of the side that is not to move, by its text. `None` where cells are called the
    /// same in a position that the editor has set up, and that position tells it.
    fn threat_steps(&self, _text: &str) -> Option<Vec<[String; 2]>> {
        None
    }

    /// The meaning of a click on `cell` after the clicks `chosen`.
    fn click(&self, chosen: &[String], cell: &str) -> Click;

    /// The reason why a readable move is not legal here: the rule that it breaks, in words. It uses
    /// the same function as clicks, so that typed and clicked moves give the same reason. `None` if
    /// the move is legal or unreadable.
    fn refusal(&self, text: &str) -> Option<String>;

    /// File formats, the native one (read and written in full) first.
    fn formats() -> &'static [Format];

    /// Reads every game of a file by [`Format::read`] of the format that has this name; no games,
    /// and the names of the formats, if no format has it. Games need not implement this.
    fn read_games(format: &str, bytes: &[u8], reading: &Reading) -> GamesRead {
        match Format::find::<Self>(format) {
            Ok(format) => (format.read)(bytes, reading),
            Err(reason) => GamesRead::nothing(reason),
        }
    }

    /// Writes one game in the format that has this name. No game has to write this itself.
    ///
    /// # Errors
    ///
    /// When there is no such format; otherwise in the same cases as [`Format::write_game`].
    fn write_game(format: &str, record: &Record) -> Result<String, WriteError> {
        let unknown = |reason| WriteError { format: format.to_owned(), reason };
        Format::find::<Self>(format).map_err(unknown)?.write_game(record)
    }

    /// Recognises a pasted text: a game, a list of moves, a position.
    ///
    /// # Errors
    ///
    /// When the text looks like one of this game's forms but is broken; `Ok(None)` if it looks like
    /// none of these.
    fn recognise(text: &str) -> Result<Option<Recognised>, FileProblem>;

    /// The link between this game and a protocol, if engines of that protocol play the game.
    fn link(protocol: &str) -> Option<&'static dyn Link>;
}
