//! What can be set beside the checkers: dice, match and score, the rules in force, the cube.
//!
//! Judges nothing: the editor says what cannot be played.

use super::set_cube;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::{Backgammon, Dice, MAX_CUBE_LOG2, Phase, Terms, side_name};
use crate::games::{EditField, Side};

/// Match lengths to choose from; 0 is a game for money.
const LENGTHS: [u16; 15] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 15, 17, 21, 25];
/// Scores to choose from, at most.
const MOST_SCORES: u32 = 64;

/// What can be set, in the order of the fields.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Field {
    Dice,
    Length,
    Score(Side),
    Crawford,
    Jacoby,
    Cube,
    Owner,
}

/// The state of the dice.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Roll {
    /// The side to move may double or roll.
    Due,
    /// It has doubled.
    Doubled,
    /// Each side rolls one die.
    Opening,
    Rolled(Dice),
}

/// The fields that mean something in this position.
fn known(pos: &Backgammon) -> Vec<Field> {
    let is_match = pos.terms.length > 0;
    let mut known = vec![Field::Dice, Field::Length];
    if is_match {
        known.extend(Side::BOTH.map(Field::Score));
        if may_be_crawford(pos) {
            known.push(Field::Crawford);
        }
    } else {
        known.push(Field::Jacoby);
    }
    known.push(Field::Cube);
    if pos.terms.max_log2 > 0 && pos.cube.log2 > 0 {
        known.push(Field::Owner);
    }
    known
}

/// A side is one point away from a match that is longer.
pub(super) fn may_be_crawford(pos: &Backgammon) -> bool {
    let length = u32::from(pos.terms.length);
    length > 1 && pos.score.into_iter().any(|score| score + 1 == length)
}

/// The fields with their values.
pub(super) fn fields(pos: &Backgammon) -> Vec<EditField> {
    known(pos).into_iter().map(|field| shown(pos, field)).collect()
}

fn shown(pos: &Backgammon, field: Field) -> EditField {
    let of = |title: &'static str, items: Vec<String>, on: Option<usize>| EditField {
        title,
        items,
        on: on.unwrap_or_default(),
    };
    match field {
        Field::Dice => {
            let rolls = rolls(pos);
            let on = rolls.iter().position(|known| *known == roll_of(pos));
            of("Dice", rolls.into_iter().map(roll_text).collect(), on)
        }
        Field::Length => {
            let lengths = lengths(pos);
            let on = lengths.iter().position(|known| *known == pos.terms.length);
            of("Match", lengths.into_iter().map(length_text).collect(), on)
        }
        Field::Score(side) => {
            let score = pos.score[side.idx()];
            let scores = scores(pos, side);
            let on = scores.iter().position(|known| *known == score);
            let text = |score: u32| format!("{}: {score}", side_name(side));
            let title = ["White\u{2019}s score", "Black\u{2019}s score"][side.idx()];
            of(title, scores.into_iter().map(text).collect(), on)
        }
        Field::Crawford => {
            let items = ["Not the Crawford game", "Crawford game"].map(str::to_owned);
            of("Crawford rule", items.to_vec(), Some(usize::from(pos.is_crawford)))
        }
        Field::Jacoby => {
            let items = ["No Jacoby rule", "Jacoby rule"].map(str::to_owned);
            of("Jacoby rule", items.to_vec(), Some(usize::from(pos.terms.jacoby)))
        }
        Field::Cube => {
            let values = (0..=MAX_CUBE_LOG2.max(pos.cube.log2))
                .map(|log2| format!("Cube {}", 1_u32 << log2));
            let items = std::iter::once("No cube".to_owned()).chain(values).collect();
            let on = if pos.terms.max_log2 == 0 { 0 } else { usize::from(pos.cube.log2) + 1 };
            of("Cube", items, Some(on))
        }
        Field::Owner => {
            let items = ["Cube in the middle", "White\u{2019}s cube", "Black\u{2019}s cube"];
            let on = pos.cube.owner.map_or(0, |owner| owner.idx() + 1);
            of("Owner of the cube", items.map(str::to_owned).to_vec(), Some(on))
        }
    }
}

