//! What a review says of a move, beside the marks that the author of the game gave it.
//!
//! A review's mark takes the first place, since what follows from it (mistakes, practice, accuracy) is the review's.
//! The author's mark stays behind it, named by a command in the comment on the move: `[%mark ??]`, or `[%mark ?? =]`
//! where the review gave the same. So a later review knows which mark is whose. Judges nothing itself.

use super::Node;

const NAME: &str = "[%mark ";
/// Behind the author's marks: the review gave one of them, too.
const SAME: &str = "=";
/// The marks that a review gives.
const GIVEN: [&str; 3] = ["?!", "?", "??"];

impl Node {
    /// Takes what a review says of the move: its loss, `None` where nothing was judged, and its mark, empty for none.
    /// What an earlier review said goes; marks of the author stay.
    pub fn judge(&mut self, loss: Option<f64>, mark: &str) {
        let is_given = |mark: &String| GIVEN.contains(&mark.as_str());
        let own = match self.loss {
            Some(_) => self.own_marks(),
            // No review has judged it: every mark is the author's.
            None => self.marks.iter().filter(|mark| is_given(mark)).cloned().collect(),
        };
        let others = own.iter().filter(|own| *own != mark);
        self.marks.retain(|mark| !is_given(mark));
        self.marks.extend((!mark.is_empty()).then(|| mark.to_owned()));
        self.marks.extend(others.cloned());
        self.loss = loss;
        let is_same = own.iter().any(|own| own == mark);
        self.name_own_marks(&own, is_same);
    }

    /// The author has changed the marks: all that are there now are the author's, also of a judged move, and later
    /// reviews keep them.
    pub fn own_marks_changed(&mut self) {
        let own: Vec<String> =
            self.marks.iter().filter(|mark| GIVEN.contains(&mark.as_str())).cloned().collect();
        self.name_own_marks(&own, true);
    }

    fn name_own_marks(&mut self, own: &[String], is_same: bool) {
        self.commands.retain(|command| written(command).is_none());
        if self.loss.is_some() && !own.is_empty() {
            let words = own.iter().map(String::as_str).chain(is_same.then_some(SAME));
            self.commands.push(format!("{NAME}{}]", words.collect::<Vec<_>>().join(" ")));
        }
    }

    /// Its mark as a move that loses something: `?!`, `?` or `??`; not `!?`, which praises with a doubt. Of a move that
    /// a review has judged it is the review's.
    #[must_use]
    pub fn mistake_mark(&self) -> Option<&str> {
        let is_apart = self.loss.is_some() && !self.own_words().any(|word| word == SAME);
        let own = if is_apart { self.own_marks() } else { Vec::new() };
        // The review's stands before those of the author.
        let marks = self.marks.iter().filter(|mark| !own.contains(mark));
        marks.map(String::as_str).find(|mark| mark.starts_with('?'))
    }

    /// The mark that is shown beside the move: that of a mistake, otherwise its quality, otherwise what is said of
    /// the position, in the signs of annotated games; empty where it has none of them.
    #[must_use]
    pub fn shown_mark(&self) -> &str {
        let quality =
            || self.marks.iter().map(String::as_str).find(|mark| mark.starts_with(['!', '?']));
        let said = || self.marks.iter().map(|mark| sign(mark)).find(|sign| !sign.is_empty());
        self.mistake_mark().or_else(quality).or_else(said).unwrap_or_default()
    }

    /// The author's marks of a move that a review has judged.
    fn own_marks(&self) -> Vec<String> {
        self.own_words().filter(|word| *word != SAME).map(str::to_owned).collect()
    }

    fn own_words(&self) -> impl Iterator<Item = &str> {
        let named = self.commands.iter().find_map(|command| written(command));
        named.into_iter().flat_map(str::split_whitespace)
    }
}

/// The sign of a mark that is a number of the PGN standard, empty for one without; other marks are their own sign.
fn sign(mark: &str) -> &str {
    match mark {
        "$7" | "$8" => "\u{25a1}",
        "$10" | "$11" | "$12" => "=",
        "$13" => "\u{221e}",
        "$14" => "+=",
        "$15" => "=+",
        "$16" => "\u{b1}",
        "$17" => "-/+",
        "$18" => "+-",
        "$19" => "-+",
        "$146" => "N",
        number if number.starts_with('$') => "",
        other => other,
    }
}

