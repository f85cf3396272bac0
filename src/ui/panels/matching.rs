//! The panel of a match: progress and the ways to stop, standing, reasons, delays, games.
//!
//! Counts nothing: all figures come from the snapshot.

use std::time::Duration;

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::duel::{duel_height, duel_ui, notes_height, notes_ui};
use super::failures::{match_failure_height, match_failure_ui};
use super::go_on::{late_ui, longer_ui};
use super::match_files::files_ui;
use super::match_form::match_form_ui;
use super::match_games::games_ui;
use super::match_kind::{MatchKind, open_form, take_draft};
use super::moves;
use super::notices::notice_foot_ui;
use super::opening_list::openings_ui;
use super::standings::{delays_ui, lists_height, reasons_ui, standing_ui};
use super::tournament::{crosstable_ui, table_height, table_ui, test_height, test_ui};
use super::tournament_form::{LINE, is_narrow, tournament_form_ui};
use crate::app::{Command, MatchCommand, MatchGameRow, MatchGameState, MatchOutcome, MatchView};
use crate::count::capital;
use crate::ui::actions::{ActionId, action};
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, size};
use crate::ui::widgets::{self, Button, Tab};

/// What the panel needs in height: the form with its note, or the match with a few of its games.
const LEAST: f32 = 540.0;
/// Height of the standing of two engines, which is part of this.
const TWO_LINES: f32 = 36.0 + 34.0 * 2.0 + 6.0;
/// Height of the row of long work at its foot.
const PROGRESS: f32 = size::CONTROL + 12.0;

/// Shows the match, or the form for one, filling `rect`; it scrolls where `rect` is too low.
pub(in crate::ui) fn match_panel_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let mut rect = rect;
    take_draft(view);
    put_forms_away(view);
    let found = shown_match(view);
    // The form of a tournament scrolls itself, and has the message above its buttons.
    let of_form = found.is_none() && view.state.match_kind == MatchKind::Tournament;
    if view.state.notice_in_panel && !of_form {
        let mut column = rect;
        widgets::area(ui, rect, "message", |ui| notice_foot_ui(ui, view, &mut column));
        rect.max.y = column.bottom();
    }
    let is_form = found.is_none();
    let progress = if view.snapshot.progress.is_some() { PROGRESS } else { 0.0 };
    let of_table = found.and_then(|found| found.tournament.as_ref()).map_or(0.0, |tournament| {
        table_height(tournament) - TWO_LINES + test_height(tournament, size::GAP)
    });
    let duel = found.and_then(|found| found.below.duel.as_ref());
    let of_duel = duel.map_or(0.0, |duel| duel_height(duel) + size::GAP);
    let width = rect.width() - 2.0 * size::PAD;
    let of_notes = found.map_or(0.0, |found| notes_space(&view.kit(ui), width, &found.below.notes));
    // The form of a match has a row more.
    let of_time =
        if found.is_none() && is_narrow(rect.width() - 2.0 * size::PAD) { LINE } else { 0.0 };
    let least = LEAST
        + of_time
        + progress
        + of_duel
        + of_notes
        + of_table
        + found.map_or(0.0, |found| match_failure_height(found, view.state));
    if rect.height() >= least || of_form {
        return whole_panel_ui(ui, view, rect);
    }
    // Below it stands the message.
    widgets::area(ui, rect, "match panel", |ui| {
        // A form and the match that it starts are each shown from their top.
        let area = ScrollArea::vertical().id_salt(is_form).auto_shrink([false, false]);
        area.show(ui, |ui| {
            let (_, all) = ui.allocate_space(vec2(rect.width(), least));
            whole_panel_ui(ui, view, all);
        });
    });
}

/// Shows the match or tournament of the folder that was asked for, once it is there, in place of a form.
fn put_forms_away(view: &mut View<'_>) {
    let folder = view.snapshot.matching.as_ref().and_then(|found| found.folder.as_ref());
    if view.state.asked_folder.is_none() || view.state.asked_folder.as_ref() != folder {
        return;
    }
    view.state.asked_folder = None;
    let form = view.state.tournament_form.take();
    view.state.last_tournament = form.or(view.state.last_tournament.take());
    view.state.match_form = None;
}

