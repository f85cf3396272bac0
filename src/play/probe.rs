//! Probing: an engine is greeted in each protocol that may fit, and asked for one move.
//!
//! Judges no more than that; a check of a whole protocol is another's work. Knows neither the list
//! of engines nor files.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{Cause, DiceSource, Seed, canonical_variant};
use crate::games::{Actor, Game, LinkedGame, Setup};
use crate::protocol::{
    Answer, Capabilities, Event, Limits, Mode, OptionDecl, Protocol, Request, Search, SearchId,
};
use crate::session::{
    Direction, Exit, ExitCause, Launch, Log, News, RequestError, Session, SessionEvent,
};

/// How long an engine may be silent after the greeting, while it is not known what it speaks.
const SILENCE: Duration = Duration::from_secs(3);
/// How long one may take that has written something, such as a banner.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long one may take that is known to speak the protocol: it may load its tables first.
const KNOWN_PATIENCE: Duration = Duration::from_secs(30);
/// A first move of a shallow search.
const MOVE_LIMIT: Duration = Duration::from_secs(30);
/// Events that may wait; a probe reads them as they come.
const MAX_NEWS: usize = 64;
/// Remarks kept of an engine; one may complain with every line.
const MAX_REMARKS: usize = 200;

/// An engine that is being asked what it is. Dropping it lets the engine go in good order.
#[derive(Debug)]
pub struct Probe {
    session: Session,
    events: mpsc::Receiver<SessionEvent>,
    began: Instant,
    protocol: Protocol,
    name: String,
    /// What it complained of, and how it deviates from its protocol, in order; at most
    /// [`MAX_REMARKS`], the newest.
    remarks: Vec<ProbeRemark>,
    /// So many older ones are kept no more.
    n_dropped: usize,
}

/// Something that an engine lets one know of itself beside its answers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ProbeRemark {
    /// It complained.
    Complaint(String),
    /// It deviates from its document in a way that is known and handled.
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

/// What an engine says of itself when it is greeted.
#[derive(Clone, Debug, PartialEq)]
pub struct Greeting {
    /// Time from the start to the end of the handshake.
    pub took: Duration,
    /// What it calls itself.
    pub name: String,
    /// What it can do.
    pub capabilities: Capabilities,
    /// Options it has declared.
    pub options: Vec<OptionDecl>,
}

impl Greeting {
    /// What was found, in one sentence without its stop: `Hub v2, Scan 3.1, 8 parameters, 41 ms`.
    #[must_use]
    pub fn sentence(&self, protocol: Protocol) -> String {
        let word = match protocol {
            Protocol::Hub => "parameter",
            Protocol::Guide | Protocol::NBoard | Protocol::Uhp | Protocol::Ubgi => "option",
        };
        let options = match self.options.len() {
            0 => format!("no {word}s"),
            1 => format!("1 {word}"),
            n => format!("{n} {word}s"),
        };
        let took = self.took.as_millis();
        format!("{}, {}, {options}, {took} ms", protocol_version(protocol), self.name)
    }
}

/// The protocol with the version of its document.
#[must_use]
pub fn protocol_version(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Hub => "Hub v2",
        Protocol::NBoard => "NBoard 2",
        Protocol::Guide | Protocol::Uhp | Protocol::Ubgi => protocol.title(),
    }
}

/// Why an engine did not do what it was asked for. The words stand behind the name of the
/// engine, or of the protocol that was tried.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProbeError {
    /// Its session has ended.
    #[error("{}", ended_words(.0))]
    Ended(Exit),
    /// It wrote nothing.
    #[error("no answer within {} s", .0.as_secs())]
    Silent(Duration),
    /// It wrote something else.
    #[error("{n_lines} lines within {} s, but no answer to the greeting", .limit.as_secs())]
    NotUnderstood {
        /// How many lines it wrote.
        n_lines: usize,
        /// How long it had.
        limit: Duration,
    },
    /// It did not move in time.
    #[error("gave no first move within {} s", .0.as_secs())]
    NoMove(Duration),
    /// It moved, or did not, in a way that makes no sense; the text stands behind its name.
    #[error("{0}")]
    BadMove(String),
    /// Its end was not even reported.
    #[error("ended without a word")]
    Gone,
    /// It cannot be asked; the text is a sentence of its own.
    #[error("{0}")]
    Impossible(String),
}

