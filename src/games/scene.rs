//! What a board looks like, as data, in board units: no colour, no pixel.
//!
//! A game draws itself by making a [`Scene`]; one painter shows any of them, finds the cell under
//! the pointer and gives every cell its spoken name.

/// A point in board units; x to the right, y down.
pub type Point = (f32, f32);

/// How the board is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneView<'a> {
    /// The move that led here, in canonical text, to be marked. It belongs to the position before.
    pub last_move: Option<&'a str>,
    /// Cells clicked so far for a move in the making.
    pub chosen: &'a [String],
    /// Mark what may be played.
    pub show_legal: bool,
    /// Which way the board lies, below the game's `n_orientations`; 0 is the usual one.
    pub orientation: u8,
    /// Write the names of the cells on them, where the game numbers its cells.
    pub numbers: bool,
    /// The last roll but the one that is being played: who rolled, and the dice as two digits.
    pub rolled: Option<(super::Side, &'a str)>,
    /// Of the legal moves only these may be played, in canonical text; `None` for all of them.
    pub only: Option<&'a [super::MoveText]>,
    /// A move that is proposed, in canonical text: marked by games whose cells hold several pieces
    /// ([`BackgammonExtras::hints`]).
    pub hint: Option<&'a str>,
}

/// A board, ready to be painted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The field's top left corner in board units. Boards have it at `(0, 0)`; on an endless plane
    /// it is the corner of what is in use, so that no piece is drawn elsewhere because the field has
    /// grown.
    pub origin: Point,
    /// Width and height of the field in board units, without the frame.
    pub size: Point,
    /// What lies under everything.
    pub surface: Surface,
    /// Places that can be clicked.
    pub cells: Vec<Cell>,
    /// Pieces, lowest first.
    pub pieces: Vec<Piece>,
    /// Marks of the game itself; the window adds its own (values, arrows).
    pub marks: Vec<Mark>,
    /// Texts on the frame.
    pub labels: Vec<Label>,
    /// The way of the piece that moved last, from where it stood to where it stands, with every
    /// place it turned at: what it took lies on the way. Empty where no piece went anywhere.
    pub path: Vec<Point>,
    /// Pieces that the last move, or the last step of a move in the making, took elsewhere: their
    /// numbers before it and after. Only for games whose numbers belong to places; a piece whose
    /// number was there before has not moved.
    pub moved: Vec<(u32, u32)>,
    /// What lies on a backgammon board beside its checkers; `None` in other games.
    pub table: Option<BackgammonExtras>,
    /// What each side has yet to place, first side first: one stack of each kind, in the same order
    /// all game long, also where none is left. Empty in games without pieces in hand.
    pub hands: [Vec<HandPiece>; 2],
}

/// What lies on a backgammon board beside its checkers: wood, dice, cube, and what is played for.
///
/// Dice lie in the cell `dice`, the cube in the cell `cube`; those cells speak what they show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BackgammonExtras {
    /// The bar.
    pub bar: Area,
    /// The two columns beside the points, where borne-off checkers and the cube lie.
    pub trays: [Area; 2],
    /// The dice in the order in which they are to be played; none before the roll.
    pub dice: Vec<Die>,
    /// The dice of the turn before, which lie where they were rolled until the next roll.
    pub last_dice: Vec<Die>,
    /// The doubling cube; `None` where the game is played without.
    pub cube: Option<CubeFace>,
    /// Where the chosen checker may go; also marked as [`Mark::Legal`].
    pub targets: Vec<Target>,
    /// What a hint moves and where to; none once the play is begun.
    pub hints: Vec<HintRing>,
    /// What is played for and how it stands, in short sentences: `Match to 7: White 3, Black 2`,
    /// `Crawford game`, `White has 154 pips to go, Black 162`.
    pub lines: Vec<String>,
    /// The dice and what is on them can be confirmed now: the play is complete.
    pub is_complete: bool,
    /// The same as in `lines`, in parts.
    pub stakes: Stakes,
}

/// What is played for, and how it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stakes {
    /// `Match to 7`, `Money game`.
    pub title: String,
    /// `game 6`; empty where only one is played.
    pub game: String,
    /// Points won so far, first side first; `None` where only one game is played.
    pub points: Option<[u32; 2]>,
    /// Points that win the match; 0 for money.
    pub length: u32,
    /// How it stands, and the rule that matters: `4 away, 5 away` and `Crawford game: no doubling`;
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
    /// Where the checker would lie.
    pub at: Point,
    /// The pips it takes: `5`, `7`.
    pub text: String,
}

