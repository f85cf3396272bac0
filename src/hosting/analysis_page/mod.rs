//! The analysis of games as one page, which needs no network and no script.
//!
//! Counts nothing: the review and [`SideSummary`] say what is shown. Writes no file.

mod comments;
mod graph;
mod skill;
mod turns;

use std::borrow::Cow;
use std::fmt;

pub(super) use self::turns::{ShownMove, moves as shown_moves};
use crate::games::{
    self, Evaluation, Game, GameInfo, GamePhase, Outcome, Proof, Record, SceneView, Side, capital,
    counted,
};
use crate::page::{self, BoardMarks, Html};
use crate::play::{
    BatchFailures, MoveClass, NotJudged, PositionReview, ReviewBatch, ReviewedGame, SideSummary,
    agreement, facts, judging_engine, phases, turned_the_game,
};

/// Diagrams of a game, at most: turning points first, then other losses.
const MOST_TURNS: usize = 8;
/// Plies of a line that are shown.
const MOST_PLIES: usize = 8;
/// In place of the class of a move without a choice.
const ONLY_MOVE: &str = "only move";

/// A column of the table of all moves, with the engine that it is of.
#[derive(Clone, Copy, Debug)]
enum Column {
    Value(usize),
    Loss(usize),
    Class(usize),
    Better,
    Agreement,
}

/// Games that were analysed, for a page.
#[derive(Debug)]
pub struct AnalysisPage<'a> {
    /// What the heading names: a file, or the players.
    pub name: String,
    /// The kind of all games.
    pub game: &'static dyn Game,
    /// The engines by name; losses and marks are those of the first that has judged a move.
    pub engines: Vec<String>,
    /// The limit in each position, in words; empty when unknown.
    pub effort: String,
    /// The losses from which moves are marked: an inaccuracy, a mistake and a blunder.
    pub loss_marks: [f64; 3],
    /// Which engines could not be used at all, and why: a sentence each.
    pub failures: Vec<String>,
    /// The games.
    pub games: Vec<AnalysedGame<'a>>,
}

/// A game that was analysed.
#[derive(Debug)]
pub struct AnalysedGame<'a> {
    /// Its number in the file; `None` where it is the only one.
    pub number: Option<usize>,
    /// The game, with the values of all engines, and the losses and marks of one.
    pub record: &'a Record,
    /// What each engine says of the positions, from the start on; empty for one that said nothing of moves.
    pub by: Vec<Cow<'a, [PositionReview]>>,
    /// Which engines did not review all of it, and why: a sentence each.
    pub failures: Vec<String>,
}

impl<'a> AnalysisPage<'a> {
    /// The page of a game by what a review has written into it, and by what engines are known to have said
    /// of its positions, from the start on, each under its name; `None` where no move was judged, and of a
    /// game that the program does not know. Moves were marked from these losses on.
    #[must_use]
    pub fn of_record(
        record: &'a Record,
        found: &[(String, Vec<PositionReview>)],
        loss_marks: [f64; 3],
    ) -> Option<Self> {
        let game = games::find(&record.game)?;
        let info = game.info().with_loss_marks(loss_marks);
        let line: Vec<_> = record.main_line().into_iter().map(|id| record.node(id)).collect();
        line.iter().any(|node| node.loss.is_some()).then_some(())?;
        // An engine that has played the game has said something of its own moves only.
        let mut engines: Vec<(&str, usize)> = Vec::new();
        for eval in line.iter().flat_map(|node| &node.evaluations) {
            match engines.iter_mut().find(|(known, _)| *known == eval.engine) {
                _ if eval.engine.is_empty() => {}
                Some((_, n)) => *n += 1,
                None => engines.push((&eval.engine, 1)),
            }
        }
        let least = line.len() * 2 / 3;
        let names = engines.into_iter().filter(|(_, n)| *n >= least.max(1));
        let engines: Vec<String> = names.map(|(name, _)| name.to_owned()).collect();
        let found_by = |engine: &String| {
            let of = found.iter().find(|(name, _)| name == engine);
            let Some((_, positions)) = of else { return Vec::new() };
            let played = line.iter().map(|node| node.mv.as_ref().map(|mv| mv.0.as_str()));
            let of_move = |(review, mv): (&PositionReview, Option<&str>)| match review.played {
                Some(ref known) if mv == Some(known) => review.clone(),
                _ => review.clone().alone(),
            };
            positions.iter().zip(played).map(of_move).collect()
        };
        let mut by: Vec<Vec<PositionReview>> = engines.iter().map(found_by).collect();
        by.resize(engines.len().max(1), Vec::new());
        let known = std::mem::take(&mut by[0]);
        by[0] = PositionReview::written(record, &info, &known);
        let by = by.into_iter().map(Cow::Owned).collect();
        let games = vec![AnalysedGame { number: None, record, by, failures: Vec::new() }];
        let name = players(record, info.sides);
        let (effort, failures) = (String::new(), Vec::new());
        Some(Self { name, game, engines, effort, loss_marks, failures, games })
    }

