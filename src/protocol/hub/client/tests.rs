//! The client against a model of an engine, in thousands of random interleavings.
//!
//! The model reads, searches and writes when the dice say so. What it says of a position carries
//! that position's mark, so that a word about the wrong search is seen at once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::HubClient;
use crate::protocol::hub::{
    Command, Done, GoMode, HubServer, Id, Order, Param, ParamKind, Reply, Task, Thought,
};
use crate::protocol::{
    Client, ClientConfig, Event, Fault, Limits, Mode, Request, Root, RootMove, Search, SearchId,
};

const DIALOGUES: u64 = 2_000;
/// A position that the model refuses.
const BAD: &str = "99-99";

#[derive(Debug)]
struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.0.next_u32()).unwrap() % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// What a position looks like in the model's values: whole men.
fn mark(moves: &[String]) -> f64 {
    let bytes = moves.iter().flat_map(|mv| mv.bytes());
    f64::from(bytes.fold(1, |sum, byte| (sum * 31 + u32::from(byte)) % 7_919))
}

/// An engine on the server's half, which reads its input while it searches.
#[derive(Debug)]
struct Model {
    server: HubServer,
    /// Written by the client, not yet read.
    wire: VecDeque<String>,
    running: Option<Order>,
    stopped: bool,
    /// Answers also a `stop` that finds no search.
    answers_idle_stop: bool,
    /// Knows no `ping`.
    knows_no_ping: bool,
    output: VecDeque<String>,
}

impl Model {
    fn new(dice: &mut Dice) -> Self {
        let id = Id { name: "Model".to_owned(), ..Id::default() };
        let kind = ParamKind::Int { min: Some(1), max: Some(9) };
        let knows_no_ping = dice.one_in(6);
        Self {
            server: HubServer::new(id, vec![Param::new("level", "9", kind)]),
            wire: VecDeque::new(),
            running: None,
            stopped: false,
            // Without a fence nobody could tell that an answer is one too many.
            answers_idle_stop: !knows_no_ping && dice.one_in(3),
            knows_no_ping,
            output: VecDeque::new(),
        }
    }

    fn read(&mut self) {
        let Some(line) = self.wire.pop_front() else { return };
        let command = Command::parse(&line);
        assert!(
            !matches!(command, Command::Ignored(_) | Command::Malformed(_)),
            "the client sent {line:?}"
        );
        let may_disturb =
            matches!(command, Command::Ping | Command::Stop | Command::PonderHit | Command::Quit);
        assert!(may_disturb || self.running.is_none(), "{line:?} disturbs a search");
        if command == Command::Stop && self.running.is_none() && self.answers_idle_stop {
            self.output.push_back("done move=1-1".to_owned());
        }
        if command == Command::Ping && self.knows_no_ping {
            return;
        }
        for task in self.server.handle_line(&line) {
            self.carry_out(task);
        }
    }

    fn carry_out(&mut self, task: Task) {
        match task {
            Task::Write(line) => self.output.push_back(line),
            Task::Init => {
                self.output.push_back("init eval".to_owned());
                let ready = self.server.ready();
                self.output.push_back(ready);
            }
            Task::Place(place) if place.moves.iter().any(|mv| mv == BAD) => {
                let line = self.server.refuse_place("bad position");
                self.output.push_back(line);
            }
            Task::Search(order) => {
                self.running = Some(order);
                self.stopped = false;
            }
            Task::PonderHit(id) => {
                let running = self.running.as_mut().filter(|order| order.id == id);
                running.expect("only a running search is hit").mode = GoMode::Think;
            }
            Task::Stop(_) => self.stopped = true,
            Task::Place(_) | Task::ParamChanged(_) | Task::NewGame | Task::Quit => {}
        }
    }

