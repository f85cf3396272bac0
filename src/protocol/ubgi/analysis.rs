//! The lines of the extension for analyses (`docs/UBGI-ANALYSIS.md`).
//!
//! Keeps no state and evaluates nothing.

use std::fmt;
use std::time::Duration;

use super::position::PositionText;
use crate::protocol::Chances;
use crate::protocol::words::{before, finite, keyed, split_word, words};

/// The version of the extension that is spoken here.
pub(super) const VERSION: u32 = 1;

/// `analyse [lines N] [ply N] [time MS] [trials N] [seed N] POSITION`: rank the actions.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AnalysisRequest {
    /// The position.
    pub position: PositionText,
    /// The most actions; without it, as many as the engine likes. Never 0.
    pub lines: Option<u32>,
    /// Depth in plies; 0 is the evaluation of the positions after each action.
    pub ply: Option<u32>,
    /// The longest time.
    pub time: Option<Duration>,
    /// Roll out: play so many games for each action. Never 0.
    pub trials: Option<u32>,
    /// The seed for the dice of the rollout.
    pub seed: Option<u64>,
}

impl AnalysisRequest {
    /// Reads the text after `analyse`. Unknown words are skipped.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let at = find_position(text)?;
        let position = PositionText::parse(&text[at..])?;
        let mut request =
            Self { position, lines: None, ply: None, time: None, trials: None, seed: None };
        let mut words = words(&text[..at]);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
            let small = |number: Option<u64>| number.and_then(|number| u32::try_from(number).ok());
            match word {
                "lines" => request.lines = Some(small(number())?.max(1)),
                "ply" => request.ply = Some(small(number())?),
                "time" => request.time = Some(Duration::from_millis(number()?)),
                "trials" => request.trials = Some(small(number())?.max(1)),
                "seed" => request.seed = Some(number()?),
                _ => {}
            }
        }
        Some(request)
    }
}

/// The start of the position: it is the rest of the line, and a rawboard may hold blanks.
fn find_position(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    before(&lower, &["xgid=", "board:"]).map(str::len)
}

impl fmt::Display for AnalysisRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("analyse")?;
        if let Some(lines) = self.lines {
            write!(f, " lines {lines}")?;
        }
        if let Some(ply) = self.ply {
            write!(f, " ply {ply}")?;
        }
        if let Some(time) = self.time {
            write!(f, " time {}", time.as_millis())?;
        }
        if let Some(trials) = self.trials {
            write!(f, " trials {trials}")?;
        }
        if let Some(seed) = self.seed {
            write!(f, " seed {seed}")?;
        }
        write!(f, " {}", self.position.text())
    }
}

/// An engine's report on an analysis.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisReply {
    /// `analysis start`: it is understood and runs.
    Start,
    /// `analysis line ...`: one action and its value.
    Line(Box<AnalysisLine>),
    /// `analysis progress DONE TOTAL`, in games of a rollout or whatever the engine counts.
    Progress {
        /// The number that is done.
        done: u64,
        /// The number to be done in all.
        total: u64,
    },
    /// `analysis end`: nothing follows.
    End,
}

/// One action of an analysis. Whatever is not known is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalysisLine {
    /// The rank; 1 is the best.
    pub rank: u32,
    /// The action: a play in the document's form, `pass` if no play is possible, `roll`,
    /// `double take`, `double drop`, `take` or `drop`.
    pub action: String,
    /// Depth in plies.
    pub ply: Option<u32>,
    /// Games played out.
    pub trials: Option<u32>,
    /// Equity in points for one point of the cube, from the point of view of the one who decides.
    pub equity: Option<f64>,
    /// Standard error of the equity.
    pub error: Option<f64>,
    /// Chance to win the match, from 0 to 1.
    pub mwc: Option<f64>,
    /// The probabilities of the ends of the game.
    pub chances: Option<Chances>,
}

/// The words that a line of analysis may hold.
const KEYS: [&str; 7] = ["ply", "trials", "equity", "error", "mwc", "chances", "action"];

impl AnalysisReply {
    /// Reads the text after `analysis`; `None` if it makes no sense.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (word, rest) = split_word(text);
        match word.to_ascii_lowercase().as_str() {
            "start" => Some(Self::Start),
            "end" => Some(Self::End),
            "line" => AnalysisLine::parse(rest).map(|line| Self::Line(Box::new(line))),
            "progress" => {
                let mut numbers = words(rest).map(|word| word.parse().ok());
                Some(Self::Progress { done: numbers.next()??, total: numbers.next()?? })
            }
            _ => None,
        }
    }
}

