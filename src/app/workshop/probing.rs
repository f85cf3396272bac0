//! Adding engines by probing them, and probing those of the list again.
//!
//! Speaks no protocol: `play` does, in a task of its own, and its news comes here.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::parts::probing::{Probing, Shown, Try};
use super::state::Workshop;
use crate::app::command::NewEngine;
use crate::app::effect::{Effect, Work};
use crate::app::outside::{Outside, ProbingNews};
use crate::app::views::{NoteKind, NoteView, NoticeKind, ProbeState, VerdictView};
use crate::app::words::sentence;
use crate::games;
use crate::play::{Greeting, ProbeError, ProbeNews, ProbeRemark, ProbeReport, ProbeTry};
use crate::protocol::Protocol;
use crate::store::{Attempt, EngineSource, Folders, SourceError, write_atomically};

impl Workshop {
    /// Probes what the text means, and adds what is found to the list.
    pub(super) fn add_engine(&mut self, new: NewEngine) {
        if self.is_busy_probing(new.text.trim()) {
            return;
        }
        let wanted = new.protocol.as_deref().and_then(Protocol::find);
        let number = self.begin_probing(new.text.trim(), None, wanted);
        self.effects.push(Effect::Work(Work::new(move || {
            Outside::Probing(number, ProbingNews::Source(read_source(&new)))
        })));
    }

    /// Probes an engine of the list.
    pub(super) fn probe_engine(&mut self, name: &str) {
        if self.is_busy_probing(name) {
            return;
        }
        let launch = self.catalogue.launch_to_ask(name);
        let entry = self.catalogue.list.entries.iter().find(|entry| entry.name == name);
        let games = entry.map(|entry| {
            let known = entry.games.iter().filter_map(|game| games::find(game));
            known.map(|game| game.info().name).collect()
        });
        let source = entry.map_or_else(|| name.to_owned(), |entry| entry.target.to_string());
        self.begin_probing(&source, Some(name.to_owned()), None);
        let Some(probing) = &mut self.probing else { return };
        match launch {
            Ok(launch) => {
                probing.tries.push(Try {
                    attempt: None,
                    launch,
                    games: games.unwrap_or_default(),
                    is_known: true,
                    state: ProbeState::Waiting,
                    log: None,
                });
                self.start_probe();
            }
            Err(cause) => probing.fail(sentence(&cause.said_of(name))),
        }
    }

    /// There is one probe at a time: another ends none that runs, and it is said why not.
    fn is_busy_probing(&mut self, wanted: &str) -> bool {
        let Some(running) = self.probing.as_ref().filter(|probing| probing.is_running()) else {
            return false;
        };
        let now = running.entry.as_ref().unwrap_or(&running.source);
        let text = format!(
            "{now} is being probed. {wanted} can be probed once that is over or was stopped."
        );
        self.messages.notice(NoticeKind::Refused, text);
        true
    }

    fn begin_probing(
        &mut self,
        source: &str,
        entry: Option<String>,
        wanted: Option<Protocol>,
    ) -> u64 {
        self.n_probes += 1;
        self.forget_probe();
        self.probing = Some(Probing {
            number: self.n_probes,
            source: source.to_owned(),
            entry,
            wanted,
            tries: Vec::new(),
            verdict: None,
            speaks: None,
            choices: Arc::from([]),
            shown: Shown::default(),
            began: Instant::now(),
            ended: None,
        });
        self.n_probes
    }

    fn start_probe(&mut self) {
        let Some(probing) = &mut self.probing else { return };
        let tries = probing.tries.iter().map(|tried| ProbeTry {
            launch: tried.launch.clone(),
            games: tried.games.clone(),
            is_known: tried.is_known,
        });
        self.effects.push(Effect::Probe(probing.number, tries.collect()));
    }

    /// The probe that is shown goes, and ends where it runs.
    pub(super) fn forget_probe(&mut self) {
        if self.probing.take().is_some() {
            self.effects.push(Effect::EndProbe);
        }
    }

    /// The same where it is of this engine.
    pub(super) fn forget_probe_of(&mut self, name: &str) {
        if self.probing.as_ref().is_some_and(|probing| probing.entry.as_deref() == Some(name)) {
            self.forget_probe();
        }
    }

    /// Ends a probe that runs; what was heard so far stays on show.
    pub(super) fn stop_probe(&mut self) {
        let Some(probing) = self.probing.as_mut().filter(|probing| probing.is_running()) else {
            return;
        };
        self.effects.push(Effect::EndProbe);
        probing.fail("The probe was stopped.".to_owned());
    }

