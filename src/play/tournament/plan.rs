//! Who meets whom in a tournament: a pure function of its format and the results so far.
//!
//! Reads no clock, draws no random number, and knows neither engines nor openings: players are
//! numbers, in the order of the tournament's file, and the first is the best seeded.

use super::joined::{Joined, Part, Who};
use super::results::Results;
use super::{knockout, round_robin, swiss};

/// The format of a tournament.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Format {
    /// Two players meet once.
    Match,
    /// The first players each meet all others, but not each other.
    Gauntlet {
        /// How many of them there are.
        challengers: usize,
        /// How often two players meet.
        cycles: u32,
        /// The last players are challengers that joined when the tournament had begun: each meets the others'
        /// opponents after those have met.
        late: Joined,
    },
    /// Each player meets each other one.
    RoundRobin {
        /// How often.
        cycles: u32,
        /// The last players joined when the tournament had begun: each of them meets all before it, after
        /// those have met.
        late: Joined,
    },
    /// The loser of an encounter is out.
    Knockout {
        /// Pairs of games that are added one by one while an encounter is tied. If it is tied after
        /// the last one, the player who is seeded better goes on.
        tie_breaks: u32,
    },
    /// Players with equal scores meet, and no two meet twice.
    Swiss {
        /// Number of rounds.
        rounds: u32,
        /// When the last players joined.
        late: LateRounds,
    },
}

/// The rounds from which players take part in a Swiss that joined it when it had begun: the last players,
/// in the order of their rounds.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct LateRounds {
    /// Rounds from 1, then zeros.
    rounds: [u32; Self::MOST],
}

impl LateRounds {
    /// So many players can join a Swiss that has begun.
    pub const MOST: usize = 16;

    /// Players that join in these rounds, from 1; those after the first [`LateRounds::MOST`] are left out.
    #[must_use]
    pub fn new(rounds: impl IntoIterator<Item = u32>) -> Self {
        let mut found = Self::default();
        found.rounds.iter_mut().zip(rounds).for_each(|(place, round)| *place = round);
        found
    }

    pub(super) fn rounds(&self) -> impl Iterator<Item = u32> {
        self.rounds.iter().copied().take_while(|round| *round > 0)
    }

    /// How many players there are.
    fn len(&self) -> usize {
        self.rounds().count()
    }

    /// How many of them do not take part in a round, from 0.
    fn n_missing(&self, round: u32) -> usize {
        self.rounds().filter(|from| *from > round.saturating_add(1)).count()
    }
}

/// What decides the pairings of a tournament besides the results.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Plan {
    /// The format.
    pub format: Format,
    /// Number of players.
    pub players: usize,
    /// Pairs of games of an encounter: in a pair both games have the same opening and the same
    /// dice, with sides swapped.
    pub pairs: u32,
}

/// Why a tournament cannot be held.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// There are not enough players for anything.
    #[error("a tournament needs at least 2 players, and {0} found")]
    TooFew(TooFew),
    /// A match with more than two players.
    #[error("a match has 2 players, and there are {0}; the other formats take any number")]
    NoMatch(usize),
    /// A gauntlet without anyone on one of its sides.
    #[error("of {players} players, from 1 to {} can be challengers, not {challengers}", .players - 1)]
    Challengers {
        /// As wished.
        challengers: usize,
        /// Number of players.
        players: usize,
    },
    /// Fewer than two players who were there from the beginning.
    #[error("of {players} players, at most {} can be late, not {late}", .players - 2)]
    Late {
        /// As many joined later.
        late: usize,
        /// Number of players.
        players: usize,
    },
    /// A player joins a Swiss in a round that it has not, or out of order.
    #[error(
        "players join a Swiss from its second round on, in the order of the file and of their rounds; this \
         one has {rounds}, and a player is to join in round {from}"
    )]
    LateRound {
        /// As wished.
        from: u32,
        /// Its rounds.
        rounds: u32,
    },
    /// A player joins after more cycles than there are, or out of order.
    #[error(
        "players join in the order of the file, each after the cycles that were played then; this tournament \
         has {cycles}, and a player is to join after {after}"
    )]
    LateCycle {
        /// As wished.
        after: u32,
        /// Its cycles.
        cycles: u32,
    },
    /// Too many rounds of a Swiss: two players would have to meet again.
    #[error(
        "a Swiss of {players} players has {}, not {rounds}: after {most} all have met, and no two meet \
         twice", up_to(*.most)
    )]
    SwissRounds {
        /// As wished.
        rounds: u32,
        /// Number of players.
        players: usize,
        /// As many are possible.
        most: u32,
    },
    /// More games than can be numbered.
    #[error("that is more than {MAX_PAIRS} pairs of games")]
    TooMany,
}

