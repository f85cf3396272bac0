//! The Hive engine: what it finds, and what it never does.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quintet::builtin::Stop;
use quintet::builtin::hive::{LEVELS, Level, Limits, Player, Report, Searcher, Setting, Style};
use quintet::games::hive::{Board, BoardMove, GameType, Hive, legal_moves};
use quintet::games::{Outcome, Rules, Setup, Side};

/// Random games of all types; source in its head.
const POSITIONS: &str = include_str!("../data/hive/positions.tsv");
/// Positions with the number of moves in which the side to move wins; source in its head.
const WINS: &str = include_str!("../data/hive/wins.tsv");

/// No search in a test lasts so long.
const LONG: Duration = Duration::from_secs(600);

fn rows(data: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').unwrap())
}

/// The positions of a game, the last one last.
fn game(text: &str) -> Vec<Hive> {
    let variant = text.split(';').next().map(str::to_owned);
    let mut game = vec![Hive::start(&Setup { variant, position: None }).unwrap()];
    for mv in text.split(';').skip(3) {
        play(&mut game, mv);
    }
    game
}

fn play(game: &mut Vec<Hive>, text: &str) {
    let mut pos = game[game.len() - 1].clone();
    let mv = pos.read_legal(text).unwrap();
    pos.play_unchecked(&mv);
    game.push(pos);
}

fn search(game: &[Hive], limits: &Limits) -> Report {
    Searcher::new(16).search(game, limits, &Stop::never(), |_| ()).unwrap()
}

fn player(level: u8, seed: u64) -> Player {
    Player::new(Setting::new(Level::find(level).unwrap()), 14, seed)
}

fn moves(board: &Board) -> Vec<BoardMove> {
    let mut list = Vec::new();
    legal_moves(board, &mut list);
    list
}

/// The side to move wins within so many moves of its own, by trying everything.
fn wins_in(board: &mut Board, n: u32) -> bool {
    let winner = Outcome::WonBy(board.turn());
    n > 0
        && moves(board).into_iter().any(|mv| {
            let undo = board.play(mv);
            let wins = match board.ending() {
                Some(ending) => ending.outcome == winner,
                None => loses_in(board, n - 1),
            };
            board.take_back(mv, undo);
            wins
        })
}

