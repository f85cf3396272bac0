//! Small painted parts that every panel uses: text, icons, chips, buttons, cards, arrows.
//!
//! Paints only. For a control, the caller allocates the place, interacts with it and sets its
//! spoken name; see [`Kit::focus_ring`] for the focused control.

mod arrow;

use std::f32::consts::FRAC_PI_2;
use std::fmt;

use egui::epaint::{RectShape, TextShape};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, CornerRadius, FontFamily, FontId, Painter, Pos2, Rect, Shadow, Stroke,
    StrokeKind, Ui, Vec2, pos2, vec2,
};

use super::art::Art;
use super::icons;
use super::theme::{Theme, fade, font, mix, size};

/// Weight of a text; each is a family of the same variable font with other coordinates.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum W {
    /// Running text.
    Regular,
    /// Buttons, values.
    Medium,
    /// Names, moves.
    Semi,
    /// Marks.
    Bold,
    /// Large figures.
    Figure,
    /// What engines say.
    Mono,
}

impl W {
    /// The font of this weight at `size` points.
    #[must_use]
    pub fn id(self, size: f32) -> FontId {
        let family = match self {
            Self::Regular => FontFamily::Proportional,
            Self::Mono => FontFamily::Monospace,
            Self::Medium => FontFamily::Name("medium".into()),
            Self::Semi => FontFamily::Name("semibold".into()),
            Self::Bold => FontFamily::Name("bold".into()),
            Self::Figure => FontFamily::Name("figure".into()),
        };
        FontId::new(size, family)
    }
}

/// The whole of a texture.
pub const UV: Rect = Rect { min: Pos2::ZERO, max: pos2(1.0, 1.0) };
/// Anchor of a text that begins at a place.
pub const L: Align2 = Align2::LEFT_CENTER;
/// Anchor of a text that ends at a place.
pub const R: Align2 = Align2::RIGHT_CENTER;
/// Anchor of a text around a place.
pub const C: Align2 = Align2::CENTER_CENTER;

/// How a button looks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Look {
    /// The primary button.
    Primary,
    /// An ordinary one.
    Plain,
    /// Without ground, for rows of icons.
    Ghost,
    /// Switched on.
    On,
    /// A destructive action.
    Danger,
}

/// What every painting function needs.
#[derive(Clone)]
pub struct Kit<'a> {
    /// Where to paint.
    pub p: Painter,
    /// Colours.
    pub t: &'a Theme,
    /// Pictures.
    pub art: &'a Art,
}

impl fmt::Debug for Kit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kit").finish_non_exhaustive()
    }
}

impl<'a> Kit<'a> {
    /// A kit that paints into `ui`.
    #[must_use]
    pub fn new(ui: &Ui, t: &'a Theme, art: &'a Art) -> Self {
        Self { p: ui.painter().clone(), t, art }
    }

    /// The same, cut off at `rect`.
    #[must_use]
    pub fn clipped(&self, rect: Rect) -> Self {
        Self { p: self.p.with_clip_rect(rect.intersect(self.p.clip_rect())), ..*self }
    }

    /// The same, painting into another `ui` (a popup, a scroll area).
    #[must_use]
    pub fn on(&self, ui: &Ui) -> Self {
        Self { p: ui.painter().clone(), ..*self }
    }

    /// Physical pixels per point.
    #[must_use]
    pub fn ppp(&self) -> f32 {
        self.p.pixels_per_point()
    }

    /// `v` on the nearest physical pixel.
    #[must_use]
    pub fn snap(&self, v: f32) -> f32 {
        (v * self.ppp()).round() / self.ppp()
    }

    /// `p` on the nearest physical pixel.
    #[must_use]
    pub fn snap_pos(&self, p: Pos2) -> Pos2 {
        pos2(self.snap(p.x), self.snap(p.y))
    }

    /// Whole physical pixels in `points`.
    #[must_use]
    pub fn px(&self, points: f32) -> usize {
        (points * self.ppp()).round() as usize
    }

    /// A filled rectangle.
    pub fn fill(&self, r: Rect, radius: f32, c: Color32) {
        self.p.add(RectShape::filled(r, CornerRadius::same(radius as u8), c));
    }

    /// A hairline along the inside of a rectangle.
    pub fn frame(&self, r: Rect, radius: f32, c: Color32) {
        let corners = CornerRadius::same(radius as u8);
        self.p.add(RectShape::stroke(r, corners, Stroke::new(1.0, c), StrokeKind::Inside));
    }

