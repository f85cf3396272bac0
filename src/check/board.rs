//! Positions to ask engines about; judges their moves by the program's own rules.
//!
//! Knows protocols only through the game's link, and talks to no engine.

use crate::games::{self, Actor, BoxPosition, Link, LinkedGame, LinkedMove, MoveText, Setup};
use crate::protocol::{EngineClock, Protocol, Root, quoted};

/// A position with the game that led to it.
#[derive(Clone)]
pub(super) struct Board {
    link: &'static dyn Link,
    variant: Option<String>,
    start: String,
    moves: Vec<LinkedMove>,
    pub(super) pos: BoxPosition,
}

impl Board {
    /// The start of a game, or a position in the game's own text.
    pub(super) fn new(
        game: &str,
        protocol: Protocol,
        variant: Option<&str>,
        position: Option<&str>,
    ) -> Self {
        let game = games::find(game).expect("the games that are checked are games of the program");
        let link = game.link(protocol.name()).expect("and are played over their protocols");
        let variant = variant.map(str::to_owned);
        let setup = Setup { variant: variant.clone(), position: position.map(str::to_owned) };
        let pos = game.start(&setup).expect("the positions that are asked about can occur");
        Self { link, variant, start: pos.to_text(), moves: Vec::new(), pos }
    }

    /// Plays this many moves, always the same ones for the same seed; fewer if the game ends.
    pub(super) fn wander(mut self, seed: u64, n_moves: usize) -> Self {
        let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..n_moves {
            if matches!(self.pos.actor(), Actor::Over(_)) {
                break;
            }
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = self.pos.legal_moves();
            let Some(n) = u64::try_from(moves.len()).ok().filter(|n| *n > 0) else { break };
            let idx = usize::try_from((bits >> 33) % n).unwrap_or_default();
            self.play(&moves[idx].0);
        }
        self
    }

    /// As [`Board::wander`], to a position where there is a choice, so that a search has work.
    pub(super) fn open(self, seed: u64, n_moves: usize) -> Self {
        let mut found = (seed..seed + 100).map(|seed| self.clone().wander(seed, n_moves));
        let choice = |board: &Self| !board.is_over() && board.pos.legal_moves().len() >= 6;
        found.find(choice).expect("in a hundred games one has a choice there")
    }

    /// A game played at random to the first position of this kind.
    pub(super) fn until(&self, is_wanted: impl Fn(&Self) -> bool) -> Self {
        let games = (0..500).map(|seed| self.clone().wander(seed, 250));
        let mut found = games.filter_map(|game| {
            let mut now = self.clone();
            for mv in game.played() {
                if is_wanted(&now) {
                    return Some(now);
                }
                now.play(&mv.0);
            }
            is_wanted(&now).then_some(now)
        });
        found.next().expect("what is looked for comes about in five hundred games")
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: &str) {
        let mv = self.pos.play(mv).expect("only legal moves are played");
        self.moves.push(LinkedMove::new(mv, None, None));
    }

    /// The same with this move played.
    pub(super) fn after(&self, mv: &str) -> Self {
        let mut board = self.clone();
        board.play(mv);
        board
    }

    /// In the protocol's notation.
    pub(super) fn root(&self) -> Root {
        self.root_with([None, None])
    }

    /// The same with clocks, first side first.
    pub(super) fn root_with(&self, clocks: [Option<EngineClock>; 2]) -> Root {
        self.link.root(&LinkedGame {
            start: &self.start,
            variant: self.variant.as_deref(),
            players: ["White", "Black"],
            clocks,
            moves: &self.moves,
            now: None,
        })
    }

    /// The legal move that an engine's text means.
    ///
    /// # Errors
    ///
    /// In words: what is wrong with it, and the position.
    pub(super) fn read(&self, text: &str) -> Result<MoveText, String> {
        self.link
            .read_move(&*self.pos, text)
            .map_err(|err| format!("{text} in {}: {err}", self.pos.to_text(), text = quoted(text)))
    }

    /// Plays a line of an engine.
    ///
    /// # Errors
    ///
    /// In words: the first move that is wrong.
    pub(super) fn follow<'a>(&self, line: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        let mut on = self.clone();
        for mv in line {
            let mv = on.read(mv)?;
            on.play(&mv.0);
        }
        Ok(())
    }

    /// The moves that led here, canonical.
    pub(super) fn played(&self) -> Vec<MoveText> {
        self.moves.iter().map(|linked| linked.mv.clone()).collect()
    }

    /// The name of the variant, if there are variants.
    pub(super) fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    pub(super) fn link(&self) -> &'static dyn Link {
        self.link
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.pos.actor(), Actor::Over(_))
    }

    /// The moves that led here, in the protocol's notation.
    pub(super) fn steps(&self) -> Vec<String> {
        self.root().moves.iter().map(|mv| mv.step.to_string()).collect()
    }
}
