//! The sum of the games of a match or a tournament, as it stands.
//!
//! Keeps no game and shows nothing.

use std::collections::BTreeMap;

use super::curve::Curve;
use super::files::RESULTS;
use crate::app::views::{
    DuelView, EloView, SideStanding, TestView, TournamentLine, TournamentView, kind_word,
};
use crate::games::{Game, Outcome, Side};
use crate::hosting::{BUNDLES, LateGames, PairedByResults};
use crate::play::tournament::{Format, Meetings, Past, Tournament, table, withdrawn};
use crate::play::{
    Delays, Disagreed, Disagreements, GameReport, Interval, Points, Rating, ResultRow, SprtState,
    Standing, Tally,
};

/// The sum of the games.
#[derive(Debug)]
pub(super) enum Score {
    /// Of a match between two engines.
    Match(Box<Tally>),
    /// Of a tournament.
    Tournament(Box<TournamentScore>),
}

/// What the window shows of the engines, whatever is played.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// The two engines of a match; of a tournament none.
    pub(super) standing: [SideStanding; 2],
    /// Why games were lost, how often, and whether it is a failure; most often first.
    pub(super) reasons: Vec<(String, u32, bool)>,
    /// Delays by the host, by the numbers of the engines.
    pub(super) delays: Vec<Delays>,
    /// Disagreements with the referee, by the numbers of the engines.
    pub(super) disagreements: Vec<Disagreements>,
}

impl Score {
    /// What is played, as a word in a sentence.
    pub(super) fn kind_word(&self) -> &'static str {
        kind_word(matches!(self, Self::Tournament(_)))
    }

    /// Counts a game that is over or was stopped.
    pub(super) fn add(&mut self, report: &GameReport) {
        match self {
            Self::Match(tally) => tally.add(report),
            Self::Tournament(score) => score.add(report),
        }
    }

    /// Takes what an earlier run of the same tournament has counted besides its results.
    pub(super) fn take_over(&mut self, before: &Self) {
        if let (Self::Tournament(score), Self::Tournament(before)) = (self, before) {
            score.take_over(before);
        }
    }

    /// Takes what an earlier run of the same tournament knows of its engines and its folder does not.
    pub(super) fn take_delays(&mut self, before: &Self) {
        if let (Self::Tournament(score), Self::Tournament(before)) = (self, before) {
            score.take_delays(before);
        }
    }

    /// Why late games of it cannot be played again; `None` where they can.
    pub(super) fn keeps_late(&self) -> Option<&PairedByResults> {
        match self {
            Self::Match(_) => None,
            Self::Tournament(score) => score.keeps_late.as_ref(),
        }
    }

    /// What the names of the bundles of its failed games begin with.
    pub(super) fn bundles(&self) -> &'static str {
        match self {
            Self::Match(_) => RESULTS,
            Self::Tournament(_) => BUNDLES,
        }
    }

    /// Games are worth different points.
    pub(super) fn counts_points(&self) -> bool {
        match self {
            Self::Match(tally) => tally.points.is_some(),
            Self::Tournament(score) => score.counts_points,
        }
    }

    /// What the first of two players, who has this name, made against the other; `None` with more
    /// players, and before there is a game.
    pub(super) fn duel(&self, name: &str) -> Option<DuelView> {
        let duel = match self {
            Self::Match(tally) => tally.duel(),
            Self::Tournament(score) => score.past.duel()?,
        };
        let counts_points = duel.points.is_some();
        let difference = duel.difference();
        let is_bare = matches!(difference, Rating::Above(None) | Rating::Below(None));
        Some(DuelView {
            name: name.to_owned(),
            counts_points,
            worth: duel.worth_text()?,
            interval: duel.interval_text(),
            elo: (!counts_points && !is_bare).then(|| difference.to_string()),
            normalised: duel.normalised().map(|elo| elo.to_string()),
            draws: duel.draws_text(),
            superiority: duel.superiority(),
            pairs: duel.pairs(),
            lines: duel.lines(name),
        })
    }

    /// How many games count, how many were lost by default, and how many pairs the test has: with another
    /// number of any the tables are others. The last game of the pair with which a test has its verdict may come
    /// as that of a later pair goes, so that as many games count as before.
    pub(super) fn n_counted(&self) -> [u32; 3] {
        let n_pairs = self.test_state().map_or(0, |state| state.pairs);
        match self {
            Self::Match(tally) => [tally.standing.games(), 0, n_pairs],
            Self::Tournament(score) => {
                let results = score.past.course.results();
                [results.n_games(), results.n_defaults(), n_pairs]
            }
        }
    }

    /// What is said below the table.
    pub(super) fn notes(&self, names: &[String]) -> Vec<String> {
        match (self, names) {
            (Self::Match(tally), [one, other]) => tally.facts(&[one.clone(), other.clone()]),
            (Self::Match(_), _) => Vec::new(),
            (Self::Tournament(score), _) => score.past.facts(names),
        }
    }

    /// What a test says so far.
    pub(super) fn test_state(&self) -> Option<SprtState> {
        match self {
            Self::Match(tally) => tally.test_state(),
            Self::Tournament(score) => score.past.test_state(),
        }
    }

    /// Games that count.
    pub(super) fn n_finished(&self) -> u32 {
        match self {
            Self::Match(tally) => tally.standing.games(),
            Self::Tournament(score) => score.past.course.results().n_games(),
        }
    }

    /// How many games there are in all, as far as tie-breaks of a knockout and games that are lost by default are
    /// known; `None` where the number is fixed.
    pub(super) fn n_games(&self) -> Option<u32> {
        match self {
            Self::Match(_) => None,
            Self::Tournament(score) => {
                let course = &score.past.course;
                let has_tie_breaks = matches!(course.plan().format, Format::Knockout { .. });
                let varies = has_tie_breaks || course.results().n_defaults() > 0;
                varies.then(|| course.n_games())
            }
        }
    }

    /// What is shown of the engines, by their names and those that they give themselves.
    pub(super) fn facts(&self, names: &[String], own_names: &[String]) -> Facts {
        match self {
            Self::Match(tally) => facts_of_match(tally, names, own_names),
            Self::Tournament(score) => Facts {
                standing: Default::default(),
                reasons: score.reasons(),
                delays: score.delays.clone(),
                disagreements: score.disagreements.clone(),
            },
        }
    }
}

