//! Writing `.mat` files, in the layout of GNU Backgammon 1.07.

use crate::games::Record;
use crate::games::Side;
use crate::games::backgammon::recorded_games::{Happened, RecordedGame, games, joined, words_of};
use crate::games::backgammon::{Backgammon, MAX_CUBE_LOG2};
use crate::games::text::pgn::pointed_date;

/// Width of the first player's column, including its last blank.
const LEFT: usize = 28;

/// Bytes of a remark in one line: GNU Backgammon reads lines of 1,023.
const REMARK: usize = 500;

/// Blanks before a remark, and before the points that the second player wins: with nothing in the
/// first column GNU Backgammon, which knows no remarks, reads the turns around it correctly.
const INDENT: usize = 34;

/// The keys that the heading uses itself: a remark under one of these names would change the terms.
const OWN_KEYS: [&str; 11] = [
    "Site",
    "Player 1",
    "Player 2",
    "Player 1 Elo",
    "Player 2 Elo",
    "EventDate",
    "Variation",
    "Crawford",
    "Jacoby",
    "Cube",
    "CubeLimit",
];

/// Writes all games of a record.
///
/// # Errors
///
/// Returns the part that the format cannot hold.
pub(in crate::games::backgammon) fn write(record: &Record) -> Result<String, String> {
    let (start, games) = games(record)?;
    if let Some(game) = games.iter().find(|game| game.start.is_some()) {
        return Err(format!(
            "game {} begins in the middle, and .mat files know only whole games",
            game.number
        ));
    }
    let mut text = heading(record, &start);
    let before = words_of(record.node(Record::START));
    let mut before = before.as_str();
    for game in &games {
        write_game(&mut text, record, game, std::mem::take(&mut before));
    }
    Ok(text)
}

/// The heading of GNU Backgammon, with the additions of XG.
fn heading(record: &Record, start: &Backgammon) -> String {
    let (tags, terms) = (&record.tags, &start.terms);
    let on_off = |on: bool| if on { "On" } else { "Off" }.to_owned();
    let mut lines: Vec<(&str, String)> = vec![
        ("Site", tags.place.clone()),
        ("Player 1", tags.players[0].clone()),
        ("Player 2", tags.players[1].clone()),
        ("Player 1 Elo", tags.ratings[0].clone()),
        ("Player 2 Elo", tags.ratings[1].clone()),
        ("EventDate", pointed_date(&tags.date).into_owned()),
        ("Variation", "Backgammon".to_owned()),
    ];
    lines.extend(
        tags.other
            .iter()
            .filter(|(key, _)| !OWN_KEYS.iter().any(|own| own.eq_ignore_ascii_case(key)))
            .map(|(key, value)| (&**key, value.clone())),
    );
    if terms.length > 0 {
        lines.push(("Crawford", on_off(terms.crawford)));
    } else {
        lines.push(("Jacoby", on_off(terms.jacoby)));
    }
    match terms.max_log2 {
        0 => lines.push(("Cube", on_off(false))),
        MAX_CUBE_LOG2 => {}
        log2 => lines.push(("CubeLimit", (1_u32 << log2).to_string())),
    }
    let mut text = String::new();
    for (key, value) in lines.into_iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("; [{} \"{}\"]\n", one_line(key), one_line(&value)));
    }
    text.push_str(&format!("\n {} point match\n", terms.length));
    text
}

