//! A finished game of a tournament as it is read back: the part of its [`super::super::ResultRow`]
//! that a tournament needs to go on.
//!
//! Reads no file.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, SystemTime};

use serde::Deserialize;

use super::course::{Added, Course, StrangeGame};
use super::difference::KeyDifference;
use super::late::GameRow;
use super::plan::Format;
use super::players::numbered;
use super::shared_test::SharedVerdict;
use crate::date;
use crate::games::{Outcome, Side, counted};
use crate::play::cause_name::known_cause;
use crate::play::result_row::{known_result, outcome_of};
use crate::play::{
    Cause, CauseName, Duel, GameReport, GameScore, KnownOpenings, LatenessRow, LossKind, Repeats,
    ReplayRule, ResultRow, SprtRun, SprtState,
};

/// A finished game that was kept.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct KeptGame {
    /// Its number in the tournament.
    pub number: u32,
    /// The number of its opening, from 0.
    pub opening_number: u32,
    /// Name of the player on the first side.
    pub first: String,
    /// Name of the player on the second side.
    pub second: String,
    /// `1-0`, `0-1` or `1/2-1/2`; `*` for a game that does not count.
    #[serde(deserialize_with = "known_result")]
    pub result: String,
    /// The name of the winner; nothing after a draw, or where the game does not count.
    #[serde(default)]
    pub winner: Option<String>,
    /// The margin from the first side's point of view.
    pub margin: Option<i32>,
    /// The moves.
    pub moves: Vec<String>,
    /// Those of its opening, with which it begins.
    #[serde(default)]
    pub opening: Vec<String>,
    /// It was lost by a failure of an engine.
    pub failure: bool,
    /// The cause, if it was not decided on the board.
    #[serde(default, deserialize_with = "known_cause")]
    pub cause: Option<CauseName>,
    /// How late the program and the machine were, if it was lost on time.
    #[serde(default)]
    pub lateness: Option<LatenessRow>,
    /// The name of a player whose engine could not be started.
    #[serde(default)]
    pub unusable: Option<String>,
    /// How many players the tournament had; rows of earlier versions do not say.
    #[serde(default)]
    pub players: Option<usize>,
    /// The whole game as a text.
    pub text: Option<String>,
    /// When it began: RFC 3339, UTC.
    #[serde(default)]
    pub date: String,
    /// How long it took.
    #[serde(default)]
    pub duration_ms: f64,
}

impl KeptGame {
    /// When it ended; `None` if its row does not say when it began.
    pub(super) fn ended(&self) -> Option<SystemTime> {
        let took = Duration::try_from_secs_f64(self.duration_ms / 1_000.0).unwrap_or_default();
        date::of_rfc3339(&self.date)?.checked_add(took)
    }

    /// What it was lost by, if that may be a reason to play it again.
    fn loss_kind(&self) -> Option<LossKind> {
        LossKind::of(&Cause::named(self.cause?, "", &[]), self.is_late())
    }

    /// How it ended; `None` if it does not count.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        outcome_of(&self.result)
    }
}

impl From<&ResultRow> for KeptGame {
    fn from(row: &ResultRow) -> Self {
        Self {
            number: row.number,
            opening_number: row.opening_number,
            first: row.first.clone(),
            second: row.second.clone(),
            result: row.result.clone(),
            winner: row.winner.clone(),
            margin: row.margin,
            moves: row.moves.clone(),
            opening: row.opening.clone(),
            failure: row.failure,
            cause: row.cause,
            lateness: row.lateness.clone(),
            unusable: row.unusable.clone(),
            players: row.players,
            text: row.text.clone(),
            date: row.date.clone(),
            duration_ms: row.duration_ms,
        }
    }
}

/// What is said of other pairings of a knockout.
const NO_LATE_PLAYER: &str = "; no player can join a knockout later";

/// What to do about a key that was changed.
const CHANGE_BACK: &str = "change it back, or begin another tournament";

