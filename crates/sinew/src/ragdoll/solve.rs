//! The ragdoll stage of a frame.

use super::assemble::part_rotation;
use super::overlap::overlapping_pairs;
use super::physics::{BodyMotion, JointDrive, JointFrame, NewBody, NewJoint, Physics};
use super::state::{Phase, RagdollState};
use super::{Ragdoll, RagdollPart};
use crate::math::Transform;
use crate::math::turn::rotation_of;
use crate::math::{axis_angle, ops};
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

/// Input of [`solve_ragdoll`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RagdollInput<'a> {
    /// Skeleton of the character.
    pub skeleton: &'a Skeleton,
    /// Time step, seconds.
    pub dt: f32,
    /// Where the character stands.
    pub world_from_model: Affine3A,
    /// Whether the character was teleported: the velocity of the animation is not taken over.
    pub teleported: bool,
    /// Whether the pose was cut, such as by a seek or a clip without a fade: it has no velocity in this frame.
    pub pose_jumped: bool,
}

impl<'a> RagdollInput<'a> {
    /// Input of a frame of `dt` seconds.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton, dt: f32, world_from_model: Affine3A) -> Self {
        Self { skeleton, dt, world_from_model, teleported: false, pose_jumped: false }
    }
}

/// Friction of all parts, and their share of velocity lost per second: linear, angular.
const FRICTION: f32 = 0.35;
const DAMPING: [f32; 2] = [0.05, 0.5];

/// Stiffness and damping of muscles of full strength for a human body, N m and N m s.
const MUSCLE: (f32, f32) = (1500.0, 60.0);

/// Damping of limp joints, N m s for a human body.
const LIMP_DAMPING: f32 = 1.0;

/// Mass and size of the human body for which these are.
const HUMAN: (f32, f32) = (68.0, 1.7);

/// Moves a ragdoll on by one frame: sends drives to the physics, lets it step, and writes the rotations of the parts and the position of the
/// root into the pose, which holds the animated pose before. Bones keep their lengths.
///
/// Without physics an active ragdoll keeps the pose that physics last produced.
pub fn solve_ragdoll(
    state: &mut RagdollState,
    input: &RagdollInput<'_>,
    physics: Option<&mut dyn Physics>,
    local: &mut LocalPose,
    model: &mut ModelPose,
) {
    if let Some(physics) = physics {
        match state.phase {
            // The engine moves on to the time of the animated pose, in which the bodies then begin.
            Phase::Starting => {
                physics.step(input.dt);
                state.add_bodies(input, physics, local, model);
                state.apply_pushes(physics);
            }
            Phase::Stopping => {
                state.remove_bodies(physics);
                state.pushes.clear();
                physics.step(input.dt);
            }
            Phase::Active => {
                if input.teleported {
                    state.follow_teleport(input, physics, model);
                }
                state.drive(input, physics, model);
                state.apply_pushes(physics);
                physics.step(input.dt);
                state.read(input.dt, physics);
            }
            Phase::Animated => {
                state.pushes.clear();
                physics.step(input.dt);
            }
        }
    }
    if state.phase == Phase::Active {
        state.write(input, local, model);
    } else {
        state.note_animation(input, model);
    }
}

impl RagdollState {
    /// Places of the parts in the animated pose.
    fn note_animation(&mut self, input: &RagdollInput<'_>, model: &ModelPose) {
        for (part, state) in self.ragdoll.parts.iter().zip(&mut self.parts) {
            state.animated = Some(place(part, input, model));
        }
    }

