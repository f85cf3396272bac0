//! The client against a model of an engine, in thousands of random interleavings, and against
//! noise.
//!
//! The model reads nothing while it searches, as engines do. Its reports on a game carry that
//! game's mark, so that a report on the wrong search shows at once.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::*;
use crate::protocol::tests::{Cast, Dice, check_noise, check_searches, check_vanishing};
use crate::protocol::uhp::GameString;
use crate::protocol::uhp::NewGame;
use crate::protocol::uhp::known_game::tests::root;
use crate::protocol::uhp::server::{Task, UhpServer};
use crate::protocol::{Client, Limits, Mode, OptionKind, RootMove};

const DIALOGUES: u64 = 2_000;

/// Lines that engines send, of all kinds, and lines of no kind.
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

/// The mark of a game in the model's values.
fn mark(kind: &str, moves: &[String]) -> f64 {
    let bytes = kind.bytes().chain(moves.iter().flat_map(|mv| mv.bytes()));
    f64::from(bytes.fold(1, |sum, byte| (sum * 31 + u32::from(byte)) % 7_919))
}

/// An engine on the server's half, without rules.
#[derive(Debug)]
struct Model {
    server: UhpServer,
    game: GameString,
    /// Lines that the client has written and the model has not read yet.
    wire: VecDeque<String>,
    searching: bool,
    /// Its searches end only when it is killed.
    endless: bool,
    output: VecDeque<String>,
}

impl Model {
    fn new(dice: &mut Dice) -> Self {
        let able = GameKind { mosquito: true, ladybug: true, pillbug: true };
        let level = Setting::new("Level", OptionKind::Int { min: 1, max: 9 }, "5");
        let server = UhpServer::new("Model", able, vec![level]);
        let output = server.greeting().into();
        let game = NewGame::Base.game().unwrap();
        let (wire, endless) = (VecDeque::new(), dice.one_in(4));
        Self { server, game, wire, searching: false, endless, output }
    }

    fn read(&mut self) -> bool {
        let Some(line) = self.wire.pop_front().filter(|_| !self.searching) else { return false };
        self.server.handle_line(&line);
        while let Some(task) = self.server.poll_task() {
            match task {
                Task::Write(lines) => self.output.extend(lines),
                Task::NewGame(game) => {
                    self.game = game.game().expect("the server has read it");
                    self.tell_game();
                }
                Task::Play(mv) => {
                    self.game.moves.push(mv);
                    self.tell_game();
                }
                Task::Undo(n_moves) => {
                    let n_left = self.game.moves.len() - usize::try_from(n_moves).unwrap();
                    self.game.moves.truncate(n_left);
                    self.tell_game();
                }
                Task::ValidMoves => self.output.extend(self.server.answer("wA1;wB1")),
                Task::Search(_) => self.searching = true,
                Task::OptionChanged(_) | Task::Quit => {}
            }
        }
        true
    }

    fn tell_game(&mut self) {
        let n_moves = self.game.moves.len();
        let side = if n_moves.is_multiple_of(2) { "White" } else { "Black" };
        self.game.turn = format!("{side}[{}]", n_moves / 2 + 1);
        let text = self.game.to_string();
        self.output.extend(self.server.answer(&text));
    }

    fn work(&mut self, dice: &mut Dice) {
        if !self.searching {
            return;
        }
        let score = Some(mark(&self.game.kind.to_string(), &self.game.moves));
        let mv = ["wA1 bS1-", "wB1 bS1-"][dice.below(2)].to_owned();
        if self.endless || !dice.one_in(4) {
            let depth = Some(dice.below(9).to_string());
            let thought = Thought { mv: Some(mv), depth, score, ..Thought::default() };
            self.output.extend(self.server.thought(&thought));
            return;
        }
        self.searching = false;
        self.output.extend(self.server.answer(&mv));
    }
}

/// The model, and the requests that it got.
#[derive(Debug)]
struct UhpCast {
    model: Model,
    marks: HashMap<SearchId, f64>,
    moves: Vec<String>,
}

impl UhpCast {
    fn step_through_the_game(&mut self, dice: &mut Dice) {
        for _ in 0..dice.below(4) {
            if dice.one_in(3) {
                self.moves.pop();
            } else {
                let piece = ["wS1", "bG1", "wQ", "bA1"][dice.below(4)];
                self.moves.push(format!("{piece} {piece}/"));
            }
        }
    }

