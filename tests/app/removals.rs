//! The list of engines: what was removed and is had back.

use quintet::app::{EngineChange, EngineCommand, Snapshot};

use super::desk::{Desk, says};
use super::engines::{change, engine, entry, list};

/// What was removed last: its name, and whether it is as it came.
fn removed(snapshot: &Snapshot) -> Option<(&str, bool)> {
    let removed = snapshot.removed_engine.as_ref()?;
    Some((removed.name.as_str(), removed.was_reset))
}

#[test]
fn a_profile_is_named_set_removed_and_had_back() {
    let mut desk = Desk::new();
    desk.wait("the list", |s| !s.engines.is_empty());
    engine(&desk, EngineCommand::Duplicate("Liar".to_owned()));
    let copied = desk.wait("the profile", |s| entry(s, "Liar, profile").is_some());
    let details = &entry(&copied, "Liar, profile").unwrap().details;
    assert_eq!(details.profile_of.as_deref(), Some("Liar"));
    change(&desk, "Liar, profile", EngineChange::Name("Other liar".to_owned()));
    change(&desk, "Other liar", EngineChange::Tags(vec!["test".to_owned()]));
    change(&desk, "Other liar", EngineChange::Timeouts(4.0));
    desk.wait("the changes", |s| {
        entry(s, "Other liar").is_some_and(|entry| {
            entry.details.tags == ["test"] && (entry.details.timeouts - 4.0).abs() < 1e-9
        })
    });
    let before = list(&desk);
    engine(&desk, EngineCommand::Remove("Other liar".to_owned()));
    let gone = desk.wait("it to be gone", |s| entry(s, "Other liar").is_none());
    assert_eq!(removed(&gone), Some(("Other liar", false)));
    assert!(says(&gone, "was removed from the list"));
    engine(&desk, EngineCommand::UndoRemove);
    let back = desk.wait("it to be back", |s| entry(s, "Other liar").is_some());
    assert_eq!((list(&desk), removed(&back)), (before, None));
}

#[test]
fn all_that_was_removed_can_be_had_back_the_last_first() {
    let mut desk = Desk::new();
    let name = "Quintet Othello";
    desk.wait("the list", |s| !s.engines.is_empty());
    change(&desk, name, EngineChange::Timeouts(4.0));
    desk.wait("the change", |s| entry(s, name).is_some_and(|entry| entry.details.own));
    let before = list(&desk);
    for name in ["Liar", name, "Crasher"] {
        engine(&desk, EngineCommand::Remove(name.to_owned()));
    }
    desk.wait("the last one to be gone", |s| removed(s) == Some(("Crasher", false)));
    engine(&desk, EngineCommand::UndoRemove);
    desk.wait("the one before", |s| removed(s) == Some((name, true)));
    engine(&desk, EngineCommand::UndoRemove);
    desk.wait("its values", |s| says(s, "has your values again"));
    engine(&desk, EngineCommand::UndoRemove);
    desk.wait("all of them", |s| removed(s).is_none() && entry(s, "Liar").is_some());
    assert_eq!(list(&desk), before);
}
