//! The thread that thinks: questions and analyses go in, answers and reports come out.
//!
//! Knows no line of the protocol beyond its actions.

use std::sync::mpsc::{Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::LoopEvent;
use super::lines::{cube_lines, line_of, rolled_cube, rolled_play, sort_plays};
use crate::builtin::backgammon::{
    BearOff, Effort, Level, MAX_PLIES, Met, Player, Stakes, Stop, Tally, Terms,
};
use crate::games::backgammon::{Backgammon, Board, Dice, Phase, Steps, play_text};
use crate::protocol::ubgi::{Action, AnalysisLine, AnalysisRequest};

/// The question that a position puts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    board: Board,
    /// The stakes from the point of view of the side that rolls, plays or has doubled.
    stakes: Stakes,
    asked: Asked,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Asked {
    Play(Dice),
    /// Double or roll.
    Cube,
    /// Take or drop, for the side that is not on turn.
    Take,
}

impl Question {
    /// `None` if there is no position, or no decision in it.
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

/// The task for a question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Analysis {
    question: Question,
    n_lines: usize,
    plies: Option<u8>,
    time: Option<Duration>,
    /// Games to play out, and the seed of their dice.
    trials: Option<(u32, u64)>,
}

/// A rollout reports its progress after this time, and at its end.
const PAUSE: Duration = Duration::from_millis(250);
/// The default number of lines.
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

/// A job for the thread.
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
pub(super) fn think(jobs: &Receiver<Job>, events: &SyncSender<LoopEvent>, seed: u64) {
    let _guard = BreakdownGuard(events);
    let mut player: Option<Player> = None;
    for job in jobs {
        let answer = match job {
            Job::Initialize => {
                BearOff::shared();
                Met::shared();
                LoopEvent::Ready
            }
            Job::Decide { question, level, stop } => {
                let player = at_level(&mut player, level, seed);
                LoopEvent::Action(decide(player, &question, &stop))
            }
            Job::Analyse { analysis, level, stop } => {
                let player = at_level(&mut player, level, seed);
                Analyser { player, events, analysis, stop }.run();
                LoopEvent::Analysed
            }
        };
        if events.send(answer).is_err() {
            return;
        }
    }
}

/// Reports a panic of the thread; otherwise its reader would wait for ever.
struct BreakdownGuard<'a>(&'a SyncSender<LoopEvent>);

impl Drop for BreakdownGuard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            drop(self.0.send(LoopEvent::Broken));
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

/// `24/18 bar/23 3/off`, in the document's spelling; `pass` if no play is possible, which only
/// analyses can express.
fn text_of(board: &Board, steps: &Steps) -> String {
    if *steps == Steps::NONE { "pass".to_owned() } else { play_text(board, steps).replace('*', "") }
}

/// One analysis while it runs.
struct Analyser<'a> {
    player: &'a mut Player,
    events: &'a SyncSender<LoopEvent>,
    analysis: Analysis,
    stop: Stop,
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
                line_of(text_of(board, &judged.steps), &judged.value, judged.plies, stakes)
            });
            self.tell(LoopEvent::Lines(lines.collect()));
        }
        ranked.truncate(n_lines);
        let starts: Vec<Board> = ranked.iter().map(|judged| judged.after).collect();
        self.roll_out(&starts, |tallies| {
            let lines = ranked
                .iter()
                .zip(tallies)
                .map(|(judged, tally)| rolled_play(text_of(board, &judged.steps), tally, stakes));
            let mut lines: Vec<AnalysisLine> = lines.collect();
            sort_plays(&mut lines);
            lines
        });
    }

    fn rank_cube(&mut self, question: &Question, plies: u8) {
        let Question { board, stakes, asked } = question;
        let has_doubled = *asked == Asked::Take;
        for plies in 0..=plies.min(MAX_PLIES) {
            let stop = if plies == 0 { Stop::never() } else { self.stop.clone() };
            let Some((value, offer)) = self.player.searcher().offer(board, stakes, plies, &stop)
            else {
                return;
            };
            // This sends all of them, whatever was requested: a ranking of two means nothing.
            self.tell(LoopEvent::Lines(cube_lines(&value, &offer, plies, stakes, has_doubled)));
        }
        self.roll_out(&[*board], |tallies| rolled_cube(&tallies[0], stakes, has_doubled));
    }

    /// Plays games from each of these positions before the roll, with the same dice from each, a
    /// round of 36 after the other, if games are asked for.
    fn roll_out(&mut self, starts: &[Board], lines: impl Fn(&[Tally]) -> Vec<AnalysisLine>) {
        let Some((trials, seed)) = self.analysis.trials else { return };
        let terms = Terms::plain(seed);
        let mut tallies = vec![Tally::default(); starts.len()];
        let total = u64::from(trials) * starts.len() as u64;
        let (mut done, mut n_told) = (0, 0);
        let mut last_told = Instant::now();
        let events = self.events;
        let tell = |done, tallies: &[Tally]| {
            tell(events, LoopEvent::Lines(lines(tallies)));
            tell(events, LoopEvent::Progress { done, total });
        };
        for first in (0..trials).step_by(36) {
            for (start, tally) in starts.iter().zip(&mut tallies) {
                for game in first..trials.min(first + 36) {
                    if self.stop.asked() {
                        let has_all = tallies.iter().all(|tally| tally.n_games() > 0);
                        if done > n_told && has_all {
                            tell(done, &tallies);
                        }
                        return;
                    }
                    terms.play(game, start, self.player.searcher(), tally);
                    done += 1;
                }
            }
            if done == total || last_told.elapsed() >= PAUSE {
                tell(done, &tallies);
                n_told = done;
                last_told = Instant::now();
            }
        }
    }

    fn tell(&self, news: LoopEvent) {
        tell(self.events, news);
    }
}

fn tell(events: &SyncSender<LoopEvent>, news: LoopEvent) {
    // A receiver that is gone has ended the job, too.
    drop(events.send(news));
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc::sync_channel;

    use super::*;
    use crate::builtin::backgammon::LEVELS;
    use crate::games::backgammon::read_xgid;

    #[test]
    fn games_that_were_played_before_a_rollout_is_stopped_are_told() {
        let pos = read_xgid("XGID=aa--BBBB----dE---d-e----B-:0:0:1:00:0:0:0:0:10").ok();
        let question = Question::of(&pos).expect("something is to be decided");
        // The stop is asked once before each game.
        let n_asked = AtomicU32::new(0);
        let stop = Stop::when(move || n_asked.fetch_add(1, Ordering::Relaxed) >= 50);
        let analysis =
            Analysis { question, n_lines: 3, plies: Some(0), time: None, trials: Some((1000, 7)) };
        let (jobs, waiting) = sync_channel(1);
        let (sender, events) = sync_channel(256);
        jobs.send(Job::Analyse { analysis, level: &LEVELS[0], stop }).expect("there is room");
        drop(jobs);
        think(&waiting, &sender, 1);
        drop(sender);
        let news: Vec<LoopEvent> = events.iter().collect();
        let [.., LoopEvent::Lines(lines), LoopEvent::Progress { done, total }, LoopEvent::Analysed] =
            &news[..]
        else {
            panic!("{} pieces of news end in something else", news.len());
        };
        assert_eq!((*done, *total), (50, 1000));
        assert!(lines.iter().any(|line| line.trials == Some(50)));
    }
}
