//! The openings of a tournament, from the file that its own file names.
//!
//! Reads them; which pair of games has which opening is decided elsewhere.

use std::path::{Path, PathBuf};

use crate::games::Setup;
use crate::play::tournament::{Tournament, TournamentFile};
use crate::play::{BookError, BookWish, OpeningBook};
use crate::store::{OpeningsError, read_opening_file};

/// Why the openings of a file cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum BookFault {
    /// The file cannot be read, or something in it is no opening.
    #[error(transparent)]
    Read(#[from] OpeningsError),
    /// An opening cannot be played, or there are too few.
    #[error("{}: {error}", path.display())]
    Book {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: BookError,
    },
}

/// The file of openings that a tournament's file names, from the folder of that file; `None` where it
/// names none.
#[must_use]
pub fn openings_of(file: &TournamentFile, path: &Path) -> Option<PathBuf> {
    let named = file.openings_file.as_ref()?;
    Some(path.parent().unwrap_or(Path::new("")).join(named))
}

/// Reads the openings of a tournament from this file, which is the one that its own file names or a copy.
///
/// # Errors
///
/// When the file cannot be read, an opening is not one of the game, or there are too few of them.
pub fn opening_book(tournament: &Tournament, path: &Path) -> Result<OpeningBook, BookFault> {
    let file = &tournament.file;
    let setup = Setup { variant: file.variant.clone(), position: None };
    let named = file.openings_file.as_deref().map(Path::new).unwrap_or(path);
    let wish = BookWish {
        name: named.file_name().unwrap_or(named.as_os_str()).to_string_lossy().into_owned(),
        order: file.openings_order.unwrap_or_default(),
        seed: file.seed,
        plies: file.opening_plies.map(std::num::NonZero::get),
    };
    let fault = |error| BookFault::Book { path: path.to_owned(), error };
    let read = read_opening_file(path, file.game, setup.variant.as_deref())?;
    let book = OpeningBook::new(file.game, &setup, read, wish).map_err(fault)?;
    if file.openings_once {
        book.check_enough(tournament.plan.n_pairs()).map_err(fault)?;
    }
    Ok(book)
}
