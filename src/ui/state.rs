//! The screen state: open dialogs, chosen tabs, half-typed texts.
//!
//! Holds no state of a game, an engine or a match; that is in the snapshot.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::arrows::MadeArrows;
use super::board::BoardState;
use super::dialogs::{
    AddEngineForm, Confirm, FileDialogs, LongerForm, NewGameForm, OptionsForm, PathForm,
    RatingForm, ReviewForm,
};
use super::drawing::Drawing;
use super::editor::EditorState;
use super::line_steps::MadeSteps;
use super::pages::{EnginesState, GamesState, OpeningsState};
use super::palette::Palette;
use super::panels::{
    ListLayout, MatchForm, MatchKind, MatchList, PreviewScene, TextDraft, TournamentForm,
};
use super::tab_strip::TabStrip;
use crate::app::board::NodeId;
use crate::app::{ConsoleLine, Mode};

/// A failure that the user has dealt with.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum SeenFailure {
    /// Of an engine of the game or of the analysis: its seat, its session, and the sentence.
    Engine { seat: Option<usize>, session: Option<u64>, text: String },
    /// That ended a game of the match with this title.
    MatchGame { number: u32, title: String },
}

/// What is done with a pasted text.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum PasteUse {
    /// It is opened.
    #[default]
    Open,
    /// It is a list of positions to be practised.
    Practice,
    /// It is a game to be merged into the one shown.
    Merge,
}

