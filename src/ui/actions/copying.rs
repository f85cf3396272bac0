//! The actions that copy the position shown in the forms of other programs.
//!
//! Writes no form: the texts come with the snapshot.

use super::effects::{copy_form, form};
use super::{Action, ActionId as Id, Menu};
use crate::ui::text;

pub(super) const FEN: Action =
    Action::new(Id::CopyFen, Menu::Edit, text::COPY_FEN, "", |r| copy_form(r, "FEN"))
        .when(|s| form(s, "FEN").is_some(), "This game has no positions in the form of FEN.");

pub(super) const HUB: Action =
    Action::new(Id::CopyHub, Menu::Edit, text::COPY_HUB, "", |r| copy_form(r, "Hub"))
        .when(|s| form(s, "Hub").is_some(), "This game has no positions in the form of Hub.");

pub(super) const GUIDE: Action =
    Action::new(Id::CopyGuide, Menu::Edit, text::COPY_GUIDE, "", |r| copy_form(r, "GUIDE"))
        .when(|s| form(s, "GUIDE").is_some(), "This game has no positions in the form of GUIDE.");

pub(super) const GNU: Action = Action::new(Id::CopyGnu, Menu::Edit, text::COPY_GNU, "", |r| {
    copy_form(r, "GNU position and match id")
})
.when(
    |s| form(s, "GNU position and match id").is_some(),
    "This game has no ids of GNU Backgammon.",
);

pub(super) const FIBS: Action =
    Action::new(Id::CopyFibs, Menu::Edit, text::COPY_FIBS, "", |r| copy_form(r, "FIBS board"))
        .when(|s| form(s, "FIBS board").is_some(), "This game has no FIBS boards.");

pub(super) const SNOWIE: Action =
    Action::new(Id::CopySnowie, Menu::Edit, text::COPY_SNOWIE, "", |r| {
        copy_form(r, "Snowie position")
    })
    .when(|s| form(s, "Snowie position").is_some(), "Snowie cannot write this position.");
