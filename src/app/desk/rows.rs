//! The move list of a record as rows, and its score graph.
//!
//! Judges no move: marks and evaluations are those written in the record.

use super::walk::Walk;
use crate::app::format;
use crate::app::views::{GamePart, GraphPoint, MoveCell, PointOfView, TreeRow};
use crate::games::{Evaluation, GameInfo, NodeId, Record, Side};

/// How moves and scores of a list are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListStyle {
    /// The game.
    pub(super) info: &'static GameInfo,
    /// Whose point of view scores have.
    pub(super) view: PointOfView,
}

/// The rows of the whole tree: the main line in pairs, comments and variations below their move, a
/// heading for each of several games. `walk` is that of the record.
pub(super) fn rows(record: &Record, style: ListStyle, walk: &Walk) -> Vec<TreeRow> {
    let mut list = List {
        record,
        style,
        walk,
        rows: Vec::new(),
        number: 0,
        pair: [None, None],
        dice: String::new(),
    };
    let said_first = &record.node(Record::START).comment;
    if !said_first.is_empty() {
        list.rows.push(TreeRow::Comment(said_first.clone()));
    }
    let parts = walk.parts(record);
    let mut parts = parts.iter().peekable();
    for node in std::iter::once(Record::START).chain(record.main_line()) {
        if node != Record::START {
            list.main_move(node);
        }
        if let Some(part) = parts.next_if(|part| part.node == node) {
            list.heading(part);
        }
    }
    list.pending();
    list.flush();
    list.tried();
    list.rows
}

/// What is said before a move: the dice it answers.
const AFTER_DICE: &str = ": ";

struct List<'a> {
    record: &'a Record,
    style: ListStyle,
    walk: &'a Walk,
    rows: Vec<TreeRow>,
    number: usize,
    pair: [Option<MoveCell>; 2],
    /// The dice that the next move answers.
    dice: String,
}

