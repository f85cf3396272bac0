//! The engines of a review and their limits, by the order in which the command line has them.
//!
//! Starts nothing.

use std::time::Duration;

use clap::parser::ValuesRef;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use quintet::play::ReviewEffort;

use super::super::engine_arg::EngineArg;
use super::super::numbers::whole;
use super::super::time_args::parse_secs;

/// The engines as they are named, and the limits. One limit is for all engines; of several each is
/// for the engine that it stands behind, and one before all engines for those without their own.
#[derive(Clone, Debug)]
pub(super) struct EngineLimits {
    /// In the order of the command line.
    pub(super) engines: Vec<EngineArg>,
    limits: Vec<Limit>,
}

/// A limit and the engine that it stands behind, by its place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limit {
    behind: Option<usize>,
    effort: ReviewEffort,
}

impl EngineLimits {
    /// The limit of each of so many engines; `usual` where none is given at all.
    ///
    /// # Errors
    ///
    /// When an engine has two limits, or none beside others that have one: says which.
    pub(super) fn efforts(
        &self,
        n_engines: usize,
        usual: ReviewEffort,
    ) -> Result<Vec<ReviewEffort>, String> {
        let name = |idx: usize| self.engines.get(idx).map_or_else(String::new, ToString::to_string);
        match self.limits[..] {
            [] => return Ok(vec![usual; n_engines]),
            [Limit { effort, .. }] => return Ok(vec![effort; n_engines]),
            _ => {}
        }
        let of = |behind: Option<usize>| {
            let all = self.limits.iter().filter(move |limit| limit.behind == behind);
            let efforts: Vec<ReviewEffort> = all.map(|limit| limit.effort).collect();
            match efforts[..] {
                [] => Ok(None),
                [one] => Ok(Some(one)),
                [one, other, ..] => {
                    let whose = behind.map_or_else(|| "all engines".to_owned(), name);
                    Err(format!("{whose}: {one} and {other} are given; give one limit"))
                }
            }
        };
        let common = of(None)?;
        let own = |idx: usize| {
            let effort = of(Some(idx))?.or(common);
            effort.ok_or_else(|| {
                let name = name(idx);
                format!(
                    "{name} has no limit, and others have one; write one behind it (--engine {name} \
                     --depth 8), or one before all engines for those without their own"
                )
            })
        };
        (0..n_engines).map(own).collect()
    }
}

/// The arguments as clap knows them.
#[derive(Args, Debug)]
struct Written {
    /// An engine, as in `quintet match`; up to four times: each game is then reviewed by all of them
    /// at once, and their values are kept apart. By default the one that comes with the program.
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<EngineArg>,
    /// Seconds for each position, or a time such as 500ms or 1m30s (0.8 when no limit is given; 8 for backgammon, whose engines end
    /// by themselves). One limit of any kind is for all engines; of several each is for the engine
    /// that it stands behind: `--engine A --depth 12 --engine B --move-time 1`.
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = parse_secs)]
    move_time: Vec<Duration>,
    /// Search each position to this depth in plies.
    #[arg(long, allow_negative_numbers = true, value_name = "D", value_parser = whole::<u32>(1..))]
    depth: Vec<u32>,
    /// Search so many nodes in each position (Hub, and some UBGI engines).
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = whole::<u64>(1..))]
    nodes: Vec<u64>,
}

impl Args for EngineLimits {
    fn augment_args(cmd: Command) -> Command {
        Written::augment_args(cmd)
    }

    fn augment_args_for_update(cmd: Command) -> Command {
        Written::augment_args_for_update(cmd)
    }
}

impl FromArgMatches for EngineLimits {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        fn values<'a, T: Clone + Send + Sync + 'static>(
            matches: &'a ArgMatches,
            id: &str,
        ) -> impl Iterator<Item = (usize, T)> + 'a {
            let places = matches.indices_of(id).into_iter().flatten();
            let values: Option<ValuesRef<'a, T>> = matches.get_many(id);
            places.zip(values.into_iter().flatten().cloned())
        }
        let (places, engines): (Vec<usize>, Vec<EngineArg>) = values(matches, "engine").unzip();
        let times = values(matches, "move_time").map(|(at, time)| (at, ReviewEffort::Time(time)));
        let depths = values(matches, "depth").map(|(at, depth)| (at, ReviewEffort::Depth(depth)));
        let nodes = values(matches, "nodes").map(|(at, nodes)| (at, ReviewEffort::Nodes(nodes)));
        let limit =
            |(at, effort)| Limit { behind: places.iter().rposition(|place| *place < at), effort };
        let limits = times.chain(depths).chain(nodes).map(limit).collect();
        Ok(Self { engines, limits })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn efforts(line: &str) -> Result<String, String> {
        let command = EngineLimits::augment_args(Command::new("analyse").no_binary_name(true));
        let matches = command.try_get_matches_from(line.split(' ').filter(|word| !word.is_empty()));
        let limits = EngineLimits::from_arg_matches(&matches.unwrap()).unwrap();
        let usual = ReviewEffort::Time(Duration::from_millis(800));
        let efforts = limits.efforts(limits.engines.len().max(1), usual)?;
        Ok(efforts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn one_limit_is_for_all_engines_and_several_for_those_that_they_stand_behind() {
        for (line, said) in [
            ("", "0.8 s a move"),
            ("--engine A --engine B", "0.8 s a move, 0.8 s a move"),
            ("--engine A --depth 8 --engine B", "depth 8, depth 8"),
            ("--engine A --engine B --move-time 1", "1 s a move, 1 s a move"),
            ("--engine A --depth 12 --engine B --move-time 1", "depth 12, 1 s a move"),
            ("--nodes 500 --engine A --engine B --depth 3", "500 nodes, depth 3"),
        ] {
            assert_eq!(efforts(line).unwrap(), said, "{line}");
        }
    }

    #[test]
    fn an_engine_with_two_limits_or_with_none_beside_others_is_named() {
        for (line, said) in [
            ("--depth 5 --nodes 10", "all engines: depth 5 and 10 nodes are given"),
            ("--engine A --depth 5 --nodes 10 --engine B", "A: depth 5 and 10 nodes are given"),
            ("--engine A --engine B --depth 5 --engine C --depth 6", "A has no limit"),
        ] {
            let refused = efforts(line).unwrap_err();
            assert!(refused.starts_with(said), "{line}: {refused}");
        }
    }
}
