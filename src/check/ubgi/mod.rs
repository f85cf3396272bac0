//! What is asked of UBGI engines: the table of steps, and the dialogue that they share.
//!
//! Judged is the draft; engines of the later dialects do not end the handshake as it wants. The
//! steps themselves stand in `setup` (introduction, lines, ends), `answers` and `extension`.

mod answers;
mod extension;
mod setup;

use std::time::Duration;

use super::Sink;
use super::bench::{Bench, Flaw, HANDSHAKE, Limit, Partner, Step, step, walk};
use super::board::Board;
use super::report::Report;
use crate::protocol::Protocol;
use crate::protocol::ubgi::{Action, PositionTexts};

/// The checker's half of the dialogue.
pub(super) struct Ubgi {
    bench: Bench,
    /// Name, author and version, as told.
    ids: [Option<String>; 3],
    /// The lines of the first greeting.
    greeting: Vec<String>,
    /// It announces the extension for analyses.
    analyses: bool,
    /// The lines that declare options.
    options: Vec<String>,
    /// Positions are sent as XGID, else as rawboard.
    reads_xgid: bool,
    ready: Option<Duration>,
}

pub(super) async fn check(bench: Bench, sink: Sink<'_>) -> Report {
    let ubgi = Ubgi {
        bench,
        ids: [None, None, None],
        greeting: Vec::new(),
        analyses: false,
        options: Vec::new(),
        reads_xgid: true,
        ready: None,
    };
    walk(ubgi, STEPS, sink).await
}

const FROM_UI: &str = "commands from the UI";
const FROM_ENGINE: &str = "commands from engine to the UI";
const RESPONSES: &str = "typical responses to a position";
const EXTENSION: &str = "docs/UBGI-ANALYSIS.md";

#[rustfmt::skip]
pub(super) const STEPS: &[Step<Ubgi>] = &[
    step!("handshake", "`ubgi` is answered by who it is, and `readyok`", FROM_UI, setup::handshake),
    step!("id", "name, author and version are told", FROM_ENGINE, setup::id),
    step!("banner", "nothing but the protocol's lines is written", FROM_ENGINE, setup::banner),
    step!("xgid", "a position as XGID is answered", "board format", answers::xgid),
    step!("rawboard", "a position as rawboard of FIBS is answered, unless XGIDs are", "board format", answers::rawboard),
    step!("positions", "the plays in several positions are legal", FROM_UI, answers::positions),
    step!("move-form", "plays are written out: no leaps, no repeats in parentheses, no `*`, small letters", "move format", answers::move_form),
    step!("bar-and-off", "the bar is 25 or `bar`, off is 0 or `off`", "move format: bar and off", answers::bar_and_off),
    step!("no-play", "a blank line is answered where no play is possible", RESPONSES, answers::no_play),
    step!("cube", "`roll` or `double` is answered before the dice are thrown", RESPONSES, answers::cube),
    step!("no-double", "nothing but `roll` (or `sorry`) is answered where nobody may double", RESPONSES, answers::no_double),
    step!("take", "`take` or `drop` is answered to a double", RESPONSES, answers::take),
    step!("match", "positions of a match are answered", "board format", answers::in_match),
    step!("stateless", "a position is answered again, whatever came between", "introduction", answers::stateless),
    step!("one-answer", "there is one answer for each position", RESPONSES, answers::one_answer),
    step!("in-order", "positions that are sent at once are answered in order", RESPONSES, answers::in_order),
    step!("stop", "`stop` leaves one answer at most, and the engine ready", FROM_UI, answers::stop),
    step!("stop-idle", "`stop` is known where there is nothing to stop", FROM_UI, answers::stop_idle),
    step!("unknown-command", "a command that is not known is ignored, or answered by `sorry`", RESPONSES, setup::unknown_command),
    step!("bad-position", "a position that makes no sense is not played in", FROM_ENGINE, answers::bad_position),
    step!("terminal", "no play is made up where the game is over", RESPONSES, answers::terminal),
    step!("analyse", "an analysis that is announced begins at once, ranks legal plays, and ends", EXTENSION, extension::analyse),
    step!("analyse-cube", "all cube actions are ranked", EXTENSION, extension::analyse_cube),
    step!("analyse-stop", "`stop` ends an analysis by `analysis end`", EXTENSION, extension::analyse_stop),
    step!("isready", "`isready` is answered by `readyok`, behind what was before it", EXTENSION, extension::isready),
    step!("options", "options that are declared have a type and a default within their limits, and take it", EXTENSION, extension::options),
    step!("line-ends", "a line that ends in CR LF is understood", FROM_UI, setup::line_ends),
    step!("quit", "`quit` ends the engine", FROM_UI, setup::quit),
    step!("quit-search", "`quit` ends the engine during a search", FROM_UI, answers::quit),
    step!("end-of-input", "the end of its input ends the engine", FROM_UI, setup::end_of_input),
    step!("end-of-input-search", "the end of its input ends the engine during a search", FROM_UI, answers::end_of_input),
];

impl Partner for Ubgi {
    fn bench(&mut self) -> &mut Bench {
        &mut self.bench
    }

    fn introduce(&self, report: &mut Report) {
        "draft 0.01".clone_into(&mut report.version);
        let [name, _, version] = &self.ids;
        let told: Vec<&str> = [name, version].into_iter().flatten().map(String::as_str).collect();
        report.engine = told.join(" ");
        if self.analyses {
            "analyses".clone_into(&mut report.declared);
        }
        report.ready = self.ready;
    }
}

/// What came for an answer.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Said {
    /// An action, and the line.
    Action(Action, String),
    Sorry,
}

impl Said {
    fn parse(line: &str) -> Option<Self> {
        if line.trim() == "sorry" {
            return Some(Self::Sorry);
        }
        Action::parse(line).map(|action| Self::Action(action, line.to_owned()))
    }
}

impl Ubgi {
    /// Starts the engine; the lines up to `readyok`.
    async fn greet(&mut self) -> Result<Vec<String>, Flaw> {
        self.bench.start().await;
        self.bench.send("ubgi").await;
        let mut lines = Vec::new();
        let read = |line: &str| {
            let line = line.trim();
            match line {
                "readyok" => return Some(Ok(())),
                "sorry" => return Some(Err("`sorry` instead of `readyok`")),
                "ubgiok" => return Some(Err("`ubgiok`, as later dialects have it, not `readyok`")),
                _ => {}
            }
            lines.push(line.to_owned());
            None
        };
        self.bench.find("`readyok`", HANDSHAKE, read).await?.0?;
        Ok(lines)
    }

    /// An engine that is ready: the running one, or a new one.
    async fn ready(&mut self) -> Result<(), Flaw> {
        if self.bench.is_running() {
            return Ok(());
        }
        self.greet().await.map(drop)
    }

    /// The position in the form that the engine reads.
    fn text(&self, board: &Board) -> String {
        let texts = PositionTexts::of(&board.root());
        if self.reads_xgid { texts.xgid } else { texts.rawboard }
    }

    /// What is said next that is an answer to anything.
    async fn said(&mut self, limit: Limit) -> Result<Said, Flaw> {
        Ok(self.bench.find("action", limit, Said::parse).await?.0)
    }
}

/// A position by its XGID.
fn board(xgid: &str) -> Board {
    Board::new("backgammon", Protocol::Ubgi, None, Some(xgid))
}

/// The opening position with these dice: `31`, `00` before the throw, `D` for a double.
fn opening(dice: &str) -> Board {
    board(&format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10"))
}
