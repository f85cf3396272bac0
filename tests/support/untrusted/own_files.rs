//! What must hold of the files that the program keeps for itself and reads again: lists of engines,
//! settings, results, the unfinished game, transcripts. People change them, disks damage them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quintet::app::unfinished_game;
use quintet::games::HistoryRules;
use quintet::protocol::Protocol;
use quintet::session::{Direction, LineMatch, Log, Part, Replay, Tape};
use quintet::store::{
    DraftTarget, EngineChange, EngineDraft, EngineEntry, EngineFile, EngineList, Places,
    RestartPolicy, ResultsFile, SavedGame, SavedSettings,
};

use super::Choices;

/// What is done with such a file, by the number that [`own_file`] knows it by.
const READERS: [fn(&[u8]); 6] = [engines, settings, results, unfinished, transcript, recorded];

/// A file of the program's own: its first byte says which one it is read as.
pub(crate) fn own_file(data: &[u8]) {
    let Some((number, bytes)) = data.split_first() else { return };
    READERS[usize::from(*number) % READERS.len()](bytes);
}

/// A list of engines that is changed: four bytes for each of four changes, then the file. What can
/// be read stays readable, a change does what it says, and the rest stays as it is.
fn engines(data: &[u8]) {
    const CHANGES: usize = 16;
    let (choices, bytes) = data.split_at(data.len().min(CHANGES));
    let places = Places { config_dir: None, program: PathBuf::from("/opt/quintet") };
    let file = |bytes: &[u8]| {
        EngineFile::of_bytes(Path::new("/home/me/engines.toml"), Some(bytes.to_vec()), &places)
    };
    let mut list = file(bytes);
    check_list(&list.list());
    let mut choices = Choices(choices);
    while !choices.is_empty() {
        change(&mut list, &mut choices);
        // What would be written is read as the same again.
        let again = file(list.text().as_bytes());
        assert_eq!(again.text(), list.text());
        assert_eq!(again.list(), list.list());
    }
}

/// Every entry can be found and started; every mistake stands in a line.
fn check_list(list: &EngineList) {
    for entry in &list.entries {
        assert!(!entry.games.is_empty(), "{entry:?}");
        assert!(entry.launch(&[]).is_ok(), "{entry:?}");
        let found = list.find(&entry.name, None).expect("it is in the list");
        assert_eq!(found.entry.name, entry.name);
    }
    assert!(list.problems.iter().all(|problem| problem.line > 0));
}

/// Makes one change, and looks at what has become of the others.
fn change(file: &mut EngineFile, choices: &mut Choices<'_>) {
    let (before, list) = (file.text(), file.list());
    let name = choices.of(&list.entries).name.clone();
    let others = |list: &EngineList, without: &[&str]| -> Vec<EngineEntry> {
        let mut entries = list.entries.clone();
        entries.retain(|entry| !without.iter().any(|name| entry.name.eq_ignore_ascii_case(name)));
        entries
    };
    let wish = choices.below(13);
    let new_name = *choices.of(&["New", "new ", "\u{e9} \"x\" \\", "Quintet Hive", "", "#\n"]);
    let result = match wish {
        0 => file.copy(&name, new_name),
        1 => file.add(&draft(new_name, choices)),
        2 => match file.remove(&name) {
            Ok(removed) => {
                assert_eq!(others(&file.list(), &[&name]), others(&list, &[&name]));
                assert!(is_one_entry(&before, &file.text()), "{before:?} {:?}", file.text());
                if choices.below(2) == 0 {
                    file.restore(&removed).expect("nothing was changed meanwhile");
                    assert_eq!(file.text(), before);
                }
                return;
            }
            Err(error) => Err(error),
        },
        3 => file.set(&name, &EngineChange::Name(new_name.to_owned())),
        _ => file.set(&name, &new_value(wish, choices)),
    };
    if let Err(error) = result {
        assert!(!error.to_string().is_empty());
        assert_eq!(file.text(), before, "a change that failed has changed something");
        return;
    }
    let concerned = [name.as_str(), new_name.trim()];
    assert_eq!(others(&file.list(), &concerned), others(&list, &concerned));
    assert!(is_one_entry(&before, &file.text()), "{before:?} {:?}", file.text());
}

