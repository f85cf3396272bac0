//! The fields of one entry, each read with its mistakes named.
//!
//! Knows what each key may be, not what the entry as a whole becomes.

use toml::de::{DeTable, DeValue};

use super::{Mistake, Value};
use crate::games;
use crate::protocol::Protocol;
use crate::session::TcpRole;
use crate::store::engines::{Choice, RestartPolicy, fault_of_name};
use crate::store::is_address;

/// The fields of an entry, and what is wrong with them so far.
pub(super) struct Fields<'f, 'i> {
    pub(super) fields: &'f DeTable<'i>,
    pub(super) start: usize,
    pub(super) mistakes: Vec<Mistake>,
}

impl<'f, 'i> Fields<'f, 'i> {
    pub(super) fn get(&self, key: &str) -> Option<&'f Value<'i>> {
        self.fields.get(key)
    }

    pub(super) fn at(&self, key: &str) -> usize {
        self.get(key).map_or(self.start, |value| value.span().start)
    }

    pub(super) fn mistake(&mut self, at: usize, key: &str, reason: String) {
        self.mistakes.push(Mistake { at, key: Some(key.to_owned()), reason });
    }

    pub(super) fn missing(&mut self, key: &str, reason: &str) {
        self.mistake(self.start, key, reason.to_owned());
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
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

    /// A text; `None` for an empty one, too: a profile says so that there is none.
    pub(super) fn text_or_empty(&mut self, key: &str) -> Option<String> {
        let is_empty = self.get(key)?.get_ref().as_str().is_some_and(|text| text.trim().is_empty());
        if is_empty { None } else { self.text(key) }
    }

    /// A key that has no place in this entry.
    pub(super) fn forbid(&mut self, key: &str, reason: &str) {
        if self.get(key).is_some() {
            self.mistake(self.at(key), key, reason.to_owned());
        }
    }

    pub(super) fn required_text(&mut self, key: &str) -> Option<String> {
        if self.get(key).is_none() {
            self.missing(key, "is missing");
        }
        self.text(key)
    }

    /// The entry's name, which stands in rows and sentences.
    pub(super) fn name(&mut self) -> Option<String> {
        let name = self.required_text("name")?;
        if let Some(fault) = fault_of_name(&name) {
            self.mistake(self.at("name"), "name", fault);
        }
        Some(name)
    }

    pub(super) fn protocol(&mut self) -> Option<Protocol> {
        let text = self.required_text("protocol")?;
        // A protocol that no game of the list is played over would make an engine without games.
        let played = |protocol: &Protocol| {
            games::GAMES.iter().any(|game| game.info().protocols.contains(&protocol.name()))
        };
        let protocol = Protocol::find(&text).filter(played);
        if protocol.is_none() {
            let known: Vec<&str> = Protocol::ALL
                .iter()
                .filter(|p| played(p))
                .map(|protocol| protocol.name())
                .collect();
            let reason = format!("{text:?} is not known; allowed: {}", known.join(", "));
            self.mistake(self.at("protocol"), "protocol", reason);
        }
        protocol
    }

    pub(super) fn command(&mut self) -> Option<Vec<String>> {
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

    /// Bare names of programs.
    pub(super) fn needs(&mut self) -> Vec<String> {
        const SHAPE: &str = "must be a list of names of programs: [\"gnubg\"]";
        let Some(value) = self.get("needs") else { return Vec::new() };
        let names = self.list("needs", value, SHAPE).unwrap_or_default();
        let is_bare = |name: &String| !name.is_empty() && !name.contains(['/', '\\']);
        if !names.iter().all(is_bare) {
            let reason = format!("{SHAPE}, without folders");
            self.mistake(value.span().start, "needs", reason);
        }
        names
    }

    pub(super) fn list(
        &mut self,
        key: &str,
        value: &Value<'_>,
        shape: &str,
    ) -> Option<Vec<String>> {
        let texts = value.get_ref().as_array().and_then(|items| {
            items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
        });
        if texts.is_none() {
            self.mistake(value.span().start, key, format!("{shape}, not {}", kind(value)));
        }
        texts
    }

    pub(super) fn address(&mut self) -> Option<String> {
        let text = self.text("address")?;
        if !is_address(&text) {
            let reason = format!("{text:?} is not host:port, such as \"127.0.0.1:5000\"");
            self.mistake(self.at("address"), "address", reason);
            return None;
        }
        Some(text)
    }

    /// Who listens, of an engine that talks over a socket.
    pub(super) fn role(&mut self) -> TcpRole {
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

    pub(super) fn port(&mut self) -> Option<u16> {
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
    pub(super) fn table(&mut self, key: &str) -> Vec<(String, String)> {
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

    pub(super) fn restart(&mut self) -> RestartPolicy {
        let at = self.get("restart").map_or(0, |value| value.span().start);
        let Some(text) = self.text("restart") else { return RestartPolicy::default() };
        text.parse().unwrap_or_else(|reason| {
            self.mistake(at, "restart", reason);
            RestartPolicy::default()
        })
    }

    pub(super) fn timeouts(&mut self) -> f64 {
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

    /// Words that people find the engine by, each once.
    pub(super) fn tags(&mut self) -> Vec<String> {
        let Some(value) = self.get("tags") else { return Vec::new() };
        let texts = self.list("tags", value, "must be a list of texts: [\"strong\"]");
        let texts = texts.unwrap_or_default().into_iter().map(|tag| tag.trim().to_owned());
        let mut tags: Vec<String> = Vec::new();
        for tag in texts.filter(|tag| !tag.is_empty()) {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        tags
    }

    /// The games of the entry, or all games that speak its protocol.
    pub(super) fn games(&mut self, protocol: Protocol) -> Vec<String> {
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

    /// The variants of the entry by their proper names; its protocol must play each.
    pub(super) fn variants(
        &mut self,
        games: &[String],
        protocol: Option<Protocol>,
    ) -> Option<Vec<String>> {
        let value = self.get("variants")?;
        let names = self.list("variants", value, "must be a list of texts: [\"international\"]")?;
        let games_of: Vec<&dyn games::Game> =
            games.iter().filter_map(|name| games::find(name)).map(|game| game as _).collect();
        let infos: Vec<&games::GameInfo> = games_of.iter().map(|game| game.info()).collect();
        let known: Vec<&str> =
            games_of.iter().flat_map(|game| played_variants(*game, protocol)).collect();
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
                Some(variant) if known.contains(&variant.name) => {
                    variants.push(variant.name.to_owned());
                }
                Some(variant) => {
                    let over = protocol.map(|protocol| protocol.to_string()).unwrap_or_default();
                    let reason = format!("{:?} is not played over {over}; {allowed}", variant.name);
                    self.mistake(value.span().start, "variants", reason);
                }
                None => {
                    let reason = format!("{name:?} is not a variant of its games; {allowed}");
                    self.mistake(value.span().start, "variants", reason);
                }
            }
        }
        Some(variants)
    }

    pub(super) fn choices(&mut self) -> Vec<Choice> {
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
    pub(super) fn check_each(
        &mut self,
        key: &str,
        check: impl Fn(&str, &str) -> Result<(), String>,
    ) {
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
    pub(super) fn check_placeholders(&mut self, choices: &[Choice], has_port: bool) {
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

/// The variants of a game that can be played over a protocol; of an unknown one, all.
fn played_variants(game: &dyn games::Game, protocol: Option<Protocol>) -> Vec<&'static str> {
    let link = protocol.and_then(|protocol| game.link(protocol.name()));
    let played = link.and_then(|link| link.variants());
    let all = game.info().variants.iter().map(|variant| variant.name);
    all.filter(|name| played.is_none_or(|played| played.contains(name))).collect()
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

/// Words of small letters in braces; any other brace is the engine's own affair.
pub(super) fn placeholders(text: &str) -> Vec<&str> {
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

pub(super) fn kind(value: &Value<'_>) -> &'static str {
    match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list of something else",
        DeValue::Table(_) => "a table",
    }
}
