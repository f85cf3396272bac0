//! The probe: what an engine is, how that was found out, and the growing transcript.
//!
//! Without a probe it shows the mistakes in the list, and the available engines.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Color32, Rect, ScrollArea, Ui, WidgetInfo, pos2, vec2};

use crate::app::{
    CheckStepState, CheckStepView, CheckView, Command, ConsoleLine, EngineChange, EngineCommand,
    NewEngine, NoteKind, NoteView, ProbeState, ProbeView, Protocol, VerdictView,
};
use crate::count::counted;
use crate::ui::dialogs::{PathUse, ask_path};
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::panels::{as_text, line_ui, problems_ui};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets::{self, Button};

use super::checks::sign;
use super::start::is_bound;
use super::{add_engine, check_of, chosen, known, probe_engine, show_step};

const LINE: f32 = 19.0;
/// Notes of a verdict that are shown, what a check has found included.
const MAX_NOTES: usize = 5;
/// Steps of a check that are shown with the verdict.
const MAX_TROUBLES: usize = 3;
const NOTE: f32 = 20.0;
/// Height of the panel's head.
pub(super) const HEAD: f32 = 52.0;
const TRIES: f32 = 38.0;
const FOOT: f32 = 42.0;
const HAD: &str = "Engines that can be had";

/// Shows the panel, filling `rect`.
/// `folds` says that it can be folded to its head.
pub(super) fn probe_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, folds: bool) {
    let snapshot = view.snapshot;
    let kit = view.kit(ui);
    let mut r = rect;
    let head = r.cut_top(HEAD).shrink2(vec2(size::PAD + 4.0, 0.0));
    let head = if folds { fold_ui(ui, view, &kit, head) } else { head };
    head_ui(ui, view, &kit, head);
    if r.height() < NOTE {
        return;
    }
    match &snapshot.probe {
        Some(probe) => {
            verdict_ui(ui, view, &kit, &mut r, probe);
            speaks_ui(ui, view, &kit, &mut r, probe);
            if r.height() < TRIES + FOOT + LINE {
                return;
            }
            if probe.tries.is_empty() && !probe.running {
                section(ui, &kit, &mut r, HAD);
                return known::known_ui(ui, view, r);
            }
            tries_ui(ui, view, &kit, &mut r, probe);
            let foot = r.cut_bottom(FOOT);
            let lines = shown_lines(view, probe);
            lines_ui(ui, view, r, &lines);
            foot_ui(ui, view, &kit, foot, (probe, &lines));
        }
        None => idle_ui(ui, view, &kit, r),
    }
}

fn head_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect) {
    let snapshot = view.snapshot;
    let at = head.left_center();
    let t = kit.t;
    let running = snapshot.probe.as_ref().is_some_and(|probe| probe.running);
    let left = if running {
        let stop = Button::words("stop", "Stop the probe");
        let stop = stop.show_right(ui, kit, head.right_center());
        if stop.clicked() {
            view.push(Command::Engine(EngineCommand::StopProbe));
        }
        stop.rect.left()
    } else if let Some(check) = being_checked(view) {
        let spoken = format!("{}: {}", text::STOP_CHECK, check.engine);
        let stop = Button::words("stop", text::STOP_CHECK).name(&spoken);
        let stop = stop.show_right(ui, kit, head.right_center());
        if stop.clicked() {
            view.push(Command::Engine(EngineCommand::StopCheck(check.engine.clone())));
        }
        stop.rect.left()
    } else if let Some(entry) = chosen(view) {
        let again = snapshot.probe.as_ref().is_some_and(|p| p.entry.as_ref() == Some(&entry.name));
        let words = if again { "Probe again" } else { "Probe" };
        let spoken = format!("{words}: {}", entry.name);
        let button = Button::words("bolt", words).name(&spoken);
        let button = button.show_right(ui, kit, head.right_center());
        if button.clicked() {
            probe_engine(view, &entry.name);
        }
        button.rect.left()
    } else {
        head.right()
    };
    // Also if it was not added: another engine of the list may be selected meanwhile.
    let of = snapshot.probe.as_ref().map(|probe| probe.entry.as_ref().unwrap_or(&probe.source));
    let words = of.map_or_else(|| "Probe".to_owned(), |name| format!("Probe of {name}"));
    let max = left - at.x - 10.0;
    widgets::label(ui, kit, at, L, &words, W::Semi, font::TITLE, t.text, max);
}

