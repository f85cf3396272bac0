//! Whether the kept games of a tournament are games of its file as it is now: what would make other
//! games must not change between two games of a pair, or while an engine keeps its name.
//!
//! Compares rows with the tournament; who meets whom is checked by [`crate::play::tournament::Past`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Deserializer};

use crate::play::tournament::{Player, Tournament, TournamentFile};
use crate::play::{
    Adjudication, EngineFile, EngineSpec, OpeningOrder, Openings, OpeningsRow, PairOpening,
};
use crate::store::{FileError, Fingerprints, TournamentFolder, origin_of_all, split_command};

/// A key whose value was another one when a game was played.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Change {
    /// The number of the game.
    pub number: u32,
    /// The key of the file.
    pub key: &'static str,
    /// The name of the option, variable or setting, where the key has several.
    pub item: Option<String>,
    /// The player that it is a key of; `None` for a key of the tournament.
    pub player: Option<String>,
    /// What the game was played with; `None` if the key had no value.
    pub was: Option<String>,
    /// What the file says now, if it says anything.
    pub now: Option<String>,
}

/// `seed is 2, and game 1 was played with 1`
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, key, item, player, was, now } = self;
        if let Some(player) = player {
            write!(f, "player {player}: ")?;
        }
        f.write_str(key)?;
        if let Some(item) = item {
            write!(f, " {item}")?;
        }
        match now {
            Some(now) => write!(f, " is {now}, and game {number} was played ")?,
            None => write!(f, " has no value, and game {number} was played ")?,
        }
        match was {
            Some(was) => write!(f, "with {was}"),
            None => f.write_str("without it"),
        }
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
    time_margin_ms: f64,
    ponder: bool,
    repetition_draws: bool,
    max_plies: Option<u32>,
    #[serde(default)]
    adjudication: Adjudication,
    referee: Option<String>,
    /// The test; rows of earlier versions do not say whether there was one.
    #[serde(default, deserialize_with = "told")]
    sprt: Option<Option<String>>,
}

/// A value that is told, even that there is none.
fn told<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(from).map(Some)
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
    ponder: Option<bool>,
    time_margin_ms: Option<f64>,
}

/// Compares the games of a folder with the tournament as it is now: keys that have changed, which concern
/// the games that are left. A folder that cannot be read is not judged
/// here.
///
/// # Errors
///
/// At the first key whose change would have made other games.
pub(super) fn changes(
    tournament: &Tournament,
    folder: &TournamentFolder,
    prints: &Fingerprints,
) -> Result<Vec<Change>, Change> {
    let now = Now::of(tournament, prints);
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
        let said = now.other_programs(&row).chain(now.other_times(&row));
        let said = said.chain(now.other_rules(&row));
        noted.extend(said.filter(|change| seen.insert((change.key, change.player.clone()))));
        Ok(())
    });
    match (read, refused) {
        (_, Some(change)) => Err(change),
        (Ok(()), None) => Ok(noted),
        // The games are read once more, and that says what is wrong with them.
        (Err(_), None) => Ok(Vec::new()),
    }
}

/// The first key of the tournament itself with which a game of the folder would have been another one:
/// its game and variant, and the seeds. Its players and its openings from a file are not compared.
///
/// # Errors
///
/// When the games cannot be read.
pub fn played_otherwise(
    tournament: &Tournament,
    folder: &TournamentFolder,
) -> Result<Option<Change>, FileError> {
    let mut found = None;
    folder.each_game(|row: PlayedWith| {
        found = found.take().or_else(|| other_terms(&tournament.file, &row));
        Ok(())
    })?;
    Ok(found)
}

/// The first of these keys that was another one.
fn other_terms(file: &TournamentFile, row: &PlayedWith) -> Option<Change> {
    let game = file.game.info().name.to_owned();
    let (was_seed, seed) = (row.conditions.seed.to_string(), file.seed.to_string());
    let dice = file.dice_seed.as_ref().unwrap_or(&seed);
    let of_pair = format!(" {}", row.pair);
    let was_dice = row.dice_seed.as_deref();
    let was_dice = was_dice.map(|was| was.strip_suffix(&of_pair).unwrap_or(was));
    let now_dice = was_dice.map(|_| format!("{dice:?}"));
    row.first_change([
        ("game", Some(row.game.clone()), Some(game)),
        ("variant", row.variant.clone(), file.variant.clone()),
        ("seed", Some(was_seed), Some(seed.clone())),
        ("dice-seed", was_dice.map(|was| format!("{was:?}")), now_dice),
    ])
}

/// What the file says now.
struct Now<'a> {
    tournament: &'a Tournament,
    /// The openings of a file.
    book: Option<Openings>,
    /// What the players are started from.
    files: Vec<EngineFile>,
    /// By the keys of the folder.
    prints: &'a Fingerprints,
}

