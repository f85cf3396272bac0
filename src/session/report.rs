//! Reports to the session's owner: decisive events at once and completely, updates of a search
//! merged.
//!
//! Memory stays bounded whatever the engine sends and however slowly the owner listens.

use std::collections::VecDeque;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::{SendError, TrySendError};

use super::{News, SessionEvent};
use crate::protocol::{Event, Info, SearchId};

/// Time between two reports of merged updates: 20 a second.
const INTERVAL: Duration = Duration::from_millis(50);
/// Lines of analysis merged in parallel; no game has more moves worth showing.
const MAX_LINES: usize = 256;
/// Remarks of the engine (chatter, deviations) passed on in one second, and as many complaints and
/// draw offers, each counted separately: the owner makes decisions based on those, and chatter must
/// not hide them. The log has them all.
const MAX_REMARKS: u32 = 50;
/// Events that wait for a slow owner before reading from the engine stops.
const MAX_BACKLOG: usize = 1024;

type Permit = Result<mpsc::OwnedPermit<SessionEvent>, SendError<()>>;

/// The sending end of a session's events.
pub(super) struct Reporter {
    events: mpsc::Sender<SessionEvent>,
    /// Decisive events for which the channel had no room.
    backlog: VecDeque<SessionEvent>,
    permit: Option<Pin<Box<dyn Future<Output = Permit> + Send>>>,
    merged: Merged,
    remarks: Remarks,
    complaints: Remarks,
    draw_offers: Remarks,
    /// The owner has dropped its end.
    is_unheard: bool,
}

/// Updates of which only the newest counts, waiting for the next report.
#[derive(Default)]
struct Merged {
    infos: Vec<Info>,
    status: Option<String>,
    name: Option<String>,
    /// The time when the newest of them was read.
    at: Option<Instant>,
    /// The search of the last report. The first update of another search does not wait.
    reported: Option<SearchId>,
    /// No report before this.
    not_before: Option<Instant>,
}

#[derive(Default)]
struct Remarks {
    since: Option<Instant>,
    n_passed: u32,
    n_dropped: u64,
}

impl Reporter {
    pub(super) fn new(events: mpsc::Sender<SessionEvent>) -> Self {
        Self {
            events,
            backlog: VecDeque::new(),
            permit: None,
            merged: Merged::default(),
            remarks: Remarks::default(),
            complaints: Remarks::default(),
            draw_offers: Remarks::default(),
            is_unheard: false,
        }
    }

    /// Takes an event read at `at`. Returns true if it was decisive, that is neither merged nor a
    /// remark.
    pub(super) fn report(&mut self, event: Event, at: Instant) -> bool {
        match event {
            Event::Info(info) => self.merged.add(info, at),
            Event::Status(status) => {
                self.merged.status = Some(status);
                self.merged.at = Some(at);
            }
            Event::Renamed(name) => {
                self.merged.name = Some(name);
                self.merged.at = Some(at);
            }
            Event::Chatter(_) | Event::Deviation(_) | Event::Remark { .. } => {
                if self.backlog.is_empty() && self.remarks.admit(at) {
                    self.send(SessionEvent { at, what: News::Event(event) });
                }
            }
            Event::Complaint(_) => {
                if !self.is_full() && self.complaints.admit(at) {
                    self.send(SessionEvent { at, what: News::Event(event) });
                }
            }
            Event::DrawOffered => {
                if !self.is_full() && self.draw_offers.admit(at) {
                    self.send(SessionEvent { at, what: News::Event(event) });
                }
            }
            Event::Ready { .. }
            | Event::Capabilities(_)
            | Event::GameState { .. }
            | Event::ValidMoves { .. } => {
                self.send(SessionEvent { at, what: News::Event(event) });
                return true;
            }
            Event::Started(_)
            | Event::Answer(_)
            | Event::Ended(_)
            | Event::Refused(_)
            | Event::Restarting
            | Event::Restarted(_)
            | Event::Closed
            | Event::Fault(_) => {
                self.flush();
                self.send(SessionEvent { at, what: News::Event(event) });
                return true;
            }
        }
        false
    }

    /// Reports the merged updates that are due. The caller calls this after each chunk of output
    /// and when the backlog has been handed over.
    pub(super) fn settle(&mut self, now: Instant) {
        if self.merged.at.is_none() || !self.backlog.is_empty() {
            return;
        }
        let newest = self.merged.infos.last();
        let is_first = newest.is_some_and(|info| self.merged.reported != Some(info.search));
        if !is_first && self.merged.not_before.is_some_and(|time| now < time) {
            return;
        }
        if self.events.capacity() == 0 {
            // The owner is slow: continue merging.
            self.merged.not_before = Some(now + INTERVAL);
        } else {
            self.flush();
        }
    }

    /// The time when [`Reporter::settle`] has something to do. It has nothing to do while the
    /// backlog waits for the owner.
    pub(super) fn due(&self) -> Option<Instant> {
        self.merged.not_before.filter(|_| self.merged.at.is_some() && self.backlog.is_empty())
    }

    /// The owner is so slow with decisive events that the engine must wait.
    pub(super) fn is_full(&self) -> bool {
        MAX_BACKLOG <= self.backlog.len()
    }

    /// The owner has dropped its end: nothing that is reported is read any more.
    pub(super) fn is_unheard(&self) -> bool {
        self.is_unheard
    }