impl List<'_> {
    fn main_move(&mut self, id: NodeId) {
        let Some(cell) = self.cell(id) else { return };
        let side = self.record.node(id).side.unwrap_or(Side::First);
        let before = self.record.node(id).comment_before();
        if !before.is_empty() {
            self.flush();
            self.rows.push(TreeRow::Comment(before));
        }
        self.put(side, cell);
        let node = self.record.node(id);
        let siblings = node.parent.map_or(&[][..], |parent| &self.record.node(parent).children);
        if node.comment.is_empty() && siblings.len() < 2 {
            return;
        }
        self.flush();
        if !node.comment.is_empty() {
            self.rows.push(TreeRow::Comment(node.comment.clone()));
        }
        let number = self.number;
        for (idx, sibling) in siblings.iter().enumerate().skip(1) {
            self.variation(*sibling, number, 1, idx + 1 == siblings.len());
        }
    }

    /// A game begins, and its moves are numbered from 1.
    fn heading(&mut self, part: &GamePart) {
        self.flush();
        self.number = 0;
        let [first, second] = self.style.info.sides;
        let mut text = format!("{first} {}, {second} {}", part.score[0], part.score[1]);
        if !part.note.is_empty() {
            text.push_str(&format!(", {}", part.note));
        }
        self.rows.push(TreeRow::Game { number: part.number, node: part.node, text });
    }

    /// The dice that have been rolled at the end and wait for their play.
    fn pending(&mut self) {
        let node = self.record.last();
        let Some(side) = self.walk.next.filter(|_| self.record.node(node).side.is_none()) else {
            return;
        };
        let dice = std::mem::take(&mut self.dice);
        if dice.is_empty() {
            return;
        }
        let text = format!("{dice}{AFTER_DICE}\u{2026}");
        self.put(side, MoveCell { node, text, ..MoveCell::default() });
    }

    /// What was tried behind the end of the main line.
    fn tried(&mut self) {
        let tried = &self.record.node(self.record.last()).children;
        for (idx, first) in tried.iter().enumerate() {
            let begins = self.record.node(*first).side == Some(Side::First);
            let number = self.number + usize::from(begins);
            self.variation(*first, number, 1, idx + 1 == tried.len());
        }
    }

    /// Puts a move of the main line into its column.
    fn put(&mut self, side: Side, cell: MoveCell) {
        let second_is_taken = self.pair[Side::Second.idx()].is_some();
        if second_is_taken || self.pair[side.idx()].is_some() {
            self.flush();
        }
        if side == Side::First || self.number == 0 {
            self.number += 1;
        }
        self.pair[side.idx()] = Some(cell);
    }

    fn flush(&mut self) {
        let moves = std::mem::take(&mut self.pair);
        if moves.iter().any(Option::is_some) {
            self.rows.push(TreeRow::Pair { number: self.number, moves });
        }
    }

    /// A variation in one row (another one after each comment), then what branches off it, deeper.
    fn variation(&mut self, first: NodeId, number: usize, depth: usize, last: bool) {
        let dice = std::mem::take(&mut self.dice);
        let mut lead = self.lead(first, number);
        let mut moves = Vec::new();
        let mut branches = Vec::new();
        let mut at_number = number;
        let mut at = first;
        loop {
            let node = self.record.node(at);
            let before = node.comment_before();
            if !before.is_empty() {
                if !moves.is_empty() {
                    let moves = std::mem::take(&mut moves);
                    self.rows.push(TreeRow::Variation { lead, moves, depth, last: false });
                    lead = self.lead(at, at_number);
                }
                self.rows.push(TreeRow::Comment(before));
            }
            moves.extend(self.cell(at));
            if !node.comment.is_empty() {
                let moves = std::mem::take(&mut moves);
                self.rows.push(TreeRow::Variation { lead, moves, depth, last: false });
                self.rows.push(TreeRow::Comment(node.comment.clone()));
                lead = String::new();
            }
            let Some((next, others)) = node.children.split_first() else { break };
            if self.record.node(*next).side == Some(Side::First) {
                at_number += 1;
            }
            branches.extend(others.iter().map(|other| (*other, at_number)));
            if lead.is_empty() {
                lead = self.lead(*next, at_number);
            }
            at = *next;
        }
        if !moves.is_empty() {
            self.rows.push(TreeRow::Variation { lead, moves, depth, last });
        }
        let n_branches = branches.len();
        for (idx, (branch, number)) in branches.into_iter().enumerate() {
            self.variation(branch, number, depth + 1, idx + 1 == n_branches);
        }
        self.dice = dice;
    }

    /// Number and dots before the first move of a row.
    fn lead(&self, first: NodeId, number: usize) -> String {
        match self.record.node(first).side {
            Some(Side::Second) => format!("{number}\u{2026}"),
            Some(Side::First) | None => format!("{number}."),
        }
    }

    /// The cell of a move. Dice have none, and stand before the move that answers them; neither has
    /// what needs no mention.
    fn cell(&mut self, id: NodeId) -> Option<MoveCell> {
        let node = self.record.node(id);
        if node.side.is_none() {
            self.dice.clone_from(&self.walk.texts[id]);
            return None;
        }
        if self.walk.texts[id].is_empty() {
            return None;
        }
        let mut text = std::mem::take(&mut self.dice);
        if !text.is_empty() {
            text.push_str(AFTER_DICE);
        }
        text.push_str(&self.walk.texts[id]);
        let pass = node.mv.as_ref().is_some_and(|mv| mv.0 == "pass");
        let score = self.record.shown_evaluation(id).map(|eval| {
            let own = seen(eval.score, node.side, PointOfView::Mover);
            format::valued(seen(eval.score, node.side, self.style.view), own, eval, self.style.info)
        });
        Some(MoveCell {
            node: id,
            pass,
            text,
            mark: node.shown_mark().to_owned(),
            score: score.unwrap_or_default(),
            cube: self.walk.cubes[id],
        })
    }
}