impl<'a> Now<'a> {
    fn of(tournament: &'a Tournament, prints: &'a Fingerprints) -> Self {
        let file = &tournament.file;
        let book = tournament.book.as_ref().map(|book| {
            let count = file.openings.map_or(tournament.plan.n_pairs(), std::num::NonZero::get);
            Openings::of_book(book.clone(), count, file.game.info().has_dice)
        });
        let targets: Vec<_> =
            tournament.players.iter().map(|player| &player.spec.launch.target).collect();
        let files = origin_of_all(&targets, prints).engines;
        Self { tournament, book, files, prints }
    }

    /// The first key with which the game would have been another one.
    fn other_game(&self, row: &PlayedWith) -> Option<Change> {
        other_terms(&self.tournament.file, row)
            .or_else(|| self.other_book(row))
            .or_else(|| self.other_opening(row))
            .or_else(|| self.other_engine(row))
    }

    /// The key of the openings that was another one.
    fn other_book(&self, row: &PlayedWith) -> Option<Change> {
        let file = &self.tournament.file;
        let now = self.tournament.book.as_ref().map(|book| book.wish());
        let was = row.conditions.openings.as_ref();
        let name = |name: Option<&String>| name.map(|name| format!("{name:?}"));
        let order = |order: Option<OpeningOrder>| order.map(|order| order.name().to_owned());
        row.first_change([
            ("openings-file", name(was.map(|row| &row.file)), name(now.map(|wish| &wish.name))),
            ("openings-order", order(was.map(|row| row.order)), order(now.map(|wish| wish.order))),
            (
                "opening-plies",
                text(was.and_then(|row| row.plies)),
                text(now.and_then(|wish| wish.plies)),
            ),
            ("openings", text(row.conditions.different_openings), text(file.openings)),
        ])
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
        row.first_change([("an opening of the copy", Some(was), Some(now))])
    }

    /// What one of the two players was started with.
    fn other_engine(&self, row: &PlayedWith) -> Option<Change> {
        self.players(row).find_map(|(idx, engine)| {
            let player = &self.tournament.players[idx];
            let launch = &player.spec.launch;
            let change = |key, item: Option<&String>, was, now| Change {
                number: row.number,
                key,
                item: item.cloned(),
                player: Some(player.spec.name.clone()),
                was,
                now,
            };
            let protocol = launch.protocol.name();
            if engine.protocol != protocol {
                let was = Some(engine.protocol.clone());
                return Some(change("protocol", None, was, Some(protocol.to_owned())));
            }
            let file = &self.files[idx];
            if !is_same_engine(engine, file) {
                let was = Some(engine.command.clone());
                return Some(change("engine", None, was, Some(file.command.clone())));
            }
            if let Some((key, item, was, now)) = other_settings(engine, &player.spec, self.prints) {
                return Some(change(key, Some(&item), was, now));
            }
            let options: BTreeMap<String, String> = launch.config.options.iter().cloned().collect();
            let mut given = engine.options.clone();
            given.extend(engine.options_not_taken.clone());
            let name = first_other(&given, &options)?;
            let [was, now] = [&given, &options].map(|set| set.get(name).cloned());
            Some(change("option", Some(name), was, now))
        })
    }

