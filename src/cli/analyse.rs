//! `quintet analyse`: engines review the games of a file, without a window.
//!
//! Reads the arguments and turns the end into an exit code; the library asks the engines.

mod limits;
mod summary;
mod writer;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::games::{Format, Game, GameSelection, Side, counted};
use quintet::hosting::{AnalysisPage, ReviewFile};
use quintet::play::tournament::tell_apart;
use quintet::play::{
    BatchEnd, BatchGame, EngineSpec, KnownRows, ReviewBatch, ReviewDriver, ReviewEffort,
    ReviewScope, review_games,
};
use quintet::protocol::Protocol;
use quintet::store::{EngineList, FindEngineError, FitError, GameFile, write_atomically};

use super::contestants::spec;
use super::engine_arg::{EngineArg, parse_protocol};
use super::game_input::{STANDARD, check_output, chosen_games, complain_of, read_games};
use super::game_output::{format_of, write_games};
use super::interrupts::{Signals, unless_left};
use super::numbers::whole;
use super::output::{self, Output};
use super::time_args::parse_secs;
use super::verdict::unusable;
use super::{Code, Failure, ListArgs, Outcome, engines, of_file};
use limits::EngineLimits;
use writer::{AnalysisWriter, Done, Targets};

#[derive(Args, Debug)]
pub(super) struct AnalyseArgs {
    /// A file with games of any kind; `-` for the standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    by: EngineLimits,
    /// The protocol of engines that are in no list: hub, guide, uhp, ubgi or nboard.
    #[arg(long, value_name = "PROTOCOL", value_parser = parse_protocol)]
    protocol: Option<Protocol>,
    /// Only these games of the file: 3-10, 5, 12- or 1,4-6.
    #[arg(long, value_name = "LIST")]
    games: Option<GameSelection>,
    /// Only the moves of this side, by its name or as first or second.
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Only these moves and rolls, counted from 1: 21-40, 21- or 40.
    #[arg(long, value_name = "A-B")]
    plies: Option<PlyRange>,
    /// Look at the last position first, and go backwards.
    #[arg(long)]
    from_end: bool,
    /// Review the variations behind the main line, too.
    #[arg(long)]
    variations: bool,
    /// What an inaccuracy, a mistake and a blunder lose at least, in the game's unit: 0.3,0.8,1.5.
    #[arg(long, value_name = "A,B,C")]
    marks: Option<LossMarks>,
    /// Give an engine up that says nothing of a position for so many seconds beyond its time for it, asked
    /// twice; a time such as 90s or 5m. Without it 10 seconds where a limit is a time; with a depth or nodes
    /// one minute for the first word, and five minutes later on and for an engine that is asked for its move.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_secs)]
    give_up: Option<Duration>,
    /// Games at once; each has its own copy of every engine.
    #[arg(long, allow_negative_numbers = true, default_value_t = 1, value_name = "N", value_parser = whole::<u32>(1..=256))]
    workers: u32,
    /// Print one JSON object per position and engine, as soon as it is known, instead of a table.
    #[arg(long)]
    json: bool,
    /// Append the same objects to this file. What it holds already is not analysed again, unless
    /// that was less deep: so an interrupted analysis goes on.
    #[arg(long, value_name = "FILE.jsonl")]
    out: Option<PathBuf>,
    /// Write how both sides played each game, by each engine, as JSON objects: accuracy, losses, classes,
    /// and in backgammon errors by kind, luck and rating.
    #[arg(long, value_name = "OUT.jsonl")]
    summary: Option<PathBuf>,
    /// Write the games with values, marks (?!, ?, ??) and the first engine's line where much was
    /// lost, in the format of the file's name.
    #[arg(long, value_name = "OUT")]
    annotated: Option<PathBuf>,
    /// Write a page to show and to print: summary, graph, moves, and the turning points as diagrams.
    #[arg(long, value_name = "OUT.html")]
    report: Option<PathBuf>,
}

