//! The engines that come with the program: search and evaluation behind the server half.
//!
//! Knows games and server messages, not the host. Reads and writes nothing but the streams it is
//! given.

pub mod backgammon;
pub mod draughts;
pub mod guide;
pub mod hive;
pub mod hub;
mod input;
pub mod nboard;
mod options;
pub mod othello;
mod pace;
mod packing;
mod purse;
mod random;
mod stop;
mod tt;
pub mod ubgi;
pub mod uhp;

pub use options::EngineOptions;
pub use stop::Stop;