    /// A level hairline; a filled rectangle on rounded coordinates, since a stroke blurs at 125 %.
    pub fn hline(&self, x0: f32, x1: f32, y: f32) {
        let y = self.snap(y);
        self.fill(Rect::from_min_max(pos2(x0, y), pos2(x1, y + 1.0)), 0.0, self.t.line0);
    }

    /// An upright hairline.
    pub fn vline(&self, x: f32, y0: f32, y1: f32) {
        let x = self.snap(x);
        self.fill(Rect::from_min_max(pos2(x, y0), pos2(x + 1.0, y1)), 0.0, self.t.line0);
    }

    /// A card: filled, with a hairline edge.
    pub fn card(&self, r: Rect) {
        self.fill(r, size::R_CARD, self.t.card);
        self.frame(r, size::R_CARD, self.t.line0);
    }

    /// The focus ring: two points, outside the shape.
    pub fn focus_ring(&self, r: Rect, radius: f32) {
        let corners = CornerRadius::same(radius as u8);
        let stroke = Stroke::new(2.0, self.t.focus);
        self.p.add(RectShape::stroke(r, corners, stroke, StrokeKind::Outside));
    }

    /// One line of text; returns its rectangle.
    pub fn text(&self, pos: Pos2, anchor: Align2, s: &str, w: W, size: f32, c: Color32) -> Rect {
        self.runs(pos, anchor, &[(s, w, c)], size, f32::INFINITY)
    }

    /// One line of text that ends in an ellipsis where it would be wider than `max`.
    #[expect(clippy::too_many_arguments, reason = "a line of text needs each of them")]
    pub fn fit(
        &self,
        pos: Pos2,
        anchor: Align2,
        s: &str,
        w: W,
        size: f32,
        c: Color32,
        max: f32,
    ) -> Rect {
        self.runs(pos, anchor, &[(s, w, c)], size, max)
    }

    /// Several runs of text on one line, cut off with an ellipsis at `max`.
    pub fn runs(
        &self,
        pos: Pos2,
        anchor: Align2,
        runs: &[(&str, W, Color32)],
        size: f32,
        max: f32,
    ) -> Rect {
        let wrap = TextWrapping {
            max_width: max,
            max_rows: 1,
            break_anywhere: true,
            overflow_character: Some('…'),
        };
        let mut job = LayoutJob { wrap, ..LayoutJob::default() };
        for (s, w, c) in runs {
            let format = TextFormat { font_id: w.id(size), color: *c, ..TextFormat::default() };
            job.append(s, 0.0, format);
        }
        let galley = self.p.layout_job(job);
        let r = anchor.anchor_size(pos, galley.size());
        self.p.galley(self.snap_pos(r.min), galley, Color32::PLACEHOLDER);
        r
    }

    /// One line of text that reads upwards; it begins at `foot`, the middle of its lower edge.
    pub fn text_up(&self, foot: Pos2, s: &str, w: W, size: f32, c: Color32) -> Rect {
        let galley = self.p.layout_no_wrap(s.to_owned(), w.id(size), c);
        let Vec2 { x: long, y: high } = galley.size();
        let at = self.snap_pos(pos2(foot.x - high / 2.0, foot.y));
        let turned = TextShape::new(at, galley, c).with_angle(-FRAC_PI_2);
        self.p.add(turned);
        Rect::from_min_size(at - vec2(0.0, long), vec2(high, long))
    }

    /// A paragraph, wrapped at `width`; returns its rectangle.
    pub fn para(&self, pos: Pos2, s: &str, w: W, size: f32, c: Color32, width: f32) -> Rect {
        let galley = self.p.layout(s.to_owned(), w.id(size), c, width);
        let r = Rect::from_min_size(pos, galley.size());
        self.p.galley(self.snap_pos(pos), galley, c);
        r
    }

    /// A text wrapped into at most `rows` lines, from the left edge of `rect`, its middle in the
    /// middle. Returns its rectangle, and whether something was cut off.
    pub fn block(
        &self,
        rect: Rect,
        s: &str,
        w: W,
        size: f32,
        c: Color32,
        rows: usize,
    ) -> (Rect, bool) {
        let format = TextFormat { font_id: w.id(size), color: c, ..TextFormat::default() };
        let mut job = LayoutJob::single_section(s.to_owned(), format);
        job.wrap = TextWrapping {
            max_width: rect.width(),
            max_rows: rows,
            break_anywhere: false,
            overflow_character: Some('…'),
        };
        let galley = self.p.layout_job(job);
        let cut = galley.elided;
        let r = L.anchor_size(rect.left_center(), galley.size());
        self.p.galley(self.snap_pos(r.min), galley, c);
        (r, cut)
    }

