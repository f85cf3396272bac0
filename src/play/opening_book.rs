//! The openings of a file, as a match plays them: as long as wished, each once, in their order.
//!
//! Reads no file: [`crate::games::read_openings`] finds what stands in one.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::opening_maker::shuffle_by_seed;
use crate::games::{Actor, FileOpening, Game, MoveText, OpeningPlace, Setup, counted};

/// The order in which the openings of a file are used.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// That of the file.
    #[default]
    InOrder,
    /// One that the seed decides; each opening once before one comes again.
    Random,
}

impl OpeningOrder {
    /// As it is written in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::InOrder => "in-order",
            Self::Random => "random",
        }
    }
}

/// How the openings of a file are used.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BookWish {
    /// The file's name, for headings and results.
    pub name: String,
    /// Their order.
    pub order: OpeningOrder,
    /// The same seed gives the same random order.
    pub seed: u64,
    /// Plies that are played of a longer game; `None` for all of it.
    pub plies: Option<u32>,
}

/// An opening of a book.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BookOpening {
    /// Where it stands in the file.
    pub place: OpeningPlace,
    /// The position that it starts from; `None` for the normal start.
    pub position: Option<String>,
    /// The moves from there.
    pub moves: Vec<MoveText>,
}

/// The openings of a file, of which no two lead to positions that are the same or mirror images.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OpeningBook {
    wish: BookWish,
    openings: Vec<BookOpening>,
    duplicates: Vec<[OpeningPlace; 2]>,
}

/// Why a book cannot be played.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BookError {
    /// A position that cannot be set up, or a move that cannot be played.
    #[error("{place}: {reason}")]
    Unplayable {
        /// Where the opening stands.
        place: OpeningPlace,
        /// The fault.
        reason: String,
    },
    /// A position of another match or session.
    #[error("{place}: it is of {found}, and {played} is played")]
    Stakes {
        /// Where the opening stands.
        place: OpeningPlace,
        /// What it is played for.
        found: String,
        /// What the games are played for.
        played: String,
    },
    /// Nothing is left to play.
    #[error(
        "{place}: the game is over after {}; opening-plies says how many plies of each game are \
         played as its opening",
        counted(*.plies, "ply")
    )]
    Over {
        /// Where the opening stands.
        place: OpeningPlace,
        /// Its plies.
        plies: usize,
    },
    /// Openings may not repeat, and there are not enough.
    #[error(
        "it has {}, and {} are to be played; without openings-once they repeat",
        counted(*.openings, "different opening"), counted(*.pairs as usize, "pair")
    )]
    TooFew {
        /// How many openings there are.
        openings: usize,
        /// How many pairs of games there are.
        pairs: u32,
    },
}

impl OpeningBook {
    /// The openings of a file for a match from this start; positions and moves are checked. Openings
    /// that lead to the position of an earlier one are left out ([`OpeningBook::duplicates`]).
    ///
    /// # Errors
    ///
    /// When an opening cannot be played, or leaves nothing to play.
    pub fn new(
        game: &dyn Game,
        setup: &Setup,
        read: Vec<FileOpening>,
        wish: BookWish,
    ) -> Result<Self, BookError> {
        let mut seen: HashMap<u64, OpeningPlace> = HashMap::new();
        let (mut openings, mut duplicates) = (Vec::new(), Vec::new());
        let most = wish.plies.map_or(usize::MAX, |plies| plies as usize);
        for FileOpening { place, position, mut moves } in read {
            moves.truncate(most);
            let unplayable = |reason: String| BookError::Unplayable { place, reason };
            let start = Setup { variant: setup.variant.clone(), position: position.clone() };
            let mut pos = game.start(&start).map_err(|error| unplayable(error.to_string()))?;
            if let Some([found, played]) = pos.other_stakes(setup.variant.as_deref()) {
                return Err(BookError::Stakes { place, found, played });
            }
            for mv in &moves {
                pos.play(&mv.0).map_err(|error| unplayable(error.to_string()))?;
            }
            if let Actor::Over(_) = pos.actor() {
                return Err(BookError::Over { place, plies: moves.len() });
            }
            match seen.get(&pos.shape()) {
                Some(first) => duplicates.push([*first, place]),
                None => {
                    seen.insert(pos.shape(), place);
                    openings.push(BookOpening { place, position, moves });
                }
            }
        }
        match wish.order {
            OpeningOrder::InOrder => {}
            OpeningOrder::Random => shuffle_by_seed(&mut openings, wish.seed),
        }
        Ok(Self { wish, openings, duplicates })
    }

    /// How the openings are used.
    #[must_use]
    pub fn wish(&self) -> &BookWish {
        &self.wish
    }

    /// How many different openings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// There are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// An opening by its number in the order of the match, from 0.
    ///
    /// # Panics
    ///
    /// When there are not so many.
    #[must_use]
    pub fn opening(&self, number: usize) -> &BookOpening {
        &self.openings[number]
    }

    /// Openings that were left out, each with the earlier one that leads to the same position.
    #[must_use]
    pub fn duplicates(&self) -> &[[OpeningPlace; 2]] {
        &self.duplicates
    }

