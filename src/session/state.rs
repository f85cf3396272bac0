//! What the events of a session say of its engine: its name, its options, what it can do, and
//! whether it is being started again.
//!
//! Knows no search and no request: what was asked of the engine is known to the code that asks.

use std::time::Instant;

use super::{News, SessionEvent};
use crate::protocol::{Capabilities, Event, OptionDecl, plain_name};

/// The state of an engine as its session has reported it so far.
///
/// The owner of the session keeps it and passes it every event; players and views borrow it. The
/// client has a state of its own on its side of the channel, from which the events come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionState {
    own_name: String,
    options: Vec<OptionDecl>,
    capabilities: Option<Capabilities>,
    restarting: Option<Instant>,
}

impl SessionState {
    /// A session that has reported nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { own_name: String::new(), options: Vec::new(), capabilities: None, restarting: None }
    }

    /// Takes an event. `listed` is the name by which the host calls the engine; an engine that gives
    /// no name of its own reports that one.
    pub fn note(&mut self, event: &SessionEvent, listed: &str) {
        match &event.what {
            News::Event(Event::Ready { name, capabilities, options }) => {
                if name != listed {
                    self.own_name = plain_name(name);
                }
                self.options.clone_from(options);
                self.capabilities = Some(*capabilities);
            }
            News::Event(Event::Capabilities(capabilities)) => {
                self.capabilities = Some(*capabilities);
            }
            News::Event(Event::Renamed(name)) => self.own_name = plain_name(name),
            News::Event(Event::Restarting) => self.restarting = Some(event.at),
            News::Event(Event::Restarted(_)) | News::Ended(_) => self.restarting = None,
            News::Event(_) | News::Infos(_) => {}
        }
    }

    /// Another session of the same engine begins. It has the name and the options of the one before
    /// until it reports its own.
    pub fn begin_session(&mut self) {
        self.capabilities = None;
        self.restarting = None;
    }

    /// What the engine calls itself, with its version; empty while it has not said so.
    #[must_use]
    pub fn own_name(&self) -> &str {
        &self.own_name
    }

    /// The options that it declares.
    #[must_use]
    pub fn options(&self) -> &[OptionDecl] {
        &self.options
    }

    /// Its capabilities; `None` until its handshake is over. They stay after its end.
    #[must_use]
    pub fn capabilities(&self) -> Option<Capabilities> {
        self.capabilities
    }

    /// Its handshake is over, and it can do this.
    #[must_use]
    pub fn can(&self, able: impl FnOnce(Capabilities) -> bool) -> bool {
        self.capabilities.is_some_and(able)
    }

    /// Its searches end early only by starting it again, which its client does.
    #[must_use]
    pub fn cannot_stop(&self) -> bool {
        self.can(|able| !able.stop)
    }

    /// It does not divide its clock itself: each move gets a limit from the host.
    #[must_use]
    pub fn is_timed_by_host(&self) -> bool {
        self.can(|able| !able.clock)
    }

    /// Since when its client has been starting it again, in the same session.
    #[must_use]
    pub fn restarting_since(&self) -> Option<Instant> {
        self.restarting
    }
}

#[cfg(test)]
impl SessionState {
    /// That of an engine that is ready and can do this.
    pub(crate) fn able(capabilities: Capabilities) -> Self {
        Self { capabilities: Some(capabilities), ..Self::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Restart;
    use crate::session::{Exit, ExitCause, ProcessEnd};

    fn told(state: &mut SessionState, at: Instant, what: News) {
        state.note(&SessionEvent { at, what }, "Listed");
    }

    fn ready(name: &str, capabilities: Capabilities) -> News {
        let (name, options) = (name.to_owned(), Vec::new());
        News::Event(Event::Ready { name, capabilities, options })
    }

    #[test]
    fn an_engine_without_a_name_of_its_own_has_none_until_it_gives_one() {
        let (mut state, at) = (SessionState::new(), Instant::now());
        told(&mut state, at, ready("Listed", Capabilities::SAMPLE));
        assert_eq!((state.own_name(), state.capabilities()), ("", Some(Capabilities::SAMPLE)));
        told(&mut state, at, News::Event(Event::Renamed("Own 2.0".to_owned())));
        assert_eq!(state.own_name(), "Own 2.0");
        told(&mut state, at, News::Event(Event::Renamed("\u{1b}[2JOwn\u{202e} 3".to_owned())));
        assert_eq!(state.own_name(), "[2JOwn 3", "it goes into files and onto terminals");
    }

    #[test]
    fn a_restart_ends_when_the_engine_is_ready_again_or_its_session_is_over() {
        let exit = Exit { cause: ExitCause::Crashed, status: ProcessEnd::Code(1), stderr: vec![] };
        for end in [News::Event(Event::Restarted(Restart::OutOfStep)), News::Ended(exit)] {
            let (mut state, at) = (SessionState::new(), Instant::now());
            told(&mut state, at, ready("Own 1.0", Capabilities::SAMPLE));
            told(&mut state, at, News::Event(Event::Restarting));
            assert_eq!(state.restarting_since(), Some(at));
            told(&mut state, at, end);
            assert_eq!(state.restarting_since(), None);
            assert!(state.can(|able| able.stop), "what it can do is known after its end");
        }
    }

    #[test]
    fn another_session_must_get_ready_itself_but_keeps_the_name() {
        let (mut state, at) = (SessionState::new(), Instant::now());
        told(&mut state, at, ready("Own 1.0", Capabilities::SAMPLE));
        told(&mut state, at, News::Event(Event::Restarting));
        state.begin_session();
        assert_eq!((state.capabilities(), state.restarting_since()), (None, None));
        assert_eq!(state.own_name(), "Own 1.0");
    }
}
