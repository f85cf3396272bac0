//! Design tokens: colours from a theme file, and the measures that all themes share.
//!
//! Knows no widget. The materials of a board are not themed; only the marks on it are.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::Color32;
use egui::style::{ScrollStyle, Selection, WidgetVisuals, Widgets};
use egui::{CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle, vec2};
use serde::{Deserialize, Serialize};

/// The measures of the 4-point grid, in points.
pub mod size {
    /// Height of the top bar.
    pub const TOPBAR: f32 = 44.0;
    /// Width of the rail at the left.
    pub const RAIL: f32 = 56.0;
    /// Height of the row of tabs.
    pub const TABS: f32 = 34.0;
    /// Height of a player strip.
    pub const STRIP: f32 = 40.0;
    /// Width of the panel at the right in analysis.
    pub const PANEL: f32 = 468.0;
    /// Width of the panel at the right in play.
    pub const PANEL_PLAY: f32 = 364.0;
    /// Width of the panel at the right in a match.
    pub const PANEL_MATCH: f32 = 516.0;
    /// Height of the drawer's head.
    pub const DRAWER_HEAD: f32 = 34.0;
    /// Height of the drawer with its head.
    pub const DRAWER: f32 = 196.0;
    /// Width of the evaluation bar.
    pub const BAR: f32 = 22.0;
    /// Distance from the edge of a panel.
    pub const PAD: f32 = 12.0;
    /// Distance of cards.
    pub const GAP: f32 = 8.0;
    /// Height of a line of analysis.
    pub const ROW: f32 = 24.0;
    /// Height of a row of the move list.
    pub const ROW_MOVES: f32 = 26.0;
    /// Height of a row of a list of games, and of a game's heading in the move list.
    pub const ROW_GAMES: f32 = 28.0;
    /// Height of a button or a field.
    pub const CONTROL: f32 = 28.0;
    /// Height of a chip.
    pub const CHIP: f32 = 20.0;
    /// Radius of badges and key caps.
    pub const R_BADGE: f32 = 4.0;
    /// Radius of chips and popovers.
    pub const R_CHIP: f32 = 10.0;
    /// Radius of buttons and fields.
    pub const R_CONTROL: f32 = 6.0;
    /// Radius of cards.
    pub const R_CARD: f32 = 8.0;
}

/// The type scale, in points.
pub mod font {
    /// Labels of axes, badges, key caps.
    pub const MICRO: f32 = 10.5;
    /// Chips, headings of sections, notes.
    pub const SMALL: f32 = 11.5;
    /// Everything else.
    pub const BODY: f32 = 13.0;
    /// Names.
    pub const STRONG: f32 = 14.0;
    /// Titles of pages and dialogs.
    pub const TITLE: f32 = 16.0;
    /// Large figures.
    pub const FIGURE: f32 = 22.0;
}

/// The version of a theme file that is read.
const VERSION: u32 = 1;

/// A theme file as written.
#[derive(Debug, Deserialize, Serialize)]
struct ThemeFile {
    /// Version of the format.
    version: u32,
    /// Its name.
    name: String,
    /// Its base.
    base: Base,
    /// Colours by section and name.
    #[serde(flatten)]
    colours: BTreeMap<String, BTreeMap<String, String>>,
}

/// The base of a theme.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Base {
    /// Light text on a dark ground.
    Dark,
    /// Dark text on a light ground.
    Light,
}

/// A theme file that cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ThemeError {
    /// It isn't valid TOML, or isn't a theme.
    #[error("theme file: {0}")]
    Unreadable(String),
    /// A newer program has written it.
    #[error("theme file: version {0} is not known; this program reads version {VERSION}")]
    Version(u32),
    /// A colour is missing.
    #[error("theme file: no colour {0:?}")]
    Missing(&'static str),
    /// A value isn't a colour.
    #[error("theme file: {key} is {value:?}; a colour is written #rrggbb or #rrggbbaa")]
    NoColour {
        /// Where it stands.
        key: &'static str,
        /// What was read.
        value: String,
    },
}

macro_rules! tokens {
    ($($field:ident = $key:literal),* $(,)?) => {
        /// One theme; every field but `dark` is a key of the theme file.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Theme {
            /// Light text on a dark ground.
            pub dark: bool,
            $(#[doc = concat!("`", $key, "`")] pub $field: Color32),*
        }

        impl Theme {
            /// Reads a theme file.
            ///
            /// # Errors
            ///
            /// When it cannot be read as one, a colour is missing, or a value isn't a colour.
            pub fn parse(text: &str) -> Result<Self, ThemeError> {
                let file: ThemeFile =
                    toml::from_str(text).map_err(|err| ThemeError::Unreadable(err.to_string()))?;
                if file.version != VERSION {
                    return Err(ThemeError::Version(file.version));
                }
                let dark = file.base == Base::Dark;
                Ok(Self { dark, $($field: file.colour($key)?),* })
            }
        }
    };
}

