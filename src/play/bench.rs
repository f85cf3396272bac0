//! An engine of a match: its session, started when needed, kept between games, replaced when it
//! fails.
//!
//! Does not know the game being played.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::viewer::Difference;
use crate::protocol::{Capabilities, Event, Request};
use crate::session::{Launch, Log, News, RequestError, Session, SessionEvent};

/// An engine that takes part in a match.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    /// Its name in the match; the two of a match should differ.
    pub name: String,
    /// How it is started.
    pub launch: Launch,
}

/// One copy of an engine, for one game at a time.
#[derive(Debug)]
pub(super) struct Bench {
    pub(super) spec: EngineSpec,
    /// In what it disagreed with the referee so far: what was told once is not told again.
    pub(super) disagreed: BTreeSet<Difference>,
    running: Option<Running>,
    /// What was said with it last; it outlives the session.
    log: Option<Arc<Log>>,
}

#[derive(Debug)]
struct Running {
    session: Session,
    events: mpsc::Receiver<SessionEvent>,
    /// What it can do, once its handshake is over.
    capabilities: Option<Capabilities>,
}

impl Running {
    /// Tells it of a new game; false where the session is over or ending, even if that has not been
    /// reported yet: the report may be stuck behind other news, or the engine's children be waited
    /// for.
    fn takes_new_game(&self) -> bool {
        let is_gone = self.session.request(Request::NewGame) == Err(RequestError::Gone);
        !is_gone && !self.session.is_finished()
    }
}

impl Bench {
    pub(super) fn new(spec: EngineSpec) -> Self {
        Self { spec, disagreed: BTreeSet::new(), running: None, log: None }
    }

    /// Makes sure that the engine runs, and tells it of a new game.
    pub(super) fn prepare(&mut self) {
        self.forget_old_news();
        if let Some(gone) = self.running.take_if(|running| !running.takes_new_game()) {
            // Nobody waits for what is left of it.
            gone.session.kill();
        }
        if self.running.is_some() {
            return;
        }
        let (session, events) = Session::start(self.spec.launch.clone());
        self.log = Some(session.log());
        let running = Running { session, events, capabilities: None };
        // One that cannot be started says so by its last event.
        running.takes_new_game();
        self.running = Some(running);
    }

    /// Between games nobody listens; an engine that died then is started again.
    fn forget_old_news(&mut self) {
        while let Some(running) = &mut self.running {
            match running.events.try_recv() {
                Ok(event) => self.note(&event),
                Err(mpsc::error::TryRecvError::Empty) => return,
                Err(mpsc::error::TryRecvError::Disconnected) => self.running = None,
            }
        }
    }

    fn note(&mut self, event: &SessionEvent) {
        match &event.what {
            News::Event(Event::Ready { capabilities, .. }) => {
                if let Some(running) = &mut self.running {
                    running.capabilities = Some(*capabilities);
                }
            }
            News::Ended(_) => self.running = None,
            News::Event(_) | News::Infos(_) => {}
        }
    }

    /// What it can do; `None` while its handshake is not over.
    pub(super) fn capabilities(&self) -> Option<Capabilities> {
        self.running.as_ref().and_then(|running| running.capabilities)
    }

    /// The transcript of its running or last session.
    pub(super) fn log(&self) -> Option<&Log> {
        self.log.as_deref()
    }

    /// Asks for something. An engine that cannot take it is ending and says so by itself, or takes
    /// nothing at all and runs into a deadline.
    pub(super) fn request(&self, request: Request) {
        if let Some(running) = &self.running {
            running.session.request(request).ok();
        }
    }

    /// The next event; never when the engine does not run.
    pub(super) async fn event(&mut self) -> SessionEvent {
        let event = match &mut self.running {
            Some(running) => running.events.recv().await,
            None => None,
        };
        let Some(event) = event else { return std::future::pending().await };
        self.note(&event);
        event
    }

    /// Kills it with all its children, and waits until nothing is left.
    pub(super) async fn kill(&mut self) {
        let Some(running) = self.running.take() else { return };
        running.session.kill();
        // Reaping takes no time, except in a system that hangs itself.
        drop(timeout(KILL_LIMIT, running.session.finished()).await);
    }

    /// Sends it home in good order, and waits until nothing is left. Once `stopped` has come, it
    /// has only [`LAST_CHANCE`] left before it is killed.
    pub(super) async fn dismiss(&mut self, stopped: impl Future<Output = ()>) {
        let Some(running) = self.running.take() else { return };
        running.session.request(Request::Quit).ok();
        let Running { session, events, .. } = running;
        // Nobody listens any more.
        drop(events);
        let out_of_time = async {
            stopped.await;
            sleep(LAST_CHANCE).await;
        };
        tokio::select! {
            biased;
            () = session.finished() => return,
            () = out_of_time => session.kill(),
        }
        drop(timeout(KILL_LIMIT, session.finished()).await);
    }
}

/// How long a well-behaved engine may take to go home when somebody waits for it.
const LAST_CHANCE: Duration = Duration::from_millis(500);

const KILL_LIMIT: Duration = Duration::from_secs(2);

#[cfg(all(test, unix))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::protocol::{ClientConfig, Protocol};
    use crate::session::Target;

    /// It has closed its output, so that its session is ending, but has not said so yet.
    #[tokio::test]
    async fn an_engine_that_is_dying_before_a_game_is_replaced() {
        let command = ["sh", "-c", "exec >&-; sleep 60"].map(str::to_owned).to_vec();
        let target = Target::Command { command, dir: None, env: Vec::new() };
        let (protocol, config) = (Protocol::NBoard, ClientConfig::default());
        let launch = Launch { target, protocol, config };
        let mut bench = Bench::new(EngineSpec { name: "Dying".to_owned(), launch });
        bench.prepare();
        let first = Arc::clone(bench.log.as_ref().expect("it was started"));
        let gone = async {
            let running = bench.running.as_ref().expect("it runs");
            while running.session.request(Request::Stop) != Err(RequestError::Gone) {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(Duration::from_secs(20), gone).await.expect("its session comes to an end");
        bench.prepare();
        let second = bench.log.as_ref().expect("it was started again");
        assert!(!Arc::ptr_eq(&first, second), "the game begins with the dying one");
        bench.kill().await;
    }
}
