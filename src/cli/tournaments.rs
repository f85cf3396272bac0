//! `quintet tournament`: any number of engines play each other, as a file describes it.
//!
//! Finds files and engines, and turns the end into an exit code; the library pairs and plays.

use std::fmt;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, Subcommand};
use quintet::games::counted;
use quintet::hosting::{BookFault, HostError, Hosted, LateGames, folder_of};
use quintet::play::tournament::{
    DEFAULTS, FileMistake, Past, PlayerWish, Shard, Tournament, TournamentFile, apply_wishes,
    run_tournament,
};
use quintet::play::{Affinity, EngineSpec, MatchEnd, MatchError};
use quintet::protocol::Protocol;
use quintet::store::{EngineList, Gone, TournamentFolder, crowding, read_text, waits};

use super::contestants::spec;
use super::engine_arg::EngineArg;
use super::interrupts::unless_left;
use super::numbers::whole;
use super::output::{self, Output};
use super::playing::{Played, Unstored, play as play_games};
use super::tournament_merge::MergeArgs;
use super::tournament_pages::ReportArgs;
use super::tournament_report::{Style, Writer};
use super::verdict::{judge_failures, unusable};
use super::warnings::complain_of_threads;
use super::{
    Code, Failure, ListArgs, Outcome, engines, of_file, opening_args, tournament_merge,
    tournament_pages,
};

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct TournamentArgs {
    #[command(subcommand)]
    command: Option<TournamentCommand>,
    /// The file of the tournament; `--print-defaults` shows what it may say.
    #[arg(value_name = "FILE", required_unless_present_any = ["resume", "print_defaults"])]
    file: Option<PathBuf>,
    /// Continue the tournament of this folder, with the same pairings, openings and dice. Games
    /// that were not over are played again.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["file", "out"])]
    resume: Option<PathBuf>,
    /// The folder for the results; by default beside the file, with its name.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Play only a share of the pairs of games, such as 2/64, into a folder of its own; `quintet
    /// tournament merge` joins the shares.
    #[arg(long, value_name = "K/N", conflicts_with = "resume")]
    shard: Option<Shard>,
    /// With --resume: games that were lost on time while the machine was late no longer count, and
    /// are played again.
    #[arg(long, requires = "resume", conflicts_with = "file")]
    replay_late: bool,
    /// Games at once, instead of what the file says.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = whole::<u32>(1..=256))]
    concurrency: Option<u32>,
    /// Linux: the processors on which engines are bound, instead of what the file says, such as 0-3
    /// or 0,2. Each running game has one of them to itself; with 0-3/2 each of its engines.
    #[arg(long, value_name = "LIST")]
    affinity: Option<Affinity>,
    /// Print the final table only.
    #[arg(long)]
    quiet: bool,
    /// Print each event as a line of JSON.
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
    /// Print a file with every key, its default and what it means.
    #[arg(long, conflicts_with_all = ["file", "resume", "out"])]
    print_defaults: bool,
    /// At the end, print how balanced each opening turned out to be.
    #[arg(long)]
    openings_report: bool,
}

#[derive(Debug, Subcommand)]
enum TournamentCommand {
    /// Write report.html of a tournament into its folder: one page for browsers.
    Report(ReportArgs),
    /// Join the shares of a tournament that were played with --shard: the table of all of them.
    Merge(MergeArgs),
}