tokens! {
    window = "surface.window", canvas = "surface.canvas", panel = "surface.panel",
    card = "surface.card", raised = "surface.raised", hover = "surface.hover",
    line0 = "line.subtle", line = "line.normal", line2 = "line.strong",
    text = "text.primary", text2 = "text.secondary", text3 = "text.faint",
    inverse = "text.inverse",
    accent = "accent.base", accent_text = "accent.text", accent_soft = "accent.soft",
    on_accent = "accent.on", focus = "accent.focus",
    best = "quality.best", good = "quality.good", neutral = "quality.neutral",
    inaccuracy = "quality.inaccuracy", mistake = "quality.mistake", blunder = "quality.blunder",
    ok = "state.ok", busy = "state.busy", warn = "state.warn", danger = "state.danger",
    idle = "state.idle",
    engine_a = "engine.a", engine_b = "engine.b", engine_c = "engine.c", engine_d = "engine.d",
    last_move = "board.last_move", select = "board.select", target = "board.target",
    arrow = "board.arrow", arrow2 = "board.arrow2", label = "board.label",
    send = "console.send", receive = "console.receive", error = "console.error",
    note = "console.note",
    bar_first = "bar.first", bar_second = "bar.second",
}

impl ThemeFile {
    fn colour(&self, key: &'static str) -> Result<Color32, ThemeError> {
        let (section, name) = key.split_once('.').unwrap_or(("", key));
        let text = self.colours.get(section).and_then(|section| section.get(name));
        let text = text.ok_or(ThemeError::Missing(key))?;
        Color32::from_hex(text).map_err(|_bad| ThemeError::NoColour { key, value: text.clone() })
    }
}

/// The themes that come with the program.
#[derive(Clone, Debug)]
pub struct Themes {
    /// Dark.
    pub dark: Arc<Theme>,
    /// Light.
    pub light: Arc<Theme>,
    /// High contrast.
    pub contrast: Arc<Theme>,
}

impl Default for Themes {
    fn default() -> Self {
        Self::builtin()
    }
}

impl Themes {
    /// Reads the three theme files that are part of the program.
    #[must_use]
    pub fn builtin() -> Self {
        let read = |text| Arc::new(Theme::parse(text).expect("a test reads every embedded theme"));
        Self {
            dark: read(include_str!("../../assets/themes/theme-dark.toml")),
            light: read(include_str!("../../assets/themes/theme-light.toml")),
            contrast: read(include_str!("../../assets/themes/theme-contrast.toml")),
        }
    }

    /// The theme for a setting; `system_dark` is the system's preference.
    #[must_use]
    pub fn chosen(&self, setting: crate::app::Theme, system_dark: bool) -> &Arc<Theme> {
        match setting {
            crate::app::Theme::System if system_dark => &self.dark,
            crate::app::Theme::System | crate::app::Theme::Light => &self.light,
            crate::app::Theme::Dark => &self.dark,
            crate::app::Theme::Contrast => &self.contrast,
        }
    }
}