impl AnalysisLine {
    /// Reads the text after `analysis line`. Unknown words are skipped, and so are numbers that are
    /// not finite.
    fn parse(text: &str) -> Option<Self> {
        let (rank, rest) = split_word(text);
        let mut line = Self { rank: rank.parse().ok()?, ..Self::default() };
        for (key, values) in keyed(rest, |word| KEYS.contains(&word), |word| word == "action") {
            line.set(key, values);
        }
        (!line.action.is_empty()).then_some(line)
    }

    fn set(&mut self, key: &str, values: &str) {
        let mut numbers = words(values).map(finite);
        let mut next = || numbers.next().flatten();
        match key {
            "action" => self.action = values.to_owned(),
            "ply" => self.ply = count(values),
            "trials" => self.trials = count(values),
            "equity" => self.equity = next(),
            "error" => self.error = next(),
            "mwc" => self.mwc = next(),
            "chances" => {
                self.chances = next().map(|win| Chances {
                    win,
                    win_gammon: next(),
                    win_backgammon: next(),
                    lose_gammon: next(),
                    lose_backgammon: next(),
                });
            }
            _ => {}
        }
    }
}

fn count(values: &str) -> Option<u32> {
    split_word(values).0.parse().ok()
}

impl fmt::Display for AnalysisReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("analysis start"),
            Self::Line(line) => write!(f, "analysis line {line}"),
            Self::Progress { done, total } => write!(f, "analysis progress {done} {total}"),
            Self::End => f.write_str("analysis end"),
        }
    }
}

impl fmt::Display for AnalysisLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rank)?;
        if let Some(ply) = self.ply {
            write!(f, " ply {ply}")?;
        }
        if let Some(trials) = self.trials {
            write!(f, " trials {trials}")?;
        }
        for (key, number) in [("equity", self.equity), ("error", self.error), ("mwc", self.mwc)] {
            if let Some(number) = number.filter(|number| number.is_finite()) {
                write!(f, " {key} {number:.4}")?;
            }
        }
        if let Some(chances) = &self.chances {
            let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
            write!(f, " chances {win:.4}")?;
            // Their order tells them apart, so the first unknown one ends them.
            for chance in [win_gammon, win_backgammon, lose_gammon, lose_backgammon] {
                let Some(chance) = chance else { break };
                write!(f, " {chance:.4}")?;
            }
        }
        write!(f, " action {}", self.action.replace(['\n', '\r'], " "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

    #[test]
    fn requests_are_read_and_written_the_same() {
        for line in [
            format!("analyse {START}"),
            format!("analyse lines 5 ply 2 time 3000 {START}"),
            format!("analyse lines 5 trials 1296 seed 7 {START}"),
            "analyse lines 2 board:You and me:Opp:1:0:0".to_owned(),
        ] {
            let read = AnalysisRequest::parse(&line["analyse".len()..]).unwrap();
            assert_eq!(read.to_string(), line);
        }
        let other = AnalysisRequest::parse(&format!("speed 3 lines 0 noise {START}")).unwrap();
        assert_eq!(other.to_string(), format!("analyse lines 1 {START}"));
        for text in ["", "lines 5", "lines x XGID=a", "8/5 6/5"] {
            assert_eq!(AnalysisRequest::parse(text), None, "{text}");
        }
    }

    #[test]
    fn replies_are_read_and_written_the_same() {
        for line in [
            "analysis start",
            "analysis line 1 ply 2 equity 0.2003 chances 0.5510 0.1740 0.0130 0.1240 0.0050 \
             action 8/5 6/5",
            "analysis line 2 trials 1296 equity -0.0114 error 0.0031 mwc 0.4913 action double take",
            "analysis line 3 action 24/23 13/10",
            "analysis line 3 chances 0.5000 action roll",
            "analysis progress 36 1296",
            "analysis end",
        ] {
            let read = AnalysisReply::parse(line.strip_prefix("analysis").unwrap()).unwrap();
            assert_eq!(read.to_string(), line);
        }
        for text in ["", "line", "line 1", "line 1 equity 0.1", "line x action roll", "progress 1"]
        {
            assert_eq!(AnalysisReply::parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_a_later_version_adds_is_skipped() {
        let text = "line 1 luck 0.3 0.4 equity nan ply 2 colour red action 8/5 6/5";
        let Some(AnalysisReply::Line(line)) = AnalysisReply::parse(text) else { panic!() };
        assert_eq!((line.equity, line.ply, line.action.as_str()), (None, Some(2), "8/5 6/5"));
    }
}
