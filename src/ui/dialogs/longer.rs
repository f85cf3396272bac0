//! How long a match of two engines is to become that is over.
//!
//! Plays nothing: it pushes `Lengthen`. A tournament is made longer in its form.

use std::path::PathBuf;

use egui::{Context, pos2, vec2};

use super::{heading_ui, paragraph_ui, take_enter};
use crate::app::{Command, MatchCommand};
use crate::count::counted;
use crate::ui::kit::{Cut, L, Look, W};
use crate::ui::overlay::{Place, floating};
use crate::ui::root::View;
use crate::ui::state::{Focus, Overlay, UiState};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

const WIDTH: f32 = 420.0;
/// As many games a match has at most.
const MOST_GAMES: u32 = 100_000;

/// The match, and how long it is to become.
#[derive(Clone, Debug, PartialEq)]
pub struct LongerForm {
    /// The folder of its games.
    pub folder: PathBuf,
    /// Games that it has.
    pub played: u32,
    /// Games that it is to have in all, as typed.
    pub games: String,
}

impl LongerForm {
    /// The games in all, or what is wrong.
    fn read(&self) -> Result<u32, String> {
        let games = self.games.trim().parse::<u32>().ok();
        games.filter(|games| (self.played + 1..=MOST_GAMES).contains(games)).ok_or_else(|| {
            let least = self.played + 1;
            format!("{:?} is not a number of games from {least} to {MOST_GAMES}", self.games)
        })
    }
}

/// Asks how long the match of this folder is to become; twice as long is proposed.
pub(in crate::ui) fn ask_longer(state: &mut UiState, folder: PathBuf, played: u32) {
    let games = played.saturating_mul(2).min(MOST_GAMES).to_string();
    state.overlay = Some(Overlay::Longer(LongerForm { folder, played, games }));
    state.focus = Some(Focus::Dialog);
}

/// Shows the dialog. Returns it while it stays open.
pub(in crate::ui) fn longer_ui(
    ctx: &Context,
    view: &mut View<'_>,
    mut form: LongerForm,
) -> Option<LongerForm> {
    let mut done = false;
    let closed = floating(ctx, view.cx.theme, text::LONGER_MATCH, WIDTH, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, text::LONGER_MATCH);
        let played = counted(form.played as usize, "game");
        paragraph_ui(
            ui,
            &kit,
            &format!(
                "It has {played}. New ones come after them, with the openings or dice that a match of this \
                 seed has there, and count with them."
            ),
        );
        ui.add_space(12.0);
        let kit = kit.on(ui);
        let (_, mut row) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL));
        let label = row.cut_left(110.0);
        let at = label.left_center();
        let ink = kit.t.text2;
        widgets::label(ui, &kit, at, L, "Games in all", W::Medium, font::BODY, ink, label.width());
        let wrong = form.read().err();
        let look = if wrong.is_some() { FieldLook::Wrong } else { FieldLook::Plain };
        let name = "Games of the match in all";
        let field =
            widgets::text_field(ui, &kit, row.cut_left(100.0), &mut form.games, name, "", look);
        if view.state.focus.take_if(|focus| *focus == Focus::Dialog).is_some() {
            field.request_focus();
        }
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), 12.0 + size::CONTROL));
        let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
        let play = Button::words("play", "Play them").look(Look::Primary);
        let play = play.unless(wrong.as_deref()).show_right(ui, &kit, right);
        let left = pos2(play.rect.left() - 8.0, right.y);
        let cancel = Button::words("", text::CANCEL).show_right(ui, &kit, left).clicked();
        if (play.clicked() || take_enter(ui.ctx()))
            && let Ok(games) = form.read()
        {
            view.push(Command::Match(MatchCommand::Lengthen(form.folder.clone(), games)));
            done = true;
        }
        done |= cancel;
    });
    (!closed && !done).then_some(form)
}
