//! The dialog that asks how a game is to be analysed: by which engines, within which limits, and how
//! much of it.
//!
//! Analyses nothing; it pushes the wish.

use egui::{Context, Ui, vec2};

use super::review_many::many_ui;
use super::{ClockForm, ManyForm, clock_among_ui, heading_ui, players, take_enter};
use crate::app::board::{GameInfo, Side};
use crate::app::{
    AnalysisCommand, Command, MOST_REVIEWERS, PlyView, ReviewEffort, ReviewWish, Snapshot,
    TimeControl,
};
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::overlay::{Place, floating, scrolled};
use crate::ui::panels::first_choice;
use crate::ui::root::View;
use crate::ui::state::{Overlay, Page, UiState};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// What is chosen in the dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewForm {
    /// The game's short name.
    pub game: String,
    /// The engines, each with its limit; the first one judges the moves.
    pub engines: Vec<(String, ClockForm)>,
    /// 0 for both sides, else 1 for the first and 2 for the second.
    pub side: usize,
    /// Numbers of the first and the last move, for many games of moves and rolls; empty for the start and
    /// the end.
    pub moves: [String; 2],
    /// The last position comes first.
    pub from_end: bool,
    /// The variations, too.
    pub variations: bool,
    /// Which games of the opened file, where it is not the game on the board.
    pub many: Option<ManyForm>,
}

/// Width of the dialog.
const WIDTH: f32 = 680.0;
/// The usual limits of a position.
const LIMITS: &[(&str, &str)] = &[
    ("0.8 s a position", "0.8s/move"),
    ("3 s a position", "3s/move"),
    ("8 s a position", "8s/move"),
    ("30 s a position", "30s/move"),
    ("Depth 8", "depth 8"),
    ("Depth 14", "depth 14"),
    ("Depth 20", "depth 20"),
    ("100,000 nodes", "nodes 100000"),
];

/// Width of the words before a row's controls.
const CAPTION: f32 = 110.0;
/// Height of a row with the gap above it.
const ROW: f32 = size::CONTROL + 10.0;

/// Opens the dialog: as it was left, where it was for this game.
pub(in crate::ui) fn ask_review(snapshot: &Snapshot, state: &mut UiState) {
    let game = (snapshot.game.info, snapshot.game.variant_name.as_deref());
    let form = ReviewForm::new(snapshot, state, game, None);
    state.overlay = Some(Overlay::Review(Box::new(form)));
}

/// The engine of the first card, else the first that plays the game.
fn chosen(snapshot: &Snapshot, (game, variant): (&GameInfo, Option<&str>)) -> Option<String> {
    let of_card = snapshot.analysis.cards.first().map(|card| card.name.clone());
    let usual = match game.name == snapshot.game.info.name {
        true => first_choice(snapshot).map(|entry| entry.name.clone()),
        false => None,
    };
    let known = players(snapshot, game.name, variant);
    let is_known = |name: &String| known.iter().any(|entry| entry.name == *name);
    let first = known.first().map(|entry| entry.name.clone());
    of_card.filter(is_known).or(usual).or(first)
}

/// The limit to begin with: a time, or a depth where engines rank all moves of a position.
fn usual_limit(has_dice: bool) -> ClockForm {
    ClockForm::new(if has_dice { "8s/move" } else { "0.8s/move" })
}

/// The limit as a review takes it.
fn effort(clock: &ClockForm) -> Result<ReviewEffort, &'static str> {
    match clock.read() {
        Ok(TimeControl::PerMove { time }) => Ok(ReviewEffort::Time(time)),
        Ok(TimeControl::Depth { depth }) => Ok(ReviewEffort::Depth(depth)),
        Ok(TimeControl::Nodes { nodes }) => Ok(ReviewEffort::Nodes(nodes)),
        Ok(
            TimeControl::Unlimited
            | TimeControl::SuddenDeath { .. }
            | TimeControl::MovesInTime { .. }
            | TimeControl::Fischer { .. },
        )
        | Err(_) => Err("The limit of a position is written as 2s/move, depth 12 or nodes 100000."),
    }
}

