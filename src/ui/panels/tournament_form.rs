//! The form for a tournament: it reads and writes the file that `quintet tournament` plays.
//!
//! Plays nothing and opens no file: it pushes commands. Keys of a file for which it has no field stay as
//! they are.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use egui::{Rect, ScrollArea, Ui, vec2};

use super::match_form::{CAPTION, caption, row, time_ui};
use super::match_kind::{MatchKind, kind_ui};
use super::notices::notice_foot_ui;
use super::tournament_longer::{hint, with_cycles_of};
use super::tournament_openings::openings_ui;
use super::tournament_players::{PlayerForm, next_player, players_ui};
use super::tournament_rules::{MoreRules, field, more_ui};
use crate::app::{
    Command, DrawRule, FormatName, MatchCommand, OpeningOrder, PlayerWish, ResignRule, Snapshot,
    Sprt, TournamentFile, TournamentPlace,
};
use crate::ui::dialogs::{ClockForm, PathUse, ask_path, players};
use crate::ui::game_list::game_choice_ui;
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// The form for a tournament.
#[derive(Clone, Debug)]
pub struct TournamentForm {
    /// What it was made from, with the keys that have no field here.
    rest: TournamentFile,
    /// Where the games are kept.
    pub place: TournamentPlace,
    /// Its name.
    pub name: String,
    /// The game's short name.
    pub game: String,
    /// The variant's short name, if the game has variants.
    pub variant: Option<String>,
    /// The format.
    pub format: FormatName,
    /// Cycles, challengers, rounds or tie-breaks, as typed; empty for the usual number.
    pub number: String,
    /// Cycles of a gauntlet, as typed; empty for the usual number.
    pub cycles: String,
    /// Pairs of games of an encounter, as typed; empty for the usual number.
    pub pairs: String,
    /// The players.
    pub players: Vec<PlayerForm>,
    /// The time of players that have none of their own.
    pub time: ClockForm,
    /// Games at once.
    pub concurrency: u32,
    /// Decides openings and dice, as typed.
    pub seed: String,
    /// A file of openings; empty for openings by the seed.
    pub openings_file: String,
    /// The order of the openings of that file, where the user or the file says it.
    pub openings_order: Option<OpeningOrder>,
    /// Plies of longer games of that file; empty for all of them.
    pub opening_plies: String,
    /// A test that ends a match; empty without.
    pub sprt: String,
    /// A win by the engines' scores; empty without.
    pub resign: String,
    /// A draw by the engines' scores; empty without.
    pub draw: String,
    /// Failures after which a player is withdrawn; empty for never.
    pub withdraw_after: String,
    /// Engines think on the opponent's time.
    pub ponder: bool,
    /// Rarer keys.
    pub more: MoreRules,
}

impl TournamentForm {
    /// A form with the first engines that play this game.
    #[must_use]
    pub fn new(snapshot: &Snapshot, game: &str, variant: Option<String>) -> Self {
        let file = TournamentFile::of_game(game).unwrap_or_default();
        let file = TournamentFile { variant, ..file };
        let mut form = Self::of(file, TournamentPlace::Matches);
        let engines = players(snapshot, &form.game, form.variant.as_deref());
        let first = engines.iter().take(2).map(|entry| PlayerForm::listed(entry));
        form.players = first.collect();
        if form.players.len() == 1 {
            form.players.extend(next_player(&form.players, &engines));
        }
        form
    }

    /// The same for a tournament of its own, where this one was to make another longer.
    #[must_use]
    pub fn anew(self) -> Self {
        match self.place {
            TournamentPlace::Longer(_) => Self { place: TournamentPlace::Matches, ..self },
            TournamentPlace::Matches | TournamentPlace::Beside(_) => self,
        }
    }

