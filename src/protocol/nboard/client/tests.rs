//! The client against a model of an engine, in thousands of random interleavings.
//!
//! The model reads, works and writes when the dice say so. Its reports on a position carry that
//! position's mark, so that a report on the wrong search shows at once.

use std::collections::{HashMap, VecDeque};
use std::time::Instant;

use super::NBoardClient;
use crate::protocol::nboard::{Best, Command, Evaluation, NBoardServer, Reply, Value};
use crate::protocol::tests::{Cast, Dice, check_noise, check_searches, check_vanishing};
use crate::protocol::{
    Client, ClientConfig, Event, Limits, Mode, Request, Root, RootMove, Search, SearchId,
};

const DIALOGUES: u64 = 2_000;

/// The mark of a position and its depth in the model's values: hundredths of a disc.
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
    /// Lines that the client has written and the model has not read yet.
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
            Some(_) => self.list(),
            None => self.begin(),
        }
    }

    fn ends_by_itself(&self, order: &Command, dice: &mut Dice) -> bool {
        (self.deaf || *order != Command::Hint(1)) && dice.one_in(6)
    }

    fn begin(&mut self) {
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
    matches!(command, Command::Go | Command::Hint(_))
}

/// The model, and the requests that it got.
#[derive(Debug)]
struct NBoardCast {
    model: Model,
    marks: HashMap<SearchId, i32>,
    moves: Vec<String>,
}

impl NBoardCast {
    fn step_through_the_game(&mut self, dice: &mut Dice) {
        for _ in 0..dice.below(3) {
            if dice.one_in(3) {
                self.moves.pop();
            } else {
                let square = dice.below(64);
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
            moves.push(RootMove::plain(mv));
        }
        Root { start: "start".to_owned(), moves: moves.into(), full: full + ";)" }
    }
}

impl Cast for NBoardCast {
    type Client = NBoardClient;
    const ANSWER: &'static str = "=== F5";

    fn new(dice: &mut Dice) -> Self {
        Self { model: Model::new(dice), marks: HashMap::new(), moves: Vec::new() }
    }

    fn client(now: Instant) -> NBoardClient {
        NBoardClient::new(&ClientConfig::default(), now)
    }

    fn hear(&mut self, line: String) {
        if is_order(Command::parse(&line)) {
            assert!(!self.model.holds_an_order(), "two searches queued");
        }
        if line != "nonsense" {
            self.model.wire.push_back(line);
        }
    }

    fn read(&mut self, _dice: &mut Dice) -> bool {
        self.model.read();
        !self.model.wire.is_empty()
    }

    fn work(&mut self, dice: &mut Dice) {
        self.model.work(dice);
    }

    fn say(&mut self) -> Option<String> {
        self.model.output.pop_front()
    }

    fn restart(&mut self, _dice: &mut Dice) {
        panic!("its pings always show whether it is in step");
    }

    fn wish(&mut self, id: SearchId, dice: &mut Dice) -> Request {
        match dice.below(10) {
            0 => Request::Stop,
            1 => Request::Abandon,
            2 => Request::NewGame,
            3 => Request::Raw("nonsense".to_owned()),
            _ => {
                self.step_through_the_game(dice);
                let depth = 1 + u32::try_from(dice.below(3)).unwrap();
                self.marks.insert(id, mark(&self.moves, depth));
                let mode = if dice.one_in(2) { Mode::Play } else { Mode::Analyse { lines: 1 } };
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                Request::Search(Search { id, root: self.root(), limits, mode })
            }
        }
    }

    fn value(&self, id: SearchId) -> f64 {
        f64::from(self.marks[&id]) / 100.0
    }

    fn check(&self, event: &Event) {
        match event {
            Event::Chatter(line) => assert_eq!(line, "---- Heights ----"),
            Event::Complaint(text) => panic!("{text:?}"),
            _ => {}
        }
    }
}

#[test]
fn every_search_ends_once_and_hears_only_of_itself() {
    let totals = check_searches::<NBoardCast>(DIALOGUES);
    assert!(totals.searches > 5_000, "the dialogues have become too short: {totals:?}");
}

#[test]
fn an_engine_may_vanish_at_any_time() {
    check_vanishing::<NBoardCast>(DIALOGUES);
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
    let n_ended = check_noise::<NBoardCast>(DIALOGUES, &words, 0..6);
    assert!(n_ended > 10_000, "{n_ended} searches have ended");
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
        let mut cast = NBoardCast::new(&mut Dice::new(turn));
        cast.moves.clone_from(&moves);
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let id = SearchId(turn);
        let search = Search { id, root: cast.root(), limits, mode: Mode::Play };
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
