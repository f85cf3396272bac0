//! Games that are decided by failures or by a machine that has too much to do, on the command line.

use std::thread;

use super::{config_with, hub_list, quintet_with};

/// Plays a game of draughts that ends after twelve plies, between two engines of this list.
fn play(list: &[String; 2], more: &[&str]) -> super::Run {
    let config = config_with(&list.concat());
    let args = ["match", "A", "B", "--game", "draughts", "--max-plies", "12"];
    quintet_with(&[&args[..], more].concat(), "", &config)
}

#[test]
fn a_margin_forgives_every_move_that_comes_so_late() {
    let list = [hub_list("A", &["late=400@go:1"], ""), hub_list("B", &[], "")];
    let time = ["--games", "1", "--time", "0.2"];
    let run = play(&list, &time);
    run.fails(6, "1 of 1 game was decided by failures or lost on time");
    assert!(run.out.contains("A lost on time"), "{run:?}");
    // Nothing is left on the clock after the late move: all that follow need the margin, too.
    let run = play(&list, &[&time[..], &["--margin", "60"]].concat()).succeeds();
    assert!(run.out.contains("(move limit)"), "{run:?}");
}

#[test]
fn more_failures_than_allowed_have_an_exit_code_of_their_own() {
    let list = [hub_list("A", &["exit=3@go:1"], ""), hub_list("B", &[], "")];
    let both = ["--games", "2", "--depth", "1"];
    let told = "2 of 2 games were decided by failures or lost on time, more than the 99 %";
    play(&list, &[&both[..], &["--max-failures", "99"]].concat()).fails(6, told);
    let run = play(&list, &[&both[..], &["--max-failures", "100"]].concat()).succeeds();
    assert!(run.out.contains("  (failure)"), "{run:?}");
    // A game that is given up is no failure.
    let resigns = [hub_list("A", &[], ""), hub_list("B", &[], "")];
    play(&resigns, &[&both[..], &["--max-failures", "0"]].concat()).succeeds();
}

#[test]
fn more_threads_than_processors_are_warned_of_where_the_engines_have_them() {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let warning = |threads: usize| {
        format!("{threads} threads of engines think at once on {processors} processors")
    };
    let told = |options: &str, at_once: usize| {
        let list = [hub_list("A", &[], options), hub_list("B", &[], "")];
        let n = at_once.to_string();
        play(&list, &["--depth", "1", "--games", &n, "--concurrency", &n]).succeeds().err
    };
    // Known before the match.
    let said = told("", processors + 1);
    assert_eq!(said.matches(&warning(processors + 1)).count(), 1, "{said}");
    let said = told("threads = 2", processors + 1);
    assert_eq!(said.matches("threads of engines think").count(), 1, "{said}");
    // Known when the engine has declared the option and what it may be.
    let said = told("threads = 2", processors);
    assert_eq!(said.matches(&warning(2 * processors)).count(), 1, "{said}");
    // These are never sent.
    for options in ["threads = 99", "workers = 16"] {
        let said = told(options, processors);
        assert!(said.contains("is not sent") && !said.contains("think at once"), "{said}");
    }
}
