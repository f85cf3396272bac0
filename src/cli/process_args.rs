//! How the processes of a match's engines are started, and what single players have of their own, as the
//! match's arguments say it.
//!
//! Starts nothing; the same words stand in a `[[player]]` of the file of a tournament.

use anyhow::anyhow;
use clap::Args;
use quintet::games::counted;
use quintet::play::tournament::{MOST_START_DELAY, PlayerWish, Restart};

use super::engine_arg::EngineArg;
use super::player_args::{self, PlayerArg};
use super::{Code, Failure};

#[derive(Args, Debug)]
pub(super) struct ProcessArgs {
    /// Adds a variable to the environment of all engines, or of one of them by its number: NAME=VALUE
    /// or 2:NAME=VALUE. May be given several times.
    #[arg(long, value_name = "[N:]NAME=VALUE")]
    env: Vec<EnvArg>,
    /// Seconds from the start of an engine's process to its first line; given once for all engines,
    /// or once for each. Only for engines that talk through their pipes.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_delay)]
    start_delay: Vec<f64>,
    /// Whether an engine is started again for each game: always or never; given once for all engines,
    /// or once for each. By default only when it has ended.
    #[arg(long, value_name = "WHEN", value_parser = parse_restart)]
    restart: Vec<Restart>,
    /// What one engine has of its own, by its number, as a player of a tournament's file has it: keys with
    /// commas between them, such as 2:time=10s+0.1s,margin=50ms,ponder. Keys are name, protocol, time,
    /// depth, nodes, ponder, margin, start-delay, restart and anchor. May be given several times.
    #[arg(long, value_name = "N:KEY=VALUE,...")]
    pub(super) player: Vec<PlayerArg>,
}

impl ProcessArgs {
    /// What is wished for each of these engines, in their order.
    ///
    /// # Errors
    ///
    /// When an argument fits no number of engines.
    pub(super) fn wishes<'a>(
        &self,
        engines: impl IntoIterator<Item = &'a EngineArg>,
    ) -> Result<Vec<PlayerWish>, Failure> {
        let engines = engines.into_iter().map(|engine| PlayerWish::of(engine.to_string()));
        let mut wishes: Vec<PlayerWish> = engines.collect();
        let delays = for_each("--start-delay", &self.start_delay, wishes.len())?;
        let restarts = for_each("--restart", &self.restart, wishes.len())?;
        for (wish, (delay, restart)) in wishes.iter_mut().zip(delays.into_iter().zip(restarts)) {
            wish.start_delay = delay;
            wish.restart = restart.unwrap_or_default();
        }
        // What is said of one engine goes before what is said of all.
        let (of_all, of_one): (Vec<_>, Vec<_>) =
            self.env.iter().partition(|arg| arg.engine.is_none());
        for EnvArg { engine, name, value } in of_all.into_iter().chain(of_one) {
            let n_engines = wishes.len();
            let of = match engine {
                None => &mut wishes[..],
                Some(number) => {
                    let one = number.checked_sub(1).and_then(|idx| wishes.get_mut(idx..=idx));
                    one.ok_or_else(|| {
                        let engines = counted(n_engines, "engine");
                        let given = format!("--env {number}:{name}={value}");
                        Code::Usage.of(anyhow!("{given}: there are {engines}, counted from 1"))
                    })?
                }
            };
            for wish in of {
                wish.env.insert(name.clone(), value.clone());
            }
        }
        player_args::apply(&self.player, &mut wishes)?;
        Ok(wishes)
    }
}

/// The value for each of so many engines: one for all, or one for each.
///
/// # Errors
///
/// When there is another number of values.
pub(super) fn for_each<T: Copy>(
    flag: &str,
    values: &[T],
    n_engines: usize,
) -> Result<Vec<Option<T>>, Failure> {
    match values {
        [] => Ok(vec![None; n_engines]),
        [all] => Ok(vec![Some(*all); n_engines]),
        each if each.len() == n_engines => Ok(each.iter().copied().map(Some).collect()),
        each => {
            let (given, engines) = (each.len(), counted(n_engines, "engine"));
            let why = "give it once for all, or once for each";
            Err(Code::Usage.of(anyhow!("{flag}: {given} for {engines}; {why}")))
        }
    }
}

