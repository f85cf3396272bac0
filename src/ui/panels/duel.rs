//! What two engines made against each other: the value of a game with its interval, how likely the first
//! one is the stronger one, normalized Elo, draws, and how often both games of an opening gave which score; the notes below it.
//!
//! Counts nothing.

use egui::{Rect, Sense, Ui, pos2, vec2};

use crate::app::DuelView;
use crate::count::counted;
use crate::ui::kit::{C, Cut, Kit, L, R, W};
use crate::ui::theme::{fade, font};
use crate::ui::widgets;

/// Height of the line with the value of a game, in points.
const WORTH: f32 = 34.0;
/// Height of the line with normalized Elo and draws.
const NORMALISED: f32 = 26.0;
/// Height of the pairs of games.
const PAIRS: f32 = 48.0;
/// The scores of the first engine in both games of a pair, as they are written.
const SCORES: [&str; 5] =
    ["0\u{2013}2", "\u{bd}\u{2013}1\u{bd}", "1\u{2013}1", "1\u{bd}\u{2013}\u{bd}", "2\u{2013}0"];
/// The points of the first engine in both games of a pair, in ranges.
const POINTS: [&str; 5] =
    ["\u{2264} \u{2212}3", "\u{2212}2, \u{2212}1", "0", "+1, +2", "\u{2265} +3"];
/// Room of the heading of the pairs.
const HEAD: f32 = 56.0;

/// Height of the card.
pub(super) fn duel_height(duel: &DuelView) -> f32 {
    let normalised = if has_second_line(duel) { NORMALISED } else { 0.0 };
    WORTH + normalised + if duel.pairs.is_some() { PAIRS } else { 0.0 }
}

/// Shows both in a card.
pub(super) fn duel_ui(ui: &Ui, kit: &Kit<'_>, r: Rect, duel: &DuelView) {
    kit.card(r);
    let mut inner = r.shrink2(vec2(14.0, 0.0));
    worth_ui(ui, kit, inner.cut_top(WORTH), duel);
    if has_second_line(duel) {
        normalised_ui(ui, kit, inner.cut_top(NORMALISED), duel);
    }
    if let Some(counts) = &duel.pairs {
        kit.hline(inner.left(), inner.right(), inner.top());
        pairs_ui(ui, kit, inner, duel, counts);
    }
}

/// `Score of Edax 75.0 %  56.0 – 87.0 %  Elo +191 (+42 to +331)          LOS 99.5 %`
fn worth_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, duel: &DuelView) {
    let t = kit.t;
    let typeset = |text: &str| text.replace(" - ", " \u{2013} ").replace('-', "\u{2212}");
    let mut right = row.right();
    if let Some(share) = duel.superiority {
        let at = row.right_center();
        let likely = format!("{:.1} %", 100.0 * share);
        right = kit.text(at, R, &likely, W::Semi, 12.5, t.text).left();
        let at = pos2(right - 5.0, at.y);
        right = kit.text(at, R, "LOS", W::Regular, font::SMALL, t.text3).left() - 12.0;
    }
    let (what, what_of) = match duel.counts_points {
        true => ("Points a game", "Points a game of"),
        false => ("Score", "Score of"),
    };
    let head = format!("{what_of} {}   ", duel.name);
    let worth = typeset(&duel.worth);
    let interval = format!("  {}", typeset(&duel.interval));
    let elo = duel.elo.as_ref().map(|elo| format!("   Elo {}", typeset(elo))).unwrap_or_default();
    // The difference in Elo is in the table, too: it goes first, then the name, then all words.
    let width = |words: &str, w: W| kit.width(words, w, 12.5);
    let room = right - row.left();
    let numbers = width(&worth, W::Semi) + width(&interval, W::Regular);
    let with_name = width(&head, W::Regular) + numbers <= room;
    let head = if with_name { head } else { format!("{what}   ") };
    let has_head = width(&head, W::Regular) + numbers <= room;
    let head = if has_head { head } else { String::new() };
    let has_elo = width(&head, W::Regular) + numbers + width(&elo, W::Regular) <= room;
    let runs = [
        (head.as_str(), W::Regular, t.text2),
        (worth.as_str(), W::Semi, t.text),
        (interval.as_str(), W::Regular, t.text3),
        (if has_elo { elo.as_str() } else { "" }, W::Regular, t.text2),
    ];
    kit.runs(row.left_center(), L, &runs, 12.5, room);
    widgets::say(ui, row, &duel.lines.join(". "));
    let id = ui.scope_id().with("what two engines made");
    widgets::tip(ui.interact(row, id, Sense::hover()), t, &duel.lines.join("\n"));
}