    fn add_bodies(
        &mut self,
        input: &RagdollInput<'_>,
        physics: &mut dyn Physics,
        local: &LocalPose,
        model: &ModelPose,
    ) {
        let determinant = input.world_from_model.matrix3.determinant();
        self.scale = ops::cbrt(determinant.abs()).max(1e-6);
        for (joint, held) in &mut self.between {
            *held = *local.get(*joint);
        }
        let ragdoll = self.ragdoll.clone();
        for (part, state) in ragdoll.parts.iter().zip(&mut self.parts) {
            let (position, rotation) = place(part, input, model);
            let before = state.animated.filter(|_| !input.teleported && !input.pose_jumped && input.dt > 0.0);
            let center = rotation * part.mass.center * self.scale;
            let (linear_velocity, angular_velocity) =
                before.map_or((Vec3::ZERO, Vec3::ZERO), |(at, turn)| {
                    let last = at + turn * part.mass.center * self.scale;
                    let turned = rotation * turn.inverse();
                    let turned = if turned.w < 0.0 { -turned } else { turned };
                    ((position + center - last) / input.dt, axis_angle::to_scaled_axis(turned) / input.dt)
                });
            state.motion = BodyMotion { position, rotation, linear_velocity, angular_velocity };
            let mut mass = part.simulated_mass;
            let volume = self.scale.powi(3);
            mass.mass *= volume;
            mass.center *= self.scale;
            mass.inertia *= volume * self.scale * self.scale;
            let shapes: Vec<_> = part.shapes.iter().map(|shape| shape.scaled(self.scale)).collect();
            let motion = state.motion;
            state.body = Some(physics.add_body(&NewBody {
                motion,
                shapes: &shapes,
                mass,
                friction: FRICTION,
                restitution: 0.0,
                damping: DAMPING,
            }));
            state.animated = Some((position, rotation));
        }
        for n in 0..ragdoll.parts.len() {
            let part = &ragdoll.parts[n];
            let Some(parent) = part.parent else { continue };
            let (frame, target) = self.joint_frame(&ragdoll, n, input, model);
            let (Some(body), Some(own)) = (self.parts[parent].body, self.parts[n].body) else { continue };
            let child_frame =
                JointFrame { anchor: Vec3::ZERO, rotation: part.rotation * part.reference.inverse() };
            let joint = NewJoint { parent: (body, frame), child: (own, child_frame), limit: &part.limit };
            let state = &mut self.parts[n];
            state.joint = Some(physics.add_joint(&joint));
            (state.frame, state.target) = (frame, target);
        }
        // Arms that hang within the hull of the hips would be thrown out of it at once.
        let places: Vec<_> =
            self.parts.iter().map(|part| (part.motion.position, part.motion.rotation)).collect();
        let mut ignored = overlapping_pairs(&ragdoll.parts, &places, self.scale, 0.0);
        ignored.extend(&ragdoll.ignored);
        ignored.sort_unstable();
        ignored.dedup();
        for (a, b) in ignored {
            if let (Some(a), Some(b)) = (self.parts[a].body, self.parts[b].body) {
                physics.ignore_collisions(a, b);
            }
        }
        self.phase = Phase::Active;
        self.drive(input, physics, model);
    }

    /// Moves the bodies of a ragdoll that hangs on an animated root along with it. A body that falls as a whole stays where it is.
    fn follow_teleport(&mut self, input: &RagdollInput<'_>, physics: &mut dyn Physics, model: &ModelPose) {
        let Some((from, turn)) = self.parts[0].animated.filter(|_| !self.parts[0].falls) else { return };
        let (to, rotation) = place(&self.ragdoll.parts[0], input, model);
        let turn = (rotation * turn.inverse()).normalize();
        for part in &mut self.parts {
            let motion = &mut part.motion;
            motion.position = to + turn * (motion.position - from);
            motion.rotation = turn * motion.rotation;
            motion.linear_velocity = turn * motion.linear_velocity;
            motion.angular_velocity = turn * motion.angular_velocity;
            if let Some(body) = part.body {
                physics.set_body(body, motion);
            }
        }
    }

    fn remove_bodies(&mut self, physics: &mut dyn Physics) {
        for part in &mut self.parts {
            if let Some(body) = part.body.take() {
                physics.remove_body(body);
            }
            (part.joint, part.is_moved) = (None, false);
        }
        self.phase = Phase::Animated;
    }

    /// Frame of a part's joint on its parent and rotation of the joint, in the pose.
    fn joint_frame(
        &self,
        ragdoll: &Ragdoll,
        n: usize,
        input: &RagdollInput<'_>,
        model: &ModelPose,
    ) -> (JointFrame, Quat) {
        let part = &ragdoll.parts[n];
        let parent = part.parent.map(|parent| place(&ragdoll.parts[parent], input, model));
        let (position, rotation) = parent.unwrap_or((Vec3::ZERO, Quat::IDENTITY));
        let own = input.world_from_model * *model.get(part.joint);
        let above = input.skeleton.parent(part.joint).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        let above = rotation_of(&(input.world_from_model * above));
        let back = rotation.inverse();
        let frame = JointFrame {
            anchor: back * (Vec3::from(own.translation) - position),
            rotation: (back * above).normalize(),
        };
        let turn = part_rotation(part, &own) * part.rotation;
        (frame, (above.inverse() * turn * part.reference.inverse()).normalize())
    }

    /// Sends the animated pose to the physics: to parts that are animated as their place, to the others as target of their muscles.
    fn drive(&mut self, input: &RagdollInput<'_>, physics: &mut dyn Physics, model: &ModelPose) {
        let ragdoll = self.ragdoll.clone();
        let size = self.scale.powi(5) * muscle_scale(&ragdoll);
        for n in 0..ragdoll.parts.len() {
            let part = &ragdoll.parts[n];
            let animated = place(part, input, model);
            let (frame, target) = self.joint_frame(&ragdoll, n, input, model);
            let state = &mut self.parts[n];
            state.animated = Some(animated);
            let Some(body) = state.body else { continue };
            if !state.falls {
                physics.move_body(body, animated.0, animated.1);
            } else if state.is_moved {
                physics.release_body(body);
            }
            state.is_moved = !state.falls;
            let Some(joint) = state.joint.filter(|_| state.falls) else { continue };
            let turned = target * state.target.inverse();
            let turned = if turned.w < 0.0 { -turned } else { turned };
            let is_cut = input.teleported || input.pose_jumped || input.dt.is_nan() || input.dt <= 0.0;
            // Of the damping, the muscles' share alone follows the animation: a limp joint only loses velocity.
            let damping = MUSCLE.1 * state.strength + LIMP_DAMPING;
            let share = MUSCLE.1 * state.strength / damping;
            let target_velocity =
                if is_cut { Vec3::ZERO } else { axis_angle::to_scaled_axis(turned) * (share / input.dt) };
            state.target = target;
            // A limp body keeps the joints between its parts as they were.
            if state.strength > 0.0 {
                state.frame = frame;
            }
            physics.set_drive(
                joint,
                &JointDrive {
                    parent_frame: state.frame,
                    target,
                    target_velocity,
                    stiffness: MUSCLE.0 * state.strength * size,
                    damping: damping * size,
                },
            );
        }
    }

