//! A game as pictures, one after each of its moves: for a film, or for one of its positions.
//!
//! Draws nothing itself and writes no file; what stands in a picture is in the record.

use std::path::Path;
use std::time::Duration;

use super::analysis_page::{ShownMove, shown_moves};
use crate::games::{
    self, Actor, BoxPosition, GameInfo, Outcome, Record, RecordError, Scene, SceneView, Side,
    counted,
};
use crate::page::{self, BoardMarks, Moment, PlayerLine, RasterError};
use crate::time_left::clock_text;

/// How the board is seen.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Seen {
    /// So many turns of the board.
    pub orientation: u8,
    /// The numbers of the cells stand on them, where cells have numbers.
    pub numbers: bool,
}

/// What a file with pictures is by the ending of its name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PictureKind {
    /// A picture as a text, for any size.
    Svg,
    /// A picture in pixels.
    Png,
    /// A film.
    Gif,
}

impl PictureKind {
    /// `None` for other files; capitals do not matter.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let kinds = [("svg", Self::Svg), ("png", Self::Png), ("gif", Self::Gif)];
        let found = kinds.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
        found.map(|(_, kind)| *kind)
    }

    /// The file is to be a picture of a kind that the program does not write.
    #[must_use]
    pub fn is_unknown_picture(path: &Path) -> bool {
        let others = ["jpg", "jpeg", "webp", "bmp", "tif", "tiff", "avif", "pdf"];
        path.extension()
            .is_some_and(|ending| others.iter().any(|other| ending.eq_ignore_ascii_case(other)))
    }
}

/// A film of a game.
#[derive(Clone, Debug)]
pub struct Film {
    /// Each with the time for which it is shown; those of no time are not in the film.
    moments: Vec<(Moment, Duration)>,
}

/// A film that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// The program does not know the game.
    #[error("the game {0:?} is unknown")]
    Game(String),
    /// The game cannot be played through.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its pictures cannot be drawn.
    #[error(transparent)]
    Raster(#[from] RasterError),
}

impl Film {
    /// The main line of a game, each of its moves shown for so long: the dice for half of it, the end
    /// for three times as long.
    ///
    /// # Errors
    ///
    /// When the program does not know the game, or it cannot be played through.
    pub fn of(record: &Record, seen: Seen, time: Duration) -> Result<Self, FilmError> {
        let game = games::find(&record.game).ok_or_else(|| FilmError::Game(record.game.clone()))?;
        let end = record.replay(game, record.last())?;
        let moves = shown_moves(game, record);
        let positions = moves.iter().map(|shown| &shown.before).chain([&end]);
        let made = std::iter::once(None).chain(moves.iter().map(Some));
        let camera = Camera { record, info: game.info(), seen };
        let mut clocks = [const { String::new() }; 2];
        let mut moments: Vec<(Moment, Duration)> = Vec::new();
        let mut score = None;
        for (position, made) in positions.zip(made) {
            let node = made.map(|shown| record.node(shown.node));
            if let Some((side, left)) = node.and_then(|node| node.side.zip(node.time_left)) {
                clocks[side.idx()] = clock_text(left);
            }
            let time = match made {
                // That the dice are rolled is seen by the dice.
                Some(shown) if shown.is_silent && shown.side.is_some() => Duration::ZERO,
                Some(shown) if shown.side.is_none() => time / 2,
                _ => time,
            };
            let mut moment = camera.moment(position, made, &clocks);
            let before = std::mem::replace(&mut score, points_of(&moment.scene));
            let shown_before = moments.last().map(|(moment, _)| moment.scene.clone());
            let gain = before.zip(score).and_then(|(before, now)| {
                Side::BOTH.into_iter().find_map(|side| {
                    let won = now[side.idx()].checked_sub(before[side.idx()])?;
                    (won > 0).then_some((side, won))
                })
            });
            // Games of a match are read by their ends.
            let time = if gain.is_some() { time * 2 } else { time };
            if let Some((side, won)) = gain.filter(|_| !matches!(position.actor(), Actor::Over(_)))
            {
                // The position is that of the next game; its end is the board of before.
                moment.scene = shown_before.unwrap_or(moment.scene);
                let gain = format!("{} won {}", camera.info.sides[side.idx()], points(won));
                moment.caption = format!("{}, {gain}", moment.caption);
            }
            moments.push((moment, time));
        }
        if let Some((last, shown_for)) = moments.last_mut() {
            *shown_for = time * 3;
            camera.name_result(last);
        }
        Ok(Self { moments })
    }

