//! The file formats of backgammon, and the forms that a pasted text may have.
//!
//! Each format is read and written in its own module.

use super::position_fields::PositionFields;
use super::recording::{self, Recorded};
use super::script::{MAX_PROBLEMS, Script};
use super::{Backgammon, ids, mat, rawboard, sgf, snowie, xgid};
use crate::games::file::{Refusal, decoded};
use crate::games::{
    FileProblem, Format, GamesRead, Reading, Recognised, Rules, Side, Writing, counted,
};

/// SGF is the native one; only SGF holds comments, clocks, variations and starts in mid-game.
/// Most programs read `.mat`.
pub(super) static FORMATS: &[Format] = &[
    Format {
        game: Backgammon::INFO,
        name: "sgf",
        title: "Backgammon SGF",
        extensions: &["sgf"],
        read: read_sgf,
        write: Writing::By(sgf::write),
    },
    Format {
        game: Backgammon::INFO,
        name: "mat",
        title: "Jellyfish match",
        extensions: &["mat", "gam", "txt"],
        read: read_text,
        write: Writing::By(mat::write),
    },
    Format {
        game: Backgammon::INFO,
        name: "snowie",
        title: "Snowie text",
        extensions: &["snw", "txt"],
        read: read_text,
        write: Writing::Never("Snowie's files are only read"),
    },
];

/// Reads a position in any of its forms.
///
/// # Errors
///
/// Returns the problem in words, when the text is not one of them or is broken.
pub(super) fn read_position(text: &str) -> Result<Backgammon, String> {
    if let Some(found) = pasted(text) {
        return found.position;
    }
    let text = text.trim();
    if rawboard::looks_like_one(text) {
        // This is a board line that was cut off.
        return rawboard::read(text).and_then(|(fields, _)| fields.position());
    }
    // Colons and dashes belong to an XGID that was cut off or garbled.
    if text.contains(':') || text.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("xgid")) {
        return xgid::read_xgid(text);
    }
    Err("it is not an XGID, a FIBS board or a position id of GNU Backgammon".to_owned())
}

/// The position in every form that can hold it.
pub(super) fn position_texts(pos: &Backgammon) -> Vec<(&'static str, String)> {
    let fields = PositionFields::of(pos);
    let mut texts = vec![
        ("XGID", xgid::write_xgid(pos, Side::First)),
        ("GNU position and match id", ids::write(&fields)),
        ("FIBS board", rawboard::write(&fields, Backgammon::INFO.sides)),
    ];
    let snowie = snowie::write(&fields, Backgammon::INFO.sides);
    texts.extend(snowie.map(|text| ("Snowie position", text)));
    texts
}

fn read_sgf(bytes: &[u8], reading: &Reading) -> GamesRead {
    played(sgf::read(&decoded(bytes), reading), reading)
}

/// A match, or a position of Snowie: both kinds of files are called `.txt`.
fn read_text(bytes: &[u8], reading: &Reading) -> GamesRead {
    let text = decoded(bytes);
    // Below a match, a text that looks like a position is a name or a remark.
    let mut before = text.lines().enumerate().take_while(|(_, line)| !mat::begins(line));
    let scripts = match before.find(|(_, line)| snowie::looks_like_one(line)) {
        Some((idx, line)) => vec![snowie_script(idx + 1, line)],
        None => mat::read(&text, reading),
    };
    played(scripts, reading)
}

