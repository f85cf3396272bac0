//! Rollouts of the plays of a roll, or of a position before it.
//!
//! Plays no game itself: [`crate::builtin::backgammon::Rollout`] does, a slice at a time.

use std::time::{Duration, Instant};

use super::read::{equity, read, read_play, reported, searchers};
use super::{Stop, StudyError};
use crate::builtin::backgammon::{
    self, Effort, MAX_PLIES, Plan, Searcher, Stakes, Standing, Start, Terms,
};
use crate::games::backgammon::{Backgammon, Move, Phase};
use crate::games::{MoveText, Rules, Side};
use crate::protocol::Chances;

/// What is to be rolled out, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutWish {
    /// The plays to compare, as text; empty: the best ones at 0 plies.
    pub moves: Vec<String>,
    /// So many of the best ones.
    pub n_moves: usize,
    /// The seed of the dice.
    pub seed: u64,
    /// Rolls that both sides look ahead in the games.
    pub plies: u8,
    /// A game is judged after this many rolls; `None`: it is played to its end.
    pub truncate: Option<u32>,
    /// Bear-offs are played, too, and not taken from the database.
    pub plays_bearoff: bool,
    /// The luck of the dice is subtracted.
    pub reduces_variance: bool,
    /// Games from each position at most.
    pub trials: u32,
    /// A play is not given up before so many games.
    pub least: u32,
    /// A play is given up that is behind by so many joint standard deviations; `None`: none is.
    pub limit: Option<f64>,
    /// Games that are played side by side.
    pub threads: usize,
}

impl Default for RolloutWish {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            n_moves: 5,
            seed: 1,
            plies: 0,
            truncate: None,
            plays_bearoff: false,
            reduces_variance: true,
            trials: 1296,
            least: 144,
            limit: Some(3.0),
            threads: 1,
        }
    }
}

/// A rollout under way.
#[derive(Clone, Debug)]
pub struct DiceRollout {
    machine: backgammon::Rollout,
    searchers: Vec<Searcher>,
    position: Backgammon,
    stakes: Stakes,
    /// The plays, with their texts for people; empty before the roll.
    plays: Vec<(MoveText, String)>,
}

/// What a rollout has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutReport {
    /// The side whose results they are: the one that plays or rolls.
    pub side: Side,
    /// The plays, the best one first; before the roll the position alone.
    pub rows: Vec<RolloutRow>,
    /// Games played.
    pub n_done: u64,
    /// Games if nothing is given up.
    pub n_all: u64,
    /// No more games are played.
    pub is_done: bool,
    /// All plays but one were given up.
    pub is_decided: bool,
}

/// What is known of a play, or of a position before the roll.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutRow {
    /// The play in canonical text; `None` before the roll.
    pub mv: Option<MoveText>,
    /// The play as people write it; empty before the roll.
    pub shown: String,
    /// Games played.
    pub n_games: u32,
    /// The equity without cube, in points of the cube.
    pub equity: f64,
    /// Its standard error.
    pub error: f64,
    /// The equity with the cube, by the model of the engine for these chances.
    pub cubeful: f64,
    /// The chance to win the match with the cube; `None` for money.
    pub match_chance: Option<f64>,
    /// The chances of the side.
    pub chances: Chances,
    /// Their standard errors: to win, to win a gammon, a backgammon, to lose a gammon, a backgammon.
    pub chance_errors: [f64; 5],
    /// Joint standard deviations behind the best play; `None` while there is too little to say.
    pub behind: Option<f64>,
    /// It is too far behind: no more games are played from it.
    pub is_given_up: bool,
}

impl DiceRollout {
    /// A rollout of a position of this game; nothing is played yet.
    ///
    /// # Errors
    ///
    /// When the position or a play cannot be read, or there is nothing to roll out.
    pub fn of(game: &str, position: &str, wish: &RolloutWish) -> Result<Self, StudyError> {
        let pos = read(game, position)?;
        let stakes = Stakes::of(&pos);
        let mut searchers = searchers(wish.threads);
        let moves = match pos.phase {
            Phase::Play(_) if wish.moves.is_empty() => {
                best_plays(&pos, &stakes, &mut searchers[0], wish.n_moves)
            }
            Phase::Play(_) | Phase::Decide | Phase::Roll => {
                let mut read = Vec::new();
                for text in &wish.moves {
                    let mv = read_play(&pos, text)?;
                    if !read.contains(&mv) {
                        read.push(mv);
                    }
                }
                read
            }
            Phase::Doubled => return Err(StudyError::Doubled),
            Phase::Opening => return Err(StudyError::Opening),
            Phase::Over { .. } => return Err(StudyError::Over),
        };
        let starts: Vec<Start> = if moves.is_empty() {
            vec![Start { board: pos.board, is_after_play: false }]
        } else {
            moves.iter().filter_map(|mv| start_after(&pos, mv)).collect()
        };
        let text = |mv: &Move| (MoveText(pos.write_move(mv)), pos.show_move(mv));
        let terms = Terms {
            seed: wish.seed,
            plies: wish.plies.min(MAX_PLIES),
            truncate: wish.truncate,
            ends_at_bearoff: !wish.plays_bearoff,
            reduces_variance: wish.reduces_variance,
        };
        let plan = Plan { trials: wish.trials.max(1), least: wish.least, limit: wish.limit };
        let machine = backgammon::Rollout::new(terms, plan, &stakes, &starts);
        let plays = moves.iter().map(text).collect();
        Ok(Self { machine, searchers, position: pos, stakes, plays })
    }