/// How a session ended, with the last the engine said on its error output.
fn ended_words(exit: &Exit) -> String {
    let cause = Cause::of_exit(exit);
    let mut text = cause.map_or_else(|| "has ended".to_owned(), |cause| cause.to_string());
    if let Some(last) = exit.stderr.iter().rev().find(|line| !line.trim().is_empty()) {
        text += &format!("; it wrote: {}", last.trim());
    }
    text
}

impl ProbeError {
    fn could_not_start(&self) -> bool {
        matches!(self, Self::Ended(Exit { cause: ExitCause::CouldNotStart(_), .. }))
    }
}

impl Probe {
    /// Starts the engine. Must be called in a tokio runtime.
    #[must_use]
    pub fn start(launch: Launch) -> Self {
        let (protocol, name) = (launch.protocol, launch.config.name.clone());
        let (session, events) = Session::start(launch);
        let (began, remarks) = (Instant::now(), Vec::new());
        Self { session, events, began, protocol, name, remarks, n_dropped: 0 }
    }

    /// The transcript; it lives on after the probe.
    #[must_use]
    pub fn log(&self) -> Arc<Log> {
        self.session.log()
    }

    fn n_remarks(&self) -> usize {
        self.n_dropped + self.remarks.len()
    }

    /// Waits for the end of the handshake, as long as the session does.
    ///
    /// # Errors
    ///
    /// When the session ends before.
    pub async fn greeting(&mut self) -> Result<Greeting, ProbeError> {
        loop {
            let event = self.next().await?;
            if let News::Event(Event::Ready { name, capabilities, options }) = event.what {
                let took = event.at.saturating_duration_since(self.began);
                self.name.clone_from(&name);
                return Ok(Greeting { took, name, capabilities, options });
            }
        }
    }

    /// As [`Probe::greeting`], within limits: it is not known whether the engine speaks this
    /// protocol at all.
    async fn greeting_within(&mut self, is_known: bool) -> Result<Greeting, ProbeError> {
        let first = if is_known { KNOWN_PATIENCE } else { SILENCE };
        if let Ok(greeting) = timeout(first, self.greeting()).await {
            return greeting;
        }
        let log = self.log();
        let n_lines = || {
            let lines = log.tail(usize::MAX);
            lines.iter().filter(|line| line.direction == Direction::Received).count()
        };
        if n_lines() == 0 {
            return Err(ProbeError::Silent(first));
        }
        match timeout(PATIENCE.saturating_sub(first), self.greeting()).await {
            Ok(greeting) => greeting,
            Err(_) => {
                Err(ProbeError::NotUnderstood { n_lines: n_lines(), limit: PATIENCE.max(first) })
            }
        }
    }

