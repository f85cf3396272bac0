//! The panel of a practice: what is asked, the answers to the user's moves, help, and the score; and the
//! button that begins one.
//!
//! Judges nothing: sentences and outcomes come ready from the snapshot.

use egui::{Color32, Rect, ScrollArea, Ui, pos2, vec2};

use super::moves::{LEAST_MOVES, moves_panel_ui};
use crate::app::{
    Command, Help, Outcome, PracticeCommand, PracticeState, PracticeView, ReplyTone, Score,
};
use crate::ui::actions::{ActionId, action, own_side};
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{Theme, font, size};
use crate::ui::widgets::{self, Button, MenuItem};

const HEAD: f32 = 44.0;
/// Side of the square that stands for an exercise.
const SQUARE: f32 = 22.0;
const BETWEEN: f32 = 6.0;
/// Height of a line of the summary.
const LINE: f32 = 26.0;
/// Height of the row that begins a practice.
const FOOT: f32 = 44.0;

/// Shows the panel of the tab's practice, filling `rect`.
pub(in crate::ui) fn practice_panel_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    practice: &PracticeView,
    rect: Rect,
) {
    let mut p = rect;
    let head = p.cut_top(HEAD).shrink2(vec2(size::PAD, 0.0));
    head_ui(ui, view, practice, head);
    let inner = p.shrink2(vec2(size::PAD, 0.0));
    let most = (p.height() - LEAST_MOVES - size::GAP).max(LINE);
    let end = widgets::area(ui, inner, "practice", |ui| {
        let area = ScrollArea::vertical().id_salt("practice").max_height(most);
        area.auto_shrink([false, true]).animated(false).show(ui, |ui| {
            if practice.state == PracticeState::Over {
                summary_ui(ui, view, practice);
            } else {
                exercise_ui(ui, view, practice);
            }
        });
        ui.min_rect().bottom()
    });
    p.min.y = end + size::GAP;
    moves_panel_ui(ui, view, p);
}

fn head_ui(ui: &Ui, view: &mut View<'_>, practice: &PracticeView, head: Rect) {
    let kit = view.kit(ui);
    let (t, y) = (kit.t, head.center().y);
    let end = action(ActionId::PracticeEnd);
    let button = Button::icon(end.icon, end.words).tooltip(end.words);
    let close = button.show_right(ui, &kit, pos2(head.right() + 4.0, y));
    let count = format!("{} of {}", practice.at + 1, practice.outcomes.len());
    let right = pos2(close.rect.left() - 8.0, y);
    let count = widgets::label(ui, &kit, right, R, &count, W::Medium, font::BODY, t.text2, 90.0);
    let (at, max) = (head.left_center(), count.left() - head.left() - 10.0);
    widgets::label(ui, &kit, at, L, &practice.title, W::Semi, font::STRONG, t.text, max);
    if close.clicked() {
        view.act(ui.ctx(), ActionId::PracticeEnd);
    }
}

fn exercise_ui(ui: &mut Ui, view: &mut View<'_>, practice: &PracticeView) {
    let t = view.cx.theme.clone();
    squares_ui(ui, view, practice);
    ui.add_space(10.0);
    words_ui(ui, view, &practice.task, W::Semi, font::STRONG, t.text);
    ui.add_space(2.0);
    words_ui(ui, view, &practice.source, W::Regular, font::SMALL, t.text3);
    for reply in &practice.replies {
        ui.add_space(8.0);
        let ink = match reply.tone {
            ReplyTone::Good => t.ok,
            ReplyTone::Bad => t.danger,
            ReplyTone::Plain => t.text,
        };
        words_ui(ui, view, &reply.text, W::Medium, font::BODY, ink);
    }
    ui.add_space(10.0);
    buttons_ui(ui, view, practice);
    if !practice.judge.is_empty() {
        ui.add_space(8.0);
        words_ui(ui, view, &practice.judge, W::Regular, font::SMALL, t.text3);
    }
    ui.add_space(4.0);
    words_ui(ui, view, &score_text(&practice.score), W::Regular, font::SMALL, t.text2);
    ui.add_space(4.0);
}

/// A paragraph that a screen reader finds.
fn words_ui(ui: &mut Ui, view: &View<'_>, words: &str, w: W, size: f32, ink: Color32) {
    let kit = view.kit(ui);
    let width = ui.available_width();
    let rect = kit.para(ui.cursor().min, words, w, size, ink, width);
    ui.allocate_space(vec2(width, rect.height()));
    widgets::say(ui, rect, words);
}

