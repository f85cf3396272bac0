//! Games and positions without their types: the interface for everything above `games`.
//!
//! At this boundary a move is its canonical text, so a move cannot be paired with the wrong game;
//! records, protocols, logs and the clipboard use the same text.

use std::any::Any;
use std::fmt::{self, Debug};
use std::marker::PhantomData;

use super::{
    Actor, Brush, Click, Counter, Edit, EditView, Ending, FileProblem, Format, GameInfo, GamePhase,
    GamesRead, HistoryRules, Link, Opening, Reading, Recognised, Record, Region, Rules, Scene,
    SceneView, Setup, SetupError, Side, Stage, Trace, WriteError,
};

/// A move in canonical notation.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct MoveText(pub String);

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The reason why a text could not be played. Unreadable and illegal are different mistakes.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum PlayError {
    /// The text isn't a move of this game.
    #[error("{text:?} is not a move of this game")]
    Unreadable {
        /// The text.
        text: String,
    },
    /// It is a move, but not a legal one here.
    #[error("{mv} is not legal here")]
    Illegal {
        /// The move.
        mv: String,
    },
}

/// A move that was read and made.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Step {
    /// The move, canonical.
    pub mv: MoveText,
    /// The move as shown to people ([`Rules::show_move`]): empty if it needs no mention.
    pub shown: String,
}

/// A position of some game.
pub type BoxPosition = Box<dyn Position>;

