//! What the window sees of engines: the list, one of them in detail, a probe, options.
//!
//! Plain data; the workshop fills it.

use std::sync::Arc;
use std::time::Duration;

use crate::app::views::{Chip, ConsoleLine};
use crate::protocol::{OptionKind, Protocol};
use crate::store::RestartPolicy;

/// An engine of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineEntryView {
    /// Its name, unique in the list.
    pub name: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// Comes with the program.
    pub builtin: bool,
    /// Games it plays, by short name.
    pub games: Vec<String>,
    /// Command or address, for people.
    pub target: String,
    /// What it needs is not installed: a sentence that says so, and how to get it.
    pub missing: Option<String>,
    /// Why it cannot be started for what is on the board, in words behind its name: `plays Draughts;
    /// the board shows Othello`.
    pub unfit: Option<String>,
    /// Variants it plays, by name, where its protocol or its entry limits them; `None` for all.
    pub variants: Option<Vec<String>>,
    /// Options that may be set before a game (levels).
    pub options: Vec<OptionView>,
    /// Options that it has declared, once it has run.
    pub declared: Option<Arc<[DeclaredOption]>>,
    /// It can think on the other's time; `None` while unknown.
    pub can_ponder: Option<bool>,
    /// State of its sessions in words: of one that runs where there is one, else of the last that has
    /// ended.
    pub chip: Chip,
    /// Numbers of its running sessions, which may call themselves otherwise.
    pub sessions: Vec<u64>,
    /// Numbers of its sessions that have ended and are still shown.
    pub ended: Vec<u64>,
    /// How it is started and treated.
    pub details: EngineDetails,
}

impl EngineEntryView {
    /// This session is one of it, whether it runs or has ended.
    #[must_use]
    pub fn has_session(&self, id: u64) -> bool {
        self.sessions.contains(&id) || self.ended.contains(&id)
    }
}

/// What was removed from the list of engines and can be had back.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RemovedView {
    /// Its name.
    pub name: String,
    /// It comes with the program: only what was changed of it is gone.
    pub was_reset: bool,
}

/// How an engine of the list is started and treated, for changing it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineDetails {
    /// It stands in the user's own list; one that comes with the program does once it was changed.
    pub own: bool,
    /// The engine it is a profile of.
    pub profile_of: Option<String>,
    /// Words that people find it by.
    pub tags: Vec<String>,
    /// The program and its arguments; empty for a socket.
    pub command: Vec<String>,
    /// Working directory; empty for the folder of the program.
    pub dir: String,
    /// That working directory is not there.
    pub dir_is_missing: bool,
    /// The environment's additions.
    pub env: Vec<(String, String)>,
    /// `host:port` of a socket; empty for a program.
    pub address: String,
    /// Games it says that it plays, by short name; empty for all of its protocol.
    pub games: Vec<String>,
    /// Variants it says that it plays, by name; empty where it says nothing of them.
    pub variants: Vec<String>,
    /// What all deadlines are multiplied by.
    pub timeouts: f64,
    /// What becomes of it when it has failed.
    pub restart: RestartPolicy,
    /// The deadlines in seconds: to start, to say that it is ready, to answer a stop, to quit.
    pub deadlines: [f64; 4],
    /// The dialect settings of its protocol.
    pub dialect: Vec<DialectView>,
}

/// A dialect setting.
#[derive(Clone, Debug, PartialEq)]
pub struct DialectView {
    /// Its name.
    pub name: &'static str,
    /// What it may be; the first holds without it.
    pub values: &'static [&'static str],
    /// What is set.
    pub value: Option<String>,
}

/// An engine that is known by name and can be had.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Suggestion {
    /// Its name.
    pub name: &'static str,
    /// What it speaks.
    pub protocol: Protocol,
    /// Title of its game.
    pub game: &'static str,
    /// By whom it is, or what is special about it.
    pub about: &'static str,
    /// Where it comes from.
    pub site: &'static str,
    /// How it is installed.
    pub install: &'static str,
}

