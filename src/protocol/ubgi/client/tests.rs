//! The client against a model of an engine, in thousands of random interleavings, and against
//! noise.
//!
//! The model knows the draft, the extension or a later dialect, and stop or not. Its answer and its
//! reports on the way are different for each position, so that a report on the wrong search shows
//! at once.

mod later;

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use later::Later;

use super::*;
use crate::protocol::tests::{Cast, Dice, check_noise, check_searches, check_vanishing};
use crate::protocol::ubgi::{
    Action, AnalysisLine, Identity, PositionText, PositionTexts, Reply, Task, UbgiServer,
};
use crate::protocol::{
    Answer, Client, Limits, MOST_CHOICES, MOST_OPTIONS, Mode, OptionDecl, OptionKind, Root,
};

const DIALOGUES: u64 = 2_000;

/// Lines that engines send, of all kinds, and lines of no kind.
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
    "ubgiok",
    "proto 0.2",
    "id analysis 1",
    "key Level int 1..9 5",
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

/// The model's answer to a position, by its XGID or by the text that stands for its id, and its
/// value.
fn proper(position: &str) -> (Action, f64) {
    let (dice, score) = match position.strip_prefix("id-") {
        Some(id) => id.split_once('-').unwrap(),
        None => {
            let fields: Vec<&str> = position.split(':').collect();
            (fields[4], fields[5])
        }
    };
    let score: u8 = score.parse().unwrap();
    let action = match dice {
        // An engine that is sorry about the cube would roll.
        "00" => Action::Double,
        "D" => Action::Take,
        _ => Action::Play(format!("24/{}", score % 24)),
    };
    (action, f64::from(score) / 64.0)
}

/// An engine on the server's half, without rules.
#[derive(Debug)]
struct Model {
    server: UbgiServer,
    /// Lines that the client has written and the model has not read yet.
    wire: VecDeque<String>,
    output: VecDeque<String>,
    /// It has no fences, no options and no analyses.
    is_draft: bool,
    /// It ignores lines that it does not know, in place of a sorry.
    is_mute: bool,
    /// It reads the position in a line and nothing else.
    skims: bool,
    knows_stop: bool,
    /// It speaks a later dialect.
    later: Option<Later>,
    /// Its searches end only when they are stopped.
    is_endless: bool,
    /// The position that it thinks about, and true if it ranks.
    open: Option<(PositionText, bool)>,
}

impl Model {
    fn new(dice: &mut Dice) -> Self {
        let level = OptionDecl {
            name: "Level".to_owned(),
            kind: OptionKind::Int { min: 1, max: 10 },
            default: "10".to_owned(),
        };
        let is_draft = dice.one_in(2);
        let later = (!is_draft && dice.one_in(2)).then(|| Later::new(dice));
        Self {
            server: UbgiServer::new(Identity::default(), vec![level]),
            wire: VecDeque::new(),
            output: VecDeque::new(),
            is_draft,
            is_mute: dice.one_in(2),
            skims: dice.one_in(2),
            knows_stop: (!is_draft && later.is_none()) || dice.one_in(2),
            later,
            is_endless: dice.one_in(4),
            open: None,
        }
    }

    fn read(&mut self) -> bool {
        let is_thinking =
            self.open.is_some() || self.later.as_ref().is_some_and(Later::is_thinking);
        if is_thinking && !self.knows_stop {
            return false;
        }
        let Some(mut line) = self.wire.pop_front() else { return false };
        if let Some(later) = &mut self.later {
            self.output.extend(later.hear(&line));
            return true;
        }
        if self.is_draft && self.skims && line.starts_with("analyse") {
            line = line[line.find("XGID").unwrap()..].to_owned();
        }
        let word = line.split(' ').next().unwrap_or_default();
        let is_extension = ["isready", "setoption", "analyse"].contains(&word);
        if (self.is_draft && is_extension) || (!self.knows_stop && word == "stop") {
            self.output.extend((!self.is_mute).then(|| "sorry".to_owned()));
            return true;
        }
        self.server.handle_line(&line);
        self.carry_out();
        true
    }

