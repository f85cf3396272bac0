//! How a running match is steered: what the caller wishes, and the handle that takes the wishes.
//!
//! Plays nothing; [`super::match_runner`] and the games heed the wishes.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use tokio::sync::watch;

use super::report::GameStop;

/// The caller's wishes for a running match.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Wish {
    /// No new game for now.
    pub(super) paused: bool,
    /// No new game at all.
    pub(super) finishing: bool,
    /// Everything ends at once, by this.
    pub(super) stopped: Option<GameStop>,
    /// The game that is watched move by move.
    pub(super) shown: Option<u32>,
    /// All other games are watched, too, from time to time.
    pub(super) watches_all: bool,
    /// Games that are reported move by move with all that was played.
    pub(super) followed: BTreeSet<u32>,
    /// Games at once, instead of as many as were wished at the start.
    pub(super) at_once: Option<NonZeroU32>,
}

/// What was asked of a running match.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct ControlState {
    /// No new game starts for now.
    pub paused: bool,
    /// No new game starts at all.
    pub finishing: bool,
    /// Everything ends.
    pub stopped: bool,
    /// Games at once, if that was changed after the start.
    pub at_once: Option<NonZeroU32>,
}

/// The handle by which a running match is steered; clones steer the same match.
#[derive(Clone, Debug)]
pub struct MatchControl {
    pub(super) wish: watch::Sender<Wish>,
}

impl Default for MatchControl {
    fn default() -> Self {
        Self::new()
    }
}

impl MatchControl {
    /// A handle without any wish yet.
    #[must_use]
    pub fn new() -> Self {
        Self { wish: watch::Sender::new(Wish::default()) }
    }

    /// Pauses or resumes starting new games; running games go on.
    pub fn pause(&self, paused: bool) {
        self.wish.send_modify(|wish| wish.paused = paused);
    }

    /// Lets running games end and starts no new ones. A game whose engines are not ready yet is stopped.
    pub fn finish_then_stop(&self) {
        self.wish.send_modify(|wish| wish.finishing = true);
    }

    /// Undoes [`MatchControl::finish_then_stop`] while games still run: new games start again.
    pub fn go_on(&self) {
        self.wish.send_modify(|wish| wish.finishing = false);
    }

    /// Ends everything at once; running games do not count.
    pub fn stop_now(&self) {
        self.stop_by(GameStop::User);
    }

    /// Ends everything at once; what came first has stopped the games.
    pub(super) fn stop_by(&self, stop: GameStop) {
        self.wish.send_modify(|wish| {
            wish.stopped.get_or_insert(stop);
        });
    }

    /// Plays so many games at once from now on. Running games that are too many go on; no new one
    /// starts until they are fewer.
    pub fn play_at_once(&self, games: NonZeroU32) {
        self.wish.send_modify(|wish| wish.at_once = Some(games));
    }

    /// What was asked of the match so far.
    #[must_use]
    pub fn state(&self) -> ControlState {
        let Wish { paused, finishing, stopped, at_once, .. } = *self.wish.borrow();
        ControlState { paused, finishing, stopped: stopped.is_some(), at_once }
    }

    /// Reports this game move by move ([`super::MatchEvent::Live`]).
    pub fn show(&self, number: Option<u32>) {
        self.wish.send_modify(|wish| wish.shown = number);
    }

    /// Reports this game move by move with its record ([`super::LiveGame::record`]), or not any more.
    pub fn follow(&self, number: u32, wanted: bool) {
        self.wish.send_modify(|wish| {
            let _changed = match wanted {
                true => wish.followed.insert(number),
                false => wish.followed.remove(&number),
            };
        });
    }

    /// Reports every running game some times a second ([`super::MatchEvent::Live`]), or only the one that is
    /// shown.
    pub fn watch_all(&self, all: bool) {
        self.wish.send_modify(|wish| wish.watches_all = all);
    }
}
