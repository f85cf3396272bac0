//! What is drawn on the board, as properties of FF[4]: `CR`, `SQ`, `TR` and `MA` mark points, `AR` and `LN` lead
//! from point to point (red-bean.com/sgf/properties.html, "Markup properties").
//!
//! SGF has forms where this program has colours, so each form stands for a colour. Other markup is kept as written,
//! in a command of the comment, and shows nothing.

use std::collections::HashSet;

use super::read::letters;
use super::tree::Property;
use super::{letter, point};
use crate::games::backgammon::place::Place;
use crate::games::{BoardMark, MarkColour, Node, Side, annotation};

/// The marks of points, with their colours.
const MARKS: [(&str, MarkColour); 4] = [
    ("CR", MarkColour::Green),
    ("MA", MarkColour::Red),
    ("SQ", MarkColour::Blue),
    ("TR", MarkColour::Yellow),
];

/// The lines, with theirs. Other arrows are written as `AR` with a command that has their colour.
const LINES: [(&str, MarkColour); 2] = [("AR", MarkColour::Green), ("LN", MarkColour::Blue)];

/// Markup and facts about nodes that mean nothing here.
const KEPT: [&str; 14] =
    ["LB", "SL", "DD", "VW", "FG", "HO", "GB", "GW", "DM", "UC", "V", "N", "TB", "TW"];

/// More values of a property, or marks of a node, are no drawing of a person.
const MOST: usize = 1_000;
/// A longer property is not kept, since a reader may cut it.
const LONGEST: usize = 5_000;

/// The command in which a property is kept: `[%sgf LB a:1|b:2]`.
const COMMAND: &str = "[%sgf ";

/// The commands of a comment that say the same as a property; `None` if it draws nothing, `Err` if it cannot be kept.
pub(super) fn read(property: &Property) -> Option<Result<String, String>> {
    let Property { key, values, .. } = property;
    let colour_in = |kinds: &[(&str, MarkColour)]| {
        kinds.iter().find(|(known, _)| known == key).map(|(_, colour)| *colour)
    };
    let (mark, line) = (colour_in(&MARKS), colour_in(&LINES));
    let is_kept = KEPT.contains(&key.as_str());
    if mark.is_none() && line.is_none() && !is_kept {
        return None;
    }
    let n = values.len();
    if n > MOST {
        return Some(Err(format!("{key} is left out: it has {n} values")));
    }
    if is_kept {
        return Some(kept(key, values));
    }
    let ends = match mark {
        Some(_) => values.iter().map(|value| marked(value)).collect::<Option<Vec<_>>>(),
        None => values.iter().map(|value| joined(value)).collect(),
    };
    let colour = mark.or(line)?;
    let read = ends.map(|ends| {
        let ends = ends.into_iter().flatten();
        drawn(ends.map(|(from, to)| BoardMark { colour, from, to }), &HashSet::new())
    });
    let shown: String = values.join("][").chars().take(40).collect();
    Some(read.ok_or_else(|| format!("{key}[{shown}] is left out: it names no points of the board")))
}

/// A property as a command.
fn kept(key: &str, values: &[String]) -> Result<String, String> {
    let text = values.join("|");
    let is_plain = |value: &String| !value.contains(['[', ']', '|', '\n']);
    if text.len() > LONGEST || !values.iter().all(is_plain) {
        return Err(format!("{key} is left out: its value is long, or has brackets or lines"));
    }
    let gap = if text.trim().is_empty() { "" } else { " " };
    Ok(format!("{COMMAND}{key}{gap}{}]", text.trim()))
}

/// The cells that `a` or `a:f` marks, each as both ends of a mark.
fn marked(value: &str) -> Option<Vec<(String, String)>> {
    let letters = letters(value).ok()?;
    letters.into_iter().map(|letter| cell(letter).map(|cell| (cell.clone(), cell))).collect()
}

/// The ends of `a:f`.
fn joined(value: &str) -> Option<Vec<(String, String)>> {
    let (from, to) = value.trim().split_once(':')?;
    let end = |text: &str| cell(text.trim().parse().ok()?);
    let ends = (end(from)?, end(to)?);
    (ends.0 != ends.1).then(|| vec![ends])
}

/// The commands that draw these marks, of each pair of ends the first, without those of `known` ends.
fn drawn(marks: impl Iterator<Item = BoardMark>, known: &HashSet<(String, String)>) -> String {
    let mut seen = known.clone();
    let mut node = Node::default();
    for mark in marks {
        if seen.insert((mark.from.clone(), mark.to.clone())) {
            node.draw(mark);
        }
    }
    node.commands.join(" ")
}

/// The commands without those that draw what the comment of the same node draws already.
pub(super) fn beside(commands: &str, comment: &str) -> String {
    let (mut said, mut new) = (Node::default(), Node::default());
    annotation::set_aside(comment, &mut said);
    annotation::set_aside(commands, &mut new);
    let known = said.board_marks().into_iter().map(|mark| (mark.from, mark.to)).collect();
    let marks = drawn(new.board_marks().into_iter(), &known);
    new.erase();
    new.commands.extend((!marks.is_empty()).then_some(marks));
    new.commands.join(" ")
}

