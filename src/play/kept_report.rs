//! A line of a file of results as the game that it was.
//!
//! Reads no file. What a line does not keep is empty: how long the program took to pass each turn, and
//! what an engine said of a move besides its score, depth and line.

use std::sync::Arc;
use std::time::Duration;

use super::checking::Disagreed;
use super::delays::Delays;
use super::lateness::Lateness;
use super::result_row::outcome_of;
use super::schedule::Pairing;
use super::viewer::{Difference, Disagreement};
use super::{Cause, GameReport, GameStop, LossKind, MatchConfig, ResultRow};
use crate::date;
use crate::games::{Actor, Evaluation, Game, GameResult, MoveText, Outcome, Record, Setup, Side};

impl ResultRow {
    /// The game as it was reported when it ended, without its record, which is empty
    /// ([`ResultRow::to_record`]). `config` has its two engines; after the causes of `replayed` it was
    /// played again.
    ///
    /// # Errors
    ///
    /// When other engines played it. The reason is a sentence without its stop.
    pub fn to_report(
        &self,
        config: &Arc<MatchConfig>,
        replayed: &[LossKind],
    ) -> Result<GameReport, String> {
        let engines = config.names();
        let seat = match () {
            () if engines[0] == self.first && engines[1] == self.second => Side::First,
            () if engines[1] == self.first && engines[0] == self.second => Side::Second,
            () => {
                let (number, [one, other]) = (self.number, &engines);
                let (first, second) = (&self.first, &self.second);
                return Err(format!(
                    "game {number} is one between {first} and {second}, not {one} and {other}"
                ));
            }
        };
        let pairing = Pairing {
            number: self.number,
            pair: self.pair,
            opening_number: self.opening_number,
            seat,
            position: self.position.clone(),
            opening: self.opening.iter().cloned().map(MoveText).collect(),
        };
        let of_side = |side: Side| self.engines.get(side.idx());
        let of_engine = |engine: usize| of_side(pairing.seat_of(engine));
        let own_name =
            |engine| of_engine(engine).map(|row| row.version.clone()).unwrap_or_default();
        let options = |engine: usize| {
            let row = of_engine(engine);
            row.map(|row| row.options.clone().into_iter().collect()).unwrap_or_default()
        };
        let cause = self.cause.map(|name| {
            let detail = self.cause_detail.as_deref().unwrap_or_default();
            Cause::named(name, detail, self.stderr.as_deref().unwrap_or_default())
        });
        let stopped = match cause {
            Some(Cause::Stopped) => Some(GameStop::User),
            Some(Cause::Decided) => Some(GameStop::Verdict),
            _ => None,
        };
        let outcome = outcome_of(&self.result);
        let loser = match outcome {
            Some(Outcome::WonBy(side)) => Some(side.opponent()),
            Some(Outcome::Draw) => None,
            None => Side::BOTH.into_iter().find(|side| {
                self.unusable.as_ref() == Some([&self.first, &self.second][side.idx()])
            }),
        };
        let lateness = self.lateness.as_ref().map(|late| Lateness {
            host: millis(late.host_ms),
            machine: millis(late.machine_ms),
            used: millis(late.used_ms),
            halted: millis(late.halted_ms),
            own: late.own,
        });
        let is_late = lateness.is_some_and(|late| late.matters());
        let kind = cause.as_ref().and_then(|cause| LossKind::of(cause, is_late));
        let was_halted = lateness.is_some_and(|late| !late.halted.is_zero());
        let annulled =
            outcome.is_none() && (was_halted || kind.is_some_and(|kind| replayed.contains(&kind)));
        let forfeit = cause.filter(|_| stopped.is_none());
        let disagreements = self.disagreements.iter().filter_map(|row| {
            Some(Disagreed {
                engine: engines.iter().position(|name| *name == row.engine)?,
                count: row.count,
                ply: row.ply,
                first: Disagreement {
                    what: Difference::named(&row.what)?,
                    referee: row.referee.clone(),
                    engine: row.engine_says.clone(),
                    told: row.told.clone(),
                    came: row.came.clone(),
                },
            })
        });
        let ponder = self.ponder.as_deref().unwrap_or_default();
        Ok(GameReport {
            config: Arc::clone(config),
            began: date::of_rfc3339(&self.date).unwrap_or(std::time::UNIX_EPOCH),
            own_names: [own_name(0), own_name(1)],
            options: [options(0), options(1)],
            record: Record::new(&self.game, self.setup()),
            result: GameResult {
                outcome: outcome.unwrap_or(Outcome::Draw),
                margin: self.margin,
                reason: self.reason.clone(),
            },
            forfeit: loser.zip(forfeit).map(|(side, cause)| (pairing.engine_at(side), cause)),
            adjudicated: self.adjudication,
            lateness,
            last_words: self.stderr.clone().unwrap_or_default(),
            unready: outcome.is_none() && stopped.is_none() && !annulled,
            unusable: self.unusable.is_some(),
            stopped,
            annulled,
            bundle: None,
            bundle_file: self.bundle.as_ref().map(Into::into),
            disagreements: disagreements.collect(),
            delays: [0, 1].map(|engine| {
                let row = self.host_delay_us.get(engine);
                Delays::of_steps(row.into_iter().flat_map(|row| row.steps_ns.iter().copied()))
            }),
            ponder: [0, 1].map(|engine| ponder.get(engine).copied().flatten()),
            same_as: self.same_as,
            duration: millis(self.duration_ms),
            engines,
            pairing,
        })
    }

