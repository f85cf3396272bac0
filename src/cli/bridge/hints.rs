//! Reads GNU Backgammon's answers to `hint` and `eval` as lines of an analysis.
//!
//! Asks nothing. The forms are those of version 1.07 with four digits, equities in points of the
//! cube, chances from 0 to 1.

use quintet::games::Rules;
use quintet::games::backgammon::{Backgammon, Move, play_text};
use quintet::protocol::Chances;
use quintet::protocol::ubgi::AnalysisLine;

/// Plays, the best one first:
///
/// ```text
///     1. Cubeful 2-ply    8/5 6/5                      Eq.: +0.2044
///        0.5510 0.1737 0.0128 - 0.4490 0.1244 0.0050
/// ```
pub(super) fn plays(said: &[String], pos: &Backgammon) -> Vec<AnalysisLine> {
    let mut found = Vec::new();
    for (at, line) in said.iter().enumerate() {
        let Some(mut play) = play_line(line, pos) else { continue };
        play.chances = said.get(at + 1).and_then(|next| chances(next));
        found.push(play);
    }
    found
}

fn play_line(line: &str, pos: &Backgammon) -> Option<AnalysisLine> {
    let (head, value) = line.split_once(" Eq.:")?;
    let (_, rest) = head.split_once("Cube")?;
    let (kind, play) = rest.split_once("-ply")?;
    let ply = kind.split_whitespace().last()?.parse().ok()?;
    Some(AnalysisLine {
        ply: Some(ply),
        equity: value.split_whitespace().next()?.parse().ok(),
        action: written(pos, play.trim())?,
        ..AnalysisLine::default()
    })
}

/// A play in the document's form; `None` if it cannot be played.
pub(super) fn written(pos: &Backgammon, play: &str) -> Option<String> {
    match pos.read_move(play).ok()? {
        Move::Play(steps) => Some(play_text(&pos.board, &steps).replace('*', "")),
        _ => None,
    }
}

/// `0.5510 0.1737 0.0128 - 0.4490 0.1244 0.0050`: won, gammons, backgammons, and lost.
fn chances(line: &str) -> Option<Chances> {
    let (won, lost) = line.split_once(" - ")?;
    let three = |text: &str| {
        let numbers: Vec<f64> =
            text.split_whitespace().map_while(|word| word.parse().ok()).collect();
        <[f64; 3]>::try_from(numbers).ok()
    };
    let ([win, win_gammon, win_backgammon], [_, lose_gammon, lose_backgammon]) =
        (three(won)?, three(lost)?);
    Some(Chances {
        win,
        win_gammon: Some(win_gammon),
        win_backgammon: Some(win_backgammon),
        lose_gammon: Some(lose_gammon),
        lose_backgammon: Some(lose_backgammon),
    })
}

/// Cube actions from the point of view of the player who rolls or doubles, the best one first:
///
/// ```text
/// Cube analysis
/// 2-ply cubeless equity +0.6470
///   0.7073 0.2844 0.0125 - 0.2927 0.0622 0.0024
/// Cubeful equities:
/// 1. Double, pass        +1.0000
/// 2. Double, take        +1.0949  (+0.0949)
/// 3. No double           +0.9141  (-0.0859)
/// ```
pub(super) fn cube(said: &[String]) -> Vec<AnalysisLine> {
    let ply = said.iter().find_map(|line| line.split_once("-ply cubeless")?.0.trim().parse().ok());
    let chances = said.iter().find_map(|line| chances(line));
    let actions = said.iter().filter_map(|line| {
        let (action, equity) = cube_line(line)?;
        let (action, equity) = (action.to_owned(), Some(equity));
        Some(AnalysisLine { ply, chances, equity, action, ..AnalysisLine::default() })
    });
    actions.collect()
}

fn cube_line(line: &str) -> Option<(&'static str, f64)> {
    let (number, rest) = line.trim_start().split_once(". ")?;
    number.parse::<u8>().ok()?;
    let value = rest.find(['+', '-'])?;
    let equity = rest[value..].split_whitespace().next()?.parse().ok()?;
    let words = rest[..value].to_ascii_lowercase();
    let action = if words.starts_with("no ") {
        "roll"
    } else if words.contains("take") || words.contains("beaver") {
        "double take"
    } else if words.contains("pass") {
        "double drop"
    } else {
        return None;
    };
    Some((action, equity))
}

/// The same for the player who was doubled: take and drop, the best one first.
pub(super) fn taking(cube: &[AnalysisLine]) -> Vec<AnalysisLine> {
    let mut answers: Vec<AnalysisLine> = cube
        .iter()
        .filter_map(|line| {
            let action = line.action.strip_prefix("double ")?.to_owned();
            let equity = line.equity.map(|equity| -equity);
            Some(AnalysisLine {
                action,
                equity,
                chances: line.chances.map(Chances::of_other_side),
                ..line.clone()
            })
        })
        .collect();
    let equity = |line: &AnalysisLine| line.equity.unwrap_or(f64::NEG_INFINITY);
    answers.sort_by(|a, b| equity(b).total_cmp(&equity(a)));
    answers
}

