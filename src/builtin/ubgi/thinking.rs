//! The thread that thinks: questions and analyses go in, answers and news of them come out.
//!
//! Knows no line of the protocol beyond its actions.

use std::sync::mpsc::{Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::{Heard, told};
use crate::builtin::backgammon::{
    BearOff, Effort, Judged, Level, MAX_PLIES, Met, Offer, Player, Rollout, Stakes, Stop, Tally,
    Value,
};
use crate::games::backgammon::{Backgammon, Board, Dice, Phase, Steps, play_text};
use crate::protocol::ubgi::{Action, AnalysisLine, AnalysisRequest};

/// What a position asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    board: Board,
    /// As the one sees them who rolls, plays or has doubled.
    stakes: Stakes,
    asked: Asked,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Asked {
    Play(Dice),
    /// Double or roll.
    Cube,
    /// Take or drop: for the player who is not on turn.
    Take,
}

impl Question {
    /// `None` where there is no position, or nothing is to be decided in it.
    pub(super) fn of(pos: &Option<Backgammon>) -> Option<Self> {
        let pos = pos.as_ref()?;
        let asked = match pos.phase {
            Phase::Play(dice) => Asked::Play(dice),
            Phase::Decide | Phase::Roll => Asked::Cube,
            Phase::Doubled => Asked::Take,
            Phase::Opening | Phase::Over { .. } => return None,
        };
        Some(Self { board: pos.board, stakes: Stakes::of(pos), asked })
    }
}

/// What is to be found out about a question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Analysis {
    question: Question,
    n_lines: usize,
    plies: Option<u8>,
    time: Option<Duration>,
    /// Games to be played out, and the seed of their dice.
    trials: Option<(u32, u64)>,
}

/// A rollout says how far it is after so long, and at its end.
const PAUSE: Duration = Duration::from_millis(250);
/// So many lines when none is asked for.
const LINES: usize = 10;

impl Analysis {
    pub(super) fn new(question: Question, request: &AnalysisRequest) -> Self {
        let count = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
        Self {
            question,
            n_lines: request.lines.map_or(LINES, count),
            plies: request.ply.map(|ply| u8::try_from(ply).unwrap_or(u8::MAX)),
            time: request.time,
            trials: request.trials.map(|trials| (trials, request.seed.unwrap_or(1))),
        }
    }
}

/// What the thread is told to do.
#[derive(Debug)]
pub(super) enum Job {
    /// Compute the tables.
    Initialize,
    /// Answer with an action.
    Decide { question: Question, level: &'static Level, stop: Stop },
    /// Rank the actions.
    Analyse { analysis: Analysis, level: &'static Level, stop: Stop },
}

/// Does the jobs until there are no more.
pub(super) fn think(jobs: &Receiver<Job>, heard: &SyncSender<Heard>, seed: u64) {
    let _farewell = Farewell(heard);
    let mut player: Option<Player> = None;
    for job in jobs {
        let answer = match job {
            Job::Initialize => {
                BearOff::shared();
                Met::shared();
                Heard::Ready
            }
            Job::Decide { question, level, stop } => {
                let player = at_level(&mut player, level, seed);
                Heard::Action(decide(player, &question, &stop))
            }
            Job::Analyse { analysis, level, stop } => {
                let player = at_level(&mut player, level, seed);
                Analyser { player, heard, analysis, stop }.run();
                Heard::Analysed
            }
        };
        if heard.send(answer).is_err() {
            return;
        }
    }
}

/// Says so when the thread panics: whoever waits for it would wait for ever.
struct Farewell<'a>(&'a SyncSender<Heard>);

impl Drop for Farewell<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            drop(self.0.send(Heard::Broken));
        }
    }
}

fn at_level<'a>(
    player: &'a mut Option<Player>,
    level: &'static Level,
    seed: u64,
) -> &'a mut Player {
    if player.as_ref().is_some_and(|player| player.level() != level) {
        *player = None;
    }
    player.get_or_insert_with(|| Player::new(level, seed))
}