/// The button that folds and unfolds the panel, at the left of its head; returns the rest.
fn fold_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect) -> Rect {
    let is_open = view.state.engines.is_probe_open;
    let (icon, name) = if is_open { ("down", "Fold the probe") } else { ("up", "Show the probe") };
    let at = head.left_center() - vec2(6.0, 0.0);
    let fold = Button::icon(icon, name).on(is_open).show(ui, kit, at);
    if fold.clicked() {
        view.state.engines.is_probe_open = !is_open;
    }
    head.with_min_x(fold.rect.right() + 6.0)
}

/// The check of the engine that was probed, while it runs.
fn being_checked<'a>(view: &View<'a>) -> Option<&'a CheckView> {
    checked(view, view.snapshot.probe.as_ref()?).filter(|check| check.running)
}

/// Shown without a probe: mistakes, and available engines.
fn idle_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, rect: Rect) {
    let mut r = rect;
    let place = r.cut_top(48.0).shrink2(vec2(size::PAD + 4.0, 0.0));
    let words = "A probe starts the engine, greets it in its protocol, asks it for one move and \
                 shuts it down.";
    widgets::note(ui, kit, place, words, font::BODY, kit.t.text2, 2);
    if !view.snapshot.problems.is_empty() {
        let mut problems = r.cut_top(r.height() * 0.4);
        section(ui, kit, &mut problems, text::PROBLEMS);
        widgets::area(ui, problems, "engine problems", |ui| problems_ui(ui, view, problems));
    }
    section(ui, kit, &mut r, HAD);
    known::known_ui(ui, view, r);
}

fn section(ui: &Ui, kit: &Kit<'_>, r: &mut Rect, words: &str) {
    let row = r.cut_top(36.0);
    kit.hline(row.left(), row.right(), row.top());
    let at = row.left_center() + vec2(size::PAD + 4.0, 2.0);
    widgets::label(ui, kit, at, L, words, W::Semi, font::BODY, kit.t.text2, row.width() - 24.0);
}

fn verdict_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, r: &mut Rect, probe: &ProbeView) {
    let t = kit.t;
    let check = checked(view, probe);
    let (icon, ink, words) = match (&probe.verdict, check) {
        (None, _) => ("clock", t.text2, format!("Probing {}", probe.source)),
        (Some(VerdictView { good: true, text, .. }), Some(check)) => {
            let (icon, ink) = if check.running { ("check", t.accent) } else { sign(check, t) };
            (icon, ink, format!("{}; {}.", text.trim_end_matches('.'), check.counts))
        }
        (Some(VerdictView { good: true, text, .. }), None) => ("check", t.accent, text.clone()),
        (Some(VerdictView { good: false, text, .. }), _) => ("warn", t.danger, text.clone()),
    };
    let mut troubled: Vec<&CheckStepView> =
        check.into_iter().flat_map(CheckView::troubled).collect();
    let n_more = troubled.len().saturating_sub(MAX_TROUBLES);
    troubled.truncate(MAX_TROUBLES);
    let notes: &[NoteView] = probe.verdict.as_ref().map_or(&[], |verdict| &verdict.notes);
    let notes = &notes[..notes.len().min(MAX_NOTES - troubled.len())];
    let n_rows = troubled.len() + usize::from(n_more > 0) + notes.len();
    let below = n_rows as f32 * NOTE;
    let alert = !check.is_some_and(|check| check.running);
    let said = Said { icon, ink, words: &words, pad: 12.0, below, alert };
    let mut rest = said_ui(ui, kit, r, &said);
    // If there is little room, only the first ones are shown.
    let n_fit = (rest.height() / NOTE + 0.01) as usize;
    let n_taken = troubled.len() + usize::from(n_more > 0);
    let notes = notes.iter().take(n_fit.saturating_sub(n_taken));
    for step in troubled.into_iter().take(n_fit) {
        trouble_ui(ui, view, kit, rest.cut_top(NOTE), probe, step);
    }
    if n_more > 0 && rest.height() >= NOTE {
        let words = format!("and {n_more} more, which the check below lists");
        note_ui(ui, kit, rest.cut_top(NOTE), "warn", t.text3, &words);
    }
    for note in notes {
        let (icon, ink) = match note.kind {
            NoteKind::Fact | NoteKind::Deviation => ("check", t.text3),
            NoteKind::Trouble => ("warn", t.warn),
        };
        note_ui(ui, kit, rest.cut_top(NOTE), icon, ink, &note.in_words());
    }
    choices_ui(ui, view, kit, r, probe);
}

