//! What a user at the display does and sees: windows that appear, keys, the mouse, pixels.
//!
//! Knows nothing of what runs there.

use std::io::IoSlice;
use std::path::Path;
use std::time::{Duration, Instant};

use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _,
    CreateWindowAux, EventMask, ImageFormat, InputFocus, PropMode, Screen, SelectionNotifyEvent,
    SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;

/// Event numbers of the core protocol, as XTEST's `FakeInput` takes them.
const KEY_PRESS: u8 = 2;
const BUTTON_PRESS: u8 = 4;
const MOTION: u8 = 6;

/// The longest that a window may take for an answer, on a machine with much else to do.
const ANSWER: Duration = Duration::from_secs(60);

/// A path as file managers name it: a line `file:///..`, with what is no plain letter as `%20`.
fn uri(path: &Path) -> String {
    let text = path.to_str().expect("names in tests are text");
    let escaped = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    format!("file://{}\r\n", escaped.collect::<String>())
}

/// A connection to a display.
#[derive(Debug)]
pub(crate) struct XClient {
    conn: RustConnection,
    root: Window,
    min_keycode: u8,
    max_keycode: u8,
}

/// A rectangle of the screen, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) x: i16,
    pub(crate) y: i16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl XClient {
    /// Connects, and from now on hears of new windows.
    pub(crate) fn connect(display: &str) -> Self {
        let (conn, screen) = RustConnection::connect(Some(display)).expect("the display answers");
        let setup = conn.setup();
        let screen: &Screen = &setup.roots[screen];
        let (root, min_keycode, max_keycode) = (screen.root, setup.min_keycode, setup.max_keycode);
        let hear = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        conn.change_window_attributes(root, &hear).expect("a request").check().expect("allowed");
        Self { conn, root, min_keycode, max_keycode }
    }

    /// Waits until a window is mapped; the window, and when that was heard.
    pub(crate) fn mapped(&self, limit: Duration) -> (Window, Instant) {
        let until = Instant::now() + limit;
        loop {
            match self.conn.poll_for_event().expect("the display lives") {
                Some(Event::MapNotify(event)) => return (event.window, Instant::now()),
                Some(_) => {}
                None => {
                    assert!(Instant::now() < until, "no window came within {limit:?}");
                    std::thread::park_timeout(Duration::from_micros(500));
                }
            }
        }
    }

    /// The window that is shown, if there is one: the first mapped child of the root.
    pub(crate) fn shown(&self) -> Option<Window> {
        let tree = self.conn.query_tree(self.root).ok()?.reply().ok()?;
        tree.children.into_iter().find(|window| {
            let viewable = x11rb::protocol::xproto::MapState::VIEWABLE;
            let attributes = self.conn.get_window_attributes(*window).ok();
            attributes
                .and_then(|cookie| cookie.reply().ok())
                .is_some_and(|found| found.map_state == viewable)
        })
    }

    /// Asks a window to close, as a window manager does when its button is clicked.
    pub(crate) fn close(&self, window: Window) {
        let (protocols, delete) = (self.atom(b"WM_PROTOCOLS"), self.atom(b"WM_DELETE_WINDOW"));
        let known = self.conn.get_property(false, window, protocols, AtomEnum::ATOM, 0, 64);
        let known = known.expect("a request").reply().expect("a property");
        assert!(
            known.value32().is_some_and(|mut atoms| atoms.any(|atom| atom == delete)),
            "the window cannot be asked to close"
        );
        self.tell(window, b"WM_PROTOCOLS", [delete, 0, 0, 0, 0]);
    }

    /// Drags files to a place of a window and drops them there, as a file manager does (the XDND
    /// protocol, version 5). Says whether the window took them.
    pub(crate) fn drop_files(&self, window: Window, at: (i16, i16), paths: &[&Path]) -> bool {
        let source = self.conn.generate_id().expect("a number");
        let made = self.conn.create_window(
            x11rb::COPY_DEPTH_FROM_PARENT,
            source,
            self.root,
            0,
            0,
            1,
            1,
            0,
            WindowClass::INPUT_OUTPUT,
            x11rb::COPY_FROM_PARENT,
            &CreateWindowAux::new(),
        );
        made.expect("a request").check().expect("a window");
        let [selection, list, copy] =
            [&b"XdndSelection"[..], b"text/uri-list", b"XdndActionCopy"].map(|n| self.atom(n));
        let aware = self.conn.get_property(false, window, self.atom(b"XdndAware"), 4u32, 0, 1);
        let aware = aware.expect("a request").reply().expect("a property");
        assert!(aware.value_len > 0, "nothing can be dropped on the window");
        let owned = self.conn.set_selection_owner(source, selection, x11rb::CURRENT_TIME);
        owned.expect("a request").check().expect("the selection is free");
        let uris: String = paths.iter().map(|path| uri(path)).collect();
        let place = u32::from(at.0.unsigned_abs()) << 16 | u32::from(at.1.unsigned_abs());
        self.tell(window, b"XdndEnter", [source, 5 << 24, list, 0, 0]);
        self.tell(window, b"XdndPosition", [source, 0, place, x11rb::CURRENT_TIME, copy]);
        // The window wants to know what it is before it is dropped.
        let (mut is_welcome, mut was_asked) = (None, false);
        let status = self.atom(b"XdndStatus");
        while is_welcome.is_none() || is_welcome == Some(true) && !was_asked {
            match self.next_event() {
                Event::ClientMessage(event) if event.type_ == status => {
                    is_welcome = Some(event.data.as_data32()[1] & 1 == 1);
                }
                Event::SelectionRequest(event) if event.selection == selection => {
                    self.hand_over(&event, &uris);
                    was_asked = true;
                }
                _ => {}
            }
        }
        if is_welcome == Some(false) {
            self.tell(window, b"XdndLeave", [source, 0, 0, 0, 0]);
            return false;
        }
        self.tell(window, b"XdndDrop", [source, 0, x11rb::CURRENT_TIME, 0, 0]);
        let finished = self.atom(b"XdndFinished");
        loop {
            if let Event::ClientMessage(event) = self.next_event()
                && event.type_ == finished
            {
                return event.data.as_data32()[1] & 1 == 1;
            }
        }
    }

    /// Gives the requested data to the requester.
    fn hand_over(&self, event: &SelectionRequestEvent, text: &str) {
        let SelectionRequestEvent { requestor, selection, target, property, time, .. } = *event;
        let bytes = text.as_bytes();
        let len = u32::try_from(bytes.len()).expect("a few names");
        let given = self.conn.change_property(
            PropMode::REPLACE,
            requestor,
            property,
            target,
            8,
            len,
            bytes,
        );
        given.expect("a request").check().expect("the window is there");
        let event = SelectionNotifyEvent {
            response_type: x11rb::protocol::xproto::SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time,
            requestor,
            selection,
            target,
            property,
        };
        let sent = self.conn.send_event(false, requestor, EventMask::NO_EVENT, event);
        sent.expect("a request").check().expect("the window is there");
    }

    /// Sends a message of 32-bit words to a window.
    fn tell(&self, window: Window, kind: &[u8], words: [u32; 5]) {
        let event = ClientMessageEvent::new(32, window, self.atom(kind), words);
        // Checked, so that the display has it before this connection ends.
        let sent = self.conn.send_event(false, window, EventMask::NO_EVENT, event);
        sent.expect("a request").check().expect("the window is there");
    }

    fn next_event(&self) -> Event {
        let until = Instant::now() + ANSWER;
        loop {
            if let Some(event) = self.conn.poll_for_event().expect("the display lives") {
                return event;
            }
            assert!(Instant::now() < until, "nothing was answered within {ANSWER:?}");
            std::thread::park_timeout(Duration::from_millis(1));
        }
    }

    fn atom(&self, name: &[u8]) -> Atom {
        self.conn.intern_atom(false, name).expect("a request").reply().expect("an atom").atom
    }

    /// Gives the keyboard to a window; there is no window manager to do it.
    pub(crate) fn focus(&self, window: Window) {
        let focus = self.conn.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME);
        focus.expect("a request").check().expect("the window is shown");
    }

    /// Presses and releases keys together, by their keysyms.
    pub(crate) fn keys(&self, keysyms: &[u32]) {
        let codes: Vec<u8> = keysyms.iter().map(|keysym| self.keycode(*keysym)).collect();
        for code in &codes {
            self.fake(KEY_PRESS, *code, 0, 0);
        }
        for code in codes.iter().rev() {
            self.fake(KEY_PRESS + 1, *code, 0, 0);
        }
        self.conn.flush().expect("the display lives");
    }

    /// Moves the pointer to a place on the screen.
    pub(crate) fn point(&self, x: i16, y: i16) {
        self.fake(MOTION, 0, x, y);
        self.conn.flush().expect("the display lives");
    }

    /// Presses the first button of the mouse where the pointer is.
    pub(crate) fn press(&self) {
        self.fake(BUTTON_PRESS, 1, 0, 0);
        self.conn.flush().expect("the display lives");
    }

    /// Lets it go.
    pub(crate) fn release(&self) {
        self.fake(BUTTON_PRESS + 1, 1, 0, 0);
        self.conn.flush().expect("the display lives");
    }

    /// The pixels of a part of the screen.
    pub(crate) fn pixels(&self, area: Area) -> Vec<u8> {
        let Area { x, y, width, height } = area;
        let image =
            self.conn.get_image(ImageFormat::Z_PIXMAP, self.root, x, y, width, height, u32::MAX);
        image.expect("a request").reply().expect("the area is on the screen").data
    }

    fn keycode(&self, keysym: u32) -> u8 {
        let count = self.max_keycode - self.min_keycode + 1;
        let map = self.conn.get_keyboard_mapping(self.min_keycode, count).expect("a request");
        let map = map.reply().expect("a keyboard");
        let row = map
            .keysyms
            .chunks(usize::from(map.keysyms_per_keycode))
            .position(|row| row.first() == Some(&keysym))
            .unwrap_or_else(|| panic!("the keyboard has no key {keysym:#x}"));
        self.min_keycode + u8::try_from(row).expect("there are at most 248 keys")
    }

    /// XTEST's `FakeInput`, written out: the crate has it only with a feature that would build the
    /// whole window twice.
    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) {
        let extension = self.conn.extension_information("XTEST").expect("a request");
        let opcode = extension.expect("Xvfb has XTEST").major_opcode;
        let mut request = [0u8; 36];
        request[..2].copy_from_slice(&[opcode, 2]);
        request[2..4].copy_from_slice(&9u16.to_ne_bytes());
        request[4..6].copy_from_slice(&[kind, detail]);
        if kind == MOTION {
            request[12..16].copy_from_slice(&self.root.to_ne_bytes());
        }
        request[24..26].copy_from_slice(&x.to_ne_bytes());
        request[26..28].copy_from_slice(&y.to_ne_bytes());
        let sent = self.conn.send_request_without_reply(&[IoSlice::new(&request)], Vec::new());
        sent.expect("a request").ignore_error();
    }
}
