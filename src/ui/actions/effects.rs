//! What actions do that is more than a command, and what some of them depend on.
//!
//! Names no action; the table does.

use super::{Run, mode_idx};
use crate::app::board::{Mark, NodeId, Surface};
use crate::app::{
    AnalysisCommand, CardLine, Command, DecisionsView, EngineCardView, FileCommand, GameCommand,
    Mode, SettingsCommand, Snapshot, TabCommand, TabView,
};
use crate::ui::board::BoardState;
use crate::ui::dialogs::{self, PathUse};
use crate::ui::panels::first_choice;
use crate::ui::state::{DrawerTab, Focus, Overlay, Page, PanelTab};
use crate::ui::text;

/// The tab that is shown.
pub(super) fn shown_tab(snapshot: &Snapshot) -> Option<&TabView> {
    snapshot.tabs.iter().find(|tab| tab.shown)
}

/// Ends the program, after a question where something would be lost.
pub(super) fn quit(r: &mut Run<'_>) {
    match dialogs::Confirm::quit(r.snapshot) {
        Some(question) => r.state.overlay = Some(Overlay::Confirm(question)),
        None => r.ctx.send_viewport_cmd(egui::ViewportCommand::Close),
    }
}

/// Closes the tab that is shown; where a page hides it, the page.
pub(super) fn close_tab(r: &mut Run<'_>) {
    if r.state.page != Page::Board {
        r.state.page = Page::Board;
    } else if let Some(tab) = shown_tab(r.snapshot) {
        r.commands.push(Command::Tab(TabCommand::Close(tab.id)));
    }
}

pub(super) const NO_MISTAKES: &str =
    "No mistakes are marked. The analysis of the whole game marks them.";
pub(super) const NO_LINE_YET: &str = "No engine has given a line for this position yet.";
pub(super) const IN_PLAY: &str = "This is for games that are played, in the mode Play.";
pub(super) const NO_PERSON_PLAYS: &str = "No game with a person is being played.";
pub(super) const NO_MATCH_RUNS: &str = "No match is running.";
pub(super) const NO_DICE: &str = "This game has no dice.";

pub(super) const ZOOM_LEAST: f32 = 0.75;
pub(super) const ZOOM_MOST: f32 = 2.0;

/// The best line of the first engine that has one, about the position shown if there is one.
pub(super) fn best_line(snapshot: &Snapshot) -> Option<(&EngineCardView, &CardLine)> {
    first_line(snapshot, |_| true)
}

/// The same of the lines that belong to the game, with the node after which it begins: a card that is
/// locked has its own.
pub(super) fn best_line_of_game(snapshot: &Snapshot) -> Option<(NodeId, &CardLine)> {
    let (card, line) = first_line(snapshot, |card| card.threat.is_none())?;
    Some((card.lock.as_ref().map_or(snapshot.game.current, |lock| lock.node), line))
}

/// Cards about the position on the board come before those that stay at another one.
fn first_line(
    snapshot: &Snapshot,
    is_wanted: impl Fn(&EngineCardView) -> bool,
) -> Option<(&EngineCardView, &CardLine)> {
    let analysis = &snapshot.analysis;
    let is_fresh = analysis.position_id == snapshot.game.position_id;
    if !is_fresh || snapshot.mode != Mode::Analyse {
        return None;
    }
    let cards = analysis.cards.iter().filter(|card| is_wanted(card));
    let lines = cards.filter_map(|card| Some((card, card.lines.first()?)));
    let all: Vec<_> = lines.filter(|(_, line)| !line.moves.is_empty()).collect();
    let shown = all.iter().find(|(card, _)| card.is_about_shown());
    shown.or_else(|| all.first()).copied()
}

/// A line as one writes it to a friend: `Edax 4.6, depth 24, +2.00: d3 c4 e3`.
pub(in crate::ui) fn line_text(who: &str, depth: &str, line: &CardLine) -> String {
    let depth = match depth {
        "" | text::DASH => String::new(),
        depth => format!(", depth {depth}"),
    };
    format!("{who}{depth}, {}: {}", line.score, line.moves.join(" "))
}