    /// The page that shows the probe was left: the user does not see any more what is tried.
    pub(super) fn leave_probe(&mut self) {
        let Some(probing) = self.probing.as_ref().filter(|probing| probing.is_running()) else {
            return;
        };
        let text = format!("The probe of {} was stopped when its page was left.", probing.source);
        self.stop_probe();
        self.messages.notice(NoticeKind::Info, text);
    }

    /// Adds what could not be probed, as it was said.
    pub(super) fn add_unprobed(&mut self, new: NewEngine) {
        let Some(protocol) = new.protocol.as_deref().and_then(Protocol::find) else { return };
        let number = self.n_probes;
        self.effects.push(Effect::Work(Work::new(move || {
            Outside::Probing(number, ProbingNews::Unprobed(protocol, read_source(&new)))
        })));
    }

    fn add_source(
        &mut self,
        protocol: Protocol,
        source: Result<(EngineSource, Folders), SourceError>,
        now: Instant,
    ) {
        let attempt = match source {
            Ok((source, folders)) => {
                let all = Attempt::all(&source, Some(protocol), &folders, &self.places);
                all.into_iter().next()
            }
            Err(error) => {
                return self.messages.notice(NoticeKind::Refused, sentence(&error.to_string()));
            }
        };
        let Some(attempt) = attempt else {
            let words = "That is a folder of several programs: one of them has to be named.";
            return self.messages.notice(NoticeKind::Refused, words);
        };
        let name = self.free_name(&attempt.launch.config.name);
        let draft = attempt.draft(&name, "");
        if self.edit_list(|file| file.add(&draft), now).is_some() {
            let text = format!("{name} was added to the list without having answered.");
            // The probe on show was of something else, or has failed: it stays what it was.
            self.messages.notice(NoticeKind::Info, text);
        }
    }

    pub(super) fn note_probing(&mut self, number: u64, news: ProbingNews, now: Instant) {
        let news = match news {
            ProbingNews::Saved(path, result) => return self.probe_was_saved(&path, result, now),
            ProbingNews::Unprobed(protocol, source) => {
                return self.add_source(protocol, source, now);
            }
            ProbingNews::Source(_) | ProbingNews::Probe(_) => news,
        };
        let current = self.probing.as_mut().filter(|p| p.number == number && p.is_running());
        let Some(probing) = current else { return };
        match news {
            ProbingNews::Source(Ok((EngineSource::Choice(paths), _))) => {
                let n = paths.len();
                probing.choices = paths.iter().map(|path| path.display().to_string()).collect();
                probing.fail(format!("The folder has {n} programs: choose the engine."));
            }
            ProbingNews::Source(Ok((source, folders))) => {
                for attempt in Attempt::all(&source, probing.wanted, &folders, &self.places) {
                    probing.tries.push(Try {
                        launch: attempt.launch.clone(),
                        games: attempt.games(),
                        is_known: attempt.known.is_some(),
                        attempt: Some(attempt),
                        state: ProbeState::Waiting,
                        log: None,
                    });
                }
                self.start_probe();
            }
            ProbingNews::Source(Err(error)) => probing.fail(sentence(&error.to_string())),
            ProbingNews::Probe(news) => self.note_probe(news, now),
            ProbingNews::Saved(..) | ProbingNews::Unprobed(..) => {}
        }
    }

    fn probe_was_saved(&mut self, path: &Path, result: Result<(), String>, now: Instant) {
        match result {
            Ok(()) => {
                let text = format!("The transcript was saved as {}.", path.display());
                self.messages.notice(NoticeKind::Info, text);
            }
            Err(error) => {
                let text = format!("The transcript could not be saved: {error}.");
                self.messages.problem(text, Vec::new(), None, now);
            }
        }
    }

    fn note_probe(&mut self, news: ProbeNews, now: Instant) {
        let Some(probing) = &mut self.probing else { return };
        let mut set = |idx: usize, state: ProbeState| {
            if let Some(tried) = probing.tries.get_mut(idx) {
                tried.state = state;
            }
        };
        match news {
            ProbeNews::Trying(idx, log) => {
                set(idx, ProbeState::Running);
                if let Some(tried) = probing.tries.get_mut(idx) {
                    tried.log = Some(log);
                }
            }
            ProbeNews::Failed(idx, error) => set(idx, ProbeState::Failed(error.to_string())),
            ProbeNews::Found(idx, _) => set(idx, ProbeState::Found),
            ProbeNews::Over(report) => self.probe_is_over(report, now),
        }
    }

