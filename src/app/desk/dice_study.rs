//! Studies of the dice of the position on the board: all its rolls, its cube, a rollout.
//!
//! Plays no game and values nothing: the layer below does, in slices on threads. A rollout goes on
//! while its position is shown in Analyse, and rests elsewhere.

use std::thread;
use std::time::Duration;

use super::parts::dice_study::{Looked, Rolling};
use super::state::Desk;
use crate::app::command::RolloutCommand;
use crate::app::effect::{Effect, Work};
use crate::app::format;
use crate::app::outside::{DiceStudyNews, Outside};
use crate::app::views::{
    DiceStudyView, NoticeKind, RollCellView, RollChartView, RolloutRowView, RolloutView,
};
use crate::games::GameInfo;
use crate::play::dice_study::{
    CubeAdvice, CubeEquity, DiceRollout, RollChart, RolloutReport, RolloutRow, RolloutWish, Stop,
    StudyError, TakePoints, can_study,
};

/// Games are played for so long before their figures are shown.
const SLICE: Duration = Duration::from_millis(250);

impl Desk {
    pub(super) fn handle_rollout(&mut self, command: RolloutCommand) {
        match command {
            RolloutCommand::Begin(n_moves) => self.begin_rollout(n_moves),
            RolloutCommand::Run(on) => {
                if let Some(rolling) = &mut self.dice_studies.rolling {
                    rolling.is_wanted = on;
                }
            }
        }
    }

    fn begin_rollout(&mut self, n_moves: u32) {
        if !self.studies_dice() {
            let text = "Rollouts are for positions of games with dice.";
            return self.messages.notice(NoticeKind::Refused, text);
        }
        let position = self.doc.position().to_text();
        // Half of the processors: engines may analyse beside it.
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let wish = RolloutWish {
            n_moves: usize::try_from(n_moves).unwrap_or(usize::MAX),
            threads: (processors / 2).max(1),
            ..RolloutWish::default()
        };
        self.dice_studies.n_begun += 1;
        self.dice_studies.rolling = Some(Rolling {
            number: self.dice_studies.n_begun,
            position,
            wish,
            machine: None,
            is_at_work: false,
            is_wanted: true,
            report: None,
            cube: None,
        });
    }

    fn studies_dice(&self) -> bool {
        can_study(self.doc.game.info().name)
    }

    /// Looks at the position shown, and plays games of its rollout.
    pub(super) fn drive_dice_study(&mut self) {
        if !self.studies_dice() || !self.may_analyse() {
            return;
        }
        let (desk, game) = (self.id, self.doc.game.info().name);
        let position = self.doc.position().to_text();
        let studies = &mut self.dice_studies;
        let is_known = studies.looked.as_ref().is_some_and(|looked| looked.position == position);
        if !studies.is_looking && !is_known {
            studies.is_looking = true;
            let position = position.clone();
            let before = self.doc.position_before().map(|before| before.to_text());
            let work = move || {
                let own = RollChart::of(game, &position, 0);
                // A game is walked from roll to roll: where the dice lie, the choice of the cube and the
                // other rolls are those of the position before.
                let before = before.filter(|_| matches!(own, Err(StudyError::Rolled)));
                let is_before = before.is_some();
                let studied = before.as_deref().unwrap_or(&position);
                let chart = match is_before {
                    true => RollChart::of(game, studied, 0).ok(),
                    false => own.ok(),
                };
                let cube = CubeAdvice::of(game, studied, 0).ok().map(Box::new);
                let news = DiceStudyNews::Looked { position, chart, cube, is_before };
                Outside::DiceStudy(desk, Box::new(news))
            };
            self.effects.push(Effect::Work(Work::new(work)));
        }
        let Some(rolling) = &mut studies.rolling else { return };
        if rolling.position != position || rolling.is_at_work || !rolling.goes_on() {
            return;
        }
        rolling.is_at_work = true;
        let (number, wish, machine) =
            (rolling.number, rolling.wish.clone(), rolling.machine.take());
        let work = move || {
            let begun = match machine {
                Some(machine) => Ok(machine),
                None => DiceRollout::of(game, &position, &wish).map(Box::new),
            };
            let rollout = begun.map(|mut machine| {
                machine.advance(SLICE, &Stop::never());
                machine
            });
            Outside::DiceStudy(desk, Box::new(DiceStudyNews::Rolled { number, rollout }))
        };
        self.effects.push(Effect::Work(Work::new(work)));
    }