/// The properties that draw the same as the node, and the node without the commands that they replace.
pub(super) fn write(node: &Node) -> (String, Node) {
    let mut rest = node.clone();
    let mut text = String::new();
    rest.commands.retain(|command| {
        let kept = command.strip_prefix(COMMAND).and_then(|inner| inner.strip_suffix(']'));
        let Some(inner) = kept else { return true };
        // A property may have an empty value.
        let (key, values) = inner.split_once(' ').unwrap_or((inner, ""));
        let is_one = values.len() <= LONGEST && !values.contains('[');
        if !is_one || !KEPT.contains(&key) || values.matches('|').count() >= MOST {
            return true;
        }
        let values: Vec<String> = values.split('|').map(super::write::escaped).collect();
        text += &format!("{key}[{}]", values.join("]["));
        false
    });
    let marks = rest.board_marks();
    if marks.is_empty() || marks.len() > MOST {
        return (text, rest);
    }
    rest.erase();
    let mut others = Vec::new();
    let mut properties: Vec<(&str, Vec<String>)> = Vec::new();
    for mark in marks {
        let points = sgf_point(&mark.from).zip(sgf_point(&mark.to));
        let kinds = if mark.from == mark.to { &MARKS[..] } else { &LINES[..] };
        let own = kinds.iter().find(|(_, colour)| *colour == mark.colour);
        if let Some((from, to)) = points {
            let key = own.map_or("AR", |(key, _)| *key);
            let value =
                if mark.from == mark.to { from.to_string() } else { format!("{from}:{to}") };
            match properties.iter_mut().find(|(known, _)| *known == key) {
                Some((_, values)) if values.contains(&value) => {}
                Some((_, values)) => values.push(value),
                None => properties.push((key, vec![value])),
            }
        }
        if points.is_none() || own.is_none() {
            others.push(mark);
        }
    }
    let others = drawn(others.into_iter(), &HashSet::new());
    rest.commands.extend((!others.is_empty()).then_some(others));
    for (key, values) in properties {
        text += &format!("{key}[{}]", values.join("]["));
    }
    (text, rest)
}

/// The cell of a letter. The bar and the tray of both sides have one letter, which is White's.
fn cell(letter: char) -> Option<String> {
    point(Side::First, letter).map(|point| Place::of(Side::First, point).name())
}

/// The letter of a cell; `None` for bars and trays, whose sides SGF does not tell apart, and for dice and cube.
fn sgf_point(cell: &str) -> Option<char> {
    match Place::parse(cell)? {
        Place::Point(number) => Some(letter(Side::First, number)),
        Place::Bar(_) | Place::Off(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn property(key: &str, values: &[&str]) -> Property {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        Property { key: key.to_owned(), values, line: 1 }
    }

    #[test]
    fn every_form_has_its_colour_and_comes_back_as_it_was() {
        for (key, values, command) in [
            ("CR", &["a", "f"][..], "[%csl G1,G6]"),
            ("MA", &["x"], "[%csl R24]"),
            ("SQ", &["c"], "[%csl B3]"),
            ("TR", &["m"], "[%csl Y13]"),
            ("AR", &["a:f", "x:s"], "[%cal G1-6,G24-19]"),
            ("LN", &["a:f"], "[%cal B1-6]"),
            ("LB", &["a:1", "b:two"], "[%sgf LB a:1|b:two]"),
            ("DD", &[""], "[%sgf DD]"),
        ] {
            let read = read(&property(key, values)).unwrap().unwrap();
            assert_eq!(read, command);
            let node = Node { commands: vec![read], ..Node::default() };
            let (text, rest) = write(&node);
            assert_eq!((text, rest.commands.len()), (format!("{key}[{}]", values.join("][")), 0));
        }
        let range = read(&property("CR", &["a:c"])).unwrap();
        assert_eq!(range.as_deref(), Ok("[%csl G1,G2,G3]"));
    }

    #[test]
    fn what_has_no_form_stays_in_the_comment_as_well() {
        let commands = ["[%csl Gwhite bar,G1]", "[%cal R1-6]"].map(str::to_owned).to_vec();
        let (text, rest) = write(&Node { commands, ..Node::default() });
        assert_eq!(text, "CR[a]AR[a:f]");
        assert_eq!(rest.commands, ["[%csl Gwhite bar] [%cal R1-6]"]);
        assert_eq!(beside("[%cal G1-6,G2-3]", "[%cal R1-6] text"), "[%cal G2-3]");
    }

    #[test]
    fn what_names_no_points_is_told() {
        for (key, value) in [("CR", "1"), ("AR", "a"), ("AR", "a:a"), ("LN", "a:?"), ("LB", "a:[")]
        {
            let told = read(&property(key, &[value])).unwrap();
            assert!(told.is_err_and(|told| told.contains(key)), "{key}[{value}]");
        }
        assert_eq!(read(&property("XX", &["a"])), None);
    }
}
