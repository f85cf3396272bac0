//! Finds the protocol of a line that only one of them has, and the language of an engine that sends
//! such lines in a handshake.
//!
//! Sends nothing, and decides nothing about an engine that has shown that it speaks the right
//! protocol.

use std::fmt;
use std::time::{Duration, Instant};

use super::words::{fields, split_at};
use super::{Protocol, nboard, quoted};

/// The protocol whose engines, and no others, send a line like this; `None` for a line that several
/// or none of them might send. The lines are those of handshakes and of complaints about another
/// protocol's commands (field notes: `ok` ends every answer of UHP, and UBGI refuses with `sorry`).
#[must_use]
pub fn spoken(line: &str) -> Option<Protocol> {
    let line = line.trim();
    let (word, rest) = split_at(line, " ").unwrap_or((line, ""));
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| rest.starts_with(prefix));
    match word {
        "ok" | "invalidmove" | "err" if word != "ok" || rest.is_empty() => Some(Protocol::Uhp),
        "ubgiok" | "readyok" | "sorry" if rest.is_empty() => Some(Protocol::Ubgi),
        "engineok" => Some(Protocol::Guide),
        "wait" if rest.is_empty() => Some(Protocol::Hub),
        "id" | "param" if starts(&["name="]) => Some(Protocol::Hub),
        "error" if starts(&["message="]) => Some(Protocol::Hub),
        "done" if starts(&["move="]) => Some(Protocol::Hub),
        "pong" if !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(Protocol::NBoard)
        }
        "set" if starts(&["myname "]) => Some(Protocol::NBoard),
        "===" => Some(Protocol::NBoard),
        _ => None,
    }
}

/// Does the same with a line of an engine that is addressed in this protocol: GUIDE's answer to a
/// ping has the ping's own text, which may be a number.
fn spoken_to(expected: Protocol, line: &str) -> Option<Protocol> {
    let is_pong = line.trim_start().starts_with("pong ");
    spoken(line).filter(|_| expected != Protocol::Guide || !is_pong)
}

/// The protocol that an engine speaks instead of the one it was addressed in, by its first lines:
/// `None` if any of them belongs to that one, or none belongs to another.
#[must_use]
pub fn spoken_instead<'a>(
    expected: Protocol,
    lines: impl IntoIterator<Item = &'a str>,
) -> Option<Protocol> {
    let mut other = None;
    for found in lines.into_iter().filter_map(|line| spoken_to(expected, line)) {
        if found == expected {
            return None;
        }
        other = other.or(Some(found));
    }
    other
}

/// The version of its protocol that an engine declares in a line of its error output, if engines of
/// the protocol do so.
#[must_use]
pub fn version_declared(protocol: Protocol, line: &str) -> Option<u32> {
    match protocol {
        Protocol::NBoard => nboard::declared_version(line),
        Protocol::Hub | Protocol::Guide | Protocol::Uhp | Protocol::Ubgi => None,
    }
}

/// Returns true if the name of an engine that was sent these lines depends on the requests in them,
/// and may be another one next time.
#[must_use]
pub fn name_varies<'a>(
    protocol: Protocol,
    name: &str,
    sent: impl IntoIterator<Item = &'a str>,
) -> bool {
    match protocol {
        Protocol::NBoard => nboard::names_depth(name, sent),
        Protocol::Hub | Protocol::Guide | Protocol::Uhp | Protocol::Ubgi => false,
    }
}

/// A language that is recognised by its words.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Language {
    /// One that the program speaks.
    Ours(Protocol),
    /// The language of chess engines.
    Uci,
    /// The language of Go engines.
    Gtp,
    /// The answer of a web server.
    Http,
    /// The answer of a port for remote login.
    Ssh,
    /// No language: it writes the text that it reads, as `cat` does.
    Echo,
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(protocol) => protocol.fmt(f),
            Self::Uci => f.write_str("UCI"),
            Self::Gtp => f.write_str("GTP"),
            Self::Http => f.write_str("HTTP"),
            Self::Ssh => f.write_str("SSH"),
            Self::Echo => f.write_str("nothing of its own"),
        }
    }
}

