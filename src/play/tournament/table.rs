//! The table of a tournament: scores, tie-breaks and places.
//!
//! Plain sums of the results; how ratings are found stands in `play::ratings`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::knockout;
use super::plan::{Encounter, Format, Plan, Round};
use super::results::Results;
use super::withdrawal::left_out;
use crate::play::{Crosstable, Ratings};

/// A player's line in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableLine {
    /// The player.
    pub player: usize,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Half points: two for a win, one for a draw, and all of an encounter for a bye in a Swiss.
    pub halves: u32,
    /// Points won minus points lost, where games are played for points.
    pub points: i64,
    /// What decides between equal scores, in half points. In a Swiss the scores of all opponents
    /// (Buchholz; a bye counts as an opponent with the player's own score), in a knockout the
    /// rounds won, otherwise the sum of each opponent's score times what was won of it
    /// (Sonneborn-Berger).
    pub tie_break: f64,
}

impl TableLine {
    /// Games that count, with those lost by default.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// What decides between equal scores, in points or, in a knockout, in rounds.
    #[must_use]
    pub fn tie_break_of(&self, format: Format) -> f64 {
        match format {
            Format::Swiss { .. } => self.tie_break / 2.0,
            Format::Knockout { .. } => self.tie_break,
            Format::Match | Format::Gauntlet { .. } | Format::RoundRobin { .. } => {
                self.tie_break / 4.0
            }
        }
    }
}

impl Format {
    /// The name of what decides between equal scores, for a table.
    #[must_use]
    pub fn tie_break_name(self) -> &'static str {
        match self {
            Self::Swiss { .. } => "Buchholz",
            Self::Knockout { .. } => "rounds",
            Self::Match | Self::Gauntlet { .. } | Self::RoundRobin { .. } => "SB",
        }
    }
}

/// The half points of each player in these rounds: those of games lost by default among them, and
/// without the games of players that are left out of the table.
pub(super) fn half_points(plan: &Plan, rounds: &[Round], results: &Results) -> Vec<u32> {
    let mut sums = vec![0; plan.players];
    let is_left_out = left_out(plan, rounds, results);
    for round in rounds {
        for encounter in &round.encounters {
            if encounter.players.iter().any(|player| is_left_out[*player]) {
                continue;
            }
            for game in results.games(encounter.first_pair, plan.reserved()) {
                sums[encounter.players[0]] += game.halves;
                sums[encounter.players[1]] += 2 - game.halves;
            }
        }
        if let Format::Swiss { .. } = plan.format {
            round.byes.iter().for_each(|player| sums[*player] += 4 * plan.pairs);
        }
    }
    sums
}

/// What each two players made against each other in all their games, with those lost by default.
#[derive(Clone, Debug, Default)]
pub struct Meetings {
    /// Half points of both, by the players; the lower number comes first.
    halves: BTreeMap<[usize; 2], [u32; 2]>,
}

impl Meetings {
    /// The meetings of these rounds.
    #[must_use]
    pub fn new(plan: &Plan, rounds: &[Round], results: &Results) -> Self {
        let mut found = Self::default();
        for encounter in rounds.iter().flat_map(|round| &round.encounters) {
            let (key, is_swapped) = key_of(encounter.players);
            for game in results.games(encounter.first_pair, plan.reserved()) {
                let [first, second] = found.halves.entry(key).or_default();
                let (won, lost) = (game.halves, 2 - game.halves);
                *first += if is_swapped { lost } else { won };
                *second += if is_swapped { won } else { lost };
            }
        }
        found
    }

    /// Half points of the first and of the second player; `None` if they have played no game.
    #[must_use]
    pub fn between(&self, players: [usize; 2]) -> Option<[u32; 2]> {
        let (key, is_swapped) = key_of(players);
        let [first, second] = *self.halves.get(&key)?;
        Some(if is_swapped { [second, first] } else { [first, second] })
    }
}

/// Two players in the order of their numbers, and whether that is the other order.
fn key_of([one, other]: [usize; 2]) -> ([usize; 2], bool) {
    if other < one { ([other, one], true) } else { ([one, other], false) }
}

