//! The table itself: every action with its words, keys, condition and effect.
//!
//! The only list of actions; every view of actions reads it.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::effects::{
    IN_PLAY, NO_DICE, NO_LINE_YET, NO_MISTAKES, NO_PERSON_PLAYS, ZOOM_LEAST, ZOOM_MOST, best_line,
    best_line_of_game, can_decide, close_tab, decide, decisions, failed_engine, is_choosing,
    is_given_up, line_text, may_give_up, may_resign, may_swap_dice, new_game, on_plane, position,
    quit, resign, resignation, save, set_mode, show_tab, shown_board, shown_tab, to_board, to_game,
    type_move, zoom,
};
use super::{
    Action, ActionId as Id, Menu, analysing, branches, copying, drawer_open, engine_to_move,
    matches, mode_idx, practice, showing, undoing,
};
use crate::app::preview;
use crate::app::{
    Command, DrawRules, EditCommand, EngineCommand, GameCommand, Mode, SettingsCommand, TabCommand,
    Theme,
};
use crate::ui::dialogs::{self, Confirm, PathUse};
use crate::ui::pages;
use crate::ui::palette::Palette;
use crate::ui::state::{DrawerTab, Focus, Overlay, Page, PanelTab};
use crate::ui::text;

pub(super) const NO: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
pub(super) const ALT: Modifiers = Modifiers::ALT;
const ALT_SHIFT: Modifiers = Modifiers::ALT.plus(Modifiers::SHIFT);

