//! The position being made in the editor, and its steps.
//!
//! Knows no rule: the game says what a step makes of a position and what is wrong with it.

use std::sync::Arc;

use crate::app::views::{EditorView, TypedView};
use crate::games::{
    Edit, EditField, EditView, FileProblem, Finding, Game, Recognised, Record, Scene, SceneView,
    Setup, SetupError, Side, read_pasted,
};
use crate::play::{canonical_setup, canonical_variant};

/// Steps that can be undone.
pub(in crate::app::desk) const MAX_UNDO: usize = 500;

/// The position being made.
#[derive(Debug)]
pub(in crate::app::desk) struct Editor {
    pub(in crate::app::desk) game: &'static dyn Game,
    pub(in crate::app::desk) setup: Setup,
    /// What it was when the editor was opened.
    opened: Setup,
    /// The game that was played ran when the editor was opened, and goes on when it is closed without a change.
    pub(in crate::app::desk) goes_on: bool,
    /// What it was before each step, oldest first.
    pub(in crate::app::desk) before: Vec<Setup>,
    /// What it was before each step was undone, the step undone last at the end.
    undone: Vec<Setup>,
    /// What the text is that was typed last, where it is not this position; until a step is made.
    pub(in crate::app::desk) typed: Option<TypedView>,
    /// How it was drawn last, and which way.
    pub(in crate::app::desk) shown: Option<Shown>,
}

#[derive(Debug)]
pub(in crate::app::desk) struct Shown {
    pub(in crate::app::desk) orientation: u8,
    pub(in crate::app::desk) numbers: bool,
    pub(in crate::app::desk) scene: Arc<Scene>,
    pub(in crate::app::desk) turn: Side,
    pub(in crate::app::desk) problem: Option<String>,
    pub(in crate::app::desk) fields: Vec<EditField>,
    pub(in crate::app::desk) no_mirror: Option<&'static str>,
    /// The position in every text form.
    pub(in crate::app::desk) texts: Vec<(&'static str, String)>,
    /// Its canonical text.
    pub(in crate::app::desk) text: String,
}

impl Editor {
    /// An editor with this position; `None` where the game has none.
    pub(in crate::app::desk) fn new(game: &'static dyn Game, setup: Setup) -> Option<Self> {
        let has_editor = !game.brushes().is_empty();
        has_editor.then_some(Self {
            game,
            opened: setup.clone(),
            setup,
            goes_on: false,
            before: Vec::new(),
            undone: Vec::new(),
            typed: None,
            shown: None,
        })
    }

    pub(in crate::app::desk) fn change(&mut self, setup: Setup) {
        if setup == self.setup {
            return;
        }
        if self.before.len() == MAX_UNDO {
            self.before.remove(0);
        }
        self.before.push(std::mem::replace(&mut self.setup, setup));
        self.undone.clear();
        self.shown = None;
    }

    /// Makes one step. Returns the fields of the position's text that ended with it, because it sets up
    /// another position ([`Game::kept_fields`]).
    pub(in crate::app::desk) fn step(&mut self, edit: &Edit) -> Result<Option<String>, String> {
        let mut setup = self.game.edit(&self.setup, edit).map_err(|error| error.to_string())?;
        if !self.game.info().position_holds_variant {
            // A step does not change what is played.
            setup.variant = self.setup.variant.clone();
        }
        let kept = self.kept_fields(&self.setup);
        let dropped = self.kept_fields(&setup).is_empty() && !kept.is_empty();
        self.change(setup);
        Ok(dropped.then_some(kept))
    }

    pub(in crate::app::desk) fn set_variant(&mut self, name: &str) -> Result<(), String> {
        let info = self.game.info();
        let variant = canonical_variant(info, Some(name)).map_err(|error| error.to_string())?;
        self.change(Setup { variant, position: self.setup.position.clone() });
        Ok(())
    }

