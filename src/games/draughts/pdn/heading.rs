//! The tags of a PDN game: variant, start, players and result.
//!
//! Does not read moves. Sources: the PDN 3.0 standard, sections on tags and game types; rules 1.9.

use super::foreign;
use crate::games::draughts::{Draughts, Variant, fen, side_name};
use crate::games::file::Refusal;
use crate::games::text::pgn::{pgn_clock, pointed_date};
use crate::games::text::tags;
use crate::games::{Ending, GameResult, Outcome, Record, Rules, Side, Tags};

/// The tags read so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Heading {
    pub(super) tags: Tags,
    game_type: Option<Tag>,
    variant: Option<Tag>,
    fen: Option<Tag>,
    result: Option<String>,
    n_tags: usize,
    /// Bytes of all keys and values.
    n_bytes: usize,
}

/// Tags of one game that are read.
pub(super) const MAX_TAGS: usize = 1_000;
/// A heading of more bytes is not repeated if a set-up begins the next game.
const MAX_REPEATED: usize = 4_000;

/// A tag's value and its line.
#[derive(Clone, Debug)]
struct Tag {
    value: String,
    line: usize,
}

/// Tags that are written from other fields of the record than [`Tags::other`].
const OWN_KEYS: [&str; 20] = [
    "Site",
    "Date",
    "White",
    "Black",
    "Result",
    "GameType",
    "Variant",
    "FEN",
    "SetUp",
    "PlyCount",
    "WhiteRating",
    "BlackRating",
    "WhiteElo",
    "BlackElo",
    "TimeControl",
    "TimeControlWhite",
    "TimeControlBlack",
    "Termination",
    "Event",
    "Round",
];

impl Heading {
    /// Takes a tag, unless there are too many; the value may have escapes.
    pub(super) fn add(&mut self, key: &str, value: &str, line: usize) {
        self.n_tags += 1;
        if self.n_tags > MAX_TAGS {
            return;
        }
        self.n_bytes += key.len() + value.len();
        let value = tags::unescaped(value);
        let value = value.trim();
        let tag = || (!is_unknown(value)).then(|| Tag { value: value.to_owned(), line });
        let known = if is_unknown(value) { String::new() } else { value.to_owned() };
        let tags = &mut self.tags;
        match key {
            "Site" => tags.place = known,
            "Date" => tags.date = known,
            "White" => tags.players[0] = known,
            "Black" => tags.players[1] = known,
            "WhiteRating" | "WhiteElo" => tags.ratings[0] = known,
            "BlackRating" | "BlackElo" => tags.ratings[1] = known,
            "TimeControl" => tags.clocks = [known.clone(), known],
            "TimeControlWhite" => tags.clocks[0] = known,
            "TimeControlBlack" => tags.clocks[1] = known,
            "Result" => self.result = Some(value.to_owned()),
            "GameType" => self.game_type = tag(),
            "Variant" => self.variant = tag(),
            "FEN" => self.fen = tag(),
            "SetUp" | "PlyCount" => {}
            _ if known.is_empty() => {}
            key => {
                tags.other.insert(key.to_owned(), known);
            }
        }
    }

    /// No tag has been read.
    pub(super) fn is_empty(&self) -> bool {
        self.n_tags == 0
    }

    /// The tag that came last was the first to be left out.
    pub(super) fn is_over_full(&self) -> bool {
        self.n_tags == MAX_TAGS + 1
    }

    /// The tag `Result` has this text.
    pub(super) fn states_result(&self, text: &str) -> bool {
        self.result.as_deref() == Some(text)
    }

    /// The heading of the game after a set-up among the moves; empty if it is too long to be kept
    /// for each of a thousand set-ups.
    pub(super) fn of_next_part(&self) -> Self {
        if self.n_bytes > MAX_REPEATED {
            return Self::default();
        }
        Self { fen: None, result: None, ..self.clone() }
    }

