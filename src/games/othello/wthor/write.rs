//! Writes WTHOR databases: a head for all games, and 68 bytes for each.
//!
//! Names stand in other files, which are not written: only a name such as `Player 12`, as the reader gives
//! it, has a number here.

use super::{GAME, HEADER};
use crate::games::othello::Othello;
use crate::games::othello::moves::Move;
use crate::games::recording::Recording;
use crate::games::{Record, Rules, Setup};

/// The head of a file with these games. The year is that of all of them, where it is the same.
pub(in crate::games::othello) fn head(records: &[&Record]) -> Vec<u8> {
    let year_of = |record: &&Record| -> Option<u16> {
        let year: u16 = record.tags.date.get(..4)?.parse().ok()?;
        (1900..=2199).contains(&year).then_some(year)
    };
    let first = records.first().and_then(year_of);
    let year = first.filter(|_| records.iter().all(|record| year_of(record) == first));
    let n_games = u32::try_from(records.len()).unwrap_or(u32::MAX);
    let mut head = vec![0; HEADER];
    head[4..8].copy_from_slice(&n_games.to_le_bytes());
    head[10..12].copy_from_slice(&year.unwrap_or_default().to_le_bytes());
    head[12] = 8;
    head
}

/// The bytes of one game. The theoretical score, where it is not known, is the one that was reached.
///
/// # Errors
///
/// When it does not begin as usual, or the discs at its end are not known.
pub(in crate::games::othello) fn write_game(record: &Record) -> Result<Vec<u8>, String> {
    let start = Othello::start(&record.setup).map_err(|error| error.to_string())?;
    if start.setup() != Setup::default() {
        return Err("WTHOR cannot hold a start other than the normal one".to_owned());
    }
    let mut recording = Recording::new(start);
    let mut moves = Vec::new();
    for mv in record.moves_to(record.last()) {
        let parsed = mv.0.parse().map_err(|error| format!("{error}"))?;
        recording.play_told(parsed)?;
        if let Move::Place(square) = parsed {
            moves.push(10 * (square / 8 + 1) + square % 8 + 1);
        }
    }
    let played = recording.finish().result.and_then(|result| result.margin);
    let told = record.result.as_ref().and_then(|result| result.margin);
    let score = played.or(told).map(|margin| (64 + margin) / 2);
    let score = score.and_then(|score| u8::try_from(score).ok()).filter(|score| *score <= 64);
    let score = score.ok_or("WTHOR needs the discs at the end, which are not known")?;
    let tag = |name: &str| record.tags.other.get(name).map_or("", String::as_str);
    let player = |idx: usize| {
        let name = record.tags.players[idx].strip_prefix("Player ");
        name.and_then(|number| number.parse().ok()).unwrap_or_default()
    };
    let numbers: [u16; 3] = [tag("Tournament").parse().unwrap_or_default(), player(0), player(1)];
    let mut game: Vec<u8> = numbers.into_iter().flat_map(u16::to_le_bytes).collect();
    game.push(score);
    game.push(tag("TheoreticalScore").parse().unwrap_or(score));
    game.extend(moves);
    game.resize(GAME, 0);
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Format, Reading, write_many};

    const GAME_OF_RULES: &str = "f5f4e3d2e2f2e1f6e6d7g4d3f3f1g1g3g5h3g6h6e7d8f7c6e8f8c8b8c5c7c4d1c1d6h5h4g7b3c3b5a3b4a6a4a5b2c2a2b6a7h7h8g8g2h1h2a8b7a1b1";

    fn ggf(moves: &str, heading: &str) -> Record {
        let mut record = Format::find::<Othello>("transcript")
            .map(|format| (format.read)(moves.as_bytes(), &Reading::default()))
            .unwrap()
            .records
            .remove(0);
        record.tags.date = heading.to_owned();
        record
    }

    #[test]
    fn games_become_one_database_and_what_it_cannot_hold_is_named() {
        let format = Format::find::<Othello>("wthor").unwrap();
        let mut first = ggf(GAME_OF_RULES, "1980");
        first.tags.players = ["Player 7".to_owned(), "Ada".to_owned()];
        let second = ggf(GAME_OF_RULES, "1980");
        let open = ggf("f5d6c3", "1980");
        let games = [&first, &open, &second];
        let written = write_many(format, games.into_iter().enumerate());
        assert_eq!((written.n_written, written.left_out.len()), (2, 1));
        assert_eq!(written.left_out[0].0, 1, "the game that is not over");
        let bytes = written.content();
        assert_eq!(bytes.len(), HEADER + 2 * GAME);
        assert_eq!((bytes[HEADER + 2], bytes[HEADER + 6], bytes[HEADER + 8]), (7, 31, 56));
        let read = (format.read)(bytes, &Reading::default());
        assert_eq!(read.problems, []);
        assert_eq!(read.records[1].moves_to(read.records[1].last()), first.moves_to(first.last()));
        assert_eq!(read.records[1].tags.date, "1980");
        let lost = written.losses_text(format).unwrap();
        assert!(lost.contains("leaves out: 1 name of a player, in 1 of 2 games"), "{lost}");
    }

    #[test]
    fn the_year_of_games_of_several_years_is_lost_and_told() {
        let format = Format::find::<Othello>("wthor").unwrap();
        let games = [ggf(GAME_OF_RULES, "1980"), ggf(GAME_OF_RULES, "1981")];
        let written = write_many(format, games.iter().enumerate());
        assert_eq!(written.n_losing, 2, "{:?}", written.losses_text(format));
    }
}
