//! Draughts on a hundred squares: international, Frisian, Killer, Breakthrough and Losing.
//!
//! White moves first and up the board. One position type and one move generator serve all five
//! variants; a position has the facts that the next moves depend on (pieces, side to move, the
//! kings' moves in a row of Frisian), and draws by history are judged from traces. Does not know
//! engines or windows.

mod click;
mod counting;
mod editor;
mod fen;
mod formats;
mod links;
mod list;
mod movegen;
mod moves;
mod openings;
mod paths;
mod pdn;
mod perft;
mod scene;
mod spelling;
mod why;

pub mod board;

pub use counting::plies_left;
pub use list::MoveList;
pub use movegen::{captures, has_legal_move, legal_moves, must_capture};
pub use moves::{Move, Spelling};
pub use paths::{Jump, paths};
pub use perft::{Counting, perft};
pub use spelling::fitting;

use board::{Board, PROMOTION};

use super::{
    Actor, Brush, Click, Counter, Edit, EditView, Ending, FileProblem, ForcedScale, Format,
    GameInfo, GamePhase, HistoryRules, Link, Opening, Outcome, Recognised, Rules, Scene, SceneView,
    Setup, SetupError, Side, Trace, UnreadableMove,
};

/// The rules of a game. [`GameInfo::variants`] has them under the same names.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Variant {
    /// The FMJD's rules.
    #[default]
    International,
    /// Captures in eight directions, counted by value.
    Frisian,
    /// A king that captures a king last stops right behind it.
    Killer,
    /// The side that makes a king first has won.
    Breakthrough,
    /// The side that cannot move has won.
    Losing,
}

impl Variant {
    /// All five variants, in the order of menus.
    pub const ALL: [Self; 5] =
        [Self::International, Self::Frisian, Self::Killer, Self::Breakthrough, Self::Losing];

    /// Short name: `international`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Display name: `International`.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.info().title
    }

    /// Finds a variant by its name or another known name (`normal`, `bt`); capitals do not matter.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let found = Draughts::INFO.find_variant(name)?;
        Self::ALL.into_iter().find(|variant| variant.name() == found.name)
    }

    fn info(self) -> &'static super::Variant {
        &VARIANTS[self as usize]
    }
}

/// The variants in the order of [`Variant::ALL`].
static VARIANTS: [super::Variant; 5] = [
    super::Variant {
        name: "international",
        title: "International",
        listed: "International draughts",
        aliases: &["normal"],
    },
    super::Variant { name: "frisian", title: "Frisian", listed: "Frisian draughts", aliases: &[] },
    super::Variant { name: "killer", title: "Killer", listed: "Killer draughts", aliases: &[] },
    super::Variant {
        name: "breakthrough",
        title: "Breakthrough",
        listed: "Breakthrough draughts",
        aliases: &["bt"],
    },
    super::Variant { name: "losing", title: "Losing", listed: "Losing draughts", aliases: &[] },
];

/// The moves that one king has made in a row, none of them a capture (Frisian, rules 1.6).
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct KingRun {
    /// The square of the king, 0 to 49.
    pub square: u8,
    /// The number of moves, 1 to [`KingRun::LIMIT`].
    pub moves: u8,
}

impl KingRun {
    /// The number of moves that a king may make in a row while its side has a man.
    pub const LIMIT: u8 = 3;
}

/// A position of draughts.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Draughts {
    board: Board,
    turn: Side,
    variant: Variant,
    /// The runs by side; always `None` outside Frisian.
    king_runs: [Option<KingRun>; 2],
}

impl Draughts {
    /// The normal start, White to move.
    #[must_use]
    pub const fn start_of(variant: Variant) -> Self {
        Self { board: Board::START, turn: Side::First, variant, king_runs: [None; 2] }
    }

    /// A position from its pieces; no king has made a move yet.
    ///
    /// # Errors
    ///
    /// States in words why it cannot occur.
    pub fn new(board: Board, turn: Side, variant: Variant) -> Result<Self, String> {
        let pos = Self { board, turn, variant, king_runs: [None; 2] };
        match pos.problem() {
            Some(problem) => Err(problem),
            None => Ok(pos),
        }
    }

