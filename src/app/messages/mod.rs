//! The room of messages: what is told to the user and for how long, what went wrong, and the bundles
//! that belong to it. All of it is bounded.
//!
//! Decides no wording: the room that knows what happened words it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::app::effect::{About, Bundle, Said, Topic};
use crate::app::shared::Shared;
use crate::app::views::{Mode, Notice, NoticeKind, NoticeOffer, ProblemView};
use crate::app::words::complaint_text;

/// Notices shown at a time.
const MAX_NOTICES: usize = 3;
/// How long a message that is no error stays: enough to read two sentences.
const NOTICE_TIME: Duration = Duration::from_secs(8);
/// How long an error stays; it is kept among the problems.
const ERROR_TIME: Duration = Duration::from_secs(20);
/// How long an offer stays.
const OFFER_TIME: Duration = Duration::from_secs(3600);
/// Problems kept.
const MAX_PROBLEMS: usize = 200;
/// Bundles that are kept; of an older problem there is none any more.
const MAX_BUNDLES: usize = 20;
/// Different complaints of one engine that are written down one by one.
const MAX_COMPLAINTS: usize = 10;

/// A problem that was written down.
#[derive(Debug)]
struct Problem {
    /// Without the count, and with the details of the first one.
    view: ProblemView,
    about: About,
    /// So many more of the kind there were.
    n_more: u32,
    /// The details of the newest of them.
    newest: Vec<String>,
}

impl Problem {
    fn view(&self) -> ProblemView {
        let mut view = self.view.clone();
        if self.n_more > 0 {
            view.text += &format!(" And {} more of this kind.", self.n_more);
        }
        let newest = self.newest.iter().enumerate();
        let marked = newest.map(|(i, line)| match i {
            0 => format!("The newest: {line}"),
            _ => line.clone(),
        });
        view.details.extend(marked);
        view
    }
}

/// What the program tells the user.
#[derive(Debug)]
pub(super) struct Messages {
    start: Instant,
    next_id: u64,
    /// With the time at which each goes by itself.
    notices: Vec<(Notice, Instant)>,
    /// What notices are about, by number.
    topics: Vec<(u64, Topic)>,
    /// Notices of what went by quickly: they stay when the position changes.
    lasting: Vec<u64>,
    /// Notices that are shown in one mode alone.
    of_mode: Vec<(u64, Mode)>,
    /// The desks that notices came from, by the number of the notice.
    desks: BTreeMap<u64, u64>,
    /// The desk that speaks; `None` for the other rooms.
    speaker: Option<u64>,
    /// The notice of each desk that asks what is to become of its game.
    asking: BTreeMap<Option<u64>, u64>,
    problems: Vec<Problem>,
    /// Problems there were, the forgotten ones as well.
    n_problems: u64,
    /// Bundles that can be saved, with their numbers, the newest last.
    bundles: Vec<(u64, String)>,
    /// What the window was shown last.
    drawn: Drawn,
    /// Counts up with every change.
    revision: u64,
}

/// The revision, the mode, and the desk.
type NoticesKey = (u64, Mode, u64);

/// The revision, and the sessions that are worth a restart.
type ProblemsKey = (u64, Vec<u64>);

/// Lists that were drawn up, with what they were drawn up for.
#[derive(Debug, Default)]
struct Drawn {
    notices: Option<(NoticesKey, Shared<Vec<Notice>>)>,
    problems: Option<(ProblemsKey, Shared<Vec<ProblemView>>)>,
}

impl Messages {
    pub(super) fn new(start: Instant) -> Self {
        Self {
            start,
            next_id: 1,
            notices: Vec::new(),
            topics: Vec::new(),
            lasting: Vec::new(),
            of_mode: Vec::new(),
            desks: BTreeMap::new(),
            speaker: None,
            asking: BTreeMap::new(),
            problems: Vec::new(),
            n_problems: 0,
            bundles: Vec::new(),
            drawn: Drawn::default(),
            revision: 0,
        }
    }