fn decide(player: &mut Player, question: &Question, stop: &Stop) -> Action {
    let Question { board, stakes, asked } = question;
    match asked {
        Asked::Play(dice) => {
            let steps = player.plays(board, *dice, stakes, stop)[0].steps;
            if steps == Steps::NONE { Action::NoPlay } else { Action::Play(text_of(board, &steps)) }
        }
        Asked::Cube if !stakes.can_double() => Action::Roll,
        Asked::Cube => {
            let (_, offer) = player.offer(board, stakes, stop);
            if offer.is_double() { Action::Double } else { Action::Roll }
        }
        Asked::Take => {
            let (_, offer) = player.offer(board, stakes, stop);
            if offer.is_take() { Action::Take } else { Action::Drop }
        }
    }
}

/// `24/18 bar/23 3/off`, as the document writes plays.
fn text_of(board: &Board, steps: &Steps) -> String {
    play_text(board, steps).replace('*', "")
}

/// One analysis while it runs.
struct Analyser<'a> {
    player: &'a mut Player,
    heard: &'a SyncSender<Heard>,
    analysis: Analysis,
    stop: Stop,
}

/// An action and what the one who decides has with it.
#[derive(Clone, Debug)]
struct Ranked {
    action: String,
    value: Value,
    plies: u8,
}

impl Analyser<'_> {
    fn run(&mut self) {
        if let Some(time) = self.analysis.time {
            let (end, asked) = (Instant::now() + time, self.stop.clone());
            self.stop = Stop::when(move || asked.asked() || Instant::now() >= end);
        }
        let plies = self.analysis.plies.unwrap_or(self.player.level().effort.plies);
        let question = self.analysis.question;
        match question.asked {
            Asked::Play(dice) => self.rank_plays(&question, dice, plies),
            Asked::Cube | Asked::Take => self.rank_cube(&question, plies),
        }
    }

    fn rank_plays(&mut self, question: &Question, dice: Dice, plies: u8) {
        let Question { board, stakes, .. } = question;
        let n_lines = self.analysis.n_lines;
        let mut ranked = Vec::new();
        for plies in 0..=plies.min(MAX_PLIES) {
            if plies > 0 && self.stop.asked() {
                break;
            }
            let usual = Effort::plies(plies);
            let effort = Effort {
                n_kept: usual.n_kept.map(|n| n.max(n_lines)),
                margins: [f32::INFINITY; 3],
                ..usual
            };
            let stop = if plies == 0 { Stop::never() } else { self.stop.clone() };
            ranked = self.player.searcher().rank(board, dice, stakes, &effort, &stop);
            let lines = ranked.iter().take(n_lines).map(|judged| {
                let ranked = Ranked {
                    action: text_of(board, &judged.steps),
                    value: judged.value,
                    plies: judged.plies,
                };
                line_of(&ranked, stakes)
            });
            self.tell(Heard::Lines(lines.collect()));
        }
        if let Some((trials, seed)) = self.analysis.trials {
            ranked.truncate(n_lines);
            self.roll_out(question, &ranked, trials, Rollout { seed });
        }
    }

    /// Plays the same dice after each of these plays, a round of 36 games after the other.
    fn roll_out(&mut self, question: &Question, plays: &[Judged], trials: u32, rollout: Rollout) {
        let mut tallies = vec![Tally::default(); plays.len()];
        let total = u64::from(trials) * plays.len() as u64;
        let mut done = 0;
        let mut last_told = Instant::now();
        for first in (0..trials).step_by(36) {
            for (play, tally) in plays.iter().zip(&mut tallies) {
                for game in first..trials.min(first + 36) {
                    if self.stop.asked() {
                        return;
                    }
                    rollout.play(game, &play.after, self.player.searcher(), tally);
                    done += 1;
                }
            }
            if done == total || last_told.elapsed() >= PAUSE {
                self.tell(Heard::Lines(rolled_lines(question, plays, &tallies)));
                self.tell(Heard::Progress { done, total });
                last_told = Instant::now();
            }
        }
    }

    fn rank_cube(&mut self, question: &Question, plies: u8) {
        let Question { board, stakes, asked } = question;
        for plies in 0..=plies.min(MAX_PLIES) {
            let stop = if plies == 0 { Stop::never() } else { self.stop.clone() };
            let Some((value, offer)) = self.player.searcher().offer(board, stakes, plies, &stop)
            else {
                return;
            };
            let ranked = match asked {
                Asked::Cube | Asked::Play(_) => cube_actions(&value, &offer, stakes.can_double()),
                Asked::Take => take_actions(&value, &offer),
            };
            let stakes = match asked {
                Asked::Cube | Asked::Play(_) => *stakes,
                Asked::Take => stakes.flipped(),
            };
            // All of them, whatever was asked for: a ranking of two says nothing.
            let lines = ranked
                .into_iter()
                .map(|(action, value)| line_of(&Ranked { action, value, plies }, &stakes));
            self.tell(Heard::Lines(lines.collect()));
        }
    }

    fn tell(&self, heard: Heard) {
        // Whoever no longer listens has ended the job, too.
        drop(self.heard.send(heard));
    }
}