/// For an engine of the list that speaks another protocol, a click sets that protocol.
fn speaks_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, r: &mut Rect, probe: &ProbeView) {
    let Some((speaks, name)) = probe.speaks.zip(probe.entry.as_ref()) else { return };
    let entry = view.snapshot.engines.iter().find(|entry| entry.name == *name);
    let Some(entry) = entry.filter(|entry| entry.protocol != speaks) else { return };
    if is_bound(view, entry) {
        return;
    }
    let at = r.cut_top(size::CONTROL + 16.0).left_center() + vec2(12.0, 0.0);
    let words = format!("Change to {speaks}");
    let spoken = format!("{words}: {name}");
    if Button::words("edit", &words).name(&spoken).show(ui, kit, at).clicked() {
        let changes = vec![EngineChange::Protocol(speaks)];
        view.push(Command::Engine(EngineCommand::Change(name.clone(), changes)));
    }
}

/// The check of the engine that was probed.
fn checked<'a>(view: &View<'a>, probe: &ProbeView) -> Option<&'a CheckView> {
    check_of(view, probe.entry.as_ref()?)
}

fn note_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, icon: &str, ink: Color32, words: &str) {
    kit.icon(pos2(row.left() - 20.0, row.center().y), icon, 13.0, ink);
    let (at, ink) = (row.left_center(), kit.t.text2);
    widgets::label(ui, kit, at, L, words, W::Regular, 12.0, ink, row.width());
}

/// A step of the check that went wrong; a click shows what was said in it.
fn trouble_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    probe: &ProbeView,
    step: &CheckStepView,
) {
    let (icon, ink) = match step.state {
        CheckStepState::Failed => ("close", kit.t.danger),
        CheckStepState::Waiting
        | CheckStepState::Running
        | CheckStepState::Passed
        | CheckStepState::Warned
        | CheckStepState::LeftOut => ("warn", kit.t.warn),
    };
    let words = format!("{}: {}", step.name, step.remark);
    let place = row.with_min_x(row.left() - 30.0);
    let spoken = format!("Show the check {}, {}: {}", step.name, step.state.word(), step.remark);
    let button = widgets::row_button(ui, kit, place, step.name, &spoken, false);
    kit.icon(pos2(row.left() - 20.0, row.center().y), icon, 13.0, ink);
    let (at, ink) = (row.left_center(), kit.t.text2);
    kit.fit(at, L, &words, W::Regular, 12.0, ink, row.width());
    if widgets::tip(button, kit.t, &words).clicked()
        && let Some(engine) = &probe.entry
    {
        show_step(view, engine, step.name);
    }
}

/// A card with a sign and a sentence.
pub(super) struct Said<'a> {
    pub icon: &'a str,
    pub ink: Color32,
    pub words: &'a str,
    /// Distance from the edges at its sides.
    pub pad: f32,
    /// Room below the sentence, in the card.
    pub below: f32,
    /// Spoken as soon as it is there.
    pub alert: bool,
}

