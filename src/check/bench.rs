//! Where an engine is put to be checked: it is started anew whenever a step needs that, spoken to
//! line by line, and every step ends in a verdict.
//!
//! Knows no protocol: the protocols' files hold their steps as tables.

use std::pin::Pin;
use std::time::{Duration, Instant};

use super::Sink;
use super::report::{Progress, Report, StepInfo, StepReport, Verdict, in_words};
use super::wire::{Heard, Next, Wire};
use crate::session::{Direction, Exit, ExitCause, Launch, LogLine, Target, TcpRole};

/// Lines of a step that are kept from its beginning, and as many from its end.
const MAX_LINES: usize = 200;
/// Lines that one question looks at; a flood is no answer.
const MAX_LOOKED_AT: usize = 100_000;
/// A step that is not over by then has failed.
const STEP_LIMIT: Duration = Duration::from_secs(60);

/// For the connection; the session has limits of its own.
const CONNECTION: Duration = Duration::from_secs(40);
/// For the handshake: at most, and without a warning.
pub(super) const HANDSHAKE: Limit = Limit::new(15_000, 5_000);
/// For an answer that needs no thought.
pub(super) const ANSWER: Limit = Limit::new(5_000, 1_000);
/// From a stop to the answer.
pub(super) const STOP: Limit = Limit::new(5_000, 1_000);
/// For a search that is short by its limits, besides the time that these give it.
pub(super) const SEARCH: Limit = Limit::new(15_000, 5_000);
/// What an engine may take more than the time that it was given for a move.
pub(super) const OVERTIME: Limit = Limit::new(5_000, 1_000);
/// From `quit` or the end of the input to the end of the process.
pub(super) const END: Limit = Limit::new(4_000, 1_500);

/// How long something may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// Beyond it, it has failed.
    pub(super) most: Duration,
    /// Beyond it there is a warning.
    pub(super) brisk: Duration,
    /// What the engine was given besides; `timeouts` does not change it.
    pub(super) given: Duration,
}

impl Limit {
    const fn new(most_millis: u64, brisk_millis: u64) -> Self {
        Self {
            most: Duration::from_millis(most_millis),
            brisk: Duration::from_millis(brisk_millis),
            given: Duration::ZERO,
        }
    }

    /// So much longer: the engine was given that time.
    pub(super) fn after(self, given: Duration) -> Self {
        Self { given, ..self }
    }

    /// The same for a clock, which is not to run out.
    pub(super) fn on_clock(self, given: Duration) -> Self {
        Self { given, brisk: Duration::ZERO, ..self }
    }
}

/// What is wrong; for people, without a full stop.
#[derive(Clone, Debug)]
pub(super) struct Flaw(pub(super) String);

