//! Engines that have failed: started again where the list says so, killed and given up where the user
//! does.
//!
//! Decides nothing about matches, whose engines are restarted by their runner.

use std::time::{Duration, Instant};

use super::parts::problems::ToldProblem;
use super::state::Desk;
use crate::app::command::SeatChoice;
use crate::app::engines::{Engine, Role};
use crate::app::views::{Mode, NoticeKind};
use crate::app::words::name_of;
use crate::games::Side;
use crate::play::Cause;
use crate::session::{Exit, ExitCause};
use crate::store::RestartPolicy;

/// An engine that fails so often in this time is not started again by itself.
const MAX_RESTARTS: usize = 3;
/// As long as it takes for failures to be forgotten.
const SHORT: Duration = Duration::from_secs(60);
/// An engine that was told to stop is a problem when it has not done so for this long.
pub(super) const TOO_SLOW: Duration = Duration::from_secs(2);

/// The side of a seat; all but 0 is the second.
pub(super) fn side_of(seat: usize) -> Side {
    if seat == 0 { Side::First } else { Side::Second }
}

impl Desk {
    /// What the list says of an engine that has failed.
    /// The engine on this seat does not run, and cannot be started: it is not in the list any more.
    pub(super) fn is_gone(&self, side: Side) -> bool {
        let SeatChoice::Engine { name, .. } = &self.seats.choices[side.idx()] else { return false };
        self.engines.on_seat(side).is_none() && self.catalogue.is_unlisted(name)
    }

    /// An engine that sits in the game is not in the list any more: no side has lost by that.
    pub(super) fn ask_for_seat(&mut self, name: &str, now: Instant) {
        if self.doc.table().is_none_or(|table| table.is_paused() || table.is_over()) {
            return;
        }
        self.pause_table(now);
        let text = format!(
            "{name} is not in the list of engines any more; the game is paused. Choose who plays on in \
             its place."
        );
        self.messages.ask(text);
    }

    /// A restart that was offered when something went wrong still helps: the engine is there as it
    /// was then, and its game is not over.
    pub(super) fn is_worth_a_restart(&self, id: u64) -> bool {
        let Some(engine) = self.engines.get(id) else { return false };
        match engine.role {
            Role::Seat(_) => self.doc.table().is_some_and(|table| !table.is_over()),
            Role::Review => self.analysis.reviews(id),
            Role::Card
            | Role::Hint
            | Role::Candidates
            | Role::Coach
            | Role::Practice
            | Role::Ask => true,
        }
    }

    /// A restart is offered to the user.
    pub(super) fn may_restart(&self, id: u64) -> bool {
        let engine = self.engines.get(id);
        engine.is_none_or(|engine| self.catalogue.policy_of(&engine.entry) != RestartPolicy::Off)
    }

    /// The engine in this place is to find a move now. Resting engines, and those of a game that is
    /// over, are not.
    pub(super) fn is_asked_for_move(&self, role: Role) -> bool {
        let Role::Seat(side) = role else { return false };
        let player = self.seats.players[side.idx()].as_ref();
        player.is_some_and(|player| player.search().is_some())
    }

    /// An engine that has ended while it was not to move is needed: it is started again where the
    /// list says so, or when the user, who is asked here, goes on with the game. Its new number;
    /// `None` where it is not started.
    pub(super) fn start_again_if_allowed(
        &mut self,
        id: u64,
        side: Side,
        now: Instant,
    ) -> Option<u64> {
        let engine = self.engines.get_mut(id)?;
        let failed = engine.failed_at_rest.take();
        let entry = engine.entry.clone();
        let name = name_of(&self.seats.choices[side.idx()]);
        match (failed, self.catalogue.policy_of(&entry)) {
            (None, _) | (Some(_), RestartPolicy::Automatic) => self.restart_engine(id, now),
            (Some(cause), RestartPolicy::Off) => {
                self.forfeit(side, cause, now);
                None
            }
            (Some(cause), RestartPolicy::Ask) => {
                self.pause_table(now);
                let text = format!(
                    "{} while it was not to move; the game is paused. Resume it to start the engine again, \
                     or let another player go on.",
                    cause.said_of(&name)
                );
                self.messages.ask(text);
                None
            }
        }
    }