    /// Work on a study has come to something.
    pub(in crate::app) fn handle_dice_study(&mut self, news: DiceStudyNews) -> Vec<Effect> {
        let studies = &mut self.dice_studies;
        match news {
            DiceStudyNews::Looked { position, chart, cube, is_before } => {
                studies.is_looking = false;
                studies.looked = Some(Looked { position, chart, cube, is_before });
            }
            DiceStudyNews::Rolled { number, rollout } => {
                let rolling = studies.rolling.as_mut().filter(|rolling| rolling.number == number);
                match (rolling, rollout) {
                    (Some(rolling), Ok(machine)) => {
                        rolling.report = Some(machine.report());
                        rolling.cube = CubeAdvice::of_rollout(&machine);
                        rolling.machine = Some(machine);
                        rolling.is_at_work = false;
                    }
                    (Some(_), Err(error)) => {
                        studies.rolling = None;
                        let text = format!("This cannot be rolled out: {error}.");
                        self.messages.notice(NoticeKind::Refused, text);
                    }
                    // Another one was begun meanwhile.
                    (None, _) => {}
                }
            }
        }
        self.take_effects()
    }

    /// What the window shows of them; `None` in games without dice.
    pub(super) fn dice_study_view(&self) -> Option<DiceStudyView> {
        if !self.studies_dice() {
            return None;
        }
        let info = self.doc.game.info();
        let position = self.doc.position().to_text();
        let studies = &self.dice_studies;
        let looked = studies.looked.as_ref().filter(|looked| looked.position == position);
        let rolling = studies.rolling.as_ref().filter(|rolling| rolling.position == position);
        let rolled = rolling.and_then(|rolling| rolling.cube.as_ref());
        let cube = rolled.or(looked.and_then(|looked| looked.cube.as_deref()));
        let is_before = looked.is_some_and(|looked| looked.is_before);
        let by = match (rolled.is_some(), is_before) {
            (true, _) => "by the rollout",
            (false, true) => "before the roll, by the net",
            (false, false) => "by the net",
        };
        let chart = looked.and_then(|looked| looked.chart.as_ref());
        Some(DiceStudyView {
            rolls: chart.map(|chart| chart_view(chart, is_before)),
            cube: cube.map(|advice| cube_facts(advice, info, by)).unwrap_or_default(),
            rollout: rolling.map(rollout_view),
            can_roll_out: self.doc.turn().is_some() || (chart.is_some() && !is_before),
        })
    }
}

fn chart_view(chart: &RollChart, is_before: bool) -> RollChartView {
    let most = chart.rolls.iter().map(|roll| roll.luck.abs()).fold(1e-9, f64::max);
    #[expect(clippy::cast_possible_truncation, reason = "a shade on the screen")]
    let heat = |luck: f64| (luck / most) as f32;
    let cell = |roll: &crate::play::dice_study::RollReply| RollCellView {
        dice: roll.dice,
        equity: format::signed(roll.equity, 3),
        luck: format::signed(roll.luck, 3),
        heat: heat(roll.luck),
        reply: roll.shown.clone(),
    };
    RollChartView {
        mean: format::signed(chart.mean, 3),
        is_before,
        rolls: chart.rolls.iter().map(cell).collect(),
    }
}

