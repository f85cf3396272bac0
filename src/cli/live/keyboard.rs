//! The keys of the terminal, one by one and without Enter, while a live view is shown.
//!
//! Decides nothing by them. The terminal still turns Ctrl+C, Ctrl+Z and Ctrl+\ into signals.

pub(in crate::cli) use system::Keyboard;

#[cfg(unix)]
mod system {
    use std::io;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use nix::unistd::{Pid, getsid};
    use rustix::process::{Signal, getpid, getppid, kill_process};
    use rustix::stdio::stdin;
    use rustix::termios::{
        LocalModes, OptionalActions, SpecialCodeIndex, Termios, isatty, tcgetattr, tcsetattr,
    };

    use tokio::signal::unix::{SignalKind, signal};
    use tokio::task::JoinHandle;

    use crate::cli::output::is_in_front;

    /// Who changes the terminal holds it: while the program is stopped nothing else does.
    static CHANGING: Mutex<()> = Mutex::new(());

    fn changing() -> MutexGuard<'static, ()> {
        CHANGING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The standard input is a terminal that hands keys over one by one. Dropping it gives the
    /// terminal back as it was.
    pub(in crate::cli) struct Keyboard {
        before: Termios,
        /// Gives the terminal back while the program is stopped by Ctrl+Z.
        stops: Option<JoinHandle<()>>,
    }

    impl Keyboard {
        /// `None` if the standard input is no terminal, or is that of another program now. Must be
        /// called in a runtime with IO.
        pub(in crate::cli) fn open() -> Option<Self> {
            if !isatty(stdin()) || !is_in_front() {
                return None;
            }
            let before = tcgetattr(stdin()).ok()?;
            by_keys(&before).ok()?;
            let given = before.clone();
            let stops =
                signal(SignalKind::from_raw(Signal::TSTP.as_raw())).ok().map(|mut stops| {
                    tokio::spawn(async move {
                        while stops.recv().await.is_some() {
                            stop(&given);
                        }
                    })
                });
            Some(Self { before, stops })
        }

        /// Hands keys over one by one again, after a shell that this program was suspended in has
        /// changed that; true if it had.
        pub(in crate::cli) fn renew() -> bool {
            let _changing = changing();
            let Ok(now) = tcgetattr(stdin()) else { return false };
            now.local_modes.contains(LocalModes::ICANON) && by_keys(&now).is_ok()
        }

        /// A key that was pressed; `None` if there is none. Does not wait.
        pub(in crate::cli) fn key() -> Option<char> {
            let mut byte = [0; 1];
            match rustix::io::read(stdin(), &mut byte) {
                Ok(1) => Some(char::from(byte[0])),
                Ok(_) | Err(_) => None,
            }
        }
    }

    impl Drop for Keyboard {
        fn drop(&mut self) {
            self.stops.iter().for_each(JoinHandle::abort);
            // In the background this would stop the program, and the shell has its own terminal.
            if is_in_front() {
                // Keys that were not read are no commands for the shell. A terminal that is gone needs
                // nothing.
                tcsetattr(stdin(), OptionalActions::Flush, &self.before).ok();
            }
        }
    }

    /// Gives the terminal back as it was, and stops the program until the shell lets it go on;
    /// [`Keyboard::renew`] then takes the terminal again.
    fn stop(given: &Termios) {
        // Without a shell that could let it go on, the system stops no program either.
        let has_shell = getppid().is_some_and(|parent| {
            let parent = Pid::from_raw(parent.as_raw_pid());
            getsid(Some(parent)).is_ok_and(|session| getsid(None) == Ok(session))
        });
        if !has_shell {
            return;
        }
        let _changing = changing();
        if is_in_front() {
            // A terminal that is gone needs nothing.
            tcsetattr(stdin(), OptionalActions::Now, given).ok();
        }
        // It returns when the program goes on; where it cannot be stopped it plays on.
        kill_process(getpid(), Signal::STOP).ok();
    }

    fn by_keys(now: &Termios) -> io::Result<()> {
        let mut wished = now.clone();
        wished.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        wished.special_codes[SpecialCodeIndex::VMIN] = 0;
        wished.special_codes[SpecialCodeIndex::VTIME] = 0;
        Ok(tcsetattr(stdin(), OptionalActions::Now, &wished)?)
    }
}

#[cfg(not(unix))]
mod system {
    //! No keys are read, and there is no live view.

    pub(in crate::cli) struct Keyboard;

    impl Keyboard {
        pub(in crate::cli) fn open() -> Option<Self> {
            None
        }

        pub(in crate::cli) fn renew() -> bool {
            false
        }

        pub(in crate::cli) fn key() -> Option<char> {
            None
        }
    }
}
