//! The list of engines: those that come with the program and the user's own.
//!
//! Starts nothing; an entry becomes a [`Launch`] for the caller to start.

mod disk;
mod edit;
mod find;
mod form;
mod formatting;
mod read;
mod restart;
mod there;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

pub use edit::{
    DraftTarget, EditError, EngineChange, EngineDraft, EngineFile, RemovedEngine, Saved, SetAside,
};
pub use find::{FindEngineError, FoundEngine};
pub use restart::RestartPolicy;
pub use there::NotThere;

pub(super) use read::say_port;

use self::disk::read_text;
use super::programs::wrong_variable;
use super::{FileError, Places, find_program};
use crate::io_words::io_reason;
use crate::protocol::{ClientConfig, Protocol};
use crate::session::{Launch, Target, TcpRole, with_port};

/// The list that comes with the program.
const SHIPPED: &str = include_str!("../../../engines.toml");

/// An engine that can be started.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineEntry {
    /// Its name, unique in the list.
    pub name: String,
    /// A short name for the command line; several engines may share one when they play different
    /// games.
    pub short: Option<String>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Its target. Paths are absolute or left to `PATH`; `{name}` stands for the value of a choice.
    pub target: EngineTarget,
    /// Options to send, by the protocol's names; values may contain `{name}`.
    pub options: Vec<(String, String)>,
    /// Choices made before a game.
    pub choices: Vec<Choice>,
    /// All deadlines are multiplied by this.
    pub timeouts: f64,
    /// What happens in the window when it fails.
    pub restart: RestartPolicy,
    /// Dialect settings.
    pub dialect: Vec<(String, String)>,
    /// Short names of the games it plays; never empty.
    pub games: Vec<String>,
    /// The variants it plays, by name; `None` if it lists no variants.
    pub variants: Option<Vec<String>>,
    /// Search words for it.
    pub tags: Vec<String>,
    /// The name of the entry that it was copied from, at that time.
    pub profile_of: Option<String>,
    /// Programs of which one must be installed; empty if only its own command is needed.
    pub needs: Vec<String>,
    /// How to get what it needs, in a sentence for the user.
    pub install: Option<String>,
    /// Set if what it needs was missing when the list was loaded: a sentence that says so, and how
    /// to get it.
    pub missing: Option<String>,
    /// Its working directory was missing when the list was loaded.
    pub dir_is_missing: bool,
    /// It comes with the program; with [`EngineEntry::own`], as the user has changed it.
    pub shipped: bool,
    /// It is in the user's own list, or in the named one.
    pub own: bool,
}

/// The target of an engine of the list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum EngineTarget {
    /// A program.
    Command {
        /// The program and its arguments; never empty.
        command: Vec<String>,
        /// Working directory.
        dir: Option<PathBuf>,
        /// Added to the environment.
        env: Vec<(String, String)>,
    },
    /// A program that talks over a socket (GUIDE).
    Tcp {
        /// The program and its arguments; never empty. `{port}` is in one of them.
        command: Vec<String>,
        /// Working directory.
        dir: Option<PathBuf>,
        /// Added to the environment.
        env: Vec<(String, String)>,
        /// The port; `None` for a free one.
        port: Option<u16>,
        /// Who listens.
        role: TcpRole,
    },
    /// A socket, `host:port`.
    Socket {
        /// The address.
        address: String,
    },
}

impl EngineTarget {
    /// A program that speaks this protocol, started as usual for its engines: over a free port in
    /// GUIDE, whichever side listens, otherwise through its pipes.
    #[must_use]
    pub fn of_command(protocol: Protocol, mut command: Vec<String>, dir: Option<PathBuf>) -> Self {
        let env = Vec::new();
        match protocol {
            Protocol::Guide => {
                read::say_port(&mut command);
                Self::Tcp { command, dir, env, port: None, role: TcpRole::default() }
            }
            Protocol::Hub | Protocol::NBoard | Protocol::Uhp | Protocol::Ubgi => {
                Self::Command { command, dir, env }
            }
        }
    }

