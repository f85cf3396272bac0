//! Rollouts with GNU Backgammon's plays: games played to their end, without a cube.
//!
//! The program's own rollouts print no result without a terminal. Here both sides play as it plays
//! at 0 plies, and the dice are ours: the same game by game for each compared position, every first
//! throw once in 36 games. The model of the built-in engine adds the value of the cube.

use quintet::builtin::backgammon::{Chances, Stakes, Tally};
use quintet::builtin::ubgi::{rolled_cube, rolled_play, sort_plays};
use quintet::games::backgammon::board::OFF;
use quintet::games::backgammon::cube::win_of;
use quintet::games::backgammon::{Backgammon, Board, Dice, Move, Phase, Terms, plays};
use quintet::games::{Rules, Side};
use quintet::protocol::ubgi::AnalysisLine;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::gnubg::{Failure, Manner, Socket};
use super::serve::rawboard_of;

/// How the program plays in rollouts.
pub(super) const MANNER: Manner = Manner { ply: 0, jacoby: false, cubeful: false };

/// A position before the roll that is rolled out.
pub(super) struct Candidate {
    /// The play that leads there; `None` for a turn of the cube.
    action: String,
    /// The checkers from the point of view of the player who rolls first, like the tally.
    start: Board,
    tally: Tally,
}

impl Candidate {
    /// What must be rolled out to compare these actions: the positions after plays, or the one
    /// position in which the cube may be turned.
    pub(super) fn all_of(pos: &Backgammon, ranked: &[AnalysisLine]) -> Vec<Self> {
        let candidate = |action, start| Self { action, start, tally: Tally::default() };
        match pos.phase {
            Phase::Play(_) => ranked
                .iter()
                .filter_map(|line| {
                    let Move::Play(steps) = pos.read_move(&line.action).ok()? else { return None };
                    let mut after = pos.board;
                    steps.as_slice().iter().for_each(|step| {
                        after.step(*step);
                    });
                    Some(candidate(line.action.clone(), after.flip()))
                })
                .collect(),
            Phase::Decide | Phase::Roll | Phase::Doubled => {
                vec![candidate(String::new(), pos.board)]
            }
            Phase::Opening | Phase::Over { .. } => Vec::new(),
        }
    }

    /// Plays game number `game` of the rollout.
    pub(super) async fn play(
        &mut self,
        socket: &mut Socket,
        seed: u64,
        game: u32,
    ) -> Result<(), Failure> {
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ u64::from(game) << 32);
        let mut throws = [Some(game % 36), Some(game / 36 % 36)].into_iter();
        let (mut board, mut is_flipped) = (self.start, false);
        while board.opp[OFF] < 15 {
            let random = &mut random;
            let throw = throws.next().flatten().unwrap_or_else(|| random.next_u32() % 36);
            let dice = Dice::new(throw as u8 / 6 + 1, throw as u8 % 6 + 1).expect("1 to 6");
            board = best_after(socket, &board, dice).await?.flip();
            is_flipped = !is_flipped;
        }
        // The side to move has lost.
        let points = win_of(&board.flip()).map_or(1, |win| win.times().cast_signed());
        self.tally.add(&Chances::of_result(if is_flipped { points } else { -points }));
        Ok(())
    }
}

/// What was found so far, the best action first.
pub(super) fn lines(pos: &Backgammon, candidates: &[Candidate]) -> Vec<AnalysisLine> {
    let stakes = Stakes::of(pos);
    match (pos.phase, candidates) {
        (Phase::Play(_), plays) => {
            let line = |play: &Candidate| rolled_play(play.action.clone(), &play.tally, &stakes);
            let mut lines: Vec<AnalysisLine> = plays.iter().map(line).collect();
            sort_plays(&mut lines);
            lines
        }
        (phase, [cube]) => rolled_cube(&cube.tally, &stakes, phase == Phase::Doubled),
        (_, _) => Vec::new(),
    }
}

/// The position after the program's play, from the point of view of its player.
async fn best_after(socket: &mut Socket, board: &Board, dice: Dice) -> Result<Board, Failure> {
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
    let answer = socket.ask(&rawboard_of(&pos)).await?;
    let Ok(Move::Play(steps)) = pos.read_move(&answer) else {
        return Err(Failure::Odd(answer.trim().to_owned()));
    };
    let mut after = *board;
    steps.as_slice().iter().for_each(|step| {
        after.step(*step);
    });
    Ok(after)
}
