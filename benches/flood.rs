//! What a session costs: lines of a flood taken in a second, and a ply between two engines.
//!
//! The engines are processes (`scripted-engine`). For figures that can be compared, pin everything
//! to one core: `taskset -c 0 cargo bench --bench flood`.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quintet::protocol::{
    Answer, Capabilities, Client, ClientConfig, Deadlines, Event, Limits, Mode, Protocol, Request,
    Root, Search, SearchId,
};
use quintet::session::{Launch, News, Session, SessionEvent, Target};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;

const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");

criterion_group!(benches, flood, ply);
criterion_main!(benches);

fn target(args: &[&str]) -> Target {
    let mut command = vec![SCRIPTED.to_owned()];
    command.extend(args.iter().map(|arg| (*arg).to_owned()));
    Target::Command { command, dir: None, env: Vec::new() }
}

fn search(id: u64, mode: Mode) -> Request {
    let root = Root::default();
    Request::Search(Search { id: SearchId(id), root, limits: Limits::default(), mode })
}

/// Info lines read, understood and merged, while the reports are read.
fn flood(c: &mut Criterion) {
    const N_LINES: u64 = 100_000;
    let runtime = single_threaded();
    let (session, mut events) = runtime.block_on(async {
        let target = target(&["flood=0@hint", "deaf@hint"]);
        let config = ClientConfig::default();
        let (session, mut events) =
            Session::start(Launch { target, protocol: Protocol::NBoard, config });
        session.request(search(1, Mode::Analyse { lines: 1 })).expect("the session is new");
        while !matches!(events.recv().await.expect("it lives").what, News::Infos(_)) {}
        (session, events)
    });
    let log = session.log();
    let mut group = c.benchmark_group("flood");
    group.throughput(Throughput::Elements(N_LINES)).sample_size(10);
    group.bench_function("info lines", |bencher| {
        bencher.iter(|| {
            let goal = log.generation() + N_LINES;
            runtime.block_on(async {
                while log.generation() < goal {
                    events.recv().await.expect("it lives");
                }
            });
        });
    });
    group.finish();
    session.kill();
    runtime.block_on(session.finished());
}

/// From one engine's request to the other's, through both sessions and back: two hops of the host
/// and two answers of an engine that does nothing but echo.
fn ply(c: &mut Criterion) {
    let runtime = single_threaded();
    let mut engines = runtime.block_on(async { [echo(), echo()] });
    let mut group = c.benchmark_group("ply");
    group.measurement_time(Duration::from_secs(5));
    group.bench_function("two echoing engines", |bencher| {
        bencher.iter_custom(|n_rounds| {
            runtime.block_on(async {
                let started = Instant::now();
                for id in 0..n_rounds {
                    for (session, events) in &mut engines {
                        session.request(search(id, Mode::Play)).expect("the session lives");
                        answer(events).await;
                    }
                }
                started.elapsed()
            })
        });
    });
    group.finish();
    for (session, _) in &engines {
        session.kill();
        runtime.block_on(session.finished());
    }
}

fn single_threaded() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

fn echo() -> (Session, mpsc::Receiver<SessionEvent>) {
    Session::start_with(target(&["--echo"]), Deadlines::scaled(1.0), |_now| {
        Box::new(Echo::default())
    })
}

async fn answer(events: &mut mpsc::Receiver<SessionEvent>) {
    while !matches!(
        events.recv().await.expect("the engine lives").what,
        News::Event(Event::Answer(_))
    ) {}
}

/// The least that a client can do: every line is an answer.
#[derive(Debug, Default)]
struct Echo {
    search: SearchId,
    sending: VecDeque<String>,
    events: VecDeque<Event>,
    greeted: bool,
}

impl Client for Echo {
    fn handle_request(&mut self, request: Request, _now: Instant) {
        if let Request::Search(search) = request {
            self.search = search.id;
            self.sending.push_back("move F5/0.50/1.25".to_owned());
        }
    }

    fn handle_line(&mut self, line: &str, _now: Instant) {
        let (search, mv) = (self.search, Some(line.to_owned()));
        self.events.push_back(Event::Answer(Answer { search, mv, ..Answer::default() }));
    }

    fn handle_timeout(&mut self, _now: Instant) {}

    fn handle_eof(&mut self, _now: Instant) {
        self.events.push_back(Event::Closed);
    }

    fn poll_transmit(&mut self) -> Option<String> {
        self.sending.pop_front()
    }

    fn poll_event(&mut self) -> Option<Event> {
        if !std::mem::replace(&mut self.greeted, true) {
            let capabilities = Capabilities {
                stop: true,
                ponder: false,
                clock: false,
                depth: false,
                nodes: false,
                limited_moves: true,
                time_step: None,
                lines: 1,
                whole_game: false,
                live_options: true,
                draw_offers: false,
                window: false,
                variants: None,
            };
            return Some(Event::Ready { name: "echo".to_owned(), capabilities, options: vec![] });
        }
        self.events.pop_front()
    }

    fn poll_timeout(&self) -> Option<Instant> {
        None
    }
}
