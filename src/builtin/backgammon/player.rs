//! An engine at a level: chooses plays and turns of the cube.
//!
//! Looks ahead by [`super::search`]; the stakes say whether the cube may be turned at all.

use super::cube::{Offer, Stakes};
use super::eval::{Evaluator, Weights};
use super::levels::Level;
use super::search::{Judged, Searcher, Value};
use crate::builtin::random::Random;
use crate::builtin::stop::Stop;
use crate::games::backgammon::{Board, Dice};

/// An engine at a level.
#[derive(Clone, Debug)]
pub struct Player {
    level: &'static Level,
    searcher: Searcher,
    random: Random,
}

impl Player {
    /// An engine at this level; `seed` decides its slips.
    #[must_use]
    pub fn new(level: &'static Level, seed: u64) -> Self {
        Self::with_evaluator(level, seed, Evaluator::new(Weights::embedded()))
    }

    /// The same engine, with the given weights.
    #[must_use]
    pub fn with_evaluator(level: &'static Level, seed: u64, evaluator: Evaluator) -> Self {
        Self { level, searcher: Searcher::new(evaluator), random: Random::new(seed) }
    }

    /// All plays of a roll as the engine sees them, with its slips, the one that it plays comes
    /// first.
    pub fn plays(
        &mut self,
        board: &Board,
        dice: Dice,
        stakes: &Stakes,
        stop: &Stop,
    ) -> Vec<Judged> {
        let mut ranked = self.searcher.rank(board, dice, stakes, &self.level.effort, stop);
        let Level { overlooks, slip, .. } = *self.level;
        let overlooks = self.random.below(1_000) < u64::from(overlooks);
        if overlooks || slip > 0.0 {
            let mut seen = Vec::with_capacity(ranked.len());
            for judged in ranked {
                let worth =
                    if overlooks { self.unanswered(&judged, stakes) } else { judged.value.worth };
                seen.push((stakes.equity(worth) + self.slip(slip), judged));
            }
            seen.sort_by(|a, b| b.0.total_cmp(&a.0));
            ranked = seen.into_iter().map(|(_, judged)| judged).collect();
        }
        ranked
    }

    /// The value of rolling for the side to move, and of doubling, whether allowed or not; the
    /// offer includes the engine's slips. After a stop, the value at 0 plies.
    pub fn offer(&mut self, board: &Board, stakes: &Stakes, stop: &Stop) -> (Value, Offer) {
        let found = self.searcher.offer(board, stakes, self.level.cube_plies, stop);
        let (value, mut offer) = found.unwrap_or_else(|| {
            let glance = self.searcher.offer(board, stakes, 0, &Stop::never());
            glance.expect("nothing ends a glance")
        });
        if self.level.cube_slip > 0.0 {
            let unit = (offer.drop - stakes.lost()) / 2.0;
            // Enough for doubles and answers that are wrong in either direction.
            offer.take += unit * self.slip(self.level.cube_slip);
        }
        (value, offer)
    }

    /// The engine's level.
    #[must_use]
    pub fn level(&self) -> &'static Level {
        self.level
    }

    /// The searcher, for analyses of another kind than the level's.
    pub fn searcher(&mut self) -> &mut Searcher {
        &mut self.searcher
    }

    /// The worth of a play if the opponent gets no turn after it.
    fn unanswered(&mut self, judged: &Judged, stakes: &Stakes) -> f32 {
        let chances = self.searcher.evaluator().chances(&judged.after.flip());
        stakes.worth(&chances)
    }

    /// A number around 0, with this mean distance from it and at most three times this distance:
    /// two even numbers from 0 to 1 are a third apart on average.
    fn slip(&mut self, mean: f32) -> f32 {
        let mut even = || self.random.below(1 << 24) as f32 / (1 << 24) as f32;
        (even() - even()) * 3.0 * mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::backgammon::cube::Access;
    use crate::builtin::backgammon::levels::LEVELS;
    use crate::games::backgammon::board::OFF;
    use crate::games::backgammon::{plays, read_xgid};

    /// Plays a game without cube; the points for player 0.
    fn game(players: &mut [Player; 2], first: usize, random: &mut Random) -> i32 {
        let (mut board, mut mover) = (Board::START, first);
        loop {
            let dice = Dice::ALL.map(|dice| (dice, dice.weight()));
            let mut throw = random.below(36) as u32;
            let (dice, _) = *dice
                .iter()
                .find(|(_, weight)| match throw.checked_sub(*weight) {
                    Some(rest) => {
                        throw = rest;
                        false
                    }
                    None => true,
                })
                .unwrap();
            let chosen = players[mover].plays(&board, dice, &Stakes::CUBELESS, &Stop::never())[0];
            let legal = plays(&board, dice);
            assert!(legal.iter().any(|play| play.board.flip() == chosen.after), "{chosen:?}");
            board = chosen.after;
            if board.opp[OFF] == 15 {
                let points = crate::games::backgammon::cube::win_of(&board.flip()).unwrap();
                let points = points.times().cast_signed();
                return if mover == 0 { points } else { -points };
            }
            mover = 1 - mover;
        }
    }

    /// The checkers of the table of plays, which begins with an XGID in quotes.
    fn positions() -> Vec<Board> {
        let table = include_str!("../../../tests/data/backgammon/legal_plays.csv");
        let xgids = table.lines().filter_map(|line| line.strip_prefix('"')?.split('"').next());
        xgids.map(|xgid| read_xgid(xgid).unwrap().board).collect()
    }

    #[test]
    fn no_level_errs_about_the_cube_where_the_decision_is_clear() {
        const CLEAR: f32 = 0.25;
        let stakes = Stakes { max_log2: 10, access: Access::Both, ..Stakes::CUBELESS };
        let [mut n_no_doubles, mut n_takes, mut n_drops, mut n_errors] = [0; 4];
        for level in &LEVELS[..8] {
            let mut player = Player::new(level, 1);
            for board in positions() {
                let searcher = player.searcher();
                let (_, sober) = searcher.offer(&board, &stakes, 0, &Stop::never()).unwrap();
                let gain = sober.doubled() - sober.no_double;
                let cost_of_take = sober.take - sober.drop;
                for _ in 0..20 {
                    let (_, seen) = player.offer(&board, &stakes, &Stop::never());
                    let is_error =
                        seen.is_double() != sober.is_double() || seen.is_take() != sober.is_take();
                    n_errors += usize::from(is_error);
                    assert!(!(seen.is_double() && gain < -CLEAR), "{level:?} {board:?}");
                    assert!(seen.is_take() || cost_of_take > -CLEAR, "{level:?} {board:?}");
                    assert!(!(seen.is_take() && cost_of_take > CLEAR), "{level:?} {board:?}");
                }
                n_no_doubles += usize::from(gain < -CLEAR);
                n_takes += usize::from(cost_of_take < -CLEAR);
                n_drops += usize::from(cost_of_take > CLEAR);
            }
        }
        let all = [n_no_doubles, n_takes, n_drops, n_errors];
        assert!(all.iter().all(|n| *n > 20), "{all:?}");
    }

    #[test]
    fn every_play_is_legal_and_higher_levels_win() {
        // Levels so far apart that 40 games distinguish them.
        for (strong, weak) in [(8, 4), (4, 1)] {
            let mut players =
                [strong, weak].map(|number| Player::new(&LEVELS[number - 1], number as u64));
            let mut random = Random::new(5);
            let points: i32 = (0..40).map(|n| game(&mut players, n % 2, &mut random)).sum();
            assert!(points > 0, "level {strong} against level {weak}: {points}");
        }
    }
}
