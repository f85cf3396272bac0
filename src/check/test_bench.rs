//! The test bench for an engine: starts it again whenever a step needs that, and talks to it line
//! by line.
//!
//! Knows no protocol: the protocols' files hold their steps as tables.

mod steps;

use std::time::{Duration, Instant};

pub(super) use steps::{
    Flaw, Found, Partner, Step, advice, end_of_input, infos, quit, row, step, walk,
};

use super::Crowding;
pub(super) use super::limits::{ANSWER, END, HANDSHAKE, Limit, OVERTIME, SEARCH, STOP};
use super::listening::{GRACE, Listening};
use super::report::{counted, in_words};
use super::wire::{Next, Wire, WireLine, refusal_of};
use crate::protocol::quoted;
use crate::session::{
    Direction, Exit, ExitCause, Launch, LogLine, MOST_SLACK, ProcessEnd, Target, TcpRole,
};

/// Lines of a step that are kept from its beginning, and the same number from its end.
const MAX_LINES: usize = 200;
/// Lines that one question reads; a flood isn't an answer.
const MAX_LOOKED_AT: usize = 100_000;
/// With at least so many programs for each processor, a step that fails on time is repeated.
const CROWDED: f64 = 1.5;
/// A step that took this long is not repeated.
const LONG: Duration = Duration::from_secs(60);

/// For the connection; the session has its own limits.
const CONNECTION: Duration = Duration::from_secs(40);
/// A connection that is refused for this long counts as unreachable; a machine that was reached
/// before may be starting its engine again.
const REFUSED: Duration = Duration::from_secs(3);
const REFUSED_AGAIN: Duration = Duration::from_secs(10);

/// A flaw in a step that goes on.
#[derive(Clone, Debug)]
struct Warning {
    /// Without measured values, so that it is recognised in other steps.
    cause: String,
    text: String,
}

/// An engine on the bench.
pub(super) struct TestBench {
    launch: Launch,
    /// Names of the steps to run besides the first; empty for all.
    only: Vec<String>,
    crowding: Crowding,
    wire: Option<Wire>,
    began: Instant,
    started: Instant,
    /// The running step's.
    lines: Vec<LogLine>,
    /// All of them, kept or not.
    n_lines: usize,
    /// Lines of the engine that were dropped for lack of room.
    n_lost: usize,
    warnings: Vec<Warning>,
    /// The last answer took too long: a step that fails now fails on time.
    is_late: bool,
    /// The last flaw with a measured value in its words, and its cause without it.
    measured: Option<Warning>,
    /// The step asks nothing, since an earlier one has shown the result.
    is_unasked: bool,
    /// The first lines of the engine's error output, of all its starts.
    complaints: Vec<String>,
    /// Why there is no engine.
    not_started: Option<String>,
    /// The listening engine was reached once.
    was_reached: bool,
    /// Why the listening engine cannot be reached, until that is reported.
    unreached: Option<String>,
    listening: Listening,
}

impl TestBench {
    pub(super) fn new(launch: Launch, only: Vec<String>, crowding: Crowding) -> Self {
        let now = Instant::now();
        Self {
            launch,
            only,
            crowding,
            wire: None,
            began: now,
            started: now,
            lines: Vec::new(),
            n_lines: 0,
            n_lost: 0,
            warnings: Vec::new(),
            is_late: false,
            measured: None,
            is_unasked: false,
            complaints: Vec::new(),
            not_started: None,
            was_reached: false,
            unreached: None,
            listening: Listening::default(),
        }
    }

    /// An option of the list for this engine.
    pub(super) fn options(&self) -> Vec<(String, String)> {
        self.launch.config.options.clone()
    }

