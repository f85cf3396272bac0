//! The games of the opened file.
//!
//! Reads no file.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{
    Modifiers, PointerButton, Popup, Rect, Response, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};

use super::reviews::{GamePlace, RESULT, batches_height, batches_ui, game_of, game_ui};
use crate::app::{Command, FileCommand};
use crate::count::counted;
use crate::ui::actions::ActionId;
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::state::Page;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// What the page keeps between frames.
#[derive(Debug, Default)]
pub struct GamesState {
    /// Shows only games that contain this.
    pub filter: String,
    found: Found,
    /// Games that were chosen by clicks, by their places in the list.
    chosen: BTreeSet<usize>,
    /// Where a range begins that a click with Shift ends.
    anchor: Option<usize>,
    /// Another list than this one was asked for, and is to be shown when it is there.
    pub(in crate::ui) before: Option<Arc<[String]>>,
    /// The frame that showed the page last.
    seen: Option<u64>,
}

/// The games that match, and what was looked for where.
#[derive(Debug, Default)]
struct Found {
    filter: String,
    games: Option<Arc<[String]>>,
    shown: Vec<usize>,
    /// Letters of the longest title.
    longest: usize,
}

impl GamesState {
    /// Typing on this page goes to the filter: it has the focus when the page opens, and whenever
    /// nothing else has it.
    fn keep_keyboard(&mut self, field: &Response, covered: bool) {
        let ctx = &field.ctx;
        let now = ctx.cumulative_frame_nr();
        let came = self.seen.replace(now).is_none_or(|seen| seen + 1 < now);
        let free = ctx.memory(|memory| memory.focused().is_none());
        if !covered && (came || free && !Popup::is_any_open(ctx)) {
            field.request_focus();
        }
    }

    /// The places of the games that are meant, once the list was looked through: those that were chosen,
    /// else those that match the filter; `None` where all are.
    pub(in crate::ui) fn wanted(&self) -> Option<Vec<usize>> {
        let n_games = self.found.games.as_ref().map_or(0, |games| games.len());
        match (self.chosen.is_empty(), self.found.shown.len() < n_games) {
            (false, _) => Some(self.chosen.iter().copied().collect()),
            (true, true) => Some(self.found.shown.clone()),
            (true, false) => None,
        }
    }

    /// No game is chosen any more.
    fn choose_none(&mut self) {
        (self.chosen, self.anchor) = (BTreeSet::new(), None);
    }

    /// A click with Ctrl adds a game to those that are chosen, or takes it away; one with Shift chooses all
    /// that are shown from the last one on. Says whether it was such a click.
    fn choose(&mut self, place: usize, shown: &[usize], modifiers: Modifiers) -> bool {
        if modifiers.shift {
            let at = |of: usize| shown.iter().position(|game| *game == of);
            let to = at(place).unwrap_or_default();
            let from = self.anchor.and_then(at).unwrap_or(to);
            if !modifiers.command {
                self.chosen.clear();
            }
            self.chosen.extend(&shown[from.min(to)..=from.max(to)]);
            self.anchor = self.anchor.or(Some(place));
            return true;
        }
        if modifiers.command {
            if !self.chosen.remove(&place) {
                self.chosen.insert(place);
            }
            self.anchor = Some(place);
        }
        modifiers.command
    }

    /// Looks through the list only when it or the filter has changed.
    pub(in crate::ui) fn find(&mut self, games: &Arc<[String]>) {
        let filter = self.filter.trim().to_lowercase();
        let same = self.found.games.as_ref().is_some_and(|known| Arc::ptr_eq(known, games));
        if same && self.found.filter == filter {
            return;
        }
        if !same {
            self.choose_none();
        }
        let matches = |i: &usize| filter.is_empty() || games[*i].to_lowercase().contains(&filter);
        let shown = (0..games.len()).filter(matches).collect();
        let longest = games.iter().map(|title| title.chars().count()).max().unwrap_or_default();
        self.found = Found { filter, games: Some(games.clone()), shown, longest };
    }
}

const ROW: f32 = 32.0;
const WIDTH: f32 = 760.0;
/// The same where rows say what has come of an analysis, too.
const WIDE: f32 = 1040.0;

/// Height of one more line in a row: of a long title, or of what has come of the analysis.
const LINE: f32 = 16.0;
/// Width of a letter of a title, on the average.
const LETTER: f32 = 6.8;
/// A list that is narrower says below the title what has come of the analysis.
const NARROW: f32 = 720.0;