/// Listens to the handshake of an engine and finds out, before its deadline is over, that it speaks
/// another language.
///
/// Engines print all kinds of things before they answer, so a word that others might print, too,
/// proves nothing (`ok`, `wait`, a single `sorry`): the evidence must be of a kind that no engine
/// prints by chance, and then the right answer still has a while to come. If the words that make an
/// engine ready exist in two languages, it listens on ([`Listener::is_in_doubt`]).
///
/// ```
/// use std::time::{Duration, Instant};
/// use quintet::protocol::{Listener, Protocol};
///
/// let now = Instant::now();
/// let mut listener = Listener::new(Protocol::Hub, Duration::from_secs(2));
/// listener.hear("err Unknown command", now);
/// assert_eq!(listener.poll_timeout(), None);
/// listener.hear("ok", now);
/// assert_eq!(listener.poll_timeout(), Some(now + Duration::from_secs(2)));
/// assert!(listener.finding().unwrap().starts_with("it speaks UHP, not Hub"));
/// ```
#[derive(Clone, Debug)]
pub struct Listener {
    expected: Protocol,
    /// The time that is waited for the right answer.
    grace: Duration,
    /// The engine has sent something that only engines of the right protocol send.
    is_right: bool,
    found: Option<Found>,
    /// The last line may be the first half of an answer in UHP.
    may_be_uhp: bool,
    /// Its answer to a ping is that of Hub, which engines of NBoard give, too.
    may_be_hub: bool,
    n_sorry: u32,
    /// The first lines that the engine was sent.
    told: Vec<String>,
    /// The engine has sent something that it was not sent before.
    has_own_words: bool,
}

/// The most lines to the engine that are remembered; no handshake is as long.
const MAX_TOLD: usize = 64;

#[derive(Clone, Debug)]
struct Found {
    language: Language,
    line: String,
    until: Instant,
}

/// The longest time for the right answer after a strange one when the handshake is over.
const GRACE_WHEN_READY: Duration = Duration::from_millis(200);
/// The share of its clock that it may take then: the error should be reported before the engine has
/// lost on time.
const CLOCK_SHARE: u32 = 4;
/// The longest time for words of its own after an echo.
const ECHO_GRACE: Duration = Duration::from_secs(2);
/// No engine sends `sorry` so often by chance.
const MANY_SORRIES: u32 = 3;

impl Listener {
    /// A listener for an engine that is addressed in this protocol. `grace` is the time that the
    /// right answer may take after the engine has shown another language.
    #[must_use]
    pub fn new(expected: Protocol, grace: Duration) -> Self {
        Self {
            expected,
            grace,
            is_right: false,
            found: None,
            may_be_uhp: false,
            may_be_hub: false,
            n_sorry: 0,
            told: Vec::new(),
            has_own_words: false,
        }
    }

    /// The engine was sent this line.
    pub fn tell(&mut self, line: &str) {
        if self.told.len() < MAX_TOLD {
            self.told.push(line.trim().to_owned());
        }
    }

