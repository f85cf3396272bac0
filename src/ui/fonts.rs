//! The two embedded fonts and the families made of them.
//!
//! Loads nothing from the system: what is embedded is the same everywhere.

use std::sync::Arc;

use egui::epaint::text::VariationCoords;
use egui::{FontData, FontDefinitions, FontFamily};

const INTER: &[u8] = include_bytes!("../../assets/fonts/Inter-Quintet.ttf");
const MONO: &[u8] = include_bytes!("../../assets/fonts/JetBrainsMono-Quintet.ttf");

/// Family, weight and optical size of each face of the variable font.
const FACES: [(&str, f32, f32); 5] = [
    ("regular", 400.0, 14.0),
    ("medium", 490.0, 14.0),
    ("semibold", 580.0, 14.0),
    ("bold", 680.0, 14.0),
    ("figure", 480.0, 24.0),
];

/// One variable font gives every weight: the same bytes under several names, each with its own
/// coordinates. `Proportional` is the regular weight.
#[must_use]
pub fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let inter = Arc::new(INTER);
    for (name, weight, optical) in FACES {
        let mut face = FontData::from_blob(inter.clone(), 0);
        // The automatic hinter glues the dot of an i to its stem at 13 points.
        face.tweak.hinting = Some(false);
        face.tweak.coords = VariationCoords::new([(b"wght", weight), (b"opsz", optical)]);
        fonts.font_data.insert(name.into(), Arc::new(face));
        fonts.families.insert(FontFamily::Name(name.into()), vec![name.into()]);
    }
    fonts.font_data.insert("mono".into(), Arc::new(FontData::from_static(MONO)));
    fonts.families.insert(FontFamily::Proportional, vec!["regular".into()]);
    fonts.families.insert(FontFamily::Monospace, vec!["mono".into(), "regular".into()]);
    fonts
}

/// Gives the context these fonts. They can be used from the next pass on.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(definitions());
}
