//! Whether the kept games of a tournament are games of its file as it is now: what would make other
//! games must not change between two games of a pair, or while an engine keeps its name.
//!
//! Compares rows with the tournament; who meets whom is checked by [`crate::play::tournament::Past`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;

use crate::play::tournament::{Player, Tournament};
use crate::play::{EngineFile, EngineSpec, OpeningOrder, Openings, OpeningsRow, PairOpening};
use crate::store::{TournamentFolder, join_command, origin_of_all, split_command};

/// A key whose value was another one when a game was played.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Change {
    /// The number of the game.
    pub number: u32,
    /// The key of the file.
    pub key: &'static str,
    /// The player that it is a key of; `None` for a key of the tournament.
    pub player: Option<String>,
    /// What the game was played with.
    pub was: String,
    /// What the file says now.
    pub now: String,
}

/// `seed is 2, and game 1 was played with 1`
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, key, player, was, now } = self;
        if let Some(player) = player {
            write!(f, "player {player}: ")?;
        }
        write!(f, "{key} is {now}, and game {number} was played with {was}")
    }
}

/// The part of a [`crate::play::ResultRow`] that says what it was played with.
#[derive(Debug, Deserialize)]
struct PlayedWith {
    number: u32,
    pair: u32,
    game: String,
    variant: Option<String>,
    result: String,
    #[serde(default)]
    opening: Vec<String>,
    position: Option<String>,
    dice_seed: Option<String>,
    conditions: RowConditions,
    engines: Vec<RowEngine>,
}

#[derive(Debug, Deserialize)]
struct RowConditions {
    seed: u64,
    different_openings: Option<u32>,
    openings: Option<OpeningsRow>,
}

#[derive(Debug, Deserialize)]
struct RowEngine {
    name: String,
    protocol: String,
    command: String,
    sha256: String,
    options: BTreeMap<String, String>,
    #[serde(default)]
    options_not_taken: BTreeMap<String, String>,
    #[serde(default)]
    dialect: BTreeMap<String, String>,
    /// Fingerprints of values; rows of earlier versions have none.
    env: Option<BTreeMap<String, String>>,
    time: String,
}

/// Compares the games of a folder with the tournament as it is now: time controls of players that
/// have changed, which concern the games that are left. A folder that cannot be read is not judged
/// here.
///
/// # Errors
///
/// At the first key whose change would have made other games.
pub(super) fn changes(
    tournament: &Tournament,
    folder: &TournamentFolder,
) -> Result<Vec<Change>, Change> {
    let now = Now::of(tournament);
    let mut refused = None;
    let (mut noted, mut seen) = (Vec::new(), BTreeSet::new());
    let read = folder.each_game(|row: PlayedWith| {
        // A game that does not count is played again as the file says now.
        if row.result == "*" {
            return Ok(());
        }
        if let Some(change) = now.other_game(&row) {
            refused = Some(change);
            return Err(String::new());
        }
        noted.extend(now.other_times(&row).filter(|change| seen.insert(change.player.clone())));
        Ok(())
    });
    match (read, refused) {
        (_, Some(change)) => Err(change),
        (Ok(()), None) => Ok(noted),
        // The games are read once more, and that says what is wrong with them.
        (Err(_), None) => Ok(Vec::new()),
    }
}

/// What the file says now.
struct Now<'a> {
    tournament: &'a Tournament,
    /// The openings of a file.
    book: Option<Openings>,
    /// What the seeds of dice are made of, with the number of the pair.
    dice: String,
    /// What the players are started from.
    files: Vec<EngineFile>,
}

impl<'a> Now<'a> {
    fn of(tournament: &'a Tournament) -> Self {
        let file = &tournament.file;
        let book = tournament.book.as_ref().map(|book| {
            let count = file.openings.map_or(tournament.plan.n_pairs(), std::num::NonZero::get);
            Openings::of_book(book.clone(), count, file.game.info().has_dice)
        });
        let targets: Vec<_> =
            tournament.players.iter().map(|player| &player.spec.launch.target).collect();
        let files = origin_of_all(&targets).engines;
        let dice = file.dice_seed.clone().unwrap_or_else(|| file.seed.to_string());
        Self { tournament, book, dice, files }
    }

