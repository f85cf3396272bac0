//! Reading a list of engines so that every mistake is named with its line, key and what is allowed.
//!
//! Opens no file. A mistake costs the entry it stands in and nothing else.

use std::ops::Range;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use directories::BaseDirs;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Choice, EngineEntry, EngineList, EngineProblem, EngineTarget};
use crate::games;
use crate::protocol::Protocol;
use crate::session::TcpRole;

/// The version of the format that this program writes and reads.
const VERSION: &str = "1";

const ENTRY_KEYS: [&str; 15] = [
    "name", "short", "protocol", "command", "address", "dir", "env", "connect", "port", "options",
    "choices", "games", "variants", "timeouts", "dialect",
];

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads a list. `file` is where it came from: for messages, and for paths relative to its folder;
/// `program` replaces `{quintet}`.
pub(super) fn read_list(text: &str, file: &Path, program: &Path) -> EngineList {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { text, file, program, problems: Vec::new() };
    let damaged: Vec<usize> = errors
        .iter()
        .map(|err| {
            let at = err.span().map_or(0, |span| span.start);
            reader.note(at, None, None, format!("cannot be read: {}", one_line(err.message())));
            at
        })
        .collect();
    let entries = reader.document(document.get_ref(), &damaged);
    let mut problems = reader.problems;
    problems.sort_by_key(|problem| problem.line);
    EngineList { entries, problems }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A mistake that costs an entry: where, which key, why.
struct Mistake {
    at: usize,
    key: Option<String>,
    reason: String,
}

struct Reader<'a> {
    text: &'a str,
    file: &'a Path,
    program: &'a Path,
    problems: Vec<EngineProblem>,
}

