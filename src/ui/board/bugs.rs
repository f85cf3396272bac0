//! The insects of Hive: a silhouette and two inks for each, distinguished by shape and by colour.
//!
//! Paints nothing; [`super::tiles`] engraves them.
//!
//! The drawings look up on a square of side [`SIDE`], in the language of [`crate::ui::glyph`].

use egui::Color32;

use crate::app::board::TileBug;

/// Width and height of the square that the drawings are made on.
pub(super) const SIDE: f32 = 100.0;
/// The number of insects.
pub(super) const COUNT: usize = 8;

/// Every insect, in the order of [`index`].
pub(super) const ALL: [TileBug; COUNT] = [
    TileBug::Queen,
    TileBug::Spider,
    TileBug::Beetle,
    TileBug::Grasshopper,
    TileBug::Ant,
    TileBug::Mosquito,
    TileBug::Ladybug,
    TileBug::Pillbug,
];

/// The place of an insect in [`ALL`].
pub(super) const fn index(bug: TileBug) -> usize {
    match bug {
        TileBug::Queen => 0,
        TileBug::Spider => 1,
        TileBug::Beetle => 2,
        TileBug::Grasshopper => 3,
        TileBug::Ant => 4,
        TileBug::Mosquito => 5,
        TileBug::Ladybug => 6,
        TileBug::Pillbug => 7,
    }
}

/// Its silhouette.
pub(super) const fn drawing(bug: TileBug) -> &'static str {
    match bug {
        // A bee: two pairs of wings spread, a banded abdomen with a sting.
        TileBug::Queen => {
            "T 0.5; M; E 24 41 23 10.5 18; M; E 29 57 17 8 -20; T 1; \
             F 39 50 61 50 64 64 60 78 50 92 40 78 36 64; E 50 61 14 15 0; E 50 41 11.5 11 0; \
             E 50 23 9.5 8 0; W 3; M; L 46 18 42 10 36 6; M; L 41 36 31 29; M; L 41 47 33 52 30 60; \
             X; W 4.2; L 30 60 50 63 70 60; X; W 4.2; L 32 71.5 50 74.5 68 71.5; \
             X; W 3.6; L 34 82 50 84.5 66 82; X; W 2.4; L 38 51.5 50 53 62 51.5"
        }
        // Eight long bent legs, a small front and a large round back.
        TileBug::Spider => {
            "E 50 64 16 19 0; E 50 40 10 9.5 0; W 3.6; M; L 46 33 44 28; W 4.4; \
             M; L 42 37 29 25 27 8; M; L 41 41 23 34 10 20; M; L 41 45 23 50 7 63; \
             M; L 43 48 29 64 21 91; X; W 2.6; L 50 52 50 60; X; F 50 58 54 65 50 72 46 65"
        }
        // A broad shell split down the middle, a collar, and a forked horn.
        TileBug::Beetle => {
            "E 50 64 23.5 28 0; E 50 36 18 11 0; E 50 24 11 8 0; W 5; M; L 46 20 40 13 41 5; \
             W 4.4; M; L 33 39 20 33 12 22; M; L 28 58 12 56 5 62; M; L 31 76 18 83 14 95; \
             X; W 2.6; L 50 43 50 95; X; W 2.8; L 24 44.5 37 47.5 50 48.5 63 47.5 76 44.5; \
             X; W 2.2; L 36 29.5 50 32 64 29.5"
        }
        // A slim body with great jumping legs folded beside it, and long feelers.
        TileBug::Grasshopper => {
            "E 50 60 9 31 0; E 50 34 10.5 12 0; E 50 19 8 8.5 0; W 2.8; M; L 46 13 36 5 22 4; \
             W 4; M; L 42 33 29 27 25 15; M; L 42 40 28 42 20 34; \
             F 42 48 39 44 16 66 12 76 15 77 24 71 44 57; \
             M; F 42 48 39 44 16 66 12 76 15 77 24 71 44 57; \
             W 4.6; M; L 14 75 31 92; W 3.6; M; L 31 92 25 96; \
             X; W 2.4; L 50 48 50 90; X; W 2.2; L 39 44 50 46.5 61 44"
        }
        // Three knots in a row on six strong legs, with elbowed feelers.
        TileBug::Ant => {
            "E 50 75 14 18 0; E 50 48 8.5 12 0; E 50 25 13 12 0; W 5; L 50 55 50 64; W 3.4; \
             M; L 44 16 37 8 24 7; W 3; M; L 46 14 45.5 9.5; W 4.6; M; L 44 43 28 37 17 21; \
             M; L 43 49 25 50 8 45; M; L 44 54 29 67 20 90; \
             X; W 2.2; L 36 68.5 50 71 64 68.5; X; W 2.2; L 36 79 50 81.5 64 79"
        }
        // A thin body, narrow wings swept back, thread legs and a long needle.
        TileBug::Mosquito => {
            "T 0.5; M; E 29 56 24 7 -38; T 1; E 50 67 5.2 24 0; E 50 40 8.5 10 0; \
             E 50 26 6.2 6.2 0; W 3; L 50 24 50 3; W 2.2; M; L 47 22 39 14 37 7; \
             W 3; M; L 44 36 26 31 20 10; M; L 43 41 20 43 7 30; M; L 45 46 33 66 37 93; \
             X; W 2; L 40 58 60 58; X; W 2; L 40 67 60 67; X; W 2; L 40 76 60 76"
        }
        // A round dome with spots and a dark head.
        TileBug::Ladybug => {
            "E 50 58 31 32 0; E 50 24 15 10 0; W 3; M; L 45 17 40 9 33 7; W 4.2; \
             M; L 25 41 14 33; M; L 19 59 7 60; M; L 24 77 13 86; \
             X; W 2.8; L 50 32 50 92; X; W 3; A 50 8 28 40 140; X; O 36 49 5.6; X; O 64 49 5.6; \
             X; O 33 68 5.2; X; O 67 68 5.2; X; O 43 81 4; X; O 57 81 4"
        }
        // An oval armour of seven plates with a fringe of short legs.
        TileBug::Pillbug => {
            "E 50 53 25 38 0; W 3; M; L 43 18 36 9 27 8; X; W 2.5; A 50 0 29 30 150; \
             X; W 2.5; A 50 0 41 45 135; X; W 2.5; A 50 -2 55 50 130; X; W 2.5; A 50 -4 68 55 125; \
             X; W 2.5; A 50 -6 81 60 120; X; W 2.5; A 50 -6 91.5 62 118; W 3.4; \
             M; L 27.5 36 17 31; M; L 25 46 13 44; M; L 25 56 12 57; M; L 26.5 66 14 70; \
             M; L 30 76 19 83"
        }
    }
}

