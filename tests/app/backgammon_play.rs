//! A game with dice as a person plays it: candidate plays, taking back, the middle of a turn kept on
//! disk, resigning, pausing, hints, the games of a match.

use quintet::app::board::{HintRing, Side};
use quintet::app::{
    Command, DiceChoice, EngineCommand, FileCommand, GameCommand, Mode, NewGame, SettingsCommand,
    Snapshot, TreeRow,
};

use super::backgammon::{can, level, list, new_game, play, texts, type_move};
use super::desk::{Desk, engine, fact, human, n_moves, says};

fn dice(snapshot: &Snapshot) -> Vec<u8> {
    let table = snapshot.game.scene.table.as_ref();
    table.map(|table| table.dice.iter().map(|die| die.value).collect()).unwrap_or_default()
}

fn click(desk: &Desk, cells: &[&str]) {
    for cell in cells {
        desk.game(GameCommand::Click((*cell).to_owned()));
    }
}

fn my_play(snapshot: &Snapshot) -> bool {
    snapshot.game.info.name == "backgammon" && snapshot.game.can_move && !dice(snapshot).is_empty()
}

fn has_part(snapshot: &Snapshot) -> bool {
    snapshot.game.decisions.as_ref().is_some_and(|found| found.has_part)
}

#[test]
fn candidate_plays_come_only_after_the_own_play_and_mark_it() {
    let mut desk = Desk::new();
    play(&desk, new_game("money-nojacoby", [human(), level("1")], list("31 62 55 41 21 33")));
    let start = desk.wait("the opening roll", my_play);
    let found = start.game.candidates.as_ref().unwrap();
    assert!(found.on && found.lines.is_empty() && found.node.is_none());
    // The third best of the opening plays, as everybody knows.
    type_move(&desk, "24/23 13/10");
    let told = desk.wait("candidates", |s| {
        s.game.candidates.as_ref().is_some_and(|found| found.lines.iter().any(|line| line.is_own))
    });
    let found = told.game.candidates.as_ref().unwrap();
    assert_eq!((found.dice.as_str(), found.of.as_str()), ("31", "24/23 13/10"));
    assert_eq!(found.lines[0].line.moves[0], "8/5 6/5");
    assert_eq!(found.lines.len(), 5);
    let own = found.lines.iter().find(|line| line.is_own).unwrap();
    assert!(own.rank > 1 && own.line.loss.starts_with('\u{2212}'), "{own:?}");
    assert!(found.verdict.contains(" of 16, \u{2212}"), "{}", found.verdict);
    assert!(own.line.chances.is_some());
}

#[test]
fn no_candidates_are_looked_for_where_that_is_switched_off() {
    let mut desk = Desk::new();
    desk.send(Command::Settings(SettingsCommand::Candidates(false)));
    play(&desk, new_game("money-nojacoby", [human(), level("1")], list("31 62 55 41 21 33")));
    desk.wait("the opening roll", my_play);
    type_move(&desk, "8/5 6/5");
    let next = desk.wait("the engine's answer", |s| texts(s).len() == 2);
    let found = next.game.candidates.as_ref().unwrap();
    assert!(!found.on && found.engine.is_empty() && found.lines.is_empty());
    // One engine plays, and none thinks along.
    assert_eq!(next.sessions.len(), 1, "{:?}", next.sessions);
}