/// Finding out what an engine is.
#[derive(Clone, Debug)]
pub struct ProbeView {
    /// Its number: a later one has a greater.
    pub number: u64,
    /// What was asked for: the text, or the command of an engine of the list.
    pub source: String,
    /// The engine of the list: the one that is probed, or the one that was added.
    pub entry: Option<String>,
    /// The protocol that was asked for; `None` where each is tried.
    pub wanted: Option<Protocol>,
    /// It is not over.
    pub running: bool,
    /// The ways that are tried, in order.
    pub tries: Vec<ProbeTryView>,
    /// The transcript: the last lines of all tries.
    pub lines: Arc<[ConsoleLine]>,
    /// Lines of the transcript in all.
    pub n_lines: usize,
    /// How long it takes, or took.
    pub elapsed: Duration,
    /// What came of it, once it is over.
    pub verdict: Option<VerdictView>,
    /// What the engine of the list that is probed speaks, where that is another protocol than the
    /// list says.
    pub speaks: Option<Protocol>,
    /// The programs of a folder, one of which has to be chosen.
    pub choices: Arc<[String]>,
}

/// One way in which an engine is spoken to.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeTryView {
    /// What it speaks.
    pub protocol: Protocol,
    /// What became of it.
    pub state: ProbeState,
    /// What is started, or where.
    pub target: String,
    /// The last lines of its own transcript.
    pub lines: Arc<[ConsoleLine]>,
}

/// What became of one way to speak to an engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ProbeState {
    /// It has not been tried.
    Waiting,
    /// It is being tried.
    Running,
    /// It did not work, for this reason.
    Failed(String),
    /// It worked.
    Found,
}

/// What came of a probe.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictView {
    /// An engine was found, and moved where it was asked to.
    pub good: bool,
    /// What was found, or why nothing was, in one sentence.
    pub text: String,
    /// What is to be known besides.
    pub notes: Vec<NoteView>,
}

/// Something to be known beside a verdict.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoteView {
    /// What it is about.
    pub kind: NoteKind,
    /// What is to be known.
    pub text: String,
}

impl NoteView {
    /// The note as it is read alone: of a deviation that it was detected.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.kind {
            NoteKind::Deviation => format!("detected: {}", self.text),
            NoteKind::Fact | NoteKind::Trouble => self.text.clone(),
        }
    }
}

/// What a note beside a verdict is about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NoteKind {
    /// The engine did as it should.
    Fact,
    /// It deviates from its protocol in a way that is known and handled.
    Deviation,
    /// It complained, or did not do what it was asked for.
    Trouble,
}

/// An option that an engine has declared.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredOption {
    /// Its name, as it is sent.
    pub name: String,
    /// What it may be.
    pub kind: OptionKind,
    /// Its value when the engine starts.
    pub default: String,
    /// What is set in its place; `None` for the default.
    pub value: Option<String>,
}

/// What of the machine an option gives to an engine.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Resource {
    /// Threads that search.
    Threads,
    /// Memory for positions.
    Memory,
}

/// The names that engines have for these options, in letters and digits alone.
const RESOURCES: [(Resource, &[&str]); 2] = [
    (Resource::Threads, &["threads", "numthreads", "maxhelperthreads", "cores", "processors"]),
    (
        Resource::Memory,
        &[
            "hash",
            "hashsize",
            "ttsize",
            "tablesize",
            "tablesizemb",
            "transpositiontablesize",
            "memory",
        ],
    ),
];

impl DeclaredOption {
    /// What it gives to the engine, by its name, where it is a number or a choice; `None` for other options.
    #[must_use]
    pub fn resource(&self) -> Option<Resource> {
        let letters = self.name.chars().filter(char::is_ascii_alphanumeric);
        let name = letters.collect::<String>().to_ascii_lowercase();
        let found = RESOURCES.iter().find(|(_, names)| names.contains(&name.as_str()));
        let has_steps = matches!(self.kind, OptionKind::Int { .. } | OptionKind::Choice(_));
        found.filter(|_| has_steps).map(|(resource, _)| *resource)
    }

    /// The value that it has.
    #[must_use]
    pub fn current(&self) -> &str {
        self.value.as_ref().unwrap_or(&self.default)
    }

