//! The position editor: tiles are placed, lifted and stacked, whether a rule allows it or not.
//!
//! Keeps nothing: a position is text between two steps. Records, engines and UHP know a position of
//! Hive only by the moves that led to it, so each step also looks for legal moves that lead to the
//! new position (see [`ways`]); without such moves it can be looked at but not played.

mod faults;
mod placed;
mod ways;

use self::placed::{Placed, Written};
use super::hex::Hex;
use super::piece::Piece;
use super::{Bug, GameType, Hive, scene};
use crate::games::{
    Art, Brush, Edit, EditField, EditView, Rules, SceneView, Setup, SetupError, Side, TileBug,
};

const fn brush(title: &'static str, white: bool, bug: TileBug) -> Brush {
    Brush { title, art: Some(Art::Tile { white, bug }) }
}

/// The tiles that can be put on a place, White's first.
pub(super) static BRUSHES: [Brush; 17] = [
    brush("white queen", true, TileBug::Queen),
    brush("white spider", true, TileBug::Spider),
    brush("white beetle", true, TileBug::Beetle),
    brush("white grasshopper", true, TileBug::Grasshopper),
    brush("white ant", true, TileBug::Ant),
    brush("white mosquito", true, TileBug::Mosquito),
    brush("white ladybug", true, TileBug::Ladybug),
    brush("white pillbug", true, TileBug::Pillbug),
    brush("black queen", false, TileBug::Queen),
    brush("black spider", false, TileBug::Spider),
    brush("black beetle", false, TileBug::Beetle),
    brush("black grasshopper", false, TileBug::Grasshopper),
    brush("black ant", false, TileBug::Ant),
    brush("black mosquito", false, TileBug::Mosquito),
    brush("black ladybug", false, TileBug::Ladybug),
    brush("black pillbug", false, TileBug::Pillbug),
    Brush { title: "lift the top tile", art: None },
];

/// Said of a position without a broken rule that no legal moves were found for.
const NO_WAY: &str = "Hive knows a position only by its moves, and no legal ones were found that lead to \
                      this one";

/// Makes one step. A place, a brush or a field that does not exist changes nothing, and neither does
/// a tile that its side has not in hand.
///
/// # Errors
///
/// When the variant does not exist or the text does not have the form of a position.
pub(super) fn edit(setup: &Setup, edit: &Edit) -> Result<Setup, SetupError> {
    let before = read(setup)?.placed;
    let mut placed = before.clone();
    match edit {
        Edit::Put { brush, cell } => {
            let (Some(brush), Some(hex)) = (BRUSHES.get(*brush), Hex::parse(cell)) else {
                return Ok(setup.clone());
            };
            match brush.art.map(kind) {
                None => placed.lift(hex),
                Some(None) => {}
                Some(Some((side, bug))) => placed.put(side, bug, hex),
            }
        }
        Edit::Move { from, to } => {
            if let (Some(from), Some(to)) = (Hex::parse(from), Hex::parse(to)) {
                placed.carry(from, to);
            }
        }
        Edit::Turn(side) => placed.turn = *side,
        Edit::Clear | Edit::Start => placed = Placed::new(placed.game_type),
        Edit::Mirror => placed.mirror(),
        Edit::Swap => placed.swap(),
        Edit::Choose { field: 0, item } => {
            if let Some(game_type) = GameType::ALL.get(*item) {
                placed.set_game_type(*game_type);
            }
        }
        Edit::Choose { .. } => {}
    }
    if placed == before {
        // Another way to the same position would be another text, with other names of the places.
        return Ok(setup.clone());
    }
    let way = if faults::fault(&placed).is_none() { ways::to(&placed) } else { None };
    let variant = Some(placed.game_type.name().to_owned());
    Ok(Setup { variant, position: Some(Written { placed, way }.to_string()) })
}

/// The editor's view; `None` if the set-up cannot be read at all.
pub(super) fn edit_view(setup: &Setup, view: &SceneView<'_>) -> Option<EditView> {
    let written = read(setup).ok()?;
    let placed = &written.placed;
    let plain = SceneView { last_move: None, chosen: &[], show_legal: true, ..*view };
    let types = GameType::ALL.map(|game_type| game_type.name().to_owned());
    let on = GameType::ALL.iter().position(|known| *known == placed.game_type);
    Some(EditView {
        scene: scene::still(&placed.hive(), &plain),
        turn: placed.turn,
        problem: written.problem(),
        fields: vec![EditField {
            title: "Pieces in use",
            items: types.to_vec(),
            on: on.unwrap_or_default(),
        }],
        no_mirror: None,
    })
}

/// The position of a text that the editor has written; `None` if it isn't one.
///
/// # Errors
///
/// When it cannot be played.
pub(super) fn start(text: &str) -> Option<Result<String, SetupError>> {
    let written = Written::read(text)?;
    let problem = written.problem();
    let failed = |problem| SetupError::Position { text: text.to_owned(), problem };
    Some(match (problem, written.way) {
        (None, Some(way)) => Ok(way),
        (problem, _) => Err(failed(problem.unwrap_or_else(|| NO_WAY.to_owned()))),
    })
}

impl Written {
    /// The reason why it cannot be played, in words.
    fn problem(&self) -> Option<String> {
        faults::fault(&self.placed).or_else(|| self.way.is_none().then(|| NO_WAY.to_owned()))
    }
}

fn read(setup: &Setup) -> Result<Written, SetupError> {
    if let Some(written) = setup.position.as_deref().and_then(Written::read) {
        return Ok(written);
    }
    let pos = Hive::start(setup)?;
    Ok(Written { placed: Placed::of(&pos), way: Some(pos.to_text()) })
}

/// The side and kind of a tile.
fn kind(art: Art) -> Option<(Side, Bug)> {
    let Art::Tile { white, bug } = art else { return None };
    let side = if white { Side::First } else { Side::Second };
    let bug = match bug {
        TileBug::Queen => Bug::Queen,
        TileBug::Spider => Bug::Spider,
        TileBug::Beetle => Bug::Beetle,
        TileBug::Grasshopper => Bug::Grasshopper,
        TileBug::Ant => Bug::Ant,
        TileBug::Mosquito => Bug::Mosquito,
        TileBug::Ladybug => Bug::Ladybug,
        TileBug::Pillbug => Bug::Pillbug,
    };
    Some((side, bug))
}

/// A piece and its place.
type At = (Piece, Hex);
