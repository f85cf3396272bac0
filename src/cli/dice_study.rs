//! `quintet rollout`, `quintet rolls` and `quintet cube`: studies of a position of backgammon.
//!
//! Computes nothing itself: [`quintet::play::dice_study`] does.

mod cube;
mod rollout;
mod rolls;

pub(super) use cube::{CubeArgs, run as cube};
pub(super) use rollout::{RolloutArgs, run as rollout};
pub(super) use rolls::{RollsArgs, run as rolls};

use clap::Args;
use quintet::games;
use quintet::games::Rules as _;
use quintet::games::backgammon::Backgammon;
use quintet::play::dice_study::{MAX_PLIES, StudyError};
use quintet::protocol::Chances;

use super::numbers::whole;
use super::{Code, Failure, GameArgs};

/// The position that is studied.
#[derive(Args, Debug)]
struct StudyArgs {
    /// A position in any form that is read: an XGID, a position and match id of GNU Backgammon, a
    /// FIBS board, or a game, whose last position counts.
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// Rolls to look ahead, 0 to 3. Each takes about twenty times as long as the one before.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole::<u8>(0..=MAX_PLIES))]
    plies: u8,
    /// Print a JSON object instead of text.
    #[arg(long)]
    json: bool,
}

const GAME: &str = Backgammon::INFO.name;

impl StudyArgs {
    /// The position in canonical text.
    fn canonical(&self) -> Result<String, Failure> {
        let game = games::find(GAME).expect("backgammon is among the games");
        let position = GameArgs { game, variant: None }.position(Some(&self.position));
        Ok(position.map_err(|err| Code::Usage.of(err))?.to_text())
    }
}

fn refused(error: StudyError) -> Failure {
    Code::Usage.of(error)
}

/// `White` or `Black`.
fn side_name(side: games::Side) -> &'static str {
    Backgammon::INFO.sides[side.idx()]
}

/// The five chances in percent: to win at all, a gammon, a backgammon, to lose a gammon, a backgammon.
fn percents(chances: &Chances) -> [f64; 5] {
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = *chances;
    let of = |chance: Option<f64>| chance.unwrap_or_default();
    [win, of(win_gammon), of(win_backgammon), of(lose_gammon), of(lose_backgammon)]
        .map(|chance| 100.0 * chance)
}

/// The names of the five chances in JSON.
const CHANCES: [&str; 5] =
    ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"];

/// The five chances, or their errors, as an object; from 0 to 1.
fn chances_json(chances: [f64; 5]) -> serde_json::Value {
    let named =
        CHANCES.iter().zip(chances).map(|(name, chance)| ((*name).to_owned(), chance.into()));
    serde_json::Value::Object(named.collect())
}
