//! An engine at a level: chooses moves.
//!
//! Speaks no protocol.

use std::sync::Arc;
use std::time::Duration;

use super::eval::{MAX_ESTIMATE, Weights};
use super::levels::{Level, MAX_DEPTH};
use super::search::{Limits, Line, Report, Searcher};
use crate::builtin::ends::{INFINITE, WIN};
use crate::builtin::pace::Pace;
use crate::builtin::random::Random;
use crate::builtin::slips::{Glimpse, Look, misjudged};
use crate::builtin::stop::Stop;
use crate::games::hive::{BoardMove, Hive, legal_moves};

/// The engine's preference between its own queen and the opponent's.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Style {
    /// It cares for both alike.
    #[default]
    Balanced,
    /// It cares more for the opponent's.
    Attack,
    /// It cares more for its own.
    Defence,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 3] = [Self::Balanced, Self::Attack, Self::Defence];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Balanced => "Balanced",
            Self::Attack => "Attack",
            Self::Defence => "Defence",
        }
    }

    /// Finds it by its name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }

    /// The weight on the own queen and on the opponent's, in per cent.
    const fn weights(self) -> [i32; 2] {
        match self {
            Self::Balanced => [100, 100],
            Self::Attack => [85, 130],
            Self::Defence => [130, 85],
        }
    }

    /// The weight on each side's queen, when the side `own` has this style.
    fn slant(self, own: usize) -> [i32; 2] {
        let mut slant = self.weights();
        slant.rotate_right(own);
        slant
    }
}

/// The settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The strength.
    pub level: &'static Level,
    /// Each move's value is changed at random by up to this many hundredths of a point, either way,
    /// in addition to the level's carelessness.
    pub noise: i32,
    /// The value of a draw to the engine, as an amount below 0, in hundredths of a point.
    pub contempt: i32,
    /// Its preferences.
    pub style: Style,
    /// Threads; at least 1.
    pub threads: usize,
}

impl Setting {
    /// A level, without extras.
    #[must_use]
    pub fn new(level: &'static Level) -> Self {
        Self { level, noise: 0, contempt: 0, style: Style::Balanced, threads: 1 }
    }
}

/// A game to think about.
#[derive(Clone, Debug)]
pub(crate) struct Task<'a> {
    /// The game up to now, the position to think about last.
    pub(crate) game: &'a [Hive],
    /// Depth in plies, if there is a limit besides the level's.
    pub(crate) depth: Option<u32>,
    pub(crate) pace: Pace,
    pub(crate) stop: Stop,
}

/// The chosen move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Chosen {
    /// The move.
    pub mv: BoardMove,
    /// The result; `None` if there was no search.
    pub report: Option<Report>,
}

/// An engine at a level.
#[derive(Debug)]
pub struct Player {
    setting: Setting,
    random: Random,
    searcher: Searcher,
}

impl Player {
    /// An engine with these settings, with a table of `2^hash_bits` entries of 16 bytes and this
    /// seed for its random errors.
    #[must_use]
    pub fn new(setting: Setting, hash_bits: u32, seed: u64) -> Self {
        Self { setting, random: Random::new(seed), searcher: Searcher::new(hash_bits) }
    }

    /// The same engine, with weights other than those of the program.
    #[must_use]
    pub fn with_weights(
        setting: Setting,
        hash_bits: u32,
        seed: u64,
        weights: Arc<Weights>,
    ) -> Self {
        let searcher = Searcher::with_weights(hash_bits, weights);
        Self { setting, random: Random::new(seed), searcher }
    }

    /// Uses these settings from now on.
    pub(crate) fn set(&mut self, setting: Setting) {
        self.setting = setting;
    }

    /// Restarts the random numbers of its errors.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    /// Sets the size of the table, which is empty then.
    pub(crate) fn set_hash_bits(&mut self, hash_bits: u32) {
        self.searcher = Searcher::new(hash_bits);
    }

    /// Forgets what it has learned about positions.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }

