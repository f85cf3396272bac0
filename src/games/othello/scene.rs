//! The look of the board, in eight orientations, and the meaning of clicks on it.
//!
//! Knows no colour and no pixel.

use super::board::{squares, turned};
use super::moves::{Move, square_at, square_name};
use super::{Othello, side_name};
use crate::games::{Art, Cell, Click, Label, Mark, Piece, Point, Scene, SceneView, Surface, Tone};

/// Diameter of a disc, if a square is 1 wide.
const DISC: f32 = 0.84;

/// The board with its discs and marks.
pub(super) fn scene(pos: &Othello, view: &SceneView<'_>) -> Scene {
    let orientation = view.orientation % 8;
    let legal = pos.board.legal();
    Scene {
        size: (8.0, 8.0),
        surface: Surface::Felt,
        cells: (0..64).map(|square| cell(pos, square, legal, orientation)).collect(),
        pieces: pieces(pos, orientation),
        marks: marks(view, legal),
        labels: labels(orientation),
        ..Scene::default()
    }
}

/// The meaning of a click on the cell `name`. Clicks so far never matter: one click is a whole
/// move.
pub(super) fn click(pos: &Othello, name: &str) -> Click {
    let square = match name.as_bytes() {
        &[col, row] => square_at(col, row),
        _ => None,
    };
    let Some(square) = square else {
        return Click::Refused(format!("there is no square {name:?}"));
    };
    let (place, is_over) = (Move::Place(square), pos.board.is_over());
    if !is_over && pos.board.legal() == 0 {
        return Click::Complete(Move::Pass.to_string());
    }
    match broken_rule(pos, place) {
        None => Click::Complete(place.to_string()),
        Some(reason) => Click::Refused(reason),
    }
}

/// The rule that a clicked or typed move breaks; `None` if it is legal.
pub(super) fn broken_rule(pos: &Othello, mv: Move) -> Option<String> {
    if pos.board.is_over() {
        return Some("the game is over: neither side can place a disc".to_owned());
    }
    if pos.is_legal(mv) {
        return None;
    }
    let side = side_name(pos.side);
    let Move::Place(square) = mv else {
        return Some(format!("{side} has a legal move, so it must not pass"));
    };
    if pos.must_pass() {
        return Some(format!("{side} has no legal move and must pass"));
    }
    if pos.board.empty() >> square & 1 == 0 {
        return Some("a disc must be placed on an empty square".to_owned());
    }
    let other = side_name(pos.side.opponent()).to_ascii_lowercase();
    Some(format!("a disc must be placed where it brackets at least one {other} disc"))
}

fn cell(pos: &Othello, square: u8, legal: u64, orientation: u8) -> Cell {
    let (x, y) = corner(square, orientation);
    Cell {
        name: square_name(square).to_owned(),
        spoken: spoken(pos, square, legal),
        outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
        tone: Tone::Plain,
        corner: String::new(),
        neighbours: neighbours(square, orientation),
    }
}

/// `square f5, empty, legal`.
fn spoken(pos: &Othello, square: u8, legal: u64) -> String {
    let (black, white) = pos.black_white();
    let name = square_name(square);
    if black >> square & 1 == 1 {
        format!("square {name}, black")
    } else if white >> square & 1 == 1 {
        format!("square {name}, white")
    } else if legal >> square & 1 == 1 {
        format!("square {name}, empty, legal")
    } else {
        format!("square {name}, empty")
    }
}

/// The position of the square's top left corner.
fn corner(square: u8, orientation: u8) -> Point {
    let shown = turned(u32::from(square), orientation) as u8;
    (f32::from(shown % 8), f32::from(shown / 8))
}

/// The squares shown left, right, above and below. Cells are in the order of squares, so a square
/// is its cell's index.
fn neighbours(square: u8, orientation: u8) -> [Option<usize>; 4] {
    let shown = turned(u32::from(square), orientation);
    let (col, row) = (shown % 8, shown / 8);
    let at = |shown: u32| Some(unturned(shown, orientation) as usize);
    [
        if col > 0 { at(shown - 1) } else { None },
        if col < 7 { at(shown + 1) } else { None },
        if row > 0 { at(shown - 8) } else { None },
        if row < 7 { at(shown + 8) } else { None },
    ]
}

/// The inverse of [`turned`].
fn unturned(shown: u32, orientation: u8) -> u32 {
    let swapped = if orientation & 4 == 0 { shown } else { turned(shown, 4) };
    turned(swapped, orientation & 3)
}

/// A disc keeps its square's number, so the painter sees that it turns.
fn pieces(pos: &Othello, orientation: u8) -> Vec<Piece> {
    let (black, white) = pos.black_white();
    squares(black | white)
        .map(|square| {
            let (x, y) = corner(square as u8, orientation);
            Piece {
                art: Art::Stone { black: black >> square & 1 == 1 },
                centre: (x + 0.5, y + 0.5),
                diameter: DISC,
                level: 0,
                id: square,
            }
        })
        .collect()
}

fn marks(view: &SceneView<'_>, legal: u64) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(Ok(Move::Place(square))) = view.last_move.map(str::parse) {
        marks.push(Mark::LastMove(square_name(square).to_owned()));
    }
    if view.show_legal {
        marks.extend(squares(legal).map(|at| Mark::Legal(square_name(at as u8).to_owned())));
    }
    marks.extend(view.chosen.iter().cloned().map(Mark::Chosen));
    marks
}

/// Column letters and row digits above and to the left; if rows and columns are swapped, the digits
/// are above.
fn labels(orientation: u8) -> Vec<Label> {
    let mut labels = Vec::with_capacity(16);
    for idx in 0..8_u8 {
        let top = square_name(unturned(u32::from(idx), orientation) as u8);
        let left = square_name(unturned(u32::from(idx) * 8, orientation) as u8);
        let (top, left) = match orientation & 4 {
            0 => (&top[..1], &left[1..]),
            _ => (&top[1..], &left[..1]),
        };
        let middle = f32::from(idx) + 0.5;
        labels.push(Label { text: top.to_owned(), at: (middle, -0.5) });
        labels.push(Label { text: left.to_owned(), at: (-0.5, middle) });
    }
    labels
}
