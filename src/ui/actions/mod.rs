//! The one table of every action: menus, palette, keys overlay, tooltips and keyboard read it.
//!
//! Shows nothing and does nothing itself: an action pushes commands or changes the screen state.

mod aliases;
mod analysing;
mod branches;
mod copying;
mod effects;
mod judging;
mod keys;
mod matches;
mod practice;
mod showing;
mod table;
mod undoing;

use std::path::PathBuf;
use std::sync::LazyLock;

use egui::{Context, Key, KeyboardShortcut};

use super::dialogs::{self, PathUse};
use super::state::{Page, UiState};
use super::text;
use crate::app::{
    AnalysisCommand, Command, GameCommand, Mode, SettingsCommand, Snapshot, TabCommand,
};
use table::TABLE;

pub(super) use effects::line_text;
pub(super) use keys::dispatch;
pub(super) use practice::own_side;

/// Name of an action, so that views can offer it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[expect(missing_docs, reason = "each is described by its words in the table")]
pub enum ActionId {
    NewGame,
    UndoNew,
    NewTab,
    CloseTab,
    ReopenTab,
    NextTab,
    PreviousTab,
    RenameTab,
    PinTab,
    FloatTab,
    DockTab,
    Open,
    Save,
    SaveAs,
    SavePage,
    Quit,
    FileGames,
    CopyPosition,
    CopyFen,
    CopyHub,
    CopyGuide,
    CopyGnu,
    CopyFibs,
    CopySnowie,
    CopyGame,
    SavePicture,
    SaveFilm,
    CopyLine,
    InsertLine,
    Paste,
    WasPasted,
    UndoEdit,
    RedoEdit,
    TypeMove,
    EditComment,
    EditPosition,
    Promote,
    Demote,
    CopyBranch,
    PasteBranch,
    MergeFile,
    MergePasted,
    MergeTab,
    EraseDrawn,
    MarkGood,
    MarkMistake,
    MarkVeryGood,
    MarkBlunder,
    MarkInteresting,
    MarkDubious,
    MarkNone,
    Coach,
    CoachWhy,
    CoachPlayOn,
    Delete,
    First,
    Previous,
    Next,
    Last,
    NextMistake,
    PreviousMistake,
    PractiseMistakes,
    PractiseFirst,
    PractiseSecond,
    Rating,
    PractiseDue,
    PractiseFile,
    PractisePasted,
    PracticeAnswer,
    PracticeNext,
    PracticeEnd,
    TakeBack,
    MoveNow,
    Hint,
    LetGo,
    Pass,
    Pause,
    Roll,
    Double,
    Take,
    Drop,
    Accept,
    Reject,
    ConfirmPlay,
    SwapDice,
    UndoPart,
    ResignSingle,
    ResignGammon,
    ResignBackgammon,
    Resign,
    OfferDraw,
    ClaimDraw,
    DrawsAutomatic,
    DrawsAsk,
    DrawsOff,
    AnalyseToggle,
    WholeGame,
    Review,
    ReviewMany,
    ListMatchGames,
    NewMatch,
    NewTournament,
    GoOnWith,
    MoreLines,
    FewerLines,
    CompareMoves,
    LockEngine,
    Threat,
    PinLine,
    PointOfView,
    Engines,
    AddEngine,
    Openings,
    ReloadEngines,
    FailedEngine,
    MatchPause,
    MatchFinish,
    MatchGoOn,
    MatchStop,
    ModePlay,
    ModeAnalyse,
    ModeMatch,
    Turn,
    BoardNearer,
    BoardFarther,
    BoardFit,
    BoardFocus,
    Drawer,
    Graph,
    Console,
    Problems,
    GameInfo,
    DiceStatistics,
    Summary,
    Rollout,
    ThemeSystem,
    ThemeDark,
    ThemeLight,
    ThemeContrast,
    ZoomIn,
    ZoomOut,
    ZoomReset,
    ShowLegal,
    ShowValues,
    ShowNumbers,
    ShowRegions,
    EngineArrows,
    ShowDifferences,
    FollowMainLine,
    PlayForced,
    Candidates,
    Animate,
    Settings,
    Palette,
    Keys,
    About,
}

/// The menu an action stands in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Menu {
    /// Games and files.
    File,
    /// Clipboard, moves and comments.
    Edit,
    /// The game being played or viewed.
    Game,
    /// Engines, analysis and matches.
    Engines,
    /// What is shown and how.
    View,
    /// Help.
    Help,
}

impl Menu {
    /// Every menu with its word, from left to right.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::File, text::MENU_FILE),
        (Self::Edit, text::MENU_EDIT),
        (Self::Game, text::MENU_GAME),
        (Self::Engines, text::MENU_ENGINES),
        (Self::View, text::MENU_VIEW),
        (Self::Help, text::MENU_HELP),
    ];
}

