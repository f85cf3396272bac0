//! Openings of a file: games in a format of the game, or a list with one opening a line.
//!
//! Opens no file, shortens no opening and compares none: `play` does.

use std::fmt;

use super::file::decoded;
use super::{
    FileProblem, Format, Game, GamesRead, MoveText, PlayError, Reading, Recognised, Record, Setup,
};

/// An opening as it stands in a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileOpening {
    /// Where it stands.
    pub place: OpeningPlace,
    /// The position that it starts from; `None` for the normal start.
    pub position: Option<String>,
    /// The moves from there, canonical.
    pub moves: Vec<MoveText>,
}

/// The place of an opening in its file, from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum OpeningPlace {
    /// A line of a list.
    Line(usize),
    /// A game.
    Game(usize),
}

/// `line 3`
impl fmt::Display for OpeningPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Game(game) => write!(f, "game {game}"),
        }
    }
}

/// Why the openings of a file cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum OpeningFileError {
    /// A line of a list.
    #[error(
        "line {line}: {reason}; a list has an opening a line: moves from the start, a position or \
         a game of {game}, and # before a comment"
    )]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The first fault.
        reason: String,
        /// The game's name.
        game: &'static str,
    },
    /// A game that cannot be read to its end.
    #[error("{problem}{}; correct the game or remove it", more(*.n_more))]
    Broken {
        /// The first problem.
        problem: FileProblem,
        /// How many others there are.
        n_more: usize,
    },
    /// A game of another variant.
    #[error("{place}: it is of the variant {found}, and {wanted} is played")]
    Variant {
        /// Where it stands.
        place: OpeningPlace,
        /// Its variant.
        found: String,
        /// The variant of the match.
        wanted: String,
    },
    /// Nothing was found.
    #[error("there is no opening of {game} in it")]
    Nothing {
        /// The game's name.
        game: &'static str,
    },
}

fn more(n: usize) -> String {
    if n == 0 { String::new() } else { format!(" (and {n} more)") }
}

/// Reads every opening of a file in the order of the file; `variant` has the game's own name. If
/// each line that isn't empty or a comment is an opening, it is a list; otherwise one of the game's
/// formats must read all of it, that of the file's `extension` first.
///
/// # Errors
///
/// At the first place that cannot be read, and if there is no opening.
pub fn read_openings(
    game: &dyn Game,
    variant: Option<&str>,
    bytes: &[u8],
    extension: &str,
) -> Result<Vec<FileOpening>, OpeningFileError> {
    let file = Reader { game, variant };
    let (n_before, fault) = match file.list(&decoded(bytes)) {
        Ok(openings) if openings.is_empty() => {
            (0, OpeningFileError::Nothing { game: game.info().noun })
        }
        Ok(openings) => return Ok(openings),
        Err(fault) => fault,
    };
    match file.best_format(bytes, extension) {
        Some(read) if is_whole(&read) => file.of_games(read),
        // A broken line of a list looks to other formats like a broken game.
        Some(read) if n_before == 0 => {
            // What refuses the file comes first.
            let mut problems = read.problems;
            problems.sort_by_key(|problem| problem.is_around && problem.game.is_some());
            Err(broken(&problems))
        }
        None if n_before == 0 => Err(file.fault_of_named(bytes, extension).unwrap_or(fault)),
        Some(_) | None => Err(fault),
    }
}

/// Every game of it was read. A fact or talk of a game that has no place in a record is no matter for an opening;
/// words outside of all games may be a broken one.
fn is_whole(read: &GamesRead) -> bool {
    read.problems.iter().all(|problem| problem.is_around && problem.game.is_some())
}

fn broken(problems: &[FileProblem]) -> OpeningFileError {
    let nothing = FileProblem::new(None, 1, String::new());
    let problem = problems.first().cloned().unwrap_or(nothing);
    OpeningFileError::Broken { problem, n_more: problems.len().saturating_sub(1) }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    game: &'a dyn Game,
    variant: Option<&'a str>,
}

