//! The check of an engine: its result in a sentence, and its steps, which can be unfolded.
//!
//! Judges nothing: verdicts and remarks come ready.

use egui::{Color32, Pos2, Rect, Response, ScrollArea, Ui, pos2, vec2};

use crate::app::{
    CheckStepState, CheckStepView, CheckView, Command, EngineCommand, EngineEntryView,
};
use crate::ui::dialogs::{PathUse, ask_path};
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::panels::line_ui;
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{Theme, fade, font, size};
use crate::ui::widgets::{self, Button};

use super::check_of;
use super::probe::{Said, said_ui};

const ROW: f32 = 46.0;
const LINE: f32 = 19.0;
/// Width of the bar that says how far a check is.
const METER: f32 = 120.0;
/// Where name and remark of a step begin.
const INDENT: f32 = 40.0;
/// Below this height the sentence moves away with the steps.
const LOW: f32 = 260.0;
/// Room for the sentence among the steps.
const SAID: f32 = 72.0;
/// Below this width a step's paragraph is shown only when it is unfolded.
const NARROW: f32 = 340.0;

/// Shows the tab, filling `rect`.
pub(super) fn checks_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, entry: &EngineEntryView) {
    let kit = view.kit(ui);
    let mut r = rect;
    r.cut_bottom(12.0);
    r.cut_top(2.0);
    let check = check_of(view, &entry.name);
    let tools = r.cut_top(32.0);
    // If there is little room the sentence scrolls with the steps.
    let scrolls = r.height() < LOW;
    tools_ui(ui, view, &kit, tools, entry, check, scrolls);
    r.cut_top(10.0);
    let Some(check) = check else {
        let place = r.cut_top(44.0);
        let ink = kit.t.text2;
        widgets::note(ui, &kit, place, text::NEVER_CHECKED, font::BODY, ink, 3);
        return;
    };
    let (icon, ink) = sign(check, kit.t);
    let alert = !check.running;
    let said = Said { icon, ink, words: &check.text, pad: 0.0, below: 0.0, alert };
    if !scrolls {
        said_ui(ui, &kit, &mut r, &said);
        r.cut_top(10.0);
    }
    let wanted = into_view(view, check);
    kit.card(r);
    widgets::area(ui, r.shrink(1.0), "steps of the check", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).animated(false).show(ui, |ui| {
            if scrolls {
                let (_, mut place) = ui.allocate_space(vec2(ui.available_width(), SAID));
                said_ui(ui, &kit.on(ui), &mut place, &Said { pad: 8.0, ..said });
            }
            for (i, step) in check.steps.iter().enumerate() {
                let row = step_ui(ui, view, &entry.name, step, i > 0);
                if wanted == Some(step.name) {
                    ui.scroll_to_rect(row.expand2(vec2(0.0, ROW)), None);
                }
            }
        });
    });
}

