//! Sessions with UBGI engines: every way in which one can deviate from the document, or fail.
//!
//! The engine is `scripted-engine --ubgi` (`tests/engines/ubgi.rs`). Every wait stands inside a time
//! limit. What needs no process is in `tests/transcripts/ubgi`.
#![cfg(unix)]

#[expect(dead_code, reason = "what only tests/sessions.rs needs")]
#[path = "sessions/run.rs"]
mod run;

use std::time::{Duration, Instant};

use quintet::games::{self, Setup};
use quintet::protocol::ubgi::PositionTexts;
use quintet::protocol::{
    ClientConfig, Event, Info, Limits, Mode, Protocol, Request, Search, SearchId,
};
use quintet::session::{Direction, ExitCause, Launch, News, ProcessEnd, Session, Target};

use run::{Run, SCRIPTED};

const ANALYSE: Mode = Mode::Analyse { lines: 2 };
const MOVES: [&str; 2] = ["--moves", "8/5 6/5,24/20"];

fn start(args: &[&str], config: ClientConfig) -> Run {
    let words = [SCRIPTED, "--ubgi"].iter().chain(args);
    let command = words.map(|word| (*word).to_owned()).collect();
    let target = Target::Command { command, dir: None, env: Vec::new() };
    let (session, events) = Session::start(Launch { target, protocol: Protocol::Ubgi, config });
    Run { session, events }
}

/// An engine with two moves to play and these faults.
fn engine(args: &[&str]) -> Run {
    start(&[&MOVES, args].concat(), ClientConfig::default())
}

fn scaled(args: &[&str], timeouts_scale: f64) -> Run {
    let config = ClientConfig { timeouts_scale, ..ClientConfig::default() };
    start(&[&MOVES, args].concat(), config)
}

/// The opening with these dice, or another question.
fn search(id: u64, mode: Mode, dice: &str) -> Request {
    let texts = PositionTexts {
        xgid: format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10"),
        rawboard: "board:You:Opponent:9999:0:0:0".to_owned(),
        position_id: "4HPwATDgc/ABMA".to_owned(),
    };
    let (id, root, limits) = (SearchId(id), texts.root(), Limits::default());
    Request::Search(Search { id, root, limits, mode })
}

/// Asks for an action and waits for it.
async fn plays(run: &mut Run, id: u64, dice: &str) -> Option<String> {
    run.ask(search(id, Mode::Play, dice));
    run.answer().await.mv
}

/// Waits for an event that reads like this.
async fn event(run: &mut Run, start: &str) {
    run.until(|news| match news {
        News::Event(event) => format!("{event:?}").starts_with(start).then_some(()),
        _ => None,
    })
    .await;
}

/// The news of an analysis, up to its end.
async fn infos(run: &mut Run) -> Vec<Info> {
    let mut all = Vec::new();
    loop {
        let what = run.next().await.what;
        match what {
            News::Infos(infos) => all.extend(infos),
            News::Event(Event::Answer(_)) => return all,
            News::Ended(exit) => panic!("ended before: {exit:?}"),
            _ => {}
        }
    }
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
    let options = vec![("Level".to_owned(), "3".to_owned())];
    let config = ClientConfig { options, ..ClientConfig::default() };
    let mut run = start(&[&MOVES[..], &["--name", "Toy", "--crlf"]].concat(), config);
    let ready = run
        .until(|news| match news {
            News::Event(Event::Ready { name, capabilities, options }) => {
                Some((name.clone(), *capabilities, options.len()))
            }
            _ => None,
        })
        .await;
    assert_eq!((ready.0.as_str(), ready.2), ("Toy 1", 1));
    assert!(ready.1.stop && ready.1.lines > 1, "{:?}", ready.1);
    run.ask(search(1, ANALYSE, "31"));
    let infos = infos(&mut run).await;
    let lines: Vec<_> = infos.iter().map(|info| (info.line.as_deref(), info.score)).collect();
    assert_eq!(lines, [(Some("8/5 6/5"), Some(0.5)), (Some("24/20"), Some(0.375))]);
    let chances = infos[0].chances.expect("they were said");
    assert_eq!((chances.win, chances.win_gammon, chances.lose_gammon), (0.5, Some(0.25), None));
    assert_eq!(plays(&mut run, 2, "31").await.as_deref(), Some("8/5 6/5"));
    assert_eq!(plays(&mut run, 3, "00").await.as_deref(), Some("roll"));
    assert_eq!(plays(&mut run, 4, "D").await.as_deref(), Some("take"));
    run.ask(Request::SetOption { name: "Level".to_owned(), value: "7".to_owned() });
    assert_eq!(plays(&mut run, 5, "31").await.as_deref(), Some("24/20"));
    // No play is left: a blank line.
    assert_eq!(plays(&mut run, 6, "31").await.as_deref(), Some(""));
    let set = |level: u32| format!("setoption name Level value {level}");
    assert!(sent(&run).contains(&set(3)) && sent(&run).contains(&set(7)), "{:?}", sent(&run));
    quits(run).await;
}