/// Shows the list, filling `rect`; a click opens a game.
pub(in crate::ui) fn games_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let games = &view.snapshot.file_games;
    let mut r = rect.shrink2(vec2(24.0, 0.0));
    let batches = &view.snapshot.batches;
    let is_analysed = batches.iter().any(|batch| batch.is_listed);
    let width = if is_analysed { WIDE } else { WIDTH };
    r.max.x = r.max.x.min(r.min.x + width);
    let head = r.cut_top(64.0);
    let t = kit.t;
    let at = head.left_center();
    let words = "Games of the file";
    let end = widgets::label(ui, &kit, at, L, words, W::Semi, 20.0, t.text, 300.0).right();
    view.state.games.find(games);
    let state = &view.state.games;
    let count = if games.is_empty() {
        String::new()
    } else {
        count_text(games.len(), state.found.shown.len(), state.chosen.len())
    };
    let at = pos2(end + 12.0, head.center().y + 2.0);
    let end = widgets::label(ui, &kit, at, L, &count, W::Regular, font::BODY, t.text3, 220.0);
    if reading(view) {
        progress_ui(ui, view, &kit, head.with_min_x(end.right() + 20.0));
    } else if let Some(path) = &view.snapshot.games_path {
        let at = pos2(head.right(), head.center().y + 2.0);
        let words = path.display().to_string();
        widgets::label(ui, &kit, at, R, &words, W::Mono, font::SMALL, t.text3, 300.0);
    }
    kit.hline(rect.left(), rect.right(), head.bottom());
    if !batches.is_empty() {
        r.cut_top(size::GAP);
        batches_ui(ui, view, r.cut_top(batches_height(batches.len())));
    }
    if games.is_empty() {
        let at = r.min + vec2(0.0, 24.0);
        let words = match batches.len() {
            0 => {
                "No file with several games is open. The games of one that is opened are listed here."
            }
            1 => {
                "The games of the analysis above are listed by \u{201c}Go on\u{201d} or \u{201c}List them\u{201d} there."
            }
            _ => {
                "The games of the analyses above are listed by \u{201c}Go on\u{201d} or \u{201c}List them\u{201d} there."
            }
        };
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, t.text3, r.width());
        let at = at + vec2(0.0, 36.0);
        let why_not = reading(view).then_some("A file is being read; wait until it is done.");
        let open = Button::words("open", text::OPEN).name("Open a file of games").unless(why_not);
        if open.show(ui, &kit, at).clicked() {
            view.act(ui.ctx(), ActionId::Open);
        }
        return;
    }
    r.cut_top(size::GAP);
    let mut find = r.cut_top(size::CONTROL);
    let analyse = Button::words("graph", text::REVIEW_THESE);
    let analyse = analyse.show_right(ui, &kit, find.right_center());
    if analyse.clicked() {
        view.act(ui.ctx(), ActionId::ReviewMany);
    }
    find.max.x = analyse.rect.left() - 8.0;
    if !view.state.games.chosen.is_empty() {
        let none = Button::words("", "Choose none").look(Look::Plain);
        let none = none.show_right(ui, &kit, find.right_center());
        if none.clicked() {
            view.state.games.choose_none();
        }
        find.max.x = none.rect.left() - 8.0;
    }
    let mut filter = std::mem::take(&mut view.state.games.filter);
    let (name, hint) = ("Filter of games", "Filter by player, event, result");
    let field = widgets::text_field(ui, &kit, find, &mut filter, name, hint, FieldLook::Plain);
    view.state.games.filter = filter;
    view.state.games.keep_keyboard(&field, view.state.overlay.is_some());
    r.cut_top(size::GAP);
    widgets::area(ui, r, "list", |ui| list_ui(ui, view, games));
}

/// `10000 games`, `12 of 10000 games`, `20 games, 3 chosen`.
fn count_text(all: usize, shown: usize, chosen: usize) -> String {
    let all_games = counted(all, "game");
    let games = if shown < all { format!("{shown} of {all_games}") } else { all_games };
    if chosen > 0 { format!("{games}, {chosen} chosen") } else { games }
}

/// A long file is being read: the work shown can be cancelled as such.
fn reading(view: &View<'_>) -> bool {
    let stops = Command::File(FileCommand::CancelRead);
    let progress = view.snapshot.progress.as_ref();
    progress.is_some_and(|progress| progress.cancel.as_ref() == Some(&stops))
}

fn progress_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, r: Rect) {
    let Some(progress) = &view.snapshot.progress else { return };
    let name = "Stop reading the file";
    let cancel = Button::words("stop", "Cancel").name(name).look(Look::Plain);
    let cancel = cancel.show_right(ui, kit, r.right_center());
    let end = cancel.rect.left() - 12.0;
    let at = pos2(end, r.center().y - 7.0);
    let room = (end - r.left()).max(40.0);
    kit.fit(at, R, &progress.text, W::Medium, font::SMALL, kit.t.text2, room);
    let meter = Rect::from_min_max(
        pos2((end - 200.0).max(r.left()), r.center().y + 5.0),
        pos2(end, r.center().y + 9.0),
    );
    let part = progress.part.unwrap_or(0.0);
    kit.meter(meter, part, kit.t.accent);
    let response = ui.interact(meter, ui.scope_id().with("reading"), Sense::hover());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, &progress.text);
        info.value = Some(f64::from(part));
        info
    });
    if cancel.clicked() {
        view.push(Command::File(FileCommand::CancelRead));
    }
}