/// `1 round`, `from 1 to 3 rounds`
fn up_to(most: u32) -> String {
    if most == 1 { "1 round".to_owned() } else { format!("from 1 to {most} rounds") }
}

/// `1 was`, `0 were`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TooFew(pub usize);

impl std::fmt::Display for TooFew {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "was" } else { "were" })
    }
}

/// The most pairs of games of a tournament.
const MAX_PAIRS: u64 = 10_000_000;

/// Two players meet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Encounter {
    /// The players. The first one begins as the first side in each pair of games.
    pub players: [usize; 2],
    /// The number of its first pair of games, from 0. The others follow, and no other encounter
    /// has their numbers.
    pub first_pair: u32,
}

/// A round of a tournament.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Round {
    /// Who meets.
    pub encounters: Vec<Encounter>,
    /// Players without an opponent.
    pub byes: Vec<usize>,
}

impl Plan {
    /// Checks that the tournament can be held.
    ///
    /// # Errors
    ///
    /// When the number of players or rounds does not fit the format.
    pub fn check(&self) -> Result<(), PlanError> {
        let players = self.players;
        if players < 2 {
            return Err(PlanError::TooFew(TooFew(players)));
        }
        match self.format {
            Format::Match if players != 2 => return Err(PlanError::NoMatch(players)),
            Format::Gauntlet { late, .. } | Format::RoundRobin { late, .. }
                if late.n() > players - 2 =>
            {
                return Err(PlanError::Late { late: late.n(), players });
            }
            Format::Gauntlet { challengers, late, .. }
                if !(1..players - late.n()).contains(&challengers) =>
            {
                return Err(PlanError::Challengers { challengers, players: players - late.n() });
            }
            Format::Gauntlet { cycles, late, .. } | Format::RoundRobin { cycles, late } => {
                check_cycles(cycles, late)?;
            }
            Format::Swiss { rounds, late } => self.check_swiss(rounds, late)?,
            Format::Match | Format::Knockout { .. } => {}
        }
        match self.n_encounters_before(self.n_rounds()).saturating_mul(self.reserved().into()) {
            0..=MAX_PAIRS => Ok(()),
            _ => Err(PlanError::TooMany),
        }
    }

    fn check_swiss(&self, rounds: u32, late: LateRounds) -> Result<(), PlanError> {
        let players = self.players;
        if late.len() > players - 2 {
            return Err(PlanError::Late { late: late.len(), players });
        }
        // Players that join have met fewer others: they can be paired all the more.
        let players = players - late.len();
        let most = swiss::most_rounds(players);
        if !(1..=most).contains(&rounds) {
            return Err(PlanError::SwissRounds { rounds, players, most });
        }
        let mut least = 2;
        for from in late.rounds() {
            if !(least..=rounds).contains(&from) {
                return Err(PlanError::LateRound { from, rounds });
            }
            least = from;
        }
        Ok(())
    }

    /// The players that are in the tournament in a round of a Swiss, from 0: those before this number.
    pub(super) fn n_present(&self, round: u32) -> usize {
        match self.format {
            Format::Swiss { late, .. } => self.players - late.n_missing(round),
            Format::Match
            | Format::Gauntlet { .. }
            | Format::RoundRobin { .. }
            | Format::Knockout { .. } => self.players,
        }
    }

