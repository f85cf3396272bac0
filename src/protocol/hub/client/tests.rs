//! The client against a model of an engine, in thousands of random interleavings.
//!
//! The model reads, searches and writes when the dice say so. Its reports on a position carry that
//! position's mark, so that a report on the wrong search shows at once.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::HubClient;
use crate::protocol::hub::{
    Command, Done, GoMode, HubServer, Id, Order, Param, ParamKind, Reply, Task, Thought,
};
use crate::protocol::tests::{Cast, Dice, check_noise, check_searches, check_vanishing};
use crate::protocol::{
    Answer, Client, ClientConfig, Event, Limits, MOST_CHOICES, MOST_OPTIONS, Mode, Request, Root,
    RootMove, Search, SearchId,
};

const DIALOGUES: u64 = 2_000;
/// A position that the model refuses.
const BAD: &str = "99-99";

/// The mark of a position in the model's values: whole men.
fn mark(moves: &[String]) -> f64 {
    let bytes = moves.iter().flat_map(|mv| mv.bytes());
    f64::from(bytes.fold(1, |sum, byte| (sum * 31 + u32::from(byte)) % 7_919))
}

/// An engine on the server's half, which reads its input while it searches.
#[derive(Debug)]
struct Model {
    server: HubServer,
    /// Lines that the client has written and the model has not read yet.
    wire: VecDeque<String>,
    running: Option<Order>,
    stopped: bool,
    /// Also answers a `stop` that finds no search.
    answers_idle_stop: bool,
    /// Complains that it is not searching if it is told to stop, or that the guess was right.
    complains_idle_stop: bool,
    /// Has no `ping`, and says so or not.
    knows_no_ping: Option<Option<&'static str>>,
    /// Forms of `level` that it answers with an error.
    refuses: Vec<&'static str>,
    /// Gives its last answer once more when it reads the next position.
    repeats: bool,
    /// Its last answer.
    answered: Option<String>,
    output: VecDeque<String>,
}

impl Model {
    fn new(dice: &mut Dice) -> Self {
        let id = Id { name: "Model".to_owned(), ..Id::default() };
        let kind = ParamKind::Int { min: Some(1), max: Some(9) };
        let complaint = dice.one_in(2).then_some("error message=\"bad command\"");
        let knows_no_ping = dice.one_in(6).then_some(complaint);
        Self {
            server: HubServer::new(id, vec![Param::new("level", "9", kind)]),
            wire: VecDeque::new(),
            running: None,
            stopped: false,
            // Without a fence nothing shows that there is one answer too many.
            answers_idle_stop: knows_no_ping.is_none() && dice.one_in(3),
            complains_idle_stop: knows_no_ping.is_none() && dice.one_in(3),
            repeats: knows_no_ping.is_none() && dice.one_in(3),
            knows_no_ping,
            refuses: Vec::new(),
            answered: None,
            output: VecDeque::new(),
        }
    }

    /// A model that refuses some forms of `level`, or none.
    fn picky(dice: &mut Dice) -> Self {
        let model = Self::new(dice);
        let forms = ["depth=", "nodes=", "move-time=", "infinite"];
        let forms = if dice.one_in(2) { &forms[..] } else { &[] };
        let refuses = forms.iter().copied().filter(|_| dice.one_in(2)).collect();
        Self { refuses, ..model }
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
        let has_come_late = matches!(command, Command::Stop | Command::PonderHit);
        if has_come_late && self.running.is_none() && self.complains_idle_stop {
            self.output.push_back("error message=\"not searching\"".to_owned());
        }
        if command == Command::Ping
            && let Some(complaint) = self.knows_no_ping
        {
            return self.output.extend(complaint.map(str::to_owned));
        }
        let is_refused = |form: &&str| line.contains(*form);
        if matches!(command, Command::Level(_)) && self.refuses.iter().any(is_refused) {
            return self.output.push_back("error message=\"bad level\"".to_owned());
        }
        if matches!(command, Command::Pos(_)) && self.repeats {
            self.output.extend(self.answered.clone());
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
            let line = self.server.done(order.id, &done);
            self.answered.clone_from(&line);
            self.output.extend(line);
        }
    }
}

