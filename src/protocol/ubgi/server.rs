//! The engine's half of a UBGI dialogue: the draft, and the extension for analyses.
//!
//! A machine without IO: it reads the host's lines, keeps the options, and returns the next task.
//! It evaluates nothing, writes nothing itself and knows no rules.

use std::collections::VecDeque;

use super::action::Action;
use super::analysis::{self, AnalysisLine, AnalysisReply, AnalysisRequest};
use super::message::Command;
use super::option::{admit, option_line};
use super::position::PositionText;
use crate::protocol::OptionDecl;

/// The lines with which an engine introduces itself.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Identity {
    /// `id name`.
    pub name: String,
    /// `id author`.
    pub author: String,
    /// `id version`.
    pub version: String,
}

/// A task for the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Write these lines.
    Write(Vec<String>),
    /// Initialize; the document requires this now and not earlier. Answer with
    /// [`UbgiServer::ready`] or [`UbgiServer::refuse`].
    Initialize,
    /// Find the best action; answer with [`UbgiServer::answer`] or [`UbgiServer::refuse`].
    Decide(PositionText),
    /// Rank the actions: report lines and progress ([`UbgiServer::say`]), then end it with
    /// [`UbgiServer::end`]; or [`UbgiServer::refuse`] it before any report.
    Analyse(AnalysisRequest),
    /// End the open task soon: it is answered like any other.
    Stop,
    /// This option has another value now; no answer is needed.
    OptionChanged(String),
    /// End the program.
    Quit,
}

/// An engine's half of one dialogue.
///
/// Feed it the host's lines with [`UbgiServer::handle_line`] and carry out the tasks of
/// [`UbgiServer::poll_task`]. [`Task::Initialize`], [`Task::Decide`] and [`Task::Analyse`] are
/// answered exactly once; other lines that are read meanwhile wait, except that [`Task::Stop`] and
/// [`Task::Quit`] are given at once. The end of the input means [`Task::Quit`].
#[derive(Debug)]
pub struct UbgiServer {
    identity: Identity,
    options: Vec<OptionDecl>,
    /// The values of the options.
    values: Vec<String>,
    /// The commands that were read; true if `stop` came after the command.
    waiting: VecDeque<(Command, bool)>,
    urgent: VecDeque<Task>,
    open: Option<Open>,
    /// `ubgi` was sent, and the engine is initialized.
    is_ready: bool,
}

/// A task that is not answered yet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Open {
    Initialize,
    Decide,
    Analyse { has_begun: bool },
}

impl UbgiServer {
    /// A server for a new dialogue of an engine with these options, each with its default. No
    /// option of the kind [`Real`](crate::protocol::OptionKind::Real) can be declared.
    #[must_use]
    pub fn new(identity: Identity, options: Vec<OptionDecl>) -> Self {
        let values = options.iter().map(|option| option.default.clone()).collect();
        let (waiting, urgent) = (VecDeque::new(), VecDeque::new());
        Self { identity, options, values, waiting, urgent, open: None, is_ready: false }
    }

    /// Reads a line of the host.
    pub fn handle_line(&mut self, line: &str) {
        match Command::parse(line) {
            Command::Stop => {
                self.waiting.iter_mut().for_each(|(_, is_stopped)| *is_stopped = true);
                self.urgent.extend(self.open.map(|_| Task::Stop));
            }
            Command::Quit => {
                self.waiting.clear();
                self.urgent.push_back(Task::Quit);
            }
            command => self.waiting.push_back((command, false)),
        }
    }

    /// The next task; `None` while a task is not answered yet, and when nothing was read.
    pub fn poll_task(&mut self) -> Option<Task> {
        if let Some(task) = self.urgent.pop_front() {
            return Some(task);
        }
        if self.open.is_some() {
            return None;
        }
        let (command, is_stopped) = self.waiting.pop_front()?;
        let task = self.begin(command);
        self.urgent.extend(self.open.filter(|_| is_stopped).map(|_| Task::Stop));
        Some(task)
    }

    fn begin(&mut self, command: Command) -> Task {
        let (task, open) = match command {
            Command::Ubgi if self.is_ready => return Task::Write(self.greeting()),
            Command::Ubgi => (Task::Initialize, Open::Initialize),
            Command::IsReady if self.is_ready => return Task::Write(vec!["readyok".to_owned()]),
            Command::Position(position) if self.is_ready => (Task::Decide(position), Open::Decide),
            Command::Analyse(request) if self.is_ready => {
                (Task::Analyse(request), Open::Analyse { has_begun: false })
            }
            Command::SetOption { name, value } => return self.set(&name, &value),
            Command::Unknown(line) if line.is_empty() => return Task::Write(Vec::new()),
            _ => return Task::Write(sorry()),
        };
        self.open = Some(open);
        task
    }

