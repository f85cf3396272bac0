//! A word of a text, as far as it may belong to the moves of a game.
//!
//! Knows the shapes of moves alone; what can be played, the games decide.

/// How moves are written; a game has moves of one kind only.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    /// `32-28`, as in draughts.
    Numbers,
    /// `f5`, as in Othello.
    Squares,
    /// `bG1 wS1-`, as in Hive.
    Pieces,
    /// A pass, which may be of any of them.
    Any,
}

impl Kind {
    /// Moves of both kinds may stand in one game.
    pub(super) fn fits(self, other: Self) -> bool {
        self == other || [self, other].contains(&Self::Any)
    }

    /// A game with moves of this kind may go on with the other. Draughts has no pass.
    pub(super) fn goes_on_with(self, other: Self) -> bool {
        self.fits(other) && (self, other) != (Self::Numbers, Self::Any)
    }
}

/// What a word may be.
pub(super) enum Word {
    /// So many moves of this kind.
    Move(usize, Kind),
    /// A move's number.
    Number,
    /// A result or a judgement.
    Sign,
    Other,
}

const RESULTS: [&str; 11] =
    ["1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "1/2-1/2", "\u{bd}-\u{bd}", "*", "12-0", "0-12"];

/// What a word may be, with the number that is written in front of it.
pub(super) fn word(text: &str) -> Word {
    let text = text.trim_start_matches('(').trim_end_matches(')');
    if text.is_empty() || is_result(text) || text.starts_with('$') && text.len() < 5 {
        return Word::Sign;
    }
    let number = text.bytes().take_while(u8::is_ascii_digit).count();
    let text = match text[number..].strip_prefix('.') {
        Some(behind) if number > 0 => behind.trim_start_matches('.'),
        Some(_) | None => text,
    };
    if text.is_empty() || number == text.len() {
        return Word::Number;
    }
    // A full stop alone is a place in a game of Hive.
    let behind = ['!', '?', '+', '#', '~', ',', '*', '.', ';', ':'];
    let mv = if text == "." { text } else { text.trim_end_matches(behind) };
    if mv.is_empty() {
        return Word::Sign;
    }
    let kind = match n_squares(mv) {
        0 if is_draughts_move(mv) => Kind::Numbers,
        0 if is_hive_move(mv) => Kind::Pieces,
        0 if is_pass(mv) => Kind::Any,
        0 => return Word::Other,
        n => return Word::Move(n, Kind::Squares),
    };
    Word::Move(1, kind)
}

/// `1-0`, `*`.
pub(super) fn is_result(text: &str) -> bool {
    RESULTS.contains(&text)
}

fn is_pass(text: &str) -> bool {
    ["pass", "--", "pa", "ps"].iter().any(|pass| text.eq_ignore_ascii_case(pass))
}

fn is_draughts_move(text: &str) -> bool {
    let mut squares =
        text.split(['-', 'x', 'X', ':', '\u{2010}', '\u{2011}', '\u{2013}', '\u{d7}']);
    let is_square = |square: &str| {
        (1..=2).contains(&square.len()) && square.bytes().all(|byte| byte.is_ascii_digit())
    };
    squares.clone().count() > 1 && squares.all(is_square)
}

/// The number of squares in `f5` or `f5d6c3`, which passes may stand among; 0 for any other text.
fn n_squares(text: &str) -> usize {
    let text = text.to_ascii_lowercase();
    let is_square = |pair: &&[u8]| matches!(pair, [column, row] if (b'a'..=b'h').contains(column) && (b'1'..=b'8').contains(row));
    let pairs = || text.as_bytes().chunks(2);
    let is_list = pairs().all(|pair| is_square(&pair) || matches!(pair, b"--" | b"pa" | b"ps"));
    if is_list { pairs().filter(is_square).count() } else { 0 }
}

/// `wS1`, `-wS1`, `bG1/`.
fn is_hive_move(text: &str) -> bool {
    let text = text.trim_matches(['-', '/', '\\']);
    match text.as_bytes() {
        [b'w' | b'b', bug, rest @ ..] => {
            b"QSBGAMLP".contains(bug) && matches!(rest, [] | [b'1'..=b'3'])
        }
        _ => text == ".",
    }
}