/// Writes a game, with the comment before its first move after its heading.
fn write_game(text: &mut String, record: &Record, game: &RecordedGame, before: &str) {
    let named = |side: Side| {
        let name = plain_name(&record.tags.players[side.idx()]);
        let name = if name.is_empty() { ["White", "Black"][side.idx()].to_owned() } else { name };
        format!("{name} : {}", game.score[side.idx()])
    };
    text.push_str(&format!("\n Game {}\n", game.number));
    text.push_str(&format!(" {:<30} {}\n", named(Side::First), named(Side::Second)));
    let mut lines = Lines { text, n_turns: 0, in_left: false };
    lines.comment(before);
    let mut held = String::new();
    for (happened, comment) in &game.deeds {
        match happened {
            Happened::Played { side, dice, steps } => {
                let steps: Vec<String> = steps
                    .iter()
                    .map(|(step, hit)| {
                        format!("{}/{}{}", step.from, step.to, if *hit { "*" } else { "" })
                    })
                    .collect();
                lines.cell(*side, &format!("{dice}: {}", steps.join(" ")));
            }
            Happened::Rolled { side, dice } => lines.cell(*side, &format!("{dice}:")),
            Happened::Doubled { side, value } => lines.cell(*side, &format!(" Doubles => {value}")),
            Happened::Took(side) => lines.cell(*side, " Takes"),
            Happened::Dropped(side) => lines.cell(*side, " Drops"),
            Happened::Won { side, points, ends_match } => {
                lines.won(*side, *points, *ends_match);
            }
        }
        held = joined(&held, comment);
        // GNU Backgammon wants the answer to a double in its line, and the roll in that of the
        // take.
        let is_left_cube = match happened {
            Happened::Doubled { side, .. } | Happened::Took(side) => *side == Side::First,
            Happened::Rolled { .. }
            | Happened::Played { .. }
            | Happened::Dropped(_)
            | Happened::Won { .. } => false,
        };
        if !is_left_cube {
            lines.comment(&std::mem::take(&mut held));
        }
    }
    lines.comment(&held);
    lines.end();
}

/// A game's lines in the making.
struct Lines<'a> {
    text: &'a mut String,
    n_turns: usize,
    /// The line has its left cell and waits for the right one.
    in_left: bool,
}

impl Lines<'_> {
    fn cell(&mut self, side: Side, cell: &str) {
        match (side, self.in_left) {
            (Side::First, waits) => {
                if waits {
                    self.text.push('\n');
                }
                self.n_turns += 1;
                self.text.push_str(&format!("{:>3}) {cell:<LEFT$}", self.n_turns));
                self.ensure_gap();
                self.in_left = true;
            }
            (Side::Second, true) => {
                self.text.push_str(cell);
                self.end();
            }
            (Side::Second, false) => {
                self.n_turns += 1;
                self.text.push_str(&format!("{:>3}) {:LEFT$}{cell}\n", self.n_turns, ""));
            }
        }
    }

    /// A long play fills its column: the next cell still needs a blank before it.
    fn ensure_gap(&mut self) {
        if !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    fn won(&mut self, side: Side, points: u32, ends_match: bool) {
        let s = if points == 1 { "" } else { "s" };
        let end = if ends_match { " and the match" } else { "" };
        let words = format!("Wins {points} point{s}{end}");
        match side {
            Side::Second if self.in_left => self.text.push_str(&format!(" {words}")),
            Side::First | Side::Second => {
                self.end();
                let indent = if side == Side::First { 6 } else { INDENT };
                self.text.push_str(&format!("{:indent$}{words}\n", ""));
            }
        }
        self.end();
    }

    /// Remarks have lines of their own, after the line of their move.
    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        self.end();
        for line in comment.lines() {
            for part in wrapped(&one_line(line)) {
                // A text that looks like a tag would be read as the heading of another match; a
                // command of another program has no quotes left and is safe.
                let tag = part.strip_prefix('[').filter(|rest| !rest.starts_with('%'));
                let (bracket, part) = tag.map_or(("", part), |rest| ("(", rest));
                // For GNU Backgammon another game begins with this word, anywhere on a line.
                let part = part.replace("Game ", "game ");
                self.text.push_str(&format!("{:INDENT$}; {bracket}{part}\n", ""));
            }
        }
    }

    fn end(&mut self) {
        if std::mem::take(&mut self.in_left) || !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}

/// A text that stays on its line and in its column.
fn one_line(text: &str) -> String {
    text.replace('"', "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line in parts of at most [`REMARK`] bytes, cut at blanks if there are any.
fn wrapped(mut line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    while line.len() > REMARK {
        let most = line.floor_char_boundary(REMARK);
        let (part, rest) = line.split_at(line[..most].rfind(' ').unwrap_or(most));
        parts.push(part);
        line = rest.trim_start();
    }
    parts.push(line);
    parts
}

/// A name for the line above a game, without the signs by which readers split such lines; the
/// heading has the whole name.
fn plain_name(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.,'&+@".contains(c);
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { ' ' }).collect();
    one_line(&name)
}
