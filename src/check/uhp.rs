//! What is asked of Uhp engines.

use super::Sink;
use super::bench::{Bench, Partner, Step, walk};
use super::report::Report;

/// The checker's half of the dialogue.
pub(super) struct Uhp {
    bench: Bench,
}

pub(super) async fn check(bench: Bench, sink: Sink<'_>) -> Report {
    walk(Uhp { bench }, STEPS, sink).await
}

pub(super) const STEPS: &[Step<Uhp>] = &[];

impl Partner for Uhp {
    fn bench(&mut self) -> &mut Bench {
        &mut self.bench
    }

    fn introduce(&self, _report: &mut Report) {}
}