/// The facts known about a search.
#[derive(Clone, Copy, Debug)]
struct Wish {
    mark: f64,
    bad: bool,
    mode: Mode,
    hit: bool,
}

/// The model, and the requests that it got.
#[derive(Debug)]
struct HubCast {
    model: Model,
    wishes: HashMap<SearchId, Wish>,
    n_hits: usize,
}

impl HubCast {
    fn search(&mut self, id: SearchId, dice: &mut Dice) -> Request {
        let n_moves = dice.below(4);
        let mut moves: Vec<String> =
            (0..n_moves).map(|_| format!("{}-{}", dice.below(50), id.0)).collect();
        let bad = dice.one_in(12);
        if bad {
            moves.push(BAD.to_owned());
        }
        let mode = match dice.below(3) {
            0 => Mode::Play,
            1 => Mode::Analyse { lines: 1 },
            _ => Mode::Ponder,
        };
        self.wishes.insert(id, Wish { mark: mark(&moves), bad, mode, hit: false });
        let root = Root {
            start: "Wstart".to_owned(),
            moves: moves.iter().map(|mv| RootMove::plain(mv)).collect(),
            full: format!("pos=Wstart moves=\"{}\"", moves.join(" ")),
        };
        let limits = match dice.below(4) {
            0 => Limits { depth: Some(9), ..Limits::default() },
            1 => Limits { nodes: Some(9), ..Limits::default() },
            2 => Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() },
            _ => Limits::default(),
        };
        Request::Search(Search { id, root, limits, mode })
    }
}

impl Cast for HubCast {
    type Client = HubClient;
    const ANSWER: &'static str = "done move=32-28";

    fn new(dice: &mut Dice) -> Self {
        Self { model: Model::picky(dice), wishes: HashMap::new(), n_hits: 0 }
    }

    fn client(now: Instant) -> HubClient {
        HubClient::new(&ClientConfig::default(), now)
    }

