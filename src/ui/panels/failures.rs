//! Failures of engines, shown where the user looks: what happened in one sentence, and all possible
//! actions.
//!
//! Judges nothing: the snapshot says which actions make sense.

use std::time::Duration;

use egui::accesskit::Role;
use egui::{Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};

use super::match_files::{open, open_words};
use super::match_games::bundle_words;
use crate::app::{
    AnalysisCommand, Command, EngineCommand, FailureView, GameCommand, MatchCommand, MatchGameRow,
    MatchView, Mode, Remedy, Snapshot,
};
use crate::ui::actions::{self, ActionId};
use crate::ui::dialogs::Confirm;
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::pages::EngineTab;
use crate::ui::root::View;
use crate::ui::state::{DrawerTab, Focus, Overlay, Page, SeenFailure, UiState};
use crate::ui::text;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets::{self, Button};

/// Distance between two buttons, and between the edge of the card and what is in it.
const GAP: f32 = 8.0;
const PAD: f32 = 12.0;
/// Room for the sign before the sentence.
const SIGN: f32 = 26.0;

/// Label and icon of an action.
pub(super) fn words(remedy: Remedy) -> (&'static str, &'static str) {
    match remedy {
        Remedy::Wait => (text::WAIT, "clock"),
        Remedy::Restart => (text::RESTART_ENGINE, "reset"),
        Remedy::Kill => (text::KILL_ENGINE, "trash"),
        Remedy::Forfeit => (text::FORFEIT, "flag"),
        Remedy::Analyse => (text::GO_ON_AS_ANALYSIS, "graph"),
        Remedy::Remove => (text::REMOVE, "close"),
        Remedy::Engines => (text::ENGINES_PAGE, "engine"),
        Remedy::Replace => (text::REPLACE_ENGINE, "flip"),
    }
}

/// How long to wait before the user is reminded that an engine does not answer, in seconds.
const WAIT: f64 = 30.0;

/// Does it, or confirms it first if it is irreversible. A failure that needs no action is only
/// hidden for a while. `now` is the time of the frame.
pub(super) fn apply(view: &mut View<'_>, now: f64, failure: &FailureView, remedy: Remedy) {
    if let Some(question) = question(failure, remedy) {
        view.state.overlay = Some(Overlay::Confirm(question));
        return;
    }
    if remedy == Remedy::Engines {
        view.state.page = Page::Engines;
        let seat = failure.seat.and_then(|seat| view.snapshot.game.seats.get(seat));
        if let Some(name) = seat.and_then(|seat| seat.engine.clone()) {
            view.state.engines.chosen = Some(name);
            view.state.engines.tab = EngineTab::Start;
        }
        return;
    }
    if remedy == Remedy::Replace {
        // The menu of the strip beside the board.
        view.state.wants_seat = failure.seat;
        if view.snapshot.mode != Mode::Play {
            view.push(Command::Game(GameCommand::SetMode(Mode::Play)));
        }
        return;
    }
    let command = match remedy {
        Remedy::Wait | Remedy::Engines | Remedy::Replace => None,
        // An engine that does not run is started when the game goes on.
        Remedy::Restart => Some(match failure.session {
            Some(session) => Command::Engine(EngineCommand::Restart(session)),
            None => Command::Game(GameCommand::Resume),
        }),
        Remedy::Kill => failure.session.map(|id| Command::Engine(EngineCommand::Kill(id))),
        Remedy::Forfeit => failure.seat.map(|seat| Command::Game(GameCommand::Forfeit(seat))),
        Remedy::Analyse => Some(Command::Game(GameCommand::SetMode(Mode::Analyse))),
        Remedy::Remove => {
            failure.session.map(|id| Command::Analysis(AnalysisCommand::RemoveEngine(id)))
        }
    };
    view.commands.extend(command);
    // Removed when the snapshot says so; these actions do not remove it. A waiting game still waits
    // after it was analysed.
    if remedy == Remedy::Wait || !failure.waits && remedy == Remedy::Analyse {
        let back_at = (remedy == Remedy::Wait).then_some(now + WAIT);
        view.state.failures_seen.insert(key(failure), back_at);
    }
}

