//! The client against a model of an engine, in thousands of random interleavings.
//!
//! The model reads, works and writes when the dice say so. What it says about a position carries
//! that position's mark, so that a word about the wrong search is seen at once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::NBoardClient;
use crate::protocol::nboard::{Best, Command, Evaluation, NBoardServer, Reply, Value};
use crate::protocol::{
    Client, ClientConfig, Event, Fault, Limits, Mode, Request, Root, RootMove, Search, SearchId,
};

const DIALOGUES: u64 = 2_000;

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

/// What a position and its depth look like in the model's values: hundredths of a disc.
fn mark(moves: &[String], depth: u32) -> i32 {
    let bytes = moves.iter().flat_map(|mv| mv.bytes());
    let sum = bytes.fold(depth, |sum, byte| (sum * 31 + u32::from(byte)) % 12_007);
    i32::try_from(sum).unwrap() - 6_000
}

fn discs(mark: i32) -> Option<Value> {
    Some(Value::Discs(f64::from(mark) / 100.0))
}

/// An engine that reads its input while it searches, as Edax does: a `ping` ends the search that
/// is running when it is read, everything else waits in a queue.
#[derive(Debug)]
struct Model {
    /// Written by the client, not yet read.
    wire: VecDeque<String>,
    queue: VecDeque<Command>,
    moves: Vec<String>,
    depth: u32,
    running: Option<Command>,
    /// The running search has been pinged.
    pinged: bool,
    /// Does not listen while it searches.
    deaf: bool,
    /// Frames a hint by status lines.
    frames: bool,
    output: VecDeque<String>,
}

impl Model {
    fn new(dice: &mut Dice) -> Self {
        Self {
            wire: VecDeque::new(),
            queue: VecDeque::new(),
            moves: Vec::new(),
            depth: 0,
            running: None,
            pinged: false,
            deaf: dice.one_in(4),
            frames: dice.one_in(2),
            output: VecDeque::new(),
        }
    }

    fn holds_an_order(&self) -> bool {
        let in_wire = self.wire.iter().map(|line| Command::parse(line));
        self.running.is_some() || self.queue.iter().cloned().chain(in_wire).any(is_order)
    }

    fn read(&mut self) {
        let Some(line) = self.wire.pop_front() else { return };
        let command = Command::parse(&line);
        assert!(!matches!(command, Command::Ignored(_)), "the client sent {line:?}");
        if matches!(command, Command::Ping(_)) && self.running.is_some() && !self.deaf {
            self.pinged = true;
        }
        self.queue.push_back(command);
    }

    fn work(&mut self, dice: &mut Dice) {
        match self.running.clone() {
            Some(order) if self.pinged || self.ends_by_itself(&order, dice) => self.end(&order),
            // The value of the last position comes only at the end.
            Some(Command::Analyze) if self.moves.is_empty() => {}
            Some(Command::Analyze) => self.say(&Reply::Analysis {
                ply: u32::try_from(dice.below(self.moves.len())).unwrap(),
                eval: discs(mark(&self.moves, self.depth)).unwrap(),
            }),
            Some(_) => self.list(),
            None => self.begin(dice),
        }
    }

    fn ends_by_itself(&self, order: &Command, dice: &mut Dice) -> bool {
        (self.deaf || *order != Command::Hint(1)) && dice.one_in(6)
    }

    fn begin(&mut self, dice: &mut Dice) {
        match self.queue.pop_front() {
            Some(Command::SetGame(ggf)) => {
                self.moves = ggf
                    .split(']')
                    .filter_map(|part| part.strip_prefix("B[").or(part.strip_prefix("W[")))
                    .map(str::to_owned)
                    .collect();
            }
            Some(Command::Move(played)) => self.moves.push(played.mv),
            Some(Command::SetDepth(depth)) => {
                self.depth = depth;
                self.output.push_back("---- Heights ----".to_owned());
                self.say(&Reply::MyName(format!("Model{depth}")));
            }
            Some(Command::Ping(number)) => self.say(&Reply::Pong(Some(number))),
            Some(Command::Learn) if dice.one_in(2) => self.say(&Reply::Learned),
            Some(order) if is_order(order.clone()) => {
                self.pinged = false;
                if self.frames {
                    self.say(&Reply::Status("Model is thinking".to_owned()));
                }
                self.running = Some(order);
            }
            Some(_) | None => {}
        }
    }

