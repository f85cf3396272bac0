//! The position editor: steps on positions, even on positions that cannot occur.
//!
//! Keeps nothing: a position is text between two steps.

use super::board::{Board, N_SQUARES, Piece, squares};
use super::fen::{self, Read};
use super::scene::{name, scene_with};
use super::{Draughts, KingRun, side_name, variant_of};
use crate::games::{
    Art, Brush, Edit, EditField, EditView, SceneView, Setup, SetupError, Side, counted,
};

/// The pieces that can be put on a square.
pub(super) static BRUSHES: [Brush; 5] = [
    Brush { title: "white man", art: Some(Art::Man { white: true }) },
    Brush { title: "white king", art: Some(Art::King { white: true }) },
    Brush { title: "black man", art: Some(Art::Man { white: false }) },
    Brush { title: "black king", art: Some(Art::King { white: false }) },
    Brush { title: "empty", art: None },
];

/// Why a position has no mirror image.
const NO_MIRROR: &str = "A draughts board has no mirror image: its pieces would stand on the squares that are not used.";

/// Makes one step. A cell or brush that does not exist changes nothing.
///
/// # Errors
///
/// When the variant does not exist or the text does not have the form of a position.
pub(super) fn edit(setup: &Setup, edit: &Edit) -> Result<Setup, SetupError> {
    let before = position(setup)?;
    let Draughts { mut board, mut turn, mut king_runs, .. } = before;
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
        Edit::Swap => {
            (board, turn) = (turned(&board), turn.opponent());
            king_runs.reverse();
            for run in king_runs.iter_mut().flatten() {
                run.square = N_SQUARES - 1 - run.square;
            }
        }
        Edit::Choose { field, item } => {
            let Some((side, runs)) = runs(&before).into_iter().nth(*field) else {
                return Ok(setup.clone());
            };
            let Some(run) = runs.get(*item) else { return Ok(setup.clone()) };
            king_runs[side.idx()] = *run;
        }
        Edit::Mirror => return Ok(setup.clone()),
    }
    let pos = Draughts { board, turn, ..before }.with_king_runs(king_runs);
    let counters = match edit {
        // Another position is set up.
        Edit::Clear | Edit::Start => String::new(),
        Edit::Put { .. }
        | Edit::Move { .. }
        | Edit::Turn(_)
        | Edit::Swap
        | Edit::Choose { .. }
        | Edit::Mirror => setup.position.as_deref().map(fen::counters).unwrap_or_default(),
    };
    let text = fen::write(&pos) + &counters;
    Ok(Setup { variant: setup.variant.clone(), position: Some(text) })
}

/// The editor's view; `None` if the set-up cannot be read at all.
pub(super) fn edit_view(setup: &Setup, view: &SceneView<'_>) -> Option<EditView> {
    let pos = position(setup).ok()?;
    let problem = pos.problem().or_else(|| {
        let ending = pos.ending()?;
        Some(format!("the game would be over: {}", ending.reason))
    });
    let plain = SceneView { orientation: view.orientation, numbers: view.numbers, ..*view };
    let plain = SceneView { last_move: None, chosen: &[], show_legal: false, ..plain };
    let scene = scene_with(&pos, &[], &plain);
    let fields = runs(&pos).into_iter().map(|(side, runs)| field(&pos, side, &runs)).collect();
    Some(EditView { scene, turn: pos.turn, problem, fields, no_mirror: Some(NO_MIRROR) })
}

/// The position, which may be one that cannot occur.
fn position(setup: &Setup) -> Result<Draughts, SetupError> {
    let variant = variant_of(setup)?;
    let Some(text) = &setup.position else { return Ok(Draughts::start_of(variant)) };
    let read = fen::read(text);
    let Read { board, turn, king_runs } =
        read.map_err(|problem| SetupError::Position { text: text.clone(), problem })?;
    let pos = Draughts { board, turn, variant, king_runs: [None; 2] };
    Ok(pos.with_king_runs(king_runs))
}

/// What can be counted of each side's kings, where something can: nothing, and so many moves in a row of
/// each king (Frisian, rules 1.6).
fn runs(pos: &Draughts) -> Vec<(Side, Vec<Option<KingRun>>)> {
    let of = |side: Side| {
        let kings = squares(pos.board.kings[side.idx()]);
        let counts = |run: &KingRun| {
            let mut one = [None; 2];
            one[side.idx()] = Some(*run);
            *pos.with_king_runs(one).king_runs() == one
        };
        let moves = 1..=KingRun::LIMIT;
        let all =
            kings.flat_map(|square| moves.clone().map(move |moves| KingRun { square, moves }));
        let runs: Vec<_> = all.filter(counts).map(Some).collect();
        (!runs.is_empty()).then(|| (side, [vec![None], runs].concat()))
    };
    Side::BOTH.into_iter().filter_map(of).collect()
}

fn field(pos: &Draughts, side: Side, runs: &[Option<KingRun>]) -> EditField {
    let text = |run: &Option<KingRun>| match run {
        None => format!("{}: no king moves counted", side_name(side)),
        Some(KingRun { square, moves }) => {
            let times = counted(usize::from(*moves), "move");
            format!("{}\u{2019}s king on {}: {times} in a row", side_name(side), square + 1)
        }
    };
    let on = runs.iter().position(|run| *run == pos.king_runs[side.idx()]);
    EditField {
        title: ["White\u{2019}s king moves", "Black\u{2019}s king moves"][side.idx()],
        items: runs.iter().map(text).collect(),
        on: on.unwrap_or_default(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counters_of_a_fen_stay_while_its_pieces_are_moved() {
        let position = Some("W:W31,32:B1,2:H4:F28".to_owned());
        let setup = Setup { variant: None, position };
        let after = |step: &Edit| edit(&setup, step).unwrap().position.unwrap();
        let to = |from: &str, to: &str| Edit::Move { from: from.to_owned(), to: to.to_owned() };
        assert_eq!(after(&to("31", "33")), "W:W32,33:B1,2:H4:F28");
        assert_eq!(after(&Edit::Turn(Side::Second)), "B:W31,32:B1,2:H4:F28");
        assert_eq!(after(&Edit::Clear), "W:W:B");
    }
}
