//! Pictures in pixels, from pictures in SVG: PNG, and GIF for films.
//!
//! `resvg` draws and `gif` packs. Letters come from the program's own font; only where it lacks one, from
//! the fonts of the system.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// The greatest width and height of a picture, in pixels.
pub const MOST_PIXELS: u32 = 8192;

/// Colours that a picture of a film has at most, beside the one that lets the picture before show through.
const MOST_COLOURS: usize = 255;

/// A picture that cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// Its sides, in pixels.
    #[error("a picture of {0} x {1} pixels is too large; the greatest side is {MOST_PIXELS}")]
    TooLarge(u32, u32),
    /// The SVG cannot be read.
    #[error("the picture cannot be drawn: {0}")]
    Unreadable(#[from] resvg::usvg::Error),
    /// The pixels cannot be packed as PNG.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
    /// The pixels cannot be packed as GIF.
    #[error("the pictures cannot be written as GIF: {0}")]
    Gif(#[from] gif::EncodingError),
    /// A film has no pictures, or they have different sizes.
    #[error("a film needs pictures of one size")]
    NoFilm,
}

/// A picture in SVG as a file of PNG, of the size that it gives itself.
///
/// # Errors
///
/// When it is too large or cannot be read.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let pixels = drawn(svg)?;
    pixels.encode_png().map_err(|err| RasterError::Png(err.to_string()))
}

/// Pictures in SVG, each with the time for which it is shown, as a film in GIF that begins again at its
/// end. Only what changes from one picture to the next is kept.
///
/// # Errors
///
/// When a picture cannot be drawn, or there is none, or they differ in size.
pub fn gif(frames: impl IntoIterator<Item = (String, Duration)>) -> Result<Vec<u8>, RasterError> {
    let mut before: Option<Pixmap> = None;
    let mut encoder = None;
    for (svg, time) in frames {
        let pixels = drawn(&svg)?;
        let encoder = match &mut encoder {
            Some(encoder) => encoder,
            none => {
                let too_large = |_| RasterError::TooLarge(pixels.width(), pixels.height());
                let width = u16::try_from(pixels.width()).map_err(too_large)?;
                let height = u16::try_from(pixels.height()).map_err(too_large)?;
                let mut new = Encoder::new(Vec::new(), width, height, &[])?;
                new.set_repeat(Repeat::Infinite)?;
                none.insert(new)
            }
        };
        let hundredths = u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX);
        let changed = Part::changed(before.as_ref(), &pixels).ok_or(RasterError::NoFilm)?;
        encoder.write_frame(&changed.frame(before.as_ref(), &pixels, hundredths))?;
        before = Some(pixels);
    }
    let packed = encoder.ok_or(RasterError::NoFilm)?;
    Ok(packed.into_inner()?)
}

/// A part of a picture: its left upper corner, and its size.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Part {
    /// The least part that holds all that differs; a single pixel where nothing does; `None` for pictures
    /// of different sizes.
    fn changed(before: Option<&Pixmap>, now: &Pixmap) -> Option<Self> {
        let Some(before) = before else {
            return Some(Self { left: 0, top: 0, width: now.width(), height: now.height() });
        };
        if (before.width(), before.height()) != (now.width(), now.height()) {
            return None;
        }
        let width = now.width();
        let (mut from, mut to) = ((u32::MAX, u32::MAX), (0, 0));
        let both = before.pixels().iter().zip(now.pixels());
        for (at, _) in (0_u32..).zip(both).filter(|(_, (before, now))| before != now) {
            let (x, y) = (at % width, at / width);
            from = (from.0.min(x), from.1.min(y));
            to = (to.0.max(x), to.1.max(y));
        }
        if from.0 == u32::MAX {
            return Some(Self { left: 0, top: 0, width: 1, height: 1 });
        }
        let (width, height) = (to.0 - from.0 + 1, to.1 - from.1 + 1);
        Some(Self { left: from.0, top: from.1, width, height })
    }

    /// This part as a frame of a film, over the picture before. The sides of a picture fit into 16 bits.
    fn frame(self, before: Option<&Pixmap>, now: &Pixmap, hundredths: u16) -> Frame<'static> {
        let rows = self.top..self.top + self.height;
        let places = rows.flat_map(|y| (self.left..self.left + self.width).map(move |x| (x, y)));
        let colours: Vec<Option<Colour>> = places
            .map(|(x, y)| {
                let pixel = now.pixel(x, y)?;
                let stays = before.is_some_and(|before| before.pixel(x, y) == Some(pixel));
                let pixel = pixel.demultiply();
                (!stays).then(|| [pixel.red(), pixel.green(), pixel.blue()])
            })
            .collect();
        let (mut palette, places) = indexed(&colours);
        let through = u8::try_from(palette.len()).ok();
        palette.push([0; 3]);
        let [left, top, width, height] = [self.left, self.top, self.width, self.height]
            .map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        Frame {
            left,
            top,
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            ..Frame::from_palette_pixels(width, height, places, palette.as_flattened(), through)
        }
    }
}

