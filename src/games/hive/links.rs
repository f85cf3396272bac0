//! Hive over UHP: games as GameStrings, moves as MoveStrings.
//!
//! Holds no state; the client decides what to send and when.

use std::borrow::Cow;

use super::moves::spelled;
use super::{GameType, Hive, game_string};
use crate::games::{KeptGame, KeptHead, Link, LinkedGame, Position, Rules, Setup};
use crate::protocol::{Root, RootMove};

/// The link for `protocol`, if Hive engines speak it.
pub(super) fn link(protocol: &str) -> Option<&'static dyn Link> {
    (protocol == Uhp.protocol()).then_some(&Uhp as &dyn Link)
}

const UHP: &str = "uhp";

/// Hive over UHP.
#[derive(Debug)]
struct Uhp;

impl Link for Uhp {
    fn protocol(&self) -> &'static str {
        UHP
    }

    /// The GameTypeString.
    fn variant_text(&self, variant: Option<&str>) -> Option<String> {
        Some(variant.and_then(GameType::find).unwrap_or_default().name().to_owned())
    }

    /// `start` and `full` are the arguments of `newgame`: a GameString, or the GameTypeString if no
    /// move has been made; each step is a MoveString, the argument of `play`.
    fn root(&self, game: &LinkedGame<'_>) -> Root {
        let mut pos = start(game);
        let start = newgame_text(&pos);
        if let Some(now) = game.now {
            let plain = |text: &str| Some(RootMove::plain(text));
            let moves = game.moves.iter().map_while(|played| played.written(UHP, plain)).collect();
            return Root { start, moves, full: newgame_of(now.to_text()) };
        }
        let mut moves = Vec::with_capacity(game.moves.len());
        for played in game.moves {
            let text = &played.mv.0;
            let Ok(mv) = pos.read_move(text) else { break };
            pos.play_unchecked(&mv);
            moves.push(RootMove::plain(text));
        }
        Root { start, moves: moves.into(), full: newgame_text(&pos) }
    }

    fn full(&self, game: &LinkedGame<'_>) -> String {
        match game.now {
            Some(now) => newgame_of(now.to_text()),
            None => self.root(game).full,
        }
    }

    /// Reads a MoveString in any spelling; the text that an engine reports behind a semicolon
    /// (depth, score) is not part of the move. A MoveString that means no place here (`wS1` after
    /// the first move) is not legal; a text that isn't one is unreadable.
    fn spelled<'a>(&self, _pos: &dyn Position, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text.split_once(';').map_or(text, |(mv, _)| mv).trim())
    }

    fn is_never_legal(&self, text: &str) -> bool {
        spelled(text).is_some()
    }

    fn keeps_games(&self) -> bool {
        true
    }

    /// A GameString, or a GameTypeString for a game without moves.
    fn read_kept(&self, text: &str) -> Option<KeptGame> {
        game_string::kept(text)
    }

    fn read_head(&self, text: &str) -> Option<KeptHead> {
        game_string::kept_head(text)
    }
}

/// The position with which the game starts. A start in canonical text can be set up; an empty one
/// is the usual one.
fn start(game: &LinkedGame<'_>) -> Hive {
    let variant = game.variant.map(str::to_owned);
    let position = (!game.start.is_empty()).then(|| game.start.to_owned());
    let game_type = game.variant.and_then(GameType::find).unwrap_or_default();
    Hive::start(&Setup { variant, position }).unwrap_or_else(|_| Hive::new(game_type))
}

/// The argument of `newgame` for the game of this canonical text: of one without moves only the
/// game type.
fn newgame_of(text: String) -> String {
    let has_moves = text.split(';').nth(3).is_some();
    let game_type = text.split(';').next().unwrap_or_default();
    if has_moves { text } else { game_type.to_owned() }
}

fn newgame_text(pos: &Hive) -> String {
    newgame_of(Rules::to_text(pos))
}