pub(super) fn run(args: &TournamentArgs, list: &ListArgs) -> Outcome {
    if args.print_defaults {
        return Ok(Output::new().line(DEFAULTS.trim_end())?);
    }
    let list = engines::load(list)?;
    if let Some(TournamentCommand::Merge(merge)) = &args.command {
        return tournament_merge::merge(merge, |text, path| {
            prepared(text, Source::File(path), args.instead(), &list)
        });
    }
    if let Some(TournamentCommand::Report(report)) = &args.command {
        let folder = TournamentFolder::look_at(&report.folder).map_err(of_file)?;
        let text = folder.file_text().map_err(of_file)?;
        let path = folder.file_path();
        let mut tournament = prepared(&text, Source::File(&path), args.instead(), &list)?;
        opening_args::add_kept_book(&mut tournament, &folder)?;
        return tournament_pages::report(report, &tournament, &folder);
    }
    let show = Show { style: style(args), openings_report: args.openings_report };
    if let Some(path) = &args.resume {
        let folder = TournamentFolder::open(path).map_err(of_file)?;
        let text = folder.file_text().map_err(of_file)?;
        let path = folder.file_path();
        let mut tournament = prepared(&text, Source::File(&path), args.instead(), &list)?;
        tournament.shard = tournament_merge::share_of(&folder)?;
        check_machine(&tournament)?;
        let late = late_games(args, &tournament)?;
        let hosted = unless_left(move || Hosted::resume_with(tournament, folder, late))?;
        return play_in(hosted.map_err(of_host)?, show);
    }
    let path = args.file.as_deref().ok_or_else(|| anyhow!("the file is missing"))?;
    if path.is_dir() {
        let how = format!("`quintet tournament --resume {path:?}` goes on with the one in it");
        return Err(Code::Usage.of(anyhow!("{path:?} is a folder, no file of a tournament; {how}")));
    }
    let text = read_text(path).map_err(of_file)?;
    let mut tournament = prepared(&text, Source::File(path), args.instead(), &list)?;
    if args.shard.is_some() && !tournament.plan.is_fixed() {
        let format = tournament.file.format.name();
        let why = "pairs its rounds by results, and a share has not all of them";
        return Err(Code::Usage.of(anyhow!("--shard: a {format} {why}")));
    }
    tournament.shard = args.shard;
    let named = TournamentFile::read_named(&text, path);
    let (named, named_text) =
        named.map_err(|mistake| Code::Usage.of(anyhow!(mistake.to_string())))?;
    tournament.file.name = named.name;
    let folder = folder_for(path, &tournament.file, args);
    begin(tournament, &named_text, path, &folder, show, Source::File(path).openings(&text))
}

/// Begins the tournament that the arguments of `quintet match` describe, by the text of the file
/// that they mean.
///
/// # Errors
///
/// When it cannot be held, or does not end as it should.
pub(super) fn begin_of_arguments(
    text: &str,
    folder: &Path,
    is_quiet: bool,
    openings_report: bool,
    list: &EngineList,
) -> Outcome {
    let tournament = prepared(text, Source::Arguments, Instead::default(), list)?;
    let style = if is_quiet { Style::Quiet } else { Style::Plain };
    let show = Show { style, openings_report };
    // Paths are those of the command line: from the current folder.
    let path = Path::new("arguments");
    begin(tournament, text, path, folder, show, Source::Arguments.openings(text))
}

/// Plays a tournament from its first game on; `path` is that of its file, whose text this is. `of_openings` says
/// where a fault of its openings belongs.
fn begin(
    tournament: Tournament,
    text: &str,
    path: &Path,
    folder: &Path,
    show: Show,
    of_openings: impl Fn(&BookFault) -> Failure,
) -> Outcome {
    check_machine(&tournament)?;
    let (text, path, folder) = (text.to_owned(), path.to_owned(), folder.to_owned());
    let hosted = unless_left(move || Hosted::begin(tournament, &folder, &text, &path))?;
    let hosted = hosted.map_err(|error| match error {
        HostError::Book(fault) => of_openings(&fault),
        error @ (HostError::File(_) | HostError::Changed { .. }) => of_host(error),
    })?;
    play_in(hosted, show)
}

/// A tournament that this machine cannot play is refused before it has a folder.
fn check_machine(tournament: &Tournament) -> Outcome {
    tournament.check_machine().map_err(|error| Code::Usage.of(error))
}

fn late_games(args: &TournamentArgs, tournament: &Tournament) -> Result<LateGames, Failure> {
    let late = if args.replay_late { LateGames::Replay } else { LateGames::Count };
    late.check(tournament).map_err(|why| Code::Usage.of(anyhow!("--replay-late: {why}")))?;
    Ok(late)
}

fn of_host(error: HostError) -> Failure {
    match error {
        HostError::File(error) => of_file(error),
        HostError::Book(fault) => Code::Usage.of(fault),
        error @ HostError::Changed { .. } => Code::Usage.of(error),
    }
}

/// What is printed.
#[derive(Clone, Copy, Debug)]
struct Show {
    style: Style,
    /// How balanced each opening turned out to be.
    openings_report: bool,
}