    fn greeting(&self) -> Vec<String> {
        let Identity { name, author, version } = &self.identity;
        let id = |key: &str, text: &str| format!("id {key} {}", text.replace(['\n', '\r'], " "));
        let mut lines = vec![id("name", name), id("author", author), id("version", version)];
        lines.push(format!("id analysis {}", analysis::VERSION));
        lines.extend(self.options.iter().map(option_line));
        lines.push("readyok".to_owned());
        lines
    }

    /// The engine is initialized: returns the lines that report this, or no lines if nothing is
    /// open.
    pub fn ready(&mut self) -> Vec<String> {
        if !self.close(Open::Initialize) {
            return Vec::new();
        }
        self.is_ready = true;
        self.greeting()
    }

    /// The line that answers [`Task::Decide`]; no line if it is not open.
    pub fn answer(&mut self, action: &Action) -> Vec<String> {
        if !self.close(Open::Decide) {
            return Vec::new();
        }
        vec![action.to_string().replace(['\n', '\r'], " ")]
    }

    /// The task is answered, if it is this one: a later `stop` is for another task.
    fn close(&mut self, task: Open) -> bool {
        let is_it = self.open == Some(task);
        if is_it {
            self.open = None;
            self.urgent.retain(|task| *task != Task::Stop);
        }
        is_it
    }

    /// The lines that report this in an analysis; no lines if no analysis is open.
    pub fn say(&mut self, reply: &AnalysisReply) -> Vec<String> {
        let Some(Open::Analyse { has_begun }) = &mut self.open else { return Vec::new() };
        let mut lines = Vec::new();
        if !std::mem::replace(has_begun, true) {
            lines.push(AnalysisReply::Start.to_string());
        }
        lines.extend((*reply != AnalysisReply::Start).then(|| reply.to_string()));
        if *reply == AnalysisReply::End {
            self.close(Open::Analyse { has_begun: true });
        }
        lines
    }

    /// The lines that list these actions, the best one first; their ranks are corrected.
    pub fn say_ranked(&mut self, lines: Vec<AnalysisLine>) -> Vec<String> {
        let ranked = (1..).zip(lines).map(|(rank, line)| AnalysisLine { rank, ..line });
        let replies = ranked.map(|line| AnalysisReply::Line(Box::new(line)));
        replies.flat_map(|reply| self.say(&reply)).collect()
    }

    /// The lines that end an analysis; no lines if no analysis is open.
    pub fn end(&mut self) -> Vec<String> {
        self.say(&AnalysisReply::End)
    }

    /// The lines that refuse the open task: the position isn't valid, or needs no decision. An
    /// analysis that has begun is ended.
    pub fn refuse(&mut self) -> Vec<String> {
        match self.open {
            None => Vec::new(),
            Some(Open::Analyse { has_begun: true }) => self.end(),
            Some(task @ (Open::Initialize | Open::Decide | Open::Analyse { has_begun: false })) => {
                self.close(task);
                sorry()
            }
        }
    }

    /// A task is not answered yet.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The value of an option.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let at = self.options.iter().position(|option| option.name.eq_ignore_ascii_case(name))?;
        Some(&self.values[at])
    }

    fn set(&mut self, name: &str, value: &str) -> Task {
        let found = self.options.iter().position(|option| option.name.eq_ignore_ascii_case(name));
        let Some(at) = found else { return Task::Write(sorry()) };
        let Ok(value) = admit(&self.options[at], value) else { return Task::Write(sorry()) };
        self.values[at] = value;
        Task::OptionChanged(self.options[at].name.clone())
    }
}