/// The confirmation before a process is ended or a game is lost; if the game waits for a choice,
/// the choice itself confirms.
fn question(failure: &FailureView, remedy: Remedy) -> Option<Confirm> {
    match remedy {
        Remedy::Kill => Some(Confirm::kill(failure.session?, &failure.name)),
        Remedy::Forfeit if !failure.waits => Some(Confirm::forfeit(failure.seat?, &failure.name)),
        Remedy::Wait
        | Remedy::Restart
        | Remedy::Forfeit
        | Remedy::Analyse
        | Remedy::Remove
        | Remedy::Engines
        | Remedy::Replace => None,
    }
}

/// The identity of a failure that the user has dealt with.
fn key(failure: &FailureView) -> SeenFailure {
    let FailureView { seat, session, text, .. } = failure;
    SeenFailure::Engine { seat: *seat, session: *session, text: text.clone() }
}

/// The failures that a mode shows, without those that were dealt with.
fn shown<'a>(snapshot: &'a Snapshot, state: &UiState) -> Vec<&'a FailureView> {
    let here = |failure: &&FailureView| match snapshot.mode {
        Mode::Play => failure.seat.is_some(),
        Mode::Analyse => failure.seat.is_none(),
        Mode::Match => false,
    };
    let is_open = |failure: &&FailureView| !state.failures_seen.contains_key(&key(failure));
    snapshot.failures.iter().filter(here).filter(is_open).collect()
}

/// The failure of the engine on this seat, whether it was dealt with or not.
pub(super) fn of_seat(snapshot: &Snapshot, seat: usize) -> Option<&FailureView> {
    snapshot.failures.iter().find(|failure| failure.seat == Some(seat))
}

/// Shows a card for each failure of the game or the analysis at the top of `r`, which it cuts off.
pub(super) fn failures_ui(ui: &mut Ui, view: &mut View<'_>, r: &mut Rect) {
    let snapshot = view.snapshot;
    let known: Vec<SeenFailure> = snapshot.failures.iter().map(key).collect();
    // A failure that has passed is shown again when it recurs.
    view.state.failures_seen.retain(|seen, _| match seen {
        SeenFailure::Engine { .. } => known.contains(seen),
        SeenFailure::MatchGame { .. } => true,
    });
    bring_back(ui, view.state);
    for (i, failure) in shown(snapshot, view.state).into_iter().enumerate() {
        let salt = format!("failure {i}");
        widgets::area(ui, *r, &salt, |ui| failure_ui(ui, view, r, failure, i == 0));
        r.cut_top(size::GAP);
    }
}

/// A waiting failure is shown again after a while.
fn bring_back(ui: &Ui, state: &mut UiState) {
    let now = ui.input(|i| i.time);
    state.failures_seen.retain(|_, back_at| back_at.is_none_or(|at| now < at));
    if let Some(next) = state.failures_seen.values().flatten().copied().reduce(f64::min) {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(next - now));
    }
}

/// Makes the state of a seat a button while its engine is waited for: it shows the actions again.
pub(in crate::ui) fn waited_for_ui(ui: &Ui, view: &mut View<'_>, chip: Rect, seat: usize) {
    let here = of_seat(view.snapshot, seat).filter(|_| view.snapshot.mode == Mode::Play);
    let Some(failure) = here else { return };
    let key = key(failure);
    if view.state.failures_seen.get(&key).is_none_or(Option::is_none) {
        return;
    }
    let response = ui.interact(chip, ui.scope_id().with(("waited for", seat)), Sense::click());
    let spoken = format!("{}: {}", text::SHOW_AGAIN, failure.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    let kit = view.kit(ui);
    if response.has_focus() {
        kit.focus_ring(chip, size::R_CARD);
    }
    let response = widgets::tip(response, kit.t, text::SHOW_AGAIN);
    if response.clicked() {
        view.state.failures_seen.remove(&key);
    }
}

fn failure_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    r: &mut Rect,
    failure: &FailureView,
    is_first: bool,
) {
    let offers = failure.remedies.iter().map(|remedy| {
        let (words, icon) = words(*remedy);
        Offer { words, icon, spoken: format!("{words}: {}", failure.name) }
    });
    let mut offers: Vec<Offer<'_>> = offers.collect();
    let bundle = Offer::icon("save", format!("{}: {}", text::SAVE_BUNDLE, failure.name));
    offers.extend(failure.bundle.map(|_| bundle));
    offers.push(Offer::icon("warn", format!("{}: {}", text::SHOW_PROBLEMS, failure.name)));
    let said = Said {
        spoken: &failure.text,
        shown: &failure.shown,
        error_output: &failure.error_output,
        below: "",
    };
    let clicked = card_ui(ui, view, r, &said, &offers, is_first);
    let Some(clicked) = clicked else { return };
    match (failure.remedies.get(clicked), failure.bundle) {
        (Some(remedy), _) => apply(view, ui.input(|i| i.time), failure, *remedy),
        (None, Some(bundle)) if clicked == failure.remedies.len() => {
            actions::save_bundle(ui.ctx(), view.state, bundle);
        }
        (None, _) => show_problems(view),
    }
}

