//! One simulation step of spring bones: Verlet integration with constraints of length and colliders.

use super::collider::WorldCollider;
use super::rig::{MatrixSource, SpringBone, SpringRig};
use super::state::SpringState;
use crate::math::{Transform, turn};
use crate::pose::LocalPose;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// Length of a step, seconds. VRM's settings are made for it.
pub(super) const STEP: f32 = 1.0 / 60.0;

/// A bone in the present pose of its parent, as if it were at rest.
struct RestBone {
    parent: Affine3A,
    world: Affine3A,
    rest_local: Transform,
    head: Vec3A,
    /// Direction in world space.
    axis: Vec3A,
    length: f32,
}

impl RestBone {
    fn new(bone: &SpringBone, parent: Affine3A, local: &LocalPose) -> Self {
        let rest_local = Transform { rotation: bone.rest, ..*local.get(bone.joint) };
        let world = parent * rest_local.to_affine();
        let tail = world.matrix3 * bone.tail;
        let length = tail.length();
        let axis = if length > 0.0 { tail / length } else { Vec3A::ZERO };
        Self { parent, world, rest_local, head: world.translation, axis, length }
    }

    /// The nearest point at the bone's length from its head.
    fn at_length(&self, tail: Vec3A) -> Vec3A {
        let away = tail - self.head;
        let distance = away.length();
        let direction = if distance > 0.0 { away / distance } else { self.axis };
        self.head + direction * self.length
    }

    /// Rotation that points the bone at `tail`, and the bone's matrix with it.
    fn pointed_at(&self, bone: &SpringBone, tail: Vec3A) -> (Quat, Affine3A) {
        let scale = self.rest_local.scale;
        let unit = |direction: Vec3A| direction * (1.0 / direction.length());
        // A uniform scale lies on either side of a rotation, any other between the rotation and the bone.
        if scale.x == scale.y && scale.y == scale.z {
            let arc = unit_arc(bone.axis, unit(self.world.matrix3.inverse() * (tail - self.head)));
            let matrix3 = self.world.matrix3 * Mat3A::from_quat(arc);
            (turn::renewed(bone.rest * arc), Affine3A { matrix3, translation: self.head })
        } else {
            let axis = (Vec3A::from(scale) * bone.tail).normalize_or(bone.axis);
            let unscaled = self.parent.matrix3 * Mat3A::from_quat(bone.rest);
            let arc = unit_arc(axis, unit(unscaled.inverse() * (tail - self.head)));
            let rotation = turn::renewed(bone.rest * arc);
            (rotation, self.parent * Transform { rotation, ..self.rest_local }.to_affine())
        }
    }
}

/// Shortest rotation from one unit vector to another; none where the other is not finite.
#[inline]
fn unit_arc(from: Vec3A, to: Vec3A) -> Quat {
    // Twice the square of the cosine of half the angle.
    let twice = 1.0 + from.dot(to);
    if twice > 1e-6 {
        let part = 1.0 / (2.0 * twice).sqrt();
        Quat::from_vec4(Vec3::from(from.cross(to) * part).extend(twice * part))
    } else if to.is_finite() {
        Quat::from_vec4(Vec3::from(from.any_orthonormal_vector()).extend(0.0))
    } else {
        Quat::IDENTITY
    }
}

impl SpringState {
    /// Brings centres and colliders up to date with the matrices in `at`; colliders on bones are where the
    /// last step left them.
    pub(super) fn update_centers_and_colliders(&mut self, rig: &SpringRig, scale: f32) {
        self.centers.clear();
        for &source in &rig.centers {
            let matrix = self.matrix(source);
            self.centers.push([matrix, matrix.inverse()]);
        }
        for (n, &source) in rig.bodies.iter().enumerate() {
            self.body_motions[n] = self.matrix(source) * self.bodies[n].inverse();
        }
        self.colliders.clear();
        for (source, shape) in &rig.colliders {
            let collider = WorldCollider::new(shape, &self.matrix(*source), scale);
            self.colliders.push(collider);
        }
    }

    /// Puts every bone to rest.
    pub(super) fn rest(&mut self, rig: &SpringRig, local: &LocalPose, scale: f32) {
        // Colliders on bones need the bones first.
        for (n, bone) in rig.bones.iter().enumerate() {
            let parent = self.matrix(bone.parent);
            self.bones[n] = RestBone::new(bone, parent, local).world;
        }
        self.keep_bodies(rig);
        self.update_centers_and_colliders(rig, scale);
        for (n, bone) in rig.bones.iter().enumerate() {
            let tail = self.bones[n].transform_point3a(bone.tail);
            self.tails[n] = [self.stored(bone, tail); 2];
        }
    }

    /// Moves every bone on by one step, with the anchors at the matrices in `at`. `scale` is the character's.
    /// With `is_shown` the pose is written, as [`SpringState::write`] does it with no part of the next step.
    pub(super) fn step(&mut self, rig: &SpringRig, local: &mut LocalPose, scale: f32, is_shown: bool) {
        for (n, bone) in rig.bones.iter().enumerate() {
            let rest_bone = RestBone::new(bone, self.matrix(bone.parent), local);
            let [current, previous] = self.tails[n];
            let next = self.next(bone, &rest_bone, current, previous, 1.0, scale);
            let stored = self.stored(bone, self.constrained(bone, &rest_bone, next, scale));
            self.tails[n] = [stored, current];
            let (rotation, world) = rest_bone.pointed_at(bone, self.world(bone, stored));
            self.bones[n] = world;
            if is_shown {
                self.show(n, bone, rotation, world, local);
            }
        }
        self.keep_bodies(rig);
    }

