//! The arrow on the board.
//!
//! Does not know what it points at.

use egui::{Color32, Mesh, Pos2, Shape, vec2};

use super::Kit;
use crate::ui::theme::fade;

impl Kit<'_> {
    /// An arrow on the board, `width` points thick: one mesh without overlaps, so that shaft and
    /// head show no seam when they are translucent.
    pub fn arrow(&self, a: Pos2, b: Pos2, width: f32, c: Color32) {
        if (b - a).length() > width {
            let soft = 0.5 / self.ppp();
            self.p.add(Shape::mesh(arrow_mesh(a, b, width, soft, fade(c, 0.9))));
        }
    }
}

/// Outline of an arrow, then its triangles, then a rim of one pixel that fades out.
fn arrow_mesh(a: Pos2, b: Pos2, width: f32, soft: f32, c: Color32) -> Mesh {
    const TAIL: usize = 9;
    let d = (b - a).normalized();
    let n = vec2(-d.y, d.x);
    let (half, head) = (width / 2.0, width * 1.5);
    let neck = b - d * (width * 2.2);
    let mut outline: Vec<Pos2> = (0..TAIL)
        .map(|i| {
            let turn = std::f32::consts::PI * i as f32 / (TAIL - 1) as f32;
            a + n * (half * turn.cos()) - d * (half * turn.sin())
        })
        .collect();
    outline.extend([neck - n * half, neck - n * head, b, neck + n * head, neck + n * half]);

    let len = outline.len();
    let mut mesh = Mesh::default();
    for i in 0..len {
        let (before, at, after) =
            (outline[(i + len - 1) % len], outline[i], outline[(i + 1) % len]);
        let normal = |from: Pos2, to: Pos2| (to - from).normalized().rot90();
        let sum = normal(before, at) + normal(at, after);
        let out = sum * (2.0 / sum.length_sq().max(0.3));
        mesh.colored_vertex(at - out * soft, c);
        mesh.colored_vertex(at + out * soft, Color32::TRANSPARENT);
    }
    let inner = |i: usize| 2 * i as u32;
    let (tail, last) = (TAIL, len - 1);
    for i in 1..TAIL {
        mesh.add_triangle(inner(0), inner(i), inner(i + 1));
    }
    mesh.add_triangle(inner(0), inner(tail), inner(last));
    mesh.add_triangle(inner(tail), inner(tail + 1), inner(tail + 2));
    mesh.add_triangle(inner(tail), inner(tail + 2), inner(last));
    mesh.add_triangle(inner(last), inner(tail + 2), inner(tail + 3));
    for i in 0..len {
        let next = (i + 1) % len;
        mesh.add_triangle(inner(i), inner(i) + 1, inner(next));
        mesh.add_triangle(inner(next), inner(i) + 1, inner(next) + 1);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn an_arrow_covers_its_area_once() {
        let mesh = arrow_mesh(pos2(10.0, 50.0), pos2(90.0, 20.0), 8.0, 0.0, Color32::WHITE);
        let area: f32 = mesh
            .indices
            .chunks_exact(3)
            .map(|t| {
                let [a, b, c] = [0, 1, 2].map(|i| mesh.vertices[t[i] as usize].pos);
                ((b - a).x * (c - a).y - (b - a).y * (c - a).x).abs() / 2.0
            })
            .sum();
        let shaft = ((pos2(90.0, 20.0) - pos2(10.0, 50.0)).length() - 8.0 * 2.2) * 8.0;
        let (head, tail) = (8.0 * 1.5 * 8.0 * 2.2, std::f32::consts::PI * 16.0 / 2.0);
        assert!((area - shaft - head - tail).abs() < 2.0, "{area}, {}", shaft + head + tail);
    }
}
