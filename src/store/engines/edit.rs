//! Changes a list of engines in its file: comments and order stay, and so do changes by other
//! programs.
//!
//! Does not validate by itself: a changed list is read like any list, and a mistake in it is an
//! error here, before anything is written.

mod apply;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table};

use self::apply::{apply, is_profile, keep_program};
use super::disk::{as_text, read_bytes};
use super::form::TextForm;
use super::{EngineEntry, EngineList, RestartPolicy, fault_of_name, formatting, read};
use crate::protocol::Protocol;
use crate::store::atomic::{copy_aside, keep_others_away, write_atomically};
use crate::store::{FileError, Places};

/// The head of a list that the program creates.
const HEAD: &str = "# Your engines. The program changes this file, too: it leaves comments and \
                    order alone.\n# The keys of an entry are explained in the list that comes with \
                    the program.\n\nversion = 1\n";

/// A new entry.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineDraft {
    /// Its name; must be free.
    pub name: String,
    /// Its protocol.
    pub protocol: Protocol,
    /// Where it is.
    pub target: DraftTarget,
    /// The games it plays; empty for all games of its protocol.
    pub games: Vec<String>,
    /// The variants it plays; empty if the engine declares them itself.
    pub variants: Vec<String>,
    /// Dialect settings.
    pub dialect: Vec<(String, String)>,
    /// Search words for it.
    pub tags: Vec<String>,
}

/// The target of a new entry.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum DraftTarget {
    /// A program.
    Command {
        /// The program and its arguments.
        command: Vec<String>,
        /// Working directory; `None` for the folder of the program.
        dir: Option<PathBuf>,
    },
    /// A socket, `host:port`.
    Socket(String),
}

/// A change of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineChange {
    /// The program and its arguments. Arguments that do not change keep their spelling.
    Command(Vec<String>),
    /// `host:port` of an entry that has an address.
    Address(String),
    /// Working directory; empty for the folder of the program.
    Dir(String),
    /// The environment's additions, all of them.
    Env(Vec<(String, String)>),
    /// The engine's options, all of them. A name that is a choice of the entry sets its default.
    Options(Vec<(String, String)>),
    /// What all deadlines are multiplied by.
    Timeouts(f64),
    /// What happens in the window when it fails.
    Restart(RestartPolicy),
    /// All dialect settings.
    Dialect(Vec<(String, String)>),
    /// All search words for it.
    Tags(Vec<String>),
    /// Its protocol. Entries that only the old protocol has are removed: dialect settings, options,
    /// games and variants.
    Protocol(Protocol),
    /// All games it plays; empty for all of its protocol.
    Games(Vec<String>),
    /// All variants it plays; empty if the engine declares them itself.
    Variants(Vec<String>),
    /// Another name; must be free.
    Name(String),
}

/// A removed entry, for undo.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RemovedEngine {
    /// Its name.
    pub name: String,
    /// The list before, and after.
    before: String,
    after: String,
    /// The entry with the lines directly above it.
    block: String,
}

/// A list that could not be read and was kept under another name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SetAside {
    /// The file, as it was.
    pub file: PathBuf,
    /// Why it could not be read, with the line.
    pub reason: String,
}

/// Side effects of writing a list.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Saved {
    /// A damaged list was set aside, and this one created.
    pub aside: Option<SetAside>,
}

/// Why a list cannot be changed like this. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// There is no such entry.
    #[error("no engine is named {0:?} in the list")]
    Unknown(String),
    /// An entry of this name exists already.
    #[error("an engine is named {0:?} already")]
    Taken(String),
    /// It comes with the program.
    #[error("{0} comes with the program and cannot be {1}; a profile of it can")]
    Shipped(String, &'static str),
    /// Its protocol comes from the program's own list.
    #[error(
        "{0} is a profile of an engine that comes with the program and speaks what that one speaks"
    )]
    Bound(String),
    /// The list would have a mistake.
    #[error("{0}")]
    Invalid(String),
    /// The list is not written as `[[engine]]`.
    #[error(
        "{path:?} lists its engines in another way than [[engine]]; it has to be changed by hand"
    )]
    Shape {
        /// The file.
        path: PathBuf,
    },
    /// A newer program has written the list.
    #[error("{path:?} is of a version that this program does not know; nothing was written")]
    Version {
        /// The file.
        path: PathBuf,
    },
    /// Another program has written the file since it was read here.
    #[error("{path:?} was changed by another program in the meantime; nothing was written")]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A list of engines, open for changes. Nothing is written before [`EngineFile::save`].
