//! Rollouts with GNU Backgammon's plays: games played to their end, without a cube.
//!
//! The program's own rollouts print no result when nobody sits at a terminal. Here both sides play
//! as it plays at a glance, and the dice are ours: game by game the same after each play that is
//! compared, every first throw once in 36 games.

use std::io;

use quintet::builtin::backgammon::{Chances, Tally};
use quintet::builtin::ubgi::told;
use quintet::games::backgammon::board::OFF;
use quintet::games::backgammon::cube::win_of;
use quintet::games::backgammon::{Backgammon, Board, Dice, Move, Phase, Terms, plays};
use quintet::games::{Rules, Side};
use quintet::protocol::ubgi::AnalysisLine;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::gnubg::{Manner, Socket};
use super::serve::texts_of;

/// How the program plays in rollouts.
pub(super) const MANNER: Manner = Manner { ply: 0, jacoby: false, cubeful: false };

/// A play that is rolled out.
pub(super) struct Candidate {
    action: String,
    /// The checkers after it, as the other player sees them.
    after: Board,
    tally: Tally,
}

impl Candidate {
    /// `None` where the line is no play of this position.
    pub(super) fn of(pos: &Backgammon, line: &AnalysisLine) -> Option<Self> {
        let Move::Play(steps) = pos.read_move(&line.action).ok()? else { return None };
        let mut after = pos.board;
        steps.as_slice().iter().for_each(|step| {
            after.step(*step);
        });
        let action = line.action.clone();
        Some(Self { action, after: after.flip(), tally: Tally::default() })
    }

    /// Plays game number `game` of the rollout.
    pub(super) async fn play(
        &mut self,
        socket: &mut Socket,
        seed: u64,
        game: u32,
    ) -> io::Result<()> {
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ u64::from(game) << 32);
        let mut throws = [Some(game % 36), Some(game / 36 % 36)].into_iter();
        let (mut board, mut is_flipped) = (self.after, true);
        while board.opp[OFF] < 15 {
            let random = &mut random;
            let throw = throws.next().flatten().unwrap_or_else(|| random.next_u32() % 36);
            let dice = Dice::new(throw as u8 / 6 + 1, throw as u8 % 6 + 1).expect("1 to 6");
            board = best_after(socket, &board, dice).await?.flip();
            is_flipped = !is_flipped;
        }
        // The one on turn has lost.
        let points = win_of(&board.flip()).map_or(1, |win| win.times().cast_signed());
        self.tally.add(&Chances::of_result(if is_flipped { points } else { -points }));
        Ok(())
    }

    /// What was found so far.
    pub(super) fn line(&self) -> AnalysisLine {
        let chances = self.tally.chances();
        AnalysisLine {
            trials: Some(self.tally.n_games()),
            equity: Some(chances.equity().into()),
            error: Some(self.tally.error()),
            chances: Some(told(&chances)),
            action: self.action.clone(),
            ..AnalysisLine::default()
        }
    }
}

/// The position after the program's play, as the one sees it who made it.
async fn best_after(socket: &mut Socket, board: &Board, dice: Dice) -> io::Result<Board> {
    if let [only] = plays(board, dice)[..] {
        return Ok(only.board);
    }
    let terms = Terms { jacoby: false, max_log2: 0, ..Terms::MONEY };
    let pos = Backgammon {
        board: *board,
        turn: Side::First,
        phase: Phase::Play(dice),
        ..Backgammon::start_of(terms)
    };
    let answer = socket.ask(&texts_of(&pos).rawboard).await?;
    let Ok(Move::Play(steps)) = pos.read_move(&answer) else {
        return Err(io::Error::other(format!("GNU Backgammon said {:?}", answer.trim())));
    };
    let mut after = *board;
    steps.as_slice().iter().for_each(|step| {
        after.step(*step);
    });
    Ok(after)
}
