//! Positions as text: FEN, Hub's 51 letters, GUIDE's colour and 50 letters.
//!
//! Does not judge whether a position can occur; [`Draughts::new`] does.

use super::board::{Board, Piece, squares};
use super::{Draughts, KingRun, Variant};
use crate::games::Side;

/// A position as it was read; it may be one that cannot occur.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Read {
    pub(super) board: Board,
    pub(super) turn: Side,
    /// Frisian king moves in a row, by side.
    pub(super) king_runs: [Option<KingRun>; 2],
}

/// The position as canonical text: `W:W31-50:B1-20`, White's pieces first, squares ascending, three
/// or more men in a row as a range. Running counts of Frisian king moves follow, in the form of
/// lidraughts, Black's before White's: `:+0+248` says that White's king on 48 has made 2.
#[must_use]
pub(super) fn write(pos: &Draughts) -> String {
    let mut text = String::with_capacity(64);
    text.push(letter(pos.turn()));
    for side in Side::BOTH {
        text.push(':');
        text.push(letter(side));
        push_pieces(&mut text, pos.board(), side);
    }
    if *pos.king_runs() != [None; 2] {
        text.push(':');
        let [white, black] = *pos.king_runs();
        for run in [black, white] {
            match run {
                Some(run) => text.push_str(&format!("+{}{:02}", run.moves, run.square + 1)),
                None => text.push_str("+0"),
            }
        }
    }
    text
}

/// The position in the form of Hub: the side to move and a letter for each square, `W` and 50 of
/// `wbWBe`.
#[must_use]
pub(super) fn hub(board: &Board, turn: Side) -> String {
    let mut text = String::with_capacity(51);
    text.push(letter(turn));
    push_squares(&mut text, board);
    text
}

/// The position in the form of GUIDE: `white` or `black`, and a letter for each square.
#[must_use]
pub(super) fn guide(board: &Board, turn: Side) -> String {
    let mut text = String::with_capacity(56);
    text.push_str(["white ", "black "][turn.idx()]);
    push_squares(&mut text, board);
    text
}

/// The position in every form, the usual one first. GUIDE knows international draughts only.
#[must_use]
pub(super) fn texts(pos: &Draughts) -> Vec<(&'static str, String)> {
    let mut texts = vec![("FEN", write(pos)), ("Hub", hub(pos.board(), pos.turn()))];
    if pos.variant() == Variant::International {
        texts.push(("GUIDE", guide(pos.board(), pos.turn())));
    }
    texts
}

fn letter(side: Side) -> char {
    ['W', 'B'][side.idx()]
}

fn push_squares(text: &mut String, board: &Board) {
    text.extend((0..50).map(|square| match board.at(square) {
        Some(Piece { side: Side::First, king: false }) => 'w',
        Some(Piece { side: Side::First, king: true }) => 'W',
        Some(Piece { side: Side::Second, king: false }) => 'b',
        Some(Piece { side: Side::Second, king: true }) => 'B',
        None => 'e',
    }));
}

fn push_pieces(text: &mut String, board: &Board, side: Side) {
    let (men, kings) = (board.men[side.idx()], board.kings[side.idx()]);
    let mut comma = "";
    let mut done = 0_u64;
    for square in squares(men | kings) {
        if done >> square & 1 == 1 {
            continue;
        }
        text.push_str(comma);
        comma = ",";
        let number = square + 1;
        let in_a_row = (men >> square).trailing_ones();
        if kings >> square & 1 == 1 {
            text.push_str(&format!("K{number}"));
        } else if in_a_row >= 3 {
            text.push_str(&format!("{number}-{}", u32::from(square) + in_a_row));
            done |= ((1 << in_a_row) - 1) << square;
        } else {
            text.push_str(&number.to_string());
        }
    }
}

/// Reads a position leniently. FEN: either colour first, ranges, kings as `K`, also before a range,
/// a side without pieces, blanks, a dot at the end, `?` as the side to move (taken as White), and
/// the fields of lidraughts after the pieces. Hub: `W` and 50 letters, also after `pos=`. GUIDE:
/// `white` and 50 letters, also after `position`.
///
/// # Errors
///
/// States in words the fault and the allowed forms.
pub(super) fn read(text: &str) -> Result<Read, String> {
    let text = text.trim().trim_matches(['"', '\'']).trim();
    if text.is_empty() {
        return Err("it is empty; write W:W31-50:B1-20, or W or B and 50 letters".to_owned());
    }
    let is_fen =
        text.char_indices().nth(1).is_some_and(|(at, _)| text[at..].trim().starts_with(':'));
    if is_fen { read_fen(text) } else { read_letters(text) }
}

/// The text begins like a FEN.
pub(super) fn looks_like_fen(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| !matches!(c, ' ' | '\t'));
    let turn = letters.next().is_some_and(|c| matches!(c, 'W' | 'w' | 'B' | 'b' | '?'));
    let colon = letters.next() == Some(':');
    turn && colon && letters.next().is_some_and(|c| matches!(c, 'W' | 'w' | 'B' | 'b' | ':'))
}

fn read_fen(text: &str) -> Result<Read, String> {
    let is_end = |c: char| c.is_whitespace() || c == '.';
    let mut fields = text.split(':').map(|field| field.trim().trim_end_matches(is_end));
    let turn = match fields.next().unwrap_or_default() {
        "W" | "w" | "?" => Side::First,
        "B" | "b" => Side::Second,
        odd => return Err(format!("{odd:?} is not a side to move; write W or B")),
    };
    let mut board = Board::EMPTY;
    let mut runs = "";
    for field in fields {
        match field.chars().next() {
            None => {}
            Some('W' | 'w') => put_pieces(&mut board, Side::First, &field[1..])?,
            Some('B' | 'b') => put_pieces(&mut board, Side::Second, &field[1..])?,
            Some('+') => runs = field,
            // Half moves since the last capture, and the move's number.
            Some(_) if is_counter(field) => {}
            Some(_) => {
                let odd = shortened(field);
                return Err(format!("{odd:?} is not a list of pieces; write W31-50 or BK3,7"));
            }
        }
    }
    Ok(Read { board, turn, king_runs: king_runs(&board, runs) })
}

