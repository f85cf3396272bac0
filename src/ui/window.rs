//! The window itself: opens it, feeds it snapshots, passes commands on.
//!
//! Lays nothing out and decides nothing. Knows no runtime: snapshots are taken and commands given
//! through closures, and the application wakes the window through another one.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Color32, Context, IconData, Ui, ViewportBuilder, ViewportCommand};

use super::art::Art;
use super::events::Waiting;
use super::failure::{self, WindowError};
use super::root::root_ui;
use super::state::UiState;
use super::theme::{Theme, Themes};
use super::{fonts, glyph, icons};
use crate::app::{Command, Snapshot, TabCommand};

/// Under this name the desktop knows the window.
pub const APP_ID: &str = "quintet";
/// Size at the first start, in points: the smallest at which the board has half the width.
const SIZE: [f32; 2] = [1280.0, 800.0];
const MIN_SIZE: [f32; 2] = [900.0, 600.0];
/// From a snapshot to the frame that shows it.
const SOON: Duration = Duration::from_millis(1);

/// The graphics library.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Renderer {
    /// OpenGL.
    #[default]
    Glow,
    /// Vulkan, Metal, DirectX; only in a program built with the feature `wgpu`.
    Wgpu,
}

/// How the window is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WindowOptions {
    /// The graphics library.
    pub renderer: Renderer,
    /// Width and height in points; `None` for the usual size.
    pub size: Option<[f32; 2]>,
}

/// Asks the window for a frame, from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Gets at the beginning of a frame the time to lay out and to paint the frame before, in seconds.
pub type Painted = Box<dyn FnMut(f32)>;

/// The application, as the window sees it.
pub struct Link {
    /// The newest snapshot, if there is one that has not been taken yet.
    pub latest: Box<dyn FnMut() -> Option<Arc<Snapshot>>>,
    /// Takes a command; false when it could not be taken now, and then it comes again.
    pub send: Box<dyn FnMut(Command) -> bool>,
    /// For measurements; `None` else.
    pub painted: Option<Painted>,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").finish_non_exhaustive()
    }
}

/// The resources for painting a frame.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// Colours.
    pub theme: &'a Theme,
    /// Pictures.
    pub art: &'a Art,
    /// The time of the frame, for running clocks.
    pub now: Instant,
}

