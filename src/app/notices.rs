//! Short messages and problems, bounded.
//!
//! Decides no wording: whoever knows what happened says it.

use std::time::{Duration, Instant};

use super::{Mode, Notice, NoticeKind, NoticeOffer, ProblemView};
use crate::play::viewer::Difference;

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
/// Different complaints of one engine that are written down one by one.
const MAX_COMPLAINTS: usize = 10;

/// What a short message is about, where it is taken away when something newer is known of that.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Topic {
    /// The program looks for a hint.
    LookingForHint,
    /// The hint that was found.
    Hint,
    /// This session has ended by itself.
    EndOf(u64),
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
    /// The notice that asks what is to become of a game.
    asking: Option<u64>,
    problems: Vec<Problem>,
    /// Problems there were, the forgotten ones as well.
    n_problems: u64,
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
            asking: None,
            problems: Vec::new(),
            n_problems: 0,
        }
    }

    /// Shows a short message; one that says the same is not repeated.
    pub(super) fn notice(&mut self, kind: NoticeKind, text: impl Into<String>) {
        let text = text.into();
        self.notices.retain(|(old, _)| old.text != text && old.kind != NoticeKind::Refused);
        let until = match kind {
            NoticeKind::Info | NoticeKind::Refused => NOTICE_TIME,
            NoticeKind::Error => ERROR_TIME,
        };
        let until = Instant::now() + until;
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
        self.asking = Some(self.next_id);
        self.notice(NoticeKind::Error, text);
    }

    /// What was asked is known.
    pub(super) fn answered(&mut self) {
        if let Some(id) = self.asking.take() {
            self.dismiss(id);
        }
    }

    /// A person plays on: what went by is known.
    pub(super) fn played_on(&mut self) {
        self.lasting.clear();
    }

    pub(super) fn dismiss(&mut self, id: u64) {
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
        self.notices.retain(|(_, until)| *until > now);
        if self.notices.is_empty() {
            self.lasting.clear();
        }
    }

    /// Forgets why something was refused: something else is being tried.
    pub(super) fn tried_anew(&mut self) {
        self.notices.retain(|(notice, _)| notice.kind != NoticeKind::Refused);
    }

    /// Forgets what a move or a change of position has made stale: everything but errors and what
    /// is to last.
    pub(super) fn position_changed(&mut self) {
        let lasting = &self.lasting;
        self.notices
            .retain(|(notice, _)| notice.kind == NoticeKind::Error || lasting.contains(&notice.id));
    }

    /// Another game is on the board: no message is about it.
    pub(super) fn game_changed(&mut self) {
        self.notices.clear();
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

    /// Writes down that an engine has complained; returns what was written. The same words are only
    /// counted, and so is whatever an engine has to say after [`MAX_COMPLAINTS`] different ones: one
    /// that complains at every move must not push out what else went wrong.
    pub(super) fn complaint(
        &mut self,
        name: &str,
        words: &str,
        details: Vec<String>,
        now: Instant,
    ) -> Option<String> {
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
            return None;
        }
        let text = complaint_text(name, words);
        self.keep(text.clone(), details, None, now);
        self.is_one_of(about);
        Some(text)
    }

    /// A problem with this session's engine of the game stands there already.
    pub(super) fn is_about(&self, session: u64) -> bool {
        let is_it = |problem: &ProblemView| problem.restart == Some(session);
        self.problems.iter().any(|known| is_it(&known.view) && known.view.seat.is_some())
    }

    /// The problem written down last is about the engine on this seat.
    pub(super) fn about_seat(&mut self, seat: Option<usize>) {
        if let Some(problem) = self.problems.last_mut() {
            problem.view.seat = seat;
        }
    }

    /// The problem written down last is about the engine of this name in the list.
    pub(super) fn about_engine(&mut self, entry: &str) {
        if let Some(problem) = self.problems.last_mut() {
            problem.view.engine = Some(entry.to_owned());
        }
    }

    /// A bundle belongs to the problem written down last.
    pub(super) fn attach(&mut self, bundle: Option<u64>) {
        if let Some(problem) = self.problems.last_mut() {
            problem.view.bundle = bundle;
        }
    }

    /// The newest problem for which this holds.
    pub(super) fn newest(&self, is_it: impl Fn(&&ProblemView) -> bool) -> Option<&ProblemView> {
        self.problems.iter().rev().map(|known| &known.view).find(is_it)
    }

    /// The messages that are shown in this mode.
    pub(super) fn notices(&self, mode: Mode) -> Vec<Notice> {
        let is_elsewhere = |id: u64| self.of_mode.iter().any(|of| of.0 == id && of.1 != mode);
        let here = self.notices.iter().filter(|(notice, _)| !is_elsewhere(notice.id));
        here.map(|(notice, _)| notice.clone()).collect()
    }

    pub(super) fn problems(&self) -> Vec<ProblemView> {
        self.problems.iter().map(Problem::view).collect()
    }
}