impl Theme {
    /// Makes egui's own widgets (fields, menus, scroll bars, tooltips, sliders) follow this theme.
    ///
    /// Call it when the theme changes, not in every frame.
    pub fn apply(&self, ctx: &egui::Context) {
        let base = if self.dark { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.set_theme(base);
        ctx.set_style_of(base, self.style());
    }

    /// The colour of the engine with this index; the fifth has the first one's again.
    #[must_use]
    pub fn engine(&self, idx: usize) -> Color32 {
        [self.engine_a, self.engine_b, self.engine_c, self.engine_d][idx % 4]
    }

    /// The colour of a chip's dot and text.
    #[must_use]
    pub fn tone(&self, tone: crate::app::ChipTone) -> Color32 {
        match tone {
            crate::app::ChipTone::Ok => self.ok,
            crate::app::ChipTone::Busy => self.busy,
            crate::app::ChipTone::Warn => self.warn,
            crate::app::ChipTone::Danger => self.danger,
            crate::app::ChipTone::Idle => self.idle,
        }
    }

    /// The colour of a move's mark: `!`, `?!`, `?`, `??`; anything else is neutral.
    #[must_use]
    pub fn quality(&self, mark: &str) -> Color32 {
        match mark {
            "!" | "!!" => self.best,
            "?!" => self.inaccuracy,
            "?" => self.mistake,
            "??" => self.blunder,
            _ => self.neutral,
        }
    }

    fn style(&self) -> Style {
        let mut style = Style { visuals: self.visuals(), ..Style::default() };
        style.text_styles = [
            (TextStyle::Small, FontId::new(font::SMALL, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(font::BODY, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(font::BODY, FontFamily::Name("medium".into()))),
            (TextStyle::Heading, FontId::new(font::TITLE, FontFamily::Name("semibold".into()))),
            (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
        ]
        .into();
        let spacing = &mut style.spacing;
        spacing.item_spacing = vec2(8.0, 6.0);
        spacing.button_padding = vec2(10.0, 5.0);
        spacing.interact_size = vec2(40.0, size::CONTROL);
        spacing.menu_margin = Margin::same(6);
        spacing.window_margin = Margin::same(16);
        spacing.icon_width = 16.0;
        spacing.icon_width_inner = 10.0;
        spacing.scroll = ScrollStyle { bar_width: 8.0, ..ScrollStyle::floating() };
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.4;
        style.animation_time = 0.08;
        style
    }

    fn visuals(&self) -> egui::Visuals {
        let mut v = if self.dark { egui::Visuals::dark() } else { egui::Visuals::light() };
        v.widgets = self.widgets();
        v.override_text_color = None;
        v.weak_text_color = Some(self.text3);
        v.selection =
            Selection { bg_fill: self.accent_soft, stroke: Stroke::new(1.0, self.accent_text) };
        v.hyperlink_color = self.accent_text;
        v.faint_bg_color = fade(self.raised, 0.4);
        v.extreme_bg_color = self.card;
        v.text_edit_bg_color = Some(self.card);
        v.code_bg_color = self.raised;
        v.warn_fg_color = self.warn;
        v.error_fg_color = self.danger;
        v.window_corner_radius = radius(size::R_CHIP);
        v.menu_corner_radius = radius(size::R_CARD);
        v.window_fill = self.panel;
        v.panel_fill = self.canvas;
        v.window_stroke = Stroke::new(1.0, self.line2);
        v.window_highlight_topmost = false;
        let shadow = |blur: u8, alpha| Shadow {
            offset: [0, i8::try_from(blur / 4).unwrap_or(8)],
            blur,
            spread: 0,
            color: Color32::from_black_alpha(if self.dark { alpha } else { alpha / 3 }),
        };
        v.window_shadow = shadow(32, 170);
        v.popup_shadow = shadow(20, 130);
        v.slider_trailing_fill = true;
        v.handle_shape = egui::style::HandleShape::Circle;
        v.text_cursor.stroke = Stroke::new(1.5, self.accent_text);
        v
    }

    fn widgets(&self) -> Widgets {
        let look = |fill, edge, text| WidgetVisuals {
            bg_fill: fill,
            weak_bg_fill: fill,
            bg_stroke: Stroke::new(1.0, edge),
            corner_radius: radius(size::R_CONTROL),
            fg_stroke: Stroke::new(1.0, text),
            expansion: 0.0,
        };
        Widgets {
            noninteractive: look(self.panel, self.line, self.text),
            inactive: look(self.raised, self.line, self.text),
            hovered: look(self.hover, self.line2, self.text),
            active: look(self.hover, self.focus, self.text),
            open: look(self.hover, self.line2, self.text),
        }
    }
}

fn radius(points: f32) -> CornerRadius {
    CornerRadius::same(points as u8)
}

/// `a` moved towards `b` by `t` (0 to 1), in gamma space.
#[must_use]
pub fn mix(a: Color32, b: Color32, t: f32) -> Color32 {
    a.lerp_to_gamma(b, t)
}

/// `c` with its opacity multiplied by `alpha` (0 to 1).
#[must_use]
pub fn fade(c: Color32, alpha: f32) -> Color32 {
    c.gamma_multiply(alpha)
}

/// The contrast of two colours by WCAG 2.1, 1 to 21.
#[cfg(test)]
pub(in crate::ui) fn contrast(one: Color32, other: Color32) -> f64 {
    let luminance = |c: Color32| {
        let part = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(c.r()) + 0.7152 * part(c.g()) + 0.0722 * part(c.b())
    };
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: &str = include_str!("../../assets/themes/theme-dark.toml");

    #[test]
    fn every_theme_that_comes_with_the_program_is_complete() {
        let themes = Themes::builtin();
        assert!(themes.dark.dark && themes.contrast.dark && !themes.light.dark);
        assert_eq!(themes.dark.accent, Color32::from_rgb(0x3f, 0xb9, 0xa6));
    }

    #[test]
    fn a_theme_is_read_as_it_was_written() {
        let file: ThemeFile = toml::from_str(DARK).unwrap();
        let written = toml::to_string(&file).unwrap();
        assert_eq!(Theme::parse(&written), Theme::parse(DARK));
        let newer = DARK.replace("version = 1\n", "version = 2\n");
        assert_eq!(Theme::parse(&newer), Err(ThemeError::Version(2)));
    }

    #[test]
    fn a_missing_colour_is_an_error_with_its_name() {
        let text = DARK.replace("blunder =", "blinder =");
        assert_eq!(Theme::parse(&text), Err(ThemeError::Missing("quality.blunder")));
    }

    #[test]
    fn a_value_that_is_no_colour_is_quoted() {
        let text = DARK.replace("\"#ff7f2a\"", "\"orange\"");
        let err = Theme::parse(&text).unwrap_err().to_string();
        assert!(err.contains("quality.blunder") && err.contains("\"orange\""), "{err}");
    }

    #[test]
    fn three_levels_of_text_can_be_read_on_the_panel() {
        // WCAG 2.1, 1.4.3: at least 4.5 for text; figures in docs of the look: 14.6, 7.8, 5.0.
        let themes = Themes::builtin();
        for theme in [&themes.dark, &themes.light, &themes.contrast] {
            for text in [theme.text, theme.text2, theme.text3] {
                assert!(contrast(text, theme.panel) >= 4.5, "{text:?}");
            }
        }
    }
}
