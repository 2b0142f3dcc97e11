//! Overlay of a joint's limit: the directions that the bone may have.

use sinew::Actor;
use sinew::glam::{Quat, Vec3, Vec4};
use sinew::limit::{Limit, Swing};
use sinew::ragdoll::RagdollPart;
use sinew_render::overlay::Line;
use std::f32::consts::TAU;

/// Colours of a limit and of the present direction of the bone, linear.
const COLOR: Vec4 = Vec4::new(0.95, 0.75, 0.05, 0.8);
const BONE_COLOR: Vec4 = Vec4::new(1.0, 0.9, 0.5, 0.9);

/// Length of the lines, relative to the size of the body.
const LENGTH: f32 = 0.06;

/// Number of directions of a border, and how many of them have a line from the joint.
const DIRECTIONS: usize = 24;
const SPOKES: usize = 8;

/// A swing that is beyond every border, radians.
const FAR: f32 = 3.0;

/// Appends the limit of a part's joint: a cone or arc of the directions that its bone may have, and the
/// present one. Limits of the twist, and those that allow any direction or one alone, have no lines.
pub(super) fn limit_lines(actor: &Actor, part: &RagdollPart, lines: &mut Vec<Line>) {
    let border = border(&part.limit);
    let (Some(ragdoll), false) = (actor.ragdoll(), border.is_empty()) else { return };
    let frame = actor.frame();
    let joint = part.joint;
    let world = frame.world_from_model();
    let origin = world.transform_point3a(frame.model()[joint.index()].translation).into();
    let above =
        actor.character().skeleton().parent(joint).map(|parent| frame.model()[parent.index()].matrix3);
    let length = ragdoll.ragdoll().size() * LENGTH;
    let tip = |direction: Vec3| {
        let direction = above.map_or(direction, |above| above * direction);
        origin + (world.matrix3 * direction).normalize_or_zero() * length
    };
    let points: Vec<Vec3> = border.into_iter().map(tip).collect();
    lines.extend(points.windows(2).map(|ends| Line::new(ends[0], ends[1], COLOR)));
    let spokes = points.iter().step_by(DIRECTIONS / SPOKES);
    lines.extend(spokes.map(|point| Line::new(origin, *point, COLOR)));
    let turn = frame.local()[joint.index()].rotation * part.reference.inverse();
    lines.push(Line::new(origin, tip(turn * part.limit.bone()), BONE_COLOR).with_width(2.0));
}

/// Directions of the bone along the border of a limit, in the space of the joint's parent: around a cone, or
/// along the arc of a hinge.
fn border(limit: &Limit) -> Vec<Vec3> {
    let bone = limit.bone();
    let share = |n: usize| n as f32 / DIRECTIONS as f32;
    match limit.swing() {
        Swing::Hinge { axis, range } => {
            let angle = |n| range.min() + (range.max() - range.min()) * share(n);
            (0..=DIRECTIONS).map(|n| Quat::from_axis_angle(*axis, angle(n)) * bone).collect()
        }
        Swing::Ellipse(_) | Swing::Polygon(_) => {
            let (x, y) = bone.any_orthonormal_pair();
            let swing = |n| {
                let (sine, cosine) = (TAU * share(n)).sin_cos();
                Quat::from_axis_angle(x * cosine + y * sine, FAR)
            };
            // The clamped bone points to the border on its way to the far direction.
            (0..=DIRECTIONS).map(|n| limit.clamp(swing(n)) * bone).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::limit::{AngleRange, SwingEllipse};

    #[test]
    fn a_cone_is_as_wide_as_its_limit() {
        let swing = AngleRange::symmetric(0.5);
        let round = Swing::Ellipse(SwingEllipse::new(Vec3::Z, Vec3::X, swing, swing));
        let cone = border(&Limit::ball(Vec3::Z, round, Some(AngleRange::symmetric(0.2))));
        assert!(cone.iter().all(|direction| (direction.angle_between(Vec3::Z) - 0.5).abs() < 1e-3));
        let arc = border(&Limit::ball(
            Vec3::Z,
            Swing::Hinge { axis: Vec3::X, range: AngleRange::new(0.0, 1.0) },
            None,
        ));
        assert!((arc[0].angle_between(arc[DIRECTIONS]) - 1.0).abs() < 1e-5);
        assert!(border(&Limit::free()).is_empty());
    }
}
