//! Sounds for a move, a capture, the end of a game and little time, made by formula.
//!
//! Decides nothing about the game: it compares two snapshots. A machine without a sound card stays
//! silent.

use std::num::{NonZeroU16, NonZeroU32};
use std::time::{Duration, Instant};

use rodio::buffer::SamplesBuffer;
use rodio::{DeviceSinkBuilder, MixerDeviceSink};

use crate::app::Snapshot;

const RATE: u32 = 44_100;
/// A running clock below this sounds once.
const LOW: Duration = Duration::from_secs(10);

/// A sound.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Cue {
    /// A piece was put down.
    Move,
    /// Pieces were taken off the board.
    Capture,
    /// The game is over.
    End,
    /// The clock that runs has come below ten seconds.
    LowTime,
}

/// Plays cues; opened on the first one.
#[derive(Default)]
pub(super) struct Sounds {
    /// `Some(None)` on a machine where it cannot be opened.
    sink: Option<Option<MixerDeviceSink>>,
    warned: [bool; 2],
}

impl Sounds {
    /// Plays the sounds of the changes between two snapshots, if sounds are on.
    pub(super) fn follow(&mut self, old: &Snapshot, new: &Snapshot, now: Instant) {
        let low = self.low_time(new, now);
        if !new.settings.sounds {
            return;
        }
        for cue in cue_of(old, new).into_iter().chain(low.then_some(Cue::LowTime)) {
            self.play(cue);
        }
    }

    /// A clock has just come below the limit.
    fn low_time(&mut self, new: &Snapshot, now: Instant) -> bool {
        let mut low = false;
        for (clock, warned) in new.game.clocks.iter().zip(&mut self.warned) {
            let is_low = clock.shown && clock.running_since.is_some() && clock.at(now) < LOW;
            low |= is_low && !*warned;
            *warned = is_low || (*warned && clock.left < LOW);
        }
        low
    }

    fn play(&mut self, cue: Cue) {
        let sink = self.sink.get_or_insert_with(|| DeviceSinkBuilder::open_default_sink().ok());
        let (Some(sink), Some(rate)) = (sink, NonZeroU32::new(RATE)) else { return };
        sink.mixer().add(SamplesBuffer::new(NonZeroU16::MIN, rate, samples(cue)));
    }
}

/// The sounds of the change from one snapshot to the next.
fn cue_of(old: &Snapshot, new: &Snapshot) -> Option<Cue> {
    // Sounds announce events of the game, not steps through it.
    if new.game.announcement.is_empty() || new.game.announcement == old.game.announcement {
        return None;
    }
    if !new.game.result.is_empty() && old.game.result.is_empty() {
        return Some(Cue::End);
    }
    let taken = new.game.scene.pieces.len() < old.game.scene.pieces.len();
    Some(if taken { Cue::Capture } else { Cue::Move })
}

/// A short knock, two knocks, a falling chord or two beeps; between -1 and 1.
fn samples(cue: Cue) -> Vec<f32> {
    let tones: &[(f32, f32, f32, f32)] = match cue {
        // Frequency, start and decay in seconds, loudness.
        Cue::Move => &[(210.0, 0.0, 0.035, 0.5), (640.0, 0.0, 0.012, 0.25)],
        Cue::Capture => {
            &[(210.0, 0.0, 0.035, 0.5), (640.0, 0.0, 0.012, 0.25), (160.0, 0.07, 0.05, 0.45)]
        }
        Cue::End => &[(523.3, 0.0, 0.3, 0.2), (392.0, 0.12, 0.3, 0.2), (261.6, 0.24, 0.5, 0.25)],
        Cue::LowTime => &[(880.0, 0.0, 0.06, 0.2), (880.0, 0.16, 0.06, 0.2)],
    };
    let length = tones.iter().map(|(_, start, decay, _)| start + decay * 6.0).fold(0.0, f32::max);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a sound of seconds has a few thousand samples"
    )]
    let times = (0..(length * RATE as f32) as usize).map(|n| n as f32 / RATE as f32);
    times.map(|time| tones.iter().map(|tone| sample(*tone, time)).sum()).collect()
}

fn sample((frequency, start, decay, loudness): (f32, f32, f32, f32), time: f32) -> f32 {
    let since = time - start;
    if since < 0.0 {
        return 0.0;
    }
    // Two milliseconds of rise, so that it does not click.
    let rise = (since / 0.002).min(1.0);
    loudness * rise * (-since / decay).exp() * (since * frequency * std::f32::consts::TAU).sin()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Settings;
    use crate::app::board::{ForcedScale, GameInfo};

    static TOY: GameInfo = GameInfo {
        name: "toy",
        noun: "toy",
        title: "Toy",
        sides: ["A", "B"],
        variants: &[],
        usual_variant: "",
        position_holds_variant: false,
        protocols: &[],
        has_dice: false,
        has_cube: false,
        n_orientations: 1,
        score_unit: "points",
        score_range: 1.0,
        win_score: None,
        forced_scale: ForcedScale::None,
        loss_marks: [0.1, 0.2, 0.4],
        accuracy_loss: 0.2,
        values_on_cells: true,
        has_regions: false,
        move_example: "x",
        numbered_cells: false,
        can_be_drawn: true,
    };

    #[test]
    fn a_move_and_the_end_are_heard_and_stepping_is_not() {
        let old = Snapshot::empty(&TOY, Settings::default());
        let mut new = old.clone();
        new.game.position_id += 1;
        assert_eq!(cue_of(&old, &new), None);
        "Black plays f5".clone_into(&mut new.game.announcement);
        assert_eq!(cue_of(&old, &new), Some(Cue::Move));
        "Black wins 33-31: more discs".clone_into(&mut new.game.result);
        assert_eq!(cue_of(&old, &new), Some(Cue::End));
    }

    #[test]
    fn every_sound_is_heard_and_none_is_too_loud() {
        for cue in [Cue::Move, Cue::Capture, Cue::End, Cue::LowTime] {
            let loudest = samples(cue).into_iter().map(f32::abs).fold(0.0, f32::max);
            assert!((0.1..=1.0).contains(&loudest), "{cue:?}: {loudest}");
        }
    }
}
