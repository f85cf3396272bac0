//! What is kept of a finished game of a match, and the sum of all of them.
//!
//! Writes no files; gives the JSON object that somebody else writes.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::checking::{Disagreed, Disagreements};
use super::delays::Delays;
use super::points::Points;
use super::schedule::Pairing;
use super::standing::Standing;
use super::{Cause, PonderCount};
use crate::games::{Game, GameResult, Node, Outcome, Record, Side};

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// Which game of the schedule it was.
    pub pairing: Pairing,
    /// Names of the engines, in the order of the match (not of the sides).
    pub engines: [String; 2],
    /// The game as played, with its result, times and evaluations.
    pub record: Record,
    /// How it ended.
    pub result: GameResult,
    /// Which engine (0 or 1) lost by forfeit, and why.
    pub forfeit: Option<(usize, Cause)>,
    /// The last lines of that engine's error output, when its session ended by it.
    pub last_words: Vec<String>,
    /// That engine was never ready in this game: it could not be started, or failed at its start.
    pub unready: bool,
    /// It was stopped by the user before it was over, and does not count.
    pub stopped: bool,
    /// What is needed to understand the failure that it was lost by ([`super::BundleFacts`]).
    pub bundle: Option<String>,
    /// Where the bundle was written.
    pub bundle_file: Option<PathBuf>,
    /// Where engines that keep the game themselves saw it otherwise than the referee, by kind.
    pub disagreements: Vec<Disagreed>,
    /// How long the program took to pass the turn to each engine: from the opponent's answer being
    /// read to the request being handed over.
    pub delays: [Delays; 2],
    /// How often each engine guessed its opponent's reply; `None` where it did not think on the
    /// other's time.
    pub ponder: [Option<PonderCount>; 2],
    /// How long the game took.
    pub duration: Duration,
}

impl GameReport {
    /// Names of the players, first side first.
    #[must_use]
    pub fn players(&self) -> [&str; 2] {
        Side::BOTH.map(|side| self.engines[self.pairing.engine_at(side)].as_str())
    }

    /// It counts for the match: both engines began it, and nobody stopped it.
    #[must_use]
    pub fn counts(&self) -> bool {
        !self.unready && !self.stopped
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
        match &self.forfeit {
            Some((engine, cause)) => format!("{} {}", self.engines[*engine], cause.kind()),
            None if self.stopped => Cause::Stopped.kind().to_owned(),
            None => self.result.reason.clone(),
        }
    }

    /// Why it was not decided on the board.
    fn cause(&self) -> Option<&Cause> {
        let stopped = self.stopped.then_some(&Cause::Stopped);
        self.forfeit.as_ref().map(|(_, cause)| cause).or(stopped)
    }

    /// The cause in words, with its details; empty for a game decided on the board.
    #[must_use]
    pub fn cause_text(&self) -> String {
        self.cause().map(ToString::to_string).unwrap_or_default()
    }

    /// What the game was worth to an engine (0 or 1), in the game's unit: negative when it lost.
    #[must_use]
    pub fn points_of(&self, engine: usize) -> i32 {
        let margin = self.result.margin.unwrap_or(0);
        if self.pairing.seat_of(engine) == Side::First { margin } else { -margin }
    }

    /// The side whose engine has failed; `None` where none has.
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

