//! Why a player lost other than on the board; each cause is a case of its own.
//!
//! Does not detect failures: the session, the clock and the referee do.

use std::borrow::Cow;
use std::fmt;

use super::{CauseName, Table};
use crate::protocol::Reason;
use crate::session::{Exit, ExitCause, ProcessEnd, StartFailure};

/// The reason in a sentence about an engine that rejects something: its client's finding, or the
/// engine's words, quoted.
#[must_use]
pub fn and_says(why: &Reason) -> String {
    let words = match why {
        Reason::Found(words) => return format!(": {}", words.trim_end_matches('.')),
        Reason::Said(words) => words.trim_end_matches('.'),
    };
    // Quotes within quotes are single ones.
    let inner = words.replace('\u{201c}', "\u{2018}").replace('\u{201d}', "\u{2019}");
    format!(", and says \u{201c}{inner}\u{201d}")
}

/// Why a player lost other than on the board.
///
/// `Display` gives a short fragment for tables (`crashed (exit 139)`, `illegal move c3`);
/// [`Cause::said_of`] a sentence.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Cause {
    /// The engine could not be started or reached.
    CouldNotStart(StartFailure),
    /// It started, but the handshake failed; the text says how.
    BadHandshake(String),
    /// It speaks a protocol in which this game is not played.
    WrongProtocol(String),
    /// It has reported that it does not play the requested game; the text says what it plays.
    CannotPlay(String),
    /// Its process ended by itself.
    Crashed {
        /// How.
        status: ProcessEnd,
        /// The last lines of its error output.
        stderr: Vec<String>,
    },
    /// It closed its output but kept running.
    ClosedOutput,
    /// It did not answer; the text says what was waited for.
    Stalled(String),
    /// Its time was over.
    LostOnTime,
    /// It played a move that is not legal; the text is the move as it wrote it.
    IllegalMove(String),
    /// It wrote something that makes no sense; the text says what.
    BadOutput(String),
    /// It sees the game differently from the referee, and does not go on with it; the text says
    /// how.
    Disagreed(String),
    /// It resigned.
    Resigned,
    /// The user ended it, or the game.
    Stopped,
    /// The test of the match had its verdict, and the game could not change it.
    Decided,
}

impl Cause {
    /// The cause in a session's end; `None` when the session was asked to end.
    #[must_use]
    pub fn of_exit(exit: &Exit) -> Option<Self> {
        Some(match &exit.cause {
            ExitCause::Asked => return None,
            ExitCause::CouldNotStart(reason) => Self::CouldNotStart(reason.clone()),
            ExitCause::BadHandshake(text) => Self::BadHandshake(text.clone()),
            ExitCause::WrongProtocol(text) => Self::WrongProtocol(text.clone()),
            ExitCause::CannotPlay(text) => Self::CannotPlay(text.clone()),
            ExitCause::Crashed => {
                Self::Crashed { status: exit.status, stderr: exit.stderr.clone() }
            }
            ExitCause::ClosedOutput => Self::ClosedOutput,
            ExitCause::Stalled(text) => Self::Stalled(text.clone()),
            ExitCause::BadOutput(text) => Self::BadOutput(text.clone()),
        })
    }

    /// The cause for an engine that keeps the game and rejects the position at the table: the move
    /// that led to it is legal for the program.
    #[must_use]
    pub fn refused(table: &Table, why: &Reason) -> Self {
        let before = table.positions().iter().nth_back(1);
        let last = before.zip(table.last_move()).map(|(before, mv)| before.show_move(&mv.0));
        let what = last.map_or_else(
            || "the position, which the program holds possible".to_owned(),
            |mv| format!("the position after {mv}, a move that the program holds legal"),
        );
        Self::Disagreed(format!("it does not take {what}{}", and_says(why)))
    }

