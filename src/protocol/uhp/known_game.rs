//! The engine's game, as far as it is known, and the way from there to another one.
//!
//! Sends nothing, and accepts only facts that were confirmed.

use std::sync::Arc;

use super::game_string::{GameHead, GameKind, moves_of};
use super::message::{Command, NewGame};
use crate::count::counted;
use crate::protocol::words::split_at;
use crate::protocol::{Root, RootMove};

/// If a position is more steps away, the whole game is sent.
const MOST_STEPS: usize = 8;

/// A game as the program names it.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// A GameTypeString, or a GameString if the game goes on from a position.
    start: String,
    /// The moves of a root, of which these many are made.
    all: Arc<[RootMove]>,
    n_made: usize,
}

impl Line {
    fn moves(&self) -> &[RootMove] {
        &self.all[..self.n_made]
    }

    /// This is the whole of `root`, from the same start.
    pub(super) fn is_all_of(&self, root: &Root) -> bool {
        self.n_made == root.moves.len()
            && Arc::ptr_eq(&self.all, &root.moves)
            && self.start == root.start
    }

    /// The moves before its own, which are part of the start.
    fn before(&self) -> impl Iterator<Item = &str> {
        let start = GameHead::parse(&self.start).map(|_| self.start.as_str());
        start.into_iter().flat_map(moves_of)
    }
}

/// The game type of a start.
pub(super) fn kind_of(start: &str) -> Option<GameKind> {
    GameKind::parse(split_at(start, ";").map_or(start, |(kind, _)| kind))
}

/// The way in which the engine is brought to a position: after a failure another way is tried.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Way {
    /// Move by move if it is near, otherwise as a whole.
    Shortest,
    /// As a whole.
    Whole,
    /// From the start, move by move.
    Replay,
}

impl Way {
    /// The next way to try.
    pub(super) fn next(self) -> Option<Self> {
        match self {
            Self::Shortest => Some(Self::Whole),
            Self::Whole => Some(Self::Replay),
            Self::Replay => None,
        }
    }
}

/// The engine's game.
#[derive(Debug, Default)]
pub(super) struct KnownGame {
    known: Option<Line>,
    /// It is over, by the engine's word.
    pub(super) is_over: bool,
}

impl KnownGame {
    /// Nothing is known any more.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// The engine has this game now.
    pub(super) fn confirm(&mut self, line: Line, is_over: bool) {
        *self = Self { known: Some(line), is_over };
    }

    /// The move that leads from the engine's game to `after`, if that is one move.
    pub(super) fn step_to<'a>(&self, after: &'a Line) -> Option<&'a str> {
        let known = self.known.as_ref().filter(|known| known.start == after.start)?;
        let (last, before) = after.moves().split_last()?;
        let same = known.moves().iter().zip(before).take_while(|(one, other)| one.is_same(other));
        (known.moves().len() == before.len() && same.count() == before.len()).then_some(&*last.mv)
    }

    /// The next command on the way to `root` and the game that the engine has after it; `None` if
    /// the engine is there.
    pub(super) fn next_step(&self, root: &Root, way: Way) -> Option<(Command, Line)> {
        let Some(known) = self.known.as_ref().filter(|known| known.start == root.start) else {
            return Some(begin(root, way));
        };
        let same = known.moves().iter().zip(&*root.moves);
        let n_same = match Arc::ptr_eq(&known.all, &root.moves) {
            true => known.n_made,
            false => same.take_while(|(known, mv)| known.is_same(mv)).count(),
        };
        let n_back = known.n_made - n_same;
        let n_on = root.moves.len() - n_same;
        if n_back == 0 && n_on == 0 {
            return None;
        }
        let goes_by_steps = match way {
            Way::Shortest => n_back + n_on <= MOST_STEPS,
            Way::Whole => false,
            Way::Replay => n_back == 0,
        };
        if !goes_by_steps {
            return Some(begin(root, way));
        }
        if let Ok(n_back @ 1..) = u32::try_from(n_back) {
            return Some((Command::Undo(n_back), line_of(root, n_same)));
        }
        let step = root.moves[n_same].step.to_string();
        Some((Command::Play(step), line_of(root, n_same + 1)))
    }
}

fn begin(root: &Root, way: Way) -> (Command, Line) {
    if root.moves.is_empty() || root.full.is_empty() || way == Way::Replay {
        return (Command::NewGame(NewGame::Type(root.start.clone())), line_of(root, 0));
    }
    let game = NewGame::Game(root.full.clone());
    (Command::NewGame(game), line_of(root, root.moves.len()))
}

fn line_of(root: &Root, n_moves: usize) -> Line {
    Line { start: root.start.clone(), all: Arc::clone(&root.moves), n_made: n_moves }
}

/// The difference between the returned game and the one that was sent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Difference {
    /// It is another game: the command has failed.
    Game(String),
    /// Its head does not fit its moves.
    Head,
    /// Moves are spelled differently.
    Spelling,
}

