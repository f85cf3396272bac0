//! Small questions about positions that the window may ask between two snapshots.
//!
//! Changes nothing, knows no engine and no game being played; the same question has always the same
//! answer.

use crate::app::views::LineStep;
use crate::games::{
    self, BoxPosition, Counter, HistoryRules, Opening, Piece, Point, Recognised, Scene, SceneView,
    Setup, Trace,
};
use crate::play::{DiceList, TimeControl, one_ply_note};
use crate::protocol::Protocol;

/// Says what `text` is as a start of the game: `64-character board`, or why it is none.
///
/// # Errors
///
/// In words for people: what was read and what is wrong with it.
pub fn describe_start(game: &str, variant: Option<&str>, text: &str) -> Result<String, String> {
    let Some(game) = games::find(game) else { return Err(format!("unknown game {game:?}")) };
    let setup = |position: &str| Setup {
        variant: variant.map(str::to_owned),
        position: (!position.trim().is_empty()).then(|| position.trim().to_owned()),
    };
    if text.trim().is_empty() {
        return game
            .start(&setup(""))
            .map(|_| "normal start".to_owned())
            .map_err(|e| e.to_string());
    }
    match game.recognise(text) {
        Ok(Some(Recognised::Position { what, .. } | Recognised::Game { what, .. })) => Ok(what),
        Ok(Some(Recognised::Foreign { reason })) => Err(reason),
        Ok(None) => match game.start(&setup(text)) {
            Ok(pos) => Ok(format!("position {}", pos.to_text())),
            Err(error) => Err(error.to_string()),
        },
        Err(problem) => Err(problem.to_string()),
    }
}

/// The variant that a start of the game says itself; `None` where it says none.
#[must_use]
pub fn variant_said(game: &str, text: &str) -> Option<String> {
    if text.trim().is_empty() {
        return None;
    }
    match games::find(game)?.recognise(text).ok()?? {
        Recognised::Position { setup, .. } => setup.variant,
        Recognised::Game { record, .. } => record.setup.variant,
        Recognised::Foreign { .. } => None,
    }
}

/// What is to be said of a time control for an engine of this protocol, where the protocol cannot
/// tell it of so little time.
#[must_use]
pub fn time_note(protocol: Protocol, time: &TimeControl) -> Option<String> {
    one_ply_note(protocol, time)
}

/// Says whether `text` is a list of dice.
///
/// # Errors
///
/// In words for people: the line, and what is wrong there.
pub fn check_dice(text: &str) -> Result<(), String> {
    DiceList::read(text).map(drop).map_err(|error| error.to_string())
}

/// The board after `moves` from a position in canonical text, as far as they are legal.
/// `None` when the position cannot be read.
#[must_use]
pub fn scene_after(
    game: &str,
    variant: Option<&str>,
    position: &str,
    moves: &[String],
) -> Option<Scene> {
    let setup = Setup { variant: variant.map(str::to_owned), position: Some(position.to_owned()) };
    let pos = games::find(game)?.start(&setup).ok()?;
    Some(after(pos, moves.iter().map(String::as_str)))
}

/// The board after these moves, as far as they are legal.
fn after<'a>(mut pos: BoxPosition, moves: impl Iterator<Item = &'a str>) -> Scene {
    let mut last = None;
    for mv in moves {
        let Ok(played) = pos.play(mv) else { break };
        last = Some(played);
    }
    let last_move = last.as_ref().map(|mv| mv.0.as_str());
    pos.scene(&SceneView { last_move, ..SceneView::default() })
}

/// The cells a move is shown on, from a position in canonical text; empty when it is not legal
/// there.
#[must_use]
pub fn move_cells(game: &str, variant: Option<&str>, position: &str, mv: &str) -> Vec<String> {
    let setup = Setup { variant: variant.map(str::to_owned), position: Some(position.to_owned()) };
    let pos = games::find(game).and_then(|game| game.start(&setup).ok());
    pos.map(|pos| pos.move_cells(mv)).unwrap_or_default()
}

/// As [`move_cells`], from cell to cell.
#[must_use]
pub fn move_steps(game: &str, variant: Option<&str>, position: &str, mv: &str) -> Vec<[String; 2]> {
    let setup = Setup { variant: variant.map(str::to_owned), position: Some(position.to_owned()) };
    let pos = games::find(game).and_then(|game| game.start(&setup).ok());
    pos.map(|pos| pos.move_steps(mv)).unwrap_or_default()
}

