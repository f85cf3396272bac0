//! A player as the file of a tournament names it.
//!
//! Finds and starts no engine.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::file::{margin, time};
use super::words::{env, number};
use crate::play::{EngineSpec, TimeControl};
use crate::protocol::{Protocol, is_active};
use crate::session::Target;

/// A player as the file names it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerWish {
    /// An engine as on the command line: a name in the list, `builtin:3`, a path, `host:port` or a
    /// command. [`super::TournamentFile::read`] refuses an empty one.
    #[serde(default)]
    pub engine: String,
    /// Its name in the tournament; by default that of the engine.
    pub name: Option<String>,
    /// The protocol of an engine that is in no list.
    #[serde(default, deserialize_with = "protocol")]
    pub protocol: Option<Protocol>,
    /// Its own time control.
    #[serde(default, deserialize_with = "own_time")]
    pub time: Option<TimeControl>,
    /// Added to the environment of its process.
    #[serde(default, deserialize_with = "env")]
    pub env: BTreeMap<String, String>,
    /// Seconds from the start of its process to its first line.
    #[serde(default, deserialize_with = "start_delay")]
    pub start_delay: Option<f64>,
    /// Whether it is started again between games.
    #[serde(default)]
    pub restart: Restart,
    /// It thinks on the opponent's time, if it can; otherwise what is said of all players.
    pub ponder: Option<bool>,
    /// Seconds by which each of its moves may be late; otherwise what is said of all players.
    #[serde(default, deserialize_with = "own_margin")]
    pub margin: Option<f64>,
    /// When it joined, if the tournament had begun.
    #[serde(default, deserialize_with = "late")]
    pub late: Option<Late>,
    /// Its rating is given: the others are found relative to it.
    #[serde(default, deserialize_with = "anchor")]
    pub anchor: Option<f64>,
}

/// When a player joined that was not there from the beginning.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Late {
    /// Round robin, gauntlet: it plays when those before it have met. In a gauntlet it is a challenger.
    AtEnd,
    /// Swiss: from this round on, counted from 1. Round robin, gauntlet: after so many cycles; in those after them
    /// it plays with the others.
    Number(u32),
}

/// Whether an engine is started again between games.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// Only if it has ended.
    #[default]
    Never,
    /// Each process plays a single game.
    Always,
}

/// A wish that means nothing for an engine.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{key}: {reason}")]
pub struct WishMisfit {
    /// The key.
    pub key: &'static str,
    /// Why.
    pub reason: &'static str,
}

impl PlayerWish {
    /// A player of this engine, about which nothing else is said.
    #[must_use]
    pub fn of(engine: String) -> Self {
        Self {
            engine,
            name: None,
            protocol: None,
            time: None,
            env: BTreeMap::new(),
            start_delay: None,
            restart: Restart::default(),
            ponder: None,
            margin: None,
            late: None,
            anchor: None,
        }
    }

    /// Whether its name, if it has one of its own, is one that files and terminals can have.
    ///
    /// # Errors
    ///
    /// When it is not; the reason is a sentence.
    pub fn check_name(&self) -> Result<(), String> {
        match &self.name {
            Some(name) if name.trim().is_empty() => {
                Err("a player has an empty name; leave the key out".to_owned())
            }
            Some(name) => check_letters(name),
            None => Ok(()),
        }
    }

    /// Changes how the engine of the player is started, and names it, as the file says.
    ///
    /// # Errors
    ///
    /// When the file wants what an engine of its kind cannot have.
    pub fn apply(&self, spec: &mut EngineSpec) -> Result<(), WishMisfit> {
        if let Some(name) = &self.name {
            spec.name.clone_from(name);
        }
        spec.restarts = self.restart == Restart::Always;
        spec.ponder = self.ponder;
        spec.margin = self.margin.map(Duration::from_secs_f64);
        if let Some(secs) = self.start_delay {
            if !matches!(spec.launch.target, Target::Command { .. }) {
                let reason = "is only for engines that are started and talk through their pipes";
                return Err(WishMisfit { key: "start-delay", reason });
            }
            spec.launch.config.start_delay = Duration::from_secs_f64(secs);
        }
        match &mut spec.launch.target {
            Target::Command { env, .. } | Target::Tcp { env, .. } => {
                env.retain(|(name, _)| !self.env.contains_key(name));
                env.extend(self.env.clone());
            }
            Target::Socket { .. } if !self.env.is_empty() => {
                let reason = "the engine is connected to, and not started here";
                return Err(WishMisfit { key: "env", reason });
            }
            Target::Socket { .. } => {}
        }
        Ok(())
    }
}

/// An engine as it is named, and its options: names and values.
pub type EngineAndOptions<'a> = (&'a str, Vec<(String, String)>);

/// What stands before each option behind the name of an engine.
pub const OPTION: &str = ":option.";

impl PlayerWish {
    /// The engine without its options, and the options: `Scan:option.threads=2`.
    ///
    /// # Errors
    ///
    /// When an option has no value.
    pub fn engine_and_options(&self) -> Result<EngineAndOptions<'_>, String> {
        engine_and_options(&self.engine)
    }
}

