//! What must hold of everything that comes from strangers: files, pasted texts, typed moves, and
//! what engines write. One function for each kind of input; `fuzz/` feeds them with what a fuzzer
//! finds, `tests/properties.rs` with samples that it damages.
//!
//! Finds no input itself, and judges no text by what it says: that is done by the tables elsewhere.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use quintet::games::{
    Actor, BoxPosition, GAMES, Game, LinkedGame, LinkedMove, Reading, Recognised, Record, Setup,
};
use quintet::protocol::{
    Client, ClientConfig, Event, Framing, Limits, LineDecoder, Mode, Protocol, Request, Root,
    Search, SearchId, guide, hub, nboard, ubgi, uhp,
};

/// Choices made by bytes, until they are used up; then all are the first.
struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes to the next line end, which is passed over.
    fn line(&mut self) -> String {
        let end = self.0.iter().position(|byte| *byte == b'\n').unwrap_or(self.0.len());
        let line = String::from_utf8_lossy(&self.0[..end]).into_owned();
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        line
    }
}

/// Every format: the number by which [`file`] knows it, the game's short name, its own name.
pub(crate) fn formats() -> impl Iterator<Item = (u8, &'static str, &'static str)> {
    let of = |game: &&'static dyn Game| {
        let name = game.info().name;
        game.formats().iter().map(move |format| (name, format.name))
    };
    (0..).zip(GAMES.iter().flat_map(of)).map(|(number, (game, format))| (number, game, format))
}

/// A file: its first byte says which game and format it is read as. All games that come out can be
/// played through, and what is written of them is read as the same moves.
pub(crate) fn file(data: &[u8]) {
    let Some((number, bytes)) = data.split_first() else { return };
    let n_formats = formats().count();
    let chosen = formats().nth(usize::from(*number) % n_formats);
    let (_, game, format) = chosen.expect("it is one of them");
    let game = quintet::games::find(game).expect("a game of the program");
    let read = game.read_games(format, bytes, &Reading::default());
    for record in read.records.iter().take(3) {
        check_record(game, record);
    }
}

fn check_record(game: &'static dyn Game, record: &Record) {
    let replayed = record.replay(game, record.last());
    assert!(replayed.is_ok(), "{replayed:?}");
    for format in game.formats().iter().filter(|format| format.writes) {
        let Ok(text) = game.write_game(format.name, record) else { continue };
        if record.setup.position.is_some() {
            // A match in its middle may have come to it in more than one way.
            continue;
        }
        let again = game.read_games(format.name, text.as_bytes(), &Reading::default());
        assert_eq!(again.problems, [], "{}: {text}", format.name);
        let again = again.records.first().map(|again| again.moves_to(again.last()));
        let (again, moves) = (again.unwrap_or_default(), record.moves_to(record.last()));
        let n_same = again.iter().zip(&moves).take_while(|(again, mv)| again == mv).count();
        // A reader may add what is forced at the end: a pass.
        let mut pos = record.replay(game, record.last()).expect("as above");
        let mut n_forced = 0;
        for mv in again.iter().skip(moves.len()) {
            if !matches!(&pos.legal_moves()[..], [only] if only == mv) || pos.play(&mv.0).is_err() {
                break;
            }
            n_forced += 1;
        }
        let (again, moves) = (&again[n_same..again.len() - n_forced], &moves[n_same..]);
        assert_eq!(again, moves, "after {n_same} moves, {}: {text}", format.name);
    }
}

/// A pasted text: a game that it is taken for can be played through, a position be started from.
pub(crate) fn pasted(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in GAMES {
        match game.recognise(&text) {
            Ok(Some(Recognised::Game { record, .. })) => {
                let replayed = record.replay(*game, record.last());
                assert!(replayed.is_ok(), "{replayed:?}");
            }
            Ok(Some(Recognised::Position { setup, .. })) => {
                let start = game.start(&setup);
                assert!(start.is_ok(), "{start:?}");
            }
            Ok(None) | Err(_) => {}
        }
    }
}

