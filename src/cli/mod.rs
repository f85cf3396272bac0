//! The command line: arguments in, exit codes and sentences out.
//!
//! Plays and counts nothing itself; each command passes its arguments to the library.

mod add;
mod adjudication;
mod analyse;
mod ballots;
mod bridge;
mod check;
mod complaints;
mod contestants;
mod convert;
mod dice_study;
mod engine;
mod engine_arg;
mod engines;
mod game_input;
mod game_output;
mod interrupts;
mod live;
mod log;
mod match_args;
mod match_file;
mod match_report;
mod matches;
mod numbers;
mod opening_args;
mod openings_report;
mod output;
mod pairing_args;
mod perft;
mod picture;
mod player_args;
mod playing;
mod positions;
mod probe;
mod process_args;
mod replay;
mod time_args;
mod tournament_merge;
mod tournament_pages;
mod tournament_report;
mod tournament_table;
mod tournaments;
mod train;
mod verdict;
mod warnings;
mod window;

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use quintet::games::{self, BoxPosition, Game, Recognised, Setup};
use quintet::play::canonical_variant;
use quintet::protocol::is_active;
use quintet::session;
use quintet::store::{FileError, io_reason};

use output::Output;
use window::WindowArgs;

/// A window for board games and the engines that play them.
#[derive(Debug, Parser)]
#[command(name = "quintet", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: WindowArgs,
    #[command(flatten)]
    list: ListArgs,
}

impl Cli {
    /// Options of the window, which may also stand before a command.
    fn misplaced(&self) -> Option<clap::Error> {
        let WindowArgs { file, renderer } = &self.window;
        let what = match (file, renderer) {
            (Some(file), _) => file.display().to_string(),
            (None, Some(_)) => "--renderer".to_owned(),
            (None, None) => return None,
        };
        self.command.as_ref()?;
        let why = format!("{what} is for the window and cannot be used with a command");
        Some(Self::command().error(ErrorKind::ArgumentConflict, why))
    }
}

const EXIT_CODES: &str = "Exit codes of all commands: 0 all done, 1 something failed, 2 the command \
    line is wrong or names a file that cannot be used, 3 an engine could not be started, 4 interrupted, \
    5 a match ended with games missing, \
    6 too many games of a match were decided by failures.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Let engines play each other, without a window.
    Match(Box<match_args::MatchArgs>),
    /// Let any number of engines play a tournament, as a file describes it.
    Tournament(tournaments::TournamentArgs),
    /// Review the games of a file with one or several engines.
    Analyse(Box<analyse::AnalyseArgs>),
    /// Write the games of a file in another format, and say what that cannot hold.
    Convert(convert::ConvertArgs),
    /// Count the possible positions, to check the rules.
    Perft(perft::PerftArgs),
    /// List the legal moves of positions.
    Moves(positions::MovesArgs),
    /// Draw a position as a picture.
    Picture(picture::PictureArgs),
    /// Make a film of a game, or a picture of one of its positions with the players.
    Film(picture::FilmArgs),
    /// Roll out the plays of a position of backgammon, or the position before a roll.
    Rollout(dice_study::RolloutArgs),
    /// List all rolls of a position of backgammon, each with its best reply.
    Rolls(dice_study::RollsArgs),
    /// Say what to do with the cube in a position of backgammon, and what the score makes of it.
    Cube(dice_study::CubeArgs),
    /// List the engines, or try one.
    Engines(engines::EnginesArgs),
    /// Check an engine against its protocol's document.
    Check(check::CheckArgs),
    /// Run as an engine: speak a protocol on the standard input and output.
    Engine(engine::EngineArgs),
    /// Use an installed program as an engine: speak a protocol for it.
    Bridge(bridge::BridgeArgs),
    /// Play the engine's part of a saved transcript or bundle.
    Replay(replay::ReplayArgs),
    /// End the engines of a program that was killed; the program starts this itself.
    #[command(hide = true)]
    Guard {
        /// What is known of groups when it starts, as in its input.
        known: Vec<String>,
    },
    /// Make the weights of the Othello engine.
    #[command(hide = true)]
    TrainOthello(train::OthelloArgs),
    /// Make the weights of the draughts engine.
    #[command(hide = true)]
    TrainDraughts(train::DraughtsArgs),
    /// Makes the weights of the Hive engine.
    #[command(hide = true)]
    TrainHive(train::HiveArgs),
    /// Make the weights of the backgammon engine.
    #[command(hide = true)]
    TrainBackgammon(train::BackgammonArgs),
    /// Find balanced starts.
    #[command(hide = true)]
    FindOpenings(ballots::BallotArgs),
}

impl Command {
    /// It plays an engine's part for another program, or serves one that has ended.
    fn is_engine(&self) -> bool {
        matches!(self, Self::Engine(_) | Self::Bridge(_) | Self::Replay(_) | Self::Guard { .. })
    }
}

