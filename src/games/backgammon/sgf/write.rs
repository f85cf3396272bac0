//! Writing a match as trees, one for each game, in the form of GNU Backgammon 1.07.
//!
//! Facts that SGF cannot express are written in our own properties, only if needed: `QM` a move in
//! our text (a roll that could have been a double, a refused resignation), `QP` the exact start,
//! `QR` a result that the rules do not know, `QT` tags.

use std::collections::HashSet;

use super::{drawings, letter};
use crate::games::annotation;
use crate::games::backgammon::position_fields::PositionFields;
use crate::games::backgammon::recorded_games::{Happened, RecordedGame, games};
use crate::games::backgammon::recording::result_of;
use crate::games::backgammon::{Backgammon, Move, Phase};
use crate::games::text::pgn::dashed_date;
use crate::games::{Node, NodeId, Outcome, Record, Rules, Side};

/// Writes all games of a record with their variations.
///
/// # Errors
///
/// Returns the part that the format cannot hold.
pub(in crate::games::backgammon) fn write(record: &Record) -> Result<String, String> {
    let (start, games) = games(record)?;
    let main = record.main_line().into_iter().collect();
    let mut writer = Writer { record, main, text: String::new() };
    let mut next = Some((Record::START, start));
    for (idx, game) in games.iter().enumerate() {
        let Some((at, pos)) = next else { break };
        writer.root(&start, game, idx == 0);
        next = writer.lines(at, pos)?;
        writer.text.push_str(")\n");
    }
    Ok(writer.text)
}

struct Writer<'a> {
    record: &'a Record,
    /// The nodes of the main line.
    main: HashSet<NodeId>,
    text: String,
}

/// A task for the writer.
enum Task {
    /// The moves after a node.
    After(NodeId, Backgammon),
    /// A node, and the moves after it.
    From(NodeId, Move, Backgammon),
    Open,
    Close,
}

