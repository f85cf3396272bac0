//! Reading a list of engines so that every mistake is named with its line, key and what is allowed.
//!
//! Opens no file. A mistake costs the entry it stands in and nothing else.

mod base;
mod damage;
mod fields;

use std::ops::Range;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::fields::{Fields, kind, placeholders};
use super::{Choice, EngineEntry, EngineList, EngineProblem, EngineTarget, salvage};
use crate::protocol::Protocol;
use crate::store::sources::at_home;

/// The version of the format that this program writes and reads.
const VERSION: &str = "1";

const ENTRY_KEYS: [&str; 20] = [
    "name",
    "short",
    "protocol",
    "command",
    "address",
    "dir",
    "env",
    "connect",
    "port",
    "options",
    "choices",
    "games",
    "variants",
    "timeouts",
    "restart",
    "dialect",
    "tags",
    "profile-of",
    "needs",
    "install",
];

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads a list. `file` is where it came from: for messages, and for paths relative to its folder;
/// `program` replaces `{quintet}`.
pub(super) fn read_list(text: &str, file: &Path, program: &Path) -> EngineList {
    read_placed(text, file, program).0
}

/// As [`read_list`] for bytes of which some are no text: that costs the entries they stand in, and
/// nothing where they stand in a comment.
pub(super) fn read_strays(bytes: &[u8], file: &Path, program: &Path) -> EngineList {
    read_whole(&String::from_utf8_lossy(bytes), true, file, program).0
}

/// As [`read_list`], with the place of each entry among all `[[engine]]` of the file, those with
/// mistakes among them.
pub(super) fn read_placed(text: &str, file: &Path, program: &Path) -> (EngineList, Vec<usize>) {
    read_whole(text, false, file, program)
}

fn read_whole(
    text: &str,
    has_strays: bool,
    file: &Path,
    program: &Path,
) -> (EngineList, Vec<usize>) {
    let (document, errors) = DeTable::parse_recoverable(text);
    let is_sound = errors.is_empty() && !has_strays;
    let (sound, damages) = match is_sound {
        true => (String::new(), Vec::new()),
        false => damage::without_damage(text, has_strays),
    };
    let (document, errors) =
        if is_sound { (document, errors) } else { DeTable::parse_recoverable(&sound) };
    let (shipped, _) = DeTable::parse_recoverable(super::SHIPPED);
    let shipped = shipped.get_ref();
    let line_ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut reader =
        Reader { line_ends, file, program, shipped, problems: Vec::new(), places: Vec::new() };
    for damage in &damages {
        reader.note(damage.at, damage.engine.as_deref(), None, damage.reason.clone());
    }
    let is_stray_told = damages.iter().any(|damage| damage.reason == damage::NOT_TEXT);
    if let Some(at) = text.find(salvage::STRAY).filter(|_| has_strays && !is_stray_told) {
        reader.note(at, None, None, damage::NOT_TEXT.to_owned());
    }
    // Entries that were read alone are not misread; those of one array may be.
    let head = salvage::parts(&sound).first().map_or(0, |head| head.len());
    let places = errors.iter().map(|err| err.span().map_or(0, |span| span.start));
    let mut damaged: Vec<usize> = places.filter(|at| *at < head).collect();
    damaged.sort_unstable();
    if let Some((at, reason)) = damage::first_of(&errors) {
        reader.note(at, None, None, reason);
    }
    let entries = reader.document(document.get_ref(), &damaged);
    let Reader { mut problems, places, .. } = reader;
    problems.sort_by_key(|problem| problem.line);
    (EngineList { entries, problems }, places)
}

/// A mistake that costs an entry: where, which key, why.
struct Mistake {
    at: usize,
    key: Option<String>,
    reason: String,
}

struct Reader<'a> {
    /// Where the lines end: a list may have a mistake in each of its lines.
    line_ends: Vec<usize>,
    file: &'a Path,
    program: &'a Path,
    /// The list that comes with the program, which profiles of its engines are completed from.
    shipped: &'a DeTable<'a>,
    problems: Vec<EngineProblem>,
    /// Of each entry that was read, which table of the file it is.
    places: Vec<usize>,
}