fn new_value(wish: usize, choices: &mut Choices<'_>) -> EngineChange {
    let text =
        *choices.of(&["", "3", "true", "a b", "\"", "'''", "\\", "\u{1f600}", "\r\n", "{x}"]);
    let pairs = match choices.below(4) {
        0 => Vec::new(),
        1 => vec![("level".to_owned(), "3".to_owned())],
        2 => vec![("a.b".to_owned(), text.to_owned()), ("c".to_owned(), "1.5".to_owned())],
        _ => vec![(text.to_owned(), text.to_owned())],
    };
    match wish {
        4 => EngineChange::Command(vec!["/bin/x".to_owned(), text.to_owned()]),
        5 => EngineChange::Address(format!("{text}:5")),
        6 => EngineChange::Dir(text.to_owned()),
        7 => EngineChange::Env(pairs),
        8 => EngineChange::Options(pairs),
        9 => EngineChange::Timeouts(*choices.of(&[1.0, 2.5, 100.0, 0.0, -1.0, f64::NAN])),
        10 => EngineChange::Restart(*choices.of(&RestartPolicy::ALL)),
        11 => EngineChange::Dialect(pairs),
        _ => EngineChange::Tags(vec![text.to_owned(); choices.below(3)]),
    }
}

fn draft(name: &str, choices: &mut Choices<'_>) -> EngineDraft {
    let target = match choices.below(3) {
        0 => DraftTarget::Socket("host:5".to_owned()),
        1 => DraftTarget::Command { command: vec!["x".to_owned()], dir: None },
        _ => DraftTarget::Command {
            command: vec!["./x \"y\"".to_owned(), "\\".to_owned()],
            dir: Some(PathBuf::from("/opt")),
        },
    };
    EngineDraft {
        name: name.to_owned(),
        protocol: *choices.of(Protocol::ALL),
        target,
        games: Vec::new(),
        variants: Vec::new(),
        dialect: Vec::new(),
        tags: vec!["new".to_owned()],
    }
}