/// As [`move_steps`], for a threat: a move of the side that is not to move in the position that is `shown`.
/// `turned` is the same position with that side to move.
#[must_use]
pub fn threat_steps(
    game: &str,
    variant: Option<&str>,
    shown: &str,
    turned: &str,
    mv: &str,
) -> Vec<[String; 2]> {
    let setup = Setup { variant: variant.map(str::to_owned), position: Some(shown.to_owned()) };
    let pos = games::find(game).and_then(|game| game.start(&setup).ok());
    let steps = pos.and_then(|pos| pos.threat_steps(mv));
    steps.unwrap_or_else(|| move_steps(game, variant, turned, mv))
}

/// The moves from a position in canonical text as steps on its board, as far as they are legal. A move of
/// several pieces has several steps, a pass none. `orientation` is that of the board.
#[must_use]
pub fn line_steps(
    game: &str,
    variant: Option<&str>,
    position: &str,
    orientation: u8,
    moves: &[String],
) -> Vec<LineStep> {
    let setup = Setup { variant: variant.map(str::to_owned), position: Some(position.to_owned()) };
    let Some(mut pos) = games::find(game).and_then(|game| game.start(&setup).ok()) else {
        return Vec::new();
    };
    let view = SceneView { orientation, ..SceneView::default() };
    let mut steps = Vec::new();
    let mut before = pos.scene(&view);
    for (idx, mv) in moves.iter().enumerate() {
        let Ok(canonical) = pos.resolve(mv) else { break };
        let ways = pos.move_steps(&canonical.0);
        if pos.play(&canonical.0).is_err() {
            break;
        }
        let after = pos.scene(&view);
        let middle = |name: &str| middle(&after, name).or_else(|| middle(&before, name));
        for [from, to] in ways {
            let Some(goal) = middle(&to) else { continue };
            let piece = highest(&after, goal);
            steps.push(LineStep {
                number: idx + 1,
                art: piece.map(|piece| piece.art),
                from: middle(&from).filter(|_| from != to),
                to: goal,
                level: piece.map_or(0, |piece| piece.level),
            });
        }
        before = after;
    }
    steps
}

/// The middle of the cell of this name.
fn middle(scene: &Scene, name: &str) -> Option<Point> {
    let outline = &scene.cells.iter().find(|cell| cell.name == name)?.outline;
    let sum = outline.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    let n = outline.len().max(1) as f32;
    Some((sum.0 / n, sum.1 / n))
}

/// The highest piece that lies there.
fn highest(scene: &Scene, at: Point) -> Option<&Piece> {
    let near = |piece: &&Piece| (piece.centre.0 - at.0).hypot(piece.centre.1 - at.1) < 0.3;
    scene.pieces.iter().filter(near).max_by_key(|piece| piece.level)
}

/// What rules of draws count after `moves` from a position in canonical text, in words: `25-move rule: 12
/// of 25`, and the rule that makes a draw there. `history` is what the positions up to that one left
/// behind. Empty where nothing is counted, or where a move is not legal.
#[must_use]
pub fn counts_after(
    game: &str,
    variant: Option<&str>,
    position: &str,
    history: &[Trace],
    moves: &[String],
) -> Vec<String> {
    let setup = Setup { variant: variant.map(str::to_owned), position: Some(position.to_owned()) };
    let Some(game) = games::find(game).filter(|_| !history.is_empty()) else { return Vec::new() };
    let Ok(mut pos) = game.start(&setup) else { return Vec::new() };
    let mut line = history.to_vec();
    for mv in moves {
        if pos.play(mv).is_err() {
            return Vec::new();
        }
        line.push(pos.trace());
    }
    let counts = pos.counters(&line);
    let told = |c: &Counter| format!("{}: {} of {}", c.title, c.value, c.limit);
    let draw = game.judge(&line, HistoryRules::default());
    let drawn = draw.map(|ending| format!("draw: {}", ending.reason));
    counts.iter().map(told).chain(drawn).collect()
}

/// The openings of a game and variant.
#[must_use]
pub fn openings(game: &str, variant: Option<&str>) -> &'static [Opening] {
    games::find(game).map_or(&[], |game| game.openings(variant))
}

/// The board after these moves from the normal start, as far as they are legal.
#[must_use]
pub fn opening_scene(game: &str, variant: Option<&str>, opening: &Opening) -> Option<Scene> {
    let setup = Setup { variant: variant.map(str::to_owned), position: None };
    let pos = games::find(game)?.start(&setup).ok()?;
    Some(after(pos, opening.moves.iter().map(|mv| mv.0.as_str())))
}

/// The usual file extension of the game's native format, without the dot.
#[must_use]
pub fn native_extension(game: &str) -> Option<&'static str> {
    games::find(game)?.formats().first()?.extensions.first().copied()
}

/// The game has a position editor.
#[must_use]
pub fn has_editor(game: &str) -> bool {
    games::find(game).is_some_and(|game| !game.brushes().is_empty())
}
