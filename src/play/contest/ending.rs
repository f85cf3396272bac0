//! The end of a game of a match: searches stopped, engines back in step, the report.
//!
//! Does not decide the game.

use std::mem;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use tracing::info;

use super::{Contest, Turn, now};
use crate::date;
use crate::games::{GameResult, Outcome};
use crate::play::checking::Checker;
use crate::play::match_engine::MatchEngine;
use crate::play::{
    BundleFacts, Cause, DiceSource, GameReport, GameStop, Lateness, MatchDice, OwnFault, Patience,
    SeatNews,
};
use crate::protocol::Request;

impl Contest<'_> {
    /// Ends engines of a stopped game that were not ready in it: they may take long to hear that they
    /// are to quit. Where the whole match is stopped, that has a limit of its own.
    pub(super) async fn give_up_starts(&mut self) {
        if self.wish.borrow().stopped.is_some() {
            return;
        }
        for engine in [0, 1] {
            if !self.was_ready[engine] {
                self.engines[engine].kill().await;
            }
        }
    }

    /// Stops both engines' searches: those that do not obey are killed. If the match was stopped,
    /// there is no wait for that: they are about to be shut down.
    pub(super) async fn settle(&mut self) {
        self.await_late_answer().await;
        for engine in [0, 1] {
            if let Some(request) = self.players[engine].abandon(now()) {
                self.engines[engine].request(request);
            }
        }
        if self.wish.borrow().stopped.is_some() {
            return;
        }
        // One whose process is gone answers nothing any more.
        while [0, 1]
            .into_iter()
            .any(|engine| self.engines[engine].is_running() && !self.players[engine].is_idle())
        {
            match self.wait().await {
                Turn::Said(engine, event) => {
                    self.pass_on(engine, &event);
                    let state = self.engines[engine].state();
                    self.players[engine].handle(&event, state, &mut self.table);
                }
                Turn::Time => self.kill_the_unruly().await,
                Turn::Wished => {}
            }
        }
    }

    /// If program and machine may have cost an engine the game: waits for its answer as long as that.
    /// Without a move in it the engine hangs or gives up, or would have been too late all the same.
    async fn await_late_answer(&mut self) {
        let lost = self.table.forfeited().filter(|(_, cause)| *cause == Cause::LostOnTime);
        let late = self.lateness.filter(|late| late.matters() && late.halted.is_zero());
        let (Some((side, _)), Some(late)) = (lost, late) else { return };
        let engine = self.pairing.engine_at(*side);
        let until = now() + late.cost().min(Patience::MATCH.obey);
        while self.players[engine].search().is_some() && now() < until {
            self.held_until = Some(until);
            if self.wish.borrow().stopped.is_some() {
                break;
            }
            match self.wait().await {
                Turn::Said(from, event) => {
                    self.pass_on(from, &event);
                    let state = self.engines[from].state();
                    self.players[from].handle(&event, state, &mut self.table);
                }
                Turn::Time | Turn::Wished => {}
            }
        }
        self.held_until = None;
        let player = &self.players[engine];
        let has_answered = player.search().is_none()
            && !player.was_restarted_for_silence()
            && self.engines[engine].is_running();
        let own = match (has_answered, player.gave_up()) {
            (true, false) => None,
            (true, true) => Some(OwnFault::NoMove),
            (false, _) => Some(OwnFault::Silent),
        };
        if own.is_some() && self.wish.borrow().stopped.is_none() {
            let late = Lateness { own, ..late };
            info!(game = self.pairing.number, ?late, "no move after that either");
            self.lateness = Some(late);
        }
    }

    async fn kill_the_unruly(&mut self) {
        let now = now();
        for engine in [0, 1] {
            let state = self.engines[engine].state();
            let news = self.players[engine].handle_timeout(state, now, &mut self.table);
            if news == Some(SeatNews::Unruly) {
                info!(engine = self.engines[engine].spec.name, "does not end its search: killed");
                self.engines[engine].kill().await;
            }
        }
    }

    /// One failure costs one game: an engine that failed begins the next game with its answers in
    /// step, or restarted.
    pub(super) fn resync(&self) {
        let lost = self.table.forfeited().filter(|(_, cause)| cause.leaves_doubt());
        if let Some((side, _)) = lost {
            self.engines[self.pairing.engine_at(*side)].request(Request::Resync);
        }
    }

    pub(super) fn report(
        mut self,
        began: (Instant, SystemTime),
        stopped: Option<GameStop>,
    ) -> GameReport {
        let forfeit = self
            .table
            .forfeited()
            .map(|(side, cause)| (self.pairing.engine_at(*side), cause.clone()));
        let blamed = forfeit.as_ref().filter(|(_, cause)| *cause != Cause::Resigned);
        let bundle = blamed.and_then(|(engine, cause)| self.bundle(*engine, cause));
        let last_words =
            forfeit.as_ref().map(|(engine, _)| mem::take(&mut self.last_words[*engine]));
        // An engine that got ready by words of two protocols and speaks the other one was never
        // ready.
        let unready = forfeit.as_ref().is_some_and(|(engine, cause)| {
            !self.was_ready[*engine] || matches!(cause, Cause::WrongProtocol(_))
        });
        for (engine, match_engine) in self.engines.iter().enumerate() {
            let own_name = match_engine.state().own_name();
            if !own_name.is_empty() {
                self.table.name_engine(self.pairing.seat_of(engine), own_name);
            }
        }
        let states = self.engines.each_ref().map(MatchEngine::state);
        let options = [0, 1].map(|i| self.config.engines[i].options_set(states[i].options()));
        let own_names = states.map(|state| state.own_name().to_owned());
        let ponder = [0, 1].map(|i| self.players[i].guesses(states[i]));
        let mut record = self.table.into_record();
        record.tags.date = date::day(began.1);
        record.tags.other.insert("Round".to_owned(), self.pairing.number.to_string());
        if self.config.game.info().has_dice
            && let DiceSource::Seeded(seed) = &self.dice
        {
            record.tags.other.insert("DiceSeed".to_owned(), seed.to_string());
        }
        if let Some(MatchDice::Listed { name, .. }) = &self.config.dice {
            record.tags.other.insert("DiceFile".to_owned(), name.clone());
        }
        let unfinished = || GameResult {
            outcome: Outcome::Draw,
            margin: None,
            reason: stopped.unwrap_or(GameStop::User).cause().kind().to_owned(),
        };
        let result = record.result.clone().unwrap_or_else(unfinished);
        let checkers = self.checkers.into_iter().flatten();
        let disagreements = checkers.flat_map(Checker::into_found).collect();
        GameReport {
            annulled: false,
            config: Arc::clone(self.config),
            began: began.1,
            own_names,
            options,
            lateness: self.lateness,
            adjudicated: self.adjudicated,
            disagreements,
            engines: self.config.names(),
            pairing: self.pairing,
            record,
            result,
            forfeit,
            last_words: last_words.unwrap_or_default(),
            unready,
            unusable: false,
            stopped,
            bundle,
            bundle_file: None,
            delays: self.delays,
            ponder,
            same_as: None,
            duration: now().saturating_duration_since(began.0),
        }
    }

    /// Everything known about a failure by which an engine (0 or 1) has just lost.
    fn bundle(&self, engine: usize, cause: &Cause) -> Option<String> {
        let match_engine = &self.engines[engine];
        let record = self.table.record();
        let facts = BundleFacts {
            problem: &format!(
                "Game {}: {}",
                self.pairing.number,
                cause.said_of(&match_engine.spec.name)
            ),
            details: &self.last_words[engine],
            engine: &match_engine.spec.name,
            launch: &match_engine.spec.launch,
            game: self.config.game.info(),
            variant: self.config.setup.variant.as_deref(),
            position: Some(self.table.position().to_text()),
            moves: record.moves_to(self.table.node()).into_iter().map(|mv| mv.0).collect(),
        };
        match_engine.log().map(|log| facts.text(log))
    }
}