/// Whatever the side to move does, the other one wins within so many moves.
fn loses_in(board: &mut Board, n: u32) -> bool {
    let winner = Outcome::WonBy(board.turn().opponent());
    n > 0
        && moves(board).into_iter().all(|mv| {
            let undo = board.play(mv);
            let loses = match board.ending() {
                Some(ending) => ending.outcome == winner,
                None => wins_in(board, n),
            };
            board.take_back(mv, undo);
            loses
        })
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

#[test]
fn wins_in_one_and_two_moves_are_found_and_counted() {
    for (number, text) in rows(WINS) {
        let n: u32 = number.parse().unwrap();
        let game = game(text);
        let mut board = game[game.len() - 1].board().clone();
        assert!(wins_in(&mut board, n) && !wins_in(&mut board, n - 1), "{text}");
        let report = search(&game, &Limits::depth(2 * n));
        let plies = (2 * n - 1).cast_signed();
        assert_eq!(report.lines[0].score, 10_000 - plies, "{text}");
        let found = player(10, 1).best_move(&game, LONG, 2 * n).unwrap();
        let undo = board.play(found);
        assert!(board.is_over() || loses_in(&mut board, n - 1), "{text}: {found:?}");
        board.take_back(found, undo);
    }
}

#[test]
fn every_level_plays_legal_moves_only_in_every_game_type() {
    let mut random = Random(88_172_645_463_325_252);
    for (idx, game_type) in GameType::ALL.into_iter().enumerate() {
        let mut players = [0, 1].map(|side| player(1 + ((2 * idx + side) % 10) as u8, idx as u64));
        let mut game = vec![Hive::new(game_type)];
        while game.len() < 90 && !game[game.len() - 1].board().is_over() {
            let pos = game[game.len() - 1].clone();
            let legal = moves(pos.board());
            let depth = 1 + u32::from(random.below(4) == 0);
            let mv = players[pos.turn().idx()].best_move(&game, LONG, depth).unwrap();
            assert!(legal.contains(&mv), "{}: {mv:?}", Rules::to_text(&pos));
            let is_random = random.below(3) == 0;
            let mv = if is_random { legal[random.below(legal.len())] } else { mv };
            let mut next = pos.clone();
            next.play_unchecked(&pos.game_move(mv));
            game.push(next);
        }
        assert!(game.len() > 15, "{game_type:?}");
    }
}

#[test]
fn a_forced_pass_is_played_and_seen_by_the_search() {
    let forced: Vec<&str> = rows(POSITIONS)
        .filter(|(_, rest)| rest.ends_with("\tpass"))
        .map(|(text, _)| text)
        .collect();
    assert!(forced.len() >= 2);
    for text in forced {
        let game = game(text);
        assert_eq!(player(10, 1).best_move(&game, LONG, 3), Some(BoardMove::Pass), "{text}");
        let report = search(&game, &Limits::depth(3));
        assert_eq!(report.lines[0].moves[0], BoardMove::Pass);
        assert!(report.lines[0].moves.len() > 1, "{report:?}");
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let over: Vec<&str> =
        rows(POSITIONS).filter(|(_, rest)| rest.starts_with("0\t")).map(|(text, _)| text).collect();
    assert!(!over.is_empty());
    for text in over {
        assert_eq!(player(10, 1).best_move(&game(text), LONG, 2), None, "{text}");
    }
}

#[test]
fn a_mover_that_picks_at_random_never_wins() {
    for (level, depth) in [(1, 1), (3, 2), (10, 2)] {
        let mut n_won = 0;
        for seed in 1..=4_u64 {
            let (mut player, mut random) = (player(level, seed), Random(seed * 7_919));
            let own = Side::BOTH[(seed % 2) as usize];
            let game_type = GameType::ALL[seed as usize * 2 - 1];
            let mut game = vec![Hive::new(game_type)];
            while game.len() < 200 && !game[game.len() - 1].board().is_over() {
                let pos = game[game.len() - 1].clone();
                let mv = if pos.turn() == own {
                    player.best_move(&game, LONG, depth).unwrap()
                } else {
                    let legal = moves(pos.board());
                    legal[random.below(legal.len())]
                };
                let mut next = pos.clone();
                next.play_unchecked(&pos.game_move(mv));
                game.push(next);
            }
            let ending = game[game.len() - 1].board().ending();
            let outcome = ending.map(|ending| ending.outcome);
            assert_ne!(outcome, Some(Outcome::WonBy(own.opponent())), "level {level}, {seed}");
            n_won += u32::from(outcome == Some(Outcome::WonBy(own)));
        }
        assert!(n_won >= 3, "level {level} won {n_won} of 4");
    }
}

/// A game in which both sides walk to and fro, so that a position has been there twice.
const TO_AND_FRO: &str = "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;\
                          wA1 \\wQ;bA1 bQ/;wA1 -wQ;bA1 bQ-;wA1 \\wQ";

#[test]
fn contempt_decides_whether_a_position_is_brought_back() {
    let game = game(TO_AND_FRO);
    let back = game[game.len() - 1].read_legal("bA1 bQ/").unwrap();
    let choice = |draw| {
        let report = search(&game, &Limits { draw, ..Limits::depth(2) });
        game[game.len() - 1].game_move(report.lines[0].moves[0])
    };
    assert_eq!(choice(5_000), back, "a draw is as good as half a win");
    assert_ne!(choice(-5_000), back);
}

#[test]
fn style_changes_what_positions_are_worth() {
    let text = rows(POSITIONS).find(|(text, _)| text.contains("[10]")).unwrap().0;
    let game = game(text);
    let score = |slant| search(&game, &Limits { slant, ..Limits::depth(2) }).lines[0].score;
    assert_ne!(score([100, 100]), score([130, 85]));
    let found: HashSet<&str> = Style::ALL.map(Style::name).into_iter().collect();
    assert_eq!(found.len(), 3);
}

#[test]
fn equal_seeds_make_equal_games_and_weak_levels_vary_with_the_seed() {
    let line = |level, seed| {
        let (mut player, mut game) = (player(level, seed), vec![Hive::new(GameType::ALL[7])]);
        for _ in 0..14 {
            let pos = game[game.len() - 1].clone();
            let mv = player.best_move(&game, LONG, 2).unwrap();
            let mut next = pos.clone();
            next.play_unchecked(&pos.game_move(mv));
            game.push(next);
        }
        Rules::to_text(&game[game.len() - 1])
    };
    for level in [1, 10] {
        assert_eq!(line(level, 5), line(level, 5), "level {level}");
    }
    assert_ne!(line(1, 5), line(1, 6));
    assert_eq!(line(10, 5), line(10, 6), "nothing is random at full strength");
}

#[test]
fn several_threads_find_the_win_as_well() {
    for (number, text) in rows(WINS).filter(|(number, _)| *number == "2") {
        let n: u32 = number.parse().unwrap();
        let limits = Limits { threads: 3, ..Limits::depth(2 * n) };
        let report = search(&game(text), &limits);
        assert_eq!(report.lines[0].score, 10_000 - 3, "{text}");
    }
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_legal_move() {
    for (text, _) in rows(POSITIONS).filter(|(_, rest)| !rest.starts_with("0\t")).step_by(40) {
        let game = game(text);
        let stop = Stop::when(|| true);
        let report = Searcher::new(10).search(&game, &Limits::depth(30), &stop, |_| ()).unwrap();
        let legal = moves(game[game.len() - 1].board());
        assert!(legal.contains(&report.lines[0].moves[0]));
        assert!(report.nodes < 2_000, "{} nodes", report.nodes);
        let limits = Limits { nodes: Some(700), ..Limits::depth(30) };
        assert!(search(&game, &limits).nodes <= 700);
    }
}

/// A search may overrun its time by what it does between two looks at the clock, so positions are
/// counted between them: the number is the same on every machine.
#[test]
fn a_search_looks_at_the_clock_every_256_positions_until_it_ends() {
    for (i, game) in unfinished(40).enumerate() {
        let (n_asked, last) = (Arc::new(AtomicU64::new(0)), 1 + 7 * (i as u64 % 6));
        let asked = Arc::clone(&n_asked);
        let stop = Stop::when(move || asked.fetch_add(1, Ordering::Relaxed) + 1 >= last);
        let limits = Limits::depth(30);
        let report = Searcher::new(10).search(&game, &limits, &stop, |_| ()).unwrap();
        let n_asked = n_asked.load(Ordering::Relaxed);
        assert!(n_asked <= last, "it goes on after it was stopped: {n_asked} looks");
        let n_most = 256 * (n_asked + 1);
        assert!(report.nodes < n_most, "{} positions with {n_asked} looks", report.nodes);
    }
}

#[test]
fn the_levels_are_ten_and_each_sees_no_less_than_the_one_before() {
    let numbers: Vec<u8> = LEVELS.iter().map(|level| level.number).collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<u8>>());
    for pair in LEVELS.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        assert!(before.depth <= after.depth);
        let [n_before, n_after] = [before, after].map(|level| level.slips.per_mille);
        assert!(before.depth < after.depth || n_before >= n_after);
        let strength = |level: &Level| (level.depth, level.slips.per_mille, level.slips.noise);
        assert_ne!(strength(before), strength(after));
    }
}

/// The positions of the random games that have not ended, every `step`th one.
fn unfinished(step: usize) -> impl Iterator<Item = Vec<Hive>> {
    let rows = rows(POSITIONS).filter(|(_, rest)| !rest.starts_with("0\t"));
    rows.map(|(text, _)| game(text)).step_by(step)
}

#[test]
fn every_level_plays_a_win_on_the_spot_however_random_it_is() {
    let (mut n_positions, mut random) = (0, Random(7));
    for game_type in GameType::ALL.into_iter().cycle().take(24) {
        let mut game = vec![Hive::new(game_type)];
        while game.len() < 120 && !game[game.len() - 1].board().is_over() {
            let pos = game[game.len() - 1].clone();
            let mut board = pos.board().clone();
            if wins_in(&mut board, 1) {
                n_positions += 1;
                for level in 1..=5 {
                    let setting = Setting::new(Level::find(level).unwrap());
                    let mut wild = Player::new(Setting { noise: 5_000, ..setting }, 10, 3);
                    for player in [&mut player(level, n_positions), &mut wild] {
                        let mv = player.best_move(&game, LONG, 1).unwrap();
                        let undo = board.play(mv);
                        let outcome = board.ending().map(|ending| ending.outcome);
                        assert_eq!(outcome, Some(Outcome::WonBy(pos.turn())), "level {level}");
                        board.take_back(mv, undo);
                    }
                }
            }
            let legal = moves(pos.board());
            let mut next = pos.clone();
            next.play_unchecked(&pos.game_move(legal[random.below(legal.len())]));
            game.push(next);
        }
    }
    assert!(n_positions >= 10, "{n_positions} positions");
}

#[test]
fn a_win_that_a_level_has_seen_is_carried_through() {
    for (number, text) in rows(WINS).filter(|(number, _)| *number != "1") {
        // A level that slips may overlook what it saw the turn before.
        {
            let level = 9;
            let (mut game, mut random) = (game(text), Random(u64::from(level)));
            let (mut player, winner) = (player(level, 1), game[game.len() - 1].turn());
            let depth = Level::find(level).unwrap().depth;
            let score = search(&game, &Limits::depth(depth)).lines[0].score;
            if score <= 9_000 {
                continue;
            }
            let n_plies = (10_000 - score) as usize;
            let end = game.len() + n_plies;
            while game.len() < end && !game[game.len() - 1].board().is_over() {
                let pos = game[game.len() - 1].clone();
                let mv = if pos.turn() == winner {
                    player.best_move(&game, LONG, depth).unwrap()
                } else {
                    let legal = moves(pos.board());
                    legal[random.below(legal.len())]
                };
                let mut next = pos.clone();
                next.play_unchecked(&pos.game_move(mv));
                game.push(next);
            }
            let outcome = game[game.len() - 1].board().ending().map(|ending| ending.outcome);
            assert_eq!(outcome, Some(Outcome::WonBy(winner)), "{number}, level {level}: {text}");
        }
    }
}

#[test]
fn no_randomness_runs_into_a_loss_with_the_next_move() {
    let mut n_loseable = 0;
    for game in unfinished(3) {
        let mut board = game[game.len() - 1].board().clone();
        let loses: Vec<BoardMove> = moves(&board)
            .into_iter()
            .filter(|mv| {
                let undo = board.play(*mv);
                let loses = !board.is_over() && wins_in(&mut board, 1);
                board.take_back(*mv, undo);
                loses
            })
            .collect();
        if loses.is_empty() || loses.len() == moves(&board).len() {
            continue;
        }
        n_loseable += 1;
        for seed in 1..=3 {
            // A level that does not slip: only the randomness is wild.
            let setting = Setting::new(Level::find(9).unwrap());
            let mut wild = Player::new(Setting { noise: 5_000, ..setting }, 10, seed);
            let mv = wild.best_move(&game, LONG, 2).unwrap();
            assert!(!loses.contains(&mv), "{mv:?} of {}", loses.len());
        }
    }
    assert!(n_loseable >= 3, "{n_loseable} positions");
}

#[test]
fn the_first_level_wins_most_games_against_a_mover_that_picks_at_random() {
    let [mut n_won, mut n_lost] = [0; 2];
    for seed in 1..=32_u64 {
        let (mut player, mut random) = (player(1, seed), Random(seed * 104_729));
        let own = Side::BOTH[(seed / 8 % 2) as usize];
        let mut game = vec![Hive::new(GameType::ALL[(seed % 8) as usize])];
        while game.len() < 200 && !game[game.len() - 1].board().is_over() {
            let pos = game[game.len() - 1].clone();
            let mv = if pos.turn() == own {
                player.best_move(&game, LONG, 1).unwrap()
            } else {
                let legal = moves(pos.board());
                legal[random.below(legal.len())]
            };
            let mut next = pos.clone();
            next.play_unchecked(&pos.game_move(mv));
            game.push(next);
        }
        let outcome = game[game.len() - 1].board().ending().map(|ending| ending.outcome);
        n_lost += u32::from(outcome == Some(Outcome::WonBy(own.opponent())));
        n_won += u32::from(outcome == Some(Outcome::WonBy(own)));
    }
    assert!(n_won >= 18 && n_lost <= 6, "{n_won} won and {n_lost} lost of 32");
}

#[test]
fn a_fixed_depth_looks_at_a_bounded_number_of_positions() {
    // Threats and forced moves make lines longer, but not without end.
    for (depth, within, most) in [(4, None, MOST_NODES[0]), (3, Some(200), MOST_NODES[1])] {
        let nodes = unfinished(2).map(|game| {
            let limits = Limits { within, nodes: Some(2_000_000), ..Limits::depth(depth) };
            (search(&game, &limits).nodes, Rules::to_text(&game[game.len() - 1]))
        });
        let (worst, text) = nodes.max().unwrap();
        assert!(worst <= most, "{worst} positions at depth {depth}: {text}");
    }
}

#[test]
fn threat_upon_threat_does_not_blow_up_a_search_of_four_plies() {
    for text in THREATS {
        let report = search(&game(text), &Limits { nodes: Some(2_000_000), ..Limits::depth(4) });
        assert!(report.nodes <= 400_000, "{} positions: {text}", report.nodes);
    }
}

/// What the test before the last found at the most, and some room.
const MOST_NODES: [u64; 2] = [60_000, 60_000];

#[test]
fn a_search_that_is_cut_short_tells_only_of_another_move_at_the_depth_it_reached() {
    let (mut n_same, mut n_other) = (0, 0);
    for game in unfinished(8) {
        for nodes in [1_500, 3_000, 6_000, 12_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::depth(30) };
            let mut told: Vec<Report> = Vec::new();
            let stop = Stop::never();
            let last = Searcher::new(12)
                .search(&game, &limits, &stop, |report| told.push(report.clone()))
                .unwrap();
            let Some(before) = told.last() else { continue };
            if last.lines[0].moves[0] == before.lines[0].moves[0] {
                n_same += 1;
                assert_eq!((last.depth, &last.lines), (before.depth, &before.lines));
            } else {
                n_other += 1;
                assert_eq!(last.depth, before.depth + 1);
            }
        }
    }
    assert!(n_same > 0 && n_other > 0, "{n_same} the same, {n_other} others");
}

