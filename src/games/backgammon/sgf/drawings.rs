//! What is drawn on the board, as properties of FF[4]: `CR`, `SQ`, `TR` and `MA` mark points, `AR` and `LN` lead
//! from point to point (red-bean.com/sgf/properties.html, "Markup properties").
//!
//! SGF has forms where this program has colours, so each form stands for a colour. Other markup is kept as written,
//! in a command of the comment, and shows nothing.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

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

/// The content of a property that draws, or is kept.
#[derive(Debug, Default, Eq, PartialEq)]
pub(super) struct Drawing {
    /// Its name.
    key: String,
    /// What it draws, each with its value.
    marks: Vec<(String, BoardMark)>,
    /// What it only keeps, as a command.
    kept: Option<String>,
}

/// What a property draws or keeps, also values that name no points; `None` if it is no markup, `Err` with its kind if
/// it cannot be kept.
pub(super) fn read(property: &Property) -> Option<Result<Drawing, String>> {
    let Property { key, values, .. } = property;
    let colour_in = |kinds: &[(&str, MarkColour)]| {
        kinds.iter().find(|(known, _)| known == key).map(|(_, colour)| *colour)
    };
    let (mark, line) = (colour_in(&MARKS), colour_in(&LINES));
    if mark.is_none() && line.is_none() && !KEPT.contains(&key.as_str()) {
        return None;
    }
    if values.len() > MOST {
        return Some(Err(format!("{key} with more than {MOST} values")));
    }
    let mut drawing = Drawing { key: key.clone(), ..Drawing::default() };
    let mut odd = Vec::new();
    for value in values {
        let ends = if mark.is_some() { marked(value) } else { joined(value) };
        match mark.or(line).zip(ends) {
            Some((colour, ends)) => {
                drawing.marks.extend(ends.into_iter().map(|(value, from, to)| {
                    let mark = BoardMark { colour, from, to };
                    (value, mark)
                }));
            }
            None => odd.push(value.clone()),
        }
    }
    if !odd.is_empty() {
        match kept(key, &odd) {
            Ok(command) => drawing.kept = Some(command),
            Err(what) => return Some(Err(what)),
        }
    }
    Some(Ok(drawing))
}

/// The value is that of a mark: a point or a range of points.
pub(super) fn names_points(value: &str) -> bool {
    marked(value).is_some()
}

/// A property as a command.
fn kept(key: &str, values: &[String]) -> Result<String, String> {
    let text = values.join("|");
    let is_plain = |value: &String| !value.contains(['[', ']', '|', '\n']);
    if text.len() > LONGEST || !values.iter().all(is_plain) {
        return Err(format!("{key} with brackets, lines or a long value"));
    }
    Ok(command(key, values))
}

fn command(key: &str, values: &[String]) -> String {
    let text = values.join("|");
    let gap = if text.trim().is_empty() { "" } else { " " };
    format!("{COMMAND}{key}{gap}{}]", text.trim())
}

/// The cells that `a` or `a:f` marks: of each its letter, and the cell as both ends of a mark.
fn marked(value: &str) -> Option<Vec<(String, String, String)>> {
    let letters = letters(value).ok()?.into_iter();
    letters
        .map(|letter| cell(letter).map(|cell| (letter.to_string(), cell.clone(), cell)))
        .collect()
}

/// The ends of `a:f`, behind the value.
fn joined(value: &str) -> Option<Vec<(String, String, String)>> {
    let value = value.trim();
    let (from, to) = value.split_once(':')?;
    let end = |text: &str| cell(text.trim().parse().ok()?);
    let (from, to) = (end(from)?, end(to)?);
    (from != to).then(|| vec![(value.to_owned(), from, to)])
}

/// The commands that draw these marks, of each pair of ends the first.
fn drawn(marks: impl Iterator<Item = BoardMark>) -> String {
    let mut seen = HashSet::new();
    let mut node = Node::default();
    for mark in marks {
        if seen.insert((mark.from.clone(), mark.to.clone())) {
            node.draw(mark);
        }
    }
    node.commands.join(" ")
}

/// The commands of these drawings, without those that draw what the comment of the same node draws already. A mark
/// of a place that has another one is kept, but not shown.
pub(super) fn beside(drawings: &[Drawing], comment: &str) -> String {
    let mut said = Node::default();
    annotation::set_aside(comment, &mut said);
    let mut shown: HashMap<_, _> = said
        .board_marks()
        .into_iter()
        .map(|mark| ((mark.from, mark.to), (mark.colour, true)))
        .collect();
    let (mut commands, mut new) = (Vec::new(), Vec::new());
    for Drawing { key, marks, kept: odd } in drawings {
        commands.extend(odd.clone());
        let mut second = Vec::new();
        for (value, mark) in marks {
            match shown.entry((mark.from.clone(), mark.to.clone())) {
                Entry::Vacant(place) => {
                    place.insert((mark.colour, false));
                    new.push(mark.clone());
                }
                Entry::Occupied(place) => {
                    // The comment has the colour of an arrow that is written as `AR`.
                    let (colour, in_comment) = *place.get();
                    if colour != mark.colour && !(in_comment && key == "AR") {
                        second.push(value.clone());
                    }
                }
            }
        }
        commands.extend((!second.is_empty()).then(|| command(key, &second)));
    }
    let marks = drawn(new.into_iter());
    commands.extend((!marks.is_empty()).then_some(marks));
    commands.join(" ")
}

