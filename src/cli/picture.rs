//! `quintet picture`: a board as a picture, in SVG or PNG; `quintet film`: a game as a film in GIF, or one
//! of its positions.
//!
//! Draws nothing itself: pages show boards in the same way.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quintet::games::{Game, GameInfo, GameSelection, SceneView, counted};
use quintet::hosting::{Film, PictureKind, Seen};
use quintet::page;
use quintet::store::write_atomically;

use super::game_input::{
    check_folder, check_output, chosen_games, complain_of, read_games, unless_broken,
};
use super::interrupts::unless_left;
use super::numbers::whole;
use super::output::{self, Output};
use super::{Code, Failure, GameArgs, Outcome, of_file};

#[derive(Args, Debug)]
pub(super) struct PictureArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A position in any form the game reads (a board, or a game, whose last position counts); by
    /// default the normal start.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The file to write: FILE.svg or FILE.png; without it the picture goes to the standard output, as
    /// SVG.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Its width in pixels. An SVG can be shown at any other size as well.
    #[arg(long, default_value_t = 480, value_name = "N", value_parser = whole::<u32>(16..=16_384))]
    width: u32,
    /// One of the ways to see the board, in the order in which the window turns it; in Othello mirror images are
    /// among them.
    #[arg(long, default_value_t = 0, value_name = "N")]
    turned: u8,
    /// Write the numbers of the cells on them, where cells have numbers.
    #[arg(long)]
    numbers: bool,
}

/// What the file is to be: SVG, which is a text, for any name but that of a picture.
///
/// # Errors
///
/// When a file with this name would be taken for a picture of another kind.
fn kind_of(path: &Path) -> Result<PictureKind, Failure> {
    const OTHERS: [&str; 7] = ["jpg", "jpeg", "webp", "bmp", "tif", "tiff", "pdf"];
    let ending = path.extension().unwrap_or_default();
    if OTHERS.iter().any(|other| ending.eq_ignore_ascii_case(other)) {
        let why = "pictures are SVG or PNG, and films GIF; name the file *.svg, *.png or *.gif";
        return Err(refused(path, why));
    }
    Ok(PictureKind::of(path).unwrap_or(PictureKind::Svg))
}

fn refused(path: &Path, why: &str) -> Failure {
    Code::Usage.of(anyhow!("--out {}: {why}", path.display()))
}

/// So many turns of the board, where there are as many ways to see it.
fn checked_turns(info: &GameInfo, turned: u8) -> Result<u8, Failure> {
    let n = info.n_orientations;
    if turned >= n {
        let why =
            anyhow!("--turned {turned}: {} has {n} ways to see its board, from 0 on", info.title);
        return Err(Code::Usage.of(why));
    }
    Ok(turned)
}

fn write(path: &Path, content: &[u8]) -> Outcome {
    write_atomically(path, content).map_err(of_file)
}

/// What is no position may be the name of a file: one that is there, or one with the ending of a game's files.
fn names_file(text: &str, game: &dyn Game) -> bool {
    let path = Path::new(text);
    let mut endings = game.formats().iter().flat_map(|format| format.extensions);
    let is_named =
        path.extension().is_some_and(|own| endings.any(|ending| own.eq_ignore_ascii_case(ending)));
    !text.is_empty() && (is_named || path.exists())
}

pub(super) fn run(args: &PictureArgs, out: &mut Output) -> Outcome {
    let info = args.game.game.info();
    let orientation = checked_turns(info, args.turned)?;
    let kind = args.out.as_deref().map(kind_of).transpose()?;
    let to = args.out.as_deref().zip(kind);
    to.map_or(Ok(()), |(path, _)| check_folder(path))?;
    if let Some((path, PictureKind::Gif)) = to {
        let why = "a film shows a game: quintet film FILE --out FILE.gif";
        return Err(refused(path, why));
    }
    let position = args.game.position(args.position.as_deref());
    let position = position.map_err(|err| {
        let file = args.position.as_deref().filter(|text| names_file(text, args.game.game));
        Code::Usage.of(file.map_or(err, |name| {
            anyhow!(
                "{name} is the name of a file, and a position is wanted; draw the end of its game with: quintet film {name} \
                 --out board.png"
            )
        }))
    })?;
    let view = SceneView { orientation, numbers: args.numbers, ..SceneView::default() };
    let label = format!("{}: {}", info.title, position.to_text());
    let picture = page::picture(&position.scene(&view), args.width, &label);
    match to {
        Some((path, PictureKind::Png)) => {
            let pixels = page::png(&picture).map_err(|err| Code::Usage.of(err))?;
            write(path, &pixels)
        }
        Some((path, PictureKind::Svg | PictureKind::Gif)) => write(path, picture.as_bytes()),
        None => Ok(out.line(picture.trim_end())?),
    }
}

