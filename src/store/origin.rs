//! Finds out which program, machine and engine files a match is played with.
//!
//! Reads files to their end to hash them, so it takes a moment; starts nothing.

use std::collections::HashMap;
use std::env;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

use sha2::{Digest, Sha256};

use super::atomic::plain_file;
use super::fingerprints::Fingerprints;
use super::programs::find_program;
use super::sources::join_command;
use super::system;
use crate::origin::{EngineFile, Machine, Origin, ProgramBuild, TournamentOrigin};
use crate::session::Target;

/// The origin data of a match between engines started like this, with these fingerprints of their
/// variables. What cannot be found out is empty.
#[must_use]
pub fn origin_of(engines: [&Target; 2], prints: &Fingerprints) -> Origin {
    origin_of_all(&engines, prints).between([0, 1])
}

/// As [`origin_of`], for any number of engines; each file is read once.
#[must_use]
pub fn origin_of_all(engines: &[&Target], prints: &Fingerprints) -> TournamentOrigin {
    let mut hashes: HashMap<PathBuf, String> = HashMap::new();
    let mut hash = |target: &Target| {
        let Some(program) = target.program() else { return String::new() };
        hashes.entry(program).or_insert_with(|| sha256_of_program(target)).clone()
    };
    let file = |target: &&Target| EngineFile { sha256: hash(target), ..unhashed(target, prints) };
    let engines = engines.iter().map(file).collect();
    let machine = Machine {
        processor: system::processor(),
        threads: thread::available_parallelism().map_or(0, usize::from),
        system: system::name_and_kernel(),
    };
    TournamentOrigin { program: program(), machine, engines }
}

/// The commit of this build, as set by the packager or found by `src/build.rs`.
const COMMIT: Option<&str> = option_env!("QUINTET_COMMIT");

fn program() -> ProgramBuild {
    let commit = COMMIT.unwrap_or_default().trim().to_owned();
    let is_told = !commit.is_empty() && !commit.ends_with("+changes");
    let file = env::current_exe().ok().filter(|_| !is_told);
    ProgramBuild {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit,
        sha256: file.and_then(|file| sha256_of(&file).ok()).unwrap_or_default(),
    }
}

fn unhashed(target: &Target, prints: &Fingerprints) -> EngineFile {
    let command = match target {
        Target::Command { command, .. } | Target::Tcp { command, .. } => join_command(command),
        Target::Socket { address } => address.clone(),
    };
    let folder = target.folder().map(|folder| folder.display().to_string()).unwrap_or_default();
    let env = target.env().iter().map(|(name, value)| (name.clone(), prints.of(name, value)));
    EngineFile { command, folder, sha256: String::new(), env: Some(env.collect()) }
}

fn sha256_of_program(target: &Target) -> String {
    let Some(program) = target.program() else { return String::new() };
    let is_bare = program.file_name() == Some(program.as_os_str());
    let file = if is_bare { program.to_str().and_then(find_program) } else { Some(program) };
    file.and_then(|file| sha256_of(&file).ok()).unwrap_or_default()
}

/// Bytes that are read at a time: large, so that hashing is not slowed by reading.
const CHUNK: usize = 1 << 20;

/// The SHA-256 of a plain file, in hexadecimal.
fn sha256_of(path: &Path) -> io::Result<String> {
    plain_file(path)?;
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk)? {
            0 => break,
            n_read => hash.update(&chunk[..n_read]),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::*;
    use crate::session::TcpRole;

    #[test]
    fn the_file_of_an_engine_is_hashed_and_a_connection_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("my engine");
        fs::write(&file, "abc").unwrap();
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256_of(&file).unwrap(), abc);
        let command = vec![file.display().to_string(), "hub".to_owned()];
        let dir = Some(folder.path().to_owned());
        let env = [("THREADS", "2"), ("KEY", "secret")];
        let env = env.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let own = Target::Command { command: command.clone(), dir: None, env };
        let (port, role) = (None, TcpRole::Auto);
        let tcp = Target::Tcp { command: command.clone(), dir, env: Vec::new(), port, role };
        let socket = Target::Socket { address: "localhost:27531".to_owned() };
        let missing = vec!["/no/such/engine".to_owned()];
        let missing = Target::Command { command: missing, dir: None, env: Vec::new() };
        let prints = Fingerprints::of_key("key".to_owned());
        let [one, two] = origin_of([&own, &tcp], &prints).engines;
        assert_eq!((one.sha256.as_str(), two.sha256.as_str()), (abc, abc));
        let names: Vec<&str> = one.env.iter().flatten().map(|(name, _)| name.as_str()).collect();
        assert_eq!((names, two.env), (vec!["KEY", "THREADS"], Some(BTreeMap::new())));
        assert!(!format!("{one:?}").contains("secret"), "{one:?}");
        assert_eq!(one.command, format!("\"{}\" hub", file.display()));
        assert_eq!((one.folder.as_str(), two.folder), ("", folder.path().display().to_string()));
        let [one, two] = origin_of([&socket, &missing], &prints).engines;
        assert_eq!((one.command.as_str(), one.sha256.as_str()), ("localhost:27531", ""));
        assert_eq!((two.command.as_str(), two.sha256.as_str()), ("/no/such/engine", ""));
    }

    #[test]
    fn a_build_is_known_by_its_commit_or_by_its_file() {
        let ProgramBuild { version, commit, sha256 } = program();
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        assert_eq!(sha256.is_empty(), !commit.is_empty() && !commit.ends_with("+changes"));
        assert!(sha256.is_empty() || sha256.len() == 64, "{sha256}");
    }
}
