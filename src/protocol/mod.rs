//! The engines' languages as state machines without IO.
//!
//! A [`Client`]'s caller reports what happened (`handle_*`) and asks what to do next (`poll_*`).
//! The client reads no clock, no pipe and no socket, so every dialogue can be replayed from a text
//! file (`tests/transcripts`). It knows no rules: positions and moves are text to it. It never
//! panics on input.

use std::fmt::{self, Debug};
use std::time::{Duration, Instant};

mod event;
pub mod guide;
pub mod hub;
mod line;
mod machine;
pub mod nboard;
mod option;
mod pings;
mod quote;
mod recognise;
mod request;
mod standing;
pub mod ubgi;
pub mod uhp;
mod words;

pub use event::{
    Answer, Bound, Capabilities, Chances, Event, Fault, Info, RESTARTED, RESTARTING, Reason,
    Refusal, Refused, Restart,
};
pub use line::{Line, LineDecoder};
use option::{MOST_CHOICES, MOST_OPTIONS};
pub use option::{OptionDecl, OptionKind};
pub use quote::{is_active, plain_name, quoted};
pub use recognise::{Language, Listener, name_varies, spoken, spoken_instead, version_declared};
pub use request::{
    EngineClock, Limits, Mode, MoveTexts, Request, Root, RootMove, Search, SearchId,
};
use standing::Standings;

/// A protocol client: one dialogue with one engine.
///
/// The driver loops: it reports what happened, drains [`Client::poll_transmit`] and
/// [`Client::poll_event`], and waits for the next event, at most until [`Client::poll_timeout`].
pub trait Client: Debug + Send {
    /// The program requests something.
    fn handle_request(&mut self, request: Request, now: Instant);
    /// The engine wrote a line (without its end). `now` is the time at which it was read.
    fn handle_line(&mut self, line: &str, now: Instant);
    /// Time has passed; a call that comes too early is harmless.
    fn handle_timeout(&mut self, now: Instant);
    /// The engine closed its output; no line follows.
    fn handle_eof(&mut self, now: Instant);
    /// The next line to write, without its end.
    fn poll_transmit(&mut self) -> Option<String>;
    /// The next event to report.
    fn poll_event(&mut self) -> Option<Event>;
    /// The time when [`Client::handle_timeout`] must be called next.
    fn poll_timeout(&self) -> Option<Instant>;
    /// The separator of the engine's messages; the same in the other direction.
    fn framing(&self) -> Framing {
        Framing::Lines
    }
    /// The engine answers [`Request::Quit`] by a message of its own: its input stays open until
    /// the dialogue is over.
    fn answers_quit(&self) -> bool {
        false
    }
    /// The engine cannot go on as it is and must be killed and started again (asked after every
    /// call of `handle_*`; true once for each restart). Nothing of the old engine is handed over
    /// afterwards; when the new one runs, [`Client::handle_restart`] is called.
    fn poll_restart(&mut self) -> bool {
        false
    }
    /// The engine was started again, as [`Client::poll_restart`] wanted.
    fn handle_restart(&mut self, _now: Instant) {}
    /// The client wants the lines that the engine writes on its error output.
    fn hears_errors(&self) -> bool {
        false
    }
    /// The engine wrote a line on its error output, if it has one; not in step with
    /// [`Client::handle_line`], and left out when there is too much of it.
    fn handle_error_line(&mut self, _line: &str, _now: Instant) {}
}

/// The separator of messages on the wire. Written messages end in LF in both.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Framing {
    /// LF, with or without CR before it.
    #[default]
    Lines,
    /// Any run of bytes below 32 (GUIDE).
    ControlBytes,
}

/// A protocol that the program speaks.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Protocol {
    /// Hub, version 2 (draughts of all variants).
    Hub,
    /// GUIDE (international draughts, over TCP).
    Guide,
    /// NBoard (Othello).
    NBoard,
    /// UHP, the Universal Hive Protocol.
    Uhp,
    /// UBGI, the Universal Backgammon Interface.
    Ubgi,
}

impl Protocol {
    /// All protocols.
    pub const ALL: &'static [Self] = &[Self::Hub, Self::Guide, Self::NBoard, Self::Uhp, Self::Ubgi];