impl Reader<'_> {
    fn setup(self, position: Option<String>) -> Setup {
        Setup { variant: self.variant.map(str::to_owned), position }
    }

    /// The openings of a list; at the first line that isn't one, the number of lines before it that
    /// are, and what is wrong with it.
    fn list(self, text: &str) -> Result<Vec<FileOpening>, (usize, OpeningFileError)> {
        let mut openings = Vec::new();
        for (idx, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with(['#', '%']) {
                continue;
            }
            // A comment, and not a part of a name.
            let line = line.split_once(" #").map_or(line, |(line, _)| line.trim_end());
            match self.line(line, idx + 1) {
                Ok(opening) => openings.push(opening),
                Err(error) => return Err((openings.len(), error)),
            }
        }
        Ok(openings)
    }

    fn line(self, line: &str, number: usize) -> Result<FileOpening, OpeningFileError> {
        let place = OpeningPlace::Line(number);
        let fault = match self.moves(line) {
            Ok(moves) => return Ok(FileOpening { place, position: None, moves }),
            Err(fault) => fault,
        };
        let position = |text: &str| {
            let setup = self.setup(Some(text.to_owned()));
            let found = self.game.start(&setup).map(|_| setup.position);
            found.map(|position| FileOpening { place, position, moves: Vec::new() })
        };
        let reason = match self.game.recognise(line) {
            Ok(Some(Recognised::Game { record, .. })) if says_something(&record) => {
                return self.of_record(&record, place);
            }
            Ok(Some(Recognised::Position { setup, .. })) => match &setup.position {
                Some(text) => match position(text) {
                    Ok(opening) => return Ok(opening),
                    Err(error) => Some(error.to_string()),
                },
                None => {
                    self.check_variant(&setup, place)?;
                    return Ok(FileOpening { place, position: None, moves: Vec::new() });
                }
            },
            Ok(Some(Recognised::Foreign { reason })) => Some(reason),
            Ok(Some(Recognised::Game { .. }) | None) => None,
            Err(problem) => Some(problem.reason),
        };
        position(line).map_err(|error| {
            let reason = reason.or(fault).unwrap_or_else(|| {
                format!("it is neither moves from the start nor a position: {error}")
            });
            OpeningFileError::Line { line: number, reason, game: self.game.info().noun }
        })
    }

    /// Moves from the normal start with blanks or semicolons between them, with or without their
    /// numbers.
    ///
    /// # Errors
    ///
    /// What is wrong with the first one that cannot be played; `None` if they are something else.
    fn moves(self, line: &str) -> Result<Vec<MoveText>, Option<String>> {
        let mut pos =
            self.game.start(&self.setup(None)).map_err(|error| Some(error.to_string()))?;
        let words: Vec<&str> = match line.contains(';') {
            true => line.split(';').map(str::trim).collect(),
            false => line.split_whitespace().collect(),
        };
        let words = words.into_iter().map(without_number).filter(|word| !word.is_empty());
        let mut moves = Vec::new();
        for word in words {
            let played = pos.play(word).map_err(|error| {
                let is_move = !moves.is_empty() || matches!(error, PlayError::Illegal { .. });
                is_move.then(|| format!("move {}: {error}", moves.len() + 1))
            });
            moves.push(played?);
        }
        if moves.is_empty() { Err(None) } else { Ok(moves) }
    }

    /// What the format reads that finds the most games of moves or positions; one that reads the
    /// file without a problem is better than all others.
    fn best_format(self, bytes: &[u8], extension: &str) -> Option<GamesRead> {
        let is_named = |format: &&Format| {
            format.extensions.iter().any(|ext| ext.eq_ignore_ascii_case(extension))
        };
        let formats = self.game.formats().iter();
        let (named, others): (Vec<&Format>, Vec<&Format>) = formats.partition(is_named);
        let mut best: Option<(usize, GamesRead)> = None;
        for format in named.into_iter().chain(others) {
            let read = (format.read)(bytes, &Reading::default());
            let n_games = read.records.iter().filter(|record| says_something(record)).count();
            if n_games > 0 && is_whole(&read) {
                return Some(read);
            }
            if n_games > best.as_ref().map_or(0, |(most, _)| *most) {
                best = Some((n_games, read));
            }
        }
        best.map(|(_, read)| read)
    }

    /// What is wrong with a file without any game, if its name says which format it has. The ending `txt`
    /// says nothing: lists have it, too.
    fn fault_of_named(self, bytes: &[u8], extension: &str) -> Option<OpeningFileError> {
        let is_named = |format: &&Format| {
            let mut extensions = format.extensions.iter().filter(|ext| **ext != "txt");
            extensions.any(|ext| ext.eq_ignore_ascii_case(extension))
        };
        let format = self.game.formats().iter().find(is_named)?;
        let problems = (format.read)(bytes, &Reading::default()).problems;
        (!problems.is_empty()).then(|| broken(&problems))
    }

    fn of_games(self, read: GamesRead) -> Result<Vec<FileOpening>, OpeningFileError> {
        let numbers = read.numbers.into_iter().map(Some).chain(std::iter::repeat(None));
        let records = read.records.iter().zip(numbers).enumerate();
        let records = records.filter(|(_, (record, _))| says_something(record));
        let openings = records.map(|(idx, (record, number))| {
            self.of_record(record, OpeningPlace::Game(number.unwrap_or(idx + 1)))
        });
        openings.collect()
    }

    fn of_record(
        self,
        record: &Record,
        place: OpeningPlace,
    ) -> Result<FileOpening, OpeningFileError> {
        self.check_variant(&record.setup, place)?;
        let moves = record.moves_to(record.last());
        Ok(FileOpening { place, position: record.setup.position.clone(), moves })
    }

    fn check_variant(self, found: &Setup, place: OpeningPlace) -> Result<(), OpeningFileError> {
        let info = self.game.info();
        let found = match &found.variant {
            Some(name) => info.find_variant(name),
            None => info.variants.first(),
        };
        match (found, self.variant) {
            (Some(found), Some(wanted)) if found.name != wanted => Err(OpeningFileError::Variant {
                place,
                found: found.name.to_owned(),
                wanted: wanted.to_owned(),
            }),
            _ => Ok(()),
        }
    }
}