/// Height of the notes with the gap before them; nothing without any.
fn notes_space(kit: &Kit<'_>, width: f32, notes: &[String]) -> f32 {
    if notes.is_empty() { 0.0 } else { notes_height(kit, width, notes) + size::GAP }
}

/// The match that the panel shows; `None` where it shows a form.
fn shown_match<'a>(view: &View<'a>) -> Option<&'a MatchView> {
    let form = match view.state.match_kind {
        MatchKind::Match => view.state.match_form.is_some(),
        MatchKind::Tournament => view.state.tournament_form.is_some(),
    };
    view.snapshot.matching.as_deref().filter(|found| !(found.over && form))
}

fn whole_panel_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let snapshot = view.snapshot;
    let mut rect = rect;
    if snapshot.progress.is_some() {
        // What runs in every mode is visible in every mode.
        let kit = view.kit(ui);
        let foot = rect.cut_bottom(PROGRESS);
        kit.hline(foot.left(), foot.right(), foot.top());
        moves::progress_ui(ui, view, &kit, foot.shrink2(vec2(size::PAD, 0.0)));
    }
    let Some(found) = shown_match(view) else {
        match view.state.match_kind {
            MatchKind::Match => {
                widgets::area(ui, rect, "match form", |ui| match_form_ui(ui, view, rect));
            }
            MatchKind::Tournament => {
                widgets::area(ui, rect, "tournament form", |ui| {
                    tournament_form_ui(ui, view, rect);
                });
            }
        }
        return;
    };
    if !found.over {
        view.state.match_form = None;
        view.state.tournament_form = None;
    }
    let kit = view.kit(ui);
    let mut p = rect.shrink2(vec2(size::PAD, 0.0));
    head_ui(ui, view, &kit, p.cut_top(44.0), found);
    progress_ui(ui, view, &kit, p.cut_top(92.0), found);
    p.cut_top(size::GAP);
    let mut troubled = Rect::from_x_y_ranges(rect.x_range(), p.y_range());
    match_failure_ui(ui, view, &mut troubled, found);
    p.set_top(troubled.top());
    match &found.tournament {
        None => {
            let place = p.cut_top(TWO_LINES);
            standing_ui(ui, &kit, place, &found.standing, found.counts_points);
        }
        Some(tournament) => {
            let place = p.cut_top(table_height(tournament));
            table_ui(ui, &kit, place, tournament);
            if let Some(test) = &tournament.test {
                p.cut_top(size::GAP);
                test_ui(ui, &kit, p.cut_top(test_height(tournament, 0.0)), test);
            }
        }
    }
    if let Some(duel) = &found.below.duel {
        p.cut_top(size::GAP);
        duel_ui(ui, &kit, p.cut_top(duel_height(duel)), duel);
    }
    let notes = p.cut_top(notes_space(&kit, p.width(), &found.below.notes));
    notes_ui(ui, &kit, notes.with_min_y(notes.top() + size::GAP), &found.below.notes);
    p.cut_top(size::GAP);
    let mut row = p.cut_top(lists_height(found));
    let half = (row.width() - size::GAP) / 2.0;
    reasons_ui(ui, &kit, row.cut_left(half), &found.reasons);
    row.cut_left(size::GAP);
    delays_ui(ui, &kit, row, &found.delays, &found.disagreements);
    p.cut_top(size::GAP);
    games_head_ui(ui, view, &kit, p.cut_top(34.0), found);
    let list = Rect::from_x_y_ranges(rect.x_range(), p.y_range());
    match &found.tournament {
        Some(tournament) if view.state.match_list == MatchList::Crosstable => {
            widgets::area(ui, list, "crosstable", |ui| crosstable_ui(ui, &kit, tournament));
        }
        _ if view.state.match_list == MatchList::Openings => {
            let side = found.info.sides[0];
            widgets::area(ui, list, "openings", |ui| openings_ui(ui, &kit, &found.openings, side));
        }
        Some(_) | None => {
            let only_failed = view.state.match_list == MatchList::Failures;
            let is_wanted = |game: &&MatchGameRow| !only_failed || game.failed.is_some();
            let games: Vec<&MatchGameRow> = found.games.iter().filter(is_wanted).collect();
            widgets::area(ui, list, "games", |ui| games_ui(ui, view, found, &games));
        }
    }
}

