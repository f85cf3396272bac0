//! The real window as a test sees and uses it: by what is spoken, by keys, by pictures.
//!
//! Knows no game. Everything goes through eframe's inspection, so there is no sleeping: a request
//! is answered by a frame.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use egui::accesskit::Toggled;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2};
use egui_inspection::protocol::{read_handshake, read_message, write_message};
use egui_inspection::{Request, Response};

use super::x_client::XClient;
use super::x_server::{Program, XServer, poll};

/// The longest that one step may take, on a machine with much else to do.
const STEP: Duration = Duration::from_secs(60);

/// The program's window on a display of its own.
#[derive(Debug)]
pub(crate) struct Window {
    // Dropped in this order: the program before its display.
    pub(crate) program: Program,
    stream: TcpStream,
    until: Instant,
    test: &'static str,
    display: XServer,
}

/// How a window is opened.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Opening<'a> {
    /// Names the test in its pictures.
    pub(crate) test: &'static str,
    /// `settings.toml` and `engines.toml`; empty for none.
    pub(crate) settings: &'a str,
    pub(crate) engines: &'a str,
    /// The test is given up after so many seconds.
    pub(crate) limit_secs: u64,
}

impl Window {
    /// Opens the window and waits for its first frame with a board.
    pub(crate) fn open(opening: Opening<'_>) -> Self {
        let until = Instant::now() + Duration::from_secs(opening.limit_secs);
        let display = XServer::start();
        let port = {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            listener.local_addr().unwrap().port()
        };
        let address = format!("127.0.0.1:{port}");
        let files = [("settings.toml", opening.settings), ("engines.toml", opening.engines)];
        let files: Vec<_> = files.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        let env = [("EGUI_INSPECTION", address.as_str())];
        let mut program = Program::start(Some(&display.display), &files, &env, &[]);
        let stream = poll("the window", STEP, || {
            if let Some(status) = program.ended() {
                panic!("the program ended with {status}: {}", program.output());
            }
            TcpStream::connect(&address).ok()
        });
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(STEP)).unwrap();
        read_handshake(&stream).unwrap();
        // Nothing else gives the keyboard to the window: there is no window manager.
        let client = XClient::connect(&display.display);
        client.focus(poll("the window", STEP, || client.shown()));
        let mut window = Self { program, stream, until, test: opening.test, display };
        window.wait("the board", |tree| tree.starting("square ").next().map(drop));
        window
    }

    fn ask(&mut self, request: &Request) -> Response {
        assert!(Instant::now() < self.until, "{}: the test takes too long", self.test);
        write_message(&self.stream, request).unwrap_or_else(|err| self.lost(&err));
        match read_message(&self.stream).unwrap_or_else(|err| self.lost(&err)) {
            Response::Error { message } => panic!("{}: {message}", self.test),
            answer => answer,
        }
    }

    fn lost(&self, err: &std::io::Error) -> ! {
        panic!("{}: the window is gone ({err}): {}", self.test, self.program.output())
    }

    /// Gives these events to the window; returns after the frame that had them.
    pub(crate) fn events(&mut self, events: Vec<Event>) {
        self.ask(&Request::ApplyEvents { events });
    }

    /// What a screen reader finds now.
    pub(crate) fn tree(&mut self) -> Tree {
        let Response::Tree { accesskit: Some(update), .. } = self.ask(&Request::GetTree) else {
            panic!("{}: there is no tree", self.test)
        };
        let nodes = update.nodes.iter().map(|(id, node)| {
            let bounds = node.bounds();
            // In points: only the root's transform knows of pixels.
            let centre =
                bounds.map(|b| pos2(((b.x0 + b.x1) / 2.0) as f32, ((b.y0 + b.y1) / 2.0) as f32));
            Spoken {
                focused: *id == update.focus,
                label: node.label().or(node.value()).unwrap_or_default().to_owned(),
                value: node.value().unwrap_or_default().to_owned(),
                centre,
                enabled: !node.is_disabled(),
                on: node.toggled() == Some(Toggled::True) || node.is_selected() == Some(true),
            }
        });
        Tree { nodes: nodes.collect() }
    }

    /// Looks until `find` finds; panics with all that is spoken when the time is over.
    pub(crate) fn wait<T>(&mut self, what: &str, mut find: impl FnMut(&Tree) -> Option<T>) -> T {
        let until = (Instant::now() + STEP).min(self.until);
        loop {
            let tree = self.tree();
            if let Some(found) = find(&tree) {
                return found;
            }
            if Instant::now() > until {
                self.picture("FAILED");
                let labels: Vec<&str> = tree.labels().collect();
                panic!("{}: {what} did not come; spoken is {labels:#?}", self.test);
            }
            // The machine also has engines to run.
            std::thread::park_timeout(Duration::from_millis(10));
        }
    }

    /// Waits until something with this label is there and enabled.
    pub(crate) fn wait_for(&mut self, label: &str) -> Spoken {
        self.wait(label, |tree| tree.get(label).filter(|node| node.enabled).cloned())
    }

    /// Waits until nothing has this label.
    pub(crate) fn wait_without(&mut self, label: &str) {
        self.wait(&format!("the end of {label:?}"), |tree| tree.get(label).is_none().then_some(()));
    }

    /// Clicks the middle of what has this label, once it is there and enabled.
    pub(crate) fn click(&mut self, label: &str) {
        let node = self.wait_for(label);
        self.click_at(node.centre.unwrap_or_else(|| panic!("{label:?} has no place")));
    }

    /// Clicks a place, in points.
    pub(crate) fn click_at(&mut self, pos: Pos2) {
        let button = |pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        // In one frame: what takes longer than 0.8 s is no click to egui, and a machine may be that
        // busy.
        self.events(vec![Event::PointerMoved(pos), button(true), button(false)]);
    }

    /// Presses a key and lets it go.
    pub(crate) fn key(&mut self, modifiers: Modifiers, key: Key) {
        let event =
            |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.events(vec![event(true), event(false)]);
    }

    /// Types into what has the keyboard.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.events(vec![Event::Text(text.to_owned())]);
    }

    /// Replaces the text of the field with this label.
    pub(crate) fn fill(&mut self, label: &str, text: &str) {
        self.click(label);
        self.key(Modifiers::COMMAND, Key::A);
        self.type_text(text);
        self.wait(&format!("{text:?} in {label:?}"), |tree| {
            tree.get(label).filter(|node| node.value == text).map(drop)
        });
    }

    /// Opens the list with this label and takes an entry.
    pub(crate) fn choose(&mut self, label: &str, entry: &str) {
        self.click(label);
        self.click(entry);
        self.wait(&format!("{entry:?} in {label:?}"), |tree| {
            tree.get(label).filter(|node| node.value == entry).map(drop)
        });
    }

    /// Drags files onto the window and drops them, as another program at the display does. Says
    /// whether the window took them.
    pub(crate) fn drop_files(&mut self, paths: &[&Path]) -> bool {
        let client = XClient::connect(&self.display.display);
        let window = client.shown().expect("the window is shown");
        client.drop_files(window, (640, 400), paths)
    }

    /// Asks the window to close, as its button does.
    pub(crate) fn close(&mut self) {
        let client = XClient::connect(&self.display.display);
        let window = client.shown().expect("the window is shown");
        client.close(window);
    }

    /// Keeps a picture of the window in `out/e2e`, and returns it as PNG.
    pub(crate) fn picture(&mut self, name: &str) -> Vec<u8> {
        self.ask(&Request::Settle { max_steps: 120 });
        let Response::Screenshot(png) =
            self.ask(&Request::GetScreenshot { pixels_per_point: None })
        else {
            panic!("{}: there is no picture", self.test)
        };
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("out/e2e");
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join(format!("{}-{name}.png", self.test)), &png.bytes).unwrap();
        png.bytes
    }
}

