//! The scripted engine's GUIDE: an engine behind a socket that misbehaves as it is told.
//!
//! `scripted-engine --guide -guide -port N [--connect [--stubborn]] [--moves "32 28 0,.."]
//! [--separator TEXT] [--byte-by-byte] [--numbers] [--mute] [--old] [--late-move] [--bad-options] [--rules]
//! [--misguess] [DEED[=VALUE][@WORD[:N]]]...` with the deeds of [`super::deed`], and for WORD the first word of a
//! command, `start` (before there is a connection), `open` (when there is one) or `eof`.
//! `close@WORD` closes the connection and lives on; `close-sending@WORD` closes it in the direction
//! to the host only, and goes on reading.
//!
//! It listens, or with `--connect` connects and ends with code 4 where nothing listens, unless it
//! is stubborn. `--mute` says nothing before `guide`; `--old` knows neither `capabilities` nor
//! `ping`; `--numbers` writes the types of options so; `--late-move` moves before it reads `halt
//! 0`; `--rules` plays the first legal move where none is listed, expects the first legal reply, or
//! with `--misguess` the last of several, on whose position it thinks without end, and tells
//! positions. Without faults it plays the moves listed, at once or, where its level is infinite,
//! when it is halted.

use std::error::Error;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process;
use std::thread;
use std::time::Duration;

use quintet::games::{self, BoxPosition, Link, LinkedGame, LinkedMove, MoveText, Setup};
use quintet::protocol::guide::{
    Assignment, Board, EngineMode, GuideServer, Identity, Level, Move, OptionLine, OptionType,
    OrderId, Reply, SearchInfo, Task,
};
use quintet::protocol::{Framing, LineDecoder};

use super::deed::{self, Deed, Fault, Flow};

/// What it does wrong.
enum Wrong {
    Deed(Deed),
    CloseConnection,
    CloseSending,
}

/// A fault and the word at which it is due.
struct Due {
    word: String,
    /// Only at this time, counted from 1.
    only: Option<u32>,
    n_seen: u32,
    wrong: Wrong,
}

impl Due {
    fn parse(text: &str) -> Result<Self, String> {
        let (wrong, when) = text.rsplit_once('@').unwrap_or((text, "start"));
        let (word, only) = match when.split_once(':') {
            Some((word, nth)) => (word, Some(nth.parse().map_err(|_error| format!("{when:?}"))?)),
            None => (when, None),
        };
        let wrong = match wrong {
            "close" => Wrong::CloseConnection,
            "close-sending" => Wrong::CloseSending,
            deed => {
                let Fault { deed, .. } = format!("{deed}@start").parse()?;
                Wrong::Deed(deed)
            }
        };
        Ok(Self { word: word.to_owned(), only, n_seen: 0, wrong })
    }

    fn is_due(&mut self, word: &str) -> bool {
        if self.word != word {
            return false;
        }
        self.n_seen += 1;
        self.only.is_none_or(|only| only == self.n_seen)
    }
}

/// How it behaves.
#[derive(Default)]
struct Manners {
    /// 0: one that is free, which it says.
    port: u16,
    connects: bool,
    stubborn: bool,
    separator: String,
    byte_by_byte: bool,
    numbers: bool,
    mute: bool,
    old: bool,
    late_move: bool,
    no_halt: bool,
    bad_options: bool,
    rules: bool,
    misguess: bool,
    faults: Vec<Due>,
}

struct ScriptedGuide {
    manners: Manners,
    server: GuideServer,
    stream: TcpStream,
    /// Moves to play, the next one last.
    moves: Vec<Move>,
    /// The search that waits for `halt`.
    running: Option<OrderId>,
    /// The reply that is expected wrongly.
    guess: Option<Move>,
    flood: deed::Flood,
    quits: bool,
}