    fn hear(&mut self, line: String) {
        self.model.wire.push_back(line);
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

    fn restart(&mut self, dice: &mut Dice) {
        assert!(self.model.knows_no_ping.is_some(), "a ping would have shown that it is in step");
        let Model { knows_no_ping, ref refuses, .. } = self.model;
        let new = Model { refuses: refuses.clone(), ..Model::new(dice) };
        // Without a fence nothing shows that there is one answer too many.
        let is_plain = Model { answers_idle_stop: false, complains_idle_stop: false, ..new };
        self.model = Model { repeats: false, knows_no_ping, ..is_plain };
    }

    fn wish(&mut self, id: SearchId, dice: &mut Dice) -> Request {
        match dice.below(12) {
            0 => Request::Stop,
            1 => Request::Abandon,
            2 => Request::NewGame,
            3..6 => {
                // It holds for the newest search only, and only once.
                if let Some(wish) = self.wishes.get_mut(&SearchId(id.0 - 1)) {
                    self.n_hits += usize::from(wish.mode == Mode::Ponder && !wish.hit);
                    wish.hit = true;
                }
                Request::PonderHit
            }
            _ => self.search(id, dice),
        }
    }

    fn value(&self, id: SearchId) -> f64 {
        assert!(!self.wishes[&id].bad, "news of {id:?}, whose position was refused");
        self.wishes[&id].mark
    }

    fn check_start(&self, id: SearchId, is_new: bool) {
        assert!(is_new || self.wishes[&id].hit, "{id:?} began twice");
    }

    fn check_answer(&mut self, answer: &Answer, _dice: &mut Dice) {
        let wish = self.wishes[&answer.search];
        assert!(wish.mode != Mode::Ponder || wish.hit, "an answer to a mere guess");
        let is_play = !matches!(wish.mode, Mode::Analyse { .. });
        let expected = is_play.then(|| format!("{}-1", wish.mark));
        assert_eq!(answer.mv, expected, "the answer of another search");
    }

    fn check(&self, event: &Event) {
        match event {
            Event::Chatter(line) => assert_eq!(line, "init eval"),
            Event::Complaint(line) => {
                let known = ["bad position", "bad command", "not searching", "bad level"];
                let is_known = known.contains(&line.as_str());
                assert!(
                    is_known || line.starts_with("\u{201c}bad level\u{201d} in answer to level")
                );
            }
            Event::Ready { .. } | Event::Deviation(_) | Event::Status(_) => {}
            _ => panic!("{event:?}"),
        }
    }

    fn n_hits(&self) -> usize {
        self.n_hits
    }
}

#[test]
fn every_search_ends_once_and_hears_only_of_itself() {
    let totals = check_searches::<HubCast>(DIALOGUES);
    let all = [totals.searches, totals.answers, totals.hits];
    let is_much = all.iter().all(|n| *n > 1_000) && totals.restarts > 100;
    assert!(is_much, "the dialogues have become too short: {totals:?}");
}

#[test]
fn no_flood_of_parameters_is_kept() {
    let now = Instant::now();
    let mut client = HubClient::new(&ClientConfig::default(), now);
    let mut n_deviations = 0;
    for n in 0..3_000 {
        client.handle_line(&format!("param name=p{n} value=true type=bool"), now);
        if n % 100 == 0 {
            let values = "a ".repeat(n);
            let line = format!("param name=p1 value=a type=enum values=\"{values}\"");
            client.handle_line(&line, now);
        }
        while let Some(event) = client.poll_event() {
            n_deviations += u32::from(matches!(event, Event::Deviation(_)));
        }
    }
    assert_eq!(n_deviations, 1);
    assert_eq!(client.params.len(), MOST_OPTIONS);
    let ParamKind::Enum(values) = &client.params[1].kind else { panic!() };
    assert_eq!(values.len(), MOST_CHOICES);
    assert!(values.capacity() < 2 * MOST_CHOICES);
}

#[test]
fn an_engine_may_vanish_at_any_time() {
    check_vanishing::<HubCast>(DIALOGUES);
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
    let n_ended = check_noise::<HubCast>(DIALOGUES, &words, 0..6);
    assert!(n_ended > 10_000, "{n_ended} searches have ended");
}

/// The two halves of the protocol understand each other, parameters and pondering included.
#[test]
fn the_client_plays_a_game_with_the_server() {
    let now = Instant::now();
    let config = ClientConfig {
        options: vec![("level".to_owned(), "3".to_owned()), ("book".to_owned(), "1".to_owned())],
        ..ClientConfig::default()
    };
    let mut dice = Dice::new(1);
    let mut model = Model::new(&mut dice);
    let mut client = HubClient::new(&config, now);
    let mut complaints = Vec::new();
    let mut answers = Vec::new();
    let mut moves: Vec<String> = Vec::new();
    for turn in 0..4_u64 {
        let mode = if turn % 2 == 0 { Mode::Play } else { Mode::Ponder };
        let root = Root {
            start: "Wstart".to_owned(),
            moves: moves.iter().map(|mv| RootMove::plain(mv)).collect(),
            full: format!("pos=Wstart moves=\"{}\"", moves.join(" ")),
        };
        let id = SearchId(turn);
        let search = Search { id, root, limits: Limits::default(), mode };
        client.handle_request(Request::Search(search), now);
        if mode == Mode::Ponder {
            client.handle_request(Request::PonderHit, now);
        }
        while answers.len() as u64 == turn {
            model.wire.extend(std::iter::from_fn(|| client.poll_transmit()));
            model.read();
            model.work(&mut dice);
            while let Some(line) = model.output.pop_front() {
                client.handle_line(&line, now);
            }
            while let Some(event) = client.poll_event() {
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
    assert_eq!(model.server.param("level"), Some("3"));
    assert_eq!(complaints, ["option \"book\" is not sent: the engine has only level"]);
}

#[test]
fn a_reply_never_hides_another_line() {
    let evil = Reply::Error("a\"\nquit".to_owned()).to_string();
    assert_eq!(evil, "error message=\"a' quit\"");
}
