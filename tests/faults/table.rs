//! The faults, when they happen, and what the program must call them.

use quintet::protocol::Protocol;

/// In which part of an engine's life something goes wrong.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Phase {
    /// Before it is ready.
    Starting,
    /// In the middle of a game.
    Playing,
    /// When it is sent home.
    Ending,
}

/// The states of an engine of this protocol: words of the host, and which time they are said.
pub(crate) fn moments(protocol: Protocol) -> Vec<(Phase, &'static str)> {
    let (starting, playing, ending): (&[_], &[_], &[_]) = match protocol {
        Protocol::NBoard => (&["start", "hello", "ping:1"], &["ping:3", "go:2"], &["quit"]),
        Protocol::Hub => (&["start", "hub", "init"], &["pos:2", "level:2", "go:2"], &["quit"]),
        Protocol::Guide => (&["start", "open"], &["ping:1", "go:2"], &["quit"]),
        Protocol::Uhp => (
            &["start", "options:1"],
            &["newgame:1", "play:2", "validmoves:2", "bestmove:2"],
            &["exit"],
        ),
        Protocol::Ubgi => (&["start", "ubgi"], &["position:2"], &["quit"]),
    };
    let of =
        |phase, words: &[&'static str]| words.iter().map(|word| (phase, *word)).collect::<Vec<_>>();
    [of(Phase::Starting, starting), of(Phase::Playing, playing), of(Phase::Ending, ending)].concat()
}

/// Something that can be done in every state, and its causes by phase.
pub(crate) struct Row {
    /// Done at the moment, in this order.
    pub(crate) faults: &'static [&'static str],
    /// Done besides, each at its own moment.
    pub(crate) also: &'static [&'static str],
    pub(crate) starting: &'static str,
    pub(crate) playing: &'static str,
    pub(crate) ending: &'static str,
}

const fn row(
    faults: &'static [&'static str],
    also: &'static [&'static str],
    [starting, playing, ending]: [&'static str; 3],
) -> Row {
    Row { faults, also, starting, playing, ending }
}

/// An engine that hangs before it is ready; one behind a socket does not even listen.
const UNREADY: &str = "unready: bad handshake|unready: could not start";
/// The clock decides, or a deadline of the protocol, which is the shorter one in a hurry.
const TOO_LATE: &str = "lost on time|stalled|once";
/// An engine that goes on living after a wrong answer is asked once more in the next game, and does
/// nothing wrong there.
const ILLEGAL: &str = "illegal move|once";
const NONSENSE: &str = "bad output|once";

/// For every state of every protocol.
pub(crate) const ANYWHERE: &[Row] = &[
    row(&["exit=3"], &[], ["unready: crashed", "crashed", "none"]),
    row(&["exit=0"], &[], ["unready: crashed", "crashed", "none"]),
    row(&["complain=no memory", "die=6"], &[], ["unready: crashed", "crashed", "none"]),
    row(&["die=11"], &[], ["unready: crashed", "crashed", "none"]),
    row(&["say=half of a li", "exit=1"], &[], ["unready: crashed", "crashed", "none"]),
    row(&["fork=hold", "exit=3"], &[], ["unready: crashed", "crashed", "none"]),
    row(&["fork=free", "exit=3"], &[], ["unready: crashed", "crashed", "none"]),
    row(&["fork=hold"], &[], ["none", "none", "none"]),
    row(&["stall"], &["--ignore-term"], [UNREADY, "stalled|lost on time|none", "none"]),
    row(&["fork=hold", "stall"], &[], [UNREADY, "stalled|lost on time|none", "none"]),
    row(&["say=Licence: free\\n\\n\\r\\n50%\\n"], &[], ["none", "none", "none"]),
    row(&["say=\\0\\xff\\xfe\\0 \\xc3\\n"], &[], ["none", "none", "none"]),
    row(&["complain=\\0\\xff\\n"], &[], ["none", "none", "none"]),
    row(&["long=300000"], &[], ["none", "none", "none"]),
    row(&["late=20"], &[], ["none", "none", "none"]),
];

/// Too much for every state.
pub(crate) const HEAVY: &[(&str, &str)] = &[
    ("long=100000000", "none|lost on time"),
    ("flood-noise=1000000", "none|lost on time"),
    ("flood-errors=1000000", "none|lost on time"),
];

