//! What a desk is told: commands, events of its sessions, the time, and what other rooms have changed.
//! Each gives the effects that the desk wants.
//!
//! Decides nothing itself: each goes to the file that knows what to do.

use std::sync::Arc;
use std::time::Instant;

use super::state::Desk;
use crate::app::catalogue::Catalogue;
use crate::app::command::{
    AnalysisCommand, EngineCommand, GameCommand, RolloutCommand, SeatChoice,
};
use crate::app::effect::Effect;
use crate::app::engines::Role;
use crate::app::shared::Shared;
use crate::app::views::{Mode, Settings};
use crate::games::Side;
use crate::protocol::{Event, Request};
use crate::session::{News, SessionEvent};
use crate::store::{SavedGame, Uncounted};

impl Desk {
    /// A wish about the game on the board.
    pub(in crate::app) fn handle_game_command(
        &mut self,
        command: GameCommand,
        now: Instant,
    ) -> Vec<Effect> {
        self.handle_game(command, now);
        self.take_effects()
    }

    /// A wish about analysis.
    pub(in crate::app) fn handle_analysis_command(
        &mut self,
        command: AnalysisCommand,
        now: Instant,
    ) -> Vec<Effect> {
        if matches!(command, AnalysisCommand::Rollout(RolloutCommand::Begin(_))) {
            self.uncount(Uncounted::Analysis);
        }
        self.handle_analysis(command, now);
        self.take_effects()
    }

    /// A wish about one of its sessions, or for an engine that analyses. Other wishes about engines
    /// are no desk's.
    pub(in crate::app) fn handle_engine_command(
        &mut self,
        command: EngineCommand,
        now: Instant,
    ) -> Vec<Effect> {
        match command {
            EngineCommand::Start(name) => self.add_card(&name, now),
            EngineCommand::Stop(id) => self.stop_engine(id),
            EngineCommand::Restart(id) => self.restart_by_hand(id, now),
            EngineCommand::Kill(id) => self.kill_engine(id, now),
            EngineCommand::Send(id, line) => {
                if let Some(engine) = self.engines.get_mut(id) {
                    engine.send(Request::Raw(line), now);
                }
            }
            EngineCommand::ShowWindow(id, on) => self.show_window(id, on, now),
            EngineCommand::Watch(_)
            | EngineCommand::Reload
            | EngineCommand::AskOptions(_)
            | EngineCommand::SetOptions(..)
            | EngineCommand::Add(_)
            | EngineCommand::AddUnprobed(_)
            | EngineCommand::Probe(_)
            | EngineCommand::StopProbe
            | EngineCommand::LeaveProbe
            | EngineCommand::LookFor(..)
            | EngineCommand::Check(_)
            | EngineCommand::StopCheck(_)
            | EngineCommand::Change(..)
            | EngineCommand::Duplicate(_)
            | EngineCommand::Remove(_)
            | EngineCommand::UndoRemove => {}
        }
        self.take_effects()
    }

    /// The program begins: what was on the board last time is there again, else a usual game.
    pub(in crate::app) fn handle_begin(
        &mut self,
        last: Option<&SavedGame>,
        now: Instant,
    ) -> Vec<Effect> {
        if !last.is_some_and(|saved| self.begin_with(saved, now)) {
            self.new_default_game(now);
        }
        self.take_effects()
    }

    /// Offers games that were not finished last time, the newest last. Gives the number under which
    /// each is kept from now on, too; `None` where it cannot be gone on with.
    pub(in crate::app) fn handle_unfinished(
        &mut self,
        found: &[SavedGame],
    ) -> (Vec<Option<u64>>, Vec<Effect>) {
        let numbers = self.offer_unfinished(found);
        (numbers, self.take_effects())
    }

    /// One of its sessions reports something.
    pub(in crate::app) fn handle_event(&mut self, id: u64, event: &SessionEvent) -> Vec<Effect> {
        self.note_event(id, event);
        self.take_effects()
    }

    /// Whatever its state asks for now: passes, clocks, searches, flags, analysis.
    pub(in crate::app) fn handle_timeout(&mut self, now: Instant) -> Vec<Effect> {
        let (revision, running) = (self.revision, self.running_clock(now));
        self.drive_hidden(now);
        self.watch_seats(now);
        self.drive_game(now);
        self.drive_adaptive();
        self.drive_kept(now);
        self.drive_analysis(now);
        self.drive_candidates(now);
        self.drive_dice_study();
        self.drive_practice(now);
        self.drive_keeping(now);
        self.note_cards();
        let effects = self.take_effects();
        // Looking at the clock alone changes nothing that is shown.
        if effects.is_empty() && self.running_clock(now) == running {
            self.revision = revision;
        }
        effects
    }

    /// The side whose clock runs.
    fn running_clock(&self, now: Instant) -> Option<Side> {
        let table = self.doc.table()?;
        Side::BOTH.into_iter().find(|side| table.clock(*side, now).running_since.is_some())
    }

