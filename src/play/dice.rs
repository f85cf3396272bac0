//! The source of dice: a stream determined by a seed, a file, or input by hand.
//!
//! Anyone who knows the seed can check the stream; `docs/DICE.md` describes it. Knows only that a
//! roll is two dice, and does not say whether dice are due: the position does.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::games::{MoveText, Position};

/// The seed of a stream of dice: any text. Shown after the game; its [`Seed::commitment`] before.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Seed(pub String);

impl Seed {
    /// A seed that cannot be guessed: 128 bits as `7f3a-91c2-...`.
    #[must_use]
    pub fn fresh() -> Self {
        // The standard library keys its hashers with randomness of the operating system.
        let hasher = RandomState::new();
        let halves = [hasher.hash_one(0), hasher.hash_one(1)];
        let digits = halves.map(|half| format!("{half:016x}")).concat();
        let groups: Vec<&str> = (0..8).map(|idx| &digits[idx * 4..idx * 4 + 4]).collect();
        Self(groups.join("-"))
    }

    /// What can be shown before the game without revealing the dice: the SHA-256 of the seed's
    /// text, in hexadecimal digits. It hides only what cannot be guessed ([`Seed::fresh`]).
    #[must_use]
    pub fn commitment(&self) -> String {
        Sha256::digest(&self.0).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The throws of roll number `roll`, from 0: the first counts, or if it cannot (a tie in the
    /// opening) the next.
    pub fn throws(&self, roll: u64) -> impl Iterator<Item = [u8; 2]> {
        let key = Sha256::digest(format!("dice {}", self.0));
        let mut rng = ChaCha20Rng::from_seed(key.into());
        rng.set_stream(roll);
        std::iter::repeat_with(move || [die(&mut rng), die(&mut rng)])
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// 1 to 6, each equally likely: the few highest words, which would favour some, are skipped.
fn die(rng: &mut ChaCha20Rng) -> u8 {
    const BELOW: u32 = u32::MAX - u32::MAX % 6;
    let mut words = std::iter::repeat_with(|| rng.next_u32());
    let word = words.find(|word| *word < BELOW).expect("the stream has no end");
    (word % 6) as u8 + 1
}

/// Where the dice of a game come from.
#[derive(Clone, Debug)]
pub enum DiceSource {
    /// From a seed; the same roll of the same seed is always the same, so that two games can have
    /// the same dice, and taking a move back changes none.
    Seeded(Seed),
    /// From a list, in order.
    Listed(DiceList),
    /// The user enters them.
    ByHand,
}

/// Why dice could not be rolled.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum DiceError {
    /// A list ran out.
    #[error("the list of dice ends after {n} throws")]
    End {
        /// How many there were.
        n: usize,
    },
    /// A list cannot be read.
    #[error("dice, line {line}: {problem}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

impl DiceSource {
    /// The roll for a position that awaits one, as a legal move; `None` if the user enters it.
    /// `roll` is its number in the game, from 0: as many have been rolled before it.
    ///
    /// # Errors
    ///
    /// When a list has run out.
    pub fn roll(&mut self, pos: &dyn Position, roll: u64) -> Result<Option<MoveText>, DiceError> {
        let legal = |[one, other]: [u8; 2]| pos.resolve(&format!("{one}{other}")).ok();
        match self {
            Self::Seeded(seed) => Ok(seed.throws(roll).take(MAX_TIES).find_map(legal)),
            Self::Listed(list) => list.roll(roll as usize, legal).map(Some),
            Self::ByHand => Ok(None),
        }
    }
}

/// Where the dice of a match come from. Both games of a pair have the same dice, each pair its own.
#[derive(Clone, Debug)]
pub enum MatchDice {
    /// Pair number *n*, from 0, has the seed made of this text, a blank and *n*.
    Seeded(Seed),
    /// As [`MatchDice::Seeded`], with a seed that is secret until after the match.
    Secret(Seed),
    /// Each pair has the next of these lists.
    Listed {
        /// Their source, for display.
        name: String,
        /// The lists; at least as many as there are pairs.
        lists: Vec<DiceList>,
    },
}

impl MatchDice {
    /// The dice of pair number `pair`, from 0.
    ///
    /// # Panics
    ///
    /// When there is no list for it.
    #[must_use]
    pub fn of_pair(&self, pair: u32) -> DiceSource {
        match self {
            Self::Seeded(seed) | Self::Secret(seed) => {
                DiceSource::Seeded(Seed(format!("{seed} {pair}")))
            }
            Self::Listed { lists, .. } => DiceSource::Listed(lists[pair as usize].clone()),
        }
    }
}

/// What may be shown before the match: `dice of seed 7f3a`, `dice of rolls.txt`.
impl fmt::Display for MatchDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seeded(seed) => write!(f, "dice of seed {seed}"),
            Self::Secret(seed) => write!(f, "dice of a seed with SHA-256 {}", seed.commitment()),
            Self::Listed { name, .. } => write!(f, "dice of {name}"),
        }
    }
}

/// After so many unusable throws, the position awaits no dice.
const MAX_TIES: usize = 1000;

/// The error for an empty list.
const NO_DICE: &str = "no dice";

/// A line up to its comment.
fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// A list of throws and how far it is used up.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DiceList {
    throws: Vec<[u8; 2]>,
    /// Which throw each roll made so far began with, and the next one begins with. A roll takes
    /// more than one throw where a tie is thrown again.
    begins: Vec<usize>,
}

