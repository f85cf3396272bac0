//! The ways in which a named engine may be started and spoken to, likeliest first.
//!
//! Starts nothing; the probe does.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::engines::{say_port, usable_name};
use super::{DraftTarget, EngineDraft, EngineSource, Folders, KnownEngine, Places};
use crate::games;
use crate::protocol::{ClientConfig, Protocol};
use crate::session::{Launch, Target, TcpRole};

/// Protocols in the order in which they are tried if nothing is known: GUIDE last, since its
/// engines take longest to fail.
const ORDER: [Protocol; 5] =
    [Protocol::Hub, Protocol::Uhp, Protocol::Ubgi, Protocol::NBoard, Protocol::Guide];
/// The same for a listening engine: GUIDE first, whose engines are the only ones that commonly
/// listen, and often accept one connection only.
const SOCKET_ORDER: [Protocol; 5] =
    [Protocol::Guide, Protocol::Hub, Protocol::Uhp, Protocol::Ubgi, Protocol::NBoard];

/// The usual argument for a protocol with engines that also have another mode: Scan and Moby Dam,
/// Edax, wildbg.
const SWITCHES: [(Protocol, &str); 3] =
    [(Protocol::Hub, "hub"), (Protocol::NBoard, "-nboard"), (Protocol::Ubgi, "--ubgi")];

/// One way.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// Its protocol.
    pub protocol: Protocol,
    /// The target as in an entry of the list.
    pub target: DraftTarget,
    /// What to start.
    pub launch: Launch,
    /// The known engine of this name.
    pub known: Option<&'static KnownEngine>,
}

impl Attempt {
    /// All ways for a source; only those of `wanted`, if given. A program is run in its own folder,
    /// and in these `folders`. Empty for a choice: one of its files has to be named.
    #[must_use]
    pub fn all(
        source: &EngineSource,
        wanted: Option<Protocol>,
        folders: &Folders,
        places: &Places,
    ) -> Vec<Self> {
        let mut all = match source {
            EngineSource::Program(command) => of_program(command, folders, places),
            EngineSource::Socket(address) => {
                let target = |_| DraftTarget::Socket(address.clone());
                let way = |protocol| Self::new(protocol, target(protocol), None, places);
                SOCKET_ORDER.map(way).to_vec()
            }
            EngineSource::Choice(_) => Vec::new(),
        };
        all.retain(|attempt| wanted.is_none_or(|wanted| wanted == attempt.protocol));
        all
    }

    fn new(
        protocol: Protocol,
        target: DraftTarget,
        known: Option<&'static KnownEngine>,
        places: &Places,
    ) -> Self {
        let program = places.program.to_string_lossy();
        let launched = match &target {
            DraftTarget::Socket(address) => Target::Socket { address: address.clone() },
            DraftTarget::Command { command, dir } => {
                let mut command: Vec<String> =
                    command.iter().map(|text| text.replace("{quintet}", &program)).collect();
                let (dir, env) = (dir.clone(), Vec::new());
                if protocol == Protocol::Guide {
                    say_port(&mut command);
                    Target::Tcp { command, dir, env, port: None, role: TcpRole::Auto }
                } else {
                    Target::Command { command, dir, env }
                }
            }
        };
        // A refused connection is known at once, and need not be tried in every protocol.
        let is_socket = matches!(launched, Target::Socket { .. });
        let config = ClientConfig {
            name: known.map_or_else(|| usual_name(&target), |known| known.name.clone()),
            reach: is_socket.then_some(REACH),
            dialect: known.map(KnownEngine::dialect).unwrap_or_default(),
            variant: first_variant(protocol),
            ..ClientConfig::default()
        };
        Self { protocol, target, launch: Launch { target: launched, protocol, config }, known }
    }

