//! The position editor: steps on positions, even on positions that cannot occur.
//!
//! Keeps nothing: a position is text between two steps.

use super::board::{Board, N_SQUARES, Piece};
use super::fen::{self, Read};
use super::scene::{name, scene_with};
use super::{Draughts, variant_of};
use crate::games::{Art, Brush, Edit, EditView, SceneView, Setup, SetupError, Side};

/// The pieces that can be put on a square.
pub(super) static BRUSHES: [Brush; 5] = [
    Brush { title: "white man", art: Some(Art::Man { white: true }) },
    Brush { title: "white king", art: Some(Art::King { white: true }) },
    Brush { title: "black man", art: Some(Art::Man { white: false }) },
    Brush { title: "black king", art: Some(Art::King { white: false }) },
    Brush { title: "empty", art: None },
];

/// Makes one step. A cell or brush that does not exist changes nothing.
///
/// # Errors
///
/// When the variant does not exist or the text does not have the form of a position.
pub(super) fn edit(setup: &Setup, edit: &Edit) -> Result<Setup, SetupError> {
    let Read { mut board, mut turn, .. } = read(setup)?;
    let square = |cell: &str| (0..N_SQUARES).find(|square| name(*square) == cell);
    match edit {
        Edit::Put { brush, cell } => {
            let (Some(square), Some(brush)) = (square(cell), BRUSHES.get(*brush)) else {
                return Ok(setup.clone());
            };
            let piece = brush.art.and_then(piece);
            board.put(square, piece.filter(|_| board.at(square) != piece));
        }
        Edit::Move { from, to } => {
            let (Some(from), Some(to)) = (square(from), square(to)) else {
                return Ok(setup.clone());
            };
            let Some(piece) = board.at(from) else { return Ok(setup.clone()) };
            board.put(from, None);
            board.put(to, Some(piece));
        }
        Edit::Turn(side) => turn = *side,
        Edit::Clear => board = Board::EMPTY,
        Edit::Start => (board, turn) = (Board::START, Side::First),
        // The board is turned, so that each side's men still go forward. There is no mirror image:
        // it would have light squares.
        Edit::Swap => (board, turn) = (turned(&board), turn.opponent()),
        Edit::Mirror | Edit::Choose { .. } => return Ok(setup.clone()),
    }
    let text = fen::write_read(&Read { board, turn, king_runs: [None; 2] });
    Ok(Setup { variant: setup.variant.clone(), position: Some(text) })
}

/// The editor's view; `None` if the set-up cannot be read at all.
pub(super) fn edit_view(setup: &Setup, view: &SceneView<'_>) -> Option<EditView> {
    let read = read(setup).ok()?;
    let variant = variant_of(setup).ok()?;
    let pos = Draughts { board: read.board, turn: read.turn, variant, king_runs: [None; 2] };
    let problem = pos.problem().or_else(|| {
        let ending = pos.ending()?;
        Some(format!("the game would be over: {}", ending.reason))
    });
    let plain = SceneView { orientation: view.orientation, numbers: view.numbers, ..*view };
    let plain = SceneView { last_move: None, chosen: &[], show_legal: false, ..plain };
    let scene = scene_with(&pos, &[], &plain);
    Some(EditView { scene, turn: pos.turn, problem, fields: Vec::new(), has_mirror: false })
}

fn read(setup: &Setup) -> Result<Read, SetupError> {
    variant_of(setup)?;
    let Some(text) = &setup.position else {
        return Ok(Read { board: Board::START, turn: Side::First, king_runs: [None; 2] });
    };
    fen::read(text).map_err(|problem| SetupError::Position { text: text.clone(), problem })
}

/// The board seen from the other side, with the colours exchanged.
fn turned(board: &Board) -> Board {
    let mut other = Board::EMPTY;
    for square in 0..N_SQUARES {
        let piece = board.at(square);
        let exchanged = piece.map(|piece| Piece { side: piece.side.opponent(), ..piece });
        other.put(N_SQUARES - 1 - square, exchanged);
    }
    other
}

fn piece(art: Art) -> Option<Piece> {
    let side = |white| if white { Side::First } else { Side::Second };
    match art {
        Art::Man { white } => Some(Piece { side: side(white), king: false }),
        Art::King { white } => Some(Piece { side: side(white), king: true }),
        Art::Stone { .. } | Art::Checker { .. } | Art::Rim { .. } | Art::Tile { .. } => None,
    }
}
