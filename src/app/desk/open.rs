//! Games that come from elsewhere onto a desk, and what of it goes into a file.
//!
//! Reads and writes no file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::parts::document::Board;
use super::parts::seats::Seats;
use super::state::Desk;
use crate::app::effect::{Effect, GameToWrite};
use crate::app::to_open::{ListedGame, MatchGame, OpenRecord};
use crate::app::views::{Mode, NoticeKind};
use crate::games::{self, Record};
use crate::hosting::Seen;

impl Desk {
    /// Shows a record from its end. What was on the board can be brought back.
    pub(in crate::app) fn handle_open(&mut self, open: OpenRecord) -> Vec<Effect> {
        let was_played = self.doc.is_unfinished() && self.doc.record().n_nodes() > 1;
        let is_shown = self.show_record(open.record);
        if let Some(game) = open.from_match.filter(|_| is_shown) {
            self.doc.set_from_match(game);
        }
        if let Some(MatchGame { number, .. }) = open.from_match.filter(|_| is_shown && open.follows)
        {
            self.doc.set_followed(number);
            let text = format!(
                "Game {number} of the match is shown here as it is played. An engine that is added \
                 comments on it."
            );
            self.messages.notice(NoticeKind::Info, text);
        }
        if let Some((path, is_whole)) = open.source.filter(|_| is_shown) {
            self.doc.opened_from(&path, is_whole);
        }
        if let Some(game) = open.from_list.filter(|_| is_shown) {
            self.doc.set_from_list(game);
        }
        if let Some(what) = open.pasted.filter(|_| is_shown) {
            let kept = match was_played {
                true => {
                    " File, \u{201c}Bring back the game before\u{201d} goes back to the game that was \
                     played."
                }
                false => "",
            };
            self.messages.notice(NoticeKind::Info, format!("Pasted: {what}.{kept}"));
        }
        self.take_effects()
    }

    fn show_record(&mut self, record: Record) -> bool {
        let Some(game) = games::find(&record.game) else {
            let text = format!("There is no game {:?}.", record.game);
            self.messages.notice(NoticeKind::Error, text);
            return false;
        };
        let seats = Seats::named(game.info(), &record.tags.players);
        let is_shown = self.replace(game, Board::Study(Box::new(record)), seats);
        if is_shown {
            self.mode = Mode::Analyse;
        }
        is_shown
    }

    /// The game of a match that is on the board; `None` for any other.
    pub(in crate::app) fn match_game(&self) -> Option<MatchGame> {
        self.doc.match_game()
    }

    /// The game of a list of games that is on the board; `None` for any other.
    pub(in crate::app) fn listed_game(&self) -> Option<&ListedGame> {
        self.doc.listed_game()
    }

    /// This running game of the match is on the board.
    pub(in crate::app) fn follows(&self, game: u32) -> bool {
        self.doc.followed() == Some(game)
    }

    /// The running game of the match that is on the board stands so.
    pub(in crate::app) fn handle_follow(&mut self, game: &Record, is_over: bool) -> Vec<Effect> {
        let id = self.new_position_id();
        if self.doc.follow(game, id) {
            self.messages.position_changed();
        }
        if is_over {
            self.doc.unfollow();
            self.keep_last_game();
        }
        self.take_effects()
    }

    /// The game on the board, to be written to a file.
    pub(in crate::app) fn to_save(&self) -> GameToWrite {
        GameToWrite {
            record: self.doc.record().clone(),
            document: self.doc.id,
            n_changes: self.doc.n_changes(),
            shown: self.doc.current(),
            seen: Seen { orientation: self.doc.orientation, numbers: self.settings.show_numbers },
            film: (Duration::from_secs_f32(self.settings.film_pace), self.settings.film_width),
            found: self.analysis.reviews.found(self.doc.record()),
            loss_marks: self.judging().loss_marks,
        }
    }

    /// A document was written to a file, as it was after so many changes. Another game may be on the
    /// board by now.
    pub(in crate::app) fn handle_saved(&mut self, document: u64, path: &Path, n_changes: u64) {
        let before = self.undo.iter_mut().map(|(doc, _)| doc);
        let mut known = std::iter::once(&mut self.doc).chain(before);
        if let Some(doc) = known.find(|doc| doc.id == document) {
            doc.saved_as(PathBuf::from(path), n_changes);
            self.revision += 1;
        }
    }
}