/// Speaks GUIDE until `quit` or the end of the connection.
pub(super) fn run(args: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let (mut manners, moves) = read_args(args)?;
    let mut flood = deed::Flood::default();
    act(&mut manners.faults, "start", &mut flood)?;
    let stream = manners.open()?;
    stream.set_nodelay(true)?;
    deed::speak_through(stream.try_clone()?);
    let mut identity = identity();
    identity.without.extend(manners.no_halt.then_some("halt"));
    let server = GuideServer::new(identity);
    let (running, guess) = (None, None);
    let engine =
        ScriptedGuide { manners, server, stream, moves, running, guess, flood, quits: false };
    Ok(engine.talk()?)
}

type Args = (Manners, Vec<Move>);

fn read_args(mut args: impl Iterator<Item = String>) -> Result<Args, Box<dyn Error>> {
    let mut manners = Manners { separator: "\n".to_owned(), ..Manners::default() };
    let mut moves = Vec::new();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "-guide" => {}
            "-port" => manners.port = value()?.parse()?,
            "--connect" => manners.connects = true,
            "--stubborn" => manners.stubborn = true,
            "--byte-by-byte" => manners.byte_by_byte = true,
            "--numbers" => manners.numbers = true,
            "--mute" => manners.mute = true,
            "--old" => manners.old = true,
            "--late-move" => manners.late_move = true,
            "--no-halt" => manners.no_halt = true,
            "--rules" => manners.rules = true,
            "--misguess" => manners.misguess = true,
            "--bad-options" => manners.bad_options = true,
            "--ignore-term" => deed::ignore_term()?,
            "--separator" => manners.separator = value()?.replace("\\t", "\t").replace("\\r", "\r"),
            "--moves" => moves = value()?.split(',').rev().filter_map(Move::parse).collect(),
            fault => manners.faults.push(Due::parse(fault)?),
        }
    }
    Ok((manners, moves))
}

/// An option of every type.
fn identity() -> Identity {
    let option = |id, name: &str, kind| OptionLine { id, name: name.to_owned(), kind };
    let choices = ["off", "64K"].map(str::to_owned).to_vec();
    let options = vec![
        option(0, "Opening_Book", OptionType::Check(false)),
        option(1, "Threads", OptionType::Spin { default: 1, min: Some(1), max: Some(8) }),
        option(3, "Hash_Table", OptionType::Combo { default: 1, choices }),
    ];
    let (name, author) = ("scripted".to_owned(), "nobody".to_owned());
    Identity { name, author, options, without: Vec::new() }
}

impl Manners {
    fn open(&self) -> io::Result<TcpStream> {
        let address = (Ipv4Addr::LOCALHOST, self.port);
        if !self.connects {
            let listener = TcpListener::bind(address);
            let listener = listener.unwrap_or_else(|error| end(5, &error));
            if self.port == 0 {
                // For a test that could not be sure of any port.
                writeln!(io::stdout(), "{}", listener.local_addr()?)?;
            }
            return Ok(listener.accept()?.0);
        }
        loop {
            match TcpStream::connect(address) {
                Ok(stream) => return Ok(stream),
                Err(_) if self.stubborn => thread::park_timeout(Duration::from_millis(5)),
                Err(error) => end(4, &error),
            }
        }
    }
}

/// Last words and the end.
fn end(code: i32, error: &io::Error) -> ! {
    let words = format!("no connection: {error}");
    drop(io::stderr().write_all(words.as_bytes()));
    process::exit(code)
}

/// Does what the script wants at this word; `None` where the connection is to be closed.
fn act(faults: &mut [Due], word: &str, flood: &mut deed::Flood) -> io::Result<Option<Flow>> {
    let mut flow = Flow::Answer;
    for due in faults {
        if !due.is_due(word) {
            continue;
        }
        match &due.wrong {
            Wrong::CloseConnection => return Ok(None),
            Wrong::CloseSending => deed::stop_sending()?,
            Wrong::Deed(deed) => flow = deed.act(flood)?.unwrap_or(flow),
        }
    }
    Ok(Some(flow))
}

