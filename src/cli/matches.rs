//! `quintet match`: two engines play each other, without a window.
//!
//! Arguments become a match, and its end an exit code; the games are played by the library.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::games::{Game, Setup};
use quintet::play::{
    Cause, DiceList, EngineSpec, GameReport, MatchConfig, MatchControl, MatchDice, MatchEnd,
    MatchEvent, Seed, Tally, TimeControl, canonical_variant, link_for, one_ply_note, run_match,
    title_of,
};
use quintet::store::{
    CsvFile, EngineEntry, EngineList, FileError, ResultsFile, make_folder, read_text,
};

use super::interrupts::Interrupts;
use super::match_report::{Files, Reporter};
use super::{Code, Failure, ListArgs, Outcome, complaints, engines, output, parse_game};

#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    /// An engine: a name in the list, or a short name such as builtin:3 (level 3).
    a: String,
    /// The other engine.
    b: String,
    /// The game.
    #[arg(long, default_value = "othello", value_parser = parse_game)]
    game: &'static dyn Game,
    /// Variant of the game, such as frisian or money.
    #[arg(long, value_name = "NAME", conflicts_with = "length")]
    variant: Option<String>,
    /// A backgammon match to so many points: short for --variant match-N.
    #[arg(long, value_name = "N")]
    length: Option<String>,
    /// Number of games; colours are swapped in pairs that share an opening or the dice.
    #[arg(long, allow_negative_numbers = true, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    time: TimeArgs,
    /// Games at once.
    #[arg(long, allow_negative_numbers = true, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Let engines that can do so think on the other's time.
    #[arg(long)]
    ponder: bool,
    /// A position that comes for the third time does not end the game as a draw.
    #[arg(long)]
    no_repetition: bool,
    /// Games that are not over after so many plies are drawn; a roll of the dice counts as one.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// Do not ask engines that keep the game (UHP) which moves they see, to compare.
    #[arg(long)]
    no_compare: bool,
    /// Chooses the openings, and the dice unless one of the next two does.
    #[arg(long, allow_negative_numbers = true, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Any text that the dice follow from. With "random" the program makes a secret one: its
    /// SHA-256 is printed before the match and the seed after it, so that all can see that the dice
    /// were fixed (the results hold it from the first game on).
    #[arg(long, value_name = "TEXT", conflicts_with = "dice")]
    dice_seed: Option<String>,
    /// Dice from a file: digits from 1 to 6, with blanks or ",;:-" between them and # before a
    /// comment; an empty line begins the dice of the next two games. Where they end a game is drawn.
    #[arg(long, value_name = "FILE")]
    dice: Option<PathBuf>,
    #[command(flatten)]
    list: ListArgs,
    /// Append one JSON object a game, with its record, to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Append a row a game to this table, for spreadsheets.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write what is known of each failed game (dialogue, error output, position, versions) to a file
    /// of its own in this folder; without it beside the results, where there are any. `quintet
    /// replay` plays such a file.
    #[arg(long, value_name = "FOLDER")]
    bundles: Option<PathBuf>,
}

