//! The engine's half of a UHP dialogue.
//!
//! A machine without IO: it reads the viewer's lines, keeps the options, and returns the next task.
//! It searches nothing, writes nothing itself and knows no rules; the engine keeps the game.

use std::collections::VecDeque;

use super::game_string::GameKind;
use super::message::{Command, Effort, FRACTIONAL_TIME, NewGame};
use super::reply::Thought;
use super::setting::Setting;

/// A task for the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Write these lines.
    Write(Vec<String>),
    /// Begin this game; answer with its GameString.
    NewGame(NewGame),
    /// Play this move in the game; answer with the GameString.
    Play(String),
    /// Take back so many plies; answer with the GameString.
    Undo(u32),
    /// Answer with the possible moves, as one line.
    ValidMoves,
    /// Search the game's position; answer with the move.
    Search(Effort),
    /// This option has another value now; no answer is needed.
    OptionChanged(String),
    /// End the program.
    Quit,
}

/// The reason why a task is not carried out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// `invalidmove`: the move is against the rules. The text says which.
    InvalidMove(String),
    /// `err`: anything else.
    Error(String),
}

/// An engine's half of one dialogue.
///
/// Write [`UhpServer::greeting`], then feed it the viewer's lines with [`UhpServer::handle_line`]
/// and carry out the tasks of [`UhpServer::poll_task`]. A task that needs an answer is answered
/// exactly once, by [`UhpServer::answer`] or [`UhpServer::refuse`]; lines that are read meanwhile
/// wait. The end of the input means the same as [`Task::Quit`] once no line waits any more.
#[derive(Debug)]
pub struct UhpServer {
    name: String,
    able: GameKind,
    settings: Vec<Setting>,
    waiting: VecDeque<Command>,
    tasks: VecDeque<Task>,
    /// The task that is not answered yet.
    open: Option<Open>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Open {
    Search,
    Other,
}

impl UhpServer {
    /// A server for a new dialogue of the engine `name`, which can play with the pieces `able` and
    /// has these options, each with its default.
    #[must_use]
    pub fn new(name: &str, able: GameKind, settings: Vec<Setting>) -> Self {
        let name = name.replace(['\n', '\r'], " ");
        let (waiting, tasks) = (VecDeque::new(), VecDeque::new());
        Self { name, able, settings, waiting, tasks, open: None }
    }

    /// The lines that the engine writes as soon as it is ready for commands.
    #[must_use]
    pub fn greeting(&self) -> Vec<String> {
        let capabilities = self.able.capabilities();
        let mut lines = vec![format!("id {}", self.name)];
        lines.extend((!capabilities.is_empty()).then_some(capabilities));
        lines.push("ok".to_owned());
        lines
    }

    /// Reads a line of the viewer.
    pub fn handle_line(&mut self, line: &str) {
        self.waiting.push_back(Command::parse(line));
    }

    /// The next task; `None` while a task is not answered yet, and when nothing was read.
    pub fn poll_task(&mut self) -> Option<Task> {
        if let Some(task) = self.tasks.pop_front() {
            return Some(task);
        }
        if self.open.is_some() {
            return None;
        }
        let command = self.waiting.pop_front()?;
        Some(self.begin(command))
    }

    fn begin(&mut self, command: Command) -> Task {
        let (task, open) = match command {
            Command::Info => return Task::Write(self.greeting()),
            Command::Options => return Task::Write(self.list()),
            Command::GetOption(name) => return Task::Write(self.get(&name)),
            Command::SetOption { name, value } => return self.set(&name, &value),
            Command::Exit => return Task::Quit,
            Command::Malformed(text) => return Task::Write(error(&text)),
            Command::Unknown(line) => {
                return Task::Write(error(&format!("unknown command {line:?}")));
            }
            Command::NewGame(game) => match self.refused(&game) {
                Some(why) => return Task::Write(error(&why)),
                None => (Task::NewGame(game), Open::Other),
            },
            Command::Play(mv) => (Task::Play(mv), Open::Other),
            Command::Undo(n_moves) => (Task::Undo(n_moves), Open::Other),
            Command::ValidMoves => (Task::ValidMoves, Open::Other),
            Command::BestMove(effort) => match self.refused_time(effort) {
                Some(why) => return Task::Write(error(&why)),
                None => (Task::Search(effort), Open::Search),
            },
        };
        self.open = Some(open);
        task
    }

