//! `quintet match`: two engines play each other, without a window.
//!
//! Turns arguments into a match, and its end into an exit code; the library plays the games.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::games::{self, Game, Setup, counted};
use quintet::play::{
    Cause, DiceList, EngineSpec, GameReport, MOST_TEST_GAMES, MatchConfig, MatchControl, MatchDice,
    MatchEnd, MatchEvent, OpeningScores, Seed, Sprt, Tally, TimeControl, canonical_variant,
    link_for, one_ply_note, run_match, title_of,
};
use quintet::protocol::Protocol;
use quintet::store::{
    CsvFile, EngineEntry, EngineList, FileError, FindEngineError, FitError, Places, ResultsFile,
    crowding, make_folder, origin_of, read_text, waits,
};

use super::adjudication::AdjudicationArgs;
use super::engine_arg::{EngineArg, Unlisted, parse_protocol};
use super::interrupts::Interrupts;
use super::match_report::{Files, Reporter};
use super::opening_args::OpeningArgs;
use super::output::Output;
use super::{
    Code, Failure, ListArgs, Outcome, complaints, engines, openings_report, output, parse_game,
};

#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    /// An engine: a name in the list, a short name such as builtin:3 (level 3), a file, host:port
    /// or a command in quotes; options after it: NAME:option.threads=2.
    a: EngineArg,
    /// The other engine.
    b: EngineArg,
    /// The protocol of engines that are in no list: hub, guide, uhp, ubgi or nboard; given twice,
    /// the first is A's and the second B's. Needed if the game has several protocols and the
    /// program is unknown.
    #[arg(long, value_name = "PROTOCOL", value_parser = parse_protocol)]
    protocol: Vec<Protocol>,
    /// The game.
    #[arg(long, default_value = "othello", value_parser = parse_game)]
    game: &'static dyn Game,
    /// Variant of the game, such as frisian or money.
    #[arg(long, value_name = "NAME", conflicts_with = "length")]
    variant: Option<String>,
    /// A backgammon match to so many points: short for --variant match-N.
    #[arg(long, value_name = "N")]
    length: Option<String>,
    /// Number of games; colours are swapped in pairs that share an opening or the dice. 2 by
    /// default; with --sprt the most games, 100000 by default.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Ends the match by the verdict of a sequential probability ratio test: whether A is stronger
    /// than B by elo0 or by elo1. alpha and beta (0.05) are the error rates, model is normalized or
    /// logistic; where games are worth different points, points0=0,points1=0.05.
    #[arg(long, value_name = "elo0=0,elo1=5,...", conflicts_with = "only")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    time: TimeArgs,
    /// Games at once.
    #[arg(long, allow_negative_numbers = true, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Let engines that can do so think on the opponent's time.
    #[arg(long)]
    ponder: bool,
    /// A third repetition of a position does not end the game as a draw.
    #[arg(long)]
    no_repetition: bool,
    /// Games that are not over after so many plies are drawn; a roll of the dice counts as one.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Do not ask engines that keep the game (UHP) which moves they see, to compare.
    #[arg(long)]
    no_compare: bool,
    /// Chooses the openings, and the dice unless one of the next two does.
    #[arg(long, allow_negative_numbers = true, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Any text that determines the dice. With "random" the program makes a secret seed: its
    /// SHA-256 is printed before the match and the seed after it, as proof that the dice were fixed
    /// (the results hold it from the first game on).
    #[arg(long, value_name = "TEXT", conflicts_with = "dice")]
    dice_seed: Option<String>,
    /// Dice from a file: digits from 1 to 6, with blanks or ",;:-" between them and # before a
    /// comment; an empty line begins the dice of the next two games. A game that runs out of dice
    /// is drawn.
    #[arg(long, value_name = "FILE")]
    dice: Option<PathBuf>,
    /// Seconds by which every move may be late, for slow machines and connections.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_increment, default_value = "0")]
    margin: Duration,
    /// If more than this percentage of games is decided by failures (crashes, illegal moves, lost
    /// on time), the exit code is 6.
    #[arg(long, allow_negative_numbers = true, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=100))]
    max_failures: u32,
    /// The number of different openings, which then repeat; by default no opening is used twice.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    openings: Option<u32>,
    #[command(flatten)]
    book: OpeningArgs,
    /// Play only the game with this number, as it would be played in the whole match: with all
    /// other values of a game's row it plays that game again.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    only: Option<u32>,
    /// Append one JSON object per game, with its record, to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Append a row per game to this table, for spreadsheets.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Append a row per move to this table: time used, clock, depth, nodes, value, line.
    #[arg(long, value_name = "FILE")]
    moves: Option<PathBuf>,
    /// Write what is known of each failed game (dialogue, error output, position, versions) to a
    /// separate file in this folder; by default next to the results file, if there is one. `quintet
    /// replay` plays such a file.
    #[arg(long, value_name = "FOLDER")]
    bundles: Option<PathBuf>,
}