/// Opens the drawer with all problems.
fn show_problems(view: &mut View<'_>) {
    view.state.drawer.tab = DrawerTab::Problems;
    view.state.drawer.wish[actions::mode_idx(view.snapshot.mode)] = Some(true);
}

/// The newest game of a match that an engine's failure ended, until the user has dealt with it.
fn failed_game<'a>(
    found: &'a MatchView,
    state: &UiState,
) -> Option<(&'a MatchGameRow, SeenFailure)> {
    let row = found.games.iter().find(|row| row.failed.is_some())?;
    let key = SeenFailure::MatchGame { number: row.number, title: found.title.clone() };
    (!state.failures_seen.contains_key(&key)).then_some((row, key))
}

/// Room that [`match_failure_ui`] takes at most, in points.
pub(super) fn match_failure_height(found: &MatchView, state: &UiState) -> f32 {
    if failed_game(found, state).is_some() { 150.0 } else { 0.0 }
}

/// Shows the newest failure of a match at the top of `r`, which it cuts off.
pub(super) fn match_failure_ui(ui: &mut Ui, view: &mut View<'_>, r: &mut Rect, found: &MatchView) {
    let Some((row, seen)) = failed_game(found, view.state) else { return };
    let name = row.failed.and_then(|side| row.players.get(side)).map_or("", String::as_str);
    let kept = bundle_words(row);
    let comma = if kept.is_empty() { "" } else { "; " };
    let why = format!("{}{comma}{kept}", row.reason);
    let said = match row.unready {
        true => format!("Game {} was not played: {name}: {why}.", row.number),
        false => format!("Game {}: {name} has lost it: {why}.", row.number),
    };
    let mut offers = vec![
        Offer::new(text::GO_ON, "check", format!("{}: the match", text::GO_ON)),
        Offer::new(
            text::OPEN_THE_GAME,
            "graph",
            format!("Open the game {} to analyse", row.number),
        ),
    ];
    let can_pause = !found.over && !found.paused;
    offers.extend(can_pause.then(|| {
        Offer::new(text::MATCH_PAUSE, "pause", format!("{} after a failure", text::MATCH_PAUSE))
    }));
    let n_pause = offers.len();
    let spoken = open_words(found, "all that is known of this failure");
    offers.extend(row.bundle.as_ref().map(|_| Offer::icon("open", spoken)));
    let number = row.number;
    let clicked = widgets::area(ui, *r, "match failure", |ui| {
        let said = Said { spoken: &said, shown: &said, error_output: &[], below: "" };
        card_ui(ui, view, r, &said, &offers, true)
    });
    r.cut_top(size::GAP);
    match clicked {
        Some(0) => drop(view.state.failures_seen.insert(seen, None)),
        Some(1) => view.push(Command::Match(MatchCommand::Open(number))),
        Some(offer) if offer < n_pause => view.act(ui.ctx(), ActionId::MatchPause),
        Some(_) => {
            if let Some(bundle) = &row.bundle {
                open(ui, view, found, bundle);
            }
        }
        None => {}
    }
}

/// A button of a card.
pub(super) struct Offer<'a> {
    /// Its label; empty for an icon alone.
    words: &'a str,
    icon: &'a str,
    spoken: String,
}

impl<'a> Offer<'a> {
    pub(super) fn new(words: &'a str, icon: &'a str, spoken: String) -> Self {
        Self { words, icon, spoken }
    }

    fn icon(icon: &'a str, spoken: String) -> Self {
        Self { words: "", icon, spoken }
    }
}

/// What a card says.
pub(super) struct Said<'a> {
    /// The sentence as it is spoken at once.
    pub(super) spoken: &'a str,
    /// The same as it is painted; it may change with time.
    pub(super) shown: &'a str,
    /// The last lines of an error output.
    pub(super) error_output: &'a [String],
    /// What is shown below the buttons; empty for nothing.
    pub(super) below: &'a str,
}

/// Lines of an error output that a card shows, and the height of each.
const MOST_LINES: usize = 2;
const LINE: f32 = 17.0;

