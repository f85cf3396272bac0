//! The room of ratings: the games against the adaptive opponent that counted, and the user's ratings.
//!
//! Knows no board, and reads no file but at the start: what is to be written is an effect.

use std::path::PathBuf;

use serde_json::Value;

use super::effect::Effect;
use super::format;
use super::shared::Shared;
use super::views::{RatedRowView, RatingView, RatingsView};
use crate::games::{GAMES, GameInfo};
use crate::play::adaptive::{PlayedGame, RatedRow, RatingBook, RatingChange, RatingEvent};
use crate::play::title_of;
use crate::store::{ListFile, ListFileError, Uncounted};

/// The games that counted, and where they are written.
#[derive(Debug, Default)]
pub(super) struct Rated {
    book: RatingBook,
    /// `None` where nothing is kept, or what is there must not be written over.
    file: Option<PathBuf>,
    /// The newest events of the book, which are not on the disk yet.
    n_unwritten: usize,
    view: Shared<RatingsView>,
}

impl Rated {
    /// The games of earlier times; `file` is where they are kept, where they can be. Gives what is wrong
    /// with the file, too.
    pub(super) fn load(file: Option<PathBuf>, today: &str) -> (Self, Option<String>) {
        let read = file.as_deref().map(|path| ListFile::Ratings.read::<RatingEvent>(path));
        let (events, file, error) = match read {
            None => (Vec::new(), None, None),
            Some(Ok(events)) => (events, file, None),
            Some(Err(error)) => (Vec::new(), None, Some(error)),
        };
        let book = RatingBook::new(events);
        let uncounted = error.as_ref().map(|error| match error {
            ListFileError::Newer { .. } => Uncounted::RatingsNewer,
            ListFileError::Unreadable { .. } | ListFileError::Unwritten(_) => {
                Uncounted::RatingsDamaged
            }
        });
        let said = |why| format!("No game counts for your rating: {}.", format::uncounted(why));
        let note = uncounted.map(said).unwrap_or_default();
        let view = RatingsView { all: all_ratings(&book, today), uncounted, note }.into();
        (Self { book, file, n_unwritten: 0, view }, error.map(|error| error.to_string()))
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

    /// The list on the disk has this now, `n` of it from here; the rest may be new. Says whether anything
    /// has changed.
    pub(super) fn handle_added(&mut self, items: Vec<Value>, n: usize, today: &str) -> bool {
        self.n_unwritten = self.n_unwritten.saturating_sub(n);
        let on_disk = items.into_iter().map(serde_json::from_value).collect();
        let Ok(mut events): Result<Vec<RatingEvent>, _> = on_disk else { return false };
        let known = self.book.events();
        events.extend_from_slice(&known[known.len() - self.n_unwritten..]);
        if events == known {
            return false;
        }
        self.book = RatingBook::new(events);
        self.refresh(today);
        true
    }

    /// The newest event is to be written.
    fn written(&mut self, today: &str) -> Option<Effect> {
        self.refresh(today);
        let (newest, file) = (self.book.events().last()?, self.file.clone()?);
        let newest = serde_json::to_value(newest).expect("events hold plain texts and numbers");
        self.n_unwritten += 1;
        Some(Effect::Add(file, ListFile::Ratings, vec![newest]))
    }

    fn refresh(&mut self, today: &str) {
        let before = (*self.view).clone();
        self.view = RatingsView { all: all_ratings(&self.book, today), ..before }.into();
    }
}

fn all_ratings(book: &RatingBook, today: &str) -> Vec<RatingView> {
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
    all
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
    use std::path::Path;

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
        write(written, &path);
        let (mut again, problem) = Rated::load(Some(path.clone()), TODAY);
        assert_eq!((problem, again.view()), (None, rated.view()));
        let view = again.view();
        let othello = view.of("othello", None).unwrap();
        assert_eq!((othello.level, othello.games.len()), (4, 1));
        assert!(again.handle_reset("othello", None, TODAY).is_some());
        assert_eq!(again.view().of("othello", None).unwrap().level, 3);
        assert!(again.handle_reset("othello", None, TODAY).is_none());
        for (damaged, uncounted) in [
            ("{", Uncounted::RatingsDamaged),
            ("[]", Uncounted::RatingsDamaged),
            ("{\"version\":1,\"events\":[{\"event\":\"game\"}]}", Uncounted::RatingsDamaged),
            ("{\"version\":2}", Uncounted::RatingsNewer),
        ] {
            std::fs::write(&path, damaged).unwrap();
            let (mut unread, problem) = Rated::load(Some(path.clone()), TODAY);
            assert_eq!(unread.view().uncounted, Some(uncounted), "{damaged}");
            assert!(problem.is_some_and(|text| text.contains("ratings.json")), "{damaged}");
            let (_, written) = unread.handle_played(&won("othello", None, 3), TODAY).unwrap();
            assert!(written.is_none(), "{damaged}");
        }
    }

    /// Does what the keeper does; gives what it tells.
    fn write(effect: Option<Effect>, path: &Path) -> (Vec<Value>, usize) {
        let Some(Effect::Add(target, list, items)) = effect else { panic!("{effect:?}") };
        assert_eq!(target, path);
        (list.add(path, &items).unwrap(), items.len())
    }

    #[test]
    fn of_two_windows_no_game_is_lost_and_each_learns_of_the_other_when_it_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ratings.json");
        let load = || Rated::load(Some(path.clone()), TODAY).0;
        let (mut one, mut other) = (load(), load());
        let (_, first) = one.handle_played(&won("othello", None, 3), TODAY).unwrap();
        let (_, second) = other.handle_played(&won("othello", None, 3), TODAY).unwrap();
        let (_, third) = other.handle_played(&won("othello", None, 4), TODAY).unwrap();
        let (items, n) = write(first, &path);
        assert!(!one.handle_added(items, n, TODAY));
        let (items, n) = write(second, &path);
        // The third is not on the disk yet, and stays.
        assert!(other.handle_added(items, n, TODAY));
        let levels = |rated: &Rated| -> Vec<u8> {
            let view = rated.view();
            view.of("othello", None).unwrap().games.iter().map(|row| row.level).collect()
        };
        assert_eq!(levels(&other), [4, 3, 3]);
        let (items, n) = write(third, &path);
        assert!(!other.handle_added(items, n, TODAY));
        assert_eq!(load().view(), other.view());
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
