//! What is said below the table of a tournament.
//!
//! Counts nothing: [`Past`] does.

use super::kept::Past;
use super::table::pairing_notes;
use super::withdrawal::{Withdrawn, withdrawn};
use crate::play::lateness::late_line;
use crate::play::repeated_line;

impl Past {
    /// Sentences below the table: of two players how they compare (`names` are those of the players),
    /// and what the results are worth.
    #[must_use]
    pub fn notes(&self, names: &[String]) -> Vec<String> {
        let name = names.first().map(String::as_str).unwrap_or_default();
        let duel = self.duel().map(|duel| duel.lines(name)).unwrap_or_default();
        let notes = duel.into_iter().chain(self.anchor_note(names)).chain(self.late_note());
        notes.chain(repeated_line(self.n_repeated())).collect()
    }

    /// Sentences about what is not in the table itself: byes and pairings, players that play no more, the
    /// anchor, games lost late and repeated ones. They say what is, and not what to do.
    #[must_use]
    pub fn facts(&self, names: &[String]) -> Vec<String> {
        let gone = self.withdrawn_notes(names);
        let plan = self.course.plan();
        let warning = plan.pairing_warning().filter(|_| !self.is_over());
        let pairings = pairing_notes(plan, self.course.rounds(), names);
        let notes = warning.into_iter().chain(pairings).chain(gone).chain(self.anchor_note(names));
        notes.chain(late_line(self.n_late())).chain(repeated_line(self.n_repeated())).collect()
    }

    /// Who is withdrawn, and what that means for the table: a sentence each.
    #[must_use]
    pub fn withdrawn_notes(&self, names: &[String]) -> Vec<String> {
        let course = &self.course;
        let gone = withdrawn(course.plan(), course.rounds(), course.results());
        let gone = gone.iter();
        gone.filter_map(|found| Some(found.text(names.get(found.player)?))).collect()
    }

    fn anchor_note(&self, names: &[String]) -> Option<String> {
        let (player, elo) = self.course.anchor()?;
        Some(format!("{} is the anchor: its Elo is set to {elo}", names.get(player)?))
    }

    /// How many games were lost because the machine was overloaded, and what to do about them.
    fn late_note(&self) -> Option<String> {
        let what = match self.course.plan().is_fixed() {
            true => {
                "`quintet tournament --resume FOLDER --replay-late` plays them again; fewer games at once \
                 help"
            }
            false => "fewer games at once help",
        };
        late_line(self.n_late()).map(|late| format!("{late}; {what}"))
    }
}

impl Withdrawn {
    /// Why the player, who has this name, plays no more.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        let effect = match self.is_left_out {
            true if self.last_game == 0 => {
                "its games are not played, and do not count in the table"
            }
            true => "less than half of its games are played, and they do not count in the table",
            false => "its other games are lost by default",
        };
        let when = match (self.last_game, self.missed) {
            (0, _) => "before its first game".to_owned(),
            // There may be no game before it, or one of others.
            (_, Some(number)) => format!("before game {number}, for which it could not be started"),
            (number, None) => format!("after game {number}"),
        };
        format!("{name} is withdrawn {when}: {effect}")
    }
}