/// What only one protocol has, or what each calls otherwise.
pub(crate) const OWN: &[(Protocol, &[&str], &str)] = &[
    // Illegal, unparsable and empty moves; answers for another position, twice, late and early.
    (Protocol::NBoard, &["instead==== A1@go:2"], ILLEGAL),
    (Protocol::NBoard, &["instead==== Z9@go:2"], NONSENSE),
    (Protocol::NBoard, &["instead==== @go:2"], "bad output|lost on time|once"),
    (Protocol::NBoard, &["twice@go"], "none"),
    (Protocol::NBoard, &["twice@ping"], "none"),
    (Protocol::NBoard, &["late=2000@go:2"], TOO_LATE),
    (Protocol::NBoard, &["say==== A1\\n@set"], "none"),
    (Protocol::NBoard, &["deaf@go:2"], TOO_LATE),
    (Protocol::NBoard, &["deaf@ping:3"], TOO_LATE),
    (Protocol::NBoard, &["say=> @go", "deaf@go"], "lost on time"),
    (Protocol::NBoard, &["say=> @hello", "say=> @ping", "deaf@ping"], "unready: bad handshake"),
    (Protocol::NBoard, &["instead=ok@ping:1"], "unready: wrong protocol"),
    (Protocol::NBoard, &["close-output@hello", "deaf@eof"], "unready: closed its output"),
    (Protocol::NBoard, &["close-output@go:2", "deaf@eof"], "closed its output"),
    (Protocol::NBoard, &["close-input@go:2", "deaf@eof"], "none|stalled"),
    (Protocol::NBoard, &["deaf@quit", "deaf@eof", "--ignore-term"], "none"),
    (Protocol::NBoard, &["deaf@quit", "flood-noise=0@eof", "deaf@eof"], "none"),
    (Protocol::Hub, &["instead=done move=1-50@go:2"], ILLEGAL),
    (Protocol::Hub, &["instead=done move=xyzzy@go:2"], NONSENSE),
    (Protocol::Hub, &["instead=done@go:2"], NONSENSE),
    (Protocol::Hub, &["twice@go"], "none"),
    (Protocol::Hub, &["late=2000@go:2"], TOO_LATE),
    // `pos`, `level` and `go` are written in one go: what comes then is the answer.
    (Protocol::Hub, &["say=done move=1-50\\n@pos"], "illegal move"),
    (Protocol::Hub, &["deaf@go:2"], TOO_LATE),
    (Protocol::Hub, &["deaf@init"], "unready: bad handshake"),
    (Protocol::Hub, &["say=> @hub", "deaf@hub"], "unready: bad handshake"),
    (Protocol::Hub, &["instead=err what\\nok@hub"], "unready: wrong protocol"),
    (Protocol::Hub, &["instead=sorry@hub"], "unready: wrong protocol"),
    (Protocol::Hub, &["instead=wait@init"], "unready: bad handshake"),
    (
        Protocol::Hub,
        &["instead=error message=\"no such position\"@pos:2", "deaf@go:2"],
        "bad output|lost on time|once",
    ),
    (Protocol::Hub, &["close-output@hub", "deaf@eof"], "unready: closed its output"),
    (Protocol::Hub, &["close-output@go:2", "deaf@eof"], "closed its output"),
    (Protocol::Hub, &["close-input@go:2", "deaf@eof"], "none|stalled"),
    (Protocol::Hub, &["deaf@quit", "deaf@eof", "--ignore-term"], "none"),
    (Protocol::Guide, &["instead=move 1 50 0@go:2"], ILLEGAL),
    (Protocol::Guide, &["instead=move xyzzy@go:2"], NONSENSE),
    (Protocol::Guide, &["twice@go"], "none"),
    (Protocol::Guide, &["late=2000@go:2"], TOO_LATE),
    (Protocol::Guide, &["deaf@go:2"], TOO_LATE),
    (Protocol::Guide, &["deaf@ping:2"], TOO_LATE),
    (Protocol::Guide, &["--mute", "deaf@guide"], "unready: bad handshake"),
    (Protocol::Guide, &["--mute", "instead=sorry@guide"], "unready: wrong protocol"),
    (Protocol::Guide, &["close@open"], "unready: closed its output"),
    (Protocol::Guide, &["close@go:2"], "closed its output"),
    (Protocol::Guide, &["deaf@quit", "deaf@eof", "--ignore-term"], "none"),
    (Protocol::Uhp, &["instead=wQ wQ/@bestmove:2"], ILLEGAL),
    (Protocol::Uhp, &["instead=xyzzy@bestmove"], NONSENSE),
    (Protocol::Uhp, &["instead=@bestmove:2"], NONSENSE),
    (Protocol::Uhp, &["twice@options"], "none"),
    (Protocol::Uhp, &["twice@bestmove"], "none"),
    (Protocol::Uhp, &["twice@play:2"], "none"),
    (Protocol::Uhp, &["late=4000@bestmove:2"], TOO_LATE),
    (Protocol::Uhp, &["deaf@bestmove:2"], TOO_LATE),
    (Protocol::Uhp, &["deaf@play:2"], TOO_LATE),
    (Protocol::Uhp, &["--no-banner", "say=> @info", "deaf@info"], "unready: bad handshake"),
    (
        Protocol::Uhp,
        &["--no-banner", "say=error message=x\\n@info", "deaf@info"],
        "unready: wrong protocol",
    ),
    (Protocol::Uhp, &["--base-only"], "bad output"),
    (Protocol::Uhp, &["close-output@options", "deaf@eof"], "unready: closed its output"),
    (Protocol::Uhp, &["close-output@bestmove:2", "deaf@eof"], "closed its output"),
    (Protocol::Uhp, &["close-input@bestmove:2", "deaf@eof"], "stalled|lost on time"),
    (Protocol::Uhp, &["deaf@exit", "deaf@eof", "--ignore-term"], "none"),
    (Protocol::Ubgi, &["instead=1/2 3/4@position:2"], "illegal move|bad output|once"),
    // What means nothing is chatter.
    (Protocol::Ubgi, &["instead=xyzzy@position:2"], TOO_LATE),
    (Protocol::Ubgi, &["instead=sorry@position:2"], NONSENSE),
    (Protocol::Ubgi, &["twice@position"], "none"),
    (Protocol::Ubgi, &["twice@ubgi"], "none"),
    (Protocol::Ubgi, &["close-input@position:2", "deaf@eof"], "none|stalled"),
    (Protocol::Ubgi, &["late=2000@position:2"], TOO_LATE),
    (Protocol::Ubgi, &["deaf@position:2"], TOO_LATE),
    (Protocol::Ubgi, &["say=> @ubgi", "deaf@ubgi"], "unready: bad handshake"),
    (Protocol::Ubgi, &["instead=err what\\nok@ubgi"], "unready: wrong protocol"),
    (Protocol::Ubgi, &["close-output@ubgi", "deaf@eof"], "unready: closed its output"),
    (Protocol::Ubgi, &["close-output@position:2", "deaf@eof"], "closed its output"),
    (Protocol::Ubgi, &["deaf@quit", "deaf@eof", "--ignore-term"], "none"),
];
