//! What the user means when adding an engine: a file, a folder, a socket or a command line.
//!
//! Starts nothing. A command line is split without a shell, by rules of its own
//! ([`split_command`]).

use std::fs;
use std::path::{Path, PathBuf};

use directories::BaseDirs;

use super::KnownEngine;
use crate::games::GAMES;

/// Files of a folder that are examined; the folder of an engine has fewer.
const MAX_FILES: usize = 5000;

/// Where an engine may be.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum EngineSource {
    /// A program with its arguments; the first is absolute, or a bare name for `PATH`.
    Program(Vec<String>),
    /// `host:port`.
    Socket(String),
    /// A folder with several programs, those that are known first.
    Choice(Vec<PathBuf>),
}

/// Why nothing can be added.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SourceError {
    /// The text is empty.
    #[error("name a file, a folder, host:port or a command")]
    Empty,
    /// The file exists but isn't a program.
    #[error("{0:?} may not be executed; if it is a program, its permissions have to be changed")]
    NotExecutable(PathBuf),
    /// A folder without programs.
    #[error("the folder {0:?} has no file that may be executed")]
    NoProgram(PathBuf),
    /// A folder that cannot be read.
    #[error("the folder {0:?} cannot be read: {1}")]
    Unreadable(PathBuf, String),
    /// A path that does not exist.
    #[error("there is no file or folder {0:?}")]
    Missing(PathBuf),
    /// An invalid port.
    #[error("{0:?} is not a port: a whole number from 1 to 65535")]
    Port(String),
    /// A quote that is not closed.
    #[error("the quote {0} is not closed")]
    Quote(char),
}

/// What the user means by dropping a file or folder on the window.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Dropped {
    /// It is an engine, to be added.
    Engine,
    /// It has games, to be opened.
    Games,
}

impl Dropped {
    /// A folder or a program is an engine. A file with the ending of a game file isn't, even if the
    /// disk marks every file as executable. `is_expected` means that the page of engines is shown:
    /// anything else dropped there counts as an engine, too.
    #[must_use]
    pub fn of(path: &Path, is_expected: bool) -> Self {
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
        let mut formats = GAMES.iter().flat_map(|game| game.formats());
        let is_named = ending.is_some_and(|ending| {
            formats.any(|format| format.extensions.iter().any(|e| e.eq_ignore_ascii_case(&ending)))
        });
        if path.is_dir() || !is_named && (is_expected || may_be_executed(path)) {
            return Self::Engine;
        }
        Self::Games
    }
}

impl EngineSource {
    /// Finds out what the text means. `~/` is the home folder; `name:number` is a socket unless
    /// there is a file of that name; a text that names a file or folder is that, blanks and all;
    /// everything else is a command line.
    ///
    /// # Errors
    ///
    /// When it could not be started; the error says why.
    pub fn read(text: &str) -> Result<Self, SourceError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SourceError::Empty);
        }
        let path = at_home(text);
        if let Ok(found) = fs::metadata(&path) {
            let path = std::path::absolute(&path).unwrap_or(path);
            return if found.is_dir() { in_folder(&path) } else { program(&path, Vec::new()) };
        }
        if let Some(address) = address(text)? {
            return Ok(Self::Socket(address));
        }
        let mut words = split_command(text)?;
        if words.is_empty() {
            return Err(SourceError::Empty);
        }
        let first = at_home(&words[0]);
        let is_bare = first.file_name() == Some(first.as_os_str());
        if is_bare {
            return Ok(Self::Program(words));
        }
        if !first.exists() {
            return Err(SourceError::Missing(first));
        }
        let args = words.split_off(1);
        program(&std::path::absolute(&first).unwrap_or(first), args)
    }
}

/// A path as users write it: `~/` is the home folder.
pub(super) fn at_home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), BaseDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        (Some(_) | None, Some(_) | None) => PathBuf::from(text),
    }
}

/// It has the form of a socket: `host:port`, the port from 1 to 65535, with nothing around it; IPv6
/// addresses stand in brackets.
#[must_use]
pub fn is_address(text: &str) -> bool {
    matches!(address(text), Ok(Some(_)))
}

