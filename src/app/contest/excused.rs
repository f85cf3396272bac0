//! Games that the machine has cost: it slept, or the program was halted.
//!
//! Excuses no game: who plays the match does.

use std::time::Duration;

use crate::games::counted;
use crate::play::GameReport;

/// Games that do not count because nothing of the program ran in the middle of them.
#[derive(Debug, Default)]
pub(super) struct Excused {
    numbers: Vec<u32>,
    /// How long at most nothing ran.
    longest: Duration,
}

impl Excused {
    /// Notes a game, if it is one.
    pub(super) fn add(&mut self, report: &GameReport) {
        let Some(lateness) = report.lateness.filter(|_| report.is_excused()) else { return };
        self.numbers.push(report.pairing.number);
        self.longest = self.longest.max(lateness.halted);
    }

    /// What happened and what becomes of the games; `None` where there is none.
    pub(super) fn text(&self) -> Option<String> {
        let (last, others) = self.numbers.split_last()?;
        let (games, become_of_them) = match others {
            [] => (format!("Game {last}"), "does not count and is played again"),
            _ => {
                let others: Vec<String> = others.iter().map(u32::to_string).collect();
                let games = format!("Games {} and {last}", others.join(", "));
                (games, "do not count and are played again")
            }
        };
        let long = long_words(self.longest);
        Some(format!(
            "The machine slept, or the program was halted, for {long}. {games} {become_of_them}; no \
             engine is charged."
        ))
    }
}

/// `3 seconds`, `12 minutes`, `8 hours`
fn long_words(long: Duration) -> String {
    let secs = usize::try_from(long.as_secs()).unwrap_or(usize::MAX);
    match secs {
        ..120 => counted(secs, "second"),
        120..7_200 => counted(secs / 60, "minute"),
        7_200.. => counted(secs / 3_600, "hour"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Cause, Lateness};

    fn halted(number: u32, secs: u64) -> GameReport {
        let lateness = Lateness { halted: Duration::from_secs(secs), ..Lateness::default() };
        GameReport {
            forfeit: Some((0, Cause::LostOnTime)),
            lateness: Some(lateness),
            annulled: true,
            ..GameReport::example(number)
        }
    }

    #[test]
    fn all_games_that_the_machine_has_cost_are_named_in_one_sentence() {
        let mut excused = Excused::default();
        excused.add(&GameReport::example(1));
        assert_eq!(excused.text(), None);
        for (number, secs) in [(2, 5), (3, 30_000), (5, 8)] {
            excused.add(&halted(number, secs));
        }
        let text = excused.text().unwrap();
        assert!(text.contains("for 8 hours. Games 2, 3 and 5 do not count"), "{text}");
    }
}