    fn end(&mut self, order: &Command) {
        let mark = mark(&self.moves, self.depth);
        match order {
            Command::Go => {
                let mv = Some("F5".to_owned());
                self.say(&Reply::Best(Best { mv, eval: discs(mark), time_secs: None }));
            }
            Command::Analyze => {
                for ply in 0..=u32::try_from(self.moves.len()).unwrap() {
                    self.say(&Reply::Analysis { ply, eval: discs(mark).unwrap() });
                }
            }
            _ => self.list(),
        }
        if self.frames {
            self.say(&Reply::Status("Model is waiting".to_owned()));
        }
        self.running = None;
    }

    fn list(&mut self) {
        self.say(&Reply::Search(Evaluation {
            pv: vec!["F5".to_owned()],
            eval: discs(mark(&self.moves, self.depth)),
            ..Evaluation::default()
        }));
    }

    fn say(&mut self, reply: &Reply) {
        self.output.push_back(reply.to_string());
    }
}

fn is_order(command: Command) -> bool {
    matches!(command, Command::Go | Command::Hint(_) | Command::Analyze)
}

/// One dialogue, and what must hold in it.
#[derive(Debug)]
struct Dialogue {
    seed: u64,
    client: NBoardClient,
    model: Model,
    dice: Dice,
    /// Steps from one request to the next.
    patience: usize,
    now: Instant,
    searches: u64,
    /// The marks of the searches that have not ended.
    open: HashMap<SearchId, i32>,
    started: HashSet<SearchId>,
    moves: Vec<String>,
    over: Option<Event>,
}

impl Dialogue {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let now = Instant::now();
        Self {
            seed,
            client: NBoardClient::new(&ClientConfig::default(), now),
            model: Model::new(&mut dice),
            patience: 10 + 10 * dice.below(10),
            dice,
            now,
            searches: 0,
            open: HashMap::new(),
            started: HashSet::new(),
            moves: Vec::new(),
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
        match self.dice.below(10) {
            0 => Request::Stop,
            1 => Request::Abandon,
            2 => Request::NewGame,
            3 => Request::Learn(self.root()),
            4 => Request::Raw("nonsense".to_owned()),
            _ => {
                self.step_through_the_game();
                self.searches += 1;
                let id = SearchId(self.searches);
                let depth = 1 + u32::try_from(self.dice.below(3)).unwrap();
                self.open.insert(id, mark(&self.moves, depth));
                let mode = match self.dice.below(3) {
                    0 => Mode::Play,
                    1 => Mode::Analyse { lines: 1 },
                    _ => Mode::WholeGame,
                };
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                Request::Search(Search { id, root: self.root(), limits, mode })
            }
        }
    }

    fn step_through_the_game(&mut self) {
        for _ in 0..self.dice.below(3) {
            if self.dice.one_in(3) {
                self.moves.pop();
            } else {
                let square = self.dice.below(64);
                let column = char::from(b"ABCDEFGH"[square % 8]);
                self.moves.push(format!("{column}{}", 1 + square / 8));
            }
        }
    }

    fn root(&self) -> Root {
        let mut full = "(;BO[start]".to_owned();
        let mut moves = Vec::new();
        for mv in &self.moves {
            full += &format!("B[{mv}]");
            moves.push(RootMove { mv: mv.clone(), step: mv.clone() });
        }
        Root { start: "start".to_owned(), moves, full: full + ";)" }
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.client.handle_timeout(self.now);
        if let Some(due) = self.client.poll_timeout() {
            assert!(self.now < due, "a deadline that has passed is still waited for");
        }
    }

    fn drain(&mut self) {
        while let Some(line) = self.client.poll_transmit() {
            if is_order(Command::parse(&line)) {
                assert!(!self.model.holds_an_order(), "two searches queued");
            }
            if line != "nonsense" {
                self.model.wire.push_back(line);
            }
        }
        while let Some(event) = self.client.poll_event() {
            assert_eq!(self.over, None, "then came {event:?}");
            self.check(event);
        }
    }

    fn check(&mut self, event: Event) {
        match event {
            Event::Started(id) => {
                assert!(self.open.contains_key(&id), "{id:?} has ended before it began");
                assert!(self.started.insert(id), "{id:?} began twice");
            }
            Event::Info(info) => self.check_score(info.search, info.score),
            Event::GameValue { search, score, .. } => self.check_score(search, Some(score)),
            Event::Answer(answer) => {
                self.check_score(answer.search, answer.score);
                self.open.remove(&answer.search);
            }
            Event::Ended(id) => assert!(self.open.remove(&id).is_some(), "{id:?} ended twice"),
            Event::Closed | Event::Fault(_) => self.over = Some(event),
            Event::Chatter(line) => assert_eq!(line, "---- Heights ----"),
            Event::Ready { .. }
            | Event::DrawOffered
            | Event::Remark { .. }
            | Event::Renamed(_)
            | Event::Learned
            | Event::GameState { .. }
            | Event::ValidMoves { .. }
            | Event::Status(_)
            | Event::Deviation(_) => {}
            Event::Complaint(text) => panic!("{text:?}"),
        }
    }