    /// The plies that it shows; there is one picture more.
    #[must_use]
    pub fn n_plies(&self) -> usize {
        self.moments.len() - 1
    }

    /// The content of a file of this kind, so many pixels wide: the whole film, or its picture after so
    /// many plies (the last one, where there are fewer). `on_picture` is told how many pictures of a film are
    /// drawn, and how many it has.
    ///
    /// # Errors
    ///
    /// When its pictures are too large.
    pub fn content(
        &self,
        kind: PictureKind,
        ply: usize,
        width: u32,
        mut on_picture: impl FnMut(usize, usize),
    ) -> Result<Vec<u8>, FilmError> {
        let times = self.moments.iter().map(|(_, time)| *time);
        let still = || self.pictures(width).nth(ply.min(self.n_plies())).unwrap_or_default();
        match kind {
            PictureKind::Svg => Ok(still().into_bytes()),
            PictureKind::Png => Ok(page::png(&still())?),
            PictureKind::Gif => {
                let n_all = times.clone().filter(|time| !time.is_zero()).count();
                let pictures = self.pictures(width).zip(times).filter(|(_, time)| !time.is_zero());
                let told = pictures.enumerate().map(|(n_drawn, picture)| {
                    on_picture(n_drawn, n_all);
                    picture
                });
                Ok(page::gif(told)?)
            }
        }
    }

    /// Its pictures in SVG, all of one size.
    fn pictures(&self, width: u32) -> impl Iterator<Item = String> {
        let has_bar = self.moments.iter().any(|(moment, _)| moment.share.is_some());
        page::moments(self.moments.iter().map(|(moment, _)| moment), width, has_bar)
    }
}

/// What all pictures of a film have in common.
struct Camera<'a> {
    record: &'a Record,
    info: &'static GameInfo,
    seen: Seen,
}

impl Camera<'_> {
    fn moment(
        &self,
        position: &BoxPosition,
        made: Option<&ShownMove>,
        clocks: &[String; 2],
    ) -> Moment {
        let scene = position.scene(&SceneView {
            last_move: made.map(|shown| shown.mv.0.as_str()),
            orientation: self.seen.orientation,
            numbers: self.seen.numbers,
            ..SceneView::default()
        });
        // A move's cells are those of the board before it.
        let seen = made.filter(|shown| !shown.is_silent && shown.side.is_some());
        let played = seen.map(|shown| shown.before.move_cells(&shown.mv.0)).unwrap_or_default();
        let below = self.below();
        let turn = match position.actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        };
        let score = points_of(&scene);
        let player = |side: Side| PlayerLine {
            name: self.name(side).to_owned(),
            points: score.map_or_else(String::new, |won| points(won[side.idx()])),
            clock: clocks[side.idx()].clone(),
            is_light: self.info.sides[side.idx()] == "White",
            has_turn: turn == Some(side),
        };
        let node = made.map_or(Record::START, |shown| shown.node);
        let value = self.record.shown_evaluation(node).map(|value| value.score);
        let share = value.map(|score| match (self.info.share_of_bar(score), below) {
            (share, Side::First) => share,
            (share, Side::Second) => 1.0 - share,
        });
        Moment {
            scene,
            marks: BoardMarks { played, better: Vec::new() },
            players: [player(below.opponent()), player(below)],
            share,
            caption: made.map_or_else(String::new, |shown| self.caption(shown, value)),
        }
    }

    fn below(&self) -> Side {
        self.info.side_below(self.seen.orientation).unwrap_or(Side::First)
    }

    fn name(&self, side: Side) -> &str {
        match self.record.tags.players[side.idx()].trim() {
            "" => self.info.sides[side.idx()],
            name => name,
        }
    }

    /// `12. f5 ?  +2 discs`: values are the first side's.
    fn caption(&self, shown: &ShownMove, score: Option<f64>) -> String {
        let mut parts = match shown.side {
            None => vec![shown.text.clone()],
            Some(_) => vec![format!("{} {}", shown.number, shown.text)],
        };
        parts.extend(self.record.node(shown.node).marks.iter().cloned());
        if let Some(score) = score.filter(|_| !shown.is_silent) {
            parts.push(format!("  {}", self.info.score_text(score)));
        }
        parts.join(" ")
    }

    /// Adds the result of the game to its last picture.
    fn name_result(&self, last: &mut Moment) {
        let Some(result) = &self.record.result else { return };
        let won = match result.outcome {
            Outcome::WonBy(side) => format!("{} won", self.info.sides[side.idx()]),
            Outcome::Draw => "drawn".to_owned(),
        };
        let below = match result.outcome {
            Outcome::WonBy(side) => f64::from(u8::from(side == self.below())),
            Outcome::Draw => 0.5,
        };
        last.share = last.share.map(|_| below);
        let comma = if last.caption.is_empty() { "" } else { ", " };
        let reason = match result.reason.as_str() {
            "" => String::new(),
            reason => format!(": {reason}"),
        };
        last.caption = format!("{}{comma}{won}{reason}", last.caption);
    }
}

