//! The engine's half of a GUIDE dialogue.
//!
//! Reads commands, keeps the game with its current move, the level and the mode, answers commands
//! that need no thought by itself, and returns the others as tasks. Searches nothing, knows no
//! rules, and writes nothing itself.

use std::collections::VecDeque;

use super::command::{Command, EngineMode, Level, Opponents};
use super::notation::{Board, GameText, Move};
use super::reply::{OptionLine, OptionType, Reply};
use crate::protocol::words::split_word;

/// Number of a `go`; replies are written under it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct OrderId(u64);

/// The engine's name, options and abilities.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Identity {
    /// Its name and version.
    pub name: String,
    /// Its author.
    pub author: String,
    /// Its options; no two of the same number.
    pub options: Vec<OptionLine>,
    /// Commands of the document that it does not carry out: they are not listed among its
    /// capabilities, and are answered with an error.
    pub without: Vec<&'static str>,
}

/// A task for an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// A new game: forget what was learned in the last one. The board is the standard start.
    NewGame,
    /// The board has changed: see [`GuideServer::game`] and [`GuideServer::ply`]. An engine that
    /// finds it impossible calls [`GuideServer::reject_board`]; another one may ignore the task.
    Board,
    /// Search. An older search that was not ended is over.
    Search(Assignment),
    /// End the running search. If `plays`, the best move is wanted now ([`Reply::Move`]); otherwise
    /// no more reports on the search are admitted.
    Halt {
        /// The best move is wanted.
        plays: bool,
    },
    /// Change an option: a value that its declaration admits.
    SetOption {
        /// The option's number.
        id: u32,
        /// 0 or 1, the number, or the index of the choice.
        value: i64,
    },
    /// Write [`Reply::Position`] with the legal moves.
    TellPosition,
    /// The sides that the engine plays.
    Opponents(Opponents),
    /// The other side offers a draw: write [`Reply::OfferDraw`] to agree, and nothing to decline.
    OfferDraw,
    /// A comment on a move of the game.
    Comment {
        /// Number of the move, from 1; 0 is the start.
        ply: u32,
        /// The comment.
        text: String,
    },
    /// Show or hide the engine's window.
    ShowWindow(bool),
    /// Write [`Reply::Quit`] and end.
    Quit,
}

/// A search that was ordered.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// Its number, for [`GuideServer::admit`].
    pub order: OrderId,
    /// Its purpose.
    pub mode: EngineMode,
    /// Its limit.
    pub level: Level,
    /// The game.
    pub game: GameText,
    /// The position to search comes after so many moves of the game. The analysis of a game goes
    /// through all of it.
    pub ply: usize,
    /// Seconds that White and Black have used in the game so far.
    pub elapsed_secs: [f64; 2],
}

/// An engine's half of one dialogue.
///
/// Feed it the GUI's messages, write what [`GuideServer::poll_transmit`] gives (the greeting is
/// there from the start), carry out the tasks, and write what [`GuideServer::admit`] lets through.
#[derive(Debug)]
pub struct GuideServer {
    identity: Identity,
    game: GameText,
    ply: usize,
    /// The game and ply before the last change.
    before: Option<(GameText, usize)>,
    mode: EngineMode,
    level: Level,
    orders: u64,
    open: Option<OrderId>,
    transmits: VecDeque<String>,
}

/// The commands of the document that an engine may carry out or not.
const COMMANDS: [&str; 24] = [
    "capabilities",
    "enginemode",
    "forward",
    "game",
    "go",
    "halt",
    "jumpto",
    "levelsblitzgame",
    "levelsfixeddepth",
    "levelsfixedtime",
    "levelsinfiniteanalysis",
    "levelslonggame",
    "move",
    "new",
    "offerdraw",
    "opponents",
    "ping",
    "position",
    "quit",
    "requestgame",
    "requestposition",
    "setcomment",
    "setoption",
    "showwindow",
];

