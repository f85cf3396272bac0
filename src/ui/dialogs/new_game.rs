//! The dialog for a new game: game, seats, clocks, start position.
//!
//! Starts nothing: it pushes `New`, and keeps the choices for the next time.

use egui::{Context, Key, Modifiers, Rect, Ui, pos2, vec2};

use super::{
    ClockForm, SEAT_HEIGHT, SeatForm, Who, ask_rating, clock_ui, heading_ui, seat_ui, take_enter,
    time_note,
};
use crate::app::board::{GameInfo, Opening, Side};
use crate::app::{
    Command, DiceChoice, EngineEntryView, GameCommand, NewGame, Snapshot, TimeControl, preview,
};
use crate::ui::game_list::{Playable, game_choice_ui};
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::overlay::{Place, floating, scrolled};
use crate::ui::root::View;
use crate::ui::state::{Focus, Overlay, Page, UiState};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// The form for a new game.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGameForm {
    /// The game's short name.
    pub game: String,
    /// The variant's short name, if the game has variants.
    pub variant: Option<String>,
    /// First side first.
    pub seats: [SeatForm; 2],
    /// First side first.
    pub clocks: [ClockForm; 2],
    /// Start position; empty for the normal one.
    pub position: String,
    /// Number of the opening in the list of the game and variant; it is not used together with a
    /// start position.
    pub opening: Option<usize>,
    /// Engines that can think on the opponent's time do so.
    pub ponder: bool,
    /// Index of the source of the dice, and the seed or the list for it.
    pub dice: (usize, String),
    checked: Option<Checked>,
}

/// The result of reading the start position, and its text.
#[derive(Clone, Debug, PartialEq)]
struct Checked {
    of: (String, Option<String>, String),
    found: Result<String, String>,
}

impl NewGameForm {
    /// The form for a game as it was last filled in, except its start and engines that are gone;
    /// otherwise with the current players; otherwise a human against an engine.
    #[must_use]
    pub fn for_game(snapshot: &Snapshot, state: &UiState, info: &'static GameInfo) -> Self {
        if let Some(last) = state.last_setups.get(info.name) {
            let last = last.clone();
            let mut form =
                NewGameForm { opening: None, position: String::new(), checked: None, ..last };
            form.keep_to_list(snapshot);
            return form;
        }
        let (seats, clocks) =
            seated(snapshot, info).unwrap_or_else(|| usual(snapshot, state, info));
        Self {
            game: info.name.to_owned(),
            variant: shown_variant(snapshot, info),
            seats,
            clocks: clocks.map(|clock| ClockForm::new(&clock)),
            position: String::new(),
            opening: None,
            ponder: false,
            dice: (0, String::new()),
            checked: None,
        }
    }

    fn dice(&self) -> DiceChoice {
        let text = self.dice.1.trim().to_owned();
        match self.dice.0 {
            BY_SEED => DiceChoice::Seed(text),
            BY_LIST => DiceChoice::List(text),
            BY_HAND => DiceChoice::ByHand,
            _ => DiceChoice::Fresh,
        }
    }

    /// The command, or what is still wrong.
    ///
    /// # Errors
    ///
    /// As a message for the user.
    pub fn read(&self) -> Result<NewGame, String> {
        for seat in &self.seats {
            if seat.engine.is_none() && seat.name.trim().is_empty() {
                return Err("a person needs a name".to_owned());
            }
        }
        if matches!(self.dice.0, BY_SEED | BY_LIST) && self.dice.1.trim().is_empty() {
            return Err("the dice need a seed or a list".to_owned());
        }
        if self.dice.0 == BY_LIST {
            preview::check_dice(&self.dice.1)?;
        }
        let adaptive = self.adaptive()?;
        let [first, second] = &self.clocks;
        let clocks = [first.read()?, second.read()?];
        if let Some(problem) = self.wrong_start() {
            return Err(problem.to_owned());
        }
        Ok(NewGame {
            game: self.game.clone(),
            variant: self.variant.clone(),
            opening: self.opening_moves(),
            ponder: self.ponder,
            dice: self.dice(),
            adaptive,
            seats: [self.seats[0].choice(), self.seats[1].choice()],
            clocks,
            position: self.position.trim().to_owned(),
        })
    }