    /// Shows a short message; one that says the same is not repeated.
    pub(super) fn notice(&mut self, kind: NoticeKind, text: impl Into<String>) {
        let text = text.into();
        let (desks, speaker) = (&self.desks, self.speaker);
        self.notices.retain(|(old, _)| {
            let is_other = desks.get(&old.id).copied() != speaker;
            is_other || old.text != text && old.kind != NoticeKind::Refused
        });
        let until = match kind {
            NoticeKind::Info | NoticeKind::Refused => NOTICE_TIME,
            NoticeKind::Error => ERROR_TIME,
        };
        let until = Instant::now() + until;
        self.desks.extend(speaker.map(|desk| (self.next_id, desk)));
        self.notices.push((Notice { id: self.next_id, kind, text, offer: None }, until));
        self.next_id += 1;
        if self.notices.len() > MAX_NOTICES {
            self.notices.remove(0);
        }
    }

    /// Shows a message about what went by by itself: it stays until its time is over or the person
    /// plays on, whatever happens on the board meanwhile.
    pub(super) fn lasting(&mut self, text: impl Into<String>) {
        self.lasting.push(self.next_id);
        self.notice(NoticeKind::Info, text);
    }

    /// Shows a message with an offer: it stays until it is taken or dismissed, or another game begins.
    pub(super) fn offer(&mut self, text: String, offer: NoticeOffer) {
        self.lasting(text);
        if let Some((notice, until)) = self.notices.last_mut() {
            notice.offer = Some(offer);
            *until = Instant::now() + OFFER_TIME;
        }
    }

    /// The newest message is about what happened in this mode, and shown there alone.
    pub(super) fn belongs_to(&mut self, mode: Mode) {
        let notices = &self.notices;
        self.of_mode.retain(|(id, _)| notices.iter().any(|(notice, _)| notice.id == *id));
        self.of_mode.extend(self.notices.last().map(|(notice, _)| (notice.id, mode)));
    }

    /// Asks what is to become of a game, until that is known.
    pub(super) fn ask(&mut self, text: String) {
        self.asking.insert(self.speaker, self.next_id);
        self.notice(NoticeKind::Error, text);
    }

    /// What was asked is known.
    pub(super) fn answered(&mut self) {
        if let Some(id) = self.asking.remove(&self.speaker) {
            self.dismiss(id);
        }
    }

    /// A person plays on: what went by is known.
    pub(super) fn played_on(&mut self) {
        let (desks, speaker) = (&self.desks, self.speaker);
        self.lasting.retain(|id| desks.get(id).is_some_and(|desk| Some(*desk) != speaker));
    }

    pub(super) fn dismiss(&mut self, id: u64) {
        self.revision += 1;
        self.notices.retain(|(notice, _)| notice.id != id);
    }

    /// Shows a short message about this, which can be withdrawn.
    pub(super) fn notice_about(&mut self, topic: Topic, text: impl Into<String>) {
        let notices = &self.notices;
        self.topics.retain(|(id, _)| notices.iter().any(|(notice, _)| notice.id == *id));
        self.topics.push((self.next_id, topic));
        self.notice(NoticeKind::Info, text);
    }

    /// The newest message is about this, and can be withdrawn.
    pub(super) fn newest_is_about(&mut self, topic: Topic) {
        self.topics.extend(self.notices.last().map(|(notice, _)| (notice.id, topic)));
    }

    /// Takes away the messages about this: they are out of date.
    pub(super) fn withdraw(&mut self, topic: Topic) {
        let topics = &self.topics;
        let is_about = |notice: &Notice| topics.contains(&(notice.id, topic));
        self.notices.retain(|(notice, _)| !is_about(notice));
    }

