//! The engine that keeps the game on the board: it is asked after every position, and where it and
//! the referee differ both are heard.
//!
//! Compares nothing itself, and knows no protocol: the layer below does.

use std::time::Instant;

use super::parts::keeper::Keeper;
use super::parts::problems::ToldProblem;
use super::state::Desk;
use crate::app::command::SeatChoice;
use crate::app::effect::{About, Said};
use crate::app::engines::Role;
use crate::app::views::{Judge, Mode, NoticeKind};
use crate::app::words::{
    REFEREE_DECIDES, complaint_text, difference_details, difference_text, name_of,
};
use crate::games::{MoveText, Outcome, Side};
use crate::play::viewer::{self, Difference, Disagreement, Opinion, SeenDifference, Viewer};
use crate::play::{Cause, and_says};
use crate::protocol::{Event, Reason, Restart};
use crate::session::{News, SessionEvent};

impl Desk {
    /// Finds out who keeps the game, once for each set of seats.
    fn find_keeper(&mut self, now: Instant) {
        if !matches!(self.seats.keeper, Keeper::Unknown) || self.doc.table().is_none() {
            return;
        }
        let links = [0, 1].map(|idx| match &self.seats.choices[idx] {
            SeatChoice::Human { .. } => None,
            SeatChoice::Engine { name, options } => {
                self.launch(name, options).ok().map(|(_, link)| link)
            }
        });
        let side = viewer::keeper(links);
        let viewer = side.and_then(|side| Viewer::new(links[side.idx()]?));
        self.seats.keeper = match side.zip(viewer) {
            Some((side, viewer)) => Keeper::Engine(side, Box::new(viewer)),
            None => Keeper::Referee,
        };
        self.apply_draw_rules(now);
    }

    /// Lets the engine that keeps the game follow it while it is not to move.
    pub(super) fn drive_kept(&mut self, now: Instant) {
        self.find_keeper(now);
        let Keeper::Engine(side, _) = self.seats.keeper else { return };
        let Some(table) = self.doc.table().filter(|table| !table.is_paused()) else { return };
        if self.mode != Mode::Play || table.turn() == Some(side) {
            return;
        }
        let runs = self.engines.seat(side).is_some();
        if !runs && table.is_over() {
            return;
        }
        let Some(id) = self.seat_engine(side, now) else { return };
        let idle = self.seats.players[side.idx()].as_ref().is_none_or(|player| player.is_idle());
        let Some(engine) = self.engines.get_mut(id).filter(|engine| !engine.has_ended()) else {
            return;
        };
        let (Keeper::Engine(_, viewer), Some(table)) = (&mut self.seats.keeper, self.doc.table())
        else {
            return;
        };
        if let Some(request) =
            Some(viewer).filter(|_| idle).and_then(|viewer| viewer.ask(table, side))
        {
            engine.send(request, now);
        }
    }

    /// What the engine that keeps the game says of it.
    pub(super) fn hear_kept(&mut self, side: Side, event: &SessionEvent) {
        let Keeper::Engine(keeper, viewer) = &mut self.seats.keeper else { return };
        if *keeper != side {
            return;
        }
        match &event.what {
            News::Ended(_) => viewer.restarted(),
            News::Infos(_) => {}
            News::Event(said) => {
                let Some(table) = self.doc.table() else { return };
                match viewer.handle(said, table) {
                    Some(SeenDifference { found, n_before: 0 }) => {
                        self.report_difference(side, &found, event.at);
                    }
                    Some(SeenDifference { found, n_before }) => {
                        self.count_difference(side, &found, n_before);
                    }
                    None => {}
                }
                if matches!(said, Event::GameState { .. }) {
                    self.heed_word(side, event.at);
                }
            }
        }
    }

