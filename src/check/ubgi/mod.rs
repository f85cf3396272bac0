//! The checks of UBGI engines: the tables of steps, and the dialogue that they share.
//!
//! There are three documents: the draft, and the later dialects v0.1 and v0.2, distinguished by the
//! end of the handshake (or by the caller). The steps themselves are in `setup` (introduction,
//! lines, ends), `answers` and `extension` for the draft, and in `later` for the dialects.

mod answers;
mod extension;
mod later;
mod setup;

use std::time::Duration;

use super::Sink;
use super::board::Board;
use super::report::{Report, counted};
use super::test_bench::{Flaw, HANDSHAKE, Limit, Partner, Step, TestBench, advice, step, walk};
use crate::protocol::Protocol;
use crate::protocol::ubgi::{Action, PositionTexts};

/// The checker's half of the dialogue.
pub(super) struct Ubgi {
    bench: TestBench,
    /// Name, author and version, as reported.
    ids: [Option<String>; 3],
    /// The lines of the first greeting.
    greeting: Vec<String>,
    /// The document it is judged by.
    judged_by: Document,
    /// The caller has chosen it, so the handshake does not.
    is_told: bool,
    /// It announces the extension for analyses.
    analyses: bool,
    /// The lines that declare options.
    options: Vec<String>,
    /// Positions are sent as XGID, otherwise as rawboard.
    reads_xgid: bool,
    ready: Option<Duration>,
}

/// A document of UBGI.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Document {
    /// Draft 0.01.
    Draft,
    /// v0.1 of the later dialects: options.
    V1,
    /// v0.2: keys.
    V2,
}

impl Document {
    pub(super) const ALL: [Self; 3] = [Self::Draft, Self::V1, Self::V2];

    /// As reports name it.
    pub(super) fn version(self) -> &'static str {
        match self {
            Self::Draft => "draft 0.01",
            Self::V1 => "v0.1",
            Self::V2 => "v0.2",
        }
    }

    pub(super) fn steps(self) -> &'static [Step<Ubgi>] {
        match self {
            Self::Draft => STEPS,
            Self::V1 => later::V1_STEPS,
            Self::V2 => later::V2_STEPS,
        }
    }
}

pub(super) async fn check(bench: TestBench, sink: Sink<'_>) -> Report {
    let told = match bench.dialect("version") {
        Some("draft") => Some(Document::Draft),
        Some("v0.1") => Some(Document::V1),
        Some("v0.2") => Some(Document::V2),
        Some(_) | None => None,
    };
    let (judged_by, is_told) = (told.unwrap_or(Document::Draft), told.is_some());
    let ubgi = Ubgi {
        bench,
        ids: [None, None, None],
        greeting: Vec::new(),
        judged_by,
        is_told,
        analyses: false,
        options: Vec::new(),
        reads_xgid: true,
        ready: None,
    };
    walk(ubgi, sink).await
}

const FROM_UI: &str = "commands from the UI";
const FROM_ENGINE: &str = "commands from engine to the UI";
const RESPONSES: &str = "typical responses to a position";
const NOT_THERE: &str = "not in the document; hosts crash";
const OTHER_SYSTEMS: &str = "not in the document; hosts on other systems";
const EXTENSION: &str = "docs/UBGI-ANALYSIS.md";

