//! `quintet tournament merge`: the shares of a tournament that were played with `--shard`, joined.
//!
//! Plays nothing and starts no engine. The table is computed as that of a single run is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::games::counted;
use quintet::hosting::{LateGames, TournamentWriter, each_game, played_otherwise};
use quintet::play::tournament::{
    KeptGame, Past, Shard, SharedTest, SharedVerdict, Tournament, key_difference,
};
use quintet::store::TournamentFolder;
use serde_json::json;

use super::interrupts::Pauses;
use super::numbers::whole;
use super::output::{self, Output};
use super::tournament_pages::at_end;
use super::tournament_report::{EVENTS_VERSION, Style};
use super::tournament_table::Tables;
use super::verdict::judge_failures;
use super::{Code, Failure, Outcome, of_file};

#[derive(Args, Debug)]
pub(super) struct MergeArgs {
    /// The folders of the shares, also as patterns such as "test-*-of-64".
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Make a folder of the whole tournament: `--resume` plays what is missing, `report` shows it.
    #[arg(long, value_name = "FOLDER", conflicts_with = "watch")]
    out: Option<PathBuf>,
    /// Look again every so many seconds, until all games are played or the test has its verdict.
    /// Folders that are not there yet are waited for.
    #[arg(long, value_name = "S", value_parser = whole::<u64>(1..=86_400))]
    watch: Option<u64>,
    /// Print the result as a line of JSON.
    #[arg(long)]
    json: bool,
}

/// The share that a folder has; `None` if it has the whole tournament.
///
/// # Errors
///
/// When it cannot be read, or is none.
pub(super) fn share_of(folder: &TournamentFolder) -> Result<Option<Shard>, Failure> {
    let Some(kept) = folder.share().map_err(of_file)? else { return Ok(None) };
    let path = folder.path().display();
    let read = kept.share.parse();
    read.map(Some).map_err(|error| Code::Usage.of(anyhow!("{path}: the file shard: {error}")))
}

/// Joins the shares; `prepare` makes the tournament of a file.
///
/// # Errors
///
/// When the folders do not fit together, games are missing, or too many games were decided by
/// failures.
pub(super) fn merge(
    args: &MergeArgs,
    prepare: impl Fn(&str, &Path) -> Result<Tournament, Failure>,
) -> Outcome {
    args.out.as_deref().map_or(Ok(()), check_out)?;
    let mut out = Output::new();
    let mut pauses = args.watch.map(|_| Pauses::listen()).transpose()?;
    let mut has_told = false;
    loop {
        let found = Shares::read(&folders(&args.folders), args.watch.is_some())?;
        if let Some(shares) = &found {
            let tournament = prepare(&shares.text, &shares.file)?;
            shares.check(&tournament)?;
            // What still runs writes its games.
            if args.watch.is_none() {
                shares.tell_torn()?;
            }
            let found = shares.played(&tournament)?;
            let told = tell(&mut out, args, &tournament, &found, shares);
            let past = &found.past;
            if past.is_over() || args.watch.is_none() {
                // The folder and the exit code count without a reader, too.
                super::unless_unread(told)?;
                return finish(args, &tournament, past, shares);
            }
            told?;
        }
        if found.is_none() && !has_told {
            has_told = true;
            let paths: Vec<String> =
                args.folders.iter().map(|path| path.display().to_string()).collect();
            let paths = paths.join(", ");
            output::complain(&format!(
                "quintet: none of the shares is there yet, waiting for {paths}"
            ));
        }
        // The files of other machines tell no one that they change.
        if let (Some(pauses), Some(secs)) = (&mut pauses, args.watch) {
            pauses.pause(Duration::from_secs(secs))?;
        }
    }
}

/// The folders that are meant. The shell leaves a pattern as it is that no folder fits yet, so each look reads it
/// again; one that fits no folder stays, as a name.
fn folders(named: &[PathBuf]) -> Vec<PathBuf> {
    let fitting = |path: &PathBuf| -> Vec<PathBuf> {
        let pattern = path.to_str().filter(|_| !path.exists());
        let found = pattern.and_then(|pattern| glob::glob(pattern).ok());
        found.into_iter().flatten().flatten().collect()
    };
    let all = named.iter().flat_map(|path| match fitting(path) {
        found if found.is_empty() => vec![path.clone()],
        found => found,
    });
    all.collect()
}

/// What was found of a tournament.
struct Shares {
    folders: BTreeMap<Shard, TournamentFolder>,
    /// How many shares there are.
    of: u32,
    /// The file of the tournament, and where it was read.
    text: String,
    file: PathBuf,
}

