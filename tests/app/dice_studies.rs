//! Rolls, cube and rollouts of positions with dice.

use quintet::app::{AnalysisCommand, Command, FileCommand, GameCommand, Mode, RolloutCommand};

use super::desk::Desk;

/// A race of few checkers: games are short.
const BEFORE: &str = "XGID=-A-A---A------------a-a-a-:0:0:1:00:0:0:0:0:10";

fn pasted(xgid: &str) -> Desk {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste(xgid.to_owned())));
    desk.wait("the position", |s| {
        s.game.info.name == "backgammon" && s.game.position_text.contains(&xgid[5..31])
    });
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk
}

fn rollout(desk: &Desk, command: RolloutCommand) {
    desk.send(Command::Analysis(AnalysisCommand::Rollout(command)));
}

#[test]
fn a_position_before_the_roll_shows_all_rolls_and_what_to_do_with_the_cube() {
    let mut desk = pasted(BEFORE);
    let shown = desk.wait("its rolls", |s| {
        s.dice_study.as_ref().is_some_and(|study| study.rolls.is_some() && !study.cube.is_empty())
    });
    let study = shown.dice_study.clone().unwrap();
    let rolls = &study.rolls.as_ref().unwrap().rolls;
    assert_eq!(rolls.len(), 21);
    assert!(rolls.iter().any(|roll| roll.heat == 1.0 || roll.heat == -1.0), "{rolls:?}");
    assert!(study.cube[0].1.to_lowercase().contains("double"), "{:?}", study.cube);
    assert!(study.rollout.is_none() && study.can_roll_out);
}

#[test]
fn where_the_dice_lie_in_a_game_the_rolls_and_the_cube_of_the_position_before_are_shown() {
    let mut desk = pasted(BEFORE);
    let chart = |s: &quintet::app::Snapshot, is_before: bool| {
        let study = s.dice_study.as_ref()?;
        let rolls = study.rolls.as_ref().filter(|rolls| rolls.is_before == is_before)?;
        Some((rolls.mean.clone(), study.cube.clone()))
    };
    let shown = desk.wait("its rolls", |s| chart(s, false).is_some());
    let (mean, cube) = chart(&shown, false).unwrap();
    desk.game(GameCommand::Roll("21".to_owned()));
    let rolled = desk.wait("the rolls before", |s| chart(s, true).is_some());
    let (mean_before, cube_before) = chart(&rolled, true).unwrap();
    assert_eq!((mean_before, &cube_before[1..]), (mean, &cube[1..]));
    assert_eq!(cube_before[0].0, "Cube, before the roll, by the net");
    assert!(rolled.dice_study.as_ref().unwrap().can_roll_out, "its own plays can be rolled out");
}

#[test]
fn the_plays_of_a_roll_are_rolled_out_until_they_are_stopped_or_decided() {
    let mut desk = pasted(&BEFORE.replace(":00:", ":21:"));
    rollout(&desk, RolloutCommand::Begin(3));
    let begun = desk.wait("the first games", |s| {
        let study = s.dice_study.as_ref();
        let rollout = study.and_then(|study| study.rollout.as_ref());
        rollout.is_some_and(|rollout| rollout.rows.iter().any(|row| row.games != "0"))
    });
    let study = begun.dice_study.clone().unwrap();
    assert!(study.rolls.is_none() && study.cube.is_empty(), "the dice are rolled: {study:?}");
    assert_eq!(study.rollout.as_ref().unwrap().rows.len(), 3);
    rollout(&desk, RolloutCommand::Run(false));
    let rests = |study: &quintet::app::DiceStudyView| {
        study.rollout.as_ref().is_some_and(|rollout| !rollout.is_running)
    };
    desk.wait("a rest or the end", |s| s.dice_study.as_deref().is_some_and(rests));
    rollout(&desk, RolloutCommand::Run(true));
    let ended = desk.wait("the end", |s| {
        let study = s.dice_study.as_ref();
        study.and_then(|study| study.rollout.as_ref()).is_some_and(|rollout| rollout.is_done)
    });
    let rollout = ended.dice_study.as_ref().unwrap().rollout.clone().unwrap();
    assert_eq!(rollout.part, 1.0);
    assert!(!rollout.is_running && rollout.rows[0].behind == "0.0", "{rollout:?}");
}
