//! Which layer may use what: `docs/ARCHITECTURE.md` as a table that fails with file and line.
//!
//! Reads the sources as tokens, so that comments, texts and line breaks hide nothing and cause no
//! false alarm. Paths are resolved through `use` groups, `self` and `super`; a macro that builds a
//! path out of pieces would not be seen.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod source {
    pub(crate) mod paths;
    pub(crate) mod tokens;
}

#[path = "source/rooms.rs"]
mod rooms;

use std::fs;
use std::path::{Path, PathBuf};

use source::paths::{NamedPath, named_paths};

/// A row of the table. Names are paths; one is found wherever it is a part of a longer path.
struct Layer {
    /// Folder below `src`, and the module's name.
    name: &'static str,
    /// Modules of the crate that it may use, besides itself.
    uses: &'static [&'static str],
    /// What it must not name outside its tests.
    never: &'static [&'static str],
    /// It knows protocols, and none of them by its module.
    names_no_protocol: bool,
}

/// The modules of the five protocols.
const PROTOCOLS: [&str; 5] =
    ["protocol::hub", "protocol::guide", "protocol::uhp", "protocol::ubgi", "protocol::nboard"];

const LAYERS: &[Layer] = &[
    Layer {
        name: "games",
        uses: &["count"],
        never: &[
            "std::fs",
            "std::net",
            "std::process",
            "std::env",
            "std::thread",
            "std::time::Instant",
            "std::time::SystemTime",
            "rand",
            "rand_chacha",
            "tokio",
            "tracing",
            "egui",
            "eframe",
        ],
        names_no_protocol: false,
    },
    Layer {
        name: "protocol",
        uses: &["count"],
        never: &[
            "std::fs",
            "std::net",
            "std::process",
            "std::env",
            "std::thread",
            "Instant::now",
            "SystemTime",
            "rand",
            "rand_chacha",
            "tokio",
            "tracing",
            "egui",
            "eframe",
        ],
        names_no_protocol: false,
    },
    Layer {
        name: "session",
        uses: &["count", "io_words", "protocol"],
        never: &["std::fs", "egui", "eframe"],
        names_no_protocol: true,
    },
    Layer {
        name: "builtin",
        uses: &["games", "protocol"],
        never: &[
            "protocol::Client",
            "protocol::ClientConfig",
            "protocol::nboard::NBoardClient",
            "std::fs",
            "std::net",
            "std::process",
            "tracing",
            "egui",
            "eframe",
        ],
        names_no_protocol: false,
    },
    Layer {
        name: "check",
        uses: &["games", "protocol", "session"],
        never: &[
            // A checker must see what a client machine would smooth over.
            "protocol::hub::HubClient",
            "protocol::guide::GuideClient",
            "protocol::nboard::NBoardClient",
            "protocol::uhp::UhpClient",
            "protocol::ubgi::UbgiClient",
            "std::fs",
            "std::net",
            "std::process",
            "egui",
            "eframe",
        ],
        names_no_protocol: false,
    },
    Layer {
        name: "play",
        // What an engine has no word for is judged by ours.
        uses: &["date", "origin", "games", "protocol", "session", "builtin"],
        never: &["std::fs", "std::net", "std::process", "egui", "eframe"],
        names_no_protocol: true,
    },
    Layer {
        name: "store",
        uses: &["date", "io_words", "origin", "games", "protocol", "session"],
        never: &["std::net", "std::process::Command", "tokio", "egui", "eframe"],
        names_no_protocol: true,
    },
    Layer {
        name: "page",
        uses: &["games"],
        never: &["std::fs", "std::net", "std::process", "std::env", "tokio", "egui", "eframe"],
        names_no_protocol: true,
    },
    Layer {
        name: "hosting",
        uses: &["time_left", "games", "play", "store", "page"],
        never: &["std::fs", "std::net", "std::process", "tokio", "egui", "eframe"],
        names_no_protocol: true,
    },
    Layer {
        name: "app",
        uses: &["games", "protocol", "session", "check", "play", "store", "hosting"],
        never: &["std::fs", "std::net", "std::process", "egui", "eframe"],
        names_no_protocol: true,
    },
    Layer {
        name: "ui",
        uses: &["app", "count", "time_left"],
        never: &["tokio", "tracing", "std::fs", "std::net", "std::process"],
        names_no_protocol: true,
    },
    // Not of the library: the command line may use any layer, and is bound by names only.
    Layer {
        name: "cli",
        uses: &[],
        never: &["std::fs", "std::net", "egui", "eframe"],
        names_no_protocol: false,
    },
];

