//! What a whole-game analysis and the dice say of a game, as lists and tables of text.
//!
//! Judges and values nothing: losses, marks and luck stand in the record.

use std::collections::HashMap;
use std::sync::Arc;

use super::parts::dice::{COMMITMENT, SEED};
use super::walk::Walk;
use crate::app::format;
use crate::app::views::{
    LuckView, MistakeView, MoveCell, PlyView, RollCountView, RollsView, StatisticView, SummaryView,
    TreeRow,
};
use crate::games::{Game, GameInfo, GamePhase, Line, NodeId, Record, Side, capital, plural};
use crate::play::rolls::{self, LEAST_FOR_CHI_SQUARE, Luck, MEAN_PIPS, ROLLS, Rolls, SideRolls};
use crate::play::{
    CubeError, Losses, MoveClass, PositionReview, SideSummary, Skill, better_beside, facts, phases,
    rating_name, turned_the_game,
};

/// So many of the luckiest and as many of the unluckiest rolls are listed.
const N_LUCKY: usize = 4;

/// Where every move of the list stands: its number with dots, and the cell.
struct Places<'a>(HashMap<NodeId, (usize, String, &'a MoveCell)>);

impl<'a> Places<'a> {
    fn of(rows: &'a [TreeRow]) -> Self {
        let mut places = HashMap::new();
        for row in rows {
            let TreeRow::Pair { number, moves } = row else { continue };
            for (side, cell) in moves.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let dots = if side == 0 { "." } else { "\u{2026}" };
                places.insert(cell.node, (*number, format!("{number}{dots}"), cell));
            }
        }
        Self(places)
    }

    fn number(&self, node: NodeId) -> Option<(usize, &str)> {
        self.0.get(&node).map(|(number, dotted, _)| (*number, dotted.as_str()))
    }
}

/// The nodes of the main line with their numbers, the start first. What has no line of its own in
/// the list (dice) has the number of the move that answers it.
pub(super) fn plies(record: &Record, rows: &[TreeRow]) -> Vec<PlyView> {
    let places = Places::of(rows);
    let mut next = (0, String::new());
    let mut plies: Vec<PlyView> = record
        .main_line()
        .into_iter()
        .rev()
        .map(|node| {
            if let Some((number, dotted)) = places.number(node) {
                next = (number, dotted.to_owned());
            }
            PlyView { node, number: next.1.clone(), move_number: next.0 }
        })
        .collect();
    plies.push(PlyView { node: Record::START, number: String::new(), move_number: 0 });
    plies.reverse();
    plies
}

/// Losses of the moves of the main line, `(ply, loss)`.
pub(super) fn losses(record: &Record) -> Vec<(usize, f64)> {
    let nodes = (1..).zip(record.main_line());
    nodes.filter_map(|(ply, id)| Some((ply, record.node(id).loss?))).collect()
}

/// The marked moves of the main line, in the order of play.
pub(super) fn mistakes(
    record: &Record,
    rows: &[TreeRow],
    walk: &Walk,
    info: &GameInfo,
) -> Vec<MistakeView> {
    let places = Places::of(rows);
    let mistake = |id: NodeId| {
        let node = record.node(id);
        let mark = node.mistake_mark()?.to_owned();
        let (_, number, cell) = places.0.get(&id)?;
        Some(MistakeView {
            node: id,
            shown: shown_mistake(record, id, info),
            number: number.clone(),
            text: cell.text.clone(),
            mark,
            better: better_move(record, id, info)
                .map_or_else(String::new, |better| walk.texts[better].clone()),
            score: cell.score.clone(),
            loss: node.loss.unwrap_or_default(),
            loss_text: node.loss.map_or_else(String::new, |loss| format::score_fine(-loss, info)),
        })
    };
    record.main_line().into_iter().filter_map(mistake).collect()
}

/// The node of what would have been better than a move that lost as much as a mistake does.
pub(super) fn better_move(record: &Record, id: NodeId, info: &GameInfo) -> Option<NodeId> {
    let lost = record.node(id).loss?;
    better_beside(record, id).filter(|_| info.loss_marks[1] <= lost)
}

