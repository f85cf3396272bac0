//! Hive with every mix of Mosquito, Ladybug and Pillbug.
//!
//! White moves first. A position is a GameString: it holds the moves that led to it, since no other
//! common form holds a position of Hive. [`Board`] is the position without history, for move
//! generation and search. Draws by history are judged from traces. Does not know engines or
//! windows.

mod board;
mod click;
mod editor;
mod formats;
mod game_string;
mod game_type;
mod hex;
mod history;
mod line;
mod links;
mod movegen;
mod moves;
mod openings;
mod perft;
mod pgn;
mod piece;
mod pins;
mod recording;
mod scene;
mod sgf;
mod throws;
mod why;

pub use board::{Board, BoardMove, Undo};
pub use game_type::GameType;
pub use hex::{Cell, CellSet, Hex, Way};
pub use movegen::{count_legal, destinations, legal_moves, placements};
pub use moves::Move;
pub use perft::perft;
pub use piece::{Bug, Piece, PieceSet, UnknownPiece};
pub use pins::pinned;

use line::Line;

use super::{
    Actor, Brush, Click, Edit, EditView, Ending, FileProblem, ForcedScale, Format, GameInfo,
    GamePhase, HistoryRules, Link, Opening, Outcome, Recognised, Rules, Scene, SceneView, Setup,
    SetupError, Side, Trace, UnreadableMove, Variant,
};

/// The variants in the order of [`GameType::ALL`]; their other names have the letters in other
/// orders.
static VARIANTS: [Variant; 8] = [
    Variant { name: "Base", title: "Base", listed: "Hive Base", aliases: &[] },
    Variant { name: "Base+M", title: "Base+M", listed: "Hive Base+M", aliases: &[] },
    Variant { name: "Base+L", title: "Base+L", listed: "Hive Base+L", aliases: &[] },
    Variant { name: "Base+P", title: "Base+P", listed: "Hive Base+P", aliases: &[] },
    Variant { name: "Base+ML", title: "Base+ML", listed: "Hive Base+ML", aliases: &["Base+LM"] },
    Variant { name: "Base+MP", title: "Base+MP", listed: "Hive Base+MP", aliases: &["Base+PM"] },
    Variant { name: "Base+LP", title: "Base+LP", listed: "Hive Base+LP", aliases: &["Base+PL"] },
    Variant {
        name: "Base+MLP",
        title: "Base+MLP",
        listed: "Hive Base+MLP",
        aliases: &["Base+MPL", "Base+LMP", "Base+LPM", "Base+PML", "Base+PLM"],
    },
];

/// Moves of one game that are read, including passes; no real game is nearly as long.
pub const MAX_PLIES: usize = 10_000;

/// The message for a game with more than [`MAX_PLIES`] moves.
#[must_use]
pub fn too_long() -> String {
    format!("a game has at most {MAX_PLIES} moves")
}

/// A position of Hive, with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Hive {
    board: Board,
    /// The cell of each piece; meaningless for pieces in hand.
    places: [Hex; Piece::COUNT],
    /// The place that the piece that moved last came from; `None` if it was placed, and after a
    /// pass.
    came_from: Option<Hex>,
    line: Line,
}

impl Hive {
    /// The position before the first move.
    #[must_use]
    pub fn new(game_type: GameType) -> Self {
        Self {
            board: Board::new(game_type),
            places: [Hex::ORIGIN; Piece::COUNT],
            came_from: None,
            line: Line::default(),
        }
    }

    /// The position without its history.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The expansions in use.
    #[must_use]
    pub fn game_type(&self) -> GameType {
        self.board.game_type()
    }

    /// The side to move; White is [`Side::First`].
    #[must_use]
    pub fn turn(&self) -> Side {
        self.board.turn()
    }

    /// The cell of a piece; `None` in hand.
    #[must_use]
    pub fn place(&self, piece: Piece) -> Option<Hex> {
        self.board.in_play().contains(piece).then(|| self.places[piece.idx()])
    }