    /// The working directory of a program that has one.
    #[must_use]
    pub fn dir(&self) -> Option<&Path> {
        match self {
            Self::Command { dir, .. } | Self::Tcp { dir, .. } => dir.as_deref(),
            Self::Socket { .. } => None,
        }
    }
}

impl fmt::Display for EngineTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { command, .. } => f.write_str(&command.join(" ")),
            Self::Tcp { command, port, .. } => f.write_str(&with_port(command, *port)),
            Self::Socket { address } => f.write_str(address),
        }
    }
}

/// A choice made before a game, such as a level.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// The values to choose from; never empty.
    pub values: Vec<String>,
    /// The default; one of `values`.
    pub default: String,
}

impl Choice {
    /// It is the level of play, from 1, as the engines that come with the program have it.
    #[must_use]
    pub fn is_level(&self) -> bool {
        self.name == "level"
    }
}

/// A mistake in a list of engines. Its entry is not used; all others are.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{file}:{line}: {}{reason}", place(.engine, .key))]
pub struct EngineProblem {
    /// The file, as named.
    pub file: String,
    /// The line in it, from 1.
    pub line: usize,
    /// Name of the entry, as far as it could be read.
    pub engine: Option<String>,
    /// The key that is wrong.
    pub key: Option<String>,
    /// What is wrong and what is allowed.
    pub reason: String,
}

impl EngineProblem {
    /// The whole list has an unknown version.
    fn is_version(&self) -> bool {
        self.engine.is_none() && self.key.as_deref() == Some("version")
    }
}

/// Characters of a name; names are shown in rows, heads of columns and sentences.
const MAX_NAME: usize = 100;

/// A name for the list, made from an engine's own name: on one line, and short enough to take a
/// number after it; empty if nothing is left.
#[must_use]
pub fn usable_name(own: &str) -> String {
    let plain: String = own.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(MAX_NAME - 10).collect::<String>().trim_end().to_owned()
}

/// Why an engine cannot have this name.
fn fault_of_name(name: &str) -> Option<String> {
    if name.chars().any(char::is_control) {
        return Some(format!("{name:?} has control characters, which a name cannot have"));
    }
    let n_chars = name.chars().count();
    (n_chars > MAX_NAME).then(|| format!("a name of {n_chars} characters; at most {MAX_NAME}"))
}

fn place(engine: &Option<String>, key: &Option<String>) -> String {
    let engine = engine.as_ref().map(|name| format!("engine {name:?}: ")).unwrap_or_default();
    let key = key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default();
    engine + &key
}

/// A choice that an engine does not have.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{engine} has no {choice} {value:?}; allowed: {}", .allowed.join(", "))]
pub struct ChoiceError {
    /// Name of the engine.
    pub engine: String,
    /// Name of the choice.
    pub choice: String,
    /// The requested value.
    pub value: String,
    /// What can be chosen.
    pub allowed: Vec<String>,
}

/// All engines, and the mistakes in their files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineList {
    /// The user's engines in their order, then those that come with the program and were not
    /// replaced.
    pub entries: Vec<EngineEntry>,
    /// Mistakes, in the order of the files.
    pub problems: Vec<EngineProblem>,
}

impl EngineList {
    /// Reads the engines that come with the program, and either the named file or the user's own,
    /// if it exists.
    ///
    /// # Errors
    ///
    /// When the named file cannot be read. Mistakes in a file are no errors, nor is a file of the
    /// user's own that cannot be read: see [`EngineList::problems`].
    pub fn load(places: &Places, named: Option<&Path>) -> Result<Self, FileError> {
        let mut list = Self::shipped(places);
        let own = match named {
            Some(path) => {
                let text = read_text(path)
                    .map_err(|unread| FileError::new("read", path)(unread.in_one()))?;
                read::read_list(&text, path, &places.program)
            }
            None => Self::own(places),
        };
        list.put_before(own);
        for entry in &mut list.entries {
            entry.missing =
                entry.what_is_missing(|name| find_program(name).is_some(), wrong_variable);
            entry.dir_is_missing = entry.target.dir().is_some_and(|dir| !dir.is_dir());
        }
        Ok(list)
    }

