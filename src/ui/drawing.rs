//! Marks and arrows that are drawn on the board with the right button: a click marks a cell, a drag
//! draws an arrow. Shift, Ctrl and Alt choose the colour.
//!
//! Keeps nothing that was drawn: every mark is pushed at once.

use egui::{Modifiers, PointerButton, Rect, Ui};

use super::board::{Arrow, ArrowKind};
use super::root::View;
use crate::app::board::{BoardMark, MarkColour};
use crate::app::{Command, GameCommand};

/// An arrow that is being drawn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Drawing {
    /// The cell where the button went down.
    from: String,
    /// The cell under the pointer.
    to: Option<String>,
    colour: MarkColour,
}

/// Follows the right button over the board of the game, which is shown in `place`.
pub(super) fn drawing_ui(ui: &Ui, view: &mut View<'_>, place: Rect) {
    let (pressed, released, held, at, modifiers) = ui.input(|input| {
        let (pointer, button) = (&input.pointer, PointerButton::Secondary);
        let (pressed, released) = (pointer.button_pressed(button), pointer.button_released(button));
        let held = pointer.button_down(button);
        (pressed, released, held, pointer.interact_pos(), input.modifiers)
    });
    let game = &view.snapshot.game;
    let cell = at.filter(|at| place.contains(*at));
    let cell = cell.and_then(|at| view.state.board.cell_at(&game.scene, at));
    if pressed && view.snapshot.editor.is_none() && ui.rect_contains_pointer(place) {
        let colour = colour(modifiers);
        view.state.drawing = cell.clone().map(|from| Drawing { from, to: None, colour });
    }
    if held || released {
        if let Some(drawing) = &mut view.state.drawing {
            drawing.to = cell;
        }
        if !released {
            return;
        }
    }
    // Once the button is up there is nothing more to follow.
    let Some(Drawing { from, to: Some(to), colour }) = view.state.drawing.take() else { return };
    if released {
        let mark = BoardMark { colour, from, to };
        view.push(Command::Game(GameCommand::Draw(game.current, mark)));
    }
}

fn colour(modifiers: Modifiers) -> MarkColour {
    if modifiers.shift {
        MarkColour::Red
    } else if modifiers.command {
        MarkColour::Blue
    } else if modifiers.alt {
        MarkColour::Yellow
    } else {
        MarkColour::Green
    }
}

/// What was drawn in the position shown, and what is being drawn.
pub(super) fn drawn_arrows(view: &View<'_>) -> Vec<Arrow> {
    let arrow = |mark: &BoardMark| {
        let kind = ArrowKind::Drawn(mark.colour);
        Arrow { from: mark.from.clone(), to: mark.to.clone(), kind }
    };
    let mut arrows: Vec<Arrow> = view.snapshot.game.drawn.iter().map(arrow).collect();
    if let Some(Drawing { from, to: Some(to), colour }) = &view.state.drawing {
        let kind = ArrowKind::Drawn(*colour);
        arrows.push(Arrow { from: from.clone(), to: to.clone(), kind });
    }
    arrows
}
