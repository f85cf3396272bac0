//! A finished game as a line of a file of results.
//!
//! Writes no file, and decides nothing about the game: [`GameReport`] does.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::cause_name::known_cause;
use super::checking::Disagreed;
use super::delays::Delays;
use super::report::{micros, millis};
use super::{
    AdjudicatedBy, Adjudication, BookWish, CauseName, GameReport, OpeningOrder, OwnFault,
    PonderCount,
};
use crate::games::{Evaluation, Game, Node, Outcome, Side};
use crate::origin::{EngineFile, Machine, ProgramBuild};

/// The version of [`ResultRow`] that is written.
const VERSION: u32 = 1;

/// A finished game of a match: who played it, how it ended, what is needed to play it again, and
/// the whole game. Lists of moves have one element per move.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ResultRow {
    /// Version of this form.
    pub version: u32,
    /// Which game of the match it was, from 1.
    pub number: u32,
    /// Number of its pair, from 0.
    pub pair: u32,
    /// The game's short name.
    pub game: String,
    /// Name of the variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Name of the engine on the first side.
    pub first: String,
    /// Name of the engine on the second side.
    pub second: String,
    /// `1-0`, `0-1` or `1/2-1/2`; `*` for a game that does not count.
    pub result: String,
    /// Name of the engine that won.
    pub winner: Option<String>,
    /// The margin from the first side's point of view.
    pub margin: Option<i32>,
    /// Why it ended, in words.
    pub reason: String,
    /// What ended it, if a rule of the match did.
    #[serde(default)]
    pub adjudication: Option<AdjudicatedBy>,
    /// The cause, if it was not decided on the board.
    #[serde(default, deserialize_with = "known_cause")]
    pub cause: Option<CauseName>,
    /// The same with its details.
    pub detail: Option<String>,
    /// Its details alone, where it has some: what an engine wrote or how it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause_detail: Option<String>,
    /// The last lines of the error output of the engine that failed.
    pub stderr: Option<Vec<String>>,
    /// It was lost by a failure of an engine.
    pub failure: bool,
    /// The name of an engine that is given up because it could not be started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
    /// How many players its tournament had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// The file with the bundle of that failure.
    pub bundle: Option<String>,
    /// Number of its opening, from 0.
    pub opening_number: u32,
    /// Plies of its opening.
    pub opening_plies: usize,
    /// The number of an earlier game that was the same.
    pub same_as: Option<u32>,
    /// The moves in canonical text, dice among them.
    pub moves: Vec<String>,
    /// Time each took.
    pub times_ms: Vec<Option<f64>>,
    /// Time left to its mover after each.
    pub clocks_ms: Vec<Option<f64>>,
    /// Its mover's evaluation of each, from the first side's point of view.
    pub evals: Vec<Option<f64>>,
    /// The depth of that, as written by the engine.
    pub depths: Vec<Option<String>>,
    /// Positions searched for that.
    pub nodes: Vec<Option<u64>>,
    /// The expected moves, as written by the engine.
    pub lines: Vec<Option<Vec<String>>>,
    /// How long the game took.
    pub duration_ms: f64,
    /// How long the program took to pass the turn to each engine, in the order of the match.
    pub host_delay_us: Vec<DelayRow>,
    /// When it began: RFC 3339, UTC.
    pub date: String,
    /// The moves of its opening.
    pub opening: Vec<String>,
    /// What else decides the games of the match, and the machine.
    pub conditions: Conditions,
    /// The engines, first side first.
    pub engines: Vec<EngineRow>,
    /// How late the program and the machine were, if it was lost on time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lateness: Option<LatenessRow>,
    /// How often each engine guessed its opponent's reply, in the order of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ponder: Option<Vec<Option<PonderCount>>>,
    /// Disagreements with the referee of engines that keep the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<DisagreementRow>,
    /// Where it started, if not from the normal start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The seed of its dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice_seed: Option<String>,
    /// The file that its dice came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice_file: Option<String>,
    /// Name of the format of `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The whole game in the native format of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// How long the program took to pass turns to an engine, in microseconds.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct DelayRow {
    /// Half of the turns were passed faster.
    pub median: Option<f64>,
    /// 99 of 100 were.
    pub p99: Option<f64>,
    /// How many turns took how long: nanoseconds, rounded down by at most 1/32, and a count. Rows of
    /// earlier versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps_ns: Vec<(u64, u32)>,
}

