//! Where the games of a match come from: which program, which machine, which files of engines.
//!
//! Plain data, because `store` finds it out and `play` keeps it; reads nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What played a match, and on what.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Origin {
    /// This program.
    pub program: ProgramBuild,
    /// This machine.
    pub machine: Machine,
    /// The engines, in the order of the match.
    pub engines: [EngineFile; 2],
}

/// What played a tournament, and on what.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TournamentOrigin {
    /// This program.
    pub program: ProgramBuild,
    /// This machine.
    pub machine: Machine,
    /// The engines, in the order of the tournament.
    pub engines: Vec<EngineFile>,
}

impl TournamentOrigin {
    /// What a game between two of the engines has of it. Engines that are not known are empty.
    #[must_use]
    pub fn between(&self, players: [usize; 2]) -> Origin {
        let engines = players.map(|player| self.engines.get(player).cloned().unwrap_or_default());
        Origin { program: self.program.clone(), machine: self.machine.clone(), engines }
    }
}

/// A build of this program.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct ProgramBuild {
    /// Its version: `0.1.0`.
    pub version: String,
    /// The commit that it was built from, with `+changes` where files differed from it; empty where
    /// that is not known.
    pub commit: String,
    /// The SHA-256 of its file, where the commit does not say what it was built from.
    pub sha256: String,
}

/// A machine; what is not known is empty.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Machine {
    /// The name of its processor.
    pub processor: String,
    /// How many threads run at the same time.
    pub threads: usize,
    /// Its system, with the kernel: `Debian GNU/Linux 13 (trixie), 6.12.48, x86_64`.
    pub system: String,
}

/// What an engine was started from.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct EngineFile {
    /// Its command in one line, with quotes where it needs them; `host:port` of one that is only
    /// connected to.
    pub command: String,
    /// The folder it was started in, where that is not its own.
    pub folder: String,
    /// The SHA-256 of its program; empty where that is no file of this machine.
    pub sha256: String,
    /// The variables that were added to its environment, each with a fingerprint of its value: a value may
    /// be a secret. `None` in a row of an earlier version, which did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub env: Option<BTreeMap<String, String>>,
}
