//! What must hold of every protocol's client, whatever happens to it and in whichever order.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use quintet::games::{GAMES, LinkedGame};
use quintet::protocol::{
    Answer, Client, ClientConfig, Event, Limits, Mode, Protocol, Request, Root, Search, SearchId,
};

use super::{Choices, played};

/// A dialogue with a client: lines, wishes, time and ends in any order. Everything asked for ends
/// once or is cut off by the dialogue's own end; only one search is believed at a time; nothing is
/// said of what has not begun or has ended; nothing that is written holds a line end; a deadline that
/// has passed is not waited for. What is not wanted any more ends without the engine's help, and an
/// engine that comes to its senses then is heard again.
pub(crate) fn dialogue(data: &[u8]) {
    let mut choices = Choices(data);
    let first = usize::from(choices.byte());
    let protocol = Protocol::ALL[first % Protocol::ALL.len()];
    let mut dialogue = Dialogue::new(protocol, dialect(protocol, first / Protocol::ALL.len()));
    while !choices.is_empty() {
        dialogue.step(&mut choices);
    }
    dialogue.give_up();
    dialogue.go_on();
    dialogue.end();
}

/// The setting of this number, from 1, for one of the ways in which engines differ.
fn dialect(protocol: Protocol, number: usize) -> Option<(String, String)> {
    let settings = protocol.dialect_settings().iter();
    let mut all = settings.flat_map(|(name, values)| values.iter().map(move |value| (name, value)));
    let (name, value) = all.nth(number.checked_sub(1)?)?;
    Some(((*name).to_owned(), (*value).to_owned()))
}

/// What engines of each protocol write; a byte picks one of them, others change it.
fn samples(protocol: Protocol) -> &'static [&'static str] {
    match protocol {
        Protocol::Hub => &[
            "id name=Scan version=3.1 author=\"Fabien\" country=France",
            "param name=book-ply value=4 type=int min=0 max=20",
            "param name=variant value=normal type=enum values=\"normal killer bt frisian losing\"",
            "wait",
            "ready",
            "pong",
            "info depth=12 mean-depth=9.4 score=0.08 nodes=4096 time=0.01 nps=4.1 pv=\"32-28 19-23\"",
            "done move=32-28 ponder=19-23",
            "done",
            "error message=\"what?\"",
        ],
        Protocol::Guide => &[
            "name Toy 1",
            "option 0 Opening_Book type 1 default 0",
            "option 3 Hash_Table type 3 default 1 var off var 64K",
            "engineok",
            "capabilities new game position move go halt ping levelsfixeddepth enginemode \
             opponents levelsinfiniteanalysis setcomment setoption offerdraw showwindow quit",
            "capabilities go position",
            "capabilities not implemented",
            "ping not implemented",
            "pong fence-1",
            "pong fence-2",
            "move 32 28 0",
            "move 28 17 2 22 12 3",
            "searchInfo ply 12 score 3 time 0.5 nodes 4096 pv 32-28 19-23",
            "searchInfo score -99",
            "setcomment 1 a good move",
            "game white bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww 1 m 33 28 0",
            "position black bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
            "offerdraw",
            "acceptdraw",
            "quit",
        ],
        Protocol::NBoard => &[
            "pong 1",
            "pong 2",
            "pong 7",
            "set myname Edax",
            "status thinking",
            "status",
            "=== F5/0.50/1.25",
            "=== PA",
            "search D3C5 0.12 0 12",
            "search F5 1.0 0 100%W",
            "book F5 0.0 200 10",
            "eval 3",
            "nodestats 4096 0.5",
            "updated 3",
            "learned",
            "analysis 3 1.25",
        ],
        Protocol::Uhp => &[
            "id nokamute v1.0.0",
            "Mosquito;Ladybug;Pillbug",
            "Base;NotStarted;White[1]",
            "Base;InProgress;Black[1];wS1",
            "wS1;wG1;wB1;pass",
            "wS1",
            "MaxTime;int;60;60;0;3600",
            "Threads;enum;1;1;1;2;4",
            "invalidmove wQ cannot be first",
            "err no idea",
            "ok",
        ],
        Protocol::Ubgi => &[
            "id name Quintet",
            "id author me",
            "id version 0.1",
            "ubgiok",
            "readyok",
            "sorry",
            "8/5 6/5",
            "bar/22(2)* 13/11",
            "double",
            "take",
            "drop",
            "roll",
            "analysis start",
            "analysis progress 3/9",
            "analysis line 1 8/5 6/5 eq 0.1",
            "analysis end",
            "bestmove 8/5 6/5",
            "bestcube double take",
            "bestturn roll",
            "info score 0.12 pv 8/5 6/5",
            "info equity 0.1 win 0.52 wing 0.1 winbg 0 loseg 0.1 losebg 0",
            "option name Level type spin default 10 min 1 max 10",
            "play 1 8/5 6/5 equity 0.123 win 0.55 wg 0.16 wb 0.01 lg 0.12 lb 0.00",
            "error bad position",
            "",
        ],
    }
}