    /// The form for a file.
    #[must_use]
    pub fn of(file: TournamentFile, place: TournamentPlace) -> Self {
        let text = |number: Option<u32>| number.map(|n| n.to_string()).unwrap_or_default();
        let number = match file.format {
            FormatName::Match => None,
            FormatName::RoundRobin => file.cycles.map(NonZeroU32::get),
            FormatName::Gauntlet => file.challengers.and_then(|n| u32::try_from(n.get()).ok()),
            FormatName::Swiss => file.rounds.map(NonZeroU32::get),
            FormatName::Knockout => file.tie_breaks,
        };
        Self {
            place,
            name: file.name.clone(),
            game: file.game.info().name.to_owned(),
            variant: file.variant.clone(),
            format: file.format,
            number: text(number),
            cycles: match file.format {
                FormatName::Gauntlet => text(file.cycles.map(NonZeroU32::get)),
                FormatName::Match
                | FormatName::RoundRobin
                | FormatName::Knockout
                | FormatName::Swiss => String::new(),
            },
            pairs: text(file.pairs.map(NonZeroU32::get)),
            players: file.player.iter().map(PlayerForm::of).collect(),
            time: ClockForm::new(&file.time.to_string()),
            concurrency: file.concurrency.get(),
            seed: file.seed.to_string(),
            openings_file: file.openings_file.clone().unwrap_or_default(),
            openings_order: file.openings_order,
            opening_plies: text(file.opening_plies.map(NonZeroU32::get)),
            sprt: file.sprt.map(|sprt| sprt.to_string()).unwrap_or_default(),
            resign: file.resign.map(String::from).unwrap_or_default(),
            draw: file.draw.map(String::from).unwrap_or_default(),
            withdraw_after: text(file.withdraw_after.map(NonZeroU32::get)),
            ponder: file.ponder,
            more: MoreRules::of(&file),
            rest: file,
        }
    }

    /// The text of the file, or what is still wrong.
    ///
    /// # Errors
    ///
    /// As a message for the user.
    pub fn read(&self) -> Result<String, String> {
        let of_game = TournamentFile::of_game(&self.game);
        let of_game = of_game.ok_or_else(|| format!("there is no game {:?}", self.game))?;
        let game = of_game.game;
        let number = number(&self.number, self.number_words())?;
        let (mut cycles, mut challengers, mut rounds, mut tie_breaks) = (None, None, None, None);
        match self.format {
            FormatName::Match => {}
            FormatName::RoundRobin => cycles = number.and_then(NonZeroU32::new),
            FormatName::Gauntlet => {
                cycles = self::number(&self.cycles, "cycles")?.and_then(NonZeroU32::new);
                challengers = number.and_then(|n| NonZeroUsize::new(n as usize));
            }
            FormatName::Swiss => rounds = number.and_then(NonZeroU32::new),
            FormatName::Knockout => tie_breaks = number,
        }
        let wishes: Result<Vec<PlayerWish>, String> =
            self.players.iter().map(PlayerForm::wish).collect();
        let is_same_game = self.game == self.rest.game.info().name;
        let rest = match is_same_game {
            true => self.rest.clone(),
            // Keys of another game do not fit.
            false => TournamentFile { results: self.rest.results.clone(), ..of_game },
        };
        let players = match self.place {
            TournamentPlace::Longer(_) => {
                let cycles = cycles.map_or(1, NonZeroU32::get);
                with_cycles_of(&self.rest, cycles, wishes?)
            }
            TournamentPlace::Matches | TournamentPlace::Beside(_) => wishes?,
        };
        let openings = Some(self.openings_file.trim()).filter(|path| !path.is_empty());
        let has_file = openings.is_some();
        let file = TournamentFile {
            name: self.name.trim().to_owned(),
            game,
            variant: self.variant.clone(),
            format: self.format,
            cycles,
            challengers,
            rounds,
            tie_breaks,
            pairs: self::number(&self.pairs, "pairs")?.and_then(NonZeroU32::new),
            sprt: parsed(&self.sprt)?.filter(|_| self.format == FormatName::Match),
            time: self.time.read()?,
            seed: self.seed.trim().parse().map_err(|_no_number| {
                format!("{:?} is not a seed: write a whole number", self.seed)
            })?,
            openings_file: openings.map(str::to_owned),
            openings_order: self.openings_order.filter(|_| has_file),
            opening_plies: self::number(&self.opening_plies, "plies")?
                .and_then(NonZeroU32::new)
                .filter(|_| has_file),
            openings_once: rest.openings_once && has_file,
            concurrency: NonZeroU32::new(self.concurrency).unwrap_or(NonZeroU32::MIN),
            ponder: self.ponder,
            resign: parsed(&self.resign)?,
            draw: parsed(&self.draw)?,
            withdraw_after: self::number(&self.withdraw_after, "failures")?
                .and_then(NonZeroU32::new),
            player: players,
            ..rest
        };
        let text = self.more.put_into(file)?.to_text();
        TournamentFile::read(&text).map(|_file| text).map_err(|mistake| match mistake.key {
            Some(key) => format!("{key}: {}", mistake.reason),
            None => mistake.reason,
        })
    }

