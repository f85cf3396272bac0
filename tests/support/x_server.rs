//! An X server without a screen, and the real program on it.
//!
//! Knows nothing of what the window shows.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What to type where the X server is missing.
const INSTALL: &str = "apt-get install xvfb libgl1 libegl1 libgl1-mesa-dri libx11-6 libx11-xcb1 \
                       libxcursor1 libxi6 libxrandr2 libxkbcommon-x11-0";

/// A running X server; it ends with this value, or with its last window when the test is killed.
#[derive(Debug)]
pub(crate) struct XServer {
    server: Child,
    /// The display's name, as `DISPLAY` wants it.
    pub(crate) display: String,
}

impl XServer {
    /// Starts a server with one screen of 2560x1600 on a display that is free.
    ///
    /// Panics with what to install when there is no Xvfb.
    pub(crate) fn start() -> Self {
        // The server chooses the number itself and says so once it can be used.
        #[expect(clippy::disallowed_methods, reason = "the X server of a test is no engine")]
        let started = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "2560x1600x24"])
            .args(["+extension", "GLX", "-nolisten", "tcp", "-terminate"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut server = started.unwrap_or_else(|err| {
            panic!("Xvfb, the X server without a screen, cannot be started ({err}): {INSTALL}")
        });
        let mut said = String::new();
        let out = server.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut said).expect("the server says its display");
        let number: u32 = said.trim().parse().unwrap_or_else(|_| {
            drop(server.kill());
            panic!("Xvfb found no free display; it said {said:?}")
        });
        Self { server, display: format!(":{number}") }
    }
}

impl Drop for XServer {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// The real program with a configuration folder of its own; killed with this value.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    /// Where its standard output and error output go.
    log: PathBuf,
    _config: tempfile::TempDir,
    /// Just before it was started.
    pub(crate) started: Instant,
}

impl Program {
    /// Starts it on this display; `None` is no display at all. `files` are put into its
    /// configuration folder, `env` is added to its environment.
    pub(crate) fn start(
        display: Option<&str>,
        files: &[(&str, &str)],
        env: &[(&str, &str)],
        args: &[&str],
    ) -> Self {
        let config = tempfile::tempdir().expect("a folder for a test");
        for (name, text) in files {
            fs::write(config.path().join(name), text).expect("a file in a test's folder");
        }
        let log = config.path().join("output.txt");
        let output = fs::File::create(&log).expect("a file in a test's folder");
        let errors = output.try_clone().expect("another handle");
        #[expect(clippy::disallowed_methods, reason = "the program under test is no engine")]
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command
            .args(args)
            .env("QUINTET_CONFIG_DIR", config.path())
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("DISPLAY")
            .env_remove("EGUI_INSPECTION")
            // The display has no hardware; so the figures and pictures are the same everywhere.
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .envs(env.iter().copied())
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors);
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let started = Instant::now();
        let child = command.spawn().expect("the program starts");
        Self { child, log, _config: config, started }
    }

    /// The number of its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// All that it has written on its standard and error outputs.
    pub(crate) fn output(&self) -> String {
        fs::read_to_string(&self.log).expect("the output is a file of ours")
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("the process is ours")
    }

    /// Waits for its end. Panics when it has not come in time.
    pub(crate) fn wait(&mut self, limit: Duration) -> ExitStatus {
        poll("the end of the program", limit, || self.ended())
    }

    /// Kills it as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("the process is ours");
        self.child.wait().expect("the process is ours");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Asks until there is an answer. Panics when there is none in time.
pub(crate) fn poll<T>(what: &str, limit: Duration, mut ask: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + limit;
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(Instant::now() < until, "{what} did not come within {limit:?}");
        std::thread::park_timeout(Duration::from_millis(5));
    }
}
