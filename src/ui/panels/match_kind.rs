//! Which form the panel of mode Match shows: that for a match or that for a tournament.
//!
//! Draws neither form, and plays nothing.

use egui::Ui;

use super::match_form::MatchForm;
use super::tournament_form::TournamentForm;
use crate::app::Snapshot;
use crate::ui::kit::Kit;
use crate::ui::root::View;
use crate::ui::state::UiState;
use crate::ui::widgets;

/// What the form in the panel of a match is for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum MatchKind {
    /// Two engines.
    #[default]
    Match,
    /// Any number of engines, as a file says.
    Tournament,
}

/// Shows the choice between a match and a tournament in the head of their forms, from `left` on.
pub(super) fn kind_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, left: egui::Pos2) {
    let on = usize::from(view.state.match_kind == MatchKind::Tournament);
    let items = ["Match", "Tournament"];
    let (clicked, _) = widgets::segmented(ui, kit, left, &items, on);
    match clicked {
        Some(0) if on != 0 => open_shown(view.state, view.snapshot, MatchKind::Match),
        Some(1) if on != 1 => open_shown(view.state, view.snapshot, MatchKind::Tournament),
        Some(_) | None => {}
    }
}

/// Lets the panel of mode Match show the form for a match or tournament of the game that is shown, unless
/// one runs: that is shown then.
pub(in crate::ui) fn open_shown(state: &mut UiState, snapshot: &Snapshot, kind: MatchKind) {
    let game = &snapshot.game;
    open_form(state, snapshot, kind, game.info.name, &game.variant_name);
}

/// The same for one of this game, filled as the form was last.
pub(super) fn open_form(
    state: &mut UiState,
    snapshot: &Snapshot,
    kind: MatchKind,
    game: &'static str,
    variant: &Option<String>,
) {
    state.match_kind = kind;
    // Without a form the panel would show the last match.
    match kind {
        MatchKind::Match => {
            let last = || state.last_match.clone();
            let form = || last().unwrap_or_else(|| MatchForm::new(snapshot, game));
            state.match_form.get_or_insert_with(form);
        }
        MatchKind::Tournament => {
            let form = state.tournament_form.take().or_else(|| state.last_tournament.clone());
            let new = || TournamentForm::new(snapshot, game, variant.clone());
            state.tournament_form = Some(form.map_or_else(new, TournamentForm::anew));
        }
    }
}

/// Takes the file that was read last into the form, once.
pub(super) fn take_draft(view: &mut View<'_>) {
    let Some(draft) = &view.snapshot.tournament_draft else { return };
    if draft.number > view.state.seen_draft {
        view.state.seen_draft = draft.number;
        view.state.match_kind = MatchKind::Tournament;
        view.state.tournament_form =
            Some(TournamentForm::of(draft.file.clone(), draft.place.clone()));
    }
}
