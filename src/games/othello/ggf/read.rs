//! Turns the properties of a GGF game into a record.
//!
//! Boards of other sizes and other games are refused one by one; the games beside them are kept.

use std::collections::BTreeMap;
use std::time::Duration;

use super::scan::{Piece, Property, RawGame, Scanner, unescaped};
use super::{EVAL, Suffix};
use crate::games::file::Refusal;
use crate::games::othello::formats::{of_size, shortened};
use crate::games::othello::moves::{Move, square_at};
use crate::games::othello::recording::outcome_of;
use crate::games::othello::{Othello, board_text};
use crate::games::recording::Recording;
use crate::games::{
    Evaluation, FileProblem, GameResult, GamesRead, NodeId, Reading, Record, Side, Tags, annotation,
};

/// Reads every game of a text.
pub(in crate::games::othello) fn read(text: &str, reading: &Reading) -> GamesRead {
    let mut games = GamesRead::default();
    let mut n_games = 0;
    let mut scanner = Scanner::new(text);
    while reading.goes_on(scanner.n_done(), text.len(), n_games)
        && let Some(piece) = scanner.next()
    {
        match piece {
            Piece::Junk(line, junk) => {
                let reason = format!("{:?} is outside of any game", shortened(junk));
                games.report(FileProblem::around(line, reason));
            }
            Piece::Game(raw) => {
                n_games += 1;
                let mut problems = Problems { game: n_games, found: &mut games };
                let record = record(&raw, &mut problems);
                games.numbers.extend(record.is_some().then_some(n_games));
                games.records.extend(record);
            }
        }
    }
    if n_games == 0 && games.problems.is_empty() {
        let reason = "there is no game in it".to_owned();
        games.problems.push(FileProblem::new(None, 1, reason));
    }
    games
}

/// The list for the problems of one game.
struct Problems<'a> {
    game: usize,
    found: &'a mut GamesRead,
}

impl Problems<'_> {
    fn push(&mut self, line: usize, reason: String) {
        self.found.report(FileProblem::new(Some(self.game), line, reason));
    }
}

/// The game as far as it can be read; `None` if we do not have this game.
fn record(raw: &RawGame<'_>, problems: &mut Problems<'_>) -> Option<Record> {
    let record = match Heading::read(&raw.properties) {
        Ok(heading) => {
            let mut recording = Recording::new(heading.start.unwrap_or(Othello::START));
            recording.record.tags = heading.tags;
            if let Err((line, reason)) = play(&mut recording, &raw.properties) {
                problems.push(line, reason);
            }
            set_result(&mut recording, &heading.results, problems);
            Some(recording.finish())
        }
        Err((line, refusal)) => {
            problems.found.refuse(Some(problems.game), line, refusal);
            None
        }
    };
    if let Some((line, reason)) = &raw.fault {
        problems.push(*line, reason.clone());
    }
    record
}

/// The properties before the moves.
#[derive(Default)]
struct Heading<'a> {
    tags: Tags,
    start: Option<Othello>,
    results: Results<'a>,
}

/// `RE` and our own `RN`.
#[derive(Default)]
struct Results<'a> {
    result: Option<Property<'a>>,
    reason: Option<&'a str>,
}

