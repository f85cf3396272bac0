//! `quintet tournament report`, and the report that is written at the end of each tournament.
//!
//! Reads the kept games one after another; plays nothing.

use std::path::PathBuf;

use clap::Args;
use quintet::hosting::Reported;
use quintet::play::tournament::{Digest, Tournament};
use quintet::store::TournamentFolder;
use serde_json::json;

use super::output::{self, Output};
use super::tournament_report::Style;
use super::{Failure, Outcome, of_file, openings_report};

#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The folder of the tournament, which may still be played.
    #[arg(value_name = "FOLDER")]
    pub(super) folder: PathBuf,
    /// Print how balanced each opening turned out to be.
    #[arg(long)]
    openings_report: bool,
    /// Print that as a line of JSON.
    #[arg(long, requires = "openings_report")]
    json: bool,
}

/// Writes the report of a tournament into its folder.
///
/// # Errors
///
/// When the folder does not hold the games of this tournament, or the report cannot be written.
pub(super) fn report(
    args: &ReportArgs,
    tournament: &Tournament,
    folder: &TournamentFolder,
) -> Outcome {
    let reported = Reported::of_tournament(tournament);
    let digest = reported.digest(folder.path()).map_err(of_file)?;
    let path = reported.write(&digest, folder.path()).map_err(of_file)?;
    let style = if args.json { Style::Json } else { Style::Plain };
    if args.openings_report {
        print_openings(tournament, &digest, style)?;
    }
    if style != Style::Json {
        Output::new().line(format!("the report is in {}", path.display()))?;
    }
    Ok(())
}

/// What is done at the end of a tournament. A report that cannot be written is no failure of the
/// tournament: its games are kept.
pub(super) fn at_end(
    tournament: &Tournament,
    folder: &TournamentFolder,
    style: Style,
    openings: bool,
) -> Outcome {
    let reported = Reported::of_tournament(tournament);
    let written = reported.digest(folder.path()).map_err(of_file).and_then(|digest| {
        if openings {
            super::unless_unread(print_openings(tournament, &digest, style))?;
        }
        reported.write(&digest, folder.path()).map_err(of_file)
    });
    match written {
        Ok(path) if style == Style::Plain => {
            let said = Output::new().line(format!("\nthe report is in {}", path.display()));
            super::unless_unread(said.map_err(Failure::from))
        }
        Ok(_) => Ok(()),
        Err(failure) => {
            output::complain(&format!("quintet: the report is missing: {:#}", failure.error));
            Ok(())
        }
    }
}

fn print_openings(tournament: &Tournament, digest: &Digest, style: Style) -> Outcome {
    let mut out = Output::new();
    let printed = match style {
        Style::Json => out.json(&json!({
            "event": "openings", "openings": openings_report::json(&digest.openings),
        })),
        Style::Plain | Style::Quiet => {
            let info = tournament.file.game.info();
            let lines = openings_report::lines(&digest.openings, info);
            lines.iter().try_for_each(|line| out.line(line))
        }
    };
    Ok(printed?)
}