    /// A file of the game and variant that says nothing else.
    fn of_game(&self) -> TournamentFile {
        let file = TournamentFile::of_game(&self.game).unwrap_or_default();
        TournamentFile { variant: self.variant.clone(), ..file }
    }

    /// Rows that stand only where others have something in them: the cycles of a gauntlet, and how the
    /// openings of a file are used.
    fn n_dependent(&self) -> usize {
        let openings = if self.openings_file.trim().is_empty() { 0 } else { 2 };
        openings + usize::from(self.format == FormatName::Gauntlet)
    }

    /// What the number of the format is.
    fn number_words(&self) -> &'static str {
        match self.format {
            FormatName::Match => "",
            FormatName::RoundRobin => "cycles",
            FormatName::Gauntlet => "challengers",
            FormatName::Swiss => "rounds",
            FormatName::Knockout => "tie-breaks",
        }
    }
}

/// A whole number that may be left out.
pub(super) fn number(text: &str, what: &str) -> Result<Option<u32>, String> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_no_number| {
            format!("{text:?} is not a number of {what}: write a whole number")
        }),
    }
}

/// A rule that may be left out.
fn parsed<T: std::str::FromStr>(text: &str) -> Result<Option<T>, String>
where
    T::Err: std::fmt::Display,
{
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|error: T::Err| error.to_string()),
    }
}

const GO_ON_WITH: &str = "Go on with\u{2026}";
/// Height of a row of the form with the gap below it.
pub(super) const LINE: f32 = size::CONTROL + 10.0;
const FORMATS: [(FormatName, &str); 5] = [
    (FormatName::Match, "Match of two"),
    (FormatName::Gauntlet, "Gauntlet"),
    (FormatName::RoundRobin, "Round robin"),
    (FormatName::Knockout, "Knockout"),
    (FormatName::Swiss, "Swiss"),
];

