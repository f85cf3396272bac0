//! The file of a tournament: every key with its default, and what is wrong with a file.
//!
//! Opens no file and starts nothing: engines are named as on the command line.

use std::fmt;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::de::DeTable;

use super::joined::Joined;
use super::keys::check_keys;
use super::lines::{PLAYER, key_at, key_of, line_at, line_before};
use super::plan::{Format, LateRounds, Plan, PlanError};
use super::values::{check_values, syntax_reason};
use super::wish::{Late, PlayerWish, check_letters, protocol};
use super::words::{causes, count, number, players, seed, some_count, text};
use crate::games::{self, Game};
use crate::play::{
    Adjudication, Affinity, DrawRule, LossKind, MOST_TEST_GAMES, OpeningOrder, Referee, ReplayRule,
    ResignRule, Sprt, TimeControl, canonical_variant,
};
use crate::protocol::{Protocol, is_active};

/// A file with every key, its default and what it means.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// What the file of a tournament says. `docs/TOURNAMENTS.md` and [`DEFAULTS`] describe the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct TournamentFile {
    /// Its name, for headings and the headers of games.
    pub name: String,
    /// Where it is played, for the headers of games.
    pub site: Option<String>,
    /// The game.
    #[serde(deserialize_with = "game")]
    pub game: &'static dyn Game,
    /// The variant, by its own name after [`TournamentFile::read`].
    pub variant: Option<String>,
    /// The format.
    #[serde(deserialize_with = "format")]
    pub format: FormatName,
    /// Round robin, gauntlet: how often two players meet.
    #[serde(deserialize_with = "some_count")]
    pub cycles: Option<NonZeroU32>,
    /// Gauntlet: as many of the first players meet all others.
    pub challengers: Option<NonZeroUsize>,
    /// Swiss: number of rounds.
    #[serde(deserialize_with = "some_count")]
    pub rounds: Option<NonZeroU32>,
    /// Knockout: pairs of games that are added while an encounter is tied.
    pub tie_breaks: Option<u32>,
    /// Pairs of games of an encounter; the most of them with a test.
    #[serde(deserialize_with = "some_count")]
    pub pairs: Option<NonZeroU32>,
    /// Match: the test whose verdict ends it.
    #[serde(deserialize_with = "sprt")]
    pub sprt: Option<Sprt>,
    /// The time control of all players that have none of their own.
    #[serde(deserialize_with = "time")]
    pub time: TimeControl,
    /// Decides the openings, and the dice if `dice_seed` does not.
    #[serde(deserialize_with = "seed")]
    pub seed: u64,
    /// The number of different openings, which then repeat.
    #[serde(deserialize_with = "some_count")]
    pub openings: Option<NonZeroU32>,
    /// A file of openings, by its path from this file.
    pub openings_file: Option<String>,
    /// The order in which they are used.
    pub openings_order: Option<OpeningOrder>,
    /// Plies that are played of longer games of that file.
    #[serde(deserialize_with = "some_count")]
    pub opening_plies: Option<NonZeroU32>,
    /// Openings of that file may not repeat.
    pub openings_once: bool,
    /// A text that decides the dice.
    pub dice_seed: Option<String>,
    /// Games at once.
    #[serde(deserialize_with = "count")]
    pub concurrency: NonZeroU32,
    /// The processors on which engines are bound: each running game has one to itself.
    #[serde(deserialize_with = "affinity")]
    pub affinity: Option<Affinity>,
    /// Engines that can think on the opponent's time do so.
    pub ponder: bool,
    /// Seconds by which every move may be late.
    #[serde(deserialize_with = "margin")]
    pub margin: f64,
    /// A third repetition of a position draws.
    pub repetition: bool,
    /// Games that are not over after so many plies are drawn.
    #[serde(deserialize_with = "some_count")]
    pub max_plies: Option<NonZeroU32>,
    /// A win by the engines' scores.
    pub resign: Option<ResignRule>,
    /// A draw by the engines' scores.
    pub draw: Option<DrawRule>,
    /// A third engine that must agree with them, named as a player's.
    pub referee: Option<String>,
    /// Its protocol, if it is in no list.
    #[serde(deserialize_with = "protocol")]
    pub referee_protocol: Option<Protocol>,
    /// What it is given for each score.
    #[serde(deserialize_with = "time")]
    pub referee_time: TimeControl,
    /// With at most so many empty squares the exact solver gives the result.
    #[serde(deserialize_with = "some_count")]
    pub exact_empties: Option<NonZeroU32>,
    /// With at most so many pieces the solved endings give the result.
    #[serde(deserialize_with = "some_count")]
    pub exact_pieces: Option<NonZeroU32>,
    /// Races that are decided beyond doubt end.
    pub decided_races: bool,
    /// Engines that keep the game are asked which moves they see.
    pub compare: bool,
    /// After these causes a game is played again instead of being lost.
    #[serde(deserialize_with = "causes")]
    pub replay: Vec<LossKind>,
    /// So often at most.
    #[serde(deserialize_with = "count")]
    pub replay_most: NonZeroU32,
    /// A player is withdrawn after so many failures.
    #[serde(deserialize_with = "some_count")]
    pub withdraw_after: Option<NonZeroU32>,
    /// More games than this percentage decided by failures are a failure of the tournament.
    #[serde(deserialize_with = "percent")]
    pub max_failures: u32,
    /// The folder of the results; by default named as the file.
    pub results: Option<String>,
    /// The players.
    #[serde(deserialize_with = "players")]
    pub player: Vec<PlayerWish>,
}

