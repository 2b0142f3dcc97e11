//! Crease between the lips, followed to the corners of the mouth.

use super::depth_map::{DepthMap, SIZE};
use glam::Vec3;

/// Farthest corner of the mouth from the middle, in widths of the head.
const MAX_MOUTH_HALF: f32 = 0.25;
/// Height of the skin beside the crease that counts, in widths of the head.
const LIP: f32 = 0.035;
/// Share of the crease's median depth at which the mouth ends.
const END: f32 = 0.15;
/// Columns without a crease after which the mouth has ended.
const MAX_GAP: usize = 3;

/// Place of the crease in a column of the depth map.
#[derive(Clone, Copy)]
struct Crease {
    row: usize,
    /// Depth of the crease below the lower of its two sides, metres.
    depth: f32,
    point: Vec3,
}

/// Right and left corner of a mouth from its middle; `None` without a crease there. Creases of less than
/// `min_depth` are roughness.
pub(super) fn mouth_corners(map: &DepthMap, middle: Vec3, width: f32, min_depth: f32) -> Option<[Vec3; 2]> {
    let (column, row) = map.pixel_at(middle.truncate())?;
    let reach = (MAX_MOUTH_HALF * width / map.pixel) as usize;
    let lip = (LIP * width / map.pixel).max(3.0) as usize;
    let follow = |columns: &mut dyn Iterator<Item = usize>| {
        let (mut at, mut gap, mut found) = (row, 0, Vec::new());
        for column in columns.take(reach) {
            let near = (at.saturating_sub(1)..=at + 1).filter_map(|row| crease_at(map, column, row, lip));
            match near.max_by(|a, b| a.depth.total_cmp(&b.depth)).filter(|crease| crease.depth > min_depth) {
                Some(crease) => {
                    (at, gap) = (crease.row, 0);
                    found.push(crease);
                }
                None => gap += 1,
            }
            if gap > MAX_GAP {
                break;
            }
        }
        found
    };
    let sides = [follow(&mut (0..=column).rev()), follow(&mut (column..SIZE))];
    let mut depths: Vec<f32> = sides.iter().flatten().map(|crease| crease.depth).collect();
    depths.sort_unstable_by(f32::total_cmp);
    let median = *depths.get(depths.len() / 2)?;
    let corner =
        |side: &[Crease]| side.iter().rev().find(|crease| crease.depth > END * median).map(|c| c.point);
    Some([corner(&sides[0])?, corner(&sides[1])?])
}

/// Crease at a pixel; its depth is 0 where there is none.
fn crease_at(map: &DepthMap, column: usize, row: usize, lip: usize) -> Option<Crease> {
    let depth = map.smooth_at(column, row)?;
    let rise = |rows: &mut dyn Iterator<Item = usize>| {
        rows.filter_map(|row| map.smooth_at(column, row)).fold(depth, f32::max) - depth
    };
    let sides = [rise(&mut (row..row + lip)), rise(&mut (row.saturating_sub(lip)..row))];
    Some(Crease { row, depth: sides[0].min(sides[1]), point: map.position(column, row).extend(depth) })
}
