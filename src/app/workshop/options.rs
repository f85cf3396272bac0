//! What engines can do and be set to: asked of them, checked, kept, applied.
//!
//! Knows no option by name; engines declare theirs.

use std::time::Instant;

use super::state::Workshop;
use crate::app::catalogue::{Known, value_of};
use crate::app::engines::{Engine, Role};
use crate::app::views::NoticeKind;
use crate::app::words::sentence;
use crate::protocol::{OptionDecl, OptionKind, Protocol};
use crate::store::{EngineChange, EngineEntry};

/// Why an engine of this protocol cannot be told this text as the value of an option, in words.
#[must_use]
pub fn text_fault(protocol: Protocol, value: &str) -> Option<String> {
    let allowed = protocol.check_text(value).err()?;
    Some(format!("{protocol} takes {allowed}"))
}

/// Why a value cannot be set, in words.
fn fault_of(decl: &OptionDecl, value: &str) -> Option<String> {
    if decl.kind.admits(value) {
        return None;
    }
    let wanted = match &decl.kind {
        OptionKind::Bool => "true or false".to_owned(),
        OptionKind::Int { .. } => format!("a whole number{}", decl.kind.range_text()),
        OptionKind::Real { .. } => format!("a number{}", decl.kind.range_text()),
        OptionKind::Choice(choices) => format!("one of: {}", choices.join(", ")),
        OptionKind::Text => "a text of one line".to_owned(),
    };
    Some(format!("{} must be {wanted}; it cannot be {value:?}", decl.name))
}

impl Workshop {
    /// Finds out what the engine of this name can do, by starting it for a moment where that is not known.
    pub(super) fn ask_options(&mut self, name: &str, now: Instant) {
        let asked = |engine: &Engine| {
            engine.entry == name && engine.role == Role::Ask && !engine.has_ended()
        };
        if self.catalogue.known.contains_key(name) || self.engines.iter().any(asked) {
            return;
        }
        match self.catalogue.launch_to_ask(name) {
            Ok(launch) => {
                self.engines.remove_if(|engine| engine.entry == name && engine.role == Role::Ask);
                self.engines.start(name, Vec::new(), launch, Role::Ask, now);
            }
            Err(cause) => {
                let text = sentence(&cause.said_of(name));
                self.messages.problem(text, Vec::new(), None, now);
                self.messages.about_engine(name);
            }
        }
    }

