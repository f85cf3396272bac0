//! How an engine is named on the command line: `match`, `check` and `probe` read it alike.
//!
//! Starts nothing.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::anyhow;
use quintet::play::tournament::{OPTION, engine_and_options};
use quintet::protocol::Protocol;
use quintet::session::Launch;
use quintet::store::{
    Attempt, DraftTarget, EngineEntry, EngineSource, EngineTarget, Folders, FoundEngine,
    KnownEngine, Places, SourceError, find_program, is_address,
};

use super::{Code, Failure};

/// An engine as named on the command line: a name in the list (`Scan`), a short name with a choice
/// (`builtin:3`), a file, a folder, `host:port` or a command in quotes; then options of its
/// protocol (`Scan:option.threads=2`).
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct EngineArg {
    /// Without the options.
    pub(super) reference: String,
    /// Names and values.
    pub(super) options: Vec<(String, String)>,
}

impl FromStr for EngineArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (reference, options) = engine_and_options(text)?;
        Ok(Self { reference: reference.to_owned(), options })
    }
}

/// As it is read.
impl fmt::Display for EngineArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reference)?;
        self.options.iter().try_for_each(|(name, value)| write!(f, "{OPTION}{name}={value}"))
    }
}

/// The engine that an argument means, with all its choices.
#[derive(Clone, Debug)]
pub(super) struct NamedEngine {
    pub(super) entry: EngineEntry,
    /// Choices of the entry and options of its protocol.
    chosen: Vec<(String, String)>,
}

impl NamedEngine {
    /// What to start.
    ///
    /// # Errors
    ///
    /// When a choice does not offer the value.
    pub(super) fn launch(&self) -> Result<Launch, Failure> {
        self.entry.launch(&self.chosen).map_err(|err| Code::Usage.of(err))
    }

    /// Its name, with what was chosen.
    pub(super) fn title(&self) -> String {
        self.entry.title(&self.chosen)
    }
}

/// What is given besides the name of an engine that is in no list.
#[derive(Clone, Debug, Default)]
pub(super) struct Unlisted {
    /// What it speaks.
    pub(super) protocol: Option<Protocol>,
    /// Its protocol, if it is not given and the program is unknown.
    pub(super) usual: Option<Protocol>,
    /// The folder to run it in; by default its own.
    pub(super) dir: Option<PathBuf>,
}

impl EngineArg {
    /// A command line, with any characters.
    pub(super) fn of_command(command: &str) -> Self {
        Self { reference: command.to_owned(), options: Vec::new() }
    }

    /// The text may be a file, a folder, `host:port` or a command. A typing error in a name, or in
    /// the level after it, must not start anything: names may have blanks, but no program is called
    /// like the first word of one.
    pub(super) fn may_be_unlisted(&self) -> bool {
        let text = &self.reference;
        if text.contains(['/', '\\']) {
            return true;
        }
        if is_name_with_level(text) {
            return false;
        }
        if is_address(text) {
            return true;
        }
        match EngineSource::read(text) {
            Ok(EngineSource::Program(words)) => {
                text.contains(' ') && find_program(&words[0]).is_some()
            }
            Err(SourceError::Port(_)) => true,
            Ok(_) | Err(_) => false,
        }
    }

    /// The engine that was found in the list by this reference.
    pub(super) fn listed(&self, found: &FoundEngine<'_>) -> NamedEngine {
        let chosen = [found.chosen.as_slice(), &self.options].concat();
        NamedEngine { entry: found.entry.clone(), chosen }
    }

    /// What the text itself says to start.
    ///
    /// # Errors
    ///
    /// When it cannot be started, or its protocol is not given.
    pub(super) fn unlisted(&self, said: &Unlisted) -> Result<NamedEngine, Failure> {
        let source = self.source()?;
        let known = match &source {
            EngineSource::Program(words) => words.iter().find_map(|w| KnownEngine::of_program(w)),
            EngineSource::Socket(_) | EngineSource::Choice(_) => None,
        };
        let protocol = said.protocol.or(known.map(KnownEngine::speaks)).or(said.usual);
        let protocol = protocol.ok_or_else(|| {
            let known = protocol_names();
            let reference = &self.reference;
            Code::Usage.of(anyhow!("{reference}: name its protocol with --protocol: {known}"))
        })?;
        let way =
            Attempt::all(&source, Some(protocol), &Folders::of(&source, ""), &Places::of_user())
                .into_iter()
                .next();
        let way = way.ok_or_else(|| anyhow!("{}: it cannot be started", self.reference))?;
        let target = match way.target {
            DraftTarget::Command { command, dir } => {
                EngineTarget::of_command(protocol, command, said.dir.clone().or(dir))
            }
            DraftTarget::Socket(address) => EngineTarget::Socket { address },
        };
        let mut entry = EngineEntry::unlisted(protocol, target);
        entry.dialect = way.launch.config.dialect;
        Ok(NamedEngine { entry, chosen: self.options.clone() })
    }