    /// The first key with which the game would have been another one.
    fn other_game(&self, row: &PlayedWith) -> Option<Change> {
        let change = |key, was: String, now: String| {
            (was != now).then_some(Change { number: row.number, key, player: None, was, now })
        };
        let file = &self.tournament.file;
        let named = |name: &Option<String>| name.clone().unwrap_or_else(|| NOTHING.to_owned());
        let keys = [
            change("game", row.game.clone(), file.game.info().name.to_owned()),
            change("variant", named(&row.variant), named(&file.variant)),
            change("seed", row.conditions.seed.to_string(), file.seed.to_string()),
        ];
        let first = keys.into_iter().flatten().next();
        first
            .or_else(|| self.other_dice(row))
            .or_else(|| self.other_book(row))
            .or_else(|| self.other_opening(row))
            .or_else(|| self.other_engine(row))
    }

    fn other_dice(&self, row: &PlayedWith) -> Option<Change> {
        let seed = row.dice_seed.as_deref()?;
        let was = seed.strip_suffix(&format!(" {}", row.pair)).unwrap_or(seed);
        (was != self.dice).then(|| Change {
            number: row.number,
            key: "dice-seed",
            player: None,
            was: format!("{was:?}"),
            now: format!("{:?}", self.dice),
        })
    }

    /// The key of the openings that was another one.
    fn other_book(&self, row: &PlayedWith) -> Option<Change> {
        let file = &self.tournament.file;
        let said = |n: Option<u32>| n.map_or_else(|| NOTHING.to_owned(), |n| n.to_string());
        let now = self.tournament.book.as_ref().map(|book| book.wish());
        let was = row.conditions.openings.as_ref();
        let name = |name: Option<&String>| name.map_or(NOTHING.to_owned(), |it| format!("{it:?}"));
        let order =
            |order: Option<OpeningOrder>| order.map_or(NOTHING, OpeningOrder::name).to_owned();
        let keys = [
            ("openings-file", name(was.map(|row| &row.file)), name(now.map(|wish| &wish.name))),
            ("openings-order", order(was.map(|row| row.order)), order(now.map(|wish| wish.order))),
            (
                "opening-plies",
                said(was.and_then(|row| row.plies)),
                said(now.and_then(|wish| wish.plies)),
            ),
            (
                "openings",
                said(row.conditions.different_openings),
                said(file.openings.map(std::num::NonZero::get)),
            ),
        ];
        let (key, was, now) = keys.into_iter().find(|(_, was, now)| was != now)?;
        Some(Change { number: row.number, key, player: None, was, now })
    }

    /// The copy of the file of openings in the folder has another opening for the game.
    fn other_opening(&self, row: &PlayedWith) -> Option<Change> {
        let PairOpening { position, moves, .. } = self.book.as_ref()?.of_pair(row.pair);
        let moves: Vec<&str> = moves.iter().map(|mv| mv.0.as_str()).collect();
        let text = |position: Option<&str>, moves: String| match position {
            Some(position) => format!("{position} {moves}").trim_end().to_owned(),
            None => moves,
        };
        let was = text(row.position.as_deref(), row.opening.join(" "));
        let now = text(position.as_deref(), moves.join(" "));
        let change =
            || Change { number: row.number, key: "an opening of the copy", player: None, was, now };
        (row.opening != moves || row.position != position).then(change)
    }