impl GuideServer {
    /// A server for a new dialogue; the greeting is ready to be written.
    #[must_use]
    pub fn new(identity: Identity) -> Self {
        let mut server = Self {
            identity,
            game: GameText { start: Board::standard(), moves: Vec::new() },
            ply: 0,
            before: None,
            mode: EngineMode::Normal,
            level: Level::Infinite,
            orders: 0,
            open: None,
            transmits: VecDeque::new(),
        };
        server.greet();
        server
    }

    /// Reads a message of the GUI. Returns the task that it sets, if any.
    pub fn handle_line(&mut self, line: &str) -> Option<Task> {
        let command = Command::parse(line);
        let (word, _) = split_word(line);
        if self.identity.without.iter().any(|missing| missing.eq_ignore_ascii_case(word)) {
            self.refuse(word);
            return None;
        }
        match command {
            Command::Guide => self.answer(Self::greet),
            Command::Capabilities => self.answer(Self::tell_capabilities),
            Command::Ping(text) => self.answer(|server| server.say(&Reply::Pong(text))),
            Command::RequestGame => {
                self.answer(|server| server.say(&Reply::Game(server.game.clone())))
            }
            Command::EngineMode(mode) => self.answer(|server| server.mode = mode),
            Command::Level(level) => self.answer(|server| server.level = level),
            Command::New => {
                self.mode = EngineMode::Normal;
                self.set_board(GameText { start: Board::standard(), moves: Vec::new() });
                Some(Task::NewGame)
            }
            Command::Position(start) => self.set_board(GameText { start, moves: Vec::new() }),
            Command::Game(game) => self.set_board(game),
            Command::Move(mv) => self.play(mv),
            Command::Forward(n) => self.go_to(i64::try_from(self.ply).ok()?.saturating_add(n)),
            Command::JumpTo(ply) => self.go_to(i64::from(ply)),
            Command::Go { white_secs, black_secs } => Some(self.order([white_secs, black_secs])),
            Command::Halt { plays } => self.halt(plays),
            Command::SetOption { id, value } => self.set_option(id, value),
            Command::RequestPosition => Some(Task::TellPosition),
            Command::Opponents(opponents) => Some(Task::Opponents(opponents)),
            Command::OfferDraw => Some(Task::OfferDraw),
            Command::SetComment { ply, text } => Some(Task::Comment { ply, text }),
            Command::ShowWindow(shown) => Some(Task::ShowWindow(shown)),
            Command::Quit => {
                self.open = None;
                Some(Task::Quit)
            }
            Command::Ignored(text) if text.is_empty() => None,
            Command::Ignored(text) => self.answer(|server| server.refuse(&text)),
        }
    }

    /// Takes the next message to write that needs no thought.
    pub fn poll_transmit(&mut self) -> Option<String> {
        self.transmits.pop_front()
    }

    /// The game, as the GUI has sent it, with the moves made since.
    #[must_use]
    pub fn game(&self) -> &GameText {
        &self.game
    }

    /// The number of moves of the game before the current position.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The purpose of the next search.
    #[must_use]
    pub fn mode(&self) -> EngineMode {
        self.mode
    }

    /// Rejects the board of the last [`Task::Board`] as impossible: the one before it holds, and
    /// the GUI gets the reason.
    pub fn reject_board(&mut self, reason: &str) {
        if let Some((game, ply)) = self.before.take() {
            (self.game, self.ply) = (game, ply);
        }
        self.say(&Reply::Error(reason.to_owned()));
    }

    /// The message to write for `reply`, or `None` if it must not be written any more because it
    /// reports on a search whose order is not open. `order` is that of the [`Assignment`]; replies
    /// that are not about a search need none.
    ///
    /// [`Reply::Move`] is played on the board and closes its order, [`Reply::Analysed`] closes it.
    pub fn admit(&mut self, order: Option<OrderId>, reply: &Reply) -> Option<String> {
        let of_open_order = order.is_some() && order == self.open;
        let admitted = match reply {
            Reply::Move(mv) => {
                if of_open_order {
                    self.open = None;
                    self.play(mv.clone());
                }
                of_open_order
            }
            Reply::OddMove(_) | Reply::Analysed => {
                if of_open_order {
                    self.open = None;
                }
                of_open_order
            }
            Reply::SearchInfo(_) | Reply::SetComment { .. } => of_open_order,
            Reply::Name(_)
            | Reply::Author(_)
            | Reply::Option(_)
            | Reply::EngineOk
            | Reply::Capabilities(_)
            | Reply::Debug(_)
            | Reply::Error(_)
            | Reply::Game(_)
            | Reply::Position { .. }
            | Reply::OfferDraw
            | Reply::Pong(_)
            | Reply::Quit
            | Reply::Empty
            | Reply::Chatter(_) => true,
        };
        admitted.then(|| reply.to_string())
    }

