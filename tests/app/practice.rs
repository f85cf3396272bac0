//! Practising: mistakes of a game that was reviewed, a list of positions, and what comes back.

use std::fs;
use std::sync::Arc;

use quintet::app::{
    AnalysisCommand, Command, FileCommand, GameCommand, Help, Mode, Outcome, PracticeCommand,
    PracticeState, PracticeView, ReplyTone, Snapshot, TabCommand,
};
use quintet::play::TimeControl;

use super::desk::{Desk, human, n_moves, says, wait_until};

fn practise(desk: &Desk, command: PracticeCommand) {
    desk.send(Command::Practice(command));
}

fn practice(snapshot: &Snapshot) -> &PracticeView {
    snapshot.practice.as_ref().unwrap()
}

fn is_at(snapshot: &Snapshot, place: usize, state: PracticeState) -> bool {
    snapshot.practice.as_ref().is_some_and(|found| found.at == place && found.state == state)
}

/// The squares of Othello that the side to move may play on.
fn legal(snapshot: &Snapshot) -> Vec<String> {
    let cells = snapshot.game.scene.cells.iter();
    cells.filter(|cell| cell.spoken.contains("legal")).map(|cell| cell.name.clone()).collect()
}

/// Two of the moves give a corner away: g3 and h2.
const WITH_BLUNDERS: &str = "f5d6c3d3c4f4f6g6g3h2";

/// A desk with that game reviewed, and the first exercise of both sides' mistakes on the board.
fn practising() -> (Desk, Arc<Snapshot>) {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste(WITH_BLUNDERS.to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == 10);
    // The first engine of the list knows one answer only.
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    desk.wait("the engine", |s| s.analysis.cards.len() == 1);
    desk.send(Command::Analysis(AnalysisCommand::WholeGame));
    let done = desk.wait("all values", |s| says(s, "whole game is analysed"));
    assert!(done.game.n_mistakes > 0, "h2 gives a corner away");
    practise(&desk, PracticeCommand::Mistakes(None));
    let begun = desk.wait("the first exercise", |s| is_at(s, 0, PracticeState::ToMove));
    assert_eq!(practice(&begun).outcomes.len(), done.game.n_mistakes);
    (desk, begun)
}

#[test]
fn mistakes_are_practised_in_a_tab_of_their_own_until_a_good_move_is_found() {
    let (mut desk, begun) = practising();
    assert_eq!((begun.tabs.len(), begun.mode), (2, Mode::Play));
    assert!(begun.tabs.iter().any(|tab| tab.shown && tab.title.contains("Mistakes")));
    let n_before = n_moves(&begun);
    assert!(n_before < 10, "what was played on is not shown");
    assert_eq!(begun.game.bar_text, "\u{2013}", "the value would say something of the answer");
    // Every legal move is tried until one is found; what was played is not good enough.
    let task = practice(&begun).task.clone();
    let mut found = None;
    for mv in legal(&begun) {
        desk.game(GameCommand::Click(mv.clone()));
        let said = desk.wait("the verdict", |s| {
            let practice = s.practice.as_ref();
            let is_judged = |found: &PracticeView| {
                found.state != PracticeState::Judging
                    && found.replies.iter().any(|reply| reply.text.starts_with(&mv))
            };
            practice.is_some_and(|found| is_judged(found))
        });
        let reply = practice(&said).replies[0].clone();
        let was_played = task.starts_with(&format!("{mv} was played"));
        if reply.tone == ReplyTone::Good {
            assert!(!was_played, "{reply:?}");
            assert_eq!(n_moves(&said), n_before + 1, "the found move stays on the board");
            found = Some(said);
            break;
        }
        assert_eq!(reply.tone, ReplyTone::Bad, "{reply:?}");
        assert_eq!(reply.text.contains("is what was played"), was_played, "{reply:?}");
        assert_eq!(n_moves(&said), n_before, "the exercise is on the board again");
    }
    let found = found.expect("the best move is one of the legal ones");
    let outcome = practice(&found).outcomes[0];
    assert!(matches!(outcome, Some(Outcome::FirstTry | Outcome::WithTries)), "{outcome:?}");
    desk.game(GameCommand::Click(legal(&found)[0].clone()));
    desk.wait("a refusal behind the end of the exercise", |s| says(s, "exercise is over"));
    // The game itself is as it was.
    practise(&desk, PracticeCommand::End);
    desk.wait("the end", |s| s.practice.is_none() && s.mode == Mode::Analyse);
    desk.send(Command::Tab(TabCommand::Previous));
    desk.wait("the game", |s| n_moves(s) == 10 && s.game.n_mistakes > 0);
}

