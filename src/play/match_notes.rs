//! What is said below the table of a match.
//!
//! Counts nothing: [`Tally`] does.

use super::lateness::late_line;
use super::{PonderCount, Tally, repeated_line};

impl Tally {
    /// Sentences about what is not in the table itself; `names` are those of the engines. They say what
    /// is, and not what to do.
    #[must_use]
    pub fn facts(&self, names: &[String; 2]) -> Vec<String> {
        let notes = self.win_line(names).into_iter().chain(late_line(self.late));
        notes.chain(repeated_line(self.repeated)).chain(self.ponder_line(names)).collect()
    }

    /// `won by: A 210 single game, 90 gammon; B ...`, where games are worth different points.
    #[must_use]
    pub fn win_line(&self, names: &[String; 2]) -> Option<String> {
        self.points.as_ref()?;
        let of = |(name, wins): (&String, &Vec<(String, u32)>)| {
            let ways: Vec<String> = wins.iter().map(|(way, n)| format!("{n} {way}")).collect();
            (!ways.is_empty()).then(|| format!("{name} {}", ways.join(", ")))
        };
        let all: Vec<String> = names.iter().zip(&self.wins).filter_map(of).collect();
        (!all.is_empty()).then(|| format!("won by: {}", all.join("; ")))
    }

    /// `right guesses on the other's time: A 12 of 30 (40 %), B 9 of 28 (32 %)`
    #[must_use]
    pub fn ponder_line(&self, names: &[String; 2]) -> Option<String> {
        let of = |(name, count): (&String, &Option<PonderCount>)| {
            let PonderCount { hits, all } = (*count)?;
            let percent = 100.0 * f64::from(hits) / f64::from(all.max(1));
            Some(format!("{name} {hits} of {all} ({percent:.0} %)"))
        };
        let counts: Vec<String> = names.iter().zip(&self.ponder).filter_map(of).collect();
        let all = counts.join(", ");
        (!counts.is_empty()).then(|| format!("right guesses on the other's time: {all}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_says_below_its_table_what_is_not_in_it() {
        let names = ["A", "B"].map(str::to_owned);
        assert_eq!(Tally::new(false).facts(&names), Vec::<String>::new());
        let mut tally = Tally::new(true);
        (tally.repeated, tally.late) = (2, 1);
        tally.wins[1] = vec![("gammon".to_owned(), 3), ("single game".to_owned(), 1)];
        tally.ponder[0] = Some(PonderCount { hits: 1, all: 4 });
        assert_eq!(
            tally.facts(&names),
            [
                "won by: B 3 gammon, 1 single game",
                "lost on time while the machine was late: 1 game",
                "the same as an earlier game, move by move: 2 games",
                "right guesses on the other's time: A 1 of 4 (25 %)",
            ]
        );
    }
}
