//! How much work an engine puts into each position of a review.
//!
//! Counts nothing: engines obey their limits, and [`super::Review`] watches the time.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::games::GameInfo;
use crate::protocol::Limits;

/// The limit of an engine's search in each position of a review.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewEffort {
    /// This time, from the first value on.
    #[serde(rename = "move_time", with = "secs")]
    Time(Duration),
    /// Depth in plies.
    Depth(u32),
    /// Nodes.
    Nodes(u64),
}

impl ReviewEffort {
    /// A search that was ended by this limit is as good as one that would be ended by `wanted`. Two
    /// kinds of limits cannot be compared.
    #[must_use]
    pub fn is_at_least(self, wanted: Self) -> bool {
        match (self, wanted) {
            (Self::Time(own), Self::Time(wanted)) => wanted <= own,
            (Self::Depth(own), Self::Depth(wanted)) => wanted <= own,
            (Self::Nodes(own), Self::Nodes(wanted)) => wanted <= own,
            (Self::Time(_) | Self::Depth(_) | Self::Nodes(_), _) => false,
        }
    }

    /// Chance decides more than the moves: in a game with dice nodes are trials, and these are too few.
    #[must_use]
    pub fn is_noise(self, info: &GameInfo) -> bool {
        /// Every pair of the first two rolls once.
        const FEW: u64 = 36 * 36;
        matches!(self, Self::Nodes(nodes) if nodes < FEW) && info.has_dice
    }

    /// The limits that an engine is told that can be stopped: the host stops it after a time.
    pub(super) fn told(self) -> Limits {
        match self {
            Self::Time(_) => Limits::default(),
            Self::Depth(_) | Self::Nodes(_) => self.limits(),
        }
    }

    /// All limits, for an engine that must end by itself.
    pub(super) fn limits(self) -> Limits {
        let none = Limits::default();
        match self {
            Self::Time(time) => Limits { move_time: Some(time), ..none },
            Self::Depth(depth) => Limits { depth: Some(depth), ..none },
            Self::Nodes(nodes) => Limits { nodes: Some(nodes), ..none },
        }
    }
}

impl From<Duration> for ReviewEffort {
    fn from(time: Duration) -> Self {
        Self::Time(time)
    }
}

/// `0.8 s a move`, `depth 12`, `100000 nodes`
impl fmt::Display for ReviewEffort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// Times as seconds.
mod secs {
    use std::time::Duration;

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_limit_of_the_same_kind_can_be_enough() {
        let [depth_5, depth_6] = [5, 6].map(ReviewEffort::Depth);
        assert!(depth_6.is_at_least(depth_5) && depth_5.is_at_least(depth_5));
        assert!(!depth_5.is_at_least(depth_6));
        assert!(!ReviewEffort::Nodes(1_000_000).is_at_least(depth_5));
    }

    #[test]
    fn a_limit_is_written_under_its_name() {
        for (effort, text) in [
            (ReviewEffort::Depth(6), r#"{"depth":6}"#),
            (ReviewEffort::Nodes(5_000), r#"{"nodes":5000}"#),
            (Duration::from_millis(250).into(), r#"{"move_time":0.25}"#),
        ] {
            assert_eq!(serde_json::to_string(&effort).unwrap(), text);
            assert_eq!(serde_json::from_str::<ReviewEffort>(text).unwrap(), effort);
        }
        assert!(serde_json::from_str::<ReviewEffort>(r#"{"move_time":-1}"#).is_err());
    }
}
