//! The picture of the board, or the film of its line, drawn on a thread of its own.
//!
//! Writes no file.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::app::effect::GameToWrite;
use crate::hosting::{Film, PictureKind};

/// Pixels of a picture's width.
const PICTURE_WIDTH: u32 = 960;

/// How far the drawing of a film is; the window looks there while it goes on.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    n_drawn: AtomicUsize,
    /// 0 before the first picture.
    n_all: AtomicUsize,
}

impl Drawing {
    /// Pictures that are drawn, and all of them; `None` before the first one, and where there is only one.
    pub(super) fn progress(&self) -> Option<(usize, usize)> {
        let [drawn, all] = [&self.n_drawn, &self.n_all].map(|n| n.load(Ordering::Relaxed));
        (all > 0).then_some((drawn, all))
    }

    fn note(&self, drawn: usize, all: usize) {
        self.n_drawn.store(drawn, Ordering::Relaxed);
        self.n_all.store(all, Ordering::Relaxed);
    }
}

/// The picture of the board shown, or the film of the line that it is in.
pub(super) fn picture_of(
    game: GameToWrite,
    kind: PictureKind,
    drawing: &Drawing,
) -> Result<Vec<u8>, String> {
    let GameToWrite { mut record, shown, seen, film: (pace, film_width), .. } = game;
    let ply = record.path(shown).len();
    // A variation has not the result of the game.
    if !record.is_main(shown) {
        record.reopen();
        let line = record.path(record.end_of(shown));
        record.keep_only(&line);
    }
    let width = if kind == PictureKind::Gif { film_width } else { PICTURE_WIDTH };
    let film = Film::of(&record, seen, pace);
    let drawn =
        film.and_then(|film| film.content(kind, ply, width, |drawn, all| drawing.note(drawn, all)));
    drawn.map_err(|err| err.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games::{MoveText, Record, Setup, Side};
    use crate::hosting::Seen;

    #[test]
    fn the_drawing_of_a_film_says_how_far_it_is() {
        let mut record = Record::new("othello", Setup::default());
        let shown = record.add(Record::START, MoveText("f5".to_owned()), Some(Side::First));
        let game = GameToWrite {
            record,
            document: 0,
            n_changes: 0,
            shown,
            seen: Seen::default(),
            film: (Duration::from_secs(1), 120),
            found: Vec::new(),
            loss_marks: [2.0, 5.0, 9.0],
        };
        let drawing = Drawing::default();
        assert_eq!(drawing.progress(), None);
        picture_of(game, PictureKind::Gif, &drawing).unwrap();
        assert_eq!(drawing.progress(), Some((1, 2)), "the last one was begun");
    }
}