/// Engines that review a game at once, at most.
const MOST_ENGINES: usize = 4;

pub(super) fn run(args: &AnalyseArgs, list: &ListArgs) -> Outcome {
    args.check_standard_output()?;
    let outputs = [&args.out, &args.annotated, &args.report, &args.summary];
    let outputs: Vec<&Path> = outputs.into_iter().flatten().map(PathBuf::as_path).collect();
    for (idx, to) in outputs.iter().enumerate() {
        if args.out.as_deref() != Some(to) {
            check_output(&args.file, to)?;
        }
        let is_again = to.as_os_str() != STANDARD && outputs[..idx].contains(to);
        if is_again {
            let why = "two outputs cannot go to one file; name another one";
            return Err(Code::Usage.of(anyhow!("{}: {why}", to.display())));
        }
    }
    args.check_report()?;
    let list = engines::load(list)?;
    let path = args.file.clone();
    let file = unless_left(move || read_games(&path, None))??;
    let n_problems = complain_of(&file, &args.file, args.games.as_ref());
    let games = chosen_games(&file, args.games.as_ref())?;
    let games: Vec<BatchGame> =
        games.into_iter().map(|(number, record)| BatchGame { number, record }).collect();
    let engines = args.specs(&list, &file, &games)?;
    let format = args.annotated.as_deref().map(|path| format_of(path, file.game)).transpose()?;
    check_format(format, &games)?;
    let usual = ReviewDriver::usual_budget(file.game.info()).into();
    let efforts = args.by.efforts(engines.len(), usual);
    let efforts = efforts.map_err(|why| Code::Usage.of(anyhow!(why)))?;
    let scope = args.scope(file.game)?;
    check_plies(&scope, file.game, &games, args.variations)?;
    check_nodes(&efforts, &engines)?;
    complain_of_noise(file.game, &efforts, &engines);
    let (rows, known) = match &args.out {
        Some(path) => open_rows(path, &efforts, &engines)?,
        None => (None, KnownRows::default()),
    };
    let workers = args.workers as usize;
    let game = file.game;
    let loss_marks = args.marks.map_or(game.info().loss_marks, |LossMarks(marks)| marks);
    let variations = args.variations;
    let batch = ReviewBatch {
        game,
        games,
        engines,
        efforts,
        scope,
        variations,
        loss_marks,
        patience: args.give_up,
        workers,
        known,
    };
    let batch = Arc::new(batch);
    let keeps_games = args.annotated.is_some() || args.report.is_some();
    let tables = !args.json && args.to_output().is_empty();
    let summaries = args.summary.is_some();
    let targets = Targets { json: args.json, tables, rows, keeps_games, summaries };
    let mut writer = AnalysisWriter::new(Arc::clone(&batch), targets);
    let end = review(&batch, &mut writer)?;
    if let Some(BatchEnd::Unusable { engine, cause, .. }) = &end {
        writer.note_unusable(*engine, cause);
    }
    let done = writer.finish()?;
    if let Some((path, format)) = args.annotated.as_deref().zip(format) {
        let annotated = done
            .games
            .iter()
            .map(|(game, reviewed)| (batch.games[*game].number, &reviewed.annotated));
        write_games(path, format, annotated)?;
    }
    if let Some(path) = args.summary.as_ref().filter(|_| !done.summaries.is_empty()) {
        let lines: Result<Vec<String>, _> =
            done.summaries.iter().map(serde_json::to_string).collect();
        let text: String = lines?.into_iter().map(|line| line + "\n").collect();
        write_output(path, &text)?;
    }
    if let Some(path) = args.report.as_ref().filter(|_| !done.games.is_empty()) {
        let games = done.games.iter().map(|(game, reviewed)| (*game, reviewed));
        let name = args.file.file_name().unwrap_or(args.file.as_os_str()).to_string_lossy();
        let page = AnalysisPage::of_batch(name.into_owned(), &batch, games, &done.failures);
        write_output(path, &page.to_string())?;
    }
    let missing =
        format!("analysed: {} of {}", done.n_finished, counted(batch.games.len(), "game"));
    match end {
        None => Err(Code::Interrupted.of(anyhow!("interrupted; {missing}{}", args.advice()))),
        Some(BatchEnd::Unusable { engine, cause, last_words }) => {
            Err(unusable(&missing, &batch.engines[engine].name, &cause, &last_words))
        }
        Some(BatchEnd::Done | BatchEnd::Stopped)
            if !done.failed.is_empty() || done.failures.lost().len() > 0 =>
        {
            Err(anyhow!(done.what_failed(&batch)).into())
        }
        Some(BatchEnd::Done | BatchEnd::Stopped) if n_problems > 0 => {
            let problems = counted(n_problems, "problem");
            Err(anyhow!("{}: {problems}, see above; the rest is analysed", args.file.display())
                .into())
        }
        Some(BatchEnd::Done | BatchEnd::Stopped) => Ok(()),
    }
}

