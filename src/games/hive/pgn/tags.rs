//! The tags of a PGN game: game type, start, players and result.
//!
//! Does not read moves.

use crate::games::hive::{GameType, Hive};
use crate::games::text::pgn::{pgn_clock, pointed_date};
use crate::games::text::tags;
use crate::games::{Ending, GameResult, Outcome, Record, Rules, Setup, Side, Tags};

/// The tags read so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Heading {
    pub(super) tags: Tags,
    pub(super) game_type: Option<String>,
    start: Option<String>,
    result: Option<String>,
    termination: Option<String>,
    pub(super) n_tags: usize,
}

/// Tags that are written from other fields of the record than [`Tags::other`].
const OWN_KEYS: [&str; 14] = [
    "GameType",
    "Date",
    "Site",
    "White",
    "Black",
    "Result",
    "Start",
    "Termination",
    "WhiteElo",
    "BlackElo",
    "TimeControlWhite",
    "TimeControlBlack",
    "Event",
    "Round",
];

/// Stands for a value that is not known (PGN standard, 8.1.1).
const UNKNOWN: &str = "?";
const UNKNOWN_DATE: &str = "????.??.??";

impl Heading {
    /// Takes a tag.
    pub(super) fn add(&mut self, key: &str, value: String) {
        self.n_tags += 1;
        if value.is_empty() || value == UNKNOWN || value == UNKNOWN_DATE {
            return;
        }
        let tags = &mut self.tags;
        match key {
            "GameType" => self.game_type = Some(value),
            "Start" => self.start = Some(value),
            "Result" => self.result = Some(value),
            "Termination" => self.termination = Some(value),
            "White" => tags.players[0] = value,
            "Black" => tags.players[1] = value,
            "WhiteElo" => tags.ratings[0] = value,
            "BlackElo" => tags.ratings[1] = value,
            "TimeControl" => tags.clocks = [value.clone(), value],
            "TimeControlWhite" => tags.clocks[0] = value,
            "TimeControlBlack" => tags.clocks[1] = value,
            "Site" => tags.place = value,
            "Date" => tags.date = value,
            _ => {
                tags.other.insert(key.to_owned(), value);
            }
        }
    }

    /// Takes the result after the moves, if no tag gave one.
    pub(super) fn add_result(&mut self, text: &str) {
        if self.result.as_deref().and_then(outcome).is_none() {
            self.result = Some(text.to_owned());
        }
    }

    /// The start of the game; `game_type` is the type with all its pieces, if no tag names one.
    ///
    /// # Errors
    ///
    /// When there is no such game type or the start cannot be set up.
    pub(super) fn start(&self, game_type: GameType) -> Result<Hive, String> {
        let variant = match &self.game_type {
            Some(text) => text.clone(),
            None if self.start.is_some() => return self.set_up(None),
            None => game_type.name().to_owned(),
        };
        self.set_up(Some(variant))
    }

    fn set_up(&self, variant: Option<String>) -> Result<Hive, String> {
        let setup = Setup { variant, position: self.start.clone() };
        Hive::start(&setup).map_err(|error| error.to_string())
    }

    /// Puts heading and result into a record whose game ended by the rules with `ending`, if it
    /// did.
    ///
    /// # Errors
    ///
    /// Returns a result that differs from the rules, which count.
    pub(super) fn finish(self, record: &mut Record, ending: Option<Ending>) -> Result<(), String> {
        record.tags = self.tags;
        let said = self.result.as_deref().and_then(outcome);
        record.result = said.map(|outcome| GameResult {
            outcome,
            margin: Some(outcome.signed(1)),
            reason: self.termination.clone().unwrap_or_default(),
        });
        let Some(ending) = ending else { return Ok(()) };
        record.result = Some(ending.into());
        match self.result {
            Some(text) if said != Some(ending.outcome) => {
                let ours = result_text(Some(ending.outcome), true);
                Err(format!("the result is given as {text:?}, but by its moves it is {ours}"))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// The winner, by the text of a result; `None` for an unfinished game.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    match text.trim().to_ascii_lowercase().as_str() {
        "whitewins" | "1-0" => Some(Outcome::WonBy(Side::First)),
        "blackwins" | "0-1" => Some(Outcome::WonBy(Side::Second)),
        "draw" | "1/2-1/2" | "½-½" => Some(Outcome::Draw),
        _ => None,
    }
}

fn result_text(outcome: Option<Outcome>, has_moves: bool) -> &'static str {
    match outcome {
        Some(Outcome::WonBy(Side::First)) => "WhiteWins",
        Some(Outcome::WonBy(Side::Second)) => "BlackWins",
        Some(Outcome::Draw) => "Draw",
        None if has_moves => "InProgress",
        None => "NotStarted",
    }
}

/// The tags of a record, in Mzinga's order, with our own behind them. Mzinga writes nothing for what is
/// not known; programs that read PGN expect what the standard says.
pub(super) fn write(record: &Record, start: &Hive, ending: Option<Ending>) -> String {
    let tags = &record.tags;
    let other = |key: &str| tags.other.get(key).map_or("", String::as_str);
    let outcome = record.result.as_ref().map(|result| result.outcome);
    let has_moves = record.last() != Record::START;
    let mut text = String::new();
    let mut tag = |key: &str, value: &str| {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        tags::push(&mut text, key, value.trim());
    };
    tag("GameType", start.game_type().name());
    for (key, value, unknown) in [
        ("Date", &*pointed_date(&tags.date), UNKNOWN_DATE),
        ("Event", other("Event"), UNKNOWN),
        ("Site", &tags.place, UNKNOWN),
        ("Round", other("Round"), UNKNOWN),
        ("White", &tags.players[0], UNKNOWN),
        ("Black", &tags.players[1], UNKNOWN),
    ] {
        tag(key, if value.trim().is_empty() { unknown } else { value });
    }
    tag("Result", result_text(outcome, has_moves));
    let mut optional = |key: &str, value: &str| {
        if !value.trim().is_empty() {
            tag(key, value);
        }
    };
    if start.board().n_plies() > 0 {
        optional("Start", &start.to_text());
    }
    optional("WhiteElo", &tags.ratings[0]);
    optional("BlackElo", &tags.ratings[1]);
    let clocks = tags.clocks.each_ref().map(|clock| pgn_clock(clock));
    if clocks[0] == clocks[1] {
        optional("TimeControl", &clocks[0]);
    } else {
        optional("TimeControlWhite", &clocks[0]);
        optional("TimeControlBlack", &clocks[1]);
    }
    let is_by_rules = |reason: &str| ending.is_some_and(|ending| ending.reason == reason);
    if let Some(result) = record.result.as_ref().filter(|result| !is_by_rules(&result.reason)) {
        optional("Termination", &result.reason);
    }
    let is_key = |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric());
    for (key, value) in &tags.other {
        if is_key(key) && !OWN_KEYS.contains(&key.as_str()) {
            optional(key, value);
        }
    }
    text
}