/// A game without its types. [`Adapter`] derives it from [`Rules`].
pub trait Game: Debug + Send + Sync {
    /// The game as data.
    fn info(&self) -> &'static GameInfo;
    /// See [`Rules::start`].
    ///
    /// # Errors
    ///
    /// In the same cases as [`Rules::start`].
    fn start(&self, setup: &Setup) -> Result<BoxPosition, SetupError>;
    /// See [`Rules::PASSES_BY_HAND`].
    fn passes_by_hand(&self) -> bool;
    /// See [`Rules::judge`].
    fn judge(&self, line: &[Trace], rules: HistoryRules) -> Option<Ending>;
    /// See [`Rules::formats`].
    fn formats(&self) -> &'static [Format];
    /// See [`Rules::brushes`].
    fn brushes(&self) -> &'static [Brush];
    /// See [`Rules::edit`].
    ///
    /// # Errors
    ///
    /// In the same cases as [`Rules::edit`].
    fn edit(&self, setup: &Setup, edit: &Edit) -> Result<Setup, SetupError>;
    /// See [`Rules::kept_fields`].
    fn kept_fields(&self, text: &str) -> String;
    /// See [`Rules::edit_view`].
    fn edit_view(&self, setup: &Setup, view: &SceneView<'_>) -> Option<EditView>;
    /// See [`Rules::openings`].
    fn openings(&self, variant: Option<&str>) -> &'static [Opening];
    /// See [`Rules::read_games`].
    fn read_games(&self, format: &str, bytes: &[u8], reading: &Reading) -> GamesRead;
    /// See [`Rules::write_game`].
    ///
    /// # Errors
    ///
    /// In the same cases as [`Rules::write_game`].
    fn write_game(&self, format: &str, record: &Record) -> Result<String, WriteError>;
    /// See [`Rules::recognise`].
    ///
    /// # Errors
    ///
    /// In the same cases as [`Rules::recognise`].
    fn recognise(&self, text: &str) -> Result<Option<Recognised>, FileProblem>;
    /// See [`Rules::link`].
    fn link(&self, protocol: &str) -> Option<&'static dyn Link>;
}

/// A position without its types. A blanket implementation derives it from [`Rules`].
pub trait Position: Debug + Send + Sync {
    /// The position with its own type, for links of the same game.
    fn as_any(&self) -> &dyn Any;
    /// See [`Rules::other_stakes`].
    fn other_stakes(&self, variant: Option<&str>) -> Option<[String; 2]>;
    /// See [`Rules::actor`].
    fn actor(&self) -> Actor;
    /// Canonical texts of the legal moves, in the rules' order.
    fn legal_moves(&self) -> Vec<MoveText>;
    /// Reads a text leniently as a legal move and returns its canonical form.
    ///
    /// # Errors
    ///
    /// [`PlayError::Unreadable`] or [`PlayError::Illegal`].
    fn resolve(&self, text: &str) -> Result<MoveText, PlayError>;
    /// Resolves and plays; the position is unchanged on error.
    ///
    /// # Errors
    ///
    /// In the same cases as [`Position::resolve`].
    fn play(&mut self, text: &str) -> Result<MoveText, PlayError>;
    /// Does the same as [`Position::play`], and also returns the move as people read it. The legal
    /// moves are found once for all of that.
    ///
    /// # Errors
    ///
    /// In the same cases as [`Position::resolve`].
    fn step(&mut self, text: &str) -> Result<Step, PlayError>;
    /// See [`Rules::show_move`]; the text itself when it is not legal here.
    fn show_move(&self, text: &str) -> String;
    /// See [`Rules::counters`].
    fn counters(&self, line: &[Trace]) -> Vec<Counter>;
    /// See [`Rules::regions`].
    fn regions(&self) -> Vec<Region>;
    /// See [`Rules::to_text`].
    fn to_text(&self) -> String;
    /// See [`Rules::position_texts`].
    fn position_texts(&self) -> Vec<(&'static str, String)>;
    /// The same with these fields ([`Game::kept_fields`]) after the canonical text, where that is one of the
    /// forms.
    fn texts_with(&self, kept_fields: &str) -> Vec<(&'static str, String)> {
        let own = self.to_text();
        let texts = self.position_texts().into_iter();
        let with = |text: String| if text == own { text + kept_fields } else { text };
        texts.map(|(form, text)| (form, with(text))).collect()
    }
    /// See [`Rules::trace`].
    fn trace(&self) -> Trace;
    /// See [`Rules::shape`].
    fn shape(&self) -> u64;
    /// See [`Rules::perft`].
    fn perft(&self, depth: u32) -> u64;
    /// See [`Rules::weighted_perft`].
    fn weighted_perft(&self, depth: u32) -> Option<u64>;
    /// See [`Rules::stock`].
    fn stock(&self, side: Side) -> String;
    /// See [`Rules::forced_note`].
    fn forced_note(&self) -> Option<String>;
    /// See [`Rules::unasked`].
    fn unasked(&self) -> Option<MoveText>;
    /// See [`Rules::stake`].
    fn stake(&self, loser: Side) -> Option<u32>;
    /// See [`Rules::stage`].
    fn stage(&self) -> Option<Stage>;
    /// See [`Rules::phase`].
    fn phase(&self) -> GamePhase;
    /// See [`Rules::scene`].
    fn scene(&self, view: &SceneView<'_>) -> Scene;
    /// See [`Rules::move_cells`]; empty when the text is not legal here.
    fn move_cells(&self, text: &str) -> Vec<String>;
    /// See [`Rules::move_steps`]; empty when the text is not legal here.
    fn move_steps(&self, text: &str) -> Vec<[String; 2]>;
    /// See [`Rules::threat_steps`].
    fn threat_steps(&self, text: &str) -> Option<Vec<[String; 2]>>;
    /// See [`Rules::click`].
    fn click(&self, chosen: &[String], cell: &str) -> Click;
    /// See [`Rules::refusal`].
    fn refusal(&self, text: &str) -> Option<String>;
    /// A copy.
    fn boxed_clone(&self) -> BoxPosition;
}

impl Clone for BoxPosition {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Turns any [`Rules`] into a [`Game`] without types.
#[derive(Debug)]
pub struct Adapter<R>(PhantomData<fn() -> R>);

impl<R> Adapter<R> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

impl<R: Rules> Game for Adapter<R> {
    fn info(&self) -> &'static GameInfo {
        R::INFO
    }

    fn start(&self, setup: &Setup) -> Result<BoxPosition, SetupError> {
        Ok(Box::new(R::start(setup)?))
    }

    fn passes_by_hand(&self) -> bool {
        R::PASSES_BY_HAND
    }

    fn judge(&self, line: &[Trace], rules: HistoryRules) -> Option<Ending> {
        R::judge(line, rules)
    }

    fn formats(&self) -> &'static [Format] {
        R::formats()
    }

    fn brushes(&self) -> &'static [Brush] {
        R::brushes()
    }

    fn edit(&self, setup: &Setup, edit: &Edit) -> Result<Setup, SetupError> {
        R::edit(setup, edit)
    }

    fn kept_fields(&self, text: &str) -> String {
        R::kept_fields(text)
    }

    fn edit_view(&self, setup: &Setup, view: &SceneView<'_>) -> Option<EditView> {
        R::edit_view(setup, view)
    }

    fn openings(&self, variant: Option<&str>) -> &'static [Opening] {
        R::openings(variant)
    }

    fn read_games(&self, format: &str, bytes: &[u8], reading: &Reading) -> GamesRead {
        R::read_games(format, bytes, reading)
    }

    fn write_game(&self, format: &str, record: &Record) -> Result<String, WriteError> {
        R::write_game(format, record)
    }

    fn recognise(&self, text: &str) -> Result<Option<Recognised>, FileProblem> {
        R::recognise(text)
    }

