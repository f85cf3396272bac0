//! Cards of engines that analyse, and those that were put away with their games.
//!
//! Starts no engine.

use std::time::{Duration, Instant};

use super::document::Document;
use super::follower::Follower;
use super::lock::Lock;
use super::threat::Threat;
use crate::games::{self, MoveText, NodeId};
use crate::play::ReviewEffort;
use crate::protocol::Limits;
use crate::store::{SavedCard, SavedLimits};

/// A card: an engine that follows the position on the board.
#[derive(Debug)]
pub(in crate::app::desk) struct Card {
    pub(in crate::app::desk) engine: u64,
    pub(in crate::app::desk) follower: Follower,
    /// So many of its moves are to be compared, where it reports one line; `None` for none.
    pub(in crate::app::desk) n_compared: Option<u32>,
    /// Its engine searches a position within this limit; `None` for without one.
    pub(in crate::app::desk) limit: Option<ReviewEffort>,
    /// When its engine began with the position that it is about.
    pub(in crate::app::desk) began: Option<Instant>,
    /// Just these moves are to be compared, in one position.
    pub(in crate::app::desk) picked: Option<Picked>,
    /// Its engine stays at this position; `None` where it follows the board.
    pub(in crate::app::desk) lock: Option<Lock>,
    /// It shows what the other side would play; `None` where it explains the position as it is.
    pub(in crate::app::desk) threat: Option<Threat>,
    /// The user wants it to search.
    pub(in crate::app::desk) wanted: bool,
    /// It is to search, but as many engines analyse already as may.
    pub(in crate::app::desk) waits: bool,
    /// It was searching when it ended: once the user restarts it, it goes on.
    pub(in crate::app::desk) cut_off: bool,
}

/// The moves of a position that the user wants compared.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Picked {
    /// The moves that lead to the position.
    pub(in crate::app::desk) path: Vec<MoveText>,
    /// At least one, all legal there.
    pub(in crate::app::desk) moves: Vec<MoveText>,
}

impl Card {
    /// The place in the game that it is about.
    pub(in crate::app::desk) fn base_node(&self, doc: &Document) -> NodeId {
        self.lock.as_ref().map_or(doc.current(), |lock| lock.node)
    }

    /// The moves that were picked in the position that it is about; none while it shows a threat.
    pub(in crate::app::desk) fn picked_here(&self, doc: &Document) -> &[MoveText] {
        let is_here = |picked: &&Picked| {
            self.threat.is_none() && doc.record().moves_to(self.base_node(doc)) == picked.path
        };
        self.picked.as_ref().filter(is_here).map_or(&[], |picked| &picked.moves)
    }

    /// The number of the position that it is locked to or that is shown.
    pub(in crate::app::desk) fn base_id(&self, doc: &Document) -> u64 {
        self.lock.as_ref().map_or(doc.position_id(), |lock| lock.id)
    }

    /// The number of the position that it is to follow; `None` where there is no threat to show.
    pub(in crate::app::desk) fn wanted_id(&self, doc: &Document) -> Option<u64> {
        match &self.threat {
            Some(threat) => threat.turned.as_ref().ok().map(|turned| turned.id),
            None => Some(self.base_id(doc)),
        }
    }

    /// What its engine says is about the position that it is to follow.
    pub(in crate::app::desk) fn is_fresh(&self, doc: &Document) -> bool {
        self.follower.position_id().is_some_and(|id| self.wanted_id(doc) == Some(id))
    }

    /// When the time for its position is over, which the host watches where the engine `can_stop`.
    pub(in crate::app::desk) fn time_ends(&self, can_stop: bool) -> Option<Instant> {
        match self.limit.filter(|_| can_stop) {
            Some(ReviewEffort::Time(time)) => self.began.map(|began| began + time),
            Some(ReviewEffort::Depth(_) | ReviewEffort::Nodes(_)) | None => None,
        }
    }