/// Rolling, and doubling where it may be; the best one first.
fn cube_actions(value: &Value, offer: &Offer, can_double: bool) -> Vec<(String, Value)> {
    let with = |action: &str, worth: f32| (action.to_owned(), Value { worth, ..*value });
    let roll = with("roll", offer.no_double);
    if !can_double {
        return vec![roll];
    }
    // The other player chooses between take and drop: of the two only one can be the best.
    let [mut take, mut drop] = [with("double take", offer.take), with("double drop", offer.drop)];
    if !offer.is_take() {
        std::mem::swap(&mut take, &mut drop);
    }
    if offer.is_double() { vec![take, roll, drop] } else { vec![roll, take, drop] }
}

/// Taking and dropping, as the player sees it who was doubled; the best one first.
fn take_actions(value: &Value, offer: &Offer) -> Vec<(String, Value)> {
    let chances = value.chances.inverted();
    let with = |action: &str, worth: f32| (action.to_owned(), Value { chances, worth: -worth });
    let (take, drop) = (with("take", offer.take), with("drop", offer.drop));
    if offer.is_take() { vec![take, drop] } else { vec![drop, take] }
}

/// What rollouts gave, the best play first.
fn rolled_lines(question: &Question, plays: &[Judged], tallies: &[Tally]) -> Vec<AnalysisLine> {
    let Question { board, stakes, .. } = question;
    let their_stakes = stakes.flipped();
    let line = |(play, tally): (&Judged, &Tally)| {
        let theirs = tally.chances();
        let worth = -their_stakes.best_worth(&theirs);
        let value = Value { chances: theirs.inverted(), worth };
        let ranked = Ranked { action: text_of(board, &play.steps), value, plies: 0 };
        let (trials, error) = (Some(tally.n_games()), Some(tally.error()));
        AnalysisLine { ply: None, trials, error, ..line_of(&ranked, stakes) }
    };
    let mut lines: Vec<AnalysisLine> = plays.iter().zip(tallies).map(line).collect();
    let equity = |line: &AnalysisLine| line.equity.unwrap_or(f64::NEG_INFINITY);
    lines.sort_by(|a, b| equity(b).total_cmp(&equity(a)));
    lines
}

fn line_of(ranked: &Ranked, stakes: &Stakes) -> AnalysisLine {
    AnalysisLine {
        action: ranked.action.clone(),
        ply: Some(ranked.plies.into()),
        equity: Some(stakes.equity(ranked.value.worth).into()),
        mwc: stakes.match_chance(ranked.value.worth).map(f64::from),
        chances: Some(told(&ranked.value.chances)),
        ..AnalysisLine::default()
    }
}
