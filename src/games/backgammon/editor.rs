//! The position editor: steps on positions, even on positions that cannot occur.
//!
//! Keeps nothing: a position is an XGID between two steps. What a side has neither on the points nor
//! on the bar is borne off, so the trays are where checkers come from and go to.

mod fields;

use super::board::{BAR, Board, N_CHECKERS, OFF};
use super::place::Place;
use super::{Backgammon, Cube, Phase, formats, scene, side_name, xgid};
use crate::games::{Art, Brush, Edit, EditView, Rules, SceneView, Setup, SetupError, Side};

/// The pieces that can be put on a point or the bar.
pub(super) static BRUSHES: [Brush; 3] = [
    Brush { title: "white checker", art: Some(Art::Checker { white: true }) },
    Brush { title: "black checker", art: Some(Art::Checker { white: false }) },
    Brush { title: "take one away", art: None },
];

/// Why a position has no mirror image.
const NO_MIRROR: &str =
    "The mirror image is the same position: its points keep their numbers. Turn board shows it.";

/// Makes one step. A cell, a brush or a field that does not exist changes nothing.
///
/// # Errors
///
/// When the variant does not exist or the text does not have the form of a position.
pub(super) fn edit(setup: &Setup, edit: &Edit) -> Result<Setup, SetupError> {
    let mut pos = read(setup)?;
    let before = pos;
    match edit {
        Edit::Put { brush, cell } => {
            let Some(brush) = BRUSHES.get(*brush) else { return Ok(setup.clone()) };
            match (cell.as_str(), Place::parse(cell)) {
                (_, Some(place)) => put(&mut pos, place, brush.art.and_then(side_of)),
                ("cube", None) => turn_cube(&mut pos, brush.art.is_some()),
                (_, None) => {}
            }
        }
        Edit::Move { from, to } => {
            if let (Some(from), Some(to)) = (Place::parse(from), Place::parse(to)) {
                carry(&mut pos, from, to);
            }
        }
        Edit::Turn(side) => give_turn(&mut pos, *side),
        Edit::Clear => {
            let mut own = [0; BAR + 1];
            own[OFF] = N_CHECKERS;
            pos.board = Board { own, opp: own };
        }
        Edit::Start => {
            (pos.board, pos.phase, pos.cube) = (Board::START, Phase::Opening, Cube::default());
        }
        Edit::Swap => swap(&mut pos),
        Edit::Choose { field, item } => fields::choose(&mut pos, *field, *item),
        // A board that is mirrored is the same position, only seen from the other end of the table.
        Edit::Mirror => {}
    }
    if pos == before && setup.position.is_none() {
        return Ok(setup.clone());
    }
    Ok(Setup { variant: None, position: Some(xgid::write(&settled(pos))) })
}

/// The editor's view; `None` if the set-up cannot be read at all.
pub(super) fn edit_view(setup: &Setup, view: &SceneView<'_>) -> Option<EditView> {
    let pos = read(setup).ok()?;
    let plain = SceneView { last_move: None, chosen: &[], show_legal: false, hint: None, ..*view };
    Some(EditView {
        scene: scene::still(&pos, &SceneView { rolled: None, ..plain }),
        turn: pos.turn,
        problem: problem(&pos),
        fields: fields::fields(&pos),
        no_mirror: Some(NO_MIRROR),
    })
}

fn read(setup: &Setup) -> Result<Backgammon, SetupError> {
    let Some(text) = &setup.position else { return Backgammon::start(setup) };
    xgid::read_form(text).or_else(|_| {
        formats::read_position(text)
            .map_err(|problem| SetupError::Position { text: text.clone(), problem })
    })
}

/// The reason why the position cannot be played, in the words of the board.
fn problem(pos: &Backgammon) -> Option<String> {
    for side in Side::BOTH {
        let n = xgid::in_play(&pos.checkers(side)[0]);
        if n > u32::from(N_CHECKERS) {
            let name = side_name(side);
            return Some(format!("{name} has {n} checkers; {N_CHECKERS} is the most"));
        }
        if n == 0 {
            return Some(format!("{} has no checker left: the game is over", side_name(side)));
        }
    }
    if let Phase::Over { .. } = pos.phase {
        return Some("the game is over".to_owned());
    }
    if pos.is_crawford && pos.cube.is_turned() {
        return Some("in the Crawford game the cube is not turned".to_owned());
    }
    // For money a cube in the middle is higher after automatic doubles.
    if pos.terms.length > 0 && pos.cube.is_turned() && pos.cube.owner.is_none() {
        return Some("in a match a turned cube belongs to a side".to_owned());
    }
    xgid::problem(pos)
}