/// The colour of an insect on an ivory or on a black tile.
pub(super) const fn ink(bug: TileBug, white: bool) -> Color32 {
    let [on_ivory, on_black] = match bug {
        TileBug::Queen => [0x00b0_7400, 0x00f7_c44a],
        TileBug::Spider => [0x007a_4222, 0x00c9_8f66],
        TileBug::Beetle => [0x006a_3a96, 0x00c3_9af0],
        TileBug::Grasshopper => [0x002f_7a32, 0x0086_d07c],
        TileBug::Ant => [0x001d_5aa8, 0x0078_b7ff],
        TileBug::Mosquito => [0x005a_5f68, 0x00c2_c8d2],
        TileBug::Ladybug => [0x00b4_222c, 0x00ff_807c],
        TileBug::Pillbug => [0x000f_7478, 0x0060_cfd0],
    };
    let rgb: u32 = if white { on_ivory } else { on_black };
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

/// Its name in a word.
pub(super) const fn word(bug: TileBug) -> &'static str {
    match bug {
        TileBug::Queen => "queen",
        TileBug::Spider => "spider",
        TileBug::Beetle => "beetle",
        TileBug::Grasshopper => "grasshopper",
        TileBug::Ant => "ant",
        TileBug::Mosquito => "mosquito",
        TileBug::Ladybug => "ladybug",
        TileBug::Pillbug => "pillbug",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::glyph::Drawing;

    /// Part of the darker of two silhouettes that the other one does not share.
    fn apart(a: &[f32], b: &[f32]) -> f32 {
        let differs: f32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
        let most = a.iter().sum::<f32>().max(b.iter().sum());
        differs / most
    }

    #[test]
    fn every_insect_stands_at_its_index() {
        for (i, bug) in ALL.into_iter().enumerate() {
            assert_eq!(index(bug), i);
        }
    }

    #[test]
    fn silhouettes_differ_even_without_their_colours() {
        let shapes = ALL.map(|bug| Drawing::parse(drawing(bug), SIDE, 4.0).coverage(32));
        for (i, a) in shapes.iter().enumerate() {
            for (k, b) in shapes.iter().enumerate().skip(i + 1) {
                let apart = apart(a, b);
                assert!(apart > 0.35, "{:?} and {:?}: {apart}", ALL[i], ALL[k]);
            }
        }
    }

    #[test]
    fn inks_differ_on_tiles_of_either_colour() {
        let far = |a: Color32, b: Color32| {
            let parts = a.to_array().into_iter().zip(b.to_array());
            parts.map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>()
        };
        for white in [true, false] {
            for (i, a) in ALL.into_iter().enumerate() {
                for b in ALL.into_iter().skip(i + 1) {
                    assert!(far(ink(a, white), ink(b, white)) > 60, "{a:?} and {b:?}");
                }
            }
        }
    }
}
