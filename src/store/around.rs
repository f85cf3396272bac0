//! Games in a text that holds other words, too: a mail, a page, a letter with games of several kinds.
//!
//! Opens no file, and does not decide whether the file is a text of that kind.

use super::games::GameFile;
use crate::games::{FileProblem, GAMES, Game, GamesRead, Ignored, Reading, decoded, read_pasted};

/// A longer text is no mail.
const LONGEST_TEXT: usize = 1 << 20;

/// The games of a text that holds other words, too.
pub(super) struct Around {
    /// The numbers of the moves, also of games of other kinds, and of the positions.
    pub(super) found: (usize, usize),
    /// The text has marks of a mail, a forum or a page.
    pub(super) has_marks: bool,
    /// See [`PastedText::n_doubtful`].
    ///
    /// [`PastedText::n_doubtful`]: crate::games::PastedText::n_doubtful
    pub(super) n_doubtful: usize,
    pub(super) file: GameFile,
}

/// The games of a text that holds other words, too; a file has games of one kind. What was left out is listed with
/// the problems of the file, which is therefore not written over.
pub(super) fn read_around(
    bytes: &[u8],
    extension: &str,
    wanted: Option<&'static dyn Game>,
    reading: &Reading,
) -> Option<Around> {
    if bytes.len() > LONGEST_TEXT || reading.is_cancelled() {
        return None;
    }
    let text = &decoded(bytes);
    let is_named = |game: &&&dyn Game| {
        let mut endings = game.formats().iter().flat_map(|format| format.extensions);
        endings.any(|ending| ending.eq_ignore_ascii_case(extension))
    };
    let likely = wanted.or(GAMES.iter().find(is_named).copied()).or(GAMES.first().copied())?;
    let found = read_pasted(text, likely);
    let Ignored { html, tags, quotes, codes, chat, .. } = found.ignored;
    let has_marks = html || tags || quotes || codes || chat;
    let game = wanted.or(found.findings.first()?.readings.first().map(|first| first.game))?;
    let name = game.info().name;
    let (mut records, mut problems) = (Vec::new(), found.problems);
    let mut n_moves_of_others = 0;
    for finding in found.findings {
        let mut readings = finding.readings;
        // A wanted game may be another way to read the same part.
        let own =
            readings.iter().position(|reading| reading.record.game == name).unwrap_or_default();
        match readings.drain(own..).next() {
            Some(first) if first.record.game == name => records.push(first.record),
            Some(first) => {
                n_moves_of_others += first.record.n_nodes() - 1;
                let reason = format!(
                    "left out, since the games that are taken are of {}: {}",
                    game.info().noun,
                    first.title()
                );
                problems.push(FileProblem::new(None, finding.line, reason));
            }
            None => {}
        }
    }
    let reason = match found.ignored.words() {
        Some(words) => format!("the games were found in a text; left out: {words}"),
        None => "the games were found one by one in a text".to_owned(),
    };
    problems.push(FileProblem::around(1, reason));
    if records.is_empty() {
        return None;
    }
    let n_moves: usize = records.iter().map(|record| record.n_nodes() - 1).sum();
    let n_positions = records.iter().filter(|record| record.setup.position.is_some()).count();
    let read = GamesRead { records, problems, ..GamesRead::default() };
    let format = game.formats().first()?;
    let file = GameFile { game, format, read };
    let n_doubtful = found.n_doubtful;
    Some(Around { found: (n_moves + n_moves_of_others, n_positions), has_marks, n_doubtful, file })
}
