//! The checks of engines of UBGI's later dialects, v0.1 and v0.2 of bungogood: their tables, and
//! the dialogue that they share.
//!
//! Source: `docs/ubgi-v0.1-spec.md` and `docs/ubgi-v0.2-spec.md` of the repository bungogood/bgci. The
//! steps stand in `answers` and `options`.

mod answers;
mod options;

use super::super::board::Board;
use super::super::test_bench::{ANSWER, Flaw, Limit, SEARCH, Step, advice, step};
use super::{Document, NOT_THERE, OTHER_SYSTEMS, Ubgi, setup};
use crate::protocol::quoted;
use crate::protocol::ubgi::{Best, PositionTexts, Reply};

#[rustfmt::skip]
pub(super) const V1_STEPS: &[Step<Ubgi>] = &[
    step!("handshake", "`ubgi` is answered by who it is, and `ubgiok`", "3 Lifecycle; 5 Responses: Handshake and State", setup::handshake),
    advice!("id", "name and author are given", "5 Responses: Handshake and State", answers::id),
    advice!("banner", "nothing but the protocol's lines is written", "5 Responses: Handshake and State", answers::banner),
    step!("isready", "`isready` is answered by `readyok`", "5 Responses: Handshake and State; 8 Compliance Levels: Level 0", answers::isready),
    step!("unknown-command", "a command that is not known is answered by an `error` line, and harms nothing", "2 Transport", answers::unknown_command),
    step!("options", "options that are declared have a known type and a default within their limits", "5 Responses: Handshake and State", options::options),
    step!("setoption", "`setoption` takes every choice, both states and the limits of what is declared", "4 Commands: Configuration", options::setoption),
    advice!("out-of-limits", "a value beyond the limits and an unknown option are answered by an `error` line", "5 Responses: Errors (suggested codes)", options::out_of_limits),
    step!("newgame", "`newgame` is taken", "4 Commands: Session Context; 8 Compliance Levels: Level 0", answers::newgame),
    step!("positions", "the plays answered to `go role chequer` are legal", "4 Commands: Position and Dice, Decision Request; 8 Compliance Levels: Level 0", answers::positions),
    step!("one-answer", "there is one `bestmove` for each `go`", "1 Design Principles; 5 Responses: Final Answers", answers::one_answer),
    step!("bestmoveid", "`bestmoveid`, where it is given, is the same play as `bestmove`", "6.2 `bestmoveid`", answers::bestmoveid),
    advice!("move-form", "plays are written as pairs with a slash", "6.1 `bestmove`: preferred text shape", answers::move_form),
    advice!("no-play", "no play is made up where none is possible", "not in the document; v0.2: `pass`", answers::no_play),
    step!("xgid", "`position xgid`, which is optional, is taken or answered by an `error` line", "4 Commands: Position and Dice", answers::xgid),
    step!("context", "session, score, cube and turn are taken, or answered by `error` lines", "4 Commands: Session Context; 8 Compliance Levels: Level 1", answers::context),
    step!("cube", "`go role cube` is answered by `bestcube`, or an `error` line", "5 Responses: Final Answers; 8 Compliance Levels: Level 1", answers::cube),
    step!("turn", "`go role turn` is answered by `bestturn`, or an `error` line", "5 Responses: Final Answers", answers::turn),
    step!("limits", "`movetime`, `depth` and `nodes`, which are optional, end a search in time, or are refused as not known and the plain `go` is taken after that", "4 Commands: Decision Request", answers::limits),
    advice!("missing-context", "`go` without position and dice is answered by an `error` line", "5 Responses: Errors (suggested codes)", answers::missing_context),
    advice!("bad-arguments", "a position and dice that make no sense are answered by `error` lines, and harm nothing", "5 Responses: Errors (suggested codes)", answers::bad_arguments),
    advice!("stop-idle", "`stop`, which is optional, is harmless where there is nothing to stop", "4 Commands: Optional Interrupt", answers::stop_idle),
    advice!("terminal", "no play is made up where the game is over", "not in the document", answers::terminal),
    advice!("line-ends", "a line that ends in CR LF is understood", OTHER_SYSTEMS, answers::line_ends),
    step!("quit", "`quit` ends the engine", "3 Lifecycle; 8 Compliance Levels: Level 0", setup::quit),
    advice!("end-of-input", "the end of its input ends the engine", NOT_THERE, setup::end_of_input),
];

