//! Backgammon in the window: what is decided under the board, the score, the dice, the candidates.

use quintet::app::board::Side;
use quintet::app::{
    CandidateLine, CandidatesView, CardLine, ChancesView, DiceView, GamePart, TreeRow,
};

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
        ..CardLine::default()
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

fn ranked(rank: usize, mv: &str, loss: &str, is_own: bool) -> CandidateLine {
    let text = |texts: [&str; 3]| texts.map(str::to_owned);
    let chances =
        ChancesView { won: text(["55.1", "17.4", "1.3"]), lost: text(["44.9", "12.4", "0.5"]) };
    let line = CardLine {
        score: "+0.158".to_owned(),
        moves: vec![mv.to_owned()],
        note: String::new(),
        loss: loss.to_owned(),
        chances: Some(chances),
        ..CardLine::default()
    };
    CandidateLine { rank, is_own, line }
}

#[test]
fn candidate_plays_are_folded_until_wanted_and_mark_the_own_one() {
    let hidden = CandidatesView { on: true, ..CandidatesView::default() };
    let mut h = table_window(PLAY, &[], |s| s.game.candidates = Some(hidden.clone()));
    h.get_by_label("Candidate plays: hidden until you have moved");
    h.state_mut().snapshot = {
        let mut snapshot = h.state().snapshot.clone();
        let view = CandidatesView {
            dice: "31".to_owned(),
            of: "24/23 13/10".to_owned(),
            verdict: "3rd of 16, \u{2212}0.091".to_owned(),
            node: Some(1),
            engine: "Quintet Backgammon".to_owned(),
            lines: vec![
                ranked(1, "8/5 6/5", "", false),
                ranked(3, "24/23 13/10", "\u{2212}0.091", true),
            ],
            ..hidden
        };
        snapshot.game.candidates = Some(view);
        snapshot
    };
    h.run();
    let own = "3. 24/23 13/10, yours: equity +0.158, \u{2212}0.091 to the best; wins 55.1 %, gammons \
               17.4 %, backgammons 1.3 %; loses 44.9 %, gammons 12.4 %, backgammons 0.5 %";
    assert_eq!(h.query_all_by_label(own).count(), 0, "folded");
    click(&mut h, "Candidate plays: 3rd of 16, \u{2212}0.091: 3-1 24/23 13/10");
    h.get_by_label(own);
    assert!(game_commands(&mut h).is_empty());
}

#[test]
fn candidate_plays_that_are_switched_off_are_switched_on_by_a_click() {
    let mut h = table_window(PLAY, &[], |s| s.game.candidates = Some(CandidatesView::default()));
    click(&mut h, "Candidate plays: switched off; click to switch on");
    assert_eq!(taken(&mut h), [Command::Settings(SettingsCommand::Candidates(true))]);
}

fn two_games(snapshot: &mut Snapshot) {
    let part =
        |number, node, score, cube, won| GamePart { number, node, score, cube, won, note: "" };
    let parts = [
        part(1, 0, [0, 0], 2, Some((Side::First, 2))),
        GamePart { note: "Crawford game", ..part(2, 5, [2, 0], 1, None) },
    ];
    snapshot.game.parts = parts.to_vec().into();
    snapshot.game.part = 2;
    let mut rows = snapshot.game.rows.to_vec();
    let text = "White 2, Black 0, Crawford game".to_owned();
    rows.insert(2, TreeRow::Game { number: 2, node: 5, text });
    snapshot.game.rows = rows.into();
}

#[test]
fn the_games_of_a_match_are_a_list_that_leads_to_their_beginnings() {
    let mut h = table_window(PLAY, &[], two_games);
    click(&mut h, "Game 2: White 2, Black 0, Crawford game");
    click(&mut h, "Games");
    h.get_by_label("Game 2, 2 to 0: being played, Crawford game");
    click(&mut h, "Game 1, 0 to 0: White wins 2 points, cube 2");
    assert_eq!(game_commands(&mut h), [GameCommand::GoTo(5), GameCommand::GoTo(0)]);
    let h = table_window(PLAY, &[], |_| {});
    assert_eq!(h.query_all_by_label("Games").count(), 0, "one game needs no list");
}

#[test]
fn the_keyboard_goes_through_what_is_given_up_from_the_smallest_on() {
    for (n, smallest_first) in [(1, "resign 1"), (2, "resign 2"), (3, "resign 3")] {
        let mut h = table_window(PLAY, &[], |_| {});
        key(&mut h, CTRL, Key::R);
        for _ in 0..n {
            key(&mut h, NONE, Key::Tab);
        }
        key(&mut h, NONE, Key::Enter);
        assert_eq!(game_commands(&mut h), [typed(smallest_first)]);
    }
}

#[test]
fn resigning_by_key_asks_how_much_is_given_up() {
    let mut h = table_window(PLAY, &[], |_| {});
    key(&mut h, CTRL, Key::R);
    assert!(h.query_all_by_label("How much do you resign for?").count() > 0);
    click(&mut h, "Gammon");
    assert_eq!(game_commands(&mut h), [typed("resign 2")]);
    key(&mut h, CTRL, Key::R);
    key(&mut h, NONE, Key::Enter);
    assert!(game_commands(&mut h).is_empty(), "the keyboard is on Cancel");
}