    /// The side of the adaptive opponent.
    fn adaptive(&self) -> Result<Option<Side>, String> {
        let is_it = |side: &Side| {
            let seat = &self.seats[side.idx()];
            seat.adaptive && seat.engine.is_some()
        };
        let side = Side::BOTH.into_iter().find(is_it);
        match side.filter(|side| self.seats[side.opponent().idx()].engine.is_some()) {
            Some(_) => Err("an adaptive engine plays against a person".to_owned()),
            None => Ok(side),
        }
    }

    /// What is wrong with the start position, shown beside it.
    fn wrong_start(&self) -> Option<&str> {
        let checked = self.checked.as_ref()?;
        checked.found.as_ref().err().map(String::as_str)
    }

    fn openings(&self) -> &'static [Opening] {
        preview::openings(&self.game, self.variant.as_deref())
    }

    fn opening_moves(&self) -> Vec<String> {
        let usual = self.position.trim().is_empty();
        let opening = self.opening.filter(|_| usual).and_then(|i| self.openings().get(i));
        opening.map(|o| o.moves.iter().map(|mv| mv.0.clone()).collect()).unwrap_or_default()
    }

    /// Goes on with another variant.
    fn set_variant(&mut self, snapshot: &Snapshot, variant: &str) {
        self.variant = Some(variant.to_owned());
        self.opening = None;
        self.keep_to_list(snapshot);
    }

    /// Engines that are not in the list, or not for this game, are replaced by listed ones.
    fn keep_to_list(&mut self, snapshot: &Snapshot) {
        let engines = players(snapshot, &self.game, self.variant.as_deref());
        for (seat, clock) in self.seats.iter_mut().zip(&mut self.clocks) {
            let before = seat.clone();
            seat.keep_to(&engines, 0);
            follow_seat(clock, &before, seat, &engines);
        }
    }

    /// Some engine at the board may be able to think on the opponent's time.
    fn may_ponder(&self, engines: &[&EngineEntryView]) -> bool {
        self.seats.iter().filter_map(|seat| seat.engine.as_ref()).any(|name| {
            engines.iter().any(|entry| entry.name == *name && entry.can_ponder != Some(false))
        })
    }

    /// A start that names its variant, as a GameString does, selects it.
    fn follow_start(&mut self, snapshot: &Snapshot) {
        let known = self.checked.as_ref();
        if known.is_some_and(|known| (&known.of.0, &known.of.2) == (&self.game, &self.position)) {
            return;
        }
        let said = preview::variant_said(&self.game, &self.position);
        if let Some(variant) = said.filter(|said| self.variant.as_ref() != Some(said)) {
            self.set_variant(snapshot, &variant);
        }
    }

    fn check_position(&mut self) {
        let of = (self.game.clone(), self.variant.clone(), self.position.clone());
        if self.checked.as_ref().is_some_and(|checked| checked.of == of) {
            return;
        }
        let found = preview::describe_start(&of.0, of.1.as_deref(), &of.2);
        self.checked = Some(Checked { of, found });
    }
}

/// The default clock of a seat: humans and engines that play by a level of the program have no
/// clock.
fn usual_clock(seat: &SeatForm, engines: &[&EngineEntryView]) -> String {
    let Some(name) = &seat.engine else { return TimeControl::Unlimited.to_string() };
    let entry = engines.iter().find(|entry| entry.name == *name);
    let has_level = entry.is_some_and(|entry| entry.builtin);
    if has_level { TimeControl::Unlimited } else { TimeControl::USUAL }.to_string()
}

/// Another player was chosen: a default clock becomes that player's default.
fn follow_seat(
    clock: &mut ClockForm,
    before: &SeatForm,
    now: &SeatForm,
    engines: &[&EngineEntryView],
) {
    if before.engine != now.engine && clock.text.trim() == usual_clock(before, engines) {
        clock.text = usual_clock(now, engines);
    }
}

type Setup = ([SeatForm; 2], [String; 2]);

