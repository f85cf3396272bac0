//! Pages that the program writes, in a real browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use image::RgbImage;

/// A short game in which Black gives a man away with the last move.
const GAME: &str = "[White \"Ada\"]\n[Black \"Bert\"]\n[Result \"*\"]\n\
    1. 32-28 19-23 2. 28x19 14x23 3. 37-32 16-21 *\n";

/// Runs a program that must end well within this time.
fn run(program: &str, args: &[&str]) {
    #[expect(clippy::disallowed_methods, reason = "neither program is an engine")]
    let ended = Command::new("timeout").arg("120").arg(program).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{program} {args:?}: {} {said}", ended.status);
}

/// What the browser shows of a page, in light or in dark. It stays beside the pictures of the window.
fn shown(page: &Path, name: &str, width: u32, scheme: &[&str]) -> RgbImage {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("out/e2e/browser");
    fs::create_dir_all(&folder).unwrap();
    let picture = folder.join(format!("{name}.png"));
    let user = tempfile::tempdir().unwrap();
    let of = |key: &str, value: &Path| format!("--{key}={}", value.display());
    let [user, to] = [of("user-data-dir", user.path()), of("screenshot", &picture)];
    let size = format!("--window-size={width},3000");
    let address = format!("file://{}", page.display());
    let quiet = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--disable-component-update",
        "--disable-background-networking",
        "--no-first-run",
        "--hide-scrollbars",
    ];
    run("chromium", &[&quiet, scheme, &[&user, &to, &size, &address]].concat());
    image::open(&picture).unwrap().into_rgb8()
}

/// The page of an analysis with a diagram.
fn page(folder: &Path) -> PathBuf {
    let [game, page] = ["game.pdn", "page.html"].map(|name| folder.join(name));
    fs::write(&game, GAME).unwrap();
    let args = ["--engine", "builtin:10", "--depth", "4", "--report", page.to_str().unwrap()];
    let analyse = [&["analyse", game.to_str().unwrap()], &args[..]].concat();
    run(env!("CARGO_BIN_EXE_quintet"), &analyse);
    page
}

/// How many pixels have nearly this colour.
fn n_like(picture: &RgbImage, colour: [u8; 3]) -> usize {
    let is_like =
        |pixel: &&image::Rgb<u8>| pixel.0.iter().zip(colour).all(|(a, b)| a.abs_diff(b) < 6);
    picture.pixels().filter(is_like).count()
}

#[test]
fn the_page_of_an_analysis_is_painted_by_a_browser_in_light_and_dark_and_on_a_narrow_screen() {
    let folder = tempfile::tempdir().unwrap();
    let page = page(folder.path());
    // The light and the dark planks of `src/page/board.css`.
    let planks = [[0xec, 0xd9, 0xb4], [0xa9, 0x7c, 0x50]];
    for (name, width, scheme, is_light) in [
        ("light", 1000, &[][..], true),
        ("dark", 1000, &["--force-dark-mode"][..], false),
        ("narrow", 500, &[][..], true),
    ] {
        let picture = shown(&page, name, width, scheme);
        assert_eq!(picture.width(), width, "{name}");
        // The margin is the page's own.
        let corner = picture.get_pixel(1, 1).0;
        assert_eq!(corner.iter().all(|part| *part > 200), is_light, "{name}: {corner:?}");
        for plank in planks {
            assert!(n_like(&picture, plank) > 5_000, "{name}: no board in {plank:?}");
        }
        // Nothing is cut at the right edge: what does not fit there scrolls in its own frame.
        let edge = (0..picture.height()).map(|y| picture.get_pixel(width - 2, y).0);
        assert!(
            edge.into_iter().all(|pixel| pixel == corner),
            "{name}: something reaches the edge"
        );
    }
}

#[test]
fn a_picture_in_svg_is_painted_by_a_browser_as_the_program_s_own_png_is() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, png] = ["board.svg", "board.png"].map(|name| folder.path().join(name));
    for to in [&svg, &png] {
        let to = to.to_str().unwrap();
        let args = ["picture", "draughts", "W:WK6,31:B1,K20", "--width", "480", "--out", to];
        run(env!("CARGO_BIN_EXE_quintet"), &args);
    }
    let own = image::open(&png).unwrap().into_rgba8();
    let browser = shown(&svg, "board", 480, &[]);
    let differing = own.enumerate_pixels().filter(|(x, y, pixel)| {
        // What is transparent is white in the browser.
        let [red, green, blue, alpha] = pixel.0.map(u32::from);
        let over_white = [red, green, blue].map(|part| (part * alpha + 255 * (255 - alpha)) / 255);
        let seen = browser.get_pixel(*x, *y).0.map(u32::from);
        over_white.iter().zip(seen).any(|(own, seen)| own.abs_diff(seen) > 60)
    });
    // Only edges and the letters at the frame, which come from other fonts.
    let (differing, all) = (differing.count(), own.pixels().count());
    assert!(differing * 50 < all, "{differing} of {all}");
}
