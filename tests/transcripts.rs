//! Replays `tests/transcripts/<protocol>/**/*.txt` against the protocol clients, with a fake clock.
//!
//! ```text
//! = request   the program asks this
//! < line      the engine says this line; `<eof>` closes its output
//! E line      the engine writes this line on its error output
//! *           the engine was started again, as the client wanted
//! + 5s        time passes; on the way the client is called whenever it wants to be
//! > line      the client must send this line now
//! ! event     the client must report this event now
//! # text      a remark
//! ```
//!
//! Lines `=`, `<`, `E`, `*` and `+` drive, lines `>` and `!` are expected; nothing may be left out. With
//! `UPDATE_TRANSCRIPTS=1` in the environment the files are rewritten with what the client does: to
//! be read before it is committed.
//!
//! A file may configure its engine at the top: `= config NAME VALUE` with a dialect setting,
//! `= config timeouts 0.5`, `= config attended yes`, or `= config option NAME VALUE`.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

#[path = "transcripts/asked.rs"]
mod asked;
#[path = "transcripts/guide.rs"]
mod guide_requests;
#[path = "transcripts/hub.rs"]
mod hub_requests;
#[path = "transcripts/ubgi.rs"]
mod ubgi_requests;
#[path = "transcripts/uhp.rs"]
mod uhp_requests;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quintet::protocol::{
    Bound, Chances, Client, ClientConfig, EngineClock, Event, Limits, Mode, Protocol, Request,
    Root, RootMove, Search, SearchId,
};

#[test]
fn nboard() {
    replay_folder(Protocol::NBoard);
}

#[test]
fn hub() {
    replay_folder(Protocol::Hub);
}

#[test]
fn guide() {
    replay_folder(Protocol::Guide);
}

#[test]
fn uhp() {
    replay_folder(Protocol::Uhp);
}

#[test]
fn ubgi() {
    replay_folder(Protocol::Ubgi);
}

fn replay_folder(protocol: Protocol) {
    let folder = Path::new("tests/transcripts").join(protocol.name());
    let files = text_files(&folder);
    assert!(!files.is_empty(), "no transcript in {}", folder.display());
    let mut problems = String::new();
    for path in files {
        let expected = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let got = replay(protocol, &expected);
        if got == expected {
            continue;
        }
        if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            fs::write(&path, got).unwrap();
            continue;
        }
        let same = expected.lines().zip(got.lines()).take_while(|(a, b)| a == b).count();
        let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
        let (expected, got) = (line(&expected), line(&got));
        let at = format!("{}:{}", path.display(), same + 1);
        writeln!(problems, "{at}:\n  expected {expected}\n  got      {got}").unwrap();
    }
    assert!(problems.is_empty(), "\n{problems}");
}

fn text_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(text_files(&path));
        } else if path.extension().is_some_and(|ext| ext == "txt") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The transcript with what the client does in place of what was expected of it.
fn replay(protocol: Protocol, text: &str) -> String {
    let mut config = ClientConfig { name: "Engine".to_owned(), ..ClientConfig::default() };
    for line in text.lines().filter_map(|line| line.strip_prefix("= config ")) {
        let (name, value) = line.split_once(' ').unwrap();
        match name {
            "timeouts" => config.timeouts_scale = value.parse().unwrap(),
            "attended" => config.attended = value == "yes",
            "variant" => config.variant = Some(value.to_owned()),
            "option" => {
                let (name, value) = value.split_once(' ').unwrap();
                config.options.push((name.to_owned(), value.to_owned()));
            }
            _ => config.dialect.push((name.to_owned(), value.to_owned())),
        }
    }
    let mut now = Instant::now();
    let mut client = protocol.client(&config, now);
    let mut out = String::new();
    let mut greeted = false;
    for line in text.lines() {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        if matches!(mark, ">" | "!") {
            continue;
        }
        let drives = matches!(mark, "=" | "<" | "+" | "E" | "*") && !rest.starts_with("config ");
        if drives && !greeted {
            greeted = true;
            say(&mut *client, &mut out);
        }
        writeln!(out, "{line}").unwrap();
        match mark {
            "<" if rest == "<eof>" => client.handle_eof(now),
            "<" => client.handle_line(rest, now),
            "=" if drives && protocol == Protocol::Hub => {
                client.handle_request(hub_requests::request(rest), now);
            }
            "=" if drives && protocol == Protocol::Guide => {
                client.handle_request(guide_requests::request(rest), now);
            }
            "=" if drives && protocol == Protocol::Ubgi => {
                client.handle_request(ubgi_requests::request(rest), now);
            }
            "=" if drives && protocol == Protocol::Uhp => {
                client.handle_request(uhp_requests::request(rest), now);
            }
            "=" if drives => client.handle_request(request(rest), now),
            "E" => client.handle_error_line(rest, now),
            "*" => client.handle_restart(now),
            "+" => now = wait(&mut *client, now, duration(rest), &mut out),
            "=" | "#" | "" => {}
            _ => panic!("unknown mark in {line:?}"),
        }
        if greeted {
            say(&mut *client, &mut out);
        }
    }
    out
}

