//! Looking whether what is typed for an engine is there: its program and its folder.
//!
//! Starts nothing, and looks on a thread of its own: a folder may lie on a machine that sleeps.

use std::path::PathBuf;

use super::state::Workshop;
use crate::app::effect::{Effect, Work};
use crate::app::outside::Outside;
use crate::app::views::LookedFor;
use crate::store::NotThere;

impl Workshop {
    /// Looks for a program and a working directory; one look at a time, the newest wish next.
    pub(super) fn look_for(&mut self, command: Vec<String>, dir: String) {
        if self.looking.is_running {
            self.looking.next = Some((command, dir));
            return;
        }
        self.looking.is_running = true;
        // What is relative is meant from the folder of the list.
        let list = self.own_list().unwrap_or_else(|| PathBuf::from("engines.toml"));
        let places = self.places.clone();
        self.effects.push(Effect::Work(Work::new(move || {
            let NotThere { program, dir: dir_is_missing } =
                NotThere::of(&command, &dir, &list, &places);
            let found = LookedFor { command, dir, program_fault: program, dir_is_missing };
            Outside::Looked(Box::new(found))
        })));
    }

    pub(super) fn note_looked(&mut self, found: LookedFor) {
        self.looking.is_running = false;
        self.looking.found = Some(found);
        if let Some((command, dir)) = self.looking.next.take() {
            self.look_for(command, dir);
        }
    }
}