/// A tournament as far as its kept games go.
#[derive(Clone, Debug)]
pub struct Past {
    /// What has been played and what is due.
    pub course: Course,
    /// Its games.
    pub repeats: Repeats,
    /// The openings that they had.
    pub openings: KnownOpenings,
    /// The numbers of games that were decided by a failure or on time.
    failed: BTreeSet<u32>,
    /// The numbers of those that were lost on time while the machine was late.
    late: BTreeSet<u32>,
    /// The test that ends the tournament, with the pairs that it has counted.
    pub test: Option<SprtRun>,
    /// Which lost games are played again.
    replays: ReplayRule,
    /// How often each game was played again, by its number.
    annulled: HashMap<u32, u32>,
    /// The numbers of players by name.
    numbers: HashMap<String, usize>,
    counts_points: bool,
    /// The keys of the tournament's file that pair its players otherwise than when it was played last.
    changed: Vec<KeyDifference>,
}

impl Past {
    /// A tournament of which nothing has been played.
    #[must_use]
    pub fn new(course: Course, names: &[String], counts_points: bool) -> Self {
        let numbers = names.iter().cloned().zip(0..).collect();
        let repeats = Repeats::default();
        let openings = KnownOpenings::default();
        Self {
            course,
            repeats,
            openings,
            failed: BTreeSet::new(),
            late: BTreeSet::new(),
            test: None,
            replays: ReplayRule::default(),
            annulled: HashMap::new(),
            numbers,
            counts_points,
            changed: Vec::new(),
        }
    }

    /// The same with a test that ends the tournament. Nothing was added yet.
    #[must_use]
    pub fn with_test(self, test: Option<SprtRun>) -> Self {
        Self { test, ..self }
    }

    /// The same with the test of shares, which has counted their pairs. Games that do not count for it were
    /// not added.
    #[must_use]
    pub fn with_shared_test(self, test: Option<&SharedVerdict>) -> Self {
        Self { test: test.map(|test| test.run.clone()), ..self }
    }

    /// The same, in which games lost by some causes are played again. Nothing was added yet.
    #[must_use]
    pub fn with_replays(self, replays: ReplayRule) -> Self {
        Self { replays, ..self }
    }

    /// The same of a file in which these keys have other values than when its games were played. Nothing
    /// was added yet.
    #[must_use]
    pub fn with_changed(self, changed: Vec<KeyDifference>) -> Self {
        Self { changed, ..self }
    }

    /// The game that has just ended does not count, and is played again.
    #[must_use]
    pub fn plays_again(&self, report: &GameReport) -> bool {
        let before = self.annulled.get(&report.pairing.number).copied().unwrap_or(0);
        self.replays.holds(report.loss_kind(), before)
    }

    /// Counts how often a game was annulled.
    fn note_annulled(&mut self, number: u32, kind: Option<LossKind>) {
        if kind.is_some_and(|kind| self.replays.causes.contains(&kind)) {
            *self.annulled.entry(number).or_default() += 1;
        }
    }

    /// How many games were decided by a failure or on time.
    #[must_use]
    pub fn n_failed(&self) -> u32 {
        u32::try_from(self.failed.len()).unwrap_or(u32::MAX)
    }

    /// How many games were lost on time while the machine was late.
    #[must_use]
    pub fn n_late(&self) -> u32 {
        u32::try_from(self.late.len()).unwrap_or(u32::MAX)
    }

    /// How many games are the same as an earlier one, move by move.
    #[must_use]
    pub fn n_repeated(&self) -> u32 {
        self.repeats.n_repeated()
    }

    /// What two players made against each other, from the view of the first; `None` with more of them.
    #[must_use]
    pub fn duel(&self) -> Option<Duel> {
        let standing = self.course.standing()?;
        let points = self.course.points().filter(|_| self.counts_points);
        Some(Duel { standing, points })
    }

    /// What the test says so far.
    #[must_use]
    pub fn test_state(&self) -> Option<SprtState> {
        self.test.as_ref().map(SprtRun::state)
    }

