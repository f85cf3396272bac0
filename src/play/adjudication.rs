//! Rules by which the program ends games early, each off unless it is set, and what they decide.
//!
//! Plays no move and ends no game: a game of a match asks after each move.

use std::num::NonZeroU32;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::builtin;
use crate::games::{GameInfo, Outcome, Side};

/// Rules by which the program ends games early; by default none.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct Adjudication {
    /// A game that the engines' scores hold won is won.
    pub resign: Option<ResignRule>,
    /// A game that the engines' scores hold equal is drawn.
    pub draw: Option<DrawRule>,
    /// With at most so many empty squares the result is the exact one.
    pub exact_empties: Option<NonZeroU32>,
    /// In endings with at most so many pieces the result is the exact one, where it is settled.
    pub exact_pieces: Option<NonZeroU32>,
    /// Races that are decided beyond doubt end.
    pub decided_races: bool,
}

/// Text such as `score=10 plies=6 one-sided`: a win by the engines' scores.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct ResignRule {
    /// The least score for the winner, in the game's unit.
    pub score: f64,
    /// How many moves in a row must have it.
    pub plies: NonZeroU32,
    /// Only the moves of the loser count; otherwise those of both, and both must agree.
    pub is_one_sided: bool,
}

/// Text such as `score=0.5 plies=8 after=60`: a draw by the engines' scores.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct DrawRule {
    /// The highest score for either side, in the game's unit.
    pub score: f64,
    /// How many moves in a row must have at most this, moves of both engines among them.
    pub plies: NonZeroU32,
    /// Only moves after this ply count.
    pub after: u32,
}

/// Why a text is not a rule.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{text:?} is not such a rule: {reason}; write for example {example:?}")]
pub struct ParseRuleError {
    text: String,
    reason: String,
    example: &'static str,
}

/// A rule that does not fit the game; `key` is its name on the command line and in the file of a
/// tournament.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{reason}")]
pub struct RuleMisfit {
    /// The name of the rule: `exact-empties`.
    pub key: &'static str,
    /// Why it does not fit, as a sentence.
    pub reason: String,
}

/// The exact solver must be done before anyone notices: with more empty squares it may need
/// seconds.
pub const MOST_EMPTIES: u32 = 16;

/// A game with fewer pieces is over.
const LEAST_PIECES: u32 = 2;

impl Adjudication {
    /// Checks that the game, in this variant, has what the rules need.
    ///
    /// # Errors
    ///
    /// At the first rule that does not fit.
    pub fn check(&self, game: &GameInfo, variant: Option<&str>) -> Result<(), RuleMisfit> {
        let misfit = |key, reason| Err(RuleMisfit { key, reason });
        let title = game.title;
        if game.has_dice {
            let of_scores = [("resign", self.resign.is_some()), ("draw", self.draw.is_some())];
            if let Some((key, _)) = of_scores.into_iter().find(|(_, is_set)| *is_set) {
                let why = "a score says what is expected from the dice, and decides nothing";
                return misfit(key, format!("in {title} {why}; decided-races is for it"));
            }
        }
        if let Some(most) = self.exact_empties {
            if !builtin::has_exact_solver(game.name) {
                return misfit("exact-empties", format!("there is no exact solver for {title}"));
            }
            if most.get() > MOST_EMPTIES {
                let reason = format!("at most {MOST_EMPTIES} empty squares, not {most}");
                return misfit("exact-empties", reason);
            }
        }
        if let Some(most) = self.exact_pieces {
            if let Some(reason) = builtin::no_endings(game.name, variant) {
                return misfit("exact-pieces", reason);
            }
            if !(LEAST_PIECES..=builtin::MOST_PIECES).contains(&most.get()) {
                let most_solved = builtin::MOST_PIECES;
                let reason = format!("{LEAST_PIECES} to {most_solved} pieces, not {most}");
                return misfit("exact-pieces", reason);
            }
        }
        if self.decided_races && !builtin::has_races(game.name) {
            return misfit("decided-races", format!("there are no races in {title}"));
        }
        Ok(())
    }

    /// Does now what would take a moment in the first game that needs it.
    pub(super) fn prepare(&self, game: &GameInfo) {
        if self.decided_races {
            builtin::prepare_races(game.name);
        }
    }

    /// What ends the game if a referee engine that was asked after a decision by the engines' scores has
    /// this score (from the first side's point of view); `None` if it does not agree.
    pub(super) fn confirmed(&self, outcome: Outcome, score: f64) -> Option<AdjudicatedBy> {
        match outcome {
            Outcome::WonBy(winner) => {
                let sign = if winner == Side::First { 1.0 } else { -1.0 };
                let agrees = self.resign.is_some_and(|rule| sign * score >= rule.score);
                agrees.then_some(AdjudicatedBy::ResignWithReferee)
            }
            Outcome::Draw => {
                let agrees = self.draw.is_some_and(|rule| score.abs() <= rule.score);
                agrees.then_some(AdjudicatedBy::DrawWithReferee)
            }
        }
    }