#[test]
fn taking_back_goes_to_the_last_own_decision_with_the_same_dice() {
    let mut desk = Desk::new();
    play(&desk, new_game("money", [human(), level("1")], list("31 62 55 41 21 33 65 44")));
    desk.wait("the opening roll", my_play);
    type_move(&desk, "8/5 6/5");
    desk.wait("my decision", |s| can(s, "roll"));
    type_move(&desk, "roll");
    desk.wait("my dice", |s| my_play(s) && dice(s) == [5, 5, 5, 5]);
    // A part that has been played comes back first.
    click(&desk, &["13"]);
    desk.wait("a part", has_part);
    desk.game(GameCommand::TakeBack);
    let same = desk.wait("no part", |s| my_play(s) && !has_part(s));
    assert_eq!(dice(&same), [5, 5, 5, 5]);
    desk.game(GameCommand::TakeBack);
    desk.wait("before the roll", |s| can(s, "roll") && dice(s).is_empty());
    type_move(&desk, "roll");
    desk.wait("the same dice", |s| my_play(s) && dice(s) == [5, 5, 5, 5]);
    for _ in 0..2 {
        desk.game(GameCommand::TakeBack);
    }
    let first = desk.wait("the opening roll again", |s| my_play(s) && texts(s).len() == 1);
    assert_eq!(texts(&first), ["31: \u{2026}"], "the row of the dice that wait");
    desk.game(GameCommand::TakeBack);
    let same = desk.wait("nothing before it", |s| says(s, "no move to take back"));
    assert!(my_play(&same) && texts(&same) == texts(&first));
}

/// White has a choice; Black bears off both of his with a double.
const RACE: &str = "XGID=--------A-A------------aa-:0:0:1:00:0:0:0:0:10 rolling";

#[test]
fn taking_back_passes_over_a_play_that_would_be_made_again_at_once() {
    let mut desk = Desk::new();
    let position = RACE.to_owned();
    let new = NewGame { position, ..new_game("money", [human(), human()], list("21 66")) };
    play(&desk, new);
    desk.wait("White's dice", my_play);
    type_move(&desk, "10/7");
    desk.wait("Black's decision", |s| can(s, "roll"));
    type_move(&desk, "roll");
    let over = desk.wait("the forced play", |s| !s.game.result.is_empty());
    assert_eq!(texts(&over), ["21: 10/7", "66: 2/off 1/off"]);
    desk.game(GameCommand::TakeBack);
    let back = desk.wait("Black's decision again", |s| can(s, "roll"));
    assert!(back.game.result.is_empty());
    type_move(&desk, "roll");
    desk.wait("the same dice", |s| texts(s) == texts(&over));
}

#[test]
fn a_game_that_was_killed_in_the_middle_of_a_turn_goes_on_with_its_dice_and_the_part_played() {
    let mut desk = Desk::new();
    let seed = DiceChoice::Seed("quintet".to_owned());
    play(&desk, new_game("match-3", [human(), human()], seed));
    desk.wait("the opening roll 52", |s| my_play(s) && dice(s) == [5, 2]);
    click(&desk, &["13"]);
    desk.wait("a part", has_part);
    let Desk { app, dir } = desk;
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    desk.wait("the offer", |s| says(s, "was not finished"));
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game, paused", |s| {
        s.game.info.name == "backgammon" && s.game.paused && dice(s) == [5, 2]
    });
    assert_eq!(back.game.variant, "Match to 3 points");
    let used = &back.game.scene.table.as_ref().unwrap().dice;
    assert!(used.iter().any(|die| die.used), "the part that was played is still there");
    desk.game(GameCommand::Resume);
    desk.wait("my turn with the part", has_part);
    click(&desk, &["undo"]);
    desk.wait("no part", |s| my_play(s) && !has_part(s));
    type_move(&desk, "13/8 24/22");
    type_move(&desk, "roll");
    // The next roll of the same seed.
    desk.wait("the next roll of the same seed", |s| my_play(s) && dice(s) == [4, 3]);
}

#[test]
fn a_double_that_waits_for_its_answer_is_kept_too() {
    let mut desk = Desk::new();
    play(&desk, new_game("money-nojacoby", [human(), human()], list("31 62 55")));
    desk.wait("the opening roll", my_play);
    type_move(&desk, "8/5 6/5");
    type_move(&desk, "double");
    desk.wait("the double", |s| can(s, "take"));
    let Desk { app, dir } = desk;
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    desk.wait("the offer", |s| says(s, "was not finished"));
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game, paused", |s| s.game.info.name == "backgammon" && s.game.paused);
    assert_eq!(back.game.variant, "Money game without Jacoby rule");
    assert!(!can(&back, "take"), "nothing can be decided while it is paused");
    desk.game(GameCommand::Resume);
    desk.wait("the answer is asked for", |s| can(s, "take") && can(s, "drop"));
    type_move(&desk, "take");
    desk.wait("the dice of the list", |s| my_play(s) && dice(s) == [6, 2]);
}

