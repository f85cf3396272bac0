//! `quintet cube`: what to do with the cube, take points, gammon values, chances to win the match.
//!
//! Decides nothing itself.

use clap::Args;
use quintet::play::dice_study::{CubeAdvice, CubeEquity, TakePoints};
use serde_json::{Value, json};

use super::{GAME, StudyArgs, chances_json, percents, refused, side_name};
use crate::cli::Outcome;
use crate::cli::output::Output;

#[derive(Args, Debug)]
pub(in crate::cli) struct CubeArgs {
    #[command(flatten)]
    study: StudyArgs,
}

pub(in crate::cli) fn run(args: &CubeArgs, out: &mut Output) -> Outcome {
    let position = args.study.canonical()?;
    let advice = CubeAdvice::of(GAME, &position, args.study.plies).map_err(refused)?;
    if args.study.json {
        let mut value = as_json(&advice);
        value["position"] = position.into();
        return Ok(out.json(&value)?);
    }
    Ok(text(&advice).iter().try_for_each(|line| out.line(line))?)
}

/// What a person reads, line by line.
pub(super) fn text(advice: &CubeAdvice) -> Vec<String> {
    let [win, gammon, backgammon, lost_gammon, lost_backgammon] = percents(&advice.chances);
    let (own, other) = (side_name(advice.side), side_name(advice.side.opponent()));
    let mut lines = vec![
        format!("{own} is to roll: {}", advice.decision),
        format!("Wins {win:.1} %: gammons {gammon:.1} %, backgammons {backgammon:.1} %"),
        format!(
            "Loses {:.1} %: gammons {lost_gammon:.1} %, backgammons {lost_backgammon:.1} %",
            100.0 - win,
        ),
        format!("Equity without cube {:+.4}", advice.cubeless),
        format!("No double {}", equity_text(&advice.no_double)),
    ];
    if let Some([take, drop]) = &advice.doubled {
        lines.push(format!("Double, take {}", equity_text(take)));
        lines.push(format!("Double, drop {}", equity_text(drop)));
    }
    let take = |name: &str, point: &TakePoints| {
        format!(
            "Take point of {name} {:.1} %: {:.1} % with a dead cube, {:.1} % with a live one, {:.1} % \
             dead and without gammons",
            100.0 * point.used,
            100.0 * point.dead,
            100.0 * point.live,
            100.0 * point.without_gammons,
        )
    };
    lines.extend(advice.take.as_ref().map(|point| take(other, point)));
    lines.extend(advice.own_take.as_ref().map(|point| take(own, point)));
    let values = |[first, second]: [f64; 2]| format!("{own} {first:.3}, {other} {second:.3}");
    lines.push(format!("Gammon values: {}", values(advice.gammon_values)));
    if let Some(doubled) = advice.gammon_values_doubled {
        lines.push(format!("Gammon values after a double: {}", values(doubled)));
    }
    if let Some(outlook) = &advice.in_match {
        let [own_away, other_away] = outlook.away;
        let percent = |chances: [f64; 3]| {
            let [single, gammon, backgammon] = chances.map(|chance| 100.0 * chance);
            format!(
                "{single:.1} % a single game, {gammon:.1} % a gammon, {backgammon:.1} % a backgammon"
            )
        };
        lines.push(format!(
            "{own} needs {own_away}, {other} {other_away}: {own} wins the match with {:.1} % from this \
             score",
            100.0 * outlook.before_game,
        ));
        lines.push(format!("After a win: {}", percent(outlook.won)));
        lines.push(format!("After a loss: {}", percent(outlook.lost)));
    }
    lines
}

fn equity_text(found: &CubeEquity) -> String {
    let chance =
        found.match_chance.map(|chance| format!(" ({:.2} % of the match)", 100.0 * chance));
    format!("{:+.4}{}", found.equity, chance.unwrap_or_default())
}

/// The same for programs.
pub(super) fn as_json(advice: &CubeAdvice) -> Value {
    let equity =
        |found: &CubeEquity| json!({ "equity": found.equity, "match_chance": found.match_chance });
    let point = |point: &TakePoints| {
        json!({
            "used": point.used,
            "dead": point.dead,
            "live": point.live,
            "without_gammons": point.without_gammons,
        })
    };
    json!({
        "cube": 1,
        "side": side_name(advice.side),
        "decision": advice.decision.to_string(),
        "chances": chances_json(percents(&advice.chances).map(|percent| percent / 100.0)),
        "cubeless": advice.cubeless,
        "no_double": equity(&advice.no_double),
        "double_take": advice.doubled.as_ref().map(|[take, _]| equity(take)),
        "double_drop": advice.doubled.as_ref().map(|[_, drop]| equity(drop)),
        "take_point": advice.take.as_ref().map(point),
        "own_take_point": advice.own_take.as_ref().map(point),
        "gammon_values": advice.gammon_values,
        "gammon_values_doubled": advice.gammon_values_doubled,
        "match": advice.in_match.as_ref().map(|outlook| json!({
            "away": outlook.away,
            "before_game": outlook.before_game,
            "after_win": outlook.won,
            "after_loss": outlook.lost,
        })),
    })
}
