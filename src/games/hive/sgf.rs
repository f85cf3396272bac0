//! Games of BoardSpace: its SGF, `GM[27]`, read only.
//!
//! A player may pick and drop repeatedly; the position at `Done` is the move. Places are named by
//! column and row of BoardSpace's board and, unless the move covers a piece, by a neighbour as
//! well. Files of 2013 leave out the colour of the player's own pieces (`g1`), robots write move
//! and `Done` in one (`movedone`), and since 2023 numbers follow the variant (`SU[hive-plm 2 0
//! 101]`). What is left out, such as chat of the players, is named in the notes.

use super::hex::Hex;
use super::recording::GameRead;
use super::why::side_name;
use super::{GameType, Hive, Move, Piece};
use crate::games::recording::Recording;
use crate::games::text::sgf::{Kind, Part, Parts};
use crate::games::text::{Cursor, LeftOut};
use crate::games::{GameResult, Outcome, Reading, Side, Tags};
use std::iter::Peekable;
use std::mem;
use std::time::Duration;

/// The text begins like one of BoardSpace's games.
pub(super) fn looks_like_one(text: &str) -> bool {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).take(4_000).collect();
    let compact = compact.to_ascii_lowercase();
    compact.starts_with("(;") && (compact.contains("gm[27]") || compact.contains("su[hive"))
}

/// One property: `P0[3 Pick B 8 bP1]`.
#[derive(Clone, Debug)]
struct Property<'a> {
    key: &'a str,
    value: String,
    line: usize,
    at: usize,
    /// The number of its node in the game, from 1.
    node: usize,
    /// It is the first property of a game.
    first: bool,
    /// The game has no closing bracket behind it.
    is_cut_off: bool,
}

/// Reads every game of a text.
pub(super) fn read(text: &str, reading: &Reading) -> Vec<GameRead> {
    // Brackets alone do not make a text SGF: PGN has them, too.
    let begins = text.split_once('(').is_some_and(|(_, tree)| tree.trim_start().starts_with(';'));
    if !begins {
        return Vec::new();
    }
    let mut properties = Properties::of(text).peekable();
    let mut games = Vec::new();
    while let Some(first) = properties.peek() {
        if !reading.goes_on(first.at, text.len(), games.len()) {
            break;
        }
        let goes_on = |at| reading.goes_on(at, text.len(), games.len());
        let Some(game) = game_of(&mut properties, goes_on) else { break };
        games.push(game);
    }
    games
}

/// Properties of one game that are read; BoardSpace writes a few for each move.
const MAX_PROPERTIES: usize = 100_000;
/// After this many properties of one game the reader asks whether to go on.
const PROPERTIES_AT_ONCE: usize = 4096;

/// Reads the next game. `None` if `goes_on`, which is called now and then with the current byte,
/// returns false.
fn game_of<'a>(
    properties: &mut Peekable<Properties<'a>>,
    goes_on: impl Fn(usize) -> bool,
) -> Option<GameRead> {
    let mut game: Vec<Property<'a>> = properties.next().into_iter().collect();
    let (mut n_found, mut too_long) = (1_usize, None);
    while let Some(property) = properties.next_if(|property| !property.first) {
        n_found += 1;
        if n_found.is_multiple_of(PROPERTIES_AT_ONCE) && !goes_on(property.at) {
            return None;
        }
        if n_found <= MAX_PROPERTIES {
            game.push(property);
        } else {
            too_long.get_or_insert(property.line);
        }
    }
    let mut read = read_one(&game);
    let is_last = properties.peek().is_none();
    if let Some(last) =
        game.last().filter(|last| is_last && last.is_cut_off && read.faults.is_empty())
    {
        let reason = "the file ends in the middle of the game: no `)` closes it";
        read.faults.push((last.line, reason.to_owned()));
    }
    if let Some(line) = too_long.filter(|_| read.faults.is_empty()) {
        read.faults.push((line, "it is too long to be a game".to_owned()));
    }
    Some(read)
}

/// The properties of all games, in order. Other text between them is skipped.
struct Properties<'a> {
    parts: Parts<'a>,
    /// The next one is the first of a game.
    first: bool,
    /// The number of the node in the game, from 1.
    node: usize,
}

