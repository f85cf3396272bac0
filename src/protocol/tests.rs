//! Random dialogues with the clients, the same for every protocol: thousands of interleavings of
//! requests, lines and time.
//!
//! A [`Cast`] is a model of an engine, which reads, searches and writes when the dice say so, and
//! the program that sends it requests. The model's reports on a position carry that position's
//! value, so that a report on the wrong search shows at once. Knows no protocol.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{Answer, Client, Event, Fault, Request, SearchId};

/// Numbers that look random and are the same for the same seed.
#[derive(Debug)]
pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.0.next_u32()).unwrap() % n
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// An engine and a program that speak one protocol.
pub(super) trait Cast: Debug {
    type Client: Client;
    /// A line of an engine that has found a move.
    const ANSWER: &'static str;

    fn new(dice: &mut Dice) -> Self;
    fn client(now: Instant) -> Self::Client;

    /// The client has written this line.
    fn hear(&mut self, line: String);
    /// The engine reads a line; returns false if there is none.
    fn read(&mut self, dice: &mut Dice) -> bool;
    /// The engine searches for a while, if there is anything to search.
    fn work(&mut self, dice: &mut Dice);
    /// The next line that the engine writes.
    fn say(&mut self) -> Option<String>;
    /// The engine was killed and started again: the same program.
    fn restart(&mut self, dice: &mut Dice);

    /// The caller has said that the engine is out of step.
    fn out_of_step(&mut self) {}
    /// The program's next request; if it is a search, or a question, it has this number.
    fn wish(&mut self, id: SearchId, dice: &mut Dice) -> Request;
    /// The score that every report on this search must have.
    fn value(&self, id: SearchId) -> f64;
    /// The search begins.
    fn check_start(&self, id: SearchId, is_new: bool) {
        assert!(is_new, "{id:?} began twice");
    }
    /// The search is answered.
    fn check_answer(&mut self, _answer: &Answer, _dice: &mut Dice) {}
    /// Checks an event that belongs to no search.
    fn check(&self, event: &Event);
    /// The number of times that something happened which should happen often.
    fn n_hits(&self) -> usize {
        0
    }
}

/// One dialogue, and the facts that must hold in it.
#[derive(Debug)]
pub(super) struct Dialogue<C: Cast> {
    seed: u64,
    client: C::Client,
    cast: C,
    dice: Dice,
    /// Steps from one request to the next.
    patience: usize,
    now: Instant,
    newest: SearchId,
    /// The requests that have not ended.
    open: BTreeSet<SearchId>,
    started: HashSet<SearchId>,
    n_answers: usize,
    n_restarts: usize,
    over: Option<Event>,
}

/// The totals of all dialogues.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub(super) searches: usize,
    pub(super) answers: usize,
    pub(super) restarts: usize,
    pub(super) hits: usize,
}