/// The current players, if this game is played, and their clocks.
fn seated(snapshot: &Snapshot, info: &GameInfo) -> Option<Setup> {
    let game = &snapshot.game;
    let engine_sits = game.seats.iter().any(|seat| seat.engine.is_some());
    if game.info.name != info.name || !(game.playing || engine_sits) {
        return None;
    }
    let variant = shown_variant(snapshot, info);
    let engines = players(snapshot, info.name, variant.as_deref());
    let mut seats = [SeatForm::default(), SeatForm::default()];
    for (form, seat) in seats.iter_mut().zip(&game.seats) {
        *form = match &seat.engine {
            None => SeatForm::human(&seat.name),
            Some(name) => {
                let entry = engines.iter().find(|entry| entry.name == *name)?;
                SeatForm::engine_called(entry, &seat.name)
            }
        };
    }
    if let Some(adaptive) = &game.adaptive {
        seats[adaptive.side.idx()].adaptive = true;
    }
    let usual = || seats.each_ref().map(|seat| usual_clock(seat, &engines));
    let clocks = clocks_now(snapshot).unwrap_or_else(usual);
    Some((seats, clocks))
}

/// The user's last name: players of a game that is only viewed do not count.
fn own_name<'a>(snapshot: &'a Snapshot, state: &'a UiState) -> &'a str {
    let game = &snapshot.game;
    let human = game.seats.iter().find(|seat| seat.human && game.playing);
    let named = state.last_setups.values().flat_map(|form| &form.seats);
    let last = named.filter(|seat| seat.engine.is_none()).map(|seat| seat.name.as_str()).next();
    human.map(|seat| seat.name.as_str()).or(last).unwrap_or("You")
}

/// The clocks of the game on the board.
fn clocks_now(snapshot: &Snapshot) -> Option<[String; 2]> {
    Some(snapshot.game.controls?.map(|control| control.to_string()))
}

/// A human against the first engine, preferably one of the program's own.
fn usual(snapshot: &Snapshot, state: &UiState, info: &GameInfo) -> Setup {
    let first = SeatForm::human(own_name(snapshot, state));
    let variant = shown_variant(snapshot, info);
    let engines = players(snapshot, info.name, variant.as_deref());
    let own = engines.iter().find(|entry| entry.builtin);
    let second = match (own, engines.first()) {
        (Some(entry), _) => SeatForm::engine_called(entry, ", level 3"),
        (None, Some(entry)) => SeatForm::engine(entry),
        (None, None) => SeatForm::human(info.sides[1]),
    };
    let seats = [first, second];
    let clocks = seats.each_ref().map(|seat| usual_clock(seat, &engines));
    (seats, clocks)
}

/// The variant of the game on the board if it is this game, otherwise the usual one.
fn shown_variant(snapshot: &Snapshot, info: &GameInfo) -> Option<String> {
    let shown = snapshot.game.variant_name.clone();
    let usual = info.usual_variant().map(|variant| variant.name.to_owned());
    shown.filter(|_| snapshot.game.info.name == info.name).or(usual)
}

/// The engines of the list that play a game and variant.
pub(in crate::ui) fn players<'a>(
    snapshot: &'a Snapshot,
    game: &str,
    variant: Option<&str>,
) -> Vec<&'a EngineEntryView> {
    let plays = |engine: &&EngineEntryView| {
        let known = engine.variants.as_ref();
        engine.games.iter().any(|g| g == game)
            && variant.is_none_or(|v| known.is_none_or(|all| all.iter().any(|one| one == v)))
    };
    snapshot.engines.iter().filter(plays).collect()
}

/// Opens the dialog for the game and variant on the board with one of its openings.
pub(in crate::ui) fn ask_new_game_from(snapshot: &Snapshot, state: &mut UiState, opening: usize) {
    let mut form = NewGameForm::for_game(snapshot, state, snapshot.game.info);
    if let Some(variant) = &snapshot.game.variant_name
        && form.variant.as_ref() != Some(variant)
    {
        form.set_variant(snapshot, variant);
    }
    form.opening = Some(opening);
    form.position.clear();
    show(state, form);
}

