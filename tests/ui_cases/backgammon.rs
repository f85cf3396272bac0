//! Backgammon in the window: what is decided under the board, the score, the dice, the candidates.

use quintet::app::{CardLine, ChancesView, DiceView};

use super::support::backgammon_view::{DECIDE, PLAY, backgammon};
use super::*;

fn table_window(xgid: &str, clicks: &[&str], change: impl FnOnce(&mut Snapshot)) -> Window {
    let mut snapshot = backgammon(xgid, clicks, Mode::Play, Theme::Dark);
    snapshot.settings.animate = false;
    change(&mut snapshot);
    let mut h = show(snapshot, WIDE);
    h.run();
    h.state_mut().commands.clear();
    h
}

fn game_commands(h: &mut Window) -> Vec<GameCommand> {
    let of_game = |command| match command {
        Command::Game(command) => command,
        other => panic!("{other:?}"),
    };
    taken(h).into_iter().map(of_game).collect()
}

fn typed(text: &str) -> GameCommand {
    GameCommand::Type(text.to_owned())
}

fn clicked(cell: &str) -> GameCommand {
    GameCommand::Click(cell.to_owned())
}

#[test]
fn before_the_roll_there_are_roll_and_double_and_nothing_else_to_decide() {
    let mut h = table_window(DECIDE, &[], |_| {});
    click(&mut h, "Roll");
    click(&mut h, "Double");
    assert_eq!(game_commands(&mut h), [typed("roll"), typed("double")]);
    for other in ["Take", "Drop", "Confirm move"] {
        assert_eq!(h.query_all_by_label(other).count(), 0, "{other}");
    }
    key(&mut h, NONE, Key::R);
    key(&mut h, NONE, Key::D);
    assert_eq!(game_commands(&mut h), [typed("roll"), typed("double")]);
}

#[test]
fn a_double_is_taken_or_dropped() {
    let doubled = DECIDE.replace(":00:", ":D:");
    let mut h = table_window(&doubled, &[], |_| {});
    click(&mut h, "Take");
    click(&mut h, "Drop");
    assert_eq!(game_commands(&mut h), [typed("take"), typed("drop")]);
    assert_eq!(h.query_all_by_label("Roll").count(), 0);
    // White has doubled, so the other one is asked.
    h.get_by_label("GNU Backgammon is offered 2");
}

#[test]
fn a_part_is_undone_and_only_a_whole_play_is_confirmed() {
    let mut h = table_window(PLAY, &["6", "1"], |_| {});
    click(&mut h, "Undo part");
    click(&mut h, "Confirm move");
    key(&mut h, NONE, Key::C);
    assert_eq!(game_commands(&mut h), [clicked("undo")], "the play is not complete");
    let mut h = table_window(PLAY, &["6", "1", "6", "4"], |_| {});
    click(&mut h, "Confirm move");
    key(&mut h, NONE, Key::Backspace);
    assert_eq!(game_commands(&mut h), [clicked("dice"), clicked("undo")]);
}

#[test]
fn how_much_is_given_up_is_chosen_under_the_button() {
    let mut h = table_window(PLAY, &[], |_| {});
    click(&mut h, "Resign\u{2026}");
    click(&mut h, "Resign a gammon");
    assert_eq!(game_commands(&mut h), [typed("resign 2")]);
}

#[test]
fn the_panel_has_the_score_the_cube_and_the_lead() {
    let h = table_window(PLAY, &[], |_| {});
    for label in [
        "Match to 7",
        "You: 3 points",
        "GNU Backgammon: 2 points",
        "4 away, 5 away",
        "Crawford rule on, not this game",
        "You own the cube",
        "Redoubling is possible before a roll",
    ] {
        h.get_by_label(label);
    }
    let money = PLAY.replace(":1:1:1:52:3:2:0:7:10", ":0:0:1:52:0:0:1:0:10");
    let h = table_window(&money, &[], |_| {});
    for label in ["Money game", "The cube is in the middle", "Jacoby rule"] {
        h.get_by_label(label);
    }
}

#[test]
fn dice_thrown_by_hand_are_entered_by_buttons() {
    let mut h = table_window(DECIDE, &[], |snapshot| {
        let rolls = ["21", "31", "66"].map(str::to_owned).to_vec();
        snapshot.game.dice = Some(DiceView {
            by_hand: true,
            rolls,
            source: "entered by hand".to_owned(),
            ..DiceView::default()
        });
    });
    click(&mut h, "Roll 31");
    assert_eq!(game_commands(&mut h), [GameCommand::Roll("31".to_owned())]);
    click(&mut h, "Choose the dice");
    click(&mut h, "Rolled by the program");
    assert_eq!(game_commands(&mut h), [GameCommand::SetDice(DiceChoice::Fresh)]);
}

#[test]
fn checkers_are_reached_by_arrows_and_moved_by_enter() {
    let mut h = table_window(PLAY, &[], |_| {});
    h.get_by_label_contains("point 6, ").focus();
    h.run();
    key(&mut h, NONE, Key::ArrowRight);
    let focused = h.state().ui.board.focused_cell().map(str::to_owned);
    assert_eq!(focused.as_deref(), Some("5"));
    key(&mut h, NONE, Key::ArrowLeft);
    key(&mut h, NONE, Key::Enter);
    assert_eq!(game_commands(&mut h), [clicked("6")]);
}

#[test]
fn arrows_show_every_step_of_the_best_play() {
    let steps = quintet::app::preview::move_steps("backgammon", None, PLAY, "6/1 6/4");
    assert_eq!(steps, [["6", "4"], ["6", "1"]].map(|step| step.map(str::to_owned)));
}

#[test]
fn candidate_plays_say_how_the_game_may_end() {
    let mut snapshot = backgammon(PLAY, &[], Mode::Analyse, Theme::Dark);
    let mut found = card(1, "Quintet Backgammon", 1);
    let text = |texts: [&str; 3]| texts.map(str::to_owned);
    found.lines = vec![CardLine {
        score: "+0.158".to_owned(),
        moves: vec!["6/1 6/4".to_owned()],
        note: String::new(),
        loss: String::new(),
        chances: Some(ChancesView {
            won: text(["55.1", "17.4", "1.3"]),
            lost: text(["44.9", "12.4", "0.5"]),
        }),
    }];
    snapshot.analysis.cards = vec![found];
    snapshot.analysis.position_id = snapshot.game.position_id;
    let mut h = show(snapshot, WIDE);
    h.run();
    h.get_by_label(
        "Wins 55.1 %, gammons 17.4 %, backgammons 1.3 %; loses 44.9 %, gammons 12.4 %, \
         backgammons 0.5 %",
    );
}
