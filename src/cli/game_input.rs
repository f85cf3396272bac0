//! Games as a command reads them: from a file or the standard input, all or some of them.
//!
//! Judges no game; what cannot be read is reported on the error output.

use std::io;
use std::path::Path;
use std::str::FromStr;

use anyhow::anyhow;
use quintet::games::{FileProblem, Reading, Record, counted};
use quintet::store::{GameFile, GameFileError, is_same_file, read_game_file, read_game_input};

use super::{Code, Failure, of_file, output};

/// The name of the standard input, or output, on the command line.
pub(super) const STANDARD: &str = "-";

/// The games of a file, or of the standard input for [`STANDARD`].
///
/// # Errors
///
/// When there is no game in it.
pub(super) fn read_games(path: &Path) -> Result<GameFile, Failure> {
    let reading = Reading::default();
    let read = match path.as_os_str() == STANDARD {
        true => read_game_input("standard input", io::stdin().lock(), &reading),
        false => read_game_file(path, &reading),
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
pub(super) fn complain_of(file: &GameFile, path: &Path, chosen: Option<&Selection>) -> usize {
    let is_chosen = |problem: &&FileProblem| {
        problem.game.zip(chosen).is_none_or(|(number, chosen)| chosen.has(number))
    };
    let problems: Vec<&FileProblem> = file.read.problems.iter().filter(is_chosen).collect();
    for problem in &problems {
        output::complain(&format!("quintet: {}: {problem}", path.display()));
    }
    problems.iter().filter(|problem| !problem.is_around).count()
}

/// Which games of a file are meant: `3-10`, `5`, `12-`, `1,4-6`. Games are counted from 1.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Selection(Vec<(usize, usize)>);

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ranges = text.split(',').map(|part| {
            let part = part.trim();
            let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| *n > 0);
            let range = match part.split_once('-') {
                None => number(part).map(|n| (n, n)),
                Some((from, "")) => number(from).map(|from| (from, usize::MAX)),
                Some((from, to)) => number(from).zip(number(to)),
            };
            range
                .filter(|(from, to)| from <= to)
                .ok_or_else(|| format!("{part:?} is no range of games: 3-10, 5, 12-"))
        });
        ranges.collect::<Result<_, _>>().map(Self)
    }
}

impl Selection {
    /// The game with this number alone.
    pub(super) fn one(number: usize) -> Self {
        Self(vec![(number, number)])
    }

    /// The game with this number is meant.
    pub(super) fn has(&self, number: usize) -> bool {
        self.0.iter().any(|(from, to)| (*from..=*to).contains(&number))
    }
}

/// The chosen games of a file, each with its number there; a match counts by the first of its games.
///
/// # Errors
///
/// When there is none of them.
pub(super) fn chosen_games(
    file: &GameFile,
    chosen: Option<&Selection>,
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
        }
    }
    if games.is_empty() {
        let n_games = counted(read.records.len() + read.n_joined, "game");
        return Err(
            Code::Usage.of(anyhow!("none of the games asked for is there; the file has {n_games}"))
        );
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_has_numbers_and_ranges_that_may_be_open() {
        let chosen = |text: &str| {
            let selection: Selection = text.parse().unwrap();
            (1..=9).filter(|n| selection.has(*n)).map(|n| n.to_string()).collect::<String>()
        };
        assert_eq!(["3-5", "5", "7-", "1, 4-6"].map(chosen), ["345", "5", "789", "1456"]);
        for text in ["", "0", "5-3", "a", "-3", "1,,2"] {
            let error = text.parse::<Selection>().unwrap_err();
            assert!(error.contains("3-10"), "{text}: {error}");
        }
    }
}