impl<C: Cast> Dialogue<C> {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let now = Instant::now();
        Self {
            seed,
            client: C::client(now),
            cast: C::new(&mut dice),
            patience: 10 + 10 * dice.below(10),
            dice,
            now,
            newest: SearchId(0),
            open: BTreeSet::new(),
            started: HashSet::new(),
            n_answers: 0,
            n_restarts: 0,
            over: None,
        }
    }

    fn step(&mut self) {
        if self.dice.one_in(self.patience) {
            self.wish();
        }
        match self.dice.below(12) {
            0..4 => drop(self.cast.read(&mut self.dice)),
            4..8 => self.cast.work(&mut self.dice),
            8..11 => {
                if let Some(line) = self.cast.say() {
                    self.client.handle_line(&line, self.now);
                }
            }
            _ => self.pass(Duration::from_millis(7)),
        }
        self.drain();
    }

    fn wish(&mut self) {
        if self.dice.one_in(16) {
            self.cast.out_of_step();
            return self.client.handle_request(Request::Resync, self.now);
        }
        let next = SearchId(self.newest.0 + 1);
        let request = self.cast.wish(next, &mut self.dice);
        let has_end = match &request {
            Request::Search(search) => search.id == next,
            Request::ValidMoves { id, .. } => *id == next,
            _ => false,
        };
        if has_end && self.over.is_none() {
            self.newest = next;
            self.open.insert(next);
        }
        self.client.handle_request(request, self.now);
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.client.handle_timeout(self.now);
        for _ in 0..10 {
            if self.client.poll_timeout().is_none_or(|due| self.now < due) {
                return;
            }
            self.client.handle_timeout(self.now);
        }
        panic!("a deadline that has passed is still waited for");
    }

    fn drain(&mut self) {
        while let Some(line) = self.client.poll_transmit() {
            self.cast.hear(line);
        }
        while let Some(event) = self.client.poll_event() {
            assert_eq!(self.over, None, "then came {event:?}");
            self.check(event);
        }
        if self.client.poll_restart() {
            assert!(!self.client.poll_restart(), "asked for twice");
            self.cast.restart(&mut self.dice);
            self.n_restarts += 1;
            self.now += Duration::from_millis(50);
            self.client.handle_restart(self.now);
            self.drain();
        }
    }

    fn check(&mut self, event: Event) {
        match event {
            Event::Started(id) => {
                assert!(self.open.contains(&id), "{id:?} has ended before it began");
                self.cast.check_start(id, self.started.insert(id));
            }
            Event::Info(info) => self.check_score(info.search, info.score),
            Event::Answer(answer) => {
                self.check_score(answer.search, answer.score);
                self.cast.check_answer(&answer, &mut self.dice);
                self.end(answer.search);
                self.n_answers += 1;
            }
            Event::Ended(id) => self.end(id),
            Event::Refused(refusal) => {
                assert!(self.open.contains(&refusal.search), "{refusal:?} after its end");
            }
            Event::Restarting | Event::Restarted(_) | Event::Capabilities(_) => {}
            Event::ValidMoves { id, .. } => {
                self.cast.check(&event);
                self.end(id);
            }
            Event::Closed | Event::Fault(_) => self.over = Some(event),
            Event::Ready { .. }
            | Event::Renamed(_)
            | Event::GameState { .. }
            | Event::Status(_)
            | Event::DrawOffered
            | Event::Remark { .. }
            | Event::Deviation(_)
            | Event::Chatter(_)
            | Event::Complaint(_) => self.cast.check(&event),
        }
    }

    fn end(&mut self, id: SearchId) {
        assert!(self.open.remove(&id), "{id:?} ended twice");
    }

    fn check_score(&self, id: SearchId, score: Option<f64>) {
        assert!(self.started.contains(&id), "news of {id:?}, which has not begun");
        assert!(self.open.contains(&id), "news of {id:?}, which has ended");
        let expected = self.cast.value(id);
        if let Some(score) = score {
            assert!((score - expected).abs() < 0.001, "{id:?} gets {score}, not {expected}");
        }
    }

    /// Nothing is requested any more: everything must come to its end.
    fn settle(&mut self) {
        self.client.handle_request(Request::Abandon, self.now);
        self.drain();
        for _ in 0..10_000 {
            if self.open.is_empty() || self.over.is_some() {
                return;
            }
            while self.cast.read(&mut self.dice) {}
            self.cast.work(&mut self.dice);
            while let Some(line) = self.cast.say() {
                self.client.handle_line(&line, self.now);
                self.drain();
            }
            self.pass(Duration::from_millis(1));
            self.drain();
        }
        panic!("never ended: {:?}", self.open);
    }

    /// After noise, checks only that nothing ends twice, and that nothing hidden is written.
    fn drain_noise(&mut self) {
        while let Some(line) = self.client.poll_transmit() {
            assert!(!line.contains(['\n', '\r']), "{line:?}");
        }
        while let Some(event) = self.client.poll_event() {
            match event {
                Event::Ended(id) | Event::ValidMoves { id, .. } => self.end(id),
                Event::Answer(answer) => self.end(answer.search),
                Event::Closed | Event::Fault(_) => self.over = Some(event),
                _ => {}
            }
        }
        if self.client.poll_restart() {
            self.client.handle_restart(self.now);
            self.drain_noise();
        }
    }
}

