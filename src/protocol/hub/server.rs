//! The engine's half of a Hub dialogue.
//!
//! A machine without IO: it reads the GUI's lines, keeps parameters, position and level, and
//! returns the tasks. It searches nothing, writes nothing itself and knows no rules.

use std::mem;

use super::message::{Command, Done, GoMode, Id, Level, Place, Reply, Thought};
use super::param::Param;

/// Number of a search; reports on the search are written under it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct OrderId(u64);

/// A search that was ordered.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Its number.
    pub id: OrderId,
    /// The position to search: the last one that was not refused.
    pub place: Place,
    /// Its limit. By the document, a level holds for one search.
    pub level: Level,
    /// Its purpose.
    pub mode: GoMode,
}

/// A task for the engine. Tasks are carried out in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Write this line.
    Write(String),
    /// Initialise with the parameters as they are now, then write [`HubServer::ready`]. Comes again
    /// when the GUI says `init` again.
    Init,
    /// This parameter was changed after `init`; it may be applied now or at the next
    /// [`Task::Init`].
    ParamChanged(String),
    /// Check this position, and the moves from it. If it is bad, write
    /// [`HubServer::refuse_place`].
    Place(Place),
    /// Begin this search. None is running.
    Search(Order),
    /// The expected move was played: this search, begun as [`GoMode::Ponder`], goes on as
    /// [`GoMode::Think`], and its clock starts now.
    PonderHit(OrderId),
    /// End this search: its [`HubServer::done`] must be written before the next task is carried
    /// out.
    Stop(OrderId),
    /// The next search is unrelated to those before: forget everything about those.
    NewGame,
    /// End the program.
    Quit,
}

/// An engine's half of one dialogue.
///
/// Feed it the GUI's lines and carry out the tasks. Write about a search only what
/// [`HubServer::info`] and [`HubServer::done`] let through; write `done` exactly once for every
/// [`Task::Search`]. The end of the input means the same as [`Task::Quit`] (without a `done`).
#[derive(Debug)]
pub struct HubServer {
    id: Id,
    params: Vec<Param>,
    phase: Phase,
    place: Place,
    /// The position before the last one, in case that one is refused.
    place_before: Place,
    level: Level,
    orders: u64,
    open: Option<(OrderId, GoMode)>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Phase {
    /// Parameters may be set.
    Starting,
    /// `init` is being carried out.
    Initialising,
    Ready,
}

impl HubServer {
    /// A server for a new dialogue of the engine `id` with these parameters, each with its default
    /// value.
    #[must_use]
    pub fn new(id: Id, params: Vec<Param>) -> Self {
        Self {
            id,
            params,
            phase: Phase::Starting,
            place: Place::default(),
            place_before: Place::default(),
            level: Level::default(),
            orders: 0,
            open: None,
        }
    }

    /// Reads a line of the GUI.
    pub fn handle_line(&mut self, line: &str) -> Vec<Task> {
        match Command::parse(line) {
            // These do not disturb a search.
            Command::Ignored(_) => Vec::new(),
            Command::Ping => vec![Task::Write(Reply::Pong.to_string())],
            Command::Stop => self.open_order().map(Task::Stop).into_iter().collect(),
            Command::PonderHit => self.ponder_hit(),
            command => {
                let mut tasks: Vec<Task> = self.open_order().map(Task::Stop).into_iter().collect();
                tasks.extend(self.carry_out(command));
                tasks
            }
        }
    }

    /// The line that ends [`Task::Init`].
    pub fn ready(&mut self) -> String {
        self.phase = Phase::Ready;
        Reply::Ready.to_string()
    }

    /// The line that refuses the last [`Task::Place`]; the position before it holds again. `why` is
    /// for people: `bad position`.
    pub fn refuse_place(&mut self, why: &str) -> String {
        self.place.clone_from(&self.place_before);
        error(why)
    }

