//! Finds the other board on which the moves of a transcript were played that do not fit 8x8
//! squares.
//!
//! Knows just enough of the rules of 6x6 and 10x10 to play the beginning of a game; keeps nothing.

/// The number of moves that must fit a board before a game counts as played on it.
const FEWEST: usize = 4;
/// Squares that are examined; after this many moves no other board fits as well.
const MOST: usize = 30;

/// The width of the board, 6 or 10, that the moves at the beginning of this text fit better than
/// one of 8x8 squares, whichever of the two usual starts they begin with.
pub(super) fn of(text: &str) -> Option<usize> {
    let squares = squares(text);
    let n_playable = |size| {
        let starts = [false, true].into_iter();
        starts.map(|is_mirrored| n_playable(size, is_mirrored, &squares)).max().unwrap_or(0)
    };
    let [usual, small, large] = [8, 6, 10].map(n_playable);
    let (n, size) = if small >= large { (small, 6) } else { (large, 10) };
    (n >= FEWEST && n > usual).then_some(size)
}

/// Column and row of the squares at the beginning of a text, from 0: `e4`, `J10`. Ends at anything
/// other than a square or a move number.
fn squares(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut rest = text;
    while found.len() < MOST {
        rest = rest.trim_start_matches(|c: char| {
            c.is_whitespace() || c.is_ascii_digit() || matches!(c, '.' | ',' | ';' | '-')
        });
        let letter = rest.bytes().next().map_or(b' ', |byte| byte.to_ascii_lowercase());
        if !(b'a'..=b'j').contains(&letter) {
            break;
        }
        rest = &rest[1..];
        let n_digits = if rest.starts_with("10") { 2 } else { 1 };
        let Some(row) = rest.get(..n_digits).and_then(|row| row.parse::<usize>().ok()) else {
            break;
        };
        rest = &rest[n_digits..];
        let Some(row) = row.checked_sub(1) else { break };
        found.push((usize::from(letter - b'a'), row));
    }
    found
}

/// The number of moves, one by each side, that can be played before the first one that cannot.
fn n_playable(size: usize, is_mirrored: bool, squares: &[(usize, usize)]) -> usize {
    let mut field = Field::start(size, is_mirrored);
    let sides = [Disc::Black, Disc::White].into_iter().cycle();
    squares.iter().zip(sides).take_while(|(square, side)| field.place(**square, *side)).count()
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Disc {
    Black,
    White,
}

/// A board of any size, row by row.
struct Field {
    size: usize,
    discs: Vec<Option<Disc>>,
}

impl Field {
    /// Four discs in the middle, White's on the falling diagonal unless the start is mirrored.
    fn start(size: usize, is_mirrored: bool) -> Self {
        let mut discs = vec![None; size * size];
        let (low, high) = (size / 2 - 1, size / 2);
        let (falling, rising) = match is_mirrored {
            false => (Disc::White, Disc::Black),
            true => (Disc::Black, Disc::White),
        };
        for (column, row, disc) in
            [(low, low, falling), (high, high, falling), (low, high, rising), (high, low, rising)]
        {
            discs[row * size + column] = Some(disc);
        }
        Self { size, discs }
    }

    /// Plays a move if it is legal. Returns true if it was.
    fn place(&mut self, (column, row): (usize, usize), side: Disc) -> bool {
        let is_free =
            column < self.size && row < self.size && self.discs[row * self.size + column].is_none();
        if !is_free {
            return false;
        }
        let mut flips = Vec::new();
        for step in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            flips.extend(self.flips((column, row), step, side));
        }
        for place in &flips {
            self.discs[*place] = Some(side);
        }
        self.discs[row * self.size + column] = Some(side);
        !flips.is_empty()
    }

    /// The places of the discs that are turned in one direction.
    fn flips(
        &self,
        (column, row): (usize, usize),
        (right, down): (isize, isize),
        side: Disc,
    ) -> Vec<usize> {
        let mut turned = Vec::new();
        let (mut column, mut row) = (column, row);
        loop {
            let next = (column.checked_add_signed(right), row.checked_add_signed(down));
            let (Some(c), Some(r)) = next else { return Vec::new() };
            if c >= self.size || r >= self.size {
                return Vec::new();
            }
            (column, row) = (c, r);
            let place = row * self.size + column;
            match self.discs[place] {
                None => return Vec::new(),
                Some(disc) if disc == side => return turned,
                Some(_) => turned.push(place),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_in_every_spelling_up_to_what_is_none() {
        let expected = [(4, 3), (9, 9), (0, 0), (2, 7)];
        for text in ["e4j10a1c8", "1. e4 J10 2. a1 c8 *", "E4, J10; A1-C8 {x} d3"] {
            assert_eq!(squares(text), expected, "{text}");
        }
        assert_eq!(squares("e4 a0 b3"), [(4, 3)]);
        assert_eq!(squares("é4"), []);
    }

    #[test]
    fn a_game_on_the_usual_board_is_none_on_another_one() {
        for text in ["f5d6c3d3c4f4f6f3e6e7", "e3f5d6c5", "f5", "", "e4", "e4 d5"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
