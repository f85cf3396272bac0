//! The panels at the right and the drawer below.
//!
//! Each reads the snapshot and pushes commands; none knows how a board is painted.

mod analyse;
mod candidates;
mod cards;
mod choosing;
mod coach;
mod comments;
mod comparison;
mod console;
mod decisions;
mod dice_study;
mod drawer;
mod failures;
mod lines;
mod lock;
mod match_form;
mod matching;
mod mistakes;
mod move_list;
mod moves;
mod notices;
mod pairs;
mod parts;
mod play;
mod practice;
mod preview;
mod problems;
mod rolls;
mod said;
mod stakes;
mod standings;
mod summary;
mod tables;
mod threat;
mod tournament;
mod tournament_form;
mod tournament_players;

pub(super) use analyse::{analyse_panel_ui, no_more_engines};
pub(super) use choosing::{engine_item_ui, first_choice};
pub use comments::TextDraft;
pub(super) use comparison::USUAL_MOVES;
pub(super) use console::{as_text, line_ui};
pub(super) use decisions::decisions_ui;
pub(super) use drawer::{drawer_ui, unwatch};
pub(super) use failures::waited_for_ui;
pub use match_form::MatchForm;
pub use matching::MatchList;
pub(super) use matching::{boardless_words, match_panel_ui, told_apart};
pub(super) use move_list::ListLayout;
pub(super) use notices::{banner_ui, notice_foot_ui, notices_ui};
pub(super) use play::{play_buttons_ui, play_panel_ui};
pub(super) use practice::practice_panel_ui;
pub(super) use preview::{PreviewScene, preview_ui};
pub(super) use problems::problems_ui;
pub use tournament_form::{MatchKind, TournamentForm};
