//! What players of a match or tournament have of their own, in words: time, margin, thinking on the opponent's
//! time, restarts, the delay at the start, options.
//!
//! Decides none of it.

use std::time::Duration;

use super::{EngineSpec, TimeControl};

/// A player's terms, as they hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    pub(super) spec: &'a EngineSpec,
    pub(super) time: TimeControl,
    pub(super) margin: Duration,
    pub(super) ponders: bool,
}

/// What is said of all players already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usual {
    pub(super) time: TimeControl,
    pub(super) margin: Duration,
    pub(super) ponders: bool,
}

/// Of each player what it has of its own: where players differ, or where it is not the usual.
pub(super) fn own_words(players: &[Terms<'_>], usual: Option<Usual>) -> Vec<Vec<String>> {
    let times =
        told(players, usual.map(|usual| usual.time), |of| of.time, |time| Some(time.to_string()));
    let margins = told(
        players,
        usual.map(|usual| usual.margin),
        |of| of.margin,
        |margin| Some(format!("margin {}s", margin.as_secs_f64())),
    );
    let ponders = told(
        players,
        usual.map(|usual| usual.ponders),
        |of| of.ponders,
        |ponders| Some(if ponders { "pondering" } else { "not pondering" }.to_owned()),
    );
    let restarts = told(
        players,
        None,
        |of| of.spec.restarts,
        |restarts| restarts.then(|| "started for each game".to_owned()),
    );
    let delays = told(
        players,
        None,
        |of| of.spec.launch.config.start_delay,
        |delay| (!delay.is_zero()).then(|| format!("start delay {}s", delay.as_secs_f64())),
    );
    let one = |player: usize| {
        let kinds = [&times, &margins, &ponders, &restarts, &delays];
        let words = kinds.into_iter().filter_map(|kind| kind[player].clone());
        words.chain(own_options(players, player)).collect()
    };
    (0..players.len()).map(one).collect()
}

/// The words for one kind of terms; of a player that has the usual ones there are none, and of all players
/// none if they have the same and nothing is usual.
fn told<T: Copy + PartialEq>(
    players: &[Terms<'_>],
    usual: Option<T>,
    value: impl Fn(&Terms<'_>) -> T,
    words: impl Fn(T) -> Option<String>,
) -> Vec<Option<String>> {
    let values: Vec<T> = players.iter().map(value).collect();
    let is_own = |own: T| match usual {
        Some(usual) => own != usual,
        None => values.iter().any(|other| *other != own),
    };
    values.iter().map(|own| words(*own).filter(|_| is_own(*own))).collect()
}

/// The options of a player in which it differs from another player with the same engine.
fn own_options(players: &[Terms<'_>], player: usize) -> Vec<String> {
    let launch = &players[player].spec.launch;
    let of_same = players.iter().map(|other| &other.spec.launch);
    let of_same: Vec<_> = of_same.filter(|other| other.target == launch.target).collect();
    let options = launch.config.options.iter();
    let own =
        options.filter(|option| of_same.iter().any(|other| !other.config.options.contains(option)));
    own.map(|(name, value)| format!("{name}={value}")).collect()
}

/// The name of a player, with what it has of its own in brackets.
pub(super) fn with_own(name: &str, words: &[String]) -> String {
    match words {
        [] => name.to_owned(),
        [..] => format!("{name} ({})", words.join(", ")),
    }
}
