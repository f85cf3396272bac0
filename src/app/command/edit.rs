//! What the window may ask for of the position editor. It changes nothing itself.

use crate::games::Edit;

/// About the position editor.
#[derive(Clone, Debug, PartialEq)]
pub enum EditCommand {
    /// Open it with the position shown.
    Open,
    /// Change the position.
    Step(Edit),
    /// Go on with the same board in another variant.
    Variant(String),
    /// Take over a position written in any form that the game reads.
    Text(String),
    /// Say what is wrong with a position while it is being written; take nothing over.
    Typed(String),
    /// Undo the last step.
    Undo,
    /// Do the step again that was undone last.
    Redo,
    /// Close it; nothing has changed.
    Cancel,
    /// Close it and go on from the position in Analyse; refused while the position has a problem.
    Done,
    /// Close it and begin a game in the position: a person, who moves first, against the usual engine;
    /// refused while the position has a problem.
    Play,
}
