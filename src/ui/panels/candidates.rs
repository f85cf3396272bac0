//! The card of what an engine would have played instead of the user's last play; folded at first.
//!
//! Judges nothing: ranks and figures come as text.

use egui::accesskit::Role;
use egui::{Rect, Sense, Ui, WidgetInfo, pos2, vec2};

use super::lines::heat_ui;
use crate::app::{CandidateLine, CandidatesView, Command, SettingsCommand};
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, size};
use crate::ui::widgets;

/// Height of the card folded.
const FOLDED: f32 = 40.0;
/// Headings of the columns.
const HEAD: f32 = 18.0;
/// Rows, all there before there is anything in them.
const ROWS: usize = 5;
/// Right edges of the columns of figures, from the card's right edge.
const COLUMNS: [(&str, f32); 4] =
    [("equity", 132.0), ("diff", 84.0), ("win %", 46.0), ("g %", 12.0)];

fn card_height(is_open: bool) -> f32 {
    FOLDED + if is_open { HEAD + ROWS as f32 * size::ROW + 8.0 } else { 0.0 }
}

/// The room that [`candidates_ui`] takes away.
pub(super) fn candidates_height(view: &View<'_>) -> f32 {
    let found = view.snapshot.game.candidates.as_ref();
    found.map_or(0.0, |found| card_height(view.state.candidates_open && found.on) + size::GAP)
}

/// Shows the card from the top of `p` on, and takes its room away.
pub(super) fn candidates_ui(ui: &mut Ui, view: &mut View<'_>, p: &mut Rect) {
    let Some(found) = &view.snapshot.game.candidates else { return };
    let is_open = view.state.candidates_open && found.on;
    let kit = view.kit(ui);
    let mut card = p.cut_top(card_height(is_open)).shrink2(vec2(size::PAD, 0.0));
    p.cut_top(size::GAP);
    kit.card(card);
    head_ui(ui, view, &kit, card.cut_top(FOLDED), found, is_open);
    if !is_open {
        return;
    }
    let head = card.cut_top(HEAD);
    for (words, right) in COLUMNS {
        let at = pos2(head.right() - right, head.center().y);
        kit.text(at, R, words, W::Regular, font::MICRO, kit.t.text3);
    }
    for i in 0..ROWS {
        let row = card.cut_top(size::ROW);
        match found.lines.get(i) {
            Some(line) => line_ui(ui, &kit, row, line),
            None => empty_ui(&kit, row),
        }
    }
}

/// The text of the folded card: how good the last play was, or why there is no verdict.
fn note(found: &CandidatesView) -> String {
    if !found.on {
        return "switched off; click to switch on".to_owned();
    }
    if !found.problem.is_empty() {
        return format!("none: {}", found.problem);
    }
    if found.node.is_none() {
        return "hidden until you have moved".to_owned();
    }
    let dice = text::dice(&found.dice);
    let what = if found.of.is_empty() { "roll".to_owned() } else { found.of.clone() };
    let lead = if dice.is_empty() { what } else { format!("{dice} {what}") };
    format!("{}: {lead}", found.verdict)
}

fn head_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    head: Rect,
    found: &CandidatesView,
    is_open: bool,
) {
    let t = kit.t;
    let response = widgets::hit(ui, head, "candidates", true);
    if response.hovered() {
        kit.fill(head, size::R_CARD, fade(t.text, 0.04));
    }
    widgets::ring(kit, &response, head, size::R_CARD);
    let words = note(found);
    let name = format!("{}: {words}", text::CANDIDATES);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &name));
    let y = head.center().y;
    let icon = if is_open { "down" } else { "right" };
    kit.icon(pos2(head.left() + 20.0, y), icon, 13.0, t.text2);
    let at = pos2(head.left() + 36.0, y);
    let end = kit.text(at, L, text::CANDIDATES, W::Semi, font::BODY, t.text).right();
    let max = head.right() - 12.0 - end - 10.0;
    kit.fit(pos2(end + 10.0, y), L, &words, W::Regular, font::SMALL, t.text3, max);
    let tip = match (found.engine.as_str(), found.problem.as_str()) {
        (_, problem) if !problem.is_empty() => words.clone(),
        ("", _) => words.clone(),
        (engine, _) => format!("{words}   ({engine})"),
    };
    let response = widgets::tip(response, t, &tip);
    if !response.clicked() {
        return;
    }
    if found.on {
        view.state.candidates_open = !is_open;
    } else {
        view.push(Command::Settings(SettingsCommand::Candidates(true)));
        view.state.candidates_open = true;
    }
}