    /// Players whose program is another file than it was.
    fn other_programs<'r>(
        &'r self,
        row: &'r PlayedWith,
    ) -> impl Iterator<Item = Change> + use<'r, 'a> {
        self.players(row).filter_map(|(idx, engine)| {
            let file = &self.files[idx];
            let is_known = ![&engine.sha256, &file.sha256].iter().any(|hash| hash.is_empty());
            let said = |command: &str, hash: &str| {
                Some(format!("{command} (SHA-256 {}...)", hash.get(..SAID).unwrap_or(hash)))
            };
            (is_known && engine.sha256 != file.sha256).then(|| Change {
                number: row.number,
                key: "engine",
                item: None,
                player: Some(self.tournament.players[idx].spec.name.clone()),
                was: said(&engine.command, &engine.sha256),
                now: said(&file.command, &file.sha256),
            })
        })
    }

    fn other_times<'r>(
        &'r self,
        row: &'r PlayedWith,
    ) -> impl Iterator<Item = Change> + use<'r, 'a> {
        self.players(row).filter_map(|(idx, engine)| {
            let Player { spec, time } = &self.tournament.players[idx];
            let now = time.to_string();
            let change = |now| Change {
                number: row.number,
                key: "time",
                item: None,
                player: Some(spec.name.clone()),
                was: Some(engine.time.clone()),
                now: Some(now),
            };
            (engine.time != now).then(|| change(now))
        })
    }

    /// The keys of the rules by which games end, where they were others, and those of players of how long
    /// they may think.
    fn other_rules(&self, row: &PlayedWith) -> Vec<Change> {
        let file = &self.tournament.file;
        let (was, now) = (&row.conditions, file.adjudication());
        let ms = |ms: f64| format!("{} s", ms / 1000.0);
        let referee = self.tournament.referee.as_ref();
        let referee = referee.map(|one| format!("{}, {}", one.name(), one.time()));
        let (was_rules, was_races) = (&was.adjudication, was.adjudication.decided_races);
        let mut keys = vec![
            ("margin", Some(ms(was.time_margin_ms)), Some(ms(file.margin * 1000.0))),
            ("ponder", text(Some(was.ponder)), text(Some(file.ponder))),
            ("repetition", text(Some(was.repetition_draws)), text(Some(file.repetition))),
            ("max-plies", text(was.max_plies), text(file.max_plies)),
            ("resign", was_rules.resign.map(String::from), now.resign.map(String::from)),
            ("draw", was_rules.draw.map(String::from), now.draw.map(String::from)),
            ("exact-empties", text(was_rules.exact_empties), text(now.exact_empties)),
            ("exact-pieces", text(was_rules.exact_pieces), text(now.exact_pieces)),
            ("referee", was.referee.clone(), referee),
            ("decided-races", text(Some(was_races)), text(Some(now.decided_races))),
        ];
        if let Some(sprt) = &was.sprt {
            keys.push(("sprt", sprt.clone(), text(file.sprt)));
        }
        let change = |player: Option<&String>, key, was, now| {
            let (number, player) = (row.number, player.cloned());
            Change { number, key, item: None, player, was, now }
        };
        let of_all = keys.into_iter().map(|(key, was, now)| change(None, key, was, now));
        let of_players = self.players(row).flat_map(|(idx, engine)| {
            let spec = &self.tournament.players[idx].spec;
            let was = engine.time_margin_ms.map(ms);
            let now = spec.margin.map(|margin| ms(margin.as_secs_f64() * 1000.0));
            let margin = change(Some(&spec.name), "margin", was, now);
            let (was, now) = (text(engine.ponder), text(spec.ponder));
            [margin, change(Some(&spec.name), "ponder", was, now)]
        });
        of_all.chain(of_players).filter(|change| change.was != change.now).collect()
    }

    /// The players of a game that are in the tournament, with what the game says of them.
    fn players<'r>(&'r self, row: &'r PlayedWith) -> impl Iterator<Item = (usize, &'r RowEngine)> {
        row.engines.iter().filter_map(|engine| {
            let is_it = |player: &Player| player.spec.name == engine.name;
            Some((self.tournament.players.iter().position(is_it)?, engine))
        })
    }
}

impl PlayedWith {
    /// The first of these keys, with what it was and what it is now, that has another value.
    fn first_change<const N: usize>(
        &self,
        keys: [(&'static str, Option<String>, Option<String>); N],
    ) -> Option<Change> {
        let (key, was, now) = keys.into_iter().find(|(_, was, now)| was != now)?;
        Some(Change { number: self.number, key, item: None, player: None, was, now })
    }
}

/// The first setting of an engine's dialect or variable of its environment that was another one: the key,
/// its name, what it was and what it is now. The value of a variable may be a secret: it has a fingerprint.
fn other_settings(
    row: &RowEngine,
    spec: &EngineSpec,
    prints: &Fingerprints,
) -> Option<(&'static str, String, Option<String>, Option<String>)> {
    let dialect: BTreeMap<String, String> = spec.launch.config.dialect.iter().cloned().collect();
    if let Some(name) = first_other(&row.dialect, &dialect) {
        let [was, now] = [&row.dialect, &dialect].map(|set| set.get(name).cloned());
        return Some(("dialect", name.clone(), was, now));
    }
    let was = row.env.as_ref()?;
    let print = |(name, value): &(String, String)| {
        let print = match was.get(name) {
            // Without its key it cannot be compared.
            Some(was) => prints.like(was, name, value).unwrap_or_else(|| was.clone()),
            None => prints.of(name, value),
        };
        (name.clone(), print)
    };
    let now: BTreeMap<String, String> = spec.launch.target.env().iter().map(print).collect();
    let name = first_other(was, &now)?;
    let said = |set: &BTreeMap<String, String>| {
        set.get(name).map(|print| format!("a value with the fingerprint {print}"))
    };
    Some(("env", name.clone(), said(was), said(&now)))
}

/// The first name that has another value, or a value in one of them only.
fn first_other<'a>(
    was: &'a BTreeMap<String, String>,
    now: &'a BTreeMap<String, String>,
) -> Option<&'a String> {
    was.keys().chain(now.keys()).find(|name| was.get(*name) != now.get(*name))
}

