//! The stored data of a finished game of a match.
//!
//! Writes no files: the store writes [`super::ResultRow`] and the rows of tables.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::checking::Disagreed;
use super::delays::Delays;
use super::lateness::Lateness;
use super::match_config::MatchConfig;
use super::schedule::Pairing;
use super::{AdjudicatedBy, Cause, CauseName, GameScore, LossKind, PonderCount};
use crate::games::{GameResult, Outcome, Record, Side};
use crate::origin::EngineFile;

/// What stopped a game before it was over.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum GameStop {
    /// The user.
    User,
    /// The verdict of the test of its match, which the game could not change any more.
    Verdict,
}

impl GameStop {
    /// The same as a cause.
    #[must_use]
    pub fn cause(self) -> &'static Cause {
        match self {
            Self::User => &Cause::Stopped,
            Self::Verdict => &Cause::Decided,
        }
    }
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The match that it belongs to.
    pub config: Arc<MatchConfig>,
    /// When it began.
    pub began: SystemTime,
    /// Its place in the schedule.
    pub pairing: Pairing,
    /// Names of the engines, in the order of the match (not of the sides).
    pub engines: [String; 2],
    /// The engines' own names, with their versions, in the order of the match; empty if unknown.
    pub own_names: [String; 2],
    /// The options that were set in them ([`super::EngineSpec::options_set`]).
    pub options: [Vec<(String, String)>; 2],
    /// The game as played, with its result, times and evaluations.
    pub record: Record,
    /// How it ended.
    pub result: GameResult,
    /// Which engine (0 or 1) lost by forfeit, and why.
    pub forfeit: Option<(usize, Cause)>,
    /// What ended it, if a rule of the match did.
    pub adjudicated: Option<AdjudicatedBy>,
    /// How late the program and the machine were, if it was lost on time.
    pub lateness: Option<Lateness>,
    /// The last lines of that engine's error output, when its session ended by it.
    pub last_words: Vec<String>,
    /// That engine was never ready in this game: it could not be started, or failed at its start.
    pub unready: bool,
    /// That engine is given up: it could not be started again and again, or was never ready.
    pub unusable: bool,
    /// What stopped it before it was over, so that it does not count.
    pub stopped: Option<GameStop>,
    /// It was lost by a cause after which it is played again ([`super::ReplayRule`]): it does not
    /// count.
    pub annulled: bool,
    /// The bundle for understanding the failure ([`super::BundleFacts`]).
    pub bundle: Option<String>,
    /// The file of the bundle.
    pub bundle_file: Option<PathBuf>,
    /// Disagreements with the referee of engines that keep the game, by kind.
    pub disagreements: Vec<Disagreed>,
    /// How long the program took to pass the turn to each engine: from the opponent's answer being
    /// read to the request being handed over.
    pub delays: [Delays; 2],
    /// How often each engine guessed its opponent's reply; `None` if it did not think on the
    /// opponent's time.
    pub ponder: [Option<PonderCount>; 2],
    /// The number of an earlier game of the match that was the same, move by move.
    pub same_as: Option<u32>,
    /// How long the game took.
    pub duration: Duration,
}

impl GameReport {
    /// Names of the players, first side first.
    #[must_use]
    pub fn players(&self) -> [&str; 2] {
        Side::BOTH.map(|side| self.engines[self.pairing.engine_at(side)].as_str())
    }

    /// It counts for the match: both engines began it, it was not stopped, and it is not played
    /// again.
    #[must_use]
    pub fn counts(&self) -> bool {
        !self.unready && self.stopped.is_none() && !self.annulled
    }

    /// What it was lost by, if that may be a reason to play it again.
    #[must_use]
    pub fn loss_kind(&self) -> Option<LossKind> {
        let (_, cause) = self.forfeit.as_ref()?;
        LossKind::of(cause, self.is_late())
    }