    /// The same position, in which these kings have made moves in a row, by side. Whatever the
    /// rules do not count is left out: in variants other than Frisian, everything.
    #[must_use]
    pub fn with_king_runs(mut self, runs: [Option<KingRun>; 2]) -> Self {
        for (idx, run) in runs.into_iter().enumerate() {
            let counts = |run: &KingRun| {
                let on_king = run.square < 50 && self.board.kings[idx] >> run.square & 1 == 1;
                on_king && self.board.men[idx] != 0 && (1..=KingRun::LIMIT).contains(&run.moves)
            };
            let is_frisian = self.variant == Variant::Frisian;
            self.king_runs[idx] = run.filter(|run| is_frisian && counts(run));
        }
        self
    }

    /// The pieces.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move; White is [`Side::First`].
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The rules of the position.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Kings that have made moves in a row, by side; only in Frisian and only while their side has
    /// a man.
    #[must_use]
    pub fn king_runs(&self) -> &[Option<KingRun>; 2] {
        &self.king_runs
    }

    /// The king of the side to move that must not move unless it captures (Frisian).
    #[must_use]
    #[inline]
    pub fn limited_king(&self) -> Option<u8> {
        let run = self.king_runs[self.turn.idx()]?;
        (run.moves >= KingRun::LIMIT).then_some(run.square)
    }

    /// The move captures nothing and is not a man's, so the position can occur again.
    #[must_use]
    pub fn is_reversible(&self, mv: &Move) -> bool {
        !mv.is_capture() && self.board.kings[self.turn.idx()] >> mv.from & 1 == 1
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: &Move) {
        let (own, opp) = (self.turn.idx(), self.turn.opponent().idx());
        let (from, to) = (1_u64 << mv.from, 1_u64 << mv.to);
        if self.variant == Variant::Frisian {
            self.king_runs[own] = self.run_after(mv);
        }
        self.board.men[opp] &= !mv.captured;
        self.board.kings[opp] &= !mv.captured;
        if self.board.kings[own] & from != 0 {
            self.board.kings[own] = self.board.kings[own] & !from | to;
        } else {
            self.board.men[own] &= !from;
            let set =
                if to & PROMOTION[own] == 0 { &mut self.board.men } else { &mut self.board.kings };
            set[own] |= to;
        }
        if self.king_runs[opp]
            .is_some_and(|run| mv.captured >> run.square & 1 == 1 || self.board.men[opp] == 0)
        {
            self.king_runs[opp] = None;
        }
        self.turn = self.turn.opponent();
    }

    /// The run of the side to move after its move.
    fn run_after(&self, mv: &Move) -> Option<KingRun> {
        let own = self.turn.idx();
        if !self.is_reversible(mv) || self.board.men[own] == 0 {
            return None;
        }
        let before = self.king_runs[own].filter(|run| run.square == mv.from);
        Some(KingRun { square: mv.to, moves: before.map_or(0, |run| run.moves) + 1 })
    }

