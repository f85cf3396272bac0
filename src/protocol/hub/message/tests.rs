use super::super::param::ParamKind;
use super::*;

fn secs(secs: f64) -> Duration {
    Duration::from_secs_f64(secs)
}

#[test]
fn commands_are_read_and_written() {
    let place = |pos: &str, moves: &[&str]| {
        let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
        Command::Pos(Place { pos: Some(pos.to_owned()), moves })
    };
    let clock = |time: f64, inc: f64, moves| {
        let clock = Some(LevelClock { time: secs(time), inc: secs(inc), moves });
        Command::Level(Level { clock, ..Level::default() })
    };
    let level = |level| Command::Level(level);
    let none = Level::default();
    for (line, expected) in [
        ("hub", Command::Hub),
        ("init", Command::Init),
        ("ponder-hit", Command::PonderHit),
        ("stop", Command::Stop),
        ("new-game", Command::NewGame),
        ("ping", Command::Ping),
        ("quit", Command::Quit),
        ("go think", Command::Go(GoMode::Think)),
        ("go ponder", Command::Go(GoMode::Ponder)),
        ("go analyze", Command::Go(GoMode::Analyze)),
        ("level depth=8", level(Level { depth: Some(8), ..none })),
        ("level nodes=1000", level(Level { nodes: Some(1000), ..none })),
        ("level move-time=0.3", level(Level { move_time: Some(secs(0.3)), ..none })),
        ("level infinite", level(Level { infinite: true, ..none })),
        ("level time=60", clock(60.0, 0.0, None)),
        ("level moves=9 time=291.587", clock(291.587, 0.0, Some(9))),
        ("level time=60 inc=1.5", clock(60.0, 1.5, None)),
        ("pos pos=Weee", place("Weee", &[])),
        ("pos pos=Beee moves=\"38-15 5-41\"", place("Beee", &["38-15", "5-41"])),
        ("pos pos=Beee moves=\"38-15\"", place("Beee", &["38-15"])),
        ("pos", Command::Pos(Place::default())),
        (
            "set-param name=path value=\"a b\"",
            Command::SetParam { name: "path".to_owned(), value: "a b".to_owned() },
        ),
        (
            "set-param name=path value=\"\"",
            Command::SetParam { name: "path".to_owned(), value: String::new() },
        ),
        ("frobnicate a=b", Command::Ignored("frobnicate a=b".to_owned())),
    ] {
        assert_eq!(Command::parse(line), expected, "{line}");
        assert_eq!(expected.to_string(), line);
    }
}

#[test]
fn commands_are_read_leniently() {
    for (line, expected) in [
        ("  ping  \r", "ping"),
        ("pos pos=Weee flavour=vanilla", "pos pos=Weee"),
        ("pos moves=32-28 19-23 pos=Weee", "pos pos=Weee moves=\"32-28 19-23\""),
        ("level depth=3 colour=red", "level depth=3"),
        ("level time=-0.5 inc=1", "level time=0 inc=1"),
        ("level inc=1", "level"),
        ("level moves=3 time=1e2", "level moves=3 time=100"),
        ("go think quickly", "go think"),
        ("go", "go needs think, ponder or analyze"),
        ("go wild", "go needs think, ponder or analyze"),
        ("level depth=x", "depth must be a whole number"),
        ("level nodes=-1", "nodes must be a whole number"),
        ("level time=nan", "time must be a number of seconds"),
        ("level move-time=", "move-time must be a number of seconds"),
        ("level time=1 inc=inf", "inc must be a number of seconds"),
        ("set-param value=1", "set-param needs name and value"),
        ("PING", "PING"),
    ] {
        assert_eq!(Command::parse(line).to_string(), expected, "{line}");
    }
    let level = |line| match Command::parse(line) {
        Command::Level(level) => level,
        other => panic!("{other:?}"),
    };
    let mut merged = level("level depth=3 move-time=1");
    merged.merge(&level("level move-time=2"));
    assert_eq!(merged.to_string(), "level depth=3 move-time=2");
    assert!(!merged.is_endless());
    assert!(level("level infinite").is_endless() && level("level").is_endless());
}

#[test]
fn the_arguments_of_pos_are_read_with_and_without_the_word() {
    for text in ["pos=Weee moves=\"1-6 2-7\"", "pos pos=Weee moves=\"1-6 2-7\""] {
        let place = Place::parse(text);
        assert_eq!(place.pos.as_deref(), Some("Weee"));
        assert_eq!(place.moves, ["1-6", "2-7"], "{text}");
    }
    assert_eq!(Place::parse(""), Place::default());
}