impl Writer<'_> {
    /// Writes the moves after a node, up to the end of the game in the main line. Returns the end
    /// if another game follows.
    fn lines(
        &mut self,
        at: NodeId,
        pos: Backgammon,
    ) -> Result<Option<(NodeId, Backgammon)>, String> {
        let mut next = None;
        let mut tasks = vec![Task::After(at, pos)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => self.text.push('('),
                Task::Close => self.text.push_str(")\n"),
                Task::From(id, mv, pos) => {
                    self.node(id, &mv, &pos);
                    let mut after = pos;
                    after.play_unchecked(&mv);
                    if after.game != pos.game && self.main.contains(&id) {
                        next = Some((id, after));
                    } else {
                        tasks.push(Task::After(id, after));
                    }
                }
                Task::After(at, pos) => {
                    let mut following = Vec::new();
                    self.follow(at, pos, &mut following, &mut next)?;
                    let is_single = following.len() == 1;
                    for (id, mv, pos) in following.into_iter().rev() {
                        if is_single {
                            tasks.push(Task::From(id, mv, pos));
                        } else {
                            tasks.extend([Task::Close, Task::From(id, mv, pos), Task::Open]);
                        }
                    }
                }
            }
        }
        Ok(next)
    }

    /// The nodes to write after a node; nodes that others imply are skipped in favour of their
    /// successors.
    fn follow(
        &self,
        at: NodeId,
        pos: Backgammon,
        following: &mut Vec<(NodeId, Move, Backgammon)>,
        next: &mut Option<(NodeId, Backgammon)>,
    ) -> Result<(), String> {
        let mut open: Vec<(NodeId, Backgammon)> = Vec::new();
        let children = |at: NodeId| self.record.node(at).children.iter().rev().copied();
        open.extend(children(at).map(|id| (id, pos)));
        while let Some((id, pos)) = open.pop() {
            let mv = self.move_of(id, &pos)?;
            if !self.is_implied(id, &mv) {
                following.push((id, mv, pos));
                continue;
            }
            let mut after = pos;
            after.play_unchecked(&mv);
            if mv == Move::Accept {
                *next = (after.game != pos.game).then_some((id, after));
            } else {
                open.extend(children(id).map(|id| (id, after)));
            }
        }
        Ok(())
    }

    fn move_of(&self, id: NodeId, pos: &Backgammon) -> Result<Move, String> {
        let text = self.record.node(id).mv.as_ref().map_or("", |mv| mv.0.as_str());
        let mv = pos.read_move(text).ok();
        let mv = mv.filter(|mv| pos.moves().contains(mv) || pos.also_legal(mv));
        mv.ok_or_else(|| format!("{text:?} cannot be played"))
    }

    /// A node without information beyond that of the nodes after it, or of the result.
    fn is_implied(&self, id: NodeId, mv: &Move) -> bool {
        let node = self.record.node(id);
        let kind = |id: &NodeId| {
            let mv = self.record.node(*id).mv.as_ref();
            mv.map_or("", |mv| mv.0.as_str()).split(' ').next().unwrap_or_default().to_owned()
        };
        let has_children = |fits: fn(&str) -> bool| {
            !node.children.is_empty() && node.children.iter().all(|id| fits(&kind(id)))
        };
        if !is_plain(node) {
            return false;
        }
        match mv {
            Move::Roll => has_children(|text| text != "resign"),
            Move::Opening(..) | Move::Rolled(_) => {
                has_children(|text| text.contains('/') || text == "pass")
            }
            Move::Resign(_) => {
                self.main.contains(&id)
                    && has_children(|text| text == "accept")
                    && node.children.iter().all(|id| is_plain(self.record.node(*id)))
            }
            Move::Accept => {
                let parent = node.parent.map(|parent| self.record.node(parent));
                self.main.contains(&id)
                    && parent.is_some_and(|parent| is_plain(parent) && parent.children.len() == 1)
            }
            Move::Play(_) | Move::Double | Move::Take | Move::Drop | Move::Reject => false,
        }
    }

    fn node(&mut self, id: NodeId, mv: &Move, pos: &Backgammon) {
        let node = self.record.node(id);
        let colour = |side: Side| ["W", "B"][side.idx()];
        let turn = colour(pos.turn);
        let other = colour(pos.turn.opponent());
        let words = match (mv, pos.phase) {
            (Move::Play(steps), Phase::Play(dice)) => {
                let steps: String = steps
                    .as_slice()
                    .iter()
                    .flat_map(|step| [letter(pos.turn, step.from), letter(pos.turn, step.to)])
                    .collect();
                format!("{turn}[{dice}{steps}]")
            }
            (Move::Opening(first, second), _) if first > second => {
                format!("PL[W]DI[{first}{second}]")
            }
            (Move::Opening(first, second), _) => format!("PL[B]DI[{second}{first}]"),
            (Move::Rolled(dice), _) => format!("PL[{turn}]DI[{dice}]"),
            (Move::Double, _) => format!("{turn}[double]"),
            (Move::Take, _) => format!("{other}[take]"),
            (Move::Drop, _) => format!("{other}[drop]"),
            (Move::Play(_) | Move::Roll | Move::Resign(_) | Move::Accept | Move::Reject, _) => {
                format!("QM[{}]", pos.write_move(mv))
            }
        };
        self.text.push_str(&format!(";{words}"));
        let player = node.side.map_or("", |side| &self.record.tags.players[side.idx()]);
        let (drawings, rest) = drawings::write(node);
        self.property("C", &remarks(&rest, player));
        self.text.push_str(&drawings);
        for mark in &node.marks {
            self.text.push_str(match mark.as_str() {
                "!!" => "TE[2]",
                "!" => "TE[1]",
                "??" => "BM[2]",
                "?" => "BM[1]",
                "?!" => "DO[]",
                "!?" => "IT[]",
                _ => "",
            });
        }
        self.text.push('\n');
    }

    fn root(&mut self, start: &Backgammon, game: &RecordedGame, is_first: bool) {
        let tags = &self.record.tags;
        let length = start.terms.length;
        let [white, black] = game.score;
        let number = game.number.saturating_sub(1);
        self.text.push_str("(;FF[4]GM[6]CA[UTF-8]AP[Quintet]");
        self.text.push_str(&format!("MI[length:{length}][game:{number}][ws:{white}][bs:{black}]"));
        let player = |side: Side| {
            let name = &tags.players[side.idx()];
            if name.is_empty() { ["White", "Black"][side.idx()] } else { name }
        };
        self.property("PW", player(Side::First));
        self.property("PB", player(Side::Second));
        self.property("WR", &tags.ratings[0]);
        self.property("BR", &tags.ratings[1]);
        self.property("DT", &dashed_date(&tags.date));
        self.property("PC", &tags.place);
        self.property("RU", &rules(start, game));
        self.property("RE", &result(game));
        if is_first {
            self.first_root(start);
        }
        self.text.push('\n');
        if let Some(fields) = &game.start {
            set_up(&mut self.text, fields);
        }
    }

    /// The properties of the whole match.
    fn first_root(&mut self, start: &Backgammon) {
        let record = self.record;
        let tags = &record.tags.other;
        for key in KEYS {
            self.property(key, tags.get(key).map_or("", String::as_str));
        }
        let (drawings, rest) = drawings::write(record.node(Record::START));
        self.property("C", &remarks(&rest, ""));
        self.text.push_str(&drawings);
        if record.setup.position.is_some() {
            self.property("QP", &start.to_text());
        }
        self.property("QR", &self.own_result());
        let is_other = |key: &str| !KEYS.contains(&key) && !key.contains(':');
        let others = tags.iter().filter(|(key, _)| is_other(key));
        let others: String = others
            .map(|(key, value)| format!("[{}]", escaped(&format!("{key}:{value}"))))
            .collect();
        if !others.is_empty() {
            self.text.push_str(&format!("QT{others}"));
        }
    }

    fn property(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.text.push_str(&format!("{key}[{}]", escaped(value)));
        }
    }

    /// The result, if the rules do not decide it.
    fn own_result(&self) -> String {
        let Some(result) = &self.record.result else { return String::new() };
        let end = Backgammon::start(&self.record.setup).ok().and_then(|mut pos| {
            for id in self.record.main_line() {
                pos.play_unchecked(&self.move_of(id, &pos).ok()?);
            }
            result_of(&pos)
        });
        if end.is_some() {
            return String::new();
        }
        let margin = result.margin.map_or(String::new(), |margin| margin.abs().to_string());
        let score = match result.outcome {
            Outcome::WonBy(Side::First) => format!("W+{margin}"),
            Outcome::WonBy(Side::Second) => format!("B+{margin}"),
            Outcome::Draw => "=".to_owned(),
        };
        format!("{score} {}", result.reason)
    }
}

