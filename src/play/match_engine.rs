//! An engine of a match: its session, started when needed, kept between games, replaced when it
//! fails.
//!
//! Does not know the game being played.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::contest::now;
use super::lateness::Observed;
use super::viewer::Difference;
use crate::protocol::{OptionDecl, Protocol, Request};
use crate::session::{Launch, Log, News, RequestError, Session, SessionEvent, SessionState};

/// An engine that takes part in a match.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    /// Its name in the match; the two of a match should differ.
    pub name: String,
    /// How it is started.
    pub launch: Launch,
    /// Each of its copies plays a single game.
    pub restarts: bool,
    /// It thinks on the opponent's time, if it can; `None` for what the match says.
    pub ponder: Option<bool>,
    /// By so much each of its moves may be late; `None` for what the match says.
    pub margin: Option<Duration>,
}

impl EngineSpec {
    /// An engine of which nothing else is wished.
    #[must_use]
    pub fn new(name: String, launch: Launch) -> Self {
        Self { name, launch, restarts: false, ponder: None, margin: None }
    }

    /// The options that are set in an engine that declares these: the given ones, without those
    /// that it lacks or does not admit, which are never sent. An engine that declares nothing gets
    /// all.
    #[must_use]
    pub fn options_set(&self, declared: &[OptionDecl]) -> Vec<(String, String)> {
        let protocol: Protocol = self.launch.protocol;
        let is_sent = |(name, value): &&(String, String)| {
            let decl = declared.iter().find(|decl| decl.name == *name);
            let admits = |decl: &OptionDecl| {
                decl.kind.admits(&protocol.plain_value(&decl.kind, value.trim()))
            };
            declared.is_empty() || decl.is_some_and(admits)
        };
        self.launch.config.options.iter().filter(is_sent).cloned().collect()
    }
}

/// One copy of an engine, for one game at a time.
#[derive(Debug)]
pub(super) struct MatchEngine {
    pub(super) spec: EngineSpec,
    /// The processor that its processes are bound to.
    pub(super) processor: Option<u16>,
    /// Its reported kinds of disagreement with the referee: each is reported once.
    pub(super) disagreed: BTreeSet<Difference>,
    /// What its running or last session has reported of it.
    state: SessionState,
    running: Option<Running>,
    /// Its latest transcript; it outlives the session.
    log: Option<Arc<Log>>,
}

#[derive(Debug)]
struct Running {
    session: Session,
    /// When its process was started.
    began: Instant,
    events: mpsc::Receiver<SessionEvent>,
}

impl Running {
    /// Announces a new game to it; false if the session is over or ending, even if that has not
    /// been reported yet: the report may wait behind other events, or for the engine's children.
    fn takes_new_game(&self) -> bool {
        let is_gone = self.session.request(Request::NewGame) == Err(RequestError::Gone);
        !is_gone && !self.session.is_finished()
    }
}

impl MatchEngine {
    pub(super) fn new(spec: EngineSpec, processor: Option<u16>) -> Self {
        Self {
            spec,
            processor,
            disagreed: BTreeSet::new(),
            state: SessionState::new(),
            running: None,
            log: None,
        }
    }

    /// Makes sure that the engine runs, and announces a new game to it. If it is started now, its
    /// start may take `slack` times longer than usual.
    pub(super) fn prepare(&mut self, slack: f64) {
        self.forget_old_news();
        if let Some(gone) = self.running.take_if(|running| !running.takes_new_game()) {
            // There is no wait for the old session's end.
            gone.session.kill();
        }
        if self.running.is_some() {
            return;
        }
        let mut launch = self.spec.launch.clone();
        launch.config.start_scale = slack;
        launch.config.processor = self.processor;
        let (session, events) = Session::start(launch);
        self.log = Some(session.log());
        self.state.begin_session();
        let running = Running { session, began: now(), events };
        // A session that cannot start reports that as its last event.
        running.takes_new_game();
        self.running = Some(running);
    }

    /// Between games no events are read; an engine that has died is started again.
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
        self.state.note(event, &self.spec.launch.config.name);
        if matches!(event.what, News::Ended(_)) {
            self.running = None;
        }
    }

    /// What its running or last session has reported of it.
    pub(super) fn state(&self) -> &SessionState {
        &self.state
    }

    /// A session of it runs.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Since when it has been starting, or its client has been starting it again; `None` once it is
    /// ready, and while it does not run.
    pub(super) fn starting_since(&self) -> Option<Instant> {
        let running = self.running.as_ref()?;
        match self.state.capabilities() {
            None => Some(running.began),
            Some(_) => self.state.restarting_since(),
        }
    }

    /// What may show whether it was late by its own fault.
    pub(super) fn observed(&self) -> Observed {
        let process = self.running.as_ref().and_then(|running| running.session.process_id());
        Observed { process, n_flooded: self.log().map_or(0, Log::n_flooded) }
    }

    /// The transcript of its running or last session.
    pub(super) fn log(&self) -> Option<&Log> {
        self.log.as_deref()
    }

    /// Sends a request. An engine that cannot take it is ending and reports that itself, or takes
    /// nothing at all and exceeds a deadline.
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

    /// Makes it an engine of this variant, by the name that it is sent: one that runs for another variant is
    /// shut down first, and waited for.
    pub(super) async fn take_variant(&mut self, variant: Option<String>) {
        if self.spec.launch.config.variant != variant {
            self.dismiss(std::future::ready(())).await;
            self.spec.launch.config.variant = variant;
        }
    }

    /// Kills it with all its children, and waits until nothing is left.
    pub(super) async fn kill(&mut self) {
        let Some(running) = self.running.take() else { return };
        running.session.kill();
        // Reaping takes no time, unless the system itself hangs.
        drop(timeout(KILL_LIMIT, running.session.finished()).await);
    }

    /// Shuts it down cleanly, and waits until nothing is left. Once `stopped` is done, it has only
    /// [`LAST_CHANCE`] left before it is killed.
    pub(super) async fn dismiss(&mut self, stopped: impl Future<Output = ()>) {
        let Some(running) = self.running.take() else { return };
        running.session.request(Request::Quit).ok();
        let Running { session, events, .. } = running;
        // There is no listener any more.
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

/// How long a well-behaved engine may take to quit once the match is stopped.
const LAST_CHANCE: Duration = Duration::from_millis(500);

const KILL_LIMIT: Duration = Duration::from_secs(2);

#[cfg(all(test, unix))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::protocol::{ClientConfig, Protocol};
    use crate::session::Target;

    /// It has closed its output, so its session is ending but has not reported that yet.
    #[tokio::test]
    async fn an_engine_that_is_dying_before_a_game_is_replaced() {
        let command = ["sh", "-c", "exec >&-; sleep 60"].map(str::to_owned).to_vec();
        let target = Target::Command { command, dir: None, env: Vec::new() };
        let (protocol, config) = (Protocol::NBoard, ClientConfig::default());
        let launch = Launch { target, protocol, config };
        let spec = EngineSpec::new("Dying".to_owned(), launch);
        let mut engine = MatchEngine::new(spec, None);
        engine.prepare(1.0);
        let first = Arc::clone(engine.log.as_ref().expect("it was started"));
        let gone = async {
            let running = engine.running.as_ref().expect("it runs");
            while running.session.request(Request::Stop) != Err(RequestError::Gone) {
                sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(Duration::from_secs(20), gone).await.expect("its session comes to an end");
        engine.prepare(1.0);
        let second = engine.log.as_ref().expect("it was started again");
        assert!(!Arc::ptr_eq(&first, second), "the game begins with the dying one");
        engine.kill().await;
    }
}
