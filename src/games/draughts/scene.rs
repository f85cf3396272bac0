//! The look of the board, in two orientations.
//!
//! Knows no colour and no pixel; `click` knows the meaning of clicks.

use super::board::{N_SQUARES, Piece as Man, squares};
use super::moves::Move;
use super::{Draughts, MoveList, click, legal_moves, must_capture, paths, side_name};
use crate::games::{Art, Cell, Label, Mark, Piece, Point, Scene, SceneView, Side, Surface, Tone};

/// Diameter of a piece, if a square is 1 wide.
const DISC: f32 = 0.84;

/// The board with its pieces and marks.
pub(super) fn scene(pos: &Draughts, view: &SceneView<'_>) -> Scene {
    let mut list = MoveList::new();
    legal_moves(pos, &mut list);
    let only = view
        .only
        .map(|only| -> Vec<Move> { only.iter().filter_map(|text| text.0.parse().ok()).collect() });
    let Some(only) = only else { return scene_with(pos, &list, view) };
    let permitted: Vec<Move> = list.iter().copied().filter(|mv| only.contains(mv)).collect();
    scene_with(pos, &permitted, view)
}

/// Does the same as [`scene`], with these legal moves: the editor shows positions without any.
pub(super) fn scene_with(pos: &Draughts, legal: &[Move], view: &SceneView<'_>) -> Scene {
    let shown = Shown { pos, turned: view.orientation % 2 == 1 };
    let movable = legal.iter().fold(0_u64, |set, mv| set | 1 << mv.from);
    let targets = if legal.is_empty() { Vec::new() } else { click::targets(pos, view.chosen) };
    let last = view.last_move.and_then(|text| text.parse::<Move>().ok());
    let way = last.map(|mv| paths::way_of_last(pos, &mv)).unwrap_or_default();
    let mut marks: Vec<Mark> = Vec::new();
    if let Some(mv) = last {
        marks.extend(ends(&mv).map(Mark::LastMove));
    }
    if view.show_legal {
        if must_capture(pos) && !legal.is_empty() {
            marks.extend(squares(movable).map(name).map(Mark::Movable));
        }
        marks.extend(targets.iter().copied().map(name).map(Mark::Legal));
    }
    marks.extend(view.chosen.iter().cloned().map(Mark::Chosen));
    Scene {
        size: (10.0, 10.0),
        surface: Surface::Planks,
        cells: (0..N_SQUARES)
            .map(|square| shown.cell(square, movable, &targets, view.numbers))
            .collect(),
        pieces: squares(pos.board().occupied()).filter_map(|square| shown.piece(square)).collect(),
        marks,
        labels: shown.labels(),
        path: way.into_iter().map(|square| shown.centre(square)).collect(),
        ..Scene::default()
    }
}

/// The squares where a move begins and ends: one square of a circular capture, else two.
fn ends(mv: &Move) -> impl Iterator<Item = String> {
    let to = (mv.to != mv.from).then_some(mv.to);
    std::iter::once(mv.from).chain(to).map(name)
}

/// The name of a square's cell: its number.
pub(super) fn name(square: u8) -> String {
    (square + 1).to_string()
}

/// `white man`.
fn words(man: Man) -> String {
    let kind = if man.king { "king" } else { "man" };
    format!("{} {kind}", side_name(man.side).to_lowercase())
}

/// A position from a viewer's point of view.
struct Shown<'a> {
    pos: &'a Draughts,
    /// Black's side is below.
    turned: bool,
}

impl Shown<'_> {
    /// The position of the square's top left corner.
    fn corner(&self, square: u8) -> Point {
        let square = if self.turned { N_SQUARES - 1 - square } else { square };
        let (row, idx) = (square / 5, square % 5);
        (f32::from(2 * idx + 1 - row % 2), f32::from(row))
    }

    fn centre(&self, square: u8) -> Point {
        let (x, y) = self.corner(square);
        (x + 0.5, y + 0.5)
    }

    fn cell(&self, square: u8, movable: u64, targets: &[u8], numbers: bool) -> Cell {
        let (x, y) = self.corner(square);
        Cell {
            name: name(square),
            spoken: self.spoken(square, movable, targets),
            outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
            tone: Tone::Dark,
            corner: if numbers { name(square) } else { String::new() },
            neighbours: self.neighbours(square),
        }
    }

    /// `square 32, white man, movable`; `square 28, empty, legal`.
    fn spoken(&self, square: u8, movable: u64, targets: &[u8]) -> String {
        let what = self.pos.board().at(square).map_or_else(|| "empty".to_owned(), words);
        let legal = if targets.contains(&square) { ", legal" } else { "" };
        let movable = if movable >> square & 1 == 1 { ", movable" } else { "" };
        format!("square {}, {what}{movable}{legal}", name(square))
    }

    /// The cells to the left and right in the row, and those of the rows above and below that make
    /// a column of short steps. Cells lie in the order of squares.
    fn neighbours(&self, square: u8) -> [Option<usize>; 4] {
        let (row, idx) = (square / 5, square % 5);
        let at = |is: bool, to: u8| is.then_some(usize::from(to));
        let left = at(idx > 0, square.wrapping_sub(1));
        let right = at(idx < 4, square + 1);
        let up = at(row > 0, square.wrapping_sub(5));
        let down = at(row < 9, square + 5);
        if self.turned { [right, left, down, up] } else { [left, right, up, down] }
    }

    fn piece(&self, square: u8) -> Option<Piece> {
        let man = self.pos.board().at(square)?;
        let white = man.side == Side::First;
        let art = if man.king { Art::King { white } } else { Art::Man { white } };
        let centre = self.centre(square);
        Some(Piece { art, centre, diameter: DISC, level: 0, id: u32::from(square) })
    }

    /// The numbers of the squares at the edges, beside their rows.
    fn labels(&self) -> Vec<Label> {
        let at_edge = |square: &u8| matches!(self.corner(*square).0, 0.0 | 9.0);
        let label = |square: u8| {
            let (x, y) = self.centre(square);
            let x = if x < 1.0 { -0.5 } else { 10.5 };
            Label { text: name(square), at: (x, y) }
        };
        (0..N_SQUARES).filter(at_edge).map(label).collect()
    }
}