/// Shows the card at the top of `r`, which it cuts off; returns the room below the sentence.
pub(super) fn said_ui(ui: &Ui, kit: &Kit<'_>, r: &mut Rect, said: &Said<'_>) -> Rect {
    let t = kit.t;
    let inner = r.width() - 2.0 * said.pad - 58.0;
    let font = W::Semi.id(font::STRONG);
    // A figure and its unit stay together.
    let words = said.words.replace(" ms", "\u{a0}ms");
    let galley = kit.p.layout(words.clone(), font, t.text, inner);
    let least = (galley.size().y + 26.0).max(46.0);
    let height = (least + said.below).min((r.height() * 0.5).max(least)).min(r.height());
    let card = r.cut_top(height).shrink2(vec2(said.pad, 0.0));
    kit.fill(card, size::R_CARD, mix(t.card, said.ink, 0.08));
    kit.frame(card, size::R_CARD, fade(said.ink, 0.5));
    kit.icon(pos2(card.left() + 22.0, card.top() + 23.0), said.icon, 16.0, said.ink);
    let at = pos2(card.left() + 42.0, card.top() + 13.0);
    let shown = kit.clipped(card).para(at, &words, W::Semi, font::STRONG, t.text, inner);
    match said.alert {
        true => widgets::alert(ui, shown, said.words),
        false => widgets::say(ui, shown, said.words),
    }
    let top = shown.bottom() + 3.0;
    let room = said.below.min((card.bottom() - 10.0 - top).max(0.0));
    Rect::from_min_size(pos2(card.left() + 42.0, top), vec2(inner, room))
}

/// The programs of a folder, one of which is the engine.
fn choices_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, r: &mut Rect, probe: &ProbeView) {
    if probe.choices.is_empty() {
        return;
    }
    let rect = r.cut_top((probe.choices.len() as f32 * 30.0 + 8.0).min(r.height() * 0.6));
    let mut wish = None;
    widgets::area(ui, rect.shrink2(vec2(12.0, 4.0)), "programs", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for path in probe.choices.iter() {
                let (_, row) = ui.allocate_space(vec2(ui.available_width(), 30.0));
                let kit = kit.on(ui);
                let spoken = format!("Add {path}");
                if widgets::row_button(ui, &kit, row.shrink(1.0), path, &spoken, false).clicked() {
                    wish = Some(path.clone());
                }
                let at = row.left_center() + vec2(10.0, 0.0);
                let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
                kit.fit(at, L, name, W::Mono, 12.0, kit.t.text, row.width() - 20.0);
            }
        });
    });
    if let Some(path) = wish {
        // The request for the folder applies to its program.
        let new = NewEngine::new(path, probe.wanted.map(Protocol::name));
        add_engine(view.snapshot, view.state, view.commands, new);
    }
}

/// Each protocol with its outcome; if it was tried in several ways, the best one.
fn protocols(probe: &ProbeView) -> Vec<(Protocol, ProbeState)> {
    let rank = |state: &ProbeState| match state {
        ProbeState::Found => 3,
        ProbeState::Running => 2,
        ProbeState::Failed(_) => 1,
        ProbeState::Waiting => 0,
    };
    let mut all: Vec<(Protocol, ProbeState)> = Vec::new();
    for tried in &probe.tries {
        match all.iter_mut().find(|(protocol, _)| *protocol == tried.protocol) {
            Some((_, state)) if rank(state) < rank(&tried.state) => *state = tried.state.clone(),
            Some(_) => {}
            None => all.push((tried.protocol, tried.state.clone())),
        }
    }
    all
}

