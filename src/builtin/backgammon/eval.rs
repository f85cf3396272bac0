//! Evaluates a position without looking ahead: by the rules if it is over, by the bear-off database
//! if possible, otherwise by networks.
//!
//! Chooses nothing. The weights come from `assets/eval/backgammon.bin`, which `quintet
//! train-backgammon` makes ([`super::train`]); the format of the file: the line `quintet backgammon
//! weights 2`, the checksum of all that follows it (FNV-1a, 64 bits), then the weights of the
//! network for contact and of that for races as `f32`, all lowest byte first, in the order of
//! [`super::net`].

use std::sync::{Arc, OnceLock};

use super::bearoff::BearOff;
use super::chances::Chances;
use super::features::{self, N_CONTACT, N_RACE};
use super::net::{Inputs, Net};
use crate::builtin::random::Random;
use crate::games::backgammon::Board;
use crate::games::backgammon::board::OFF;
use crate::games::backgammon::cube::win_of;

/// Hidden units of the network for contact.
const CONTACT_UNITS: usize = 96;
/// Hidden units of the network for races.
const RACE_UNITS: usize = 32;
/// The first line of a weights file.
const HEADING: &[u8] = b"quintet backgammon weights 2\n";

/// A weights file that cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin like a weights file.
    #[error("not a weights file of version 2")]
    Heading,
    /// Its checksum is another one.
    #[error("the weights file is damaged: its checksum is wrong")]
    Damaged,
    /// It holds more or fewer weights than it should, or something that isn't a number.
    #[error("the weights do not fit the networks")]
    Mismatch,
}

/// The networks.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    contact: Net<CONTACT_UNITS>,
    race: Net<RACE_UNITS>,
}

impl Weights {
    /// The weights that come with the program.
    pub fn embedded() -> Arc<Self> {
        static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
        let read = || {
            let bytes =
                include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/eval/backgammon.bin"));
            Arc::new(Self::read(bytes).expect("the embedded weights are read whole in the tests"))
        };
        Arc::clone(WEIGHTS.get_or_init(read))
    }

    /// Reads a weights file.
    ///
    /// # Errors
    ///
    /// When it isn't one, or is damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(HEADING).ok_or(WeightsError::Heading)?;
        let (sum, rest) = rest.split_first_chunk().ok_or(WeightsError::Damaged)?;
        if u64::from_le_bytes(*sum) != checksum(rest) {
            return Err(WeightsError::Damaged);
        }
        let (words, []) = rest.as_chunks::<4>() else { return Err(WeightsError::Mismatch) };
        let mut weights = words.iter().map(|word| f32::from_le_bytes(*word));
        let contact = Net::of_weights(N_CONTACT, &mut weights);
        let race = Net::of_weights(N_RACE, &mut weights);
        let (Some(contact), Some(race), None) = (contact, race, weights.next()) else {
            return Err(WeightsError::Mismatch);
        };
        let read = Self { contact, race };
        if read.weights().all(f32::is_finite) { Ok(read) } else { Err(WeightsError::Mismatch) }
    }

    /// The weights file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights: Vec<u8> = self.weights().flat_map(f32::to_le_bytes).collect();
        [HEADING, &checksum(&weights).to_le_bytes(), &weights].concat()
    }

    /// Weights to begin with.
    pub(super) fn untrained(random: &mut Random) -> Self {
        let mut number = || random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
        let contact = Net::untrained(N_CONTACT, &mut number);
        Self { contact, race: Net::untrained(N_RACE, number) }
    }

    fn weights(&self) -> impl Iterator<Item = f32> {
        self.contact.weights().chain(self.race.weights())
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The knowledge about a position that it needs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Class {
    /// The side that has just played has borne off everything; or, if the game is over, the side to
    /// move has.
    Over,
    /// All checkers are in the home boards, past each other: the database has the answer.
    BearOff,
    /// The players cannot meet any more.
    Race,
    /// The players can still meet.
    Contact,
}

impl Class {
    pub(super) fn of(board: &Board) -> Self {
        if [board.own[OFF], board.opp[OFF]].contains(&15) {
            return Self::Over;
        }
        if !board.is_race() {
            return Self::Contact;
        }
        let home = |checkers: &[u8; 26]| checkers[7..].iter().all(|n| *n == 0);
        if home(&board.own) && home(&board.opp) { Self::BearOff } else { Self::Race }
    }
}

/// Evaluates positions; reuses its buffers.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) weights: Arc<Weights>,
    inputs: Inputs,
}

