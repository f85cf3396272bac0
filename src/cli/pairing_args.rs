//! Who meets whom, and what becomes of failures, as the arguments of `quintet match` say it: keys of the
//! file of a tournament.
//!
//! Decides no value: what a key may say is decided where files are read.

use std::num::NonZeroU32;

use anyhow::anyhow;
use clap::{ArgAction, Args};
use quintet::play::LossKind;
use quintet::play::tournament::{MOST_ELO, PlayerWish};
use toml::Value;

use super::player_args::PlayerArg;
use super::{Code, Failure};

#[derive(Args, Debug)]
pub(super) struct PairingArgs {
    /// How often any two meet in a round robin or a gauntlet (1).
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = parse_count)]
    cycles: Option<NonZeroU32>,
    /// Gauntlet: so many of the first engines meet all others (1).
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = parse_count)]
    challengers: Option<NonZeroU32>,
    /// Swiss: the number of rounds.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = parse_count)]
    rounds: Option<NonZeroU32>,
    /// Knockout: pairs of games that are added while an encounter is tied (4).
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    tie_breaks: Option<u32>,
    /// The engine whose rating is given (0 if nothing else is said), as it is named here or by its number;
    /// the ratings of the others are found relative to it: builtin:3=2000.
    #[arg(long, value_name = "NAME[=ELO]", action = ArgAction::Append)]
    anchor: Vec<String>,
    /// Withdraw a player that has failed in so many games, or whose engine cannot be started.
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = parse_count)]
    withdraw_after: Option<NonZeroU32>,
    /// Play a game again that is lost by one of these causes, such as late,crashed.
    #[arg(long, value_name = "CAUSE,...", value_delimiter = ',')]
    replay: Vec<LossKind>,
    /// Short for --replay late: games that are lost on time while the machine is late are played again.
    #[arg(long, conflicts_with = "replay")]
    replay_late: bool,
    /// How often a game is played again at most (2).
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = parse_count)]
    replay_most: Option<NonZeroU32>,
    /// The name of the tournament, for headings and the headers of its games.
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Where it is played, for the headers of games.
    #[arg(long, value_name = "TEXT")]
    site: Option<String>,
}

/// A number from 1 on.
pub(super) fn parse_count(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_wrong| "write a whole number from 1 on".to_owned())
}

impl PairingArgs {
    /// Something is given that only a tournament has.
    pub(super) fn is_given(&self) -> bool {
        !self.keys().is_empty() || !self.anchor.is_empty()
    }

