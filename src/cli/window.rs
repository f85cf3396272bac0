//! `quintet [FILE]`: the window.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{ListArgs, Outcome};

#[derive(Args, Debug)]
pub(super) struct WindowArgs {
    /// A file of games to open.
    file: Option<PathBuf>,
    #[command(flatten)]
    list: ListArgs,
    /// How the window is drawn.
    #[arg(long, value_enum, default_value_t = Renderer::Glow)]
    renderer: Renderer,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Renderer {
    /// OpenGL.
    Glow,
    /// Vulkan and others, where the program was built with the feature `wgpu`.
    Wgpu,
}

/// Opens the window; returns when it is closed.
#[cfg(not(feature = "gui"))]
pub(super) fn run(_args: WindowArgs) -> Outcome {
    Err(super::without_window())
}

/// Opens the window; returns when it is closed.
#[cfg(feature = "gui")]
pub(super) fn run(_args: WindowArgs) -> Outcome {
    Err(anyhow::anyhow!("the window is not connected to the application yet").into())
}