/// The plies of the game of a match or session that is shown: numbers of moves begin again with each.
fn shown_game(plies: &[PlyView], current: usize) -> std::ops::Range<usize> {
    let at = plies.iter().position(|ply| ply.node == current).unwrap_or(0);
    let falls = |ply: &usize| plies[*ply].move_number < plies[*ply - 1].move_number;
    let from = (1..=at).rev().find(falls).unwrap_or(0);
    let to = (at + 1..plies.len()).find(falls).unwrap_or(plies.len());
    from..to
}

impl ReviewForm {
    /// As it was left, where it was for this game; `many` are games of a file in place of the one on the
    /// board.
    pub(super) fn new(
        snapshot: &Snapshot,
        state: &UiState,
        (game, variant): (&GameInfo, Option<&str>),
        many: Option<ManyForm>,
    ) -> Self {
        let kept = |is_many| state.last_reviews.get(&(game.name.to_owned(), is_many)).cloned();
        let is_many = many.is_some();
        // Numbers of moves are others in many games.
        let of_other = || Some(Self { moves: [String::new(), String::new()], ..kept(!is_many)? });
        let kept = kept(is_many).or_else(of_other);
        let form = kept.unwrap_or_else(|| Self {
            game: game.name.to_owned(),
            engines: chosen(snapshot, (game, variant))
                .map(|name| (name, usual_limit(game.has_dice)))
                .into_iter()
                .collect(),
            side: 0,
            moves: [String::new(), String::new()],
            from_end: false,
            variations: false,
            many: None,
        });
        Self { many, ..form }
    }

    /// What is to be done, or what is wrong with the form, in words.
    fn command(&self, snapshot: &Snapshot) -> Result<Command, String> {
        match &self.many {
            None => {
                let wish = self.wish(&snapshot.game.plies, snapshot.game.current)?;
                Ok(Command::Analysis(AnalysisCommand::Review(wish)))
            }
            Some(many) => Ok(Command::Batch(many.command(self.wish_for_many()?)?)),
        }
    }

    /// The wish for games of which each has its own moves: the numbers are those of moves and rolls.
    ///
    /// # Errors
    ///
    /// When no engine is chosen, or a limit or a number cannot be read.
    pub fn wish_for_many(&self) -> Result<ReviewWish, String> {
        let engines = self.engines_wished()?;
        let (first, last) = self.range()?;
        Ok(ReviewWish {
            engines,
            side: self.side_wished(),
            plies: first.unwrap_or(1)..=last.unwrap_or(usize::MAX),
            from_end: self.from_end,
            variations: self.variations,
        })
    }

    fn side_wished(&self) -> Option<Side> {
        [None, Some(Side::First), Some(Side::Second)][self.side.min(2)]
    }

    fn engines_wished(&self) -> Result<Vec<(String, ReviewEffort)>, String> {
        if self.engines.is_empty() {
            return Err("Choose an engine.".to_owned());
        }
        for (place, (name, _)) in self.engines.iter().enumerate() {
            if self.engines[..place].iter().any(|(other, _)| other == name) {
                return Err(format!("{name} is chosen twice."));
            }
        }
        let wished = |(name, clock): &(String, ClockForm)| Ok((name.clone(), effort(clock)?));
        self.engines.iter().map(wished).collect()
    }

    /// The numbers of the first and the last move.
    fn range(&self) -> Result<(Option<usize>, Option<usize>), String> {
        let [first, last] = [0, 1].map(|end| self.move_number(end));
        let (first, last) = (first?, last?);
        match first.zip(last).is_some_and(|(first, last)| last < first) {
            true => Err("The last move is before the first one.".to_owned()),
            false => Ok((first, last)),
        }
    }

    /// The wish, or what is wrong with the form, in words. `current` is the node that is shown: numbers
    /// of moves are those of its game.
    ///
    /// # Errors
    ///
    /// When no engine is chosen, a limit cannot be read, or there is no such move.
    pub fn wish(&self, plies: &[PlyView], current: usize) -> Result<ReviewWish, String> {
        let engines = self.engines_wished()?;
        let (first, last) = self.range()?;
        // Without numbers the whole record is meant; the start, which has number 0, is no move.
        let game = match first.or(last) {
            Some(_) => shown_game(plies, current),
            None => 0..plies.len(),
        };
        let most = plies[game.clone()].iter().map(|ply| ply.move_number).max().unwrap_or(0);
        if first.is_some_and(|first| most < first) {
            return Err(format!("The game has only {most} moves."));
        }
        let from =
            game.clone().find(|ply| first.is_none_or(|first| first <= plies[*ply].move_number));
        let to = game.rev().find(|ply| last.is_none_or(|last| plies[*ply].move_number <= last));
        let to = to.filter(|_| first.or(last).is_some());
        Ok(ReviewWish {
            engines,
            side: self.side_wished(),
            plies: from.unwrap_or(1).max(1)..=to.unwrap_or(usize::MAX),
            from_end: self.from_end,
            variations: self.variations,
        })
    }

