//! PDN, the Portable Draughts Notation, read leniently and written in the form of version 3.0.
//!
//! Sources: the PDN 3.0 standard (`pdn.fmjd.org`) and the content of real files (rules 1.9). Knows
//! the five variants of this game; others are refused game by game, with their name.
//!
//! Facts that PDN cannot express are written in ways that other readers skip: evaluations as
//! commands in comments, the reason of a result in `Termination`, Killer in a tag `Variant`. Braces
//! in comments become parentheses, because a comment cannot hold them.

mod ahead;
mod foreign;
mod heading;
mod lex;
mod read;
mod resolve;
mod write;

pub(super) use read::{FirstGame, first_game, read};
pub(super) use write::write;

use lex::{Kind, Lexer, RawMove};

/// Numeric annotation glyphs that are written as signs behind a move.
const NAGS: [(u32, &str); 6] = [(1, "!"), (2, "?"), (3, "!!"), (4, "??"), (5, "!?"), (6, "?!")];

/// The beginning of a text, as far as it concerns draughts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Look {
    /// It begins with tags.
    Tags,
    /// It begins with moves.
    Moves,
    /// It begins with something else.
    Other,
}

/// Looks at the beginning of a text: tags that some draughts file may begin with, or moves.
pub(super) fn look(text: &str) -> Look {
    let mut has_tags = false;
    for token in Lexer::new(text).take(400) {
        match token.kind {
            Kind::Tag(key, _) => {
                has_tags = true;
                if matches!(key, "GameType" | "FEN") {
                    return Look::Tags;
                }
            }
            Kind::Move(_) | Kind::Setup(_) if has_tags => return Look::Tags,
            Kind::Move(raw) if is_sure(&raw) => return Look::Moves,
            Kind::Setup(text) if text.trim_start().starts_with("FEN") => return Look::Moves,
            Kind::Result(_) if has_tags => return Look::Tags,
            Kind::Number(..) | Kind::Comment(_) | Kind::Ellipsis | Kind::Open => {}
            Kind::Odd(text) if has_tags && text.starts_with('[') => {}
            Kind::Odd(text) if foreign::by_letters(text).is_some() => return Look::Moves,
            Kind::Move(_)
            | Kind::Setup(_)
            | Kind::Result(_)
            | Kind::Close
            | Kind::Nag(_)
            | Kind::Strength(_)
            | Kind::Odd(_)
            | Kind::NestedComment(_)
            | Kind::OpenComment => return Look::Other,
        }
    }
    if has_tags { Look::Tags } else { Look::Other }
}

/// A move of this game that cannot be a year.
fn is_sure(raw: &RawMove<'_>) -> bool {
    let has_separator = !raw.text.bytes().all(|byte| byte.is_ascii_digit());
    has_separator && raw.squares().iter().all(|square| (1..=50).contains(square))
}
