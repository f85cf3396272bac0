//! What the form for a tournament does to one that has begun: how players join it, and what makes it longer.
//!
//! Shows nothing.

use crate::app::{FormatName, Late, PlayerWish, TournamentFile};

/// How a player joins a tournament that was played to its end by this file.
///
/// # Errors
///
/// Why none can, as a sentence.
pub(super) fn joins(file: &TournamentFile) -> Result<Late, &'static str> {
    match file.format {
        FormatName::Match => Err("A match has two players from its beginning."),
        FormatName::Knockout => Err("No player can join a knockout later."),
        FormatName::RoundRobin | FormatName::Gauntlet => Ok(Late::AtEnd),
        FormatName::Swiss => Ok(Late::Number(file.plan().n_rounds() + 1)),
    }
}

/// The players of a longer tournament: those who joined the round robin or gauntlet of the file `was` after
/// all its cycles have their number, where there are more now.
pub(super) fn with_cycles_of(
    was: &TournamentFile,
    cycles: u32,
    mut players: Vec<PlayerWish>,
) -> Vec<PlayerWish> {
    let before = was.cycles.map_or(1, std::num::NonZeroU32::get);
    let has_cycles = matches!(was.format, FormatName::RoundRobin | FormatName::Gauntlet);
    let joined = |idx: usize| was.player.get(idx).is_some_and(|old| old.late == Some(Late::AtEnd));
    for (idx, player) in players.iter_mut().enumerate() {
        if has_cycles && cycles > before && joined(idx) && player.late == Some(Late::AtEnd) {
            player.late = Some(Late::Number(before));
        }
    }
    players
}

/// What makes a tournament of this format longer, as a sentence.
pub(super) fn hint(format: FormatName) -> &'static str {
    match format {
        FormatName::Match => "More pairs make it longer.",
        FormatName::RoundRobin | FormatName::Gauntlet => {
            "More cycles make it longer, and a player that is added plays what the others have played."
        }
        FormatName::Swiss => {
            "More rounds make it longer; a player that is added joins in the first of them."
        }
        FormatName::Knockout => "A knockout has all its games already.",
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn file(keys: &str) -> TournamentFile {
        let players = "[[player]]\nengine = \"builtin:1\"\n[[player]]\nengine = \"builtin:2\"\n";
        let text = format!("game = \"othello\"\n{keys}\n{players}");
        TournamentFile::read(&text).unwrap()
    }

    #[test]
    fn a_player_joins_as_the_format_wants_it() {
        assert_eq!(joins(&file("format = \"round-robin\"")), Ok(Late::AtEnd));
        assert_eq!(joins(&file("format = \"gauntlet\"")), Ok(Late::AtEnd));
        assert_eq!(joins(&file("format = \"swiss\"\nrounds = 1")), Ok(Late::Number(2)));
        assert!(joins(&file("format = \"knockout\"")).is_err());
        assert!(joins(&file("format = \"match\"")).is_err());
    }

    #[test]
    fn who_joined_after_all_cycles_has_their_number_when_there_are_more() {
        let mut was = file("format = \"round-robin\"\ncycles = 2");
        let late = PlayerWish { late: Some(Late::AtEnd), ..was.player[1].clone() };
        was.player.push(PlayerWish { name: Some("C".to_owned()), ..late.clone() });
        let mut now = was.player.clone();
        now.push(PlayerWish { name: Some("D".to_owned()), ..late });
        let joined = |cycles| -> Vec<Option<Late>> {
            let players = with_cycles_of(&was, cycles, now.clone());
            players.iter().map(|player| player.late).collect()
        };
        let end = Some(Late::AtEnd);
        assert_eq!(joined(2), [None, None, end, end]);
        assert_eq!(joined(3), [None, None, Some(Late::Number(2)), end]);
        was.cycles = NonZeroU32::new(3);
        assert_eq!(with_cycles_of(&was, 3, now.clone())[2].late, end);
    }
}