/// Plays what is left of a tournament.
fn play_in(hosted: Hosted, show: Show) -> Outcome {
    let Hosted { tournament, folder, writer, past, changed } = hosted;
    for change in &changed {
        let path = folder.file_path();
        output::complain(&format!("quintet: {}: {change}", path.display()));
    }
    if let Some(cut) = writer.cut() {
        let path = folder.path().display();
        output::complain(&format!("quintet: {path}: a torn last line was cut off: {cut}"));
    }
    let named = tournament.file.openings_file.as_ref().filter(|_| show.style != Style::Quiet);
    if let (Some(book), Some(named)) = (&tournament.book, named) {
        opening_args::complain_of_duplicates(book, &folder.openings_path(named));
    }
    let writer = Writer::new(&tournament, show.style, writer, past.clone());
    let (outcome, stored) = match play(&tournament, past, writer, &folder) {
        Ok(outcome) => (outcome, true),
        Err(unstored) => (Err(unstored), false),
    };
    // Where a game could not be written the report could not either, and that is said already.
    let shown = match stored {
        true => tournament_pages::at_end(&tournament, &folder, show.style, show.openings_report),
        false => Ok(()),
    };
    // A terminal that was closed is no other end of the games.
    outcome.and(shown)
}

impl TournamentArgs {
    /// Games at once, if the file does not decide.
    fn at_once(&self) -> Option<NonZeroU32> {
        self.concurrency.and_then(NonZeroU32::new)
    }

    /// What is given instead of what the file says.
    fn instead(&self) -> Instead {
        Instead { at_once: self.at_once(), affinity: self.affinity.clone() }
    }
}

fn style(args: &TournamentArgs) -> Style {
    match (args.quiet, args.json) {
        (_, true) => Style::Json,
        (true, false) => Style::Quiet,
        (false, false) => Style::Plain,
    }
}

/// The folder of the results: as wished, or beside the file.
fn folder_for(path: &Path, file: &TournamentFile, args: &TournamentArgs) -> PathBuf {
    if let Some(out) = &args.out {
        return out.clone();
    }
    let whole = folder_of(path, file);
    match args.shard {
        None => whole,
        Some(shard) => {
            let mut share = whole.into_os_string();
            share.push(format!("-{}-of-{}", shard.number(), shard.of()));
            share.into()
        }
    }
}

/// Where the text of a tournament comes from.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    /// This file.
    File(&'a Path),
    /// The arguments of `quintet match`.
    Arguments,
}

impl Source<'_> {
    /// Says where a reason belongs.
    fn wrong(self, reason: impl fmt::Display) -> anyhow::Error {
        match self {
            Self::File(path) => anyhow!("{}: {reason}", path.display()),
            Self::Arguments => anyhow!("{reason}"),
        }
    }

    /// Says that a fault of the openings belongs to the key that names them in this text.
    fn openings(self, text: &str) -> impl Fn(&BookFault) -> Failure {
        move |fault| {
            let mistake = FileMistake::at(text, "openings-file", fault.to_string());
            Code::Usage.of(self.mistake(&mistake))
        }
    }

    fn mistake(self, mistake: &FileMistake) -> anyhow::Error {
        match (self, &mistake.key) {
            (Self::Arguments, Some(key)) if key == "pairs" => {
                anyhow!("--games: {}", mistake.reason)
            }
            // Every other key has a flag of the same name.
            (Self::Arguments, Some(key)) if !key.starts_with('[') => {
                anyhow!("--{key}: {}", mistake.reason)
            }
            (Self::Arguments, _) => anyhow!("{}", mistake.reason),
            (Self::File(_), _) => self.wrong(mistake),
        }
    }
}

/// What is given on the command line instead of what a file says.
#[derive(Clone, Debug, Default)]
struct Instead {
    /// Games at once.
    at_once: Option<NonZeroU32>,
    /// The processors of engines.
    affinity: Option<Affinity>,
}

/// Reads the text of a file and finds its engines.
fn prepared(
    text: &str,
    source: Source<'_>,
    instead: Instead,
    list: &EngineList,
) -> Result<Tournament, Failure> {
    let wrong = |error: anyhow::Error| Code::Usage.of(error);
    let mut file = TournamentFile::read(text).map_err(|mistake| wrong(source.mistake(&mistake)))?;
    if let Some(concurrency) = instead.at_once {
        file.concurrency = concurrency;
    }
    file.affinity = instead.affinity.or(file.affinity);
    let mut specs = specs(&file, list).map_err(|(player, failure)| Failure {
        code: failure.code,
        error: source.wrong(format!("player {}: {:#}", player + 1, failure.error)),
    })?;
    apply_wishes(&mut specs, &file.player).map_err(|error| wrong(source.wrong(error)))?;
    let referee = referee_spec(&file, list).map_err(|failure| Failure {
        code: failure.code,
        error: source.wrong(format!("referee: {:#}", failure.error)),
    })?;
    let mut tournament = Tournament::new(file, specs).map_err(|error| match &error {
        MatchError::Sprt(why) => {
            wrong(source.mistake(&FileMistake::at(text, "sprt", why.to_string())))
        }
        MatchError::Setup(_)
        | MatchError::Affinity(_)
        | MatchError::WrongProtocol { .. }
        | MatchError::NoNodes { .. } => wrong(source.wrong(&error)),
    })?;
    if let Some(referee) = referee {
        let with = tournament.with_referee(referee);
        tournament = with.map_err(|error| wrong(source.wrong(format!("referee: {error}"))))?;
    }
    Ok(Tournament { crowding, waits, ..tournament })
}