/// A square for each exercise; a click goes there.
fn squares_ui(ui: &mut Ui, view: &mut View<'_>, practice: &PracticeView) {
    let kit = view.kit(ui);
    let width = ui.available_width();
    let n_row = ((width + BETWEEN) / (SQUARE + BETWEEN)).floor().max(1.0) as usize;
    let n_rows = practice.outcomes.len().div_ceil(n_row);
    let height = n_rows as f32 * (SQUARE + BETWEEN) - BETWEEN;
    let (_, all) = ui.allocate_space(vec2(width, height));
    for (place, outcome) in practice.outcomes.iter().enumerate() {
        let (row, column) = (place / n_row, place % n_row);
        let step = vec2(column as f32, row as f32) * (SQUARE + BETWEEN);
        let square = Rect::from_min_size(all.min + step, vec2(SQUARE, SQUARE));
        let words = format!("Exercise {}: {}", place + 1, outcome_words(*outcome));
        let response = widgets::hit(ui, square, ("exercise", place), true);
        let ink = outcome_ink(kit.t, *outcome);
        kit.fill(square, size::R_BADGE, crate::ui::theme::fade(ink, 0.25));
        if place == practice.at {
            kit.frame(square, size::R_BADGE, kit.t.accent);
        }
        let number = (place + 1).to_string();
        let at = square.center();
        kit.text(at, crate::ui::kit::C, &number, W::Medium, font::SMALL, kit.t.text);
        widgets::ring(&kit, &response, square, size::R_BADGE);
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, &words));
        let response = widgets::tip(response, kit.t, &words);
        if response.clicked() {
            view.push(Command::Practice(PracticeCommand::GoTo(place)));
        }
    }
}

fn outcome_words(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "open",
        Some(Outcome::FirstTry) => text::FIRST_TRY,
        Some(Outcome::WithTries) => text::WITH_TRIES,
        Some(Outcome::WithHints) => text::WITH_HINTS,
        Some(Outcome::Failed) => text::FAILED,
        Some(Outcome::Void) => text::VOID,
    }
}

fn outcome_ink(t: &Theme, outcome: Option<Outcome>) -> Color32 {
    match outcome {
        None | Some(Outcome::Void) => t.neutral,
        Some(Outcome::FirstTry) => t.best,
        Some(Outcome::WithTries) => t.good,
        Some(Outcome::WithHints) => t.inaccuracy,
        Some(Outcome::Failed) => t.blunder,
    }
}

/// Help, the answer, and the way on, from the left edge; they wrap where they do not fit.
fn buttons_ui(ui: &mut Ui, view: &mut View<'_>, practice: &PracticeView) {
    let is_open = matches!(practice.state, PracticeState::ToMove | PracticeState::Judging);
    let judging = (practice.state == PracticeState::Judging).then_some(text::IS_JUDGED);
    let mut row = Row::new(ui);
    if practice.is_elsewhere {
        let back = Button::words("undo", text::PRACTICE_BACK).look(Look::Primary);
        if row.button(ui, view, back) {
            view.push(Command::Practice(PracticeCommand::Back));
        }
    }
    let help = match practice.help {
        Help::None => Some(text::HELP_PIECE),
        Help::Piece => Some(text::HELP_MOVE),
        Help::Move => Some(text::HELP_ANSWER),
        Help::Answer => None,
    };
    if let Some(words) = help.filter(|_| is_open) {
        let tooltip = format!("{words}   {}", action(ActionId::Hint).key_text());
        let button = Button::words("hint", words).tooltip(&tooltip).unless(judging);
        if row.button(ui, view, button) {
            view.push(Command::Practice(PracticeCommand::Help));
        }
    }
    let answer = action(ActionId::PracticeAnswer).words;
    if practice.help < Help::Move && row.button(ui, view, Button::words("", answer).unless(judging))
    {
        view.push(Command::Practice(PracticeCommand::Answer));
    }
    let next = action(ActionId::PracticeNext);
    let (words, look) = match (is_open, practice.score.n_open) {
        (true, _) => (text::SKIP, Look::Plain),
        (false, 0) => (text::SUMMARY, Look::Primary),
        (false, _) => (next.words, Look::Primary),
    };
    let tooltip = format!("{words}   {}", next.key_text());
    if row.button(ui, view, Button::words("next", words).tooltip(&tooltip).look(look)) {
        view.push(Command::Practice(PracticeCommand::Next));
    }
}

/// Buttons side by side, in as many rows as they need.
struct Row {
    left: f32,
    right: f32,
    x: f32,
    middle: f32,
}

impl Row {
    fn new(ui: &mut Ui) -> Self {
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL));
        Self { left: row.left(), right: row.right(), x: row.left(), middle: row.center().y }
    }

    /// Shows the next button; says whether it was clicked.
    fn button(&mut self, ui: &mut Ui, view: &View<'_>, button: Button<'_>) -> bool {
        let kit = view.kit(ui);
        let width = kit.button_width(button.icon, button.label);
        if self.x > self.left && self.x + width > self.right {
            ui.add_space(BETWEEN);
            *self = Self::new(ui);
        }
        let response = button.show(ui, &kit, pos2(self.x, self.middle));
        self.x += width + BETWEEN;
        response.clicked()
    }
}

/// `Score 62 %: 2 at the first try, 1 after other moves, 1 failed`
fn score_text(score: &Score) -> String {
    let Some(per_cent) = score.per_cent() else { return text::NO_SCORE.to_owned() };
    let parts = Outcome::COUNTED.into_iter().zip(score.counts).filter(|(_, n)| *n > 0);
    let parts: Vec<String> =
        parts.map(|(outcome, n)| format!("{n} {}", outcome_words(Some(outcome)))).collect();
    format!("Score {per_cent:.0} %: {}", parts.join(", "))
}

