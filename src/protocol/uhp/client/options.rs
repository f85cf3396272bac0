//! The options of an engine: how they are chosen, listed and set.
//!
//! Does not decide when.

use std::time::{Duration, Instant};

use super::{Got, Purpose, Readiness, UhpClient};
use crate::protocol::uhp::deviation::Deviation;
use crate::protocol::uhp::effort::{FRACTION, WHOLE};
use crate::protocol::uhp::message::{Command, FRACTIONAL_TIME};
use crate::protocol::uhp::setting::Setting;
use crate::protocol::{Event, OptionKind, quoted};

impl UhpClient {
    pub(super) fn choose(&mut self, name: &str, value: &str) {
        match self.admitted(name, value) {
            Ok(admitted) => {
                self.settings.choose(name, value);
                if !self.awaits_options() {
                    self.changes.push_back((name.to_owned(), admitted));
                }
            }
            Err(why) => self.talk.report(Event::Complaint(why)),
        }
    }

    /// The engine has not listed its options yet; chosen values are set when it has.
    fn awaits_options(&self) -> bool {
        match self.readiness {
            _ if !self.talk.is_on() => true,
            Readiness::Starting { .. } => true,
            Readiness::Preparing => {
                let flight = self.flight.as_ref().map(|flight| &flight.purpose);
                matches!(flight, Some(Purpose::ListOptions))
            }
            Readiness::Ready => false,
        }
    }

    /// The option by which the engine declares that it takes parts of a second.
    pub(super) fn fractional_time(&self) -> Option<&Setting> {
        let is_it = |setting: &&Setting| {
            setting.name == FRACTIONAL_TIME && setting.kind == OptionKind::Bool
        };
        self.declared.iter().find(is_it)
    }

    /// The step of the times for its searches.
    pub(super) fn time_step(&self) -> Duration {
        match self.fractional_time() {
            Some(setting) if setting.value.eq_ignore_ascii_case("true") => FRACTION,
            Some(_) | None => WHOLE,
        }
    }

    /// The value as it is sent; otherwise the fault.
    pub(super) fn admitted(&self, name: &str, value: &str) -> Result<String, String> {
        if self.awaits_options() {
            return Ok(value.to_owned());
        }
        let Some(setting) = self.declared.iter().find(|setting| setting.name == name) else {
            return Err(format!("option {name:?} is not known to the engine"));
        };
        setting.admit(value).ok_or_else(|| {
            let allowed = setting.allowed();
            format!("option {name:?} cannot be set to {value:?}; allowed: {allowed}")
        })
    }

    /// Prepares the chosen options whose values differ from the engine's. Parts of a second are
    /// switched on unless the user chose otherwise.
    pub(super) fn prepare_options(&mut self) {
        self.changes.clear();
        let mut options = self.settings.options.clone();
        if self.fractional_time().is_some()
            && !options.iter().any(|(name, _)| name == FRACTIONAL_TIME)
        {
            options.push((FRACTIONAL_TIME.to_owned(), "true".to_owned()));
        }
        for (name, value) in options {
            let admitted = match self.admitted(&name, &value) {
                Ok(admitted) => admitted,
                Err(why) => {
                    self.talk.report(Event::Complaint(why));
                    continue;
                }
            };
            let has = |setting: &Setting| {
                setting.name == name && setting.value.eq_ignore_ascii_case(&admitted)
            };
            if !self.declared.iter().any(has) {
                self.changes.push_back((name, admitted));
            }
        }
    }

    pub(super) fn option_was_set(&mut self, name: String, value: String, got: Got) {
        let Some(known) = self.declared.iter_mut().find(|setting| setting.name == name) else {
            return self.complain(got.errors);
        };
        if !got.errors.is_empty() {
            let lower = value.to_ascii_lowercase();
            if known.kind == OptionKind::Bool && lower != value {
                self.lower_case_bools = true;
                self.talk.deviates(Deviation::LowerCaseBool);
                return self.changes.push_front((name, lower));
            }
            return self.complain(got.errors);
        }
        let Some(now) = got.settings.into_iter().rfind(|setting| setting.name == name) else {
            known.value = value;
            return;
        };
        known.value.clone_from(&now.value);
        let numbers = now.value.parse::<f64>().ok().zip(value.parse::<f64>().ok());
        let is_same = now.value.eq_ignore_ascii_case(&value)
            || numbers.is_some_and(|(now, value)| (now - value).abs() < 1e-9);
        if !is_same {
            let [name, now, value] = [&name, &now.value, &value].map(quoted);
            let text = format!("option {name} is {now} after it was set to {value}");
            self.talk.report(Event::Complaint(text));
        }
    }

    pub(super) fn set_option(&mut self, name: String, value: String, now: Instant) {
        let is_bool = self
            .declared
            .iter()
            .any(|setting| setting.name == name && setting.kind == OptionKind::Bool);
        let value =
            if is_bool && self.lower_case_bools { value.to_ascii_lowercase() } else { value };
        let command = Command::SetOption { name: name.clone(), value: value.clone() };
        self.launch(&command, "options set", Purpose::SetOption { name, value }, now);
    }
}