    /// The moves of the game with times and evaluations, and its heading; as far as they can be played, if
    /// the file was changed.
    #[must_use]
    pub fn to_record(&self, game: &dyn Game) -> Record {
        let mut record = Record::new(&self.game, self.setup());
        record.tags.players = [self.first.clone(), self.second.clone()];
        record.tags.date = self.date.split('T').next().unwrap_or_default().to_owned();
        let other = &mut record.tags.other;
        other.insert("Round".to_owned(), self.number.to_string());
        other.extend(self.dice_seed.clone().map(|seed| ("DiceSeed".to_owned(), seed)));
        other.extend(self.dice_file.clone().map(|file| ("DiceFile".to_owned(), file)));
        for (side, engine) in Side::BOTH.into_iter().zip(&self.engines) {
            if !engine.version.is_empty() {
                other.insert(game.info().engine_key(side), engine.version.clone());
            }
        }
        record.result = outcome_of(&self.result).map(|outcome| GameResult {
            outcome,
            margin: self.margin,
            reason: self.reason.clone(),
        });
        let Ok(mut position) = game.start(&record.setup) else { return record };
        let mut at = Record::START;
        for (ply, text) in self.moves.iter().enumerate() {
            let side = match position.actor() {
                Actor::Player(side) => Some(side),
                Actor::Chance | Actor::Over(_) => None,
            };
            let Ok(mv) = position.play(text) else { break };
            at = record.add(at, mv, side);
            let node = record.node_mut(at);
            let time = |times: &[Option<f64>]| times.get(ply).copied().flatten().map(millis);
            node.elapsed = time(&self.times_ms);
            node.time_left = time(&self.clocks_ms);
            node.evaluations = self.evaluation(ply).into_iter().collect();
        }
        record
    }

    /// The mover's evaluation of a move.
    fn evaluation(&self, ply: usize) -> Option<Evaluation> {
        let score = self.evals.get(ply).copied().flatten()?;
        Some(Evaluation {
            score,
            depth: self.depths.get(ply).cloned().flatten().unwrap_or_default(),
            engine: String::new(),
            proof: None,
            nodes: self.nodes.get(ply).copied().flatten(),
            line: self.lines.get(ply).cloned().flatten().unwrap_or_default(),
        })
    }

    fn setup(&self) -> Setup {
        Setup { variant: self.variant.clone(), position: self.position.clone() }
    }
}