/// It has moves or a position of its own.
fn says_something(record: &Record) -> bool {
    record.n_nodes() > 1 || record.setup.position.is_some()
}

/// `12.32-28` and `12.` without the number of the move.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|ch: char| ch.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(mv) if rest.len() < word.len() => mv.trim_start_matches('.').trim_start(),
        Some(_) | None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn read(
        name: &str,
        variant: Option<&str>,
        text: &str,
        extension: &str,
    ) -> Result<Vec<FileOpening>, String> {
        let game = games::find(name).unwrap();
        let variant = variant.or(game.info().variants.first().map(|first| first.name));
        read_openings(game, variant, text.as_bytes(), extension).map_err(|err| err.to_string())
    }

    fn moves(opening: &FileOpening) -> String {
        opening.moves.iter().map(|mv| mv.0.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_list_has_moves_positions_and_games_one_a_line() {
        let othello = read(
            "othello",
            None,
            "# two ways\n\nf5d6c3d3c4\nf5 f6 e6 # diagonal\n\
             ---------------------------O*------***-------------------------- O\n",
            "txt",
        )
        .unwrap();
        let texts: Vec<String> = othello.iter().map(moves).collect();
        assert_eq!(texts, ["f5 d6 c3 d3 c4", "f5 f6 e6", ""]);
        let places: Vec<String> = othello.iter().map(|read| read.place.to_string()).collect();
        assert_eq!(places, ["line 3", "line 4", "line 5"]);
        assert!(othello[2].position.is_some() && othello[1].position.is_none());
        let frisian = read("draughts", Some("frisian"), "1. 32-28 19-23 2.28x19\nW:W31:B12", "txt");
        let frisian = frisian.unwrap();
        assert_eq!(frisian[0].moves.len(), 3);
        assert!(frisian[1].position.as_deref().is_some_and(|text| text.contains("31")));
        let hive = "Base;InProgress;White[2];wS1;bG1 wS1-\nwA1; bA1 wA1-; wQ -wA1";
        let hive = read("hive", None, hive, "uhp").unwrap();
        assert_eq!(hive.iter().map(|read| read.moves.len()).collect::<Vec<_>>(), [2, 3]);
        for (line, says) in [
            ("32-28 19-22", "19-22"),
            ("32-28 nothing", "move 2: \"nothing\" is not a move"),
            ("99-98", "99-98"),
        ] {
            let said = read("draughts", None, &format!("32-28 19-23\n{line}"), "txt").unwrap_err();
            assert!(said.starts_with("line 2: ") && said.contains(says), "{said}");
        }
        // What has no place in a record is no matter for an opening.
        let talk = "(;GM[27]SU[Hive]P0[id \"a\"]P1[id \"b\"];P0[0 Start P0];P0[1 Move W wA1 N 13 .]\
                    ;P0[2 Done]C[hello];P1[3 Move B bG1 O 13 wA1-];P1[4 Done])";
        let hive = read("hive", None, talk, "sgf").unwrap();
        assert_eq!((hive.len(), hive[0].moves.len()), (1, 2));
        let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
        let money = read("backgammon", Some("money-nojacoby"), xgid, "txt").unwrap();
        assert!(money[0].position.is_some() && money[0].moves.is_empty());
    }

    #[test]
    fn games_of_each_format_are_openings() {
        let pdn = include_str!("../../tests/data/draughts/games.pdn");
        let one = "[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 19-23\n2. 28x19 14x23 *\n\n\
                   [FEN \"W:W31,32:B12\"]\n1. 31-27 *\n";
        let games = read("draughts", None, one, "pdn").unwrap();
        assert_eq!((games.len(), games[0].moves.len()), (2, 4));
        assert_eq!(games[1].place, OpeningPlace::Game(2));
        assert!(games[1].position.is_some());
        assert!(read("draughts", None, pdn, "pdn").is_err(), "it has games of several variants");
        let ggf = include_str!("../../tests/data/othello/archive.ggf");
        let foreign = read("othello", None, ggf, "ggf").unwrap_err();
        assert!(foreign.contains("this is Othello on 10x10 squares"), "{foreign}");
        let first: Vec<&str> = ggf.lines().take(3).collect();
        let games = read("othello", None, &first.join("\n"), "ggf").unwrap();
        assert!(games.iter().all(|game| game.moves.len() > 4), "{games:?}");
        let pgn = include_str!("../../tests/data/hive/game.pgn");
        let all = read("hive", Some("Base+MLP"), pgn, "pgn").unwrap();
        assert!(all.iter().all(|opening| opening.moves.len() > 2), "{all:?}");
        let refused = read("hive", Some("Base"), pgn, "pgn").unwrap_err();
        assert_eq!(refused, "game 1: it is of the variant Base+MLP, and Base is played");
    }

    #[test]
    fn a_fault_is_named_with_its_place_and_what_to_do() {
        for (game, text, extension, said) in [
            ("othello", "f5d6\nf5a1\n", "txt", "line 2: "),
            ("othello", "f5\nnonsense\n", "txt", "line 2: "),
            ("othello", "\n# nothing\n", "txt", "there is no opening of Othello in it"),
            ("draughts", "32-28\n32-11\n", "txt", "line 2: "),
            (
                "draughts",
                "[GameType \"40\"]\n1. 32-28 *\n",
                "pdn",
                "game 1: it is of the variant frisian, and international is played",
            ),
            ("draughts", "[Event \"x\"]\n1. 32-28 19-23 2. 1-2 *\n", "pdn", "game 1, line 2: "),
            ("draughts", "[Event \"x\"]\n\n1. 32-99 *\n", "pdn", "game 1, line 3: move 1: "),
            (
                "hive",
                "Base+MLP;InProgress;White[2];wS1;bG1 wS1-\n",
                "uhp",
                "game 1: it is of the variant Base+MLP, and Base is played",
            ),
        ] {
            let found = read(game, None, text, extension).unwrap_err();
            assert!(found.starts_with(said), "{text:?}: {found}");
        }
    }
}