/// The points that each side has won, where several games are played.
fn points_of(scene: &Scene) -> Option<[u32; 2]> {
    scene.table.as_ref().and_then(|table| table.stakes.points)
}

fn points(won: u32) -> String {
    counted(won as usize, "point")
}

#[cfg(test)]
mod tests {
    use crate::games::{Evaluation, GameResult, MoveText, Node, Setup};

    use super::*;

    /// A game of Othello of two moves, the first with a value and a clock; White resigns.
    fn game() -> Record {
        let mut record = Record::new("othello", Setup::default());
        record.tags.players = ["Ada".to_owned(), String::new()];
        let first = record.add(Record::START, MoveText("f5".to_owned()), Some(Side::First));
        let value = Evaluation { score: 3.0, ..Evaluation::default() };
        *record.node_mut(first) = Node {
            evaluations: vec![value],
            time_left: Some(Duration::from_secs(250)),
            marks: vec!["?!".to_owned()],
            ..record.node(first).clone()
        };
        record.add(first, MoveText("d6".to_owned()), Some(Side::Second));
        record.result = Some(GameResult {
            outcome: Outcome::WonBy(Side::First),
            margin: None,
            reason: "White resigned".to_owned(),
        });
        record
    }

    fn film(record: &Record) -> Vec<Moment> {
        let film = Film::of(record, Seen::default(), Duration::from_secs(1)).unwrap();
        film.moments.into_iter().map(|(moment, _)| moment).collect()
    }

    #[test]
    fn a_film_begins_before_the_first_move_and_ends_with_the_result() {
        let moments = film(&game());
        let captions: Vec<&str> = moments.iter().map(|moment| moment.caption.as_str()).collect();
        let wanted = ["", "1. f5 ?!   +3", "1\u{2026} d6, Black won: White resigned"];
        assert_eq!(captions, wanted);
        assert_eq!(moments[1].marks.played, ["f5"]);
        assert_eq!(
            moments.iter().map(|moment| moment.scene.pieces.len()).collect::<Vec<_>>(),
            [4, 5, 6]
        );
    }