/// An engine as it is named, without its options, and the options: names and values.
///
/// # Errors
///
/// When an option has no value.
pub fn engine_and_options(text: &str) -> Result<EngineAndOptions<'_>, String> {
    let mut parts = text.split(OPTION);
    let reference = parts.next().unwrap_or_default();
    let options = parts.map(|part| match part.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        Some(_) | None => {
            Err(format!("\"option.{part}\" is not an option with a value: option.threads=2"))
        }
    });
    Ok((reference, options.collect::<Result<_, _>>()?))
}

/// Whether a name has only characters that do nothing in a terminal.
pub(super) fn check_letters(name: &str) -> Result<(), String> {
    match name.chars().find(|ch| is_active(*ch)) {
        Some('\n' | '\r') => Err("has a line break; a name is one line".to_owned()),
        Some(ch) => Err(format!("{name:?} has U+{:04X}, which is no letter", u32::from(ch))),
        None => Ok(()),
    }
}

fn own_margin<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    margin(from).map(Some)
}

fn own_time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<TimeControl>, D::Error> {
    time(from).map(Some)
}

pub(super) fn protocol<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Protocol>, D::Error> {
    let name = String::deserialize(from)?;
    Protocol::find(&name).map(Some).ok_or_else(|| {
        let known: Vec<&str> = Protocol::ALL.iter().map(|protocol| protocol.name()).collect();
        D::Error::custom(format!("there is no protocol {name:?}; known: {}", known.join(", ")))
    })
}

/// The most seconds of a start delay; an engine that needs longer hangs.
pub const MOST_START_DELAY: f64 = 60.0;

fn start_delay<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    let secs = number(from, "a number of seconds")?;
    let most = MOST_START_DELAY;
    let said = || D::Error::custom(format!("{secs} is not a number of seconds from 0 to {most}"));
    (0.0..=most).contains(&secs).then_some(Some(secs)).ok_or_else(said)
}

fn late<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Late>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Is(bool),
        Round(u32),
    }
    match Written::deserialize(from) {
        Ok(Written::Is(is_late)) => Ok(is_late.then_some(Late::AtEnd)),
        Ok(Written::Round(number)) if number > 0 => Ok(Some(Late::Number(number))),
        Ok(Written::Round(_)) | Err(_) => Err(D::Error::custom(
            "is true, or in a Swiss the number of a round, such as 4, else that of the cycles before",
        )),
    }
}

/// No rating of an anchor is larger, in Elo.
pub const MOST_ELO: f64 = 100_000.0;

fn anchor<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    let elo = number(from, "a rating in Elo")?;
    let said = || {
        let most = MOST_ELO;
        D::Error::custom(format!("{elo:?} is not a rating in Elo from -{most} to {most}"))
    };
    (elo.abs() <= MOST_ELO).then_some(Some(elo)).ok_or_else(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::MatchConfig;

    fn wish(keys: &str) -> PlayerWish {
        toml::from_str(&format!("engine = \"x\"\n{keys}")).unwrap()
    }

    #[test]
    fn what_the_file_says_of_a_process_replaces_what_the_list_says() {
        let [mut spec, _] = MatchConfig::example().engines;
        wish("env = { A = \"0\", B = \"2\" }").apply(&mut spec).unwrap();
        let keys = "env = { A = \"1\" }\nstart-delay = 0.5\nrestart = \"always\"\nname = \"N\"\n\
                    ponder = true\nmargin = 0.25";
        wish(keys).apply(&mut spec).unwrap();
        let Target::Command { env, .. } = &spec.launch.target else { panic!("it is a command") };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(*env, [pair("B", "2"), pair("A", "1")]);
        assert_eq!(spec.launch.config.start_delay, Duration::from_millis(500));
        assert!(spec.restarts && spec.name == "N");
        assert_eq!((spec.ponder, spec.margin), (Some(true), Some(Duration::from_millis(250))));
    }

    #[test]
    fn a_variable_that_no_environment_can_have_is_refused() {
        for (pair, said) in [
            ("\"A=B\" = \"x\"", "\"A=B\" is not the name of a variable"),
            ("\"\" = \"x\"", "\"\" is not the name of a variable"),
            ("A = \"x\\u0000y\"", "the value \"x\\0y\" of A has a zero byte"),
        ] {
            let read = toml::from_str::<PlayerWish>(&format!("engine = \"x\"\nenv = {{ {pair} }}"));
            let error = read.unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn an_engine_that_is_not_started_here_has_no_environment_and_no_delay() {
        let [mut spec, _] = MatchConfig::example().engines;
        spec.launch.target = Target::Socket { address: "host:1".to_owned() };
        let mut said = |keys: &str| wish(keys).apply(&mut spec).unwrap_err().to_string();
        assert_eq!(
            said("env = { A = \"1\" }"),
            "env: the engine is connected to, and not started here"
        );
        assert!(said("start-delay = 1.0").starts_with("start-delay: is only for engines"));
        let wrong = toml::from_str::<PlayerWish>("engine = \"x\"\nstart-delay = 61.0");
        assert!(wrong.unwrap_err().to_string().contains("from 0 to 60"));
    }
}
