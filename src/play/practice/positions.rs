//! Exercises from any list of positions: one a line, in whatever form a game reads.
//!
//! Reads no file and finds no answer.

use super::Exercise;
use crate::games::{self, Game, Recognised, Record, counted};

/// The exercises of a list, and what could not be read of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PositionList {
    /// In the order of the list.
    pub exercises: Vec<Exercise>,
    /// What is wrong with the other lines, with their numbers.
    pub problems: Vec<String>,
}

/// So many positions of a list are taken.
const MOST: usize = 1_000;

/// Reads a position or a game from each line; of a game its last position counts. Empty lines and
/// those that begin with `#` are left out. What two games can read is of the kind of `likely`. `name`
/// is what the list is called.
#[must_use]
pub fn read_positions(text: &str, likely: &'static dyn Game, name: &str) -> PositionList {
    let mut list = PositionList::default();
    for (idx, line) in text.lines().enumerate() {
        let (number, line) = (idx + 1, line.trim());
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if list.exercises.len() >= MOST {
            list.problems.push(format!("line {number}: only the first {MOST} positions are taken"));
            break;
        }
        match read_line(line, likely).and_then(checked) {
            Ok(exercise) => {
                let source = format!("{name}, line {number}");
                list.exercises.push(Exercise { source, ..exercise });
            }
            Err(reason) => list.problems.push(format!("line {number}: {reason}")),
        }
    }
    list
}

impl PositionList {
    /// The last positions of the games of a file called `name`, whose problems are given, too.
    #[must_use]
    pub fn of_games(records: &[Record], problems: Vec<String>, name: &str) -> Self {
        let mut list = Self { exercises: Vec::new(), problems };
        for (idx, record) in records.iter().enumerate().take(MOST) {
            match checked(of_end(record)) {
                Ok(exercise) => {
                    let source = format!("{name}, game {}", idx + 1);
                    list.exercises.push(Exercise { source, ..exercise });
                }
                Err(reason) => list.problems.push(format!("game {}: {reason}", idx + 1)),
            }
        }
        list
    }

    /// `2 positions cannot be practised; line 3: ...; line 8: ...`, the first of them where there are many;
    /// `None` where all went well.
    #[must_use]
    pub fn problems_text(&self) -> Option<String> {
        const MOST_SAID: usize = 5;
        let n = self.problems.len();
        let said = self.problems.iter().take(MOST_SAID).cloned().collect::<Vec<_>>().join("; ");
        let more = if n > MOST_SAID { "; ..." } else { "" };
        let n = counted(n, "position");
        (!said.is_empty()).then(|| format!("{n} cannot be practised; {said}{more}"))
    }
}

fn read_line(line: &str, likely: &'static dyn Game) -> Result<Exercise, String> {
    let mut problem = None;
    let others = games::GAMES.iter().filter(|game| game.info().name != likely.info().name);
    for game in std::iter::once(&likely).chain(others) {
        match game.recognise(line) {
            Ok(Some(Recognised::Position { setup, .. })) => {
                return Ok(Exercise {
                    kind: game.info().name.to_owned(),
                    variant: setup.variant,
                    position: setup.position,
                    ..Exercise::default()
                });
            }
            Ok(Some(Recognised::Game { record, .. })) => return Ok(of_end(&record)),
            Ok(Some(Recognised::Foreign { reason })) => return Err(reason),
            Ok(None) => {}
            Err(error) => problem = problem.or(Some(error.reason)),
        }
    }
    let start: String = line.chars().take(40).collect();
    Err(problem.unwrap_or_else(|| format!("{start:?} is no position that the program knows")))
}

/// The position at the end of a game's main line.
fn of_end(record: &Record) -> Exercise {
    Exercise {
        kind: record.game.clone(),
        variant: record.setup.variant.clone(),
        position: record.setup.position.clone(),
        moves: record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect(),
        ..Exercise::default()
    }
}

/// Only what can be set up and has something to find.
fn checked(exercise: Exercise) -> Result<Exercise, String> {
    match exercise.set_up() {
        Ok(_) => Ok(exercise),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_position_of_some_game_or_named_with_its_fault() {
        let text = "# three to win\n\
                    W:W31,34,35,39-50:B1-7,9-12,14,16,19,21\n\
                    \n\
                    f5d6c3\n\
                    nonsense of no game\n\
                    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10\n\
                    W:W31:BK5\n";
        let draughts = games::find("draughts").unwrap();
        let list = read_positions(text, draughts, "list.txt");
        let told: Vec<(&str, &str)> =
            list.exercises.iter().map(|one| (one.kind.as_str(), one.source.as_str())).collect();
        assert_eq!(
            told[..3],
            [
                ("draughts", "list.txt, line 2"),
                ("othello", "list.txt, line 4"),
                ("backgammon", "list.txt, line 6"),
            ]
        );
        assert_eq!(list.exercises[1].moves, ["f5", "d6", "c3"]);
        assert!(list.problems[0].starts_with("line 5: "), "{:?}", list.problems);
        assert!(list.exercises.iter().all(|one| one.played.is_none()));
    }

    #[test]
    fn a_position_with_one_legal_move_is_no_exercise() {
        let draughts = games::find("draughts").unwrap();
        // The man on 31 must take.
        let list = read_positions("W:W31:B1,27\n", draughts, "pasted");
        assert!(list.exercises.is_empty(), "{list:?}");
        let problem = list.problems_text().unwrap();
        assert!(problem.contains("only one legal move"), "{problem}");
    }
}