#[rustfmt::skip]
pub(super) const STEPS: &[Step<Ubgi>] = &[
    step!("handshake", "`ubgi` is answered by who it is, and `readyok`", FROM_UI, setup::handshake),
    step!("id", "name, author and version are given", FROM_ENGINE, setup::id),
    advice!("banner", "nothing but the protocol's lines is written", FROM_ENGINE, setup::banner),
    step!("xgid", "a position as XGID is answered", "board format", answers::xgid),
    step!("rawboard", "a position as rawboard of FIBS is answered, unless XGIDs are", "board format", answers::rawboard),
    step!("positions", "the plays in several positions are legal", FROM_UI, answers::positions),
    step!("move-form", "plays are written out: no leaps, no repeats in parentheses, no `*`, small letters", "move format", answers::move_form),
    step!("bar-and-off", "the bar is 25 or `bar`, off is 0 or `off`", "move format: bar and off", answers::bar_and_off),
    step!("no-play", "a blank line is answered where no play is possible", RESPONSES, answers::no_play),
    step!("cube", "`roll` or `double` is answered before the dice are thrown, unless `sorry`", RESPONSES, answers::cube),
    step!("no-double", "nothing but `roll` (or `sorry`) is answered where neither side may double", RESPONSES, answers::no_double),
    step!("take", "`take` or `drop` is answered to a double, unless `sorry`", RESPONSES, answers::take),
    step!("match", "positions of a match are answered, unless by `sorry`", "board format", answers::in_match),
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
    step!("options", "options that are declared have a type and a default within their limits, and take both", EXTENSION, extension::options),
    advice!("line-ends", "a line that ends in CR LF is understood", OTHER_SYSTEMS, setup::line_ends),
    step!("quit", "`quit` ends the engine", FROM_UI, setup::quit),
    step!("quit-search", "`quit` ends the engine during a search", FROM_UI, answers::quit),
    advice!("end-of-input", "the end of its input ends the engine", NOT_THERE, setup::end_of_input),
    advice!("end-of-input-search", "the end of its input ends the engine during a search", NOT_THERE, answers::end_of_input),
];

impl Partner for Ubgi {
    fn bench(&mut self) -> &mut TestBench {
        &mut self.bench
    }

    fn stand_ready(&mut self) -> impl Future<Output = Result<(), Flaw>> + Send {
        self.ready()
    }

    fn table(&self) -> &'static [Step<Self>] {
        self.judged_by.steps()
    }

    fn introduce(&self, report: &mut Report) {
        self.judged_by.version().clone_into(&mut report.version);
        let [name, _, version] = &self.ids;
        let told: Vec<&str> = [name, version].into_iter().flatten().map(String::as_str).collect();
        report.engine = told.join(" ");
        report.declared = match self.judged_by {
            Document::Draft if self.analyses => "analyses".to_owned(),
            Document::Draft => String::new(),
            Document::V1 => counted(self.options.len(), "option"),
            Document::V2 => counted(self.options.len(), "key"),
        };
        report.ready = self.ready;
    }
}

/// An answer.
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

    fn text(&self) -> &str {
        match self {
            Self::Action(_, line) => line,
            Self::Sorry => "sorry",
        }
    }
}

impl Ubgi {
    /// Starts the engine; the lines up to `readyok`.
    async fn greet(&mut self) -> Result<Vec<String>, Flaw> {
        self.bench.start().await;
        self.bench.send("ubgi").await;
        let (mut lines, mut is_later) = (Vec::new(), false);
        let read = |line: &str| {
            let line = line.trim();
            match line {
                "readyok" => return Some(Ok(())),
                "sorry" => return Some(Err("`sorry` instead of `readyok`")),
                "ubgiok" => {
                    is_later = true;
                    return Some(Ok(()));
                }
                _ => {}
            }
            lines.push(line.to_owned());
            None
        };
        let ends = if self.judged_by == Document::Draft { "`readyok`" } else { "`ubgiok`" };
        self.bench.find(ends, HANDSHAKE, read).await?.0?;
        match (self.judged_by, is_later) {
            (Document::Draft, true) if self.is_told => {
                Err("`ubgiok`, as later dialects have it, not `readyok`".into())
            }
            (Document::Draft, true) => {
                // Once it is known, the handshake is judged by it.
                let is_v2 =
                    |line: &String| line.starts_with("proto 0.2") || line.starts_with("key ");
                let is_v2 = lines.iter().any(is_v2);
                self.judged_by = if is_v2 { Document::V2 } else { Document::V1 };
                Ok(lines)
            }
            (Document::V1 | Document::V2, false) => {
                Err("`readyok`, as the draft has it, not `ubgiok`".into())
            }
            (Document::Draft, false) | (Document::V1 | Document::V2, true) => Ok(lines),
        }
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

    /// The next line that is an answer.
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
