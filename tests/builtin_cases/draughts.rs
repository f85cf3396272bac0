//! What the draughts engine finds.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quintet::builtin::draughts::{
    LEVELS, Level, Limits, Player, Report, Searcher, Setting, Weights,
};
use quintet::builtin::othello::Stop;
use quintet::games::draughts::{Draughts, Move, Variant};
use quintet::games::{HistoryRules, Outcome, Rules, Setup, Side, Trace};

fn position(variant: Variant, text: &str) -> Draughts {
    let variant = Some(variant.name().to_owned());
    Draughts::start(&Setup { variant, position: Some(text.to_owned()) }).unwrap()
}

fn search(searcher: &mut Searcher, pos: &Draughts, depth: u32) -> Report {
    searcher.search(&[], pos, &Limits::depth(depth), Stop::never(), |_| ()).unwrap()
}

/// Plays moves in Hub notation; each position with its move, and the last position.
fn played(mut pos: Draughts, moves: &str) -> (Vec<(Draughts, Move)>, Draughts) {
    let mut line = Vec::new();
    for text in moves.split_ascii_whitespace() {
        let mv = pos.read_move(text).unwrap();
        assert!(Rules::legal_moves(&pos).contains(&mv), "{text}");
        line.push((pos, mv));
        pos.play(&mv);
    }
    (line, pos)
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// Positions with few pieces, put down at random.
fn small_positions(variant: Variant, n: usize) -> Vec<Draughts> {
    let mut random = Random(88_172_645_463_325_252);
    let mut found = Vec::new();
    while found.len() < n {
        let mut squares = ['e'; 50];
        for _ in 0..2 + random.below(5) {
            squares[random.below(50)] = ['w', 'W', 'b', 'B'][random.below(4)];
        }
        let text: String = ['W', 'B'][random.below(2)..].iter().take(1).chain(&squares).collect();
        let variant_name = Some(variant.name().to_owned());
        let setup = Setup { variant: variant_name, position: Some(text) };
        found.extend(Draughts::start(&setup).ok().filter(|pos| pos.ending().is_none()));
    }
    found
}

/// Whether the side to move wins (or loses) within `depth` plies whatever the other does, by trying
/// everything: the plies until then.
fn forced_end(pos: &Draughts, depth: u32) -> Option<(bool, u32)> {
    if let Some(ending) = pos.ending() {
        return Some((ending.outcome == Outcome::WonBy(pos.turn()), 0));
    }
    if depth == 0 {
        return None;
    }
    let mut longest_loss = Some(0);
    let mut fastest_win: Option<u32> = None;
    for mv in Rules::legal_moves(pos) {
        let mut child = *pos;
        child.play(&mv);
        match forced_end(&child, depth - 1) {
            Some((false, plies)) => {
                fastest_win = Some(fastest_win.map_or(plies + 1, |win| win.min(plies + 1)));
            }
            Some((true, plies)) => {
                longest_loss = longest_loss.map(|loss: u32| loss.max(plies + 1));
            }
            None => longest_loss = None,
        }
    }
    fastest_win.map(|plies| (true, plies)).or(longest_loss.map(|plies| (false, plies)))
}

#[test]
fn the_weights_that_come_with_the_program_can_be_read_whole() {
    for variant in Variant::ALL {
        let path = format!("assets/eval/draughts-{}.bin", variant.name());
        let bytes = std::fs::read(path).unwrap();
        Weights::read(&bytes).unwrap();
        assert!(Weights::read(&bytes[..bytes.len() - 1]).is_err());
        assert!(Weights::read(&[&bytes[..], &[2]].concat()).is_err());
        assert!(bytes.len() < 260_000, "{variant:?}: {}", bytes.len());
    }
}

#[test]
fn forced_ends_are_found_in_all_variants_at_their_distance() {
    for variant in Variant::ALL {
        let mut searcher = Searcher::new(variant, 12);
        let mut n_found = 0;
        for pos in small_positions(variant, 150) {
            let Some((wins, plies)) = forced_end(&pos, 3) else { continue };
            n_found += 1;
            searcher.clear();
            // Late moves are searched less deep at first, so a few plies more are needed.
            let score = search(&mut searcher, &pos, plies + 3).lines[0].score;
            let expected = 10_000 - plies.cast_signed();
            assert_eq!(score, if wins { expected } else { -expected }, "{}", pos.to_text());
        }
        assert!(n_found > 20, "{variant:?}: {n_found}");
    }
}

#[test]
fn shots_are_seen() {
    // Blunders in the first moves that this engine found, each with its refutation.
    for (moves, shot) in [
        ("32-28 18-23 31-27", "23x21x27x28"),
        ("33-28 18-22 34-29", "22x24x28x29"),
        ("32-28 18-23 37-32", "23-29"),
        ("33-28 18-22 39-33", "22-27"),
    ] {
        let (_, pos) = played(Draughts::start_of(Variant::International), moves);
        let report = search(&mut Searcher::new(Variant::International, 16), &pos, 9);
        let line = &report.lines[0];
        assert_eq!(line.moves[0].to_string(), shot, "{moves}");
        assert!(line.score > 100, "{moves}: {}", line.score);
        // The men are really won: at the end of the line there are fewer of the other side.
        let (own, mut end) = (pos.turn(), pos);
        for mv in &line.moves {
            assert!(Rules::legal_moves(&end).contains(mv));
            end.play(mv);
        }
        let count = |side: Side| end.board().side(side).count_ones();
        assert!(count(own) > count(own.opponent()), "{moves}: {}", end.to_text());
    }
}

#[test]
fn a_race_in_breakthrough_is_won_by_a_single_move() {
    // Both men need five moves; who begins is first.
    let text: String = {
        let mut squares = ['e'; 50];
        (squares[30 - 1], squares[21 - 1]) = ('w', 'b');
        squares.into_iter().collect()
    };
    for side in ['W', 'B'] {
        let pos = position(Variant::Breakthrough, &format!("{side}{text}"));
        let report = search(&mut Searcher::new(Variant::Breakthrough, 14), &pos, 14);
        assert_eq!(report.lines[0].score, 10_000 - 9, "{side}");
    }
}

#[test]
fn in_losing_draughts_it_gives_its_pieces_away() {
    // White must offer its man; taking it is the only move.
    let mut squares = ['e'; 50];
    (squares[33 - 1], squares[22 - 1], squares[1]) = ('w', 'b', 'b');
    let text: String = squares.into_iter().collect();
    let pos = position(Variant::Losing, &format!("W{text}"));
    let report = search(&mut Searcher::new(Variant::Losing, 14), &pos, 6);
    assert_eq!(report.lines[0].moves[0].to_string(), "33-28");
    assert_eq!(report.lines[0].score, 10_000 - 2);
}

#[test]
fn a_lost_side_repeats_a_position_and_a_winning_one_does_not() {
    // Three kings and men against a lone king; White shuffles, Black's king comes and goes.
    let text = "W:WK1,K2,K3,36,37:BK45";
    let start = position(Variant::International, text);
    let (line, pos) = played(start, "1-6 45-50 6-1 50-45");
    let history = |pos: &Draughts, line: &[(Draughts, Move)]| {
        let mut searcher = Searcher::new(Variant::International, 14);
        searcher.search(line, pos, &Limits::depth(1), Stop::never(), |_| ()).unwrap()
    };
    // The root itself has been there before; the next repetition would be no progress.
    let report = history(&pos, &line);
    assert!(report.lines[0].score > 100, "{report:?}");
    assert_ne!(report.lines[0].moves[0].to_string(), "1-6");
    let (line, pos) = played(start, "1-6 45-50 6-1");
    let report = history(&pos, &line);
    assert_eq!(report.lines[0].score, 0, "{report:?}");
    assert_eq!(report.lines[0].moves[0].to_string(), "50-45");
    assert!(history(&pos, &[]).lines[0].score < -100);
}

#[test]
fn a_won_ending_is_won_before_the_counts_run_out() {
    for (variant, text) in [
        (Variant::International, "W:WK1,K2,K3,36,37:BK45"),
        (Variant::Killer, "W:WK46,47,48:BK5"),
        (Variant::Frisian, "W:WK46,K47,33,34:BK5"),
    ] {
        let mut pos = position(variant, text);
        let (mut line, mut traces): (Vec<_>, Vec<Trace>) = (Vec::new(), vec![pos.trace()]);
        let mut searcher = Searcher::new(variant, 18);
        while pos.ending().is_none() {
            let ending = Draughts::judge(&traces, HistoryRules::default());
            assert_eq!(ending, None, "{variant:?} {}", pos.to_text());
            let limits = Limits::depth(9);
            let report = searcher.search(&line, &pos, &limits, Stop::never(), |_| ()).unwrap();
            let mv = report.lines[0].moves[0];
            line.push((pos, mv));
            pos.play(&mv);
            traces.push(pos.trace());
        }
        assert_eq!(pos.ending().unwrap().outcome, Outcome::WonBy(Side::First), "{variant:?}");
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_finds_a_legal_move() {
    for variant in Variant::ALL {
        let mut searcher = Searcher::new(variant, 10);
        for pos in small_positions(variant, 50) {
            let stop = Stop::when(|| true);
            let report = searcher.search(&[], &pos, &Limits::depth(40), stop, |_| ()).unwrap();
            assert!(Rules::legal_moves(&pos).contains(&report.lines[0].moves[0]));
        }
    }
}

#[test]
fn it_asks_at_least_every_few_hundred_positions_whether_to_stop() {
    let asked = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&asked);
    let stop = Stop::when(move || counter.fetch_add(1, Ordering::SeqCst) >= 99);
    let mut searcher = Searcher::new(Variant::International, 16);
    let pos = Draughts::start_of(Variant::International);
    let report = searcher.search(&[], &pos, &Limits::depth(40), stop, |_| ()).unwrap();
    assert!(report.nodes <= 100 * 512, "{}", report.nodes);
    // Once it was told to, it does not ask again.
    assert_eq!(asked.load(Ordering::SeqCst), 100);
}

#[test]
fn the_same_search_finds_the_same_twice_and_forgetting_makes_it_new() {
    let pos = Draughts::start_of(Variant::Frisian);
    let mut searcher = Searcher::new(Variant::Frisian, 14);
    let first = search(&mut searcher, &pos, 7);
    searcher.clear();
    assert_eq!(search(&mut searcher, &pos, 7), first);
    assert!(search(&mut searcher, &pos, 7).nodes < first.nodes, "the table helps");
}

#[test]
fn there_are_ten_levels_and_each_sees_at_least_as_far_as_the_one_below() {
    assert!(LEVELS.iter().map(|level| level.number).eq(1..=10));
    for pair in LEVELS.windows(2) {
        assert!(pair[0].depth <= pair[1].depth);
        let slips = [&pair[0], &pair[1]].map(|level| level.slips.per_mille);
        assert!(slips[0] > slips[1] || pair[0].nodes < pair[1].nodes || pair[1].nodes.is_none());
    }
    assert_eq!((LEVELS[9].slips.per_mille, LEVELS[9].nodes), (0, None));
}

#[test]
fn a_careless_level_plays_differently_by_seed_and_the_best_one_does_not() {
    let opening = |number, seed| {
        let level = Level::find(number).unwrap();
        let mut player = Player::new(Setting::new(Variant::International, level, seed));
        let (mut line, mut pos) = (Vec::new(), Draughts::start_of(Variant::International));
        for _ in 0..8 {
            let mv = player.best_move(&line, &pos, Duration::from_millis(200)).unwrap();
            line.push((pos, mv));
            pos.play(&mv);
        }
        pos
    };
    let careless: Vec<Draughts> = (1..=4).map(|seed| opening(1, seed)).collect();
    assert!(careless.iter().any(|pos| *pos != careless[0]));
    assert_eq!(opening(1, 1), careless[0]);
}

/// A search may overrun its time by what it does between two looks at the clock, so positions are
/// counted between them: the number is the same on every machine.
#[test]
fn a_search_looks_at_the_clock_every_512_positions_until_it_ends() {
    for variant in Variant::ALL {
        for last in [1, 8, 40] {
            let start = Draughts::start(&Setup {
                variant: Some(variant.name().to_owned()),
                position: None,
            });
            let n_asked = Arc::new(AtomicU64::new(0));
            let asked = Arc::clone(&n_asked);
            let stop = Stop::when(move || asked.fetch_add(1, Ordering::Relaxed) + 1 >= last);
            let (mut searcher, limits) = (Searcher::new(variant, 10), Limits::depth(60));
            let report = searcher.search(&[], &start.unwrap(), &limits, stop, |_| ()).unwrap();
            let n_asked = n_asked.load(Ordering::Relaxed);
            assert_eq!(n_asked, last, "{variant:?}");
            let n_most = 512 * (n_asked + 1);
            assert!(report.nodes < n_most, "{} positions with {n_asked} looks", report.nodes);
        }
    }
}
