//! What the program asks of a UHP engine, as the transcripts write it.

use std::time::Duration;

use quintet::protocol::{EngineClock, Limits, Mode, Request, Root, RootMove, Search, SearchId};

/// `play|analyse|ponder|whole ID TYPE [depth=N] [time=SECS] [clock=MAIN+INC] : MOVE;MOVE`,
/// `moves ID TYPE : MOVE;MOVE`, `option NAME VALUE`, `raw TEXT`, `restart`, `stop`, `abandon`, `new`,
/// `quit`. With `over=STATE` the head of the game says so.
pub(super) fn request(text: &str) -> Request {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "stop" => Request::Stop,
        "abandon" => Request::Abandon,
        "new" => Request::NewGame,
        "ponder-hit" => Request::PonderHit,
        "learn" => Request::Learn(Root::default()),
        "raw" => Request::Raw(rest.to_owned()),
        "quit" => Request::Quit,
        "option" => {
            let (name, value) = rest.split_once(' ').unwrap();
            Request::SetOption { name: name.to_owned(), value: value.to_owned() }
        }
        _ => {
            let (head, moves) = rest.split_once(" : ").unwrap_or((rest.trim_end_matches(" :"), ""));
            let mut words = head.split_ascii_whitespace();
            let id = SearchId(words.next().unwrap().parse().unwrap());
            let start = words.next().unwrap();
            let (limits, state) = limits(words);
            let root = root(start, moves, state);
            let mode = match word {
                "moves" => return Request::ValidMoves { id, root },
                "game" => return Request::GameState { id, root },
                "play" => Mode::Play,
                "analyse" => Mode::Analyse { lines: 1 },
                "ponder" => Mode::Ponder,
                "whole" => Mode::WholeGame,
                _ => panic!("unknown request {text:?}"),
            };
            Request::Search(Search { id, root, limits, mode })
        }
    }
}

fn limits<'a>(words: impl Iterator<Item = &'a str>) -> (Limits, Option<&'a str>) {
    let (mut limits, mut state) = (Limits::default(), None);
    for word in words {
        let (name, value) = word.split_once('=').unwrap();
        let secs = |value: &str| Duration::from_secs_f64(value.parse().unwrap());
        match name {
            "depth" => limits.depth = Some(value.parse().unwrap()),
            "time" => limits.move_time = Some(secs(value)),
            "clock" => {
                let (main, increment) = value.split_once('+').unwrap();
                let own = EngineClock { main: secs(main), increment: secs(increment), moves: None };
                limits.clocks = Some([own, EngineClock::default()]);
            }
            "over" => state = Some(value),
            _ => panic!("unknown limit {word:?}"),
        }
    }
    (limits, state)
}

/// A game as the link of Hive writes it.
fn root(start: &str, moves: &str, state: Option<&str>) -> Root {
    let moves: Vec<String> =
        moves.split(';').map(str::trim).filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
    let side = if moves.len().is_multiple_of(2) { "White" } else { "Black" };
    let state = state.unwrap_or(if moves.is_empty() { "NotStarted" } else { "InProgress" });
    let mut full = format!("{start};{state};{side}[{}]", moves.len() / 2 + 1);
    for mv in &moves {
        full.push(';');
        full.push_str(mv);
    }
    let moves = moves.into_iter().map(|mv| RootMove { step: mv.clone(), mv }).collect();
    Root { start: start.to_owned(), moves, full }
}
