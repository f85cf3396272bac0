//! The client against every mixture of lines, requests and times, and what must hold in any.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::protocol::ubgi::position::Fields;
use crate::protocol::ubgi::{Action, Identity, PositionTexts, Question, Reply, Task, UbgiServer};
use crate::protocol::{Limits, Root};

/// Lines that engines send, of all kinds and some of none.
const LINES: &[&str] = &[
    "readyok",
    "readyok",
    "readyok",
    "readyok",
    "8/5 6/5",
    "8/5 6/5 ",
    "roll",
    "double",
    "take",
    "beaver",
    "",
    "",
    "sorry",
    "sorry",
    "id name Some",
    "id version 1",
    "analysis start",
    "analysis line 1 equity 0.1 action 8/5 6/5",
    "analysis line 1 ply",
    "analysis progress 1 9",
    "analysis end",
    "bestmove 8/5 6/5",
    "bestmoveid 4HPwATDgc/ABMA",
    "bestcube nodouble",
    "bestturn cube=double move=8/5 6/5",
    "info eq -nan pv 8/5 6/5",
    "eval eq 0.1 pwin 0.5",
    "error what",
    "value Level 3",
    "option name Level type spin default 5 min 1 max 9",
    "\u{fe0f}bestm\u{f6}ve",
];

/// Handshakes of all kinds.
const STARTS: &[&[&str]] = &[
    &["readyok"],
    &["sorry"],
    &["ubgiok"],
    &["proto 0.2", "ubgiok"],
    &["id analysis 1", "readyok"],
    &["id analysis 1", "ubgiok"],
    &["option name Level type spin default 5 min 1 max 9", "readyok"],
    &["key Level int 1..9 5", "ubgiok"],
];

/// Numbers that look random and are the same in every run.
struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.0.next_u32()).unwrap() % n
    }
}

/// A dialogue that is watched: every wish ends exactly once, and one question is open at a time.
struct Watched {
    client: UbgiClient,
    now: Instant,
    start: &'static [&'static str],
    next_id: u64,
    /// How often each search has ended.
    ends: BTreeMap<u64, u32>,
    /// The search that was reported to have begun last.
    begun: Option<u64>,
    over: bool,
    n_restarts: u32,
}

impl Watched {
    fn new(start: &'static [&'static str]) -> Self {
        let now = Instant::now();
        let options = vec![("Level".to_owned(), "3".to_owned())];
        let config = ClientConfig { options, ..ClientConfig::default() };
        let client = UbgiClient::new(&config, now);
        let (ends, begun) = (BTreeMap::new(), None);
        Self { client, now, start, next_id: 1, ends, begun, over: false, n_restarts: 0 }
    }

    fn greet(&mut self) {
        for line in self.start {
            self.client.handle_line(line, self.now);
            self.drain();
        }
    }

    fn request(&mut self, random: &mut Dice) -> Request {
        let root = root(["31", "66", "00", "D", "junk"][random.below(5)]);
        let id = SearchId(self.next_id);
        let move_time = [None, Some(Duration::from_secs(1))][random.below(2)];
        let limits = Limits { move_time, ..Limits::default() };
        let mode = match random.below(8) {
            0..=3 => Mode::Play,
            4..=6 => Mode::Analyse { lines: 3 },
            _ => Mode::Ponder,
        };
        let kind = random.below(12);
        if kind < 6 && !self.over {
            self.ends.insert(self.next_id, 0);
            self.next_id += 1;
        }
        match kind {
            0..=5 => Request::Search(Search { id, root, limits, mode }),
            6 => Request::Stop,
            7 => Request::Abandon,
            8 => Request::NewGame,
            9 => Request::SetOption { name: "Level".to_owned(), value: "7".to_owned() },
            10 => Request::Raw("XGID=hello\nhello".to_owned()),
            _ => Request::PonderHit,
        }
    }

    fn drain(&mut self) {
        while let Some(line) = self.client.poll_transmit() {
            assert!(!line.contains(['\n', '\r']), "{line:?}");
        }
        while let Some(event) = self.client.poll_event() {
            self.watch(event);
        }
        if self.client.poll_restart() {
            assert!(!self.client.poll_restart(), "asked for twice");
            self.n_restarts += 1;
            self.now += Duration::from_millis(50);
            self.client.handle_restart(self.now);
            self.drain();
            self.greet();
        }
    }

    fn watch(&mut self, event: Event) {
        assert!(!self.over, "{event:?} after the end");
        let id = match event {
            Event::Started(id) => {
                let is_open = self.begun.is_some_and(|begun| self.ends[&begun] == 0);
                assert!(!is_open, "{id:?} begins while {:?} runs", self.begun);
                self.begun = Some(id.0);
                return;
            }
            Event::Info(info) => {
                assert_eq!(self.begun, Some(info.search.0), "news of another search");
                assert_eq!(self.ends[&info.search.0], 0, "news of a search that has ended");
                return;
            }
            Event::Answer(answer) => {
                assert_eq!(self.begun, Some(answer.search.0), "the answer to another search");
                answer.search
            }
            Event::Ended(id) => id,
            Event::Closed | Event::Fault(_) => {
                self.over = true;
                return;
            }
            _ => return,
        };
        *self.ends.get_mut(&id.0).expect("it was asked for") += 1;
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
        self.now = self.now.max(end);
    }
}