/// Actions other than moving checkers, if the user is to act.
pub(super) fn decisions(snapshot: &Snapshot) -> Option<&DecisionsView> {
    snapshot.game.decisions.as_ref().filter(|_| snapshot.mode != Mode::Match)
}

/// Two different dice were rolled and neither has been played.
pub(super) fn may_swap_dice(s: &Snapshot) -> bool {
    let dice = s.game.scene.table.as_ref().map_or(&[][..], |table| &table.dice);
    let differ = matches!(dice, [one, other] if one.value != other.value);
    differ && s.game.can_move && decisions(s).is_some_and(|found| !found.has_part)
}

pub(super) fn can_decide(snapshot: &Snapshot, mv: &str) -> bool {
    decisions(snapshot).is_some_and(|found| found.moves.iter().any(|known| known == mv))
}

pub(super) fn decide(r: &mut Run<'_>, mv: &str) {
    r.game(GameCommand::Type(mv.to_owned()));
}

pub(super) fn resignation(snapshot: &Snapshot, times: usize) -> Option<&String> {
    decisions(snapshot)?.resignations.get(times - 1)
}

pub(super) fn resign(r: &mut Run<'_>, times: usize) {
    if let Some(mv) = resignation(r.snapshot, times) {
        r.commands.push(Command::Game(GameCommand::Type(mv.clone())));
    }
}

/// If a resignation is a move, it must be legal now: in games with dice only the side to act may
/// offer to resign.
pub(super) fn may_resign(s: &Snapshot) -> bool {
    s.game.decisions.as_ref().is_none_or(|found| !found.resignations.is_empty())
}

/// The user is playing a game, and may end it without playing on.
pub(super) fn may_give_up(s: &Snapshot) -> bool {
    let has_person = s.game.seats.iter().any(|seat| seat.human);
    s.mode == Mode::Play && s.game.playing && has_person
}

/// The visible board is an endless plane.
pub(super) fn on_plane(snapshot: &Snapshot) -> bool {
    let scene = match (snapshot.mode, &snapshot.matching) {
        (Mode::Match, Some(found)) => found.board.as_ref().map(|board| &board.scene),
        (Mode::Match, None) => None,
        (Mode::Play | Mode::Analyse, _) => Some(&snapshot.game.scene),
    };
    scene.is_some_and(|scene| scene.surface == Surface::Plane)
}

pub(super) fn shown_board<'a>(r: &'a mut Run<'_>) -> &'a mut BoardState {
    match r.snapshot.mode {
        Mode::Match => &mut r.state.match_board,
        Mode::Play | Mode::Analyse => &mut r.state.board,
    }
}

pub(super) fn match_running(snapshot: &Snapshot) -> bool {
    snapshot.matching.as_ref().is_some_and(|m| !m.over)
}

/// The visible position, in canonical text and in other forms.
fn texts(snapshot: &Snapshot) -> Option<(&str, &[(&'static str, String)])> {
    match snapshot.mode {
        Mode::Play | Mode::Analyse => {
            Some((&snapshot.game.position_text, &snapshot.game.position_texts))
        }
        Mode::Match => {
            let board = snapshot.matching.as_ref()?.board.as_ref()?;
            Some((&board.position_text, &board.position_texts))
        }
    }
}

/// The visible position in canonical text, with the fields behind it that no rule needs.
pub(super) fn position(snapshot: &Snapshot) -> Option<&str> {
    let (canonical, forms) = texts(snapshot)?;
    let mut forms = forms.iter().map(|(_, text)| text.as_str());
    Some(forms.find(|text| text.starts_with(canonical)).unwrap_or(canonical))
}

/// The position in the form of this name, if the game has it.
pub(super) fn form<'a>(snapshot: &'a Snapshot, name: &str) -> Option<&'a str> {
    let (_, forms) = texts(snapshot)?;
    forms.iter().filter(|(form, _)| *form == name).map(|(_, text)| text.as_str()).next()
}

