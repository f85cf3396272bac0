//! Parts of forms: the player and the time control of a side.
//!
//! Starts nothing; forms become commands where they are used.

use egui::{Rect, Ui, pos2, vec2};

use crate::app::{EngineEntryView, RatingView, SeatChoice, TimeControl, preview};
use crate::count::counted;
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// The form for the player of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatForm {
    /// The engine's name in the list; `None` for a human.
    pub engine: Option<String>,
    /// The human player's name.
    pub name: String,
    /// Values of the engine's options, by name.
    pub options: Vec<(String, String)>,
    /// The engine plays at the level that suits the user, whatever the options say.
    pub adaptive: bool,
}

impl SeatForm {
    /// A human.
    #[must_use]
    pub fn human(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// An engine with its options as the list has them.
    #[must_use]
    pub fn engine(entry: &EngineEntryView) -> Self {
        let options = entry.options.iter().map(|o| (o.name.clone(), o.value.clone())).collect();
        Self { engine: Some(entry.name.clone()), name: "You".to_owned(), options, adaptive: false }
    }

    /// An engine with options as in the name of its seat: `Quintet, level 3`; the others as the
    /// list has them.
    #[must_use]
    pub fn engine_called(entry: &EngineEntryView, seat: &str) -> Self {
        let mut form = Self::engine(entry);
        for (name, value) in &mut form.options {
            let told = seat.split(", ").skip(1).find_map(|part| {
                part.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(' '))
            });
            let choices = entry.options.iter().find(|option| option.name == *name);
            let known = |told: &&str| {
                choices.is_some_and(|o| o.choices.is_empty() || o.choices.iter().any(|c| c == told))
            };
            if let Some(told) = told.filter(known) {
                *value = told.to_owned();
            }
        }
        form
    }

    /// An engine that isn't one of these is replaced by this one of them, or by the first; by a
    /// human if there is none.
    pub(in crate::ui) fn keep_to(&mut self, engines: &[&EngineEntryView], idx: usize) {
        let is_known = |name: &String| engines.iter().any(|entry| entry.name == *name);
        if self.engine.as_ref().is_none_or(is_known) {
            return;
        }
        let name = std::mem::take(&mut self.name);
        *self = match engines.get(idx).or_else(|| engines.first()) {
            Some(entry) => Self { name, ..Self::engine(entry) },
            None => Self::human("You"),
        };
    }

    /// The same engine at both seats begins with the same options.
    pub(in crate::ui) fn match_options(&mut self, other: &Self) {
        if self.engine.is_some() && self.engine == other.engine {
            self.options.clone_from(&other.options);
        }
    }

    /// The value for the command.
    #[must_use]
    pub fn choice(&self) -> SeatChoice {
        match &self.engine {
            None => SeatChoice::Human { name: self.name.trim().to_owned() },
            Some(name) => SeatChoice::Engine { name: name.clone(), options: self.options.clone() },
        }
    }
}

/// Height of a seat's part of a form, in points.
pub(in crate::ui) const SEAT_HEIGHT: f32 = 112.0;

/// Who may sit at a seat of a form.
#[derive(Clone, Copy, Debug)]
pub(in crate::ui) enum Who<'a> {
    /// Engines of the list.
    Engines,
    /// A person, too; engines with levels may be adaptive where the user has a rating.
    All(Option<&'a RatingView>),
}