impl MatchArgs {
    /// The number of games, at most.
    fn n_games(&self) -> u32 {
        self.games.unwrap_or(if self.sprt.is_some() { MOST_TEST_GAMES } else { 2 })
    }

    /// Each file that the match writes must have a different name.
    fn check_files(&self) -> Outcome {
        let files = [("--json", &self.json), ("--csv", &self.csv), ("--moves", &self.moves)];
        for (idx, (option, path)) in files.iter().enumerate().filter(|(_, (_, p))| p.is_some()) {
            if let Some((other, _)) = files[..idx].iter().find(|(_, known)| known == path) {
                let why = "name the same file; each needs its own";
                return Err(Code::Usage.of(anyhow!("{other} and {option} {why}")));
            }
        }
        Ok(())
    }

    /// What the names of bundles begin with.
    fn bundle_stem(&self) -> Result<Option<PathBuf>, FileError> {
        if let Some(folder) = &self.bundles {
            make_folder(folder)?;
            return Ok(Some(folder.join("match")));
        }
        // No bundles if the results go to a pipe or a device.
        let results = self.json.as_ref().or(self.csv.as_ref());
        let file = results.filter(|path| path.is_file());
        Ok(file.map(|path| path.with_extension("")))
    }
}

#[derive(Args, Debug)]
struct TimeArgs {
    /// Seconds for each move (1 when no limit is given).
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_secs, conflicts_with_all = ["time", "depth"])]
    move_time: Option<Duration>,
    /// Seconds for the whole game.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_secs, conflicts_with = "depth")]
    time: Option<Duration>,
    /// Seconds added after every move.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_increment, requires = "time")]
    inc: Option<Duration>,
    /// No clock; search to this depth in plies.
    #[arg(long, allow_negative_numbers = true, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

impl TimeArgs {
    fn control(&self) -> TimeControl {
        if let Some(depth) = self.depth {
            return TimeControl::Depth { depth };
        }
        match (self.time, self.inc) {
            (Some(main), Some(increment)) if !increment.is_zero() => {
                TimeControl::Fischer { main, increment }
            }
            (Some(main), _) => TimeControl::SuddenDeath { main },
            (None, _) => TimeControl::PerMove {
                time: self.move_time.unwrap_or(const { Duration::from_secs(1) }),
            },
        }
    }
}

/// As [`parse_secs`], but 0 is allowed.
fn parse_increment(text: &str) -> Result<Duration, String> {
    if text.parse() == Ok(0.0) { Ok(Duration::ZERO) } else { parse_secs(text) }
}

fn parse_secs(text: &str) -> Result<Duration, String> {
    const DAY: f64 = 86_400.0;
    let secs: f64 = text.parse().map_err(|_err| "not a number of seconds".to_owned())?;
    if (0.001..=DAY).contains(&secs) {
        Ok(Duration::from_secs_f64(secs))
    } else {
        Err(format!("must be from 0.001 to {DAY} seconds"))
    }
}

