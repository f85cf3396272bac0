//! Whole games of backgammon judged in the application: plays, cube, luck, and what is kept of it.

use quintet::app::{AnalysisCommand, Command, FileCommand, GameCommand, RollsView, Snapshot};
use quintet::games::{Actor, Record, Setup};

use super::desk::{Desk, says};

/// A game of money as a file: bad plays, a double far too early, a proper take; 66 is not played yet.
fn played() -> String {
    let game = quintet::games::find("backgammon").unwrap();
    let mut record = Record::new("backgammon", Setup::default());
    record.tags.players = ["Ann", "Bob"].map(str::to_owned);
    let mut pos = game.start(&record.setup).unwrap();
    let moves = "31, 8/7 6/3, double, take, 62, 13/7 13/11, roll, 55, 13/8(4), 66";
    for text in moves.split(", ") {
        let side = match pos.actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        };
        let mv = pos.play(text).unwrap_or_else(|error| panic!("{error}"));
        record.add(record.last(), mv, side);
    }
    game.write_game("sgf", &record).unwrap()
}

/// The start and what was done.
const N_PLIES: usize = 11;

/// A desk with this file.
fn with(text: &str, more: &str) -> Desk {
    let dir = tempfile::tempdir().unwrap();
    let mut desk = Desk::in_dir_with(dir, Some(("game.sgf", text)), more);
    desk.wait("the game", |s| s.game.plies.len() == N_PLIES);
    desk
}

/// An engine that does not look ahead, so that a busy machine is quick enough.
const QUICK: &str = "[[engine]]\nname = \"Quick\"\nprotocol = \"ubgi\"\n\
                     games = [\"backgammon\"]\n\
                     command = [\"{quintet}\", \"engine\", \"ubgi\", \"--level\", \"8\"]\n";

fn reviewed(desk: &mut Desk) -> std::sync::Arc<Snapshot> {
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quick".to_owned())));
    desk.wait("the engine", |s| s.analysis.cards.len() == 1);
    desk.send(Command::Analysis(AnalysisCommand::WholeGame));
    desk.wait("all values", |s| says(s, "whole game is analysed"))
}

fn rolls(snapshot: &Snapshot) -> &RollsView {
    snapshot.game.rolls.as_ref().unwrap()
}

fn statistic(snapshot: &Snapshot, name: &str) -> [String; 2] {
    let mut all = rolls(snapshot).statistics.iter();
    all.find(|line| line.name == name).unwrap().values.clone()
}

/// The marked moves: number, text, mark.
fn marked(snapshot: &Snapshot) -> Vec<(String, String, String)> {
    let told = |mistake: &quintet::app::MistakeView| {
        (mistake.number.clone(), mistake.text.clone(), mistake.mark.clone())
    };
    snapshot.game.mistakes.iter().map(told).collect()
}

#[test]
fn plays_and_cube_actions_are_judged_by_the_equity_they_lost_and_dice_by_their_luck() {
    let mut desk = with(&played(), QUICK);
    let before = desk.app.snapshot();
    assert_eq!(statistic(&before, "Luck"), ["\u{2013}", "\u{2013}"], "nothing is judged yet");
    let done = reviewed(&mut desk);
    let found = marked(&done);
    let is_marked = |text: &str| found.iter().find(|(_, known, _)| known.contains(text));
    // The double is far too early: a blunder. The take is right, the plays of 31 and 55 are bad.
    assert_eq!(is_marked("double").map(|(.., mark)| mark.as_str()), Some("??"), "{found:?}");
    assert!(is_marked("8/7").is_some() && is_marked("13/8(4)").is_some(), "{found:?}");
    assert_eq!(is_marked("take"), None, "{found:?}");
    assert!(done.game.mistakes.iter().all(|mistake| mistake.loss >= 0.04), "{found:?}");
    assert!(done.game.error_rates.iter().all(Option::is_some), "{:?}", done.game.error_rates);
    // White: the opening's 31 and 55; Black: 62, and 66 at the end.
    let rolls = rolls(&done);
    assert_eq!(rolls.lucky.len(), 4, "{:?}", rolls.lucky);
    let text = |roll: &quintet::app::LuckView| format!("{} {}", roll.side, roll.roll);
    assert!(rolls.lucky.iter().any(|roll| text(roll) == "Black 66" && roll.is_good));
    assert_eq!(statistic(&done, "Rolls"), ["1", "2"], "the opening is counted apart");
    assert_ne!(statistic(&done, "Luck")[0], "\u{2013}");
    // No loss stands at a roll of the dice, or where a player just rolled on.
    let words: Vec<usize> = done.game.losses.iter().map(|(ply, _)| *ply).collect();
    assert_eq!(words[..2], [2, 3], "{:?}", done.game.losses);
    assert!(!words.contains(&1) && !words.contains(&5), "dice decide nothing: {words:?}");
    let next = desk.wait("a mistake", |s| s.game.n_mistakes > 0);
    desk.game(GameCommand::First);
    desk.game(GameCommand::NextMistake);
    // It is shown from where it was decided, with the dice on the board.
    let [first, second] = [0, 1].map(|idx| &next.game.mistakes[idx]);
    assert_eq!((first.text.as_str(), first.shown), ("31: 8/7 6/3", first.node - 1));
    let shown = desk.wait("the first mistake", |s| s.game.current == first.shown);
    let dice = &shown.game.scene.table.as_ref().unwrap().dice;
    assert_eq!(dice.iter().map(|die| die.value).collect::<Vec<_>>(), [3, 1]);
    desk.game(GameCommand::NextMistake);
    desk.wait("the second one", |s| s.game.current == second.shown);
}