fn text<T: fmt::Display>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// The command is the same, wherever its program is now: that is the same file, or an engine of this
/// program. At the same place it may be another file.
fn is_same_engine(row: &RowEngine, now: &EngineFile) -> bool {
    if row.command == now.command {
        return true;
    }
    let words = |command: &str| split_command(command).unwrap_or_default();
    let (was_words, now_words) = (words(&row.command), words(&now.command));
    let (Some((_, was_rest)), Some((_, now_rest))) =
        (was_words.split_first(), now_words.split_first())
    else {
        return false;
    };
    let is_own = now_rest.first().is_some_and(|word| word == OWN);
    was_rest == now_rest && (is_own || (!now.sha256.is_empty() && row.sha256 == now.sha256))
}

/// Characters of a hash that are said.
const SAID: usize = 12;

/// The first argument of an engine of this program.
const OWN: &str = "engine";

#[cfg(test)]
mod tests {
    use super::*;

    /// What a change of a key means for a tournament that has begun.
    #[derive(Clone, Copy, Debug, Eq, PartialEq)]
    enum WhenChanged {
        /// The games so far would have been others: it is refused.
        Refused,
        /// It holds for the games that are left, and is said.
        Said,
        /// It is part of the pairings: the games so far must be games of the new ones.
        Paired,
        /// No game is another one by it.
        Free,
    }

    /// What a change of each key of the file means, those of players behind the others.
    const KEYS: [(&str, WhenChanged); 50] = [
        ("name", WhenChanged::Free),
        ("site", WhenChanged::Free),
        ("game", WhenChanged::Refused),
        ("variant", WhenChanged::Refused),
        ("format", WhenChanged::Paired),
        ("cycles", WhenChanged::Paired),
        ("challengers", WhenChanged::Paired),
        ("rounds", WhenChanged::Paired),
        ("tie-breaks", WhenChanged::Paired),
        ("pairs", WhenChanged::Paired),
        ("sprt", WhenChanged::Said),
        ("time", WhenChanged::Said),
        ("seed", WhenChanged::Refused),
        ("openings", WhenChanged::Refused),
        ("openings-file", WhenChanged::Refused),
        ("openings-order", WhenChanged::Refused),
        ("opening-plies", WhenChanged::Refused),
        ("openings-once", WhenChanged::Free),
        ("dice-seed", WhenChanged::Refused),
        ("concurrency", WhenChanged::Free),
        ("affinity", WhenChanged::Free),
        ("ponder", WhenChanged::Said),
        ("margin", WhenChanged::Said),
        ("repetition", WhenChanged::Said),
        ("max-plies", WhenChanged::Said),
        ("resign", WhenChanged::Said),
        ("draw", WhenChanged::Said),
        ("referee", WhenChanged::Said),
        ("referee-protocol", WhenChanged::Free),
        ("referee-time", WhenChanged::Said),
        ("exact-empties", WhenChanged::Said),
        ("exact-pieces", WhenChanged::Said),
        ("decided-races", WhenChanged::Said),
        ("compare", WhenChanged::Free),
        ("replay", WhenChanged::Free),
        ("replay-most", WhenChanged::Free),
        ("withdraw-after", WhenChanged::Free),
        ("max-failures", WhenChanged::Free),
        ("results", WhenChanged::Free),
        ("player.engine", WhenChanged::Refused),
        ("player.name", WhenChanged::Paired),
        ("player.protocol", WhenChanged::Refused),
        ("player.time", WhenChanged::Said),
        ("player.env", WhenChanged::Refused),
        ("player.start-delay", WhenChanged::Free),
        ("player.ponder", WhenChanged::Said),
        ("player.margin", WhenChanged::Said),
        ("player.restart", WhenChanged::Free),
        ("player.late", WhenChanged::Paired),
        ("player.anchor", WhenChanged::Free),
    ];

    /// The program lists the keys that a file may have where it finds another one.
    #[test]
    fn of_every_key_it_is_decided_what_its_change_means() {
        let known = |text: &str| {
            let said = toml::from_str::<TournamentFile>(text).unwrap_err().to_string();
            let (_, list) = said.split_once("expected one of ").unwrap();
            list.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>()
        };
        let of_file = known("nonsense = 1");
        let of_players = known("[[player]]\nnonsense = 1");
        let mut keys: BTreeSet<String> =
            of_file.into_iter().filter(|key| key != "player").collect();
        keys.extend(of_players.into_iter().map(|key| format!("player.{key}")));
        let decided: BTreeSet<String> = KEYS.iter().map(|(key, _)| (*key).to_owned()).collect();
        assert_eq!(keys, decided);
    }
}