/// Writes down what the client wants to say.
fn say(client: &mut dyn Client, out: &mut String) {
    while let Some(line) = client.poll_transmit() {
        writeln!(out, "> {line}").unwrap();
    }
    while let Some(event) = client.poll_event() {
        writeln!(out, "! {}", event_text(&event)).unwrap();
    }
    if client.poll_restart() {
        writeln!(out, "> (another engine, please)").unwrap();
    }
}

fn wait(client: &mut dyn Client, from: Instant, time: Duration, out: &mut String) -> Instant {
    let end = from + time;
    while let Some(due) = client.poll_timeout().filter(|due| *due <= end) {
        client.handle_timeout(due);
        say(client, out);
        assert_ne!(client.poll_timeout(), Some(due), "the same deadline twice");
    }
    client.handle_timeout(end);
    end
}

fn duration(text: &str) -> Duration {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_alphabetic()).unwrap());
    let scale = match unit {
        "s" => 1.0,
        "ms" => 0.001,
        _ => panic!("unknown unit in {text:?}"),
    };
    Duration::from_secs_f64(number.parse::<f64>().unwrap() * scale)
}

/// `search ID play|analyse N|whole [depth N] [time 400ms] [left 10s] [clock] [board=..] : moves`, `stop`, `abandon`, `new game`,
/// `option NAME VALUE`, `raw TEXT`, `quit`.
fn request(text: &str) -> Request {
    if let Some(plain) = asked::plain(text) {
        return plain;
    }
    let (head, moves) = text.split_once(':').unwrap_or((text, ""));
    let mut words = head.split_ascii_whitespace();
    let root = root(moves, head.contains(" clock"), board(head));
    match words.next().unwrap() {
        "search" => Request::Search(search(words, root)),
        other => panic!("unknown request {other:?}"),
    }
}

fn search<'a>(mut words: impl Iterator<Item = &'a str>, root: Root) -> Search {
    let number = |words: &mut dyn Iterator<Item = &'a str>| -> u32 {
        words.next().unwrap().parse().unwrap()
    };
    let id = SearchId(u64::from(number(&mut words)));
    let mode = match words.next().unwrap() {
        "play" => Mode::Play,
        "analyse" => Mode::Analyse { lines: number(&mut words) },
        "whole" => Mode::WholeGame,
        "ponder" => Mode::Ponder,
        other => panic!("unknown mode {other:?}"),
    };
    let mut limits = Limits::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => limits.depth = Some(number(&mut words)),
            _ if word.starts_with("board=") => {}
            "clock" => limits.clocks = Some([EngineClock::default(); 2]),
            "time" => limits.move_time = Some(duration(words.next().unwrap())),
            "left" => {
                let main = duration(words.next().unwrap());
                limits.clocks = Some([EngineClock { main, ..EngineClock::default() }; 2]);
            }
            other => panic!("unknown limit {other:?}"),
        }
    }
    Search { id, root, limits, mode }
}

/// The value of `board=` (64 squares and who is to move), or the standard start.
fn board(head: &str) -> String {
    const START: &str = "---------------------------O*------*O---------------------------*";
    let given = head.split_ascii_whitespace().find_map(|word| word.strip_prefix("board="));
    let (squares, side) = given.unwrap_or(START).split_at(64);
    format!("{squares} {side}")
}