#[test]
fn while_a_game_is_paused_no_dice_are_rolled_and_nothing_can_be_decided() {
    let mut desk = Desk::new();
    play(&desk, new_game("money", [human(), human()], list("31 62 55")));
    desk.wait("the opening roll", my_play);
    desk.game(GameCommand::Pause);
    let paused = desk.wait("the pause", |s| s.game.paused);
    assert!(!paused.game.can_move);
    type_move(&desk, "8/5 6/5");
    desk.wait("the refusal", |s| says(s, "paused"));
    desk.game(GameCommand::Resume);
    desk.wait("my move", my_play);
    type_move(&desk, "8/5 6/5");
    desk.wait("Black's decision", |s| can(s, "roll"));
    desk.game(GameCommand::Pause);
    let paused = desk.wait("the pause", |s| s.game.paused);
    assert!(!can(&paused, "roll") && dice(&paused).is_empty());
}

#[test]
fn a_hint_names_a_play_that_is_legal_and_a_part_does_not_hinder_it() {
    let mut desk = Desk::new();
    play(&desk, new_game("money", [human(), human()], list("31 62 55")));
    desk.wait("the opening roll", my_play);
    click(&desk, &["13"]);
    desk.wait("a part", has_part);
    desk.game(GameCommand::Hint);
    let hint = desk.wait("the hint", |s| says(s, "Hint: 8/5 6/5"));
    assert!(hinted(&hint).is_empty(), "the play is begun: its rings would lie wrong");
    desk.game(GameCommand::TakeBack);
    let untouched = desk.wait("no part", |s| !has_part(s));
    assert_eq!(hinted(&untouched), ["8 ", "5 lands", "6 ", "5 lands"], "from where and to where");
    click(&desk, &["24"]);
    let begun = desk.wait("a part", has_part);
    assert!(hinted(&begun).is_empty(), "the play is begun");
    type_move(&desk, "8/5 6/5");
    let after = desk.wait("Black's decision", |s| can(s, "roll"));
    assert!(hinted(&after).is_empty());
    desk.game(GameCommand::Hint);
    desk.wait("the hint about the cube", |s| says(s, "Hint: roll"));
}

/// The cells with a ring of the hint, and whether a checker would land there.
fn hinted(snapshot: &Snapshot) -> Vec<String> {
    let table = snapshot.game.scene.table.as_ref().expect("a table");
    let ring = |ring: &HintRing| format!("{} {}", ring.cell, if ring.lands { "lands" } else { "" });
    table.hints.iter().map(ring).collect()
}

#[test]
fn the_cube_glows_only_for_the_person_who_may_double() {
    let glows = |s: &Snapshot| {
        s.game.scene.table.as_ref().and_then(|table| table.cube).is_some_and(|cube| cube.legal)
    };
    let mut desk = Desk::new();
    play(&desk, new_game("money", [human(), human()], list("31 62 55 21 43")));
    let first = desk.wait("the opening roll", my_play);
    assert!(!glows(&first), "the dice are rolled");
    type_move(&desk, "8/5 6/5");
    let decides = desk.wait("Black's decision", |s| can(s, "double"));
    assert!(glows(&decides), "a person may double");
    type_move(&desk, "double");
    let offered = n_moves(&desk.wait("the offer", |s| can(s, "take")));
    type_move(&desk, "take");
    type_move(&desk, "roll");
    let rolled = |s: &Snapshot| !dice(s).is_empty() && s.game.can_move;
    desk.wait("Black's dice", |s| n_moves(s) > offered && rolled(s));
    type_move(&desk, "24/18 13/11");
    let owner = desk.wait("White's decision", |s| n_moves(s) > offered + 1 && can(s, "double"));
    assert!(glows(&owner), "White took the cube and may double again");
    type_move(&desk, "roll");
    desk.wait("White's dice", |s| s.game.turn == Some(Side::First) && rolled(s));
    type_move(&desk, "13/3(2)");
    let turn = |s: &Snapshot| s.game.turn == Some(Side::Second) && rolled(s);
    let other = desk.wait("Black's turn", |s| n_moves(s) > offered + 2 && turn(s));
    assert!(!can(&other, "double"));
    assert!(!glows(&other), "the cube is White's");
}