/// Ends the program once it has kept its first exercise, as if that had been ten minutes ago: its folder,
/// and the exercise.
fn ended_ten_minutes_ago(desk: Desk) -> (tempfile::TempDir, serde_json::Value) {
    let file = desk.dir.path().join("practice.json");
    wait_until("the file", || file.exists());
    let Desk { app, dir } = desk;
    drop(app);
    let text = fs::read_to_string(&file).unwrap();
    let mut saved: serde_json::Value = serde_json::from_str(&text).unwrap();
    saved["exercises"][0]["due"] = 0.into();
    fs::write(&file, saved.to_string()).unwrap();
    (dir, saved["exercises"][0].take())
}

#[test]
fn help_comes_in_steps_and_what_was_not_found_comes_back() {
    let (mut desk, _) = practising();
    let helped = |s: &Snapshot, help| s.practice.as_ref().is_some_and(|found| found.help == help);
    practise(&desk, PracticeCommand::Help);
    let first = desk.wait("where it is", |s| helped(s, Help::Piece));
    assert!(practice(&first).replies[0].text.contains("quarter of the board"));
    assert!(first.analysis.values.is_empty(), "one square would be the whole move");
    desk.game(GameCommand::Hint);
    let second = desk.wait("the move", |s| helped(s, Help::Move));
    let [mark] = &second.analysis.values[..] else { panic!("{:?}", second.analysis.values) };
    assert!(practice(&second).replies[0].text.contains(&mark.cell));
    assert_eq!(practice(&second).outcomes[0], None, "it can still be played");
    practise(&desk, PracticeCommand::Answer);
    let third = desk.wait("the answer", |s| helped(s, Help::Answer));
    assert!(practice(&third).replies[0].text.starts_with("The answer is"));
    assert_eq!(practice(&third).outcomes[0], Some(Outcome::Failed));
    let kept = desk.wait("it to be kept", |s| s.due.n_kept == 1);
    assert_eq!(kept.due.n_due, 0, "it comes back in ten minutes");
    let (dir, saved) = ended_ten_minutes_ago(desk);
    assert_eq!(saved["box"], 0);
    let mut desk = Desk::in_dir(dir, None);
    desk.wait("what is due", |s| s.due.n_due == 1);
    practise(&desk, PracticeCommand::Due);
    let again = desk.wait("the exercise", |s| is_at(s, 0, PracticeState::ToMove));
    assert_eq!(practice(&again).title, "Due today");
    practise(&desk, PracticeCommand::Help);
    practise(&desk, PracticeCommand::Help);
    let shown = desk.wait("the known answer", |s| !s.analysis.values.is_empty());
    desk.game(GameCommand::Click(shown.analysis.values[0].cell.clone()));
    let found = desk.wait("the move", |s| is_at(s, 0, PracticeState::Done));
    assert_eq!(practice(&found).outcomes, [Some(Outcome::WithHints)]);
    practise(&desk, PracticeCommand::Next);
    let over = desk.wait("the summary", |s| is_at(s, 0, PracticeState::Over));
    assert_eq!(practice(&over).score.per_cent(), Some(25.0));
    assert!(practice(&over).comes_back.contains("tomorrow"), "{}", practice(&over).comes_back);
    practise(&desk, PracticeCommand::Again);
    desk.wait("the same once more", |s| is_at(s, 0, PracticeState::ToMove));
}

#[test]
fn of_a_list_of_positions_the_engine_finds_the_answers() {
    let mut desk = Desk::new();
    desk.wait("the first board", |s| s.game.can_move);
    let list = "f5d6c3d3c4\nno position\nf5f6e6f4\n";
    practise(&desk, PracticeCommand::Paste(list.to_owned()));
    let begun = desk.wait("the first exercise", |s| is_at(s, 0, PracticeState::ToMove));
    assert_eq!(practice(&begun).outcomes, [None, None]);
    assert!(practice(&begun).task.starts_with("Find the best move"), "{}", practice(&begun).task);
    let is_named = |text: &str| text.contains("line 2");
    assert!(begun.problems.iter().any(|problem| is_named(&problem.text)));
    practise(&desk, PracticeCommand::Help);
    practise(&desk, PracticeCommand::Help);
    let shown = desk.wait("the engine's move", |s| !s.analysis.values.is_empty());
    desk.game(GameCommand::Click(shown.analysis.values[0].cell.clone()));
    desk.wait("the move", |s| is_at(s, 0, PracticeState::Done));
    practise(&desk, PracticeCommand::Next);
    let second = desk.wait("the second", |s| is_at(s, 1, PracticeState::ToMove));
    assert_eq!(second.game.bottom, second.game.turn.unwrap(), "the learner's side lies below");
    // It is left for the end, and is the last one.
    practise(&desk, PracticeCommand::Next);
    let last = desk.wait("why there is no next one", |s| says(s, "last open exercise"));
    // A closed practice goes on where it was when it comes back.
    let shown = last.tabs.iter().find(|tab| tab.shown).unwrap().id;
    desk.send(Command::Tab(TabCommand::Close(shown)));
    desk.wait("the first tab", |s| s.practice.is_none() && s.tabs.len() == 1);
    desk.send(Command::Tab(TabCommand::Reopen));
    let back = desk.wait("the practice", |s| is_at(s, 1, PracticeState::ToMove));
    assert_eq!(practice(&back).outcomes, [Some(Outcome::WithHints), None]);
}

