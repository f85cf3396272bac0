//! The meaning of clicks: a checker moves by the first die, or to the clicked target; the dice
//! confirm.
//!
//! - A click on a checker moves it by the first die that it can be moved with. The next click may
//!   name another target for it, unless the player has movable checkers there.
//! - A checker that is taken up ([`HOLD`]) goes where the next click says, with one die or more.
//! - A click on a place that a checker came from or went to, and that does nothing else, takes that
//!   step back; so does sending a checker back, and `undo`.
//! - A click on the dice rolls, changes their order while none is played, and confirms the play
//!   when it is complete: only then is it a move. A click on the cube doubles or takes.

use super::board::Step;
use super::making::{Making, UNFINISHED};
use super::place::Place;
use super::why::{awaited, refused_double};
use super::{Backgammon, Move, Phase, Steps, side_name};
use crate::games::{Click, HOLD, Rules};

/// Takes back the last step; no cell has this name.
const UNDO: &str = "undo";

/// The meaning of a click on `name` after the clicks `chosen`.
pub(super) fn click(pos: &Backgammon, chosen: &[String], name: &str) -> Click {
    if let Some(making) = Making::read(pos, chosen).filter(|_| pos.resigned.is_none()) {
        return Hand { pos, making }.click(name);
    }
    match (pos.phase, name) {
        _ if pos.resigned.is_some() => Click::Refused(awaited(pos)),
        (Phase::Decide, "dice") => Click::Complete(pos.write_move(&Move::Roll)),
        (Phase::Decide, "cube") if pos.can_double() => {
            Click::Complete(pos.write_move(&Move::Double))
        }
        (Phase::Doubled, "cube") => Click::Complete(pos.write_move(&Move::Take)),
        (Phase::Opening | Phase::Decide | Phase::Roll, "cube") => {
            Click::Refused(refused_double(pos))
        }
        _ => Click::Refused(awaited(pos)),
    }
}

/// A player's hand over the board.
struct Hand<'a> {
    pos: &'a Backgammon,
    making: Making,
}

impl Hand<'_> {
    fn click(mut self, name: &str) -> Click {
        if self.making.must_pass() {
            return Click::Complete(self.pos.write_move(&Move::Play(Steps::NONE)));
        }
        let turn = self.pos.turn;
        let held = name.strip_prefix(HOLD);
        let place = Place::parse(held.unwrap_or(name));
        match (name, place) {
            (UNDO, _) => match self.making.undo() {
                Some(_) => self.partial(),
                None => self.kept("nothing has been played yet".to_owned()),
            },
            ("dice", _) => self.dice(),
            ("cube", _) => {
                let reason = refused_double(self.pos);
                self.kept(reason)
            }
            (_, None) => self.kept(format!("there is no place {name:?}")),
            (_, Some(place)) => match (place.point_of(turn), held) {
                (None, _) => {
                    let other = side_name(turn.opponent());
                    self.kept(format!("that place is {other}'s"))
                }
                (Some(point), Some(_)) => self.hold(point),
                (Some(point), None) => self.point(point),
            },
        }
    }

    fn dice(mut self) -> Click {
        if let Some(mv) = self.making.play() {
            return Click::Complete(self.pos.write_move(&mv));
        }
        if self.making.can_swap() {
            self.making.swap();
            return self.partial();
        }
        let reason =
            if self.making.n_steps() == 0 { "both dice show the same" } else { UNFINISHED };
        self.kept(reason.to_owned())
    }

    /// Takes a checker up, if it can be moved or taken back.
    fn hold(mut self, point: u8) -> Click {
        self.making.is_loose = false;
        if self.making.first_step(point).is_some() || self.making.has_arrived(point) {
            self.making.held = Some(point);
            return self.partial();
        }
        self.making.held = None;
        let reason = self.why_not_from(point);
        self.kept(reason)
    }

    fn point(mut self, point: u8) -> Click {
        if let Some(from) = self.making.held.take() {
            return self.send(from, point);
        }
        let can_move = self.making.first_step(point).is_some();
        if self.making.is_loose && !can_move && self.sent_elsewhere(point) {
            return self.partial();
        }
        self.touch(point)
    }

    /// The checker that was held goes to a place.
    fn send(mut self, from: u8, to: u8) -> Click {
        if from == to {
            return self.touch(from);
        }
        if let Some(way) = self.making.way(from, to) {
            way.into_iter().for_each(|step| {
                self.making.add(step);
            });
            return self.partial();
        }
        if self.making.take_back(Step { from: to, to: from }) {
            return self.partial();
        }
        if self.making.first_step(to).is_some() {
            return self.touch(to);
        }
        let reason = self.making.why_not(from, Some(to));
        self.kept(reason)
    }

    /// The checker that the last click moved goes elsewhere instead.
    fn sent_elsewhere(&mut self, to: u8) -> bool {
        let mut other = self.making.clone();
        let Some(step) = other.undo().filter(|step| step.to != to) else { return false };
        let Some(way) = other.way(step.from, to) else { return false };
        let done = way.into_iter().all(|step| other.add(step));
        if done {
            self.making = other;
        }
        done
    }

    /// A single click on a place: moves the checker there, or takes a step back.
    fn touch(mut self, point: u8) -> Click {
        if let Some(step) = self.making.first_step(point) {
            self.making.add(step);
            self.making.is_loose = true;
            return self.partial();
        }
        if self.making.take_back_at(point) {
            return self.partial();
        }
        self.making.is_loose = false;
        let reason = self.why_not_from(point);
        self.kept(reason)
    }

    fn why_not_from(&self, point: u8) -> String {
        if point == 0 || self.making.board().own[usize::from(point)] == 0 {
            return "choose one of your own checkers first".to_owned();
        }
        self.making.why_not(point, None)
    }

    fn partial(self) -> Click {
        Click::Partial(self.making.write())
    }

    /// A wrong click undoes no step.
    fn kept(self, reason: String) -> Click {
        match self.making.write() {
            chosen if chosen.is_empty() => Click::Refused(reason),
            chosen => Click::Kept { chosen, reason },
        }
    }
}
