//! `quintet engine`: this program as an engine, on the standard streams or a socket.

use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal as _};

use clap::{Args, Subcommand};
use quintet::builtin::EngineOptions;
use quintet::builtin::guide::run_guide;
use quintet::builtin::hub::run_hub;
use quintet::builtin::nboard::run_nboard;
use quintet::builtin::ubgi::run_ubgi;
use quintet::builtin::uhp::run_uhp;
use quintet::store::io_reason;
use tokio::net::{TcpListener, TcpStream};

use super::numbers::whole;
use super::{Outcome, output};

#[derive(Args, Debug)]
pub(super) struct EngineArgs {
    #[command(subcommand)]
    protocol: EngineProtocol,
}

#[derive(Debug, Subcommand)]
enum EngineProtocol {
    /// Othello, over NBoard.
    Nboard(LevelArgs),
    /// Draughts of all variants, over Hub.
    Hub(LevelArgs),
    /// International draughts, over GUIDE on a socket of this machine; -guide and -port may be
    /// written as in the protocol's document.
    Guide(GuideArgs),
    /// Hive with every mix of expansions, over UHP.
    Uhp(LevelArgs),
    /// Backgammon, over UBGI.
    Ubgi(LevelArgs),
}

#[derive(Args, Debug)]
struct GuideArgs {
    #[command(flatten)]
    level: LevelArgs,
    /// All programs of the protocol are started with this; it changes nothing here.
    #[arg(long)]
    guide: bool,
    /// The port to listen on, of this machine only.
    #[arg(long, default_value_t = GUIDE_PORT)]
    port: u16,
    /// Connect to a window that listens at this address, instead of listening.
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "port")]
    connect: Option<String>,
    /// Wait for another connection when one has ended, instead of ending.
    #[arg(long, conflicts_with = "connect")]
    stay: bool,
}

/// The port at which the protocol's document expects engines.
const GUIDE_PORT: u16 = 27_533;

#[derive(Args, Clone, Copy, Debug)]
struct LevelArgs {
    /// From 1, for a child, to 10, full strength.
    #[arg(long, default_value_t = 10, value_parser = whole::<u8>(1..=10))]
    level: u8,
    /// Makes the slips of low levels the same each time; by default they differ from start to
    /// start.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl LevelArgs {
    fn options(self) -> EngineOptions {
        EngineOptions { level: self.level, seed: self.seed }
    }
}

/// Plays until `quit`, `exit` or the end of the input. Takes the standard output for itself: the engine
/// writes from several threads.
pub(super) fn run(args: &EngineArgs) -> Outcome {
    let (input, output) = (BufReader::new(io::stdin()), io::stdout());
    match args.protocol {
        EngineProtocol::Nboard(level) => run_nboard(input, output, level.options())?,
        EngineProtocol::Hub(level) => run_hub(input, output, level.options())?,
        EngineProtocol::Guide(ref args) => guide(args)?,
        EngineProtocol::Ubgi(level) => run_ubgi(input, output, level.options())?,
        EngineProtocol::Uhp(level) => run_uhp(input, output, level.options())?,
    }
    Ok(())
}

/// The words of a command line, with GUIDE's options in the usual form: its document writes `-guide
/// -port 27533`.
pub(super) fn normalised(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args.get(1).is_some_and(|arg| arg == "engine")
        && args.get(2).is_some_and(|arg| arg == "guide")
    {
        for arg in &mut args[3..] {
            if arg == "-guide" || arg == "-port" {
                let long = format!("-{}", arg.to_string_lossy());
                *arg = long.into();
            }
        }
    }
    args
}

fn guide(args: &GuideArgs) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let _context = runtime.enter();
    if let Some(address) = &args.connect {
        let stream = runtime.block_on(TcpStream::connect(address))?;
        return speak_guide(stream, args.level.options());
    }
    let listener = runtime.block_on(TcpListener::bind(("127.0.0.1", args.port)));
    let listener = listener.map_err(|error| no_port(args.port, &error))?;
    // A caller that chooses the port knows it.
    if args.port == 0 || io::stderr().is_terminal() {
        let address = listener.local_addr()?;
        output::complain(&format!("quintet: listening for GUIDE at {address}"));
    }
    loop {
        let (stream, _) = runtime.block_on(listener.accept())?;
        let spoken = speak_guide(stream, args.level.options());
        if !args.stay {
            return spoken;
        }
        if let Err(error) = spoken {
            output::complain(&format!("quintet: the connection ended: {}", io_reason(&error)));
        }
    }
}

/// What to do when it cannot listen.
fn no_port(port: u16, error: &io::Error) -> io::Error {
    let text = match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {port} of this machine is in use, perhaps by another engine: end that one, or \
             choose another port with -port N (0 is any)"
        ),
        _ => format!(
            "cannot listen on port {port} of this machine: {}; choose another with -port N",
            io_reason(error)
        ),
    };
    io::Error::new(error.kind(), text)
}

fn speak_guide(stream: TcpStream, options: EngineOptions) -> io::Result<()> {
    // Messages are short and urgent. If the system refuses, they are only slower.
    drop(stream.set_nodelay(true));
    let stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    let input = BufReader::new(stream.try_clone()?);
    run_guide(input, stream, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let args = line.split(' ').map(OsString::from);
        normalised(args).into_iter().map(|arg| arg.into_string().unwrap()).collect()
    }

    #[test]
    fn the_words_of_guide_are_understood_after_its_name_only() {
        let expected = ["quintet", "engine", "guide", "--guide", "--port", "27534"];
        assert_eq!(words("quintet engine guide -guide -port 27534"), expected);
        assert_eq!(words("quintet engine hub -port"), ["quintet", "engine", "hub", "-port"]);
        assert_eq!(words("quintet"), ["quintet"]);
    }
}
