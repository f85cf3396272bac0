//! The engines that come with the program: what they find, and how they speak.
//!
//! Nothing here measures speed; `benches/ffo.rs` does.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

#[path = "builtin_cases/draughts.rs"]
mod draughts;
#[path = "builtin_cases/guide.rs"]
mod guide;
#[path = "builtin_cases/hive.rs"]
mod hive;
#[path = "builtin_cases/hub.rs"]
mod hub;
#[path = "builtin_cases/piped.rs"]
mod piped;
#[path = "builtin_cases/uhp.rs"]
mod uhp;

use std::io::{self, BufReader, Write};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use quintet::builtin::nboard::{EngineOptions, run_nboard};
use quintet::builtin::othello::{LEVELS, Limits, Report, Searcher, Stop, Sureness, Weights};
use quintet::games::othello::board::{Board, squares};

use piped::{Lines, PipedEngine};

/// The suite with the scores of all moves; source and verification in its head.
const FFO: &str = include_str!("data/othello/ffo_endgame.csv");
fn start(level: u8) -> PipedEngine {
    PipedEngine::start(move |input, output| {
        run_nboard(input, output, EngineOptions { level, seed: Some(1) })
    })
}

fn set_game(board: &str, moves: &str) -> String {
    format!("set game (;GM[Othello]PC[test]PB[a]PW[b]RE[?]TI[0//0]TY[8]BO[8 {board}]{moves};)")
}

const START: &str = "---------------------------O*------*O--------------------------- *";

fn limits(depth: u32, exact_from: u32) -> Limits {
    Limits { depth, lines: 1, exact_from, soft: None, hard: None, draw: 0, selective: false }
}

fn search(searcher: &mut Searcher, board: Board, limits: &Limits) -> Report {
    searcher.search(board, limits, Stop::never(), |_| ()).unwrap()
}

struct Problem {
    number: u32,
    board: Board,
    n_empty: u32,
    /// Every move with its score.
    scores: Vec<(String, i32)>,
}

fn ffo() -> Vec<Problem> {
    let rows = FFO.lines().filter(|line| !line.starts_with(['#', 'n']));
    rows.map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let discs = |kind: char| {
            (0..)
                .zip(fields[1].chars())
                .filter(|(_, c)| *c == kind)
                .map(|(at, _)| 1_u64 << at)
                .sum()
        };
        let board = Board { own: discs('X'), opp: discs('O') };
        let scores = fields[6].split(' ').map(|text| {
            let (mv, score) = text.split_once(':').unwrap();
            (mv.to_owned(), score.parse().unwrap())
        });
        Problem {
            number: fields[0].parse().unwrap(),
            board: if fields[2] == "X" { board } else { board.pass() },
            n_empty: fields[3].parse().unwrap(),
            scores: scores.collect(),
        }
    })
    .collect()
}

fn name(square: u32) -> String {
    format!("{}{}", char::from(b'A' + (square % 8) as u8), square / 8 + 1)
}

/// Positions of games played at random by a fixed rule.
fn random_positions(n: usize) -> Vec<Board> {
    let (mut seed, mut found, mut board) = (88_172_645_463_325_252_u64, Vec::new(), Board::START);
    while found.len() < n {
        if board.legal() == 0 {
            board = board.pass();
        }
        if board.legal() == 0 {
            board = Board::START;
        }
        found.push(board);
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let moves: Vec<u32> = squares(board.legal()).collect();
        let square = moves[(seed % moves.len() as u64) as usize];
        board = board.place(square, board.flips(square));
    }
    found
}

/// The result under best play, by trying everything.
fn brute_force(board: Board) -> i32 {
    if board.legal() == 0 {
        if board.pass().legal() == 0 {
            return board.final_score();
        }
        return -brute_force(board.pass());
    }
    squares(board.legal())
        .map(|square| -brute_force(board.place(square, board.flips(square))))
        .max()
        .unwrap()
}

#[test]
fn the_weights_that_come_with_the_program_can_be_read_whole() {
    let bytes = include_bytes!("../assets/eval/othello.bin");
    Weights::read(bytes).unwrap();
    assert!(Weights::read(&bytes[..bytes.len() - 1]).is_err());
    assert!(Weights::read(b"quintet").is_err());
}

#[test]
fn published_endgames_get_their_exact_scores() {
    let mut searcher = Searcher::new(16);
    for problem in ffo().iter().filter(|p| p.n_empty <= 14) {
        let report = search(&mut searcher, problem.board, &limits(60, 60));
        let best = &report.lines[0];
        assert_eq!(best.sureness, Sureness::Exact);
        let mv = name(best.moves[0]);
        assert_eq!(best.score, 100 * problem.scores[0].1, "FFO {}", problem.number);
        let (_, published) = problem.scores.iter().find(|(other, _)| *other == mv).unwrap();
        assert_eq!(100 * published, best.score, "FFO {}: {mv}", problem.number);
    }
}