/// A variable of an environment.
#[derive(Clone, Debug, Eq, PartialEq)]
struct EnvArg {
    /// The number of the engine, from 1; all engines without one.
    engine: Option<usize>,
    name: String,
    value: String,
}

impl std::str::FromStr for EnvArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let said = "write NAME=VALUE, or 2:NAME=VALUE for the second engine";
        let (name, value) = text.split_once('=').ok_or(said)?;
        let (engine, name) = match name.split_once(':') {
            Some((number, name)) => (Some(number.parse().map_err(|_not_a_number| said)?), name),
            None => (None, name),
        };
        if name.trim().is_empty() {
            return Err(said.to_owned());
        }
        Ok(Self { engine, name: name.trim().to_owned(), value: value.to_owned() })
    }
}

fn parse_delay(text: &str) -> Result<f64, String> {
    let secs: f64 = text.parse().map_err(|_err| "not a number of seconds".to_owned())?;
    let said = || format!("must be from 0 to {MOST_START_DELAY} seconds");
    (0.0..=MOST_START_DELAY).contains(&secs).then_some(secs).ok_or_else(said)
}

fn parse_restart(text: &str) -> Result<Restart, String> {
    let known = [("never", Restart::Never), ("always", Restart::Always)];
    let found = known.into_iter().find(|(name, _)| *name == text);
    found.map(|(_, restart)| restart).ok_or_else(|| "always or never".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        process: ProcessArgs,
    }

    /// The players of three engines with these arguments, as text.
    fn wished(args: &str) -> Result<String, String> {
        let words = ["quintet"].into_iter().chain(args.split_whitespace());
        let command = Command::try_parse_from(words).map_err(|error| error.to_string())?;
        let engines = ["a", "b", "c"].map(EngineArg::of_command);
        let wishes = command.process.wishes(&engines);
        let wishes = wishes.map_err(|failure| failure.error.to_string())?;
        let text = |wish: &PlayerWish| {
            let env: Vec<String> = wish.env.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let delay = wish.start_delay.unwrap_or(0.0);
            format!("{} [{}] {delay} {:?}", wish.engine, env.join(" "), wish.restart)
        };
        Ok(wishes.iter().map(text).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn arguments_are_for_all_engines_or_for_each() {
        for (args, said) in [
            ("", "a [] 0 Never; b [] 0 Never; c [] 0 Never"),
            (
                "--env 2:A=2 --env A=1 --env B=x=y --restart always",
                "a [A=1 B=x=y] 0 Always; b [A=2 B=x=y] 0 Always; c [A=1 B=x=y] 0 Always",
            ),
            (
                "--start-delay 0.5 --start-delay 0 --start-delay 60 --restart never",
                "a [] 0.5 Never; b [] 0 Never; c [] 60 Never",
            ),
        ] {
            assert_eq!(wished(args).as_deref(), Ok(said), "{args}");
        }
        for (args, said) in [
            ("--env 4:A=1", "--env 4:A=1: there are 3 engines, counted from 1"),
            ("--env 0:A=1", "counted from 1"),
            ("--env A", "write NAME=VALUE"),
            ("--env =1", "write NAME=VALUE"),
            ("--env x:A=1", "write NAME=VALUE"),
            ("--start-delay 61", "must be from 0 to 60 seconds"),
            ("--start-delay 1 --start-delay 2", "--start-delay: 2 for 3 engines; give it once"),
            ("--restart sometimes", "always or never"),
        ] {
            let found = wished(args).unwrap_err();
            assert!(found.contains(said), "{args}: {found}");
        }
    }
}