/// The protocols that were tried; a click shows the transcript of one alone, a second one all again.
fn tries_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, r: &mut Rect, probe: &ProbeView) {
    let row = r.cut_top(TRIES);
    kit.hline(row.left(), row.right(), row.bottom());
    let t = kit.t;
    let mut x = row.left() + 20.0;
    let y = row.center().y;
    for (protocol, state) in protocols(probe) {
        let (icon, ink, words) = match &state {
            ProbeState::Found => ("check", t.accent, "found".to_owned()),
            ProbeState::Running => ("clock", t.text, "being tried".to_owned()),
            ProbeState::Failed(reason) => ("close", t.text3, reason.clone()),
            ProbeState::Waiting => ("minus", t.text3, "not tried".to_owned()),
        };
        let ink_of_icon = ink;
        let weight = if state == ProbeState::Found { W::Semi } else { W::Regular };
        let ink = if state == ProbeState::Found { t.text } else { t.text2 };
        let wide = kit.width(protocol.title(), weight, font::BODY);
        let place = Rect::from_min_max(pos2(x - 10.0, y - 13.0), pos2(x + wide + 18.0, y + 13.0));
        let spoken = format!("{protocol}: {words}");
        let is_tried = state != ProbeState::Waiting;
        let chosen = &mut view.state.engines.transcript_of;
        let is_on = *chosen == Some((probe.number, protocol));
        let button = match is_tried {
            true => {
                widgets::row_button(ui, kit, place, ("tried", protocol.title()), &spoken, is_on)
            }
            false => widgets::hit(ui, place, ("tried", protocol.title()), false),
        };
        if !is_tried {
            button.widget_info(|| WidgetInfo::labeled(Role::Button, false, &spoken));
        }
        let why_not = (!is_tried).then_some("It was not tried: there is no transcript.");
        if widgets::tip_unless(button, t, &spoken, why_not).clicked() {
            *chosen = (!is_on).then_some((probe.number, protocol));
        }
        kit.icon(pos2(x, y), icon, 12.0, ink_of_icon);
        let shown = kit.text(pos2(x + 10.0, y), L, protocol.title(), weight, font::BODY, ink);
        x = shown.right() + 24.0;
    }
}

/// The lines that are shown: of all tries, or of those in the protocol that was clicked.
fn shown_lines(view: &View<'_>, probe: &ProbeView) -> Arc<[ConsoleLine]> {
    match view.state.engines.transcript_of {
        Some((number, protocol)) if number == probe.number => {
            let tried = probe.tries.iter().filter(|tried| tried.protocol == protocol);
            tried.flat_map(|tried| tried.lines.iter().cloned()).collect()
        }
        Some(_) | None => Arc::clone(&probe.lines),
    }
}

fn lines_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, lines: &[ConsoleLine]) {
    widgets::area(ui, rect, "transcript", |ui| {
        let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
        area.stick_to_bottom(true).show_rows(ui, LINE, lines.len(), |ui, range| {
            let kit = view.kit(ui);
            for line in &lines[range] {
                let (_, row) = ui.allocate_space(vec2(ui.available_width(), LINE));
                line_ui(ui, &kit, row, line, &format!("{:.1}", line.secs * 1000.0));
            }
        });
    });
}

fn foot_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    foot: Rect,
    (probe, shown): (&ProbeView, &[ConsoleLine]),
) {
    kit.hline(foot.left(), foot.right(), foot.top());
    let at = foot.left_center() + vec2(12.0, 0.0);
    let copy = Button::words("copy", "Copy").name("Copy the transcript").show(ui, kit, at);
    if copy.clicked() {
        ui.ctx().copy_text(as_text(shown));
    }
    let at = copy.rect.right_center() + vec2(6.0, 0.0);
    let save = Button::words("save", "Save transcript\u{2026}").show(ui, kit, at);
    if save.clicked() {
        ask_path(ui.ctx(), view.state, PathUse::Probe, Some("probe.txt".into()));
    }
    let lines = counted(probe.n_lines, "line");
    let words = format!("{lines}, {} ms", probe.elapsed.as_millis());
    let at = foot.right_center() - vec2(14.0, 0.0);
    let max = at.x - save.rect.right() - 8.0;
    if max > 30.0 {
        widgets::label(ui, kit, at, R, &words, W::Regular, font::SMALL, kit.t.text3, max);
    }
}
