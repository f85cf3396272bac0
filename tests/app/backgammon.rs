//! Backgammon in the application: dice, cube, resignations, forced plays, analysis.

use quintet::app::{
    AnalysisCommand, Command, DiceChoice, FileCommand, GameCommand, Mode, NewGame, SeatChoice,
    SettingsCommand, Snapshot, TimeControl, TreeRow,
};

use super::desk::{Desk, human, says};

pub(super) const NAME: &str = "Quintet Backgammon";

pub(super) fn level(level: &str) -> SeatChoice {
    let options = vec![("level".to_owned(), level.to_owned())];
    SeatChoice::Engine { name: NAME.to_owned(), options }
}

pub(super) fn new_game(variant: &str, seats: [SeatChoice; 2], dice: DiceChoice) -> NewGame {
    NewGame {
        game: "backgammon".to_owned(),
        variant: Some(variant.to_owned()),
        seats,
        clocks: [TimeControl::Unlimited; 2],
        position: String::new(),
        opening: Vec::new(),
        ponder: false,
        dice,
        adaptive: None,
    }
}

pub(super) fn play(desk: &Desk, new: NewGame) {
    desk.game(GameCommand::New(Box::new(new)));
}

pub(super) fn list(text: &str) -> DiceChoice {
    DiceChoice::List(text.to_owned())
}

pub(super) fn type_move(desk: &Desk, text: &str) {
    desk.game(GameCommand::Type(text.to_owned()));
}

pub(super) fn texts(snapshot: &Snapshot) -> Vec<String> {
    let cells = |row: &TreeRow| match row {
        TreeRow::Pair { moves, .. } => moves.iter().flatten().map(|mv| mv.text.clone()).collect(),
        TreeRow::Game { .. } | TreeRow::Comment(_) | TreeRow::Variation { .. } => Vec::new(),
    };
    snapshot.game.rows.iter().flat_map(cells).collect()
}

pub(super) fn can(snapshot: &Snapshot, mv: &str) -> bool {
    let found = snapshot.game.decisions.as_ref();
    found.is_some_and(|found| found.moves.iter().any(|known| known == mv))
}

#[test]
fn dice_are_rolled_by_themselves_and_the_cube_is_turned_before_the_roll() {
    let mut desk = Desk::new();
    play(&desk, new_game("money", [human(), human()], list("31 62 55")));
    let start =
        desk.wait("the opening roll", |s| s.game.info.name == "backgammon" && s.game.can_move);
    let dice = &start.game.scene.table.as_ref().unwrap().dice;
    assert_eq!(dice.iter().map(|die| die.value).collect::<Vec<_>>(), [3, 1]);
    for cell in ["8", "6", "dice"] {
        desk.game(GameCommand::Click(cell.to_owned()));
    }
    let next = desk.wait("Black's decision", |s| can(s, "double"));
    assert_eq!(texts(&next), ["31: 8/5 6/5"]);
    type_move(&desk, "double");
    desk.wait("White's answer", |s| can(s, "take") && can(s, "drop"));
    type_move(&desk, "take");
    let rolled = desk.wait("Black's dice", |s| {
        s.game.scene.table.as_ref().is_some_and(|table| !table.dice.is_empty())
    });
    let cube = rolled.game.scene.table.as_ref().unwrap().cube.unwrap();
    assert_eq!(cube.value, 2);
    type_move(&desk, "24/18 13/11");
    let last = desk.wait("White's roll", |s| texts(s).len() == 4 && can(s, "roll"));
    assert_eq!(texts(&last)[1..], ["double", "take", "62: 24/18 13/11"]);
    type_move(&desk, "roll");
    let rolled = desk.wait("White's dice", |s| {
        s.game.scene.table.as_ref().is_some_and(|table| table.dice.len() == 4)
    });
    assert_eq!(texts(&rolled)[..4], texts(&last)[..], "that a player rolls is no move");
    assert!(texts(&rolled).len() <= 5, "{:?}", texts(&rolled));
}