/// Shows a seat in a card: the player, and the name or the options. Says whether the user asks for the
/// games behind the rating.
pub(in crate::ui) fn seat_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    rect: Rect,
    title: &str,
    seat: &mut SeatForm,
    engines: &[&EngineEntryView],
    who: Who<'_>,
) -> bool {
    let (people, rating) = match who {
        Who::Engines => (false, None),
        Who::All(rating) => (true, rating),
    };
    kit.card(rect);
    let mut r = rect.shrink2(vec2(14.0, 8.0));
    let head = r.cut_top(26.0).left_center();
    let end = widgets::label(ui, kit, head, L, title, W::Semi, font::BODY, kit.t.text, r.width());
    if let Some(rating) = rating.filter(|_| seat.adaptive && seat.engine.is_some()) {
        let at = pos2(r.right(), head.y);
        let max = r.right() - end.right() - 12.0;
        let words = rating_words(rating);
        widgets::label(ui, kit, at, R, &words, W::Regular, font::SMALL, kit.t.text3, max);
    }
    let person: &[(&str, &str)] = if people { &[("Person", "")] } else { &[] };
    let listed = engines.iter().map(|e| (e.name.as_str(), e.protocol.title()));
    let items: Vec<(&str, &str)> = person.iter().copied().chain(listed).collect();
    let on = match &seat.engine {
        None => 0,
        Some(name) => items.iter().position(|(item, _)| item == name).unwrap_or(items.len()),
    };
    let row = r.cut_top(size::CONTROL);
    if let Some(i) = widgets::choice(ui, kit, row, &format!("{title}: player"), &items, on) {
        match i.checked_sub(person.len()).and_then(|i| engines.get(i)) {
            Some(entry) => {
                *seat = SeatForm { name: seat.name.clone(), ..SeatForm::engine(entry) };
            }
            None => seat.engine = None,
        }
    }
    r.cut_top(8.0);
    let row = r.cut_top(size::CONTROL);
    if seat.engine.is_none() {
        if people {
            let name = format!("{title}: name");
            let look = FieldLook::Plain;
            widgets::text_field(ui, kit, row, &mut seat.name, &name, "Name", look);
        }
        return false;
    }
    let entry = engines.iter().find(|e| Some(&e.name) == seat.engine.as_ref());
    let has_level = entry.is_some_and(|e| e.options.iter().any(|option| option.is_level));
    seat.adaptive &= has_level && rating.is_some();
    let mut row = row;
    let mut asks = false;
    if seat.adaptive {
        let at = row.cut_right(size::CONTROL).left_center();
        row.cut_right(8.0);
        asks = Button::icon("graph", text::YOUR_RATING).show(ui, kit, at).clicked();
    }
    options_ui(ui, kit, row, title, seat, entry.copied(), rating);
    asks
}

/// `1150 ± 120 after 7 games`
pub(in crate::ui) fn rating_words(rating: &RatingView) -> String {
    match rating.games.len() {
        0 => format!("{}, no game yet", rating.rating),
        n => format!("{} after {}", rating.rating, counted(n, "game")),
    }
}

/// The first two options of an engine, side by side; more are set in `engines.toml`.
fn options_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    row: Rect,
    title: &str,
    seat: &mut SeatForm,
    entry: Option<&EngineEntryView>,
    rating: Option<&RatingView>,
) {
    let options = entry.map(|e| e.options.as_slice()).unwrap_or_default();
    if options.is_empty() {
        let at = row.left_center();
        let words = "This engine has no levels.";
        widgets::label(ui, kit, at, L, words, W::Regular, font::SMALL, kit.t.text3, row.width());
        return;
    }
    let n = options.len().min(2);
    let width = (row.width() - 8.0 * (n - 1) as f32) / n as f32;
    for (i, option) in options.iter().take(n).enumerate() {
        let cell = Rect::from_min_size(
            pos2(row.left() + (width + 8.0) * i as f32, row.top()),
            vec2(width, row.height()),
        );
        if !seat.options.iter().any(|(name, _)| *name == option.name) {
            seat.options.push((option.name.clone(), option.value.clone()));
        }
        let Some((_, value)) = seat.options.iter_mut().find(|(name, _)| *name == option.name)
        else {
            continue;
        };
        let name = format!("{title}: {}", option.name);
        if option.choices.is_empty() {
            widgets::text_field(ui, kit, cell, value, &name, &option.name, FieldLook::Plain);
            continue;
        }
        let mut words: Vec<String> =
            option.choices.iter().map(|choice| format!("{} {choice}", option.name)).collect();
        let adaptive = rating.filter(|_| option.is_level);
        words.extend(adaptive.map(|rating| format!("Adaptive: level {}", rating.level)));
        let items: Vec<(&str, &str)> = words.iter().map(|w| (w.as_str(), "")).collect();
        let on = match seat.adaptive && adaptive.is_some() {
            true => option.choices.len(),
            false => option.choices.iter().position(|choice| choice == value).unwrap_or(usize::MAX),
        };
        let Some(i) = widgets::choice(ui, kit, cell, &name, &items, on) else { continue };
        match option.choices.get(i) {
            Some(choice) => {
                value.clone_from(choice);
                seat.adaptive &= !option.is_level;
            }
            None => seat.adaptive = true,
        }
    }
}