/// Opens the dialog for a game of this kind, its first field ready for typing.
pub(in crate::ui) fn ask_new_game_of(
    snapshot: &Snapshot,
    state: &mut UiState,
    playable: &Playable,
) {
    let mut form = NewGameForm::for_game(snapshot, state, playable.info);
    if let Some(variant) = playable.variant.filter(|name| form.variant.as_deref() != Some(*name)) {
        form.set_variant(snapshot, variant);
    }
    show(state, form);
}

/// Opens the dialog for a game, its first field ready for typing.
pub(in crate::ui) fn ask_new_game(
    snapshot: &Snapshot,
    state: &mut UiState,
    info: &'static GameInfo,
) {
    show(state, NewGameForm::for_game(snapshot, state, info));
}

fn show(state: &mut UiState, form: NewGameForm) {
    state.overlay = Some(Overlay::NewGame(Box::new(form)));
    state.focus = Some(Focus::Dialog);
}

const WIDTH: f32 = 620.0;

/// The sources of dice, in the order of [`BY_SEED`], [`BY_LIST`] and [`BY_HAND`].
const DICE: [(&str, &str); 4] = [
    ("Rolled by the program", ""),
    ("From a seed", ""),
    ("From a list", ""),
    ("Entered by hand", ""),
];
const BY_SEED: usize = 1;
const BY_LIST: usize = 2;
const BY_HAND: usize = 3;

/// Shows the dialog. Returns it while it stays open.
pub(in crate::ui) fn new_game_ui(
    ctx: &Context,
    view: &mut View<'_>,
    mut form: Box<NewGameForm>,
) -> Option<Box<NewGameForm>> {
    let mut start = ctx.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Enter));
    start |= take_enter(ctx);
    let (mut cancelled, mut asks) = (false, false);
    form.keep_to_list(view.snapshot);
    form.follow_start(view.snapshot);
    form.check_position();
    let closed = floating(ctx, view.cx.theme, "New game", WIDTH, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, "New game");
        let foot = 16.0 + size::CONTROL;
        scrolled(ui, foot, |ui| {
            game_row_ui(ui, &kit, view, &mut form);
            asks = seats_ui(ui, &kit, view, &mut form);
            position_ui(ui, &kit, &mut form);
            dice_row_ui(ui, &kit, view, &mut form);
            extras_ui(ui, &kit, view, &mut form);
        });
        let wrong = form.read().err();
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), foot));
        let kit = kit.on(ui);
        let at = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
        let yes = Button::words("play", "Start the game").look(Look::Primary);
        let yes = yes.unless(wrong.as_deref()).show_right(ui, &kit, at);
        let left = yes.rect.left_center() - vec2(8.0, 0.0);
        let no = Button::words("", text::CANCEL).show_right(ui, &kit, left);
        if let Some(wrong) = wrong.filter(|wrong| form.wrong_start() != Some(wrong.as_str())) {
            let at = pos2(row.left(), at.y);
            let max = no.rect.left() - row.left() - 12.0;
            let place = Rect::from_center_size(at, vec2(0.0, 36.0)).with_max_x(at.x + max);
            widgets::note(ui, &kit, place, &wrong, font::SMALL, kit.t.danger, 2);
        }
        start |= yes.clicked();
        cancelled = no.clicked();
    });
    if start && let Ok(new) = form.read() {
        view.push(Command::Game(GameCommand::New(Box::new(new))));
        view.state.last_setups.insert(form.game.clone(), *form);
        view.state.page = Page::Board;
        // A mouse user keeps the arrow keys for stepping through the game.
        let by_key = !ctx.input(|i| i.pointer.any_click());
        view.state.begins_after = by_key.then_some(view.snapshot.game.number);
        return None;
    }
    if asks {
        let (game, variant) = (form.game.clone(), form.variant.clone());
        ask_rating(view.state, &game, variant.as_deref(), Some(form));
        return None;
    }
    (!closed && !cancelled).then_some(form)
}

fn caption(ui: &Ui, kit: &Kit<'_>, rect: Rect, words: &str) {
    let at = rect.left_center();
    widgets::label(ui, kit, at, L, words, W::Medium, font::BODY, kit.t.text2, rect.width());
}

