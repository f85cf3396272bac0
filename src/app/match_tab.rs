//! The tab of the match: a match has one, in which it is shown.
//!
//! Plays nothing and paints nothing.

use std::time::Instant;

use super::command::GameCommand;
use super::router::Router;
use super::sessions::Room;
use super::views::{Mode, NoticeKind};
use crate::games::counted;

impl Router {
    /// A match begins that was started at this desk. Where a game stands there the match gets a tab of
    /// its own, as long as there is room for one.
    pub(super) fn begin_match(&mut self, room: Room, now: Instant) {
        let from = match room {
            Room::Desk(id) => id,
            Room::Workshop => self.tabs.shown_id(),
        };
        let is_free = self.tabs.get(from).is_none_or(|desk| desk.is_untouched());
        let opened = if is_free { None } else { self.open_like(from, now) };
        let home = opened.unwrap_or(from);
        self.tabs.set_match_home(home);
        let n_games = self.tabs.iter().filter(|desk| desk.id() != home && desk.plays()).count();
        if n_games > 0 {
            let games = counted(n_games, "game");
            let pause = if n_games == 1 { "pauses" } else { "pause" };
            let text = format!(
                "{games} in other tabs {pause}, and analyses rest: they would take time from the match."
            );
            self.tell(|out| out.notice(NoticeKind::Info, text));
        }
        self.for_all_desks(now, |desk| {
            let is_home = desk.id() == home;
            desk.handle_match_begins(is_home, now)
        });
    }

    /// The user wants to see the match at this desk: the match's own tab comes into view, where there
    /// is a match that has one.
    pub(super) fn show_match(&mut self, desk: u64, now: Instant) {
        let home = self.tabs.match_home().filter(|_| self.contest.has_match());
        let shown_at = home.unwrap_or(desk);
        if self.contest.has_match() {
            self.tabs.set_match_home(shown_at);
        }
        if shown_at != desk {
            self.tabs.show(shown_at);
            let floats = self.tabs.get(shown_at).is_some_and(|desk| desk.floats());
            if floats {
                let text = "The match is shown in a window of its own.";
                self.tell(|out| out.notice(NoticeKind::Info, text));
            }
        }
        self.for_desk(shown_at, now, |desk| {
            desk.handle_game_command(GameCommand::SetMode(Mode::Match), now)
        });
    }

    /// A wish about tabs was carried out; `had_home` says that the match had a tab before. Where that
    /// was closed the match goes on.
    pub(super) fn note_closed(&mut self, had_home: bool) {
        if had_home && self.tabs.match_home().is_none() && self.contest.is_running() {
            let text = "The match goes on. Mode Match shows it.";
            self.tell(|out| out.notice(NoticeKind::Info, text));
        }
    }
}