    /// What one of the two players was started with.
    fn other_engine(&self, row: &PlayedWith) -> Option<Change> {
        self.players(row).find_map(|(idx, engine)| {
            let player = &self.tournament.players[idx];
            let launch = &player.spec.launch;
            let protocol = launch.protocol.name();
            let now = launch.target.command().map(join_command);
            let now = now.unwrap_or_else(|| launch.target.to_string());
            let options: BTreeMap<String, String> = launch.config.options.iter().cloned().collect();
            let mut given = engine.options.clone();
            given.extend(engine.options_not_taken.clone());
            let (key, was, now) = if engine.protocol != protocol {
                ("protocol", engine.protocol.clone(), protocol.to_owned())
            } else if !is_same_engine(engine, &now, &self.files[idx].sha256) {
                ("engine", engine.command.clone(), now)
            } else if let Some((key, was, now)) =
                other_settings(engine, &player.spec, &self.files[idx])
            {
                (key, was, now)
            } else {
                let name = first_other(&given, &options)?;
                ("option", said(&given, name), said(&options, name))
            };
            let name = Some(player.spec.name.clone());
            Some(Change { number: row.number, key, player: name, was, now })
        })
    }

    fn other_times<'r>(&'r self, row: &'r PlayedWith) -> impl Iterator<Item = Change> + 'r {
        self.players(row).filter_map(|(idx, engine)| {
            let Player { spec, time } = &self.tournament.players[idx];
            let now = time.to_string();
            let change = |now| Change {
                number: row.number,
                key: "time",
                player: Some(spec.name.clone()),
                was: engine.time.clone(),
                now,
            };
            (engine.time != now).then(|| change(now))
        })
    }

    /// The players of a game that are in the tournament, with what the game says of them.
    fn players<'r>(&'r self, row: &'r PlayedWith) -> impl Iterator<Item = (usize, &'r RowEngine)> {
        row.engines.iter().filter_map(|engine| {
            let is_it = |player: &Player| player.spec.name == engine.name;
            Some((self.tournament.players.iter().position(is_it)?, engine))
        })
    }
}

/// The first setting of an engine's dialect or variable of its environment that was another one: the key,
/// what it was and what it is now.
fn other_settings(
    row: &RowEngine,
    spec: &EngineSpec,
    file: &EngineFile,
) -> Option<(&'static str, String, String)> {
    let dialect: BTreeMap<String, String> = spec.launch.config.dialect.iter().cloned().collect();
    if let Some(name) = first_other(&row.dialect, &dialect) {
        return Some(("dialect", said(&row.dialect, name), said(&dialect, name)));
    }
    let (was, now) = (row.env.as_ref()?, file.env.as_ref()?);
    let name = first_other(was, now)?;
    let was = match was.contains_key(name) {
        true => format!("another value of {name}"),
        false => said(was, name),
    };
    let env: BTreeMap<String, String> = spec.launch.target.env().iter().cloned().collect();
    Some(("env", was, said(&env, name)))
}

/// The first name that has another value, or a value in one of them only.
fn first_other<'a>(
    was: &'a BTreeMap<String, String>,
    now: &'a BTreeMap<String, String>,
) -> Option<&'a String> {
    was.keys().chain(now.keys()).find(|name| was.get(*name) != now.get(*name))
}

/// `threads=2`, or that it is not set.
fn said(set: &BTreeMap<String, String>, name: &str) -> String {
    set.get(name).map_or_else(|| format!("{name} not set"), |value| format!("{name}={value}"))
}

/// Said of a key without a value.
const NOTHING: &str = "not set";

/// The command is the same, wherever its program is now: that is the same file, or an engine of this
/// program.
fn is_same_engine(row: &RowEngine, now: &str, hash: &str) -> bool {
    if row.command == now {
        return true;
    }
    let words = |command: &str| split_command(command).unwrap_or_default();
    let (was, now) = (words(&row.command), words(now));
    let (Some((_, was)), Some((_, now))) = (was.split_first(), now.split_first()) else {
        return false;
    };
    let is_own = now.first().is_some_and(|word| word == OWN);
    was == now && (is_own || (!hash.is_empty() && row.sha256 == hash))
}

/// The first argument of an engine of this program.
const OWN: &str = "engine";