pub(super) fn run(args: &MatchArgs, list: &ListArgs) -> Outcome {
    args.check_files()?;
    let list = engines::load(list)?;
    let mut config = config(args, &list)?;
    let results = args.json.as_deref().map(ResultsFile::open).transpose().map_err(of_file)?;
    if let Some((path, cut)) = args.json.as_ref().zip(results.as_ref().and_then(ResultsFile::cut)) {
        let path = path.display();
        output::complain(&format!("quintet: {path}: a torn last line was cut off: {cut}"));
    }
    let table = |path: &Option<PathBuf>, columns: Vec<&str>| {
        path.as_deref().map(|path| CsvFile::open(path, &columns)).transpose().map_err(of_file)
    };
    let (games, moves) =
        (table(&args.csv, GameReport::columns())?, table(&args.moves, GameReport::move_columns())?);
    let bundles = args.bundle_stem().map_err(of_file)?;
    // Reading the engines' files takes a moment, and is only needed for rows.
    if results.is_some() || games.is_some() {
        let [one, other] = &config.engines;
        config.origin = origin_of([&one.launch.target, &other.launch.target]);
    }
    let files = Files { results, games, moves, bundles };
    complain_of_time(&config);
    config.n_threads_before().into_iter().for_each(complain_of_threads);
    config.make_openings()?;
    let names = config.names();
    let heading = heading(&config);
    let secret = match &config.dice {
        Some(MatchDice::Secret(seed)) => Some(seed.clone()),
        Some(MatchDice::Seeded(_) | MatchDice::Listed { .. }) | None => None,
    };
    let mut openings = OpeningScores::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (reporter, interrupted, summary, last_words) = runtime.block_on(async {
        let control = MatchControl::new();
        let interrupts = Interrupts::watch(control.clone())?;
        // From this line on an interrupt is handled.
        let tally = Tally::of(&config);
        let reporter = Reporter::start(args.game, &names, config.n_games(), files, heading, tally);
        let mut last_words = Vec::new();
        let openings = &mut openings;
        let summary = run_match(config, &control, |event| {
            match event {
                MatchEvent::Finished(report) => {
                    if report.unready {
                        last_words.clone_from(&report.last_words);
                    }
                    openings.add_report(&report);
                    reporter.tell(report);
                }
                MatchEvent::Complaint { engine, text } => reporter.complain(engine, text),
                MatchEvent::Stopped { report, .. } => reporter.tell(report),
                MatchEvent::Crowded { threads } => complain_of_threads(threads),
                MatchEvent::Started { .. } | MatchEvent::Ready { .. } | MatchEvent::Live(_) => {}
            }
            // The match ends if results cannot be stored; the reporter knows why.
            if reporter.has_failed() {
                control.finish_then_stop();
            }
        })
        .await?;
        Ok::<_, anyhow::Error>((reporter, interrupts.happened(), summary, last_words))
    })?;
    let n_played = summary.tally.standing.games();
    let n_games = if args.only.is_some() { 1 } else { args.n_games() };
    let were = if n_games == 1 { "was" } else { "were" };
    let missing = format!("{n_played} of {} {were} played", counted(n_games as usize, "game"));
    let kept = reporter.finish(&names, &summary.tally, secret.as_ref());
    kept.map_err(|error| anyhow!("{error}; {missing}"))?;
    if args.book.openings_report {
        let mut out = Output::new();
        let lines = openings_report::lines(&openings, args.game.info());
        lines.iter().try_for_each(|line| out.line(line))?;
    }
    match summary.end {
        MatchEnd::Unusable { engine, cause } => {
            Err(unusable(&missing, &names[engine], &cause, &last_words))
        }
        MatchEnd::AllPlayed | MatchEnd::Decided => {
            let Tally { failed, late, .. } = summary.tally;
            judge_failures(failed, late, n_played, args.max_failures)
        }
        MatchEnd::Stopped if interrupted => {
            Err(Code::Interrupted.of(anyhow!("interrupted; {missing}")))
        }
        MatchEnd::Stopped => Err(Code::GamesMissing.of(anyhow!("stopped; {missing}"))),
    }
}

