//! Looking whether what is typed for an engine is there: its program and its folder.
//!
//! Starts nothing, and looks on a thread of its own: a folder may lie on a machine that sleeps.

use std::path::PathBuf;

use super::owner::{Outside, Owner};
use crate::store::NotThere;

/// What was found where a program and a folder were looked for.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct LookedFor {
    /// The program with its arguments that was looked for.
    pub command: Vec<String>,
    /// The working directory, as it was written; empty for none.
    pub dir: String,
    /// What is wrong with the program, in few words.
    pub program_fault: Option<&'static str>,
    /// The working directory is not there.
    pub dir_is_missing: bool,
}

/// The newest look, and what is to be looked for when it is over.
#[derive(Debug, Default)]
pub(super) struct Looking {
    is_running: bool,
    next: Option<(Vec<String>, String)>,
    pub(super) found: Option<LookedFor>,
}

impl Owner {
    /// Looks for a program and a working directory; one look at a time, the newest wish next.
    pub(super) fn look_for(&mut self, command: Vec<String>, dir: String) {
        if self.looking.is_running {
            self.looking.next = Some((command, dir));
            return;
        }
        self.looking.is_running = true;
        // What is relative is meant from the folder of the list.
        let list = self.own_list().unwrap_or_else(|| PathBuf::from("engines.toml"));
        let (places, outside) = (self.places.clone(), self.outside.clone());
        tokio::task::spawn_blocking(move || {
            let NotThere { program, dir: dir_is_missing } =
                NotThere::of(&command, &dir, &list, &places);
            let found = LookedFor { command, dir, program_fault: program, dir_is_missing };
            // When the owner is gone nobody wants to know.
            let _gone = outside.blocking_send(Outside::Looked(Box::new(found)));
        });
    }

    pub(super) fn handle_looked(&mut self, found: LookedFor) {
        self.looking.is_running = false;
        self.looking.found = Some(found);
        if let Some((command, dir)) = self.looking.next.take() {
            self.look_for(command, dir);
        }
    }
}