    /// The fault lies with the program, not with how it plays: everything but losing on time,
    /// resigning and being stopped.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            Self::LostOnTime | Self::Resigned | Self::Stopped | Self::Decided => false,
            Self::CouldNotStart(_)
            | Self::BadHandshake(_)
            | Self::WrongProtocol(_)
            | Self::CannotPlay(_)
            | Self::Crashed { .. }
            | Self::ClosedOutput
            | Self::Stalled(_)
            | Self::IllegalMove(_)
            | Self::BadOutput(_)
            | Self::Disagreed(_) => true,
        }
    }

    /// After this it is unknown whether the engine's next answer belongs to its next question
    /// ([`Request::Resync`](crate::protocol::Request::Resync)).
    #[must_use]
    pub fn leaves_doubt(&self) -> bool {
        self.is_failure() || *self == Self::LostOnTime
    }

    /// What it is without details, in words, the same for all cases of a kind: `crashed`, `illegal move`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        CauseName::of(self, false).words()
    }

    /// The details besides the kind: the text, or how it crashed; empty if there are none.
    #[must_use]
    pub fn detail(&self) -> Cow<'_, str> {
        match self {
            Self::CouldNotStart(reason) => Cow::Owned(reason.to_string()),
            Self::BadHandshake(text)
            | Self::WrongProtocol(text)
            | Self::CannotPlay(text)
            | Self::Stalled(text)
            | Self::IllegalMove(text)
            | Self::BadOutput(text)
            | Self::Disagreed(text) => Cow::Borrowed(text),
            Self::Crashed { status, .. } => Cow::Owned(status.to_string()),
            Self::ClosedOutput
            | Self::LostOnTime
            | Self::Resigned
            | Self::Stopped
            | Self::Decided => Cow::Borrowed(""),
        }
    }

    /// The last lines of the error output, if the process ended by itself.
    #[must_use]
    pub fn error_output(&self) -> &[String] {
        match self {
            Self::Crashed { stderr, .. } => stderr,
            Self::CouldNotStart(_)
            | Self::BadHandshake(_)
            | Self::WrongProtocol(_)
            | Self::CannotPlay(_)
            | Self::ClosedOutput
            | Self::Stalled(_)
            | Self::LostOnTime
            | Self::IllegalMove(_)
            | Self::BadOutput(_)
            | Self::Disagreed(_)
            | Self::Resigned
            | Self::Stopped
            | Self::Decided => &[],
        }
    }

    /// The cause with this name, [`Cause::detail`] and [`Cause::error_output`], as written earlier.
    #[must_use]
    pub fn named(name: CauseName, detail: &str, error_output: &[String]) -> Self {
        let text = || detail.to_owned();
        match name {
            CauseName::CouldNotStart => Self::CouldNotStart(StartFailure::from(detail)),
            CauseName::BadHandshake => Self::BadHandshake(text()),
            CauseName::WrongProtocol => Self::WrongProtocol(text()),
            CauseName::CannotPlay => Self::CannotPlay(text()),
            CauseName::Crashed => {
                let status = detail.parse().unwrap_or(ProcessEnd::Unknown);
                Self::Crashed { status, stderr: error_output.to_vec() }
            }
            CauseName::ClosedOutput => Self::ClosedOutput,
            CauseName::Stalled => Self::Stalled(text()),
            CauseName::LostOnTime | CauseName::Late => Self::LostOnTime,
            CauseName::IllegalMove => Self::IllegalMove(text()),
            CauseName::BadOutput => Self::BadOutput(text()),
            CauseName::Disagreed => Self::Disagreed(text()),
            CauseName::Resigned => Self::Resigned,
            CauseName::Stopped => Self::Stopped,
            CauseName::Decided => Self::Decided,
        }
    }

    /// Starting the same program again cannot help: the entry has to be changed.
    #[must_use]
    pub fn needs_another_engine(&self) -> bool {
        match self {
            Self::CouldNotStart(_) | Self::WrongProtocol(_) | Self::CannotPlay(_) => true,
            Self::BadHandshake(_)
            | Self::Crashed { .. }
            | Self::ClosedOutput
            | Self::Stalled(_)
            | Self::LostOnTime
            | Self::IllegalMove(_)
            | Self::BadOutput(_)
            | Self::Disagreed(_)
            | Self::Resigned
            | Self::Stopped
            | Self::Decided => false,
        }
    }

    /// A sentence about the named player: `White lost on time`, `White played illegal move c3`.
    #[must_use]
    pub fn said_of(&self, who: &str) -> String {
        match self {
            Self::BadHandshake(_) | Self::WrongProtocol(_) | Self::BadOutput(_) => {
                format!("{who}: {self}")
            }
            Self::Disagreed(text) => format!("{who} {}: {text}", self.kind()),
            Self::IllegalMove(_) => format!("{who} played {self}"),
            Self::CouldNotStart(_)
            | Self::CannotPlay(_)
            | Self::Crashed { .. }
            | Self::ClosedOutput
            | Self::Stalled(_)
            | Self::LostOnTime
            | Self::Resigned => format!("{who} {self}"),
            Self::Stopped | Self::Decided => format!("{who} was {self}"),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // It names its kind itself.
            Self::CouldNotStart(reason @ StartFailure::Program(_)) => return write!(f, "{reason}"),
            // It may have had a reason; it is only known that it should not have ended.
            Self::Crashed { status, .. } if status.is_success() => {
                f.write_str("ended by itself")?
            }
            _ => f.write_str(self.kind())?,
        }
        match self {
            Self::CouldNotStart(StartFailure::Other(text))
            | Self::BadHandshake(text)
            | Self::WrongProtocol(text)
            | Self::CannotPlay(text)
            | Self::BadOutput(text)
            | Self::Disagreed(text)
                if !text.is_empty() =>
            {
                write!(f, ": {text}")
            }
            Self::Crashed { status, .. } if status.is_known() => {
                // `signal 9 (killed)` has brackets of its own.
                write!(f, " ({})", status.to_string().replace(" (", ", ").trim_end_matches(')'))
            }
            Self::Stalled(text) if !text.is_empty() => write!(f, " ({text})"),
            Self::IllegalMove(text) if text.trim().is_empty() => f.write_str(" (an empty answer)"),
            Self::IllegalMove(text) => write!(f, " {text}"),
            Self::CouldNotStart(_)
            | Self::BadHandshake(_)
            | Self::WrongProtocol(_)
            | Self::CannotPlay(_)
            | Self::BadOutput(_)
            | Self::Disagreed(_)
            | Self::Crashed { .. }
            | Self::Stalled(_)
            | Self::ClosedOutput
            | Self::LostOnTime
            | Self::Resigned
            | Self::Stopped
            | Self::Decided => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_what_happened_in_few_words() {
        let crashed = Cause::Crashed { status: ProcessEnd::Code(139), stderr: Vec::new() };
        assert_eq!(crashed.to_string(), "crashed (exit 139)");
        assert_eq!(crashed.said_of("White"), "White crashed (exit 139)");
        let killed = Cause::Crashed { status: ProcessEnd::Signal(9), stderr: Vec::new() };
        assert_eq!(killed.to_string(), "crashed (signal 9, killed)");
        assert_eq!(Cause::LostOnTime.to_string(), "lost on time");
        let illegal = Cause::IllegalMove("c3".to_owned());
        assert_eq!(illegal.to_string(), "illegal move c3");
        assert_eq!(illegal.said_of("Black"), "Black played illegal move c3");
        let empty = Cause::IllegalMove(String::new());
        assert_eq!(empty.said_of("Black"), "Black played illegal move (an empty answer)");
        let bad = Cause::BadOutput("no move in its answer".to_owned());
        assert_eq!(bad.said_of("Black"), "Black: bad output: no move in its answer");
    }

    #[test]
    fn a_named_cause_has_that_name() {
        for name in CauseName::ALL {
            let cause = Cause::named(name, "", &[]);
            assert_eq!(CauseName::of(&cause, name == CauseName::Late), name);
        }
        assert_eq!(Cause::Stopped.said_of("Edax"), "Edax was stopped by the user");
    }

    #[test]
    fn what_could_not_be_started_is_said_once() {
        let program = StartFailure::Program("\"/x\": there is no file".to_owned());
        let cause = Cause::CouldNotStart(program);
        assert_eq!(cause.said_of("White"), "White could not start \"/x\": there is no file");
        let kept = Cause::named(CauseName::CouldNotStart, &cause.detail(), &[]);
        assert_eq!(kept, cause, "nor is it after it was kept with a game");
        let unlisted = StartFailure::Other("it is not in the list".to_owned());
        let unlisted = Cause::CouldNotStart(unlisted);
        assert_eq!(unlisted.said_of("White"), "White could not start: it is not in the list");
    }

    #[test]
    fn a_cause_that_was_written_down_is_read_again() {
        let crashed = Cause::Crashed { status: ProcessEnd::Code(3), stderr: vec!["oh".into()] };
        for cause in [crashed, Cause::IllegalMove("c3".to_owned()), Cause::ClosedOutput] {
            let name = CauseName::of(&cause, false);
            assert_eq!(Cause::named(name, &cause.detail(), cause.error_output()), cause);
        }
    }

    #[test]
    fn an_engine_that_ends_in_good_order_has_not_crashed_in_words() {
        let ended = |status| Cause::Crashed { status, stderr: Vec::new() };
        let well = ended(ProcessEnd::Code(0));
        assert_eq!(well.said_of("White"), "White ended by itself (exit 0)");
        assert_eq!(well.kind(), "crashed", "files know it by this");
        assert_eq!(ended(ProcessEnd::Code(3)).to_string(), "crashed (exit 3)");
        assert_eq!(ended(ProcessEnd::NoProcess).to_string(), "crashed");
    }

    #[test]
    fn losing_on_time_and_resigning_are_no_failures_of_the_program() {
        assert!(!Cause::LostOnTime.is_failure());
        assert!(!Cause::Resigned.is_failure());
        assert!(!Cause::Stopped.is_failure());
        assert!(Cause::ClosedOutput.is_failure());
    }

    #[test]
    fn an_engine_that_does_not_play_what_is_wanted_is_not_helped_by_a_restart() {
        let words = "it plays only the variants normal, bt, not killer".to_owned();
        let cannot = Cause::CannotPlay(words.clone());
        assert!(cannot.needs_another_engine());
        assert_eq!(cannot.said_of("Scan"), format!("Scan cannot play this: {words}"));
        // The text itself decides nothing.
        assert!(!Cause::BadHandshake(words).needs_another_engine());
    }

    #[test]
    fn a_session_that_was_asked_to_end_blames_nobody() {
        let exit = |cause| Exit { cause, status: ProcessEnd::Code(3), stderr: vec!["oh".into()] };
        assert_eq!(Cause::of_exit(&exit(ExitCause::Asked)), None);
        assert_eq!(
            Cause::of_exit(&exit(ExitCause::Crashed)),
            Some(Cause::Crashed { status: ProcessEnd::Code(3), stderr: vec!["oh".to_owned()] })
        );
    }
}