/// The comment on a move, with other facts in it. `player` made the move.
fn remarks(node: &Node, player: &str) -> String {
    let mut remarks = annotation::write(node, player);
    if !node.comment.trim().is_empty() {
        remarks.push(node.comment.replace('\n', "\n\n"));
    }
    remarks.join(" ")
}

/// The node has no information about the move.
fn is_plain(node: &Node) -> bool {
    node.comment.trim().is_empty()
        && node.marks.is_empty()
        && node.elapsed.is_none()
        && node.time_left.is_none()
        && node.evaluations.is_empty()
        && node.loss.is_none()
        && node.luck.is_none()
        && node.commands.is_empty()
}

/// Keys of SGF that are kept among the tags.
const KEYS: [&str; 10] = ["EV", "RO", "GC", "GN", "SO", "AN", "ON", "US", "CR", "CP"];

/// `Crawford:CrawfordGame`, `Jacoby`, `NoCube`.
fn rules(start: &Backgammon, game: &RecordedGame) -> String {
    let rules = [
        (start.terms.length > 0 && start.terms.crawford, "Crawford"),
        (game.is_crawford, "CrawfordGame"),
        (start.terms.jacoby, "Jacoby"),
        (start.terms.max_log2 == 0, "NoCube"),
    ];
    let rules: Vec<&str> = rules.into_iter().filter(|(on, _)| *on).map(|(_, rule)| rule).collect();
    rules.join(":")
}

/// `W+2`, with `R` if the loser resigned; empty while it is being played.
fn result(game: &RecordedGame) -> String {
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
fn set_up(text: &mut String, fields: &PositionFields) {
    text.push_str(";AE[a:y]");
    for (side, key) in [(Side::First, "AW"), (Side::Second, "AB")] {
        let checkers = (1..=25_u8).flat_map(|point| {
            std::iter::repeat_n(letter(side, point), fields.n_at(side, usize::from(point)).into())
        });
        let values: String = checkers.map(|letter| format!("[{letter}]")).collect();
        if !values.is_empty() {
            text.push_str(&format!("{key}{values}"));
        }
    }
    let owner = fields.cube_owner.map_or("c", |side| ["w", "b"][side.idx()]);
    let turn = ["W", "B"][fields.on_roll.idx()];
    text.push_str(&format!("PL[{turn}]CV[{}]CP[{owner}]", 1_u32 << fields.cube_log2));
    if let Some([high, low]) = fields.dice {
        text.push_str(&format!("DI[{high}{low}]"));
    }
    text.push('\n');
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
