//! The rarer keys of the form for a tournament, in a group that is closed at first.
//!
//! Reads and writes no file.

use std::num::NonZeroU32;

use egui::{Rect, Ui};

use super::match_form::{CAPTION, caption, row};
use crate::app::{Affinity, LossKind, Protocol, TimeControl, TournamentFile};
use crate::ui::kit::{Cut, Kit};
use crate::ui::widgets::{self, Button, FieldLook};

/// The keys, as typed; empty where the file does not have them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct MoreRules {
    /// The group is open.
    pub is_open: bool,
    /// Where it is played.
    pub site: String,
    /// The processors of the engines.
    pub affinity: String,
    /// Causes after which a lost game is played again.
    pub replay: String,
    /// An engine that must agree before scores end a game.
    pub referee: String,
    /// The protocol of that engine, where it is in no list.
    pub referee_protocol: String,
    /// What it may use for a position.
    pub referee_time: String,
    /// How often a game is played again at most.
    pub replay_most: String,
    /// Plies after which a game is drawn.
    pub max_plies: String,
    /// Othello: empty squares from which on the result is the exact one.
    pub exact_empties: String,
    /// Draughts: pieces from which on the result is the exact one.
    pub exact_pieces: String,
}

impl MoreRules {
    /// Those of a file; the group is open where the file has one.
    pub(super) fn of(file: &TournamentFile) -> Self {
        let usual = TournamentFile::default();
        let number = |n: Option<NonZeroU32>| n.map(|n| n.to_string()).unwrap_or_default();
        let rules = Self {
            is_open: false,
            site: file.site.clone().unwrap_or_default(),
            affinity: file.affinity.as_ref().map(Affinity::to_string).unwrap_or_default(),
            replay: file.replay.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" "),
            referee: file.referee.clone().unwrap_or_default(),
            referee_protocol: file
                .referee_protocol
                .map(|found| found.name().to_owned())
                .unwrap_or_default(),
            referee_time: unusual(&file.referee_time, &usual.referee_time),
            replay_most: unusual(&file.replay_most, &usual.replay_most),
            max_plies: number(file.max_plies),
            exact_empties: number(file.exact_empties),
            exact_pieces: number(file.exact_pieces),
        };
        Self { is_open: rules != Self::default(), ..rules }
    }

    /// The same for another game: what belongs to the old one is gone.
    pub(super) fn for_another_game(self) -> Self {
        Self {
            referee: String::new(),
            referee_protocol: String::new(),
            referee_time: String::new(),
            max_plies: String::new(),
            exact_empties: String::new(),
            exact_pieces: String::new(),
            ..self
        }
    }

    /// The file with these keys, or what is wrong with one.
    pub(super) fn put_into(&self, file: TournamentFile) -> Result<TournamentFile, String> {
        let usual = TournamentFile::default();
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Ok(TournamentFile {
            site: text(&self.site),
            affinity: text(&self.affinity)
                .map(|text| text.parse().map_err(|error| format!("{error}")))
                .transpose()?,
            replay: causes(&self.replay)?,
            referee: text(&self.referee),
            referee_protocol: protocol(&self.referee_protocol)?,
            referee_time: time(&self.referee_time)?.unwrap_or(usual.referee_time),
            replay_most: count(&self.replay_most, "games")?.unwrap_or(usual.replay_most),
            max_plies: count(&self.max_plies, "plies")?,
            exact_empties: count(&self.exact_empties, "empty squares")?,
            exact_pieces: count(&self.exact_pieces, "pieces")?,
            ..file
        })
    }

    /// The fields of the referee have a use, or have something in them.
    fn has_referee(&self) -> bool {
        [&self.referee, &self.referee_protocol, &self.referee_time]
            .iter()
            .any(|text| !text.trim().is_empty())
    }

    /// The same of games that are played again.
    fn has_replay(&self) -> bool {
        [&self.replay, &self.replay_most].iter().any(|text| !text.trim().is_empty())
    }

    /// Rows of the group in a form for this game and variant.
    pub(super) fn n_rows(&self, game: &TournamentFile) -> usize {
        let exact = usize::from(has_exact_empties(game)) + usize::from(has_exact_pieces(game));
        let (referee, replay) = (self.has_referee(), self.has_replay());
        let more = 2 * usize::from(referee) + usize::from(replay);
        1 + if self.is_open { 5 + exact + more } else { 0 }
    }
}

/// As text, where it is not the usual.
fn unusual<T: PartialEq + ToString>(value: &T, usual: &T) -> String {
    if value == usual { String::new() } else { value.to_string() }
}

