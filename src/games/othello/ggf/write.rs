//! Writes a record as a GGF game.
//!
//! Writes the main line; the parent module lists the other parts that are left out.

use super::{EVAL, Suffix};
use crate::games::annotation;
use crate::games::othello::links::{upper, with_eval_and_time};
use crate::games::othello::{Othello, board_text};
use crate::games::text::pgn::dashed_date;
use crate::games::{Ending, GameResult, Node, Outcome, Record, Rules, Side, Tags};

/// Writes one game on its own line (comments may break it).
///
/// # Errors
///
/// When the record's start cannot be set up or a move cannot be played.
pub(in crate::games::othello) fn write(record: &Record) -> Result<String, String> {
    let mut pos = Othello::start(&record.setup).map_err(|error| error.to_string())?;
    let start = board_text::write(&pos);
    let mut moves = String::new();
    push_comment(&mut moves, record.node(Record::START), "");
    for (idx, id) in record.main_line().into_iter().enumerate() {
        let node = record.node(id);
        let text = node.mv.as_ref().map_or("", |mv| &mv.0);
        let mv = text
            .parse()
            .ok()
            .filter(|mv| pos.is_legal(*mv))
            .ok_or_else(|| format!("move {}: {text:?} is not legal", idx + 1))?;
        push_move(&mut moves, node, pos.side, &record.tags);
        push_comment(&mut moves, node, &record.tags.players[pos.side.idx()]);
        pos.play_unchecked(&mv);
    }
    let mut text = heading(record, &pos);
    push_property(&mut text, "BO", &format!("8 {start}"));
    text.push_str(&moves);
    text.push_str(";)\n");
    Ok(text)
}

/// Writes `KEY[value]`. A value cannot hold brackets, so they become parentheses.
pub(in crate::games::othello) fn push_property(text: &mut String, key: &str, value: &str) {
    text.push_str(key);
    text.push('[');
    text.extend(value.chars().map(|c| match c {
        '[' => '(',
        ']' => ')',
        c => c,
    }));
    text.push(']');
}

/// Properties that are written from other fields of the record than [`Tags::other`].
const OWN_KEYS: [&str; 19] = [
    "GM", "PC", "DT", "PB", "PW", "RB", "RW", "RE", "RN", "TI", "TB", "TW", "TY", "BO", "B", "W",
    "CO", "C", "",
];

/// Everything before the board, in NBoard's order.
fn heading(record: &Record, last: &Othello) -> String {
    let tags = &record.tags;
    let date = dashed_date(&tags.date);
    let mut text = "(;GM[Othello]".to_owned();
    for (key, value) in [
        ("PC", tags.place.as_str()),
        ("DT", &date),
        ("PB", &tags.players[0]),
        ("PW", &tags.players[1]),
        ("RB", &tags.ratings[0]),
        ("RW", &tags.ratings[1]),
    ] {
        push_known(&mut text, key, value);
    }
    push_result(&mut text, record.result.as_ref(), last);
    // GGF has no form for moves in a time, such as 40/600.
    let clocks = tags
        .clocks
        .each_ref()
        .map(|clock| if is_moves_in_time(clock) { "" } else { clock.as_str() });
    if clocks[0] == clocks[1] {
        push_known(&mut text, "TI", clocks[0]);
    } else {
        push_known(&mut text, "TB", clocks[0]);
        push_known(&mut text, "TW", clocks[1]);
    }
    push_property(&mut text, "TY", tags.other.get("TY").map_or("8", String::as_str));
    for (key, value) in &tags.other {
        let is_key = key.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_key && !OWN_KEYS.contains(&key.as_str()) {
            push_property(&mut text, key, value);
        }
    }
    text
}

fn push_known(text: &mut String, key: &str, value: &str) {
    if !value.is_empty() {
        push_property(text, key, value);
    }
}

