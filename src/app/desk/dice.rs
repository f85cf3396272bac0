//! The dice of the game being played: where they come from, and when they are rolled.
//!
//! Knows no rule: the position says when dice are due and what a roll is.

use std::time::Instant;

use super::parts::dice::{COMMITMENT, SEED, head, put_seed_away};
use super::state::Desk;
use crate::app::command::DiceChoice;
use crate::app::views::{DiceView, Mode, NoticeKind};
use crate::app::words::sentence;
use crate::games::{Actor, BoxPosition};
use crate::play::{DiceList, DiceSource, Seed, Table};

/// What a player does in games with dice who might do something else: the dice follow.
const ROLL: &str = "roll";

impl Desk {
    /// Rolls the dice that the position at the table awaits. False when none are due, or a person is
    /// to enter them.
    pub(super) fn roll_dice(&mut self, now: Instant) -> bool {
        let Some(table) = self.doc.table().filter(|table| !table.is_paused()) else { return false };
        if !table.awaits_dice() {
            return false;
        }
        let (n_rolls, position) = (table.n_rolls(), table.position().boxed_clone());
        let source = self.doc.dice.get_or_insert_with(|| DiceSource::Seeded(Seed::fresh()));
        match source.roll(&*position, n_rolls) {
            Ok(Some(roll)) => self.make_roll(&roll.0, now),
            Ok(None) => false,
            Err(error) => {
                self.doc.dice = Some(DiceSource::ByHand);
                let text = format!("{error}: enter the dice by hand.");
                self.messages.notice(NoticeKind::Error, sentence(&text));
                false
            }
        }
    }

    /// Takes dice entered by a person, where the game waits for them.
    pub(super) fn enter_dice(&mut self, text: &str, now: Instant) {
        if self.roll_in_study(Some(text), now) {
            return;
        }
        let due = self.doc.table().is_some_and(Table::awaits_dice);
        if !due || !matches!(self.doc.dice, Some(DiceSource::ByHand)) {
            let text = "No dice are waited for now.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        if !self.make_roll(text, now) {
            let text = format!("{text:?} is not a roll; write two digits from 1 to 6, such as 31.");
            self.messages.notice(NoticeKind::Refused, text);
        }
    }

    /// The game being played waits for dice that a person enters, and its end is shown.
    pub(super) fn takes_dice(&self) -> bool {
        let waits = |table: &Table| table.awaits_dice() && !table.is_paused();
        self.mode == Mode::Play
            && self.doc.at_end()
            && self.doc.table().is_some_and(waits)
            && matches!(self.doc.dice, Some(DiceSource::ByHand))
    }

    /// No game is being played here: a person throws or enters the dice.
    fn studies(&self) -> bool {
        (self.mode == Mode::Analyse || self.doc.table().is_none()) && !self.practises()
    }

    /// The position shown awaits dice and no game is being played: a person throws or enters them.
    pub(super) fn study_awaits_dice(&self) -> bool {
        self.studies() && matches!(self.doc.position().actor(), Actor::Chance)
    }

    /// The position of a study that awaits dice, with what leads to it: nothing, or that the player
    /// rolls who might do something else.
    pub(super) fn study_roll(&self) -> Option<(Option<String>, BoxPosition)> {
        if !self.studies() {
            return None;
        }
        let mut position = self.doc.position().boxed_clone();
        match position.actor() {
            Actor::Chance => Some((None, position)),
            Actor::Over(_) => None,
            Actor::Player(_) => {
                let roll = position.play(ROLL).ok()?;
                let rolls = matches!(position.actor(), Actor::Chance);
                rolls.then_some((Some(roll.0), position))
            }
        }
    }

    /// Rolls or enters the dice that the position of a study awaits; entered ones also where a player
    /// may roll. False where none are awaited.
    pub(super) fn roll_in_study(&mut self, entered: Option<&str>, now: Instant) -> bool {
        let Some((before, position)) = self.study_roll() else { return false };
        let roll = match entered {
            Some(text) => position.resolve(text).ok(),
            None if before.is_some() => return false,
            None => DiceSource::Seeded(Seed::fresh()).roll(&*position, 0).ok().flatten(),
        };
        match roll {
            Some(roll) => {
                let moves: Vec<String> = before.into_iter().chain([roll.0]).collect();
                let end = self.insert_line(self.doc.current(), &moves, now);
                self.go_to(end);
                self.play_variation_passes(now);
            }
            None => {
                let text = format!("{:?} is not a roll here.", entered.unwrap_or_default());
                self.messages.notice(NoticeKind::Refused, text);
            }
        }
        true
    }

