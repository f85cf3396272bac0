//! The page of engines: what is typed in its fields, refused before it is applied, and kept until the
//! list has it; and what is said beside that.

use egui::Vec2;
use quintet::app::{EngineChange, LookedFor, OptionKind};

use super::engines::{all_changed, changed, engine, good, option, page, probe};
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
    assert!(h.get_by_label("Name").is_focused(), "what is typed next corrects it");
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
    assert!(h.query_by_label_contains("Variants: x is not a variant of its games").is_some());
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
    assert!(h.get_by_label("file").is_focused(), "what is typed next corrects it");
}

#[test]
fn a_level_that_the_engine_declares_in_other_capitals_is_there_once() {
    let int = OptionKind::Int { min: 0, max: 9 };
    let mut h = page(|s| {
        let level = quintet::app::OptionView {
            name: "ply".to_owned(),
            value: "2".to_owned(),
            choices: ["1", "2", "3"].map(str::to_owned).to_vec(),
            is_level: false,
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
fn what_is_not_there_is_said_while_it_is_typed() {
    let mut h = page(|_| {});
    let said = |h: &Window, field: &str| h.get_by_label(field).accesskit_node().description();
    let looks = |h: &mut Window| {
        let all = std::mem::take(&mut h.state_mut().commands).into_iter();
        let looks = all.filter_map(|command| match command {
            Command::Engine(EngineCommand::LookFor(command, dir)) => Some((command, dir)),
            _ => None,
        });
        looks.collect::<Vec<_>>()
    };
    click(&mut h, "Start");
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(looks(&mut h), [(words("scan hub"), "/opt/scan".to_owned())]);
    type_into(&mut h, "Folder", "/x");
    let wanted = (words("scan hub"), "/opt/scan/x".to_owned());
    assert_eq!(looks(&mut h).last(), Some(&wanted));
    h.run();
    assert_eq!(looks(&mut h), [], "each is looked for once");
    assert_eq!(said(&h, "Folder").as_deref(), Some("it is started there"));
    h.state_mut().snapshot.looked_for = Some(LookedFor {
        command: wanted.0,
        dir: wanted.1,
        program_fault: Some("not found in PATH"),
        dir_is_missing: true,
    });
    h.run();
    assert_eq!(said(&h, "Folder").as_deref(), Some("it is not there now"));
    assert_eq!(said(&h, "Command").as_deref(), Some("not found in PATH"));
    type_into(&mut h, "Folder", "y");
    assert_eq!(said(&h, "Folder").as_deref(), Some("it is started there"), "it is another one");
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

#[test]
fn enter_applies_a_changed_option_as_it_does_a_changed_field() {
    for size in [SIZE, [640.0, 400.0]] {
        let mut h = page(|s| {
            let text = option("book file", OptionKind::Text, "", None);
            s.engines[0].declared = Some(vec![text].into());
        });
        h.set_size(Vec2::from(size));
        h.run();
        type_into(&mut h, "book file", "big");
        assert!(h.query_by_label("Not applied yet.").is_some(), "{size:?}");
        key(&mut h, NONE, Key::Enter);
        h.run();
        let set = vec![("book file".to_owned(), "big".to_owned())];
        let set = EngineCommand::SetOptions("Scan 3.1".to_owned(), set);
        assert_eq!(taken(&mut h), engine(set), "{size:?}");
        h.run();
        assert_eq!(taken(&mut h), [], "{size:?}: once");
    }
}

#[test]
fn a_message_is_whole_at_the_foot_of_the_list_however_long_it_is() {
    let words = "The list of engines was damaged (line 12: invalid basic string, expected `\"`). It is \
                 kept as /home/ann/.config/quintet/engines.toml.damaged-20261123T010203Z; a new list \
                 was begun.";
    for size in [[1280.0, 800.0], [640.0, 400.0]] {
        let mut h = page(|s| {
            s.notices = vec![Notice {
                id: 5,
                kind: NoticeKind::Error,
                text: words.to_owned(),
                offer: None,
            }]
            .into();
        });
        h.set_size(Vec2::from(size));
        h.run();
        let rect = h.get_by_label(words).rect();
        assert!(rect.height() > 60.0 && rect.bottom() < size[1], "{size:?}: {rect:?}");
        assert!(is_seen(&h, words), "{size:?}: {rect:?}");
        click(&mut h, "Dismiss");
        assert_eq!(taken(&mut h), [Command::DismissNotice(5)], "{size:?}");
    }
}

#[test]
fn a_probe_that_runs_goes_with_its_page() {
    let mut h = page(|s| s.probe = Some(probe(None)));
    click(&mut h, "Settings page");
    assert_eq!(taken(&mut h), engine(EngineCommand::LeaveProbe));
    h.run();
    assert_eq!(taken(&mut h), []);
    let mut h = page(|s| s.probe = Some(probe(Some(good()))));
    click(&mut h, "Settings page");
    assert_eq!(taken(&mut h), [], "it is over");
}
