//! A line of moves from a start, read once: the position after every move, and its trace.
//!
//! Has none of the record's facts about the moves: players, clocks, values. So one line can
//! be shared by all users of a game.

use std::sync::Arc;

use super::{Game, MoveText, NodeId, Position, Record, RecordError, Setup, SetupError, Trace};

/// A start, the moves from it, and the positions that they lead to.
#[derive(Clone, Debug)]
pub struct Line {
    game: &'static str,
    setup: Setup,
    moves: Vec<MoveText>,
    /// The start and the position after every move: one more than `moves`.
    positions: Vec<Arc<dyn Position>>,
    /// The traces that the positions leave behind for history rules; one for each position.
    traces: Vec<Trace>,
}

impl Line {
    /// A line without moves.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up.
    pub fn new(game: &dyn Game, setup: &Setup) -> Result<Self, SetupError> {
        let start = game.start(setup)?;
        Ok(Self {
            game: game.info().name,
            setup: setup.clone(),
            moves: Vec::new(),
            traces: vec![start.trace()],
            positions: vec![Arc::from(start)],
        })
    }

    /// The line that leads to a node of a record, and the number of plies from the start to there.
    /// If a line of `known` leads there (it may go on), it is that line, otherwise a new one. A new
    /// line shares its first moves with the line of `known` that has most of them in common, and
    /// plays only the others.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up or a move is not legal.
    pub fn to(
        game: &dyn Game,
        record: &Record,
        node: NodeId,
        known: &[&Arc<Self>],
    ) -> Result<(Arc<Self>, usize), RecordError> {
        let path = record.path(node);
        let moves: Vec<&MoveText> =
            path.into_iter().filter_map(|id| record.node(id).mv.as_ref()).collect();
        let fits = |line: &&&Arc<Self>| line.game == game.info().name && line.setup == record.setup;
        let shared = known.iter().filter(fits).map(|line| (line.n_shared(&moves), *line));
        let best = shared.max_by_key(|(n_plies, _)| *n_plies);
        let mut line = match best {
            Some((n_plies, line)) if n_plies == moves.len() => {
                return Ok((Arc::clone(line), n_plies));
            }
            Some((n_plies, line)) => line.up_to(n_plies),
            None => Self::new(game, &record.setup)?,
        };
        for mv in &moves[line.n_plies()..] {
            let mut next = line.last().boxed_clone();
            let ply = line.n_plies() + 1;
            let mv = next.play(&mv.0).map_err(|error| RecordError::Move { ply, error })?;
            line.push(mv, Arc::from(next));
        }
        Ok((Arc::new(line), moves.len()))
    }

    /// The number of moves at its beginning that it shares with these.
    fn n_shared(&self, moves: &[&MoveText]) -> usize {
        self.moves.iter().zip(moves).take_while(|(own, other)| *own == **other).count()
    }

    /// Its first plies.
    fn up_to(&self, n_plies: usize) -> Self {
        Self {
            game: self.game,
            setup: self.setup.clone(),
            moves: self.moves[..n_plies].to_vec(),
            positions: self.positions[..=n_plies].to_vec(),
            traces: self.traces[..=n_plies].to_vec(),
        }
    }

    /// Adds a move, canonical, and the position that it leads to.
    pub fn push(&mut self, mv: MoveText, after: Arc<dyn Position>) {
        self.moves.push(mv);
        self.traces.push(after.trace());
        self.positions.push(after);
    }

    /// Keeps only the first `n_plies` plies.
    pub fn truncate(&mut self, n_plies: usize) {
        self.moves.truncate(n_plies);
        self.positions.truncate(n_plies + 1);
        self.traces.truncate(n_plies + 1);
    }

    /// Number of moves.
    #[must_use]
    pub fn n_plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves, canonical.
    #[must_use]
    pub fn moves(&self) -> &[MoveText] {
        &self.moves
    }

    /// The start and the position after every move.
    #[must_use]
    pub fn positions(&self) -> &[Arc<dyn Position>] {
        &self.positions
    }

