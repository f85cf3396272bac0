//! Game files: opened, recognised, read and written by the games' own formats.
//!
//! Knows no format itself; bytes and file names go to [`Game`].

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::around::read_around;
use super::atomic::{FileError, plain_file, write_atomically};
use crate::games::{
    FileProblem, Format, GAMES, Game, GamesRead, MAX_GAMES, Reading, Record, Tags, WriteError,
    Writing, as_utf8, find,
};

/// Larger files are refused. All of WTHOR's hundred thousand games take 10 MB.
const MAX_BYTES: u64 = 64 << 20;

/// The games of a file.
#[derive(Debug)]
pub struct GameFile {
    /// Whose games they are.
    pub game: &'static dyn Game,
    /// The format it turned out to be.
    pub format: &'static Format,
    /// The games, at least one, and what could not be read.
    pub read: GamesRead,
}

/// A game file that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// The file itself cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is too large to be a game file.
    #[error("{path:?} is too large to be read: {size} bytes, and {MAX_BYTES} are allowed")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes; for a file that grew, the first size that was too large.
        size: u64,
    },
    /// No format finds a game in it.
    #[error("{path:?} holds no game that can be read{}", reasons(.problems))]
    NoGame {
        /// The file.
        path: PathBuf,
        /// The reason given by the format of its name, or by one that recognised the file.
        problems: Vec<FileProblem>,
    },
    /// The name of the file has no format of the game that can be written.
    #[error("{path:?}: {game} is not written as {extension:?}; name the file {allowed}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Name of the game.
        game: &'static str,
        /// What the name ends in.
        extension: String,
        /// Possible endings.
        allowed: String,
    },
    /// The format cannot hold the game.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The record is of a game that this program does not know.
    #[error("unknown game {0:?}")]
    UnknownGame(String),
}

fn reasons(problems: &[FileProblem]) -> String {
    match problems {
        [] => String::new(),
        [first] => format!(": {first}"),
        [first, rest @ ..] => format!(": {first} (and {} more)", rest.len()),
    }
}

/// Reads a game file. First the formats of the games that know its beginning are tried, that of the
/// file's name before others, and only if none of them finds a move, the formats of other games.
/// The first one that reads it without any problem is taken; otherwise the one that finds the most
/// moves.
///
/// # Errors
///
/// When the file cannot be read, is too large, or no format finds a game in it. Mistakes in a file
/// that holds at least one game are no errors: see [`GameFile::read`]. `reading` gets the progress,
/// and can end it early with what was read so far.
pub fn read_game_file(path: &Path, reading: &Reading) -> Result<GameFile, GameFileError> {
    games_of(path, &read_bytes(path)?, None, reading)
}

/// Does the same as [`read_game_file`]. Where there is a `wanted` game, only its games are looked for, if any is there;
/// those of other games are told as left out.
///
/// # Errors
///
/// In the same cases.
pub fn read_wanted_games(
    path: &Path,
    wanted: Option<&'static dyn Game>,
    reading: &Reading,
) -> Result<GameFile, GameFileError> {
    wanted_games_of(path, &read_bytes(path)?, wanted, reading)
}

/// Does the same as [`read_wanted_games`] with what a pipe gives, which errors call `name`.
///
/// # Errors
///
/// In the same cases.
pub fn read_game_input(
    name: &str,
    input: impl Read,
    wanted: Option<&'static dyn Game>,
    reading: &Reading,
) -> Result<GameFile, GameFileError> {
    let path = Path::new(name);
    wanted_games_of(path, &limited_bytes(path, input)?, wanted, reading)
}

fn wanted_games_of(
    path: &Path,
    bytes: &[u8],
    wanted: Option<&'static dyn Game>,
    reading: &Reading,
) -> Result<GameFile, GameFileError> {
    let found = wanted.and_then(|game| games_of(path, bytes, Some(game), reading).ok());
    found.map_or_else(|| games_of(path, bytes, None, reading), Ok)
}