/// The socket in the text; `None` if it has another form.
fn address(text: &str) -> Result<Option<String>, SourceError> {
    let Some((host, port)) = text.rsplit_once(':') else { return Ok(None) };
    let is_host = !host.is_empty()
        && !host.contains(['/', '\\', '"', '\''])
        && !host.contains(char::is_whitespace)
        && (!host.contains(':') || (host.starts_with('[') && host.ends_with(']')));
    // `C:\engine` is a path.
    if !is_host || port.is_empty() || !port.chars().all(|c| c.is_ascii_digit()) {
        return Ok(None);
    }
    match port.parse::<u16>() {
        Ok(number) if number > 0 => Ok(Some(text.to_owned())),
        Ok(_) | Err(_) => Err(SourceError::Port(port.to_owned())),
    }
}

fn program(path: &Path, args: Vec<String>) -> Result<EngineSource, SourceError> {
    if path.is_dir() {
        return in_folder(path);
    }
    if !may_be_executed(path) {
        return Err(SourceError::NotExecutable(path.to_owned()));
    }
    let mut command = vec![path.to_string_lossy().into_owned()];
    command.extend(args);
    Ok(EngineSource::Program(command))
}

/// The programs of a folder and of a folder `bin` in it.
fn in_folder(path: &Path) -> Result<EngineSource, SourceError> {
    let mut found = programs_in(path)
        .map_err(|error| SourceError::Unreadable(path.to_owned(), error.to_string()))?;
    // Programs are often in a folder below.
    found.extend(programs_in(&path.join("bin")).unwrap_or_default());
    let is_known = |path: &PathBuf| KnownEngine::of_program(&path.to_string_lossy()).is_some();
    found.sort_by_key(|path| (!is_known(path), path.clone()));
    match found.as_slice() {
        [] => Err(SourceError::NoProgram(path.to_owned())),
        [one] => program(one, Vec::new()),
        // One engine among its tools.
        [first, second, ..] if is_known(first) && !is_known(second) => program(first, Vec::new()),
        _ => Ok(EngineSource::Choice(found)),
    }
}

fn programs_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)?.take(MAX_FILES) {
        let path = entry?.path();
        if path.is_file() && may_be_executed(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The system would start it. Libraries and other files of a program are often marked as
/// executable, too.
fn may_be_executed(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    #[cfg(unix)]
    {
        let never = ["so", "txt", "ini", "dat", "md", "toml", "dll", "exe"];
        let is_no_program = ending.is_some_and(|ending| never.contains(&ending.as_str()));
        !is_no_program && super::programs::is_program(path)
    }
    #[cfg(not(unix))]
    {
        ending.is_some_and(|ending| matches!(ending.as_str(), "exe" | "bat" | "cmd" | "com"))
    }
}

/// Splits a command line into words, without a shell: blanks separate words; `'...'` takes
/// everything as it is; in `"..."` a backslash before `"` or `\` takes that character; outside of
/// quotes a backslash before a blank, a quote or a backslash does the same. Nothing else means
/// anything: no `$`, no `*`, no `|`.
///
/// # Errors
///
/// When a quote is not closed.
pub fn split_command(text: &str) -> Result<Vec<String>, SourceError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let taken = match (quote, c) {
            (None | Some('"'), '\\') => {
                let next = chars.peek().copied().filter(|next| match quote {
                    Some(_) => matches!(next, '"' | '\\'),
                    None => next.is_whitespace() || matches!(next, '"' | '\'' | '\\'),
                });
                if next.is_some() {
                    chars.next();
                }
                next.unwrap_or('\\')
            }
            (Some(open), c) if c == open => {
                quote = None;
                continue;
            }
            (Some(_), c) => c,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
                continue;
            }
            (None, c) if c.is_whitespace() => {
                words.extend(word.take());
                continue;
            }
            (None, c) => c,
        };
        word.get_or_insert_default().push(taken);
    }
    if let Some(quote) = quote {
        return Err(SourceError::Quote(quote));
    }
    words.extend(word);
    Ok(words)
}

