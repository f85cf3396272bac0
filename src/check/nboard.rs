//! What is asked of NBoard engines.

use super::Sink;
use super::bench::{Bench, Partner, Step, walk};
use super::report::Report;

/// The checker's half of the dialogue.
pub(super) struct NBoard {
    bench: Bench,
}

pub(super) async fn check(bench: Bench, sink: Sink<'_>) -> Report {
    walk(NBoard { bench }, STEPS, sink).await
}

pub(super) const STEPS: &[Step<NBoard>] = &[];

impl Partner for NBoard {
    fn bench(&mut self) -> &mut Bench {
        &mut self.bench
    }

    fn introduce(&self, _report: &mut Report) {}
}
