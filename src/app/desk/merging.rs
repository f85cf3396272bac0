//! Branches copied and pasted, and other games merged into the one on the board.
//!
//! Reads no file and no clipboard.

use std::sync::Arc;
use std::time::Instant;

use super::state::Desk;
use super::study::UNDO;
use crate::app::effect::{Effect, Topic};
use crate::app::views::{CopiedText, NoticeKind};
use crate::games::{Joined, MoveText, NodeId, Record, RefusedMove, Setup, counted};
use crate::play::canonical_setup;
use crate::protocol::quoted;

/// So many moves before one that is refused are named.
const MOST_NAMED: usize = 4;

impl Desk {
    /// Copies the move that led to a node and all after it.
    pub(super) fn copy_branch(&mut self, node: NodeId) {
        let record = self.doc.record();
        if !record.has(node) {
            return;
        }
        let setup = match record.node(node).parent {
            None => record.setup.clone(),
            Some(before) => match self.doc.position_at(before) {
                Ok(position) => {
                    let position = Some(position.to_text());
                    Setup { position, ..record.setup.clone() }
                }
                Err(error) => {
                    let text = format!("This branch cannot be copied: {error}.");
                    return self.messages.notice(NoticeKind::Error, text);
                }
            },
        };
        let branch = record.branch(node, setup);
        let n_moves = counted(branch.n_nodes() - 1, "move");
        let native = self.doc.game.formats().first();
        let text = native.and_then(|format| format.write_game(&branch).ok());
        let said = match text {
            Some(text) => {
                let number = self.new_position_id();
                self.copied = Some(CopiedText { number, text: text.into() });
                format!("Copied {n_moves}, also as text for other programs.")
            }
            None => format!("Copied {n_moves} for this program; no format holds them as text."),
        };
        self.messages.notice(NoticeKind::Info, said);
        self.effects.push(Effect::Copied(Arc::new(branch)));
    }

    /// A branch was copied, here or at another desk.
    pub(in crate::app) fn handle_copied(&mut self, branch: Arc<Record>) {
        self.branch = Some(branch);
        self.revision += 1;
    }

    /// A branch was copied that can be pasted into this kind of game.
    pub(super) fn can_paste_branch(&self) -> bool {
        let name = self.doc.game.info().name;
        self.branch.as_ref().is_some_and(|branch| branch.game == name) && !self.practises()
    }

    /// Puts the branch that was copied last behind a node.
    pub(super) fn paste_branch(&mut self, node: NodeId, now: Instant) {
        let Some(branch) = self.branch.clone().filter(|_| self.can_paste_branch()) else {
            let text = "No branch of this kind of game was copied yet.";
            return self.messages.notice(NoticeKind::Refused, text);
        };
        if self.doc.record().has(node) {
            self.join("Pasted", &[(node, &branch)], String::new(), now);
        }
    }

    /// Merges games into the one on the board; `what` says where they come from.
    pub(in crate::app) fn handle_merge(
        &mut self,
        games: &[Record],
        what: &str,
        now: Instant,
    ) -> Vec<Effect> {
        self.merge(games, what, now);
        self.revision += 1;
        self.take_effects()
    }