/// What else decides the games of a match besides its engines, and the machine.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Conditions {
    /// Games of the match.
    pub games: u32,
    /// The seed of openings and dice.
    pub seed: u64,
    /// The number of openings, which then repeat.
    pub different_openings: Option<u32>,
    /// The file of the openings, if they come from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningsRow>,
    /// How late every move may be.
    pub time_margin_ms: f64,
    /// Engines think on the opponent's time.
    pub ponder: bool,
    /// Games at once.
    pub concurrency: u32,
    /// Repeated positions are a draw.
    pub repetition_draws: bool,
    /// Longer games are drawn.
    pub max_plies: Option<u32>,
    /// Rules by which games ended early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The engine that had to agree with those by scores, and what it was given: `Edax, 1s/move`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<String>,
    /// The test that may end the match; rows of earlier versions do not say that there is none.
    #[serde(default)]
    pub sprt: Option<String>,
    /// The program that played it.
    pub program: ProgramBuild,
    /// The machine it ran on.
    pub machine: Machine,
}

/// Where openings come from.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct OpeningsRow {
    /// The name of the file.
    pub file: String,
    /// Their order.
    pub order: OpeningOrder,
    /// Plies that were played of longer games; all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

/// An engine of a game; unknown values are empty.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct EngineRow {
    /// Its name in the list.
    pub name: String,
    /// Its own name.
    pub version: String,
    /// Its protocol.
    pub protocol: String,
    /// Its command or address.
    #[serde(flatten)]
    pub file: EngineFile,
    /// The options that were set.
    pub options: BTreeMap<String, String>,
    /// Those that were given to it, and that it lacks or does not admit.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options_not_taken: BTreeMap<String, String>,
    /// Its dialect settings.
    pub dialect: BTreeMap<String, String>,
    /// Its time control, as written.
    pub time: String,
    /// Whether it was to think on the opponent's time, where it has a wish of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<bool>,
    /// How late each of its moves may be, where it has a margin of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_margin_ms: Option<f64>,
}

/// How late the program and the machine were in a game that was lost on time.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct LatenessRow {
    /// It may have cost the game.
    pub late: bool,
    /// The program, at most.
    pub host_ms: f64,
    /// The machine: how long the engine was ready to run and waited.
    pub machine_ms: f64,
    /// The time the engine had used in the same while.
    pub used_ms: f64,
    /// How long nothing of this program ran in the same while.
    #[serde(default)]
    pub halted_ms: f64,
    /// Why that is no excuse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnFault>,
}

/// A way in which an engine disagreed with the referee.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct DisagreementRow {
    /// Name of the engine.
    pub engine: String,
    /// The kind of disagreement.
    pub what: String,
    /// How often.
    pub count: u32,
    /// Moves made before it was first seen.
    pub ply: usize,
    /// The referee's opinion then.
    pub referee: String,
    /// The engine's opinion then.
    pub engine_says: String,
    /// The position that was sent to the engine.
    pub told: String,
    /// The answer.
    pub came: String,
}