/// All that a screen reader finds, in the order of the screen's own tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Spoken>,
}

/// Something that is spoken.
#[derive(Clone, Debug)]
pub(crate) struct Spoken {
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) enabled: bool,
    /// Has the keyboard.
    pub(crate) focused: bool,
    /// Pressed, chosen, switched on.
    pub(crate) on: bool,
    /// Its middle, in points.
    pub(crate) centre: Option<Pos2>,
}

impl Tree {
    /// What has exactly this label.
    pub(crate) fn get(&self, label: &str) -> Option<&Spoken> {
        self.nodes.iter().find(|node| node.label == label)
    }

    /// All whose label begins so.
    pub(crate) fn starting(&self, start: &str) -> impl Iterator<Item = &Spoken> {
        self.nodes.iter().filter(move |node| node.label.starts_with(start))
    }

    /// All whose label contains this.
    pub(crate) fn containing(&self, part: &str) -> impl Iterator<Item = &Spoken> {
        self.nodes.iter().filter(move |node| node.label.contains(part))
    }

    /// The label of what has the keyboard; empty when nothing has.
    pub(crate) fn focused(&self) -> &str {
        self.nodes.iter().find(|node| node.focused).map_or("", |node| &node.label)
    }

    /// Every label that is not empty.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(|node| node.label.as_str()).filter(|label| !label.is_empty())
    }
}
