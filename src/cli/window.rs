//! `quintet [FILE]`: the window.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{ListArgs, Outcome};

#[derive(Args, Debug)]
pub(super) struct WindowArgs {
    /// A file of games to open.
    pub(super) file: Option<PathBuf>,
    /// How the window is drawn; by default glow.
    #[arg(long, value_enum)]
    pub(super) renderer: Option<Renderer>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(super) enum Renderer {
    /// OpenGL.
    Glow,
    /// Vulkan and others, where the program was built with the feature `wgpu`.
    Wgpu,
}

/// Opens the window; returns when it is closed.
#[cfg(not(feature = "gui"))]
pub(super) fn run(_args: WindowArgs, _list: ListArgs) -> Outcome {
    Err(super::without_window())
}

/// Opens the window; returns when it is closed.
#[cfg(feature = "gui")]
pub(super) fn run(args: WindowArgs, list: ListArgs) -> Outcome {
    use std::cell::RefCell;
    use std::rc::Rc;
    use std::sync::{Arc, OnceLock};

    use quintet::app::{App, AppConfig};
    use quintet::session::OPENER;
    use quintet::store::{Places, find_program};
    use quintet::ui::window::{self, Link, Wake, WindowOptions};

    let renderer = match args.renderer {
        None | Some(Renderer::Glow) => window::Renderer::Glow,
        Some(Renderer::Wgpu) => window::Renderer::Wgpu,
    };
    let config = AppConfig {
        places: Places::of_user(),
        engines_file: list.engines,
        file: args.file,
        opener: find_program(OPENER),
        processors: std::thread::available_parallelism().map_or(1, usize::from),
    };
    // The application starts while the window is being created; until then no wake-up is sent.
    let window: Arc<OnceLock<Wake>> = Arc::default();
    let sleeper = Arc::clone(&window);
    let app = App::start(config, move || {
        if let Some(wake) = sleeper.get() {
            wake();
        }
    })?;
    let app = Rc::new(RefCell::new(app));
    let sender = Rc::clone(&app);
    let painted = frame_times()?;
    window::run(WindowOptions { renderer, size: None }, move |wake| {
        // Only the first window is ever created.
        let _first = window.set(wake);
        Link {
            latest: Box::new(move || app.borrow_mut().latest()),
            send: Box::new(move |command| sender.borrow().send(command)),
            painted,
        }
    })?;
    Ok(())
}

/// For `benches/window.rs`: `QUINTET_FRAME_TIMES=FILE` writes down when each frame began and how
/// long the frame before it took to lay out and to paint.
#[cfg(feature = "gui")]
fn frame_times() -> anyhow::Result<Option<quintet::ui::window::Painted>> {
    let Some(path) = std::env::var_os("QUINTET_FRAME_TIMES") else { return Ok(None) };
    Ok(Some(Box::new(quintet::store::frame_log(&PathBuf::from(path))?)))
}
