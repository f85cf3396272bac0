//! The client against every mixture of lines, requests and times, and what must hold in any.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::protocol::uhp::told::tests::root;
use crate::protocol::{Limits, RootMove};

/// Lines that engines send, of all kinds and some of none.
const LINES: &[&str] = &[
    "ok",
    "ok",
    "ok",
    "ok",
    "OK ",
    "",
    "id Some 1.0",
    "Mosquito;Ladybug;Pillbug",
    "Mosquito;",
    "err what",
    "invalidmove no",
    "A bare sentence.",
    "Base;NotStarted;White[1]",
    "Base;InProgress;Black[1];wS1",
    "Base;InProgress;White[2];wS1;bS1 wS1-",
    "Base+MLP;InProgress;White[2];wS1;bS1 wS1-",
    "Base;Draw;White[2];wS1;bS1 wS1-",
    "wS1",
    "bS1 wS1-",
    "wS1;wB1;wG1",
    "wS1;3;0.5",
    "Level;int;3;5;1;9",
    "Book;bool;True;False",
    ";;;;",
    "\u{fe0f}bestm\u{f6}ve",
];

/// Numbers that look random and are the same in every run.
struct Dice(ChaCha8Rng);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.0.next_u32()).unwrap() % n
    }
}

/// A dialogue that is watched: every wish ends exactly once, and one command is in flight.
struct Watched {
    client: UhpClient,
    now: Instant,
    next_id: u64,
    /// How often each search and each question has ended.
    ends: BTreeMap<u64, u32>,
    over: bool,
}

impl Watched {
    fn new() -> Self {
        let now = Instant::now();
        let options = vec![("Level".to_owned(), "3".to_owned())];
        let config = ClientConfig { options, ..ClientConfig::default() };
        let client = UhpClient::new(&config, now);
        Self { client, now, next_id: 1, ends: BTreeMap::new(), over: false }
    }

    fn request(&mut self, random: &mut Dice) -> Request {
        let moves = ["", "wS1", "wS1;bS1 wS1-", "wS1;bG1 wS1-", "wS1;a;b;c;d;e;f;g;h;i;j"];
        let kinds = ["Base", "Base+MLP"];
        let root = root(kinds[random.below(2)], moves[random.below(moves.len())]);
        let id = SearchId(self.next_id);
        let limits = match random.below(4) {
            0 => Limits::default(),
            1 => Limits { depth: Some(3), ..Limits::default() },
            2 => Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() },
            _ => Limits { move_time: Some(Duration::from_secs(60)), ..Limits::default() },
        };
        let mode = match random.below(8) {
            0..=4 => Mode::Play,
            5 | 6 => Mode::Analyse { lines: 1 },
            _ => Mode::Ponder,
        };
        let kind = random.below(12);
        if kind < 6 && !self.over {
            self.ends.insert(self.next_id, 0);
            self.next_id += 1;
        }
        match kind {
            0..=3 => Request::Search(Search { id, root, limits, mode }),
            4 => Request::ValidMoves { id, root },
            5 => Request::GameState { id, root },
            6 => Request::Stop,
            7 => Request::Abandon,
            8 => Request::NewGame,
            9 => Request::SetOption { name: "Level".to_owned(), value: "7".to_owned() },
            10 => Request::Raw("validmoves".to_owned()),
            _ => Request::PonderHit,
        }
    }

    fn drain(&mut self) {
        while let Some(line) = self.client.poll_transmit() {
            assert!(!line.contains(['\n', '\r']), "{line:?}");
            assert!(!line.contains("00:00:00") && !line.ends_with("depth 0"), "{line:?}");
        }
        while let Some(event) = self.client.poll_event() {
            assert!(!self.over, "{event:?} after the end");
            let id = match event {
                Event::Answer(answer) => answer.search,
                Event::Ended(id) | Event::ValidMoves { id, .. } => id,
                Event::Closed | Event::Fault(_) => {
                    self.over = true;
                    continue;
                }
                _ => continue,
            };
            *self.ends.get_mut(&id.0).expect("it was asked for") += 1;
        }
        if self.client.poll_restart() {
            assert!(!self.client.poll_restart(), "asked for twice");
            self.now += Duration::from_millis(50);
            self.client.handle_restart(self.now);
            self.drain();
        }
    }

    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        let mut n_calls = 0;
        while let Some(due) = self.client.poll_timeout().filter(|due| *due <= end) {
            self.now = self.now.max(due);
            self.client.handle_timeout(self.now);
            self.drain();
            n_calls += 1;
            assert!(n_calls < 50, "a deadline that does not move: {:?}", self.client);
        }
        self.now = end;
    }
}

#[test]
fn whatever_an_engine_says_every_wish_ends_once() {
    let mut n_answered = 0;
    for seed in 0..3000 {
        let mut random = Dice::new(seed);
        let mut watched = Watched::new();
        watched.drain();
        for _ in 0..120 {
            match random.below(10) {
                0..=6 => {
                    let line = LINES[random.below(LINES.len())];
                    watched.client.handle_line(line, watched.now);
                }
                7 => {
                    let millis = [1, 100, 1000, 2500][random.below(4)];
                    watched.pass(Duration::from_millis(millis));
                }
                _ => {
                    let request = watched.request(&mut random);
                    watched.client.handle_request(request, watched.now);
                }
            }
            watched.drain();
        }
        let was_over = watched.over;
        watched.client.handle_request(Request::Quit, watched.now);
        watched.drain();
        watched.client.handle_eof(watched.now);
        watched.drain();
        assert!(watched.over, "seed {seed}");
        for (id, n_ends) in &watched.ends {
            // A fault ends the session, and with it everything.
            assert!(*n_ends <= 1, "seed {seed}: {id} has ended {n_ends} times");
            assert!(was_over || *n_ends == 1, "seed {seed}: {id} never ended");
            n_answered += n_ends;
        }
    }
    assert!(n_answered > 10_000, "{n_answered} wishes");
}

#[test]
fn a_name_cannot_smuggle_a_command() {
    let now = Instant::now();
    let mut client = UhpClient::new(&ClientConfig::default(), now);
    client.handle_line("ok", now);
    client.handle_line("ok", now);
    let step = "wS1\nexit".to_owned();
    let evil = Root {
        start: "Base\rexit".to_owned(),
        moves: vec![RootMove { mv: step.clone(), step }],
        full: String::new(),
    };
    client.handle_request(Request::ValidMoves { id: SearchId(1), root: evil }, now);
    let lines: Vec<String> = std::iter::from_fn(|| client.poll_transmit()).collect();
    assert_eq!(lines, ["options", "newgame Base exit"]);
}