/// A tournament as it stands.
#[derive(Debug)]
pub(super) struct TournamentScore {
    format: &'static str,
    counts_points: bool,
    names: Vec<String>,
    pub(super) past: Past,
    curve: Curve,
    /// Why games were lost: in words, how often, whether it is a failure.
    causes: BTreeMap<String, (u32, bool)>,
    delays: Vec<Delays>,
    disagreements: Vec<Disagreements>,
    /// Why late games cannot be played again; `None` where they can.
    keeps_late: Option<PairedByResults>,
}

impl TournamentScore {
    /// A tournament of which nothing was played.
    pub(super) fn new(tournament: &Tournament) -> Self {
        let names = tournament.names();
        Self {
            format: tournament.file.format.name(),
            counts_points: tournament.counts_points(),
            past: tournament.beginning(),
            curve: Curve::new(),
            causes: BTreeMap::new(),
            delays: names.iter().map(|_| Delays::default()).collect(),
            disagreements: names.iter().map(|_| Disagreements::default()).collect(),
            keeps_late: LateGames::Replay.check(tournament).err(),
            names,
        }
    }

    /// So much was played before.
    pub(super) fn continue_from(&mut self, past: Past) {
        self.past = past;
        self.note_test();
    }

    fn take_over(&mut self, before: &Self) {
        self.causes.clone_from(&before.causes);
        self.take_delays(before);
    }

    fn take_delays(&mut self, before: &Self) {
        for (player, name) in self.names.iter().enumerate() {
            if let Some(at) = before.names.iter().position(|known| known == name) {
                self.delays[player].clone_from(&before.delays[at]);
                self.disagreements[player].clone_from(&before.disagreements[at]);
            }
        }
    }

    pub(super) fn add(&mut self, report: &GameReport) {
        self.note(report);
        // The runner pairs by the same games: none is strange to the course.
        if !is_passed_over(report) && self.past.add_report(report).is_ok() {
            self.note_test();
        }
    }

    /// The same of a kept game; why the tournament has no such game, as a sentence.
    pub(super) fn add_kept(&mut self, row: &ResultRow, report: &GameReport) -> Result<(), String> {
        self.note(report);
        if !is_passed_over(report) {
            self.past.add_kept_report(row, report)?;
            self.note_test();
        }
        Ok(())
    }

    /// Notes delays, disagreements and the cause of a game.
    fn note(&mut self, report: &GameReport) {
        let player = |engine: usize| {
            let name = report.players()[report.pairing.seat_of(engine).idx()];
            self.names.iter().position(|known| known == name)
        };
        let players = [player(0), player(1)];
        for (player, delays) in players.into_iter().zip(&report.delays) {
            if let Some(player) = player {
                self.delays[player].merge(delays);
            }
        }
        for Disagreed { engine, count, first, .. } in &report.disagreements {
            if let Some(player) = players[*engine] {
                self.disagreements[player].add(first.what, *count);
            }
        }
        if is_passed_over(report) {
            return;
        }
        if let Some(kind) = report.forfeit_kind()
            && let Some(side) = report.forfeit.as_ref().map(|(engine, _)| *engine)
        {
            let name = report.players()[report.pairing.seat_of(side).idx()];
            let (count, _) =
                self.causes.entry(format!("{kind}: {name}")).or_insert((0, report.is_failure()));
            *count += 1;
        } else if report.counts() && report.result.outcome != Outcome::Draw {
            self.causes.entry(report.reason()).or_insert((0, false)).0 += 1;
        }
    }

    fn note_test(&mut self) {
        if let Some(state) = self.past.test_state().filter(|state| state.pairs > 0) {
            self.curve.add(state.pairs, state.llr);
        }
    }

    fn reasons(&self) -> Vec<(String, u32, bool)> {
        let all = self.causes.iter();
        let mut all: Vec<_> =
            all.map(|(text, (n, failure))| (text.clone(), *n, *failure)).collect();
        all.sort_by_key(|(_, n, _)| std::cmp::Reverse(*n));
        all
    }

