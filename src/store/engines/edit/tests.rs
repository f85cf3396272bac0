use std::fs;

use super::*;
use crate::store::EngineTarget;

/// A list as a user writes it by hand.
const MINE: &str = r#"# My engines.
# Do not touch without asking me!

version = 1   # the first

# Edax, built by myself; needs its folder.
[[engine]]
protocol = "nboard"        # speaks it with a switch
name     = 'Edax'
command  = ["bin/edax",    # the fast one
            "-nboard"]
dir = "edax"
options = { depth = 20, contempt = "3" }   # strong enough
timeouts = 2

# ---- draughts ----

# Scan
[[engine]]
name = "Scan 3.1"
protocol = "hub"
command = ["/opt/scan/scan", "hub"]

[engine.options]
threads = 4         # all of them
# the endgames are on the other disk
bb-size = 5

[engine.env]
LEVEL = "7"

# nothing below this line
"#;

pub(super) struct Disk {
    dir: tempfile::TempDir,
    path: PathBuf,
    places: Places,
}

impl Disk {
    pub(super) fn with(text: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("engines.toml");
        fs::write(&path, text).unwrap();
        let places = Places { config_dir: None, program: PathBuf::from("/opt/quintet") };
        Self { dir, path, places }
    }

    pub(super) fn open(&self) -> EngineFile {
        EngineFile::open(&self.path, &self.places).unwrap()
    }

    pub(super) fn change(&self, name: &str, change: EngineChange) -> Result<(), EditError> {
        let mut file = self.open();
        file.set(name, &change)?;
        file.save().map(drop)
    }

    pub(super) fn text(&self) -> String {
        fs::read_to_string(&self.path).unwrap()
    }