/// How both sides played; `None` where no move was judged.
pub(super) fn summary(
    game: &dyn Game,
    record: &Record,
    (mistakes, info): (&[MistakeView], &GameInfo),
    known: &[&Arc<Line>],
    facts: Vec<String>,
) -> Option<SummaryView> {
    if !record.main_line().into_iter().any(|id| record.node(id).loss.is_some()) {
        return None;
    }
    let phases = phases(game, record, known).ok()?;
    let both = SideSummary::written(record, &phases, info);
    let row = |name: &str, of: &dyn Fn(&SideSummary) -> Option<String>| {
        statistic(name, both.each_ref().map(of), "")
    };
    let per_cent = |accuracy: f64| format!("{accuracy:.1} %");
    let mean = if info.has_cube { "Error rate" } else { "Mean loss" };
    let mut statistics = vec![
        row("Accuracy", &|side| side.accuracy.map(per_cent)),
        row(mean, &|side| {
            let mean = side.mean_loss()?;
            Some(match info.has_cube {
                true => format!("{:.1}", 1000.0 * mean),
                false => format::score_fine(-mean, info),
            })
        }),
        row("Moves judged", &|side| Some(side.n_moves.to_string())),
    ];
    statistics.extend(MoveClass::ALL.map(|class| {
        let name = format!("{} {}", class_name(class), class.mark());
        row(name.trim_end(), &|side| Some(side.n_of(class).to_string()))
    }));
    let phase_row = |phase: GamePhase| {
        row(&capital(phase.name()), &|side| {
            let part = side.phases[phase as usize];
            Some(format!("{} ({})", per_cent(part.accuracy()?), part.n_moves))
        })
    };
    let skills = Side::BOTH.map(|side| Skill::of(record, side));
    if info.has_cube {
        let rating = |skill: &Skill| skill.all().mean().map(|mean| capital(rating_name(mean)));
        statistics.insert(2, statistic("Rating", skills.each_ref().map(rating), ""));
    }
    let cube_row = |error: CubeError| {
        let lost = |skill: &Skill| {
            let Losses { n, sum, .. } = skill.cube_errors[error as usize];
            Some(if n == 0 {
                "0".to_owned()
            } else {
                format!("{n}, {}", format::score_fine(-sum, info))
            })
        };
        statistic(&capital(&plural(error.name())), skills.each_ref().map(lost), "")
    };
    Some(SummaryView {
        statistics,
        phases: GamePhase::ALL.map(phase_row).into(),
        cube: if info.has_cube { CubeError::ALL.map(cube_row).into() } else { Vec::new() },
        turns: turns(record, mistakes, info),
        facts,
    })
}

/// What else is to be said of a reviewed game, in sentences: by what engines have said of its positions since the
/// program began, each under its name, and else by the values that stand in the game.
pub(super) fn facts(
    record: &Record,
    found: &[(String, Vec<PositionReview>)],
    plies: &[PlyView],
    texts: &[String],
    info: &GameInfo,
) -> Vec<String> {
    let line = record.main_line();
    let name = |ply: usize| {
        Some(format!("{} {}", plies.get(ply + 1)?.number, texts.get(*line.get(ply)?)?))
    };
    // What no engine was to judge was looked at for the move before it alone.
    let is_judged =
        |ply: usize| found.iter().any(|(_, of)| of.get(ply).is_some_and(PositionReview::is_judged));
    let of_engine = |(name, of): &(String, Vec<PositionReview>)| {
        let asked = of.iter().enumerate().map(|(ply, review)| match is_judged(ply) {
            true => review.clone(),
            false => PositionReview::default(),
        });
        (name.clone(), asked.collect())
    };
    let (engines, by): (Vec<String>, Vec<Vec<PositionReview>>) =
        found.iter().map(of_engine).unzip();
    let facts = facts::facts(&engines, &by, info.has_dice, name);
    if !facts.is_empty() {
        return facts;
    }
    // The value of a position is that after the move that led to it.
    let before = std::iter::once(None).chain(line.iter().map(|id| record.shown_evaluation(*id)));
    let written: Vec<PositionReview> = before
        .zip(line.iter().map(|id| record.node(*id).mv.as_ref()).chain([None]))
        .map(|(eval, mv)| PositionReview {
            value: eval.map(|eval| eval.score),
            proved: eval.and_then(|eval| eval.proof),
            played: mv.map(|mv| mv.0.clone()),
            ..PositionReview::default()
        })
        .collect();
    let shown = line.last().and_then(|id| record.shown_evaluation(*id));
    let engine = shown.map_or_else(String::new, |eval| eval.engine.clone());
    facts::facts(&[engine], &[written], info.has_dice, name)
}