    /// What kind of game it is about, and which variant.
    fn kind<'a>(&self, snapshot: &'a Snapshot) -> (&'static GameInfo, Option<&'a str>) {
        match snapshot.games_kind.as_ref().filter(|_| self.many.is_some()) {
            Some((info, variant)) => (info, variant.as_deref()),
            None => (snapshot.game.info, snapshot.game.variant_name.as_deref()),
        }
    }

    fn move_number(&self, end: usize) -> Result<Option<usize>, String> {
        let text = self.moves[end].trim();
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse::<usize>().ok().filter(|number| *number > 0);
        number.map(Some).ok_or_else(|| format!("{text:?} is not the number of a move."))
    }
}

/// The meaning of a click in the dialog.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Wish {
    Begin,
    Cancel,
}

/// Shows the dialog. Returns it while it stays open.
pub(in crate::ui) fn review_ui(
    ctx: &Context,
    view: &mut View<'_>,
    mut form: Box<ReviewForm>,
) -> Option<Box<ReviewForm>> {
    let mut wish = take_enter(ctx).then_some(Wish::Begin);
    let wanted = form.command(view.snapshot);
    let problem = wanted.as_ref().err().cloned();
    let title = if form.many.is_some() { text::REVIEW_MANY } else { text::REVIEW };
    let closed = floating(ctx, view.cx.theme, title, WIDTH, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, title);
        scrolled(ui, ROW + 34.0, |ui| {
            let kit = view.kit(ui);
            if let Some(many) = &mut form.many {
                many_ui(ui, &kit, many);
            }
            engines_ui(ui, view, &kit, &mut form);
            scope_ui(ui, view, &kit, &mut form);
        });
        wish = wish.or(foot_ui(ui, &kit, problem.as_deref()));
    });
    // What was typed is there again, also after a look at something else.
    if closed || wish.is_some() {
        let key = (form.game.clone(), form.many.is_some());
        view.state.last_reviews.insert(key, (*form).clone());
    }
    match (wish, wanted) {
        (Some(Wish::Begin), Ok(wanted)) => {
            view.push(wanted);
            if form.many.is_some() {
                view.state.page = Page::Games;
            }
            None
        }
        (Some(Wish::Cancel), _) => None,
        (Some(Wish::Begin), Err(_)) | (None, _) => (!closed).then_some(form),
    }
}

/// What is wrong, and the buttons.
fn foot_ui(ui: &mut Ui, kit: &Kit<'_>, problem: Option<&str>) -> Option<Wish> {
    let kit = kit.on(ui);
    let (_, note) = ui.allocate_space(vec2(ui.available_width(), 24.0));
    if let Some(problem) = problem {
        let at = note.left_bottom() - vec2(0.0, 8.0);
        let (ink, max) = (kit.t.warn, note.width());
        widgets::label(ui, &kit, at, L, problem, W::Regular, font::BODY, ink, max);
    }
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
    let begin = Button::words("graph", text::MODE_ANALYSE).look(Look::Primary).unless(problem);
    let begin = begin.show_right(ui, &kit, right);
    let left = begin.rect.left_center() - vec2(8.0, 0.0);
    let cancel = Button::words("", text::CANCEL).show_right(ui, &kit, left);
    let begin = begin.clicked().then_some(Wish::Begin);
    begin.or(cancel.clicked().then_some(Wish::Cancel))
}

/// A row with words before its controls.
pub(super) fn row_ui(ui: &mut Ui, kit: &Kit<'_>, words: &str) -> egui::Rect {
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let mut row = row.with_min_y(row.top() + 10.0);
    let at = row.cut_left(CAPTION).left_center();
    let ink = kit.t.text2;
    widgets::label(ui, kit, at, L, words, W::Medium, font::BODY, ink, CAPTION - 8.0);
    row
}