#[test]
fn the_games_of_a_match_are_listed_with_headings_and_can_be_gone_to() {
    let mut desk = Desk::new();
    play(&desk, new_game("match-3", [human(), human()], list("31 16 62 54")));
    desk.wait("the opening roll", my_play);
    type_move(&desk, "8/5 6/5");
    type_move(&desk, "double");
    type_move(&desk, "drop");
    let second = desk.wait("the second game", |s| s.game.parts.len() == 2 && my_play(s));
    let part = &second.game.parts[0];
    assert_eq!((part.number, part.won, part.cube), (1, Some((Side::Second, 1)), 2));
    assert_eq!((second.game.part, second.game.parts[1].score), (2, [0, 1]));
    let headings: Vec<String> = second
        .game
        .rows
        .iter()
        .filter_map(|row| match row {
            TreeRow::Game { number, text, .. } => Some(format!("{number} {text}")),
            TreeRow::Pair { .. } | TreeRow::Comment(_) | TreeRow::Variation { .. } => None,
        })
        .collect();
    assert_eq!(headings, ["1 White 0, Black 0", "2 White 0, Black 1"]);
    let cubes = second.game.rows.iter().filter_map(|row| match row {
        TreeRow::Pair { moves, .. } => Some(moves.iter().flatten().filter_map(|mv| mv.cube)),
        TreeRow::Game { .. } | TreeRow::Comment(_) | TreeRow::Variation { .. } => None,
    });
    assert_eq!(cubes.flatten().collect::<Vec<_>>(), [2, 2]);
    desk.game(GameCommand::GoTo(second.game.parts[0].node));
    let first = desk.wait("the first game", |s| s.game.part == 1 && s.game.current == 0);
    assert!(!first.game.can_move, "it is an earlier position");
}

#[test]
fn rolls_are_offered_in_a_study_also_before_a_player_rolls() {
    let mut desk = Desk::new();
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
    desk.send(Command::File(FileCommand::Paste(xgid.to_owned())));
    let decide = desk.wait("the position", |s| s.mode == Mode::Analyse && can(s, "double"));
    assert_eq!(decide.game.dice.as_ref().unwrap().rolls.len(), 21);
    desk.game(GameCommand::Roll("52".to_owned()));
    let rolled = desk.wait("the dice", |s| dice(s) == [5, 2]);
    assert!(rolled.game.dice.as_ref().is_none_or(|dice| dice.rolls.is_empty()));
    type_move(&desk, "13/8 24/22");
    desk.wait("Black's decision", |s| can(s, "double") && s.game.turn == Some(Side::Second));
    type_move(&desk, "66");
    desk.wait("typed dice", |s| dice(s) == [6, 6, 6, 6]);
    type_move(&desk, "67");
    desk.wait("a refusal", |s| !s.notices.is_empty());
}

/// White is on the bar before a closed board and decides about the cube.
const CLOSED: &str = "XGID=----DEE-----------cbbbbbbA:0:0:1:00:0:0:0:0:10";

fn last_dice(snapshot: &Snapshot) -> Vec<(u8, bool)> {
    let table = snapshot.game.scene.table.as_ref();
    table.map(|t| t.last_dice.iter().map(|d| (d.value, d.white)).collect()).unwrap_or_default()
}

#[test]
fn a_roll_without_a_play_is_told_and_its_dice_stay_on_the_table() {
    let mut desk = Desk::new();
    let position = CLOSED.to_owned();
    play(&desk, NewGame { position, ..new_game("money", [human(), human()], list("55 21")) });
    desk.wait("White's decision", |s| can(s, "roll"));
    type_move(&desk, "roll");
    let told = desk.wait("the pass", |s| says(s, "rolled 5-5: no legal play."));
    assert!(can(&told, "roll") && told.game.turn == Some(Side::Second));
    assert_eq!(last_dice(&told), [(5, true); 4]);
    type_move(&desk, "roll");
    let rolled = desk.wait("Black's dice", |s| dice(s) == [2, 1]);
    assert_eq!(last_dice(&rolled), [(5, true); 4], "the other side's dice lie beside the own");
    assert!(!says(&rolled, "no legal play"), "who plays on has read it");
}

