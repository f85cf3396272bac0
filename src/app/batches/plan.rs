//! What is to be reviewed, drawn up from the user's wish, the list of games and the engines.
//!
//! Begins nothing.

use std::path::PathBuf;
use std::sync::Arc;

use super::state::{FileList, Plan};
use crate::app::catalogue::Catalogue;
use crate::app::command::MOST_REVIEWERS;
use crate::app::reviewing::limit_fault;
use crate::app::views::Settings;
use crate::app::words::sentence;
use crate::games::{self, Record};
use crate::play::{BatchGame, EngineSpec, KnownRows, ReviewBatch, ReviewEffort, ReviewScope};

/// What a review of many games needs to know of the others.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Around<'a> {
    /// The games of the opened file.
    pub(in crate::app) games: &'a Arc<[Record]>,
    /// That file; `None` where they were pasted.
    pub(in crate::app) path: Option<&'a PathBuf>,
    /// The engines.
    pub(in crate::app) catalogue: &'a Catalogue,
    /// The settings.
    pub(in crate::app) settings: &'a Settings,
}

impl Around<'_> {
    /// The list of games that is open.
    pub(super) fn list(&self) -> FileList {
        FileList { path: self.path.cloned(), games: Arc::clone(self.games) }
    }
}

/// All games with their engines; why they cannot be reviewed, as a sentence.
pub(super) fn batch(plan: &Plan, around: Around<'_>) -> Result<ReviewBatch, String> {
    let Plan { games: places, workers, wish, .. } = plan;
    let games: Vec<BatchGame> = places
        .iter()
        .filter_map(|place| {
            let record = around.games.get(*place)?.clone();
            Some(BatchGame { number: place + 1, record })
        })
        .collect();
    let first = games.first().ok_or("No game of the list is chosen.")?;
    let game = games::find(&first.record.game).ok_or("The program does not know this game.")?;
    let variant = first.record.setup.variant.clone();
    let wished = wish.engines.iter().take(MOST_REVIEWERS);
    let spec = |(name, effort): &(String, ReviewEffort)| {
        let spec = around.catalogue.player(name, &[], game, variant.as_deref());
        let spec = spec.map_err(|cause| sentence(&cause.said_of(name)))?;
        match limit_fault(name, *effort, spec.launch.protocol) {
            Some(text) => Err(text),
            None => Ok((spec, *effort)),
        }
    };
    let engines: Vec<(EngineSpec, ReviewEffort)> = wished.map(spec).collect::<Result<_, _>>()?;
    if engines.is_empty() {
        return Err("Choose an engine.".to_owned());
    }
    let (engines, efforts) = engines.into_iter().unzip();
    let (side, plies, from_end) = (wish.side, wish.plies.clone(), wish.from_end);
    Ok(ReviewBatch {
        game,
        games,
        engines,
        efforts,
        scope: ReviewScope { side, plies, from_end, end: None },
        variations: wish.variations,
        loss_marks: around.settings.loss_marks_of(game.info()),
        workers: *workers,
        patience: None,
        known: KnownRows::default(),
    })
}
