//! Contests of draughts. The novice plays what takes most and crowns a man where it can; in Losing
//! draughts it takes as little as it may. It sees a game that ends with its move.

use std::time::Duration;

use quintet::builtin::draughts::{Level, Player, Setting};
use quintet::games::draughts::{Draughts, Move, Variant};
use quintet::games::{HistoryRules, Outcome, Rules, Side, Trace};

use super::contest::{Contest, Entrant, Random, Spec};

pub(crate) struct DraughtsContest {
    variant: Variant,
    players: [Option<Player>; 2],
}

impl DraughtsContest {
    /// Random moves before the players take over.
    const OPENING: u32 = 4;
    /// A game of so many moves of both sides is a draw.
    const LONGEST: usize = 400;

    pub(crate) fn new(variant: Variant, entrants: [&Entrant; 2]) -> Self {
        let players = entrants.map(|entrant| match entrant {
            Entrant::Novice => None,
            Entrant::Level(spec) => {
                let seed = u64::from(spec.number);
                Some(Player::new(Setting::new(variant, level(spec), seed)))
            }
        });
        Self { variant, players }
    }
}

fn level(spec: &Spec) -> &'static Level {
    let mut level = *Level::find(spec.number).expect("levels are 1 to 10");
    let mut nodes = level.nodes.map_or(0, u64::cast_signed);
    spec.change("depth", &mut level.depth);
    spec.change("nodes", &mut nodes);
    spec.change("slips", &mut level.slips.per_mille);
    spec.change("slip-depth", &mut level.slips.depth);
    spec.change("noise", &mut level.slips.noise);
    level.nodes = (nodes > 0).then_some(nodes.unsigned_abs());
    Box::leak(Box::new(level))
}

fn novice(pos: &Draughts, random: &mut Random) -> Option<Move> {
    let own = pos.turn();
    random.best(&pos.legal_moves(), |mv| {
        let mut after = *pos;
        after.play(mv);
        if let Some(ending) = after.ending() {
            return if ending.outcome == Outcome::WonBy(own) { 1_000 } else { -1_000 };
        }
        let worth = |board: &quintet::games::draughts::board::Board, side: Side| {
            let (men, kings) = (board.men[side.idx()], board.kings[side.idx()]);
            i64::from(men.count_ones()) + 3 * i64::from(kings.count_ones())
        };
        let gain = worth(after.board(), own) - worth(after.board(), own.opponent());
        if pos.variant() == Variant::Losing { -gain } else { gain }
    })
}

impl Contest for DraughtsContest {
    fn play(&mut self, first: usize, seed: u64, time: Duration) -> i32 {
        let (mut random, mut pos) = (Random::new(seed), Draughts::start_of(self.variant));
        for _ in 0..Self::OPENING {
            let moves = pos.legal_moves();
            pos.play(&moves[random.below(moves.len())]);
        }
        self.players.iter_mut().flatten().for_each(Player::forget);
        let mut line: Vec<(Draughts, Move)> = Vec::new();
        let mut traces: Vec<Trace> = vec![pos.trace()];
        while line.len() < Self::LONGEST {
            let by_history = || Draughts::judge(&traces, HistoryRules::default());
            if let Some(ending) = pos.ending().or_else(by_history) {
                let winner = match ending.outcome {
                    Outcome::WonBy(Side::First) => first,
                    Outcome::WonBy(Side::Second) => 1 - first,
                    Outcome::Draw => return 0,
                };
                return if winner == 0 { 1 } else { -1 };
            }
            let mv = match &mut self.players[(first + pos.turn().idx()) % 2] {
                Some(player) => player.best_move(&line, &pos, time),
                None => novice(&pos, &mut random),
            };
            let mv = mv.expect("the game is not over");
            line.push((pos, mv));
            pos.play(&mv);
            traces.push(pos.trace());
        }
        0
    }
}