    fn work(&mut self, dice: &mut Dice) {
        let Some(order) = self.running.clone() else { return };
        let score = Some(mark(&order.place.moves));
        let thought = Thought { score, pv: vec!["32-28".to_owned()], ..Thought::default() };
        if !dice.one_in(4) && !self.stopped {
            self.output.extend(self.server.info(order.id, &thought));
            return;
        }
        if self.stopped || dice.one_in(3) {
            self.running = None;
            // The answer names its position, too.
            let mv = format!("{}-1", mark(&order.place.moves));
            let done = Done { mv: Some(mv), ponder: Some("17-22".to_owned()) };
            self.output.extend(self.server.done(order.id, &done));
        }
    }
}

/// What is known of a search that has not ended.
#[derive(Clone, Copy, Debug)]
struct Open {
    mark: f64,
    bad: bool,
    mode: Mode,
    hit: bool,
}

/// One dialogue, and what must hold in it.
#[derive(Debug)]
struct Dialogue {
    seed: u64,
    client: HubClient,
    model: Model,
    dice: Dice,
    /// Steps from one request to the next.
    patience: usize,
    now: Instant,
    searches: u64,
    open: HashMap<SearchId, Open>,
    started: HashSet<SearchId>,
    n_answers: usize,
    n_hits: usize,
    over: Option<Event>,
}

impl Dialogue {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let now = Instant::now();
        Self {
            seed,
            client: HubClient::new(&ClientConfig::default(), now),
            model: Model::new(&mut dice),
            patience: 10 + 10 * dice.below(10),
            dice,
            now,
            searches: 0,
            open: HashMap::new(),
            started: HashSet::new(),
            n_answers: 0,
            n_hits: 0,
            over: None,
        }
    }

    fn step(&mut self) {
        if self.dice.one_in(self.patience) {
            let request = self.request();
            self.client.handle_request(request, self.now);
        }
        match self.dice.below(12) {
            0..4 => self.model.read(),
            4..8 => self.model.work(&mut self.dice),
            8..11 => {
                if let Some(line) = self.model.output.pop_front() {
                    self.client.handle_line(&line, self.now);
                }
            }
            _ => self.pass(Duration::from_millis(7)),
        }
        self.drain();
    }

    fn request(&mut self) -> Request {
        match self.dice.below(12) {
            0 => Request::Stop,
            1 => Request::Abandon,
            2 => Request::NewGame,
            3..6 => {
                // It holds for the newest search only, and only once.
                if let Some(open) = self.open.get_mut(&SearchId(self.searches)) {
                    self.n_hits += usize::from(open.mode == Mode::Ponder && !open.hit);
                    open.hit = true;
                }
                Request::PonderHit
            }
            _ => self.search(),
        }
    }

    fn search(&mut self) -> Request {
        self.searches += 1;
        let id = SearchId(self.searches);
        let n_moves = self.dice.below(4);
        let mut moves: Vec<String> =
            (0..n_moves).map(|_| format!("{}-{}", self.dice.below(50), self.searches)).collect();
        let bad = self.dice.one_in(12);
        if bad {
            moves.push(BAD.to_owned());
        }
        let mode = match self.dice.below(3) {
            0 => Mode::Play,
            1 => Mode::Analyse { lines: 1 },
            _ => Mode::Ponder,
        };
        self.open.insert(id, Open { mark: mark(&moves), bad, mode, hit: false });
        let root_move = |mv: &String| RootMove { mv: mv.clone(), step: mv.clone() };
        let root = Root {
            start: "Wstart".to_owned(),
            moves: moves.iter().map(root_move).collect(),
            full: format!("pos=Wstart moves=\"{}\"", moves.join(" ")),
        };
        Request::Search(Search { id, root, limits: Limits::default(), mode })
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.client.handle_timeout(self.now);
        if let Some(due) = self.client.poll_timeout() {
            assert!(self.now < due, "a deadline that has passed is still waited for");
        }
    }

    fn drain(&mut self) {
        self.model.wire.extend(std::iter::from_fn(|| self.client.poll_transmit()));
        while let Some(event) = self.client.poll_event() {
            assert_eq!(self.over, None, "then came {event:?}");
            self.check(event);
        }
    }

    fn check(&mut self, event: Event) {
        match event {
            Event::Started(id) => {
                let open = self.open.get(&id);
                let open = open.unwrap_or_else(|| panic!("{id:?} has ended before it began"));
                let is_new = self.started.insert(id);
                assert!(is_new || open.hit, "{id:?} began twice");
            }
            Event::Info(info) => {
                self.check_score(info.search, info.score);
            }
            Event::Answer(answer) => {
                let open = self.check_score(answer.search, answer.score);
                assert!(open.mode != Mode::Ponder || open.hit, "an answer to a mere guess");
                let is_play = !matches!(open.mode, Mode::Analyse { .. });
                let expected = is_play.then(|| format!("{}-1", open.mark));
                assert_eq!(answer.mv, expected, "the answer of another search");
                self.open.remove(&answer.search);
                self.n_answers += 1;
            }
            Event::Ended(id) => assert!(self.open.remove(&id).is_some(), "{id:?} ended twice"),
            Event::Closed | Event::Fault(_) => self.over = Some(event),
            Event::Chatter(line) => assert_eq!(line, "init eval"),
            Event::Complaint(line) => assert_eq!(line, "bad position"),
            Event::Ready { .. } | Event::Deviation(_) => {}
            Event::GameValue { .. }
            | Event::DrawOffered
            | Event::Remark { .. }
            | Event::Renamed(_)
            | Event::Learned
            | Event::GameState { .. }
            | Event::ValidMoves { .. }
            | Event::Status(_) => panic!("{event:?}"),
        }
    }

    fn check_score(&self, id: SearchId, score: Option<f64>) -> Open {
        assert!(self.started.contains(&id), "news of {id:?}, which has not begun");
        let open = self.open.get(&id).unwrap_or_else(|| panic!("news of {id:?}, which has ended"));
        assert!(!open.bad, "news of {id:?}, whose position was refused");
        if let Some(score) = score {
            assert!((score - open.mark).abs() < 0.001, "{id:?} gets {score}, not {}", open.mark);
        }
        *open
    }

    /// Nothing is wanted any more: everything must come to its end.
    fn settle(&mut self) {
        self.client.handle_request(Request::Abandon, self.now);
        self.drain();
        for _ in 0..10_000 {
            if self.open.is_empty() || self.over.is_some() {
                return;
            }
            while !self.model.wire.is_empty() {
                self.model.read();
            }
            self.model.work(&mut self.dice);
            while let Some(line) = self.model.output.pop_front() {
                self.client.handle_line(&line, self.now);
                self.drain();
            }
            self.pass(Duration::from_millis(1));
            self.drain();
        }
        panic!("never ended: {:?}", self.open);
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        if thread::panicking() {
            println!("seed {}", self.seed);
        }
    }
}