struct Dialogue {
    protocol: Protocol,
    client: Box<dyn Client>,
    now: Instant,
    newest: SearchId,
    open: BTreeSet<SearchId>,
    started: BTreeSet<SearchId>,
    sent: Vec<String>,
    over: Option<Event>,
    /// The last one.
    answer: Option<Answer>,
    /// The engine's protocol and dialect let it be stopped.
    can_stop: bool,
    /// The dialogue is printed: `QUINTET_TELL` is set, for finding a fault.
    tells: bool,
}

impl Dialogue {
    fn new(protocol: Protocol, dialect: Option<(String, String)>) -> Self {
        let now = Instant::now();
        let dialect = dialect.into_iter().collect();
        let config = ClientConfig { dialect, ..ClientConfig::default() };
        Self {
            protocol,
            client: protocol.client(&config, now),
            now,
            newest: SearchId(0),
            open: BTreeSet::new(),
            started: BTreeSet::new(),
            sent: Vec::new(),
            over: None,
            answer: None,
            can_stop: false,
            tells: std::env::var_os("QUINTET_TELL").is_some(),
        }
    }

    fn step(&mut self, choices: &mut Choices<'_>) {
        match choices.below(16) {
            0..8 => {
                let line = self.said(choices);
                self.hear(&line);
            }
            8 => {
                let line = choices.line();
                self.hear(&line);
            }
            9 => {
                let line = self.said(choices);
                self.tell(|| format!("E {line}"));
                self.client.handle_error_line(&line, self.now);
            }
            10 => self.pass(Duration::from_millis([1, 100, 700, 2_500][choices.below(4)])),
            11..14 => self.search(choices),
            14 => self.wish(choices),
            _ if choices.byte() > 250 => {
                self.tell(|| "< <eof>".to_owned());
                self.client.handle_eof(self.now);
            }
            _ => {}
        }
        self.drain();
    }

    fn hear(&mut self, line: &str) {
        self.tell(|| format!("< {line}"));
        self.client.handle_line(line, self.now);
    }

    #[expect(clippy::print_stderr, reason = "for finding a fault")]
    fn tell(&self, what: impl Fn() -> String) {
        if self.tells {
            eprintln!("{}", what());
        }
    }

    /// A line of the protocol, as it is or with a piece of what was sent, or a changed character.
    fn said(&mut self, choices: &mut Choices<'_>) -> String {
        let sample = *choices.of(samples(self.protocol));
        match choices.below(8) {
            0 => {
                let mut bytes = sample.as_bytes().to_vec();
                if !bytes.is_empty() {
                    let at = choices.below(bytes.len());
                    bytes[at] = choices.byte();
                }
                String::from_utf8_lossy(&bytes).into_owned()
            }
            1 => match self.sent.last() {
                // Numbers, names and games that the client has made up, as an echo.
                Some(sent) => match sent.strip_prefix("newgame ") {
                    Some(game) => game.to_owned(),
                    None => sent.replacen("ping", "pong", 1),
                },
                None => sample.to_owned(),
            },
            2 => format!("{sample} {}", sample.len()),
            _ => sample.to_owned(),
        }
    }

    fn next(&mut self) -> SearchId {
        self.newest = SearchId(self.newest.0 + 1);
        if self.over.is_none() {
            self.open.insert(self.newest);
        }
        self.newest
    }

