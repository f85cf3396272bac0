//! Othello over NBoard: positions as GGF on one line, moves in capitals.
//!
//! Holds no state; the NBoard client decides what to send and when.

use std::borrow::Cow;
use std::time::Duration;

use super::board_text;
use super::ggf::push_property;
use crate::games::{Link, LinkedGame, LinkedMove, Position, Side};
use crate::protocol::{EngineClock, Root, RootMove};

/// The link for `protocol`, if Othello engines speak it.
pub(super) fn link(protocol: &str) -> Option<&'static dyn Link> {
    (protocol == NBoard.protocol()).then_some(&NBoard as &dyn Link)
}

/// Othello over NBoard.
#[derive(Debug)]
struct NBoard;

impl Link for NBoard {
    fn protocol(&self) -> &'static str {
        "nboard"
    }

    /// `moves` has the arguments of `move`, `full` has that of `set game`. Passes are explicit in
    /// both: no engine sees an implicit one (field notes, NBoard 9).
    fn root(&self, game: &LinkedGame<'_>) -> Root {
        let start = if game.start.is_empty() { board_text::start() } else { game.start.to_owned() };
        let written = |played: &LinkedMove| {
            let write = |mv: &str| Some(root_move(mv, played.eval, played.elapsed));
            played.written(self.protocol(), write)
        };
        let mut moves = Vec::with_capacity(game.moves.len());
        moves.extend(game.moves.iter().filter_map(written));
        let full = full_text(game, &start, &moves);
        Root { start, moves: moves.into(), full }
    }

    /// Reads every spelling seen in engines: `f5`, `F5`, `PA`, `pass`, `--`, and ignores the text
    /// after a slash.
    fn spelled<'a>(&self, _pos: &dyn Position, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text.split_once('/').map_or(text, |(mv, _)| mv))
    }
}

fn root_move(mv: &str, eval: Option<f64>, elapsed: Option<Duration>) -> RootMove {
    let mv = upper(mv);
    let step = with_eval_and_time(&mv, eval, elapsed);
    RootMove::new(&mv, &step)
}

/// `F5`, `F5/0.50`, `F5//1.25`, `F5/0.50/1.25`: evaluation in discs from the mover's point of view,
/// time in seconds; unknown values are left out.
pub(super) fn with_eval_and_time(mv: &str, eval: Option<f64>, elapsed: Option<Duration>) -> String {
    let mut text = String::with_capacity(24);
    text.push_str(mv);
    if eval.is_some() || elapsed.is_some() {
        text.push('/');
    }
    if let Some(eval) = eval.filter(|eval| eval.is_finite()) {
        push_hundredths(&mut text, eval);
    }
    if let Some(elapsed) = elapsed {
        text.push('/');
        push_hundredths(&mut text, elapsed.as_secs_f64());
    }
    text
}

/// Writes a number with two decimals, never `-0.00`. This does not use the general way of writing
/// fractions, which is ten times slower: the whole game is written for every move played.
fn push_hundredths(text: &mut String, number: f64) {
    let hundredths = (number * 100.0).round().clamp(-1e15, 1e15) as i64;
    if hundredths < 0 {
        text.push('-');
    }
    let mut rest = hundredths.unsigned_abs();
    let mut digits = [b'0'; 20];
    let mut at = digits.len();
    while rest > 0 || at > digits.len() - 3 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let (whole, decimals) = digits[at..].split_at(digits.len() - at - 2);
    text.extend(whole.iter().copied().map(char::from));
    text.push('.');
    text.extend(decimals.iter().copied().map(char::from));
}

/// A canonical move in the spelling of GGF and NBoard: `F5`, `PA`.
pub(super) fn upper(mv: &str) -> String {
    if mv == "pass" { "PA".to_owned() } else { mv.to_ascii_uppercase() }
}