/// A typed move, somewhere in a game: what is understood is legal, and its canonical text is
/// understood as itself.
pub(crate) fn typed_move(data: &[u8]) {
    let mut choices = Choices(data);
    let played = played(&mut choices);
    let text = choices.line();
    let pos = &played.pos;
    if let Ok(mv) = pos.resolve(&text) {
        assert_eq!(pos.resolve(&mv.0), Ok(mv.clone()));
        assert_eq!(pos.boxed_clone().play(&text), Ok(mv.clone()));
        pos.show_move(&mv.0);
        pos.move_cells(&mv.0);
        pos.move_steps(&mv.0);
    } else {
        pos.refusal(&text);
    }
    let setup = Setup { variant: None, position: Some(text) };
    if let Ok(pos) = played.game.start(&setup) {
        let again = Setup { variant: setup.variant, position: Some(pos.to_text()) };
        let again = played.game.start(&again).map(|pos| pos.to_text());
        assert_eq!(again, Ok(pos.to_text()));
    }
}

/// A game that has been going on for some moves.
struct Played {
    game: &'static dyn Game,
    variant: Option<String>,
    start: String,
    moves: Vec<LinkedMove>,
    pos: BoxPosition,
}

fn played(choices: &mut Choices<'_>) -> Played {
    let game = *choices.of(GAMES);
    let variants = game.info().variants;
    let variant = (!variants.is_empty()).then(|| choices.of(variants).name.to_owned());
    let setup = Setup { variant: variant.clone(), position: None };
    let mut pos = game.start(&setup).expect("the normal start");
    let start = pos.to_text();
    let mut moves = Vec::new();
    for _ in 0..choices.below(40) {
        if matches!(pos.actor(), Actor::Nobody(_)) {
            break;
        }
        let legal = pos.legal_moves();
        let mv = choices.of(&legal).clone();
        pos.play(&mv.0).expect("it is legal");
        moves.push(LinkedMove { mv, eval: None, elapsed: None });
    }
    Played { game, variant, start, moves, pos }
}

/// Lines as every parser of a protocol reads them: none panics, and what is written again stays the
/// same.
pub(crate) fn line(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.lines() {
        // Control characters are not written by anything that would write a line again.
        let line = &line.replace(char::is_control, " ");
        settled(line, |text| hub::Reply::parse(text).to_string());
        settled(line, |text| hub::Command::parse(text).to_string());
        settled(line, |text| guide::Reply::parse(text).to_string());
        settled(line, |text| guide::Command::parse(text).to_string());
        settled(line, |text| nboard::Reply::parse(text).to_string());
        settled(line, |text| nboard::Command::parse(text).to_string());
        // What it writes of a line that it does not understand is for people.
        uhp::Command::parse(line).to_string();
        let told = (uhp::Reply::parse(line), uhp::Thought::parse_error_line(line));
        let _text = format!("{told:?}");
        uhp::GameString::parse(line).map(|game| game.to_string());
        let _text = format!("{:?}", ubgi::Reply::parse(line));
        settled(line, |text| ubgi::Command::parse(text).to_string());
        ubgi::PositionText::parse(line).map(|position| position.text().len());
        ubgi::Action::parse(line).map(|action| action.to_string());
        read_by_links(line);
    }
}

/// Written once, a line is written the same again.
fn settled(line: &str, rewritten: impl Fn(&str) -> String) {
    let once = rewritten(line);
    assert_eq!(rewritten(&once), once, "from {line:?}");
}

fn read_by_links(line: &str) {
    for game in GAMES {
        let pos = game.start(&Setup::default()).expect("the normal start");
        for link in game.info().protocols.iter().filter_map(|name| game.link(name)) {
            if let Ok(mv) = link.read_move(&*pos, line) {
                assert!(pos.boxed_clone().play(&mv.0).is_ok(), "{mv}");
            }
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            link.read_line(&*pos, &words);
            link.compare_moves(&*pos, &words);
            link.read_kept(line);
        }
    }
}

