//! The dialogue driver against a toy protocol in memory, with tokio's clock under control.
//!
//! Real processes are in `tests/sessions.rs`.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncWriteExt as _, BufReader, DuplexStream, ReadBuf,
};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, yield_now};
use tokio::time::{self, timeout};

use super::conversation::{Conversation, Wiring};
use super::drive::{End, Outcome, drive, now};
use super::outputs::Outputs;
use super::report::Reporter;
use super::{Direction, Log, News, SessionEvent};
use crate::protocol::{
    Answer, Capabilities, Client, Deadlines, Event, Fault, Info, Limits, Listener, Mode, Protocol,
    Request, Root, Search, SearchId,
};

/// `hello`/`ready`, `go N`/`info LINE SCORE`/`best MOVE`, `quit`; anything else is chatter.
#[derive(Debug)]
struct Toy {
    sending: VecDeque<String>,
    events: VecDeque<Event>,
    deadline: Option<Instant>,
    search: SearchId,
    quitting: bool,
}

const TOY_START: Duration = Duration::from_secs(30);

impl Toy {
    fn new(now: Instant) -> Self {
        Self {
            sending: VecDeque::from(["hello".to_owned()]),
            events: VecDeque::new(),
            deadline: Some(now + TOY_START),
            search: SearchId(0),
            quitting: false,
        }
    }
}

impl Client for Toy {
    fn handle_request(&mut self, request: Request, now: Instant) {
        match request {
            Request::Search(search) => {
                self.search = search.id;
                self.sending.push_back(format!("go {}", search.id.0));
                self.events.push_back(Event::Started(search.id));
                self.deadline = Some(now + Duration::from_secs(10));
            }
            Request::Raw(line) => self.sending.push_back(line),
            Request::Quit => {
                self.quitting = true;
                self.deadline = None;
                self.sending.push_back("quit".to_owned());
            }
            other => panic!("the tests do not ask for {other:?}"),
        }
    }

    fn handle_line(&mut self, line: &str, _now: Instant) {
        let mut words = line.split(' ');
        let event = match (words.next(), words.next(), words.next()) {
            (Some("ready"), ..) => {
                self.deadline = None;
                let capabilities = Capabilities {
                    stop: true,
                    ponder: false,
                    clock: false,
                    depth: false,
                    nodes: false,
                    limited_moves: true,
                    lines: 1,
                    whole_game: false,
                    live_options: true,
                    draw_offers: false,
                    window: false,
                    time_step: None,
                    variants: None,
                };
                Event::Ready { name: "toy".to_owned(), capabilities, options: Vec::new() }
            }
            (Some("info"), Some(mv), Some(score)) => Event::Info(Info {
                search: self.search,
                line: Some(mv.to_owned()),
                score: score.parse().ok(),
                ..Info::default()
            }),
            (Some("best"), mv, _) => {
                self.deadline = None;
                Event::Answer(Answer {
                    search: self.search,
                    mv: mv.map(str::to_owned),
                    ..Answer::default()
                })
            }
            (Some("status"), text, _) => Event::Status(text.unwrap_or_default().to_owned()),
            _ => Event::Chatter(line.to_owned()),
        };
        self.events.push_back(event);
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            self.deadline = None;
            let limit = TOY_START;
            self.events.push_back(Event::Fault(Fault::Timeout { waiting_for: "hello", limit }));
        }
    }

    fn handle_eof(&mut self, _now: Instant) {
        self.events.push_back(match self.quitting {
            true => Event::Closed,
            false => Event::Fault(Fault::Closed { state: "ready" }),
        });
    }

    fn poll_transmit(&mut self) -> Option<String> {
        self.sending.pop_front()
    }

    fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    fn poll_timeout(&self) -> Option<Instant> {
        self.deadline
    }
}

/// A dialogue in memory, seen from the owner's and from the engine's side.
struct Harness {
    requests: mpsc::Sender<Request>,
    events: mpsc::Receiver<SessionEvent>,
    log: Arc<Log>,
    engine_in: BufReader<DuplexStream>,
    engine_out: DuplexStream,
    task: JoinHandle<Outcome<DuplexStream, DuplexStream>>,
}

