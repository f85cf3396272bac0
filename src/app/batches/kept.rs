//! Reviews of many games that outlive the program: written down, read again, and offered.
//!
//! Writes no file itself: that is an effect.

use std::path::PathBuf;

use super::Batches;
use super::state::{Plan, Reviewing};
use crate::app::effect::Effect;
use crate::app::reviewing::{kept_wish, saved_wish};
use crate::games::{self, Record, counted, write_many};
use crate::store::{Places, SavedBatch, SavedBatches, text_mark};

impl Batches {
    /// The reviews that were there when the program ended last; gives what is wrong with their file, too.
    pub(in crate::app) fn load(places: &Places) -> (Self, Option<String>) {
        let mut room = Self { places: Some(places.clone()), ..Self::default() };
        match places.batch_file().map(|path| SavedBatches::read(&path)).transpose() {
            Ok(saved) => {
                for SavedBatch { path, n_games, games, workers, review } in
                    saved.into_iter().flatten()
                {
                    let Some(wish) = kept_wish(&review) else { continue };
                    let plan = Plan { n_games, games, workers: workers.max(1), wish };
                    room.n_reviews += 1;
                    let id = room.n_reviews;
                    room.all.push(Reviewing::interrupted(id, path, plan, review.progress));
                }
                (room, None)
            }
            Err(error) => (room, Some(error.to_string())),
        }
    }

    /// Says that reviews of the last time can go on.
    pub(in crate::app) fn handle_begin(&mut self) -> Vec<Effect> {
        // One that is done waits in the page of games.
        let left: Vec<&Reviewing> = self.all.iter().filter(|review| !review.is_done()).collect();
        let text = match *left.as_slice() {
            [] => None,
            [one] => {
                let (done, all) = one.progress();
                Some(format!(
                    "The analysis of {} of {} was at {done} of {all} when the program ended. \u{201c}Go on\u{201d} \
                     in the list of games takes it up again.",
                    counted(all, "game"),
                    one.name()
                ))
            }
            ref several => Some(format!(
                "{} analyses of games were not done when the program ended. \u{201c}Go on\u{201d} in the list of \
                 games takes up each of them again, one after the other.",
                several.len()
            )),
        };
        if let Some(text) = text {
            self.messages.lasting(text);
        }
        self.take_effects()
    }

    /// Writes games that are in no file beside what is found out of them; the file. `None` where a format
    /// cannot hold them all.
    pub(super) fn keep_pasted(&mut self, games: &[Record]) -> Option<PathBuf> {
        let folder = self.places.as_ref()?.reviews_folder()?;
        let game = games::find(&games.first()?.game)?;
        let format = game.formats().iter().find(|format| format.writes())?;
        let is_of_kind = |record: &Record| record.game == game.info().name;
        let written = write_many(format, (1..).zip(games));
        if !games.iter().all(is_of_kind) || written.n_written < games.len() {
            return None;
        }
        let ending = format.extensions.first().copied().unwrap_or("txt");
        let path = folder.join(format!("pasted games {}.{ending}", text_mark(&written.text)));
        self.effects.push(Effect::Write(path.clone(), written.text));
        Some(path)
    }

    /// Keeps the reviews on disk: of those that are over the games that are reviewed.
    pub(super) fn keep(&mut self) {
        let Some(file) = self.places.as_ref().and_then(Places::batch_file) else { return };
        let saved = |review: &Reviewing| {
            let path = review.path()?.to_owned();
            let Plan { n_games, workers, wish, .. } = &review.plan;
            let games = review.games_to_keep();
            let review = saved_wish(wish, (review.progress().0, games.len()));
            Some(SavedBatch { path, n_games: *n_games, games, workers: *workers, review })
        };
        let saved = SavedBatches::new(self.all.iter().filter_map(saved).collect());
        self.effects.push(Effect::Write(file, saved.to_text()));
    }
}
