//! The command palette: every action, engine and game by a few letters.
//!
//! Decides nothing: it runs entries of the action table or pushes one command.

use egui::accesskit::Role;
use egui::{Context, Key, Modifiers, Ui, WidgetInfo, vec2};

use super::actions::{ACTIONS, Action, Run};
use super::dialogs;
use super::game_list::{Playable, playables};
use super::kit::{L, R, W};
use super::overlay::{Place, floating, room_above};
use super::panels::no_more_engines;
use super::root::View;
use super::state::Focus;
use super::text;
use super::theme::{fade, font, size};
use super::widgets::{self, FieldLook};
use crate::app::{AnalysisCommand, Command, GameCommand, Mode, Snapshot};

/// The palette while it is open.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    /// What was typed.
    pub query: String,
    /// The chosen entry, counted among those that match.
    pub chosen: usize,
}

/// An item of the palette.
#[derive(Clone, Debug)]
enum Entry {
    Action(&'static Action),
    AddEngine(String),
    NewGame(Playable),
}

impl Entry {
    fn words(&self) -> String {
        match self {
            Self::Action(action) => action.words.to_owned(),
            Self::AddEngine(name) => format!("Analyse with {name}"),
            Self::NewGame(playable) => format!("New game of {}", playable.title),
        }
    }

    /// Other words for it that users of other programs may type.
    fn other_words(&self) -> String {
        match self {
            Self::Action(action) => action.other_words().to_owned(),
            // The name of the game before that of the variant: people type either.
            Self::NewGame(playable) => format!("play {} {}", playable.info.title, GAME_WORDS),
            Self::AddEngine(_) => "add engine".to_owned(),
        }
    }

    fn icon(&self) -> &'static str {
        match self {
            Self::Action(action) => action.icon,
            Self::AddEngine(_) => "engine",
            Self::NewGame(_) => "new",
        }
    }

    /// Why it is disabled now.
    fn why_not(&self, snapshot: &Snapshot) -> Option<&'static str> {
        match self {
            Self::Action(action) => action.why_not(snapshot),
            Self::AddEngine(_) => no_more_engines(snapshot),
            Self::NewGame(_) => None,
        }
    }

    fn run(&self, view: &mut View<'_>, ctx: &Context) {
        match self {
            Self::Action(action) => action.run(&mut Run {
                snapshot: view.snapshot,
                state: view.state,
                commands: view.commands,
                ctx,
            }),
            Self::AddEngine(name) => {
                if view.snapshot.mode != Mode::Analyse {
                    view.push(Command::Game(GameCommand::SetMode(Mode::Analyse)));
                }
                view.push(Command::Analysis(AnalysisCommand::AddEngine(name.clone())));
            }
            Self::NewGame(playable) => {
                dialogs::ask_new_game_of(view.snapshot, view.state, playable);
            }
        }
    }
}

/// What people type to begin a game.
const GAME_WORDS: &str = "start against engine";

const ROW: f32 = 32.0;
const WIDTH: f32 = 560.0;
const ROWS_SHOWN: f32 = 11.0;

/// Shows the palette. Returns it while it stays open.
pub(super) fn palette_ui(
    ctx: &Context,
    view: &mut View<'_>,
    mut palette: Palette,
) -> Option<Palette> {
    let entries = matching(view.snapshot, &palette.query);
    let (up, down) = ctx.input_mut(|input| {
        (
            input.consume_key(Modifiers::NONE, Key::ArrowUp),
            input.consume_key(Modifiers::NONE, Key::ArrowDown),
        )
    });
    let enter = dialogs::take_enter(ctx);
    let last = entries.len().saturating_sub(1);
    palette.chosen = palette.chosen.min(last);
    if down {
        palette.chosen = if palette.chosen == last { 0 } else { palette.chosen + 1 };
    }
    if up {
        palette.chosen = if palette.chosen == 0 { last } else { palette.chosen - 1 };
    }
    let mut run = enter.then_some(palette.chosen);
    let closed = floating(ctx, view.cx.theme, text::PALETTE, WIDTH, Place::Top, |ui| {
        field_ui(ui, view, &mut palette);
        if let Some(clicked) = entries_ui(ui, view, &entries, palette.chosen, up || down) {
            run = Some(clicked);
        }
    });
    let Some(entry) = run.and_then(|idx| entries.get(idx)) else {
        return (!closed).then_some(palette);
    };
    if entry.why_not(view.snapshot).is_none() {
        entry.run(view, ctx);
        return None;
    }
    Some(palette)
}

