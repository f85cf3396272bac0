//! What is asked of Guide engines.

use super::Sink;
use super::bench::{Bench, Partner, Step, walk};
use super::report::Report;

/// The checker's half of the dialogue.
pub(super) struct Guide {
    bench: Bench,
}

pub(super) async fn check(bench: Bench, sink: Sink<'_>) -> Report {
    walk(Guide { bench }, STEPS, sink).await
}

pub(super) const STEPS: &[Step<Guide>] = &[];

impl Partner for Guide {
    fn bench(&mut self) -> &mut Bench {
        &mut self.bench
    }

    fn introduce(&self, _report: &mut Report) {}
}