    /// Writes down what an engine complains of. Of the one that keeps the game it is shown, too: it
    /// concerns the side that moves.
    pub(super) fn hear_complaint(&mut self, id: u64, role: Role, words: &str, now: Instant) {
        let name = match (role, self.engines.get(id)) {
            (Role::Seat(side), _) => name_of(&self.seats.choices[side.idx()]),
            (_, Some(engine)) => self.called(engine),
            (_, None) => return,
        };
        let details = vec![format!("Position: {}", self.doc.position().to_text())];
        let bundle = match self.may_be_new(&name, words) {
            true => self.bundle_of(id, &complaint_text(&name, words), &details),
            false => None,
        };
        let bundle = bundle.map(|bundle| (self.bundles.next(), bundle));
        let (said_of, words_said) = (name.clone(), words.to_owned());
        self.messages.say(Said::Complaint {
            name: said_of,
            words: words_said,
            details,
            at: now,
            bundle,
        });
        if let (Role::Seat(side), Keeper::Engine(keeper, _)) = (role, &self.seats.keeper)
            && side == *keeper
        {
            self.messages.notice(NoticeKind::Error, complaint_text(&name, words));
        }
    }

    /// The session on a seat is another one now.
    pub(super) fn kept_anew(&mut self, side: Side) {
        if let Keeper::Engine(keeper, viewer) = &mut self.seats.keeper
            && *keeper == side
        {
            viewer.restarted();
        }
    }

    /// Shows a difference with both opinions; a slip of the pen is only written down.
    fn report_difference(&mut self, side: Side, found: &Disagreement, now: Instant) {
        let name = name_of(&self.seats.choices[side.idx()]);
        let decides = match self.settings.judge {
            Judge::Referee => REFEREE_DECIDES.to_owned(),
            Judge::Engine if found.what == Difference::ValidMoves => format!(
                "{name} decides: only moves that it lists can be made; what it lists besides cannot \
                 be shown on the board."
            ),
            Judge::Engine => format!("{name} decides."),
        };
        let text = difference_text(&name, found, &decides);
        let bundle = self.bundle(side, &text, &difference_details(found));
        self.messages.difference(&name, text, found, now);
        self.attach(bundle, ToldProblem::default());
    }

    /// A difference of a kind that was reported in this game: it is counted there, and the newest
    /// one is told among the details.
    fn count_difference(&mut self, side: Side, found: &Disagreement, n_before: u32) {
        let name = name_of(&self.seats.choices[side.idx()]);
        let Disagreement { what, referee, engine, .. } = found;
        let mut newest = vec![format!("the referee says {referee}; {name} says {engine}")];
        newest.extend(difference_details(found));
        let about = About::Difference { engine: name, what: *what };
        self.messages.count_more(about, n_before, newest);
    }

    /// The engine has said how the game stands: its word ends the game where it decides, and where
    /// it is to move and claims a draw that the rules allow to be claimed.
    fn heed_word(&mut self, side: Side, now: Instant) {
        let Some((outcome, state)) = self
            .kept_opinion()
            .and_then(|opinion| opinion.outcome.map(|outcome| (outcome, opinion.state.clone())))
        else {
            return;
        };
        let name = name_of(&self.seats.choices[side.idx()]);
        let decides = self.settings.judge == Judge::Engine;
        let Some(table) = self.doc.table_mut().filter(|table| !table.is_over()) else { return };
        let claims = outcome == Outcome::Draw && table.turn() == Some(side);
        if decides {
            table.stop_clocks(now);
            table.end_by_word(outcome, format!("{name} says {state}"));
        } else if claims && table.claimable().is_some() {
            table.stop_clocks(now);
            table.claim_draw();
        } else {
            return;
        }
        self.game_ended(now);
    }

    /// What the engine that keeps the game thinks of the position at the table; `None` while it has
    /// said nothing of it, or where the referee keeps the game.
    fn kept_opinion(&self) -> Option<&Opinion> {
        let Keeper::Engine(_, viewer) = &self.seats.keeper else { return None };
        viewer.opinion(self.doc.table()?)
    }