    /// Checks that each pair of games can have an opening of its own.
    ///
    /// # Errors
    ///
    /// When there are fewer openings than pairs.
    pub fn check_enough(&self, pairs: u32) -> Result<(), BookError> {
        match self.len() < pairs as usize {
            true => Err(BookError::TooFew { openings: self.len(), pairs }),
            false => Ok(()),
        }
    }

    /// `of club.pdn, 8 plies of each, in random order of seed 7`
    pub(super) fn whence(&self) -> String {
        let BookWish { name, order, seed, plies } = &self.wish;
        let mut text = format!("of {name}");
        if let Some(plies) = plies {
            text += &format!(", {} of each", counted(*plies as usize, "ply"));
        }
        match order {
            OpeningOrder::InOrder => text + ", in order",
            OpeningOrder::Random => text + &format!(", in random order of seed {seed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::{self, read_openings};
    use crate::play::Openings;

    fn book(text: &str, order: OpeningOrder, plies: Option<u32>) -> Result<OpeningBook, BookError> {
        let game = games::find("othello").unwrap();
        let read = read_openings(game, None, text.as_bytes(), "txt").unwrap();
        let wish = BookWish { name: "book.txt".to_owned(), order, seed: 7, plies };
        OpeningBook::new(game, &Setup::default(), read, wish)
    }

    #[test]
    fn openings_that_lead_to_the_same_position_are_used_once() {
        // The second is a mirror image, the fourth the third after its sixth ply.
        let text = "f5d6c3\nd3c5f6\nf5d6c5f4e3c6\nf5d6c5f4e3c6d3f6\nf5f6e6\n";
        let all = book(text, OpeningOrder::InOrder, None).unwrap();
        let line = OpeningPlace::Line;
        assert_eq!(all.duplicates(), [[line(1), line(2)]]);
        let short = book(text, OpeningOrder::InOrder, Some(6)).unwrap();
        assert_eq!(short.duplicates(), [[line(1), line(2)], [line(3), line(4)]]);
        assert_eq!(short.opening(1).moves.len(), 6);
        assert_eq!((all.len(), short.len()), (4, 3));
        assert_eq!(short.whence(), "of book.txt, 6 plies of each, in order");
    }

    #[test]
    fn fewer_openings_than_pairs_repeat_unless_each_may_be_used_only_once() {
        let text = "f5d6c3\nf5f6e6\nf5d6c5";
        let of_pairs = |order| {
            let openings = Openings::of_book(Arc::new(book(text, order, None).unwrap()), 9, false);
            (0..6).map(|pair| openings.of_pair(pair)).collect::<Vec<_>>()
        };
        let numbers: Vec<u32> =
            of_pairs(OpeningOrder::InOrder).iter().map(|opening| opening.number).collect();
        assert_eq!(numbers, [0, 1, 2, 0, 1, 2]);
        let random = of_pairs(OpeningOrder::Random);
        assert_eq!(random, of_pairs(OpeningOrder::Random));
        assert_ne!(random, of_pairs(OpeningOrder::InOrder));
        assert_eq!(random[..3], random[3..], "each comes once before one comes again");
        let three = book(text, OpeningOrder::InOrder, None).unwrap();
        assert_eq!(three.check_enough(3), Ok(()));
        let refused = three.check_enough(4).unwrap_err().to_string();
        assert_eq!(
            refused,
            "it has 3 different openings, and 4 pairs are to be played; without openings-once they \
             repeat"
        );
    }

    #[test]
    fn a_position_of_another_match_is_refused() {
        let game = games::find("backgammon").unwrap();
        let said = |variant: &str, line: &str| {
            let setup = Setup { variant: Some(variant.to_owned()), position: None };
            let read = read_openings(game, Some(variant), line.as_bytes(), "txt").unwrap();
            let name = "book.txt".to_owned();
            let wish = BookWish { name, order: OpeningOrder::InOrder, seed: 1, plies: None };
            let found = OpeningBook::new(game, &setup, read, wish);
            found.err().map(|error| error.to_string()).unwrap_or_default()
        };
        let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0";
        let (seven, jacoby) = (format!("{xgid}:0:7:10"), format!("{xgid}:1:0:10"));
        assert_eq!(
            said("money", &seven),
            "line 1: it is of a match to 7 points, and a money game with the Jacoby rule is played"
        );
        assert_eq!(
            said("match-7", &jacoby),
            "line 1: it is of a money game with the Jacoby rule, and a match to 7 points is played"
        );
        assert!(said("match-5", &seven).starts_with("line 1: it is of a match to 7 points"));
        assert!(said("money-nojacoby", &jacoby).contains("with the Jacoby rule"));
        assert!(said("cubeless", &format!("{xgid}:0:0:10")).ends_with("without a cube is played"));
        for (variant, line) in [("match-7", seven), ("money", jacoby)] {
            assert_eq!(said(variant, &line), "", "{variant}");
        }
    }

    #[test]
    fn a_game_that_is_over_leaves_nothing_to_play() {
        // Black wins by taking all (game 3 of Rose's shortest games).
        let won = "e6f4e3f6g5d6e7f5c5";
        let over = book(won, OpeningOrder::InOrder, None).unwrap_err().to_string();
        assert!(
            over.starts_with("line 1: the game is over after 9 plies; opening-plies"),
            "{over}"
        );
        assert_eq!(book(won, OpeningOrder::InOrder, Some(4)).unwrap().opening(0).moves.len(), 4);
    }
}