    /// The page of these games of a batch, each with its place there, under the name of their file.
    #[must_use]
    pub fn of_batch(
        name: String,
        batch: &ReviewBatch,
        games: impl Iterator<Item = (usize, &'a ReviewedGame)>,
        failures: &BatchFailures,
    ) -> Self {
        let named = |(engine, why): (usize, &str)| format!("{}: {why}", batch.engines[engine].name);
        let analysed = |(game, reviewed): (usize, &'a ReviewedGame)| AnalysedGame {
            number: Some(batch.games[game].number),
            record: &reviewed.record,
            by: reviewed.by.iter().map(|by| Cow::Borrowed(by.positions.as_slice())).collect(),
            failures: failures.of_game(game).map(named).collect(),
        };
        Self {
            name,
            game: batch.game,
            engines: batch.engines.iter().map(|spec| spec.name.clone()).collect(),
            effort: efforts_of(batch),
            loss_marks: batch.loss_marks,
            failures: failures.lost().map(|(_, why)| why.to_owned()).collect(),
            games: games.map(analysed).collect(),
        }
    }

    fn info(&self) -> GameInfo {
        self.game.info().with_loss_marks(self.loss_marks)
    }
}

/// `depth 12`; where they differ, `depth 12 and 1 s a move`, in the order of the engines.
fn efforts_of(batch: &ReviewBatch) -> String {
    let mut texts: Vec<String> = batch.efforts.iter().map(ToString::to_string).collect();
    if texts.iter().all(|text| *text == texts[0]) {
        texts.truncate(1);
    }
    texts.join(" and ")
}

/// The moves of the main line as people read them, each with its number: `21… F5`; as far as they can be
/// played.
#[must_use]
pub fn numbered_moves(game: &dyn Game, record: &Record) -> Vec<String> {
    let moves = turns::moves(game, record).into_iter();
    moves.map(|shown| format!("{} {}", shown.number, shown.text)).collect()
}

/// `Ada - Bert`; a side where the player is not known.
#[must_use]
pub fn players(record: &Record, sides: [&str; 2]) -> String {
    let [first, second] = [0, 1].map(|idx| match record.tags.players[idx].trim() {
        "" => sides[idx],
        name => name,
    });
    format!("{first} - {second}")
}

/// The page, in HTML.
impl fmt::Display for AnalysisPage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let page = page::page(&format!("Analysis of {}", self.name), |html| {
            heading(html, self);
            for analysed in &self.games {
                let AnalysedGame { number, record, .. } = *analysed;
                let moves = turns::moves(self.game, record);
                let info = self.info();
                GamePage { page: self, analysed, record, moves, info, number }.write(html);
            }
        });
        f.write_str(&page)
    }
}

fn heading(html: &mut Html, page: &AnalysisPage<'_>) {
    let info = page.info();
    let by = match page.engines.join(", ") {
        names if names.is_empty() => "an engine".to_owned(),
        names => names,
    };
    let games = counted(page.games.len(), "game");
    let effort = if page.effort.is_empty() { "" } else { ", " };
    let effort = format!("{effort}{}", page.effort);
    html.element("h1", &[], format!("Analysis of {}", page.name));
    html.element("p", &[], format!("{}: {games}, analysed by {by}{effort}.", info.title));
    page.failures.iter().for_each(|said| html.element("p", &[], format!("{}.", capital(said))));
    let [first, _] = info.sides;
    let [least, mistake, blunder] = page.loss_marks;
    let scale = info.accuracy_loss;
    let unit = info.score_unit;
    let first_judges = match page.engines.as_slice() {
        [_, _, ..] => {
            " Losses, marks and turning points are those of the first engine that has judged a move."
        }
        _ => "",
    };
    html.element(
        "p",
        &[],
        format!(
            "Values are in {unit} from the point of view of {first}. A loss of {least} is an \
             inaccuracy (?!), of {mistake} a mistake (?), of {blunder} a blunder (??).{first_judges} \
             The accuracy is the mean of exp(-loss / {scale}) over the moves with a choice, in per \
             cent."
        ),
    );
    html.raw("\n");
}