impl Harness {
    /// `pipe`: bytes in each pipe; `n_events`: events in the owner's channel.
    fn new(pipe: usize, n_events: usize) -> Self {
        let (writer, engine_in) = tokio::io::duplex(pipe);
        let (engine_out, reader) = tokio::io::duplex(pipe);
        let (requests, requests_rx) = mpsc::channel(8);
        let (events_tx, events) = mpsc::channel(n_events);
        let log = Arc::new(Log::new(now()));
        let wiring = Wiring {
            early: Vec::new(),
            requests: requests_rx,
            events: events_tx,
            log: Arc::clone(&log),
            deadlines: Deadlines::scaled(1.0),
            reach: Deadlines::scaled(1.0).start,
            listener: Some(Listener::new(Protocol::Hub, Duration::from_secs(2))),
        };
        let conversation = Conversation::new(Box::new(Toy::new(now())), wiring);
        let task = tokio::spawn(drive(conversation, reader, writer));
        Self { requests, events, log, engine_in: BufReader::new(engine_in), engine_out, task }
    }

    async fn ask(&self, request: Request) {
        self.requests.send(request).await.unwrap();
    }

    async fn search(&self, id: u64) {
        let root = Root::default();
        let search = Search { id: SearchId(id), root, limits: Limits::default(), mode: Mode::Play };
        self.ask(Request::Search(search)).await;
    }

    async fn engine_says(&mut self, text: &str) {
        self.engine_out.write_all(text.as_bytes()).await.unwrap();
    }

    async fn engine_hears(&mut self) -> String {
        let mut line = String::new();
        timeout(Duration::from_secs(60), self.engine_in.read_line(&mut line))
            .await
            .expect("the engine is told something")
            .unwrap();
        line
    }

    async fn next(&mut self) -> News {
        let event = timeout(Duration::from_secs(60), self.events.recv()).await;
        event.expect("something is reported").expect("the dialogue goes on").what
    }

    async fn begin(&mut self) {
        assert_eq!(self.engine_hears().await, "hello\n");
        self.engine_says("ready\n").await;
        while !matches!(self.next().await, News::Event(Event::Ready { .. })) {}
        self.search(1).await;
        assert_eq!(self.engine_hears().await, "go 1\n");
        assert_eq!(self.next().await, News::Event(Event::Started(SearchId(1))));
    }

    async fn end(self) -> Outcome<DuplexStream, DuplexStream> {
        timeout(Duration::from_secs(60), self.task).await.expect("it ends").unwrap()
    }
}

fn best(search: u64, mv: &str) -> News {
    News::Event(Event::Answer(Answer {
        search: SearchId(search),
        mv: Some(mv.to_owned()),
        ..Answer::default()
    }))
}

