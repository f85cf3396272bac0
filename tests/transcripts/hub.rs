//! The requests of Hub transcripts, and the roots of their searches as a link writes them.

use std::time::Duration;

use quintet::protocol::{EngineClock, Limits, Mode, Request, Root, RootMove, Search, SearchId};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// `search ID play|ponder|analyse|whole [depth N] [nodes N] [move-time SECS] [clock MAIN[+INC][/MOVES]]
/// [pos=..] : moves`, and what needs no root: `stop`, `abandon`, `hit`, `new game`,
/// `option NAME VALUE`, `learn`, `draw`, `raw TEXT`, `quit`.
///
/// A `|` among the moves stands where the reduced history begins.
pub(crate) fn request(text: &str) -> Request {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "search" => Request::Search(search(rest)),
        "stop" => Request::Stop,
        "abandon" => Request::Abandon,
        "hit" => Request::PonderHit,
        "new" => Request::NewGame,
        "option" => {
            let (name, value) = rest.split_once(' ').unwrap();
            Request::SetOption { name: name.to_owned(), value: value.to_owned() }
        }
        "learn" => Request::Learn(Root::default()),
        "draw" => Request::OfferDraw,
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
    let mut start = START;
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap();
        match word {
            "depth" => limits.depth = Some(value().parse().unwrap()),
            "nodes" => limits.nodes = Some(value().parse().unwrap()),
            "move-time" => limits.move_time = Some(secs(value())),
            "clock" => limits.clocks = Some([clock(value()), EngineClock::default()]),
            other => start = other.strip_prefix("pos=").expect("a limit, or a position"),
        }
    }
    Search { id, root: root(start, moves), limits, mode }
}

/// `60`, `61+1`, `300/9`.
fn clock(text: &str) -> EngineClock {
    let (text, moves) = text.split_once('/').map_or((text, None), |(t, n)| (t, Some(n)));
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    EngineClock {
        main: secs(main),
        increment: secs(increment),
        moves: moves.map(|moves| moves.parse().unwrap()),
    }
}

fn secs(text: &str) -> Duration {
    Duration::from_secs_f64(text.parse().unwrap())
}

/// The position where the reduced history begins is only named, as `W...` or `B...`: what stands on
/// it is the link's affair.
fn root(start: &str, text: &str) -> Root {
    let all: Vec<&str> = text.split_ascii_whitespace().filter(|word| *word != "|").collect();
    let (before, kept) = text.split_once('|').unwrap_or(("", text));
    let n_before = before.split_ascii_whitespace().count();
    let white_began = start.starts_with('W') == n_before.is_multiple_of(2);
    let pos = match (n_before, white_began) {
        (0, _) => start.to_owned(),
        (_, true) => format!("W-after-{n_before}"),
        (_, false) => format!("B-after-{n_before}"),
    };
    let kept: Vec<&str> = kept.split_ascii_whitespace().collect();
    let full = if kept.is_empty() {
        format!("pos={pos}")
    } else {
        format!("pos={pos} moves=\"{}\"", kept.join(" "))
    };
    let step = |mv: &&str| RootMove { mv: (*mv).to_owned(), step: (*mv).to_owned() };
    Root { start: start.to_owned(), moves: all.iter().map(step).collect(), full }
}
