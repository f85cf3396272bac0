//! The page of engines: what is typed in its fields, refused before it is applied, and kept until the
//! list has it.

use quintet::app::{EngineChange, OptionKind};

use super::engines::{all_changed, changed, engine, option, page};
use super::*;

fn value(h: &Window, field: &str) -> String {
    h.get_by_label(field).accesskit_node().value().unwrap_or_default()
}

#[test]
fn what_is_applied_stays_typed_until_the_list_has_it() {
    let mut h = page(|s| s.engines[0].declared = None);
    click(&mut h, "Start");
    type_into(&mut h, "Folder", "/book");
    click(&mut h, "Limits");
    type_into(&mut h, "Timeouts", "0");
    click(&mut h, "Apply");
    taken(&mut h);
    assert_eq!(value(&h, "Timeouts"), "10", "it may have been refused");
    click(&mut h, "Start");
    assert_eq!(value(&h, "Folder"), "/opt/scan/book");
    click(&mut h, "Apply");
    assert_eq!(taken(&mut h), changed(EngineChange::Dir("/opt/scan/book".to_owned())));
    h.run();
    assert_eq!(value(&h, "Folder"), "/opt/scan/book");
    // As the list has it: the folder in other words.
    let details = &mut h.state_mut().snapshot.engines[0].details;
    details.dir = "/real/scan/book".to_owned();
    details.dir_is_missing = true;
    h.run();
    assert_eq!(value(&h, "Folder"), "/real/scan/book");
    let said = h.get_by_label("Folder").accesskit_node().description();
    assert_eq!(said.as_deref(), Some("it is not there now"));
}

#[test]
fn a_name_that_is_taken_is_said_before_it_is_applied_and_the_choice_stays() {
    let mut h = page(|_| {});
    click(&mut h, "Start");
    h.state_mut().snapshot.engines[0].name = "Quintet".to_owned();
    h.run();
    type_into(&mut h, "Name", " Draughts");
    assert!(h.query_by_label("Name: there is an engine Quintet draughts already").is_some());
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), []);
    assert!(h.get_by_label("Name").is_focused(), "what is typed next mends it");
    for _ in 0.."Quintet Draughts".len() {
        key(&mut h, NONE, Key::Backspace);
    }
    assert!(h.query_by_label("Name: an engine needs one").is_some());
    type_into(&mut h, "Name", "New");
    type_into(&mut h, "Tags", ", y");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h).len(), 1);
    assert_eq!((value(&h, "Name").as_str(), value(&h, "Tags").as_str()), ("New", "strong, y"));
    assert!(h.query_by_label("More about Quintet").is_some(), "it is not renamed yet");
    click(&mut h, "Limits");
    type_into(&mut h, "Timeouts", "0");
    let entry = &mut h.state_mut().snapshot.engines[0];
    entry.name = "New".to_owned();
    entry.details.tags.push("y".to_owned());
    h.run();
    assert!(h.query_by_label("More about New").is_some());
    assert_eq!(value(&h, "Timeouts"), "10", "what is typed goes along");
    click(&mut h, "Start");
    assert_eq!(value(&h, "Name"), "New");
    let words = "Apply keeps it in engines.toml.";
    assert!(h.query_by_label(words).is_none(), "nothing is left to be applied");
}

#[test]
fn protocol_games_and_variants_are_changed_together() {
    let mut h = page(|_| {});
    click(&mut h, "Start");
    type_into(&mut h, "Games", "chess");
    assert!(h.query_by_label_contains("Games: chess is not played over its protocol").is_some());
    click(&mut h, "Discard");
    type_into(&mut h, "Games", "draughts");
    type_into(&mut h, "Variants", "Frisian, x");
    assert!(h.query_by_label_contains("Variants: x is no variant of its games").is_some());
    for _ in 0..3 {
        key(&mut h, NONE, Key::Backspace);
    }
    click(&mut h, "Protocol");
    click(&mut h, "GUIDE (draughts)");
    click(&mut h, "Apply");
    let wanted = [
        EngineChange::Protocol(quintet::app::Protocol::Guide),
        EngineChange::Games(vec!["draughts".to_owned()]),
        EngineChange::Variants(vec!["Frisian".to_owned()]),
    ];
    assert_eq!(taken(&mut h), all_changed(wanted.to_vec()));
}

