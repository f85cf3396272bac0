//! What the end of a match or tournament means for the exit code.

use anyhow::anyhow;
use quintet::games::counted;
use quintet::play::Cause;

use super::{Code, Failure, Outcome, complaints};

/// Why no other game can be played: an engine never got ready. `missing` says what was played.
pub(super) fn unusable(missing: &str, name: &str, cause: &Cause, stderr: &[String]) -> Failure {
    let said = never_ready(name, cause);
    let words = complaints::last_words(stderr);
    let words: String = words.iter().map(|line| format!("\n{line}")).collect();
    Code::NoStart.of(anyhow!("{missing}: {said}{words}"))
}

/// That an engine never got ready, and why: `Edax crashed (exit 1) before it was ready`.
pub(super) fn never_ready(name: &str, cause: &Cause) -> String {
    let when = match cause {
        Cause::CouldNotStart(_)
        | Cause::BadHandshake(_)
        | Cause::WrongProtocol(_)
        | Cause::CannotPlay(_) => "",
        _ => " before it was ready",
    };
    format!("{}{when}", cause.said_of(name))
}

/// A match decided by failures proves nothing about the strength of the engines.
pub(super) fn judge_failures(failed: u32, late: u32, played: u32, most_percent: u32) -> Outcome {
    if u64::from(failed) * 100 <= u64::from(played) * u64::from(most_percent) {
        return Ok(());
    }
    let late = match late {
        0 => String::new(),
        late => format!("; of these, the machine was late in {}", counted(late as usize, "game")),
    };
    let were = if failed == 1 { "was" } else { "were" };
    let why = anyhow!(
        "{failed} of {} {were} decided by failures or lost on time, more than the \
         {most_percent} % of --max-failures{late}",
        counted(played as usize, "game")
    );
    Err(Code::TooManyFailures.of(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_fails_by_more_failures_than_so_many_per_cent() {
        for (failed, played, percent, is_fine) in [
            (0, 0, 0, true),
            (0, 10, 0, true),
            (1, 10, 0, false),
            (1, 20, 5, true),
            (1, 19, 5, false),
            (2, 40, 5, true),
            (3, 40, 5, false),
            (10, 10, 99, false),
            (10, 10, 100, true),
        ] {
            let outcome = judge_failures(failed, 0, played, percent);
            assert_eq!(outcome.is_ok(), is_fine, "{failed} of {played}, {percent} %");
            let code = outcome.err().map(|failure| failure.code);
            assert_eq!(code, (!is_fine).then_some(Code::TooManyFailures));
        }
        let failure = judge_failures(4, 1, 4, 5).expect_err("all have failed");
        let said = failure.error.to_string();
        assert!(said.ends_with("of these, the machine was late in 1 game"), "{said}");
    }
}
