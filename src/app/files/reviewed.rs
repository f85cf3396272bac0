//! The games of a review of many, written into one file or as one page.
//!
//! Reviews nothing.

use std::path::{Path, PathBuf};

use super::{Files, file_name, is_page};
use crate::app::effect::Effect;
use crate::app::outside::FileNews;
use crate::app::to_review::ReviewsToWrite;
use crate::app::views::NoticeKind;
use crate::games::{counted, write_many};
use crate::hosting::AnalysisPage;
use crate::store::{format_of_name, write_atomically};

impl Files {
    /// Writes the games of a review of many: annotated in the format of the file's name, those that are
    /// not reviewed as they were; or as a page, which has only those that are.
    pub(in crate::app) fn handle_save_reviews(
        &mut self,
        path: PathBuf,
        games: Option<ReviewsToWrite>,
    ) -> Vec<Effect> {
        match games {
            Some(games) => {
                self.work = Some(format!("Saving {}", file_name(&path)));
                self.do_work(move || {
                    let result = write(&path, &games);
                    FileNews::ReviewsSaved(path, result)
                });
            }
            None => {
                self.messages.notice(NoticeKind::Refused, "No game of a file was analysed yet.")
            }
        }
        self.take_effects()
    }
}

/// Writes the file; what of the games is not in it, as a sentence.
fn write(path: &Path, games: &ReviewsToWrite) -> Result<Option<String>, String> {
    let ReviewsToWrite { name, batch, reviewed, failures } = games;
    if is_page(path) {
        let done = reviewed.iter().enumerate();
        let done = done.filter_map(|(place, game)| Some((place, &**game.as_ref()?)));
        let page = AnalysisPage::of_batch(name.clone(), batch, done, failures).to_string();
        write_atomically(path, page.as_bytes()).map_err(|error| error.to_string())?;
        return Ok(None);
    }
    let format = format_of_name(path, batch.game).map_err(|error| error.to_string())?;
    let records = batch.games.iter().zip(reviewed).map(|(game, reviewed)| {
        let record = reviewed.as_ref().map_or(&game.record, |reviewed| &reviewed.annotated);
        (game.number, record)
    });
    let written = write_many(format, records);
    if let Some((number, error)) = written.left_out.first()
        && written.n_written == 0
    {
        return Err(format!("game {number}: {error}"));
    }
    write_atomically(path, written.text.as_bytes()).map_err(|error| error.to_string())?;
    let left_out = match written.left_out.as_slice() {
        [] => None,
        [(number, error), ..] => {
            let games = counted(written.left_out.len(), "game");
            Some(format!("{games} left out (game {number}: {error})"))
        }
    };
    let missing: Vec<String> = written.losses_text(format).into_iter().chain(left_out).collect();
    Ok((!missing.is_empty()).then(|| format!("{}.", missing.join("; "))))
}