fn is_counter(field: &str) -> bool {
    let number = field.strip_prefix(['H', 'F']);
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The counters of lidraughts as they stand in a FEN, `:H4:F28`; empty where there are none. No rule of this
/// program needs them, which counts from the moves of a game.
pub(super) fn counters(text: &str) -> String {
    let fields = text.split(':').map(|field| field.trim().trim_end_matches('.'));
    fields.filter(|field| is_counter(field)).map(|field| format!(":{field}")).collect()
}

/// Puts the pieces of one side on the board: `31-50`, `K3,7`, `K10-12`.
fn put_pieces(board: &mut Board, side: Side, list: &str) -> Result<(), String> {
    let list = list.trim_matches(|c: char| c.is_whitespace() || c == ',');
    if list.is_empty() {
        return Ok(());
    }
    for item in list.split(',').map(str::trim) {
        let (king, range) = match item.strip_prefix(['K', 'k']) {
            Some(range) => (true, range.trim_start()),
            None => (false, item),
        };
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let last = last.trim().trim_start_matches(['K', 'k']);
        let (Some(first), Some(last)) = (square(first), square(last)) else {
            return Err(format!("{:?} is not a square; squares are 1 to 50", shortened(item)));
        };
        if first > last {
            return Err(format!("the range {item:?} runs backwards"));
        }
        for square in first..=last {
            if board.at(square).is_some() {
                return Err(format!("square {} is taken twice", square + 1));
            }
            board.put(square, Some(Piece { side, king }));
        }
    }
    Ok(())
}

/// A square from its number.
fn square(text: &str) -> Option<u8> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: u8 = if is_number { text.parse().ok()? } else { return None };
    (1..=50).contains(&number).then(|| number - 1)
}

/// `+0+248`: Black's count and king, then White's; in the other order, too, if the squares show
/// whose kings they are. A count without a king's square belongs to the only king; a count that
/// names no king is ignored.
fn king_runs(board: &Board, text: &str) -> [Option<KingRun>; 2] {
    let mut runs = [None; 2];
    for (side, field) in [Side::Second, Side::First].into_iter().zip(text.split('+').skip(1)) {
        let Some((moves, of)) = field.trim().split_at_checked(1) else { continue };
        let Some(moves) = moves.parse().ok().filter(|moves| (1..=3).contains(moves)) else {
            continue;
        };
        let own = board.kings[side.idx()];
        let run = match of {
            "" if own.count_ones() == 1 => Some((side, own.trailing_zeros() as u8)),
            of => king_on(board, of),
        };
        if let Some((side, square)) = run {
            runs[side.idx()] = Some(KingRun { square, moves });
        }
    }
    runs
}

/// The owner of the king on the square of this number.
fn king_on(board: &Board, number: &str) -> Option<(Side, u8)> {
    let square = square(number)?;
    let piece = board.at(square).filter(|piece| piece.king)?;
    Some((piece.side, square))
}

/// Hub's letters or GUIDE's words.
fn read_letters(text: &str) -> Result<Read, String> {
    let (turn, board) = cut_turn(text)?;
    let mut read = Board::EMPTY;
    let mut n = 0;
    for c in board.chars().filter(|c| !c.is_whitespace()) {
        let piece = match c {
            'w' => Some(Piece { side: Side::First, king: false }),
            'W' => Some(Piece { side: Side::First, king: true }),
            'b' => Some(Piece { side: Side::Second, king: false }),
            'B' => Some(Piece { side: Side::Second, king: true }),
            'e' | 'E' | '.' | '-' => None,
            _ => return Err(format!("{c:?} is not a square; the letters are w, b, W, B and e")),
        };
        if n < 50 {
            read.put(n as u8, piece);
        }
        n += 1;
    }
    if n != 50 {
        return Err(format!("{n} letters after the side to move; 50 are needed"));
    }
    Ok(Read { board: read, turn, king_runs: [None; 2] })
}

/// The side to move, and the text after it.
fn cut_turn(text: &str) -> Result<(Side, &str), String> {
    let text = strip_word(text, "position").or_else(|| strip_word(text, "pos")).unwrap_or(text);
    let hub = text.strip_prefix("pos=").unwrap_or(text).trim_matches('"');
    for (word, side) in [("white", Side::First), ("black", Side::Second)] {
        if let Some(board) = strip_word(text, word) {
            return Ok((side, board));
        }
    }
    match hub.chars().next() {
        Some('W' | 'w') => Ok((Side::First, &hub[1..])),
        Some('B' | 'b') => Ok((Side::Second, &hub[1..])),
        Some(_) | None => Err("the side to move is missing; begin with W:, W or white, or with \
                               B:, B or black"
            .to_owned()),
    }
}

/// The text after a word and a blank, ignoring case.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    let fits = head.eq_ignore_ascii_case(word) && rest.starts_with(char::is_whitespace);
    fits.then(|| rest.trim_start())
}

/// The beginning of a text, short enough to be quoted in a message.
pub(super) fn shortened(text: &str) -> String {
    const LEN: usize = 40;
    match text.char_indices().nth(LEN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
