//! New games: as the dialog asks for them, as the program begins, and from a position that is shown.
//!
//! Judges nothing itself: rules are asked of the position.

use std::time::Instant;

use super::parts::document::Board;
use super::parts::seats::Seats;
use super::state::Desk;
use crate::app::command::{DiceChoice, NewGame, SeatChoice};
use crate::app::effect::Effect;
use crate::app::views::{Mode, NoticeKind};
use crate::app::words::{name_of, sentence};
use crate::games::{self, Game, HistoryRules, Recognised, Setup, Side};
use crate::play::{Cause, Table, TimeControl};
use crate::protocol::quoted;

impl Desk {
    /// The game that stands on the board when the program starts: a person against an engine that
    /// can be beaten.
    pub(super) fn new_default_game(&mut self, now: Instant) {
        let game = games::GAMES[0].info();
        let new = NewGame {
            game: game.name.to_owned(),
            variant: game.usual_variant().map(|variant| variant.name.to_owned()),
            seats: self.catalogue.usual_seats(game),
            clocks: [TimeControl::Unlimited; 2],
            position: String::new(),
            opening: Vec::new(),
            ponder: false,
            dice: DiceChoice::Fresh,
            adaptive: None,
        };
        self.new_game(new, now);
    }

    pub(super) fn new_game(&mut self, mut new: NewGame, now: Instant) {
        let adaptive = self.adapted(&mut new);
        let new = &new;
        let Some(game) = games::find(&new.game) else {
            return self
                .messages
                .notice(NoticeKind::Error, format!("There is no game {:?}.", new.game));
        };
        let seats = Seats::new(new.seats.clone()).pondering(new.ponder);
        let seats = Seats { adaptive, ..seats };
        let mut table = match start_table(game, new, self.history_rules(&seats)) {
            Ok(table) => table,
            Err(reason) => return self.messages.notice(NoticeKind::Error, sentence(&reason)),
        };
        let variant = table.record().setup.variant.clone();
        if let Some(reason) = self.unfit_seat(new, game, variant.as_deref()) {
            return self.messages.notice(NoticeKind::Error, reason);
        }
        let dice = match &new.dice {
            // Drawn when it is first needed.
            DiceChoice::Fresh => None,
            choice => match self.dice_source(choice) {
                Some(source) => Some(source),
                None => return,
            },
        };
        table.name_players([name_of(&new.seats[0]), name_of(&new.seats[1])]);
        super::parts::dice::put_seed_away(&mut table);
        let tags = &mut table.record_mut().tags;
        "Quintet".clone_into(&mut tags.place);
        tags.date = crate::store::today();
        let bottom_second = seats.only_human() == Some(Side::Second);
        if self.replace(game, Board::Playing(Box::new(table)), seats) {
            self.doc.dice = dice;
            self.doc.orientation =
                u8::from(bottom_second && matches!(game.info().n_orientations, 2 | 4));
            self.effects.push(Effect::LeaveFile);
            self.mode = Mode::Play;
            self.rest_cards(now);
        }
    }

    /// Which engine cannot play what is to be played, and why.
    pub(super) fn unfit_seat(
        &self,
        new: &NewGame,
        game: &'static dyn Game,
        variant: Option<&str>,
    ) -> Option<String> {
        new.seats.iter().find_map(|choice| {
            let SeatChoice::Engine { name, options } = choice else { return None };
            match self.catalogue.launch_for(name, options, game, variant) {
                Err(Cause::WrongProtocol(reason)) => Some(format!("{name}: {reason}.")),
                // What else may be wrong is said when it is started.
                Ok(_) | Err(_) => None,
            }
        })
    }

    /// A game is shown that is not played, at a position in which a side could move.
    pub(super) fn can_play_on(&self) -> bool {
        let is_over = matches!(self.doc.position().actor(), games::Actor::Over(_));
        self.doc.table().is_none() && !self.doc.has_left() && self.editor.is_none() && !is_over
    }

    /// An engine is to play where no game is played: a game begins in the position shown, with what led to
    /// it. The one that was shown can be brought back.
    pub(super) fn play_on(&mut self, idx: usize, choice: SeatChoice, now: Instant) {
        let record = self.doc.record();
        let mut seats = self.seats.choices.clone();
        seats[idx] = choice;
        let moves = record.moves_to(self.doc.current());
        let clocks = seats.each_ref().map(|choice| self.usual_control(choice));
        let new = NewGame {
            game: record.game.clone(),
            variant: record.setup.variant.clone(),
            seats,
            clocks,
            position: record.setup.position.clone().unwrap_or_default(),
            opening: moves.into_iter().map(|mv| mv.0).collect(),
            ponder: false,
            dice: DiceChoice::Fresh,
            adaptive: None,
        };
        self.new_game(new, now);
        if self.doc.table().is_some() {
            let text = "A game goes on from here. What was shown before can be brought back.";
            self.messages.lasting(text);
        }
    }

    /// The time that a player is given where the user says nothing: people and engines that play by a
    /// level of the program have no clock.
    pub(super) fn usual_control(&self, choice: &SeatChoice) -> TimeControl {
        let SeatChoice::Engine { name, .. } = choice else { return TimeControl::Unlimited };
        let entry = self.catalogue.list.entries.iter().find(|entry| entry.name == *name);
        if entry.is_some_and(|entry| entry.shipped) {
            return TimeControl::Unlimited;
        }
        TimeControl::USUAL
    }

    /// An engine that takes a seat without a clock gets the usual limit.
    pub(super) fn limit_seat(&mut self, side: Side) {
        let usual = self.usual_control(&self.seats.choices[side.idx()]);
        let Some(table) = self.doc.table_mut() else { return };
        if table.control(side) == TimeControl::Unlimited && usual != TimeControl::Unlimited {
            table.set_control(side, usual);
        }
    }
}

/// A table as the dialog asks for it: from the normal start, a position, or the end of a game, with
/// the moves of an opening made.
fn start_table(
    game: &'static dyn Game,
    new: &NewGame,
    rules: HistoryRules,
) -> Result<Table, String> {
    let mut table = table_at_start(game, new, rules)?;
    for mv in &new.opening {
        // No clock runs yet: the moves of the opening are free.
        table
            .play(mv, Instant::now(), None)
            .map_err(|error| format!("the opening cannot be played: {error}"))?;
    }
    Ok(table)
}

fn table_at_start(
    game: &'static dyn Game,
    new: &NewGame,
    rules: HistoryRules,
) -> Result<Table, String> {
    let text = new.position.trim();
    let variant = new.variant.clone();
    if text.is_empty() {
        let setup = Setup { variant, position: None };
        return Table::new(game, setup, new.clocks, rules).map_err(|err| err.to_string());
    }
    match game.recognise(text) {
        Ok(Some(Recognised::Game { record, .. })) => {
            Table::resume(game, *record, new.clocks, rules).map_err(|err| err.to_string())
        }
        Ok(Some(Recognised::Position { setup, .. })) => {
            // What was chosen counts for more than what a text may say of its variant.
            let setup = Setup { variant: variant.or(setup.variant), ..setup };
            Table::new(game, setup, new.clocks, rules).map_err(|err| err.to_string())
        }
        Ok(Some(Recognised::Foreign { reason })) => Err(reason),
        Ok(None) => {
            let title = game.info().title;
            Err(format!("{} is no position and no game of {title}", quoted(text)))
        }
        Err(problem) => Err(problem.to_string()),
    }
}