    /// The start of the game.
    ///
    /// # Errors
    ///
    /// When it isn't one of the games on a hundred squares, or its position cannot be set up; with
    /// the line.
    pub(super) fn start(&self) -> Result<Draughts, (Option<usize>, Refusal)> {
        let variant = self.variant()?;
        let Some(tag) = &self.fen else {
            return self.usual_start(variant);
        };
        set_up(&tag.value, variant).map_err(|problem| {
            let refusal = match foreign::by_fen(&tag.value) {
                Some(kind) => Refusal::Foreign(kind.to_owned()),
                None => Refusal::Broken(format!("FEN {:?}: {problem}", tag.value)),
            };
            (Some(tag.line), refusal)
        })
    }

    /// Frysk! (lidraughts' 97) is Frisian with five men on each side.
    fn usual_start(&self, variant: Variant) -> Result<Draughts, (Option<usize>, Refusal)> {
        if self.game_type.as_ref().is_some_and(|tag| number(&tag.value) == Some(97)) {
            return set_up("W:W46-50:B1-5", variant)
                .map_err(|problem| (None, Refusal::Broken(problem)));
        }
        Ok(Draughts::start_of(variant))
    }

    /// The variant by its tag, if there is one, otherwise by the type of the game.
    ///
    /// # Errors
    ///
    /// When we do not have it; with the line.
    pub(super) fn variant(&self) -> Result<Variant, (Option<usize>, Refusal)> {
        let by_type = self.game_type.as_ref().map(variant_of_type).transpose()?;
        let named = self.variant.as_ref().map(|tag| (named_variant(&tag.value), tag));
        match (named, by_type) {
            (Some((Some(variant), _)), _) => Ok(variant),
            (Some((None, tag)), None) => {
                let refusal = match foreign::named(&tag.value) {
                    Some(kind) => Refusal::Foreign(kind.to_owned()),
                    None => Refusal::Broken(format!("the variant {:?} is not known", tag.value)),
                };
                Err((Some(tag.line), refusal))
            }
            (Some((None, _)) | None, Some(variant)) => Ok(variant),
            (None, None) => Ok(Variant::International),
        }
    }

    /// Neither the type of the game nor its variant is given.
    pub(super) fn is_untyped(&self) -> bool {
        self.game_type.is_none() && self.variant.is_none()
    }

    /// The oddity in the type of the game, although the game can be read: type 99 only says that
    /// it starts from a position, which then must be there.
    pub(super) fn doubt(&self) -> Option<(usize, String)> {
        let tag = self.game_type.as_ref().filter(|tag| number(&tag.value) == Some(99))?;
        if self.fen.is_some() || self.variant.is_some() {
            return None;
        }
        let value = &tag.value;
        let reason = format!("GameType {value:?} is not known; the game is read as international");
        Some((tag.line, reason))
    }

    /// Puts tags and result into the record. `last` is the ending by the rules, if the game
    /// ended by them; `separator` is the result at the end of the moves.
    ///
    /// # Errors
    ///
    /// Returns a separator that differs from the result tag, which counts.
    pub(super) fn finish(
        self,
        record: &mut Record,
        last: Option<Ending>,
        separator: Option<&str>,
    ) -> Result<(), String> {
        if let (Some(fen), Some(position)) = (&self.fen, &mut record.setup.position) {
            position.push_str(&fen::counters(&fen.value));
        }
        record.tags = self.tags;
        let by_tag = self.result.as_deref().and_then(outcome);
        let by_separator = separator.and_then(outcome);
        let Some(outcome) = by_tag.or(by_separator) else {
            // `0-0` (lost for both) and results of other ways to count points.
            let odd = [self.result.as_deref(), separator].into_iter().flatten();
            if let Some(odd) = odd.into_iter().find(|text| !matches!(*text, "*" | "?" | "")) {
                record.tags.other.insert("Result".to_owned(), odd.to_owned());
            }
            return Ok(());
        };
        let termination = record.tags.other.get("Termination");
        let reason = reason(termination.map(String::as_str), outcome, last);
        if termination.is_some_and(|text| *text == reason) {
            record.tags.other.remove("Termination");
        }
        record.result = Some(GameResult { outcome, margin: Some(outcome.signed(1)), reason });
        if by_separator.is_none_or(|other| other == outcome) {
            return Ok(());
        }
        let [by_tag, behind] = [self.result.as_deref(), separator].map(Option::unwrap_or_default);
        Err(format!(
            "the result is {by_tag:?} in the heading, which counts, and {behind:?} behind the moves"
        ))
    }
}