    /// The file, socket or command that the text is.
    ///
    /// # Errors
    ///
    /// When it isn't one, or is a folder of several programs.
    pub(super) fn source(&self) -> Result<EngineSource, Failure> {
        let source = EngineSource::read(&self.reference).map_err(|err| Code::Usage.of(err))?;
        let EngineSource::Choice(paths) = &source else { return Ok(source) };
        let paths: Vec<String> =
            paths.iter().map(|path| format!("\n  {}", path.display())).collect();
        let words = format!("the folder has several programs; name one of them:{}", paths.concat());
        Err(Code::Usage.of(anyhow!(words)))
    }
}

/// The text is a name and a level rather than a machine and a port: `bultin:9`. No engine listens
/// at a port reserved for the system, and this machine is named by its address or as `localhost`.
fn is_name_with_level(text: &str) -> bool {
    /// The first port that is not reserved for the system.
    const FIRST_FREE_PORT: u16 = 1024;
    let Some((name, level)) = text.rsplit_once(':') else { return false };
    let is_word = !name.contains(['.', ':', '[']) && !name.eq_ignore_ascii_case("localhost");
    is_word && level.parse::<u16>().is_ok_and(|level| level < FIRST_FREE_PORT)
}

/// The protocol of this name, for arguments.
pub(super) fn parse_protocol(name: &str) -> Result<Protocol, String> {
    Protocol::find(name)
        .ok_or_else(|| format!("there is no such protocol; known: {}", protocol_names()))
}

fn protocol_names() -> String {
    let names: Vec<&str> = Protocol::ALL.iter().map(|protocol| protocol.name()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EngineArg {
        text.parse().unwrap()
    }

    #[test]
    fn options_stand_behind_the_name_and_their_values_may_hold_anything() {
        let options = |text: &str| {
            let EngineArg { reference, options } = read(text);
            let options: Vec<String> = options.iter().map(|(n, v)| format!("{n}={v}")).collect();
            (reference, options.join(" "))
        };
        for (text, reference, expected) in [
            ("Scan", "Scan", ""),
            ("builtin:3", "builtin:3", ""),
            ("Scan:option.threads=2", "Scan", "threads=2"),
            ("Scan:option.threads=2:option.book=C:/x=y", "Scan", "threads=2 book=C:/x=y"),
            ("./mine hub:option.a b=", "./mine hub", "a b="),
            ("localhost:27531:option.x=1", "localhost:27531", "x=1"),
        ] {
            assert_eq!(options(text), (reference.to_owned(), expected.to_owned()), "{text}");
            assert_eq!(read(text).to_string(), text);
        }
        for text in ["Scan:option.threads", "Scan:option.=2"] {
            assert!(text.parse::<EngineArg>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_what_no_name_looks_like_is_started_without_a_list() {
        let addresses = ["host:27531", "localhost:99", "10.0.0.2:99", "my.host:99", "[::1]:99"];
        for text in ["./mine hub", "/opt/scan", r"C:\scan"].into_iter().chain(addresses) {
            assert!(read(text).may_be_unlisted(), "{text}");
        }
        #[cfg(unix)]
        assert!(read("sh -c mine").may_be_unlisted());
        let levels = ["bultin:9", "builtin:0", "Edax:21"];
        let names = ["Scan", "builtin:level=3", "Edax4", "Quintet Otello"];
        for text in names.into_iter().chain(levels) {
            assert!(!read(text).may_be_unlisted(), "{text}");
        }
    }

    #[test]
    fn what_an_unlisted_engine_speaks_is_said_or_known_by_its_program_or_by_the_game() {
        let speaks = |text: &str, said: Unlisted| {
            read(text).unlisted(&said).map(|named| named.entry.protocol)
        };
        let [said, usual] = [Protocol::Hub, Protocol::Uhp].map(Some);
        let hub = Unlisted { protocol: said, usual, dir: None };
        assert_eq!(speaks("mine x", hub).unwrap(), Protocol::Hub);
        let of_game = Unlisted { usual, ..Unlisted::default() };
        assert_eq!(speaks("mine x", of_game.clone()).unwrap(), Protocol::Uhp);
        assert_eq!(speaks("host:2799", of_game).unwrap(), Protocol::Uhp);
        assert_eq!(speaks("scan hub", Unlisted::default()).unwrap(), Protocol::Hub);
        let failure = speaks("mine x", Unlisted::default()).unwrap_err();
        assert_eq!(failure.code, Code::Usage);
        assert!(failure.error.to_string().contains("--protocol"), "{}", failure.error);
        let named =
            read("mine x:option.a=1").unlisted(&Unlisted { protocol: said, ..Unlisted::default() });
        let launch = named.unwrap().launch().unwrap();
        assert_eq!(launch.config.options, [("a".to_owned(), "1".to_owned())]);
    }

    #[test]
    fn an_engine_is_not_named_by_options_that_its_protocol_never_sends() {
        let said = Unlisted { protocol: Some(Protocol::NBoard), ..Unlisted::default() };
        let title = |options: &str| {
            let named = read(&format!("mine x{options}")).unlisted(&said).unwrap();
            let plain = read("mine x").unlisted(&said).unwrap().title();
            named.title().replacen(&plain, "", 1)
        };
        assert_eq!(title(":option.depth=5:option.foo=1:option.contempt=500"), " (depth 5)");
        assert_eq!(title(":option.depth=abc"), "");
    }
}
