//! The form for a match between two engines.
//!
//! Plays nothing: it pushes `Start`.

use egui::{Rect, Ui, pos2, vec2};

use super::match_kind::{MatchKind, kind_ui};
use super::tournament_form::is_narrow;
use crate::app::{Command, MatchCommand, Snapshot};
use crate::ui::dialogs::{
    ClockForm, SEAT_HEIGHT, SeatForm, Who, clock_in_parts_ui, clock_ui, players, seat_ui, time_note,
};
use crate::ui::game_list::game_choice_ui;
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// The form for a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchForm {
    /// The game's short name.
    pub game: String,
    /// The variant's short name, if the game has variants.
    pub variant: Option<String>,
    /// The two engines.
    pub engines: [SeatForm; 2],
    /// Number of games, as typed.
    pub games: String,
    /// The time control of each player.
    pub time: ClockForm,
    /// Games at once.
    pub concurrency: u32,
    /// Seed of the openings or the dice, as typed.
    pub seed: String,
    /// Engines that can think on the opponent's time do so.
    pub ponder: bool,
}

impl MatchForm {
    /// A form filled in with the first engines that play this game, in the variant on the board
    /// where it is played there.
    #[must_use]
    pub fn new(snapshot: &Snapshot, game: &str) -> Self {
        let info = snapshot.games.iter().find(|info| info.name == game);
        let usual = info.and_then(|info| info.usual_variant()).map(|v| v.name.to_owned());
        let shown = snapshot.game.variant_name.clone();
        let variant = shown.filter(|_| snapshot.game.info.name == game).or(usual);
        Self::of_variant(snapshot, game, variant)
    }

    fn of_variant(snapshot: &Snapshot, game: &str, variant: Option<String>) -> Self {
        let engines = players(snapshot, game, variant.as_deref());
        let seat = |i: usize| {
            let entry = engines.get(i).or_else(|| engines.first());
            entry.map_or_else(SeatForm::default, |entry| SeatForm::engine(entry))
        };
        Self {
            game: game.to_owned(),
            variant,
            ponder: false,
            engines: [seat(0), seat(1)],
            games: "20".to_owned(),
            time: ClockForm::new("10s+0.1s"),
            concurrency: 1,
            seed: "1".to_owned(),
        }
    }

    /// Engines that are not in the list, or not for this game, are replaced by listed ones.
    fn keep_to_list(&mut self, snapshot: &Snapshot) {
        let engines = players(snapshot, &self.game, self.variant.as_deref());
        for (i, seat) in self.engines.iter_mut().enumerate() {
            // Only engines play here.
            seat.engine.get_or_insert_default();
            seat.keep_to(&engines, i);
        }
    }

    /// The command, or what is still wrong.
    ///
    /// # Errors
    ///
    /// As a message for the user.
    pub fn read(&self) -> Result<MatchCommand, String> {
        if self.engines.iter().any(|seat| seat.engine.is_none()) {
            return Err("choose two engines".to_owned());
        }
        let games = self.games.trim().parse::<u32>().ok().filter(|n| (1..=100_000).contains(n));
        let Some(games) = games else {
            return Err(format!("{:?} is not a number of games from 1 to 100000", self.games));
        };
        let Ok(seed) = self.seed.trim().parse::<u64>() else {
            return Err(format!("{:?} is not a seed: write a whole number", self.seed));
        };
        Ok(MatchCommand::Start {
            game: self.game.clone(),
            engines: [self.engines[0].choice(), self.engines[1].choice()],
            games,
            time: self.time.read()?,
            concurrency: self.concurrency,
            seed,
            variant: self.variant.clone(),
            ponder: self.ponder,
        })
    }
}

/// Width of the words before a field.
pub(super) const CAPTION: f32 = 110.0;
const MOST_AT_ONCE: u32 = 64;