/// A side's checkers in that side's own numbering.
fn checkers(board: &mut Board, turn: Side, side: Side) -> &mut [u8; BAR + 1] {
    if side == turn { &mut board.own } else { &mut board.opp }
}

fn side_of(art: Art) -> Option<Side> {
    match art {
        Art::Checker { white } | Art::Rim { white } => {
            Some(if white { Side::First } else { Side::Second })
        }
        Art::Stone { .. } | Art::Man { .. } | Art::King { .. } | Art::Tile { .. } => None,
    }
}

/// Puts a checker of a side there, or takes one away. On a point the other side's checkers make room;
/// on either bar it is its own. The trays have what is left.
fn put(pos: &mut Backgammon, place: Place, side: Option<Side>) {
    let Some(side) = side else {
        if let Some(owner) = owner(pos, place).filter(|_| !matches!(place, Place::Off(_))) {
            change(pos, owner, place, -1);
        }
        return;
    };
    match place {
        Place::Point(_) => {
            empty(pos, side.opponent(), place);
            change(pos, side, place, 1);
        }
        Place::Bar(_) => change(pos, side, Place::Bar(side), 1),
        Place::Off(_) => {}
    }
}

/// A checker goes from one place to another, or from and to its tray.
fn carry(pos: &mut Backgammon, from: Place, to: Place) {
    let Some(side) = owner(pos, from).filter(|_| from != to) else { return };
    change(pos, side, from, -1);
    match to {
        Place::Point(_) | Place::Bar(_) => put(pos, to, Some(side)),
        Place::Off(_) => {}
    }
}

/// The side that has checkers there.
fn owner(pos: &Backgammon, place: Place) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| {
        let point = place.point_of(*side);
        point.is_some_and(|point| pos.checkers(*side)[0][usize::from(point)] > 0)
    })
}

/// One checker of a side more or less, with those off to match.
fn change(pos: &mut Backgammon, side: Side, place: Place, by: i8) {
    let Some(point) = place.point_of(side).filter(|point| usize::from(*point) != OFF) else {
        return;
    };
    let own = checkers(&mut pos.board, pos.turn, side);
    let there = &mut own[usize::from(point)];
    *there = there.saturating_add_signed(by).min(N_CHECKERS);
    own[OFF] = u32::from(N_CHECKERS).saturating_sub(xgid::in_play(own)) as u8;
}

fn empty(pos: &mut Backgammon, side: Side, place: Place) {
    let Some(point) = place.point_of(side) else { return };
    let own = checkers(&mut pos.board, pos.turn, side);
    own[usize::from(point)] = 0;
    own[OFF] = u32::from(N_CHECKERS).saturating_sub(xgid::in_play(own)) as u8;
}

/// The cube is doubled, after the highest value it lies in the middle again; or halved.
fn turn_cube(pos: &mut Backgammon, doubles: bool) {
    let max = pos.terms.max_log2;
    let log2 = pos.cube.log2;
    let next = if doubles { (log2 + 1) % (max + 1) } else { log2.saturating_sub(1) };
    set_cube(pos, next, pos.cube.owner);
}

/// A cube of 1 has no owner.
fn set_cube(pos: &mut Backgammon, log2: u8, owner: Option<Side>) {
    pos.cube = Cube { log2, owner: owner.filter(|_| log2 > 0) };
}

fn give_turn(pos: &mut Backgammon, side: Side) {
    if pos.turn != side {
        (pos.turn, pos.board) = (side, pos.board.flip());
    }
    if pos.phase == Phase::Opening {
        pos.phase = Phase::Decide;
    }
}

/// Each side gets the other's checkers, points, cube and turn. From the point of view of the side on
/// turn nothing is different.
fn swap(pos: &mut Backgammon) {
    pos.turn = pos.turn.opponent();
    pos.cube.owner = pos.cube.owner.map(Side::opponent);
    pos.score.swap(0, 1);
}

/// Without what the steps have made impossible: what was being answered, an opening roll on another
/// board, a Crawford game at another score, a cube where there is none.
fn settled(mut pos: Backgammon) -> Backgammon {
    pos.resigned = None;
    pos.phase = match pos.phase {
        Phase::Opening if pos.board == Board::START => Phase::Opening,
        phase @ (Phase::Play(_) | Phase::Doubled) => phase,
        Phase::Opening | Phase::Decide | Phase::Roll | Phase::Over { .. } => Phase::Decide,
    };
    pos.is_crawford &= fields::may_be_crawford(&pos);
    let Cube { log2, owner } = pos.cube;
    let most = pos.terms.max_log2;
    set_cube(&mut pos, log2.min(most), owner);
    if pos.phase == Phase::Decide && !pos.can_double() {
        pos.phase = Phase::Roll;
    }
    pos
}
