//! The configuration of a match: engines, games, time, openings and everything else that decides
//! its games.
//!
//! Plays nothing.

use std::sync::Arc;
use std::time::Duration;

use super::known_openings::KnownOpenings;
use super::match_engine::EngineSpec;
use super::opening_book::OpeningBook;
use super::openings::{OpeningWish, Openings, different};
use super::own_terms::{Terms, own_words, with_own};
use super::schedule::Pairing;
use super::variant::{canonical_setup, link_for};
use super::{
    Adjudication, Affinity, AffinityMisfit, Cause, DiceSource, MatchDice, Origin, Referee, Seed,
    Sprt, SprtError, TimeControl, title_of,
};
use crate::games::{Game, HistoryRules, Link, Setup, SetupError, Side, counted};
use crate::protocol::{OptionDecl, Protocol};
use crate::session::{Crowding, MOST_SLACK, Waits, n_processors, processors};

#[cfg(test)]
use crate::{
    games,
    protocol::ClientConfig,
    session::{Launch, Target},
};

/// A match between two engines, checked and ready to be played.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// What is played.
    pub game: &'static dyn Game,
    /// Where every game starts, before its opening; see [`MatchConfig::with_setup`].
    pub(super) setup: Setup,
    /// The engines.
    pub engines: [EngineSpec; 2],
    /// The time control of each engine, in the order of `engines`.
    pub time: [TimeControl; 2],
    /// Number of games; an odd number leaves the last opening with one game.
    pub games: u32,
    /// Games at once, at least 1.
    pub concurrency: u32,
    /// The processors on which engines are bound: each game has one to itself.
    pub affinity: Option<Affinity>,
    /// Decides the openings, and the dice if `dice` does not.
    pub seed: u64,
    /// The source of the dice; `None` takes them from `seed`.
    pub dice: Option<MatchDice>,
    /// Random plies of an opening if the game lists no openings; [`super::OPENING_PLIES`] is a good
    /// number.
    pub opening_plies: u32,
    /// The number of different openings, which then repeat; without it every pair has a different
    /// one.
    pub different_openings: Option<u32>,
    /// The openings, if they come from a file: `seed`, `opening_plies` and the game's own list then
    /// decide none.
    pub book: Option<Arc<OpeningBook>>,
    openings: Option<Arc<Openings>>,
    sprt: Option<Sprt>,
    /// How late every move may be.
    pub margin: Duration,
    /// Which history rules are on.
    pub rules: HistoryRules,
    /// Games that are not over after so many plies are drawn.
    pub max_plies: Option<u32>,
    /// Rules by which games end early; by default none.
    pub adjudication: Adjudication,
    /// A third engine that must agree before a game ends by the engines' scores.
    pub referee: Option<Arc<Referee>>,
    /// Engines that keep the game themselves are asked at each turn for their moves, and their
    /// opinion of the game is compared with the referee's opinion
    /// ([`super::GameReport::disagreements`]).
    pub compares: bool,
    /// Engines that can think on the opponent's time do so.
    pub ponder: bool,
    /// How crowded the machine is: the time for an engine's start is multiplied by this.
    pub crowding: Crowding,
    /// Only the game with this number is played, as it would be in the whole match.
    pub only: Option<u32>,
    /// Returns how long the threads of an engine had to wait for a processor ([`super::Lateness`]);
    /// unknown by default.
    pub waits: Waits,
    /// The origin data, for repeating it.
    pub origin: Origin,
    pub(super) links: [&'static dyn Link; 2],
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatchError {
    /// The start cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The test does not fit the game.
    #[error("sprt: {0}")]
    Sprt(#[from] SprtError),
    /// The machine has not these processors.
    #[error(transparent)]
    Affinity(#[from] AffinityMisfit),
    /// An engine does not play this game.
    #[error("{engine}: {cause}")]
    WrongProtocol {
        /// Its name.
        engine: String,
        /// Why.
        cause: Cause,
    },
    /// The protocol of an engine has no limit of nodes.
    #[error(
        "{engine}: {} has no word for a limit of nodes; give it a time or a depth", .protocol.title()
    )]
    NoNodes {
        /// Its name.
        engine: String,
        /// What it speaks.
        protocol: Protocol,
    },
}

/// The option for the number of threads; case differs between engines.
const THREADS: &str = "threads";

impl MatchConfig {
    /// A match with the usual settings: both engines the same time, one game at once, random
    /// openings of [`super::OPENING_PLIES`] plies, no margin.
    ///
    /// # Errors
    ///
    /// When the game is not played over an engine's protocol.
    pub fn new(
        game: &'static dyn Game,
        engines: [EngineSpec; 2],
        games: u32,
        time: TimeControl,
    ) -> Result<Self, MatchError> {
        Self::with_setup(game, Setup::default(), engines, games, time)
    }

    /// As [`MatchConfig::new`], from another start or in another variant, by any of its names.
    /// Engines that must know the variant before they start get it.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up, or is not played over an engine's protocol.
    pub fn with_setup(
        game: &'static dyn Game,
        setup: Setup,
        mut engines: [EngineSpec; 2],
        games: u32,
        time: TimeControl,
    ) -> Result<Self, MatchError> {
        let setup = canonical_setup(game.info(), setup)?;
        game.start(&setup)?;
        let variant = setup.variant.as_deref();
        let link = |spec: &EngineSpec| {
            link_for(game, spec.launch.protocol, variant)
                .map_err(|cause| MatchError::WrongProtocol { engine: spec.name.clone(), cause })
        };
        let links = [link(&engines[0])?, link(&engines[1])?];
        for (spec, link) in engines.iter_mut().zip(links) {
            spec.launch.config.variant = link.variant_text(variant);
        }
        Ok(Self {
            game,
            setup,
            engines,
            time: [time; 2],
            games,
            affinity: None,
            concurrency: 1,
            seed: 1,
            dice: None,
            opening_plies: super::OPENING_PLIES,
            different_openings: None,
            book: None,
            openings: None,
            sprt: None,
            margin: Duration::ZERO,
            rules: HistoryRules::default(),
            max_plies: None,
            adjudication: Adjudication::default(),
            referee: None,
            compares: true,
            ponder: false,
            crowding: || 1.0,
            only: None,
            waits: |_process| Vec::new(),
            origin: Origin::default(),
            links,
        })
    }

    /// The same match, ended by the verdict of a test if that comes before the last game.
    ///
    /// # Errors
    ///
    /// When the test is about points and the games are not worth different points, or the other way
    /// round.
    pub fn with_sprt(self, sprt: Sprt) -> Result<Self, MatchError> {
        sprt.fits(self.counts_points())?;
        Ok(Self { sprt: Some(sprt), ..self })
    }

    /// Checks that each engine can be told its limit, as far as that is known before it starts.
    ///
    /// # Errors
    ///
    /// When the protocol of an engine has no such limit.
    pub fn check_limits(&self) -> Result<(), MatchError> {
        for (spec, time) in self.engines.iter().zip(&self.time) {
            let protocol = spec.launch.protocol;
            if matches!(time, TimeControl::Nodes { .. }) && !protocol.may_limit_nodes() {
                return Err(MatchError::NoNodes { engine: spec.name.clone(), protocol });
            }
        }
        Ok(())
    }

    /// Whether this machine has a processor for each game, if engines are bound to processors.
    ///
    /// # Errors
    ///
    /// When it does not.
    pub fn check_affinity(&self) -> Result<(), MatchError> {
        let Some(affinity) = &self.affinity else { return Ok(()) };
        Ok(affinity.check(self.concurrency, processors().as_deref())?)
    }

    /// The test that may end the match before its last game.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// Where every game starts, before its opening.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Begins to make the openings now; [`super::run_match`] does it if the caller has not. Later
    /// changes of the configuration do not affect them.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up.
    pub fn make_openings(&mut self) -> Result<Arc<Openings>, MatchError> {
        self.make_openings_again(KnownOpenings::default())
    }

    fn make_openings_again(&mut self, known: KnownOpenings) -> Result<Arc<Openings>, MatchError> {
        if let Some(made) = &self.openings {
            return Ok(Arc::clone(made));
        }
        self.adjudication.prepare(self.game.info());
        let count = self.n_openings_wanted();
        let wish = OpeningWish { count, plies: self.opening_plies, seed: self.seed };
        let made = Arc::new(match &self.book {
            Some(book) => Openings::of_book(Arc::clone(book), count, self.game.info().has_dice),
            None => Openings::again(self.game, &self.setup, wish, known)?,
        });
        self.openings = Some(Arc::clone(&made));
        Ok(made)
    }

    /// Does the same as [`MatchConfig::make_openings`], and waits until the opening of this pair is
    /// made: that may take some time if many come before it, less if they are known.
    pub(super) fn make_openings_until(
        &mut self,
        known: KnownOpenings,
        pair: Option<u32>,
    ) -> Result<Arc<Openings>, MatchError> {
        let made = self.make_openings_again(known)?;
        drop(pair.map(|pair| made.of_pair(pair)));
        Ok(made)
    }

    /// Where a game starts, before its opening.
    pub(super) fn setup_of(&self, pairing: &Pairing) -> Setup {
        let position = pairing.position.clone().or_else(|| self.setup.position.clone());
        Setup { variant: self.setup.variant.clone(), position }
    }

    fn n_openings_wanted(&self) -> u32 {
        let pairs = self.games.div_ceil(2);
        let wanted = self.different_openings.map_or(pairs, |most| most.clamp(1, pairs));
        let in_book = self.book.as_ref().map(|book| u32::try_from(book.len()).unwrap_or(u32::MAX));
        in_book.map_or(wanted, |count| wanted.min(count))
    }

    /// Where the openings come from, in words: `158 different openings, seed 7`.
    #[must_use]
    pub fn openings_text(&self) -> String {
        let dice = self.game.info().has_dice.then(|| match &self.dice {
            None => format!("dice of seed {}", self.seed),
            Some(dice) => dice.to_string(),
        });
        if let (Some(dice), None) = (&dice, &self.book) {
            return dice.clone();
        }
        let wanted = self.n_openings_wanted() as usize;
        let mut text = match (&self.openings, &self.book) {
            (Some(made), _) => made.text(),
            (None, Some(book)) => format!("{} {}", different(wanted), book.whence()),
            (None, None) => format!("{}, seed {}", different(wanted), self.seed),
        };
        let count = self.openings.as_ref().map_or(wanted, |made| made.len());
        if count < self.games.div_ceil(2) as usize {
            text += ", repeated";
        }
        dice.map_or(text.clone(), |dice| format!("{text}, {dice}"))
    }

    /// How many games are played.
    #[must_use]
    pub fn n_games(&self) -> u32 {
        if self.only.is_some() { 1 } else { self.games }
    }

    /// As [`MatchConfig::n_threads`] if that does not depend on what the engines declare, since no
    /// option for threads is set.
    #[must_use]
    pub fn n_threads_before(&self) -> Option<u32> {
        let sets_threads = |spec: &EngineSpec| {
            let options = &spec.launch.config.options;
            options.iter().any(|(name, _)| name.eq_ignore_ascii_case(THREADS))
        };
        (!self.engines.iter().any(sets_threads)).then(|| self.n_threads([&[], &[]]))
    }

    /// How many threads of engines think at once, if the engines declare these options: one of the
    /// two engines of a game, or both if they think on the opponent's time. An engine has one
    /// thread, or as many as its option `threads` (in capitals or not) is set to. An option that it
    /// does not declare, or a value that it does not admit, is never sent and does not count.
    #[must_use]
    pub fn n_threads(&self, declared: [&[OptionDecl]; 2]) -> u32 {
        let [one, other] = [0, 1].map(|engine| {
            let set = self.engines[engine].options_set(declared[engine]);
            let is_declared = |name: &str| declared[engine].iter().any(|decl| decl.name == *name);
            let named = set.iter().find(|(name, _)| name.eq_ignore_ascii_case(THREADS));
            let value = named.filter(|(name, _)| is_declared(name));
            value.and_then(|(_, value)| value.trim().parse().ok()).unwrap_or(1_u32)
        });
        let ponders = [0, 1].into_iter().any(|engine| self.ponders(engine));
        let of_game = if ponders { one.saturating_add(other) } else { one.max(other) };
        of_game.saturating_mul(self.concurrency.min(self.n_games()))
    }

    /// Whether this engine thinks on the opponent's time, if it can.
    #[must_use]
    pub fn ponders(&self, engine: usize) -> bool {
        self.engines[engine].ponder.unwrap_or(self.ponder)
    }

    /// How late every move of this engine may be.
    #[must_use]
    pub fn margin_of(&self, engine: usize) -> Duration {
        self.engines[engine].margin.unwrap_or(self.margin)
    }

    /// The dice of both games of a pair.
    pub(super) fn dice_of(&self, pair: u32) -> DiceSource {
        let seeded = || MatchDice::Seeded(Seed(self.seed.to_string())).of_pair(pair);
        self.dice.as_ref().map_or_else(seeded, |dice| dice.of_pair(pair))
    }

    /// Games are worth different points, so points per game count. Elo and its tests mean nothing
    /// then.
    #[must_use]
    pub fn counts_points(&self) -> bool {
        self.game.start(&self.setup).is_ok_and(|start| start.stake(Side::First).is_some())
    }

    /// How many times longer than usual an engine may take to start now. All engines of concurrent
    /// games may start together, which cannot be measured beforehand.
    pub(super) fn start_slack(&self) -> f64 {
        let own = 2.0 * f64::from(self.concurrency.min(self.n_games())) / n_processors() as f64;
        (self.crowding)().max(own).clamp(1.0, MOST_SLACK)
    }

    /// `Draughts (Frisian): A - B, 100 games, 1s/move, 8 random plies, seed 1`, or what each has of its own:
    /// `Draughts: A (2s/move) - B (1s/move, pondering), 100 games, ...`
    #[must_use]
    pub fn heading(&self) -> String {
        let terms = [0, 1].map(|engine| Terms {
            spec: &self.engines[engine],
            time: self.time[engine],
            margin: self.margin_of(engine),
            ponders: self.ponders(engine),
        });
        let own = own_words(&terms, None);
        let [first, second] =
            [0, 1].map(|engine| with_own(&self.engines[engine].name, &own[engine]));
        let [time, other_time] = self.time;
        let time = if time == other_time { format!(", {time}") } else { String::new() };
        let info = self.game.info();
        let variant = self.setup().variant.as_deref().map(|name| title_of(info, Some(name)));
        let mut text = format!(
            "{}{}: {first} - {second}, {}{time}, {}",
            info.title,
            variant.map(|title| format!(" ({title})")).unwrap_or_default(),
            match self.only {
                Some(number) => format!("game {number} of {}", self.games),
                None if self.sprt().is_some() => {
                    format!("at most {}", counted(self.games as usize, "game"))
                }
                None => counted(self.games as usize, "game"),
            },
            self.openings_text()
        );
        if terms.iter().all(|terms| terms.ponders) {
            text += ", pondering";
        }
        if !self.rules.repetition {
            text += ", repetition does not draw";
        }
        if let Some(most) = self.max_plies {
            text += &format!(", at most {}", counted(most as usize, "ply"));
        }
        self.adjudication.words().iter().for_each(|rule| text += &format!(", {rule}"));
        if let Some(referee) = &self.referee {
            text += &format!(", referee {} at {}", referee.name(), referee.time());
        }
        if let Some(sprt) = self.sprt() {
            text += &format!(", until a test decides: {sprt}");
        }
        text
    }

    /// Names of the engines.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        [self.engines[0].name.clone(), self.engines[1].name.clone()]
    }
}