#[test]
fn every_search_ends_once_and_hears_only_of_itself() {
    let (mut searches, mut answers, mut hits) = (0, 0, 0);
    for seed in 0..DIALOGUES {
        let mut dialogue = Dialogue::new(seed);
        for _ in 0..800 {
            dialogue.step();
        }
        dialogue.settle();
        assert_eq!(dialogue.over, None);
        searches += dialogue.started.len();
        answers += dialogue.n_answers;
        hits += dialogue.n_hits;
    }
    let total = [searches, answers, hits];
    assert!(total.iter().all(|n| *n > 1_000), "the dialogues have become too short: {total:?}");
}

#[test]
fn an_engine_may_vanish_at_any_time() {
    for seed in 0..DIALOGUES {
        let mut dialogue = Dialogue::new(seed);
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
            let request = dialogue.request();
            dialogue.client.handle_request(request, dialogue.now);
            dialogue.client.handle_line("done move=32-28", dialogue.now);
            dialogue.drain();
        }
        assert_eq!(dialogue.client.poll_timeout(), None);
    }
}

#[test]
fn no_line_makes_the_client_panic_and_every_search_ends_at_most_once() {
    let words = [
        "id",
        "param",
        "wait",
        "ready",
        "info",
        "done",
        "pong",
        "error",
        "hub",
        "go",
        "ping",
        "name=",
        "name=variant",
        "name=x",
        "value=",
        "type=int",
        "type=real",
        "type=enum",
        "type=bool",
        "values=\"a b\"",
        "min=",
        "max=nan",
        "message=\"",
        "\"",
        "=",
        "==",
        "move=",
        "move=32-28",
        "move=28x19",
        "ponder=",
        "pv=",
        "pv=\"1-2 2-3\"",
        "depth=9e99",
        "score=-nan",
        "nodes=99999999999999999999",
        "nps=1e308",
        "time=-1",
        "é€",
        "\0",
        "\t",
        "  ",
        "\u{a0}",
    ];
    for seed in 0..DIALOGUES {
        let mut dialogue = Dialogue::new(seed);
        for _ in 0..200 {
            let dice = &mut dialogue.dice;
            let n_words = dice.below(6);
            let line: Vec<&str> = (0..n_words).map(|_| words[dice.below(words.len())]).collect();
            let line = line.join(if dice.one_in(3) { "" } else { " " });
            if dice.one_in(5) {
                let request = dialogue.request();
                dialogue.client.handle_request(request, dialogue.now);
            }
            if dialogue.dice.one_in(9) {
                let text = words[dialogue.dice.below(words.len())].to_owned();
                dialogue.client.handle_request(Request::Raw(text), dialogue.now);
            }
            dialogue.client.handle_line(&line, dialogue.now);
            while dialogue.client.poll_transmit().is_some() {}
            while let Some(event) = dialogue.client.poll_event() {
                let id = match event {
                    Event::Ended(id) => id,
                    Event::Answer(answer) => answer.search,
                    _ => continue,
                };
                assert!(dialogue.open.remove(&id).is_some(), "{id:?} ended twice");
            }
        }
    }
}