fn field_ui(ui: &mut Ui, view: &mut View<'_>, palette: &mut Palette) {
    let kit = view.kit(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 36.0));
    let hint = "Type a few letters of a command, an engine or a game";
    let before = palette.query.clone();
    let response = widgets::text_field(
        ui,
        &kit,
        rect,
        &mut palette.query,
        "Command to search",
        hint,
        FieldLook::Plain,
    );
    if view.state.focus == Some(Focus::Dialog) {
        view.state.focus = None;
        response.request_focus();
    }
    if before != palette.query {
        palette.chosen = 0;
    }
    ui.add_space(6.0);
}

fn entries_ui(
    ui: &mut Ui,
    view: &View<'_>,
    entries: &[Entry],
    chosen: usize,
    moved: bool,
) -> Option<usize> {
    let mut clicked = None;
    if entries.is_empty() {
        let kit = view.kit(ui);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
        let at = rect.left_center() + vec2(12.0, 0.0);
        let words = "Nothing has this name.";
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, kit.t.text3, rect.width());
        return None;
    }
    let height = (ROW * ROWS_SHOWN).min(room_above(ui, 0.0));
    let area = egui::ScrollArea::vertical().max_height(height).animated(false);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (i, entry) in entries.iter().enumerate() {
            let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
            if i == chosen && moved {
                ui.scroll_to_rect(rect, None);
            }
            if ui.is_rect_visible(rect) && entry_ui(ui, view, rect, entry, i == chosen) {
                clicked = Some(i);
            }
        }
    });
    clicked
}

fn entry_ui(ui: &Ui, view: &View<'_>, rect: egui::Rect, entry: &Entry, chosen: bool) -> bool {
    let kit = view.kit(ui);
    let words = entry.words();
    let why_not = entry.why_not(view.snapshot);
    let enabled = why_not.is_none();
    let response = widgets::hit(ui, rect, ("entry", &words), enabled);
    if chosen {
        kit.fill(rect, size::R_CONTROL, kit.t.accent_soft);
    } else if response.hovered() {
        kit.fill(rect, size::R_CONTROL, kit.t.hover);
    }
    widgets::ring(&kit, &response, rect.shrink(2.0), size::R_CONTROL);
    let ink = if enabled { kit.t.text } else { fade(kit.t.text3, 0.6) };
    if !entry.icon().is_empty() {
        kit.icon(rect.left_center() + vec2(18.0, 0.0), entry.icon(), 15.0, ink);
    }
    let at = rect.left_center() + vec2(38.0, 0.0);
    kit.fit(at, L, &words, W::Regular, font::BODY, ink, rect.width() - 140.0);
    let mut right = rect.right_center() - vec2(10.0, 0.0);
    if let Entry::Action(action) = entry {
        if !action.keys.is_empty() {
            right.x = kit.key(right, &action.key_text()).left() - 10.0;
        }
        // What a switch does is seen before it is switched.
        if let Some(state) = action.state_word(view.snapshot) {
            let is_on = action.is_on(view.snapshot) == Some(true);
            let ink = if is_on { kit.t.accent_text } else { kit.t.text3 };
            kit.text(right, R, state, W::Medium, font::SMALL, ink);
        }
    }
    response.widget_info(|| {
        let mut info = WidgetInfo::selected(Role::MenuItem, enabled, chosen, &words);
        if let Entry::Action(action) = entry {
            info.current_text_value = action.state_word(view.snapshot).map(str::to_owned);
        }
        info
    });
    widgets::tip_unless(response, kit.t, "", why_not).clicked()
}

/// Entries that match, the best first; without a query those that can be done now.
fn matching(snapshot: &Snapshot, query: &str) -> Vec<Entry> {
    let actions = ACTIONS.iter().map(Entry::Action);
    let plays = |games: &[String]| games.iter().any(|game| game == snapshot.game.info.name);
    let engines = snapshot
        .engines
        .iter()
        .filter(|engine| plays(&engine.games))
        .map(|engine| Entry::AddEngine(engine.name.clone()));
    let games = playables(&snapshot.games).map(Entry::NewGame);
    let mut found: Vec<((Fit, i32), Entry)> = actions
        .chain(engines)
        .chain(games)
        .filter_map(|entry| {
            let rank = if entry.why_not(snapshot).is_none() { 0 } else { -1000 };
            let words = entry.words();
            // The words of the query may come in any order, and be other words for the same.
            let all = format!("{words}, {}", entry.other_words());
            let fit = Fit::of(&all, query);
            let score = score(&words, query).or((fit > Fit::Letters).then_some(0))? + rank;
            Some(((fit, score), entry))
        })
        .collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// What of the query an entry has, the best last.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Fit {
    /// Its letters at most.
    Letters,
    /// Its words in any order.
    Words,
    /// All of it, as it is written.
    Whole,
}

