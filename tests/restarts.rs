//! What becomes of engines that fail in a game of the window, in every protocol: started again with
//! the state that they had, but not for ever; left alone; or started again and killed by the user.
//!
//! The engines are `scripted-engine` (`tests/engines`). What is said to the user in each case is in
//! `tests/app/restarts.rs`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "faults/arena.rs"]
#[expect(dead_code, reason = "the tests of faults need more of it")]
mod arena;
#[path = "app/desk.rs"]
#[expect(dead_code, reason = "the tests of the application need more of it")]
mod desk;

use std::time::Duration;

use quintet::app::{
    Command, DiceChoice, EngineCommand, GameCommand, NewGame, ProblemView, Remedy, Snapshot,
    TimeControl,
};

use desk::{Desk, engine, n_moves, says};

/// How an engine of a protocol is started, and what it plays.
struct Cast {
    protocol: &'static str,
    /// Arguments, and further keys of its entry.
    words: &'static str,
    more: &'static str,
    game: &'static str,
    variant: Option<&'static str>,
    /// The word by which it is asked for a move.
    asked: &'static str,
}

const CASTS: [Cast; 5] = [
    Cast { protocol: "nboard", words: "", more: "", game: "othello", variant: None, asked: "go" },
    Cast {
        protocol: "hub",
        words: "\"--hub\",",
        more: "",
        game: "draughts",
        variant: None,
        asked: "go",
    },
    Cast {
        protocol: "guide",
        words: "\"--guide\", \"-guide\", \"-port\", \"{port}\", \"--rules\",",
        more: "connect = \"connect\"\n",
        game: "draughts",
        variant: None,
        asked: "go",
    },
    Cast {
        protocol: "uhp",
        words: "\"--uhp\", \"--rules\",",
        more: "",
        game: "hive",
        variant: Some("Base+MLP"),
        asked: "bestmove",
    },
    Cast {
        protocol: "ubgi",
        words: "\"--ubgi\", \"--rules\",",
        more: "",
        game: "backgammon",
        variant: Some("cubeless"),
        asked: "position",
    },
];

const MINUTE: Duration = Duration::from_secs(60);
/// What the engine that fails needs at least for a move.
const THOUGHT: Duration = Duration::from_millis(100);

impl Cast {
    fn mark(&self, test: &str) -> String {
        format!("restarts {test} {}", self.protocol)
    }

    fn entry(&self, name: &str, faults: &[String], restart: &str, mark: &str) -> String {
        let scripted = env!("CARGO_BIN_EXE_scripted-engine");
        let faults: Vec<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
        let (variable, value) = arena::processes::mark(mark);
        format!(
            "[[engine]]\nname = {name:?}\nprotocol = {:?}\nrestart = {restart:?}\n{}\
             env = {{ {variable} = {value:?} }}\ncommand = [{scripted:?}, {} {}]\n",
            self.protocol,
            self.more,
            self.words,
            faults.join(", ")
        )
    }

    /// A game with a minute for each, between a good engine and one that fails so whenever it is
    /// asked for its second move.
    fn game(&self, failing: &[&str], restart: &str, mark: &str) -> Desk {
        let asked = self.asked;
        let mut faults = vec![format!("late={}@{asked}", THOUGHT.as_millis())];
        faults.extend(failing.iter().map(|fault| format!("{fault}@{asked}:2")));
        let entries =
            [self.entry("Steady", &[], "off", ""), self.entry("Shaky", &faults, restart, mark)];
        let desk = Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &entries.concat());
        desk.game(GameCommand::New(Box::new(NewGame {
            game: self.game.to_owned(),
            variant: self.variant.map(str::to_owned),
            seats: [engine("Steady"), engine("Shaky")],
            clocks: [TimeControl::SuddenDeath { main: MINUTE }; 2],
            position: String::new(),
            opening: Vec::new(),
            ponder: false,
            dice: DiceChoice::Seed("1".to_owned()),
            adaptive: None,
        })));
        desk
    }
}

/// The problems with the engine that fails.
fn crashes(snapshot: &Snapshot) -> Vec<&ProblemView> {
    let is_one = |problem: &&ProblemView| problem.text.contains("crashed (exit 3)");
    snapshot.problems.iter().filter(is_one).collect()
}

