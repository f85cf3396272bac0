//! Reads a list of engines and reports every mistake with its line, key and the allowed values.
//!
//! Opens no file. A mistake costs only its own entry; of a text that isn't valid TOML nothing is
//! read.

mod base;
mod fields;
mod written;

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use self::fields::{Fields, placeholders};
use self::written::{ENTRY_KEYS, Written};
use super::{Choice, EngineEntry, EngineList, EngineProblem, EngineTarget};
use crate::protocol::Protocol;
use crate::store::sources::at_home;

/// The version of the format that this program writes and reads.
const VERSION: &str = "1";

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads a list. `file` is where it came from: for messages, and for paths relative to its folder;
/// `program` replaces `{quintet}`.
pub(super) fn read_list(text: &str, file: &Path, program: &Path) -> EngineList {
    read_placed(text, file, program).0
}

/// As [`read_list`], with the place of each entry among all `[[engine]]` of the file, including
/// those with mistakes.
pub(super) fn read_placed(text: &str, file: &Path, program: &Path) -> (EngineList, Vec<usize>) {
    let shipped = DeTable::parse(super::SHIPPED).expect("a test reads the list of the program");
    let line_ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut reader = Reader {
        line_ends,
        file,
        program,
        shipped: shipped.get_ref(),
        problems: Vec::new(),
        places: Vec::new(),
    };
    let entries = match parse(text) {
        Ok(document) => reader.document(document),
        Err(error) => {
            let (at, words) = words_of(&error);
            let reason = format!("cannot be read: {words}; none of its engines can be used");
            reader.note(at, None, None, reason);
            Vec::new()
        }
    };
    let Reader { mut problems, places, .. } = reader;
    problems.sort_by_key(|problem| problem.line);
    (EngineList { entries, problems }, places)
}

/// Why a text isn't valid TOML, with the line; `None` if it is valid.
pub(super) fn fault_of(text: &str) -> Option<String> {
    let (at, words) = words_of(&parse(text).err()?);
    let n_before = text.bytes().take(at).filter(|byte| *byte == b'\n').count();
    Some(format!("line {}: {words}", n_before + 1))
}

/// The text as TOML, or its first mistake: later ones may follow from it.
fn parse(text: &str) -> Result<DeTable<'_>, toml::de::Error> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let at = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    errors.into_iter().min_by_key(at).map_or_else(|| Ok(document.into_inner()), Err)
}