    /// A number that is equal for equal positions of one variant and, as far as possible with 64
    /// bits, different for others: pieces, side to move, kings' moves in a row.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        let Board { men, kings } = self.board;
        let runs = self.king_runs.iter().fold(0, |all, run| {
            all << 8 | run.map_or(0, |run| u64::from(run.square) << 2 | u64::from(run.moves))
        });
        let one = fold(men[0] ^ 0x9e37_79b9_7f4a_7c15, men[1] ^ 0xd1b5_4a32_d192_ed03);
        let other = fold(kings[0] ^ 0x8cb9_2ba7_2f3d_8dd7, kings[1] ^ 0xaef1_7502_b3b8_3f4b);
        let rest = runs << 1 | self.turn.idx() as u64;
        fold(
            one ^ 0xe703_7ed1_a0b4_28db,
            other.rotate_left(29) ^ fold(rest ^ 0x589965cc75374cc3, 0x1d8e_4e27_c47d_124f),
        )
    }

    /// The ending by the position, if the game has ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let won_by =
            |side, reason| Some(Ending { outcome: Outcome::WonBy(side), margin: 1, reason });
        if has_legal_move(self) {
            return None;
        }
        let other = self.turn.opponent();
        match self.variant {
            Variant::Breakthrough if self.board.kings[other.idx()] != 0 => {
                won_by(other, "a man has become a king")
            }
            Variant::Losing if self.board.side(self.turn) == 0 => {
                won_by(self.turn, "all its pieces are gone")
            }
            Variant::Losing => won_by(self.turn, "it has no legal move"),
            Variant::International | Variant::Frisian | Variant::Killer | Variant::Breakthrough => {
                let has_piece = self.board.side(self.turn) != 0;
                won_by(other, if has_piece { "no legal move" } else { "no pieces left" })
            }
        }
    }

    /// The reason why the position cannot occur (rules 1 and 5.2), in words.
    fn problem(&self) -> Option<String> {
        let Board { men, kings } = self.board;
        for side in Side::BOTH {
            let idx = side.idx();
            let name = side_name(side);
            if let Some(square) = board::squares(men[idx] & PROMOTION[idx]).next() {
                let n = square + 1;
                return Some(format!("a {name} man on {n} would be a king"));
            }
            let n_pieces = (men[idx] | kings[idx]).count_ones();
            if n_pieces > 20 {
                return Some(format!("{name} has {n_pieces} pieces; 20 is the most"));
            }
        }
        let (mover, other) = (self.turn, self.turn.opponent());
        if self.board.side(other) == 0 {
            let (other, mover) = (side_name(other), side_name(mover));
            return Some(format!("{other} has no piece, so {mover} cannot be to move"));
        }
        if self.variant == Variant::Breakthrough && kings[mover.idx()] != 0 {
            let mover = side_name(mover);
            return Some(format!("{mover} has a king already, so it has won and is not to move"));
        }
        None
    }
}

