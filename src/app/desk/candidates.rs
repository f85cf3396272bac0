//! What an engine would have played in the place of a person, in games with dice: it thinks along
//! while the person does, and is heard when the person has played.
//!
//! Plays nothing and marks nothing; the layer below asks the engine and keeps its lines.

use std::time::Instant;

use super::analysis_view::chances_view;
use super::parts::candidates::{Made, Thought, dice_of};
use super::state::Desk;
use crate::app::engines::Role;
use crate::app::format;
use crate::app::views::{CandidateLine, CandidatesView, CardLine, Mode};
use crate::games::{GameInfo, MoveText, NodeId, Side};
use crate::play::{AnalysisLine, Analyst, GameLine, Table};
use crate::protocol::Request;
use crate::session::{News, SessionEvent};

/// How many plays are ranked: of most rolls all of them.
const MOST_RANKED: u32 = 30;

/// How many of them are shown.
const SHOWN: usize = 5;

impl Desk {
    /// Lets the engine think of what the person at the table has to decide.
    pub(super) fn drive_candidates(&mut self, now: Instant) {
        if !self.wants_candidates() {
            return self.rest_candidates(now);
        }
        self.note_decision(now);
        if self.candidates.made.as_ref().is_some_and(|made| made.is_thinking(now)) {
            return;
        }
        let found = &mut self.candidates;
        let late = found.made.as_mut().and_then(|made| made.thought.analyst.halt());
        if let Some((request, id)) = late.zip(found.engine) {
            self.send_candidates(id, request, now);
        }
        let Some(table) = self.doc.table() else { return };
        let Some(side) = decides(table).filter(|side| self.seats.is_human(*side)) else { return };
        if self.candidates.open.is_some() || table.is_paused() {
            return;
        }
        let (node, position) = (table.node(), table.position().boxed_clone());
        // Not only when all who play are ready: the person may have moved before that.
        let Some((id, mut analyst)) = self.candidates_engine(now) else { return };
        let Some(table) = self.doc.table() else { return };
        let line = GameLine::along(table.line(), table.record(), node);
        if let Some(request) = analyst.follow(node as u64, &line, &*position) {
            self.send_candidates(id, request, now);
        }
        self.candidates.open = Some(Thought { node, side, analyst, position });
    }

    /// When [`Desk::drive_candidates`] must be called next.
    pub(super) fn candidates_deadline(&self) -> Option<Instant> {
        let made = self.candidates.made.as_ref();
        made.filter(|made| made.thought.analyst.is_running()).map(Made::until)
    }

    fn wants_candidates(&self) -> bool {
        let has_person = Side::BOTH.into_iter().any(|side| self.seats.is_human(side));
        self.settings.candidates
            && self.mode == Mode::Play
            && self.doc.game.info().has_dice
            && self.doc.table().is_some()
            && has_person
    }

    /// Nothing is thought of any more; what was found stays.
    fn rest_candidates(&mut self, now: Instant) {
        let found = &mut self.candidates;
        let open = found.open.take().and_then(|mut thought| thought.analyst.halt());
        let made = found.made.as_mut().and_then(|made| made.thought.analyst.halt());
        if let Some((request, id)) = open.or(made).zip(found.engine) {
            self.send_candidates(id, request, now);
        }
    }

    /// What the person has decided since, or taken back.
    fn note_decision(&mut self, now: Instant) {
        let Some(table) = self.doc.table() else { return };
        let found = &mut self.candidates;
        if let Some(thought) = found.open.take() {
            let after = on_table(table, thought.node);
            match after {
                Some(None) => found.open = Some(thought),
                Some(Some(next)) if table.record().node(next).side == Some(thought.side) => {
                    let mv =
                        table.record().node(next).mv.clone().unwrap_or(MoveText(String::new()));
                    let made = Made { thought, mv, at: now, heard: None };
                    // A resignation is not the engine's to judge.
                    let known = made.thought.position.legal_moves().contains(&made.mv);
                    if known && !made.is_idle() {
                        found.made = Some(made);
                    }
                }
                Some(Some(_)) | None => {}
            }
        }
        let stands = |made: &Made| {
            let next = on_table(table, made.thought.node).flatten();
            next.is_some_and(|next| table.record().node(next).mv.as_ref() == Some(&made.mv))
        };
        if !found.made.as_ref().is_some_and(stands) {
            found.made = None;
        }
    }

    fn send_candidates(&mut self, id: u64, request: Request, now: Instant) {
        if let Some(engine) = self.engines.get_mut(id) {
            engine.send(request, now);
        }
    }

    /// The engine that thinks along, started when it does not run: the first of the list that comes
    /// with the program and plays what is on the board.
    fn candidates_engine(&mut self, now: Instant) -> Option<(u64, Analyst)> {
        if !self.candidates.problem.is_empty() {
            return None;
        }
        let running = self.candidates.engine.and_then(|id| self.engines.get(id));
        if let Some(engine) = running.filter(|engine| !engine.has_ended()) {
            let link = self.doc.game.link(engine.launch.protocol.name())?;
            return Some((engine.id, Analyst::new(link, MOST_RANKED)));
        }
        let fits = self
            .catalogue
            .list
            .entries
            .iter()
            .filter(|entry| entry.shipped && self.fits_board(entry));
        let Some(name) = fits.map(|entry| entry.name.clone()).next() else {
            "no engine here ranks plays".clone_into(&mut self.candidates.problem);
            return None;
        };
        match self.launch(&name, &[]) {
            Ok((launch, link)) => {
                let id = self.engines.start(&name, Vec::new(), launch, Role::Candidates, now);
                self.candidates.engine = Some(id);
                Some((id, Analyst::new(link, MOST_RANKED)))
            }
            Err(cause) => {
                self.candidates.problem = cause.said_of(&name);
                None
            }
        }
    }