#[test]
fn without_an_engine_only_what_is_known_is_judged() {
    let (desk, _) = practising();
    practise(&desk, PracticeCommand::Answer);
    let (dir, saved) = ended_ten_minutes_ago(desk);
    let known = saved["exercise"]["known"]["line"][0].as_str();
    let known = known.unwrap_or_else(|| panic!("{saved}")).to_owned();
    let played = saved["exercise"]["played"].as_str().unwrap().to_owned();
    let mut desk = Desk::in_dir_with(dir, None, "");
    // Every engine of Othello crashes as soon as it is asked.
    let ended = "[[engine]]\nname = \"Quintet Othello\"\nprotocol = \"nboard\"\n\
                 command = [\"/nowhere/at-all\"]\n";
    fs::write(desk.dir.path().join("engines.toml"), ended).unwrap();
    desk.send(Command::Engine(quintet::app::EngineCommand::Reload));
    desk.wait("what is due", |s| s.due.n_due == 1);
    practise(&desk, PracticeCommand::Due);
    let begun = desk.wait("the exercise", |s| is_at(s, 0, PracticeState::ToMove));
    let other = legal(&begun).into_iter().find(|mv| *mv != known && *mv != played).unwrap();
    desk.game(GameCommand::Click(other));
    let unjudged = desk.wait("that it cannot be judged", |s| {
        let replies = s.practice.as_ref().map(|found| found.replies.clone()).unwrap_or_default();
        replies.iter().any(|reply| reply.text.contains("not the best move that is known"))
    });
    assert!(practice(&unjudged).judge.contains("Only moves that are known"), "{unjudged:?}");
    desk.game(GameCommand::Click(known));
    let found = desk.wait("the move", |s| is_at(s, 0, PracticeState::Done));
    assert_eq!(practice(&found).outcomes, [Some(Outcome::FirstTry)]);
}

#[test]
fn an_engine_that_cannot_judge_is_passed_over_for_the_next_one_of_the_list() {
    let mut desk = Desk::new();
    let list = desk.dir.path().join("engines.toml");
    let broken = "[[engine]]\nname = \"Broken\"\nprotocol = \"nboard\"\n\
                  command = [\"/nowhere/at-all\"]\n";
    let engines = fs::read_to_string(&list).unwrap();
    fs::write(&list, format!("{broken}{engines}")).unwrap();
    desk.send(Command::Engine(quintet::app::EngineCommand::Reload));
    desk.wait("the list", |s| s.engines.first().is_some_and(|engine| engine.name == "Broken"));
    // White is to move, and has one good corner.
    let position =
        "--------\n--------\n---O----\n---XO---\n---OX---\n--------\n--------\n--------\nX";
    practise(&desk, PracticeCommand::Paste(position.replace('\n', "")));
    let begun = desk.wait("the exercise", |s| is_at(s, 0, PracticeState::ToMove));
    desk.game(GameCommand::Click(legal(&begun)[0].clone()));
    let judged = desk.wait("the verdict", |s| {
        s.practice
            .as_ref()
            .is_some_and(|found| found.state != PracticeState::Judging && !found.replies.is_empty())
    });
    let found = practice(&judged);
    assert!(!found.judge.starts_with("Broken") && found.judge.contains("judges"), "{found:?}");
    assert!(matches!(found.replies[0].tone, ReplyTone::Good | ReplyTone::Bad), "{found:?}");
}

#[test]
fn a_new_game_in_the_place_of_a_practice_says_how_many_exercises_are_open() {
    let (mut desk, begun) = practising();
    let n_open = practice(&begun).outcomes.len();
    desk.play([human(), human()], TimeControl::Unlimited, "");
    let over = desk.wait("the other game", |s| s.practice.is_none());
    let open = quintet::games::counted(n_open, "open exercise");
    assert!(says(&over, &open), "{:?}", over.notices);
}
