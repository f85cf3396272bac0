//! The faults, when they happen, and what the program must call them.

use quintet::protocol::Protocol;

use super::states::{EngineState, Phase};

/// Declares the faults, and the list of them all.
macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What an engine may do wrong.
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        pub(crate) enum Fault {
            $($(#[$doc])* $name,)*
        }

        impl Fault {
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

faults! {
    /// Ends, or dies of a signal.
    Crash,
    /// Does nothing any more, or nothing about this.
    Hang,
    /// Says what means nothing.
    Garbage,
    /// Breaks a line off, or writes it in pieces.
    HalfLine,
    /// A line of 100 MB.
    LongLine,
    /// NUL and invalid UTF-8.
    BrokenText,
    /// A million lines a second.
    OutputFlood,
    /// The same on the error output.
    ErrorFlood,
    /// Answers twice.
    Twice,
    /// Answers late.
    Late,
    /// Answers before it is asked.
    Early,
    /// Answers for another position.
    OtherPosition,
    IllegalMove,
    UnparsableMove,
    RefusesQuit,
    /// Closes its output and lives on.
    ClosesOutput,
    /// Closes its input and lives on.
    ClosesInput,
    /// Leaves a child that outlives it.
    LeavesChild,
    /// Introduces itself again, or as another.
    ChangesItsMind,
    /// Writes nothing but prompts.
    OnlyPrompts,
}

use Fault::{
    BrokenText, ChangesItsMind, ClosesInput, ClosesOutput, Crash, Early, ErrorFlood, Garbage,
    HalfLine, Hang, IllegalMove, Late, LeavesChild, LongLine, OnlyPrompts, OtherPosition,
    OutputFlood, RefusesQuit, Twice, UnparsableMove,
};
use Phase::{Answering, Ending, Playing, Starting};
use Protocol::{Guide, Hub, NBoard, Ubgi, Uhp};

impl Fault {
    /// It costs the machine so much that few such engines run at once.
    pub(crate) fn is_heavy(self) -> bool {
        matches!(self, LongLine | OutputFlood | ErrorFlood)
    }
}

/// Which states are meant; what is `None` is any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    protocol: Option<Protocol>,
    phase: Option<Phase>,
    moment: Option<&'static str>,
    /// All protocols but this.
    not: Option<Protocol>,
    /// Only where the host has said something that is answered, and that ends no search.
    is_asked: bool,
    /// On the other's time, or not.
    ponders: Option<bool>,
}

/// Every state.
const ANY: Spot =
    Spot { protocol: None, phase: None, moment: None, not: None, is_asked: false, ponders: None };
/// Every state in which the host has asked something.
const ASKED: Spot = Spot { is_asked: true, ..ANY };

const ASKED_NBOARD: Spot = Spot { protocol: Some(NBoard), ..ASKED };

const fn phase(phase: Phase) -> Spot {
    Spot { phase: Some(phase), ..ANY }
}

const fn within(protocol: Protocol, phase: Phase) -> Spot {
    Spot { protocol: Some(protocol), phase: Some(phase), ..ANY }
}

const fn moment(moment: &'static str) -> Spot {
    Spot { moment: Some(moment), ..ANY }
}

const fn all_of(protocol: Protocol) -> Spot {
    Spot { protocol: Some(protocol), ..ANY }
}

const fn all_but(protocol: Protocol) -> Spot {
    Spot { not: Some(protocol), ..ANY }
}

const fn at(protocol: Protocol, moment: &'static str) -> Spot {
    Spot { protocol: Some(protocol), moment: Some(moment), ponders: Some(false), ..ANY }
}

/// On the other's time.
const fn pondering(protocol: Protocol, moment: &'static str) -> Spot {
    Spot { ponders: Some(true), ..at(protocol, moment) }
}

/// Nothing has been said yet.
const BEFORE_ALL: [&str; 2] = ["start", "open"];

impl Spot {
    pub(crate) fn holds(&self, state: &EngineState) -> bool {
        self.protocol.is_none_or(|protocol| protocol == state.protocol)
            && self.phase.is_none_or(|phase| phase == state.phase)
            && self.moment.is_none_or(|moment| moment == state.moment)
            && self.not != Some(state.protocol)
            && self.ponders.is_none_or(|ponders| ponders == state.ponders)
            && !(self.is_asked && (BEFORE_ALL.contains(&state.moment) || state.ends_search()))
    }
}

/// Deeds that are a fault, where, and what it must be called.
pub(crate) struct Row {
    pub(crate) fault: Fault,
    pub(crate) spot: Spot,
    /// In this order, at the moment of the state, or each at its own where one is named.
    pub(crate) deeds: &'static [&'static str],
    /// By phase.
    pub(crate) expected: [&'static str; 4],
    /// The way to the state is among the deeds.
    pub(crate) is_whole: bool,
}

const fn row(
    fault: Fault,
    spot: Spot,
    deeds: &'static [&'static str],
    expected: [&'static str; 4],
) -> Row {
    Row { fault, spot, deeds, expected, is_whole: false }
}

/// For one state, and with nothing added to the deeds.
const fn own(
    fault: Fault,
    protocol: Protocol,
    moment: &'static str,
    deeds: &'static [&'static str],
    expected: &'static str,
) -> Row {
    Row { fault, spot: at(protocol, moment), deeds, expected: [expected; 4], is_whole: true }
}

/// For one state on the other's time.
const fn aside(
    fault: Fault,
    protocol: Protocol,
    moment: &'static str,
    deeds: &'static [&'static str],
    expected: &'static str,
) -> Row {
    let spot = pondering(protocol, moment);
    Row { spot, is_whole: false, ..own(fault, protocol, moment, deeds, expected) }
}