    fn answer(&mut self, answer: impl FnOnce(&mut Self)) -> Option<Task> {
        answer(self);
        None
    }

    fn say(&mut self, reply: &Reply) {
        self.transmits.push_back(reply.to_string());
    }

    fn greet(&mut self) {
        self.say(&Reply::Name(self.identity.name.clone()));
        self.say(&Reply::Author(self.identity.author.clone()));
        for option in self.identity.options.clone() {
            self.say(&Reply::Option(option));
        }
        self.say(&Reply::EngineOk);
    }

    fn tell_capabilities(&mut self) {
        let known = COMMANDS.iter().filter(|command| !self.identity.without.contains(command));
        let known = known.map(|command| (*command).to_owned()).collect();
        self.say(&Reply::Capabilities(known));
    }

    fn refuse(&mut self, what: &str) {
        self.say(&Reply::Error(format!("{what} not implemented")));
    }

    fn set_board(&mut self, game: GameText) -> Option<Task> {
        let ply = game.moves.len();
        let game = std::mem::replace(&mut self.game, game);
        self.before = Some((game, std::mem::replace(&mut self.ply, ply)));
        Some(Task::Board)
    }

    /// Plays a move in the current position; moves that came after it are forgotten.
    fn play(&mut self, mv: Move) -> Option<Task> {
        let mut game = self.game.clone();
        game.moves.truncate(self.ply);
        game.moves.push(mv);
        self.set_board(game)
    }

    fn go_to(&mut self, ply: i64) -> Option<Task> {
        let found = usize::try_from(ply).ok().filter(|ply| *ply <= self.game.moves.len());
        let Some(ply) = found else {
            self.say(&Reply::Error(format!("the game has no move {ply}")));
            return None;
        };
        self.before = Some((self.game.clone(), self.ply));
        self.ply = ply;
        Some(Task::Board)
    }

    fn order(&mut self, elapsed_secs: [f64; 2]) -> Task {
        self.orders += 1;
        let order = OrderId(self.orders);
        self.open = Some(order);
        Task::Search(Assignment {
            order,
            mode: self.mode,
            level: self.level,
            game: self.game.clone(),
            ply: self.ply,
            elapsed_secs,
        })
    }

    fn halt(&mut self, plays: bool) -> Option<Task> {
        self.open?;
        if !plays {
            self.open = None;
        }
        Some(Task::Halt { plays })
    }

    fn set_option(&mut self, id: u32, value: i64) -> Option<Task> {
        let declared = self.identity.options.iter().find(|option| option.id == id);
        let Some(option) = declared else {
            self.refuse(&format!("setoption {id}"));
            return None;
        };
        if !option.kind.admits(value) {
            let text = format!("setoption {id}: {} cannot be {value}", option.name);
            self.say(&Reply::Error(text));
            return None;
        }
        Some(Task::SetOption { id, value })
    }
}

impl OptionType {
    /// Returns true if the declaration admits a value as it is sent.
    pub(super) fn admits(&self, value: i64) -> bool {
        match self {
            Self::Check(_) => (0..=1).contains(&value),
            Self::Spin { min, max, .. } => {
                min.is_none_or(|min| min <= value) && max.is_none_or(|max| value <= max)
            }
            Self::Combo { choices, .. } => {
                usize::try_from(value).is_ok_and(|idx| idx < choices.len())
            }
        }
    }
}

#[cfg(test)]
mod tests;
