//! What a format cannot hold of a game: the game is written, read again, and compared.
//!
//! Knows no format: what is lost is seen, not listed by hand.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use super::text::pgn::{dashed_date, pgn_clock};
use super::{
    DatabaseFile, Format, Game, Node, NodeId, Reading, Record, Tags, WriteError, Writing, counted,
    find, is_board_mark, is_comment_before,
};

/// Something of a game that is not there after it was written and read again.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Lost {
    /// The start position or the variant.
    Start,
    /// Moves of the game itself.
    Moves,
    /// Lines beside the game.
    Variations,
    /// Comments.
    Comments,
    /// Commands of other programs in comments.
    Commands,
    /// Marks and arrows drawn on the board.
    BoardMarks,
    /// Marks of moves.
    Marks,
    /// Times that moves took, or that were left.
    Times,
    /// Values of engines and players.
    Evaluations,
    /// Of such a value: its depth, engine, nodes or line.
    EvaluationFacts,
    /// Losses of moves, and luck of dice.
    Judgements,
    /// The result.
    Result,
    /// Why a game with this result was over.
    Reasons,
    /// Names of players.
    Players,
    /// Other parts of the heading.
    Tags,
}

impl Lost {
    /// What one of them is called.
    fn noun(self) -> &'static str {
        match self {
            Self::Start => "start position",
            Self::Moves => "move",
            Self::Variations => "variation",
            Self::Comments => "comment",
            Self::Commands => "command of another program",
            Self::BoardMarks => "drawing on the board",
            Self::Marks => "mark",
            Self::Times => "time of a move",
            Self::Evaluations => "evaluation",
            Self::EvaluationFacts => "detail of evaluations (depth, engine, nodes, line)",
            Self::Judgements => "loss or luck of a move",
            Self::Result => "result",
            Self::Reasons => "reason of a result",
            Self::Players => "name of a player",
            Self::Tags => "tag",
        }
    }
}

/// What was lost, and how much of it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Losses {
    counts: BTreeMap<Lost, usize>,
    /// Names of the tags.
    tags: Vec<String>,
    /// Texts that are there with other brackets.
    n_rebracketed: usize,
}

impl Losses {
    /// Nothing was lost.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Texts that are whole but for their square brackets, in place of which there are parentheses.
    #[must_use]
    pub fn n_rebracketed(&self) -> usize {
        self.n_rebracketed
    }

    /// How much of this was lost.
    #[must_use]
    pub fn n_of(&self, what: Lost) -> usize {
        self.counts.get(&what).copied().unwrap_or(0)
    }

    /// Adds those of another game.
    pub fn merge(&mut self, other: Self) {
        for (what, n) in other.counts {
            self.add(what, n);
        }
        for tag in other.tags {
            self.name_tag(tag);
        }
        self.n_rebracketed += other.n_rebracketed;
    }

    /// This text is lost if the other one is not the same, which may have parentheses in place of brackets.
    /// Blanks do not count.
    fn is_lost(&mut self, own: &str, back: &str) -> bool {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (own, back) = (words(own), words(back));
        if own.is_empty() || own == back {
            return false;
        }
        let round = |word: &String| word.replace('[', "(").replace(']', ")");
        let is_whole = own.iter().map(round).eq(back.iter().map(round));
        self.n_rebracketed += usize::from(is_whole);
        !is_whole
    }

    fn add(&mut self, what: Lost, n: usize) {
        if n > 0 {
            *self.counts.entry(what).or_default() += n;
        }
    }

    fn name_tag(&mut self, tag: String) {
        if !self.tags.contains(&tag) {
            self.tags.push(tag);
        }
    }
}

/// `2 variations, 14 comments, 3 tags (Round, Event)`
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, (what, n)) in self.counts.iter().enumerate() {
            let before = if idx == 0 { "" } else { ", " };
            let words = match (what, *n) {
                (Lost::Times, n @ 2..) => format!("{n} times of moves"),
                (Lost::Players, n @ 2..) => format!("{n} names of players"),
                (Lost::Reasons, n @ 2..) => format!("{n} reasons of results"),
                (Lost::Judgements, n @ 2..) => format!("{n} losses or luck of moves"),
                (Lost::EvaluationFacts, n @ 2..) => {
                    format!("{n} details of evaluations (depth, engine, nodes, line)")
                }
                (Lost::BoardMarks, n @ 2..) => format!("{n} drawings on the board"),
                (Lost::Commands, n @ 2..) => format!("{n} commands of other programs"),
                (what, n) => counted(n, what.noun()),
            };
            write!(f, "{before}{words}")?;
            if *what == Lost::Tags {
                write!(f, " ({})", self.tags.join(", "))?;
            }
        }
        Ok(())
    }
}

