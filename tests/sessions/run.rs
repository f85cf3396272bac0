//! A session under test, and what is left of its processes.

use std::future::Future;
use std::time::{Duration, Instant};

use quintet::games::{self, LinkedGame};
use quintet::protocol::{
    Answer, ClientConfig, Event, Limits, Mode, Protocol, Request, Search, SearchId,
};
use quintet::session::{Exit, Launch, News, Session, SessionEvent, Target};
use tokio::sync::mpsc;
use tokio::time::timeout;

pub(crate) const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");
/// No test may take longer for one step; most take milliseconds.
const LIMIT: Duration = Duration::from_secs(20);

/// A session and what it has reported.
pub(crate) struct Run {
    pub(crate) session: Session,
    pub(crate) events: mpsc::Receiver<SessionEvent>,
}

impl Run {
    pub(crate) fn engine(args: &[&str]) -> Self {
        Self::with_timeouts(args, 1.0)
    }

    pub(crate) fn with_timeouts(args: &[&str], scale: f64) -> Self {
        let mut command = vec![SCRIPTED.to_owned()];
        command.extend(args.iter().map(|arg| (*arg).to_owned()));
        Self::start(Target::Command { command, dir: None, env: Vec::new() }, scale)
    }

    pub(crate) fn start(target: Target, timeouts_scale: f64) -> Self {
        let config =
            ClientConfig { name: "scripted".to_owned(), timeouts_scale, ..Default::default() };
        let (session, events) =
            Session::start(Launch { target, protocol: Protocol::NBoard, config });
        Self { session, events }
    }

    pub(crate) async fn next(&mut self) -> SessionEvent {
        within(self.events.recv()).await.expect("the last event is the end")
    }

    /// Waits for an event that `wanted` accepts; the end is not it.
    pub(crate) async fn until<T>(&mut self, wanted: impl Fn(&News) -> Option<T>) -> T {
        loop {
            let event = self.next().await;
            if let Some(found) = wanted(&event.what) {
                return found;
            }
            if let News::Ended(exit) = event.what {
                panic!("ended before: {exit:?}\n{}", self.transcript());
            }
        }
    }

    pub(crate) async fn ready(&mut self) {
        self.until(|news| matches!(news, News::Event(Event::Ready { .. })).then_some(())).await;
    }

    pub(crate) async fn answer(&mut self) -> Answer {
        self.until(|news| match news {
            News::Event(Event::Answer(answer)) => Some(answer.clone()),
            _ => None,
        })
        .await
    }

    /// Waits for the end: how it came, and that nothing follows.
    pub(crate) async fn end(&mut self) -> Exit {
        loop {
            if let News::Ended(exit) = self.next().await.what {
                assert!(within(self.events.recv()).await.is_none(), "the end is the last event");
                return exit;
            }
        }
    }

    /// As [`Run::end`], and nothing of the engine is left.
    pub(crate) async fn clean_end(&mut self) -> Exit {
        let exit = self.end().await;
        within(self.session.finished()).await;
        let group = self.session.process_id().expect("it was started");
        assert_nothing_left(group).await;
        exit
    }

    pub(crate) fn ask(&self, request: Request) {
        self.session.request(request).expect("the session takes requests");
    }

    pub(crate) fn search(&self, id: u64, mode: Mode) {
        let game = games::find("othello").expect("Othello is one of the games");
        let link = game.link("nboard").expect("Othello is played over NBoard");
        let root = link.root(&LinkedGame {
            start: "",
            variant: None,
            players: ["a", "b"],
            clocks: [None; 2],
            moves: &[],
            now: None,
        });
        self.ask(Request::Search(Search {
            id: SearchId(id),
            root,
            limits: Limits::default(),
            mode,
        }));
    }

    pub(crate) fn transcript(&self) -> String {
        let mut text = String::new();
        self.session.log().write_transcript(&mut text).expect("writing to a string");
        text
    }
}

pub(crate) async fn within<F: Future>(future: F) -> F::Output {
    timeout(LIMIT, future).await.expect("within the time limit")
}

/// The processes of a group that live, or that we have not reaped.
pub(crate) fn left_in_group(group: u32) -> Vec<String> {
    let mut left = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // `pid (name) state ppid pgrp ...`; the name may hold anything but the last `)`.
        let Some((_, fields)) = stat.rsplit_once(") ") else { continue };
        let fields: Vec<&str> = fields.split(' ').collect();
        let ours = fields[1] == std::process::id().to_string();
        let dead = matches!(fields[0], "Z" | "X") && !ours;
        if fields[2] == group.to_string() && !dead {
            left.push(stat);
        }
    }
    left
}

/// The kernel takes a moment to tear down what was killed.
pub(crate) async fn assert_nothing_left(group: u32) {
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        let left = left_in_group(group);
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < deadline, "left behind: {left:?}");
        tokio::task::yield_now().await;
    }
}
