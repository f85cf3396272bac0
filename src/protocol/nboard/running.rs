//! A running search: its reports so far, and the signs of its end.
//!
//! Sends and reports nothing itself.

use std::time::Instant;

use super::message::Command;
use super::settings::{MOST_DEPTH, Settings};
use super::timed::Timed;
use crate::protocol::{Mode, Search, SearchId};

/// The depth with which an analysis depth by depth begins, and the step by which it grows: even
/// depths agree with one another better than with odd ones.
const FIRST_DEPTH: u32 = 8;
const DEPTH_STEP: u32 = 2;

/// The search that the engine was ordered to do.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: SearchId,
    pub(super) kind: Kind,
    /// The time when the fence before it opened; before that, the time when it was ordered.
    pub(super) since: Instant,
    /// The program has its answer, or knows that there is none; the engine must still be stopped.
    pub(super) reported: bool,
    /// The depth before the order was another one.
    pub(super) depth_is_new: bool,
    /// The depth that it must reach, or must not exceed.
    pub(super) goal: u32,
    /// The time that it has, if the host keeps it.
    pub(super) timed: Option<Timed>,
    /// The contempt that it uses, whatever is set meanwhile.
    pub(super) contempt: i32,
}

/// The kind of search that was ordered.
#[derive(Debug)]
pub(super) enum Kind {
    /// `go`: ends with `===`.
    Play,
    /// `hint`: the document gives it no end; see [`Hint::is_end`].
    Analyse(Hint),
}

impl Running {
    pub(super) fn new(search: &Search, settings: &Settings, now: Instant) -> Self {
        let depth = match (search.limits.depth, search.mode) {
            (Some(depth), Mode::Play | Mode::Ponder) => depth.min(settings.depth),
            (Some(depth), Mode::Analyse { .. } | Mode::WholeGame) => depth,
            (None, _) => settings.depth,
        };
        let goal = depth.clamp(1, MOST_DEPTH);
        let kind = match search.mode {
            // No engine gets a request that its protocol does not have.
            Mode::Play | Mode::Ponder | Mode::WholeGame => Kind::Play,
            Mode::Analyse { lines } => {
                let depth = if settings.deepens { FIRST_DEPTH.min(goal) } else { goal };
                Kind::Analyse(Hint {
                    lines: lines.max(1),
                    depth,
                    moves: vec![],
                    stage: Stage::Quiet,
                })
            }
        };
        let is_timed = matches!(kind, Kind::Play) && !settings.divides_time;
        Self {
            id: search.id,
            kind,
            since: now,
            reported: false,
            depth_is_new: false,
            goal,
            timed: search
                .limits
                .move_time
                .filter(|_| is_timed)
                .map(|budget| Timed::new(budget, &search.limits)),
            contempt: settings.contempt,
        }
    }

    /// The depth to set before it is ordered.
    pub(super) fn depth(&self) -> u32 {
        match &self.kind {
            Kind::Play => self.timed.as_ref().map_or(self.goal, |timed| timed.depth),
            Kind::Analyse(hint) => hint.depth,
        }
    }

    /// The command that orders it.
    pub(super) fn command(&self) -> Command {
        match &self.kind {
            Kind::Play => Command::Go,
            Kind::Analyse(hint) => Command::Hint(hint.lines),
        }
    }

    /// Returns true if it must be ordered once more, and is then prepared for that.
    pub(super) fn goes_deeper(&mut self) -> bool {
        match &mut self.kind {
            Kind::Analyse(hint) if hint.depth < self.goal => {
                hint.depth = (hint.depth + DEPTH_STEP).min(self.goal);
                hint.stage = Stage::Quiet;
                true
            }
            Kind::Analyse(_) | Kind::Play => false,
        }
    }
}

/// A running `hint`.
#[derive(Debug)]
pub(super) struct Hint {
    /// The number of moves requested.
    lines: u32,
    depth: u32,
    /// The moves listed so far.
    moves: Vec<String>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stage {
    /// The engine has reported nothing.
    Quiet,
    /// The status says that it is at work.
    Busy,
    /// It is at work and has listed a move.
    Listing,
}

impl Hint {
    /// Takes note of a listed move. Returns true if there are now more than requested.
    pub(super) fn lists(&mut self, mv: &str) -> bool {
        if self.stage == Stage::Busy {
            self.stage = Stage::Listing;
        }
        if !self.moves.iter().any(|known| known == mv) {
            self.moves.push(mv.to_owned());
        }
        self.lines < u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// Takes note of a status. Returns true if it is the end of the search.
    ///
    /// The document's sample code frames a hint by `status Analyzing` and an empty `status`, and so
    /// does NTest; Edax ends with `status Edax is waiting`. A status in between that is neither of
    /// these doesn't end the hint, and nothing ends it before a move was listed.
    pub(super) fn is_end(&mut self, status: &str) -> bool {
        match (self.stage, says_idle(status)) {
            (Stage::Listing, true) => true,
            (Stage::Quiet, false) => {
                self.stage = Stage::Busy;
                false
            }
            (Stage::Quiet | Stage::Busy | Stage::Listing, _) => false,
        }
    }
}

/// Returns true if a status means that the engine has nothing to do: cleared, or `Edax is waiting`.
fn says_idle(status: &str) -> bool {
    status.is_empty() || status.ends_with(" is waiting")
}
