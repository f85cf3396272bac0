//! The meaning of clicks: first a piece, in hand or on the board, then its target.
//!
//! A piece that the pillbug throws is clicked itself, like one that walks.

use super::hex::Hex;
use super::scene::{in_hand, meant, places};
use super::why::{broken_rule, not_choosable};
use super::{Hive, Move};
use crate::games::{Click, Rules};

/// The meaning of a click on `name` after the clicks `chosen`.
pub(super) fn click(pos: &Hive, chosen: &[String], name: &str) -> Click {
    if let Some(ending) = pos.board().ending() {
        return Click::Refused(format!("the game is over: {}", ending.reason));
    }
    let place = Hex::parse(name).filter(|hex| places(pos).contains(hex));
    if place.is_none() && in_hand(name).is_none() {
        return Click::Refused(format!("there is no place {name:?}"));
    }
    if pos.must_pass() {
        return Click::Complete(pos.write_move(&Move::Pass));
    }
    let first = chosen.first().filter(|first| first.as_str() != name);
    let Some(piece) = first.and_then(|first| meant(pos, first)) else {
        return match chosen.first() {
            Some(first) if first == name => Click::Partial(Vec::new()),
            Some(_) | None => choose(pos, name),
        };
    };
    let Some(to) = place else { return choose(pos, name) };
    let mv = Move::Play { piece, to };
    if pos.is_legal(mv) {
        return Click::Complete(pos.write_move(&mv));
    }
    // A click on another piece that can move chooses that piece instead.
    match choose(pos, name) {
        other @ Click::Partial(_) => other,
        Click::Complete(_) | Click::Refused(_) | Click::Kept { .. } => {
            Click::Refused(broken_rule(pos, mv))
        }
    }
}

/// A first click.
fn choose(pos: &Hive, name: &str) -> Click {
    let board = pos.board();
    let Some(piece) = meant(pos, name) else {
        return match in_hand(name) {
            Some((_, bug)) => Click::Refused(format!("no {} is left in hand", bug.title())),
            None => {
                let reason = "choose a piece first: one in hand, or one on the board";
                Click::Refused(reason.to_owned())
            }
        };
    };
    match not_choosable(board, piece) {
        None => Click::Partial(vec![name.to_owned()]),
        Some(reason) => Click::Refused(reason),
    }
}
