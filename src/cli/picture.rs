//! `quintet picture`: a board as a picture in SVG.
//!
//! Draws nothing itself: pages show boards in the same way.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use quintet::games::SceneView;
use quintet::page;
use quintet::store::write_atomically;

use super::output::Output;
use super::{Code, GameArgs, Outcome, of_file};

#[derive(Args, Debug)]
pub(super) struct PictureArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A position in any form the game reads (a board, or a game, whose last position counts); by
    /// default the normal start.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The file to write; without it the picture goes to the standard output.
    #[arg(long, value_name = "FILE.svg")]
    out: Option<PathBuf>,
    /// Its width in pixels. An SVG can be shown at any other size as well.
    #[arg(long, default_value_t = 480, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    width: u32,
    /// Seen from the other side: so many turns of the board.
    #[arg(long, default_value_t = 0, value_name = "N")]
    turned: u8,
    /// Write the numbers of the cells on them, where cells have numbers.
    #[arg(long)]
    numbers: bool,
}

/// A file with this name would be taken for a picture of another kind.
fn is_other_picture(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["png", "jpg", "jpeg", "gif", "webp", "bmp", "pdf"]
        .iter()
        .any(|kind| extension.eq_ignore_ascii_case(kind))
}

pub(super) fn run(args: &PictureArgs, out: &mut Output) -> Outcome {
    let info = args.game.game.info();
    let n = info.n_orientations;
    if args.turned >= n {
        let why = anyhow!(
            "--turned {}: {} has {n} ways to see its board, from 0 on",
            args.turned,
            info.title
        );
        return Err(Code::Usage.of(why));
    }
    if let Some(path) = args.out.as_ref().filter(|path| is_other_picture(path)) {
        let why = anyhow!("--out {}: pictures are SVG; name the file *.svg", path.display());
        return Err(Code::Usage.of(why));
    }
    let position = args.game.position(args.position.as_deref());
    let position = position.map_err(|err| Code::Usage.of(err))?;
    let view =
        SceneView { orientation: args.turned, numbers: args.numbers, ..SceneView::default() };
    let label = format!("{}: {}", info.title, position.to_text());
    let picture = page::picture(&position.scene(&view), args.width, &label);
    match &args.out {
        Some(path) => Ok(write_atomically(path, picture.as_bytes()).map_err(of_file)?),
        None => Ok(out.line(picture.trim_end())?),
    }
}
