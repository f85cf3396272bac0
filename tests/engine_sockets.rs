//! Engines of every protocol behind a socket: entries of the list with an address instead of a
//! command. The engine's pipes are tied to a connection: the scripted one, and where a legal first
//! move depends on the position those that come with the program.
#![expect(clippy::unwrap_used, reason = "a helper that cannot go on is a failed test")]

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use quintet::play::{Probe, ProbeNews, ProbeReport, ProbeTry, probe};
use quintet::protocol::Protocol;
use quintet::store::{
    Attempt, DraftTarget, EngineDraft, EngineFile, EngineSource, Folders, Places,
};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

const LIMIT: Duration = Duration::from_secs(240);

const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");
const QUINTET: &str = env!("CARGO_BIN_EXE_quintet");
const BACKGAMMON: &[&str] = &[QUINTET, "engine", "ubgi", "--level", "1"];

/// An engine of every protocol that goes through pipes.
const SPEAKERS: [(Protocol, &[&str]); 4] = [
    (Protocol::Hub, &[SCRIPTED, "--hub"]),
    (Protocol::Uhp, &[QUINTET, "engine", "uhp", "--level", "1"]),
    (Protocol::Ubgi, BACKGAMMON),
    (Protocol::NBoard, &[SCRIPTED]),
];

/// Serves an engine to everybody who connects, each one of his own; the address.
async fn serve(command: &'static [&'static str]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(tie(stream, command));
        }
    });
    address
}

async fn tie(stream: TcpStream, command: &[&str]) {
    #[expect(clippy::disallowed_methods, reason = "the engine belongs to another machine here")]
    let mut engine = tokio::process::Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let (mut from_host, mut to_host) = stream.into_split();
    let (mut input, mut output) = (engine.stdin.take().unwrap(), engine.stdout.take().unwrap());
    tokio::select! {
        _ = tokio::io::copy(&mut output, &mut to_host) => {}
        _ = async {
            drop(tokio::io::copy(&mut from_host, &mut input).await);
            drop(input.shutdown().await);
            drop(input);
            std::future::pending::<()>().await;
        } => {}
    }
}

fn places(dir: &tempfile::TempDir) -> Places {
    Places { config_dir: Some(dir.path().to_owned()), program: PathBuf::from(QUINTET) }
}

/// A test that hangs is a failed one.
async fn soon<T>(doing: impl Future<Output = T>) -> T {
    timeout(LIMIT, doing).await.expect("within the limit")
}

async fn probed(address: &str, wanted: Option<Protocol>, places: &Places) -> ProbeReport {
    let source = EngineSource::read(address).unwrap();
    let tries =
        Attempt::all(&source, wanted, &Folders::default(), places).into_iter().map(|attempt| {
            ProbeTry { games: attempt.games(), is_known: false, launch: attempt.launch }
        });
    let mut news = probe(tries.collect());
    while let Some(news) = news.recv().await {
        if let ProbeNews::Over(report) = news {
            return report;
        }
    }
    panic!("a probe without an end");
}

#[tokio::test]
async fn an_entry_with_an_address_speaks_every_protocol() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(&dir);
    for (protocol, command) in SPEAKERS {
        let address = serve(command).await;
        let name = format!("Far {protocol}");
        let mut file = EngineFile::open(&places.engines_file().unwrap(), &places).unwrap();
        file.add(&EngineDraft {
            name: name.clone(),
            protocol,
            target: DraftTarget::Socket(address),
            games: Vec::new(),
            variants: Vec::new(),
            dialect: Vec::new(),
            tags: Vec::new(),
        })
        .unwrap();
        let list = file.list();
        file.save().unwrap();
        assert_eq!(list.problems, []);
        let entry = list.find(&name, None).unwrap().entry;
        let mut launch = entry.launch(&[]).unwrap();
        if protocol == Protocol::Hub {
            launch.config.variant = Some("normal".to_owned());
        }
        let mut far = Probe::start(launch);
        let greeting = soon(far.greeting()).await.unwrap();
        for game in &entry.games {
            let game = quintet::games::find(game).unwrap();
            let first = soon(far.first_move(game, greeting.capabilities)).await;
            assert!(first.is_ok(), "{protocol}: {first:?}");
        }
        soon(far.leave()).await;
    }
}

#[tokio::test]
async fn a_probe_finds_out_what_a_socket_speaks() {
    let dir = tempfile::tempdir().unwrap();
    let places = places(&dir);
    // One that is ready at once, however busy the machine is.
    let address = serve(&[SCRIPTED, "--ubgi"]).await;
    let report = soon(probed(&address, None, &places)).await;
    let (_, greeting) = report.found.as_ref().unwrap_or_else(|| panic!("{report:?}"));
    assert!(greeting.sentence(Protocol::Ubgi).starts_with("UBGI, "), "{greeting:?}");
    assert!(report.failed.len() <= 2, "what it speaks is known by its first words: {report:?}");
}

/// Serves an engine of GUIDE as it serves itself: to the first one that connects, and to no other.
async fn serve_guide_once() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        let (mut from_host, _) = listener.accept().await.unwrap();
        drop(listener);
        let inner = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = inner.local_addr().unwrap().to_string();
        #[expect(clippy::disallowed_methods, reason = "the engine belongs to another machine here")]
        let _engine = tokio::process::Command::new(QUINTET)
            .args(["engine", "guide", "--level", "1", "--connect", &at])
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let (mut to_engine, _) = inner.accept().await.unwrap();
        drop(tokio::io::copy_bidirectional(&mut from_host, &mut to_engine).await);
    });
    address
}

#[tokio::test]
async fn an_engine_of_guide_that_takes_one_connection_is_found_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let address = serve_guide_once().await;
    let report = soon(probed(&address, None, &places(&dir))).await;
    assert_eq!(
        (report.failed.as_slice(), report.found.as_ref().map(|it| it.0)),
        (&[][..], Some(0))
    );
    assert!(report.moves.iter().all(|(_, first)| first.is_ok()), "{:?}", report.moves);
}

#[tokio::test]
async fn an_engine_that_was_reached_once_and_not_again_is_not_said_to_speak_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        drop(listener);
        drop(stream.write_all(b"error message=\"what?\"\n").await);
        drop(tokio::io::copy(&mut stream, &mut tokio::io::sink()).await);
    });
    let report = soon(probed(&address, None, &places(&dir))).await;
    let [first, second] = report.failed.as_slice() else { panic!("{report:?}") };
    assert_eq!(first.to_string(), "answers as engines of Hub do");
    assert!(second.to_string().contains("it may serve one connection only"), "{second}");
}

#[tokio::test]
async fn a_socket_where_nobody_listens_is_asked_once_and_not_in_every_protocol() {
    let dir = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().to_string();
    let report = soon(probed(&free, None, &places(&dir))).await;
    assert_eq!((report.failed.len(), report.found), (1, None));
    assert!(report.failed[0].to_string().contains("could not reach"), "{:?}", report.failed);
}
