//! The link between a game and a protocol: positions to set-up messages, texts to moves.
//!
//! Holds no state and sends nothing; the protocol's client machine decides when.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::OnceLock;
use std::time::Duration;

use super::{MoveText, Outcome, PlayError, Position, Step};
use crate::protocol::{EngineClock, Root, RootMove};

/// A game for an engine.
#[derive(Clone, Debug)]
pub struct LinkedGame<'a> {
    /// The start position, in the game's canonical text.
    pub start: &'a str,
    /// Variant name, if the game has variants.
    pub variant: Option<&'a str>,
    /// Names of the players, the first side's first.
    pub players: [&'a str; 2],
    /// The clock of each side, the first side's first; `None` without a clock.
    pub clocks: [Option<EngineClock>; 2],
    /// The moves from the start, in order.
    pub moves: &'a [LinkedMove],
    /// The position after the moves, if the caller has it: links then need not play the game again.
    pub now: Option<&'a dyn Position>,
}

/// One move of a [`LinkedGame`]. Its fields do not change once a link was asked for a root with it: what the
/// link has written of them is kept.
#[derive(Clone, Debug)]
pub struct LinkedMove {
    /// The move, canonical.
    pub mv: MoveText,
    /// Evaluation by the side that moved, in the game's unit from its own point of view.
    pub eval: Option<f64>,
    /// Time the move took.
    pub elapsed: Option<Duration>,
    /// The move as the first link that was asked writes it, under the name of its protocol.
    written: OnceLock<(&'static str, RootMove)>,
}

impl LinkedMove {
    /// A move with its evaluation and its time.
    #[must_use]
    pub fn new(mv: MoveText, eval: Option<f64>, elapsed: Option<Duration>) -> Self {
        Self { mv, eval, elapsed, written: OnceLock::new() }
    }

    /// The move as the link of this protocol writes it: from `write`, or as it was written before, for
    /// engines are told the whole game with every move.
    pub(super) fn written(
        &self,
        protocol: &'static str,
        write: impl FnOnce(&str) -> Option<RootMove>,
    ) -> Option<RootMove> {
        match self.written.get() {
            Some((name, written)) if *name == protocol => Some(written.clone()),
            Some(_) => write(&self.mv.0),
            None => {
                let written = write(&self.mv.0)?;
                Some(self.written.get_or_init(|| (protocol, written.clone())).1.clone())
            }
        }
    }
}

/// What was written of it is not part of the move.
impl PartialEq for LinkedMove {
    fn eq(&self, other: &Self) -> bool {
        let Self { mv, eval, elapsed, written: _ } = self;
        *mv == other.mv && *eval == other.eval && *elapsed == other.elapsed
    }
}

/// A game as an engine reports it, read by the program's own rules.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct KeptGame {
    /// The variant by the game's own name for it.
    pub variant: String,
    /// The moves as far as the rules allow them, canonical.
    pub moves: Vec<MoveText>,
    /// The first move that the rules do not allow: its text, and its fault.
    pub unplayable: Option<(String, String)>,
    /// State and turn as they were written.
    pub said: KeptHead,
    /// State and turn after [`KeptGame::moves`], by the rules of the board alone.
    pub by_moves: KeptHead,
}

/// The state of a [`KeptGame`].
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct KeptHead {
    /// The state in the protocol's own word: `InProgress`; empty if missing.
    pub state: String,
    /// The ending of the game, according to the state.
    pub outcome: Option<Outcome>,
    /// The side to move, in the protocol's own words: `White[3]`; empty if missing.
    pub turn: String,
}

/// The moves that an engine lists for a position, compared with those of the program's own rules.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ListedMoves {
    /// Moves that both know, canonical, each once.
    pub shared: Vec<MoveText>,
    /// Legal moves that the engine does not list, canonical.
    pub missing: Vec<MoveText>,
    /// Listed moves that the rules do not allow, as written.
    pub extra: Vec<String>,
    /// Moves that it lists more than once, canonical.
    pub twice: Vec<MoveText>,
}

/// One game in one protocol.
pub trait Link: Debug + Sync {
    /// The protocol's name.
    fn protocol(&self) -> &'static str;