/// A position from a FEN.
///
/// # Errors
///
/// States in words what is wrong.
pub(super) fn set_up(text: &str, variant: Variant) -> Result<Draughts, String> {
    let read = fen::read(text)?;
    Ok(Draughts::new(read.board, read.turn, variant)?.with_king_runs(read.king_runs))
}

/// The position with the side to move that a FEN without pieces names, `B::`; `None` for any other.
pub(super) fn turned(pos: &Draughts, text: &str) -> Option<Result<Draughts, String>> {
    let turn = match text.strip_suffix("::")? {
        "W" => Side::First,
        "B" => Side::Second,
        _ => return None,
    };
    Some(Draughts::new(*pos.board(), turn, pos.variant()))
}

/// `?`, `????.??.??` and similar values.
fn is_unknown(value: &str) -> bool {
    value.chars().all(|c| matches!(c, '?' | '.' | '-'))
}

/// `20`, `40,W,10,10,N2,0`: the variant that a type stands for.
fn variant_of_type(tag: &Tag) -> Result<Variant, (Option<usize>, Refusal)> {
    let value = &tag.value;
    let refused = |refusal| Err((Some(tag.line), refusal));
    let unknown = || {
        let reason = format!(
            "GameType {value:?} is not known; these can be read: 20 (international), 40 (Frisian), \
             96 (breakthrough), 98 (losing)"
        );
        refused(Refusal::Broken(reason))
    };
    let Some(number) = number(value) else {
        return match (named_variant(value), foreign::named(value)) {
            (Some(variant), _) => Ok(variant),
            (None, Some(kind)) => refused(Refusal::Foreign(kind.to_owned())),
            (None, None) => unknown(),
        };
    };
    let variant = match number {
        20 | 99 => Variant::International,
        40 | 97 => Variant::Frisian,
        96 => Variant::Breakthrough,
        98 => Variant::Losing,
        50 => return refused(Refusal::Broken("Othello is not read from PDN".to_owned())),
        _ => match foreign::numbered(number) {
            Some(kind) => return refused(Refusal::Foreign(kind.to_owned())),
            None => return unknown(),
        },
    };
    // After the number: the side that begins, width, height, notation, and whether it is turned.
    let mut fields = value.split(',').map(str::trim).skip(2);
    let [width, height, notation] = [(); 3].map(|()| fields.next().unwrap_or_default());
    if !matches!((width, height), ("" | "10", "" | "10")) {
        return refused(Refusal::Foreign(format!("draughts on {width}x{height} squares")));
    }
    // N2 numbers the squares as these rules do. Kurnik writes N1, which on paper begins at another
    // corner, but numbers the squares like N2.
    if !matches!(notation, "" | "N1" | "N2") {
        let reason = format!("GameType {value:?}: only the notations N1 and N2 are read");
        return refused(Refusal::Broken(reason));
    }
    Ok(variant)
}

fn number(game_type: &str) -> Option<u32> {
    game_type.split(',').next().unwrap_or_default().trim().parse().ok()
}

/// A variant by any of its names in programs.
fn named_variant(name: &str) -> Option<Variant> {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix("draughts").map_or(name.as_str(), str::trim_end);
    match name {
        "standard" | "from position" => Some(Variant::International),
        "anti" | "giveaway" => Some(Variant::Losing),
        "frysk!" => Some(Variant::Frisian),
        name => Variant::find(name),
    }
}

/// The outcome by the usual texts of results; `None` for any other text.
fn outcome(text: &str) -> Option<Outcome> {
    match text {
        "2-0" | "1-0" => Some(Outcome::WonBy(Side::First)),
        "0-2" | "0-1" => Some(Outcome::WonBy(Side::Second)),
        "1-1" | "1/2-1/2" | "1/2" => Some(Outcome::Draw),
        _ => None,
    }
}

/// The reason in words: from `Termination`; otherwise the end by the rules.
fn reason(termination: Option<&str>, outcome: Outcome, last: Option<Ending>) -> String {
    let words = termination.map(str::to_ascii_lowercase).unwrap_or_default();
    match words.as_str() {
        "" | "normal" | "unterminated" => match last {
            Some(ending) if ending.outcome == outcome => ending.reason.to_owned(),
            Some(_) | None => "as recorded".to_owned(),
        },
        "time forfeit" => match outcome {
            Outcome::WonBy(side) => format!("{} lost on time", side_name(side.opponent())),
            Outcome::Draw => "time".to_owned(),
        },
        _ => termination.unwrap_or_default().to_owned(),
    }
}