/// Positions of games between the levels in which threat follows threat.
const THREATS: [&str; 2] = [
    "Base+MLP;InProgress;Black[19];wL;bG1 \\wL;wA1 wL\\;bQ bG1/;wA2 /wL;bA1 -bQ;\
     wQ wA2\\;bM /bA1;wA1 \\bA1;bM wQ-;wG1 wL-;bA2 /bA1;wP /wA2;bB1 bM\\;wS1 -wA2;\
     bB1 wQ\\;wM /wS1;bM wQ;wM -bA2;bA3 bB1/;wG2 /wS1;bB1 wP\\;wM bA3\\;bB1 wP;\
     wS1 -bA2;bQ bA1/;wA1 bQ/;bP bQ\\;wA1 -bQ;bA1 bP-;wA1 bA1/;bQ -wA1;wA1 bA1-;\
     bB2 bB1\\;wA3 /wM;bL /bB2;wA3 /bL",
    "Base+MLP;InProgress;Black[25];wS1;bB1 wS1-;wB1 \\wS1;bS1 bB1-;wM /wS1;bP bB1\\;\
     wQ -wM;bQ bP\\;wA1 /wB1;bA1 \\bS1;wM /bQ;bS1 wS1\\;wP -wA1;bM bA1\\;wQ -wB1;\
     bM wP\\;wP -bM;bA1 \\wQ;wB2 \\wP;bL \\bA1;wB1 wA1;bB2 bM\\;wG1 /wB2;bL wQ/;\
     wB1 bL\\;bL wB1/;wB2 wP;bG1 bP/;wB2 bM;bB2 wB2;wA2 \\wP;bG1 /wQ;wA2 bL-;bA2 -bA1;\
     bG1 \\wP;bA2 bS1\\;wL wG1\\;bG2 bB2\\;wL \\bG1;bG2 /wQ;wM bQ\\;bG3 bA1/;wA3 /wG1;\
     bA2 -wA3;wA2 -wG1;bG3 /bA1;bG2 wP\\;bL \\wB1;wB1 bL",
];
