//! What a click and a report cost late in a long game, in every game and in a variant.
//!
//! `cargo bench --bench line --no-default-features` drives the application without its window: a
//! click in the list of moves at ply 200 (60 in Othello, 90 in Frisian draughts), a move made there in a study, both with an
//! engine that is to analyse (and never gets ready, so that its own work is not measured). Each
//! figure is the time from the command to the snapshot that shows it. A report with 20 moves of
//! variation is handed to the machine that keeps the lines of an engine.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use quintet::app::{AnalysisCommand, App, AppConfig, Command, GameCommand, Mode, Snapshot};
use quintet::games::testing::Seeded;
use quintet::games::{self, Actor, Game, NodeId, Record, Setup};
use quintet::play::{Analyst, GameLine};
use quintet::protocol::{Bound, Info, Request};
use quintet::session::{News, SessionEvent, SessionState};
use quintet::store::Places;

/// Far more than anything here takes.
const LIMIT: Duration = Duration::from_secs(60);
/// Length of the variation in a report.
const N_REPORTED: usize = 20;

/// What is measured.
struct Course {
    name: &'static str,
    game: &'static str,
    variant: Option<&'static str>,
    protocol: &'static str,
    n_plies: usize,
}

const COURSES: [Course; 5] = [
    Course { name: "othello", game: "othello", variant: None, protocol: "nboard", n_plies: 60 },
    Course { name: "draughts", game: "draughts", variant: None, protocol: "hub", n_plies: 200 },
    Course {
        name: "frisian",
        game: "draughts",
        variant: Some("frisian"),
        protocol: "hub",
        // Random games of it are shorter.
        n_plies: 90,
    },
    Course { name: "hive", game: "hive", variant: None, protocol: "uhp", n_plies: 200 },
    Course {
        name: "backgammon",
        game: "backgammon",
        variant: Some("match-7"),
        protocol: "ubgi",
        n_plies: 200,
    },
];

impl Course {
    fn game(&self) -> &'static dyn Game {
        games::find(self.game).unwrap()
    }

    /// The first random game of this length; a report follows its end by `more` plies.
    fn record(&self, n_plies: usize) -> Record {
        (0..100_000).find_map(|seed| self.random_game(seed, n_plies)).expect("one is long enough")
    }

    fn random_game(&self, seed: u64, n_plies: usize) -> Option<Record> {
        let mut numbers = Seeded::new(seed);
        let variant = self.variant.map(str::to_owned);
        let mut record = Record::new(self.game, Setup { variant, position: None });
        let mut pos = self.game().start(&record.setup).unwrap();
        for _ in 0..n_plies {
            let side = match pos.actor() {
                Actor::Player(side) => Some(side),
                Actor::Chance => None,
                Actor::Over(_) => return None,
            };
            // The cube would end games early.
            let mut moves = pos.legal_moves();
            moves.retain(|mv| mv.0 != "double");
            let mv = moves.swap_remove(numbers.below(moves.len()));
            pos.play(&mv.0).unwrap();
            record.add(record.last(), mv, side);
        }
        Some(record)
    }
}

/// The application with a game opened in Analyse, and an engine that is to explain it.
struct Desk {
    app: App,
    _dir: tempfile::TempDir,
}

impl Desk {
    fn new(course: &Course, record: &Record) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let scripted = env!("CARGO_BIN_EXE_scripted-engine");
        let list = format!(
            "[[engine]]\nname = \"Idle\"\nprotocol = {:?}\ngames = [{:?}]\n\
             command = [{scripted:?}, \"--idle\"]\ntimeouts = 100\n",
            course.protocol, course.game
        );
        fs::write(dir.path().join("engines.toml"), list).unwrap();
        let game = course.game();
        let format = game.formats().iter().find(|format| format.writes()).unwrap();
        let file = dir.path().join(format!("game.{}", format.extensions[0]));
        fs::write(&file, format.write_game(record).unwrap()).unwrap();
        let mut desk = Self { app: start(dir.path(), file), _dir: dir };
        let n_nodes = record.n_nodes();
        desk.wait(|s| s.game.info.name == course.game && s.game.plies.len() > n_nodes / 2);
        desk.send(Command::Game(GameCommand::SetMode(Mode::Analyse)));
        desk.send(Command::Analysis(AnalysisCommand::AddEngine("Idle".to_owned())));
        desk.wait(|s| s.analysis.cards.iter().any(|card| card.running));
        desk
    }

    fn send(&self, command: Command) {
        assert!(self.app.send(command));
    }

    fn wait(&mut self, wanted: impl Fn(&Snapshot) -> bool) {
        if self.app.wait_for(LIMIT, wanted).is_none() {
            let last = self.app.snapshot();
            panic!("{:?} {:?} {:?}", last.notices, last.problems, last.analysis.cards);
        }
    }

    fn show(&mut self, command: GameCommand, node: NodeId) {
        self.send(Command::Game(command));
        self.wait(|s| s.game.current == node);
    }
}

fn start(dir: &Path, file: PathBuf) -> App {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_quintet"));
    let places = Places { config_dir: Some(dir.to_owned()), program };
    let config =
        AppConfig { places, engines_file: None, file: Some(file), opener: None, processors: 2 };
    App::start(config, || ()).unwrap()
}

fn clicks(c: &mut Criterion) {
    for course in &COURSES {
        let record = course.record(course.n_plies);
        let line = record.main_line();
        let [before, last] = [line[line.len() - 2], line[line.len() - 1]];
        let mv = record.node(last).mv.clone().unwrap().0;
        let mut desk = Desk::new(course, &record);
        let mut is_last = true;
        c.bench_function(&format!("click in the list/{}", course.name), |b| {
            b.iter(|| {
                is_last = !is_last;
                let node = if is_last { last } else { before };
                desk.show(GameCommand::GoTo(node), node);
            });
        });
        if record.node(last).side.is_none() {
            continue;
        }
        c.bench_function(&format!("move in a study, and back/{}", course.name), |b| {
            b.iter(|| {
                desk.show(GameCommand::GoTo(before), before);
                desk.show(GameCommand::Type(mv.clone()), last);
            });
        });
    }
}

fn reports(c: &mut Criterion) {
    for course in &COURSES {
        // The variation follows the middle of the game.
        let n_before = course.n_plies / 2;
        let record = course.record(n_before + N_REPORTED);
        let line = record.main_line();
        let moves = record.moves_to(record.last());
        let pv: Vec<String> = moves[n_before..].iter().map(|mv| mv.0.clone()).collect();
        let game = course.game();
        let (told, read) = GameLine::to_node(game, &record, line[n_before - 1]).unwrap();
        let mut analyst = Analyst::new(game.link(course.protocol).unwrap(), 1);
        let Some(Request::Search(search)) = analyst.follow(1, &told, &**read.last()) else {
            // The dice were to act: one ply further a player does.
            panic!("{}: no side is to move", course.name);
        };
        let (id, score) = (search.id, Some(0.5));
        let info = Info {
            search: id,
            line: pv.first().cloned(),
            score,
            depth: Some("20".to_owned()),
            pv,
            bound: Bound::Estimate,
            ..Info::default()
        };
        let event = SessionEvent { at: Instant::now(), what: News::Infos(vec![info]) };
        let session = SessionState::new();
        analyst.handle(&event, &session);
        assert_eq!(analyst.lines()[0].pv.len(), N_REPORTED, "{}", course.name);
        c.bench_function(&format!("report of 20 moves/{}", course.name), |b| {
            b.iter(|| analyst.handle(&event, &session));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(4));
    targets = reports, clicks
}
criterion_main!(benches);
