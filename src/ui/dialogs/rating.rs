//! The user's rating against the adaptive opponent, and the games behind it.
//!
//! Computes nothing: ratings come ready from the snapshot.

use egui::{Context, Rect, Ui, pos2, vec2};

use super::seat::rating_words;
use super::{NewGameForm, heading_ui, paragraph_ui};
use crate::app::{Command, RatedResult, RatedRowView, RatingView};
use crate::count::counted;
use crate::ui::kit::{Kit, L, Look, R, W};
use crate::ui::overlay::{Place, floating, scrolled};
use crate::ui::root::View;
use crate::ui::state::{Focus, Overlay, UiState};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{Button, say};

const WIDTH: f32 = 460.0;
const ROW: f32 = 26.0;
/// Columns, as distances from the left edge: number, day, level, result.
const COLUMNS: [f32; 4] = [30.0, 46.0, 140.0, 200.0];

/// Which rating is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingForm {
    /// The game's short name.
    pub game: String,
    /// Its variant's own name.
    pub variant: Option<String>,
    /// The user is asked whether to begin again.
    pub asks: bool,
    /// The dialog that it came out of, which is shown again.
    pub back: Option<Box<NewGameForm>>,
}

/// Shows the rating in this variant of the game with this short name; `back` is shown again after it.
pub(in crate::ui) fn ask_rating(
    state: &mut UiState,
    game: &str,
    variant: Option<&str>,
    back: Option<Box<NewGameForm>>,
) {
    let (game, variant) = (game.to_owned(), variant.map(str::to_owned));
    state.overlay = Some(Overlay::Rating(RatingForm { game, variant, asks: false, back }));
}

/// Shows the dialog. Returns it while it stays open.
pub(in crate::ui) fn rating_ui(
    ctx: &Context,
    view: &mut View<'_>,
    mut form: RatingForm,
) -> Option<RatingForm> {
    let ratings = view.snapshot.ratings.clone();
    let rating = ratings.of(&form.game, form.variant.as_deref())?;
    let mut done = false;
    let closed = floating(ctx, view.cx.theme, text::YOUR_RATING, WIDTH, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, &format!("Your rating: {}", rating.title));
        paragraph_ui(ui, &kit, &standing_words(rating));
        if !ratings.note.is_empty() {
            paragraph_ui(ui, &kit, &ratings.note);
        }
        ui.add_space(10.0);
        let foot = 12.0 + size::CONTROL;
        if form.asks {
            let n_games = counted(rating.games.len(), "game");
            let words = format!(
                "Begin again as a new player? What you have played so far ({n_games}) would no longer \
                 count. The file of ratings keeps it."
            );
            paragraph_ui(ui, &kit, &words);
        } else {
            scrolled(ui, foot, |ui| table_ui(ui, &kit, rating));
        }
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), foot));
        done = buttons_ui(ui, view, &kit.on(ui), row, &mut form, rating);
    });
    if !closed && !done {
        return Some(form);
    }
    if let Some(back) = form.back {
        view.state.overlay = Some(Overlay::NewGame(back));
        view.state.focus = Some(Focus::Dialog);
    }
    None
}

fn standing_words(rating: &RatingView) -> String {
    let level = rating.level;
    format!("{}. The adaptive opponent plays at level {level}.", rating_words(rating))
}

/// The buttons below the table; says whether the dialog is to be closed.
fn buttons_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    form: &mut RatingForm,
    rating: &RatingView,
) -> bool {
    let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
    if form.asks {
        let yes = Button::words("", text::BEGIN_AGAIN).look(Look::Danger);
        let yes = yes.show_right(ui, kit, right);
        let left = yes.rect.left_center() - vec2(8.0, 0.0);
        if yes.clicked() {
            view.push(Command::ResetRating(form.game.clone(), form.variant.clone()));
        }
        let no = Button::words("", text::CANCEL).show_right(ui, kit, left);
        form.asks = !yes.clicked() && !no.clicked();
        return false;
    }
    let close = Button::words("", text::CLOSE).show_right(ui, kit, right).clicked();
    let left = pos2(row.left(), right.y);
    let none = rating.games.is_empty().then_some("No game has counted yet.");
    if Button::words("", text::BEGIN_AGAIN_ASK).unless(none).show(ui, kit, left).clicked() {
        form.asks = true;
    }
    close
}

/// The games, newest first.
fn table_ui(ui: &mut Ui, kit: &Kit<'_>, rating: &RatingView) {
    if rating.games.is_empty() {
        let words = "Games against the adaptive opponent are listed here once they have counted: finished \
                     ones, also those that were given up or lost on time, without a hint, a move taken \
                     back or an analysis.";
        return paragraph_ui(ui, kit, words);
    }
    let kit = kit.on(ui);
    let (_, head) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let ink = kit.t.text3;
    for (left, words) in COLUMNS.into_iter().zip(["", "Day", "Level", "Result"]) {
        let at = pos2(head.left() + left, head.center().y);
        kit.text(at, L, words, W::Medium, font::SMALL, ink);
    }
    let last = head.right_center() - vec2(12.0, 0.0);
    kit.text(last, R, "Rating after", W::Medium, font::SMALL, ink);
    for game in &rating.games {
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
        row_ui(ui, &kit, row, game);
    }
}

fn row_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, game: &RatedRowView) {
    kit.hline(row.left(), row.right() - 12.0, row.top());
    let result = result_words(game.result);
    let (t, y) = (kit.t, row.center().y);
    let [number, day, level, outcome] = COLUMNS.map(|left| pos2(row.left() + left, y));
    kit.text(number, R, &game.number.to_string(), W::Regular, font::SMALL, t.text3);
    kit.text(day, L, &game.date, W::Regular, font::BODY, t.text2);
    kit.text(level, L, &game.level.to_string(), W::Regular, font::BODY, t.text2);
    let right = pos2(row.right() - 12.0, y);
    let end = kit.text(right, R, &game.rating, W::Medium, font::BODY, t.text);
    let words = match game.variant.is_empty() {
        true => result.to_owned(),
        false => format!("{result}  {}", game.variant),
    };
    kit.fit(outcome, L, &words, W::Regular, font::BODY, t.text2, end.left() - outcome.x - 8.0);
    let variant = if game.variant.is_empty() { "" } else { ", " };
    let spoken = format!(
        "{}: {}, level {}, {result}{variant}{}, rating {}",
        game.number, game.date, game.level, game.variant, game.rating
    );
    say(ui, row, &spoken);
}

fn result_words(result: RatedResult) -> &'static str {
    match result {
        RatedResult::Won => "won",
        RatedResult::Drawn => "draw",
        RatedResult::Lost => "lost",
    }
}
