//! What belongs to a problem with an engine, put aside when the problem is told.
//!
//! Writes no file, and reads no transcript: the room of messages keeps the text.

use super::parts::problems::ToldProblem;
use super::state::Desk;
use crate::app::effect::{Bundle, Said};
use crate::app::engines::Engine;
use crate::games::Side;

/// So many problems are remembered, of which newer ones are asked for again.
const MOST_PROBLEMS: usize = 50;

/// So many different complaints of an engine have a bundle.
const MOST_COMPLAINTS: usize = 10;

impl Desk {
    /// What belongs to a problem with the engine on a seat; `None` where there is no such engine.
    pub(super) fn bundle(
        &self,
        side: Side,
        problem: &str,
        details: &[String],
    ) -> Option<Box<Bundle>> {
        self.bundle_of(self.engines.on_seat(side)?.id, problem, details)
    }

    /// The same for any engine.
    pub(super) fn bundle_of(
        &self,
        id: u64,
        problem: &str,
        details: &[String],
    ) -> Option<Box<Bundle>> {
        let engine: &Engine = self.engines.get(id)?;
        let table = self.doc.table();
        Some(Box::new(Bundle {
            session: id,
            problem: problem.to_owned(),
            details: details.to_vec(),
            engine: match engine.session.own_name() {
                "" => engine.entry.clone(),
                own => format!("{own} (in the list: {})", engine.entry),
            },
            launch: engine.launch.clone(),
            game: self.doc.game.info(),
            variant: self.doc.variant().map(str::to_owned),
            position: table.map(|table| table.position().to_text()),
            moves: table.map_or_else(Vec::new, |table| {
                let moves = table.record().moves_to(table.node());
                moves.into_iter().map(|mv| mv.0).collect()
            }),
        }))
    }

    /// Puts a bundle aside that belongs to the problem told last, which is this one.
    pub(super) fn attach(&mut self, bundle: Option<Box<Bundle>>, problem: ToldProblem) {
        let number = bundle.as_ref().map(|_| self.bundles.next());
        if let Some((number, bundle)) = number.zip(bundle) {
            self.messages.say(Said::Attach(number, bundle));
        }
        if self.told_problems.len() >= MOST_PROBLEMS {
            self.told_problems.remove(0);
        }
        self.told_problems.push(ToldProblem { bundle: number, ..problem });
    }

    /// A problem with this session's engine, which sits at the board, was told already.
    pub(super) fn is_told_at_seat(&self, session: u64) -> bool {
        let mut told = self.told_problems.iter();
        told.any(|known| known.session == Some(session) && known.seat.is_some())
    }

    /// The bundle of the newest problem of which this holds.
    pub(super) fn newest_bundle(&self, is_it: impl Fn(&ToldProblem) -> bool) -> Option<u64> {
        self.told_problems.iter().rev().find(|known| is_it(known))?.bundle
    }

    /// An engine of this name complains with these words: they may be new to the user.
    pub(super) fn may_be_new(&mut self, name: &str, words: &str) -> bool {
        let of_engine = self.complaints.entry(name.to_owned()).or_default();
        of_engine.len() < MOST_COMPLAINTS && of_engine.insert(words.to_owned())
    }
}
