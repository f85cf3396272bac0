//! The games of the training, and the lessons of their positions.
//!
//! Learns nothing. A game begins at the start or with a drawn position, and its plays have errors, so
//! that spoilt positions come, too. Here and there a line leaves it in which both sides play as well as
//! they can. All its positions become lessons: the mean of all rolls, corrected by how the worth changed
//! later on the line, less the luck of the dice. So the lessons know how a position ends, not only what
//! the networks think of the next ones.

use super::super::chances::Chances;
use super::super::eval::Class;
use super::super::rare;
use super::{Lesson, Trainer};
use crate::games::backgammon::{Board, Dice, plays_into};

/// Games that begin at the start, of a hundred; the others begin with a drawn position.
const GAMES_FROM_START: u64 = 65;
/// Mean errors of the plays in a game: each side has one of them.
const SLIPS: [f32; 4] = [0.05, 0.1, 0.2, 0.4];
/// One of so many positions of a game begins a line.
const POSITIONS_PER_LINE: u64 = 10;
/// Plays of a short line.
const SHORT: usize = 8;
/// The most plays of a game or a line: between networks that know nothing one may last for ever.
const LONGEST: usize = 1_000;

/// Where a line ends, if the game does not end before.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum LineEnd {
    /// After a few plays.
    Short,
    /// When the players cannot meet any more.
    Race,
    /// When the bear-off database has the answer.
    BearOff,
}

impl LineEnd {
    /// Of twenty lines.
    fn drawn(number: u64) -> Self {
        match number {
            0..8 => Self::Short,
            8..17 => Self::Race,
            _ => Self::BearOff,
        }
    }

    fn is_reached(self, board: &Board, n_plays: usize) -> bool {
        let is_race = Class::of(board) == Class::Race;
        needs_no_network(board)
            || n_plays == LONGEST
            || match self {
                Self::Short => is_race || n_plays == SHORT,
                Self::Race => is_race,
                Self::BearOff => false,
            }
    }
}

fn needs_no_network(board: &Board) -> bool {
    matches!(Class::of(board), Class::Over | Class::BearOff)
}

/// All rolls of a position.
pub(super) struct AllRolls {
    /// The mean worth of the best plays for the player on turn.
    pub(super) mean: Chances,
    /// For each roll the position after the best play, and its worth for the next player.
    best: [(Board, Chances); Dice::ALL.len()],
}

/// A position of a line.
struct Step {
    board: Board,
    /// The mean of all rolls.
    mean: Chances,
    /// The chances of the next position, as the networks see them, for its player.
    next: Chances,
}

impl Trainer {
    /// The positions of a game without errors, each with its estimated value for the side to move,
    /// until one needs no network.
    pub(super) fn play_game(&mut self) -> Vec<(Board, Chances)> {
        // The first roll is never a double.
        let mut dice = loop {
            let dice = self.roll();
            if !dice.is_double() {
                break dice;
            }
        };
        let mut board = Board::START;
        let mut game = vec![(board, self.evaluator.chances(&board))];
        while game.len() < LONGEST && !needs_no_network(&board) {
            let (after, chances) = self.best_play(&board, dice);
            game.push((after, chances));
            board = after;
            dice = self.roll();
        }
        game
    }

    fn roll(&mut self) -> Dice {
        let [one, other] = [(); 2].map(|()| self.random.below(6) as u8 + 1);
        Dice::new(one, other).expect("dice show 1 to 6")
    }

    /// The position after the best play, from the next player's point of view, and its worth for
    /// that player.
    fn best_play(&mut self, board: &Board, dice: Dice) -> (Board, Chances) {
        plays_into(board, dice, &mut self.plays);
        if let Some(sieve) = &mut self.sieve {
            sieve.sift(&mut self.plays);
        }
        let evaluator = &mut self.evaluator;
        let judged = self.plays.iter().map(|play| {
            let after = play.board.flip();
            (after, evaluator.chances(&after))
        });
        judged
            .min_by(|a, b| a.1.equity().total_cmp(&b.1.equity()))
            .expect("there is always a play, if only an empty one")
    }

    /// The position after a play that was chosen with an error in the worth of each play.
    fn play_with_slip(&mut self, board: &Board, dice: Dice, slip: f32) -> Board {
        plays_into(board, dice, &mut self.plays);
        let mut best = (f32::INFINITY, *board);
        for play in &self.plays {
            let after = play.board.flip();
            let mut even = || self.random.below(1 << 20) as f32 / (1 << 20) as f32;
            // Two even numbers from 0 to 1 are a third apart on average.
            let error = (even() - even()) * 3.0 * slip;
            let seen = self.evaluator.chances(&after).equity() + error;
            if seen < best.0 {
                best = (seen, after);
            }
        }
        best.1
    }

