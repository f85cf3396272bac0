//! What a desk consists of: data with its own rules, which no other room sees.
//!
//! Knows no desk: the files of the room bring these together.

pub(super) mod adaptive;
pub(super) mod analysis;
pub(super) mod candidates;
pub(super) mod cards;
pub(super) mod coach;
pub(super) mod dice;
pub(super) mod dice_study;
pub(super) mod document;
pub(super) mod editor;
pub(super) mod edits;
pub(super) mod follower;
pub(super) mod keeper;
pub(super) mod lock;
pub(super) mod pictures;
pub(super) mod pins;
pub(super) mod place;
pub(super) mod practice;
pub(super) mod problems;
pub(super) mod remarking;
pub(super) mod reviews;
pub(super) mod seats;
pub(super) mod threat;
pub(super) mod unsettled;