    /// `1-0`, `0-1` or `1/2-1/2`, the first side's result first; `*` for a game that does not count.
    #[must_use]
    pub fn result_text(&self) -> &'static str {
        match self.result.outcome {
            _ if !self.counts() => "*",
            Outcome::WonBy(Side::First) => "1-0",
            Outcome::WonBy(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// Why it ended, so that games can be counted by it: `more discs`, `Edax lost on time`.
    #[must_use]
    pub fn reason(&self) -> String {
        match (&self.forfeit, self.forfeit_kind()) {
            (Some((engine, _)), Some(kind)) => format!("{} {kind}", self.engines[*engine]),
            _ => match self.stopped {
                Some(stop) => stop.cause().kind().to_owned(),
                None => self.result.reason.clone(),
            },
        }
    }

    /// The cause of the loss, without the engine's name; games that were lost while the program or
    /// the machine was late are counted separately.
    #[must_use]
    pub fn forfeit_kind(&self) -> Option<String> {
        let (_, cause) = self.forfeit.as_ref()?;
        Some(match self.is_late() {
            true if self.was_halted() => {
                format!("{} while the program was halted or the machine slept", cause.kind())
            }
            true => CauseName::Late.words().to_owned(),
            false => cause.kind().to_owned(),
        })
    }

    /// It was lost on time, and the engine may have lost it because the program or the machine was
    /// late.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.lateness.is_some_and(|lateness| lateness.matters())
    }

    /// It was lost on time while nothing of this program ran, so that no one knows what the engine would
    /// have done.
    #[must_use]
    pub fn was_halted(&self) -> bool {
        self.lateness.is_some_and(|lateness| !lateness.halted.is_zero())
    }

    /// It does not count because nothing of this program ran in the middle of it: the machine slept, or
    /// the program was halted. No engine is charged with anything.
    #[must_use]
    pub fn is_excused(&self) -> bool {
        self.annulled && self.was_halted()
    }

    /// Why it was not decided on the board.
    pub(super) fn cause(&self) -> Option<&Cause> {
        let stopped = self.stopped.map(GameStop::cause);
        self.forfeit.as_ref().map(|(_, cause)| cause).or(stopped)
    }

    /// The cause in words, with its details; empty for a game decided on the board.
    #[must_use]
    pub fn cause_text(&self) -> String {
        self.cause().map(ToString::to_string).unwrap_or_default()
    }

    /// The game's value for an engine (0 or 1), in the game's unit: negative when it lost.
    #[must_use]
    pub fn points_of(&self, engine: usize) -> i32 {
        let margin = self.result.margin.unwrap_or(0);
        if self.pairing.seat_of(engine) == Side::First { margin } else { -margin }
    }

    /// The score of the first engine, in the game's unit.
    #[must_use]
    pub fn score(&self) -> GameScore {
        let margin = self.result.margin.unwrap_or(0);
        GameScore::of(self.result.outcome, self.pairing.seat, margin)
    }

    /// The side whose engine has failed; `None` if no engine failed.
    #[must_use]
    pub fn failed_side(&self) -> Option<Side> {
        let (engine, cause) = self.forfeit.as_ref()?;
        cause.is_failure().then(|| self.pairing.seat_of(*engine))
    }

    /// It was lost by a failure of an engine.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        self.forfeit.as_ref().is_some_and(|(_, cause)| cause.is_failure())
    }

    /// It was decided by a failure of an engine or on time, not by play or resignation.
    #[must_use]
    pub fn is_decided_by_failure(&self) -> bool {
        let is_failure = |cause: &Cause| cause.is_failure() || *cause == Cause::LostOnTime;
        self.forfeit.as_ref().is_some_and(|(_, cause)| is_failure(cause))
    }

    /// The side whose engine is charged with a failure: it failed or lost on time, and the machine
    /// was not late.
    #[must_use]
    pub fn charged_side(&self) -> Option<Side> {
        let (engine, _) = self.forfeit.as_ref()?;
        let is_charged = self.is_decided_by_failure() && !self.is_late();
        is_charged.then(|| self.pairing.seat_of(*engine))
    }

    pub(super) fn winner(&self) -> Option<&str> {
        match self.result.outcome {
            Outcome::WonBy(side) if self.counts() => Some(self.players()[side.idx()]),
            Outcome::WonBy(_) | Outcome::Draw => None,
        }
    }

    pub(super) fn margin(&self) -> Option<i32> {
        self.result.margin.filter(|_| self.counts())
    }

    /// Everything known about its failure is kept, or is about to be.
    #[must_use]
    pub fn has_bundle(&self) -> bool {
        self.bundle.is_some() || self.bundle_file.is_some()
    }

    pub(super) fn bundle_text(&self) -> Option<String> {
        self.bundle_file.as_ref().map(|path| path.display().to_string())
    }

    /// The own name of the engine on a side; empty if unknown.
    pub(super) fn own_name(&self, side: Side) -> &str {
        &self.own_names[self.pairing.engine_at(side)]
    }

