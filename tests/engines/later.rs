//! The scripted engine's UBGI v0.1 and v0.2, by the rules of backgammon.
//!
//! Misbehaves in nothing: what it does wrong is the business of [`super::ubgi`].

use quintet::games::{self, Setup};

/// The state of the dialogue.
#[derive(Default)]
pub(super) struct Later {
    /// It speaks v0.2, with keys instead of options.
    pub(super) has_keys: bool,
    pub(super) name: String,
    /// As a position of the game.
    pub(super) position: Option<String>,
    pub(super) dice: Option<String>,
    /// What was set, by name.
    pub(super) values: Vec<(String, String)>,
    pub(super) quits: bool,
    /// Writes `24-18`.
    pub(super) dashes: bool,
    /// Writes 25 and 0 for the bar and off.
    pub(super) numbers: bool,
    /// Knows `go` and `go role chequer`, no session, no cube and no limits, as bgci's engines.
    pub(super) takes_no_limits: bool,
}

const LEVELS: std::ops::RangeInclusive<i64> = 1..=10;

impl Later {
    /// Carries a line out; the lines to answer.
    pub(super) fn answer(&mut self, line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = |text: &str| vec![text.to_owned()];
        match words.as_slice() {
            ["ubgi"] => self.greet(),
            ["isready"] => answer("readyok"),
            ["newgame"] => Vec::new(),
            ["quit"] => {
                self.quits = true;
                Vec::new()
            }
            ["position", "gnubgid", id] => self.place(id),
            ["position", "xgid", ..] => answer("error unsupported position_xgid"),
            ["dice", a, b]
                if [a, b].iter().all(|die| ["1", "2", "3", "4", "5", "6"].contains(die)) =>
            {
                self.dice = Some(format!("{a}{b}"));
                Vec::new()
            }
            ["dice", ..] => answer("error bad_value dice"),
            ["go", rest @ ..]
                if self.takes_no_limits && !rest.is_empty() && rest != ["role", "chequer"] =>
            {
                answer("error unknown_command")
            }
            ["newsession" | "setscore" | "setcube" | "setturn", ..] if self.takes_no_limits => {
                answer("error unknown_command")
            }
            ["go", rest @ ..] => self.go(rest),
            ["setoption", "name", name, "value", value] if !self.has_keys => self.set(name, value),
            ["set", key, value] if self.has_keys => self.set(key, value),
            ["get", key] if self.has_keys => match self.value(key) {
                Some(value) => vec![format!("value {key} {value}")],
                None => vec![format!("error bad_value {key}")],
            },
            ["keys"] if self.has_keys => [
                "key engine.level int 1..10 5 how well it plays",
                "key engine.noise bool false",
                "key engine.mode enum fast|slow fast ! style",
            ]
            .map(str::to_owned)
            .to_vec(),
            ["stop" | "newsession" | "setscore" | "setcube" | "setturn", ..] if !self.has_keys => {
                Vec::new()
            }
            _ => answer("error bad_command"),
        }
    }

    fn greet(&self) -> Vec<String> {
        let mut lines = vec![format!("id name {}", self.name), "id author nobody".to_owned()];
        if self.has_keys {
            lines.push("proto 0.2".to_owned());
        } else {
            lines.push("option name Level type spin default 5 min 1 max 10".to_owned());
            lines.push("option name Noise type check default false".to_owned());
            lines.push("option name Mode type combo default fast var fast var slow".to_owned());
        }
        lines.push("ubgiok".to_owned());
        lines
    }

    fn value(&self, name: &str) -> Option<String> {
        let set = self.values.iter().rev().find(|(known, _)| known == name);
        let default = match kind(name)? {
            "level" => "5",
            "noise" => "false",
            _ => "fast",
        };
        Some(set.map_or_else(|| default.to_owned(), |(_, value)| value.clone()))
    }

    fn set(&mut self, name: &str, value: &str) -> Vec<String> {
        let is_admitted = match kind(name) {
            Some("level") => value.parse::<i64>().is_ok_and(|level| LEVELS.contains(&level)),
            Some("noise") => ["true", "false"].contains(&value),
            Some(_) => ["fast", "slow"].contains(&value),
            None => return vec![format!("error unsupported {name}")],
        };
        if !is_admitted {
            return vec![format!("error bad_value {name}")];
        }
        self.values.push((name.to_owned(), value.to_owned()));
        Vec::new()
    }

    fn place(&mut self, id: &str) -> Vec<String> {
        let setup = Setup { variant: None, position: Some(format!("Position ID: {id}")) };
        let game = games::find("backgammon").expect("it is one of the games");
        match game.start(&setup) {
            Ok(pos) => {
                self.position = Some(pos.to_text());
                self.dice = None;
                Vec::new()
            }
            Err(_) => vec!["error bad_value position".to_owned()],
        }
    }

    fn go(&self, words: &[&str]) -> Vec<String> {
        let role = words.iter().find(|word| ["chequer", "cube", "turn"].contains(word));
        let Some(position) = &self.position else {
            return vec!["error bad_state position".to_owned()];
        };
        if role == Some(&"cube") {
            return vec!["bestcube nodouble".to_owned()];
        }
        let Some(dice) = &self.dice else { return vec!["error bad_state dice".to_owned()] };
        let mut play = first_play(position, dice).unwrap_or_else(|| "pass".to_owned());
        if self.numbers {
            play = play.replace("bar", "25").replace("off", "0");
        }
        if self.dashes {
            play = play.replace('/', "-");
        }
        match role {
            Some(&"turn") => vec![format!("bestturn cube=nodouble move={play}")],
            _ => vec!["info depth 1 eq 0.25".to_owned(), format!("bestmove {play}")],
        }
    }
}

/// What an option or a key is about.
fn kind(name: &str) -> Option<&'static str> {
    let kinds = ["level", "noise", "mode"];
    let name = name.strip_prefix("engine.").unwrap_or(name).to_ascii_lowercase();
    kinds.into_iter().find(|kind| *kind == name)
}

/// The first legal play with these dice.
fn first_play(position: &str, dice: &str) -> Option<String> {
    let mut fields: Vec<&str> = position.split(':').collect();
    *fields.get_mut(4)? = dice;
    let setup = Setup { variant: None, position: Some(fields.join(":")) };
    let pos = games::find("backgammon")?.start(&setup).ok()?;
    let play = pos.legal_moves().into_iter().next()?.0;
    Some(play).filter(|play| play.contains('/'))
}