    /// The pairings depend on no result.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        match self.format {
            Format::Match | Format::Gauntlet { .. } | Format::RoundRobin { .. } => true,
            Format::Knockout { .. } | Format::Swiss { .. } => false,
        }
    }

    /// The keys of a file that decide the numbers of games, with their values: `pairs is 1, cycles is 2`.
    pub(super) fn keys_text(&self) -> String {
        let pairs = format!("pairs is {}", self.pairs);
        match self.format {
            Format::Match => pairs,
            Format::Gauntlet { challengers, cycles, .. } => {
                format!("{pairs}, cycles is {cycles}, challengers is {challengers}")
            }
            Format::RoundRobin { cycles, .. } => format!("{pairs}, cycles is {cycles}"),
            Format::Knockout { tie_breaks } => format!("{pairs}, tie-breaks is {tie_breaks}"),
            Format::Swiss { rounds, .. } => format!("{pairs}, rounds is {rounds}"),
        }
    }

    /// What may happen because a Swiss has many rounds for its players: a sentence that is said before
    /// the first game. `None` if each round can be paired whatever the results are.
    #[must_use]
    pub fn pairing_warning(&self) -> Option<String> {
        let Format::Swiss { rounds, late } = self.format else { return None };
        let players = self.players - late.len();
        let sure = swiss::sure_rounds(players);
        (rounds > sure).then(|| {
            format!(
                "from round {} of {players} players on it depends on the results whether all can be paired \
                 without a repeat: where they cannot, as many meet as can, and the others have a bye",
                sure + 1
            )
        })
    }

    /// Number of rounds.
    #[must_use]
    pub fn n_rounds(&self) -> u32 {
        match self.format {
            Format::Match => 1,
            Format::Gauntlet { cycles, late, .. } | Format::RoundRobin { cycles, late } => {
                let parts = late.parts(self.players, cycles);
                parts.iter().map(|part| self.rounds_of(part)).fold(0, u32::saturating_add)
            }
            Format::Knockout { .. } => knockout::rounds(self.players),
            Format::Swiss { rounds, .. } => rounds,
        }
    }

    /// Rounds of a part of a round robin or gauntlet.
    fn rounds_of(&self, part: &Part) -> u32 {
        let cycles = part.cycles.end - part.cycles.start;
        match (self.format, part.who) {
            (Format::RoundRobin { .. }, Who::All(players)) => {
                cycles.saturating_mul(round_robin::rounds(players))
            }
            _ => cycles,
        }
    }

    /// The encounters of each round of a part of a round robin or gauntlet, at most.
    fn tables_of(&self, part: &Part) -> usize {
        match (self.format, part.who) {
            (Format::Gauntlet { challengers, late, .. }, who) => {
                let founders = self.players - late.n();
                let others = founders - challengers;
                match who {
                    Who::All(players) => (challengers + players - founders) * others,
                    Who::Joins(_) => others,
                }
            }
            (_, Who::All(players)) => players / 2,
            (_, Who::Joins(player)) => player,
        }
    }

    /// The part of a round robin or gauntlet in which a round lies, and the number of the round in it.
    fn part_of(&self, late: Joined, cycles: u32, round: u32) -> Option<(Part, u32)> {
        let mut left = round;
        for part in late.parts(self.players, cycles) {
            match left.checked_sub(self.rounds_of(&part)) {
                Some(behind) => left = behind,
                None => return Some((part, left)),
            }
        }
        None
    }

    /// The most encounters of a round.
    fn n_encounters(&self, round: u32) -> u64 {
        let n = match self.format {
            Format::Match => 1,
            Format::Gauntlet { cycles, late, .. } | Format::RoundRobin { cycles, late } => {
                let part = self.part_of(late, cycles, round);
                part.map_or(0, |(part, _)| self.tables_of(&part))
            }
            Format::Swiss { .. } => self.n_present(round) / 2,
            Format::Knockout { .. } => knockout::tables(self.players, round),
        };
        n as u64
    }

    /// The most encounters of the rounds before this one.
    fn n_encounters_before(&self, round: u32) -> u64 {
        match self.format {
            Format::Knockout { .. } => (0..round).map(|round| self.n_encounters(round)).sum(),
            Format::Gauntlet { cycles, late, .. } | Format::RoundRobin { cycles, late } => {
                let (mut sum, mut left) = (0_u64, round);
                for part in late.parts(self.players, cycles) {
                    let rounds = left.min(self.rounds_of(&part));
                    let tables = self.tables_of(&part) as u64;
                    sum = sum.saturating_add(tables.saturating_mul(rounds.into()));
                    left -= rounds;
                }
                sum
            }
            Format::Swiss { late, .. } => {
                // The rounds from one player that joined to the next have equally many.
                let (mut sum, mut first) = (0_u64, 0);
                for end in
                    late.rounds().map(|from| from.saturating_sub(1).min(round)).chain([round])
                {
                    let rounds = u64::from(end.saturating_sub(first));
                    sum = sum.saturating_add(rounds.saturating_mul(self.n_encounters(first)));
                    first = first.max(end);
                }
                sum
            }
            // All rounds have equally many, and there may be very many rounds.
            Format::Match => u64::from(round),
        }
    }

    /// Numbers of pairs that an encounter keeps for itself.
    #[must_use]
    pub fn reserved(&self) -> u32 {
        match self.format {
            Format::Knockout { tie_breaks } => self.pairs.saturating_add(tie_breaks),
            Format::Match
            | Format::Gauntlet { .. }
            | Format::RoundRobin { .. }
            | Format::Swiss { .. } => self.pairs,
        }
    }

    /// All numbers of pairs are below this one.
    #[must_use]
    pub fn n_pairs(&self) -> u32 {
        self.first_pair(self.n_rounds(), 0)
    }

    /// How many games are played; with tie-breaks there may be more.
    #[must_use]
    pub fn n_games(&self) -> u32 {
        let encounters: u64 = match self.format {
            Format::Knockout { .. } => self.players as u64 - 1,
            Format::Match
            | Format::Gauntlet { .. }
            | Format::RoundRobin { .. }
            | Format::Swiss { .. } => self.n_encounters_before(self.n_rounds()),
        };
        u32::try_from(encounters.saturating_mul(2 * u64::from(self.pairs))).unwrap_or(u32::MAX)
    }

    /// The most games, without tie-breaks, of the rounds from this one on.
    pub(super) fn n_games_from(&self, round: u32) -> u32 {
        let before = self.n_encounters_before(round);
        let encounters = self.n_encounters_before(self.n_rounds()).saturating_sub(before);
        u32::try_from(encounters.saturating_mul(2 * u64::from(self.pairs))).unwrap_or(u32::MAX)
    }

    /// The first pair of a table of a round. It depends on no result, so that openings and dice
    /// are the same after a break.
    pub(super) fn first_pair(&self, round: u32, table: usize) -> u32 {
        let before = self.n_encounters_before(round);
        let number = (before + table as u64) * u64::from(self.reserved());
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// The round after these ones; `None` after the last, or if it depends on games that are not
    /// over.
    #[must_use]
    pub fn next_round(&self, before: &[Round], results: &Results) -> Option<Round> {
        let round = u32::try_from(before.len()).ok().filter(|round| *round < self.n_rounds())?;
        let all_over = || before.iter().flat_map(|round| &round.encounters);
        let all_over = || all_over().all(|encounter| self.is_over(encounter, results));
        let (tables, byes) = match self.format {
            Format::Match => (vec![Some([0, 1])], Vec::new()),
            Format::Gauntlet { challengers, cycles, late } => {
                let (part, of_part) = self.part_of(late, cycles, round)?;
                let founders = self.players - late.n();
                let newcomer =
                    |player, cycle| round_robin::newcomer(player, challengers..founders, cycle);
                let tables = match part.who {
                    Who::Joins(player) => newcomer(player, of_part),
                    Who::All(players) => {
                        let cycle = part.cycles.start + of_part;
                        let mut tables = round_robin::gauntlet(founders, challengers, cycle);
                        tables.extend((founders..players).flat_map(|one| newcomer(one, cycle)));
                        tables
                    }
                };
                (tables, Vec::new())
            }
            Format::RoundRobin { cycles, late } => {
                let (part, of_part) = self.part_of(late, cycles, round)?;
                match part.who {
                    Who::Joins(player) => {
                        (round_robin::newcomer(player, 0..player, of_part), Vec::new())
                    }
                    Who::All(players) => {
                        let before = part.cycles.start.saturating_mul(round_robin::rounds(players));
                        round_robin::berger(players, before.saturating_add(of_part))
                    }
                }
            }
            Format::Knockout { .. } if all_over() => knockout::round(self, before, results),
            Format::Swiss { .. } if all_over() => swiss::round(self, before, results),
            Format::Knockout { .. } | Format::Swiss { .. } => return None,
        };
        let encounters = tables.into_iter().enumerate().filter_map(|(table, players)| {
            Some(Encounter { players: players?, first_pair: self.first_pair(round, table) })
        });
        Some(Round { encounters: encounters.collect(), byes })
    }

    /// How many pairs of games of an encounter are due, played or not.
    #[must_use]
    pub fn pairs_due(&self, encounter: &Encounter, results: &Results) -> u32 {
        let mut due = self.pairs;
        while due < self.reserved()
            && results.are_played(encounter.first_pair, due)
            && results.lead(encounter.first_pair, due).is_eq()
        {
            due += 1;
        }
        due
    }

    /// All games of a round have been played.
    pub(super) fn is_round_over(&self, round: &Round, results: &Results) -> bool {
        round.encounters.iter().all(|encounter| self.is_over(encounter, results))
    }

    /// All games of an encounter have been played.
    #[must_use]
    pub fn is_over(&self, encounter: &Encounter, results: &Results) -> bool {
        results.are_played(encounter.first_pair, self.pairs_due(encounter, results))
    }
}

/// Whether players can join after the cycles that are said.
fn check_cycles(cycles: u32, late: Joined) -> Result<(), PlanError> {
    let mut least = 1;
    for after in late.after() {
        if !(least..=cycles).contains(&after) {
            return Err(PlanError::LateCycle { after, cycles });
        }
        least = after;
    }
    Ok(())
}