/// The marked moves that turned the game: places in the list.
fn turns(record: &Record, mistakes: &[MistakeView], info: &GameInfo) -> Vec<usize> {
    let all = mistakes.iter().enumerate();
    let turned = all.filter(|(_, mistake)| turned_the_game(record, mistake.node, info));
    turned.map(|(place, _)| place).collect()
}

/// `Best moves`, `Mistakes`.
fn class_name(class: MoveClass) -> String {
    capital(&match class {
        MoveClass::Best | MoveClass::Good => format!("{} moves", class.name()),
        MoveClass::Inaccuracy | MoveClass::Mistake | MoveClass::Blunder => plural(class.name()),
    })
}

/// The node that a marked move is shown from; see [`MistakeView::shown`].
pub(super) fn shown_mistake(record: &Record, id: NodeId, info: &GameInfo) -> NodeId {
    record.node(id).parent.filter(|_| info.has_dice).unwrap_or(id)
}

/// How well both sides played, where there is a cube and moves were judged: one line for the foot of
/// the list.
pub(super) fn error_rates(record: &Record, info: &GameInfo) -> [Option<f64>; 2] {
    Side::BOTH.map(|side| {
        let mean = Skill::of(record, side).all().mean().filter(|_| info.has_cube)?;
        Some(mean * 1000.0)
    })
}

/// The page of dice; `None` in games without.
pub(super) fn rolls_view(
    game: &dyn Game,
    record: &Record,
    rows: &[TreeRow],
    known: &[&Arc<Line>],
) -> Option<RollsView> {
    let info = game.info();
    if !info.has_dice {
        return None;
    }
    let rolls = Rolls::of(game, record, known).ok()?;
    let plies = plies(record, rows);
    Some(RollsView {
        counts: counts(&rolls),
        statistics: statistics(&rolls, record, info),
        lucky: lucky(&rolls, record, &plies, info),
        notes: notes(&rolls, record, info),
    })
}

fn counts(rolls: &Rolls) -> Vec<RollCountView> {
    let count = |(idx, (high, low, weight)): (usize, (u8, u8, u32))| RollCountView {
        text: format!("{high}{low}"),
        counts: [0, 1].map(|side| rolls.sides[side].counts[idx]),
        expected: [0, 1].map(|side| f64::from(rolls.sides[side].n()) * f64::from(weight) / 36.0),
    };
    ROLLS.into_iter().enumerate().map(count).collect()
}

/// A line of the table: a name, both sides, and what is to be expected of fair dice.
fn statistic(name: &str, values: [Option<String>; 2], expected: &str) -> StatisticView {
    let values = values.map(|value| value.unwrap_or_else(|| format::DASH.to_owned()));
    StatisticView { name: name.to_owned(), values, expected: expected.to_owned() }
}

fn statistics(rolls: &Rolls, record: &Record, info: &GameInfo) -> Vec<StatisticView> {
    let of_dice = |text: fn(&SideRolls) -> Option<String>| rolls.sides.each_ref().map(text);
    let skills = Side::BOTH.map(|side| Skill::of(record, side));
    let is_judged = skills.iter().any(|skill| skill.all().n > 0);
    let lost = |of: fn(&Skill) -> Losses| {
        skills.each_ref().map(of).map(|losses| {
            let sum = format::score_fine(-losses.sum, info);
            is_judged.then(|| format!("{sum} in {}", losses.n))
        })
    };
    let rate = skills.map(|skill| Some(format!("{:.1}", skill.all().mean()? * 1000.0)));
    let luck = rolls
        .sides
        .map(|side| (!rolls.lucky.is_empty()).then(|| format::score_fine(side.luck, info)));
    vec![
        statistic("Rolls", of_dice(|side| Some(side.n().to_string())), ""),
        statistic("Doubles", of_dice(|side| Some(share(side.n_doubles(), side.n()))), "16.7 %"),
        statistic("Most doubles in a row", of_dice(longest), ""),
        statistic("Pips", of_dice(|side| Some(side.pips.to_string())), ""),
        statistic("Pips a roll", of_dice(mean), &format!("{MEAN_PIPS:.3}")),
        statistic("Luck", luck, "0"),
        statistic("Lost by checkers", lost(|skill| skill.pieces), ""),
        statistic("Lost by the cube", lost(|skill| skill.cube), ""),
        statistic("Error rate", rate, ""),
    ]
}

