//! Contests of backgammon without cube, gammons counting. The novice hits and bears off what it can: of
//! all plays it makes one that puts it furthest ahead by pips.

use std::time::Duration;

use quintet::builtin::backgammon::{Effort, Level, Player, Stakes, Stop};
use quintet::games::backgammon::board::OFF;
use quintet::games::backgammon::cube::win_of;
use quintet::games::backgammon::{Board, Dice, plays};

use super::contest::{Contest, Entrant, Random, Spec};

pub(crate) struct BackgammonContest([Option<Player>; 2]);

impl BackgammonContest {
    pub(crate) fn new(entrants: [&Entrant; 2]) -> Self {
        Self(entrants.map(|entrant| match entrant {
            Entrant::Novice => None,
            Entrant::Level(spec) => Some(Player::new(level(spec), u64::from(spec.number))),
        }))
    }
}

fn level(spec: &Spec) -> &'static Level {
    let mut level = *Level::find(spec.number).expect("levels are 1 to 10");
    let (mut plies, mut slip) = (level.effort.plies, (level.slip * 1_000.0) as i32);
    spec.change("plies", &mut plies);
    spec.change("overlooks", &mut level.overlooks);
    spec.change("slip", &mut slip);
    level.effort = Effort::plies(plies);
    level.slip = slip as f32 / 1_000.0;
    Box::leak(Box::new(level))
}

fn novice(board: &Board, dice: Dice, random: &mut Random) -> Board {
    let after: Vec<Board> = plays(board, dice).iter().map(|play| play.board).collect();
    let ahead = |board: &Board| {
        let [own, opp] = board.pips().map(i64::from);
        opp - own
    };
    random.best(&after, ahead).expect("there is always a play, if only an empty one")
}

fn roll(random: &mut Random) -> Dice {
    let mut die = || random.below(6) as u8 + 1;
    Dice::new(die(), die()).expect("dice show 1 to 6")
}

impl Contest for BackgammonContest {
    /// The engine knows no time for a move; no level needs long.
    fn play(&mut self, first: usize, seed: u64, _time: Duration) -> i32 {
        let (mut cup, mut random) = (Random::new(seed), Random::new(seed ^ 0x5eed));
        let (mut board, mut mover) = (Board::START, first);
        let mut dice = roll(&mut cup);
        while dice.is_double() {
            dice = roll(&mut cup);
        }
        loop {
            let after = match &mut self.0[mover] {
                Some(player) => {
                    player.plays(&board, dice, &Stakes::CUBELESS, &Stop::never())[0].after.flip()
                }
                None => novice(&board, dice, &mut random),
            };
            if after.own[OFF] == 15 {
                let points = win_of(&after).expect("all are off").times().cast_signed();
                return if mover == 0 { points } else { -points };
            }
            board = after.flip();
            mover = 1 - mover;
            dice = roll(&mut cup);
        }
    }
}
