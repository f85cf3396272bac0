//! Games as a command reads them: from a file or the standard input, all or some of them.
//!
//! Judges no game; what cannot be read is reported on the error output.

use std::io;
use std::path::Path;

use anyhow::anyhow;
use quintet::games::{FileProblem, Game, GameSelection, Reading, Record, counted};
use quintet::store::{GameFile, GameFileError, is_same_file, read_game_input, read_wanted_games};

use super::{Code, Failure, Outcome, of_file, output};

/// The name of the standard input, or output, on the command line.
pub(super) const STANDARD: &str = "-";

/// The games of a file, or of the standard input for [`STANDARD`]; those of the `wanted` game, where there are any
/// in it.
///
/// # Errors
///
/// When there is no game in it.
pub(super) fn read_games(
    path: &Path,
    wanted: Option<&'static dyn Game>,
) -> Result<GameFile, Failure> {
    let reading = Reading::default();
    let read = match path.as_os_str() == STANDARD {
        true => read_game_input("standard input", io::stdin().lock(), wanted, &reading),
        false => read_wanted_games(path, wanted, &reading),
    };
    read.map_err(of_game_file)
}

/// What is written must not replace what is read, and goes into a folder that is there.
///
/// # Errors
///
/// When both paths lead to one file, or the folder is missing.
pub(super) fn check_output(from: &Path, to: &Path) -> Result<(), Failure> {
    if to.as_os_str() == STANDARD {
        return Ok(());
    }
    if is_same_file(from, to) {
        let why = anyhow!("{}: this is the file that is read; write to another one", to.display());
        return Err(Code::Usage.of(why));
    }
    check_folder(to)
}

/// A name that is easily mistyped makes no folder.
///
/// # Errors
///
/// When the folder of this file is missing.
pub(super) fn check_folder(to: &Path) -> Result<(), Failure> {
    match to.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        Some(folder) => {
            let why = anyhow!("{}: there is no folder {folder:?}; make it first", to.display());
            Err(Code::Usage.of(why))
        }
        None => Ok(()),
    }
}

/// A game file that cannot be used.
pub(super) fn of_game_file(error: GameFileError) -> Failure {
    match error {
        GameFileError::File(error) => of_file(error),
        error => Code::Usage.of(error),
    }
}

/// Reports what could not be read of these games, each by its number, and that words around them were left
/// out; says in how many places a game is broken.
pub(super) fn complain_of(file: &GameFile, path: &Path, chosen: Option<&GameSelection>) -> usize {
    let is_chosen = |problem: &&FileProblem| {
        problem.game.zip(chosen).is_none_or(|(number, chosen)| chosen.has(number))
    };
    let problems: Vec<&FileProblem> = file.read.problems.iter().filter(is_chosen).collect();
    for problem in &problems {
        output::complain(&format!("quintet: {}: {problem}", path.display()));
    }
    problems.iter().filter(|problem| !problem.is_around).count()
}

/// What could be read of these games is written by now; that some are broken is a failure all the same.
///
/// # Errors
///
/// When there is a problem.
pub(super) fn unless_broken(n_problems: usize, path: &Path) -> Outcome {
    if n_problems == 0 {
        return Ok(());
    }
    let problems = counted(n_problems, "problem");
    Err(anyhow!("{}: {problems}, see above; the rest is written", path.display()).into())
}

/// The chosen games of a file, each with its number there; a match counts by the first of its games.
///
/// # Errors
///
/// When there is none of them.
pub(super) fn chosen_games(
    file: &GameFile,
    chosen: Option<&GameSelection>,
) -> Result<Vec<(usize, Record)>, Failure> {
    let read = &file.read;
    let mut games = Vec::new();
    let mut last = 0;
    for (idx, record) in read.records.iter().enumerate() {
        let to = read.numbers.get(idx).copied().unwrap_or(idx + 1);
        // In a file of matches no number is that of a game that could not be read.
        let from = if read.n_joined > 0 { last + 1 } else { to };
        last = to;
        if chosen.is_none_or(|chosen| (from..=to).any(|number| chosen.has(number))) {
            games.push((from, record.clone()));
            if let Some(chosen) = chosen
                && !(from..=to).all(|number| chosen.has(number))
            {
                let which = format!("games {from} to {to} of the file are one match");
                output::complain(&format!("quintet: {which}, which is taken as a whole"));
            }
        }
    }
    if games.is_empty() {
        // A game that could not be read has a number, too.
        let broken = read.problems.iter().filter_map(|problem| problem.game);
        let known = broken.chain(read.numbers.iter().copied()).max().unwrap_or_default();
        let n_games = counted(known.max(read.records.len() + read.n_joined), "game");
        let why = "none of the games asked for is there";
        return Err(Code::Usage.of(anyhow!("{why}; the file has {n_games}")));
    }
    Ok(games)
}