/// The engines, each with its limit.
fn engines_ui(ui: &mut Ui, view: &View<'_>, kit: &Kit<'_>, form: &mut ReviewForm) {
    let kit = kit.on(ui);
    let (_, variant) = form.kind(view.snapshot);
    let entries = players(view.snapshot, &form.game, variant);
    let names: Vec<(&str, &str)> =
        entries.iter().map(|entry| (entry.name.as_str(), entry.protocol.title())).collect();
    let mut gone = None;
    let several = form.engines.len() > 1;
    for (place, (name, clock)) in form.engines.iter_mut().enumerate() {
        let words = if place == 0 { "Judged by" } else { "And by" };
        let mut row = row_ui(ui, &kit, words);
        if several {
            let at = row.cut_right(size::CONTROL + 4.0);
            let words = format!("Without {name}");
            let button = Button::icon("close", &words).look(Look::Plain);
            if button.show_right(ui, &kit, at.right_center()).clicked() {
                gone = Some(place);
            }
        }
        let limit = row.cut_right(300.0);
        row.cut_right(8.0);
        let on = names.iter().position(|(known, _)| known == name).unwrap_or(names.len());
        let label = format!("Engine {}", place + 1);
        if let Some(i) = widgets::choice(ui, &kit, row, &label, &names, on) {
            names[i].0.clone_into(name);
        }
        let label = format!("Limit {}", place + 1);
        clock_among_ui(ui, &kit, limit, &label, (LIMITS, clock));
    }
    if let Some(place) = gone {
        form.engines.remove(place);
    }
    let free = names.iter().find(|(name, _)| form.engines.iter().all(|(used, _)| used != name));
    let row = row_ui(ui, &kit, "");
    let full = (form.engines.len() >= MOST_REVIEWERS).then_some("Four engines are the most.");
    let none = free.is_none().then_some("No other engine of the list plays this game.");
    let add = Button::words("plus", text::ADD_ENGINE).unless(full.or(none));
    if add.show(ui, &kit, row.left_center()).clicked()
        && let Some((name, _)) = free
    {
        let limit = form.engines.last().map(|(_, clock)| clock.clone());
        let limit = limit.unwrap_or_else(|| usual_limit(form.kind(view.snapshot).0.has_dice));
        form.engines.push(((*name).to_owned(), limit));
    }
}

/// How much of the game.
fn scope_ui(ui: &mut Ui, view: &View<'_>, kit: &Kit<'_>, form: &mut ReviewForm) {
    let kit = kit.on(ui);
    let game = &view.snapshot.game;
    let row = row_ui(ui, &kit, "Moves of");
    let (info, _) = form.kind(view.snapshot);
    let sides = ["Both", info.sides[0], info.sides[1]];
    let (clicked, _) = widgets::segmented(ui, &kit, row.left_center(), &sides, form.side);
    form.side = clicked.unwrap_or(form.side);
    let is_many = form.many.is_some();
    let mut row = row_ui(ui, &kit, if is_many { "From ply" } else { "From move" });
    let shown = shown_game(&game.plies, game.current);
    let last = match is_many {
        true => "last".to_owned(),
        false => {
            let numbers = game.plies[shown].iter().map(|ply| ply.move_number);
            numbers.max().unwrap_or(0).to_string()
        }
    };
    for (end, (name, hint)) in
        [("First move", "1"), ("Last move", last.as_str())].iter().enumerate()
    {
        let field = row.cut_left(64.0);
        let wrong = form.move_number(end).is_err();
        let look = if wrong { FieldLook::Wrong } else { FieldLook::Plain };
        widgets::text_field(ui, &kit, field, &mut form.moves[end], name, hint, look);
        if end == 0 {
            let at = row.cut_left(34.0).center();
            let words = "to";
            kit.text(at, crate::ui::kit::C, words, W::Regular, font::BODY, kit.t.text2);
        }
    }
    row.cut_left(12.0);
    match is_many {
        true => {
            let words = match form.kind(view.snapshot).0.has_dice {
                true => "moves and rolls, counted from 1 in each game",
                false => "moves, counted from 1 in each game",
            };
            let (at, max, ink) = (row.left_center(), row.width(), kit.t.text3);
            widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, ink, max);
        }
        false => from_here_ui(ui, view, &kit, row, form),
    }
    let row = row_ui(ui, &kit, "Order");
    let ways = ["From the start", "From the end"];
    let on = usize::from(form.from_end);
    let (clicked, _) = widgets::segmented(ui, &kit, row.left_center(), &ways, on);
    form.from_end = clicked.map_or(form.from_end, |way| way == 1);
    let row = row_ui(ui, &kit, "Variations");
    let right = row.left_center() + vec2(64.0, 0.0);
    if widgets::switch(ui, &kit, right, "Variations", form.variations, None) {
        form.variations = !form.variations;
    }
}