impl Default for TournamentFile {
    fn default() -> Self {
        Self {
            name: "Tournament".to_owned(),
            site: None,
            game: games::find("othello").expect("the program knows Othello"),
            variant: None,
            format: FormatName::RoundRobin,
            cycles: None,
            challengers: None,
            rounds: None,
            tie_breaks: None,
            pairs: None,
            sprt: None,
            time: TimeControl::PerMove { time: std::time::Duration::from_secs(1) },
            seed: 1,
            openings: None,
            openings_file: None,
            openings_order: None,
            opening_plies: None,
            openings_once: false,
            dice_seed: None,
            concurrency: NonZeroU32::MIN,
            affinity: None,
            ponder: false,
            margin: 0.0,
            repetition: true,
            max_plies: None,
            resign: None,
            draw: None,
            referee: None,
            referee_protocol: None,
            referee_time: Referee::USUAL_TIME,
            exact_empties: None,
            exact_pieces: None,
            decided_races: false,
            compare: true,
            replay: Vec::new(),
            replay_most: NonZeroU32::MIN.saturating_add(1),
            withdraw_after: None,
            max_failures: 5,
            results: None,
            player: Vec::new(),
        }
    }
}

/// A format by its name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FormatName {
    /// Two players.
    Match,
    /// The first players against all others.
    Gauntlet,
    /// Everyone against everyone.
    RoundRobin,
    /// The loser is out.
    Knockout,
    /// Equal scores meet.
    Swiss,
}

fn game<'de, D: Deserializer<'de>>(from: D) -> Result<&'static dyn Game, D::Error> {
    let name = String::deserialize(from)?;
    games::find(&name).ok_or_else(|| {
        let known: Vec<&str> = games::GAMES.iter().map(|game| game.info().name).collect();
        D::Error::custom(format!("there is no game {name:?}; known: {}", known.join(", ")))
    })
}

fn format<'de, D: Deserializer<'de>>(from: D) -> Result<FormatName, D::Error> {
    text(from, "a format in quotes, such as \"swiss\"")?.parse().map_err(D::Error::custom)
}

pub(super) fn time<'de, D: Deserializer<'de>>(from: D) -> Result<TimeControl, D::Error> {
    text(from, "a time in quotes, such as \"5m+3s\" or \"1s/move\"")?
        .parse()
        .map_err(D::Error::custom)
}

fn sprt<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Sprt>, D::Error> {
    String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
}

fn affinity<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Affinity>, D::Error> {
    String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
}

pub(super) fn margin<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    const HOUR: f64 = 3_600.0;
    let secs = number(from, "a number of seconds")?;
    let said = || D::Error::custom(format!("{secs} is not a number of seconds from 0 to {HOUR}"));
    (0.0..=HOUR).contains(&secs).then_some(secs).ok_or_else(said)
}

fn percent<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let percent = u32::deserialize(from)?;
    let said = || D::Error::custom(format!("{percent} is not a percentage from 0 to 100"));
    (percent <= 100).then_some(percent).ok_or_else(said)
}

/// What is wrong with a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FileMistake {
    /// The line, from 1; `None` where something is missing.
    pub line: Option<usize>,
    /// The key, where known.
    pub key: Option<String>,
    /// Why, as the end of a sentence.
    pub reason: String,
}

