//! The client against a model of an engine, in thousands of random interleavings, and against
//! noise.
//!
//! The model reads, works and writes when the dice say so. Its reports on a position carry that
//! position's mark, so that a report on the wrong search, and a board other than the intended one,
//! show at once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::mem;
use std::time::Instant;

use super::GuideClient;
use crate::protocol::guide::{
    Board, Command, EngineMode, GuideServer, Identity, Move, OptionType, OrderId, Reply,
    SearchInfo, Task,
};
use crate::protocol::tests::{Cast, Dice, check_noise, check_searches, check_vanishing};
use crate::protocol::{
    Answer, Client as _, ClientConfig, Event, Limits, Mode, Request, Root, RootMove, Search,
    SearchId,
};

const DIALOGUES: u64 = 1_000;

fn square(dice: &mut Dice) -> u8 {
    1 + u8::try_from(dice.below(50)).unwrap()
}

fn some_move(dice: &mut Dice) -> Move {
    let kills = (0..dice.below(3)).map(|_| square(dice)).collect();
    Move { from: square(dice), to: square(dice), kills }
}

/// The mark of a position in the model's values.
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
    without: Vec<&'static str>,
    /// Lines that the client has written and the model has not read yet.
    wire: VecDeque<String>,
    running: Option<(OrderId, EngineMode)>,
    mark: i32,
    /// It finds some boards impossible.
    is_picky: bool,
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
        for rare in ["capabilities", "halt"] {
            if dice.one_in(5) {
                without.push(rare);
            }
        }
        Self::without(without, dice.one_in(4))
    }

    fn without(without: Vec<&'static str>, is_picky: bool) -> Self {
        let name = "Model".to_owned();
        let server =
            GuideServer::new(Identity { name, without: without.clone(), ..Identity::default() });
        let (wire, output) = (VecDeque::new(), VecDeque::new());
        let mut model = Self { server, without, wire, running: None, mark: 0, is_picky, output };
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
            Some(Task::Board) if self.is_picky && dice.one_in(6) => {
                self.server.reject_board("impossible");
            }
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
            EngineMode::Normal | EngineMode::PositionAnalysis => Reply::Move(some_move(dice)),
        };
        self.output.extend(self.server.admit(Some(order), &reply));
    }
}

/// The model, and the requests that it got.
#[derive(Debug)]
struct GuideCast {
    model: Model,
    marks: HashMap<SearchId, i32>,
    pondering: HashSet<SearchId>,
    moves: Vec<Move>,
    /// The caller has reported this, and the engine was not started again since.
    is_out_of_step: bool,
}

impl GuideCast {
    fn step_through_the_game(&mut self, dice: &mut Dice) {
        for _ in 0..dice.below(3) {
            if dice.one_in(3) {
                self.moves.pop();
            } else {
                self.moves.push(some_move(dice));
            }
        }
    }

    fn root(&self) -> Root {
        let start = Board::standard().to_string();
        let step = |mv: &Move| RootMove::plain(&mv.to_string());
        let listed: String = self.moves.iter().map(|mv| format!(" m {mv}")).collect();
        let full = format!("{start} {}{listed}", self.moves.len());
        Root { start, moves: self.moves.iter().map(step).collect(), full }
    }
}

impl Cast for GuideCast {
    type Client = GuideClient;
    const ANSWER: &'static str = "move 32 28 0";

    fn new(dice: &mut Dice) -> Self {
        let (marks, pondering) = (HashMap::new(), HashSet::new());
        Self { model: Model::new(dice), marks, pondering, moves: Vec::new(), is_out_of_step: false }
    }

    fn client(now: Instant) -> GuideClient {
        GuideClient::new(&ClientConfig::default(), now)
    }

    fn hear(&mut self, line: String) {
        self.model.wire.push_back(line);
    }

    fn read(&mut self, dice: &mut Dice) -> bool {
        self.model.read(dice);
        !self.model.wire.is_empty()
    }

    fn work(&mut self, dice: &mut Dice) {
        self.model.work(dice);
    }

    fn say(&mut self) -> Option<String> {
        self.model.output.pop_front()
    }

    fn restart(&mut self, _dice: &mut Dice) {
        let without = std::mem::take(&mut self.model.without);
        let has_reason = without.contains(&"halt") || mem::take(&mut self.is_out_of_step);
        assert!(has_reason, "it could have been halted");
        self.model = Model::without(without, self.model.is_picky);
    }