    /// Takes over a written position, be it one that cannot be played, or the end of a written
    /// game; without a variant of its own it keeps the one that is set.
    pub(in crate::app::desk) fn read(&mut self, text: &str) -> Result<(), String> {
        let Err(reason) = self.read_alone(text) else { return Ok(()) };
        // Lines of words may stand around it. A line that is typed is read as it is.
        let found = match text.trim().lines().count() {
            0 | 1 => Vec::new(),
            _ => read_pasted(text, self.game).findings,
        };
        let name = self.game.info().name;
        let of_game = |found: &Finding| {
            found.readings.iter().find(|reading| reading.game.info().name == name).cloned()
        };
        let mut readings = found.iter().filter_map(of_game);
        match (readings.next(), readings.next()) {
            (Some(only), None) => {
                let setup = self.end_of(&only.record)?;
                self.take(setup)
            }
            // None, or which one only the user knows.
            _ => Err(reason),
        }
    }

    /// The position at the end of a game.
    fn end_of(&self, record: &Record) -> Result<Setup, String> {
        let own = self.setup.variant.clone().filter(|_| !self.game.info().position_holds_variant);
        let end = record.replay(self.game, record.last()).map_err(|err| err.to_string())?;
        let variant = record.setup.variant.clone().or(own);
        if record.last() == Record::START {
            // Its text may say more than the position, such as counters.
            return Ok(Setup { variant, ..record.setup.clone() });
        }
        Ok(Setup { variant, position: Some(end.to_text()) })
    }

    fn read_alone(&mut self, text: &str) -> Result<(), String> {
        let own = self.setup.variant.clone().filter(|_| !self.game.info().position_holds_variant);
        let read = match self.game.recognise(text) {
            // One of the two is wrong, and only the user knows which.
            Ok(Some(Recognised::Game { doubt: Some(doubt), .. })) => return Err(doubt),
            Ok(Some(Recognised::Game { record, doubt: None, .. })) => self.end_of(&record)?,
            Ok(Some(Recognised::Position { setup, .. })) => {
                Setup { variant: setup.variant.or(own), ..setup }
            }
            Ok(Some(Recognised::Foreign { reason })) => return Err(reason),
            Ok(None) => Setup { variant: own, position: Some(text.trim().to_owned()) },
            Err(problem) => {
                let read = Setup { variant: own, position: Some(text.trim().to_owned()) };
                let reason = || reason_of(&problem, text);
                // What could be played in spite of the problem is not what the text says.
                return match self.game.start(&read) {
                    Ok(_) => Err(reason()),
                    Err(_) => self.take_raw(read).ok_or_else(reason),
                };
            }
        };
        self.take(read)
    }

    /// Takes over this position, be it one that cannot be played.
    fn take(&mut self, read: Setup) -> Result<(), String> {
        let read = match self.game.info().position_holds_variant {
            true => read,
            false => canonical_setup(self.game.info(), read).map_err(|error| error.to_string())?,
        };
        match self.game.start(&read) {
            Ok(position) => {
                let text = position.to_text() + &self.kept_fields(&read);
                self.change(Setup { position: Some(text), ..read });
            }
            Err(error) => self.take_raw(read).ok_or_else(|| problem_of(error))?,
        }
        Ok(())
    }

    /// Notes what a text is that is being written: nothing if it is the position's own.
    pub(in crate::app::desk) fn judge_typed(&mut self, text: &str) {
        if text.trim().is_empty() {
            self.typed = Some(TypedView::Empty);
            return;
        }
        let own = self.shown.as_ref().map(|shown| shown.text.as_str());
        if own == Some(text.trim()) {
            self.typed = None;
            return;
        }
        let read = Self::new(self.game, self.setup.clone())
            .map(|mut copy| copy.read(text).map(|()| copy.problem()));
        self.typed = read.map(|read| match read {
            Ok(None) => TypedView::Playable,
            Ok(Some(problem)) => TypedView::Unplayable(problem),
            Err(problem) => TypedView::Unreadable(problem),
        });
    }

    /// Takes over a position that has the form of one but cannot be played. The game reads it for a
    /// step that changes nothing; `None` where it cannot.
    pub(in crate::app::desk) fn take_raw(&mut self, read: Setup) -> Option<()> {
        let view = self.game.edit_view(&read, &SceneView::default())?;
        let written = self.game.edit(&read, &Edit::Turn(view.turn)).ok()?;
        self.change(Setup { variant: read.variant, ..written });
        Some(())
    }

