//! Sessions with Hub engines: every way in which one can deviate from the document, or fail.
//!
//! The engine is `scripted-engine --hub` (`tests/engines/hub.rs`). Every wait stands inside a time
//! limit. What needs no process is in `tests/transcripts/hub`.
#![cfg(unix)]

#[expect(dead_code, reason = "what only tests/sessions.rs needs")]
#[path = "sessions/run.rs"]
mod run;

use std::sync::Arc;
use std::time::Duration;

use quintet::games::{self, Actor, Game, Link, LinkedGame, LinkedMove, Setup};
use quintet::protocol::{
    Answer, ClientConfig, EngineClock, Event, Limits, Mode, Protocol, Request, Root, RootMove,
    Search, SearchId,
};
use quintet::session::{Direction, ExitCause, Launch, News, ProcessEnd, Session, Target};

use run::{Run, SCRIPTED};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn start(args: &[&str], config: ClientConfig) -> Run {
    let words = [SCRIPTED, "--hub"].iter().chain(args);
    let command = words.map(|word| (*word).to_owned()).collect();
    let target = Target::Command { command, dir: None, env: Vec::new() };
    let (session, events) = Session::start(Launch { target, protocol: Protocol::Hub, config });
    Run { session, events }
}

fn engine(args: &[&str]) -> Run {
    start(args, ClientConfig::default())
}

fn hurried(args: &[&str], timeouts_scale: f64) -> Run {
    start(args, ClientConfig { timeouts_scale, ..ClientConfig::default() })
}

/// A search after these moves from the normal start.
fn search(id: u64, mode: Mode, moves: &str) -> Request {
    let root_moves: Arc<[RootMove]> = moves.split_ascii_whitespace().map(RootMove::plain).collect();
    let full = match moves {
        "" => format!("pos={START}"),
        moves => format!("pos={START} moves=\"{moves}\""),
    };
    let clock = EngineClock { main: Duration::from_secs(60), ..EngineClock::default() };
    let limits = match mode {
        Mode::Play | Mode::Ponder => Limits { clocks: Some([clock; 2]), ..Limits::default() },
        Mode::Analyse { .. } | Mode::WholeGame => Limits::default(),
    };
    let root = Root { start: START.to_owned(), moves: root_moves, full };
    Request::Search(Search { id: SearchId(id), root, limits, mode })
}

const ANALYSE: Mode = Mode::Analyse { lines: 1 };

async fn info(run: &mut Run, id: u64) {
    run.until(|news| match news {
        News::Infos(infos) => infos.iter().any(|info| info.search == SearchId(id)).then_some(()),
        _ => None,
    })
    .await;
}

async fn ended(run: &mut Run, id: u64) {
    run.until(|news| (*news == News::Event(Event::Ended(SearchId(id)))).then_some(())).await;
}

async fn complaint(run: &mut Run) -> String {
    run.until(|news| match news {
        News::Event(Event::Complaint(text)) => Some(text.clone()),
        _ => None,
    })
    .await
}

/// The lines that were sent.
fn sent(run: &Run) -> Vec<String> {
    let lines = run.session.log().tail(1000).into_iter();
    lines.filter(|line| line.direction == Direction::Sent).map(|line| line.text).collect()
}

async fn quits(mut run: Run) {
    run.ask(Request::Quit);
    assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
}