impl From<String> for Flaw {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Flaw {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// What a step has seen, in a few words.
pub(super) type Found = Result<String, Flaw>;

/// A step being taken.
pub(super) type Walking<'a> = Pin<Box<dyn Future<Output = Found> + Send + 'a>>;

/// One step for the engines of one protocol. Warnings are left at the bench ([`Bench::warn`]).
pub(super) struct Step<P> {
    pub(super) info: StepInfo,
    pub(super) walk: for<'a> fn(&'a mut P) -> Walking<'a>,
}

/// A row of a table of steps.
macro_rules! step {
    ($name:literal, $asks:literal, $paragraph:expr, $walk:path) => {
        $crate::check::bench::Step {
            info: $crate::check::report::StepInfo {
                name: $name,
                asks: $asks,
                paragraph: $paragraph,
            },
            walk: |partner| Box::pin($walk(partner)),
        }
    };
}
pub(super) use step;

/// The steps as they are listed.
pub(super) fn infos<P>(steps: &[Step<P>]) -> Vec<StepInfo> {
    steps.iter().map(|step| step.info).collect()
}

/// The checker's half of a dialogue in one protocol.
pub(super) trait Partner: Send {
    fn bench(&mut self) -> &mut Bench;
    /// Fills in who the engine is.
    fn introduce(&self, report: &mut Report);
}

/// Takes all the steps; the first is the handshake, without which the others make no sense.
pub(super) async fn walk<P: Partner>(
    mut partner: P,
    steps: &'static [Step<P>],
    sink: Sink<'_>,
) -> Report {
    let protocol = partner.bench().launch.protocol;
    let only = partner.bench().only.clone();
    let is_wanted = |step: &&Step<P>| only.is_empty() || only.iter().any(|n| n == step.info.name);
    let wanted = steps.iter().skip(1).filter(is_wanted);
    let steps: Vec<&Step<P>> = steps.first().into_iter().chain(wanted).collect();
    let mut report = Report::empty(protocol);
    for (idx, &step) in steps.iter().enumerate() {
        sink(Progress::Begun(&step.info));
        let taken = take(&mut partner, step).await;
        let unreachable = partner.bench().not_started.take();
        if unreachable.is_some() {
            // Nothing to start in the first place, or whoever listened there has ended.
            report.n_left_out = steps.len() - idx;
            report.not_started = unreachable.filter(|_| idx == 0);
            break;
        }
        if idx == 0 && taken.verdict == Verdict::Fail {
            report.n_left_out = steps.len() - 1;
        }
        sink(Progress::Ended(&taken));
        report.steps.push(taken);
        if report.n_left_out > 0 {
            break;
        }
    }
    partner.bench().put_away().await;
    partner.introduce(&mut report);
    report
}

async fn take<P: Partner>(partner: &mut P, step: &Step<P>) -> StepReport {
    let began = Instant::now();
    let bench = partner.bench();
    bench.lines.clear();
    bench.n_lines = 0;
    bench.warnings.clear();
    let limit = bench.scaled(STEP_LIMIT);
    let found = tokio::time::timeout(limit, (step.walk)(partner)).await;
    let found = found.unwrap_or_else(|_elapsed| {
        Err(Flaw(format!("the step was not over after {}", in_words(limit))))
    });
    let bench = partner.bench();
    let (verdict, remark) = match found {
        Err(flaw) => {
            // Whatever state it is in, the next step shall not suffer from it.
            bench.put_away().await;
            (Verdict::Fail, flaw.0)
        }
        Ok(_) if !bench.warnings.is_empty() => (Verdict::Warn, bench.warnings.join("; ")),
        Ok(remark) => (Verdict::Pass, remark),
    };
    let lines = std::mem::take(&mut bench.lines);
    StepReport { info: step.info, verdict, remark, took: began.elapsed(), lines }
}

/// An engine on the bench.
pub(super) struct Bench {
    launch: Launch,
    /// Names of the steps to take besides the first; empty for all.
    only: Vec<String>,
    wire: Option<Wire>,
    began: Instant,
    started: Instant,
    /// The running step's.
    lines: Vec<LogLine>,
    n_lines: usize,
    warnings: Vec<String>,
    /// Why there is no engine.
    not_started: Option<String>,
}

impl Bench {
    pub(super) fn new(launch: Launch, only: Vec<String>) -> Self {
        let now = Instant::now();
        Self {
            launch,
            only,
            wire: None,
            began: now,
            started: now,
            lines: Vec::new(),
            n_lines: 0,
            warnings: Vec::new(),
            not_started: None,
        }
    }

    /// An option of the list for this engine.
    pub(super) fn options(&self) -> Vec<(String, String)> {
        self.launch.config.options.clone()
    }

    /// It is a process whose end can be seen, not somebody behind a socket.
    pub(super) fn is_process(&self) -> bool {
        match self.launch.target {
            Target::Command { .. } | Target::Tcp { .. } => true,
            Target::Socket { .. } => false,
        }
    }

    pub(super) fn scaled(&self, time: Duration) -> Duration {
        let scale = self.launch.config.timeouts_scale.clamp(0.01, 100.0);
        time.mul_f64(scale)
    }

    /// Something is not as it should be, but the step goes on.
    pub(super) fn warn(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !self.warnings.contains(&text) {
            self.warnings.push(text);
        }
    }