impl DiceList {
    /// Reads dice: digits from 1 to 6, two of them make a throw, with blanks, line breaks or `,;:-`
    /// anywhere between them; `#` begins a comment.
    ///
    /// # Errors
    ///
    /// When something else stands there, a die is left over, or there is no throw at all.
    pub fn read(text: &str) -> Result<Self, DiceError> {
        Self::read_lines(1, text.lines())
    }

    /// Reads several lists, separated by empty lines; a line with only a comment is not empty.
    ///
    /// # Errors
    ///
    /// As [`DiceList::read`].
    pub fn read_all(text: &str) -> Result<Vec<Self>, DiceError> {
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
        let parts = lines.split(|(_, content)| content.trim().is_empty());
        let lists: Vec<Self> = parts
            .filter(|part| part.iter().any(|(_, content)| !without_comment(content).is_empty()))
            .map(|part| Self::read_lines(part[0].0, part.iter().map(|(_, content)| *content)))
            .collect::<Result<_, _>>()?;
        match lists.is_empty() {
            true => Err(DiceError::Unreadable { line: 1, problem: NO_DICE.to_owned() }),
            false => Ok(lists),
        }
    }

    fn read_lines<'a>(
        first: usize,
        lines: impl Iterator<Item = &'a str>,
    ) -> Result<Self, DiceError> {
        let mut dice = Vec::new();
        let mut last = first;
        for (line, content) in (first..).zip(lines) {
            last = line;
            let content = without_comment(content);
            for c in content.chars().filter(|c| !c.is_whitespace() && !",;:-".contains(*c)) {
                match c.to_digit(10).filter(|die| (1..=6).contains(die)) {
                    Some(die) => dice.push(die as u8),
                    None => {
                        return Err(DiceError::Unreadable {
                            line,
                            problem: format!("{c:?} is not a die"),
                        });
                    }
                }
            }
        }
        let (throws, rest) = dice.as_chunks::<2>();
        let problem = match (throws, rest) {
            ([], []) => NO_DICE,
            (_, [_]) => "the last die has no second one",
            _ => return Ok(Self { throws: throws.to_vec(), begins: vec![0] }),
        };
        Err(DiceError::Unreadable { line: last, problem: problem.to_owned() })
    }

    /// The list as text, from which a game with so many rolls can be resumed: throws that did not
    /// count are left out.
    #[must_use]
    pub fn to_text(&self, n_rolls: usize) -> String {
        let used = self.begins.iter().skip(1).take(n_rolls);
        let used: Vec<usize> = used.filter_map(|next| next.checked_sub(1)).collect();
        let rest = self.begins.get(n_rolls).copied().unwrap_or(used.len());
        let throws = used.into_iter().chain(rest..self.throws.len());
        let texts: Vec<String> = throws
            .filter_map(|idx| self.throws.get(idx))
            .map(|[one, other]| format!("{one}{other}"))
            .collect();
        texts.join(" ")
    }

    /// The first throw of roll number `roll` that is `legal`.
    fn roll(
        &mut self,
        roll: usize,
        legal: impl Fn([u8; 2]) -> Option<MoveText>,
    ) -> Result<MoveText, DiceError> {
        self.begins.truncate(roll + 1);
        // A resumed game has used one throw per roll, as far as known.
        let begin = self.begins.get(roll).copied().unwrap_or(roll);
        self.begins.resize(roll, begin);
        let mut throws = self.throws.iter().zip(1..).skip(begin);
        let found = throws.find_map(|(throw, next)| legal(*throw).map(|mv| (mv, next)));
        let (mv, next) = found.ok_or(DiceError::End { n: self.throws.len() })?;
        self.begins.extend([begin, next]);
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::read_xgid;

    const OPENING: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10 opening";
    const LATER: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10 rolling";

    /// The rolls from `first` on, all for the same position.
    fn rolls(source: &mut DiceSource, xgid: &str, first: u64, n: u64) -> Vec<String> {
        let pos = read_xgid(xgid).unwrap();
        let roll = |roll| source.roll(&pos, roll).unwrap().unwrap().0;
        (first..first + n).map(roll).collect()
    }

    /// Computed by another program from `docs/DICE.md`.
    #[test]
    fn the_stream_is_the_documented_one() {
        let seed = Seed("7f3a-91c2".to_owned());
        let throws = |roll| seed.throws(roll).take(4).collect::<Vec<_>>();
        assert_eq!(throws(0), [[3, 1], [4, 1], [4, 4], [3, 6]]);
        assert_eq!(throws(3), [[5, 4], [1, 1], [6, 6], [4, 3]]);
        assert_eq!(throws(7), [[1, 6], [5, 2], [3, 1], [1, 3]]);
        let committed = "87e6f74671773762b34d2a79a61d19c820b317450032a1085dff1c1b790d0186";
        assert_eq!(seed.commitment(), committed);
    }

    #[test]
    fn a_roll_of_a_seed_is_the_same_in_any_order() {
        let mut source = DiceSource::Seeded(Seed("quintet".to_owned()));
        assert_eq!(rolls(&mut source, LATER, 0, 5), ["52", "43", "51", "11", "21"]);
        assert_eq!(rolls(&mut source, LATER, 3, 2), ["11", "21"]);
    }

    #[test]
    fn a_tie_in_the_opening_is_thrown_again() {
        let mut source = DiceSource::Seeded(Seed("quintet".to_owned()));
        assert_eq!(rolls(&mut source, OPENING, 3, 2), ["65", "12"]);
        let mut source = DiceSource::Listed(DiceList::read("22 33 16 44 51").unwrap());
        assert_eq!(rolls(&mut source, OPENING, 0, 1), ["16"]);
        assert_eq!(rolls(&mut source, LATER, 1, 2), ["44", "51"]);
        // Taking back the second roll gives the same again.
        assert_eq!(rolls(&mut source, LATER, 1, 2), ["44", "51"]);
        assert_eq!(rolls(&mut source, OPENING, 0, 1), ["16"]);
    }

    #[test]
    fn a_list_is_written_so_that_a_game_goes_on_with_the_same_dice() {
        let mut source = DiceSource::Listed(DiceList::read("22 33 16 44 51 62").unwrap());
        assert_eq!(rolls(&mut source, OPENING, 0, 1), ["16"]);
        assert_eq!(rolls(&mut source, LATER, 1, 1), ["44"]);
        let DiceSource::Listed(list) = &source else { unreachable!("it is a list") };
        assert_eq!(list.to_text(2), "16 44 51 62");
        let mut again = DiceSource::Listed(DiceList::read(&list.to_text(2)).unwrap());
        assert_eq!(rolls(&mut again, LATER, 2, 2), ["51", "62"]);
        assert_eq!(DiceList::read("31 65").unwrap().to_text(0), "31 65");
    }

    #[test]
    fn each_side_of_the_dice_is_as_likely() {
        let seed = Seed("likely".to_owned());
        let mut counts = [0_u32; 36];
        for [one, other] in (0..1200).flat_map(|roll| seed.throws(roll).take(3)) {
            counts[usize::from(one - 1) * 6 + usize::from(other - 1)] += 1;
        }
        let chi_square: f64 = counts.iter().map(|n| (f64::from(*n) - 100.0).powi(2) / 100.0).sum();
        // 35 degrees of freedom: within 99.9 %.
        assert!((14.0..66.6).contains(&chi_square), "{chi_square}: {counts:?}");
    }

    #[test]
    fn lists_of_dice_are_read_leniently_and_refused_with_the_line() {
        let list = DiceList::read("31 6-5\n# a comment\n4,4; 2 1 # more\n").unwrap();
        assert_eq!(list.throws, [[3, 1], [6, 5], [4, 4], [2, 1]]);
        let refused = |text: &str| DiceList::read(text).unwrap_err().to_string();
        assert_eq!(refused("31\n 37"), "dice, line 2: '7' is not a die");
        assert_eq!(refused("31 6"), "dice, line 1: the last die has no second one");
        assert_eq!(refused("# nothing\n"), "dice, line 1: no dice");
    }

    #[test]
    fn empty_lines_part_the_dice_of_a_match_and_errors_name_the_line_of_the_file() {
        let lists = DiceList::read_all("# pair 1\n31\n65\n\n\n# pair 2\n42 11\n  \n# end\n");
        let throws: Vec<_> = lists.unwrap().into_iter().map(|list| list.throws).collect();
        assert_eq!(throws, [[[3, 1], [6, 5]], [[4, 2], [1, 1]]]);
        let refused = |text: &str| DiceList::read_all(text).unwrap_err().to_string();
        assert_eq!(refused("31\n\n65\n4"), "dice, line 4: the last die has no second one");
        assert_eq!(refused("31 4\n\n65"), "dice, line 1: the last die has no second one");
        assert_eq!(refused("31\n\n\n12\n17"), "dice, line 5: '7' is not a die");
        assert_eq!(refused("\n# nothing\n"), "dice, line 1: no dice");
    }

    #[test]
    fn both_games_of_a_pair_have_the_same_dice_and_other_pairs_others() {
        let first = |dice: &MatchDice, pair| rolls(&mut dice.of_pair(pair), LATER, 0, 6);
        let seeded = MatchDice::Seeded(Seed("7".to_owned()));
        assert_eq!(first(&seeded, 3), first(&seeded, 3));
        assert_ne!(first(&seeded, 3), first(&seeded, 4));
        let secret = MatchDice::Secret(Seed("7".to_owned()));
        assert_eq!(first(&secret, 3), first(&seeded, 3));
        let told = secret.to_string();
        assert!(told.ends_with(&Seed("7".to_owned()).commitment()), "{told}");
    }

    #[test]
    fn a_list_ends_and_a_hand_does_not_roll_by_itself() {
        let pos = read_xgid(OPENING).unwrap();
        let mut source = DiceSource::Listed(DiceList::read("31").unwrap());
        assert_eq!(rolls(&mut source, OPENING, 0, 1), ["31"]);
        assert_eq!(source.roll(&pos, 1), Err(DiceError::End { n: 1 }));
        assert_eq!(DiceSource::ByHand.roll(&pos, 0), Ok(None));
    }

    #[test]
    fn fresh_seeds_differ() {
        let [one, other] = [Seed::fresh(), Seed::fresh()];
        assert_ne!(one, other);
        assert_eq!(one.0.len(), 39, "{one}");
    }
}
