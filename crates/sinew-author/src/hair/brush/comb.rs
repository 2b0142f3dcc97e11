//! Combing of guides: points follow the brush, lengths are restored by relaxation (T. Jakobsen, *Advanced
//! Character Physics*, 2001), then exactly from the root on.

use super::HairBrush;
use glam::{Quat, Vec3};
use sinew::hair::{ControlHair, GroomError, GroomLayer, GuidePose, HairCollider, HairRoot};

/// Rounds in which the lengths are relaxed before they are made exact.
const ROUNDS: usize = 12;
/// Most times that a point is pushed out of the body and back to its distance from the one before.
const PUSHES: usize = 8;
/// Directions that are tried then, from that of the hair to the one away from the body.
const TURNS: usize = 8;

/// Combs the guides of a layer under a brush, which is dragged to the direction `to` from its eye. Returns
/// the number of guides that have changed.
///
/// `pose` has the guides as they are seen, and `body` the colliders in the reference pose
/// ([`HairBody::colliders`](sinew::hair::HairBody::colliders)), which guides stay `distance` metres away from
/// where they were outside. Roots stay, and so do the lengths between points. Strands stay where they are
/// beside their guides.
///
/// ```
/// use sinew::character::MeshInstanceId;
/// use sinew::glam::Vec3;
/// use sinew::hair::{GroomLayer, GuidePose};
/// use sinew::surface::SurfacePoint;
/// use sinew_author::hair::{CurveStrands, HairBrush, HairCurves, comb, strands_from_curves};
///
/// let points: Vec<Vec3> = (0..8).map(|n| Vec3::Y * (1.0 - n as f32 * 0.02)).collect();
/// let curves = HairCurves::new(points, &[8])?;
/// let (guides, strands) = strands_from_curves(&curves, &CurveStrands::default())?;
/// let root = SurfacePoint { instance: MeshInstanceId(0), primitive: 0, triangle: 0, barycentric: Vec3::X };
/// let mut layer = GroomLayer::new("fringe", guides, vec![root], strands)?;
/// let pose = GuidePose::at_rest(&layer.guides);
/// // Seen from the front, the brush drags the tip to the right.
/// let (eye, tip) = (Vec3::new(0.0, 1.0, 2.0), Vec3::new(0.0, 0.86, 0.0));
/// let brush = HairBrush::new(eye, tip - eye, 0.03);
/// assert_eq!(comb(&mut layer, &pose, &brush, tip + Vec3::X * 0.02 - eye, &[], 0.002)?, 1);
/// let combed = layer.guides[0].points().last().unwrap();
/// assert!(combed.x > 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When points come to lie on each other, or are not finite. Nothing changes then.
///
/// # Panics
/// When the pose is not one of the layer's guides.
pub fn comb(
    layer: &mut GroomLayer,
    pose: &GuidePose,
    brush: &HairBrush,
    to: Vec3,
    body: &[HairCollider],
    distance: f32,
) -> Result<usize, GroomError> {
    let mut turned = GuidePose::at_rest(&layer.guides);
    let mut combed = Vec::new();
    for (number, guide) in layer.guides.iter().enumerate() {
        let (rest, seen) = (guide.points(), pose.guide(number));
        let mut points = rest.to_vec();
        let mut is_touched = false;
        // The root stays.
        for (point, seen) in points.iter_mut().zip(seen).skip(1) {
            let movement = brush.drag(seen.position(), to) * brush.strength(seen.position());
            if movement != Vec3::ZERO {
                is_touched = true;
                // The movement as it is in the groom, whatever the hair is bent to.
                *point += Quat::from_array(seen.rotation).inverse() * movement;
            }
        }
        if !is_touched {
            continue;
        }
        relax(&mut points, rest);
        lay(&mut points, rest, body, distance);
        turned.set(number, rest, &HairRoot::REST, &points);
        combed.push((number, ControlHair::new(points)?));
    }
    if combed.is_empty() {
        return Ok(0);
    }
    let count = combed.len();
    layer.strands = layer.strands.groomed(&turned).with_rest(&turned);
    combed.into_iter().for_each(|(number, guide)| layer.guides[number] = guide);
    Ok(count)
}

/// Brings neighbouring points towards their distances at rest, so that a pull at the tip moves the whole
/// hair.
fn relax(points: &mut [Vec3], rest: &[Vec3]) {
    for _ in 0..ROUNDS {
        for n in (1..points.len()).rev() {
            let arm = points[n] - points[n - 1];
            let length = arm.length();
            if length == 0.0 {
                continue;
            }
            let pull = arm * (1.0 - rest[n].distance(rest[n - 1]) / length);
            if n == 1 {
                points[1] -= pull;
            } else {
                points[n] -= pull * 0.5;
                points[n - 1] += pull * 0.5;
            }
        }
    }
}

/// Puts every point at its distance from the one before, outside of the colliders that it was outside of.
fn lay(points: &mut [Vec3], rest: &[Vec3], body: &[HairCollider], distance: f32) {
    for n in 1..points.len() {
        let (from, edge) = (points[n - 1], rest[n] - rest[n - 1]);
        let length = edge.length();
        let at = |direction: Vec3| from + direction.try_normalize().unwrap_or(edge / length) * length;
        let colliders = || body.iter().filter(|collider| collider.push(rest[n], distance).is_none());
        let stuck = |position: Vec3| colliders().find(|collider| collider.push(position, distance).is_some());
        let mut position = at(points[n] - from);
        for _ in 0..PUSHES {
            let Some(out) = stuck(position).and_then(|collider| collider.push(position, distance)) else {
                break;
            };
            position = at(out - from);
        }
        if let Some(collider) = stuck(position)
            && let Some(out) = collider.push(from, distance + length)
        {
            // From a position outside of a round shape, the direction away from it leads nowhere into it.
            let (now, away) = ((position - from) / length, (out - from).normalize_or_zero());
            let turned = (1..=TURNS).map(|turn| at(now.lerp(away, turn as f32 / TURNS as f32)));
            position = turned.clone().find(|position| stuck(*position).is_none()).unwrap_or(at(away));
        }
        points[n] = position;
    }
}