    /// Returns true if the engine may be ready in another language: its lines before its first
    /// answer are examined.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        self.may_be_hub && !self.is_right
    }

    /// An engine that may be ready in another language has become so: from now on a clock may run.
    pub fn get_ready(&mut self) {
        self.grace = self.grace.min(GRACE_WHEN_READY);
    }

    /// The engine got a request that it must answer within this time.
    pub fn expect_within(&mut self, limit: Duration) {
        self.grace = self.grace.min(limit / CLOCK_SHARE);
    }

    /// The engine has sent this line.
    pub fn hear(&mut self, line: &str, now: Instant) {
        let line = line.trim();
        if self.is_right || line.is_empty() {
            return;
        }
        self.may_be_hub |= self.expected == Protocol::NBoard && line == "pong";
        self.has_own_words |= !self.told.iter().any(|told| told == line);
        if self.has_own_words {
            self.found.take_if(|found| found.language == Language::Echo);
        }
        let echo = (!self.has_own_words).then_some(Language::Echo);
        let Some(language) = self.judge(line).or(echo) else { return };
        if language == Language::Ours(self.expected) {
            (self.is_right, self.found) = (true, None);
        } else if self.found.is_none() {
            let line = line.to_owned();
            let grace = match language {
                // However slow the machine is, an immediate echo isn't thought.
                Language::Echo => self.grace.min(ECHO_GRACE),
                _ => self.grace,
            };
            self.found = Some(Found { language, line, until: now + grace });
        }
    }

    /// The time when the right answer has been waited for long enough.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.found.as_ref().map(|found| found.until)
    }

    /// The finding, as a sentence about the engine; `None` while it may well be the right one.
    #[must_use]
    pub fn finding(&self) -> Option<String> {
        let Found { language, line, .. } = self.found.as_ref()?;
        let line = quoted(line);
        Some(match language {
            Language::Echo => {
                format!("it only repeats what it is told, as no engine does (it said {line})")
            }
            _ => format!("it speaks {language}, not {} (it said {line})", self.expected),
        })
    }

    fn judge(&mut self, line: &str) -> Option<Language> {
        let (word, rest) = split_at(line, " ").unwrap_or((line, ""));
        let may_be_uhp = std::mem::replace(&mut self.may_be_uhp, is_before_ok(word, rest));
        self.n_sorry += u32::from(line == "sorry");
        let is_http = || word.strip_prefix("HTTP/").is_some_and(|v| v.starts_with(['1', '2']));
        let is_ssh = || word.starts_with("SSH-2.0-") || word.starts_with("SSH-1.");
        Some(match word {
            "ok" if may_be_uhp && rest.is_empty() => Language::Ours(Protocol::Uhp),
            "sorry" if self.n_sorry >= MANY_SORRIES => Language::Ours(Protocol::Ubgi),
            "uciok" if rest.is_empty() => Language::Uci,
            "?" if rest.starts_with("unknown command") => Language::Gtp,
            "ok" | "err" | "invalidmove" | "sorry" | "wait" | "===" => return None,
            _ if is_http() => Language::Http,
            _ if is_ssh() => Language::Ssh,
            _ => Language::Ours(spoken_to(self.expected, line)?),
        })
    }
}

