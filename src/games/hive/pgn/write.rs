//! Writes a record as a PGN game, with every variation, comment and mark.

use super::tags;
use crate::games::hive::{Hive, recording};
use crate::games::{Node, NodeId, Record, Rules, annotation};

/// Writes one game, with an empty line after the heading and after the moves.
///
/// # Errors
///
/// When the record's start cannot be set up or a move cannot be played.
pub(in crate::games::hive) fn write(record: &Record) -> Result<String, String> {
    let start = Hive::start(&record.setup).map_err(|error| error.to_string())?;
    let mut writer = Writer { record, text: String::new() };
    writer.comment(record.node(Record::START), &[]);
    let last = writer.line(Record::START, start.clone(), 1)?;
    let heading = tags::write(record, &start, last.board().ending());
    Ok(format!("{heading}\n{}\n", writer.text))
}

struct Writer<'a> {
    record: &'a Record,
    text: String,
}

impl Writer<'_> {
    /// Writes the main line after a node, each move with its variations. Returns the position at
    /// the end.
    fn line(&mut self, mut at: NodeId, mut pos: Hive, mut ply: usize) -> Result<Hive, String> {
        while let [next, others @ ..] = &self.record.node(at).children[..] {
            let after = self.play(*next, &pos, ply)?;
            for other in others {
                self.text.push_str("(\n");
                let after = self.play(*other, &pos, ply)?;
                self.line(*other, after, ply + 1)?;
                self.text.push_str(")\n");
            }
            (at, pos, ply) = (*next, after, ply + 1);
        }
        Ok(pos)
    }

    /// Writes one move with its number, marks and comments. Returns the position after it.
    fn play(&mut self, id: NodeId, pos: &Hive, ply: usize) -> Result<Hive, String> {
        let node = self.record.node(id);
        let text = node.mv.as_ref().map_or("", |mv| &mv.0);
        let mv = recording::read(pos, text).map_err(|reason| format!("move {ply}: {reason}"))?;
        self.text.push_str(&format!("{ply}. {}", pos.write_move(&mv)));
        let is_sign = |mark: &&String| {
            let digits = mark.strip_prefix('$').unwrap_or(mark);
            let is_nag = digits.len() < mark.len() && digits.bytes().all(|b| b.is_ascii_digit());
            let is_strength = mark.bytes().all(|b| matches!(b, b'!' | b'?'));
            !mark.is_empty() && (is_strength || is_nag && !digits.is_empty())
        };
        let (signs, words): (Vec<&String>, Vec<&String>) = node.marks.iter().partition(is_sign);
        for sign in signs {
            self.text.push_str(&format!(" {sign}"));
        }
        self.text.push('\n');
        self.comment(node, &words);
        let mut after = pos.clone();
        after.play_unchecked(&mv);
        Ok(after)
    }

    /// Writes a comment on separate lines; a line break in it becomes an empty line.
    fn comment(&mut self, node: &Node, words: &[&String]) {
        let player = node.side.map_or("", |side| &self.record.tags.players[side.idx()]);
        let mut parts = annotation::write(node, player);
        parts.extend(words.iter().map(plain));
        let lines: Vec<String> = node
            .comment
            .trim()
            .split('\n')
            .map(|line| line.split_whitespace().map(plain).collect::<Vec<_>>().join(" "))
            .collect();
        let comment = lines.join("\n\n");
        if !comment.is_empty() {
            parts.push(comment);
        }
        if !parts.is_empty() {
            self.text.push_str(&format!("{{{}}}\n", parts.join(" ")));
        }
    }
}

/// A word without the characters that would end the comment.
fn plain(word: impl AsRef<str>) -> String {
    let plain = word.as_ref().chars().filter(|c| !c.is_control());
    plain
        .map(|c| match c {
            '{' => '(',
            '}' => ')',
            c => c,
        })
        .collect()
}