    fn link(&self, protocol: &str) -> Option<&'static dyn Link> {
        R::link(protocol)
    }
}

impl<R: Rules> Position for R {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn other_stakes(&self, variant: Option<&str>) -> Option<[String; 2]> {
        Rules::other_stakes(self, variant)
    }

    fn actor(&self) -> Actor {
        Rules::actor(self)
    }

    fn legal_moves(&self) -> Vec<MoveText> {
        Rules::legal_moves(self).iter().map(|mv| MoveText(self.write_move(mv))).collect()
    }

    fn resolve(&self, text: &str) -> Result<MoveText, PlayError> {
        read_legal(self, text).map(|mv| MoveText(self.write_move(&mv)))
    }

    fn play(&mut self, text: &str) -> Result<MoveText, PlayError> {
        let mv = read_legal(self, text)?;
        let canonical = MoveText(self.write_move(&mv));
        self.play_unchecked(&mv);
        Ok(canonical)
    }

    fn step(&mut self, text: &str) -> Result<Step, PlayError> {
        let legal = Rules::legal_moves(self);
        let read = read_among(self, text, &legal)?;
        let mv = MoveText(self.write_move(&read));
        let shown = self.show_move_among(&read, &legal);
        self.play_unchecked(&read);
        Ok(Step { mv, shown })
    }

    fn show_move(&self, text: &str) -> String {
        let legal = Rules::legal_moves(self);
        match read_among(self, text, &legal) {
            Ok(mv) => self.show_move_among(&mv, &legal),
            Err(_) => text.to_owned(),
        }
    }

    fn counters(&self, line: &[Trace]) -> Vec<Counter> {
        Rules::counters(self, line)
    }

    fn regions(&self) -> Vec<Region> {
        Rules::regions(self)
    }

    fn to_text(&self) -> String {
        Rules::to_text(self)
    }

    fn position_texts(&self) -> Vec<(&'static str, String)> {
        Rules::position_texts(self)
    }

    fn trace(&self) -> Trace {
        Rules::trace(self)
    }

    fn shape(&self) -> u64 {
        Rules::shape(self)
    }

    fn perft(&self, depth: u32) -> u64 {
        Rules::perft(self, depth)
    }

    fn weighted_perft(&self, depth: u32) -> Option<u64> {
        Rules::weighted_perft(self, depth)
    }

    fn stock(&self, side: Side) -> String {
        Rules::stock(self, side)
    }

    fn forced_note(&self) -> Option<String> {
        Rules::forced_note(self)
    }

    fn unasked(&self) -> Option<MoveText> {
        Rules::unasked(self).map(|mv| MoveText(Rules::write_move(self, &mv)))
    }

    fn stake(&self, loser: Side) -> Option<u32> {
        Rules::stake(self, loser)
    }

    fn stage(&self) -> Option<Stage> {
        Rules::stage(self)
    }

    fn phase(&self) -> GamePhase {
        Rules::phase(self)
    }

    fn scene(&self, view: &SceneView<'_>) -> Scene {
        Rules::scene(self, view)
    }

    fn move_cells(&self, text: &str) -> Vec<String> {
        read_legal(self, text).map_or_else(|_| Vec::new(), |mv| Rules::move_cells(self, &mv))
    }

    fn move_steps(&self, text: &str) -> Vec<[String; 2]> {
        read_legal(self, text).map_or_else(|_| Vec::new(), |mv| Rules::move_steps(self, &mv))
    }

    fn threat_steps(&self, text: &str) -> Option<Vec<[String; 2]>> {
        Rules::threat_steps(self, text)
    }

    fn click(&self, chosen: &[String], cell: &str) -> Click {
        Rules::click(self, chosen, cell)
    }

    fn refusal(&self, text: &str) -> Option<String> {
        Rules::refusal(self, text)
    }

    fn boxed_clone(&self) -> BoxPosition {
        Box::new(self.clone())
    }
}

fn read_legal<R: Rules>(pos: &R, text: &str) -> Result<R::Move, PlayError> {
    read_among(pos, text, &Rules::legal_moves(pos))
}

/// Does the same as [`read_legal`], in a position that has these legal moves.
fn read_among<R: Rules>(pos: &R, text: &str, legal: &[R::Move]) -> Result<R::Move, PlayError> {
    let read = pos.read_move_among(text, legal);
    let mv = read.map_err(|err| PlayError::Unreadable { text: err.text })?;
    if legal.contains(&mv) || pos.also_legal(&mv) {
        Ok(mv)
    } else {
        Err(PlayError::Illegal { mv: text.trim().to_owned() })
    }
}
