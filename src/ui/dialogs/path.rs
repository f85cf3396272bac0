//! Chooses a file: the system's dialog, or a field for the path if there is none.
//!
//! Opens no file; it pushes the chosen path.

use std::fmt;
use std::future::Future;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Poll, Wake, Waker};

use egui::{Context, vec2};

use super::{AddEngineForm, Confirm, heading_ui, paragraph_ui, take_enter};
use crate::app::{
    Command, FileCommand, MatchCommand, NewEngine, PracticeCommand, Snapshot, preview,
};
use crate::ui::kit::Look;
use crate::ui::overlay::{Place, floating};
use crate::ui::pages::add_engine;
use crate::ui::panels::TournamentForm;
use crate::ui::root::View;
use crate::ui::selection::select;
use crate::ui::state::{Focus, Overlay, UiState};
use crate::ui::text;
use crate::ui::theme::size;
use crate::ui::widgets::{self, Button, FieldLook};

/// The purpose of a path.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PathUse {
    /// A file to open.
    Open,
    /// Where to save the game.
    Save,
    /// Where to save the games of the review of many that has this number.
    Reviews(u64),
    /// Where to save a session's transcript.
    Transcript(u64),
    /// Where to save the details of a problem.
    Bundle(u64),
    /// The file of an engine to add, for the protocol of this short name; for any without one.
    Engine(Option<&'static str>),
    /// The folder of an engine to add, likewise.
    EngineFolder(Option<&'static str>),
    /// Where to save the transcript of a probe.
    Probe,
    /// Where to save the report of the check of this number.
    Check(u64),
    /// The file of a tournament to open.
    Tournament,
    /// The folder of a tournament to go on with.
    TournamentFolder,
    /// Where to save the file of the tournament in the form.
    SaveTournament,
    /// The file with the openings of the tournament in the form.
    Openings,
    /// A file with positions to be practised.
    Practice,
    /// A file with games to be merged into the one on the board.
    Merge,
}

impl PathUse {
    fn title(self) -> &'static str {
        match self {
            Self::Open => "Open a file",
            Self::Save => "Save the game",
            Self::Reviews(_) => "Save the analysed games",
            Self::Transcript(_) => "Save the transcript",
            Self::Bundle(_) => "Save the bundle",
            Self::Engine(_) => "Add the file of an engine",
            Self::EngineFolder(_) => "Add the folder of an engine",
            Self::Probe => "Save the transcript of the probe",
            Self::Check(_) => "Save the report of the check",
            Self::Tournament => "Open the file of a tournament",
            Self::TournamentFolder => "Go on with the match or tournament of a folder",
            Self::SaveTournament => "Save the file of the tournament",
            Self::Openings => "Choose the file with the openings",
            Self::Practice => "Practise the positions of a file",
            Self::Merge => "Merge the games of a file",
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Self::Open | Self::Tournament => "Open",
            Self::TournamentFolder => "Go on",
            Self::Openings => "Choose",
            Self::Practice => "Practise",
            Self::Merge => "Merge",
            Self::Save
            | Self::Reviews(_)
            | Self::SaveTournament
            | Self::Transcript(_)
            | Self::Bundle(_)
            | Self::Probe
            | Self::Check(_) => "Save",
            Self::Engine(_) | Self::EngineFolder(_) => "Add",
        }
    }

    /// An existing file of that name would be replaced.
    fn replaces(self) -> bool {
        match self {
            Self::Save
            | Self::Reviews(_)
            | Self::SaveTournament
            | Self::Transcript(_)
            | Self::Bundle(_)
            | Self::Probe
            | Self::Check(_) => true,
            Self::Open
            | Self::Tournament
            | Self::TournamentFolder
            | Self::Openings
            | Self::Practice
            | Self::Merge
            | Self::Engine(_)
            | Self::EngineFolder(_) => false,
        }
    }

    /// What to do with the chosen path.
    fn act(self, path: PathBuf) -> Act {
        Act::File(match self {
            Self::Open => FileCommand::Open(path),
            Self::Merge => FileCommand::Merge(path),
            Self::Save => FileCommand::Save(path),
            Self::Reviews(id) => FileCommand::SaveReviews(id, path),
            Self::Transcript(session) => FileCommand::SaveTranscript(session, path),
            Self::Bundle(bundle) => FileCommand::SaveBundle(bundle, path),
            Self::Probe => FileCommand::SaveProbe(path),
            Self::Check(number) => FileCommand::SaveCheck(number, path),
            Self::Engine(protocol) | Self::EngineFolder(protocol) => {
                return Act::AddEngine(NewEngine::new(path.to_string_lossy(), protocol));
            }
            Self::Tournament => return Act::Match(MatchCommand::ReadTournament(path)),
            Self::TournamentFolder => return Act::Match(MatchCommand::Resume(path)),
            Self::SaveTournament => return Act::SaveTournament(path),
            Self::Openings => return Act::Openings(path),
            Self::Practice => return Act::Practice(PracticeCommand::File(path)),
        })
    }

    /// The purpose of a command's path.
    fn of(command: &FileCommand) -> Option<(Self, &Path)> {
        let what = match command {
            FileCommand::Save(_) => Self::Save,
            FileCommand::SaveReviews(id, _) => Self::Reviews(*id),
            FileCommand::SaveTranscript(session, _) => Self::Transcript(*session),
            FileCommand::SaveBundle(bundle, _) => Self::Bundle(*bundle),
            FileCommand::SaveProbe(_) => Self::Probe,
            FileCommand::SaveCheck(number, _) => Self::Check(*number),
            FileCommand::Open(_)
            | FileCommand::Drop(..)
            | FileCommand::Paste(_)
            | FileCommand::TakePasted(..)
            | FileCommand::TakeAllPasted
            | FileCommand::Merge(_)
            | FileCommand::MergePasted(_)
            | FileCommand::Choose(_)
            | FileCommand::ChooseBehind(_)
            | FileCommand::CancelRead
            | FileCommand::UnlessThere(_) => return None,
        };
        command.target().map(|path| (what, path))
    }

    /// Where the user goes back to without naming a path.
    fn back(self, path: &str, state: &UiState) -> Option<Overlay> {
        match self {
            Self::Engine(protocol) | Self::EngineFolder(protocol) => {
                let folder = state.engines.unadded().folder;
                let form = AddEngineForm { folder, ..AddEngineForm::new(path, protocol) };
                Some(Overlay::AddEngine(form))
            }
            Self::Open
            | Self::Save
            | Self::Reviews(_)
            | Self::Transcript(_)
            | Self::Bundle(_)
            | Self::Probe
            | Self::Check(_)
            | Self::Tournament
            | Self::TournamentFolder
            | Self::SaveTournament
            | Self::Openings
            | Self::Practice
            | Self::Merge => None,
        }
    }
}