/// The time of so many milliseconds; nothing for a number that is no time.
fn millis(millis: f64) -> Duration {
    Duration::try_from_secs_f64(millis / 1e3).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::Tally;

    /// The example with these changes, as it comes back.
    fn back(report: &GameReport) -> (ResultRow, GameReport) {
        let row = report.result_row(games::find("othello").unwrap());
        let text = serde_json::to_string(&row).unwrap();
        let read: ResultRow = serde_json::from_str(&text).unwrap();
        let kept = read.to_report(&report.config, &[LossKind::Stalled]).unwrap();
        (read, kept)
    }

    #[test]
    fn a_kept_game_counts_as_it_did_when_it_ended() {
        let late = Lateness {
            host: Duration::ZERO,
            machine: Duration::from_millis(300),
            used: Duration::from_millis(500),
            halted: Duration::ZERO,
            own: None,
        };
        let illegal = Cause::IllegalMove("e9".to_owned());
        let difference = Disagreement {
            what: Difference::ValidMoves,
            referee: "4 moves".to_owned(),
            engine: "3 moves".to_owned(),
            told: "a game".to_owned(),
            came: "a list".to_owned(),
        };
        let disagreed = Disagreed { engine: 1, count: 3, ply: 4, first: difference };
        let seat = |seat: Side| Pairing { seat, ..GameReport::example(1).pairing };
        let variants: Vec<GameReport> = vec![
            GameReport::example(1),
            GameReport { pairing: seat(Side::Second), ..GameReport::example(1) },
            GameReport { forfeit: Some((0, illegal)), ..GameReport::example(1) },
            GameReport {
                forfeit: Some((0, Cause::LostOnTime)),
                lateness: Some(late),
                ..GameReport::example(1)
            },
            GameReport { forfeit: None, disagreements: vec![disagreed], ..GameReport::example(1) },
            GameReport { forfeit: None, same_as: Some(1), ..GameReport::example(2) },
            GameReport { forfeit: None, stopped: Some(GameStop::User), ..GameReport::example(3) },
        ];
        let mut number = 0;
        for mut report in variants {
            number += 1;
            report.pairing.number = number;
            report.delays[1].add(Duration::from_nanos(11_648));
            // The second engine has won: it sits where the winner does.
            let loser = report.pairing.seat_of(0);
            report.result.outcome = Outcome::WonBy(loser.opponent());
            let (row, kept) = back(&report);
            let (mut one, mut other) = (Tally::new(false), Tally::new(false));
            one.add(&report);
            other.add(&kept);
            assert_eq!(one, other, "{row:?}");
            assert_eq!(kept.players(), report.players());
            assert_eq!(kept.cause_text(), report.cause_text());
            assert_eq!(kept.result_text(), report.result_text());
        }
    }

    #[test]
    fn a_game_that_is_played_again_is_not_one_that_was_never_begun() {
        let silent = || Some((0, Cause::Stalled("ready".to_owned())));
        let annulled = GameReport { forfeit: silent(), annulled: true, ..GameReport::example(1) };
        let (_, kept) = back(&annulled);
        assert_eq!((kept.annulled, kept.unready, kept.counts()), (true, false, false));
        let crashed = Some((0, Cause::ClosedOutput));
        let unready = GameReport { forfeit: crashed, unready: true, ..GameReport::example(1) };
        let (_, kept) = back(&unready);
        assert_eq!((kept.annulled, kept.unready, kept.counts()), (false, true, false));
    }

    #[test]
    fn a_record_comes_back_with_its_times_and_evaluations() {
        let mut report = GameReport::example(7);
        report.record.tags.players = ["A", "B"].map(str::to_owned);
        let node = report.record.node_mut(1);
        node.elapsed = Some(Duration::from_millis(1500));
        node.time_left = Some(Duration::from_secs(60));
        node.evaluations = vec![Evaluation {
            proof: None,
            score: 2.5,
            depth: "12".to_owned(),
            engine: String::new(),
            nodes: Some(300),
            line: vec!["f5".to_owned(), "d6".to_owned()],
        }];
        let (row, _) = back(&report);
        let record = row.to_record(games::find("othello").unwrap());
        assert_eq!(record.node(1), report.record.node(1));
        assert_eq!(record.tags.players, report.record.tags.players);
        assert_eq!(record.result, report.record.result);
        let strange = ResultRow { moves: ["f5", "a1", "d6"].map(str::to_owned).into(), ..row };
        let record = strange.to_record(games::find("othello").unwrap());
        assert_eq!(record.main_line().len(), 1, "what can be played is there");
    }

    #[test]
    fn a_game_of_other_engines_is_refused() {
        let row = GameReport::example(1).result_row(games::find("othello").unwrap());
        let strange = ResultRow { second: "C".to_owned(), ..row };
        let config = GameReport::example(1).config;
        let said = strange.to_report(&config, &[]).unwrap_err();
        assert_eq!(said, "game 1 is one between A and C, not A and B");
    }
}
