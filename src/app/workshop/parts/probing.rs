//! A probe that runs, or has run and is still shown.
//!
//! Speaks no protocol.

use std::sync::Arc;
use std::time::Instant;

use crate::app::format::console_line;
use crate::app::views::{ConsoleLine, Direction, ProbeState, ProbeTryView, ProbeView, VerdictView};
use crate::protocol::{Protocol, spoken_instead};
use crate::session::{Launch, Log};
use crate::store::Attempt;

/// Lines of a transcript that are shown.
pub(in crate::app::workshop) const MAX_LINES: usize = 500;

/// A probe that runs, or has run and is still shown.
#[derive(Debug)]
pub(in crate::app::workshop) struct Probing {
    pub(in crate::app::workshop) number: u64,
    /// What was asked for, as it was written.
    pub(in crate::app::workshop) source: String,
    /// The engine of the list that is probed; once it was added, the one that was found.
    pub(in crate::app::workshop) entry: Option<String>,
    /// The protocol that was asked for.
    pub(in crate::app::workshop) wanted: Option<Protocol>,
    pub(in crate::app::workshop) tries: Vec<Try>,
    pub(in crate::app::workshop) verdict: Option<VerdictView>,
    /// What an engine of the list was heard to speak instead of what the list says.
    pub(in crate::app::workshop) speaks: Option<Protocol>,
    pub(in crate::app::workshop) choices: Arc<[String]>,
    pub(in crate::app::workshop) shown: Shown,
    pub(in crate::app::workshop) began: Instant,
    pub(in crate::app::workshop) ended: Option<Instant>,
}

/// The lines that are shown, as long as the tries stand so and their logs have not changed.
#[derive(Debug, Default)]
pub(in crate::app::workshop) struct Shown {
    pub(in crate::app::workshop) of: Vec<(u64, ProbeState)>,
    pub(in crate::app::workshop) lines: Arc<[ConsoleLine]>,
    /// Those of each try.
    pub(in crate::app::workshop) by_try: Vec<Arc<[ConsoleLine]>>,
    pub(in crate::app::workshop) n_lines: usize,
}

#[derive(Debug)]
pub(in crate::app::workshop) struct Try {
    pub(in crate::app::workshop) attempt: Option<Attempt>,
    pub(in crate::app::workshop) launch: Launch,
    pub(in crate::app::workshop) games: Vec<&'static str>,
    pub(in crate::app::workshop) is_known: bool,
    pub(in crate::app::workshop) state: ProbeState,
    pub(in crate::app::workshop) log: Option<Arc<Log>>,
}

impl Probing {
    pub(in crate::app::workshop) fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    pub(in crate::app::workshop) fn end(&mut self, verdict: VerdictView) {
        self.verdict = Some(verdict);
        self.ended = Some(Instant::now());
    }

    pub(in crate::app::workshop) fn fail(&mut self, text: String) {
        self.end(VerdictView { good: false, text, notes: Vec::new() });
    }

    /// The transcript of each try, each line with the time since the probe began.
    pub(in crate::app::workshop) fn lines(&self) -> impl Iterator<Item = Vec<ConsoleLine>> {
        self.tries.iter().map(|tried| self.lines_of(tried))
    }

    pub(in crate::app::workshop) fn lines_of(&self, tried: &Try) -> Vec<ConsoleLine> {
        let mut lines = Vec::new();
        let Some(log) = &tried.log else { return lines };
        let title = tried.launch.protocol.title();
        let offset = log.start().saturating_duration_since(self.began).as_secs_f64();
        if self.tries.len() > 1 {
            let text = Arc::from(format!("trying {title}"));
            lines.push(ConsoleLine { secs: offset, direction: Direction::Note, text });
        }
        lines.extend(log.tail(MAX_LINES).into_iter().map(|line| {
            let line = console_line(line);
            ConsoleLine { secs: line.secs + offset, ..line }
        }));
        if let ProbeState::Failed(reason) = &tried.state {
            let text = Arc::from(format!("{title}: {reason}"));
            let secs = lines.last().map_or(offset, |last| last.secs);
            lines.push(ConsoleLine { secs, direction: Direction::Note, text });
        }
        lines
    }

    /// What the engine speaks, by its lines, where that is not what it was spoken to in.
    pub(in crate::app::workshop) fn heard_instead(&self) -> Option<Protocol> {
        self.tries.iter().find_map(|tried| {
            let lines = tried.log.as_ref()?.tail(MAX_LINES);
            let heard = lines.iter().filter(|line| line.direction == Direction::Received);
            spoken_instead(tried.launch.protocol, heard.map(|line| &*line.text))
        })
    }

    /// Draws the lines up again where something has changed.
    pub(in crate::app::workshop) fn refresh(&mut self) {
        let generation = |tried: &Try| tried.log.as_ref().map_or(0, |log| log.generation());
        let of: Vec<_> =
            self.tries.iter().map(|tried| (generation(tried), tried.state.clone())).collect();
        if self.shown.of == of {
            return;
        }
        let by_try: Vec<Arc<[ConsoleLine]>> = self.lines().map(Arc::from).collect();
        let mut lines = by_try.concat();
        let n_lines = lines.len();
        lines.drain(..n_lines.saturating_sub(MAX_LINES));
        self.shown = Shown { of, lines: lines.into(), by_try, n_lines };
    }

    pub(in crate::app::workshop) fn view(&mut self) -> ProbeView {
        self.refresh();
        let tries = self.tries.iter().zip(&self.shown.by_try);
        let tried = tries.map(|(tried, lines)| ProbeTryView {
            protocol: tried.launch.protocol,
            state: tried.state.clone(),
            target: tried.launch.target.to_string(),
            lines: Arc::clone(lines),
        });
        ProbeView {
            number: self.number,
            source: self.source.clone(),
            entry: self.entry.clone(),
            wanted: self.wanted,
            running: self.is_running(),
            tries: tried.collect(),
            lines: Arc::clone(&self.shown.lines),
            n_lines: self.shown.n_lines,
            elapsed: self.ended.unwrap_or_else(Instant::now).saturating_duration_since(self.began),
            verdict: self.verdict.clone(),
            speaks: self.speaks,
            choices: Arc::clone(&self.choices),
        }
    }

    /// The transcript as a text.
    pub(in crate::app::workshop) fn text(&self) -> String {
        let mut text = format!("-- probe of {}\n", self.source);
        for line in self.lines().flatten() {
            let mark = line.direction.mark();
            text += &format!("{:10.1} {mark} {}\n", line.secs * 1000.0, line.text);
        }
        if let Some(verdict) = &self.verdict {
            text += &format!("-- {}\n", verdict.text);
            for note in &verdict.notes {
                text += &format!("-- {}\n", note.in_words());
            }
        }
        text
    }
}
