//! The players in the form for a tournament: each with its engine, its level and its own time.
//!
//! Pushes nothing.

use egui::{Rect, Ui};

use super::match_form::{CAPTION, row};
use super::tournament_form::is_narrow;
use super::tournament_longer::joins;
use crate::app::{EngineEntryView, Late, PlayerWish, TournamentFile};
use crate::ui::dialogs::{ClockForm, SeatForm, players};
use crate::ui::kit::{Cut, Kit};
use crate::ui::root::View;
use crate::ui::widgets::{self, Button, FieldLook};

/// A player in the form.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerForm {
    /// The engine with its options; its name as a seat is the player's own name, or empty.
    pub seat: SeatForm,
    /// Its own time, as typed; empty for that of all.
    pub time: String,
    /// When it joined, where the tournament had begun.
    late: Option<Late>,
    /// What a file says of it besides.
    rest: Option<PlayerWish>,
}

impl PlayerForm {
    pub(super) fn of(wish: &PlayerWish) -> Self {
        let (engine, options) = wish.engine_and_options().unwrap_or((&wish.engine, Vec::new()));
        let seat = SeatForm {
            engine: Some(engine.to_owned()),
            name: wish.name.clone().unwrap_or_default(),
            options,
            adaptive: false,
        };
        let time = wish.time.map(|time| time.to_string()).unwrap_or_default();
        Self { seat, time, late: wish.late, rest: Some(wish.clone()) }
    }

    pub(super) fn listed(entry: &EngineEntryView) -> Self {
        let seat = SeatForm { name: String::new(), ..SeatForm::engine(entry) };
        Self { seat, time: String::new(), late: None, rest: None }
    }

    pub(super) fn wish(&self) -> Result<PlayerWish, String> {
        let mut engine = self.seat.engine.clone().unwrap_or_default();
        for (name, value) in &self.seat.options {
            engine += &format!(":option.{name}={value}");
        }
        let name = Some(self.seat.name.trim().to_owned()).filter(|name| !name.is_empty());
        let time = Some(self.time.trim()).filter(|time| !time.is_empty());
        let time = time.map(|time| ClockForm::new(time).read()).transpose()?;
        Ok(match &self.rest {
            Some(rest) => PlayerWish { engine, name, time, late: self.late, ..rest.clone() },
            None => PlayerWish { name, time, late: self.late, ..PlayerWish::of(engine) },
        })
    }
}

/// The engine of the last player again, with the next choice of its first option that no player has yet,
/// if it has choices. `None` where the list does not have that engine.
pub(super) fn next_player(all: &[PlayerForm], engines: &[&EngineEntryView]) -> Option<PlayerForm> {
    let mut next = PlayerForm { rest: None, late: None, ..all.last()?.clone() };
    next.seat.name.clear();
    let entry = engines.iter().find(|entry| Some(&entry.name) == next.seat.engine.as_ref())?;
    let Some(option) = entry.options.first() else { return Some(next) };
    let value_of = |player: &PlayerForm| {
        let set = player.seat.options.iter().find(|(name, _)| *name == option.name);
        set.map(|(_, value)| value.clone())
    };
    let same = all.iter().filter(|player| player.seat.engine == next.seat.engine);
    let taken: Vec<String> = same.filter_map(value_of).collect();
    let last = value_of(&next);
    let at = option.choices.iter().position(|choice| Some(choice) == last.as_ref()).unwrap_or(0);
    let after = option.choices.iter().skip(at + 1);
    let before = option.choices[..at.min(option.choices.len())].iter().rev();
    let free = after.chain(before).find(|choice| !taken.contains(choice));
    if let Some(choice) = free {
        next.seat.options.retain(|(name, _)| *name != option.name);
        next.seat.options.insert(0, (option.name.clone(), choice.clone()));
    }
    Some(next)
}