#[test]
fn what_the_protocol_cannot_bear_is_said_before_it_is_applied() {
    let mut h =
        page(|s| s.engines[0].declared = Some([option("file", OptionKind::Text, "", None)].into()));
    type_into(&mut h, "file", "my \"file\"");
    let words = "file: Hub takes text without quotation marks, on one line";
    assert!(h.query_by_label(words).is_some());
    click(&mut h, "Apply");
    assert_eq!(taken(&mut h), []);
    h.get_by_label("file").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert!(h.get_by_label("file").is_focused(), "what is typed next mends it");
}

#[test]
fn a_level_that_the_engine_declares_in_other_capitals_is_there_once() {
    let int = OptionKind::Int { min: 0, max: 9 };
    let mut h = page(|s| {
        let level = quintet::app::OptionView {
            name: "ply".to_owned(),
            value: "2".to_owned(),
            choices: ["1", "2", "3"].map(str::to_owned).to_vec(),
        };
        s.engines[0].options = vec![level];
        s.engines[0].declared = Some([option("Ply", int, "2", None)].into());
    });
    assert!(h.query_by_label("ply").is_none());
    click(&mut h, "Ply");
    click(&mut h, "3");
    click(&mut h, "Apply");
    let values = vec![("ply".to_owned(), "3".to_owned())];
    assert_eq!(taken(&mut h), engine(EngineCommand::SetOptions("Scan 3.1".to_owned(), values)));
}

#[test]
fn the_tab_key_goes_from_left_to_right_through_the_options() {
    let int = OptionKind::Int { min: 1, max: 16 };
    let mut h = page(|s| {
        let options = ["threads", "hash"].map(|name| option(name, int.clone(), "1", Some("4")));
        s.engines[0].declared = Some(options.into());
    });
    h.get_by_label("Search options").focus();
    h.run();
    let wanted = [
        "Reset all",
        "threads slider",
        "threads",
        "Reset threads",
        "hash slider",
        "hash",
        "Reset hash",
    ];
    for label in wanted {
        key(&mut h, NONE, Key::Tab);
        assert!(h.get_by_label(label).is_focused(), "{label}");
    }
}

#[test]
fn command_folder_environment_tags_and_name_are_changed_in_one_go() {
    let mut h = page(|s| s.engines[0].declared = None);
    click(&mut h, "Start");
    for (field, text) in [("Command", " --fast 'a b'"), ("Environment", "A=1"), ("Tags", ", new")] {
        type_into(&mut h, field, text);
    }
    click(&mut h, "Apply");
    let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let wanted = [
        EngineChange::Command(texts(&["scan", "hub", "--fast", "a b"])),
        EngineChange::Env(vec![("A".to_owned(), "1".to_owned())]),
        EngineChange::Tags(texts(&["strong", "new"])),
    ];
    assert_eq!(taken(&mut h), all_changed(wanted.to_vec()));
    let tags = h.get_by_label("Tags");
    assert_eq!(tags.accesskit_node().description().as_deref(), Some("between commas"));
    type_into(&mut h, "Environment", " nonsense");
    assert!(h.query_by_label("Environment: \"nonsense\" is not NAME=value").is_some());
    click(&mut h, "Apply");
    assert_eq!(taken(&mut h), []);
}

#[test]
fn what_means_the_same_is_no_change() {
    let mut h = page(|_| {});
    click(&mut h, "Start");
    type_into(&mut h, "Tags", ",");
    type_into(&mut h, "Command", "  ");
    assert!(h.query_by_label("Apply keeps it in engines.toml.").is_none());
    click(&mut h, "Apply");
    click(&mut h, "Limits");
    type_into(&mut h, "Timeouts", ".0");
    click(&mut h, "Apply");
    assert_eq!(taken(&mut h), []);
}

#[test]
fn half_made_changes_belong_to_one_engine_and_go_with_its_name() {
    let command = |h: &Window| h.get_by_label("Command").accesskit_node().value().unwrap();
    let choose = |h: &mut Window, name: &str| {
        h.get_by_label_contains(&format!("{name}, Hub, ")).click();
        h.run();
    };
    let mut h = page(|_| {});
    click(&mut h, "Start");
    type_into(&mut h, "Command", " --fast");
    choose(&mut h, "Quintet draughts");
    let other = command(&h);
    h.get_by_label("Command").focus();
    h.run();
    key(&mut h, CTRL, Key::Z);
    assert_eq!(command(&h), other, "nothing of another engine comes back");
    choose(&mut h, "Scan 3.1");
    assert_eq!(command(&h), "scan hub --fast");
    let rename = |h: &mut Window, name: &str| {
        name.clone_into(&mut h.state_mut().snapshot.engines[0].name);
        h.run();
    };
    rename(&mut h, "Scan 4");
    rename(&mut h, "Scan 3.1");
    assert_eq!(command(&h), "scan hub");
}