    fn probe_is_over(&mut self, report: ProbeReport, now: Instant) {
        let Some(probing) = &mut self.probing else { return };
        let Some((idx, greeting)) = &report.found else {
            let text = failed_words(&report.failed, probing);
            probing.speaks = probing.entry.as_ref().and_then(|_| probing.heard_instead());
            return probing.fail(text);
        };
        let Some(tried) = probing.tries.get(*idx) else { return };
        let protocol = tried.launch.protocol;
        let wrong = report.wrong(protocol);
        let idx = *idx;
        let good = wrong.is_none();
        let text = sentence(&wrong.unwrap_or_else(|| greeting.sentence(protocol)));
        let attempt = tried.attempt.clone();
        let folder = attempt.as_ref().and_then(Attempt::folder);
        let verdict = VerdictView { good, text, notes: notes(&report, folder) };
        if let (false, Some(tried)) = (good, probing.tries.get_mut(idx)) {
            tried.state = ProbeState::Failed(verdict.text.trim_end_matches('.').to_owned());
        }
        probing.end(verdict);
        let (name, is_new) = match (&probing.entry, attempt) {
            (None, Some(attempt)) => (self.add_found(&attempt, greeting, now), true),
            (entry, _) => (entry.clone(), false),
        };
        let Some(name) = name else { return };
        self.note_known(&name, greeting.capabilities, greeting.options.clone());
        // What is known of its checks stands beside the verdict.
        if is_new || (good && !self.checks.knows(&name)) {
            self.start_check(&name);
        }
    }

    /// Adds an engine that was found; its name in the list.
    fn add_found(
        &mut self,
        attempt: &Attempt,
        greeting: &Greeting,
        now: Instant,
    ) -> Option<String> {
        let name = self.free_name(&attempt.list_name(&greeting.name, greeting.name_varies));
        let draft = attempt.draft(&name, &greeting.name);
        self.edit_list(|file| file.add(&draft), now)?;
        self.messages.notice(NoticeKind::Info, format!("{name} was added to the list."));
        let text = format!("{name} was added to the list of engines");
        self.effects.push(Effect::Announce(text));
        if let Some(probing) = &mut self.probing {
            probing.entry = Some(name.clone());
        }
        Some(name)
    }

    /// What an engine of the list has said of itself.
    /// Writes the transcript of the probe that is shown to a file.
    pub(in crate::app) fn save_probe(&mut self, path: PathBuf) -> Vec<Effect> {
        self.write_probe(path);
        self.take_effects()
    }

    fn write_probe(&mut self, path: PathBuf) {
        let Some(probing) = &self.probing else {
            let text = "The transcript of that probe is not kept any more; nothing was saved.";
            return self.messages.notice(NoticeKind::Error, text);
        };
        let (number, text) = (probing.number, probing.text());
        self.effects.push(Effect::Work(Work::new(move || {
            let result = write_atomically(&path, text.as_bytes()).map_err(|err| err.to_string());
            Outside::Probing(number, ProbingNews::Saved(path, result))
        })));
    }
}

/// What the engine did beside its greeting.
fn notes(report: &ProbeReport, folder: Option<&Path>) -> Vec<NoteView> {
    let folder = folder.map(|folder| NoteView {
        kind: NoteKind::Fact,
        text: format!("It is started in the folder {}.", folder.display()),
    });
    let moves = report.moves.iter().zip(report.move_lines());
    let moves = moves.map(|((_, first), text)| NoteView {
        kind: if first.is_ok() { NoteKind::Fact } else { NoteKind::Trouble },
        text,
    });
    let remarks = report.remarks.iter().map(|remark| match remark {
        ProbeRemark::Deviation(text) => NoteView { kind: NoteKind::Deviation, text: text.clone() },
        ProbeRemark::Complaint(_) => NoteView { kind: NoteKind::Trouble, text: remark.to_string() },
    });
    moves.chain(folder).chain(remarks).collect()
}

/// What is meant, and where it may find what it needs. Looks at the disk.
fn read_source(new: &NewEngine) -> Result<(EngineSource, Folders), SourceError> {
    let source = EngineSource::read(&new.text)?;
    let folders = Folders::of(&source, &new.folder);
    Ok((source, folders))
}

/// Why nothing was found: one reason where there is one, else that there are several.
fn failed_words(failed: &[ProbeError], probing: &Probing) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in failed.iter().map(ToString::to_string) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let name = probing.entry.as_deref();
    match words.as_slice() {
        [one] => sentence(&match name {
            Some(name) => format!("{name}: {one}"),
            None => one.clone(),
        }),
        _ => "It speaks none of the protocols that were tried; each says why below.".to_owned(),
    }
}
