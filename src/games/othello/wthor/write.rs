//! Writes WTHOR databases: a head for all games, and 68 bytes for each.
//!
//! Names stand in other files, which are not written: only a name such as `Player 12`, as the reader gives
//! it, has a number here.

use super::{DEPTH, GAME, HEADER, SCORE};
use crate::games::othello::Othello;
use crate::games::othello::moves::Move;
use crate::games::recording::Recording;
use crate::games::{DatabaseFile, Record, Rules, Setup, counted};

/// Writes these games. A theoretical score is exact from as many empty squares on as the head says for all games. Where
/// it is not known of every game, the head says 0, and the scores that were reached stand there: those are exact with no
/// empty square left.
pub(in crate::games::othello) fn write(records: &[&Record]) -> DatabaseFile {
    let mut file = DatabaseFile::default();
    let mut held = Vec::new();
    for (idx, record) in records.iter().enumerate() {
        match Game::of(record) {
            Ok(game) => held.push((*record, game)),
            Err(reason) => file.left_out.push((idx, reason)),
        }
    }
    let depth_of = |(record, game): &(&Record, Game)| {
        let depth = record.tags.other.get(DEPTH).map_or(Some(0), |depth| depth.parse().ok());
        game.theoretical.and(depth)
    };
    let first = held.first().and_then(depth_of);
    let depth: Option<u8> = first.filter(|_| held.iter().all(|game| depth_of(game) == first));
    let others = held.iter().filter(|(_, game)| game.theoretical != Some(game.score));
    let n_assumed = if depth.is_some() { 0 } else { others.count() };
    if n_assumed > 0 {
        file.assumed.push(format!(
            "WTHOR needs a theoretical score, and the one that was reached, which is exact with no empty square left, stands in \
             place of it in {}",
            counted(n_assumed, "game")
        ));
    }
    if !held.is_empty() {
        file.bytes = head(&held.iter().map(|(record, _)| *record).collect::<Vec<_>>());
        file.bytes[14] = depth.unwrap_or_default();
    }
    for (_, game) in held {
        let theoretical = game.theoretical.filter(|_| depth.is_some()).unwrap_or(game.score);
        file.bytes.extend(game.bytes(theoretical));
    }
    file
}

/// The head of a file with these games. The year is that of all of them, where it is the same.
fn head(records: &[&Record]) -> Vec<u8> {
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

/// A game, as a database has it.
struct Game {
    /// The tournament and the players.
    numbers: [u16; 3],
    /// The discs of Black at the end.
    score: u8,
    /// The same after perfect play, where it is known.
    theoretical: Option<u8>,
    moves: Vec<u8>,
}

impl Game {
    /// # Errors
    ///
    /// When it does not begin as usual, or the discs at its end are not known.
    fn of(record: &Record) -> Result<Self, String> {
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
        let numbers = [tag("Tournament").parse().unwrap_or_default(), player(0), player(1)];
        Ok(Self { numbers, score, theoretical: tag(SCORE).parse().ok(), moves })
    }

    fn bytes(self, theoretical: u8) -> Vec<u8> {
        let mut game: Vec<u8> = self.numbers.into_iter().flat_map(u16::to_le_bytes).collect();
        game.extend([self.score, theoretical]);
        game.extend(self.moves);
        game.resize(GAME, 0);
        game
    }
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
    fn a_theoretical_score_that_is_not_known_is_told_to_be_the_one_that_was_reached() {
        let format = Format::find::<Othello>("wthor").unwrap();
        let game = |score: Option<&str>, depth: Option<&str>| {
            let mut record = ggf(GAME_OF_RULES, "1980");
            let tags = [(SCORE, score), (DEPTH, depth)];
            let tags = tags.into_iter().filter_map(|(key, value)| Some((key, value?)));
            record.tags.other.extend(tags.map(|(key, value)| (key.to_owned(), value.to_owned())));
            record
        };
        let (plain, exact) = (game(None, None), game(Some("33"), Some("22")));
        for (games, bytes, said) in [
            (vec![&exact, &exact], (22, vec![33, 33]), None),
            (vec![&plain], (0, vec![31]), Some("in 1 game")),
            (vec![&exact, &plain], (0, vec![31, 31]), Some("in 2 games")),
            (vec![&exact, &game(Some("33"), Some("24"))], (0, vec![31, 31]), Some("in 2 games")),
        ] {
            let written = write_many(format, games.into_iter().enumerate());
            let content = written.content();
            let scores: Vec<u8> = content[HEADER..].chunks(GAME).map(|game| game[7]).collect();
            assert_eq!((content[14], scores), bytes);
            let text = written.losses_text(format).unwrap_or_default();
            assert_eq!(text.contains("theoretical score"), said.is_some(), "{text}");
            assert!(text.contains(said.unwrap_or_default()), "{text}");
        }
    }

    #[test]
    fn the_year_of_games_of_several_years_is_lost_and_told() {
        let format = Format::find::<Othello>("wthor").unwrap();
        let games = [ggf(GAME_OF_RULES, "1980"), ggf(GAME_OF_RULES, "1981")];
        let written = write_many(format, games.iter().enumerate());
        assert_eq!(written.n_losing, 2, "{:?}", written.losses_text(format));
    }
}