/// Why no other game can be played: an engine never got ready. `missing` says what was played.
pub(super) fn unusable(missing: &str, name: &str, cause: &Cause, stderr: &[String]) -> Failure {
    let when = match cause {
        Cause::CouldNotStart(_)
        | Cause::BadHandshake(_)
        | Cause::WrongProtocol(_)
        | Cause::CannotPlay(_) => "",
        _ => " before it was ready",
    };
    let said = cause.said_of(name);
    let words = complaints::last_words(stderr);
    let words: String = words.iter().map(|line| format!("\n{line}")).collect();
    Code::NoStart.of(anyhow!("{missing}: {said}{when}{words}"))
}

/// A match decided by failures proves nothing about the strength of the engines.
pub(super) fn judge_failures(failed: u32, late: u32, played: u32, most_percent: u32) -> Outcome {
    if u64::from(failed) * 100 <= u64::from(played) * u64::from(most_percent) {
        return Ok(());
    }
    let late = match late {
        0 => String::new(),
        late => format!("; of these, the machine was late in {}", counted(late as usize, "game")),
    };
    let were = if failed == 1 { "was" } else { "were" };
    let why = anyhow!(
        "{failed} of {} {were} decided by failures or lost on time, more than the \
         {most_percent} % of --max-failures{late}",
        counted(played as usize, "game")
    );
    Err(Code::TooManyFailures.of(why))
}

/// Warns if more engines think at once than the machine has processors: engines then lose on time
/// games that they would not lose otherwise.
pub(super) fn complain_of_threads(threads: u32) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if threads as usize > processors {
        output::complain(&format!(
            "quintet: {threads} threads of engines think at once on {processors} processors: \
             games may be lost on time; fewer games at once (--concurrency), fewer threads or a \
             --margin help"
        ));
    }
}

/// A named file that cannot be used. A full disk is not a fault of the command line.
pub(super) fn of_file(error: FileError) -> Failure {
    match error.source.kind() {
        io::ErrorKind::StorageFull => error.into(),
        _ => Code::Usage.of(error),
    }
}

/// Reports which engines get a single ply for so little time. The program's own engines accept any
/// time.
fn complain_of_time(config: &MatchConfig) {
    let places = Places::of_user();
    for (spec, time) in config.engines.iter().zip(&config.time) {
        if !places.is_own_engine(&spec.launch.target)
            && let Some(note) = one_ply_note(spec.launch.protocol, time)
        {
            output::complain(&format!("quintet: {}: {note}", spec.name));
        }
    }
}

fn config(args: &MatchArgs, list: &EngineList) -> Result<MatchConfig, Failure> {
    let variant = variant(args)?;
    let engines = specs(list, args, variant.as_deref())?;
    let setup = Setup { variant, position: None };
    let time = args.time.control();
    let mut config = MatchConfig::with_setup(args.game, setup, engines, args.n_games(), time)
        .map_err(|err| Code::Usage.of(err))?;
    config.concurrency = args.concurrency;
    config.seed = args.seed;
    config.different_openings = args.openings;
    args.book.add_book(&mut config)?;
    config.margin = args.margin;
    config.dice = dice(args)?;
    config.ponder = args.ponder;
    config.rules.repetition = !args.no_repetition;
    config.max_plies = args.max_plies;
    config.adjudication = args.adjudication.rules(args.game)?;
    config.compares = !args.no_compare;
    config.crowding = crowding;
    config.waits = waits;
    config.only = args.only;
    if let Some(sprt) = args.sprt {
        config = config.with_sprt(sprt).map_err(|err| Code::Usage.of(err))?;
    }
    if let Some(number) = args.only.filter(|number| args.n_games() < *number) {
        let why = "its match has only";
        let games = counted(args.n_games() as usize, "game");
        return Err(Code::Usage.of(anyhow!("--only {number}: {why} {games} (--games)")));
    }
    Ok(config)
}