const HARMLESS: [&str; 4] = ["none"; 4];
const DEATH: [&str; 4] = ["unready: crashed", "crashed", "crashed", "none"];
/// A program that ends in good order before it is ready is hardly an engine.
const ENDED: [&str; 4] = ["unready: could not start", "crashed", "crashed", "none"];
/// Who holds its pipes may talk in its place for a while.
const ORPHANED: [&str; 4] = ["unready: crashed", "crashed|stalled", "crashed|stalled", "none"];
/// An engine that hangs before it is ready; one behind a socket does not even listen.
const SILENCE: [&str; 4] = [
    "unready: bad handshake|unready: could not start",
    "stalled|lost on time|none",
    "stalled|lost on time",
    "none",
];
/// Where nothing is owed, nothing is missed; but what it was told it does not know.
const SILENT_ONCE: [&str; 4] = [
    "none|unready: bad handshake|unready: could not start",
    "stalled|lost on time|none|illegal move|once",
    "lost on time|stalled|once",
    "none",
];
/// A line that was spoilt: what it would have said is missed, or nothing.
const SPOILT: [&str; 4] = [
    "none|unready: bad handshake",
    "none|stalled|lost on time|bad output|once",
    "none|stalled|lost on time|bad output|once",
    "none",
];
/// A machine with few processors may be too slow for it.
const SLOW: [&str; 4] = [
    "none|unready: bad handshake|unready: could not start|lost on time|stalled",
    "none|lost on time|stalled",
    "none|lost on time|stalled",
    "none",
];
const CLOSED: [&str; 4] =
    ["unready: closed its output", "closed its output", "closed its output", "none"];
/// What has been read before can still be answered.
const NO_INPUT: [&str; 4] = [
    "none|unready: bad handshake|unready: stalled|stalled|lost on time",
    "none|stalled|lost on time",
    "none|stalled|lost on time",
    "none",
];
/// What is said before a question is not believed; what is said after it is its answer.
const TOO_EARLY: [&str; 4] = ["none", "none", "illegal move|bad output|once", "none"];
/// An engine that goes on living after a wrong answer is asked once more in the next game, and does
/// nothing wrong there.
const ILLEGAL: &str = "illegal move|once";
/// Its answer comes when its time is over.
const STOPPED: &str = "none|lost on time";
/// It may not get a word in.
const FLOODED: &str = "none|lost on time|stalled|once";
const NONSENSE: &str = "bad output|once";
/// The same on the other's time. If the other moves before this engine's search has begun, as on a busy
/// machine, the search is stopped, and what it said does not count.
const ILLEGAL_AHEAD: &str = "illegal move|once|none";
const NONSENSE_AHEAD: &str = "bad output|once|none";
/// A move that is meant for another position may be possible by chance.
const ELSEWHERE: &str = "illegal move|bad output|once|none";
const FOREIGN: &str = "unready: wrong protocol";