/// What the list at the foot of the panel shows.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum MatchList {
    /// The games.
    #[default]
    Games,
    /// What each two players of a tournament made.
    Crosstable,
    /// How balanced the openings turned out to be.
    Openings,
    /// The games that were lost by failures of engines.
    Failures,
}

fn state_words(found: &MatchView) -> (&'static str, bool) {
    match (&found.outcome, found.finishing, found.paused) {
        (Some(MatchOutcome::Stopped), ..) => ("stopped", false),
        (Some(MatchOutcome::GivenUp(_)), ..) => ("given up", false),
        (Some(MatchOutcome::Played), ..) => ("over", false),
        (None, ..) if found.over => ("over", false),
        (None, true, _) => ("finishing", true),
        (None, _, true) => ("paused", false),
        (None, false, false) => ("running", true),
    }
}

/// The text before and after the number of finished games: `stopped after `, ` of 20 games`.
fn count_words(found: &MatchView) -> (&'static str, String) {
    let before = match found.outcome {
        Some(MatchOutcome::Stopped) => "stopped after ",
        Some(MatchOutcome::GivenUp(_)) => "given up after ",
        Some(MatchOutcome::Played) | None => "",
    };
    if is_decided(found) {
        return (before, " games, and the test has decided".to_owned());
    }
    let round = match &found.tournament {
        Some(tournament) if tournament.round.1 > 1 => {
            format!(", round {} of {}", tournament.round.0, tournament.round.1)
        }
        Some(_) | None => String::new(),
    };
    (before, format!(" of {} games{round}", found.total))
}

/// The test of a tournament has its verdict.
pub(super) fn is_decided(found: &MatchView) -> bool {
    let test = found.tournament.as_ref().and_then(|tournament| tournament.test.as_ref());
    test.is_some_and(|test| test.verdict.is_some())
}

/// The sentence in place of a board while there is none.
pub(in crate::ui) fn boardless_words(found: Option<&MatchView>) -> String {
    let Some(found) = found else {
        return "No match yet. The form at the right starts one.".to_owned();
    };
    match &found.outcome {
        Some(MatchOutcome::Stopped) => {
            let (what, done, all) = (found.kind_word(), found.finished, found.total);
            format!("The {what} was stopped after {done} of {all} games.")
        }
        Some(MatchOutcome::GivenUp(why)) => why.clone(),
        Some(MatchOutcome::Played) => format!("The {} is over.", found.kind_word()),
        None => "The first game is being prepared.".to_owned(),
    }
}

fn head_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect, found: &MatchView) {
    let t = kit.t;
    let (words, busy) = state_words(found);
    let w = kit.chip_width(words);
    let right = files_ui(ui, view, kit, head.right_center(), found) - 8.0;
    let chip = pos2(right - w, head.center().y);
    let end = kit.chip(chip, words, if busy { t.busy } else { t.idle });
    let place = Rect::from_min_max(chip - vec2(0.0, 10.0), pos2(end, chip.y + 10.0));
    widgets::say(ui, place, &format!("{}: {words}", capital(found.kind_word())));
    let room = chip.x - head.left() - 20.0;
    let at = head.left_center();
    let title = &found.title;
    let end = widgets::label(ui, kit, at, L, title, W::Semi, font::STRONG, t.text, room).right();
    let at = pos2(end + 9.0, at.y);
    let room = chip.x - end - 24.0;
    if room > 30.0 {
        widgets::label(ui, kit, at, L, &found.conditions, W::Regular, font::BODY, t.text3, room);
    }
}

