//! `quintet rollout`, `quintet rolls` and `quintet cube`.

use serde_json::Value;

use super::quintet;

/// A race of few checkers: games are short.
const RACE: &str = "XGID=-A-A---A------------a-a-a-:0:0:1:00:0:0:0:0:10";

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&quintet(args).succeeds().out).unwrap()
}

#[test]
fn plays_are_rolled_out_and_the_same_seed_gives_the_same_numbers() {
    let rolled = RACE.replace(":00:", ":21:");
    let args = ["rollout", &rolled, "--trials", "36", "--json", "--play", "7/5 3/2", "--play"];
    let args = [&args[..], &["7/5 1/off"]].concat();
    let found = json(&args);
    assert_eq!(found, json(&[&args[..], &["--threads", "1"]].concat()));
    let rows = found["rows"].as_array().unwrap();
    let plays: Vec<&str> = rows.iter().filter_map(|row| row["play"].as_str()).collect();
    assert_eq!(plays, ["7/5 1/off", "7/5 3/2"]);
    assert_eq!(rows[0]["games"], 36);
    let text = quintet(&["rollout", RACE, "--trials", "36"]).succeeds().out;
    assert!(text.contains("Roll ") && text.contains("Take point of Black"), "{text}");
}

#[test]
fn all_rolls_and_the_cube_are_printed_for_people_and_for_programs() {
    let text = quintet(&["rolls", RACE]).succeeds().out;
    assert!(text.starts_with("White rolls") && text.contains("\n66 "), "{text}");
    assert_eq!(json(&["rolls", RACE, "--json"])["rolls"].as_array().map(Vec::len), Some(21));
    let text = quintet(&["cube", RACE]).succeeds().out;
    assert!(text.starts_with("White is to roll: No double, take\n"), "{text}");
    assert_eq!(json(&["cube", RACE, "--json"])["gammon_values"][0], 0.5);
}

#[test]
fn what_cannot_be_studied_is_refused_in_a_sentence() {
    let rolled = RACE.replace(":00:", ":21:");
    for (args, said) in [
        (vec!["rolls", &rolled], "the dice are rolled already"),
        (vec!["cube", &rolled], "the cube is turned only before the roll"),
        (vec!["cube", "nonsense"], "it is not an XGID"),
        (vec!["rollout", &rolled, "--play", "24/20"], "\"24/20\" is no legal play of 21"),
        (vec!["rollout", RACE, "--play", "7/5"], "no dice are set"),
        (vec!["rollout", RACE, "--limit", "much"], "no number of standard deviations"),
        (vec!["rollout", RACE, "--plies", "9"], "write a whole number from 0 to 3"),
    ] {
        let refused = quintet(&args);
        assert_eq!(refused.code, Some(2), "{args:?}: {}", refused.err);
        assert!(refused.err.contains(said), "{args:?}: {}", refused.err);
    }
}

/// What the system says of a running program: whether it takes Ctrl+C, and the processor time it has used,
/// in hundredths of a second.
#[cfg(target_os = "linux")]
fn takes_interrupts_and_time(pid: u32) -> (bool, u64) {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{pid}/{name}")).unwrap();
    let status = read("status");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    let caught = u64::from_str_radix(caught.trim(), 16).unwrap();
    let stat = read("stat");
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    (caught & 2 != 0, fields[11].parse().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
#[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
fn a_rollout_that_is_interrupted_shows_what_it_has_played() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use rustix::process::{Pid, Signal, kill_process};

    use super::LIMIT;

    let until = Instant::now() + LIMIT;
    let play_for = |ticks: u64| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
            .args(["rollout", RACE, "--trials", "1000000", "--play-bearoffs", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut began = None;
        loop {
            assert!(Instant::now() < until, "it does not play");
            let (takes, time) = takes_interrupts_and_time(child.id());
            if takes && time >= *began.get_or_insert(time) + ticks {
                break;
            }
            std::thread::yield_now();
        }
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let (mut out, mut err) = (String::new(), String::new());
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(4), "{err}");
        (out, err)
    };
    // How much processor time the first game takes depends on the machine.
    let mut times = (0..16).map(|n| 100 << n).map(play_for);
    let is_early = |err: &str| err.contains("interrupted before a game was played");
    let (out, err) = times.find(|(_, err)| !is_early(err)).unwrap();
    assert!(err.contains("of 1000000 games"), "{err}");
    let found: Value = serde_json::from_str(&out).unwrap();
    let games = found["rows"][0]["games"].as_u64().unwrap();
    assert!(found["interrupted"] == true && 0 < games && games < 1_000_000, "{found}");
}