/// The table. A fault may stand in several rows: it is then done in several ways.
pub(crate) const ROWS: &[Row] = &[
    row(Crash, ANY, &["exit=3"], DEATH),
    row(Crash, ANY, &["exit=0"], ENDED),
    row(Crash, ANY, &["complain=no memory", "die=6"], DEATH),
    row(Crash, ANY, &["die=11"], DEATH),
    row(Hang, ANY, &["stall", "--ignore-term"], SILENCE),
    row(Hang, Spot { not: Some(NBoard), ..ASKED }, &["deaf"], SILENT_ONCE),
    row(Hang, Spot { phase: Some(Starting), ..ASKED_NBOARD }, &["deaf"], SILENT_ONCE),
    row(Hang, Spot { phase: Some(Playing), ..ASKED_NBOARD }, &["deaf"], SILENT_ONCE),
    row(Hang, Spot { phase: Some(Ending), ..ASKED_NBOARD }, &["deaf"], SILENT_ONCE),
    // Where it stops without a word it is asked once more.
    own(Hang, NBoard, "go:2", &["deaf@go:2"], STOPPED),
    own(Hang, NBoard, "go:2", &["deaf@go:2", "deaf@go:3"], "stalled|lost on time|once"),
    own(Hang, NBoard, "ping:4", &["deaf@go:2", "deaf@ping:4"], STOPPED),
    own(Hang, Hub, "stop:1", &["deaf@go:2", "deaf@stop:1"], "stalled|lost on time|once"),
    own(Hang, Guide, "halt:1", &["deaf@go:2", "deaf@halt:1"], "stalled|lost on time|once"),
    own(Hang, Ubgi, "stop:1", &["deaf@position:2", "deaf@stop:1"], "stalled|lost on time|once"),
    // The stop at the end of its time ends the search.
    aside(Hang, Hub, "ponder-hit:1", &["deaf"], "none"),
    aside(Hang, Hub, "go:2", &["deaf"], "stalled|lost on time"),
    aside(Hang, Hub, "stop:1", &["deaf"], "stalled|lost on time"),
    aside(Hang, Guide, "go:2", &["deaf"], "stalled|lost on time"),
    aside(Hang, Guide, "halt:1", &["deaf"], "none"),
    row(Garbage, ANY, &["say=Licence: free\\n\\n\\r\\n50%\\n"], HARMLESS),
    row(Garbage, ANY, &["say==\"=;:((\\n-nan 1e999\\n%s%n{}\\n\\t\\n"], HARMLESS),
    row(HalfLine, ANY, &["say=half of a li", "exit=1"], DEATH),
    // Half of an answer that would be a wrong one.
    own(HalfLine, NBoard, "go:2", &["say==== A1@go:2", "exit=70@go:2"], "crashed"),
    own(HalfLine, Hub, "go:2", &["say=done move=1-50@go:2", "exit=70@go:2"], "crashed"),
    own(HalfLine, Guide, "go:2", &["say=move 3@go:2", "exit=70@go:2"], "crashed"),
    own(
        HalfLine,
        Uhp,
        "bestmove:2",
        &["say=wQ wQ/\\nok@bestmove:2", "exit=70@bestmove:2"],
        "crashed",
    ),
    own(
        HalfLine,
        Ubgi,
        "position:2",
        &["say=24/18 24/18@position:2", "exit=70@position:2"],
        "crashed",
    ),
    row(HalfLine, ANY, &["say=half of a li"], SPOILT),
    row(HalfLine, ANY, &["halves=20"], HARMLESS),
    row(LongLine, ANY, &["long=100000000"], SLOW),
    row(BrokenText, ANY, &["say=\\0\\xff\\xfe\\0 \\xc3\\n"], HARMLESS),
    row(BrokenText, ANY, &["complain=\\0\\xff\\n"], HARMLESS),
    row(OutputFlood, ANY, &["flood-noise=1000000,300"], SLOW),
    row(ErrorFlood, ANY, &["flood-errors=1000000,300"], SLOW),
    // Without end, where the machine must do something else besides.
    own(OutputFlood, NBoard, "go:2", &["flood-noise=1000000@go:2"], FLOODED),
    own(OutputFlood, Hub, "go:2", &["flood-noise=1000000@go:2"], FLOODED),
    own(OutputFlood, Guide, "go:2", &["flood-noise=1000000@go:2"], FLOODED),
    own(OutputFlood, Uhp, "bestmove:2", &["flood-noise=1000000@bestmove:2"], FLOODED),
    own(OutputFlood, Ubgi, "position:2", &["flood-noise=1000000@position:2"], FLOODED),
    own(ErrorFlood, NBoard, "go:2", &["flood-errors=1000000@go:2"], FLOODED),
    own(ErrorFlood, Hub, "go:2", &["flood-errors=1000000@go:2"], FLOODED),
    own(ErrorFlood, Guide, "go:2", &["flood-errors=1000000@go:2"], FLOODED),
    own(ErrorFlood, Uhp, "bestmove:2", &["flood-errors=1000000@bestmove:2"], FLOODED),
    own(ErrorFlood, Ubgi, "position:2", &["flood-errors=1000000@position:2"], FLOODED),
    row(Twice, ASKED, &["twice"], HARMLESS),
    own(Twice, NBoard, "ping:4", &["hold@go:2", "twice@go:2", "release@ping:4"], STOPPED),
    own(Twice, Hub, "stop:1", &["hold@go:2", "twice@go:2", "release@stop:1"], STOPPED),
    aside(Twice, Hub, "ponder-hit:1", &["twice"], "none"),
    aside(Twice, Hub, "go:2", &["twice"], "none"),
    aside(Twice, Hub, "stop:1", &["twice"], "none"),
    aside(Twice, Guide, "go:2", &["twice"], "none"),
    aside(Twice, Guide, "halt:1", &["twice"], "none"),
    own(Twice, Guide, "halt:1", &["hold@go:2", "twice@go:2", "release@halt:1"], STOPPED),
    own(Twice, Ubgi, "stop:1", &["hold@position:2", "twice@position:2", "release@stop:1"], STOPPED),
    row(Late, ANY, &["late=20"], HARMLESS),
    row(Late, ANY, &["late=4000"], SILENT_ONCE),
    row(Early, all_of(NBoard), &["say==== A1\\n"], TOO_EARLY),
    row(Early, all_of(Hub), &["say=done move=1-50\\n"], TOO_EARLY),
    row(Early, all_of(Guide), &["say=move 1 50 0\\n"], TOO_EARLY),
    row(Early, all_of(Uhp), &["say=wQ wQ/\\nok\\n"], TOO_EARLY),
    row(Early, all_of(Ubgi), &["say=1/2 3/4\\n"], TOO_EARLY),
    own(OtherPosition, NBoard, "move:2", &["deaf@move:2"], ELSEWHERE),
    own(OtherPosition, NBoard, "go:2", &["instead==== D3@go:2"], ELSEWHERE),
    own(OtherPosition, Hub, "pos:2", &["deaf@pos:2"], ELSEWHERE),
    own(
        OtherPosition,
        Hub,
        "pos:2",
        &["instead=error message=\"no such position\"@pos:2"],
        NONSENSE,
    ),
    own(OtherPosition, Hub, "go:2", &["instead=done move=17-22@go:2"], ELSEWHERE),
    aside(OtherPosition, Hub, "ponder-hit:1", &["instead=done move=17-22"], ELSEWHERE),
    aside(OtherPosition, Hub, "go:2", &["instead=done move=17-22"], ELSEWHERE),
    aside(OtherPosition, Guide, "go:2", &["instead=move 17 22 0"], ELSEWHERE),
    own(OtherPosition, Guide, "go:2", &["instead=move 17 22 0@go:2"], ELSEWHERE),
    own(OtherPosition, Uhp, "newgame:1", &["--base-only"], "bad output"),
    own(
        OtherPosition,
        Uhp,
        "play:2",
        &["instead=Base+MLP;InProgress;Black[1];wS1@play:2"],
        "none|bad output|disagreed about the state|once",
    ),
    own(OtherPosition, Uhp, "bestmove:2", &["instead=wB1 bB2-@bestmove:2"], ELSEWHERE),
    own(OtherPosition, Ubgi, "position:2", &["instead=24/23 24/22@position:2"], ELSEWHERE),
    own(IllegalMove, NBoard, "go:2", &["instead==== A1@go:2"], ILLEGAL),
    own(IllegalMove, NBoard, "ping:4", &["deaf@go:2", "instead==== A1@ping:4"], ILLEGAL),
    own(IllegalMove, Hub, "go:2", &["instead=done move=1-50@go:2"], ILLEGAL),
    own(IllegalMove, Hub, "stop:1", &["deaf@go:2", "instead=done move=1-50@stop:1"], ILLEGAL),
    aside(IllegalMove, Hub, "ponder-hit:1", &["instead=done move=1-50"], ILLEGAL),
    aside(IllegalMove, Hub, "go:2", &["instead=done move=1-50"], ILLEGAL_AHEAD),
    aside(IllegalMove, Guide, "go:2", &["instead=move 1 50 0"], ILLEGAL_AHEAD),
    own(IllegalMove, Guide, "go:2", &["instead=move 1 50 0@go:2"], ILLEGAL),
    own(IllegalMove, Guide, "halt:1", &["deaf@go:2", "instead=move 1 50 0@halt:1"], ILLEGAL),
    own(IllegalMove, Uhp, "bestmove:2", &["instead=wQ wQ/@bestmove:2"], ILLEGAL),
    own(IllegalMove, Ubgi, "position:2", &["instead=24/18 24/18@position:2"], ILLEGAL),
    own(IllegalMove, Ubgi, "stop:1", &["deaf@position:2", "instead=24/18 24/18@stop:1"], ILLEGAL),
    own(UnparsableMove, NBoard, "go:2", &["instead==== Z9@go:2"], NONSENSE),
    own(UnparsableMove, NBoard, "go:2", &["instead==== @go:2"], "bad output|lost on time|once"),
    own(UnparsableMove, NBoard, "ping:4", &["deaf@go:2", "instead==== Z9@ping:4"], NONSENSE),
    own(UnparsableMove, Hub, "go:2", &["instead=done move=xyzzy@go:2"], NONSENSE),
    own(UnparsableMove, Hub, "go:2", &["instead=done@go:2"], NONSENSE),
    own(UnparsableMove, Hub, "stop:1", &["deaf@go:2", "instead=done move=xyzzy@stop:1"], NONSENSE),
    aside(UnparsableMove, Hub, "ponder-hit:1", &["instead=done move=xyzzy"], NONSENSE),
    aside(UnparsableMove, Hub, "go:2", &["instead=done move=xyzzy"], NONSENSE_AHEAD),
    aside(UnparsableMove, Guide, "go:2", &["instead=move xyzzy"], NONSENSE_AHEAD),
    own(UnparsableMove, Guide, "go:2", &["instead=move xyzzy@go:2"], NONSENSE),
    own(UnparsableMove, Guide, "halt:1", &["deaf@go:2", "instead=move xyzzy@halt:1"], NONSENSE),
    // Once, it could have been a refusal of the depth.
    own(UnparsableMove, Uhp, "bestmove:2", &["instead=xyzzy@bestmove"], NONSENSE),
    own(UnparsableMove, Uhp, "bestmove:2", &["instead=@bestmove:2"], NONSENSE),
    own(UnparsableMove, Ubgi, "position:2", &["instead=sorry@position:2"], NONSENSE),
    // What means nothing is chatter.
    own(UnparsableMove, Ubgi, "position:2", &["instead=xyzzy@position:2"], "lost on time|once"),
    own(UnparsableMove, Ubgi, "stop:1", &["deaf@position:2", "instead=xyzzy@stop:1"], NONSENSE),
    row(RefusesQuit, phase(Ending), &["deaf", "stall@eof", "--ignore-term"], HARMLESS),
    row(RefusesQuit, phase(Ending), &["deaf", "flood-noise=0@eof", "stall@eof"], HARMLESS),
    row(ClosesOutput, all_but(Guide), &["close-output", "deaf@eof"], CLOSED),
    row(ClosesOutput, at(Guide, "open"), &["close-sending"], CLOSED),
    row(ClosesOutput, at(Guide, "guide"), &["close-sending"], CLOSED),
    row(ClosesOutput, at(Guide, "capabilities:1"), &["close-sending"], CLOSED),
    row(ClosesOutput, within(Guide, Playing), &["close-sending"], CLOSED),
    row(ClosesOutput, within(Guide, Answering), &["close-sending"], CLOSED),
    row(ClosesOutput, within(Guide, Ending), &["close-sending"], CLOSED),
    row(ClosesInput, all_but(Guide), &["close-input", "deaf@eof"], NO_INPUT),
    row(LeavesChild, ANY, &["fork=hold", "exit=3"], ORPHANED),
    row(LeavesChild, ANY, &["fork=free", "exit=3"], DEATH),
    row(LeavesChild, ANY, &["fork=hold"], HARMLESS),
    row(LeavesChild, ANY, &["fork=hold", "stall"], SILENCE),
    row(ChangesItsMind, all_of(NBoard), &["say=set myname Other\\npong 77\\n"], HARMLESS),
    row(ChangesItsMind, all_of(Hub), &["say=id name=Other\\nwait\\n"], HARMLESS),
    row(ChangesItsMind, all_of(Guide), &["say=name Other\\nengineok\\n"], HARMLESS),
    row(ChangesItsMind, all_of(Uhp), &["say=id Other\\nok\\n"], HARMLESS),
    row(ChangesItsMind, all_of(Ubgi), &["say=id name Other\\nid version 2\\n"], HARMLESS),
    own(ChangesItsMind, NBoard, "ping:1", &["instead=ok@ping:1"], FOREIGN),
    own(ChangesItsMind, Hub, "hub", &["instead=err what\\nok@hub"], FOREIGN),
    own(ChangesItsMind, Hub, "hub", &["instead=sorry@hub"], FOREIGN),
    own(ChangesItsMind, Hub, "init", &["instead=wait@init"], "unready: bad handshake"),
    own(ChangesItsMind, Guide, "guide", &["--mute", "instead=sorry@guide"], FOREIGN),
    own(
        ChangesItsMind,
        Uhp,
        "info",
        &["--no-banner", "say=error message=x\\n@info", "deaf@info"],
        FOREIGN,
    ),
    own(ChangesItsMind, Ubgi, "ubgi", &["instead=err what\\nok@ubgi"], FOREIGN),
    row(OnlyPrompts, ANY, &["prompts"], SILENCE),
];