/// Where a game meets a protocol: files of this name in `games` may use the protocols' messages.
const LINKS: [&str; 2] = ["link.rs", "links.rs"];
const MESSAGES: [&str; 5] = [
    "protocol::Root",
    "protocol::RootMove",
    "protocol::EngineClock",
    // UBGI has three texts for a position, and words for what is done in it.
    "protocol::ubgi::PositionTexts",
    "protocol::ubgi::Action",
];

#[test]
fn every_layer_uses_only_what_it_may() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut problems = Vec::new();
    let mut n_files = 0;
    for layer in LAYERS {
        for path in rust_files(&src.join(layer.name)) {
            let text = fs::read_to_string(&path).unwrap();
            let below_src = path.strip_prefix(&src).unwrap();
            problems.extend(problems_of(layer, below_src, &text));
            n_files += 1;
        }
    }
    assert!(n_files > LAYERS.len(), "only {n_files} files were found");
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn every_folder_of_the_sources_has_a_row() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(src).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let is_layer = LAYERS.iter().any(|layer| layer.name == name);
        assert!(is_layer || !entry.path().is_dir(), "src/{name} has no row in the table");
    }
}

/// Files that may write to the outputs of the program: the one that makes lines for people harmless,
/// and those that speak a protocol there.
const WRITERS: [&str; 4] = ["output.rs", "engine.rs", "replay.rs", "bridge/serve.rs"];

#[test]
fn nothing_is_printed_past_the_place_that_makes_it_harmless() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut n_writers = 0;
    for path in rust_files(&src) {
        let file = path.strip_prefix(&src).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let named = named_paths(file, &text).into_iter().filter(|path| !path.in_tests);
        let writes = named.filter(|path| {
            let segments: Vec<&str> = path.segments.iter().map(String::as_str).collect();
            ["io::stdout", "io::stderr"].iter().any(|name| segments.join("::").ends_with(name))
        });
        let lines: Vec<usize> = writes.map(|path| path.line).collect();
        let may_write = WRITERS.iter().any(|name| file == Path::new("cli").join(name));
        assert!(may_write || lines.is_empty(), "{}: lines {lines:?}", file.display());
        n_writers += usize::from(!lines.is_empty());
    }
    assert_eq!(n_writers, WRITERS.len());
}

/// What is wrong in one file, as `src/games/x.rs:3: ...`.
fn problems_of(layer: &Layer, below_src: &Path, text: &str) -> Vec<String> {
    named_paths(below_src, text)
        .into_iter()
        .filter_map(|path| {
            let reason = fault(layer, below_src, &path)?;
            Some(format!("src/{}:{}: {} {reason}", below_src.display(), path.line, layer.name))
        })
        .collect()
}

fn fault(layer: &Layer, file: &Path, path: &NamedPath) -> Option<String> {
    let segments: Vec<&str> = path.segments.iter().map(String::as_str).collect();
    if let ["crate", rest @ ..] = segments.as_slice() {
        let Some(module) = rest.first() else {
            return Some("may not name the whole crate".to_owned());
        };
        let is_message = layer.name == "games"
            && file.file_name().is_some_and(|name| LINKS.iter().any(|link| name == *link))
            && MESSAGES.contains(&rest.join("::").as_str());
        if *module != layer.name && !layer.uses.contains(module) && !is_message {
            return Some(format!("may not use {}", rest.join("::")));
        }
    }
    if path.in_tests {
        return None;
    }
    let protocols = PROTOCOLS.iter().filter(|_| layer.names_no_protocol);
    // `use protocol` lets all of them in and says nothing of one.
    let named = protocols.filter(|name| {
        let name: Vec<&str> = name.split("::").collect();
        segments.windows(name.len()).any(|window| window == name)
    });
    let mut found = layer.never.iter().filter(|name| contains(&segments, name)).chain(named);
    Some(format!("may not name {}", found.next()?))
}