#[derive(Debug)]
pub struct EngineFile {
    path: PathBuf,
    places: Places,
    /// What was on the disk; `None` where there was no file.
    read: Option<Vec<u8>>,
    /// Why it cannot be read, with the line: it is set aside when the list is saved.
    fault: Option<String>,
    form: TextForm,
    /// The current list, without its form.
    text: String,
}

impl EngineFile {
    /// Opens the list, changes it and writes it; returns the result of the change. Other instances
    /// of this program wait meanwhile; if another program writes the file at the same moment, the
    /// change is made again.
    ///
    /// # Errors
    ///
    /// When the list cannot be read, changed or written, as the change, [`EngineFile::open`] and
    /// [`EngineFile::save`] say; or when it is of another version.
    pub fn change<T>(
        path: &Path,
        places: &Places,
        change: impl Fn(&mut Self) -> Result<T, EditError>,
    ) -> Result<(T, Saved), EditError> {
        let _others = keep_others_away(path);
        let attempt = || {
            let mut file = Self::open(path, places)?;
            if file.own().problems.iter().any(|problem| problem.is_version()) {
                return Err(EditError::Version { path: path.to_owned() });
            }
            let given = change(&mut file)?;
            file.save().map(|saved| (given, saved))
        };
        match attempt() {
            Err(EditError::Changed { .. }) => attempt(),
            done => done,
        }
    }

    /// Reads the list; if there is no file, starts a new list. If the file isn't valid TOML, a new
    /// list is started too, and the file is set aside unchanged when that list is saved.
    ///
    /// # Errors
    ///
    /// When the path cannot be read: a folder, a pipe, a file of a megabyte.
    pub fn open(path: &Path, places: &Places) -> Result<Self, EditError> {
        Ok(Self::of_bytes(path, read_bytes(path)?, places))
    }

    /// The same for a file with these bytes; `None` for one that does not exist yet. `path` is its
    /// place: for messages, for paths relative to its folder, and for [`EngineFile::save`].
    #[must_use]
    pub fn of_bytes(path: &Path, read: Option<Vec<u8>>, places: &Places) -> Self {
        let text = match read.clone().map(as_text) {
            None => Ok(None),
            Some(Ok(text)) => read::fault_of(&text).map_or(Ok(Some(text)), Err),
            Some(Err(unread)) => Err(unread.in_one().to_string()),
        };
        let (text, fault) = match text {
            Ok(text) => (text, None),
            Err(fault) => (None, Some(fault)),
        };
        let (form, text) = match text {
            Some(text) => TextForm::taken_from(&text),
            None => (TextForm::default(), HEAD.to_owned()),
        };
        Self { path: path.to_owned(), places: places.clone(), read, fault, form, text }
    }

    /// The text that would be written now.
    #[must_use]
    pub fn text(&self) -> String {
        self.form.given_to(&self.text)
    }

    /// The current list, with its mistakes.
    #[must_use]
    pub fn list(&self) -> EngineList {
        let mut list = EngineList::shipped(&self.places);
        list.put_before(self.own());
        list
    }

    fn own(&self) -> EngineList {
        read::read_list(&self.text, &self.path, &self.places.program)
    }

    fn entry(&self, name: &str) -> Result<EngineEntry, EditError> {
        let mut entries = self.list().entries.into_iter();
        let found = entries.find(|entry| entry.has_name(name));
        found.ok_or_else(|| EditError::Unknown(name.to_owned()))
    }

    /// Adds an entry at the end.
    ///
    /// # Errors
    ///
    /// When its name is taken, or a value is invalid.
    pub fn add(&mut self, draft: &EngineDraft) -> Result<(), EditError> {
        self.check_free(&draft.name)?;
        self.append(&draft_table(draft))
    }