impl ScriptedGuide {
    fn talk(mut self) -> io::Result<()> {
        self.act("open")?;
        let greeting = self.transmits();
        if !self.manners.mute {
            self.say(&greeting)?;
        }
        let mut decoder = LineDecoder::framed(1 << 16, Framing::ControlBytes);
        let mut chunk = [0; 4096];
        loop {
            while let Some(line) = decoder.next_line() {
                let line = line.text.into_owned();
                self.hear(&line)?;
                if self.quits {
                    return Ok(());
                }
            }
            match self.stream.read(&mut chunk) {
                Ok(n_bytes) if n_bytes > 0 => decoder.push(&chunk[..n_bytes]),
                Ok(_) | Err(_) => break,
            }
        }
        self.act("eof").map(drop)
    }

    fn act(&mut self, word: &str) -> io::Result<Flow> {
        match act(&mut self.manners.faults, word, &mut self.flood)? {
            Some(flow) => Ok(flow),
            None => {
                self.stream.shutdown(Shutdown::Both)?;
                deed::idle()
            }
        }
    }

    fn hear(&mut self, line: &str) -> io::Result<()> {
        let word = line.split_whitespace().next().unwrap_or_default().to_owned();
        match self.act(&word)? {
            Flow::Answer => {
                let answer = self.answer(line);
                self.say(&answer)
            }
            Flow::Twice => {
                let answer = self.answer(line);
                self.say(&[answer.clone(), answer].concat())
            }
            Flow::Instead(answer) => {
                self.answer(line);
                self.say(&[answer])
            }
            Flow::Silence => {
                // What it does not hear it does not do.
                self.quits = false;
                Ok(())
            }
        }
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        if self.manners.old && (line == "capabilities" || line.starts_with("ping ")) {
            return Vec::new();
        }
        if self.manners.bad_options && line.starts_with("setoption") {
            return vec!["error setoption not implemented".to_owned()];
        }
        let mut lines = Vec::new();
        if self.manners.late_move && line == "halt 0" && self.running.is_some() {
            self.play(&mut lines);
        }
        if let Some(task) = self.server.handle_line(line) {
            self.carry_out(task, &mut lines);
        }
        lines.splice(0..0, self.transmits());
        lines
    }

    fn transmits(&mut self) -> Vec<String> {
        let numbers = self.manners.numbers;
        std::iter::from_fn(|| self.server.poll_transmit())
            .map(|line| match numbers {
                true => [("check", "1"), ("spin", "2"), ("combo", "3")].iter().fold(
                    line,
                    |line, (word, number)| {
                        line.replace(&format!(" type {word} "), &format!(" type {number} "))
                    },
                ),
                false => line,
            })
            .collect()
    }

    fn carry_out(&mut self, task: Task, lines: &mut Vec<String>) {
        match task {
            Task::Search(assignment) => self.search(&assignment, lines),
            Task::Halt { plays: true } => self.play(lines),
            Task::Halt { plays: false } => self.running = None,
            Task::TellPosition => {
                lines.push(self.tell_position());
            }
            Task::Quit => {
                lines.push("quit".to_owned());
                self.quits = true;
            }
            Task::OfferDraw => lines.push("offerdraw".to_owned()),
            Task::NewGame
            | Task::Board
            | Task::SetOption { .. }
            | Task::Opponents(_)
            | Task::Comment { .. }
            | Task::ShowWindow(_) => {}
        }
    }

    fn search(&mut self, assignment: &Assignment, lines: &mut Vec<String>) {
        let order = Some(assignment.order);
        self.running = order;
        if let EngineMode::GameAnalysis { .. } = assignment.mode {
            for ply in 1..=assignment.game.moves.len() {
                let ply = u32::try_from(ply).unwrap_or(u32::MAX);
                let remark = Reply::SetComment { ply, text: format!("remark {ply}") };
                lines.extend(self.server.admit(order, &remark));
            }
            lines.extend(self.server.admit(order, &Reply::Analysed));
            return;
        }
        let (game, ply) = (self.server.game(), self.server.ply());
        let last = ply.checked_sub(1).and_then(|idx| game.moves.get(idx));
        let ponders = last.is_some() && last == self.guess.take().as_ref();
        let pv = self.expected();
        let info = SearchInfo {
            ply: Some(1),
            score: Some(25.0),
            nodes: Some(42),
            pv,
            ..Default::default()
        };
        lines.extend(self.server.admit(order, &Reply::SearchInfo(info)));
        if assignment.level != Level::Infinite && !ponders {
            self.play(lines);
        }
    }