/// A score of the first player's view, from the wanted point of view, where `mover` is to be
/// satisfied.
pub(super) fn seen(score: f64, mover: Option<Side>, view: PointOfView) -> f64 {
    match (view, mover) {
        (PointOfView::Mover, Some(Side::Second)) => -score,
        (PointOfView::Mover, Some(Side::First) | None) | (PointOfView::First, _) => score,
    }
}

/// Series names and points of the score graph, along the main line.
pub(super) fn graph(record: &Record) -> (Vec<String>, Vec<GraphPoint>) {
    let mut series: Vec<String> = Vec::new();
    let mut points = Vec::new();
    let line = std::iter::once(Record::START).chain(record.main_line());
    for (ply, id) in line.enumerate() {
        let node = record.node(id);
        for Evaluation { score, engine, .. } in &node.evaluations {
            let known = series.iter().position(|name| name == engine);
            let idx = known.unwrap_or_else(|| {
                series.push(engine.clone());
                series.len() - 1
            });
            points.push(GraphPoint { series: idx, ply, score: *score, node: id });
        }
    }
    (series, points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::desk::walk::walk;
    use crate::games::{ForcedScale, MoveText, Setup};

    const INFO: GameInfo = GameInfo {
        name: "toy",
        noun: "toy",
        title: "Toy",
        sides: ["A", "B"],
        variants: &[],
        usual_variant: "",
        position_holds_variant: false,
        protocols: &[],
        has_dice: false,
        has_cube: false,
        n_orientations: 1,
        score_unit: "discs",
        score_range: 20.0,
        win_score: None,
        forced_scale: ForcedScale::None,
        loss_marks: [2.0, 5.0, 9.0],
        accuracy_loss: 5.0,
        values_on_cells: true,
        has_regions: false,
        move_example: "x",
        numbered_cells: false,
        can_be_drawn: true,
    };
    static TOY: GameInfo = INFO;

    fn line(record: &mut Record, mut at: NodeId, moves: &[&str], mut side: Side) -> NodeId {
        for mv in moves {
            at = record.add(at, MoveText((*mv).to_owned()), Some(side));
            side = side.opponent();
        }
        at
    }

    fn listed(rows: &[TreeRow]) -> Vec<String> {
        rows.iter()
            .map(|row| match row {
                TreeRow::Pair { number, moves } => {
                    let word = |mv: &Option<MoveCell>| {
                        mv.as_ref().map_or("-".to_owned(), |mv| mv.text.clone())
                    };
                    format!("{number} {} {}", word(&moves[0]), word(&moves[1]))
                }
                TreeRow::Game { number, text, .. } => format!("game {number}: {text}"),
                TreeRow::Comment(text) => format!("# {text}"),
                TreeRow::Variation { lead, moves, depth, last } => {
                    let moves: Vec<_> = moves.iter().map(|mv| mv.text.as_str()).collect();
                    format!("{depth} {lead} {} {last}", moves.join(" "))
                }
            })
            .collect()
    }

    #[test]
    fn comments_and_variations_stand_below_their_move() {
        let mut record = Record::new("toy", Setup::default());
        let second = line(&mut record, 0, &["a1", "b1", "a2", "b2"], Side::First);
        let _ = second;
        let a1 = record.path(record.last())[0];
        record.node_mut(record.path(record.last())[1]).comment = "why".to_owned();
        line(&mut record, a1, &["c1", "c2"], Side::Second);
        let c1 = record.node(a1).children[1];
        line(&mut record, c1, &["d2"], Side::First);
        let style = ListStyle { info: &TOY, view: PointOfView::First };
        assert_eq!(
            listed(&rows(&record, style, &walk(&record, None))),
            ["1 a1 b1", "# why", "1 1\u{2026} c1 c2 true", "2 2. d2 true", "2 a2 b2"]
        );
    }

    #[test]
    fn a_comment_in_a_variation_stands_below_its_move() {
        let mut record = Record::new("toy", Setup::default());
        line(&mut record, 0, &["a1", "b1"], Side::First);
        let end = line(&mut record, 0, &["c1", "d1", "c2", "d2"], Side::First);
        let d1 = record.path(end)[1];
        record.node_mut(d1).comment = "dubious".to_owned();
        let style = ListStyle { info: &TOY, view: PointOfView::First };
        assert_eq!(
            listed(&rows(&record, style, &walk(&record, None))),
            ["1 a1 -", "1 1. c1 d1 false", "# dubious", "1 2. c2 d2 true", "1 - b1"]
        );
    }

    #[test]
    fn a_comment_on_the_start_stands_before_all_moves() {
        let mut record = Record::new("toy", Setup::default());
        line(&mut record, 0, &["a1"], Side::First);
        record.node_mut(Record::START).comment = "played by post".to_owned();
        let style = ListStyle { info: &TOY, view: PointOfView::First };
        let shown = listed(&rows(&record, style, &walk(&record, None)));
        assert_eq!(shown, ["# played by post", "1 a1 -"]);
    }

    #[test]
    fn dice_stand_before_the_move_that_answers_them() {
        let mut record = Record::new("toy", Setup::default());
        let mut at = Record::START;
        for (text, side) in [
            ("31", None),
            ("8/5 6/5", Some(Side::First)),
            ("", Some(Side::Second)),
            ("64", None),
            ("24/14", Some(Side::Second)),
            ("double", Some(Side::First)),
            ("take", Some(Side::Second)),
            ("55", None),
            ("pass", Some(Side::First)),
        ] {
            at = record.add(at, MoveText(text.to_owned()), side);
        }
        let style = ListStyle { info: &TOY, view: PointOfView::First };
        let shown = listed(&rows(&record, style, &walk(&record, None)));
        assert_eq!(shown, ["1 31: 8/5 6/5 64: 24/14", "2 double take", "3 55: pass -"]);
    }

    #[test]
    fn a_game_that_the_second_side_begins_leaves_the_first_column_empty() {
        let mut record = Record::new("toy", Setup::default());
        line(&mut record, 0, &["b1", "a2", "b2"], Side::Second);
        let style = ListStyle { info: &TOY, view: PointOfView::First };
        assert_eq!(listed(&rows(&record, style, &walk(&record, None))), ["1 - b1", "2 a2 b2"]);
    }

    #[test]
    fn the_graph_has_a_series_for_each_engine() {
        let mut record = Record::new("toy", Setup::default());
        let last = line(&mut record, 0, &["a1", "b1"], Side::First);
        for (engine, score) in [("x", 1.0), ("y", -1.0)] {
            let eval = Evaluation { score, engine: engine.to_owned(), ..Evaluation::default() };
            record.node_mut(last).evaluations.push(eval);
        }
        let (series, points) = graph(&record);
        assert_eq!(series, ["x", "y"]);
        assert_eq!(points.iter().map(|p| (p.series, p.ply)).collect::<Vec<_>>(), [(0, 2), (1, 2)]);
    }

    #[test]
    fn moves_are_written_as_people_read_them() {
        let game = crate::games::find("othello").unwrap();
        let mut record = Record::new("othello", Setup::default());
        let f5 = line(&mut record, 0, &["f5"], Side::First);
        line(&mut record, f5, &["d6", "c3"], Side::Second);
        line(&mut record, f5, &["f6"], Side::Second);
        let style = ListStyle { info: game.info(), view: PointOfView::First };
        let start = game.start(&Setup::default()).unwrap();
        let shown = listed(&rows(&record, style, &walk(&record, Some(start))));
        assert_eq!(shown, ["1 f5 d6", "1 1\u{2026} f6 true", "2 c3 -"]);
    }
}
