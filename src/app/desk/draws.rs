//! Draws by rule, by claim and by agreement in the game on the board.
//!
//! Knows no rule: the game judges its history, the table keeps offers.

use std::time::Instant;

use super::parts::seats::Seats;
use super::state::Desk;
use crate::app::views::{DrawRules, Mode, NoticeKind};
use crate::app::words::name_of;
use crate::games::{HistoryRules, Side};
use crate::play::Table;
use crate::protocol::Request;

impl Desk {
    /// Which history rules end a game between these seats by themselves. Where no person is there to
    /// claim a draw it comes by itself.
    pub(super) fn history_rules(&self, seats: &Seats) -> HistoryRules {
        let has_person = Side::BOTH.into_iter().any(|side| seats.is_human(side));
        let automatic = match self.settings.draw_rules {
            DrawRules::Automatic => true,
            DrawRules::Ask => !has_person,
            DrawRules::Off => false,
        };
        let automatic = automatic && !self.engine_decides();
        HistoryRules { repetition: automatic, counting: automatic }
    }

    /// The setting or the seats have changed.
    pub(super) fn apply_draw_rules(&mut self, now: Instant) {
        let rules = self.history_rules(&self.seats);
        let Some(table) = self.doc.table_mut().filter(|table| !table.is_over()) else { return };
        table.set_rules(rules);
        if table.is_over() {
            self.game_ended(now);
        }
    }

    /// The draw that a person can claim now, in words.
    pub(super) fn claim_text(&self) -> String {
        if self.settings.draw_rules != DrawRules::Ask || self.mode != Mode::Play {
            return String::new();
        }
        let ending = self.doc.table().filter(|table| !table.is_paused()).and_then(Table::claimable);
        ending.map(|ending| ending.reason.to_owned()).unwrap_or_default()
    }

    /// An engine offers a draw that a person can accept.
    pub(super) fn draw_is_offered(&self) -> bool {
        let offer = self.doc.table().and_then(Table::draw_offer);
        offer.is_some_and(|side| !self.seats.is_human(side)) && self.seats.only_human().is_some()
    }

    pub(super) fn claim_draw(&mut self, now: Instant) {
        let Some(table) = self.running_table() else { return };
        if end_by_claim(table, now) {
            self.game_ended(now);
        } else {
            let text = "No rule allows a draw to be claimed here.";
            self.messages.notice(NoticeKind::Refused, text);
        }
    }

    pub(super) fn offer_draw(&mut self, now: Instant) {
        let human = self.seats.only_human();
        let people = Side::BOTH.into_iter().all(|side| self.seats.is_human(side));
        let Some(table) = self.running_table() else { return };
        match human {
            Some(human) => self.offer_to_engine(human, now),
            // Both sit before this screen: the one who offers has been asked whether both agree.
            None if people => {
                table.stop_clocks(now);
                table.agree_draw();
                self.game_ended(now);
            }
            None => {
                let text = "Two engines play; no person is there to offer a draw.";
                self.messages.notice(NoticeKind::Refused, text);
            }
        }
    }

    /// Accepts the engine's own offer, or makes it one; where it does not understand offers, a draw
    /// by rule is as good.
    fn offer_to_engine(&mut self, human: Side, now: Instant) {
        let other = human.opponent();
        let name = name_of(&self.seats.choices[other.idx()]);
        let understands = self
            .engines
            .seat(other)
            .is_some_and(|engine| engine.session.can(|able| able.draw_offers));
        let Some(table) = self.doc.table_mut() else { return };
        if table.draw_offer() == Some(other) || understands {
            if offer(table, human, now) {
                return self.game_ended(now);
            }
            self.send_to_seat(other, Request::OfferDraw, now);
            let text = format!("A draw is offered to {name}; with its next move it declines.");
            return self.messages.notice(NoticeKind::Info, text);
        }
        if end_by_claim(table, now) {
            return self.game_ended(now);
        }
        let text = format!("{name} does not take draw offers.");
        self.messages.notice(NoticeKind::Refused, text);
    }

    /// An engine offers a draw, or agrees to one.
    pub(super) fn engine_offers_draw(&mut self, side: Side, now: Instant) {
        let name = name_of(&self.seats.choices[side.idx()]);
        let Some(table) = self.doc.table_mut().filter(|table| !table.is_over()) else { return };
        if offer(table, side, now) {
            return self.game_ended(now);
        }
        let other = side.opponent();
        if self.seats.is_human(other) {
            return self.messages.notice(NoticeKind::Info, format!("{name} offers a draw."));
        }
        let understands = self
            .engines
            .seat(other)
            .is_some_and(|engine| engine.session.can(|able| able.draw_offers));
        if understands {
            self.send_to_seat(other, Request::OfferDraw, now);
        }
    }

    /// A move of this side was made while that offer stood.
    pub(super) fn note_declined(&mut self, side: Side, offer: Option<Side>) {
        if offer == Some(side.opponent()) && self.seats.is_human(side.opponent()) {
            let name = name_of(&self.seats.choices[side.idx()]);
            self.messages.notice(NoticeKind::Info, format!("{name} plays on."));
        }
    }

    /// The table of a game that goes on; says why there is none.
    fn running_table(&mut self) -> Option<&mut Table> {
        let reason = match self.doc.table() {
            Some(table) if table.is_over() => "The game is over.",
            Some(table) if table.is_paused() => "The game is paused. Resume it first.",
            Some(_) => return self.doc.table_mut(),
            None => "No game is being played.",
        };
        self.messages.notice(NoticeKind::Refused, reason);
        None
    }
}

/// As [`Table::claim_draw`]; the clocks go on showing what they show now.
fn end_by_claim(table: &mut Table, now: Instant) -> bool {
    if table.claimable().is_some() {
        table.stop_clocks(now);
    }
    table.claim_draw()
}

/// As [`Table::offer_draw`]; the clocks of a game that ends go on showing what they show now.
fn offer(table: &mut Table, side: Side, now: Instant) -> bool {
    if table.draw_offer() == Some(side.opponent()) {
        table.stop_clocks(now);
    }
    table.offer_draw(side)
}
