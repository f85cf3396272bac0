//! The table of a tournament: scores, tie-breaks and places.
//!
//! Plain sums of the results; how ratings are found stands in `play::ratings`.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use super::course::Course;
use super::knockout;
use super::plan::{Encounter, Format, Plan, Round};
use super::results::Results;
use super::withdrawal::left_out;
use crate::play::{Crosstable, GameScore, Points, Rating, Standing};

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
    /// Half points: two for a win, one for a draw, and all of an encounter for a bye that is worth them
    /// ([`paid_byes`]).
    pub halves: u32,
    /// Points won minus points lost, where games are played for points.
    pub points: i64,
    /// What decides between equal scores. In a Swiss the scores of all opponents in half points
    /// (Buchholz; a bye counts as an opponent with the player's own score), in a knockout the
    /// rounds won, otherwise the sum over all games of the opponent's score times what was won, in
    /// quarters of a point (Sonneborn-Berger).
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
/// without the games of players that are left out of the table. A bye of a Swiss counts when its round is
/// over.
pub(super) fn half_points(plan: &Plan, rounds: &[Round], results: &Results) -> Vec<u32> {
    let mut sums = vec![0; plan.players];
    let is_left_out = left_out(plan, rounds, results);
    for (round, paid) in rounds.iter().zip(paid_byes(plan, rounds)) {
        for encounter in &round.encounters {
            if encounter.players.iter().any(|player| is_left_out[*player]) {
                continue;
            }
            for game in results.games(encounter.first_pair, plan.reserved()) {
                sums[encounter.players[0]] += game.halves;
                sums[encounter.players[1]] += 2 - game.halves;
            }
        }
        if let Some(player) = paid.filter(|_| plan.is_round_over(round, results)) {
            sums[player] += 4 * plan.pairs;
        }
    }
    sums
}

/// Whose bye is worth points in each of these rounds of a Swiss; in other formats no bye is.
///
/// The rules of FIDE (Handbook C.04.1 and C.04.3) know one such bye, where the number of players is odd, and
/// give it to no player twice. Whoever cannot be paired besides, because it has met all that are left, has no
/// points for the round.
#[must_use]
pub fn paid_byes(plan: &Plan, rounds: &[Round]) -> Vec<Option<usize>> {
    let mut had = vec![false; plan.players];
    let paid = |round: &Round| {
        let is_odd = matches!(plan.format, Format::Swiss { .. }) && round.byes.len() % 2 == 1;
        let found = round.byes.iter().copied().find(|player| is_odd && !had[*player])?;
        had[found] = true;
        Some(found)
    };
    rounds.iter().map(paid).collect()
}

/// What each two players made against each other in all games that count in the table, with those lost
/// by default: the sums of a line are those of its player.
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
        let is_left_out = left_out(plan, rounds, results);
        for encounter in rounds.iter().flat_map(|round| &round.encounters) {
            if encounter.players.iter().any(|player| is_left_out[*player]) {
                continue;
            }
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

    /// Half points of the first and of the second player; `None` if no game of theirs counts.
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
        let is_over = plan.is_round_over(round, results);
        for player in &round.byes {
            match plan.format {
                Format::Swiss { .. } if !is_over => {}
                Format::Swiss { .. } => lines[*player].tie_break += f64::from(halves[*player]),
                Format::Knockout { .. } => lines[*player].tie_break += 1.0,
                Format::Match | Format::Gauntlet { .. } | Format::RoundRobin { .. } => {}
            }
        }
    }
    let is_knockout = matches!(plan.format, Format::Knockout { .. });
    let is_gauntlet = matches!(plan.format, Format::Gauntlet { .. });
    // Tie-breaks are sums of products of small whole numbers: their order is exact.
    let rank = |line: &TableLine| {
        let tie_break = Reverse(line.tie_break.round() as u64);
        let score = Reverse(u64::from(line.halves));
        let (first, second) = if is_knockout { (tie_break, score) } else { (score, tie_break) };
        (first, second, Reverse(line.points), line.player)
    };
    lines.sort_by(|one, other| {
        // In a gauntlet not all players play as many games.
        let by_share = if is_gauntlet { share_order(one, other) } else { Ordering::Equal };
        by_share.then_with(|| rank(one).cmp(&rank(other)))
    });
    lines
}

/// The order by the share of the points, greatest first; who has played no game comes last.
fn share_order(one: &TableLine, other: &TableLine) -> Ordering {
    let scaled = |line: &TableLine, by: &TableLine| match (line.games(), by.games()) {
        (0, _) => None,
        (_, by) => Some(u64::from(line.halves) * u64::from(by.max(1))),
    };
    scaled(other, one).cmp(&scaled(one, other))
}