#[test]
fn replies_are_read_and_written() {
    let done = |mv: Option<&str>, ponder: Option<&str>| {
        Reply::Done(Done { mv: mv.map(str::to_owned), ponder: ponder.map(str::to_owned) })
    };
    let param = |name: &str, value: &str, kind| Reply::Param(Param::new(name, value, kind));
    let words = |words: &str| words.split(' ').map(str::to_owned).collect();
    for (line, expected) in [
        ("wait", Reply::Wait),
        ("ready", Reply::Ready),
        ("pong", Reply::Pong),
        ("done move=32-28 ponder=17-22", done(Some("32-28"), Some("17-22"))),
        ("done move=28x19x23", done(Some("28x19x23"), None)),
        ("done", done(None, None)),
        ("error message=\"bad position\"", Reply::Error("bad position".to_owned())),
        (
            "id name=Scan version=3.1 author=\"Fabien Letouzey\" country=France",
            Reply::Id(Id {
                name: "Scan".to_owned(),
                version: Some("3.1".to_owned()),
                author: Some("Fabien Letouzey".to_owned()),
                country: Some("France".to_owned()),
            }),
        ),
        ("param name=book value=true type=bool", param("book", "true", ParamKind::Bool)),
        (
            "param name=threads value=1 type=int min=1 max=16",
            param("threads", "1", ParamKind::Int { min: Some(1), max: Some(16) }),
        ),
        (
            "param name=hash value=64 type=int",
            param("hash", "64", ParamKind::Int { min: None, max: None }),
        ),
        (
            "param name=margin value=0.5 type=real min=0 max=1.25",
            param("margin", "0.5", ParamKind::Real { min: Some(0.0), max: Some(1.25) }),
        ),
        ("param name=path value=\"\" type=string", param("path", "", ParamKind::String)),
        (
            "param name=variant value=normal type=enum values=\"normal killer bt\"",
            param("variant", "normal", ParamKind::Enum(words("normal killer bt"))),
        ),
        (
            "info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8.0 \
             pv=\"32-28 17-22 28x17x22\"",
            Reply::Info(Thought {
                depth: Some(21),
                mean_depth: Some(20.8),
                score: Some(-0.01),
                nodes: Some(31_261_613),
                time: Some(secs(3.906)),
                nps: Some(8.0),
                pv: words("32-28 17-22 28x17x22"),
                not_a_number: false,
            }),
        ),
        ("info pv=28x19x23", Reply::Info(Thought { pv: words("28x19x23"), ..Thought::default() })),
        ("info", Reply::Info(Thought::default())),
        ("init eval", Reply::Chatter("init eval".to_owned())),
        ("", Reply::Chatter(String::new())),
    ] {
        assert_eq!(Reply::parse(line), expected, "{line}");
        assert_eq!(expected.to_string(), line);
    }
}

#[test]
fn replies_are_read_leniently() {
    for (line, expected) in [
        ("\tpong\r", "pong"),
        ("param type=int value=3 name=x", "param name=x value=3 type=int"),
        ("param name=x value=3 type=int min=a", "param name=x value=3 type=int"),
        ("param name=x value=3 type=colour", "param name=x value=3 type=string"),
        ("param name=x", "param name=x value=\"\" type=string"),
        ("param value=3", "param value=3"),
        ("done move= ponder=17-22", "done ponder=17-22"),
        ("done 32-28", "done"),
        ("error bad command", "error message=\"bad command\""),
        ("error", "error message=\"\""),
        ("info depth=7 score=+0.5 pv=32-28 17-22", "info depth=7 score=0.50 pv=\"32-28 17-22\""),
        ("info depth=6.9 nodes=1e3", "info depth=6 nodes=1000"),
        ("info time=-1 nps=-2", "info"),
        ("info score= pv=", "info"),
    ] {
        assert_eq!(Reply::parse(line).to_string(), expected, "{line}");
    }
    for line in ["info score=-nan", "info nps=inf", "info depth=abc", "info time=NaN"] {
        let Reply::Info(thought) = Reply::parse(line) else { panic!("{line}") };
        assert!(thought.not_a_number, "{line}");
        assert_eq!(Thought { not_a_number: false, ..thought }, Thought::default(), "{line}");
    }
}

#[test]
fn names_are_as_full_as_they_were_said() {
    let title = |line: &str| match Reply::parse(line) {
        Reply::Id(id) => id.title(),
        other => panic!("{other:?}"),
    };
    assert_eq!(title("id name=Scan version=3.1").as_deref(), Some("Scan 3.1"));
    assert_eq!(title("id name=\"Moby Dam\"").as_deref(), Some("Moby Dam"));
    assert_eq!(title("id version=3"), None);
}

#[test]
fn values_are_checked_against_their_declaration() {
    let int = |min, max| ParamKind::Int { min, max };
    let real = ParamKind::Real { min: Some(0.0), max: Some(1.0) };
    let variants = ParamKind::Enum(vec!["normal".to_owned(), "bt".to_owned()]);
    for (kind, value, expected) in [
        (ParamKind::Bool, "true", Ok("true")),
        (ParamKind::Bool, " false ", Ok("false")),
        (ParamKind::Bool, "maybe", Err("true, false")),
        (ParamKind::Bool, "True", Err("true, false")),
        (int(Some(1), Some(16)), "16", Ok("16")),
        (int(Some(1), Some(16)), "+4", Ok("4")),
        (int(Some(1), Some(16)), "17", Err("a whole number from 1 to 16")),
        (int(Some(1), Some(16)), "1.5", Err("a whole number from 1 to 16")),
        (int(Some(1), None), "0", Err("a whole number of at least 1")),
        (int(None, Some(9)), "10", Err("a whole number of at most 9")),
        (int(None, None), "-5", Ok("-5")),
        (int(None, None), "x", Err("a whole number")),
        (real.clone(), "0.5", Ok("0.5")),
        (real.clone(), "nan", Err("a number from 0 to 1")),
        (real, "1.01", Err("a number from 0 to 1")),
        (ParamKind::String, "a = b", Ok("a = b")),
        (ParamKind::String, "", Ok("")),
        (ParamKind::String, "a\"b", Err("text without quotation marks, on one line")),
        (ParamKind::String, "a\nquit", Err("text without quotation marks, on one line")),
        (variants.clone(), "bt", Ok("bt")),
        (variants, "chess", Err("normal, bt")),
    ] {
        let got = kind.check(value);
        let got = got.as_ref().map(super::super::param::CheckedValue::as_str);
        assert_eq!(got.map_err(String::as_str), expected, "{kind:?} {value:?}");
    }
}
