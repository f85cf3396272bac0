//! The list of everything playable: every variant of every game, by one name.
//!
//! Starts no game; the caller does.

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
    /// It is this variant of this game; `None` means the first.
    pub(super) fn is(&self, game: &str, variant: Option<&str>) -> bool {
        let first = self.info.variants.first().map(|first| first.name);
        self.info.name == game && self.variant == variant.or(first)
    }
}

/// Everything playable in these games, game by game, the usual variant first.
pub(super) fn playables(games: &[&'static GameInfo]) -> impl Iterator<Item = Playable> {
    games.iter().flat_map(|info| {
        info.choices().map(|(variant, title)| Playable {
            info,
            variant: variant.map(|variant| variant.name),
            title,
        })
    })
}

/// A field with the chosen game and variant; a click opens the list. Returns a new choice.
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