#[test]
fn a_person_who_makes_forced_plays_by_hand_passes_by_hand_too() {
    let mut desk = Desk::new();
    desk.send(Command::Settings(SettingsCommand::PlayForced(false)));
    let position = CLOSED.to_owned();
    play(&desk, NewGame { position, ..new_game("money", [human(), human()], list("55 21")) });
    desk.wait("White's decision", |s| can(s, "roll"));
    type_move(&desk, "roll");
    let waits = desk.wait("the dice without a play", |s| s.game.pass.is_some());
    assert_eq!(dice(&waits), [5, 5, 5, 5]);
    assert!(waits.game.decisions.as_ref().is_some_and(|found| found.is_complete));
    click(&desk, &["dice"]);
    desk.wait("Black's decision", |s| can(s, "roll") && s.game.turn == Some(Side::Second));
}

fn has_variation(snapshot: &Snapshot) -> bool {
    snapshot.game.rows.iter().any(|row| matches!(row, TreeRow::Variation { .. }))
}

#[test]
fn what_is_tried_in_analyse_is_a_variation_beside_the_game_that_goes_on() {
    let mut desk = Desk::new();
    play(&desk, new_game("match-3", [human(), level("1")], list("31 62 55 41 21 33")));
    desk.wait("the opening roll", my_play);
    type_move(&desk, "8/5 6/5");
    desk.wait("my decision", |s| can(s, "roll") && texts(s).len() == 2);
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk.wait("the pause", |s| s.game.paused && says(s, "paused"));
    desk.game(GameCommand::Roll("66".to_owned()));
    desk.wait("dice that were only tried", |s| dice(s) == [6; 4] && !s.game.playing);
    desk.game(GameCommand::SetMode(Mode::Play));
    let back = desk.wait("the game", |s| s.game.playing && s.mode == Mode::Play);
    assert!(back.game.paused && back.game.at_end && dice(&back).is_empty());
    assert_eq!((texts(&back).len(), has_variation(&back)), (2, false));
    assert!(back.game.seats[1].engine.is_some(), "{:?}", back.game.seats);
    assert_eq!(back.game.dice.as_ref().unwrap().source, "from a list");
    // What was tried is there again, and leads nowhere else than before.
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk.wait("what was tried", |s| texts(s).len() == 3);
    desk.game(GameCommand::SetMode(Mode::Play));
    desk.game(GameCommand::Resume);
    desk.wait("my decision again", |s| can(s, "roll") && texts(s).len() == 2);
    type_move(&desk, "roll");
    let rolled = desk.wait("the dice of the list", |s| my_play(s) && dice(s) == [5; 4]);
    assert_eq!(texts(&rolled).len(), 3, "two plays and the dice that wait");
    type_move(&desk, "13/3(2)");
    desk.wait("the engine goes on", |s| texts(s).len() == 4);
}

#[test]
fn a_game_being_played_is_kept_under_positions_that_are_pasted() {
    let mut desk = Desk::new();
    play(&desk, new_game("match-3", [human(), level("1")], list("31 62 55 41 21 33")));
    desk.wait("the opening roll", my_play);
    type_move(&desk, "8/5 6/5");
    desk.wait("my decision", |s| can(s, "roll") && texts(s).len() == 2);
    for score in ["0:0", "3:1"] {
        let xgid = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{score}:0:5:10");
        desk.send(Command::File(FileCommand::Paste(xgid.clone())));
        desk.wait("the position", |s| s.game.position_text.contains(&format!(":{score}:")));
    }
    desk.game(GameCommand::UndoNew);
    desk.wait("the first position", |s| s.game.position_text.contains(":0:0:0:5:"));
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game", |s| s.game.playing && texts(s).len() == 2);
    assert!(back.game.paused);
    desk.game(GameCommand::Resume);
    desk.wait("my decision again", |s| can(s, "roll"));
    type_move(&desk, "roll");
    desk.wait("the dice of the list", |s| my_play(s) && dice(s) == [5; 4]);
}