    /// The folder it is run in, if that is not its program's own.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match &self.target {
            DraftTarget::Command { dir, .. } => dir.as_deref(),
            DraftTarget::Socket(_) => None,
        }
    }

    /// The games in which an engine found this way is asked for a move: those it is known for, or
    /// those of its protocol.
    #[must_use]
    pub fn games(&self) -> Vec<&'static str> {
        let all = games::GAMES.iter().map(|game| game.info());
        let played = all.filter(|info| info.protocols.contains(&self.protocol.name()));
        let known =
            |name: &str| self.known.is_none_or(|known| known.games.iter().any(|game| game == name));
        played.map(|info| info.name).filter(|name| known(name)).collect()
    }

    /// A name for the list for the engine that was found this way and calls itself `id`; a name
    /// that varies with the request does not count.
    #[must_use]
    pub fn list_name(&self, id: &str, varies: bool) -> String {
        if varies {
            let known = KnownEngine::of_id(id).or(self.known);
            return known
                .map_or_else(|| self.launch.config.name.clone(), |known| known.name.clone());
        }
        let own = Some(usable_name(id)).filter(|name| !name.is_empty());
        own.unwrap_or_else(|| self.launch.config.name.clone())
    }

    /// The entry of the list for the engine that was found this way and calls itself `id`. `name`
    /// must be free.
    #[must_use]
    pub fn draft(&self, name: &str, id: &str) -> EngineDraft {
        let known = KnownEngine::of_id(id).or(self.known);
        let known = known.filter(|known| known.speaks() == self.protocol);
        EngineDraft {
            name: name.to_owned(),
            protocol: self.protocol,
            target: self.target.clone(),
            games: known.map(|known| known.games.clone()).unwrap_or_default(),
            variants: known.map(|known| known.variants.clone()).unwrap_or_default(),
            dialect: known.map(KnownEngine::dialect).unwrap_or_default(),
            tags: Vec::new(),
        }
    }
}

fn of_program(command: &[String], folders: &Folders, places: &Places) -> Vec<Attempt> {
    let others = folders.others.iter().cloned().map(Some);
    let at = |protocol, command: &[String], known: Option<&'static KnownEngine>| {
        let dirs: Vec<Option<PathBuf>> = match (&folders.said, &folders.likely, known) {
            (Some(said), ..) => vec![Some(said.clone())],
            (None, Some(likely), Some(_)) => {
                [Some(likely.clone()), None].into_iter().chain(others.clone()).collect()
            }
            (None, likely, _) => {
                [None].into_iter().chain(likely.clone().map(Some)).chain(others.clone()).collect()
            }
        };
        let way = |dir| {
            let target = DraftTarget::Command { command: command.to_vec(), dir };
            Attempt::new(protocol, target, known, places)
        };
        dirs.into_iter().map(way).collect::<Vec<_>>()
    };
    let with = |more: &[String]| [command, more].concat();
    // `ssh host scan hub` is Scan, too.
    let known = command.iter().find_map(|word| KnownEngine::of_program(word));
    let has_args = command.len() > 1;
    let mut all = Vec::new();
    if let Some(known) = known {
        let started = match &known.command {
            Some(instead) if !has_args => instead.clone(),
            Some(_) | None if has_args => command.to_vec(),
            Some(_) | None => with(&known.args),
        };
        all.extend(at(known.speaks(), &started, Some(known)));
    }
    for protocol in ORDER {
        all.extend(at(protocol, command, None));
    }
    for (protocol, switch) in SWITCHES.into_iter().filter(|_| !has_args) {
        all.extend(at(protocol, &with(&[switch.to_owned()]), None));
    }
    // The same twice would fail twice.
    let mut seen: Vec<(Protocol, Target)> = Vec::new();
    all.retain(|attempt| {
        let way = (attempt.protocol, attempt.launch.target.clone());
        let is_new = !seen.contains(&way);
        seen.push(way);
        is_new
    });
    all
}

/// How long reaching a listening engine may take; 2 s if the connection is refused.
const REACH: Duration = Duration::from_secs(6);