/// The table after these rounds, best player first.
#[must_use]
pub fn table(plan: &Plan, rounds: &[Round], results: &Results) -> Vec<TableLine> {
    let halves = half_points(plan, rounds, results);
    let mut lines: Vec<TableLine> = (0..plan.players)
        .map(|player| TableLine {
            player,
            wins: 0,
            draws: 0,
            losses: 0,
            halves: halves[player],
            points: 0,
            tie_break: 0.0,
        })
        .collect();
    let is_left_out = left_out(plan, rounds, results);
    for round in rounds {
        for encounter in &round.encounters {
            if encounter.players.iter().any(|player| is_left_out[*player]) {
                continue;
            }
            add_encounter(plan, encounter, results, &halves, &mut lines);
        }
        for player in &round.byes {
            match plan.format {
                Format::Swiss { .. } => lines[*player].tie_break += f64::from(halves[*player]),
                Format::Knockout { .. } => lines[*player].tie_break += 1.0,
                Format::Match | Format::Gauntlet { .. } | Format::RoundRobin { .. } => {}
            }
        }
    }
    let is_knockout = matches!(plan.format, Format::Knockout { .. });
    // Tie-breaks are sums of products of small whole numbers: their order is exact.
    let rank = |line: &TableLine| {
        let tie_break = Reverse(line.tie_break.round() as u64);
        let score = Reverse(u64::from(line.halves));
        let (first, second) = if is_knockout { (tie_break, score) } else { (score, tie_break) };
        (first, second, Reverse(line.points), line.player)
    };
    lines.sort_by_key(rank);
    lines
}

/// The ratings under which these results are most likely, by the numbers of the players; their mean is
/// 0. A pair of games is one unit of evidence; a game lost by default is none.
#[must_use]
pub fn ratings(plan: &Plan, rounds: &[Round], results: &Results) -> Ratings {
    let mut sums = Crosstable::new(plan.players);
    for encounter in rounds.iter().flat_map(|round| &round.encounters) {
        let [one, other] = encounter.players;
        let pairs = encounter.first_pair..encounter.first_pair.saturating_add(plan.reserved());
        for pair in pairs {
            let (mut games, mut halves) = (0, 0);
            for game in results.played(pair, 1) {
                games += 1;
                halves += game.halves;
            }
            sums.add(one, other, games, f64::from(halves) / 2.0);
        }
    }
    sums.ratings(None)
}

fn add_encounter(
    plan: &Plan,
    encounter: &Encounter,
    results: &Results,
    halves: &[u32],
    lines: &mut [TableLine],
) {
    let [one, other] = encounter.players;
    let (mut all, mut sum) = (0, 0);
    for game in results.games(encounter.first_pair, plan.reserved()) {
        match game.halves {
            2 => {
                (lines[one].wins, lines[other].losses) =
                    (lines[one].wins + 1, lines[other].losses + 1)
            }
            1 => {
                (lines[one].draws, lines[other].draws) =
                    (lines[one].draws + 1, lines[other].draws + 1)
            }
            _ => {
                (lines[one].losses, lines[other].wins) =
                    (lines[one].losses + 1, lines[other].wins + 1)
            }
        }
        lines[one].points += i64::from(game.points);
        lines[other].points -= i64::from(game.points);
        all += 2;
        sum += game.halves;
    }
    match plan.format {
        Format::Knockout { .. } => {
            if plan.is_over(encounter, results) {
                let loser = knockout::loser(plan, encounter, results);
                lines[if loser == one { other } else { one }].tie_break += 1.0;
            }
        }
        Format::Swiss { .. } => {
            if all > 0 {
                lines[one].tie_break += f64::from(halves[other]);
                lines[other].tie_break += f64::from(halves[one]);
            }
        }
        Format::Match | Format::Gauntlet { .. } | Format::RoundRobin { .. } => {
            lines[one].tie_break += f64::from(halves[other]) * f64::from(sum) / 2.0;
            lines[other].tie_break += f64::from(halves[one]) * f64::from(all - sum) / 2.0;
        }
    }
}

/// The rounds in which no two players could meet.
pub fn unplayed(rounds: &[Round]) -> impl Iterator<Item = String> {
    let empty = rounds.iter().enumerate().filter(|(_, round)| round.encounters.is_empty());
    empty.map(|(round, _)| {
        format!("round {} was not played: no two of the players left could meet", round + 1)
    })
}

/// Half points as points: `3`, `2.5`.
#[must_use]
pub fn halves_text(halves: u32) -> String {
    (f64::from(halves) / 2.0).to_string()
}