    /// Remarks that were not passed on since the last call.
    pub(super) fn take_dropped(&mut self) -> u64 {
        let counts = [&mut self.remarks, &mut self.complaints, &mut self.draw_offers];
        counts.map(|remarks| mem::take(&mut remarks.n_dropped)).iter().sum()
    }

    /// Delivers waiting events as the owner makes room. Returns whether there were any.
    pub(super) fn poll_backlog(&mut self, cx: &mut Context<'_>) -> bool {
        let mut handed_over = false;
        while !self.backlog.is_empty() {
            let permit =
                self.permit.get_or_insert_with(|| Box::pin(self.events.clone().reserve_owned()));
            let Poll::Ready(permit) = permit.as_mut().poll(cx) else { return handed_over };
            self.permit = None;
            match (permit, self.backlog.pop_front()) {
                (Ok(permit), Some(event)) => drop(permit.send(event)),
                (Ok(_), None) => {}
                (Err(_), _) => {
                    self.backlog.clear();
                    self.is_unheard = true;
                }
            }
            handed_over = true;
        }
        handed_over
    }

    /// Everything that has not been handed over, in order.
    pub(super) fn into_rest(mut self) -> VecDeque<SessionEvent> {
        self.permit = None;
        self.flush_to_backlog();
        self.backlog
    }

    fn flush(&mut self) {
        while let Some(event) = self.merged.next() {
            self.send(event);
        }
    }

    fn flush_to_backlog(&mut self) {
        while let Some(event) = self.merged.next() {
            self.backlog.push_back(event);
        }
    }

    fn send(&mut self, event: SessionEvent) {
        if !self.backlog.is_empty() {
            self.backlog.push_back(event);
            return;
        }
        match self.events.try_send(event) {
            Ok(()) => {}
            Err(TrySendError::Full(event)) => self.backlog.push_back(event),
            Err(TrySendError::Closed(_)) => {
                self.is_unheard = true;
            }
        }
    }
}

impl Merged {
    fn add(&mut self, info: Info, at: Instant) {
        self.at = Some(at);
        // A proof says other things than a value: neither stands for the other.
        let is_known = |known: &Info| {
            known.search == info.search && known.line == info.line && known.bound == info.bound
        };
        // The newest stands last: of an engine with one line it is the one that counts.
        match self.infos.iter().position(is_known) {
            Some(known) => drop(self.infos.remove(known)),
            None if MAX_LINES <= self.infos.len() => drop(self.infos.remove(0)),
            None => {}
        }
        self.infos.push(info);
    }

    /// The next report, and the beginning of the pause after it.
    fn next(&mut self) -> Option<SessionEvent> {
        let at = self.at?;
        self.not_before = Some(at + INTERVAL);
        if let Some(name) = self.name.take() {
            return Some(SessionEvent { at, what: News::Event(Event::Renamed(name)) });
        }
        if let Some(status) = self.status.take() {
            return Some(SessionEvent { at, what: News::Event(Event::Status(status)) });
        }
        self.at = None;
        let search = self.infos.last()?.search;
        self.reported = Some(search);
        Some(SessionEvent { at, what: News::Infos(mem::take(&mut self.infos)) })
    }
}

impl Remarks {
    fn admit(&mut self, at: Instant) -> bool {
        let second_is_over = self
            .since
            .is_none_or(|since| Duration::from_secs(1) <= at.saturating_duration_since(since));
        if second_is_over {
            self.since = Some(at);
            self.n_passed = 0;
        }
        self.n_passed = self.n_passed.saturating_add(1);
        let admitted = self.n_passed <= MAX_REMARKS;
        self.n_dropped += u64::from(!admitted);
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Bound;

    #[test]
    fn of_merged_lines_the_one_that_was_reported_last_stands_last() {
        let mut merged = Merged::default();
        let at = Instant::now();
        for (mv, depth) in [("3-8", "1"), ("1-7", "3"), ("3-8", "6")] {
            let (line, depth) = (Some(mv.to_owned()), Some(depth.to_owned()));
            merged.add(Info { line, depth, ..Info::default() }, at);
        }
        let Some(SessionEvent { what: News::Infos(infos), .. }) = merged.next() else {
            panic!("nothing is reported");
        };
        let found: Vec<_> = infos.iter().map(|info| info.depth.as_deref()).collect();
        assert_eq!(found, [Some("3"), Some("6")]);
    }

    #[test]
    fn a_proof_of_the_winner_does_not_stand_for_the_value_of_the_same_move() {
        let mut merged = Merged::default();
        let at = Instant::now();
        for (depth, bound) in [
            ("7", Bound::Estimate),
            ("8", Bound::Estimate),
            ("100%W", Bound::WinLossDraw),
            ("100%", Bound::Exact),
        ] {
            let (line, depth) = (Some("F5".to_owned()), Some(depth.to_owned()));
            merged.add(Info { line, depth, bound, ..Info::default() }, at);
        }
        let Some(SessionEvent { what: News::Infos(infos), .. }) = merged.next() else {
            panic!("nothing is reported");
        };
        let found: Vec<_> = infos.iter().filter_map(|info| info.depth.as_deref()).collect();
        assert_eq!(found, ["8", "100%W", "100%"]);
    }
}