/// The variant requested by name or by the length of a match.
fn variant(args: &MatchArgs) -> Result<Option<String>, Failure> {
    let info = args.game.info();
    let is_length = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let asked = args.length.as_deref().or(args.variant.as_deref());
    let length = match (canonical_variant(info, asked), &args.length) {
        (Ok(variant), Some(length)) if is_length(length) => return Ok(variant),
        (Ok(variant), None) => return Ok(variant),
        (Err(error), None) => return Err(Code::Usage.of(error)),
        (_, Some(length)) => length,
    };
    let aliases = info.variants.iter().flat_map(|variant| variant.aliases);
    let lengths: Vec<&str> = aliases.filter(|name| is_length(name)).copied().collect();
    Err(Code::Usage.of(if lengths.is_empty() {
        anyhow!("--length: {} has no matches to so many points", info.title)
    } else {
        let lengths = lengths.join(", ");
        anyhow!("--length: there is no match to {length:?} points; lengths are {lengths}")
    }))
}

/// The requested dice, if any.
fn dice(args: &MatchArgs) -> Result<Option<MatchDice>, Failure> {
    let info = args.game.info();
    let option = if args.dice.is_some() { "--dice" } else { "--dice-seed" };
    if (args.dice.is_some() || args.dice_seed.is_some()) && !info.has_dice {
        return Err(Code::Usage.of(anyhow!("{option}: {} is played without dice", info.title)));
    }
    if let Some(seed) = &args.dice_seed {
        return Ok(Some(match seed.trim() {
            "" => return Err(Code::Usage.of(anyhow!("--dice-seed: the seed is empty"))),
            "random" => MatchDice::Secret(Seed::fresh()),
            text => MatchDice::Seeded(Seed(text.to_owned())),
        }));
    }
    let Some(path) = &args.dice else { return Ok(None) };
    let text = read_text(path).map_err(of_file)?;
    let lists = dice_of_pairs(&text, args.n_games().div_ceil(2) as usize);
    let lists = lists.map_err(|reason| Code::Usage.of(anyhow!("{}: {reason}", path.display())))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(Some(MatchDice::Listed { name, lists }))
}

/// Dice for so many pairs of games.
fn dice_of_pairs(text: &str, n_pairs: usize) -> Result<Vec<DiceList>, String> {
    let lists = DiceList::read_all(text).map_err(|error| error.to_string())?;
    match lists.len() {
        n if n < n_pairs => Err(format!(
            "it has dice for {} of games, and {n_pairs} are needed; an empty line begins the dice \
             of the next pair",
            counted(n, "pair")
        )),
        _ => Ok(lists),
    }
}

/// `Draughts (Frisian): A - B, 100 games, 1s/move, 8 random plies, seed 1`
fn heading(config: &MatchConfig) -> String {
    let [first, second] = config.names();
    let info = config.game.info();
    let variant = config.setup().variant.as_deref().map(|name| title_of(info, Some(name)));
    let mut text = format!(
        "{}{}: {first} - {second}, {}, {}, {}",
        info.title,
        variant.map(|title| format!(" ({title})")).unwrap_or_default(),
        match config.only {
            Some(number) => format!("game {number} of {}", config.games),
            None if config.sprt().is_some() => {
                format!("at most {}", counted(config.games as usize, "game"))
            }
            None => counted(config.games as usize, "game"),
        },
        config.time[0],
        config.openings_text()
    );
    if config.ponder {
        text += ", pondering";
    }
    if !config.rules.repetition {
        text += ", repetition does not draw";
    }
    if let Some(most) = config.max_plies {
        text += &format!(", at most {}", counted(most as usize, "ply"));
    }
    config.adjudication.words().iter().for_each(|rule| text += &format!(", {rule}"));
    if let Some(sprt) = config.sprt() {
        text += &format!(", until a test decides: {sprt}");
    }
    text
}

/// The protocol of a game that has only one.
fn only_protocol(names: &[&str]) -> Option<Protocol> {
    match *names {
        [name] => Protocol::find(name),
        _ => None,
    }
}

/// `Scan 3.1 plays Draughts, not Othello; add --game draughts`
fn other_game(engine: &str, plays: &[String], wanted: &str) -> Failure {
    let title = |name: &String| {
        games::find(name).map_or_else(|| name.clone(), |game| game.info().title.to_owned())
    };
    let titles = plays.iter().map(title).collect::<Vec<_>>().join(", ");
    let options: Vec<String> = plays.iter().map(|name| format!("--game {name}")).collect();
    let options = options.join(" or ");
    Code::Usage.of(anyhow!("{engine} plays {titles}, not {wanted}; add {options}"))
}