/// The step to bring into view now: the running one, unless another is being read; at the end the
/// first failed one; once, a step requested elsewhere.
fn into_view(view: &mut View<'_>, check: &CheckView) -> Option<&'static str> {
    let forms = view.state.engines.forms(&check.engine);
    let taken = check.steps.iter().find(|step| step.state == CheckStepState::Running);
    let wanted = match (forms.open_step, taken) {
        (Some(open), _) if forms.seen_step.is_none() => Some(open),
        (Some(_), _) => None,
        (None, Some(step)) => {
            forms.follows = true;
            Some(step.name).filter(|name| forms.seen_step != Some(name))
        }
        (None, None) if forms.follows && !check.running => {
            forms.follows = false;
            let first_wrong = check.steps.iter().find(|step| is_wrong(step.state));
            first_wrong.or(check.steps.first()).map(|step| step.name)
        }
        (None, None) => None,
    };
    forms.seen_step = wanted.or(forms.seen_step);
    wanted
}

/// The overall result.
pub(super) fn sign(check: &CheckView, t: &Theme) -> (&'static str, Color32) {
    let worst = check.troubled().next().map(|step| step.state);
    match (check.running, worst) {
        (true, _) => ("clock", t.text2),
        (false, Some(CheckStepState::Failed)) => ("warn", t.danger),
        (false, Some(_)) => ("warn", t.warn),
        (false, None) if check.steps.iter().any(|step| step.state == CheckStepState::LeftOut) => {
            ("warn", t.warn)
        }
        (false, None) => ("check", t.accent),
    }
}

fn tools_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    entry: &EngineEntryView,
    check: Option<&CheckView>,
    is_low: bool,
) {
    let begin = begin_ui(ui, view, kit, row, entry, check);
    let Some(check) = check else { return };
    let save = Button::icon("save", text::SAVE_REPORT).show_right(ui, kit, row.right_center());
    if save.clicked() {
        ask_path(ui.ctx(), view.state, PathUse::Check(check.number), Some("check.txt".into()));
    }
    let right = save.rect.left_center() - vec2(2.0, 0.0);
    let copy = Button::icon("copy", text::COPY_REPORT).show_right(ui, kit, right);
    if copy.clicked() {
        ui.ctx().copy_text(check.report());
    }
    let mut at = begin.rect.right_center() + vec2(14.0, 0.0);
    if check.running && copy.rect.left() - at.x > METER + 80.0 {
        let is_taken = |step: &&CheckStepView| is_past(step.state);
        let part = check.steps.iter().filter(is_taken).count() as f32 / check.steps.len() as f32;
        let meter = Rect::from_min_size(at - vec2(0.0, 2.0), vec2(METER, 4.0));
        kit.meter(meter, part, kit.t.accent);
        at.x += METER + 12.0;
    }
    let max = copy.rect.left() - at.x - 10.0;
    // If the sentence scrolls with the steps, its short form stays.
    let words = match is_low && !check.running {
        true => check.counts.clone(),
        false => format!("{:.1} s", check.elapsed.as_secs_f64()),
    };
    if max > 30.0 {
        widgets::label(ui, kit, at, L, &words, W::Regular, font::SMALL, kit.t.text3, max);
    }
}

/// The button that begins the check, or stops it.
fn begin_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    entry: &EngineEntryView,
    check: Option<&CheckView>,
) -> Response {
    let name = || entry.name.clone();
    let left = row.left_center();
    match check {
        Some(check) if check.running => {
            let spoken = format!("{}: {}", text::STOP_CHECK, entry.name);
            let stop = Button::words("stop", text::STOP).name(&spoken).show(ui, kit, left);
            if stop.clicked() {
                view.push(Command::Engine(EngineCommand::StopCheck(name())));
            }
            stop
        }
        Some(_) | None => {
            let words = if check.is_some() { text::CHECK_AGAIN } else { text::CHECK };
            let spoken = format!("{words}: {}", entry.name);
            let button = Button::words("check", words).look(Look::Primary).name(&spoken);
            let begin = button.show(ui, kit, left);
            if begin.clicked() {
                view.push(Command::Engine(EngineCommand::Check(name())));
            }
            begin
        }
    }
}

/// One step; the chosen one with its dialogue.
fn step_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    engine: &str,
    step: &CheckStepView,
    has_line_above: bool,
) -> Rect {
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let kit = view.kit(ui);
    let forms = view.state.engines.forms(engine);
    let is_open = forms.open_step == Some(step.name);
    if has_line_above {
        kit.hline(row.left() + 12.0, row.right() - 12.0, row.top());
    }
    let place = row.shrink2(vec2(4.0, 3.0));
    let salt = (engine, step.name);
    let button = widgets::row_button(ui, &kit, place, salt, &spoken(step), is_open);
    if button.clicked() {
        forms.open_step = (!is_open).then_some(step.name);
        forms.seen_step = Some(step.name);
    }
    step_sign(&kit, pos2(row.left() + 22.0, row.center().y), step.state);
    head_ui(&kit, row, step, is_open);
    if is_open {
        open_ui(ui, view, step);
    }
    row
}

fn is_wrong(state: CheckStepState) -> bool {
    matches!(state, CheckStepState::Warned | CheckStepState::Failed)
}

/// It has been run.
fn is_past(state: CheckStepState) -> bool {
    match state {
        CheckStepState::Passed | CheckStepState::Warned | CheckStepState::Failed => true,
        CheckStepState::Waiting | CheckStepState::Running | CheckStepState::LeftOut => false,
    }
}