    /// Thinks; `tell` gets every depth, and finally the chosen move if that is another one. Returns
    /// `None` if no move is possible.
    pub(crate) fn think(
        &mut self,
        task: &Task<'_>,
        mut tell: impl FnMut(&Report),
    ) -> Option<Chosen> {
        let mut moves = Vec::new();
        legal_moves(task.game.last()?.board(), &mut moves);
        if let [only] = *moves {
            return Some(Chosen { mv: only, report: None });
        }
        let look = self.setting.level.slips.look(&mut self.random);
        let (limits, mut told) = (self.limits(task, look), None);
        let mut report = self.searcher.search(task.game, &limits, &task.stop, |report| {
            told = report.lines[0].moves.first().copied();
            tell(report);
        })?;
        if limits.within.is_some() {
            let chosen = match look {
                Look::Glance => self.glance(task.game, &report),
                Look::Full | Look::Short(_) => self.careless_choice(&report),
            };
            report.lines = vec![report.lines[chosen].clone()];
        }
        // A better move that was found at the end, or the careless choice.
        let mv = *report.lines[0].moves.first()?;
        if told != Some(mv) {
            tell(&report);
        }
        Some(Chosen { mv, report: Some(report) })
    }

    /// The move to play after `game`, in its last position, found within `time` and at most this
    /// deep; `None` if no move is possible.
    pub fn best_move(&mut self, game: &[Hive], time: Duration, depth: u32) -> Option<BoardMove> {
        let pace = Pace::exactly(time);
        let task = Task { game, depth: Some(depth), pace, stop: Stop::never() };
        Some(self.think(&task, |_| ())?.mv)
    }

    fn limits(&self, task: &Task<'_>, look: Look) -> Limits {
        let Setting { level, noise, .. } = self.setting;
        let turn = task.game.last().map_or(0, |pos| pos.turn().idx());
        let depth = match look {
            Look::Full => level.depth,
            Look::Short(depth) => depth.min(level.depth),
            Look::Glance => 1,
        };
        Limits {
            depth: depth.min(task.depth.unwrap_or(MAX_DEPTH)),
            nodes: level.nodes,
            pace: task.pace.clone(),
            within: match look {
                Look::Glance => Some(INFINITE),
                // No worse move can be chosen.
                Look::Full | Look::Short(_) => (noise > 0).then_some(2 * noise),
            },
            draw: -self.setting.contempt,
            slant: self.setting.style.slant(turn),
            threads: self.setting.threads,
        }
    }

    /// Returns the best line after changing every value at random. No slip refuses a proved win,
    /// runs into a proved loss, or makes a game that is lost any shorter.
    fn careless_choice(&mut self, report: &Report) -> usize {
        let is_proved = |line: &Line| line.score.abs() > MAX_ESTIMATE;
        if report.lines.first().is_none_or(is_proved) {
            return 0;
        }
        let mut best = (0, i32::MIN);
        for (idx, line) in report.lines.iter().enumerate() {
            let score = misjudged(line.score, self.setting.noise, &mut self.random);
            if !is_proved(line) && score > best.1 {
                best = (idx, score);
            }
        }
        best.0
    }

    /// Returns the line of the move that looks best before any answer. It sees an immediate win.
    fn glance(&mut self, game: &[Hive], report: &Report) -> usize {
        let Some(pos) = game.last() else { return 0 };
        let (mut board, own) = (pos.board().clone(), pos.turn());
        let slant = self.setting.style.slant(own.idx());
        // The value of the position before the move, for the side that has just moved then.
        let undo = board.play(BoardMove::Pass);
        let now = -self.searcher.evaluate(&board, slant);
        board.take_back(BoardMove::Pass, undo);
        let own_last = game.iter().rev().nth(1).and_then(|pos| pos.board().last_moved());
        let mut glimpse = |line: &Line| {
            let Some(&mv) = line.moves.first() else { return Glimpse { worth: -WIN, idle: true } };
            let undo = board.play(mv);
            let worth = match (board.is_surrounded(own), board.is_surrounded(own.opponent())) {
                (false, false) => -self.searcher.evaluate(&board, slant),
                (true, true) => -self.setting.contempt,
                (true, false) => -WIN,
                (false, true) => WIN,
            };
            board.take_back(mv, undo);
            let again = matches!(mv, BoardMove::Play { piece, .. } if Some(piece) == own_last);
            Glimpse { worth, idle: worth == -WIN || again && worth <= now }
        };
        let glimpses: Vec<Glimpse> = report.lines.iter().map(&mut glimpse).collect();
        self.setting.level.slips.choose(&glimpses, &mut self.random)
    }
}