    /// The user's own engines; empty if there is no file.
    fn own(places: &Places) -> Self {
        let Some(path) = places.engines_file() else { return Self::default() };
        let unread = match read_text(&path) {
            Ok(text) => return read::read_list(&text, &path, &places.program),
            Err(unread) if unread.reason.kind() == io::ErrorKind::NotFound => {
                return Self::default();
            }
            Err(unread) => unread,
        };
        let problem = EngineProblem {
            file: path.display().to_string(),
            line: unread.line.unwrap_or(1),
            engine: None,
            key: None,
            reason: format!("cannot be read: {}", io_reason(&unread.reason)),
        };
        Self { entries: Vec::new(), problems: vec![problem] }
    }

    /// Only the engines that come with the program.
    #[must_use]
    pub fn shipped(places: &Places) -> Self {
        let mut list = read::read_list(SHIPPED, Path::new("engines.toml"), &places.program);
        for entry in &mut list.entries {
            entry.shipped = true;
        }
        list
    }

    fn put_before(&mut self, mut own: Self) {
        for entry in &mut own.entries {
            entry.own = true;
        }
        // One of the program's own engines with other options keeps its place.
        for old in &mut self.entries {
            let is_it = |new: &EngineEntry| new.has_name(&old.name) && new.is_changed_shipped();
            if let Some(at) = own.entries.iter().position(is_it) {
                *old = EngineEntry { shipped: true, ..own.entries.remove(at) };
            }
        }
        self.entries.retain(|old| !own.entries.iter().any(|new| new.has_name(&old.name)));
        own.entries.append(&mut self.entries);
        own.problems.append(&mut self.problems);
        *self = own;
    }
}

impl EngineEntry {
    /// An engine that is in no list: only its protocol and target are known.
    #[must_use]
    pub fn unlisted(protocol: Protocol, target: EngineTarget) -> Self {
        Self {
            name: target.to_string(),
            short: None,
            protocol,
            target,
            options: Vec::new(),
            choices: Vec::new(),
            timeouts: 1.0,
            dialect: Vec::new(),
            games: Vec::new(),
            variants: None,
            needs: Vec::new(),
            install: None,
            missing: None,
            dir_is_missing: false,
            restart: RestartPolicy::default(),
            tags: Vec::new(),
            profile_of: None,
            shipped: false,
            own: false,
        }
    }

