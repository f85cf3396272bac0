//! `quintet rollout`: games played from a position, and what they say of its plays or its cube.
//!
//! Plays no game itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::play::dice_study::{
    CubeAdvice, DiceRollout, RolloutReport, RolloutRow, RolloutWish, Stop,
};
use serde_json::{Value, json};

use super::super::numbers::whole;
use super::{GAME, StudyArgs, chances_json, cube, percents, refused, side_name};
use crate::cli::output::{self, Output};
use crate::cli::{Code, Outcome, interrupts};

#[derive(Args, Debug)]
pub(in crate::cli) struct RolloutArgs {
    #[command(flatten)]
    study: StudyArgs,
    /// Roll out this play, such as "8/5 6/5"; may be given more than once. Without it the best plays
    /// at 0 plies are rolled out.
    #[arg(long = "play", value_name = "PLAY")]
    plays: Vec<String>,
    /// Roll out so many of the best plays.
    #[arg(long, default_value_t = 5, value_name = "K", value_parser = whole::<u16>(1..=100), conflicts_with = "plays")]
    moves: u16,
    /// Games from each position at most; with a multiple of 36 each first roll comes as often as it
    /// should.
    #[arg(long, default_value_t = 1296, value_name = "N", value_parser = whole::<u32>(1..=1_000_000))]
    trials: u32,
    /// The seed of the dice: the same one gives the same games.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Judge each game after so many rolls, instead of playing it to its end.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=400))]
    truncate: Option<u32>,
    /// Give up a play that is behind by more than so many joint standard deviations; 0 gives up none.
    #[arg(long, default_value_t = 3.0, value_name = "X", value_parser = limit)]
    limit: f64,
    /// Give up no play before so many games.
    #[arg(long, default_value_t = 144, value_name = "N")]
    least: u32,
    /// Play bear-offs, too, instead of taking their chances from the database.
    #[arg(long)]
    play_bearoffs: bool,
    /// Leave the luck of the dice in the results.
    #[arg(long)]
    with_luck: bool,
    /// Games played side by side; the results do not depend on it. By default one for each processor.
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=256))]
    threads: Option<u16>,
}

/// A number of standard deviations.
fn limit(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|limit: &f64| limit.is_finite() && *limit >= 0.0);
    number.ok_or_else(|| "it is no number of standard deviations, such as 3 or 2.5".to_owned())
}

/// Games are played for so long before the progress is shown.
const SLICE: Duration = Duration::from_millis(300);

pub(in crate::cli) fn run(args: &RolloutArgs, out: &mut Output) -> Outcome {
    let position = args.study.canonical()?;
    let mut rollout = DiceRollout::of(GAME, &position, &args.wish()).map_err(refused)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    let stop = Stop::when(move || flag.load(Ordering::Relaxed));
    let _watch = interrupts::note_in(Arc::clone(&interrupted))?;
    while !rollout.is_done() && !stop.asked() {
        rollout.advance(SLICE, &stop);
        let report = rollout.report();
        output::show_status(&format!("{} of {} games", report.n_done, report.n_all));
    }
    output::show_status("");
    let report = rollout.report();
    if report.n_done == 0 && !report.is_done {
        return Err(Code::Interrupted.of(anyhow!("interrupted before a game was played")));
    }
    write(args, &position, &rollout, &report, out)?;
    if report.is_done {
        return Ok(());
    }
    let (done, all) = (report.n_done, report.n_all);
    Err(Code::Interrupted
        .of(anyhow!("interrupted; the figures are those of {done} of {all} games")))
}

fn write(
    args: &RolloutArgs,
    position: &str,
    rollout: &DiceRollout,
    report: &RolloutReport,
    out: &mut Output,
) -> Outcome {
    let advice = CubeAdvice::of_rollout(rollout);
    if args.study.json {
        return Ok(out.json(&as_json(position, args, report, advice.as_ref()))?);
    }
    text(report).iter().try_for_each(|line| out.line(line))?;
    if let Some(advice) = advice {
        out.line("")?;
        cube::text(&advice).iter().try_for_each(|line| out.line(line))?;
    }
    Ok(())
}

impl RolloutArgs {
    fn wish(&self) -> RolloutWish {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        RolloutWish {
            moves: self.plays.clone(),
            n_moves: self.moves.into(),
            seed: self.seed,
            plies: self.study.plies,
            truncate: self.truncate,
            plays_bearoff: self.play_bearoffs,
            reduces_variance: !self.with_luck,
            trials: self.trials,
            least: self.least,
            limit: (self.limit > 0.0).then_some(self.limit),
            threads: self.threads.map_or_else(processors, usize::from),
        }
    }
}

fn text(report: &RolloutReport) -> Vec<String> {
    let width = report.rows.iter().map(|row| row.shown.chars().count()).max().unwrap_or(0).max(4);
    let side = side_name(report.side);
    let mut lines = vec![format!(
        "{:<width$}  {:>7} {:>6}  {:>13} {:>13} {:>13} {:>13} {:>13}  {:>6}  {:>6}",
        side,
        "Equity",
        "+/-",
        "Wins %",
        "Gammons",
        "Backgammons",
        "Lost gammons",
        "Lost bgs",
        "Games",
        "Behind",
    )];
    lines.extend(report.rows.iter().map(|row| row_text(row, width)));
    lines.push(
        "Equity without cube, in points of the cube. Chances in percent with their standard \
                errors. Behind: joint standard deviations; a row in brackets was given up."
            .to_owned(),
    );
    lines
}

fn row_text(row: &RolloutRow, width: usize) -> String {
    let chances = percents(&row.chances).into_iter().zip(row.chance_errors);
    let chances: Vec<String> = chances
        .map(|(chance, error)| format!("{:>13}", format!("{chance:.2} \u{b1}{:.2}", 100.0 * error)))
        .collect();
    let behind = match row.behind {
        Some(behind) if behind.is_finite() => format!("{behind:.1}"),
        Some(_) => "far".to_owned(),
        None => "-".to_owned(),
    };
    let behind = if row.is_given_up { format!("({behind})") } else { behind };
    let shown = if row.mv.is_none() { "Roll" } else { &row.shown };
    format!(
        "{shown:<width$}  {:>+7.4} {:>6.4}  {}  {:>6}  {behind:>6}",
        row.equity,
        row.error,
        chances.join(" "),
        row.n_games,
    )
}

fn as_json(
    position: &str,
    args: &RolloutArgs,
    report: &RolloutReport,
    advice: Option<&CubeAdvice>,
) -> Value {
    let row = |row: &RolloutRow| {
        json!({
            "play": row.mv.as_ref().map(|mv| mv.0.as_str()),
            "shown": row.shown,
            "games": row.n_games,
            "equity": row.equity,
            "error": row.error,
            "cubeful": row.cubeful,
            "match_chance": row.match_chance,
            "chances": chances_json(percents(&row.chances).map(|percent| percent / 100.0)),
            "chance_errors": chances_json(row.chance_errors),
            // Infinity has no number in JSON.
            "behind": row.behind.filter(|behind| behind.is_finite()),
            "given_up": row.is_given_up,
        })
    };
    json!({
        "rollout": 1,
        "position": position,
        "side": side_name(report.side),
        "trials": args.trials,
        "seed": args.seed,
        "plies": args.study.plies,
        "truncate": args.truncate,
        "decided": report.is_decided,
        "interrupted": !report.is_done,
        "rows": report.rows.iter().map(row).collect::<Vec<_>>(),
        "cube": advice.map(cube::as_json),
    })
}