impl Shares {
    /// Finds the shares. If folders may come later, those that are not there are left out; `None` if
    /// there is none at all.
    fn read(paths: &[PathBuf], may_come: bool) -> Result<Option<Self>, Failure> {
        let mut found: Option<Self> = None;
        for path in paths {
            let folder = match TournamentFolder::look_at(path) {
                Ok(folder) => folder,
                Err(_) if may_come && !path.join("tournament.toml").exists() => continue,
                Err(error) => return Err(of_file(error)),
            };
            let text = folder.file_text().map_err(of_file)?;
            let refused = |why: String| Code::Usage.of(anyhow!("{}: {why}", path.display()));
            let share = share_of(&folder)?.ok_or_else(|| {
                refused("it was played without --shard, and is no share".to_owned())
            })?;
            let shares = found.get_or_insert_with(|| Self {
                folders: BTreeMap::new(),
                of: share.of(),
                text: text.clone(),
                file: folder.file_path(),
            });
            let first = shares.file.display();
            if shares.of != share.of() {
                let of = shares.of;
                return Err(refused(format!("it is share {share}, and {first} is one of {of}")));
            }
            if shares.text != text {
                let what = key_difference(&shares.text, &text)
                    .map_or_else(|| "their files differ".to_owned(), |key| key.to_string());
                let why = format!("the shares are of different tournaments: {what}");
                return Err(refused(format!("{why} (the one is {first})")));
            }
            if let Some(other) = shares.folders.insert(share, folder) {
                let other = other.path().display();
                return Err(refused(format!("it is share {share}, as {other} is")));
            }
        }
        Ok(found)
    }

    /// Each share has games of the tournament that their file describes.
    fn check(&self, tournament: &Tournament) -> Outcome {
        for (share, folder) in &self.folders {
            let Some(change) = played_otherwise(tournament, folder).map_err(of_file)? else {
                continue;
            };
            let (path, file) = (folder.path().display(), self.file.display());
            let why = "its games are not of this tournament";
            return Err(Code::Usage.of(anyhow!("{path}: share {share}: {change}; {why} ({file})")));
        }
        Ok(())
    }

    /// Names the shares whose games end with something that is no whole game.
    fn tell_torn(&self) -> Outcome {
        for (share, folder) in &self.folders {
            let n = folder.bytes_behind_games().map_err(of_file)?;
            if n > 0 {
                let path = folder.path().display();
                let what = counted(usize::try_from(n).unwrap_or(usize::MAX), "byte");
                output::complain(&format!(
                    "quintet: {path}: share {share}: {what} behind the last game are no whole game and are \
                     left out"
                ));
            }
        }
        Ok(())
    }

    /// What was played in all of them.
    fn played(&self, tournament: &Tournament) -> Result<Played, Failure> {
        let test = self.test(tournament)?;
        let mut past = tournament.beginning().with_test(None);
        let counts = |pair| test.as_ref().is_none_or(|test| test.holds(pair));
        self.each_game(tournament, |_, kept| match counts(pair_of(&kept)) {
            true => past.add(&kept).map(drop),
            false => Ok(()),
        })?;
        let past = past.with_shared_test(test.as_ref());
        Ok(Played { past, waits_for: test.and_then(|test| test.waits_for) })
    }

    /// What the test of the tournament says, if it has one.
    fn test(&self, tournament: &Tournament) -> Result<Option<SharedVerdict>, Failure> {
        let Some(sprt) = tournament.file.sprt else { return Ok(None) };
        let counts_points = tournament.counts_points();
        let mut test = SharedTest::new(sprt, tournament.plan.n_pairs(), counts_points);
        for (share, folder) in &self.folders {
            let kept = folder.share().map_err(of_file)?;
            test.add_share(*share, kept.and_then(|kept| kept.begun));
        }
        self.each_game(tournament, |share, kept| {
            test.add(share, &kept);
            Ok(())
        })?;
        Ok(Some(test.verdict()))
    }

    /// Reads the games of all shares; a game that is none of its share is refused.
    fn each_game(
        &self,
        tournament: &Tournament,
        mut take: impl FnMut(Shard, KeptGame) -> Result<(), String>,
    ) -> Outcome {
        for (share, folder) in &self.folders {
            let of_share = |kept: KeptGame| match share.holds(pair_of(&kept)) {
                true => take(*share, kept),
                false => {
                    let (number, own) = (kept.number, share.of_pair(pair_of(&kept)));
                    Err(format!("the folder is share {share}, and game {number} is one of {own}"))
                }
            };
            let read = each_game(folder, &tournament.plan, LateGames::Count, of_share);
            read.map_err(of_file)?;
        }
        Ok(())
    }

    /// How many games each share that was found still has to play, by its number; those that are over are
    /// left out.
    fn unfinished(&self, past: &Past) -> BTreeMap<u32, usize> {
        let mut left = BTreeMap::new();
        if past.is_decided() {
            return left;
        }
        for due in past.course.due() {
            if let Some(share) = self.folders.keys().find(|share| share.holds(due.pair)) {
                *left.entry(share.number()).or_default() += 1;
            }
        }
        left
    }

    /// The pair that the test counts next, from 1, where pairs of other shares wait behind it, and its
    /// share.
    fn waited_for(&self, played: &Played) -> Option<(u32, u32)> {
        let pair = played.waits_for?;
        Some((pair + 1, pair % self.of + 1))
    }

    /// The numbers of the shares that were not found.
    fn missing(&self) -> Vec<u32> {
        let is_there = |number: &u32| self.folders.keys().any(|share| share.number() == *number);
        (1..=self.of).filter(|number| !is_there(number)).collect()
    }
}