    /// Changes an entry; one of an engine that comes with the program gets an entry of the user's
    /// own, which holds only the differences.
    ///
    /// # Errors
    ///
    /// When there is no such entry, or the change is not possible.
    pub fn set(&mut self, name: &str, change: &EngineChange) -> Result<(), EditError> {
        self.set_all(name, std::slice::from_ref(change))
    }

    /// As [`EngineFile::set`] with several changes at once: all of them are made, or none.
    ///
    /// # Errors
    ///
    /// As [`EngineFile::set`].
    pub fn set_all(&mut self, name: &str, changes: &[EngineChange]) -> Result<(), EditError> {
        let before = self.text.clone();
        let done = self.set_each(name, changes);
        if done.is_err() {
            self.text = before;
        }
        done
    }

    fn set_each(&mut self, name: &str, changes: &[EngineChange]) -> Result<(), EditError> {
        let entry = self.entry(name)?;
        let is_name = |change: &&EngineChange| matches!(change, EngineChange::Name(_));
        let (names, others): (Vec<&EngineChange>, Vec<&EngineChange>) =
            changes.iter().partition(is_name);
        if !others.is_empty() {
            self.set_in(&entry, &others)?;
        }
        for change in names {
            if let EngineChange::Name(to) = change {
                self.rename(&entry, to)?;
            }
        }
        Ok(())
    }

    fn set_in(&mut self, entry: &EngineEntry, changes: &[&EngineChange]) -> Result<(), EditError> {
        if !entry.own {
            self.append(&profile_table(&entry.name, &entry.name))?;
        }
        let mistakes = self.own().problems;
        let mut document = self.document()?;
        let idx = self.idx_of(&document, &entry.name)?;
        let table = tables(&mut document).and_then(|tables| tables.get_mut(idx));
        let table = table.ok_or_else(|| EditError::Unknown(entry.name.clone()))?;
        let speaks = |change: &&EngineChange| matches!(change, EngineChange::Protocol(_));
        if is_profile(table) && changes.iter().any(speaks) {
            return Err(EditError::Bound(entry.name.clone()));
        }
        let program = self.places.program.to_string_lossy();
        // What a new protocol does not know is removed first: the other changes are for the new
        // protocol.
        let (first, others): (Vec<&EngineChange>, Vec<&EngineChange>) =
            changes.iter().copied().partition(speaks);
        for change in changes {
            keep_program(table, entry, change);
        }
        for change in first.into_iter().chain(others) {
            apply(table, entry, &program, change);
        }
        self.text = document.to_string();
        self.check(&mistakes)
    }

    fn rename(&mut self, entry: &EngineEntry, to: &str) -> Result<(), EditError> {
        let to = to.trim();
        if entry.name == to {
            return Ok(());
        }
        if entry.shipped {
            return Err(EditError::Shipped(entry.name.clone(), "renamed"));
        }
        if !entry.has_name(to) {
            self.check_free(to)?;
        }
        let mut document = self.document()?;
        let idx = self.idx_of(&document, &entry.name)?;
        let mistakes = self.own().problems;
        let Some(all) = tables(&mut document) else { return Ok(()) };
        if let Some(table) = all.get_mut(idx) {
            formatting::set(table, "name", Some(to.into()));
        }
        for table in all.iter_mut().filter(|table| !is_profile(table)) {
            let base = table.get("profile-of").and_then(Item::as_str).map(str::trim);
            if base.is_some_and(|base| entry.has_name(base)) {
                formatting::set(table, "profile-of", Some(to.into()));
            }
        }
        self.text = document.to_string();
        self.check(&mistakes)
    }

