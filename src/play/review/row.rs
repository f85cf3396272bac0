//! Positions of reviews as rows of a file: one JSON object a line, from which a review goes on.
//!
//! Writes and reads no file. `docs/ANALYSE.md` describes the rows to those who read them.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{PositionReview, ReviewEffort, depth_number};
use crate::games::{MoveText, NodeId, Record, Setup};

/// The version of the rows; a higher one has other fields, or other meanings.
pub const ANALYSIS_VERSION: u32 = 1;

/// What one engine says of one position of a game.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ReviewRow {
    /// [`ANALYSIS_VERSION`].
    pub analysis: u32,
    /// Which position it is, with the moves that led to it ([`ReviewRow::id_of`]).
    pub id: String,
    /// Short name of the game's kind: `draughts`.
    pub kind: String,
    /// Number of the game in its file, from 1.
    pub game: usize,
    /// Plies from the start of the game to the position.
    pub ply: usize,
    /// It is behind a move of a variation, or the one in which that was made.
    #[serde(rename = "variation", default, skip_serializing_if = "std::ops::Not::not")]
    pub in_variation: bool,
    /// Name of the side to move; `None` before a roll and at the end of the game.
    pub side: Option<String>,
    /// The position in canonical text.
    pub position: String,
    /// The engine, with its level and options.
    pub engine: String,
    /// The limit of its search.
    pub limit: ReviewEffort,
    /// What it says.
    #[serde(flatten)]
    pub review: PositionReview,
}

/// An engine has not reviewed a game, or not all of it: a row among those of positions, that is never read
/// again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FailureRow {
    /// [`ANALYSIS_VERSION`].
    pub analysis: u32,
    /// Short name of the game's kind.
    pub kind: String,
    /// Number of the game in its file, from 1; `None` for all games that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// The engine, with its level and options.
    pub engine: String,
    /// The limit of its search.
    pub limit: ReviewEffort,
    /// Why, in words.
    pub failed: String,
}

impl ReviewRow {
    /// The ids of the positions that the line to a node leads to, that at the start first.
    #[must_use]
    pub fn ids_to(record: &Record, end: NodeId) -> Vec<String> {
        let moves = record.moves_to(end);
        let id = |ply: usize| Self::id_of(&record.game, &record.setup, moves[..ply].iter());
        (0..=moves.len()).map(id).collect()
    }

    /// The id of the position that these moves lead to, in a game of this kind: equal for equal
    /// games up to there, whatever file they are in.
    #[must_use]
    pub fn id_of<'a>(
        kind: &str,
        setup: &Setup,
        moves: impl Iterator<Item = &'a MoveText>,
    ) -> String {
        /// Bytes of the hash: no two positions of all files have the same.
        const LEN: usize = 12;
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update(text.as_bytes());
            hash.update([0]);
        };
        add(kind);
        add(setup.variant.as_deref().unwrap_or_default());
        add(setup.position.as_deref().unwrap_or_default());
        moves.for_each(|mv| add(&mv.0));
        let bytes = hash.finalize();
        bytes.iter().take(LEN).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The engine has looked as deep as `wanted` asks for.
fn is_enough(limit: ReviewEffort, review: &PositionReview, wanted: ReviewEffort) -> bool {
    let by_depth = match wanted {
        ReviewEffort::Depth(depth) => depth <= depth_number(&review.depth),
        ReviewEffort::Time(_) | ReviewEffort::Nodes(_) => false,
    };
    by_depth || limit.is_at_least(wanted)
}

/// What an engine has said of a position in an earlier review, to be kept with its game.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct KnownPosition {
    /// Which position it is ([`ReviewRow::id_of`]).
    pub id: String,
    /// The name of the engine, as values have it.
    pub engine: String,
    /// The limit of its search.
    pub limit: ReviewEffort,
    /// What it said.
    #[serde(flatten)]
    pub review: PositionReview,
}

/// The rows of a file as far as they answer what a batch asks. An answer belongs to its game, by its number: if
/// games that share a position took one answer, their values would change when a batch is interrupted.
#[derive(Clone, Debug, Default)]
pub struct KnownRows {
    /// By the numbers of the games.
    games: HashMap<usize, KnownReviews>,
    /// Number of the game, id, engine, and the move played there.
    rows: HashSet<(usize, String, String, Option<String>)>,
}

impl KnownRows {
    /// The rows of these engines that are as deep as is wanted of each; of several of the same game,
    /// position and engine, the last.
    #[must_use]
    pub fn of(rows: Vec<ReviewRow>, wanted: &[(String, ReviewEffort)]) -> Self {
        let mut known = Self::default();
        let enough = |row: &ReviewRow| {
            let wanted = wanted.iter().find(|(engine, _)| *engine == row.engine);
            let is_enough = wanted.is_some_and(|(_, of)| is_enough(row.limit, &row.review, *of));
            row.analysis == ANALYSIS_VERSION && is_enough
        };
        for ReviewRow { game, id, engine, limit, review, .. } in rows.into_iter().filter(enough) {
            known.rows.insert((game, id.clone(), engine.clone(), review.played.clone()));
            let of_game = known.games.entry(game).or_default();
            of_game.positions.insert((id, engine), (limit, review));
        }
        known
    }

    /// What is known of the game with this number; `None` where nothing is.
    #[must_use]
    pub fn of_game(&self, number: usize) -> Option<&KnownReviews> {
        self.games.get(&number)
    }

    /// There is such a row already: of this game, and with the same move played.
    #[must_use]
    pub fn has(&self, row: &ReviewRow) -> bool {
        let ReviewRow { game, id, engine, review, .. } = row;
        self.rows.contains(&(*game, id.clone(), engine.clone(), review.played.clone()))
    }
}

