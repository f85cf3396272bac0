//! The look of a board, as data, in board units: no colour, no pixel.
//!
//! A game draws itself by making a [`Scene`]; one painter shows any of them, finds the cell under
//! the pointer and gives every cell its spoken name.

/// A point in board units; x to the right, y down.
pub type Point = (f32, f32);

/// The way in which the board is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneView<'a> {
    /// The move that led here, in canonical text, for marking it. It belongs to the position
    /// before.
    pub last_move: Option<&'a str>,
    /// Cells clicked so far for a move in the making.
    pub chosen: &'a [String],
    /// Mark legal moves.
    pub show_legal: bool,
    /// The orientation of the board, below the game's `n_orientations`; 0 is the usual one.
    pub orientation: u8,
    /// Write the names of the cells on them, if the game numbers its cells.
    pub numbers: bool,
    /// The roll before the one being played: the side, and the dice as two digits.
    pub rolled: Option<(super::Side, &'a str)>,
    /// Only these moves are permitted, in canonical text; `None` for all legal moves.
    pub only: Option<&'a [super::MoveText]>,
    /// A proposed move, in canonical text: marked by games whose cells hold several pieces
    /// ([`BackgammonExtras::hints`]).
    pub hint: Option<&'a str>,
}

/// A board, ready to be painted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The field's top left corner in board units. For boards it is `(0, 0)`; on an endless plane
    /// it is the corner of the used area, so that pieces stay in place when the field grows.
    pub origin: Point,
    /// Width and height of the field in board units, without the frame.
    pub size: Point,
    /// The surface under everything.
    pub surface: Surface,
    /// Places that can be clicked.
    pub cells: Vec<Cell>,
    /// Pieces, lowest first.
    pub pieces: Vec<Piece>,
    /// Marks of the game itself; the user interface adds its own (values, arrows).
    pub marks: Vec<Mark>,
    /// Texts on the frame.
    pub labels: Vec<Label>,
    /// The way of the piece that moved last, from its origin to its place, with every place where
    /// it turned: captured pieces are on the way. Empty if no piece moved.
    pub path: Vec<Point>,
    /// Pieces moved by the last move, or by the last step of an unfinished move: their numbers
    /// before it and after. Only for games whose numbers belong to places; a piece whose number was
    /// there before has not moved.
    pub moved: Vec<(u32, u32)>,
    /// The parts of a backgammon board besides its checkers; `None` in other games.
    pub table: Option<BackgammonExtras>,
    /// The pieces in hand, first side first: one stack of each kind, in a fixed order, even if
    /// empty. Empty in games without pieces in hand.
    pub hands: [Vec<HandPiece>; 2],
}

/// The parts of a backgammon board besides its checkers: bar and trays, dice, cube, and the stakes.
///
/// Dice are in the cell `dice`, the cube in the cell `cube`; the spoken names of these cells give
/// their values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BackgammonExtras {
    /// The bar.
    pub bar: Area,
    /// The two columns beside the points, for borne-off checkers and the cube.
    pub trays: [Area; 2],
    /// The dice in the order in which they must be played; empty before the roll.
    pub dice: Vec<Die>,
    /// The dice of the turn before, which stay in place until the next roll.
    pub last_dice: Vec<Die>,
    /// The doubling cube; `None` if the game is played without one.
    pub cube: Option<CubeFace>,
    /// The places that the chosen checker may go to; also marked as [`Mark::Legal`].
    pub targets: Vec<Target>,
    /// The checkers and targets of a hint; empty once the play is begun.
    pub hints: Vec<HintRing>,
    /// The stakes and the score, in short sentences: `Match to 7: White 3, Black 2`, `Crawford
    /// game`, `White has 154 pips to go, Black 162`.
    pub lines: Vec<String>,
    /// The play is complete and can be confirmed by a click on the dice.
    pub is_complete: bool,
    /// The content of `lines`, in parts.
    pub stakes: Stakes,
}

/// The stakes and the score.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stakes {
    /// `Match to 7`, `Money game`.
    pub title: String,
    /// `game 6`; empty if only one game is played.
    pub game: String,
    /// Points won so far, first side first; `None` if only one game is played.
    pub points: Option<[u32; 2]>,
    /// Points that win the match; 0 for money.
    pub length: u32,
    /// The score, and the rule in force: `4 away, 5 away` and `Crawford game: no doubling`;
    /// either may be empty.
    pub notes: [String; 2],
    /// Pips to go, first side first.
    pub pips: [u32; 2],
}

/// A rectangle in board units: its top left and bottom right corners.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Top left.
    pub from: Point,
    /// Bottom right.
    pub to: Point,
}