/// The game has an exact solver for few empty squares.
fn has_exact_empties(game: &TournamentFile) -> bool {
    let with = TournamentFile { exact_empties: NonZeroU32::new(1), ..game.clone() };
    with.adjudication().check(game.game.info(), game.variant.as_deref()).is_ok()
}

/// The game has solved endings of few pieces.
fn has_exact_pieces(game: &TournamentFile) -> bool {
    let with = TournamentFile { exact_pieces: NonZeroU32::new(2), ..game.clone() };
    with.adjudication().check(game.game.info(), game.variant.as_deref()).is_ok()
}

/// A number from 1 on that may be left out.
fn count(text: &str, what: &str) -> Result<Option<NonZeroU32>, String> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_no_number| {
            format!("{text:?} is not a number of {what}: write a whole number from 1 on")
        }),
    }
}

/// A protocol that may be left out.
fn protocol(text: &str) -> Result<Option<Protocol>, String> {
    match text.trim() {
        "" => Ok(None),
        name => Protocol::find(name).map(Some).ok_or_else(|| {
            let known: Vec<&str> = Protocol::ALL.iter().map(|known| known.name()).collect();
            let known = known.join(", ");
            format!("{name:?} is not a protocol; known: {known}")
        }),
    }
}

/// A limit that may be left out.
fn time(text: &str) -> Result<Option<TimeControl>, String> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|error| format!("{error}")),
    }
}

/// Causes with blanks or commas between them.
fn causes(text: &str) -> Result<Vec<LossKind>, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|error| format!("{error}"))).collect()
}

/// Shows the group; `game` is a file of the game and variant that says nothing else.
pub(super) fn more_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    p: &mut Rect,
    game: &TournamentFile,
    rules: &mut MoreRules,
) {
    let mut r = row(p);
    r.cut_left(CAPTION);
    let icon = if rules.is_open { "up" } else { "down" };
    let words = if rules.is_open { "Fewer rules" } else { "More rules" };
    if Button::words(icon, words).show(ui, kit, r.left_center()).clicked() {
        rules.is_open = !rules.is_open;
    }
    if !rules.is_open {
        return;
    }
    let ok = count(&rules.max_plies, "").is_ok();
    let hint = "plies; empty for no limit";
    field(ui, kit, p, "Draw at", &mut rules.max_plies, hint, ok);
    if has_exact_empties(game) {
        let ok = count(&rules.exact_empties, "").is_ok();
        let hint = "empty squares, up to 16: the solver decides";
        field(ui, kit, p, "Exact from", &mut rules.exact_empties, hint, ok);
    }
    if has_exact_pieces(game) {
        let ok = count(&rules.exact_pieces, "").is_ok();
        let hint = "pieces, 2 to 4: solved endings decide";
        field(ui, kit, p, "Exact from", &mut rules.exact_pieces, hint, ok);
    }
    let hint = "an engine that must agree with scores";
    field(ui, kit, p, "Referee", &mut rules.referee, hint, true);
    if rules.has_referee() {
        let ok =
            matches!(time(&rules.referee_time), Ok(limit) if limit != Some(TimeControl::Unlimited));
        let usual = TournamentFile::default().referee_time;
        let hint = format!("{usual}, or depth 12");
        field(ui, kit, p, "Its limit", &mut rules.referee_time, &hint, ok);
        let ok = protocol(&rules.referee_protocol).is_ok();
        let hint = "for an engine that is in no list";
        field(ui, kit, p, "Its protocol", &mut rules.referee_protocol, hint, ok);
    }
    let ok = causes(&rules.replay).is_ok();
    let hint = "late crashed; empty for never";
    field(ui, kit, p, "Play again if", &mut rules.replay, hint, ok);
    if rules.has_replay() {
        let ok = count(&rules.replay_most, "").is_ok();
        let hint = format!("{} times a game", TournamentFile::default().replay_most);
        field(ui, kit, p, "At most", &mut rules.replay_most, &hint, ok);
    }
    let given = rules.affinity.trim();
    let ok = given.is_empty() || given.parse::<Affinity>().is_ok();
    field(ui, kit, p, "Processors", &mut rules.affinity, "0-3; empty for all", ok);
    field(ui, kit, p, "Site", &mut rules.site, "for the headers of the games", true);
}

/// A field in a row of its own, with its caption.
pub(super) fn field(
    ui: &mut Ui,
    kit: &Kit<'_>,
    p: &mut Rect,
    words: &str,
    text: &mut String,
    hint: &str,
    ok: bool,
) {
    let mut r = row(p);
    caption(ui, kit, &mut r, words);
    let look = if ok { FieldLook::Plain } else { FieldLook::Wrong };
    let name = format!("{words}: value");
    widgets::text_field(ui, kit, r, text, &name, hint, look);
}
