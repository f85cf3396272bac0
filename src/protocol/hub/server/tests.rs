use super::super::param::ParamKind;
use super::*;

fn server() -> HubServer {
    let id = Id { name: "Toy".to_owned(), version: Some("1.0".to_owned()), ..Id::default() };
    let variants = ["normal", "frisian"].map(str::to_owned).to_vec();
    HubServer::new(
        id,
        vec![
            Param::new("variant", "normal", ParamKind::Enum(variants)),
            Param::new("book", "true", ParamKind::Bool),
            Param::new("level", "10", ParamKind::Int { min: Some(1), max: Some(10) }),
        ],
    )
}

fn ready_server() -> HubServer {
    let mut server = server();
    server.handle_line("hub");
    assert_eq!(server.handle_line("init"), [Task::Init]);
    assert_eq!(server.ready(), "ready");
    server
}

fn written(tasks: &[Task]) -> Vec<&str> {
    let mut lines = Vec::new();
    for task in tasks {
        let Task::Write(line) = task else { panic!("{task:?} is not a line") };
        lines.push(line.as_str());
    }
    lines
}

fn search(tasks: &[Task]) -> &Order {
    match tasks {
        [Task::Search(order)] => order,
        other => panic!("{other:?} is no search"),
    }
}

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn the_handshake_declares_and_checks_parameters() {
    let mut server = server();
    assert_eq!(
        written(&server.handle_line("hub")),
        [
            "id name=Toy version=1.0",
            "param name=variant value=normal type=enum values=\"normal frisian\"",
            "param name=book value=true type=bool",
            "param name=level value=10 type=int min=1 max=10",
            "wait",
        ]
    );
    for (line, expected) in [
        ("set-param name=variant value=frisian", ""),
        ("set-param name=level value=3 colour=red", ""),
        (
            "set-param name=book value=no",
            "error message=\"book cannot be 'no'; allowed: true, false\"",
        ),
        (
            "set-param name=level value=11",
            "error message=\"level cannot be '11'; allowed: a whole number from 1 to 10\"",
        ),
        ("set-param name=x value=1", "error message=\"there is no parameter x\""),
        ("set-param name=x", "error message=\"set-param needs name and value\""),
        ("frobnicate", ""),
    ] {
        let tasks = server.handle_line(line);
        assert_eq!(written(&tasks).join("|"), expected, "{line}");
    }
    assert_eq!(server.param("variant"), Some("frisian"));
    assert_eq!(server.param_as::<i32>("level"), Some(3));
    assert_eq!(server.param_as::<bool>("book"), Some(true));
    assert_eq!(server.param("x"), None);
    let early = server.handle_line("go think");
    assert!(written(&early)[0].starts_with("error message="), "{early:?}");
    server.handle_line("init");
    server.ready();
    let late = server.handle_line("set-param name=level value=4");
    assert_eq!(late, [Task::ParamChanged("level".to_owned())]);
}

#[test]
fn position_level_and_mode_make_a_search() {
    let mut server = ready_server();
    let line = format!("pos pos={START} moves=\"32-28 17-22\"");
    let place =
        Place { pos: Some(START.to_owned()), moves: vec!["32-28".to_owned(), "17-22".to_owned()] };
    assert_eq!(server.handle_line(&line), [Task::Place(place.clone())]);
    assert_eq!(server.handle_line("level time=60 inc=1"), []);
    assert_eq!(server.handle_line("level depth=7"), []);
    let tasks = server.handle_line("go think");
    let order = search(&tasks);
    assert_eq!((&order.place, order.mode, order.level.depth), (&place, GoMode::Think, Some(7)));
    assert!(order.level.clock.is_some());
    let id = order.id;
    let thought = Thought { depth: Some(1), ..Thought::default() };
    assert_eq!(server.info(id, &thought).as_deref(), Some("info depth=1"));
    let done = Done { mv: Some("28x17x22".to_owned()), ponder: None };
    assert_eq!(server.done(id, &done).as_deref(), Some("done move=28x17x22"));
    assert_eq!(server.info(id, &thought), None);
    assert_eq!(server.done(id, &done), None, "one done for one go");
    assert_eq!(server.handle_line("stop"), [], "nothing to stop, and no done");
    assert!(search(&server.handle_line("go analyze")).level.is_endless(), "a level holds once");
}

#[test]
fn a_refused_position_leaves_the_old_one() {
    let mut server = ready_server();
    server.handle_line(&format!("pos pos={START}"));
    server.handle_line("pos pos=Wnonsense");
    assert_eq!(server.refuse_place("bad position"), "error message=\"bad position\"");
    let tasks = server.handle_line("go think");
    assert_eq!(search(&tasks).place.pos.as_deref(), Some(START));
}

#[test]
fn while_a_search_runs_only_ping_stop_and_ponder_hit_leave_it_alone() {
    let mut server = ready_server();
    let id = search(&server.handle_line("go ponder")).id;
    assert_eq!(written(&server.handle_line("ping")), ["pong"]);
    assert_eq!(server.handle_line("ponder-hit"), [Task::PonderHit(id)]);
    assert_eq!(server.handle_line("ponder-hit"), [], "it hits once");
    assert_eq!(server.handle_line("what is this"), []);
    assert_eq!(server.handle_line("stop"), [Task::Stop(id)]);
    assert_eq!(server.handle_line("quit"), [Task::Stop(id), Task::Quit]);
    assert!(server.done(id, &Done::default()).is_some());
    let id = search(&server.handle_line("go analyze")).id;
    assert_eq!(server.handle_line("ponder-hit"), []);
    assert_eq!(server.handle_line("new-game"), [Task::Stop(id), Task::NewGame]);
    let tasks = server.handle_line("level depth=x");
    assert_eq!(tasks[0], Task::Stop(id));
    assert_eq!(tasks[1], Task::Write("error message=\"depth must be a whole number\"".to_owned()));
}