    #[test]
    fn players_stand_on_their_sides_with_the_clocks_that_are_known() {
        let moments = film(&game());
        let clocks = |idx: usize| moments.iter().map(move |moment| &moment.players[idx].clock);
        assert!(clocks(0).all(String::is_empty), "White has no clock in the record");
        assert_eq!(clocks(1).collect::<Vec<_>>(), ["", "4:10", "4:10"]);
        let [above, below] = &moments[1].players;
        assert_eq!([&above.name, &below.name], ["White", "Ada"], "the side where no name is known");
        assert!(above.is_light && above.has_turn && !below.is_light && !below.has_turn);
    }

    #[test]
    fn the_bar_is_the_first_side_s_share_seen_from_below() {
        let moments = film(&game());
        let info = games::find("othello").unwrap().info();
        let shares: Vec<Option<f64>> = moments.iter().map(|moment| moment.share).collect();
        // Nothing is known of the positions before and after.
        assert_eq!(shares, [None, Some(info.share_of_bar(3.0)), None]);
        let mut draughts = Record::new("draughts", Setup::default());
        let first = draughts.add(Record::START, MoveText("32-28".to_owned()), Some(Side::First));
        draughts
            .node_mut(first)
            .evaluations
            .push(Evaluation { score: 0.5, ..Evaluation::default() });
        let turned = Seen { orientation: 1, numbers: false };
        let film = Film::of(&draughts, turned, Duration::from_secs(1)).unwrap();
        let (moment, _) = &film.moments[1];
        assert!(moment.share.unwrap() < 0.5 && moment.players[0].is_light);
    }

    #[test]
    fn dice_are_shown_for_half_as_long_and_a_decision_to_roll_not_at_all() {
        let mut record = Record::new("backgammon", Setup::default());
        let mut at = Record::START;
        let game = games::find("backgammon").unwrap();
        let mut pos = game.start(&record.setup).unwrap();
        for text in ["31", "8/5 6/5", "roll", "64"] {
            let side = match pos.actor() {
                Actor::Player(side) => Some(side),
                Actor::Chance | Actor::Over(_) => None,
            };
            at = record.add(at, pos.play(text).unwrap(), side);
        }
        let film = Film::of(&record, Seen::default(), Duration::from_secs(1)).unwrap();
        let times: Vec<u128> = film.moments.iter().map(|(_, time)| time.as_millis()).collect();
        // The end is shown for three times as long, also where it is a roll.
        assert_eq!(times, [1000, 500, 1000, 0, 3000]);
        assert!(
            film.moments[1].0.marks.played.is_empty() && !film.moments[2].0.marks.played.is_empty()
        );
    }

    #[test]
    fn a_match_shows_its_score_and_the_end_of_each_game() {
        let game = games::find("backgammon").unwrap();
        let setup = Setup { variant: Some("match-3".to_owned()), ..Setup::default() };
        let mut record = Record::new("backgammon", setup.clone());
        let mut pos = game.start(&setup).unwrap();
        let mut at = Record::START;
        // White doubles after a turn of each, and Black gives the game up.
        for text in ["31", "8/5 6/5", "roll", "64", "24/14", "double", "drop"] {
            let side = match pos.actor() {
                Actor::Player(side) => Some(side),
                Actor::Chance | Actor::Over(_) => None,
            };
            at = record.add(at, pos.play(text).unwrap(), side);
        }
        let moments = film(&record);
        let before = &moments[moments.len() - 2];
        let points = |moment: &Moment| {
            let shown: Vec<String> =
                moment.players.iter().map(|player| player.points.clone()).collect();
            shown
        };
        assert_eq!(points(before), ["0 points", "0 points"]);
        let last = moments.last().unwrap();
        assert_eq!(points(last), ["0 points", "1 point"]);
        assert!(last.caption.ends_with("drop, White won 1 point"), "{}", last.caption);
        assert_eq!(last.scene.pieces, before.scene.pieces, "the board of the game that is over");
    }

    #[test]
    fn a_film_of_a_game_that_is_not_known_is_refused() {
        let chess = Record::new("chess", Setup::default());
        let refused = Film::of(&chess, Seen::default(), Duration::from_secs(1)).unwrap_err();
        assert_eq!(refused.to_string(), "the game \"chess\" is unknown");
    }
}