    /// A dialect setting of the list for this engine.
    pub(super) fn dialect(&self, name: &str) -> Option<&str> {
        let mut settings = self.launch.config.dialect.iter();
        let found = settings.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// It is a process whose end can be seen, not an engine behind a socket.
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

    /// The factor for all time limits, because other programs use the machine.
    fn slack(&self) -> f64 {
        (self.crowding)().clamp(1.0, MOST_SLACK)
    }

    /// A flaw about time.
    fn late(&mut self, text: String) -> Flaw {
        self.is_late = true;
        Flaw(text)
    }

    /// The same with the cause, without measured values.
    fn late_of(&mut self, cause: String, text: String) -> Flaw {
        self.measured = Some(Warning { cause, text: text.clone() });
        self.late(text)
    }

    /// The last question was not answered in time.
    pub(super) fn is_late(&self) -> bool {
        self.is_late
    }

    /// The cause of a flaw, without what was measured.
    fn cause_of(&self, flaw: &Flaw) -> String {
        let measured = self.measured.as_ref().filter(|known| known.text == flaw.0);
        measured.map_or_else(|| flaw.0.clone(), |known| known.cause.clone())
    }

    /// The flaw of a step that asks nothing, since an earlier one with this cause has shown the
    /// result.
    pub(super) fn unasked(&mut self, cause: &str) -> Flaw {
        self.is_unasked = true;
        let text = format!("not asked: {cause}");
        self.measured = Some(Warning { cause: cause.to_owned(), text: text.clone() });
        Flaw(text)
    }

    /// The step that began then fails on time while other programs use the machine. A very long
    /// silence would only repeat itself.
    fn is_late_by_others(&self, began: Instant) -> bool {
        let is_crowded = self.slack() >= CROWDED;
        self.is_late && is_crowded && began.elapsed() < LONG && self.not_started.is_none()
    }

    /// The first lines of the engine's error output.
    pub(super) fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// The same for a pause given to the engine.
    pub(super) fn pause(&self, time: Duration) -> Duration {
        self.scaled(time).mul_f64(self.slack())
    }

    /// Reports a flaw; the step goes on.
    pub(super) fn warn(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.warn_of(text.clone(), text);
    }

    /// The same with a measured value, which is not part of the cause.
    fn warn_of(&mut self, cause: String, text: String) {
        if !self.warnings.iter().any(|known| known.text == text) {
            self.warnings.push(Warning { cause, text });
        }
    }

    /// An engine is running, as far as is known.
    pub(super) fn is_running(&self) -> bool {
        self.wire.is_some()
    }

    /// Starts a new engine, and waits until it is there or has failed to start.
    pub(super) async fn start(&mut self) {
        self.put_away().await;
        self.unreached = None;
        self.started = Instant::now();
        self.note(Direction::Note, self.started, "the engine is started");
        self.listening.begin(self.launch.protocol, self.pause(GRACE));
        let mut wire = Wire::open(&self.launch, self.slack(), MOST_SLACK);
        if let Some(reason) = self.refusal(&wire).await {
            self.note(Direction::Note, Instant::now(), &reason);
            self.unreached = Some(reason);
            return wire.kill().await;
        }
        // The session gives up before that.
        let until = self.started + self.pause(CONNECTION);
        match wire.next(until).await {
            Next::Line(WireLine { at, direction, text }) => {
                self.was_reached = true;
                self.note(direction, at, &text);
            }
            Next::Silence | Next::Closed => {}
        }
        self.wire = Some(wire);
    }

    /// Why the bench stops waiting for the engine's address: its machine refuses the connection.
    async fn refusal(&self, wire: &Wire) -> Option<String> {
        let Target::Socket { address } = &self.launch.target else { return None };
        let limit = self.scaled(if self.was_reached { REFUSED_AGAIN } else { REFUSED });
        if wire.is_there(self.started + limit).await {
            return None;
        }
        let why = refusal_of(address).await?;
        let limit = in_words(limit);
        Some(format!("could not reach {address:?} within {limit}: {why}"))
    }

    /// Kills the engine, if there is one.
    pub(super) async fn put_away(&mut self) {
        self.count_lost();
        let Some(wire) = self.wire.take() else { return };
        if let Target::Tcp { role: role @ TcpRole::Auto, .. } = &mut self.launch.target
            && wire.has_listened()
        {
            // Otherwise each start would try the other way first.
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
        self.listening.tell(line);
        if let Some(wire) = &self.wire
            && !wire.send(line).await
        {
            self.note(Direction::Note, Instant::now(), "the line was not taken");
            self.warn(format!(
                "{} could not be sent: the engine keeps its host too busy",
                quoted(line)
            ));
        }
    }

    fn count_lost(&mut self) {
        self.n_lost += self.wire.as_mut().map_or(0, Wire::take_n_lost);
    }

    /// The next line of its output, if one comes before `until`.
    pub(super) async fn next(&mut self, until: Instant) -> Next {
        loop {
            let Some(wire) = &mut self.wire else { return Next::Closed };
            match wire.next(until).await {
                Next::Line(WireLine { at, direction, text }) => {
                    self.note(direction, at, &text);
                    if direction == Direction::Error && self.complaints.len() < MAX_LINES {
                        self.complaints.push(text);
                    } else if direction == Direction::Received {
                        self.listening.hear(&text, at);
                        if text.contains(['\0', char::REPLACEMENT_CHARACTER]) {
                            self.warn("it writes bytes that are no text (UTF-8)");
                        }
                        return Next::Line(WireLine { at, direction, text });
                    }
                }
                other @ (Next::Silence | Next::Closed) => return other,
            }
        }
    }

    /// Waits for what `read` finds in a line, and returns it with the time it took from now on.
    /// `what` names it for the user. A slow answer is a warning.
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
        self.is_late = false;
        let began = Instant::now();
        let mut slack = self.slack();
        for _ in 0..MAX_LOOKED_AT {
            let most = limit.given + self.scaled(limit.most).mul_f64(slack);
            match self.next(self.listening.until(began + most)).await {
                Next::Line(line) => {
                    let Some(found) = read(&line.text) else { continue };
                    let took = line.at.saturating_duration_since(began);
                    slack = slack.max(self.slack());
                    let most = limit.given + self.scaled(limit.most).mul_f64(slack);
                    if took > most {
                        let (took, most) = (in_words(took), in_words(most));
                        let text = format!("no {what} within {most}; it came after {took}");
                        return Err(self.late_of(format!("no {what} in time"), text));
                    }
                    // A clock gives no extra time, unless other programs take it away.
                    let crowd = self.scaled(Duration::from_secs(1)).mul_f64(slack - 1.0);
                    if took > limit.given + self.scaled(limit.brisk).mul_f64(slack) + crowd {
                        let text = format!("{what} came after {}", in_words(took));
                        self.warn_of(format!("{what} came late"), text);
                    }
                    return Ok((found, took));
                }
                Next::Silence if let Some(found) = self.listening.found(Instant::now()) => {
                    return Err(Flaw(found));
                }
                // The machine has become crowded meanwhile.
                Next::Silence if self.slack() > slack + 0.5 => slack = self.slack(),
                Next::Silence => {
                    let text = format!("no {what} within {}", in_words(most));
                    return Err(self.late_of(format!("no {what} in time"), text));
                }
                Next::Closed => return Err(self.ended(what).await),
            }
        }
        Err(Flaw(format!("a flood of lines instead of {what}")))
    }

    /// The message for a missing greeting: engines that work in a terminal often do not flush their
    /// output when it is a pipe.
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

    /// All lines that come in this time from an engine that keeps running.
    ///
    /// # Errors
    ///
    /// When it ends.
    pub(super) async fn survives(
        &mut self,
        time: Duration,
        what: &str,
    ) -> Result<Vec<String>, Flaw> {
        let until = Instant::now() + self.scaled(time);
        let mut lines = Vec::new();
        loop {
            match self.next(until).await {
                Next::Line(line) if lines.len() < MAX_LINES => lines.push(line.text),
                Next::Line(_) => {}
                Next::Silence => return Ok(lines),
                Next::Closed => return Err(self.ended(what).await),
            }
        }
    }

    /// For what the document does not demand: a flaw is a warning, and the engine is ended. Returns
    /// the finding otherwise.
    pub(super) async fn gently<T>(&mut self, found: Result<T, Flaw>) -> Option<T> {
        match found {
            Ok(found) => Some(found),
            Err(flaw) => {
                self.is_late = false;
                self.warn(flaw.0);
                self.put_away().await;
                None
            }
        }
    }

    /// All lines that come in this time.
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

    /// The engine has closed its output while an answer was awaited.
    pub(super) async fn ended(&mut self, what: &str) -> Flaw {
        if let Some(reason) = self.unreached.take() {
            self.not_started = Some(reason.clone());
            return Flaw(reason);
        }
        let exit = self.exit(Instant::now() + Duration::from_secs(15)).await;
        self.count_lost();
        self.wire = None;
        let lived_on = || Flaw(format!("closed its output and kept running; {what} was awaited"));
        let Some(exit) = exit else { return lived_on() };
        if let ExitCause::CouldNotStart(reason) = &exit.cause {
            let reason = reason.to_string();
            self.not_started = Some(reason.clone());
            return Flaw(reason);
        }
        if exit.cause == ExitCause::ClosedOutput {
            // We caused how it ended then.
            return lived_on();
        }
        let how = describe(&exit);
        if exit.is_success() && self.listening.is_in_handshake() {
            return Flaw(format!("ended at once ({how}); is the command right?"));
        }
        let last = exit.reason().map(|line| format!("; its last words: {line}"));
        let last = last.unwrap_or_default();
        Flaw(format!("ended ({how}) while {what} was awaited{last}"))
    }

    async fn exit(&mut self, until: Instant) -> Option<Exit> {
        self.wire.as_mut()?.exit(until).await
    }

    /// How the engine ended, if it did by then; its lines until then are read.
    async fn end_by(&mut self, until: Instant) -> Option<Exit> {
        while let Next::Line(_) = self.next(until).await {}
        self.exit(until).await
    }

    /// The next line tells the engine to quit: it may be gone before another line is sent.
    pub(super) fn expect_leaving(&self) {
        self.wire.iter().for_each(Wire::expect_leaving);
    }

    /// Sends `line` and sees the engine end by itself.
    ///
    /// # Errors
    ///
    /// When it keeps running, or crashes.
    pub(super) async fn quit(&mut self, line: &str) -> Found {
        let began = Instant::now();
        self.expect_leaving();
        self.send(line).await;
        if let Some(wire) = &self.wire {
            wire.expect_end();
        }
        self.see_end(began, &format!("`{line}`")).await
    }

    /// Closes the engine's input and sees it end by itself.
    ///
    /// # Errors
    ///
    /// As [`TestBench::quit`].
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

    /// The session does nothing to end the engine within the longest time that it may take here
    /// (`END.most` with all the slack there is), so that every end seen in time is the engine's
    /// own.
    async fn see_end(&mut self, began: Instant, what: &str) -> Found {
        let mut slack = self.slack();
        let mut most = self.scaled(END.most).mul_f64(slack);
        self.is_late = false;
        let mut exit = self.end_by(began + most).await;
        // The machine may have become crowded meanwhile.
        while exit.is_none() && self.slack() > slack + 0.5 {
            slack = self.slack();
            most = self.scaled(END.most).mul_f64(slack);
            exit = self.end_by(began + most).await;
        }
        let took = began.elapsed();
        self.put_away().await;
        let Some(exit) = exit else {
            return Err(self.late(format!("still ran {} after {what}", in_words(took))));
        };
        let how = describe(&exit);
        self.note(Direction::Note, Instant::now(), &format!("the engine has ended: {how}"));
        // Behind a socket there is no process that could keep running.
        if exit.cause == ExitCause::ClosedOutput && exit.status.is_known() {
            let took = in_words(took);
            return Err(self.late(format!("closed its output and still ran {took} after {what}")));
        }
        if took > most {
            return Err(self.late(format!("ended only {} after {what}", in_words(took))));
        }
        if let ProcessEnd::Signal(_) = exit.status {
            return Err(Flaw(format!("died ({how}) after {what}")));
        }
        if took > self.scaled(END.brisk).mul_f64(slack) {
            let text = format!("ended {} after {what}", in_words(took));
            self.warn_of(format!("ended late after {what}"), text);
        }
        if matches!(exit.status, ProcessEnd::Code(_)) && !exit.is_success() {
            self.warn(format!("ended with {how} after {what}"));
        }
        Ok(format!("{how} after {}", in_words(took)))
    }

    /// The step's dialogue, with a note where lines are missing.
    fn take_lines(&mut self) -> Vec<LogLine> {
        let mut lines = std::mem::take(&mut self.lines);
        let n_left_out = self.n_lines.saturating_sub(lines.len());
        if n_left_out > 0
            && let Some(next) = lines.get(MAX_LINES)
        {
            let text = format!("... {} left out", counted(n_left_out, "line"));
            lines.insert(MAX_LINES, LogLine { at: next.at, direction: Direction::Note, text });
        }
        lines
    }

    /// Adds a line to the step's dialogue.
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

/// How it ended, if that is known.
fn describe(exit: &Exit) -> String {
    match exit.status {
        ProcessEnd::NoProcess => "closed the connection".to_owned(),
        ProcessEnd::Code(_) | ProcessEnd::Signal(_) | ProcessEnd::Undying | ProcessEnd::Unknown => {
            exit.status.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ClientConfig, Protocol};

    #[test]
    fn of_a_long_dialogue_beginning_and_end_are_kept_and_what_is_missing_is_counted() {
        let target = Target::Socket { address: "nowhere".to_owned() };
        let config = ClientConfig::default();
        let launch = Launch { target, protocol: Protocol::Hub, config };
        let mut bench = TestBench::new(launch, Vec::new(), || 1.0);
        for n in 0..MAX_LINES {
            bench.note(Direction::Sent, Instant::now(), &n.to_string());
        }
        assert_eq!(bench.take_lines().len(), MAX_LINES);

        bench.n_lines = 0;
        for n in 0..1000 {
            bench.note(Direction::Sent, Instant::now(), &n.to_string());
        }
        let lines = bench.take_lines();
        assert_eq!(lines.len(), 2 * MAX_LINES + 1);
        let around: Vec<&str> =
            lines[MAX_LINES - 1..MAX_LINES + 2].iter().map(|line| line.text.as_str()).collect();
        assert_eq!(around, ["199", "... 600 lines left out", "800"]);
    }
}