    pub(super) fn handle_candidates_event(&mut self, id: u64, event: &SessionEvent) {
        if self.candidates.engine != Some(id) {
            return;
        }
        let Some(engine) = self.engines.get(id) else { return };
        let found = &mut self.candidates;
        if let Some(thought) = &mut found.open {
            thought.analyst.handle(event, &engine.session);
        }
        if let Some(made) = &mut found.made {
            made.handle(event, &engine.session);
        }
        if matches!(event.what, News::Ended(_)) {
            // Not started again in this game: one that fails would go on failing.
            let name = self.called_by_id(id);
            self.candidates.problem = format!("{name} has ended");
            self.candidates.engine = None;
            self.candidates.open = None;
            self.engines.remove(id);
        }
    }

    /// What the window shows of them; `None` in games without dice and where no game is played.
    pub(super) fn candidates_view(&self) -> Option<CandidatesView> {
        let info = self.doc.game.info();
        if !info.has_dice || self.doc.table().is_none() {
            return None;
        }
        let found = &self.candidates;
        let made = found.made.as_ref();
        let mut view = CandidatesView {
            on: self.settings.candidates,
            problem: found.problem.clone(),
            engine: self.candidates_name(),
            ..CandidatesView::default()
        };
        let Some(made) = made.filter(|_| view.on) else { return Some(view) };
        view.of = made.thought.position.show_move(&made.mv.0);
        let rolled = self.doc.record().node(made.thought.node).mv.as_ref();
        view.dice = rolled.and_then(dice_of).unwrap_or_default().to_owned();
        view.node = Some(made.thought.node);
        view.verdict = verdict(made, info);
        view.lines = shown_lines(made, info);
        Some(view)
    }

    fn candidates_name(&self) -> String {
        self.candidates.engine.map(|id| self.called_by_id(id)).unwrap_or_default()
    }
}

/// Whose decision it is at the table, where there is one.
fn decides(table: &Table) -> Option<Side> {
    let side = table.turn()?;
    let has_choice = table.legal_moves().len() > 1;
    (has_choice && table.unasked().is_none()).then_some(side)
}

/// The node that follows this one on the table's line: `Some(None)` where it is the last, `None`
/// where it is not on the line.
fn on_table(table: &Table, node: NodeId) -> Option<Option<NodeId>> {
    let nodes = table.nodes();
    if node == crate::games::Record::START {
        return Some(nodes.first().copied());
    }
    let at = nodes.iter().position(|known| *known == node)?;
    Some(nodes.get(at + 1).copied())
}

/// `best of 14`, `3rd of 14, −0.042`; what is known so far.
fn verdict(made: &Made, info: &GameInfo) -> String {
    let lines = made.thought.analyst.lines();
    let n_legal = made.thought.position.legal_moves().len();
    match made.rank() {
        Some(0) => format!("best of {n_legal}"),
        Some(rank) => {
            let loss = lines[0].score.zip(lines[rank].score).map(|(best, own)| own - best);
            let loss = loss.map(|loss| format!(", {}", format::score_fine(loss.min(0.0), info)));
            format!("{} of {n_legal}{}", ordinal(rank + 1), loss.unwrap_or_default())
        }
        None if lines.is_empty() && made.thought.analyst.is_running() => {
            "thinking\u{2026}".to_owned()
        }
        None if lines.is_empty() => "nothing was said of it".to_owned(),
        None => format!("not among the best {}", lines.len()),
    }
}

/// `1st`, `22nd`.
fn ordinal(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

/// The best plays with the person's own, which has the last place where it is not among them.
fn shown_lines(made: &Made, info: &GameInfo) -> Vec<CandidateLine> {
    let lines = made.thought.analyst.lines();
    let best = lines.first().and_then(|line| line.score);
    let own = made.rank();
    let mut ranks: Vec<usize> = (0..lines.len().min(SHOWN)).collect();
    if let (Some(rank), Some(last)) = (own.filter(|rank| *rank >= SHOWN), ranks.last_mut()) {
        *last = rank;
    }
    let shown = |rank: usize| CandidateLine {
        rank: rank + 1,
        is_own: own == Some(rank),
        line: line_of(&lines[rank], best, info),
    };
    ranks.into_iter().map(shown).collect()
}

/// A line as the one sees it who was to play.
fn line_of(line: &AnalysisLine, best: Option<f64>, info: &GameInfo) -> CardLine {
    let loss = best.zip(line.score).map(|(best, score)| score - best).filter(|loss| *loss < 0.0);
    let text = |score: f64| format::score_fine(score, info);
    CardLine {
        score: line.score.map_or_else(|| format::DASH.to_owned(), text),
        moves: line.shown.clone(),
        note: String::new(),
        loss: loss.map(text).unwrap_or_default(),
        chances: line.chances.map(|chances| chances_view(chances, false)),
        heat: best.and(line.score).map(|_| -loss.unwrap_or_default() / info.loss_marks[1]),
        differs: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_said_as_people_say_them() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map(ordinal);
        assert_eq!(
            said,
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th"]
        );
    }
}