fn full_text(game: &LinkedGame<'_>, start: &str, moves: &[RootMove]) -> String {
    let mut text = String::with_capacity(200 + 16 * moves.len());
    text.push_str("(;GM[Othello]PC[Quintet]");
    property(&mut text, "PB", game.players[0]);
    property(&mut text, "PW", game.players[1]);
    text.push_str("RE[?]");
    push_clocks(&mut text, game.clocks);
    text.push_str("TY[8]BO[8 ");
    text.push_str(start);
    text.push(']');
    let mut side = if start.ends_with('O') { Side::Second } else { Side::First };
    for mv in moves {
        text.push(if side == Side::First { 'B' } else { 'W' });
        text.push('[');
        text.push_str(&mv.step);
        text.push(']');
        side = side.opponent();
    }
    text.push_str(";)");
    text
}

/// Writes a property on the same line, whatever characters the value has.
fn property(text: &mut String, key: &str, value: &str) {
    let one_line = value.replace(char::is_control, " ");
    push_property(text, key, &one_line);
}

/// `TI` if both sides have the same clock, else `TB` and `TW`.
fn push_clocks(text: &mut String, clocks: [Option<EngineClock>; 2]) {
    match clocks {
        [Some(black), Some(white)] if black == white => property(text, "TI", &clock_text(black)),
        [black, white] => {
            for (key, clock) in [("TB", black), ("TW", white)] {
                if let Some(clock) = clock {
                    property(text, key, &clock_text(clock));
                }
            }
        }
    }
}

/// `5:00`, `5:00/0:03`, `0:00/0:00.5`. GGF has no periods of moves: their time is written as if it
/// were for the whole game.
fn clock_text(clock: EngineClock) -> String {
    if clock.increment.is_zero() {
        return time_text(clock.main);
    }
    format!("{}/{}", time_text(clock.main), time_text(clock.increment))
}