    /// The position as it stands, where it is kept by the rules.
    fn position(&self) -> Option<(BoxPosition, &'static dyn Link)> {
        let (game, ply) = (self.server.game(), self.server.ply());
        let draughts = games::find("draughts").filter(|_| self.manners.rules)?;
        let link = draughts.link("guide")?;
        let setup = Setup { variant: None, position: Some(game.start.to_string()) };
        let mut pos = draughts.start(&setup).ok()?;
        for mv in game.moves.iter().take(ply) {
            let mv = link.read_move(&*pos, &mv.to_string()).ok()?;
            pos.play(&mv.0).ok()?;
        }
        Some((pos, link))
    }

    /// The move listed; by the rules the first one and a reply to it, in PDN as the document has it.
    fn expected(&mut self) -> Vec<String> {
        if let Some(listed) = self.moves.last() {
            return vec![listed.to_string()];
        }
        let Some((mut pos, link)) = self.position() else { return Vec::new() };
        let Some(first) = pos.legal_moves().into_iter().next() else { return Vec::new() };
        let mut line: Vec<Move> = legal(&pos, link).into_iter().take(1).collect();
        if pos.play(&first.0).is_ok() {
            let mut replies = legal(&pos, link);
            if self.manners.misguess {
                self.guess = replies.pop().filter(|_| !replies.is_empty());
                line.extend(self.guess.clone());
            } else {
                line.extend(replies.into_iter().next());
            }
        }
        let in_pdn = |mv: Move| {
            let sign = if mv.kills.is_empty() { '-' } else { 'x' };
            format!("{}{sign}{}", mv.from, mv.to)
        };
        line.into_iter().map(in_pdn).collect()
    }

    /// The legal moves as GUIDE writes them.
    fn legal(&self) -> Vec<Move> {
        self.position().map(|(pos, link)| legal(&pos, link)).unwrap_or_default()
    }

    /// The position of now; without rules the start of the game, and no moves.
    fn tell_position(&self) -> String {
        let mut board = self.server.game().start.clone();
        if let Some((pos, _)) = self.position()
            && let Some((_, text)) = pos.position_texts().into_iter().find(|text| text.0 == "GUIDE")
            && let Some((colour, squares)) = text.split_once(' ')
        {
            board = Board::new(colour == "white", squares).unwrap_or(board);
        }
        Reply::Position { board, moves: Some(self.legal()) }.to_string()
    }

    fn play(&mut self, lines: &mut Vec<String>) {
        let Some(order) = self.running.take() else { return };
        let order = Some(order);
        let listed = self.moves.pop();
        if let Some(mv) = listed.or_else(|| self.legal().into_iter().next()) {
            lines.extend(self.server.admit(order, &Reply::Move(mv)));
        }
    }

    /// Writes lines in one segment, or every byte in its own.
    fn say(&mut self, lines: &[String]) -> io::Result<()> {
        let end = self.manners.separator.as_str();
        let text: String = lines.iter().flat_map(|line| [line.as_str(), end]).collect();
        let size = if self.manners.byte_by_byte { 1 } else { text.len().max(1) };
        for chunk in text.as_bytes().chunks(size) {
            // The host may have gone meanwhile; reading says so.
            if deed::write_out(chunk).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// The legal moves of a position as GUIDE writes them.
fn legal(pos: &BoxPosition, link: &'static dyn Link) -> Vec<Move> {
    let start = pos.to_text();
    let written = |mv: MoveText| {
        let moves = [LinkedMove::new(mv, None, None)];
        let game = LinkedGame {
            start: &start,
            variant: None,
            players: ["", ""],
            clocks: [None; 2],
            moves: &moves,
            now: None,
        };
        Move::parse(&link.root(&game).moves.first()?.step)
    };
    pos.legal_moves().into_iter().filter_map(written).collect()
}
