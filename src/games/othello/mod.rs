//! Othello.
pub mod board;
