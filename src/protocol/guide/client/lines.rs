//! The effect of an engine's messages on the dialogue.
//!
//! Sends only what the end of a search permits.

use std::mem;
use std::time::Instant;

use super::{Awaited, GuideClient, GuideState};
use crate::protocol::guide::abilities::may_mean_board;
use crate::protocol::guide::command::Command;
use crate::protocol::guide::deviation::Deviation;
use crate::protocol::guide::pings::{Trust, ping_number};
use crate::protocol::guide::reply::{OptionLine, OptionType, Reply, SearchInfo};
use crate::protocol::guide::running::{Kind, Running};
use crate::protocol::guide::settings::decl;
use crate::protocol::machine::{Machine, Stop};
use crate::protocol::{Capabilities, Event, RESTARTED};

/// The most options of one engine, far more than a real engine has.
const MAX_OPTIONS: usize = 1_000;
/// The most choices of one option.
const MAX_CHOICES: usize = 1_000;

impl GuideClient {
    /// Takes a reply of the engine while the dialogue lasts.
    pub(super) fn hear_reply(&mut self, reply: Reply, now: Instant) {
        match reply {
            Reply::Name(name) => self.introduce(name),
            Reply::Author(author) => {
                self.has_greeted();
                self.talk.report(Event::Chatter(format!("author {author}")));
            }
            Reply::Option(option) => self.declare(option),
            Reply::EngineOk => self.engine_ok(now),
            Reply::Capabilities(commands) => self.hear_capabilities(commands, now),
            Reply::Debug(text) => self.talk.report(Event::Chatter(text)),
            Reply::Error(text) => self.hear_complaint(text, now),
            Reply::Game(game) => self.check_game(&game),
            Reply::Position { board, .. } => self.check_board(&board),
            Reply::Move(mv) => self.hear_move(Some(mv.to_string()), now),
            Reply::OddMove(text) => {
                self.talk.deviates(Deviation::OddMove);
                self.hear_move(Some(text).filter(|text| !text.is_empty()), now);
            }
            Reply::SearchInfo(info) => self.hear_info(info, now),
            Reply::SetComment { ply, text } => self.hear_comment(ply, text, now),
            Reply::Analysed => self.game_is_analysed(now),
            Reply::OfferDraw => self.talk.report(Event::DrawOffered),
            Reply::Pong(text) => self.pong(&text, now),
            Reply::Quit => self.talk.report(Event::Chatter("quit".to_owned())),
            Reply::Empty => {}
            Reply::Chatter(text) => self.talk.report(Event::Chatter(text)),
        }
    }

    /// The engine need not be asked for its name.
    fn has_greeted(&mut self) {
        if let GuideState::Starting { ask_at, .. } = &mut self.state {
            *ask_at = None;
        }
    }

    fn introduce(&mut self, name: String) {
        self.has_greeted();
        self.is_nameless = false;
        self.talk.rename(name);
    }

    /// The last declaration of a number holds; there are no new numbers once it is ready.
    fn declare(&mut self, mut option: OptionLine) {
        self.has_greeted();
        if let OptionType::Combo { choices, .. } = &mut option.kind
            && MAX_CHOICES < choices.len()
        {
            choices.truncate(MAX_CHOICES);
            choices.shrink_to_fit();
            self.talk.deviates(Deviation::ManyOptions);
        }
        let is_starting =
            matches!(self.state, GuideState::Starting { .. } | GuideState::Asking { .. });
        if let Some(known) = self.options.iter_mut().find(|known| known.id == option.id) {
            *known = option;
        } else if is_starting && self.options.len() < MAX_OPTIONS {
            self.options.push(option);
        } else {
            let why = if is_starting { Deviation::ManyOptions } else { Deviation::LateOption };
            self.talk.deviates(why);
            self.talk.report(Event::Chatter(format!("option {option}")));
        }
    }