/// Bytes in any portions: the lines are those of all bytes at once, and none is too long.
pub(crate) fn portions(data: &[u8]) {
    const MAX_LINE: usize = 40;
    let mut choices = Choices(data);
    let framing = *choices.of(&[Framing::Lines, Framing::ControlBytes]);
    let size = 1 + choices.below(50);
    let bytes = choices.0;
    let lines = |portions: &mut dyn Iterator<Item = &[u8]>| {
        let mut decoder = LineDecoder::framed(MAX_LINE, framing);
        let mut lines = Vec::new();
        for portion in portions {
            decoder.push(portion);
            while let Some(line) = decoder.next_line() {
                lines.push((line.text.into_owned(), line.cut, line.lossy));
            }
        }
        decoder.finish();
        while let Some(line) = decoder.next_line() {
            lines.push((line.text.into_owned(), line.cut, line.lossy));
        }
        lines
    };
    let whole = lines(&mut std::iter::once(bytes));
    assert_eq!(lines(&mut bytes.chunks(size)), whole);
    // A replaced byte is three bytes long.
    assert!(whole.iter().all(|(text, ..)| text.len() <= 3 * MAX_LINE), "{whole:?}");
}

/// A dialogue with a client: lines, wishes, time and ends in any order. Everything asked for ends
/// once or is cut off by the dialogue's own end; nothing is said of what has not begun or has ended;
/// nothing that is written holds a line end; a deadline that has passed is not waited for.
pub(crate) fn dialogue(data: &[u8]) {
    let mut choices = Choices(data);
    let protocol = *choices.of(Protocol::ALL);
    let mut dialogue = Dialogue::new(protocol);
    while !choices.is_empty() {
        dialogue.step(&mut choices);
    }
    dialogue.end();
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
            "feature name=Dragon version=4.5",
            "feature option=spin;threads;2;1;8",
            "feature done=1",
            "engineidentify name Dragon version 4.5",
            "setidentification name=Dragon version=1 author=me",
            "set name Dragon",
            "ready",
            "genmove move=32-28",
            "searchinfo depth=10 value=0.12 time=1.5 pv=32-28 19-23",
            "gameend result=draw",
            "error text=no",
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
}

impl Dialogue {
    fn new(protocol: Protocol) -> Self {
        let now = Instant::now();
        Self {
            protocol,
            client: protocol.client(&ClientConfig::default(), now),
            now,
            newest: SearchId(0),
            open: BTreeSet::new(),
            started: BTreeSet::new(),
            sent: Vec::new(),
            over: None,
        }
    }

    fn step(&mut self, choices: &mut Choices<'_>) {
        match choices.below(16) {
            0..8 => {
                let line = self.said(choices);
                self.client.handle_line(&line, self.now);
            }
            8 => {
                let line = choices.line();
                self.client.handle_line(&line, self.now);
            }
            9 => {
                let line = self.said(choices);
                self.client.handle_error_line(&line, self.now);
            }
            10 => self.pass(Duration::from_millis([1, 100, 700, 2_500][choices.below(4)])),
            11..14 => self.search(choices),
            14 => self.wish(choices),
            _ if choices.byte() > 250 => self.client.handle_eof(self.now),
            _ => {}
        }
        self.drain();
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
                // Numbers and names that the client has made up, as an echo.
                Some(sent) => sent.replacen("ping", "pong", 1),
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
            7 => Request::Learn(root(self.protocol, choices)),
            8 => Request::ValidMoves { id: self.next(), root: root(self.protocol, choices) },
            9 => Request::GameState { id: self.next(), root: root(self.protocol, choices) },
            10 => Request::Raw(choices.line()),
            _ if choices.byte() > 200 => Request::Quit,
            _ => Request::Stop,
        };
        self.ask(request);
    }

    fn ask(&mut self, request: Request) {
        self.client.handle_request(request, self.now);
        self.drain();
    }

    fn pass(&mut self, time: Duration) {
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
            assert!(!line.contains(['\n', '\r']), "{line:?}");
            self.sent.push(line);
        }
        while let Some(event) = self.client.poll_event() {
            assert_eq!(self.over, None, "then came {event:?}");
            self.check(event);
        }
        if self.client.poll_restart() {
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
            }
            Event::Info(info) => self.check_running(info.search),
            Event::GameValue { search, .. } => self.check_running(search),
            Event::Answer(answer) => {
                self.check_running(answer.search);
                self.close(answer.search);
            }
            Event::Ended(id) | Event::ValidMoves { id, .. } => self.close(id),
            Event::Closed | Event::Fault(_) => self.over = Some(event),
            Event::Ready { .. }
            | Event::Renamed(_)
            | Event::Learned
            | Event::GameState { .. }
            | Event::Status(_)
            | Event::DrawOffered
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
        players: ["A", "B"],
        clocks: [None, None],
        moves: &played.moves,
    })
}