/// Shows the form, filling `rect`; it scrolls where it is longer.
pub(super) fn tournament_form_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let last = || view.state.last_tournament.clone().map(TournamentForm::anew);
    let form = view.state.tournament_form.take().or_else(last);
    let info = view.snapshot.game.info;
    let variant = view.snapshot.game.variant_name.clone();
    let mut form = form.unwrap_or_else(|| TournamentForm::new(view.snapshot, info.name, variant));
    let mut p = rect.shrink2(vec2(size::PAD, 0.0));
    let head = p.cut_top(44.0);
    kind_ui(ui, view, &kit, head.left_center());
    let mut goes_back = false;
    if view.snapshot.matching.is_some() {
        let back = Button::words("prev", "Back").name("Back to the last match");
        goes_back = back.show_right(ui, &kit, head.right_center()).clicked();
    }
    let foot = p.cut_bottom(92.0);
    if view.state.notice_in_panel {
        // Above the buttons, which stay where they are.
        let mut column = Rect::from_x_y_ranges(rect.x_range(), p.y_range());
        let all = column;
        widgets::area(ui, all, "message", |ui| notice_foot_ui(ui, view, &mut column));
        p.max.y = column.bottom();
    }
    let list = Rect::from_x_y_ranges(rect.x_range(), p.y_range());
    widgets::area(ui, list, "fields", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).animated(false).show(ui, |ui| {
            let n = form.players.len() as f32;
            let more = form.more.n_rows(&form.of_game()) as f32;
            let width = ui.available_width();
            let parted = match is_narrow(width - 2.0 * size::PAD) {
                // The time and each player have a second row, and the number of the format.
                true => 1.0 + n + f32::from(u8::from(form.format != FormatName::Match)),
                false => 0.0,
            };
            let more = more + form.n_dependent() as f32;
            let height = LINE * (12.0 + n + more + parted) + 24.0;
            let (_, all) = ui.allocate_space(vec2(width, height));
            let mut place = all.shrink2(vec2(size::PAD, 4.0));
            fields_ui(ui, view, &mut place, &mut form);
        });
    });
    foot_ui(ui, view, &kit, foot, &form);
    if goes_back || view.state.match_kind == MatchKind::Match {
        view.state.last_tournament = Some(form);
    } else {
        view.state.tournament_form = Some(form);
    }
}

/// Rows so narrow have no room for several fields side by side: each player and the format have two.
pub(super) fn is_narrow(width: f32) -> bool {
    width < 380.0
}

fn fields_ui(ui: &mut Ui, view: &mut View<'_>, p: &mut Rect, form: &mut TournamentForm) {
    let kit = view.kit(ui);
    let mut r = row(p);
    caption(ui, &kit, &mut r, "Name");
    let look = if form.name.trim().is_empty() { FieldLook::Wrong } else { FieldLook::Plain };
    let name = "Name of the tournament";
    widgets::text_field(ui, &kit, r, &mut form.name, name, "Autumn cup", look);
    game_ui(ui, view, &kit, p, form);
    format_ui(ui, &kit, p, form);
    let game = (form.game.as_str(), form.variant.as_deref());
    let is_begun = matches!(form.place, TournamentPlace::Longer(_));
    let begun = is_begun.then_some(&form.rest);
    players_ui(ui, view, &kit, p, game, &mut form.players, begun);
    time_ui(ui, &kit, p, &mut form.time);
    let mut r = row(p);
    caption(ui, &kit, &mut r, "Games at once");
    let why_not = [
        (form.concurrency <= 1).then_some("One game is the minimum."),
        (form.concurrency >= 64).then_some("64 games are the maximum."),
    ];
    let cell = r.cut_left(100.0);
    let shown = form.concurrency.to_string();
    if let Some(by) = widgets::stepper(ui, &kit, cell, "Games at once", &shown, why_not) {
        form.concurrency = form.concurrency.saturating_add_signed(by).clamp(1, 64);
    }
    let at = r.right_center();
    let name = "Think on the opponent\u{2019}s time";
    if widgets::switch(ui, &kit, at, name, form.ponder, None) {
        form.ponder = !form.ponder;
    }
    let words = "Pondering";
    let max = r.width() - 90.0;
    if max > 80.0 {
        let at = r.left_center() + vec2(16.0, 0.0);
        kit.fit(at, L, words, W::Medium, font::BODY, kit.t.text2, max - 16.0);
    }
    let ok = form.seed.trim().parse::<u64>().is_ok();
    field(ui, &kit, p, "Seed", &mut form.seed, "1", ok);
    openings_ui(ui, view, &kit, p, form);
    if form.format == FormatName::Match {
        let ok = parsed::<Sprt>(&form.sprt).is_ok();
        field(ui, &kit, p, "Test (SPRT)", &mut form.sprt, "elo0=0,elo1=5", ok);
    }
    let has_dice = view.snapshot.games.iter().any(|of| of.name == form.game && of.has_dice);
    if !has_dice {
        let ok = parsed::<ResignRule>(&form.resign).is_ok();
        field(ui, &kit, p, "Win by score", &mut form.resign, "score=10 plies=6", ok);
        let ok = parsed::<DrawRule>(&form.draw).is_ok();
        field(ui, &kit, p, "Draw by score", &mut form.draw, "score=0.5 plies=8 after=60", ok);
    }
    let ok = number(&form.withdraw_after, "").is_ok();
    let hint = "failures; empty: a failed start ends the tournament";
    field(ui, &kit, p, "Withdraw after", &mut form.withdraw_after, hint, ok);
    let game = form.of_game();
    more_ui(ui, &kit, p, &game, &mut form.more);
}