    /// The reason why parts of a second are not taken.
    fn refused_time(&self, effort: Effort) -> Option<String> {
        let Effort::Time(time) = effort else { return None };
        if time.subsec_nanos() == 0 || self.value(FRACTIONAL_TIME) == Some("True") {
            return None;
        }
        let hint = match self.value(FRACTIONAL_TIME) {
            Some(_) => format!(" while the option {FRACTIONAL_TIME} is False"),
            None => String::new(),
        };
        Some(format!("a time has whole seconds only{hint}, not \"{effort}\""))
    }

    /// The reason why a game cannot be begun, as far as it can be found without rules.
    fn refused(&self, game: &NewGame) -> Option<String> {
        let Some(wanted) = game.game() else {
            return Some("that is neither a game type nor a game".to_owned());
        };
        (!self.able.includes(wanted.kind)).then(|| format!("{} is not played here", wanted.kind))
    }

    /// The lines that answer the open task; no lines if no task is open.
    pub fn answer(&mut self, text: &str) -> Vec<String> {
        match self.open.take() {
            Some(_) => vec![text.to_owned(), "ok".to_owned()],
            None => Vec::new(),
        }
    }

    /// The lines that refuse the open task; no lines if no task is open.
    pub fn refuse(&mut self, why: &Refusal) -> Vec<String> {
        match (self.open.take(), why) {
            (None, _) => Vec::new(),
            (Some(_), Refusal::InvalidMove(text)) => {
                vec![format!("invalidmove {}", one_line(text)), "ok".to_owned()]
            }
            (Some(_), Refusal::Error(text)) => error(text),
        }
    }

    /// The line for the best move so far, which extends the document's own: `move;depth;score`.
    /// `None` if no search is open, or there is no move.
    #[must_use]
    pub fn thought(&self, thought: &Thought) -> Option<String> {
        thought.to_line().filter(|_| self.open == Some(Open::Search))
    }

    /// A task is not answered yet.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The value of an option, as the document writes it.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|setting| setting.value.as_str())
    }