fn clock_words(time: Duration) -> String {
    let secs = time.as_secs();
    if secs < 3600 {
        format!("{}:{:02}", secs / 60, secs % 60)
    } else {
        format!("{}:{:02}:{:02}", secs / 3600, secs / 60 % 60, secs % 60)
    }
}

fn progress_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, r: Rect, found: &MatchView) {
    let t = kit.t;
    kit.card(r);
    let mut c = r;
    let row = c.cut_top(48.0).shrink2(vec2(14.0, 0.0));
    let (before, total) = count_words(found);
    let count = found.finished.to_string();
    let mut words = format!("{} elapsed", clock_words(found.elapsed));
    if !found.over {
        words = format!("{} running   {words}", found.running);
    }
    if let Some(left) = found.left.filter(|_| !found.over) {
        let most = if found.left_is_most { "at most " } else { "" };
        words.push_str(&format!("   {most}{} left", clock_words(left)));
    }
    // The count takes what the times leave; in a narrow panel both are cut.
    let of_times = kit.width(&words, W::Regular, 12.0) + 12.0;
    let room = (row.width() - of_times).max(row.width().min(240.0));
    let at = pos2(row.left(), row.top() + 17.0);
    let runs = [
        (before, W::Regular, t.text2),
        (count.as_str(), W::Semi, t.text),
        (total.as_str(), W::Regular, t.text2),
    ];
    let rect = kit.runs(at, L, &runs, font::BODY, room);
    widgets::say(ui, rect, &format!("{before}{count}{total}"));
    let at = pos2(row.right(), row.top() + 17.0);
    let max = (row.right() - rect.right() - 12.0).min(300.0);
    widgets::label(ui, kit, at, R, &words, W::Regular, 12.0, t.text2, max);
    let bar = Rect::from_min_size(pos2(row.left(), row.top() + 32.0), vec2(row.width(), 6.0));
    let total = if is_decided(found) { found.finished } else { found.total };
    let part = |n: u32| n as f32 / total.max(1) as f32;
    kit.meter(bar, part(found.finished + found.running), fade(t.accent, 0.45));
    let done = vec2(bar.width() * part(found.finished).min(1.0), 6.0);
    kit.fill(Rect::from_min_size(bar.min, done), 3.0, t.accent);
    let left = pos2(r.left() + 14.0, c.top() + 20.0);
    let mut width = r.width() - 28.0;
    if !found.over {
        let right = left.x + width;
        let place =
            Rect::from_min_max(pos2(right - AT_ONCE, left.y - 14.0), pos2(right, left.y + 14.0));
        at_once_ui(ui, view, kit, place, found);
        width -= AT_ONCE + 12.0;
    }
    buttons_ui(ui, view, kit, left, width, found);
}

/// Width of the number of games at once with its buttons.
const AT_ONCE: f32 = 92.0;
/// The most games at once.
const MOST_AT_ONCE: u32 = 64;

/// The number of games at once, which can be changed while they run.
fn at_once_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, place: Rect, found: &MatchView) {
    let why_not = [
        (found.at_once <= 1).then_some("One game is the minimum."),
        (found.at_once >= MOST_AT_ONCE).then_some("64 games are the maximum."),
    ];
    let shown = format!("{} at once", found.at_once);
    let short = kit.width(&shown, W::Medium, font::BODY) > place.width() - 52.0;
    let shown = if short { found.at_once.to_string() } else { shown };
    let wish = widgets::stepper(ui, kit, place, "Games at once", &shown, why_not);
    if let Some(by) = wish {
        let games = found.at_once.saturating_add_signed(by);
        view.push(Command::Match(MatchCommand::PlayAtOnce(games)));
    }
}