/// Distinguished by shape and colour.
fn step_sign(kit: &Kit<'_>, at: Pos2, state: CheckStepState) {
    let t = kit.t;
    let (icon, ink, has_disc) = match state {
        CheckStepState::Waiting | CheckStepState::LeftOut => ("minus", t.text3, false),
        CheckStepState::Running => ("clock", t.busy, false),
        CheckStepState::Passed => ("check", t.ok, true),
        CheckStepState::Warned => ("warn", t.warn, false),
        CheckStepState::Failed => ("close", t.danger, true),
    };
    if has_disc {
        kit.p.circle_filled(at, 10.0, fade(ink, 0.16));
    }
    kit.icon(at, icon, if has_disc { 13.0 } else { 16.0 }, ink);
}

fn spoken(step: &CheckStepView) -> String {
    let head = format!("{}: {}", step.name, step.state.word());
    if !is_past(step.state) {
        return format!("{head}; {}", step.paragraph);
    }
    let remark = if step.remark.is_empty() { "" } else { "; " };
    let took = step.took.as_millis();
    format!("{head}, {took} ms; {}{remark}{}", step.paragraph, step.remark)
}

/// The text in the row of a step besides its sign.
fn head_ui(kit: &Kit<'_>, row: Rect, step: &CheckStepView, is_open: bool) {
    let t = kit.t;
    let is_past = is_past(step.state);
    let (up, down) = (row.center().y - 9.0, row.center().y + 9.0);
    let arrow = pos2(row.right() - 18.0, row.center().y);
    kit.icon(arrow, if is_open { "up" } else { "down" }, 13.0, t.text3);
    let right = row.right() - 34.0;
    let left = row.left() + INDENT;
    let mut end = right;
    if is_past {
        let took = format!("{} ms", step.took.as_millis());
        let at = pos2(right, up);
        end = kit.text(at, R, &took, W::Regular, font::SMALL, t.text2).left();
    }
    let ink = if is_past || step.state == CheckStepState::Running { t.text } else { t.text3 };
    let name = pos2(left, up);
    kit.fit(name, L, step.name, W::Semi, font::BODY, ink, end - left - 8.0);
    let mut end = right;
    if row.width() >= NARROW {
        let (at, max) = (pos2(right, down), row.width() * 0.4);
        let shown = kit.fit(at, R, step.paragraph, W::Regular, font::SMALL, t.text3, max);
        end = shown.left() - 10.0;
    }
    let (words, ink) = match step.state {
        CheckStepState::Failed => (step.remark.as_str(), t.danger),
        CheckStepState::Warned => (step.remark.as_str(), t.warn),
        CheckStepState::Passed if !step.remark.is_empty() => (step.remark.as_str(), t.text2),
        CheckStepState::Passed
        | CheckStepState::Waiting
        | CheckStepState::Running
        | CheckStepState::LeftOut => (step.asks, t.text3),
    };
    kit.fit(pos2(left, down), L, words, W::Regular, font::SMALL, ink, end - left);
}

/// What was checked, what was seen, and the dialogue.
fn open_ui(ui: &mut Ui, view: &View<'_>, step: &CheckStepView) {
    let width = ui.available_width();
    let asked = format!("Asked: {} (document: {}).", step.asks, step.paragraph);
    let silent = if step.lines.is_empty() { text::NOTHING_SAID } else { "" };
    for words in [asked.as_str(), &step.remark, silent] {
        if words.is_empty() {
            continue;
        }
        let kit = view.kit(ui);
        let max = width - INDENT - 16.0;
        let font = W::Regular.id(12.0);
        let height = kit.p.layout(words.to_owned(), font, kit.t.text2, max).size().y;
        let (_, place) = ui.allocate_space(vec2(width, height + 6.0));
        let at = place.min + vec2(INDENT, 0.0);
        let shown = kit.on(ui).para(at, words, W::Regular, 12.0, kit.t.text2, max);
        widgets::say(ui, shown, words);
    }
    for line in step.lines.iter() {
        let (_, row) = ui.allocate_space(vec2(width, LINE));
        if ui.is_rect_visible(row) {
            line_ui(ui, &view.kit(ui), row, line, &format!("{:.1}", line.secs * 1000.0));
        }
    }
    ui.allocate_space(vec2(width, size::GAP));
}