impl MatchArgs {
    /// What the names of bundles begin with.
    fn bundle_stem(&self) -> Result<Option<PathBuf>, FileError> {
        if let Some(folder) = &self.bundles {
            make_folder(folder)?;
            return Ok(Some(folder.join("match")));
        }
        // Not where the results go to a pipe or a device.
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

/// As [`parse_secs`], and 0.
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

pub(super) fn run(args: &MatchArgs) -> Outcome {
    if args.json.is_some() && args.json == args.csv {
        let why = "--json and --csv name the same file; each needs one of its own";
        return Err(Code::Usage.of(anyhow!(why)));
    }
    let list = engines::load(&args.list)?;
    let config = config(args, &list)?;
    let results = args.json.as_deref().map(ResultsFile::open).transpose()?;
    if let Some((path, cut)) = args.json.as_ref().zip(results.as_ref().and_then(ResultsFile::cut)) {
        let path = path.display();
        output::complain(&format!("quintet: {path}: a torn last line was cut off: {cut}"));
    }
    let table = args.csv.as_deref().map(|path| CsvFile::open(path, &GameReport::COLUMNS));
    let table = table.transpose()?;
    let files = Files { results, table, bundles: args.bundle_stem()? };
    complain_of_time(&config);
    let names = config.names();
    let heading = heading(&config);
    let secret = match &config.dice {
        Some(MatchDice::Secret(seed)) => Some(seed.clone()),
        Some(MatchDice::Seeded(_) | MatchDice::Listed { .. }) | None => None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (reporter, interrupted, summary, last_words) = runtime.block_on(async {
        let control = MatchControl::new();
        let interrupts = Interrupts::watch(control.clone())?;
        // Whoever reads this line may interrupt us.
        let tally = Tally::new(config.counts_points());
        let reporter = Reporter::start(args.game, &names, args.games, files, heading, tally);
        let mut last_words = Vec::new();
        let summary = run_match(config, &control, |event| {
            let is_told = match event {
                MatchEvent::Finished(report) => {
                    if report.unready {
                        last_words.clone_from(&report.last_words);
                    }
                    reporter.tell(report)
                }
                MatchEvent::Complaint { engine, text } => reporter.complain(engine, text),
                MatchEvent::Stopped { report, .. } => reporter.tell(report),
                MatchEvent::Started { .. } | MatchEvent::Live(_) => true,
            };
            // Results that cannot be kept are not worth playing for; the reporter knows why.
            if !is_told {
                control.stop_now();
            }
        })
        .await?;
        Ok::<_, anyhow::Error>((reporter, interrupts.happened(), summary, last_words))
    })?;
    reporter.finish(&names, &summary.tally, secret.as_ref())?;
    let n_played = summary.tally.standing.games();
    let missing = format!("{n_played} of {} games were played", args.games);
    match summary.end {
        MatchEnd::Unusable { engine, cause } => {
            let when = match cause {
                Cause::CouldNotStart(_) | Cause::BadHandshake(_) | Cause::WrongProtocol(_) => "",
                _ => " before it was ready",
            };
            let said = cause.said_of(&names[engine]);
            let words: String = complaints::last_words(&last_words)
                .iter()
                .map(|line| format!("\n{line}"))
                .collect();
            Err(Code::NoStart.of(anyhow!("{said}{when}; {missing}{words}")))
        }
        MatchEnd::AllPlayed => Ok(()),
        MatchEnd::Stopped if interrupted => {
            Err(Code::Interrupted.of(anyhow!("interrupted; {missing}")))
        }
        MatchEnd::Stopped => Err(Code::GamesMissing.of(anyhow!("stopped; {missing}"))),
    }
}

/// Says of which engines so little time becomes a single ply.
fn complain_of_time(config: &MatchConfig) {
    for (spec, time) in config.engines.iter().zip(&config.time) {
        if let Some(note) = one_ply_note(spec.launch.protocol, time) {
            output::complain(&format!("quintet: {}: {note}", spec.name));
        }
    }
}

fn config(args: &MatchArgs, list: &EngineList) -> Result<MatchConfig, Failure> {
    let variant = variant(args)?;
    let engines = specs(list, args, variant.as_deref())?;
    let setup = Setup { variant, position: None };
    let time = args.time.control();
    let mut config = MatchConfig::with_setup(args.game, setup, engines, args.games, time)
        .map_err(|err| Code::Usage.of(err))?;
    config.concurrency = args.concurrency;
    config.seed = args.seed;
    config.dice = dice(args)?;
    config.ponder = args.ponder;
    config.rules.repetition = !args.no_repetition;
    config.max_plies = args.max_plies;
    config.compares = !args.no_compare;
    Ok(config)
}

/// The variant that is asked for by its name or by the length of a match.
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

/// The dice that are asked for, if any.
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
    let text = read_text(path).map_err(|error| Code::Usage.of(error))?;
    let lists = dice_of_pairs(&text, args.games.div_ceil(2) as usize);
    let lists = lists.map_err(|reason| Code::Usage.of(anyhow!("{}: {reason}", path.display())))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(Some(MatchDice::Listed { name, lists }))
}

/// Dice for so many pairs of games.
fn dice_of_pairs(text: &str, n_pairs: usize) -> Result<Vec<DiceList>, String> {
    let lists = DiceList::read_all(text).map_err(|error| error.to_string())?;
    match lists.len() {
        n if n < n_pairs => Err(format!(
            "it has dice for {n} {}, and {n_pairs} are needed; an empty line begins the dice of \
             the next pair",
            if n == 1 { "pair of games" } else { "pairs of games" }
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
        "{}{}: {first} - {second}, {} games, {}, {}",
        info.title,
        variant.map(|title| format!(" ({title})")).unwrap_or_default(),
        config.games,
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
        text += &format!(", at most {most} plies");
    }
    text
}

/// The two engines, with names that differ.
fn specs(
    list: &EngineList,
    args: &MatchArgs,
    variant: Option<&str>,
) -> Result<[EngineSpec; 2], Failure> {
    let fault = |entry: &EngineEntry| match variant {
        Some(name) if !entry.plays_variant(name) => {
            Some(format!("does not play {}", title_of(args.game.info(), variant)))
        }
        Some(_) | None => {
            let fault = link_for(args.game, entry.protocol, variant).err();
            fault.map(|cause| match cause {
                Cause::WrongProtocol(reason) => reason,
                other => other.to_string(),
            })
        }
    };
    let spec = |reference: &str| -> Result<EngineSpec, Failure> {
        let found = list
            .find_fitting(reference, Some(args.game.info().name), fault)
            .map_err(|err| Code::Usage.of(err))?;
        let launch = found.entry.launch(&found.chosen).map_err(|err| Code::Usage.of(err))?;
        Ok(EngineSpec { name: found.entry.title(&found.chosen), launch })
    };
    let mut specs = [spec(&args.a)?, spec(&args.b)?];
    if specs[0].name == specs[1].name {
        for (spec, suffix) in specs.iter_mut().zip([" #1", " #2"]) {
            spec.name += suffix;
        }
    }
    Ok(specs)
}
