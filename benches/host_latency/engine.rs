//! An engine that answers at once and notes when.
//!
//! Knows no protocol: [`super::dialogue`] says what to answer.

use std::error::Error;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quintet::protocol::{Framing, LineDecoder, Protocol};

use super::dialogue::{Dialogue, Heard, dialogue};

/// What an engine was told at its start.
pub(crate) struct Wishes {
    pub(crate) protocol: Protocol,
    /// Where it writes, at its end, when it was asked and when it answered.
    pub(crate) log: Option<PathBuf>,
    /// How long it pretends to think.
    pub(crate) thinking: Duration,
    /// GUIDE: where it waits for the host.
    pub(crate) port: Option<u16>,
}

/// Speaks the protocol until it is told to end.
pub(crate) fn run(wishes: &Wishes) -> Result<(), Box<dyn Error>> {
    let dialogue = dialogue(wishes.protocol)?;
    let mut engine = Engine { dialogue, thinking: wishes.thinking, marks: Vec::new() };
    match wishes.port {
        Some(port) => {
            let (stream, _) = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?.accept()?;
            stream.set_nodelay(true)?;
            engine.talk(stream.try_clone()?, stream, Framing::ControlBytes)?;
        }
        None => engine.talk(io::stdin().lock(), io::stdout().lock(), Framing::Lines)?,
    }
    if let Some(log) = &wishes.log {
        let lines = engine.marks.iter().map(|(kind, nanos)| format!("{kind} {nanos}"));
        fs::write(log, lines.collect::<Vec<_>>().join("\n"))?;
    }
    Ok(())
}

struct Engine {
    dialogue: Box<dyn Dialogue>,
    thinking: Duration,
    /// What happened when: `game`, `request`, `answer`.
    marks: Vec<(&'static str, u64)>,
}

impl Engine {
    fn talk(
        &mut self,
        mut input: impl Read,
        mut output: impl Write,
        framing: Framing,
    ) -> Result<(), Box<dyn Error>> {
        let mut decoder = LineDecoder::framed(1 << 20, framing);
        let mut answer = String::new();
        answer.push_str(&self.dialogue.greeting());
        output.write_all(answer.as_bytes())?;
        output.flush()?;
        let mut chunk = vec![0; 1 << 16];
        // The news of a position may come in several pieces; the first one counts.
        let mut is_told = false;
        loop {
            let n_read = input.read(&mut chunk)?;
            if n_read == 0 {
                return Ok(());
            }
            let at = nanos();
            decoder.push(&chunk[..n_read]);
            answer.clear();
            let mut is_asked = false;
            while let Some(line) = decoder.next_line() {
                let n_before = answer.len();
                let heard = self.dialogue.hear(&line.text, &mut answer)?;
                match heard {
                    Heard::Other => {}
                    Heard::NewGame => {
                        self.marks.push(("game", at));
                        is_told = false;
                    }
                    Heard::News | Heard::Asked => {
                        if !std::mem::replace(&mut is_told, true) {
                            self.marks.push(("request", at));
                        }
                        is_asked |= heard == Heard::Asked;
                        if is_asked && !self.thinking.is_zero() {
                            // The host starts the clock by an earlier answer, such as a pong.
                            output.write_all(&answer.as_bytes()[..n_before])?;
                            output.flush()?;
                            answer.drain(..n_before);
                        }
                    }
                    Heard::Quit => return Ok(()),
                }
            }
            if is_asked {
                self.think();
                self.marks.push(("answer", nanos()));
                is_told = false;
            }
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }

    fn think(&self) {
        let until = Instant::now() + self.thinking;
        while let Some(left) = until.checked_duration_since(Instant::now())
            && !left.is_zero()
        {
            thread::park_timeout(left);
        }
    }
}

/// Now, on a clock that all processes share.
fn nanos() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
