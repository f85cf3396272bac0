//! The build script: says from which commit an optimised build comes.
//!
//! Needs neither git nor a repository: without them the program names the hash of its own file instead.
//! Asks for no commit in a build for tests, which would be compiled again after every commit.

use std::env;
use std::path::Path;
use std::process::Command;

/// Where the commit is handed over; a packager may set it; then git is not asked.
const COMMIT: &str = "QUINTET_COMMIT";

fn main() {
    println!("cargo:rerun-if-changed=src/build.rs");
    println!("cargo:rerun-if-env-changed={COMMIT}");
    if env::var_os(COMMIT).is_some() || env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let Some((commit, head)) = commit() else { return };
    // Both change with a commit; what is compiled, too, so that changes on top of it are seen.
    for path in [head.as_str(), "src", "assets", "engines.toml", "Cargo.toml", "Cargo.lock"] {
        println!("cargo:rerun-if-changed={path}");
    }
    println!("cargo:rustc-env={COMMIT}={commit}");
}

/// The commit of the repository that this package is the root of, and the file that changes with it.
fn commit() -> Option<(String, String)> {
    // A package that lies somewhere in another repository is not of that one's commit.
    if !Path::new(".git").exists() {
        return None;
    }
    let hash = git(&["rev-parse", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    let head = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    let changes = if changed.is_empty() { "" } else { "+changes" };
    Some((hash + changes, head))
}

/// What git says; `None` where there is none, or it cannot say.
#[expect(clippy::disallowed_methods, reason = "nothing is running yet, and git is no engine")]
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned())
}