    /// When [`Desk::handle_timeout`] must be called next.
    pub(in crate::app) fn poll_timeout(&self) -> Option<Instant> {
        let all = [
            self.game_deadline(),
            self.analysis_deadline(),
            self.candidates_deadline(),
            self.coach_deadline(),
            self.practice_deadline(),
            self.place.keep_at,
        ];
        all.into_iter().flatten().min()
    }

    /// Settings have changed.
    pub(in crate::app) fn handle_settings(
        &mut self,
        settings: Shared<Settings>,
        now: Instant,
    ) -> Vec<Effect> {
        let rules = (settings.draw_rules, settings.judge);
        let before = std::mem::replace(&mut self.settings, settings);
        if rules != (before.draw_rules, before.judge) {
            self.apply_draw_rules(now);
        }
        self.take_effects()
    }

    /// The list of engines, or what is known of them, has changed.
    pub(in crate::app) fn handle_catalogue(&mut self, catalogue: Arc<Catalogue>) {
        self.catalogue = catalogue;
        self.revision += 1;
    }

    /// An engine of the list goes by another name: so does what runs and who sits.
    pub(in crate::app) fn handle_renamed(&mut self, from: &str, to: &str) -> Vec<Effect> {
        self.engines.rename(from, to);
        self.analysis.shelf.rename(from, to);
        let games = self.undo.iter_mut().map(|(_, seats)| seats);
        for choice in games.chain([&mut self.seats]).flat_map(|seats| &mut seats.choices) {
            if let SeatChoice::Engine { name, .. } = choice
                && name == from
            {
                to.clone_into(name);
            }
        }
        self.keep_all_games();
        self.take_effects()
    }

    /// The engine of this name is started otherwise from now on.
    pub(in crate::app) fn handle_launch_changed(&mut self, name: &str) -> Vec<Effect> {
        self.analysis.reviews.forget_engine(name);
        self.renew_launches(name);
        self.take_effects()
    }

    /// The engine of this name has other options from now on.
    pub(in crate::app) fn handle_options_changed(
        &mut self,
        name: &str,
        now: Instant,
    ) -> Vec<Effect> {
        self.analysis.reviews.forget_engine(name);
        self.apply_options(name, now);
        self.take_effects()
    }

    /// A match begins: what else works on the processor would cost its engines time. `shown` says that
    /// the match is shown at this desk; another one that was about to show it goes back to its game.
    pub(in crate::app) fn handle_match_begins(&mut self, shown: bool, now: Instant) -> Vec<Effect> {
        if shown {
            self.mode = Mode::Match;
        } else {
            self.leave_match();
        }
        if self.plays() && !shown {
            let text = "This game is paused, so that it takes no time from the match. Resume goes on \
                        with it.";
            self.messages.lasting(text.to_owned());
        }
        // Games of this match have the numbers that those of the last one had.
        self.doc.unfollow();
        self.pause_table(now);
        self.rest_cards(now);
        self.rest_review_for_match(now);
        self.take_effects()
    }

    /// The match is over.
    pub(in crate::app) fn handle_match_is_over(&mut self, now: Instant) -> Vec<Effect> {
        self.go_on_after_match(now);
        self.take_effects()
    }

    /// Something is told to those who do not see the window.
    pub(in crate::app) fn announce_text(&mut self, text: String) {
        self.announcement = text;
        self.revision += 1;
    }

    /// The program ends: everything is kept as it stands.
    pub(in crate::app) fn handle_closing(&mut self) -> Vec<Effect> {
        self.keep_game();
        self.keep_last_game_now();
        self.take_effects()
    }

    fn note_event(&mut self, id: u64, event: &SessionEvent) {
        let Some(role) = self.engines.note(id, event) else { return };
        if let News::Ended(exit) = &event.what {
            self.report_exit(id, exit, event.at);
        }
        if let News::Event(Event::Complaint(text)) = &event.what {
            self.hear_complaint(id, role, text, event.at);
        }
        if let News::Event(Event::Ready { .. } | Event::Renamed(_)) = &event.what {
            self.note_own_name(role);
        }
        self.note_restart(id, event);
        self.note_ready(id, event);
        let was_wanted = self.analysis.wants(id);
        let was_asked = self.is_asked_for_move(role);
        match role {
            Role::Seat(side) => self.handle_seat_event(side, event),
            Role::Card => self.handle_card_event(id, event),
            Role::Review => self.handle_review_event(id, event),
            Role::Hint => self.handle_hint_event(id, event),
            Role::Candidates => self.handle_candidates_event(id, event),
            Role::Coach => self.handle_coach_event(id, event),
            Role::Practice => self.handle_practice_event(id, event),
            // No desk asks engines what they can do.
            Role::Ask => {}
        }
        if let News::Ended(exit) = &event.what
            && (was_wanted || was_asked)
        {
            self.restart_by_itself(id, exit, was_wanted, event.at);
        }
    }
}