    fn n_files(&self) -> usize {
        fs::read_dir(self.dir.path()).unwrap().count()
    }
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

pub(super) fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

pub(super) fn scan_again(name: &str) -> EngineDraft {
    EngineDraft {
        name: name.to_owned(),
        protocol: Protocol::Hub,
        target: DraftTarget::Command { command: texts(&["/opt/it", "a \"b\""]), dir: None },
        games: Vec::new(),
        variants: texts(&["frisian"]),
        dialect: pairs(&[("captures", "short")]),
        tags: texts(&["new"]),
    }
}

#[test]
fn a_change_touches_its_value_and_not_one_other_byte() {
    for (name, change, old, new) in [
        ("Edax", EngineChange::Timeouts(3.5), "timeouts = 2\n", "timeouts = 3.5\n"),
        ("edax", EngineChange::Dir("~/edax".to_owned()), "dir = \"edax\"", "dir = \"~/edax\""),
        ("Edax", EngineChange::Timeouts(1.0), "timeouts = 2\n", ""),
        (
            "Edax",
            EngineChange::Restart(RestartPolicy::Automatic),
            "timeouts = 2\n",
            "timeouts = 2\nrestart = \"automatic\"\n",
        ),
        (
            "Edax",
            EngineChange::Options(pairs(&[("depth", "21"), ("contempt", "3")])),
            "depth = 20",
            "depth = 21",
        ),
        (
            "Edax",
            EngineChange::Options(pairs(&[("depth", "20")])),
            "{ depth = 20, contempt = \"3\" }",
            "{ depth = 20 }",
        ),
        (
            "Scan 3.1",
            EngineChange::Options(pairs(&[("threads", "8"), ("bb-size", "5")])),
            "threads = 4  ",
            "threads = 8  ",
        ),
        (
            "Scan 3.1",
            EngineChange::Env(pairs(&[("LEVEL", "7"), ("MODE", "x")])),
            "LEVEL = \"7\"\n",
            "LEVEL = \"7\"\nMODE = \"x\"\n",
        ),
        (
            "Scan 3.1",
            EngineChange::Name("Scan".to_owned()),
            "name = \"Scan 3.1\"",
            "name = \"Scan\"",
        ),
        (
            "Scan 3.1",
            EngineChange::Tags(texts(&["strong", "mine"])),
            "\"hub\"]\n",
            "\"hub\"]\ntags = [\"strong\", \"mine\"]\n",
        ),
        (
            "Scan 3.1",
            EngineChange::Dialect(pairs(&[("ping", "no")])),
            "\"hub\"]\n",
            "\"hub\"]\ndialect = { ping = \"no\" }\n",
        ),
        (
            "Scan 3.1",
            EngineChange::Command(texts(&["/opt/scan/scan", "hub", "fast"])),
            "[\"/opt/scan/scan\", \"hub\"]",
            "[\"/opt/scan/scan\", \"hub\", \"fast\"]",
        ),
    ] {
        let disk = Disk::with(MINE);
        disk.change(name, change.clone()).unwrap();
        assert_eq!(disk.text(), MINE.replacen(old, new, 1), "{change:?}");
        assert_ne!(disk.text(), MINE, "{change:?}");
    }
}

#[test]
fn a_list_of_another_system_s_editor_keeps_its_mark_and_its_line_ends() {
    let written = format!("\u{feff}{}", MINE.replace('\n', "\r\n"));
    let disk = Disk::with(&written);
    disk.change("Edax", EngineChange::Timeouts(3.5)).unwrap();
    assert_eq!(disk.text(), written.replace("timeouts = 2\r\n", "timeouts = 3.5\r\n"));
}

#[test]
fn a_value_that_is_there_already_writes_the_same_bytes() {
    let disk = Disk::with(MINE);
    disk.change("Edax", EngineChange::Options(pairs(&[("depth", "20"), ("contempt", "3")])))
        .unwrap();
    disk.change("Scan 3.1", EngineChange::Name("Scan 3.1".to_owned())).unwrap();
    assert_eq!(disk.text(), MINE);
}

#[test]
fn arguments_that_stay_are_written_as_they_were() {
    let disk = Disk::with(MINE);
    let entry = disk.open().entry("Edax").unwrap();
    let EngineTarget::Command { mut command, .. } = entry.target else { panic!("a command") };
    assert!(command[0].ends_with("/edax/bin/edax"), "{command:?}");
    command.push("-q".to_owned());
    disk.change("Edax", EngineChange::Command(command)).unwrap();
    let written = "command  = [\"bin/edax\",    # the fast one\n            \"-nboard\",\n            \"-q\"]";
    assert!(disk.text().contains(written), "{}", disk.text());
}

#[test]
fn an_entry_is_added_at_the_end_and_can_be_used() {
    let disk = Disk::with(MINE);
    let mut file = disk.open();
    file.add(&scan_again("Moby Dam")).unwrap();
    assert!(matches!(file.add(&scan_again("moby dam")), Err(EditError::Taken(_))));
    file.save().unwrap();
    assert!(disk.text().starts_with(MINE.trim_end()));
    let entry = disk.open().entry("Moby Dam").unwrap();
    assert!(entry.own && entry.variants == Some(texts(&["frisian"])) && entry.tags == ["new"]);
    let EngineTarget::Command { command, .. } = &entry.target else { panic!("a command") };
    assert_eq!(command, &texts(&["/opt/it", "a \"b\""]));
}

#[test]
fn a_list_is_begun_where_there_is_none() {
    let disk = Disk::with("");
    fs::remove_file(&disk.path).unwrap();
    let mut file = disk.open();
    file.add(&scan_again("First")).unwrap();
    assert_eq!(file.save().unwrap(), Saved::default());
    assert!(disk.text().starts_with("# Your engines.") && disk.text().contains("version = 1"));
    assert!(disk.open().list().problems.is_empty());
}

#[test]
fn what_was_removed_comes_back_in_its_place() {
    for name in ["Edax", "Scan 3.1"] {
        let disk = Disk::with(MINE);
        let mut file = disk.open();
        let removed = file.remove(name).unwrap();
        file.save().unwrap();
        let text = disk.text();
        assert!(!text.contains(name), "{text}");
        for kept in ["# My engines.\n# Do not", "# ---- draughts ----", "# nothing below"] {
            assert!(text.contains(kept), "{kept} in {text}");
        }
        assert_eq!(text.contains("# Edax, built"), name != "Edax", "its own comment goes with it");
        assert!(matches!(
            disk.open().set(name, &EngineChange::Timeouts(2.0)),
            Err(EditError::Unknown(_))
        ));
        let mut file = disk.open();
        file.restore(&removed).unwrap();
        file.save().unwrap();
        assert_eq!(disk.text(), MINE);
    }
}

#[test]
fn what_was_removed_comes_back_at_the_end_of_a_list_that_has_changed() {
    let disk = Disk::with(MINE);
    let mut file = disk.open();
    let removed = file.remove("Edax").unwrap();
    file.add(&scan_again("Other")).unwrap();
    file.restore(&removed).unwrap();
    assert!(matches!(file.restore(&removed), Err(EditError::Taken(_))));
    file.save().unwrap();
    let names: Vec<String> = disk.open().own().entries.iter().map(|e| e.name.clone()).collect();
    assert_eq!(names, ["Scan 3.1", "Other", "Edax"]);
    assert!(disk.text().contains("# Edax, built by myself; needs its folder.\n[[engine]]"));
    assert!(disk.text().contains("options = { depth = 20, contempt = \"3\" }   # strong enough"));
}

#[test]
fn a_profile_is_the_same_engine_under_another_name() {
    let disk = Disk::with(MINE);
    let mut file = disk.open();
    file.copy("Scan 3.1", "Scan 3.1, Frisian").unwrap();
    assert!(matches!(file.copy("Scan 3.1", "EDAX"), Err(EditError::Taken(_))));
    file.save().unwrap();
    assert!(disk.text().starts_with(MINE.trim_end()));
    let (one, other) =
        (disk.open().entry("Scan 3.1").unwrap(), disk.open().entry("Scan 3.1, Frisian").unwrap());
    assert_eq!(other.profile_of.as_deref(), Some("Scan 3.1"));
    assert_eq!((other.target, other.options), (one.target, one.options));
}

#[test]
fn engines_that_come_with_the_program_get_an_entry_that_says_what_is_different() {
    let disk = Disk::with("");
    let shipped = EngineList::shipped(&disk.places);
    let base = shipped.entries.iter().find(|e| e.name == "Quintet Hive").unwrap();
    let options = pairs(&[("ReportIntermediateBestMoves", "False"), ("level", "3")]);
    disk.change("Quintet Hive", EngineChange::Options(options)).unwrap();
    let list = disk.open().list();
    assert_eq!(list.problems, []);
    let names = |list: &EngineList| list.entries.iter().map(|e| e.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&list), names(&shipped), "it stays where it was");
    let changed = list.entries.iter().find(|e| e.name == base.name).unwrap();
    assert!(changed.shipped && changed.own);
    assert_eq!((&changed.target, &changed.short), (&base.target, &base.short));
    assert_eq!(changed.options, pairs(&[("ReportIntermediateBestMoves", "False")]));
    assert_eq!(changed.choices[0].default, "3");
    assert_eq!(changed.choices[0].values, base.choices[0].values);
    assert!(!disk.text().contains("command"), "{}", disk.text());
    // A profile of it can be renamed and removed, the engine itself cannot.
    let mut file = disk.open();
    file.copy("Quintet Hive", "Slow bugs").unwrap();
    let profile = file.entry("Slow bugs").unwrap();
    assert_eq!((profile.choices[0].default.as_str(), profile.shipped), ("3", false));
    assert_eq!(profile.short, None);
    let rename = EngineChange::Name("x".to_owned());
    assert!(matches!(file.set("Quintet Hive", &rename), Err(EditError::Shipped(..))));
    assert!(matches!(file.remove("GNU Backgammon"), Err(EditError::Shipped(..))));
    file.set("Slow bugs", &rename).unwrap();
    // Its changes are removed, and it has its original settings.
    file.remove("Quintet Hive").unwrap();
    let list = file.list();
    assert!(list.entries.contains(base), "{list:?}");
    assert_eq!(list.problems, []);
}