    /// The line that reports on a search; `None` if it must not be written any more.
    #[must_use]
    pub fn info(&self, order: OrderId, thought: &Thought) -> Option<String> {
        let is_open = self.open_order() == Some(order);
        is_open.then(|| Reply::Info(thought.clone()).to_string())
    }

    /// The line that ends a search; `None` if it has ended already.
    pub fn done(&mut self, order: OrderId, done: &Done) -> Option<String> {
        if self.open_order() != Some(order) {
            return None;
        }
        self.open = None;
        Some(Reply::Done(done.clone()).to_string())
    }

    /// The search that has no `done` yet.
    #[must_use]
    pub fn open_order(&self) -> Option<OrderId> {
        self.open.map(|(id, _)| id)
    }

    /// The value of a parameter; it has been checked. `None` if no parameter of that name is
    /// declared.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|param| param.name == name).map(|param| param.value.as_str())
    }

    /// The value of a parameter as a number, `true` and the like; `None` also if it is not of
    /// that kind.
    #[must_use]
    pub fn param_as<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.param(name)?.parse().ok()
    }
}

impl HubServer {
    fn carry_out(&mut self, command: Command) -> Vec<Task> {
        match command {
            Command::Hub => self.greet(),
            Command::SetParam { name, value } => self.set_param(&name, &value),
            Command::Init => {
                self.phase = Phase::Initialising;
                vec![Task::Init]
            }
            Command::Pos(_) | Command::Go(_) | Command::NewGame if self.phase != Phase::Ready => {
                vec![Task::Write(error("init has not been sent, or is not finished"))]
            }
            Command::Pos(place) => {
                self.place_before = mem::replace(&mut self.place, place.clone());
                vec![Task::Place(place)]
            }
            Command::Level(level) => {
                self.level.merge(&level);
                Vec::new()
            }
            Command::Go(mode) => vec![Task::Search(self.order(mode))],
            Command::NewGame => vec![Task::NewGame],
            Command::Quit => vec![Task::Quit],
            Command::Malformed(what) => vec![Task::Write(error(&what))],
            // These were handled before.
            Command::PonderHit | Command::Stop | Command::Ping | Command::Ignored(_) => Vec::new(),
        }
    }

    fn greet(&mut self) -> Vec<Task> {
        self.phase = Phase::Starting;
        let id = Reply::Id(self.id.clone());
        let params = self.params.iter().cloned().map(Reply::Param);
        let replies = std::iter::once(id).chain(params).chain([Reply::Wait]);
        replies.map(|reply| Task::Write(reply.to_string())).collect()
    }

    fn set_param(&mut self, name: &str, value: &str) -> Vec<Task> {
        let Some(param) = self.params.iter_mut().find(|param| param.name == name) else {
            return vec![Task::Write(error(&format!("there is no parameter {name}")))];
        };
        match param.kind.check(value) {
            Ok(checked) => param.value = checked.into(),
            Err(allowed) => {
                let what = format!("{name} cannot be '{value}'; allowed: {allowed}");
                return vec![Task::Write(error(&what))];
            }
        }
        match self.phase {
            Phase::Starting => Vec::new(),
            Phase::Initialising | Phase::Ready => vec![Task::ParamChanged(name.to_owned())],
        }
    }

    fn order(&mut self, mode: GoMode) -> Order {
        self.orders += 1;
        let id = OrderId(self.orders);
        self.open = Some((id, mode));
        Order { id, place: self.place.clone(), level: mem::take(&mut self.level), mode }
    }

    fn ponder_hit(&mut self) -> Vec<Task> {
        match &mut self.open {
            Some((id, mode @ GoMode::Ponder)) => {
                *mode = GoMode::Think;
                vec![Task::PonderHit(*id)]
            }
            Some((_, GoMode::Think | GoMode::Analyze)) | None => Vec::new(),
        }
    }
}

fn error(what: &str) -> String {
    Reply::Error(what.to_owned()).to_string()
}

#[cfg(test)]
mod tests;