/// The middle of a 128-bit product: every bit of it depends on nearly all bits of both factors.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Rules for Draughts {
    type Move = Move;

    const INFO: &'static GameInfo = &GameInfo {
        name: "draughts",
        noun: "draughts",
        title: "Draughts",
        sides: ["White", "Black"],
        variants: &VARIANTS,
        usual_variant: "",
        position_holds_variant: false,
        protocols: &["hub", "guide"],
        has_dice: false,
        has_cube: false,
        n_orientations: 2,
        score_unit: "men",
        score_range: 5.0,
        win_score: Some(100.0),
        // Scan, and engines that follow it: 99.91 is a win in 9 plies, 89.xx a win that its endgame
        // tables contain.
        forced_scale: ForcedScale::Plies { win: 100.0, counted: 90.0, least: 89.0, most: f64::MAX },
        loss_marks: [0.3, 0.8, 1.5],
        accuracy_loss: 0.8,
        values_on_cells: false,
        has_regions: false,
        move_example: "32-28",
        numbered_cells: true,
        can_be_drawn: true,
    };

    const ENDED_COUNTS: u64 = 0;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let variant = variant_of(setup)?;
        let Some(text) = &setup.position else { return Ok(Self::start_of(variant)) };
        let problem = |problem| SetupError::Position { text: text.clone(), problem };
        let read = fen::read(text).map_err(problem)?;
        let pos = Self::new(read.board, read.turn, variant).map_err(problem)?;
        Ok(pos.with_king_runs(read.king_runs))
    }

    fn setup(&self) -> Setup {
        let is_usual = *self == Self::start_of(self.variant);
        Setup {
            variant: (self.variant != Variant::default()).then(|| self.variant.name().to_owned()),
            position: (!is_usual).then(|| self.to_text()),
        }
    }

    fn actor(&self) -> Actor {
        self.ending().map_or(Actor::Player(self.turn), Actor::Over)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut list = MoveList::new();
        legal_moves(self, &mut list);
        list.as_mut_slice().sort_unstable();
        list.to_vec()
    }

    fn play_unchecked(&mut self, mv: &Move) {
        self.play(mv);
    }

    fn write_move(&self, mv: &Move) -> String {
        mv.text()
    }

    fn show_move(&self, mv: &Move) -> String {
        spelling::short(self, mv)
    }

    fn show_move_among(&self, mv: &Move, legal: &[Move]) -> String {
        spelling::short_among(self, mv, legal)
    }

    fn read_move(&self, text: &str) -> Result<Move, UnreadableMove> {
        spelling::read_move(self, text)
    }

    fn read_move_among(&self, text: &str, legal: &[Move]) -> Result<Move, UnreadableMove> {
        spelling::read_move_among(self, text, legal)
    }

    fn to_text(&self) -> String {
        fen::write(self)
    }

    fn position_texts(&self) -> Vec<(&'static str, String)> {
        fen::texts(self)
    }

    fn kept_fields(text: &str) -> String {
        fen::counters(text)
    }

    fn openings(variant: Option<&str>) -> &'static [Opening] {
        let variant = variant.map_or(Some(Variant::default()), Variant::find);
        variant.map_or(&[], openings::openings)
    }

    fn trace(&self) -> Trace {
        counting::trace(self)
    }

    fn judge(line: &[Trace], rules: HistoryRules) -> Option<Ending> {
        counting::judge(line, rules)
    }

    fn counters(&self, line: &[Trace]) -> Vec<Counter> {
        counting::counters(self, line)
    }

    fn brushes() -> &'static [Brush] {
        &editor::BRUSHES
    }

    fn edit(setup: &Setup, edit: &Edit) -> Result<Setup, SetupError> {
        editor::edit(setup, edit)
    }

    fn edit_view(setup: &Setup, view: &SceneView<'_>) -> Option<EditView> {
        editor::edit_view(setup, view)
    }

    /// Counts the last ply in bulk.
    fn perft(&self, depth: u32) -> u64 {
        perft(self, depth, Counting::PUBLISHED)
    }

    /// Up to four pieces of forty are exchanged in the opening; the ending has twelve at most.
    fn phase(&self) -> GamePhase {
        const LEAST_IN_OPENING: u32 = 36;
        const MOST_IN_ENDING: u32 = 12;
        let pieces = Side::BOTH.map(|side| self.board.side(side).count_ones());
        match pieces.iter().sum() {
            LEAST_IN_OPENING.. => GamePhase::Opening,
            0..=MOST_IN_ENDING => GamePhase::Ending,
            _ => GamePhase::Middle,
        }
    }

    fn stock(&self, side: Side) -> String {
        let men = self.board.men[side.idx()].count_ones();
        let kings = self.board.kings[side.idx()].count_ones();
        let counted = |n: u32, one: &str, more: &str| match n {
            1 => format!("1 {one}"),
            n => format!("{n} {more}"),
        };
        match (men, kings) {
            (0, 0) => "no pieces".to_owned(),
            (_, 0) => counted(men, "man", "men"),
            (0, _) => counted(kings, "king", "kings"),
            _ => counted(men, "man", "men") + ", " + &counted(kings, "king", "kings"),
        }
    }

    fn scene(&self, view: &SceneView<'_>) -> Scene {
        scene::scene(self, view)
    }

    fn move_cells(&self, mv: &Move) -> Vec<String> {
        [mv.from, mv.to].map(scene::name).to_vec()
    }

    fn click(&self, chosen: &[String], cell: &str) -> Click {
        click::click(self, chosen, cell)
    }

    fn refusal(&self, text: &str) -> Option<String> {
        text.parse().ok().and_then(|spelling| why::refusal(self, &spelling))
    }

    fn formats() -> &'static [Format] {
        formats::FORMATS
    }

    fn recognise(text: &str) -> Result<Option<Recognised>, FileProblem> {
        formats::recognise(text)
    }

    fn link(protocol: &str) -> Option<&'static dyn Link> {
        links::link(protocol)
    }
}

/// The variant of a start.
fn variant_of(setup: &Setup) -> Result<Variant, SetupError> {
    let Some(name) = &setup.variant else { return Ok(Variant::default()) };
    Variant::find(name).ok_or_else(|| SetupError::Variant {
        variant: name.clone(),
        game: Draughts::INFO.name,
        allowed: Variant::ALL.map(Variant::name).join(", "),
    })
}

/// `White` or `Black`.
fn side_name(side: Side) -> &'static str {
    Draughts::INFO.sides[side.idx()]
}