    /// The position at its end.
    #[must_use]
    pub fn last(&self) -> &Arc<dyn Position> {
        self.positions.last().expect("the start is always there")
    }

    /// The traces that the positions leave behind for history rules, with that of the start first.
    #[must_use]
    pub fn traces(&self) -> &[Trace] {
        &self.traces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find;

    /// A record of these moves, and the node of the last.
    fn played(record: &mut Record, from: NodeId, moves: &[&str]) -> NodeId {
        moves.iter().fold(from, |at, mv| record.add(at, MoveText((*mv).to_owned()), None))
    }

    fn is_read_anew(one: &Line, other: &Line, ply: usize) -> bool {
        !Arc::ptr_eq(&one.positions[ply], &other.positions[ply])
    }

    #[test]
    fn what_was_read_is_not_read_again() {
        let game = find("othello").unwrap();
        let mut record = Record::new("othello", Setup::default());
        let d6 = played(&mut record, Record::START, &["f5", "d6"]);
        let d3 = played(&mut record, d6, &["c3", "d3"]);
        let f4 = played(&mut record, d6, &["c3", "f4"]);
        let (line, n_plies) = Line::to(game, &record, d3, &[]).unwrap();
        assert_eq!((n_plies, line.n_plies(), line.traces().len()), (4, 4, 5));
        let (back, n_plies) = Line::to(game, &record, d6, &[&line]).unwrap();
        assert!(Arc::ptr_eq(&back, &line) && n_plies == 2, "the same line, half of the way");
        let (beside, _) = Line::to(game, &record, f4, &[&line]).unwrap();
        assert!(!is_read_anew(&beside, &line, 3) && is_read_anew(&beside, &line, 4));
        // Of several lines, this takes the one that is known furthest.
        let (again, _) = Line::to(game, &record, f4, &[&line, &beside, &line]).unwrap();
        assert!(Arc::ptr_eq(&again, &beside));
        for (line, node) in [(&line, d3), (&beside, f4)] {
            let end = record.replay(game, node).unwrap();
            assert_eq!(line.last().to_text(), end.to_text());
            assert_eq!(line.traces().last(), Some(&end.trace()));
        }
    }

    #[test]
    fn a_line_from_another_start_is_read_anew() {
        let game = find("draughts").unwrap();
        let mut record = Record::new("draughts", Setup::default());
        let end = played(&mut record, Record::START, &["32-28"]);
        let (line, _) = Line::to(game, &record, end, &[]).unwrap();
        record.setup.variant = Some("frisian".to_owned());
        let (other, _) = Line::to(game, &record, end, &[&line]).unwrap();
        assert!(is_read_anew(&line, &other, 0));
    }

    #[test]
    fn a_move_that_cannot_be_played_is_named_also_behind_what_is_known() {
        let game = find("othello").unwrap();
        let mut record = Record::new("othello", Setup::default());
        let d6 = played(&mut record, Record::START, &["f5", "d6"]);
        let (line, _) = Line::to(game, &record, d6, &[]).unwrap();
        let odd = played(&mut record, d6, &["a1"]);
        let error = Line::to(game, &record, odd, &[&line]).unwrap_err();
        assert_eq!(error.to_string(), "move 3: a1 is not legal here");
        record.setup.position = Some("nonsense".to_owned());
        let error = Line::to(game, &record, d6, &[&line]).unwrap_err();
        assert!(matches!(error, RecordError::Setup(_)));
    }

    #[test]
    fn a_line_grows_and_is_cut_with_all_that_belongs_to_it() {
        let game = find("othello").unwrap();
        let mut line = Line::new(game, &Setup::default()).unwrap();
        let mut after = line.last().boxed_clone();
        let mv = after.play("f5").unwrap();
        line.push(mv, Arc::from(after));
        assert_eq!((line.moves()[0].0.as_str(), line.positions().len()), ("f5", 2));
        line.truncate(0);
        assert_eq!((line.n_plies(), line.positions().len(), line.traces().len()), (0, 1, 1));
    }
}
