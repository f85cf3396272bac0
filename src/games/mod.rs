//! The games, and the interface through which the rest of the program sees them.
//!
//! Does no IO, reads no clock, draws no random number, knows no colour, pixel or protocol state.
//! To add a game, follow `docs/ADDING_A_GAME.md`: one folder here, one line in [`GAMES`].

mod annotation;
pub mod backgammon;
pub mod draughts;
mod file;
mod game;
pub mod hive;
mod info;
mod line;
mod link;
mod looks;
mod losses;
mod opening_file;
mod opening_list;
pub mod othello;
mod pasted;
mod perft;
mod phase;
mod proof;
mod record;
mod recording;
mod rules;
mod scene;
mod selection;
pub mod testing;
mod text;

pub use crate::count::{capital, counted, plural, with_sign};
pub use file::{
    DatabaseFile, FileProblem, Format, GamesRead, MAX_GAMES, Reading, Recognised, WriteError,
    Writing, as_utf8, decoded,
};
pub use game::{Adapter, BoxPosition, Game, MoveText, PlayError, Position, Step};
pub use info::{Forced, ForcedScale, GameInfo, Variant};
pub use line::Line;
pub use link::{KeptGame, KeptHead, Link, LinkedGame, LinkedMove, ListedMoves};
pub use looks::signed;
pub use losses::{Losses, Lost, WrittenGames, write_many, write_with_losses};
pub use opening_file::{FileOpening, OpeningFileError, OpeningPlace, read_openings};
pub use pasted::{Finding, Ignored, PastedText, ReadAs, read_pasted};
pub use perft::perft;
pub use phase::GamePhase;
pub use proof::Proof;
pub use record::{
    BoardMark, Evaluation, GameResult, Joined, MarkColour, Node, NodeId, Opening, Record,
    RecordError, RefusedMove, Tags, is_board_mark, is_comment_before,
};
pub use rules::{
    Actor, Ending, HistoryRules, Outcome, Rules, Setup, SetupError, Side, Stage, Trace,
    UnreadableMove,
};
pub use scene::{
    Area, Art, BackgammonExtras, Brush, Cell, Click, Counter, CubeFace, Die, Edit, EditField,
    EditView, HOLD, HandPiece, HintRing, Label, Mark, Piece, Point, Region, Scene, SceneView,
    Stakes, Surface, Target, TileBug, Tone,
};
pub use selection::GameSelection;

/// Every game the program knows, in the order of menus.
pub static GAMES: &[&dyn Game] = &[
    &Adapter::<othello::Othello>::NEW,
    &Adapter::<draughts::Draughts>::NEW,
    &Adapter::<hive::Hive>::NEW,
    &Adapter::<backgammon::Backgammon>::NEW,
];

/// Finds a game by its short name, as used in `engines.toml` and on the command line.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.info().name.eq_ignore_ascii_case(name))
}