    /// Sets options of an engine, keeps them and applies them; all or none.
    pub(super) fn set_options(&mut self, name: &str, set: &[(String, String)], now: Instant) {
        let Some(entry) = self.catalogue.list.entries.iter().find(|entry| entry.name == name)
        else {
            let text = format!("There is no engine {name:?} in the list.");
            return self.messages.notice(NoticeKind::Error, text);
        };
        let known = self.catalogue.known.get(name);
        let faults = set.iter().find_map(|(option, value)| fault_in(entry, known, option, value));
        if let Some(fault) = faults {
            let text = sentence(&format!("{name}: {fault}"));
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let declared = known.map(|known| known.options.as_slice()).unwrap_or_default();
        // A choice may have the name of something that the engine declares with the value chosen when
        // it was started; that says nothing about how the entry came.
        let is_default = |(option, value): &&(String, String)| {
            !entry.choices.iter().any(|choice| choice.name == *option)
                && declared.iter().any(|decl| decl.name == *option && decl.default == *value)
        };
        let mut kept: Vec<(String, String)> =
            set.iter().filter(|pair| !is_default(pair)).cloned().collect();
        // What the engine does not declare is not in the dialog, and stays; while it is unknown what
        // it declares that is all of it.
        let hidden = entry
            .options
            .iter()
            .filter(|(name, _)| !declared.iter().any(|decl| decl.name == *name));
        kept.extend(hidden.filter(|(name, _)| value_of(set, name).is_none()).cloned());
        self.change_engine(name, &[EngineChange::Options(kept)], now);
    }
}

/// Why an option of an engine cannot be set so: by the choices of its entry, by what it has
/// declared, else by its protocol.
fn fault_in(
    entry: &EngineEntry,
    known: Option<&Known>,
    option: &str,
    value: &str,
) -> Option<String> {
    if let Some(choice) = entry.choices.iter().find(|choice| choice.name == option) {
        let allowed = choice.values.join(", ");
        return (!choice.values.iter().any(|allowed| allowed == value))
            .then(|| format!("{option} must be one of: {allowed}; it cannot be {value:?}"));
    }
    let decl = known.map(|known| known.options.iter().find(|decl| decl.name == option));
    match decl {
        Some(Some(decl)) => fault_of(decl, value).or_else(|| {
            let is_text = decl.kind == OptionKind::Text;
            let fault = text_fault(entry.protocol, value).filter(|_| is_text)?;
            Some(format!("{option} cannot be {value}: {fault}"))
        }),
        Some(None) if known.is_some_and(|known| !known.options.is_empty()) => {
            Some(format!("it has no option {option:?}"))
        }
        Some(None) | None => {
            let fault = entry.protocol.check_option(option, Some(value)).err();
            fault.map(|fault| format!("{option}: {fault}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::catalogue::changed;

    fn decl(kind: OptionKind) -> OptionDecl {
        OptionDecl { name: "hash".to_owned(), kind, default: "1".to_owned() }
    }

    #[test]
    fn values_are_checked_against_what_the_engine_declared() {
        let int = OptionKind::Int { min: 1, max: 64 };
        let open = OptionKind::Int { min: 0, max: i64::MAX };
        let real = OptionKind::Real { min: f64::NEG_INFINITY, max: 2.5 };
        let choice = OptionKind::Choice(vec!["a".to_owned(), "b c".to_owned()]);
        for (kind, good, bad, says) in [
            (OptionKind::Bool, "true", "yes", "must be true or false"),
            (int.clone(), "64", "65", "a whole number from 1 to 64;"),
            (int, "1", "1.5", "it cannot be \"1.5\""),
            (open, "7", "-1", "a whole number from 0;"),
            (real.clone(), "-1e9", "2.6", "a number up to 2.5;"),
            (real, "2.5", "NaN", "a number up to 2.5;"),
            (choice, "b c", "B c", "one of: a, b c;"),
            (OptionKind::Text, "any = \"thing\"", "two\nlines", "a text of one line"),
        ] {
            assert_eq!(fault_of(&decl(kind.clone()), good), None);
            let fault = fault_of(&decl(kind), bad).unwrap();
            assert!(fault.starts_with("hash must be ") && fault.contains(says), "{fault}");
        }
    }

    #[test]
    fn capitals_of_a_value_do_not_matter_where_the_protocol_says_so() {
        let choice = OptionKind::Choice(vec!["Fast".to_owned(), "Slow".to_owned()]);
        for (protocol, kind, value, plain) in [
            (Protocol::Uhp, &OptionKind::Bool, "True", "true"),
            (Protocol::Uhp, &choice, "slow", "Slow"),
            (Protocol::Uhp, &OptionKind::Text, "True", "True"),
            (Protocol::Uhp, &OptionKind::Bool, "yes", "yes"),
            (Protocol::Hub, &OptionKind::Bool, "True", "True"),
        ] {
            assert_eq!(protocol.plain_value(kind, value), plain, "{protocol} {value}");
        }
    }

    #[test]
    fn only_what_differs_is_sent_and_what_is_reset_gets_its_default() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let old = [pair("hash", "8"), pair("book", "true")];
        let new = [pair("book", "true"), pair("threads", "2")];
        let declared = [decl(OptionKind::Text)];
        assert_eq!(changed(&old, &new, &declared), [pair("threads", "2"), pair("hash", "1")]);
        assert_eq!(changed(&new, &new, &declared), []);
    }
}