    /// Checks that a referee engine has something to judge.
    ///
    /// # Errors
    ///
    /// When no rule by the engines' scores is set.
    pub fn check_referee(&self) -> Result<(), RuleMisfit> {
        if self.resign.is_some() || self.draw.is_some() {
            return Ok(());
        }
        let reason =
            "a referee confirms what resign and draw decide, and neither is set".to_owned();
        Err(RuleMisfit { key: "referee", reason })
    }

    /// The rules in words, for a heading: `resign score=10 plies=6`; empty without any.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let resign = self.resign.map(|rule| format!("resign {}", String::from(rule)));
        let draw = self.draw.map(|rule| format!("draw {}", String::from(rule)));
        let exact = self.exact_empties.map(|most| format!("exact from {most} empties"));
        let pieces = self.exact_pieces.map(|most| format!("exact from {most} pieces"));
        let races = self.decided_races.then(|| "decided races end".to_owned());
        [resign, draw, exact, pieces, races].into_iter().flatten().collect()
    }
}

/// What ended a game that neither the board nor a failure or resignation of an engine ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdjudicatedBy {
    /// A win by the engines' scores ([`ResignRule`]).
    Resign,
    /// A draw by the engines' scores ([`DrawRule`]).
    Draw,
    /// A win by the engines' scores with which the referee engine agreed.
    ResignWithReferee,
    /// A draw by the engines' scores with which the referee engine agreed.
    DrawWithReferee,
    /// The exact solver.
    ExactEmpties,
    /// The solved endings.
    ExactPieces,
    /// The database of races.
    DecidedRaces,
    /// The game was too long.
    MaxPlies,
    /// The dice of a file ran out.
    NoDice,
}

impl AdjudicatedBy {
    /// Its name in files: that of the rule's option.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Draw => "draw",
            Self::ResignWithReferee => "resign-with-referee",
            Self::DrawWithReferee => "draw-with-referee",
            Self::ExactEmpties => "exact-empties",
            Self::ExactPieces => "exact-pieces",
            Self::DecidedRaces => "decided-races",
            Self::MaxPlies => "max-plies",
            Self::NoDice => "no-dice",
        }
    }

    /// Why the game ended, in words, for its record.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Resign => "win by the engines' scores",
            Self::Draw => "draw by the engines' scores",
            Self::ResignWithReferee => "win by the scores of engines and referee",
            Self::DrawWithReferee => "draw by the scores of engines and referee",
            Self::ExactEmpties => "exact result by the solver",
            Self::ExactPieces => "exact result by the solved endings",
            Self::DecidedRaces => "decided race",
            Self::MaxPlies => "move limit",
            Self::NoDice => "no dice left",
        }
    }
}

/// The words of a rule: `score=10`, and single ones.
struct Words<'a> {
    text: &'a str,
    example: &'static str,
    left: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn new(text: &'a str, example: &'static str) -> Self {
        Self { text, example, left: text.split_whitespace().collect() }
    }

    fn error(&self, reason: String) -> ParseRuleError {
        ParseRuleError { text: self.text.to_owned(), reason, example: self.example }
    }

    /// Takes the value of a name, if it is there.
    fn take(&mut self, name: &str) -> Option<&'a str> {
        let value_of = |word: &'a str| word.strip_prefix(name)?.strip_prefix('=');
        let at = self.left.iter().position(|word| value_of(word).is_some())?;
        value_of(self.left.remove(at))
    }

    fn number<T: FromStr>(
        &mut self,
        name: &str,
        what: &str,
        usual: Option<T>,
        is_fine: impl Fn(&T) -> bool,
    ) -> Result<T, ParseRuleError> {
        match (self.take(name), usual) {
            (Some(text), _) => {
                let value = text.parse().ok().filter(is_fine);
                value.ok_or_else(|| self.error(format!("{name}={text} is not {what}")))
            }
            (None, Some(usual)) => Ok(usual),
            (None, None) => Err(self.error(format!("{name} is missing"))),
        }
    }

    fn score(&mut self, least: f64) -> Result<f64, ParseRuleError> {
        let what = if least > 0.0 { "a score above 0" } else { "a score of 0 or more" };
        self.number("score", what, None, |score: &f64| score.is_finite() && *score >= least)
    }

    fn plies(&mut self) -> Result<NonZeroU32, ParseRuleError> {
        self.number("plies", "a number of moves from 1 on", None, |_| true)
    }

    /// Nothing may be left.
    fn end(&self) -> Result<(), ParseRuleError> {
        match self.left.first() {
            Some(word) => Err(self.error(format!("{word:?} is not known, or is there twice"))),
            None => Ok(()),
        }
    }
}

const ONE_SIDED: &str = "one-sided";