/// The screen state. Kept by the window between frames.
#[derive(Debug, Default)]
pub struct UiState {
    /// What the centre shows.
    pub page: Page,
    /// The drawer below the board.
    pub drawer: DrawerState,
    /// The chosen tab under the engine cards.
    pub panel_tab: PanelTab,
    /// The overlay above everything.
    pub overlay: Option<Overlay>,
    /// Idle cards of engines that the user has unfolded, by session number.
    pub unfolded_cards: BTreeSet<u64>,
    /// A click has opened a game, at this time of the window: the board is not the target of a second one
    /// right after it.
    pub(super) opened_by_click: Option<f64>,
    /// The setting that comes into view, by its words, when the page of settings is shown next.
    pub(super) setting_wanted: Option<&'static str>,
    /// No row at the board has room for the message: the panel shows it.
    pub(super) notice_in_panel: bool,
    /// The line that was pinned last, with the number of its game, once seen: a newer one comes into
    /// view.
    pub(super) pin_seen: Option<(u64, u64)>,
    /// The card of what could have been played is unfolded.
    pub candidates_open: bool,
    /// The text field to focus at the next frame.
    pub focus: Option<Focus>,
    /// A game was begun by key: once another game than this is on the board, the focus goes there.
    pub(super) begins_after: Option<u64>,
    /// A file was opened or something pasted: once another game than this is on the board, that comes
    /// into view.
    pub(super) opens_after: Option<u64>,
    /// The half-typed move.
    pub typed: String,
    /// The position that the typed move was entered in; it is cleared when that has changed, so a
    /// rejected move can be corrected.
    pub typed_at: Option<u64>,
    /// The arrow that is being drawn with the right button.
    pub(super) drawing: Option<Drawing>,
    /// What is done with the text that is pasted next.
    pub pastes: PasteUse,
    /// Number of the pasted text whose findings were shown last.
    pub(super) pasted_seen: u64,
    /// Number of the text that was put on the system's clipboard last.
    pub(super) copied: u64,
    /// The list of mistakes has the greatest loss first; `None` for the game's default.
    pub mistakes_by_loss: Option<bool>,
    /// The comment being edited.
    pub comment: TextDraft,
    /// What is said before a move, being edited.
    pub comment_before: TextDraft,
    /// The console's own switches.
    pub console: ConsoleState,
    /// Problems whose details are unfolded, by their number in the list.
    pub problems_open: BTreeSet<u64>,
    /// Failures of engines that the user has dealt with, so that they are hidden, and the time at
    /// which those that are only waited for come back.
    pub(super) failures_seen: BTreeMap<SeenFailure, Option<f64>>,
    /// The seat whose strip shows the menu of players.
    pub(super) wants_seat: Option<usize>,
    /// What was last dropped on the window, until its kind is known, and the number of the newest
    /// probe then.
    pub(super) dropped: Option<(PathBuf, u64)>,
    /// The page of engines.
    pub engines: EnginesState,
    /// The page of openings.
    pub openings: OpeningsState,
    /// The page of a file's games.
    pub games: GamesState,
    /// The form for a new match.
    pub match_form: Option<MatchForm>,
    /// What was last typed in it.
    pub last_match: Option<MatchForm>,
    /// What the form in the panel of a match is for.
    pub match_kind: MatchKind,
    /// The form for a new tournament.
    pub tournament_form: Option<TournamentForm>,
    /// What was last typed in it.
    pub last_tournament: Option<TournamentForm>,
    /// The folder whose match or tournament was asked for: it takes the place of the form when it is there.
    pub(super) asked_folder: Option<PathBuf>,
    /// Number of the file of a tournament that was taken into the form last.
    pub(super) seen_draft: u64,
    /// What the list at the foot of a match's panel shows.
    pub match_list: MatchList,
    /// The settings last used for each game, by its short name.
    pub last_setups: BTreeMap<String, NewGameForm>,
    /// How a game of each kind was reviewed last, and how many of them were, by its short name and whether they
    /// were many.
    pub last_reviews: BTreeMap<(String, bool), ReviewForm>,
    /// The page that was shown last.
    pub(super) seen_page: Option<Page>,
    /// Number of the existing file that the user was last asked about.
    pub(super) asked_for: u64,
    /// The system's file dialogs.
    pub files: FileDialogs,
    /// The node that was scrolled into view last.
    pub scrolled_to: Option<NodeId>,
    /// Height of the list of moves then, in points.
    pub list_height: f32,
    /// Where its rows stand.
    pub(super) list_layout: ListLayout,
    /// Numbers that are being typed on the page of settings, by the names of their fields.
    pub(super) typed_losses: BTreeMap<String, String>,
    /// The move in the list that the user points at, and the number of its game.
    pub lit_move: Option<(u64, String)>,
    /// The line of analysis under the pointer: card, line, and move.
    pub preview: Option<LinePreview>,
    /// The cards of engines are longer than their place: the wheel scrolls them, and steps through
    /// a line only with Shift.
    pub(super) cards_scroll: bool,
    pub(super) preview_scene: Option<PreviewScene>,
    pub(super) arrows: MadeArrows,
    pub(super) steps: MadeSteps,
    /// The board of the game.
    pub board: BoardState,
    /// The stack in hand that a piece is being dragged from.
    pub held_hand: Option<String>,
    /// The position editor.
    pub editor: EditorState,
    /// The board of the match.
    pub match_board: BoardState,
    /// Running games are shown as small boards instead of one large one.
    pub match_wall: bool,
    /// The mode before the match, to go back to.
    pub board_mode: Mode,
    /// The row of tabs.
    pub tab_strip: TabStrip,
    /// The mode of the frame before, to see that it changed.
    pub seen_mode: Option<Mode>,
}

impl UiState {
    /// The state at the start, without the system's file dialogs: files are named by typing.
    #[must_use]
    pub fn without_file_dialogs() -> Self {
        Self { files: FileDialogs::switched_off(), ..Self::default() }
    }
}

/// What the centre shows.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Page {
    /// The board (or the board of the match).
    #[default]
    Board,
    /// The list of engines.
    Engines,
    /// The openings of the game on the board.
    Openings,
    /// The games of the opened file.
    Games,
    /// Settings.
    Settings,
}

/// The drawer below the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawerState {
    /// Opened or closed by the user, for Play, Analyse and Match; `None` if it depends on the room.
    pub wish: [Option<bool>; 3],
    /// The chosen tab.
    pub tab: DrawerTab,
    /// The roll whose reply is in view, the larger die first.
    pub roll: Option<[u8; 2]>,
    /// Plays that are rolled out side by side, as the user has chosen.
    pub rolled_out: Option<u32>,
    /// Its height while its edge is dragged, in points.
    pub(super) dragged: Option<f32>,
}

impl DrawerState {
    /// Plays that are rolled out side by side.
    #[must_use]
    pub fn n_rolled_out(&self) -> u32 {
        self.rolled_out.unwrap_or(5)
    }
}

