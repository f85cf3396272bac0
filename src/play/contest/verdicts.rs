//! Ends a game by the rules of its match, before the board does.
//!
//! Does not decide when a rule holds ([`super::super::adjudication`]) and makes no rule.

use tokio::task::spawn_blocking;
use tracing::info;

use super::{Contest, now};
use crate::builtin::{self, FewPieces};
use crate::games::{GameResult, Outcome, Setup, Side};
use crate::play::adjudication::Decision;
use crate::play::referee::AskedPosition;
use crate::play::{AdjudicatedBy, GameStop, MatchEvent, SolvingEndings};

/// What finds a result while no engine is asked.
#[derive(Clone, Debug)]
pub(super) enum Solver {
    /// The exact solver of Othello.
    Empties,
    /// The solved endings of draughts.
    Pieces(FewPieces),
    /// The referee engine, which must agree with what the engines' scores have decided.
    Referee(Decision),
}

impl Contest<'_> {
    pub(super) fn draw_by(&mut self, by: AdjudicatedBy) {
        self.end_by(by, Outcome::Draw, Some(0));
    }

    fn end_by(&mut self, by: AdjudicatedBy, outcome: Outcome, margin: Option<i32>) {
        if self.table.is_over() {
            return;
        }
        info!(game = self.pairing.number, ?by, ?outcome, "adjudicated");
        self.adjudicated = Some(by);
        self.table.adjudicate(outcome, margin, by.reason());
    }

    /// After a move of this engine: ends the game if the engines' scores decide it.
    pub(super) fn weigh_scores(&mut self, engine: usize) {
        if self.table.is_over() {
            return;
        }
        let node = self.table.record().node(self.table.node());
        let score = node.evaluations.first().map(|eval| eval.score);
        let (rules, side) = (&self.config.adjudication, self.pairing.seat_of(engine));
        let decided = self.agreement.note(rules, side, score, self.table.ply());
        match decided {
            Some(decision) if self.config.referee.is_some() => self.referred = Some(decision),
            Some(Decision { by, outcome, .. }) => self.end_by_scores(by, outcome),
            None => {}
        }
    }

    fn end_by_scores(&mut self, by: AdjudicatedBy, outcome: Outcome) {
        let margin = (outcome == Outcome::Draw).then_some(0);
        self.end_by(by, outcome, margin);
    }

    /// Ends the game as the engines' scores have decided, if the referee engine agrees about the position
    /// after each move that counts, the newest first. Otherwise moves up to the one that it doubts count no
    /// more. What has stopped the game before.
    async fn ask_referee(&mut self, decision: Decision) -> Option<GameStop> {
        let outcome = decision.outcome;
        let mut confirmed = None;
        for ply in decision.plies.into_iter().rev() {
            let score = match self.referee_scores.get(&ply) {
                Some(known) => *known,
                None => match self.referee_score(ply).await {
                    Ok(score) => score,
                    Err(stopped) => return Some(stopped),
                },
            };
            info!(game = self.pairing.number, ply, score, ?outcome, "referee");
            confirmed = score.and_then(|score| self.config.adjudication.confirmed(outcome, score));
            if confirmed.is_none() {
                self.agreement.forget(ply);
                break;
            }
        }
        match confirmed {
            Some(by) => self.end_by_scores(by, outcome),
            None => self.next_turn(None),
        }
        None
    }

    /// The referee engine's score of the position after so many plies; what has stopped the game before.
    async fn referee_score(&mut self, ply: usize) -> Result<Option<f64>, GameStop> {
        let Some(referee) = self.config.referee.clone() else { return Ok(None) };
        let mut moves = self.table.record().moves_to(self.table.node());
        moves.truncate(ply);
        let position = AskedPosition {
            game: self.config.game,
            setup: self.config.setup_of(&self.pairing),
            rules: self.config.rules,
            moves,
        };
        let game = (self.pairing.number, self.progress);
        let found = tokio::select! {
            biased;
            Ok(wish) = self.wish.wait_for(|wish| wish.stopped.is_some()) => match wish.stopped {
                Some(stopped) => return Err(stopped),
                None => return Ok(None),
            },
            found = referee.score(position, self.config.start_slack(), game) => found,
        };
        let score = found.unwrap_or_else(|text| {
            self.progress.tell(MatchEvent::RefereeFailed { text });
            None
        });
        self.referee_scores.insert(ply, score);
        Ok(score)
    }

    /// The exact result is due: the next engine is not asked.
    pub(super) fn awaits_solver(&mut self) -> bool {
        let referred = self.referred.take().filter(|_| !self.table.is_over());
        self.solver = referred.map(Solver::Referee).or_else(|| self.due_solver());
        self.solver.is_some()
    }

    fn due_solver(&self) -> Option<Solver> {
        if self.table.is_over() || self.unsettled_at == Some(self.table.ply()) {
            return None;
        }
        let (rules, game) = (&self.config.adjudication, self.config.game.info().name);
        let position = || self.table.position().to_text();
        if let Some(most) = rules.exact_empties {
            let is_due = builtin::has_few_empties(game, &position(), most.get());
            return is_due.then_some(Solver::Empties);
        }
        let most = rules.exact_pieces?;
        let variant = self.config.setup().variant.clone();
        let setup = Setup { variant, position: Some(position()) };
        FewPieces::find(game, &setup, most.get()).map(Solver::Pieces)
    }

    /// Ends the game with its exact result if that is settled, or as the referee confirms. Other games go on meanwhile. What has
    /// stopped the game before.
    pub(super) async fn solve(&mut self, solver: Solver) -> Option<GameStop> {
        match solver {
            Solver::Empties => self.solve_empties().await,
            Solver::Pieces(few) => return self.solve_ending(few).await,
            Solver::Referee(decision) => return self.ask_referee(decision).await,
        }
        None
    }

    async fn solve_ending(&mut self, few: FewPieces) -> Option<GameStop> {
        let steps = few.steps();
        for (done, step) in steps.iter().copied().enumerate() {
            if let Some(stopped) = self.wish.borrow().stopped {
                return Some(stopped);
            }
            let (number, n_steps) = (self.pairing.number, steps.len());
            let solving = SolvingEndings { number, pieces: step.to_string(), done, n_steps };
            info!(game = number, %solving, "endings");
            self.progress.tell(MatchEvent::Solving(solving));
            let solved = spawn_blocking(move || few.solve(step)).await;
            solved.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
        }
        match few.settled(self.table.traces()) {
            Some(outcome) => {
                let margin = (outcome == Outcome::Draw).then_some(0);
                self.end_by(AdjudicatedBy::ExactPieces, outcome, margin);
            }
            None => {
                self.unsettled_at = Some(self.table.ply());
                self.next_turn(None);
            }
        }
        None
    }

    async fn solve_empties(&mut self) {
        let (game, position) = (self.config.game.info().name, self.table.position().to_text());
        let solved = spawn_blocking(move || builtin::exact_result(game, &position)).await;
        let result = solved.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
        let margin = result.expect("the position was found to be one for the solver");
        let outcome = match margin.signum() {
            0 => Outcome::Draw,
            1 => Outcome::WonBy(Side::First),
            _ => Outcome::WonBy(Side::Second),
        };
        self.end_by(AdjudicatedBy::ExactEmpties, outcome, Some(margin));
    }

    /// In a race that is decided beyond doubt the loser, when it is on turn, resigns as much as it
    /// has lost, and the winner accepts: points, cube and match go on by the rules of the game.
    pub(super) fn end_decided_race(&mut self) {
        if !self.config.adjudication.decided_races || self.table.is_over() {
            return;
        }
        let position = self.table.position().to_text();
        let Some(moves) = builtin::settled_race(self.config.game.info().name, &position) else {
            return;
        };
        for mv in moves {
            self.table.play(&mv.0, now(), None).expect("a player may resign before its roll");
        }
        if let Some(result) = self.table.result().cloned() {
            let by = AdjudicatedBy::DecidedRaces;
            info!(game = self.pairing.number, ?by, "adjudicated");
            self.adjudicated = Some(by);
            let reason = by.reason().to_owned();
            self.table.record_mut().result = Some(GameResult { reason, ..result });
        }
    }
}
