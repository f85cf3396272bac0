//! Positions with few pieces, whose outcome is exactly known, for a referee.
//!
//! Chooses no move. Only draughts has such endings ([`super::draughts::Endings`]).

use super::draughts::{EndingStep, Endings, MOST_PIECES};
use crate::games::draughts::{Draughts, Variant};
use crate::games::{Outcome, Rules, Setup, Trace};

/// A position with few pieces.
#[derive(Clone, Copy, Debug)]
pub struct FewPieces {
    endings: &'static Endings,
    pos: Draughts,
}

impl FewPieces {
    /// The position of this setup, if its endings are known and at most `most` pieces are left.
    #[must_use]
    pub fn find(game: &str, setup: &Setup, most: u32) -> Option<Self> {
        if game != Draughts::INFO.name {
            return None;
        }
        let pos = Draughts::start(setup).ok()?;
        let is_due = pos.board().occupied().count_ones() <= most.min(MOST_PIECES);
        let endings = Endings::shared(pos.variant()).filter(|_| is_due)?;
        Some(Self { endings, pos })
    }

    /// What must be solved before the outcome is known, in this order, with [`Self::solve`].
    #[must_use]
    pub fn steps(&self) -> Vec<EndingStep> {
        self.endings.steps(&self.pos)
    }

    /// Solves a step: up to some seconds of one processor. Each is solved once for all games.
    pub fn solve(&self, step: EndingStep) {
        self.endings.solve(step);
    }

    /// The outcome of a game at this position, if nothing but bad play can change it; `line` is the
    /// game so far, its last trace that of the position. See [`Endings::settled`].
    #[must_use]
    pub fn settled(&self, line: &[Trace]) -> Option<Outcome> {
        self.endings.settled(&self.pos, line)
    }
}

/// Why games of this kind have no solved endings, as a sentence; `None` where they have.
#[must_use]
pub fn no_endings(game: &str, variant: Option<&str>) -> Option<String> {
    if game != Draughts::INFO.name {
        return Some("only draughts has solved endings".to_owned());
    }
    let variant = variant.map_or(Some(Variant::default()), Variant::find)?;
    let title = variant.title();
    Endings::shared(variant).is_none().then(|| {
        format!("there are no solved endings of {title} draughts, where moves of kings are limited")
    })
}