#[test]
fn every_move_gets_its_own_exact_score_when_all_are_asked_for() {
    let mut searcher = Searcher::new(16);
    for problem in ffo().iter().filter(|p| [1, 5, 7, 20].contains(&p.number)) {
        let all = Limits { lines: 60, ..limits(60, 60) };
        let report = search(&mut searcher, problem.board, &all);
        let mut found: Vec<(String, i32)> =
            report.lines.iter().map(|line| (name(line.moves[0]), line.score / 100)).collect();
        let mut published = problem.scores.clone();
        found.sort();
        published.sort();
        assert_eq!(found, published, "FFO {}", problem.number);
    }
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut searcher = Searcher::new(10);
    let few = random_positions(3_000)
        .into_iter()
        .filter(|board| board.empty().count_ones() <= 7)
        .collect::<Vec<_>>();
    assert!(few.len() > 200);
    for board in few {
        let report = search(&mut searcher, board, &limits(60, 60));
        assert_eq!(report.lines[0].score, 100 * brute_force(board), "{board:?}");
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_finds_a_legal_move() {
    let mut searcher = Searcher::new(10);
    for board in random_positions(300) {
        let found = searcher.search(board, &limits(60, 20), Stop::when(|| true), |_| ()).unwrap();
        assert_ne!(board.flips(found.lines[0].moves[0]), 0, "{board:?}");
    }
}

#[test]
fn a_search_without_any_time_looks_one_move_ahead_all_the_same() {
    let mut searcher = Searcher::new(10);
    let past = Some(Instant::now());
    for board in random_positions(100).into_iter().filter(|board| board.legal() != 0) {
        let hurried = Limits { soft: past, hard: past, ..limits(60, 20) };
        let found = search(&mut searcher, board, &hurried);
        let one_deep = search(&mut searcher, board, &limits(1, 0));
        assert_eq!(found.lines[0].moves[0], one_deep.lines[0].moves[0], "{board:?}");
    }
}

#[test]
fn every_line_is_a_sequence_of_legal_moves() {
    let mut searcher = Searcher::new(14);
    for board in random_positions(200) {
        let asked = Limits { lines: 3, ..limits(5, 10) };
        for line in search(&mut searcher, board, &asked).lines {
            let mut at = board;
            for square in line.moves {
                let flips = if square == 64 { 0 } else { at.flips(square) };
                assert_eq!(square == 64, at.legal() == 0, "{board:?}");
                at = if square == 64 { at.pass() } else { at.place(square, flips) };
            }
        }
    }
}

#[test]
fn the_same_search_finds_the_same_twice() {
    for board in random_positions(10) {
        let twice = [(); 2].map(|()| search(&mut Searcher::new(14), board, &limits(7, 10)));
        assert_eq!(twice[0], twice[1]);
    }
}

#[test]
fn there_are_ten_levels_and_each_sees_at_least_as_far_as_the_one_below() {
    assert!(LEVELS.iter().map(|level| level.number).eq(1..=10));
    for pair in LEVELS.windows(2) {
        assert!(pair[0].depth <= pair[1].depth);
        assert!(pair[0].exact_from <= pair[1].exact_from);
        assert!(pair[0].slips.per_mille >= pair[1].slips.per_mille);
    }
    assert_eq!(LEVELS[9].slips.per_mille, 0);
    assert!(LEVELS[9].exact_from >= 20);
}

#[test]
fn it_names_itself_and_its_level() {
    let engine = start(4);
    engine.send("nboard 2");
    assert_eq!(engine.line(), "set myname Quintet level 4");
    engine.send("ping 7");
    assert_eq!(engine.line(), "pong 7");
    assert!(engine.end().is_empty());
}

#[test]
fn a_ping_ends_an_analysis_and_nothing_of_it_follows_the_pong() {
    let engine = start(10);
    engine.send(&set_game(START, "B[F5]"));
    engine.send("set depth 60\nhint 1");
    engine.until("search ");
    engine.send("ping 1");
    engine.until("pong 1");
    engine.send("ping 2");
    assert_eq!(engine.line(), "pong 2");
}

#[test]
fn a_ping_with_any_whole_number_ends_a_search_and_is_answered_with_that_number() {
    let engine = start(10);
    for number in ["-5", "0", "4294967296", "123456789012345678901234567890", "007"] {
        engine.send("set depth 60\nhint 1");
        engine.until("search ");
        engine.send(&format!("ping {number}"));
        assert_eq!(engine.until("pong").pop().unwrap(), format!("pong {number}"));
    }
}

#[test]
fn a_ping_makes_it_move_at_once_and_the_move_comes_before_the_pong() {
    let engine = start(10);
    engine.send("nboard 2");
    engine.until("set myname");
    engine.send("set depth 60\ngo\nping 1");
    let lines = engine.until("pong 1");
    let best = lines.iter().position(|line| line.starts_with("=== ")).unwrap();
    assert_eq!(best, lines.len() - 2, "{lines:?}");
}

#[test]
fn a_hint_gives_as_many_moves_as_asked_for_at_every_depth() {
    let engine = start(10);
    engine.send("set depth 4\nmove F5\nhint 2");
    let lines = engine.until("status Analysing");
    assert_eq!(lines.len(), 1);
    let mut lines = engine.until("status");
    assert_eq!(lines.pop().unwrap(), "status");
    let depths: Vec<&str> = lines
        .iter()
        .filter(|line| line.starts_with("search "))
        .map(|line| line.split(' ').nth(4).unwrap())
        .collect();
    assert_eq!(depths, ["1", "1", "2", "2", "3", "3", "4", "4"]);
}

#[test]
fn a_move_is_explained_before_it_is_said() {
    for level in [1, 10] {
        let engine = start(level);
        engine.send("set depth 6\nmove F5\ngo");
        let lines = engine.until("=== ");
        let [status, thoughts @ .., last, stats, best] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!(status, "status Thinking");
        assert!(stats.starts_with("nodestats "), "{lines:?}");
        let word = |line: &str, at: usize| line.split([' ', '/']).nth(at).unwrap().to_owned();
        let depth = word(last, 4);
        assert!(last.starts_with(&format!("search {}", word(best, 1))), "{lines:?}");
        assert_eq!(word(last, 2), word(best, 2), "{lines:?}");
        assert_eq!(depth, if level == 1 { "1" } else { "6" }, "{lines:?}");
        assert!(level == 1 || thoughts.iter().any(|line| line.starts_with("search ")));
    }
}

#[test]
fn a_long_proof_gives_its_numbers_all_the_while() {
    let problem = ffo().into_iter().find(|problem| problem.n_empty >= 23).unwrap();
    let row = FFO.lines().find(|line| line.starts_with(&format!("{},", problem.number))).unwrap();
    let fields: Vec<&str> = row.split(',').collect();
    let side = fields[2].replace('X', "*");
    let engine = start(10);
    engine.send(&set_game(&format!("{} {side}", fields[1].replace('X', "*")), ""));
    engine.send("set depth 60\nhint 1");
    let nodes = |line: &str| line.strip_prefix("nodestats ").map(|rest| rest.to_owned());
    let (mut before, mut silent) = (None, 0);
    while silent < 2 {
        let line = engine.line();
        assert_ne!(line, "status", "proved too soon");
        let now = nodes(&line);
        silent = if before.is_some() && now.is_some() && now != before { silent + 1 } else { 0 };
        before = now;
    }
    engine.send("ping 1");
    engine.until("pong 1");
}

/// An output that is closed after some lines.
struct Closed {
    lines_left: usize,
}

impl Write for Closed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines_left = self.lines_left.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_engine_though_its_input_stays_open() {
    for (order, lines_left) in [("hint 1", 3), ("hint 1", 0), ("go", 1), ("analyze", 2)] {
        let (input, receiver) = sync_channel(100);
        let (sender, ended) = sync_channel(1);
        thread::spawn(move || {
            let lines = BufReader::new(Lines { receiver, rest: Vec::new() });
            let options = EngineOptions { level: 10, seed: Some(1) };
            let _unread = sender.send(run_nboard(lines, Closed { lines_left }, options));
        });
        input.send(set_game(START, "B[F5]W[D6]B[C3]") + "\n").unwrap();
        input.send("set depth 60\n".to_owned() + order + "\n").unwrap();
        let error = ended.recv_timeout(Duration::from_secs(5)).unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{order}");
    }
}

#[test]
fn an_endgame_is_announced_as_solved() {
    let engine = start(10);
    let problem = FFO.lines().find(|line| line.starts_with("20,")).unwrap();
    let board = problem.split(',').nth(1).unwrap().replace('X', "*");
    engine.send(&set_game(&format!("{board} *"), ""));
    engine.send("set depth 10\nhint 4");
    let lines = engine.until("search H5");
    assert!(!lines.is_empty());
    let exact: Vec<String> = engine
        .until("nodestats")
        .into_iter()
        .chain(engine.until("status"))
        .filter(|line| line.contains("100%"))
        .collect();
    assert!(
        exact.iter().any(|line| line.starts_with("search G6") && line.contains(" -2.00 0 100%"))
    );
    engine.send("go");
    let best = engine.until("=== ").pop().unwrap();
    assert!(best.starts_with("=== H5/6.00/"), "{best}");
}

#[test]
fn a_forced_pass_and_a_finished_game_are_answered_without_a_square() {
    let engine = start(10);
    // White cannot move, Black can.
    let pass = "-O******--------------------------------------------------------";
    engine.send(&set_game(&format!("{pass} O"), ""));
    engine.send("go");
    assert_eq!(engine.until("=== ").pop().unwrap().split('/').next().unwrap(), "=== PA");
    engine.send("hint 1");
    assert!(engine.until("search ").pop().unwrap().starts_with("search PAa1 "));
    let over = "*".repeat(60) + "OOO*";
    engine.send(&set_game(&format!("{over} *"), ""));
    engine.send("ping 1\ngo");
    engine.until("pong 1");
    assert_eq!(engine.until("=== ").pop().unwrap().split('/').next().unwrap(), "=== --");
}

#[test]
fn an_illegal_move_or_a_broken_game_keeps_the_position_and_says_so() {
    let engine = start(1);
    engine.send("move A1");
    assert_eq!(engine.line(), "status Position kept: \"A1\" cannot be played here");
    engine.send("set game (;GM[Othello]BO[8 ---];)");
    assert!(engine.line().starts_with("status Position kept: "));
    engine.send("move F5\ngo");
    let best = engine.until("=== ").pop().unwrap();
    assert!(["D6", "F4", "F6"].contains(&&best[4..6]), "{best}");
}

#[test]
fn every_position_of_a_game_is_valued_from_the_last_to_the_first() {
    let engine = start(6);
    engine.send(&set_game(START, "B[F5]W[D6]B[C3]"));
    engine.send("analyze");
    let lines = engine.until("status");
    assert_eq!(lines, ["status Analysing the game"]);
    let lines = engine.until("status");
    let plies: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("analysis "))
        .map(|rest| rest.split(' ').next().unwrap())
        .collect();
    assert_eq!(plies, ["3", "2", "1", "0"]);
}

#[test]
fn a_proved_draw_is_worth_what_contempt_says() {
    // FFO 4 and 21 are draws; 21 has fewer surprises for a small table.
    let problem = FFO.lines().find(|line| line.starts_with("4,")).unwrap();
    let board = problem.split(',').nth(1).unwrap().replace('X', "*");
    let engine = start(10);
    engine.send(&set_game(&format!("{board} *"), ""));
    for (contempt, value) in [("0", "0.00"), ("10", "10.00"), ("-10", "-10.00")] {
        engine.send(&format!("set contempt {contempt}\nset depth 20\ngo"));
        let best = engine.until("=== ").pop().unwrap();
        assert_eq!(best.split('/').nth(1).unwrap(), value, "{best}");
    }
}

#[test]
fn learning_is_answered() {
    let engine = start(1);
    engine.send("learn");
    assert_eq!(engine.line(), "learned");
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search() {
    for quits in [true, false] {
        let engine = start(10);
        engine.send("set depth 60\nhint 1");
        engine.until("search ");
        if quits {
            engine.send("quit");
        }
        engine.end();
    }
}

#[test]
fn unknown_and_empty_lines_and_long_rubbish_are_ignored() {
    let engine = start(1);
    engine.send("\nhello\nset colour blue\nmove\nping x");
    engine.send(&"x".repeat(3 << 20));
    engine.send("ping 1");
    assert_eq!(engine.line(), "pong 1");
}

#[test]
fn the_engine_can_play_a_game_against_itself() {
    let engine = start(3);
    engine.send("set depth 3");
    let mut board = Board::START;
    for _ in 0..128 {
        if board.is_over() {
            break;
        }
        engine.send("go");
        let best = engine.until("=== ").pop().unwrap();
        let mv = best[4..].split('/').next().unwrap().to_owned();
        engine.send(&format!("move {mv}"));
        if mv == "PA" {
            assert_eq!(board.legal(), 0);
            board = board.pass();
            continue;
        }
        let square = (0..64).find(|square| name(*square) == mv).unwrap();
        assert_ne!(board.legal() & (1 << square), 0, "{mv}");
        board = board.place(square, board.flips(square));
    }
    assert!(board.is_over());
    engine.send("go");
    assert!(engine.until("=== ").pop().unwrap().starts_with("=== --"));
}