fn game_row_ui(ui: &mut Ui, kit: &Kit<'_>, view: &mut View<'_>, form: &mut NewGameForm) {
    let kit = kit.on(ui);
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL + 12.0));
    let mut r = row.with_max_y(row.top() + size::CONTROL);
    caption(ui, &kit, r.cut_left(64.0), "Game");
    let on = (form.game.as_str(), form.variant.as_deref());
    let games = &view.snapshot.games;
    if let Some(chosen) = game_choice_ui(ui, &kit, r.cut_left(320.0), "Game", games, on) {
        // Another variant of the same game keeps the players and the clocks.
        if chosen.info.name != form.game {
            *form = NewGameForm::for_game(view.snapshot, view.state, chosen.info);
        }
        if let Some(variant) = chosen.variant {
            form.set_variant(view.snapshot, variant);
        }
        form.check_position();
    }
}

/// Says whether the user asks for the games behind the rating.
fn seats_ui(ui: &mut Ui, kit: &Kit<'_>, view: &mut View<'_>, form: &mut NewGameForm) -> bool {
    let kit = kit.on(ui);
    let info = view.snapshot.games.iter().find(|info| info.name == form.game);
    let sides = info.map_or(["First", "Second"], |info| info.sides);
    let engines = players(view.snapshot, &form.game, form.variant.as_deref());
    let (_, block) =
        ui.allocate_space(vec2(ui.available_width(), SEAT_HEIGHT + 2.0 * size::CONTROL + 32.0));
    let col = (block.width() - 12.0) / 2.0;
    let mut asks = false;
    for (i, side) in sides.into_iter().enumerate() {
        let min = pos2(block.left() + (col + 12.0) * i as f32, block.top());
        let card = Rect::from_min_size(min, vec2(col, SEAT_HEIGHT));
        let before = form.seats[i].clone();
        let rating = view.snapshot.ratings.of(&form.game, form.variant.as_deref());
        asks |= seat_ui(ui, &kit, card, side, &mut form.seats[i], &engines, Who::All(rating));
        let [first, second] = &mut form.seats;
        let (seat, other) = if i == 0 { (first, second) } else { (second, first) };
        if seat.engine != before.engine {
            seat.match_options(other);
        }
        follow_seat(&mut form.clocks[i], &before, &form.seats[i], &engines);
        let clock = Rect::from_min_size(pos2(min.x, card.bottom() + 8.0), vec2(col, size::CONTROL));
        clock_ui(ui, &kit, clock, &format!("{side}: clock"), &mut form.clocks[i]);
    }
    if view.state.focus == Some(Focus::Dialog) {
        view.state.focus = None;
        let person = form.seats.iter().position(|seat| seat.engine.is_none());
        let first = person
            .map_or_else(|| format!("{}: clock", sides[0]), |i| format!("{}: name", sides[i]));
        ui.memory_mut(|memory| memory.request_focus(widgets::field_id(ui, &first)));
    }
    let y = block.top() + SEAT_HEIGHT + size::CONTROL + 16.0 + size::CONTROL / 2.0;
    let swap = Button::words("flip", "Swap sides").show(ui, &kit, pos2(block.left(), y));
    if swap.clicked() {
        form.seats.swap(0, 1);
        form.clocks.swap(0, 1);
    }
    notes_ui(ui, &kit, block, swap.rect, form, &engines);
    asks
}

/// What is to be said about the clocks.
fn notes_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    block: Rect,
    swap: Rect,
    form: &NewGameForm,
    engines: &[&EngineEntryView],
) {
    let at = swap.right_center() + vec2(12.0, 0.0);
    let mut notes = form.seats.iter().zip(&form.clocks);
    let note = notes.find_map(|(seat, clock)| time_note(seat, clock, engines));
    if let Some(note) = note {
        let place = Rect::from_min_max(at, pos2(block.right(), at.y)).expand2(vec2(0.0, 16.0));
        widgets::note(ui, kit, place, &note, font::SMALL, kit.t.warn, 2);
        return;
    }
    let words = "A clock is 5m, 5m+3s, 40/10m, 2s/move, depth 8 or none.";
    widgets::label(
        ui,
        kit,
        at,
        L,
        words,
        W::Regular,
        font::SMALL,
        kit.t.text3,
        block.right() - at.x,
    );
}

