use super::*;
use crate::protocol::guide::SearchInfo;

fn server() -> GuideServer {
    let option = |id, name: &str, kind| OptionLine { id, name: name.to_owned(), kind };
    let choices = ["off", "64K"].map(str::to_owned).to_vec();
    let options = vec![
        option(0, "Opening Book", OptionType::Check(true)),
        option(1, "Hash", OptionType::Combo { default: 1, choices }),
        option(3, "Level", OptionType::Spin { default: 5, min: Some(1), max: Some(10) }),
    ];
    let (name, author) = ("Toy 1".to_owned(), "Nobody".to_owned());
    GuideServer::new(Identity { name, author, options, without: vec!["showwindow"] })
}

fn said(server: &mut GuideServer) -> Vec<String> {
    std::iter::from_fn(|| server.poll_transmit()).collect()
}

fn search(server: &mut GuideServer) -> Assignment {
    match server.handle_line("go 1.5 2") {
        Some(Task::Search(assignment)) => assignment,
        other => panic!("{other:?}"),
    }
}

fn mv(text: &str) -> Reply {
    Reply::Move(Move::parse(text).unwrap())
}

#[test]
fn it_greets_unasked_and_when_asked() {
    let mut server = server();
    let greeting = [
        "name Toy 1",
        "author Nobody",
        "option 0 Opening_Book type check default 1",
        "option 1 Hash type combo default 1 var off var 64K",
        "option 3 Level type spin default 5 min 1 max 10",
        "engineok",
    ];
    assert_eq!(said(&mut server), greeting);
    assert_eq!(server.handle_line("guide"), None);
    assert_eq!(said(&mut server), greeting);
}

#[test]
fn what_needs_no_thought_it_answers_itself() {
    let mut server = server();
    said(&mut server);
    for (line, answer) in [
        ("ping 17 x", "pong 17 x"),
        ("showwindow 1", "error showwindow not implemented"),
        ("dance 7", "error dance 7 not implemented"),
        ("setoption 2 0", "error setoption 2 not implemented"),
        ("setoption 1 2", "error setoption 1: Hash cannot be 2"),
        ("setoption 3 0", "error setoption 3: Level cannot be 0"),
        ("forward -1", "error the game has no move -1"),
    ] {
        assert_eq!(server.handle_line(line), None, "{line}");
        assert_eq!(said(&mut server), [answer], "{line}");
    }
    for line in ["", "  ", "#drg eval 0", "levelsfixeddepth 9 #x"] {
        assert_eq!(server.handle_line(line), None, "{line:?}");
        assert!(said(&mut server).is_empty(), "{line:?}");
    }
    server.handle_line("capabilities");
    let capabilities = said(&mut server).concat();
    assert!(capabilities.starts_with("capabilities capabilities enginemode forward"));
    assert!(!capabilities.contains("showwindow"));
    assert_eq!(server.handle_line("setoption 3 10"), Some(Task::SetOption { id: 3, value: 10 }));
    assert_eq!(server.handle_line("setoption 0 false"), Some(Task::SetOption { id: 0, value: 0 }));
}

#[test]
fn the_game_is_kept_with_its_current_move() {
    let mut server = server();
    assert_eq!(server.handle_line("move 32 28 0"), Some(Task::Board));
    assert_eq!(server.handle_line("move 17 21 0"), Some(Task::Board));
    assert_eq!(server.handle_line("forward -1"), Some(Task::Board));
    assert_eq!((server.ply(), server.game().moves.len()), (1, 2));
    assert_eq!(server.handle_line("jumpto 2"), Some(Task::Board));
    assert_eq!(server.ply(), 2);
    server.handle_line("jumpto 1");
    server.handle_line("move 18 23 0");
    said(&mut server);
    server.handle_line("requestgame");
    let start = Board::standard();
    assert_eq!(said(&mut server), [format!("game {start} 2 m 32 28 0 m 18 23 0")]);
    server.reject_board("illegal move");
    assert_eq!((server.ply(), server.game().moves.len()), (1, 2));
    assert_eq!(said(&mut server), ["error illegal move"]);
    assert_eq!(server.handle_line("new"), Some(Task::NewGame));
    assert_eq!(server.game().moves, []);
}

#[test]
fn a_search_knows_its_game_level_mode_and_times() {
    let mut server = server();
    server.handle_line("enginemode 1 50");
    server.handle_line("levelslonggame 7200 40 3600 20 900");
    server.handle_line("move 32 28 0");
    let assignment = search(&mut server);
    assert_eq!(assignment.mode, EngineMode::GameAnalysis { threshold: 50.0 });
    let controls = [(7200.0, 40), (3600.0, 20)];
    assert_eq!(assignment.level, Level::Long { controls, rest_secs: 900.0 });
    assert_eq!((assignment.ply, assignment.elapsed_secs), (1, [1.5, 2.0]));
    server.handle_line("new");
    assert_eq!(server.mode(), EngineMode::Normal, "the document, `new`");
}

#[test]
fn its_own_move_is_played_on_its_board_under_an_open_order_only() {
    let mut server = server();
    let first = search(&mut server).order;
    let info = Reply::SearchInfo(SearchInfo { ply: Some(3), ..SearchInfo::default() });
    assert_eq!(server.admit(Some(first), &info).as_deref(), Some("searchInfo ply 3"));
    assert_eq!(server.handle_line("halt 1"), Some(Task::Halt { plays: true }));
    assert_eq!(server.admit(Some(first), &mv("32 28 0")).as_deref(), Some("move 32 28 0"));
    assert_eq!((server.ply(), server.open), (1, None));
    assert_eq!(server.admit(Some(first), &mv("17 21 0")), None);
    let second = search(&mut server).order;
    assert_eq!(server.handle_line("halt 0"), Some(Task::Halt { plays: false }));
    assert_eq!(server.admit(Some(second), &mv("17 21 0")), None);
    assert_eq!(server.admit(Some(second), &info), None);
    assert_eq!(server.ply(), 1, "nothing was played");
    assert_eq!(server.handle_line("halt 1"), None, "nothing runs");
    let third = search(&mut server).order;
    assert!(server.admit(Some(third), &Reply::Analysed).is_some());
    assert_eq!(server.open, None);
    assert_eq!(server.handle_line("quit"), Some(Task::Quit));
    assert_eq!(server.admit(None, &Reply::Quit).as_deref(), Some("quit"));
}