/// A tab of the drawer.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum DrawerTab {
    /// The score over the moves.
    #[default]
    Graph,
    /// The dialogue with an engine.
    Console,
    /// What went wrong.
    Problems,
    /// Title, date and the like.
    Info,
    /// What was rolled, in games with dice.
    Dice,
    /// How both sides played, after a review.
    Summary,
    /// Rolls, cube and rollout of the position shown, in games with dice.
    Rollout,
}

/// A tab of the panel's lower part.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum PanelTab {
    /// The moves.
    #[default]
    Moves,
    /// The games of a match or session.
    Parts,
    /// The marked ones.
    Mistakes,
    /// The comment at the current move.
    Comments,
}

/// The overlay above everything, which takes the keyboard.
#[derive(Debug)]
pub enum Overlay {
    /// The command palette.
    Palette(Palette),
    /// All keys.
    Keys,
    /// About the program.
    About,
    /// A new game.
    NewGame(Box<NewGameForm>),
    /// The options of an engine.
    Options(Box<OptionsForm>),
    /// An engine to be added.
    AddEngine(AddEngineForm),
    /// A path to open or to save.
    Path(PathForm),
    /// A question.
    Confirm(Confirm),
    /// How the game is to be reviewed.
    Review(Box<ReviewForm>),
    /// The user's rating, and the games behind it.
    Rating(RatingForm),
    /// How long a match is to become.
    Longer(LongerForm),
    /// What was found in the text that was pasted last.
    Pasted,
}

/// A text field that may be focused.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Focus {
    /// The typed move.
    TypedMove,
    /// The comment.
    Comment,
    /// The first field of a dialog.
    Dialog,
    /// The most helpful action for an engine that has failed.
    Failure,
    /// The board, or the pieces in hand of the side to move: if one has the focus, the other.
    Board,
}

/// The console's own switches.
#[derive(Debug)]
pub struct ConsoleState {
    /// Show what was sent.
    pub sent: bool,
    /// Show what was received.
    pub received: bool,
    /// Lines held still while paused.
    pub held: Option<HeldLines>,
    /// From where on the lines of a session are shown, by its number: those before were cleared
    /// away. The transcript keeps them.
    pub cleared: BTreeMap<u64, ConsoleMark>,
    /// The half-typed line.
    pub input: String,
    /// The session whose lines were last requested; `Some(None)` if no lines were.
    pub asked: Option<Option<u64>>,
    /// The head of the drawer has no room for the choice of the engine; it stands below the lines.
    pub(super) picker_below: bool,
}

impl Default for ConsoleState {
    fn default() -> Self {
        Self {
            sent: true,
            received: true,
            held: None,
            cleared: BTreeMap::new(),
            input: String::new(),
            asked: None,
            picker_below: false,
        }
    }
}

/// Lines of a console that are held still.
#[derive(Clone, Debug)]
pub struct HeldLines {
    /// The session they are of.
    pub session: u64,
    /// Number of the first of them.
    pub first: u64,
    /// The lines, oldest first.
    pub lines: Arc<[ConsoleLine]>,
}

/// A place in the dialogue with an engine.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct ConsoleMark {
    /// Number of the first line after it.
    pub line: u64,
    /// Lines that had been dropped before it.
    pub dropped: u64,
}

/// A line of moves that stands in the panel of analysis.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum LineId {
    /// On the card of this session, from 0.
    Card(u64, usize),
    /// What the player of this side (0 is the first) wrote down.
    Said(usize),
    /// That the user keeps, by its number.
    Pinned(u64),
    /// Of another tab, from 0.
    Elsewhere(usize),
}

/// A line of analysis under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinePreview {
    /// Which line it is.
    pub of: LineId,
    /// Number of moves played on the small board.
    pub n_moves: usize,
    /// The move, from 1, that the pointer was on last.
    pub word: Option<usize>,
    /// Digest of the moves played, to see that they are still the line's.
    pub played: u64,
    /// The wheel movement since the last step, in lines.
    pub turned: f32,
    /// The pass that saw the pointer there, so that a stale one is dropped.
    pub pass: u64,
}
