//! Explains why no window could be opened, in one sentence that says what to do.
//!
//! The libraries of the display are loaded while the program runs, and a missing one may end in a
//! panic of the windowing library: that panic becomes a sentence, too.

use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Installs on Debian and Ubuntu all that the window loads.
const INSTALL: &str = "sudo apt install libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 \
                           libxkbcommon-x11-0 libgl1 libegl1";

/// Parts of messages about a library that cannot be loaded, and the library's name.
const LIBRARIES: [(&str, &str); 10] = [
    ("libX11-xcb", "libX11-xcb"),
    ("libX11", "libX11"),
    ("libXcursor", "libXcursor"),
    ("libXi", "libXi"),
    ("libXrandr", "libXrandr"),
    ("xkbcommon-x11", "libxkbcommon-x11"),
    ("xkbcommon", "libxkbcommon"),
    ("libwayland", "libwayland-client"),
    ("libEGL", "libEGL"),
    ("libGL", "libGL"),
];

/// Why no window could be opened.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum WindowError {
    /// Nothing says where a window could be opened.
    #[error(
        "there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set; start quintet in a \
         graphical session, or play without a window with `quintet match`"
    )]
    NoDisplay,
    /// A display is named but does not answer.
    #[error(
        "the display {display:?} cannot be opened ({reason}); start quintet in a graphical \
         session, or play without a window with `quintet match`"
    )]
    DeadDisplay {
        /// Its name.
        display: String,
        /// What the system says.
        reason: String,
    },
    /// A library is missing.
    #[error(
        "the window needs {library}, which is missing here; on Debian and Ubuntu type \
         `{INSTALL}`, or play without a window with `quintet match`"
    )]
    MissingLibrary {
        /// Its name, without a version.
        library: String,
    },
    /// Nothing can draw.
    #[error(
        "the window cannot draw with OpenGL ({reason}); on Debian and Ubuntu type \
         `sudo apt install libgl1 libegl1 libgl1-mesa-dri`, or play without a window with \
         `quintet match`"
    )]
    NoGraphics {
        /// What the system says.
        reason: String,
    },
    /// The renderer is not part of this program.
    #[error(
        "this program was built without wgpu; leave out --renderer, or build with `--features wgpu`"
    )]
    NotBuilt,
    /// Something else.
    #[error("the window could not be opened: {reason}; `quintet match` plays without a window")]
    Other {
        /// What the system says.
        reason: String,
    },
}

/// Reports a missing display before anything is tried.
///
/// # Errors
///
/// On systems with X or Wayland, when neither is named in the environment.
pub(super) fn check_display() -> Result<(), WindowError> {
    let named = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let needed = cfg!(all(unix, not(target_os = "macos")));
    if needed && !["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].into_iter().any(named) {
        return Err(WindowError::NoDisplay);
    }
    Ok(())
}

/// Is set when the window is open; a panic after that is a fault of ours and stays one.
#[derive(Clone, Debug, Default)]
pub(super) struct Started(Arc<AtomicBool>);

impl Started {
    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// Runs the window; turns errors, and panics before it is open, into a reason.
pub(super) fn guarded(
    run: impl FnOnce(Started) -> Result<(), eframe::Error>,
) -> Result<(), WindowError> {
    let started = Started::default();
    let said = Arc::new(Mutex::new(String::new()));
    let (previous, here) = (Arc::new(panic::take_hook()), thread::current().id());
    panic::set_hook(Box::new({
        let (started, said, previous) = (started.clone(), said.clone(), previous.clone());
        move |info| {
            if started.is_set() || thread::current().id() != here {
                previous(info);
            } else {
                *said.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string();
            }
        }
    }));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| run(started.clone())));
    drop(panic::take_hook());
    panic::set_hook(Box::new(move |info| previous(info)));
    match outcome {
        Ok(result) => result.map_err(|err| reason(&format!("{err}"), &format!("{err:?}"))),
        Err(payload) if started.is_set() => panic::resume_unwind(payload),
        Err(_payload) => {
            let said = said.lock().unwrap_or_else(PoisonError::into_inner);
            Err(reason(said.lines().last().unwrap_or_default(), &said))
        }
    }
}

/// The reason in a message; `details` may hold the names of files.
fn reason(said: &str, details: &str) -> WindowError {
    let said = plain(said);
    let library = LIBRARIES.iter().find(|(part, _)| {
        details.contains(&format!("{part}.so")) || details.contains(&format!("{part} could not"))
    });
    if let Some((_, library)) = library {
        return WindowError::MissingLibrary { library: (*library).to_owned() };
    }
    let words = details.to_ascii_lowercase();
    let any = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    if any(&["opendisplay", "connection refused", "noopen", "nocompositor", "waylanderror"]) {
        let display =
            ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().find_map(|name| env::var(name).ok());
        return WindowError::DeadDisplay { display: display.unwrap_or_default(), reason: said };
    }
    if any(&["glutin", "opengl", "egl", "glx", "config"]) {
        return WindowError::NoGraphics { reason: said };
    }
    WindowError::Other { reason: said }
}

/// Without the places in source files that winit puts into its messages, and without glutin's list
/// of its attempts.
fn plain(said: &str) -> String {
    let said = said.trim();
    if said.contains("glutin configs") {
        return "nothing was found that can draw".to_owned();
    }
    let after_place = said.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    after_place.map_or(said, |(_, rest)| rest).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Messages of winit 0.30.13, xkbcommon-dl 0.4 and eframe 0.37, seen on Debian 12 with the
    // library hidden.
    #[test]
    fn a_missing_library_is_named_and_what_to_type() {
        let panic = "panicked at src/lib.rs:1:2:\nLibrary libxkbcommon-x11.so could not be loaded.";
        let err = reason("Library libxkbcommon-x11.so could not be loaded.", panic);
        assert_eq!(err, WindowError::MissingLibrary { library: "libxkbcommon-x11".into() });
        let text = err.to_string();
        assert!(text.contains("sudo apt install libx11-6") && text.contains("quintet match"));
        let xcb = "libX11-xcb.so.1: cannot open shared object file: No such file or directory";
        assert_eq!(reason(xcb, xcb), WindowError::MissingLibrary { library: "libX11-xcb".into() });
    }

    #[test]
    fn a_dead_display_is_said_without_places_in_source_files() {
        let said = "winit EventLoopError: os error at /src/linux/mod.rs:788: Failed to open \
                    connection to X server";
        let err = reason(said, "WinitEventLoop(Os(XOpenDisplayFailed))");
        let WindowError::DeadDisplay { reason, .. } = err else { panic!("{err:?}") };
        assert_eq!(reason, "Failed to open connection to X server");
    }

    #[test]
    fn nothing_that_draws_is_said_in_a_few_words() {
        let said = "Found no glutin configs matching the template: ConfigTemplate { r_size: 8 }";
        let err = reason(said, said).to_string();
        assert!(err.contains("OpenGL (nothing was found that can draw)"), "{err}");
    }

    #[test]
    fn a_panic_before_the_window_is_open_becomes_a_sentence_and_a_later_one_stays_a_panic() {
        let early = guarded(|_| panic!("libXi.so could not be loaded"));
        assert_eq!(early, Err(WindowError::MissingLibrary { library: "libXi".into() }));
        let late = panic::catch_unwind(|| {
            guarded(|started| {
                started.set();
                panic!("a fault of ours");
            })
        });
        assert!(late.is_err());
    }
}