fn games_of(
    path: &Path,
    bytes: &[u8],
    wanted: Option<&'static dyn Game>,
    reading: &Reading,
) -> Result<GameFile, GameFileError> {
    if bytes.trim_ascii().is_empty() {
        let problems = vec![FileProblem::new(None, 1, "it is empty".to_owned())];
        return Err(GameFileError::NoGame { path: path.to_owned(), problems });
    }
    let is_text = !bytes[..bytes.len().min(HEAD)].contains(&0);
    let mut best: Option<((usize, usize), GameFile)> = None;
    let mut problems = Vec::new();
    let mut refusal: Option<Vec<FileProblem>> = None;
    // A reader of texts would look for moves in every byte.
    let is_wanted = |candidate: &Candidate| {
        (is_text || candidate.is_heard || candidate.is_database())
            && wanted.is_none_or(|game| game.info().name == candidate.game.info().name)
    };
    for candidate in candidates(bytes, &extension_of(path)).into_iter().filter(is_wanted) {
        // What a reader of texts makes of bytes is of no interest.
        let is_apt = is_text || candidate.is_database();
        let Candidate { game, format, is_recognised, is_likely, is_named, .. } = candidate;
        if best.is_some() && (!is_likely || reading.is_cancelled()) {
            break;
        }
        let mut read = (format.read)(bytes, reading);
        if reading.is_full() {
            let reason = format!("only the first {MAX_GAMES} games are read");
            read.problems.push(FileProblem::new(None, 1, reason));
        }
        // If a game's own reader refuses the file by its name, no other reader knows it better, unless
        // the file is a text around the game: any reader may find the brackets of another game in it.
        if read.foreign.is_some() && read.records.is_empty() {
            if is_recognised {
                let (path, problems) = (path.to_owned(), read.problems);
                return Err(GameFileError::NoGame { path, problems });
            }
            refusal.get_or_insert(read.problems);
            continue;
        }
        // Noise may look like an empty game.
        let is_one = is_recognised && !read.records.is_empty();
        // A score or a name alone is in files of other games, too: "31-33" is a move of draughts.
        let says_it = |record: &Record| match is_recognised || is_named {
            true => says_anything(record),
            false => record.n_nodes() > 1 || record.setup.position.is_some(),
        };
        if (is_one || read.records.iter().any(says_it)) && read.problems.is_empty() {
            return Ok(GameFile { game, format, read });
        }
        if problems.is_empty() && is_named && is_apt {
            problems.clone_from(&read.problems);
        }
        let n_moves = read.records.iter().map(|record| record.n_nodes() - 1).sum();
        // Files of positions have no moves.
        let n_positions =
            read.records.iter().filter(|record| record.setup.position.is_some()).count();
        let found = (n_moves, n_positions);
        if found > best.as_ref().map_or((0, 0), |(most, _)| *most) {
            best = Some((found, GameFile { game, format, read }));
        }
    }
    if best.is_none() && problems.is_empty() && !is_text {
        let reason = "it is not text, and no database of games that can be read".to_owned();
        problems.push(FileProblem::new(None, 1, reason));
    }
    // A mail or a web page holds a game among other words.
    if is_text && let Some(around) = read_around(bytes, &extension_of(path), wanted, reading) {
        let most = best.as_ref().map_or((0, 0), |(most, _)| *most);
        let n_faults = best.as_ref().map_or(0, |(_, file)| file.read.n_faults());
        // What may be a mistake in a game is not taken for a word around it.
        let has_fewer = around.file.read.n_faults() < n_faults && around.n_doubtful == 0;
        let is_cleaner = around.has_marks || has_fewer;
        // A start position in words is better than nothing.
        if best.is_none() || around.found > most || is_cleaner && around.found == most {
            return Ok(around.file);
        }
    }
    if let Some(problems) = refusal {
        return Err(GameFileError::NoGame { path: path.to_owned(), problems });
    }
    match best {
        Some((_, file)) => Ok(file),
        None => Err(GameFileError::NoGame { path: path.to_owned(), problems }),
    }
}

/// It has more than a start position.
fn says_anything(record: &Record) -> bool {
    let has_setup = record.setup.position.is_some() || record.result.is_some();
    record.n_nodes() > 1 || has_setup || record.tags != Tags::default()
}

