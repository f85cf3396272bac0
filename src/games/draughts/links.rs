//! Draughts over Hub and GUIDE: positions as letters, moves as numbers of squares.
//!
//! Holds no state; the clients decide what to send and when.

use std::borrow::Cow;

use super::board::squares;
use super::moves::push_number;
use super::{Draughts, Move, Variant, fen};
use crate::games::{Link, LinkedGame, Position, Rules, Setup};
use crate::protocol::{Root, RootMove};

/// The link for `protocol`, if draughts engines speak it.
pub(super) fn link(protocol: &str) -> Option<&'static dyn Link> {
    let links: [&dyn Link; 2] = [&Hub, &Guide];
    links.into_iter().find(|link| link.protocol() == protocol)
}

const HUB: &str = "hub";
const GUIDE: &str = "guide";

/// Draughts over Hub.
#[derive(Debug)]
struct Hub;

/// Draughts over GUIDE.
#[derive(Debug)]
struct Guide;

impl Link for Hub {
    fn protocol(&self) -> &'static str {
        HUB
    }

    /// The variant's name in Hub's parameter `variant`.
    fn variant_text(&self, variant: Option<&str>) -> Option<String> {
        let variant = variant.and_then(Variant::find).unwrap_or_default();
        let text = match variant {
            Variant::International => "normal",
            Variant::Frisian => "frisian",
            Variant::Killer => "killer",
            Variant::Breakthrough => "bt",
            Variant::Losing => "losing",
        };
        Some(text.to_owned())
    }

    /// `start` is the 51 letters of the game's start, each move is in Hub notation. `full` is the
    /// text after `pos`: the position after the last irreversible move, and the king moves since.
    ///
    /// In Frisian it starts after the last irreversible move that leaves no king with moves in a
    /// row: an engine counts those moves itself, and another player's man move or capture does not
    /// end the count (rules 1.6).
    fn root(&self, game: &LinkedGame<'_>) -> Root {
        let mut pos = start(game);
        let start = fen::hub(pos.board(), pos.turn());
        let mut moves = Vec::with_capacity(game.moves.len());
        let (mut base, mut since) = (pos, 0);
        for (idx, played) in game.moves.iter().enumerate() {
            let Some(mv) = canonical(&played.mv.0) else { break };
            let comes_back = pos.is_reversible(&mv);
            pos.play(&mv);
            if !comes_back && *pos.king_runs() == [None; 2] {
                (base, since) = (pos, idx + 1);
            }
            moves.extend(played.written(HUB, |text| Some(RootMove::plain(text))));
        }
        let mut full = "pos=".to_owned() + &fen::hub(base.board(), base.turn());
        for (idx, mv) in moves[since..].iter().enumerate() {
            full.push_str(if idx == 0 { " moves=\"" } else { " " });
            full.push_str(&mv.step);
        }
        if since < moves.len() {
            full.push('"');
        }
        Root { start, moves: moves.into(), full }
    }

    /// Reads Hub notation with the captured squares in any order, captures without them if only
    /// one fits (GWD), and PDN.
    fn spelled<'a>(&self, _pos: &dyn Position, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text.trim().trim_matches('"'))
    }
}

impl Link for Guide {
    fn protocol(&self) -> &'static str {
        GUIDE
    }

    /// GUIDE knows international draughts only (rules 5.1).
    fn variants(&self) -> Option<&'static [&'static str]> {
        Some(&["international"])
    }

    /// `start` is the text after `position`, each move the text after `move`, `full` the text after
    /// `game`.
    fn root(&self, game: &LinkedGame<'_>) -> Root {
        let pos = start(game);
        let start = fen::guide(pos.board(), pos.turn());
        let mut moves = Vec::with_capacity(game.moves.len());
        for played in game.moves {
            let write = |text: &str| Some(RootMove::plain(&guide_text(&canonical(text)?)));
            let Some(mv) = played.written(GUIDE, write) else { break };
            moves.push(mv);
        }
        let mut full = format!("{start} {}", moves.len());
        for mv in &moves {
            full.push_str(" m ");
            full.push_str(&mv.step);
        }
        Root { start, moves: moves.into(), full }
    }

    /// Reads `31 33 2 27 28` with the captured squares in any order, without them if only one
    /// capture fits, and PDN, as in the lines of a search.
    fn spelled<'a>(&self, _pos: &dyn Position, text: &'a str) -> Cow<'a, str> {
        match guide_move(text) {
            Some(mv) if mv.captured == 0 => format!("{}-{}", mv.from + 1, mv.to + 1).into(),
            Some(mv) => mv.to_string().into(),
            None => Cow::Borrowed(text.trim_start_matches("m ").trim()),
        }
    }
}

/// The position with which the game starts. A start in canonical text can be set up; an empty one
/// is the usual one.
fn start(game: &LinkedGame<'_>) -> Draughts {
    let variant = game.variant.and_then(Variant::find).unwrap_or_default();
    let position = (!game.start.is_empty()).then(|| game.start.to_owned());
    let setup = Setup { variant: Some(variant.name().to_owned()), position };
    Draughts::start(&setup).unwrap_or_else(|_| Draughts::start_of(variant))
}

/// Reads a move in canonical text. This does not use the general parser, because the whole game is
/// sent for every move played.
fn canonical(text: &str) -> Option<Move> {
    let mut numbers = [0_u8; 2];
    let (mut n, mut square, mut captured) = (0, 0_u8, 0_u64);
    for byte in text.bytes().chain([b'x']) {
        match byte {
            b'0'..=b'9' => square = square.checked_mul(10)?.checked_add(byte - b'0')?,
            b'-' | b'x' if (1..=50).contains(&square) => {
                match numbers.get_mut(n) {
                    Some(number) => *number = square - 1,
                    None => captured |= 1 << (square - 1),
                }
                (n, square) = (n + 1, 0);
            }
            _ => return None,
        }
    }
    (n >= 2).then_some(Move { from: numbers[0], to: numbers[1], captured })
}

/// `32 28 0`, `31 33 2 27 28`: from, to, the number of captured pieces, and their squares,
/// ascending.
fn guide_text(mv: &Move) -> String {
    let mut text = String::with_capacity(8);
    push_number(&mut text, mv.from);
    text.push(' ');
    push_number(&mut text, mv.to);
    text.push(' ');
    text.push_str(&mv.captured.count_ones().to_string());
    for square in squares(mv.captured) {
        text.push(' ');
        push_number(&mut text, square);
    }
    text
}

/// Reads `31 33 2 27 28`, with or without an `m` before it. The captured squares may be missing
/// altogether.
pub(super) fn guide_move(text: &str) -> Option<Move> {
    let mut numbers = text
        .trim()
        .trim_start_matches("m ")
        .split_ascii_whitespace()
        .map(|number| number.parse::<u8>().ok());
    let mut square = || numbers.next()?.filter(|number| (1..=50).contains(number));
    let (from, to) = (square()? - 1, square()? - 1);
    let n = numbers.next().unwrap_or(Some(0))?;
    let mut captured = 0;
    let mut n_captured = 0;
    for number in numbers {
        let square = number.filter(|number| (1..=50).contains(number))? - 1;
        captured |= 1_u64 << square;
        n_captured += 1;
    }
    let is_whole = captured.count_ones() == u32::from(n) && n_captured == u32::from(n);
    (is_whole || n_captured == 0).then_some(Move { from, to, captured })
}
