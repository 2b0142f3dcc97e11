//! Look-at setup derived from the eye joints of a human body.

use super::shapes::{EyeShapes, FULL_ANGLE};
use crate::body::{EyePair, skin_vertices};
use crate::character::{Character, LookAtKind, LookAtSetup, RangeMap};
use crate::face_names::normalized;
use crate::humanoid::HumanBone;
use crate::math::Bounds;
use crate::skeleton::JointId;
use glam::Vec3;

/// Largest angles of eye joints, radians: those of the human limits in
/// [`HumanLimits`](crate::limit::HumanLimits), 40° to the sides, 30° up, 35° down.
const MAX_SIDEWAYS: f32 = 0.698;
const MAX_UP: f32 = 0.524;
const MAX_DOWN: f32 = 0.611;

/// Largest angle of eyes that are no balls, radians: 10°, the one of avatars of VRM's own tools (UniVRM, the
/// default of its look-at). Irises that lie flat before the face leave their sockets beyond it.
const MAX_FLAT: f32 = 0.175;
/// Least depth of an eyeball as a share of its height.
const MIN_DEPTH: f32 = 0.25;

/// Setup of the eye joints of a human body; none without both.
pub(super) fn of_joints(character: &Character) -> Option<LookAtSetup> {
    let (skeleton, body) = (character.skeleton(), character.humanoid()?);
    let head = body.joint(HumanBone::Head)?;
    let pair = EyePair::of(skeleton, body)?;
    let hang = pair.joints.iter().all(|eye| skeleton.is_descendant_of(*eye, head));
    if !hang {
        return None;
    }
    let rest = character.rest_model();
    let position = |joint: JointId| Vec3::from(rest[joint.index()].translation);
    let [left, right] = pair.joints;
    let between = position(left).midpoint(position(right));
    let largest = if is_flat(character, left) { MAX_FLAT } else { f32::INFINITY };
    let up_to = |max: f32| up_to(max.min(largest));
    Some(LookAtSetup {
        head,
        eyes: [Some(left), Some(right)],
        offset_from_head: offset(character, head, between),
        kind: LookAtKind::Bone,
        horizontal_inner: up_to(MAX_SIDEWAYS),
        horizontal_outer: up_to(MAX_SIDEWAYS),
        vertical_down: up_to(MAX_DOWN),
        vertical_up: up_to(MAX_UP),
    })
}

/// Whether what an eye joint turns is flat as seen from the front.
fn is_flat(character: &Character, eye: JointId) -> bool {
    let matrix = character.rest_ahead(eye);
    let vertices =
        skin_vertices(character).map(|vertex| vertex.main_joint()).filter(|(joint, _)| *joint == eye);
    let size = Bounds::from_points(vertices.map(|(_, point)| matrix.transform_point3(point))).size();
    size.z < size.y * MIN_DEPTH
}

/// Setup of eyes that shapes turn, and half of the distance between them, metres.
pub(super) fn of_shapes(character: &Character, shapes: &EyeShapes) -> (LookAtSetup, f32) {
    let body_head = character.humanoid().and_then(|body| body.joint(HumanBone::Head));
    let skeleton = character.skeleton();
    let named = || skeleton.joints().find(|joint| normalized(skeleton.name(*joint)) == "head");
    let head = body_head.or_else(named).unwrap_or(shapes.node);
    let [left, right] = shapes.centers;
    let range = up_to(FULL_ANGLE);
    let look_at = LookAtSetup {
        head,
        eyes: [None; 2],
        offset_from_head: offset(character, head, left.midpoint(right)),
        kind: LookAtKind::Bone,
        horizontal_inner: range,
        horizontal_outer: range,
        vertical_down: range,
        vertical_up: range,
    };
    (look_at, 0.5 * left.distance(right))
}

/// Angles as they are, up to a largest.
fn up_to(max: f32) -> RangeMap {
    RangeMap { input_max: max, output_scale: max }
}

/// Point of the model at rest in the space of the head; the head's joint where that is no number.
fn offset(character: &Character, head: JointId, point: Vec3) -> Vec3 {
    let in_head = character.rest_model()[head.index()].inverse().transform_point3(point);
    if in_head.is_finite() { in_head } else { Vec3::ZERO }
}