/// The command for a path.
enum Act {
    File(FileCommand),
    AddEngine(NewEngine),
    Match(MatchCommand),
    Practice(PracticeCommand),
    /// Saves what the form says.
    SaveTournament(PathBuf),
    /// Names the file in the form.
    Openings(PathBuf),
}

impl Act {
    fn push(self, snapshot: &Snapshot, state: &mut UiState, commands: &mut Vec<Command>) {
        match self {
            Self::File(command) => commands.push(Command::File(command)),
            Self::Match(command) => {
                if let MatchCommand::Resume(folder) = &command {
                    // What the folder has is shown in place of the form.
                    state.asked_folder = Some(folder.clone());
                }
                commands.push(Command::Match(command));
            }
            Self::Practice(command) => commands.push(Command::Practice(command)),
            Self::SaveTournament(path) => {
                let form = state.tournament_form.as_ref().or(state.last_tournament.as_ref());
                if let Some(Ok(text)) = form.map(TournamentForm::read) {
                    commands.push(Command::Match(MatchCommand::SaveTournament(path, text)));
                }
            }
            Self::Openings(path) => {
                if let Some(form) = &mut state.tournament_form {
                    form.openings_file = path.display().to_string();
                }
            }
            Self::AddEngine(new) => {
                // The folder was named in the dialog that asked for this path.
                let folder = state.engines.unadded().folder;
                add_engine(snapshot, state, commands, NewEngine { folder, ..new });
            }
        }
    }
}

