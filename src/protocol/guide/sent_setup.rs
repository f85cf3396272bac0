//! The messages that an engine has been sent, so that only the difference is sent.
//!
//! Does not decide when: `client` asks for the messages and sends them. Knows no rules: the
//! engine's position follows from the moves that it was sent and those that it has made.

use std::sync::Arc;
use std::time::Duration;

use super::abilities::Abilities;
use super::command::{Command, EngineMode, Level, Opponents};
use super::notation::Move;
use super::settings::GameTransfer;
use crate::protocol::{Root, RootMove};

/// More moves than this are sent as a whole game: one message instead of many.
const MOST_STEPS: usize = 4;

/// The engine's state as far as commands and its own moves have made it.
#[derive(Debug)]
pub(super) struct SentSetup {
    /// The board; `None` if it is not known.
    board: Option<Line>,
    /// A new game begins.
    new_game: bool,
    /// The client asks for the next board, because there was a doubt.
    doubted: bool,
    way: GameTransfer,
    mode: Option<EngineMode>,
    level: Option<Level>,
    opponents: Option<Opponents>,
    /// The moves of the last root, each as written there and by its value: with every move of a game
    /// the whole game is asked about, and so only its last moves are read.
    read: Vec<[Arc<str>; 2]>,
}

/// A game in the engine, and its current move.
#[derive(Debug)]
struct Line {
    start: String,
    /// By their values.
    moves: Vec<Arc<str>>,
    ply: usize,
}

/// The settings that a search needs besides the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) mode: EngineMode,
    pub(super) level: Level,
    pub(super) opponents: Opponents,
    /// The time left on the clock of the side to move, if it has one.
    pub(super) left: Option<Duration>,
}

/// The limit at which the host ends a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum OwnEnd {
    /// As soon as the engine reports this depth.
    Depth(u32),
    /// After this time.
    Time(Duration),
}

/// Messages that bring an engine to a position.
#[derive(Debug, Default)]
pub(super) struct Steps {
    pub(super) lines: Vec<String>,
    /// The engine may need a moment for them.
    pub(super) heavy: bool,
    /// They include a question for the board.
    pub(super) asks: bool,
}

impl SentSetup {
    /// The state of an engine that has only just started: normal mode, by the document.
    pub(super) fn new(way: GameTransfer) -> Self {
        Self {
            board: None,
            new_game: true,
            doubted: false,
            way,
            mode: Some(EngineMode::Normal),
            level: None,
            opponents: None,
            read: Vec::new(),
        }
    }

    /// The engine was started again.
    pub(super) fn begin_again(&mut self) {
        *self = Self::new(self.way);
    }

    /// A new game begins.
    pub(super) fn begin_game(&mut self) {
        self.new_game = true;
    }

    /// The board is not known any more; the client will ask for it after it was sent.
    pub(super) fn doubt(&mut self) {
        self.board = None;
        self.doubted = true;
    }

    /// The board may stand anywhere in its game.
    pub(super) fn forget_board(&mut self) {
        self.board = None;
    }

    /// From now on games are sent move by move. Returns true if that is a change.
    pub(super) fn go_in_steps(&mut self) -> bool {
        self.board = None;
        std::mem::replace(&mut self.way, GameTransfer::Steps) != GameTransfer::Steps
    }

    /// The engine has made a move of its own on its board.
    pub(super) fn played(&mut self, mv: &str) {
        match &mut self.board {
            Some(line) if line.ply == line.moves.len() => {
                line.moves.push(canonical(mv).into());
                line.ply += 1;
            }
            // It is unknown what became of the end of the engine's game.
            Some(_) | None => self.board = None,
        }
    }

    /// The engine has refused a level, so it may have another one.
    pub(super) fn forget_level(&mut self) {
        self.level = None;
    }