    /// The name in `engines.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Hub => "hub",
            Self::Guide => "guide",
            Self::NBoard => "nboard",
            Self::Uhp => "uhp",
            Self::Ubgi => "ubgi",
        }
    }

    /// The name shown to people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Hub => "Hub",
            Self::Guide => "GUIDE",
            Self::NBoard => "NBoard",
            Self::Uhp => "UHP",
            Self::Ubgi => "UBGI",
        }
    }

    /// Its document has a way to end a search. Whether an engine obeys depends on the engine
    /// ([`Capabilities::stop`]).
    #[must_use]
    pub fn has_stop(self) -> bool {
        match self {
            Self::Hub | Self::Guide | Self::NBoard | Self::Ubgi => true,
            Self::Uhp => false,
        }
    }

    /// Its document has a way to request several lines of analysis at a time. The number of lines
    /// that an engine gives depends on the engine ([`Capabilities::lines`]).
    #[must_use]
    pub fn has_several_lines(self) -> bool {
        match self {
            Self::NBoard | Self::Ubgi => true,
            Self::Hub | Self::Guide | Self::Uhp => false,
        }
    }

    /// Engines can be told to think on the opponent's time; whether one does depends on the engine.
    #[must_use]
    pub fn has_pondering(self) -> bool {
        match self {
            Self::Hub | Self::Guide => true,
            Self::NBoard | Self::Uhp | Self::Ubgi => false,
        }
    }

    /// The host divides the time of its engines: each move gets a time of its own, in whole steps
    /// of this length. `None` if engines divide the time on the clocks that they are sent.
    ///
    /// NBoard sends clocks, too, within the game; but most of its engines ignore them, so the
    /// client ends a search when the time for the move is used up.
    #[must_use]
    pub fn time_step(self) -> Option<Duration> {
        match self {
            Self::Uhp => Some(Duration::from_secs(1)),
            Self::Ubgi | Self::NBoard => Some(Duration::from_millis(1)),
            Self::Hub | Self::Guide => None,
        }
    }

    /// It has words for a limit of nodes, which its engines may or may not know.
    #[must_use]
    pub fn may_limit_nodes(self) -> bool {
        match self {
            Self::Hub | Self::Ubgi => true,
            Self::Guide | Self::Uhp | Self::NBoard => false,
        }
    }

    /// An analysis that has a limit of depth or nodes ends when it is reached. In GUIDE an engine that
    /// analyses a position waits to be stopped, and UHP has no analyses: their engines are asked for a
    /// move.
    #[must_use]
    pub fn ends_analyses(self) -> bool {
        match self {
            Self::Hub | Self::Ubgi | Self::NBoard => true,
            Self::Guide | Self::Uhp => false,
        }
    }

    /// Its engines are sent the clocks, whether they obey them or not.
    #[must_use]
    pub fn tells_clocks(self) -> bool {
        match self {
            Self::Hub | Self::Guide | Self::NBoard => true,
            Self::Uhp | Self::Ubgi => false,
        }
    }

    /// Finds a protocol by its name in `engines.toml`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|p| p.name().eq_ignore_ascii_case(name))
    }

    /// Its engines comment on the moves of a game that they go through ([`Mode::WholeGame`] gives
    /// [`Event::Remark`]s), if they can go through games at all.
    #[must_use]
    pub fn remarks_on_games(self) -> bool {
        match self {
            Self::Guide => true,
            Self::Hub | Self::NBoard | Self::Uhp | Self::Ubgi => false,
        }
    }

    /// Checks a dialect setting of `engines.toml`.
    ///
    /// # Errors
    ///
    /// The fault and the allowed values, to follow the name of the setting.
    pub fn check_dialect(self, name: &str, value: &str) -> Result<(), String> {
        let settings = self.dialect_settings();
        let found = settings.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some((_, values)) = found else {
            let known: Vec<&str> = settings.iter().map(|(name, _)| *name).collect();
            return Err(format!("is not known; allowed: {}", known.join(", ")));
        };
        if values.contains(&value) {
            return Ok(());
        }
        Err(format!("is {value:?}; allowed: {}", values.join(", ")))
    }

    /// The dialect settings of this protocol by name, and the possible values of each; the first
    /// value is the default.
    #[must_use]
    pub fn dialect_settings(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            Self::Hub => hub::DIALECT,
            Self::Guide => guide::DIALECT,
            Self::NBoard => nboard::DIALECT,
            Self::Uhp => uhp::DIALECT,
            Self::Ubgi => ubgi::DIALECT,
        }
    }

    /// Checks an option of `engines.toml`; without a value (it depends on a choice) only its name
    /// is checked.
    ///
    /// # Errors
    ///
    /// A text like that of [`Protocol::check_dialect`].
    pub fn check_option(self, name: &str, value: Option<&str>) -> Result<(), String> {
        match self {
            Self::Hub => hub::check_option(name, value),
            Self::Guide => guide::check_option(name, value),
            Self::NBoard => nboard::check_option(name, value),
            Self::Uhp => uhp::check_option(name, value),
            Self::Ubgi => ubgi::check_option(name, value),
        }
    }

    /// Checks a text that will be sent to an engine of this protocol as the value of an option.
    ///
    /// # Errors
    ///
    /// The allowed texts, in words that follow "takes".
    pub fn check_text(self, value: &str) -> Result<(), &'static str> {
        match self {
            Self::Hub => hub::check_text(value),
            Self::Uhp => uhp::check_text(value),
            Self::Ubgi => ubgi::check_text(value),
            // They have no text options; numbers, switches and choices are checked by their own
            // rules.
            Self::Guide | Self::NBoard => Ok(()),
        }
    }

    /// The value of an option in the program's own spelling, if the protocol also takes it in other
    /// letters: `True` is `true` in UHP. Anything that isn't a value stays as it is.
    #[must_use]
    pub fn plain_value(self, kind: &OptionKind, value: &str) -> String {
        let known: &[String] = match (self, kind) {
            (Self::Uhp, OptionKind::Bool) => &["true".to_owned(), "false".to_owned()],
            (Self::Uhp, OptionKind::Choice(choices)) => choices,
            _ => &[],
        };
        let same = known.iter().find(|known| known.eq_ignore_ascii_case(value.trim()));
        same.map_or(value, String::as_str).to_owned()
    }

    /// A client for a new dialogue that begins at `now`.
    #[must_use]
    pub fn client(self, config: &ClientConfig, now: Instant) -> Box<dyn Client> {
        match self {
            Self::Hub => Box::new(hub::HubClient::new(config, now)),
            Self::Guide => Box::new(guide::GuideClient::new(config, now)),
            Self::NBoard => Box::new(nboard::NBoardClient::new(config, now)),
            Self::Uhp => Box::new(uhp::UhpClient::new(config, now)),
            Self::Ubgi => Box::new(ubgi::UbgiClient::new(config, now)),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// The configuration for a client's treatment of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientConfig {
    /// Name in the list of engines; used until the engine sends its own.
    pub name: String,
    /// Every deadline is multiplied by this (`timeouts` in `engines.toml`).
    pub timeouts_scale: f64,
    /// The deadline of the start is multiplied by this, too: others use the machine while the
    /// engine starts.
    pub start_scale: f64,
    /// A person at the screen decides what happens to an engine that does not answer a stop: there
    /// is no deadline, as long as nothing newer waits for the engine.
    pub attended: bool,
    /// The longest time for reaching a socket, if that is not the deadline for its start.
    pub reach: Option<Duration>,
    /// So long after its process has started the engine gets its first line. Only for engines that
    /// talk through their pipes.
    pub start_delay: Duration,
    /// The number of the processor that its process and the children of that are bound to.
    pub processor: Option<u16>,
    /// The requested options, by the protocol's own names.
    pub options: Vec<(String, String)>,
    /// Dialect settings by name; the protocol's module lists them.
    pub dialect: Vec<(String, String)>,
    /// The variant to play, as the protocol writes it, if the engine must get it before it starts
    /// (Hub); made by [`crate::games::Link::variant_text`]. Another variant needs another session.
    pub variant: Option<String>,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            name: String::new(),
            timeouts_scale: 1.0,
            start_scale: 1.0,
            attended: false,
            reach: None,
            start_delay: Duration::ZERO,
            processor: None,
            options: Vec::new(),
            dialect: Vec::new(),
            variant: None,
        }
    }
}