/// The source of the dice, in games with dice.
fn dice_row_ui(ui: &mut Ui, kit: &Kit<'_>, view: &View<'_>, form: &mut NewGameForm) {
    let info = view.snapshot.games.iter().find(|info| info.name == form.game);
    if !info.is_some_and(|info| info.has_dice) {
        form.dice = (0, String::new());
        return;
    }
    let kit = kit.on(ui);
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL + 8.0));
    let mut r = row.with_max_y(row.top() + size::CONTROL);
    caption(ui, &kit, r.cut_left(64.0), "Dice");
    if let Some(i) = widgets::choice(ui, &kit, r.cut_left(210.0), "Dice", &DICE, form.dice.0) {
        form.dice.0 = i;
    }
    r.cut_left(16.0);
    let (name, hint) = match form.dice.0 {
        BY_SEED => ("Seed of the dice", "Any text; the same dice each time"),
        BY_LIST => ("List of the dice", "31 65 44 21 \u{2026}"),
        _ => return,
    };
    widgets::text_field(ui, &kit, r, &mut form.dice.1, name, hint, FieldLook::Plain);
}

/// An opening to begin with, and thinking on the opponent's time; each if available.
fn extras_ui(ui: &mut Ui, kit: &Kit<'_>, view: &View<'_>, form: &mut NewGameForm) {
    let engines = players(view.snapshot, &form.game, form.variant.as_deref());
    let openings = form.openings();
    let ponder = engines.iter().any(|entry| entry.can_ponder != Some(false));
    if openings.is_empty() && !ponder {
        return;
    }
    let kit = kit.on(ui);
    let (_, block) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL + 8.0));
    let mut r = block.with_max_y(block.top() + size::CONTROL);
    if !openings.is_empty() {
        caption(ui, &kit, r.cut_left(64.0), "Opening");
        let none = [("None", "")];
        let names = openings.iter().map(|opening| (opening.name.as_str(), ""));
        let items: Vec<(&str, &str)> = none.into_iter().chain(names).collect();
        let on = form.opening.filter(|_| form.position.trim().is_empty()).map_or(0, |i| i + 1);
        if let Some(i) = widgets::choice(ui, &kit, r.cut_left(236.0), "Opening", &items, on) {
            form.opening = i.checked_sub(1);
            if form.opening.is_some() {
                form.position.clear();
                form.check_position();
            }
        }
    }
    if ponder {
        let words = "Think on the opponent\u{2019}s time";
        let can = form.may_ponder(&engines);
        form.ponder &= can;
        let ink = if can { kit.t.text2 } else { kit.t.text3 };
        let at = pos2(r.right() - 84.0, r.center().y);
        kit.text(at, R, words, W::Medium, font::BODY, ink);
        let why_not =
            (!can).then_some("No engine at the board thinks on the opponent\u{2019}s time.");
        if widgets::switch(ui, &kit, r.right_center(), words, form.ponder, why_not) {
            form.ponder = !form.ponder;
        }
    }
}

fn position_ui(ui: &mut Ui, kit: &Kit<'_>, form: &mut NewGameForm) {
    let kit = kit.on(ui);
    let (_, block) = ui.allocate_space(vec2(ui.available_width(), 56.0));
    let mut r = block;
    let mut row = r.cut_top(30.0);
    caption(ui, &kit, row.cut_left(64.0), "Start");
    let found = form.checked.as_ref().map(|checked| checked.found.clone());
    let wrong = matches!(found, Some(Err(_)));
    let look = if wrong { FieldLook::Wrong } else { FieldLook::Plain };
    let hint = "Empty for the normal start, or paste a position";
    widgets::text_field(ui, &kit, row, &mut form.position, "Start position", hint, look);
    let place = Rect::from_min_max(pos2(row.left() + 2.0, r.top()), r.max);
    let (words, ink) = match &found {
        Some(Ok(what)) => (what.as_str(), kit.t.text3),
        Some(Err(problem)) => (problem.as_str(), kit.t.danger),
        None => ("", kit.t.text3),
    };
    if !words.is_empty() {
        widgets::note(ui, &kit, place, words, font::SMALL, ink, 1);
    }
}