/// What an engine complains of, as a sentence.
pub(super) fn complaint_text(name: &str, words: &str) -> String {
    let end = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{name} complains: {words}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_of_a_kind_are_counted_with_the_newest_of_the_kind() {
        let now = Instant::now();
        let mut messages = Messages::new(now);
        let about = |engine: &str| About::Difference {
            engine: engine.to_owned(),
            what: Difference::ValidMoves,
        };
        for (engine, text) in [("a", "a: one."), ("a", "a: two."), ("b", "b: three.")] {
            messages.keep(text.to_owned(), Vec::new(), None, now);
            messages.is_one_of(about(engine));
        }
        for n in 1..=11 {
            messages.count_more(
                &about("a"),
                n,
                vec![format!("number {n}"), "its place".to_owned()],
            );
        }
        messages.count_more(&about("c"), 1, Vec::new());
        assert_eq!(messages.problems()[1].details, ["The newest: number 11", "its place"]);
        let texts: Vec<_> = messages.problems().into_iter().map(|problem| problem.text).collect();
        assert_eq!(texts, ["a: one.", "a: two. And 11 more of this kind.", "b: three."]);
        assert_eq!(messages.notices(Mode::Play), []);
    }

    #[test]
    fn an_engine_that_complains_all_the_time_pushes_nothing_out() {
        let now = Instant::now();
        let mut messages = Messages::new(now);
        messages.keep("a crash".to_owned(), Vec::new(), None, now);
        for n in 0..1000 {
            messages.complaint("E", "err Not today.", Vec::new(), now);
            messages.complaint("E", &format!("line {n}"), Vec::new(), now);
        }
        messages.complaint("Eve", "err", Vec::new(), now);
        let texts: Vec<_> = messages.problems().into_iter().map(|problem| problem.text).collect();
        assert_eq!(texts.len(), 2 + MAX_COMPLAINTS, "{texts:?}");
        assert_eq!(texts[0], "a crash");
        assert_eq!(texts[1], "E complains: err Not today. And 999 more of this kind.");
        assert_eq!(texts[MAX_COMPLAINTS], "E complains: line 8. And 991 more of this kind.");
    }

    #[test]
    fn a_hint_that_is_out_of_date_is_withdrawn_and_nothing_else() {
        let mut messages = Messages::new(Instant::now());
        messages.notice_about(Topic::LookingForHint, "Looking for a hint");
        messages.notice(NoticeKind::Info, "a pass");
        messages.withdraw(Topic::Hint);
        assert_eq!(messages.notices(Mode::Play).len(), 2);
        messages.withdraw(Topic::LookingForHint);
        let texts: Vec<_> =
            messages.notices(Mode::Play).into_iter().map(|notice| notice.text).collect();
        assert_eq!(texts, ["a pass"]);
    }

    #[test]
    fn a_problem_keeps_its_number_when_older_ones_are_forgotten() {
        let now = Instant::now();
        let mut messages = Messages::new(now);
        for _ in 0..=MAX_PROBLEMS {
            messages.keep("a crash".to_owned(), Vec::new(), None, now);
        }
        let problems = messages.problems();
        let ends = [&problems[0], &problems[MAX_PROBLEMS - 1]].map(|problem| problem.number);
        assert_eq!((problems.len(), ends), (MAX_PROBLEMS, [2, 201]));
    }

    #[test]
    fn messages_go_by_themselves_and_errors_stay_longer() {
        let now = Instant::now();
        let mut messages = Messages::new(now);
        messages.notice(NoticeKind::Info, "a pass");
        messages.problem("a crash", Vec::new(), None, now);
        let deadline = messages.deadline().unwrap();
        messages.expire(deadline - Duration::from_secs(1));
        assert_eq!(messages.notices(Mode::Play).len(), 2);
        messages.expire(deadline);
        assert_eq!(messages.notices(Mode::Play)[0].text, "a crash");
        messages.expire(messages.deadline().unwrap());
        assert_eq!(messages.notices(Mode::Play), []);
        assert_eq!(messages.deadline(), None);
        assert_eq!(messages.problems().len(), 1);
    }

    #[test]
    fn a_refusal_goes_when_something_else_is_tried() {
        let mut messages = Messages::new(Instant::now());
        messages.notice(NoticeKind::Info, "a pass");
        messages.notice(NoticeKind::Refused, "more must be taken");
        messages.tried_anew();
        let texts: Vec<_> =
            messages.notices(Mode::Play).into_iter().map(|notice| notice.text).collect();
        assert_eq!(texts, ["a pass"]);
    }

    #[test]
    fn what_went_by_quickly_stays_until_the_person_plays_on() {
        let mut messages = Messages::new(Instant::now());
        messages.notice(NoticeKind::Info, "a hint");
        messages.lasting("no legal play");
        messages.position_changed();
        let texts: Vec<_> =
            messages.notices(Mode::Play).into_iter().map(|notice| notice.text).collect();
        assert_eq!(texts, ["no legal play"]);
        messages.played_on();
        messages.position_changed();
        assert_eq!(messages.notices(Mode::Play), []);
    }

    #[test]
    fn a_question_goes_when_it_is_answered() {
        let mut messages = Messages::new(Instant::now());
        messages.problem("a crash", Vec::new(), None, Instant::now());
        messages.ask("What now?".to_owned());
        messages.answered();
        messages.answered();
        let texts: Vec<_> =
            messages.notices(Mode::Play).into_iter().map(|notice| notice.text).collect();
        assert_eq!(texts, ["a crash"]);
    }

    #[test]
    fn what_failed_in_one_mode_is_told_there_alone() {
        let mut messages = Messages::new(Instant::now());
        messages.notice(NoticeKind::Error, "a match failed");
        messages.belongs_to(Mode::Match);
        messages.notice(NoticeKind::Info, "a pass");
        let n_shown = |mode| messages.notices(mode).len();
        assert_eq!([Mode::Play, Mode::Analyse, Mode::Match].map(n_shown), [1, 1, 2]);
    }

    #[test]
    fn an_offer_stays_until_another_game_begins() {
        let mut messages = Messages::new(Instant::now());
        messages.offer("A game was not finished.".to_owned(), NoticeOffer::Resume);
        messages.position_changed();
        messages.expire(Instant::now() + ERROR_TIME);
        assert_eq!(messages.notices(Mode::Play)[0].offer, Some(NoticeOffer::Resume));
        messages.game_changed();
        assert_eq!(messages.notices(Mode::Play), []);
    }

    #[test]
    fn few_are_shown_and_none_twice() {
        let mut messages = Messages::new(Instant::now());
        for text in ["a", "b", "b", "c", "d", "e"] {
            messages.notice(NoticeKind::Info, text);
        }
        let texts: Vec<_> =
            messages.notices(Mode::Play).into_iter().map(|notice| notice.text).collect();
        assert_eq!(texts, ["c", "d", "e"]);
    }
}
