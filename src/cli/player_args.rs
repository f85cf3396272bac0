//! What a single player of a match has of its own, as `--player` says it: keys of a `[[player]]` of the
//! file of a tournament.
//!
//! Decides no value: what a key may say is decided where files are read.

use std::fmt;
use std::str::FromStr;

use anyhow::anyhow;
use quintet::games::counted;
use quintet::play::parse_time;
use quintet::play::tournament::PlayerWish;
use toml::{Table, Value};

use super::{Code, Failure};

/// Keys of one player: `2:time=10s+0.1s,margin=50ms,ponder`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayerArg {
    /// The number of the engine, from 1.
    engine: usize,
    keys: Table,
    /// As it was given.
    text: String,
}

/// The keys, as a message lists them.
const KNOWN: &str =
    "name, protocol, time, depth, nodes, ponder, margin, start-delay, restart, anchor";

impl FromStr for PlayerArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let said = "write the number of the engine and its keys, such as 2:time=10s+0.1s,ponder";
        let (number, rest) = text.split_once(':').ok_or(said)?;
        let engine = number.trim().parse().map_err(|_not_a_number| said)?;
        if rest.trim().is_empty() {
            return Err(said.to_owned());
        }
        let mut keys = Table::new();
        for part in rest.split(',') {
            let (key, value) = key_of(part.trim())?;
            if keys.insert(key.clone(), value).is_some() {
                return Err(format!("{key} is given twice"));
            }
        }
        let arg = Self { engine, keys, text: text.to_owned() };
        arg.apply(&mut PlayerWish::of(String::new()))?;
        Ok(arg)
    }
}

/// A key of the file, with its value.
fn key_of(part: &str) -> Result<(String, Value), String> {
    let (key, value) = part.split_once('=').map_or((part, None), |(key, value)| {
        let value = value.trim();
        (key.trim(), Some(value))
    });
    let text = || value.map(str::to_owned).ok_or_else(|| format!("{key} needs a value: {key}=..."));
    let number = |number: Result<f64, String>| number.map(Value::Float);
    let value = match key {
        "name" | "protocol" | "time" => Value::String(text()?),
        "restart" => match value {
            Some("never" | "always") => Value::String(text()?),
            Some(other) => return Err(format!("restart={other}: never or always")),
            None => return Err("restart needs a value: restart=always".to_owned()),
        },
        // A limit is a form of the time.
        "depth" | "nodes" => {
            return Ok(("time".to_owned(), Value::String(format!("{key} {}", text()?))));
        }
        "ponder" => match value {
            None | Some("true") => Value::Boolean(true),
            Some("false") => Value::Boolean(false),
            Some(other) => return Err(format!("ponder={other}: true or false")),
        },
        "margin" | "start-delay" => {
            let secs = parse_time(&text()?).map(|time| time.as_secs_f64());
            number(secs.map_err(|fault| format!("{key}: {fault}")))?
        }
        "anchor" => {
            let text = text()?;
            number(text.parse().map_err(|_err| format!("anchor: {text:?} is not a rating in Elo")))?
        }
        _ => return Err(format!("there is no key {key:?}; known: {KNOWN}")),
    };
    Ok((key.to_owned(), value))
}

/// As it was given.
impl fmt::Display for PlayerArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PlayerArg {
    /// Sets the rating of a player that is the anchor.
    pub(super) fn of_anchor(engine: usize, elo: f64, text: String) -> Self {
        let keys = [("anchor".to_owned(), Value::Float(elo))].into_iter().collect();
        Self { engine, keys, text }
    }

    /// It says something that only a tournament has.
    pub(super) fn is_for_tournaments(&self) -> bool {
        self.keys.contains_key("anchor")
    }

    /// Puts the keys into what is wished for the player, as if its file had them.
    fn apply(&self, wish: &mut PlayerWish) -> Result<(), String> {
        let mut table = wish.to_table();
        table.extend(self.keys.clone());
        *wish = Value::Table(table)
            .try_into()
            .map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
        Ok(())
    }
}