/// The two engines, with different names.
fn specs(
    list: &EngineList,
    args: &MatchArgs,
    variant: Option<&str>,
) -> Result<[EngineSpec; 2], Failure> {
    let info = args.game.info();
    let refused = |error: FitError| match error {
        FitError::Find(FindEngineError::OtherGame { engine, plays, .. }) => {
            other_game(&engine, &plays, info.title)
        }
        error => Code::Usage.of(error),
    };
    let protocols = match args.protocol[..] {
        [] => [None, None],
        [both] => [Some(both), Some(both)],
        [first, second] => [Some(first), Some(second)],
        _ => return Err(Code::Usage.of(anyhow!("--protocol: there are only two engines"))),
    };
    let spec = |engine, protocol| spec(list, args.game, variant, engine, protocol, refused);
    let mut specs = [spec(&args.a, protocols[0])?, spec(&args.b, protocols[1])?];
    tell_apart(&mut specs);
    Ok(specs)
}

/// What is started for an engine that plays a game; `refused` says why one of the list does not.
///
/// # Errors
///
/// When there is no such engine, or it does not play the game.
pub(super) fn spec(
    list: &EngineList,
    game: &'static dyn Game,
    variant: Option<&str>,
    engine: &EngineArg,
    protocol: Option<Protocol>,
    refused: impl Fn(FitError) -> Failure,
) -> Result<EngineSpec, Failure> {
    let info = game.info();
    let fault = |entry: &EngineEntry| match variant {
        Some(name) if !entry.plays_variant(name) => {
            Some(format!("does not play {}", title_of(info, variant)))
        }
        Some(_) | None => {
            let fault = link_for(game, entry.protocol, variant).err();
            fault.map(|cause| match cause {
                Cause::WrongProtocol(reason) => reason,
                other => other.to_string(),
            })
        }
    };
    let named = match list.find_fitting(&engine.reference, Some(info.name), fault) {
        Ok(found) => engine.listed(&found),
        Err(FitError::Find(FindEngineError::Unknown { .. })) if engine.may_be_unlisted() => {
            let usual = only_protocol(info.protocols);
            engine.unlisted(&Unlisted { protocol, usual, dir: None })?
        }
        Err(err) => return Err(refused(err)),
    };
    if let Some(reason) = fault(&named.entry) {
        return Err(Code::Usage.of(anyhow!("{}: {reason}", named.title())));
    }
    Ok(EngineSpec { name: named.title(), launch: named.launch()? })
}

/// Numbers the engines that have the same name.
pub(super) fn tell_apart(specs: &mut [EngineSpec]) {
    let names: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
    let count = |idx: usize, until: usize| {
        names[..until].iter().filter(|name| **name == names[idx]).count()
    };
    for (idx, spec) in specs.iter_mut().enumerate() {
        if count(idx, names.len()) > 1 {
            spec.name += &format!(" #{}", count(idx, idx) + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_fails_by_more_failures_than_so_many_per_cent() {
        for (failed, played, percent, is_fine) in [
            (0, 0, 0, true),
            (0, 10, 0, true),
            (1, 10, 0, false),
            (1, 20, 5, true),
            (1, 19, 5, false),
            (2, 40, 5, true),
            (3, 40, 5, false),
            (10, 10, 99, false),
            (10, 10, 100, true),
        ] {
            let outcome = judge_failures(failed, 0, played, percent);
            assert_eq!(outcome.is_ok(), is_fine, "{failed} of {played}, {percent} %");
            let code = outcome.err().map(|failure| failure.code);
            assert_eq!(code, (!is_fine).then_some(Code::TooManyFailures));
        }
        let failure = judge_failures(4, 1, 4, 5).expect_err("all have failed");
        let said = failure.error.to_string();
        assert!(said.ends_with("of these, the machine was late in 1 game"), "{said}");
    }
}