fn summary_ui(ui: &mut Ui, view: &mut View<'_>, practice: &PracticeView) {
    let t = view.cx.theme.clone();
    let score = &practice.score;
    squares_ui(ui, view, practice);
    ui.add_space(12.0);
    let title = match score.per_cent() {
        Some(per_cent) => format!("Score {per_cent:.0} %"),
        None => text::NO_SCORE.to_owned(),
    };
    words_ui(ui, view, &title, W::Semi, font::FIGURE, t.text);
    ui.add_space(6.0);
    let counts = Outcome::COUNTED.into_iter().map(Some).zip(score.counts);
    let more = [(Some(Outcome::Void), score.n_void), (None, score.n_open)];
    for (outcome, n) in counts.chain(more.into_iter().filter(|(_, n)| *n > 0)) {
        count_ui(ui, view, outcome, n);
    }
    if !practice.comes_back.is_empty() {
        ui.add_space(8.0);
        words_ui(ui, view, &practice.comes_back, W::Regular, font::BODY, t.text2);
    }
    ui.add_space(12.0);
    let mut row = Row::new(ui);
    let n_missed: usize = score.counts[1..].iter().sum();
    let none = (n_missed == 0).then_some("Every exercise was found at the first try.");
    let again = Button::words("reset", text::PRACTICE_AGAIN).unless(none);
    if row.button(ui, view, again) {
        view.push(Command::Practice(PracticeCommand::Again));
    }
    let end = action(ActionId::PracticeEnd);
    if row.button(ui, view, Button::words("check", end.words).look(Look::Primary)) {
        view.act(ui.ctx(), ActionId::PracticeEnd);
    }
    ui.add_space(4.0);
}

/// A line of the summary: how many ended so.
fn count_ui(ui: &mut Ui, view: &View<'_>, outcome: Option<Outcome>, n: usize) {
    let kit = view.kit(ui);
    let (_, line) = ui.allocate_space(vec2(ui.available_width(), LINE));
    let y = line.center().y;
    let badge = Rect::from_center_size(pos2(line.left() + 7.0, y), vec2(12.0, 12.0));
    kit.fill(badge, size::R_BADGE, outcome_ink(kit.t, outcome));
    let number = n.to_string();
    kit.text(pos2(line.left() + 48.0, y), R, &number, W::Semi, font::BODY, kit.t.text);
    let words = outcome_words(outcome);
    let at = pos2(line.left() + 60.0, y);
    kit.fit(at, L, words, W::Regular, font::BODY, kit.t.text2, line.right() - at.x);
    widgets::say(ui, line, &format!("{n} {words}"));
}

/// Cuts a row from the foot of a list of mistakes, with the buttons that begin a practice.
pub(super) fn practise_foot_ui(ui: &mut Ui, view: &mut View<'_>, list: &mut Rect) {
    if view.snapshot.practice.is_some() || list.height() < 3.0 * FOOT {
        return;
    }
    let kit = view.kit(ui);
    let row = list.cut_bottom(FOOT);
    kit.hline(row.left(), row.right(), row.top());
    let own = action(ActionId::PractiseMistakes);
    let at = pos2(row.left() + 8.0, row.center().y);
    let button = Button::words(own.icon, text::PRACTISE).tooltip(own.words).look(Look::Primary);
    let button = button.unless(own.why_not(view.snapshot)).show(ui, &kit, at);
    let right = button.rect.right() + BETWEEN;
    if own_side(view.snapshot).is_some() {
        if button.clicked() {
            view.act(ui.ctx(), ActionId::PractiseMistakes);
        }
    } else {
        side_menu_ui(&button, view, &kit);
    }
    let due = view.snapshot.due;
    if due.n_kept > 0 {
        let action = action(ActionId::PractiseDue);
        let words = format!("Due ({})", due.n_due);
        let button = Button::words(action.icon, &words).name(action.words).tooltip(action.words);
        let button = button.unless(action.why_not(view.snapshot));
        if button.show(ui, &kit, pos2(right, row.center().y)).clicked() {
            view.act(ui.ctx(), ActionId::PractiseDue);
        }
    }
}

/// Whose mistakes, where the seats do not tell it.
fn side_menu_ui(button: &egui::Response, view: &mut View<'_>, kit: &Kit<'_>) {
    let sides = view.snapshot.game.info.sides;
    let ids = [ActionId::PractiseFirst, ActionId::PractiseSecond, ActionId::PractiseMistakes];
    widgets::menu(button, kit.t, text::PRACTISE, 240.0, |ui| {
        for (idx, id) in ids.into_iter().enumerate() {
            let words = match sides.get(idx) {
                Some(side) => format!("Mistakes of {side}"),
                None => text::OF_BOTH.to_owned(),
            };
            if MenuItem::new(&words).show(ui, kit).clicked() {
                let ctx = ui.ctx().clone();
                view.act(&ctx, id);
            }
        }
    });
}
