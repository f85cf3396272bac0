//! Whether the kept games of a tournament are games of its file as it is now: what would make other
//! games must not change between two games of a pair, or while an engine keeps its name.
//!
//! Compares rows with the tournament; who meets whom is checked by [`crate::play::tournament::Past`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;

use crate::play::tournament::{Player, Tournament};
use crate::play::{
    Adjudication, EngineFile, EngineSpec, OpeningOrder, Openings, OpeningsRow, PairOpening,
};
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
    time_margin_ms: f64,
    ponder: bool,
    repetition_draws: bool,
    max_plies: Option<u32>,
    #[serde(default)]
    adjudication: Adjudication,
    referee: Option<String>,
    sprt: Option<String>,
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
        let said = now.other_times(&row).chain(now.other_rules(&row));
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

    /// The keys of the rules by which games end, where they were others, and those of players of how long
    /// they may think.
    fn other_rules(&self, row: &PlayedWith) -> Vec<Change> {
        let file = &self.tournament.file;
        let (was, now) = (&row.conditions, file.adjudication());
        let ms = |ms: f64| format!("{} s", ms / 1000.0);
        let referee = self.tournament.referee.as_ref();
        let referee = referee.map(|one| format!("{}, {}", one.name(), one.time()));
        let rule =
            |key, was: Option<String>, now: Option<String>| (key, said_or(was), said_or(now));
        let mut keys = vec![
            ("margin", ms(was.time_margin_ms), ms(file.margin * 1000.0)),
            ("ponder", was.ponder.to_string(), file.ponder.to_string()),
            ("repetition", was.repetition_draws.to_string(), file.repetition.to_string()),
            rule("max-plies", text(was.max_plies), text(file.max_plies)),
            rule("resign", was.adjudication.resign.map(String::from), now.resign.map(String::from)),
            rule("draw", was.adjudication.draw.map(String::from), now.draw.map(String::from)),
            rule("exact-empties", text(was.adjudication.exact_empties), text(now.exact_empties)),
            rule("exact-pieces", text(was.adjudication.exact_pieces), text(now.exact_pieces)),
            rule("referee", was.referee.clone(), referee),
        ];
        let races = [was.adjudication.decided_races, now.decided_races].map(|on| on.to_string());
        let [was_races, now_races] = races;
        keys.push(("decided-races", was_races, now_races));
        // Rows of earlier versions do not say it.
        if was.sprt.is_some() {
            keys.push(rule("sprt", was.sprt.clone(), text(file.sprt)));
        }
        let change = |player: Option<&String>, key, was, now| {
            let (number, player) = (row.number, player.cloned());
            Change { number, key, player, was, now }
        };
        let of_all = keys.into_iter().map(|(key, was, now)| change(None, key, was, now));
        let of_players = self.players(row).flat_map(|(idx, engine)| {
            let spec = &self.tournament.players[idx].spec;
            let margins = [
                engine.time_margin_ms.map(ms),
                spec.margin.map(|margin| ms(margin.as_secs_f64() * 1000.0)),
            ];
            let [was, now] = margins.map(said_or);
            let margin = change(Some(&spec.name), "margin", was, now);
            let [was, now] = [text(engine.ponder), text(spec.ponder)].map(said_or);
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

fn text<T: fmt::Display>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn said_or(value: Option<String>) -> String {
    value.unwrap_or_else(|| NOTHING.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tournament::TournamentFile;

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
