//! Othello, also known as Reversi with the fixed start.
//!
//! Black moves first from the normal start. A move places a disc on a square where it brackets
//! discs of the other colour and turns them; a side that cannot move must pass; if neither can, the
//! game is over and the empty squares go to the winner. Does not know engines or windows.

mod board_text;
mod editor;
mod formats;
mod ggf;
mod links;
mod moves;
mod openings;
mod perft;
mod recording;
mod regions;
mod scene;
mod transcript;
mod wthor;

pub mod board;

pub use moves::{Move, square_at, square_name};
pub use perft::{Counting, perft};

use board::{Board, squares, turned};

use super::{
    Actor, Brush, Click, Edit, EditView, Ending, FileProblem, ForcedScale, Format, GameInfo,
    GamePhase, Link, Opening, Outcome, Recognised, Region, Rules, Scene, SceneView, Setup,
    SetupError, Side, Trace, UnreadableMove,
};

/// A position of Othello.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Othello {
    /// The discs, from the point of view of the side to move.
    pub board: Board,
    /// The side to move; Black is [`Side::First`].
    pub side: Side,
}

impl Othello {
    /// The normal start, Black to move.
    pub const START: Self = Self { board: Board::START, side: Side::First };

    /// A position from its discs. The sets must not overlap.
    #[must_use]
    pub fn new(black: u64, white: u64, side: Side) -> Self {
        let board = match side {
            Side::First => Board { own: black, opp: white },
            Side::Second => Board { own: white, opp: black },
        };
        Self { board, side }
    }

    /// The discs of Black and of White.
    #[must_use]
    pub fn black_white(&self) -> (u64, u64) {
        match self.side {
            Side::First => (self.board.own, self.board.opp),
            Side::Second => (self.board.opp, self.board.own),
        }
    }

    fn key_as_seen(&self, view: impl Fn(u64) -> u64) -> u64 {
        let (black, white) = self.black_white();
        let mix = |key: u64, more: u64| {
            let mixed = (key ^ more).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ (mixed >> 29)
        };
        mix(mix(mix(0, view(black)), view(white)), 1 + self.side.idx() as u64)
    }

    /// The ending of the game, if it has ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if !self.board.is_over() {
            return None;
        }
        let score = self.board.final_score();
        let outcome = match score.signum() {
            0 => Outcome::Draw,
            1 => Outcome::WonBy(self.side),
            _ => Outcome::WonBy(self.side.opponent()),
        };
        let reason = match outcome {
            Outcome::Draw => "equal discs",
            Outcome::WonBy(_) if self.board.own == 0 || self.board.opp == 0 => "no discs left",
            Outcome::WonBy(_) => "more discs",
        };
        Some(Ending { outcome, margin: score.unsigned_abs(), reason })
    }

    /// The side to move has no square, but the other side has one: it must pass.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.board.legal() == 0 && self.board.pass().legal() != 0
    }

    /// This move is legal here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => self.board.legal() >> square & 1 == 1,
            Move::Pass => self.must_pass(),
        }
    }

    fn discs(&self, side: Side) -> u32 {
        let (black, white) = self.black_white();
        [black, white][side.idx()].count_ones()
    }
}

impl Rules for Othello {
    type Move = Move;

    const INFO: &'static GameInfo = &GameInfo {
        name: "othello",
        noun: "Othello",
        title: "Othello",
        sides: ["Black", "White"],
        variants: &[],
        usual_variant: "",
        position_holds_variant: false,
        protocols: &["nboard"],
        has_dice: false,
        has_cube: false,
        n_orientations: 8,
        score_unit: "discs",
        score_range: 20.0,
        win_score: None,
        forced_scale: ForcedScale::Margin { most: 64.0 },
        loss_marks: [2.0, 5.0, 9.0],
        accuracy_loss: 5.0,
        values_on_cells: true,
        has_regions: true,
        move_example: "f5",
        numbered_cells: false,
        can_be_drawn: true,
    };

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        if let Some(variant) = &setup.variant {
            return Err(SetupError::Variant {
                variant: variant.clone(),
                game: Self::INFO.name,
                allowed: "none".to_owned(),
            });
        }
        let Some(text) = &setup.position else { return Ok(Self::START) };
        board_text::read(text)
            .map_err(|problem| SetupError::Position { text: text.clone(), problem })
    }

    fn setup(&self) -> Setup {
        let position = (*self != Self::START).then(|| board_text::write(self));
        Setup { variant: None, position }
    }

    fn actor(&self) -> Actor {
        self.ending().map_or(Actor::Player(self.side), Actor::Over)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let legal = self.board.legal();
        if legal != 0 {
            return squares(legal).map(|square| Move::Place(square as u8)).collect();
        }
        if self.must_pass() { vec![Move::Pass] } else { Vec::new() }
    }

    fn play_unchecked(&mut self, mv: &Move) {
        self.board = match *mv {
            Move::Place(square) => {
                let square = u32::from(square);
                self.board.place(square, self.board.flips(square))
            }
            Move::Pass => self.board.pass(),
        };
        self.side = self.side.opponent();
    }

    fn write_move(&self, mv: &Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, UnreadableMove> {
        text.parse()
    }

    fn to_text(&self) -> String {
        board_text::write(self)
    }

    fn openings(variant: Option<&str>) -> &'static [Opening] {
        if variant.is_some() { &[] } else { openings::openings() }
    }

    /// No position of Othello can occur twice: every disc stays on the board, and of two passes
    /// in a row the second ends the game.
    fn trace(&self) -> Trace {
        Trace { key: self.key_as_seen(|discs| discs), irreversible: true, tag: 0 }
    }

    /// A number that is the same for all eight ways to turn and mirror the board.
    fn shape(&self) -> u64 {
        let turn = |discs: u64, orientation: u8| {
            squares(discs).fold(0, |set, square| set | 1 << turned(square, orientation))
        };
        let keys = (0..8).map(|orientation| self.key_as_seen(|discs| turn(discs, orientation)));
        keys.min().unwrap_or_default()
    }

    fn regions(&self) -> Vec<Region> {
        regions::regions(self.board.empty())
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
        perft(self.board, depth, Counting::PUBLISHED)
    }

    /// Each takes twenty of the sixty moves.
    fn phase(&self) -> GamePhase {
        match 64 - self.discs(Side::First) - self.discs(Side::Second) {
            41.. => GamePhase::Opening,
            21..=40 => GamePhase::Middle,
            0..=20 => GamePhase::Ending,
        }
    }

    fn stock(&self, side: Side) -> String {
        match self.discs(side) {
            1 => "1 disc".to_owned(),
            n => format!("{n} discs"),
        }
    }

    fn forced_note(&self) -> Option<String> {
        self.must_pass().then(|| format!("{} has no legal move", side_name(self.side)))
    }

    fn scene(&self, view: &SceneView<'_>) -> Scene {
        scene::scene(self, view)
    }

    fn move_cells(&self, mv: &Move) -> Vec<String> {
        match mv {
            Move::Place(_) => vec![mv.to_string()],
            Move::Pass => Vec::new(),
        }
    }

    fn click(&self, _chosen: &[String], cell: &str) -> Click {
        scene::click(self, cell)
    }

    fn refusal(&self, text: &str) -> Option<String> {
        scene::broken_rule(self, text.parse().ok()?)
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

/// `Black` or `White`.
fn side_name(side: Side) -> &'static str {
    Othello::INFO.sides[side.idx()]
}
