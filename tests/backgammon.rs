//! Backgammon: plays, cube, matches and texts, against tables.

use std::time::Instant;

use quintet::games::backgammon::{
    Backgammon, Board, Dice, Move, Phase, Play, Steps, Terms, Win, largest_win, perft, plays,
    read_xgid, write_xgid,
};
use quintet::games::testing::{Seeded, check_rules};
use quintet::games::{
    Actor, Adapter, Game, HistoryRules, Outcome, PlayError, Position, Rules, Setup, Side,
};
use quintet::play::{DiceSource, Seed, Table, TimeControl};

/// The position as it is set up from text.
#[track_caller]
fn position(text: &str) -> Backgammon {
    read_xgid(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

#[test]
fn every_variant_of_backgammon_keeps_every_promise() {
    check_rules::<Backgammon>(1, 100);
}

#[test]
fn the_opening_rolls_have_the_published_numbers_of_plays() {
    let mut sum = (0, 0);
    let table = include_str!("data/backgammon/opening_plays.csv");
    let rows = table.lines().filter(|row| row.starts_with(|c: char| c.is_ascii_digit()));
    for row in rows {
        let numbers: Vec<u8> = row.split(',').map(|field| field.parse().unwrap()).collect();
        let dice = Dice::new(numbers[0], numbers[1]).unwrap();
        assert_eq!(plays(&Board::START, dice).len(), usize::from(numbers[2]), "{row}");
        sum = (sum.0 + u32::from(numbers[2]), sum.1 + dice.weight() * u32::from(numbers[2]));
    }
    assert_eq!(sum, (447, 637));
}

#[test]
fn two_plies_have_the_published_number_of_positions() {
    assert_eq!(perft(&Board::START, 2, |_| 1), 202_782);
    assert_eq!(perft(&Board::START, 2, |dice| dice.weight().into()), 419_783);
}

#[test]
fn positions_have_the_published_numbers_of_plays() {
    let table = include_str!("data/backgammon/legal_plays.csv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| row.starts_with('"')) {
        let fields: Vec<&str> = row.split(',').collect();
        let pos = position(fields[0].trim_matches('"'));
        let n_plays: usize = fields[3].parse().unwrap();
        let moves = Rules::legal_moves(&pos);
        assert_eq!(moves.len(), n_plays.max(1), "{row}");
        assert_eq!(pos.must_pass(), n_plays == 0, "{row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 208);
}

/// gnubg writes a chain only where it hits nothing on the way, so each of its texts is one play.
#[test]
fn edge_cases_have_exactly_the_published_plays() {
    let table = include_str!("data/backgammon/edge_cases.tsv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let pos = position(fields[1]);
        let published = fields[3].split(';').map(str::trim).filter(|text| !text.is_empty());
        let mut expected: Vec<String> = published
            .map(|text| Position::resolve(&pos, text).unwrap_or_else(|e| panic!("{row}: {e}")).0)
            .collect();
        if expected.is_empty() {
            expected.push("pass".to_owned());
        }
        expected.sort();
        let mut moves: Vec<String> =
            Position::legal_moves(&pos).into_iter().map(|mv| mv.0).collect();
        moves.sort();
        assert_eq!(moves, expected, "{row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 16);
}

/// White, Black, the dice, or how it ended.
fn who_acts(pos: &Backgammon) -> String {
    let name = |side: Side| Backgammon::INFO.sides[side.idx()];
    match Rules::actor(pos) {
        Actor::Player(side) => name(side).to_owned(),
        Actor::Chance => "chance".to_owned(),
        Actor::Over(ending) => match ending.outcome {
            Outcome::WonBy(side) => {
                format!("{} wins {}: {}", name(side), ending.margin, ending.reason)
            }
            Outcome::Draw => format!("draw: {}", ending.reason),
        },
    }
}

#[test]
fn games_matches_and_the_cube_take_their_course() {
    let table = include_str!("data/backgammon/course.tsv");
    let mut n_rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let mut pos = position(fields[1]);
        for mv in fields[2].split(';').filter(|mv| !mv.is_empty()) {
            Position::play(&mut pos, mv).unwrap_or_else(|error| panic!("{row}: {error}"));
        }
        assert_eq!(Rules::to_text(&pos), fields[3], "{row}");
        assert_eq!(who_acts(&pos), fields[4], "{row}");
        assert_eq!(position(fields[3]), pos, "{row}");
        n_rows += 1;
    }
    assert_eq!(n_rows, 47);
}

/// All ways to play a roll, by the rules as they stand in books: every order of the dice, as many
/// as possible, the larger if only one. Slow, and written apart from the program's own.
fn by_the_book(board: &Board, dice: Dice) -> Vec<Board> {
    fn go(board: Board, dice: &[u8], used: usize, ends: &mut Vec<(usize, u8, Board)>, first: u8) {
        let Some((die, rest)) = dice.split_first() else {
            ends.push((used, first, board));
            return;
        };
        let mut any = false;
        for from in 1..=25_u8 {
            if board.own[usize::from(from)] == 0 || (board.own[25] > 0 && from < 25) {
                continue;
            }
            let mut next = board;
            next.own[usize::from(from)] -= 1;
            if from > *die {
                let to = usize::from(from - die);
                if next.opp[25 - to] > 1 {
                    continue;
                }
                next.opp[25] += next.opp[25 - to];
                next.opp[25 - to] = 0;
                next.own[to] += 1;
            } else {
                let outside: u8 = board.own[7..].iter().sum();
                let above: u8 = board.own[usize::from(from) + 1..].iter().sum();
                if outside > 0 || (from < *die && above > 0) {
                    continue;
                }
                next.own[0] += 1;
            }
            any = true;
            go(next, rest, used + 1, ends, if used == 0 { *die } else { first });
        }
        if !any {
            ends.push((used, first, board));
        }
    }
    let (high, low) = (dice.high(), dice.low());
    let mut ends = Vec::new();
    if high == low {
        go(*board, &[high; 4], 0, &mut ends, 0);
    } else {
        go(*board, &[high, low], 0, &mut ends, 0);
        go(*board, &[low, high], 0, &mut ends, 0);
    }
    let most = ends.iter().map(|end| end.0).max().unwrap_or(0);
    ends.retain(|end| end.0 == most);
    if most == 1 && high != low && ends.iter().any(|end| end.1 == high) {
        ends.retain(|end| end.1 == high);
    }
    let mut boards: Vec<Board> = ends.into_iter().map(|end| end.2).collect();
    boards.sort();
    boards.dedup();
    boards
}

/// A board in disorder: checkers thrown on the points of one side and then on what is left.
fn random_board(numbers: &mut Seeded) -> Board {
    let mut board = Board { own: [0; 26], opp: [0; 26] };
    let highest = [25, 25, 12, 6][numbers.below(4)];
    for _ in 0..15 {
        board.own[numbers.below(highest + 1)] += 1;
    }
    for _ in 0..15 {
        let point = numbers.below(26);
        let is_free = point == 0 || point == 25 || board.own[25 - point] == 0;
        board.opp[if is_free { point } else { 0 }] += 1;
    }
    board
}

#[test]
fn plays_are_those_of_the_book_in_positions_without_order() {
    let mut numbers = Seeded::new(5);
    for _ in 0..1500 {
        let board = random_board(&mut numbers);
        let dice = Dice::ALL[numbers.below(21)];
        let mut generated: Vec<Board> = plays(&board, dice).iter().map(|play| play.board).collect();
        generated.sort();
        assert_eq!(generated, by_the_book(&board, dice), "{board:?} {dice}");
        for play in plays(&board, dice) {
            check_steps(&board, &play);
        }
    }
}

/// The steps lead there one by one, from the highest point down.
#[track_caller]
fn check_steps(board: &Board, play: &Play) {
    let mut at = *board;
    for step in play.steps.as_slice() {
        let met = if step.to == 0 { 0 } else { at.opp[25 - usize::from(step.to)] };
        assert!(met < 2, "{board:?}: {play:?}");
        at.step(*step);
    }
    assert_eq!(at, play.board, "{board:?}: {play:?}");
    assert!(play.steps.as_slice().is_sorted_by(|a, b| a >= b), "{play:?}");
}

#[test]
fn a_play_is_read_in_every_spelling_of_the_field() {
    for (dice, canonical, spellings) in [
        (31, "8/5 6/5", "8/5 6/5|6/5 8/5|8-5 6-5|8 5 6 5|8/5, 6/5|8/5* 6/5*| 8 / 5  6 / 5 "),
        (65, "24/18 18/13", "24/18 18/13|24/13|24/18/13|24/19/13|18/13 24/18|24-13|24/19 19/13"),
        (33, "8/5 8/5 6/3 6/3", "8/5(2) 6/3(2)|6/3(2) 8/5(2)|8/5 (2) 6/3 (2)|8/5 6/3 8/5 6/3"),
        (33, "24/21 24/21 13/10 13/10", "24/21(2) 13/10(2)|13/10(2)24/21(2)"),
        (11, "8/7 7/6 6/5 6/5", "8/6 6/5(2)|8/7/6 6/5(2)|8/5 6/5 | 8/7 6/5 6/5 7/6"),
    ] {
        let pos = position(&format!("-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:1:0:10"));
        for text in spellings.split('|') {
            let resolved = Position::resolve(&pos, text).map(|mv| mv.0);
            assert_eq!(resolved.as_deref(), Ok(canonical), "{text:?}");
        }
    }
    // From the bar and off, with numbers and with words.
    let pos = position("-------------A------bbbbbB:0:0:1:65:0:0:0:0:10");
    for text in ["bar/19", "25/19", "BAR/19", "25 19", "Bar-19*"] {
        assert_eq!(Position::resolve(&pos, text).unwrap().0, "bar/19", "{text}");
    }
    let pos = position("---A-B------a-------------:0:0:1:66:0:0:0:0:10");
    for text in ["5/off(2) 3/off", "5/0 5/0 3/0", "3/OFF 5/off 5/off", "5 0 5 0 3 0"] {
        assert_eq!(Position::resolve(&pos, text).unwrap().0, "5/off 5/off 3/off", "{text}");
    }
}

#[test]
fn what_is_hit_on_the_way_tells_plays_apart() {
    // 24/13 by 18, which hits, or by 19, which does not.
    let pos = position("-------------A----a-----A-:0:0:1:65:0:0:0:0:10");
    for (text, canonical) in [
        ("24/18/13", "24/18* 18/13"),
        ("24/18*/13", "24/18* 18/13"),
        ("24/18 18/13", "24/18* 18/13"),
        ("24/13", "24/19 19/13"),
        ("24/19/13", "24/19 19/13"),
        ("24/19 19/13", "24/19 19/13"),
    ] {
        assert_eq!(Position::resolve(&pos, text).unwrap().0, canonical, "{text}");
    }
    assert_eq!(Position::show_move(&pos, "24/18* 18/13"), "24/18*/13");
    assert_eq!(Position::show_move(&pos, "24/19 19/13"), "24/13");
}

#[test]
fn lists_show_plays_as_people_write_them() {
    for (xgid, canonical, shown) in [
        ("-b----E-C---eE---c-e----B-:0:0:1:33:0:0:1:0:10", "8/5 8/5 6/3 6/3", "8/5(2) 6/3(2)"),
        (
            "-b----E-C---eE---c-e----B-:0:0:1:66:0:0:1:0:10",
            "24/18 24/18 13/7 13/7",
            "24/18(2) 13/7(2)",
        ),
        ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10", "8/5 6/5", "8/5 6/5"),
        ("------------a-----------O-:0:0:1:66:0:0:0:0:10", "24/18 24/18 18/12* 18/12", "24/12*(2)"),
        ("--AaA---------------------:0:0:1:11:0:0:0:0:10", "4/3* 3/2 2/1 1/off", "4/3*/off"),
        ("-------------A-----bbbbbbB:0:0:1:33:0:0:0:0:10", "pass", "pass"),
    ] {
        assert_eq!(Position::show_move(&position(xgid), canonical), shown, "{xgid}");
    }
}

#[test]
fn every_play_is_read_back_from_how_it_is_shown() {
    let mut numbers = Seeded::new(6);
    for _ in 0..300 {
        let mut pos = Backgammon::start_of(Terms::MONEY);
        pos.board = random_board(&mut numbers);
        pos.phase = Phase::Play(Dice::ALL[numbers.below(21)]);
        for mv in Rules::legal_moves(&pos) {
            let shown = Rules::show_move(&pos, &mv);
            assert_eq!(pos.read_move(&shown), Ok(mv), "{shown} in {}", Rules::to_text(&pos));
        }
    }
}

#[test]
fn what_is_no_play_and_what_is_not_legal_are_different_mistakes() {
    let pos = position("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10");
    for text in [
        "", "8", "8/", "/5", "8/5 6", "26/5", "5/8", "8/5(5)", "(2)", "8//5", "nonsense", "8/5(2",
        "resign 4",
    ] {
        let read = Position::resolve(&pos, text);
        assert_eq!(read, Err(PlayError::Unreadable { text: text.to_owned() }), "{text:?}");
    }
    for text in
        ["8/5", "24/20 6/5", "8/5 6/4", "8/5(2)", "7/4 5/4", "double", "take", "pass", "accept"]
    {
        let read = Position::resolve(&pos, text);
        assert_eq!(read, Err(PlayError::Illegal { mv: text.to_owned() }), "{text:?}");
    }
}

#[test]
fn dice_and_words_are_read_where_they_belong() {
    let opening = Backgammon::start_of(Terms::MONEY);
    assert_eq!(Rules::legal_moves(&opening).len(), 30);
    assert_eq!(Position::resolve(&opening, "1-3").unwrap().0, "13");
    assert!(matches!(Position::resolve(&opening, "33"), Err(PlayError::Illegal { .. })));
    let to_roll = position("-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:1:0:10");
    assert_eq!(Rules::legal_moves(&to_roll).len(), 21);
    assert_eq!(Position::resolve(&to_roll, "1 3").unwrap().0, "31");
    let doubled = position("-b----E-C---eE---c-e----B-:0:0:1:D:0:0:1:0:10");
    for (text, canonical) in [("Takes", "take"), ("Drops", "drop"), ("pass", "drop")] {
        assert_eq!(Position::resolve(&doubled, text).unwrap().0, canonical);
    }
    let blocked = position("-------------A-----bbbbbbB:0:0:1:33:0:0:0:0:10");
    for text in ["pass", "no play", "Cannot Move", "dance"] {
        assert_eq!(Position::resolve(&blocked, text).unwrap().0, "pass");
    }
    let note = "White has no legal play for 33";
    assert_eq!(Rules::forced_note(&blocked).as_deref(), Some(note));
}

#[test]
fn resigning_is_legal_without_being_listed() {
    let pos = position("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10");
    assert!(Rules::legal_moves(&pos).iter().all(|mv| !matches!(mv, Move::Resign(_))));
    for (text, canonical) in
        [("resign 2", "resign 2"), ("Resigns", "resign 1"), ("resign backgammon", "resign 3")]
    {
        assert_eq!(Position::resolve(&pos, text).unwrap().0, canonical);
    }
    let mut resigned = pos;
    Position::play(&mut resigned, "resign 2").unwrap();
    for mv in [Move::Resign(1), Move::Roll, Move::Take] {
        assert!(!resigned.also_legal(&mv) && !Rules::legal_moves(&resigned).contains(&mv));
    }
    assert!(!Backgammon::start_of(Terms::MONEY).also_legal(&Move::Resign(1)), "while dice roll");
}

#[test]
fn variants_are_terms_and_a_match_is_known_by_its_length() {
    let start = |variant: &str| {
        let setup = Setup { variant: Some(variant.to_owned()), position: None };
        Backgammon::start(&setup).map(|pos| pos.terms)
    };
    for length in [1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25] {
        assert_eq!(start(&length.to_string()), Ok(Terms::match_to(length)));
        assert_eq!(start(&format!("Match-{length}")), Ok(Terms::match_to(length)));
    }
    assert_eq!(start("money"), Ok(Terms::MONEY));
    assert_eq!(Backgammon::start(&Setup::default()).map(|pos| pos.terms), Ok(Terms::MONEY));
    assert_eq!(start("money-nojacoby"), Ok(Terms { jacoby: false, ..Terms::MONEY }));
    assert_eq!(start("cubeless").map(|terms| terms.max_log2), Ok(0));
    assert!(start("match-2").is_err());
    assert_eq!(Adapter::<Backgammon>::NEW.info().name, "backgammon");
}

#[test]
fn perft_counts_a_roll_and_its_play_as_one_ply() {
    let start = Backgammon::start_of(Terms::MONEY);
    assert_eq!(
        (1..=2).map(|depth| Rules::perft(&start, depth)).collect::<Vec<_>>(),
        [447, 202_782]
    );
    let rolled = position("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10");
    assert_eq!(Rules::perft(&rolled, 1), 16);
    let below: u64 = plays(&Board::START, Dice::new(3, 1).unwrap())
        .iter()
        .map(|play| perft(&play.board.flip(), 1, |_| 1))
        .sum();
    assert_eq!(Rules::perft(&rolled, 2), below);
    let last = position("-A----------------n-------:0:0:1:21:0:0:1:0:10");
    assert_eq!((Rules::perft(&last, 1), Rules::perft(&last, 5)), (1, 1));
}

#[test]
fn an_xgid_can_be_written_for_either_player_at_the_bottom() {
    let text = "XGID=-b----E-C---dD---c-e---aC-:1:-1:-1:31:2:3:0:7:10";
    let pos = position(text);
    assert_eq!(write_xgid(&pos, Side::First), text);
    let turned = "XGID=-cA---E-C---dD---c-e----B-:1:1:1:31:3:2:0:7:10";
    assert_eq!(write_xgid(&pos, Side::Second), turned);
    // The same moves for either side at the bottom.
    assert_eq!(Position::legal_moves(&pos), Position::legal_moves(&position(turned)));
}

#[test]
fn a_text_that_is_no_position_is_told_what_it_looks_like() {
    let start = |text: &str| {
        let setup = Setup { variant: None, position: Some(text.to_owned()) };
        Backgammon::start(&setup)
    };
    for (text, problem) in [
        ("garbage", "it is not an XGID, a FIBS board or a position id of GNU Backgammon"),
        ("board:You:Opp", "FIBS board: 2 fields, 52 are needed"),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0",
            "XGID: an XGID has 10 fields between colons (the last, the limit of the cube, may be \
             left out), this one has 3",
        ),
    ] {
        let error = start(text).unwrap_err().to_string();
        assert_eq!(error, format!("position {text:?}: {problem}"));
    }
    // The two ids of GNU Backgammon, as two words.
    let both = ["4HPwATDgc/ABMA:cAkAAAAAAAAA", "4HPwATDgc/ABMA cAkAAAAAAAAA"].map(start);
    assert!(both[0].is_ok(), "{both:?}");
    assert_eq!(both[0], both[1]);
}

#[test]
fn a_broken_xgid_is_refused_in_words() {
    const START: &str = "-b----E-C---eE---c-e----B-";
    for (text, problem) in [
        (
            "",
            "an XGID has 10 fields between colons (the last, the limit of the cube, may be left out), \
             this one has 1",
        ),
        ("XGID=-b:0:0:1:00:0:0:1:0:10", "\"-b\" does not have the 26 characters of a board"),
        ("b-----------------------PB:0:0:1:00:0:0:1:0:10", "point 24: 'P' cannot stand there"),
        ("A------------------------B:0:0:1:00:0:0:1:0:10", "point 0: 'A' cannot stand there"),
        ("------------------------OB:0:0:1:00:0:0:1:0:10", "the bottom player has 17 checkers"),
        (
            "-A------------------------:0:0:1:00:0:0:1:0:10",
            "a player has no checkers left: the game is over",
        ),
        ("{}:0:0:1:07:0:0:1:0:10", "dice: \"07\" is not a roll, 00 or D"),
        ("{}:0:0:1:B:0:0:1:0:10", "beavers are not played here"),
        ("{}:0:0:0:00:0:0:1:0:10", "turn: 0 is not a side"),
        ("{}:0:2:1:00:0:0:1:0:10", "cube owner: \"2\" is neither 1, -1 nor 0"),
        ("{}:4:1:1:00:0:0:1:0:3", "the cube is larger than its limit"),
        ("{}:0:0:1:00:7:0:0:7:10", "a score of 7 to 0 ends a match to 7"),
        ("{}:1:-1:1:D:0:0:1:0:10", "who doubled has no access to the cube"),
        ("{}:0:0:1:D:6:0:1:7:10", "who doubled has no access to the cube"),
        ("{}:0:0:1:00:0:0:1:0:10 surprise", "\"surprise\" after the XGID is not understood"),
        ("{}:0:0:1:00:0:0:1:0:10 opening resigned 1", "resigning is not possible here"),
        ("{}:0:0:1:00:0:0:1:0:10 game 2", "game 2 of 1"),
        ("{}:0:0:1:00:0:0:0:7:10 of 3", "a match has no fixed number of games"),
    ] {
        assert_eq!(read_xgid(&text.replace("{}", START)), Err(problem.to_owned()), "{text}");
    }
}

#[test]
fn steps_are_compared_from_the_highest_down() {
    let pos = position("-b----E-C---eE---c-e----B-:0:0:1:65:0:0:1:0:10");
    let texts: Vec<String> = Position::legal_moves(&pos).into_iter().map(|mv| mv.0).collect();
    assert_eq!(texts[..2], ["24/18 18/13", "24/18 13/8"]);
    assert_eq!(texts.len(), 7);
    assert_eq!(Steps::new(&[]), Some(Steps::NONE));
}

#[test]
fn the_largest_win_left_is_known() {
    for (board, win) in [
        ("-b----E-C---eE---c-e----B-", Win::Backgammon),
        // Black's last checkers are past White's, outside and inside White's home.
        ("-A----------------o-------", Win::Gammon),
        ("-A----a-----------n-------", Win::Backgammon),
        ("-A-----a----------n-------", Win::Gammon),
        ("-A----------------n-------", Win::Single),
    ] {
        let text = format!("{board}:0:0:1:21:0:0:1:0:10");
        assert_eq!(largest_win(&position(&text).board), win, "{text}");
    }
}

#[test]
fn a_refusal_names_the_rule() {
    const START: &str = "-b----E-C---eE---c-e----B-";
    for (xgid, text, reason) in [
        ("{}:0:0:1:31:0:0:1:0:10", "12/9 6/5", "White has no checker on 12"),
        ("{}:0:0:1:31:0:0:1:0:10", "bar/22", "White has no checker on the bar"),
        ("{}:0:0:1:65:0:0:1:0:10", "24/19 13/7", "point 19 is held by two or more checkers"),
        (
            "{}:0:0:1:31:0:0:1:0:10",
            "8/4 6/4",
            "all dice are played: confirm the play, or take a part of it back",
        ),
        ("{}:0:0:1:31:0:0:1:0:10", "6/off", "checkers are borne off only when all are at home"),
        ("{}:0:0:1:31:0:0:1:0:10", "8/5", "as many dice as possible must be played"),
        ("{}:0:0:1:33:0:0:1:0:10", "8/5(2)", "as many dice as possible must be played"),
        ("{}:0:0:1:31:0:0:1:0:10", "8/5 24/21", "the die left is 1"),
        ("{}:0:0:1:31:0:0:1:0:10", "pass", "as many dice as possible must be played"),
        ("{}:0:0:1:31:0:0:1:0:10", "double", "doubling is possible only before the roll"),
        ("{}:0:0:1:31:0:0:1:0:10", "roll", "the dice are not to be rolled now"),
        ("{}:0:0:1:31:0:0:1:0:10", "take", "no double was offered"),
        ("{}:0:0:1:31:0:0:1:0:10", "accept", "no resignation was offered"),
        (
            "{}:0:0:1:31:0:0:1:0:10 resigned 1",
            "8/5 6/5",
            "the resignation is to be accepted or rejected first",
        ),
        ("{}:0:0:1:00:0:0:1:0:10", "8/5 6/5", "roll first, or double"),
        ("{}:1:-1:1:00:0:0:1:0:10", "double", "Black owns the cube"),
        ("{}:0:0:1:00:4:2:1:5:10", "double", "there is no doubling in the Crawford game"),
        ("{}:0:0:1:00:4:2:0:5:10", "double", "the cube is dead: White needs no more than it shows"),
        ("{}:2:1:1:00:0:0:1:0:2", "double", "the cube is at its limit"),
        ("{}:0:0:1:00:0:0:0:0:0", "double", "there is no cube in this game"),
        ("{}:0:0:1:D:0:0:1:0:10", "roll", "the double is to be taken or dropped first"),
        ("{}:0:0:1:00:0:0:1:0:10 opening", "33", "a tie is rolled again"),
        ("{}:0:0:1:00:0:0:1:0:10 opening", "resign 1", "resigning is not possible now"),
        (
            "-------------A-----bbbbbbB:0:0:1:33:0:0:0:0:10",
            "13/10",
            "33 leaves no legal play: pass",
        ),
        (
            "-------------A------bbbbbB:0:0:1:65:0:0:0:0:10",
            "13/7",
            "the checker on the bar must enter first",
        ),
        (
            "--b---------aA------------:0:0:1:65:0:0:0:0:10",
            "13/8",
            "only one die can be played, and it must be the larger",
        ),
        ("-----AB-----a-------------:0:0:1:43:0:0:0:0:10", "5/off 6/2", "the die left is 3"),
        (
            "---A-AB-----a-------------:0:0:1:44:0:0:0:0:10",
            "3/off 6/2",
            "a larger die bears off only from the highest point",
        ),
        (
            "-------------A----b-b---A-:0:0:1:64:0:0:0:0:10",
            "24/14",
            "the way from 24 to 14 is blocked",
        ),
    ] {
        let pos = position(&xgid.replace("{}", START));
        assert_eq!(Position::refusal(&pos, text).as_deref(), Some(reason), "{xgid} {text}");
    }
    let pos = position(&format!("{START}:0:0:1:31:0:0:1:0:10"));
    for text in ["8/5 6/5", "resign 2", "nonsense"] {
        assert_eq!(Position::refusal(&pos, text), None, "{text}");
    }
}

/// A match at the table: dice of the seed, everything else chosen by numbers of its own seed.
fn match_at_the_table(variant: &str, seed: &str) -> Table {
    static GAME: Adapter<Backgammon> = Adapter::NEW;
    let setup = Setup { variant: Some(variant.to_owned()), position: None };
    let controls = [TimeControl::Unlimited; 2];
    let mut table = Table::new(&GAME, setup, controls, HistoryRules::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let mut dice = DiceSource::Seeded(Seed(seed.to_owned()));
    let mut numbers = Seeded::new(9);
    while !table.is_over() {
        let forced = table.forced_pass().map(|pass| pass.mv);
        let roll = table
            .awaits_dice()
            .then(|| dice.roll(table.position(), table.n_rolls()).expect("no end"))
            .flatten();
        let mut moves = table.legal_moves();
        let mv = roll.or(forced).unwrap_or_else(|| moves.swap_remove(numbers.below(moves.len())));
        let played = table.play(&mv.0, Instant::now(), None);
        assert!(played.is_ok(), "{mv}: {played:?}");
    }
    table
}

#[test]
fn a_match_of_many_games_is_one_record_with_the_dice_of_its_seed() {
    let table = match_at_the_table("match-7", "seats");
    let record = table.record();
    let rolls: Vec<String> = record
        .main_line()
        .into_iter()
        .map(|id| record.node(id))
        .filter(|node| node.side.is_none())
        .filter_map(|node| node.mv.as_ref().map(|mv| mv.0.clone()))
        .collect();
    assert!(rolls.len() > 20, "{rolls:?}");
    let seed = Seed("seats".to_owned());
    for (number, roll) in (0..).zip(&rolls) {
        let throws = seed.throws(number).take(9);
        let mut texts = throws.flat_map(|[a, b]| [format!("{a}{b}"), format!("{b}{a}")]);
        assert!(texts.any(|text| text == *roll), "roll {number}: {roll}");
    }
    let end = record.replay(table.game(), record.last()).map(|pos| pos.to_text());
    assert_eq!(end.as_deref(), Ok(table.position().to_text().as_str()));
    let last = position(&table.position().to_text());
    assert!(last.game > 2 && last.score.iter().any(|score| *score >= 7), "{last:?}");
    let margin = last.score[0].abs_diff(last.score[1]).cast_signed();
    let result = table.result().and_then(|result| result.margin);
    assert_eq!(result.map(i32::abs), Some(margin));
    assert_eq!(match_at_the_table("match-7", "seats").record(), record);
}

#[test]
fn two_games_with_one_seed_have_the_same_dice_as_long_as_both_last() {
    let rolls = |variant: &str| -> Vec<String> {
        let table = match_at_the_table(variant, "pair");
        let record = table.record();
        let nodes = record.main_line().into_iter().map(|id| record.node(id).clone());
        let dice = nodes.filter(|node| node.side.is_none()).filter_map(|node| node.mv);
        dice.skip(1).map(|mv| mv.0).collect()
    };
    // One with a cube, which ends by a double dropped, one without.
    let (short, long) = (rolls("money"), rolls("cubeless"));
    let n_common = short.len().min(long.len());
    assert!(n_common > 0 && long.len() > 20, "{short:?} {long:?}");
    assert_eq!(short[..n_common], long[..n_common]);
}

/// Texts of plays that are legal, that are not, and that hit otherwise than they say: every two
/// steps with the dice, in positions of random games.
#[test]
fn a_play_is_read_alike_with_and_without_the_legal_moves_at_hand() {
    let mut numbers = Seeded::new(7);
    let mut pos = Backgammon::start(&Setup::default()).unwrap();
    let mut n_texts = 0;
    for _ in 0..300 {
        let legal = Rules::legal_moves(&pos);
        if let Phase::Play(dice) = pos.phase {
            let steps = |die: u8| (1..=25_u8).map(move |from| (from, from.saturating_sub(die)));
            let (high, low) = (dice.high(), dice.low());
            for (one, to) in steps(high) {
                for (other, then) in steps(low).chain(Some((to, to.saturating_sub(low)))) {
                    let text = format!("{one}/{to} {other}/{then}");
                    let alone = pos.read_move(&text);
                    assert_eq!(pos.read_move_among(&text, &legal), alone, "{text} in {pos:?}");
                    n_texts += 1;
                }
            }
        }
        if legal.is_empty() {
            pos = Backgammon::start(&Setup::default()).unwrap();
            continue;
        }
        let mv = legal[numbers.below(legal.len())];
        // The cube would end games early.
        let mv = if mv == Move::Double { Move::Roll } else { mv };
        pos.play_unchecked(&mv);
    }
    assert!(n_texts > 50_000, "{n_texts}");
}
