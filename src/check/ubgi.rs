//! What is asked of Ubgi engines.

use super::Sink;
use super::bench::{Bench, Partner, Step, walk};
use super::report::Report;

/// The checker's half of the dialogue.
pub(super) struct Ubgi {
    bench: Bench,
}

pub(super) async fn check(bench: Bench, sink: Sink<'_>) -> Report {
    walk(Ubgi { bench }, STEPS, sink).await
}

pub(super) const STEPS: &[Step<Ubgi>] = &[];

impl Partner for Ubgi {
    fn bench(&mut self) -> &mut Bench {
        &mut self.bench
    }

    fn introduce(&self, _report: &mut Report) {}
}