/// Pause, finish, stop in `width` points from `left` on. When all is over the place of Pause stays
/// empty for a click that comes late; New match stands at the other end.
fn buttons_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    left: egui::Pos2,
    width: f32,
    found: &MatchView,
) {
    if found.over {
        let (kind, words) = match &found.tournament {
            Some(_) => (MatchKind::Tournament, text::NEW_TOURNAMENT),
            None => (MatchKind::Match, text::NEW_MATCH),
        };
        let again = Button::words("new", words).look(Look::Primary);
        let right = pos2(left.x + width, left.y);
        let again = again.show_right(ui, kit, right);
        let right =
            longer_ui(ui, view, kit, (left.x, pos2(again.rect.left() - 8.0, right.y)), found);
        late_ui(ui, view, kit, left, right - left.x, found);
        if again.clicked() {
            let (game, variant) = (found.info.name, &found.variant_name);
            open_form(view.state, view.snapshot, kind, game, variant);
        }
        return;
    }
    let (icon, pause) = if found.paused { ("play", "Resume") } else { ("pause", "Pause") };
    let (finish, icon_of_finish, words_of_finish) = match found.finishing {
        true => (ActionId::MatchGoOn, "play", "Go on"),
        false => (ActionId::MatchFinish, "check", "Finish, then stop"),
    };
    let mut at = left;
    let buttons = [
        (ActionId::MatchPause, icon, pause, Look::Plain),
        (finish, icon_of_finish, words_of_finish, Look::Plain),
        (ActionId::MatchStop, "stop", "Stop now\u{2026}", Look::Danger),
    ];
    // Words go where there is no room for them: those of Pause first, whose sign all know, those of
    // Stop last. Where the match waits to be resumed, that is the button that is looked for, and its end
    // the other one: there the sign of Stop stands alone first.
    let keeps: [fn(ActionId) -> bool; 4] = match found.paused {
        true => {
            [|_| true, |id| id != ActionId::MatchStop, |id| id == ActionId::MatchPause, |_| false]
        }
        false => {
            [|_| true, |id| id != ActionId::MatchPause, |id| id == ActionId::MatchStop, |_| false]
        }
    };
    let width_with = |keeps: &fn(ActionId) -> bool| {
        let width = |(id, icon, words, _): &(ActionId, &str, &str, Look)| {
            kit.button_width(icon, if keeps(*id) { words } else { "" })
        };
        buttons.iter().map(width).sum::<f32>() + 16.0
    };
    let fitting = keeps.into_iter().find(|keeps| width_with(keeps) <= width).unwrap_or(keeps[3]);
    for (id, icon, words, look) in buttons {
        let words = if fitting(id) { words } else { "" };
        let action = action(id);
        let why_not = action.why_not(view.snapshot);
        let button = Button::words(icon, words).name(action.words).look(look).unless(why_not);
        let response = button.show(ui, kit, at);
        if response.clicked() {
            view.act(ui.ctx(), id);
        }
        at.x = response.rect.right() + 8.0;
    }
}

fn games_head_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect, found: &MatchView) {
    let at = head.left_center();
    kit.hline(head.left() - size::PAD, head.right() + size::PAD, head.bottom());
    let n_failed = found.games.iter().filter(|game| game.failed.is_some()).count();
    let mut lists = vec![
        (MatchList::Games, Tab::new("", "Games")),
        (MatchList::Openings, Tab::new("", "Openings")),
        (MatchList::Failures, Tab::new("", "Failures").count(n_failed)),
    ];
    if found.tournament.is_some() {
        lists.insert(1, (MatchList::Crosstable, Tab::new("", "Crosstable")));
    }
    let on = lists.iter().position(|(list, _)| *list == view.state.match_list).unwrap_or_default();
    let (kinds, tabs): (Vec<MatchList>, Vec<Tab<'_>>) = lists.into_iter().unzip();
    let is_narrow = head.width() < LEAST_WITH_WORDS;
    let room = head.width() - if is_narrow { size::CONTROL + 8.0 } else { 130.0 };
    let (clicked, _) = widgets::tabs(ui, kit, at, head.bottom(), &tabs, on, room);
    if let Some(kind) = clicked.and_then(|idx| kinds.get(idx)) {
        view.state.match_list = *kind;
    }
    let Some(shown) = found.shown else { return };
    let row = found.games.iter().find(|game| game.number == shown);
    let running = row.is_none_or(|row| row.state == MatchGameState::Running);
    let (name, words) = match running {
        true => (format!("Follow game {shown} in a tab"), "Follow game"),
        false => (format!("Open game {shown} to analyse"), "Open game"),
    };
    let button = Button::words("open", if is_narrow { "" } else { words }).name(&name);
    if button.show_right(ui, kit, head.right_center()).clicked() {
        view.push(Command::Match(MatchCommand::Open(shown)));
    }
}

/// In a head that is not as wide the button for the game that is shown is an icon alone.
const LEAST_WITH_WORDS: f32 = 380.0;
/// Two names without their common beginning: in a narrow row the difference counts.
pub(in crate::ui) fn told_apart<'a>(first: &'a str, second: &'a str) -> (&'a str, &'a str) {
    let short = short_names(&[first, second]);
    (short[0], short[1])
}