/// A ring around what a hint means.
#[derive(Clone, Debug, PartialEq)]
pub struct HintRing {
    /// The cell.
    pub cell: String,
    /// Its middle.
    pub at: Point,
    /// Diameter of what it goes around.
    pub diameter: f32,
    /// A checker would come to lie here; else one lies here, or the cube, that is to be moved.
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
    /// What it counts, or what is offered: 1, 2, 4... A cube that counts 1 lies with its 64 up.
    pub value: u32,
    /// It is offered: it lies before the one who is to take or drop.
    pub offered: bool,
    /// A person may turn or take it now by a click; false where nothing is marked
    /// ([`SceneView::show_legal`]).
    pub legal: bool,
    /// Whose it is; to whom it is offered.
    pub owner: Option<super::Side>,
    /// It is dead: turning it would be of no use to the one who could.
    pub dead: bool,
}

/// A stack of pieces of one kind that a side has yet to place.
#[derive(Clone, Debug, PartialEq)]
pub struct HandPiece {
    /// What they look like.
    pub art: Art,
    /// The name that a click on it speaks, as a cell's; no cell has the same.
    pub name: String,
    /// What a screen reader says: `white ant, 2 in hand`.
    pub spoken: String,
    /// How many are left; 0 where all have been placed.
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
    /// Its name in the game's notation, unique in the scene: `f5`. Clicks speak this name.
    pub name: String,
    /// What a screen reader says: `square f5, empty, legal`.
    pub spoken: String,
    /// Corners, clockwise, convex. Four for a square, six for a hexagon, three for a point.
    pub outline: Vec<Point>,
    /// Which of the surface's tones it has.
    pub tone: Tone,
    /// A small text in its corner (the number of a draughts square); empty for none. On a plane it
    /// is not written: there it names the pieces of the stack, the highest first, parted by blanks.
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
    /// What it looks like.
    pub art: Art,
    /// Middle, in board units.
    pub centre: Point,
    /// Diameter in board units.
    pub diameter: f32,
    /// Height in its stack; zero lies on the table.
    pub level: u8,
    /// The same number for the same piece before and after a move, so that it can be animated.
    pub id: u32,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Art {
    /// A domed Othello stone.
    Stone {
        /// Black side up.
        black: bool,
    },
    /// A draughts man: a ridged disc.
    Man {
        /// White's.
        white: bool,
    },
    /// A draughts king: two discs with a crown.
    King {
        /// White's.
        white: bool,
    },
    /// A backgammon checker that lies flat.
    Checker {
        /// White's.
        white: bool,
    },
    /// A borne-off checker that stands on its rim in the tray: as wide as its diameter, and
    /// [`Art::RIM`] of that high.
    Rim {
        /// White's.
        white: bool,
    },
    /// A hexagonal tile that stands on a corner, with an insect on it (Hive). Its diameter is its
    /// width, from edge to edge.
    Tile {
        /// White's.
        white: bool,
        /// The insect.
        bug: TileBug,
    },
}

impl Art {
    /// Height of a checker on its rim, where its diameter is 1.
    pub const RIM: f32 = 0.28;
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

/// Something marked on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// The last move ended here.
    LastMove(String),
    /// May be played.
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

/// What a click means.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Click {
    /// The move is not complete; these cells are now chosen (empty: the choice was taken back).
    Partial(Vec<String>),
    /// A move, in canonical text.
    Complete(String),
    /// Nothing can be meant; the reason is a rule in words. What was chosen is let go.
    Refused(String),
    /// As `Refused`, but these cells stay chosen: a slip does not take back what was done before.
    Kept {
        /// What is chosen.
        chosen: Vec<String>,
        /// The rule in words.
        reason: String,
    },
}

/// Stands before the name of a cell whose piece is taken up with the pointer to be dropped
/// elsewhere, in games where a click alone would move it ([`Surface::BackgammonExtras`]).
pub const HOLD: &str = "hold ";

/// Something a position can be made of in the position editor.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Brush {
    /// Name shown and spoken: `white man`.
    pub title: &'static str,
    /// The piece it puts; `None` empties a cell.
    pub art: Option<Art>,
}

/// One step in the position editor.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Edit {
    /// Put what the brush of this index puts on the cell; the same again empties it.
    Put {
        /// Index into the game's brushes.
        brush: usize,
        /// The cell's name.
        cell: String,
    },
    /// This side is to move.
    Turn(super::Side),
    /// Empty every cell.
    Clear,
    /// The normal start.
    Start,
}

/// A position in the editor: it may be one that cannot occur.
#[derive(Clone, Debug, PartialEq)]
pub struct EditView {
    /// The board.
    pub scene: Scene,
    /// Who is to move.
    pub turn: super::Side,
    /// Why it cannot be played, in words; `None` where it can.
    pub problem: Option<String>,
}

/// A count that a counting rule of the game keeps: `16-move rule`, 4 of 16.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Counter {
    /// Which rule, in words.
    pub title: String,
    /// How far it has come.
    pub value: u32,
    /// Where it takes effect.
    pub limit: u32,
}
