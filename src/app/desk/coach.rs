//! The coach: looks at every move of a person against an engine before the engine answers, and says so
//! when it lost much. The game waits for what the person decides.
//!
//! Values nothing itself: the review of that one move does. Looks at no game with clocks, which would
//! run meanwhile.

use std::time::Instant;

use super::parts::coach::{Advice, Coach, Looking};
use super::state::Desk;
use crate::app::engines::Role;
use crate::app::format;
use crate::app::views::{CoachView, CoachWish, NoticeKind};
use crate::games::{Actor, GameInfo, Link, NodeId, Side};
use crate::play::{
    MoveClass, ReviewChange, ReviewDriver, ReviewPlan, ReviewScope, Table, TimeControl,
};
use crate::session::{News, SessionEvent};
use crate::store::Uncounted;

/// Plies of a line that are shown.
const MOST_PLIES: usize = 6;

impl Desk {
    /// The game waits: the last move is being looked at, or the person has to decide about it.
    pub(super) fn waits_for_coach(&mut self, now: Instant) -> bool {
        let Some((node, ply)) = self.to_be_looked_at() else {
            self.rest_coach(now);
            return false;
        };
        if self.coach.passed == Some(node) {
            return false;
        }
        if self.coach.advice.as_ref().is_some_and(|advice| advice.node == node) {
            return true;
        }
        if self.coach.looks.as_ref().is_none_or(|looks| looks.node != node) {
            self.rest_coach(now);
            if !self.look_at(node, ply, now) {
                self.coach.passed = Some(node);
                return false;
            }
        }
        self.tell_coach(now, |driver| driver.handle_timeout(now));
        self.coach.passed != Some(node)
    }

    /// The last move at the table with its number, where a person has made it and an engine plays on,
    /// or the game has ended by it.
    fn to_be_looked_at(&self) -> Option<(NodeId, usize)> {
        let is_open = |table: &&Table| !table.is_over() || ends_on_board(table);
        let table = self.doc.table().filter(|table| !table.is_paused()).filter(is_open)?;
        let is_untimed = |side| table.control(side) == TimeControl::Unlimited;
        let one_person = self.seats.only_human()?;
        let wanted = self.settings.coach
            && !self.coach.has_failed
            && Side::BOTH.into_iter().all(is_untimed)
            && table.record().node(table.node()).side == Some(one_person)
            && table.turn() != Some(one_person);
        wanted.then(|| (table.node(), table.ply()))
    }

    /// Begins to look at a move; says whether there is an engine for it.
    fn look_at(&mut self, node: NodeId, ply: usize, now: Instant) -> bool {
        let Some((id, link, name, can_stop)) = self.coach_engine(now) else { return false };
        let (game, Some(table)) = (self.doc.game, self.doc.table()) else { return false };
        let effort = ReviewDriver::usual_budget(game.info());
        let scope = ReviewScope { plies: ply..=ply, end: Some(node), ..ReviewScope::default() };
        let loss_marks = Some(self.judging().loss_marks);
        let plan = ReviewPlan { scope, loss_marks, ..ReviewPlan::of(effort, can_stop) };
        let known = self.doc.known_lines();
        let driver = ReviewDriver::new(game, table.record(), &known, &name, link, plan);
        let Ok(driver) = driver else { return false };
        self.coach.engine = Some(id);
        self.coach.looks = Some(Looking { node, ply, driver });
        self.tell_coach(now, |driver| driver.begin(now));
        true
    }

    /// The engine that looks, started when it does not run: the first of the list that comes with the
    /// program and plays what is on the board.
    fn coach_engine(&mut self, now: Instant) -> Option<(u64, &'static dyn Link, String, bool)> {
        let running = self.coach.engine.and_then(|id| self.engines.get(id));
        let id = match running.filter(|engine| !engine.has_ended()) {
            Some(engine) => engine.id,
            None => {
                let entries = self.catalogue.list.entries.iter();
                let mut fits = entries.filter(|entry| entry.shipped && self.fits_board(entry));
                let name = fits.next()?.name.clone();
                let (launch, _) = self.launch(&name, &[]).ok()?;
                self.engines.start(&name, Vec::new(), launch, Role::Coach, now)
            }
        };
        let engine = self.engines.get(id)?;
        let link = self.doc.game.link(engine.launch.protocol.name())?;
        let can_stop = engine.launch.protocol.has_stop();
        Some((id, link, engine.launch.config.name.clone(), can_stop))
    }

    /// Tells the review of the move something, and does what it asks for.
    fn tell_coach(&mut self, now: Instant, tell: impl FnOnce(&mut ReviewDriver)) {
        let Some(looks) = &mut self.coach.looks else { return };
        tell(&mut looks.driver);
        while let Some(request) = looks.driver.poll_request() {
            let engine = self.coach.engine.and_then(|id| self.engines.get_mut(id));
            if let Some(engine) = engine {
                engine.send(request, now);
            }
        }
        let changes: Vec<ReviewChange> =
            std::iter::from_fn(|| looks.driver.poll_change()).collect();
        for change in changes {
            match change {
                ReviewChange::Values => {}
                ReviewChange::Finished { .. } => self.judge_by_coach(),
                ReviewChange::Restart(_) | ReviewChange::Paused(_) => self.coach_fails(),
            }
        }
    }