fn root(dice: &str) -> Root {
    let texts = PositionTexts {
        xgid: format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10"),
        rawboard: String::new(),
        position_id: "4HPwATDgc/ABMA".to_owned(),
    };
    texts.root()
}

#[test]
fn whatever_an_engine_says_every_wish_ends_once() {
    let (mut n_ended, mut n_restarts) = (0, 0);
    for seed in 0..4000 {
        let mut random = Dice(ChaCha8Rng::seed_from_u64(seed));
        let mut watched = Watched::new(STARTS[random.below(STARTS.len())]);
        watched.drain();
        if random.below(10) > 0 {
            watched.greet();
        }
        for _ in 0..120 {
            match random.below(10) {
                0..=5 => {
                    let line = LINES[random.below(LINES.len())];
                    watched.client.handle_line(line, watched.now);
                }
                6 | 7 => {
                    let millis = [1, 100, 300, 1000, 2500][random.below(5)];
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
            n_ended += n_ends;
        }
        n_restarts += watched.n_restarts;
    }
    assert!(n_ended > 10_000, "{n_ended} wishes");
    assert!(n_restarts > 100, "{n_restarts} restarts");
}

/// An engine of the draft that answers every line in order, and what it was asked last.
#[test]
fn no_answer_is_believed_for_another_question() {
    for seed in 0..500 {
        let mut random = Dice(ChaCha8Rng::seed_from_u64(seed));
        let knows_stop = random.below(2) == 0;
        let mut now = Instant::now();
        let mut client = UbgiClient::new(&ClientConfig::default(), now);
        // Lines that the engine has not answered yet.
        let mut unread: VecDeque<String> = VecDeque::new();
        let mut questions = BTreeMap::new();
        for id in 0..200 {
            unread.extend(std::iter::from_fn(|| client.poll_transmit()));
            if client.poll_restart() {
                unread.clear();
                client.handle_restart(now);
            }
            match random.below(4) {
                0 => {
                    let dice = ["31", "00", "D"][random.below(3)];
                    let mode = [Mode::Play, Mode::Analyse { lines: 2 }][random.below(2)];
                    let (root, limits) = (root(dice), Limits::default());
                    questions.insert(id, dice);
                    let search = Search { id: SearchId(id), root, limits, mode };
                    client.handle_request(Request::Search(search), now);
                }
                1 => client.handle_request(
                    [Request::Stop, Request::Abandon][random.below(2)].clone(),
                    now,
                ),
                2 => {
                    now += Duration::from_millis([5, 400, 1100][random.below(3)]);
                    client.handle_timeout(now);
                }
                _ => {
                    let line = unread.pop_front().unwrap_or_default();
                    let answer = match line.as_str() {
                        "ubgi" => Some("readyok"),
                        "stop" if knows_stop => None,
                        line if line.starts_with("XGID=") => Some(proper_answer(line)),
                        "" => None,
                        _ => Some("sorry"),
                    };
                    answer.into_iter().for_each(|answer| client.handle_line(answer, now));
                }
            }
            while let Some(event) = client.poll_event() {
                match event {
                    Event::Answer(answer) => {
                        let Some(mv) = answer.mv else { continue };
                        let asked = questions[&answer.search.0];
                        assert_eq!(mv, proper_answer(&root(asked).full), "seed {seed}");
                    }
                    Event::Fault(fault) => panic!("seed {seed}: {fault}"),
                    Event::Complaint(text) => panic!("seed {seed}: {text}"),
                    _ => {}
                }
            }
        }
    }
}

fn proper_answer(position: &str) -> &'static str {
    match Fields::parse(position.lines().next().unwrap()).unwrap().question {
        Question::Play => "8/5 6/5",
        // Who is sorry about the cube would roll.
        Question::Cube => "double",
        Question::Take => "take",
    }
}

/// Lines that hosts send.
const COMMANDS: &[&str] = &[
    "analyse lines 3 XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    "setoption name Level value 3",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    "board:You:Opponent:9999:0:0:0:-2",
    "ubgi",
    "stop",
    "isready",
];

/// Lines of both sides, cut anywhere and put together anew.
fn crossed(random: &mut Dice) -> String {
    let mut line = String::new();
    for _ in 0..1 + random.below(3) {
        let lines = [LINES, COMMANDS][random.below(2)];
        let part: Vec<char> = lines[random.below(lines.len())].chars().collect();
        let end = random.below(part.len() + 1);
        line.extend(&part[random.below(end + 1)..end]);
    }
    line
}

#[test]
fn no_line_makes_a_reader_panic() {
    let mut random = Dice(ChaCha8Rng::seed_from_u64(1));
    let mut n_understood = 0;
    for _ in 0..50_000 {
        let line = crossed(&mut random);
        let reply = Reply::parse(&line);
        let command = Command::parse(&line);
        n_understood += u32::from(reply != Reply::Text);
        n_understood += u32::from(!matches!(command, Command::Unknown(_)));
        // What is written is read the same.
        if let Reply::Analysis(reply) = reply {
            let text = reply.to_string();
            let Reply::Analysis(again) = Reply::parse(&text) else { panic!("{line:?}") };
            assert_eq!(again.to_string(), text, "{line:?}");
        }
        if !matches!(command, Command::Unknown(_)) {
            assert_eq!(Command::parse(&command.to_string()), command, "{line:?}");
        }
    }
    assert!(n_understood > 1000, "{n_understood}");
}

#[test]
fn a_server_answers_every_task_once_whatever_it_reads() {
    let mut n_tasks = 0;
    for seed in 0..300 {
        let mut random = Dice(ChaCha8Rng::seed_from_u64(seed));
        let mut server = UbgiServer::new(Identity::default(), Vec::new());
        server.handle_line("ubgi");
        for _ in 0..200 {
            let was_open = server.is_open();
            match random.below(4) {
                0 => server.handle_line(&crossed(&mut random)),
                1 => server.handle_line(COMMANDS[random.below(COMMANDS.len())]),
                2 => match server.poll_task() {
                    Some(Task::Initialize | Task::Decide(_) | Task::Analyse(_)) => {
                        assert!(!was_open, "seed {seed}: two at a time");
                        n_tasks += 1;
                    }
                    Some(Task::Stop) => assert!(was_open, "seed {seed}: nothing to stop"),
                    Some(Task::Write(_)) => assert!(!was_open, "seed {seed}: it does not wait"),
                    Some(Task::OptionChanged(_) | Task::Quit) | None => {}
                },
                _ => {
                    let answers =
                        [server.ready(), server.answer(&Action::Roll), server.end()].concat();
                    assert_eq!(answers.is_empty(), !was_open, "seed {seed}");
                    assert!(!server.is_open(), "seed {seed}: it was answered");
                }
            }
        }
    }
    assert!(n_tasks > 1000, "{n_tasks}");
}

#[test]
fn a_name_cannot_smuggle_a_command() {
    let now = Instant::now();
    let mut client = UbgiClient::new(&ClientConfig::default(), now);
    client.handle_line("readyok", now);
    let full = "board:You\rquit:Opp:1:0".to_owned();
    let root = Root { start: String::new(), moves: Vec::new(), full: format!("\n{full}") };
    let search = Search { id: SearchId(1), root, limits: Limits::default(), mode: Mode::Play };
    client.handle_request(Request::Search(search), now);
    let lines: Vec<String> = std::iter::from_fn(|| client.poll_transmit()).collect();
    assert_eq!(lines, ["ubgi", "board:You quit:Opp:1:0"]);
}