    /// Adds a profile: the same engine again, under another name, with its own settings.
    ///
    /// # Errors
    ///
    /// When there is no such entry, or the name is taken.
    pub fn copy(&mut self, name: &str, to: &str) -> Result<(), EditError> {
        let entry = self.entry(name)?;
        self.check_free(to)?;
        if !entry.own {
            return self.append(&profile_table(to, &entry.name));
        }
        let mut document = self.document()?;
        let idx = self.idx_of(&document, &entry.name)?;
        let table = tables(&mut document).and_then(|tables| tables.get(idx).cloned());
        let mut table = table.ok_or_else(|| EditError::Unknown(entry.name.clone()))?;
        formatting::set(&mut table, "name", Some(to.trim().into()));
        table.remove("short");
        // A profile of a profile of the program's own engine is one of that engine, too.
        if !is_profile(&table) {
            formatting::set(&mut table, "profile-of", Some(entry.name.as_str().into()));
        }
        table.decor_mut().clear();
        self.append(&formatting::block("engine", &table))
    }

    /// Removes an entry with the comment directly above it. An engine that comes with the program
    /// then has its original settings.
    ///
    /// # Errors
    ///
    /// When there is no such entry in this file.
    pub fn remove(&mut self, name: &str) -> Result<RemovedEngine, EditError> {
        let entry = self.entry(name)?;
        if !entry.own {
            return Err(EditError::Shipped(entry.name, "removed"));
        }
        let mut document = self.document()?;
        let idx = self.idx_of(&document, &entry.name)?;
        let trailing = document.trailing().as_str().unwrap_or_default().to_owned();
        let all = tables(&mut document).ok_or_else(|| EditError::Unknown(name.to_owned()))?;
        let mut table = all.remove(idx);
        let lead = table.decor().prefix().and_then(|lead| lead.as_str()).unwrap_or_default();
        let (kept, own) = formatting::split_lead(lead);
        let (kept, own) = (kept.to_owned(), own.to_owned());
        table.decor_mut().set_prefix(own.clone());
        let block = format!("{own}{}", {
            table.decor_mut().clear();
            formatting::block("engine", &table)
        });
        // Text that belongs to no entry stays where it was.
        match all.get_mut(idx) {
            Some(next) => {
                let lead = next.decor().prefix().and_then(|lead| lead.as_str()).unwrap_or_default();
                let lead = joined(&kept, lead);
                next.decor_mut().set_prefix(lead);
            }
            None => document.set_trailing(joined(&kept, &trailing)),
        }
        let after = document.to_string();
        let before = std::mem::replace(&mut self.text, after.clone());
        Ok(RemovedEngine { name: entry.name, before, after, block })
    }

    /// Restores a removed entry: in its place, or at the end if the list has changed since.
    ///
    /// # Errors
    ///
    /// When its name was taken meanwhile.
    pub fn restore(&mut self, removed: &RemovedEngine) -> Result<(), EditError> {
        if self.text == removed.after {
            self.text.clone_from(&removed.before);
            return Ok(());
        }
        let taken = self.own().entries.iter().any(|entry| entry.has_name(&removed.name));
        if taken {
            return Err(EditError::Taken(removed.name.clone()));
        }
        self.append(&removed.block)
    }

    /// Writes the list completely, or not at all.
    ///
    /// # Errors
    ///
    /// When another program has written the file since it was opened, or it cannot be written.
    pub fn save(self) -> Result<Saved, EditError> {
        if read_bytes(&self.path)? != self.read {
            return Err(EditError::Changed { path: self.path });
        }
        let text = self.text();
        let aside = match self.fault {
            Some(reason) => {
                // A copy first, so that there is a list at any moment.
                let file = copy_aside(&self.path, SystemTime::now())?;
                Some(SetAside { file, reason })
            }
            None => None,
        };
        write_atomically(&self.path, text.as_bytes())?;
        Ok(Saved { aside })
    }

    fn check_free(&self, name: &str) -> Result<(), EditError> {
        let name = name.trim();
        if let Some(fault) = fault_of_name(name) {
            return Err(EditError::Invalid(fault));
        }
        if self.list().entries.iter().any(|entry| entry.has_name(name)) {
            return Err(EditError::Taken(name.to_owned()));
        }
        Ok(())
    }

    fn document(&self) -> Result<DocumentMut, EditError> {
        let parsed = self.text.parse::<DocumentMut>();
        parsed.map_err(|error| {
            let words = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            EditError::Invalid(format!("the list cannot be changed: {words}"))
        })
    }