    fn merge(&mut self, games: &[Record], what: &str, now: Instant) {
        if self.practises() {
            let text = "Nothing can be merged into an exercise; end the practice first.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let placed = games.iter().filter_map(|game| Some((self.place_of(game)?, game)));
        let placed: Vec<(NodeId, &Record)> = placed.collect();
        let n_left = games.len() - placed.len();
        let left = match n_left {
            0 => String::new(),
            1 => " 1 game was left out: it neither begins where this one does nor at the position \
                  shown, or is of another kind."
                .to_owned(),
            n => format!(
                " {n} games were left out: they neither begin where this one does nor at the \
                 position shown, or are of another kind."
            ),
        };
        if placed.is_empty() {
            let text = format!("Nothing of {what} was merged.{left}");
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let done = match placed.len() {
            1 => format!("Merged {what}"),
            n => format!("Merged {n} games of {what}"),
        };
        self.join(&done, &placed, left, now);
    }

    /// Behind which node a game can be put: the start where both begin alike, or the node shown where
    /// the other begins at its position.
    fn place_of(&self, other: &Record) -> Option<NodeId> {
        let (game, record) = (self.doc.game, self.doc.record());
        if other.game != record.game {
            return None;
        }
        let setup = canonical_setup(game.info(), other.setup.clone()).ok()?;
        if setup.variant != record.setup.variant {
            return None;
        }
        let theirs = game.start(&setup).ok()?.to_text();
        let own = game.start(&record.setup).ok()?.to_text();
        if theirs == own {
            return Some(Record::START);
        }
        (theirs == self.doc.position().to_text()).then(|| self.doc.current())
    }

    /// Puts moves into the study, as one change, and says what came of it.
    fn join(&mut self, done: &str, parts: &[(NodeId, &Record)], rest: String, now: Instant) {
        let mut record = self.doc.record().clone();
        let mut joined = Joined::default();
        let mut refused_behind = None;
        for (node, part) in parts {
            // The start can be set up: the position shown comes from it.
            if let Ok(new) = record.join(self.doc.game, *node, part) {
                refused_behind = refused_behind.or((!new.refused.is_empty()).then_some(*node));
                joined.n_added += new.n_added;
                joined.refused.extend(new.refused);
            }
        }
        let is_changed = record != *self.doc.record();
        let first = joined.refused.first().zip(refused_behind);
        let refused = first.map(|(first, node)| {
            let after = self.shown_moves(node, &first.after);
            refusal(&after, first, joined.refused.len() - 1)
        });
        if is_changed {
            self.leave_table(now);
            self.doc.keep_edit();
            *self.doc.record_mut() = record;
            self.note_result();
            self.doc.edit_made();
            self.doc.line_changed();
            self.keep_game();
        }
        let mut text = match (is_changed, joined.n_added) {
            (false, _) if joined.refused.is_empty() => {
                format!("{done}: everything was there already.")
            }
            (false, _) => format!("{done}: no move was added."),
            (true, 0) => format!("{done}: no new moves, but what is said about them. {UNDO}"),
            (true, n) => format!("{done}: {} added. {UNDO}", counted(n, "move")),
        };
        let kind = match refused {
            None => NoticeKind::Info,
            Some(refused) => {
                text.push(' ');
                text.push_str(&refused);
                NoticeKind::Refused
            }
        };
        text.push_str(&rest);
        self.messages.notice(kind, text);
        if is_changed {
            self.messages.newest_is_about(Topic::Change(self.id()));
        }
    }

    /// Moves from the position after a node, as people read them.
    fn shown_moves(&self, node: NodeId, moves: &[MoveText]) -> Vec<String> {
        let Ok(position) = self.doc.position_at(node) else { return Vec::new() };
        let mut position = position.boxed_clone();
        let steps = moves.iter().map_while(|mv| position.step(&mv.0).ok());
        steps.map(|step| step.shown).filter(|shown| !shown.is_empty()).collect()
    }
}

/// Which move is not legal, and after which as people read them.
fn refusal(after: &[String], first: &RefusedMove, n_more: usize) -> String {
    let mv = &first.mv;
    let named = &after[after.len().saturating_sub(MOST_NAMED)..];
    let dots = if named.len() < after.len() { "\u{2026} " } else { "" };
    let place = match after.len() {
        0 => "in that position".to_owned(),
        _ => format!("after {dots}{}", named.join(" ")),
    };
    let more = match n_more {
        0 => String::new(),
        1 => ", nor is 1 more move".to_owned(),
        n => format!(", nor are {n} more moves"),
    };
    format!("{} is not legal {place}{more}: left out with what follows.", quoted(&mv.0))
}