    /// Plays games for about this long, at least one for each thread. Games that `stop` ends are
    /// played again the next time.
    pub fn advance(&mut self, slice: Duration, stop: &Stop) {
        let until = Instant::now() + slice;
        while !self.machine.is_done() && !stop.asked() {
            self.machine.advance(&mut self.searchers, stop);
            if Instant::now() >= until {
                break;
            }
        }
    }

    /// No more games are to be played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.machine.is_done()
    }

    /// The chances found for the side before its roll, if that is what is rolled out.
    pub(super) fn before_roll(&self) -> Option<(Backgammon, backgammon::Chances)> {
        let [standing] = self.machine.standings()[..] else { return None };
        self.plays.is_empty().then_some((self.position, standing.chances))
    }

    /// What has been found so far.
    #[must_use]
    pub fn report(&self) -> RolloutReport {
        let standings = self.machine.standings();
        let mut rows: Vec<RolloutRow> = match &self.plays[..] {
            [] => standings.iter().map(|found| self.row(None, found)).collect(),
            plays => plays
                .iter()
                .zip(&standings)
                .map(|(play, found)| self.row(Some(play), found))
                .collect(),
        };
        // What was given up comes after what is still compared, whatever its last figures are.
        rows.sort_by(|a, b| a.is_given_up.cmp(&b.is_given_up).then(b.equity.total_cmp(&a.equity)));
        let (n_done, n_all) = self.machine.progress();
        RolloutReport {
            side: self.position.turn,
            rows,
            n_done,
            n_all,
            is_done: self.machine.is_done(),
            is_decided: self.machine.is_decided(),
        }
    }

    fn row(&self, play: Option<&(MoveText, String)>, found: &Standing) -> RolloutRow {
        // After a play the other side may double first.
        let worth = match play {
            Some(_) => -self.stakes.flipped().best_worth(&found.chances.inverted()),
            None => self.stakes.best_worth(&found.chances),
        };
        RolloutRow {
            mv: play.map(|(mv, _)| mv.clone()),
            shown: play.map(|(_, shown)| shown.clone()).unwrap_or_default(),
            n_games: found.n_games,
            equity: found.equity,
            error: found.error,
            cubeful: equity(&self.stakes, worth),
            match_chance: self.stakes.match_chance(worth).map(f64::from),
            chances: reported(&found.chances),
            chance_errors: found.chance_errors,
            behind: found.behind,
            is_given_up: found.is_given_up,
        }
    }
}

fn best_plays(pos: &Backgammon, stakes: &Stakes, searcher: &mut Searcher, n: usize) -> Vec<Move> {
    let Phase::Play(dice) = pos.phase else { return Vec::new() };
    let ranked = searcher.rank(&pos.board, dice, stakes, &Effort::plies(0), &Stop::never());
    ranked.iter().take(n.max(1)).map(|judged| Move::Play(judged.steps)).collect()
}

fn start_after(pos: &Backgammon, mv: &Move) -> Option<Start> {
    let Move::Play(steps) = mv else { return None };
    let mut board = pos.board;
    steps.as_slice().iter().for_each(|step| {
        board.step(*step);
    });
    Some(Start { board: board.flip(), is_after_play: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

    fn wish() -> RolloutWish {
        RolloutWish {
            trials: 36,
            least: 36,
            truncate: Some(2),
            n_moves: 3,
            ..RolloutWish::default()
        }
    }

    fn run(mut rollout: DiceRollout) -> RolloutReport {
        while !rollout.is_done() {
            rollout.advance(Duration::ZERO, &Stop::never());
        }
        rollout.report()
    }

    #[test]
    fn the_plays_of_a_roll_are_ranked_by_their_games() {
        let report = run(DiceRollout::of("backgammon", START, &wish()).unwrap());
        assert_eq!((report.n_done, report.n_all, report.rows.len()), (108, 108, 3));
        let best = &report.rows[0];
        assert_eq!((best.shown.as_str(), best.behind), ("8/5 6/5", Some(0.0)));
        assert!(best.equity > report.rows[1].equity && best.error > 0.0, "{report:?}");
        assert!((0.5..0.6).contains(&best.chances.win) && best.match_chance.is_none());
        assert!(report.is_done);
    }

    #[test]
    fn named_plays_are_rolled_out_once_each_and_others_are_refused() {
        let named = |moves: &[&str]| {
            let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
            DiceRollout::of("backgammon", START, &RolloutWish { moves, ..wish() })
        };
        let rollout = named(&["24/23 13/10", "6/5 8/5", "8/5 6/5"]).unwrap();
        let rows = rollout.report().rows;
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].n_games, rows[0].behind), (0, None));
        for wrong in ["8/4 6/5", "nonsense", "roll", "24/22"] {
            let refused = named(&[wrong]).unwrap_err();
            assert!(
                matches!(&refused, StudyError::Move { text, .. } if text == wrong),
                "{refused}"
            );
        }
        let before = START.replace(":31:", ":00:");
        let moves = vec!["8/5 6/5".to_owned()];
        let refused = DiceRollout::of("backgammon", &before, &RolloutWish { moves, ..wish() });
        assert_eq!(refused.unwrap_err(), StudyError::NoDice("8/5 6/5".to_owned()));
    }

    #[test]
    fn a_position_before_the_roll_is_rolled_out_alone() {
        let before = START.replace(":31:0:0:0:0:10", ":00:2:3:0:7:10");
        let rollout = DiceRollout::of("backgammon", &before, &wish()).unwrap();
        assert!(rollout.before_roll().is_some());
        let report = run(rollout);
        let [row] = &report.rows[..] else { panic!("{report:?}") };
        assert_eq!((row.mv.as_ref(), row.n_games), (None, 36));
        assert!(row.match_chance.is_some_and(|chance| (0.4..0.6).contains(&chance)), "{row:?}");
    }
}
