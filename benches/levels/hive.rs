//! Contests of Hive. The novice surrounds the other queen when it can, else fills a place beside her
//! when it can, and never one beside its own.

use std::time::Duration;

use quintet::builtin::hive::{Level, MAX_DEPTH, Player, Setting};
use quintet::games::hive::{Board, GameType, Hive, Move, Piece};
use quintet::games::{HistoryRules, Outcome, Rules, Side, Trace};

use super::contest::{Contest, Entrant, Random, Spec};

pub(crate) struct HiveContest {
    game_type: GameType,
    players: [Option<Player>; 2],
}

impl HiveContest {
    /// Random moves before the players take over.
    const OPENING: u32 = 4;
    /// A game of so many moves of both sides is a draw.
    const LONGEST: usize = 300;
    /// A small table is enough for short searches, and quickly emptied.
    const HASH_BITS: u32 = 16;

    pub(crate) fn new(game_type: GameType, entrants: [&Entrant; 2]) -> Self {
        let players = entrants.map(|entrant| match entrant {
            Entrant::Novice => None,
            Entrant::Level(spec) => {
                let setting = Setting::new(level(spec));
                Some(Player::new(setting, Self::HASH_BITS, u64::from(spec.number)))
            }
        });
        Self { game_type, players }
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

/// Places that are taken beside a side's queen; none before she is placed.
fn crowd(board: &Board, side: Side) -> i64 {
    let queen = board.cell(Piece::queen(side));
    queen.map_or(0, |cell| i64::from(board.neighbours(cell).count_ones()))
}

fn novice(pos: &Hive, random: &mut Random) -> Option<Move> {
    let own = pos.turn();
    let gain = |board: &Board| {
        let [ours, theirs] = [own, own.opponent()].map(|side| crowd(board, side));
        if theirs == 6 && ours < 6 { 100 } else { theirs - ours }
    };
    let moves = pos.legal_moves();
    random.best(&moves, |mv| {
        let mut after = pos.clone();
        after.play_unchecked(mv);
        gain(after.board())
    })
}

impl Contest for HiveContest {
    fn play(&mut self, first: usize, seed: u64, time: Duration) -> i32 {
        let (mut random, mut game) = (Random::new(seed), vec![Hive::new(self.game_type)]);
        self.players.iter_mut().flatten().for_each(Player::forget);
        let mut traces: Vec<Trace> = vec![game[0].trace()];
        while game.len() < Self::LONGEST {
            let pos = &game[game.len() - 1];
            let by_history = || Hive::judge(&traces, HistoryRules::default());
            if let Some(ending) = pos.board().ending().or_else(by_history) {
                let winner = match ending.outcome {
                    Outcome::WonBy(Side::First) => first,
                    Outcome::WonBy(Side::Second) => 1 - first,
                    Outcome::Draw => return 0,
                };
                return if winner == 0 { 1 } else { -1 };
            }
            let opens = game.len() <= Self::OPENING as usize;
            let mv = match &mut self.players[(first + pos.turn().idx()) % 2] {
                _ if opens => {
                    let moves = pos.legal_moves();
                    moves[random.below(moves.len())]
                }
                Some(player) => {
                    let mv = player.best_move(&game, time, MAX_DEPTH);
                    pos.game_move(mv.expect("the game is not over"))
                }
                None => novice(pos, &mut random).expect("the game is not over"),
            };
            let mut next = pos.clone();
            next.play_unchecked(&mv);
            traces.push(next.trace());
            game.push(next);
        }
        0
    }
}