    /// The user starts an engine again: its analysis goes on, and so does a game in which it is to move.
    pub(super) fn restart_by_hand(&mut self, id: u64, now: Instant) {
        let Some(new) = self.restart_engine(id, now) else { return };
        self.analysis.go_on(new);
        if let Some(Role::Seat(side)) = self.engines.get(new).map(|engine| engine.role) {
            self.go_on_where_to_move(side);
        }
    }

    /// A paused game goes on where this side, whose engine was started again or replaced, is to move.
    pub(super) fn go_on_where_to_move(&mut self, side: Side) {
        if self.mode != Mode::Play || self.unsettled().is_some() {
            return;
        }
        let Some(table) = self.doc.table_mut() else { return };
        if table.is_over() || !table.is_paused() || table.turn() != Some(side) {
            return;
        }
        table.resume_clocks();
        let node = table.node();
        self.go_to(node);
    }

    /// The game waits for another engine on this side: the one that sits there has ended, or cannot be
    /// started.
    pub(super) fn waits_for_another(&self, side: Side) -> bool {
        let failed = self.unsettled().is_some_and(|unsettled| unsettled.side == side);
        let has_ended = self.engines.on_seat(side).is_some_and(Engine::has_ended);
        failed || has_ended || self.is_gone(side)
    }

    /// Starts an engine again that has failed at work, where the list says so; its game or analysis
    /// goes on.
    /// `wanted` says that it was analysing.
    pub(super) fn restart_by_itself(&mut self, id: u64, exit: &Exit, wanted: bool, now: Instant) {
        let Some(engine) = self.engines.get(id) else { return };
        // One that was never ready would only fail again.
        let is_at_work = engine.session.capabilities().is_some()
            && matches!(engine.role, Role::Seat(_) | Role::Card);
        let is_cure = matches!(
            exit.cause,
            ExitCause::Crashed
                | ExitCause::ClosedOutput
                | ExitCause::Stalled(_)
                | ExitCause::BadOutput(_)
        );
        let (entry, name) = (engine.entry.clone(), self.called(engine));
        if !is_at_work || !is_cure || self.catalogue.policy_of(&entry) != RestartPolicy::Automatic {
            return;
        }
        self.restarts.retain(|(_, at)| now.saturating_duration_since(*at) < SHORT);
        if self.restarts.iter().filter(|(known, _)| *known == entry).count() >= MAX_RESTARTS {
            let text = format!(
                "{name} has failed too often within a minute, and is not started again by itself."
            );
            return self.messages.notice(NoticeKind::Error, text);
        }
        self.restarts.push((entry, now));
        if let Some(new) = self.restart_engine(id, now) {
            if wanted {
                self.analysis.want(new);
            }
            let how = Cause::of_exit(exit).map(|cause| cause.to_string()).unwrap_or_default();
            let text = format!("{name} was started again ({how}), with the state that it had.");
            self.messages.lasting(text);
        }
    }

    /// Kills an engine; one that was to move has lost, until it is restarted.
    pub(super) fn kill_engine(&mut self, id: u64, now: Instant) {
        let Some(role) = self.engines.get(id).map(|engine| engine.role) else { return };
        self.engines.kill(id);
        let Role::Seat(side) = role else { return };
        let player = self.seats.players[side.idx()].as_ref();
        if player.is_some_and(|player| player.search().is_some()) {
            self.forfeit(side, Cause::Stopped, now);
        }
    }

    /// Writes down once that an engine of the game does not obey.
    pub(super) fn watch_seats(&mut self, now: Instant) {
        for side in Side::BOTH {
            let Some(engine) = self.engines.on_seat(side) else { continue };
            let is_slow = engine.stopping_for(now).is_some_and(|time| time > TOO_SLOW);
            let (id, name) = (engine.id, self.called(engine));
            if !is_slow || self.is_told_at_seat(id) {
                continue;
            }
            let secs = TOO_SLOW.as_secs();
            let text = format!("{name} has not answered for {secs} s. Wait, or choose what to do.");
            let bundle = self.bundle(side, &text, &[]);
            // What is shown beside the board goes when the engine answers; a notice would stay.
            self.messages.keep(text, Vec::new(), Some(id), now);
            self.messages.about_seat(side.idx());
            self.attach(bundle, ToldProblem::at_seat(side, Some(id)));
        }
    }
}