/// If nothing can be played: the opponent's position after it, by his actions.
pub(super) fn passing(theirs: &[AnalysisLine]) -> Vec<AnalysisLine> {
    let worth = |action: &str| theirs.iter().find(|line| line.action == action)?.equity;
    let doubled = worth("double take").zip(worth("double drop")).map(|(take, drop)| take.min(drop));
    let Some(first) = theirs.first() else { return Vec::new() };
    let best = worth("roll").into_iter().chain(doubled).reduce(f64::max);
    vec![AnalysisLine {
        action: "pass".to_owned(),
        equity: best.map(|best| -best),
        chances: first.chances.map(Chances::of_other_side),
        ..first.clone()
    }]
}

/// If the cube cannot be turned, only rolling is left; the last row of `eval`:
///
/// ```text
///         Win     W(g)    W(bg)   L(g)    L(bg)   Equity    Cubeful
///  2 ply: 0.7073  0.2844  0.0125  0.0622  0.0024  +0.6470   +0.9141
/// ```
pub(super) fn rolling(said: &[String]) -> Vec<AnalysisLine> {
    let last = said.iter().rev().find_map(|line| {
        let (head, row) = line.split_once(':')?;
        let ply = match head.trim() {
            "static" => 0,
            head => head.strip_suffix(" ply")?.trim().parse().ok()?,
        };
        let numbers: Vec<f64> =
            row.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, cubeless, ..] =
            numbers[..]
        else {
            return None;
        };
        Some(AnalysisLine {
            ply: Some(ply),
            equity: Some(numbers.get(6).copied().unwrap_or(cubeless)),
            chances: Some(Chances {
                win,
                win_gammon: Some(win_gammon),
                win_backgammon: Some(win_backgammon),
                lose_gammon: Some(lose_gammon),
                lose_backgammon: Some(lose_backgammon),
            }),
            action: "roll".to_owned(),
            ..AnalysisLine::default()
        })
    });
    last.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use quintet::games::Setup;

    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    fn position(xgid: &str) -> Backgammon {
        Backgammon::start(&Setup { variant: None, position: Some(xgid.to_owned()) }).unwrap()
    }

    #[test]
    fn plays_are_written_out_with_equity_and_chances() {
        let said = lines(
            "    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.2044\n\
             \x20      0.5510 0.1737 0.0128 - 0.4490 0.1244 0.0050\n\
             \x20       0-ply cubeful prune [expert]\n\
             \x20   2. Cubeful 2-ply    24/20                        Eq.: -0.0582 (-0.2626)\n\
             \x20      0.4967 0.1251 0.0054 - 0.5033 0.1351 0.0044",
        );
        let found = plays(&said, &position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"));
        let told: Vec<_> =
            found.iter().map(|line| (line.action.as_str(), line.ply, line.equity)).collect();
        assert_eq!(
            told,
            [("8/5 6/5", Some(0), Some(0.2044)), ("24/21 21/20", Some(2), Some(-0.0582))]
        );
        let chances = found[1].chances.unwrap();
        assert_eq!((chances.win, chances.lose_backgammon), (0.4967, Some(0.0044)));
    }

    const CUBE: &str = "Cube analysis\n\
        2-ply cubeless equity +0.6470 \n\
        \x20 0.7073 0.2844 0.0125 - 0.2927 0.0622 0.0024\n\
        Cubeful equities:\n\
        1. Double, pass        +1.0000\n\
        2. Double, take        +1.0949  (+0.0949)\n\
        3. No double           +0.9141  (-0.0859)\n\
        Proper cube action: Double, pass";

    #[test]
    fn the_cube_is_read_by_the_one_who_turns_it_and_the_one_who_is_asked() {
        let found = cube(&lines(CUBE));
        let told = |lines: &[AnalysisLine]| -> Vec<(String, Option<f64>)> {
            lines.iter().map(|line| (line.action.clone(), line.equity)).collect()
        };
        let row = |action: &str, equity: f64| (action.to_owned(), Some(equity));
        assert_eq!(
            told(&found),
            [row("double drop", 1.0), row("double take", 1.0949), row("roll", 0.9141)]
        );
        assert_eq!(found[0].ply, Some(2));
        let taking = taking(&found);
        assert_eq!(told(&taking), [row("drop", -1.0), row("take", -1.0949)]);
        assert!((taking[0].chances.unwrap().win - 0.2927).abs() < 1e-9);
    }

    #[test]
    fn a_pass_is_worth_what_the_other_player_then_has() {
        let [line] = &passing(&cube(&lines(CUBE)))[..] else { panic!("one line") };
        // He doubles, and the double is dropped.
        assert_eq!((line.action.as_str(), line.equity, line.ply), ("pass", Some(-1.0), Some(2)));
        assert!((line.chances.unwrap().win - 0.2927).abs() < 1e-9);
        let rolls = [AnalysisLine {
            action: "roll".to_owned(),
            equity: Some(0.25),
            ..AnalysisLine::default()
        }];
        assert_eq!(passing(&rolls)[0].equity, Some(-0.25));
        assert_eq!(passing(&[]), []);
    }

    #[test]
    fn a_roll_without_a_cube_has_the_value_of_the_deepest_row() {
        let said = lines(
            "        Win     W(g)    W(bg)   L(g)    L(bg)   Equity    Cubeful  \n\
             static: 0.7047  0.2802  0.0115  0.0566  0.0021  +0.6423   +0.8806   \n\
             \x202 ply: 0.7073  0.2844  0.0125  0.0622  0.0024  +0.6470   +0.9141   ",
        );
        let [line] = &rolling(&said)[..] else { panic!("one line") };
        assert_eq!((line.ply, line.equity, line.action.as_str()), (Some(2), Some(0.9141), "roll"));
    }
}