fn written(command: &str) -> Option<&str> {
    command.strip_prefix(NAME)?.strip_suffix(']')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{MoveText, Reading, Record, Setup, Side, find};

    fn marked(marks: &[&str]) -> Node {
        Node { marks: marks.iter().map(|mark| (*mark).to_owned()).collect(), ..Node::default() }
    }

    #[test]
    fn marks_of_the_author_stay_behind_those_of_every_review() {
        let mut node = marked(&["!", "?!"]);
        assert_eq!(node.mistake_mark(), Some("?!"));
        for (loss, mark, marks) in [
            (5.0, "??", &["!", "??", "?!"][..]),
            (0.1, "", &["!", "?!"]),
            (2.0, "?", &["!", "?", "?!"]),
        ] {
            node.judge(Some(loss), mark);
            assert_eq!(node.marks, marks);
            assert_eq!(node.mistake_mark().unwrap_or_default(), mark);
        }
        // Both say the same.
        node.judge(Some(1.0), "?!");
        assert_eq!(
            (&node.marks[..], &node.commands[..]),
            (&["!", "?!"].map(str::to_owned)[..], &["[%mark ?! =]".to_owned()][..])
        );
        assert_eq!(node.mistake_mark(), Some("?!"));
        node.judge(Some(0.0), "");
        assert_eq!(
            (node.marks.last().map(String::as_str), node.mistake_mark()),
            (Some("?!"), None)
        );
        // The author takes it away, and gives another one.
        node.marks.clear();
        node.own_marks_changed();
        node.judge(Some(3.0), "?");
        assert_eq!((&node.marks[..], node.commands.len()), (&["?".to_owned()][..], 0));
        node.marks = vec!["??".to_owned()];
        node.own_marks_changed();
        assert_eq!(node.mistake_mark(), Some("??"));
        node.judge(Some(0.0), "");
        assert_eq!((node.marks.len(), node.mistake_mark()), (1, None));
        let mut unjudged = marked(&["?"]);
        unjudged.judge(None, "");
        assert_eq!((unjudged.mistake_mark(), unjudged.commands.len()), (Some("?"), 0));
    }

    #[test]
    fn a_move_shows_its_mistake_before_its_quality_before_what_is_said_of_the_position() {
        for (marks, shown) in [
            (&["$14", "!", "??"][..], "??"),
            (&["$14", "!?"], "!?"),
            (&["$200", "$14"], "+="),
            (&["$200"], ""),
            (&[], ""),
        ] {
            assert_eq!(marked(marks).shown_mark(), shown, "{marks:?}");
        }
        let mut judged = marked(&["!"]);
        judged.judge(Some(4.0), "?");
        assert_eq!(judged.shown_mark(), "?");
    }

    #[test]
    fn a_file_says_whose_a_mark_is() {
        let format = |name: &str, game: &str| {
            let formats = find(game).unwrap().formats();
            formats.iter().find(|format| format.name == name).unwrap()
        };
        for (game, name, mv) in [("draughts", "pdn", "32-28"), ("hive", "pgn", "wS1")] {
            let mut record = Record::new(game, Setup::default());
            let at = record.add(Record::START, MoveText(mv.to_owned()), Some(Side::First));
            *record.node_mut(at) = Node { marks: marked(&["??"]).marks, ..record.node(at).clone() };
            record.node_mut(at).judge(Some(0.05), "");
            let text = format(name, game).write_game(&record).unwrap();
            let read = (format(name, game).read)(text.as_bytes(), &Reading::default());
            let mut node = read.records[0].node(1).clone();
            assert_eq!((node.mistake_mark(), &node.marks[..]), (None, &["??".to_owned()][..]));
            node.judge(Some(3.0), "?");
            assert_eq!(node.marks, ["?", "??"], "{text}");
        }
    }
}
