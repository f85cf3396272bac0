//! The table of pairs of two engines: how often both games of an opening gave which score.
//!
//! Counts nothing.

use egui::{Rect, Ui, pos2, vec2};

use crate::app::PairsView;
use crate::count::counted;
use crate::ui::kit::{C, Cut, Kit, L, W};
use crate::ui::theme::{fade, font};
use crate::ui::widgets;

/// Height of the card, in points.
pub(super) const HEIGHT: f32 = 52.0;
/// The scores of the first engine in both games of a pair, as they are written.
const SCORES: [&str; 5] =
    ["0\u{2013}2", "\u{bd}\u{2013}1\u{bd}", "1\u{2013}1", "1\u{bd}\u{2013}\u{bd}", "2\u{2013}0"];
/// Room of the heading.
const HEAD: f32 = 56.0;

/// Shows the table in a card.
pub(super) fn pairs_ui(ui: &Ui, kit: &Kit<'_>, r: Rect, pairs: &PairsView) {
    let PairsView { name, counts } = pairs;
    let t = kit.t;
    kit.card(r);
    let mut inner = r.shrink2(vec2(14.0, 0.0));
    let head = inner.cut_left(HEAD);
    let heading = kit.text(head.left_center(), L, "Pairs", W::Semi, font::SMALL, t.text2);
    let all: u32 = counts.iter().sum();
    let tip = format!(
        "Two games with one opening and sides swapped: {}, by what {name} made in both",
        counted(all as usize, "pair")
    );
    let id = ui.scope_id().with("pairs of games");
    widgets::tip(ui.interact(heading, id, egui::Sense::hover()), t, &tip);
    let width = inner.width() / counts.len() as f32;
    for (idx, (count, score)) in counts.iter().zip(SCORES).enumerate() {
        let left = inner.left() + width * idx as f32;
        let cell = Rect::from_min_size(pos2(left + 2.0, r.top() + 7.0), vec2(width - 4.0, 22.0));
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