/// A place that the chosen checker may go to.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The cell.
    pub cell: String,
    /// The place of the checker.
    pub at: Point,
    /// The pips it takes: `5`, `7`.
    pub text: String,
}

/// A ring around a checker, a target or the cube of a hint.
#[derive(Clone, Debug, PartialEq)]
pub struct HintRing {
    /// The cell.
    pub cell: String,
    /// Its middle.
    pub at: Point,
    /// Diameter of the piece it surrounds.
    pub diameter: f32,
    /// It is the target of a checker; otherwise it is the checker, or the cube, to move.
    pub lands: bool,
}

/// A die on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Die {
    /// Its middle.
    pub centre: Point,
    /// Length of its edges.
    pub size: f32,
    /// 1 to 6.
    pub value: u8,
    /// White's, else Black's.
    pub white: bool,
    /// Its step has been made, or cannot be made: shown faint.
    pub used: bool,
}

/// The doubling cube on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeFace {
    /// Its middle.
    pub centre: Point,
    /// Length of its edges.
    pub size: f32,
    /// Its value, or the offered one: 1, 2, 4... At a value of 1 it shows 64.
    pub value: u32,
    /// It is offered: it lies before the side that must take or drop.
    pub offered: bool,
    /// The user may turn or take it now by a click; false if nothing is marked
    /// ([`SceneView::show_legal`]).
    pub legal: bool,
    /// The side that owns it; if it is offered, the side to which it is offered.
    pub owner: Option<super::Side>,
    /// It is dead: turning it would be useless for the side that could turn it.
    pub dead: bool,
}

/// A stack of pieces of one kind that a side has yet to place.
#[derive(Clone, Debug, PartialEq)]
pub struct HandPiece {
    /// The look of the pieces.
    pub art: Art,
    /// The name of a click on it, like that of a cell; no cell has the same.
    pub name: String,
    /// The text for a screen reader: `white ant, 2 in hand`.
    pub spoken: String,
    /// The number of pieces left; 0 if all have been placed.
    pub count: u8,
    /// Clicked for a move in the making.
    pub chosen: bool,
}

/// The material of the field.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Surface {
    /// Green cloth with lines between the cells, in a wooden frame (Othello).
    #[default]
    Felt,
    /// Planks in two tones, in a wooden frame (draughts).
    Planks,
    /// An endless plane without a frame (Hive).
    Plane,
    /// Cloth with points and bar (backgammon).
    Table,
}

/// A place that can be clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its name in the game's notation, unique in the scene: `f5`. Clicks use this name.
    pub name: String,
    /// The text for a screen reader: `square f5, empty, legal`.
    pub spoken: String,
    /// Corners, clockwise, convex. Four for a square, six for a hexagon, three for a point.
    pub outline: Vec<Point>,
    /// The one of the surface's tones that it has.
    pub tone: Tone,
    /// A small text in its corner (the number of a draughts square), or empty. On a plane it is not
    /// painted: there it names the pieces of the stack, the highest first, separated by blanks.
    pub corner: String,
    /// The neighbours that the arrow keys reach: left, right, up, down, as indices of cells.
    pub neighbours: [Option<usize>; 4],
}

/// The tone of a cell.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Tone {
    /// The darker of two.
    Dark,
    /// The lighter of two.
    Light,
    /// Not painted.
    Plain,
}

/// A piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its look.
    pub art: Art,
    /// Middle, in board units.
    pub centre: Point,
    /// Diameter in board units.
    pub diameter: f32,
    /// Height in its stack; zero is on the board.
    pub level: u8,
    /// The number that the piece has before and after a move, so that the move can be animated.
    pub id: u32,
}

/// The look of a piece.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Art {
    /// A domed Othello stone.
    Stone {
        /// The black side is up.
        black: bool,
    },
    /// A draughts man: a ridged disc.
    Man {
        /// It is White's.
        white: bool,
    },
    /// A draughts king: two discs with a crown.
    King {
        /// It is White's.
        white: bool,
    },
    /// A backgammon checker that lies flat.
    Checker {
        /// It is White's.
        white: bool,
    },
    /// A borne-off checker that stands on its rim in the tray: as wide as its diameter, and
    /// [`Art::RIM`] of that high.
    Rim {
        /// It is White's.
        white: bool,
    },
    /// A hexagonal tile that stands on a corner, with an insect on it (Hive). Its diameter is its
    /// width, from edge to edge.
    Tile {
        /// It is White's.
        white: bool,
        /// The insect.
        bug: TileBug,
    },
}