    /// Keeps the matrices of bodies in the present step, which the motion up to the next one is measured
    /// from.
    fn keep_bodies(&mut self, rig: &SpringRig) {
        for (n, &source) in rig.bodies.iter().enumerate() {
            self.bodies[n] = self.matrix(source);
        }
    }

    /// Writes the pose at `part` of the way to the next step, 0 to 1, with the anchors at the matrices in
    /// `at`.
    pub(super) fn write(&mut self, rig: &SpringRig, part: f32, local: &mut LocalPose, scale: f32) {
        for (n, bone) in rig.bones.iter().enumerate() {
            let parent = self.at.world_matrix(bone.parent, rig, &self.shown);
            let rest_bone = RestBone::new(bone, parent, local);
            let [current, previous] = self.tails[n];
            let tail = if part > 0.0 {
                let next = self.next(bone, &rest_bone, current, previous, part, scale);
                self.constrained(bone, &rest_bone, next, scale)
            } else {
                self.world(bone, current)
            };
            let (rotation, world) = rest_bone.pointed_at(bone, tail);
            self.show(n, bone, rotation, world, local);
        }
    }

    #[inline]
    fn show(&mut self, n: usize, bone: &SpringBone, rotation: Quat, world: Affine3A, local: &mut LocalPose) {
        self.shown[n] = world;
        if rotation.is_finite() {
            local.get_mut(bone.joint).rotation = rotation;
        }
    }

    /// End of a bone after a part of a step, in world space: it keeps a share of its velocity and is drawn
    /// towards its rest pose and along gravity.
    #[inline]
    fn next(
        &self,
        bone: &SpringBone,
        rest_bone: &RestBone,
        current: Vec3A,
        previous: Vec3A,
        part: f32,
        scale: f32,
    ) -> Vec3A {
        let coasted = match bone.body {
            None => current + (current - previous) * (bone.kept * part),
            // Drag takes from the velocity of the bone on the body, and air from that in the world.
            Some(body) => {
                let taken = self.body_motions[body.number as usize].transform_point3a(current);
                taken + (current + (current - previous) * (body.kept * part) - taken) * bone.kept
            }
        };
        self.world(bone, coasted)
            + (rest_bone.axis * bone.stiffness + bone.gravity * self.gravity) * (STEP * scale * part)
    }

    /// The end of a bone, moved to its length and out of its colliders.
    #[inline]
    fn constrained(&self, bone: &SpringBone, rest_bone: &RestBone, tail: Vec3A, scale: f32) -> Vec3A {
        let mut tail = rest_bone.at_length(tail);
        for &collider in &self.rig.lists[bone.collider_list()] {
            if let Some(push) = self.colliders[collider as usize].push(tail, bone.hit_radius * scale) {
                tail = rest_bone.at_length(tail + push);
            }
        }
        tail
    }

    /// World position of a stored one.
    #[inline]
    pub(super) fn world(&self, bone: &SpringBone, stored: Vec3A) -> Vec3A {
        bone.center.map_or(stored, |center| self.centers[center as usize][0].transform_point3a(stored))
    }

    /// A world position in the space of the bone's centre.
    #[inline]
    fn stored(&self, bone: &SpringBone, world: Vec3A) -> Vec3A {
        bone.center.map_or(world, |center| self.centers[center as usize][1].transform_point3a(world))
    }

    /// Moves the bones along with their parents, from the animated matrices in `before` to those in `at`.
    /// They keep their velocity, or with `stops` lose it.
    pub(super) fn carry(&mut self, rig: &SpringRig, stops: bool) {
        for (n, bone) in rig.bones.iter().enumerate() {
            // What is shown is written anew in each frame; until then it has the way of each bone.
            let motion = match bone.parent {
                MatrixSource::Bone(parent) => self.shown[parent as usize],
                MatrixSource::Link(link) => {
                    let bone = rig.links[link as usize].bone as usize;
                    let [before, at] =
                        [&self.before, &self.at].map(|all| self.bones[bone] * all.links[link as usize]);
                    at * before.inverse() * self.shown[bone]
                }
                parent => {
                    let [before, at] = [&self.before, &self.at].map(|all| all.world_matrix(parent, rig, &[]));
                    at * before.inverse()
                }
            };
            self.shown[n] = motion;
            self.bones[n] = motion * self.bones[n];
            let stored_motion = match bone.center {
                None => motion,
                Some(center) => {
                    let center = rig.centers[center as usize];
                    let [before, at] = [&self.before, &self.at].map(|all| all.world_matrix(center, rig, &[]));
                    at.inverse() * motion * before
                }
            };
            let tails = &mut self.tails[n];
            *tails = tails.map(|tail| stored_motion.transform_point3a(tail));
            if stops {
                tails[1] = tails[0];
            }
        }
        for (matrix, source) in self.bodies.iter_mut().zip(&rig.bodies) {
            let [before, at] = [&self.before, &self.at].map(|all| all.world_matrix(*source, rig, &[]));
            *matrix = at * before.inverse() * *matrix;
        }
    }
}