impl GameReport {
    /// The game as a line of a file of results.
    #[must_use]
    pub fn result_row(&self, game: &dyn Game) -> ResultRow {
        let nodes: Vec<&Node> =
            self.record.main_line().into_iter().map(|id| self.record.node(id)).collect();
        let [first, second] = self.players().map(str::to_owned);
        let (setup, other) = (&self.record.setup, &self.record.tags.other);
        let text = game.formats().iter().find(|format| format.writes()).and_then(|format| {
            let text = format.write_game(&self.record).ok()?;
            Some((format.name.to_owned(), text.trim_end().to_owned()))
        });
        let (format, text) = text.unzip();
        ResultRow {
            version: VERSION,
            number: self.pairing.number,
            pair: self.pairing.pair,
            game: self.record.game.clone(),
            variant: setup.variant.clone(),
            first,
            second,
            result: self.result_text().to_owned(),
            winner: self.winner().map(str::to_owned),
            margin: self.margin(),
            reason: self.result.reason.clone(),
            adjudication: self.adjudicated,
            cause: self.cause().map(|cause| CauseName::of(cause, self.is_late())),
            detail: self.cause().map(ToString::to_string),
            cause_detail: self
                .cause()
                .map(|cause| cause.detail().into_owned())
                .filter(|detail| !detail.is_empty()),
            stderr: self.stderr().map(<[String]>::to_vec),
            failure: self.is_failure(),
            unusable: self.unusable_engine(),
            players: None,
            bundle: self.bundle_text(),
            opening_number: self.pairing.opening_number,
            opening_plies: self.pairing.opening.len(),
            same_as: self.same_as,
            moves: nodes.iter().filter_map(|node| Some(node.mv.as_ref()?.0.clone())).collect(),
            times_ms: nodes.iter().map(|node| node.elapsed.map(millis)).collect(),
            clocks_ms: nodes.iter().map(|node| node.time_left.map(millis)).collect(),
            evals: of_evaluations(&nodes, |eval| {
                Some(eval.score).filter(|score| score.is_finite())
            }),
            depths: of_evaluations(&nodes, |eval| Some(eval.depth.clone())),
            nodes: of_evaluations(&nodes, |eval| eval.nodes),
            lines: of_evaluations(&nodes, |eval| Some(eval.line.clone())),
            duration_ms: millis(self.duration),
            host_delay_us: self.delay_rows(),
            date: self.date(),
            opening: self.pairing.opening.iter().map(|mv| mv.0.clone()).collect(),
            conditions: self.conditions(),
            engines: Side::BOTH.map(|side| self.engine_row(side)).into(),
            lateness: self.lateness_row(),
            ponder: self.ponder.iter().any(Option::is_some).then(|| self.ponder.to_vec()),
            disagreements: self.disagreement_rows(),
            position: setup.position.clone(),
            dice_seed: other.get("DiceSeed").cloned(),
            dice_file: other.get("DiceFile").cloned(),
            format,
            text,
        }
    }

    fn unusable_engine(&self) -> Option<String> {
        let side = self.failed_side().filter(|_| self.unusable)?;
        Some(self.players()[side.idx()].to_owned())
    }

    fn delay_rows(&self) -> Vec<DelayRow> {
        let row = |delays: &Delays| DelayRow {
            median: delays.median().map(micros),
            p99: delays.p99().map(micros),
            steps_ns: delays.steps().collect(),
        };
        self.delays.iter().map(row).collect()
    }

    fn conditions(&self) -> Conditions {
        let config = &self.config;
        Conditions {
            games: config.games,
            seed: config.seed,
            different_openings: config.different_openings,
            openings: config.book.as_ref().map(|book| {
                let BookWish { name, order, plies, .. } = book.wish();
                OpeningsRow { file: name.clone(), order: *order, plies: *plies }
            }),
            time_margin_ms: millis(config.margin),
            ponder: config.ponder,
            concurrency: config.concurrency,
            repetition_draws: config.rules.repetition,
            max_plies: config.max_plies,
            adjudication: config.adjudication,
            referee: self.referee_text(),
            sprt: config.sprt().map(|sprt| sprt.to_string()),
            program: config.origin.program.clone(),
            machine: config.origin.machine.clone(),
        }
    }