/// `RE`, and `RN` if the reason does not follow from `RE` and the moves.
fn push_result(text: &mut String, result: Option<&GameResult>, last: &Othello) {
    let Some(result) = result else {
        push_property(text, "RE", "?");
        return;
    };
    let full = match result.outcome {
        Outcome::WonBy(Side::First) => 64,
        Outcome::WonBy(Side::Second) => -64,
        Outcome::Draw => 0,
    };
    let margin = result.margin.unwrap_or(full);
    let suffix = suffix_for(result, last.ending());
    push_property(text, "RE", &format!("{margin:+}.00{}", suffix.text()));
    if suffix.reason(result.outcome, last.ending()) != result.reason {
        push_known(text, "RN", &result.reason);
    }
}

/// The suffix that means the same as a reason in words, or nearly the same.
fn suffix_for(result: &GameResult, ending: Option<Ending>) -> Suffix {
    let says_it = |suffix: &Suffix| suffix.reason(result.outcome, ending) == result.reason;
    let about = |words: &str| result.reason.ends_with(words);
    match Suffix::ALL.into_iter().find(says_it) {
        Some(suffix) => suffix,
        None if about("resigned") => Suffix::Resigned,
        None if about("on time") => Suffix::Time,
        None if about("adjourned") => Suffix::Adjourned,
        None if about("agreed") => Suffix::Agreed,
        None => Suffix::None,
    }
}

fn push_move(text: &mut String, node: &Node, side: Side, tags: &Tags) {
    let (key, sign) = match side {
        Side::First => ("B", 1.0),
        Side::Second => ("W", -1.0),
    };
    let mv = node.mv.as_ref().map(|mv| upper(&mv.0)).unwrap_or_default();
    let eval = own_score(node, &tags.players[side.idx()]).map(|score| score * sign);
    push_property(text, key, &with_eval_and_time(&mv, eval, node.elapsed));
}

/// The player's evaluation of its move, otherwise the first evaluation.
fn own_score(node: &Node, player: &str) -> Option<f64> {
    let own = node.evaluations.iter().find(|eval| eval.engine == player);
    own.or(node.evaluations.first()).map(|eval| eval.score)
}

/// Marks, what GGF has no place for in a move (the values of others than the player, losses), commands, and
/// the text.
fn push_comment(text: &mut String, node: &Node, player: &str) {
    let mut words: Vec<String> = node.marks.clone();
    words.extend(judgement(node, player));
    words.push(node.comment.clone());
    push_known(text, "CO", words.join(" ").trim());
}

/// What others say of the move, as commands. The number that stands with the move is the player's; where it
/// is another one's, because the player has none, the command has `=` instead of it.
fn judgement(node: &Node, player: &str) -> Vec<String> {
    let own = node.evaluations.iter().position(|eval| eval.engine == player);
    let others = node.evaluations.iter().enumerate().filter(|(idx, _)| Some(*idx) != own);
    let rest = Node {
        evaluations: others.map(|(_, eval)| eval.clone()).collect(),
        loss: node.loss,
        luck: node.luck,
        commands: node.commands.clone(),
        ..Node::default()
    };
    let mut commands = annotation::write(&rest, player);
    if let (None, Some(first)) = (own, commands.first_mut())
        && let Some(number) = first.strip_prefix(EVAL)
    {
        let end = number.find([',', ']']).unwrap_or(number.len());
        *first = format!("{EVAL}={}", &number[end..]);
    }
    commands
}

/// `40/600`: so many moves in so many seconds.
fn is_moves_in_time(clock: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let are_numbers = |text: &str| text.split(['+', '.']).all(is_number);
    clock.split_once('/').is_some_and(|(moves, secs)| is_number(moves) && are_numbers(secs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_for_periods_of_moves_is_known_from_the_clocks_of_ggf() {
        let all = ["40/600", "10/1.5+0.1", "5:00", "5:00/0:03", "0:00/0:00.5", "", "40/"];
        let found = all.map(is_moves_in_time);
        assert_eq!(found, [true, true, false, false, false, false, false]);
    }
}
