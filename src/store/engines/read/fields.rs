//! Validates the fields of one entry and reports their mistakes.
//!
//! Knows which values each key allows, not what the entry as a whole becomes.

use toml::Spanned;

use super::Mistake;
use super::written::{Field, Named, Scalar, Written, WrittenChoice, in_order};
use crate::games;
use crate::protocol::Protocol;
use crate::session::TcpRole;
use crate::store::engines::{Choice, RestartPolicy, fault_of_name};
use crate::store::is_address;

/// The fields of an entry, and the mistakes found so far.
pub(super) struct Fields<'w> {
    pub(super) written: &'w Written,
    pub(super) start: usize,
    pub(super) mistakes: Vec<Mistake>,
}

impl<'w> Fields<'w> {
    pub(super) fn mistake(&mut self, at: usize, key: &str, reason: String) {
        self.mistakes.push(Mistake { at, key: Some(key.to_owned()), reason });
    }

    fn missing(&mut self, key: &str, reason: &str) {
        self.mistake(self.start, key, reason.to_owned());
    }

    /// The place of the value; the start of the entry if there is none.
    pub(super) fn at<T>(&self, field: &Field<T>) -> usize {
        field.as_ref().map_or(self.start, |value| value.span().start)
    }

    /// The value of a key. A value of another kind is a mistake: `shape` says what it must be.
    fn value<T>(&mut self, key: &str, field: &'w Field<T>, shape: &str) -> Option<&'w T> {
        let value = field.as_ref()?.get_ref().0.as_ref();
        if value.is_none() {
            self.mistake(self.at(field), key, shape.to_owned());
        }
        value
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self, key: &str, field: &'w Field<String>) -> Option<String> {
        let text = self.value(key, field, "must be a text in quotes")?.trim();
        if text.is_empty() {
            self.mistake(self.at(field), key, "must not be empty".to_owned());
            return None;
        }
        Some(text.to_owned())
    }

    /// A key that does not belong in this entry.
    pub(super) fn forbid<T>(&mut self, key: &str, field: &Field<T>, reason: &str) {
        if field.is_some() {
            self.mistake(self.at(field), key, reason.to_owned());
        }
    }

    fn required_text(&mut self, key: &str, field: &'w Field<String>) -> Option<String> {
        if field.is_none() {
            self.missing(key, "is missing");
        }
        self.text(key, field)
    }

    /// The entry's name, which is shown in rows and sentences.
    pub(super) fn name(&mut self) -> Option<String> {
        let field = &self.written.name;
        let name = self.required_text("name", field)?;
        if let Some(fault) = fault_of_name(&name) {
            self.mistake(self.at(field), "name", fault);
        }
        Some(name)
    }

    pub(super) fn protocol(&mut self) -> Option<Protocol> {
        let field = &self.written.protocol;
        let text = self.required_text("protocol", field)?;
        // A protocol without any game of the list would make an engine without games.
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
            self.mistake(self.at(field), "protocol", reason);
        }
        protocol
    }

    pub(super) fn command(&mut self) -> Option<Vec<String>> {
        const SHAPE: &str = "must be a list of texts, the program first: [\"edax\", \"-nboard\"]";
        let field = &self.written.command;
        if field.is_none() {
            self.missing("command", "is missing; an entry has a command or an address");
        }
        let words = self.value("command", field, SHAPE)?;
        if words.first().is_none_or(|program| program.get_ref().trim().is_empty()) {
            self.mistake(self.at(field), "command", format!("is empty; it {SHAPE}"));
            return None;
        }
        Some(words.iter().map(|word| word.get_ref().clone()).collect())
    }