    /// There is nothing left to play: every game was played, or the test has its verdict.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_decided() || self.course.is_over()
    }

    /// The test has its verdict.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test_state().is_some_and(|state| state.verdict.is_some())
    }

    /// Adds a kept game. One that does not count, or is there already, changes nothing.
    ///
    /// # Errors
    ///
    /// When the tournament has no such game: its file was changed, or the game is one of another
    /// tournament. The reason is a sentence.
    pub fn add(&mut self, kept: &KeptGame) -> Result<Added, String> {
        let names = [kept.first.as_str(), kept.second.as_str()];
        check_winner(kept.outcome(), kept.winner.as_deref(), names)?;
        self.check_players(kept.number, kept.players)?;
        let Some(outcome) = kept.outcome() else {
            self.note_annulled(kept.number, kept.loss_kind());
            let is_unusable = |side: &Side| kept.unusable.as_deref() == Some(names[side.idx()]);
            let Some(side) = Side::BOTH.into_iter().find(is_unusable) else {
                return Ok(Added::default());
            };
            return self.withdraw(kept.number, names, side);
        };
        let players = self.players(names)?;
        let is_late = kept.cause.is_some_and(CauseName::is_on_time);
        let is_excused = kept.is_late();
        // A failure loses the game.
        let failed = match outcome {
            Outcome::WonBy(winner) if (kept.failure || is_late) && !is_excused => {
                Some(winner.opponent())
            }
            Outcome::WonBy(_) | Outcome::Draw => None,
        };
        let (number, opening) = (kept.number, kept.opening_number);
        let added = self.count(number, opening, players, outcome, kept.margin, failed);
        let added = added.map_err(|strange| self.said(number, names, &strange))?;
        if added.is_new {
            self.repeats.note(players, &kept.moves, kept.number);
            self.openings.note((kept.number - 1) / 2, opening, &kept.opening);
            self.note_loss(number, kept.failure || is_late, is_excused);
        }
        Ok(added)
    }

    /// A knockout has the players that it began with: where a bye makes room for another one, the games so
    /// far would not show it. Nor would those of a Swiss where a player joins in a round that was played.
    fn check_players(&self, number: u32, was: Option<usize>) -> Result<(), String> {
        let plan = self.course.plan();
        if let (Format::Swiss { late, .. }, Some(was), Some(place)) =
            (plan.format, was, number.checked_sub(1))
            && let Some(round) = self.course.round_of(place / 2)
            && let Ok(round) = u32::try_from(round)
            && plan.n_present(round) > was
        {
            let from = late.rounds().take_while(|from| *from <= round + 1).last();
            let from = from.unwrap_or(round + 1);
            return Err(format!(
                "game {} of round {} was played by {}, and one with late = {from} has joined since; write \
                 the number of a round that has not begun",
                number,
                round + 1,
                counted(was, "player"),
            ));
        }
        let is_knockout = matches!(plan.format, Format::Knockout { .. });
        match was.filter(|was| is_knockout && *was != plan.players) {
            None => Ok(()),
            Some(was) => {
                let why = if was < plan.players { NO_LATE_PLAYER } else { "; none can leave it" };
                Err(format!(
                    "game {} was played in a knockout of {}, and the tournament's file has {}{why}",
                    number,
                    counted(was, "player"),
                    plan.players
                ))
            }
        }
    }

    /// Adds a game that has just ended. One that does not count, or is there already, changes nothing.
    ///
    /// # Errors
    ///
    /// As [`Past::add`].
    pub fn add_report(&mut self, report: &GameReport) -> Result<Added, String> {
        let moves = report.record.moves_to(report.record.last());
        let moves: Vec<String> = moves.into_iter().map(|mv| mv.0).collect();
        self.add_report_of(report, &moves)
    }

    /// As [`Past::add_report`], of a kept game: its report was made from its row and has an empty record.
    ///
    /// # Errors
    ///
    /// As [`Past::add`].
    pub fn add_kept_report(
        &mut self,
        row: &ResultRow,
        report: &GameReport,
    ) -> Result<Added, String> {
        check_winner(outcome_of(&row.result), row.winner.as_deref(), [&row.first, &row.second])?;
        self.check_players(row.number, row.players)?;
        self.add_report_of(report, &row.moves)
    }

    fn add_report_of(&mut self, report: &GameReport, moves: &[String]) -> Result<Added, String> {
        let (names, number) = (report.players(), report.pairing.number);
        if !report.counts() {
            self.note_annulled(number, report.loss_kind());
            let unusable = report.failed_side().filter(|_| report.unusable);
            let withdrawn = unusable.map(|side| self.withdraw(number, names, side));
            return withdrawn.unwrap_or_else(|| Ok(Added::default()));
        }
        let (players, opening) = (self.players(names)?, report.pairing.opening_number);
        let (outcome, margin) = (report.result.outcome, report.result.margin);
        let failed = report.charged_side();
        let added = self.count(number, opening, players, outcome, margin, failed);
        let added = added.map_err(|strange| self.said(number, names, &strange))?;
        if added.is_new {
            self.repeats.note(players, moves, number);
            self.note_loss(number, report.is_decided_by_failure(), report.is_late());
        }
        Ok(added)
    }

    /// Counts a game that was lost by a failure, or while the machine was late.
    fn note_loss(&mut self, number: u32, is_failed: bool, is_late: bool) {
        self.failed.extend(is_failed.then_some(number));
        self.late.extend(is_late.then_some(number));
    }

    /// The numbers of these players.
    ///
    /// # Errors
    ///
    /// When the tournament does not have one of them. The reason is a sentence.
    pub fn players(&self, names: [&str; 2]) -> Result<[usize; 2], String> {
        let number = |name: &str| {
            // An engine that was the only one of its name has a number since another one joined.
            let only = || self.numbers.get(&numbered(name, 1));
            // Earlier versions kept blanks around a name.
            let trimmed = || self.numbers.get(name.trim());
            let number = self.numbers.get(name).or_else(only).or_else(trimmed).copied();
            number.ok_or_else(|| {
                let what = match self.changed_text() {
                    Some(changed) => format!("{changed}; {CHANGE_BACK}"),
                    None => "name or engine of a player was changed".to_owned(),
                };
                format!("the tournament has no player {name:?}: {what}")
            })
        };
        Ok([number(names[0])?, number(names[1])?])
    }

    /// The engine of this side could not be started for a game.
    fn withdraw(&mut self, number: u32, names: [&str; 2], side: Side) -> Result<Added, String> {
        let players = self.players(names)?;
        let added = self.course.withdraw(number, players, side);
        added.map_err(|strange| self.said(number, names, &strange))
    }

    /// Counts a game; `players` are those who played it, first side first, and `margin` is from the
    /// first side's point of view. `failed` is the side whose engine has failed.
    fn count(
        &mut self,
        number: u32,
        opening: u32,
        players: [usize; 2],
        outcome: Outcome,
        margin: Option<i32>,
        failed: Option<Side>,
    ) -> Result<Added, StrangeGame> {
        let points = margin.filter(|_| self.counts_points).unwrap_or(0);
        let score = |seat| GameScore::of(outcome, seat, points);
        let added = self.course.add_failed(number, players, failed, score)?;
        if !added.is_new {
            return Ok(added);
        }
        let place = number - 1;
        let (pair, seat) = (place / 2, Side::BOTH[(place % 2) as usize]);
        self.course.note_opening(pair, opening);
        if let Some(test) = &mut self.test {
            test.add(pair, opening, score(seat));
            if let Some(last) = test.last_pair() {
                self.end_after(last);
            }
        }
        Ok(added)
    }

    /// The test has its verdict after this pair: games of later ones do not count.
    fn end_after(&mut self, pair: u32) {
        if self.course.last_pair().is_none() {
            let last = 2 * (pair + 1);
            self.course.end_after(pair);
            self.failed.retain(|number| *number <= last);
            self.late.retain(|number| *number <= last);
            self.repeats.forget_after(last);
        }
    }

    /// The keys that pair the players otherwise than before, with both values; `None` if there are none or
    /// they are not known.
    fn changed_text(&self) -> Option<String> {
        /// More are only counted.
        const MOST_NAMED: usize = 3;
        let more = self.changed.len().saturating_sub(MOST_NAMED);
        let named = self.changed.iter().take(MOST_NAMED).map(KeyDifference::as_change);
        let more = (more > 0).then(|| format!("{} more", counted(more, "key")));
        let all: Vec<String> = named.chain(more).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// How many cycles there were when the games were played, where that was changed.
    fn cycles_before(&self) -> Option<u32> {
        const KEY: &str = "cycles";
        let changed = self.changed.iter().find(|changed| changed.key == KEY)?;
        // A file that does not say it has one.
        changed.one.as_ref().map_or(Some(1), |value| value.as_integer()?.try_into().ok())
    }

    /// Says why the tournament does not have the game of this number between these players.
    fn said(&self, number: u32, names: [&str; 2], strange: &StrangeGame) -> String {
        let plan = self.course.plan();
        let keys = plan.keys_text();
        let changed = self.changed_text();
        let expected = match (strange, &changed) {
            (StrangeGame::Players { expected, .. }, _) => expected,
            (StrangeGame::Number { .. }, Some(changed)) => {
                return format!("the tournament has no game {number}: {changed}; {CHANGE_BACK}");
            }
            (StrangeGame::Number { .. }, None) if plan.is_fixed() => {
                return format!(
                    "the tournament has no game {number}: {keys}; one of them or the number of players \
                     was changed"
                );
            }
            (StrangeGame::Number { .. }, None) => {
                let end = match plan.format {
                    Format::Knockout { .. } => NO_LATE_PLAYER,
                    Format::Swiss { .. }
                    | Format::Match
                    | Format::Gauntlet { .. }
                    | Format::RoundRobin { .. } => "",
                };
                return format!(
                    "{strange}: earlier games are missing, or a key or the players were changed \
                     ({keys}){end}"
                );
            }
        };
        let name = |player: usize| {
            let named = self.numbers.iter().find(|(_, number)| **number == player);
            named.map(|(name, _)| name.as_str()).unwrap_or_default()
        };
        let [one, other] = expected.map(name);
        let [first, second] = names;
        let pairs = format!(
            "game {number} is {first} - {second}, but the tournament's file pairs {one} - {other}: "
        );
        if let Some(changed) = changed {
            let what = match plan.format {
                Format::Gauntlet { late, cycles, .. } | Format::RoundRobin { late, cycles }
                    if late.n() == 0 || self.cycles_before().is_some() =>
                {
                    late.advice(cycles, self.cycles_before())
                }
                Format::Match
                | Format::Gauntlet { .. }
                | Format::RoundRobin { .. }
                | Format::Knockout { .. }
                | Format::Swiss { .. } => CHANGE_BACK.to_owned(),
            };
            return format!("{pairs}{changed}; {what}");
        }
        let differs = format!(
            "{pairs}{keys}; one of them, the format or the order of the players was changed"
        );
        match plan.format {
            Format::Swiss { .. } => format!(
                "{differs}, or the tournament was begun by an earlier version, which paired a Swiss \
                 otherwise; play it to its end with that version"
            ),
            Format::Knockout { .. } => format!("{differs}{NO_LATE_PLAYER}"),
            Format::Gauntlet { late, cycles, .. } | Format::RoundRobin { late, cycles } => {
                format!("{differs}; {}", late.advice(cycles, None))
            }
            Format::Match => differs,
        }
    }
}

/// The result of a row is that of its winner, where it names one.
fn check_winner(
    outcome: Option<Outcome>,
    winner: Option<&str>,
    names: [&str; 2],
) -> Result<(), String> {
    let expected = match outcome {
        Some(Outcome::WonBy(side)) => Some(names[side.idx()]),
        Some(Outcome::Draw) | None => None,
    };
    match winner.filter(|winner| expected != Some(*winner)) {
        None => Ok(()),
        Some(winner) => {
            let says = match expected {
                Some(other) => format!("that {other} has won"),
                None => "that no one has won".to_owned(),
            };
            Err(format!("the result says {says}, and the winner is {winner}: the line was changed"))
        }
    }
}

#[cfg(test)]
mod tests;
