//! Files of positions: one FEN on a line, and behind a `#` the variant or a comment.
//!
//! Holds no moves.

use crate::games::draughts::fen::{self, shortened};
use crate::games::draughts::{Draughts, Variant, side_name};
use crate::games::{FileProblem, GamesRead, Reading, Recognised, Record, Rules};

/// A file that begins with this many lines without a position isn't a file of positions.
const LINES_TO_TRY: usize = 20;

/// Reads every position of a text, each as a game without moves.
pub(super) fn read(text: &str, reading: &Reading) -> GamesRead {
    let mut games = GamesRead::default();
    let (mut done, mut n_games) = (0, 0);
    for (idx, line) in text.split('\n').enumerate() {
        if !reading.goes_on(done, text.len(), n_games) {
            break;
        }
        done += line.len() + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        n_games += 1;
        match record(line) {
            Ok(record) => {
                games.records.push(record);
                games.numbers.push(n_games);
            }
            Err(reason) => {
                games.report(FileProblem::new(Some(n_games), idx + 1, reason));
            }
        }
        if games.records.is_empty() && games.problems.len() >= LINES_TO_TRY {
            break;
        }
    }
    if games.records.is_empty() && games.problems.is_empty() {
        let reason = "there is no position in it".to_owned();
        games.problems.push(FileProblem::new(None, 1, reason));
    }
    games
}

/// A position, and the text after a `#`: a variant's name or a comment. Without a name it is
/// international, or Frisian if kings' moves are counted.
fn record(line: &str) -> Result<Record, String> {
    let (fen, note) = line.split_once('#').unwrap_or((line, ""));
    let note = note.trim();
    let (name, comment) = note.split_once(char::is_whitespace).unwrap_or((note, ""));
    let (variant, comment) = match Variant::find(name) {
        Some(variant) => (Some(variant), comment.trim()),
        None => (None, note),
    };
    let pos = pos(fen, variant)?;
    let mut setup = pos.setup();
    // The start has nothing to count.
    setup.position = setup.position.map(|text| text + &fen::counters(fen));
    let mut record = Record::new(Draughts::INFO.name, setup);
    record.node_mut(Record::START).comment = comment.to_owned();
    Ok(record)
}

fn is_variant(word: &str) -> bool {
    Variant::find(word).is_some()
}

fn pos(text: &str, variant: Option<Variant>) -> Result<Draughts, String> {
    let problem = |problem: String| format!("{:?}: {problem}", shortened(text.trim()));
    let read = fen::read(text).map_err(problem)?;
    let counted = read.king_runs != [None; 2];
    let usual = if counted { Variant::Frisian } else { Variant::International };
    let pos = Draughts::new(read.board, read.turn, variant.unwrap_or(usual)).map_err(problem)?;
    Ok(pos.with_king_runs(read.king_runs))
}

/// A pasted position.
///
/// # Errors
///
/// When it is broken, or cannot occur.
pub(super) fn position(text: &str) -> Result<Recognised, FileProblem> {
    let line = text.lines().next().unwrap_or_default();
    let problem = |reason| FileProblem::new(None, 1, format!("FEN {reason}"));
    let record = record(line).map_err(problem)?;
    let pos = Draughts::start(&record.setup).map_err(|error| problem(error.to_string()))?;
    let what = format!("FEN, {} to move", side_name(pos.turn()));
    Ok(Recognised::Position { what, setup: record.setup })
}

/// Writes the position of a game without moves.
///
/// # Errors
///
/// When the start cannot be set up, or there are moves, which the file would lose.
pub(super) fn write(record: &Record) -> Result<String, String> {
    if record.n_nodes() > 1 && !record.node(Record::START).children.is_empty() {
        return Err("FEN holds a position and no moves; write the game as PDN".to_owned());
    }
    let pos = Draughts::start(&record.setup).map_err(|error| error.to_string())?;
    let counters = record.setup.position.as_deref().map(fen::counters).unwrap_or_default();
    let mut text = fen::write(&pos) + &counters;
    let comment = &record.node(Record::START).comment;
    let first = comment.split_whitespace().next();
    // The first word of a comment must not be read as the name of a variant.
    let is_named = pos.variant() != Variant::International || first.is_some_and(is_variant);
    let variant = if is_named { pos.variant().name() } else { "" };
    let note: Vec<&str> = variant.split_whitespace().chain(comment.split_whitespace()).collect();
    if !note.is_empty() {
        text = format!("{text} # {}", note.join(" "));
    }
    Ok(text + "\n")
}