#[test]
fn what_was_judged_is_kept_in_the_file() {
    let mut desk = with(&played(), QUICK);
    let done = reviewed(&mut desk);
    let path = desk.dir.path().join("judged.sgf");
    desk.send(Command::File(FileCommand::Save(path.clone())));
    desk.wait("the file to be saved", |s| says(s, "Saved as"));
    let mut desk = with(&std::fs::read_to_string(&path).unwrap(), "");
    let read = desk.wait("the judged game", |s| s.game.n_mistakes > 0);
    assert_eq!(marked(&read), marked(&done));
    assert_eq!(rolls(&read).statistics, rolls(&done).statistics);
    assert_eq!(rolls(&read).lucky.len(), 4);
    assert_eq!(read.game.losses.len(), done.game.losses.len());
    assert!(!done.game.graph.is_empty());
    assert_eq!(read.game.graph.len(), done.game.graph.len());
    for (one, other) in read.game.graph.iter().zip(done.game.graph.iter()) {
        assert!((one.score - other.score).abs() < 2e-3, "{one:?} {other:?}");
    }
}

#[test]
fn an_engine_that_ranks_nothing_judges_nothing_and_says_so() {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let more = format!(
        "[[engine]]\nname = \"Draft\"\nprotocol = \"ubgi\"\ngames = [\"backgammon\"]\n\
         command = [{scripted:?}, \"--ubgi\", \"--draft\"]\n"
    );
    let mut desk = with(&played(), &more);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Draft".to_owned())));
    desk.wait("the engine", |s| s.analysis.cards.len() == 1);
    desk.send(Command::Analysis(AnalysisCommand::WholeGame));
    let after = desk.wait("the reason", |s| says(s, "cannot judge the game"));
    assert!(after.game.losses.is_empty() && after.game.error_rates == [None, None]);
}

#[test]
fn every_action_of_the_cube_has_a_line_with_its_equity() {
    let mut desk = Desk::new();
    let decide = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
    desk.send(Command::File(FileCommand::Paste(decide.to_owned())));
    desk.wait("the position", |s| s.game.info.name == "backgammon");
    let name = "Quintet Backgammon".to_owned();
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(name)));
    let all = desk.wait("all lines", |s| {
        s.analysis.cards.first().is_some_and(|card| card.lines.len() == 3 && card.depth == "2")
    });
    let lines: Vec<String> =
        all.analysis.cards[0].lines.iter().map(|line| line.moves.join(", ")).collect();
    // Rolling is right at the start of a game, and a double is taken; that it is dropped cannot be.
    assert_eq!(lines, ["roll", "double, take", "double, drop"]);
    let drop = &all.analysis.cards[0].lines[2];
    assert_eq!(drop.score, "+1.000");
    assert!(drop.loss.starts_with('+'), "better, if it came to that: {}", drop.loss);
    assert!(all.analysis.cards[0].lines[1].loss.starts_with('\u{2212}'));
}