impl<'a> Properties<'a> {
    fn of(text: &'a str) -> Self {
        Self { parts: Parts::from(Cursor::new(text)), first: true, node: 0 }
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    fn next(&mut self) -> Option<Property<'a>> {
        let at = self.parts.place().at();
        let mut key = "";
        loop {
            let Part { kind, line, .. } = self.parts.next()?;
            match kind {
                Kind::Open => (self.first, self.node, key) = (true, 0, ""),
                Kind::Node => (self.node, key) = (self.node + 1, ""),
                Kind::Close | Kind::Odd(_) => key = "",
                Kind::Key(name) => key = name,
                Kind::Value(value) => {
                    let first = mem::take(&mut self.first);
                    let is_cut_off = !self.parts.place().rest().contains(['[', ')']);
                    let (value, _) = value.unescaped(usize::MAX);
                    return Some(Property {
                        key,
                        value,
                        line,
                        at,
                        node: self.node,
                        first,
                        is_cut_off,
                    });
                }
            }
        }
    }
}

/// The facts in the heading.
#[derive(Clone, Debug, Default)]
struct Heading {
    tags: Tags,
    game_type: GameType,
    result: String,
    left_out: LeftOut,
}

impl Heading {
    fn of(game: &[Property<'_>]) -> Result<Self, (usize, String)> {
        let mut heading = Self::default();
        let has_times = game.iter().any(|property| property.key == "TM");
        for property in game {
            let value = property.value.trim();
            match property.key {
                "SU" => {
                    heading.game_type = game_type(value).ok_or_else(|| {
                        (property.line, format!("{value:?} is not a variant of Hive"))
                    })?;
                }
                "GM" if value != "27" => {
                    return Err((
                        property.line,
                        format!("game {value:?} is not Hive, which is 27"),
                    ));
                }
                "DT" => value.clone_into(&mut heading.tags.date),
                "GN" => {
                    heading.tags.other.insert("SgfGameName".to_owned(), value.to_owned());
                }
                "RE" => value.clone_into(&mut heading.result),
                "P0" | "P1" => {
                    let idx = usize::from(property.key == "P1");
                    if let Some(name) = value.strip_prefix("id ") {
                        heading.tags.players[idx] = name.trim().trim_matches('"').to_owned();
                    } else if let Some(rating) = value.strip_prefix("ranking ") {
                        rating.trim().clone_into(&mut heading.tags.ratings[idx]);
                    } else if !(has_number(value) || has_times && value.starts_with("time")) {
                        let word = value.split_whitespace().next().unwrap_or_default();
                        heading.leave_out(format!("{} {}", property.key, quoted(word)), property);
                    }
                }
                // How the file is made, and times, which are read with their moves.
                "GM" | "VV" | "CM" | "TM" => {}
                "TC" if value.eq_ignore_ascii_case("none") => {}
                key if !value.is_empty() => {
                    let key = if key.is_empty() { "without a name" } else { key };
                    heading.leave_out(format!("the property {}", shortened(key)), property);
                }
                _ => {}
            }
        }
        Ok(heading)
    }

    fn leave_out(&mut self, what: String, property: &Property<'_>) {
        self.left_out.add(what, property.line, property.node);
    }

    /// The winner: `Game won by Kaur50`, `The game is a draw`. In other languages (`Dumbot vann
    /// spelet`) only the winner is named, first or last.
    fn outcome(&self) -> Option<Outcome> {
        let said = self.result.to_lowercase();
        let is_named = |side: &Side, is_there: &dyn Fn(&str) -> bool| {
            let name = self.tags.players[side.idx()].to_lowercase();
            !name.is_empty() && is_there(&name)
        };
        let winner = said.split_once("won by ").map(|(_, winner)| winner.trim());
        if let Some(winner) = winner {
            let is_winner = |name: &str| name == winner;
            let side = Side::BOTH.into_iter().find(|side| is_named(side, &is_winner))?;
            return Some(Outcome::WonBy(side));
        }
        if said.contains("draw") {
            return Some(Outcome::Draw);
        }
        let is_at_an_end = |name: &str| {
            said.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '))
                || said.strip_suffix(name).is_some_and(|rest| rest.ends_with(' '))
        };
        let named = Side::BOTH.into_iter().filter(|side| is_named(side, &is_at_an_end));
        match named.collect::<Vec<_>>()[..] {
            [side] => Some(Outcome::WonBy(side)),
            _ => None,
        }
    }
}

/// `Hive`, `Hive-PLM`, `hive-ultimate`, `hive-plm 2 0 101`.
fn game_type(setup: &str) -> Option<GameType> {
    let kind = setup.split_whitespace().next()?;
    let (game, letters) = kind.split_once('-').unwrap_or((kind, ""));
    if !game.trim().eq_ignore_ascii_case("hive") {
        return None;
    }
    match letters.trim().to_ascii_lowercase().as_str() {
        "" => Some(GameType::default()),
        "ultimate" | "u" => GameType::find("Base+MLP"),
        letters => GameType::find(&format!("Base+{letters}")),
    }
}

/// A piece that was put somewhere and may still be moved elsewhere.
#[derive(Clone, Debug)]
struct Put {
    piece: Piece,
    /// Column and row.
    grid: Option<(i16, i16)>,
    /// `wB1/`, or `.` if the piece covers another or is the first.
    beside: String,
    /// The action as written, for messages.
    text: String,
}

/// The player's actions since the last `Done`.
#[derive(Clone, Debug, Default)]
enum Doing {
    #[default]
    Nothing,
    Put(Put),
    /// Offered a draw, answered an offer or resigned: the following `Done` isn't a pass.
    Talk,
}

/// One game being read.
struct Reader {
    recording: Recording<Hive>,
    /// Column and row of the first piece.
    base: Option<(i16, i16)>,
    doing: Doing,
    /// The result that the players agreed on in words.
    agreed: Option<GameResult>,
    /// Time used so far, by player.
    used: [Duration; 2],
}

/// Reads one game up to its first mistake.
fn read_one(game: &[Property<'_>]) -> GameRead {
    let mut heading = match Heading::of(game) {
        Ok(heading) => heading,
        Err(problem) => return GameRead { faults: vec![problem], ..GameRead::default() },
    };
    let recording = Recording::new(Hive::new(heading.game_type));
    let mut reader = Reader {
        recording,
        base: None,
        doing: Doing::Nothing,
        agreed: None,
        used: [Duration::ZERO; 2],
    };
    let mut problem = None;
    for (idx, property) in game.iter().enumerate() {
        let player = match property.key {
            "P0" => Side::First,
            "P1" => Side::Second,
            _ => continue,
        };
        let time = game.get(idx + 1).filter(|next| next.key == "TM");
        let time = time.and_then(|time| time.value.trim().parse().ok()).map(Duration::from_millis);
        match reader.act(&property.value, player, time) {
            Ok(true) => {}
            Ok(false) => {
                let word = property.value.split_whitespace().nth(1).unwrap_or_default();
                heading.leave_out(format!("the action {}", quoted(word)), property);
            }
            Err(reason) => {
                problem = Some((property.line, reason));
                break;
            }
        }
    }
    let told = heading.outcome().map(|outcome| result(outcome, heading.result.clone()));
    let mut record = reader.recording.finish();
    if record.result.is_none() && problem.is_none() {
        record.result = told.or(reader.agreed);
    }
    record.tags = heading.tags;
    let left_out = heading.left_out.notes().collect();
    GameRead {
        record: Some(record),
        faults: problem.into_iter().collect(),
        left_out,
        ..GameRead::default()
    }
}

/// It is an action, not a fact about the player.
fn has_number(value: &str) -> bool {
    value.split_whitespace().next().is_some_and(|word| word.parse::<u32>().is_ok())
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

fn result(outcome: Outcome, reason: String) -> GameResult {
    GameResult { outcome, margin: Some(outcome.signed(1)), reason }
}

impl Reader {
    /// Takes one action: a number, a word, and its arguments. Returns false for one that is not known.
    fn act(&mut self, value: &str, player: Side, time: Option<Duration>) -> Result<bool, String> {
        let words: Vec<&str> = value.split_whitespace().collect();
        let [number, action, rest @ ..] = &words[..] else { return Ok(true) };
        if number.parse::<u32>().is_err() {
            return Ok(true);
        }
        match action.to_ascii_lowercase().as_str() {
            "move" | "pmove" => self.put_of(rest, value)?,
            "movedone" | "pmovedone" => {
                self.put_of(rest, value)?;
                self.done(player, time)?;
            }
            "dropb" | "pdropb" => self.put(player, rest, value)?,
            "pick" | "pickb" => self.doing = Doing::Nothing,
            "pass" | "passdone" | "done" => self.done(player, time)?,
            "offerdraw" | "declinedraw" => self.talk(),
            "acceptdraw" => {
                self.talk();
                self.agreed = Some(result(Outcome::Draw, "draw agreed".to_owned()));
            }
            "resign" => {
                self.talk();
                let reason = format!("{} resigned", side_name(player));
                self.agreed = Some(result(Outcome::WonBy(player.opponent()), reason));
            }
            "start" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn talk(&mut self) {
        if matches!(self.doing, Doing::Nothing) {
            self.doing = Doing::Talk;
        }
    }

    /// `W wB1 N 13 .`: the piece's colour comes first. `movedone` may have nothing behind it.
    fn put_of(&mut self, words: &[&str], value: &str) -> Result<(), String> {
        match words {
            [] => Ok(()),
            ["b" | "B", rest @ ..] => self.put(Side::Second, rest, value),
            [_, rest @ ..] => self.put(Side::First, rest, value),
        }
    }

    /// `bP1 O 14 wB1/`; a name without a colour belongs to `side`.
    fn put(&mut self, side: Side, words: &[&str], value: &str) -> Result<(), String> {
        let [name, place @ ..] = words else { return Ok(()) };
        let piece = name.parse().or_else(|_| format!("{}{name}", ["w", "b"][side.idx()]).parse());
        let Ok(piece) = piece else {
            let n = self.recording.pos().board().n_plies() + 1;
            return Err(format!("move {n}: {value:?}: {name:?} is not a piece"));
        };
        let (grid, beside) = match place {
            [column, row, beside @ ..] => (grid(column, row), beside.first().copied()),
            [beside] => (None, Some(*beside)),
            [] => (None, None),
        };
        let beside = beside.unwrap_or(".").to_owned();
        self.doing = Doing::Put(Put { piece, grid, beside, text: value.to_owned() });
        Ok(())
    }

    /// The move is made. If nothing was placed or said, the player has passed.
    fn done(&mut self, player: Side, time: Option<Duration>) -> Result<(), String> {
        let pos = self.recording.pos();
        if pos.board().ending().is_some() {
            return Ok(());
        }
        self.recording.see_room()?;
        let n = pos.board().n_plies() + 1;
        let put = match mem::take(&mut self.doing) {
            Doing::Put(put) => put,
            Doing::Nothing if pos.turn() == player => {
                self.recording.play_text("pass")?;
                self.clock(player, time);
                return Ok(());
            }
            Doing::Nothing | Doing::Talk => return Ok(()),
        };
        if pos.turn() != player {
            let turn = side_name(pos.turn());
            return Err(format!("move {n}: {:?}, but it is {turn}'s turn", put.text));
        }
        let text = format!("{} {}", put.piece, put.beside);
        match self.by_grid(&put) {
            Some(mv) if self.recording.pos().is_legal(mv) => self.recording.play(&mv),
            Some(mv) if put.beside == "." => {
                let why = super::why::broken_rule(self.recording.pos(), mv);
                return Err(format!("move {n}: {:?}: {why}", put.text));
            }
            Some(_) | None => self.recording.play_text(&text)?,
        };
        if self.base.is_none() {
            self.base = put.grid;
        }
        self.clock(player, time);
        Ok(())
    }

    /// The place by column and row: rows grow upwards, columns along the rising diagonal.
    fn by_grid(&self, put: &Put) -> Option<Move> {
        let (column, row) = put.grid?;
        let (base_column, base_row) = self.base.unwrap_or((column, row));
        let to = Hex { q: column - base_column, r: base_row - row };
        Some(Move::Play { piece: put.piece, to })
    }

    fn clock(&mut self, player: Side, time: Option<Duration>) {
        let Some(time) = time else { return };
        let at = self.recording.at();
        let used = &mut self.used[player.idx()];
        self.recording.record.node_mut(at).elapsed = Some(time.saturating_sub(*used));
        *used = time;
    }
}

/// Column letters count from `A`, after `Z` come two letters; rows from 1.
fn grid(column: &str, row: &str) -> Option<(i16, i16)> {
    let letters = column.bytes().try_fold(0_i16, |sum, letter| {
        let letter = letter.to_ascii_uppercase();
        letter.is_ascii_uppercase().then_some(())?;
        sum.checked_mul(26)?.checked_add(i16::from(letter - b'A') + 1)
    })?;
    let row: i16 = row.parse().ok()?;
    ((1..=1000).contains(&letters) && (-1000..=1000).contains(&row)).then_some((letters, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_kept_of_one_game_at_a_time_and_not_more_than_a_game_has() {
        let flood = "[]".repeat(MAX_PROPERTIES + 10);
        let text = format!("(;GM[27]P0[id \"A\"]{flood})\n(;GM[27]P1[id \"B\"])");
        let games = read(&text, &Reading::default());
        let faults: Vec<&str> =
            games.iter().flat_map(|game| &game.faults).map(|(_, what)| what.as_str()).collect();
        assert_eq!((games.len(), faults), (2, vec!["it is too long to be a game"]));
        let players = games
            .iter()
            .filter_map(|game| game.record.as_ref())
            .map(|record| record.tags.players.clone());
        let players: Vec<[String; 2]> = players.collect();
        assert_eq!(players, [["A", ""], ["", "B"]].map(|both| both.map(str::to_owned)));
    }

    #[test]
    fn the_reading_of_one_long_game_can_be_ended_in_its_middle() {
        let text = format!("(;GM[27]{})", "[]".repeat(PROPERTIES_AT_ONCE));
        let read = |goes_on| game_of(&mut Properties::of(&text).peekable(), |_at| goes_on);
        assert!(read(false).is_none());
        assert!(read(true).is_some());
    }
}
