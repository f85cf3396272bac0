//! The list of all that can be played: every variant of every game, by one name.
//!
//! Begins nothing; who shows the list does.

use egui::{Rect, Ui};

use super::kit::Kit;
use super::widgets;
use crate::app::board::GameInfo;

/// A game in one of its variants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playable {
    /// The game.
    pub(super) info: &'static GameInfo,
    /// The variant's short name; `None` in games without.
    pub(super) variant: Option<&'static str>,
    /// Its name: `Frisian draughts`.
    pub(super) title: &'static str,
}

impl Playable {
    /// It is this variant of this game; no variant stands for the first.
    pub(super) fn is(&self, game: &str, variant: Option<&str>) -> bool {
        let first = self.info.variants.first().map(|first| first.name);
        self.info.name == game && self.variant == variant.or(first)
    }
}

/// Everything in these games that can be played, game by game, the usual variant first.
pub(super) fn playables(games: &[&'static GameInfo]) -> impl Iterator<Item = Playable> {
    games.iter().flat_map(|info| {
        info.choices().map(|(variant, title)| Playable {
            info,
            variant: variant.map(|variant| variant.name),
            title,
        })
    })
}

/// A field with the game and variant that are chosen; a click opens the list. Returns what is chosen
/// anew.
pub(super) fn game_choice_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    rect: Rect,
    name: &str,
    games: &[&'static GameInfo],
    (game, variant): (&str, Option<&str>),
) -> Option<Playable> {
    let all: Vec<Playable> = playables(games).collect();
    let items: Vec<(&str, &str)> = all.iter().map(|playable| (playable.title, "")).collect();
    let on = all.iter().position(|playable| playable.is(game, variant)).unwrap_or(usize::MAX);
    widgets::choice(ui, kit, rect, name, &items, on).map(|i| all[i])
}