#[test]
fn dice_are_entered_by_hand_where_that_was_chosen() {
    let mut desk = Desk::new();
    play(&desk, new_game("money", [human(), human()], DiceChoice::ByHand));
    let waits = |s: &Snapshot| s.game.dice.as_ref().is_some_and(|dice| !dice.rolls.is_empty());
    let due = desk.wait("the wish for dice", waits);
    assert_eq!(due.game.dice.as_ref().unwrap().rolls.len(), 30, "a tie is no opening roll");
    desk.game(GameCommand::Roll("44".to_owned()));
    desk.wait("the refusal of a tie", |s| says(s, "is not a roll"));
    desk.game(GameCommand::Roll("13".to_owned()));
    let rolled = desk.wait("Black to play", |s| s.game.can_move && !waits(s));
    assert_eq!(rolled.game.turn, Some(quintet::app::board::Side::Second));
}

#[test]
fn dice_that_a_person_enters_may_be_typed_as_well() {
    let mut desk = Desk::new();
    play(&desk, new_game("money", [human(), human()], DiceChoice::ByHand));
    let waits = |s: &Snapshot| s.game.dice.as_ref().is_some_and(|dice| !dice.rolls.is_empty());
    desk.wait("the wish for dice", waits);
    type_move(&desk, "44");
    desk.wait("the refusal of a tie", |s| says(s, "is not a roll"));
    type_move(&desk, "31");
    desk.wait("White to play", |s| s.game.can_move && !waits(s));
    type_move(&desk, "8/5 6/5");
    desk.wait("Black's decision", |s| can(s, "roll"));
    type_move(&desk, "roll");
    desk.wait("the wish for Black's dice", waits);
    type_move(&desk, " 66");
    let rolled = desk.wait("Black's dice", |s| s.game.can_move && !waits(s));
    let dice = &rolled.game.scene.table.as_ref().unwrap().dice;
    assert_eq!(dice.iter().map(|die| die.value).collect::<Vec<_>>(), [6; 4]);
}

#[test]
fn a_part_of_a_play_is_taken_back_before_it_is_confirmed() {
    let mut desk = Desk::new();
    play(&desk, new_game("money", [human(), human()], list("31")));
    desk.wait("the opening roll", |s| s.game.info.name == "backgammon" && s.game.can_move);
    let part = |s: &Snapshot| s.game.decisions.as_ref().is_some_and(|found| found.has_part);
    desk.game(GameCommand::Click("8".to_owned()));
    let moved = desk.wait("a part", part);
    assert!(!moved.game.decisions.as_ref().unwrap().is_complete);
    desk.game(GameCommand::Click("6".to_owned()));
    desk.wait("the whole", |s| s.game.decisions.as_ref().is_some_and(|found| found.is_complete));
    for _ in 0..2 {
        desk.game(GameCommand::Click("undo".to_owned()));
    }
    desk.wait("nothing left of it", |s| !part(s));
}

/// White bears off both with 66, and nothing else is possible.
const LAST_TWO: &str = "XGID=-----AA-----------------o-:0:0:1:00:0:0:0:0:10 rolling";

#[test]
fn the_only_play_is_made_at_once_unless_that_is_switched_off() {
    let mut desk = Desk::new();
    let position = LAST_TWO.to_owned();
    let game = || NewGame {
        position: position.clone(),
        ..new_game("money", [human(), human()], list("66"))
    };
    play(&desk, game());
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert_eq!(texts(&over), ["66: 6/off 5/off"]);
    desk.send(Command::Settings(SettingsCommand::PlayForced(false)));
    play(&desk, game());
    let waits = desk.wait("a choice of one", |s| s.game.result.is_empty() && s.game.can_move);
    assert_eq!(texts(&waits), ["66: \u{2026}"]);
}