impl Evaluator {
    /// An evaluator with these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Self {
        Self { weights, inputs: Inputs::default() }
    }

    /// The chances of the side to move, before its roll.
    pub fn chances(&mut self, board: &Board) -> Chances {
        let Some(inputs) = self.inputs_of(board) else { return known(board) };
        let chances = match inputs {
            Network::Contact => self.weights.contact.chances(&self.inputs),
            Network::Race => self.weights.race.chances(&self.inputs),
        };
        possible(board, chances)
    }

    /// Learns the right chances of a position; only positions that need a network can be learned.
    pub(super) fn learn(&mut self, board: &Board, target: &Chances, rate: f32) {
        let Some(inputs) = self.inputs_of(board) else { return };
        let weights = Arc::make_mut(&mut self.weights);
        match inputs {
            Network::Contact => weights.contact.learn(&self.inputs, target, rate),
            Network::Race => weights.race.learn(&self.inputs, target, rate),
        }
    }

    /// Sets the inputs of the network that the position needs, if it needs one.
    fn inputs_of(&mut self, board: &Board) -> Option<Network> {
        self.inputs.clear();
        match Class::of(board) {
            Class::Over | Class::BearOff => None,
            Class::Race => {
                features::race(board, &mut self.inputs);
                Some(Network::Race)
            }
            Class::Contact => {
                features::contact(board, &mut self.inputs);
                Some(Network::Contact)
            }
        }
    }
}

enum Network {
    Contact,
    Race,
}

/// The chances in a position that needs no network.
fn known(board: &Board) -> Chances {
    if let Some(win) = win_of(board) {
        return Chances::of_result(win.times().cast_signed());
    }
    if let Some(win) = win_of(&board.flip()) {
        return Chances::of_result(-win.times().cast_signed());
    }
    BearOff::shared().chances(board)
}

/// Removes impossible results: a side that has borne off a checker loses no gammon, and without
/// contact a checker outside the opponent's home does not return there.
fn possible(board: &Board, chances: Chances) -> Chances {
    let [win, mut win_gammon, mut win_backgammon, mut lose_gammon, mut lose_backgammon] = chances.0;
    let is_race = board.is_race();
    for (checkers, gammon, backgammon) in [
        (&board.opp, &mut win_gammon, &mut win_backgammon),
        (&board.own, &mut lose_gammon, &mut lose_backgammon),
    ] {
        if checkers[OFF] > 0 {
            *gammon = 0.0;
        }
        if is_race && checkers[19..].iter().all(|n| *n == 0) {
            *backgammon = 0.0;
        }
    }
    Chances([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]).in_order()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_back_and_damage_is_noticed() {
        let weights = Weights::untrained(&mut Random::new(3));
        let bytes = weights.to_bytes();
        assert_eq!(Weights::read(&bytes), Ok(weights));
        assert_eq!(Weights::read(&bytes[1..]), Err(WeightsError::Heading));
        let start = HEADING.len() + 8;
        for at in [HEADING.len(), start, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Weights::read(&damaged), Err(WeightsError::Damaged));
        }
        for end in [start - 1, bytes.len() - 4] {
            assert_eq!(Weights::read(&bytes[..end]), Err(WeightsError::Damaged));
        }
        // Whole files of other networks.
        let whole = |weights: &[u8]| [HEADING, &checksum(weights).to_le_bytes(), weights].concat();
        let weights = &bytes[start..];
        let no_number = [&weights[4..], &f32::NAN.to_le_bytes()].concat();
        for other in [&weights[4..], &weights[1..], &[weights, &[0; 4]].concat(), &no_number] {
            assert_eq!(Weights::read(&whole(other)), Err(WeightsError::Mismatch));
        }
        assert_eq!(whole(weights), bytes);
        // The published checksum of "foobar".
        assert_eq!(checksum(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
