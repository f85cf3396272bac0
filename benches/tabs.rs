//! What thirty tabs with games of 200 plies cost: memory, the way from one to the next, and processor time
//! while nothing happens.
//!
//! `cargo bench --bench tabs --no-default-features` drives the application without its window: what the
//! window adds is one picture, whatever the number of tabs. Memory and processor time are read where the
//! system has `/proc`.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "its figures are its output")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use quintet::app::{App, AppConfig, Command, FileCommand, Snapshot, TabCommand};
use quintet::games::testing::Seeded;
use quintet::games::{self, Actor, Record, Setup};
use quintet::store::Places;

/// Far more than anything here takes.
const LIMIT: Duration = Duration::from_secs(120);
const N_TABS: usize = 30;
/// Of each game; the lists of the window have the start, too.
const N_PLIES: usize = 200;

fn random_game(seed: u64) -> Option<Record> {
    let game = games::find("draughts").unwrap();
    let mut numbers = Seeded::new(seed);
    let mut record = Record::new("draughts", Setup::default());
    let mut pos = game.start(&record.setup).unwrap();
    for _ in 0..N_PLIES {
        let Actor::Player(side) = pos.actor() else { return None };
        let mut moves = pos.legal_moves();
        let mv = moves.swap_remove(numbers.below(moves.len()));
        pos.play(&mv.0).unwrap();
        record.add(record.last(), mv, Some(side));
    }
    Some(record)
}

/// A file of so many games.
fn file(dir: &Path) -> PathBuf {
    let game = games::find("draughts").unwrap();
    let format = game.formats().iter().find(|format| format.writes()).unwrap();
    let games = (0..).filter_map(random_game).take(N_TABS);
    let text: String = games.map(|record| format.write_game(&record).unwrap() + "\n").collect();
    let path = dir.join(format!("games.{}", format.extensions[0]));
    fs::write(&path, text).unwrap();
    path
}

fn wait(app: &mut App, wanted: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    app.wait_for(LIMIT, wanted).expect("it comes in time")
}

/// A line of a file below `/proc/self`, as a number; `None` on other systems.
fn figure(file: &str, find: impl Fn(&str) -> Option<u64>) -> Option<u64> {
    find(&fs::read_to_string(format!("/proc/self/{file}")).ok()?)
}

/// Memory in kilobytes.
fn memory() -> Option<u64> {
    figure("status", |text| {
        let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    })
}

/// Processor time in ticks of the system, a hundred a second.
fn ticks() -> Option<u64> {
    figure("stat", |text| {
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        let own = |place: usize| fields.get(place)?.parse::<u64>().ok();
        Some(own(11)? + own(12)?)
    })
}

fn tabs(c: &mut Criterion) {
    let dir = tempfile::tempdir().unwrap();
    let places = Places {
        config_dir: Some(dir.path().to_owned()),
        program: PathBuf::from(env!("CARGO_BIN_EXE_quintet")),
    };
    let config = AppConfig {
        places,
        engines_file: None,
        file: Some(file(dir.path())),
        opener: None,
        processors: 2,
    };
    let mut app = App::start(config, || {}).unwrap();
    wait(&mut app, |s| s.file_games.len() == N_TABS && s.game.plies.len() == N_PLIES + 1);
    let before = memory();
    for idx in 1..N_TABS {
        assert!(app.send(Command::File(FileCommand::Choose(idx))));
        wait(&mut app, |s| s.tabs.len() == idx + 1 && s.game.plies.len() == N_PLIES + 1);
    }
    if let Some((before, after)) = before.zip(memory()) {
        println!("memory with 1 tab: {} MB, with {N_TABS}: {} MB", before / 1024, after / 1024);
    }
    let used = ticks();
    // What is measured is that nothing happens, so there is no event to wait for.
    assert!(app.wait_for(Duration::from_secs(5), |_| false).is_none());
    if let Some((before, after)) = used.zip(ticks()) {
        println!("processor time of 5 s in which nothing happens: {} ms", (after - before) * 10);
    }
    c.bench_function("to the next tab of 30", |b| {
        b.iter_custom(|n| {
            let mut spent = Duration::ZERO;
            for _ in 0..n {
                let shown = |s: &Snapshot| s.tabs.iter().position(|tab| tab.shown);
                let here = shown(&app.snapshot());
                let began = Instant::now();
                assert!(app.send(Command::Tab(TabCommand::Next)));
                wait(&mut app, |s| shown(s) != here);
                spent += began.elapsed();
            }
            spent
        });
    });
}

criterion_group!(benches, tabs);
criterion_main!(benches);
