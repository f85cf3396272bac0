//! The rooms of `src/app`: none knows another one, no files know each other in a circle, and what a
//! room consists of is its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::rust_files;
use super::source::paths::named_paths;

/// Files and folders below `src/app` that are rooms.
const ROOMS: [&str; 10] = [
    "desk",
    "batches",
    "workshop",
    "contest",
    "files",
    "messages",
    "preferences",
    "trainer",
    "rated",
    "console",
];

/// What carries out what rooms want: no room knows it.
const BEHIND: [&str; 11] = [
    "router",
    "practising",
    "counting",
    "carry_out",
    "start",
    "match_tab",
    "snapshots",
    "sessions",
    "tasks",
    "tabs",
    "keeping",
];

/// What callers give and see: here alone fields are public.
const OPEN: [&str; 5] = ["views/", "command.rs", "command/", "choices.rs", "config.rs"];

/// The most lines that a file of `src/app` may have.
const MOST_LINES: usize = 500;

fn app() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app")
}

/// Files below `app` by their names there, with their texts.
fn files() -> BTreeMap<String, String> {
    let app = app();
    let named = |path: PathBuf| {
        let name = path.strip_prefix(&app).unwrap().to_str().unwrap().replace('\\', "/");
        (name, fs::read_to_string(&path).unwrap())
    };
    rust_files(&app).into_iter().map(named).collect()
}

/// The file below `app` that these segments of a path lead to, as far as they name modules.
fn target(files: &BTreeMap<String, String>, segments: &[&str]) -> Option<String> {
    let mut found = None;
    for n in 1..=segments.len() {
        let stem = segments[..n].join("/");
        let candidates = [format!("{stem}.rs"), format!("{stem}/mod.rs")];
        let here = candidates.into_iter().find(|name| files.contains_key(name));
        if here.is_none() {
            break;
        }
        found = here;
    }
    found
}

/// Which files each file names, outside its tests.
fn edges(files: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let of = |(name, text): (&String, &String)| {
        let below_src = Path::new("app").join(name);
        let paths = named_paths(&below_src, text).into_iter().filter(|path| !path.in_tests);
        let targets = paths.filter_map(|path| {
            let segments: Vec<&str> = path.segments.iter().map(String::as_str).collect();
            let ["crate", "app", rest @ ..] = segments.as_slice() else { return None };
            target(files, rest).filter(|target| target != name)
        });
        (name.clone(), targets.collect())
    };
    files.iter().map(of).collect()
}

/// Files that lead back to themselves, with the way.
fn circle(edges: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    for start in edges.keys() {
        let mut way = Vec::new();
        if let Some(found) = walk(edges, start, &mut way, &mut done) {
            return Some(found);
        }
    }
    None
}

fn walk(
    edges: &BTreeMap<String, BTreeSet<String>>,
    at: &String,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(place) = way.iter().position(|known| known == at) {
        return Some(way[place..].to_vec());
    }
    if done.contains(at) {
        return None;
    }
    way.push(at.clone());
    for next in edges.get(at).into_iter().flatten() {
        let found = walk(edges, next, way, done);
        if found.is_some() {
            return found;
        }
    }
    way.pop();
    done.insert(at.clone());
    None
}

/// The room or helper that a file belongs to: `desk`, `router`.
fn part_of(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap()
}

#[test]
fn no_files_of_the_application_know_each_other_in_a_circle() {
    let found = circle(&edges(&files()));
    assert_eq!(found, None, "each of these names the next one");
}

#[test]
fn a_circle_is_found() {
    let planted = [
        ("a.rs", "use super::b::B;"),
        ("b.rs", "use crate::app::c::{C, D};"),
        ("c/mod.rs", "use super::super::app::a;"),
        ("d.rs", "use super::a::A; #[cfg(test)] mod tests { use super::super::e::E; }"),
        ("e.rs", "use super::d::D;"),
    ];
    let mut files: BTreeMap<String, String> =
        planted.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    assert_eq!(circle(&edges(&files)).unwrap(), ["a.rs", "b.rs", "c/mod.rs"]);
    files.insert("c/mod.rs".to_owned(), String::new());
    assert_eq!(circle(&edges(&files)), None, "what tests name is no matter");
}

#[test]
fn no_room_knows_another_room_or_what_is_behind_the_rooms() {
    let edges = edges(&files());
    for room in ROOMS.iter().chain(&BEHIND) {
        assert!(edges.keys().any(|file| part_of(file) == *room), "there is no {room}");
    }
    let mut problems = Vec::new();
    for (file, named) in edges.iter().filter(|(file, _)| ROOMS.contains(&part_of(file))) {
        for other in named {
            let part = part_of(other);
            let is_other = part != part_of(file) && ROOMS.contains(&part);
            if is_other || BEHIND.contains(&part) {
                problems.push(format!("{file} names {other}"));
            }
        }
    }
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn files_of_the_application_are_short_and_keep_their_fields() {
    for (file, text) in files() {
        let n = text.lines().count();
        assert!(n <= MOST_LINES, "{file} has {n} lines");
        if OPEN.iter().any(|open| file.starts_with(open)) {
            continue;
        }
        let is_field = |line: &&str| {
            let name = line.strip_prefix("    pub ").and_then(|rest| rest.split_once(": "));
            name.is_some_and(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
        };
        assert_eq!(text.lines().find(is_field), None, "{file} has a public field");
    }
}