/// Writes words so that [`split_command`] reads them again.
#[must_use]
pub fn join_command(words: &[String]) -> String {
    let quoted = words.iter().map(|word| {
        let plain = !word.is_empty()
            && !word.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '\''))
            && !word.contains("\\\\");
        if plain && !word.ends_with('\\') {
            return word.clone();
        }
        format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        split_command(text).unwrap()
    }

    #[test]
    fn a_command_line_is_split_by_the_rules_that_are_written_down() {
        assert_eq!(words("ssh host scan hub"), ["ssh", "host", "scan", "hub"]);
        assert_eq!(words("  a\t b  "), ["a", "b"]);
        assert_eq!(words(r#"a "b c" 'd "e"' "" f"g"h"#), ["a", "b c", "d \"e\"", "", "fgh"]);
        assert_eq!(words(r#""x \"y\" \\ \n" a\ b \' '\'"#), ["x \"y\" \\ \\n", "a b", "'", "\\"]);
        assert_eq!(words(r"C:\engines\scan.exe hub"), [r"C:\engines\scan.exe", "hub"]);
        assert_eq!(words("a | b; $HOME *"), ["a", "|", "b;", "$HOME", "*"]);
        assert_eq!(words(""), [""; 0]);
        assert_eq!(split_command("a \"b"), Err(SourceError::Quote('"')));
        assert_eq!(split_command("it's"), Err(SourceError::Quote('\'')));
    }

    #[test]
    fn words_that_are_joined_are_split_into_the_same_again() {
        for case in [
            vec!["ssh", "-T", "big box", "cd e && ./e -n"],
            vec!["", "a\"b", "c'd", "e\\f", "g\\", "\\\\h", "\\ i", "\u{3a9} x"],
            vec![r"C:\Program Files\x.exe", "--a=b c"],
        ] {
            let case: Vec<String> = case.into_iter().map(str::to_owned).collect();
            assert_eq!(words(&join_command(&case)), case, "{}", join_command(&case));
        }
    }

    #[test]
    fn addresses_are_told_from_paths_and_commands() {
        let read = |text: &str| EngineSource::read(text);
        let socket = |text: &str| Ok(EngineSource::Socket(text.to_owned()));
        assert_eq!(read("localhost:27531"), socket("localhost:27531"));
        assert_eq!(read(" [::1]:99 "), socket("[::1]:99"));
        assert_eq!(read("host:70000"), Err(SourceError::Port("70000".to_owned())));
        assert_eq!(read("host:0"), Err(SourceError::Port("0".to_owned())));
        let sockets = ["host:99", "[::1]:99", "10.0.0.1:65535", "a:1"];
        assert!(sockets.into_iter().all(is_address));
        let others =
            ["a:0", "host:65536", ":99", "host:", "host", "a b:99", "C:\\x", "::1:99", "h:+5"];
        assert_eq!(others.map(is_address), [false; 9]);
        let command = |words: &[&str]| {
            Ok(EngineSource::Program(words.iter().map(|word| (*word).to_owned()).collect()))
        };
        assert_eq!(
            read("ssh host scan -port host:5"),
            command(&["ssh", "host", "scan", "-port", "host:5"])
        );
        assert_eq!(read("gnubg"), command(&["gnubg"]));
        assert_eq!(read("   "), Err(SourceError::Empty));
        assert!(matches!(read("/no/such/engine -x"), Err(SourceError::Missing(_))));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_gives_its_program_or_says_what_is_in_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let read = |path: &Path| EngineSource::read(&path.to_string_lossy());
        let put = |name: &str, mode: u32| {
            fs::write(at(name), "x").unwrap();
            fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
        };
        put("readme.txt", 0o755);
        assert_eq!(read(dir.path()), Err(SourceError::NoProgram(dir.path().to_owned())));
        put("my engine", 0o644);
        assert_eq!(read(&at("my engine")), Err(SourceError::NotExecutable(at("my engine"))));
        put("my engine", 0o755);
        let only = |name: &str| Ok(EngineSource::Program(vec![at(name).display().to_string()]));
        assert_eq!(read(dir.path()), only("my engine"));
        assert_eq!(read(&at("my engine")), only("my engine"), "blanks and all");
        put("other", 0o755);
        let both = vec![at("my engine"), at("other")];
        assert_eq!(read(dir.path()), Ok(EngineSource::Choice(both)));
        put("scan_linux", 0o755);
        assert_eq!(read(dir.path()), only("scan_linux"), "the known one");
        let command = format!("'{}' hub -x", at("other").display());
        let words = [at("other").display().to_string(), "hub".to_owned(), "-x".to_owned()];
        assert_eq!(EngineSource::read(&command), Ok(EngineSource::Program(words.to_vec())));
    }
}