/// Plays the matches of a file.
fn played(scripts: Vec<Script>, reading: &Reading) -> GamesRead {
    let mut all = GamesRead::default();
    let (mut n_before, mut n_more) = (0, 0);
    for script in scripts {
        n_more += script.n_more;
        if let Some((line, what)) = script.foreign {
            let game = Some(n_before + 1);
            n_before += script.games.len();
            all.refuse(game, line, Refusal::Foreign(what));
            continue;
        }
        let recorded = recording::records(&script, reading);
        let is_possible = recorded.first().is_none_or(|first| first.faults.is_empty());
        if let Some((line, what)) = recording::kind_shown(&script, is_possible, reading) {
            let game = Some(n_before + 1);
            n_before += script.games.len();
            all.refuse(game, line, Refusal::Foreign(what.to_owned()));
            continue;
        }
        let outside = script.faults.iter().cloned();
        all.problems.extend(outside.map(|(line, reason)| FileProblem::new(None, line, reason)));
        for recorded in recorded {
            let Recorded { record, games, faults, notes, n_more: n_left_out } = recorded;
            n_more += n_left_out;
            let mut problems: Vec<FileProblem> = faults
                .into_iter()
                .chain(notes)
                .map(|(idx, line, reason)| FileProblem::new(Some(n_before + idx + 1), line, reason))
                .collect();
            // As in all games, a fact without a place is no mistake.
            for idx in games.clone() {
                let left_out = script.games.get(idx).into_iter().flat_map(|game| &game.left_out);
                problems.extend(left_out.map(|(line, reason)| FileProblem {
                    is_around: true,
                    ..FileProblem::new(Some(n_before + idx + 1), *line, reason.clone())
                }));
            }
            problems.sort_by_key(|problem| problem.line);
            all.problems.extend(problems);
            all.numbers.push(n_before + games.end);
            all.n_joined += games.len() - 1;
            all.records.push(record);
        }
        n_before += script.games.len();
        n_more += all.problems.len().saturating_sub(MAX_PROBLEMS);
        all.problems.truncate(MAX_PROBLEMS);
    }
    if let Some(line) = all.problems.last().map(|last| last.line).filter(|_| n_more > 0) {
        let are = if n_more == 1 { "is" } else { "are" };
        let reason = format!("{} {are} not listed", counted(n_more, "more problem"));
        all.problems.push(FileProblem::new(None, line, reason));
    }
    if all.records.is_empty() && all.problems.is_empty() && !reading.is_cancelled() {
        return GamesRead::nothing("there is no game of backgammon in it".to_owned());
    }
    all
}

/// A position of Snowie as a game without moves.
fn snowie_script(line: usize, text: &str) -> Script {
    let mut script = Script::default();
    match snowie::read(text) {
        Ok((fields, players)) => {
            (script.length, script.jacoby) = (fields.length, Some(fields.jacoby));
            script.tags.players = players;
            script.games.push(super::script::GameScript {
                line,
                score: Some(fields.score),
                is_crawford: Some(fields.crawford),
                start: Some(fields),
                ..Default::default()
            });
        }
        Err(reason) => script.faults.push((line, reason)),
    }
    script
}

/// Recognises a match of any format, and a position in any form, anywhere in the text.
///
/// # Errors
///
/// When it looks like one of them but is broken. Wrong facts next to good moves are not such a
/// mistake: they are reported in the description of the result.
pub(super) fn recognise(text: &str) -> Result<Option<Recognised>, FileProblem> {
    let text = text.trim_start_matches('\u{feff}');
    if sgf::looks_like_one(text) {
        return first_record(read_sgf, text, "backgammon SGF");
    }
    if let Some(found) = pasted(text) {
        let Pasted { what, line, position } = found;
        let pos = position.map_err(|reason| FileProblem::new(None, line, reason))?;
        return Ok(Some(Recognised::Position { what, setup: pos.setup() }));
    }
    if mat::looks_like_one(text) {
        return first_record(read_text, text, "backgammon match");
    }
    Ok(None)
}