#[rustfmt::skip]
pub(super) const V2_STEPS: &[Step<Ubgi>] = &[
    step!("handshake", "`ubgi` is answered by who it is, and `ubgiok`", "2 Lifecycle; 4 Responses: Handshake and Readiness", setup::handshake),
    advice!("id", "name, author and `proto 0.2` are given", "4 Responses: Handshake and Readiness", answers::id),
    advice!("banner", "nothing but the protocol's lines is written", "4 Responses: Handshake and Readiness", answers::banner),
    step!("isready", "`isready` is answered by `readyok`", "4 Responses: Handshake and Readiness; 7 Required Playable Core", answers::isready),
    step!("unknown-command", "input that is not known is answered by an `error` line, and harms nothing", "1 Transport", answers::unknown_command),
    step!("keys", "`keys` is answered by lines `key`, with a known type and a default within its limits", "4 Responses: Key Discovery and Values; 7 Required Playable Core", options::keys),
    step!("get", "`get` is answered by `value`", "4 Responses: Key Discovery and Values; 7 Required Playable Core", options::get),
    step!("set", "`set` takes every choice, both states and the limits, and `get` returns them", "3 Commands: Configuration; 7 Required Playable Core", options::set),
    step!("out-of-limits", "a value beyond the limits and an unknown key are answered by `error` lines", "5 Minimal Error System", options::out_of_limits),
    step!("newgame", "`newgame` is taken", "3 Commands: Session; 7 Required Playable Core", answers::newgame),
    step!("positions", "the plays answered to `go chequer` or `go` are legal", "3 Commands: Position and Dice, Decision Request; 7 Required Playable Core", answers::positions),
    step!("one-answer", "there is one `bestmove` for each `go`", "4 Responses: Final Answers", answers::one_answer),
    step!("move-form", "plays are written as pairs with a slash, with `bar` and `off`", "6 Move Representation", answers::move_form),
    step!("no-play", "`pass` is answered where no play is possible", "6 Move Representation", answers::no_play),
    step!("xgid", "`position xgid`, which is optional, is taken or answered by an `error` line", "3 Commands: Position and Dice", answers::xgid),
    step!("cube", "`go cube` is answered by `bestcube`, or an `error` line", "4 Responses: Final Answers; 5 Minimal Error System", answers::cube),
    step!("turn", "`go turn` is answered by `bestturn`, or an `error` line", "4 Responses: Final Answers; 5 Minimal Error System", answers::turn),
    step!("missing-context", "`go` without position and dice is answered by an `error` line", "5 Minimal Error System: bad_state", answers::missing_context),
    step!("bad-arguments", "a position and dice that make no sense are answered by `error` lines, and harm nothing", "5 Minimal Error System: bad_value", answers::bad_arguments),
    advice!("error-codes", "errors have one of the four codes", "5 Minimal Error System", answers::error_codes),
    advice!("terminal", "no play is made up where the game is over", "not in the document", answers::terminal),
    advice!("line-ends", "a line that ends in CR LF is understood", OTHER_SYSTEMS, answers::line_ends),
    step!("quit", "`quit` ends the engine", "2 Lifecycle; 7 Required Playable Core", setup::quit),
    advice!("end-of-input", "the end of its input ends the engine", NOT_THERE, setup::end_of_input),
];

/// An answer to `go`.
struct Play {
    /// The play, canonical.
    mv: String,
    /// As in `bestmove`.
    text: String,
    /// The text of `bestmoveid`, if there was one.
    id: Option<String>,
}

impl Ubgi {
    /// Sends lines and `isready`; returns the lines before `readyok`.
    async fn tell(&mut self, lines: &[String], limit: Limit) -> Result<Vec<String>, Flaw> {
        self.ready().await?;
        for line in lines {
            self.bench.send(line).await;
        }
        self.bench.send("isready").await;
        let mut heard = Vec::new();
        let read = |line: &str| {
            if line.trim() == "readyok" {
                return Some(());
            }
            heard.push(line.trim().to_owned());
            None
        };
        self.bench.find("`readyok`", limit, read).await?;
        Ok(heard)
    }