    /// When [`Messages::expire`] must be called next.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.notices.iter().map(|(_, until)| *until).min()
    }

    /// Takes away what has been shown long enough.
    pub(super) fn expire(&mut self, now: Instant) {
        let n_before = self.notices.len();
        self.notices.retain(|(_, until)| *until > now);
        if self.notices.len() != n_before {
            self.revision += 1;
            let notices = &self.notices;
            self.desks.retain(|id, _| notices.iter().any(|(notice, _)| notice.id == *id));
        }
        if self.notices.is_empty() {
            self.lasting.clear();
        }
    }

    /// Forgets why something was refused: something else is being tried.
    pub(super) fn tried_again(&mut self) {
        self.keep_if(|notice, _| notice.kind != NoticeKind::Refused);
    }

    /// Forgets what a move or a change of position has made stale: everything but errors and what
    /// is to last.
    pub(super) fn position_changed(&mut self) {
        self.keep_if(|notice, lasts| notice.kind == NoticeKind::Error || lasts);
    }

    /// Another game is on the board: no message is about it.
    pub(super) fn game_changed(&mut self) {
        self.keep_if(|_, _| false);
    }

    /// Of the messages of the desk that speaks, and of those of no desk, only these stay. `stays` is
    /// told whether a message is to last.
    fn keep_if(&mut self, stays: impl Fn(&Notice, bool) -> bool) {
        let (desks, speaker, lasting) = (&self.desks, self.speaker, &self.lasting);
        self.notices.retain(|(notice, _)| {
            let is_other = desks.get(&notice.id).is_some_and(|desk| Some(*desk) != speaker);
            is_other || stays(notice, lasting.contains(&notice.id))
        });
    }

    /// Writes down what went wrong, and shows it.
    pub(super) fn problem(
        &mut self,
        text: impl Into<String>,
        details: Vec<String>,
        restart: Option<u64>,
        now: Instant,
    ) {
        let text = text.into();
        self.notice(NoticeKind::Error, text.clone());
        self.keep(text, details, restart, now);
    }

    /// Writes down what went wrong without showing it over the board.
    pub(super) fn keep(
        &mut self,
        text: String,
        details: Vec<String>,
        restart: Option<u64>,
        now: Instant,
    ) {
        if self.problems.len() >= MAX_PROBLEMS {
            self.problems.remove(0);
        }
        let secs = now.saturating_duration_since(self.start).as_secs_f64();
        self.n_problems += 1;
        let view = ProblemView {
            number: self.n_problems,
            engine: None,
            text,
            details,
            secs,
            restart,
            seat: None,
            bundle: None,
        };
        let (about, n_more, newest) = (About::Other, 0, Vec::new());
        self.problems.push(Problem { view, about, n_more, newest });
    }

    /// The problem written down last is about this: more of its kind are counted there.
    pub(super) fn is_one_of(&mut self, about: About) {
        if let Some(problem) = self.problems.last_mut() {
            problem.about = about;
        }
    }

    /// There are now `n` more of the kind of the last problem about this, which are not written down
    /// one by one. The details of the newest one stand behind those of the first.
    pub(super) fn count_more(&mut self, about: &About, n: u32, newest: Vec<String>) {
        let mut newest_first = self.problems.iter_mut().rev();
        if let Some(known) = newest_first.find(|known| known.about == *about) {
            (known.n_more, known.newest) = (n, newest);
        }
    }

    /// Writes down that an engine has complained; says whether it was written. The same words are only
    /// counted, and so is whatever an engine has to say after [`MAX_COMPLAINTS`] different ones: one
    /// that complains at every move must not push out what else went wrong.
    pub(super) fn complaint(
        &mut self,
        name: &str,
        words: &str,
        details: Vec<String>,
        now: Instant,
    ) -> bool {
        let about = About::Complaint { engine: name.to_owned(), words: words.to_owned() };
        let of_engine = |known: &Problem| matches!(&known.about, About::Complaint { engine, .. } if engine == name);
        let n_own = self.problems.iter().filter(|known| of_engine(known)).count();
        let at = self.problems.iter().rposition(|known| known.about == about).or_else(|| {
            let last = self.problems.iter().rposition(of_engine);
            last.filter(|_| n_own >= MAX_COMPLAINTS)
        });
        if let Some(at) = at {
            let known = &mut self.problems[at];
            known.n_more = known.n_more.saturating_add(1);
            return false;
        }
        let text = complaint_text(name, words);
        self.keep(text.clone(), details, None, now);
        self.is_one_of(about);
        true
    }

    /// The problem written down last is about the engine on this seat.
    pub(super) fn about_seat(&mut self, seat: usize) {
        if let Some(problem) = self.problems.last_mut() {
            problem.view.seat = Some(seat);
        }
    }

    /// The problem written down last is about the engine of this name in the list.
    pub(super) fn about_engine(&mut self, entry: &str) {
        if let Some(problem) = self.problems.last_mut() {
            problem.view.engine = Some(entry.to_owned());
        }
    }

    /// A bundle of this number belongs to the problem written down last.
    pub(super) fn attach(&mut self, number: u64, text: String) {
        if self.bundles.len() == MAX_BUNDLES {
            self.bundles.remove(0);
        }
        self.bundles.push((number, text));
        if let Some(problem) = self.problems.last_mut() {
            problem.view.bundle = Some(number);
        }
    }

    /// The text of a bundle that is still there.
    pub(super) fn bundle(&self, number: u64) -> Option<&str> {
        self.bundles.iter().find(|(known, _)| *known == number).map(|(_, text)| text.as_str())
    }

    /// Takes in what a room has to say; `desk` is the number of the desk that says it. `text` makes a
    /// bundle a text; `None` where its session is not known any more.
    pub(super) fn take(
        &mut self,
        desk: Option<u64>,
        said: Said,
        text: impl Fn(&Bundle) -> Option<String>,
    ) {
        (self.speaker, self.revision) = (desk, self.revision + 1);
        match said {
            Said::Notice(kind, text) => self.notice(kind, text),
            Said::Lasting(text) => self.lasting(text),
            Said::Offer(text, offer) => self.offer(text, offer),
            Said::BelongsTo(mode) => self.belongs_to(mode),
            Said::Ask(text) => self.ask(text),
            Said::Answered => self.answered(),
            Said::PlayedOn => self.played_on(),
            Said::NoticeAbout(topic, text) => self.notice_about(topic, text),
            Said::NewestIsAbout(topic) => self.newest_is_about(topic),
            Said::Withdraw(topic) => self.withdraw(topic),
            Said::TriedAgain => self.tried_again(),
            Said::PositionChanged => self.position_changed(),
            Said::GameChanged => self.game_changed(),
            Said::Problem { text, details, restart, at, shown: true } => {
                self.problem(text, details, restart, at);
            }
            Said::Problem { text, details, restart, at, shown: false } => {
                self.keep(text, details, restart, at);
            }
            Said::Complaint { name, words, details, at, bundle } => {
                let is_new = self.complaint(&name, &words, details, at);
                let bundle = bundle.filter(|_| is_new);
                if let Some((number, text)) =
                    bundle.and_then(|(no, found)| Some((no, text(&found)?)))
                {
                    self.attach(number, text);
                }
            }
            Said::IsOneOf(about) => self.is_one_of(about),
            Said::CountMore(about, n, newest) => self.count_more(&about, n, newest),
            Said::AboutSeat(seat) => self.about_seat(seat),
            Said::AboutEngine(entry) => self.about_engine(&entry),
            Said::Attach(number, bundle) => {
                if let Some(text) = text(&bundle) {
                    self.attach(number, text);
                }
            }
        }
    }

    /// The messages that are shown in this mode beside the desk of this number, oldest first.
    pub(super) fn notices(&mut self, mode: Mode, desk: u64) -> Shared<Vec<Notice>> {
        let key = (self.revision, mode, desk);
        if let Some((known, notices)) = &self.drawn.notices
            && *known == key
        {
            return notices.clone();
        }
        let notices: Shared<Vec<Notice>> = self.notices_now(mode, desk).into();
        self.drawn.notices = Some((key, notices.clone()));
        notices
    }

    fn notices_now(&self, mode: Mode, desk: u64) -> Vec<Notice> {
        let is_elsewhere = |id: u64| {
            self.of_mode.iter().any(|of| of.0 == id && of.1 != mode)
                || self.desks.get(&id).is_some_and(|of| *of != desk)
        };
        let here = self.notices.iter().filter(|(notice, _)| !is_elsewhere(notice.id));
        here.map(|(notice, _)| notice.clone()).collect()
    }

    /// What went wrong, newest last. A bundle that is not kept any more is not offered, and only these
    /// sessions are offered to be started again.
    pub(super) fn problems(&mut self, worth_a_restart: Vec<u64>) -> Shared<Vec<ProblemView>> {
        let key = (self.revision, worth_a_restart);
        if let Some((known, problems)) = &self.drawn.problems
            && *known == key
        {
            return problems.clone();
        }
        let view = |problem: &Problem| {
            let mut view = problem.view();
            view.bundle = view.bundle.filter(|number| self.bundle(*number).is_some());
            view.restart = view.restart.filter(|id| key.1.contains(id));
            view
        };
        let problems: Shared<Vec<ProblemView>> =
            self.problems.iter().map(view).collect::<Vec<_>>().into();
        self.drawn.problems = Some((key, problems.clone()));
        problems
    }
}

#[cfg(test)]
mod tests;
