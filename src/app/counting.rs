//! Games that count, between the desk where one has ended and the room of ratings.
//!
//! Rates nothing itself.

use std::time::Instant;

use serde_json::Value;

use super::router::Router;
use super::sessions::Room;
use crate::play::adaptive::PlayedGame;
use crate::store::{ListFile, today};

impl Router {
    /// A game against the adaptive opponent has ended at a desk, and counts.
    pub(super) fn note_rated(&mut self, room: Room, played: &PlayedGame, now: Instant) {
        let Some((change, written)) = self.rated.handle_played(played, &today()) else { return };
        self.share_ratings(now);
        let told = match room {
            Room::Desk(id) => self.tabs.get(id).map(|desk| desk.handle_rated(change)),
            Room::Workshop => None,
        };
        self.carry_out(room, told.into_iter().flatten().chain(written).collect(), now);
    }

    /// The user begins again with a rating.
    pub(super) fn reset_rating(&mut self, game: &str, variant: Option<&str>, now: Instant) {
        let written = self.rated.handle_reset(game, variant, &today());
        self.share_ratings(now);
        self.carry_out(Room::Workshop, written.into_iter().collect(), now);
    }

    /// Items were added to a list on the disk, where other windows may have added some, too.
    pub(super) fn handle_added(
        &mut self,
        list: ListFile,
        items: Vec<Value>,
        n: usize,
        now: Instant,
    ) {
        match list {
            ListFile::Ratings => {
                if self.rated.handle_added(items, n, &today()) {
                    self.share_ratings(now);
                }
            }
            ListFile::Practice => self.trainer.handle_added(items, n),
        }
    }

    fn share_ratings(&mut self, now: Instant) {
        let ratings = self.rated.view();
        self.tabs.handle_ratings(ratings.clone());
        self.for_all_desks(now, |desk| desk.handle_ratings(ratings.clone()));
    }
}