    /// An engine is running, as far as is known.
    pub(super) fn is_running(&self) -> bool {
        self.wire.is_some()
    }

    /// Starts the engine afresh, and waits until it is there or cannot be.
    pub(super) async fn start(&mut self) {
        self.put_away().await;
        self.started = Instant::now();
        self.note(Direction::Note, self.started, "the engine is started");
        let mut wire = Wire::open(&self.launch);
        // The session gives up before that.
        let until = self.started + self.scaled(CONNECTION);
        match wire.next(until).await {
            Next::Line(Heard { at, direction, text }) => self.note(direction, at, &text),
            Next::Silence | Next::Closed => {}
        }
        self.wire = Some(wire);
    }

    /// Kills the engine, if there is one.
    pub(super) async fn put_away(&mut self) {
        let Some(wire) = self.wire.take() else { return };
        if let Target::Tcp { role: role @ TcpRole::Auto, .. } = &mut self.launch.target
            && wire.has_listened()
        {
            // It would be tried the other way first each time.
            *role = TcpRole::Listen;
        }
        wire.kill().await;
    }

    /// Since the engine was started.
    pub(super) fn age(&self) -> Duration {
        self.started.elapsed()
    }

    pub(super) async fn send(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        self.note(Direction::Sent, Instant::now(), line);
        if let Some(wire) = &self.wire {
            wire.send(line).await;
        }
    }

    /// The next line of its output, if one comes before `until`.
    pub(super) async fn next(&mut self, until: Instant) -> Next {
        loop {
            let Some(wire) = &mut self.wire else { return Next::Closed };
            match wire.next(until).await {
                Next::Line(Heard { at, direction, text }) => {
                    self.note(direction, at, &text);
                    if direction == Direction::Received {
                        if text.contains(['\0', char::REPLACEMENT_CHARACTER]) {
                            self.warn("it writes bytes that are no text (UTF-8)");
                        }
                        return Next::Line(Heard { at, direction, text });
                    }
                }
                other @ (Next::Silence | Next::Closed) => return other,
            }
        }
    }

    /// Waits for what `read` finds in a line, and says how long it took from now on. `what` names
    /// it for people. A slow answer is a warning.
    ///
    /// # Errors
    ///
    /// When it does not come within the limit, or the engine ends.
    pub(super) async fn find<T>(
        &mut self,
        what: &str,
        limit: Limit,
        mut read: impl FnMut(&str) -> Option<T> + Send,
    ) -> Result<(T, Duration), Flaw> {
        let began = Instant::now();
        let most = limit.given + self.scaled(limit.most);
        let until = began + most;
        for _ in 0..MAX_LOOKED_AT {
            match self.next(until).await {
                Next::Line(line) => {
                    let Some(found) = read(&line.text) else { continue };
                    let took = line.at.saturating_duration_since(began);
                    if took > limit.given + self.scaled(limit.brisk) {
                        self.warn(format!("{what} came after {}", in_words(took)));
                    }
                    return Ok((found, took));
                }
                Next::Silence => {
                    return Err(Flaw(format!("no {what} within {}", in_words(most))));
                }
                Next::Closed => return Err(self.ended(what).await),
            }
        }
        Err(Flaw(format!("a flood of lines instead of {what}")))
    }

    /// What to say of a greeting that did not come: engines that work in a terminal often keep
    /// their output for themselves when it is a pipe.
    pub(super) async fn see_flush(
        &mut self,
        flaw: Flaw,
        read: impl FnMut(&str) -> Option<()> + Send,
    ) -> Flaw {
        if !self.is_running() {
            return flaw;
        }
        self.close_input();
        match self.find("anything", ANSWER, read).await {
            Ok(_) => Flaw(format!(
                "{}; it came only at the end of the input: the output is not flushed",
                flaw.0
            )),
            Err(_) => flaw,
        }
    }

    /// All that comes in so much time.
    pub(super) async fn listen(&mut self, time: Duration) -> Vec<String> {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        while let Next::Line(line) = self.next(until).await {
            if lines.len() < MAX_LINES {
                lines.push(line.text);
            }
        }
        lines
    }

