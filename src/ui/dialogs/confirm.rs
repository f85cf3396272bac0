//! Confirms an irreversible action.
//!
//! Does not know the action: it holds the commands to push on confirmation.

use egui::{Context, Response, Ui, pos2, vec2};

use super::{PathForm, heading_ui, paragraph_ui};
use crate::app::board::Side;
use crate::app::{BatchCommand, Command, GameCommand, MatchCommand, Snapshot};
use crate::count::counted;
use crate::ui::kit::Look;
use crate::ui::overlay::{Place, floating};
use crate::ui::root::View;
use crate::ui::state::{Focus, Overlay};
use crate::ui::text;
use crate::ui::theme::size;
use crate::ui::widgets::Button;

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Confirm {
    /// Its heading.
    pub title: String,
    /// What will happen.
    pub text: String,
    /// The label of the confirming button.
    pub button: &'static str,
    /// How that button looks.
    pub look: Look,
    /// Commands pushed on confirmation.
    pub commands: Vec<Command>,
    /// Several ways to confirm, each with its own button instead of the one: its label and its
    /// commands.
    pub choices: Vec<(&'static str, Command)>,
    /// The label of the button that does nothing.
    pub no: &'static str,
    /// What is shown again after cancelling, if the question came out of it.
    pub back: Option<PathForm>,
}

impl Confirm {
    /// Resign the game? Against an engine the user resigns; between two humans, the side to move.
    #[must_use]
    pub fn resign(snapshot: &Snapshot) -> Self {
        let game = &snapshot.game;
        let side = match game.seats.each_ref().map(|seat| seat.human) {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            [true, true] | [false, false] => game.turn,
        };
        let text = side.map(|side| {
            let [own, other] = [side, side.opponent()].map(|side| game.info.sides[side.idx()]);
            format!("{own} resigns: the game ends, and {other} wins.")
        });
        Self::resignation(text.unwrap_or_else(|| "The game ends and counts as lost.".to_owned()))
    }

    fn resignation(text: String) -> Self {
        Self {
            title: "Resign this game?".to_owned(),
            text,
            button: "Resign",
            look: Look::Danger,
            commands: vec![Command::Game(GameCommand::Resign)],
            choices: Vec::new(),
            no: text::CANCEL,
            back: None,
        }
    }

    /// Resign this game, and for how much? `resignations` are moves in canonical text, the smallest
    /// first.
    #[must_use]
    pub fn resign_for(resignations: &[String]) -> Self {
        let words = ["Single game", "Gammon", "Backgammon"].into_iter();
        let command = |mv: &String| Command::Game(GameCommand::Type(mv.clone()));
        Self {
            title: "How much do you resign for?".to_owned(),
            text:
                "The other side may refuse, and then the game goes on. A gammon counts twice what \
                   the cube shows, a backgammon three times."
                    .to_owned(),
            choices: words.zip(resignations.iter().map(command)).collect(),
            commands: Vec::new(),
            ..Self::resignation(String::new())
        }
    }

    /// Offer a draw, or accept the one that is offered?
    #[must_use]
    pub fn offer_draw(snapshot: &Snapshot) -> Self {
        let (title, text, button) = if snapshot.game.draw_offered {
            ("Accept the draw?", "The other side offers a draw. The game ends as one.", "Accept")
        } else {
            (
                "Offer a draw?",
                "The other side may accept, and then the game ends as a draw.",
                "Offer",
            )
        };
        let commands = vec![Command::Game(GameCommand::OfferDraw)];
        Self {
            title: title.to_owned(),
            text: text.to_owned(),
            button,
            look: Look::Primary,
            commands,
            choices: Vec::new(),
            no: text::CANCEL,
            back: None,
        }
    }

    /// Stop the match or tournament at once?
    #[must_use]
    pub fn stop_match(snapshot: &Snapshot) -> Self {
        let found = snapshot.matching.as_ref();
        let (running, what) = found.map_or((0, "match"), |m| (m.running, m.kind_word()));
        Self {
            title: format!("Stop the {what} now?"),
            text: match running {
                1 => "The running game is not counted. Finished ones are kept.".to_owned(),
                n => format!("The {n} running games are not counted. Finished ones are kept."),
            },
            button: "Stop now",
            look: Look::Danger,
            commands: vec![Command::Match(MatchCommand::StopNow)],
            choices: Vec::new(),
            no: text::CANCEL,
            back: None,
        }
    }

    /// End the program, though something would be lost? `None` where nothing would.
    #[must_use]
    pub fn quit(snapshot: &Snapshot) -> Option<Self> {
        let running = snapshot.matching.as_ref().filter(|found| !found.over);
        let mut text = String::new();
        if let Some(found) = running {
            let on = match &found.tournament {
                Some(_) => ", and the tournament can go on later",
                None => "",
            };
            text = format!(
                "A {} is running: {} of {} games are over. They are kept{on}; the running ones are \
                 not counted.",
                found.kind_word(),
                found.finished,
                found.total
            );
        }
        if snapshot.unkept > 0 {
            let tabs = counted(snapshot.unkept, "tab");
            let have = if snapshot.unkept == 1 { "has" } else { "have" };
            let gap = if text.is_empty() { "" } else { " " };
            text.push_str(&format!(
                "{gap}{tabs} {have} changes that are not saved, and this window cannot keep them: \
                 another program with the same settings keeps its own, or the folder of settings \
                 cannot be written."
            ));
        }
        (!text.is_empty()).then(|| Self {
            title: "Quit Quintet?".to_owned(),
            text,
            button: "Quit",
            look: Look::Danger,
            commands: vec![Command::Quit],
            choices: Vec::new(),
            no: text::CANCEL,
            back: None,
        })
    }

    /// Forget an interrupted analysis of many games?
    #[must_use]
    pub fn leave_review(name: &str, command: BatchCommand) -> Self {
        Self {
            title: "Leave this analysis?".to_owned(),
            text: format!(
                "The analysis of {name} is not offered again. What was found so far stays in its file in \
                 the folder \u{201c}reviews\u{201d} of the settings."
            ),
            button: "Leave",
            look: Look::Danger,
            commands: vec![Command::Batch(command)],
            choices: Vec::new(),
            no: text::CANCEL,
            back: None,
        }
    }

    /// Leave the position editor and discard its changes?
    #[must_use]
    pub fn leave_editor() -> Self {
        Self {
            title: "Leave the editor?".to_owned(),
            text: "The position set up here will be lost.".to_owned(),
            button: "Leave",
            look: Look::Danger,
            commands: vec![Command::Game(GameCommand::Edit(crate::app::EditCommand::Cancel))],
            choices: Vec::new(),
            no: "Keep editing",
            back: None,
        }
    }

    /// Replace the existing file? Cancelling goes back to `form`, where it was named.
    #[must_use]
    pub fn replace(form: PathForm, name: &str, command: Command) -> Self {
        Self {
            title: format!("Replace {name}?"),
            text: "There is a file of this name already. Its content will be lost.".to_owned(),
            button: "Replace",
            look: Look::Danger,
            commands: vec![command],
            choices: Vec::new(),
            no: text::CANCEL,
            back: Some(form),
        }
    }

    /// Let the engine on this seat lose the game?
    #[must_use]
    pub fn forfeit(seat: usize, name: &str) -> Self {
        Self {
            title: format!("Let {name} lose?"),
            text: "The game ends and counts as lost by it.".to_owned(),
            button: text::FORFEIT,
            look: Look::Danger,
            commands: vec![Command::Game(GameCommand::Forfeit(seat))],
            choices: Vec::new(),
            no: text::CANCEL,
            back: None,
        }
    }

    /// Kill an engine?
    #[must_use]
    pub fn kill(session: u64, name: &str) -> Self {
        Self {
            title: format!("Kill {name}?"),
            text: "The process is killed at once. Its work is lost.".to_owned(),
            button: "Kill",
            look: Look::Danger,
            commands: vec![Command::Engine(crate::app::EngineCommand::Kill(session))],
            choices: Vec::new(),
            no: text::CANCEL,
            back: None,
        }
    }
}

/// Between two buttons.
const GAP: f32 = 8.0;

/// Shows the question. Returns it while it stays open.
pub(in crate::ui) fn confirm_ui(
    ctx: &Context,
    view: &mut View<'_>,
    confirm: Confirm,
) -> Option<Confirm> {
    // The match has ended by itself meanwhile.
    let stops_match = confirm.commands.contains(&Command::Match(MatchCommand::StopNow));
    if stops_match && view.snapshot.matching.as_ref().is_none_or(|found| found.over) {
        return None;
    }
    let mut answer = None;
    let width = if confirm.choices.is_empty() { 380.0 } else { 470.0 };
    let closed = floating(ctx, view.cx.theme, &confirm.title, width, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, &confirm.title);
        paragraph_ui(ui, &kit, &confirm.text);
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), 24.0 + size::CONTROL));
        let kit = kit.on(ui);
        let several = !confirm.choices.is_empty();
        let button = (!several).then_some((confirm.button, confirm.look, None));
        let choices = confirm.choices.iter();
        let choices = choices.map(|(words, command)| (*words, Look::Plain, Some(command)));
        let buttons: Vec<_> = choices.chain(button).collect();
        let words = std::iter::once(confirm.no).chain(buttons.iter().map(|(words, ..)| *words));
        let width: f32 = words.map(|words| kit.button_width("", words) + GAP).sum();
        // Shown in reading order, since the keyboard focus follows the order in which they are
        // shown.
        let left = row.right_bottom() - vec2(width - GAP, size::CONTROL / 2.0);
        let no = Button::words("", confirm.no).show(ui, &kit, pos2(left.x.round(), left.y));
        let mut at = no.rect.right_center() + vec2(GAP, 0.0);
        let mut yes = Vec::new();
        for (words, look, command) in buttons {
            let response = Button::words("", words).look(look).show(ui, &kit, at);
            at = response.rect.right_center() + vec2(GAP, 0.0);
            if response.clicked() {
                answer = Some(true);
                view.commands.extend(command.cloned());
            }
            yes.push(response);
        }
        keep_keyboard(ui, confirm.look, &yes, &no);
        if no.clicked() {
            answer = Some(false);
        }
    });
    if answer == Some(true) {
        view.commands.extend(confirm.commands.iter().cloned());
    }
    if answer.is_none() && !closed {
        return Some(confirm);
    }
    if answer != Some(true)
        && let Some(form) = confirm.back
    {
        view.state.overlay = Some(Overlay::Path(form));
        view.state.focus = Some(Focus::Dialog);
    }
    None
}

/// One of the buttons has the focus: at first the confirming one, but for a destructive action the
/// cancelling one.
fn keep_keyboard(ui: &Ui, look: Look, yes: &[Response], no: &Response) {
    let focused = ui.memory(|memory| memory.focused());
    if yes.iter().chain([no]).any(|button| focused == Some(button.id)) {
        return;
    }
    match (look, yes.first()) {
        (Look::Primary | Look::Plain | Look::Ghost | Look::On, Some(yes)) => yes.request_focus(),
        (Look::Danger, _) | (_, None) => no.request_focus(),
    }
}