/// Writes a game, and says what of it is not there when the text is read again.
///
/// # Errors
///
/// When the format cannot hold the game at all.
pub fn write_with_losses(format: &Format, record: &Record) -> Result<(String, Losses), WriteError> {
    let text = format.write_game(record)?;
    let read = (format.read)(text.as_bytes(), &Reading::default());
    let mut losses = Losses::default();
    match read.records.first() {
        Some(back) => compare(record, back, &mut losses),
        None => losses.add(Lost::Moves, record.main_line().len().max(1)),
    }
    Ok((text, losses))
}

/// Games in one text, and what of them is not in it.
#[derive(Debug, Default)]
pub struct WrittenGames {
    /// The text; empty where no game could be written, and for a database.
    pub text: String,
    /// The file of a database.
    database: Vec<u8>,
    /// Games in it.
    pub n_written: usize,
    /// Games that the format cannot hold, each with its number and why.
    pub left_out: Vec<(usize, WriteError)>,
    /// What the format cannot hold of the others, together.
    pub lost: Losses,
    /// So many of them have lost something.
    pub n_losing: usize,
    /// See [`DatabaseFile::assumed`].
    assumed: Vec<String>,
}

/// Writes these games, each with its number, into one text.
pub fn write_many<'a>(
    format: &Format,
    games: impl Iterator<Item = (usize, &'a Record)>,
) -> WrittenGames {
    let mut all = WrittenGames::default();
    if let Writing::Database(write) = format.write {
        all.write_database(format, games, write);
        return all;
    }
    for (number, record) in games {
        match write_with_losses(format, record) {
            Ok((written, losses)) => {
                all.n_written += 1;
                all.n_losing += usize::from(!losses.is_empty());
                all.lost.merge(losses);
                // An empty line stands between two games.
                if !all.text.is_empty() {
                    all.text.push('\n');
                }
                all.text += written.trim_end_matches('\n');
                all.text.push('\n');
            }
            Err(error) => all.left_out.push((number, error)),
        }
    }
    all
}

impl WrittenGames {
    /// What belongs into the file.
    #[must_use]
    pub fn content(&self) -> &[u8] {
        if self.database.is_empty() { self.text.as_bytes() } else { &self.database }
    }

    fn write_database<'a>(
        &mut self,
        format: &Format,
        games: impl Iterator<Item = (usize, &'a Record)>,
        write: fn(&[&Record]) -> DatabaseFile,
    ) {
        let (numbers, records): (Vec<usize>, Vec<&Record>) = games.unzip();
        let DatabaseFile { bytes, left_out, assumed } = write(&records);
        let is_held = |idx: usize| left_out.binary_search_by_key(&idx, |(out, _)| *out).is_err();
        let held = records.iter().enumerate().filter(|(idx, _)| is_held(*idx));
        let held: Vec<&Record> = held.map(|(_, record)| *record).collect();
        for (idx, reason) in left_out {
            let format = format.name.to_owned();
            self.left_out.push((numbers[idx], WriteError { format, reason }));
        }
        (self.database, self.assumed, self.n_written) = (bytes, assumed, held.len());
        // The head is the same for all: what is lost of a game depends on the others.
        let read = (format.read)(&self.database, &Reading::default());
        for (idx, record) in held.into_iter().enumerate() {
            let mut losses = Losses::default();
            match read.records.get(idx) {
                Some(back) => compare(record, back, &mut losses),
                None => losses.add(Lost::Moves, record.main_line().len().max(1)),
            }
            self.n_losing += usize::from(!losses.is_empty());
            self.lost.merge(losses);
        }
    }