impl FromStr for ResignRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = Words::new(text, "score=10 plies=6");
        let score = words.score(f64::MIN_POSITIVE)?;
        let plies = words.plies()?;
        let one_sided = words.left.iter().position(|word| *word == ONE_SIDED);
        one_sided.map(|at| words.left.remove(at));
        words.end()?;
        Ok(Self { score, plies, is_one_sided: one_sided.is_some() })
    }
}

impl FromStr for DrawRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = Words::new(text, "score=0.5 plies=8 after=60");
        let score = words.score(0.0)?;
        let plies = words.plies()?;
        let after = words.number("after", "a number of plies", Some(0), |_| true)?;
        words.end()?;
        Ok(Self { score, plies, after })
    }
}

impl From<ResignRule> for String {
    fn from(rule: ResignRule) -> Self {
        let one_sided = if rule.is_one_sided { " one-sided" } else { "" };
        format!("score={} plies={}{one_sided}", rule.score, rule.plies)
    }
}

impl From<DrawRule> for String {
    fn from(rule: DrawRule) -> Self {
        format!("score={} plies={} after={}", rule.score, rule.plies, rule.after)
    }
}

impl TryFrom<String> for ResignRule {
    type Error = ParseRuleError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl TryFrom<String> for DrawRule {
    type Error = ParseRuleError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// The engines' scores of a game so far, as far as the rules need them.
#[derive(Clone, Debug, Default)]
pub(super) struct Agreement {
    /// By the side that would win: moves in a row that hold it won.
    won: [Streak; 2],
    /// By the side that would lose: its own moves in a row that hold the game lost.
    lost: [Streak; 2],
    equal: Streak,
}

/// What the engines' scores decide.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Decision {
    pub(super) by: AdjudicatedBy,
    pub(super) outcome: Outcome,
    /// The plies of the moves in a row that decide it, the first of the game being 1.
    pub(super) plies: Vec<usize>,
}

/// Moves in a row.
#[derive(Clone, Debug, Default)]
struct Streak(Vec<(Side, usize)>);

impl Streak {
    fn note(&mut self, side: Side, ply: usize, goes_on: bool) {
        match goes_on {
            true => self.0.push((side, ply)),
            false => self.0.clear(),
        }
    }

    fn has(&self, plies: NonZeroU32) -> bool {
        self.0.len() >= plies.get() as usize
    }

    fn is_of_both(&self, plies: NonZeroU32) -> bool {
        let is_of = |side| self.0.iter().any(|(of, _)| *of == side);
        self.has(plies) && Side::BOTH.into_iter().all(is_of)
    }

    fn decision(&self, by: AdjudicatedBy, outcome: Outcome) -> Decision {
        Decision { by, outcome, plies: self.0.iter().map(|(_, ply)| *ply).collect() }
    }
}

impl Agreement {
    /// Notes a move of an engine, with its own score from the first side's point of view (`None`
    /// if it gave none) and the number of plies that have been made. Returns what the rules decide
    /// now. Moves that the program makes (passes, dice, openings) are not noted.
    pub(super) fn note(
        &mut self,
        rules: &Adjudication,
        side: Side,
        score: Option<f64>,
        ply: usize,
    ) -> Option<Decision> {
        let score_for = |winner: Side| {
            let sign = if winner == Side::First { 1.0 } else { -1.0 };
            score.map(|score| sign * score)
        };
        if let Some(rule) = rules.resign {
            for winner in Side::BOTH {
                let holds_won = score_for(winner).is_some_and(|score| score >= rule.score);
                let loser = winner.opponent();
                self.won[winner.idx()].note(side, ply, holds_won);
                if side == loser {
                    self.lost[loser.idx()].note(side, ply, holds_won);
                }
                let (won, lost) = (&self.won[winner.idx()], &self.lost[loser.idx()]);
                let row = match rule.is_one_sided {
                    true => lost.has(rule.plies).then_some(lost),
                    false => won.is_of_both(rule.plies).then_some(won),
                };
                if let Some(row) = row {
                    return Some(row.decision(AdjudicatedBy::Resign, Outcome::WonBy(winner)));
                }
            }
        }
        let rule = rules.draw?;
        let is_late = ply > rule.after as usize;
        let is_equal = is_late && score.is_some_and(|score| score.abs() <= rule.score);
        self.equal.note(side, ply, is_equal);
        let is_drawn = self.equal.is_of_both(rule.plies);
        is_drawn.then(|| self.equal.decision(AdjudicatedBy::Draw, Outcome::Draw))
    }

    /// Moves up to this ply do not count any more.
    pub(super) fn forget(&mut self, ply: usize) {
        for Streak(moves) in self.won.iter_mut().chain(&mut self.lost).chain([&mut self.equal]) {
            moves.retain(|(_, of)| *of > ply);
        }
    }
}

#[cfg(test)]
mod tests;