impl Art {
    /// Height of a checker on its rim, if its diameter is 1.
    pub const RIM: f32 = 0.28;

    /// The piece as it lies on a cell: a checker that is taken out of its tray lies flat.
    #[must_use]
    pub fn flat(self) -> Self {
        match self {
            Self::Rim { white } => Self::Checker { white },
            other => other,
        }
    }
}

/// The insect on a tile.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum TileBug {
    /// Queen bee.
    Queen,
    /// Spider.
    Spider,
    /// Beetle.
    Beetle,
    /// Grasshopper.
    Grasshopper,
    /// Soldier ant.
    Ant,
    /// Mosquito.
    Mosquito,
    /// Ladybug.
    Ladybug,
    /// Pillbug.
    Pillbug,
}

/// A mark on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// The last move ended here.
    LastMove(String),
    /// A legal move leads here.
    Legal(String),
    /// The piece here must or may move; ringed when the rules force a choice (compulsory capture).
    Movable(String),
    /// Clicked for a move in the making.
    Chosen(String),
}

/// A text on the frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its middle, in board units; outside the field, half a frame away (`-0.5` is half the frame
    /// to the left or above; beyond `size` to the right or below).
    pub at: Point,
}

/// The meaning of a click.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Click {
    /// The move is not complete; these cells are now chosen (empty: the choice was taken back).
    Partial(Vec<String>),
    /// A move, in canonical text.
    Complete(String),
    /// The click is not possible; the reason is a rule in words. The choice is cleared.
    Refused(String),
    /// Like `Refused`, but these cells stay chosen: a wrong click does not undo earlier clicks.
    Kept {
        /// The chosen cells.
        chosen: Vec<String>,
        /// The rule in words.
        reason: String,
    },
}

/// The prefix of the name of a cell whose piece is picked up with the pointer and dropped
/// elsewhere, in games in which a click alone would move it ([`Surface::Table`]).
pub const HOLD: &str = "hold ";

/// A piece, or an empty cell, for building a position in the position editor.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Brush {
    /// Name shown and spoken: `white man`.
    pub title: &'static str,
    /// The piece it places; `None` empties a cell.
    pub art: Option<Art>,
}

/// One step in the position editor.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Edit {
    /// Put the piece of the brush with this index on the cell. The same step again empties it, but
    /// in games whose cells hold several pieces it adds another, and emptying takes one away.
    Put {
        /// Index into the game's brushes.
        brush: usize,
        /// The cell's name.
        cell: String,
    },
    /// Move the piece, of several the one on top, from one cell to another.
    Move {
        /// The cell that it leaves.
        from: String,
        /// The cell that it comes to.
        to: String,
    },
    /// This side is to move.
    Turn(super::Side),
    /// Empty every cell.
    Clear,
    /// The normal start.
    Start,
    /// The mirror image, in games that have one ([`EditView::no_mirror`]).
    Mirror,
    /// The same position with the sides exchanged: each gets the other's pieces and turn.
    Swap,
    /// Choose an item of a field.
    Choose {
        /// Index into [`EditView::fields`].
        field: usize,
        /// Index into [`EditField::items`].
        item: usize,
    },
}

/// A part of a position beside its pieces and the side to move: cube, score, dice.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EditField {
    /// Its name: `Cube`.
    pub title: &'static str,
    /// The values it can have, each in words that need no title beside them: `Cube 2`.
    pub items: Vec<String>,
    /// Index of the value it has.
    pub on: usize,
}

/// A position in the editor: it may be one that cannot occur.
#[derive(Clone, Debug, PartialEq)]
pub struct EditView {
    /// The board.
    pub scene: Scene,
    /// The side to move.
    pub turn: super::Side,
    /// The reason why it cannot be played, in words; `None` if it can.
    pub problem: Option<String>,
    /// What can be set besides.
    pub fields: Vec<EditField>,
    /// Why a position of this game has no mirror image, as a sentence; `None` if it has one.
    pub no_mirror: Option<&'static str>,
}

/// A count that a counting rule of the game keeps: `16-move rule`, 4 of 16.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Counter {
    /// The rule, in words.
    pub title: String,
    /// The count so far.
    pub value: u32,
    /// The count at which the rule takes effect.
    pub limit: u32,
}

/// Empty cells that belong together, in games in which it counts who plays last in such a region.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Region {
    /// Names of the cells; never empty.
    pub cells: Vec<String>,
}

impl Region {
    /// The side that plays first in it also plays last, if no side passes.
    #[must_use]
    pub fn is_odd(&self) -> bool {
        self.cells.len() % 2 == 1
    }
}
