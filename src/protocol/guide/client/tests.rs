//! The client against a model of an engine, in thousands of random interleavings, and against noise.
//!
//! The model reads, works and writes when the dice say so. What it says about a position carries
//! that position's mark, so that a word about the wrong search, and a board that is not the one
//! that was meant, are seen at once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::GuideClient;
use crate::protocol::guide::{
    Board, Command, EngineMode, GuideServer, Identity, Move, OrderId, Reply, SearchInfo, Task,
};
use crate::protocol::{
    Client, ClientConfig, Event, Fault, Limits, Mode, Request, Root, RootMove, Search, SearchId,
};

const DIALOGUES: u64 = 1_000;

#[derive(Debug)]
struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.0.next_u32()).unwrap() % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn square(&mut self) -> u8 {
        1 + u8::try_from(self.below(50)).unwrap()
    }

    fn mv(&mut self) -> Move {
        let kills = (0..self.below(3)).map(|_| self.square()).collect();
        Move { from: self.square(), to: self.square(), kills }
    }
}

/// What a position looks like in the model's values.
fn mark(start: &Board, moves: &[Move]) -> i32 {
    let text: String = moves.iter().map(Move::to_string).collect();
    let bytes = start.squares().bytes().chain(text.bytes());
    let sum = bytes.fold(7, |sum: u32, byte| (sum * 31 + u32::from(byte)) % 12_007);
    i32::try_from(sum).unwrap() - 6_000
}

/// An engine that reads its input while it searches.
#[derive(Debug)]
struct Model {
    server: GuideServer,
    /// Written by the client, not yet read.
    wire: VecDeque<String>,
    running: Option<(OrderId, EngineMode)>,
    mark: i32,
    output: VecDeque<String>,
}

impl Model {
    fn new(dice: &mut Dice) -> Self {
        let mut without = Vec::new();
        for command in ["forward", "jumpto", "game", "enginemode", "opponents", "requestgame"] {
            if dice.one_in(4) {
                without.push(command);
            }
        }
        if dice.one_in(5) {
            without.push("capabilities");
        }
        let name = "Model".to_owned();
        let server = GuideServer::new(Identity { name, without, ..Identity::default() });
        let (wire, output) = (VecDeque::new(), VecDeque::new());
        let mut model = Self { server, wire, running: None, mark: 0, output };
        model.transmit();
        model
    }

    fn read(&mut self, dice: &mut Dice) {
        let Some(line) = self.wire.pop_front() else { return };
        let command = Command::parse(&line);
        assert!(!matches!(command, Command::Ignored(_)), "the client sent {line:?}");
        match self.server.handle_line(&line) {
            Some(Task::Search(assignment)) => {
                assert_eq!(self.running, None, "two searches queued");
                let moves = &assignment.game.moves[..assignment.ply];
                self.mark = mark(&assignment.game.start, moves);
                self.running = Some((assignment.order, assignment.mode));
            }
            Some(Task::Halt { plays: true }) => self.end(dice),
            Some(Task::Halt { plays: false }) => self.running = None,
            Some(_) | None => {}
        }
        self.transmit();
    }

    fn transmit(&mut self) {
        self.output.extend(std::iter::from_fn(|| self.server.poll_transmit()));
    }

    fn work(&mut self, dice: &mut Dice) {
        let Some((order, _)) = self.running else { return };
        if dice.one_in(6) {
            return self.end(dice);
        }
        let pv = vec!["32-28".to_owned()];
        let score = Some(f64::from(self.mark));
        let info = SearchInfo { score, pv, ..SearchInfo::default() };
        self.output.extend(self.server.admit(Some(order), &Reply::SearchInfo(info)));
    }

    fn end(&mut self, dice: &mut Dice) {
        let Some((order, mode)) = self.running.take() else { return };
        let reply = match mode {
            EngineMode::GameAnalysis { .. } => Reply::Analysed,
            EngineMode::Normal | EngineMode::PositionAnalysis => Reply::Move(dice.mv()),
        };
        self.output.extend(self.server.admit(Some(order), &reply));
    }
}

/// One dialogue, and what must hold in it.
#[derive(Debug)]
struct Dialogue {
    seed: u64,
    client: GuideClient,
    model: Model,
    dice: Dice,
    /// Steps from one request to the next.
    patience: usize,
    now: Instant,
    searches: u64,
    /// The marks of the searches that have not ended.
    open: HashMap<SearchId, i32>,
    started: HashSet<SearchId>,
    /// May not answer before the expected move was made.
    pondering: HashSet<SearchId>,
    moves: Vec<Move>,
    answers: u32,
    over: Option<Event>,
}

