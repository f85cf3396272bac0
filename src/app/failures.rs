//! Engines that have failed or do not answer, and what can be done about each at this moment.
//!
//! Does nothing about them: the window offers what is listed here, and commands do it.

use std::time::{Duration, Instant};

use super::engines::{Engine, Role, State};
use super::format;
use super::owner::Owner;
use super::playing::sentence;
use super::restarts::TOO_SLOW;
use crate::games::Side;
use crate::play::Cause;

/// An engine that has not said for so long that it is ready is one that does not answer.
const STARTS_LATE: Duration = Duration::from_secs(10);

/// An engine of the game or of the analysis that has failed or does not answer, for as long as
/// something can be done about it.
#[derive(Clone, Debug, PartialEq)]
pub struct FailureView {
    /// What it calls itself.
    pub name: String,
    /// What happened, in one sentence that does not change while it lasts.
    pub text: String,
    /// The seat (0 is the first side) of an engine that plays; `None` for one that analyses.
    pub seat: Option<usize>,
    /// Its session; `None` where it could not even be tried.
    pub session: Option<u64>,
    /// What can be done, what helps most first.
    pub remedies: Vec<Remedy>,
    /// The bundle that can be saved.
    pub bundle: Option<u64>,
}

/// What can be done about an engine that has failed or does not answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Remedy {
    /// Nothing is done; it may answer yet.
    Wait,
    /// It is started again with the state that it had; a game that it lost by failing goes on.
    Restart,
    /// Its process is ended; one that was to move has lost.
    Kill,
    /// It loses the game, or stays the loser.
    Forfeit,
    /// The game stays as it is and is analysed.
    Analyse,
    /// It leaves the analysis.
    Remove,
}

impl Remedy {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 6] =
        [Self::Wait, Self::Restart, Self::Kill, Self::Forfeit, Self::Analyse, Self::Remove];
}

/// How an engine is in trouble.
enum Trouble {
    /// It does not answer: in words, after its name.
    Silent(String),
    /// It has ended, and nobody has lost anything by it.
    Gone(Cause),
}

impl Owner {
    /// What is wrong with the engines of the game and of the analysis.
    pub(super) fn failures(&self, now: Instant) -> Vec<FailureView> {
        let seats = Side::BOTH.into_iter().filter_map(|side| self.seat_failure(side, now));
        let cards = self.engines.iter().filter(|engine| engine.role == Role::Card);
        let cards = cards.filter_map(|engine| self.card_failure(engine, now));
        seats.chain(cards).collect()
    }

    fn seat_failure(&self, side: Side, now: Instant) -> Option<FailureView> {
        let engine = self.engines.on_seat(side);
        let table = self.doc.table()?;
        let lost = table.forfeited().filter(|(loser, cause)| {
            *loser == side && (cause.is_failure() || *cause == Cause::Stopped)
        });
        let (text, wanted): (String, &[Remedy]) = if lost.is_some() {
            let text = format!("{}.", format::result(table.result()?, self.doc.game.info()));
            (text, &[Remedy::Restart, Remedy::Forfeit, Remedy::Analyse])
        } else if table.is_over() {
            return None;
        } else {
            let engine = engine?;
            let text = trouble(engine, now)?.said_of(&engine.name);
            match engine.has_ended() {
                true => (text, &[Remedy::Restart, Remedy::Forfeit, Remedy::Analyse]),
                false => (text, &Remedy::ALL[..5]),
            }
        };
        let session = engine.map(|engine| engine.id);
        let problem = |problem: &&super::ProblemView| problem.seat == Some(side.idx());
        Some(FailureView {
            name: engine.map_or_else(
                || self.doc.game.info().sides[side.idx()].to_owned(),
                |engine| engine.name.clone(),
            ),
            text,
            seat: Some(side.idx()),
            session,
            remedies: self.possible(wanted, session),
            bundle: self.newest_bundle(problem),
        })
    }

    fn card_failure(&self, engine: &Engine, now: Instant) -> Option<FailureView> {
        let text = trouble(engine, now)?.said_of(&engine.name);
        let wanted: &[Remedy] = match engine.has_ended() {
            true => &[Remedy::Restart, Remedy::Remove],
            false => &[Remedy::Wait, Remedy::Restart, Remedy::Kill],
        };
        let id = engine.id;
        Some(FailureView {
            name: engine.name.clone(),
            text,
            seat: None,
            session: Some(id),
            remedies: self.possible(wanted, Some(id)),
            bundle: self.newest_bundle(|problem| problem.restart == Some(id)),
        })
    }

    /// Those that make sense for this session.
    fn possible(&self, wanted: &[Remedy], session: Option<u64>) -> Vec<Remedy> {
        let is_possible = |remedy: &&Remedy| match remedy {
            Remedy::Restart => session.is_some_and(|id| self.may_restart(id)),
            Remedy::Kill | Remedy::Remove => session.is_some(),
            Remedy::Wait | Remedy::Forfeit | Remedy::Analyse => true,
        };
        wanted.iter().filter(is_possible).copied().collect()
    }

    fn newest_bundle(&self, is_it: impl Fn(&&super::ProblemView) -> bool) -> Option<u64> {
        let problem = self.messages.newest(is_it)?;
        problem.bundle.filter(|id| self.bundles.has(*id))
    }
}

impl Trouble {
    fn said_of(&self, name: &str) -> String {
        match self {
            Self::Silent(words) => sentence(&format!("{name} {words}")),
            Self::Gone(cause) => sentence(&cause.said_of(name)),
        }
    }
}

fn trouble(engine: &Engine, now: Instant) -> Option<Trouble> {
    let is_late = |since: Instant, limit: Duration| now.saturating_duration_since(since) > limit;
    if engine.restarting.is_some_and(|since| is_late(since, STARTS_LATE)) {
        return Some(Trouble::Silent("has been starting again for a long time".to_owned()));
    }
    match &engine.state {
        State::Starting if is_late(engine.started, STARTS_LATE) => {
            let secs = STARTS_LATE.as_secs();
            Some(Trouble::Silent(format!("has not said for {secs} s that it is ready")))
        }
        State::Stopping { since } if is_late(*since, TOO_SLOW) => {
            Some(Trouble::Silent(format!("has not answered for {} s", TOO_SLOW.as_secs())))
        }
        State::Starting | State::Ready | State::Searching { .. } | State::Stopping { .. } => None,
        State::Ended(exit) => Cause::of_exit(exit).map(Trouble::Gone),
    }
}
