//! What engines remark on the moves of a game: asked for after its positions were valued, and
//! written into its comments.
//!
//! Values no position.

use std::time::Instant;

use super::parts::remarking::Remarking;
use super::state::Desk;
use crate::games::{Line, NodeId, Record};
use crate::play::{GameLine, next_search_id};
use crate::protocol::{Event, Limits, Mode, Request, Search, SearchId};
use crate::session::{News, SessionEvent};

impl Desk {
    /// Lets an engine that can do so comment on the main line.
    pub(super) fn ask_remarks(&mut self, id: u64, now: Instant) {
        let Some(engine) = self.engines.get(id) else { return };
        let protocol = engine.launch.protocol;
        let able = engine.session.can(|able| able.whole_game);
        let Some(link) = self.doc.game.link(protocol.name()).filter(|_| able) else { return };
        let record = self.doc.record();
        let known = self.doc.known_lines();
        let Ok((line, _)) = Line::to(self.doc.game, record, record.last(), &known) else { return };
        if !protocol.remarks_on_games() {
            return;
        }
        let (search, nodes) = (next_search_id(), record.main_line());
        let told = GameLine::along(&line, record, record.last());
        let root = link.root(&told.linked());
        let wish = Search { id: search, root, limits: Limits::default(), mode: Mode::WholeGame };
        if let Some(engine) = self.engines.get_mut(id) {
            engine.send(Request::Search(wish), now);
            self.analysis.remarking = Some(Remarking { engine: id, search, nodes });
        }
    }

    pub(super) fn stop_remarks(&mut self, now: Instant) {
        let Some(remarking) = self.analysis.remarking.take() else { return };
        if let Some(engine) = self.engines.get_mut(remarking.engine) {
            engine.send(Request::Abandon, now);
        }
        self.engines.remove(remarking.engine);
    }

    /// Who comments on the game now, in words.
    pub(super) fn remarks_text(&self) -> Option<String> {
        let remarking = self.analysis.remarking.as_ref()?;
        let engine = self.engines.get(remarking.engine)?;
        Some(format!("{} comments on the game", self.called(engine)))
    }

    /// A remark of an engine that analyses, or the end of its remarks.
    pub(super) fn hear_remark(&mut self, id: u64, event: &SessionEvent) {
        match &event.what {
            News::Event(Event::Remark { ply, text }) => {
                let Some(nodes) = self.remarked_line(id) else { return };
                let name = self.called_by_id(id);
                self.take_remark(&name, &nodes, *ply, text);
            }
            News::Event(Event::Answer(answer)) => self.end_remarks(id, Some(answer.search)),
            News::Event(Event::Ended(search)) => self.end_remarks(id, Some(*search)),
            News::Ended(_) => self.end_remarks(id, None),
            News::Event(_) | News::Infos(_) => {}
        }
    }

    fn end_remarks(&mut self, id: u64, search: Option<SearchId>) {
        let over = self.analysis.remarking.as_ref().is_some_and(|remarking| {
            remarking.engine == id && search.is_none_or(|search| search == remarking.search)
        });
        if over {
            self.analysis.remarking = None;
            self.engines.remove(id);
        }
    }

    /// The line that an engine speaks of: that of the game it goes through, or the moves that lead
    /// to the position it explains.
    fn remarked_line(&self, id: u64) -> Option<Vec<NodeId>> {
        let remarking = self.analysis.remarking.as_ref().filter(|found| found.engine == id);
        if let Some(remarking) = remarking {
            return Some(remarking.nodes.clone());
        }
        let mut cards = self.analysis.cards.iter().filter(|card| card.engine == id);
        let follows = cards.any(|card| card.is_about_shown(&self.doc));
        follows.then(|| self.doc.record().path(self.doc.current()))
    }

    /// Writes what an engine remarks on a move into the comment there, with its name. `nodes` are
    /// those of the line, the start excluded.
    pub(super) fn take_remark(&mut self, name: &str, nodes: &[NodeId], ply: u32, text: &str) {
        let idx = usize::try_from(ply).ok().and_then(|ply| ply.checked_sub(1));
        let Some(node) = idx.map_or(Some(Record::START), |idx| nodes.get(idx).copied()) else {
            return;
        };
        let remark = format!("{name}: {}", text.trim());
        let comment = &mut self.doc.record_mut().node_mut(node).comment;
        if text.trim().is_empty() || comment.lines().any(|line| line == remark) {
            return;
        }
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&remark);
        self.keep_game();
    }
}
