//! Evaluates a position without looking ahead: by the rules if it is over, by the bear-off database
//! if possible, otherwise by networks.
//!
//! Chooses nothing. The weights come from `assets/eval/backgammon.bin`, which `quintet
//! train-backgammon` makes ([`super::train`]); the format of the file: the line `quintet backgammon
//! weights 3`, the checksum of all that follows it (FNV-1a, 64 bits), then the weights of the
//! networks for contact, late contact and races as `f32`, all lowest byte first, in the order of
//! [`super::net`].

use std::sync::{Arc, OnceLock};

use super::bearoff::BearOff;
use super::chances::Chances;
use super::features::{self, N_CONTACT, N_LATE, N_RACE};
use super::net::{Inputs, Net};
use crate::builtin::random::Random;
use crate::games::backgammon::Board;
use crate::games::backgammon::board::OFF;
use crate::games::backgammon::cube::win_of;

/// Hidden units of the network for contact.
const CONTACT_UNITS: usize = 128;
/// Those of its hidden units that learn before it is grown.
const FIRST_CONTACT_UNITS: usize = 96;
/// Hidden units of the network for races.
const RACE_UNITS: usize = 32;
/// The first line of a weights file.
const HEADING: &[u8] = b"quintet backgammon weights 3\n";

/// A weights file that cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin like a weights file.
    #[error("not a weights file of version 3")]
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
    /// `None` while the training begins: the network for contact does its work, too.
    late: Option<Net<CONTACT_UNITS>>,
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
        let late = Net::of_weights(N_LATE, &mut weights);
        let race = Net::of_weights(N_RACE, &mut weights);
        let (Some(contact), Some(late), Some(race)) = (contact, late, race) else {
            return Err(WeightsError::Mismatch);
        };
        let read = Self { contact, late: Some(late), race };
        let is_whole = weights.next().is_none() && read.weights().all(f32::is_finite);
        if is_whole { Ok(read) } else { Err(WeightsError::Mismatch) }
    }

    /// The weights file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights: Vec<u8> = self.weights().flat_map(f32::to_le_bytes).collect();
        [HEADING, &checksum(&weights).to_le_bytes(), &weights].concat()
    }

    /// Weights to begin with: one network for all contact, which has not all its units yet.
    pub(super) fn untrained(random: &mut Random) -> Self {
        let mut number = || random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
        let contact = Net::untrained(N_CONTACT, FIRST_CONTACT_UNITS, &mut number);
        Self { contact, late: None, race: Net::untrained(N_RACE, RACE_UNITS, number) }
    }

    /// The same judgement by all networks with all their units and inputs.
    pub(super) fn grown(self, random: &mut Random) -> Self {
        let mut number = || random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
        let late = self.late.unwrap_or_else(|| self.contact.clone());
        Self {
            contact: self.contact.grown(N_CONTACT, &mut number),
            late: Some(late.grown(N_LATE, &mut number)),
            race: self.race,
        }
    }

    fn weights(&self) -> impl Iterator<Item = f32> {
        let late = self.late.iter().flat_map(Net::weights);
        self.contact.weights().chain(late).chain(self.race.weights())
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
    /// The players can still meet, and one of them is late ([`features::is_late`]).
    Late,
    /// The players can still meet.
    Contact,
}

impl Class {
    pub(super) fn of(board: &Board) -> Self {
        if [board.own[OFF], board.opp[OFF]].contains(&15) {
            return Self::Over;
        }
        if !board.is_race() {
            return if features::is_late(board) { Self::Late } else { Self::Contact };
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
        let Some(network) = self.set_inputs(board) else { return known(board) };
        let weights = &self.weights;
        let chances = match (network, &weights.late) {
            (Network::Late, Some(late)) => late.chances(&self.inputs),
            (Network::Late | Network::Contact, _) => weights.contact.chances(&self.inputs),
            (Network::Race, _) => weights.race.chances(&self.inputs),
        };
        possible(board, chances)
    }

    /// Learns the right chances of a position; only positions that need a network can be learned.
    pub(super) fn learn(&mut self, board: &Board, target: &Chances, rate: f32) {
        let Some(network) = self.set_inputs(board) else { return };
        let weights = Arc::make_mut(&mut self.weights);
        match (network, &mut weights.late) {
            (Network::Late, Some(late)) => late.learn(&self.inputs, target, rate),
            (Network::Late | Network::Contact, _) => {
                weights.contact.learn(&self.inputs, target, rate);
            }
            (Network::Race, _) => weights.race.learn(&self.inputs, target, rate),
        }
    }

    /// Sets the inputs of the network that the position needs, if it needs one.
    fn set_inputs(&mut self, board: &Board) -> Option<Network> {
        self.inputs.clear();
        match Class::of(board) {
            Class::Over | Class::BearOff => None,
            Class::Race => {
                features::race(board, &mut self.inputs);
                Some(Network::Race)
            }
            Class::Late if self.weights.late.is_some() => {
                features::late(board, &mut self.inputs);
                Some(Network::Late)
            }
            Class::Late | Class::Contact => {
                features::contact(board, &mut self.inputs);
                Some(Network::Contact)
            }
        }
    }
}

enum Network {
    Contact,
    Late,
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
    use crate::games::backgammon::read_xgid;

    #[test]
    fn weights_are_read_back_and_damage_is_noticed() {
        let random = &mut Random::new(3);
        let weights = Weights::untrained(random).grown(random);
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

    /// The distance of the equities without cube from those of GNU Backgammon at 2 plies, from the
    /// table of `benches/gnubg_equities.rs`: the mean and the widest of each set.
    fn distances(set: &str) -> (f32, f32) {
        let table = include_str!("../../../tests/data/backgammon/gnubg_equities.tsv");
        let mut evaluator = Evaluator::new(Weights::embedded());
        let of_set = |line: &&str| line.starts_with(set);
        let distances = table.lines().filter(of_set).map(|line| {
            let mut fields = line.split('\t').skip(1);
            let xgid = format!("XGID={}:0:0:1:00:0:0:0:0:10", fields.next().unwrap());
            let numbers: Vec<f32> = fields.map(|field| field.parse().unwrap()).collect();
            let theirs = Chances(numbers.try_into().unwrap());
            let ours = evaluator.chances(&read_xgid(&xgid).unwrap().board);
            (ours.equity() - theirs.equity()).abs()
        });
        let distances: Vec<f32> = distances.collect();
        let mean = distances.iter().sum::<f32>() / distances.len() as f32;
        (mean, distances.iter().copied().fold(0.0, f32::max))
    }

    #[test]
    fn at_a_glance_equities_are_near_those_of_gnu_backgammon_two_plies_deep() {
        // docs/PERFORMANCE.md has what was reached, and what it was before there were rounds.
        for (set, most, widest) in [("match", 0.049, 0.52), ("closed", 0.048, 0.42)] {
            let found = distances(set);
            assert!(found.0 < most && found.1 < widest, "{set}: {found:?}");
        }
    }
}