#[tokio::test]
async fn the_draft_alone_is_enough() {
    for silent in [&["--draft"][..], &["--draft", "--silent"]] {
        let mut run = scaled(silent, 0.3);
        run.ask(search(1, ANALYSE, "31"));
        event(&mut run, "Deviation(\"no analysis").await;
        let infos = infos(&mut run).await;
        assert_eq!(infos.last().and_then(|info| info.line.as_deref()), Some("8/5 6/5"));
        assert_eq!(plays(&mut run, 2, "31").await.as_deref(), Some("24/20"));
        let n_asked = sent(&run).iter().filter(|line| line.starts_with("analyse")).count();
        assert_eq!(n_asked, 1, "asked once and never again");
        quits(run).await;
    }
}

#[tokio::test]
async fn a_rawboard_is_sent_where_it_is_wanted() {
    let dialect = vec![("position".to_owned(), "rawboard".to_owned())];
    let config = ClientConfig { dialect, ..ClientConfig::default() };
    let mut run = start(&MOVES, config);
    plays(&mut run, 1, "31").await;
    assert!(sent(&run).contains(&"board:You:Opponent:9999:0:0:0".to_owned()));
    quits(run).await;
}

#[tokio::test]
async fn junk_is_shown_and_harms_nothing() {
    let junk =
        ["say=Licence\\n\\n2025 11 20\\n@start", "say=\\n50%\\r\\n\\xff\\xfe\\0\\n@position"];
    let mut run = engine(&junk);
    event(&mut run, "Chatter(\"Licence").await;
    assert_eq!(plays(&mut run, 1, "31").await.as_deref(), Some("8/5 6/5"));
    quits(run).await;
}

#[tokio::test]
async fn stars_and_trailing_blanks_belong_to_the_move() {
    let mut run = engine(&["--hits"]);
    assert_eq!(plays(&mut run, 1, "31").await.as_deref(), Some("8/5* 6/5*"));
    quits(run).await;
}