impl ClientConfig {
    /// The value of the dialect setting of this name; capitals of the name do not matter.
    fn dialect_value(&self, name: &str) -> Option<&str> {
        let found = self.dialect.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// The dialect settings of a protocol by name, and the possible values of each.
type Dialect = &'static [(&'static str, &'static [&'static str])];

/// The deadlines that hold for every protocol, before scaling.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Deadlines {
    /// The time from the start to the end of the handshake.
    pub start: Duration,
    /// The time for an answer to `ping` or a similar command.
    pub ready: Duration,
    /// The time for the answer after a stop.
    pub stop: Duration,
    /// The time for the answer after a stop if a person may be waiting at the screen who decides
    /// instead, and nothing newer waits for the engine.
    pub obey: Duration,
    /// The time from `quit` to the end of the output.
    pub quit: Duration,
}

impl Deadlines {
    /// The project's deadlines (`design.md`, "Protocol clients"), multiplied by `scale`.
    #[must_use]
    pub fn scaled(scale: f64) -> Self {
        let secs = |secs: f64| Duration::from_secs_f64((secs * scale).clamp(0.01, 86_400.0));
        let (stop, quit) = (secs(5.0), secs(5.0));
        Self { start: secs(30.0), ready: secs(15.0), stop, obey: stop, quit }
    }

    /// The deadlines for an engine of this configuration, whether or not a person watches it.
    #[must_use]
    pub fn unattended(config: &ClientConfig) -> Self {
        let start = Self::scaled(config.timeouts_scale * config.start_scale.max(1.0)).start;
        Self { start, ..Self::scaled(config.timeouts_scale) }
    }

    /// The deadlines for an engine of this configuration.
    #[must_use]
    pub fn of(config: &ClientConfig) -> Self {
        let usual = Self::unattended(config);
        if config.attended { Self { obey: UNLIMITED, ..usual } } else { usual }
    }

    /// The time for the answer after a stop, depending on whether something newer waits for it.
    #[must_use]
    pub fn after_stop(&self, is_awaited: bool) -> Duration {
        if is_awaited { self.stop } else { self.obey }
    }
}

/// The time as long as nothing waits for the engine.
const UNLIMITED: Duration = Duration::from_secs(86_400);

#[cfg(test)]
mod tests;
