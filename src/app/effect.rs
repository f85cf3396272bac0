//! What rooms want done that they do not do themselves: effects, which the router carries out.
//!
//! Does nothing: a test of a room looks at these values.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::command::{FileCommand, NewEngine};
use super::new_practice::NewPractice;
use super::outside::Outside;
use super::to_open::OpenRecord;
use super::to_play::MatchToPlay;
use super::to_review::BatchToReview;
use super::views::{Mode, NoticeKind, NoticeOffer};
use super::words::difference_details;
use crate::games::{GameInfo, NodeId, Record};
use crate::hosting::Seen;
use crate::play::adaptive::PlayedGame;
use crate::play::practice::{Exercise, Outcome};
use crate::play::viewer::{Difference, Disagreement};
use crate::play::{BundleFacts, PositionReview, ProbeTry};
use crate::protocol::{Capabilities, OptionDecl, Request};
use crate::session::{Launch, Log};
use crate::store::{ListFile, SavedCard, SavedGame};

/// Something that a room wants done.
#[derive(Debug)]
pub(super) enum Effect {
    /// Tell the user, or take back what was told.
    Say(Said),
    /// Start a session of this number.
    Start {
        /// Its number.
        id: u64,
        /// What is started.
        launch: Box<Launch>,
        /// The session in whose place it comes, which has ended or ends.
        old: Option<u64>,
    },
    /// Send this to a session.
    Send(u64, Request),
    /// End a session in good order.
    End(u64),
    /// End the process of a session at once.
    Kill(u64),
    /// Keep the game of the document of this number on disk while it is not finished; `None` when it
    /// need not be kept any more.
    Keep(u64, Option<Box<SavedGame>>),
    /// Keep what is on the board for the next start.
    KeepLast(Box<SavedGame>),
    /// Keep the game of the tab of this number beside other tabs; `None` when its tab was closed.
    KeepTab(u64, Option<Box<SavedGame>>),
    /// Keep which engines analyse.
    KeepCards(Vec<SavedCard>),
    /// Write a file of the program soon.
    Write(PathBuf, String),
    /// Add items to a list of the program soon, beside those that other windows add.
    Add(PathBuf, ListFile, Vec<Value>),
    /// Do work that may wait for a disk, on a thread of its own; what comes of it is news.
    Work(Work),
    /// Start the probe of this number.
    Probe(u64, Vec<ProbeTry>),
    /// End the probe that runs.
    EndProbe,
    /// Start the check of this number.
    Check(u64, Box<Launch>),
    /// End the check of this number.
    EndCheck(u64),
    /// Play a match.
    Play(Box<MatchToPlay>),
    /// Run a review of many games.
    Review(Box<BatchToReview>),
    /// End the review of many games that runs.
    EndReviews,
    /// A match begins: games and analyses beside it rest.
    MatchBegins,
    /// A match is to be seen that does not run.
    ShowMatch,
    /// The match that ran is over.
    MatchIsOver,
    /// An engine has said what it can do.
    Learnt {
        /// Its name in the list.
        entry: String,
        /// What it can do.
        capabilities: Capabilities,
        /// The options that it declares.
        options: Vec<OptionDecl>,
    },
    /// The list of engines, or what is known of them, has changed.
    CatalogueChanged,
    /// An engine of the list has another name now.
    Renamed {
        /// The name before.
        from: String,
        /// The name now.
        to: String,
    },
    /// The engine of this name is started otherwise from now on.
    LaunchChanged(String),
    /// The engine of this name has other options from now on.
    OptionsChanged(String),
    /// Carry out this command about files after all.
    Again(FileCommand),
    /// Read the games of this file into the list of games, and show none of them.
    List(PathBuf),
    /// Show this record.
    Open(Box<OpenRecord>),
    /// Merge these games into that of the desk of this number; where they come from, in words.
    Merge(u64, Arc<[Record]>, String),
    /// A branch was copied, to be pasted at any desk.
    Copied(Arc<Record>),
    /// The running game of the match with this number, which is shown in tabs, stands so now.
    Follow {
        /// Its number.
        number: u32,
        /// Everything played so far.
        record: Box<Record>,
        /// It is over.
        is_over: bool,
    },
    /// A game that comes from no file is on the board: the games of the opened file go.
    LeaveFile,
    /// Practise this in a tab of its own.
    Practise(Box<NewPractice>),
    /// An exercise of a practice has ended so.
    Practised(Box<Exercise>, Outcome),
    /// A game against the adaptive opponent has ended, and counts.
    Rated(Box<PlayedGame>),
    /// Ask an engine what it is, and add it to the list.
    AddEngine(NewEngine),
    /// The document of this number was written to this file, as it was after so many changes.
    Saved {
        /// The document's number.
        document: u64,
        /// The file.
        path: PathBuf,
        /// Its changes until then.
        n_changes: u64,
    },
    /// Tell those who do not see the window.
    Announce(String),
}

