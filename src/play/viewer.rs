//! Compares a referee's opinion of a game with that of an engine that keeps it.
//!
//! UHP wants a program that shows a game to follow an engine: after every position it is asked for
//! its game and its moves, and both are compared with the table's. Decides nothing: the owner of
//! the game decides which opinion counts. Reads nothing and knows no clock.

use std::fmt;

use super::{Table, next_search_id};
use crate::games::{
    Actor, HistoryRules, KeptGame, KeptHead, Link, LinkedGame, MoveText, Outcome, PlayError,
    Position, Side, counted,
};
use crate::protocol::{Event, Request, SearchId, quoted};

/// Positions before an engine's own moves that are remembered as checked, so that they are not
/// asked about again after a few moves are taken back.
const N_REMEMBERED: usize = 4;
/// Moves of a list that are named one by one.
const N_NAMED: usize = 6;

/// The side whose engine keeps the game: the only engine whose protocol lets it keep games. Without
/// one, or with two, the referee keeps it. `None` in `links` is a human player.
#[must_use]
pub fn keeper(links: [Option<&dyn Link>; 2]) -> Option<Side> {
    let keeps = links.map(|link| link.is_some_and(Link::keeps_games));
    match keeps {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        [true, true] | [false, false] => None,
    }
}

/// A kind of difference between a referee and an engine.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Difference {
    /// Its text isn't a game.
    Unreadable,
    /// It plays another variant.
    Variant,
    /// Its game has other moves.
    Moves,
    /// Whether, and how, the game has ended.
    Result,
    /// State or turn in its header do not fit its own moves; the position is the same.
    Header,
    /// It leaves out legal moves, or lists others.
    ValidMoves,
    /// It lists something that isn't a move; the moves are the same.
    UnreadableMoves,
    /// It lists a move more than once; the moves are the same.
    Duplicates,
    /// It was asked for its moves and did not list them: late, refused, or empty.
    NoAnswer,
}

impl Difference {
    /// All kinds.
    const ALL: [Self; 9] = [
        Self::Unreadable,
        Self::Variant,
        Self::Moves,
        Self::Result,
        Self::Header,
        Self::ValidMoves,
        Self::UnreadableMoves,
        Self::Duplicates,
        Self::NoAnswer,
    ];

    /// The kind with this [`Difference::name`]; `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// A short name, the same for all cases of a kind: `valid moves`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable game",
            Self::Variant => "game type",
            Self::Moves => "moves played",
            Self::Result => "result",
            Self::Header => "header",
            Self::ValidMoves => "valid moves",
            Self::UnreadableMoves => "unreadable moves",
            Self::Duplicates => "moves listed twice",
            Self::NoAnswer => "moves not told",
        }
    }

    /// Only a formal error: position and moves are the same. Reported once for each engine.
    #[must_use]
    pub fn is_form(self) -> bool {
        match self {
            Self::Header | Self::UnreadableMoves | Self::Duplicates | Self::NoAnswer => true,
            Self::Unreadable | Self::Variant | Self::Moves | Self::Result | Self::ValidMoves => {
                false
            }
        }
    }
}

/// A difference with both opinions.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Disagreement {
    /// The kind of difference.
    pub what: Difference,
    /// The referee's opinion, in words.
    pub referee: String,
    /// The engine's opinion, in words.
    pub engine: String,
    /// The position that was sent to the engine, in its protocol's notation.
    pub told: String,
    /// The answer, as written by the engine.
    pub came: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, referee, engine, .. } = self;
        write!(f, "{}: the referee says {referee}; the engine says {engine}", what.name())
    }
}

/// The referee's ruling on a game.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Ruling {
    /// How it has ended.
    pub outcome: Option<Outcome>,
    /// A rule of the game that ended it, or would if it were switched on: `repetition`.
    pub rule: Option<&'static str>,
}

impl Ruling {
    /// The referee's ruling at a table; `None` if the game did not end by a rule of the board (but
    /// by a clock, a resignation, an agreement), which an engine does not know.
    #[must_use]
    pub fn of(table: &Table) -> Option<Self> {
        let by_rules = match table.position().actor() {
            Actor::Over(ending) => Some(ending),
            Actor::Player(_) | Actor::Chance => {
                table.game().judge(table.traces(), HistoryRules::default())
            }
        };
        let rule = by_rules.as_ref().map(|ending| ending.reason);
        match (table.result(), by_rules) {
            (None, _) => Some(Self { outcome: None, rule }),
            (Some(result), Some(ending)) if result.reason == ending.reason => {
                Some(Self { outcome: Some(ending.outcome), rule })
            }
            (Some(_), _) => None,
        }
    }
}

