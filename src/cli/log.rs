//! The program's own log: what `QUINTET_LOG` asks for, and where it goes.
//!
//! Says nothing itself; transcripts of engines are kept elsewhere.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::sync::Mutex;

use anyhow::anyhow;
use quintet::session;
use quintet::store::{Places, open_log};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::output::{self, Harmless};
use super::{Code, Command, Failure};

/// What is logged: levels, for all parts or for some.
const WISH: &str = "QUINTET_LOG";
/// A file to log to.
const FILE: &str = "QUINTET_LOG_FILE";

/// The parts that log.
const PARTS: [&str; 5] = ["session", "protocol", "play", "store", "app"];
const LEVELS: [(&str, LevelFilter); 6] = [
    ("off", LevelFilter::OFF),
    ("error", LevelFilter::ERROR),
    ("warn", LevelFilter::WARN),
    ("info", LevelFilter::INFO),
    ("debug", LevelFilter::DEBUG),
    ("trace", LevelFilter::TRACE),
];

/// Begins the log that the environment asks for, if any.
///
/// # Errors
///
/// When a variable asks for something that there is not, or the file cannot be written.
pub(super) fn begin(command: Option<&Command>) -> Result<(), Failure> {
    // These are engines of another program, which may be this one and has a log of its own.
    if command.is_some_and(Command::is_engine) {
        return Ok(());
    }
    let Some(wish) = env::var_os(WISH).filter(|wish| !wish.is_empty()) else { return Ok(()) };
    let filter = parse(&wish.to_string_lossy()).map_err(|error| Code::Usage.of(error))?;
    let named = env::var_os(FILE).filter(|path| !path.is_empty());
    match Place::of(named.as_deref(), command.is_none(), output::complains_on_terminal()) {
        Place::Named(path) => to_file(path, filter),
        Place::Own => {
            let path = Places::of_user().log_file();
            let path = path.ok_or_else(|| anyhow!("there is no home folder: set {FILE}"))?;
            output::complain(&format!("quintet: the log of this run is in {}", path.display()));
            to_file(&path, filter)
        }
        Place::ErrorOutput => {
            start(filter, output::error_output);
            Ok(())
        }
    }
}

/// Where the log goes.
#[derive(Debug, Eq, PartialEq)]
enum Place<'a> {
    /// To the file that [`FILE`] names.
    Named(&'a Path),
    /// To a file in the configuration folder: on the terminal the lines of a command are shown.
    Own,
    /// To the error output, which the user has sent elsewhere, or where nothing else is shown.
    ErrorOutput,
}

impl<'a> Place<'a> {
    fn of(named: Option<&'a OsStr>, is_window: bool, is_terminal: bool) -> Self {
        match named {
            Some(path) => Self::Named(Path::new(path)),
            None if is_terminal && !is_window => Self::Own,
            None => Self::ErrorOutput,
        }
    }
}

fn to_file(path: &Path, filter: Targets) -> Result<(), Failure> {
    let file = open_log(path).map_err(|error| Code::Usage.of(error))?;
    start(filter, Mutex::new(Harmless(file)));
    Ok(())
}

fn start<W>(filter: Targets, writer: W)
where
    W: for<'w> tracing_subscriber::fmt::MakeWriter<'w> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(false);
    // It is the only one of this program.
    drop(tracing_subscriber::registry().with(filter).with(lines).try_init());
}

/// A wish of [`WISH`] that cannot be met.
#[derive(Debug, Eq, PartialEq)]
enum WishError {
    Level(String),
    Part(String),
}

impl std::error::Error for WishError {}

impl fmt::Display for WishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = LEVELS.map(|(name, _)| name).join(", ");
        match self {
            Self::Level(found) => write!(f, "{WISH}: {found:?} is no level; there are: {levels}"),
            Self::Part(found) => {
                let parts = PARTS.join(", ");
                write!(
                    f,
                    "{WISH}: {found:?} is no part of the program that logs; there are: {parts}"
                )
            }
        }
    }
}

/// Reads `debug`, `session=debug`, `info,play=trace`.
fn parse(wish: &str) -> Result<Targets, WishError> {
    // Whatever is asked for, the engine that it is about is named.
    let mut filter = Targets::new().with_target(session::ENGINE, LevelFilter::ERROR);
    let mut own = Vec::new();
    for word in wish.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        match word.split_once('=') {
            Some((part, level)) => own.push((part_of(part.trim())?, level_of(level.trim())?)),
            None => {
                let level = level_of(word)?;
                filter = filter.with_targets(PARTS.map(|part| (target(part), level)));
            }
        }
    }
    Ok(filter.with_targets(own))
}

fn target(part: &str) -> String {
    format!("quintet::{part}")
}

fn part_of(name: &str) -> Result<String, WishError> {
    let part = PARTS.iter().find(|part| part.eq_ignore_ascii_case(name));
    part.map(|part| target(part)).ok_or_else(|| WishError::Part(name.to_owned()))
}

fn level_of(name: &str) -> Result<LevelFilter, WishError> {
    let level = LEVELS.iter().find(|(level, _)| level.eq_ignore_ascii_case(name));
    level.map(|(_, level)| *level).ok_or_else(|| WishError::Level(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn a_level_is_for_all_parts_or_for_one() {
        let session = "quintet::session::run";
        for (wish, debugs_session, debugs_play, warns_play) in [
            ("debug", true, true, true),
            ("info", false, false, true),
            ("session=debug", true, false, false),
            ("warn, session = DEBUG", true, false, true),
            ("session=debug,warn", true, false, true),
            ("debug,play=off", true, false, false),
            ("off", false, false, false),
        ] {
            let filter = parse(wish).unwrap();
            let play = "quintet::play::table";
            assert_eq!(filter.would_enable(session, &Level::DEBUG), debugs_session, "{wish}");
            assert_eq!(filter.would_enable(play, &Level::DEBUG), debugs_play, "{wish}");
            assert_eq!(filter.would_enable(play, &Level::WARN), warns_play, "{wish}");
            assert!(!filter.would_enable("winit::event_loop", &Level::ERROR), "{wish}");
        }
    }

    #[test]
    fn a_terminal_that_shows_a_match_shows_no_log() {
        let (window, terminal) = (true, true);
        let named = OsStr::new("/tmp/log");
        for is_terminal in [terminal, !terminal] {
            let place = Place::of(Some(named), !window, is_terminal);
            assert_eq!(place, Place::Named(Path::new("/tmp/log")));
        }
        assert_eq!(Place::of(None, !window, terminal), Place::Own);
        assert_eq!(Place::of(None, !window, !terminal), Place::ErrorOutput);
        assert_eq!(Place::of(None, window, terminal), Place::ErrorOutput);
    }

    #[test]
    fn what_there_is_not_is_named_with_what_there_is() {
        let error = |wish| parse(wish).unwrap_err().to_string();
        assert_eq!(
            error("loud"),
            "QUINTET_LOG: \"loud\" is no level; there are: off, error, warn, info, debug, trace"
        );
        assert!(error("engine=debug").contains("session, protocol, play, store, app"));
        assert!(error("play=").contains("\"\" is no level"));
    }
}
