//! A referee engine: a third engine that must agree before a game ends by the scores of its players.
//!
//! Decides nothing and plays no move that counts: a game asks it for its score of a position.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::timeout_at;

use super::contest::now;
use super::match_config::MatchError;
use super::match_engine::{EngineSpec, MatchEngine};
use super::match_runner::{MatchEvent, Progress};
use super::slow_start::StartWatch;
use super::variant::link_for;
use super::{Cause, EnginePlayer, Patience, SeatNews, Table, TimeControl};
use crate::games::{Game, HistoryRules, Link, MoveText, Setup};
use crate::session::News;

/// Its time is its own: a search that ends somewhat late is no fault.
const MARGIN: Duration = Duration::from_secs(10);
/// After so many failures in a row it is not asked any more: each may cost half a minute.
const MOST_FAILURES: u32 = 2;

/// A referee engine of a match or tournament. All games ask the same one, one after another.
#[derive(Debug)]
pub struct Referee {
    /// Its engine.
    spec: EngineSpec,
    /// What it is given for each score.
    time: TimeControl,
    link: &'static dyn Link,
    asked: Mutex<Asked>,
}

#[derive(Debug)]
struct Asked {
    engine: MatchEngine,
    /// Failures in a row.
    n_failed: u32,
}

/// A position of a game, by the moves that lead to it.
#[derive(Clone, Debug)]
pub(super) struct AskedPosition {
    pub(super) game: &'static dyn Game,
    pub(super) setup: Setup,
    pub(super) rules: HistoryRules,
    pub(super) moves: Vec<MoveText>,
}

impl Referee {
    /// What a referee is given for each score unless something else is wished.
    pub const USUAL_TIME: TimeControl = TimeControl::PerMove { time: Duration::from_secs(1) };

    /// A referee for games of this game and variant, which does not run yet.
    ///
    /// # Errors
    ///
    /// When it does not play the game, or cannot be given such a limit.
    pub fn new(
        game: &'static dyn Game,
        variant: Option<&str>,
        mut spec: EngineSpec,
        time: TimeControl,
    ) -> Result<Self, MatchError> {
        let (engine, protocol) = (|| spec.name.clone(), spec.launch.protocol);
        let link = link_for(game, protocol, variant)
            .map_err(|cause| MatchError::WrongProtocol { engine: engine(), cause })?;
        if matches!(time, TimeControl::Nodes { .. }) && !protocol.may_limit_nodes() {
            return Err(MatchError::NoNodes { engine: engine(), protocol });
        }
        spec.launch.config.variant = link.variant_text(variant);
        let asked = Asked { engine: MatchEngine::new(spec.clone(), None), n_failed: 0 };
        Ok(Self { spec, time, link, asked: Mutex::new(asked) })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// What it is given for each score.
    #[must_use]
    pub fn time(&self) -> TimeControl {
        self.time
    }

    /// Its score of a position, from the first side's point of view; `None` if it gives none, or is not
    /// asked any more. Its start may take `slack` times longer than usual; where it takes long, the game with
    /// this number reports it.
    ///
    /// # Errors
    ///
    /// When it fails: why, as a sentence. It is started again for the next position.
    pub(super) async fn score(
        &self,
        position: AskedPosition,
        slack: f64,
        game: (u32, &Progress),
    ) -> Result<Option<f64>, String> {
        let mut asked = self.asked.lock().await;
        if asked.n_failed >= MOST_FAILURES {
            return Ok(None);
        }
        let Some(mut table) = self.table(position) else { return Ok(None) };
        let Asked { engine, n_failed } = &mut *asked;
        let found = self.ask(engine, &mut table, slack, game).await;
        match found {
            Ok(score) => {
                *n_failed = 0;
                Ok(score)
            }
            Err(cause) => {
                engine.kill().await;
                *n_failed += 1;
                let last = *n_failed >= MOST_FAILURES;
                let end = if last { ", and is not asked any more" } else { "" };
                Err(format!("{} (the referee){end}", cause.said_of(&self.spec.name)))
            }
        }
    }

    /// A table of its own with the position; `None` where no engine is to move.
    fn table(&self, position: AskedPosition) -> Option<Table> {
        let AskedPosition { game, setup, rules, moves } = position;
        let mut table =
            Table::new(game, setup, [self.time; 2], rules).ok()?.with_margins([MARGIN; 2]);
        for mv in moves {
            table.play(&mv.0, now(), None).ok()?;
        }
        while let Some(pass) = table.forced_pass() {
            table.play(&pass.mv.0, now(), None).ok()?;
        }
        table.turn().map(|_| table)
    }

    /// Lets the engine move, and takes the score of its move.
    async fn ask(
        &self,
        engine: &mut MatchEngine,
        table: &mut Table,
        slack: f64,
        (number, progress): (u32, &Progress),
    ) -> Result<Option<f64>, Cause> {
        engine.prepare(slack);
        let mut player = EnginePlayer::new(&self.spec.name, self.link, Patience::MATCH);
        if let Some(request) = player.ask(engine.state(), table, now()) {
            engine.request(request);
        }
        let mut starts = StartWatch::default();
        loop {
            let deadlines =
                [player.poll_timeout(engine.state(), table), starts.poll_timeout(engine)];
            let deadline = deadlines.into_iter().flatten().min();
            let event = match deadline {
                Some(at) => timeout_at(at.into(), engine.event()).await.ok(),
                None => Some(engine.event().await),
            };
            if let Some(start) = starts.poll_report(engine, (number, None), now()) {
                progress.tell(MatchEvent::SlowStart(start));
            }
            let news = match &event {
                Some(event) => player.handle(event, engine.state(), table),
                None => player.handle_timeout(engine.state(), now(), table),
            };
            match news {
                Some(SeatNews::Moved(played)) => {
                    let node = table.record().node(played.node);
                    return Ok(node.evaluations.first().map(|eval| eval.score));
                }
                Some(SeatNews::Send(request)) => engine.request(request),
                Some(
                    SeatNews::Thinking
                    | SeatNews::Lost
                    | SeatNews::Settled
                    | SeatNews::Unruly
                    | SeatNews::Refused { .. }
                    | SeatNews::Interrupted,
                )
                | None => {}
            }
            let is_gone = event.is_some_and(|event| matches!(event.what, News::Ended(_)));
            match table.forfeited() {
                // A referee that would resign holds the game lost, but says no score.
                Some((_, Cause::Resigned)) => return Ok(None),
                Some((_, cause)) => return Err(cause.clone()),
                None if is_gone => return Err(Cause::ClosedOutput),
                None if table.is_over() => return Ok(None),
                None => {}
            }
        }
    }

    /// Shuts it down, and waits until nothing is left.
    pub(super) async fn dismiss(&self) {
        let mut asked = self.asked.lock().await;
        asked.engine.dismiss(std::future::ready(())).await;
    }
}

/// Shuts a referee down, if there is one.
pub(super) async fn dismiss(referee: Option<Arc<Referee>>) {
    if let Some(referee) = referee {
        referee.dismiss().await;
    }
}