/// Compares an engine's game with the one that was sent to it ([`Event::GameState`]). Moves are
/// compared as values: another spelling is not a difference. Returns only the most important
/// difference; `None` means that both have the same game and the same opinion of it.
#[must_use]
pub fn compare_game(
    link: &dyn Link,
    told: &str,
    came: &str,
    ruling: &Ruling,
) -> Option<Disagreement> {
    let found = |what, referee: String, engine: String| {
        Some(Disagreement { what, referee, engine, told: told.to_owned(), came: came.to_owned() })
    };
    let ours = link.read_kept(told)?;
    let Some(theirs) = link.read_kept(came) else {
        return found(Difference::Unreadable, stands(&ours.by_moves), quoted(came));
    };
    if ours.variant != theirs.variant {
        return found(Difference::Variant, ours.variant, theirs.variant);
    }
    if let Some((referee, engine)) = other_moves(&ours, &theirs) {
        return found(Difference::Moves, referee, engine);
    }
    let (said, by_moves) = (&theirs.said, &theirs.by_moves);
    // An engine need not know the draws of the game's history: the protocol has no such rule.
    let is_beyond_it = said.outcome.is_none()
        && by_moves.outcome.is_none()
        && ruling.outcome == Some(Outcome::Draw);
    if said.outcome != ruling.outcome && !is_beyond_it {
        return found(Difference::Result, ruled(by_moves, ruling), said.state.clone());
    }
    let is_same = |said: &str, ours: &str| said.is_empty() || said.eq_ignore_ascii_case(ours);
    // A draw by repetition does not show in the last position alone.
    let same_state = said.outcome.is_some() || is_same(&said.state, &by_moves.state);
    if same_state && is_same(&said.turn, &by_moves.turn) {
        return None;
    }
    found(Difference::Header, stands(by_moves), stands(said))
}

/// `InProgress, White[3]`.
fn stands(head: &KeptHead) -> String {
    format!("{}, {}", head.state, head.turn)
}

/// The referee's ruling, with the rule.
fn ruled(by_moves: &KeptHead, ruling: &Ruling) -> String {
    match (ruling.outcome, ruling.rule) {
        (Some(Outcome::Draw), Some(rule)) => format!("Draw ({rule})"),
        (Some(_), Some(rule)) => format!("{} ({rule})", by_moves.state),
        (None, Some(rule)) => format!("{} ({rule} does not end this game)", by_moves.state),
        (_, None) => by_moves.state.clone(),
    }
}

/// The first move that differs, in both games.
fn other_moves(ours: &KeptGame, theirs: &KeptGame) -> Option<(String, String)> {
    let same = ours.moves.iter().zip(&theirs.moves);
    let n_same = same.take_while(|(ours, theirs)| ours == theirs).count();
    let number = n_same + 1;
    let none = || format!("no move {number}");
    let our = ours.moves.get(n_same).map(|mv| format!("move {number} {mv}"));
    let their = match (theirs.moves.get(n_same), &theirs.unplayable) {
        (Some(mv), _) => Some(format!("move {number} {mv}")),
        (None, Some((_, why))) => Some(format!("move {number} {why}")),
        (None, None) => None,
    };
    if our.is_none() && their.is_none() {
        return None;
    }
    Some((our.unwrap_or_else(none), their.unwrap_or_else(none)))
}

/// Compares the moves that an engine lists ([`Event::ValidMoves`]) with the legal ones of `pos`, as
/// values. `told` makes the position as sent to the engine, where there is a difference.
#[must_use]
pub fn compare_moves(
    link: &dyn Link,
    pos: &dyn Position,
    told: impl FnOnce() -> String,
    listed: &[String],
) -> Option<Disagreement> {
    if are_all_once(pos, listed) {
        return None;
    }
    let compared = link.compare_moves(pos, listed);
    let n_legal = compared.shared.len() + compared.missing.len();
    let is_unreadable =
        |text: &String| matches!(link.read_move(pos, text), Err(PlayError::Unreadable { .. }));
    let (unreadable, illegal): (Vec<_>, Vec<_>) =
        compared.extra.into_iter().partition(is_unreadable);
    let what = if !compared.missing.is_empty() || !illegal.is_empty() {
        Difference::ValidMoves
    } else if !unreadable.is_empty() {
        Difference::UnreadableMoves
    } else if !compared.twice.is_empty() {
        Difference::Duplicates
    } else {
        return None;
    };
    let texts = |moves: &[MoveText]| moves.iter().map(|mv| mv.0.clone()).collect::<Vec<_>>();
    let parts = [
        ("missing", texts(&compared.missing)),
        ("not legal", illegal),
        ("not readable", unreadable),
        ("more than once", texts(&compared.twice)),
    ];
    let parts = parts.iter().filter(|(_, moves)| !moves.is_empty());
    let parts: Vec<String> =
        parts.map(|(what, moves)| format!("{what}: {}", named(moves))).collect();
    Some(Disagreement {
        what,
        referee: counted(n_legal, "legal move"),
        engine: format!("{}, {}", counted(listed.len(), "move"), parts.join("; ")),
        told: told(),
        came: listed.join(";"),
    })
}

