//! Openings from files, for `quintet match` and `quintet tournament`: finds the file, and says what
//! is not used of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use quintet::games::{Game, Setup, counted};
use quintet::hosting::opening_book;
use quintet::play::tournament::Tournament;
use quintet::play::{BookWish, MatchConfig, OpeningBook, OpeningOrder};
use quintet::store::{TournamentFolder, read_opening_file};
use toml::Value;

use super::match_file::path_value;
use super::numbers::whole;
use super::{Code, Failure, Outcome, output};

#[derive(Args, Debug)]
pub(super) struct OpeningArgs {
    /// Openings from a file: games in a format of the game (PDN, GGF, GameStrings, SGF ...), or a
    /// list with an opening a line (moves from the start, or a position). Openings that lead to the
    /// same position are used once; if there are fewer than pairs of games, they repeat.
    #[arg(long, value_name = "FILE")]
    openings_file: Option<PathBuf>,
    /// The order in which they are used; at random, each comes once before one comes again.
    #[arg(long, value_name = "ORDER", requires = "openings_file")]
    openings_order: Option<Order>,
    /// Plies that are played of longer games of the file.
    #[arg(long, allow_negative_numbers = true, value_name = "N", requires = "openings_file", value_parser = whole::<u32>(1..))]
    opening_plies: Option<u32>,
    /// Do not play a match with more pairs of games than the file has openings.
    #[arg(long, requires = "openings_file", conflicts_with = "openings")]
    openings_once: bool,
    /// Print how balanced each opening turned out to be.
    #[arg(long)]
    pub(super) openings_report: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    /// That of the file.
    InOrder,
    /// Chosen by the seed.
    Random,
}

impl Order {
    fn means(self) -> OpeningOrder {
        match self {
            Self::InOrder => OpeningOrder::InOrder,
            Self::Random => OpeningOrder::Random,
        }
    }
}

impl OpeningArgs {
    /// Takes the openings of a match from the file, if there is one, and says which are not used unless it is
    /// to be quiet.
    ///
    /// # Errors
    ///
    /// When the file cannot be used.
    pub(super) fn add_book(&self, config: &mut MatchConfig, is_quiet: bool) -> Outcome {
        let Some(path) = &self.openings_file else { return Ok(()) };
        let order = self.openings_order.map(Order::means).unwrap_or_default();
        let (seed, plies) = (config.seed, self.opening_plies);
        let book =
            book(config.game, config.setup(), path, |name| BookWish { name, order, seed, plies })?;
        if !is_quiet {
            complain_of_duplicates(&book, path);
        }
        if self.openings_once {
            check_enough(&book, config.games.div_ceil(2), path)?;
        }
        config.book = Some(book);
        Ok(())
    }

    /// The keys that mean the same in the file of a tournament.
    pub(super) fn keys(&self) -> Vec<(&'static str, Value)> {
        let order = self.openings_order.map(|order| Value::String(order.means().name().to_owned()));
        let keys = [
            ("openings-file", self.openings_file.as_deref().map(path_value)),
            ("openings-order", order),
            ("opening-plies", self.opening_plies.map(|plies| Value::Integer(plies.into()))),
            ("openings-once", self.openings_once.then_some(Value::Boolean(true))),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }
}

/// Takes the openings of a tournament that was begun from the copy in its folder.
///
/// # Errors
///
/// When the file of the openings cannot be used.
pub(super) fn add_kept_book(tournament: &mut Tournament, folder: &TournamentFolder) -> Outcome {
    let named = tournament.file.openings_file.as_ref();
    if let Some(path) = named.map(|named| folder.openings_path(named)) {
        let book = opening_book(tournament, &path).map_err(|error| Code::Usage.of(error))?;
        complain_of_duplicates(&book, &path);
        tournament.book = Some(Arc::new(book));
    }
    Ok(())
}

fn check_enough(book: &OpeningBook, pairs: u32, path: &Path) -> Outcome {
    let enough = book.check_enough(pairs);
    enough.map_err(|error| Code::Usage.of(anyhow!("{}: {error}", path.display())))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn book(
    game: &dyn Game,
    setup: &Setup,
    path: &Path,
    wish: impl FnOnce(String) -> BookWish,
) -> Result<Arc<OpeningBook>, Failure> {
    let read = read_opening_file(path, game, setup.variant.as_deref());
    let read = read.map_err(|error| Code::Usage.of(error))?;
    let book = OpeningBook::new(game, setup, read, wish(name_of(path)))
        .map_err(|error| Code::Usage.of(anyhow!("{}: {error}", path.display())))?;
    Ok(Arc::new(book))
}

/// Duplicates that are listed; of the others there is only the number.
const MAX_LISTED: usize = 10;

/// Says which openings of a file are not used.
pub(super) fn complain_of_duplicates(book: &OpeningBook, path: &Path) {
    let duplicates = book.duplicates();
    for [first, second] in duplicates.iter().take(MAX_LISTED) {
        output::complain(&format!(
            "quintet: {}: {second} leads to the same position as {first}, and is left out",
            path.display()
        ));
    }
    if let Some(more @ 1..) = duplicates.len().checked_sub(MAX_LISTED) {
        output::complain(&format!(
            "quintet: {}: {} of earlier positions left out",
            path.display(),
            counted(more, "more opening")
        ));
    }
}
