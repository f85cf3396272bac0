//! Probing: an engine is greeted in each protocol that may fit, and asked for one move.
//!
//! Judges no more than that; `check` checks a whole protocol. Knows neither the list of engines nor
//! files.

mod progress;
mod tries;

pub use tries::{ProbeNews, ProbeReport, ProbeTry, probe};

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::time::timeout;

use self::progress::{Progress, Waiting};
use super::{Cause, DiceSource, Seed, canonical_variant};
use crate::games::{Actor, Game, LinkedGame, PlayError, Setup, counted};
use crate::protocol::{
    Answer, Capabilities, Event, Limits, Mode, OptionDecl, Protocol, Request, Search, SearchId,
    name_varies, quoted, version_declared,
};
use crate::session::{
    Direction, Exit, ExitCause, Launch, Log, News, ProcessEnd, RequestError, Session, SessionEvent,
    Target,
};

/// How often to decide whether to go on waiting.
const GLANCE: Duration = Duration::from_millis(100);
/// A first move of a shallow search.
const MOVE_LIMIT: Duration = Duration::from_secs(30);
/// Remarks of an engine that are kept; it may complain with every line.
const MAX_REMARKS: usize = 200;

/// An engine that is being probed. Dropping it shuts the engine down cleanly.
#[derive(Debug)]
pub struct Probe {
    session: Session,
    events: mpsc::Receiver<SessionEvent>,
    began: Instant,
    protocol: Protocol,
    /// It listens, and does not start with the session.
    is_reached_first: bool,
    name: String,
    /// Its complaints and deviations from its protocol, in order; at most [`MAX_REMARKS`], the
    /// newest.
    remarks: Vec<ProbeRemark>,
}

/// Information from an engine besides its answers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ProbeRemark {
    /// It complained.
    Complaint(String),
    /// A deviation from its document that is known and handled.
    Deviation(String),
}

impl fmt::Display for ProbeRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Complaint(text) => write!(f, "complains: {text}"),
            Self::Deviation(text) => write!(f, "detected: {text}"),
        }
    }
}

/// An engine's report about itself in the handshake.
#[derive(Clone, Debug, PartialEq)]
pub struct Greeting {
    /// Time from the start to the end of the handshake.
    pub took: Duration,
    /// Its own name.
    pub name: String,
    /// The name contains a value from the greeting, and differs next time.
    pub name_varies: bool,
    /// The declared version of the protocol, if engines declare one.
    pub version: Option<u32>,
    /// Its capabilities.
    pub capabilities: Capabilities,
    /// Options it has declared.
    pub options: Vec<OptionDecl>,
}

impl Greeting {
    /// The result, in one sentence without its full stop: `Hub v2, Scan 3.1, 8 parameters, 41 ms`.
    #[must_use]
    pub fn sentence(&self, protocol: Protocol) -> String {
        let word = match protocol {
            Protocol::Hub => "parameter",
            Protocol::Guide | Protocol::NBoard | Protocol::Uhp | Protocol::Ubgi => "option",
        };
        let options = match self.options.len() {
            0 => format!("no {word}s"),
            n => counted(n, word),
        };
        let took = self.took.as_millis();
        format!("{}, {options}, {took} ms", self.who(protocol))
    }

    /// The protocol, with its version where that is known, and the name: `NBoard 1, Edax`.
    fn who(&self, protocol: Protocol) -> String {
        let title = protocol.title();
        match (protocol, self.version) {
            (Protocol::Hub, _) => format!("{title} v2, {}", self.name),
            (_, Some(version)) => format!("{title} {version}, {}", self.name),
            (_, None) => format!("{title}, {}", self.name),
        }
    }
}

/// Why an engine did not do what was asked. The words follow the name of the engine, or of the
/// protocol that was tried.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProbeError {
    /// Its session has ended.
    #[error("{}", ended_words(.0))]
    Ended(Exit),
    /// It wrote nothing.
    #[error("no answer within {} s", .0.as_secs())]
    Silent(Duration),
    /// It wrote something else.
    #[error(
        "{} within {} s, but no answer to the greeting",
        counted(*.n_lines, "line"),
        .limit.as_secs()
    )]
    NotUnderstood {
        /// How many lines it wrote.
        n_lines: usize,
        /// How long it had.
        limit: Duration,
    },
    /// It only repeated its input.
    #[error("only repeats what it is told, as no engine does")]
    Echo,
    /// Its output belongs to this protocol, not to the one it was asked in.
    #[error("answers as engines of {0} do")]
    Foreign(Protocol),
    /// It ended without having written anything; the text says how.
    #[error("it ended at once ({0}) without a word; it seems to be no engine")]
    Wordless(ProcessEnd),
    /// It was reached before and cannot be reached any more; the text says what was tried.
    #[error(
        "{0}: it was reached before, so it may serve one connection only; start it again and \
             choose what it speaks"
    )]
    NotAgain(String),
    /// It did not move in time.
    #[error("gave no first move within {} s", .0.as_secs())]
    NoMove(Duration),
    /// Its move, or lack of one, makes no sense; the text follows its name.
    #[error("{0}")]
    BadMove(String),
    /// Even its end was not reported.
    #[error("ended without a word")]
    Gone,
    /// It cannot be asked; the text is a complete sentence.
    #[error("{0}")]
    Impossible(String),
}

