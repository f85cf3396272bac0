//! An engine at a level: chooses moves, values positions.
//!
//! Speaks no protocol.

use std::sync::Arc;
use std::time::Duration;

use super::eval::Weights;
use super::game::Game;
use super::levels::{Level, MAX_DEPTH};
use super::search::{Limits, Line, Report, Searcher};
use crate::builtin::pace::Pace;
use crate::builtin::random::Random;
use crate::builtin::slips::{Glimpse, Look, misjudged};
use crate::builtin::stop::Stop;
use crate::builtin::time_budget::{Budget, TimeLeft};
use crate::games::draughts::{Draughts, Move, Variant};

/// The settings of an engine, fixed for its life.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The rules.
    pub variant: Variant,
    /// The strength.
    pub level: &'static Level,
    /// Each move's value is changed at random by up to this many hundredths of a man, either way,
    /// in addition to the level's carelessness.
    pub noise: i32,
    /// The value of a draw to the engine, as an amount below 0, in hundredths of a man.
    pub contempt: i32,
    /// The table has `2^hash_bits` entries of 16 bytes.
    pub hash_bits: u32,
    /// Moves from the normal start that are played without thinking while the game follows them.
    pub opening: Vec<Move>,
    /// Seed of the random errors.
    pub seed: u64,
}

impl Setting {
    /// A variant at a level, without extras.
    #[must_use]
    pub fn new(variant: Variant, level: &'static Level, seed: u64) -> Self {
        let opening = Vec::new();
        Self { variant, level, noise: 0, contempt: 0, hash_bits: 19, opening, seed }
    }
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Aim {
    /// A move to play.
    Move,
    /// An explanation.
    Explanation,
}

/// A game to think about.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) game: Game,
    pub(crate) aim: Aim,
    /// Depth in plies, if there is a limit besides the level's.
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) pace: Pace,
    pub(crate) stop: Stop,
}

/// The chosen move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chosen {
    /// The move; `None` if no move is possible.
    pub(crate) mv: Option<Move>,
    /// The answer expected.
    pub(crate) reply: Option<Move>,
    /// The result; `None` if there was no search.
    pub(crate) report: Option<Report>,
}

impl Chosen {
    fn at_once(mv: Option<Move>) -> Self {
        Self { mv, reply: None, report: None }
    }
}

/// An engine at a level.
#[derive(Debug)]
pub struct Player {
    setting: Setting,
    random: Random,
    searcher: Searcher,
}

impl Player {
    /// An engine with these settings.
    #[must_use]
    pub fn new(setting: Setting) -> Self {
        let weights = Weights::embedded(setting.variant);
        Self::with_weights(setting, weights)
    }

    /// The same engine, with weights other than those of the program.
    #[must_use]
    pub fn with_weights(setting: Setting, weights: Arc<Weights>) -> Self {
        let searcher = Searcher::with_weights(setting.variant, setting.hash_bits, weights);
        Self { random: Random::new(setting.seed), searcher, setting }
    }

    /// Forgets what it has learned about positions.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Thinks; `tell` gets every depth.
    pub(crate) fn think(&mut self, task: &Task, mut tell: impl FnMut(&Report)) -> Chosen {
        let game = &task.game;
        let moves = game.legal_moves();
        let for_move = task.aim == Aim::Move;
        if moves.is_empty() {
            return Chosen::at_once(None);
        }
        if for_move {
            if let [only] = *moves {
                return Chosen::at_once(Some(only));
            }
            if let Some(mv) = self.opening_move(game) {
                return Chosen::at_once(Some(mv));
            }
        }
        let look =
            if for_move { self.setting.level.slips.look(&mut self.random) } else { Look::Full };
        let limits = self.limits(task, look);
        let stop = task.stop.clone();
        let search = self.searcher.search(game.line(), game.pos(), &limits, stop, &mut tell);
        let Some(mut report) = search else { return Chosen::at_once(None) };
        if limits.values_all {
            let chosen = match look {
                Look::Glance => self.glance(game, &report),
                Look::Full | Look::Short(_) => self.careless_choice(&report),
            };
            report.lines = vec![report.lines[chosen].clone()];
        }
        let best = &report.lines[0].moves;
        Chosen { mv: best.first().copied(), reply: best.get(1).copied(), report: Some(report) }
    }

