//! Warnings before and during the games of a match or tournament.
//!
//! Refuses nothing.

use quintet::play::{MatchConfig, one_ply_note};
use quintet::store::Places;

use super::output;

/// Warns if more engines think at once than the machine has processors: engines then lose on time
/// games that they would not lose otherwise.
pub(super) fn complain_of_threads(threads: u32) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if threads as usize > processors {
        output::complain(&format!(
            "quintet: {threads} threads of engines think at once on {processors} processors: \
             games may be lost on time; fewer games at once (--concurrency), fewer threads or a \
             --margin help"
        ));
    }
}

/// Reports which engines get a single ply for so little time. The program's own engines accept any
/// time.
pub(super) fn complain_of_time(config: &MatchConfig) {
    let places = Places::of_user();
    for (spec, time) in config.engines.iter().zip(&config.time) {
        if !places.is_own_engine(&spec.launch.target)
            && let Some(note) = one_ply_note(spec.launch.protocol, time)
        {
            output::complain(&format!("quintet: {}: {note}", spec.name));
        }
    }
}