/// Work on a thread of its own.
pub(super) struct Work(Box<dyn FnOnce() -> Outside + Send>);

impl Work {
    /// What is to be done; it gives the news of what has come of it.
    pub(super) fn new(work: impl FnOnce() -> Outside + Send + 'static) -> Self {
        Self(Box::new(work))
    }

    /// Does it, and waits for disks as long as it takes.
    pub(super) fn run(self) -> Outside {
        (self.0)()
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Work")
    }
}

/// A game that is written to a file.
#[derive(Debug)]
pub(super) struct GameToWrite {
    pub(super) record: Record,
    /// The number of its document.
    pub(super) document: u64,
    /// How often it has been changed.
    pub(super) n_changes: u64,
    /// The move behind which the board stands, and how it is seen, for pictures of it.
    pub(super) shown: NodeId,
    pub(super) seen: Seen,
    /// How long a film of it shows a move, and its width in pixels.
    pub(super) film: (Duration, u32),
    /// What engines have said of the positions of the main line, for the page of the analysis.
    pub(super) found: Vec<(String, Vec<PositionReview>)>,
    /// The losses from which moves are marked there.
    pub(super) loss_marks: [f64; 3],
}

/// What a short message is about, where it is taken away when something newer is known of that.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Topic {
    /// The program looks for a hint.
    LookingForHint,
    /// The hint that was found.
    Hint,
    /// This session has ended by itself.
    EndOf(u64),
    /// A change of the game at the desk of this number: it can be undone.
    Change(u64),
}

/// What a problem is about, where more of its kind are counted and not written down one by one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum About {
    /// Nothing that is counted.
    Other,
    /// What the engine of this name complains of, in its words.
    Complaint {
        /// Its name.
        engine: String,
        /// Its words.
        words: String,
    },
    /// The engine of this name sees the game otherwise than the referee.
    Difference {
        /// Its name.
        engine: String,
        /// In what.
        what: Difference,
    },
}

/// What is told to the user, or is not true any more. What concerns "the last" message or problem is
/// about the one before it in the same row of effects.
#[derive(Debug)]
pub(super) enum Said {
    /// A short message.
    Notice(NoticeKind, String),
    /// A short message about what went by: it stays when the position changes.
    Lasting(String),
    /// A short message with something that can be done.
    Offer(String, NoticeOffer),
    /// The last message is shown in this mode alone.
    BelongsTo(Mode),
    /// A question that is open until it is answered.
    Ask(String),
    /// What was asked is known.
    Answered,
    /// The user plays on.
    PlayedOn,
    /// A short message about this, which can be withdrawn.
    NoticeAbout(Topic, String),
    /// The last message is about this.
    NewestIsAbout(Topic),
    /// Messages about this are out of date.
    Withdraw(Topic),
    /// Something else is tried than what was refused.
    TriedAgain,
    /// Another position is shown.
    PositionChanged,
    /// Another game is shown.
    GameChanged,
    /// Something went wrong; it is shown where `shown` is set.
    Problem {
        /// What, in a sentence.
        text: String,
        /// More of it, line by line.
        details: Vec<String>,
        /// The session that can be started again.
        restart: Option<u64>,
        /// When.
        at: Instant,
        /// It is shown over the board, too.
        shown: bool,
    },
    /// An engine complains.
    Complaint {
        /// As the engine is called.
        name: String,
        /// Its words.
        words: String,
        /// Where it was.
        details: Vec<String>,
        /// When.
        at: Instant,
        /// What belongs to it, with its number, where it is written down.
        bundle: Option<(u64, Box<Bundle>)>,
    },
    /// The last problem is about this.
    IsOneOf(About),
    /// There are so many more problems about this.
    CountMore(About, u32, Vec<String>),
    /// The last problem is about the engine on this seat.
    AboutSeat(usize),
    /// The last problem is about the engine of this name in the list.
    AboutEngine(String),
    /// This belongs to the last problem; its number.
    Attach(u64, Box<Bundle>),
}