impl FileMistake {
    /// What is wrong with this key of this text.
    #[must_use]
    pub fn at(text: &str, key: &str, reason: String) -> Self {
        let line = text.lines().position(|line| key_of(line) == Some(key));
        Self { line: line.map(|idx| idx + 1), key: Some(key.to_owned()), reason }
    }
}

/// `line 3: time: "5" is not a time control; ...`
impl fmt::Display for FileMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl TournamentFile {
    /// A file of this game that says nothing else; `None` where there is no such game.
    #[must_use]
    pub fn of_game(name: &str) -> Option<Self> {
        games::find(name).map(|game| Self { game, ..Self::default() })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// At the first mistake: a key that is not known or has a wrong value, or a tournament that
    /// cannot be held.
    pub fn read(text: &str) -> Result<Self, FileMistake> {
        check_keys(text)?;
        check_values(text)?;
        let mut file: Self = toml::from_str(text).map_err(|error| {
            let at = error.span().map(|span| span.start);
            let key = at.and_then(|at| key_at(text, at));
            let line = at.map(|at| line_at(text, at));
            let written = line.and_then(|line| text.lines().nth(line - 1)).unwrap_or_default();
            let reason = match line.and_then(|line| line_before(text, line)) {
                Some(first) => format!("stands in line {first} already; remove one of them"),
                None if DeTable::parse(text).is_err() => syntax_reason(written),
                None => error.message().split_whitespace().collect::<Vec<_>>().join(" "),
            };
            FileMistake { line, key, reason }
        })?;
        file.check(text)?;
        Ok(file)
    }

    /// Reads the file at this path: a tournament without a name has that of its file. With it the text of
    /// a file that says the same, with the name.
    ///
    /// # Errors
    ///
    /// As [`TournamentFile::read`].
    pub fn read_named(text: &str, path: &Path) -> Result<(Self, String), FileMistake> {
        let mut file = Self::read(text)?;
        let keys = toml::from_str::<toml::Table>(text).unwrap_or_default();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let stem = stem.trim();
        if keys.contains_key("name") || stem.is_empty() || stem.chars().any(is_active) {
            return Ok((file, text.to_owned()));
        }
        file.name = stem.to_owned();
        Ok((file, format!("name = {}\n{text}", toml::Value::String(stem.to_owned()))))
    }

    fn check(&mut self, text: &str) -> Result<(), FileMistake> {
        let mistake = |key: &str, reason: String| FileMistake::at(text, key, reason);
        for (key, name) in [("name", Some(&self.name)), ("site", self.site.as_ref())] {
            name.map_or(Ok(()), |name| check_letters(name)).map_err(|why| mistake(key, why))?;
        }
        if let Some(without) = self.player.iter().position(|wish| wish.engine.trim().is_empty()) {
            let heads = text.lines().enumerate();
            let line = heads.filter(|(_, line)| key_of(line) == Some(PLAYER)).nth(without);
            let reason = "has no engine; write engine = \"NAME\", the name of an engine of the list, a path, or \
                          builtin:3";
            return Err(FileMistake {
                line: line.map(|(idx, _)| idx + 1),
                key: Some(PLAYER.to_owned()),
                reason: reason.to_owned(),
            });
        }
        let mut players = self.player.iter();
        players.try_for_each(PlayerWish::check_name).map_err(|why| mistake("name", why))?;
        // Names that differ by blanks alone look the same in every table.
        for name in self.player.iter_mut().filter_map(|player| player.name.as_mut()) {
            *name = name.trim().to_owned();
        }
        if self.name.trim().is_empty() {
            self.name = Self::default().name;
        }
        for (key, path) in [("results", &self.results), ("openings-file", &self.openings_file)] {
            if path.as_ref().is_some_and(|path| path.trim().is_empty()) {
                return Err(mistake(key, "is empty; leave the key out".to_owned()));
            }
        }
        let has = |key: &str| text.lines().any(|line| key_of(line) == Some(key));
        let is_usual = self.replay_most == Self::default().replay_most;
        if self.replay.is_empty() && has("replay-most") && !(is_usual && has("replay")) {
            let why = "no game is played again without replay; add replay = [\"late\"]".to_owned();
            return Err(mistake("replay-most", why));
        }
        let variant = canonical_variant(self.game.info(), self.variant.as_deref());
        self.variant = variant.map_err(|error| mistake("variant", error.to_string()))?;
        for (key, is_set, formats) in [
            ("cycles", self.cycles.is_some(), &[FormatName::RoundRobin, FormatName::Gauntlet][..]),
            ("challengers", self.challengers.is_some(), &[FormatName::Gauntlet]),
            ("rounds", self.rounds.is_some(), &[FormatName::Swiss]),
            ("tie-breaks", self.tie_breaks.is_some(), &[FormatName::Knockout]),
            ("sprt", self.sprt.is_some(), &[FormatName::Match]),
        ] {
            if is_set && !formats.contains(&self.format) {
                let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
                let (names, own) = (names.join(" and "), self.format.name());
                let more = if formats.contains(&FormatName::Swiss) {
                    "; pairs and cycles say how often they meet"
                } else {
                    ""
                };
                let why = format!("is only for {names}, and the format is {own}{more}");
                return Err(mistake(key, why));
            }
        }
        self.check_late().map_err(|reason| mistake("late", reason.to_owned()))?;
        for (key, is_set) in [
            ("openings-order", self.openings_order.is_some()),
            ("opening-plies", self.opening_plies.is_some()),
            ("openings-once", self.openings_once),
        ] {
            if is_set && self.openings_file.is_none() {
                return Err(mistake(key, "is only for an openings-file".to_owned()));
            }
        }
        if self.openings_once && self.openings.is_some() {
            let reason = "a number of openings is one after which they repeat";
            return Err(mistake("openings-once", reason.to_owned()));
        }
        if self.dice_seed.is_some() && !self.game.info().has_dice {
            let title = self.game.info().title;
            return Err(mistake("dice-seed", format!("{title} is played without dice")));
        }
        let rules = self.adjudication().check(self.game.info(), self.variant.as_deref());
        rules.map_err(|misfit| mistake(misfit.key, misfit.reason))?;
        if self.referee.is_some() {
            let judges = self.adjudication().check_referee();
            judges.map_err(|misfit| mistake(misfit.key, misfit.reason))?;
            if self.referee_time == TimeControl::Unlimited {
                let reason = "without a limit a referee would never have a score".to_owned();
                return Err(mistake("referee-time", reason));
            }
        }
        if self.player.iter().filter(|wish| wish.anchor.is_some()).count() > 1 {
            let is_anchor = |line: &(usize, &str)| key_of(line.1) == Some("anchor");
            let second = text.lines().enumerate().filter(is_anchor).nth(1);
            let reason = "only one player can be the anchor".to_owned();
            let line = second.map(|(idx, _)| idx + 1);
            return Err(FileMistake { line, key: Some("anchor".to_owned()), reason });
        }
        if self.concurrency.get() > MAX_AT_ONCE {
            let n = self.concurrency;
            return Err(mistake("concurrency", format!("at most {MAX_AT_ONCE}, not {n}")));
        }
        self.plan().check().map_err(|error| {
            let key = match error {
                PlanError::TooFew(_) | PlanError::NoMatch(_) => PLAYER,
                PlanError::Challengers { .. } => "challengers",
                PlanError::SwissRounds { .. } => "rounds",
                PlanError::Late { .. }
                | PlanError::LateRound { .. }
                | PlanError::LateCycle { .. } => "late",
                PlanError::TooMany => self.longest_key(),
            };
            mistake(key, error.to_string())
        })
    }

    /// The key that makes a tournament long.
    fn longest_key(&self) -> &'static str {
        let pairs = self.pairs.map_or(1, NonZeroU32::get);
        let others = [
            ("cycles", self.cycles.map(NonZeroU32::get)),
            ("tie-breaks", self.tie_breaks),
            ("rounds", self.rounds.map(NonZeroU32::get)),
        ];
        let longest = others.into_iter().max_by_key(|(_, n)| n.unwrap_or(0));
        longest.filter(|(_, n)| n.is_some_and(|n| n > pairs)).map_or("pairs", |(key, _)| key)
    }