/// A format that a file may have.
struct Candidate {
    game: &'static dyn Game,
    format: &'static Format,
    /// The game recognises the beginning of the file.
    is_recognised: bool,
    /// It does, or says that it is one that cannot be read.
    is_heard: bool,
    /// The game recognises the beginning of the file, or no game does.
    is_likely: bool,
    /// The file's name has an ending of the format.
    is_named: bool,
}

impl Candidate {
    fn is_database(&self) -> bool {
        matches!(self.format.write, Writing::Database(_))
    }
}

/// The part of a file that is examined to recognise its game: some games, or the heading of one.
const HEAD: usize = 4 << 10;

/// Every format of every game, the likeliest first.
fn candidates(bytes: &[u8], extension: &str) -> Vec<Candidate> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let heard: Vec<_> = GAMES.iter().map(|game| game.recognise(&head)).collect();
    let is_known = heard.iter().any(|heard| !matches!(heard, Ok(None)));
    let mut candidates: Vec<Candidate> = GAMES
        .iter()
        .zip(heard)
        .flat_map(|(game, heard)| {
            let is_recognised = matches!(heard, Ok(Some(_)));
            let is_heard = !matches!(heard, Ok(None));
            let is_likely = !is_known || is_heard;
            game.formats().iter().map(move |format| Candidate {
                game: *game,
                format,
                is_recognised,
                is_heard,
                is_likely,
                is_named: (format.extensions.iter().chain([&format.name]))
                    .any(|ending| ending.eq_ignore_ascii_case(extension)),
            })
        })
        .collect();
    // Sorting is stable and `false` comes first, so formats keep their order within each part.
    candidates.sort_by_key(|candidate| (!candidate.is_likely, !candidate.is_named));
    candidates
}

/// Writes a game in the format of the file's name, or in the game's own if the name has no ending;
/// an existing file is replaced.
///
/// # Errors
///
/// When the name has no format of this game, the format cannot hold the game, or the file cannot be
/// written.
pub fn write_game_file(path: &Path, record: &Record) -> Result<(), GameFileError> {
    let game = find(&record.game).ok_or_else(|| GameFileError::UnknownGame(record.game.clone()))?;
    let text = format_of_name(path, game)?.write_game(record)?;
    Ok(write_atomically(path, text.as_bytes())?)
}

/// The format in which games of this kind are written to a file of this name: the game's own if the
/// name has no ending. The short name of a format is an ending, too: `game.transcript`.
///
/// # Errors
///
/// When no format of the game that can be written has the ending.
pub fn format_of_name(path: &Path, game: &dyn Game) -> Result<&'static Format, GameFileError> {
    let extension = extension_of(path);
    let writable = || game.formats().iter().filter(|format| format.writes());
    let format = if extension.is_empty() {
        writable().next()
    } else {
        let is = |known: &str| known.eq_ignore_ascii_case(&extension);
        let by_ending = writable().find(|format| format.extensions.iter().any(|ext| is(ext)));
        by_ending.or_else(|| writable().find(|format| is(format.name)))
    };
    format.ok_or_else(|| {
        let endings: Vec<String> =
            writable().flat_map(|format| format.extensions).map(|ext| format!(".{ext}")).collect();
        GameFileError::Format {
            path: path.to_owned(),
            game: game.info().title,
            extension,
            allowed: endings.join(" or "),
        }
    })
}

pub(super) fn extension_of(path: &Path) -> String {
    path.extension().map(|ext| ext.to_string_lossy().into_owned()).unwrap_or_default()
}

pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, GameFileError> {
    let metadata = plain_file(path).map_err(FileError::new("open", path))?;
    let file = File::open(path).map_err(FileError::new("open", path))?;
    if metadata.len() > MAX_BYTES {
        return Err(GameFileError::TooLarge { path: path.to_owned(), size: metadata.len() });
    }
    // A file may grow while it is read.
    limited_bytes(path, file)
}

