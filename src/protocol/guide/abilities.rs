//! The commands that an engine carries out.
//!
//! Asks nothing itself.

use crate::protocol::words::fields;

/// Commands that are not expected of an engine that does not answer `capabilities`.
const RARE: [&str; 3] = ["offerdraw", "enginemode", "setcomment"];

/// Commands that an engine can do without: a complaint about one of these means that the engine
/// does not have it.
const DISPENSABLE: [&str; 17] = [
    "capabilities",
    "enginemode",
    "forward",
    "game",
    "halt",
    "jumpto",
    "levelsblitzgame",
    "levelsfixeddepth",
    "levelsfixedtime",
    "levelsinfiniteanalysis",
    "levelslonggame",
    "offerdraw",
    "opponents",
    "requestgame",
    "requestposition",
    "setcomment",
    "showwindow",
];

/// Messages other than the board: a complaint about one of these leaves the board alone.
const BESIDES: [&str; 17] = [
    "capabilities",
    "enginemode",
    "guide",
    "halt",
    "levelsblitzgame",
    "levelsfixeddepth",
    "levelsfixedtime",
    "levelsinfiniteanalysis",
    "levelslonggame",
    "offerdraw",
    "opponents",
    "ping",
    "requestgame",
    "requestposition",
    "setcomment",
    "setoption",
    "showwindow",
];

/// The levels that end a search: after any complaint about one of these, the engine does not have
/// this level.
const LEVELS: [&str; 5] = [
    "levelsblitzgame",
    "levelsfixeddepth",
    "levelsfixedtime",
    "levelsinfiniteanalysis",
    "levelslonggame",
];

/// The words by which engines say that they do not have a command; any other complaint about a
/// command is about this one use.
const MISSING: [&str; 9] = [
    "implement",
    "support",
    "unknown",
    "not known",
    "no such",
    "recogni",
    "understand",
    "bad command",
    "invalid command",
];

/// The commands an engine carries out, as far as it has said so.
#[derive(Clone, Debug, Default)]
pub(super) struct Abilities {
    declared: Option<Vec<String>>,
    missing: Vec<&'static str>,
}

impl Abilities {
    /// The engine's own list.
    pub(super) fn declare(&mut self, commands: Vec<String>) {
        self.declared = Some(commands);
    }

    /// The engine has said what it can do.
    pub(super) fn are_declared(&self) -> bool {
        self.declared.is_some()
    }

    pub(super) fn has(&self, command: &str) -> bool {
        if self.refuses(command) {
            return false;
        }
        match &self.declared {
            Some(declared) => declared.iter().any(|known| known.eq_ignore_ascii_case(command)),
            None => !RARE.contains(&command),
        }
    }

    /// The engine has said itself that it does not have this command.
    pub(super) fn refuses(&self, command: &str) -> bool {
        self.missing.contains(&command)
    }

    /// Takes note of an engine's complaint. Returns the command that it says it does not have, if
    /// it can do without that.
    pub(super) fn hear_complaint(&mut self, text: &str) -> Option<&'static str> {
        let lower = text.to_ascii_lowercase();
        let is_missing = MISSING.iter().any(|words| lower.contains(words));
        let command = named(text, if is_missing { &DISPENSABLE[..] } else { &LEVELS })?;
        if !self.missing.contains(&command) {
            self.missing.push(command);
        }
        Some(command)
    }
}

/// Returns true if a complaint that came while a board was sent may be about the board.
pub(super) fn may_mean_board(text: &str) -> bool {
    named(text, &BESIDES).is_none()
}

/// The first of these commands that a text names.
fn named(text: &str, commands: &[&'static str]) -> Option<&'static str> {
    let mut words = fields(text, |ch| !ch.is_ascii_alphanumeric()).into_iter();
    words.find_map(|word| commands.iter().copied().find(|known| known.eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_declared_is_assumed_except_for_rare_commands() {
        let mut abilities = Abilities::default();
        assert!(abilities.has("jumpto") && abilities.has("ping") && !abilities.has("enginemode"));
        abilities.declare(["ping", "EngineMode", "#drg eval"].map(str::to_owned).to_vec());
        assert!(abilities.has("ping") && abilities.has("enginemode") && !abilities.has("jumpto"));
    }

    #[test]
    fn a_complaint_about_a_command_is_remembered() {
        let mut abilities = Abilities::default();
        assert_eq!(abilities.hear_complaint("command 'JumpTo' not implemented"), Some("jumpto"));
        assert!(!abilities.has("jumpto"));
        let refusal = "levelsfixedtime 0.5: whole seconds only";
        assert_eq!(abilities.hear_complaint(refusal), Some("levelsfixedtime"));
        assert_eq!(abilities.hear_complaint("setoption 2 not implemented"), None);
        assert_eq!(abilities.hear_complaint("gamey jumptoes are unknown"), None);
        for about_this_time in ["game is over", "jumpto 7: the game has no move 7"] {
            assert_eq!(abilities.hear_complaint(about_this_time), None, "{about_this_time}");
        }
        assert!(abilities.has("game"));
        assert!(may_mean_board("game is over") && may_mean_board("illegal move"));
        assert!(
            !may_mean_board("setoption 2: no such file") && !may_mean_board("Opponents: both?")
        );
        assert_eq!(abilities.hear_complaint("Unknown command 'game'"), Some("game"));
        assert!(!abilities.has("game"));
    }
}