    fn make_roll(&mut self, text: &str, now: Instant) -> bool {
        let followed = self.doc.at_end();
        let committed = match &self.doc.dice {
            Some(DiceSource::Seeded(seed)) => Some(seed.commitment()),
            Some(DiceSource::Listed(_) | DiceSource::ByHand) | None => None,
        };
        let Some(table) = self.doc.table_mut() else { return false };
        let Ok(played) = table.play(text, now, None) else { return false };
        let tags = &mut table.record_mut().tags.other;
        match committed {
            Some(hash) => tags.insert(COMMITMENT.to_owned(), hash),
            None => tags.remove(COMMITMENT),
        };
        self.move_made(played.node, followed);
        true
    }

    /// Chooses where the dice come from, from the next roll on.
    pub(super) fn set_dice(&mut self, choice: &DiceChoice) {
        if let Some(source) = self.dice_source(choice) {
            self.doc.dice = Some(source);
        }
    }

    /// The source that was chosen; says why it is none.
    pub(super) fn dice_source(&mut self, choice: &DiceChoice) -> Option<DiceSource> {
        Some(match choice {
            DiceChoice::Fresh => DiceSource::Seeded(Seed::fresh()),
            DiceChoice::Seed(text) if text.trim().is_empty() => {
                let text = "The seed is empty; write any text.";
                self.messages.notice(NoticeKind::Refused, text);
                return None;
            }
            DiceChoice::Seed(text) => DiceSource::Seeded(Seed(text.trim().to_owned())),
            DiceChoice::List(text) => match DiceList::read(text) {
                Ok(list) => DiceSource::Listed(list),
                Err(error) => {
                    let text = sentence(&error.to_string());
                    self.messages.notice(NoticeKind::Error, text);
                    return None;
                }
            },
            DiceChoice::ByHand => DiceSource::ByHand,
        })
    }

    /// The game is over: its seed is no secret any more.
    pub(super) fn reveal_dice(&mut self) {
        let Some(DiceSource::Seeded(seed)) = &self.doc.dice else { return };
        let seed = seed.to_string();
        let Some(table) = self.doc.table_mut() else { return };
        if table.n_rolls() > 0 {
            table.record_mut().tags.other.insert(SEED.to_owned(), seed);
        }
    }

    /// A game that had ended goes on: dice that everybody can look up by now would be no dice. They go
    /// on from a new seed, and the record says from where on.
    pub(super) fn renew_dice(&mut self) {
        let Some(table) = self.doc.table_mut() else { return };
        if !put_seed_away(table) {
            return;
        }
        if let Some(DiceSource::Seeded(seed)) = &mut self.doc.dice {
            *seed = Seed::fresh();
            let text =
                "The seed of the dice was shown at the end: the game goes on with a new one.";
            self.messages.lasting(text);
        }
    }

    /// What the window shows of the dice; `None` in games without dice, and where none is played and
    /// none are awaited.
    pub(super) fn dice_view(&self) -> Option<DiceView> {
        if !self.doc.game.info().has_dice {
            return None;
        }
        if let Some(rolls) = self.rolls_in_study() {
            let source = "thrown by a click on the board, or entered".to_owned();
            return Some(DiceView { rolls, source, ..DiceView::default() });
        }
        let table = self.doc.table()?;
        let by_hand = matches!(self.doc.dice, Some(DiceSource::ByHand));
        let wanted = by_hand && table.awaits_dice();
        let rolls = if wanted { table.position().legal_moves() } else { Vec::new() };
        let rolls = rolls.into_iter().map(|roll| roll.0).collect();
        let tags = &table.record().tags.other;
        let by_program = "rolled by the program";
        let told = match &self.doc.dice {
            None => (by_program.to_owned(), by_program.to_owned(), ""),
            Some(DiceSource::Seeded(_)) => match (tags.get(SEED), tags.get(COMMITMENT)) {
                (Some(seed), _) => {
                    (format!("{by_program}, seed {seed}"), format!("seed {}", head(seed)), &**seed)
                }
                (None, Some(hash)) => (
                    format!("{by_program}, SHA-256 of the seed {hash}"),
                    format!("seed hash {}", head(hash)),
                    &**hash,
                ),
                (None, None) => (by_program.to_owned(), by_program.to_owned(), ""),
            },
            Some(DiceSource::Listed(_)) => ("from a list".to_owned(), "from a list".to_owned(), ""),
            Some(DiceSource::ByHand) => {
                ("entered by hand".to_owned(), "entered by hand".to_owned(), "")
            }
        };
        let (source, short, proof) = told;
        Some(DiceView { by_hand, rolls, source, short, proof: proof.to_owned() })
    }

    /// The rolls that may be entered in the position of a study that awaits dice, or where a player
    /// may roll; `None` elsewhere.
    fn rolls_in_study(&self) -> Option<Vec<String>> {
        if self.mode == Mode::Match || self.editor.is_some() {
            return None;
        }
        let (_, position) = self.study_roll()?;
        Some(position.legal_moves().into_iter().map(|roll| roll.0).collect())
    }
}