/// What is needed to understand a failure of an engine elsewhere: what happened, the position, the
/// versions, the options, and the dialogue of both directions.
#[derive(Debug)]
pub(super) struct Bundle {
    /// Its session, whose transcript is a part of it.
    pub(super) session: u64,
    /// What happened.
    pub(super) problem: String,
    /// More of that.
    pub(super) details: Vec<String>,
    /// What the engine is called.
    pub(super) engine: String,
    /// How it was started.
    pub(super) launch: Launch,
    /// What is played.
    pub(super) game: &'static GameInfo,
    /// Which variant of it.
    pub(super) variant: Option<String>,
    /// The position in which it happened.
    pub(super) position: Option<String>,
    /// The moves that led there.
    pub(super) moves: Vec<String>,
}

impl Bundle {
    /// All of it as one text.
    pub(super) fn text(&self, log: &Log) -> String {
        let facts = BundleFacts {
            problem: &self.problem,
            details: &self.details,
            engine: &self.engine,
            launch: &self.launch,
            game: self.game,
            variant: self.variant.as_deref(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        };
        facts.text(log)
    }
}

/// What a room has to say, until its effects are taken.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    said: Vec<Said>,
}

impl Outbox {
    /// Everything said since it was asked for last, oldest first.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Effect> + use<> {
        std::mem::take(&mut self.said).into_iter().map(Effect::Say)
    }

    /// Adds one of the others to what is said.
    pub(super) fn say(&mut self, said: Said) {
        self.said.push(said);
    }

    pub(super) fn notice(&mut self, kind: NoticeKind, text: impl Into<String>) {
        self.say(Said::Notice(kind, text.into()));
    }

    pub(super) fn lasting(&mut self, text: impl Into<String>) {
        self.say(Said::Lasting(text.into()));
    }

    pub(super) fn offer(&mut self, text: String, offer: NoticeOffer) {
        self.say(Said::Offer(text, offer));
    }

    pub(super) fn belongs_to(&mut self, mode: Mode) {
        self.say(Said::BelongsTo(mode));
    }

    pub(super) fn ask(&mut self, text: String) {
        self.say(Said::Ask(text));
    }

    pub(super) fn answered(&mut self) {
        self.say(Said::Answered);
    }

    pub(super) fn played_on(&mut self) {
        self.say(Said::PlayedOn);
    }

    pub(super) fn notice_about(&mut self, topic: Topic, text: impl Into<String>) {
        self.say(Said::NoticeAbout(topic, text.into()));
    }

    pub(super) fn newest_is_about(&mut self, topic: Topic) {
        self.say(Said::NewestIsAbout(topic));
    }

    pub(super) fn withdraw(&mut self, topic: Topic) {
        self.say(Said::Withdraw(topic));
    }

    pub(super) fn tried_again(&mut self) {
        self.say(Said::TriedAgain);
    }

    pub(super) fn position_changed(&mut self) {
        self.say(Said::PositionChanged);
    }

    pub(super) fn game_changed(&mut self) {
        self.say(Said::GameChanged);
    }

    /// Something went wrong: it is written down and shown.
    pub(super) fn problem(
        &mut self,
        text: impl Into<String>,
        details: Vec<String>,
        restart: Option<u64>,
        at: Instant,
    ) {
        self.say(Said::Problem { text: text.into(), details, restart, at, shown: true });
    }

    /// Something went wrong: it is written down, and not shown over the board.
    pub(super) fn keep(
        &mut self,
        text: String,
        details: Vec<String>,
        restart: Option<u64>,
        at: Instant,
    ) {
        self.say(Said::Problem { text, details, restart, at, shown: false });
    }

    /// An engine of this name sees the game otherwise than the referee: it is written down, and shown
    /// where the difference is more than one of form.
    pub(super) fn difference(
        &mut self,
        engine: &str,
        text: String,
        found: &Disagreement,
        at: Instant,
    ) {
        let (details, shown) = (difference_details(found), !found.what.is_form());
        self.say(Said::Problem { text, details, restart: None, at, shown });
        self.is_one_of(About::Difference { engine: engine.to_owned(), what: found.what });
    }

    pub(super) fn is_one_of(&mut self, about: About) {
        self.say(Said::IsOneOf(about));
    }

    pub(super) fn count_more(&mut self, about: About, n: u32, newest: Vec<String>) {
        self.say(Said::CountMore(about, n, newest));
    }

    pub(super) fn about_seat(&mut self, seat: usize) {
        self.say(Said::AboutSeat(seat));
    }

    pub(super) fn about_engine(&mut self, entry: &str) {
        self.say(Said::AboutEngine(entry.to_owned()));
    }
}