    /// The game as one JSON object: numbers, players, result, reason, moves with times (ms) and
    /// evaluations (first player's view), delays (us), right guesses of engines that thought on the
    /// other's time, disagreements of engines that keep the game, and the whole game in the native format of the game.
    #[must_use]
    pub fn to_json(&self, game: &dyn Game) -> Value {
        let nodes: Vec<&Node> =
            self.record.main_line().into_iter().map(|id| self.record.node(id)).collect();
        let moves: Vec<&str> =
            nodes.iter().filter_map(|node| node.mv.as_ref()).map(|mv| mv.0.as_str()).collect();
        let [first, second] = self.players();
        let text = game.formats().iter().find(|format| format.writes).and_then(|format| {
            Some((format.name, game.write_game(format.name, &self.record).ok()?))
        });
        let mut object = json!({
            "version": 1,
            "number": self.pairing.number,
            "pair": self.pairing.pair,
            "game": self.record.game,
            "first": first,
            "second": second,
            "result": self.result_text(),
            "winner": self.winner(),
            "margin": self.margin(),
            "reason": self.result.reason,
            "cause": self.cause().map(Cause::kind),
            "detail": self.cause().map(ToString::to_string),
            "stderr": self.stderr(),
            "failure": self.is_failure(),
            "bundle": self.bundle_text(),
            "opening_plies": self.pairing.opening.len(),
            "moves": moves,
            "times_ms": nodes.iter().map(|node| node.elapsed.map(millis)).collect::<Vec<_>>(),
            "evals": nodes.iter().map(|node| node.evaluations.first().map(|eval| eval.score))
                .collect::<Vec<_>>(),
            "duration_ms": millis(self.duration),
            "host_delay_us": self.delays_json(),
        });
        if self.ponder.iter().any(Option::is_some) {
            let count = |count: PonderCount| json!({ "hits": count.hits, "all": count.all });
            object["ponder"] = self.ponder.iter().map(|of| of.map(count)).collect();
        }
        if !self.disagreements.is_empty() {
            object["disagreements"] = self.disagreements_json();
        }
        if let Some(position) = &self.record.setup.position {
            object["position"] = json!(position);
        }
        if let Some(seed) = self.record.tags.other.get("DiceSeed") {
            object["dice_seed"] = json!(seed);
        }
        if let Some(name) = self.record.tags.other.get("DiceFile") {
            object["dice_file"] = json!(name);
        }
        if let Some(variant) = &self.record.setup.variant {
            object["variant"] = json!(variant);
        }
        if let Some((format, text)) = text {
            object["format"] = json!(format);
            object["text"] = json!(text.trim_end());
        }
        object
    }

    /// The columns of [`GameReport::to_row`].
    pub const COLUMNS: [&str; 17] = [
        "number",
        "pair",
        "game",
        "variant",
        "first",
        "second",
        "result",
        "winner",
        "margin",
        "reason",
        "cause",
        "failure",
        "plies",
        "duration_ms",
        "disagreements_first",
        "disagreements_second",
        "bundle",
    ];

    /// The game as a row of a table; what there is not is empty. Disagreements are those of the
    /// engine that sat on the first and on the second side.
    #[must_use]
    pub fn to_row(&self) -> [String; 17] {
        let [first, second] = self.players().map(str::to_owned);
        let disagreed = |side| {
            let engine = self.pairing.engine_at(side);
            let of_engine = self.disagreements.iter().filter(|found| found.engine == engine);
            of_engine.map(|found| found.count).sum::<u32>().to_string()
        };
        [
            self.pairing.number.to_string(),
            self.pairing.pair.to_string(),
            self.record.game.clone(),
            self.record.setup.variant.clone().unwrap_or_default(),
            first,
            second,
            self.result_text().to_owned(),
            self.winner().unwrap_or_default().to_owned(),
            self.margin().map(|margin| margin.to_string()).unwrap_or_default(),
            self.result.reason.clone(),
            self.cause_text(),
            self.is_failure().to_string(),
            self.record.main_line().len().to_string(),
            millis(self.duration).to_string(),
            disagreed(Side::First),
            disagreed(Side::Second),
            self.bundle_text().unwrap_or_default(),
        ]
    }

    fn winner(&self) -> Option<&str> {
        match self.result.outcome {
            Outcome::WonBy(side) if self.counts() => Some(self.players()[side.idx()]),
            Outcome::WonBy(_) | Outcome::Draw => None,
        }
    }

    fn margin(&self) -> Option<i32> {
        self.result.margin.filter(|_| self.counts())
    }

    fn bundle_text(&self) -> Option<String> {
        self.bundle_file.as_ref().map(|path| path.display().to_string())
    }

    fn stderr(&self) -> Option<&[String]> {
        (!self.last_words.is_empty() || matches!(self.forfeit, Some((_, Cause::Crashed { .. }))))
            .then_some(self.last_words.as_slice())
    }

    fn disagreements_json(&self) -> Value {
        let entry = |disagreed: &Disagreed| {
            let Disagreed { engine, count, ply, first } = disagreed;
            json!({
                "engine": self.engines[*engine],
                "what": first.what.name(),
                "count": count,
                "ply": ply,
                "referee": first.referee,
                "engine_says": first.engine,
                "told": first.told,
                "came": first.came,
            })
        };
        self.disagreements.iter().map(entry).collect()
    }

    fn delays_json(&self) -> Value {
        let entry = |delays: &Delays| {
            json!({
                "median": delays.median().map(micros),
                "p99": delays.p99().map(micros),
            })
        };
        Value::Array(self.delays.iter().map(entry).collect())
    }
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 1e1
}