/// The button that chooses what comes after the position shown.
fn from_here_ui(ui: &Ui, view: &View<'_>, kit: &Kit<'_>, row: egui::Rect, form: &mut ReviewForm) {
    let game = &view.snapshot.game;
    let here = game.plies.iter().position(|ply| ply.node == game.current);
    let why_not = here.is_none().then_some("The position shown is not in the main line.");
    let button = Button::words("", "From here on").unless(why_not);
    if button.show(ui, kit, row.left_center()).clicked()
        && let Some(here) = here
    {
        // The move that comes next.
        let next = game.plies.get(here + 1).or(game.plies.get(here));
        let number = next.map_or(1, |ply| ply.move_number.max(1));
        form.moves = [number.to_string(), String::new()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of four moves, two plies each.
    fn plies() -> Vec<PlyView> {
        (0..=8)
            .map(|ply| PlyView { node: ply, number: String::new(), move_number: ply.div_ceil(2) })
            .collect()
    }

    fn form(first: &str, last: &str, limit: &str) -> ReviewForm {
        ReviewForm {
            game: "draughts".to_owned(),
            engines: vec![("A".to_owned(), ClockForm::new(limit))],
            side: 0,
            moves: [first.to_owned(), last.to_owned()],
            from_end: false,
            variations: false,
            many: None,
        }
    }

    #[test]
    fn numbers_of_moves_become_plies_of_the_line() {
        for (first, last, plies) in
            [("", "", 1..=usize::MAX), ("2", "", 3..=8), ("2", "3", 3..=6), ("", "9", 1..=8)]
        {
            let wish = form(first, last, "depth 8").wish(&self::plies(), 0).unwrap();
            assert_eq!(wish.plies, plies, "{first} to {last}");
            assert_eq!(wish.engines, [("A".to_owned(), ReviewEffort::Depth(8))]);
        }
    }

    #[test]
    fn numbers_of_moves_are_those_of_the_game_that_is_shown() {
        // Two games of a match, of two moves and of three.
        let numbers = [0, 1, 1, 2, 2, 1, 1, 2, 2, 3];
        let plies: Vec<PlyView> = numbers
            .into_iter()
            .enumerate()
            .map(|(node, move_number)| PlyView { node, number: String::new(), move_number })
            .collect();
        for (current, first, last, wanted) in
            [(0, "2", "", 3..=4), (6, "2", "2", 7..=8), (9, "", "1", 5..=6), (9, "3", "", 9..=9)]
        {
            let wish = form(first, last, "depth 8").wish(&plies, current).unwrap();
            assert_eq!(wish.plies, wanted, "{current}: {first} to {last}");
        }
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let twice = ReviewForm {
            engines: vec![("A".to_owned(), ClockForm::new("1s/move")); 2],
            ..form("", "", "")
        };
        let none = ReviewForm { engines: Vec::new(), ..form("", "", "") };
        for (form, said) in [
            (form("3", "2", "depth 8"), "The last move is before the first one."),
            (form("5", "", "depth 8"), "The game has only 4 moves."),
            (form("x", "", "depth 8"), "\"x\" is not the number of a move."),
            (twice, "A is chosen twice."),
            (none, "Choose an engine."),
        ] {
            assert_eq!(form.wish(&plies(), 0).unwrap_err(), said);
        }
        let clock = form("", "", "5m").wish(&plies(), 0).unwrap_err();
        assert!(clock.starts_with("The limit of a position is written as"), "{clock}");
    }
}
