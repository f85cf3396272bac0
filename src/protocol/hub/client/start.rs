//! The handshake: the engine's declarations, and the parameters that are set before `init`.
//!
//! Sends nothing that the engine's own declaration does not admit: Scan exits on it.

use std::time::Instant;

use super::{HubClient, HubState};
use crate::protocol::hub::deviation::Deviation;
use crate::protocol::hub::message::{Command, Reply};
use crate::protocol::hub::param::{Param, ParamKind, VARIANT};
use crate::protocol::hub::settings::NORMAL;
use crate::protocol::{Event, Fault, MOST_CHOICES, MOST_OPTIONS, quoted};

impl HubClient {
    /// Takes a line of an engine that is not ready yet.
    pub(super) fn hear_start(&mut self, line: &str, now: Instant) {
        let greeting = matches!(self.state, HubState::Greeting { .. });
        match Reply::parse(line) {
            Reply::Id(id) if greeting => {
                self.talk.name = id.title().unwrap_or_else(|| self.talk.name.clone());
            }
            Reply::Param(param) if greeting => self.declare(param, line),
            Reply::Wait if greeting => self.initialise(now),
            Reply::Ready if !greeting && self.settings.pings => self.prove_ping(now),
            Reply::Ready if !greeting => self.become_ready(now),
            Reply::Error(message) => self.hear_refusal(message, now),
            Reply::Chatter(line) => {
                // While it initialises, an engine may write anything.
                if greeting && !line.trim().is_empty() {
                    self.talk.deviates(Deviation::Banner);
                }
                self.chatter(line);
            }
            Reply::Pong => self.count_pong(),
            Reply::Id(_)
            | Reply::Param(_)
            | Reply::Wait
            | Reply::Ready
            | Reply::Info(_)
            | Reply::Done(_) => self.chatter(line.to_owned()),
        }
    }

    /// Before `wait` an error can only be the answer to `hub`, and after it the answer to a parameter or to
    /// `init`; unless a person has typed something. An engine that goes on all the same does so soon.
    fn hear_refusal(&mut self, message: String, now: Instant) {
        let grace = self.settings.deadlines.stop / 5;
        match &mut self.state {
            HubState::Greeting { .. } if !self.may_complain => {
                let what = refusal_of("hub", &message);
                return self.talk.fail(Fault::Unready { what });
            }
            HubState::Initialising { deadline, refusal } if !self.may_complain => {
                *deadline = (*deadline).min(now + grace);
                refusal.get_or_insert_with(|| message.clone());
            }
            _ => {}
        }
        self.talk.report(Event::Complaint(message));
    }

    /// The engine has not become ready in its time.
    pub(super) fn give_up_init(&mut self) {
        match &mut self.state {
            HubState::Initialising { refusal: Some(message), .. } => {
                let what = refusal_of("init", message);
                self.talk.fail(Fault::Unready { what });
            }
            _ => self.talk.time_out("init", self.settings.deadlines.start),
        }
    }

    pub(super) fn chatter(&mut self, line: String) {
        if !line.trim().is_empty() {
            self.talk.report(Event::Chatter(line));
        }
    }

    fn declare(&mut self, mut param: Param, line: &str) {
        if matches!(
            param.kind,
            ParamKind::Int { min: None, .. }
                | ParamKind::Int { max: None, .. }
                | ParamKind::Real { min: None, .. }
                | ParamKind::Real { max: None, .. }
        ) {
            self.talk.deviates(Deviation::NoBounds);
        }
        if let ParamKind::Enum(values) = &mut param.kind
            && MOST_CHOICES < values.len()
        {
            *values = values.drain(..MOST_CHOICES).collect();
            self.talk.deviates(Deviation::TooManyOptions);
        }
        let is_full = MOST_OPTIONS <= self.params.len();
        match self.params.iter_mut().find(|known| known.name == param.name) {
            Some(known) => *known = param,
            None if is_full => {
                self.talk.deviates(Deviation::TooManyOptions);
                self.chatter(line.to_owned());
            }
            None => self.params.push(param),
        }
    }

    fn initialise(&mut self, now: Instant) {
        if let Err(what) = self.set_variant() {
            return self.talk.fail(Fault::Unsupported { what });
        }
        for (name, value) in self.settings.options.clone() {
            if name == VARIANT {
                let text = "option \"variant\" is set from the game that is played".to_owned();
                self.talk.report(Event::Complaint(text));
            } else if let Err(text) = self.set_param(&name, &value) {
                self.talk.report(Event::Complaint(text));
            }
        }
        self.talk.send(Command::Init);
        let deadline = now + self.settings.deadlines.start;
        self.state = HubState::Initialising { deadline, refusal: None };
    }

    /// An engine without the parameter plays the international game.
    fn set_variant(&mut self) -> Result<(), String> {
        let wanted = self.settings.variant.clone();
        let Some(param) = self.params.iter().find(|param| param.name == VARIANT) else {
            return if wanted == NORMAL {
                Ok(())
            } else {
                Err(format!(
                    "it plays only the international game, not {wanted}: it declares no variants"
                ))
            };
        };
        let values = match &param.kind {
            ParamKind::Enum(values) => values.join(", "),
            ParamKind::Bool
            | ParamKind::Int { .. }
            | ParamKind::Real { .. }
            | ParamKind::String => param.value.clone(),
        };
        self.set_param(VARIANT, &wanted)
            .map_err(|_text| format!("it plays only the variants {values}, not {wanted}"))
    }

    /// Sets a parameter unless it has this value already.
    fn set_param(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(param) = self.params.iter().find(|param| param.name == name) else {
            let known: Vec<&str> = self.params.iter().map(|param| param.name.as_str()).collect();
            let known = known.join(", ");
            return Err(format!("option {name:?} is not sent: the engine has only {known}"));
        };
        let checked = param.kind.check(value).map_err(|allowed| {
            format!("option {name:?} is not sent: it is {value:?}; allowed: {allowed}")
        })?;
        // Compare both in one spelling: 0.50 is 0.5.
        if param.kind.check(&param.value).as_ref() != Ok(&checked) {
            let (name, value) = (name.to_owned(), checked.into());
            self.talk.send(Command::SetParam { name, value });
        }
        Ok(())
    }

    /// The handshake is over.
    pub(super) fn become_ready(&mut self, now: Instant) {
        let settable = self.params.iter().filter(|param| param.name != VARIANT);
        let options = settable.map(Param::decl).collect();
        if self.talk.get_ready(self.settings.capabilities(), options) {
            self.talk.show_status(String::new());
        }
        self.rest(now);
    }
}

/// `it answers hub with an error: “out of memory”`
fn refusal_of(command: &str, message: &str) -> String {
    format!("it answers {command} with an error: {}", quoted(message))
}