/// Every action, in the order of menus and palette.
pub static ACTIONS: LazyLock<Vec<Action>> =
    LazyLock::new(|| [TABLE, judging::JUDGING, showing::SHOWING].concat());

/// What an action may use.
#[derive(Debug)]
pub struct Run<'a> {
    /// The current time.
    pub snapshot: &'a Snapshot,
    /// The screen state.
    pub state: &'a mut UiState,
    /// Receives commands.
    pub commands: &'a mut Vec<Command>,
    /// For the clipboard.
    pub ctx: &'a Context,
}

impl Run<'_> {
    fn game(&mut self, command: GameCommand) {
        self.commands.push(Command::Game(command));
    }

    fn tab(&mut self, command: TabCommand) {
        self.commands.push(Command::Tab(command));
    }

    fn analysis(&mut self, command: AnalysisCommand) {
        self.commands.push(Command::Analysis(command));
    }

    fn settings(&mut self, command: SettingsCommand) {
        self.commands.push(Command::Settings(command));
    }
}

type Test = fn(&Snapshot) -> bool;

/// A condition, and the sentence that says why the action is disabled if it does not hold.
type Condition = (Test, &'static str);

/// The largest number of conditions of one action.
const MOST_CONDITIONS: usize = 3;

/// Why an action on the game on the board is disabled in Match mode.
const NOT_OF_A_MATCH: &str = "This is for the game of Play and Analyse, not for a match.";

/// An action.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// Its name.
    pub id: ActionId,
    /// Its label in menus, palette and tooltips, and for screen readers.
    pub words: &'static str,
    /// Its icon; empty for none.
    pub icon: &'static str,
    /// Default keys, the one shown first.
    pub keys: &'static [KeyboardShortcut],
    /// The menu it stands in.
    pub menu: Menu,
    /// A separator precedes it in its menu.
    pub starts_group: bool,
    /// It is only in the menus of games with dice.
    pub with_dice: bool,
    /// It is only in the menus of games that can be drawn.
    pub with_draws: bool,
    /// It acts on the game on the board, and only while that is visible: its keys are disabled on
    /// the other pages, elsewhere it brings the board into view, and in Match mode it is disabled.
    pub of_game: bool,
    when: [Option<Condition>; MOST_CONDITIONS],
    on: Option<Test>,
    /// It is one of several states of which one always holds, and not a switch.
    is_choice: bool,
    run: fn(&mut Run<'_>),
}

impl Action {
    /// It can be done now.
    #[must_use]
    pub fn is_enabled(&self, snapshot: &Snapshot) -> bool {
        self.why_not(snapshot).is_none()
    }

    /// Why it is disabled now, as a sentence; `None` if it is enabled.
    #[must_use]
    pub fn why_not(&self, snapshot: &Snapshot) -> Option<&'static str> {
        if self.of_game && snapshot.mode == Mode::Match {
            return Some(NOT_OF_A_MATCH);
        }
        let mut failing = self.when.iter().flatten().filter(|(holds, _)| !holds(snapshot));
        failing.next().map(|(_, why)| *why)
    }

    /// For a switch or a choice: it is on. `None` for a plain action.
    #[must_use]
    pub fn is_on(&self, snapshot: &Snapshot) -> Option<bool> {
        self.on.map(|on| on(snapshot))
    }

    /// Its state beside its name: `on` and `off` of a switch, `chosen` of the state that holds.
    #[must_use]
    pub fn state_word(&self, snapshot: &Snapshot) -> Option<&'static str> {
        match (self.is_on(snapshot)?, self.is_choice) {
            (true, true) => Some("chosen"),
            (false, true) => None,
            (true, false) => Some("on"),
            (false, false) => Some("off"),
        }
    }

    /// Its current label: an engine that cannot be stopped is interrupted.
    #[must_use]
    pub fn words_now(&self, snapshot: &Snapshot) -> &'static str {
        if self.id == ActionId::MoveNow && only_interrupts(snapshot) {
            return text::INTERRUPT;
        }
        self.words
    }

    /// Does it, if it can be done now.
    pub fn run(&self, run: &mut Run<'_>) {
        if self.is_enabled(run.snapshot) {
            if self.of_game {
                run.state.page = Page::Board;
            }
            (self.run)(run);
        }
    }

    /// Its first key in words: `Ctrl K`; empty for none.
    #[must_use]
    pub fn key_text(&self) -> String {
        self.keys.first().map(key_text).unwrap_or_default()
    }

    /// Other words for it, by which the palette finds it as well.
    #[must_use]
    pub fn other_words(&self) -> &'static str {
        aliases::of(self.id)
    }

    /// Words and key, for tooltips.
    #[must_use]
    pub fn tooltip(&self) -> String {
        match self.keys.first() {
            Some(key) => format!("{}   {}", self.words, key_text(key)),
            None => self.words.to_owned(),
        }
    }

    const fn new(
        id: ActionId,
        menu: Menu,
        words: &'static str,
        icon: &'static str,
        run: fn(&mut Run<'_>),
    ) -> Self {
        const NO_KEYS: &[KeyboardShortcut] = &[];
        Self {
            id,
            words,
            icon,
            keys: NO_KEYS,
            menu,
            starts_group: false,
            with_dice: false,
            with_draws: false,
            of_game: false,
            when: [None; MOST_CONDITIONS],
            on: None,
            is_choice: false,
            run,
        }
    }

    const fn keys(mut self, keys: &'static [KeyboardShortcut]) -> Self {
        self.keys = keys;
        self
    }

    /// It is disabled if this does not hold, for the reason `why_not`; at most [`MOST_CONDITIONS`]
    /// times.
    const fn when(mut self, holds: Test, why_not: &'static str) -> Self {
        let mut idx = 0;
        while self.when[idx].is_some() {
            idx += 1;
        }
        self.when[idx] = Some((holds, why_not));
        self
    }

    const fn on(mut self, on: Test) -> Self {
        self.on = Some(on);
        self
    }

    /// One of several states, of which this one holds now.
    const fn chosen(mut self, on: Test) -> Self {
        self.is_choice = true;
        self.on(on)
    }

    const fn dice(mut self) -> Self {
        self.with_dice = true;
        self
    }

    const fn draws(mut self) -> Self {
        self.with_draws = true;
        self
    }

    const fn of_game(mut self) -> Self {
        self.of_game = true;
        self
    }

    const fn group(mut self) -> Self {
        self.starts_group = true;
        self
    }
}