fn game_ui(ui: &mut Ui, view: &View<'_>, kit: &Kit<'_>, p: &mut Rect, form: &mut TournamentForm) {
    let mut r = row(p);
    caption(ui, kit, &mut r, "Game");
    let on = (form.game.as_str(), form.variant.as_deref());
    let rect = r.cut_left(r.width().min(320.0));
    let games = &view.snapshot.games;
    let chosen = game_choice_ui(ui, kit, rect, "Game of the tournament", games, on);
    let Some(chosen) = chosen else { return };
    let variant = chosen.variant.map(str::to_owned);
    let fresh = TournamentForm::new(view.snapshot, chosen.info.name, variant.clone());
    if chosen.info.name == form.game {
        form.variant = variant;
    } else {
        // What does not depend on the game stays as typed.
        let old = form.clone();
        *form = TournamentForm {
            rest: old.rest,
            place: old.place,
            name: old.name,
            format: old.format,
            number: old.number,
            cycles: old.cycles,
            pairs: old.pairs,
            time: old.time,
            concurrency: old.concurrency,
            seed: old.seed,
            more: old.more.for_another_game(),
            ..fresh
        };
    }
}

fn format_ui(ui: &mut Ui, kit: &Kit<'_>, p: &mut Rect, form: &mut TournamentForm) {
    let mut r = row(p);
    caption(ui, kit, &mut r, "Format");
    let items = FORMATS.map(|(_, words)| (words, ""));
    let on = FORMATS.iter().position(|(format, _)| *format == form.format).unwrap_or(0);
    let numbered = form.format != FormatName::Match;
    let parted = numbered && is_narrow(p.width());
    let room = if numbered && !parted { 148.0 } else { 0.0 };
    let cell = r.cut_left((r.width() - room).min(220.0));
    if let Some(i) = widgets::choice(ui, kit, cell, "Format", &items, on)
        && FORMATS[i].0 != form.format
    {
        form.format = FORMATS[i].0;
        form.number.clear();
        form.cycles.clear();
    }
    if numbered {
        if parted {
            r = row(p);
            r.cut_left(CAPTION);
        } else {
            r.cut_left(8.0);
        }
        let words = form.number_words();
        let cell = r.cut_left(56.0);
        let look = match number(&form.number, words) {
            Ok(_) => FieldLook::Plain,
            Err(_) => FieldLook::Wrong,
        };
        let hint = match form.format {
            FormatName::Knockout => "4",
            FormatName::Swiss => "auto",
            FormatName::Match | FormatName::RoundRobin | FormatName::Gauntlet => "1",
        };
        let name = format!("Number of {words}");
        widgets::text_field(ui, kit, cell, &mut form.number, &name, hint, look);
        let at = r.left_center() + vec2(8.0, 0.0);
        kit.fit(at, L, words, W::Regular, font::SMALL, kit.t.text3, r.width() - 8.0);
    }
    if form.format == FormatName::Gauntlet {
        let ok = number(&form.cycles, "cycles").is_ok();
        field(ui, kit, p, "Cycles", &mut form.cycles, "1", ok);
    }
    let mut r = row(p);
    caption(ui, kit, &mut r, "Pairs of games");
    let cell = r.cut_left(100.0);
    let look = match number(&form.pairs, "pairs") {
        Ok(_) => FieldLook::Plain,
        Err(_) => FieldLook::Wrong,
    };
    let usual = if form.sprt.trim().is_empty() { "1" } else { "50000" };
    let name = "Pairs of games of an encounter";
    widgets::text_field(ui, kit, cell, &mut form.pairs, name, usual, look);
    let at = r.left_center() + vec2(10.0, 0.0);
    let words = "of an encounter, with sides swapped";
    kit.fit(at, L, words, W::Regular, font::SMALL, kit.t.text3, r.width() - 10.0);
}