    /// The working directory. An empty text means no directory, which a profile needs to state.
    pub(super) fn dir(&mut self) -> Option<String> {
        let text = self.value("dir", &self.written.dir, "must be a text in quotes")?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// Bare names of programs.
    pub(super) fn needs(&mut self) -> Vec<String> {
        const SHAPE: &str = "must be a list of names of programs: [\"gnubg\"]";
        let field = &self.written.needs;
        let Some(names) = self.value("needs", field, SHAPE) else { return Vec::new() };
        let is_bare = |name: &String| !name.is_empty() && !name.contains(['/', '\\']);
        if !names.iter().all(is_bare) {
            self.mistake(self.at(field), "needs", format!("{SHAPE}, without folders"));
        }
        names.clone()
    }

    pub(super) fn address(&mut self) -> Option<String> {
        let field = &self.written.address;
        let text = self.text("address", field)?;
        if !is_address(&text) {
            let reason = format!("{text:?} is not host:port, such as \"127.0.0.1:5000\"");
            self.mistake(self.at(field), "address", reason);
            return None;
        }
        Some(text)
    }

    /// Which side listens, for an engine that talks over a socket.
    pub(super) fn role(&mut self) -> TcpRole {
        let field = &self.written.connect;
        match self.text("connect", field).as_deref() {
            None | Some("auto") => TcpRole::Auto,
            Some("connect") => TcpRole::Connect,
            Some("listen") => TcpRole::Listen,
            Some(other) => {
                let reason = format!("{other:?} is not known; allowed: auto, connect, listen");
                self.mistake(self.at(field), "connect", reason);
                TcpRole::Auto
            }
        }
    }

    pub(super) fn port(&mut self) -> Option<u16> {
        const SHAPE: &str =
            "must be a whole number from 1 to 65535; without it a free port is taken";
        self.value("port", &self.written.port, SHAPE).map(|port| port.get())
    }

    /// A table whose values are texts, numbers or switches, as texts, in the order of the file.
    pub(super) fn table(
        &mut self,
        key: &str,
        field: &'w Field<Named<Scalar>>,
    ) -> Vec<(String, String)> {
        const SHAPE: &str = "must be a table such as { NAME = \"value\" }";
        let Some(table) = self.value(key, field, SHAPE) else { return Vec::new() };
        let mut pairs = Vec::new();
        for (name, value) in in_order(table) {
            match &value.get_ref().0 {
                Some(Scalar(text)) => pairs.push((name.get_ref().clone(), text.clone())),
                None => {
                    let reason = "must be a text, a number or true/false".to_owned();
                    let key = format!("{key}.{}", name.get_ref());
                    self.mistake(value.span().start, &key, reason);
                }
            }
        }
        pairs
    }

    pub(super) fn restart(&mut self) -> RestartPolicy {
        let field = &self.written.restart;
        let Some(text) = self.text("restart", field) else { return RestartPolicy::default() };
        text.parse().unwrap_or_else(|reason| {
            self.mistake(self.at(field), "restart", reason);
            RestartPolicy::default()
        })
    }

    pub(super) fn timeouts(&mut self) -> f64 {
        const SHAPE: &str = "must be a number from 0.01 to 100; 2.0 waits twice as long";
        let field = &self.written.timeouts;
        let Some(scale) = self.value("timeouts", field, SHAPE) else { return 1.0 };
        if !(0.01..=100.0).contains(scale) {
            self.mistake(self.at(field), "timeouts", SHAPE.to_owned());
        }
        *scale
    }

    /// Search words for the engine, each once.
    pub(super) fn tags(&mut self) -> Vec<String> {
        const SHAPE: &str = "must be a list of texts: [\"strong\"]";
        let mut tags: Vec<String> = Vec::new();
        let written = self.value("tags", &self.written.tags, SHAPE);
        let written = written.into_iter().flatten().map(|tag| tag.trim());
        for tag in written.filter(|tag| !tag.is_empty()) {
            if !tags.iter().any(|known| known == tag) {
                tags.push(tag.to_owned());
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
        let field = &self.written.games;
        let Some(names) = self.value("games", field, "must be a list of texts: [\"othello\"]")
        else {
            return known.iter().map(|&name| name.to_owned()).collect();
        };
        for name in names {
            if !known.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                let reason =
                    format!("{name:?} is not a game of {protocol}; allowed: {}", known.join(", "));
                self.mistake(self.at(field), "games", reason);
            }
        }
        if names.is_empty() {
            let reason = format!("is empty; leave it out for all of {}", known.join(", "));
            self.mistake(self.at(field), "games", reason);
        }
        names.clone()
    }

    /// The variants of the entry by their proper names; its protocol must play each.
    pub(super) fn variants(
        &mut self,
        games: &[String],
        protocol: Option<Protocol>,
    ) -> Option<Vec<String>> {
        const SHAPE: &str = "must be a list of texts: [\"international\"]";
        let field = &self.written.variants;
        let names = self.value("variants", field, SHAPE)?;
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
            self.mistake(self.at(field), "variants", reason);
        }
        let mut variants = Vec::new();
        for name in names {
            match infos.iter().find_map(|info| info.find_variant(name)) {
                Some(variant) if known.contains(&variant.name) => {
                    variants.push(variant.name.to_owned());
                }
                Some(variant) => {
                    let over = protocol.map(|protocol| protocol.to_string()).unwrap_or_default();
                    let reason = format!("{:?} is not played over {over}; {allowed}", variant.name);
                    self.mistake(self.at(field), "variants", reason);
                }
                None => {
                    let reason = format!("{name:?} is not a variant of its games; {allowed}");
                    self.mistake(self.at(field), "variants", reason);
                }
            }
        }
        Some(variants)
    }

    pub(super) fn choices(&mut self) -> Vec<Choice> {
        const SHAPE: &str = "must be written [engine.choices.NAME]";
        let Some(table) = self.value("choices", &self.written.choices, SHAPE) else {
            return Vec::new();
        };
        let mut choices = Vec::new();
        for (name, value) in in_order(table) {
            let name = name.get_ref();
            match read_choice(name, value.span().start, value.get_ref().0.as_ref()) {
                Ok(choice) => choices.push(choice),
                Err((at, reason)) => self.mistake(at, &format!("choices.{name}"), reason),
            }
        }
        choices
    }

    /// Checks every value of a table by name; values of other kinds were reported before.
    pub(super) fn check_each(
        &mut self,
        key: &str,
        field: &Field<Named<Scalar>>,
        check: impl Fn(&str, &str) -> Result<(), String>,
    ) {
        let table = field.iter().flat_map(|field| &field.get_ref().0).flatten();
        for (name, value) in table {
            let Some(Scalar(text)) = &value.get_ref().0 else { continue };
            if let Err(reason) = check(name.get_ref(), text) {
                self.mistake(name.span().start, &format!("{key}.{}", name.get_ref()), reason);
            }
        }
    }

    /// Every `{word}` must be a choice, because a typing mistake would otherwise reach the engine;
    /// `{port}`, if there is a port, and `{quintet}` are also allowed.
    pub(super) fn check_placeholders(&mut self, choices: &[Choice], has_port: bool) {
        for (key, at, text) in self.texts_with_placeholders() {
            for word in placeholders(text) {
                let is_program = word == "quintet" && key == "command";
                let is_port = word == "port" && has_port && key != "options";
                if !is_program && !is_port && !choices.iter().any(|choice| choice.name == word) {
                    let reason = format!(
                        "{{{word}}} is not a choice of this entry; declare [engine.choices.{word}]"
                    );
                    self.mistake(at, key, reason);
                }
            }
        }
    }

    /// Key, place and text of each value that may have placeholders.
    fn texts_with_placeholders(&self) -> Vec<(&'static str, usize, &'w str)> {
        let mut texts = Vec::new();
        let command = self.written.command.iter().flat_map(|field| &field.get_ref().0).flatten();
        let of_word = |word: &'w Spanned<String>| ("command", word.span().start, &**word.get_ref());
        texts.extend(command.map(of_word));
        for (key, field) in [("env", &self.written.env), ("options", &self.written.options)] {
            let table = field.iter().flat_map(|field| &field.get_ref().0).flatten();
            texts.extend(table.filter_map(|(_, value)| {
                let Scalar(text) = value.get_ref().0.as_ref()?;
                Some((key, value.span().start, text.as_str()))
            }));
        }
        texts
    }
}

/// The variants of a game that can be played over a protocol; all of them for an unknown one.
fn played_variants(game: &dyn games::Game, protocol: Option<Protocol>) -> Vec<&'static str> {
    let link = protocol.and_then(|protocol| game.link(protocol.name()));
    let played = link.and_then(|link| link.variants());
    let all = game.info().variants.iter().map(|variant| variant.name);
    all.filter(|name| played.is_none_or(|played| played.contains(name))).collect()
}

/// A choice at this place; otherwise the place of the mistake and the expected value.
fn read_choice(
    name: &str,
    at: usize,
    written: Option<&WrittenChoice>,
) -> Result<Choice, (usize, String)> {
    let written = written.filter(|choice| !choice.values.is_empty()).ok_or_else(|| {
        (at, "must have values = [...] and default = one of them, and nothing else".to_owned())
    })?;
    let values: Vec<String> = written.values.iter().map(|Scalar(text)| text.clone()).collect();
    let Scalar(default) = written.default.get_ref();
    if !values.contains(default) {
        let reason = format!("the default must be one of {}", values.join(", "));
        return Err((written.default.span().start, reason));
    }
    Ok(Choice { name: name.to_owned(), default: default.clone(), values })
}

/// Words of small letters in braces; any other brace is passed to the engine.
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
