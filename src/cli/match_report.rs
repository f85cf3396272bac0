//! Stores and prints the games of a match.
//!
//! Counts nothing itself: [`Tally`] does.

use std::collections::BTreeSet;
use std::path::PathBuf;

use quintet::games::{Game, counted};
use quintet::play::tournament::halves_text;
use quintet::play::viewer::Difference;
use quintet::play::{
    Delays, Disagreed, Disagreements, Duel, GameReport, MatchConfig, MatchDice, OpeningScores,
    Seed, Standing, Tally, late_line, repeated_line,
};
use quintet::store::{CsvFile, FileError, ResultsFile, write_bundle};

use super::complaints::last_words;
use super::live::{Scene, SceneLine, most_at_once};
use super::output::{self, Screen};
use super::playing::GameWriter;

/// Where finished games are kept.
#[derive(Debug)]
pub(super) struct Files {
    /// As objects, one per line.
    pub(super) results: Option<ResultsFile>,
    /// As rows of a table.
    pub(super) games: Option<CsvFile>,
    /// Their moves, as rows of another table.
    pub(super) moves: Option<CsvFile>,
    /// The prefix of the names of bundles; `None` if there are to be no bundles.
    pub(super) bundles: Option<PathBuf>,
}

impl Files {
    /// Stores a game; what is known of its failure goes to a separate file, which the game then
    /// names.
    fn append(&mut self, report: &mut GameReport, game: &dyn Game) -> Result<(), FileError> {
        if let (Some(stem), Some(text)) = (&self.bundles, &report.bundle) {
            report.bundle_file = Some(write_bundle(stem, report.pairing.number, text)?);
        }
        if let Some(results) = &mut self.results {
            results.append(&report.result_row(game))?;
        }
        if let Some(games) = &mut self.games {
            games.append(&report.to_row())?;
        }
        if let Some(moves) = &mut self.moves {
            moves.append_all(&report.move_rows())?;
        }
        Ok(())
    }
}

/// Stores and prints the games of a match.
#[derive(Debug)]
pub(super) struct MatchWriter {
    game: &'static dyn Game,
    /// Names of the engines; results are counted for the first.
    names: [String; 2],
    n_games: u32,
    /// Games at once at the start, and the most of them.
    at_once: (u32, u32),
    heading: String,
    /// Only the final table is printed.
    is_quiet: bool,
    files: Files,
    /// The seed of the dice, if it is secret until the last game is over.
    secret: Option<Seed>,
    tally: Tally,
    openings: OpeningScores,
    /// Kinds of differences between an engine (0 or 1) and the referee that were already printed.
    differed: BTreeSet<(usize, Difference)>,
}

impl MatchWriter {
    /// A writer of the games of this match.
    pub(super) fn new(config: &MatchConfig, heading: String, files: Files, is_quiet: bool) -> Self {
        let secret = match &config.dice {
            Some(MatchDice::Secret(seed)) => Some(seed.clone()),
            Some(MatchDice::Seeded(_) | MatchDice::Listed { .. }) | None => None,
        };
        Self {
            game: config.game,
            names: config.names(),
            n_games: config.n_games(),
            at_once: (config.concurrency, most_at_once(config.affinity.as_ref())),
            heading,
            is_quiet,
            files,
            secret,
            tally: Tally::of(config),
            openings: OpeningScores::default(),
            differed: BTreeSet::new(),
        }
    }

    /// Where each kind of difference with the referee was first seen, and the position that the
    /// engine had got there: one line for each kind and engine.
    fn new_differences(&mut self, report: &GameReport) -> Vec<String> {
        let mut lines = Vec::new();
        for Disagreed { engine, ply, first, .. } in &report.disagreements {
            if self.differed.insert((*engine, first.what)) {
                let (name, number) = (&self.names[*engine], report.pairing.number);
                let (what, told) = (first.what.name(), &first.told);
                let moves = counted(*ply, "move");
                lines.push(format!(
                    "quintet: {name}: {what}: first in game {number} after {moves}, told {told}"
                ));
            }
        }
        lines
    }