    /// The place in the file of the entry that is used under this name: the reader skips others of
    /// the same name.
    fn idx_of(&self, document: &DocumentMut, name: &str) -> Result<usize, EditError> {
        let Some(Item::ArrayOfTables(_)) = document.get("engine") else {
            return Err(EditError::Shape { path: self.path.clone() });
        };
        let (list, places) = read::read_placed(&self.text, &self.path, &self.places.program);
        let mut read = list.entries.iter().zip(places);
        let found = read.find(|(entry, _)| entry.has_name(name)).map(|(_, idx)| idx);
        found.ok_or_else(|| EditError::Unknown(name.to_owned()))
    }

    fn append(&mut self, block: &str) -> Result<(), EditError> {
        self.document()?;
        let mistakes = self.own().problems;
        let mut text = self.text.clone();
        formatting::append(&mut text, block);
        if text.parse::<DocumentMut>().is_err() {
            return Err(EditError::Shape { path: self.path.clone() });
        }
        let before = std::mem::replace(&mut self.text, text);
        self.check(&mistakes).inspect_err(|_| self.text = before)
    }

    /// The list has no new mistakes.
    fn check(&self, known: &[super::EngineProblem]) -> Result<(), EditError> {
        type Key<'a> = (&'a Option<String>, &'a Option<String>, &'a String);
        fn key(problem: &super::EngineProblem) -> Key<'_> {
            (&problem.engine, &problem.key, &problem.reason)
        }
        let known: HashSet<Key<'_>> = known.iter().map(key).collect();
        let problems = self.own().problems;
        let new = problems.iter().find(|problem| !known.contains(&key(problem)));
        let Some(problem) = new else { return Ok(()) };
        let reason = &problem.reason;
        let words = match problem.key.as_deref().map(key_words) {
            None => reason.clone(),
            // `is missing` goes on with the sentence, `"x" is not known` begins one.
            Some(key) if reason.starts_with(char::is_lowercase) => format!("{key} {reason}"),
            Some(key) => format!("{key}: {reason}"),
        };
        Err(EditError::Invalid(words))
    }
}

/// A key of an entry in words for the user: `options.file` is the option file.
fn key_words(key: &str) -> String {
    match key.split_once('.') {
        Some(("options", name)) => format!("the option {name}"),
        Some(("dialect", name)) => format!("the dialect setting {name}"),
        Some(("choices", name)) => format!("the choice {name}"),
        Some(("env", name)) => format!("{name} in the environment"),
        Some(_) => key.to_owned(),
        None => match key {
            "dir" => "the folder".to_owned(),
            "env" => "the environment".to_owned(),
            key => format!("the {key}"),
        },
    }
}

/// Two leading comments of entries as one, with an empty line between comments.
fn joined(first: &str, second: &str) -> String {
    if first.trim().is_empty() {
        return second.to_owned();
    }
    format!("{first}{}", second.trim_start_matches('\n'))
}

fn tables(document: &mut DocumentMut) -> Option<&mut ArrayOfTables> {
    document.get_mut("engine")?.as_array_of_tables_mut()
}

fn profile_table(name: &str, base: &str) -> String {
    let mut table = Table::new();
    table.insert("name", name.trim().into());
    table.insert("profile-of", base.into());
    formatting::block("engine", &table)
}

fn draft_table(draft: &EngineDraft) -> String {
    let mut table = Table::new();
    table.insert("name", draft.name.trim().into());
    table.insert("protocol", draft.protocol.name().into());
    match &draft.target {
        DraftTarget::Command { command, dir } => {
            table.insert("command", formatting::list(command).into());
            if let Some(dir) = dir {
                table.insert("dir", dir.to_string_lossy().as_ref().into());
            }
        }
        DraftTarget::Socket(address) => {
            table.insert("address", address.as_str().into());
        }
    }
    for (key, texts) in
        [("games", &draft.games), ("variants", &draft.variants), ("tags", &draft.tags)]
    {
        if !texts.is_empty() {
            table.insert(key, formatting::list(texts).into());
        }
    }
    formatting::set_pairs(&mut table, "dialect", &draft.dialect, false);
    formatting::block("engine", &table)
}

#[cfg(test)]
mod kept_tests;
#[cfg(test)]
mod tests;