    /// It has this name; case is ignored, since the user could not tell the two apart.
    fn has_name(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// It is an engine that comes with the program, under its original name, with other options.
    fn is_changed_shipped(&self) -> bool {
        self.profile_of.as_deref().is_some_and(|base| self.has_name(base))
    }

    /// What it needs but is missing, in words; `misled` says what keeps a program from being found.
    fn what_is_missing(
        &self,
        is_there: impl Fn(&str) -> bool,
        misled: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let first = self.needs.first()?;
        if self.needs.iter().any(|name| is_there(name)) {
            return None;
        }
        // It may be installed in a place that is not searched.
        if let Some(why) = self.needs.iter().find_map(|name| misled(name)) {
            return Some(why);
        }
        let install = self.install.as_ref().map(|how| format!(" {how}")).unwrap_or_default();
        Some(format!("{first} is not installed.{install}"))
    }

    /// It plays the game of this short name.
    #[must_use]
    pub fn plays(&self, game: &str) -> bool {
        self.games.iter().any(|name| name.eq_ignore_ascii_case(game))
    }

    /// Its name with its choices: `Quintet Othello (level 3)`, without options that its protocol
    /// never sends.
    #[must_use]
    pub fn title(&self, chosen: &[(String, String)]) -> String {
        let holds = |(name, value): &&(String, String)| {
            let is_choice = self.choices.iter().any(|choice| choice.name == *name);
            is_choice || self.protocol.check_option(name, Some(value)).is_ok()
        };
        let chosen: Vec<String> =
            chosen.iter().filter(holds).map(|(name, value)| format!("{name} {value}")).collect();
        if chosen.is_empty() {
            return self.name.clone();
        }
        format!("{} ({})", self.name, chosen.join(", "))
    }

    /// What to start, with these choices; the others have their defaults. A name that isn't a
    /// choice of this engine is an option of its protocol and is sent unchanged.
    ///
    /// # Errors
    ///
    /// When a choice does not offer the value.
    pub fn launch(&self, chosen: &[(String, String)]) -> Result<Launch, ChoiceError> {
        let mut values: Vec<(&str, &str)> = self
            .choices
            .iter()
            .map(|choice| (choice.name.as_str(), choice.default.as_str()))
            .collect();
        let mut more_options = Vec::new();
        for (name, value) in chosen {
            match values.iter_mut().find(|(known, _)| known == name) {
                Some(slot) => {
                    self.check_choice(name, value)?;
                    slot.1 = value;
                }
                None => more_options.push((name.clone(), value.clone())),
            }
        }
        let fill = |text: &String| fill_choices(text, &values);
        let fill_table = |table: &[(String, String)]| -> Vec<(String, String)> {
            table.iter().map(|(name, value)| (name.clone(), fill(value))).collect()
        };
        let target = match &self.target {
            EngineTarget::Command { command, dir, env } => Target::Command {
                command: command.iter().map(fill).collect(),
                dir: dir.clone(),
                env: fill_table(env),
            },
            EngineTarget::Tcp { command, dir, env, port, role } => Target::Tcp {
                command: command.iter().map(fill).collect(),
                dir: dir.clone(),
                env: fill_table(env),
                port: *port,
                role: *role,
            },
            EngineTarget::Socket { address } => Target::Socket { address: address.clone() },
        };
        let mut options = fill_table(&self.options);
        options.retain(|(name, _)| !more_options.iter().any(|(newer, _)| newer == name));
        options.append(&mut more_options);
        let config = ClientConfig {
            name: self.title(chosen),
            timeouts_scale: self.timeouts,
            start_scale: 1.0,
            attended: false,
            reach: None,
            start_delay: std::time::Duration::ZERO,
            processor: None,
            options,
            dialect: self.dialect.clone(),
            variant: None,
        };
        Ok(Launch { target, protocol: self.protocol, config })
    }

    /// It plays this variant, or lists no variants.
    #[must_use]
    pub fn plays_variant(&self, variant: &str) -> bool {
        let named = |names: &Vec<String>| names.iter().any(|n| n.eq_ignore_ascii_case(variant));
        self.variants.as_ref().is_none_or(named)
    }

    /// Every one of these is a choice of this engine and has an allowed value.
    fn check_choices(&self, chosen: &[(String, String)]) -> Result<(), ChoiceError> {
        chosen.iter().try_for_each(|(name, value)| self.check_choice(name, value))
    }

    fn check_choice(&self, name: &str, value: &str) -> Result<(), ChoiceError> {
        let error = |choice: &str, value: &str, allowed: Vec<String>| ChoiceError {
            engine: self.name.clone(),
            choice: choice.to_owned(),
            value: value.to_owned(),
            allowed,
        };
        let Some(choice) = self.choices.iter().find(|choice| choice.name == name) else {
            let known = self.choices.iter().map(|choice| choice.name.clone()).collect();
            return Err(error("choice", name, known));
        };
        if choice.values.iter().any(|allowed| allowed == value) {
            return Ok(());
        }
        Err(error(name, value, choice.values.clone()))
    }
}

fn fill_choices(text: &str, values: &[(&str, &str)]) -> String {
    values
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

#[cfg(test)]
mod tests;