struct GamePage<'a> {
    page: &'a AnalysisPage<'a>,
    analysed: &'a AnalysedGame<'a>,
    record: &'a Record,
    moves: Vec<ShownMove>,
    info: GameInfo,
    number: Option<usize>,
}

impl GamePage<'_> {
    fn write(&self, html: &mut Html) {
        html.open("section", &[("class", &"game")]);
        let names = players(self.record, self.info.sides);
        let number = self.number.map_or_else(String::new, |number| format!("Game {number}: "));
        html.heading(&format!("{number}{names}"));
        html.element("p", &[], self.facts());
        self.said(html, Record::START);
        let failures = self.analysed.failures.iter();
        failures.for_each(|said| html.element("p", &[], format!("{}.", capital(said))));
        self.summary(html);
        self.graph(html);
        self.turning_points(html);
        self.table(html);
        html.close("section");
        html.raw("\n");
    }

    /// `White won: Black lost on time. 2024.01.02, Utrecht.`
    fn facts(&self) -> String {
        let tags = &self.record.tags;
        let result = self.record.result.as_ref().map(|result| {
            let who = match result.outcome {
                Outcome::WonBy(side) => format!("{} won", self.info.sides[side.idx()]),
                Outcome::Draw => "Drawn".to_owned(),
            };
            if result.reason.is_empty() { who } else { format!("{who} ({})", result.reason) }
        });
        let facts = [result, Some(tags.date.clone()), Some(tags.place.clone())];
        let facts: Vec<String> =
            facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect();
        facts.join(", ")
    }

    fn summary(&self, html: &mut Html) {
        let loss = if self.info.has_dice { "Error rate" } else { "Mean loss" };
        let classes = MoveClass::ALL.map(|class| capital(class.name()));
        let mut head = vec!["Player"];
        head.extend(self.has_several().then_some("Engine"));
        head.extend(["Accuracy", loss, "Moves"]);
        head.extend(classes.iter().map(String::as_str));
        let parts = GamePhase::ALL.map(|phase| capital(phase.name()));
        head.extend(parts.iter().map(String::as_str));
        head.extend(self.info.has_dice.then_some("Luck"));
        html.raw("<div class=\"wide\"><table>\n");
        html.head_row(&head);
        // A game that cannot be played through has no positions that were reviewed.
        let phases = phases(self.page.game, self.record, &[]).unwrap_or_default();
        for (idx, by) in self.analysed.by.iter().enumerate().filter(|(_, by)| !by.is_empty()) {
            let name = self.page.engines.get(idx).map_or("", String::as_str);
            let both = SideSummary::both(self.record, by, &phases, &self.info);
            for (side, summary) in [Side::First, Side::Second].iter().zip(&both) {
                html.row(&self.summary_row(*side, name, summary));
            }
        }
        html.raw("</table></div>\n");
        let name = |ply: usize| {
            self.moves.get(ply).map(|shown| format!("{} {}", shown.number, shown.text))
        };
        let has_dice = self.info.has_dice;
        let facts = facts::facts(&self.page.engines, &self.analysed.by, has_dice, name);
        facts.into_iter().for_each(|said| html.element("p", &[], said));
        self.skill_table(html);
    }

    fn summary_row(&self, side: Side, engine: &str, summary: &SideSummary) -> Vec<String> {
        let dash = || "-".to_owned();
        let mean = summary.mean_loss().map_or_else(dash, |mean| match self.info.has_dice {
            true => format!("{:.1}", 1000.0 * mean),
            false => format!("{mean:.2}"),
        });
        let accuracy = summary.accuracy.map_or_else(dash, |percent| format!("{percent:.1} %"));
        let mut cells = vec![self.player(side)];
        cells.extend(self.has_several().then(|| engine.to_owned()));
        cells.extend([accuracy, mean, summary.n_moves.to_string()]);
        cells.extend(summary.classes.iter().map(usize::to_string));
        cells.extend(
            summary
                .phases
                .map(|part| part.accuracy().map_or_else(dash, |percent| format!("{percent:.1} %"))),
        );
        if self.info.has_dice {
            cells.push(summary.luck.map_or_else(dash, |luck| format!("{luck:+.3}")));
        }
        cells
    }

    /// `White: Ada`
    fn player(&self, side: Side) -> String {
        let side_name = self.info.sides[side.idx()];
        match self.record.tags.players[side.idx()].trim() {
            "" => side_name.to_owned(),
            name => format!("{side_name}: {name}"),
        }
    }

    /// Several engines have reviewed the game.
    fn has_several(&self) -> bool {
        self.page.engines.len() > 1
    }

    /// The value of an engine after a move.
    fn value(&self, shown: &ShownMove, engine: usize) -> Option<&Evaluation> {
        let name = &self.page.engines[engine];
        self.record.node(shown.node).evaluations.iter().find(|eval| eval.engine == *name)
    }

    /// The engine whose losses count.
    fn judge(&self) -> usize {
        judging_engine(&self.analysed.by)
    }

    fn judged(&self, engine: usize, ply: usize) -> Option<&PositionReview> {
        self.analysed.by.get(engine)?.get(ply)
    }

    /// Diagrams of the moves that turned the game, and of other large losses.
    fn turning_points(&self, html: &mut Html) {
        let Some(first) = self.analysed.by.get(self.judge()) else { return };
        let is_turn = |ply: usize| {
            let shown = self.moves.get(ply);
            shown.is_some_and(|shown| turned_the_game(self.record, shown.node, &self.info))
        };
        let turned = turns::great_losses(first, MOST_TURNS, is_turn);
        let left = MOST_TURNS - turned.len();
        let others = turns::great_losses(first, left, |ply| !is_turn(ply));
        if turned.is_empty() && others.is_empty() {
            html.raw("<p>No move lost as much as a mistake does.</p>\n");
            return;
        }
        html.raw("<h3>Where the game turned</h3>\n");
        if turned.is_empty() {
            html.raw("<p>No mistake turned the game.</p>\n");
        }
        self.diagrams(html, first, &turned);
        if !others.is_empty() {
            html.raw("<h3>Other mistakes</h3>\n");
            self.diagrams(html, first, &others);
        }
    }

    fn diagrams(&self, html: &mut Html, first: &[PositionReview], plies: &[usize]) {
        if plies.is_empty() {
            return;
        }
        html.raw("<p>Framed: <span class=\"key-played\">the move that was played</span>, ");
        html.raw(
            "dashed: <span class=\"key-better\">what the engine would have played</span>.</p>\n",
        );
        html.raw("<div class=\"turns\">\n");
        for ply in plies {
            if let Some((shown, review)) = self.moves.get(*ply).zip(first.get(*ply)) {
                self.turning_point(html, shown, review);
            }
        }
        html.raw("</div>\n");
    }

    fn turning_point(&self, html: &mut Html, shown: &ShownMove, review: &PositionReview) {
        let better = best_line(review);
        let marks = BoardMarks {
            played: shown.before.move_cells(&shown.mv.0),
            better: better.first().map(|mv| shown.before.move_cells(mv)).unwrap_or_default(),
        };
        let last = shown.ply.checked_sub(1).map(|before| self.moves[before].mv.0.as_str());
        let scene = shown.before.scene(&SceneView { last_move: last, ..SceneView::default() });
        let who = shown.side.map_or("", |side| self.info.sides[side.idx()]);
        let class = review.class.unwrap_or(MoveClass::Good);
        let title = format!("{} {} {}", shown.number, shown.text, class.mark());
        html.raw("<div class=\"turn\">\n");
        html.element("h4", &[], format!("{title} ({who})"));
        page::board(html, &scene, &marks, &format!("The position before {title}"));
        let loss = review.loss.map(|loss| self.size_of(loss)).unwrap_or_default();
        let line = turns::line(&shown.before, &better, MOST_PLIES);
        let instead = if line.is_empty() { String::new() } else { format!(" Better: {line}") };
        html.open("p", &[]);
        html.element("span", &[("class", &class.name())], capital(class.name()));
        html.text(format!(": {} {} lost.{instead}", loss, self.info.score_unit));
        html.close("p");
        self.said(html, shown.node);
        html.raw("</div>\n");
    }

    fn table(&self, html: &mut Html) {
        html.raw("<details open><summary>All moves</summary>\n<div class=\"wide\"><table>\n");
        let is_judged =
            |ply| self.judged(self.judge(), ply).is_some_and(|review| review.class.is_some());
        let moves = self.moves.iter();
        let rows: Vec<&ShownMove> =
            moves.filter(|shown| !shown.is_silent || is_judged(shown.ply)).collect();
        // A column that says nothing of any move is left out.
        let says =
            |column: &Column| rows.iter().any(|shown| !self.cell(*column, shown).0.is_empty());
        let columns: Vec<Column> = self.columns().into_iter().filter(says).collect();
        let heads = columns.iter().map(|column| self.column_head(*column));
        let head: Vec<String> =
            [String::new(), String::new(), "Move".to_owned()].into_iter().chain(heads).collect();
        html.head_row(&head.iter().map(String::as_str).collect::<Vec<_>>());
        for shown in rows {
            html.raw("<tr>");
            html.element("td", &[], &shown.number);
            html.element("td", &[], shown.side.map_or("", |side| self.info.sides[side.idx()]));
            html.element("td", &[], &shown.text);
            for column in &columns {
                let (text, class) = self.cell(*column, shown);
                match class.map(MoveClass::name) {
                    Some(name) => html.element("td", &[("class", &name)], text),
                    None => html.element("td", &[], text),
                }
            }
            html.raw("</tr>\n");
            self.said_row(html, shown.node, columns.len() + 1);
        }
        html.raw("</table></div>\n</details>\n");
    }

    fn columns(&self) -> Vec<Column> {
        let engines = 0..self.page.engines.len();
        let of = |idx| [Column::Value(idx), Column::Loss(idx), Column::Class(idx)];
        engines.flat_map(of).chain([Column::Better, Column::Agreement]).collect()
    }

    fn column_head(&self, column: Column) -> String {
        let of = |name: &str, engine: usize| match self.has_several() {
            true => format!("{name} ({})", engine + 1),
            false => name.to_owned(),
        };
        match column {
            Column::Value(engine) => of("Value", engine),
            Column::Loss(engine) => of("Loss", engine),
            Column::Class(engine) => of("Class", engine),
            Column::Better => "Engine's move".to_owned(),
            Column::Agreement => "Engines agree".to_owned(),
        }
    }

    /// What a column says of a move, and its class where it says that.
    fn cell(&self, column: Column, shown: &ShownMove) -> (String, Option<MoveClass>) {
        let text = match column {
            Column::Value(engine) => {
                self.value(shown, engine).map(|eval| self.text_of_value(eval)).unwrap_or_default()
            }
            Column::Loss(engine) => {
                let review = self.judged(engine, shown.ply);
                let loss = review.and_then(|review| review.loss).filter(|loss| *loss > 0.0);
                loss.map(|loss| self.size_of(loss)).unwrap_or_default()
            }
            Column::Class(engine) => {
                let review = self.judged(engine, shown.ply);
                let class = review.and_then(|review| review.class);
                let words = class.map(|class| format!("{} {}", class.name(), class.mark()));
                let forced = review.is_some_and(|review| review.forced && shown.side.is_some());
                let not_judged = review.and_then(|review| review.not_judged);
                let instead =
                    if forced { ONLY_MOVE } else { not_judged.map_or("", NotJudged::words) };
                let words = words.unwrap_or_else(|| instead.to_owned());
                return (words.trim().to_owned(), class);
            }
            Column::Better => {
                let review = self.judged(self.judge(), shown.ply);
                let better = review.map(best_line).unwrap_or_default();
                // Beside a move that is as good another one would look like a contradiction.
                let is_best = review.and_then(|review| review.class) == Some(MoveClass::Best);
                let differs = !is_best && better.first().is_some_and(|mv| *mv != shown.mv.0);
                if differs { turns::line(&shown.before, &better, 1) } else { String::new() }
            }
            Column::Agreement => match agreement::at(&self.analysed.by, shown.ply) {
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
                None => String::new(),
            },
        };
        (text, None)
    }

    /// A value; in words where only the winner is proved.
    fn text_of_value(&self, eval: &Evaluation) -> String {
        match eval.proof {
            Some(Proof::First) => format!("{} wins", self.info.sides[0]),
            Some(Proof::Second) => format!("{} wins", self.info.sides[1]),
            Some(Proof::Draw) => "draw".to_owned(),
            Some(Proof::Score) | None => self.text_of(eval.score),
        }
    }

    /// A value with its sign, in the digits that matter in the game.
    fn text_of(&self, value: f64) -> String {
        let digits = self.digits();
        let text = format!("{value:+.digits$}");
        let is_zero = text.trim_start_matches(['+', '-']).trim_matches(['0', '.']).is_empty();
        if is_zero { text[1..].to_owned() } else { text }
    }

    /// A loss, in the digits that matter in the game.
    fn size_of(&self, loss: f64) -> String {
        let digits = self.digits();
        format!("{loss:.digits$}")
    }

    /// A loss that is marked has at least two digits.
    fn digits(&self) -> usize {
        match self.info.loss_marks[0] {
            least if least < 0.1 => 3,
            least if least < 1.0 => 2,
            _ => 1,
        }
    }
}

/// What the engine would have played; of a position with dice its best move alone.
fn best_line(review: &PositionReview) -> Vec<String> {
    match review.best() {
        Some(best) if review.line.first().is_none_or(|mv| mv != best) => vec![best.to_owned()],
        Some(_) | None => review.line.clone(),
    }
}
