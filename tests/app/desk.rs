//! An application on a desk of its own: a folder for its files, and engines that misbehave.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet::app::{
    App, AppConfig, Command, DiceChoice, GameCommand, NewGame, SeatChoice, Snapshot, TimeControl,
    TreeRow,
};
use quintet::store::Places;
use tempfile::TempDir;

/// So many engines may analyse at once, whatever machine the tests run on.
const PROCESSORS: usize = 4;
/// Far more than anything here needs on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

pub(crate) struct Desk {
    pub(crate) app: App,
    pub(crate) dir: TempDir,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self::with_file(None)
    }

    pub(crate) fn with_file(file: Option<(&str, &str)>) -> Self {
        Self::in_dir(tempfile::tempdir().unwrap(), file)
    }

    pub(crate) fn in_dir(dir: TempDir, file: Option<(&str, &str)>) -> Self {
        Self::in_dir_with(dir, file, "")
    }

    /// With more engines for the list, as `engines.toml` has them.
    pub(crate) fn in_dir_with(dir: TempDir, file: Option<(&str, &str)>, more: &str) -> Self {
        let scripted = env!("CARGO_BIN_EXE_scripted-engine");
        let engines = format!(
            "[[engine]]\nname = \"Crasher\"\nprotocol = \"nboard\"\ncommand = [{scripted:?}, \"exit=3@go\"]\n\
             [[engine]]\nname = \"Liar\"\nprotocol = \"nboard\"\ncommand = [{scripted:?}, \"instead==== A1//0.00@go\"]\n"
        );
        let engines = format!(
            "{engines}[[engine]]\nname = \"Guide\"\nprotocol = \"guide\"\ngames = [\"draughts\"]\n\
             command = [\"{{quintet}}\", \"engine\", \"guide\", \"--level\", \"5\"]\n"
        );
        let list = dir.path().join("engines.toml");
        // Who comes back to a desk finds the list as it was left.
        if !list.exists() {
            fs::write(list, engines + more).unwrap();
        }
        let file = file.map(|(name, text)| {
            let path = dir.path().join(name);
            fs::write(&path, text).unwrap();
            path
        });
        let app = start(dir.path(), file);
        Self { app, dir }
    }

    /// A second window with the same configuration; its own folder is empty.
    pub(crate) fn beside(&self) -> Self {
        Self { app: start(self.dir.path(), None), dir: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn send(&self, command: Command) {
        assert!(self.app.send(command));
    }

    pub(crate) fn game(&self, command: GameCommand) {
        self.send(Command::Game(command));
    }

    #[track_caller]
    pub(crate) fn wait(&mut self, what: &str, wanted: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
        if let Some(snapshot) = self.app.wait_for(LIMIT, wanted) {
            return snapshot;
        }
        let last = self.app.snapshot();
        panic!(
            "{what}: not within {LIMIT:?}; notices {:?}, problems {:?}, result {:?}, seats {:?}, cards {:?}, at {} {}, \
             match {:?}, series {:?}",
            last.notices,
            last.problems,
            last.game.result,
            last.game.seats,
            last.analysis.cards,
            last.game.current,
            last.analysis.values.len(),
            last.matching.as_ref().map(|found| (found.finished, found.total, found.over)),
            last.game.graph
        );
    }

    pub(crate) fn play(&self, seats: [SeatChoice; 2], clock: TimeControl, position: &str) {
        self.game(GameCommand::New(Box::new(NewGame {
            game: "othello".to_owned(),
            variant: None,
            seats,
            clocks: [clock; 2],
            position: position.to_owned(),
            opening: Vec::new(),
            ponder: false,
            dice: DiceChoice::Fresh,
            adaptive: None,
        })));
    }
}

/// Waits for something that no snapshot tells.
#[track_caller]
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::yield_now();
    }
}

fn start(config_dir: &Path, file: Option<PathBuf>) -> App {
    let places = Places {
        config_dir: Some(config_dir.to_owned()),
        program: PathBuf::from(env!("CARGO_BIN_EXE_quintet")),
    };
    App::start(
        AppConfig { places, engines_file: None, file, opener: None, processors: PROCESSORS },
        || {},
    )
    .unwrap()
}

pub(crate) fn human() -> SeatChoice {
    SeatChoice::Human { name: "Ann".to_owned() }
}

pub(crate) fn engine(name: &str) -> SeatChoice {
    SeatChoice::Engine { name: name.to_owned(), options: Vec::new() }
}

pub(crate) fn builtin(level: &str) -> SeatChoice {
    let options = vec![("level".to_owned(), level.to_owned())];
    SeatChoice::Engine { name: "Quintet Othello".to_owned(), options }
}

pub(crate) fn n_moves(snapshot: &Snapshot) -> usize {
    let cells = |row: &TreeRow| match row {
        TreeRow::Pair { moves, .. } => moves.iter().flatten().count(),
        TreeRow::Game { .. } | TreeRow::Comment(_) | TreeRow::Variation { .. } => 0,
    };
    snapshot.game.rows.iter().map(cells).sum()
}

/// A line of the game's information.
pub(crate) fn fact<'a>(snapshot: &'a Snapshot, name: &str) -> Option<&'a str> {
    let mut facts = snapshot.game.facts.iter();
    facts.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

pub(crate) fn says(snapshot: &Snapshot, text: &str) -> bool {
    snapshot.notices.iter().any(|notice| notice.text.contains(text))
}

pub(crate) const DEPTH_1: TimeControl = TimeControl::Depth { depth: 1 };
