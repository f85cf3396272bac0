//! The program's own log: `QUINTET_LOG` and `QUINTET_LOG_FILE`.

use std::fs;

use super::{Run, empty_folder, quintet_in};

/// A short match of the program's own engines.
const MATCH: &[&str] =
    &["match", "builtin:1", "builtin:2", "--game", "othello", "--games", "2", "--depth", "1"];

fn logged(env: &[(&str, &str)]) -> Run {
    quintet_in(env, MATCH, "", &empty_folder()).succeeds()
}

#[test]
fn the_decisions_of_the_host_are_logged_beside_the_lines_of_the_match() {
    let run = logged(&[("QUINTET_LOG", "debug")]);
    for part in [
        " INFO engine{name=\"Quintet Othello (level 1)\"}: quintet::session::",
        "started: CMD ",
        "quintet::protocol: ready",
        "quintet::play::contest: begins game=1",
        "asked for its move search=",
        "limits=Limits",
        "END: it was asked to quit",
    ] {
        assert!(run.err.contains(part), "{part:?} is missing in\n{}", run.err);
    }
    assert!(!run.out.contains("quintet::"), "{}", run.out);
    let quiet = logged(&[]);
    assert!(!quiet.err.contains("quintet::"), "{}", quiet.err);
}

#[test]
fn a_part_can_be_logged_alone_and_into_a_file() {
    let folder = empty_folder();
    let path = folder.path().join("new/own.log");
    let named = path.to_str().unwrap();
    let run = logged(&[("QUINTET_LOG", "play=debug"), ("QUINTET_LOG_FILE", named)]);
    assert!(!run.err.contains("quintet::"), "{}", run.err);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("quintet::play::"), "{text}");
    assert!(!text.contains("quintet::session"), "{text}");
    let n_lines = text.lines().count();
    logged(&[("QUINTET_LOG", "play=debug"), ("QUINTET_LOG_FILE", named)]);
    let n_later = fs::read_to_string(&path).unwrap().lines().count();
    assert!(n_lines < n_later, "a second run is written behind the first");
}

#[test]
fn a_wish_that_cannot_be_met_is_named_before_anything_starts() {
    for (wish, says) in [
        ("loud", "QUINTET_LOG: \"loud\" is no level; there are: off, error, warn, info"),
        ("engine=debug", "QUINTET_LOG: \"engine\" is no part of the program that logs"),
    ] {
        let run = quintet_in(&[("QUINTET_LOG", wish)], MATCH, "", &empty_folder());
        run.fails(2, says);
        assert_eq!(run.out, "");
    }
    let folder = empty_folder();
    let taken = folder.path().to_str().unwrap();
    let env = [("QUINTET_LOG", "info"), ("QUINTET_LOG_FILE", taken)];
    quintet_in(&env, MATCH, "", &empty_folder()).fails(2, "cannot open");
}

#[test]
fn an_engine_does_not_log_into_what_its_host_reads() {
    let env = [("QUINTET_LOG", "debug")];
    let run = quintet_in(&env, &["engine", "hub"], "hub\nquit\n", &empty_folder()).succeeds();
    assert_eq!(run.err, "");
}