    fn out_of_step(&mut self) {
        self.is_out_of_step = true;
    }

    fn wish(&mut self, id: SearchId, dice: &mut Dice) -> Request {
        match dice.below(12) {
            0 => Request::Stop,
            1 => Request::Abandon,
            2 => Request::NewGame,
            3 => Request::OfferDraw,
            4 | 5 => {
                self.pondering.clear();
                Request::PonderHit
            }
            _ => {
                self.step_through_the_game(dice);
                self.marks.insert(id, mark(&Board::standard(), &self.moves));
                let mode = match dice.below(8) {
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

    fn value(&self, id: SearchId) -> f64 {
        f64::from(self.marks[&id]) / 100.0
    }

    /// It begins once more when a guess was right.
    fn check_start(&self, _id: SearchId, _is_new: bool) {}

    fn check_answer(&mut self, answer: &Answer, dice: &mut Dice) {
        assert!(!self.pondering.contains(&answer.search), "{answer:?} before the hit");
        // The game goes on with its move, or not.
        if let Some(mv) = answer.mv.as_ref().filter(|_| dice.one_in(2)) {
            self.moves.push(Move::parse(mv).expect("the model writes moves"));
        }
    }

    fn check(&self, event: &Event) {
        match event {
            Event::Complaint(text) => {
                let known = ["not implemented", "cannot comment", "impossible", "other board"];
                assert!(known.iter().any(|words| text.contains(words)), "{text:?}");
            }
            Event::Deviation(text) => {
                let known = [
                    "late",
                    "stray",
                    "move for",
                    "no cap",
                    "no halt",
                    "other board",
                    "out of step",
                ];
                assert!(known.iter().any(|start| text.starts_with(start)), "{text:?}");
            }
            _ => {}
        }
    }
}

#[test]
fn every_search_ends_once_and_is_about_its_own_position() {
    let totals = check_searches::<GuideCast>(DIALOGUES);
    assert!(totals.searches > 2_500, "the dialogues have become too short: {totals:?}");
    assert!(totals.answers > 500 && totals.restarts > 200, "{totals:?}");
}

#[test]
fn an_engine_may_vanish_at_any_time() {
    check_vanishing::<GuideCast>(DIALOGUES);
}

/// The reports of a client that has just started, after these lines.
fn reports(lines: impl IntoIterator<Item = String>) -> (GuideClient, Vec<Event>) {
    let now = Instant::now();
    let mut client = GuideClient::new(&ClientConfig::default(), now);
    lines.into_iter().for_each(|line| client.handle_line(&line, now));
    let events = std::iter::from_fn(|| client.poll_event()).collect();
    (client, events)
}

#[test]
fn a_flood_of_options_is_kept_within_bounds() {
    let option = |id: usize| format!("option {id} Name_{id} type check default 0");
    let flood = (0..5_000).chain(0..5_000).map(option);
    let (client, events) = reports(flood);
    assert_eq!(client.options.len(), 1_000);
    let n_deviations = events.iter().filter(|event| matches!(event, Event::Deviation(_))).count();
    assert_eq!((n_deviations, events.len()), (1, 1 + 2 * 4_000));
}

#[test]
fn an_engine_that_is_ready_declares_no_new_options() {
    let start = ["name Toy", "option 1 Level type 2 default 5", "engineok", "capabilities go"];
    let flood = (1..5_000).map(|id| format!("option {id} Late type spin default 7"));
    let (client, events) = reports(start.map(str::to_owned).into_iter().chain(flood));
    assert_eq!(client.options.len(), 1);
    assert_eq!(client.options[0].name, "Late", "the last declaration holds");
    let n_deviations = events.iter().filter(|event| matches!(event, Event::Deviation(_))).count();
    assert_eq!(n_deviations, 1);
}

#[test]
fn a_flood_of_choices_is_kept_within_bounds() {
    let line = format!("option 1 Book type combo default 0{}", " var a".repeat(10_000));
    let (client, events) = reports([line.clone(), line]);
    let OptionType::Combo { choices, .. } = &client.options[0].kind else { panic!("a combo") };
    assert_eq!((choices.len(), events.len()), (1_000, 1), "{events:?}");
}

#[test]
fn no_message_makes_the_client_panic_or_end_a_search_twice() {
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
        "engineok",
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
    let n_ended = check_noise::<GuideCast>(DIALOGUES, &words, 0..12);
    assert!(n_ended > 1_000, "{n_ended} searches have ended");
}
