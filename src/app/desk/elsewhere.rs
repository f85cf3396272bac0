//! What the engines of a desk say of a position that is on another board.
//!
//! Asks no engine, and knows no other desk.

use super::parts::cards::Card;
use super::state::Desk;
use crate::app::views::{CardLine, ElsewhereView, Mode, PointOfView};
use crate::games::Position;

/// A position that is looked at, and how its values are to be seen.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Looked<'a> {
    game: &'static str,
    variant: Option<&'a str>,
    pos: &'a dyn Position,
    view: PointOfView,
}

impl Desk {
    /// The position shown, where it is analysed.
    pub(in crate::app) fn looked_at(&self) -> Option<Looked<'_>> {
        (self.mode == Mode::Analyse).then(|| Looked {
            game: self.doc.game.info().name,
            variant: self.doc.variant(),
            pos: &**self.doc.position(),
            view: self.analysis.view,
        })
    }

    /// The best line of every card about this position, however the moves came to it.
    pub(in crate::app) fn says_of(&self, looked: Looked<'_>) -> Vec<ElsewhereView> {
        if (self.doc.game.info().name, self.doc.variant()) != (looked.game, looked.variant) {
            return Vec::new();
        }
        let cards = self.analysis.cards.iter().filter(|card| self.is_about(card, looked.pos));
        cards.filter_map(|card| self.best_of(card, looked)).collect()
    }

    fn is_about(&self, card: &Card, pos: &dyn Position) -> bool {
        let own = card.lock.as_ref().map_or(self.doc.position(), |lock| &lock.pos);
        card.threat.is_none()
            && card.is_fresh(&self.doc)
            && own.trace().key == pos.trace().key
            && own.to_text() == pos.to_text()
    }

    fn best_of(&self, card: &Card, looked: Looked<'_>) -> Option<ElsewhereView> {
        let best = card.follower.lines().first()?;
        let turn = card.lock.as_ref().map_or(self.doc.turn(), |lock| lock.turn());
        let line = self.line_seen(best, None, turn, looked.view);
        let tab = self.title();
        let depth = match best.depth.is_empty() {
            true => card.follower.news().depth.clone().unwrap_or_default(),
            false => best.depth.clone(),
        };
        let note = match depth.as_str() {
            "" => tab.clone(),
            depth => format!("{tab}, depth {depth}"),
        };
        let who = self.card_name(card.engine);
        Some(ElsewhereView { desk: self.id, tab, who, depth, line: CardLine { note, ..line } })
    }
}
