//! Reviews a whole game, from its end to its start, with remarks on the moves that lost something.
//!
//! Searches nothing itself: it names the next search, and takes the results.

use super::text;
use super::time::Limit;
use crate::builtin::draughts::{Chosen, Game, Task};

/// The value of a position without a move for the side to move, in hundredths of a man.
const LOST: i32 = -10_000;
/// The largest loss that is reported: it stands for a lost game.
const MOST: i32 = 1_000;

/// A game under review. It begins at the end, so that the result for a position is known when the
/// one before it is searched.
#[derive(Clone, Debug)]
pub(super) struct Review {
    /// The game up to the position under review.
    game: Game,
    /// All positions have been reviewed.
    over: bool,
    limit: Limit,
    /// The loss from which on the engine remarks on a move, in hundredths of a man.
    threshold: f64,
    /// The value of the position after the one under review, for the side to move there.
    after: Option<i32>,
}

impl Review {
    /// Begins a review of the whole game, whatever its current position.
    pub(super) fn new(game: &Game, threshold: f64, limit: Limit) -> Self {
        let mut game = game.clone();
        game.jump_to(usize::MAX);
        let mut review = Self { game, over: false, limit, threshold, after: None };
        if review.game.legal_moves().is_empty() {
            review.step_back(LOST);
        }
        review
    }

    /// The game up to the position under review.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// There is a position to review.
    pub(super) fn goes_on(&self) -> bool {
        !self.over
    }

    /// The next search.
    pub(super) fn task(&self) -> Task {
        self.limit.task(&self.game)
    }

    /// Takes the result for the position; returns a remark on the move played in it: the move's
    /// number and the text.
    pub(super) fn take(&mut self, chosen: &Chosen) -> Option<(u32, String)> {
        let line = &chosen.report.as_ref()?.lines[0];
        let played = self.game.moves().get(self.game.line().len()).copied();
        let remark = self.after.zip(played).and_then(|(after, played)| {
            let loss = (line.score + after).clamp(0, MOST);
            let differs = line.moves.first() != Some(&played);
            (differs && f64::from(loss) >= self.threshold && loss > 0).then(|| {
                let better = text::spell(self.game.pos(), &line.moves[..line.moves.len().min(5)]);
                let text = format!(
                    "loses {:.2}; better {} ({:+.2})",
                    f64::from(loss) / 100.0,
                    better.join(" "),
                    f64::from(line.score) / 100.0
                );
                (u32::try_from(self.game.line().len() + 1).unwrap_or(u32::MAX), text)
            })
        });
        self.step_back(line.score);
        remark
    }

    /// The position is worth `score`; goes on to the one before it.
    fn step_back(&mut self, score: i32) {
        self.after = Some(score);
        match self.game.line().len().checked_sub(1) {
            Some(ply) => self.game.jump_to(ply),
            None => self.over = true,
        }
    }
}