impl Reader<'_> {
    fn note(&mut self, at: usize, engine: Option<&str>, key: Option<&str>, reason: String) {
        let before = self.text.get(..at).unwrap_or(self.text);
        self.problems.push(EngineProblem {
            file: self.file.display().to_string(),
            line: before.matches('\n').count() + 1,
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
            if damaged.iter().any(|at| range.contains(at)) {
                continue;
            }
            let Some(fields) = table.get_ref().as_table() else {
                let reason = format!("must be a table, not {}", kind(table));
                self.note(range.start, None, Some("engine"), reason);
                continue;
            };
            let name = fields.get("name").and_then(|name| name.get_ref().as_str());
            if let Err(mistakes) = self.entry(fields, &range, entries) {
                for mistake in mistakes {
                    self.note(mistake.at, name, mistake.key.as_deref(), mistake.reason);
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
        let name = fields.required_text("name");
        let protocol = fields.protocol();
        let choices = fields.choices();
        let target = self.target(protocol, fields);
        let short = fields.text("short");
        let options = fields.table("options");
        let dialect = fields.table("dialect");
        let timeouts = fields.timeouts();
        let games = protocol.map(|protocol| fields.games(protocol)).unwrap_or_default();
        let variants = fields.variants(&games);
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
            dialect,
            games,
            variants,
            shipped: false,
        })
    }

    fn target(
        &self,
        protocol: Option<Protocol>,
        fields: &mut Fields<'_, '_>,
    ) -> Option<EngineTarget> {
        let dir = fields.text("dir").map(|dir| self.folder().join(at_home(&dir)));
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

/// The fields of an entry, and what is wrong with them so far.
struct Fields<'f, 'i> {
    fields: &'f DeTable<'i>,
    start: usize,
    mistakes: Vec<Mistake>,
}

impl<'f, 'i> Fields<'f, 'i> {
    fn get(&self, key: &str) -> Option<&'f Value<'i>> {
        self.fields.get(key)
    }

    fn at(&self, key: &str) -> usize {
        self.get(key).map_or(self.start, |value| value.span().start)
    }

    fn mistake(&mut self, at: usize, key: &str, reason: String) {
        self.mistakes.push(Mistake { at, key: Some(key.to_owned()), reason });
    }

    fn missing(&mut self, key: &str, reason: &str) {
        self.mistake(self.start, key, reason.to_owned());
    }

    /// A text that is not empty.
    fn text(&mut self, key: &str) -> Option<String> {
        let value = self.get(key)?;
        match value.get_ref().as_str().map(str::trim) {
            Some("") => self.mistake(value.span().start, key, "must not be empty".to_owned()),
            Some(text) => return Some(text.to_owned()),
            None => {
                let reason = format!("must be a text in quotes, not {}", kind(value));
                self.mistake(value.span().start, key, reason);
            }
        }
        None
    }

    /// A key that has no place in this entry.
    fn forbid(&mut self, key: &str, reason: &str) {
        if self.get(key).is_some() {
            self.mistake(self.at(key), key, reason.to_owned());
        }
    }

    fn required_text(&mut self, key: &str) -> Option<String> {
        if self.get(key).is_none() {
            self.missing(key, "is missing");
        }
        self.text(key)
    }

    fn protocol(&mut self) -> Option<Protocol> {
        let text = self.required_text("protocol")?;
        let protocol = Protocol::find(&text);
        if protocol.is_none() {
            let known: Vec<&str> = Protocol::ALL.iter().map(|protocol| protocol.name()).collect();
            let reason = format!("{text:?} is not known; allowed: {}", known.join(", "));
            self.mistake(self.at("protocol"), "protocol", reason);
        }
        protocol
    }

    fn command(&mut self) -> Option<Vec<String>> {
        const SHAPE: &str = "must be a list of texts, the program first: [\"edax\", \"-nboard\"]";
        let Some(value) = self.get("command") else {
            self.missing("command", "is missing; an entry has a command or an address");
            return None;
        };
        let texts = self.list("command", value, SHAPE)?;
        if texts.first().is_none_or(|program| program.trim().is_empty()) {
            self.mistake(value.span().start, "command", format!("is empty; it {SHAPE}"));
            return None;
        }
        Some(texts)
    }

    fn list(&mut self, key: &str, value: &Value<'_>, shape: &str) -> Option<Vec<String>> {
        let texts = value.get_ref().as_array().and_then(|items| {
            items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
        });
        if texts.is_none() {
            self.mistake(value.span().start, key, format!("{shape}, not {}", kind(value)));
        }
        texts
    }

    fn address(&mut self) -> Option<String> {
        let text = self.text("address")?;
        let is_address = text.rsplit_once(':').is_some_and(|(host, port)| {
            !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0)
        });
        if !is_address {
            let reason = format!("{text:?} is not host:port, such as \"127.0.0.1:5000\"");
            self.mistake(self.at("address"), "address", reason);
            return None;
        }
        Some(text)
    }

    /// Who listens, of an engine that talks over a socket.
    fn role(&mut self) -> TcpRole {
        match self.text("connect").as_deref() {
            None | Some("auto") => TcpRole::Auto,
            Some("connect") => TcpRole::Connect,
            Some("listen") => TcpRole::Listen,
            Some(other) => {
                let reason = format!("{other:?} is not known; allowed: auto, connect, listen");
                self.mistake(self.at("connect"), "connect", reason);
                TcpRole::Auto
            }
        }
    }

    fn port(&mut self) -> Option<u16> {
        let value = self.get("port")?;
        let number = match value.get_ref() {
            DeValue::Integer(_) => scalar(value),
            DeValue::String(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => None,
        };
        let port = number.and_then(|text| text.parse().ok()).filter(|port| *port > 0);
        if port.is_none() {
            let reason = "must be a whole number from 1 to 65535; without it a free port is taken";
            self.mistake(value.span().start, "port", reason.to_owned());
        }
        port
    }

    /// A table whose values are texts, numbers or switches, as texts, in the order of the file.
    fn table(&mut self, key: &str) -> Vec<(String, String)> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(table) = value.get_ref().as_table() else {
            let reason =
                format!("must be a table such as {{ NAME = \"value\" }}, not {}", kind(value));
            self.mistake(value.span().start, key, reason);
            return Vec::new();
        };
        let mut rows = Vec::new();
        for (name, value) in table {
            match scalar(value) {
                Some(text) => rows.push((name.span().start, name.get_ref().to_string(), text)),
                None => {
                    let reason =
                        format!("must be a text, a number or true/false, not {}", kind(value));
                    self.mistake(value.span().start, &format!("{key}.{}", name.get_ref()), reason);
                }
            }
        }
        rows.sort();
        rows.into_iter().map(|(_, name, value)| (name, value)).collect()
    }

    fn timeouts(&mut self) -> f64 {
        let Some(value) = self.get("timeouts") else { return 1.0 };
        let scale = match value.get_ref() {
            DeValue::Integer(_) | DeValue::Float(_) => {
                scalar(value).and_then(|text| text.parse::<f64>().ok())
            }
            DeValue::String(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => None,
        };
        match scale {
            Some(scale) if (0.01..=100.0).contains(&scale) => scale,
            Some(_) | None => {
                let reason =
                    "must be a number from 0.01 to 100; 2.0 waits twice as long".to_owned();
                self.mistake(value.span().start, "timeouts", reason);
                1.0
            }
        }
    }

    /// The games of the entry, or all games that speak its protocol.
    fn games(&mut self, protocol: Protocol) -> Vec<String> {
        let known: Vec<&str> = games::GAMES
            .iter()
            .map(|game| game.info())
            .filter(|info| info.protocols.contains(&protocol.name()))
            .map(|info| info.name)
            .collect();
        let all = || known.iter().map(|&name| name.to_owned()).collect();
        let Some(value) = self.get("games") else { return all() };
        let Some(names) = self.list("games", value, "must be a list of texts: [\"othello\"]")
        else {
            return all();
        };
        for name in &names {
            if !known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                let reason =
                    format!("{name:?} is not a game of {protocol}; allowed: {}", known.join(", "));
                self.mistake(value.span().start, "games", reason);
            }
        }
        if names.is_empty() {
            let reason = format!("is empty; leave it out for all of {}", known.join(", "));
            self.mistake(value.span().start, "games", reason);
        }
        names
    }

    /// The variants of the entry by their proper names.
    fn variants(&mut self, games: &[String]) -> Option<Vec<String>> {
        let value = self.get("variants")?;
        let names = self.list("variants", value, "must be a list of texts: [\"international\"]")?;
        let infos: Vec<&games::GameInfo> =
            games.iter().filter_map(|name| games::find(name)).map(|game| game.info()).collect();
        let known: Vec<&str> =
            infos.iter().flat_map(|info| info.variants).map(|variant| variant.name).collect();
        let allowed = match known.is_empty() {
            true => format!("{} has none", games.join(", ")),
            false => format!("allowed: {}", known.join(", ")),
        };
        if names.is_empty() {
            let reason = "is empty; leave it out for an engine that plays all".to_owned();
            self.mistake(value.span().start, "variants", reason);
        }
        let mut variants = Vec::new();
        for name in &names {
            match infos.iter().find_map(|info| info.find_variant(name)) {
                Some(variant) => variants.push(variant.name.to_owned()),
                None => {
                    let reason = format!("{name:?} is not a variant of its games; {allowed}");
                    self.mistake(value.span().start, "variants", reason);
                }
            }
        }
        Some(variants)
    }

    fn choices(&mut self) -> Vec<Choice> {
        let Some(value) = self.get("choices") else { return Vec::new() };
        let Some(table) = value.get_ref().as_table() else {
            let reason = format!("must be written [engine.choices.NAME], not as {}", kind(value));
            self.mistake(value.span().start, "choices", reason);
            return Vec::new();
        };
        let mut choices = Vec::new();
        for (name, value) in table {
            match read_choice(name.get_ref(), value) {
                Ok(choice) => choices.push((name.span().start, choice)),
                Err((at, reason)) => {
                    self.mistake(at, &format!("choices.{}", name.get_ref()), reason);
                }
            }
        }
        choices.sort_by_key(|(at, _)| *at);
        choices.into_iter().map(|(_, choice)| choice).collect()
    }

    /// Checks every value of a table by name; what is no text, number or switch was reported before.
    fn check_each(&mut self, key: &str, check: impl Fn(&str, &str) -> Result<(), String>) {
        let Some(table) = self.get(key).and_then(|value| value.get_ref().as_table()) else {
            return;
        };
        for (name, value) in table {
            let checked = scalar(value).map_or(Ok(()), |text| check(name.get_ref(), &text));
            if let Err(reason) = checked {
                self.mistake(name.span().start, &format!("{key}.{}", name.get_ref()), reason);
            }
        }
    }

    /// Every `{word}` must be a choice: a slip of the pen would else reach the engine.
    /// So is `{port}` where there is one, and `{quintet}`.
    fn check_placeholders(&mut self, choices: &[Choice], has_port: bool) {
        for key in ["command", "env", "options"] {
            let Some(value) = self.get(key) else { continue };
            let texts: Vec<&Value<'_>> = match value.get_ref() {
                DeValue::Array(items) => items.iter().collect(),
                DeValue::Table(table) => table.values().collect(),
                DeValue::String(_)
                | DeValue::Integer(_)
                | DeValue::Float(_)
                | DeValue::Boolean(_)
                | DeValue::Datetime(_) => continue,
            };
            for text in texts {
                let words = text.get_ref().as_str().map(placeholders).unwrap_or_default();
                for word in words {
                    let is_program = word == "quintet" && key == "command";
                    let is_port = word == "port" && has_port && key != "options";
                    if !is_program && !is_port && !choices.iter().any(|choice| choice.name == word)
                    {
                        let reason = format!(
                            "{{{word}}} is not a choice of this entry; declare [engine.choices.{word}]"
                        );
                        self.mistake(text.span().start, key, reason);
                    }
                }
            }
        }
    }
}

fn read_choice(name: &str, value: &Value<'_>) -> Result<Choice, (usize, String)> {
    const SHAPE: &str = "must have values = [...] and default = one of them";
    let at = value.span().start;
    let table = value.get_ref().as_table().ok_or((at, SHAPE.to_owned()))?;
    for key in table.keys() {
        if !["values", "default"].contains(&key.get_ref().as_ref()) {
            let reason = format!("{:?} is not known; it {SHAPE}", key.get_ref());
            return Err((key.span().start, reason));
        }
    }
    let values: Vec<String> = table
        .get("values")
        .and_then(|values| values.get_ref().as_array()?.iter().map(scalar).collect())
        .filter(|values: &Vec<String>| !values.is_empty())
        .ok_or((at, SHAPE.to_owned()))?;
    let default = table.get("default").ok_or((at, SHAPE.to_owned()))?;
    let default_text = scalar(default).filter(|text| values.contains(text)).ok_or_else(|| {
        (default.span().start, format!("the default must be one of {}", values.join(", ")))
    })?;
    Ok(Choice { name: name.to_owned(), values, default: default_text })
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

/// Words of small letters in braces; any other brace is the engine's own affair.
fn placeholders(text: &str) -> Vec<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(word, _)| word)
        .filter(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        })
        .collect()
}

/// A text, a number or a switch, as text.
fn scalar(value: &Value<'_>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .map(|number| number.to_string()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(switch) => Some(switch.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

fn kind(value: &Value<'_>) -> &'static str {
    match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list of something else",
        DeValue::Table(_) => "a table",
    }
}

/// Tells the engine its port as the document says, unless the command does.
fn say_port(command: &mut Vec<String>) {
    if command.iter().any(|argument| argument.contains("{port}")) {
        return;
    }
    if !command.iter().any(|argument| argument == "-guide") {
        command.push("-guide".to_owned());
    }
    command.extend(["-port".to_owned(), "{port}".to_owned()]);
}

fn at_home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), BaseDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        (Some(_) | None, Some(_) | None) => PathBuf::from(text),
    }
}
