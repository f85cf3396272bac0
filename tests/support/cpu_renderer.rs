//! Draws egui's frames on the CPU, so that pictures are the same on every machine.
//!
//! Needs no GPU and no driver. Blends premultiplied colours in gamma space and fills by the
//! top-left rule, as the window's renderers do; mipmaps are not made.

use std::collections::HashMap;

use egui::epaint::textures::TextureFilter;
use egui::epaint::{ImageData, Mesh, Primitive, TextureId, Vertex};
use egui::{Rect, TexturesDelta};
use egui_kittest::TestRenderer;

struct Texture {
    size: [usize; 2],
    pixels: Vec<[f32; 4]>,
    linear: bool,
}

/// Keeps the textures that egui hands over and draws frames with them.
#[derive(Default)]
pub(crate) struct CpuRenderer {
    textures: HashMap<TextureId, Texture>,
}

/// The picture in the making.
struct Canvas {
    width: usize,
    pixels: Vec<[f32; 4]>,
}

impl TestRenderer for CpuRenderer {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut delta = std::mem::take(delta);
        for (id, changes) in &delta.set {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                let pixels: Vec<_> =
                    image.pixels.iter().map(|c| c.to_array().map(f32::from)).collect();
                let [w, h] = image.size;
                let Some([x, y]) = change.pos else {
                    let linear = change.options.magnification == TextureFilter::Linear;
                    self.textures.insert(*id, Texture { size: [w, h], pixels, linear });
                    continue;
                };
                let texture = self.textures.get_mut(id).expect("a change of a known texture");
                for row in 0..h {
                    let at = (y + row) * texture.size[0] + x;
                    texture.pixels[at..at + w].copy_from_slice(&pixels[row * w..(row + 1) * w]);
                }
            }
        }
        for id in &delta.free {
            self.textures.remove(id);
        }
        delta.clear();
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<image::RgbaImage, String> {
        let scale = output.pixels_per_point;
        let size = ctx.content_rect().size() * scale;
        let (width, height) = (size.x.round() as usize, size.y.round() as usize);
        let mut canvas = Canvas { width, pixels: vec![[0.0; 4]; width * height] };
        for clipped in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = &clipped.primitive else { continue };
            let Some(texture) = self.textures.get(&mesh.texture_id) else { continue };
            let clip = pixels_of(clipped.clip_rect, scale, width, height);
            canvas.mesh(mesh, texture, scale, clip);
        }
        let bytes = canvas.pixels.iter().flat_map(|c| c.map(|v| v.round() as u8)).collect();
        image::RgbaImage::from_raw(width as u32, height as u32, bytes)
            .ok_or_else(|| "the picture has another size than its pixels".to_owned())
    }
}

/// Left, top, right, bottom in pixels, inside the picture.
fn pixels_of(rect: Rect, scale: f32, width: usize, height: usize) -> [i32; 4] {
    let place = |v: f32, max: usize| ((v * scale).round() as i32).clamp(0, max as i32);
    [
        place(rect.min.x, width),
        place(rect.min.y, height),
        place(rect.max.x, width),
        place(rect.max.y, height),
    ]
}

type Point = (f32, f32);

/// Twice the area of a triangle, signed.
fn edge(a: Point, b: Point, at: Point) -> f32 {
    (b.0 - a.0) * (at.1 - a.1) - (b.1 - a.1) * (at.0 - a.0)
}

impl Canvas {
    fn mesh(&mut self, mesh: &Mesh, texture: &Texture, scale: f32, clip: [i32; 4]) {
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|i| &mesh.vertices[corners[i] as usize]);
            self.triangle(texture, corners, scale, clip);
        }
    }

    fn triangle(&mut self, texture: &Texture, v: [&Vertex; 3], scale: f32, clip: [i32; 4]) {
        let p = v.map(|v| (v.pos.x * scale, v.pos.y * scale));
        let area = edge(p[0], p[1], p[2]);
        if area == 0.0 {
            return;
        }
        let sign = area.signum();
        // An edge that two triangles share belongs to one of them: the top-left rule.
        let owns = |a: Point, b: Point| {
            let (dx, dy) = ((b.0 - a.0) * sign, (b.1 - a.1) * sign);
            (dy == 0.0 && dx > 0.0) || dy < 0.0
        };
        let own = [owns(p[1], p[2]), owns(p[2], p[0]), owns(p[0], p[1])];
        let colours = v.map(|v| v.color.to_array().map(f32::from));
        let least = |part: fn(&Point) -> f32| p.iter().map(part).fold(f32::MAX, f32::min).floor();
        let most = |part: fn(&Point) -> f32| p.iter().map(part).fold(f32::MIN, f32::max).ceil();
        for y in (least(|q| q.1) as i32).max(clip[1])..(most(|q| q.1) as i32).min(clip[3]) {
            for x in (least(|q| q.0) as i32).max(clip[0])..(most(|q| q.0) as i32).min(clip[2]) {
                let at = (x as f32 + 0.5, y as f32 + 0.5);
                let b = [edge(p[1], p[2], at), edge(p[2], p[0], at), edge(p[0], p[1], at)]
                    .map(|b| b * sign);
                if (0..3).any(|i| b[i] < 0.0 || (b[i] == 0.0 && !own[i])) {
                    continue;
                }
                let k = b.map(|b| b / (area * sign));
                let blend = |part: [f32; 3]| (0..3).map(|i| k[i] * part[i]).sum::<f32>();
                let uv = (blend(v.map(|v| v.uv.x)), blend(v.map(|v| v.uv.y)));
                let texel = texture.at(uv);
                let source: [f32; 4] = std::array::from_fn(|j| {
                    blend([colours[0][j], colours[1][j], colours[2][j]]) * texel[j] / 255.0
                });
                let pixel = &mut self.pixels[y as usize * self.width + x as usize];
                for j in 0..4 {
                    let under = pixel[j] * (1.0 - source[3] / 255.0);
                    pixel[j] = (source[j] + under).clamp(0.0, 255.0);
                }
            }
        }
    }
}

impl Texture {
    fn at(&self, uv: Point) -> [f32; 4] {
        let [w, h] = self.size;
        let pixel = |x: i32, y: i32| {
            let (x, y) = (x.clamp(0, w as i32 - 1), y.clamp(0, h as i32 - 1));
            self.pixels[y as usize * w + x as usize]
        };
        let (x, y) = (uv.0 * w as f32, uv.1 * h as f32);
        if !self.linear {
            return pixel(x.floor() as i32, y.floor() as i32);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (ix, iy) = (x.floor() as i32, y.floor() as i32);
        let (ax, ay) = (x - x.floor(), y - y.floor());
        let (a, b) = (pixel(ix, iy), pixel(ix + 1, iy));
        let (c, d) = (pixel(ix, iy + 1), pixel(ix + 1, iy + 1));
        std::array::from_fn(|j| {
            let (top, bottom) = (a[j] * (1.0 - ax) + b[j] * ax, c[j] * (1.0 - ax) + d[j] * ax);
            top * (1.0 - ay) + bottom * ay
        })
    }
}