/// Paints the whole window and collects the user's commands.
pub type Root = Box<dyn FnMut(&mut Ui, &Scope<'_>, &Snapshot, &mut Vec<Command>)>;

/// Opens the program's window and returns when it is closed. `make_app` is called once the window
/// is there.
///
/// # Errors
///
/// As [`run_with`].
pub fn run(options: WindowOptions, make_app: impl FnOnce(Wake) -> Link) -> Result<(), WindowError> {
    let mut states: BTreeMap<u64, UiState> = BTreeMap::new();
    let root: Root = Box::new(move |ui, scope, snapshot, commands| {
        if snapshot.window == 0 {
            // What was half done in a window that is gone goes with it.
            let is_open = |id: u64| snapshot.windows.iter().any(|window| window.window == id);
            states.retain(|id, _| *id == 0 || is_open(*id));
        }
        let state = states.entry(snapshot.window).or_default();
        root_ui(ui, scope, snapshot, state, commands);
    });
    run_with(options, root, make_app)
}

/// As [`run`], with another way to paint.
///
/// # Errors
///
/// When there is no display, a library is missing, or nothing can draw.
pub fn run_with(
    options: WindowOptions,
    root: Root,
    make_app: impl FnOnce(Wake) -> Link,
) -> Result<(), WindowError> {
    failure::check_display()?;
    let renderer = match options.renderer {
        Renderer::Glow => eframe::Renderer::Glow,
        #[cfg(feature = "wgpu")]
        Renderer::Wgpu => eframe::Renderer::Wgpu,
        #[cfg(not(feature = "wgpu"))]
        Renderer::Wgpu => return Err(WindowError::NotBuilt),
    };
    let viewport = ViewportBuilder::default()
        .with_title("Quintet")
        .with_app_id(APP_ID)
        .with_icon(Arc::new(icon()))
        .with_inner_size(options.size.unwrap_or(SIZE))
        .with_min_inner_size(MIN_SIZE);
    let native = eframe::NativeOptions {
        viewport,
        renderer,
        // There are no gradients over large areas; without hardware it is a tenth of each frame.
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    failure::guarded(|started| {
        let create = move |cc: &eframe::CreationContext<'_>| {
            started.set();
            let ctx = cc.egui_ctx.clone();
            prepare(&ctx);
            let wake = ctx.clone();
            // An immediate request would paint two frames for every snapshot.
            let link = make_app(Arc::new(move || wake.request_repaint_after(SOON)));
            Ok(Box::new(Window::new(&ctx, link, root)) as Box<dyn eframe::App>)
        };
        eframe::run_native(APP_ID, native, Box::new(create))
    })
}

/// One-time setup, also for tests and pictures without a window.
pub fn prepare(ctx: &Context) {
    fonts::install(ctx);
    // Zoom is a setting of ours, with its own keys.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

struct Window {
    link: Link,
    root: Root,
    art: Art,
    themes: Themes,
    theme: Arc<Theme>,
    snapshot: Option<Arc<Snapshot>>,
    title: String,
    commands: Vec<Command>,
    waiting: Waiting,
    #[cfg(feature = "sound")]
    sounds: super::sounds::Sounds,
}

impl Window {
    fn new(ctx: &Context, link: Link, root: Root) -> Self {
        let themes = Themes::builtin();
        let theme = themes.dark.clone();
        theme.apply(ctx);
        Self {
            link,
            root,
            art: Art::new(ctx),
            themes,
            theme,
            snapshot: None,
            title: String::new(),
            commands: Vec::new(),
            waiting: Waiting::default(),
            #[cfg(feature = "sound")]
            sounds: super::sounds::Sounds::default(),
        }
    }

    /// Theme, zoom and title follow the snapshot.
    fn follow(&mut self, ctx: &Context) {
        let Some(snapshot) = &self.snapshot else { return };
        if snapshot.closing {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        let settings = &snapshot.settings;
        let dark = ctx.system_theme().is_none_or(|theme| theme == egui::Theme::Dark);
        let theme = self.themes.chosen(settings.theme, dark);
        if !Arc::ptr_eq(theme, &self.theme) {
            self.theme = theme.clone();
            self.theme.apply(ctx);
        }
        let zoom = settings.zoom.clamp(0.5, 3.0);
        if (ctx.zoom_factor() - zoom).abs() > 1e-3 {
            ctx.set_zoom_factor(zoom);
        }
        let title = match snapshot.tabs.iter().find(|tab| tab.shown) {
            Some(tab) if !tab.title.is_empty() => format!("{} \u{2013} Quintet", tab.title),
            Some(_) | None => "Quintet".to_owned(),
        };
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Passes the commands on, in order; those that are not taken stay for the next frame.
    fn flush(&mut self, ctx: &Context) {
        let mut taken = 0;
        for command in &self.commands {
            if !(self.link.send)(command.clone()) {
                ctx.request_repaint_after(Duration::from_millis(16));
                break;
            }
            taken += 1;
        }
        self.commands.drain(..taken);
    }
}

impl eframe::App for Window {
    /// Runs before each frame, and while the window is hidden.
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        while let Some(snapshot) = (self.link.latest)() {
            #[cfg(feature = "sound")]
            if let Some(old) = &self.snapshot {
                self.sounds.follow(old, &snapshot, Instant::now());
            }
            self.snapshot = Some(snapshot);
        }
        self.follow(ctx);
        self.flush(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        // A frame in which a menu opens is laid out twice.
        if let (Some(painted), 0) = (&mut self.link.painted, ui.ctx().current_pass_index()) {
            painted(frame.info().cpu_usage.unwrap_or_default());
        }
        let Some(snapshot) = self.snapshot.clone() else { return };
        let scope = Scope { theme: &self.theme, art: &self.art, now: Instant::now() };
        // While other windows cover the main one it is laid out for nothing, and pictures that are made
        // for it reach no window.
        if ui.input(|input| input.viewport().visible()) != Some(false) {
            (self.root)(ui, &scope, &snapshot, &mut self.commands);
        }
        for window in &snapshot.windows {
            tab_window(ui.ctx(), &scope, window, &mut self.root, &mut self.commands);
        }
        let ctx = ui.ctx().clone();
        self.flush(&ctx);
    }

    fn raw_input_hook(&mut self, ctx: &Context, raw_input: &mut egui::RawInput) {
        let is_main = raw_input.viewport_id == egui::ViewportId::ROOT;
        if is_main && self.waiting.share_out(&mut raw_input.events) {
            ctx.request_repaint();
        }
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        self.theme.canvas.to_normalized_gamma_f32()
    }
}

/// Shows a tab in a window of its own; closed, it goes back among the others.
fn tab_window(
    ctx: &Context,
    scope: &Scope<'_>,
    snapshot: &Snapshot,
    root: &mut Root,
    commands: &mut Vec<Command>,
) {
    let title = snapshot.tabs.first().map(|tab| tab.title.as_str()).unwrap_or_default();
    let builder = ViewportBuilder::default()
        .with_title(format!("{title} \u{2013} Quintet"))
        .with_app_id(APP_ID)
        .with_inner_size(SIZE)
        .with_min_inner_size(MIN_SIZE);
    let id = egui::ViewportId::from_hash_of(("tab", snapshot.window));
    let mut own = Vec::new();
    ctx.show_viewport_immediate(id, builder, |ui, _class| {
        // Only the ground of the main window is cleared to this.
        ui.painter().rect_filled(ui.ctx().content_rect(), 0.0, scope.theme.canvas);
        root(ui, scope, snapshot, &mut own);
        if ui.input(|input| input.viewport().close_requested()) {
            own.push(Command::Tab(TabCommand::Float(snapshot.window, false)));
        }
    });
    commands.extend(own.into_iter().map(|command| match command {
        Command::Tab(_) => command,
        command => Command::At(snapshot.window, Box::new(command)),
    }));
}

/// The program's icon: the logo on a dark ground with round corners.
#[must_use]
pub fn icon() -> IconData {
    const SIDE: usize = 128;
    let theme = Themes::builtin().dark;
    let logo = icons::find("logo").unwrap_or_default();
    let ink = glyph::Drawing::parse(logo, 24.0, 1.75).coverage(SIDE);
    let ground =
        "F 4 0 20 0 24 4 24 20 20 24 4 24 0 20 0 4; O 4 4 4; O 20 4 4; O 4 20 4; O 20 20 4";
    let ground = glyph::Drawing::parse(ground, 24.0, 1.0).coverage(SIDE);
    let rgba = ink.iter().zip(ground).flat_map(|(ink, ground)| {
        let c: Color32 = super::theme::mix(theme.window, theme.accent, *ink);
        [c.r(), c.g(), c.b(), (ground * 255.0).round() as u8]
    });
    IconData { rgba: rgba.collect(), width: SIDE as u32, height: SIDE as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_shows_the_logo_on_a_ground_with_round_corners() {
        let icon = icon();
        let at = |x: usize, y: usize| &icon.rgba[(y * 128 + x) * 4..][..4];
        assert_eq!(at(0, 0)[3], 0);
        assert_eq!(at(64, 2)[3], 255);
        let accent = Themes::builtin().dark.accent;
        assert_eq!(at(64, 30), [accent.r(), accent.g(), accent.b(), 255]);
    }
}