    /// `game 3: A - B 1-0 (more discs); 3 of 10: A 2 wins, 0 draws, 1 loss`. A game that was not
    /// begun has neither a result nor a loser.
    fn progress(&self, report: &GameReport) -> String {
        let [first, second] = report.players();
        let mut text = format!(
            "game {}: {first} - {second} {} ({})",
            report.pairing.number,
            match report.unready {
                true => "not played",
                false => report.result_text(),
            },
            report.result.reason
        );
        let of_lateness = report.forfeit_kind().filter(|_| report.is_late());
        let detail = of_lateness.unwrap_or_else(|| report.cause_text());
        if !detail.is_empty() && !report.result.reason.contains(&detail) {
            text += &format!(" [{detail}]");
        }
        if let Some(points) = &self.tally.points {
            if report.counts() {
                text += &format!(" {:+}", report.points_of(0));
            }
            let (text, n) = (text.replace('\n', " "), points.games());
            return format!(
                "{text}; {n} of {}: {} {:+}",
                self.n_games,
                self.names[0],
                points.sum()
            );
        }
        let Standing { wins, draws, losses, .. } = &self.tally.standing;
        let [wins, draws, losses] = [(*wins, "win"), (*draws, "draw"), (*losses, "loss")]
            .map(|(n, noun)| counted(n as usize, noun));
        format!(
            "{}; {} of {}: {} {wins}, {draws}, {losses}",
            text.replace('\n', " "),
            self.tally.standing.games(),
            self.n_games,
            self.names[0]
        )
    }
}

impl GameWriter for MatchWriter {
    /// How balanced each opening turned out to be.
    type Sum = OpeningScores;

    fn names(&self) -> &[String] {
        &self.names
    }

    fn may_be_live(&self) -> bool {
        !self.is_quiet
    }

    fn scene(&self) -> Scene {
        let duel = self.tally.duel();
        let duels = [duel.clone(), duel.reversed()];
        let line = |(engine, duel): (usize, &Duel)| {
            let standing = &duel.standing;
            let halves = 2 * standing.wins + standing.draws;
            let games = standing.games();
            let mut met = vec![None; 2];
            met[1 - engine] = (games > 0).then_some([halves, games]);
            let points = duel.points.as_ref().map(|points| format!(" ({:+})", points.sum()));
            SceneLine {
                name: self.names[engine].clone(),
                games,
                score: halves_text(halves) + &points.unwrap_or_default(),
                elo: duel.difference().to_string(),
                met,
            }
        };
        Scene {
            played: self.tally.standing.games(),
            games: self.n_games,
            at_once: self.at_once.0,
            most_at_once: self.at_once.1,
            test: self.tally.test_state(),
            lines: duels.iter().enumerate().map(line).collect(),
        }
    }

    fn begin(&mut self, out: &mut Screen) {
        if !self.is_quiet {
            out.line(&self.heading);
        }
    }

    fn take(
        &mut self,
        mut report: GameReport,
        stores: bool,
        out: &mut Screen,
    ) -> Result<(), FileError> {
        self.openings.add_report(&report);
        self.new_differences(&report).iter().for_each(|line| output::complain(line));
        let stored = match stores {
            true => self.files.append(&mut report, self.game),
            false => Ok(()),
        };
        let before = self.tally.test_state();
        self.tally.add(&report);
        if self.is_quiet {
            return stored;
        }
        out.game(&self.progress(&report), report.is_decided_by_failure());
        let after = self.tally.test_state();
        if let Some(state) = after.filter(|_| before != after && out.live().is_none()) {
            out.line(&format!("    {state} after {}", counted(state.pairs as usize, "pair")));
        }
        if let Some(path) = &report.bundle_file {
            out.line(&format!("    details: {}", path.display()));
        }
        last_words(&report.last_words).iter().for_each(|line| out.line(line));
        stored
    }

