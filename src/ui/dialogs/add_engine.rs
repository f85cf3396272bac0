//! The dialog for adding an engine: a file, a folder, `host:port` or a command, and the protocol if
//! known.
//!
//! Starts nothing; it pushes the input, and the probe reports the result.

use std::path::PathBuf;

use egui::{Context, Ui, vec2};

use super::{PathUse, ask_path, heading_ui, paragraph_ui, take_enter};
use crate::app::{Command, EngineCommand, NewEngine};
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::overlay::{Place, floating};
use crate::ui::pages::add_engine;
use crate::ui::root::View;
use crate::ui::selection::select_all;
use crate::ui::state::{Focus, Overlay, Page, UiState};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// The input of the dialog.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct AddEngineForm {
    /// A file, a folder, `host:port`, or a command line.
    pub text: String,
    /// The protocol by its index in the list; 0 tries each.
    pub protocol: usize,
    /// The folder that it is started in; empty to find one.
    pub folder: String,
}

/// Short name and title of the protocols, the first for all.
pub(in crate::ui) const PROTOCOLS: [(&str, &str); 6] = [
    ("", "Try every protocol"),
    ("hub", "Hub (draughts)"),
    ("guide", "GUIDE (draughts)"),
    ("uhp", "UHP (Hive)"),
    ("ubgi", "UBGI (backgammon)"),
    ("nboard", "NBoard (Othello)"),
];

const WORDS: &str = "A file, a folder, host:port, or a whole command such as \
                     \u{201c}ssh host scan hub\u{201d}. The program is started without a shell: blanks separate \
                     words, and quotes keep them together.";

impl AddEngineForm {
    /// The input, for the protocol of this short name.
    pub(super) fn new(text: &str, protocol: Option<&str>) -> Self {
        let idx = PROTOCOLS.iter().position(|(name, _)| Some(*name) == protocol);
        Self { text: text.to_owned(), protocol: idx.unwrap_or_default(), folder: String::new() }
    }

    /// The request.
    fn new_engine(&self) -> NewEngine {
        let (text, folder) = (self.text.trim().to_owned(), self.folder.trim().to_owned());
        NewEngine { text, folder, protocol: self.protocol().map(str::to_owned) }
    }

    fn protocol(&self) -> Option<&'static str> {
        let (name, _) = PROTOCOLS[self.protocol.min(PROTOCOLS.len() - 1)];
        (!name.is_empty()).then_some(name)
    }
}

/// Opens the dialog, with the last input if that was not added.
pub(in crate::ui) fn ask_engine(state: &mut UiState) {
    state.page = Page::Engines;
    state.overlay = Some(Overlay::AddEngine(state.engines.unadded()));
    state.focus = Some(Focus::Dialog);
}

/// The meaning of a click in the dialog.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Wish {
    Probe,
    Unprobed,
    File,
    Folder,
    Cancel,
}