fn first_record(
    read: fn(&[u8], &Reading) -> GamesRead,
    text: &str,
    what: &str,
) -> Result<Option<Recognised>, FileProblem> {
    let read = read(text.as_bytes(), &Reading::default());
    if let Some(foreign) = read.as_foreign() {
        return Ok(Some(foreign));
    }
    let n_records = read.records.len();
    // A game in a file may have ended before its first move.
    let with_moves = read.records.iter().position(|record| !record.main_line().is_empty());
    let idx = with_moves.unwrap_or_default();
    let record = read.records.into_iter().nth(idx);
    let moves = record.as_ref().map_or(0, |record| record.main_line().len());
    let problem = read.problems.into_iter().next();
    match (record, problem) {
        (Some(record), problem) if moves > 0 => {
            let mut what = what.to_owned();
            match idx {
                _ if n_records < 2 => {}
                0 => what.push_str(&format!(", the first of {n_records}")),
                _ => what.push_str(&format!(", number {} of {n_records}", idx + 1)),
            }
            if let Some(problem) = problem {
                what.push_str(&format!("; {problem}"));
            }
            Ok(Some(Recognised::Game { what, record: Box::new(record), doubt: None }))
        }
        (_, Some(problem)) => Err(problem),
        (_, None) => Ok(None),
    }
}

/// A position that was found in a text.
struct Pasted {
    what: String,
    /// Its place, from 1.
    line: usize,
    position: Result<Backgammon, String>,
}

impl Pasted {
    fn new(what: &str, line: usize, position: Result<Backgammon, String>) -> Self {
        Self { what: what.to_owned(), line, position }
    }
}

/// Lines of a text in which positions are looked for.
const MAX_LINES: usize = 2_000;

/// The first position in a text, in any form.
fn pasted(text: &str) -> Option<Pasted> {
    let lines = || text.lines().take(MAX_LINES).enumerate().map(|(idx, line)| (idx + 1, line));
    lines()
        .find_map(|(number, line)| xgid_in(number, line))
        .or_else(|| lines().find_map(|(number, line)| board_in(number, line)))
        .or_else(|| ids_in(text))
}

/// `XGID=` anywhere in a line; the words behind it count if they are ours.
fn xgid_in(number: usize, line: &str) -> Option<Pasted> {
    let at = line.to_ascii_lowercase().find("xgid=");
    let rest = match at {
        Some(at) => line[at..].trim(),
        None => line.trim(),
    };
    let first = rest.split_whitespace().next()?;
    if at.is_none() && !is_bare_xgid(first) {
        return None;
    }
    let position = xgid::read_xgid(rest).or_else(|broken| {
        // Other programs write their own words on the same line.
        let alone = first.trim_end_matches(['.', ',', ';', ')', '"', '\'']);
        if alone == rest { Err(broken) } else { xgid::read_xgid(alone) }
    });
    Some(Pasted::new("XGID", number, position.map_err(|reason| format!("XGID: {reason}"))))
}

/// 26 places and fields between colons.
fn is_bare_xgid(word: &str) -> bool {
    let mut fields = word.split(':');
    let places = fields.next().unwrap_or_default();
    let is_place = |byte: u8| matches!(byte, b'-' | b'a'..=b'p' | b'A'..=b'P');
    places.len() == 26 && places.bytes().all(is_place) && fields.count() >= 7
}

fn board_in(number: usize, line: &str) -> Option<Pasted> {
    if snowie::looks_like_one(line) {
        let position = snowie::read(line).and_then(|(fields, _)| fields.position());
        return Some(Pasted::new("Snowie position", number, position));
    }
    let at = line.to_ascii_lowercase().find("board:")?;
    let rest = &line[at..];
    // A text may contain "board: ..." without a board.
    if !rawboard::looks_like_one(rest) || rest.matches(':').count() < 20 {
        return None;
    }
    let position = rawboard::read(rest).and_then(|(fields, _)| fields.position());
    Some(Pasted::new("FIBS board", number, position))
}

