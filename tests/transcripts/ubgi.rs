//! What the program asks of a UBGI engine, as the transcripts write it.

use quintet::protocol::ubgi::PositionTexts;
use quintet::protocol::{EngineClock, Limits, Mode, Request, Search, SearchId};

use crate::asked;

/// What [`asked`] reads but `search`, and
/// `play|analyse|ponder|whole ID [lines=N] [depth=N] [nodes=N] [time=SECS] [clock=MAIN+INC]
/// : XGID [RAWBOARD [POSITION ID]]`. Without `XGID=`, a position is that of the opening with these
/// dice: `31`, `00`, `D`.
pub(super) fn request(text: &str) -> Request {
    asked::plain(text).unwrap_or_else(|| search(text))
}

fn search(text: &str) -> Request {
    let (head, position) = text.split_once(" :").unwrap_or((text, ""));
    let mut words = head.split_ascii_whitespace();
    let mut mode = asked::mode(words.next().unwrap());
    let id = SearchId(words.next().unwrap().parse().unwrap());
    let mut limits = Limits::default();
    for word in words {
        let (name, value) = word.split_once('=').unwrap();
        match name {
            "lines" => mode = Mode::Analyse { lines: value.parse().unwrap() },
            "depth" => limits.depth = Some(value.parse().unwrap()),
            "nodes" => limits.nodes = Some(value.parse().unwrap()),
            "time" => limits.move_time = Some(asked::secs(value)),
            "clock" => limits.clocks = Some([asked::clock(value), EngineClock::default()]),
            _ => panic!("unknown limit {word:?}"),
        }
    }
    Request::Search(Search { id, root: texts(position).root(), limits, mode })
}

/// The position, of which the texts after the first may be missing.
fn texts(position: &str) -> PositionTexts {
    let mut words = position.split_ascii_whitespace().map(str::to_owned);
    let xgid = words.next().unwrap_or_default();
    if xgid.starts_with("board:") {
        return PositionTexts { rawboard: xgid, ..PositionTexts::default() };
    }
    if xgid.starts_with("XGID=") || xgid.is_empty() {
        let mut next = || words.next().unwrap_or_default();
        return PositionTexts { xgid, rawboard: next(), position_id: next() };
    }
    let dice: Vec<&str> = match xgid.as_str() {
        "00" | "D" => vec!["0", "0"],
        dice => dice.split("").filter(|die| !die.is_empty()).collect(),
    };
    let was_doubled = u8::from(xgid == "D");
    PositionTexts {
        xgid: format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{xgid}:0:0:0:0:10"),
        rawboard: format!(
            "board:You:Opponent:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0\
             :1:{}:{}:0:0:1:1:1:{was_doubled}:1:-1:0:25:0:0:0:0:2:0:0:0",
            dice[0], dice[1],
        ),
        position_id: "4HPwATDgc/ABMA".to_owned(),
    }
}
