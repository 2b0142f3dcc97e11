//! Inside and outside of a closed surface on the nodes of a grid: winding numbers, from the points where the
//! surface crosses the grid's rows.

use super::grid::Grid;
use glam::{I64Vec2, Vec3, Vec3Swizzles};

/// Units of a cell in which corners are rounded: with whole numbers no crossing of an edge is counted twice
/// or not at all. Corners are at even units, rows at odd ones, and a product of two differences fits 64 bits.
const UNITS: f32 = 2048.0;

/// Corner in units of the grid, as far as its rows run by: along y and z.
fn units(grid: &Grid, corner: Vec3) -> I64Vec2 {
    ((corner - grid.first) / grid.cell * (UNITS / 2.0)).round().yz().as_i64vec2() * 2
}

/// Per node: true inside of triangles that have no border, whose front is outside.
pub(super) fn inside(triangles: &[[Vec3; 3]], grid: &Grid) -> Vec<bool> {
    let [_, row, layer] = grid.strides();
    let width = grid.counts.x as usize;
    // Per node: change of the winding number since the node before it in its row.
    let mut changes = vec![0_i32; grid.node_count()];
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| units(grid, corner));
        let area = (b - a).perp_dot(c - a);
        if area == 0 {
            continue;
        }
        let depths = corners.map(|corner| f64::from((corner.x - grid.first.x) / grid.cell));
        let [low, high] = [a.min(b).min(c), a.max(b).max(c)];
        let rows = |low: i64, high: i64, count: u32| {
            let first = (low - 1).div_euclid(UNITS as i64) + 1;
            first.max(0)..((high - 1).div_euclid(UNITS as i64) + 1).min(i64::from(count))
        };
        for z in rows(low.y, high.y, grid.counts.z) {
            for y in rows(low.x, high.x, grid.counts.y) {
                let at = I64Vec2::new(y, z) * UNITS as i64 + 1;
                let Some(shares) = shares([a, b, c], area.signum(), at) else { continue };
                let depth =
                    shares.iter().zip(depths).map(|(share, depth)| *share as f64 * depth).sum::<f64>()
                        / area.abs() as f64;
                let node = (depth.ceil().max(0.0) as usize).min(width - 1);
                // The front of a surface at which a row enters the inside looks back along the row.
                changes[y as usize * row + z as usize * layer + node] -= area.signum() as i32;
            }
        }
    }
    let mut inside = Vec::with_capacity(changes.len());
    for row in changes.chunks_exact(width) {
        inside.extend(row.iter().scan(0, |winding, change| {
            *winding += change;
            Some(*winding > 0)
        }));
    }
    inside
}

/// Areas opposite of the corners of a triangle at a point inside, twice as large; `None` outside. A point on
/// an edge is inside of one of the two triangles that share the edge, or of both or neither where these lie
/// over one another. `turn` is the sign of the triangle's area.
fn shares([a, b, c]: [I64Vec2; 3], turn: i64, at: I64Vec2) -> Option<[i64; 3]> {
    let share = |from: I64Vec2, to: I64Vec2| {
        let along = (to - from) * turn;
        let share = along.perp_dot(at - from);
        let is_inside = share > 0 || (share == 0 && (along.y > 0 || (along.y == 0 && along.x < 0)));
        is_inside.then_some(share)
    };
    Some([share(b, c)?, share(c, a)?, share(a, b)?])
}
