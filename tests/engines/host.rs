//! A program with two sessions that is there to be killed, so that a test can see what becomes of
//! its engines.

use std::error::Error;
use std::io::{self, Write as _};

use quintet::protocol::{ClientConfig, Event, Protocol};
use quintet::session::{Launch, News, Session, Target};

/// Starts two engines, says their process numbers (`ENGINES A B`) once both are ready, and waits.
///
/// The first ends at the end of its input, the second never does: were the pipe of the first open
/// in the second, the first would not end either.
pub(super) fn run() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (first, mut first_events) = start(&[])?;
        let (second, mut second_events) = start(&["deaf@eof"])?;
        for events in [&mut first_events, &mut second_events] {
            loop {
                let event = events.recv().await.ok_or("a session ended")?;
                if matches!(event.what, News::Event(Event::Ready { .. })) {
                    break;
                }
            }
        }
        let ids = first.process_id().zip(second.process_id()).ok_or("an engine has no number")?;
        writeln!(io::stdout(), "ENGINES {} {}", ids.0, ids.1)?;
        first.finished().await;
        Ok(())
    })
}

type Started = (Session, tokio::sync::mpsc::Receiver<quintet::session::SessionEvent>);

fn start(args: &[&str]) -> Result<Started, Box<dyn Error>> {
    let mut command = vec![std::env::current_exe()?.to_string_lossy().into_owned()];
    command.extend(args.iter().map(|arg| (*arg).to_owned()));
    Ok(Session::start(Launch {
        target: Target::Command { command, dir: None, env: Vec::new() },
        protocol: Protocol::NBoard,
        config: ClientConfig::default(),
    }))
}