/// Shows the form, filling `rect`.
pub(super) fn match_form_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let mut form = view
        .state
        .match_form
        .take()
        .unwrap_or_else(|| MatchForm::new(view.snapshot, view.snapshot.game.info.name));
    form.keep_to_list(view.snapshot);
    let mut p = rect.shrink2(vec2(size::PAD, 0.0));
    let head = p.cut_top(44.0);
    let at = head.left_center();
    let words = "New match";
    let shown = widgets::label(ui, &kit, at, L, words, W::Semi, font::STRONG, kit.t.text, 200.0);
    kind_ui(ui, view, &kit, pos2(shown.right() + 12.0, at.y));
    if view.snapshot.matching.is_some() {
        let back = Button::words("prev", "Last match").name("Back to the last match");
        if back.show_right(ui, &kit, head.right_center()).clicked() {
            // The panel shows the match again; what was typed stays for the next time.
            view.state.last_match = Some(form);
            return;
        }
    }
    game_ui(ui, view, &kit, row(&mut p), &mut form);
    engines_ui(ui, view, &kit, &mut p, &mut form);
    let has_dice = view.snapshot.games.iter().any(|of| of.name == form.game && of.has_dice);
    numbers_ui(ui, &kit, &mut p, &mut form, has_dice);
    ponder_ui(ui, view, &kit, &mut p, &mut form);

    p.cut_top(8.0);
    let wrong = form.read().err();
    let row = p.cut_top(size::CONTROL);
    let start = Button::words("play", "Start the match").look(Look::Primary);
    let start = start.unless(wrong.as_deref()).show_right(ui, &kit, row.right_center());
    if let Some(wrong) = &wrong {
        let place = row.with_max_x(start.rect.left() - 12.0).expand2(vec2(0.0, 4.0));
        widgets::note(ui, &kit, place, wrong, font::SMALL, kit.t.danger, 2);
    }
    if start.clicked()
        && let Ok(command) = form.read()
    {
        view.push(Command::Match(command));
        view.state.last_match = Some(form.clone());
    }
    p.cut_top(12.0);
    let words = match has_dice {
        true => {
            "The same dice are played twice with seats swapped; the same seed gives the same dice."
        }
        false => {
            "Each opening is played twice with colours swapped; the same seed gives the same \
             openings."
        }
    };
    let para = kit.para(p.min, words, W::Regular, 12.0, kit.t.text3, p.width());
    widgets::say(ui, para, words);
    let engines = players(view.snapshot, &form.game, form.variant.as_deref());
    let mut notes = form.engines.iter().filter_map(|seat| time_note(seat, &form.time, &engines));
    if let Some(note) = notes.next() {
        let at = para.left_bottom() + vec2(0.0, 8.0);
        let para = kit.para(at, &note, W::Regular, 12.0, kit.t.warn, p.width());
        widgets::say(ui, para, &note);
    }
    if view.state.match_kind == MatchKind::Match {
        view.state.match_form = Some(form);
    } else {
        view.state.last_match = Some(form);
    }
}

/// The next row of a form.
pub(super) fn row(p: &mut Rect) -> Rect {
    let row = p.cut_top(size::CONTROL);
    p.cut_top(10.0);
    row
}

/// The words before a field, in the part of its row that they are cut off.
pub(super) fn caption(ui: &Ui, kit: &Kit<'_>, row: &mut Rect, words: &str) {
    let cell = row.cut_left(CAPTION);
    let at = cell.left_center();
    widgets::label(ui, kit, at, L, words, W::Medium, font::BODY, kit.t.text2, CAPTION);
}

/// The time of the players. In a narrow form the usual times and the field for any other stand in rows
/// of their own: side by side neither could be read.
pub(super) fn time_ui(ui: &mut Ui, kit: &Kit<'_>, p: &mut Rect, time: &mut ClockForm) {
    let name = "Time for each player";
    let parted = is_narrow(p.width());
    let mut r = row(p);
    caption(ui, kit, &mut r, "Time");
    if parted {
        let mut below = row(p);
        below.cut_left(CAPTION);
        clock_in_parts_ui(ui, kit, [r, below], name, time);
    } else {
        let width = r.width().min(340.0);
        clock_ui(ui, kit, r.cut_left(width), name, time);
    }
}