/// What the shares have played.
struct Played {
    past: Past,
    /// The pair that the test counts next, from 0, where others wait behind it.
    waits_for: Option<u32>,
}

/// The pair of a game, from 0.
fn pair_of(kept: &KeptGame) -> u32 {
    kept.number.saturating_sub(1) / 2
}

fn tell(
    out: &mut Output,
    args: &MergeArgs,
    tournament: &Tournament,
    found: &Played,
    shares: &Shares,
) -> Outcome {
    let past = &found.past;
    let names = tournament.names();
    let tables = Tables { names: &names, counts_points: tournament.counts_points() };
    let (played, games) = (past.course.results().n_games(), past.course.n_games());
    if args.json {
        return Ok(out.json(&json!({
            "event": "merge", "version": EVENTS_VERSION, "name": tournament.file.name, "shares": shares.folders.len(),
            "of": shares.of, "missing": shares.missing(), "unfinished": shares.unfinished(past),
            "waited_for": shares.waited_for(found).map(|(_, share)| share),
            "played": played, "games": games,
            "table": tables.json_table(&past.course),
            "crosstable": tables.json_crosstable(&past.course), "notes": tables.json_notes(past),
            "test": past.test_state(),
        }))?);
    }
    let n_shares = shares.folders.len();
    let name = &tournament.file.name;
    out.line(format!("{name}: {n_shares} of {} shares, {played} of {games} games", shares.of))?;
    for line in tables.crosstable(past, output::columns()) {
        out.line(line)?;
    }
    if let Some(test) = &past.test {
        out.line(format!("\ntest {test}"))?;
    }
    if past.is_over() && args.watch.is_some() && past.is_decided() {
        out.line("the test has its verdict: shares that still run can be ended")?;
    }
    if let Some((pair, share)) = shares.waited_for(found) {
        out.line(format!(
            "the shares take turns in the test: it waits for pair {pair}, which share {share} plays"
        ))?;
    }
    Ok(())
}

/// The joined games get a folder of their own; said before anything is read, or watched for hours.
fn check_out(out: &Path) -> Outcome {
    if !TournamentFolder::has_games(out) {
        return Ok(());
    }
    Err(Code::Usage.of(anyhow!(
        "--out {}: there are games in this folder already, perhaps of an earlier merge; remove it, or name another \
         folder",
        out.display()
    )))
}

/// The games of all shares in a folder of their own.
fn join(out: &Path, tournament: &Tournament, shares: &Shares) -> Result<TournamentFolder, Failure> {
    let whole = TournamentFolder::create(out, &shares.text, None).map_err(of_file)?;
    let mut folders = shares.folders.values().enumerate();
    let joined = folders.try_for_each(|(idx, folder)| {
        whole.add_games_of(folder)?;
        match tournament.file.openings_file.as_ref().filter(|_| idx == 0) {
            Some(named) => whole.keep_openings(&folder.openings_path(named)),
            None => Ok(()),
        }
    });
    match joined {
        Ok(()) => Ok(whole),
        Err(error) => {
            let Failure { code, error } = of_file(error);
            let what = "not all games of the shares are in this folder: remove it and merge again";
            Err(code.of(error.context(format!("{}: {what}", out.display()))))
        }
    }
}

fn finish(args: &MergeArgs, tournament: &Tournament, past: &Past, shares: &Shares) -> Outcome {
    if let Some(out) = &args.out {
        let whole = join(out, tournament, shares)?;
        // The games in their own format, and the report, as at the end of a single run.
        let mut writer = TournamentWriter::open(tournament, &whole).map_err(of_file)?;
        let texts = writer.past(tournament, &whole, &shares.text, LateGames::Count);
        texts.map_err(of_file)?;
        let style = if args.json { Style::Json } else { Style::Plain };
        at_end(tournament, &whole, style, false)?;
    }
    let (played, games) = (past.course.results().n_games(), past.course.n_games());
    if past.is_over() {
        return judge_failures(
            past.n_failed(),
            past.n_late(),
            played,
            tournament.file.max_failures,
        );
    }
    let mut why = format!("{played} of {} were played", counted(games as usize, "game"));
    let missing: Vec<String> = shares.missing().iter().map(u32::to_string).collect();
    if !missing.is_empty() {
        let noun = if missing.len() == 1 { "share" } else { "shares" };
        why += &format!("; {noun} {} of {} missing", missing.join(", "), shares.of);
    }
    let unfinished: Vec<String> = shares
        .unfinished(past)
        .into_iter()
        .map(|(share, left)| format!("{share} ({} left)", counted(left, "game")))
        .collect();
    if !unfinished.is_empty() {
        let noun = if unfinished.len() == 1 { "share" } else { "shares" };
        why += &format!("; not over: {noun} {}", unfinished.join(", "));
    }
    if let Some(out) = &args.out {
        let there = counted(shares.folders.len(), "share");
        why += &format!(
            "; what {there} of {} had is merged into {out:?}, and `quintet tournament --resume \
             {out:?}` plays the rest in place of the shares",
            shares.of
        );
    }
    Err(Code::GamesMissing.of(anyhow!(why)))
}