/// Positions of a game that earlier reviews have looked at.
#[derive(Clone, Debug, Default)]
pub struct KnownReviews {
    /// By id and engine, each with the limit of its search.
    positions: HashMap<(String, String), (ReviewEffort, PositionReview)>,
}

impl KnownReviews {
    /// Takes note of what an engine has said of the position with this id within this limit, unless
    /// it is known from a search that was as deep.
    pub fn add(&mut self, id: String, engine: &str, limit: ReviewEffort, review: PositionReview) {
        let key = (id, engine.to_owned());
        let known = self.positions.get(&key);
        // It may have judged only the moves of one side.
        let judges_more = |known: &PositionReview| known.class.is_none() && review.class.is_some();
        if known.is_none_or(|(of, known)| !is_enough(*of, known, limit) || judges_more(known)) {
            self.positions.insert(key, (limit, review));
        }
    }

    /// All that is known, in the order of the ids; [`KnownReviews::add`] takes it up again.
    #[must_use]
    pub fn positions(&self) -> Vec<KnownPosition> {
        let mut positions = Vec::new();
        for ((id, engine), (limit, review)) in self.positions.clone() {
            positions.push(KnownPosition { id, engine, limit, review });
        }
        positions.sort_by(|one, other| (&one.id, &one.engine).cmp(&(&other.id, &other.engine)));
        positions
    }

    /// What the engine said of the position with this id, if it looked as deep as is wanted.
    #[must_use]
    pub fn find(&self, id: &str, engine: &str, wanted: ReviewEffort) -> Option<&PositionReview> {
        let known = self.positions.get(&(id.to_owned(), engine.to_owned()));
        known.filter(|(limit, review)| is_enough(*limit, review, wanted)).map(|(_, review)| review)
    }

    /// What each engine said of the positions with these ids, in their order; of one that is not known
    /// nothing is said.
    #[must_use]
    pub fn along(&self, ids: &[String]) -> Vec<(String, Vec<PositionReview>)> {
        let engines: BTreeSet<&String> = self.positions.keys().map(|(_, engine)| engine).collect();
        let of = |engine: &String| {
            let found = |id: &String| self.positions.get(&(id.clone(), engine.clone()));
            let said = |id| found(id).map(|(_, review)| review.clone()).unwrap_or_default();
            (engine.clone(), ids.iter().map(said).collect())
        };
        engines.into_iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(limit: ReviewEffort, depth: &str) -> ReviewRow {
        let review = PositionReview {
            value: Some(0.1),
            depth: depth.to_owned(),
            ..PositionReview::default()
        };
        ReviewRow {
            analysis: ANALYSIS_VERSION,
            id: "a".to_owned(),
            kind: "draughts".to_owned(),
            game: 1,
            ply: 0,
            in_variation: false,
            side: Some("White".to_owned()),
            position: String::new(),
            engine: "E".to_owned(),
            limit,
            review,
        }
    }

    #[test]
    fn a_row_is_known_if_its_limit_or_its_depth_is_enough_and_its_version_is_ours() {
        let wanted = ReviewEffort::Depth(8);
        let of = [("E".to_owned(), wanted)];
        let find = |row: ReviewRow, of: &[(String, ReviewEffort)]| {
            let known = KnownRows::of(vec![row], of);
            known.of_game(1).is_some_and(|known| known.find("a", "E", wanted).is_some())
        };
        let is_known = |row: ReviewRow| find(row, &of);
        assert!(is_known(row(ReviewEffort::Depth(9), "4")), "solved before its depth");
        assert!(is_known(row(ReviewEffort::Nodes(100), "12@73%")));
        assert!(!is_known(row(ReviewEffort::Depth(7), "7")));
        let other = [("F".to_owned(), wanted)];
        assert!(!find(row(wanted, "8"), &other), "an engine that does not review");
        assert!(!is_known(ReviewRow { analysis: 2, ..row(wanted, "8") }));
    }

    #[test]
    fn a_row_answers_only_for_its_own_game() {
        let wanted = ReviewEffort::Depth(8);
        let rows = [(1, 0.1), (2, 0.7)].map(|(game, value)| {
            let mut row = ReviewRow { game, ..row(wanted, "8") };
            row.review.value = Some(value);
            row
        });
        let known = KnownRows::of(rows.to_vec(), &[("E".to_owned(), wanted)]);
        let value = |game| known.of_game(game)?.find("a", "E", wanted)?.value;
        assert_eq!([1, 2, 3].map(value), [Some(0.1), Some(0.7), None]);
    }

    #[test]
    fn a_row_is_read_as_it_was_written_and_has_no_empty_fields() {
        let row = row(ReviewEffort::Depth(8), "8");
        let text = serde_json::to_string(&row).unwrap();
        assert_eq!(serde_json::from_str::<ReviewRow>(&text).unwrap(), row);
        assert!(!text.contains("glance") && !text.contains("loss"), "{text}");
    }

    #[test]
    fn an_id_depends_on_the_start_and_on_every_move() {
        let moves =
            |texts: &[&str]| texts.iter().map(|text| MoveText((*text).to_owned())).collect();
        let id = |texts: &[&str], variant: Option<&str>| {
            let setup = Setup { variant: variant.map(str::to_owned), position: None };
            let moves: Vec<MoveText> = moves(texts);
            ReviewRow::id_of("draughts", &setup, moves.iter())
        };
        let ids = [id(&[], None), id(&["a"], None), id(&["a", "b"], None), id(&["ab"], None)];
        for (idx, one) in ids.iter().enumerate() {
            assert!(!ids[..idx].contains(one) && one.len() == 24, "{ids:?}");
        }
        assert_ne!(id(&[], None), id(&[], Some("frisian")));
    }
}