    fn root(&self, kind: &str) -> Root {
        root(kind, &self.moves.join(";"))
    }
}

impl Cast for UhpCast {
    type Client = UhpClient;
    const ANSWER: &'static str = "wS1";

    fn new(dice: &mut Dice) -> Self {
        Self { model: Model::new(dice), marks: HashMap::new(), moves: Vec::new() }
    }

    fn client(now: Instant) -> UhpClient {
        let options = vec![("Level".to_owned(), "3".to_owned())];
        UhpClient::new(&ClientConfig { options, ..ClientConfig::default() }, now)
    }

    fn hear(&mut self, line: String) {
        assert!(!line.contains(['\n', '\r']), "{line:?}");
        assert!(!line.contains("00:00:00") && !line.ends_with("depth 0"), "{line:?}");
        assert!(line == "exit" || self.model.wire.is_empty(), "two commands in flight: {line:?}");
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
        self.model = Model::new(dice);
    }

    fn wish(&mut self, id: SearchId, dice: &mut Dice) -> Request {
        let kind = ["Base", "Base+MLP"][dice.below(2)];
        self.step_through_the_game(dice);
        let root = self.root(kind);
        match dice.below(12) {
            0..4 => {
                self.marks.insert(id, mark(kind, &self.moves));
                let second = Duration::from_secs(1);
                let limits = match dice.below(4) {
                    0 => Limits::default(),
                    1 => Limits { depth: Some(3), ..Limits::default() },
                    2 => Limits { move_time: Some(second), ..Limits::default() },
                    _ => Limits { move_time: Some(60 * second), ..Limits::default() },
                };
                let mode = match dice.below(8) {
                    0..5 => Mode::Play,
                    5 | 6 => Mode::Analyse { lines: 1 },
                    _ => Mode::Ponder,
                };
                Request::Search(Search { id, root, limits, mode })
            }
            4 | 5 => Request::ValidMoves { id, root },
            6 => Request::Stop,
            7 => Request::Abandon,
            8 => Request::NewGame,
            9 => Request::SetOption { name: "Level".to_owned(), value: "7".to_owned() },
            10 => Request::Raw("validmoves".to_owned()),
            _ => Request::PonderHit,
        }
    }

    fn value(&self, id: SearchId) -> f64 {
        self.marks[&id]
    }

    fn check(&self, event: &Event) {
        match event {
            Event::GameState { told, game } => {
                let told =
                    if told.contains(';') { told } else { &format!("{told};NotStarted;White[1]") };
                let moves = |text: &str| GameString::parse(text).map(|game| game.moves);
                assert_eq!(moves(game), moves(told));
            }
            Event::ValidMoves { moves: Some(moves), .. } => assert_eq!(moves, &["wA1", "wB1"]),
            Event::Complaint(text) => panic!("{text:?}"),
            Event::Deviation(text) => {
                let known = ["interrupted", "out of step"];
                assert!(known.iter().any(|start| text.starts_with(start)), "{text:?}");
            }
            _ => {}
        }
    }
}

#[test]
fn every_search_ends_once_and_hears_only_of_itself() {
    let totals = check_searches::<UhpCast>(DIALOGUES);
    let all = [totals.searches, totals.answers, totals.restarts];
    assert!(all.iter().all(|n| *n > 1_000), "the dialogues have become too short: {totals:?}");
}

#[test]
fn an_engine_may_vanish_at_any_time() {
    check_vanishing::<UhpCast>(DIALOGUES);
}

#[test]
fn whatever_an_engine_says_every_wish_ends_once() {
    let n_ended = check_noise::<UhpCast>(DIALOGUES, LINES, 1..2);
    assert!(n_ended > 10_000, "{n_ended} wishes have ended");
}

#[test]
fn a_name_cannot_smuggle_a_command() {
    let now = Instant::now();
    let mut client = UhpClient::new(&ClientConfig::default(), now);
    client.handle_line("ok", now);
    client.handle_line("ok", now);
    let evil = Root {
        start: "Base\rexit".to_owned(),
        moves: [RootMove::plain("wS1\nexit")].into(),
        full: String::new(),
    };
    client.handle_request(Request::ValidMoves { id: SearchId(1), root: evil }, now);
    let lines: Vec<String> = std::iter::from_fn(|| client.poll_transmit()).collect();
    assert_eq!(lines, ["options", "newgame Base exit"]);
}
