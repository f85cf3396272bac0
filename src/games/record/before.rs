//! What is said before a move, as a command in the comment on it: `[%before Now or never]`.
//!
//! The command is this program's own, so that every format which has comments on moves holds what is
//! said before them, too. In the text a bracket, a brace, a percent sign and a line break stand as `%` and
//! two digits.

use super::Node;

const NAME: &str = "[%before ";
/// What cannot stand in a command, and how it is written there.
const ESCAPES: [(char, &str); 7] = [
    ('%', "%25"),
    ('[', "%5B"),
    (']', "%5D"),
    ('{', "%7B"),
    ('}', "%7D"),
    ('\n', "%0A"),
    ('\t', "%09"),
];

impl Node {
    /// What is said before the move; empty where nothing is.
    #[must_use]
    pub fn comment_before(&self) -> String {
        let text = self.commands.iter().find_map(|command| written(command)).unwrap_or_default();
        let mut read = text.to_owned();
        // The sign of all others comes last.
        for (plain, escape) in ESCAPES.iter().rev() {
            read = read.replace(escape, &plain.to_string());
        }
        read
    }

    /// Says this before the move, in place of what was said there; an empty text for nothing.
    pub fn set_comment_before(&mut self, text: &str) {
        self.commands.retain(|command| !is_comment_before(command));
        let mut escaped = text.to_owned();
        for (plain, escape) in ESCAPES {
            escaped = escaped.replace(plain, escape);
        }
        let words: Vec<&str> = escaped.split_whitespace().collect();
        if !words.is_empty() {
            self.commands.push(format!("{NAME}{}]", words.join(" ")));
        }
    }
}

/// A command that says something before a move.
#[must_use]
pub fn is_comment_before(command: &str) -> bool {
    written(command).is_some()
}

fn written(command: &str) -> Option<&str> {
    command.strip_prefix(NAME)?.strip_suffix(']')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Actor, Format, GAMES, Reading, Record, Setup};

    #[test]
    fn what_is_said_before_a_move_is_read_as_it_was_written() {
        let mut node = Node { commands: vec!["[%foo 7]".to_owned()], ..Node::default() };
        for text in ["Now or never", "50 % of [all] {these}\nand %5D", "", "\u{201c}\u{e9}\u{201d}"]
        {
            node.set_comment_before(text);
            assert_eq!(node.comment_before(), text);
            assert_eq!(node.commands.len(), 1 + usize::from(!text.is_empty()));
        }
        node.set_comment_before("");
        assert_eq!(node.commands, ["[%foo 7]"]);
    }

    #[test]
    fn a_file_of_every_game_holds_it() {
        for game in GAMES {
            let info = game.info();
            let mut record = Record::new(info.name, Setup::default());
            let mut pos = game.start(&record.setup).unwrap();
            for _ in 0..4 {
                let mv = pos.legal_moves().into_iter().next().unwrap();
                let side = match pos.actor() {
                    Actor::Player(side) => Some(side),
                    Actor::Chance | Actor::Over(_) => None,
                };
                pos.play(&mv.0).unwrap();
                record.add(record.last(), mv, side);
            }
            let said = record.main_line().into_iter().find(|id| record.node(*id).side.is_some());
            let said = said.unwrap();
            record.node_mut(said).comment = "behind".to_owned();
            record.node_mut(said).set_comment_before("50 % of [all]");
            let moves: Vec<String> = record.moves_to(said).into_iter().map(|mv| mv.0).collect();
            let holds = |format: &&Format| {
                let Ok(text) = format.write_game(&record) else { return false };
                let read = game.read_games(format.name, text.as_bytes(), &Reading::default());
                read.records.first().is_some_and(|back| {
                    let node = back.node(back.node_after(&moves));
                    node.comment_before() == "50 % of [all]" && node.comment == "behind"
                })
            };
            assert!(game.formats().iter().any(|format| holds(&format)), "{}", info.name);
        }
    }
}