    pub(in crate::app::desk) fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            self.undone.push(std::mem::replace(&mut self.setup, before));
            self.shown = None;
        }
    }

    /// Does the step again that was undone last.
    pub(in crate::app::desk) fn redo(&mut self) {
        if let Some(after) = self.undone.pop() {
            self.before.push(std::mem::replace(&mut self.setup, after));
            self.shown = None;
        }
    }

    /// It is the position that the editor was opened with.
    pub(in crate::app::desk) fn is_unchanged(&self) -> bool {
        self.setup == self.opened
    }

    /// The text that was typed or pasted last cannot be read.
    pub(in crate::app::desk) fn is_unreadable(&self) -> bool {
        matches!(self.typed, Some(TypedView::Unreadable(_)))
    }

    /// Why the position cannot be played.
    pub(in crate::app::desk) fn problem(&self) -> Option<String> {
        let seen = self.edited(0, false).and_then(|view| view.problem);
        seen.or_else(|| self.game.start(&self.setup).err().map(|error| error.to_string()))
    }

    /// The start of a record that goes on from this position.
    ///
    /// # Errors
    ///
    /// When it cannot be played.
    pub(in crate::app::desk) fn start(&self) -> Result<Setup, String> {
        let position = self.game.start(&self.setup).map_err(|error| error.to_string())?;
        let variant = self.setup.variant.clone();
        let text = position.to_text() + &self.kept_fields(&self.setup);
        Ok(Setup { variant, position: Some(text) })
    }

    /// The fields of a position's text that the game keeps, though no rule needs them.
    fn kept_fields(&self, setup: &Setup) -> String {
        setup.position.as_deref().map(|text| self.game.kept_fields(text)).unwrap_or_default()
    }

    /// The position in every text form of the game, each with the form's name; empty while it cannot
    /// be played.
    fn texts(&self) -> Vec<(&'static str, String)> {
        let Ok(position) = self.game.start(&self.setup) else { return Vec::new() };
        position.texts_with(&self.kept_fields(&self.setup))
    }

    pub(in crate::app::desk) fn edited(&self, orientation: u8, numbers: bool) -> Option<EditView> {
        let view = SceneView { orientation, numbers, ..SceneView::default() };
        self.game.edit_view(&self.setup, &view)
    }

    pub(in crate::app::desk) fn view(
        &mut self,
        orientation: u8,
        numbers: bool,
    ) -> Option<EditorView> {
        let known = self
            .shown
            .take()
            .filter(|shown| (shown.orientation, shown.numbers) == (orientation, numbers));
        let shown = match known {
            Some(shown) => shown,
            None => {
                let edited = self.edited(orientation, numbers)?;
                let texts = if edited.problem.is_none() { self.texts() } else { Vec::new() };
                let text = match self.start() {
                    Ok(Setup { position: Some(text), .. }) if edited.problem.is_none() => text,
                    _ => self.setup.position.clone().unwrap_or_default(),
                };
                let EditView { scene, turn, problem, fields, no_mirror } = edited;
                let scene = Arc::new(scene);
                Shown { orientation, numbers, scene, turn, problem, fields, no_mirror, texts, text }
            }
        };
        let view = EditorView {
            info: self.game.info(),
            variant: self.setup.variant.clone(),
            scene: Arc::clone(&shown.scene),
            turn: shown.turn,
            problem: shown.problem.clone(),
            typed: self.typed.clone(),
            fields: shown.fields.clone(),
            no_mirror: shown.no_mirror,
            texts: shown.texts.clone(),
            brushes: self.game.brushes(),
            text: shown.text.clone(),
            can_undo: !self.before.is_empty(),
            can_redo: !self.undone.is_empty(),
        };
        self.shown = Some(shown);
        Some(view)
    }
}

/// What is wrong with a typed text: its line only where it has several, and never the number of its game,
/// since it is one.
fn reason_of(problem: &FileProblem, text: &str) -> String {
    match text.trim().lines().count() {
        0 | 1 => problem.reason.clone(),
        _ => format!("line {}: {}", problem.line, problem.reason),
    }
}

/// What is wrong with a typed position, without its text, which stands beside the words.
fn problem_of(error: SetupError) -> String {
    match error {
        SetupError::Position { problem, .. } => problem,
        SetupError::Variant { .. } => error.to_string(),
    }
}