    fn search(&mut self, choices: &mut Choices<'_>) {
        let root = root(self.protocol, choices);
        let secs = Duration::from_secs(5);
        let limits = *choices.of(&[
            Limits::default(),
            Limits { depth: Some(3), ..Limits::default() },
            Limits { move_time: Some(secs), ..Limits::default() },
            Limits { nodes: Some(1000), ..Limits::default() },
        ]);
        let mode =
            *choices.of(&[Mode::Play, Mode::Analyse { lines: 3 }, Mode::WholeGame, Mode::Ponder]);
        // Only what has an end by itself may be played.
        let limits = match mode {
            Mode::Play if limits == Limits::default() => Limits { move_time: Some(secs), ..limits },
            _ => limits,
        };
        let id = self.next();
        self.ask(Request::Search(Search { id, root, limits, mode }));
    }

    fn wish(&mut self, choices: &mut Choices<'_>) {
        let request = match choices.below(12) {
            0 => Request::Stop,
            1 => Request::Abandon,
            2 => Request::PonderHit,
            3 => Request::OfferDraw,
            4 => Request::ShowWindow(choices.below(2) == 0),
            5 => Request::NewGame,
            6 => Request::SetOption { name: choices.line(), value: choices.line() },
            7 => Request::Resync,
            8 => Request::ValidMoves { id: self.next(), root: root(self.protocol, choices) },
            9 => Request::GameState { id: self.next(), root: root(self.protocol, choices) },
            10 => Request::Raw(choices.line()),
            _ if choices.byte() > 200 => Request::Quit,
            _ => Request::Stop,
        };
        self.ask(request);
    }

    fn ask(&mut self, request: Request) {
        self.tell(|| format!("= {request:?}"));
        self.client.handle_request(request, self.now);
        self.drain();
    }

    fn pass(&mut self, time: Duration) {
        self.tell(|| format!("+ {time:?}"));
        self.now += time;
        for _ in 0..20 {
            self.client.handle_timeout(self.now);
            self.drain();
            if self.client.poll_timeout().is_none_or(|due| self.now < due) {
                return;
            }
        }
        panic!("a deadline that has passed is still waited for");
    }

    fn drain(&mut self) {
        while let Some(line) = self.client.poll_transmit() {
            self.tell(|| format!("> {line}"));
            assert!(!line.contains(['\n', '\r']), "{line:?}");
            self.sent.push(line);
        }
        while let Some(event) = self.client.poll_event() {
            self.tell(|| format!("! {event:?}"));
            assert_eq!(self.over, None, "then came {event:?}");
            self.check(event);
        }
        if self.client.poll_restart() {
            self.tell(|| "* started again".to_owned());
            assert!(!self.client.poll_restart(), "asked for twice");
            self.client.handle_restart(self.now);
            self.drain();
        }
    }

    fn check(&mut self, event: Event) {
        match event {
            Event::Started(id) => {
                assert!(self.open.contains(&id), "{id:?} has ended before it began");
                self.started.insert(id);
                let mut believed = self.started.intersection(&self.open);
                assert!(believed.all(|other| *other == id), "{id:?} is not the only one");
            }
            Event::Info(info) => self.check_running(info.search),
            Event::Answer(answer) => {
                // Of a finished game it is said without a search that there is no move.
                if answer.mv.is_some() {
                    self.check_running(answer.search);
                }
                self.close(answer.search);
                self.answer = Some(answer);
            }
            Event::Ended(id) | Event::ValidMoves { id, .. } => self.close(id),
            Event::Closed | Event::Fault(_) => self.over = Some(event),
            Event::Ready { capabilities, .. } => self.can_stop = capabilities.stop,
            Event::Capabilities(_)
            | Event::Renamed(_)
            | Event::GameState { .. }
            | Event::Status(_)
            | Event::DrawOffered
            | Event::Refused(_)
            | Event::Restarting
            | Event::Restarted(_)
            | Event::Remark { .. }
            | Event::Deviation(_)
            | Event::Chatter(_)
            | Event::Complaint(_) => {}
        }
    }

    fn check_running(&self, id: SearchId) {
        assert!(self.started.contains(&id), "news of {id:?}, which has not begun");
        assert!(self.open.contains(&id), "news of {id:?}, which has ended");
    }

    fn close(&mut self, id: SearchId) {
        assert!(self.open.remove(&id), "{id:?} ended twice");
    }

    /// Nothing is wanted any more, and the engine is silent: everything comes to its end.
    fn give_up(&mut self) {
        self.ask(Request::Abandon);
        for _ in 0..100 {
            let Some(due) = self.client.poll_timeout() else {
                // What cannot be stopped may think for ever; in UHP it is started again.
                let may_wait =
                    self.over.is_some() || !(self.can_stop || self.protocol == Protocol::Uhp);
                assert!(may_wait || self.open.is_empty(), "never given up: {:?}", self.open);
                return;
            };
            self.pass(due.saturating_duration_since(self.now));
        }
        panic!("it waits for ever");
    }