/// The action of this name.
#[must_use]
pub fn action(id: ActionId) -> &'static Action {
    ACTIONS.iter().find(|action| action.id == id).expect("a test finds every name in the table")
}

/// A key in words, its parts separated by blanks: `Ctrl Shift Z`.
#[must_use]
pub fn key_text(keys: &KeyboardShortcut) -> String {
    let mut text = String::new();
    let modifiers = keys.modifiers;
    let command = if cfg!(target_os = "macos") { "Cmd " } else { "Ctrl " };
    for (held, word) in
        [(modifiers.command, command), (modifiers.shift, "Shift "), (modifiers.alt, "Alt ")]
    {
        if held {
            text.push_str(word);
        }
    }
    text.push_str(match keys.logical_key {
        Key::ArrowLeft => "\u{2190}",
        Key::ArrowRight => "\u{2192}",
        Key::ArrowUp => "\u{2191}",
        Key::ArrowDown => "\u{2193}",
        Key::Plus => "+",
        Key::Equals => "=",
        Key::Escape => "Esc",
        Key::PageUp => "PgUp",
        Key::PageDown => "PgDn",
        Key::Minus => "\u{2212}",
        Key::Questionmark => "?",
        Key::Comma => ",",
        key => key.name(),
    });
    text
}

/// The drawer is closed at first in windows lower than this, in points.
pub(super) const LOW_WINDOW: f32 = 860.0;

/// 0, 1, 2 for Play, Analyse, Match.
pub(super) fn mode_idx(mode: Mode) -> usize {
    match mode {
        Mode::Play => 0,
        Mode::Analyse => 1,
        Mode::Match => 2,
    }
}

/// The drawer is open, by choice or because there is room for it.
pub(super) fn drawer_open(ctx: &Context, snapshot: &Snapshot, state: &UiState) -> bool {
    let by_room = snapshot.mode == Mode::Analyse && ctx.content_rect().height() >= LOW_WINDOW;
    state.drawer.wish[mode_idx(snapshot.mode)].unwrap_or(by_room)
}

/// An engine moves next in the game being played.
pub(super) fn engine_to_move(snapshot: &Snapshot) -> bool {
    let game = &snapshot.game;
    snapshot.mode == Mode::Play
        && game.playing
        && game.at_end
        && game.turn.is_some_and(|side| !game.seats[side.idx()].human)
}

/// The engine that moves next cannot be stopped, only interrupted.
pub(super) fn only_interrupts(snapshot: &Snapshot) -> bool {
    let turn = snapshot.game.turn.filter(|_| engine_to_move(snapshot));
    turn.is_some_and(|side| snapshot.no_stop.seats[side.idx()])
}

/// Opens the dialog that asks where to save the details of a problem.
pub(super) fn save_bundle(ctx: &Context, state: &mut UiState, bundle: u64) {
    let path = PathBuf::from(format!("bundle-{bundle}.txt"));
    dialogs::ask_path(ctx, state, PathUse::Bundle(bundle), Some(path));
}

/// Opens the dialog that asks where to save a session's transcript.
pub(super) fn save_transcript(ctx: &Context, state: &mut UiState, session: u64, name: &str) {
    let file: String =
        name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect::<String>();
    let path = PathBuf::from(format!("{file}.txt"));
    dialogs::ask_path(ctx, state, PathUse::Transcript(session), Some(path));
}
