//! The requests of GUIDE transcripts, and the roots of their searches as a link writes them.

use std::time::Duration;

use quintet::protocol::guide::Board;
use quintet::protocol::{EngineClock, Limits, Mode, Request, Root, RootMove, Search, SearchId};

/// `search ID play|ponder|analyse|whole [depth N] [time SECS] [clock MAIN[+INC][/MOVES]]
/// [used OWN OTHER] [start=COLOUR,SQUARES] : 32 28 0, 17 21 0`, and what needs no root: `stop`,
/// `abandon`, `hit`, `new game`, `option NAME=VALUE`, `learn`, `draw`, `window 0|1`, `raw TEXT`,
/// `quit`.
pub(crate) fn request(text: &str) -> Request {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "search" => Request::Search(search(rest)),
        "stop" => Request::Stop,
        "abandon" => Request::Abandon,
        "hit" => Request::PonderHit,
        "new" => Request::NewGame,
        "option" => {
            let (name, value) = rest.split_once('=').unwrap();
            Request::SetOption { name: name.to_owned(), value: value.to_owned() }
        }
        "learn" => Request::Learn(Root::default()),
        "draw" => Request::OfferDraw,
        "window" => Request::ShowWindow(rest == "1"),
        "raw" => Request::Raw(rest.to_owned()),
        "quit" => Request::Quit,
        other => panic!("unknown request {other:?}"),
    }
}

fn search(text: &str) -> Search {
    let (head, moves) = text.split_once(':').unwrap_or((text, ""));
    let mut words = head.split_ascii_whitespace();
    let id = SearchId(words.next().unwrap().parse().unwrap());
    let mode = match words.next().unwrap() {
        "play" => Mode::Play,
        "ponder" => Mode::Ponder,
        "analyse" => Mode::Analyse { lines: 1 },
        "whole" => Mode::WholeGame,
        other => panic!("unknown mode {other:?}"),
    };
    let mut limits = Limits::default();
    let mut start = Board::standard().to_string();
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap();
        match word {
            "depth" => limits.depth = Some(value().parse().unwrap()),
            "time" => limits.move_time = Some(secs(value())),
            "clock" => limits.clocks = Some([clock(value()), EngineClock::default()]),
            "used" => limits.elapsed = [secs(value()), secs(value())],
            other => {
                let board = other.strip_prefix("start=").expect("a limit, or a start");
                start = board.replace(',', " ");
            }
        }
    }
    Search { id, root: root(start, moves), limits, mode }
}

/// `60`, `61+1`, `300/9`.
fn clock(text: &str) -> EngineClock {
    let (text, moves) = text.split_once('/').map_or((text, None), |(t, n)| (t, Some(n)));
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let moves = moves.map(|moves| moves.parse().unwrap());
    EngineClock { main: secs(main), increment: secs(increment), moves }
}

fn secs(text: &str) -> Duration {
    Duration::from_secs_f64(text.parse().unwrap())
}

fn root(start: String, text: &str) -> Root {
    let moves: Vec<RootMove> = text
        .split(',')
        .map(str::trim)
        .filter(|mv| !mv.is_empty())
        .map(|mv| RootMove { mv: mv.to_owned(), step: mv.to_owned() })
        .collect();
    let listed: String = moves.iter().map(|mv| format!(" m {}", mv.step)).collect();
    let full = format!("{start} {}{listed}", moves.len());
    Root { start, moves, full }
}
