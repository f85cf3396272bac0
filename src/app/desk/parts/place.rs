//! What a desk knows of its place among the tabs.
//!
//! Knows no other tab.

use std::time::Instant;

use crate::app::choices::Mode;

/// What a desk knows of its place among the tabs.
#[derive(Debug)]
pub(in crate::app::desk) struct Place {
    /// The name that the user has given it.
    pub(in crate::app::desk) name: Option<String>,
    /// The game that its title begins with, and the number behind that among the tabs with this game.
    pub(in crate::app::desk) title_number: Option<(&'static str, u32)>,
    /// It is shown.
    pub(in crate::app::desk) is_shown: bool,
    /// Its engines go on analysing while it is not shown.
    pub(in crate::app::desk) is_pinned: bool,
    /// So many of its engines may analyse at once.
    pub(in crate::app::desk) allowance: usize,
    /// Its game is paused because it is not shown, and goes on when it is.
    pub(in crate::app::desk) paused_hidden: bool,
    /// The mode that it had before the match was shown here.
    pub(in crate::app::desk) mode_before_match: Mode,
    /// It has a window of its own.
    pub(in crate::app::desk) floats: bool,
    /// It is kept on disk by itself, since there are other tabs.
    pub(in crate::app::desk) is_kept_alone: bool,
    /// The document, by its number, and the number of its changes, that are kept on disk.
    pub(in crate::app::desk) kept: (u64, u64),
    /// When later changes of a study are kept, at the latest.
    pub(in crate::app::desk) keep_at: Option<Instant>,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            name: None,
            title_number: None,
            is_shown: false,
            is_pinned: false,
            allowance: usize::MAX,
            paused_hidden: false,
            mode_before_match: Mode::Play,
            floats: false,
            is_kept_alone: false,
            kept: (0, 0),
            keep_at: None,
        }
    }
}
