//! Positions and moves between GUIDE's notation and the game's.
//!
//! Checks only whether a game can be played.

use std::fmt;

use crate::builtin::draughts::Game;
use crate::games::draughts::board::squares;
use crate::games::draughts::{Draughts, Move, Variant};
use crate::games::{Rules as _, Side};
use crate::protocol::guide::{Board, GameText, Move as GuideMove};

/// Reads a game with all its moves.
///
/// # Errors
///
/// States in words which part of it is impossible.
pub(super) fn read_game(game: &GameText) -> Result<Game, impl fmt::Display + use<>> {
    let side = if game.start.white_to_move { 'W' } else { 'B' };
    let position = format!("{side}{}", game.start.squares());
    let moves: Vec<String> = game.moves.iter().map(hub_text).collect();
    Game::read(Variant::International, Some(&position), moves.iter().map(String::as_str))
}

/// The move as Hub writes it, which the game reads.
fn hub_text(mv: &GuideMove) -> String {
    if mv.kills.is_empty() {
        return format!("{}-{}", mv.from, mv.to);
    }
    let kills = mv.kills.iter().map(|square| format!("x{square}"));
    std::iter::once(format!("{}x{}", mv.from, mv.to)).chain(kills).collect()
}

pub(super) fn write_move(mv: &Move) -> GuideMove {
    let kills = squares(mv.captured).map(|square| square + 1).collect();
    GuideMove { from: mv.from + 1, to: mv.to + 1, kills }
}

pub(super) fn write_board(pos: &Draughts) -> Board {
    let board = pos.board();
    let letter = |square: u8| {
        let [man, king] = [&board.men, &board.kings]
            .map(|sets| sets.iter().position(|set| set >> square & 1 == 1));
        match (man, king) {
            (Some(0), _) => 'w',
            (Some(_), _) => 'b',
            (None, Some(0)) => 'W',
            (None, Some(_)) => 'B',
            (None, None) => 'e',
        }
    };
    let text: String = (0..50).map(letter).collect();
    Board::new(pos.turn() == Side::First, &text).expect("fifty letters that a board is made of")
}

/// The moves of a line as PDN spells them.
pub(super) fn spell(root: &Draughts, line: &[Move]) -> Vec<String> {
    let mut pos = *root;
    line.iter()
        .map(|mv| {
            let text = pos.show_move(mv);
            pos.play(mv);
            text
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_and_its_position_written_back() {
        let text = "white bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww \
                    3 m 32 28 0 m 19 23 0 m 28 19 1 23";
        let game = read_game(&GameText::parse(text).unwrap()).map_err(|e| e.to_string()).unwrap();
        let board = write_board(game.pos());
        assert!(!board.white_to_move);
        assert_eq!(board.squares(), "bbbbbbbbbbbbbbbbbbwbeeeeeeeeeewewwwwwwwwwwwwwwwwww");
        assert_eq!(game.legal_moves().iter().map(write_move).collect::<Vec<_>>().len(), 2);
        let line = game.moves();
        assert_eq!(
            spell(&Draughts::start_of(Variant::International), &line),
            ["32-28", "19-23", "28x19"]
        );
    }

    #[test]
    fn an_impossible_move_is_named() {
        let text = "white bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww 1 m 32 27 1 4";
        let error = read_game(&GameText::parse(text).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "illegal move: 32x27x4");
    }
}
