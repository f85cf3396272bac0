//! Rollouts: games played from positions side by side, until one of them is known to be the best.
//!
//! The machine starts no thread of its own accord and reads no clock: the caller gives it work in
//! small slices, and may report or end between them. The slices change no number.
//! `docs/ROLLOUTS.md` has the formulas and their sources.

mod tally;
mod trial;

pub use tally::Tally;
pub use trial::Terms;

use std::thread;

use super::chances::{Chances, N_CHANCES};
use super::cube::Stakes;
use super::payoff::{Payoff, Sample};
use super::search::Searcher;
use crate::builtin::stop::Stop;
use crate::games::backgammon::Board;
use tally::Sum;

/// Candidates are compared after each round of so many games: every first throw has come once more.
pub const ROUND: u32 = 36;

/// How long a rollout goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Games from each position at most.
    pub trials: u32,
    /// No candidate is given up before so many games.
    pub least: u32,
    /// A candidate is given up when it is behind the best one by more than so many joint standard
    /// deviations; `None`: never.
    pub limit: Option<f64>,
}

/// What is rolled out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// The checkers before the first roll, from the point of view of the player who rolls.
    pub board: Board,
    /// The results are those of the other player, whose play led there.
    pub is_after_play: bool,
}

/// A rollout of positions that are compared.
#[derive(Clone, Debug)]
pub struct Rollout {
    terms: Terms,
    plan: Plan,
    /// From the point of view of the player whose results they are.
    stakes: Stakes,
    payoff: Payoff,
    candidates: Vec<Candidate>,
    is_decided: bool,
}

#[derive(Clone, Debug)]
struct Candidate {
    start: Start,
    tally: Tally,
    /// The equity of each game, in their order.
    equities: Vec<f64>,
    is_given_up: bool,
}

/// What is known of a candidate, from the point of view of the player who compares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The games played.
    pub n_games: u32,
    /// The mean equity without cube, in points of the cube.
    pub equity: f64,
    /// Its standard error.
    pub error: f64,
    /// The chances.
    pub chances: Chances,
    /// Their standard errors.
    pub chance_errors: [f64; N_CHANCES],
    /// So many joint standard deviations behind the best one; 0 for the best. `None` while there is
    /// too little to say.
    pub behind: Option<f64>,
    /// It is too far behind: no more games are played from it.
    pub is_given_up: bool,
}

/// A game that is to be played.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Job {
    candidate: usize,
    game: u32,
}

impl Rollout {
    /// A rollout from these positions. `stakes` are those of the player whose results they are; the
    /// cube stays where it is: no game is doubled.
    #[must_use]
    pub fn new(terms: Terms, plan: Plan, stakes: &Stakes, starts: &[Start]) -> Self {
        let stakes = stakes.without_cube();
        let candidate = |start: &Start| Candidate {
            start: *start,
            tally: Tally::default(),
            equities: Vec::new(),
            is_given_up: false,
        };
        let candidates = starts.iter().map(candidate).collect();
        let payoff = Payoff::of(&stakes);
        Self { terms, plan, stakes, payoff, candidates, is_decided: false }
    }