/// The list has every legal move once, in canonical text, and nothing else: as values it is the same
/// for certain.
fn are_all_once(pos: &dyn Position, listed: &[String]) -> bool {
    let legal = pos.legal_moves();
    if listed.len() != legal.len() {
        return false;
    }
    let mut legal: Vec<&str> = legal.iter().map(|mv| mv.0.as_str()).collect();
    let mut listed: Vec<&str> = listed.iter().map(String::as_str).collect();
    if listed == legal {
        return true;
    }
    legal.sort_unstable();
    listed.sort_unstable();
    listed == legal
}

/// The first few moves, and the number of the others.
fn named(moves: &[String]) -> String {
    let shown = moves.iter().take(N_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match moves.len().checked_sub(N_NAMED) {
        Some(more @ 1..) => format!("{shown} and {more} more"),
        Some(_) | None => shown,
    }
}

/// An engine's opinion of one position.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Opinion {
    /// The position, as the program writes it.
    pub position: String,
    /// The state in its own word: `InProgress`; empty until it has given one.
    pub state: String,
    /// How the game has ended, according to the engine.
    pub outcome: Option<Outcome>,
    /// How many different moves it lists, including those that the rules do not allow; `None` until
    /// it has listed any.
    pub n_moves: Option<usize>,
    /// Its moves that are legal on the program's board, canonical.
    pub playable: Vec<MoveText>,
    /// Its illegal moves, as written.
    pub extra: Vec<String>,
    /// It was asked for its moves and listed none.
    pub is_silent: bool,
    /// The difference from the referee's opinion.
    pub differs: Vec<Disagreement>,
}

/// A question to an engine.
#[derive(Debug)]
struct Question {
    id: SearchId,
    /// Moves made before the position in question.
    ply: usize,
    /// The position, as sent to the engine.
    told: String,
}

/// Follows one engine that keeps games through one game at a table.
#[derive(Debug)]
pub struct Viewer {
    link: &'static dyn Link,
    /// The open question.
    asked: Option<Question>,
    /// Positions before the engine's own moves that were asked about, as sent; the newest last.
    done: Vec<String>,
    /// How often it differed in this game, by kind.
    seen: Vec<(Difference, u32)>,
    opinion: Opinion,
    /// The position of the opinion was asked about, and the answer has come.
    is_settled: bool,
}

/// A difference, and whether it is new.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SeenDifference {
    /// The difference.
    pub found: Disagreement,
    /// How often the same kind was seen before in this game; 0 for the first, the only one reported
    /// in detail.
    pub n_before: u32,
}

impl Viewer {
    /// For an engine behind `link`; `None` if in its protocol engines do not keep games.
    #[must_use]
    pub fn new(link: &'static dyn Link) -> Option<Self> {
        link.keeps_games().then(|| Self {
            link,
            asked: None,
            done: Vec::new(),
            seen: Vec::new(),
            opinion: Opinion::default(),
            is_settled: false,
        })
    }

    /// The engine was restarted: the open question will not be answered.
    pub fn restarted(&mut self) {
        self.asked = None;
        self.is_settled = false;
        self.done.clear();
    }

    /// The next question to the engine, if any: first about the position before its own last move
    /// (`own` is its side), then about the current one, whenever its opinion is about another, as
    /// after moves were taken back. To be sent only while it runs no search and is not about to
    /// start one. A finished game is sent, and its end compared, but without asking for moves.
    pub fn ask(&mut self, table: &Table, own: Side) -> Option<Request> {
        if self.asked.is_some() || (self.is_settled && self.opinion(table).is_some()) {
            return None;
        }
        Ruling::of(table)?;
        let ply = self.open_ply(table, own);
        let root = self.link.root(&line_to(table, ply));
        let id = next_search_id();
        self.asked = Some(Question { id, ply, told: root.full.clone() });
        if ply < table.ply() {
            if self.done.len() == N_REMEMBERED {
                self.done.remove(0);
            }
            self.done.push(root.full.clone());
        }
        let is_over = ply == table.ply() && table.is_over();
        Some(if is_over {
            Request::GameState { id, root }
        } else {
            Request::ValidMoves { id, root }
        })
    }