    /// When players joined that were not there from the beginning.
    fn late(&self) -> impl Iterator<Item = Late> {
        self.player.iter().filter_map(|player| player.late)
    }

    /// The numbers with which they joined, as far as they have any.
    fn late_numbers(&self) -> impl Iterator<Item = u32> {
        self.late().filter_map(|late| match late {
            Late::Number(number) => Some(number),
            Late::AtEnd => None,
        })
    }

    fn joined(&self) -> Joined {
        Joined::new(self.late().count(), self.late_numbers())
    }

    /// Why players cannot join as they are said to.
    fn check_late(&self) -> Result<(), &'static str> {
        let n_last = self.player.iter().rev().take_while(|player| player.late.is_some()).count();
        let n_late = self.late().count();
        if n_late == 0 {
            return Ok(());
        }
        let has_number = |late: &Late| matches!(late, Late::Number(_));
        let are_from_round = self.late().all(|late| has_number(&late));
        // Those without a number join last.
        let are_in_order = !self.late().skip_while(has_number).any(|late| has_number(&late));
        match self.format {
            FormatName::Match => Err("a match has two players from its beginning"),
            FormatName::Knockout => {
                Err("a knockout is drawn up at its beginning, and no player can join it later")
            }
            FormatName::Swiss if !are_from_round => Err(
                "a Swiss needs the number of the round from which the player takes part: late = 4",
            ),
            FormatName::RoundRobin | FormatName::Gauntlet if !are_in_order => {
                Err("players with late = true join last, and stand behind those with a number")
            }
            FormatName::RoundRobin | FormatName::Gauntlet
                if self.late().filter(has_number).count() > Joined::MOST =>
            {
                Err("at most 16 players can join with a number")
            }
            FormatName::Swiss | FormatName::RoundRobin | FormatName::Gauntlet
                if n_late > n_last =>
            {
                Err("players who joined later stand behind the others")
            }
            FormatName::Swiss if n_late > LateRounds::MOST => {
                Err("at most 16 players can join a Swiss that has begun")
            }
            FormatName::Swiss | FormatName::RoundRobin | FormatName::Gauntlet => Ok(()),
        }
    }

    /// The rules by which games end early.
    #[must_use]
    pub fn adjudication(&self) -> Adjudication {
        Adjudication {
            resign: self.resign,
            draw: self.draw,
            exact_empties: self.exact_empties,
            exact_pieces: self.exact_pieces,
            decided_races: self.decided_races,
        }
    }

    /// Which lost games are played again.
    #[must_use]
    pub fn replays(&self) -> ReplayRule {
        ReplayRule { causes: self.replay.clone(), most: self.replay_most.get() }
    }

    /// The player whose rating is given, and the rating.
    #[must_use]
    pub fn anchor(&self) -> Option<(usize, f64)> {
        self.player.iter().enumerate().find_map(|(idx, wish)| Some((idx, wish.anchor?)))
    }

    /// What decides the pairings.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let cycles = self.cycles.map_or(1, NonZeroU32::get);
        let players = self.player.len();
        let format = match self.format {
            FormatName::Match => Format::Match,
            FormatName::Gauntlet => {
                let challengers = self.challengers.map_or(1, NonZeroUsize::get);
                Format::Gauntlet { challengers, cycles, late: self.joined() }
            }
            FormatName::RoundRobin => Format::RoundRobin { cycles, late: self.joined() },
            FormatName::Knockout => {
                Format::Knockout { tie_breaks: self.tie_breaks.unwrap_or(TIE_BREAKS) }
            }
            FormatName::Swiss => {
                // As many as decide a knockout.
                let founders = players - self.late().count();
                let usual = founders.max(2).next_power_of_two().ilog2();
                let late = LateRounds::new(self.late_numbers());
                Format::Swiss { rounds: self.rounds.map_or(usual, NonZeroU32::get), late }
            }
        };
        let usual = if self.sprt.is_some() { MOST_TEST_GAMES / 2 } else { 1 };
        Plan { format, players, pairs: self.pairs.map_or(usual, NonZeroU32::get) }
    }
}

/// Tie-breaks of a knockout whose file says nothing else.
const TIE_BREAKS: u32 = 4;

/// The most games at once.
const MAX_AT_ONCE: u32 = 256;

impl FromStr for FormatName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| {
            format!("there is no format {name:?}; known: {}", Self::ALL.map(Self::name).join(", "))
        })
    }
}

impl FormatName {
    /// All formats.
    pub const ALL: [Self; 5] =
        [Self::Match, Self::Gauntlet, Self::RoundRobin, Self::Knockout, Self::Swiss];

    /// As it is written in the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Gauntlet => "gauntlet",
            Self::RoundRobin => "round-robin",
            Self::Knockout => "knockout",
            Self::Swiss => "swiss",
        }
    }
}

#[cfg(test)]
mod tests;
