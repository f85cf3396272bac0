//! What is needed to understand a failure of an engine elsewhere, in one text: what happened, the
//! position, the versions, the options, and the dialogue of both directions.
//!
//! Writes no file; the store does.

use super::engines::Engine;
use super::owner::Owner;
use crate::games::Side;
use crate::play::BundleFacts;

/// Bundles that are kept; of an older problem there is none any more.
const MAX_BUNDLES: usize = 20;

/// What was put aside when problems were noticed.
#[derive(Debug, Default)]
pub(super) struct Bundles {
    next_id: u64,
    kept: Vec<(u64, String)>,
}

impl Bundles {
    /// Keeps a bundle; its number.
    pub(super) fn keep(&mut self, text: String) -> u64 {
        self.next_id += 1;
        if self.kept.len() == MAX_BUNDLES {
            self.kept.remove(0);
        }
        self.kept.push((self.next_id, text));
        self.next_id
    }

    /// The text of a bundle that is still there.
    pub(super) fn text(&self, id: u64) -> Option<&str> {
        self.kept.iter().find(|(known, _)| *known == id).map(|(_, text)| text.as_str())
    }

    /// It can still be saved.
    pub(super) fn has(&self, id: u64) -> bool {
        self.text(id).is_some()
    }
}

impl Owner {
    /// Puts aside what belongs to a problem with the engine on a seat; its number, where there is
    /// such an engine.
    pub(super) fn bundle(&mut self, side: Side, problem: &str, details: &[String]) -> Option<u64> {
        let id = self.engines.on_seat(side)?.id;
        self.bundle_of(id, problem, details)
    }

    /// The same for any engine.
    pub(super) fn bundle_of(&mut self, id: u64, problem: &str, details: &[String]) -> Option<u64> {
        let text = self.bundle_text(self.engines.get(id)?, problem, details);
        Some(self.bundles.keep(text))
    }

    fn bundle_text(&self, engine: &Engine, problem: &str, details: &[String]) -> String {
        let table = self.doc.table();
        let facts = BundleFacts {
            problem,
            details,
            engine: &match engine.own_name.as_str() {
                "" => engine.entry.clone(),
                own => format!("{own} (in the list: {})", engine.entry),
            },
            launch: &engine.launch,
            game: self.doc.game.info(),
            variant: self.doc.variant(),
            position: table.map(|table| table.position().to_text()),
            moves: table.map_or_else(Vec::new, |table| {
                let moves = table.record().moves_to(table.node());
                moves.into_iter().map(|mv| mv.0).collect()
            }),
        };
        facts.text(&engine.session.log())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_bundles_go() {
        let mut bundles = Bundles::default();
        let first = bundles.keep("one".to_owned());
        assert_eq!(bundles.text(first), Some("one"));
        for _ in 0..MAX_BUNDLES {
            bundles.keep("more".to_owned());
        }
        assert!(!bundles.has(first));
        assert!(bundles.has(first + 1));
    }
}