/// The tags of a record, each on its line. `last` is the ending by the rules.
pub(super) fn write(record: &Record, start: &Draughts, last: Option<Ending>) -> String {
    let tags = &record.tags;
    let other = |key: &str| tags.other.get(key).map_or("", String::as_str);
    let mut text = String::new();
    push_known(&mut text, "Event", other("Event"));
    // Where a game was played stands in every game of the standard.
    push_tag(&mut text, "Site", if is_unknown(tags.place.trim()) { "?" } else { &tags.place });
    push_known(&mut text, "Date", &pointed_date(&tags.date));
    push_known(&mut text, "Round", other("Round"));
    for (key, player) in ["White", "Black"].into_iter().zip(&tags.players) {
        push_tag(&mut text, key, if player.trim().is_empty() { "?" } else { player });
    }
    push_tag(&mut text, "Result", result_text(record));
    let variant = start.variant();
    push_tag(&mut text, "GameType", game_type(variant));
    if variant != Variant::International {
        push_tag(&mut text, "Variant", variant.title());
    }
    if let Some(position) = start.setup().position {
        push_tag(&mut text, "SetUp", "1");
        let counters = record.setup.position.as_deref().map(fen::counters).unwrap_or_default();
        push_tag(&mut text, "FEN", &(position + &counters));
    }
    push_known(&mut text, "WhiteRating", &tags.ratings[0]);
    push_known(&mut text, "BlackRating", &tags.ratings[1]);
    push_clocks(&mut text, tags);
    push_termination(&mut text, record, last);
    let is_key = |key: &str| {
        !key.is_empty()
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    };
    for (key, value) in &tags.other {
        if is_key(key) && !OWN_KEYS.contains(&key.as_str()) {
            push_known(&mut text, key, value);
        }
    }
    text
}

/// Rules 1.9: Killer has no number of its own; the tag `Variant` distinguishes it from
/// international.
fn game_type(variant: Variant) -> &'static str {
    match variant {
        Variant::International | Variant::Killer => "20",
        Variant::Frisian => "40",
        Variant::Breakthrough => "96",
        Variant::Losing => "98",
    }
}

fn result_text(record: &Record) -> &str {
    match record.result.as_ref().map(|result| result.outcome) {
        Some(Outcome::WonBy(Side::First)) => "2-0",
        Some(Outcome::WonBy(Side::Second)) => "0-2",
        Some(Outcome::Draw) => "1-1",
        None => record.tags.other.get("Result").map_or("*", String::as_str),
    }
}

fn push_clocks(text: &mut String, tags: &Tags) {
    if tags.clocks[0] == tags.clocks[1] {
        push_known(text, "TimeControl", &pgn_clock(&tags.clocks[0]));
    } else {
        push_known(text, "TimeControlWhite", &pgn_clock(&tags.clocks[0]));
        push_known(text, "TimeControlBlack", &pgn_clock(&tags.clocks[1]));
    }
}

/// The file's text, if it states the reason of the result; otherwise the reason itself, if it does
/// not follow from the moves.
fn push_termination(text: &mut String, record: &Record, last: Option<Ending>) {
    let known = record.tags.other.get("Termination").map(String::as_str);
    let Some(result) = &record.result else {
        return push_known(text, "Termination", known.unwrap_or_default());
    };
    if known.is_some() && reason(known, result.outcome, last) == result.reason {
        push_known(text, "Termination", known.unwrap_or_default());
    } else if reason(None, result.outcome, last) != result.reason {
        push_known(text, "Termination", &result.reason);
    }
}

fn push_known(text: &mut String, key: &str, value: &str) {
    if !is_unknown(value.trim()) {
        push_tag(text, key, value);
    }
}

/// A tag on its line, with quotes and backslashes escaped (PDN 3.0).
fn push_tag(text: &mut String, key: &str, value: &str) {
    let is_control = |letter: char| letter.is_control();
    tags::push(text, key, &value.trim().replace(is_control, " "));
}