/// The place of a mistake, and the parser's message in one line.
fn words_of(error: &toml::de::Error) -> (usize, String) {
    let at = error.span().map_or(0, |span| span.start);
    (at, error.message().split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A mistake that costs an entry: line, key and reason.
struct Mistake {
    at: usize,
    key: Option<String>,
    reason: String,
}

struct Reader<'a> {
    /// The ends of all lines: a list may have a mistake in each of them.
    line_ends: Vec<usize>,
    file: &'a Path,
    program: &'a Path,
    /// The list that comes with the program; it completes profiles of its engines.
    shipped: &'a DeTable<'a>,
    problems: Vec<EngineProblem>,
    /// For each entry that was read, its table in the file.
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

    fn document(&mut self, document: DeTable<'_>) -> Vec<EngineEntry> {
        let mut entries: Vec<EngineEntry> = Vec::new();
        for (key, value) in document {
            match key.get_ref().as_ref() {
                "version" => self.version(&value),
                "engine" => self.entries(value, &mut entries),
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

    fn entries(&mut self, value: Value<'_>, entries: &mut Vec<EngineEntry>) {
        let at = value.span().start;
        let DeValue::Array(tables) = value.into_inner() else {
            let reason = "must be written [[engine]], with two brackets".to_owned();
            self.note(at, None, Some("engine"), reason);
            return;
        };
        for (idx, table) in tables.into_iter().enumerate() {
            let span = table.span();
            let DeValue::Table(fields) = table.into_inner() else {
                self.note(span.start, None, Some("engine"), "must be a table".to_owned());
                continue;
            };
            let name = fields.get("name").and_then(|name| name.get_ref().as_str());
            let name = name.map(str::to_owned);
            let fields = base::completed(&fields, self.shipped).unwrap_or(fields);
            match self.entry(Spanned::new(span, fields), entries) {
                Ok(()) => self.places.push(idx),
                Err(mistakes) => {
                    for Mistake { at, key, reason } in mistakes {
                        self.note(at, name.as_deref(), key.as_deref(), reason);
                    }
                }
            }
        }
    }

    /// Reads one entry and adds it; all its mistakes are reported together.
    fn entry(
        &self,
        mut table: Spanned<DeTable<'_>>,
        entries: &mut Vec<EngineEntry>,
    ) -> Result<(), Vec<Mistake>> {
        let start = table.span().start;
        let keys = table.get_ref().keys();
        let unknown = keys.filter(|key| !ENTRY_KEYS.contains(&key.get_ref().as_ref()));
        let mistakes: Vec<Mistake> = unknown
            .map(|key| Mistake {
                at: key.span().start,
                key: Some(key.get_ref().to_string()),
                reason: format!("is not known; allowed: {}", ENTRY_KEYS.join(", ")),
            })
            .collect();
        for key in mistakes.iter().filter_map(|mistake| mistake.key.as_deref()) {
            table.get_mut().remove(key);
        }
        let written = Written::read(table).map_err(|error| {
            let (at, reason) = words_of(&error);
            vec![Mistake { at, key: None, reason }]
        })?;
        let mut fields = Fields { written: &written, start, mistakes };
        let entry = self.fields(&mut fields);
        if let Some(entry) = &entry
            && entries.iter().any(|other| other.has_name(&entry.name))
        {
            let reason = format!("{:?} is used by an entry above", entry.name);
            fields.mistake(fields.at(&written.name), "name", reason);
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
    fn fields(&self, fields: &mut Fields<'_>) -> Option<EngineEntry> {
        let written = fields.written;
        let name = fields.name();
        let protocol = fields.protocol();
        let choices = fields.choices();
        let target = self.target(protocol, fields);
        let short = fields.text("short", &written.short);
        let (needs, install) = (fields.needs(), fields.text("install", &written.install));
        let options = fields.table("options", &written.options);
        let dialect = fields.table("dialect", &written.dialect);
        let timeouts = fields.timeouts();
        let restart = fields.restart();
        let tags = fields.tags();
        let profile_of = fields.text("profile-of", &written.profile_of);
        let games = protocol.map(|protocol| fields.games(protocol)).unwrap_or_default();
        let variants = fields.variants(&games, protocol);
        if let Some(protocol) = protocol {
            let check = |name: &str, value: &str| protocol.check_dialect(name, value);
            fields.check_each("dialect", &written.dialect, check);
            let check = |name: &str, value: &str| check_option(protocol, name, value, &choices);
            fields.check_each("options", &written.options, check);
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

    fn target(&self, protocol: Option<Protocol>, fields: &mut Fields<'_>) -> Option<EngineTarget> {
        let written = fields.written;
        let dir = fields.dir().map(|dir| self.folder().join(at_home(&dir)));
        let env = fields.table("env", &written.env);
        let (role, port) = (fields.role(), fields.port());
        let has_address = written.address.is_some();
        if has_address || protocol.is_some_and(|protocol| protocol != Protocol::Guide) {
            let reason = "is only for engines of protocol guide that have a command";
            fields.forbid("connect", &written.connect, reason);
            fields.forbid("port", &written.port, reason);
        }
        if has_address {
            let reason = "an entry has either address or command, dir and env";
            fields.forbid("command", &written.command, reason);
            fields.forbid("dir", &written.dir, reason);
            fields.forbid("env", &written.env, reason);
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

    /// A program is given as `{quintet}`, a path (made absolute, since the engine's working
    /// directory is not ours), or a bare name for `PATH`.
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

/// Checks an option with every value its choice can insert; with several choices in it, only its
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