    /// The same for lines that must not be refused.
    async fn do_tell(&mut self, lines: &[String]) -> Result<(), Flaw> {
        let heard = self.tell(lines, ANSWER).await?;
        match heard.iter().find(|line| is_error(line)) {
            Some(error) => {
                Err(format!("{} is answered by {}", quoted(lines.join("; ")), quoted(error)).into())
            }
            None => Ok(()),
        }
    }

    /// The same for lines that must be refused; returns what is wrong with the refusal, if
    /// anything.
    async fn is_refused(&mut self, line: &str) -> Result<Option<String>, Flaw> {
        let heard = self.tell(&[line.to_owned()], ANSWER).await?;
        if heard.iter().any(|line| is_error(line)) {
            return Ok(None);
        }
        Ok(Some(match heard.first() {
            None => format!("{} is not answered by `error`", quoted(line)),
            Some(said) => format!(
                "{line} is answered by {said}, not by `error`",
                line = quoted(line),
                said = quoted(said)
            ),
        }))
    }

    /// `go role chequer` or `go chequer`.
    fn go(&self, role: &str) -> String {
        match self.judged_by {
            Document::Draft | Document::V2 => format!("go {role}"),
            Document::V1 => format!("go role {role}"),
        }
    }

    /// Sets up a position, including dice.
    async fn place(&mut self, board: &Board) -> Result<(), Flaw> {
        let texts = PositionTexts::of(&board.root());
        let mut lines = vec![format!("position gnubgid {}", texts.position_id)];
        let dice = texts.xgid.split(':').nth(4).unwrap_or_default();
        if let [a @ b'1'..=b'6', b @ b'1'..=b'6'] = dice.as_bytes() {
            lines.push(format!("dice {} {}", char::from(*a), char::from(*b)));
        }
        self.do_tell(&lines).await
    }

    /// The lines of a search, from its answer on: an answer begins with `best`, and may be an error.
    async fn search(&mut self, go: &str, limit: Limit) -> Result<Vec<String>, Flaw> {
        self.ready().await?;
        self.bench.send(go).await;
        let read = |line: &str| {
            let line = line.trim();
            (line.starts_with("best") || is_error(line)).then(|| line.to_owned())
        };
        let (first, _) = self.bench.find(&format!("answer to `{go}`"), limit, read).await?;
        let mut lines = vec![first];
        lines.extend(self.tell(&[], ANSWER).await?);
        Ok(lines)
    }

    /// Sets up a position and searches it, to its legal play.
    async fn play(&mut self, board: &Board, go: &str, limit: Limit) -> Result<Play, Flaw> {
        self.place(board).await?;
        let lines = self.search(go, limit).await?;
        if let Some(error) = lines.iter().find(|line| is_error(line)) {
            return Err(format!("`{go}` is answered by {}", quoted(error)).into());
        }
        let mut moves = lines.iter().filter_map(|line| match Reply::parse(line) {
            Reply::Best(Best::Move(text)) => Some(text),
            _ => None,
        });
        let Some(text) = moves.next() else {
            return Err(
                format!("`{go}` is answered by {}, not by `bestmove`", quoted(&lines[0])).into()
            );
        };
        if let Some(more) = moves.next() {
            return Err(format!("a second answer: bestmove {more}").into());
        }
        let id = lines.iter().find_map(|line| match Reply::parse(line) {
            Reply::Best(Best::MoveId(id)) => Some(id),
            _ => None,
        });
        let mv = board.read(&text)?.0;
        Ok(Play { mv, text, id })
    }

    /// The same with the usual question.
    async fn chequer(&mut self, board: &Board) -> Result<Play, Flaw> {
        self.play(board, &self.go("chequer"), SEARCH).await
    }
}

fn is_error(line: &str) -> bool {
    matches!(Reply::parse(line), Reply::Error(_))
}