impl Course {
    /// What is known of the strength of each player, by their numbers; a game lost by default says
    /// nothing. The games of two players from one opening are one unit of evidence.
    ///
    /// With an anchor, and with more than two players, these are the ratings under which the results
    /// are most likely; their mean is 0, or the anchor has its own. Of two players without an anchor
    /// each has the difference to the other.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        if self.anchor().is_none()
            && let Some(standing) = self.standing()
        {
            let rating = |of: &Standing| match of.score() {
                Some(share) => Rating::of_difference(share, of.elo()),
                None => Rating::Unconnected,
            };
            return vec![rating(&standing), rating(&standing.reversed())];
        }
        let mut units: BTreeMap<([usize; 2], u32), (u32, u32)> = BTreeMap::new();
        for (players, opening, score) in self.played() {
            let (games, halves) = units.entry((players, opening)).or_default();
            *games += 1;
            *halves += score.halves;
        }
        let mut sums = Crosstable::new(self.plan().players);
        for (([one, other], _), (games, halves)) in units {
            sums.add(one, other, games, f64::from(halves) / 2.0);
        }
        sums.ratings(self.anchor()).players
    }

    /// The standing of two players, from the view of the first; `None` with more of them.
    #[must_use]
    pub fn standing(&self) -> Option<Standing> {
        let mut standing = Standing::default();
        self.played().for_each(|(_, opening, score)| standing.add_halves(opening, score.halves));
        (self.plan().players == 2).then_some(standing)
    }

    /// The points of two players, from the view of the first; `None` with more of them.
    #[must_use]
    pub fn points(&self) -> Option<Points> {
        let mut points = Points::default();
        self.played().for_each(|(_, opening, score)| points.add(opening, score.points));
        (self.plan().players == 2).then_some(points)
    }

    /// The games that were played: the players, the lower number first, the opening, and the score of
    /// the first of them.
    fn played(&self) -> impl Iterator<Item = ([usize; 2], u32, GameScore)> {
        let reserved = self.plan().reserved();
        let encounters = self.rounds().iter().flat_map(|round| &round.encounters);
        encounters.flat_map(move |encounter| {
            let (key, is_swapped) = key_of(encounter.players);
            let played = self.results().played(encounter.first_pair, reserved);
            played.map(move |(opening, score)| {
                (key, opening, if is_swapped { score.reversed() } else { score })
            })
        })
    }
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
            lines[one].tie_break += f64::from(halves[other]) * f64::from(sum);
            lines[other].tie_break += f64::from(halves[one]) * f64::from(all - sum);
        }
    }
}

/// The rounds of a Swiss or a knockout in which players have a bye, from 1, with these players. Whom the
/// Berger table of a round robin gives no opponent in a round has as many games as the others.
pub fn byes<'a>(plan: &Plan, rounds: &'a [Round]) -> impl Iterator<Item = (u32, &'a [usize])> {
    let has_byes = matches!(plan.format, Format::Swiss { .. } | Format::Knockout { .. });
    let numbered = (1..).zip(rounds).filter(move |(_, round)| has_byes && !round.byes.is_empty());
    numbered.map(|(number, round)| (number, round.byes.as_slice()))
}

/// A sentence about a round, from 1, in which not all players of a Swiss could be paired without a repeat,
/// or no two could meet.
#[must_use]
pub fn pairing_note(plan: &Plan, rounds: &[Round], number: u32) -> Option<String> {
    let round = rounds.get((number as usize).checked_sub(1)?)?;
    if round.encounters.is_empty() {
        return Some(format!(
            "round {number} was not played: no two of the players left could meet"
        ));
    }
    let n_byes = round.byes.len();
    (matches!(plan.format, Format::Swiss { .. }) && n_byes > 1).then(|| {
        format!(
            "round {number} has {n_byes} byes: not all players could be paired without a repeat; {}",
            if n_byes % 2 == 1 { "at most one of them is worth points" } else { "they are worth no points" }
        )
    })
}

/// What is said of the pairings of these rounds: who has a bye in which one, and [`pairing_note`].
#[must_use]
pub fn pairing_notes(plan: &Plan, rounds: &[Round], names: &[String]) -> Vec<String> {
    let paid = paid_byes(plan, rounds);
    let is_swiss = matches!(plan.format, Format::Swiss { .. });
    let text = |(number, players): (u32, &[usize])| {
        let paid = paid.get(number as usize - 1).copied().flatten();
        let name = |player: &usize| {
            let worth = if is_swiss && paid != Some(*player) { " (no points)" } else { "" };
            names.get(*player).map(|name| format!("{name}{worth}"))
        };
        let names: Vec<String> = players.iter().filter_map(name).collect();
        format!("round {number} {}", names.join(", "))
    };
    let byes: Vec<String> = byes(plan, rounds).map(text).collect();
    let byes = (!byes.is_empty()).then(|| format!("byes: {}", byes.join("; ")));
    let notes = (1..).zip(rounds).filter_map(|(number, _)| pairing_note(plan, rounds, number));
    byes.into_iter().chain(notes).collect()
}

/// Half points as points: `3`, `2.5`.
#[must_use]
pub fn halves_text(halves: u32) -> String {
    (f64::from(halves) / 2.0).to_string()
}

#[cfg(test)]
mod tests;