    /// A person has sent `line` past the client.
    pub(super) fn overhear(&mut self, line: &str) {
        match Command::parse(line) {
            Command::Level(level) => self.level = Some(level),
            Command::EngineMode(mode) => self.mode = Some(mode),
            Command::Opponents(opponents) => self.opponents = Some(opponents),
            Command::Guide
            | Command::Capabilities
            | Command::OfferDraw
            | Command::Ping(_)
            | Command::RequestGame
            | Command::RequestPosition
            | Command::SetComment { .. }
            | Command::SetOption { .. }
            | Command::ShowWindow(_)
            | Command::Quit => {}
            Command::Ignored(text) if text.is_empty() => {}
            Command::Forward(_)
            | Command::Game(_)
            | Command::Go { .. }
            | Command::Halt { .. }
            | Command::JumpTo(_)
            | Command::Move(_)
            | Command::New
            | Command::Position(_)
            | Command::Ignored(_) => {
                *self = Self { new_game: self.new_game, mode: None, ..Self::new(self.way) };
            }
        }
    }

    /// The messages that bring the engine to `root`.
    pub(super) fn position(&mut self, root: &Root, abilities: &Abilities) -> Steps {
        let mut steps = Steps::default();
        if std::mem::take(&mut self.new_game) {
            steps.heavy = true;
            steps.lines.push(Command::New.to_string());
            // By the document, it sets the normal mode. Whatever else it resets is sent again.
            *self = Self { doubted: self.doubted, ..Self::new(self.way) };
            self.new_game = false;
        }
        let moves = self.read_moves(root);
        let known = self.board.take();
        let way = known.as_ref().and_then(|line| line.way_to(root, &moves, abilities));
        let ply = moves.len();
        let moves = match (way, known) {
            (Some(Way::Walk(walk)), Some(line)) => {
                // An engine that cannot walk reports that before the fence.
                steps.heavy |= walk.is_some();
                steps.lines.extend(walk.map(|walk| walk.to_string()));
                line.moves
            }
            (Some(Way::Play(known)), _) => {
                steps
                    .lines
                    .extend(root.moves[known..].iter().map(|mv| format!("move {}", mv.step)));
                moves
            }
            (Some(Way::Walk(_)) | None, _) => {
                steps.heavy = true;
                self.whole(root, abilities, &mut steps);
                moves
            }
        };
        self.board = Some(Line { start: root.start.clone(), moves, ply });
        steps
    }

    /// The moves of `root` by their values.
    fn read_moves(&mut self, root: &Root) -> Vec<Arc<str>> {
        let known = self.read.iter().zip(&*root.moves);
        let n_known = known.take_while(|([written, _], mv)| *written == mv.mv).count();
        self.read.truncate(n_known);
        let read = |mv: &RootMove| [Arc::clone(&mv.mv), canonical(&mv.mv).into()];
        self.read.extend(root.moves[n_known..].iter().map(read));
        self.read.iter().map(|[_, value]| Arc::clone(value)).collect()
    }

    fn whole(&mut self, root: &Root, abilities: &Abilities, steps: &mut Steps) {
        let lines = &mut steps.lines;
        let jumps = self.way == GameTransfer::Jump;
        let in_steps = self.way == GameTransfer::Steps
            || !abilities.has("game")
            || (jumps && !abilities.has("jumpto"));
        if root.moves.is_empty() || in_steps {
            lines.push(format!("position {}", root.start));
            lines.extend(root.moves.iter().map(|mv| format!("move {}", mv.step)));
        } else {
            lines.push(format!("game {}", root.full));
            if jumps {
                let ply = u32::try_from(root.moves.len()).unwrap_or(u32::MAX);
                lines.push(Command::JumpTo(ply).to_string());
            }
        }
        if std::mem::take(&mut self.doubted) {
            let request = match root.moves.is_empty() {
                true => Command::RequestPosition,
                false => Command::RequestGame,
            };
            let request = request.to_string();
            steps.asks = abilities.has(&request);
            lines.extend(steps.asks.then_some(request));
        }
    }

    /// The messages that set what differs.
    pub(super) fn settings(&mut self, wanted: &Wanted, abilities: &Abilities) -> Vec<String> {
        let mut lines = Vec::new();
        if self.mode != Some(wanted.mode) && abilities.has("enginemode") {
            self.mode = Some(wanted.mode);
            lines.push(Command::EngineMode(wanted.mode).to_string());
        }
        if self.opponents != Some(wanted.opponents) && abilities.has("opponents") {
            self.opponents = Some(wanted.opponents);
            lines.push(Command::Opponents(wanted.opponents).to_string());
        }
        if let Some(level) = wanted.level_for(abilities)
            && self.level.replace(level) != Some(level)
        {
            lines.push(Command::Level(level).to_string());
        }
        lines
    }
}