fn scores(news: &News) -> Vec<f64> {
    match news {
        News::Infos(infos) => infos.iter().filter_map(|info| info.score).collect(),
        other => panic!("no infos: {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_engine_is_given_up_at_the_clients_deadline() {
    let start = time::Instant::now();
    let harness = Harness::new(256, 4);
    let outcome = harness.end().await;
    assert_eq!(outcome.end, End::Fault(Fault::Timeout { waiting_for: "hello", limit: TOY_START }));
    assert!(!outcome.was_ready);
    assert_eq!(start.elapsed().as_secs(), 30);
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_speaks_another_protocol_is_given_up_soon() {
    let start = time::Instant::now();
    let mut harness = Harness::new(256, 8);
    harness.engine_says("welcome\nerr Unknown command\nok\n").await;
    let outcome = harness.end().await;
    let End::Foreign(text) = outcome.end else { panic!("{:?}", outcome.end) };
    assert_eq!(text, "it speaks UHP, not Hub (it said “ok”)");
    assert_eq!(start.elapsed().as_secs(), 2);
}

#[tokio::test(start_paused = true)]
async fn one_that_hangs_up_after_it_was_heard_to_speak_another_protocol_is_called_so() {
    let mut harness = Harness::new(256, 8);
    harness.engine_says("HTTP/1.1 400 Bad Request\r\n").await;
    harness.engine_out.shutdown().await.unwrap();
    let outcome = harness.end().await;
    assert!(matches!(&outcome.end, End::Foreign(text) if text.contains("HTTP")));
}

#[tokio::test(start_paused = true)]
async fn one_that_gets_ready_by_words_of_another_protocol_is_not_believed() {
    let mut harness = Harness::new(256, 8);
    harness.engine_says("sorry\nsorry\nsorry\nready\n").await;
    let outcome = harness.end().await;
    assert!(matches!(&outcome.end, End::Foreign(text) if text.contains("UBGI")));
    assert!(!outcome.was_ready);
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_gets_ready_after_strange_words_is_accepted() {
    let mut harness = Harness::new(256, 8);
    harness.engine_says("err no book\nok\nSSH-2.0-x\n").await;
    time::advance(Duration::from_millis(1_900)).await;
    harness.engine_says("id name=Toy\n").await;
    harness.begin().await;
    time::advance(Duration::from_secs(5)).await;
    harness.engine_says("err again\nok\nbest F5\n").await;
    loop {
        match harness.next().await {
            News::Event(Event::Chatter(_)) => {}
            news => return assert_eq!(news, best(1, "F5")),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_dialogue_goes_from_hello_to_the_best_move() {
    let mut harness = Harness::new(256, 8);
    harness.begin().await;
    harness.engine_says("be").await;
    harness.engine_says("st F5\r\n").await;
    assert_eq!(harness.next().await, best(1, "F5"));
    let directions: Vec<_> = harness.log.tail(9).iter().map(|line| line.direction).collect();
    assert_eq!(
        directions,
        [Direction::Sent, Direction::Received, Direction::Sent, Direction::Received]
    );
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_reads_nothing_keeps_neither_its_output_nor_a_deadline_waiting() {
    let mut harness = Harness::new(16, 8);
    harness.begin().await;
    for n in 0..6 {
        harness.ask(Request::Raw(format!("a line that fills the pipe {n}"))).await;
    }
    harness.engine_says("best F5\n").await;
    assert_eq!(harness.next().await, best(1, "F5"));
    let stuck = time::Instant::now();
    let outcome = harness.end().await;
    assert_eq!(outcome.end, End::Deaf("does not read its input"));
    assert_eq!(stuck.elapsed().as_secs(), 15);
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_closed_its_input_is_heard_out_and_then_given_up() {
    let mut harness = Harness::new(256, 8);
    harness.begin().await;
    drop(std::mem::replace(&mut harness.engine_in, BufReader::new(tokio::io::duplex(1).0)));
    harness.ask(Request::Raw("ping".to_owned())).await;
    harness.engine_says("best F5\n").await;
    assert_eq!(harness.next().await, best(1, "F5"));
    assert_eq!(harness.end().await.end, End::Deaf("closed its input"));
}

#[tokio::test(start_paused = true)]
async fn the_first_info_comes_at_once_and_the_rest_twenty_times_a_second() {
    let mut harness = Harness::new(4096, 64);
    harness.begin().await;
    let start = time::Instant::now();
    harness.engine_says("info F5 0\n").await;
    assert_eq!(scores(&harness.next().await), [0.0]);
    assert_eq!(start.elapsed(), Duration::ZERO);
    let mut reports = Vec::new();
    for n in 1..=1000 {
        harness.engine_says(&format!("info F5 {n}\n")).await;
        time::advance(Duration::from_millis(1)).await;
        while let Ok(event) = harness.events.try_recv() {
            reports.extend(scores(&event.what));
        }
    }
    assert!((18..=20).contains(&reports.len()), "{} reports", reports.len());
    assert!(reports.is_sorted());
}

#[tokio::test(start_paused = true)]
async fn the_newest_info_of_each_line_comes_before_the_answer() {
    let mut harness = Harness::new(4096, 64);
    harness.begin().await;
    harness.engine_says("info F5 0\n").await;
    assert_eq!(scores(&harness.next().await), [0.0]);
    harness.engine_says("info F5 1\ninfo D6 2\ninfo F5 3\nbest F5\ninfo F5 4\n").await;
    assert_eq!(scores(&harness.next().await), [2.0, 3.0], "the newest stands last");
    assert_eq!(harness.next().await, best(1, "F5"));
    harness.search(2).await;
    // What came after the answer still belongs to the first search: it is reported before the
    // second.
    assert_eq!(scores(&harness.next().await), [4.0]);
    assert_eq!(harness.next().await, News::Event(Event::Started(SearchId(2))));
    harness.engine_says("info C3 5\n").await;
    let at = time::Instant::now();
    assert_eq!(scores(&harness.next().await), [5.0]);
    assert_eq!(at.elapsed(), Duration::ZERO, "the first of a search does not wait");
}

#[tokio::test(start_paused = true)]
async fn a_slow_owner_costs_merging_and_never_an_answer() {
    let mut harness = Harness::new(4096, 1);
    harness.begin().await;
    for n in 0..5000 {
        harness.engine_says(&format!("info F5 {n}\n")).await;
    }
    harness.engine_says("best F5\n").await;
    let mut news = Vec::new();
    while news.last() != Some(&best(1, "F5")) {
        news.push(harness.next().await);
    }
    assert!(news.len() <= 3, "{news:?}");
    assert_eq!(scores(&news[news.len() - 2]), [4999.0]);
}

#[tokio::test(start_paused = true)]
async fn noise_is_passed_on_a_little_and_counted_in_the_log() {
    let mut harness = Harness::new(1 << 16, 256);
    harness.begin().await;
    harness.engine_says(&"noise\n".repeat(2000)).await;
    harness.engine_says("best F5\n").await;
    let mut n_chatter = 0;
    loop {
        match harness.next().await {
            News::Event(Event::Chatter(_)) => n_chatter += 1,
            News::Event(Event::Answer(_)) => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(n_chatter, 50);
    assert!(harness.log.dropped() > 1000);
    let last = harness.log.tail(1);
    assert_eq!(last[0].text, "best F5", "a line that matters is in the log whatever the flood");
}

#[tokio::test(start_paused = true)]
async fn chatter_hides_no_complaint_and_no_draw_offer() {
    let (sender, mut events) = mpsc::channel(1024);
    let mut reporter = Reporter::new(sender);
    for _ in 0..200 {
        reporter.report(Event::Chatter("a line of the board".to_owned()), now());
    }
    reporter.report(Event::DrawOffered, now());
    for n in 0..200 {
        reporter.report(Event::Complaint(format!("err {n}")), now());
    }
    let mut counts = [0; 3];
    while let Ok(SessionEvent { what: News::Event(event), .. }) = events.try_recv() {
        match event {
            Event::Chatter(_) => counts[0] += 1,
            Event::DrawOffered => counts[1] += 1,
            Event::Complaint(_) => counts[2] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(counts, [50, 1, 50]);
    assert_eq!(reporter.take_dropped(), 300);
}

#[tokio::test(start_paused = true)]
async fn a_complaint_waits_for_a_slow_owner_in_its_place() {
    let (sender, mut events) = mpsc::channel(1);
    let mut reporter = Reporter::new(sender);
    let complaint = Event::Complaint("err nope".to_owned());
    let [one, two] = [1, 2].map(SearchId);
    let told = [Event::Started(one), Event::Ended(one), complaint, Event::Started(two)];
    for event in &told {
        reporter.report(event.clone(), now());
    }
    for event in told {
        poll_fn(|cx| Poll::Ready(reporter.poll_backlog(cx))).await;
        assert_eq!(events.recv().await.map(|news| news.what), Some(News::Event(event)));
    }
}

#[tokio::test(start_paused = true)]
async fn news_behind_a_backlog_is_not_due_and_comes_after_it() {
    let (sender, mut events) = mpsc::channel(1);
    let mut reporter = Reporter::new(sender);
    let status = |text: &str| Event::Status(text.to_owned());
    reporter.report(status("a"), now());
    reporter.settle(now());
    for event in [Event::Started(SearchId(1)), Event::Ended(SearchId(1))] {
        reporter.report(event, now());
    }
    reporter.report(status("b"), now());
    time::advance(Duration::from_secs(1)).await;
    reporter.settle(now());
    assert_eq!(reporter.due(), None, "there is nothing to do until the owner has read");
    let mut told = Vec::new();
    while told.len() < 4 {
        let news = timeout(Duration::from_secs(60), events.recv()).await;
        told.push(news.expect("something is reported").expect("the reporter lives").what);
        poll_fn(|cx| Poll::Ready(reporter.poll_backlog(cx))).await;
        reporter.settle(now());
        time::advance(Duration::from_millis(50)).await;
        reporter.settle(now());
    }
    let started = Event::Started(SearchId(1));
    let ended = Event::Ended(SearchId(1));
    assert_eq!(told, [status("a"), started, ended, status("b")].map(News::Event));
}

/// Output without end; counts what was read of it.
#[derive(Debug)]
struct Flood(Arc<AtomicUsize>);

impl AsyncRead for Flood {
    fn poll_read(
        self: Pin<&mut Self>,
        _cx: &mut Context<'_>,
        chunk: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let n_bytes = chunk.remaining();
        chunk.initialize_unfilled().fill(b'\n');
        chunk.advance(n_bytes);
        let before = self.0.fetch_add(n_bytes, Ordering::Relaxed);
        // Otherwise nothing would ever end if neither side had a turn.
        Poll::Ready(if before < 1 << 24 { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) })
    }
}

#[tokio::test(start_paused = true)]
async fn error_output_without_end_gives_way_after_every_chunk() {
    let n_read = Arc::new(AtomicUsize::new(0));
    let log = Arc::new(Log::new(now()));
    let _draining = Outputs::default().drain(Flood(Arc::clone(&n_read)), &log);
    yield_now().await;
    let n_bytes = n_read.load(Ordering::Relaxed);
    assert!((1..=1 << 16).contains(&n_bytes), "{n_bytes} bytes in one turn");
}

#[tokio::test(start_paused = true)]
async fn status_lines_are_merged_and_the_last_one_arrives() {
    let mut harness = Harness::new(1 << 16, 64);
    harness.begin().await;
    harness.engine_says("status a\n").await;
    assert_eq!(harness.next().await, News::Event(Event::Status("a".to_owned())));
    harness.engine_says(&"status b\n".repeat(500)).await;
    harness.engine_says("status c\n").await;
    assert_eq!(harness.next().await, News::Event(Event::Status("c".to_owned())));
}

#[tokio::test(start_paused = true)]
async fn dropping_the_handle_says_quit_even_in_the_handshake_and_closes_the_input() {
    let mut harness = Harness::new(256, 8);
    assert_eq!(harness.engine_hears().await, "hello\n");
    let start = time::Instant::now();
    let (gone, _) = mpsc::channel(1);
    harness.requests = gone;
    assert_eq!(harness.engine_hears().await, "quit\n");
    assert_eq!(harness.engine_hears().await, "", "the input is closed");
    let (gone, _) = tokio::io::duplex(1);
    harness.engine_out = gone;
    let outcome = harness.end().await;
    assert_eq!(outcome.end, End::Quit);
    assert!(outcome.reader.is_none());
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_refuses_to_quit_is_given_up_after_five_seconds() {
    let harness = Harness::new(256, 8);
    let start = time::Instant::now();
    harness.ask(Request::Quit).await;
    let outcome = harness.end().await;
    assert_eq!(outcome.end, End::Quit);
    assert!(outcome.reader.is_some());
    assert_eq!(start.elapsed().as_secs(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_last_line_without_its_end_is_no_message() {
    let mut harness = Harness::new(256, 8);
    harness.begin().await;
    harness.engine_says("best F5").await;
    let (gone, _) = tokio::io::duplex(1);
    harness.engine_out = gone;
    let closed = Fault::Closed { state: "ready" };
    assert_eq!(harness.next().await, News::Event(Event::Fault(closed.clone())));
    assert_eq!(harness.end().await.end, End::Fault(closed));
}
