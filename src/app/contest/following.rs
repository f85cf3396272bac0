//! Running games of the match that are shown in tabs of their own, move by move.
//!
//! Shows nothing: it says which record is to be opened, and how a followed game stands.

use super::state::MatchState;
use super::steering::Contest;
use crate::app::effect::Effect;
use crate::app::to_open::{MatchGame, OpenPlace, OpenRecord};
use crate::app::views::{MatchGameState, NoticeKind};
use crate::games::Record;
use crate::play::{LiveGame, MatchEvent};

impl Contest {
    /// Opens a game of the match in a tab: one that is over for analysis, one that is being played to
    /// follow it there.
    pub(super) fn open_match_game(&mut self, number: u32, place: OpenPlace) {
        let Some(state) = &mut self.matching else { return };
        if let Some(record) = state.records.get(&number) {
            let from_match = Some(MatchGame { of: state.id, number });
            let open = OpenRecord { place, from_match, ..OpenRecord::new(record.clone()) };
            self.effects.push(Effect::Open(Box::new(open)));
            return;
        }
        let row = state.rows.get(&number);
        if row.is_none_or(|row| row.state != MatchGameState::Running) {
            let text = format!("Game {number} was not played to its end, and is not kept.");
            self.messages.notice(NoticeKind::Refused, text);
            return;
        }
        state.followed.insert(number, Some(place));
        state.control.follow(number, true);
    }

    /// No tab shows this game any more.
    pub(in crate::app) fn handle_unfollowed(&mut self, number: u32) {
        if let Some(state) = &mut self.matching
            && state.followed.remove(&number).is_some()
        {
            state.control.follow(number, false);
        }
    }
}

impl MatchState {
    /// A running game was reported; what is to be done where it is followed. Takes its record.
    pub(super) fn followed(&mut self, live: &mut LiveGame) -> Option<Effect> {
        let record = live.record.take()?;
        self.show_followed(live.number, record, false)
    }

    /// What is to be done where a followed game has ended. It is not followed any more.
    pub(super) fn ended_followed(&mut self, event: &MatchEvent) -> Option<Effect> {
        let report = match event {
            MatchEvent::Finished(report) | MatchEvent::Stopped { report, .. } => report,
            MatchEvent::Started { .. }
            | MatchEvent::Complaint { .. }
            | MatchEvent::Ready { .. }
            | MatchEvent::Crowded { .. }
            | MatchEvent::Solving(_)
            | MatchEvent::SlowStart(_)
            | MatchEvent::RefereeFailed { .. }
            | MatchEvent::Live(_)
            | MatchEvent::AllOver => return None,
        };
        let number = report.pairing.number;
        let shown = self.show_followed(number, Box::new(report.record.clone()), true);
        if self.followed.remove(&number).is_some() {
            self.control.follow(number, false);
        }
        shown
    }

    fn show_followed(&mut self, number: u32, record: Box<Record>, is_over: bool) -> Option<Effect> {
        let place = self.followed.get_mut(&number)?.take();
        Some(match place {
            Some(place) => {
                let from_match = Some(MatchGame { of: self.id, number });
                let follows = !is_over;
                let open = OpenRecord { place, from_match, follows, ..OpenRecord::new(*record) };
                Effect::Open(Box::new(open))
            }
            None => Effect::Follow { number, record, is_over },
        })
    }
}