/// A path to be typed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PathForm {
    /// Its purpose.
    pub what: PathUse,
    /// The path so far.
    pub path: String,
    /// A remark above the field.
    pub note: &'static str,
}

const NOTE_BOTH: &str = "Choose in the system's dialog, or type the path here.";
const NOTE_ALONE: &str = "Type the path of the file.";
const NOTE_NONE: &str =
    "The system offers no file dialog here (xdg-desktop-portal or zenity). Type the path.";

/// An answer sooner than this after the question does not come from the user, in seconds.
const TOO_SOON_SECS: f64 = 0.7;

/// The system's file dialogs: at most one is open, and no frame waits for it.
#[derive(Default)]
pub struct FileDialogs {
    off: bool,
    /// The system has no file dialog.
    lacking: bool,
    open: Option<Pending>,
}

struct Pending {
    what: PathUse,
    since: f64,
    answer: Pin<Box<dyn Future<Output = Option<PathBuf>>>>,
}

impl FileDialogs {
    /// Never asks the system.
    #[must_use]
    pub fn switched_off() -> Self {
        Self { off: true, lacking: false, open: None }
    }
}

impl fmt::Debug for FileDialogs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileDialogs")
            .field("off", &self.off)
            .field("lacking", &self.lacking)
            .field("open", &self.open.as_ref().map(|pending| pending.what))
            .finish()
    }
}

/// Wakes the window when the system's dialog has been answered.
struct Repaint(Context);

impl Wake for Repaint {
    fn wake(self: Arc<Self>) {
        self.0.request_repaint();
    }
}

/// Asks for a path: opens the system's dialog, and the field beside it.
pub(in crate::ui) fn ask_path(
    ctx: &Context,
    state: &mut UiState,
    what: PathUse,
    suggestion: Option<PathBuf>,
) {
    let path = suggestion.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    let note = if state.files.off { NOTE_ALONE } else { NOTE_BOTH };
    state.overlay = Some(Overlay::Path(PathForm { what, path, note }));
    state.focus = Some(Focus::Dialog);
    if state.files.off || state.files.open.is_some() {
        return;
    }
    let mut dialog = rfd::AsyncFileDialog::new().set_title(what.title());
    if let Some(path) = suggestion {
        // The system checks whether it exists: a folder on a dead network would block the window.
        if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            dialog = dialog.set_directory(dir);
        }
        if let Some(name) = path.file_name() {
            dialog = dialog.set_file_name(name.to_string_lossy());
        }
    }
    let answer: Pin<Box<dyn Future<Output = Option<PathBuf>>>> = match what {
        PathUse::Open
        | PathUse::Tournament
        | PathUse::Openings
        | PathUse::Practice
        | PathUse::Merge
        | PathUse::Engine(_) => {
            let picked = dialog.pick_file();
            Box::pin(async move { picked.await.map(|file| file.path().to_owned()) })
        }
        PathUse::EngineFolder(_) | PathUse::TournamentFolder => {
            let picked = dialog.pick_folder();
            Box::pin(async move { picked.await.map(|folder| folder.path().to_owned()) })
        }
        PathUse::Save
        | PathUse::Reviews(_)
        | PathUse::SaveTournament
        | PathUse::Transcript(_)
        | PathUse::Bundle(_)
        | PathUse::Probe
        | PathUse::Check(_) => {
            let picked = dialog.save_file();
            Box::pin(async move { picked.await.map(|file| file.path().to_owned()) })
        }
    };
    let since = ctx.input(|input| input.time);
    state.files.open = Some(Pending { what, since, answer });
    ctx.request_repaint();
}

