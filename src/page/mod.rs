//! Pages of HTML that need no network and no script, in light and dark, and on paper; boards as
//! pictures, in SVG and in pixels.
//!
//! Knows no content: reports of tournaments and of reviews are made with it. Writes no file.

mod board;
mod html;
mod moment;
mod raster;
mod svg;

pub use board::{BoardMarks, board, picture};
pub use html::Html;
pub use moment::{Moment, PlayerLine, moments};
pub use raster::{MOST_PIXELS, RasterError, gif, png};
pub use svg::{begin, label, line, step_of};

const STYLE: &str = include_str!("style.css");

/// A whole page with this title; `body` adds what stands on it.
#[must_use]
pub fn page(title: &str, body: impl FnOnce(&mut Html)) -> String {
    let mut html = Html::default();
    html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.element("title", &[], title);
    html.raw("\n<style>\n");
    html.raw(STYLE);
    html.raw(board::STYLE);
    html.raw("</style>\n</head>\n<body>\n<main>\n");
    body(&mut html);
    html.raw("</main>\n</body>\n</html>\n");
    html.into_text()
}
