//! The options by which games end early.
//!
//! Decides nothing: `play` has the rules.

use std::num::NonZeroU32;
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use quintet::games::Game;
use quintet::play::{Adjudication, DrawRule, Referee, ResignRule, TimeControl};
use quintet::protocol::Protocol;
use quintet::store::EngineList;
use toml::Value;

use super::contestants::spec;
use super::engine_arg::{EngineArg, parse_protocol};
use super::{Code, Failure};

#[derive(Args, Debug)]
pub(super) struct AdjudicationArgs {
    /// A game is won when the scores of both engines, in so many moves in a row, give one side at
    /// least this score: "score=10 plies=6". With "one-sided" only the loser's scores count.
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// A game is drawn when the scores of both engines, in so many moves in a row, are at most
    /// this for either side, after so many plies: "score=0.5 plies=8 after=60".
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// An engine that must agree before --resign or --draw ends a game. It is asked for its score of
    /// the position, on no player's clock.
    #[arg(long, value_name = "ENGINE")]
    referee: Option<EngineArg>,
    /// The protocol of a referee that is in no list.
    #[arg(long, requires = "referee", value_name = "PROTOCOL", value_parser = parse_protocol)]
    referee_protocol: Option<Protocol>,
    /// What the referee is given for each score: a time such as 0.5s/move, or a depth such as "depth
    /// 8". By default 1s/move.
    #[arg(long, requires = "referee", value_name = "TIME")]
    referee_time: Option<TimeControl>,
    /// Othello: with at most N empty squares (up to 16) the exact solver gives the result.
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    exact_empties: Option<NonZeroU32>,
    /// Draughts: in an ending with at most N pieces (2 to 4) the solved endings give the result.
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    exact_pieces: Option<NonZeroU32>,
    /// Backgammon: in a race that is lost beyond doubt, by the bear-off database, the loser
    /// resigns what it has lost.
    #[arg(long)]
    decided_races: bool,
}

impl AdjudicationArgs {
    /// The rules, if they fit the game.
    pub(super) fn rules(
        &self,
        game: &dyn Game,
        variant: Option<&str>,
    ) -> Result<Adjudication, Failure> {
        let rules = Adjudication {
            resign: self.resign,
            draw: self.draw,
            exact_empties: self.exact_empties,
            exact_pieces: self.exact_pieces,
            decided_races: self.decided_races,
        };
        let fits = rules.check(game.info(), variant);
        let fits = fits.and_then(|()| match self.referee {
            Some(_) => rules.check_referee(),
            None => Ok(()),
        });
        fits.map_err(|misfit| Code::Usage.of(anyhow!("--{}: {misfit}", misfit.key)))?;
        Ok(rules)
    }

    /// The referee engine, if one is wished for.
    pub(super) fn referee(
        &self,
        list: &EngineList,
        game: &'static dyn Game,
        variant: Option<&str>,
    ) -> Result<Option<Arc<Referee>>, Failure> {
        let Some(engine) = &self.referee else { return Ok(None) };
        let wrong = |error: anyhow::Error| Code::Usage.of(error.context("--referee"));
        let time = self.referee_time.unwrap_or(Referee::USUAL_TIME);
        if time == TimeControl::Unlimited {
            let why = "without a limit a referee would never have a score";
            return Err(Code::Usage.of(anyhow!("--referee-time: {why}")));
        }
        let refused = |error| Code::Usage.of(error);
        let spec = spec(list, game, variant, engine, self.referee_protocol, refused);
        let spec = spec.map_err(|failure| Failure {
            code: failure.code,
            error: failure.error.context("--referee"),
        })?;
        let referee = Referee::new(game, variant, spec, time);
        Ok(Some(Arc::new(referee.map_err(|error| wrong(error.into()))?)))
    }

    /// The keys that mean the same in the file of a tournament.
    pub(super) fn keys(&self) -> Vec<(&'static str, Value)> {
        let text = |text: String| Value::String(text);
        let number = |number: NonZeroU32| Value::Integer(number.get().into());
        let keys = [
            ("resign", self.resign.map(String::from).map(text)),
            ("draw", self.draw.map(String::from).map(text)),
            ("referee", self.referee.as_ref().map(|it| text(it.to_string()))),
            ("referee-protocol", self.referee_protocol.map(|it| text(it.name().to_owned()))),
            ("referee-time", self.referee_time.map(|time| text(time.to_string()))),
            ("exact-empties", self.exact_empties.map(number)),
            ("exact-pieces", self.exact_pieces.map(number)),
            ("decided-races", self.decided_races.then_some(Value::Boolean(true))),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
    }
}