/// Checks whether the system's dialog has been answered; never waits.
pub(in crate::ui) fn poll_file_dialogs(
    ctx: &Context,
    snapshot: &Snapshot,
    state: &mut UiState,
    commands: &mut Vec<Command>,
) {
    let Some(pending) = &mut state.files.open else { return };
    let waker = Waker::from(Arc::new(Repaint(ctx.clone())));
    let Poll::Ready(answer) =
        pending.answer.as_mut().poll(&mut std::task::Context::from_waker(&waker))
    else {
        return;
    };
    let (what, since) = (pending.what, pending.since);
    state.files.open = None;
    let asked_here = matches!(&state.overlay, Some(Overlay::Path(form)) if form.what == what);
    let soon = ctx.input(|input| input.time) - since < TOO_SOON_SECS;
    match (answer, &mut state.overlay) {
        (Some(path), overlay) => {
            if asked_here {
                *overlay = None;
            }
            // The system has asked whether a file is to be replaced.
            what.act(path).push(snapshot, state, commands);
        }
        (None, Some(Overlay::Path(form))) if soon => {
            form.note = NOTE_NONE;
            state.files.lacking = true;
        }
        (None, Some(Overlay::Path(form))) if asked_here => {
            let path = form.path.clone();
            state.overlay = what.back(&path, state);
        }
        (None, _) => {}
    }
}

/// Asks whether to replace an existing file when saving.
pub(in crate::ui) fn ask_replace(snapshot: &Snapshot, state: &mut UiState) {
    let Some(found) = snapshot.in_the_way.as_ref().filter(|found| found.number > state.asked_for)
    else {
        return;
    };
    // An open dialog is not replaced.
    if state.overlay.is_some() {
        return;
    }
    state.asked_for = found.number;
    let Some((what, path)) = PathUse::of(&found.command) else { return };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Going back from the question shows only the field, with its previous remark.
    let note = if state.files.lacking { NOTE_NONE } else { NOTE_ALONE };
    let form = PathForm { what, path: path.display().to_string(), note };
    let command = Command::File(found.command.clone());
    state.overlay = Some(Overlay::Confirm(Confirm::replace(form, &name, command)));
}

/// What the ending of the name decides; `None` where it decides nothing, or only the format of a game.
fn endings(what: PathUse) -> Option<&'static str> {
    match what {
        PathUse::Reviews(_) => Some(
            "A name that ends in .html gives one page with the report, to be read and printed in a \
             browser; with the ending of a game\u{2019}s format the games are saved with their analysis.",
        ),
        PathUse::Save => Some(
            "A name that ends in .html gives the report of the analysis, .png or .svg a picture of the \
             board, .gif a film; with the ending of a game\u{2019}s format the game is saved.",
        ),
        PathUse::Open
        | PathUse::Transcript(_)
        | PathUse::Bundle(_)
        | PathUse::Engine(_)
        | PathUse::EngineFolder(_)
        | PathUse::Probe
        | PathUse::Check(_)
        | PathUse::Tournament
        | PathUse::TournamentFolder
        | PathUse::SaveTournament
        | PathUse::Openings
        | PathUse::Practice
        | PathUse::Merge => None,
    }
}

/// A path such as the wanted one: of the game's own format, or a text.
fn hint(what: PathUse, game: &str) -> String {
    match what {
        PathUse::Open | PathUse::Save | PathUse::Reviews(_) | PathUse::Openings => {
            let extension = preview::native_extension(game).unwrap_or("txt");
            format!("/home/me/games/game.{extension}")
        }
        PathUse::Transcript(_) => "/home/me/games/transcript.txt".to_owned(),
        PathUse::Bundle(_) => "/home/me/games/bundle.txt".to_owned(),
        PathUse::Engine(_) => "/home/me/scan_31/scan".to_owned(),
        PathUse::EngineFolder(_) => "/home/me/scan_31".to_owned(),
        PathUse::Probe => "/home/me/games/probe.txt".to_owned(),
        PathUse::Check(_) => "/home/me/games/check.txt".to_owned(),
        PathUse::Tournament | PathUse::SaveTournament => "/home/me/games/cup.toml".to_owned(),
        PathUse::TournamentFolder => "/home/me/games/cup".to_owned(),
        PathUse::Merge => "/home/me/games/analysis.pdn".to_owned(),
        PathUse::Practice => "/home/me/games/positions.txt".to_owned(),
    }
}

