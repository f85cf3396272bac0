//! Lines that the user keeps: which line is meant, how they are seen, and how they come back after a restart.
//!
//! Plays and inserts nothing: that is the game's own.

use super::parts::lock::Lock;
use super::parts::pins::{Pin, Pins};
use super::state::Desk;
use crate::app::views::{CardLine, NoticeKind, PinnedView};
use crate::games::MoveText;
use crate::play::AnalysisLine;
use crate::protocol::{Bound, Chances};
use crate::store::SavedPin;

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

    /// The same, as they are kept with the tab.
    pub(super) fn saved_pins(&self) -> Vec<SavedPin> {
        self.analysis.pins.iter().map(saved).collect()
    }

    /// Keeps the lines of the last time again, as far as their positions are in the game and their moves
    /// are legal there.
    pub(super) fn restore_pins(&mut self, kept: &[SavedPin]) {
        let shown = self.doc.current();
        for pin in kept {
            let node = self.doc.record().node_after(&pin.at);
            let is_there = self.doc.record().moves_to(node).len() == pin.at.len();
            let Some(line) = self.doc.position_at(node).ok().filter(|_| is_there).and_then(|pos| {
                let mut pos = pos.boxed_clone();
                let steps = pin.moves.iter().map_while(|mv| pos.step(mv).ok());
                let (pv, shown): (Vec<_>, Vec<_>) = steps.map(|step| (step.mv, step.shown)).unzip();
                (!pv.is_empty()).then(|| line_of(pin, pv, shown))
            }) else {
                continue;
            };
            let there = self.new_position_id();
            self.doc.go_to(node, there);
            let at = Lock::here(&self.doc);
            self.analysis.pins.add(pin.who.clone(), at, line, pin.depth.clone());
        }
        if self.doc.current() != shown {
            let back = self.new_position_id();
            self.doc.go_to(shown, back);
        }
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

/// A value that is proved, as it is kept.
const EXACT: &str = "exact";
/// The same where only the winner is.
const WINNER: &str = "winner";

fn saved(pin: &Pin) -> SavedPin {
    let AnalysisLine { score, first_score, bound, book, chances, std_error, .. } = pin.line;
    let proof = match bound {
        Bound::Estimate => "",
        Bound::WinLossDraw => WINNER,
        Bound::Exact => EXACT,
    };
    let chances = chances.map(|chances| {
        let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
        (win, [win_gammon, win_backgammon, lose_gammon, lose_backgammon])
    });
    SavedPin {
        who: pin.who.clone(),
        at: pin.at.path(),
        moves: pin.line.pv.iter().map(|mv| mv.0.clone()).collect(),
        scores: [score, first_score],
        proof: proof.to_owned(),
        depth: pin.depth.clone(),
        book,
        chances,
        std_error,
        reply: pin.line.reply.as_ref().map(|mv| mv.0.clone()),
    }
}

fn line_of(pin: &SavedPin, pv: Vec<MoveText>, shown: Vec<String>) -> AnalysisLine {
    let [score, first_score] = pin.scores;
    let chances = pin.chances.map(|(win, others)| {
        let [win_gammon, win_backgammon, lose_gammon, lose_backgammon] = others;
        Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    });
    AnalysisLine {
        score,
        first_score,
        bound: match pin.proof.as_str() {
            EXACT => Bound::Exact,
            WINNER => Bound::WinLossDraw,
            _ => Bound::Estimate,
        },
        depth: pin.depth.clone(),
        book: pin.book,
        chances,
        std_error: pin.std_error,
        reply: pin.reply.clone().map(MoveText),
        pv,
        shown,
    }
}
