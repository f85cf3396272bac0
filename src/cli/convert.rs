//! `quintet convert`: games from one format into another.
//!
//! Knows no format: the games' own readers and writers do the work.

use std::path::PathBuf;

use clap::Args;
use quintet::games::GameSelection;

use super::Outcome;
use super::game_input::{check_output, chosen_games, complain_of, read_games, unless_broken};
use super::game_output::{format_named, format_of, has_ending, write_games, written_as};
use super::interrupts::unless_left;

#[derive(Args, Clone, Debug)]
pub(super) struct ConvertArgs {
    /// A file with games of any kind; `-` for the standard input.
    #[arg(value_name = "IN")]
    from: PathBuf,
    /// The file to write, which is replaced; its folder must be there. Its ending says the format. `-` for the standard output.
    #[arg(value_name = "OUT")]
    to: PathBuf,
    /// The format: pdn or fen; pgn or uhp; sgf or mat; ggf, transcript or wthor.
    #[arg(long = "to", value_name = "FORMAT")]
    format: Option<String>,
    /// Only these games of the file: 3-10, 5, 12- or 1,4-6.
    #[arg(long, value_name = "LIST")]
    games: Option<GameSelection>,
}

/// Converts. Input that never ends can be interrupted.
pub(super) fn run(args: &ConvertArgs) -> Outcome {
    let args = args.clone();
    unless_left(move || convert(&args))?
}

fn convert(args: &ConvertArgs) -> Outcome {
    check_output(&args.from, &args.to)?;
    // Of a letter with games of several kinds, those are meant that the format can hold.
    let wanted = match &args.format {
        Some(name) => written_as(|format| format.name.eq_ignore_ascii_case(name)),
        None => written_as(|format| has_ending(&args.to, format)),
    };
    let file = read_games(&args.from, wanted)?;
    let n_problems = complain_of(&file, &args.from, args.games.as_ref());
    let format = match &args.format {
        Some(name) => format_named(name, file.game)?,
        None => format_of(&args.to, file.game)?,
    };
    let games = chosen_games(&file, args.games.as_ref())?;
    write_games(&args.to, format, games.iter().map(|(number, record)| (*number, record)))?;
    unless_broken(n_problems, &args.from)
}
