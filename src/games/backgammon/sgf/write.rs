//! Writing a match as trees, one for each game, as GNU Backgammon 1.07 does.

use super::letter;
use crate::games::backgammon::Backgammon;
use crate::games::backgammon::told::Told;
use crate::games::backgammon::told_games::{Happened, ToldGame, games};
use crate::games::{Record, Side};

/// Writes all games of a record.
///
/// # Errors
///
/// Says what the format cannot hold.
pub(in crate::games::backgammon) fn write(record: &Record) -> Result<String, String> {
    let (start, games) = games(record)?;
    let mut text = String::new();
    for game in &games {
        root(&mut text, record, &start, game);
        for (happened, comment) in &game.deeds {
            deed(&mut text, happened, comment);
        }
        text.push_str(")\n");
    }
    Ok(text)
}

fn root(text: &mut String, record: &Record, start: &Backgammon, game: &ToldGame) {
    let tags = &record.tags;
    text.push_str("(;FF[4]GM[6]CA[UTF-8]AP[Quintet]");
    let length = start.terms.length;
    let [white, black] = game.score;
    let number = game.number.saturating_sub(1);
    text.push_str(&format!("MI[length:{length}][game:{number}][ws:{white}][bs:{black}]"));
    let mut property = |key: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("{key}[{}]", escaped(value)));
        }
    };
    let player = |side: Side| {
        let name = &tags.players[side.idx()];
        if name.is_empty() { ["White", "Black"][side.idx()] } else { name }
    };
    property("PW", player(Side::First));
    property("PB", player(Side::Second));
    property("WR", &tags.ratings[0]);
    property("BR", &tags.ratings[1]);
    property("DT", &tags.date);
    property("PC", &tags.place);
    for key in ["EV", "RO", "GN", "SO", "AN", "CP", "ON", "US"] {
        property(key, tags.other.get(key).map_or("", String::as_str));
    }
    property("RU", &rules(start, game));
    property("RE", &result(game));
    property("C", tags.other.get("Comment").map_or("", String::as_str));
    text.push('\n');
    if let Some(told) = &game.start {
        set_up(text, told);
    }
}

/// `Crawford:CrawfordGame`, `Jacoby`, `NoCube`.
fn rules(start: &Backgammon, game: &ToldGame) -> String {
    let rules = [
        (start.terms.length > 0 && start.terms.crawford, "Crawford"),
        (game.is_crawford, "CrawfordGame"),
        (start.terms.jacoby, "Jacoby"),
        (start.terms.max_log2 == 0, "NoCube"),
    ];
    let rules: Vec<&str> = rules.into_iter().filter(|(on, _)| *on).map(|(_, rule)| rule).collect();
    rules.join(":")
}

/// `W+2`, with `R` where the loser resigned; empty while it is being played.
fn result(game: &ToldGame) -> String {
    let won = game.deeds.iter().find_map(|(happened, _)| match happened {
        Happened::Won { side, points, .. } => Some((*side, *points)),
        Happened::Rolled { .. }
        | Happened::Played { .. }
        | Happened::Doubled { .. }
        | Happened::Took(_)
        | Happened::Dropped(_) => None,
    });
    let Some((side, points)) = won else { return String::new() };
    let winner = ["W", "B"][side.idx()];
    let resigned = if game.was_resigned { "R" } else { "" };
    format!("{winner}+{points}{resigned}")
}

/// The position a game starts from.
fn set_up(text: &mut String, told: &Told) {
    text.push_str(";AE[a:y]");
    for (side, key) in [(Side::First, "AW"), (Side::Second, "AB")] {
        let checkers = (1..=25_u8).flat_map(|point| {
            std::iter::repeat_n(letter(side, point), told.n_at(side, usize::from(point)).into())
        });
        let values: String = checkers.map(|letter| format!("[{letter}]")).collect();
        if !values.is_empty() {
            text.push_str(&format!("{key}{values}"));
        }
    }
    let owner = told.cube_owner.map_or("c", |side| ["w", "b"][side.idx()]);
    let turn = ["W", "B"][told.on_roll.idx()];
    text.push_str(&format!("PL[{turn}]CV[{}]CP[{owner}]", 1_u32 << told.cube_log2));
    if let Some([high, low]) = told.dice {
        text.push_str(&format!("DI[{high}{low}]"));
    }
    text.push('\n');
}

fn deed(text: &mut String, happened: &Happened, comment: &str) {
    let node = |side: &Side, what: &str| format!(";{}[{what}]", ["W", "B"][side.idx()]);
    let node = match happened {
        Happened::Rolled { side, dice } => {
            format!(";PL[{}]DI[{dice}]", ["W", "B"][side.idx()])
        }
        Happened::Played { side, dice, steps } => {
            let steps: String = steps
                .iter()
                .flat_map(|(step, _)| [letter(*side, step.from), letter(*side, step.to)])
                .collect();
            node(side, &format!("{dice}{steps}"))
        }
        Happened::Doubled { side, .. } => node(side, "double"),
        Happened::Took(side) => node(side, "take"),
        Happened::Dropped(side) => node(side, "drop"),
        Happened::Won { .. } => return,
    };
    text.push_str(&node);
    if !comment.is_empty() {
        text.push_str(&format!("C[{}]", escaped(comment)));
    }
    text.push('\n');
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
