//! The facts known about the engine at the other end.
//!
//! Sends nothing.

use super::option::admit;
use super::settings::Form;
use crate::protocol::{Capabilities, MOST_CHOICES, MOST_OPTIONS, OptionDecl, OptionKind};

/// Actions that an engine with the extension may be asked to rank at a time.
const MOST_LINES: u32 = 100;

/// The dialects, told apart by the end of the handshake.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Dialect {
    /// Draft 0.01: `readyok`.
    #[default]
    Draft,
    /// v0.1: `ubgiok`, and `option` lines if any.
    V1,
    /// v0.2: `ubgiok`, and `proto 0.2` or `key` lines.
    V2,
}

/// The engine's knowledge of the extension for analyses.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Analyses {
    /// It has said nothing; the client tries it out.
    #[default]
    Unknown,
    /// `id analysis` was in its handshake, or it has answered.
    Yes,
    No,
}

/// An engine.
#[derive(Debug, Default)]
pub(super) struct Peer {
    pub(super) dialect: Dialect,
    pub(super) analyses: Analyses,
    /// It answers `isready`.
    pub(super) is_fenced: bool,
    /// It answers `isready` after all earlier questions, including a stopped search: the extension
    /// requires that. Others may answer at once.
    pub(super) is_ordered: bool,
    /// It declares options, but does not know `isready`.
    pub(super) lacks_isready: bool,
    /// It has refused a value for an option.
    pub(super) lacks_options: bool,
    /// It has refused `stop`.
    pub(super) lacks_stop: bool,
    /// It has refused the commands for score, cube and session.
    pub(super) lacks_context: bool,
    /// It has refused the question about the cube.
    pub(super) lacks_cube: bool,
    /// It has answered a question about the cube.
    pub(super) knows_cube: bool,
    /// It has refused time, depth and nodes, and answered a question without them.
    pub(super) lacks_limits: bool,
    pub(super) declared: Vec<OptionDecl>,
    /// `id version`.
    pub(super) version: String,
    proto: String,
    has_keys: bool,
}

impl Peer {
    /// Takes note of an option; a later line for the same name replaces the earlier one. Returns
    /// false if there are too many of them, or of its choices, to keep all.
    pub(super) fn declare(&mut self, mut decl: OptionDecl, is_key: bool) -> bool {
        self.has_keys |= is_key;
        let mut is_kept = true;
        if let OptionKind::Choice(choices) = &mut decl.kind
            && MOST_CHOICES < choices.len()
        {
            *choices = choices.drain(..MOST_CHOICES).collect();
            is_kept = false;
        }
        let is_full = MOST_OPTIONS <= self.declared.len();
        match self.declared.iter_mut().find(|known| known.name == decl.name) {
            Some(known) => *known = decl,
            None if is_full => is_kept = false,
            None => self.declared.push(decl),
        }
        is_kept
    }

    /// Takes note of `proto`.
    pub(super) fn speaks(&mut self, proto: String) {
        self.proto = proto;
    }

    /// Takes note of `id analysis`, whatever the version: each must understand the first.
    pub(super) fn announces_analysis(&mut self) {
        self.analyses = Analyses::Yes;
        self.is_fenced = true;
        self.is_ordered = true;
    }

    /// The handshake has ended with `readyok`, or with `ubgiok`; `told` is the dialect that the
    /// user has set.
    pub(super) fn settle(&mut self, is_later: bool, told: Option<Dialect>) {
        self.dialect = match (is_later, told) {
            (false, _) => Dialect::Draft,
            (true, Some(told @ (Dialect::V1 | Dialect::V2))) => told,
            (true, _) if self.has_keys || self.proto.starts_with("0.2") => Dialect::V2,
            (true, _) => Dialect::V1,
        };
        self.is_fenced |= is_later || (!self.declared.is_empty() && !self.lacks_isready);
        if is_later && self.analyses == Analyses::Unknown {
            // A command that isn't announced there leads to an error of a kind that cannot be
            // foreseen.
            self.analyses = Analyses::No;
        }
    }

    pub(super) fn is_later(&self) -> bool {
        self.dialect != Dialect::Draft
    }

    /// It is certain that it knows `isready`.
    pub(super) fn is_sure(&self) -> bool {
        self.is_ordered || self.is_later()
    }

    /// The client must ask for the keys.
    pub(super) fn lacks_keys(&self) -> bool {
        self.dialect == Dialect::V2 && !self.has_keys
    }

    /// The form in which positions are written for it.
    pub(super) fn form(&self, wanted: Option<Form>) -> Form {
        match (wanted, self.is_later()) {
            (Some(Form::Xgid), _) | (Some(Form::PositionId) | None, false) => Form::Xgid,
            (Some(Form::Rawboard), false) => Form::Rawboard,
            (Some(Form::Rawboard | Form::PositionId) | None, true) => Form::PositionId,
        }
    }

    /// The value as it is sent.
    ///
    /// # Errors
    ///
    /// The fault, as a sentence.
    pub(super) fn admit(&self, name: &str, value: &str) -> Result<String, String> {
        if self.lacks_options {
            return Err(format!("option {name:?} cannot be set: the engine has refused that"));
        }
        let Some(decl) = self.declared.iter().find(|decl| decl.name == name) else {
            return Err(format!("option {name:?} is not known to the engine"));
        };
        admit(decl, value).map_err(|allowed| {
            format!("option {name:?} cannot be set to {value:?}; allowed: {allowed}")
        })
    }

    pub(super) fn capabilities(&self, stops: bool) -> Capabilities {
        let analyses = self.analyses == Analyses::Yes;
        let has_limits = analyses || self.dialect == Dialect::V1;
        Capabilities {
            stop: stops,
            ponder: false,
            clock: false,
            depth: has_limits,
            nodes: has_limits,
            // Only the first of the later dialects has limits for moves.
            limited_moves: self.dialect == Dialect::V1 && !self.lacks_limits,
            lines: if analyses { MOST_LINES } else { 1 },
            whole_game: false,
            live_options: true,
            draw_offers: false,
            window: false,
            time_step: None,
            variants: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialect_is_found_out_unless_it_is_told() {
        let settled = |is_later, told, proto: &str| {
            let mut peer = Peer::default();
            peer.speaks(proto.to_owned());
            peer.settle(is_later, told);
            peer.dialect
        };
        assert_eq!(settled(false, None, ""), Dialect::Draft);
        assert_eq!(settled(true, None, ""), Dialect::V1);
        assert_eq!(settled(true, None, "0.2"), Dialect::V2);
        assert_eq!(settled(true, Some(Dialect::V2), ""), Dialect::V2);
        assert_eq!(settled(true, Some(Dialect::V1), "0.2"), Dialect::V1);
        // An impossible setting is ignored.
        assert_eq!(settled(false, Some(Dialect::V1), ""), Dialect::Draft);
        assert_eq!(settled(true, Some(Dialect::Draft), ""), Dialect::V1);
    }
}