/// The game, and where it starts.
#[derive(Args, Debug)]
struct GameArgs {
    /// Short name of the game, such as othello.
    #[arg(value_parser = parse_game)]
    game: &'static dyn Game,
    /// Variant of the game.
    #[arg(long)]
    variant: Option<String>,
}

impl GameArgs {
    /// The position in any text form that the game reads; for a game record, its last position.
    fn position(&self, text: Option<&str>) -> anyhow::Result<BoxPosition> {
        let variant = canonical_variant(self.game.info(), self.variant.as_deref())?;
        let setup = |position: Option<&str>| Setup {
            variant: variant.clone(),
            position: position.map(str::to_owned),
        };
        let start = self.game.start(&setup(None))?;
        let Some(text) = text else { return Ok(start) };
        let reason = match self.game.recognise(text) {
            Ok(Some(Recognised::Game { record, .. })) => {
                let found = record.setup.variant.as_deref();
                if let (Some(asked), Some(found)) = (&self.variant, found) {
                    self.check_variant(asked, found)?;
                }
                return Ok(record.replay(self.game, record.last())?);
            }
            Ok(Some(Recognised::Position { setup: found, .. })) => {
                let setup = setup(found.position.as_deref());
                // If no variant is given, the text may name its own.
                let variant = match self.variant {
                    Some(_) => setup.variant,
                    None => found.variant.or(setup.variant),
                };
                return Ok(self.game.start(&Setup { variant, ..setup })?);
            }
            Ok(Some(Recognised::Foreign { reason })) => return Err(anyhow!(reason)),
            Ok(None) => None,
            Err(problem) => Some(problem.reason),
        };
        self.game.start(&setup(Some(text))).map_err(|err| {
            let reason = shortened(&reason.unwrap_or_else(|| err.to_string()), text.trim());
            anyhow!("{reason}; a position is written as {}", self.position_forms())
        })
    }

    /// A game that names its variant belongs to that variant only.
    fn check_variant(&self, asked: &str, found: &str) -> anyhow::Result<()> {
        let info = self.game.info();
        if canonical_variant(info, Some(asked))? == canonical_variant(info, Some(found))? {
            return Ok(());
        }
        Err(anyhow!("the game is one of {found}, not of {asked}"))
    }

    /// `a board, or as a game (its end counts) in one of: GGF, Transcript`
    fn position_forms(&self) -> String {
        let formats = self.game.formats().iter().filter(|format| format.writes());
        let titles: Vec<&str> = formats.map(|format| format.title).collect();
        let start = self.game.start(&Setup::default());
        let texts = start.map(|start| start.position_texts()).unwrap_or_default();
        let names: Vec<&str> = texts.into_iter().map(|(name, _)| name).collect();
        // If the game has no editor, a position is given by the moves that led to it, unless there
        // are several texts for it.
        let board = match (self.game.brushes(), names.as_slice()) {
            // Where it holds the variant, too, it is more than a board.
            ([_, ..], _) if !self.game.info().position_holds_variant => {
                "a board, or as ".to_owned()
            }
            (_, [_, _, ..]) => format!("{}, or as ", names.join(", ")),
            (_, _) => String::new(),
        };
        format!("{board}a game (its end counts) in one of: {}", titles.join(", "))
    }
}

/// An error that quotes only as much of a long text as is needed to recognise it, and lines of it as one.
fn shortened(error: &str, text: &str) -> String {
    const MAX_QUOTED: usize = 80;
    if text.chars().nth(MAX_QUOTED).is_none() && !text.contains(['\n', '\r']) {
        return error.to_owned();
    }
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = complaints::one_line(&plain, MAX_QUOTED);
    error.replace(&format!("{text:?}"), &format!("{cut:?}")).replace(text, &cut)
}

/// The list of engines; before or after a command.
#[derive(Args, Clone, Debug)]
struct ListArgs {
    /// A list of engines to use instead of your own.
    #[arg(long, value_name = "FILE", global = true)]
    engines: Option<PathBuf>,
}

fn parse_game(name: &str) -> Result<&'static dyn Game, String> {
    games::find(name).ok_or_else(|| {
        let known: Vec<&str> = games::GAMES.iter().map(|game| game.info().name).collect();
        format!("there is no such game; known: {}", known.join(", "))
    })
}

/// Why a command failed.
#[derive(Debug)]
struct Failure {
    code: Code,
    error: anyhow::Error,
}

/// Exit codes other than success; the README has the table of all.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
enum Code {
    Error = 1,
    Usage = 2,
    NoStart = 3,
    Interrupted = 4,
    GamesMissing = 5,
    TooManyFailures = 6,
}

impl Code {
    fn of(self, error: impl Into<anyhow::Error>) -> Failure {
        Failure { code: self, error: error.into() }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Code::Error.of(error)
    }
}

type Outcome = Result<(), Failure>;