#[test]
fn the_command_of_an_engine_of_the_program_can_be_changed_too() {
    let disk = Disk::with("");
    let command = texts(&["/opt/quintet", "engine", "uhp", "--level", "2"]);
    disk.change("Quintet Hive", EngineChange::Command(command.clone())).unwrap();
    assert!(disk.text().contains(r#"["{quintet}", "engine", "uhp""#), "{}", disk.text());
    let entry = disk.open().entry("Quintet Hive").unwrap();
    let EngineTarget::Command { command: read, .. } = &entry.target else { panic!("a command") };
    assert_eq!((read, entry.protocol, entry.shipped), (&command, Protocol::Uhp, true));
    disk.change("Quintet Hive", EngineChange::Timeouts(2.0)).unwrap();
    disk.change("Quintet Hive", EngineChange::Timeouts(1.0)).unwrap();
    assert!((disk.open().entry("Quintet Hive").unwrap().timeouts - 1.0).abs() < 1e-9);
}

#[test]
fn a_value_that_cannot_be_is_refused_with_the_readers_words() {
    let disk = Disk::with(MINE);
    for (name, change, says) in [
        ("Edax", EngineChange::Timeouts(1000.0), "the timeouts must be a number from 0.01 to 100"),
        ("Edax", EngineChange::Options(pairs(&[("depth", "61")])), "the option depth is \"61\""),
        ("Edax", EngineChange::Dialect(pairs(&[("stop", "maybe")])), "allowed: yes, no"),
        ("Edax", EngineChange::Command(Vec::new()), "the command is empty"),
        ("Edax", EngineChange::Name("scan 3.1".to_owned()), "already"),
        ("Edax", EngineChange::Name("  ".to_owned()), "must not be empty"),
        ("Edax", EngineChange::Address("h:1".to_owned()), "either address or command"),
        ("Quintet Hive", EngineChange::Timeouts(0.0), "timeouts"),
        ("Nobody", EngineChange::Timeouts(2.0), "no engine is named"),
    ] {
        let error = disk.change(name, change.clone()).unwrap_err().to_string();
        assert!(error.contains(says), "{change:?}: {error}");
        assert_eq!(disk.text(), MINE);
    }
}

#[test]
fn several_changes_hold_together_or_not_at_all() {
    let disk = Disk::with(MINE);
    let mut file = disk.open();
    let good = EngineChange::Tags(texts(&["x"]));
    let name = EngineChange::Name("Zebra".to_owned());
    let bad = [good.clone(), name.clone(), EngineChange::Timeouts(0.0)];
    assert!(file.set_all("Edax", &bad).is_err());
    let taken = EngineChange::Name("Scan 3.1".to_owned());
    assert!(file.set_all("Edax", &[good.clone(), taken]).is_err());
    assert_eq!(file.text(), MINE);
    file.set_all("Edax", &[name, good]).unwrap();
    assert_eq!(file.entry("Zebra").unwrap().tags, ["x"]);
}

#[test]
fn another_protocol_takes_with_it_what_only_the_old_one_knows() {
    let disk = Disk::with(MINE);
    let mut file = disk.open();
    file.set("Edax", &EngineChange::Dialect(pairs(&[("deepen", "yes")]))).unwrap();
    file.set("Edax", &EngineChange::Games(texts(&["othello"]))).unwrap();
    let chess = EngineChange::Games(texts(&["chess"]));
    assert!(file.set("Edax", &chess).unwrap_err().to_string().contains("is not a game of NBoard"));
    let games = EngineChange::Games(texts(&["draughts"]));
    let changes = [games, EngineChange::Protocol(Protocol::Hub)];
    file.set_all("Edax", &changes).unwrap();
    let entry = file.entry("Edax").unwrap();
    assert_eq!(
        (entry.protocol, entry.games.as_slice()),
        (Protocol::Hub, &texts(&["draughts"])[..])
    );
    assert_eq!(entry.dialect, []);
    assert!(file.text().contains("protocol = \"hub\"        # speaks it with a switch\n"));
    file.set("Edax", &EngineChange::Variants(texts(&["Frisian"]))).unwrap();
    assert_eq!(file.entry("Edax").unwrap().variants, Some(texts(&["frisian"])));
    file.set("Edax", &EngineChange::Variants(Vec::new())).unwrap();
    assert_eq!(file.entry("Edax").unwrap().variants, None);
    let bound = file.set("Quintet Hive", &EngineChange::Protocol(Protocol::Hub)).unwrap_err();
    assert!(bound.to_string().contains("speaks what that one speaks"));
}

#[test]
fn a_profile_knows_the_new_name_of_its_engine() {
    let disk = Disk::with(MINE);
    let mut file = disk.open();
    file.copy("Edax", "Deep").unwrap();
    file.set("Edax", &EngineChange::Name("Edax 4".to_owned())).unwrap();
    assert_eq!(file.entry("Deep").unwrap().profile_of.as_deref(), Some("Edax 4"));
    assert_eq!(file.entry("Edax 4").unwrap().profile_of, None);
}

#[test]
fn mistakes_of_others_in_the_list_hinder_nobody() {
    let text = format!("{MINE}\n[[engine]]\nname = \"Odd\"\nprotocol = \"chess\"\ncommand = []\n");
    let disk = Disk::with(&text);
    disk.change("Edax", EngineChange::Timeouts(3.0)).unwrap();
    assert_eq!(disk.text(), text.replacen("timeouts = 2\n", "timeouts = 3.0\n", 1));
}

/// Two entries of one name between entries with mistakes: the first that can be read is used.
const TWICE: &str = r#"[[engine]]
name = "Scan"
protocol = "chess"
command = ["scan-0"]

[[engine]]
name = "Scan"
protocol = "hub"
command = ["scan-1"]

[[engine]]
name = "scan"
protocol = "hub"
command = ["scan-2"]

[[engine]]
name = "Scan"
protocol = "hub"
"#;

#[test]
fn of_entries_with_one_name_the_one_that_is_used_is_changed() {
    let disk = Disk::with(TWICE);
    disk.change("Scan", EngineChange::Timeouts(3.0)).unwrap();
    let new = TWICE.replacen("[\"scan-1\"]\n", "[\"scan-1\"]\ntimeouts = 3.0\n", 1);
    assert_eq!(disk.text(), new);
    assert!((disk.open().entry("Scan").unwrap().timeouts - 3.0).abs() < 1e-9);
    disk.change("scan", EngineChange::Name("Other".to_owned())).unwrap();
    let other = disk.open().entry("Other").unwrap();
    assert_eq!(other.target.to_string(), "scan-1");
    let mut file = disk.open();
    file.remove("Scan").unwrap();
    file.save().unwrap();
    let commands = [disk.text().contains("scan-0"), disk.text().contains("scan-2")];
    assert_eq!(commands, [true, false], "{}", disk.text());
}

#[test]
fn a_profile_says_what_it_has_none_of() {
    let disk = Disk::with("");
    disk.change("Quintet Hive", EngineChange::Dir("/srv".to_owned())).unwrap();
    disk.change("Quintet Hive", EngineChange::Dir(String::new())).unwrap();
    disk.change("Quintet Hive", EngineChange::Tags(Vec::new())).unwrap();
    // If they were left out, those of the original engine would apply, which may have some one day.
    assert!(disk.text().contains("dir = \"\"\ntags = []\n"), "{}", disk.text());
    let list = disk.open().list();
    let entry = list.entries.iter().find(|entry| entry.name == "Quintet Hive").unwrap();
    assert_eq!((list.problems.as_slice(), entry.tags.as_slice()), (&[][..], &[][..]));
    assert!(matches!(&entry.target, EngineTarget::Command { dir: None, .. }), "{entry:?}");
}

#[test]
fn a_list_that_somebody_else_has_written_meanwhile_is_not_overwritten() {
    let disk = Disk::with(MINE);
    let mut file = disk.open();
    file.set("Edax", &EngineChange::Timeouts(3.0)).unwrap();
    let theirs = MINE.replace("threads = 4", "threads = 2");
    fs::write(&disk.path, &theirs).unwrap();
    assert!(matches!(file.save(), Err(EditError::Changed { .. })));
    assert_eq!(disk.text(), theirs);
    // The same where there was no file before, and where it is gone.
    fs::remove_file(&disk.path).unwrap();
    let mut file = disk.open();
    file.add(&scan_again("New")).unwrap();
    fs::write(&disk.path, MINE).unwrap();
    assert!(matches!(file.save(), Err(EditError::Changed { .. })));
    assert_eq!((disk.text().as_str(), disk.n_files()), (MINE, 1));
}

#[test]
fn a_crash_in_the_middle_of_writing_leaves_the_old_list() {
    let disk = Disk::with(MINE);
    // What is being written stands beside the list until it is whole; a crash leaves it there.
    fs::write(disk.dir.path().join("engines.toml.new-4711"), "[[engine]]\nname = \"Ha").unwrap();
    assert_eq!(disk.open().own().entries.len(), 2);
    disk.change("Edax", EngineChange::Timeouts(3.0)).unwrap();
    assert!(disk.text().contains("timeouts = 3.0"));
    // And where it cannot be written at all.
    let mut permissions = fs::metadata(&disk.path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&disk.path, permissions).unwrap();
    let before = disk.text();
    let error = disk.change("Edax", EngineChange::Timeouts(4.0)).unwrap_err();
    assert!(matches!(error, EditError::File(_)), "{error}");
    assert_eq!(disk.text(), before);
}

#[test]
fn a_list_that_is_no_toml_is_set_aside_whole_with_line_and_reason_and_a_fresh_one_begun() {
    let broken = MINE.replace("'Edax'", "'Edax");
    let disk = Disk::with(&broken);
    let edax = EngineChange::Timeouts(2.0);
    assert!(matches!(disk.change("Edax", edax), Err(EditError::Unknown(_))));
    assert_eq!((disk.text(), disk.n_files()), (broken.clone(), 1), "nothing was written");
    let mut file = disk.open();
    file.add(&scan_again("New")).unwrap();
    let SetAside { file: aside, reason } = file.save().unwrap().aside.unwrap();
    assert_eq!(fs::read_to_string(&aside).unwrap(), broken);
    assert!(aside.file_name().unwrap().to_string_lossy().starts_with("engines.toml.damaged-"));
    assert!(reason.starts_with("line 9: ") && reason.contains("literal string"), "{reason}");
    let list = disk.open().own();
    assert_eq!(list.problems, []);
    let names: Vec<&str> = list.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["New"]);
    assert!(disk.text().starts_with("# Your engines."));
}

#[test]
fn a_file_that_is_no_text_is_set_aside_and_a_fresh_one_begun() {
    let disk = Disk::with("");
    let bytes = [0xff, 0x00, 0xfe, b'\n', b'['];
    fs::write(&disk.path, bytes).unwrap();
    let mut file = disk.open();
    file.add(&scan_again("New")).unwrap();
    let aside = file.save().unwrap().aside.unwrap();
    assert_eq!(fs::read(aside.file).unwrap(), bytes);
    assert_eq!(aside.reason, "line 1: a byte that is not UTF-8");
    assert_eq!(disk.open().own().entries.len(), 1);
    assert!(disk.text().starts_with("# Your engines."));
}

#[test]
fn a_list_in_one_array_can_be_read_and_is_changed_by_hand_only() {
    let text = "# mine\nengine = [ # strongest first\n  { name = \"Flat\", protocol = \"hub\", \
                command = [\"x\"] }, # fast\n]\n";
    let disk = Disk::with(text);
    assert_eq!(disk.open().entry("Flat").unwrap().target.to_string(), "x");
    let mut file = disk.open();
    for result in [
        file.set("Flat", &EngineChange::Timeouts(2.0)),
        file.set("Flat", &EngineChange::Name("Round".to_owned())),
        file.copy("Flat", "Round"),
        file.remove("Flat").map(drop),
        file.add(&scan_again("New")),
        file.set("Quintet Hive", &EngineChange::Timeouts(2.0)),
    ] {
        assert!(matches!(result, Err(EditError::Shape { .. })), "{result:?}");
    }
    assert_eq!(file.text(), text);
}

#[test]
fn what_is_no_list_of_tables_is_left_to_its_owner() {
    for text in [
        "engine = []\n",
        "engine = [1, { name = \"Flat\" }]\n",
        "engine = 3\n",
        "engine = { name = \"x\" }\n",
    ] {
        let disk = Disk::with(text);
        let result = disk.open().add(&scan_again("New"));
        assert!(matches!(result, Err(EditError::Shape { .. })), "{text}: {result:?}");
        assert_eq!(disk.text(), text);
    }
}

#[test]
fn of_many_who_change_the_list_at_once_nobody_is_lost() {
    let disk = Disk::with(MINE);
    std::thread::scope(|scope| {
        for n in 0..8 {
            let disk = &disk;
            scope.spawn(move || {
                for m in 0..4 {
                    let draft = scan_again(&format!("Engine {n}.{m}"));
                    let add = |file: &mut EngineFile| file.add(&draft);
                    EngineFile::change(&disk.path, &disk.places, add).unwrap();
                }
            });
        }
    });
    assert_eq!(disk.open().own().entries.len(), 2 + 8 * 4);
    assert!(disk.text().starts_with("# My engines."));
    assert_eq!(disk.n_files(), 1);
}

#[test]
fn a_list_of_a_newer_version_is_not_written() {
    let text = MINE.replace("version = 1", "version = 99");
    let disk = Disk::with(&text);
    let add = |file: &mut EngineFile| file.add(&scan_again("Another"));
    let error = EngineFile::change(&disk.path, &disk.places, add).unwrap_err();
    assert!(matches!(error, EditError::Version { .. }), "{error}");
    assert_eq!(disk.text(), text);
}

#[test]
fn a_name_that_would_tear_rows_apart_is_refused() {
    let disk = Disk::with(MINE);
    for name in ["line\nbreak", "\u{1b}[31mred", &"x".repeat(101)] {
        let add = |file: &mut EngineFile| file.add(&scan_again(name));
        let error = EngineFile::change(&disk.path, &disk.places, add).unwrap_err();
        assert!(matches!(error, EditError::Invalid(_)), "{error}");
    }
    assert_eq!(disk.text(), MINE);
    let disk = Disk::with("[[engine]]\nname = \"a\\tb\"\nprotocol = \"hub\"\ncommand = [\"x\"]\n");
    let problems = disk.open().own().problems;
    assert!(problems[0].reason.contains("control characters"), "{problems:?}");
}
