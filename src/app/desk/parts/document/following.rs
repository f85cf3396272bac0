//! A game of a match that is followed on the board while it is played.
//!
//! Plays nothing: its moves come from the match.

use super::{Board, Document, Followed};
use crate::app::to_open::MatchGame;
use crate::games::Record;

impl Document {
    /// This is a running game of the match from now on.
    pub(in crate::app::desk) fn set_from_match(&mut self, game: MatchGame) {
        self.from_match = Some(game);
    }

    /// The game of a match that it is.
    pub(in crate::app::desk) fn match_game(&self) -> Option<MatchGame> {
        self.from_match
    }

    pub(in crate::app::desk) fn set_followed(&mut self, number: u32) {
        self.followed = Some(Followed { number, end: self.current });
    }

    /// The running game of the match that this is.
    pub(in crate::app::desk) fn followed(&self) -> Option<u32> {
        self.followed.map(|followed| followed.number)
    }

    /// It is no running game of a match any more.
    pub(in crate::app::desk) fn unfollow(&mut self) {
        self.followed = None;
    }

    /// The running game that this is stands so. Its new moves are shown where its end was on the
    /// board; says whether they are. No file need be told: it is no change by the user.
    pub(in crate::app::desk) fn follow(&mut self, game: &Record, position_id: u64) -> bool {
        let Board::Study(study) = &mut self.board else { return false };
        let Some(followed) = &mut self.followed else { return false };
        let was_at_end = self.current == followed.end;
        let end = study.follow(game);
        followed.end = end;
        self.revision += 1;
        self.line_changed();
        let moves_on = was_at_end && end != self.current;
        if moves_on {
            self.line_end = end;
            self.show(end, position_id);
        }
        moves_on
    }
}