/// The engine of this name.
fn named_spec(
    name: &str,
    protocol: Option<Protocol>,
    file: &TournamentFile,
    list: &EngineList,
) -> Result<EngineSpec, Failure> {
    let engine: EngineArg = name.parse().map_err(|why: String| Code::Usage.of(anyhow!(why)))?;
    let refused = |error| Code::Usage.of(error);
    spec(list, file.game, file.variant.as_deref(), &engine, protocol, refused)
}

/// The engine of the referee, if the file names one.
fn referee_spec(file: &TournamentFile, list: &EngineList) -> Result<Option<EngineSpec>, Failure> {
    let named = file.referee.as_ref();
    named.map(|name| named_spec(name, file.referee_protocol, file, list)).transpose()
}

/// The engines of the players; an error names the player, from 0.
fn specs(file: &TournamentFile, list: &EngineList) -> Result<Vec<EngineSpec>, (usize, Failure)> {
    let find = |wish: &PlayerWish| named_spec(&wish.engine, wish.protocol, file, list);
    let found = file.player.iter().enumerate();
    let found = found.map(|(player, wish)| find(wish).map_err(|failure| (player, failure)));
    found.collect()
}

/// Plays, and says how that ended.
///
/// # Errors
///
/// When the games cannot begin, or a game could not be stored.
fn play(
    tournament: &Tournament,
    past: Past,
    writer: Writer,
    folder: &TournamentFolder,
) -> Result<Outcome, Failure> {
    if let Ok(config) = tournament.config([0, 1]) {
        config.n_threads_before().into_iter().for_each(complain_of_threads);
    }
    let played = play_games(writer, async |control, on_event| {
        run_tournament(tournament, past, control, on_event).await
    })?;
    let Played { end, sum: past, last_words } = played;
    let past = past.map_err(|error| unstored(error, folder))?;
    let (n_played, n_games) = (past.course.results().n_games(), past.course.n_games());
    let missing = format!("{n_played} of {} were played", counted(n_games as usize, "game"));
    let again = format!("`quintet tournament --resume {:?}` continues it", folder.path());
    Ok(match end {
        MatchEnd::AllPlayed | MatchEnd::Decided => {
            judge_failures(past.n_failed(), past.n_late(), n_played, tournament.file.max_failures)
        }
        MatchEnd::Unusable { engine, cause } => {
            let name = &tournament.players[engine].spec.name;
            let missing = format!("{missing} ({again} when the engine is ready)");
            Err(unusable(&missing, name, &cause, &last_words))
        }
        MatchEnd::Stopped => Err(Code::Interrupted.of(anyhow!("interrupted; {missing}; {again}"))),
    })
}

/// A game could not be stored: says what is left.
fn unstored(error: anyhow::Error, folder: &TournamentFolder) -> anyhow::Error {
    let path = folder.path();
    let continues = |path: &Path, when: &str| {
        format!("`quintet tournament --resume {path:?}` continues the tournament{when}")
    };
    let gone = error.downcast_ref::<Unstored>().and_then(|unstored| unstored.cause.gone());
    match gone {
        Some(Gone::Moved(now)) => {
            let continues = match now.as_deref().and_then(Path::parent) {
                Some(place) => continues(place, ""),
                None => continues(path, " when the folder has its name again"),
            };
            anyhow!("{error:#}; all games are kept there, and {continues}")
        }
        Some(Gone::Replaced { .. }) => {
            let continues = continues(path, " when that file has the name of the other");
            anyhow!("{error:#}; {continues}")
        }
        Some(Gone::Removed) => {
            anyhow!("{error:#}; {path:?} is gone, and with it the games of the tournament")
        }
        None => {
            let continues = continues(path, " when there is room");
            anyhow!("{error:#}; those before it are kept, and {continues}")
        }
    }
}
