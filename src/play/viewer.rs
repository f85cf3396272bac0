//! What a referee and an engine that keeps the game think of it, side by side.
//!
//! UHP wants a program that shows a game to follow an engine: after every position it is asked for
//! its game and its moves, and both are compared with the table's. Decides nothing: whose word
//! holds is the business of whoever runs the game. Reads nothing and knows no clock.

use std::fmt;

use super::{Table, next_search_id};
use crate::games::{
    Actor, HistoryRules, KeptGame, KeptHead, Link, LinkedGame, MoveText, Outcome, PlayError,
    Position, Side, counted,
};
use crate::protocol::{Event, Request, SearchId, quoted};

/// Positions before an engine's own moves that are remembered as looked at: after a few moves taken
/// back none is asked of again.
const N_REMEMBERED: usize = 4;
/// Moves of a list that are named one by one.
const N_NAMED: usize = 6;

/// Which side's engine keeps the game: the only one that plays and whose protocol has it keep games.
/// With none or two the referee keeps it. `None` in `links` is a person.
#[must_use]
pub fn keeper(links: [Option<&dyn Link>; 2]) -> Option<Side> {
    let keeps = links.map(|link| link.is_some_and(Link::keeps_games));
    match keeps {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        [true, true] | [false, false] => None,
    }
}

/// What a referee and an engine see differently.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Difference {
    /// Its text is no game at all.
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
    /// It lists something that is no move at all; the moves are the same.
    UnreadableMoves,
    /// It lists a move more than once; the moves are the same.
    Duplicates,
    /// It was asked for its moves and did not tell them: late, refused, or nothing.
    NoAnswer,
}

impl Difference {
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

    /// It is a slip of the pen: no other position or moves are told. Reported once for each engine.
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
    /// What is seen differently.
    pub what: Difference,
    /// The referee's opinion, in words.
    pub referee: String,
    /// The engine's opinion, in words.
    pub engine: String,
    /// The position that the engine was told, as its protocol writes it.
    pub told: String,
    /// What came back, as the engine wrote it.
    pub came: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, referee, engine, .. } = self;
        write!(f, "{}: the referee says {referee}; the engine says {engine}", what.name())
    }
}

/// How the referee lets a game stand.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Ruling {
    /// How it has ended.
    pub outcome: Option<Outcome>,
    /// A rule of the game that ended it, or would if it were played by: `repetition`.
    pub rule: Option<&'static str>,
}

impl Ruling {
    /// The referee's ruling at a table; `None` where the game was ended by something that is no
    /// rule of the board (a clock, a resignation, an agreement), of which an engine knows nothing.
    #[must_use]
    pub fn of(table: &Table) -> Option<Self> {
        let by_rules = match table.position().actor() {
            Actor::Nobody(ending) => Some(ending),
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

/// Compares the game that an engine has with the one that it was told ([`Event::GameState`]). Moves
/// are compared as values: another spelling is no difference. The difference that matters most
/// comes alone; none means that both have the same game and the same opinion of it.
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
    // A draw by repetition is none by the moves' last position alone.
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

/// How the referee lets the game stand, with the rule.
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

/// Compares the moves that an engine lists ([`Event::ValidMoves`]) with the legal ones of `pos`,
/// as values. `told` is the position as the engine was told it.
#[must_use]
pub fn compare_moves(
    link: &dyn Link,
    pos: &dyn Position,
    told: &str,
    listed: &[String],
) -> Option<Disagreement> {
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
        told: told.to_owned(),
        came: listed.join(";"),
    })
}

/// The first few of some moves, and how many there are besides.
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
    /// The state in its own word: `InProgress`; empty while it has said nothing.
    pub state: String,
    /// How the game has ended, by its word.
    pub outcome: Option<Outcome>,
    /// How many different moves it lists, those included that the rules do not allow; `None` while
    /// it has listed none.
    pub n_moves: Option<usize>,
    /// Those of its moves that can be played on the program's board, canonical.
    pub playable: Vec<MoveText>,
    /// Those that cannot, as it wrote them.
    pub extra: Vec<String>,
    /// It was asked for its moves and gave none.
    pub is_silent: bool,
    /// Whatever differs from the referee's opinion.
    pub differs: Vec<Disagreement>,
}

/// A question that an engine was asked.
#[derive(Debug)]
struct Question {
    id: SearchId,
    /// Moves made before the position in question.
    ply: usize,
    /// The position, as the engine is told it.
    told: String,
}

/// Follows one engine that keeps games through one game at a table.
#[derive(Debug)]
pub struct Viewer {
    link: &'static dyn Link,
    /// The question that is not answered yet.
    asked: Option<Question>,
    /// Positions before the engine's own moves that were asked of, as they were told; the newest
    /// last.
    done: Vec<String>,
    /// How often it differed in this game, by kind.
    seen: Vec<(Difference, u32)>,
    opinion: Opinion,
    /// The position of the opinion was asked of, and the answer has come.
    is_settled: bool,
}

/// A difference, and whether it is news.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SeenDifference {
    /// The difference.
    pub found: Disagreement,
    /// How often the same kind was heard before in this game; 0 for the first, the only one that is
    /// worth being told at length.
    pub n_before: u32,
}

impl Viewer {
    /// For an engine that is spoken to through `link`; `None` where its protocol does not have
    /// engines keep games.
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

    /// The engine was started anew: what it was asked will not be answered.
    pub fn restarted(&mut self) {
        self.asked = None;
        self.is_settled = false;
        self.done.clear();
    }

    /// What the engine is to be asked now, if anything: first of the position before its own last
    /// move (`own` is its side), then of the one that stands, whenever its opinion is of another, as
    /// after moves were taken back. To be sent only while it runs no search and is not about to be
    /// asked for one. A finished game is told, and its end compared, but no moves are asked for.
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

    /// Of which ply is to be asked next.
    fn open_ply(&self, table: &Table, own: Side) -> usize {
        let ply = table.ply();
        let moved = ply > 0 && table.record().node(table.node()).side == Some(own);
        let before = moved.then(|| ply - 1);
        before.filter(|before| !self.done.contains(&self.told(table, *before))).unwrap_or(ply)
    }

    /// Takes in what the engine says; whatever differs, to be reported or counted. What belongs to
    /// another position than the table's, or to no question, is passed over.
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

    /// Counts a difference; how often its kind was heard before.
    fn count(&mut self, what: Difference) -> u32 {
        if let Some((_, n)) = self.seen.iter_mut().find(|(known, _)| *known == what) {
            *n += 1;
            return *n - 1;
        }
        self.seen.push((what, 1));
        0
    }

    /// The engine's opinion of the position that stands; `None` while it has none.
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

    /// The opinion of the table's position; a new one where it was of another.
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
        // Of a game that is over no moves can be listed; that it is over was compared already.
        let says_over = is_now && self.opinion_of(table).outcome.is_some();
        let moves = moves.filter(|_| !says_over);
        let found = moves.and_then(|moves| compare_moves(self.link, &**pos, &told, moves));
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
    LinkedGame { moves: &line.moves[..ply.min(line.moves.len())], ..line }
}

#[cfg(test)]
mod tests;