    /// No more games are to be played: all have their games, or the best one is known.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_decided || self.jobs(1).is_empty()
    }

    /// All but one of several candidates were given up.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Games played, and those that are played if no candidate is given up.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        let done = self.candidates.iter().map(|candidate| u64::from(candidate.tally.n_games()));
        (done.sum(), u64::from(self.plan.trials) * self.candidates.len() as u64)
    }

    /// Plays the next game for each of these searchers, each in a thread where there are several; the
    /// number of searchers changes no result. Games that a stop ends are played again the next time.
    pub fn advance(&mut self, searchers: &mut [Searcher], stop: &Stop) {
        if self.is_decided {
            return;
        }
        let jobs = self.jobs(searchers.len());
        let found: Vec<Option<Sample>> = match searchers {
            [searcher] => jobs.iter().map(|job| self.play(*job, searcher, stop)).collect(),
            many => thread::scope(|scope| {
                let this = &*self;
                let play = |(searcher, job): (_, &Job)| {
                    let job = *job;
                    scope.spawn(move || this.play(job, searcher, stop))
                };
                let threads: Vec<_> = many.iter_mut().zip(&jobs).map(play).collect();
                let join = |thread: thread::ScopedJoinHandle<'_, _>| thread.join().ok().flatten();
                threads.into_iter().map(join).collect()
            }),
        };
        // What comes after a game that was ended would leave a gap.
        for (job, sample) in jobs.into_iter().zip(found.into_iter().map_while(|sample| sample)) {
            self.add(job, &sample);
        }
        self.judge();
    }

    /// What is known of each position, in their order.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let best = self.best();
        let standing = |(idx, candidate): (usize, &Candidate)| {
            let tally = &candidate.tally;
            Standing {
                n_games: tally.n_games(),
                equity: tally.equity(),
                error: tally.error(),
                chances: tally.chances(),
                chance_errors: tally.chance_errors(),
                behind: best.and_then(|best| self.behind(best, idx)),
                is_given_up: candidate.is_given_up,
            }
        };
        self.candidates.iter().enumerate().map(standing).collect()
    }

    /// The next games: all candidates play the same number of them, as far as the next comparison.
    fn jobs(&self, n: usize) -> Vec<Job> {
        let running = || self.candidates.iter().enumerate().filter(|(_, found)| !found.is_given_up);
        let Some(first) = running().map(|(_, found)| found.tally.n_games()).min() else {
            return Vec::new();
        };
        let end = (first / ROUND + 1).saturating_mul(ROUND).min(self.plan.trials);
        let of_game = |game: u32| {
            let missing = running().filter(move |(_, found)| found.tally.n_games() <= game);
            missing.map(move |(candidate, _)| Job { candidate, game })
        };
        (first..end).flat_map(of_game).take(n).collect()
    }

    fn play(&self, job: Job, searcher: &mut Searcher, stop: &Stop) -> Option<Sample> {
        let Start { board, is_after_play } = self.candidates[job.candidate].start;
        let stakes = if is_after_play { self.stakes.flipped() } else { self.stakes };
        let sample = self.terms.sample(job.game, &board, &stakes, searcher, stop)?;
        Some(if is_after_play { sample.inverted() } else { sample })
    }

    fn add(&mut self, job: Job, sample: &Sample) {
        let equity = self.payoff.equity(sample);
        let candidate = &mut self.candidates[job.candidate];
        candidate.tally.add_sample(sample, equity);
        candidate.equities.push(equity);
    }

    /// Gives up what is too far behind, if a round has just ended.
    fn judge(&mut self) {
        let (Some(limit), Some(best)) = (self.plan.limit, self.best()) else { return };
        let mut running = self.candidates.iter().filter(|found| !found.is_given_up);
        let n = self.candidates[best].tally.n_games();
        let is_round = n > 0 && n.is_multiple_of(ROUND) && n >= self.plan.least;
        if !is_round || running.any(|found| found.tally.n_games() != n) {
            return;
        }
        for idx in 0..self.candidates.len() {
            let is_far = self.behind(best, idx).is_some_and(|behind| behind > limit);
            self.candidates[idx].is_given_up |= is_far && idx != best;
        }
        let n_running = self.candidates.iter().filter(|found| !found.is_given_up).count();
        self.is_decided = n_running == 1 && self.candidates.len() > 1;
    }

    /// The best of those that were not given up and have games.
    fn best(&self) -> Option<usize> {
        let equity = |idx: usize| self.candidates[idx].tally.equity();
        let has_games = |idx: &usize| {
            !self.candidates[*idx].is_given_up && self.candidates[*idx].tally.n_games() > 0
        };
        let better = |best: usize, idx: usize| if equity(idx) > equity(best) { idx } else { best };
        (0..self.candidates.len()).filter(has_games).reduce(better)
    }

    /// The mean difference of the games that both have played with the same dice, in its own standard
    /// errors.
    fn behind(&self, best: usize, idx: usize) -> Option<f64> {
        if best == idx {
            return Some(0.0);
        }
        let pairs = || self.candidates[best].equities.iter().zip(&self.candidates[idx].equities);
        let n = pairs().count() as u32;
        let mut differences = Sum::default();
        pairs().for_each(|(one, other)| differences.add(one - other));
        let (mean, error) = (differences.mean(n), differences.error(n));
        match n {
            0 | 1 => None,
            _ if error > 0.0 => Some(mean / error),
            _ if mean > 0.0 => Some(f64::INFINITY),
            _ => Some(0.0),
        }
    }
}

#[cfg(test)]
mod tests;