fn limited_bytes(path: &Path, input: impl Read) -> Result<Vec<u8>, GameFileError> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(FileError::new("read", path))?;
    let size = bytes.len() as u64;
    if size > MAX_BYTES {
        return Err(GameFileError::TooLarge { path: path.to_owned(), size });
    }
    Ok(as_utf8(bytes))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::games::{MoveText, Setup, Side};

    const GAME: &str = "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)\n";

    fn file_with(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        fs::write(&path, content).unwrap();
        (dir, path)
    }

    #[test]
    fn a_file_of_utf16_is_read_as_text() {
        let text: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let (_dir, path) = file_with("game.ggf", &[b"\xff\xfe".to_vec(), text].concat());
        let file = read_game_file(&path, &Reading::default()).unwrap();
        assert_eq!((file.game.info().name, file.read.records[0].n_nodes()), ("othello", 3));
    }

    #[test]
    fn a_game_is_found_whatever_the_files_name() {
        for name in ["game.ggf", "GAME.GGF", "game.txt", "game", "game.wtb"] {
            let (_dir, path) = file_with(name, GAME.as_bytes());
            let file = read_game_file(&path, &Reading::default()).unwrap();
            assert_eq!((file.game.info().name, file.format.name), ("othello", "ggf"), "{name}");
            assert_eq!(file.read.records.len(), 1);
        }
    }

    #[test]
    fn a_broken_game_of_draughts_is_no_game_of_othello_with_that_score() {
        for moves in ["1. 31-33 19-23 2-0", "1. 31-33 19-23 2. 37-31 20-24 2-0"] {
            let text = format!("[White \"Ada\"]\n[GameType \"20\"]\n\n{moves}\n");
            let (_dir, path) = file_with("broken.pdn", text.as_bytes());
            let error = read_game_file(&path, &Reading::default()).unwrap_err().to_string();
            assert!(error.contains("holds no game") && error.contains("31-33"), "{error}");
        }
    }

    #[test]
    fn a_game_in_a_mail_is_found_and_the_words_around_it_are_told() {
        let mail = "Hi,\n\nlook at this:\n> 1. 32-28 19-23 2. 28x19 14x23\n\nBye\n";
        let (_dir, path) = file_with("mail.txt", mail.as_bytes());
        let file = read_game_file(&path, &Reading::default()).unwrap();
        assert_eq!((file.game.info().name, file.read.records.len()), ("draughts", 1));
        assert_eq!(file.read.records[0].main_line().len(), 4);
        let told = file.read.problems.last().map(ToString::to_string);
        let expected =
            "line 1: the games were found in a text; left out: 3 lines around it, quote marks";
        assert_eq!(told.as_deref(), Some(expected));
    }

    #[test]
    fn a_letter_with_games_of_two_kinds_is_not_read_as_a_longer_game_of_one() {
        let letter = "Hello, the game:\n[White \"X\"]\n[Black \"Y\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n\
                      See f5d6c3d3c4f4 too. Bye\n";
        let (_dir, path) = file_with("mail.txt", letter.as_bytes());
        let file = read_game_file(&path, &Reading::default()).unwrap();
        assert_eq!((file.game.info().name, file.read.records.len()), ("draughts", 1));
        let told = file.read.problems[0].to_string();
        assert!(told.contains("line 7: left out, since the games that are taken are of"), "{told}");
    }

    #[test]
    fn a_start_position_in_a_letter_is_found() {
        let rows = ["........"; 3].join("\n");
        let letter = format!("Look:\n\n{rows}\n...OX...\n...XO...\n{rows}\n\nBlack to move.\n");
        let (_dir, path) = file_with("mail.txt", letter.as_bytes());
        let file = read_game_file(&path, &Reading::default()).unwrap();
        assert_eq!((file.game.info().name, file.read.records.len()), ("othello", 1));
        assert_eq!(file.read.n_faults(), 0, "{:?}", file.read.problems);
    }

    const PDN: &str = "[White \"a\"]\n1. 32-28 19-23 2. 28x19 *\n";

    #[test]
    fn a_game_of_draughts_is_found_whatever_the_files_name() {
        let broken = format!("{PDN}\n1. 32-28 19-23 2. 31-26 *\n");
        let positions = "W:W31-50:B1-20\nB:W31:B4\nW:W99\n";
        for (name, content, format, n_games) in [
            ("game.pdn", PDN, "pdn", 1),
            ("game.txt", PDN, "pdn", 1),
            ("game.ggf", &broken, "pdn", 2),
            ("game", &broken, "pdn", 2),
            ("positions.fen", positions, "fen", 2),
            ("positions.pdn", positions, "fen", 2),
        ] {
            let (_dir, path) = file_with(name, content.as_bytes());
            let file = read_game_file(&path, &Reading::default()).unwrap();
            assert_eq!((file.game.info().name, file.format.name), ("draughts", format), "{name}");
            assert_eq!(file.read.records.len(), n_games, "{name}");
        }
    }

    #[test]
    fn a_broken_game_of_hive_keeps_what_came_before_the_mistake() {
        let text =
            "[GameType \"Base+MLP\"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1/\n5. wA1 bQ-\n";
        let (_dir, path) = file_with("bad.pgn", text.as_bytes());
        let file = read_game_file(&path, &Reading::default()).unwrap();
        assert_eq!((file.game.info().name, file.format.name), ("hive", "pgn"));
        assert_eq!(file.read.records[0].main_line().len(), 4);
        assert!(file.read.problems[0].to_string().contains("line 7"), "{:?}", file.read.problems);
    }

    #[test]
    fn the_formats_of_a_game_that_knows_the_file_come_first_and_of_them_the_named() {
        let order = |content: &str, extension: &str| -> Vec<(&str, bool)> {
            candidates(content.as_bytes(), extension)
                .iter()
                .map(|candidate| (candidate.format.name, candidate.is_likely))
                .take(3)
                .collect()
        };
        assert_eq!(order(PDN, "txt"), [("pdn", true), ("fen", true), ("transcript", false)]);
        assert_eq!(order(PDN, "FEN"), [("fen", true), ("pdn", true), ("ggf", false)]);
        assert_eq!(order("W:W3", "pdn")[..2], [("pdn", true), ("fen", true)]);
        assert_eq!(order(GAME, "pdn")[0], ("ggf", true));
        assert_eq!(order("nothing known", "wtb")[0], ("wthor", true));
    }

    #[test]
    fn a_long_file_is_read_by_one_format_only_and_can_be_cancelled() {
        // With a mistake in it, so that other likely formats would be tried.
        let text = PDN.repeat(5_000) + "1. 32-28 19-23 2. 31-26 *\n";
        let (_dir, path) = file_with("long.pdn", text.as_bytes());
        let reading = Reading::default();
        let file = read_game_file(&path, &reading).unwrap();
        assert_eq!((file.read.records.len(), file.read.problems.len()), (5_001, 1));
        reading.cancel();
        let n_read = read_game_file(&path, &reading).map_or(0, |file| file.read.records.len());
        assert!(n_read <= 1, "{n_read} games were read");
    }

    #[test]
    fn what_may_be_a_broken_game_is_a_fault_and_words_behind_a_game_are_none() {
        let faults = |text: &str| {
            let (_dir, path) = file_with("games.txt", text.as_bytes());
            read_game_file(&path, &Reading::default()).unwrap().read.n_faults()
        };
        let game = "f5d6c3d3c4f4";
        for words in ["See you on Saturday,\nPiet\n", "+31 6 1234\n", "see x1y2 (http://a.b/c1)\n"]
        {
            assert_eq!(faults(&format!("{game}\n{words}")), 0, "{words}");
        }
        for broken in ["f5d6c3zz\n", "f5d6c3d3c4 x9\n"] {
            assert!(faults(&format!("{game}\n{broken}")) > 0, "{broken}");
        }
    }

    #[test]
    fn what_can_be_read_is_kept_and_the_rest_reported() {
        let broken = GAME.replace("W[D6]", "W[H8]");
        let (_dir, path) = file_with("two.ggf", format!("{GAME}{broken}").as_bytes());
        let file = read_game_file(&path, &Reading::default()).unwrap();
        assert_eq!(file.read.records.len(), 2);
        assert_eq!(file.read.records[1].main_line().len(), 1);
        let [problem] = file.read.problems.as_slice() else { panic!("{:?}", file.read.problems) };
        assert_eq!((problem.game, problem.line), (Some(2), 2), "{problem}");
    }

    #[test]
    fn a_game_that_has_not_begun_is_a_game() {
        let (_dir, path) = file_with("new.txt", b"Base+M;NotStarted;White[1]\n");
        let file = read_game_file(&path, &Reading::default()).unwrap();
        assert_eq!(file.game.info().name, "hive");
        assert_eq!(file.read.records[0].setup.variant.as_deref(), Some("Base+M"));
    }

    #[test]
    fn a_file_of_another_kind_of_game_is_refused_by_what_it_is_whatever_its_name() {
        for (names, content, what) in [
            (["game.pdn", "game.txt"], "1. 11-15 23-19 2. 8-11 *\n", "English draughts (8x8)"),
            (["game.pdn", "game"], "1. c3-d4 f6-g5 *\n", "Russian or Brazilian draughts (8x8)"),
            (
                ["m.mat", "m"],
                "; [Variation \"NackGammon\"]\n\n 3 point match\n\n Game 1\n A : 0    \
              B : 0\n  1) 41: 24/20 24/23             42: 24/20 23/21\n",
                "Nackgammon",
            ),
            (["m.sgf", "m.txt"], "(;FF[4]GM[6]RU[Nackgammon]PW[a]PB[b];W[41xtxw])", "Nackgammon"),
            (["g.ggf", "g"], "(;GM[Othello]TY[10]BO[10 --];)\n", "Othello on 10x10 squares"),
            (["g.txt", "g"], "d5c5b2e3c6b4f3f2a5a4e5b3\n", "Othello on 6x6 squares"),
        ] {
            for name in names {
                let (_dir, path) = file_with(name, content.as_bytes());
                let err = read_game_file(&path, &Reading::default()).unwrap_err().to_string();
                let says = format!("this is {what}, which is not among the games");
                assert!(err.contains(&says) && err.contains(name), "{name}: {err}");
            }
        }
    }

    #[test]
    fn files_without_games_say_so_with_their_name() {
        let dir = tempfile::tempdir().unwrap();
        let noise: Vec<u8> = (0..=255).cycle().take(100 << 10).collect();
        let cases: [(&str, Option<&[u8]>, &str); 7] = [
            ("noise.pgn", Some(&noise), "holds no game"),
            ("empty.ggf", Some(b""), "holds no game"),
            ("noise.bin", Some(b"\x00\xff\xfe nothing at all"), "it is not text, and no database"),
            ("a.gif", Some(b"GIF89a\x40\x01\0 f5 pass f5 pass"), "it is not text, and no database"),
            ("broken.ggf", Some(b"(;GM[Othello]TY[8]BO[8 --- *]"), "holds no game"),
            ("missing.ggf", None, "cannot open"),
            ("", None, "it is a folder"),
        ];
        for (name, content, says) in cases {
            let path = dir.path().join(name);
            if let Some(content) = content {
                fs::write(&path, content).unwrap();
            }
            let err = read_game_file(&path, &Reading::default()).unwrap_err().to_string();
            assert!(err.contains(says) && err.contains(name), "{name}: {err}");
        }
    }

    #[test]
    fn a_file_that_is_too_large_is_refused_before_it_is_read() {
        let (_dir, path) = file_with("large.ggf", b"");
        File::options().write(true).open(&path).unwrap().set_len(MAX_BYTES + 1).unwrap();
        let err = read_game_file(&path, &Reading::default()).unwrap_err();
        assert!(matches!(err, GameFileError::TooLarge { size, .. } if size == MAX_BYTES + 1));
        assert!(err.to_string().contains("67108864 are allowed"), "{err}");
    }

    #[test]
    fn a_game_is_written_in_the_format_of_the_files_name_and_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let mut record = Record::new("othello", Setup::default());
        let first = record.add(Record::START, MoveText("f5".to_owned()), Some(Side::First));
        record.add(first, MoveText("d6".to_owned()), Some(Side::Second));
        for name in ["game.ggf", "game"] {
            let path = dir.path().join(name);
            write_game_file(&path, &record).unwrap();
            let read = read_game_file(&path, &Reading::default()).unwrap().read;
            assert_eq!(read.problems, []);
            assert_eq!(
                read.records[0].moves_to(read.records[0].last()),
                record.moves_to(record.last())
            );
        }
        let err = write_game_file(&dir.path().join("game.pdn"), &record).unwrap_err();
        assert!(err.to_string().contains("name the file .ggf"), "{err}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }
}