impl<'a> Heading<'a> {
    /// # Errors
    ///
    /// Returns the line that makes the game unreadable.
    fn read(properties: &[Property<'a>]) -> Result<Self, (usize, Refusal)> {
        let mut heading = Self::default();
        for property in properties {
            let value = property.value.trim();
            let tags = &mut heading.tags;
            match property.key {
                "B" | "W" | "CO" | "C" => {}
                "GM" => check_game(value).map_err(|refusal| (property.line, refusal))?,
                "BO" => {
                    let start = read_board(value).map_err(|refusal| (property.line, refusal));
                    heading.start = Some(start?);
                }
                "PC" => tags.place = one_line(value),
                "DT" => tags.date = one_line(value),
                "PB" => tags.players[0] = one_line(value),
                "PW" => tags.players[1] = one_line(value),
                "RB" => tags.ratings[0] = one_line(value),
                "RW" => tags.ratings[1] = one_line(value),
                "TI" => tags.clocks = [one_line(value), one_line(value)],
                "TB" => tags.clocks[0] = one_line(value),
                "TW" => tags.clocks[1] = one_line(value),
                "RE" => heading.results.result = Some(*property),
                "RN" => heading.results.reason = Some(value),
                "TY" => {
                    check_type(value).map_err(|refusal| (property.line, refusal))?;
                    keep(&mut tags.other, "TY", value);
                }
                key => keep(&mut tags.other, key, value),
            }
        }
        Ok(heading)
    }
}

/// Keeps a property that means nothing here; several values of one key are written on separate
/// lines.
fn keep(other: &mut BTreeMap<String, String>, key: &str, value: &str) {
    let value = many_lines(value);
    other
        .entry(key.to_owned())
        .and_modify(|known| {
            known.push('\n');
            known.push_str(&value);
        })
        .or_insert(value);
}

fn one_line(text: &str) -> String {
    unescaped(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn many_lines(text: &str) -> String {
    unescaped(&text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn check_game(name: &str) -> Result<(), Refusal> {
    if name.eq_ignore_ascii_case("othello") || name.eq_ignore_ascii_case("reversi") {
        return Ok(());
    }
    Err(Refusal::Foreign(format!("a game of {:?}", shortened(name))))
}

/// The type of a match on GGS: `8`, `8r20` (random start), `s8r18` (synchro), `8kr20` (komi), `10`,
/// `88` (10 by 10 without corners). Only the board matters here; `a` plays for the fewest discs.
fn check_type(text: &str) -> Result<(), Refusal> {
    let board = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let n_digits = board.bytes().take_while(u8::is_ascii_digit).count();
    let (size, flags) = board.split_at(n_digits);
    if !matches!(size, "" | "8") {
        return Err(Refusal::Foreign(of_size(size)));
    }
    if flags.contains(['a', 'A']) {
        let what = "Othello for the fewest discs (anti-Othello)";
        return Err(Refusal::Foreign(what.to_owned()));
    }
    Ok(())
}

/// `8`, the squares, the side to move.
fn read_board(text: &str) -> Result<Othello, Refusal> {
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (size, squares) = text.split_at(n_digits);
    if !matches!(size, "" | "8") {
        return Err(Refusal::Foreign(of_size(size)));
    }
    board_text::read(squares).map_err(|problem| Refusal::Broken(format!("BO: {problem}")))
}

/// Plays the moves and takes their comments, up to the first one that cannot be played.
fn play(
    recording: &mut Recording<Othello>,
    properties: &[Property<'_>],
) -> Result<(), (usize, String)> {
    for property in properties {
        let side = match property.key {
            "B" => Side::First,
            "W" => Side::Second,
            // Some programs write the comment of SGF.
            "CO" | "C" => {
                let at = recording.at();
                comment(&mut recording.record, at, property.value);
                continue;
            }
            _ => continue,
        };
        let (mv, eval, elapsed) =
            read_move(property.value).map_err(|reason| (property.line, reason))?;
        if mv == Move::Pass && recording.pos().board.is_over() {
            // Some files end with the passes that end the game.
            continue;
        }
        let at = recording.play_as(side, mv).map_err(|reason| (property.line, reason))?;
        let engine = recording.record.tags.players[side.idx()].clone();
        let node = recording.record.node_mut(at);
        node.elapsed = elapsed;
        if let Some(eval) = eval {
            let score = if side == Side::First { eval } else { -eval };
            node.evaluations = vec![Evaluation { score, engine, ..Evaluation::default() }];
        }
    }
    Ok(())
}

/// `F5`, `d3//0.01`, `d2/2.39/0.01`, `PA`: move, evaluation in discs from the mover's point of
/// view, time in seconds. Either of the last two counts as unknown if it cannot be read.
fn read_move(text: &str) -> Result<(Move, Option<f64>, Option<Duration>), String> {
    let mut parts = text.split('/').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let mv = move_named(name).ok_or_else(|| format!("{:?} is not a move", shortened(text)))?;
    let eval =
        parts.next().and_then(|eval| eval.parse().ok()).filter(|eval: &f64| eval.is_finite());
    let elapsed = parts.next().and_then(read_seconds);
    Ok((mv, eval, elapsed))
}

/// A square, whatever letters and digits follow it; a pass is anything that begins with `p`.
fn move_named(name: &str) -> Option<Move> {
    if name.starts_with(['p', 'P']) {
        return Some(Move::Pass);
    }
    match name.as_bytes() {
        &[col, row, ref more @ ..] if more.iter().all(u8::is_ascii_alphanumeric) => {
            square_at(col, row).map(Move::Place).or_else(|| name.parse().ok())
        }
        _ => None,
    }
}

/// `1.25` or `1:02.5`.
fn read_seconds(text: &str) -> Option<Duration> {
    let secs = text
        .split(':')
        .try_fold(0.0, |sum, part| part.trim().parse::<f64>().ok().map(|part| sum * 60.0 + part))?;
    Duration::try_from_secs_f64(secs).ok()
}

/// Adds a comment to a move; marks at its beginning become the move's marks.
fn comment(record: &mut Record, at: NodeId, text: &str) {
    let players = &record.tags.players.clone();
    let node = record.node_mut(at);
    let mut text = text.trim();
    while let Some((mark, rest)) = leading_mark(text) {
        node.marks.push(mark.to_owned());
        text = rest;
    }
    let mut text = with_brackets(&many_lines(text));
    // The number that stands with the move is not the player's, but that of the command.
    if let Some(start) = text.find(&format!("{EVAL}=")) {
        let of_move = node.evaluations.pop().map_or(0.0, |eval| eval.score);
        let number = start + EVAL.len();
        text.replace_range(number..=number, &of_move.to_string());
    }
    annotation::add_lines(record, at, players, &text);
}

/// The text with brackets around its commands, which GGF cannot hold and which are written as
/// parentheses: `(%drgnode 7 8)`.
fn with_brackets(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("(%") {
        written.push_str(&rest[..start]);
        let command = &rest[start..];
        let mut depth = 0;
        let end = command.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let Some(end) = end else {
            rest = command;
            break;
        };
        written.push_str(&format!("[{}]", &command[1..end]));
        rest = &command[end + 1..];
    }
    written + rest
}

fn leading_mark(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is_mark = matches!(word, "!" | "?" | "!!" | "??" | "!?" | "?!");
    is_mark.then(|| (word, rest.trim_start()))
}

/// Takes the result from `RE`; without it, the rules decide later.
fn set_result(
    recording: &mut Recording<Othello>,
    results: &Results<'_>,
    problems: &mut Problems<'_>,
) {
    let Some(property) = &results.result else { return };
    let text = property.value.trim();
    if text.is_empty() || text.starts_with('?') {
        return;
    }
    let Some((difference, suffix)) = read_result(text) else {
        problems.push(property.line, format!("{:?} is not a result", shortened(text)));
        return;
    };
    let outcome = outcome_of(difference);
    let reason = match results.reason {
        Some(reason) => one_line(reason),
        None => suffix.reason(outcome, recording.pos().ending()),
    };
    // Komi may be a fraction; a lead of 1 decides.
    let margin = if difference < 0.0 { difference.floor() } else { difference.ceil() };
    recording.record.result = Some(GameResult { outcome, margin: Some(margin as i32), reason });
}

/// `+2.000`, `-40.00:r`: the difference from Black's point of view, and the way in which it came
/// about.
fn read_result(text: &str) -> Option<(f64, Suffix)> {
    let (number, suffix) = match text.split_once(':') {
        Some((number, suffix)) => (number, suffix.trim()),
        None => (text, ""),
    };
    let difference: f64 = number.trim().parse().ok().filter(|n: &f64| n.abs() <= 64.0)?;
    let suffix = Suffix::ALL
        .into_iter()
        .find(|known| known.text().trim_start_matches(':').eq_ignore_ascii_case(suffix))?;
    Some((difference, suffix))
}
