//! What GNU Backgammon's own analysis says in its files of plays, rolls and the cube: the properties `A`, `LU`
//! and `DA`.
//!
//! Reads the cube analysis of matches not: its numbers are chances to win the match.

use crate::games::backgammon::script::Told;

/// Where values come from that stand in such a file.
pub(in crate::games::backgammon) const FILE_ENGINE: &str = "GNU Backgammon (file)";

/// A play with its equity and how deep it was looked at.
struct Listed {
    equity: f64,
    depth: String,
}

/// `A[1][mkxw E ver 3 0.49 0.13 0.01 0.14 0.01 -0.01 2C 0 1 0.0 1][...]`: which of the plays listed was made,
/// and the plays with five chances, the equity and the plies; or, rolled out, `X ver 3 Score -0.01 ...`. Older
/// files have no `ver`. `None` where it says nothing of the play that was made.
pub(super) fn of_play(values: &[String]) -> Option<Told> {
    let (place, list) = values.split_first()?;
    let place: usize = place.trim().parse().ok()?;
    let listed: Vec<Option<Listed>> = list.iter().map(|text| listed(text)).collect();
    let played = listed.get(place)?.as_ref()?;
    let best = listed.iter().flatten().map(|play| play.equity).fold(played.equity, f64::max);
    // An only play loses nothing, and is no decision.
    let loss = (list.len() > 1).then_some(best - played.equity);
    Some(Told::Play { equity: played.equity, loss, depth: played.depth.clone() })
}

fn listed(text: &str) -> Option<Listed> {
    let mut words = text.split_ascii_whitespace().skip(1).peekable();
    let kind = words.next()?;
    if words.peek() == Some(&"ver") {
        words.nth(1);
    }
    let (equity, depth) = match kind {
        "E" => (words.nth(5)?, words.next()?.trim_end_matches('C').to_owned()),
        "X" => {
            words.find(|word| *word == "Score")?;
            (words.next()?, "rollout".to_owned())
        }
        _ => return None,
    };
    let equity: f64 = equity.parse().ok()?;
    (equity.is_finite() && equity.abs() <= MOST_EQUITY).then_some(Listed { equity, depth })
}

/// `LU[+0.123]`, for the side that plays the roll.
pub(super) fn of_roll(value: &str) -> Option<Told> {
    let luck: f64 = value.trim().parse().ok()?;
    (luck.is_finite() && luck.abs() <= 2.0 * MOST_EQUITY).then_some(Told::Luck(luck))
}

/// `DA[E ver 3 0C 1 0.0 1 0.56 0.19 0.01 0.10 0.01 0.21 0.26 0.56 0.19 0.01 0.10 0.01 0.21 0.13]` of a money
/// game: how it was looked at, then without a double and with one that is taken five chances, the equity and that
/// with the cube, for the side that may double. `None` of other forms, such as rollouts.
pub(super) fn of_cube(value: &str) -> Option<Told> {
    /// Numbers of each of both.
    const N: usize = 7;
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    let (["E", head @ ..], numbers) = words.split_at(words.len().checked_sub(2 * N)?) else {
        return None;
    };
    let plies = head.iter().find_map(|word| word.strip_suffix('C'))?;
    plies.parse::<u32>().ok()?;
    let equity = |idx: usize| {
        let equity: f64 = numbers[idx].parse().ok()?;
        (equity.is_finite() && equity.abs() <= MOST_EQUITY).then_some(equity)
    };
    let (no_double, take) = (equity(N - 1)?, equity(2 * N - 1)?);
    Some(Told::Cube { no_double, take, depth: plies.to_owned() })
}

/// A backgammon with the cube as the equity counts it, and room for a number that means it.
const MOST_EQUITY: f64 = 10.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn valued(values: &[&str]) -> Option<(f64, Option<f64>, String)> {
        let values: Vec<String> = values.iter().map(|text| (*text).to_owned()).collect();
        match of_play(&values)? {
            Told::Play { equity, loss, depth } => {
                Some((equity, loss.map(|loss| (loss * 1e3).round() / 1e3), depth))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_play_has_the_equity_of_its_list_and_what_it_lost_against_the_best() {
        let best = "mkxw E ver 3 0.50 0.14 0.01 0.14 0.01 -0.009 2C 0 1 0.000000 1";
        let other = "swwx E ver 3 0.47 0.14 0.01 0.16 0.01 -0.150 2C 0 1 0.000000 1";
        let old = "swwx E 0.4651 0.1377 0.0050 0.1567 0.0110 -0.1502 0C";
        let rolled = "mkxw X ver 3 Score 0.25 0.20 Trials 1296 Output 0.5";
        assert_eq!(valued(&["0", best, other]), Some((-0.009, Some(0.0), "2".to_owned())));
        assert_eq!(valued(&["1", best, other]), Some((-0.15, Some(0.141), "2".to_owned())));
        assert_eq!(valued(&["0", old]), Some((-0.1502, None, "0".to_owned())));
        assert_eq!(valued(&["1", other, rolled]), Some((0.25, Some(0.0), "rollout".to_owned())));
    }

    #[test]
    fn what_says_nothing_of_the_play_is_passed_over() {
        for values in
            [&[][..], &["x"], &["0"], &["2", "mkxw E ver 3"], &["0", "mkxw E 1 2 3 4 5 nan 0"]]
        {
            assert_eq!(valued(values), None, "{values:?}");
        }
        for value in
            ["", "E ver 3 0C", "X ver 3 0C 1 0 1", "E 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"]
        {
            assert_eq!(of_cube(value), None, "{value}");
        }
        assert!(of_roll("ERR").is_none() && matches!(of_roll("+0.25"), Some(Told::Luck(_))));
    }
}
