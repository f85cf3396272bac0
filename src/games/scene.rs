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
    /// What each side has yet to place, first side first: one stack of each kind, in the same order
    /// all game long, also where none is left. Empty in games without pieces in hand.
    pub hands: [Vec<HandPiece>; 2],
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
    /// A hexagonal tile that stands on a corner, with an insect on it (Hive). Its diameter is its
    /// width, from edge to edge.
    Tile {
        /// White's.
        white: bool,
        /// The insect.
        bug: TileBug,
    },
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
    /// Nothing can be meant; the reason is a rule in words.
    Refused(String),
}

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