fn longest(side: &SideRolls) -> Option<String> {
    (side.n() > 0).then(|| side.longest_doubles.to_string())
}

fn mean(side: &SideRolls) -> Option<String> {
    side.mean_pips().map(|mean| format!("{mean:.3}"))
}

/// `5 (20.8 %)`.
fn share(part: u32, all: u32) -> String {
    match all {
        0 => part.to_string(),
        _ => format!("{part} ({} %)", format::per_cent(f64::from(part) / f64::from(all))),
    }
}

/// The rolls that mattered most: the luckiest first, then the unluckiest.
fn lucky(rolls: &Rolls, record: &Record, plies: &[PlyView], info: &GameInfo) -> Vec<LuckView> {
    let mut all = rolls.lucky.clone();
    all.sort_by(|a, b| b.luck.total_cmp(&a.luck));
    let good = all.iter().filter(|luck| luck.luck > 0.0).take(N_LUCKY);
    let bad = all.iter().rev().filter(|luck| luck.luck < 0.0).take(N_LUCKY);
    let view = |luck: &Luck| {
        let ply = plies.iter().find(|ply| ply.node == luck.node);
        LuckView {
            node: luck.node,
            number: ply.map_or_else(String::new, |ply| ply.number.clone()),
            side: info.sides[luck.side.idx()],
            roll: record.node(luck.node).mv.as_ref().map_or("", |mv| &mv.0).to_owned(),
            luck: format::score_fine(luck.luck, info),
            is_good: luck.luck > 0.0,
        }
    };
    good.chain(bad).map(view).collect()
}

/// What else is to be said, in sentences.
fn notes(rolls: &Rolls, record: &Record, info: &GameInfo) -> Vec<String> {
    let [one, other] = &rolls.sides;
    let both = one.with(other);
    let n: u32 = both.iter().sum();
    let mut notes = Vec::new();
    if rolls.n_openings > 0 {
        let rolls = if rolls.n_openings == 1 { "opening roll is" } else { "opening rolls are" };
        notes.push(format!("The {rolls} not counted: it is never a double."));
    }
    notes.push(match rolls::chi_square(&both) {
        Some((sum, chance)) => format!(
            "Chi-square of all {n} rolls {sum:.1} (20 degrees of freedom): fair dice give as much \
             or more in {} % of all cases.",
            format::per_cent(chance)
        ),
        None => format!("A chi-square test needs {LEAST_FOR_CHI_SQUARE} rolls; there are {n}."),
    });
    let adjusted = record.result.as_ref().and_then(|result| rolls.adjusted(result));
    notes.extend(adjusted.map(|points| {
        let won = f64::from(record.result.as_ref().and_then(|result| result.margin).unwrap_or(0));
        format!(
            "Without luck {} would have {} points in place of {}.",
            info.sides[0],
            format::signed(points, 2),
            format::signed(won, 0)
        )
    }));
    if rolls.lucky.is_empty() {
        notes.push("The luck of the rolls is found by analysing the whole game.".to_owned());
    }
    let tag = |key: &str| record.tags.other.get(key);
    notes.extend(
        tag(SEED).map(|seed| format!("The dice follow from the seed \u{201c}{seed}\u{201d}.")),
    );
    notes.extend(
        tag(COMMITMENT).map(|hash| format!("SHA-256 of the seed, from before the game: {hash}.")),
    );
    notes
}
