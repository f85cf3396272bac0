//! What the requests of transcripts have in common, whatever the protocol: those that need no
//! position, and the limits of searches. Writes no position: each protocol has its own.

use std::time::Duration;

use quintet::protocol::{EngineClock, Limits, Mode, Request, Root, RootMove, Search, SearchId};

/// `stop`, `abandon`, `hit`, `new`, `resync`, `option NAME VALUE` or `option NAME=VALUE`, `draw`,
/// `window 0|1`, `raw TEXT`, `quit`.
pub(super) fn plain(text: &str) -> Option<Request> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some(match word {
        "stop" => Request::Stop,
        "abandon" => Request::Abandon,
        "hit" => Request::PonderHit,
        "new" => Request::NewGame,
        "resync" => Request::Resync,
        "option" => {
            let (name, value) = rest.split_once('=').or_else(|| rest.split_once(' ')).unwrap();
            Request::SetOption { name: name.to_owned(), value: value.to_owned() }
        }
        "draw" => Request::OfferDraw,
        "window" => Request::ShowWindow(rest == "1"),
        "raw" => Request::Raw(rest.to_owned()),
        "quit" => Request::Quit,
        _ => return None,
    })
}

/// `search ID play|ponder|analyse|whole [depth N] [nodes N] [time SECS]
/// [clock MAIN[+INC][/MOVES]] [used OWN OTHER] [NAME=START] : MOVES`; `start` is the position where
/// no other is given, and `root` writes the position.
pub(super) fn search(text: &str, start: &str, root: impl Fn(&str, &str) -> Root) -> Request {
    let text = text.strip_prefix("search ").unwrap_or_else(|| panic!("unknown request {text:?}"));
    let (head, moves) = text.split_once(':').unwrap_or((text, ""));
    let mut words = head.split_ascii_whitespace();
    let id = SearchId(words.next().unwrap().parse().unwrap());
    let mode = mode(words.next().unwrap());
    let (mut limits, mut start) = (Limits::default(), start);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap();
        match word {
            "depth" => limits.depth = Some(value().parse().unwrap()),
            "nodes" => limits.nodes = Some(value().parse().unwrap()),
            "time" => limits.move_time = Some(secs(value())),
            "clock" => limits.clocks = Some([clock(value()), EngineClock::default()]),
            "used" => limits.elapsed = [secs(value()), secs(value())],
            other => start = other.split_once('=').expect("a limit, or a position").1,
        }
    }
    Request::Search(Search { id, root: root(start, moves), limits, mode })
}

/// What a search is for; an analysis has one line.
pub(super) fn mode(text: &str) -> Mode {
    match text {
        "play" => Mode::Play,
        "ponder" => Mode::Ponder,
        "analyse" => Mode::Analyse { lines: 1 },
        "whole" => Mode::WholeGame,
        other => panic!("unknown mode {other:?}"),
    }
}

/// `60`, `61+1`, `300/9`.
pub(super) fn clock(text: &str) -> EngineClock {
    let (text, moves) = text.split_once('/').map_or((text, None), |(t, n)| (t, Some(n)));
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let moves = moves.map(|moves| moves.parse().unwrap());
    EngineClock { main: secs(main), increment: secs(increment), moves }
}

pub(super) fn secs(text: &str) -> Duration {
    Duration::from_secs_f64(text.parse().unwrap())
}

/// A move whose identity is the text that makes the engine play it.
pub(super) fn step(text: &str) -> RootMove {
    RootMove::plain(text)
}