    /// The engine has closed its output while something was awaited.
    pub(super) async fn ended(&mut self, what: &str) -> Flaw {
        let exit = self.exit(Duration::from_secs(15)).await;
        self.wire = None;
        let Some(exit) = exit else {
            return Flaw(format!("closed its output and lived on; {what} was awaited"));
        };
        if let ExitCause::CouldNotStart(reason) = &exit.cause {
            self.not_started = Some(reason.clone());
            return Flaw(reason.clone());
        }
        let how = describe(&exit);
        let last = exit.stderr.iter().rev().find(|line| !line.trim().is_empty());
        let last =
            last.map(|line| format!("; its last words: {}", line.trim())).unwrap_or_default();
        Flaw(format!("ended ({how}) while {what} was awaited{last}"))
    }

    async fn exit(&mut self, limit: Duration) -> Option<Exit> {
        self.wire.as_mut()?.exit(Instant::now() + limit).await
    }

    /// Sends `line` and sees the engine end by itself.
    ///
    /// # Errors
    ///
    /// When it goes on, or dies.
    pub(super) async fn quit(&mut self, line: &str) -> Found {
        let began = Instant::now();
        self.send(line).await;
        self.see_end(began, &format!("`{line}`")).await
    }

    /// Closes the engine's input and sees it end by itself.
    ///
    /// # Errors
    ///
    /// As [`Bench::quit`].
    pub(super) async fn end_input(&mut self) -> Found {
        let began = Instant::now();
        self.close_input();
        self.see_end(began, "the end of its input").await
    }

    /// Closes the engine's input.
    pub(super) fn close_input(&mut self) {
        self.note(Direction::Note, Instant::now(), "the engine's input is closed");
        if let Some(wire) = &self.wire {
            wire.end_input();
        }
    }

    async fn see_end(&mut self, began: Instant, what: &str) -> Found {
        let most = self.scaled(END.most);
        let until = began + most;
        let mut closed = None;
        while closed.is_none() {
            match self.next(until).await {
                Next::Line(_) => {}
                Next::Silence => break,
                Next::Closed => closed = Some(Instant::now()),
            }
        }
        let late = || Flaw(format!("still ran {} after {what}", in_words(most)));
        if closed.is_none() {
            self.put_away().await;
            return Err(late());
        }
        // The session waits for the process, and kills it in the end.
        let exit = self.exit(Duration::from_secs(15).max(most)).await;
        self.put_away().await;
        let exit = exit.ok_or_else(late)?;
        let took = began.elapsed();
        let how = describe(&exit);
        self.note(Direction::Note, Instant::now(), &format!("the engine has ended: {how}"));
        if took > most || exit.cause == ExitCause::ClosedOutput {
            return Err(late());
        }
        if exit.status.starts_with("signal") {
            return Err(Flaw(format!("died ({how}) after {what}")));
        }
        if took > self.scaled(END.brisk) {
            self.warn(format!("ended {} after {what}", in_words(took)));
        }
        if exit.status.starts_with("exit") && exit.status != "exit 0" {
            self.warn(format!("ended with {how} after {what}"));
        }
        Ok(format!("{how} after {}", in_words(took)))
    }

    /// Takes a line into the step's dialogue.
    fn note(&mut self, direction: Direction, at: Instant, text: &str) {
        const MAX_TEXT: usize = 2000;
        self.n_lines += 1;
        if self.lines.len() >= 2 * MAX_LINES {
            self.lines.remove(MAX_LINES);
        }
        let at = at.saturating_duration_since(self.began);
        let text = text[..text.floor_char_boundary(MAX_TEXT)].to_owned();
        self.lines.push(LogLine { at, direction, text });
    }
}

/// How it ended, where that can be known.
fn describe(exit: &Exit) -> String {
    match exit.status.as_str() {
        "" => "closed the connection".to_owned(),
        status => status.to_owned(),
    }
}
