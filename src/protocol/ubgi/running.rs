//! A search in work: its question, and the reports on it.
//!
//! Sends and reports nothing itself.

use std::time::{Duration, Instant};

use super::analysis::{AnalysisLine, AnalysisRequest};
use super::message::{Command, Go};
use super::peer::{Dialect, Peer};
use super::position::{Fields, PositionText, PositionTexts, Question};
use super::reply::Thought;
use super::settings::Form;
use crate::protocol::machine::Stop;
use crate::protocol::words::split_at;
use crate::protocol::{Answer, Info, Limits, Mode, Search, SearchId};

/// A search in work.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) search: Search,
    pub(super) texts: PositionTexts,
    /// The fields of the XGID; `None` if it cannot be read.
    pub(super) fields: Option<Fields>,
    /// The way in which it must end, if it must.
    pub(super) stop: Option<Stop>,
    /// The engine has refused its limits: it gets the question without them.
    pub(super) is_plain: bool,
    /// The best action so far, by the engine's reports on the way.
    best: Option<String>,
    /// The reports on the search as a whole.
    said: Thought,
}

impl Running {
    pub(super) fn new(search: Search) -> Self {
        let texts = PositionTexts::of(&search.root);
        let fields = Fields::parse(&texts.xgid);
        let (stop, best, said) = (None, None, Thought::default());
        Self { search, texts, fields, stop, is_plain: false, best, said }
    }

    pub(super) fn id(&self) -> SearchId {
        self.search.id
    }

    /// It explains a position: no move will be played.
    pub(super) fn is_analysis(&self) -> bool {
        matches!(self.search.mode, Mode::Analyse { .. })
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.stop != Some(Stop::Drop)
    }

    /// The question; a play if that is not known.
    pub(super) fn question(&self) -> Question {
        self.fields.map_or(Question::Play, |fields| fields.question)
    }

    /// The position in this form, or in the one that the root has; `None` if the root has no
    /// position.
    pub(super) fn position(&self, form: Form) -> Option<PositionText> {
        let PositionTexts { xgid, rawboard, position_id: _ } = &self.texts;
        let (first, second) = match form {
            Form::Rawboard => (rawboard, xgid),
            Form::Xgid | Form::PositionId => (xgid, rawboard),
        };
        PositionText::parse(first).or_else(|| PositionText::parse(second))
    }

    /// The request for a ranking.
    pub(super) fn analysis(&self, position: PositionText) -> AnalysisRequest {
        let lines = match self.search.mode {
            Mode::Analyse { lines } => Some(lines.max(1)),
            Mode::Play | Mode::WholeGame | Mode::Ponder => Some(1),
        };
        let Limits { depth, nodes, .. } = self.search.limits;
        let trials = nodes.map(|nodes| u32::try_from(nodes.max(1)).unwrap_or(u32::MAX));
        AnalysisRequest { position, lines, ply: depth, time: self.time(), trials, seed: None }
    }

    /// The time it may take, if that is limited.
    pub(super) fn time(&self) -> Option<Duration> {
        self.search.limits.move_time
    }

    /// The commands that give an engine of v0.1 the game around the board.
    pub(super) fn context(&self) -> Vec<Command> {
        let Some(fields) = self.fields else { return Vec::new() };
        let Fields { length, is_crawford, is_jacoby, scores, cube, owner, .. } = fields;
        // The one who decides is p0, and bottom.
        let owner = match owner {
            0 => "center",
            1.. => "p0",
            _ => "p1",
        };
        vec![
            Command::NewSession { length, crawford: is_crawford, jacoby: is_jacoby },
            Command::SetScore(scores),
            Command::SetCube { value: 1 << cube.min(30), owner },
            Command::SetTurn,
        ]
    }

    /// The commands that bring an engine of the later dialects to the position.
    pub(super) fn place(&self, form: Form) -> Vec<Command> {
        let position = match form {
            Form::Xgid => Command::PositionXgid(self.texts.xgid.clone()),
            Form::PositionId | Form::Rawboard => {
                Command::PositionId(self.texts.position_id.clone())
            }
        };
        let dice = self.fields.and_then(|fields| fields.dice).map(Command::Dice);
        [position].into_iter().chain(dice).collect()
    }

    /// The question in the later dialects; `None` for one that they do not have.
    pub(super) fn go(&self, peer: &Peer, says_role: Option<bool>) -> Option<Go> {
        let role = match self.question() {
            Question::Play => "chequer",
            Question::Cube => "cube",
            Question::Take => return None,
        };
        let is_first = peer.dialect == Dialect::V1;
        let says_role = says_role.unwrap_or(is_first);
        let go = Go { role, says_role, move_time: None, depth: None, nodes: None };
        if !is_first || peer.lacks_limits || self.is_plain {
            return Some(go);
        }
        let Limits { depth, nodes, .. } = self.search.limits;
        Some(Go { move_time: self.time(), depth, nodes, ..go })
    }

