//! What a change leaves unchanged: comments in lists, and the program of an entry.

use super::tests::{Disk, scan_again, texts};
use super::*;
use crate::store::EngineTarget;
use crate::store::engines::usable_name;

#[test]
fn comments_in_a_list_stay_when_one_of_its_texts_changes() {
    let list = "# mine\ncommand = [ # how\n  'x', # the program\n  \"-a\", # one\n  # two\n  \"-b\" # end\n] # all\n";
    let text = format!("[[engine]]\nname = \"X\"\nprotocol = \"hub\"\n{list}");
    let changes: [(&[&str], &str, &str); 6] = [
        (&["x", "-c", "-b"], "\"-a\"", "\"-c\""),
        (&["y", "-a", "-b"], "'x'", "\"y\""),
        (&["x", "-b"], "  \"-a\", # one\n", "  # one\n"),
        (&["x", "-a"], ", # one\n  # two\n  \"-b\" # end\n]", " # one\n  # two\n  # end\n]"),
        (&["x", "-a", "-b", "-c"], " # end\n]", " # end\n,\n  \"-c\"]"),
        (&["x", "-0", "-a", "-b"], "\n  \"-a\"", "\n  \"-0\", # the program\n  \"-a\""),
    ];
    for (command, old, new) in changes {
        let disk = Disk::with(&text);
        disk.change("X", EngineChange::Command(texts(command))).unwrap();
        let written = disk.text();
        let target = disk.open().list().find("X", None).unwrap().entry.target.clone();
        let EngineTarget::Command { command: read, .. } = target else { panic!("{written}") };
        assert_eq!(read, command, "{written}");
        for comment in ["# mine", "# how", "# the program", "# one", "# two", "# end", "# all"] {
            assert!(written.contains(comment), "{comment} in {written}");
        }
        if !command.contains(&"-0") {
            assert_eq!(written, text.replacen(old, new, 1));
        }
    }
    // In one line, and in many without comments.
    for (old, tags, new) in [
        ("[\"a\", 'b']", &["a", "b", "c"][..], "[\"a\", 'b', \"c\"]"),
        ("['a', 'b']", &["0", "a", "b"], "[\"0\", 'a', 'b']"),
        ("['a', 'b']", &["b"], "[ 'b']"),
        ("[\n  'a',\n]", &["a", "b"], "[\n  'a',\n  \"b\",\n]"),
        ("[\n  'a'\n]", &["a", "b"], "[\n  'a',\n  \"b\"\n]"),
    ] {
        let text = format!("{text}tags = {old}\n");
        let disk = Disk::with(&text);
        disk.change("X", EngineChange::Tags(texts(tags))).unwrap();
        assert_eq!(disk.text(), text.replace(old, new));
    }
}

#[cfg(unix)]
#[test]
fn a_program_beside_the_list_stays_where_it_is_when_the_entry_gets_a_folder() {
    for (command, dir, is_pinned) in [
        ("bin/eng", "", true),
        ("./eng", "", true),
        ("eng", "", false),
        ("/opt/eng", "", false),
        ("./eng", "dir = \"there\"\n", false),
    ] {
        let text = format!(
            "[[engine]]\nname = \"X\"\nprotocol = \"hub\"\n{dir}command = [\"{command}\", \"hub\"]\n"
        );
        let disk = Disk::with(&text);
        let program = |disk: &Disk| {
            let target = disk.open().list().find("X", None).unwrap().entry.target.clone();
            let EngineTarget::Command { command, .. } = target else { panic!("{text}") };
            command[0].clone()
        };
        let before = program(&disk);
        disk.change("X", EngineChange::Dir("/tmp".to_owned())).unwrap();
        let after = program(&disk);
        assert!(after == before || !dir.is_empty() && after == "/tmp/eng", "{after}");
        let is_as_written = disk.text().contains(&format!("[\"{command}\""));
        assert_eq!(is_as_written, !is_pinned, "{}", disk.text());
    }
}

#[test]
fn a_name_is_made_of_whatever_an_engine_calls_itself() {
    for (own, name) in [
        ("Scan 3.1", "Scan 3.1".to_owned()),
        (" Two\twords\u{1b} ", "Two words".to_owned()),
        ("\t", String::new()),
    ] {
        assert_eq!(usable_name(own), name);
    }
    let long = usable_name(&"long ".repeat(40));
    let disk = Disk::with("");
    let mut file = disk.open();
    file.add(&scan_again(&format!("{long} (2)"))).unwrap();
    assert!(long.chars().count() > 80);
}
