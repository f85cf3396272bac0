//! The live view of a match or tournament on a terminal, and the keys that steer the games.
//!
//! Plays and counts nothing. Lines that should stay are printed above the view, by the same thread.

mod keyboard;
mod view;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use quintet::play::{Affinity, Delays, GameReport, MatchControl, SlowStart};

pub(super) use keyboard::Keyboard;
use view::{LastGame, MOST_LAST, Pace, Seen};
pub(super) use view::{Scene, SceneLine, Size};

use super::output::{self, Output, is_in_front};

/// How often keys are looked at.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// The view is drawn again after at least this time.
const PAUSE: Duration = Duration::from_millis(250);
/// Making the view takes at most this part of the time: one tenth.
const PART: u32 = 10;
/// The most games at once: each has a processor to itself, if engines are bound to some.
pub(super) fn most_at_once(affinity: Option<&Affinity>) -> u32 {
    const MOST: u32 = 256;
    affinity
        .map_or(MOST, |affinity| u32::try_from(affinity.most_games()).map_or(MOST, |n| n.min(MOST)))
}

/// The live view.
pub(super) struct Live {
    control: MatchControl,
    has_keys: bool,
    began: Instant,
    /// It is not drawn again before.
    next: Instant,
    running: BTreeSet<u32>,
    /// Engines whose start takes long, by the number of the game and their own.
    slow_starts: BTreeMap<(u32, Option<usize>), SlowStart>,
    last: VecDeque<LastGame>,
    causes: BTreeMap<String, u32>,
    delays: Delays,
    /// Games that were played since the start, and the time that they took together.
    played: (u32, Duration),
    /// Games at once at the start.
    at_once: u32,
    /// The most games at once.
    most_at_once: u32,
}

impl Live {
    /// A view of games that are steered by `control`. Without a keyboard no keys are read.
    pub(super) fn new(control: MatchControl, keyboard: Option<&Keyboard>) -> Self {
        let now = Instant::now();
        Self {
            control,
            has_keys: keyboard.is_some(),
            began: now,
            next: now,
            running: BTreeSet::new(),
            slow_starts: BTreeMap::new(),
            last: VecDeque::new(),
            causes: BTreeMap::new(),
            delays: Delays::default(),
            played: (0, Duration::ZERO),
            at_once: 1,
            most_at_once: 1,
        }
    }

    /// A game has begun.
    pub(super) fn begin_game(&mut self, number: u32) {
        self.running.insert(number);
    }

    /// The start of an engine takes long, or is over.
    pub(super) fn note_start(&mut self, start: SlowStart) {
        let key = (start.number, start.engine);
        match start.took {
            None => drop(self.slow_starts.insert(key, start)),
            Some(_) => drop(self.slow_starts.remove(&key)),
        }
    }

    /// The referee engine does not start any more: it has failed.
    pub(super) fn forget_referee(&mut self) {
        self.slow_starts.retain(|(_, engine), _| engine.is_some());
    }

    /// A game is over, or was stopped.
    pub(super) fn end_game(&mut self, report: &GameReport) {
        self.running.remove(&report.pairing.number);
        self.slow_starts.retain(|(number, _), _| *number != report.pairing.number);
        if report.stopped.is_some() {
            return;
        }
        self.last.push_back(LastGame {
            number: report.pairing.number,
            players: report.players().map(str::to_owned),
            result: report.result_text().to_owned(),
            reason: report.result.reason.clone(),
        });
        if self.last.len() > MOST_LAST {
            self.last.pop_front();
        }
        for delays in &report.delays {
            self.delays.merge(delays);
        }
        if report.counts() {
            self.played.0 += 1;
            self.played.1 += report.duration;
        }
        if report.is_decided_by_failure() {
            *self.causes.entry(report.reason()).or_default() += 1;
        }
    }

    /// Does what keys say, and draws the view if it is time.
    pub(super) fn tick(&mut self, scene: impl FnOnce() -> Scene, out: &mut Output) {
        if !is_in_front() {
            return;
        }
        if self.has_keys {
            if Keyboard::renew() {
                // A shell has written below the view meanwhile.
                output::forget_view();
                self.next = Instant::now();
            }
            while let Some(key) = Keyboard::key() {
                self.press(key);
                self.next = Instant::now();
            }
        }
        let began = Instant::now();
        if began < self.next {
            return;
        }
        let scene = scene();
        self.at_once = scene.at_once;
        self.most_at_once = scene.most_at_once;
        let lines = view::lines(&scene, &self.seen(), output::size());
        // Without a reader of the output the games go on.
        out.draw(&lines).ok();
        self.next = Instant::now() + PAUSE.max(PART * began.elapsed());
    }

    /// A key: what it means for the games.
    fn press(&self, key: char) {
        let state = self.control.state();
        let at_once = state.at_once.map_or(self.at_once, NonZeroU32::get);
        match key {
            '+' | '=' => self.play_at_once(at_once.saturating_add(1)),
            '-' => self.play_at_once(at_once.saturating_sub(1)),
            'p' => self.control.pause(!state.paused),
            'f' if state.finishing => self.control.go_on(),
            'f' => self.control.finish_then_stop(),
            'q' => self.control.stop_now(),
            _ => {}
        }
    }

    fn play_at_once(&self, games: u32) {
        let games = NonZeroU32::new(games).filter(|games| games.get() <= self.most_at_once);
        games.into_iter().for_each(|games| self.control.play_at_once(games));
    }

    fn seen(&self) -> Seen {
        let now = Instant::now();
        let state = self.control.state();
        let pace = match (state.stopped, state.finishing, state.paused) {
            (true, _, _) => Pace::Stopping,
            (_, true, _) => Pace::Finishing,
            (_, _, true) => Pace::Paused,
            _ => Pace::Playing,
        };
        let mut causes: Vec<(String, u32)> =
            self.causes.iter().map(|(cause, n)| (cause.clone(), *n)).collect();
        causes.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let (played, took) = self.played;
        Seen {
            pace,
            at_once: state.at_once.map_or(self.at_once, NonZeroU32::get),
            running: self.running.len(),
            elapsed: self.began.elapsed(),
            starting: self.slow_starts.values().map(|start| start.text(now)).collect(),
            mean: took.checked_div(played),
            causes,
            delays: self.delays.median().zip(self.delays.p99()).map(|(one, two)| [one, two]),
            last: self.last.iter().cloned().collect(),
            has_keys: self.has_keys,
        }
    }
}