fn line_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, line: &CandidateLine) {
    let t = kit.t;
    let inner = row.shrink2(vec2(6.0, 1.0));
    if line.is_own {
        kit.fill(inner, 5.0, t.accent_soft);
        kit.frame(inner, 5.0, fade(t.accent, 0.5));
    }
    let y = row.center().y;
    let rank = line.rank.to_string();
    kit.text(pos2(row.left() + 28.0, y), R, &rank, W::Regular, font::SMALL, t.text3);
    let mv = &line.line.title();
    let dash = || text::DASH.to_owned();
    let won = line.line.chances.as_ref().map(|chances| &chances.won);
    let [win, gammon] = [0, 1].map(|i| won.map_or_else(dash, |won| won[i].clone()));
    let loss = if line.line.loss.is_empty() { dash() } else { line.line.loss.clone() };
    let figures = [line.line.score.as_str(), &loss, &win, &gammon];
    let ink = if line.rank == 1 { t.best } else { t.text2 };
    let inks = [ink, t.text2, t.text, t.text2];
    heat_ui(kit, pos2(row.right() - COLUMNS[0].1, y), &line.line);
    for (((_, right), figure), ink) in COLUMNS.iter().zip(figures).zip(inks) {
        kit.text(pos2(row.right() - right, y), R, figure, W::Medium, font::SMALL, ink);
    }
    let left = row.left() + 36.0;
    let max = row.right() - COLUMNS[0].1 - 46.0 - left;
    let weight = if line.is_own { W::Semi } else { W::Medium };
    kit.fit(pos2(left, y), L, mv, weight, font::BODY, t.text, max);
    let response = ui.interact(inner, ui.scope_id().with(("candidate", line.rank)), Sense::hover());
    let spoken = spoken(line, mv);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    widgets::tip(response, t, &spoken);
}

/// `2. 13/8 6/5, yours: equity +0.031, −0.012 behind the best; wins 51.2 %, gammons 14.0 %, ...`.
fn spoken(line: &CandidateLine, mv: &str) -> String {
    let own = if line.is_own { ", yours" } else { "" };
    let mut words = format!("{}. {mv}{own}: equity {}", line.rank, line.line.score);
    if !line.line.loss.is_empty() {
        words.push_str(&format!(", {} to the best", line.line.loss));
    }
    if let Some(chances) = &line.line.chances {
        let told =
            |of: &[String; 3]| format!("{} %, gammons {} %, backgammons {} %", of[0], of[1], of[2]);
        words.push_str(&format!("; wins {}; loses {}", told(&chances.won), told(&chances.lost)));
    }
    words
}

fn empty_ui(kit: &Kit<'_>, row: Rect) {
    let (y, ink) = (row.center().y, kit.t.text3);
    kit.text(pos2(row.left() + 36.0, y), L, text::DASH, W::Regular, font::BODY, ink);
    for (_, right) in COLUMNS {
        kit.text(pos2(row.right() - right, y), R, text::DASH, W::Regular, font::SMALL, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folded_card_says_how_good_the_play_was_or_why_nothing_is_said() {
        let hidden = CandidatesView { on: true, ..CandidatesView::default() };
        assert_eq!(note(&hidden), "hidden until you have moved");
        let told = CandidatesView {
            dice: "52".to_owned(),
            of: "13/8 13/11".to_owned(),
            verdict: "2nd of 14, \u{2212}0.031".to_owned(),
            node: Some(3),
            ..hidden.clone()
        };
        assert_eq!(note(&told), "2nd of 14, \u{2212}0.031: 5-2 13/8 13/11");
        let missed = CandidatesView { dice: String::new(), of: String::new(), ..told };
        assert_eq!(note(&missed), "2nd of 14, \u{2212}0.031: roll");
        let none = CandidatesView { problem: "no engine here ranks plays".to_owned(), ..hidden };
        assert_eq!(note(&none), "none: no engine here ranks plays");
    }
}