    /// Width of one line of text.
    #[must_use]
    pub fn width(&self, s: &str, w: W, size: f32) -> f32 {
        self.p.layout_no_wrap(s.to_owned(), w.id(size), Color32::PLACEHOLDER).size().x
    }

    /// An icon `side` points wide around `c`, on whole pixels.
    pub fn icon(&self, c: Pos2, name: &str, side: f32, tint: Color32) {
        let drawing = icons::find(name);
        debug_assert!(drawing.is_some(), "no icon {name:?}");
        let Some(drawing) = drawing else { return };
        let px = self.px(side);
        let id = self.art.glyph(drawing, 24.0, 1.75, px);
        let side = Vec2::splat(px as f32 / self.ppp());
        self.p.image(id, Rect::from_min_size(self.snap_pos(c - side / 2.0), side), UV, tint);
    }

    /// Width of a chip with this text.
    #[must_use]
    pub fn chip_width(&self, s: &str) -> f32 {
        (self.width(s, W::Medium, font::SMALL) + 24.0).round()
    }

    /// A state chip: a dot and a word on a tint of the state's colour. Returns its right edge.
    pub fn chip(&self, left: Pos2, s: &str, c: Color32) -> f32 {
        self.chip_within(left, s, c, f32::INFINITY)
    }

    /// A state chip at most `max` points wide; its word ends in an ellipsis where it is longer.
    /// Returns its right edge.
    pub fn chip_within(&self, left: Pos2, s: &str, c: Color32, max: f32) -> f32 {
        let width = self.chip_width(s).min(max.max(size::CHIP));
        let r = Rect::from_min_size(left - vec2(0.0, size::CHIP / 2.0), vec2(width, size::CHIP));
        let (ground, lift) = if self.t.dark { (0.16, 0.25) } else { (0.12, 0.0) };
        self.fill(r, size::R_CHIP, fade(c, ground));
        self.p.circle_filled(r.left_center() + vec2(10.0, 0.0), 3.0, c);
        let ink = mix(c, self.t.text, lift);
        let room = width - 22.0;
        if room > 6.0 {
            let at = r.left_center() + vec2(17.0, 0.0);
            self.fit(at, L, s, W::Medium, font::SMALL, ink, room);
        }
        r.right()
    }

    /// A plain label in a box, for protocols and formats. Returns its right edge.
    pub fn badge(&self, left: Pos2, s: &str) -> f32 {
        let w = self.width(s, W::Medium, font::MICRO) + 12.0;
        let r = Rect::from_min_size(left - vec2(0.0, 9.0), vec2(w.round(), 18.0));
        self.frame(r, size::R_BADGE, self.t.line2);
        self.text(r.center(), C, s, W::Medium, font::MICRO, self.t.text2);
        r.right()
    }

    /// Width of a button with this label; an icon alone makes a square.
    #[must_use]
    pub fn button_width(&self, icon: &str, label: &str) -> f32 {
        if label.is_empty() {
            return size::CONTROL;
        }
        let room = if icon.is_empty() { 24.0 } else { 42.0 };
        (self.width(label, W::Medium, font::BODY) + room).round()
    }

    /// A button, its left edge's middle at `left`; returns its rectangle.
    pub fn button(&self, left: Pos2, icon: &str, label: &str, look: Look) -> Rect {
        let r = Rect::from_min_size(
            left - vec2(0.0, size::CONTROL / 2.0),
            vec2(self.button_width(icon, label), size::CONTROL),
        );
        self.button_in(r, icon, label, look, 0.0);
        r
    }

    /// A button that fills `r`; `lift` (0 to 1) lights it up under the pointer.
    pub fn button_in(&self, r: Rect, icon: &str, label: &str, look: Look, lift: f32) {
        let t = self.t;
        let (ground, edge, ink) = match look {
            Look::Primary => (mix(t.accent, t.focus, 0.35 * lift), t.accent, t.on_accent),
            Look::Plain => (mix(t.raised, t.hover, lift), mix(t.line, t.line2, lift), t.text),
            Look::Ghost => (fade(t.hover, lift), Color32::TRANSPARENT, mix(t.text2, t.text, lift)),
            Look::On => (t.accent_soft, fade(t.accent, 0.5 + 0.5 * lift), t.accent_text),
            Look::Danger => (fade(t.danger, 0.10 + 0.10 * lift), fade(t.danger, 0.45), t.danger),
        };
        self.fill(r, size::R_CONTROL, ground);
        self.frame(r, size::R_CONTROL, edge);
        if label.is_empty() {
            self.icon(r.center(), icon, 16.0, ink);
            return;
        }
        // In a button wider than its words they stand in the middle.
        let spare = (r.width() - self.button_width(icon, label)).max(0.0);
        let left = r.left_center() + vec2((spare / 2.0).round(), 0.0);
        if !icon.is_empty() {
            self.icon(left + vec2(17.0, 0.0), icon, 15.0, ink);
        }
        let at = left + vec2(if icon.is_empty() { 12.0 } else { 29.0 }, 0.0);
        self.text(at, L, label, W::Medium, font::BODY, ink);
    }