fn foot_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, foot: Rect, form: &TournamentForm) {
    kit.hline(foot.left() - size::PAD, foot.right() + size::PAD, foot.top());
    let mut foot = foot;
    foot.cut_top(10.0);
    let read = form.read();
    let wrong = read.as_ref().err().map(String::as_str);
    let files = foot.cut_top(size::CONTROL);
    let mut at = files.left_center();
    // Where there is no room for all words, two of the icons say enough.
    let buttons = [("open", "Open\u{2026}"), ("save", "Save\u{2026}"), ("play", GO_ON_WITH)];
    let wanted: f32 = buttons.iter().map(|(icon, words)| kit.button_width(icon, words) + 8.0).sum();
    let words_of = |words: &'static str| if wanted <= files.width() + 8.0 { words } else { "" };
    let open =
        Button::words("open", words_of("Open\u{2026}")).name("Open the file of a tournament");
    let response = open.show(ui, kit, at);
    at.x = response.rect.right() + 8.0;
    if response.clicked() {
        ask_path(ui.ctx(), view.state, PathUse::Tournament, None);
    }
    let save =
        Button::words("save", words_of("Save\u{2026}")).name("Save the file of the tournament");
    let response = save.unless(wrong).show(ui, kit, at);
    at.x = response.rect.right() + 8.0;
    if response.clicked() {
        let path = match &form.place {
            TournamentPlace::Beside(path) => path.clone(),
            TournamentPlace::Matches | TournamentPlace::Longer(_) => {
                PathBuf::from("tournament.toml")
            }
        };
        ask_path(ui.ctx(), view.state, PathUse::SaveTournament, Some(path));
    }
    let resume = Button::words("play", GO_ON_WITH);
    let resume = resume.name("Go on with the match or tournament of a folder");
    if resume.show(ui, kit, at).clicked() {
        ask_path(ui.ctx(), view.state, PathUse::TournamentFolder, None);
    }
    foot.cut_top(8.0);
    let line = foot.cut_top(size::CONTROL);
    let words = match &form.place {
        TournamentPlace::Longer(_) => "Go on",
        TournamentPlace::Matches | TournamentPlace::Beside(_) => "Start the tournament",
    };
    let start = Button::words("play", words).look(Look::Primary).unless(wrong);
    let start = start.show_right(ui, kit, line.right_center());
    let room = line.with_max_x(start.rect.left() - 12.0).expand2(vec2(0.0, 4.0));
    let said = match (wrong, &form.place) {
        (Some(wrong), _) => wrong.to_owned(),
        (None, TournamentPlace::Matches) => "The games are kept with those of matches.".to_owned(),
        (None, TournamentPlace::Beside(path)) => {
            format!("The games are kept beside {}.", path.display())
        }
        (None, TournamentPlace::Longer(folder)) => {
            format!("{} Its games are in {}.", hint(form.format), folder.display())
        }
    };
    let ink = if wrong.is_some() { kit.t.danger } else { kit.t.text3 };
    widgets::note(ui, kit, room, &said, font::SMALL, ink, 2);
    if start.clicked()
        && let Ok(text) = read
    {
        let place = form.place.clone();
        view.push(Command::Match(MatchCommand::StartTournament { text, place }));
        view.state.last_tournament = Some(form.clone());
    }
}