/// The name of an engine that does not report one.
fn usual_name(target: &DraftTarget) -> String {
    match target {
        DraftTarget::Socket(address) => address.clone(),
        DraftTarget::Command { command, .. } => {
            let program = command.first().map(String::as_str).unwrap_or_default();
            let stem = std::path::Path::new(program).file_stem();
            stem.map_or_else(|| program.to_owned(), |stem| stem.to_string_lossy().into_owned())
        }
    }
}

/// What engines of some protocols must know before they are ready.
fn first_variant(protocol: Protocol) -> Option<String> {
    games::GAMES.iter().find_map(|game| {
        let variant = game.info().variants.first().map(|variant| variant.name);
        game.link(protocol.name())?.variant_text(variant)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(command: &[&str], wanted: Option<Protocol>) -> Vec<(Protocol, String)> {
        let places = Places { config_dir: None, program: PathBuf::from("/opt/quintet") };
        let command = command.iter().map(|word| (*word).to_owned()).collect();
        let all =
            Attempt::all(&EngineSource::Program(command), wanted, &Folders::default(), &places);
        let target = |attempt: &Attempt| match &attempt.launch.target {
            Target::Command { command, .. } | Target::Tcp { command, .. } => command.join(" "),
            Target::Socket { address } => address.clone(),
        };
        all.iter().map(|attempt| (attempt.protocol, target(attempt))).collect()
    }

    #[test]
    fn a_known_engine_is_started_as_it_wants_first() {
        let scan = ways(&["/opt/scan"], None);
        assert_eq!(scan[0], (Protocol::Hub, "/opt/scan hub".to_owned()));
        assert_eq!(ways(&["gnubg"], None)[0].1, "/opt/quintet bridge gnubg");
        let remote = ways(&["ssh", "host", "scan", "hub"], None);
        assert_eq!(remote[0], (Protocol::Hub, "ssh host scan hub".to_owned()));
        assert_eq!(remote.len(), 5, "nothing is tried twice: {remote:?}");
        assert_eq!(scan.iter().filter(|way| way.1 == "/opt/scan hub").count(), 1, "{scan:?}");
    }

    #[test]
    fn an_unknown_program_is_tried_in_every_protocol_and_with_the_usual_switches() {
        let all = ways(&["/opt/x"], None);
        let protocols: Vec<Protocol> = all.iter().map(|way| way.0).collect();
        assert_eq!(protocols[..5], ORDER);
        assert_eq!(all.len(), 8);
        assert_eq!(all[4].1, "/opt/x -guide -port {port}");
        let socket = EngineSource::Socket("h:1".to_owned());
        let places = Places { config_dir: None, program: PathBuf::from("/opt/quintet") };
        let first = Attempt::all(&socket, None, &Folders::default(), &places).remove(0).protocol;
        assert_eq!(first, Protocol::Guide, "its engines commonly listen, no others do");
        let only = ways(&["/opt/x"], Some(Protocol::NBoard));
        assert_eq!(
            only.iter().map(|way| way.1.as_str()).collect::<Vec<_>>(),
            ["/opt/x", "/opt/x -nboard"]
        );
    }

    #[test]
    fn an_entry_says_what_is_known_of_the_engine() {
        let places = Places { config_dir: None, program: PathBuf::from("/opt/quintet") };
        let socket = EngineSource::Socket("h:1".to_owned());
        let hub =
            Attempt::all(&socket, Some(Protocol::Hub), &Folders::default(), &places).remove(0);
        let draft = hub.draft("Moby Dam", "Moby Dam 3.20");
        assert_eq!(draft.target, DraftTarget::Socket("h:1".to_owned()));
        assert_eq!(draft.dialect, [("captures".to_owned(), "short".to_owned())]);
        assert_eq!(hub.list_name("Moby Dam 3.20", false), "Moby Dam 3.20");
        assert_eq!(hub.list_name("Moby Dam 3.20", true), "Moby Dam");
        assert_eq!(hub.list_name("Odd60", true), "h:1");
        assert_eq!(hub.list_name(" \u{7}", false), "h:1");
        assert_eq!(hub.draft("X", "nokamute").games, [""; 0], "that one speaks another protocol");
    }
}
