//! Marks and arrows that a person draws on the board, among the commands of a comment:
//! `[%csl G32,R19]` for marks of cells, `[%cal G32-28]` for arrows, with the letters of the colours
//! first, as programs for chess write them.
//!
//! Where both cells have names of two characters, as in Othello, an arrow is written without a sign
//! between them (`Ga1b2`). The comma in the name of a place in Hive becomes a slash, and its arrows
//! have the sign `>`.
//!
//! Knows no board: names of cells are not checked.

use super::Node;

/// The colour of a mark.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum MarkColour {
    /// Without a key held.
    #[default]
    Green,
    /// With Shift.
    Red,
    /// With Ctrl.
    Blue,
    /// With Alt.
    Yellow,
}

impl MarkColour {
    /// Every colour with its letter in files.
    const ALL: [(Self, char); 4] =
        [(Self::Green, 'G'), (Self::Red, 'R'), (Self::Blue, 'B'), (Self::Yellow, 'Y')];

    fn letter(self) -> char {
        let mut all = Self::ALL.into_iter();
        all.find(|(colour, _)| *colour == self).map_or('G', |(_, letter)| letter)
    }
}

/// A mark of a cell, whose ends are the same, or an arrow from cell to cell.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BoardMark {
    /// Its colour.
    pub colour: MarkColour,
    /// The cell where it begins.
    pub from: String,
    /// The cell that it points to.
    pub to: String,
}

impl Node {
    /// What was drawn on the board in the position after the move.
    #[must_use]
    pub fn board_marks(&self) -> Vec<BoardMark> {
        self.commands.iter().filter_map(|command| read(command)).flatten().collect()
    }

    /// Draws a mark. The same again is taken away, and one with the same ends in another colour is
    /// replaced.
    pub fn draw(&mut self, mark: BoardMark) {
        let mut marks = self.board_marks();
        let same = marks.iter().position(|known| known.from == mark.from && known.to == mark.to);
        match same {
            Some(idx) if marks[idx] == mark => {
                marks.remove(idx);
            }
            Some(idx) => marks[idx] = mark,
            None => marks.push(mark),
        }
        self.erase();
        let (cells, arrows): (Vec<_>, Vec<_>) = marks.iter().partition(|mark| mark.from == mark.to);
        for (name, marks) in [("csl", cells), ("cal", arrows)] {
            if !marks.is_empty() {
                let texts: Vec<String> = marks.into_iter().map(text).collect();
                self.commands.push(format!("[%{name} {}]", texts.join(",")));
            }
        }
    }

    /// Removes everything that was drawn.
    pub fn erase(&mut self) {
        self.commands.retain(|command| !is_board_mark(command));
    }
}

/// A command of a comment that draws something on the board, and nothing else.
#[must_use]
pub fn is_board_mark(command: &str) -> bool {
    read(command).is_some()
}

/// The marks of a command; `None` if it isn't one of marks, or a part of it cannot be read.
fn read(command: &str) -> Option<Vec<BoardMark>> {
    let inner = command.strip_prefix("[%")?.strip_suffix(']')?;
    let (name, list) = inner.split_once(' ')?;
    let is_arrow = match name {
        "csl" => false,
        "cal" => true,
        _ => return None,
    };
    list.split(',').map(|text| mark(text.trim(), is_arrow)).collect()
}

fn mark(text: &str, is_arrow: bool) -> Option<BoardMark> {
    let letter = text.chars().next()?;
    let (colour, _) = MarkColour::ALL.into_iter().find(|(_, known)| *known == letter)?;
    let rest = &text[letter.len_utf8()..];
    let (from, to) = match is_arrow {
        false => (rest, rest),
        true => ends(rest)?,
    };
    let name = |text: &str| text.replace('/', ",");
    (!from.is_empty() && !to.is_empty()).then(|| BoardMark {
        colour,
        from: name(from),
        to: name(to),
    })
}

/// The two cells of an arrow.
fn ends(text: &str) -> Option<(&str, &str)> {
    let parted = text.split_once('>').or_else(|| text.split_once('-'));
    parted.or_else(|| text.split_at_checked(2).filter(|_| text.len() == 4))
}

fn text(mark: &BoardMark) -> String {
    let name = |cell: &str| cell.replace(',', "/");
    let (letter, from, to) = (mark.colour.letter(), name(&mark.from), name(&mark.to));
    if from == to {
        return format!("{letter}{from}");
    }
    let is_square = |cell: &str| cell.len() == 2 && cell.starts_with(char::is_alphabetic);
    let sign = match (is_square(&from) && is_square(&to), from.contains('/')) {
        (true, _) => "",
        (false, true) => ">",
        (false, false) => "-",
    };
    format!("{letter}{from}{sign}{to}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(colour: MarkColour, from: &str, to: &str) -> BoardMark {
        BoardMark { colour, from: from.to_owned(), to: to.to_owned() }
    }

    #[test]
    fn marks_of_every_kind_of_board_are_written_and_read_the_same() {
        for (marks, commands) in [
            (
                vec![drawn(MarkColour::Green, "32", "32"), drawn(MarkColour::Red, "32", "28")],
                vec!["[%csl G32]", "[%cal R32-28]"],
            ),
            (
                vec![drawn(MarkColour::Blue, "a1", "b2"), drawn(MarkColour::Yellow, "h8", "a1")],
                vec!["[%cal Ba1b2,Yh8a1]"],
            ),
            (
                vec![
                    drawn(MarkColour::Green, "0,-1", "0,-1"),
                    drawn(MarkColour::Red, "0,-1", "-2,1"),
                ],
                vec!["[%csl G0/-1]", "[%cal R0/-1>-2/1]"],
            ),
        ] {
            let mut node = Node::default();
            marks.iter().cloned().for_each(|mark| node.draw(mark));
            assert_eq!(node.commands, commands);
            assert_eq!(node.board_marks(), marks);
        }
    }

    #[test]
    fn the_same_mark_again_is_taken_away_and_another_colour_replaces_it() {
        let mut node = Node { commands: vec!["[%foo 7]".to_owned()], ..Node::default() };
        node.draw(drawn(MarkColour::Green, "32", "28"));
        node.draw(drawn(MarkColour::Red, "32", "28"));
        assert_eq!(node.commands, ["[%foo 7]", "[%cal R32-28]"]);
        node.draw(drawn(MarkColour::Red, "32", "28"));
        assert_eq!(node.commands, ["[%foo 7]"]);
    }

    #[test]
    fn commands_that_cannot_be_read_whole_stay_as_they_are() {
        for command in
            ["[%csl Xa1]", "[%csl G]", "[%cal Ga1]", "[%csl Ga1,]", "[%clk 1]", "[%csl é"]
        {
            let mut node = Node { commands: vec![command.to_owned()], ..Node::default() };
            assert_eq!(node.board_marks(), []);
            node.erase();
            assert_eq!(node.commands, [command]);
        }
    }
}
