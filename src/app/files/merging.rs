//! Games read to be merged into the one on a board.
//!
//! Merges nothing: the desk does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::{Files, file_name};
use crate::app::effect::Effect;
use crate::app::outside::FileNews;
use crate::app::views::NoticeKind;
use crate::app::words::sentence;
use crate::games::{self, Finding, Game, GamesRead, ReadAs, Reading, Record};
use crate::store;

impl Files {
    /// Reads a file whose games are to be merged into that of a desk.
    pub(in crate::app) fn handle_merge(&mut self, path: PathBuf, desk: u64) -> Vec<Effect> {
        self.work = Some(format!("Reading {}", file_name(&path)));
        self.do_work(move || {
            let read = store::read_game_file(&path, &Reading::default());
            let read = read.map(|file| Box::new(file.read)).map_err(|err| err.to_string());
            FileNews::ToMerge(path, desk, read)
        });
        self.take_effects()
    }

    /// Reads a pasted game that is to be merged into that of a desk.
    pub(in crate::app) fn handle_merge_pasted(
        &mut self,
        text: &str,
        on_board: &'static dyn Game,
        desk: u64,
    ) -> Vec<Effect> {
        let found = games::read_pasted(text, on_board);
        let name = on_board.info().name;
        let first = |finding: &Finding| {
            finding.readings.iter().find(|reading| reading.game.info().name == name).cloned()
        };
        let of_game: Vec<ReadAs> = found.findings.iter().filter_map(first).collect();
        let has_moves = |reading: &&ReadAs| reading.record.n_nodes() > 1;
        let records: Arc<[Record]> =
            of_game.iter().filter(has_moves).map(|reading| reading.record.clone()).collect();
        if let Some(reading) = of_game.iter().find(has_moves) {
            let what = match records.len() {
                1 => reading.form.clone(),
                n => games::counted(n, "game"),
            };
            self.effects.push(Effect::Merge(desk, records, format!("the pasted {what}")));
            return self.take_effects();
        }
        let noun = on_board.info().noun;
        let refusal = match (of_game.first(), found.foreign, found.problems.first()) {
            (Some(ReadAs { form, .. }), ..) => {
                format!("What was pasted is a {form}: a position has no moves to be merged")
            }
            (None, Some(reason), _) => reason,
            (None, None, Some(error)) => {
                format!("What was pasted cannot be read, and was not merged: {error}")
            }
            (None, None, None) => {
                format!("What was pasted is no game of {noun}; nothing was merged")
            }
        };
        self.messages.notice(NoticeKind::Refused, sentence(&refusal));
        self.take_effects()
    }

    /// A file was read to be merged into the game of a desk.
    pub(super) fn merge_read(
        &mut self,
        path: &Path,
        desk: u64,
        read: Result<Box<GamesRead>, String>,
        now: Instant,
    ) {
        let read = match read {
            Ok(read) => read,
            Err(reason) => {
                return self.messages.problem(sentence(&reason), Vec::new(), None, now);
            }
        };
        let name = file_name(path);
        let problems: Vec<String> = read.problems.iter().map(ToString::to_string).collect();
        self.effects.push(Effect::Merge(desk, read.records.into(), name.clone()));
        if !problems.is_empty() {
            let what = games::counted(problems.len(), "problem");
            let text = format!("{name}: {what}, see Problems.");
            self.messages.problem(text, problems, None, now);
        }
    }
}