    fn apply_pushes(&mut self, physics: &mut dyn Physics) {
        for push in self.pushes.drain(..) {
            let (part, state) = (&self.ragdoll.parts[push.part], &self.parts[push.part]);
            let Some(body) = state.body else { continue };
            let center = state.motion.position + state.motion.rotation * part.mass.center * self.scale;
            physics.push(body, push.impulse, push.point.unwrap_or(center));
        }
    }

    /// Takes in what physics produced. A motion that is not finite is ignored.
    fn read(&mut self, dt: f32, physics: &mut dyn Physics) {
        for part in &mut self.parts {
            let motion = part.body.and_then(|body| physics.body(body));
            let is_sound = |motion: &BodyMotion| motion.position.is_finite() && motion.rotation.is_finite();
            if let Some(motion) = motion.filter(is_sound) {
                part.motion = motion;
            }
        }
        let was_at_rest = self.rest.is_at_rest();
        let size = self.scale * self.ragdoll.size() / HUMAN.1;
        self.rest.update(self.parts.iter().map(|part| &part.motion), dt, size);
        let is_whole = self.parts.iter().all(|part| part.falls && part.strength == 0.0);
        if is_whole && self.rest.is_at_rest() && !was_at_rest {
            self.parts.iter().filter_map(|part| part.body).for_each(|body| physics.sleep(body));
        }
    }

    /// Writes the pose: rotations of the parts that fall, and the root's position.
    fn write(&mut self, input: &RagdollInput<'_>, local: &mut LocalPose, model: &mut ModelPose) {
        let ragdoll = self.ragdoll.clone();
        let model_from_world = input.world_from_model.inverse();
        let root = ragdoll.parts[0].joint;
        if self.parts[0].falls {
            self.between.iter().for_each(|(joint, held)| *local.get_mut(*joint) = *held);
        }
        let mut next = 0;
        let first = root.index();
        self.scratch[..first].copy_from_slice(&model.as_slice()[..first]);
        for joint in input.skeleton.joints().skip(first) {
            let parent = input.skeleton.parent(joint);
            let above = parent.map_or(Affine3A::IDENTITY, |parent| self.scratch[parent.index()]);
            if ragdoll.parts.get(next).is_some_and(|part| part.joint == joint) {
                let (part, state) = (&ragdoll.parts[next], &self.parts[next]);
                next += 1;
                if state.falls {
                    let own = local.get_mut(joint);
                    let wanted = model_from_world.matrix3
                        * (Mat3A::from_quat(state.motion.rotation) * self.scale)
                        * part.part_from_joint.matrix3;
                    turn_to(own, &above, wanted);
                    if part.parent.is_none() {
                        let at = model_from_world.transform_point3a(state.motion.position.into());
                        let at = above.inverse().transform_point3a(at);
                        own.translation = if at.is_finite() { at.into() } else { own.translation };
                    }
                }
            }
            self.scratch[joint.index()] = above * local.get(joint).to_affine();
        }
        model.mark_stale(root);
        model.refresh(input.skeleton, local);
    }
}

/// Turns a joint so that its axes in model space are as near as possible to those of `wanted`.
fn turn_to(own: &mut Transform, above: &Affine3A, wanted: Mat3A) {
    let scale = own.scale;
    let invertible =
        scale.abs().min_element() > 1e-9 && above.matrix3.determinant().abs() > f32::MIN_POSITIVE;
    if !invertible {
        return;
    }
    let turned = above.matrix3.inverse() * wanted;
    let unscaled = turned * Mat3A::from_diagonal(scale.recip());
    let rotation = Transform::from_affine(&Affine3A { matrix3: unscaled, translation: Vec3A::ZERO }).rotation;
    if rotation.is_finite() {
        own.rotation = rotation;
    }
}

/// Position and rotation of a part in the world, in a pose.
fn place(part: &RagdollPart, input: &RagdollInput<'_>, model: &ModelPose) -> (Vec3, Quat) {
    let own = input.world_from_model * *model.get(part.joint);
    (own.translation.into(), part_rotation(part, &own))
}

/// Stiffness of a body's muscles relative to a human one: torques grow with mass and size.
fn muscle_scale(ragdoll: &Ragdoll) -> f32 {
    (ragdoll.mass() / HUMAN.0) * (ragdoll.size() / HUMAN.1).powi(2)
}