#[derive(Args, Clone, Debug)]
pub(super) struct FilmArgs {
    /// A file with games of any kind; `-` for the standard input.
    file: PathBuf,
    /// The number of the game in the file.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole::<u32>(1..))]
    game: u32,
    /// The file to write: FILE.gif for the whole game; FILE.png or FILE.svg for one of its positions.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How long a move is shown, in seconds; dice are shown for half as long, the end for three times as
    /// long.
    #[arg(long, default_value = "1", value_name = "S", value_parser = parse_pace)]
    pace: Duration,
    /// The position after so many moves (rolls and passes count as moves) where one position is drawn; by
    /// default the last.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The width of the pictures in pixels.
    #[arg(long, default_value_t = 480, value_name = "N", value_parser = whole::<u32>(64..=8_192))]
    width: u32,
    /// One of the ways to see the board, in the order in which the window turns it; in Othello mirror images are
    /// among them.
    #[arg(long, default_value_t = 0, value_name = "N")]
    turned: u8,
    /// Write the numbers of the cells on them, where cells have numbers.
    #[arg(long)]
    numbers: bool,
}

/// A time that GIF can hold, in hundredths of a second.
fn parse_pace(text: &str) -> Result<Duration, String> {
    let secs = text.parse::<f64>().ok().filter(|secs| (0.05..=60.0).contains(secs));
    secs.map(Duration::from_secs_f64).ok_or_else(|| "seconds from 0.05 to 60".to_owned())
}

/// Makes the film; input that never ends, and a long film, can be interrupted, which writes nothing.
pub(super) fn run_film(args: &FilmArgs) -> Outcome {
    let own = args.clone();
    let drawn = unless_left(move || film(&own));
    output::show_status("");
    let (content, n_problems) = drawn??;
    write(&args.out, &content)?;
    unless_broken(n_problems, &args.file)
}

/// What is to be written, and in how many places the game is broken.
fn film(args: &FilmArgs) -> Result<(Vec<u8>, usize), Failure> {
    let kind = kind_of(&args.out)?;
    check_output(&args.file, &args.out)?;
    let file = read_games(&args.file, None)?;
    let orientation = checked_turns(file.game.info(), args.turned)?;
    let chosen = GameSelection::one(args.game as usize);
    let n_problems = complain_of(&file, &args.file, Some(&chosen));
    let games = chosen_games(&file, Some(&chosen))?;
    let [(number, record), ..] = games.as_slice() else {
        unreachable!("a choice of games is not empty")
    };
    let seen = Seen { orientation, numbers: args.numbers };
    let film = Film::of(record, seen, args.pace);
    let film = film.map_err(|err| Code::Usage.of(anyhow!("game {number}: {err}")))?;
    if PictureKind::of(&args.out).is_none() {
        return Err(refused(&args.out, "a film is *.gif; one of its positions is *.png or *.svg"));
    }
    if kind == PictureKind::Gif && args.ply.is_some() {
        return Err(refused(&args.out, "a film shows all moves; --ply is for *.png and *.svg"));
    }
    let last = film.n_plies();
    let ply = args.ply.unwrap_or(last);
    if ply > last {
        let why = anyhow!("--ply {ply}: game {number} has {}", counted(last, "ply"));
        return Err(Code::Usage.of(why));
    }
    let content = film.content(kind, ply, args.width, |drawn, all| {
        output::show_status(&format!("{drawn} of {all} pictures"));
    });
    let content = content.map_err(|err| Code::Usage.of(err))?;
    Ok((content, n_problems))
}
