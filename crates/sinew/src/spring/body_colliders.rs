//! Colliders from the shape of the body, for spring bones whose file brings none.

use super::rig::SpringRig;
use crate::body::skin_vertices;
use crate::character::{Character, Collider, ColliderGroup, ColliderShape, SpringBones};
use crate::skeleton::JointId;
use glam::{Mat3, Vec3};
use std::collections::HashMap;

/// Fewest vertices of a joint with a collider.
const MIN_VERTICES: usize = 12;
/// Smallest radius of a collider, in largest sides of the box around the body.
const MIN_RADIUS: f32 = 0.01;
/// Most colliders of a body, the thickest ones.
const MAX_COLLIDERS: usize = 64;
/// Steps in which the radius of a collider shrinks.
const RADIUS_STEPS: f32 = 8.0;
/// Fewest of these steps that are left of a collider.
const MIN_RADIUS_STEPS: f32 = 2.0;

/// Adds colliders that are measured on the character's body to every chain of `bones`: for each joint that
/// does not swing, nor lies below one that does, a capsule through most of the skin that the joint moves.
/// Fingers and other parts thinner than a hundredth of the body have none. Colliders that bones touch in the
/// rest pose are thinner for their chain, or left out, so that the rest pose stays as it is.
///
/// ```
/// # fn add(character: &sinew::Character) -> sinew::spring::SpringRig {
/// use sinew::spring::{SpringRig, add_body_colliders};
///
/// let mut bones = character.spring_bones().clone();
/// if bones.collider_groups.is_empty() {
///     add_body_colliders(&mut bones, character);
/// }
/// SpringRig::new(character.skeleton(), &bones)
/// # }
/// ```
pub fn add_body_colliders(bones: &mut SpringBones, character: &Character) {
    let rig = SpringRig::new(character.skeleton(), bones);
    let capsules = body_capsules(character, &rig);
    let mut added = HashMap::new();
    for spring in &mut bones.springs {
        let bones_of_spring =
            rig.bones.iter().filter(|bone| spring.joints.iter().any(|settings| settings.joint == bone.joint));
        // Balls that must lie outside.
        let balls: Vec<(Vec3, f32)> = bones_of_spring
            .map(|bone| {
                let rest = &character.rest_model()[bone.joint.index()];
                (rest.transform_point3(bone.tail.into()), bone.hit_radius)
            })
            .collect();
        if balls.is_empty() {
            continue;
        }
        let mut colliders = Vec::new();
        for (n, capsule) in capsules.iter().enumerate() {
            let radii = balls.iter().map(|(at, radius)| capsule.distance(*at) - radius);
            let largest_radius = radii.fold(f32::INFINITY, f32::min);
            let steps = (largest_radius / capsule.radius * RADIUS_STEPS).floor().min(RADIUS_STEPS);
            if steps >= MIN_RADIUS_STEPS {
                colliders.push(*added.entry((n, steps as u32)).or_insert_with(|| {
                    bones.colliders.push(capsule.collider(character, steps / RADIUS_STEPS));
                    bones.colliders.len() - 1
                }));
            }
        }
        spring.collider_groups.push(bones.collider_groups.len());
        bones.collider_groups.push(ColliderGroup { name: format!("body of {}", spring.name), colliders });
    }
}

/// Part of the body in the rest pose.
#[derive(Clone, Copy)]
pub(crate) struct BodyCapsule {
    joint: JointId,
    pub(crate) ends: [Vec3; 2],
    pub(crate) radius: f32,
}

impl BodyCapsule {
    /// The capsule through most of these points, along their longest extent.
    pub(crate) fn through(joint: JointId, points: &[Vec3]) -> Self {
        let middle = points.iter().sum::<Vec3>() / points.len() as f32;
        let axis = longest_axis(points, middle);
        let mut along: Vec<f32> = points.iter().map(|point| (*point - middle).dot(axis)).collect();
        let mut away: Vec<f32> =
            points.iter().map(|point| (*point - middle).reject_from_normalized(axis).length()).collect();
        let radius = quantile(&mut away, 0.5);
        let [low, high] = [0.05, 0.95].map(|share| quantile(&mut along, share));
        // The round ends lie within the part.
        let inset = radius.min(0.5 * (high - low));
        let ends = [low + inset, high - inset].map(|along| middle + axis * along);
        Self { joint, ends, radius }
    }