    /// The table and the test; `own_names` are by the numbers of the players.
    pub(super) fn view(&self, own_names: &[String]) -> TournamentView {
        let course = &self.past.course;
        let (plan, rounds, results) = (course.plan(), course.rounds(), course.results());
        let lines = table(plan, rounds, results);
        let elo = course.ratings();
        let gone = withdrawn(plan, rounds, results);
        let meetings = Meetings::new(plan, rounds, results);
        let against = |player: usize, other: usize| {
            let [won, lost] = meetings.between([player, other])?;
            Some((f64::from(won) / 2.0, (won + lost) / 2))
        };
        let line = |line: &crate::play::tournament::TableLine| TournamentLine {
            name: self.names[line.player].clone(),
            own_name: own_names.get(line.player).cloned().unwrap_or_default(),
            wins: line.wins,
            draws: line.draws,
            losses: line.losses,
            score: f64::from(line.halves) / 2.0,
            points: self.counts_points.then_some(line.points),
            tie_break: line.tie_break_of(plan.format),
            elo: elo_of_rating(&elo[line.player]),
            against: match lines.len() {
                ..=MOST_CROSSED => {
                    let others = lines.iter().map(|other| other.player);
                    others.map(|other| against(line.player, other)).collect()
                }
                _ => Vec::new(),
            },
            withdrawn: gone.iter().any(|found| found.player == line.player),
        };
        let round = course.first_open_round() + 1;
        TournamentView {
            format: self.format,
            round: (u32::try_from(round).unwrap_or(u32::MAX), plan.n_rounds()),
            tie_break: plan.format.tie_break_name(),
            lines: lines.iter().map(line).collect(),
            test: self.past.test.as_ref().map(|run| {
                let state = run.state();
                TestView {
                    terms: run.sprt().to_string(),
                    pairs: state.pairs,
                    llr: state.llr,
                    bounds: state.bounds,
                    verdict: state.verdict,
                    curve: self.curve.points(),
                }
            }),
        }
    }
}

/// With more players no one sees who met whom: the table has no cells for it.
const MOST_CROSSED: usize = 32;

/// It was stopped, or nothing of the program ran in the middle of it: the course does not hear of it.
fn is_passed_over(report: &GameReport) -> bool {
    report.stopped.is_some() || report.is_excused()
}

/// What games were lost by, before whose name it was: where the text is cut, the reason stays.
fn facts_of_match(tally: &Tally, names: &[String], own_names: &[String]) -> Facts {
    let (standing, points) = (&tally.standing, tally.points.as_ref());
    let side = |idx: usize, standing: &Standing, points: Option<&Points>| {
        let half = |points: &Points| points.interval().map(|found| found.high - found.value);
        SideStanding {
            name: names[idx].clone(),
            own_name: own_names[idx].clone(),
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            points: points.map_or(standing.points(), |points| points.sum() as f64),
            per_game: points.and_then(|points| Some((points.mean()?, half(points)))),
            elo: standing.elo().filter(|_| points.is_none()).map(elo_of),
        }
    };
    let reasons = tally.reasons.iter().filter(|reason| !reason.draw && !reason.stopped);
    let reason_text = |reason: &crate::play::Reason| match reason.engine {
        Some(engine) => format!("{}: {}", reason.kind, names[engine]),
        None => reason.text.clone(),
    };
    Facts {
        standing: [
            side(0, standing, points),
            side(1, &standing.reversed(), points.map(Points::reversed).as_ref()),
        ],
        reasons: reasons
            .map(|reason| (reason_text(reason), reason.count, reason.failure))
            .collect(),
        delays: tally.delays.to_vec(),
        disagreements: tally.disagreements.to_vec(),
    }
}

fn elo_of(elo: Interval) -> EloView {
    match elo.value {
        f64::INFINITY => EloView::Above(elo.low),
        f64::NEG_INFINITY => EloView::Below(elo.high),
        value => EloView::Around { value, low: elo.low, high: elo.high },
    }
}

fn elo_of_rating(rating: &Rating) -> Option<EloView> {
    match rating {
        // One player alone is 0 without any uncertainty, which says nothing.
        Rating::Known(elo) if elo.low >= elo.high => None,
        Rating::Known(elo) => Some(elo_of(*elo)),
        Rating::Fixed(value) => Some(EloView::Fixed(*value)),
        Rating::Uncertain(_) => None,
        Rating::Above(low) => low.map(EloView::Above),
        Rating::Below(high) => high.map(EloView::Below),
        Rating::Unconnected => None,
    }
}

/// What the engines of a game call themselves, by the numbers that `names` has.
pub(super) fn note_own_names(
    game: &dyn Game,
    report: &GameReport,
    names: &[String],
    own_names: &mut [String],
) {
    for side in Side::BOTH {
        let own = report.record.tags.other.get(&game.info().engine_key(side));
        let name = report.players()[side.idx()];
        if let (Some(own), Some(at)) = (own, names.iter().position(|known| known == name)) {
            own_names[at].clone_from(own);
        }
    }
}