/// How a session ended, with the engine's own words about the reason.
fn ended_words(exit: &Exit) -> String {
    let mut text = cause_words(exit);
    // The output of a program that then exits cleanly is quoted with the cause.
    if exit.is_success() && matches!(exit.cause, ExitCause::CouldNotStart(_)) {
        return text;
    }
    if let Some(reason) = exit.reason() {
        text += &format!("; it wrote: {reason}");
    }
    text
}

/// Why a session ended. Another protocol is a case of its own.
fn cause_words(exit: &Exit) -> String {
    match Cause::of_exit(exit) {
        Some(Cause::WrongProtocol(text)) => text,
        Some(cause) => cause.to_string(),
        None => "has ended".to_owned(),
    }
}

impl ProbeError {
    /// It got ready by words of two protocols, and speaks the other one.
    fn is_foreign(&self) -> bool {
        matches!(self, Self::Ended(Exit { cause: ExitCause::WrongProtocol(_), .. }))
    }

    /// The program ran, and exited by itself: in another folder it may find its data.
    fn ended_by_itself(&self) -> bool {
        match self {
            Self::Ended(exit) => exit.status.is_known() && exit.cause != ExitCause::ClosedOutput,
            Self::Wordless(_) => true,
            Self::Silent(_)
            | Self::NotUnderstood { .. }
            | Self::Echo
            | Self::Foreign(_)
            | Self::NotAgain(_)
            | Self::NoMove(_)
            | Self::BadMove(_)
            | Self::Gone
            | Self::Impossible(_) => false,
        }
    }

    fn could_not_start(&self) -> bool {
        matches!(self, Self::Ended(Exit { cause: ExitCause::CouldNotStart(_), .. }))
    }
}

impl Probe {
    /// Starts the engine. Must be called in a tokio runtime.
    #[must_use]
    pub fn start(launch: Launch) -> Self {
        let (protocol, name) = (launch.protocol, launch.config.name.clone());
        let is_reached_first = matches!(launch.target, Target::Socket { .. });
        let (session, events) = Session::start(launch);
        let (began, remarks) = (Instant::now(), Vec::new());
        Self { session, events, began, protocol, is_reached_first, name, remarks }
    }

    /// The transcript; it lives on after the probe.
    #[must_use]
    pub fn log(&self) -> Arc<Log> {
        self.session.log()
    }

    /// Waits for the end of the handshake, as long as the session does.
    ///
    /// # Errors
    ///
    /// When the session ends before.
    pub async fn greeting(&mut self) -> Result<Greeting, ProbeError> {
        self.handshake().await.map_err(|error| self.named(error))
    }

    async fn handshake(&mut self) -> Result<Greeting, ProbeError> {
        loop {
            let event = self.next().await?;
            if let News::Event(Event::Ready { name, capabilities, options }) = event.what {
                let took = event.at.saturating_duration_since(self.began);
                self.name.clone_from(&name);
                let (name_varies, version) = (self.name_varies(&name), self.declared_version());
                return Ok(Greeting { took, name, name_varies, version, capabilities, options });
            }
        }
    }

    /// The version of the protocol that it has declared so far.
    fn declared_version(&self) -> Option<u32> {
        let lines = self.log().tail(usize::MAX);
        let mut errors = lines.iter().filter(|line| line.direction == Direction::Error);
        errors.find_map(|line| version_declared(self.protocol, &line.text))
    }

    /// The name holds what it was asked for so far.
    fn name_varies(&self, name: &str) -> bool {
        let lines = self.log().tail(usize::MAX);
        let sent = lines.iter().filter(|line| line.direction == Direction::Sent);
        name_varies(self.protocol, name, sent.map(|line| &*line.text))
    }

    /// As [`Probe::greeting`], within limits: it is not known whether the engine speaks this
    /// protocol at all.
    async fn greeting_within(&mut self, waiting: Waiting) -> Result<Greeting, ProbeError> {
        loop {
            if let Ok(greeting) = timeout(GLANCE, self.greeting()).await {
                return greeting;
            }
            if let Some(error) = self.progress().judged(waiting) {
                return Err(error);
            }
        }
    }

    /// The dialogue so far.
    fn progress(&self) -> Progress {
        Progress::of(&self.log(), self.protocol, self.is_reached_first)
    }

    /// A silent exit means that it isn't an engine.
    fn named(&self, error: ProbeError) -> ProbeError {
        match error {
            ProbeError::Ended(exit)
                if (exit.cause == ExitCause::Crashed || exit.is_success())
                    && exit.stderr.iter().all(|line| line.trim().is_empty())
                    && self.progress().is_silent() =>
            {
                ProbeError::Wordless(exit.status)
            }
            error => error,
        }
    }