    /// Asks for a move in the start position of the game, by a shallow search.
    ///
    /// # Errors
    ///
    /// When none comes, or none that is legal.
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
            // Nothing is asked before the first roll.
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
            ProbeError::BadMove(format!("answered the start position with {text:?}: {error}"))
        })?;
        Ok(mv.0)
    }

    /// Asks for something; a session that is gone says how it ended.
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
        let (mut since, mut has_started) = (self.n_remarks(), false);
        loop {
            match self.next().await?.what {
                News::Event(Event::Answer(answer)) => return Ok(answer),
                News::Event(Event::Ended(_)) => {
                    let newer = since.saturating_sub(self.n_dropped);
                    let complaint = self.remarks[newer..].iter().rev().find_map(|it| match it {
                        ProbeRemark::Complaint(text) => Some(text),
                        ProbeRemark::Deviation(_) => None,
                    });
                    return Err(ProbeError::BadMove(match complaint {
                        // It has taken the position before it was told to search.
                        Some(text) if self.protocol == Protocol::Uhp && has_started => {
                            format!("answered bestmove with {text:?}")
                        }
                        Some(text) => format!("refused the position: {text}"),
                        None => "ended its search without a move".to_owned(),
                    }));
                }
                // What it complained of before were its options.
                News::Event(Event::Started(_)) => {
                    (since, has_started) = (self.n_remarks(), true);
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

    /// Keeps a remark. Of too many the oldest goes: the newest says why a move was refused.
    fn remark(&mut self, remark: ProbeRemark) {
        if self.remarks.len() >= MAX_REMARKS {
            self.remarks.remove(0);
            self.n_dropped += 1;
        }
        self.remarks.push(remark);
    }

    /// Lets the engine go home, and waits until nothing is left of it. Returns all its remarks.
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

/// One way to start an engine and to speak to it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeTry {
    /// What to start.
    pub launch: Launch,
    /// The games that it is asked for a move in.
    pub games: Vec<&'static str>,
    /// It is known that it speaks this.
    pub is_known: bool,
}

/// What happens while engines are probed. Numbers are indices of the tries.
#[derive(Clone, Debug)]
pub enum ProbeNews {
    /// This one is tried now.
    Trying(usize, Arc<Log>),
    /// It is not it, for this reason.
    Failed(usize, ProbeError),
    /// It is it.
    Found(usize, Greeting),
    /// All is over.
    Over(ProbeReport),
}

/// What came of a probe.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeReport {
    /// Why each try before the one that succeeded did not.
    pub failed: Vec<ProbeError>,
    /// What was found, and by which try.
    pub found: Option<(usize, Greeting)>,
    /// The first move in each game, by the game's short name.
    pub moves: Vec<(&'static str, Result<String, ProbeError>)>,
    /// What the engine remarked.
    pub remarks: Vec<ProbeRemark>,
}

impl ProbeReport {
    /// What went wrong with an engine that got ready, but did not move when it was asked to; one
    /// sentence without its stop. `None` where it moved, and where it could not be asked.
    #[must_use]
    pub fn wrong(&self, protocol: Protocol) -> Option<String> {
        let (_, greeting) = self.found.as_ref()?;
        let (game, error) = self.moves.iter().find_map(|(game, first)| match first {
            Ok(_) | Err(ProbeError::Impossible(_)) => None,
            Err(error) => Some((game, error)),
        })?;
        // What it wrote before its end stands in the lines of the moves.
        let cause = if let ProbeError::Ended(exit) = error { Cause::of_exit(exit) } else { None };
        let cause = cause.map_or_else(|| error.to_string(), |cause| cause.to_string());
        let who = format!("{}, {}", protocol_version(protocol), greeting.name);
        Some(format!("{who}: it got ready, but {cause} when it was asked for a move of {game}"))
    }

    /// What came of the first moves, a line for each game: `Othello: plays f5`.
    pub fn move_lines(&self) -> impl Iterator<Item = String> {
        self.moves.iter().map(|(name, first)| {
            let title = crate::games::find(name).map_or(*name, |game| game.info().title);
            match first {
                Ok(mv) => format!("{title}: plays {mv}"),
                Err(error) => format!("{title}: {error}"),
            }
        })
    }
}

/// Probes in a task of its own: one try after another until one succeeds. Dropping the receiver
/// ends it after the step it is at, and nothing of the engine is left.
#[must_use]
pub fn probe(tries: Vec<ProbeTry>) -> mpsc::Receiver<ProbeNews> {
    let (news, receiver) = mpsc::channel(MAX_NEWS);
    tokio::spawn(async move {
        let closed = news.clone();
        tokio::select! {
            report = probe_all(tries, &news) => {
                // Nobody may want to know any more.
                drop(news.send(ProbeNews::Over(report)).await);
            }
            () = closed.closed() => {}
        }
    });
    receiver
}

async fn probe_all(tries: Vec<ProbeTry>, news: &mpsc::Sender<ProbeNews>) -> ProbeReport {
    let mut report =
        ProbeReport { failed: Vec::new(), found: None, moves: Vec::new(), remarks: Vec::new() };
    for (idx, attempt) in tries.into_iter().enumerate() {
        let mut probe = Probe::start(attempt.launch);
        drop(news.send(ProbeNews::Trying(idx, probe.log())).await);
        match probe.greeting_within(attempt.is_known).await {
            Err(error) => {
                probe.kill().await;
                drop(news.send(ProbeNews::Failed(idx, error.clone())).await);
                let is_hopeless = error.could_not_start();
                report.failed.push(error);
                // What cannot be started or reached cannot be in any other protocol either.
                if is_hopeless && !attempt.is_known {
                    break;
                }
            }
            Ok(greeting) => {
                drop(news.send(ProbeNews::Found(idx, greeting.clone())).await);
                for name in attempt.games {
                    let Some(game) = crate::games::find(name) else { continue };
                    let first = probe.first_move(game, greeting.capabilities).await;
                    report.moves.push((name, first));
                }
                report.found = Some((idx, greeting));
                report.remarks = probe.leave().await;
                break;
            }
        }
    }
    report
}