/// The two halves of the protocol understand each other, parameters and pondering included.
#[test]
fn the_client_plays_a_game_with_the_server() {
    let now = Instant::now();
    let config = ClientConfig {
        options: vec![("level".to_owned(), "3".to_owned()), ("book".to_owned(), "1".to_owned())],
        ..ClientConfig::default()
    };
    let mut dialogue = Dialogue::new(1);
    dialogue.client = HubClient::new(&config, now);
    let mut complaints = Vec::new();
    let mut answers = Vec::new();
    let mut moves: Vec<String> = Vec::new();
    for turn in 0..4_u64 {
        let mode = if turn % 2 == 0 { Mode::Play } else { Mode::Ponder };
        let root_move = |mv: &String| RootMove { mv: mv.clone(), step: mv.clone() };
        let root = Root {
            start: "Wstart".to_owned(),
            moves: moves.iter().map(root_move).collect(),
            full: format!("pos=Wstart moves=\"{}\"", moves.join(" ")),
        };
        let id = SearchId(turn);
        let search = Search { id, root, limits: Limits::default(), mode };
        dialogue.client.handle_request(Request::Search(search), now);
        if mode == Mode::Ponder {
            dialogue.client.handle_request(Request::PonderHit, now);
        }
        while answers.len() as u64 == turn {
            dialogue.model.wire.extend(std::iter::from_fn(|| dialogue.client.poll_transmit()));
            dialogue.model.read();
            dialogue.model.work(&mut dialogue.dice);
            while let Some(line) = dialogue.model.output.pop_front() {
                dialogue.client.handle_line(&line, now);
            }
            while let Some(event) = dialogue.client.poll_event() {
                match event {
                    Event::Answer(answer) => {
                        assert_eq!(answer.search, id);
                        moves.extend(answer.mv.clone());
                        answers.push(answer);
                    }
                    Event::Complaint(text) => complaints.push(text),
                    Event::Fault(fault) => panic!("{fault}"),
                    _ => {}
                }
            }
        }
    }
    assert_eq!(moves.len(), 4);
    assert!(answers.iter().all(|answer| answer.ponder.as_deref() == Some("17-22")));
    assert_eq!(dialogue.model.server.param("level"), Some("3"));
    assert_eq!(complaints, ["option \"book\" is not sent: the engine has only level"]);
}

#[test]
fn a_reply_never_hides_another_line() {
    let evil = Reply::Error("a\"\nquit".to_owned()).to_string();
    assert_eq!(evil, "error message=\"a' quit\"");
}
