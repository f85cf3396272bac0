//! The treatment of one engine: its options and its dialect.
//!
//! Does not know what the engine has been sent.

use crate::protocol::{Capabilities, ClientConfig, Deadlines, Dialect, OptionDecl, OptionKind};

/// The depth if neither the search nor the options name one. No game is longer than 60 moves
/// without its passes, so this means: as deep as time allows. A depth must be sent in any case:
/// NTest crashes without one.
pub(super) const MOST_DEPTH: u32 = 60;

/// The configured values.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) deadlines: Deadlines,
    /// The depth if a search names none.
    pub(super) depth: u32,
    pub(super) contempt: i32,
    /// Dialect `stop`: the engine ends a search when it is pinged.
    pub(super) stops: bool,
    /// Dialect `hint-end`: the status shows that a hint is finished.
    pub(super) status_ends_hint: bool,
    /// Dialect `deepen`: the client requests a hint depth by depth.
    pub(super) deepens: bool,
    /// Dialect `clock`: the engine obeys the clock in the game that it is sent, and divides its
    /// time itself.
    pub(super) divides_time: bool,
    /// The complaints about options that were set and do not hold.
    pub(super) complaints: Vec<String>,
}

impl Settings {
    pub(super) fn new(config: &ClientConfig) -> Self {
        let dialect = |name: &str| config.dialect_value(name);
        let mut settings = Self {
            deadlines: Deadlines::of(config),
            depth: MOST_DEPTH,
            contempt: 0,
            stops: dialect("stop") != Some("no"),
            status_ends_hint: dialect("hint-end") != Some("none"),
            deepens: dialect("deepen") == Some("yes"),
            divides_time: dialect("clock") == Some("engine"),
            complaints: Vec::new(),
        };
        for (name, value) in &config.options {
            let refused = settings.set_option(name, value).err();
            settings.complaints.extend(refused);
        }
        settings
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// The complaint, if there is no such option or the value is not admitted.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if self.takes(name, value.trim()) {
            return Ok(());
        }
        let decls = option_decls();
        let Some(decl) = decls.iter().find(|decl| decl.name == name) else {
            let known = names(&decls);
            return Err(format!("option {name:?} is not sent: the engine has only {known}"));
        };
        let allowed = range(decl);
        Err(format!("option {name:?} is not sent: it is {value:?}; allowed: {allowed}"))
    }

    fn takes(&mut self, name: &str, value: &str) -> bool {
        match name {
            "contempt" => {
                let contempt = value.parse().ok().filter(|value| (-100..=100).contains(value));
                self.contempt = contempt.unwrap_or(self.contempt);
                contempt.is_some()
            }
            "depth" => {
                let depth = value.parse().ok().filter(|value| (1..=MOST_DEPTH).contains(value));
                self.depth = depth.unwrap_or(self.depth);
                depth.is_some()
            }
            _ => false,
        }
    }

    pub(super) fn capabilities(&self) -> Capabilities {
        Capabilities {
            stop: self.stops,
            ponder: false,
            clock: self.divides_time,
            depth: true,
            nodes: false,
            limited_moves: true,
            lines: 60,
            whole_game: false,
            live_options: true,
            draw_offers: false,
            window: false,
            time_step: None,
            variants: None,
        }
    }
}

/// Dialect settings by name, and the possible values of each; the first value is the default.
pub(in crate::protocol) const DIALECT: Dialect = &[
    ("stop", &["yes", "no"]),
    ("deepen", &["no", "yes"]),
    ("hint-end", &["status", "none"]),
    ("clock", &["host", "engine"]),
];

/// See [`crate::protocol::Protocol::check_option`].
pub(in crate::protocol) fn check_option(name: &str, value: Option<&str>) -> Result<(), String> {
    let decls = option_decls();
    let Some(decl) = decls.iter().find(|decl| decl.name == name) else {
        return Err(format!("is not known; allowed: {}", names(&decls)));
    };
    let Some(value) = value else { return Ok(()) };
    if Settings::new(&ClientConfig::default()).takes(name, value.trim()) {
        return Ok(());
    }
    Err(format!("is {value:?}; allowed: {}", range(decl)))
}

fn names(decls: &[OptionDecl]) -> String {
    let names: Vec<&str> = decls.iter().map(|decl| decl.name.as_str()).collect();
    names.join(", ")
}

/// The values that an option may have, in words.
fn range(decl: &OptionDecl) -> String {
    let OptionKind::Int { min, max } = decl.kind else { return decl.default.clone() };
    format!("a whole number from {min} to {max}")
}

/// The options that the protocol itself gives every engine.
pub(super) fn option_decls() -> Vec<OptionDecl> {
    let int = |name: &str, min, max, default: &str| OptionDecl {
        name: name.to_owned(),
        kind: OptionKind::Int { min, max },
        default: default.to_owned(),
    };
    vec![int("contempt", -100, 100, "0"), int("depth", 1, i64::from(MOST_DEPTH), "60")]
}