    /// The moves that led here, in canonical text.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.line.texts().into_iter()
    }

    /// The place of a cell on the hive or next to it.
    #[must_use]
    pub fn hex(&self, cell: Cell) -> Hex {
        if let Some(top) = self.board.top(cell) {
            return self.places[top.idx()];
        }
        Way::ALL
            .into_iter()
            .find_map(|way| {
                let top = self.board.top(cell.step(way))?;
                Some(self.places[top.idx()].step(way.opposite()))
            })
            .unwrap_or(Hex::ORIGIN)
    }

    /// A move of the board as a move of the game.
    #[must_use]
    pub fn game_move(&self, mv: BoardMove) -> Move {
        match mv {
            BoardMove::Play { piece, to } => Move::Play { piece, to: self.hex(to) },
            BoardMove::Pass => Move::Pass,
        }
    }

    /// A move of the game as a move of the board.
    #[must_use]
    pub fn board_move(mv: Move) -> BoardMove {
        match mv {
            Move::Play { piece, to } => BoardMove::Play { piece, to: Cell::of(to) },
            Move::Pass => BoardMove::Pass,
        }
    }

    /// The move is legal here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let Move::Play { piece, to } = mv else {
            return !self.board.is_over() && self.must_pass();
        };
        let cell = Cell::of(to);
        if self.board.is_over() || self.hex(cell) != to {
            return false;
        }
        if self.board.in_play().contains(piece) {
            return destinations(&self.board, piece).contains(cell);
        }
        movegen::placeable(&self.board).contains(piece) && placements(&self.board).contains(cell)
    }

    /// Reads a move in any spelling, if it is legal here.
    ///
    /// # Errors
    ///
    /// Quotes the text that cannot be read, or states in words the rule that the move breaks.
    pub fn read_legal(&self, text: &str) -> Result<Move, String> {
        recording::read(self, text)
    }

    /// The side to move can neither place nor move anything.
    fn must_pass(&self) -> bool {
        let mut list = Vec::new();
        legal_moves(&self.board, &mut list);
        list == [BoardMove::Pass]
    }

    /// The last move has placed a piece, so that no earlier position can come back.
    fn has_just_placed(&self) -> bool {
        self.board.last_moved().is_some() && self.came_from.is_none()
    }

    /// Side and number of the turn as a TurnString: `White[3]`.
    #[must_use]
    pub fn turn_text(&self) -> String {
        format!("{}[{}]", Self::INFO.sides[self.turn().idx()], self.board.turn_number())
    }

    /// The state of the game as a GameStateString.
    #[must_use]
    pub fn state(&self) -> &'static str {
        match self.board.ending().map(|ending| ending.outcome) {
            Some(Outcome::WonBy(Side::First)) => "WhiteWins",
            Some(Outcome::WonBy(Side::Second)) => "BlackWins",
            Some(Outcome::Draw) => "Draw",
            None if self.board.n_plies() == 0 => "NotStarted",
            None => "InProgress",
        }
    }
}

impl Rules for Hive {
    type Move = Move;