    /// Takes note of `info` and `eval`, and returns the report of it.
    pub(super) fn note(&mut self, thought: Thought) -> Info {
        self.best = thought.pv.clone().or(self.best.take());
        if thought.pv.is_none() {
            let Thought { score, chances, depth, .. } = thought.clone();
            self.said.score = score.or(self.said.score);
            self.said.chances = chances.or(self.said.chances);
            self.said.depth = depth.or(self.said.depth.take());
        }
        let Thought { score, depth, nodes, nodes_per_second, time, chances, pv } = thought;
        Info {
            search: self.id(),
            line: pv.clone(),
            score,
            depth,
            nodes,
            nodes_per_second,
            time,
            pv: pv.into_iter().collect(),
            chances,
            ..Info::default()
        }
    }

    /// Takes note of a line of the extension, and returns the report of it.
    pub(super) fn note_line(&mut self, line: AnalysisLine) -> Info {
        let AnalysisLine { rank, action, ply, trials, equity, error, mwc: _, chances } = line;
        if rank == 1 {
            self.best = Some(action.clone());
        }
        let depth = match trials {
            Some(trials) => Some(format!("{trials} games")),
            None => ply.map(|ply| ply.to_string()),
        };
        // A double and its answer are two moves.
        let pv = match split_at(&action, " ") {
            Some(("double", reply)) => vec!["double".to_owned(), reply.trim().to_owned()],
            Some(_) | None => vec![action.clone()],
        };
        Info {
            search: self.id(),
            line: Some(action),
            score: equity,
            depth,
            pv,
            chances,
            std_error: error,
            ..Info::default()
        }
    }

    /// The action that it ends with is a line of an analysis.
    pub(super) fn is_shown_as_line(&self, mv: &str) -> bool {
        self.is_analysis() && !mv.is_empty()
    }

    /// The action that it ends with, as a line of analysis.
    pub(super) fn line(&self, mv: &str) -> Info {
        let Thought { score, chances, depth, .. } = self.said.clone();
        let (line, pv) = (Some(mv.to_owned()), vec![mv.to_owned()]);
        Info { search: self.id(), line, score, chances, depth, pv, ..Info::default() }
    }

    /// Its end, with this action.
    pub(super) fn answer(&self, mv: Option<String>) -> Answer {
        let search = self.id();
        if self.is_analysis() {
            return Answer { search, ..Answer::default() };
        }
        Answer { search, mv, score: self.said.score, ..Answer::default() }
    }

    /// The action that could be played now, by the engine's reports on the way.
    pub(super) fn best(&self) -> Option<&str> {
        self.best.as_deref()
    }
}

/// A search that the engine is thinking about.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) running: Running,
    /// The question that was sent.
    pub(super) asked: Asked,
    /// The command, in the later dialects.
    pub(super) go: Option<Go>,
    /// The time by which it must have answered, and the length of that limit.
    pub(super) limit: Option<(Instant, Duration)>,
    /// The time when it is told to stop, because no command limits the time for its move.
    pub(super) stop_at: Option<Instant>,
    /// The time when the engine is started again.
    pub(super) interrupt_at: Option<Instant>,
    /// A blank line has come: the time when it becomes the answer.
    pub(super) blank_at: Option<Instant>,
    /// The answer of a search that was stopped, until its fence has come.
    pub(super) answer: Option<String>,
    /// A fence was sent before the question: a line before its `readyok` does not answer it.
    pub(super) is_fenced: bool,
    /// `stop` was sent, with a fence behind it if the engine keeps to the order.
    pub(super) is_told_to_stop: bool,
    /// The position was sent before, for a ranking, and nothing came: the next answer may be the
    /// one to either, and another may follow.
    pub(super) is_sent_twice: bool,
}

/// The question that an engine is thinking about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Asked {
    /// The best action.
    Action,
    /// A ranking. The time by which it must have begun, if it is unknown whether the engine can do
    /// it; `None` as soon as it has begun.
    Ranking { try_out: Option<Instant>, has_begun: bool },
}

impl Thinking {
    pub(super) fn new(running: Running, asked: Asked) -> Self {
        Self {
            running,
            asked,
            go: None,
            limit: None,
            stop_at: None,
            interrupt_at: None,
            blank_at: None,
            answer: None,
            is_fenced: false,
            is_told_to_stop: false,
            is_sent_twice: false,
        }
    }

    pub(super) fn try_out(&self) -> Option<Instant> {
        match self.asked {
            Asked::Ranking { try_out, .. } => try_out,
            Asked::Action => None,
        }
    }

    pub(super) fn due(&self) -> Option<Instant> {
        let limit = self.limit.map(|(at, _)| at);
        let all = [limit, self.stop_at, self.interrupt_at, self.blank_at, self.try_out()];
        all.into_iter().flatten().min()
    }
}