impl Dialogue {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let now = Instant::now();
        Self {
            seed,
            client: GuideClient::new(&ClientConfig::default(), now),
            model: Model::new(&mut dice),
            patience: 10 + 10 * dice.below(10),
            dice,
            now,
            searches: 0,
            open: HashMap::new(),
            started: HashSet::new(),
            pondering: HashSet::new(),
            moves: Vec::new(),
            answers: 0,
            over: None,
        }
    }

    fn step(&mut self) {
        if self.dice.one_in(self.patience) {
            let request = self.request();
            self.client.handle_request(request, self.now);
        }
        match self.dice.below(12) {
            0..4 => self.model.read(&mut self.dice),
            4..7 => self.model.work(&mut self.dice),
            7..11 => {
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
            3 => Request::OfferDraw,
            4 | 5 => {
                self.pondering.clear();
                Request::PonderHit
            }
            _ => {
                self.step_through_the_game();
                self.searches += 1;
                let id = SearchId(self.searches);
                self.open.insert(id, mark(&Board::standard(), &self.moves));
                let mode = match self.dice.below(8) {
                    0..4 => Mode::Play,
                    4..6 => Mode::Analyse { lines: 1 },
                    6 => Mode::Ponder,
                    _ => Mode::WholeGame,
                };
                if mode == Mode::Ponder {
                    self.pondering.insert(id);
                }
                let limits = Limits { depth: Some(3), ..Limits::default() };
                Request::Search(Search { id, root: self.root(), limits, mode })
            }
        }
    }

    fn step_through_the_game(&mut self) {
        for _ in 0..self.dice.below(3) {
            if self.dice.one_in(3) {
                self.moves.pop();
            } else {
                self.moves.push(self.dice.mv());
            }
        }
    }

    fn root(&self) -> Root {
        let start = Board::standard().to_string();
        let text = Move::to_string;
        let step = |mv: &Move| RootMove { mv: text(mv), step: text(mv) };
        let listed: String = self.moves.iter().map(|mv| format!(" m {mv}")).collect();
        let full = format!("{start} {}{listed}", self.moves.len());
        Root { start, moves: self.moves.iter().map(step).collect(), full }
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
                assert!(self.open.contains_key(&id), "{id:?} has ended before it began");
                self.started.insert(id);
            }
            Event::Info(info) => self.check_score(info.search, info.score),
            Event::Answer(answer) => {
                self.check_score(answer.search, answer.score);
                assert!(!self.pondering.contains(&answer.search), "{answer:?} before the hit");
                self.open.remove(&answer.search);
                self.answers += 1;
                // The game goes on with its move, or not.
                if let Some(mv) = answer.mv.filter(|_| self.dice.one_in(2)) {
                    self.moves.push(Move::parse(&mv).expect("the model writes moves"));
                }
            }
            Event::Ended(id) => assert!(self.open.remove(&id).is_some(), "{id:?} ended twice"),
            Event::Closed | Event::Fault(_) => self.over = Some(event),
            Event::Complaint(text) => {
                let known = text.contains("not implemented") || text.contains("cannot comment");
                assert!(known, "{text:?}");
            }
            Event::Deviation(text) => {
                let known = ["late", "stray", "move for", "no cap", "other board"];
                assert!(known.iter().any(|start| text.starts_with(start)), "{text:?}");
            }
            Event::Ready { .. }
            | Event::DrawOffered
            | Event::Remark { .. }
            | Event::Renamed(_)
            | Event::Learned
            | Event::Status(_)
            | Event::Chatter(_) => {}
            Event::GameValue { .. } => panic!("GUIDE has none"),
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
                self.model.read(&mut self.dice);
            }
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
fn every_search_ends_once_and_is_about_its_own_position() {
    let (mut searches, mut answers) = (0, 0);
    for seed in 0..DIALOGUES {
        let mut dialogue = Dialogue::new(seed);
        for _ in 0..800 {
            dialogue.step();
        }
        dialogue.settle();
        assert_eq!(dialogue.over, None);
        searches += dialogue.started.len();
        answers += dialogue.answers;
    }
    assert!(searches > 2_500, "the dialogues have become too short: {searches} searches");
    assert!(answers > 500, "{answers} answers");
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
fn no_message_makes_the_client_panic_or_end_a_search_twice() {
    const SEED: u64 = 11;
    let words = [
        "name",
        "author",
        "option",
        "engineok",
        "capabilities",
        "debug",
        "error",
        "game",
        "move",
        "m",
        "pong",
        "fence-1",
        "fence-2",
        "position",
        "white",
        "black",
        "searchInfo",
        "SEARCHINFO",
        "currmove",
        "currmovenumber",
        "neval",
        "nodes",
        "ply",
        "pv",
        "score",
        "time",
        "string",
        "setcomment",
        "offerdraw",
        "quit",
        "type",
        "check",
        "spin",
        "combo",
        "default",
        "min",
        "max",
        "var",
        "1",
        "2",
        "3",
        "-1",
        "0",
        "32",
        "28",
        "51",
        "1e999",
        "nan",
        "-inf",
        "1.5",
        "99999999999999999999",
        "#",
        "#quintet analysed",
        "é€",
        "\u{0}",
        "32-28",
        ".",
        "1.",
        "ping",
        "halt",
        "jumpto",
        "bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "",
    ];
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(SEED));
    let mut n_ended = 0;
    for case in 0..4_000 {
        let mut now = Instant::now();
        let mut client = GuideClient::new(&ClientConfig::default(), now);
        let mut open = HashSet::new();
        for id in 0..40 {
            let n_words = dice.below(12);
            let line: Vec<&str> = (0..n_words).map(|_| words[dice.below(words.len())]).collect();
            client.handle_line(&line.join(" "), now);
            match dice.below(8) {
                0 => client.handle_line("engineok", now),
                1 => client.handle_request(Request::Stop, now),
                2 => client.handle_request(Request::PonderHit, now),
                3 | 4 => {
                    let mode = [Mode::Play, Mode::Ponder, Mode::WholeGame][dice.below(3)];
                    let id = SearchId(id);
                    let (root, limits) = (Root::default(), Limits::default());
                    open.insert(id);
                    client.handle_request(Request::Search(Search { id, root, limits, mode }), now);
                }
                _ => now += Duration::from_millis(700),
            }
            client.handle_timeout(now);
            while let Some(event) = client.poll_event() {
                let ended = match event {
                    Event::Answer(answer) => answer.search,
                    Event::Ended(id) => id,
                    _ => continue,
                };
                n_ended += 1;
                assert!(open.remove(&ended), "seed {SEED}, case {case}: {ended:?} ended twice");
            }
            while let Some(line) = client.poll_transmit() {
                assert!(!line.contains(|ch: char| ch < ' '), "{line:?}");
            }
        }
    }
    assert!(n_ended > 1_000, "{n_ended} searches ended");
}
