//! A game whose engine has failed, while the user has not chosen what becomes of it: it waits, paused and
//! without a result, and can be gone on with or lost.
//!
//! Judges no engine: the table and the session say what has happened.

use std::time::Instant;

use super::parts::problems::ToldProblem;
use super::parts::unsettled::Unsettled;
use super::state::Desk;
use crate::app::command::SeatChoice;
use crate::app::engines::Engine;
use crate::app::views::{NoticeKind, Remedy};
use crate::app::words::{name_of, sentence};
use crate::games::Side;
use crate::play::{Cause, Table};
use crate::store::RestartPolicy;

impl Desk {
    /// The table says that an engine has lost by failing: the game waits instead for what the person
    /// at the screen chooses. Says whether it was so.
    pub(super) fn leave_unsettled(&mut self, now: Instant) -> bool {
        let waits = |cause: &Cause| cause.is_failure() || *cause == Cause::Stopped;
        let Some(table) = self.doc.table_mut() else { return false };
        if !table.forfeited().is_some_and(|(_, cause)| waits(cause)) {
            return false;
        }
        let Some((side, cause)) = table.take_back_forfeit() else { return false };
        table.pause(now);
        // As everywhere around the board: several entries of the list may call themselves alike.
        let name = name_of(&self.seats.choices[side.idx()]);
        let unsettled = Unsettled { side, cause, name };
        let text = unsettled.said();
        let details = unsettled.cause.error_output().to_vec();
        self.doc.unsettled = Some(unsettled);
        self.rest_seats(now);
        self.record_changed();
        self.announcement.clone_from(&text);
        let restart = self.engines.on_seat(side).map(|engine| engine.id);
        let restart = restart.filter(|id| self.may_restart(*id));
        let bundle = self.bundle(side, &text, &details);
        self.messages.keep(text.clone(), details, restart, now);
        self.messages.about_seat(side.idx());
        self.attach(bundle, ToldProblem::at_seat(side, restart));
        self.messages.ask(format!("{text} {}", self.what_to_do()));
        true
    }

    /// The ways on that there are, in a sentence.
    fn what_to_do(&self) -> String {
        let remedies = self.unsettled_remedies();
        let ways = [
            (remedies.contains(&Remedy::Engines), "set it right on the page of engines"),
            (remedies.contains(&Remedy::Restart), "restart the engine"),
            (remedies.contains(&Remedy::Replace), "choose another engine"),
            (self.n_to_take_back().is_some(), "take back the last move"),
            (true, "let it lose"),
        ];
        let ways: Vec<&str> = ways.into_iter().filter(|(is, _)| *is).map(|(_, way)| way).collect();
        let (last, others) = ways.split_last().unwrap_or((&"let it lose", &[]));
        match others {
            [] => format!("The game waits for you: {last}."),
            _ => format!("The game waits for you: {}, or {last}.", others.join(", ")),
        }
    }

    /// What can be done about the engine that the game waits for, what helps most first.
    pub(super) fn unsettled_remedies(&self) -> Vec<Remedy> {
        let Some(unsettled) = self.unsettled() else { return Vec::new() };
        let needs_another = unsettled.cause.needs_another_engine();
        let may_try = self.may_try_again(unsettled.side);
        let wanted = [
            // What is not in the list cannot be set right there.
            (needs_another && !self.is_gone(unsettled.side), Remedy::Engines),
            (may_try, Remedy::Restart),
            (needs_another || !may_try, Remedy::Replace),
            (true, Remedy::Forfeit),
            (true, Remedy::Analyse),
        ];
        wanted.into_iter().filter_map(|(is, remedy)| is.then_some(remedy)).collect()
    }

    /// The failure for which the game on the board waits.
    pub(super) fn unsettled(&self) -> Option<&Unsettled> {
        self.doc.table()?;
        self.doc.unsettled.as_ref()
    }

    /// The engine on this seat can be started again: it is in the list, which does not say that it is
    /// to stay away.
    fn may_try_again(&self, side: Side) -> bool {
        let SeatChoice::Engine { name, .. } = &self.seats.choices[side.idx()] else {
            return false;
        };
        let entry = self.engines.on_seat(side).map_or(name, |engine| &engine.entry);
        !self.is_gone(side) && self.catalogue.policy_of(entry) != RestartPolicy::Off
    }

    /// Why the game cannot be gone on with as it is: the engine has ended, and is not to be started
    /// again.
    pub(super) fn cannot_go_on(&self) -> Option<String> {
        let unsettled = self.unsettled()?;
        let engine = self.engines.on_seat(unsettled.side);
        let has_ended = engine.is_none_or(Engine::has_ended);
        (has_ended && !self.may_try_again(unsettled.side)).then(|| {
            let why = match self.is_gone(unsettled.side) {
                true => "is not in the list of engines any more",
                false => "is not to be started again",
            };
            format!(
                "{} It {why}: take back, let it lose, or choose who plays on in its place.",
                unsettled.said()
            )
        })
    }

    /// The user has chosen: the game does not wait any more, and nothing is asked.
    pub(super) fn settle(&mut self) -> Option<Unsettled> {
        self.messages.answered();
        self.doc.table()?;
        self.doc.unsettled.take()
    }

    /// The engine on this side is another one now, or was started again: the game goes on.
    pub(super) fn go_on_after_failure(&mut self, side: Side) {
        self.messages.answered();
        if self.unsettled().is_none_or(|unsettled| unsettled.side != side) {
            return;
        }
        self.settle();
        if let Some(table) = self.doc.table_mut() {
            table.resume_clocks();
        }
        self.keep_game();
    }

    /// A side loses because the person at the screen says so: by the failure that the game waits for,
    /// where it is that side's, or by the trouble that its engine is in.
    pub(super) fn let_lose(&mut self, side: Side, now: Instant) {
        if self.doc.table().is_none_or(Table::is_over) {
            return;
        }
        let failed = self.settle().filter(|unsettled| unsettled.side == side);
        let cause = match failed {
            Some(unsettled) => unsettled.cause,
            None => self.cause_of_trouble(side, now).unwrap_or(Cause::Stopped),
        };
        let Some(table) = self.doc.table_mut() else { return };
        table.stop_clocks(now);
        table.forfeit(side, cause);
        self.conclude(now);
    }

    /// The engine on a seat did not stop when it was told to, and was ended.
    pub(super) fn end_unruly(&mut self, side: Side, now: Instant) {
        let Some(engine) = self.engines.seat(side) else { return };
        let cause = Cause::Stalled("did not stop when told to".to_owned());
        let id = engine.id;
        engine.unruly = Some(cause.clone());
        self.engines.kill(id);
        let name = name_of(&self.seats.choices[side.idx()]);
        let text = format!("{} Its process was ended.", sentence(&cause.said_of(&name)));
        let bundle = self.bundle_of(id, &text, &[]);
        self.messages.keep(text, Vec::new(), None, now);
        self.attach(bundle, ToldProblem::default());
    }

    /// Says why nothing happens when a person goes on with a game whose engine is to stay away.
    pub(super) fn refuse_to_go_on(&mut self) -> bool {
        let Some(reason) = self.cannot_go_on() else { return false };
        self.messages.notice(NoticeKind::Refused, reason);
        true
    }
}
