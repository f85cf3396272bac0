//! The state that an engine has been sent, so that only the difference is sent.
//!
//! Does not decide when: `client` asks for the lines and sends them.

use super::message::Command;
use crate::protocol::Root;
use crate::protocol::words::before;

/// More moves than this are sent as a whole game: one line instead of many.
const MOST_STEPS: usize = 4;

/// The standard start. An engine gets a game before anything else: NTest crashes without one.
const FIRST_GAME: &str = "(;GM[Othello]PC[Quintet]PB[Black]PW[White]RE[?]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *];)";

/// The engine's state as far as commands have made it.
#[derive(Debug, Default)]
pub(super) struct SentState {
    /// The game; `None` if it is not known, or must not be built upon.
    game: Option<Root>,
    depth: Option<u32>,
    /// By the document, 0 until another value is sent.
    contempt: Option<i32>,
}

impl SentState {
    /// The state after the first lines, and those lines.
    pub(super) fn greeting(depth: u32) -> (Self, Vec<String>) {
        let lines =
            [Command::NBoard(2), Command::SetDepth(depth), Command::SetGame(FIRST_GAME.to_owned())];
        let lines = lines.iter().map(Command::to_string).collect();
        (Self { game: None, depth: Some(depth), contempt: Some(0) }, lines)
    }

    /// The depth that is set, if it is known.
    pub(super) fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// The next position comes as a whole game.
    pub(super) fn forget_game(&mut self) {
        self.game = None;
    }

    /// A person has sent `line` past the client.
    pub(super) fn overhear(&mut self, line: &str) {
        match Command::parse(line) {
            Command::SetDepth(depth) => self.depth = Some(depth),
            Command::SetContempt(contempt) => self.contempt = Some(contempt),
            Command::Go | Command::Hint(_) | Command::Ping(_) | Command::Learn => {}
            Command::OddPing(_) | Command::Analyze | Command::Quit => {}
            Command::SetGame(_) | Command::Move(_) => self.game = None,
            // An engine may have commands of its own (NTest: `new`).
            Command::NBoard(_) | Command::Ignored(_) => {
                self.game = None;
                self.depth = None;
                self.contempt = None;
            }
        }
    }

    /// The lines that bring the engine to `root`.
    pub(super) fn position(&mut self, root: Root) -> Vec<String> {
        let known = self.game.as_ref().and_then(|game| known_moves(game, &root));
        let lines = match known {
            Some(known) => {
                root.moves[known..].iter().map(|mv| format!("move {}", mv.step)).collect()
            }
            None => vec![format!("set game {}", root.full)],
        };
        self.game = Some(root);
        lines
    }

    /// The lines that set what differs.
    pub(super) fn settings(&mut self, depth: u32, contempt: i32) -> Vec<String> {
        let mut lines = Vec::new();
        if self.contempt.replace(contempt) != Some(contempt) {
            lines.push(Command::SetContempt(contempt).to_string());
        }
        if self.depth.replace(depth) != Some(depth) {
            lines.push(Command::SetDepth(depth).to_string());
        }
        lines
    }
}

/// The number of moves of `new` that the engine has, if the others can be sent move by move.
///
/// The part before the first move must be the same too: it contains the clocks, and an engine that
/// got the position without them must be sent them.
fn known_moves(had: &Root, new: &Root) -> Option<usize> {
    let steps = new.moves.len().checked_sub(had.moves.len())?;
    let grown = steps <= MOST_STEPS
        && had.start == new.start
        && before_moves(&had.full) == before_moves(&new.full)
        && had.moves.iter().zip(&*new.moves).all(|(had, new)| had.is_same(new));
    grown.then_some(had.moves.len())
}

/// A game in GGF up to its first move, or up to its end.
fn before_moves(ggf: &str) -> &str {
    before(ggf, &["]B[", "]W[", "];)"]).unwrap_or(ggf)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::protocol::RootMove;

    fn root(clock: &str, moves: &str) -> Root {
        let moves: Arc<[RootMove]> = moves
            .split_ascii_whitespace()
            .map(|mv| RootMove::new(mv, &format!("{mv}//1")))
            .collect();
        let mut full = format!("(;PB[a]TI[{clock}]BO[8 x]");
        for (idx, mv) in moves.iter().enumerate() {
            full += &format!("{}[{}]", if idx % 2 == 0 { "B" } else { "W" }, mv.step);
        }
        full += ";)";
        Root { start: "x".to_owned(), moves, full }
    }

    #[test]
    fn only_a_few_new_moves_are_sent_one_by_one() {
        let (mut told, _) = SentState::greeting(60);
        for (clock, moves, expected) in [
            ("1", "", &["set game (;PB[a]TI[1]BO[8 x];)"][..]),
            ("1", "", &[]),
            ("1", "F5", &["move F5//1"]),
            ("1", "F5 D6 C3", &["move D6//1", "move C3//1"]),
            ("1", "F5 D6", &["set game (;PB[a]TI[1]BO[8 x]B[F5//1]W[D6//1];)"]),
            ("1", "F5 D6", &[]),
            ("1", "F5 F4", &["set game (;PB[a]TI[1]BO[8 x]B[F5//1]W[F4//1];)"]),
            ("2", "F5 F4", &["set game (;PB[a]TI[2]BO[8 x]B[F5//1]W[F4//1];)"]),
            ("2", "", &["set game (;PB[a]TI[2]BO[8 x];)"]),
            ("2", "A1 A2 A3 A4", &["move A1//1", "move A2//1", "move A3//1", "move A4//1"]),
        ] {
            assert_eq!(told.position(root(clock, moves)), expected, "{clock} {moves}");
        }
        let many = told.position(root("2", "A1 A2 A3 A4 A5 A6 A7 A8 B1"));
        assert!(many.len() == 1 && many[0].starts_with("set game"), "{many:?}");
        told.forget_game();
        let again = told.position(root("2", "A1 A2 A3 A4 A5 A6 A7 A8 B1"));
        assert_eq!(again, many);
    }

    #[test]
    fn settings_are_sent_when_they_change() {
        let (mut told, greeting) = SentState::greeting(60);
        assert_eq!(greeting[..2], ["nboard 2", "set depth 60"]);
        assert!(told.settings(60, 0).is_empty());
        assert_eq!(told.settings(12, 50), ["set contempt 50", "set depth 12"]);
        assert!(told.settings(12, 50).is_empty());
        assert_eq!(told.settings(12, 0), ["set contempt 0"]);
    }

    #[test]
    fn what_a_person_sends_past_the_client_is_overheard() {
        let (mut told, _) = SentState::greeting(60);
        told.position(root("1", "F5"));
        told.overhear("go");
        assert!(told.position(root("1", "F5")).is_empty());
        for line in ["move D6", "F6", "set game (;;)", "new"] {
            told.overhear(line);
            assert_eq!(told.position(root("1", "F5")).len(), 1, "{line}");
        }
        assert_eq!(told.settings(60, 0).len(), 2, "`new` may change anything");
        told.overhear("set depth 3");
        told.overhear("set contempt 7");
        assert!(told.settings(3, 7).is_empty());
    }
}