    fn engine_row(&self, side: Side) -> EngineRow {
        let spec = &self.config.engines[self.pairing.engine_at(side)];
        let options: BTreeMap<String, String> = self.options_of(side).iter().cloned().collect();
        let given = spec.launch.config.options.iter();
        EngineRow {
            name: self.players()[side.idx()].to_owned(),
            version: self.own_name(side).to_owned(),
            protocol: self.protocol_name(side).to_owned(),
            file: self.file(side).clone(),
            options_not_taken: given
                .filter(|(name, _)| !options.contains_key(name))
                .cloned()
                .collect(),
            options,
            dialect: self.dialect_of(side).iter().cloned().collect(),
            time: self.config.time[self.pairing.engine_at(side)].to_string(),
            ponder: spec.ponder,
            time_margin_ms: spec.margin.map(millis),
        }
    }

    /// The referee engine, and what it was given.
    pub(super) fn referee_text(&self) -> Option<String> {
        let referee = self.config.referee.as_ref()?;
        Some(format!("{}, {}", referee.name(), referee.time()))
    }

    fn lateness_row(&self) -> Option<LatenessRow> {
        let late = self.lateness?;
        Some(LatenessRow {
            late: late.matters(),
            host_ms: millis(late.host),
            machine_ms: millis(late.machine),
            used_ms: millis(late.used),
            halted_ms: millis(late.halted),
            own: late.own,
        })
    }

    fn disagreement_rows(&self) -> Vec<DisagreementRow> {
        let row = |disagreed: &Disagreed| {
            let Disagreed { engine, count, ply, first } = disagreed;
            DisagreementRow {
                engine: self.engines[*engine].clone(),
                what: first.what.name().to_owned(),
                count: *count,
                ply: *ply,
                referee: first.referee.clone(),
                engine_says: first.engine.clone(),
                told: first.told.clone(),
                came: first.came.clone(),
            }
        };
        self.disagreements.iter().map(row).collect()
    }
}

/// The outcome of a game with this result in its row; `None` if it does not count.
pub(super) fn outcome_of(result: &str) -> Option<Outcome> {
    match result {
        "1-0" => Some(Outcome::WonBy(Side::First)),
        "0-1" => Some(Outcome::WonBy(Side::Second)),
        "1/2-1/2" => Some(Outcome::Draw),
        _ => None,
    }
}

/// The result of a game that does not count.
const NO_RESULT: &str = "*";

/// The result in a row that is read back.
pub(super) fn known_result<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let result = String::deserialize(from)?;
    if result == NO_RESULT || outcome_of(&result).is_some() {
        return Ok(result);
    }
    Err(D::Error::custom(format!("{result:?} is no result of a game: 1-0, 0-1, 1/2-1/2 or *")))
}

/// An evaluation detail of each move; `None` for a move without an evaluation.
fn of_evaluations<T>(nodes: &[&Node], part: impl Fn(&Evaluation) -> Option<T>) -> Vec<Option<T>> {
    nodes.iter().map(|node| node.evaluations.first().and_then(&part)).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games;

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let mut report = GameReport::example(3);
        report.record.node_mut(1).elapsed = Some(Duration::from_micros(1_500));
        report.options[0] = vec![("depth".to_owned(), "7".to_owned())];
        report.ponder[1] = Some(PonderCount { hits: 1, all: 2 });
        let row = report.result_row(games::find("othello").unwrap());
        let text = serde_json::to_string(&row).unwrap();
        assert_eq!(serde_json::from_str::<ResultRow>(&text).unwrap(), row);
        assert!(text.starts_with("{\"version\":1,\"number\":3,"), "{text}");
        // What a game cannot have is left out; what it could have is present without a value.
        assert!(!text.contains("lateness") && text.contains("\"winner\":\"B\""), "{text}");
        assert!(text.contains("\"same_as\":null") && text.contains("\"times_ms\":[1.5]"), "{text}");
    }
}
