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
        (vec!["rollout", RACE, "--plies", "9"], "9 is not in 0..=3"),
    ] {
        let refused = quintet(&args);
        assert_eq!(refused.code, Some(2), "{args:?}: {}", refused.err);
        assert!(refused.err.contains(said), "{args:?}: {}", refused.err);
    }
}