/// GNU Backgammon's ids: with its labels, as `position:match`, or the position id alone.
fn ids_in(text: &str) -> Option<Pasted> {
    let (mut position, mut match_id) = (None, None);
    for (idx, line) in text.lines().take(MAX_LINES).enumerate() {
        let labelled = |label| labelled(line, label).map(|id| (idx + 1, id));
        position = position.or_else(|| labelled("position id"));
        match_id = match_id.or_else(|| labelled("match id"));
        if let Some((id, other)) = id_pair(line) {
            position = position.or(Some((idx + 1, id)));
            match_id = match_id.or(Some((idx + 1, other)));
        }
    }
    if position.is_none() {
        position = lone_id(text).map(|id| (1, id));
    }
    match (position, match_id) {
        (Some((line, id)), Some((_, other))) => {
            let position = ids::read(id, other).and_then(|fields| fields.position());
            Some(Pasted::new("GNU position and match id", line, position))
        }
        (Some((line, id)), None) => {
            let position = ids::read_position(id).and_then(|fields| fields.position());
            Some(Pasted::new("GNU position id", line, position))
        }
        (None, Some((line, id))) => {
            let reason = format!("Match id {id:?}: the position id that belongs to it is missing");
            Some(Pasted::new("GNU match id", line, Err(reason)))
        }
        (None, None) => None,
    }
}

/// The word behind `Position ID:`.
fn labelled<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    let at = line.to_ascii_lowercase().find(label)?;
    let rest = line[at + label.len()..].trim_start().strip_prefix([':', '='])?;
    let id = rest.split_whitespace().next()?;
    Some(id.split_once(':').map_or(id, |(id, _)| id).trim_matches('"'))
}

/// `4HPwATDgc/ABMA:cAkAAAAAAAAA`, one of them possibly a letter short or long; alone on a line a
/// blank may replace the colon if the first is a position.
fn id_pair(line: &str) -> Option<(&str, &str)> {
    let near =
        |text: &str, len: usize| text.len().abs_diff(len) <= 1 && text.bytes().all(is_id_letter);
    let fits = |id: &str, other: &str| {
        near(id, ids::POSITION_LEN)
            && near(other, ids::MATCH_LEN)
            && (id.len() == ids::POSITION_LEN || other.len() == ids::MATCH_LEN)
    };
    let mut words = line.split_whitespace();
    if let (Some(id), Some(other), None) = (words.next(), words.next(), words.next())
        && fits(id, other)
        && ids::read_position(id).is_ok()
    {
        return Some((id, other));
    }
    let pair = |word| str::split_once(word, ':').filter(|(id, other)| fits(id, other));
    line.split_whitespace().find_map(pair)
}

/// A text that consists of a position id, possibly a letter short or long. The same letters may
/// mean something else: a text without a valid position is not recognised.
fn lone_id(text: &str) -> Option<&str> {
    let id = text.trim();
    let has = |kind: fn(&u8) -> bool| id.bytes().any(|byte| kind(&byte));
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    if !id.bytes().all(is_id_letter) || !is_mixed {
        return None;
    }
    match id.len().abs_diff(ids::POSITION_LEN) {
        0 => ids::read_position(id).is_ok().then_some(id),
        // The normal start and others like it begin so: 2 checkers at most on the first points.
        1 if has(u8::is_ascii_digit) || id.contains(['/', '+']) => Some(id),
        _ => None,
    }
}

fn is_id_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_played_through_until_the_reading_is_cancelled() {
        let reading = Reading::default();
        let text = " 0 point match\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5\n hello\n";
        let scripts = mat::read(&text.repeat(3), &reading);
        assert_eq!(scripts.len(), 3);
        assert_eq!(recording::records(&scripts[0], &reading)[0].record.main_line().len(), 2);
        reading.cancel();
        assert!(scripts.iter().all(|script| recording::records(script, &reading).is_empty()));
    }

    #[test]
    fn statistics_of_a_game_have_no_place_and_are_named() {
        let text = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]PM[1]PW[a]PB[b]GS[M:1 2 3][C:4]\n;W[31hefe])";
        let read = read_sgf(text.as_bytes(), &Reading::default());
        let told: Vec<(bool, &str)> =
            read.problems.iter().map(|told| (told.is_around, told.reason.as_str())).collect();
        let named = ["the property PM", "the statistics of the game (GS)"];
        assert_eq!(
            told,
            named
                .map(|what| (true, format!("{what} is left out at node 1")))
                .each_ref()
                .map(|(is_around, text)| (*is_around, text.as_str()))
        );
    }
}
