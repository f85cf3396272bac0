//! What was found in the text that was pasted last, and the ways to read it.
//!
//! Reads no text: findings come ready from the snapshot.

use egui::{Context, Rect, Ui, pos2, vec2};

use super::{heading_ui, paragraph_ui};
use crate::app::{Command, FileCommand, FindingView, PastedView};
use crate::count::counted;
use crate::ui::actions::ActionId;
use crate::ui::kit::{Kit, L, Look, W};
use crate::ui::overlay::{Place, floating, scrolled};
use crate::ui::root::View;
use crate::ui::state::{Overlay, UiState};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button};

const WIDTH: f32 = 620.0;
const ROW: f32 = 36.0;
/// How far another reading stands to the right of the first one.
const INDENT: f32 = 24.0;
/// So many tabs are opened at once at most.
const MOST_TABS: usize = 20;

/// Opens the dialog once a text was pasted in which there is something to choose.
pub(in crate::ui) fn ask_pasted(pasted: Option<&PastedView>, state: &mut UiState) {
    let Some(pasted) = pasted.filter(|pasted| pasted.number > state.pasted_seen) else { return };
    state.pasted_seen = pasted.number;
    if pasted.asks() && state.overlay.is_none() {
        state.overlay = Some(Overlay::Pasted);
    }
}

/// Shows the dialog. Returns whether it stays open.
pub(in crate::ui) fn pasted_ui(ctx: &Context, view: &mut View<'_>) -> bool {
    let Some(pasted) = view.snapshot.pasted.clone() else { return false };
    let mut done = false;
    let closed = floating(ctx, view.cx.theme, text::WAS_PASTED, WIDTH, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, text::WAS_PASTED_TITLE);
        for words in said(&pasted) {
            paragraph_ui(ui, &kit, &words);
        }
        ui.add_space(10.0);
        let foot = 12.0 + size::CONTROL;
        scrolled(ui, foot, |ui| {
            for (idx, finding) in pasted.findings.iter().enumerate() {
                done |= finding_ui(ui, view, idx, finding, pasted.findings.len() > 1);
            }
        });
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), foot));
        done |= buttons_ui(ui, view, &kit.on(ui), row, pasted.findings.len());
    });
    !closed && !done
}

/// What was recognised, what was left out, and what could not be read.
fn said(pasted: &PastedView) -> Vec<String> {
    let n = pasted.findings.len();
    let found = match n {
        1 => "One game or position was found. It is on the board.".to_owned(),
        n => format!("{n} games or positions were found. The first of them is on the board."),
    };
    let cut = pasted.is_cut.then(|| format!("There are more; only the first {n} are listed."));
    let ignored = pasted.ignored.as_ref().map(|words| format!("Left out: {words}."));
    let problems = (!pasted.problems.is_empty()).then(|| {
        let parts = counted(pasted.problems.len(), "part");
        format!("{parts} cannot be read. {}", pasted.problems[0])
    });
    std::iter::once(found).chain(cut).chain(ignored).chain(problems).collect()
}

/// One finding with the ways to read it; says whether one of them was opened.
fn finding_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    idx: usize,
    finding: &FindingView,
    is_numbered: bool,
) -> bool {
    let mut is_opened = false;
    for (reading, read) in finding.readings.iter().enumerate() {
        let kit = view.kit(ui);
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
        let is_first = reading == 0;
        if is_first {
            kit.hline(row.left(), row.right(), row.top());
        }
        let words = match (is_first, is_numbered) {
            (true, true) => format!("{}. {}, line {}", idx + 1, read.title, finding.line),
            (true, false) => read.title.clone(),
            (false, _) => format!("or {}", read.title),
        };
        let name = format!("Open as {}", read.title);
        // Several findings may have one title.
        let open = widgets::area(ui, row, &format!("pasted {idx} {reading}"), |ui| {
            let open = Button::words("", text::OPEN_PASTED).name(&name);
            open.show_right(ui, &kit, row.right_center() - vec2(4.0, 0.0))
        });
        let left = row.left() + if is_first { 0.0 } else { INDENT };
        let ink = if is_first { kit.t.text } else { kit.t.text2 };
        let room = open.rect.left() - 12.0 - left;
        let at = pos2(left, row.center().y);
        widgets::label(ui, &kit, at, L, &words, W::Regular, font::BODY, ink, room);
        if open.clicked() {
            view.push(Command::File(FileCommand::TakePasted(idx, reading)));
            view.state.opens_after = Some(view.snapshot.game.number);
            is_opened = true;
        }
    }
    is_opened
}

/// The buttons below; says whether the dialog is to be closed.
fn buttons_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, row: Rect, n_findings: usize) -> bool {
    let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
    let mut done = Button::words("", text::CLOSE).show_right(ui, kit, right).clicked();
    if n_findings < 2 {
        return done;
    }
    let left = pos2(row.left(), right.y);
    let too_many = (n_findings > MOST_TABS).then_some("There are too many for a tab each.");
    let tabs = Button::words("", text::OPEN_PASTED_IN_TABS).look(Look::Plain).unless(too_many);
    let tabs = tabs.show(ui, kit, left);
    if tabs.clicked() {
        view.push(Command::File(FileCommand::TakeAllPasted));
        done = true;
    }
    let at = tabs.rect.right_center() + vec2(8.0, 0.0);
    if Button::words("", text::LIST_PASTED).look(Look::Plain).show(ui, kit, at).clicked() {
        view.act(ui.ctx(), ActionId::FileGames);
        done = true;
    }
    done
}