/// Red, green and blue.
type Colour = [u8; 3];

/// A palette for these colours, and the place of each of them in it; where there is none, the place behind
/// the last. The most frequent ones stay as they are: a board has few, beside those of the soft edges,
/// which become the nearest ones.
fn indexed(colours: &[Option<Colour>]) -> (Vec<Colour>, Vec<u8>) {
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for colour in colours.iter().flatten() {
        *counts.entry(*colour).or_default() += 1;
    }
    let mut palette: Vec<Colour> = counts.keys().copied().collect();
    palette.sort_unstable_by_key(|colour| (Reverse(counts[colour]), *colour));
    palette.truncate(MOST_COLOURS);
    let distance = |one: &Colour, other: &Colour| -> u32 {
        one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    let behind = palette.len() as u8;
    let numbered = || (0..behind).zip(&palette);
    let mut known: HashMap<Colour, u8> = numbered().map(|(idx, colour)| (*colour, idx)).collect();
    let mut place = |colour: Colour| {
        *known.entry(colour).or_insert_with(|| {
            let nearest = numbered().min_by_key(|(_, other)| distance(&colour, other));
            nearest.map_or(behind, |(idx, _)| idx)
        })
    };
    let places = colours.iter().map(|colour| colour.map_or(behind, &mut place)).collect();
    (palette, places)
}

/// The pixels of a picture in SVG.
fn drawn(svg: &str) -> Result<Pixmap, RasterError> {
    let options =
        Options { fontdb: fonts(svg), font_family: FAMILY.to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let too_large = || RasterError::TooLarge(size.width(), size.height());
    if size.width().max(size.height()) > MOST_PIXELS {
        return Err(too_large());
    }
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

/// The name of the program's own font.
const FAMILY: &str = "Inter Variable";

/// The fonts for the letters of this picture.
fn fonts(svg: &str) -> Arc<Database> {
    static OWN: OnceLock<Arc<Database>> = OnceLock::new();
    static ALL: OnceLock<Arc<Database>> = OnceLock::new();
    let own = || {
        let mut fonts = Database::new();
        fonts.load_font_data(include_bytes!("../../assets/fonts/Inter-Quintet.ttf").to_vec());
        fonts.set_sans_serif_family(FAMILY);
        fonts
    };
    let all = || {
        let mut fonts = own();
        fonts.load_system_fonts();
        // Where the system has none of its own to name, ours comes first all the same.
        fonts.set_sans_serif_family(FAMILY);
        fonts
    };
    let fonts = match svg.chars().all(is_in_own) {
        true => OWN.get_or_init(|| Arc::new(own())),
        false => ALL.get_or_init(|| Arc::new(all())),
    };
    Arc::clone(fonts)
}

/// The program's font has it: Latin, Greek, and what `assets/fonts/make_fonts.py` names besides.
fn is_in_own(ch: char) -> bool {
    matches!(ch,
        '\u{0}'..='\u{17f}' | '\u{391}'..='\u{3c9}' | '\u{2009}'..='\u{203a}' | '\u{2190}'..='\u{2199}'
        | '\u{2212}' | '\u{2248}' | '\u{2260}' | '\u{2264}' | '\u{2265}')
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions};

    use super::*;

    /// A picture of 20 x 10 pixels with a square of this colour at this place.
    fn square(x: u32, colour: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\" viewBox=\"0 0 20 10\">\
             <rect width=\"20\" height=\"10\" fill=\"#ffffff\"/>\
             <rect x=\"{x}\" y=\"2\" width=\"4\" height=\"4\" fill=\"{colour}\"/></svg>"
        )
    }

    /// The pictures of a film as they are shown, with their times in hundredths of a second.
    fn shown(film: &[u8]) -> Vec<(Vec<[u8; 4]>, u16)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut film = options.read_info(film).unwrap();
        let width = usize::from(film.width());
        let mut screen = vec![[0; 4]; width * usize::from(film.height())];
        let mut pictures = Vec::new();
        while let Some(frame) = film.read_next_frame().unwrap() {
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            for (idx, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (idx % usize::from(frame.width), idx / usize::from(frame.width));
                // Where the frame has no colour the picture before shows through.
                if pixel[3] > 0 {
                    screen[(top + y) * width + left + x] = pixel.try_into().unwrap();
                }
            }
            pictures.push((screen.clone(), frame.delay));
        }
        pictures
    }

    #[test]
    fn a_film_shows_its_pictures_one_after_the_other() {
        let pictures = [square(1, "#ff0000"), square(9, "#0000ff"), square(9, "#0000ff")];
        let times = [500, 1000, 30].map(Duration::from_millis);
        let film = gif(pictures.clone().into_iter().zip(times)).unwrap();
        let found = shown(&film);
        assert_eq!(found.iter().map(|(_, time)| *time).collect::<Vec<_>>(), [50, 100, 3]);
        for ((pixels, _), svg) in found.iter().zip(&pictures) {
            let drawn = drawn(svg).unwrap();
            let wanted: Vec<[u8; 4]> = drawn
                .pixels()
                .iter()
                .map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()])
                .collect();
            assert!(*pixels == wanted, "{svg}");
        }
    }

    #[test]
    fn frequent_colours_stay_as_they_are_and_rare_ones_become_the_nearest() {
        // Two of each of 255 shades of red, one of a shade between, and a place without a colour.
        let shades = (0..u8::MAX).flat_map(|red| [Some([red, 0, 0]); 2]);
        let colours: Vec<Option<Colour>> = shades.chain([Some([100, 1, 0]), None]).collect();
        let (palette, places) = indexed(&colours);
        assert_eq!(palette.len(), 255);
        let found: Vec<Option<Colour>> =
            places.iter().map(|idx| palette.get(usize::from(*idx)).copied()).collect();
        assert_eq!(found[..510], colours[..510]);
        assert_eq!(found[510..], [Some([100, 0, 0]), None]);
    }

    #[test]
    fn only_what_changes_is_kept_of_a_picture() {
        let [one, other] =
            [square(1, "#ff0000"), square(9, "#ff0000")].map(|svg| drawn(&svg).unwrap());
        let changed = Part { left: 1, top: 2, width: 12, height: 4 };
        assert_eq!(Part::changed(Some(&one), &other), Some(changed));
        let nothing = Part { left: 0, top: 0, width: 1, height: 1 };
        assert_eq!(Part::changed(Some(&one), &one), Some(nothing));
    }

    #[test]
    fn what_is_no_film_or_too_large_is_refused() {
        let none: [(String, Duration); 0] = [];
        assert!(matches!(gif(none), Err(RasterError::NoFilm)));
        let large = square(1, "#ff0000")
            .replace("width=\"20\" height=\"10\" v", "width=\"9000\" height=\"10\" v");
        let refused = png(&large).unwrap_err().to_string();
        assert_eq!(
            refused,
            "a picture of 9000 x 10 pixels is too large; the greatest side is 8192"
        );
        let second = square(1, "#ff0000").replace("height=\"10\" v", "height=\"12\" v");
        let sizes = [square(1, "#ff0000"), second].map(|svg| (svg, Duration::ZERO));
        assert!(matches!(gif(sizes), Err(RasterError::NoFilm)));
    }

    #[test]
    fn letters_are_drawn() {
        let text = |word: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80\" height=\"20\">\
                 <text x=\"2\" y=\"16\" style=\"font-family: system-ui, sans-serif\">{word}</text></svg>"
            )
        };
        let ink = |word: &str| {
            let drawn = drawn(&text(word)).unwrap();
            drawn.pixels().iter().filter(|pixel| pixel.alpha() > 0).count()
        };
        assert!(ink("Ada") > 40 && ink("") == 0, "{}", ink("Ada"));
        // Another weight of the same font.
        let bold = text("Ada").replace("style=\"", "style=\"font-weight: 700; ");
        let bold = drawn(&bold).unwrap();
        assert!(bold.pixels().iter().filter(|pixel| pixel.alpha() > 0).count() > 40);
    }
}