    pub(super) fn protocol_name(&self, side: Side) -> &'static str {
        self.config.engines[self.pairing.engine_at(side)].launch.protocol.name()
    }

    pub(super) fn file(&self, side: Side) -> &EngineFile {
        &self.config.origin.engines[self.pairing.engine_at(side)]
    }

    pub(super) fn options_of(&self, side: Side) -> &[(String, String)] {
        &self.options[self.pairing.engine_at(side)]
    }

    pub(super) fn dialect_of(&self, side: Side) -> &[(String, String)] {
        &self.config.engines[self.pairing.engine_at(side)].launch.config.dialect
    }

    /// How often the engine on a side disagreed with the referee.
    pub(super) fn n_disagreements(&self, side: Side) -> u32 {
        let engine = self.pairing.engine_at(side);
        let of_engine = self.disagreements.iter().filter(|found| found.engine == engine);
        of_engine.map(|found| found.count).sum()
    }

    pub(super) fn stderr(&self) -> Option<&[String]> {
        (!self.last_words.is_empty() || matches!(self.forfeit, Some((_, Cause::Crashed { .. }))))
            .then_some(self.last_words.as_slice())
    }
}

/// Milliseconds, to the microsecond.
pub(super) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Microseconds, to a tenth.
pub(super) fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 1e1
}

#[cfg(test)]
impl GameReport {
    /// A short game of Othello that ended by resignation.
    pub(crate) fn example(number: u32) -> Self {
        let mut record = Record::new("othello", crate::games::Setup::default());
        record.add(Record::START, crate::games::MoveText("f5".to_owned()), Some(Side::First));
        let outcome = Outcome::WonBy(Side::Second);
        let reason = "Black resigned".to_owned();
        let result = GameResult { outcome, margin: Some(-64), reason };
        record.result = Some(result.clone());
        Self {
            config: Arc::new(MatchConfig::example()),
            began: SystemTime::UNIX_EPOCH,
            own_names: Default::default(),
            options: Default::default(),
            adjudicated: None,
            lateness: None,
            pairing: Pairing {
                number,
                pair: 0,
                opening_number: 0,
                seat: Side::First,
                position: None,
                opening: Vec::new(),
            },
            engines: ["A", "B"].map(str::to_owned),
            record,
            result,
            forfeit: Some((0, Cause::Resigned)),
            last_words: Vec::new(),
            unready: false,
            unusable: false,
            stopped: None,
            annulled: false,
            bundle: None,
            bundle_file: None,
            disagreements: Vec::new(),
            delays: [Delays::default(), Delays::default()],
            ponder: [None, None],
            same_as: None,
            duration: Duration::from_secs(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn the_side_that_has_failed_is_that_of_its_engine_whatever_the_result() {
        let resigned = GameReport::example(1);
        assert_eq!(resigned.failed_side(), None, "a resignation is no failure");
        let silent = Some((1, Cause::Stalled("it said nothing".to_owned())));
        let failed = GameReport { forfeit: silent, unready: true, ..resigned };
        assert_eq!((failed.result_text(), failed.failed_side()), ("*", Some(Side::Second)));
        let pairing = Pairing { seat: Side::Second, ..failed.pairing.clone() };
        let swapped = GameReport { pairing, ..failed };
        assert_eq!(swapped.failed_side(), Some(Side::First));
    }

    #[test]
    fn a_game_that_the_verdict_has_stopped_does_not_blame_the_user() {
        let reason = |stop| {
            let stopped = Some(stop);
            GameReport { stopped, forfeit: None, ..GameReport::example(1) }.reason()
        };
        assert_eq!(reason(GameStop::User), "stopped by the user");
        assert_eq!(reason(GameStop::Verdict), "stopped by the verdict of the test");
    }

    #[test]
    fn a_game_that_does_not_count_has_no_margin_anywhere() {
        let othello = games::find("othello").unwrap();
        let column = GameReport::columns().iter().position(|name| *name == "margin").unwrap();
        let margins = |report: &GameReport| {
            (report.result_row(othello).margin, report.to_row()[column].clone())
        };
        let counted = GameReport::example(1);
        assert_eq!(margins(&counted), (Some(-64), "-64".to_owned()));
        let stopped = GameReport { stopped: Some(GameStop::User), ..counted };
        assert_eq!(margins(&stopped), (None, String::new()));
    }
}