/// Shows the field. Returns it while it stays open.
pub(in crate::ui) fn path_ui(
    ctx: &Context,
    view: &mut View<'_>,
    mut form: PathForm,
) -> Option<PathForm> {
    let mut done = take_enter(ctx);
    let mut cancelled = false;
    let title = form.what.title();
    let closed = floating(ctx, view.cx.theme, title, 520.0, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, title);
        paragraph_ui(ui, &kit, form.note);
        if let Some(endings) = endings(form.what) {
            paragraph_ui(ui, &kit, endings);
        }
        ui.add_space(10.0);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 32.0));
        let kit = kit.on(ui);
        let hint = hint(form.what, view.snapshot.game.info.name);
        let field = widgets::text_field(
            ui,
            &kit,
            rect,
            &mut form.path,
            "Path of the file",
            &hint,
            FieldLook::Mono,
        );
        if view.state.focus == Some(Focus::Dialog) {
            view.state.focus = None;
            field.request_focus();
            let end = form.path.chars().count();
            let saves = form.what.replaces();
            select(ui, &field, if saves { stem(&form.path) } else { end..end });
        }
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), 16.0 + size::CONTROL));
        let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
        let verb = Button::words("", form.what.verb()).look(Look::Primary);
        let why_not = form.path.trim().is_empty().then_some("Type a path first.");
        let yes = verb.unless(why_not).show_right(ui, &kit, right);
        let left = yes.rect.left_center() - vec2(8.0, 0.0);
        cancelled = Button::words("", text::CANCEL).show_right(ui, &kit, left).clicked();
        done |= yes.clicked();
    });
    let path = form.path.trim();
    if done && !path.is_empty() {
        let act = match form.what.act(PathBuf::from(path)) {
            // Checking whether a file exists takes as long as the disk takes.
            Act::File(command) if form.what.replaces() => {
                Act::File(FileCommand::UnlessThere(Box::new(command)))
            }
            act => act,
        };
        act.push(view.snapshot, view.state, view.commands);
        return None;
    }
    if !closed && !cancelled {
        return Some(form);
    }
    view.state.overlay = form.what.back(&form.path, view.state);
    view.state.focus = view.state.overlay.is_some().then_some(Focus::Dialog);
    None
}

/// The range of the file name in a path, in characters, without its folder and its ending.
fn stem(path: &str) -> Range<usize> {
    let name = path.rfind(['/', std::path::MAIN_SEPARATOR]).map_or(0, |at| at + 1);
    let end = path[name..].rfind('.').filter(|at| *at > 0).map_or(path.len(), |at| name + at);
    let n_chars = |bytes: usize| path[..bytes].chars().count();
    n_chars(name)..n_chars(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_is_selected_without_folder_and_ending() {
        for (path, selected) in [
            ("/home/me/b\u{e4}r.pgn", 9..12),
            ("game.pgn", 0..4),
            ("/a.b/game", 5..9),
            (".hidden", 0..7),
            ("", 0..0),
        ] {
            assert_eq!(stem(path), selected, "{path}");
        }
    }

    #[test]
    fn the_path_in_an_empty_field_has_the_extension_of_the_game() {
        assert!(hint(PathUse::Save, "draughts").ends_with(".pdn"));
        assert!(hint(PathUse::Open, "othello").ends_with(".ggf"));
        assert!(hint(PathUse::Transcript(1), "othello").ends_with(".txt"));
    }
}
