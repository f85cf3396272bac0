//! Commands embedded in comments: clocks and evaluations, `{[%clk 0:14:59][%eval 0.25,17] text}`.
//!
//! Source: the PDN 3.0 standard, section on extensions (`clk`, `clock`, `emt`); `eval` and `depth`
//! in the form of other programs. A command that is unknown, or whose value cannot be read, is
//! kept as written ([`Node::commands`]) and is not part of the comment's text.
//!
//! Our own extensions: fractions of seconds, and after the evaluation its depth and its engine,
//! each after a comma. An evaluation without a name is the player's. After an evaluation `[%nodes
//! 12345]`, the positions searched for it, `[%proved first]` (`draw`, `second`, `score`), what is proved of
//! it, and `[%pv 32-28 18x27]`, the moves expected. Also
//! `[%loss 0.0413]`, the loss of the move according to a whole-game analysis, and `[%luck
//! -0.1250]`, the value of the dice for the player who rolled them.

use std::time::Duration;

use crate::games::{Evaluation, Node, NodeId, Proof, Record, Side};

/// Adds a comment to a node, and puts its commands into the node. `players` are the names of both
/// sides.
pub(in crate::games) fn add(record: &mut Record, at: NodeId, players: &[String; 2], comment: &str) {
    let node = record.node_mut(at);
    let mover = node.side;
    let player = mover.map_or("", |side| players[side.idx()].as_str());
    let text = take(comment, node, mover, player);
    add_text(node, &text);
}

/// As [`add`], where line breaks are those of the comment itself.
pub(in crate::games) fn add_lines(
    record: &mut Record,
    at: NodeId,
    players: &[String; 2],
    comment: &str,
) {
    let node = record.node_mut(at);
    let mover = node.side;
    let player = mover.map_or("", |side| players[side.idx()].as_str());
    let text = take_commands(comment, node, mover, player);
    add_text(node, text.trim());
}

/// Adds a text to the comment of a node; a second one goes on a new line.
pub(in crate::games) fn add_text(node: &mut Node, text: &str) {
    if !node.comment.is_empty() && !text.is_empty() {
        node.comment.push('\n');
    }
    node.comment.push_str(text);
}

/// Puts a comment's commands into the node, and returns the text that is left.
///
/// `mover` made the node's move; `player` is that side's name.
fn take(comment: &str, node: &mut Node, mover: Option<Side>, player: &str) -> String {
    unwrapped(&take_commands(comment, node, mover, player))
}

/// The same with the line breaks of the comment.
fn take_commands(comment: &str, node: &mut Node, mover: Option<Side>, player: &str) -> String {
    let mut depth = None;
    let text = without_commands(comment, |command| {
        is_taken(command, node, mover, player, &mut depth) || is_kept(command, node)
    });
    if let (Some(depth), Some(evaluation)) = (depth, node.evaluations.last_mut())
        && evaluation.depth.is_empty()
    {
        evaluation.depth = depth;
    }
    text
}

/// Keeps every command of a comment as written, for formats without such commands, and returns the
/// remaining text with its line breaks.
pub(in crate::games) fn set_aside(comment: &str, node: &mut Node) -> String {
    without_commands(comment, |command| is_kept(command, node)).trim().to_owned()
}

/// The text without the commands for which `takes` returns true.
fn without_commands(comment: &str, mut takes: impl FnMut(&str) -> bool) -> String {
    let mut text = String::with_capacity(comment.len());
    let mut rest = comment;
    while let Some(start) = rest.find("[%") {
        text.push_str(&rest[..start]);
        let end = rest[start..].find(']').map_or(rest.len(), |end| start + end + 1);
        let command = &rest[start..end];
        if !takes(command) {
            text.push_str(command);
        }
        rest = &rest[end..];
    }
    text + rest
}