    fn engine_ok(&mut self, now: Instant) {
        if matches!(self.state, GuideState::Asking { .. }) && self.abilities.are_declared() {
            // The engine has introduced itself once more.
            return self.become_ready(now);
        }
        if !matches!(self.state, GuideState::Starting { .. }) {
            return;
        }
        // An engine that was started again can do what it could before.
        let is_known = self.talk.was_ready() || self.abilities.are_declared();
        // The document: `name` must be sent after `guide`.
        let is_nameless = mem::take(&mut self.is_nameless);
        if is_nameless {
            self.talk.send(Command::Guide);
        }
        if !is_known {
            self.talk.send(Command::Capabilities);
        } else if !is_nameless {
            return self.become_ready(now);
        }
        self.state = GuideState::Asking { until: now + self.settings.first_words };
    }

    fn hear_capabilities(&mut self, commands: Vec<String>, now: Instant) {
        self.has_greeted();
        self.abilities.declare(commands);
        if matches!(self.state, GuideState::Asking { .. }) {
            self.become_ready(now);
        }
    }

    /// The handshake is over.
    pub(super) fn become_ready(&mut self, now: Instant) {
        let options = self.options.iter().map(decl).collect();
        if self.talk.get_ready(self.capabilities(), options) {
            self.talk.show_status(RESTARTED.to_owned());
        }
        self.state = GuideState::Idle;
        self.go_on(now);
    }

    /// A complaint is never fatal; but a command that the engine does not have is not sent again.
    fn hear_complaint(&mut self, text: String, now: Instant) {
        let before = self.capabilities();
        let missing = self.abilities.hear_complaint(&text);
        let may_mean_board = may_mean_board(&text);
        if may_mean_board && matches!(self.state, GuideState::Fencing { .. }) {
            self.objection = Some(text.clone());
        }
        self.talk.report(Event::Complaint(text));
        match missing {
            Some("capabilities") if matches!(self.state, GuideState::Asking { .. }) => {
                self.become_ready(now);
            }
            Some("game") => {
                if self.told.go_in_steps() {
                    self.doubt_board();
                }
            }
            Some("jumpto" | "forward") => {
                self.told.forget_board();
                self.doubt_board();
            }
            Some("halt") => self.lacks_halt(now),
            Some(command) if command.starts_with("levels") => self.lacks_level(before),
            None if may_mean_board => self.hear_refusal(),
            Some(_) | None => {}
        }
    }

    /// The engine does not take a level: the client sends another one, or the host ends the search.
    fn lacks_level(&mut self, before: Capabilities) {
        self.talk.deviates(Deviation::NoLevel);
        self.told.forget_level();
        self.doubt_board();
        if let GuideState::Searching(running) = &mut self.state {
            running.lose_level(&self.abilities);
        }
        let capabilities = self.capabilities();
        if capabilities != before {
            self.talk.report(Event::Capabilities(capabilities));
        }
    }

    /// A complaint while a board is sent is taken to be about the board, if it may be: the engine
    /// keeps the old one.
    fn hear_refusal(&mut self) {
        if let GuideState::Fencing { doubts, .. } = &mut self.state {
            doubts.is_refused = true;
            self.told.doubt();
        }
    }

    /// The search whose info lines are accepted.
    fn believed(&mut self) -> Option<&mut Running> {
        match &mut self.state {
            GuideState::Searching(running) if running.kept.is_none() => Some(running),
            GuideState::Stopping { running, stop: Stop::MoveNow, .. } => Some(running),
            GuideState::Searching(_)
            | GuideState::Stopping { .. }
            | GuideState::Starting { .. }
            | GuideState::Asking { .. }
            | GuideState::Idle
            | GuideState::Fencing { .. } => None,
        }
    }

    fn hear_info(&mut self, mut info: SearchInfo, now: Instant) {
        let white_scores = self.settings.white_scores;
        let Some(running) = self.believed() else { return };
        running.heard = now;
        let status = info.text.take().or_else(|| {
            let mv = info.curr_move.take()?;
            Some(match info.curr_move_number {
                Some(number) => format!("searching move {number}: {mv}"),
                None => format!("searching {mv}"),
            })
        });
        let report = running.hear(info, white_scores);
        self.talk.report_all(report.map(Event::Info));
        if let Some(status) = status {
            self.talk.show_status(status);
        }
        if matches!(&self.state, GuideState::Searching(running) if running.is_over(now)) {
            self.end(Stop::MoveNow, now);
        }
    }

