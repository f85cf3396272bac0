//! Who sits at the board as the window sees it: names, states, clocks and last values.
//!
//! Changes nothing.

use std::time::Instant;

use super::state::Desk;
use crate::app::command::SeatChoice;
use crate::app::engines::{Role, State, chip_text};
use crate::app::format;
use crate::app::views::{Chip, ChipTone, ClockView, Mode, SeatView};
use crate::app::words::name_of;
use crate::games::{Actor, Node, Outcome, Side};
use crate::play::TimeControl;

impl Desk {
    pub(super) fn seat_view(&self, side: Side, now: Instant) -> SeatView {
        let info = self.doc.game.info();
        let choice = &self.seats.choices[side.idx()];
        let engine = match choice {
            SeatChoice::Human { .. } => None,
            SeatChoice::Engine { name, .. } => Some(name.clone()),
        };
        let eval = self.last_eval(side).filter(|_| engine.is_some());
        let session = self.engines.session_on_seat(side);
        let player = self.seats.players[side.idx()].as_ref();
        let guesses = player.and_then(|player| player.guesses(session));
        SeatView {
            name: name_of(choice),
            side_name: info.sides[side.idx()],
            human: engine.is_none(),
            is_engine: engine.is_some()
                || self.doc.match_game().is_some()
                || self.doc.record().tags.other.contains_key(&info.engine_key(side)),
            chip: self.seat_chip(side, now),
            stock: self.doc.position().stock(side),
            eval: eval
                .map(|score| {
                    // Beside a name, words and numbers are about who bears it, in every view.
                    let own = if side == Side::First { score } else { -score };
                    format::told_fine(own, own, info)
                })
                .unwrap_or_default(),
            engine,
            own_name: self.own_name_of_seat(side),
            ponder: guesses.map(|count| (count.hits, count.all)),
            timed_by_host: self.is_timed_by_host(side),
        }
    }

    /// The engine of the side has a clock, and the host divides the time on it.
    pub(super) fn is_timed_by_host(&self, side: Side) -> bool {
        let has_clock = |table: &crate::play::Table| table.clock(side, Instant::now()).limited;
        self.doc.table().is_some_and(has_clock)
            && self.engines.session_on_seat(side).is_timed_by_host()
    }

    /// What the side last thought of the position shown, or of the last one before it: while the
    /// game is followed its newest word, else what it wrote down with its moves.
    fn last_eval(&self, side: Side) -> Option<f64> {
        if self.doc.at_end() && self.seats.evals[side.idx()].is_some() {
            return self.seats.evals[side.idx()];
        }
        let record = self.doc.record();
        let path = record.path(self.doc.current());
        let own = path.into_iter().rev().map(|id| record.node(id));
        let mut own = own.filter(|node| node.side == Some(side));
        own.next()?.evaluations.first().map(|eval| eval.score)
    }

    fn seat_chip(&self, side: Side, now: Instant) -> Option<Chip> {
        if let Some(failed) = self.unsettled().filter(|failed| failed.side == side) {
            return Some(Chip { text: chip_text(&failed.cause), tone: ChipTone::Danger });
        }
        let running = self.engines.iter().find(|engine| engine.role == Role::Seat(side));
        // At the end of a game a rested engine has won or lost; what another one does is still said.
        if let Some(engine) = running.filter(|engine| engine.state != State::Ready) {
            return Some(engine.chip(now));
        }
        if let Some(outcome) = self.outcome_shown() {
            return Some(outcome_chip(outcome, side));
        }
        if let Some(engine) = running {
            return Some(engine.chip(now));
        }
        let playing = self.doc.table().filter(|table| !table.is_paused());
        let turn = match (self.mode, playing) {
            (Mode::Play, Some(table)) => table.turn(),
            (Mode::Play, None) => None,
            (Mode::Analyse | Mode::Match, _) => self.doc.to_move(),
        };
        let chip = |text: &str, tone| Some(Chip { text: text.to_owned(), tone });
        if turn != Some(side) {
            return None;
        }
        match (self.mode, self.seats.only_human()) {
            (Mode::Play, Some(human)) if human == side => chip("your move", ChipTone::Busy),
            _ => chip("to move", ChipTone::Busy),
        }
    }

    /// How the game has ended, where its end is shown.
    pub(super) fn outcome_shown(&self) -> Option<Outcome> {
        let record = self.doc.record();
        let is_last = self.doc.current() == record.last();
        let written = record.result.as_ref().filter(|_| is_last).map(|result| result.outcome);
        written.or_else(|| match self.doc.position().actor() {
            Actor::Over(ending) => Some(ending.outcome),
            Actor::Player(_) | Actor::Chance => None,
        })
    }

    pub(super) fn clock_view(&self, side: Side, node: &Node, now: Instant) -> ClockView {
        let Some(table) = self.doc.table() else {
            // A recorded game shows the time left after the side's last move.
            let of_side = |node: &Node| node.time_left.filter(|_| node.side == Some(side));
            let before = node.parent.map(|parent| self.doc.record().node(parent));
            let left = of_side(node).or_else(|| before.and_then(of_side));
            return ClockView {
                shown: left.is_some(),
                left: left.unwrap_or_default(),
                // What was given is not known, and no side is in danger any more.
                ..ClockView::default()
            };
        };
        let clock = table.clock(side, now);
        let shown = clock.limited
            && !matches!(
                table.control(side),
                TimeControl::Unlimited | TimeControl::Depth { .. } | TimeControl::Nodes { .. }
            );
        ClockView {
            shown,
            left: clock.left,
            running_since: clock.running_since.map(|_| now),
            danger_below: table.control(side).danger_below(),
        }
    }
}

/// What a side has made of a game that is over.
fn outcome_chip(outcome: Outcome, side: Side) -> Chip {
    let (text, tone) = match outcome {
        Outcome::WonBy(winner) if winner == side => ("won", ChipTone::Ok),
        Outcome::WonBy(_) => ("lost", ChipTone::Idle),
        Outcome::Draw => ("draw", ChipTone::Idle),
    };
    Chip { text: text.to_owned(), tone }
}