    /// Everything is known of the move.
    fn judge_by_coach(&mut self) {
        let Some(Looking { node, ply, driver }) = self.coach.looks.take() else { return };
        let Some(table) = self.doc.table() else { return };
        let before = driver.position(table.record(), ply - 1);
        let judged =
            before.class.zip(before.loss).filter(|(class, _)| *class >= MoveClass::Mistake);
        let Some((_, loss)) = judged else {
            self.coach.passed = Some(node);
            return;
        };
        let best = before.best().map(str::to_owned);
        let better = match before.line.first().cloned() == best {
            true => before.line,
            false => best.into_iter().collect(),
        };
        let after = driver.position(table.record(), ply);
        let mover = table.record().node(node).side;
        let seen = |value: f64| if mover == Some(Side::Second) { -value } else { value };
        let values = [before.value, after.value].map(|value| value.map(seen));
        let reply = after.line;
        self.coach.advice = Some(Advice { node, loss, values, better, reply, is_open: false });
    }

    /// The engine has ended: the game goes on without the coach.
    fn coach_fails(&mut self) {
        let engine = self.coach.engine;
        self.coach = Coach { has_failed: true, ..Coach::default() };
        if let Some(id) = engine {
            let name = self.called_by_id(id);
            let text = format!("{name} has ended: the coach looks at no more moves of this game.");
            self.messages.notice(NoticeKind::Error, text);
            self.engines.remove(id);
        }
    }

    /// Looks at nothing any more; what was said of a move that is gone is gone, too.
    pub(super) fn rest_coach(&mut self, now: Instant) {
        self.tell_coach(now, |driver| driver.set_paused(true, now));
        self.coach.looks = None;
        self.coach.advice = None;
    }

    pub(super) fn handle_coach_event(&mut self, id: u64, event: &SessionEvent) {
        if self.coach.engine != Some(id) {
            return;
        }
        let Some(engine) = self.engines.get(id) else { return };
        let session = engine.session.clone();
        let has_ended = matches!(event.what, News::Ended(_));
        self.tell_coach(event.at, |driver| driver.handle_event(event, &session, false));
        if has_ended && self.coach.engine == Some(id) {
            self.coach_fails();
        }
    }

    /// When [`Desk::waits_for_coach`] must be called next.
    pub(super) fn coach_deadline(&self) -> Option<Instant> {
        self.coach.looks.as_ref().and_then(|looks| looks.driver.poll_timeout())
    }

    /// What the user decides about the move that lost much.
    pub(super) fn answer_coach(&mut self, wish: CoachWish) {
        let Some(advice) = &mut self.coach.advice else { return };
        match wish {
            CoachWish::Why => {
                advice.is_open = true;
                self.uncount(Uncounted::Coach);
            }
            CoachWish::PlayOn => {
                self.coach.passed = Some(advice.node);
                self.coach.advice = None;
            }
        }
    }

    /// What the coach does or says now.
    pub(super) fn coach_view(&self) -> Option<CoachView> {
        let table = self.doc.table()?;
        if self.coach.looks.is_some() {
            return Some(CoachView::Looks);
        }
        let advice = self.coach.advice.as_ref()?;
        let (record, info) = (table.record(), self.doc.game.info());
        let before = table.positions().iter().nth_back(1)?;
        let mv = record.node(advice.node).mv.as_ref().map_or("", |mv| mv.0.as_str());
        let text = told(&format::mentioned(&**before, mv), advice, info);
        let why = advice.is_open.then(|| {
            let mut better = format::line(&**before, &advice.better, MOST_PLIES);
            if let Some(first) = advice.better.first().filter(|_| better.is_empty()) {
                better.clone_from(first);
            }
            let reply =
                table.positions().last().map(|pos| format::line(&**pos, &advice.reply, MOST_PLIES));
            let reply = reply.filter(|reply| !reply.is_empty());
            let reply = reply.map_or_else(String::new, |line| format!(" Now expected: {line}."));
            let [before, after] = advice.values;
            let values = before.zip(after).map(|(before, after)| {
                let told = |value: f64| format::told_fine(value, value, info);
                format!(" ({} in place of {})", told(before), told(after))
            });
            let values = values.unwrap_or_default();
            format!("Better was {better}{values}.{reply}")
        });
        Some(CoachView::Advises { text, why })
    }

    /// The table has this game from now on: nothing of another one counts.
    pub(super) fn new_coach(&mut self) {
        self.coach = Coach::default();
    }
}

/// What a move has given away, as a sentence.
fn told(mv: &str, advice: &Advice, info: &GameInfo) -> String {
    let wins = |value: f64| value > 0.0 && info.forced(value).is_some();
    let [before, after] = advice.values;
    if before.is_some_and(wins) && !after.is_some_and(wins) {
        return format!("{mv} gives away a forced win.");
    }
    if after.is_some_and(|after| wins(-after)) {
        return format!("After {mv} the other side can force a win.");
    }
    format!("{mv} gives away {}.", format::lost(advice.loss, info))
}

/// The last move has ended the game by what stands on the board: no side gave up or failed, and no count
/// or claim ended it.
fn ends_on_board(table: &Table) -> bool {
    table.forfeited().is_none() && matches!(table.position().actor(), Actor::Over(_))
}
