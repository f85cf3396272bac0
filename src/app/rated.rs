//! The room of ratings: the games against the adaptive opponent that counted, and the user's ratings.
//!
//! Knows no board, and reads no file but at the start: what is to be written is an effect.

use std::path::PathBuf;

use super::effect::Effect;
use super::format;
use super::shared::Shared;
use super::views::{RatedRowView, RatingView, RatingsView};
use crate::games::{GAMES, GameInfo};
use crate::play::adaptive::{PlayedGame, RatedRow, RatingBook, RatingChange, RatingEvent};
use crate::play::title_of;
use crate::store::ListFile;

/// The games that counted, and where they are written.
#[derive(Debug, Default)]
pub(super) struct Rated {
    book: RatingBook,
    /// `None` where nothing is kept, or what is there must not be written over.
    file: Option<PathBuf>,
    view: Shared<RatingsView>,
}

impl Rated {
    /// The games of earlier times; `file` is where they are kept, where they can be. Gives what is wrong
    /// with the file, too.
    pub(super) fn load(file: Option<PathBuf>, today: &str) -> (Self, Option<String>) {
        let read = file.as_deref().map(|path| ListFile::Ratings.read::<RatingEvent>(path));
        let (events, file, problem) = match read {
            None => (Vec::new(), None, None),
            Some(Ok(events)) => (events, file, None),
            Some(Err(error)) => (Vec::new(), None, Some(error.to_string())),
        };
        let book = RatingBook::new(events);
        let view = ratings_view(&book, today).into();
        (Self { book, file, view }, problem)
    }

    /// The ratings as they are now.
    pub(super) fn view(&self) -> Shared<RatingsView> {
        self.view.clone()
    }

    /// A game that counts has ended. Gives what it has changed.
    pub(super) fn handle_played(
        &mut self,
        played: &PlayedGame,
        today: &str,
    ) -> Option<(RatingChange, Option<Effect>)> {
        let change = self.book.note(played, today)?;
        Some((change, self.written(today)))
    }

    /// The user begins again in this kind of game.
    pub(super) fn handle_reset(
        &mut self,
        game: &str,
        variant: Option<&str>,
        today: &str,
    ) -> Option<Effect> {
        if !self.book.reset(game, variant, today) {
            return None;
        }
        self.written(today)
    }

    fn written(&mut self, today: &str) -> Option<Effect> {
        self.view = ratings_view(&self.book, today).into();
        let text = ListFile::Ratings.to_text(self.book.events());
        Some(Effect::Write(self.file.clone()?, text))
    }
}

fn ratings_view(book: &RatingBook, today: &str) -> RatingsView {
    let mut all = Vec::new();
    for info in GAMES.iter().map(|game| game.info()) {
        let names: Vec<String> = info.variants.iter().map(|known| known.name.to_owned()).collect();
        let Some(standing) = book.standing(info.name, None, today) else { continue };
        if standing.is_apart && !names.is_empty() {
            let each = names.into_iter().map(|name| vec![name]);
            all.extend(each.filter_map(|names| rating_view(book, info, names, today)));
        } else {
            all.extend(rating_view(book, info, names, today));
        }
    }
    RatingsView { all }
}

/// The rating that these variants share.
fn rating_view(
    book: &RatingBook,
    info: &'static GameInfo,
    variants: Vec<String>,
    today: &str,
) -> Option<RatingView> {
    let variant = variants.first().map(String::as_str);
    let standing = book.standing(info.name, variant, today)?;
    let several = variants.len() > 1;
    let row = |(idx, row): (usize, &RatedRow)| RatedRowView {
        number: idx + 1,
        date: row.date.clone(),
        variant: match several {
            true => title_of(info, row.variant.as_deref()).to_owned(),
            false => String::new(),
        },
        level: row.level,
        result: row.result,
        rating: format::rating(row.after),
    };
    let listed = info.variants.iter().find(|known| !several && Some(known.name) == variant);
    Some(RatingView {
        game: info.name,
        title: listed.map_or(info.title, |known| known.listed).to_owned(),
        level: standing.level,
        rating: format::rating(standing.rating),
        games: standing.games.iter().enumerate().map(row).rev().collect(),
        variants,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::adaptive::RatedResult;

    const TODAY: &str = "2026-11-20";

    fn won(game: &str, variant: Option<&str>, level: u8) -> PlayedGame {
        let variant = variant.map(str::to_owned);
        PlayedGame { game: game.to_owned(), variant, level, result: RatedResult::Won }
    }

    #[test]
    fn games_that_count_are_written_and_read_again_and_a_damaged_file_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ratings.json");
        let (mut rated, problem) = Rated::load(Some(path.clone()), TODAY);
        assert_eq!(problem, None);
        let (change, written) = rated.handle_played(&won("othello", None, 3), TODAY).unwrap();
        assert!(change.after.rating > change.before.rating && change.next_level == 4);
        let Some(Effect::Write(target, text)) = written else { panic!("{written:?}") };
        assert_eq!(target, path);
        std::fs::write(&path, text).unwrap();
        let (mut again, problem) = Rated::load(Some(path.clone()), TODAY);
        assert_eq!((problem, again.view()), (None, rated.view()));
        let view = again.view();
        let othello = view.of("othello", None).unwrap();
        assert_eq!((othello.level, othello.games.len()), (4, 1));
        assert!(again.handle_reset("othello", None, TODAY).is_some());
        assert_eq!(again.view().of("othello", None).unwrap().level, 3);
        assert!(again.handle_reset("othello", None, TODAY).is_none());
        for damaged in ["{", "[]", "{\"version\":1,\"events\":[{\"event\":\"game\"}]}"] {
            std::fs::write(&path, damaged).unwrap();
            let (mut unread, problem) = Rated::load(Some(path.clone()), TODAY);
            assert!(problem.is_some_and(|text| text.contains("ratings.json")), "{damaged}");
            let (_, written) = unread.handle_played(&won("othello", None, 3), TODAY).unwrap();
            assert!(written.is_none(), "{damaged}");
        }
    }

    #[test]
    fn every_kind_of_draughts_has_a_rating_of_its_own_and_the_others_have_one_each() {
        let (rated, _) = Rated::load(None, TODAY);
        let view = rated.view();
        let titles: Vec<&str> = view.all.iter().map(|rating| rating.title.as_str()).collect();
        assert_eq!(
            titles.iter().filter(|title| title.contains("Frisian")).count(),
            1,
            "{titles:?}"
        );
        for title in ["Othello", "Hive", "Backgammon"] {
            assert_eq!(titles.iter().filter(|known| **known == title).count(), 1, "{titles:?}");
        }
        let of = |variant| view.of("hive", Some(variant));
        assert_eq!(of("Base"), of("Base+MLP"));
        assert_ne!(view.of("draughts", Some("losing")), view.of("draughts", Some("frisian")));
    }
}
