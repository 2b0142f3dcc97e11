//! Naive surface nets (Sarah Gibson, "Constrained elastic surface nets", 1998): one vertex per cell that the
//! surface crosses, a quad per crossed edge; then the vertices are relaxed and projected onto the field.

use super::Surface;
use crate::field::Field;
use glam::{UVec3, Vec3};
use std::collections::BTreeMap;

/// Cells per block edge. Blocks far from the surface are skipped after one evaluation at their centre.
const BLOCK: u32 = 8;

/// Polygonises the field inside the box `low..high` with cells of `cell` metres.
pub(crate) fn polygonise(field: &Field, low: Vec3, high: Vec3, cell: f32) -> Surface {
    let size = ((high - low) / cell).ceil().as_uvec3() + UVec3::ONE;
    let blocks = (size + UVec3::splat(BLOCK - 1)) / BLOCK;
    let at = |c: UVec3| low + c.as_vec3() * cell;
    let mut vertex_of: BTreeMap<(u32, u32, u32), u32> = BTreeMap::new();
    let mut crossed: Vec<(UVec3, usize, bool)> = Vec::new();
    let mut surface = Surface::default();
    let reach = cell * BLOCK as f32 * 0.5 * 1.733 * 1.6 + cell;
    for bz in 0..blocks.z {
        for by in 0..blocks.y {
            for bx in 0..blocks.x {
                let base = UVec3::new(bx, by, bz) * BLOCK;
                let middle = at(base) + Vec3::splat(cell * BLOCK as f32 * 0.5);
                if field.distance(middle).abs() < reach {
                    block(field, base, &at, &mut vertex_of, &mut crossed, &mut surface);
                }
            }
        }
    }
    for (c, axis, inside_first) in crossed {
        let step = |a: usize| UVec3::from_array(std::array::from_fn(|k| u32::from(k == a)));
        let (u, v) = (step((axis + 1) % 3), step((axis + 2) % 3));
        if c.cmplt(u + v).any() {
            continue;
        }
        let find = |p: UVec3| vertex_of.get(&(p.z, p.y, p.x)).copied();
        let quad = [find(c - u - v), find(c - v), find(c), find(c - u)];
        let [Some(a), Some(b), Some(d), Some(e)] = quad else { continue };
        let p = |i: u32| surface.positions[i as usize];
        let [a, b, d, e] = if inside_first { [a, b, d, e] } else { [a, e, d, b] };
        if p(a).distance_squared(p(d)) < p(b).distance_squared(p(e)) {
            surface.triangles.extend([[a, b, d], [a, d, e]]);
        } else {
            surface.triangles.extend([[a, b, e], [b, d, e]]);
        }
    }
    relax(field, &mut surface, cell);
    surface
}

fn block(
    field: &Field,
    base: UVec3,
    at: &impl Fn(UVec3) -> Vec3,
    vertex_of: &mut BTreeMap<(u32, u32, u32), u32>,
    crossed: &mut Vec<(UVec3, usize, bool)>,
    surface: &mut Surface,
) {
    const N: usize = BLOCK as usize + 1;
    let mut value = vec![0.0f32; N * N * N];
    let slot = |x: usize, y: usize, z: usize| (z * N + y) * N + x;
    for z in 0..N {
        for y in 0..N {
            for x in 0..N {
                let c = base + UVec3::new(x as u32, y as u32, z as u32);
                value[slot(x, y, z)] = field.distance(at(c));
            }
        }
    }
    for z in 0..N - 1 {
        for y in 0..N - 1 {
            for x in 0..N - 1 {
                let corner = |k: usize| (x + (k & 1), y + (k >> 1 & 1), z + (k >> 2 & 1));
                let v: [f32; 8] = std::array::from_fn(|k| value[slot(corner(k).0, corner(k).1, corner(k).2)]);
                let inside = v.iter().filter(|d| **d < 0.0).count();
                if inside == 0 || inside == 8 {
                    continue;
                }
                let here = base + UVec3::new(x as u32, y as u32, z as u32);
                let position = |k: usize| {
                    at(base + UVec3::new(corner(k).0 as u32, corner(k).1 as u32, corner(k).2 as u32))
                };
                let (mut sum, mut count) = (Vec3::ZERO, 0.0);
                for a in 0..8usize {
                    for bit in [1, 2, 4] {
                        let b = a | bit;
                        if b != a && (v[a] < 0.0) != (v[b] < 0.0) {
                            sum += position(a).lerp(position(b), v[a] / (v[a] - v[b]));
                            count += 1.0;
                        }
                    }
                }
                vertex_of.insert((here.z, here.y, here.x), surface.positions.len() as u32);
                surface.positions.push(sum / count);
                for (axis, k) in [(0, 1usize), (1, 2), (2, 4)] {
                    if (v[0] < 0.0) != (v[k] < 0.0) {
                        crossed.push((here, axis, v[0] < 0.0));
                    }
                }
            }
        }
    }
}

/// Alternates slight tangential smoothing with projection onto the field.
fn relax(field: &Field, surface: &mut Surface, cell: f32) {
    let neighbours = surface.neighbours();
    for round in 0..3 {
        let from = surface.positions.clone();
        for (i, near) in neighbours.iter().enumerate() {
            if near.is_empty() {
                continue;
            }
            let mean = near.iter().map(|n| from[*n as usize]).sum::<Vec3>() / near.len() as f32;
            let moved = if round < 2 { from[i].lerp(mean, 0.45) } else { from[i] };
            surface.positions[i] = field.project(moved, cell * 1.2);
        }
    }
    describe(field, surface);
}

/// Normals, openness and labels of vertices on the field, painted where they are.
pub(crate) fn describe(field: &Field, surface: &mut Surface) {
    let by_area = surface.normals_of(&surface.positions);
    surface.normals = surface
        .positions
        .iter()
        .zip(by_area)
        .map(|(p, area)| {
            let n = field.gradient(*p, 0.0012).normalize_or(area);
            if n.dot(area) < 0.3 { area } else { n }
        })
        .collect();
    surface.painted_at = surface.positions.clone();
    surface.labels = vec![0; surface.positions.len()];
    surface.openness = surface
        .positions
        .iter()
        .zip(&surface.normals)
        .map(|(p, n)| {
            let shade: f32 =
                [0.006f32, 0.014, 0.03].iter().map(|h| (h - field.distance(*p + *n * *h)).max(0.0) / h).sum();
            (1.0 - shade * 0.33).clamp(0.0, 1.0)
        })
        .collect();
}