/// The properties that draw the same as the node, and the node without the commands that they replace.
pub(super) fn write(node: &Node) -> (String, Node) {
    let mut rest = node.clone();
    let mut text = String::new();
    let mut properties: Vec<(&str, Vec<String>)> = Vec::new();
    rest.commands.retain(|command| {
        let kept = command.strip_prefix(COMMAND).and_then(|inner| inner.strip_suffix(']'));
        let Some(inner) = kept else { return true };
        // A property may have an empty value.
        let (key, values) = inner.split_once(' ').unwrap_or((inner, ""));
        let is_one = values.len() <= LONGEST && !values.contains('[');
        if !is_one || values.matches('|').count() >= MOST {
            return true;
        }
        let values = values.split('|').map(super::write::escaped);
        if let Some((key, _)) = MARKS.iter().chain(&LINES).find(|(known, _)| *known == key) {
            // A node has a property once: the points that are shown follow below.
            values.for_each(|value| add(&mut properties, key, value));
            return false;
        }
        if KEPT.contains(&key) {
            text += &format!("{key}[{}]", values.collect::<Vec<_>>().join("]["));
        }
        !KEPT.contains(&key)
    });
    let marks = rest.board_marks();
    let marks = if marks.len() > MOST { Vec::new() } else { marks };
    if !marks.is_empty() {
        rest.erase();
    }
    let mut others = Vec::new();
    for mark in marks {
        let points = sgf_point(&mark.from).zip(sgf_point(&mark.to));
        let kinds = if mark.from == mark.to { &MARKS[..] } else { &LINES[..] };
        let own = kinds.iter().find(|(_, colour)| *colour == mark.colour);
        if let Some((from, to)) = points {
            let key = own.map_or("AR", |(key, _)| *key);
            let value =
                if mark.from == mark.to { from.to_string() } else { format!("{from}:{to}") };
            add(&mut properties, key, value);
        }
        if points.is_none() || own.is_none() {
            others.push(mark);
        }
    }
    let others = drawn(others.into_iter());
    rest.commands.extend((!others.is_empty()).then_some(others));
    for (key, values) in properties {
        text += &format!("{key}[{}]", values.join("]["));
    }
    (text, rest)
}

/// Adds a value to the property of this name, once.
fn add(properties: &mut Vec<(&'static str, Vec<String>)>, key: &'static str, value: String) {
    match properties.iter_mut().find(|(known, _)| *known == key) {
        Some((_, values)) if values.contains(&value) => {}
        Some((_, values)) => values.push(value),
        None => properties.push((key, vec![value])),
    }
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

    fn drawing(key: &str, values: &[&str]) -> String {
        beside(&[read(&property(key, values)).unwrap().unwrap()], "")
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
            let read = drawing(key, values);
            assert_eq!(read, command);
            let node = Node { commands: vec![read], ..Node::default() };
            let (text, rest) = write(&node);
            assert_eq!((text, rest.commands.len()), (format!("{key}[{}]", values.join("][")), 0));
        }
        assert_eq!(drawing("CR", &["a:c"]), "[%csl G1,G2,G3]");
    }

    #[test]
    fn what_has_no_form_stays_in_the_comment_as_well() {
        let commands = ["[%csl Gwhite bar,G1]", "[%cal R1-6]"].map(str::to_owned).to_vec();
        let (text, rest) = write(&Node { commands, ..Node::default() });
        assert_eq!(text, "CR[a]AR[a:f]");
        assert_eq!(rest.commands, ["[%csl Gwhite bar] [%cal R1-6]"]);
        let arrows = read(&property("AR", &["a:f", "b:c"])).unwrap().unwrap();
        assert_eq!(beside(&[arrows], "[%cal R1-6] text"), "[%cal G2-3]");
    }

    #[test]
    fn a_second_mark_of_a_point_and_odd_points_stay_at_their_node() {
        let both = [("CR", &["a", "1"][..]), ("TR", &["a", "b"])];
        let both = both.map(|(key, values)| read(&property(key, values)).unwrap().unwrap());
        let commands = beside(&both, "");
        assert_eq!(commands, "[%sgf CR 1] [%sgf TR a] [%csl G1,Y2]");
        let mut node = Node::default();
        annotation::set_aside(&commands, &mut node);
        let (text, rest) = write(&node);
        assert_eq!((text.as_str(), rest.commands.len()), ("CR[1][a]TR[a][b]", 0));
        for (key, value) in [("CR", "1"), ("AR", "a"), ("AR", "a:a"), ("LN", "a:?")] {
            assert_eq!(drawing(key, &[value]), format!("[%sgf {key} {value}]"));
        }
    }

    #[test]
    fn what_cannot_be_kept_is_told() {
        for (key, value) in [("CR", "a["), ("LB", "a:[")] {
            let told = read(&property(key, &[value])).unwrap();
            assert!(told.is_err_and(|told| told.contains(key)), "{key}[{value}]");
        }
        assert_eq!(read(&property("XX", &["a"])), None);
    }
}