#[tokio::test]
async fn an_answer_that_is_not_legal_is_the_referees_business() {
    let mut run = engine(&["instead=take@position"]);
    assert_eq!(plays(&mut run, 1, "31").await.as_deref(), Some("take"));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_without_a_cube_rolls() {
    for later in [&["--no-cube"][..], &["--no-cube", "--later"]] {
        let mut run = engine(later);
        assert_eq!(plays(&mut run, 1, "00").await.as_deref(), Some("roll"));
        assert_eq!(plays(&mut run, 2, "31").await.as_deref(), Some("8/5 6/5"));
        quits(run).await;
    }
}

#[tokio::test]
async fn an_endless_search_is_stopped() {
    let mut run = engine(&["--endless"]);
    run.ask(search(1, ANALYSE, "31"));
    run.until(|news| matches!(news, News::Infos(_)).then_some(())).await;
    run.ask(search(2, Mode::Play, "31"));
    event(&mut run, "Ended(SearchId(1))").await;
    event(&mut run, "Started(SearchId(2))").await;
    run.ask(Request::Stop);
    assert_eq!(run.answer().await.mv.as_deref(), Some("8/5 6/5"));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_without_stop_is_started_again_within_two_seconds() {
    for deaf in [
        &["--draft", "--endless", "--no-stop"][..],
        &["--hangs", "--ignore-term"],
        &["--hangs", "--later"],
    ] {
        let mut run = engine(deaf);
        run.ask(search(1, Mode::Play, "31"));
        event(&mut run, "Started(SearchId(1))").await;
        let first = run.session.process_id().expect("it runs");
        let since = Instant::now();
        run.ask(Request::Abandon);
        run.ask(search(2, Mode::Play, "00"));
        event(&mut run, "Ended(SearchId(1))").await;
        event(&mut run, "Started(SearchId(2))").await;
        assert!(since.elapsed() < Duration::from_secs(3), "{:?}", since.elapsed());
        assert_ne!(run.session.process_id(), Some(first));
        assert!(run::left_in_group(first).is_empty(), "the first engine lives on");
        run.session.kill();
        assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
    }
}

#[tokio::test]
async fn a_later_dialect_is_known_by_its_handshake() {
    let mut run = engine(&["--later", "--spent-dice"]);
    event(&mut run, "Deviation(\"later dialect").await;
    assert_eq!(plays(&mut run, 1, "31").await.as_deref(), Some("8/5 6/5"));
    assert_eq!(plays(&mut run, 2, "31").await.as_deref(), Some("24/20"));
    assert_eq!(plays(&mut run, 3, "00").await.as_deref(), Some("nodouble"));
    assert_eq!(plays(&mut run, 4, "D").await.as_deref(), Some("take"));
    let n_dice = sent(&run).iter().filter(|line| *line == "dice 3 1").count();
    assert_eq!(n_dice, 2, "{:?}", sent(&run));
    quits(run).await;
}

#[tokio::test]
async fn the_word_role_is_left_out_where_it_is_not_known() {
    let mut run = engine(&["--later", "--bare-role"]);
    run.ask(search(1, Mode::Play, "31"));
    event(&mut run, "Complaint(\"error bad_argument role").await;
    event(&mut run, "Ended(SearchId(1))").await;
    quits(run).await;
    let dialect = vec![("go".to_owned(), "plain".to_owned())];
    let config = ClientConfig { dialect, ..ClientConfig::default() };
    let mut run = start(&[&MOVES[..], &["--later", "--bare-role"]].concat(), config);
    assert_eq!(plays(&mut run, 1, "31").await.as_deref(), Some("8/5 6/5"));
    assert!(sent(&run).contains(&"go chequer".to_owned()), "{:?}", sent(&run));
    quits(run).await;
}

#[tokio::test]
async fn a_banner_of_nine_lines_is_no_handshake() {
    let banner = "*** WARNING ***\\nline\\n3/2 is no move\\n\\nfive\\nsix\\n7\\n8 8\\n***\\n";
    let mut run = engine(&[&format!("say={banner}@start")]);
    event(&mut run, "Chatter(\"*** WARNING").await;
    event(&mut run, "Ready").await;
    assert_eq!(plays(&mut run, 1, "31").await.as_deref(), Some("8/5 6/5"));
    quits(run).await;
}

#[tokio::test]
async fn plays_in_every_form_of_the_wild_are_the_same_play() {
    let game = games::find("backgammon").expect("it is played");
    let link = game.link("ubgi").expect("it is played over UBGI");
    let at = |dice: &str| {
        let xgid = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10");
        game.start(&Setup { variant: None, position: Some(xgid) }).expect("a position")
    };
    for (dice, forms, expected) in [
        ("31", "8/5 6/5,8-5 6-5,8 5 6 5,6/5 8/5,8/5* 6/5 ", "8/5 6/5"),
        ("65", "24/18 18/13,24/18/13,24/13,18/13 24/18", "24/13"),
        ("33", "8/5 8/5 6/3 6/3,8/5(2) 6/3(2),6/3 8/5 6/3 8/5", "8/5(2) 6/3(2)"),
    ] {
        let pos = at(dice);
        let wanted = link.read_move(pos.as_ref(), expected).expect("a play");
        let mut run = start(&["--moves", forms], ClientConfig::default());
        for id in 1..=forms.split(',').count() as u64 {
            let said = plays(&mut run, id, dice).await.expect("an answer");
            let mv = link.read_move(pos.as_ref(), &said);
            assert_eq!(mv.as_ref().ok(), Some(&wanted), "{said:?}");
        }
        quits(run).await;
    }
    // GNU Backgammon's beaver is a take.
    let mut run = engine(&["instead=beaver@position"]);
    let said = plays(&mut run, 1, "D").await.expect("an answer");
    let taken = link.read_move(at("D").as_ref(), &said).map(|mv| mv.0);
    assert_eq!(taken.ok().as_deref(), Some("take"));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_cannot_be_initialized_is_no_engine() {
    let mut run = engine(&["instead=sorry@ubgi"]);
    let exit = run.clean_end().await;
    assert!(matches!(exit.cause, ExitCause::BadHandshake(_)), "{exit:?}");
}

#[tokio::test]
async fn an_engine_that_never_says_anything_is_no_engine() {
    let mut run = scaled(&["stall"], 0.02);
    let exit = run.clean_end().await;
    assert!(matches!(exit.cause, ExitCause::BadHandshake(_)), "{exit:?}");
}

#[tokio::test]
async fn an_engine_that_dies_has_crashed() {
    let mut run = engine(&["complain=no weights\\n@position", "exit=3@position"]);
    run.ask(search(1, Mode::Play, "31"));
    let exit = run.clean_end().await;
    assert_eq!((exit.cause, exit.status), (ExitCause::Crashed, ProcessEnd::Code(3)));
    assert!(exit.stderr.contains(&"no weights".to_owned()), "{:?}", exit.stderr);
}

#[tokio::test]
async fn two_answers_to_one_question_are_told_apart() {
    let mut run = engine(&["twice@position:1"]);
    assert_eq!(plays(&mut run, 1, "31").await.as_deref(), Some("8/5 6/5"));
    event(&mut run, "Deviation(\"stray answer").await;
    assert_eq!(plays(&mut run, 2, "31").await.as_deref(), Some("24/20"));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_ignores_quit_is_killed() {
    let mut run = scaled(&["deaf@quit", "deaf@eof"], 0.1);
    run.ready().await;
    quits(run).await;
}