/// Runs the batch until its end; `None` if the user has interrupted it.
fn review(
    batch: &Arc<ReviewBatch>,
    writer: &mut AnalysisWriter,
) -> anyhow::Result<Option<BatchEnd>> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let mut signals = Signals::listen()?;
        tokio::select! {
            end = review_games(Arc::clone(batch), |event| writer.take(event)) => Ok(Some(end)),
            Some(_) = signals.next() => Ok(None),
        }
    })
}

/// Moves by their numbers, dice among them: `21-40`.
#[derive(Clone, Debug)]
struct PlyRange(RangeInclusive<usize>);

impl FromStr for PlyRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str| part.trim().parse::<usize>().ok().filter(|number| *number > 0);
        let range = match text.split_once('-') {
            None => number(text).map(|only| only..=only),
            Some((first, "")) => number(first).map(|first| first..=usize::MAX),
            Some((first, last)) => {
                number(first).zip(number(last)).map(|(first, last)| first..=last)
            }
        };
        let range = range.filter(|range| !range.is_empty());
        range
            .map(Self)
            .ok_or_else(|| format!("{text:?} is no range of plies; write 21-40, 21- or 40"))
    }
}

/// The losses of an inaccuracy, a mistake and a blunder: `0.3,0.8,1.5`.
#[derive(Clone, Copy, Debug)]
struct LossMarks([f64; 3]);

impl FromStr for LossMarks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str| part.trim().parse::<f64>().ok().filter(|loss| loss.is_finite());
        let losses: Option<Vec<f64>> = text.split(',').map(number).collect();
        let marks = losses.and_then(|losses| <[f64; 3]>::try_from(losses).ok());
        let marks = marks.filter(|marks| marks[0] > 0.0 && marks.is_sorted());
        marks.map(Self).ok_or_else(|| {
            format!("{text:?} are no three losses above 0, the least first; write 0.3,0.8,1.5")
        })
    }
}

impl AnalyseArgs {
    /// How much of each game.
    fn scope(&self, game: &dyn Game) -> Result<ReviewScope, Failure> {
        let names = game.info().sides;
        let side = self.side.as_deref().map(|wanted| {
            let is = |name: &str| name.eq_ignore_ascii_case(wanted.trim());
            let sides = Side::BOTH.into_iter().zip(names).zip(["first", "second"]);
            let side = sides.into_iter().find(|((_, name), place)| is(name) || is(place));
            side.map(|((side, _), _)| side).ok_or_else(|| {
                let why = format!(
                    "--side {wanted}: there is no such side; write {} or {}",
                    names[0], names[1]
                );
                Code::Usage.of(anyhow!(why))
            })
        });
        let plies = self.plies.clone().map_or(1..=usize::MAX, |PlyRange(plies)| plies);
        let from_end = self.from_end;
        Ok(ReviewScope { side: side.transpose()?, plies, from_end, ..ReviewScope::default() })
    }

