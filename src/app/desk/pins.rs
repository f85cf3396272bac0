//! Lines that the user keeps: which line is meant, and how they are seen.
//!
//! Plays and inserts nothing: that is the game's own.

use super::parts::lock::Lock;
use super::parts::pins::{Pin, Pins};
use super::state::Desk;
use crate::app::views::{CardLine, NoticeKind, PinnedView};
use crate::play::AnalysisLine;

impl Desk {
    /// Keeps a line of this engine's card: that of these moves as people read them, else, where it has
    /// changed since, the one that begins with the same move.
    pub(super) fn pin_line(&mut self, engine: u64, moves: &[String]) {
        let cards = &self.analysis.cards;
        let card = cards.iter().find(|card| card.engine == engine && card.is_fresh(&self.doc));
        let Some(card) = card else { return };
        if card.threat.is_some() {
            let text = "A threat is no line of the game: it cannot be pinned.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let lines = card.follower.lines();
        let same = |line: &&AnalysisLine| line.shown == moves;
        let begins = |line: &&AnalysisLine| line.shown.first() == moves.first();
        let Some(line) = lines.iter().find(same).or_else(|| lines.iter().find(begins)) else {
            return;
        };
        let at = card.lock.clone().unwrap_or_else(|| Lock::here(&self.doc));
        let depth = match line.depth.is_empty() {
            true => card.follower.news().depth.clone().unwrap_or_default(),
            false => line.depth.clone(),
        };
        let (line, who) = (line.clone(), self.card_name(engine));
        if self.analysis.pins.is_full() {
            let text = format!("{} lines are pinned already; unpin one first.", Pins::MOST);
            return self.messages.notice(NoticeKind::Refused, text);
        }
        self.analysis.pins.add(who, at, line, depth);
    }

    /// The lines that the user keeps, the oldest first.
    pub(super) fn pinned(&self) -> Vec<PinnedView> {
        self.analysis.pins.iter().map(|pin| self.pinned_view(pin)).collect()
    }

    fn pinned_view(&self, pin: &Pin) -> PinnedView {
        let line = self.card_line(&pin.line, None, pin.at.turn());
        let depth = match pin.depth.as_str() {
            "" => String::new(),
            depth => format!(", depth {depth}"),
        };
        PinnedView {
            id: pin.id,
            who: pin.who.clone(),
            depth: pin.depth.clone(),
            title: pin.at.title.clone(),
            node: pin.at.node,
            position_text: pin.at.pos.to_text(),
            is_shown: pin.at.is_shown(&self.doc),
            line: CardLine { note: format!("{}{depth}", pin.at.title), ..line },
        }
    }
}