/// The sum of a match so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Results from the first engine's point of view.
    pub standing: Standing,
    /// Their points, where the games are played for points ([`super::MatchConfig::counts_points`]).
    pub points: Option<Points>,
    /// How each engine won its games, most often first: `gammon`, 12 times.
    pub wins: [Vec<(String, u32)>; 2],
    /// Why games ended, most often first.
    pub reasons: Vec<Reason>,
    /// How often each engine saw the game otherwise than the referee.
    pub disagreements: [Disagreements; 2],
    /// Delays added by the program before each engine's turns.
    pub delays: [Delays; 2],
    /// How often each engine guessed its opponent's reply; `None` where none thought on the other's
    /// time.
    pub ponder: [Option<PonderCount>; 2],
}

/// A way games ended, and how often.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reason {
    /// In words: `more discs`, `Edax lost on time`.
    pub text: String,
    /// Which engine lost by it; `None` for games decided on the board.
    pub engine: Option<usize>,
    /// How often.
    pub count: u32,
    /// It is a failure of an engine.
    pub failure: bool,
    /// It ended games that nobody lost.
    pub draw: bool,
}

impl Tally {
    /// An empty one for a match that is played for points, or for wins.
    #[must_use]
    pub fn new(counts_points: bool) -> Self {
        Self { points: counts_points.then(Points::default), ..Self::default() }
    }

    /// Counts a finished game. One that an engine did not begin or the user stopped is no loss: only
    /// its reason counts.
    pub fn add(&mut self, report: &GameReport) {
        let pairing = &report.pairing;
        if report.counts() {
            self.standing.add(pairing.pair, pairing.seat, report.result.outcome);
            if let Some(points) = &mut self.points {
                points.add(pairing.pair, report.points_of(0));
            }
            self.add_win(report);
        }
        for Disagreed { engine, count, first, .. } in &report.disagreements {
            self.disagreements[*engine].add(first.what, *count);
        }
        for (sum, delays) in self.delays.iter_mut().zip(&report.delays) {
            sum.merge(delays);
        }
        for (sum, count) in self.ponder.iter_mut().zip(report.ponder) {
            if let Some(count) = count {
                sum.get_or_insert_default().add(count);
            }
        }
        let text = report.reason();
        let draw = report.counts() && report.result.outcome == Outcome::Draw;
        let is_this = |reason: &&mut Reason| reason.text == text && reason.draw == draw;
        match self.reasons.iter_mut().find(is_this) {
            Some(reason) => reason.count += 1,
            None => self.reasons.push(Reason {
                text,
                engine: report.forfeit.as_ref().map(|(engine, _)| *engine),
                count: 1,
                failure: report.is_failure(),
                draw,
            }),
        }
        self.reasons.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
    }

    fn add_win(&mut self, report: &GameReport) {
        let Outcome::WonBy(side) = report.result.outcome else { return };
        let wins = &mut self.wins[report.pairing.engine_at(side)];
        let way = if report.forfeit.is_some() { "forfeit" } else { &report.result.reason };
        match wins.iter_mut().find(|(known, _)| known == way) {
            Some((_, count)) => *count += 1,
            None => wins.push((way.to_owned(), 1)),
        }
        wins.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    }
}

#[cfg(test)]
impl GameReport {
    /// A short game of Othello that somebody gave up.
    pub(crate) fn example(number: u32) -> Self {
        let mut record = Record::new("othello", crate::games::Setup::default());
        record.add(Record::START, crate::games::MoveText("f5".to_owned()), Some(Side::First));
        let outcome = Outcome::WonBy(Side::Second);
        let reason = "Black resigned".to_owned();
        let result = GameResult { outcome, margin: Some(-64), reason };
        record.result = Some(result.clone());
        Self {
            pairing: Pairing { number, pair: 0, seat: Side::First, opening: Vec::new() },
            engines: ["A", "B"].map(str::to_owned),
            record,
            result,
            forfeit: Some((0, Cause::Resigned)),
            last_words: Vec::new(),
            unready: false,
            stopped: false,
            bundle: None,
            bundle_file: None,
            disagreements: Vec::new(),
            delays: [Delays::default(), Delays::default()],
            ponder: [None, None],
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
    fn a_game_that_does_not_count_has_no_margin_anywhere() {
        let othello = games::find("othello").unwrap();
        let column = GameReport::COLUMNS.iter().position(|name| *name == "margin").unwrap();
        let margins = |report: &GameReport| {
            (report.to_json(othello)["margin"].clone(), report.to_row()[column].clone())
        };
        let counted = GameReport::example(1);
        assert_eq!(margins(&counted), (json!(-64), "-64".to_owned()));
        let stopped = GameReport { stopped: true, ..counted };
        assert_eq!(margins(&stopped), (Value::Null, String::new()));
    }
}
