//! What is needed to understand a failure of an engine elsewhere, in one text: what happened, the
//! position, the versions, the options, and the dialogue of both directions.
//!
//! Writes no file; the store does. `quintet replay` plays the dialogue again.

use std::fmt::Write as _;

use crate::games::GameInfo;
use crate::session::{Launch, Log, Target, TcpRole};

/// The facts of a failure.
#[derive(Clone, Debug)]
pub struct BundleFacts<'a> {
    /// What happened, in a sentence.
    pub problem: &'a str,
    /// More about it: the last lines of the error output.
    pub details: &'a [String],
    /// The engine's name.
    pub engine: &'a str,
    /// How it was started.
    pub launch: &'a Launch,
    /// What is played.
    pub game: &'a GameInfo,
    /// Which variant of it.
    pub variant: Option<&'a str>,
    /// The position in which it happened.
    pub position: Option<String>,
    /// The moves that led there from the start.
    pub moves: Vec<String>,
}

impl BundleFacts<'_> {
    /// The bundle, with the transcript last.
    #[must_use]
    pub fn text(&self, log: &Log) -> String {
        let mut text = format!("{}\n", self.problem);
        for line in self.details {
            text.push_str(line);
            text.push('\n');
        }
        text.push('\n');
        for (name, value) in self.lines() {
            // Writing to a text cannot fail.
            let _infallible = writeln!(text, "{name}: {}", value.trim_end());
        }
        text.push('\n');
        let _infallible = log.write_transcript(&mut text);
        text
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let version = env!("CARGO_PKG_VERSION");
        let system = (std::env::consts::OS, std::env::consts::ARCH);
        let mut facts = vec![
            ("program", format!("quintet {version} on {} {}", system.0, system.1)),
            ("engine", self.engine.to_owned()),
            ("protocol", self.launch.protocol.title().to_owned()),
            ("started", started_text(&self.launch.target)),
            ("game", format!("{} {}", self.game.title, self.variant.unwrap_or_default())),
        ];
        facts.extend(self.position.clone().map(|position| ("position", position)));
        if !self.moves.is_empty() {
            facts.push(("moves", self.moves.join(", ")));
        }
        let named = |title, list: &[(String, String)]| {
            let lines = list.iter().map(|(name, value)| (title, format!("{name} = {value}")));
            lines.collect::<Vec<_>>()
        };
        facts.extend(named("option", &self.launch.config.options));
        facts.extend(named("dialect", &self.launch.config.dialect));
        facts
    }
}

/// How an engine was started. Only the names of its environment: a value may be a secret of the
/// user, and a bundle is sent to others.
fn started_text(target: &Target) -> String {
    let (command, dir, env) = match target {
        Target::Command { command, dir, env } | Target::Tcp { command, dir, env, .. } => {
            (command, dir, env)
        }
        Target::Socket { address } => return format!("connection to {address}"),
    };
    let mut text = command.join(" ");
    if let Some(dir) = dir {
        text += &format!(", in the folder {}", dir.display());
    }
    if !env.is_empty() {
        let names: Vec<&str> = env.iter().map(|(name, _)| name.as_str()).collect();
        text += &format!(", with {} set in its environment", names.join(", "));
    }
    if let Target::Tcp { port, role, .. } = target {
        let who = match role {
            TcpRole::Connect => "the engine listens",
            TcpRole::Listen => "this program listens",
            TcpRole::Auto => "the engine listens, or else this program",
        };
        let port = port.map_or_else(|| "a free port".to_owned(), |port| format!("port {port}"));
        text += &format!(", over {port} ({who})");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_names_the_environment_and_tells_no_value() {
        let env = vec![("API_KEY".to_owned(), "secret-123".to_owned())];
        let command = vec!["/opt/scan".to_owned(), "hub".to_owned()];
        for target in [
            Target::Command { command: command.clone(), dir: None, env: env.clone() },
            Target::Tcp { command, dir: None, env, port: None, role: TcpRole::Auto },
        ] {
            let text = started_text(&target);
            assert!(text.starts_with("/opt/scan hub, with API_KEY set"), "{text}");
            assert!(!text.contains("secret"), "{text}");
        }
    }
}