    /// Asks for a move in the start position of the game, by a shallow search.
    ///
    /// # Errors
    ///
    /// When no move comes, or an illegal one.
    pub async fn first_move(
        &mut self,
        game: &'static dyn Game,
        capabilities: Capabilities,
    ) -> Result<String, ProbeError> {
        let impossible = |error: &dyn fmt::Display| ProbeError::Impossible(error.to_string());
        let Some(link) = game.link(self.protocol.name()) else {
            let title = game.info().title;
            return Err(ProbeError::Impossible(format!(
                "{title} is not played over {}",
                self.protocol
            )));
        };
        let mut pos = game.start(&Setup::default()).map_err(|error| impossible(&error))?;
        if matches!(pos.actor(), Actor::Chance) {
            // There is no question before the first roll.
            let mut dice = DiceSource::Seeded(Seed("probe".to_owned()));
            if let Some(roll) = dice.roll(&*pos, 0).map_err(|error| impossible(&error))? {
                pos.play(&roll.0).map_err(|error| impossible(&error))?;
            }
        }
        let start = pos.to_text();
        let variant = canonical_variant(game.info(), None).map_err(|error| impossible(&error))?;
        let root = link.root(&LinkedGame {
            start: &start,
            variant: variant.as_deref(),
            players: [&self.name, &self.name],
            clocks: [None, None],
            moves: &[],
            now: None,
        });
        let limits = if capabilities.depth {
            Limits { depth: Some(1), ..Limits::default() }
        } else {
            Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() }
        };
        let search = Search { id: SearchId(1), root, limits, mode: Mode::Play };
        self.ask(Request::Search(search)).await?;
        let Ok(answer) = timeout(MOVE_LIMIT, self.answer()).await else {
            return Err(ProbeError::NoMove(MOVE_LIMIT));
        };
        let Some(text) = answer?.mv else {
            let words = "says that there is no move in the start position";
            return Err(ProbeError::BadMove(words.to_owned()));
        };
        let mv = link.read_move(&*pos, &text).map_err(|error| {
            let answer = quoted(&text);
            let odd = match error {
                PlayError::Unreadable { .. } => "which is not a move of this game",
                PlayError::Illegal { .. } => "which is not legal there",
            };
            ProbeError::BadMove(format!("answered the start position with {answer}, {odd}"))
        })?;
        Ok(mv.0)
    }

    /// Sends a request; if the session is gone, returns how it ended.
    async fn ask(&mut self, request: Request) -> Result<(), ProbeError> {
        match self.session.request(request) {
            Ok(()) => Ok(()),
            Err(error @ RequestError::Busy) => Err(ProbeError::Impossible(error.to_string())),
            Err(RequestError::Gone) => loop {
                self.next().await?;
            },
        }
    }

    async fn answer(&mut self) -> Result<Answer, ProbeError> {
        let mut refusal = None;
        loop {
            match self.next().await?.what {
                News::Event(Event::Answer(answer)) => return Ok(answer),
                News::Event(Event::Refused(what)) => refusal = Some(what),
                News::Event(Event::Ended(_)) => {
                    let nothing = || "ended its search without a move".to_owned();
                    let why = refusal.map_or_else(nothing, |refusal| refusal.to_string());
                    return Err(ProbeError::BadMove(why));
                }
                News::Event(_) | News::Infos(_) | News::Ended(_) => {}
            }
        }
    }

    /// The next event; remarks are noted on the way.
    async fn next(&mut self) -> Result<SessionEvent, ProbeError> {
        let Some(event) = self.events.recv().await else {
            return Err(ProbeError::Gone);
        };
        match &event.what {
            News::Ended(exit) => return Err(ProbeError::Ended(exit.clone())),
            News::Event(Event::Complaint(text)) => {
                self.remark(ProbeRemark::Complaint(text.clone()));
            }
            News::Event(Event::Deviation(text)) => {
                self.remark(ProbeRemark::Deviation(text.clone()));
            }
            News::Event(_) | News::Infos(_) => {}
        }
        Ok(event)
    }

    /// Keeps a remark. If there are too many, the oldest is dropped: the newest says why a move was
    /// refused.
    fn remark(&mut self, remark: ProbeRemark) {
        if self.remarks.len() >= MAX_REMARKS {
            self.remarks.remove(0);
        }
        self.remarks.push(remark);
    }

    /// Shuts the engine down, and waits until nothing is left of it. Returns all its remarks.
    pub async fn leave(mut self) -> Vec<ProbeRemark> {
        if self.session.request(Request::Quit).is_err() {
            self.session.kill();
        }
        while self.next().await.is_ok() {}
        self.session.finished().await;
        self.remarks
    }

    async fn kill(self) {
        self.session.kill();
        self.session.finished().await;
    }
}