/// Puts what is said of single players into what is wished for them.
///
/// # Errors
///
/// When there is no such player, or the same key is given twice.
pub(super) fn apply(args: &[PlayerArg], wishes: &mut [PlayerWish]) -> Result<(), Failure> {
    let wrong =
        |arg: &PlayerArg, why: &str| Code::Usage.of(anyhow!("--player {}: {why}", arg.text));
    for (at, arg) in args.iter().enumerate() {
        let of_same = args[..at].iter().filter(|other| other.engine == arg.engine);
        let is_known = |key: &&String| of_same.clone().any(|other| other.keys.contains_key(*key));
        if let Some(key) = arg.keys.keys().find(is_known) {
            return Err(wrong(arg, &format!("{key} is given twice")));
        }
        let n_engines = wishes.len();
        let wish = arg.engine.checked_sub(1).and_then(|idx| wishes.get_mut(idx));
        let wish = wish.ok_or_else(|| {
            let engines = counted(n_engines, "engine");
            wrong(arg, &format!("there are {engines}, counted from 1"))
        })?;
        arg.apply(wish).map_err(|why| wrong(arg, &why))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of two players with these arguments, or what is wrong with them.
    fn wished(args: &[&str]) -> Result<String, String> {
        let args: Result<Vec<PlayerArg>, String> = args.iter().map(|text| text.parse()).collect();
        let mut wishes = ["a", "b"].map(|engine| PlayerWish::of(engine.to_owned()));
        apply(&args?, &mut wishes).map_err(|failure| failure.error.to_string())?;
        let text = |wish: &PlayerWish| {
            let table = wish.to_table();
            table.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
        };
        Ok(wishes.iter().map(text).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn a_player_has_the_keys_of_the_file_by_its_number() {
        for (args, said) in [
            (&[][..], "engine=\"a\"; engine=\"b\""),
            (
                &["2:time=10s+0.1s,margin=50ms,ponder"],
                "engine=\"a\"; engine=\"b\" margin=0.05 ponder=true time=\"10s+0.1s\"",
            ),
            (
                &["1:depth=8, ponder=false", "1:name=New", "2:nodes=1000"],
                "engine=\"a\" name=\"New\" ponder=false time=\"depth 8\"; engine=\"b\" time=\"nodes 1000\"",
            ),
            (
                &["2:protocol=hub,start-delay=0.5,restart=always,anchor=2000"],
                "engine=\"a\"; anchor=2000.0 engine=\"b\" protocol=\"hub\" restart=\"always\" \
                 start-delay=0.5",
            ),
        ] {
            assert_eq!(wished(args).as_deref(), Ok(said), "{args:?}");
        }
    }

    #[test]
    fn what_no_file_could_say_of_a_player_is_refused_with_its_reason() {
        for (args, said) in [
            (&["3:ponder"][..], "--player 3:ponder: there are 2 engines, counted from 1"),
            (&["0:ponder"], "counted from 1"),
            (&["ponder"], "write the number of the engine and its keys"),
            (&["A:ponder"], "write the number of the engine and its keys"),
            (&["1:"], "write the number of the engine and its keys, such as 2:time="),
            (&["1:hash=64"], "there is no key \"hash\"; known: name, protocol, time"),
            (&["1:late=true"], "there is no key \"late\""),
            (&["1:time"], "time needs a value: time=..."),
            (&["1:time=10+0.1"], "\"10\" may mean seconds or minutes: write 10s or 10m"),
            (&["1:depth=0"], "\"0\" is not a whole number from 1 on"),
            (&["1:margin=x"], "margin: \"x\" is not a time"),
            (&["1:margin=2h"], "7200 is not a number of seconds from 0 to 3600"),
            (&["1:ponder=maybe"], "ponder=maybe: true or false"),
            (&["1:protocol=uci"], "there is no protocol \"uci\"; known:"),
            (&["1:restart=often"], "restart=often: never or always"),
            (&["1:restart"], "restart needs a value: restart=always"),
            (&["1:depth=4,nodes=5"], "time is given twice"),
            (&["1:time=5s", "1:depth=4"], "--player 1:depth=4: time is given twice"),
        ] {
            let found = wished(args).unwrap_err();
            assert!(found.contains(said), "{args:?}: {found}");
        }
    }
}
