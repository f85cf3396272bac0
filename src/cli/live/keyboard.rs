//! The keys of the terminal, one by one and without Enter, while a live view is shown.
//!
//! Decides nothing by them. The terminal still turns Ctrl+C, Ctrl+Z and Ctrl+\ into signals.

pub(in crate::cli) use system::Keyboard;

#[cfg(unix)]
mod system {
    use std::io;

    use rustix::stdio::stdin;
    use rustix::termios::{
        LocalModes, OptionalActions, SpecialCodeIndex, Termios, isatty, tcgetattr, tcsetattr,
    };

    use crate::cli::output::is_in_front;

    /// The standard input is a terminal that hands keys over one by one. Dropping it gives the
    /// terminal back as it was.
    pub(in crate::cli) struct Keyboard {
        before: Termios,
    }

    impl Keyboard {
        /// `None` if the standard input is no terminal, or is that of another program now.
        pub(in crate::cli) fn open() -> Option<Self> {
            if !isatty(stdin()) || !is_in_front() {
                return None;
            }
            let before = tcgetattr(stdin()).ok()?;
            by_keys(&before).ok()?;
            Some(Self { before })
        }

        /// Hands keys over one by one again, after a shell that this program was suspended in has
        /// changed that; true if it had.
        pub(in crate::cli) fn renew() -> bool {
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
            // In the background this would stop the program, and the shell has its own terminal.
            if is_in_front() {
                // Keys that were not read are no commands for the shell. A terminal that is gone needs
                // nothing.
                tcsetattr(stdin(), OptionalActions::Flush, &self.before).ok();
            }
        }
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