    /// What its engine is told of its limit: the time where it cannot be stopped.
    pub(in crate::app::desk) fn limits(&self, can_stop: bool) -> Limits {
        let none = Limits::default();
        match self.limit {
            Some(ReviewEffort::Depth(depth)) => Limits { depth: Some(depth), ..none },
            Some(ReviewEffort::Nodes(nodes)) => Limits { nodes: Some(nodes), ..none },
            Some(ReviewEffort::Time(time)) if !can_stop => Limits { move_time: Some(time), ..none },
            Some(ReviewEffort::Time(_)) | None => none,
        }
    }

    /// What its engine says is about the position that is shown.
    pub(in crate::app::desk) fn is_about_shown(&self, doc: &Document) -> bool {
        let is_here = self.lock.as_ref().is_none_or(|lock| lock.is_shown(doc));
        is_here && self.threat.is_none() && self.is_fresh(doc)
    }
}

/// The limit of a card as it is kept.
pub(in crate::app::desk) fn saved_limits(limit: Option<ReviewEffort>) -> SavedLimits {
    let none = SavedLimits::default();
    match limit {
        Some(ReviewEffort::Depth(depth)) => SavedLimits { depth_limit: Some(depth), ..none },
        Some(ReviewEffort::Nodes(nodes)) => SavedLimits { node_limit: Some(nodes), ..none },
        Some(ReviewEffort::Time(time)) => {
            let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            SavedLimits { time_limit_ms: Some(millis), ..none }
        }
        None => none,
    }
}

fn kept_limit(saved: SavedLimits) -> Option<ReviewEffort> {
    let SavedLimits { depth_limit, node_limit, time_limit_ms } = saved;
    let time = time_limit_ms.map(|millis| ReviewEffort::Time(Duration::from_millis(millis)));
    depth_limit.map(ReviewEffort::Depth).or(node_limit.map(ReviewEffort::Nodes)).or(time)
}

/// A game and its variant.
pub(in crate::app::desk) type Kind = (&'static str, Option<String>);

/// Cards that were put away with their games.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct Shelf {
    pub(in crate::app::desk) cards: Vec<ShelvedCard>,
    /// What the cards that are not on the shelf were chosen for.
    pub(in crate::app::desk) fitted_to: Option<Kind>,
    /// They were started for another game or variant than that, or not at all.
    pub(in crate::app::desk) is_due: bool,
    /// All cards as they were written down last.
    pub(in crate::app::desk) written: Vec<SavedCard>,
}

/// What brings a card back.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct ShelvedCard {
    pub(in crate::app::desk) game: &'static str,
    /// The engine's name in the list.
    pub(in crate::app::desk) entry: String,
    pub(in crate::app::desk) options: Vec<(String, String)>,
    pub(in crate::app::desk) n_compared: Option<u32>,
    pub(in crate::app::desk) wanted: bool,
    pub(in crate::app::desk) limit: Option<ReviewEffort>,
    /// The moves to the position that it was locked to.
    pub(in crate::app::desk) lock: Option<Vec<String>>,
    /// It showed what the other side would play.
    pub(in crate::app::desk) threat: bool,
}

impl Shelf {
    /// The cards of the last time, at rest until the user starts them.
    pub(in crate::app::desk) fn of(saved: Vec<SavedCard>) -> Self {
        let card = |saved: &SavedCard| {
            Some(ShelvedCard {
                game: games::find(&saved.game)?.info().name,
                entry: saved.engine.clone(),
                options: saved.options.clone(),
                n_compared: saved.n_compared,
                wanted: false,
                limit: kept_limit(saved.limits),
                lock: saved.lock.clone(),
                threat: saved.threat,
            })
        };
        Self { cards: saved.iter().filter_map(card).collect(), written: saved, ..Self::default() }
    }

    /// All cards as they were written down last.
    pub(in crate::app::desk) fn written(&self) -> &[SavedCard] {
        &self.written
    }

    /// An entry of the list has another name.
    pub(in crate::app::desk) fn rename(&mut self, name: &str, to: &str) {
        for card in self.cards.iter_mut().filter(|card| card.entry == name) {
            to.clone_into(&mut card.entry);
        }
    }
}