/// All that differs between two lists lies within one entry, or between two.
fn is_one_entry(before: &str, after: &str) -> bool {
    // Spaces within the brackets of a heading (`[[engine ]]`) may go, and a last line that lacks its
    // end is given one.
    let [before, after] = [before, after].map(|text| {
        let lines = text.trim_end().split('\n').map(|line| match line.split_once("]]") {
            Some((heading, rest)) if line.starts_with("[[") => {
                format!("{}]]{rest}", heading.replace([' ', '\t'], ""))
            }
            Some(_) | None => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
    });
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let n_start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let shorter = before.len().min(after.len()) - n_start;
    let ends = before.iter().rev().zip(after.iter().rev()).take(shorter);
    let n_end = ends.take_while(|(one, other)| one == other).count();
    let n_heads = |text: &[u8]| {
        let text = String::from_utf8_lossy(&text[n_start..text.len() - n_end]).into_owned();
        text.lines().filter(|line| line.starts_with("[[engine]]")).count()
    };
    n_heads(before) <= 1 && n_heads(after) <= 1
}

/// Settings: read, they are in their ranges and written as themselves.
fn settings(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match SavedSettings::parse(text) {
        Ok(settings) => {
            assert!((0.75..=2.0).contains(&settings.zoom));
            assert_eq!(SavedSettings::parse(&settings.to_text()), Ok(settings));
        }
        Err(reason) => assert!(!reason.is_empty() && !reason.contains('\n'), "{reason:?}"),
    }
}

/// Results: a file is refused and left as it is, or it takes another line and keeps its whole ones.
fn results(bytes: &[u8]) {
    let folder = Folder::new();
    let path = folder.0.join("results.jsonl");
    fs::write(&path, bytes).expect("the folder is ours");
    let Ok(mut results) = ResultsFile::open(&path) else {
        assert_eq!(fs::read(&path).expect("as above"), bytes);
        return;
    };
    let was_cut = results.cut().is_some();
    results.append(&"new").expect("as above");
    let after = fs::read(&path).expect("as above");
    let after = after.strip_suffix(b"\"new\"\n").expect("it is the last line");
    let kept = match (was_cut, bytes.iter().rposition(|byte| *byte == b'\n')) {
        (false, _) => bytes,
        (true, Some(end)) => &bytes[..=end],
        (true, None) => b"",
    };
    assert_eq!(
        after.strip_suffix(b"\n").unwrap_or(after),
        kept.strip_suffix(b"\n").unwrap_or(kept)
    );
}

/// A folder of this call's own, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("quintet-untrusted-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("there is room for it");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The unfinished game: refused, or a game that can be played on.
fn unfinished(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(Some(saved)) = SavedGame::parse(text) else { return };
    let written = SavedGame::parse(&saved.to_text());
    assert_eq!(written.expect("we have written it"), Some(saved.clone()));
    let rules = HistoryRules { repetition: true, counting: true };
    if let Some(table) = unfinished_game(&saved, rules) {
        let replayed = table.record().replay(table.game(), table.record().last());
        assert!(replayed.is_ok(), "{replayed:?}");
    }
}

/// A transcript: it can be played to its end, whatever the program says.
fn transcript(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for part in 0..4 {
        let Ok(tape) = Tape::read(&text, part) else { continue };
        assert!(0 < part && part <= tape.n_restarts + 1);
        let mut replay = Replay::new(&tape);
        let mut n_said = 0;
        let mut n_heard = 0;
        loop {
            match replay.next_part() {
                Part::Say { .. } => n_said += 1,
                Part::Listen(line) => {
                    if replay.match_line("\u{1}nobody") != LineMatch::Unknown {
                        continue;
                    }
                    // As a program that leaves out some of its lines.
                    let later = tape.lines[tape.lines.len().min(n_said + n_heard)..].iter();
                    let mut sent = later.filter(|line| line.direction == Direction::Sent);
                    let other = sent.nth(n_heard % 3).unwrap_or(line);
                    if replay.match_line(&other.text) == LineMatch::Unknown {
                        assert_ne!(replay.match_line(&line.text), LineMatch::Unknown);
                    }
                    n_heard += 1;
                }
                Part::End(_) => break,
            }
            assert!(n_said + n_heard <= tape.lines.len(), "it says something twice");
        }
    }
}

/// What a session has noted is read again from the transcript that is written of it.
fn recorded(bytes: &[u8]) {
    let start = Instant::now();
    let log = Log::new(start);
    let mut noted = Vec::new();
    let mut choices = Choices(bytes);
    while !choices.is_empty() && noted.len() < 100 {
        let direction = *choices.of(&[Direction::Sent, Direction::Received, Direction::Error]);
        let at = Duration::from_millis(10 * noted.len() as u64);
        let line = choices.line();
        // The notation of control characters and the note of a cut line can be written by engines.
        let line = line.replace(['^', ']'], "");
        log.append(start + at, direction, &line);
        noted.push((at, direction, line));
    }
    let mut text = "It crashed\nengine: X\n\n".to_owned();
    log.write_transcript(&mut text).expect("writing to a text cannot fail");
    let Ok(tape) = Tape::read(&text, 1) else {
        assert!(noted.is_empty(), "{text}");
        return;
    };
    let read = tape.lines.iter().map(|line| (line.at, line.direction, line.text.clone()));
    assert_eq!(read.collect::<Vec<_>>(), noted);
}