/// Shows the dialog. Returns it while it stays open.
pub(in crate::ui) fn add_engine_ui(
    ctx: &Context,
    view: &mut View<'_>,
    mut form: AddEngineForm,
) -> Option<AddEngineForm> {
    // There is one probe at a time.
    let running = view.snapshot.probe.as_ref().filter(|probe| probe.running);
    let mut wish = take_enter(ctx).then_some(Wish::Probe).filter(|_| running.is_none());
    let closed = floating(ctx, view.cx.theme, text::ADD_ENGINE, 560.0, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, text::ADD_ENGINE);
        paragraph_ui(ui, &kit, WORDS);
        ui.add_space(10.0);
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), 32.0));
        let kit = kit.on(ui);
        let hint = "/home/me/scan_31/scan";
        let (name, look) = ("Engine to add", FieldLook::Mono);
        let field = widgets::text_field(ui, &kit, row, &mut form.text, name, hint, look);
        if view.state.focus == Some(Focus::Dialog) {
            view.state.focus = None;
            field.request_focus();
            // An input that could not be added can be corrected or replaced.
            select_all(ui, &field, &form.text);
        }
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), 10.0 + size::CONTROL));
        let mut r = row.with_min_y(row.top() + 10.0);
        let items = PROTOCOLS.map(|(_, title)| (title, ""));
        let choice = r.cut_right(210.0);
        let clicked = widgets::choice(ui, &kit, choice, "Protocol", &items, form.protocol);
        form.protocol = clicked.unwrap_or(form.protocol);
        let file = Button::words("open", "Choose a file\u{2026}").show(ui, &kit, r.left_center());
        let at = file.rect.right_center() + vec2(8.0, 0.0);
        let folder = Button::words("", "Choose a folder\u{2026}").show(ui, &kit, at);
        wish = wish.or(file.clicked().then_some(Wish::File));
        wish = wish.or(folder.clicked().then_some(Wish::Folder));
        folder_ui(ui, &kit, &mut form);
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), 22.0 + size::CONTROL));
        let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
        let some = !form.text.trim().is_empty();
        let nothing = (!some).then_some("Enter first what to add.");
        let why_not = running.map(|_| text::PROBE_BUSY).or(nothing);
        let probe = Button::words("bolt", "Probe and add").look(Look::Primary).unless(why_not);
        let probe = probe.show_right(ui, &kit, right);
        let left = probe.rect.left_center() - vec2(8.0, 0.0);
        let cancel = Button::words("", text::CANCEL).show_right(ui, &kit, left);
        // If the user knows the protocol, an engine that does not answer now can still be added.
        if form.protocol > 0 {
            let at = row.left_bottom() - vec2(0.0, size::CONTROL / 2.0);
            let unprobed = Button::words("", "Add without a probe").unless(nothing);
            let unprobed = unprobed.show(ui, &kit, at);
            wish = wish.or(unprobed.clicked().then_some(Wish::Unprobed));
        } else {
            let at = row.left_bottom() - vec2(0.0, size::CONTROL / 2.0);
            let words = "A file or folder can also be dropped on the window.";
            let words = if running.is_some() { text::PROBE_BUSY } else { words };
            let (ink, max) = (kit.t.text3, cancel.rect.left() - at.x - 12.0);
            widgets::label(ui, &kit, at, L, words, W::Regular, font::SMALL, ink, max);
        }
        wish = wish.or(probe.clicked().then_some(Wish::Probe));
        wish = wish.or(cancel.clicked().then_some(Wish::Cancel));
    });
    let some = !form.text.trim().is_empty();
    let text = form.text.trim().to_owned();
    if some && matches!(wish, Some(Wish::Probe | Wish::Unprobed)) {
        view.state.engines.keep_unadded(form.clone(), view.snapshot.engines.len());
    }
    match wish {
        Some(Wish::Probe) if some => {
            add_engine(view.snapshot, view.state, view.commands, form.new_engine());
            None
        }
        Some(Wish::Unprobed) => {
            view.state.engines.await_entry(&view.snapshot.engines, None);
            view.push(Command::Engine(EngineCommand::AddUnprobed(form.new_engine())));
            None
        }
        Some(Wish::File | Wish::Folder) => {
            // The folder is kept there.
            view.state.engines.keep_unadded(form.clone(), view.snapshot.engines.len());
            let protocol = form.protocol();
            let what = if wish == Some(Wish::File) {
                PathUse::Engine(protocol)
            } else {
                PathUse::EngineFolder(protocol)
            };
            ask_path(ctx, view.state, what, (!text.is_empty()).then(|| PathBuf::from(text)));
            None
        }
        Some(Wish::Cancel) => None,
        Some(Wish::Probe) | None => (!closed).then_some(form),
    }
}

/// The folder that the engine is started in, if it finds its data nowhere else.
fn folder_ui(ui: &mut Ui, kit: &Kit<'_>, form: &mut AddEngineForm) {
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), 10.0 + size::CONTROL));
    let mut r = row.with_min_y(row.top() + 10.0);
    let at = r.cut_left(CAPTION).left_center();
    let words = "Started in";
    widgets::label(ui, kit, at, L, words, W::Medium, font::BODY, kit.t.text2, CAPTION);
    let hint = "Its own folder, or the one near it with its data";
    let (name, look) = ("Folder of the engine", FieldLook::Mono);
    widgets::text_field(ui, kit, r, &mut form.folder, name, hint, look);
}

/// Width of the words before the folder.
const CAPTION: f32 = 84.0;