/// Cells without a row, and why.
pub(crate) const LEFT_OUT: &[(Fault, Spot, &str)] = &[
    (Twice, moment("start"), "no question was asked"),
    (Twice, moment("open"), "no question was asked"),
    (ClosesOutput, at(Guide, "start"), "there is no connection yet"),
    (OtherPosition, phase(Starting), "it was told of no position"),
    (OtherPosition, phase(Ending), "no answer is due"),
    (OtherPosition, at(NBoard, "ping:3"), "the word before it tells the position"),
    (OtherPosition, at(NBoard, "ping:4"), "its answer began at `go`"),
    (OtherPosition, at(Hub, "new-game:2"), "no position is told"),
    (OtherPosition, at(Hub, "level:2"), "no position is told"),
    (OtherPosition, at(Hub, "ping:3"), "the word before it tells the position"),
    (OtherPosition, at(Hub, "stop:1"), "its answer began at `go`"),
    (OtherPosition, pondering(Hub, "stop:1"), "its answer is thrown away"),
    (OtherPosition, pondering(Guide, "halt:1"), "its answer is thrown away"),
    (OtherPosition, at(Guide, "ping:2"), "the word before it tells the position"),
    (OtherPosition, at(Guide, "halt:1"), "its answer began at `go`"),
    (OtherPosition, at(Uhp, "validmoves:2"), "the word before it tells the position"),
    (OtherPosition, at(Ubgi, "isready:2"), "the word after it tells the position"),
    (OtherPosition, at(Ubgi, "stop:1"), "its answer began at `position`"),
    (IllegalMove, phase(Starting), "no move is due"),
    (IllegalMove, phase(Playing), "no move is due"),
    (IllegalMove, phase(Ending), "no move is due"),
    (UnparsableMove, phase(Starting), "no move is due"),
    (UnparsableMove, phase(Playing), "no move is due"),
    (UnparsableMove, phase(Ending), "no move is due"),
    (RefusesQuit, phase(Starting), "it is asked to quit at its end only"),
    (RefusesQuit, phase(Playing), "it is asked to quit at its end only"),
    (RefusesQuit, phase(Answering), "it is asked to quit at its end only"),
    (
        ClosesInput,
        all_of(Guide),
        "only who sends can close his half of a connection: to the host it looks like a hang",
    ),
];
