//! The actions of practice, for the table.
//!
//! Each stands in the table by its name here.

use egui::{Key, KeyboardShortcut, Modifiers, ViewportCommand};

use super::effects::NO_MISTAKES;
use super::{Action, ActionId as Id, Menu, Run};
use crate::app::board::Side;
use crate::app::{Command, Mode, PracticeCommand, PracticeState, Snapshot, TabCommand};
use crate::ui::dialogs::{self, PathUse};
use crate::ui::state::PasteUse;
use crate::ui::text;

const NO_PRACTICE: &str = "Nothing is practised in this tab.";
const IN_PRACTICE: &str = "This tab has a practice already.";

pub(super) const OWN: Action =
    Action::new(Id::PractiseMistakes, Menu::Game, text::PRACTISE_MISTAKES, "target", |r| {
        practise(r, PracticeCommand::Mistakes(own_side(r.snapshot)));
    })
    .of_game()
    .group()
    .when(|s| s.practice.is_none(), IN_PRACTICE)
    .when(|s| s.game.n_mistakes > 0, NO_MISTAKES);

pub(super) const FIRST: Action =
    Action::new(Id::PractiseFirst, Menu::Game, text::PRACTISE_FIRST, "", |r| {
        practise(r, PracticeCommand::Mistakes(Some(Side::First)));
    })
    .of_game()
    .when(|s| s.practice.is_none(), IN_PRACTICE)
    .when(|s| s.game.n_mistakes > 0, NO_MISTAKES);

pub(super) const SECOND: Action =
    Action::new(Id::PractiseSecond, Menu::Game, text::PRACTISE_SECOND, "", |r| {
        practise(r, PracticeCommand::Mistakes(Some(Side::Second)));
    })
    .of_game()
    .when(|s| s.practice.is_none(), IN_PRACTICE)
    .when(|s| s.game.n_mistakes > 0, NO_MISTAKES);

pub(super) const DUE: Action =
    Action::new(Id::PractiseDue, Menu::Game, text::PRACTISE_DUE, "clock", |r| {
        practise(r, PracticeCommand::Due);
    })
    .when(|s| s.due.n_kept > 0, "Nothing of this kind of game is to be practised again.")
    .when(|s| s.due.n_due > 0, "Nothing of this kind of game is due yet.");

pub(super) const FILE: Action =
    Action::new(Id::PractiseFile, Menu::Game, text::PRACTISE_FILE, "open", |r| {
        dialogs::ask_path(r.ctx, r.state, PathUse::Practice, None);
    });

pub(super) const PASTED: Action =
    Action::new(Id::PractisePasted, Menu::Game, text::PRACTISE_PASTED, "paste", |r| {
        r.state.pastes = PasteUse::Practice;
        r.ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
    });

pub(super) const ANSWER: Action =
    Action::new(Id::PracticeAnswer, Menu::Game, text::PRACTICE_ANSWER, "", |r| {
        practise(r, PracticeCommand::Answer);
    })
    .of_game()
    .when(|s| s.practice.is_some(), NO_PRACTICE)
    .when(is_going, "The practice is over.");

pub(super) const NEXT: Action =
    Action::new(Id::PracticeNext, Menu::Game, text::PRACTICE_NEXT, "", |r| {
        practise(r, PracticeCommand::Next);
    })
    .keys(&[KeyboardShortcut::new(Modifiers::NONE, Key::N)])
    .of_game()
    .when(|s| s.practice.is_some(), NO_PRACTICE)
    .when(is_going, "The practice is over.");

pub(super) const END: Action =
    Action::new(Id::PracticeEnd, Menu::Game, text::PRACTICE_END, "close", end)
        .of_game()
        .when(|s| s.practice.is_some(), NO_PRACTICE);

fn practise(r: &mut Run<'_>, command: PracticeCommand) {
    r.commands.push(Command::Practice(command));
}

/// The side of the only person at the board.
pub(in crate::ui) fn own_side(snapshot: &Snapshot) -> Option<Side> {
    match snapshot.game.seats.each_ref().map(|seat| seat.human) {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        [true, true] | [false, false] => None,
    }
}

fn is_going(s: &Snapshot) -> bool {
    let practice = s.practice.as_ref().filter(|_| s.mode == Mode::Play);
    practice.is_some_and(|practice| practice.state != PracticeState::Over)
}

/// Closes the tab of the practice, which can be brought back; the last tab stays, with the position for
/// analysis.
fn end(r: &mut Run<'_>) {
    let shown = r.snapshot.tabs.iter().find(|tab| tab.shown);
    match shown.filter(|_| r.snapshot.tabs.len() > 1) {
        Some(tab) => r.tab(TabCommand::Close(tab.id)),
        None => practise(r, PracticeCommand::End),
    }
}