impl<C: Cast> Drop for Dialogue<C> {
    fn drop(&mut self) {
        if thread::panicking() {
            println!("seed {}", self.seed);
        }
    }
}

/// Every search ends once, and gets only reports on its own position.
pub(super) fn check_searches<C: Cast>(n_dialogues: u64) -> Totals {
    let mut totals = Totals::default();
    for seed in 0..n_dialogues {
        let mut dialogue = Dialogue::<C>::new(seed);
        for _ in 0..800 {
            dialogue.step();
        }
        dialogue.settle();
        assert_eq!(dialogue.over, None);
        totals.searches += dialogue.started.len();
        totals.answers += dialogue.n_answers;
        totals.restarts += dialogue.n_restarts;
        totals.hits += dialogue.cast.n_hits();
    }
    totals
}

/// The engine may vanish at any time, whether asked to end or not; nothing is reported or waited
/// for afterwards.
pub(super) fn check_vanishing<C: Cast>(n_dialogues: u64) {
    for seed in 0..n_dialogues {
        let mut dialogue = Dialogue::<C>::new(seed);
        for _ in 0..dialogue.dice.below(200) {
            dialogue.step();
        }
        let quit = dialogue.dice.one_in(3);
        if quit {
            dialogue.client.handle_request(Request::Quit, dialogue.now);
            dialogue.drain();
            assert!(dialogue.open.is_empty());
        }
        dialogue.client.handle_eof(dialogue.now);
        dialogue.drain();
        let expected_end = match &dialogue.over {
            Some(Event::Closed) => quit,
            Some(Event::Fault(Fault::Closed { .. })) => !quit,
            _ => false,
        };
        assert!(expected_end, "{:?}", dialogue.over);
        for _ in 0..50 {
            dialogue.client.handle_line(C::ANSWER, dialogue.now);
            dialogue.step();
        }
        assert_eq!(dialogue.client.poll_timeout(), None);
    }
}

/// Sends lines of these words, as many as the range says, at any time: there is no panic, nothing
/// ends twice, and at the end everything has ended that no fault has cut off. Returns the number of
/// requests that have ended.
pub(super) fn check_noise<C: Cast>(n_dialogues: u64, words: &[&str], n_words: Range<usize>) -> u64 {
    let mut n_ended = 0;
    for seed in 0..n_dialogues {
        let mut dialogue = Dialogue::<C>::new(seed);
        for _ in 0..200 {
            let dice = &mut dialogue.dice;
            let n = n_words.start + dice.below(n_words.len());
            let line: Vec<&str> = (0..n).map(|_| words[dice.below(words.len())]).collect();
            let line = line.join(if dice.one_in(3) { "" } else { " " });
            match dice.below(20) {
                0..4 => dialogue.wish(),
                4 => {
                    let text = words[dice.below(words.len())].to_owned();
                    dialogue.client.handle_request(Request::Raw(text), dialogue.now);
                }
                5 => {
                    let millis = [1, 100, 700, 2_500][dice.below(4)];
                    dialogue.pass(Duration::from_millis(millis));
                }
                _ => {}
            }
            dialogue.client.handle_line(&line, dialogue.now);
            dialogue.drain_noise();
        }
        let was_over = dialogue.over.is_some();
        dialogue.client.handle_request(Request::Quit, dialogue.now);
        dialogue.drain_noise();
        dialogue.client.handle_eof(dialogue.now);
        dialogue.drain_noise();
        assert!(dialogue.over.is_some(), "it goes on");
        assert!(was_over || dialogue.open.is_empty(), "never ended: {:?}", dialogue.open);
        n_ended += dialogue.newest.0 - dialogue.open.len() as u64;
    }
    n_ended
}