fn game_ui(ui: &mut Ui, view: &View<'_>, kit: &Kit<'_>, mut row: Rect, form: &mut MatchForm) {
    caption(ui, kit, &mut row, "Game");
    let on = (form.game.as_str(), form.variant.as_deref());
    let games = &view.snapshot.games;
    let rect = row.cut_left(row.width().min(320.0));
    let Some(chosen) = game_choice_ui(ui, kit, rect, "Game of the match", games, on) else {
        return;
    };
    let variant = chosen.variant.map(str::to_owned);
    let fresh = MatchForm::of_variant(view.snapshot, chosen.info.name, variant);
    *form = if chosen.info.name == form.game {
        // What does not depend on the variant stays as typed.
        let MatchForm { games, time, concurrency, seed, ponder, .. } = form.clone();
        MatchForm { games, time, concurrency, seed, ponder, ..fresh }
    } else {
        fresh
    };
}

fn engines_ui(ui: &mut Ui, view: &View<'_>, kit: &Kit<'_>, p: &mut Rect, form: &mut MatchForm) {
    let engines = players(view.snapshot, &form.game, form.variant.as_deref());
    let block = p.cut_top(SEAT_HEIGHT);
    let col = (block.width() - 12.0) / 2.0;
    for (i, (seat, title)) in form.engines.iter_mut().zip(["Engine A", "Engine B"]).enumerate() {
        let min = pos2(block.left() + (col + 12.0) * i as f32, block.top());
        let card = Rect::from_min_size(min, vec2(col, SEAT_HEIGHT));
        let _asks = seat_ui(ui, kit, card, title, seat, &engines, Who::Engines);
    }
    p.cut_top(14.0);
}

/// Thinking on the opponent's time, if an engine of the list may be able to.
fn ponder_ui(ui: &Ui, view: &View<'_>, kit: &Kit<'_>, p: &mut Rect, form: &mut MatchForm) {
    let engines = players(view.snapshot, &form.game, form.variant.as_deref());
    if engines.iter().all(|entry| entry.can_ponder == Some(false)) {
        form.ponder = false;
        return;
    }
    let mut r = row(p);
    caption(ui, kit, &mut r, "Pondering");
    let at = r.left_center() + vec2(72.0, 0.0);
    let name = "Think on the opponent\u{2019}s time";
    if widgets::switch(ui, kit, at, name, form.ponder, None) {
        form.ponder = !form.ponder;
    }
    let at = at + vec2(12.0, 0.0);
    let max = r.right() - at.x;
    let words = "engines think on the opponent\u{2019}s time";
    kit.fit(at, L, words, W::Regular, font::SMALL, kit.t.text3, max);
}

fn numbers_ui(ui: &mut Ui, kit: &Kit<'_>, p: &mut Rect, form: &mut MatchForm, has_dice: bool) {
    let look = |ok: bool| if ok { FieldLook::Plain } else { FieldLook::Wrong };
    let mut r = row(p);
    caption(ui, kit, &mut r, "Games");
    let ok = form.games.trim().parse::<u32>().is_ok_and(|n| n > 0);
    let cell = r.cut_left(100.0);
    widgets::text_field(ui, kit, cell, &mut form.games, "Number of games", "20", look(ok));
    time_ui(ui, kit, p, &mut form.time);
    let mut r = row(p);
    caption(ui, kit, &mut r, "Games at once");
    let why_not = [
        (form.concurrency <= 1).then_some("One game is the minimum."),
        (form.concurrency >= MOST_AT_ONCE).then_some("64 games are the maximum."),
    ];
    let shown = form.concurrency.to_string();
    let cell = r.cut_left(100.0);
    if let Some(by) = widgets::stepper(ui, kit, cell, "Games at once", &shown, why_not) {
        form.concurrency = form.concurrency.saturating_add_signed(by).clamp(1, MOST_AT_ONCE);
    }
    let mut r = row(p);
    caption(ui, kit, &mut r, "Seed");
    let ok = form.seed.trim().parse::<u64>().is_ok();
    let cell = r.cut_left(100.0);
    let name = if has_dice { "Seed of the dice" } else { "Seed of the openings" };
    widgets::text_field(ui, kit, cell, &mut form.seed, name, "1", look(ok));
}