    /// What is not in the text, or not as it was: `PDN cannot hold, and leaves out: 2 comments, in 1 of 4 games`;
    /// `None` where nothing is missing or changed of what was written.
    #[must_use]
    pub fn losses_text(&self, format: &Format) -> Option<String> {
        let (title, lost) = (format.title, &self.lost);
        let of = match self.n_written {
            0 | 1 => String::new(),
            n_written => format!(", in {} of {n_written} games", self.n_losing),
        };
        let missing =
            (!lost.is_empty()).then(|| format!("{title} cannot hold, and leaves out: {lost}{of}"));
        let n = lost.n_rebracketed();
        let changed = (n > 0).then(|| {
            format!(
                "{title} has no square brackets in texts: {} with parentheses",
                counted(n, "text")
            )
        });
        let assumed = self.assumed.iter().cloned();
        let all: Vec<String> = missing.into_iter().chain(changed).chain(assumed).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}

fn compare(record: &Record, back: &Record, losses: &mut Losses) {
    if let Some(game) = find(&record.game) {
        losses.add(Lost::Start, usize::from(start_of(game, record) != start_of(game, back)));
    }
    compare_tags(&record.tags, &back.tags, losses);
    let outcome = |record: &Record| record.result.as_ref().map(|result| result.outcome);
    let has_lost = record.result.is_some() && outcome(record) != outcome(back);
    losses.add(Lost::Result, usize::from(has_lost));
    let has_reason =
        |record: &Record| record.result.as_ref().is_some_and(|result| !result.reason.is_empty());
    losses.add(Lost::Reasons, usize::from(!has_lost && has_reason(record) && !has_reason(back)));
    let mut pairs = vec![(Record::START, Record::START)];
    while let Some((own, theirs)) = pairs.pop() {
        compare_nodes(record.node(own), back.node(theirs), losses);
        for child in &record.node(own).children {
            match counterpart(record, *child, back, theirs) {
                Some(found) => pairs.push((*child, found)),
                None if record.is_main(*child) => {
                    let line = record.main_line();
                    let rest = line.iter().skip_while(|id| *id != child).count();
                    losses.add(Lost::Moves, rest);
                    losses.add(Lost::Comments, comments_behind(record, *child));
                }
                None => {
                    losses.add(Lost::Variations, 1);
                    losses.add(Lost::Comments, comments_behind(record, *child));
                }
            }
        }
    }
}

fn start_of(game: &dyn Game, record: &Record) -> Option<String> {
    game.start(&record.setup).ok().map(|pos| pos.to_text())
}

/// The same move in the other record.
fn counterpart(record: &Record, child: NodeId, back: &Record, parent: NodeId) -> Option<NodeId> {
    let mv = &record.node(child).mv;
    back.node(parent).children.iter().copied().find(|id| back.node(*id).mv == *mv)
}

fn comments_behind(record: &Record, from: NodeId) -> usize {
    let mut open = vec![from];
    let mut n = 0;
    while let Some(id) = open.pop() {
        let node = record.node(id);
        n += usize::from(!node.comment.trim().is_empty());
        open.extend(&node.children);
    }
    n
}

fn compare_nodes(own: &Node, back: &Node, losses: &mut Losses) {
    let is_lost = |lost: bool| usize::from(lost);
    let is_comment_lost = losses.is_lost(&own.comment, &back.comment);
    losses.add(Lost::Comments, is_lost(is_comment_lost));
    let missing = |ours: &[String], theirs: &[String]| {
        ours.iter().filter(|one| !theirs.contains(one)).count()
    };
    let n_missing = missing(&own.commands, &back.commands);
    let theirs = back.board_marks();
    let n_drawn = own.board_marks().iter().filter(|mark| !theirs.contains(mark)).count();
    let n_drawings = own
        .commands
        .iter()
        .filter(|command| is_board_mark(command) && !back.commands.contains(command));
    let before = own.comment_before();
    losses.add(Lost::Comments, is_lost(!before.is_empty() && before != back.comment_before()));
    let n_said = own
        .commands
        .iter()
        .filter(|command| is_comment_before(command) && !back.commands.contains(command));
    losses.add(Lost::Commands, n_missing - n_drawings.count() - n_said.count());
    losses.add(Lost::BoardMarks, n_drawn);
    losses.add(Lost::Marks, missing(&own.marks, &back.marks));
    let n_times = is_lost(own.elapsed.is_some() && back.elapsed.is_none())
        + is_lost(own.time_left.is_some() && back.time_left.is_none());
    losses.add(Lost::Times, n_times);
    losses.add(Lost::Evaluations, own.evaluations.len().saturating_sub(back.evaluations.len()));
    for (ours, theirs) in own.evaluations.iter().zip(&back.evaluations) {
        let n_facts = is_lost(!ours.depth.is_empty() && theirs.depth.is_empty())
            + is_lost(!ours.engine.is_empty() && ours.engine != theirs.engine)
            + is_lost(ours.nodes.is_some() && theirs.nodes.is_none())
            + is_lost(!ours.line.is_empty() && theirs.line.is_empty());
        losses.add(Lost::EvaluationFacts, n_facts);
    }
    let n_judgements = is_lost(own.loss.is_some() && back.loss.is_none())
        + is_lost(own.luck.is_some() && back.luck.is_none());
    losses.add(Lost::Judgements, n_judgements);
}

fn compare_tags(own: &Tags, back: &Tags, losses: &mut Losses) {
    let pairs = own.players.iter().zip(&back.players);
    let n_lost = pairs.filter(|(ours, theirs)| losses.is_lost(ours, theirs)).count();
    losses.add(Lost::Players, n_lost);
    let named = [
        ("rating", &own.ratings[0], &back.ratings[0]),
        ("rating", &own.ratings[1], &back.ratings[1]),
        ("place", &own.place, &back.place),
    ]
    .map(|(name, ours, theirs)| (name, Cow::from(ours), Cow::from(theirs)));
    // The same day, or the same clock, in the form of another format is not lost.
    let dates = [("date", dashed_date(&own.date), dashed_date(&back.date))];
    let clock = |idx: usize| ("clock", pgn_clock(&own.clocks[idx]), pgn_clock(&back.clocks[idx]));
    let named = named.into_iter().chain(dates).chain([clock(0), clock(1)]);
    let named = named.filter(|(_, ours, theirs)| losses.is_lost(ours, theirs));
    let mut lost: Vec<String> = named.map(|(name, ..)| name.to_owned()).collect();
    let empty = String::new();
    let is_lost = |(key, value): &(&String, &String)| {
        losses.is_lost(value, back.other.get(*key).unwrap_or(&empty))
    };
    lost.extend(own.other.iter().filter(is_lost).map(|(key, _)| key.clone()));
    losses.add(Lost::Tags, lost.len());
    lost.into_iter().for_each(|tag| losses.name_tag(tag));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Evaluation, MoveText, Setup, Side};