    /// The engine says what it should from here on: the next search has an answer.
    fn go_on(&mut self) {
        if !self.open.is_empty() {
            return;
        }
        let id = self.next();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        // After one move, or roll: before it nothing has to be decided in backgammon.
        let root = root(self.protocol, &mut Choices(&[0, 1, 0]));
        self.sent.clear();
        self.ask(Request::Search(Search { id, root, limits, mode: Mode::Play }));
        for _ in 0..1_000 {
            for said in std::mem::take(&mut self.sent) {
                for line in obliging(self.protocol, &said) {
                    self.hear(&line);
                    self.drain();
                }
            }
            if self.over.is_some() || !self.open.contains(&id) {
                break;
            }
            self.pass(Duration::from_millis(100));
        }
        let answered = self.answer.as_ref().filter(|answer| answer.search == id);
        let has_move = answered.is_some_and(|answer| answer.mv.is_some());
        assert!(has_move || self.over.is_some(), "no answer: {answered:?}");
    }

    /// The dialogue is ended: all that is open must have come to its end, unless a fault came first.
    fn end(mut self) {
        let was_over = self.over.is_some();
        self.ask(Request::Quit);
        self.client.handle_eof(self.now);
        self.drain();
        assert!(self.over.is_some(), "it goes on");
        assert!(was_over || self.open.is_empty(), "never ended: {:?}", self.open);
        assert_eq!(self.client.poll_timeout(), None);
    }
}

/// What a sound engine answers to a line.
fn obliging(protocol: Protocol, line: &str) -> Vec<String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let answer: &[&str] = match (protocol, word) {
        (Protocol::Hub, "hub") => &["id name=Toy", "wait"],
        (Protocol::Hub, "init") => &["ready"],
        (Protocol::Hub, "ping") => &["pong"],
        (Protocol::Hub, "go") if rest == "think" => &["done move=32-28"],
        (Protocol::Guide, "guide") => &["name Toy", "engineok"],
        (Protocol::Guide, "capabilities") => &["capabilities new position move go halt ping"],
        (Protocol::Guide, "ping") => return vec![format!("pong {rest}")],
        (Protocol::Guide, "go") => &["move 32 28 0"],
        (Protocol::NBoard, "ping") => return vec![format!("pong {rest}")],
        (Protocol::NBoard, "go") => &["=== F5"],
        (Protocol::Uhp, "newgame") => return vec![rest.to_owned(), "ok".to_owned()],
        (Protocol::Uhp, "play") => &["err only whole games here", "ok"],
        (Protocol::Uhp, "bestmove" | "validmoves") => &["wS1", "ok"],
        (Protocol::Uhp, _) => &["id Toy", "ok"],
        (Protocol::Ubgi, "isready") => &["readyok"],
        (Protocol::Ubgi, "go") if rest.contains("cube") => &["bestcube nodouble"],
        (Protocol::Ubgi, "go") => &["bestmove 8/5 6/5"],
        (Protocol::Ubgi, word) if word.starts_with("XGID=") || word.starts_with("board:") => {
            &["8/5 6/5"]
        }
        (Protocol::Hub | Protocol::Guide | Protocol::NBoard | Protocol::Ubgi, _) => &[],
    };
    answer.iter().map(|line| (*line).to_owned()).collect()
}

/// Where a search begins: a game of the protocol after some moves.
fn root(protocol: Protocol, choices: &mut Choices<'_>) -> Root {
    let name = protocol.name();
    let game = GAMES.iter().position(|game| game.link(name).is_some()).expect("one plays it");
    let number = [u8::try_from(game).expect("few games")];
    let bytes = [&number, choices.0].concat();
    let played = played(&mut Choices(&bytes[..bytes.len().min(30)]));
    let link = played.game.link(name).expect("it was looked for");
    link.root(&LinkedGame {
        start: &played.start,
        variant: played.variant.as_deref(),
        // As a file could name them.
        players: ["A\n\"]B[F5] go", "B;)\r\nquit"],
        clocks: [None, None],
        moves: &played.moves,
        now: None,
    })
}
