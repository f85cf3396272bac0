//! Writes a record as a PDN game.
//!
//! Writes every variation, comment and mark. The game ends with a star, the only separator that the
//! standard allows when writing; the result is in the heading.

use super::NAGS;
use super::heading;
use crate::games::draughts::spelling::short;
use crate::games::draughts::{Draughts, Move, MoveList, legal_moves};
use crate::games::{Node, NodeId, Record, Rules, Side, annotation};

/// Writes one game, with an empty line after the heading and after the moves.
///
/// # Errors
///
/// When the record's start cannot be set up or a move cannot be played.
pub(in crate::games::draughts) fn write(record: &Record) -> Result<String, String> {
    let start = Draughts::start(&record.setup).map_err(|error| error.to_string())?;
    let mut writer = Writer {
        record,
        out: Wrapped::default(),
        list: MoveList::new(),
        n_before: start.turn().idx(),
        needs_number: true,
    };
    writer.comment(record.node(Record::START), &[]);
    let last = writer.line(Record::START, start, 0)?;
    writer.out.word("*");
    let heading = heading::write(record, &start, last.ending());
    Ok(format!("{heading}\n{}\n\n", writer.out.text))
}

struct Writer<'a> {
    record: &'a Record,
    out: Wrapped,
    list: MoveList,
    /// 1 if Black begins, so that White's first move has number 2.
    n_before: usize,
    /// The next move needs its number even if it is Black's.
    needs_number: bool,
}

impl Writer<'_> {
    /// Writes the main line after a node, each move with its variations. Returns the position at
    /// the end.
    fn line(
        &mut self,
        mut at: NodeId,
        mut pos: Draughts,
        mut ply: usize,
    ) -> Result<Draughts, String> {
        while let [next, others @ ..] = &self.record.node(at).children[..] {
            let after = self.play(*next, &pos, ply)?;
            for other in others {
                self.variation(*other, &pos, ply)?;
            }
            (at, pos, ply) = (*next, after, ply + 1);
        }
        Ok(pos)
    }

    fn variation(&mut self, first: NodeId, pos: &Draughts, ply: usize) -> Result<(), String> {
        self.out.prefix("(");
        self.needs_number = true;
        let after = self.play(first, pos, ply)?;
        self.line(first, after, ply + 1)?;
        self.out.suffix(")");
        self.needs_number = true;
        Ok(())
    }

    /// Writes one move with its number, marks and comments. Returns the position after it.
    fn play(&mut self, id: NodeId, pos: &Draughts, ply: usize) -> Result<Draughts, String> {
        let node = self.record.node(id);
        let text = node.mv.as_ref().map_or("", |mv| &mv.0);
        self.list.clear();
        legal_moves(pos, &mut self.list);
        let mv: Option<Move> = text.parse().ok();
        let mv = mv
            .filter(|mv| self.list.contains(mv))
            .ok_or_else(|| format!("move {}: {text:?} is not legal", ply + 1))?;
        self.number(pos.turn(), ply);
        let marks = Marks::of(node);
        self.out.word(&(short(pos, &mv) + marks.glued));
        for mark in &marks.apart {
            self.out.word(mark);
        }
        self.comment(node, &marks.words);
        let mut after = *pos;
        after.play(&mv);
        Ok(after)
    }

    fn number(&mut self, turn: Side, ply: usize) {
        let number = (ply + self.n_before) / 2 + 1;
        match turn {
            Side::First => self.out.word(&format!("{number}.")),
            Side::Second if self.needs_number => self.out.word(&format!("{number}...")),
            Side::Second => {}
        }
        self.needs_number = false;
    }

    fn comment(&mut self, node: &Node, words: &[&str]) {
        let player = node.side.map_or("", |side| &self.record.tags.players[side.idx()]);
        let commands = annotation::write(node, player);
        if commands.is_empty() && words.is_empty() && node.comment.trim().is_empty() {
            return;
        }
        self.out.prefix("{");
        // Commands stay together if they fit on a line: a line that begins with a bracket looks
        // like a tag.
        let joined = commands.join(" ");
        if joined.len() < WIDTH - 2 {
            self.out.word(&joined);
        } else {
            commands.iter().for_each(|command| self.out.word(command));
        }
        words.iter().for_each(|word| self.out.word(word));
        for (idx, line) in node.comment.trim().split('\n').enumerate() {
            if idx > 0 {
                self.out.break_line();
            }
            line.split_whitespace().for_each(|word| self.out.word(&without_braces(word)));
        }
        self.out.suffix("}");
    }
}