/// In UHP a line like this stands before `ok`: its identity, its variants, a complaint.
fn is_before_ok(word: &str, rest: &str) -> bool {
    const KINDS: [&str; 3] = ["Mosquito", "Ladybug", "Pillbug"];
    match word {
        "id" => !rest.is_empty() && !rest.contains('='),
        "err" | "invalidmove" => true,
        kinds => {
            rest.is_empty() && fields(kinds, |ch| ch == ';').iter().all(|kind| KINDS.contains(kind))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Duration = Duration::from_secs(2);

    /// The language of an engine that sends these lines at once.
    fn found(expected: Protocol, lines: &[&str]) -> Option<Language> {
        let mut listener = Listener::new(expected, GRACE);
        lines.iter().for_each(|line| listener.hear(line, Instant::now()));
        assert_eq!(listener.poll_timeout().is_some(), listener.finding().is_some());
        listener.found.map(|found| found.language)
    }

    #[test]
    fn an_engine_of_another_protocol_is_known_by_its_first_answer() {
        for (lines, language) in [
            (&["id nokamute 1.0.3", "Mosquito;Ladybug;Pillbug", "ok"][..], Protocol::Uhp),
            (&["id hexatron", "ok"], Protocol::Uhp),
            (&["err Invalid command. Try 'help'", "ok"], Protocol::Uhp),
            (&["welcome", "id name=Scan version=3.1", "wait"], Protocol::Hub),
            (&["error message=\"bad command\""], Protocol::Hub),
            (&["engineok"], Protocol::Guide),
            (&["set myname Edax"], Protocol::NBoard),
            (&["id name gnubg", "ubgiok"], Protocol::Ubgi),
            (&["id name gnubg", "readyok"], Protocol::Ubgi),
            (&["sorry", "", "sorry", "sorry"], Protocol::Ubgi),
        ] {
            for expected in Protocol::ALL.iter().copied() {
                let wanted = (expected != language).then_some(Language::Ours(language));
                assert_eq!(found(expected, lines), wanted, "{expected}: {lines:?}");
            }
        }
        for (line, language) in [
            ("HTTP/1.1 400 Bad Request\r", Language::Http),
            ("SSH-2.0-OpenSSH_9.6", Language::Ssh),
            ("uciok", Language::Uci),
            ("? unknown command", Language::Gtp),
        ] {
            assert_eq!(found(Protocol::Hub, &[line]), Some(language));
        }
    }

    #[test]
    fn an_engine_that_only_echoes_is_recognised_at_once_and_no_other_is_taken_for_one() {
        let now = Instant::now();
        for (said, is_echo) in [
            (&["hub"][..], true),
            (&["hub\r", "", "init"], true),
            (&["welcome", "hub"], false),
            (&["hub", "Scan is loading"], false),
            (&["hub", "id name=Scan", "wait"], false),
        ] {
            let mut listener = Listener::new(Protocol::Hub, GRACE);
            listener.tell("hub");
            listener.tell("init");
            said.iter().for_each(|line| listener.hear(line, now));
            let text = listener.finding().unwrap_or_default();
            assert_eq!(text.starts_with("it only repeats what it is told"), is_echo, "{said:?}");
            assert_eq!(listener.poll_timeout(), is_echo.then_some(now + GRACE), "{said:?}");
        }
    }

    #[test]
    fn a_pong_with_a_number_may_be_that_of_guide() {
        assert_eq!(found(Protocol::Guide, &["pong 1"]), None);
        assert_eq!(found(Protocol::Hub, &["pong 1"]), Some(Language::Ours(Protocol::NBoard)));
    }

    #[test]
    fn a_pong_without_a_number_leaves_nboard_in_doubt_until_more_is_said() {
        for (expected, lines, doubt) in [
            (Protocol::NBoard, &["pong"][..], true),
            (Protocol::NBoard, &["pong", "set myname Edax"], false),
            (Protocol::NBoard, &["pong 1"], false),
            (Protocol::Ubgi, &["pong"], false),
        ] {
            let mut listener = Listener::new(expected, GRACE);
            lines.iter().for_each(|line| listener.hear(line, Instant::now()));
            assert_eq!(listener.is_in_doubt(), doubt, "{expected}: {lines:?}");
        }
        let lines = ["pong", "done move=32-28"];
        assert_eq!(found(Protocol::NBoard, &lines), Some(Language::Ours(Protocol::Hub)));
    }

    #[test]
    fn whoever_is_ready_in_another_language_is_named_before_a_clock_is_over() {
        let now = Instant::now();
        for (limit, grace) in [(None, 200), (Some(1_000), 200), (Some(100), 25)] {
            let mut listener = Listener::new(Protocol::NBoard, GRACE);
            listener.hear("pong", now);
            listener.get_ready();
            limit.into_iter().map(Duration::from_millis).for_each(|it| listener.expect_within(it));
            listener.hear("error message=\"what?\"", now);
            assert_eq!(listener.poll_timeout(), Some(now + Duration::from_millis(grace)));
        }
    }

    #[test]
    fn what_anybody_may_print_is_no_evidence() {
        for line in [
            "ok",
            "wait",
            "sorry",
            "err",
            "err: no book",
            "id",
            "=== ready ===",
            "id name Toy",
            "HTTP/x",
            "SSH keys found",
            "?",
            "error",
            "pong",
            "ready",
            "uciok then",
            "Pillbug;",
        ] {
            for expected in Protocol::ALL.iter().copied() {
                assert_eq!(found(expected, &[line]), None, "{line}");
                assert_eq!(found(expected, &[line, "loading", "ok"]), None, "{line}");
            }
        }
    }

    #[test]
    fn who_has_given_the_right_answer_is_believed_whatever_else_is_said() {
        let odd = ["err no book", "ok", "HTTP/1.1 200 OK"];
        assert_eq!(found(Protocol::Hub, &odd), Some(Language::Ours(Protocol::Uhp)));
        for answer in ["id name=Scan", "param name=book value=true"] {
            let before = [answer, odd[0], odd[1], odd[2]];
            let after = [odd[0], odd[1], odd[2], answer];
            assert_eq!((found(Protocol::Hub, &before), found(Protocol::Hub, &after)), (None, None));
        }
    }

    #[test]
    fn every_protocol_is_known_by_its_words() {
        for (line, protocol) in [
            ("id name=Scan version=3.1 author=\"Fabien Letouzey\"", Protocol::Hub),
            ("param name=book value=true type=bool", Protocol::Hub),
            ("wait", Protocol::Hub),
            ("error message=\"bad command\"", Protocol::Hub),
            ("engineok", Protocol::Guide),
            ("set myname Edax", Protocol::NBoard),
            ("pong 1", Protocol::NBoard),
            ("ok", Protocol::Uhp),
            ("err Unrecognized command", Protocol::Uhp),
            ("ubgiok", Protocol::Ubgi),
            ("readyok\r", Protocol::Ubgi),
            ("sorry", Protocol::Ubgi),
        ] {
            assert_eq!(spoken(line), Some(protocol), "{line}");
        }
        for line in [
            "",
            "id nokamute 1.0",
            "id name gnubg",
            "error unknown",
            "ok then",
            "pong",
            "name Toy",
            "wait for it",
            "sorry, no",
        ] {
            assert_eq!(spoken(line), None, "{line}");
        }
    }

    #[test]
    fn an_engine_that_says_one_word_of_its_own_protocol_speaks_no_other() {
        let uhp = ["id nokamute 1.0.3", "Mosquito;Ladybug;Pillbug", "ok"];
        assert_eq!(spoken_instead(Protocol::Hub, uhp), Some(Protocol::Uhp));
        assert_eq!(spoken_instead(Protocol::Uhp, uhp), None);
        assert_eq!(spoken_instead(Protocol::Hub, ["id name=A", "ok"]), None);
        assert_eq!(spoken_instead(Protocol::NBoard, ["hello", "loading"]), None);
        assert_eq!(spoken_instead(Protocol::Guide, ["pong 1"]), None);
        let both = ["pong 1", "set myname X"];
        assert_eq!(spoken_instead(Protocol::Guide, both), Some(Protocol::NBoard));
        assert_eq!(spoken_instead(Protocol::Hub, ["pong 1"]), Some(Protocol::NBoard));
    }

    #[test]
    fn a_name_that_ends_with_the_depth_that_was_asked_for_varies() {
        let sent = ["nboard 2", "set depth 60", "ping 1"];
        for (name, varies) in [
            ("Edax60", true),
            ("NTest 60", true),
            ("Edax", false),
            ("Zebra 6", false),
            ("x160", false),
        ] {
            assert_eq!(name_varies(Protocol::NBoard, name, sent), varies, "{name}");
        }
        assert!(!name_varies(Protocol::NBoard, "Edax60", ["set depth 8"]));
        assert!(!name_varies(Protocol::Hub, "Scan60", sent));
        let line = "Error: Edax expected \"nboard 1\" protocol";
        assert_eq!(version_declared(Protocol::NBoard, line), Some(1));
        assert_eq!(version_declared(Protocol::Hub, line), None);
    }
}