impl Fit {
    fn of(words: &str, query: &str) -> Self {
        match (has_word(&words.to_lowercase(), query.trim()), begin_words(words, query)) {
            (true, _) => Self::Whole,
            (false, true) => Self::Words,
            (false, false) => Self::Letters,
        }
    }
}

/// How well the letters of `query` match `words` in this order; `None` if they do not. Letters at
/// the beginning of a word and letters that follow each other count more.
fn score(words: &str, query: &str) -> Option<i32> {
    let lower: Vec<char> = words.to_lowercase().chars().collect();
    if query.trim().is_empty() {
        return Some(0);
    }
    let (mut at, mut total, mut before) = (0, 0, None);
    for wanted in query.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let begins = |i: usize| i == 0 || !lower[i - 1].is_alphanumeric();
        let follows = before.map(|i: usize| i + 1).filter(|i| lower.get(*i) == Some(&wanted));
        let word = (at..lower.len()).find(|i| lower[*i] == wanted && begins(*i));
        let any = (at..lower.len()).find(|i| lower[*i] == wanted);
        let found = follows.or(word).or(any)?;
        total += if begins(found) {
            8
        } else if follows.is_some() {
            5
        } else {
            1
        };
        before = Some(found);
        at = found + 1;
    }
    let bonus = if has_word(&words.to_lowercase(), query.trim()) { 200 } else { 0 };
    Some(total * 10 + bonus - i32::try_from(lower.len()).unwrap_or(i32::MAX / 2) / 8)
}

/// Each word of `query` begins a word of `words`; without a query that is so.
fn begin_words(words: &str, query: &str) -> bool {
    let words = words.to_lowercase();
    query.split_whitespace().all(|wanted| has_word(&words, wanted))
}

/// A word of `words` begins as `query` is written.
fn has_word(words: &str, query: &str) -> bool {
    let query = query.to_lowercase();
    let mut places = words.match_indices(&query).map(|(at, _)| at);
    places.any(|at| !words[..at].ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::actions::ActionId;

    #[test]
    fn the_beginnings_of_words_win_over_loose_letters() {
        let begins = |words| begin_words(words, "coach wa");
        assert!(begins(text::COACH));
        assert!(!begins("New game: backgammon, chouette, with a match"));
        assert!(!begin_words("New game: backgammon matches", "coach"));
        assert!(begin_words(text::NEW_GAME, " "));
    }

    #[test]
    fn what_was_typed_as_a_whole_fits_better_than_its_words() {
        let fits = ["engines, new match", "new game of backgammon, 1 point match", "narrow match"];
        let fits = fits.map(|words| Fit::of(words, "new match"));
        assert_eq!(fits, [Fit::Whole, Fit::Words, Fit::Letters]);
    }

    #[test]
    fn a_command_is_found_by_its_words_in_any_order_and_by_other_words_for_it() {
        let all = |id| {
            let entry = Entry::Action(crate::ui::actions::action(id));
            format!("{}, {}", entry.words(), entry.other_words())
        };
        for query in ["position editor", "position edit", "set up"] {
            assert!(begin_words(&all(ActionId::EditPosition), query), "{query}");
        }
        assert!(begin_words(&all(ActionId::Turn), "rotate board"));
        assert!(!begin_words(&all(ActionId::Turn), "editor"));
    }

    #[test]
    fn letters_at_the_beginning_of_words_win() {
        let best = |query: &str| {
            ACTIONS
                .iter()
                .filter_map(|action| Some((score(action.words, query)?, action.words)))
                // Of equals the first, as the list has them.
                .min_by_key(|(score, _)| std::cmp::Reverse(*score))
                .map(|(_, words)| words)
        };
        assert_eq!(best("new"), Some(text::NEW_GAME));
        assert_eq!(best("new tab"), Some(text::NEW_TAB));
        assert_eq!(best("tkb"), Some(text::TAKE_BACK));
        assert_eq!(best("tab"), Some(text::NEW_TAB));
        assert_eq!(best("awg"), Some(text::WHOLE_GAME));
        assert_eq!(best("xqz"), None);
    }
}