    /// Rectangles of a row of exclusive choices: the whole, and each choice.
    #[must_use]
    pub fn segments(&self, left: Pos2, items: &[&str]) -> (Rect, Vec<Rect>) {
        let mut x = left.x + 2.0;
        let parts: Vec<Rect> = items
            .iter()
            .map(|s| {
                let w = (self.width(s, W::Medium, font::BODY) + 28.0).round();
                let r = Rect::from_min_size(pos2(x, left.y - 13.0), vec2(w, 26.0));
                x += w;
                r
            })
            .collect();
        (Rect::from_min_max(pos2(left.x, left.y - 15.0), pos2(x + 2.0, left.y + 15.0)), parts)
    }

    /// A row of exclusive choices; returns its rectangle.
    pub fn segmented(&self, left: Pos2, items: &[&str], on: usize) -> Rect {
        let t = self.t;
        let (r, parts) = self.segments(left, items);
        self.fill(r, 7.0, mix(t.window, t.raised, 0.7));
        self.frame(r, 7.0, t.line0);
        for (i, (s, q)) in items.iter().zip(parts).enumerate() {
            if i == on {
                let (ground, edge) = if t.dark { (t.hover, t.line2) } else { (t.card, t.line) };
                self.fill(q, 5.0, ground);
                self.frame(q, 5.0, edge);
            }
            let ink = if i == on { t.text } else { t.text2 };
            self.text(q.center(), C, s, W::Medium, font::BODY, ink);
        }
        r
    }

    /// Tabs of a drawer or panel: icon and word, the chosen one underlined. Where they are wider than
    /// `room` they are smaller and closer, then only the chosen one has words beside its icon, and last
    /// the words are cut off. Returns the rectangle of each.
    pub fn tabs(
        &self,
        left: Pos2,
        bottom: f32,
        items: &[(&str, &str)],
        on: usize,
        room: f32,
    ) -> Vec<Rect> {
        const ICON: f32 = 16.0;
        const BESIDE: f32 = 21.0;
        let gaps = items.len().saturating_sub(1) as f32;
        let wide = |size: f32, gap: f32, icons_alone: bool| {
            let width = |(i, (icon, s)): (usize, &(&str, &str))| match (icon.is_empty(), i == on) {
                (true, _) => self.width(s, W::Medium, size),
                (false, false) if icons_alone => ICON,
                (false, _) => BESIDE + self.width(s, W::Medium, size),
            };
            items.iter().enumerate().map(width).sum::<f32>() + gap * gaps
        };
        let looks =
            [(font::BODY, 22.0, false), (font::SMALL, 12.0, false), (font::SMALL, 12.0, true)];
        let fits = looks.into_iter().find(|(size, gap, alone)| wide(*size, *gap, *alone) <= room);
        let (size, gap, icons_alone) = fits.unwrap_or(looks[2]);
        let most = match fits {
            Some(_) => f32::INFINITY,
            None => ((room - gap * gaps) / items.len().max(1) as f32).max(ICON),
        };
        let mut x = left.x;
        let tab = |(i, (icon, s)): (usize, &(&str, &str))| {
            let ink = if i == on { self.t.text } else { self.t.text2 };
            let mut right = x;
            if !icon.is_empty() {
                self.icon(pos2(x + 8.0, left.y), icon, 15.0, ink);
                right = x + ICON;
            }
            if icon.is_empty() || i == on || !icons_alone {
                let at = x + if icon.is_empty() { 0.0 } else { BESIDE };
                let max = most - (at - x);
                right = self.fit(pos2(at, left.y), L, s, W::Medium, size, ink, max).right();
            }
            let whole = Rect::from_min_max(pos2(x, 2.0 * left.y - bottom), pos2(right, bottom));
            if i == on {
                self.fill(whole.with_min_y(bottom - 2.0), 1.0, self.t.accent);
            }
            x = right + gap;
            whole
        };
        items.iter().enumerate().map(tab).collect()
    }

    /// A thin bar that is `part` (0 to 1) full.
    pub fn meter(&self, r: Rect, part: f32, c: Color32) {
        let radius = r.height() / 2.0;
        self.fill(r, radius, self.t.raised);
        let full = vec2(r.width() * part.clamp(0.0, 1.0), r.height());
        self.fill(Rect::from_min_size(r.min, full), radius, c);
    }