fn has_second_line(duel: &DuelView) -> bool {
    duel.normalised.is_some() || duel.draws.is_some()
}

/// `Normalized Elo +138 (+13 to +322)   Drawn 20.0 % of the games, 30.0 % of the pairs (1–1)`. Where there
/// is no room for both, normalized Elo stays.
fn normalised_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, duel: &DuelView) {
    let t = kit.t;
    let elo = duel.normalised.as_ref().map(|elo| elo.replace('-', "\u{2212}"));
    let draws = duel.draws.as_ref().map(|draws| draws.replace("1-1", "1\u{2013}1"));
    let width = |words: &str, w: W| kit.width(words, w, font::SMALL);
    let elo_head = if elo.is_some() { "Normalized Elo " } else { "" };
    let elo = elo.unwrap_or_default();
    let drawn_head = if elo.is_empty() { "Drawn " } else { "   Drawn " };
    let draws = draws.unwrap_or_default();
    let taken = width(elo_head, W::Regular) + width(&elo, W::Semi);
    let needed = taken + width(drawn_head, W::Regular) + width(&draws, W::Regular);
    let has_draws = !draws.is_empty() && (elo.is_empty() || needed <= row.width());
    let runs = [
        (elo_head, W::Regular, t.text2),
        (elo.as_str(), W::Semi, t.text),
        (if has_draws { drawn_head } else { "" }, W::Regular, t.text2),
        (if has_draws { draws.as_str() } else { "" }, W::Regular, t.text3),
    ];
    kit.runs(row.left_center(), L, &runs, font::SMALL, row.width());
    let said: String = runs.iter().map(|(words, ..)| *words).collect();
    widgets::say(ui, row, said.trim());
    let id = ui.scope_id().with("normalized Elo and draws");
    widgets::tip(ui.interact(row, id, Sense::hover()), t, &duel.lines.join("\n"));
}

fn pairs_ui(ui: &Ui, kit: &Kit<'_>, r: Rect, duel: &DuelView, counts: &[u32; 5]) {
    let t = kit.t;
    let mut inner = r;
    let head = inner.cut_left(HEAD);
    let heading = kit.text(head.left_center(), L, "Pairs", W::Semi, font::SMALL, t.text2);
    let all: u32 = counts.iter().sum();
    let (pairs, name) = (counted(all as usize, "pair"), &duel.name);
    let (scores, tip) = match duel.counts_points {
        true => (
            POINTS,
            format!(
                "Two games with the same dice and sides swapped: {pairs}, by the points that {name} made in both"
            ),
        ),
        false => (
            SCORES,
            format!(
                "Two games with one opening and sides swapped: {pairs}, by what {name} made in both"
            ),
        ),
    };
    let id = ui.scope_id().with("pairs of games");
    widgets::tip(ui.interact(heading, id, Sense::hover()), t, &tip);
    let width = inner.width() / counts.len() as f32;
    for (idx, (count, score)) in counts.iter().zip(scores).enumerate() {
        let left = inner.left() + width * idx as f32;
        let cell = Rect::from_min_size(pos2(left + 2.0, r.top() + 5.0), vec2(width - 4.0, 22.0));
        let share = *count as f32 / all.max(1) as f32;
        let ink = match idx {
            0 | 1 => t.warn,
            2 => t.line2,
            _ => t.accent,
        };
        kit.fill(cell, 4.0, fade(ink, 0.10 + 0.6 * share));
        kit.text(cell.center(), C, &count.to_string(), W::Semi, 12.0, t.text);
        let below = pos2(cell.center().x, r.bottom() - 11.0);
        kit.text(below, C, score, W::Regular, font::SMALL, t.text3);
        widgets::say(ui, cell, &format!("Pairs {score}: {count}"));
    }
}

/// Between two notes.
const NOTE_GAP: f32 = 3.0;

/// Height of the notes below a table of this width; nothing without any.
pub(super) fn notes_height(kit: &Kit<'_>, width: f32, notes: &[String]) -> f32 {
    let height = |note: &String| {
        let galley = kit.p.layout(note.clone(), W::Regular.id(12.0), kit.t.text3, width);
        galley.size().y + NOTE_GAP
    };
    notes.iter().map(height).sum::<f32>().ceil()
}

/// Shows the notes from the top of `place` on, each with as many lines as it needs.
pub(super) fn notes_ui(ui: &Ui, kit: &Kit<'_>, place: Rect, notes: &[String]) {
    let mut at = place.left_top();
    for note in notes {
        let shown = kit.para(at, note, W::Regular, 12.0, kit.t.text3, place.width());
        widgets::say(ui, shown, note);
        at.y = shown.bottom() + NOTE_GAP;
    }
}