/// The name's segments stand in the path, or the path lets the name in by a shorter one: a glob
/// (`std::time::*`) or a module that it stands in (`use std::time;`).
fn contains(segments: &[&str], name: &str) -> bool {
    let name: Vec<&str> = name.split("::").collect();
    let head = segments.strip_suffix(&["*"]).unwrap_or(segments);
    let lets_in = !head.is_empty() && name.len() > head.len() && name.starts_with(head);
    lets_in || segments.windows(name.len()).any(|window| window == name)
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|err| panic!("{}: {err}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn check(file: &str, text: &str) -> Vec<String> {
    let name = file.split('/').next().unwrap();
    let layer = LAYERS.iter().find(|layer| layer.name == name).unwrap();
    problems_of(layer, Path::new(file), text)
}

#[test]
fn planted_faults_are_found_with_file_and_line() {
    for (file, text, expected) in [
        (
            "ui/board.rs",
            "\nuse crate::games::Scene;",
            "src/ui/board.rs:2: ui may not use games::Scene",
        ),
        (
            "ui/board.rs",
            "use crate::{app, play::Clock};",
            "src/ui/board.rs:1: ui may not use play::Clock",
        ),
        ("ui/a/b.rs", "use super::super::super::store;", "may not use store"),
        ("ui/mod.rs", "fn f() { super::play::go(); }", "may not use play::go"),
        ("ui/x.rs", "mod inner { use super::super::super::session; }", "may not use session"),
        ("ui/x.rs", "use crate as all;", "may not name the whole crate"),
        ("ui/x.rs", "fn f() { tokio::spawn(async {}); }", "ui may not name tokio"),
        ("ui/x.rs", "use tokio as t;", "ui may not name tokio"),
        // The session says what a client has decided: a client has no side effects.
        ("protocol/x.rs", "fn f() { tracing::debug!(\"x\") }", "protocol may not name tracing"),
        ("ui/x.rs", "fn f() { ::std::fs::read(p) }", "ui may not name std::fs"),
        (
            "games/x.rs",
            "use std::{io, time::{Duration, Instant}};",
            "may not name std::time::Instant",
        ),
        ("games/x.rs", "use std::time::*;", "may not name std::time::Instant"),
        ("games/x.rs", "use std::time; fn f() { time::Instant::now() }", "std::time::Instant"),
        ("games/x.rs", "use std::*;", "may not name std::fs"),
        ("games/x.rs", "use crate::protocol::Root;", "games may not use protocol::Root"),
        (
            "games/othello/links.rs",
            "use crate::protocol::{Root, Client};",
            "may not use protocol::Client",
        ),
        ("games/testing.rs", "use rand_chacha::ChaCha8Rng;", "may not name rand_chacha"),
        ("protocol/x.rs", "let now = Instant::now();", "may not name Instant::now"),
        ("protocol/x.rs", "let t = [std::time::Instant::now; 1];", "may not name Instant::now"),
        ("session/x.rs", "use crate::protocol::nboard;", "may not name protocol::nboard"),
        (
            "play/x.rs",
            "use crate::protocol::{Event, uhp::Told};",
            "play may not name protocol::uhp",
        ),
        ("ui/x.rs", "fn f() { crate::app::protocol::ubgi::f() }", "ui may not name protocol::ubgi"),
        ("session/x.rs", "#[cfg(not(test))] mod m { use std::fs; }", "may not name std::fs"),
        ("session/x.rs", "/* a /* b */ c */ use\n  std\n  ::fs;", "src/session/x.rs:2"),
        ("app/x.rs", "let c = '\"'; fn f() -> egui::Ui {}", "app may not name egui"),
        ("app/x.rs", "macro_rules! m { () => { $crate::ui::go() } }", "may not use ui::go"),
    ] {
        let found = check(file, text);
        let is_found = found.iter().any(|problem| problem.contains(expected));
        assert!(is_found, "{text:?} gave {found:?}, not {expected:?}");
    }
}

#[test]
fn what_is_allowed_is_not_accused() {
    for (file, text) in [
        ("ui/x.rs", "// use crate::games;\n/// [`crate::play`]\nuse crate::app::Snapshot;"),
        ("ui/x.rs", "let s = \"crate::games\"; let r = r#\"std::fs \" \"#; let b = b'\"';"),
        ("ui/x.rs", "fn f<'a>(x: &'a str) { let c = '\\''; let tokio = 1; g(tokio) }"),
        ("ui/a/b.rs", "use super::super::theme; use super::c; use self::d;"),
        ("ui/x.rs", "pub(crate) fn f() -> impl Sized + use<'_> {}"),
        ("games/othello/links.rs", "use crate::protocol::{EngineClock, Root, RootMove};"),
        ("games/x.rs", "use std::time::Duration;"),
        ("protocol/x.rs", "use std::time::Instant; fn f(now: Instant) {}"),
        ("session/x.rs", "#[cfg(test)]\nmod tests { use std::fs; use super::super::Session; }"),
        ("session/tests.rs", "use std::fs;"),
        ("app/x.rs", "use crate::{games::{self, Game}, store};"),
    ] {
        let found = check(file, text);
        assert_eq!(found, Vec::<String>::new(), "{text:?}");
    }
}