    /// A heading of a section.
    pub fn heading(&self, pos: Pos2, s: &str) -> Rect {
        self.text(pos, L, s, W::Semi, font::SMALL, self.t.text2)
    }

    /// Width of a key cap.
    #[must_use]
    pub fn key_width(&self, s: &str) -> f32 {
        self.width(s, W::Medium, font::MICRO) + 10.0
    }

    /// A key cap that ends at `right`; returns its rectangle.
    pub fn key(&self, right: Pos2, s: &str) -> Rect {
        let w = self.key_width(s);
        let r = Rect::from_min_size(pos2(right.x - w, right.y - 9.0), vec2(w, 18.0));
        self.fill(r, size::R_BADGE, self.t.raised);
        self.frame(r, size::R_BADGE, self.t.line);
        self.text(r.center(), C, s, W::Medium, font::MICRO, self.t.text2);
        r
    }

    /// The colour of a move's mark; see [`Theme::quality`].
    #[must_use]
    pub fn quality(&self, mark: &str) -> Color32 {
        self.t.quality(mark)
    }

    /// A soft shadow under an opaque floating frame. Only its visible part is painted: without a
    /// graphics card a shadow costs as much as a picture of its size.
    pub fn soft_shadow(&self, r: Rect, radius: u8, blur: u8, alpha: u8) {
        let shape = shadow(r, radius, blur, alpha);
        for part in around(shape.visual_bounding_rect(), r.shrink(radius.into())) {
            self.p.with_clip_rect(part.intersect(self.p.clip_rect())).add(shape.clone());
        }
    }

    /// The shadow of a piece of radius `r`.
    pub fn blob(&self, c: Pos2, r: f32, alpha: f32) {
        let tint = Color32::from_white_alpha((alpha * 255.0) as u8);
        let place = Rect::from_center_size(c, Vec2::splat(r * 2.0));
        self.p.image(self.art.shadow(), place, UV, tint);
    }
}

/// Cuts strips off a rectangle; each returns the strip.
pub trait Cut {
    /// Cuts `h` points off the top.
    fn cut_top(&mut self, h: f32) -> Rect;
    /// Cuts `h` points off the bottom.
    fn cut_bottom(&mut self, h: f32) -> Rect;
    /// Cuts `w` points off the left.
    fn cut_left(&mut self, w: f32) -> Rect;
    /// Cuts `w` points off the right.
    fn cut_right(&mut self, w: f32) -> Rect;
}

impl Cut for Rect {
    fn cut_top(&mut self, h: f32) -> Rect {
        let strip = self.with_max_y(self.min.y + h);
        self.min.y += h;
        strip
    }

    fn cut_bottom(&mut self, h: f32) -> Rect {
        let strip = self.with_min_y(self.max.y - h);
        self.max.y -= h;
        strip
    }

    fn cut_left(&mut self, w: f32) -> Rect {
        let strip = self.with_max_x(self.min.x + w);
        self.min.x += w;
        strip
    }

    fn cut_right(&mut self, w: f32) -> Rect {
        let strip = self.with_min_x(self.max.x - w);
        self.max.x -= w;
        strip
    }
}

/// The shadow of a rectangle that floats.
pub(super) fn shadow(r: Rect, radius: u8, blur: u8, alpha: u8) -> RectShape {
    let shadow = Shadow {
        offset: [0, i8::try_from(blur / 4).unwrap_or(i8::MAX)],
        blur,
        spread: 0,
        color: Color32::from_black_alpha(alpha),
    };
    shadow.as_shape(r, CornerRadius::same(radius))
}

/// The area of `all` around `inner`, which it contains, in four parts.
pub(super) fn around(all: Rect, inner: Rect) -> [Rect; 4] {
    let (above, rest) = all.split_top_bottom_at_y(inner.top());
    let (rest, below) = rest.split_top_bottom_at_y(inner.bottom());
    let (left, rest) = rest.split_left_right_at_x(inner.left());
    let (_, right) = rest.split_left_right_at_x(inner.right());
    [above, below, left, right]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_cut_off_a_rectangle_leave_the_rest() {
        let mut r = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 60.0));
        assert_eq!(r.cut_top(10.0).height(), 10.0);
        assert_eq!(r.cut_bottom(5.0).top(), 55.0);
        assert_eq!(r.cut_left(20.0).width(), 20.0);
        assert_eq!(r.cut_right(30.0).left(), 70.0);
        assert_eq!(r, Rect::from_min_max(pos2(20.0, 10.0), pos2(70.0, 55.0)));
    }
}