/// A named file that cannot be used. A full disk is not a fault of the command line.
fn of_file(error: FileError) -> Failure {
    match error.source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            error.into()
        }
        _ => Code::Usage.of(error),
    }
}

/// Reads the arguments, runs the command, reports what went wrong.
pub(crate) fn run() -> ExitCode {
    let parsed = Cli::try_parse_from(engine::normalised(std::env::args_os()));
    let parsed = parsed.and_then(|cli| cli.misplaced().map_or(Ok(cli), Err));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(err) => {
            // Help and version are "errors" that go to the standard output and exit with 0.
            let code = u8::try_from(err.exit_code()).unwrap_or(Code::Usage as u8);
            let text = err.render().to_string();
            // It repeats the arguments, which may have any character.
            if err.use_stderr() && text.chars().any(|ch| ch != '\n' && is_active(ch)) {
                output::complain(text.trim_end());
                return ExitCode::from(code);
            }
            return match err.print() {
                Ok(()) => ExitCode::from(code),
                Err(_) => ExitCode::from(Code::Error as u8),
            };
        }
    };
    if let (false, Ok(program)) =
        (matches!(cli.command, Some(Command::Guard { .. })), std::env::current_exe())
    {
        session::guard_engines_with(program);
    }
    interrupts::outlive_size_limits();
    let list = cli.list;
    let outcome = match log::begin(cli.command.as_ref()) {
        Ok(()) => execute(cli.command, cli.window, list),
        Err(failure) => Err(failure),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed it: not a failure.
        Err(failure) if is_broken_pipe(&failure.error) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&format!("quintet: {}", sentence(&failure.error)));
            ExitCode::from(failure.code as u8)
        }
    }
}

fn execute(command: Option<Command>, window: WindowArgs, list: ListArgs) -> Outcome {
    match command {
        None => match missing(window.file.as_deref()) {
            Some(failure) => Err(failure),
            None => window::run(window, list),
        },
        Some(Command::Match(args)) => matches::run(&args, &list),
        Some(Command::Tournament(args)) => tournaments::run(&args, &list),
        Some(Command::Analyse(args)) => analyse::run(&args, &list),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Moves(args)) => positions::run(&args, &mut Output::new()),
        Some(Command::Picture(args)) => picture::run(&args, &mut Output::new()),
        Some(Command::Film(args)) => picture::run_film(&args),
        Some(Command::Rollout(args)) => dice_study::rollout(&args, &mut Output::new()),
        Some(Command::Rolls(args)) => dice_study::rolls(&args, &mut Output::new()),
        Some(Command::Cube(args)) => dice_study::cube(&args, &mut Output::new()),
        Some(Command::Check(args)) => check::run(&args, &list, &mut Output::new()),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Bridge(args)) => bridge::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Guard { known }) => {
            session::guard(known, io::stdin().lock());
            Ok(())
        }
        Some(Command::TrainOthello(args)) => train::othello(&args),
        Some(Command::FindOpenings(args)) => ballots::run(&args),
        Some(Command::TrainDraughts(args)) => train::draughts(&args),
        Some(Command::TrainHive(args)) => train::hive(&args),
        Some(Command::TrainBackgammon(args)) => train::backgammon(&args),
        Some(Command::Engines(args)) => engines::run(&args, &list, &mut Output::new()),
    }
}

/// The error with its causes. Many errors already quote their source; this is not repeated.
fn sentence(error: &anyhow::Error) -> String {
    let mut said = String::new();
    let words = |part: &(dyn Error + 'static)| match part.downcast_ref::<io::Error>() {
        Some(error) => io_reason(error),
        None => part.to_string(),
    };
    for part in error.chain().map(words).filter(|part| !part.is_empty()) {
        if said.is_empty() {
            said = part;
        } else if !said.contains(&part) {
            said += &format!(": {part}");
        }
    }
    said
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |err: &(dyn Error + 'static)| {
        err.downcast_ref::<io::Error>().is_some_and(|err| err.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(is_pipe)
}

/// What is printed for a reader that may be gone, where files and the exit code count without one.
fn unless_unread(printed: Outcome) -> Outcome {
    match printed {
        Err(failure) if is_broken_pipe(&failure.error) => Ok(()),
        printed => printed,
    }
}

/// The file to open does not exist; it may be a mistyped command.
fn missing(file: Option<&Path>) -> Option<Failure> {
    let file = file.filter(|file| !file.exists())?;
    let words = "`quintet --help` lists the commands";
    Some(Code::Usage.of(anyhow!("there is no file {file:?} and no command of this name; {words}")))
}

/// For commands whose layers are not compiled in.
#[cfg(not(feature = "gui"))]
fn without_window() -> Failure {
    Code::Error.of(anyhow::anyhow!(
        "this program was built without its window; `quintet match builtin:1 builtin:3` plays \
         without one, and `cargo build --release` builds one"
    ))
}