    /// Distance of a point from the line between the ends.
    fn distance(&self, point: Vec3) -> f32 {
        let [start, end] = self.ends;
        let along = end - start;
        let share = (point - start).dot(along) / along.length_squared().max(f32::MIN_POSITIVE);
        point.distance(start + along * share.clamp(0.0, 1.0))
    }

    fn collider(&self, character: &Character, share: f32) -> Collider {
        let from_model = character.rest_model()[self.joint.index()].inverse();
        let [offset, tail] = self.ends.map(|end| from_model.transform_point3(end));
        let shape = ColliderShape::Capsule { offset, tail, radius: self.radius * share, inside: false };
        Collider { joint: self.joint, shape }
    }
}

/// Capsules of the joints that do not swing, in the skeleton's order.
fn body_capsules(character: &Character, rig: &SpringRig) -> Vec<BodyCapsule> {
    let skeleton = character.skeleton();
    let mut swings = vec![false; skeleton.len()];
    rig.joints().for_each(|joint| swings[joint.index()] = true);
    // Parents come before their children.
    for joint in skeleton.joints() {
        swings[joint.index()] |= skeleton.parent(joint).is_some_and(|parent| swings[parent.index()]);
    }
    let mut points = vec![Vec::new(); skeleton.len()];
    for (joint, point) in skin_vertices(character).map(|vertex| vertex.main_joint()) {
        let at = character.rest_model()[joint.index()].transform_point3(point);
        if at.is_finite() && !swings[joint.index()] {
            points[joint.index()].push(at);
        }
    }
    let [low, high] = points
        .iter()
        .flatten()
        .fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[low, high], at| [low.min(*at), high.max(*at)]);
    let min_radius = (high - low).max_element() * MIN_RADIUS;
    let parts = skeleton.joints().zip(&points).filter(|(_, points)| points.len() >= MIN_VERTICES);
    let capsules = parts.map(|(joint, points)| BodyCapsule::through(joint, points));
    let is_flat = |joint: JointId| {
        let determinant = character.rest_model()[joint.index()].matrix3.determinant();
        determinant == 0.0 || !determinant.is_finite()
    };
    let mut capsules: Vec<_> = capsules
        .filter(|capsule| capsule.radius > 0.0 && capsule.radius >= min_radius && !is_flat(capsule.joint))
        .collect();
    capsules.sort_by(|a, b| b.radius.total_cmp(&a.radius));
    capsules.truncate(MAX_COLLIDERS);
    capsules.sort_by_key(|capsule| capsule.joint);
    capsules
}

/// Unit vector along which points are spread most.
fn longest_axis(points: &[Vec3], middle: Vec3) -> Vec3 {
    let mut spread = Mat3::ZERO;
    for point in points {
        let from_middle = *point - middle;
        spread += Mat3::from_cols(
            from_middle * from_middle.x,
            from_middle * from_middle.y,
            from_middle * from_middle.z,
        );
    }
    let widest = [spread.x_axis, spread.y_axis, spread.z_axis].into_iter();
    let mut axis = widest.max_by(|a, b| a.length().total_cmp(&b.length())).unwrap_or(Vec3::Y);
    for _ in 0..32 {
        axis = (spread * axis.normalize_or(Vec3::Y)).normalize_or(Vec3::Y);
    }
    axis
}

/// Quantile: the number below which a `share` of all lies.
fn quantile(numbers: &mut [f32], share: f32) -> f32 {
    numbers.sort_by(f32::total_cmp);
    numbers[((numbers.len() - 1) as f32 * share) as usize]
}