fn list_ui(ui: &mut Ui, view: &mut View<'_>, games: &[String]) {
    let shown = std::mem::take(&mut view.state.games.found.shown);
    let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
    let batches = &view.snapshot.batches;
    let is_analysed = batches.iter().any(|batch| !batch.games.is_empty());
    let is_high = is_analysed && ui.available_width() < NARROW;
    let taken = if is_high || !is_analysed { 0.0 } else { ui.available_width() / 2.0 };
    // Two titles often differ only at their ends.
    let room = ui.available_width() - 76.0 - taken.min(RESULT);
    let is_long = room < view.state.games.found.longest as f32 * LETTER;
    let title = if is_long { ROW + LINE } else { ROW };
    let height = title + if is_high { LINE } else { 0.0 };
    area.show_rows(ui, height, shown.len(), |ui, range| {
        for &i in &shown[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), height));
            let kit = view.kit(ui);
            let t = kit.t;
            let name = format!("Game {}: {}", i + 1, games[i]);
            let is_chosen = view.state.games.chosen.contains(&i);
            let response = widgets::row_button(ui, &kit, row.shrink(1.0), i, &name, is_chosen);
            let mut words = row;
            let under = is_high.then(|| words.cut_bottom(LINE + 4.0));
            let at = words.left_center() + vec2(48.0, 0.0);
            let number = (i + 1).to_string();
            kit.text(at, R, &number, W::Regular, font::SMALL, t.text3);
            let at = words.left_center() + vec2(64.0, 0.0);
            let game = game_of(batches, i);
            let of_game = GamePlace { row: under.unwrap_or(row), is_under: is_high };
            let taken = game.map_or(0.0, |game| game_ui(ui, view, &kit, of_game, i, game));
            let max = row.width() - 76.0 - if is_high { 0.0 } else { taken };
            if is_long {
                let place = Rect::from_min_size(pos2(at.x, words.top()), vec2(max, words.height()));
                kit.block(place, &games[i], W::Medium, font::BODY, t.text, 2);
            } else {
                kit.fit(at, L, &games[i], W::Medium, font::BODY, t.text, max);
            }
            let modifiers = ui.input(|input| input.modifiers);
            if response.clicked_by(PointerButton::Middle) {
                view.push(Command::File(FileCommand::ChooseBehind(i)));
            } else if response.clicked() && !view.state.games.choose(i, &shown, modifiers) {
                view.push(Command::File(FileCommand::Choose(i)));
                view.state.page = Page::Board;
                view.state.opened_by_click =
                    ui.input(|input| input.pointer.any_click().then_some(input.time));
            }
        }
    });
    view.state.games.found.shown = shown;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_with_ctrl_and_shift_choose_games_as_in_a_list_of_files() {
        let games: Arc<[String]> = (0..9).map(|i| format!("Player {i}")).collect();
        let mut state = GamesState::default();
        state.find(&games);
        assert_eq!(state.wanted(), None);
        let shown: Vec<usize> = (0..9).collect();
        let (none, shift, ctrl) = (Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND);
        for (place, modifiers, chosen) in [
            (2, ctrl, vec![2]),
            (5, ctrl, vec![2, 5]),
            (7, shift, vec![5, 6, 7]),
            (3, shift, vec![3, 4, 5]),
            (4, ctrl, vec![3, 5]),
            (1, ctrl | shift, vec![1, 2, 3, 4, 5]),
        ] {
            assert!(state.choose(place, &shown, modifiers));
            assert_eq!(state.wanted(), Some(chosen), "{place} {modifiers:?}");
        }
        assert!(!state.choose(0, &shown, none), "that opens the game");
        // Numbers of another list are other games.
        state.find(&Arc::from(["Other".to_owned()]));
        assert_eq!(state.wanted(), None);
    }

    #[test]
    fn a_filter_finds_games_in_a_long_list_and_is_applied_once() {
        let games: Arc<[String]> = (0..10_000).map(|i| format!("Player {i} - Other")).collect();
        let mut state =
            GamesState { filter: " PLAYER 77 - o ".to_owned(), ..GamesState::default() };
        state.find(&games);
        assert_eq!(state.found.shown, [77]);
        assert_eq!(count_text(games.len(), 1, 0), "1 of 10000 games");
        assert_eq!(count_text(20, 20, 3), "20 games, 3 chosen");
        // The result is kept until the list or the filter changes.
        state.found.shown = vec![5];
        state.find(&games);
        assert_eq!(state.found.shown, [5]);
        state.filter.clear();
        state.find(&games);
        assert_eq!(state.found.shown.len(), 10_000);
    }
}
