//! Small questions about positions that the window may ask between two snapshots.
//!
//! Changes nothing, knows no engine and no game being played; the same question has always the same
//! answer.

use crate::games::{self, Recognised, Scene, SceneView, Setup};

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
        Ok(None) => match game.start(&setup(text)) {
            Ok(pos) => Ok(format!("position {}", pos.to_text())),
            Err(error) => Err(error.to_string()),
        },
        Err(problem) => Err(problem.to_string()),
    }
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
    let mut pos = games::find(game)?.start(&setup).ok()?;
    let mut last = None;
    for mv in moves {
        let Ok(played) = pos.play(mv) else { break };
        last = Some(played);
    }
    let view = SceneView { last_move: last.as_ref().map(|mv| mv.0.as_str()), ..Default::default() };
    Some(pos.scene(&view))
}