    fn carry_out(&mut self) {
        while let Some(task) = self.server.poll_task() {
            match task {
                Task::Write(lines) => self.output.extend(lines),
                Task::Initialize => {
                    let mut lines = self.server.ready();
                    if self.is_draft {
                        lines.retain(|line| {
                            !line.starts_with("id analysis") && !line.starts_with("option")
                        });
                    }
                    self.output.extend(lines);
                }
                Task::Decide(position) => self.open = Some((position, false)),
                Task::Analyse(request) => self.open = Some((request.position, true)),
                Task::Stop => self.finish(),
                Task::OptionChanged(_) | Task::Quit => {}
            }
        }
    }

    fn work(&mut self, dice: &mut Dice) {
        if !self.is_endless && dice.one_in(4) {
            self.finish();
            self.carry_out();
        } else if let Some(later) = &self.later {
            self.output.extend(later.think());
        } else if let Some((position, true)) = &self.open {
            let (action, equity) = proper(position.text());
            let (action, equity) = (action.to_string(), Some(equity));
            let line = AnalysisLine { action, equity, ..AnalysisLine::default() };
            self.output.extend(self.server.say_ranked(vec![line]));
        }
    }

    fn finish(&mut self) {
        if let Some(later) = &mut self.later {
            return self.output.extend(later.finish());
        }
        let lines = match self.open.take() {
            Some((position, false)) => self.server.answer(&proper(position.text()).0),
            Some((_, true)) => self.server.end(),
            None => Vec::new(),
        };
        self.output.extend(lines);
    }
}

/// The model, and the requests that it got.
#[derive(Debug)]
struct UbgiCast {
    model: Model,
    asked: HashMap<SearchId, String>,
}

impl Cast for UbgiCast {
    type Client = UbgiClient;
    const ANSWER: &'static str = "8/5 6/5";

    fn new(dice: &mut Dice) -> Self {
        Self { model: Model::new(dice), asked: HashMap::new() }
    }

    fn client(now: Instant) -> UbgiClient {
        // Otherwise no search ends by time in such short dialogues.
        let config = ClientConfig { timeouts_scale: 0.05, ..ClientConfig::default() };
        UbgiClient::new(&config, now)
    }

    fn hear(&mut self, line: String) {
        assert!(!line.contains(['\n', '\r']), "{line:?}");
        self.model.wire.push_back(line);
    }

    fn read(&mut self, _dice: &mut Dice) -> bool {
        self.model.read()
    }

    fn work(&mut self, dice: &mut Dice) {
        self.model.work(dice);
    }

    fn say(&mut self) -> Option<String> {
        self.model.output.pop_front()
    }

    fn restart(&mut self, dice: &mut Dice) {
        // It is the same program.
        let Model { is_draft, is_mute, skims, knows_stop, is_endless, .. } = self.model;
        let later = self.model.later.take().map(Later::again);
        let new = Model::new(dice);
        self.model = Model { is_draft, is_mute, skims, knows_stop, is_endless, later, ..new };
    }

    fn wish(&mut self, id: SearchId, dice: &mut Dice) -> Request {
        match dice.below(12) {
            0..6 => {
                let root = root(["31", "66", "00", "D"][dice.below(4)], dice.below(64));
                self.asked.insert(id, PositionTexts::of(&root).xgid);
                let limits = match dice.below(3) {
                    0 => Limits { move_time: Some(Duration::from_secs(1)), ..Limits::default() },
                    1 => Limits { depth: Some(3), ..Limits::default() },
                    _ => Limits::default(),
                };
                let mode = match dice.below(8) {
                    0..4 => Mode::Play,
                    4..7 => Mode::Analyse { lines: 3 },
                    _ => Mode::Ponder,
                };
                Request::Search(Search { id, root, limits, mode })
            }
            6 => Request::Stop,
            7 => Request::Abandon,
            8 => Request::NewGame,
            9 => Request::SetOption { name: "Level".to_owned(), value: "7".to_owned() },
            10 => Request::Raw("hello".to_owned()),
            _ => Request::PonderHit,
        }
    }

    fn value(&self, id: SearchId) -> f64 {
        proper(&self.asked[&id]).1
    }

    fn check_answer(&mut self, answer: &Answer, _dice: &mut Dice) {
        if let Some(mv) = &answer.mv {
            let expected = proper(&self.asked[&answer.search]).0;
            let lacks_cube = self.model.later.as_ref().is_some_and(|later| later.lacks_cube);
            let is_roll = lacks_cube && expected == Action::Double && mv == "roll";
            assert!(is_roll || *mv == expected.to_string(), "{mv} for {expected}");
        }
    }