    fn check_score(&self, id: SearchId, score: Option<f64>) {
        assert!(self.started.contains(&id), "news of {id:?}, which has not begun");
        let mark = self.open.get(&id).unwrap_or_else(|| panic!("news of {id:?}, which has ended"));
        if let Some(score) = score {
            let expected = f64::from(*mark) / 100.0;
            assert!((score - expected).abs() < 0.001, "{id:?} gets {score}, not {expected}");
        }
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
    let mut searches = 0;
    for seed in 0..DIALOGUES {
        let mut dialogue = Dialogue::new(seed);
        for _ in 0..800 {
            dialogue.step();
        }
        dialogue.settle();
        assert_eq!(dialogue.over, None);
        searches += dialogue.started.len();
    }
    assert!(searches > 5_000, "the dialogues have become too short: {searches} searches");
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
            dialogue.step();
        }
        assert_eq!(dialogue.client.poll_timeout(), None);
    }
}

#[test]
fn no_line_makes_the_client_panic() {
    let words = [
        "set",
        "myname",
        "===",
        "pong",
        "1",
        "2",
        "-1",
        "search",
        "book",
        "nodestats",
        "status",
        "analysis",
        "learn",
        "learned",
        "F5",
        "pa",
        "F5-D6",
        "é€",
        "\0",
        "nan",
        "-nan",
        "1e999",
        "/",
        "//",
        ",",
        "0,1",
        "100%W",
        "\t",
        "  ",
        "-",
        "--",
        "=",
        "99999999999999999999",
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
            dialogue.client.handle_line(&line, dialogue.now);
            while dialogue.client.poll_transmit().is_some() {}
            while dialogue.client.poll_event().is_some() {}
        }
    }
}

/// The two halves of the protocol understand each other, word for word.
#[test]
fn the_client_plays_a_game_with_the_server() {
    let now = Instant::now();
    let mut client = NBoardClient::new(&ClientConfig::default(), now);
    let mut server = NBoardServer::new();
    let mut heard = Vec::new();
    let mut moves: Vec<String> = Vec::new();
    let mut events = Vec::new();
    for turn in 0..4 {
        let mut model = Dialogue::new(turn);
        model.moves.clone_from(&moves);
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let id = SearchId(turn);
        let search = Search { id, root: model.root(), limits, mode: Mode::Play };
        client.handle_request(Request::Search(search), now);
        while let Some(line) = client.poll_transmit() {
            let command = server.handle_line(&line).unwrap();
            let order = server.order();
            let replies = match &command {
                Command::Ping(number) => vec![Reply::Pong(Some(*number))],
                Command::Go => {
                    let mv = Some(format!("A{}", turn + 1));
                    let eval = Some(Value::Discs(1.5));
                    vec![
                        Reply::NodeStats { nodes: Some(12), secs: Some(0.25) },
                        Reply::Best(Best { mv, eval, time_secs: Some(0.25) }),
                        Reply::NodeStats { nodes: Some(13), secs: Some(0.25) },
                    ]
                }
                _ => Vec::new(),
            };
            heard.push(command);
            for reply in replies {
                if let Some(line) = server.admit(order, &reply) {
                    client.handle_line(&line, now);
                }
            }
        }
        while let Some(event) = client.poll_event() {
            if let Event::Answer(answer) = &event {
                assert_eq!((answer.search, answer.score), (id, Some(1.5)));
                moves.extend(answer.mv.clone());
            }
            events.push(event);
        }
    }
    assert_eq!(moves, ["A1", "A2", "A3", "A4"]);
    assert_eq!(server.version(), Some(2));
    let n_games = heard.iter().filter(|command| matches!(command, Command::SetGame(_))).count();
    let n_moves = heard.iter().filter(|command| matches!(command, Command::Move(_))).count();
    assert_eq!((n_games, n_moves), (2, 3), "{heard:?}");
    let infos = events.iter().filter(|event| matches!(event, Event::Info(_))).count();
    assert_eq!(infos, 4, "the server lets nothing through after its answer");
}
