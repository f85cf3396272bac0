//! The tournament that the arguments of `quintet match` describe, as the text of its file.
//!
//! Plays nothing and reads no file; what the text may say is decided where files are read.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use quintet::play::tournament::FormatName;
use toml::{Table, Value};

use super::match_args::{MatchArgs, variant};
use super::player_args::{self, PlayerArg};
use super::{Code, Failure, Outcome};

impl MatchArgs {
    /// More than two engines play, or the results belong into a folder.
    pub(super) fn is_tournament(&self) -> bool {
        let of_players = self.process.player.iter();
        !self.more.is_empty()
            || self.out.is_some()
            || self.format.is_some()
            || self.pairing.is_given()
            || of_players.into_iter().any(PlayerArg::is_for_tournaments)
    }

    /// The folder of the results: as wished, or the first of `match-1`, `match-2` ... that does not
    /// exist.
    pub(super) fn folder(&self) -> PathBuf {
        let free = || (1_u32..).map(|n| format!("match-{n}").into());
        let free = || free().find(|path: &PathBuf| !path.exists());
        self.out.clone().or_else(free).unwrap_or_else(|| "match".into())
    }

    /// The text of the file of the same tournament.
    ///
    /// # Errors
    ///
    /// When an argument means nothing in a tournament.
    pub(super) fn file_text(&self) -> Result<String, Failure> {
        self.refuse_files()?;
        let mut file = Table::new();
        let mut set = |key: &str, value: Option<Value>| {
            value.map(|value| file.insert(key.to_owned(), value));
        };
        let flag = |is_set: bool, value: bool| is_set.then_some(Value::Boolean(value));
        let number = |number: Option<u32>| number.map(|number| Value::Integer(number.into()));
        let text = |text: Option<String>| text.map(Value::String);
        let usual = match self.more[..] {
            [] => FormatName::Match,
            [..] => FormatName::RoundRobin,
        };
        set("name", text(Some("Match".to_owned())));
        set("game", text(Some(self.game.info().name.to_owned())));
        set("variant", text(variant(self)?));
        set("format", text(Some(self.format.unwrap_or(usual).name().to_owned())));
        set("pairs", number(self.pairs()?));
        set("sprt", text(self.sprt.map(|sprt| sprt.to_string())));
        set("time", text(Some(self.time.control()?.to_string())));
        set("concurrency", number(Some(self.concurrency)));
        set("affinity", text(self.affinity.as_ref().map(ToString::to_string)));
        set("ponder", flag(self.ponder, true));
        set("margin", Some(Value::Float(self.margin.as_secs_f64())));
        set("repetition", flag(self.no_repetition, false));
        set("max-plies", number(self.max_plies));
        set("compare", flag(self.no_compare, false));
        set("max-failures", number(Some(self.max_failures)));
        set("seed", Some(self.seed_value()?));
        set("dice-seed", text(self.dice_seed.clone()));
        set("openings", number(self.openings));
        self.adjudication.keys().into_iter().for_each(|(key, value)| set(key, Some(value)));
        self.book.keys().into_iter().for_each(|(key, value)| set(key, Some(value)));
        self.pairing.keys().into_iter().for_each(|(key, value)| set(key, Some(value)));
        set("player", Some(Value::Array(self.players()?)));
        toml::to_string(&file).map_err(|error| anyhow!(error).into())
    }

    fn players(&self) -> Result<Vec<Value>, Failure> {
        let engines: Vec<_> = [&self.a, &self.b].into_iter().chain(&self.more).collect();
        let protocols = self.protocols(engines.len())?;
        let mut wishes = self.process.wishes(engines)?;
        self.pairing.check(&self.process.player)?;
        let anchor = self.pairing.anchor(&wishes)?;
        player_args::apply(&anchor.into_iter().collect::<Vec<_>>(), &mut wishes)?;
        let players = wishes.into_iter().zip(protocols).map(|(mut wish, protocol)| {
            wish.protocol = wish.protocol.or(protocol);
            Value::Table(wish.to_table())
        });
        Ok(players.collect())
    }

    /// Pairs of games of an encounter.
    fn pairs(&self) -> Result<Option<u32>, Failure> {
        match self.games {
            Some(games) if games % 2 == 1 => {
                let why =
                    "a tournament plays pairs of games with sides swapped; name an even number";
                Err(Code::Usage.of(anyhow!("--games {games}: {why}")))
            }
            games => Ok(games.map(|games| games / 2)),
        }
    }

    /// The number of a seed in a file is at most as large as TOML allows.
    fn seed_value(&self) -> Result<Value, Failure> {
        let too_large = |_| Code::Usage.of(anyhow!("--seed: at most {} in a tournament", i64::MAX));
        i64::try_from(self.seed).map(Value::Integer).map_err(too_large)
    }

    /// A tournament keeps its results in its folder, and its dice in its file.
    fn refuse_files(&self) -> Outcome {
        let is_secret = self.dice_seed.as_deref().map(str::trim) == Some(RANDOM);
        let folder = "a tournament has its results in its folder (--out)";
        for (flag, is_given, why) in [
            ("--json", self.json.is_some(), folder),
            ("--csv", self.csv.is_some(), folder),
            ("--moves", self.moves.is_some(), folder),
            ("--bundles", self.bundles.is_some(), folder),
            ("--only", self.only.is_some(), "a tournament is played as a whole"),
            ("--dice", self.dice.is_some(), "a tournament takes its dice from --dice-seed"),
            ("--dice-seed random", is_secret, "the file of a tournament would show the seed"),
        ] {
            if is_given {
                let what = "three or more engines, and flags such as --out and --format, mean a tournament";
                return Err(Code::Usage.of(anyhow!("{flag}: {why}; {what}")));
            }
        }
        Ok(())
    }
}

/// The word for a secret seed of dice.
pub(super) const RANDOM: &str = "random";

/// The text of a path; paths that are no text cannot be in a file.
pub(super) fn path_value(path: &Path) -> Value {
    Value::String(path.to_string_lossy().into_owned())
}