    fn hear_comment(&mut self, ply: u32, text: String, now: Instant) {
        if let Some(running) = self.believed() {
            running.heard = now;
        }
        self.talk.report(if self.may_remark() {
            Event::Remark { ply, text }
        } else {
            Event::Chatter(format!("setcomment {ply} {text}"))
        });
    }

    /// Returns true if a comment is about a game that is still wanted: its number refers to a move
    /// of the last game that was searched.
    fn may_remark(&self) -> bool {
        match self.state {
            GuideState::Idle | GuideState::Searching(_) => true,
            GuideState::Stopping { stop, .. } => stop == Stop::MoveNow,
            GuideState::Starting { .. }
            | GuideState::Asking { .. }
            | GuideState::Fencing { .. } => false,
        }
    }

    /// A move has been made on the engine's board.
    fn hear_move(&mut self, mv: Option<String>, now: Instant) {
        match mem::replace(&mut self.state, GuideState::Idle) {
            GuideState::Searching(running) if running.kept.is_none() => {
                self.answer(running, mv, now)
            }
            GuideState::Stopping { running, stop: Stop::MoveNow, .. } => {
                self.answer(running, mv, now)
            }
            GuideState::Stopping { running, stop: Stop::Drop, fence } => {
                if matches!(fence.awaited, Awaited::Halt | Awaited::End) {
                    // Its answer was wanted when it was told to move, but is not wanted any more.
                    self.made(mv.as_deref());
                    self.finish(Event::Ended(running.id), now);
                } else {
                    self.talk.deviates(Deviation::LateMove);
                    self.told.doubt();
                    self.state = GuideState::Stopping { running, stop: Stop::Drop, fence };
                }
            }
            GuideState::Fencing { running, fence, stop, mut doubts } => {
                // The move came before the fence, so it belongs to the search before. It is unknown
                // whether the engine made it on the old board or on the new one.
                if !doubts.is_halted {
                    self.talk.deviates(Deviation::StrayMove);
                }
                self.told.doubt();
                doubts.again = true;
                self.state = GuideState::Fencing { running, fence, stop, doubts };
            }
            // This ends a search that a person has started.
            GuideState::Idle if self.n_typed > 0 => {
                self.n_typed -= 1;
                self.told.doubt();
            }
            other => {
                if matches!(other, GuideState::Idle | GuideState::Searching(_)) {
                    self.talk.deviates(Deviation::StrayMove);
                    self.told.doubt();
                }
                self.state = other;
            }
        }
    }

    fn made(&mut self, mv: Option<&str>) {
        match mv {
            Some(mv) => self.told.played(mv),
            None => self.told.doubt(),
        }
    }

    fn answer(&mut self, mut running: Running, mv: Option<String>, now: Instant) {
        self.made(mv.as_deref());
        match running.kind {
            Kind::Play => self.finish(Event::Answer(running.answer(mv)), now),
            Kind::Ponder => {
                running.kept = Some(running.answer(mv));
                self.state = GuideState::Searching(running);
            }
            Kind::Analyse | Kind::WholeGame => {
                self.talk.deviates(Deviation::MoveForAnalysis);
                if running.kind == Kind::WholeGame {
                    self.told.forget_board();
                }
                self.finish(Event::Answer(running.answer(None)), now);
            }
        }
    }

    fn game_is_analysed(&mut self, now: Instant) {
        let Some(running) = self.believed() else { return };
        if running.kind != Kind::WholeGame {
            return;
        }
        let answer = running.answer(None);
        self.told.forget_board();
        self.finish(Event::Answer(answer), now);
    }

    fn pong(&mut self, text: &str, now: Instant) {
        let number = if text.is_empty() { Some(None) } else { ping_number(text).map(Some) };
        let Some(reached) = number.and_then(|number| self.pings.answered(number)) else { return };
        self.trust = Trust::Answers;
        if text.is_empty() {
            self.talk.deviates(Deviation::BarePong);
        }
        let (GuideState::Fencing { fence, .. } | GuideState::Stopping { fence, .. }) = &self.state
        else {
            return;
        };
        if matches!(fence.awaited, Awaited::Pong(ping) if ping <= reached) {
            self.fence_opens(now);
        }
    }
}