fn without_braces(word: &str) -> String {
    let plain = word.chars().filter(|c| !c.is_control());
    plain
        .map(|c| match c {
            '{' => '(',
            '}' => ')',
            c => c,
        })
        .collect()
}

/// The marks of a move by their places in the text.
#[derive(Default)]
struct Marks<'a> {
    /// Right behind the move.
    glued: &'a str,
    /// As words of their own: `$7`, `(!?)`.
    apart: Vec<String>,
    /// Words in the comment, for marks that PDN has no sign for.
    words: Vec<&'a str>,
}

impl<'a> Marks<'a> {
    fn of(node: &'a Node) -> Self {
        let mut marks = Self::default();
        for (idx, mark) in node.marks.iter().enumerate() {
            let is_strength = !mark.is_empty() && mark.bytes().all(|b| matches!(b, b'!' | b'?'));
            let digits = mark.strip_prefix('$').unwrap_or_default();
            let is_nag = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            match NAGS.iter().find(|(_, sign)| sign == mark) {
                _ if is_strength && idx == 0 => marks.glued = mark,
                Some((number, _)) => marks.apart.push(format!("${number}")),
                None if is_strength => marks.apart.push(format!("({mark})")),
                None if is_nag => marks.apart.push(mark.clone()),
                None => marks.words.extend(mark.split_whitespace()),
            }
        }
        marks
    }
}

/// The standard allows 255, but users prefer lines that fit a terminal.
const WIDTH: usize = 80;

/// Words in lines of at most [`WIDTH`] characters.
#[derive(Default)]
struct Wrapped {
    text: String,
    /// Characters in the last line.
    n: usize,
    /// Text directly before the next word, without a blank.
    prefix: String,
    /// The last blank in the line at which it may be broken.
    last_gap: Option<usize>,
}

impl Wrapped {
    fn prefix(&mut self, text: &str) {
        self.prefix.push_str(text);
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        let word = std::mem::take(&mut self.prefix) + word;
        let n = word.chars().count();
        // Some readers take a line that begins like this for another kind of comment, or a tag.
        let may_begin = !word.starts_with(['%', '[']);
        if may_begin && self.n > 0 {
            self.last_gap = Some(self.text.len());
        }
        if self.n > 0 {
            self.text.push(' ');
            self.n += 1;
        }
        self.text.push_str(&word);
        self.n += n;
        if self.n > WIDTH {
            self.break_at_gap();
        }
    }

    /// Moves the text after the last gap of the line to a new line.
    fn break_at_gap(&mut self) {
        if let Some(gap) = self.last_gap.take() {
            self.text.replace_range(gap..=gap, "\n");
            self.n = self.text[gap + 1..].chars().count();
        }
    }

    /// Appends to the word before it; without one it is a separate word.
    fn suffix(&mut self, text: &str) {
        if !self.prefix.is_empty() {
            return self.word(text);
        }
        self.text.push_str(text);
        self.n += text.len();
        if self.n > WIDTH {
            self.break_at_gap();
        }
    }

    /// An empty line, which is a line break inside a comment.
    fn break_line(&mut self) {
        self.text.push_str(if self.n == 0 { "\n" } else { "\n\n" });
        self.n = 0;
        self.last_gap = None;
    }
}