#[test]
fn a_draw_is_not_offered_where_no_game_is_drawn() {
    let mut h = table_window(PLAY, &[], |_| {});
    key(&mut h, CTRL, Key::D);
    assert_eq!(h.query_all_by_label("Offer a draw?").count(), 0);
    click(&mut h, "Game menu");
    h.get_by_label("Swap the dice");
    for other in ["Offer a draw\u{2026}", "Claim the draw", "Draws by rule end the game"] {
        assert_eq!(h.query_all_by_label(other).count(), 0, "{other}");
    }
}

#[test]
fn the_enter_key_confirms_a_complete_play_wherever_the_keyboard_is() {
    let mut h = table_window(PLAY, &["6", "1", "6", "4"], |_| {});
    key(&mut h, NONE, Key::Enter);
    h.get_by_label_contains("point 8, ").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert_eq!(game_commands(&mut h), [clicked("dice"), clicked("dice")]);
    key(&mut h, NONE, Key::Space);
    assert_eq!(game_commands(&mut h), [clicked("8")]);
}

#[test]
fn where_each_player_has_one_die_the_buttons_say_whose_is_whose() {
    let mut h = table_window(DECIDE, &[], |snapshot| {
        let rolls = ["12", "21", "13", "31"].map(str::to_owned).to_vec();
        snapshot.game.dice = Some(DiceView { by_hand: true, rolls, ..DiceView::default() });
    });
    h.get_by_label("Which dice were rolled? White\u{2019}s is the left one.");
    click(&mut h, "White 1, Black 2");
    click(&mut h, "White 3, Black 1");
    let rolls = ["12", "31"].map(|roll| GameCommand::Roll(roll.to_owned()));
    assert_eq!(game_commands(&mut h), rolls);
}

#[test]
fn dice_are_swapped_by_a_key_before_any_is_played() {
    let mut h = table_window(PLAY, &[], |_| {});
    key(&mut h, NONE, Key::X);
    assert_eq!(game_commands(&mut h), [clicked("dice")]);
    let mut h = table_window(PLAY, &["6", "1"], |_| {});
    key(&mut h, NONE, Key::X);
    assert!(game_commands(&mut h).is_empty());
}

#[test]
fn a_study_that_awaits_dice_has_them_as_buttons() {
    let mut snapshot = backgammon(DECIDE, &[], Mode::Analyse, Theme::Dark);
    let rolls = ["21", "52", "66"].map(str::to_owned).to_vec();
    snapshot.game.dice = Some(DiceView { rolls, ..DiceView::default() });
    let mut h = show(snapshot, WIDE);
    h.run();
    h.state_mut().commands.clear();
    click(&mut h, "Roll 52");
    assert_eq!(game_commands(&mut h), [GameCommand::Roll("52".to_owned())]);
}

#[test]
fn dice_to_be_entered_leave_the_moves_their_room_in_a_low_window() {
    let mut snapshot = backgammon(DECIDE, &[], Mode::Analyse, Theme::Dark);
    let pairs = (1..=6).flat_map(|high| (1..=high).map(move |low| format!("{high}{low}")));
    snapshot.game.dice = Some(DiceView { rolls: pairs.collect(), ..DiceView::default() });
    let mut h = show(snapshot, [640.0, 400.0]);
    h.run();
    h.state_mut().commands.clear();
    assert!(is_seen(&h, "Typed move"));
    // The keyboard brings into view what it comes to.
    h.get_by_label("Roll 66").focus();
    h.run();
    assert!(is_seen(&h, "Roll 66") && is_seen(&h, "Typed move"));
    key(&mut h, NONE, Key::Enter);
    assert_eq!(game_commands(&mut h), [GameCommand::Roll("66".to_owned())]);
}

/// The dialog of a new game with this typed into the list of dice and the start position.
fn asking(dice: &str, start: &str) -> Window {
    let mut h = table_window(PLAY, &[], |_| {});
    key(&mut h, CTRL, Key::N);
    h.get_all_by_label("Dice").last().expect("a menu of dice").click();
    h.run();
    click(&mut h, "From a list");
    type_into(&mut h, "List of the dice", dice);
    type_into(&mut h, "Start position", start);
    h
}

#[test]
fn a_list_that_is_none_of_dice_and_a_wrong_start_keep_the_dialog_of_a_new_game_open() {
    let mut h = asking("6-5 banana 77", "");
    h.get_by_label("dice, line 1: 'b' is not a die");
    click(&mut h, "Start the game");
    assert_eq!(taken(&mut h), []);
    let mut h = asking("65 31", "XGID=nonsense");
    let wrong = quintet::app::preview::describe_start("backgammon", None, "XGID=nonsense");
    assert_eq!(h.query_all_by_label(&wrong.unwrap_err()).count(), 1, "said once");
    click(&mut h, "Start the game");
    assert_eq!(taken(&mut h), []);
    let mut h = asking("65 31", "");
    click(&mut h, "Start the game");
    let commands = game_commands(&mut h);
    let [GameCommand::New(new)] = commands.as_slice() else { panic!("{commands:?}") };
    assert_eq!(new.dice, DiceChoice::List("65 31".to_owned()));
}