    /// Prints the table, and the seed of the dice that was secret until now.
    fn end(self, out: &mut Screen) -> OpeningScores {
        let lines = table(&self.names, &self.tally);
        // An empty line parts the table from the games.
        lines.iter().skip(usize::from(self.is_quiet)).for_each(|line| out.line(line));
        if let Some(seed) = &self.secret {
            out.line(&format!("seed of the dice: {seed}"));
        }
        self.openings
    }
}

fn table(names: &[String; 2], tally: &Tally) -> Vec<String> {
    let width =
        names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("engine".len());
    let worth = match &tally.points {
        Some(_) => " points   a game  95 % interval        Elo",
        None => "  score  95 % interval      Elo",
    };
    let heading = format!("{:width$}  games  wins  draws  losses  {worth}", "engine");
    let mut lines = vec![String::new(), heading];
    let duel = tally.duel();
    for (name, duel) in names.iter().zip([duel.clone(), duel.reversed()]) {
        let Standing { wins, draws, losses, .. } = &duel.standing;
        let games = duel.standing.games();
        let counts = format!("{name:width$}  {games:5}  {wins:4}  {draws:5}  {losses:6}");
        lines.push(counts + &worth_cells(&duel));
    }
    lines.extend(duel.evidence(&names[0]));
    if let Some(test) = &tally.test {
        lines.extend([String::new(), format!("test {test}")]);
    }
    lines.extend(tally.win_line(names));
    // A game that the user stopped has no reason of its own.
    let mut reasons = tally.reasons.iter().filter(|reason| !reason.stopped).peekable();
    if reasons.peek().is_some() {
        lines.extend([String::new(), "reasons".to_owned()]);
    }
    for reason in reasons {
        let kind = if reason.failure { "  (failure)" } else { "" };
        lines.push(format!("{:7}  {}{kind}", reason.count, reason.text));
    }
    lines.extend(late_advice(tally));
    lines.extend(repeated_line(tally.repeated));
    lines.extend(disagreement_lines(names, tally));
    lines.extend(tally.ponder_line(names));
    let mut delays = tally.delays[0].clone();
    delays.merge(&tally.delays[1]);
    lines.extend(delay_line(&delays));
    lines
}

/// What a game is worth, with its interval, and Elo; there is no Elo for points.
fn worth_cells(duel: &Duel) -> String {
    let sum = duel.points.as_ref().map(|points| format!("  {:+7}", points.sum()));
    let sum = sum.unwrap_or_default();
    let Some(worth) = duel.worth_text() else { return sum };
    let (interval, elo) = (duel.interval_text(), duel.difference());
    match (&duel.points, duel.standing.interval()) {
        (Some(_), _) => format!("{sum}  {worth:>7}  {interval:19}    {elo}"),
        (None, Some(_)) => format!("  {worth:>7}  {interval:>15}  {elo}"),
        (None, None) => format!("  {worth:>7}  {interval}"),
    }
}

/// What to do about games that were lost because the machine was overloaded.
fn late_advice(tally: &Tally) -> Option<String> {
    let late = late_line(tally.late)?;
    Some(format!("{late}; fewer games at once (--concurrency), fewer threads or a --margin help"))
}

/// How often each engine disagreed with the referee: `     12  A: result 1, valid moves 11`.
fn disagreement_lines(names: &[String; 2], tally: &Tally) -> Vec<String> {
    let of = |(name, sum): (&String, &Disagreements)| {
        (sum.total() > 0).then(|| format!("{:7}  {name}: {sum}", sum.total()))
    };
    let lines: Vec<String> = names.iter().zip(&tally.disagreements).filter_map(of).collect();
    if lines.is_empty() {
        return lines;
    }
    [String::new(), "disagreements with the referee".to_owned()].into_iter().chain(lines).collect()
}

/// The delay this program added between one engine's answer and the request to the other.
fn delay_line(delays: &Delays) -> Option<String> {
    let micros = |delay: std::time::Duration| delay.as_secs_f64() * 1e6;
    Some(format!(
        "added by the host per ply: median {:.0} us, 99 % within {:.0} us",
        micros(delays.median()?),
        micros(delays.p99()?)
    ))
}