/// `15:00`, `1:30:00`, `0:00.5`.
fn time_text(time: Duration) -> String {
    let (secs, millis) = (time.as_secs(), time.subsec_millis());
    let (hours, minutes, secs) = (secs / 3600, secs / 60 % 60, secs % 60);
    let mut text = match hours {
        0 => format!("{minutes}:{secs:02}"),
        _ => format!("{hours}:{minutes:02}:{secs:02}"),
    };
    if millis > 0 {
        let fraction = format!("{millis:03}");
        text.push('.');
        text.push_str(fraction.trim_end_matches('0'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::Othello;
    use crate::games::{MoveText, PlayError, Reading, Rules};

    fn played(mv: &str, eval: Option<f64>, millis: Option<u64>) -> LinkedMove {
        let elapsed = millis.map(Duration::from_millis);
        LinkedMove::new(MoveText(mv.to_owned()), eval, elapsed)
    }

    fn clock(main: u64, increment: u64) -> Option<EngineClock> {
        Some(EngineClock {
            main: Duration::from_millis(main),
            increment: Duration::from_millis(increment),
            moves: None,
        })
    }

    fn root(start: &str, clocks: [Option<EngineClock>; 2], moves: &[LinkedMove]) -> Root {
        let players = ["Ada [x]\n", "Edax"];
        NBoard.root(&LinkedGame { start, variant: None, players, clocks, moves, now: None })
    }

    const START: &str = "---------------------------O*------*O--------------------------- *";

    #[test]
    fn a_game_is_one_line_of_ggf_and_its_steps() {
        let moves = [
            played("f5", None, Some(1_200)),
            played("d6", Some(-0.5), Some(10)),
            played("c3", Some(2.0), None),
            played("d3", None, None),
        ];
        let root = root(START, [clock(900_000, 0), clock(900_000, 0)], &moves);
        let ggf = "(;GM[Othello]PC[Quintet]PB[Ada (x) ]PW[Edax]RE[?]TI[15:00]TY[8]\
                   BO[8 ---------------------------O*------*O--------------------------- *]\
                   B[F5//1.20]W[D6/-0.50/0.01]B[C3/2.00]W[D3];)";
        assert_eq!(root.full, ggf);
        let steps: Vec<(&str, &str)> = root.moves.iter().map(|mv| (&*mv.mv, &*mv.step)).collect();
        let expected =
            [("F5", "F5//1.20"), ("D6", "D6/-0.50/0.01"), ("C3", "C3/2.00"), ("D3", "D3")];
        assert_eq!(steps, expected);
        assert_eq!(root.start, START);
    }

    #[test]
    fn passes_are_explicit_and_white_may_begin() {
        let start = START.replace(" *", " O");
        let moves =
            [played("e3", None, None), played("pass", None, None), played("f6", None, None)];
        let root = root(&start, [None, None], &moves);
        assert!(root.full.ends_with("-- O]W[E3]B[PA]W[F6];)"), "{}", root.full);
        assert!(!root.full.contains("TI["), "{}", root.full);
        assert_eq!(&*root.moves[1].step, "PA");
    }

    #[test]
    fn the_link_writes_what_the_reader_of_ggf_reads() {
        let moves = [played("f5", Some(1.25), Some(500)), played("d6", None, None)];
        let root = root(START, [clock(60_000, 2_000), None], &moves);
        let games = Othello::read_games("ggf", root.full.as_bytes(), &Reading::default());
        assert_eq!((games.problems.len(), games.records.len()), (0, 1));
        let record = &games.records[0];
        assert_eq!(record.moves_to(record.last()), [moves[0].mv.clone(), moves[1].mv.clone()]);
        assert_eq!(record.tags.clocks, ["1:00/0:02", ""]);
        assert_eq!(record.node(1).elapsed, moves[0].elapsed);
    }

    #[test]
    fn clocks_are_told_alike_or_apart() {
        for (clocks, written) in [
            ([clock(300_000, 3_000), clock(300_000, 3_000)], "RE[?]TI[5:00/0:03]TY"),
            ([clock(0, 500), clock(0, 500)], "RE[?]TI[0:00/0:00.5]TY"),
            ([clock(5_400_000, 0), clock(61_050, 0)], "RE[?]TB[1:30:00]TW[1:01.05]TY"),
            ([None, clock(5_000, 0)], "RE[?]TW[0:05]TY"),
            ([None, None], "RE[?]TY"),
        ] {
            let text = root(START, clocks, &[]).full;
            assert!(text.contains(written), "{text}");
        }
    }

    #[test]
    fn an_evaluation_that_is_no_number_is_left_out() {
        assert_eq!(with_eval_and_time("F5", Some(f64::NAN), Some(Duration::ZERO)), "F5//0.00");
        assert_eq!(with_eval_and_time("F5", Some(-0.001), None), "F5/0.00");
    }

    #[test]
    fn numbers_have_two_decimals() {
        for (number, written) in [
            (0.0, "0.00"),
            (0.5, "0.50"),
            (-0.05, "-0.05"),
            (-64.0, "-64.00"),
            (1.999, "2.00"),
            (12_345.678, "12345.68"),
            (1e300, "10000000000000.00"),
        ] {
            let mut text = String::new();
            push_hundredths(&mut text, number);
            assert_eq!(text, written);
        }
    }

    #[test]
    fn moves_of_engines_are_read_in_every_spelling() {
        let pos = Othello::START;
        for text in ["f5", "F5", "F5/-1.16/0.00", "f5//0.00"] {
            assert_eq!(NBoard.read_move(&pos, text).unwrap().0, "f5", "{text}");
        }
        assert!(matches!(NBoard.read_move(&pos, "pa"), Err(PlayError::Illegal { .. })));
        assert!(matches!(NBoard.read_move(&pos, "resign"), Err(PlayError::Unreadable { .. })));
        // Black has nothing to bracket, White has h8.
        let passing =
            Othello::new(1 << 62 | 1 << 63 >> 8, !(1 << 62 | 1 << 63 >> 8 | 1 << 63), Side::First);
        for text in ["PA", "pa", "pass", "PA/0.00/0.01", "--"] {
            let read = NBoard.read_move(&passing, text);
            assert_eq!(read.map(|mv| mv.0), Ok("pass".to_owned()), "{text}");
        }
    }

    #[test]
    fn a_line_of_moves_is_read_as_far_as_it_is_legal() {
        let texts = ["f5", "D6", "c3", "a1", "d3"].map(str::to_owned);
        let line = NBoard.read_line(&Othello::START, &texts);
        assert_eq!(
            line.iter().map(|step| step.mv.0.as_str()).collect::<Vec<_>>(),
            ["f5", "d6", "c3"]
        );
    }
}