impl Reader<'_> {
    fn note(&mut self, at: usize, engine: Option<&str>, key: Option<&str>, reason: String) {
        let n_before = self.line_ends.partition_point(|end| *end < at);
        self.problems.push(EngineProblem {
            file: self.file.display().to_string(),
            line: n_before + 1,
            engine: engine.map(str::to_owned),
            key: key.map(str::to_owned),
            reason,
        });
    }

    fn document(&mut self, document: &DeTable<'_>, damaged: &[usize]) -> Vec<EngineEntry> {
        let mut entries: Vec<EngineEntry> = Vec::new();
        for (key, value) in document {
            match key.get_ref().as_ref() {
                "version" => self.version(value),
                "engine" => self.entries(value, damaged, &mut entries),
                other => {
                    let reason = "is not known here; allowed: version, [[engine]]".to_owned();
                    self.note(key.span().start, None, Some(other), reason);
                }
            }
        }
        entries
    }

    fn version(&mut self, value: &Value<'_>) {
        let is_known =
            value.get_ref().as_integer().is_some_and(|version| version.as_str() == VERSION);
        if !is_known {
            let reason = format!("this program reads version {VERSION}");
            self.note(value.span().start, None, Some("version"), reason);
        }
    }

    fn entries(&mut self, value: &Value<'_>, damaged: &[usize], entries: &mut Vec<EngineEntry>) {
        let Some(tables) = value.get_ref().as_array() else {
            let reason = "must be written [[engine]], with two brackets".to_owned();
            self.note(value.span().start, None, Some("engine"), reason);
            return;
        };
        let starts: Vec<usize> = tables.iter().map(|table| table.span().start).collect();
        for (idx, table) in tables.iter().enumerate() {
            let range = starts[idx]..starts.get(idx + 1).copied().unwrap_or(usize::MAX);
            // What stands around a broken line may have been misread: such an entry is not used.
            let n_before = damaged.partition_point(|at| *at < range.start);
            if damaged.get(n_before).is_some_and(|at| range.contains(at)) {
                continue;
            }
            let Some(fields) = table.get_ref().as_table() else {
                let reason = format!("must be a table, not {}", kind(table));
                self.note(range.start, None, Some("engine"), reason);
                continue;
            };
            let name = fields.get("name").and_then(|name| name.get_ref().as_str());
            let completed = base::completed(fields, self.shipped);
            let fields = completed.as_ref().unwrap_or(fields);
            match self.entry(fields, &range, entries) {
                Ok(()) => self.places.push(idx),
                Err(mistakes) => {
                    for mistake in mistakes {
                        self.note(mistake.at, name, mistake.key.as_deref(), mistake.reason);
                    }
                }
            }
        }
    }

    /// Reads one entry and adds it; all its mistakes are reported together.
    fn entry(
        &self,
        fields: &DeTable<'_>,
        range: &Range<usize>,
        entries: &mut Vec<EngineEntry>,
    ) -> Result<(), Vec<Mistake>> {
        let mut mistakes = Vec::new();
        for key in fields.keys() {
            if !ENTRY_KEYS.contains(&key.get_ref().as_ref()) {
                mistakes.push(Mistake {
                    at: key.span().start,
                    key: Some(key.get_ref().to_string()),
                    reason: format!("is not known; allowed: {}", ENTRY_KEYS.join(", ")),
                });
            }
        }
        let mut fields = Fields { fields, start: range.start, mistakes };
        let entry = self.fields(&mut fields);
        if let Some(entry) = &entry
            && entries.iter().any(|other| other.has_name(&entry.name))
        {
            let at = fields.at("name");
            fields.mistake(at, "name", format!("{:?} is used by an entry above", entry.name));
        }
        match entry {
            Some(entry) if fields.mistakes.is_empty() => {
                entries.push(entry);
                Ok(())
            }
            Some(_) | None => Err(fields.mistakes),
        }
    }

    /// `None` only together with at least one mistake.
    fn fields(&self, fields: &mut Fields<'_, '_>) -> Option<EngineEntry> {
        let name = fields.name();
        let protocol = fields.protocol();
        let choices = fields.choices();
        let target = self.target(protocol, fields);
        let short = fields.text("short");
        let (needs, install) = (fields.needs(), fields.text("install"));
        let options = fields.table("options");
        let dialect = fields.table("dialect");
        let timeouts = fields.timeouts();
        let restart = fields.restart();
        let tags = fields.tags();
        let profile_of = fields.text("profile-of");
        let games = protocol.map(|protocol| fields.games(protocol)).unwrap_or_default();
        let variants = fields.variants(&games, protocol);
        if let Some(protocol) = protocol {
            fields.check_each("dialect", |name, value| protocol.check_dialect(name, value));
            fields
                .check_each("options", |name, value| check_option(protocol, name, value, &choices));
        }
        let has_port = matches!(target, Some(EngineTarget::Tcp { .. }));
        fields.check_placeholders(&choices, has_port);
        Some(EngineEntry {
            name: name?,
            short,
            protocol: protocol?,
            target: target?,
            options,
            choices,
            timeouts,
            restart,
            dialect,
            games,
            variants,
            tags,
            profile_of,
            needs,
            install,
            missing: None,
            dir_is_missing: false,
            shipped: false,
            own: false,
        })
    }

    fn target(
        &self,
        protocol: Option<Protocol>,
        fields: &mut Fields<'_, '_>,
    ) -> Option<EngineTarget> {
        let dir = fields.text_or_empty("dir").map(|dir| self.folder().join(at_home(&dir)));
        let env = fields.table("env");
        let (role, port) = (fields.role(), fields.port());
        let has_address = fields.get("address").is_some();
        if has_address || protocol.is_some_and(|protocol| protocol != Protocol::Guide) {
            for key in ["connect", "port"] {
                let reason = "is only for engines of protocol guide that have a command";
                fields.forbid(key, reason);
            }
        }
        if has_address {
            for key in ["command", "dir", "env"] {
                fields.forbid(key, "an entry has either address or command, dir and env");
            }
            return fields.address().map(|address| EngineTarget::Socket { address });
        }
        let mut command = fields.command()?;
        command[0] = self.program_path(&command[0], dir.as_deref());
        for argument in &mut command {
            *argument = argument.replace("{quintet}", &self.program.to_string_lossy());
        }
        if protocol != Some(Protocol::Guide) {
            return Some(EngineTarget::Command { command, dir, env });
        }
        say_port(&mut command);
        Some(EngineTarget::Tcp { command, dir, env, port, role })
    }

    /// The folder that relative paths start from.
    fn folder(&self) -> PathBuf {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
    }

    /// A program is given as `{quintet}`, a path (then absolute afterwards, since the engine's
    /// working directory is not ours), or a bare name for `PATH`.
    fn program_path(&self, text: &str, dir: Option<&Path>) -> String {
        if text == "{quintet}" {
            return text.to_owned();
        }
        let path = at_home(text);
        let is_bare = !text.contains('/') && !text.contains(MAIN_SEPARATOR);
        if is_bare || path.is_absolute() {
            return path.to_string_lossy().into_owned();
        }
        let folder = dir.map_or_else(|| self.folder(), Path::to_owned);
        folder.join(path.strip_prefix("./").unwrap_or(&path)).to_string_lossy().into_owned()
    }
}

/// Checks an option with whatever its choice may put into it; with several choices in it, only its
/// name.
fn check_option(
    protocol: Protocol,
    name: &str,
    value: &str,
    choices: &[Choice],
) -> Result<(), String> {
    let mut words = placeholders(value);
    words.dedup();
    let [word] = words.as_slice() else {
        return protocol.check_option(name, Some(value).filter(|_| words.is_empty()));
    };
    protocol.check_option(name, None)?;
    let Some(choice) = choices.iter().find(|choice| choice.name == *word) else { return Ok(()) };
    let mut filled = choice.values.iter().map(|text| value.replace(&format!("{{{word}}}"), text));
    filled.try_for_each(|value| protocol.check_option(name, Some(&value)))
}

/// Tells the engine its port as the document says, unless the command does.
pub(in crate::store) fn say_port(command: &mut Vec<String>) {
    if command.iter().any(|argument| argument.contains("{port}")) {
        return;
    }
    if !command.iter().any(|argument| argument == "-guide") {
        command.push("-guide".to_owned());
    }
    command.extend(["-port".to_owned(), "{port}".to_owned()]);
}