#[tokio::test]
async fn a_whole_dialogue_with_a_good_engine() {
    let options = [("threads", "4"), ("margin", "0.75"), ("file", "a b"), ("book", "true")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let variant = Some("frisian".to_owned());
    let mut run =
        start(&["--name", "Toy"], ClientConfig { options, variant, ..ClientConfig::default() });
    let (name, declared) = run
        .until(|news| match news {
            News::Event(Event::Ready { name, options, .. }) => Some((name.clone(), options.len())),
            _ => None,
        })
        .await;
    assert_eq!((name.as_str(), declared), ("Toy", 5), "all parameters but the variant");
    run.ask(search(1, Mode::Play, ""));
    let first = run.answer().await;
    let (mv, guess) = (first.mv.unwrap(), first.ponder.unwrap());
    assert_eq!(first.score, Some(0.25));
    run.ask(search(2, Mode::Ponder, &format!("{mv} {guess}")));
    info(&mut run, 2).await;
    run.ask(Request::PonderHit);
    let second = run.answer().await;
    assert_eq!(second.search, SearchId(2));
    run.ask(search(3, ANALYSE, &mv));
    info(&mut run, 3).await;
    run.ask(Request::Stop);
    assert_eq!(
        run.answer().await,
        Answer { search: SearchId(3), score: Some(0.25), ..Answer::default() }
    );
    run.ask(Request::NewGame);
    run.ask(search(4, Mode::Play, ""));
    assert_eq!(run.answer().await.mv, Some(mv.clone()));
    let expected = [
        "hub".to_owned(),
        "set-param name=variant value=frisian".to_owned(),
        "set-param name=threads value=4".to_owned(),
        "set-param name=margin value=0.75".to_owned(),
        "set-param name=file value=\"a b\"".to_owned(),
        "init".to_owned(),
        "ping".to_owned(),
        format!("pos pos={START}"),
        "level time=60".to_owned(),
        "ping".to_owned(),
        "go think".to_owned(),
        format!("pos pos={START} moves=\"{mv} {guess}\""),
        "level time=60".to_owned(),
        "ping".to_owned(),
        "go ponder".to_owned(),
        "ponder-hit".to_owned(),
        // An error before its pong would be about the hit.
        "ping".to_owned(),
        format!("pos pos={START} moves=\"{mv}\""),
        "level infinite".to_owned(),
        "ping".to_owned(),
        "go analyze".to_owned(),
        "stop".to_owned(),
        "new-game".to_owned(),
    ];
    assert_eq!(sent(&run)[..expected.len()], expected);
    quits(run).await;
}

/// What an engine does wrong while it starts, and how its session ends.
const BAD_STARTS: &[(&[&str], &str, &str)] = &[
    (&["complain=unable to open file \"scan.ini\"@hub", "exit=1@hub"], "Crashed", "scan.ini"),
    (&["complain=unable to open file \"book\"@init", "exit=1@init"], "Crashed", "\"book\""),
    (&["die=6@init"], "Crashed", ""),
    (&["close-output@init", "deaf@eof"], "ClosedOutput", ""),
    (&["deaf@hub"], "BadHandshake(\"did not answer hub within 0.6 s\")", ""),
    (&["stall@init"], "BadHandshake(\"did not answer init within 0.6 s\")", ""),
    (
        &["instead=readyy@init"],
        "BadHandshake(\"did not answer init within 0.6 s; it wrote \u{201c}readyy\u{201d}\")",
        "",
    ),
];

#[tokio::test]
async fn a_start_that_fails_is_named_and_its_last_words_are_told() {
    let mut runs: Vec<Run> = BAD_STARTS.iter().map(|(args, _, _)| hurried(args, 0.02)).collect();
    for run in &runs {
        run.ask(search(1, Mode::Play, ""));
    }
    for (run, (args, cause, words)) in runs.iter_mut().zip(BAD_STARTS) {
        let exit = run.clean_end().await;
        assert_eq!(format!("{:?}", exit.cause), *cause, "{args:?}");
        assert!(exit.stderr.join("\n").contains(words), "{args:?}: {:?}", exit.stderr);
    }
}

#[tokio::test]
async fn an_engine_without_the_variant_is_refused_in_words() {
    for (args, variant, expected) in [
        (&["--no-variants"][..], "killer", "it plays only the international game, not killer"),
        (&[], "russian", "it plays only the variants normal, killer, bt, frisian, losing, not"),
    ] {
        let config = ClientConfig { variant: Some(variant.to_owned()), ..ClientConfig::default() };
        let exit = start(args, config).clean_end().await;
        let ExitCause::CannotPlay(why) = exit.cause else { panic!("{exit:?}") };
        assert!(why.contains(expected), "{why}");
    }
    let config = ClientConfig { variant: Some("normal".to_owned()), ..ClientConfig::default() };
    let mut run = start(&["--no-variants"], config);
    run.ready().await;
    quits(run).await;
}

/// Output that is odd but no reason to give up: the engine is ready and plays 32-28.
const ODDITIES: &[&[&str]] = &[
    &["--crlf"],
    &["say=\\x00\\xff caf\\xe9\\n\\n\\r\\n\\t\\n@start"],
    &["say=Toy (c) 2001\\nloading...@start"],
    &["long=3000000@init"],
    &["complain=warning\\n@go", "late=20@go"],
    &["say=param type=int name=x value=1\\nparam name=y\\nparam\\n@hub"],
    &["say=info depth=1\\nready\\ndone\\npong\\n@hub"],
    &["say=info score=-nan nps=inf pv=32-28 17-22\\ninfo\\ninfo pv=32-28\\n@go"],
    &["say=iteration 1 ......\\n@go"],
    &["twice@go", "twice@ping"],
    &["twice@hub", "twice@init"],
    &["instead=done move=32-28@go"],
    &["deaf@new-game", "deaf@ping"],
    &["flood-noise=0@start"],
];

#[tokio::test]
async fn odd_output_does_not_disturb_a_search() {
    for oddity in ODDITIES {
        let mut run = engine(&[&["--moves", "32-28,32-28"], *oddity].concat());
        run.ready().await;
        run.ask(search(1, Mode::Play, ""));
        assert_eq!(run.answer().await.mv.as_deref(), Some("32-28"), "{oddity:?}");
        run.ask(Request::NewGame);
        run.ask(search(2, Mode::Play, ""));
        let answer = run.answer().await;
        assert_eq!((answer.search, answer.mv.as_deref()), (SearchId(2), Some("32-28")));
        quits(run).await;
    }
}

#[tokio::test]
async fn options_that_the_engine_does_not_admit_are_not_sent() {
    let bad =
        [("book", "maybe"), ("threads", "99"), ("margin", "x"), ("nosuch", "1"), ("file", "\"")];
    let options = bad.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let mut run = start(&[], ClientConfig { options, ..ClientConfig::default() });
    for (name, _) in bad {
        assert!(complaint(&mut run).await.contains(&format!("{name:?}")));
    }
    run.ready().await;
    run.ask(Request::SetOption { name: "threads".to_owned(), value: "2".to_owned() });
    assert!(complaint(&mut run).await.contains("start it again"));
    assert_eq!(sent(&run), ["hub", "init", "ping"]);
    quits(run).await;
}

#[tokio::test]
async fn a_late_done_is_swallowed_and_the_next_search_waits_for_it() {
    let mut run = engine(&["--moves", "31-27,32-28", "late=150@stop"]);
    run.ready().await;
    run.ask(search(1, ANALYSE, ""));
    info(&mut run, 1).await;
    run.ask(search(2, Mode::Play, ""));
    ended(&mut run, 1).await;
    assert_eq!(run.answer().await.mv.as_deref(), Some("32-28"));
    quits(run).await;
}

#[tokio::test]
async fn an_answer_that_crosses_the_stop_belongs_to_its_own_search() {
    // The engine answers at once and then the stop that finds no search, too.
    let args = ["--eager", "--moves", "31-27,32-28,33-28", "say=done move=1-1\\n@stop"];
    let mut run = engine(&args);
    run.ready().await;
    run.ask(search(1, ANALYSE, ""));
    run.ask(search(2, Mode::Play, ""));
    run.ask(search(3, Mode::Play, ""));
    let last = run
        .until(|news| match news {
            News::Event(Event::Answer(answer)) if answer.search == SearchId(3) => {
                Some(answer.clone())
            }
            _ => None,
        })
        .await;
    assert_ne!(last.mv.as_deref(), Some("1-1"));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_is_deaf_to_stop_is_given_up() {
    for args in [&["deaf@stop"][..], &["stall@stop", "--ignore-term"]] {
        let mut run = hurried(args, 0.1);
        run.ready().await;
        run.ask(search(1, ANALYSE, ""));
        info(&mut run, 1).await;
        run.ask(Request::Abandon);
        run.ask(Request::Abandon);
        let exit = run.clean_end().await;
        let expected = ExitCause::Stalled("did not answer stop within 0.5 s".to_owned());
        assert_eq!(exit.cause, expected, "{args:?}");
    }
}

#[tokio::test]
async fn a_refused_position_makes_the_answer_void() {
    let mut run = engine(&[]);
    run.ready().await;
    run.ask(search(1, Mode::Play, "32-28"));
    assert!(run.answer().await.mv.is_some());
    run.ask(search(2, Mode::Play, "32-28 20-25 33-39"));
    assert_eq!(complaint(&mut run).await, "bad position");
    ended(&mut run, 2).await;
    run.ask(search(3, Mode::Play, "32-28 20-25"));
    assert_eq!(run.answer().await.search, SearchId(3));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_refuses_and_does_not_search_goes_on_after_a_while() {
    // The second time it is asked in parts, which shows that it is the position.
    let mut run = hurried(&["deaf@go:1", "deaf@go:2"], 0.1);
    run.ready().await;
    run.ask(search(1, ANALYSE, "32-28 20-25 33-39"));
    ended(&mut run, 1).await;
    run.ask(search(2, Mode::Play, ""));
    assert_eq!(run.answer().await.search, SearchId(2));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_refuses_every_level_is_asked_without() {
    for dialect in [vec![], vec![("ping".to_owned(), "no".to_owned())]] {
        let args = ["--refuses", "depth,nodes,move-time,time,infinite"];
        let mut run = start(&args, ClientConfig { dialect, ..ClientConfig::default() });
        run.ready().await;
        let move_time = Some(Duration::from_millis(20));
        for (id, limits) in [
            (1, Limits { depth: Some(1), ..Limits::default() }),
            (2, Limits { move_time, ..Limits::default() }),
            (3, Limits { depth: Some(1), ..Limits::default() }),
            (4, Limits { move_time, ..Limits::default() }),
        ] {
            let Request::Search(plain) = search(id, Mode::Play, "") else { panic!() };
            run.ask(Request::Search(Search { limits, ..plain }));
            let answer = run.answer().await;
            assert!(answer.search == SearchId(id) && answer.mv.is_some(), "{answer:?}");
        }
        let n_levels = sent(&run).iter().filter(|line| line.starts_with("level ")).count();
        assert!(n_levels <= 6, "each is sent until it is known to be refused: {n_levels}");
        quits(run).await;
    }
}

#[tokio::test]
async fn an_engine_that_any_input_aborts_is_not_disturbed() {
    let dialect = vec![("ping".to_owned(), "no".to_owned())];
    for config in [ClientConfig { dialect, ..ClientConfig::default() }, ClientConfig::default()] {
        let pings = config.dialect.is_empty();
        let mut run = start(&["--any-input-aborts", "--moves", "31-27,32-28"], config);
        run.ready().await;
        run.ask(search(1, ANALYSE, ""));
        info(&mut run, 1).await;
        run.ask(Request::Abandon);
        ended(&mut run, 1).await;
        run.ask(search(2, Mode::Play, ""));
        assert_eq!(run.answer().await.mv.as_deref(), Some("32-28"));
        assert_eq!(sent(&run).contains(&"ping".to_owned()), pings);
        quits(run).await;
    }
}

#[tokio::test]
async fn an_early_answer_while_pondering_waits_for_the_hit() {
    let mut run = engine(&["--eager", "--moves", "31-27,32-28,33-29"]);
    run.ready().await;
    run.ask(search(1, Mode::Ponder, "32-28 17-22"));
    info(&mut run, 1).await;
    run.ask(Request::PonderHit);
    let answer = run.answer().await;
    assert_eq!((answer.search, answer.mv.as_deref()), (SearchId(1), Some("31-27")));
    run.ask(search(2, Mode::Ponder, "32-28 17-21"));
    info(&mut run, 2).await;
    run.ask(search(3, Mode::Play, "32-28 17-21"));
    ended(&mut run, 2).await;
    let answer = run.answer().await;
    assert_eq!((answer.search, answer.mv.as_deref()), (SearchId(3), Some("33-29")));
    quits(run).await;
}

#[tokio::test]
async fn an_analysis_that_ends_by_itself_is_complete() {
    let mut run = engine(&["--eager"]);
    run.ready().await;
    run.ask(search(1, ANALYSE, ""));
    let answer = run.answer().await;
    assert_eq!((answer.search, answer.mv), (SearchId(1), None));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_dies_in_a_search_is_a_crash() {
    for (args, status) in [
        (&["die=11@go"][..], ProcessEnd::Signal(11)),
        (&["exit=0@stop"], ProcessEnd::Code(0)),
        (&["say=info depth=1@go", "exit=3@go"], ProcessEnd::Code(3)),
    ] {
        let mut run = engine(args);
        run.ready().await;
        run.ask(search(1, ANALYSE, ""));
        run.until(|news| matches!(news, News::Event(Event::Started(_))).then_some(())).await;
        // It may be gone already.
        run.session.request(Request::Stop).ok();
        let exit = run.clean_end().await;
        assert_eq!((exit.cause, exit.status), (ExitCause::Crashed, status), "{args:?}");
    }
}

#[tokio::test]
async fn quitting_ends_a_search_first_and_is_insisted_on() {
    for (args, status) in [
        (&[][..], ProcessEnd::Code(0)),
        (&["deaf@stop"], ProcessEnd::Code(0)),
        (&["deaf@quit"], ProcessEnd::Code(0)),
        (&["deaf@quit", "deaf@eof"], ProcessEnd::Signal(15)),
    ] {
        let mut run = hurried(args, 0.2);
        run.ready().await;
        run.ask(search(1, ANALYSE, ""));
        info(&mut run, 1).await;
        run.ask(Request::Quit);
        let exit = run.clean_end().await;
        assert_eq!((exit.cause, exit.status), (ExitCause::Asked, status), "{args:?}");
        assert_eq!(sent(&run)[7..], ["stop", "quit"], "{args:?}");
    }
}

/// The engine that comes with the program plays itself through the link, as the window does: every
/// move is the answer to a guess that came true.
#[tokio::test]
async fn our_own_engine_plays_and_ponders_in_every_variant() {
    let game = games::find("draughts").expect("draughts is one of the games");
    let link = game.link("hub").expect("draughts is played over Hub");
    for variant in game.info().variants {
        let command = [env!("CARGO_BIN_EXE_quintet"), "engine", "hub"].map(str::to_owned);
        let target = Target::Command { command: command.to_vec(), dir: None, env: Vec::new() };
        let variant_text = link.variant_text(Some(variant.name));
        let config = ClientConfig { variant: variant_text, ..ClientConfig::default() };
        let (session, events) = Session::start(Launch { target, protocol: Protocol::Hub, config });
        let mut run = Run { session, events };
        run.ready().await;
        let n_hits = self_play(&mut run, game, link, variant.name).await;
        assert!(3 < n_hits, "{}: {n_hits}", variant.name);
        assert!(!run.transcript().contains(" << error "), "{}", run.transcript());
        quits(run).await;
    }
}

/// A game of at most 60 moves; gives the number of guesses that came true.
async fn self_play(run: &mut Run, game: &dyn Game, link: &dyn Link, variant: &str) -> usize {
    let setup = Setup { variant: Some(variant.to_owned()), position: None };
    let mut pos = game.start(&setup).expect("the variant is the game's own");
    let start = pos.to_text();
    let mut moves: Vec<LinkedMove> = Vec::new();
    let (mut guessed, mut n_hits) = (false, 0);
    while moves.len() < 60 && matches!(pos.actor(), Actor::Player(_)) {
        let id = SearchId(moves.len() as u64);
        let root = link.root(&LinkedGame {
            start: &start,
            variant: Some(variant),
            players: ["a", "b"],
            clocks: [None; 2],
            moves: &moves,
            now: None,
        });
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let mode = if guessed { Mode::Ponder } else { Mode::Play };
        run.ask(Request::Search(Search { id, root, limits, mode }));
        if guessed {
            run.ask(Request::PonderHit);
            n_hits += 1;
        }
        let answer = run.answer().await;
        assert_eq!(answer.search, id);
        guessed = answer.ponder.is_some();
        for text in answer.mv.iter().chain(&answer.ponder) {
            let mv = link.read_move(&*pos, text).expect("the engine's move is legal");
            pos.play(&mv.0).expect("a legal move can be played");
            moves.push(LinkedMove::new(mv, None, None));
        }
    }
    n_hits
}