    /// The next value up (`by` 1) or down (-1): small numbers and choices one by one, larger numbers twice
    /// or half as much. `None` at the end of what it may be, and where the value is no such number.
    #[must_use]
    pub fn stepped(&self, by: i32) -> Option<String> {
        match &self.kind {
            OptionKind::Int { min, max } => {
                let now: i64 = self.current().parse().ok()?;
                let next = match (by > 0, now) {
                    (true, ..8) => now.saturating_add(1),
                    (true, 8..32) if *max < 64 => now + 1,
                    (true, _) => now.saturating_mul(2),
                    (false, ..=8) => now.saturating_sub(1),
                    (false, 9..=32) if *max < 64 => now - 1,
                    (false, _) => now / 2,
                };
                let next = next.clamp(*min, (*max).max(*min));
                (next != now && (next > now) == (by > 0)).then(|| next.to_string())
            }
            OptionKind::Choice(choices) => {
                let now = choices.iter().position(|choice| choice == self.current())?;
                let next = if by > 0 { now.checked_add(1) } else { now.checked_sub(1) };
                choices.get(next?).cloned()
            }
            OptionKind::Bool | OptionKind::Real { .. } | OptionKind::Text => None,
        }
    }
}

/// An option to choose before a game.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionView {
    /// Name.
    pub name: String,
    /// Value now.
    pub value: String,
    /// Values to choose from; empty for free text.
    pub choices: Vec<String>,
    /// It is the level of an engine that comes with the program: an adaptive opponent can choose it.
    pub is_level: bool,
}

/// What was found where a program and a folder were looked for.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct LookedFor {
    /// The program with its arguments that was looked for.
    pub command: Vec<String>,
    /// The working directory, as it was written; empty for none.
    pub dir: String,
    /// What is wrong with the program, in few words.
    pub program_fault: Option<&'static str>,
    /// The working directory is not there.
    pub dir_is_missing: bool,
}

/// A session of an engine of the list, as the list shows it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct RunningEngine {
    /// The engine's name in the list.
    pub(in crate::app) entry: String,
    /// The number of its session.
    pub(in crate::app) id: u64,
    /// Its state, without times that change all the while.
    pub(in crate::app) chip: Chip,
    /// It has ended.
    pub(in crate::app) has_ended: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, kind: OptionKind, value: &str) -> DeclaredOption {
        let (name, default) = (name.to_owned(), value.to_owned());
        DeclaredOption { name, kind, default, value: None }
    }

    #[test]
    fn shares_of_the_machine_are_known_by_the_names_that_engines_give_them() {
        let int = || OptionKind::Int { min: 1, max: 16 };
        for (name, expected) in [
            ("threads", Some(Resource::Threads)),
            ("Threads", Some(Resource::Threads)),
            ("MaxHelperThreads", Some(Resource::Threads)),
            ("tt-size", Some(Resource::Memory)),
            ("TableSizeMB", Some(Resource::Memory)),
            ("Level", None),
        ] {
            assert_eq!(option(name, int(), "1").resource(), expected, "{name}");
        }
        assert_eq!(option("Threads", OptionKind::Text, "1").resource(), None);
    }

    #[test]
    fn a_share_goes_up_and_down_within_what_it_may_be() {
        let int = |min, max| OptionKind::Int { min, max };
        let helpers = ["Auto", "None", "1"].map(str::to_owned).to_vec();
        for (kind, value, less, more) in [
            (int(1, 16), "1", None, Some("2")),
            (int(1, 16), "16", Some("15"), None),
            (int(1, 1024), "64", Some("32"), Some("128")),
            (int(1, 1000), "512", Some("256"), Some("1000")),
            (int(1, 1024), "8", Some("7"), Some("16")),
            // Scan's is a power of two.
            (int(16, 30), "24", Some("23"), Some("25")),
            (OptionKind::Choice(helpers), "None", Some("Auto"), Some("1")),
            (int(1, 16), "many", None, None),
        ] {
            let option = option("Threads", kind, value);
            let steps = [-1, 1].map(|by| option.stepped(by));
            assert_eq!(steps, [less, more].map(|step| step.map(str::to_owned)), "{option:?}");
        }
    }
}