/// A game as a link writes it in NBoard; `clock` puts one into its head.
fn root(moves: &str, clock: bool, start: String) -> Root {
    let clock = if clock { "TI[5:00]" } else { "" };
    let mut full = format!("(;GM[Othello]{clock}BO[8 {start}]");
    let mut root_moves = Vec::new();
    for (idx, step) in moves.split_ascii_whitespace().enumerate() {
        write!(full, "{}[{step}]", if idx % 2 == 0 { "B" } else { "W" }).unwrap();
        let mv = step.split('/').next().unwrap();
        root_moves.push(RootMove::new(mv, step));
    }
    full.push_str(";)");
    Root { start, moves: root_moves.into(), full }
}

/// `0.55/0.17/0.01/0.12/?`: won, as a gammon, as a backgammon, and lost so.
fn chances_text(chances: Chances) -> String {
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    let chances = [Some(win), win_gammon, win_backgammon, lose_gammon, lose_backgammon];
    let texts = chances.map(|chance| chance.map_or("?".to_owned(), |chance| chance.to_string()));
    texts.join("/")
}

fn event_text(event: &Event) -> String {
    match event {
        Event::Ready { name, capabilities, options } => {
            let options: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
            let stop = if capabilities.stop { "" } else { " (cannot stop)" };
            format!("ready {name:?}{stop} options {}", options.join(" "))
        }
        Event::Capabilities(capabilities) => format!(
            "capabilities clock={} depth={} nodes={}",
            capabilities.clock, capabilities.depth, capabilities.nodes
        ),
        Event::Renamed(name) => format!("renamed {name:?}"),
        Event::Started(id) => format!("started {}", id.0),
        Event::Info(info) => {
            let mut text = format!("info {}", info.search.0);
            let mut field = |name: &str, value: Option<String>| {
                if let Some(value) = value {
                    write!(text, " {name}={value}").unwrap();
                }
            };
            field("line", info.line.clone());
            field("score", info.score.map(|score| score.to_string()));
            field("bound", (info.bound != Bound::Estimate).then(|| format!("{:?}", info.bound)));
            field("depth", info.depth.clone());
            field("nodes", info.nodes.map(|nodes| nodes.to_string()));
            field("nps", info.nodes_per_second.map(|nps| nps.to_string()));
            field("time", info.time.map(|time| time.as_secs_f64().to_string()));
            field("pv", (!info.pv.is_empty()).then(|| info.pv.join(",")));
            field("book", info.book.then(|| "yes".to_owned()));
            field("chances", info.chances.map(chances_text));
            field("error", info.std_error.map(|error| error.to_string()));
            text
        }
        Event::Answer(answer) => {
            let mut text = format!("answer {}", answer.search.0);
            let score = answer.score.map(|score| score.to_string());
            let time = answer.time.map(|time| time.as_secs_f64().to_string());
            for (name, value) in [
                ("move", answer.mv.clone()),
                ("ponder", answer.ponder.clone()),
                ("score", score),
                ("time", time),
            ] {
                if let Some(value) = value {
                    write!(text, " {name}={value}").unwrap();
                }
            }
            text
        }
        Event::Ended(id) => format!("ended {}", id.0),
        Event::Refused(refusal) => format!("refused {} {refusal}", refusal.search.0),
        Event::Restarting => "restarting".to_owned(),
        Event::Restarted(why) => format!("restarted {why:?}"),
        Event::DrawOffered => "draw offered".to_owned(),
        Event::Remark { ply, text } => format!("remark ply={ply} {text:?}"),
        Event::GameState { told, game } => format!("game {game:?} for {told:?}"),
        Event::ValidMoves { id, moves: Some(moves) } => {
            format!("valid moves {} {:?}", id.0, moves.join(";"))
        }
        Event::ValidMoves { id, moves: None } => format!("no valid moves {}", id.0),
        Event::Status(text) => format!("status {text:?}"),
        Event::Deviation(text) => format!("deviation {text}"),
        Event::Chatter(text) => format!("chatter {text:?}"),
        Event::Complaint(text) => format!("complaint {text:?}"),
        Event::Closed => "closed".to_owned(),
        Event::Fault(fault) => format!("fault {fault}"),
    }
}