    /// Looks at all rolls of a position.
    pub(super) fn look_at_all_rolls(&mut self, board: &Board) -> AllRolls {
        let mut mean = Chances::default();
        let best = Dice::ALL.map(|dice| {
            let (after, chances) = self.best_play(board, dice);
            mean.add(&chances.inverted(), dice.weight() as f32 / 36.0);
            (after, chances)
        });
        AllRolls { mean, best }
    }

    /// Plays a game and adds the lessons of the lines that leave it.
    pub(super) fn collect(&mut self, lambda: f32, lessons: &mut Vec<Lesson>) {
        let is_from_start = self.random.below(100) < GAMES_FROM_START;
        let mut board = if is_from_start { Board::START } else { rare::draw(&mut self.random) };
        let slips = [(); 2].map(|()| SLIPS[self.random.below(SLIPS.len() as u64) as usize]);
        for turn in 0..LONGEST {
            if needs_no_network(&board) {
                break;
            }
            if self.random.below(POSITIONS_PER_LINE) == 0 {
                let end = LineEnd::drawn(self.random.below(20));
                let line = self.play_line(board, end);
                add_lessons(&line, lambda, lessons);
            }
            let dice = self.roll();
            board = self.play_with_slip(&board, dice, slips[turn % 2]);
        }
    }

    fn play_line(&mut self, mut board: Board, end: LineEnd) -> Vec<Step> {
        let mut line = Vec::new();
        while !end.is_reached(&board, line.len()) {
            let AllRolls { mean, best } = self.look_at_all_rolls(&board);
            let dice = self.roll();
            let idx = Dice::ALL.iter().position(|known| *known == dice);
            let (after, next) = best[idx.expect("all rolls are known")];
            line.push(Step { board, mean, next });
            board = after;
        }
        line
    }
}

/// Adds the lessons of a line's positions, the last one first. A position counts `lambda` of what the
/// next one has learned, races all of it: 1 makes a lesson a game of a rollout whose luck is subtracted.
fn add_lessons(line: &[Step], lambda: f32, lessons: &mut Vec<Lesson>) {
    let mut later: Option<Chances> = None;
    for step in line.iter().rev() {
        let part = if Class::of(&step.board) == Class::Race { 1.0 } else { lambda };
        let mut learned = step.mean;
        if let Some(later) = later {
            learned.add(&later.inverted(), part);
            learned.add(&step.next.inverted(), -part);
        }
        lessons.push((step.board, learned));
        later = Some(learned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_the_mean_of_all_rolls_and_what_the_line_brought_but_for_luck() {
        let chances = |win| Chances([win, 0.0, 0.0, 0.0, 0.0]);
        let contact = Board::START;
        let step = |board, mean, next| Step { board, mean: chances(mean), next: chances(next) };
        // The next player was thought to win 60 %, and later only 50 %: a tenth more for this one.
        let wins = |board: Board, lambda| {
            let mut lessons = Vec::new();
            add_lessons(&[step(board, 0.3, 0.6), step(board, 0.5, 0.4)], lambda, &mut lessons);
            lessons.iter().map(|(_, learned)| (learned.win() * 100.0).round()).collect::<Vec<_>>()
        };
        assert_eq!(wins(contact, 0.0), [50.0, 30.0]);
        assert_eq!(wins(contact, 0.5), [50.0, 35.0]);
        let mut race = Board { own: [0; 26], opp: [0; 26] };
        (race.own[10], race.opp[10]) = (15, 15);
        assert_eq!(wins(race, 0.5), [50.0, 40.0]);
    }

    #[test]
    fn lines_end_where_they_should() {
        let mut race = Board { own: [0; 26], opp: [0; 26] };
        (race.own[10], race.opp[10]) = (15, 15);
        let mut home = race;
        (home.own[10], home.opp[10], home.own[1], home.opp[1]) = (0, 0, 15, 15);
        for (end, after, at_race) in [
            (LineEnd::Short, SHORT, true),
            (LineEnd::Race, LONGEST, true),
            (LineEnd::BearOff, LONGEST, false),
        ] {
            assert!(
                !end.is_reached(&Board::START, after - 1) && end.is_reached(&Board::START, after)
            );
            assert_eq!(end.is_reached(&race, 1), at_race, "{end:?}");
            assert!(end.is_reached(&home, 0), "{end:?}");
        }
    }
}
