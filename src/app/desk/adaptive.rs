//! Games against the adaptive opponent: which level it plays at, whether the game counts for the user's
//! rating, and what it has changed.
//!
//! Rates nothing and keeps nothing: the room of ratings does.

use std::time::Instant;

use super::parts::adaptive::{Adaptive, AdaptiveState};
use super::state::Desk;
use crate::app::command::{DiceChoice, NewGame, SeatChoice};
use crate::app::effect::Effect;
use crate::app::engines::{Role, State};
use crate::app::format;
use crate::app::shared::Shared;
use crate::app::views::{AdaptiveView, Mode, RatingsView};
use crate::games::{Outcome, Side};
use crate::play::adaptive::{PlayedGame, RatedResult, RatingChange};
use crate::play::{Cause, Table, TimeControl, canonical_variant};
use crate::store::Uncounted;

impl Desk {
    /// Gives the adaptive opponent of a new game the level that suits the user; `None` where the game
    /// has no such opponent: it comes with the program, has levels, and plays against a person.
    pub(super) fn adapted(&self, new: &mut NewGame) -> Option<Adaptive> {
        let side = new.adaptive?;
        let game = crate::games::find(&new.game)?.info();
        let variant = canonical_variant(game, new.variant.as_deref()).ok()?;
        let rating = self.ratings.of(game.name, variant.as_deref())?;
        if !matches!(new.seats[side.opponent().idx()], SeatChoice::Human { .. }) {
            return None;
        }
        let SeatChoice::Engine { name, options } = &mut new.seats[side.idx()] else { return None };
        let entry = self.catalogue.entry(name).filter(|entry| entry.shipped)?;
        let level = rating.level;
        let value = level.to_string();
        let choice = entry.choices.iter().find(|choice| choice.is_level())?;
        if !choice.values.contains(&value) {
            return None;
        }
        match options.iter_mut().find(|(option, _)| *option == choice.name) {
            Some((_, set)) => *set = value,
            None => options.push((choice.name.clone(), value)),
        }
        let is_limited = |control: TimeControl| {
            matches!(control, TimeControl::Depth { .. } | TimeControl::Nodes { .. })
        };
        let uncounted = if self.ratings.uncounted.is_some() {
            self.ratings.uncounted
        } else if !new.position.trim().is_empty() {
            Some(Uncounted::Position)
        } else if new.dice != DiceChoice::Fresh {
            Some(Uncounted::Dice)
        } else if is_limited(new.clocks[side.idx()]) {
            Some(Uncounted::Limited)
        } else {
            None
        };
        let state = uncounted.map_or(AdaptiveState::Counts, AdaptiveState::Uncounted);
        Some(Adaptive { side, level, state })
    }

    /// The game being played does not count any more, where it did.
    pub(super) fn uncount(&mut self, why: Uncounted) {
        let is_open = self.doc.played().is_some_and(|table| !table.is_over());
        let Some(adaptive) = self.seats.adaptive.as_mut().filter(|_| is_open) else { return };
        if adaptive.state != AdaptiveState::Counts {
            return;
        }
        adaptive.state = AdaptiveState::Uncounted(why);
        let text =
            format!("This game no longer counts for your rating: {}.", format::uncounted(why));
        self.messages.lasting(text);
        self.keep_game();
    }

    /// Engines that analyse a game that is not over help in it, and where the file of ratings cannot be
    /// used no game counts.
    pub(super) fn drive_adaptive(&mut self) {
        if let Some(why) = self.ratings.uncounted {
            self.uncount(why);
        }
        if self.seats.adaptive.is_none() || self.mode != Mode::Analyse {
            return;
        }
        let helps = |role| matches!(role, Role::Card | Role::Review);
        let searches = |state: &State| matches!(state, State::Searching { .. });
        if self.engines.iter().any(|engine| helps(engine.role) && searches(&engine.state)) {
            self.uncount(Uncounted::Analysis);
        }
    }

    /// The game at the table has a result: it is counted if it counts.
    pub(super) fn count_result(&mut self) {
        let Some(adaptive) = self.seats.adaptive else { return };
        let Some(table) = self.doc.table().filter(|table| table.is_over()) else { return };
        if adaptive.state != AdaptiveState::Counts {
            return;
        }
        let Some(result) = table.result() else { return };
        if failed(table, adaptive.side) {
            if let Some(adaptive) = &mut self.seats.adaptive {
                adaptive.state = AdaptiveState::Uncounted(Uncounted::Failed);
            }
            return;
        }
        let result = match result.outcome {
            Outcome::Draw => RatedResult::Drawn,
            Outcome::WonBy(side) if side == adaptive.side => RatedResult::Lost,
            Outcome::WonBy(_) => RatedResult::Won,
        };
        let setup = &table.record().setup;
        let info = self.doc.game.info();
        let variant = canonical_variant(info, setup.variant.as_deref()).ok().flatten();
        let (game, level) = (info.name.to_owned(), adaptive.level);
        self.effects.push(Effect::Rated(Box::new(PlayedGame { game, variant, level, result })));
    }

    /// The game at the table was counted.
    pub(in crate::app) fn handle_rated(&mut self, change: RatingChange) -> Vec<Effect> {
        if let Some(adaptive) = &mut self.seats.adaptive {
            adaptive.state = AdaptiveState::Counted(change);
            let text = format::rating_change(&change);
            self.announcement = format!("{}. {text}.", self.announcement);
        }
        self.take_effects()
    }

    /// The user's ratings have changed.
    pub(in crate::app) fn handle_ratings(&mut self, ratings: Shared<RatingsView>) -> Vec<Effect> {
        self.ratings = ratings;
        self.take_effects()
    }

    /// What the window shows of it.
    pub(super) fn adaptive_view(&self) -> Option<AdaptiveView> {
        let adaptive = self.seats.adaptive.filter(|_| self.doc.table().is_some())?;
        let rating = || self.ratings.of(self.doc.game.info().name, self.doc.variant());
        let text = match adaptive.state {
            AdaptiveState::Counts => {
                let rating =
                    rating().map_or_else(String::new, |known| format!(", {}", known.rating));
                format!("This game counts for your rating{rating}.")
            }
            AdaptiveState::Uncounted(why) => {
                format!("This game does not count for your rating: {}.", format::uncounted(why))
            }
            AdaptiveState::Counted(change) => format!("{}.", format::rating_change(&change)),
        };
        Some(AdaptiveView { side: adaptive.side, text })
    }

    /// A move of the opponent was asked for at once.
    pub(super) fn hurry(&mut self, now: Instant) {
        self.uncount(Uncounted::Hurried);
        self.move_now(now);
    }
}

/// The opponent failed or lost on time, which says nothing of the user.
fn failed(table: &Table, opponent: Side) -> bool {
    let lost = table.forfeited().filter(|(side, _)| *side == opponent);
    lost.is_some_and(|(_, cause)| *cause != Cause::Resigned)
}