    /// The move to play after `game`, found within `time`; `None` if no move is possible.
    pub fn best_move(
        &mut self,
        game: &[(Draughts, Move)],
        pos: &Draughts,
        time: Duration,
    ) -> Option<Move> {
        let task = Task {
            game: Game::of_line(game, *pos),
            aim: Aim::Move,
            depth: None,
            nodes: None,
            pace: Pace::exactly(time),
            stop: Stop::never(),
        };
        self.think(&task, |_| ()).mv
    }

    fn limits(&self, task: &Task, look: Look) -> Limits {
        let level = self.setting.level;
        let for_move = task.aim == Aim::Move;
        let (depth, nodes) = match (task.aim, look) {
            (Aim::Explanation, _) => (level.analysis_depth, None),
            (Aim::Move, Look::Full) => (level.depth, level.nodes),
            (Aim::Move, Look::Short(depth)) => (depth.min(level.depth), level.nodes),
            (Aim::Move, Look::Glance) => (1, None),
        };
        Limits {
            depth: depth.min(task.depth.unwrap_or(MAX_DEPTH)),
            nodes: task.nodes.into_iter().chain(nodes).min(),
            pace: task.pace.clone(),
            values_all: for_move && (look == Look::Glance || self.setting.noise > 0),
            draw: -self.setting.contempt,
            may_end_early: for_move,
        }
    }

    /// Returns the best line after changing every value at random.
    fn careless_choice(&mut self, report: &Report) -> usize {
        let (noise, random) = (self.setting.noise, &mut self.random);
        let misjudge = |line: &Line| misjudged(line.score, noise, random);
        let values: Vec<i32> = report.lines.iter().map(misjudge).collect();
        let best = (0..values.len()).max_by_key(|idx| (values[*idx], usize::MAX - idx));
        best.unwrap_or_default()
    }

    /// Returns the line of the move that looks best before any answer.
    fn glance(&mut self, game: &Game, report: &Report) -> usize {
        let pos = game.pos();
        let value = |pos: &Draughts, side| {
            self.searcher.weights.evaluate(self.setting.variant, pos.board(), side)
        };
        let now = -value(pos, pos.turn().opponent());
        let own_last = game.line().iter().rev().nth(1).map(|(_, mv)| mv.to);
        let glimpse = |line: &Line| {
            let (mut child, mv) = (*pos, line.moves[0]);
            child.play(&mv);
            let worth = -value(&child, child.turn());
            // A man that moves comes nearer to the other side; a king may go to and fro.
            let idle = own_last == Some(mv.from) && pos.is_reversible(&mv) && worth <= now;
            Glimpse { worth, idle }
        };
        let glimpses: Vec<Glimpse> = report.lines.iter().map(glimpse).collect();
        self.setting.level.slips.choose(&glimpses, &mut self.random)
    }

    /// The next move of the opening that it was told to play.
    fn opening_move(&self, game: &Game) -> Option<Move> {
        let mut pos = Draughts::start_of(self.setting.variant);
        for mv in &self.setting.opening {
            if pos == *game.pos() {
                return Some(*mv);
            }
            pos.play(mv);
        }
        None
    }
}

/// Moves for which a game without a limit still needs time: more while there are many pieces.
pub(crate) fn moves_to_come(pos: &Draughts) -> u32 {
    20 + pos.board().occupied().count_ones() / 2
}

/// The time for a move by a clock.
///
/// `left` includes the increment for this move, `main` is the time for the game if known, `moves`
/// is the number of moves for which the time must last.
pub(crate) fn budget(
    pos: &Draughts,
    left: Duration,
    main: Option<Duration>,
    increment: Duration,
    moves: Option<u32>,
) -> Budget {
    let to_come = moves_to_come(pos);
    let moves = moves.map_or(to_come, |moves| moves.clamp(1, to_come));
    TimeLeft { left, main: main.unwrap_or(left), increment, moves, lags: moves }.budget()
}