/// Keeps a command as written, on one line. Returns false if it isn't one: it has no name, or no
/// end.
fn is_kept(command: &str, node: &mut Node) -> bool {
    let inner = command.strip_prefix("[%").and_then(|text| text.strip_suffix(']'));
    let is_command = inner.is_some_and(|inner| inner.starts_with(|c: char| c.is_alphabetic()));
    if is_command {
        node.commands.push(command.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    is_command
}

/// Reads one command. Returns false when it is unknown or makes no sense here.
fn is_taken(
    command: &str,
    node: &mut Node,
    mover: Option<Side>,
    player: &str,
    depth: &mut Option<String>,
) -> bool {
    let Some(inner) = command.strip_prefix("[%").and_then(|text| text.strip_suffix(']')) else {
        return false;
    };
    let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let (name, value) = (name.trim_end_matches(':'), value.trim());
    match name {
        "clk" | "clock" => match mover.and_then(|mover| time_left(value, mover)) {
            Some(time) => node.time_left = time,
            None => return false,
        },
        "emt" => match time(value) {
            Some(time) => node.elapsed = Some(time),
            None => return false,
        },
        "eval" => match evaluation(value, player) {
            Some(evaluation) => node.evaluations.push(evaluation),
            None => return false,
        },
        "depth" if value.len() <= 10 && !value.is_empty() => *depth = Some(value.to_owned()),
        "nodes" => match (value.parse().ok(), node.evaluations.last_mut()) {
            (Some(count), Some(evaluation)) => evaluation.nodes = Some(count),
            _ => return false,
        },
        "proved" => match (Proof::named(value), node.evaluations.last_mut()) {
            (Some(proof), Some(evaluation)) => evaluation.proof = Some(proof),
            _ => return false,
        },
        "pv" => match node.evaluations.last_mut() {
            Some(evaluation) if evaluation.line.is_empty() && value.len() <= MAX_LINE => {
                evaluation.line = value.split_whitespace().map(str::to_owned).collect();
            }
            _ => return false,
        },
        "loss" => match real(value).filter(|loss| *loss >= 0.0) {
            Some(loss) => node.loss = Some(loss),
            None => return false,
        },
        "luck" => match real(value) {
            Some(luck) => node.luck = Some(luck),
            None => return false,
        },
        _ => return false,
    }
    true
}

/// `1:05:23`, or `w0:00:10 B0:00:05` with a time for each side: the mover's, if it is given. `None`
/// if the text isn't a clock.
fn time_left(value: &str, mover: Side) -> Option<Option<Duration>> {
    let mut own = None;
    let mut words = value.split_whitespace().peekable();
    words.peek()?;
    for word in words {
        let side = match word.as_bytes()[0] {
            b'w' | b'W' => Some(Side::First),
            b'b' | b'B' => Some(Side::Second),
            _ => None,
        };
        let read = time(word.trim_start_matches(['w', 'W', 'b', 'B']))?;
        if side.is_none_or(|side| side == mover) {
            own = Some(read);
        }
    }
    Some(own)
}

/// `h:mm:ss`, `m:ss`, seconds; each with or without a fraction.
fn time(text: &str) -> Option<Duration> {
    let secs = text.split(':').try_fold(0.0, |sum, part| {
        let starts_well = part.starts_with(|c: char| c.is_ascii_digit());
        let part = if starts_well { part.parse::<f64>().ok()? } else { return None };
        Some(sum * 60.0 + part)
    })?;
    // Rounded, because tenths of seconds have no exact binary form.
    let millis = (secs * 1000.0).round();
    (millis < 1e13).then(|| Duration::from_millis(millis as u64))
}

/// Reads a number; `None` if it isn't finite.
fn real(value: &str) -> Option<f64> {
    value.parse().ok().filter(|number: &f64| number.is_finite())
}

/// `0.25`, `-1.5,17`, `0.1,20,Scan 3.1`: White's point of view, depth, engine.
fn evaluation(value: &str, player: &str) -> Option<Evaluation> {
    let mut parts = value.splitn(3, ',');
    let score = real(parts.next()?.trim())?;
    let depth = parts.next().unwrap_or_default().trim().to_owned();
    let engine = parts.next().map_or(player, str::trim);
    let engine = if engine.len() > MAX_NAME { String::new() } else { engine.to_owned() };
    Some(Evaluation { score, depth, engine, ..Evaluation::default() })
}

/// A longer line isn't an expected line of an engine.
const MAX_LINE: usize = 2_000;

/// A name of more bytes is left out: it would be kept with each of a game's evaluations.
const MAX_NAME: usize = 200;

/// Line breaks become blanks, because long comments are broken anywhere; an empty line is a line
/// break of the comment itself.
pub(in crate::games) fn unwrapped(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut n_breaks = 0;
    for (idx, line) in text.split('\n').enumerate() {
        let words = line.split_whitespace();
        n_breaks += usize::from(idx > 0);
        for (n, word) in words.enumerate() {
            if n == 0 && !joined.is_empty() {
                match n_breaks {
                    0 => {}
                    1 => joined.push(' '),
                    n => joined.extend(std::iter::repeat_n('\n', n - 1)),
                }
            } else if n > 0 {
                joined.push(' ');
            }
            joined.push_str(word);
            n_breaks = 0;
        }
    }
    joined
}

/// The commands for the content of a node; commands that were only kept come last. `player` made
/// the move.
pub(in crate::games) fn write(node: &Node, player: &str) -> Vec<String> {
    let clock = node.time_left.map(|time| time_text("clk", time));
    let elapsed = node.elapsed.map(|time| time_text("emt", time));
    let evaluations =
        node.evaluations.iter().flat_map(|evaluation| evaluation_texts(evaluation, player));
    let judged = [("loss", node.loss), ("luck", node.luck)].into_iter();
    let judged = judged.filter_map(|(name, number)| Some(number_text(name, number?)));
    let kept = node.commands.iter().cloned();
    clock.into_iter().chain(elapsed).chain(evaluations).chain(judged).chain(kept).collect()
}

/// Ten-thousandths are kept, as in the output of backgammon engines.
fn number_text(name: &str, number: f64) -> String {
    format!("[%{name} {number:.4}]")
}

fn time_text(name: &str, time: Duration) -> String {
    let (secs, millis) = (time.as_secs(), time.subsec_millis());
    let (hours, minutes, secs) = (secs / 3600, secs / 60 % 60, secs % 60);
    let mut text = format!("[%{name} {hours}:{minutes:02}:{secs:02}");
    if millis > 0 {
        let fraction = format!("{millis:03}");
        text.push('.');
        text.push_str(fraction.trim_end_matches('0'));
    }
    text.push(']');
    text
}

/// The commands for an evaluation and its source.
fn evaluation_texts(evaluation: &Evaluation, player: &str) -> Vec<String> {
    let Some(text) = evaluation_text(evaluation, player) else { return Vec::new() };
    let nodes = evaluation.nodes.map(|count| format!("[%nodes {count}]"));
    let mut line = evaluation.line.join(" ");
    // Longer ones are cut between two moves.
    while MAX_LINE < line.len() {
        line.truncate(line.rfind(' ').unwrap_or(0));
    }
    let line = (!line.is_empty()).then(|| {
        let mut command = "[%pv ".to_owned();
        push_word(&mut command, &line);
        command + "]"
    });
    let proof = evaluation.proof.map(|proof| format!("[%proved {}]", proof.name()));
    [Some(text), proof, nodes, line].into_iter().flatten().collect()
}

/// Thousandths are kept; a score that isn't a number cannot be written.
fn evaluation_text(evaluation: &Evaluation, player: &str) -> Option<String> {
    if !evaluation.score.is_finite() {
        return None;
    }
    let thousandths = format!("{:.3}", evaluation.score);
    let score = thousandths.strip_suffix('0').unwrap_or(&thousandths);
    let score = if score.trim_matches(['-', '0', '.']).is_empty() { "0.00" } else { score };
    let mut text = format!("[%eval {score}");
    let is_own = evaluation.engine == player;
    if !is_own || !evaluation.depth.is_empty() {
        text.push(',');
        push_word(&mut text, &evaluation.depth.replace(',', " "));
    }
    if !is_own {
        text.push(',');
        push_word(&mut text, &evaluation.engine);
    }
    text.push(']');
    Some(text)
}

/// Writes a text without the characters that would end the command or the comment.
fn push_word(text: &mut String, word: &str) {
    text.extend(word.trim().chars().map(|c| match c {
        '[' | '{' => '(',
        ']' | '}' => ')',
        c if c.is_control() => ' ',
        c => c,
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(comment: &str) -> (Node, String) {
        let mut node = Node::default();
        let text = take(comment, &mut node, Some(Side::Second), "Black");
        (node, text)
    }

    #[test]
    fn clocks_of_all_forms_give_the_movers_time() {
        for (comment, secs) in [
            ("[%clk 1:05:23]", 3923.0),
            ("[%clock w0:10:00 B0:09:58]", 598.0),
            ("[%clk W0:00:10 b0:00:05.5]", 5.5),
            ("[%clock 0:49:11]", 2951.0),
        ] {
            let (node, text) = taken(comment);
            assert_eq!(node.time_left, Some(Duration::from_secs_f64(secs)), "{comment}");
            assert_eq!(text, "", "{comment}");
        }
        assert_eq!(taken("[%clock w0:10:00]"), (Node::default(), String::new()));
    }

    #[test]
    fn evaluations_have_depth_and_name_where_they_are_told() {
        let (node, text) = taken("[%eval -0.048][%depth 12] good [%eval 1,20,Scan 3.1]\n[%foo 7]");
        let read: Vec<_> = node
            .evaluations
            .iter()
            .map(|eval| (eval.score, eval.depth.as_str(), eval.engine.as_str()))
            .collect();
        assert_eq!(read, [(-0.048, "", "Black"), (1.0, "20", "Scan 3.1")]);
        assert_eq!((&*text, node.commands), ("good", vec!["[%foo 7]".to_owned()]));
        assert_eq!(taken("[%eval 0.5][%depth 9]").0.evaluations[0].depth, "9");
    }

    #[test]
    fn what_is_no_command_stays_in_the_text() {
        for text in ["[%", "[%clk", "a [b] c", "[%]", "[% 7]", "[%loss"] {
            assert_eq!(taken(text), (Node::default(), text.to_owned()));
        }
    }

    #[test]
    fn unknown_commands_are_kept_to_be_written_and_are_no_part_of_the_text() {
        for command in [
            "[%drgnode 7 8]",
            "[%csl Ga1]",
            "[%clk x:y]",
            "[%emt -1]",
            "[%eval nan]",
            "[%depth ]",
            "[%loss -1]",
            "[%luck inf]",
        ] {
            for (comment, left) in [
                (command.to_owned(), ""),
                (format!("a {command} b"), "a b"),
                (format!("[%emt 2]{command}a"), "a"),
            ] {
                let (node, text) = taken(&comment);
                assert_eq!((&*text, &node.commands[..]), (left, &[command.to_owned()][..]));
                assert!(write(&node, "Black").join(" ").ends_with(command), "{comment}");
            }
        }
        let mut node = Node::default();
        let text = set_aside("one\n[%emt 5] two [%x\ny] [%", &mut node);
        assert_eq!(
            (&*text, node.commands),
            ("one\n two  [%", vec!["[%emt 5]".to_owned(), "[%x y]".to_owned()])
        );
    }

    #[test]
    fn an_empty_line_breaks_a_comment_and_a_single_one_does_not() {
        assert_eq!(taken(" a\n b  c\n\nd\n\n\n e ").1, "a b c\nd\n\ne");
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let evaluation = |score, depth: &str, engine: &str| Evaluation {
            score,
            depth: depth.to_owned(),
            engine: engine.to_owned(),
            ..Evaluation::default()
        };
        let thought = Evaluation {
            nodes: Some(12_345),
            line: ["32-28", "18x27", "31x22"].map(str::to_owned).to_vec(),
            ..evaluation(-1.125, "17", "Black")
        };
        let node = Node {
            elapsed: Some(Duration::from_millis(1_250)),
            time_left: Some(Duration::from_secs(3_723)),
            evaluations: vec![
                evaluation(0.25, "", "Black"),
                thought,
                evaluation(0.0, "", ""),
                evaluation(99.9, "20/31", "Scan, of course"),
            ],
            loss: Some(0.0413),
            luck: Some(-0.125),
            commands: vec!["[%drgnode 7 8]".to_owned()],
            ..Node::default()
        };
        let text = write(&node, "Black").join(" ");
        assert_eq!(
            text,
            "[%clk 1:02:03] [%emt 0:00:01.25] [%eval 0.25] [%eval -1.125,17] \
             [%nodes 12345] [%pv 32-28 18x27 31x22] [%eval 0.00,,] \
             [%eval 99.90,20/31,Scan, of course] [%loss 0.0413] [%luck -0.1250] [%drgnode 7 8]"
        );
        assert_eq!(taken(&text), (node, String::new()));
    }
}