#[test]
fn a_game_that_had_ended_goes_on_with_dice_that_nobody_can_look_up() {
    let mut desk = Desk::new();
    play(&desk, new_game("match-3", [human(), level("1")], DiceChoice::Fresh));
    desk.wait("the board", |s| s.game.info.name == "backgammon" && s.game.playing);
    // An engine decides for the user until a few dice have been rolled.
    desk.game(GameCommand::SetSeat(0, level("1")));
    desk.wait("some plays", |s| texts(s).len() >= 6);
    desk.game(GameCommand::SetSeat(0, human()));
    desk.game(GameCommand::Resign);
    let over = desk.wait("the end", |s| s.game.result.contains("resigned"));
    let seed = fact(&over, "Dice seed").unwrap().to_owned();
    let hash = fact(&over, "Hash of dice seed").unwrap().to_owned();
    desk.game(GameCommand::TakeBack);
    let on = desk.wait("the game", |s| s.game.playing && s.game.can_move);
    assert_eq!(fact(&on, "Dice seed"), None);
    let before = fact(&on, "Dice seed before").unwrap();
    assert!(before.starts_with(&format!("{seed} (to roll ")), "{before}");
    assert!(says(&on, "goes on with a new one"), "{:?}", on.notices);
    desk.game(GameCommand::SetSeat(0, level("1")));
    let rolled = desk.wait("more dice", |s| fact(s, "Hash of dice seed").is_some());
    assert_ne!(fact(&rolled, "Hash of dice seed"), Some(hash.as_str()));
}

#[test]
fn an_engine_that_thinks_along_is_there_once_also_when_it_was_started_again() {
    let mut desk = Desk::new();
    play(&desk, new_game("money-nojacoby", [human(), human()], list("31 62 55 41 21 33")));
    desk.wait("the opening roll", |s| my_play(s) && s.sessions.len() == 1);
    let id = desk.app.snapshot().sessions[0].id;
    desk.send(Command::Engine(EngineCommand::Restart(id)));
    desk.wait("it again", |s| s.sessions.len() == 1 && s.sessions[0].id != id);
    type_move(&desk, "24/23 13/10");
    let told = desk.wait("candidates", |s| {
        s.game.candidates.as_ref().is_some_and(|found| found.lines.iter().any(|line| line.is_own))
    });
    assert_eq!(told.sessions.len(), 1, "{:?}", told.sessions);
}

#[test]
fn an_engine_that_fails_and_is_started_again_does_not_change_the_dice() {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let entry = format!(
        "[[engine]]\nname = \"Faller\"\nprotocol = \"ubgi\"\ngames = [\"backgammon\"]\n\
         command = [{scripted:?}, \"--ubgi\", \"--rules\", \"exit=3@position\"]\n"
    );
    let mut desk = Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &entry);
    let seats = [engine("Faller"), engine("Faller")];
    play(&desk, new_game("money", seats, DiceChoice::Fresh));
    let hash = |s: &Snapshot| fact(s, "Hash of dice seed").map(str::to_owned);
    let failed = desk.wait("the crash", |s| s.game.waits);
    let first = hash(&failed);
    assert!(first.is_some() && fact(&failed, "Dice seed").is_none(), "{:?}", failed.game.facts);
    for _ in 0..2 {
        let n = desk.wait("the question", |s| s.game.waits).problems.len();
        let session = desk.app.snapshot().failures[0].session.unwrap();
        desk.send(Command::Engine(EngineCommand::Restart(session)));
        let again = desk.wait("the next crash", |s| s.game.waits && s.problems.len() > n);
        assert_eq!(hash(&again), first);
        assert_eq!(fact(&again, "Dice seed before"), None);
    }
    let seat = desk.app.snapshot().failures[0].seat.unwrap();
    desk.game(GameCommand::Forfeit(seat));
    desk.wait("the seed at the end", |s| fact(s, "Dice seed").is_some());
}
