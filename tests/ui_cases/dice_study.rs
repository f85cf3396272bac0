//! The page with all rolls of a position, its cube and its rollout.

use quintet::app::{
    AnalysisCommand, DiceStudyView, RollCellView, RollChartView, RolloutCommand, RolloutRowView,
    RolloutView,
};

use super::support::backgammon_view::{PLAY, backgammon};
use super::*;

pub(super) fn study() -> DiceStudyView {
    let cell = |(high, low): (u8, u8)| RollCellView {
        dice: [high, low],
        equity: format!("+0.{high}{low}0"),
        luck: "+0.100".to_owned(),
        heat: if high == 6 { 1.0 } else { -0.3 },
        reply: format!("13/{}", 13 - high - low),
    };
    let dice = (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low)));
    let row = |play: &str, equity: &str, is_given_up| RolloutRowView {
        play: play.to_owned(),
        equity: equity.to_owned(),
        error: "\u{b1}0.0041".to_owned(),
        chances: ["55.1 \u{b1}0.2"; 5].map(str::to_owned),
        games: "144".to_owned(),
        behind: "0.0".to_owned(),
        is_given_up,
    };
    DiceStudyView {
        rolls: Some(RollChartView {
            mean: "+0.321".to_owned(),
            rolls: dice.map(cell).collect(),
            is_before: false,
        }),
        cube: vec![("Cube, by the net".to_owned(), "No double, take".to_owned())],
        rollout: Some(RolloutView {
            progress: "288 of 2592 games".to_owned(),
            part: 0.1,
            is_running: true,
            is_done: false,
            rows: vec![row("8/5 6/5", "+0.1590", false), row("24/20", "-0.0140", true)],
        }),
        can_roll_out: true,
    }
}

fn study_window(study: DiceStudyView) -> Window {
    let mut snapshot = backgammon(PLAY, &[], Mode::Analyse, Theme::Dark);
    snapshot.dice_study = Some(study.into());
    let mut h = show(snapshot, WIDE);
    h.state_mut().ui.drawer.wish = [Some(true); 3];
    h.run();
    click(&mut h, "Rollout");
    h.state_mut().commands.clear();
    h
}

fn rollout(command: RolloutCommand) -> Command {
    Command::Analysis(AnalysisCommand::Rollout(command))
}

#[test]
fn a_roll_shows_its_reply_and_the_cube_is_said_in_words() {
    let mut h = study_window(study());
    assert!(h.query_by_label("Cube, by the net: No double, take").is_some());
    assert!(h.query_by_label("Click a roll to see its best reply.").is_some());
    click(&mut h, "3 and 6: 63: 13/4, +0.630");
    assert!(h.query_by_label("63: 13/4, +0.630").is_some());
    assert_eq!(taken(&mut h), []);
}

#[test]
fn a_rollout_is_begun_stopped_and_resumed() {
    // Where the dice are rolled there are no rolls to choose from, and no cube.
    let rolled = || DiceStudyView { rolls: None, cube: Vec::new(), ..study() };
    let mut h = study_window(rolled());
    let row = "8/5 6/5: equity +0.1590 \u{b1}0.0041, wins 55.1 \u{b1}0.2 %, 144 games";
    assert!(h.query_by_label(row).is_some());
    let given_up = "24/20: equity -0.0140 \u{b1}0.0041, wins 55.1 \u{b1}0.2 %, 144 games, given up";
    assert!(h.query_by_label(given_up).is_some());
    click(&mut h, "Stop the rollout");
    assert_eq!(taken(&mut h), [rollout(RolloutCommand::Run(false))]);
    click(&mut h, "10 plays");
    click(&mut h, "Roll out");
    assert_eq!(taken(&mut h), [rollout(RolloutCommand::Begin(10))]);
    let mut rests = rolled();
    if let Some(rollout) = &mut rests.rollout {
        rollout.is_running = false;
    }
    let mut h = study_window(rests);
    click(&mut h, "Resume the rollout");
    assert_eq!(taken(&mut h), [rollout(RolloutCommand::Run(true))]);
    let mut h = study_window(DiceStudyView::default());
    assert!(h.query_by_label("There is nothing to roll out in this position.").is_some());
    click(&mut h, "Roll out");
    assert_eq!(taken(&mut h), []);
}