fn sorry() -> Vec<String> {
    vec!["sorry".to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::OptionKind;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

    fn server() -> UbgiServer {
        let identity = Identity {
            name: "Test".to_owned(),
            author: "Nobody".to_owned(),
            version: "1".to_owned(),
        };
        let level = OptionDecl {
            name: "Level".to_owned(),
            kind: OptionKind::Int { min: 1, max: 10 },
            default: "10".to_owned(),
        };
        UbgiServer::new(identity, vec![level])
    }

    fn ready() -> UbgiServer {
        let mut server = server();
        assert_eq!(tasks(&mut server, "ubgi"), [Task::Initialize]);
        assert_eq!(server.ready().last().map(String::as_str), Some("readyok"));
        server
    }

    fn tasks(server: &mut UbgiServer, line: &str) -> Vec<Task> {
        server.handle_line(line);
        std::iter::from_fn(|| server.poll_task()).collect()
    }

    fn write(lines: &[&str]) -> Vec<Task> {
        vec![Task::Write(lines.iter().map(|&line| line.to_owned()).collect())]
    }

    #[test]
    fn it_initializes_when_it_is_told_and_then_introduces_itself() {
        let mut server = server();
        assert_eq!(tasks(&mut server, START), write(&["sorry"]));
        assert_eq!(tasks(&mut server, "ubgi"), [Task::Initialize]);
        let greeting = [
            "id name Test",
            "id author Nobody",
            "id version 1",
            "id analysis 1",
            "option name Level type spin default 10 min 1 max 10",
            "readyok",
        ];
        assert_eq!(server.ready(), greeting);
        assert!(server.ready().is_empty());
        assert_eq!(tasks(&mut server, "ubgi"), write(&greeting));
    }

    #[test]
    fn an_engine_that_cannot_be_initialized_is_sorry() {
        let mut server = server();
        assert_eq!(tasks(&mut server, "ubgi"), [Task::Initialize]);
        assert_eq!(server.refuse(), ["sorry"]);
        assert_eq!(tasks(&mut server, START), write(&["sorry"]));
    }

    #[test]
    fn every_position_is_answered_once_and_in_order() {
        let mut server = ready();
        let decide = Task::Decide(PositionText::Xgid(START.to_owned()));
        assert_eq!(tasks(&mut server, START), std::slice::from_ref(&decide));
        assert!(tasks(&mut server, START).is_empty());
        assert_eq!(server.answer(&Action::Play("8/5 6/5".to_owned())), ["8/5 6/5"]);
        assert!(server.answer(&Action::Roll).is_empty(), "a second answer");
        assert_eq!(server.poll_task(), Some(decide));
        assert_eq!(server.answer(&Action::NoPlay), [""]);
    }

    #[test]
    fn stop_and_quit_do_not_wait() {
        let mut server = ready();
        assert!(tasks(&mut server, "stop").is_empty());
        assert_eq!(tasks(&mut server, START).len(), 1);
        assert!(tasks(&mut server, "isready").is_empty());
        assert_eq!(tasks(&mut server, "stop"), [Task::Stop]);
        assert_eq!(server.answer(&Action::Roll), ["roll"]);
        assert_eq!(server.poll_task(), Some(Task::Write(vec!["readyok".to_owned()])));
        assert_eq!(tasks(&mut server, START).len(), 1);
        assert_eq!(tasks(&mut server, "quit"), [Task::Quit]);
    }

    #[test]
    fn what_is_stopped_before_it_begins_is_answered_too() {
        let mut server = ready();
        server.handle_line(START);
        server.handle_line("stop");
        assert!(matches!(server.poll_task(), Some(Task::Decide(_))));
        assert_eq!(server.poll_task(), Some(Task::Stop));
        assert_eq!(server.poll_task(), None);
        assert_eq!(server.answer(&Action::Roll), ["roll"]);
    }

    #[test]
    fn an_analysis_is_said_line_by_line() {
        let mut server = ready();
        let tasks = tasks(&mut server, &format!("analyse lines 2 {START}"));
        assert!(matches!(&tasks[..], [Task::Analyse(request)] if request.lines == Some(2)));
        let line =
            |action: &str| AnalysisLine { action: action.to_owned(), ..AnalysisLine::default() };
        let expected =
            ["analysis start", "analysis line 1 action 8/5 6/5", "analysis line 2 action 24/20"];
        assert_eq!(server.say_ranked(vec![line("8/5 6/5"), line("24/20")]), expected);
        let progress = AnalysisReply::Progress { done: 1, total: 2 };
        assert_eq!(server.say(&progress), ["analysis progress 1 2"]);
        assert_eq!(server.end(), ["analysis end"]);
        assert!(server.say(&progress).is_empty());
        assert!(!server.is_open());
    }

    #[test]
    fn an_analysis_that_cannot_be_is_refused_or_ended() {
        let mut server = ready();
        assert_eq!(tasks(&mut server, &format!("analyse {START}")).len(), 1);
        assert_eq!(server.refuse(), ["sorry"]);
        assert_eq!(tasks(&mut server, &format!("analyse {START}")).len(), 1);
        assert_eq!(server.say(&AnalysisReply::Start), ["analysis start"]);
        assert_eq!(server.refuse(), ["analysis end"]);
    }

    #[test]
    fn options_are_set_and_what_is_wrong_is_refused() {
        let mut server = ready();
        let changed = [Task::OptionChanged("Level".to_owned())];
        assert_eq!(tasks(&mut server, "setoption name level value 3"), changed);
        assert_eq!(server.value("Level"), Some("3"));
        for line in
            ["setoption name Level value 11", "setoption name Hash value 1", "hello", "analyse"]
        {
            assert_eq!(tasks(&mut server, line), write(&["sorry"]), "{line}");
        }
        assert_eq!(server.value("Level"), Some("3"));
        assert_eq!(tasks(&mut server, ""), write(&[]));
    }
}