    fn check(&self, event: &Event) {
        match event {
            Event::Complaint(text) => {
                let known = ["Level", "error bad position", "error unsupported go cube"];
                assert!(known.iter().any(|known| text.contains(known)), "{text:?}");
            }
            Event::Deviation(text) => {
                let known = [
                    "no stop",
                    "no analysis",
                    "no context",
                    "no cube",
                    "no take",
                    "interrupted",
                    "out of step",
                    "doubtful",
                    "stray answer",
                    "later dialect",
                ];
                assert!(known.iter().any(|known| text.starts_with(known)), "{text:?}");
            }
            _ => {}
        }
    }
}

fn root(dice: &str, score: usize) -> Root {
    let texts = PositionTexts {
        xgid: format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:{score}:0:0:99:10"),
        rawboard: String::new(),
        position_id: format!("id-{dice}-{score}"),
    };
    texts.root()
}

#[test]
fn every_search_ends_once_and_hears_only_of_itself() {
    let totals = check_searches::<UbgiCast>(DIALOGUES);
    let is_much = totals.searches > 10_000 && totals.answers > 5_000 && totals.restarts > 300;
    assert!(is_much, "the dialogues have become too short: {totals:?}");
}

#[test]
fn no_flood_of_options_or_refusals_is_kept() {
    let now = Instant::now();
    let mut client = UbgiClient::new(&ClientConfig::default(), now);
    let mut n_deviations = 0;
    for n in 0..3_000 {
        client.handle_line(&format!("option name O{n} type check default true"), now);
        if n % 100 == 0 {
            let choices = "var A ".repeat(n);
            client.handle_line(&format!("option name O1 type combo default A {choices}"), now);
        }
        while let Some(event) = client.poll_event() {
            n_deviations += u32::from(matches!(event, Event::Deviation(_)));
        }
    }
    assert_eq!(n_deviations, 1);
    assert_eq!(client.peer.declared.len(), MOST_OPTIONS);
    let OptionKind::Choice(choices) = &client.peer.declared[1].kind else { panic!() };
    assert_eq!(choices.len(), MOST_CHOICES);
    assert!(choices.capacity() < 2 * MOST_CHOICES);

    client.handle_line("ubgiok", now);
    let mode = Mode::Play;
    let (id, limits) = (SearchId(1), Limits::default());
    client.handle_request(Request::Search(Search { id, root: root("31", 1), limits, mode }), now);
    client.handle_line("readyok", now);
    while client.poll_event().is_some() {}
    for _ in 0..3_000 {
        client.handle_line("error bad position", now);
    }
    client.handle_line("readyok", now);
    let mut complaints = Vec::new();
    while let Some(event) = client.poll_event() {
        if let Event::Complaint(text) = event {
            complaints.push(text);
        }
    }
    assert_eq!(complaints.len(), 21);
    assert_eq!(complaints[20], "more of the kind: 2980");
}

#[test]
fn an_engine_may_vanish_at_any_time() {
    check_vanishing::<UbgiCast>(DIALOGUES);
}

#[test]
fn whatever_an_engine_says_every_wish_ends_once() {
    let n_ended = check_noise::<UbgiCast>(DIALOGUES, LINES, 1..2);
    assert!(n_ended > 10_000, "{n_ended} wishes have ended");
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

/// Lines of both sides, cut anywhere and put together again.
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
    let mut random = Dice::new(1);
    let mut n_understood = 0;
    for _ in 0..50_000 {
        let line = crossed(&mut random);
        let reply = Reply::parse(&line);
        let command = Command::parse(&line);
        n_understood += u32::from(reply != Reply::Text);
        n_understood += u32::from(!matches!(command, Command::Unknown(_)));
        // A written line is read as the same value.
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
        let mut random = Dice::new(seed);
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
    let root = Root { full: format!("\n{full}"), ..Root::default() };
    let search = Search { id: SearchId(1), root, limits: Limits::default(), mode: Mode::Play };
    client.handle_request(Request::Search(search), now);
    let lines: Vec<String> = std::iter::from_fn(|| client.poll_transmit()).collect();
    assert_eq!(lines, ["ubgi", "board:You quit:Opp:1:0"]);
}
