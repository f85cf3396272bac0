//! `quintet rolls`: all 21 rolls of a position with the best reply to each.
//!
//! Rolls no dice.

use clap::Args;
use quintet::play::dice_study::{RollChart, RollReply};
use serde_json::{Value, json};

use super::{GAME, StudyArgs, refused, side_name};
use crate::cli::Outcome;
use crate::cli::output::Output;

#[derive(Args, Debug)]
pub(in crate::cli) struct RollsArgs {
    #[command(flatten)]
    study: StudyArgs,
}

pub(in crate::cli) fn run(args: &RollsArgs, out: &mut Output) -> Outcome {
    let position = args.study.canonical()?;
    let chart = RollChart::of(GAME, &position, args.study.plies).map_err(refused)?;
    if args.study.json {
        return Ok(out.json(&as_json(&position, &chart))?);
    }
    Ok(text(&chart).iter().try_for_each(|line| out.line(line))?)
}

/// The equities as a square, then the replies from the best roll to the worst.
fn text(chart: &RollChart) -> Vec<String> {
    let columns = (1..=6).map(|die| format!("{die:>8}")).collect::<String>();
    let mut lines = vec![format!("{} rolls{columns}", side_name(chart.side))];
    let indent = lines[0].chars().count() - columns.chars().count();
    for one in 1..=6 {
        let cells = (1..=6).filter_map(|other| chart.roll(one, other));
        let cells: String = cells.map(|roll| format!("{:>+8.3}", roll.equity)).collect();
        lines.push(format!("{one:>indent$}{cells}"));
    }
    lines.push(format!("Mean {:+.4}, with the cube, in points of the cube", chart.mean));
    lines.push(String::new());
    let mut rolls: Vec<&RollReply> = chart.rolls.iter().collect();
    rolls.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    let line = |roll: &&RollReply| {
        let [high, low] = roll.dice;
        format!("{high}{low}  {:+.4}  {:+.4}  {}", roll.equity, roll.luck, roll.shown)
    };
    lines.push("Roll, equity after its best play, luck, best play:".to_owned());
    lines.extend(rolls.iter().map(line));
    lines
}

fn as_json(position: &str, chart: &RollChart) -> Value {
    let roll = |roll: &RollReply| {
        json!({
            "dice": roll.dice,
            "throws": roll.weight,
            "play": roll.mv.0,
            "shown": roll.shown,
            "after": roll.after,
            "equity": roll.equity,
            "luck": roll.luck,
        })
    };
    json!({
        "rolls_of": 1,
        "position": position,
        "side": side_name(chart.side),
        "plies": chart.plies,
        "mean": chart.mean,
        "rolls": chart.rolls.iter().map(roll).collect::<Vec<_>>(),
    })
}