    /// The options that write to the standard output, beside `--json`.
    fn to_output(&self) -> Vec<&'static str> {
        let outputs = [
            ("--annotated -", &self.annotated),
            ("--report -", &self.report),
            ("--summary -", &self.summary),
        ];
        let is_standard =
            |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| path.as_os_str() == STANDARD);
        outputs.into_iter().filter(|(_, path)| is_standard(path)).map(|(name, _)| name).collect()
    }

    /// The report is a page: another ending promises another format.
    fn check_report(&self) -> Outcome {
        let is_page = |path: &Path| {
            let ending = path.extension().unwrap_or_default();
            path.as_os_str() == STANDARD
                || ["html", "htm"].iter().any(|it| ending.eq_ignore_ascii_case(it))
        };
        match self.report.as_deref().filter(|path| !is_page(path)) {
            Some(path) => Err(Code::Usage.of(anyhow!(
                "--report {}: the report is a page for browsers; give the file a name that ends in .html",
                path.display()
            ))),
            None => Ok(()),
        }
    }

    /// One thing alone goes to the standard output, and objects that are added to a file need one.
    fn check_standard_output(&self) -> Outcome {
        let json = self.json.then_some("--json");
        let all: Vec<&str> = json.into_iter().chain(self.to_output()).collect();
        if let [first, second, ..] = all[..] {
            let why = "both write to the standard output; give one of them a file";
            return Err(Code::Usage.of(anyhow!("{first} and {second}: {why}")));
        }
        if self.out.as_ref().is_some_and(|path| path.as_os_str() == STANDARD) {
            let why = "objects are added to a file; --json writes them to the standard output";
            return Err(Code::Usage.of(anyhow!("--out -: {why}")));
        }
        Ok(())
    }

    /// What is started for each engine; their names differ.
    fn specs(
        &self,
        list: &EngineList,
        file: &GameFile,
        games: &[BatchGame],
    ) -> Result<Vec<EngineSpec>, Failure> {
        let engines = &self.by.engines;
        if engines.len() > MOST_ENGINES {
            let (n, most) = (engines.len(), MOST_ENGINES);
            return Err(Code::Usage.of(anyhow!("--engine: {n} are given, and {most} are possible")));
        }
        let info = file.game.info();
        let usual = [EngineArg::of_command("builtin")];
        let named = if engines.is_empty() { &usual[..] } else { &engines[..] };
        let variant = games.first().and_then(|game| game.record.setup.variant.as_deref());
        let refused = |error: FitError| match error {
            FitError::Find(FindEngineError::OtherGame { engine, .. }) => {
                let (path, title) = (self.file.display(), info.title);
                Code::Usage.of(anyhow!("{engine} does not play {title}, and {path} holds {title}"))
            }
            error => Code::Usage.of(error),
        };
        let specs = named
            .iter()
            .map(|engine| spec(list, file.game, variant, engine, self.protocol, refused));
        let mut specs: Vec<EngineSpec> = specs.collect::<Result<_, _>>()?;
        tell_apart(&mut specs);
        Ok(specs)
    }

    /// How to go on after an interruption.
    fn advice(&self) -> String {
        match &self.out {
            Some(path) => format!("; the same command goes on with what is in {}", path.display()),
            None => "; with --out FILE.jsonl an analysis can go on later".to_owned(),
        }
    }
}

impl Done {
    /// `2 games could not be analysed: numbers 3 and 4; Edax could not start: it reviewed nothing, 1 other engine
    /// went on`
    fn what_failed(&self, batch: &ReviewBatch) -> String {
        let n_games = self.failed.len();
        let games = (n_games > 0).then(|| {
            let games = counted(n_games, "game");
            format!("{games} could not be analysed: {}", list_of(&self.failed))
        });
        let others = match self.valued.len() {
            0 if batch.engines.len() == 1 => String::new(),
            0 => ", and no other engine gave a value".to_owned(),
            n => format!(", {} went on", counted(n, "other engine")),
        };
        let lost = self.failures.lost();
        let lost = lost.map(|(_, why)| format!("{why}: it reviewed nothing{others}"));
        games.into_iter().chain(lost).collect::<Vec<_>>().join("; ")
    }
}