/// Each fact with its name, the decision first.
fn cube_facts(advice: &CubeAdvice, info: &GameInfo, by: &str) -> Vec<(String, String)> {
    let percent = |chance: f64| format!("{:.1} %", 100.0 * chance);
    let worth = |found: &CubeEquity| {
        let chance =
            found.match_chance.map(|chance| format!(" ({} of the match)", percent(chance)));
        format!("{}{}", format::signed(found.equity, 3), chance.unwrap_or_default())
    };
    let point = |found: &TakePoints| {
        format!(
            "{} (dead {}, live {})",
            percent(found.used),
            percent(found.dead),
            percent(found.live)
        )
    };
    let [own, other] = [advice.side, advice.side.opponent()].map(|side| info.sides[side.idx()]);
    let pair = |[first, second]: [f64; 2]| format!("{own} {first:.2}, {other} {second:.2}");
    let mut facts = vec![
        (format!("Cube, {by}"), advice.decision.to_string()),
        ("No double".to_owned(), worth(&advice.no_double)),
    ];
    let mut add = |name: String, value: String| facts.push((name, value));
    if let Some([take, drop]) = &advice.doubled {
        add("Double, take".to_owned(), worth(take));
        add("Double, drop".to_owned(), worth(drop));
    }
    if let Some(found) = &advice.take {
        add(format!("Take point of {other}"), point(found));
    }
    if let Some(found) = &advice.own_take {
        add(format!("Take point of {own}"), point(found));
    }
    add("Gammon values".to_owned(), pair(advice.gammon_values));
    if let Some(values) = advice.gammon_values_doubled {
        add("Gammon values, doubled".to_owned(), pair(values));
    }
    if let Some(outlook) = &advice.in_match {
        let three = |chances: [f64; 3]| chances.map(percent).join(", ");
        let [away, other_away] = outlook.away;
        add(format!("{own} {away} away, {other} {other_away}"), percent(outlook.before_game));
        add("After a win, gammon, backgammon".to_owned(), three(outlook.won));
        add("After a loss, gammon, backgammon".to_owned(), three(outlook.lost));
    }
    facts
}

fn rollout_view(rolling: &Rolling) -> RolloutView {
    let Some(report) = &rolling.report else {
        let is_running = rolling.is_wanted;
        return RolloutView {
            is_running,
            progress: "Begins\u{2026}".to_owned(),
            ..RolloutView::default()
        };
    };
    #[expect(clippy::cast_precision_loss, reason = "a share for a bar on the screen")]
    let part = report.n_done as f32 / report.n_all.max(1) as f32;
    RolloutView {
        progress: progress(report),
        part: if report.is_done { 1.0 } else { part },
        is_running: rolling.goes_on(),
        is_done: report.is_done,
        rows: report.rows.iter().map(row_view).collect(),
    }
}

fn progress(report: &RolloutReport) -> String {
    let games =
        format!("{} of {} games", format::count(report.n_done), format::count(report.n_all));
    match (report.is_decided, report.is_done) {
        (true, _) => format!("Decided after {} games", format::count(report.n_done)),
        (false, true) => format!("All {games} are played"),
        (false, false) => games,
    }
}

fn row_view(row: &RolloutRow) -> RolloutRowView {
    let chances = row.chances;
    let gammons =
        [chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon];
    let [wins, gammon, backgammon, lost_gammon, lost_backgammon] = row.chance_errors;
    let text =
        |chance: f64, error: f64| format!("{:.1} \u{b1}{:.1}", 100.0 * chance, 100.0 * error);
    let [own, own_more, other, other_more] = gammons.map(Option::unwrap_or_default);
    RolloutRowView {
        play: if row.mv.is_none() { "Before the roll".to_owned() } else { row.shown.clone() },
        equity: format::signed(row.equity, 4),
        error: format!("\u{b1}{:.4}", row.error),
        chances: [
            text(chances.win, wins),
            text(own, gammon),
            text(own_more, backgammon),
            text(other, lost_gammon),
            text(other_more, lost_backgammon),
        ],
        games: format::count(row.n_games.into()),
        behind: match row.behind {
            Some(behind) if behind.is_finite() => format!("{behind:.1}"),
            Some(_) => "far".to_owned(),
            None => format::DASH.to_owned(),
        },
        is_given_up: row.is_given_up,
    }
}