    /// The variants that can be played over this protocol, by name; `None` for all of the game's.
    fn variants(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// The variant in the protocol's notation, if an engine must know it before it starts (see
    /// [`crate::protocol::ClientConfig::variant`]).
    fn variant_text(&self, _variant: Option<&str>) -> Option<String> {
        None
    }

    /// The root of a search in the protocol's notation.
    fn root(&self, game: &LinkedGame<'_>) -> Root;

    /// [`Root::full`] alone.
    fn full(&self, game: &LinkedGame<'_>) -> String {
        self.root(game).full
    }

    /// An engine's move in a spelling that the game reads ([`Position::resolve`]).
    fn spelled<'a>(&self, pos: &dyn Position, text: &'a str) -> Cow<'a, str>;

    /// A text that the game does not read is still a move, but never a legal one.
    fn is_never_legal(&self, _spelled: &str) -> bool {
        false
    }

    /// Reads an engine's move, compared as a value and never as text.
    ///
    /// # Errors
    ///
    /// When it is unreadable, or not legal in `pos`.
    fn read_move(&self, pos: &dyn Position, text: &str) -> Result<MoveText, PlayError> {
        pos.resolve(&self.spelled(pos, text)).map_err(|error| self.judged(error))
    }

    /// Reads an engine's move as [`Link::read_move`] does, and plays it; `pos` is unchanged on error.
    ///
    /// # Errors
    ///
    /// As [`Link::read_move`].
    fn play_move(&self, pos: &mut dyn Position, text: &str) -> Result<MoveText, PlayError> {
        let spelled = self.spelled(pos, text);
        pos.play(&spelled).map_err(|error| self.judged(error))
    }

    /// What a game says of a text, in view of [`Link::is_never_legal`].
    fn judged(&self, error: PlayError) -> PlayError {
        match error {
            PlayError::Unreadable { text } if self.is_never_legal(&text) => {
                PlayError::Illegal { mv: text }
            }
            error => error,
        }
    }

    /// Reads a principal variation as far as it is legal.
    fn read_line(&self, pos: &dyn Position, moves: &[String]) -> Vec<Step> {
        let mut pos = pos.boxed_clone();
        let steps = moves.iter().map_while(|text| {
            let spelled = self.spelled(&*pos, text);
            pos.step(&spelled).ok()
        });
        steps.collect()
    }

    /// Engines of this protocol keep the game: they report their game, its state and the possible
    /// moves, and a program that shows the game should follow them (UHP).
    fn keeps_games(&self) -> bool {
        false
    }

    /// Reads a game as written by an engine that keeps games, or as in [`Root::full`]; `None` if
    /// the text isn't a game.
    fn read_kept(&self, _text: &str) -> Option<KeptGame> {
        None
    }

    /// [`KeptGame::said`] alone, for which the moves need not be read.
    fn read_head(&self, text: &str) -> Option<KeptHead> {
        self.read_kept(text).map(|kept| kept.said)
    }

    /// Compares the moves that an engine lists with the legal ones, as values and never as text.
    fn compare_moves(&self, pos: &dyn Position, listed: &[String]) -> ListedMoves {
        let mut compared = ListedMoves::default();
        let legal = pos.legal_moves();
        // A canonical text is its own value, so that it needs no reading.
        let canonical: HashSet<&str> = legal.iter().map(|mv| mv.0.as_str()).collect();
        let read = |text: &str| {
            let spelled = self.spelled(pos, text);
            match canonical.contains(&*spelled) {
                true => Ok(MoveText(spelled.into_owned())),
                false => self.read_move(pos, text),
            }
        };
        let mut seen = HashSet::with_capacity(listed.len());
        for text in listed {
            match read(text) {
                Ok(mv) if !seen.insert(mv.clone()) => compared.twice.push(mv),
                Ok(mv) => compared.shared.push(mv),
                Err(_) => compared.extra.push(text.clone()),
            }
        }
        compared.missing = legal.iter().filter(|mv| !seen.contains(mv)).cloned().collect();
        compared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_written_once_for_a_protocol_and_as_it_says_for_another() {
        let played = LinkedMove::new(MoveText("32-28".to_owned()), None, None);
        let other = played.clone();
        let write = |text: &str| Some(RootMove::plain(&text.replace('-', " ")));
        assert_eq!(played.written("guide", |_| None), None);
        assert_eq!(played.written("guide", write), Some(RootMove::plain("32 28")));
        let again = played.written("guide", |_| panic!("it was written before"));
        assert_eq!(again, Some(RootMove::plain("32 28")));
        let plain = |text: &str| Some(RootMove::plain(text));
        assert_eq!(played.written("hub", plain), Some(RootMove::plain("32-28")));
        assert_eq!(played, other, "they are the same move");
    }
}