#[test]
fn an_engine_accepts_a_resignation_that_is_worth_as_much_as_playing_on() {
    let mut desk = Desk::new();
    play(&desk, new_game("match-3", [human(), level("1")], list("31")));
    let start =
        desk.wait("the opening roll", |s| s.game.info.name == "backgammon" && s.game.can_move);
    assert_eq!(
        start.game.decisions.as_ref().unwrap().resignations,
        ["resign 1", "resign 2", "resign 3"]
    );
    type_move(&desk, "resign 1");
    let accepted = desk.wait("the answer", |s| says(s, "accept") || says(s, "reject"));
    assert!(says(&accepted, "accept"), "{:?}", accepted.game.result);
    // The engine has two checkers left, and the other player cannot bear one off in time.
    let position = "XGID=-------------EED----A---b-:0:0:1:31:0:0:0:0:10".to_owned();
    play(&desk, NewGame { position, ..new_game("money", [human(), level("1")], list("55")) });
    desk.wait("the gammon", |s| s.game.can_move && s.game.info.name == "backgammon");
    type_move(&desk, "resign 1");
    let rejected = desk.wait("the refusal", |s| says(s, "reject") && s.game.can_move);
    assert!(rejected.game.result.is_empty());
    type_move(&desk, "resign 2");
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert_eq!(over.game.result, "Black wins by 2 points: resignation");
}

#[test]
fn two_engines_play_a_match_to_its_end() {
    let mut desk = Desk::new();
    let dice = DiceChoice::Seed("quintet".to_owned());
    play(&desk, new_game("match-1", [level("1"), level("1")], dice));
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert!(over.game.result.contains("match won"), "{}", over.game.result);
    let source = &over.game.dice.as_ref().unwrap().source;
    assert!(source.ends_with("seed quintet"), "{source}");
}

#[test]
fn candidate_plays_have_equities_differences_and_chances() {
    let mut desk = Desk::new();
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10";
    desk.send(Command::File(FileCommand::Paste(xgid.to_owned())));
    desk.wait("the position", |s| s.game.info.name == "backgammon" && s.mode == Mode::Analyse);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(NAME.to_owned())));
    let found = desk.wait("two candidates", |s| {
        let lines = s.analysis.cards.first().map(|card| &card.lines);
        lines.is_some_and(|lines| {
            lines.len() > 1 && lines[0].moves[0] == "8/5 6/5" && lines[1].chances.is_some()
        })
    });
    let lines = &found.analysis.cards[0].lines;
    assert!(lines[0].loss.is_empty());
    assert!(lines[1].loss.starts_with('\u{2212}'), "{:?}", lines[1]);
    let won: f64 = lines[0].chances.as_ref().unwrap().won[0].parse().unwrap();
    assert!((45.0..65.0).contains(&won), "{won}");
}

#[test]
fn in_a_study_the_dice_are_thrown_by_a_click_or_typed() {
    let mut desk = Desk::new();
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:0:10";
    desk.send(Command::File(FileCommand::Paste(xgid.to_owned())));
    desk.wait("the position", |s| s.game.info.name == "backgammon" && s.mode == Mode::Analyse);
    for text in ["8/5 6/5", "roll", "62"] {
        type_move(&desk, text);
    }
    let typed = desk.wait("Black's dice", |s| {
        s.game.scene.table.as_ref().is_some_and(|table| table.dice.len() == 2) && s.game.current > 2
    });
    assert_eq!(typed.game.turn, Some(quintet::app::board::Side::Second));
    type_move(&desk, "24/18 13/11");
    type_move(&desk, "roll");
    desk.wait("no dice yet", |s| {
        s.game.scene.table.as_ref().is_some_and(|table| table.dice.is_empty())
            && s.game.turn.is_none()
    });
    desk.game(GameCommand::Click("dice".to_owned()));
    desk.wait("White's dice", |s| s.game.turn == Some(quintet::app::board::Side::First));
}