    /// The name of the engine that keeps the game, where its word decides and it runs.
    fn deciding(&self) -> Option<String> {
        let Keeper::Engine(side, _) = &self.seats.keeper else { return None };
        let decides = self.settings.judge == Judge::Engine;
        let engine = self.engines.on_seat(*side).filter(|_| decides)?;
        (!engine.has_ended()).then(|| name_of(&self.seats.choices[side.idx()]))
    }

    /// A draw by the rules of history does not come by itself where an engine's word decides.
    pub(super) fn engine_decides(&self) -> bool {
        self.settings.judge == Judge::Engine && matches!(self.seats.keeper, Keeper::Engine(..))
    }

    /// Why a person has to wait: the engine whose word decides has not said yet which moves there
    /// are.
    pub(super) fn awaited_word(&self) -> Option<String> {
        let name = self.deciding()?;
        let said = self.kept_opinion().is_some_and(|opinion| {
            opinion.n_moves.is_some() || opinion.is_silent || opinion.outcome.is_some()
        });
        (!said).then(|| format!("{name} has not said yet which moves are valid."))
    }

    /// The moves that may be played in the position shown, where the engine whose word decides does
    /// not list all that the rules allow.
    pub(super) fn only_listed(&self) -> Option<Vec<MoveText>> {
        if self.mode != Mode::Play || !self.doc.at_end() {
            return None;
        }
        self.deciding()?;
        let opinion = self.kept_opinion().filter(|opinion| opinion.n_moves.is_some())?;
        Some(opinion.playable.clone())
    }

    /// Why a move that the rules allow cannot be made: the engine whose word decides does not list
    /// it.
    pub(super) fn not_listed(&self, mv: &str) -> Option<String> {
        let name = self.deciding()?;
        let opinion = self.kept_opinion().filter(|opinion| opinion.n_moves.is_some())?;
        let listed = opinion.playable.contains(&MoveText(mv.to_owned()));
        (!listed).then(|| {
            format!(
                "{name} decides and does not list {mv} among the valid moves, though the referee \
                 would allow it."
            )
        })
    }

    /// What to say of a typed move that the rules do not allow, but the engine whose word decides
    /// does.
    pub(super) fn listed_alone(&self, text: &str) -> Option<String> {
        let name = self.deciding()?;
        let mut extra = self.kept_opinion()?.extra.iter();
        let is_same = |mv: &&String| mv.eq_ignore_ascii_case(text.trim());
        extra.find(is_same).map(|mv| {
            format!("{name} lists {mv}, but the program\u{2019}s rules do not allow it: it cannot be shown \
                 on the board.")
        })
    }

    /// The engine does not take the position and says why. Where it decides the last move is taken
    /// back, if a person made it; else it has lost.
    pub(super) fn engine_refused(&mut self, side: Side, why: &Reason, cause: Cause, now: Instant) {
        let name = name_of(&self.seats.choices[side.idx()]);
        let taken = if self.engine_decides() { self.take_back_refused(side) } else { None };
        let Some(mv) = taken else { return self.forfeit(side, cause, now) };
        let says = and_says(why);
        let text = format!(
            "{name} does not take {mv}, a move that the program holds legal{says}. It decides: the \
             move is taken back."
        );
        let bundle = self.bundle(side, &text, &[]);
        self.messages.problem(text, Vec::new(), None, now);
        self.attach(bundle, ToldProblem::default());
    }

    /// Takes back the last move if a person chose it; says which it was.
    fn take_back_refused(&mut self, side: Side) -> Option<String> {
        let is_person = self.seats.is_human(side.opponent());
        let table = self.doc.table_mut()?;
        let last = table.record().node(table.node());
        let (mv, mover) = (last.mv.clone()?, last.side);
        let before = table.positions().iter().nth_back(1)?;
        let forced = before.forced_note().is_some();
        let shown = before.show_move(&mv.0);
        if !is_person || forced || mover != Some(side.opponent()) || table.take_back(1) == 0 {
            return None;
        }
        self.moves_taken_back();
        Some(shown)
    }