pub(super) const fn k(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

/// The actions, in the order of menus and palette.
pub(super) static TABLE: &[Action] = &[
    Action::new(Id::NewGame, Menu::File, text::NEW_GAME, "new", new_game)
        .keys(&[k(CTRL, Key::N)])
        .when(|s| !s.games.is_empty(), "No game is known."),
    Action::new(Id::UndoNew, Menu::File, text::UNDO_NEW, "undo", |r| r.game(GameCommand::UndoNew))
        .keys(&[k(CTRL_SHIFT, Key::Z)])
        .of_game()
        .when(|s| s.game.can_undo_new, "There is no game before this one."),
    Action::new(Id::NewTab, Menu::File, text::NEW_TAB, "plus", |r| r.tab(TabCommand::New))
        .keys(&[k(CTRL, Key::T)])
        .group(),
    Action::new(Id::CloseTab, Menu::File, text::CLOSE_TAB, "close", |r| {
        close_tab(r);
    })
    .keys(&[k(CTRL, Key::W)])
    .when(|s| s.tabs.len() > 1 || s.window != 0, text::ONLY_TAB),
    Action::new(Id::ReopenTab, Menu::File, text::REOPEN_TAB, "undo", |r| {
        r.tab(TabCommand::Reopen);
    })
    .keys(&[k(CTRL_SHIFT, Key::T)])
    .when(|s| s.can_reopen_tab, "No tab was closed."),
    Action::new(Id::Open, Menu::File, text::OPEN, "open", |r| {
        dialogs::ask_path(r.ctx, r.state, PathUse::Open, None);
    })
    .keys(&[k(CTRL, Key::O)])
    .group(),
    Action::new(Id::FileGames, Menu::File, text::FILE_GAMES, "games", |r| {
        r.state.page = Page::Games;
    })
    .when(|s| !s.file_games.is_empty() || !s.batches.is_empty(), "No file with games is open."),
    // The games of a match are saved as they end.
    Action::new(Id::Save, Menu::File, text::SAVE, "save", save)
        .keys(&[k(CTRL, Key::S)])
        .when(|s| s.mode != Mode::Match, "The games of a match are saved as they end."),
    Action::new(Id::SaveAs, Menu::File, text::SAVE_AS, "save", |r| {
        dialogs::ask_path(r.ctx, r.state, PathUse::Save, r.snapshot.game.save_as.clone());
    })
    .keys(&[k(CTRL_SHIFT, Key::S)])
    .when(|s| s.mode != Mode::Match, "The games of a match are saved as they end."),
    Action::new(Id::Quit, Menu::File, text::QUIT, "close", |r| {
        quit(r);
    })
    .keys(&[k(CTRL, Key::Q)])
    .group(),
    // The window gets Ctrl+C and Ctrl+V as events of their own, so these keys are only shown;
    // `dispatch` reads the events.
    Action::new(Id::CopyPosition, Menu::Edit, text::COPY_POSITION, "copy", |r| {
        if let Some(text) = position(r.snapshot) {
            r.ctx.copy_text(text.to_owned());
        }
    })
    .keys(&[k(CTRL, Key::C)])
    .when(|s| position(s).is_some(), "No game of the match is on the board yet."),
    copying::FEN,
    copying::HUB,
    copying::GUIDE,
    copying::GNU,
    copying::FIBS,
    copying::SNOWIE,
    Action::new(Id::CopyGame, Menu::Edit, text::COPY_GAME, "duplicate", |r| {
        r.ctx.copy_text(r.snapshot.game.game_text.to_string());
    })
    .keys(&[k(CTRL_SHIFT, Key::C)])
    .of_game(),
    analysing::SAVE_PICTURE,
    analysing::SAVE_FILM,
    Action::new(Id::CopyLine, Menu::Edit, text::COPY_LINE, "", |r| {
        if let Some((card, line)) = best_line(r.snapshot) {
            r.ctx.copy_text(line_text(&card.name, &card.depth, line));
        }
    })
    .keys(&[k(CTRL_SHIFT, Key::L)])
    .of_game()
    .when(|s| best_line(s).is_some(), NO_LINE_YET),
    Action::new(Id::InsertLine, Menu::Edit, text::INSERT_LINE, "plus", |r| {
        if let Some((node, moves)) = showing::line_to_insert(r.snapshot, r.state) {
            r.game(GameCommand::InsertLine(node, moves));
        }
    })
    .keys(&[k(NO, Key::Insert)])
    .of_game()
    .when(|s| best_line_of_game(s).is_some(), NO_LINE_YET),
    Action::new(Id::Paste, Menu::Edit, text::PASTE, "paste", |r| {
        r.ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
    })
    .keys(&[k(CTRL, Key::V)]),
    Action::new(Id::WasPasted, Menu::Edit, text::WAS_PASTED, "", |r| {
        r.state.overlay = Some(Overlay::Pasted);
    })
    .when(|s| s.pasted.is_some(), "No game or position was pasted since the program was started."),
    undoing::UNDO,
    undoing::REDO,
    Action::new(Id::TypeMove, Menu::Edit, text::TYPE_MOVE, "", type_move)
        .keys(&[k(CTRL, Key::L)])
        .group(),
    Action::new(Id::EditComment, Menu::Edit, text::EDIT_COMMENT, "", |r| {
        to_game(r);
        r.state.panel_tab = PanelTab::Comments;
        r.state.focus = Some(Focus::Comment);
    })
    .keys(&[k(CTRL, Key::E)]),
    Action::new(Id::EditPosition, Menu::Edit, text::EDIT_POSITION, "edit", |r| {
        to_board(r);
        r.game(GameCommand::Edit(EditCommand::Open));
    })
    .keys(&[k(CTRL, Key::P)])
    .when(|s| s.mode != Mode::Match, super::NOT_OF_A_MATCH)
    .when(|s| preview::has_editor(s.game.info.name), "This game has no editor.")
    .when(|s| s.editor.is_none(), "The editor is open already."),
    Action::new(Id::Promote, Menu::Edit, text::PROMOTE, "branch", |r| {
        r.game(GameCommand::Promote(r.snapshot.game.current));
    })
    .keys(&[k(ALT, Key::ArrowUp)])
    .when(|s| s.game.current != 0, branches::EVERY_LINE)
    .of_game(),
    branches::DEMOTE,
    branches::COPY,
    branches::PASTE,
    branches::ERASE_DRAWN,
    Action::new(Id::Delete, Menu::Edit, text::DELETE, "trash", |r| {
        r.game(GameCommand::Delete(r.snapshot.game.current));
    })
    .keys(&[k(CTRL, Key::Delete)])
    .of_game()
    .when(|s| s.game.current != 0, "The start cannot be deleted.")
    .when(|s| !s.game.playing, "A move of a running game is taken back, not deleted."),
    branches::MERGE_FILE,
    branches::MERGE_PASTED,
    branches::MERGE_TAB,
    Action::new(Id::NextTab, Menu::View, text::NEXT_TAB, "", |r| r.tab(TabCommand::Next))
        .keys(&[k(CTRL, Key::Tab)])
        .group()
        .when(|s| s.tabs.len() > 1, text::ONLY_TAB),
    Action::new(Id::PreviousTab, Menu::View, text::PREVIOUS_TAB, "", |r| {
        r.tab(TabCommand::Previous);
    })
    .keys(&[k(CTRL_SHIFT, Key::Tab)])
    .when(|s| s.tabs.len() > 1, text::ONLY_TAB),
    Action::new(Id::RenameTab, Menu::View, text::RENAME_TAB, "edit", |r| {
        if let Some(tab) = shown_tab(r.snapshot) {
            r.state.tab_strip.rename(tab);
        }
    })
    .when(|s| s.tabs.len() > 1, text::ONLY_TAB),
    Action::new(Id::PinTab, Menu::View, text::PIN_TAB, "pin", |r| {
        if let Some(tab) = shown_tab(r.snapshot) {
            r.tab(TabCommand::Pin(tab.id, !tab.pinned));
        }
    })
    .when(|s| s.tabs.len() > 1, text::ONLY_TAB)
    .on(|s| shown_tab(s).is_some_and(|tab| tab.pinned)),
    Action::new(Id::FloatTab, Menu::View, text::FLOAT_TAB, "", |r| {
        if let Some(tab) = shown_tab(r.snapshot) {
            r.tab(TabCommand::Float(tab.id, true));
        }
    })
    .when(|s| s.window == 0, "It has a window of its own.")
    .when(|s| s.tabs.len() > 1, text::ONLY_TAB),
    Action::new(Id::DockTab, Menu::View, text::DOCK_TAB, "dock", |r| {
        r.tab(TabCommand::Float(r.snapshot.window, false));
    })
    .when(|s| s.window != 0, "This is the window of all tabs."),
    Action::new(Id::First, Menu::Game, text::FIRST, "first", |r| r.game(GameCommand::First))
        .keys(&[k(NO, Key::Home), k(CTRL, Key::Home)])
        .of_game(),
    Action::new(Id::Previous, Menu::Game, text::PREVIOUS, "prev", |r| {
        r.game(GameCommand::Previous);
    })
    .keys(&[k(NO, Key::ArrowLeft), k(CTRL, Key::ArrowLeft)])
    .of_game(),
    Action::new(Id::Next, Menu::Game, text::NEXT, "next", |r| r.game(GameCommand::Next))
        .keys(&[k(NO, Key::ArrowRight), k(CTRL, Key::ArrowRight)])
        .of_game(),
    Action::new(Id::Last, Menu::Game, text::LAST, "last", |r| r.game(GameCommand::Last))
        .keys(&[k(NO, Key::End), k(CTRL, Key::End)])
        .of_game(),
    Action::new(Id::NextMistake, Menu::Game, text::NEXT_MISTAKE, "", |r| {
        r.game(GameCommand::NextMistake);
    })
    .keys(&[k(ALT, Key::N)])
    .of_game()
    .when(|s| s.game.n_mistakes > 0, NO_MISTAKES),
    Action::new(Id::PreviousMistake, Menu::Game, text::PREVIOUS_MISTAKE, "", |r| {
        r.game(GameCommand::PreviousMistake);
    })
    .keys(&[k(ALT_SHIFT, Key::N)])
    .of_game()
    .when(|s| s.game.n_mistakes > 0, NO_MISTAKES),
    practice::OWN,
    practice::FIRST,
    practice::SECOND,
    practice::DUE,
    practice::FILE,
    practice::PASTED,
    practice::ANSWER,
    practice::NEXT,
    practice::END,
    Action::new(Id::Rating, Menu::Game, text::YOUR_RATING, "graph", |r| {
        let game = &r.snapshot.game;
        dialogs::ask_rating(r.state, game.info.name, game.variant_name.as_deref(), None);
    })
    .group()
    .when(
        |s| s.ratings.of(s.game.info.name, s.game.variant_name.as_deref()).is_some(),
        "No engine that comes with the program plays this.",
    ),
    Action::new(Id::TakeBack, Menu::Game, text::TAKE_BACK, "undo", |r| {
        r.game(GameCommand::TakeBack);
    })
    .keys(&[k(CTRL, Key::Z)])
    .of_game()
    .group()
    .when(|s| s.mode == Mode::Play, IN_PLAY)
    .when(|s| s.game.current != 0 || is_given_up(s), "No move has been made yet."),
    Action::new(Id::MoveNow, Menu::Game, text::MOVE_NOW, "bolt", |r| r.game(GameCommand::MoveNow))
        .keys(&[k(NO, Key::M)])
        .of_game()
        .when(engine_to_move, "No engine is to move.")
        .when(
            |s| s.game.coach.is_none(),
            "The coach looks at your move, or waits for what you decide about it.",
        )
        .when(|s| !s.game.paused, "The game is paused."),
    Action::new(Id::Hint, Menu::Game, text::HINT, "hint", |r| r.game(GameCommand::Hint))
        .keys(&[k(NO, Key::H)])
        .of_game()
        .when(|s| !s.game.paused || s.mode != Mode::Play, "The game is paused.")
        .when(|s| s.game.can_move, "It is not your turn."),
    Action::new(Id::LetGo, Menu::Game, text::LET_GO, "close", |r| r.game(GameCommand::LetGo))
        .keys(&[k(NO, Key::Escape)])
        .of_game()
        .when(is_choosing, "No piece is chosen."),
    Action::new(Id::Pass, Menu::Game, text::PASS, "next", |r| {
        if let Some(pass) = &r.snapshot.game.pass {
            r.commands.push(Command::Game(GameCommand::Type(pass.text.clone())));
        }
    })
    .keys(&[k(ALT, Key::P)])
    .of_game()
    .when(|s| s.game.pass.is_some(), "A pass is a move only where there is no other."),
    Action::new(Id::Pause, Menu::Game, text::PAUSE, "pause", |r| {
        let paused = r.snapshot.game.paused;
        r.game(if paused { GameCommand::Resume } else { GameCommand::Pause });
    })
    .keys(&[k(NO, Key::P)])
    .of_game()
    .when(|s| s.mode == Mode::Play, IN_PLAY)
    .when(|s| s.game.playing, "No game is being played.")
    .on(|s| s.game.paused),
    Action::new(Id::Roll, Menu::Game, text::ROLL, "play", |r| decide(r, "roll"))
        .keys(&[k(NO, Key::R)])
        .of_game()
        .dice()
        .group()
        .when(|s| can_decide(s, "roll"), "It is not your turn to roll."),
    Action::new(Id::Double, Menu::Game, text::DOUBLE, "cube", |r| decide(r, "double"))
        .keys(&[k(NO, Key::D)])
        .of_game()
        .dice()
        .when(|s| can_decide(s, "double"), "You may not double now."),
    Action::new(Id::Take, Menu::Game, text::TAKE, "check", |r| decide(r, "take"))
        .keys(&[k(NO, Key::T)])
        .of_game()
        .dice()
        .when(|s| can_decide(s, "take"), "No double is offered to you."),
    Action::new(Id::Drop, Menu::Game, text::DROP, "close", |r| decide(r, "drop"))
        .keys(&[k(CTRL_SHIFT, Key::D)])
        .of_game()
        .dice()
        .when(|s| can_decide(s, "drop"), "No double is offered to you."),
    Action::new(Id::Accept, Menu::Game, text::ACCEPT_RESIGNATION, "check", |r| {
        decide(r, "accept");
    })
    .dice()
    .when(|s| can_decide(s, "accept"), "The other side does not resign.")
    .of_game(),
    Action::new(Id::Reject, Menu::Game, text::REJECT_RESIGNATION, "close", |r| {
        decide(r, "reject");
    })
    .dice()
    .when(|s| can_decide(s, "reject"), "The other side does not resign.")
    .of_game(),
    Action::new(Id::ConfirmPlay, Menu::Game, text::CONFIRM_PLAY, "check", |r| {
        r.game(GameCommand::Click("dice".to_owned()));
    })
    .keys(&[k(NO, Key::C), k(NO, Key::Enter)])
    .of_game()
    .dice()
    .when(|s| decisions(s).is_some_and(|d| d.is_complete), "The play is not complete yet."),
    Action::new(Id::SwapDice, Menu::Game, text::SWAP_DICE, "", |r| {
        r.game(GameCommand::Click("dice".to_owned()));
    })
    .keys(&[k(NO, Key::X)])
    .of_game()
    .dice()
    .when(
        may_swap_dice,
        "Only two different dice can be swapped, before the first part of your play.",
    ),
    Action::new(Id::UndoPart, Menu::Game, text::UNDO_PART, "undo", |r| {
        r.game(GameCommand::Click("undo".to_owned()));
    })
    .keys(&[k(NO, Key::Backspace)])
    .of_game()
    .dice()
    .when(|s| decisions(s).is_some_and(|d| d.has_part), "No part of a play has been made."),
    Action::new(Id::ResignSingle, Menu::Game, text::RESIGN_SINGLE, "flag", |r| resign(r, 1))
        .dice()
        .when(may_give_up, NO_PERSON_PLAYS)
        .when(
            |s| resignation(s, 1).is_some(),
            "You can resign for this much only on your turn, while it can still be lost.",
        )
        .of_game(),
    Action::new(Id::ResignGammon, Menu::Game, text::RESIGN_GAMMON, "flag", |r| resign(r, 2))
        .dice()
        .when(may_give_up, NO_PERSON_PLAYS)
        .when(
            |s| resignation(s, 2).is_some(),
            "You can resign for this much only on your turn, while it can still be lost.",
        )
        .of_game(),
    Action::new(Id::ResignBackgammon, Menu::Game, text::RESIGN_BACKGAMMON, "flag", |r| {
        resign(r, 3);
    })
    .dice()
    .when(may_give_up, NO_PERSON_PLAYS)
    .when(
        |s| resignation(s, 3).is_some(),
        "You can resign for this much only on your turn, while it can still be lost.",
    )
    .of_game(),
    Action::new(Id::Resign, Menu::Game, text::RESIGN, "flag", |r| {
        r.state.overlay = Some(Overlay::Confirm(match decisions(r.snapshot) {
            Some(found) => Confirm::resign_for(&found.resignations),
            None => Confirm::resign(r.snapshot),
        }));
    })
    .keys(&[k(CTRL, Key::R)])
    .of_game()
    .when(may_give_up, NO_PERSON_PLAYS)
    .when(may_resign, "You can resign when it is your turn."),
    Action::new(Id::OfferDraw, Menu::Game, text::OFFER_DRAW, "handshake", |r| {
        r.state.overlay = Some(Overlay::Confirm(Confirm::offer_draw(r.snapshot)));
    })
    .keys(&[k(CTRL, Key::D)])
    .of_game()
    .draws()
    .when(|s| s.game.info.can_be_drawn, "This game has no draws.")
    .when(may_give_up, NO_PERSON_PLAYS),
    Action::new(Id::ClaimDraw, Menu::Game, text::CLAIM_DRAW, "handshake", |r| {
        r.game(GameCommand::ClaimDraw);
    })
    .draws()
    .when(|s| !s.game.claim.is_empty(), "No rule makes the game a draw now.")
    .of_game(),
    Action::new(Id::DrawsAutomatic, Menu::Game, text::DRAWS_AUTOMATIC, "", |r| {
        r.settings(SettingsCommand::DrawRules(DrawRules::Automatic));
    })
    .group()
    .draws()
    .chosen(|s| s.settings.draw_rules == DrawRules::Automatic),
    Action::new(Id::DrawsAsk, Menu::Game, text::DRAWS_ASK, "", |r| {
        r.settings(SettingsCommand::DrawRules(DrawRules::Ask));
    })
    .draws()
    .chosen(|s| s.settings.draw_rules == DrawRules::Ask),
    Action::new(Id::DrawsOff, Menu::Game, text::DRAWS_OFF, "", |r| {
        r.settings(SettingsCommand::DrawRules(DrawRules::Off));
    })
    .draws()
    .chosen(|s| s.settings.draw_rules == DrawRules::Off),
    analysing::TOGGLE,
    analysing::WHOLE_GAME,
    analysing::REVIEW,
    analysing::REVIEW_MANY,
    analysing::SAVE_PAGE,
    analysing::MORE_LINES,
    analysing::FEWER_LINES,
    analysing::COMPARE,
    analysing::LOCK,
    analysing::THREAT,
    analysing::POINT_OF_VIEW,
    Action::new(Id::Engines, Menu::Engines, text::ENGINES_PAGE, "engine", |r| {
        pages::open_engines(r.snapshot, r.state);
    })
    .group(),
    Action::new(Id::AddEngine, Menu::Engines, text::ADD_AN_ENGINE, "plus", |r| {
        dialogs::ask_engine(r.state);
    }),
    Action::new(Id::Openings, Menu::Engines, text::OPENINGS_PAGE, "book", |r| {
        r.state.page = Page::Openings;
    })
    .when(|s| !s.openings.is_empty(), "This game has no list of openings."),
    Action::new(Id::ReloadEngines, Menu::Engines, text::RELOAD_ENGINES, "reset", |r| {
        r.commands.push(Command::Engine(EngineCommand::Reload));
    }),
    Action::new(Id::FailedEngine, Menu::Engines, text::FAILED_ENGINE, "warn", failed_engine)
        .keys(&[k(NO, Key::F2)])
        .when(|s| !s.failures.is_empty(), "No engine has failed."),
    matches::NEW_MATCH,
    matches::NEW_TOURNAMENT,
    matches::GO_ON_WITH,
    matches::PAUSE,
    matches::FINISH,
    matches::GO_ON,
    matches::STOP,
    matches::LIST,
    Action::new(Id::ModePlay, Menu::View, text::MODE_PLAY, "", |r| set_mode(r, Mode::Play))
        .keys(&[k(CTRL, Key::Num1)])
        .chosen(|s| s.mode == Mode::Play),
    Action::new(Id::ModeAnalyse, Menu::View, text::MODE_ANALYSE, "", |r| {
        set_mode(r, Mode::Analyse);
    })
    .keys(&[k(CTRL, Key::Num2)])
    .chosen(|s| s.mode == Mode::Analyse),
    Action::new(Id::ModeMatch, Menu::View, text::MODE_MATCH, "", |r| set_mode(r, Mode::Match))
        .keys(&[k(CTRL, Key::Num3)])
        .chosen(|s| s.mode == Mode::Match),
    Action::new(Id::Turn, Menu::View, text::TURN, "flip", |r| r.game(GameCommand::Turn))
        .keys(&[k(NO, Key::F)])
        .of_game()
        .group(),
    Action::new(Id::BoardNearer, Menu::View, text::BOARD_NEARER, "plus", |r| {
        shown_board(r).zoom(1.0);
    })
    .keys(&[k(NO, Key::PageUp)])
    .when(on_plane, "This board is always seen whole."),
    Action::new(Id::BoardFarther, Menu::View, text::BOARD_FARTHER, "minus", |r| {
        shown_board(r).zoom(-1.0);
    })
    .keys(&[k(NO, Key::PageDown)])
    .when(on_plane, "This board is always seen whole."),
    Action::new(Id::BoardFit, Menu::View, text::BOARD_FIT, "target", |r| shown_board(r).fit())
        .keys(&[k(NO, Key::Num0)])
        .when(on_plane, "This board is always seen whole."),
    Action::new(Id::BoardFocus, Menu::View, text::BOARD_FOCUS, "", |r| {
        to_board(r);
        r.state.focus = Some(Focus::Board);
    })
    .keys(&[k(NO, Key::F6)])
    .when(|s| s.editor.is_none(), "The editor is open."),
    Action::new(Id::Drawer, Menu::View, text::DRAWER, "graph", |r| {
        to_board(r);
        let open = drawer_open(r.ctx, r.snapshot, r.state);
        r.state.drawer.wish[mode_idx(r.snapshot.mode)] = Some(!open);
    })
    .keys(&[k(CTRL, Key::J)]),
    Action::new(Id::Graph, Menu::View, text::GRAPH, "graph", |r| show_tab(r, DrawerTab::Graph))
        .when(|s| s.mode != Mode::Match, "A match has no graph."),
    Action::new(Id::Console, Menu::View, text::CONSOLE, "console", |r| {
        show_tab(r, DrawerTab::Console);
    }),
    Action::new(Id::Problems, Menu::View, text::PROBLEMS, "warn", |r| {
        show_tab(r, DrawerTab::Problems);
    }),
    Action::new(Id::GameInfo, Menu::View, text::GAME_INFO, "info", |r| {
        show_tab(r, DrawerTab::Info);
    }),
    Action::new(Id::Summary, Menu::View, text::SUMMARY, "filter", |r| {
        show_tab(r, DrawerTab::Summary);
    })
    .when(|s| s.game.summary.is_some(), "No move was judged yet: analyse the whole game first.")
    .when(|s| s.mode != Mode::Match, super::NOT_OF_A_MATCH),
    Action::new(Id::DiceStatistics, Menu::View, text::DICE_STATISTICS, "dice", |r| {
        show_tab(r, DrawerTab::Dice);
    })
    .when(|s| s.game.rolls.is_some(), NO_DICE)
    .when(|s| s.mode != Mode::Match, super::NOT_OF_A_MATCH),
    Action::new(Id::ThemeSystem, Menu::View, text::THEME_SYSTEM, "", |r| {
        r.settings(SettingsCommand::Theme(Theme::System));
    })
    .group()
    .chosen(|s| s.settings.theme == Theme::System),
    Action::new(Id::ThemeDark, Menu::View, text::THEME_DARK, "moon", |r| {
        r.settings(SettingsCommand::Theme(Theme::Dark));
    })
    .chosen(|s| s.settings.theme == Theme::Dark),
    Action::new(Id::ThemeLight, Menu::View, text::THEME_LIGHT, "sun", |r| {
        r.settings(SettingsCommand::Theme(Theme::Light));
    })
    .chosen(|s| s.settings.theme == Theme::Light),
    Action::new(Id::ThemeContrast, Menu::View, text::THEME_CONTRAST, "", |r| {
        r.settings(SettingsCommand::Theme(Theme::Contrast));
    })
    .chosen(|s| s.settings.theme == Theme::Contrast),
    Action::new(Id::ZoomIn, Menu::View, text::ZOOM_IN, "zoom", |r| zoom(r, 0.1))
        .keys(&[k(CTRL, Key::Plus), k(CTRL, Key::Equals)])
        .group()
        .when(|s| s.settings.zoom < ZOOM_MOST - 0.01, "200 % is the most."),
    Action::new(Id::ZoomOut, Menu::View, text::ZOOM_OUT, "", |r| zoom(r, -0.1))
        .keys(&[k(CTRL, Key::Minus)])
        .when(|s| s.settings.zoom > ZOOM_LEAST + 0.01, "75 % is the least."),
    Action::new(Id::ZoomReset, Menu::View, text::ZOOM_RESET, "", |r| {
        r.settings(SettingsCommand::Zoom(1.0));
    })
    .keys(&[k(CTRL, Key::Num0)]),
    Action::new(Id::ShowLegal, Menu::View, text::SHOW_LEGAL, "", |r| {
        r.settings(SettingsCommand::ShowLegal(!r.snapshot.settings.show_legal));
    })
    .group()
    .on(|s| s.settings.show_legal),
    Action::new(Id::ShowValues, Menu::View, text::SHOW_VALUES, "", |r| {
        r.settings(SettingsCommand::ShowValues(!r.snapshot.settings.show_values));
    })
    .on(|s| s.settings.show_values),
    Action::new(Id::ShowNumbers, Menu::View, text::SHOW_NUMBERS, "", |r| {
        r.settings(SettingsCommand::ShowNumbers(!r.snapshot.settings.show_numbers));
    })
    .when(|s| s.game.info.numbered_cells, "The places of this board have no numbers.")
    .on(|s| s.settings.show_numbers),
    Action::new(Id::PlayForced, Menu::View, text::PLAY_FORCED, "", |r| {
        r.settings(SettingsCommand::PlayForced(!r.snapshot.settings.play_forced));
    })
    .dice()
    .when(|s| s.game.info.has_dice, NO_DICE)
    .on(|s| s.settings.play_forced),
    Action::new(Id::Candidates, Menu::View, text::CANDIDATES, "", |r| {
        r.settings(SettingsCommand::Candidates(!r.snapshot.settings.candidates));
    })
    .dice()
    .when(|s| s.game.info.has_dice, NO_DICE)
    .on(|s| s.settings.candidates),
    Action::new(Id::Animate, Menu::View, text::ANIMATE, "", |r| {
        r.settings(SettingsCommand::Animate(!r.snapshot.settings.animate));
    })
    .on(|s| s.settings.animate),
    Action::new(Id::Settings, Menu::View, text::SETTINGS, "settings", |r| {
        r.state.page = Page::Settings;
    })
    .keys(&[k(CTRL, Key::Comma)]),
    Action::new(Id::Palette, Menu::Help, text::PALETTE, "search", |r| {
        r.state.overlay = Some(Overlay::Palette(Palette::default()));
        r.state.focus = Some(Focus::Dialog);
    })
    .keys(&[k(CTRL, Key::K)]),
    Action::new(Id::Keys, Menu::Help, text::KEYS, "help", |r| {
        r.state.overlay = Some(Overlay::Keys);
    })
    .keys(&[k(NO, Key::Questionmark), k(NO, Key::F1)]),
    Action::new(Id::About, Menu::Help, text::ABOUT, "info", |r| {
        r.state.overlay = Some(Overlay::About);
    }),
];
