//! Engines that have failed or do not answer, and what can be done about each at this moment.
//!
//! Does nothing about them: the window offers what is listed here, and commands do it.

use std::time::{Duration, Instant};

use super::restarts::TOO_SLOW;
use super::state::Desk;
use crate::app::engines::{Engine, Role, State};
use crate::app::views::{FailureView, Remedy};
use crate::app::words::{name_of, sentence};
use crate::games::Side;
use crate::play::{Cause, Table};

/// An engine that has not said for so long that it is ready is one that does not answer.
const STARTS_LATE: Duration = Duration::from_secs(10);

/// Behind what is said of an engine that has failed and was taken out of the list since.
const GONE_TOO: &str = "It is not in the list of engines any more.";

/// How an engine is in trouble.
enum Trouble {
    /// It does not answer: in words after its name, without and with how long it has not.
    Silent(String, String),
    /// It has ended, and no side has lost anything by it.
    Gone(Cause),
}

impl Desk {
    /// What is wrong with the engines of the game and of the analysis.
    pub(super) fn failures(&self, now: Instant) -> Vec<FailureView> {
        let seats = Side::BOTH.into_iter().filter_map(|side| self.seat_failure(side, now));
        let cards = self.engines.iter().filter(|engine| engine.role == Role::Card);
        let cards = cards.filter_map(|engine| self.card_failure(engine, now));
        seats.chain(cards).collect()
    }

    /// By what the engine on this seat has failed though no side has lost by it yet: it does not
    /// answer, or has ended by itself.
    pub(super) fn cause_of_trouble(&self, side: Side, now: Instant) -> Option<Cause> {
        match trouble(self.engines.on_seat(side)?, now)? {
            Trouble::Silent(_, lasting) => Some(Cause::Stalled(lasting)),
            Trouble::Gone(cause) => Some(cause),
        }
    }

    fn seat_failure(&self, side: Side, now: Instant) -> Option<FailureView> {
        let engine = self.engines.on_seat(side);
        let place = FailureView {
            seat: Some(side.idx()),
            session: engine.map(|engine| engine.id),
            bundle: self.newest_bundle(|told| told.seat == Some(side.idx())),
            ..FailureView::default()
        };
        if let Some(failed) = self.unsettled().filter(|failed| failed.side == side) {
            let text = match self.is_gone(side) {
                true => format!("{} {}", failed.said(), GONE_TOO),
                false => failed.said(),
            };
            return Some(FailureView {
                name: failed.name.clone(),
                shown: text.clone(),
                text,
                error_output: failed.cause.error_output().to_vec(),
                waits: true,
                remedies: self.unsettled_remedies(),
                ..place
            });
        }
        if self.doc.table().is_none_or(Table::is_over) {
            return None;
        }
        if self.is_gone(side) {
            let name = name_of(&self.seats.choices[side.idx()]);
            let text = format!("{name} is not in the list of engines any more.");
            let remedies = vec![Remedy::Replace, Remedy::Forfeit, Remedy::Analyse];
            return Some(FailureView { name, shown: text.clone(), text, remedies, ..place });
        }
        let engine = engine?;
        let wanted: &[Remedy] = match engine.has_ended() {
            true => &[Remedy::Restart, Remedy::Forfeit, Remedy::Analyse],
            false => &Remedy::ALL[..5],
        };
        let remedies = self.possible(wanted, place.session);
        let name = name_of(&self.seats.choices[side.idx()]);
        Some(FailureView { remedies, ..trouble(engine, now)?.view(&name, place) })
    }

    fn card_failure(&self, engine: &Engine, now: Instant) -> Option<FailureView> {
        let wanted: &[Remedy] = match engine.has_ended() {
            true => &[Remedy::Restart, Remedy::Remove],
            false => &[Remedy::Wait, Remedy::Restart, Remedy::Kill],
        };
        let id = engine.id;
        let place = FailureView {
            session: Some(id),
            remedies: self.possible(wanted, Some(id)),
            bundle: self.newest_bundle(|told| told.session == Some(id)),
            ..FailureView::default()
        };
        Some(trouble(engine, now)?.view(&self.card_name(engine.id), place))
    }

    /// Those that make sense for this session.
    fn possible(&self, wanted: &[Remedy], session: Option<u64>) -> Vec<Remedy> {
        let is_possible = |remedy: &&Remedy| match remedy {
            Remedy::Restart => session.is_some_and(|id| self.may_restart(id)),
            Remedy::Kill | Remedy::Remove => session.is_some(),
            Remedy::Wait
            | Remedy::Forfeit
            | Remedy::Analyse
            | Remedy::Engines
            | Remedy::Replace => true,
        };
        wanted.iter().filter(is_possible).copied().collect()
    }
}

impl Trouble {
    /// What is said of it at this place.
    fn view(self, name: &str, place: FailureView) -> FailureView {
        let (text, shown, error_output) = match self {
            Self::Silent(words, lasting) => {
                (format!("{name} {words}."), format!("{name} {lasting}."), Vec::new())
            }
            Self::Gone(cause) => {
                let text = sentence(&cause.said_of(name));
                (text.clone(), text, cause.error_output().to_vec())
            }
        };
        FailureView { name: name.to_owned(), text, shown, error_output, ..place }
    }
}

fn trouble(engine: &Engine, now: Instant) -> Option<Trouble> {
    let silent = |since: Instant, limit: Duration, words: &str| {
        let time = now.saturating_duration_since(since);
        let lasting = format!("{words} for {} s", time.as_secs());
        (time > limit).then(|| Trouble::Silent(words.to_owned(), lasting))
    };
    if let Some(since) = engine.session.restarting_since() {
        return silent(since, STARTS_LATE, "has been starting again");
    }
    match &engine.state {
        State::Starting => silent(engine.started, STARTS_LATE, "has not said that it is ready"),
        State::Stopping { since } => silent(*since, TOO_SLOW, "has not answered"),
        State::Ready | State::Searching { .. } => None,
        State::Ended(exit) => engine.end_of(exit).map(Trouble::Gone),
    }
}