fn check_nodes(efforts: &[ReviewEffort], engines: &[EngineSpec]) -> Outcome {
    let mut limited =
        efforts.iter().zip(engines).filter(|(effort, _)| matches!(effort, ReviewEffort::Nodes(_)));
    let cannot = limited.find(|(_, spec)| !spec.launch.protocol.may_limit_nodes());
    let cannot = cannot.map(|(_, spec)| spec);
    let Some(EngineSpec { name, launch, .. }) = cannot else { return Ok(()) };
    let why = format!("{} has no limit of nodes; use --depth or --move-time", launch.protocol);
    Err(Code::Usage.of(anyhow!("--nodes: {name}: {why}")))
}

/// A format that holds none of the games is refused before anything is searched.
fn check_format(format: Option<&'static Format>, games: &[BatchGame]) -> Outcome {
    let Some(format) = format else { return Ok(()) };
    let mut refused = games.iter().map(|game| format.write_game(&game.record));
    let Some(Err(first)) = refused.next() else { return Ok(()) };
    match refused.all(|written| written.is_err()) {
        true => Err(Code::Usage.of(anyhow!("--annotated: {first}"))),
        false => Ok(()),
    }
}

/// Plies that no game has leave nothing to analyse.
fn check_plies(
    scope: &ReviewScope,
    game: &dyn Game,
    games: &[BatchGame],
    variations: bool,
) -> Outcome {
    let n_plies = |game: &BatchGame| {
        let record = &game.record;
        let ends = if variations { record.ends() } else { vec![record.last()] };
        ends.into_iter().map(|end| record.moves_to(end).len()).max().unwrap_or_default()
    };
    let longest = games.iter().map(n_plies).max().unwrap_or_default();
    let (first, last) = (*scope.plies.start(), *scope.plies.end());
    if first <= longest.max(1) {
        return Ok(());
    }
    let what = if game.info().has_dice { "moves and rolls" } else { "moves" };
    let why = format!("there is nothing to analyse: the longest game has {longest} {what}");
    let last = if last == usize::MAX { String::new() } else { last.to_string() };
    Err(Code::Usage.of(anyhow!("--plies {first}-{last}: {why}")))
}

/// Writes to a file, or to the standard output for [`STANDARD`].
fn write_output(path: &Path, text: &str) -> Outcome {
    match path.as_os_str() == STANDARD {
        true => Ok(Output::new().file(text.as_bytes())?),
        false => write_atomically(path, text.as_bytes()).map_err(of_file),
    }
}

/// Says which engines of a game with dice are given so few trials that chance decides.
fn complain_of_noise(game: &dyn Game, efforts: &[ReviewEffort], engines: &[EngineSpec]) {
    let noisy = efforts.iter().zip(engines).filter(|(effort, _)| effort.is_noise(game.info()));
    for (effort, spec) in noisy {
        let name = &spec.name;
        output::complain(&format!(
            "quintet: {name}: by so few trials ({effort}) moves are judged by chance as much as by what \
             they are worth; give it more, or a --depth"
        ));
    }
}

/// The file of objects, and what it holds of earlier runs.
fn open_rows(
    path: &Path,
    efforts: &[ReviewEffort],
    engines: &[EngineSpec],
) -> Result<(Option<ReviewFile>, KnownRows), Failure> {
    let (rows, known) = ReviewFile::open(path, engines, efforts).map_err(of_file)?;
    if let Some(cut) = rows.cut() {
        let path = path.display();
        output::complain(&format!("quintet: {path}: a torn last line was cut off: {cut}"));
    }
    Ok((Some(rows), known))
}

/// `3, 7 and 12`
fn list_of(numbers: &BTreeSet<usize>) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match texts.as_slice() {
        [] => String::new(),
        [one] => format!("number {one}"),
        [first @ .., last] => format!("numbers {} and {last}", first.join(", ")),
    }
}
