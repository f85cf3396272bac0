//! What is said below the table of a tournament.
//!
//! Counts nothing: [`Past`] does.

use super::kept::Past;
use crate::games::counted;
use crate::play::repeated_line;

impl Past {
    /// Sentences below the table: of two players how they compare (`names` are those of the players),
    /// and what the results are worth.
    #[must_use]
    pub fn notes(&self, names: &[String]) -> Vec<String> {
        let name = names.first().map(String::as_str).unwrap_or_default();
        let duel = self.duel().map(|duel| duel.lines(name)).unwrap_or_default();
        let anchor = self.course.anchor().and_then(|(player, elo)| {
            Some(format!("{} is the anchor: its Elo is set to {elo}", names.get(player)?))
        });
        let notes = duel.into_iter().chain(anchor).chain(self.late_note());
        notes.chain(repeated_line(self.n_repeated())).collect()
    }

    /// How many games were lost because the machine was overloaded, and what to do about them.
    fn late_note(&self) -> Option<String> {
        let games = counted(self.n_late() as usize, "game");
        let what = match self.course.plan().is_fixed() {
            true => {
                "`quintet tournament --resume FOLDER --replay-late` plays them again; fewer games at once \
                 help"
            }
            false => "fewer games at once help",
        };
        let said = format!("lost on time while the machine was late: {games}; {what}");
        (self.n_late() > 0).then_some(said)
    }
}