#[cfg(test)]
impl MatchConfig {
    /// A match of Othello between two engines that do not exist.
    pub(crate) fn example() -> Self {
        let engine = |name: &str| {
            let command = vec![format!("/no/such/{name}")];
            let target = Target::Command { command, dir: None, env: Vec::new() };
            let config = ClientConfig::default();
            let launch = Launch { target, protocol: Protocol::NBoard, config };
            EngineSpec::new(name.to_owned(), launch)
        };
        let game = games::find("othello").expect("it is a game");
        Self::new(game, ["A", "B"].map(engine), 2, TimeControl::Depth { depth: 1 })
            .expect("Othello is played over NBoard")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::OptionKind;

    fn threads(least: i64, most: i64) -> OptionDecl {
        let kind = OptionKind::Int { min: least, max: most };
        OptionDecl { name: "Threads".to_owned(), kind, default: "8".to_owned() }
    }

    #[test]
    fn only_threads_that_an_engine_declares_and_that_are_set_are_counted() {
        let mut config = MatchConfig::example();
        let set = |value: &str| vec![("Threads".to_owned(), value.to_owned())];
        config.engines[0].launch.config.options = set("4");
        let (declared, small) = ([threads(1, 16)], [threads(1, 2)]);
        assert_eq!(config.n_threads([&declared, &[]]), 4);
        assert_eq!(config.n_threads([&[], &declared]), 1, "another engine has it");
        assert_eq!(config.n_threads([&small, &[]]), 1, "it does not admit 4, which is not sent");
        config.engines[1].launch.config.options = set("3");
        assert_eq!(config.n_threads([&declared, &declared]), 4, "one thinks at a time");
        config.ponder = true;
        assert_eq!(config.n_threads([&declared, &declared]), 7);
        (config.games, config.concurrency) = (10, 3);
        assert_eq!(config.n_threads([&declared, &declared]), 21);
        assert_eq!(config.n_threads([&[], &[]]), 6);
        assert_eq!(config.n_threads_before(), None, "the engines may not have the option");
        config.ponder = false;
        assert_eq!(config.n_threads([&declared, &declared]), 12, "one of each game");
        config.ponder = true;
        config.only = Some(2);
        assert_eq!(config.n_threads([&declared, &declared]), 7, "a single game");
        config.engines.iter_mut().for_each(|spec| spec.launch.config.options.clear());
        assert_eq!(config.n_threads_before(), Some(2));
    }

    #[test]
    fn the_heading_names_what_an_engine_has_of_its_own() {
        let mut config = MatchConfig::example();
        let tail = ", 2 games, depth 1, 1 different opening, seed 1";
        assert_eq!(config.heading(), format!("Othello: A - B{tail}"));
        let second = TimeControl::PerMove { time: Duration::from_secs(1) };
        config.time = [TimeControl::Depth { depth: 3 }, second];
        config.engines[0].margin = Some(Duration::from_millis(50));
        config.engines[1].ponder = Some(true);
        config.engines[1].restarts = true;
        config.engines[1].launch.config.start_delay = Duration::from_millis(1500);
        assert_eq!(
            config.heading(),
            "Othello: A (depth 3, margin 0.05s, not pondering) - B (1s/move, margin 0s, pondering, \
             started for each game, start delay 1.5s), 2 games, 1 different opening, seed 1"
        );
        // What both have is no engine's own.
        config.engines[0].ponder = Some(true);
        config.engines[1].margin = Some(Duration::from_millis(50));
        config.time = [second; 2];
        config.engines[1].restarts = false;
        config.engines[1].launch.config.start_delay = Duration::ZERO;
        let expected = "Othello: A - B, 2 games, 1s/move, 1 different opening, seed 1, pondering";
        assert_eq!(config.heading(), expected);
        // The same engine with other options.
        config.engines[1] = EngineSpec { name: "B".to_owned(), ..config.engines[0].clone() };
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        config.engines[0].launch.config.options =
            vec![option("hash", "64"), option("threads", "4")];
        config.engines[1].launch.config.options =
            vec![option("hash", "64"), option("threads", "2")];
        assert!(config.heading().starts_with("Othello: A (threads=4) - B (threads=2), 2 games, "));
    }
}