fn left_alive(mark: &str) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(arena::left_alive(mark))
}

#[test]
fn automatic_restores_position_and_clocks_and_gives_up_after_some_crashes() {
    for cast in &CASTS {
        let mark = cast.mark("automatic");
        let mut desk = cast.game(&["exit=3"], "automatic", &mark);
        desk.wait(cast.protocol, |s| says(s, "has failed too often within a minute"));
        let over = desk.wait("the failure", |s| s.game.waits);
        // One move of its own before each crash: the first, and after each of three restarts.
        assert_eq!(crashes(&over).len(), 4, "{}: {:?}", cast.protocol, over.problems);
        assert!(n_moves(&over) >= 8, "{}: {} moves", cast.protocol, n_moves(&over));
        assert!(over.failures[0].text.contains("crashed"), "{:?}", over.failures);
        let left = over.game.clocks[1].left;
        // A busy machine may note late that it has begun to think.
        let most = MINUTE - 7 * THOUGHT / 2;
        assert!((MINUTE / 2..=most).contains(&left), "{}: {left:?} left", cast.protocol);
        assert_eq!(left_alive(&mark), Vec::<String>::new(), "{}", cast.protocol);
    }
}

#[test]
fn off_lets_the_game_wait_with_the_cause_and_offers_no_restart() {
    for cast in &CASTS {
        let mark = cast.mark("off");
        let mut desk = cast.game(&["exit=3"], "off", &mark);
        let over = desk.wait(cast.protocol, |s| s.game.waits);
        let remedies = &over.failures[0].remedies;
        assert!(!remedies.contains(&Remedy::Restart), "{}: {remedies:?}", cast.protocol);
        let crashes = crashes(&over);
        assert_eq!(crashes.len(), 1, "{}: {:?}", cast.protocol, over.problems);
        assert_eq!((crashes[0].restart, crashes[0].seat), (None, Some(1)), "{}", cast.protocol);
        assert!(!says(&over, "was started again"), "{}", cast.protocol);
        assert!(!crashes[0].text.contains("restart"), "{}", crashes[0].text);
        assert_eq!(left_alive(&mark), Vec::<String>::new(), "{}", cast.protocol);
    }
}

#[test]
fn ask_waits_for_the_user_who_starts_it_again_with_its_game() {
    for cast in &CASTS {
        let mark = cast.mark("ask");
        let mut desk = cast.game(&["exit=3"], "ask", &mark);
        let first = desk.wait(cast.protocol, |s| s.game.waits);
        let n_before = n_moves(&first);
        let session = crashes(&first)[0].restart.unwrap();
        desk.send(Command::Engine(EngineCommand::Restart(session)));
        let second = desk.wait("the second crash", |s| s.game.waits && crashes(s).len() == 2);
        // Its own move, the answer to it, and no more.
        assert!(n_before < n_moves(&second), "{}: {n_before} moves", cast.protocol);
        assert_ne!(crashes(&second)[1].restart, Some(session), "{}", cast.protocol);
    }
}

#[test]
fn an_engine_that_hangs_is_killed_with_the_child_that_it_left() {
    for cast in &CASTS {
        let mark = cast.mark("kill");
        let mut desk = cast.game(&["fork=hold", "stall"], "ask", &mark);
        let thinks = |s: &Snapshot| {
            let chip = s.game.seats[1].chip.as_ref();
            n_moves(s) >= 3 && chip.is_some_and(|chip| chip.text.starts_with("thinking "))
        };
        let hung = desk.wait(cast.protocol, thinks);
        let entry = hung.engines.iter().find(|entry| entry.name == "Shaky").unwrap();
        desk.send(Command::Engine(EngineCommand::Kill(entry.sessions[0])));
        let over = desk.wait("the failure", |s| s.game.waits);
        let text = &over.failures[0].text;
        assert!(text.contains("was stopped by the user"), "{}: {text}", cast.protocol);
        assert_eq!(left_alive(&mark), Vec::<String>::new(), "{}", cast.protocol);
    }
}
