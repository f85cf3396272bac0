//! `quintet match`: engines play each other, without a window.
//!
//! Turns the end of a match into an exit code; the library plays the games. More than two engines
//! play a tournament.

use std::path::PathBuf;

use anyhow::anyhow;
use quintet::games::counted;
use quintet::play::{GameReport, MatchEnd, Seed, Tally, run_match};
use quintet::store::{CsvFile, Fingerprints, ResultsFile, origin_of};

use super::match_args::{MatchArgs, config};
use super::match_report::{Files, MatchWriter};
use super::output::{self, Output};
use super::playing::{Played, play};
use super::tournaments::begin_of_arguments;
use super::verdict::{judge_failures, unusable};
use super::warnings::{complain_of_threads, complain_of_time};
use super::{Code, ListArgs, Outcome, engines, of_file, openings_report};

/// It takes some time to play more games than this again.
const LONG: u32 = 20;

pub(super) fn run(args: &MatchArgs, list: &ListArgs) -> Outcome {
    args.check_files()?;
    let list = engines::load(list)?;
    if args.is_tournament() {
        let (text, report) = (args.file_text()?, args.book.openings_report);
        return begin_of_arguments(&text, &args.folder(), args.quiet, report, &list);
    }
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
    if results.is_none() && games.is_none() && args.n_games() > LONG {
        let advice = "--out FOLDER keeps the games, and lets the match go on after a break";
        output::complain(&format!("quintet: nothing of this match is kept; {advice}"));
    }
    // Reading the engines' files takes a moment, and is only needed for rows.
    if results.is_some() || games.is_some() {
        let [one, other] = &config.engines;
        // No one compares them with those of another match.
        let prints = Fingerprints::of_key(Seed::fresh().0);
        config.origin = origin_of([&one.launch.target, &other.launch.target], &prints);
    }
    let files = Files { results, games, moves, bundles };
    complain_of_time(&config);
    config.n_threads_before().into_iter().for_each(complain_of_threads);
    config.make_openings()?;
    let names = config.names();
    let writer = MatchWriter::new(&config, config.heading(), files, args.quiet);
    let played =
        play(writer, async |control, on_event| run_match(config, control, on_event).await)?;
    let Played { end: summary, sum, last_words } = played;
    let n_played = summary.tally.standing.games();
    let n_games = if args.only.is_some() { 1 } else { args.n_games() };
    let were = if n_games == 1 { "was" } else { "were" };
    let missing = format!("{n_played} of {} {were} played", counted(n_games as usize, "game"));
    let openings = sum.map_err(|error| anyhow!("{error}; {missing}"))?;
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
        MatchEnd::Stopped => Err(Code::Interrupted.of(anyhow!("interrupted; {missing}"))),
    }
}