    /// An engine was told to move now and had no move: it was started again, and no side has lost.
    pub(super) fn engine_interrupted(&mut self, side: Side, now: Instant) {
        let name = name_of(&self.seats.choices[side.idx()]);
        self.pause_table(now);
        let text = format!(
            "{name} was interrupted before it had a move; the game is paused. Resume it to ask \
             again, or take back."
        );
        self.messages.notice(NoticeKind::Info, text);
    }

    /// An engine that cannot be stopped, or was out of step, was started again, on a seat or because
    /// its analysis was ended by hand: says so. One that analyses is started again at every other
    /// position, too, which is not worth a word.
    pub(super) fn note_restart(&mut self, id: u64, event: &SessionEvent) {
        let News::Event(Event::Restarted(why)) = &event.what else { return };
        let Some(engine) = self.engines.get(id) else { return };
        let why = match why {
            Restart::Interrupted => "cannot be stopped",
            Restart::OutOfStep => "had failed, and its answers were not to be trusted",
        };
        let name = self.called(engine);
        let text = if engine.role.seat().is_some() {
            format!("{name} {why}: it was started again, and is told the game again.")
        } else if engine.role == Role::Card && self.analysis.is_unwanted(id) {
            format!("{name} {why}: it was started again.")
        } else {
            return;
        };
        self.messages.notice(NoticeKind::Info, text);
    }

    /// Who keeps the game and what it says, for the page of facts: `Quintet Hive: InProgress, 37
    /// valid moves, agrees`.
    pub(super) fn kept_fact(&self) -> Option<(String, String)> {
        let Keeper::Engine(side, _) = &self.seats.keeper else { return None };
        let table = self.doc.table().filter(|_| self.doc.at_end())?;
        let name = name_of(&self.seats.choices[side.idx()]);
        let text = match self.kept_opinion() {
            Some(opinion) => format!("{name}: {}", opinion_text(opinion)),
            None => format!("{name}, which has said nothing of this position yet"),
        };
        let decides = if self.engine_decides() && !table.is_over() { "; it decides" } else { "" };
        Some(("Game kept by".to_owned(), format!("{text}{decides}")))
    }
}

/// `InProgress, 37 valid moves, agrees`.
fn opinion_text(opinion: &Opinion) -> String {
    let mut parts = Vec::new();
    if !opinion.state.is_empty() {
        parts.push(opinion.state.clone());
    }
    match opinion.n_moves {
        Some(1) => parts.push("1 valid move".to_owned()),
        Some(n) => parts.push(format!("{n} valid moves")),
        None if opinion.is_silent && opinion.outcome.is_none() => {
            parts.push("no word on the valid moves".to_owned());
        }
        None => {}
    }
    let mut kinds: Vec<&str> = opinion.differs.iter().map(|found| found.what.name()).collect();
    kinds.dedup();
    parts.push(match kinds[..] {
        [] => "agrees".to_owned(),
        _ => format!("differs ({})", kinds.join(", ")),
    });
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opinion_is_said_in_a_line() {
        let opinion =
            Opinion { state: "InProgress".to_owned(), n_moves: Some(37), ..Opinion::default() };
        assert_eq!(opinion_text(&opinion), "InProgress, 37 valid moves, agrees");
        let found = Disagreement {
            what: Difference::ValidMoves,
            referee: String::new(),
            engine: String::new(),
            told: String::new(),
            came: String::new(),
        };
        let opinion = Opinion { n_moves: Some(1), differs: vec![found.clone(), found], ..opinion };
        assert_eq!(opinion_text(&opinion), "InProgress, 1 valid move, differs (valid moves)");
        let opinion = Opinion { is_silent: true, ..Opinion::default() };
        assert_eq!(opinion_text(&opinion), "no word on the valid moves, agrees");
    }
}