    /// The keys that mean the same in the file of a tournament.
    pub(super) fn keys(&self) -> Vec<(&'static str, Value)> {
        let number = |number: NonZeroU32| Value::Integer(number.get().into());
        let text = |text: &String| Value::String(text.clone());
        let late = self.replay_late.then_some(LossKind::Late);
        let causes = self.replay.iter().copied().chain(late);
        let causes: Vec<Value> = causes.map(|kind| Value::String(kind.to_string())).collect();
        let keys = [
            ("name", self.name.as_ref().map(text)),
            ("site", self.site.as_ref().map(text)),
            ("cycles", self.cycles.map(number)),
            ("challengers", self.challengers.map(number)),
            ("rounds", self.rounds.map(number)),
            ("tie-breaks", self.tie_breaks.map(|count| Value::Integer(count.into()))),
            ("withdraw-after", self.withdraw_after.map(number)),
            ("replay", (!causes.is_empty()).then_some(Value::Array(causes))),
            ("replay-most", self.replay_most.map(number)),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }

    /// Whether these flags say what can be done together.
    ///
    /// # Errors
    ///
    /// When the anchor is named twice, by `--anchor`, by these players or by both, or nothing is played again that
    /// could be counted. The sentence names both flags.
    pub(super) fn check(&self, players: &[PlayerArg]) -> Result<(), Failure> {
        let of_players = players.iter().filter(|arg| arg.is_for_tournaments());
        let of_players = of_players.map(|arg| format!("--player {arg}"));
        let anchors = self.anchor.iter().map(|text| format!("--anchor {text}")).chain(of_players);
        if let [one, other, ..] = &anchors.collect::<Vec<_>>()[..] {
            let why = "each name the anchor, and there is one; leave one of them out";
            return Err(Code::Usage.of(anyhow!("{one} and {other} {why}")));
        }
        match self.replay_most {
            Some(most) if self.replay.is_empty() && !self.replay_late => Err(Code::Usage.of(anyhow!(
                "--replay-most {most}: no game is played again without --replay; add --replay late, other \
                 causes such as --replay late,crashed, or leave --replay-most out"
            ))),
            Some(_) | None => Ok(()),
        }
    }

    /// What `--anchor` says of a player, if it is given.
    ///
    /// # Errors
    ///
    /// When it names none of them, or several.
    pub(super) fn anchor(&self, players: &[PlayerWish]) -> Result<Option<PlayerArg>, Failure> {
        let Some(text) = self.anchor.first() else { return Ok(None) };
        let wrong = |why: String| Code::Usage.of(anyhow!("--anchor {text}: {why}"));
        let is_named = |wish: &PlayerWish, name: &str| {
            wish.engine == name || wish.name.as_deref() == Some(name)
        };
        let named = |name: &str| -> Vec<usize> {
            let by_name = (1..).zip(players).filter(|(_, wish)| is_named(wish, name));
            let by_name: Vec<usize> = by_name.map(|(number, _)| number).collect();
            let number = name.parse().ok().filter(|number| (1..=players.len()).contains(number));
            if by_name.is_empty() { number.into_iter().collect() } else { by_name }
        };
        // An option of an engine has an equals sign, too.
        let (name, elo) = match text.rsplit_once('=') {
            Some((name, elo)) if named(text).is_empty() => {
                let elo = elo.trim().parse::<f64>().ok();
                let elo = elo.filter(|elo| elo.abs() <= MOST_ELO);
                let why =
                    || format!("behind the = is no rating in Elo from -{MOST_ELO} to {MOST_ELO}");
                (name, elo.ok_or_else(|| wrong(why()))?)
            }
            Some(_) | None => (&text[..], 0.0),
        };
        match named(name)[..] {
            [] => {
                let names = (1..).zip(players).map(|(number, wish)| {
                    let own = wish.name.iter().map(|own| format!(" ({own})"));
                    format!("{number} {}{}", wish.engine, own.collect::<String>())
                });
                Err(wrong(format!(
                    "no engine of the match is named {name:?}; there are, by number and name: {}",
                    names.collect::<Vec<_>>().join(", ")
                )))
            }
            [number] => Ok(Some(PlayerArg::of_anchor(number, elo, text.clone()))),
            [..] => {
                Err(wrong(format!("several engines are named {name:?}; give the number of one")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::player_args;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        pairing: PairingArgs,
    }

    fn read(args: &str) -> PairingArgs {
        let words = ["quintet"].into_iter().chain(args.split_whitespace());
        Command::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).pairing
    }

    #[test]
    fn flags_are_keys_of_the_file() {
        let said = |args: &str| {
            let keys = read(args).keys();
            keys.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(said(""), "");
        assert_eq!(
            said("--cycles 2 --challengers 3 --rounds 4 --tie-breaks 0 --withdraw-after 5"),
            "cycles=2 challengers=3 rounds=4 tie-breaks=0 withdraw-after=5"
        );
        assert_eq!(said("--replay-late"), "replay=[\"late\"]");
        assert_eq!(
            said("--replay late,crashed --replay-most 1 --name Cup --site Leiden"),
            "name=\"Cup\" site=\"Leiden\" replay=[\"late\", \"crashed\"] replay-most=1"
        );
        assert!(read("--anchor 1").is_given() && !read("").is_given());
    }

    #[test]
    fn flags_that_contradict_each_other_are_refused_by_their_names() {
        let checked = |args: &str, players: &[&str]| {
            let players: Vec<PlayerArg> = players.iter().map(|arg| arg.parse().unwrap()).collect();
            read(args).check(&players).map_err(|failure| failure.error.to_string())
        };
        for (args, players) in [
            ("", &[][..]),
            ("--anchor Old", &["2:time=1s"]),
            ("", &["2:anchor=5"]),
            ("--replay late --replay-most 1", &[]),
            ("--replay-late --replay-most 1", &[]),
        ] {
            assert_eq!(checked(args, players), Ok(()), "{args}");
        }
        for (args, players, said) in [
            (
                "--anchor Old=5",
                &["1:ponder", "2:anchor=7,ponder"][..],
                "--anchor Old=5 and --player 2:anchor=7,ponder each",
            ),
            (
                "--anchor Old --anchor 2=5",
                &[],
                "--anchor Old and --anchor 2=5 each name the anchor, and there is one; leave one of them out",
            ),
            (
                "",
                &["1:anchor=0", "2:anchor=7"],
                "--player 1:anchor=0 and --player 2:anchor=7 each name the anchor",
            ),
            (
                "--replay-most 3",
                &[],
                "--replay-most 3: no game is played again without --replay; add --replay late",
            ),
        ] {
            let found = checked(args, players).unwrap_err();
            assert!(found.starts_with(said), "{args}: {found}");
        }
    }

    #[test]
    fn the_anchor_is_found_by_its_name_or_its_number() {
        let wishes = ["builtin:3", "builtin:3", "Scan:option.threads=2", "7"];
        let mut wishes = wishes.map(|engine| PlayerWish::of(engine.to_owned()));
        wishes[1].name = Some("Old".to_owned());
        let found = |args: &str| {
            let arg = read(args).anchor(&wishes).map_err(|failure| failure.error.to_string())?;
            let mut wishes = wishes.clone();
            player_args::apply(&arg.into_iter().collect::<Vec<_>>(), &mut wishes)
                .map_err(|failure| failure.error.to_string())?;
            Ok(wishes.map(|wish| wish.anchor))
        };
        for (args, anchors) in [
            ("", [None; 4]),
            ("--anchor Old", [None, Some(0.0), None, None]),
            ("--anchor Old=2000", [None, Some(2000.0), None, None]),
            ("--anchor 1=-50.5", [Some(-50.5), None, None, None]),
            ("--anchor 7", [None, None, None, Some(0.0)]),
            ("--anchor Scan:option.threads=2", [None, None, Some(0.0), None]),
            ("--anchor Scan:option.threads=2=1500", [None, None, Some(1500.0), None]),
        ] {
            assert_eq!(found(args), Ok::<_, String>(anchors), "{args}");
        }
        for (args, said) in [
            ("--anchor Edax", "--anchor Edax: no engine of the match is named \"Edax\""),
            (
                "--anchor 5",
                "no engine of the match is named \"5\"; there are, by number and name: 1 builtin:3, \
                 2 builtin:3 (Old), 3 Scan:option.threads=2, 4 7",
            ),
            (
                "--anchor builtin:3",
                "several engines are named \"builtin:3\"; give the number of one",
            ),
            ("--anchor Old=x", "behind the = is no rating in Elo"),
        ] {
            let error = found(args).unwrap_err();
            assert!(error.contains(said), "{args}: {error}");
        }
    }
}