    const INFO: &'static GameInfo = &GameInfo {
        name: "hive",
        noun: "Hive",
        title: "Hive",
        sides: ["White", "Black"],
        variants: &VARIANTS,
        usual_variant: "Base+MLP",
        position_holds_variant: true,
        protocols: &["uhp"],
        has_dice: false,
        has_cube: false,
        n_orientations: 6,
        score_unit: "points",
        score_range: 100.0,
        win_score: Some(100.0),
        // UHP has no scores; of the engines' own scales, only the one of `docs/UHP-ENGINE.md` shows
        // when a game is won.
        forced_scale: ForcedScale::Plies { win: 100.0, counted: 99.0, least: 99.0, most: 100.0 },
        loss_marks: [5.0, 10.0, 20.0],
        accuracy_loss: 10.0,
        values_on_cells: false,
        has_regions: false,
        move_example: "wA1 bQ/",
        numbered_cells: false,
        can_be_drawn: true,
    };

    const ENDED_COUNTS: u64 = 0;

    const PASSES_BY_HAND: bool = true;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let variant = match &setup.variant {
            None => None,
            Some(name) => Some(GameType::find(name).ok_or_else(|| SetupError::Variant {
                variant: name.clone(),
                game: Self::INFO.name,
                allowed: GameType::ALL.map(GameType::name).join(", "),
            })?),
        };
        match &setup.position {
            Some(text) => match editor::start(text) {
                Some(way) => game_string::start(&way?, variant),
                None => game_string::start(text, variant),
            },
            None => Ok(Self::new(variant.unwrap_or_default())),
        }
    }

    fn setup(&self) -> Setup {
        let game_type = self.game_type();
        Setup {
            variant: (game_type != GameType::default()).then(|| game_type.name().to_owned()),
            position: (self.board.n_plies() > 0).then(|| self.to_text()),
        }
    }

    fn actor(&self) -> Actor {
        self.board.ending().map_or(Actor::Player(self.turn()), Actor::Over)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::new();
        legal_moves(&self.board, &mut list);
        let mut moves: Vec<Move> = list.into_iter().map(|mv| self.game_move(mv)).collect();
        moves.sort_unstable();
        moves
    }

    fn play_unchecked(&mut self, mv: &Move) {
        let text = moves::write(self, *mv);
        self.line.push(text);
        self.came_from = None;
        if let Move::Play { piece, to } = *mv {
            self.came_from = self.place(piece);
            self.places[piece.idx()] = to;
        }
        self.board.play(Self::board_move(*mv));
    }

    fn write_move(&self, mv: &Move) -> String {
        moves::write(self, *mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, UnreadableMove> {
        moves::spelled(text)
            .and_then(|spelled| moves::resolved(self, spelled).ok())
            .ok_or_else(|| UnreadableMove { text: text.to_owned() })
    }

    /// The GameString.
    fn to_text(&self) -> String {
        let (game_type, state) = (self.game_type().name(), self.state());
        let moves = self.line.texts();
        let mut text =
            String::with_capacity(40 + moves.iter().map(|mv| mv.len() + 1).sum::<usize>());
        text.push_str(&format!("{game_type};{state};{}", self.turn_text()));
        for mv in moves {
            text.push(';');
            text.push_str(mv);
        }
        text
    }

    fn position_texts(&self) -> Vec<(&'static str, String)> {
        vec![("GameString", self.to_text())]
    }

    fn openings(variant: Option<&str>) -> &'static [Opening] {
        let game_type = variant.map_or(Some(GameType::default()), GameType::find);
        game_type.map_or(&[], openings::openings)
    }

    fn trace(&self) -> Trace {
        history::trace(self)
    }

    fn shape(&self) -> u64 {
        history::shape(self)
    }

    fn judge(line: &[Trace], rules: HistoryRules) -> Option<Ending> {
        history::judge(line, rules)
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
        perft(&self.board, depth)
    }

    /// The opening lasts until both queens are placed, the ending begins with four pieces around one.
    fn phase(&self) -> GamePhase {
        const NEARLY_SURROUNDED: u32 = 4;
        let board = &self.board;
        if !Side::BOTH.into_iter().all(|side| board.has_queen(side)) {
            return GamePhase::Opening;
        }
        let around = |side| {
            let cell = board.cell(Piece::queen(side));
            cell.map_or(0, |cell| (board.neighbours(cell) & 0b11_1111).count_ones())
        };
        match Side::BOTH.into_iter().any(|side| around(side) >= NEARLY_SURROUNDED) {
            true => GamePhase::Ending,
            false => GamePhase::Middle,
        }
    }

    fn stock(&self, side: Side) -> String {
        scene::stock(self, side)
    }

    fn forced_note(&self) -> Option<String> {
        let side = Self::INFO.sides[self.turn().idx()];
        self.must_pass().then(|| format!("{side} can neither place nor move a piece"))
    }

    fn scene(&self, view: &SceneView<'_>) -> Scene {
        scene::scene(self, view)
    }

    fn move_cells(&self, mv: &Move) -> Vec<String> {
        scene::move_cells(self, *mv)
    }

    /// The first tile of a game has the middle of the plane, and another one may be the first of the moves
    /// that the editor finds. Texts name tiles, which are the same.
    fn threat_steps(&self, text: &str) -> Option<Vec<[String; 2]>> {
        let mv = self.read_move(text).ok()?;
        Some(self.move_steps(&mv))
    }

    fn refusal(&self, text: &str) -> Option<String> {
        recording::meant(self, text)?.err()
    }

    fn click(&self, chosen: &[String], cell: &str) -> Click {
        click::click(self, chosen, cell)
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