/// Chooses an item; one that does not exist changes nothing.
pub(super) fn choose(pos: &mut Backgammon, field: usize, item: usize) {
    let Some(field) = known(pos).get(field).copied() else { return };
    if item >= shown(pos, field).items.len() {
        return;
    }
    match field {
        Field::Dice => {
            pos.phase = match rolls(pos)[item] {
                Roll::Due => Phase::Decide,
                Roll::Doubled => Phase::Doubled,
                Roll::Opening => Phase::Opening,
                Roll::Rolled(dice) => Phase::Play(dice),
            };
        }
        Field::Length => set_length(pos, lengths(pos)[item]),
        Field::Score(side) => pos.score[side.idx()] = scores(pos, side)[item],
        Field::Crawford => pos.is_crawford = item == 1,
        Field::Jacoby => pos.terms.jacoby = item == 1,
        Field::Cube => match (item as u8).checked_sub(1) {
            None => {
                pos.terms.max_log2 = 0;
                pos.terms.jacoby = false;
            }
            Some(log2) => {
                pos.terms.max_log2 = pos.terms.max_log2.max(MAX_CUBE_LOG2).max(log2);
                set_cube(pos, log2, pos.cube.owner);
            }
        },
        Field::Owner => pos.cube.owner = Side::BOTH.into_iter().find(|side| side.idx() + 1 == item),
    }
}

/// A score that ends the match is set back.
fn set_length(pos: &mut Backgammon, length: u16) {
    if length == pos.terms.length {
        return;
    }
    let max_log2 = pos.terms.max_log2;
    let terms = if length > 0 { Terms::match_to(length) } else { Terms::MONEY };
    pos.terms = Terms { max_log2, jacoby: terms.jacoby && max_log2 > 0, ..terms };
    pos.game = 1;
    let most = u32::from(length).saturating_sub(1);
    pos.score = pos.score.map(|score| score.min(most));
}

fn roll_of(pos: &Backgammon) -> Roll {
    match pos.phase {
        Phase::Opening => Roll::Opening,
        Phase::Decide | Phase::Roll | Phase::Over { .. } => Roll::Due,
        Phase::Doubled => Roll::Doubled,
        Phase::Play(dice) => Roll::Rolled(dice),
    }
}

fn rolls(pos: &Backgammon) -> Vec<Roll> {
    let mut rolls = vec![Roll::Due];
    if pos.may_turn_cube() || pos.phase == Phase::Doubled {
        rolls.push(Roll::Doubled);
    }
    if pos.board == Board::START || pos.phase == Phase::Opening {
        rolls.push(Roll::Opening);
    }
    rolls.extend(Dice::ALL.map(Roll::Rolled));
    rolls
}

fn roll_text(roll: Roll) -> String {
    match roll {
        Roll::Due => "Not rolled".to_owned(),
        Roll::Doubled => "Doubled".to_owned(),
        Roll::Opening => "Opening roll".to_owned(),
        Roll::Rolled(dice) => format!("Rolled {}-{}", dice.high(), dice.low()),
    }
}

fn lengths(pos: &Backgammon) -> Vec<u16> {
    let mut lengths = LENGTHS.to_vec();
    if let Err(idx) = lengths.binary_search(&pos.terms.length) {
        lengths.insert(idx, pos.terms.length);
    }
    lengths
}

fn length_text(length: u16) -> String {
    match length {
        0 => "Money game".to_owned(),
        1 => "1 point match".to_owned(),
        _ => format!("Match to {length}"),
    }
}

/// The scores at which the match goes on, and the one there is.
fn scores(pos: &Backgammon, side: Side) -> Vec<u32> {
    let score = pos.score[side.idx()];
    let mut scores: Vec<u32> = (0..u32::from(pos.terms.length).min(MOST_SCORES)).collect();
    if let Err(idx) = scores.binary_search(&score) {
        scores.insert(idx, score);
    }
    scores
}