/// What stands between the name of an engine and what tells it apart.
const MARKS: [&str; 3] = [", ", " (", " #"];

/// Names of one engine without their common beginning, up to a comma, a bracket or a number sign; the others,
/// and all where two would be the same, as they are.
pub(super) fn short_names<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let base = |name: &'a str| {
        let end = MARKS.iter().filter_map(|mark| name.find(mark)).min();
        end.map_or(name, |end| &name[..end])
    };
    let mut shorts = names.to_vec();
    for name in names {
        let of_one: Vec<usize> =
            (0..names.len()).filter(|idx| base(names[*idx]) == base(name)).collect();
        let alike: Vec<&str> = of_one.iter().map(|idx| names[*idx]).collect();
        for (idx, short) in of_one.iter().zip(without_beginning(&alike)) {
            shorts[*idx] = short;
        }
    }
    let are_distinct = |(idx, short): (usize, &&str)| !shorts[..idx].contains(short);
    if shorts.iter().enumerate().all(are_distinct) { shorts } else { names.to_vec() }
}

/// Names without the beginning that all of them have.
fn without_beginning<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let whole = || names.to_vec();
    let Some((first, others)) = names.split_first().filter(|(_, others)| !others.is_empty()) else {
        return whole();
    };
    let common = others.iter().fold(first.len(), |common, other| {
        let same = first.bytes().zip(other.bytes()).take(common).take_while(|(a, b)| a == b);
        same.count()
    });
    // Half a character is no beginning.
    let Some(same) = (0..=common).rev().find_map(|end| first.get(..end)) else { return whole() };
    let cuts = MARKS.map(|mark| same.rfind(mark).map(|at| (at, mark)));
    let Some((at, mark)) = cuts.into_iter().flatten().max() else { return whole() };
    let rests = names.iter().map(|name| &name[at + mark.len()..]);
    match mark {
        " (" => {
            let closed: Option<Vec<&str>> = rests.map(|rest| rest.strip_suffix(')')).collect();
            closed.unwrap_or_else(whole)
        }
        _ => rests.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_alike_are_told_apart_by_their_ends() {
        let names = told_apart("Quintet Othello, level 10", "Quintet Othello, level 3");
        assert_eq!(names, ("level 10", "level 3"));
        let names = told_apart("Quintet Othello (level 10)", "Quintet Othello (level 3)");
        assert_eq!(names, ("level 10", "level 3"));
        let three = ["Edax (level 1) #1", "Edax (level 1) #2", "Edax (level 1) #3"];
        assert_eq!(short_names(&three), ["1", "2", "3"]);
        let mixed = ["Edax (level 1)", "Edax (level 2) #1"];
        assert_eq!(short_names(&mixed), mixed);
        let others = ["Edax (level 1)", "Zebra", "Edax (level 2)"];
        assert_eq!(short_names(&others), ["level 1", "Zebra", "level 2"]);
        let two = ["A (level 1)", "A (level 2)", "B (level 1)", "B (level 2)"];
        assert_eq!(short_names(&two), two, "a level alone would not say whose it is");
        assert_eq!(told_apart("Edax", "Edax 4.6"), ("Edax", "Edax 4.6"));
        assert_eq!(told_apart("Zoë, 1", "Zoë, 2"), ("1", "2"));
    }
}