/// Compares the returned game, of which `head` is the head, with the one that was sent. Returns the most important difference.
pub(super) fn difference(sent: &Line, head: &GameHead, game: &str) -> Option<Difference> {
    if let Some(kind) = kind_of(&sent.start).filter(|kind| *kind != head.kind) {
        return Some(Difference::Game(format!("plays {} instead of {kind}", head.kind)));
    }
    let all_sent = || sent.before().chain(sent.moves().iter().map(|mv| &*mv.mv));
    let (n_sent, n_moves) = (all_sent().count(), moves_of(game).count());
    if n_sent != n_moves {
        let what = format!("has a game of {} instead of {n_sent}", counted(n_moves, "move"));
        return Some(Difference::Game(what));
    }
    let side = if n_moves.is_multiple_of(2) { "White" } else { "Black" };
    if !head.turn.eq_ignore_ascii_case(&format!("{side}[{}]", n_moves / 2 + 1)) {
        return Some(Difference::Head);
    }
    let is_same = all_sent().eq(moves_of(game));
    (!is_same).then_some(Difference::Spelling)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A root as the game's link makes it; moves are separated by semicolons.
    pub(in crate::protocol::uhp) fn root(start: &str, moves: &str) -> Root {
        let moves: Vec<&str> = moves.split(';').filter(|mv| !mv.is_empty()).collect();
        let side = if moves.len().is_multiple_of(2) { "White" } else { "Black" };
        let state = if moves.is_empty() { "NotStarted" } else { "InProgress" };
        let mut full = format!("{start};{state};{side}[{}]", moves.len() / 2 + 1);
        for mv in &moves {
            full += ";";
            full += mv;
        }
        let moves = moves.into_iter().map(RootMove::plain).collect();
        Root { start: start.to_owned(), moves, full }
    }

    fn way_to(told: &mut KnownGame, root: &Root, way: Way) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some((command, line)) = told.next_step(root, way) {
            lines.push(command.to_string());
            told.confirm(line, false);
        }
        lines
    }

    #[test]
    fn the_engine_is_led_by_the_shortest_way() {
        let mut told = KnownGame::default();
        for (moves, expected) in [
            ("", &["newgame Base"][..]),
            ("", &[]),
            ("wS1", &["play wS1"]),
            ("wS1;bS1 wS1-;wQ -wS1", &["play bS1 wS1-", "play wQ -wS1"]),
            ("wS1;bG1 wS1-", &["undo 2", "play bG1 wS1-"]),
            ("wG1", &["undo 2", "play wG1"]),
            ("", &["undo 1"]),
            ("wS1;a;b;c;d;e;f;g;h", &["newgame Base;InProgress;Black[5];wS1;a;b;c;d;e;f;g;h"]),
            ("wS1", &["undo 8"]),
        ] {
            assert_eq!(way_to(&mut told, &root("Base", moves), Way::Shortest), expected, "{moves}");
        }
        let other = root("Base+M", "wM");
        assert_eq!(
            way_to(&mut told, &other, Way::Shortest),
            ["newgame Base+M;InProgress;Black[1];wM"]
        );
    }

    #[test]
    fn what_failed_is_tried_in_other_ways() {
        let (mut told, root) = (KnownGame::default(), root("Base", "wS1;bS1 wS1-"));
        told.confirm(line_of(&root, 1), false);
        let whole = "newgame Base;InProgress;White[2];wS1;bS1 wS1-";
        assert_eq!(way_to(&mut told, &root, Way::Whole), [whole]);
        told.forget();
        let replay = ["newgame Base", "play wS1", "play bS1 wS1-"];
        assert_eq!(way_to(&mut told, &root, Way::Replay), replay);
    }

    #[test]
    fn the_game_that_comes_back_is_compared() {
        let sent = line_of(&root("Base+MLP", "wS1;bQ bS1/"), 2);
        for (game, expected) in [
            ("Base+PLM;InProgress;White[2];wS1;bQ bS1/", None),
            ("Base+MLP;InProgress;White[2];wS1;bQ \\bQ", Some(Difference::Spelling)),
            ("Base+MLP;InProgress;Black[2];wS1;bQ bS1/", Some(Difference::Head)),
            (
                "Base;InProgress;White[2];wS1;bQ bS1/",
                Some(Difference::Game("plays Base instead of Base+MLP".to_owned())),
            ),
            (
                "Base+MLP;InProgress;Black[1];wS1",
                Some(Difference::Game("has a game of 1 move instead of 2".to_owned())),
            ),
        ] {
            assert_eq!(
                difference(&sent, &GameHead::parse(game).unwrap(), game),
                expected,
                "{game}"
            );
        }
    }

    #[test]
    fn a_game_may_go_on_from_a_position() {
        let start = "Base+M;InProgress;Black[1];wS1";
        let moves = [RootMove::plain("bQ wS1/")].into();
        let sent = line_of(&Root { start: start.to_owned(), moves, full: String::new() }, 1);
        for (game, expected) in [
            ("Base+M;InProgress;White[2];wS1;bQ wS1/", None),
            ("Base+M;InProgress;White[2];wS1;bQ \\bQ", Some(Difference::Spelling)),
            ("Base+M;InProgress;White[2];wG1;bQ wS1/", Some(Difference::Spelling)),
            (
                "Base+M;InProgress;Black[1];bQ",
                Some(Difference::Game("has a game of 1 move instead of 2".to_owned())),
            ),
            (
                "Base;InProgress;White[2];wS1;bQ wS1/",
                Some(Difference::Game("plays Base instead of Base+M".to_owned())),
            ),
        ] {
            assert_eq!(
                difference(&sent, &GameHead::parse(game).unwrap(), game),
                expected,
                "{game}"
            );
        }
    }
}
