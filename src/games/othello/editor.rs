//! The position editor: steps on boards, even on boards that cannot be played from.
//!
//! Keeps nothing: a board is text between two steps.

use super::{Othello, board_text, scene, square_name};
use crate::games::{Art, Brush, Edit, EditView, Rules, SceneView, Setup, SetupError, Side};

/// The pieces that can be put on a square.
pub(super) static BRUSHES: [Brush; 3] = [
    Brush { title: "black disc", art: Some(Art::Stone { black: true }) },
    Brush { title: "white disc", art: Some(Art::Stone { black: false }) },
    Brush { title: "empty", art: None },
];

/// Makes one step. A cell or brush that does not exist changes nothing.
///
/// # Errors
///
/// When a variant is named or the text does not have the form of a board.
pub(super) fn edit(setup: &Setup, edit: &Edit) -> Result<Setup, SetupError> {
    let pos = read(setup)?;
    let ([mut black, mut white], mut side) = (<[u64; 2]>::from(pos.black_white()), pos.side);
    let square = |cell: &str| (0..64_u8).find(|square| square_name(*square) == cell);
    match edit {
        Edit::Put { brush, cell } => {
            let (Some(square), Some(brush)) = (square(cell), BRUSHES.get(*brush)) else {
                return Ok(setup.clone());
            };
            let bit = 1_u64 << square;
            let is_there = [white & bit != 0, black & bit != 0];
            (black, white) = (black & !bit, white & !bit);
            // The same step again empties the square.
            match brush.art {
                Some(Art::Stone { black: true }) if !is_there[1] => black |= bit,
                Some(Art::Stone { black: false }) if !is_there[0] => white |= bit,
                Some(_) | None => {}
            }
        }
        Edit::Move { from, to } => {
            let (Some(from), Some(to)) = (square(from), square(to)) else {
                return Ok(setup.clone());
            };
            let (from, to) = (1_u64 << from, 1_u64 << to);
            if (black | white) & from == 0 || from == to {
                return Ok(setup.clone());
            }
            let is_black = black & from != 0;
            (black, white) = (black & !(from | to), white & !(from | to));
            if is_black { black |= to } else { white |= to }
        }
        // Left and right; the first row stays the first.
        Edit::Mirror => {
            let mirror = |discs: u64| u64::from_be_bytes(discs.to_be_bytes().map(u8::reverse_bits));
            (black, white) = (mirror(black), mirror(white));
        }
        Edit::Swap => (black, white, side) = (white, black, side.opponent()),
        Edit::Choose { .. } => return Ok(setup.clone()),
        Edit::Turn(turn) => side = *turn,
        Edit::Clear => (black, white) = (0, 0),
        Edit::Start => {
            (black, white) = Othello::START.black_white();
            side = Side::First;
        }
    }
    let position = Some(board_text::write(&Othello::new(black, white, side)));
    Ok(Setup { variant: None, position })
}

/// The editor's view; `None` if the set-up cannot be read at all.
pub(super) fn edit_view(setup: &Setup, view: &SceneView<'_>) -> Option<EditView> {
    let pos = read(setup).ok()?;
    let problem = match pos.ending() {
        _ if pos.black_white() == (0, 0) => Some(board_text::NO_DISC.to_owned()),
        Some(_) => Some("the game would be over: neither side can place a disc".to_owned()),
        None => None,
    };
    let plain = SceneView { last_move: None, chosen: &[], show_legal: false, ..*view };
    let scene = scene::scene(&pos, &plain);
    Some(EditView { scene, turn: pos.side, problem, fields: Vec::new(), no_mirror: None })
}

fn read(setup: &Setup) -> Result<Othello, SetupError> {
    let Some(text) = &setup.position else { return Othello::start(setup) };
    if setup.variant.is_some() {
        return Othello::start(setup);
    }
    board_text::read_any(text)
        .map_err(|problem| SetupError::Position { text: text.clone(), problem })
}