/// Number of moves for which the time on a clock should last.
const MOVES_TO_GO: u32 = 40;

impl Wanted {
    /// The level to send. If the engine does not have the wanted one, this is another one that ends
    /// the search in time, or one without an end. An engine that has no level without end gets a
    /// day, or a depth that no search reaches.
    fn level_for(&self, abilities: &Abilities) -> Option<Level> {
        let time = self.share().map(|share| Level::FixedTime(share.as_secs_f64()));
        let instead = match self.level {
            // Sudden death for the next control is less time than there is.
            Level::Long { controls: [(time_secs, _), _], .. } => {
                [Some(Level::Blitz { time_secs, gain_secs: 0.0 }), time]
            }
            Level::Blitz { .. } => [time, None],
            Level::FixedDepth(_) | Level::FixedTime(_) | Level::Infinite => [None, None],
        };
        let endless = [Level::Infinite, Level::FixedTime(86_400.0), Level::FixedDepth(999)];
        let mut levels =
            [self.level].into_iter().chain(instead.into_iter().flatten()).chain(endless);
        let able = levels.find(|level| abilities.has(level.word()));
        // A list of capabilities without any level may be incomplete.
        let is_sent = |level: &Level| *level != Level::Infinite && !abilities.refuses(level.word());
        able.or_else(|| Some(self.level).filter(is_sent))
    }

    /// The limit at which the host ends the search, because the engine has no level for it.
    pub(super) fn own_end(&self, abilities: &Abilities) -> Option<OwnEnd> {
        let level = self.level_for(abilities);
        let time = |time| Some(OwnEnd::Time(time));
        match self.level {
            _ if level == Some(self.level) => None,
            Level::FixedDepth(plies) => Some(OwnEnd::Depth(plies)),
            Level::FixedTime(secs) => time(Duration::try_from_secs_f64(secs).ok()?),
            Level::Blitz { .. } | Level::Long { .. } => match level {
                Some(Level::Blitz { .. }) => None,
                Some(Level::FixedTime(secs)) if self.share_secs() == Some(secs) => None,
                Some(_) | None => self.share().and_then(time),
            },
            Level::Infinite => None,
        }
    }

    /// The time for one move of a clock, only for the search whose clock the engine has just
    /// refused. For the searches after it `play` divides the time.
    fn share(&self) -> Option<Duration> {
        Some(self.left? / MOVES_TO_GO)
    }

    fn share_secs(&self) -> Option<f64> {
        self.share().map(|share| share.as_secs_f64())
    }
}

/// The few messages that lead from one position to another.
enum Way {
    /// Within the engine's game; no command if it is there already.
    Walk(Option<Command>),
    /// The moves from this one on are new.
    Play(usize),
}

impl Line {
    /// The way from here to `root`; `None` if the whole game must be sent.
    fn way_to(&self, root: &Root, moves: &[Arc<str>], abilities: &Abilities) -> Option<Way> {
        if self.start != root.start {
            return None;
        }
        let common = self.moves.iter().zip(moves).take_while(|(a, b)| a == b).count();
        if common == moves.len() {
            return self.walk(common, abilities).map(Way::Walk);
        }
        // A move in the middle of a game may or may not keep its old end.
        let at_end = self.ply == self.moves.len() && common == self.ply;
        (at_end && moves.len() - common <= MOST_STEPS).then_some(Way::Play(common))
    }

    fn walk(&self, ply: usize, abilities: &Abilities) -> Option<Option<Command>> {
        let by = i64::try_from(ply).ok()? - i64::try_from(self.ply).ok()?;
        match by {
            0 => Some(None),
            -1 | 1 if abilities.has("forward") => Some(Some(Command::Forward(by))),
            _ if abilities.has("jumpto") => Some(Some(Command::JumpTo(u32::try_from(ply).ok()?))),
            _ => None,
        }
    }
}

/// A move by its value, if it can be read.
fn canonical(mv: &str) -> String {
    Move::parse(mv).map_or_else(|| mv.to_owned(), |mv| mv.to_string())
}