pub(super) fn copy_form(r: &mut Run<'_>, name: &str) {
    if let Some(text) = form(r.snapshot, name) {
        r.ctx.copy_text(text.to_owned());
    }
}

pub(super) fn to_board(r: &mut Run<'_>) {
    r.state.page = Page::Board;
}

/// To the board with the game, also from a match.
pub(super) fn to_game(r: &mut Run<'_>) {
    to_board(r);
    if r.snapshot.mode == Mode::Match {
        r.game(GameCommand::SetMode(r.state.board_mode));
    }
}

pub(super) fn new_game(r: &mut Run<'_>) {
    dialogs::ask_new_game(r.snapshot, r.state, r.snapshot.game.info);
}

pub(super) fn save(r: &mut Run<'_>) {
    match r.snapshot.game.path.clone() {
        Some(path) => r.commands.push(Command::File(FileCommand::Save(path))),
        None => dialogs::ask_path(r.ctx, r.state, PathUse::Save, r.snapshot.game.save_as.clone()),
    }
}

/// Moves the keyboard focus to the first of them.
pub(super) fn failed_engine(r: &mut Run<'_>) {
    let Some(failure) = r.snapshot.failures.first() else { return };
    let mode = if failure.seat.is_some() { Mode::Play } else { Mode::Analyse };
    if r.snapshot.mode != mode {
        r.game(GameCommand::SetMode(mode));
    }
    r.state.page = Page::Board;
    r.state.failures_seen.clear();
    r.state.focus = Some(Focus::Failure);
}

pub(super) fn type_move(r: &mut Run<'_>) {
    to_game(r);
    r.state.panel_tab = PanelTab::Moves;
    r.state.focus = Some(Focus::TypedMove);
}

pub(super) fn analyse_toggle(r: &mut Run<'_>) {
    to_board(r);
    if r.snapshot.mode != Mode::Analyse {
        r.game(GameCommand::SetMode(Mode::Analyse));
    }
    let cards = &r.snapshot.analysis.cards;
    if cards.is_empty() {
        if let Some(entry) = first_choice(r.snapshot) {
            r.analysis(AnalysisCommand::AddEngine(entry.name.clone()));
        }
        return;
    }
    let any_runs = cards.iter().any(|card| card.running);
    for card in cards.iter().filter(|card| card.running == any_runs) {
        r.analysis(AnalysisCommand::SetRunning(card.id, !any_runs));
    }
}

pub(super) fn set_mode(r: &mut Run<'_>, mode: Mode) {
    to_board(r);
    r.game(GameCommand::SetMode(mode));
}

pub(super) fn show_tab(r: &mut Run<'_>, tab: DrawerTab) {
    to_board(r);
    r.state.drawer.tab = tab;
    r.state.drawer.wish[mode_idx(r.snapshot.mode)] = Some(true);
}

pub(super) fn zoom(r: &mut Run<'_>, by: f32) {
    let zoom = ((r.snapshot.settings.zoom + by) * 20.0).round() / 20.0;
    r.settings(SettingsCommand::Zoom(zoom.clamp(ZOOM_LEAST, ZOOM_MOST)));
}

/// The game at the table ended but could have gone on.
pub(super) fn is_given_up(snapshot: &Snapshot) -> bool {
    let game = &snapshot.game;
    game.at_end && !game.playing && !game.result.is_empty()
}

/// A piece is chosen for an unfinished move.
pub(super) fn is_choosing(snapshot: &Snapshot) -> bool {
    let scene = &snapshot.game.scene;
    scene.marks.iter().any(|mark| matches!(mark, Mark::Chosen(_)))
        || scene.hands.iter().flatten().any(|piece| piece.chosen)
}

/// The progress shown is that of a whole-game analysis.
pub(super) fn is_reviewing(snapshot: &Snapshot) -> bool {
    let stops = Command::Analysis(AnalysisCommand::StopWholeGame);
    snapshot.progress.as_ref().is_some_and(|progress| progress.cancel.as_ref() == Some(&stops))
}