/// A sentence that is spoken at once, the last lines of the error output (whole in a tip), and
/// buttons in as many rows as they need; returns the clicked one. The first one gets the focus when
/// requested.
pub(super) fn card_ui(
    ui: &Ui,
    view: &mut View<'_>,
    r: &mut Rect,
    said: &Said<'_>,
    offers: &[Offer<'_>],
    may_focus: bool,
) -> Option<usize> {
    let kit = view.kit(ui);
    let t = kit.t;
    let width = r.width() - 2.0 * size::PAD - 2.0 * PAD;
    let shown = said.shown.to_owned();
    let galley = kit.p.layout(shown, W::Medium.id(font::BODY), t.text, width - SIGN);
    let sentence = galley.size().y.max(18.0);
    let lines = said.error_output.iter().filter(|line| !line.trim().is_empty());
    let lines: Vec<&String> = lines.rev().take(MOST_LINES).collect();
    let words = sentence + lines.len() as f32 * LINE;
    let places = places(&kit, offers, width);
    let buttons = places.last().map_or(0.0, |place| place.bottom());
    let below = kit.p.layout(said.below.to_owned(), W::Medium.id(font::BODY), t.text, width);
    let below = if said.below.is_empty() { 0.0 } else { below.size().y + 10.0 };
    let card = r.cut_top(PAD + words + 10.0 + buttons + below + PAD).shrink2(vec2(size::PAD, 0.0));
    kit.fill(card, size::R_CARD, mix(t.card, t.danger, 0.08));
    kit.frame(card, size::R_CARD, fade(t.danger, 0.5));
    let at = card.min + vec2(PAD, PAD);
    kit.icon(at + vec2(8.0, 9.0), "warn", 16.0, t.danger);
    let place = at + vec2(SIGN, 0.0);
    let shown = kit.para(place, said.shown, W::Medium, font::BODY, t.text, width - SIGN);
    widgets::alert(ui, shown, said.spoken);
    for (i, line) in lines.into_iter().rev().enumerate() {
        let from = place + vec2(0.0, sentence + i as f32 * LINE);
        error_line_ui(ui, &kit, Rect::from_min_size(from, vec2(width - SIGN, LINE)), line);
    }
    let from = at.to_vec2() + vec2(0.0, words + 10.0);
    if !said.below.is_empty() {
        let place = (from + vec2(0.0, buttons + 10.0)).to_pos2();
        kit.para(place, said.below, W::Medium, font::BODY, t.text, width);
    }
    let mut clicked = None;
    for (i, (offer, place)) in offers.iter().zip(places).enumerate() {
        let look = match (i, offer.words) {
            (_, "") => Look::Ghost,
            (0, _) => Look::Primary,
            (_, _) => Look::Plain,
        };
        let button = Button::words(offer.icon, offer.words).name(&offer.spoken).look(look);
        let response = button.show_in(ui, &kit, place.translate(from));
        if i == 0 && may_focus {
            take_focus(view.state, &response);
        }
        if response.clicked() {
            clicked = Some(i);
        }
    }
    clicked
}

/// A line of an error output, cut to the width of `place` and whole in a tip.
fn error_line_ui(ui: &Ui, kit: &Kit<'_>, place: Rect, line: &str) {
    let at = place.left_center();
    kit.fit(at, L, line.trim_end(), W::Mono, font::SMALL, kit.t.text2, place.width());
    let id = ui.scope_id().with(("error line", place.min.y as i32, line));
    let response = ui.interact(place, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, line));
    widgets::tip(response, kit.t, line);
}

/// The keyboard goes to the first button when the action asks for it.
fn take_focus(state: &mut UiState, first: &Response) {
    if state.focus == Some(Focus::Failure) {
        state.focus = None;
        first.request_focus();
    }
}

/// Where the buttons stand, from the upper left corner of the first on; a new row where they would
/// be wider than `width`.
fn places(kit: &Kit<'_>, offers: &[Offer<'_>], width: f32) -> Vec<Rect> {
    let mut at = pos2(0.0, 0.0);
    let place = |offer: &Offer<'_>| {
        let w = kit.button_width(offer.icon, offer.words).min(width);
        if at.x > 0.0 && at.x + w > width {
            at = pos2(0.0, at.y + size::CONTROL + GAP);
        }
        let place = Rect::from_min_size(at, vec2(w, size::CONTROL));
        at.x += w + GAP;
        place
    };
    offers.iter().map(place).collect()
}
