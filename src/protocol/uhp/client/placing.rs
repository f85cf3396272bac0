//! The results of the steps by which an engine is brought to a position.
//!
//! Sends nothing; `sending` takes the next step.

use super::{Got, UhpClient};
use crate::protocol::uhp::deviation::Deviation;
use crate::protocol::uhp::game_string::GameHead;
use crate::protocol::uhp::known_game::{Difference, Line, Way, difference};
use crate::protocol::{Event, Reason, Refused, Root};

impl UhpClient {
    /// The answer to a step on the way to a position.
    pub(super) fn placed(&mut self, after: Line, asks: bool, got: Got) {
        let Got { game, errors, .. } = got;
        let Some((game, text)) = game.filter(|_| errors.is_empty()) else {
            let step = self.step_to(&after, asks);
            self.told.forget();
            match (step, errors.is_empty()) {
                (Some(mv), false) => self.refused = Some((mv, errors.join(" "))),
                (None, false) => {
                    errors.into_iter().for_each(|text| self.object(Reason::Said(text)))
                }
                (_, true) => {
                    self.object(Reason::Found("it did not say what game it has".to_owned()));
                }
            }
            return self.try_another_way(asks, None);
        };
        let is_as_told =
            self.wanted(asks).is_some_and(|root| after.is_all_of(root) && text == root.full);
        if !is_as_told && let Some(what) = self.is_another_game(&after, &game, &text) {
            self.told.forget();
            self.object(Reason::Found(format!("it {what}")));
            return self.try_another_way(asks, Some(text));
        }
        self.told.confirm(after, game.state.is_over());
        self.arrived(asks, text);
    }

    /// The position that the engine is led to.
    fn wanted(&self, asks: bool) -> Option<&Root> {
        match (&self.question, &self.running) {
            (Some(question), _) if asks => Some(&question.root),
            (_, Some(running)) if !asks => Some(&running.root),
            _ => None,
        }
    }

    /// The move that was sent by itself, if the whole game is sent next in case it is refused.
    fn step_to(&self, after: &Line, asks: bool) -> Option<String> {
        let way = match (&self.question, &self.running) {
            (Some(question), _) if asks => question.way,
            (_, Some(running)) if !asks => running.way,
            _ => return None,
        };
        self.told.step_to(after).filter(|_| way == Way::Shortest).map(str::to_owned)
    }

    fn is_another_game(&mut self, after: &Line, head: &GameHead, game: &str) -> Option<String> {
        match difference(after, head, game)? {
            Difference::Game(what) => {
                self.talk.deviates(Deviation::WrongGame);
                return Some(what);
            }
            Difference::Head => self.talk.deviates(Deviation::WrongHead),
            Difference::Spelling => self.talk.deviates(Deviation::Respelled),
        }
        None
    }

    /// Reports the game if the engine has reached the position.
    fn arrived(&mut self, asks: bool, game: String) {
        let (root, way) = match (&self.question, &self.running) {
            (Some(question), _) if asks => (&question.root, question.way),
            (_, Some(running)) if !asks => (&running.root, running.way),
            _ => return,
        };
        if self.told.next_step(root, way).is_none() {
            let told = root.full.clone();
            if let Some((mv, words)) = self.refused.take() {
                self.talk.report(Event::Complaint(format!(
                    "\u{201c}{words}\u{201d} when it was told {mv}, a move that the program holds \
                     legal; the position was then given as a whole game and accepted"
                )));
            }
            self.talk.report(Event::GameState { told, game });
        }
    }

    /// The engine's earlier words are the only known reason why it has not reached the position;
    /// `other` is the game that it has instead.
    fn try_another_way(&mut self, asks: bool, other: Option<String>) {
        let (way, root) = match (&mut self.question, &mut self.running) {
            (Some(question), _) if asks => (&mut question.way, &question.root),
            (_, Some(running)) if !asks => (&mut running.way, &running.root),
            _ => return,
        };
        if let Some(next) = way.next() {
            *way = next;
            return;
        }
        let told = root.full.clone();
        if let Some((_, words)) = self.refused.take() {
            self.object(Reason::Said(words));
        }
        let state = other.map(|game| Event::GameState { told, game });
        self.talk.report_all(state);
        if asks {
            self.end_question();
        } else {
            let running = self.running.take();
            if let Some(running) = running {
                let why = self.reason.take();
                self.talk.refuse_search(running.id, Refused::Position, why);
            }
        }
    }
}