    fn find(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.name.eq_ignore_ascii_case(name))
    }

    fn list(&self) -> Vec<String> {
        let lines = self.settings.iter().map(ToString::to_string);
        lines.chain(["ok".to_owned()]).collect()
    }

    fn get(&self, name: &str) -> Vec<String> {
        match self.find(name) {
            Some(setting) => vec![setting.to_string(), "ok".to_owned()],
            None => error(&format!("there is no option {name:?}")),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Task {
        let found =
            self.settings.iter_mut().find(|setting| setting.name.eq_ignore_ascii_case(name));
        let Some(setting) = found else {
            return Task::Write(error(&format!("there is no option {name:?}")));
        };
        let Some(admitted) = setting.admit(value) else {
            let (name, allowed) = (&setting.name, setting.allowed());
            return Task::Write(error(&format!("{name} cannot be {value:?}; allowed: {allowed}")));
        };
        setting.value = admitted;
        let name = setting.name.clone();
        self.tasks.push_back(Task::Write(self.get(&name)));
        Task::OptionChanged(name)
    }
}

fn error(text: &str) -> Vec<String> {
    vec![format!("err {}", one_line(text)), "ok".to_owned()]
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::OptionKind;

    fn server() -> UhpServer {
        let settings = vec![
            Setting::new("Threads", OptionKind::Int { min: 1, max: 8 }, "1"),
            Setting::new("Verbose", OptionKind::Bool, "False"),
        ];
        UhpServer::new("Test 1", GameKind::parse("Base+ML").unwrap(), settings)
    }

    fn tasks(server: &mut UhpServer, line: &str) -> Vec<Task> {
        server.handle_line(line);
        std::iter::from_fn(|| server.poll_task()).collect()
    }

    fn write(lines: &[&str]) -> Vec<Task> {
        vec![Task::Write(lines.iter().map(|&line| line.to_owned()).collect())]
    }

    #[test]
    fn it_introduces_itself_with_what_it_can_play() {
        let mut server = server();
        assert_eq!(server.greeting(), ["id Test 1", "Mosquito;Ladybug", "ok"]);
        assert_eq!(tasks(&mut server, "info"), write(&["id Test 1", "Mosquito;Ladybug", "ok"]));
        let plain = UhpServer::new("Plain", GameKind::default(), Vec::new());
        assert_eq!(plain.greeting(), ["id Plain", "ok"]);
    }

    #[test]
    fn every_command_becomes_a_task_that_is_answered_once() {
        let mut server = server();
        for (line, expected) in [
            ("newgame", Task::NewGame(NewGame::Base)),
            ("newgame Base+LM", Task::NewGame(NewGame::Type("Base+LM".to_owned()))),
            ("play bS1 wS1-", Task::Play("bS1 wS1-".to_owned())),
            ("pass", Task::Play("pass".to_owned())),
            ("undo 2", Task::Undo(2)),
            ("validmoves", Task::ValidMoves),
            ("bestmove depth 3", Task::Search(Effort::Depth(3))),
        ] {
            assert_eq!(tasks(&mut server, line), [expected], "{line}");
            assert!(server.is_open());
            assert_eq!(server.answer("wS1"), ["wS1", "ok"]);
            assert!(server.answer("wS1").is_empty(), "a second answer");
        }
        assert_eq!(tasks(&mut server, "exit"), [Task::Quit]);
    }

    #[test]
    fn commands_wait_for_the_answer_before_them() {
        let mut server = server();
        assert_eq!(tasks(&mut server, "bestmove time 00:00:01").len(), 1);
        assert!(tasks(&mut server, "info").is_empty());
        let thought = Thought {
            mv: Some("wS1".to_owned()),
            depth: Some("2".to_owned()),
            score: Some(0.5),
            ..Thought::default()
        };
        assert_eq!(server.thought(&thought).as_deref(), Some("wS1;2;0.5"));
        assert_eq!(server.answer("wS1"), ["wS1", "ok"]);
        assert_eq!(server.thought(&thought), None);
        assert!(matches!(server.poll_task(), Some(Task::Write(lines)) if lines[0] == "id Test 1"));
    }

    #[test]
    fn options_are_listed_got_and_set() {
        let mut server = server();
        let list = ["Threads;int;1;1;1;8", "Verbose;bool;False;False", "ok"];
        assert_eq!(tasks(&mut server, "options"), write(&list));
        let mut changed = vec![Task::OptionChanged("Threads".to_owned())];
        changed.extend(write(&["Threads;int;4;1;1;8", "ok"]));
        assert_eq!(tasks(&mut server, "options set threads 4"), changed);
        assert_eq!(server.value("Threads"), Some("4"));
        assert_eq!(
            tasks(&mut server, "options get Threads"),
            write(&["Threads;int;4;1;1;8", "ok"])
        );
        for line in ["options set Threads 9", "options get Hash", "options set Hash 1"] {
            let tasks = tasks(&mut server, line);
            assert!(
                matches!(&tasks[..], [Task::Write(lines)] if lines[0].starts_with("err ")),
                "{line}"
            );
        }
        assert_eq!(server.value("Threads"), Some("4"));
    }

    #[test]
    fn what_cannot_be_is_refused_in_words() {
        let mut server = server();
        for line in ["", "hi", "newgame Chess", "newgame Base+P", "bestmove time 00:00:00", "play"]
        {
            let tasks = tasks(&mut server, line);
            assert!(
                matches!(&tasks[..], [Task::Write(lines)] if lines[0].starts_with("err ")),
                "{line}"
            );
        }
        assert_eq!(tasks(&mut server, "play wQ").len(), 1);
        let why = Refusal::InvalidMove("the queen may not\nbe first".to_owned());
        assert_eq!(server.refuse(&why), ["invalidmove the queen may not be first", "ok"]);
    }
}