/// A time control being typed.
#[derive(Clone, Debug, PartialEq)]
pub struct ClockForm {
    /// The text, as `TimeControl` reads it.
    pub text: String,
}

impl ClockForm {
    /// A clock with this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned() }
    }

    /// The time control, or what is wrong with the text.
    ///
    /// # Errors
    ///
    /// As a message for the user.
    pub fn read(&self) -> Result<TimeControl, String> {
        self.text.parse::<TimeControl>().map_err(|error| error.to_string())
    }
}

/// The warning about the clock of this seat's engine: its protocol may not be able to send so
/// little time.
pub(in crate::ui) fn time_note(
    seat: &SeatForm,
    clock: &ClockForm,
    engines: &[&EngineEntryView],
) -> Option<String> {
    let entry = engines.iter().find(|entry| seat.engine.as_ref() == Some(&entry.name))?;
    // The engines that come with the program take any time.
    if entry.builtin {
        return None;
    }
    preview::time_note(entry.protocol, &clock.read().ok()?)
}

const PRESETS: &[(&str, &str)] = &[
    ("No clock", "none"),
    ("1 s a move", "1s/move"),
    ("5 s a move", "5s/move"),
    ("1 min + 1 s", "1m+1s"),
    ("3 min + 2 s", "3m+2s"),
    ("5 min", "5m"),
    ("15 min + 10 s", "15m+10s"),
    ("40 moves in 30 min", "40/30m"),
    ("Depth 8", "depth 8"),
];

/// Least width of the field of a time, such as `10s+0.1s`.
const CLOCK_FIELD: f32 = 84.0;

/// Shows a clock: common ones to choose, and a field for any other.
pub(in crate::ui) fn clock_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    row: Rect,
    name: &str,
    clock: &mut ClockForm,
) {
    clock_among_ui(ui, kit, row, name, (PRESETS, clock));
}

/// The same with other common ones: words and the text that each stands for.
pub(in crate::ui) fn clock_among_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    row: Rect,
    name: &str,
    (presets, clock): (&[(&str, &str)], &mut ClockForm),
) {
    let mut r = row;
    // The time itself is never cut; of the usual times at least the arrow is seen.
    let room = row.width() - CLOCK_FIELD - 8.0;
    let picker = r.cut_left((row.width() * 0.60).min(room).round());
    r.cut_left(8.0);
    clock_parts_ui(ui, kit, [picker, r], name, (presets, clock));
}

/// The same with a place for the common ones and one for the field.
pub(in crate::ui) fn clock_in_parts_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    parts: [Rect; 2],
    name: &str,
    clock: &mut ClockForm,
) {
    clock_parts_ui(ui, kit, parts, name, (PRESETS, clock));
}

fn clock_parts_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    [picker, field]: [Rect; 2],
    name: &str,
    (presets, clock): (&[(&str, &str)], &mut ClockForm),
) {
    let on = presets.iter().position(|(_, text)| *text == clock.text.trim());
    let mut items: Vec<(&str, &str)> = presets.to_vec();
    if on.is_none() {
        items.push(("As typed", ""));
    }
    let shown = on.unwrap_or(items.len() - 1);
    if let Some((_, text)) =
        widgets::choice(ui, kit, picker, &format!("{name}: usual"), &items, shown)
            .and_then(|i| presets.get(i))
    {
        clock.text = (*text).to_owned();
    }
    let look = if clock.read().is_ok() { FieldLook::Plain } else { FieldLook::Wrong };
    widgets::text_field(ui, kit, field, &mut clock.text, name, "5m+3s", look);
}