/// The players, each in a row or two: engine, its first option, its own time; and the button for another, who
/// joins later where the tournament has `begun` by that file.
pub(super) fn players_ui(
    ui: &mut Ui,
    view: &View<'_>,
    kit: &Kit<'_>,
    p: &mut Rect,
    (game, variant): (&str, Option<&str>),
    all: &mut Vec<PlayerForm>,
    begun: Option<&TournamentFile>,
) {
    let engines = players(view.snapshot, game, variant);
    let mut gone = None;
    let n = all.len();
    for (idx, player) in all.iter_mut().enumerate() {
        let mut r = row(p);
        let mut cell = r.cut_left(CAPTION);
        let words = format!("Player {}", idx + 1);
        let has_played = begun.is_some_and(|file| idx < file.player.len());
        let why_not = match n <= 2 {
            true => Some("A tournament has two players at least."),
            false => has_played.then_some("It has played games of this tournament."),
        };
        let name = format!("Remove player {}", idx + 1);
        let at = cell.cut_right(34.0).left_center();
        let mut own = player.seat.name.clone();
        let of_name = cell.with_max_x(cell.right() - 2.0);
        let said = format!("{words}: name");
        widgets::text_field(ui, kit, of_name, &mut own, &said, &words, FieldLook::Plain);
        player.seat.name = own;
        let remove = Button::icon("close", &name).unless(why_not);
        if remove.show(ui, kit, at).clicked() {
            gone = Some(idx);
        }
        let below = is_narrow(p.width()).then(|| {
            let mut below = row(p);
            below.cut_left(CAPTION);
            below
        });
        player_ui(ui, kit, (r, below), &words, player, &engines);
    }
    if let Some(idx) = gone {
        all.remove(idx);
    }
    let mut r = row(p);
    r.cut_left(CAPTION);
    let joins = begun.map(joins).transpose();
    let why_not = match engines.is_empty() {
        true => Some("No engine of the list plays this game."),
        false => joins.err(),
    };
    let add = Button::words("plus", "Add a player").unless(why_not);
    if add.show(ui, kit, r.left_center()).clicked() {
        let next = next_player(all, &engines);
        let first = engines.first().map(|entry| PlayerForm::listed(entry));
        let late = joins.ok().flatten();
        all.extend(next.or(first).map(|next| PlayerForm { late, ..next }));
    }
}

/// Shows one player in a row; option and time stand `below` where that is given.
fn player_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    (r, below): (Rect, Option<Rect>),
    words: &str,
    player: &mut PlayerForm,
    engines: &[&EngineEntryView],
) {
    let mut rest = below.unwrap_or(r);
    let time = rest.cut_right(78.0);
    rest.cut_right(8.0);
    let entry = engines.iter().find(|entry| Some(&entry.name) == player.seat.engine.as_ref());
    let option = entry.and_then(|entry| entry.options.first()).filter(|it| !it.choices.is_empty());
    if let Some(option) = option {
        let cell = if below.is_some() { rest } else { rest.cut_right(96.0) };
        rest.cut_right(8.0);
        let named = player.seat.options.iter().position(|(name, _)| *name == option.name);
        let at = named.unwrap_or_else(|| {
            player.seat.options.push((option.name.clone(), option.value.clone()));
            player.seat.options.len() - 1
        });
        let value = &mut player.seat.options[at].1;
        let shown: Vec<String> =
            option.choices.iter().map(|choice| format!("{} {choice}", option.name)).collect();
        let items: Vec<(&str, &str)> = shown.iter().map(|words| (words.as_str(), "")).collect();
        let on = option.choices.iter().position(|choice| choice == value).unwrap_or(usize::MAX);
        let name = format!("{words}: {}", option.name);
        if let Some(i) = widgets::choice(ui, kit, cell, &name, &items, on) {
            value.clone_from(&option.choices[i]);
        }
    }
    let r = if below.is_some() { r } else { rest };
    // An engine that the list does not have stays as the file names it.
    let named = player.seat.engine.clone().unwrap_or_default();
    let stray = entry.is_none().then_some((named.as_str(), "not in the list"));
    let listed = engines.iter().map(|entry| (entry.name.as_str(), entry.protocol.title()));
    let items: Vec<(&str, &str)> = stray.into_iter().chain(listed).collect();
    let on = items.iter().position(|(name, _)| *name == named).unwrap_or(0);
    if let Some(i) = widgets::choice(ui, kit, r, &format!("{words}: engine"), &items, on)
        && let Some(entry) =
            i.checked_sub(usize::from(stray.is_some())).and_then(|i| engines.get(i))
    {
        let (time, late) = (player.time.clone(), player.late);
        let own = std::mem::take(&mut player.seat.name);
        *player = PlayerForm { time, late, ..PlayerForm::listed(entry) };
        player.seat.name = own;
    }
    let fine = player.time.trim().is_empty() || ClockForm::new(&player.time).read().is_ok();
    let look = if fine { FieldLook::Plain } else { FieldLook::Wrong };
    let name = format!("{words}: time");
    widgets::text_field(ui, kit, time, &mut player.time, &name, "as all", look);
}