    /// A game of Othello with everything that a record may have.
    fn record() -> Record {
        let mut record = Record::new("othello", Setup::default());
        record.tags.players = ["Ada".to_owned(), "Bert".to_owned()];
        record.tags.date = "2024.01.02".to_owned();
        let mv = |text: &str| MoveText(text.to_owned());
        let first = record.add(Record::START, mv("f5"), Some(Side::First));
        let second = record.add(first, mv("d6"), Some(Side::Second));
        record.add(first, mv("f6"), Some(Side::Second));
        let node = record.node_mut(second);
        node.comment = "a comment".to_owned();
        node.marks = vec!["?!".to_owned()];
        node.elapsed = Some(std::time::Duration::from_secs(2));
        node.loss = Some(2.5);
        node.evaluations = vec![Evaluation {
            score: 1.5,
            depth: "12".to_owned(),
            engine: "Edax".to_owned(),
            ..Evaluation::default()
        }];
        record
    }

    fn losses(format: &str) -> Losses {
        let game = find("othello").unwrap();
        let format = game.formats().iter().find(|known| known.name == format).unwrap();
        write_with_losses(format, &record()).unwrap().1
    }

    #[test]
    fn a_list_of_moves_keeps_nothing_else_and_says_so() {
        let found = losses("transcript");
        let kinds = [Lost::Variations, Lost::Comments, Lost::Marks, Lost::Times, Lost::Evaluations];
        assert_eq!(kinds.map(|what| found.n_of(what)), [1; 5], "{found}");
        assert_eq!((found.n_of(Lost::Moves), found.n_of(Lost::Players)), (0, 2), "{found}");
        let text = found.to_string();
        assert!(text.contains("1 variation, 1 comment") && text.contains("1 tag (date)"), "{text}");
    }

    #[test]
    fn drawings_on_the_board_are_listed_apart_from_commands_of_other_programs() {
        let mut record = record();
        let at = record.last();
        let commands = ["[%csl Gf5,Rd6]", "[%cal Bf5d6]", "[%foo 7]"];
        record.node_mut(at).commands = commands.map(str::to_owned).to_vec();
        let formats = find("othello").unwrap().formats();
        let format = formats.iter().find(|known| known.name == "transcript").unwrap();
        let (_, found) = write_with_losses(format, &record).unwrap();
        assert_eq!((found.n_of(Lost::BoardMarks), found.n_of(Lost::Commands)), (3, 1), "{found}");
        assert!(found.to_string().contains("3 drawings on the board"), "{found}");
    }

    #[test]
    fn what_a_format_holds_is_not_lost() {
        let found = losses("ggf");
        for what in [Lost::Moves, Lost::Comments, Lost::Marks, Lost::Times, Lost::Players] {
            assert_eq!(found.n_of(what), 0, "{what:?}: {found}");
        }
        assert_eq!(found.n_of(Lost::Variations), 1, "{found}");
    }

    #[test]
    fn losses_of_several_games_are_added() {
        let mut sum = losses("ggf");
        sum.merge(losses("ggf"));
        assert_eq!(sum.n_of(Lost::Variations), 2);
        assert!(Losses::default().is_empty());
    }
}
