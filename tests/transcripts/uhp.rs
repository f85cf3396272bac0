//! What the program asks of a UHP engine, as the transcripts write it.

use quintet::protocol::{EngineClock, Limits, Request, Root, Search, SearchId};

use crate::asked;

/// What [`asked`] reads but `search`, and
/// `play|analyse|ponder|whole ID TYPE [depth=N] [time=SECS] [clock=MAIN+INC] : MOVE;MOVE`,
/// `moves ID TYPE : MOVE;MOVE` and `game ID TYPE : MOVE;MOVE`. With `over=STATE` the head of the game says so.
pub(super) fn request(text: &str) -> Request {
    asked::plain(text).unwrap_or_else(|| about_a_game(text))
}

fn about_a_game(text: &str) -> Request {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (head, moves) = rest.split_once(" : ").unwrap_or((rest.trim_end_matches(" :"), ""));
    let mut words = head.split_ascii_whitespace();
    let id = SearchId(words.next().unwrap().parse().unwrap());
    let start = words.next().unwrap();
    let (limits, state) = limits(words);
    let root = root(start, moves, state);
    match word {
        "moves" => return Request::ValidMoves { id, root },
        "game" => return Request::GameState { id, root },
        _ => {}
    }
    Request::Search(Search { id, root, limits, mode: asked::mode(word) })
}

fn limits<'a>(words: impl Iterator<Item = &'a str>) -> (Limits, Option<&'a str>) {
    let (mut limits, mut state) = (Limits::default(), None);
    for word in words {
        let (name, value) = word.split_once('=').unwrap();
        match name {
            "depth" => limits.depth = Some(value.parse().unwrap()),
            "time" => limits.move_time = Some(asked::secs(value)),
            "clock" => limits.clocks = Some([asked::clock(value), EngineClock::default()]),
            "over" => state = Some(value),
            _ => panic!("unknown limit {word:?}"),
        }
    }
    (limits, state)
}

/// A game as the link of Hive writes it.
fn root(start: &str, moves: &str, state: Option<&str>) -> Root {
    let moves: Vec<&str> = moves.split(';').map(str::trim).filter(|mv| !mv.is_empty()).collect();
    let side = if moves.len().is_multiple_of(2) { "White" } else { "Black" };
    let state = state.unwrap_or(if moves.is_empty() { "NotStarted" } else { "InProgress" });
    let mut full = format!("{start};{state};{side}[{}]", moves.len() / 2 + 1);
    for mv in &moves {
        full.push(';');
        full.push_str(mv);
    }
    let moves = moves.into_iter().map(asked::step).collect();
    Root { start: start.to_owned(), moves, full }
}
