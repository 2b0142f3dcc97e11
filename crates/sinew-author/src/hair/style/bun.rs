//! Buns and knots: hair beyond a tie that is wound up and pinned to the head.

use super::disc::disc;
use super::grow::resampled;
use super::haircut::Haircut;
use super::tie::Tie;
use crate::hair::{GroomMakingError, Tail, TailStyle};
use glam::{Quat, Vec2, Vec3, Vec3A};
use sinew::hair::{ControlHair, GroomLayer, GuidePose, HairCurve, Strand, Strands};
use sinew::internal::{Random, arc, blend_guides, from_axis_angle, ops};
use sinew::math::smoothstep;
use std::f32::consts::TAU;

/// Steps along the rope of hair that is wound up.
const STEPS: usize = 128;
/// Radius of the rope of a bun and of a knot, in radii of the whole.
const ROPE: (f32, f32) = (0.46, 0.42);
/// Turns of the rope of a bun around the tie, from the outside up to the top.
const TURNS: f32 = 2.2;
/// Turns of the strands around the middle of the rope.
const TWIST: f32 = 2.0;
/// Share of the rope in which it leaves the tie.
const START: f32 = 0.1;
/// Share of the knot's curve that is shown: its end is tucked in.
const SHOWN: f32 = 0.93;
/// Least number of points of a strand: fewer would cut the corners of the turns.
const LEAST_POINTS: usize = 56;
/// Share of the strands of a layer that are wound up.
const SHARE: f32 = 0.6;

/// Layer of hair that is wound up beyond a tie. It moves with the head alone.
pub(super) fn bun(
    haircut: &Haircut<'_>,
    tie: &Tie,
    tail: &Tail,
    tint: [u8; 3],
) -> Result<GroomLayer, GroomMakingError> {
    let Haircut { head, layer, .. } = *haircut;
    let (radius, height) = (tail.radius * head.scale, tail.length * head.scale);
    let turn = Quat::from_rotation_arc(Vec3::Z, tie.out);
    let shape = match tail.style {
        TailStyle::Knot => knot,
        _ => coil,
    };
    let path: Vec<Vec3> =
        (0..=STEPS).map(|n| tie.position + turn * shape(n as f32 / STEPS as f32, radius, height)).collect();
    let frames = frames(&path);
    let rope = radius * if tail.style == TailStyle::Knot { ROPE.1 } else { ROPE.0 };
    let place = |disc_point: Vec2, share: f32| {
        let at = share * STEPS as f32;
        let low = (at as usize).min(STEPS - 1);
        let part = at - low as f32;
        let (aside, along) = frames[low];
        let (next_aside, next_along) = frames[low + 1];
        let aside = aside.lerp(next_aside, part).normalize_or(aside);
        let along = along.lerp(next_along, part).normalize_or(along);
        let turned = from_axis_angle(along, share * TWIST * TAU) * aside;
        // Narrow at the tie and where the end is tucked in.
        let width = 0.35 + 0.65 * smoothstep(share / START) - 0.5 * smoothstep((share - 0.85) / 0.15);
        let offset = turned * disc_point.x + along.cross(turned) * disc_point.y;
        path[low].lerp(path[low + 1], part) + offset * (rope * width)
    };
    let guides: Vec<ControlHair> = (0..3)
        .map(|n| {
            let points: Vec<Vec3> =
                (0..=STEPS).map(|step| place(disc(n, 3) * 0.2, step as f32 / STEPS as f32)).collect();
            resampled(&points, layer.points.max(LEAST_POINTS))
        })
        .collect::<Result<_, _>>()?;
    let mut random = Random::named(layer.seed, "tail");
    let count = ((layer.strands as f32 * SHARE) as usize).max(1);
    let strands: Vec<Strand> =
        (0..count).map(|_| haircut.strand([0, 1, 2, 0], [0.34, 0.33, 0.33, 0.0], &mut random)).collect();
    let (points, curve) = (layer.strand_points.max(LEAST_POINTS), HairCurve::default());
    let pose = GuidePose::at_rest(&guides);
    let stray = layer.frizz * head.scale;
    let mut offsets = Vec::with_capacity(count * points);
    for (number, strand) in strands.iter().enumerate() {
        let disc_point = disc(number, count);
        let bend = [0; 3].map(|_| random.unit() * 2.0 - 1.0);
        for n in 0..points {
            let share = strand.length * n as f32 / (points - 1) as f32;
            let strays = Vec3::from(bend) * (stray * smoothstep(share * 4.0));
            offsets.push(place(disc_point, share) + strays - blend_guides(strand, share, curve, &pose));
        }
    }
    let strands = Strands::new(strands, offsets, points, curve, guides.len())?;
    haircut.beyond_tie(tie, guides, strands, tint)
}

/// Point of a spiral from the outside to the top, `share` of the way; +Z is away from the head.
fn coil(share: f32, radius: f32, height: f32) -> Vec3 {
    let rope = radius * ROPE.0;
    let out = (radius - rope) * ops::powf(1.0 - share, 0.7) * smoothstep(share / START);
    let (sin, cos) = ops::sin_cos(share * TURNS * TAU);
    let up = rope * 0.6 + (height - rope * 1.6).max(0.0) * smoothstep((share - START) / (1.0 - START));
    Vec3::new(cos * out, sin * out, up * smoothstep(share / START * 2.0))
}

/// Point of a trefoil knot, `share` of the way; +Z is away from the head.
fn knot(share: f32, radius: f32, height: f32) -> Vec3 {
    let rope = radius * ROPE.1;
    let angle = share * SHOWN * TAU;
    let [(sin, cos), (sin2, cos2), (sin3, _)] = [1.0, 2.0, 3.0].map(|n| ops::sin_cos(n * angle));
    let flat = Vec2::new(sin + 2.0 * sin2, cos - 2.0 * cos2) / 3.0 * (radius - rope);
    let up = height * 0.5 - sin3 * rope * 0.8;
    (flat.extend(up)) * smoothstep(share / START * 2.0)
}

/// Directions aside and along at each point of a path, turned along it without twist.
fn frames(path: &[Vec3]) -> Vec<(Vec3, Vec3)> {
    let last = path.len() - 1;
    let tangent = |n: usize| (path[(n + 1).min(last)] - path[n.saturating_sub(1)]).normalize_or(Vec3::Z);
    let mut along = tangent(0);
    let mut aside = along.any_orthonormal_vector();
    (0..path.len())
        .map(|n| {
            let next = tangent(n);
            if let Some(turn) = arc(Vec3A::from(along), Vec3A::from(next)) {
                aside = turn * aside;
            }
            along = next;
            (aside, along)
        })
        .collect()
}
