//! Soles measured on the character's skin.

use crate::body::{SkinPoint, Sole, TPose, skin_vertices};
use crate::character::Character;
use crate::humanoid::HumanBone::{self, *};
use crate::math::ops;
use crate::math::{Transform, last_largest};
use crate::skeleton::JointId;
use glam::{Quat, Vec3};

impl TPose {
    /// The T-pose with the soles of the character's skin: the lowest vertices of feet and toes in the
    /// reference pose. `character` must have the skeleton of this T-pose. Feet without vertices keep their
    /// soles: on the ground at height 0 if the body stands little above it, else at a default distance below
    /// the ankles, or at their lowest joints.
    #[must_use]
    pub fn with_skin(mut self, character: &Character) -> Self {
        let feet = [(LeftLowerLeg, LeftFoot), (RightLowerLeg, RightFoot)];
        let measured = feet.map(|(shin, foot)| {
            self.measured_sole(character, foot, foot).or_else(|| self.measured_sole(character, shin, foot))
        });
        let any = measured.iter().flatten().next().map(|sole| sole.ankle_height);
        for (stored, measured) in self.soles.iter_mut().zip(measured) {
            match (measured, any) {
                (Some(sole), _) => *stored = sole,
                // The sole of the other foot.
                (None, Some(height)) => stored.ankle_height = height,
                (None, None) => {}
            }
        }
        self
    }

    /// The T-pose with both ankles `height` metres above the ground, without skin points. Negative heights
    /// and heights that are not finite change nothing.
    #[must_use]
    pub fn with_ankle_height(mut self, height: f32) -> Self {
        if height.is_finite() && height >= 0.0 {
            self.soles = [height; 2].map(|ankle_height| Sole { ankle_height, points: Vec::new() });
        }
        self
    }

    /// Height of the ankles above the ground while the body stands, metres; of the higher one.
    #[must_use]
    pub fn ankle_height(&self) -> f32 {
        self.soles[0].ankle_height.max(self.soles[1].ankle_height)
    }

    /// Height of the ground under the reference pose, metres in model space;
    /// `None` for a body that does not stand in it.
    #[must_use]
    pub fn ground_height(&self) -> Option<f32> {
        let feet = [LeftFoot, RightFoot].into_iter().zip(&self.soles);
        let grounds = feet.filter_map(|(foot, sole)| Some(self.position(foot)?.y - sole.ankle_height));
        grounds.reduce(f32::min).filter(|_| self.stands)
    }

    /// Sole of `foot` from the vertices that `from` and its descendants move by half or more.
    fn measured_sole(&self, character: &Character, from: HumanBone, foot: HumanBone) -> Option<Sole> {
        let (from, joint) = (self.joint(from)?, self.joint(foot)?);
        let posed = character.reference_model();
        let turn = self.rotation(foot) * Transform::from_affine(posed.get(joint.index())?).rotation.inverse();
        let ankle = Vec3::from(posed[joint.index()].translation);
        let depth = |p: &Vec3| (turn * (ankle - *p)).y;
        let mut vertices = vertices(character, from);
        // Vertices of a shin above the ankle are not part of the sole.
        vertices.retain(|(_, position)| from == joint || depth(position) > 0.0);
        let height = vertices.iter().map(|(_, position)| depth(position)).reduce(f32::max)?;
        // A foot that extends further is not a foot.
        (height > 0.0 && height < 0.5 * self.leg_length())
            .then(|| Sole { ankle_height: height, points: outline(vertices, character.forward_rotation()) })
    }
}

/// Vertices that `from` and its descendants move by half or more,
/// each with its position in the reference pose.
fn vertices(character: &Character, from: JointId) -> Vec<(SkinPoint, Vec3)> {
    let skeleton = character.skeleton();
    let mut belongs = vec![false; skeleton.len()];
    for joint in skeleton.joints() {
        belongs[joint.index()] = joint == from || skeleton.parent(joint).is_some_and(|p| belongs[p.index()]);
    }
    let moved = skin_vertices(character).filter_map(|vertex| {
        let point = SkinPoint::of_vertex(&vertex);
        let weights =
            point.influences().filter(|(joint, ..)| belongs[joint.index()]).map(|(_, weight, _)| weight);
        (weights.sum::<f32>() >= 0.5).then(|| {
            let posed = point.at(character.reference_model());
            (point, posed)
        })
    });
    moved.filter(|(_, posed)| posed.is_finite()).collect()
}

/// Outline of a foot: for each joint, its vertices that are farthest in any of 128 directions, relative to
/// the one in which the character faces.
fn outline(vertices: Vec<(SkinPoint, Vec3)>, forward: Quat) -> Vec<SkinPoint> {
    const DIRECTIONS: usize = 128;
    let mut groups: Vec<JointId> = vertices.iter().map(|(point, _)| point.heaviest().0).collect();
    groups.sort();
    groups.dedup();
    let mut kept = vec![false; vertices.len()];
    let size = vertices.iter().map(|(_, position)| position.distance(vertices[0].1)).fold(0.0, f32::max);
    let tolerance = 2e-5 * size;
    // Evenly spaced over the sphere on a spiral.
    let directions = (0..DIRECTIONS).map(|k| {
        let y = 1.0 - (2 * k + 1) as f32 / DIRECTIONS as f32;
        let (sin, cos) = ops::sin_cos(k as f32 * 2.399_963_2);
        forward * (Vec3::new(cos, 0.0, sin) * (1.0 - y * y).sqrt() + Vec3::Y * y)
    });
    for group in groups {
        let members: Vec<usize> =
            (0..vertices.len()).filter(|&n| vertices[n].0.heaviest().0 == group).collect();
        for direction in directions.clone() {
            let along = |n: usize| vertices[n].1.dot(direction);
            if let Some(farthest) = last_largest(members.iter().copied(), along, tolerance) {
                kept[farthest] = true;
            }
        }
        // The lowest vertex, for flat soles.
        let depth = |n: usize| -vertices[n].1.y;
        if let Some(lowest) = last_largest(members.iter().rev().copied(), depth, tolerance) {
            kept[lowest] = true;
        }
    }
    vertices.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|((point, _), _)| point).collect()
}