    /// The ply of the next question.
    fn open_ply(&self, table: &Table, own: Side) -> usize {
        let ply = table.ply();
        let moved = ply > 0 && table.record().node(table.node()).side == Some(own);
        let before = moved.then(|| ply - 1);
        before.filter(|before| !self.done.contains(&self.told(table, *before))).unwrap_or(ply)
    }

    /// Takes an event of the engine; returns a difference, to be reported or counted. Answers about
    /// another position than the table's, or to no question, are ignored.
    pub fn handle(&mut self, event: &Event, table: &Table) -> Option<SeenDifference> {
        let found = if let Event::GameState { told, game } = event {
            self.hear_game(told, game, table)
        } else if let Event::ValidMoves { id, moves } = event {
            self.hear_moves(*id, moves.as_deref(), table)
        } else {
            None
        }?;
        let n_before = self.count(found.what);
        Some(SeenDifference { found, n_before })
    }

    /// Counts a difference; returns how often its kind was seen before.
    fn count(&mut self, what: Difference) -> u32 {
        if let Some((_, n)) = self.seen.iter_mut().find(|(known, _)| *known == what) {
            *n += 1;
            return *n - 1;
        }
        self.seen.push((what, 1));
        0
    }

    /// The engine's opinion of the current position; `None` until it has one.
    #[must_use]
    pub fn opinion(&self, table: &Table) -> Option<&Opinion> {
        let here = table.position().to_text();
        (self.opinion.position == here).then_some(&self.opinion)
    }

    /// An answer is on its way.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    fn told(&self, table: &Table, ply: usize) -> String {
        self.link.root(&line_to(table, ply)).full
    }

    /// The opinion of the table's position; a new one if it was about another.
    fn opinion_of(&mut self, table: &Table) -> &mut Opinion {
        let position = table.position().to_text();
        if self.opinion.position != position {
            self.opinion = Opinion { position, ..Opinion::default() };
            self.is_settled = false;
        }
        &mut self.opinion
    }

    fn hear_game(&mut self, told: &str, came: &str, table: &Table) -> Option<Disagreement> {
        let is_now = told == self.told(table, table.ply());
        let is_before = table.ply() > 0 && told == self.told(table, table.ply() - 1);
        if !is_now && !is_before {
            return None;
        }
        let ruling = if is_now { Ruling::of(table)? } else { Ruling::default() };
        let found = compare_game(self.link, told, came, &ruling);
        if is_now {
            let said = self.link.read_kept(came).map(|game| game.said).unwrap_or_default();
            let opinion = self.opinion_of(table);
            (opinion.state, opinion.outcome) = (said.state, said.outcome);
            opinion.differs.extend(found.clone());
        }
        found
    }

    fn hear_moves(
        &mut self,
        id: SearchId,
        moves: Option<&[String]>,
        table: &Table,
    ) -> Option<Disagreement> {
        let Question { ply, told, .. } = self.asked.take_if(|asked| asked.id == id)?;
        let pos = table.positions().get(ply)?;
        if told != self.told(table, ply) {
            return None;
        }
        let is_now = ply == table.ply();
        // For a finished game no moves can be listed; the end was already compared.
        let says_over = is_now && self.opinion_of(table).outcome.is_some();
        let moves = moves.filter(|_| !says_over);
        let found = moves.and_then(|moves| compare_moves(self.link, &**pos, || told, moves));
        if is_now {
            let compared = self.link.compare_moves(&**pos, moves.unwrap_or_default());
            let opinion = self.opinion_of(table);
            opinion.n_moves = moves.map(|_| compared.shared.len() + compared.extra.len());
            opinion.is_silent = moves.is_none();
            (opinion.playable, opinion.extra) = (compared.shared, compared.extra);
            opinion.differs.extend(found.clone());
            self.is_settled = true;
        }
        found
    }
}

/// The line of a table up to a ply.
fn line_to(table: &Table, ply: usize) -> LinkedGame<'_> {
    let line = table.linked();
    LinkedGame { moves: &line.moves[..ply.min(line.moves.len())], now: None, ..line }
}

#[cfg(test)]
mod tests;
