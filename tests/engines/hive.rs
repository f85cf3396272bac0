//! A Hive that is played by the rules, for scripted engines that finish whole games.
//!
//! It differs from the program on purpose: in how it writes moves and heads, and in whether it knows
//! a draw by repetition. Its player looks one ply ahead and goes for the other queen.

use std::fmt::Write as _;

use quintet::games::hive::{Cell, GameType, Hex, Hive, Move, Piece, Way};
use quintet::games::{Actor, HistoryRules, Outcome, Rules, Side, Trace};
use quintet::protocol::uhp::GameString;

/// How it differs from the program.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Moves are written beside the moving piece's own old place where that is near, else beside
    /// the last neighbour: `wQ wQ/`.
    pub(super) own_place: bool,
    /// Moves are written beside covered pieces, the game type is `Base+PLM`, the turn `black[11]`.
    pub(super) odd: bool,
    /// The third time of a position is `Draw`.
    pub(super) repetition: bool,
}

/// A game and all that led to it.
#[derive(Debug)]
pub(super) struct HiveGame {
    style: Style,
    seed: u64,
    /// From the start to now.
    positions: Vec<Hive>,
    traces: Vec<Trace>,
    /// The moves as it writes them.
    moves: Vec<String>,
}

impl HiveGame {
    pub(super) fn new(style: Style, seed: u64) -> Self {
        let start = Hive::new(GameType::default());
        let traces = vec![start.trace()];
        Self { style, seed, positions: vec![start], traces, moves: Vec::new() }
    }

    /// Begins the game of a GameString, whatever its head says.
    pub(super) fn begin(&mut self, game: &GameString) -> Result<(), String> {
        let kind = game.kind.to_string();
        let start = Hive::new(GameType::find(&kind).ok_or("no such game type")?);
        self.traces = vec![start.trace()];
        self.positions = vec![start];
        self.moves.clear();
        game.moves.iter().try_for_each(|mv| self.play(mv))
    }

    fn now(&self) -> &Hive {
        self.positions.last().expect("the start is always there")
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), String> {
        let pos = self.now();
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        let mv = pos.read_move(text).map_err(|err| err.to_string())?;
        if !pos.is_legal(mv) {
            return Err(format!("{text} is against the rules"));
        }
        self.make(mv);
        Ok(())
    }

    /// Plays a move that may be against the rules, where it means a place at all.
    pub(super) fn play_lawless(&mut self, text: &str) {
        if let Ok(mv) = self.now().read_move(text) {
            self.make(mv);
        }
    }

    fn make(&mut self, mv: Move) {
        let pos = self.now();
        let written = self.write(pos, mv);
        let mut next = pos.clone();
        next.play_unchecked(&mv);
        self.traces.push(next.trace());
        self.positions.push(next);
        self.moves.push(written);
    }

    pub(super) fn undo(&mut self, n_moves: usize) {
        let keep = self.moves.len().saturating_sub(n_moves);
        self.moves.truncate(keep);
        self.positions.truncate(keep + 1);
        self.traces.truncate(keep + 1);
    }

    pub(super) fn is_over(&self) -> bool {
        self.now().legal_moves().is_empty() || self.is_repeated()
    }

    fn is_repeated(&self) -> bool {
        self.style.repetition && Hive::judge(&self.traces, HistoryRules::default()).is_some()
    }

    pub(super) fn text(&self) -> String {
        let pos = self.now();
        let mut kind = pos.game_type().name().to_owned();
        let mut turn = pos.turn_text();
        if self.style.odd {
            let letters: String = kind.trim_start_matches("Base").chars().skip(1).collect();
            if !letters.is_empty() {
                kind = format!("Base+{}", letters.chars().rev().collect::<String>());
            }
            turn.make_ascii_lowercase();
        }
        let state = if self.is_repeated() { "Draw" } else { pos.state() };
        let mut text = format!("{kind};{state};{turn}");
        for mv in &self.moves {
            write!(text, ";{mv}").expect("a text takes everything");
        }
        text
    }

    /// None in a finished game.
    pub(super) fn valid_moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let pos = self.now();
        pos.legal_moves().into_iter().map(|mv| self.write(pos, mv)).collect()
    }

    /// The move after which the other queen has the most neighbours and its own the fewest; chance
    /// decides among equals, and now and then against reason.
    pub(super) fn best_move(&self) -> String {
        let pos = self.now();
        let side = pos.turn();
        let value = |(idx, mv): &(usize, Move)| {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            let won = match next.actor() {
                Actor::Over(ending) if ending.outcome == Outcome::WonBy(side) => 1000,
                Actor::Over(_) => -1000,
                Actor::Player(_) | Actor::Chance => 0,
            };
            let around = |side| i64::from(neighbours(&next, side).count_ones());
            let noise = self.noise(*idx) % 16;
            won + 10 * around(side.opponent()) - 7 * around(side) + noise
        };
        let moves = pos.legal_moves().into_iter().enumerate();
        let best = moves.max_by_key(value).map(|(_, mv)| self.write(pos, mv));
        best.unwrap_or_else(|| "pass".to_owned())
    }

    /// The same for the same seed, game and move.
    fn noise(&self, idx: usize) -> i64 {
        let place = (self.moves.len() as u64) << 32 | idx as u64;
        let mut bits = (self.seed ^ self.traces.last().map_or(0, |trace| trace.key))
            .wrapping_add(place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        i64::try_from(bits >> 33).expect("31 bits")
    }

    /// A move in the engine's own spelling.
    fn write(&self, pos: &Hive, mv: Move) -> String {
        let canonical = pos.write_move(&mv);
        let Move::Play { piece, to } = mv else { return canonical };
        if !self.style.own_place && !self.style.odd || pos.board().n_plies() == 0 {
            return canonical;
        }
        let stack = |hex: Hex| pos.board().stack(Cell::of(hex)).filter(|other| *other != piece);
        // On top of a stack: any piece of it names the place.
        if let Some(covered) = stack(to).last() {
            return format!("{piece} {covered}");
        }
        let old = pos.place(piece).filter(|_| self.style.own_place);
        let ways = Way::ALL.into_iter().rev();
        let beside: Option<(Piece, Way)> = ways
            .filter_map(|way| {
                let near = to.step(way);
                if old == Some(near) {
                    return Some((piece, way));
                }
                let found = if self.style.odd { stack(near).last() } else { stack(near).next() };
                found.map(|found| (found, way))
            })
            .min_by_key(|(found, _)| *found != piece);
        let Some((beside, way)) = beside else { return canonical };
        // The way leads from the goal to the piece beside it.
        match way.opposite() {
            Way::NorthWest => format!("{piece} \\{beside}"),
            Way::NorthEast => format!("{piece} {beside}/"),
            Way::East => format!("{piece} {beside}-"),
            Way::SouthEast => format!("{piece} {beside}\\"),
            Way::SouthWest => format!("{piece} /{beside}"),
            Way::West => format!("{piece} -{beside}"),
        }
    }
}

/// The ways in which a side's queen has a neighbour, as bits.
fn neighbours(pos: &Hive, side: Side) -> u8 {
    let queen: Option<Piece> = match side {
        Side::First => "wQ".parse().ok(),
        Side::Second => "bQ".parse().ok(),
    };
    let cell = queen.and_then(|queen| pos.board().cell(queen));
    cell.map_or(0, |cell| pos.board().neighbours(cell))
}
